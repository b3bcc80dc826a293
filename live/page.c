/* page.c -- Tcl for a page of the book: the interpreter of live/page.tcl, with the package trundle as it
   is loaded elsewhere.  What Tcl asks of a system, and a page does not have, is either nothing, below, or an
   import that throws (live/live.js): files, processes, sockets, threads.  */
#include <stdio.h>
#include <string.h>
#include "tclInt.h"
#include "tclOO.h"
#include "tclTomMath.h"

#define LIVE(name) __attribute__((export_name(#name)))

/* The page hears a line while a run goes on.  */
__attribute__((import_module("page"), import_name("tell"))) void page_tell(const char *text);

extern int Trundle_SafeInit(Tcl_Interp *interp);
static Tcl_Interp *interp;

static int
tell_command(ClientData data, Tcl_Interp *in, int objc, Tcl_Obj *const objv[])
{
  (void)data, (void)in;
  if (objc == 2)
    page_tell(Tcl_GetString(objv[1]));
  return TCL_OK;
}

LIVE(page_alloc) char *page_alloc(unsigned size) { return ckalloc(size); }

LIVE(page_begin) int
page_begin(void)
{
  Tcl_FindExecutable("trundle");
  interp = Tcl_CreateInterp();
  Tcl_CreateObjCommand(interp, "tell", tell_command, NULL, NULL);
  return Trundle_SafeInit(interp);
}

/* The status of a script; its result is page_result.  The text, from page_alloc, is given back.  */
LIVE(page_eval) int
page_eval(char *script)
{
  const int code = Tcl_EvalEx(interp, script, -1, TCL_EVAL_GLOBAL);
  ckfree(script);
  return code;
}

LIVE(page_result) const char *page_result(void) { return Tcl_GetStringResult(interp); }

/* ------------------------------------------------------------ what a system would have */

const TclStubs tclStubs = {0};
const TclOOStubs tclOOStubs = {0};
const TclTomMathStubs tclTomMathStubs = {0};
#undef TclBN_mp_init_set_int
int
TclBN_mp_init_set_int(mp_int *a, unsigned long value)
{
  const int code = mp_init(a);
  a->dp[0] = value & MP_MASK;
  a->dp[1] = value >> MP_DIGIT_BIT;
  a->used = a->dp[1] ? 2 : a->dp[0] ? 1 : 0;
  return code;
}
void tr_trajectory_drop(void **t) { (void)t; }   /* there is none to drop */

void
Tcl_GetTime(Tcl_Time *t)
{
  struct timespec now;
  (void)clock_gettime(CLOCK_REALTIME, &now);
  *t = (Tcl_Time){(long)now.tv_sec, now.tv_nsec/1000};
}

Tcl_WideInt
TclpGetMicroseconds(void)
{
  Tcl_Time t;
  Tcl_GetTime(&t);
  return 1000000*(Tcl_WideInt)t.sec + t.usec;
}

unsigned long TclpGetClicks(void) { return (unsigned long)TclpGetMicroseconds(); }
void TclpSetInitialEncodings(void) { (void)Tcl_SetSystemEncoding(NULL, "utf-8"); }
Tcl_ThreadId Tcl_GetCurrentThread(void) { return NULL; }
Tcl_Channel TclpGetDefaultStdChannel(int type) { (void)type; return NULL; }
int TclpFindVariable(const char *name, int *length) { (void)name; *length = 0; return -1; }
void TclpSetVariables(Tcl_Interp *in) { (void)in; }
void TclpInitPlatform(void) {}
void
TclpInitLibraryPath(char **value, int *length, Tcl_Encoding *encoding)
{
  *value = ckalloc(1);
  **value = 0;
  *length = 0;
  *encoding = NULL;
}
void TclpFindExecutable(const char *name) { (void)name; TclSetObjNameOfExecutable(Tcl_NewObj(), NULL); }
void TclpInitLock(void) {}
void TclpInitUnlock(void) {}
void TclFinalizeLock(void) {}
int TclZlibInit(Tcl_Interp *in) { (void)in; return TCL_OK; }
void TclInitEmbeddedConfigurationInformation(Tcl_Interp *in) { (void)in; }
ClientData Tcl_InitNotifier(void) { return NULL; }
void Tcl_AlertNotifier(ClientData data) { (void)data; }
Tcl_Obj *TclpObjListVolumes(void) { return Tcl_NewObj(); }

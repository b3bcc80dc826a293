/* guard-tcl.c -- see guard-tcl.h.  A handler of a signal may do next to nothing, so it writes a byte to a pipe, and a thread
   that waits there does the rest.  */
#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifndef __wasm__                /* a page has no signals and no processes */
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#endif

#include "guard-tcl.h"

/* The signal that asks for an end, or 0.  */
static volatile sig_atomic_t asked_to_end;

int
tr_guard_asked(void)
{
  return (int)asked_to_end;
}

#ifdef __wasm__
void
tr_guard_watch(void)
{
}

int
tr_guard_tcl_init(Tcl_Interp *interp)
{
  (void)interp;
  return TCL_OK;
}
#else

static const int ending[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU, SIGUSR1, SIGUSR2};
static int worker;      /* 1: another command has started this one, and reports its end itself */
static int bell[2] = {-1, -1};
static Tcl_AsyncHandler raiser;
static int held, due, raised;   /* touched by the thread of the interpreter alone */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char **litter;           /* under the lock */
static size_t litter_count;

static void
handle(const struct sigaction *action)
{
  for (size_t k = 0; k < sizeof ending/sizeof *ending; k++) {
    struct sigaction now;
    if (sigaction(ending[k], NULL, &now) == 0 && now.sa_handler != SIG_IGN)
      (void)sigaction(ending[k], action, NULL);
  }
}

static void
note_signal(int number)
{
  asked_to_end = number;
}

void
tr_guard_watch(void)
{
  struct sigaction action = {.sa_handler = note_signal, .sa_flags = SA_RESTART | (int)SA_RESETHAND};
  (void)sigemptyset(&action.sa_mask);
  handle(&action);
}

static void
ring(int number)
{
  const int before = errno;
  if (!asked_to_end)
    asked_to_end = number;
  (void)!write(bell[1], "", 1);
  errno = before;
}

static void
let_write_fail(int number)
{
  (void)number;
}

/* -- what the thread does ------------------------------------------------------- */

/* The parent of a process, or -1.  */
static long
parent_of(const char *number)
{
  char path[280], text[1024];
  long parent = -1;
  (void)snprintf(path, sizeof path, "/proc/%s/stat", number);
  FILE *file = fopen(path, "r");
  if (!file)
    return -1;
  const size_t length = fread(text, 1, sizeof text - 1, file);
  (void)fclose(file);
  text[length] = '\0';
  /* A name of a program may have parentheses and blanks.  */
  const char *end = strrchr(text, ')');
  if (end && strlen(end) > 4 && end[2] != 'Z')
    parent = strtol(end + 4, NULL, 10);
  return parent;
}

/* Send a signal to all children that run; how many.  */
static int
signal_children(int number)
{
  int count = 0;
  DIR *all = opendir("/proc");
  if (!all)
    return 0;
  for (const struct dirent *one; (one = readdir(all)) != NULL; )
    if (one->d_name[0] >= '1' && one->d_name[0] <= '9' && parent_of(one->d_name) == (long)getpid()) {
      count++;
      (void)kill((pid_t)strtol(one->d_name, NULL, 10), number);
    }
  (void)closedir(all);
  return count;
}

static void
remove_litter(void)
{
  extern char **environ;
  (void)pthread_mutex_lock(&lock);
  for (size_t k = 0; k < litter_count; k++) {
    char rm[] = "rm", force[] = "-rf", end[] = "--";
    char *words[] = {rm, force, end, litter[k], NULL};
    pid_t child;
    if (posix_spawnp(&child, rm, NULL, NULL, words, environ) == 0)
      while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
        ;
  }
}

static size_t
count_litter(void)
{
  (void)pthread_mutex_lock(&lock);
  const size_t count = litter_count;
  (void)pthread_mutex_unlock(&lock);
  return count;
}

/* Nothing can be lost, or something: milliseconds.  */
enum { TICK = 50, SHORT = 500, LONG = 5000, REPEAT = 1000 };

static void *
attend(void *nothing)
{
  char byte;
  struct pollfd again = {.fd = bell[0], .events = POLLIN};
  (void)nothing;
  while (read(bell[0], &byte, 1) < 0 && errno == EINTR)
    ;
  int patience = signal_children(SIGTERM) > 0 ? LONG : SHORT;
  Tcl_AsyncMark(raiser);
  for (int waited = 0; waited < (count_litter() ? LONG : patience); waited += TICK) {
    if (poll(&again, 1, TICK) > 0)
      break;
    if (waited%REPEAT == REPEAT - TICK && signal_children(SIGTERM) == 0)
      patience = SHORT;
  }
  char text[40];
  const int length = snprintf(text, sizeof text, "trundle: ended by signal %d\n", (int)asked_to_end);
  if (!worker)
    (void)!write(STDERR_FILENO, text, (size_t)length);
  (void)signal_children(SIGKILL);
  remove_litter();
  _exit(128 + (int)asked_to_end);
}

/* -- the command ------------------------------------------------------------------- */

static int
raise_signal(ClientData data, Tcl_Interp *interp, int code)
{
  (void)data;
  if (held)
    due = 1;
  if (held || raised || !interp)
    return code;
  raised = 1;
  char number[16];
  (void)snprintf(number, sizeof number, "%d", (int)asked_to_end);
  Tcl_SetObjResult(interp, Tcl_ObjPrintf("ended by signal %s", number));
  Tcl_SetErrorCode(interp, "TRUNDLE", "SIGNAL", number, NULL);
  return TCL_ERROR;
}

static int
guard_on(Tcl_Interp *interp)
{
  pthread_t thread;
  pthread_attr_t alone;
  sigset_t all, before;
  if (raiser)
    return TCL_OK;
  if (pipe(bell) != 0) {
    Tcl_SetObjResult(interp, Tcl_NewStringObj("guard: no pipe can be made", -1));
    return TCL_ERROR;
  }
  for (int k = 0; k < 2; k++)
    (void)fcntl(bell[k], F_SETFD, FD_CLOEXEC);
  (void)fcntl(bell[1], F_SETFL, O_NONBLOCK);
  worker = getenv("TRUNDLE_WORKER") != NULL;
  raiser = Tcl_AsyncCreate(raise_signal, NULL);
  (void)sigfillset(&all);
  (void)pthread_sigmask(SIG_SETMASK, &all, &before);
  (void)pthread_attr_init(&alone);
  (void)pthread_attr_setdetachstate(&alone, PTHREAD_CREATE_DETACHED);
  const int failed = pthread_create(&thread, &alone, attend, NULL);
  (void)pthread_attr_destroy(&alone);
  (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (failed) {
    Tcl_SetObjResult(interp, Tcl_NewStringObj("guard: no thread can be made", -1));
    return TCL_ERROR;
  }
  struct sigaction action = {.sa_handler = ring, .sa_flags = SA_RESTART};
  (void)sigemptyset(&action.sa_mask);
  handle(&action);
  action.sa_handler = let_write_fail;
  (void)sigaction(SIGXFSZ, &action, NULL);
  return TCL_OK;
}

static void
keep_path(const char *path)
{
  (void)pthread_mutex_lock(&lock);
  char **more = realloc(litter, (litter_count + 1)*sizeof *litter);
  char *copy = more ? malloc(strlen(path) + 1) : NULL;
  if (more)
    litter = more;
  if (copy) {
    (void)memcpy(copy, path, strlen(path) + 1);
    litter[litter_count++] = copy;
  }
  (void)pthread_mutex_unlock(&lock);
}

static void
drop_path(const char *path)
{
  (void)pthread_mutex_lock(&lock);
  for (size_t k = litter_count; k-- > 0; )
    if (strcmp(litter[k], path) == 0) {
      free(litter[k]);
      litter[k] = litter[--litter_count];
    }
  (void)pthread_mutex_unlock(&lock);
}

static Tcl_Obj *
litter_list(void)
{
  Tcl_Obj *list = Tcl_NewListObj(0, NULL);
  (void)pthread_mutex_lock(&lock);
  for (size_t k = 0; k < litter_count; k++)
    (void)Tcl_ListObjAppendElement(NULL, list, Tcl_NewStringObj(litter[k], -1));
  (void)pthread_mutex_unlock(&lock);
  return list;
}

static int
guard_command(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
  static const char *const word[] = {"on", "asked", "hold", "release", "litter", "keep", "drop", NULL};
  enum { ON, ASKED, HOLD, RELEASE, LITTER, KEEP, DROP };
  int index;
  (void)data;
  if (objc < 2) {
    Tcl_WrongNumArgs(interp, 1, objv, "subcommand ?path?");
    return TCL_ERROR;
  }
  if (Tcl_GetIndexFromObj(interp, objv[1], word, "subcommand", 0, &index) != TCL_OK)
    return TCL_ERROR;
  if (objc != (index >= KEEP ? 3 : 2)) {
    Tcl_WrongNumArgs(interp, 2, objv, index >= KEEP ? "path" : NULL);
    return TCL_ERROR;
  }
  switch (index) {
  case ON: return guard_on(interp);
  case ASKED:
    raised |= tr_guard_asked() != 0;    /* who is told ends the command, and is not interrupted at that */
    Tcl_SetObjResult(interp, Tcl_NewIntObj(tr_guard_asked()));
    break;
  case HOLD: held++; break;
  case RELEASE:
    if (held > 0 && --held == 0 && due)
      Tcl_AsyncMark(raiser);
    break;
  case KEEP: keep_path(Tcl_GetString(objv[2])); break;
  case DROP: drop_path(Tcl_GetString(objv[2])); break;
  case LITTER: Tcl_SetObjResult(interp, litter_list()); break;
  }
  return TCL_OK;
}

int
tr_guard_tcl_init(Tcl_Interp *interp)
{
  return Tcl_CreateObjCommand(interp, "::trundle::guard", guard_command, NULL, NULL) ? TCL_OK : TCL_ERROR;
}
#endif

/* packed-tcl.c -- numbers of a frame in few bytes; see packed-tcl.h  */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "packed-tcl.h"
#include "values-tcl.h"

/* Bytes of the same weight stand together: those of high weight repeat, and shrink.  */
static void
put_planes(uint32_t word, int planes, unsigned char *to, size_t stride)
{
  for (int k = 0; k < planes; k++)
    to[(size_t)k*stride] = (unsigned char)(word >> 8*k & 255);
}

enum { NOT_THERE = 0xffffff, LARGEST_STEP = 0xfeffff };

static int
pack_steps(Tcl_Interp *interp, const double *x, size_t count, Tcl_Obj *const objv[], unsigned char *to)
{
  Tcl_Obj **item;
  int three;
  double low[3], unit;
  if (Tcl_ListObjGetElements(interp, objv[0], &three, &item) != TCL_OK || Tcl_GetDoubleFromObj(interp, objv[1], &unit) != TCL_OK)
    return TCL_ERROR;
  for (int c = 0; c < 3; c++)
    if (three != 3 || Tcl_GetDoubleFromObj(NULL, item[c], &low[c]) != TCL_OK)
      return fail_value(interp, "packed", "LOW", objv[0], "three numbers");
  const size_t n = count/3;
  for (size_t k = 0; k < 3*n; k++) {
    const double step = round(x[k]/unit) - round(low[k % 3]/unit);
    if (step < 0 || step > LARGEST_STEP)
      return fail(interp, TR_EINVAL, Tcl_ObjPrintf("packed: a point is %g steps above LOW, expected 0 to %d", step, LARGEST_STEP));
    put_planes(isnan(step) ? NOT_THERE : (uint32_t)step, 3, to + k % 3*n + k/3, 3*n);
  }
  return TCL_OK;
}

/* printf rounds decimals as they should be.  */
static uint32_t
five_digits(double x)
{
  enum { NO_NUMBER = (1 << 17) - 1, LEAST = -32, MOST = 31 };
  char text[32];
  if (!isfinite(x))
    return NO_NUMBER;
  (void)snprintf(text, sizeof text, "%.4e", fabs(x));
  const long exponent = strtol(text + 7, NULL, 10);
  const uint32_t digits = (uint32_t)(text[0] - '0')*10000u + (uint32_t)strtoul(text + 2, NULL, 10);
  if (exponent > MOST)
    return NO_NUMBER;
  if (exponent < LEAST || digits == 0)
    return (uint32_t)-LEAST << 18;
  return digits | (uint32_t)(x < 0) << 17 | (uint32_t)(exponent - LEAST) << 18;
}

/* The largest of four, whose square is a quarter at least, follows from the others; they lie between -sqrt(1/2)
   and sqrt(1/2), and 0 has a step of its own.  */
static uint32_t
turned(const double *q)
{
  enum { MIDDLE = 511 };
  int largest = 0;
  uint32_t word = 0;
  for (int c = 1; c < 4; c++)
    if (fabs(q[c]) > fabs(q[largest]))
      largest = c;
  for (int c = 0; c < 4; c++) {
    const double share = q[largest] < 0 ? -q[c] : q[c];
    if (c != largest)
      word = word << 10 | (uint32_t)(isfinite(share) ? fmax(0, fmin(2*MIDDLE, round(MIDDLE*(1 + share*sqrt(2))))) : MIDDLE);
  }
  return word | (uint32_t)largest << 30;
}

static int
pack_shares(Tcl_Interp *interp, const double *x, size_t count, Tcl_Obj *const objv[], Tcl_Obj *result)
{
  unsigned char *to = Tcl_SetByteArrayLength(result, (int)count);
  int width;
  double high;
  if (Tcl_GetIntFromObj(interp, objv[0], &width) != TCL_OK || Tcl_GetDoubleFromObj(interp, objv[1], &high) != TCL_OK)
    return TCL_ERROR;
  if (width < 1)
    return fail_value(interp, "packed", "WIDTH", objv[0], "a whole number > 0");
  for (size_t i = 0; i < count/(size_t)width; i++) {
    double square = 0;
    for (size_t c = i*(size_t)width; c < (i + 1)*(size_t)width; c++)
      square += x[c]*x[c];
    to[i] = (unsigned char)fmax(0, fmin(255, floor(255*sqrt(square)/high)));
  }
  Tcl_SetByteArrayLength(result, (int)(count/(size_t)width));
  return TCL_OK;
}

static int
packed_command(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
  static const struct { const char *name, *words; int objc; } form[] = {
    {"steps", "BYTES LOW UNIT", 5}, {"digits", "BYTES", 3}, {"turns", "BYTES", 3}, {"shares", "BYTES WIDTH HIGH", 5}, {NULL, NULL, 0}};
  enum { STEPS, DIGITS, TURNS };
  int as, bytes, code = TCL_OK;
  (void)data;
  if (objc < 3) {
    Tcl_WrongNumArgs(interp, 1, objv, "steps|digits|turns|shares BYTES ?...?");
    return TCL_ERROR;
  }
  if (Tcl_GetIndexFromObjStruct(interp, objv[1], form, sizeof *form, "form", TCL_EXACT, &as) != TCL_OK)
    return TCL_ERROR;
  if (objc != form[as].objc) {
    Tcl_WrongNumArgs(interp, 2, objv, form[as].words);
    return TCL_ERROR;
  }
  const double *x = (const double *)(const void *)Tcl_GetByteArrayFromObj(objv[2], &bytes);
  const size_t count = (size_t)bytes/sizeof *x;
  Tcl_Obj *result = Tcl_NewObj();
  unsigned char *to = Tcl_SetByteArrayLength(result, (int)(as == TURNS ? count : 3*count));
  Tcl_IncrRefCount(result);
  if (as == STEPS)
    code = pack_steps(interp, x, count, objv + 3, to);
  else if (as == DIGITS)
    for (size_t k = 0; k < count; k++)
      put_planes(five_digits(x[k]), 3, to + k, count);
  else if (as == TURNS)
    for (size_t i = 0; i < count/4; i++)
      put_planes(turned(x + 4*i), 4, to + i, count/4);
  else
    code = pack_shares(interp, x, count, objv + 3, result);
  if (code == TCL_OK)
    Tcl_SetObjResult(interp, result);
  Tcl_DecrRefCount(result);
  return code;
}

int
tr_packed_tcl_init(Tcl_Interp *interp)
{
  return Tcl_CreateObjCommand(interp, "::trundle::packed", packed_command, NULL, NULL) ? TCL_OK : TCL_ERROR;
}

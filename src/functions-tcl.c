/* functions-tcl.c -- functions for `expr` with the same bits on every machine: the namespace ::trundle::fixed on
   the path of a page puts them before Tcl's own, which are those of the C library.  */
#include <math.h>
#include <trundle/powers.h>

#include "functions-tcl.h"

static double arc_cosine(double x) { return 2*tr_atan2(sqrt(1 - x), sqrt(1 + x)); }
static double arc_sine(double x) { return tr_atan2(x, sqrt((1 - x)*(1 + x))); }
static double arc_tangent(double x) { return tr_atan2(x, 1); }
static double tangent(double x) { return tr_sin(x)/tr_cos(x); }
static double length(double x, double y) { return sqrt(x*x + y*y); }

/* A negative number has powers with whole exponents.  */
static double
power(double x, double p)
{
  const double size = tr_power(fabs(x), p);
  if (x >= 0 || floor(p) < p)
    return x >= 0 ? size : NAN;
  return floor(0.5*p) < 0.5*p ? -size : size;
}

static const struct {
  const char *name;
  double (*one)(double x);
  double (*two)(double x, double y);
} function[] = {
  {"acos", arc_cosine, NULL}, {"asin", arc_sine, NULL}, {"atan", arc_tangent, NULL}, {"cos", tr_cos, NULL},
  {"exp", tr_exp, NULL}, {"log", tr_log, NULL}, {"sin", tr_sin, NULL}, {"tan", tangent, NULL},
  {"atan2", NULL, tr_atan2}, {"hypot", NULL, length}, {"pow", NULL, power}};
enum { FUNCTIONS = sizeof function/sizeof *function };

static int
call(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
  const size_t which = (size_t)data;
  const int wants = function[which].one ? 1 : 2;
  double x, y = 0;
  if (objc != 1 + wants) {
    Tcl_WrongNumArgs(interp, 1, objv, wants == 1 ? "x" : "x y");
    return TCL_ERROR;
  }
  if (Tcl_GetDoubleFromObj(interp, objv[1], &x) != TCL_OK || (wants == 2 && Tcl_GetDoubleFromObj(interp, objv[2], &y) != TCL_OK))
    return TCL_ERROR;
  const double value = wants == 1 ? function[which].one(x) : function[which].two(x, y);
  if (isnan(value)) {
    Tcl_SetObjResult(interp, Tcl_NewStringObj("domain error: argument not in valid range", -1));
    Tcl_SetErrorCode(interp, "ARITH", "DOMAIN", "domain error: argument not in valid range", NULL);
    return TCL_ERROR;
  }
  Tcl_SetObjResult(interp, Tcl_NewDoubleObj(value));
  return TCL_OK;
}

int
tr_functions_tcl_init(Tcl_Interp *interp)
{
  for (size_t k = 0; k < FUNCTIONS; k++) {
    Tcl_Obj *name = Tcl_ObjPrintf("::trundle::fixed::tcl::mathfunc::%s", function[k].name);
    Tcl_IncrRefCount(name);
    Tcl_Command made = Tcl_CreateObjCommand(interp, Tcl_GetString(name), call, (ClientData)k, NULL);
    Tcl_DecrRefCount(name);
    if (!made)
      return TCL_ERROR;
  }
  return TCL_OK;
}

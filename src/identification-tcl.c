/* identification-tcl.c -- the fit of a swing as Tcl commands; what they do is
   said in identification-tcl.h, and why in the chapter on identification.  */
#include <math.h>
#include <stddef.h>
#include <gsl/gsl_errno.h>
#include <trundle/identification.h>
#include <trundle/laws.h>

#include "identification-tcl.h"
#include "values-tcl.h"

/* ------------------------------------------------------------ options */

enum { TIME, ANGLE, DISPLACEMENT, INERTIA, MASS, RADIUS, SHAPE, LEVEL, BOOTSTRAP, SEED, DRIFT, INSPECT,
       OPTIONS };
static const char *const option_name[] = {"-time", "-angle", "-displacement", "-inertia", "-mass", "-radius", "-shape",
                                          "-level", "-bootstrap", "-seed", "-drift", "-inspect", NULL};

static int
read_options(Tcl_Interp *interp, int objc, Tcl_Obj *const objv[], Tcl_Obj *value[OPTIONS])
{
  for (int i = 1; i < objc; i += 2) {
    int k;
    if (Tcl_GetIndexFromObj(interp, objv[i], option_name, "option", TCL_EXACT, &k) != TCL_OK) {
      Tcl_SetErrorCode(interp, "TRUNDLE", "ENAME", NULL);
      return TCL_ERROR;
    }
    if (i + 1 == objc)
      return fail(interp, TR_EINVAL, Tcl_ObjPrintf("identify: option %s has no value", option_name[k]));
    value[k] = objv[i + 1];
  }
  return TCL_OK;
}

/* A positive number; *out stays as it is when the option is not given.  */
static int
get_positive(Tcl_Interp *interp, Tcl_Obj *const value[OPTIONS], int k, double *out)
{
  if (value[k] && (Tcl_GetDoubleFromObj(NULL, value[k], out) != TCL_OK || !(*out > 0 && isfinite(*out))))
    return fail_value(interp, "identify", option_name[k], value[k], "a positive number");
  return TCL_OK;
}

static int
get_count(Tcl_Interp *interp, Tcl_Obj *const value[OPTIONS], int k, Tcl_WideInt most, Tcl_WideInt *out)
{
  if (value[k] && (Tcl_GetWideIntFromObj(NULL, value[k], out) != TCL_OK || *out < 0 || *out > most))
    return fail(interp, TR_EINVAL, Tcl_ObjPrintf("identify: %s is \"%s\", expected an integer from 0 to %ld", option_name[k],
                                                 Tcl_GetString(value[k]), (long)most));
  return TCL_OK;
}

static int
get_word(Tcl_Interp *interp, Tcl_Obj *const value[OPTIONS], int k, const char *const word[], const char *all, int *out)
{
  if (value[k] && Tcl_GetIndexFromObj(NULL, value[k], word, "word", TCL_EXACT, out) != TCL_OK)
    return fail_value(interp, "identify", option_name[k], value[k], all);
  return TCL_OK;
}

/* The numbers of a list in memory that the caller frees with ckfree.  */
static int
get_list(Tcl_Interp *interp, Tcl_Obj *const value[OPTIONS], int k, int *count, double **numbers)
{
  Tcl_Obj **item;
  if (Tcl_ListObjGetElements(NULL, value[k], count, &item) != TCL_OK)
    return fail(interp, TR_EINVAL, Tcl_ObjPrintf("identify: %s is no list", option_name[k]));
  *numbers = (double *)ckalloc((unsigned)(*count + 1)*(unsigned)sizeof **numbers);
  for (int i = 0; i < *count; i++)
    if (Tcl_GetDoubleFromObj(NULL, item[i], &(*numbers)[i]) != TCL_OK)
      return fail(interp, TR_EINVAL, Tcl_ObjPrintf("identify: value %d of %s is \"%s\", expected a number", i + 1, option_name[k],
                                                   Tcl_GetString(item[i])));
  return TCL_OK;
}

/* I_g from -inertia, or from -mass, -radius and -shape.  */
static int
get_inertia(Tcl_Interp *interp, Tcl_Obj *const value[OPTIONS], double radius, double *inertia)
{
  double mass = 0, factor;
  if (value[INERTIA] && (value[MASS] || value[SHAPE]))
    return fail_text(interp, TR_EINVAL, "identify: give either -inertia or -mass, -radius and -shape, not both");
  if (value[INERTIA])
    return get_positive(interp, value, INERTIA, inertia);
  if (!value[MASS] || !value[RADIUS] || !value[SHAPE])
    return fail_text(interp, TR_EINVAL, "identify: the inertia is missing: give -inertia, or -mass, -radius and -shape");
  if (get_positive(interp, value, MASS, &mass) != TCL_OK)
    return TCL_ERROR;
  if (tr_swing_factor(Tcl_GetString(value[SHAPE]), &factor))
    return fail_value(interp, "identify", "-shape", value[SHAPE], "sphere, cylinder, hoop or shell");
  *inertia = tr_rolling_swing_inertia(mass, radius, factor);
  return TCL_OK;
}

/* ------------------------------------------------------------ the result */

static void
put_estimate(Tcl_Obj *dict, const char *name, const tr_estimate *e, int resampled)
{
  static const char *const suffix[] = {"", "_error", "_low", "_high", "_boot_low", "_boot_high"};
  const double value[] = {e->value, e->error, e->low, e->high, e->boot_low, e->boot_high};
  for (int i = 0; i < (resampled ? 6 : 4); i++)
    Tcl_DictObjPut(NULL, dict, Tcl_ObjPrintf("%s%s", name, suffix[i]), Tcl_NewDoubleObj(value[i]));
}

static void
put_curve(Tcl_Obj *dict, const tr_identified *fit, int n, const double *time, const double *angle)
{
  Tcl_Obj *fitted = Tcl_NewListObj(0, NULL), *residuals = Tcl_NewListObj(0, NULL);
  for (int i = 0; i < n; i++) {
    const double y = tr_identified_angle(fit, time[i]);
    Tcl_ListObjAppendElement(NULL, fitted, Tcl_NewDoubleObj(y));
    Tcl_ListObjAppendElement(NULL, residuals, Tcl_NewDoubleObj(angle[i] - y));
  }
  put(dict, "fitted", fitted);
  put(dict, "residuals", residuals);
}

static Tcl_Obj *
result_of(const tr_identified *fit, const tr_identify_options *o, int n, const double *time, const double *angle)
{
  static const struct { const char *name; size_t place; } estimate[] = {
    {"k_r", offsetof(tr_identified, k_r)}, {"c_r", offsetof(tr_identified, c_r)}, {"omega", offsetof(tr_identified, omega)},
    {"omega_damped", offsetof(tr_identified, omega_damped)}, {"xi", offsetof(tr_identified, xi)},
    {"decay", offsetof(tr_identified, decay)}, {"amplitude", offsetof(tr_identified, amplitude)},
    {"phase", offsetof(tr_identified, phase)}, {"offset", offsetof(tr_identified, offset)},
    {"drift", offsetof(tr_identified, drift)}};
  Tcl_Obj *dict = Tcl_NewDictObj();
  for (size_t i = 0; i < sizeof estimate/sizeof *estimate; i++)
    put_estimate(dict, estimate[i].name, (const tr_estimate *)(const void *)((const char *)fit + estimate[i].place), o->bootstrap > 0);
  put_number(dict, "period", 2*M_PI/fit->omega_damped.value);
  put_number(dict, "start", fit->start);
  put_number(dict, "inertia", fit->inertia);
  put_number(dict, "correlation", fit->correlation);
  put_number(dict, "effective", fit->effective);
  put(dict, "correlated", Tcl_NewBooleanObj(fit->correlated));
  put(dict, "given", Tcl_NewBooleanObj(fit->given));
  put(dict, "before_release", Tcl_NewWideIntObj((Tcl_WideInt)fit->first));
  put(dict, "held", Tcl_NewWideIntObj((Tcl_WideInt)fit->held));
  put(dict, "outliers", Tcl_NewWideIntObj((Tcl_WideInt)fit->outliers));
  put(dict, "outlier", Tcl_NewDoubleObj(fit->outlier));
  put(dict, "samples", Tcl_NewWideIntObj((Tcl_WideInt)fit->samples));
  put(dict, "dof", Tcl_NewWideIntObj((Tcl_WideInt)fit->dof));
  put_number(dict, "chi2", fit->chi2);
  put_number(dict, "residual", fit->residual);
  put(dict, "iterations", Tcl_NewWideIntObj((Tcl_WideInt)fit->iterations));
  put_number(dict, "level", o->level);
  put_number(dict, "quantile", fit->quantile);
  put(dict, "resampled", Tcl_NewWideIntObj((Tcl_WideInt)fit->resampled));
  put_curve(dict, fit, n, time, angle);
  return dict;
}

/* ------------------------------------------------------------ the commands */

static int
identify_lists(Tcl_Interp *interp, Tcl_Obj *const value[OPTIONS], double **time, double **angle)
{
  static const char *const drift[] = {"no", "yes", "auto", NULL}, *const inspect[] = {"no", "yes", NULL};
  const int what = value[ANGLE] ? ANGLE : DISPLACEMENT;
  double radius = 0, inertia = 0;
  Tcl_WideInt bootstrap = 0, seed = 1;
  tr_identify_options o = {.level = 0.95};
  tr_identified fit;
  tr_error err;
  int times, angles;
  if (!value[TIME] || !value[ANGLE] == !value[DISPLACEMENT])
    return fail_text(interp, TR_EINVAL, "identify: give -time and either -angle or -displacement");
  if (get_positive(interp, value, RADIUS, &radius) != TCL_OK || get_positive(interp, value, LEVEL, &o.level) != TCL_OK
      || get_count(interp, value, BOOTSTRAP, 1000000, &bootstrap) != TCL_OK
      || get_count(interp, value, SEED, 2147483647, &seed) != TCL_OK
      || get_word(interp, value, DRIFT, drift, "no, yes or auto", &o.drift) != TCL_OK
      || get_word(interp, value, INSPECT, inspect, "no or yes", &o.inspect) != TCL_OK || get_inertia(interp, value, radius, &inertia) != TCL_OK
      || get_list(interp, value, TIME, &times, time) != TCL_OK || get_list(interp, value, what, &angles, angle) != TCL_OK)
    return TCL_ERROR;
  if (times != angles)
    return fail(interp, TR_EINVAL, Tcl_ObjPrintf("identify: -time has %d values and %s has %d", times, option_name[what], angles));
  if (what == DISPLACEMENT) {
    if (!value[RADIUS])
      return fail_text(interp, TR_EINVAL, "identify: -displacement needs -radius");
    for (int i = 0; i < angles; i++)
      (*angle)[i] /= radius;
  }
  o.bootstrap = (size_t)bootstrap;
  o.seed = (unsigned long)seed;
  if (tr_identify((size_t)times, *time, *angle, inertia, &o, &fit, &err))
    return fail(interp, (int)err.status, Tcl_ObjPrintf("identify: %s", err.text));
  Tcl_SetObjResult(interp, result_of(&fit, &o, times, *time, *angle));
  return TCL_OK;
}

static int
identify_command(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
  Tcl_Obj *value[OPTIONS] = {NULL};
  double *time = NULL, *angle = NULL;
  (void)data;
  if (read_options(interp, objc, objv, value) != TCL_OK)
    return TCL_ERROR;
  const int code = identify_lists(interp, value, &time, &angle);
  if (time)
    ckfree((char *)time);
  if (angle)
    ckfree((char *)angle);
  return code;
}

static int
table_command(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
  static const char *const options[] = {"-name", "-columns", NULL};
  const char *name = "table";
  int column[2] = {0, 0};     /* open */
  tr_swing_table table;
  tr_error err;
  (void)data;
  if (objc < 2 || objc % 2) {
    Tcl_WrongNumArgs(interp, 1, objv, "text ?-name name? ?-columns {time value}?");
    return TCL_ERROR;
  }
  for (int i = 2; i < objc; i += 2) {
    int k, n;
    Tcl_Obj **item;
    if (Tcl_GetIndexFromObj(interp, objv[i], options, "option", TCL_EXACT, &k) != TCL_OK)
      return TCL_ERROR;
    if (k == 0)
      name = Tcl_GetString(objv[i + 1]);
    else if (Tcl_ListObjGetElements(NULL, objv[i + 1], &n, &item) != TCL_OK || n != 2
             || Tcl_GetIntFromObj(NULL, item[0], &column[0]) != TCL_OK || Tcl_GetIntFromObj(NULL, item[1], &column[1]) != TCL_OK || column[0] < 1 || column[1] < 1)
      return fail_value(interp, "swing_table", "-columns", objv[i + 1], "two column numbers from 1");
  }
  if (tr_swing_parse(Tcl_GetString(objv[1]), name, column[0], column[1], &table, &err))
    return fail_with(interp, &err);
  Tcl_Obj *dict = Tcl_NewDictObj(), *time = Tcl_NewListObj(0, NULL), *value = Tcl_NewListObj(0, NULL);
  for (size_t i = 0; i < table.n; i++) {
    Tcl_ListObjAppendElement(NULL, time, Tcl_NewDoubleObj(table.time[i]));
    Tcl_ListObjAppendElement(NULL, value, Tcl_NewDoubleObj(table.angle[i]));
  }
  tr_swing_table_free(&table);
  put(dict, "time", time);
  put(dict, "value", value);
  Tcl_SetObjResult(interp, dict);
  return TCL_OK;
}

int
tr_identification_tcl_init(Tcl_Interp *interp)
{
  gsl_set_error_handler_off();
  Tcl_CreateObjCommand(interp, "::trundle::identify", identify_command, NULL, NULL);
  Tcl_CreateObjCommand(interp, "::trundle::swing_table", table_command, NULL, NULL);
  return TCL_OK;
}

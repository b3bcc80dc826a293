/* calibration-tcl.c -- emulators and the density of unknowns from Tcl; see calibration-tcl.h  */
#include <math.h>
#include <string.h>
#include <gsl/gsl_blas.h>
#include <gsl/gsl_eigen.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_statistics.h>
#include <trundle/calibration.h>

#include "calibration-tcl.h"
#include "values-tcl.h"

static double *
numbers(Tcl_Interp *interp, const char *what, Tcl_Obj *list, int *count)
{
  Tcl_Obj **item;
  if (!list || Tcl_ListObjGetElements(interp, list, count, &item) != TCL_OK) {
    (void)fail(interp, TR_EINVAL, Tcl_ObjPrintf("calibrate: %s is no list", what));
    return NULL;
  }
  double *x = (double *)(void *)ckalloc((unsigned)(*count + 1)*(unsigned)sizeof *x);
  for (int k = 0; k < *count; k++)
    if (Tcl_GetDoubleFromObj(interp, item[k], &x[k]) != TCL_OK) {
      ckfree((char *)x);
      return NULL;
    }
  return x;
}

static Tcl_Obj *
list_of(const double *x, size_t n)
{
  Tcl_Obj *list = Tcl_NewListObj(0, NULL);
  for (size_t k = 0; k < n; k++)
    Tcl_ListObjAppendElement(NULL, list, Tcl_NewDoubleObj(x[k]));
  return list;
}

static double
number_in(Tcl_Obj *dict, const char *key, double otherwise)
{
  double x;
  Tcl_Obj *value = get(dict, key);
  return value && Tcl_GetDoubleFromObj(NULL, value, &x) == TCL_OK ? x : otherwise;
}

static double
root_mean_square(const double *x, size_t n)
{
  double sum = 0;
  for (size_t k = 0; k < n; k++)
    sum += x[k]*x[k]/(double)n;
  return sqrt(sum);
}

/* What is known of one quantity: its emulator's check, and its predictions over the draws.  */
static Tcl_Obj *
about(const tr_emulator *e, size_t points, const double *draw, size_t d, size_t count)
{
  Tcl_Obj *dict = Tcl_NewDictObj();
  double *work = (double *)(void *)ckalloc((unsigned)((2*points + 2*count + 1)*sizeof *work));
  double *mean = work + 2*points, *variance = mean + count;
  tr_emulator_left_out(e, work, work + points);
  put_number(dict, "left_out", root_mean_square(work, points));
  put_number(dict, "standardised", root_mean_square(work + points, points));
  for (size_t k = 0; k < count; k++)
    tr_emulator_at(e, &draw[d*k], &mean[k], &variance[k]);
  put_number(dict, "mean", gsl_stats_mean(mean, 1, count));
  put_number(dict, "sd", gsl_stats_sd(mean, 1, count));
  put_number(dict, "emulator_sd", sqrt(gsl_stats_mean(variance, 1, count)));
  ckfree((char *)work);
  return dict;
}

typedef struct {
  tr_emulator **emulator;
  tr_datum *datum;
  double *draw;
} calibration;

static int
make_emulators(Tcl_Interp *interp, int d, int points, const double *x, int count, Tcl_Obj *const *item, calibration *c,
               tr_measured *m)
{
  tr_error err;
  for (int k = 0; k < count; k++) {
    int n = 0;
    double *y = numbers(interp, "values", get(item[k], "values"), &n);
    if (!y)
      return TCL_ERROR;
    const int bad = n != points || tr_emulator_alloc((size_t)n, (size_t)d, x, y, number_in(item[k], "noise", 0),
                                                     &c->emulator[k], &err);
    ckfree((char *)y);
    if (n != points)
      return fail(interp, TR_EINVAL, Tcl_ObjPrintf("calibrate: quantity %d has %d values, expected %d", k, n, points));
    if (bad)
      return fail_with(interp, &err);
    const double value = number_in(item[k], "value", NAN);
    if (value == value)
      c->datum[m->count++] = (tr_datum){c->emulator[k], value, number_in(item[k], "uncertainty", NAN),
                                        (int)number_in(item[k], "kind", 0)};
  }
  return TCL_OK;
}

static int
calibrate(Tcl_Interp *interp, int d, int points, int count, Tcl_Obj *options, calibration *c, tr_measured *m)
{
  const size_t wanted = (size_t)number_in(options, "draws", 2400), draws = (wanted + TR_WALKERS - 1)/TR_WALKERS*TR_WALKERS;
  double acceptance = 0, share = 0;
  tr_error err;
  c->draw = (double *)(void *)ckalloc((unsigned)(draws*(size_t)d*sizeof *c->draw));
  if (tr_density_draw(m, draws, (unsigned long)number_in(options, "seed", 1), c->draw, &acceptance, &err)
      || tr_density_share(m, number_in(options, "level", 0.9), 4096, &share, &err))
    return fail_with(interp, &err);
  Tcl_Obj *result = Tcl_NewDictObj(), *quantities = Tcl_NewListObj(0, NULL), *factors = Tcl_NewDictObj();
  for (int k = 0; k < count; k++)
    Tcl_ListObjAppendElement(NULL, quantities, about(c->emulator[k], (size_t)points, c->draw, (size_t)d, draws));
  for (size_t k = 0; k < m->count; k++) {
    double sum = 0;
    for (size_t i = 0; i < draws; i++)
      sum += tr_density_factor(m, &c->draw[(size_t)d*i], m->datum[k].kind)/(double)draws;
    Tcl_DictObjPut(NULL, factors, Tcl_NewIntObj(m->datum[k].kind), Tcl_NewDoubleObj(sum));
  }
  put(result, "draws", list_of(c->draw, draws*(size_t)d));
  put_number(result, "acceptance", acceptance);
  put_number(result, "share", share);
  put(result, "factors", factors);
  put(result, "quantities", quantities);
  Tcl_SetObjResult(interp, result);
  return TCL_OK;
}

static int
calibrate_command(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
  int d, n = 0, count, code;
  Tcl_Obj **item, *factors;
  (void)data;
  if (objc != 5) {
    Tcl_WrongNumArgs(interp, 1, objv, "D POINTS DATA OPTIONS");
    return TCL_ERROR;
  }
  if (Tcl_GetIntFromObj(interp, objv[1], &d) != TCL_OK || Tcl_ListObjGetElements(interp, objv[3], &count, &item) != TCL_OK)
    return TCL_ERROR;
  if (d < 1 || d > TR_UNKNOWNS_MOST)
    return fail(interp, TR_EINVAL, Tcl_ObjPrintf("calibrate: %d unknowns, expected 1 to %d", d, TR_UNKNOWNS_MOST));
  double *x = numbers(interp, "the points", objv[2], &n);
  if (!x)
    return TCL_ERROR;
  calibration c = {.draw = NULL};
  c.emulator = (tr_emulator **)(void *)ckalloc((unsigned)(count + 1)*(unsigned)sizeof *c.emulator);
  (void)memset(c.emulator, 0, (size_t)(count + 1)*sizeof *c.emulator);
  c.datum = (tr_datum *)(void *)ckalloc((unsigned)(count + 1)*(unsigned)sizeof *c.datum);
  factors = get(objv[4], "factors");
  tr_measured m = {.unknowns = (size_t)d, .datum = c.datum, .factors = factors && number_in(objv[4], "factors", 0) > 0};
  code = make_emulators(interp, d, n/d, x, count, item, &c, &m);
  if (code == TCL_OK)
    code = calibrate(interp, d, n/d, count, objv[4], &c, &m);
  for (int k = 0; k < count; k++)
    tr_emulator_free(c.emulator[k]);
  if (c.draw)
    ckfree((char *)c.draw);
  ckfree((char *)c.datum);
  ckfree((char *)c.emulator);
  ckfree((char *)x);
  return code;
}

static int
design_command(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
  int d, count;
  tr_error err;
  (void)data;
  if (objc != 3) {
    Tcl_WrongNumArgs(interp, 1, objv, "D COUNT");
    return TCL_ERROR;
  }
  if (Tcl_GetIntFromObj(interp, objv[1], &d) != TCL_OK || Tcl_GetIntFromObj(interp, objv[2], &count) != TCL_OK)
    return TCL_ERROR;
  if (d < 1 || d > TR_UNKNOWNS_MOST || count < 0 || count > 1000000)
    return fail(interp, TR_EINVAL, Tcl_ObjPrintf("design: %d points of %d unknowns, expected up to 1000000 of 1 to %d",
                                                 count, d, TR_UNKNOWNS_MOST));
  double *x = (double *)(void *)ckalloc((unsigned)(count*d + 1)*(unsigned)sizeof *x);
  const int status = tr_design((size_t)d, (size_t)count, x, &err);
  if (!status)
    Tcl_SetObjResult(interp, list_of(x, (size_t)(count*d)));
  ckfree((char *)x);
  return status ? fail_with(interp, &err) : TCL_OK;
}

/* The eigenvectors of the covariance of rows of d numbers.  */
static int
principal_command(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
  int d, n = 0;
  (void)data;
  if (objc != 3) {
    Tcl_WrongNumArgs(interp, 1, objv, "D NUMBERS");
    return TCL_ERROR;
  }
  if (Tcl_GetIntFromObj(interp, objv[1], &d) != TCL_OK)
    return TCL_ERROR;
  double *x = numbers(interp, "the list", objv[2], &n);
  if (!x)
    return TCL_ERROR;
  if (d < 1 || d > TR_UNKNOWNS_MOST || n/d < 2) {
    ckfree((char *)x);
    return fail_text(interp, TR_EINVAL, "principal: expected two rows or more of 1 to 8 numbers");
  }
  const size_t width = (size_t)d, rows = (size_t)(n/d);
  gsl_matrix *c = gsl_matrix_alloc(width, width), *v = gsl_matrix_alloc(width, width);
  gsl_vector *values = gsl_vector_alloc(width);
  gsl_eigen_symmv_workspace *w = gsl_eigen_symmv_alloc(width);
  Tcl_Obj *result = Tcl_NewDictObj(), *mean = Tcl_NewListObj(0, NULL), *vectors = Tcl_NewListObj(0, NULL),
    *correlation = Tcl_NewListObj(0, NULL);
  for (size_t a = 0; a < width; a++) {
    Tcl_ListObjAppendElement(NULL, mean, Tcl_NewDoubleObj(gsl_stats_mean(x + a, width, rows)));
    for (size_t b = 0; b < width; b++) {
      gsl_matrix_set(c, a, b, gsl_stats_covariance(x + a, width, x + b, width, rows));
      Tcl_ListObjAppendElement(NULL, correlation, Tcl_NewDoubleObj(gsl_stats_correlation(x + a, width, x + b, width, rows)));
    }
  }
  gsl_eigen_symmv(c, values, v, w);
  gsl_eigen_symmv_sort(values, v, GSL_EIGEN_SORT_VAL_ASC);
  for (size_t a = 0; a < width; a++) {
    gsl_vector_view column = gsl_matrix_column(v, a);
    double e[TR_UNKNOWNS_MOST];
    const double sign = gsl_vector_get(&column.vector, gsl_blas_idamax(&column.vector)) < 0 ? -1 : 1;
    for (size_t b = 0; b < width; b++)
      e[b] = sign*gsl_vector_get(&column.vector, b);
    Tcl_ListObjAppendElement(NULL, vectors, list_of(e, width));
  }
  put(result, "mean", mean);
  put(result, "correlation", correlation);
  put(result, "values", list_of(values->data, width));
  put(result, "vectors", vectors);
  gsl_eigen_symmv_free(w);
  gsl_vector_free(values);
  gsl_matrix_free(v);
  gsl_matrix_free(c);
  ckfree((char *)x);
  Tcl_SetObjResult(interp, result);
  return TCL_OK;
}

int
tr_calibration_tcl_init(Tcl_Interp *interp)
{
  (void)gsl_set_error_handler_off();
  return Tcl_CreateObjCommand(interp, "::trundle::calibrate", calibrate_command, NULL, NULL)
    && Tcl_CreateObjCommand(interp, "::trundle::design", design_command, NULL, NULL)
    && Tcl_CreateObjCommand(interp, "::trundle::principal", principal_command, NULL, NULL) ? TCL_OK : TCL_ERROR;
}

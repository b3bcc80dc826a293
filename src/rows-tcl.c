/* rows-tcl.c -- entries of materials, particles, planes and meshes; see rows-tcl.h  */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "rows-tcl.h"
#include "values-tcl.h"

static const char *const kind_name[] = {
  [TR_KIND_number] = "number", [TR_KIND_vector] = "vector", [TR_KIND_direction] = "direction",
  [TR_KIND_quaternion] = "quaternion", [TR_KIND_index] = "index", [TR_KIND_flag] = "flag"};

const char *
tr_rows_tcl_kind(const tr_number_row *row)
{
  return kind_name[row->kind];
}

/* So many finite numbers that are not all zero, if they must not be; 0: it is that.  */
static int
get_numbers(Tcl_Obj *value, int n, int may_be_zero, double *out)
{
  Tcl_Obj **item;
  int count;
  if (Tcl_ListObjGetElements(NULL, value, &count, &item) != TCL_OK || count != n)
    return 1;
  for (int k = 0; k < n; k++) {
    if (Tcl_GetDoubleFromObj(NULL, item[k], &out[k]) != TCL_OK || !isfinite(out[k]))
      return 1;
    may_be_zero |= out[k] < 0 || out[k] > 0;
  }
  return !may_be_zero;
}

/* The keys of a table, for a message.  */
static int
fail_row(Tcl_Interp *interp, const char *what, const tr_number_row *row, const char *more, const char *key)
{
  Tcl_Obj *text = Tcl_ObjPrintf("%s: \"%s\" is not known, expected one of: %s", what, key, more);
  for (const char *comma = ""; row->name; row++, comma = ", ")
    Tcl_AppendPrintfToObj(text, "%s%s", comma, row->name);
  return fail(interp, TR_ENAME, text);
}

int
tr_rows_tcl_read(Tcl_Interp *interp, const char *what, const tr_number_row *table, const char *more,
                 const tr_model *model, const char *key, Tcl_Obj *value, void *object)
{
  const tr_number_row *row = table;
  tr_error err;
  double x[4];
  int k;
  while (row->name && strcmp(row->name, key) != 0)
    row++;
  if (!row->name)
    return fail_row(interp, what, table, more, key);
  char *place = (char *)object + row->offset;
  switch (row->kind) {
  case TR_KIND_number:
    if (Tcl_GetDoubleFromObj(NULL, value, x) != TCL_OK || isnan(x[0]))
      return fail_value(interp, what, key, value, "a number");
    return tr_number_set(table, object, what, key, x[0], &err) ? fail_with(interp, &err) : TCL_OK;
  case TR_KIND_vector:
  case TR_KIND_direction:
    if (get_numbers(value, 3, row->kind == TR_KIND_vector, x))
      return fail_value(interp, what, key, value, row->kind == TR_KIND_vector ? "three finite numbers"
                        : "three finite numbers that are not all zero");
    memcpy(place, x, 3*sizeof *x);
    return TCL_OK;
  case TR_KIND_quaternion:
    if (get_numbers(value, 4, 0, x))
      return fail_value(interp, what, key, value, "four finite numbers that are not all zero");
    memcpy(place, x, 4*sizeof *x);
    return TCL_OK;
  case TR_KIND_index:
    k = tr_model_find_material(model, Tcl_GetString(value));
    if (k < 0)
      return fail_value(interp, what, key, value, "the name of a material of the model");
    break;
  default:
    if (Tcl_GetBooleanFromObj(NULL, value, &k) != TCL_OK)
      return fail_value(interp, what, key, value, "yes or no");
  }
  memcpy(place, &k, sizeof k);
  return TCL_OK;
}

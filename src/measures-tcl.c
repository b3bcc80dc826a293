/* measures-tcl.c -- measures of packings and flows from Tcl; see measures-tcl.h  */
#include <math.h>
#include <string.h>
#include <trundle/measures.h>

#include "measures-tcl.h"
#include "values-tcl.h"

enum { COUNT, MASS, FLOW, REPOSE, SLOPE, HEIGHT, POROSITY, COORDINATION, STRESS };
static const char *const kind_name[] = {"count", "mass", "flow", "repose", "slope", "height", "porosity",
                                        "coordination", "stress", NULL};

/* What is read of the facts; each array of bytes is copied, since its place need not suit a double.  */
enum { POSITION, RADIUS, WEIGHT, BEFORE, CONTACTS, TENSOR, ARRAYS };
static const struct {
  const char *name;
  size_t width;
} array[ARRAYS] = {{"position", 3}, {"radius", 1}, {"mass", 1}, {"before", 3}, {"contacts", 1}, {"stress", 9}};

typedef struct {
  size_t count[ARRAYS];
  double *of[ARRAYS];
  double box[6], quantile, seconds;
  tr_vec3 point, normal, about, axis, gravity;
} facts;

static int
read_list(Tcl_Interp *interp, Tcl_Obj *dict, const char *key, int wanted, double *to)
{
  Tcl_Obj *value = get(dict, key), **item;
  int n = 0, good = 0;
  if (!value)
    return TCL_OK;
  good = Tcl_ListObjGetElements(NULL, value, &n, &item) == TCL_OK && n == wanted;
  for (int k = 0; good && k < n; k++)
    good = Tcl_GetDoubleFromObj(NULL, item[k], &to[k]) == TCL_OK;
  return good ? TCL_OK : fail_value(interp, "measure", key, value, wanted == 1 ? "a number" : wanted == 3 ? "three numbers" : "six numbers");
}

static int
read_vector(Tcl_Interp *interp, Tcl_Obj *dict, const char *key, tr_vec3 *to)
{
  double x[3] = {to->x, to->y, to->z};
  if (read_list(interp, dict, key, 3, x) != TCL_OK)
    return TCL_ERROR;
  *to = tr_vec(x[0], x[1], x[2]);
  return TCL_OK;
}

static int
read_arrays(Tcl_Interp *interp, Tcl_Obj *dict, facts *f)
{
  for (int a = 0; a < ARRAYS; a++) {
    Tcl_Obj *value = get(dict, array[a].name);
    int bytes = 0;
    if (!value)
      continue;
    const unsigned char *from = Tcl_GetByteArrayFromObj(value, &bytes);
    const size_t row = array[a].width*sizeof(double);
    f->count[a] = (size_t)bytes/row;
    f->of[a] = (double *)(void *)ckalloc((unsigned)bytes + 1);
    (void)memcpy(f->of[a], from, (size_t)bytes);
    if ((size_t)bytes%row)
      return fail(interp, TR_EINVAL, Tcl_ObjPrintf("measure: %s has %d bytes, expected %d for each particle",
                                                   array[a].name, bytes, (int)row));
  }
  return TCL_OK;
}

/* The arrays that a kind reads, with a row for each particle.  */
static int
need(Tcl_Interp *interp, const facts *f, int which)
{
  for (int a = 0; a < ARRAYS; a++) {
    const int wanted = a <= WEIGHT || (a == BEFORE && which == FLOW) || (a == CONTACTS && which == COORDINATION)
      || (a == TENSOR && which == STRESS);
    if (wanted && (!f->of[a] || (a == BEFORE ? f->count[a] > f->count[0] : f->count[a] != f->count[0])))
      return fail(interp, TR_EINVAL, Tcl_ObjPrintf("measure: %s has %d rows, expected %d, one for each particle",
                                                   array[a].name, (int)f->count[a], (int)f->count[0]));
  }
  return TCL_OK;
}

static int
evaluate(Tcl_Interp *interp, int which, const facts *f)
{
  const tr_crowd crowd = {f->count[POSITION], f->of[POSITION], f->of[RADIUS], f->of[WEIGHT]};
  const tr_crowd before = {f->count[BEFORE], f->of[BEFORE], f->of[RADIUS], f->of[WEIGHT]};
  tr_repose repose;
  tr_coordination z;
  double x[6] = {0};
  int n = 1, status = TR_SUCCESS;
  tr_error err;
  switch (which) {
  case COUNT: x[0] = (double)tr_measure_count(&crowd, f->box); break;
  case MASS: x[0] = tr_measure_mass(&crowd, f->box); break;
  case FLOW: x[0] = tr_measure_flow(&before, &crowd, f->seconds, f->point, f->normal); break;
  case SLOPE: x[0] = tr_measure_slope(&crowd, f->about, f->axis, f->gravity); break;
  case HEIGHT: status = tr_measure_height(&crowd, f->about, f->axis, f->quantile, &x[0], &err); break;
  case POROSITY: x[0] = tr_measure_porosity(&crowd, f->box); break;
  case STRESS: tr_measure_stress(&crowd, f->of[TENSOR], f->box, x); n = 6; break;
  case COORDINATION:
    z = tr_measure_coordination(&crowd, f->of[CONTACTS], f->box);
    x[0] = z.mean; x[1] = z.loaded; n = 2;
    break;
  case REPOSE:
    status = tr_measure_repose(&crowd, f->about, f->axis, &repose, &err);
    x[0] = repose.angle; x[1] = repose.face; x[2] = (double)repose.count; n = 3;
    break;
  }
  if (status)
    return fail_with(interp, &err);
  Tcl_Obj *list = Tcl_NewListObj(0, NULL);
  for (int k = 0; k < n; k++)
    Tcl_ListObjAppendElement(NULL, list, Tcl_NewDoubleObj(x[k]));
  Tcl_SetObjResult(interp, list);
  return TCL_OK;
}

static int
measure_command(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
  int which, code;
  facts f = {.box = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL}, .quantile = 1, .seconds = 1,
             .normal = {0, 0, 1}, .axis = {0, 0, 1}};
  (void)data;
  if (objc != 3) {
    Tcl_WrongNumArgs(interp, 1, objv, "KIND FACTS");
    return TCL_ERROR;
  }
  if (Tcl_GetIndexFromObj(interp, objv[1], kind_name, "kind", TCL_EXACT, &which) != TCL_OK) {
    Tcl_SetErrorCode(interp, "TRUNDLE", "ENAME", NULL);
    return TCL_ERROR;
  }
  const int bad = read_arrays(interp, objv[2], &f) != TCL_OK || need(interp, &f, which) != TCL_OK
    || read_list(interp, objv[2], "box", 6, f.box) != TCL_OK
    || read_list(interp, objv[2], "quantile", 1, &f.quantile) != TCL_OK
    || read_list(interp, objv[2], "seconds", 1, &f.seconds) != TCL_OK
    || read_vector(interp, objv[2], "point", &f.point) != TCL_OK
    || read_vector(interp, objv[2], "normal", &f.normal) != TCL_OK
    || read_vector(interp, objv[2], "about", &f.about) != TCL_OK
    || read_vector(interp, objv[2], "axis", &f.axis) != TCL_OK
    || read_vector(interp, objv[2], "gravity", &f.gravity) != TCL_OK;
  code = bad ? TCL_ERROR : evaluate(interp, which, &f);
  for (int a = 0; a < ARRAYS; a++)
    if (f.of[a])
      ckfree((char *)f.of[a]);
  return code;
}

int
tr_measures_tcl_init(Tcl_Interp *interp)
{
  return Tcl_CreateObjCommand(interp, "::trundle::measure", measure_command, NULL, NULL) ? TCL_OK : TCL_ERROR;
}

/* dumps-tcl.c -- see dumps-tcl.h  */
#include "dumps-tcl.h"
#include "values-tcl.h"

static int
add_dump(Tcl_Interp *interp, tr_dumps *d, Tcl_Obj *path, Tcl_Obj *ranks)
{
  tr_error err;
  int n;
  if (Tcl_GetIntFromObj(interp, ranks, &n) != TCL_OK)
    return TCL_ERROR;
  return tr_dumps_add(d, Tcl_GetString(path), (size_t)(n > 0 ? n : 0), &err) ? fail_with(interp, &err) : TCL_OK;
}

tr_dumps *
dumps_from_list(Tcl_Interp *interp, size_t spheres, Tcl_Obj *list)
{
  Tcl_Obj **word;
  int count;
  tr_error err = {TR_SUCCESS, ""};
  if (Tcl_ListObjGetElements(interp, list, &count, &word) != TCL_OK)
    return NULL;
  tr_dumps *d = tr_dumps_alloc(spheres);
  if (!d) {
    (void)fail_text(interp, TR_ENOMEM, "out of memory for dumps");
    return NULL;
  }
  int code = count%2 ? fail_text(interp, TR_EINVAL, "dumps: a path without its ranks") : TCL_OK;
  for (int k = 0; k + 1 < count && code == TCL_OK; k += 2)
    code = add_dump(interp, d, word[k], word[k + 1]);
  if (code == TCL_OK && tr_dumps_index(d, &err))
    code = fail_with(interp, &err);
  if (code != TCL_OK) {
    tr_dumps_free(d);
    return NULL;
  }
  return d;
}

static int
dumps_command(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
  Tcl_WideInt n;
  (void)data;
  if (objc != 3) {
    Tcl_WrongNumArgs(interp, 1, objv, "SPHERES {PATH RANKS ...}");
    return TCL_ERROR;
  }
  if (Tcl_GetWideIntFromObj(interp, objv[1], &n) != TCL_OK)
    return TCL_ERROR;
  tr_dumps *d = dumps_from_list(interp, (size_t)n, objv[2]);
  if (!d)
    return TCL_ERROR;
  Tcl_Obj *found = Tcl_NewDictObj(), *steps = Tcl_NewListObj(0, NULL);
  for (size_t k = 0; k < tr_dumps_frames(d); k++)
    (void)Tcl_ListObjAppendElement(NULL, steps, Tcl_NewWideIntObj((Tcl_WideInt)tr_dumps_step(d, k)));
  put(found, "steps", steps);
  put(found, "incomplete", Tcl_NewWideIntObj((Tcl_WideInt)tr_dumps_incomplete(d)));
  put(found, "missing", Tcl_NewWideIntObj((Tcl_WideInt)tr_dumps_missing(d)));
  tr_dumps_free(d);
  Tcl_SetObjResult(interp, found);
  return TCL_OK;
}

int
tr_dumps_tcl_init(Tcl_Interp *interp)
{
  return Tcl_CreateObjCommand(interp, "::trundle::dumps", dumps_command, NULL, NULL) ? TCL_OK : TCL_ERROR;
}

/* frames-tcl.c -- trajectory files, from Tcl; see frames-tcl.h  */
#include <trundle/frames.h>
#include "frames-tcl.h"

static int
fail_with(Tcl_Interp *interp, const tr_error *err)
{
  Tcl_SetErrorCode(interp, "TRUNDLE", tr_status_name((int)err->status), NULL);
  Tcl_SetObjResult(interp, Tcl_NewStringObj(err->text, -1));
  return TCL_ERROR;
}

static int
write_frame(tr_frames *f, int format, size_t k, const char *path, int first, tr_error *err)
{
  return format == 0 ? tr_frames_write_vtp(f, k, path, err)
    : format == 1 ? tr_frames_write_dump(f, k, path, first, err)
    : tr_frames_write_csv(f, k, path, first, err);
}

static int
frames_command(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
  static const char *const name[] = {"vtp", "dump", "csv", "count", "grains", "time", NULL};
  int index, k = 0, first = 1, status = TR_SUCCESS;
  tr_frame frame;
  tr_error err;
  (void)data;
  if (objc < 3) {
    Tcl_WrongNumArgs(interp, 1, objv, "vtp|dump|csv|count|grains|time PATH ?K? ?FILE? ?FIRST?");
    return TCL_ERROR;
  }
  if (Tcl_GetIndexFromObj(interp, objv[1], name, "subcommand", 0, &index) != TCL_OK)
    return TCL_ERROR;
  const int least = index < 3 ? 5 : index < 5 ? 3 : 4, most = index < 3 ? 6 : least;
  if (objc < least || objc > most) {
    Tcl_WrongNumArgs(interp, 2, objv, index < 3 ? "PATH K FILE ?FIRST?" : index < 5 ? "PATH" : "PATH K");
    return TCL_ERROR;
  }
  if ((objc > 3 && Tcl_GetIntFromObj(interp, objv[3], &k) != TCL_OK)
      || (objc > 5 && Tcl_GetBooleanFromObj(interp, objv[5], &first) != TCL_OK))
    return TCL_ERROR;
  tr_frames *f = tr_frames_open(Tcl_GetString(objv[2]), &err);
  if (!f)
    return fail_with(interp, &err);
  if (index < 3)
    status = write_frame(f, index, (size_t)k, Tcl_GetString(objv[4]), first, &err);
  else if (index == 5)
    status = tr_frames_read(f, (size_t)k, &frame, &err);
  if (!status && index >= 3)
    Tcl_SetObjResult(interp, index == 3 ? Tcl_NewWideIntObj((Tcl_WideInt)tr_frames_count(f))
                     : index == 4 ? Tcl_NewWideIntObj((Tcl_WideInt)tr_frames_grains(f))
                     : Tcl_NewDoubleObj(frame.time));
  tr_frames_close(&f);
  return status ? fail_with(interp, &err) : TCL_OK;
}

int
tr_frames_tcl_init(Tcl_Interp *interp)
{
  return Tcl_CreateObjCommand(interp, "::trundle::frames", frames_command, NULL, NULL) ? TCL_OK : TCL_ERROR;
}

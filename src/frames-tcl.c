/* frames-tcl.c -- trajectory files, from Tcl; see frames-tcl.h  */
#include <trundle/frames.h>

#include "frames-tcl.h"
#include "values-tcl.h"

static int
write_frame(tr_frames *f, int format, size_t k, const char *path, int first, tr_error *err)
{
  return format == 0 ? tr_frames_write_vtp(f, k, path, err)
    : format == 1 ? tr_frames_write_dump(f, k, path, first, err)
    : tr_frames_write_csv(f, k, path, first, err);
}

/* The numbers of one particle; what a dict does not say is as it stands.  */
static int
read_numbers(Tcl_Interp *interp, int number, Tcl_Obj *dict, const char *key, int count, double *x)
{
  Tcl_Obj *name = Tcl_NewStringObj(key, -1), *value = NULL, **item;
  int n = 0;
  const int bad = Tcl_DictObjGet(NULL, dict, name, &value) != TCL_OK;
  Tcl_DecrRefCount(name);
  if (!bad && !value)
    return TCL_OK;
  int good = !bad && Tcl_ListObjGetElements(NULL, value, &n, &item) == TCL_OK && n == count;
  for (int k = 0; good && k < n; k++)
    good = Tcl_GetDoubleFromObj(NULL, item[k], &x[k]) == TCL_OK;
  if (!good)
    Tcl_SetObjResult(interp, Tcl_ObjPrintf("state: %s of particle %d is \"%.80s\", expected %s", key, number,
                                           Tcl_GetString(value ? value : dict),
                                           count == 1 ? "a number" : count == 3 ? "three numbers" : "four numbers"));
  return good ? TCL_OK : TCL_ERROR;
}

/* Columns of a state: radius, mass, position, velocity, spin, orientation.  */
enum { COLUMNS = 15 };

static int
read_particle(Tcl_Interp *interp, int number, Tcl_Obj *dict, double *column, size_t n)
{
  static const struct { const char *key; int at, width; } part[] = {
    {"radius", 0, 1}, {"mass", 1, 1}, {"position", 2, 3}, {"velocity", 5, 3}, {"spin", 8, 3}, {"orientation", 11, 4}};
  const double plain[] = {1, 0, 0, 0};
  for (size_t k = 0; k < sizeof part/sizeof *part; k++) {
    double *to = column + n*(size_t)part[k].at + (size_t)(number*part[k].width);
    for (int c = 0; c < part[k].width; c++)
      to[c] = part[k].width == 3 ? 0 : plain[c];
    if (read_numbers(interp, number, dict, part[k].key, part[k].width, to) != TCL_OK)
      return TCL_ERROR;
  }
  return TCL_OK;
}

static int
write_state(Tcl_Interp *interp, Tcl_Obj *path, Tcl_Obj *time, Tcl_Obj *state)
{
  Tcl_Obj **item;
  int count, code = TCL_OK;
  tr_error err;
  tr_frame frame = {.time = 0};
  if (Tcl_GetDoubleFromObj(interp, time, &frame.time) != TCL_OK
      || Tcl_ListObjGetElements(interp, state, &count, &item) != TCL_OK)
    return TCL_ERROR;
  const size_t n = (size_t)count;
  double *column = (double *)(void *)ckalloc((unsigned)((n + 1)*COLUMNS*sizeof *column));
  for (int i = 0; i < count && code == TCL_OK; i++)
    code = read_particle(interp, i, item[i], column, n);
  frame.count = n;
  frame.radius = column;
  frame.mass = column + n;
  frame.position = (const tr_vec3 *)(const void *)(column + 2*n);
  frame.velocity = (const tr_vec3 *)(const void *)(column + 5*n);
  frame.spin = (const tr_vec3 *)(const void *)(column + 8*n);
  frame.orientation = (const tr_quat *)(const void *)(column + 11*n);
  if (code == TCL_OK && tr_frame_write_vtp(&frame, Tcl_GetString(path), &err))
    code = fail_with(interp, &err);
  ckfree((char *)column);
  return code;
}

/* trundle::frames triangles PATH | walls PATH K FILE MOVING  */
static int
walls_of(Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
  const int writes = objc == 6;
  int k = 0, moving = 0, status = TR_SUCCESS;
  tr_error err;
  if (writes && (Tcl_GetIntFromObj(interp, objv[3], &k) != TCL_OK
                 || Tcl_GetBooleanFromObj(interp, objv[5], &moving) != TCL_OK))
    return TCL_ERROR;
  tr_frames *f = tr_frames_open(Tcl_GetString(objv[2]), &err);
  if (!f)
    return fail_with(interp, &err);
  if (writes) {
    status = tr_frames_write_walls(f, (size_t)k, moving, Tcl_GetString(objv[4]), &err);
  } else {
    Tcl_Obj *count[2] = {Tcl_NewWideIntObj((Tcl_WideInt)tr_frames_triangles(f, 0)),
                         Tcl_NewWideIntObj((Tcl_WideInt)tr_frames_triangles(f, 1))};
    Tcl_SetObjResult(interp, Tcl_NewListObj(2, count));
  }
  tr_frames_close(&f);
  return status ? fail_with(interp, &err) : TCL_OK;
}

/* trundle::frames contacts PATH (are there any) | contacts PATH K FILE vtk|dump|csv FIRST  */
static int
contacts_of(Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
  static const char *const format[] = {"vtk", "dump", "csv", NULL};
  const int writes = objc == 7;
  int k = 0, as = 0, first = 1, status = TR_SUCCESS;
  tr_error err;
  if (writes && (Tcl_GetIntFromObj(interp, objv[3], &k) != TCL_OK
                 || Tcl_GetIndexFromObj(interp, objv[5], format, "format", TCL_EXACT, &as) != TCL_OK
                 || Tcl_GetBooleanFromObj(interp, objv[6], &first) != TCL_OK))
    return TCL_ERROR;
  tr_frames *f = tr_frames_open(Tcl_GetString(objv[2]), &err);
  if (!f)
    return fail_with(interp, &err);
  if (writes)
    status = tr_frames_write_contacts(f, (size_t)k, (enum tr_contacts_as)as, Tcl_GetString(objv[4]), first, &err);
  else
    Tcl_SetObjResult(interp, Tcl_NewBooleanObj(tr_frames_have_contacts(f)));
  tr_frames_close(&f);
  return status ? fail_with(interp, &err) : TCL_OK;
}

static int
frames_command(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
  static const char *const name[] = {"vtp", "dump", "csv", "count", "particles", "time", "state", "triangles", "walls", "contacts", NULL};
  enum { STATE = 6, TRIANGLES, WALLS, CONTACTS };
  int index, k = 0, first = 1, status = TR_SUCCESS;
  tr_frame frame;
  tr_error err;
  (void)data;
  if (objc < 3) {
    Tcl_WrongNumArgs(interp, 1, objv, "vtp|dump|csv|count|particles|time|state|triangles|walls|contacts PATH ?K? ?FILE? ?FIRST?");
    return TCL_ERROR;
  }
  if (Tcl_GetIndexFromObj(interp, objv[1], name, "subcommand", 0, &index) != TCL_OK)
    return TCL_ERROR;
  if (index == STATE && objc == 5)
    return write_state(interp, objv[2], objv[3], objv[4]);
  if (index == STATE) {
    Tcl_WrongNumArgs(interp, 2, objv, "FILE TIME STATE");
    return TCL_ERROR;
  }
  if (index == CONTACTS && (objc == 3 || objc == 7))
    return contacts_of(interp, objc, objv);
  if (index >= TRIANGLES && index < CONTACTS && objc == (index == WALLS ? 6 : 3))
    return walls_of(interp, objc, objv);
  if (index >= TRIANGLES) {
    Tcl_WrongNumArgs(interp, 2, objv, index == CONTACTS ? "PATH ?K FILE FORMAT FIRST?" : index == WALLS ? "PATH K FILE MOVING" : "PATH");
    return TCL_ERROR;
  }
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
                     : index == 4 ? Tcl_NewWideIntObj((Tcl_WideInt)tr_frames_particles(f))
                     : Tcl_NewDoubleObj(frame.time));
  tr_frames_close(&f);
  return status ? fail_with(interp, &err) : TCL_OK;
}

int
tr_frames_tcl_init(Tcl_Interp *interp)
{
  return Tcl_CreateObjCommand(interp, "::trundle::frames", frames_command, NULL, NULL) ? TCL_OK : TCL_ERROR;
}

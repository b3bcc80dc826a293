/* frames-tcl.c -- trajectory files, from Tcl; see frames-tcl.h  */
#include <trundle/columns.h>
#include <trundle/frames.h>
#include <trundle/writing.h>

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include "frames-tcl.h"
#include "values-tcl.h"

/* The file that was asked last stays open, as long as it is the same: a film asks it frame by frame,
   and to open it is to sum its bytes.  One that was written to a moment ago is opened each time: its
   time need not tell another write.  */
typedef struct {
  tr_frames *open;
  char *path;
  struct stat was;
  int settled;
} reader;

static void
forget(reader *r)
{
  tr_frames_close(&r->open);
  free(r->path);
  r->path = NULL;
}

static tr_frames *
frames_at(reader *r, const char *path, tr_error *err)
{
  struct stat now = {0};
  const int there = stat(path, &now) == 0;
  if (r->open && there && strcmp(path, r->path) == 0 && now.st_ino == r->was.st_ino && now.st_dev == r->was.st_dev
      && now.st_size == r->was.st_size && now.st_mtim.tv_sec == r->was.st_mtim.tv_sec
      && now.st_mtim.tv_nsec == r->was.st_mtim.tv_nsec)
    return r->open;
  forget(r);
  r->was = now;
  r->settled = there && time(NULL) - now.st_mtim.tv_sec > 2;
  r->path = malloc(strlen(path) + 1);
  if (!r->path) {
    (void)tr_fail(err, TR_ENOMEM, "no memory for %s", path);
    return NULL;
  }
  (void)strcpy(r->path, path);
  return r->open = tr_frames_open(path, err);
}

static void
leave(reader *r)
{
  if (!r->settled)
    forget(r);
}

static int
write_frame(tr_frames *f, int format, size_t k, const char *path, int first, tr_error *err)
{
  return format == 0 ? tr_frames_write_vtp(f, k, path, err)
    : format == 1 ? tr_frames_write_dump(f, k, path, first, err)
    : tr_frames_write_csv(f, k, path, first, err);
}

/* The comment of a VTK file, where one is given.  */
static int
note(tr_frames *f, int objc, Tcl_Obj *const objv[], int at, tr_error *err)
{
  return objc > at ? tr_frames_note(f, Tcl_GetString(objv[at]), err) : TR_SUCCESS;
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

/* A column that a VTK file of particles shows; in a state whose dicts lack it, radius and mass are 1, vectors 0, and the
   orientation is that of space.  */
static int
shown(const tr_column_row *c)
{
  return c->vtk && (c->group == TR_GROUP_PARTICLES || c->group == TR_GROUP_FRAMES);
}

static int
read_particle(Tcl_Interp *interp, int number, Tcl_Obj *dict, double *const column[TR_COLUMNS])
{
  for (int k = 0; tr_column_table[k].name; k++) {
    const tr_column_row *c = &tr_column_table[k];
    if (!shown(c))
      continue;
    double *to = column[k] + number*c->width;
    for (int d = 0; d < c->width; d++)
      to[d] = c->width != 3 && d == 0;
    if (read_numbers(interp, number, dict, c->name, c->width, to) != TCL_OK)
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
  double *column[TR_COLUMNS] = {NULL};
  if (Tcl_GetDoubleFromObj(interp, time, &frame.time) != TCL_OK
      || Tcl_ListObjGetElements(interp, state, &count, &item) != TCL_OK)
    return TCL_ERROR;
  frame.count = (size_t)count;
  for (int k = 0; tr_column_table[k].name; k++)
    if (shown(&tr_column_table[k]))
      frame.column[k] = column[k]
        = (double *)(void *)ckalloc((unsigned)((frame.count + 1)*(size_t)tr_column_table[k].width*sizeof(double)));
  for (int i = 0; i < count && code == TCL_OK; i++)
    code = read_particle(interp, i, item[i], column);
  if (code == TCL_OK && tr_frame_write_vtp(&frame, Tcl_GetString(path), &err))
    code = fail_with(interp, &err);
  for (int k = 0; k < TR_COLUMNS; k++)
    if (column[k])
      ckfree((char *)column[k]);
  return code;
}

/* trundle::frames triangles PATH | walls PATH K FILE MOVING ?NOTE?  */
static int
walls_of(reader *from, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
  const int writes = objc > 3;
  int k = 0, moving = 0, status = TR_SUCCESS;
  tr_error err;
  if (writes && (Tcl_GetIntFromObj(interp, objv[3], &k) != TCL_OK
                 || Tcl_GetBooleanFromObj(interp, objv[5], &moving) != TCL_OK))
    return TCL_ERROR;
  tr_frames *f = frames_at(from, Tcl_GetString(objv[2]), &err);
  if (!f)
    return fail_with(interp, &err);
  if (writes) {
    status = note(f, objc, objv, 6, &err) || tr_frames_write_walls(f, (size_t)k, moving, Tcl_GetString(objv[4]), &err);
  } else {
    Tcl_Obj *count[2] = {Tcl_NewWideIntObj((Tcl_WideInt)tr_frames_triangles(f, 0)),
                         Tcl_NewWideIntObj((Tcl_WideInt)tr_frames_triangles(f, 1))};
    Tcl_SetObjResult(interp, Tcl_NewListObj(2, count));
  }
  leave(from);
  return status ? fail_with(interp, &err) : TCL_OK;
}

/* trundle::frames contacts PATH (are there any) | contacts PATH K FILE vtk|dump|csv FIRST ?NOTE?  */
static int
contacts_of(reader *from, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
  static const char *const format[] = {"vtk", "dump", "csv", NULL};
  const int writes = objc > 3;
  int k = 0, as = 0, first = 1, status = TR_SUCCESS;
  tr_error err;
  if (writes && (Tcl_GetIntFromObj(interp, objv[3], &k) != TCL_OK
                 || Tcl_GetIndexFromObj(interp, objv[5], format, "format", TCL_EXACT, &as) != TCL_OK
                 || Tcl_GetBooleanFromObj(interp, objv[6], &first) != TCL_OK))
    return TCL_ERROR;
  tr_frames *f = frames_at(from, Tcl_GetString(objv[2]), &err);
  if (!f)
    return fail_with(interp, &err);
  if (writes)
    status = note(f, objc, objv, 7, &err)
      || tr_frames_write_contacts(f, (size_t)k, (enum tr_contacts_as)as, Tcl_GetString(objv[4]), first, &err);
  else
    Tcl_SetObjResult(interp, Tcl_NewBooleanObj(tr_frames_have_contacts(f)));
  leave(from);
  return status ? fail_with(interp, &err) : TCL_OK;
}

/* trundle::frames shape PATH NAME | numbers PATH NAME single|double|whole ?K? | text PATH NAME ?ATTRIBUTE?  */
static int
data_set(reader *from, int what, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
  static const char *const as[] = {"single", "double", "whole", NULL};
  size_t size[3], bytes = 0;
  int kind = 0, k = -1, status = 0;
  tr_error err;
  if (objc < 4 + (what == 1) || objc > 4 + (what == 1 ? 2 : what/2)) {
    Tcl_WrongNumArgs(interp, 2, objv, what == 0 ? "PATH NAME" : what == 1 ? "PATH NAME single|double|whole ?K?" : "PATH NAME ?ATTRIBUTE?");
    return TCL_ERROR;
  }
  if (what == 1 && (Tcl_GetIndexFromObj(interp, objv[4], as, "kind", TCL_EXACT, &kind) != TCL_OK
                    || (objc > 5 && Tcl_GetIntFromObj(interp, objv[5], &k) != TCL_OK)))
    return TCL_ERROR;
  const char *name = Tcl_GetString(objv[3]);
  tr_frames *f = frames_at(from, Tcl_GetString(objv[2]), &err);
  if (!f)
    return fail_with(interp, &err);
  if (what == 0) {
    Tcl_Obj *sizes = Tcl_NewListObj(0, NULL);
    const int rank = tr_frames_shape(f, name, size);
    for (int a = 0; a < rank; a++)
      Tcl_ListObjAppendElement(NULL, sizes, Tcl_NewWideIntObj((Tcl_WideInt)size[a]));
    Tcl_SetObjResult(interp, sizes);
  } else if (what == 1) {
    void *x = tr_frames_numbers(f, name, (enum tr_numbers_as)kind, k < 0 ? SIZE_MAX : (size_t)k, &bytes, &err);
    status = !x;
    if (x)
      Tcl_SetObjResult(interp, Tcl_NewByteArrayObj(x, (int)bytes));
    free(x);
  } else {
    char *text = tr_frames_text(f, name, objc > 4 ? Tcl_GetString(objv[4]) : NULL);
    Tcl_SetObjResult(interp, Tcl_NewStringObj(text ? text : "", -1));
    free(text);
  }
  leave(from);
  return status ? fail_with(interp, &err) : TCL_OK;
}

static void
end_reader(ClientData data)
{
  reader *r = data;
  forget(r);
  ckfree((char *)r);
}

static int
frames_command(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
  static const char *const name[] = {"vtp", "dump", "csv", "count", "particles", "time", "state", "triangles", "walls", "contacts",
                                     "shape", "numbers", "text", "sealed", NULL};
  enum { STATE = 6, TRIANGLES, WALLS, CONTACTS, SHAPE, NUMBERS, TEXT, SEALED };
  int index, k = 0, first = 1, status = TR_SUCCESS;
  tr_frame frame;
  tr_error err;
  reader *from = data;
  if (objc < 3) {
    Tcl_WrongNumArgs(interp, 1, objv, "vtp|dump|csv|count|particles|time|state|triangles|walls|contacts|shape|numbers|text|sealed PATH ?K? ?FILE? ?FIRST?");
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
  if (index == CONTACTS && (objc == 3 || objc == 7 || objc == 8))
    return contacts_of(from, interp, objc, objv);
  if (index == SEALED && objc == 3) {
    Tcl_SetObjResult(interp, Tcl_NewBooleanObj(!tr_check_seal(Tcl_GetString(objv[2]), "trajectory", 1, &err)));
    return TCL_OK;
  }
  if (index == SEALED) {
    Tcl_WrongNumArgs(interp, 2, objv, "PATH");
    return TCL_ERROR;
  }
  if (index >= SHAPE)
    return data_set(from, index - SHAPE, interp, objc, objv);
  if (index >= TRIANGLES && index < CONTACTS && (index == WALLS ? objc == 6 || objc == 7 : objc == 3))
    return walls_of(from, interp, objc, objv);
  if (index >= TRIANGLES) {
    Tcl_WrongNumArgs(interp, 2, objv, index == CONTACTS ? "PATH ?K FILE FORMAT FIRST? ?NOTE?" : index == WALLS ? "PATH K FILE MOVING ?NOTE?" : "PATH");
    return TCL_ERROR;
  }
  const int least = index < 3 ? 5 : index < 5 ? 3 : 4, most = index < 3 ? 6 : least;
  if (objc < least || objc > most) {
    Tcl_WrongNumArgs(interp, 2, objv, index == 0 ? "PATH K FILE ?NOTE?" : index < 3 ? "PATH K FILE ?FIRST?" : index < 5 ? "PATH" : "PATH K");
    return TCL_ERROR;
  }
  if ((objc > 3 && Tcl_GetIntFromObj(interp, objv[3], &k) != TCL_OK)
      || (objc > 5 && index > 0 && Tcl_GetBooleanFromObj(interp, objv[5], &first) != TCL_OK))
    return TCL_ERROR;
  tr_frames *f = frames_at(from, Tcl_GetString(objv[2]), &err);
  if (!f)
    return fail_with(interp, &err);
  if (index == 0)
    status = note(f, objc, objv, 5, &err);
  if (index < 3 && !status)
    status = write_frame(f, index, (size_t)k, Tcl_GetString(objv[4]), first, &err);
  else if (index == 5)
    status = tr_frames_read(f, (size_t)k, &frame, &err);
  if (!status && index >= 3)
    Tcl_SetObjResult(interp, index == 3 ? Tcl_NewWideIntObj((Tcl_WideInt)tr_frames_count(f))
                     : index == 4 ? Tcl_NewWideIntObj((Tcl_WideInt)tr_frames_particles(f))
                     : Tcl_NewDoubleObj(frame.time));
  leave(from);
  return status ? fail_with(interp, &err) : TCL_OK;
}

int
tr_frames_tcl_init(Tcl_Interp *interp)
{
  reader *r = (reader *)(void *)ckalloc(sizeof *r);
  *r = (reader){.open = NULL};
  return Tcl_CreateObjCommand(interp, "::trundle::frames", frames_command, r, end_reader) ? TCL_OK : TCL_ERROR;
}

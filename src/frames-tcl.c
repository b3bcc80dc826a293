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
    (void)tr_fail(err, TR_ENOMEM, "out of memory: %s", path);
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

/* The subcommands.  Their first word is the file; all but two get it open.  */

/* The number of a frame, and the yes or no that may follow at FLAG (none: 0).  */
static int
number_and_flag(arguments a, int *k, int flag, int *yes)
{
  return Tcl_GetIntFromObj(a.interp, a.w[1], k) != TCL_OK
    || (flag && a.count > flag && Tcl_GetBooleanFromObj(a.interp, a.w[flag], yes) != TCL_OK);
}

/* The comment of a VTK file, where one is given.  */
static int
note(void *f, arguments a, int at, tr_error *err)
{
  return a.count > at ? tr_frames_note(f, Tcl_GetString(a.w[at]), err) : TR_SUCCESS;
}

static int
write_state(void *none, arguments a)
{
  (void)none;
  Tcl_Obj **item;
  int count, code = TCL_OK;
  tr_error err;
  tr_frame frame = {.time = 0};
  double *column[TR_COLUMNS] = {NULL};
  if (Tcl_GetDoubleFromObj(a.interp, a.w[1], &frame.time) != TCL_OK
      || Tcl_ListObjGetElements(a.interp, a.w[2], &count, &item) != TCL_OK)
    return TCL_ERROR;
  frame.count = (size_t)count;
  for (int k = 0; tr_column_table[k].name; k++)
    if (shown(&tr_column_table[k]))
      frame.column[k] = column[k]
        = (double *)(void *)ckalloc((unsigned)((frame.count + 1)*(size_t)tr_column_table[k].width*sizeof(double)));
  for (int i = 0; i < count && code == TCL_OK; i++)
    code = read_particle(a.interp, i, item[i], column);
  if (code == TCL_OK && tr_frame_write_vtp(&frame, Tcl_GetString(a.w[0]), &err))
    code = fail_with(a.interp, &err);
  for (int k = 0; k < TR_COLUMNS; k++)
    if (column[k])
      ckfree((char *)column[k]);
  return code;
}

static int
is_sealed(void *none, arguments a)
{
  (void)none;
  tr_error err;
  return result(a, Tcl_NewBooleanObj(!tr_check_seal(Tcl_GetString(a.w[0]), "trajectory", 1, &err)));
}

static int
write_vtp(void *f, arguments a)
{
  int k;
  tr_error err;
  if (number_and_flag(a, &k, 0, NULL))
    return TCL_ERROR;
  return outcome(a, note(f, a, 3, &err) || tr_frames_write_vtp(f, (size_t)k, Tcl_GetString(a.w[2]), &err), &err);
}

static int
write_table(void *f, arguments a, int (*as) (tr_frames *, size_t, const char *, int, tr_error *))
{
  int k, first = 1;
  tr_error err;
  if (number_and_flag(a, &k, 3, &first))
    return TCL_ERROR;
  return outcome(a, as(f, (size_t)k, Tcl_GetString(a.w[2]), first, &err), &err);
}

static int
write_dump(void *f, arguments a)
{
  return write_table(f, a, tr_frames_write_dump);
}

static int
write_csv(void *f, arguments a)
{
  return write_table(f, a, tr_frames_write_csv);
}

static int
count_of(void *f, arguments a)
{
  return result_count(a, tr_frames_count(f));
}

static int
particles_of(void *f, arguments a)
{
  return result_count(a, tr_frames_particles(f));
}

static int
time_of(void *f, arguments a)
{
  int k;
  tr_error err;
  tr_frame frame;
  if (number_and_flag(a, &k, 0, NULL))
    return TCL_ERROR;
  if (tr_frames_read(f, (size_t)k, &frame, &err))
    return fail_with(a.interp, &err);
  return result(a, Tcl_NewDoubleObj(frame.time));
}

static int
triangles_of(void *f, arguments a)
{
  Tcl_Obj *count[2] = {Tcl_NewWideIntObj((Tcl_WideInt)tr_frames_triangles(f, 0)),
                       Tcl_NewWideIntObj((Tcl_WideInt)tr_frames_triangles(f, 1))};
  return result(a, Tcl_NewListObj(2, count));
}

static int
write_walls(void *f, arguments a)
{
  int k, moving = 0;
  tr_error err;
  if (number_and_flag(a, &k, 3, &moving))
    return TCL_ERROR;
  return outcome(a, note(f, a, 4, &err) || tr_frames_write_walls(f, (size_t)k, moving, Tcl_GetString(a.w[2]), &err), &err);
}

static int
have_contacts(void *f, arguments a)
{
  return result(a, Tcl_NewBooleanObj(tr_frames_have_contacts(f)));
}

static int
write_contacts(void *f, arguments a)
{
  static const char *const format[] = {"vtk", "dump", "csv", NULL};
  int k, as, first = 1;
  tr_error err;
  if (number_and_flag(a, &k, 4, &first) || Tcl_GetIndexFromObj(a.interp, a.w[3], format, "format", TCL_EXACT, &as) != TCL_OK)
    return TCL_ERROR;
  return outcome(a, note(f, a, 5, &err)
              || tr_frames_write_contacts(f, (size_t)k, (enum tr_contacts_as)as, Tcl_GetString(a.w[2]), first, &err), &err);
}

static int
shape_of(void *f, arguments a)
{
  size_t size[3];
  Tcl_Obj *sizes = Tcl_NewListObj(0, NULL);
  const int rank = tr_frames_shape(f, Tcl_GetString(a.w[1]), size);
  for (int k = 0; k < rank; k++)
    Tcl_ListObjAppendElement(NULL, sizes, Tcl_NewWideIntObj((Tcl_WideInt)size[k]));
  return result(a, sizes);
}

static int
numbers_of(void *f, arguments a)
{
  static const char *const as[] = {"single", "double", "whole", NULL};
  size_t bytes = 0;
  int kind, k = -1;
  tr_error err;
  if (Tcl_GetIndexFromObj(a.interp, a.w[2], as, "kind", TCL_EXACT, &kind) != TCL_OK
      || (a.count > 3 && Tcl_GetIntFromObj(a.interp, a.w[3], &k) != TCL_OK))
    return TCL_ERROR;
  void *x = tr_frames_numbers(f, Tcl_GetString(a.w[1]), (enum tr_numbers_as)kind, k < 0 ? SIZE_MAX : (size_t)k, &bytes, &err);
  if (!x)
    return fail_with(a.interp, &err);
  Tcl_SetObjResult(a.interp, Tcl_NewByteArrayObj(x, (int)bytes));
  free(x);
  return TCL_OK;
}

static int
text_of(void *f, arguments a)
{
  char *text = tr_frames_text(f, Tcl_GetString(a.w[1]), a.count > 2 ? Tcl_GetString(a.w[2]) : NULL);
  Tcl_SetObjResult(a.interp, Tcl_NewStringObj(text ? text : "", -1));
  free(text);
  return TCL_OK;
}

static const subcommand_row subcommands[] = {
  {"vtp", "PATH K FILE ?NOTE?", 3, 4, 1, write_vtp},
  {"dump", "PATH K FILE ?FIRST?", 3, 4, 1, write_dump},
  {"csv", "PATH K FILE ?FIRST?", 3, 4, 1, write_csv},
  {"count", "PATH", 1, 1, 1, count_of},
  {"particles", "PATH", 1, 1, 1, particles_of},
  {"time", "PATH K", 2, 2, 1, time_of},
  {"state", "FILE TIME STATE", 3, 3, 0, write_state},
  {"triangles", "PATH", 1, 1, 1, triangles_of},
  {"walls", "PATH K FILE MOVING ?NOTE?", 4, 5, 1, write_walls},
  {"has_contacts", "PATH", 1, 1, 1, have_contacts},
  {"contacts", "PATH K FILE vtk|dump|csv FIRST ?NOTE?", 5, 6, 1, write_contacts},
  {"shape", "PATH NAME", 2, 2, 1, shape_of},
  {"numbers", "PATH NAME single|double|whole ?K?", 3, 4, 1, numbers_of},
  {"text", "PATH NAME ?ATTRIBUTE?", 2, 3, 1, text_of},
  {"sealed", "PATH", 1, 1, 0, is_sealed},
  {NULL, NULL, 0, 0, 0, NULL}};

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
  reader *from = data;
  tr_error err;
  arguments a;
  const subcommand_row *s = find_subcommand(interp, subcommands, "SUBCOMMAND PATH ?WORD ...?", objc, objv, &a);
  if (!s)
    return TCL_ERROR;
  if (!s->needs)
    return s->does(NULL, a);
  tr_frames *f = frames_at(from, Tcl_GetString(objv[2]), &err);
  if (!f)
    return fail_with(interp, &err);
  const int code = s->does(f, a);
  leave(from);
  return code;
}

int
tr_frames_tcl_init(Tcl_Interp *interp)
{
  reader *r = (reader *)(void *)ckalloc(sizeof *r);
  *r = (reader){.open = NULL};
  return Tcl_CreateObjCommand(interp, "::trundle::frames", frames_command, r, end_reader) ? TCL_OK : TCL_ERROR;
}

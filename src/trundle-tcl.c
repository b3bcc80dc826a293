/* trundle-tcl.c -- the engine as a Tcl command.

   trundle::engine MODEL reads a model, a dict of plain data, and returns a
   command that runs it.  Nothing here touches files, so a safe interpreter
   may have it too.  */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tcl.h>
#include <trundle/columns.h>
#include <trundle/trajectories.h>
#include <trundle/files.h>
#include <trundle/observables.h>

#include "bench-tcl.h"
#include "cage-tcl.h"
#include "calibration-tcl.h"
#include "dumps-tcl.h"
#include "guard-tcl.h"
#include "frames-tcl.h"
#include "functions-tcl.h"
#include "groups-tcl.h"
#include "identification-tcl.h"
#include "mechanics-tcl.h"
#include "pairs-tcl.h"
#include "measures-tcl.h"
#include "meshes-tcl.h"
#include "table-tcl.h"
#include "packed-tcl.h"
#include "references-tcl.h"
#include "rows-tcl.h"
#include "values-tcl.h"

/* ------------------------------------------------------------ plain values */

static int
get_number(Tcl_Interp *interp, const char *what, const char *key, Tcl_Obj *value, double *out)
{
  if (Tcl_GetDoubleFromObj(NULL, value, out) != TCL_OK || isnan(*out))
    return fail_value(interp, what, key, value, "a number");
  return TCL_OK;
}

static int
get_numbers(Tcl_Interp *interp, const char *what, const char *key, Tcl_Obj *value, int count, double *out)
{
  Tcl_Obj **item;
  int n;
  char expected[40];
  (void)snprintf(expected, sizeof expected, "a list of %d numbers", count);
  if (Tcl_ListObjGetElements(NULL, value, &n, &item) != TCL_OK || n != count)
    return fail_value(interp, what, key, value, expected);
  for (int k = 0; k < n; k++)
    if (Tcl_GetDoubleFromObj(NULL, item[k], &out[k]) != TCL_OK || isnan(out[k]))
      return fail_value(interp, what, key, value, expected);
  return TCL_OK;
}

static int
get_vector(Tcl_Interp *interp, const char *what, const char *key, Tcl_Obj *value, tr_vec3 *out)
{
  double v[3];
  if (get_numbers(interp, what, key, value, 3, v) != TCL_OK)
    return TCL_ERROR;
  *out = tr_vec(v[0], v[1], v[2]);
  return TCL_OK;
}

/* Walk over a dict; the body sees key (char *) and value (Tcl_Obj *).  */
typedef int (*visit)(Tcl_Interp *interp, const char *key, Tcl_Obj *value, void *data);

static int
each_entry(Tcl_Interp *interp, const char *what, Tcl_Obj *dict, visit body, void *data)
{
  Tcl_DictSearch search;
  Tcl_Obj *key, *value;
  int done, code = TCL_OK;
  if (Tcl_DictObjFirst(NULL, dict, &search, &key, &value, &done) != TCL_OK)
    return fail_value(interp, "model", what, dict, "a dict of names and values");
  for (; !done && code == TCL_OK; Tcl_DictObjNext(&search, &key, &value, &done))
    code = body(interp, Tcl_GetString(key), value, data);
  Tcl_DictObjDone(&search);
  return code;
}

/* ------------------------------------------------------------ the model */

typedef struct {
  tr_model *model;
  tr_scheme scheme;
  tr_names names;               /* of the particles */
} reading;

typedef struct {
  const char *what;
  tr_material material;
} reading_material;

static int
read_material_entry(Tcl_Interp *interp, const char *key, Tcl_Obj *value, void *data)
{
  reading_material *r = data;
  return tr_rows_tcl_read(interp, r->what, tr_material_table, "", NULL, key, value, &r->material);
}

static int
read_material(Tcl_Interp *interp, const char *key, Tcl_Obj *value, void *data)
{
  reading *r = data;
  char what[64];
  reading_material m = {what, tr_material_default()};
  tr_error err;
  if (strlen(key) >= sizeof m.material.name)
    return fail_text(interp, TR_EINVAL, "the name of a material has at most 31 letters");
  (void)strcpy(m.material.name, key);
  (void)snprintf(what, sizeof what, "material %s", key);
  if (each_entry(interp, key, value, read_material_entry, &m) != TCL_OK)
    return TCL_ERROR;
  if (!get(value, "poisson"))
    return fail(interp, TR_EINVAL, Tcl_ObjPrintf("%s: poisson is missing", what));
  if (tr_model_add_material(r->model, &m.material, NULL, &err))
    return fail_with(interp, &err);
  return TCL_OK;
}

typedef struct {
  tr_pair pair;
  const char *what;
  int end;                      /* tr_end, which a restitution depends on */
} reading_pair;

static int
read_contact_entry(Tcl_Interp *interp, const char *key, Tcl_Obj *value, void *data)
{
  reading_pair *r = data;
  tr_error err;
  double x;
  if (get_number(interp, r->what, key, value, &x) != TCL_OK)
    return TCL_ERROR;
  return tr_pair_set(&r->pair, r->end, r->what, key, x, &err) ? fail_with(interp, &err) : TCL_OK;
}

static int
read_contact(Tcl_Interp *interp, const char *key, Tcl_Obj *value, void *data)
{
  reading *r = data;
  Tcl_Obj *names = Tcl_NewStringObj(key, -1), **item;
  char what[100];
  int n, code = TCL_ERROR;
  Tcl_IncrRefCount(names);
  (void)snprintf(what, sizeof what, "contact %.80s", key);
  if (Tcl_ListObjGetElements(NULL, names, &n, &item) != TCL_OK || n != 2) {
    (void)fail_value(interp, "model", "contact", names, "the names of two materials");
  } else {
    const int a = tr_model_find_material(r->model, Tcl_GetString(item[0]));
    const int b = tr_model_find_material(r->model, Tcl_GetString(item[1]));
    reading_pair p = {tr_pair_default(), what, tr_model_options(r->model)->normal_end};
    tr_error err;
    if (a < 0 || b < 0)
      (void)fail_value(interp, what, "material", item[a < 0 ? 0 : 1], "the name of a material of the model");
    else if (each_entry(interp, what, value, read_contact_entry, &p) == TCL_OK)
      code = tr_model_set_pair(r->model, a, b, &p.pair, &err) ? fail_with(interp, &err) : TCL_OK;
  }
  Tcl_DecrRefCount(names);
  return code;
}

typedef struct {
  const tr_model *model;
  const char *what, *name;
  tr_particle particle;
  tr_plane plane;
} reading_body;

static int
read_particle_entry(Tcl_Interp *interp, const char *key, Tcl_Obj *value, void *data)
{
  reading_body *r = data;
  if (strcmp(key, "name") != 0)
    return tr_rows_tcl_read(interp, r->what, tr_particle_table, "name, ", r->model, key, value, &r->particle);
  r->name = Tcl_GetString(value);
  return TCL_OK;
}

static int
read_plane_entry(Tcl_Interp *interp, const char *key, Tcl_Obj *value, void *data)
{
  reading_body *r = data;
  return strcmp(key, "name") == 0 ? TCL_OK
    : tr_rows_tcl_read(interp, r->what, tr_plane_table, "name, ", r->model, key, value, &r->plane);
}

/* A list of particles or of planes.  */
static int
read_bodies(Tcl_Interp *interp, Tcl_Obj *list, reading *r, int planes)
{
  Tcl_Obj **item;
  int n;
  if (Tcl_ListObjGetElements(NULL, list, &n, &item) != TCL_OK)
    return fail_value(interp, "model", planes ? "planes" : "particles", list, "a list of dicts");
  for (int k = 0; k < n; k++) {
    char what[40];
    tr_error err;
    reading_body b = {.model = r->model, .what = what, .particle = tr_particle_default(), .plane = tr_plane_default()};
    (void)snprintf(what, sizeof what, "%s %d", planes ? "plane" : "particle", k);
    if (each_entry(interp, what, item[k], planes ? read_plane_entry : read_particle_entry, &b) != TCL_OK)
      return TCL_ERROR;
    if (planes ? tr_model_add_plane(r->model, &b.plane, NULL, &err) : tr_model_add_particle(r->model, &b.particle, NULL, &err))
      return fail_with(interp, &err);
    if (b.name && tr_names_add(&r->names, (size_t)k, 1, 1, b.name))
      return fail_text(interp, TR_ENOMEM, "out of memory: names of the particles");
  }
  return TCL_OK;
}

static int
read_option(Tcl_Interp *interp, const char *key, Tcl_Obj *value, void *data)
{
  reading *r = data;
  tr_error err;
  if (tr_option_set(tr_model_options(r->model), key, Tcl_GetString(value), &err))
    return fail_with(interp, &err);
  return TCL_OK;
}

/* A table of velocities; an earlier one is replaced.  */
static int
read_samples(Tcl_Interp *interp, Tcl_Obj *path, tr_flow *flow)
{
  tr_flow_grid grid;
  tr_error err;
  if (Tcl_IsSafe(interp))
    return fail_text(interp, TR_EINVAL, "fluid: a safe interpreter reads no files");
  const int status = tr_flow_read(Tcl_GetString(path), &grid, &err);
  if (status)
    return fail(interp, status, Tcl_ObjPrintf("fluid: %s", err.text));
  tr_flow_grid_clear(&flow->grid);
  flow->grid = grid;
  return TCL_OK;
}

static int
read_fluid_entry(Tcl_Interp *interp, const char *key, Tcl_Obj *value, void *data)
{
  tr_fluid *f = data;
  tr_error err;
  double x;
  const struct { const char *name; tr_vec3 *to; } vector[] = {
    {"velocity", &f->flow.u0}, {"gradient_x", &f->flow.gx}, {"gradient_y", &f->flow.gy},
    {"gradient_z", &f->flow.gz}};
  for (size_t k = 0; k < sizeof vector/sizeof *vector; k++)
    if (strcmp(key, vector[k].name) == 0)
      return get_vector(interp, "fluid", key, value, vector[k].to);
  if (strcmp(key, "samples") == 0)
    return read_samples(interp, value, &f->flow);
  for (const tr_number_row *row = tr_fluid_table; row->name; row++)
    if (strcmp(row->name, key) == 0) {
      if (get_number(interp, "fluid", key, value, &x) != TCL_OK)
        return TCL_ERROR;
      return tr_number_set(tr_fluid_table, f, "fluid", key, x, &err) ? fail_with(interp, &err) : TCL_OK;
    }
  return fail_key(interp, "fluid", key, "drag, viscosity, magnus, density, velocity, gradient_x, "
                  "gradient_y, gradient_z, samples");
}

static int
read_fluid(Tcl_Interp *interp, Tcl_Obj *value, reading *r)
{
  tr_fluid f = {.drag = 0};
  tr_error err;
  int code = each_entry(interp, "fluid", value, read_fluid_entry, &f);
  if (code == TCL_OK && tr_model_set_fluid(r->model, &f, &err))
    code = fail_with(interp, &err);
  if (code != TCL_OK)
    tr_flow_grid_clear(&f.flow.grid);
  return code;
}

static int
read_scheme(Tcl_Interp *interp, const char *key, Tcl_Obj *value, void *data)
{
  reading *r = data;
  tr_error err;
  double x;
  for (const tr_number_row *row = tr_scheme_numbers; row->name; row++)
    if (strcmp(row->name, key) == 0) {
      if (get_number(interp, "scheme", key, value, &x) != TCL_OK)
        return TCL_ERROR;
      return tr_number_set(tr_scheme_numbers, &r->scheme, "scheme", key, x, &err)
        ? fail_with(interp, &err) : TCL_OK;
    }
  for (const tr_choice_row *row = tr_scheme_choices; row->name; row++)
    if (strcmp(row->name, key) == 0)
      return tr_choice_set(tr_scheme_choices, &r->scheme, "scheme", key, Tcl_GetString(value), &err)
        ? fail_with(interp, &err) : TCL_OK;
  return fail_key(interp, "scheme", key, "phi, dt, evaluations, tolerance, max_evaluations, dt_limit, skin, "
                  "method, sweep, failure, measure, adaptive");
}

/* The parts of a model, in the order in which they must be read.  */
static int
read_model(Tcl_Interp *interp, Tcl_Obj *dict, reading *r)
{
  static const char *const part[] =
    {"gravity", "materials", "options", "contacts", "scheme", "particles", "groups", "planes", "meshes", "fluid",
     "loaded", NULL};
  Tcl_DictSearch search;
  Tcl_Obj *key, *value;
  int done, index;
  tr_vec3 gravity;
  tr_error err;
  if (Tcl_DictObjFirst(NULL, dict, &search, &key, &value, &done) != TCL_OK)
    return fail_text(interp, TR_EINVAL, "a model is a dict with the parts gravity, materials, contacts, options, "
                     "scheme, particles, groups, planes, meshes, fluid, loaded");
  for (; !done; Tcl_DictObjNext(&search, &key, &value, &done))
    if (Tcl_GetIndexFromObj(NULL, key, part, "part", TCL_EXACT, &index) != TCL_OK) {
      Tcl_DictObjDone(&search);
      return fail_key(interp, "model", Tcl_GetString(key),
                      "gravity, materials, contacts, options, scheme, particles, groups, planes, meshes, fluid, loaded");
    }
  for (int k = 0; part[k]; k++) {
    int code = TCL_OK;
    if (!(value = get(dict, part[k])))
      continue;
    switch (k) {
    case 0:
      code = get_vector(interp, "model", "gravity", value, &gravity);
      if (code == TCL_OK && tr_model_set_gravity(r->model, gravity, &err))
        code = fail_with(interp, &err);
      break;
    case 1: code = each_entry(interp, part[k], value, read_material, r); break;
    case 2: code = each_entry(interp, part[k], value, read_option, r); break;
    case 3: code = each_entry(interp, part[k], value, read_contact, r); break;
    case 4: code = each_entry(interp, part[k], value, read_scheme, r); break;
    case 6: code = tr_groups_tcl_read(interp, value, r->model, &r->names); break;
    case 8: code = tr_meshes_tcl_read(interp, value, r->model); break;
    case 9: code = read_fluid(interp, value, r); break;
    case 10: break;   /* by the engine */
    default: code = read_bodies(interp, value, r, k == 7);
    }
    if (code != TCL_OK)
      return code;
  }
  return TCL_OK;
}

/* ------------------------------------------------------------ the engine */

typedef struct {
  tr_model *model;
  tr_engine *engine;
  tr_trajectory *trajectory;    /* being written, or NULL */
  tr_names names;
  Tcl_Command token;
} runner;

static void
free_runner(char *data)
{
  runner *r = (runner *)(void *)data;
  tr_trajectory_drop(&r->trajectory);
  tr_engine_free(r->engine);
  tr_model_free(r->model);
  tr_names_clear(&r->names);
  ckfree(data);
}

/* A script that looks on may destroy the engine that calls it: it goes when it is back.  */
static void
delete_runner(ClientData data)
{
  Tcl_EventuallyFree(data, free_runner);
}

/* A number of a column of particles.  */
static Tcl_Obj *
array_number(const tr_column_row *c, const void *array, size_t k)
{
  return c->whole ? Tcl_NewIntObj(((const int *)array)[k]) : Tcl_NewDoubleObj(((const double *)array)[k]);
}

/* A row of it.  */
static Tcl_Obj *
array_row(const tr_column_row *c, const void *array, size_t row)
{
  if (c->width == 1)
    return array_number(c, array, row);
  Tcl_Obj *list = Tcl_NewListObj(0, NULL);
  for (int k = 0; k < c->width; k++)
    (void)Tcl_ListObjAppendElement(NULL, list, array_number(c, array, row*(size_t)c->width + (size_t)k));
  return list;
}

/* Its value in a record, a load of a wall, or energies; a flag is 0 or 1.  */
static Tcl_Obj *
column_value(const tr_column_row *c, const void *owner)
{
  double x[9] = {0};
  tr_column_numbers(c, owner, x);
  if (c->width == 1)
    return c->bit ? Tcl_NewBooleanObj(*x > 0) : c->whole ? Tcl_NewWideIntObj((Tcl_WideInt)*x) : Tcl_NewDoubleObj(*x);
  Tcl_Obj *list = Tcl_NewListObj(0, NULL);
  for (int k = 0; k < c->width; k++)
    (void)Tcl_ListObjAppendElement(NULL, list, Tcl_NewDoubleObj(x[k]));
  return list;
}

/* Rows of a run: the time and the state of some particles, every so many of the steps that are seen
   (0: none), and a script that looks on as often; it ends behind the next event of a kind >= 0.  */
typedef struct {
  Tcl_Obj *rows, *watch;
  Tcl_Interp *interp;
  int *particle, count, code;
  int every, seen, kind;
  size_t events;
} sampling;

/* Time, number, and the columns of a frame.  */
static Tcl_Obj *
state_row(tr_engine *e, size_t i)
{
  const tr_particles *p = tr_engine_particles(e);
  Tcl_Obj *row = Tcl_NewListObj(0, NULL);
  size_t count;
  const tr_column_row *c = tr_columns(TR_GROUP_FRAMES, &count);
  (void)Tcl_ListObjAppendElement(NULL, row, Tcl_NewDoubleObj(tr_engine_time(e)));
  (void)Tcl_ListObjAppendElement(NULL, row, Tcl_NewWideIntObj((Tcl_WideInt)i));
  for (; count > 0; c++, count--)
    if (c->in & TR_IN_TABLE)
      for (int k = 0; k < c->width; k++)
        (void)Tcl_ListObjAppendElement(NULL, row, array_number(c, tr_column_array(c, p), i*(size_t)c->width + (size_t)k));
  return row;
}

static int
sample(tr_engine *e, void *data)
{
  sampling *s = data;
  for (int k = 0; k < s->count; k++)
    (void)Tcl_ListObjAppendElement(NULL, s->rows, state_row(e, (size_t)s->particle[k]));
  if (s->watch)
    s->code = Tcl_EvalObjEx(s->interp, s->watch, TCL_EVAL_GLOBAL);
  return s->code != TCL_OK;
}

static int
sample_until(tr_engine *e, void *data)
{
  sampling *s = data;
  if (s->every && ++s->seen % s->every == 0 && sample(e, data))
    return 1;
  const tr_event *event;
  const size_t n = tr_engine_events(e, &event);
  int found = 0;
  for (; s->events < n; s->events++)
    found |= event[s->events].kind == s->kind;
  return found;
}

static int
get_particle(Tcl_Interp *interp, const runner *r, Tcl_Obj *value, int *i)
{
  const size_t n = tr_engine_count(r->engine);
  char expected[60];
  (void)snprintf(expected, sizeof expected, "an integer from 0 to %ld", (long)n - 1);
  if (Tcl_GetIntFromObj(NULL, value, i) != TCL_OK || *i < 0 || (size_t)*i >= n)
    return fail_value(interp, "engine", "particle", value, expected);
  return TCL_OK;
}

static int
get_particles(Tcl_Interp *interp, const runner *r, Tcl_Obj *list, sampling *s)
{
  const int all = (int)tr_engine_count(r->engine);
  Tcl_Obj **item = NULL;
  int n = all;
  if (list && Tcl_ListObjGetElements(interp, list, &n, &item) != TCL_OK)
    return TCL_ERROR;
  s->particle = (int *)ckalloc(((unsigned)n + 1)*sizeof *s->particle);
  for (s->count = 0; s->count < n; s->count++)
    if (!list)
      s->particle[s->count] = s->count;
    else if (get_particle(interp, r, item[s->count], &s->particle[s->count]) != TCL_OK)
      return TCL_ERROR;
  return TCL_OK;
}

/* In the order of TR_EVENT_TOUCH ...  */
static const char *const event_kind[] = {"touch", "release", "slip", "stick", "mobilise", "recover", NULL};

/* $e advance T ?-every STEPS? ?-particles LIST? ?-until KIND? ?-watch SCRIPT?  */
static int
do_advance(void *of, arguments a)
{
  runner *r = of;
  Tcl_Interp *interp = a.interp;
  static const char *const option[] = {"-every", "-particles", "-until", "-watch", NULL};
  double until;
  int every = 0, kind = -1, index, code = TCL_OK;
  Tcl_Obj *list = NULL, *watch = NULL;
  tr_error err;
  if (a.count % 2 == 0)
    return fail(interp, TR_EINVAL, Tcl_ObjPrintf("engine: option \"%s\" has no value", Tcl_GetString(a.w[a.count - 1])));
  if (get_number(interp, "engine", "time", a.w[0], &until) != TCL_OK)
    return TCL_ERROR;
  for (int k = 1; k < a.count; k += 2) {
    if (Tcl_GetIndexFromObj(interp, a.w[k], option, "option", 0, &index) != TCL_OK)
      return TCL_ERROR;
    if (index == 1)
      list = a.w[k + 1];
    else if (index == 2) {
      if (Tcl_GetIndexFromObj(interp, a.w[k + 1], event_kind, "kind of event", TCL_EXACT, &kind) != TCL_OK)
        return TCL_ERROR;
    } else if (index == 3)
      watch = a.w[k + 1];
    else if (Tcl_GetIntFromObj(NULL, a.w[k + 1], &every) != TCL_OK || every < 1)
      return fail_value(interp, "engine", "-every", a.w[k + 1], "a number of steps > 0");
  }
  const tr_event *event;
  sampling s = {.rows = Tcl_NewListObj(0, NULL), .every = every, .kind = kind, .watch = watch, .interp = interp,
                .events = tr_engine_events(r->engine, &event)};
  Tcl_Preserve(r);
  Tcl_IncrRefCount(s.rows);
  code = get_particles(interp, r, list, &s);
  if (code == TCL_OK && every && sample(r->engine, &s))
    code = s.code;
  if (code == TCL_OK && tr_engine_advance(r->engine, until, kind < 0 ? (size_t)every : 1,
                                          kind < 0 ? sample : sample_until, &s, &err))
    code = fail_with(interp, &err);
  if (code == TCL_OK)
    code = s.code;
  if (code == TCL_OK)
    Tcl_SetObjResult(interp, s.rows);
  Tcl_DecrRefCount(s.rows);
  ckfree((char *)s.particle);
  Tcl_Release(r);
  return code;
}

/* The columns of particles that an array of their own holds, into a dict.  */
static void
put_arrays(Tcl_Obj *d, enum tr_column_group group, const void *owner, size_t i)
{
  size_t count;
  const tr_column_row *c = tr_columns(group, &count);
  for (; count > 0; c++, count--)
    if (c->in & TR_IN_DICT)
      put(d, c->name, array_row(c, tr_column_array(c, owner), i));
}

static Tcl_Obj *
particle_dict(tr_engine *e, const tr_snapshot *snapshot, size_t i)
{
  const tr_particles *p = tr_engine_particles(e);
  Tcl_Obj *d = Tcl_NewDictObj();
  put_arrays(d, TR_GROUP_FRAMES, p, i);
  put(d, "force", vector_object(snapshot->force[i]));
  put(d, "torque", vector_object(snapshot->torque[i]));
  put_arrays(d, TR_GROUP_PARTICLES, p, i);
  put(d, "material", Tcl_NewStringObj(tr_model_material(tr_engine_model(e), p->material[i])->name, -1));
  return d;
}

static Tcl_Obj *
energy_dict(const tr_energy *energy)
{
  Tcl_Obj *d = Tcl_NewDictObj();
  size_t count;
  const tr_column_row *c = tr_columns(TR_GROUP_ENERGY, &count);
  for (; count > 0; c++, count--)
    put(d, c->name, column_value(c, energy));
  return d;
}

static Tcl_Obj *
contact_dict(const tr_record *r, const tr_model *model, size_t particles)
{
  const int triangle = tr_meshes_tcl_triangle(model, particles, r->j);
  Tcl_Obj *d = Tcl_NewDictObj();
  size_t count;
  const tr_column_row *c = tr_columns(TR_GROUP_CONTACTS, &count);
  for (; count > 0; c++, count--)
    if (!(c->in & TR_IN_DICT))
      continue;
    else if (strcmp(c->name, "j") == 0)
      put(d, c->name, tr_meshes_tcl_partner(model, particles, r->j));
    else if (strcmp(c->name, "triangle") != 0)
      put(d, c->name, column_value(c, r));
    else if (triangle >= 0)
      put(d, c->name, Tcl_NewIntObj(triangle));
  return d;
}

static int
do_contacts(void *of, arguments a)
{
  runner *r = of;
  tr_record *record;
  size_t n;
  if (tr_engine_records(r->engine, &record, &n))
    return fail_text(a.interp, TR_ENOMEM, "out of memory: contacts");
  Tcl_Obj *list = Tcl_NewListObj(0, NULL);
  for (size_t k = 0; k < n; k++)
    (void)Tcl_ListObjAppendElement(NULL, list, contact_dict(&record[k], r->model, tr_engine_count(r->engine)));
  free(record);
  return result(a, list);
}

static Tcl_Obj *
wall_load_dict(const tr_wall_load *w, size_t k, const tr_model *model)
{
  const size_t planes = tr_model_planes(model);
  Tcl_Obj *d = Tcl_NewDictObj();
  size_t count;
  const tr_column_row *c = tr_columns(TR_GROUP_WALLS, &count);
  for (; count > 0; c++, count--)
    put(d, c->name, c->stored || c->get ? column_value(c, w)
        : k < planes ? Tcl_ObjPrintf("plane %d", (int)k) : Tcl_ObjPrintf("mesh %d", (int)(k - planes)));
  return d;
}

/* $e loads: {walls {dict ...} particles {dict ...}}  */
static int
do_loads(void *of, arguments a)
{
  runner *r = of;
  tr_loads l;
  Tcl_Obj *both = Tcl_NewDictObj(), *walls = Tcl_NewListObj(0, NULL), *particles = Tcl_NewListObj(0, NULL);
  if (tr_engine_loads(r->engine, &l))
    return fail_text(a.interp, TR_ENOMEM, "out of memory: the loads");
  for (size_t k = 0; k < l.walls; k++)
    (void)Tcl_ListObjAppendElement(NULL, walls, wall_load_dict(&l.wall[k], k, r->model));
  for (size_t i = 0; i < l.particles; i++) {
    Tcl_Obj *d = Tcl_NewDictObj();
    put_arrays(d, TR_GROUP_LOADS, &l, i);
    (void)Tcl_ListObjAppendElement(NULL, particles, d);
  }
  tr_loads_clear(&l);
  put(both, "walls", walls);
  put(both, "particles", particles);
  return result(a, both);
}

static Tcl_Obj *
events_list(const tr_engine *e, size_t first)
{
  const tr_event *event;
  const size_t n = tr_engine_events(e, &event), count = tr_engine_count(e);
  Tcl_Obj *list = Tcl_NewListObj(0, NULL);
  for (size_t k = first; k < n; k++) {
    Tcl_Obj *item[4] = {Tcl_NewDoubleObj(event[k].time), Tcl_NewStringObj(event_kind[event[k].kind], -1),
                        Tcl_NewIntObj(event[k].i),
                        tr_meshes_tcl_partner(tr_engine_model(e), count, event[k].j)};
    (void)Tcl_ListObjAppendElement(NULL, list, Tcl_NewListObj(4, item));
  }
  return list;
}

/* Every convention in force, by name.  */
static Tcl_Obj *
explain_dict(const runner *r)
{
  const tr_options *o = tr_model_options_const(r->model);
  const tr_scheme *scheme = tr_engine_scheme(r->engine);
  Tcl_Obj *d = Tcl_NewDictObj();
  for (const tr_choice_row *row = tr_option_table; row->name; row++)
    put(d, row->name, Tcl_NewStringObj(tr_choice_get(o, row), -1));
  for (size_t k = 0; k < tr_model_planes(r->model); k++) {
    char name[40];
    (void)snprintf(name, sizeof name, "plane %d wall", (int)k);
    put(d, name, Tcl_NewStringObj(tr_model_plane(r->model, k)->rigid ? "rigid" : "elastic", -1));
  }
  for (size_t k = 0; k < tr_model_meshes(r->model); k++) {
    char name[40];
    (void)snprintf(name, sizeof name, "mesh %d wall", (int)k);
    put(d, name, Tcl_NewStringObj(tr_model_mesh(r->model, k)->rigid ? "rigid" : "elastic", -1));
  }
  for (const tr_choice_row *row = tr_scheme_choices; row->name; row++)
    put(d, row->name, Tcl_NewStringObj(tr_choice_get(scheme, row), -1));
  for (const tr_number_row *row = tr_scheme_numbers; row->name; row++)
    put_number(d, row->name, tr_number_get(scheme, row));
  return d;
}

static Tcl_Obj *
counts_dict(const tr_engine *e)
{
  const tr_counts c = tr_engine_counts(e);
  Tcl_Obj *d = Tcl_NewDictObj();
  put(d, "particles", Tcl_NewWideIntObj((Tcl_WideInt)c.particles));
  put(d, "steps", Tcl_NewWideIntObj((Tcl_WideInt)c.steps));
  put(d, "evaluations", Tcl_NewWideIntObj((Tcl_WideInt)c.evaluations));
  put(d, "passes", Tcl_NewWideIntObj((Tcl_WideInt)c.passes));
  put(d, "halvings", Tcl_NewWideIntObj((Tcl_WideInt)c.halvings));
  put(d, "warnings", Tcl_NewWideIntObj((Tcl_WideInt)c.warnings));
  put(d, "lists", Tcl_NewWideIntObj((Tcl_WideInt)c.lists));
  put(d, "slots", Tcl_NewWideIntObj((Tcl_WideInt)c.slots));
  put(d, "pairs", Tcl_NewWideIntObj((Tcl_WideInt)c.pairs));
  put(d, "touching", Tcl_NewWideIntObj((Tcl_WideInt)c.touching));
  put(d, "touching_walls", Tcl_NewWideIntObj((Tcl_WideInt)c.touching_walls));
  put(d, "domains", Tcl_NewWideIntObj((Tcl_WideInt)c.domains));
  put(d, "threads", Tcl_NewIntObj(tr_engine_threads(e)));
  put(d, "bytes", Tcl_NewWideIntObj((Tcl_WideInt)c.bytes));
  put(d, "path", Tcl_NewStringObj(tr_engine_path(e), -1));
  put_number(d, "dt", c.dt);
  put_number(d, "skin", c.skin);
  return d;
}

static int
do_step(void *of, arguments a)
{
  runner *r = of;
  int n;
  tr_error err;
  const double dt = tr_engine_scheme(r->engine)->dt;
  if (Tcl_GetIntFromObj(NULL, a.w[0], &n) != TCL_OK || n < 0)
    return fail_value(a.interp, "engine", "steps", a.w[0], "an integer >= 0");
  return outcome(a, tr_engine_advance(r->engine, tr_engine_time(r->engine) + n*dt, 0, NULL, NULL, &err), &err);
}

static int
do_check(void *of, arguments a)
{
  tr_error err;
  return outcome(a, tr_engine_check(((runner *)of)->engine, &err), &err);
}

static int
do_energy(void *of, arguments a)
{
  tr_energy energy;
  if (tr_engine_energy(((runner *)of)->engine, &energy))
    return fail_text(a.interp, TR_ENOMEM, "out of memory: contacts");
  return result(a, energy_dict(&energy));
}

static int
do_particle(void *of, arguments a)
{
  runner *r = of;
  tr_snapshot snapshot;
  int i;
  if (get_particle(a.interp, r, a.w[0], &i) != TCL_OK)
    return TCL_ERROR;
  if (tr_engine_snapshot(r->engine, &snapshot))
    return fail_text(a.interp, TR_ENOMEM, "out of memory: contacts");
  return result(a, particle_dict(r->engine, &snapshot, (size_t)i));
}

static int
do_state(void *of, arguments a)
{
  runner *r = of;
  tr_snapshot snapshot;
  if (tr_engine_snapshot(r->engine, &snapshot))
    return fail_text(a.interp, TR_ENOMEM, "out of memory: contacts");
  Tcl_Obj *list = Tcl_NewListObj(0, NULL);
  for (size_t k = 0; k < tr_engine_count(r->engine); k++)
    (void)Tcl_ListObjAppendElement(NULL, list, particle_dict(r->engine, &snapshot, k));
  return result(a, list);
}

static int
do_momenta(void *of, arguments a)
{
  tr_vec3 linear, angular;
  Tcl_Obj *d = Tcl_NewDictObj();
  tr_engine_momenta(((runner *)of)->engine, &linear, &angular);
  put(d, "linear", vector_object(linear));
  put(d, "angular", vector_object(angular));
  return result(a, d);
}

static int
do_time(void *of, arguments a)
{
  return result(a, Tcl_NewDoubleObj(tr_engine_time(((runner *)of)->engine)));
}

static int
do_steps(void *of, arguments a)
{
  return result_count(a, tr_engine_counts(((runner *)of)->engine).steps);
}

static int
do_evaluations(void *of, arguments a)
{
  return result_count(a, tr_engine_counts(((runner *)of)->engine).evaluations);
}

static int
do_dt(void *of, arguments a)
{
  return result(a, Tcl_NewDoubleObj(tr_engine_counts(((runner *)of)->engine).dt));
}

static int
do_counts(void *of, arguments a)
{
  return result(a, counts_dict(((runner *)of)->engine));
}

static int
do_events(void *of, arguments a)
{
  return result(a, events_list(((runner *)of)->engine, 0));
}

static int
do_explain(void *of, arguments a)
{
  return result(a, explain_dict(of));
}

static int
do_hash(void *of, arguments a)
{
  char text[20];
  (void)snprintf(text, sizeof text, "%016llx", tr_engine_hash(((runner *)of)->engine));
  return result(a, Tcl_NewStringObj(text, -1));
}

static int
do_pairs(void *of, arguments a)
{
  double t;
  if (get_number(a.interp, "engine", "until", a.w[0], &t) != TCL_OK)
    return TCL_ERROR;
  return result(a, tr_pairs_tcl(((runner *)of)->model, t));
}

static int
do_write(void *of, arguments a)
{
  runner *r = of;
  return tr_groups_tcl_write(a.interp, tr_engine_particles(r->engine), r->model, a.w[0]);
}

/* $e data PATH HEAD: a data file of other codes, see files.h.  */
static int
do_data(void *of, arguments a)
{
  tr_error err;
  return outcome(a, tr_states_write_data(Tcl_GetString(a.w[0]), tr_engine_particles(((runner *)of)->engine), Tcl_GetString(a.w[1]), &err),
                 &err);
}

/* $e extents: {COUNT LARGEST LOW HIGH RADIUS MASS}: how many particles there are, their largest radius, two corners round their
   places, and radius and mass of the first one.  No force is computed, unlike for `particle`.  */
static int
do_extents(void *of, arguments a)
{
  const tr_particles *p = tr_engine_particles(((runner *)of)->engine);
  double low[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, high[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}, largest = 0, radius = 0, mass = 0;
  Tcl_WideInt count = 0;
  Tcl_Obj *corner[2] = {Tcl_NewListObj(0, NULL), Tcl_NewListObj(0, NULL)};
  for (size_t i = 0; i < p->count; i++) {
    const double x[3] = {p->position[i].x, p->position[i].y, p->position[i].z};
    if (!(p->mass[i] > 0))
      continue;
    if (count++ == 0) {
      radius = p->radius[i];
      mass = p->mass[i];
    }
    largest = p->radius[i] > largest ? p->radius[i] : largest;
    for (int k = 0; k < 3; k++) {
      low[k] = x[k] < low[k] ? x[k] : low[k];
      high[k] = x[k] > high[k] ? x[k] : high[k];
    }
  }
  for (int k = 0; k < 3; k++) {
    (void)Tcl_ListObjAppendElement(NULL, corner[0], Tcl_NewDoubleObj(low[k]));
    (void)Tcl_ListObjAppendElement(NULL, corner[1], Tcl_NewDoubleObj(high[k]));
  }
  Tcl_Obj *word[6] = {Tcl_NewWideIntObj(count), Tcl_NewDoubleObj(largest), corner[0], corner[1], Tcl_NewDoubleObj(radius),
                      Tcl_NewDoubleObj(mass)};
  return result(a, Tcl_NewListObj(6, word));
}

static int
do_destroy(void *of, arguments a)
{
  Tcl_DeleteCommandFromToken(a.interp, ((runner *)of)->token);
  return TCL_OK;
}

/* $e threads ?N?: how many threads are in use; N: from now on, 0: as many as pay.  */
static int
do_threads(void *of, arguments a)
{
  runner *r = of;
  int n;
  if (a.count == 1 && (Tcl_GetIntFromObj(NULL, a.w[0], &n) != TCL_OK || tr_engine_use_threads(r->engine, n)))
    return fail_value(a.interp, "engine", "threads", a.w[0], "an integer from 0 to 4096");
  return result(a, Tcl_NewIntObj(tr_engine_threads(r->engine)));
}

/* $e enter {key value ...}: the number of the new particle.  */
static int
do_insert(void *of, arguments a)
{
  runner *r = of;
  char what[40];
  tr_error err;
  size_t number = tr_engine_count(r->engine);
  reading_body b = {.model = r->model, .what = what, .particle = tr_particle_default()};
  (void)snprintf(what, sizeof what, "particle %zu", number);
  if (each_entry(a.interp, what, a.w[0], read_particle_entry, &b) != TCL_OK)
    return TCL_ERROR;
  if (tr_engine_insert(r->engine, &b.particle, &number, &err))
    return fail_with(a.interp, &err);
  if (b.name && tr_names_add(&r->names, number, 1, 1, b.name)) {
    (void)tr_engine_remove(r->engine, number, &err);
    return fail_text(a.interp, TR_ENOMEM, "out of memory: names of the particles");
  }
  return result(a, Tcl_NewWideIntObj((Tcl_WideInt)number));
}

/* $e leave NUMBER  */
static int
do_remove(void *of, arguments a)
{
  runner *r = of;
  tr_error err;
  int i;
  if (get_particle(a.interp, r, a.w[0], &i) != TCL_OK)
    return TCL_ERROR;
  return outcome(a, tr_engine_remove(r->engine, (size_t)i, &err), &err);
}

/* $e steer NUMBER VELOCITY SPIN: a fixed particle goes on with them  */
static int
do_set_motion(void *of, arguments a)
{
  runner *r = of;
  tr_error err;
  tr_vec3 velocity, spin;
  int i;
  if (get_particle(a.interp, r, a.w[0], &i) != TCL_OK || get_vector(a.interp, "engine", "velocity", a.w[1], &velocity) != TCL_OK
      || get_vector(a.interp, "engine", "spin", a.w[2], &spin) != TCL_OK)
    return TCL_ERROR;
  return outcome(a, tr_engine_set_motion(r->engine, (size_t)i, velocity, spin, &err), &err);
}

/* $e name NUMBER ?NAME?: what a particle is called; a new one may be given a name,
   later ones after earlier ones.  */
static int
do_name(void *of, arguments a)
{
  runner *r = of;
  int i;
  if (a.count == 2) {
    if (get_particle(a.interp, r, a.w[0], &i) != TCL_OK)
      return TCL_ERROR;
    const int status = tr_names_add(&r->names, (size_t)i, 1, 1, Tcl_GetString(a.w[1]));
    if (status)
      return status == TR_ENOMEM ? fail_text(a.interp, TR_ENOMEM, "out of memory: names of the particles")
        : fail_value(a.interp, "engine", "particle", a.w[0], "one behind those that have names");
  }
  return tr_groups_tcl_name(a.interp, &r->names, tr_engine_count(r->engine), a.w[0]);
}

/* $e inside {X0 Y0 Z0 X1 Y1 Z1}, $e beyond POINT NORMAL: the numbers of the particles whose centres lie in a box, or on the side
   of a plane to which its normal points.  $e room POSITION RADIUS: whether no particle is in the way there.  A place is one of
   these, and its sign at a particle is positive inside.  */
typedef struct { double box[6]; tr_vec3 at, normal; double radius; } place;

static double
in_box(const place *a, tr_vec3 x, double radius)
{
  const double *b = a->box;
  (void)radius;
  return x.x >= b[0] && x.y >= b[1] && x.z >= b[2] && x.x <= b[3] && x.y <= b[4] && x.z <= b[5];
}

static double
beyond_plane(const place *a, tr_vec3 x, double radius)
{
  (void)radius;
  return tr_dot(tr_sub(x, a->at), a->normal);
}

static double
in_the_way(const place *a, tr_vec3 x, double radius)
{
  return (radius + a->radius)*(radius + a->radius) - tr_norm2(tr_sub(x, a->at));
}

/* The particles that have not left and are in a place; NULL without memory.  */
static Tcl_Obj *
particles_in(const runner *r, const place *where, double (*sign) (const place *, tr_vec3, double))
{
  const tr_particles *p = tr_engine_particles(r->engine);
  Tcl_Obj *list = p ? Tcl_NewListObj(0, NULL) : NULL;
  for (size_t k = 0; p && k < tr_engine_count(r->engine); k++)
    if (sign(where, p->position[k], p->radius[k]) > 0 && tr_engine_contains(r->engine, k))
      (void)Tcl_ListObjAppendElement(NULL, list, Tcl_NewWideIntObj((Tcl_WideInt)k));
  return list;
}

static int
result_particles(arguments a, Tcl_Obj *list)
{
  return list ? result(a, list) : fail_text(a.interp, TR_ENOMEM, "out of memory: particles");
}

static int
do_inside(void *of, arguments a)
{
  place box;
  if (get_numbers(a.interp, "engine", "box", a.w[0], 6, box.box) != TCL_OK)
    return TCL_ERROR;
  return result_particles(a, particles_in(of, &box, in_box));
}

static int
do_beyond(void *of, arguments a)
{
  place plane;
  if (get_vector(a.interp, "engine", "point", a.w[0], &plane.at) != TCL_OK
      || get_vector(a.interp, "engine", "normal", a.w[1], &plane.normal) != TCL_OK)
    return TCL_ERROR;
  return result_particles(a, particles_in(of, &plane, beyond_plane));
}

static int
do_room(void *of, arguments a)
{
  place ball;
  int found;
  if (get_vector(a.interp, "engine", "position", a.w[0], &ball.at) != TCL_OK
      || get_number(a.interp, "engine", "radius", a.w[1], &ball.radius) != TCL_OK)
    return TCL_ERROR;
  Tcl_Obj *list = particles_in(of, &ball, in_the_way);
  if (!list)
    return result_particles(a, list);
  (void)Tcl_ListObjLength(NULL, list, &found);
  Tcl_DecrRefCount(list);
  return result(a, Tcl_NewBooleanObj(!found));
}

/* $e here NUMBER: whether the particle has not left.  */
static int
do_contains(void *of, arguments a)
{
  runner *r = of;
  int i;
  if (get_particle(a.interp, r, a.w[0], &i) != TCL_OK)
    return TCL_ERROR;
  return result(a, Tcl_NewBooleanObj(tr_engine_contains(r->engine, (size_t)i)));
}

static const subcommand_row of_engine[] = {
  {"advance", "TIME ?-every STEPS? ?-particles LIST? ?-until KIND? ?-watch SCRIPT?", 1, 9, 0, do_advance},
  {"beyond", "POINT NORMAL", 2, 2, 0, do_beyond}, {"check", NULL, 0, 0, 0, do_check},
  {"contacts", NULL, 0, 0, 0, do_contacts}, {"counts", NULL, 0, 0, 0, do_counts}, {"destroy", NULL, 0, 0, 0, do_destroy},
  {"data", "PATH HEAD", 2, 2, 0, do_data}, {"extents", NULL, 0, 0, 0, do_extents},
  {"dt", NULL, 0, 0, 0, do_dt}, {"energy", NULL, 0, 0, 0, do_energy}, {"enter", "PARTICLE", 1, 1, 0, do_insert},
  {"evaluations", NULL, 0, 0, 0, do_evaluations}, {"events", NULL, 0, 0, 0, do_events}, {"explain", NULL, 0, 0, 0, do_explain},
  {"hash", NULL, 0, 0, 0, do_hash}, {"here", "NUMBER", 1, 1, 0, do_contains}, {"inside", "BOX", 1, 1, 0, do_inside},
  {"leave", "INDEX", 1, 1, 0, do_remove}, {"loads", NULL, 0, 0, 0, do_loads},
  {"meetings", "UNTIL", 1, 1, 0, do_pairs},
  {"momenta", NULL, 0, 0, 0, do_momenta}, {"name", "INDEX ?NAME?", 1, 2, 0, do_name}, {"particle", "INDEX", 1, 1, 0, do_particle},
  {"room", "POSITION RADIUS", 2, 2, 0, do_room}, {"state", NULL, 0, 0, 0, do_state},
  {"steer", "INDEX VELOCITY SPIN", 3, 3, 0, do_set_motion}, {"step", "COUNT", 1, 1, 0, do_step},
  {"steps", NULL, 0, 0, 0, do_steps},
  {"threads", "?N?", 0, 1, 0, do_threads}, {"time", NULL, 0, 0, 0, do_time}, {"write", "PATH", 1, 1, 0, do_write},
  {NULL, NULL, 0, 0, 0, NULL}};

static int
runner_command(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
  arguments a;
  const subcommand_row *s = find_subcommand(interp, of_engine, "subcommand ?argument ...?", objc, objv, &a);
  return s ? s->does(data, a) : TCL_ERROR;
}

typedef struct { const tr_engine *engine; const char *name; int i, j; tr_vec3 spring, roll; double twist; } loading;

static int
read_loading_entry(Tcl_Interp *interp, const char *key, Tcl_Obj *value, void *data)
{
  loading *l = data;
  const tr_model *model = tr_engine_model(l->engine);
  const int count = (int)tr_engine_count(l->engine);
  Tcl_Obj **word;
  int n, plane;
  if (strcmp(key, "name") == 0) {
    l->name = Tcl_GetString(value);
    return TCL_OK;
  }
  if (strcmp(key, "spring") == 0)
    return get_vector(interp, "loaded", key, value, &l->spring);
  if (strcmp(key, "rolling_spring") == 0)
    return get_vector(interp, "loaded", key, value, &l->roll);
  if (strcmp(key, "twisting_spring") == 0)
    return get_number(interp, "loaded", key, value, &l->twist);
  if (strcmp(key, "i") && strcmp(key, "j"))
    return fail_key(interp, "loaded", key, "name, i, j, spring, rolling_spring, twisting_spring");
  int *to = *key == 'i' ? &l->i : &l->j;
  if (Tcl_GetIntFromObj(NULL, value, to) == TCL_OK && *to >= 0 && *to < count)
    return TCL_OK;
  if (*key == 'j' && Tcl_ListObjGetElements(NULL, value, &n, &word) == TCL_OK && n == 2
      && strcmp(Tcl_GetString(word[0]), "plane") == 0 && Tcl_GetIntFromObj(NULL, word[1], &plane) == TCL_OK
      && plane >= 0 && plane < (int)tr_model_planes(model)) {
    l->j = count + plane;
    return TCL_OK;
  }
  return fail_value(interp, "loaded", key, value, *key == 'i' ? "the number of a particle" : "the number of a particle, or plane K");
}

/* A list of contacts that begin with loaded springs, dicts as `contacts` tells them.  */
static int
load_contacts(Tcl_Interp *interp, Tcl_Obj *list, tr_engine *engine)
{
  Tcl_Obj **item;
  int n;
  if (Tcl_ListObjGetElements(NULL, list, &n, &item) != TCL_OK)
    return fail_value(interp, "model", "loaded", list, "a list of dicts");
  for (int k = 0; k < n; k++) {
    tr_error err;
    loading l = {.engine = engine, .name = "", .i = -1, .j = -1};
    if (each_entry(interp, "loaded", item[k], read_loading_entry, &l) != TCL_OK)
      return TCL_ERROR;
    const int status = tr_engine_load(engine, l.i, l.j, l.spring, l.roll, l.twist, &err);
    if (status)
      return fail(interp, status, Tcl_ObjPrintf("loaded%s%s: %s", *l.name ? " " : "", l.name, err.text));
  }
  return TCL_OK;
}

/* trundle::engine MODEL  */
static int
engine_command(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
  unsigned long *number = data;
  tr_error err;
  char name[60];
  if (objc != 2) {
    Tcl_WrongNumArgs(interp, 1, objv, "MODEL");
    return TCL_ERROR;
  }
  reading read = {.model = tr_model_alloc(), .scheme = tr_scheme_default()};
  if (!read.model)
    return fail_text(interp, TR_ENOMEM, "out of memory: a model");
  if (read_model(interp, objv[1], &read) != TCL_OK) {
    tr_model_free(read.model);
    tr_names_clear(&read.names);
    return TCL_ERROR;
  }
  tr_engine *engine = tr_engine_alloc(read.model, &read.scheme, &err);
  Tcl_Obj *loaded = engine ? get(objv[1], "loaded") : NULL;
  if (!engine || (loaded && load_contacts(interp, loaded, engine) != TCL_OK)) {
    const int code = engine ? TCL_ERROR : fail_with(interp, &err);
    tr_engine_free(engine);
    tr_model_free(read.model);
    tr_names_clear(&read.names);
    return code;
  }
  runner *r = (runner *)ckalloc(sizeof *r);
  (void)snprintf(name, sizeof name, "::trundle::engine%lu", ++*number);
  *r = (runner){.model = read.model, .engine = engine, .names = read.names};
  r->token = Tcl_CreateObjCommand(interp, name, runner_command, r, delete_runner);
  Tcl_SetObjResult(interp, Tcl_NewStringObj(name, -1));
  return TCL_OK;
}

/* The engine that a command stands for.  */
static runner *
runner_of(Tcl_Interp *interp, const char *what, Tcl_Obj *name)
{
  Tcl_CmdInfo info;
  if (Tcl_GetCommandInfo(interp, Tcl_GetString(name), &info) && info.objProc == runner_command)
    return info.objClientData;
  (void)fail_value(interp, what, "engine", name, "a command made by trundle::engine");
  return NULL;
}

static int
get_count(Tcl_Interp *interp, const char *what, const char *key, Tcl_Obj *value, size_t *out)
{
  Tcl_WideInt n;
  if (Tcl_GetWideIntFromObj(NULL, value, &n) != TCL_OK || n < 0)
    return fail_value(interp, what, key, value, "a whole number, 0 or more");
  *out = (size_t)n;
  return TCL_OK;
}

/* What a dict says beside the model: json, provenance, names.  */
static int
trajectory_head(Tcl_Interp *interp, Tcl_Obj *dict, tr_trajectory_head *head)
{
  static const char *const key[] = {"json", "provenance", "names"};
  const char **to[] = {&head->json, &head->provenance, &head->names};
  *head = (tr_trajectory_head){.model = ""};
  for (int k = 0; dict && k < 3; k++) {
    Tcl_Obj *name = Tcl_NewStringObj(key[k], -1), *value = NULL;
    Tcl_IncrRefCount(name);
    const int code = Tcl_DictObjGet(interp, dict, name, &value);
    Tcl_DecrRefCount(name);
    if (code != TCL_OK)
      return TCL_ERROR;
    *to[k] = value ? Tcl_GetString(value) : NULL;
  }
  return TCL_OK;
}

/* The numbers of a contact that a dict gives; words NaN are not a number, and so is a column that it lacks.  */
static int
given_numbers(Tcl_Interp *interp, Tcl_Obj *dict, const char *key, int optional, int width, double *to)
{
  Tcl_Obj *name = Tcl_NewStringObj(key, -1), *value = NULL, **item;
  int count;
  Tcl_IncrRefCount(name);
  const int code = Tcl_DictObjGet(interp, dict, name, &value);
  Tcl_DecrRefCount(name);
  for (int m = 0; m < width; m++)
    to[m] = NAN;
  if (code == TCL_OK && !value && optional)
    return TCL_OK;
  if (code != TCL_OK || !value || Tcl_ListObjGetElements(interp, value, &count, &item) != TCL_OK || count != width)
    return fail_value(interp, "contact", key, value ? value : dict, "as many numbers as `contacts` tells");
  for (int m = 0; m < width; m++)
    if (strcmp(Tcl_GetString(item[m]), "NaN") && get_number(interp, "contact", key, item[m], &to[m]) != TCL_OK)
      return TCL_ERROR;
  return TCL_OK;
}

/* A contact that another code gives, a dict as `contacts` gives it, except that a wall has its number in a file, -1, -2, ...;
   columns that every file has must be there.  */
static int
given_contact(Tcl_Interp *interp, Tcl_Obj *dict, tr_record *r)
{
  double i, j, x[9];
  size_t count;
  const tr_column_row *c = tr_columns(TR_GROUP_CONTACTS, &count);
  *r = (tr_record){0};
  if (given_numbers(interp, dict, "i", 0, 1, &i) != TCL_OK || given_numbers(interp, dict, "j", 0, 1, &j) != TCL_OK)
    return TCL_ERROR;
  for (; count > 0; c++, count--)
    if (c->stored) {
      const int needed = TR_IN_GIVEN | TR_IN_FILE;
      if (given_numbers(interp, dict, c->name, (c->in & needed) != needed, c->width, x) != TCL_OK)
        return TCL_ERROR;
      memcpy((char *)r + c->at, x, (size_t)c->width*sizeof *x);
    }
  if (!(i >= 0 && i <= INT_MAX && fabs(j) <= INT_MAX))
    return fail_value(interp, "contact", "i or j", dict, "numbers of bodies");
  r->i = (int)i;
  r->j = (int)j;
  r->wall = j < 0 ? -1 - (int)j : -1;
  return TCL_OK;
}

static tr_record *
given_contacts(Tcl_Interp *interp, Tcl_Obj *list, size_t *count)
{
  Tcl_Obj **item;
  int n;
  if (Tcl_ListObjGetElements(interp, list, &n, &item) != TCL_OK)
    return NULL;
  tr_record *record = (tr_record *)ckalloc((unsigned)(((size_t)n + 1)*sizeof *record));
  for (int k = 0; k < n; k++)
    if (given_contact(interp, item[k], &record[k]) != TCL_OK) {
      ckfree((char *)record);
      return NULL;
    }
  *count = (size_t)n;
  return record;
}

/* A frame of another code: for each particle position, velocity, spin, nine numbers; perhaps its contacts.  */
static int
add_rows(Tcl_Interp *interp, runner *r, Tcl_Obj *when, Tcl_Obj *rows, Tcl_Obj *contacts)
{
  const size_t n = tr_engine_count(r->engine);
  Tcl_Obj **row;
  tr_record *record = NULL;
  tr_error err;
  double time, *x;
  size_t touching = 0;
  int count;
  if (get_number(interp, "trajectory", "time", when, &time) != TCL_OK
      || Tcl_ListObjGetElements(interp, rows, &count, &row) != TCL_OK)
    return TCL_ERROR;
  if ((size_t)count != n)
    return fail(interp, TR_EINVAL, Tcl_ObjPrintf("trajectory: %d rows, expected one for each of %ld particles", count, (long)n));
  if (contacts && !(record = given_contacts(interp, contacts, &touching)))
    return TCL_ERROR;
  x = (double *)ckalloc((unsigned)((9*n + 1)*sizeof *x));
  int bad = 0;
  for (size_t i = 0; i < n && !bad; i++)
    bad = get_numbers(interp, "trajectory", "row", row[i], 9, x + 9*i) != TCL_OK;
  if (!bad && (record ? tr_trajectory_add_contacts(r->trajectory, time, x, record, touching, &err)
               : tr_trajectory_add_rows(r->trajectory, time, x, &err)))
    bad = fail_with(interp, &err);
  ckfree((char *)x);
  if (record)
    ckfree((char *)record);
  return bad ? TCL_ERROR : TCL_OK;
}

/* What is done with each frame of dumps.  */
typedef struct {
  Tcl_Interp *interp;
  runner *r;
  tr_dumps *dumps;
  tr_vec3 gravity, *x[3];
  double dt;                    /* s */
  Tcl_Obj *command;
  int rows;                     /* 1: the command gets them */
} told_frames;

static Tcl_Obj *
row_list(const told_frames *f, size_t i)
{
  Tcl_Obj *number[9];
  for (int k = 0; k < 9; k++)
    number[k] = Tcl_NewDoubleObj((&f->x[k/3][i].x)[k%3]);
  return Tcl_NewListObj(9, number);
}

/* COMMAND STEP TIME {TRANSLATIONAL ROTATIONAL GRAVITY} ROWS  */
static int
tell_frame(const told_frames *f, size_t frame, double time)
{
  const tr_particles *p = tr_engine_particles(f->r->engine);
  Tcl_Obj *word[4], *rows = Tcl_NewListObj(0, NULL), *call = Tcl_DuplicateObj(f->command);
  tr_energy sum = {.translational = 0};
  for (size_t i = 0; i < p->count; i++) {
    tr_energy_add(&sum, p->mass[i], p->inertia[i], f->gravity, f->x[0][i], f->x[1][i], f->x[2][i]);
    if (f->rows)
      Tcl_ListObjAppendElement(NULL, rows, row_list(f, i));
  }
  const double number[] = {sum.translational, sum.rotational, sum.gravity};
  Tcl_Obj *energy[3];
  for (int k = 0; k < 3; k++)
    energy[k] = Tcl_NewDoubleObj(number[k]);
  word[0] = Tcl_NewWideIntObj((Tcl_WideInt)tr_dumps_step(f->dumps, frame));
  word[1] = Tcl_NewDoubleObj(time);
  word[2] = Tcl_NewListObj(3, energy);
  word[3] = rows;
  Tcl_IncrRefCount(call);
  for (int k = 0; k < 4; k++)
    if (Tcl_ListObjAppendElement(f->interp, call, word[k]) != TCL_OK) {
      Tcl_DecrRefCount(call);
      return TCL_ERROR;
    }
  const int code = Tcl_EvalObjEx(f->interp, call, TCL_EVAL_DIRECT);
  Tcl_DecrRefCount(call);
  return code == TCL_OK ? TCL_OK : TCL_ERROR;
}

static int
add_dumps(told_frames *f)
{
  tr_error err;
  int code = TCL_OK;
  for (size_t k = 0; k < tr_dumps_frames(f->dumps) && code == TCL_OK; k++) {
    const double time = (double)tr_dumps_step(f->dumps, k)*f->dt;
    if (tr_dumps_read(f->dumps, k, f->x[0], f->x[1], f->x[2], &err)
        || tr_trajectory_add_frame(f->r->trajectory, time, f->x[0], f->x[1], f->x[2], &err))
      code = fail_with(f->interp, &err);
    else
      code = tell_frame(f, k, time);
  }
  return code;
}

/* The frames of dumps as those of the trajectory.  */
static int
trajectory_dumps(void *of, arguments a)
{
  told_frames f = {.interp = a.interp, .r = of, .command = a.w[4]};
  const size_t n = tr_engine_count(f.r->engine);
  double g[3];
  if (get_number(a.interp, "trajectory", "dt", a.w[1], &f.dt) != TCL_OK
      || get_numbers(a.interp, "trajectory", "gravity", a.w[2], 3, g) != TCL_OK
      || Tcl_GetBooleanFromObj(a.interp, a.w[5], &f.rows) != TCL_OK)
    return TCL_ERROR;
  f.gravity = tr_vec(g[0], g[1], g[2]);
  f.dumps = dumps_from_list(a.interp, n, a.w[3]);
  if (!f.dumps)
    return TCL_ERROR;
  tr_vec3 *x = malloc((3*n + 1)*sizeof *x);
  for (int k = 0; x && k < 3; k++)
    f.x[k] = x + (size_t)k*n;
  const int code = x ? add_dumps(&f) : fail_text(a.interp, TR_ENOMEM, "out of memory for a frame of dumps");
  free(x);
  tr_dumps_free(f.dumps);
  return code;
}

/* trundle::trajectory: the states of a run in an HDF5 file that gets its name
   when it is finished.  Writes files, so a safe interpreter does not have it.  */
static int
trajectory_begin(void *of, arguments a)
{
  runner *r = of;
  tr_error err;
  int forces = 0;
  size_t frames = 0;
  tr_trajectory_head head;
  if ((a.count > 3 && get_count(a.interp, "trajectory", "frames", a.w[3], &frames) != TCL_OK)
      || (a.count > 4 && Tcl_GetBooleanFromObj(a.interp, a.w[4], &forces) != TCL_OK)
      || trajectory_head(a.interp, a.count > 5 ? a.w[5] : NULL, &head) != TCL_OK)
    return TCL_ERROR;
  head.model = Tcl_GetString(a.w[2]);
  head.forces = forces;
  r->trajectory = tr_trajectory_begin_with(Tcl_GetString(a.w[1]), r->engine, &head, frames, &err);
  return outcome(a, !r->trajectory, &err);
}

static int
trajectory_resume(void *of, arguments a)
{
  runner *r = of;
  tr_error err;
  size_t frames;
  if (get_count(a.interp, "trajectory", "frames", a.w[2], &frames) != TCL_OK)
    return TCL_ERROR;
  r->trajectory = tr_trajectory_resume(Tcl_GetString(a.w[1]), r->engine, frames, &err);
  return outcome(a, !r->trajectory, &err);
}

static int
trajectory_add(void *of, arguments a)
{
  runner *r = of;
  tr_error err;
  return outcome(a, tr_trajectory_add(r->trajectory, r->engine, &err), &err);
}

static int
trajectory_rows(void *of, arguments a)
{
  return add_rows(a.interp, of, a.w[1], a.w[2], a.count > 3 ? a.w[3] : NULL);
}

static int
trajectory_frames(void *of, arguments a)
{
  return result_count(a, tr_trajectory_frames(((runner *)of)->trajectory));
}

static int
trajectory_events(void *of, arguments a)
{
  size_t first;
  if (get_count(a.interp, "trajectory", "first", a.w[1], &first) != TCL_OK)
    return TCL_ERROR;
  return result(a, events_list(((runner *)of)->engine, first));
}

static int
trajectory_sum(void *of, arguments a)
{
  char text[20];
  (void)snprintf(text, sizeof text, "%016llx", tr_trajectory_sum(((runner *)of)->trajectory));
  return result(a, Tcl_NewStringObj(text, -1));
}

static int
trajectory_finish(void *of, arguments a)
{
  runner *r = of;
  tr_error err;
  if (a.count > 1)
    tr_trajectory_name(r->trajectory, Tcl_GetString(a.w[1]));
  return outcome(a, tr_trajectory_finish(&r->trajectory, &err), &err);
}

static int
trajectory_close(void *of, arguments a)
{
  (void)a;
  tr_trajectory_close_unfinished(&((runner *)of)->trajectory);
  return TCL_OK;
}

static int
trajectory_drop(void *of, arguments a)
{
  (void)a;
  tr_trajectory_drop(&((runner *)of)->trajectory);
  return TCL_OK;
}

static int
trajectory_command(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
  /* Whether a trajectory must be open, must not, or may.  */
  enum { CLOSED, OPEN, EITHER };
  static const subcommand_row row[] = {
    {"begin", "ENGINE PATH TEXT ?FRAMES? ?FORCES? ?HEAD?", 3, 6, CLOSED, trajectory_begin},
    {"resume", "ENGINE PATH FRAMES", 3, 3, CLOSED, trajectory_resume},
    {"add", "ENGINE", 1, 1, OPEN, trajectory_add}, {"rows", "ENGINE TIME ROWS ?CONTACTS?", 3, 4, OPEN, trajectory_rows},
    {"dumps", "ENGINE DT GRAVITY DUMPS COMMAND ROWS", 6, 6, OPEN, trajectory_dumps},
    {"frames", "ENGINE", 1, 1, OPEN, trajectory_frames}, {"sum", "ENGINE", 1, 1, OPEN, trajectory_sum},
    {"finish", "ENGINE ?NAMES?", 1, 2, OPEN, trajectory_finish}, {"leave", "ENGINE", 1, 1, EITHER, trajectory_close},
    {"drop", "ENGINE", 1, 1, EITHER, trajectory_drop}, {"events", "ENGINE FIRST", 2, 2, EITHER, trajectory_events},
    {NULL, NULL, 0, 0, 0, NULL}};
  arguments a;
  (void)data;
  const subcommand_row *s = find_subcommand(interp, row, "subcommand ENGINE ?argument ...?", objc, objv, &a);
  runner *r = s ? runner_of(interp, "trajectory", a.w[0]) : NULL;
  if (!r)
    return TCL_ERROR;
  if (s->needs != EITHER && (s->needs == OPEN) != (r->trajectory != NULL))
    return fail_text(interp, TR_EINVAL, r->trajectory ? "the engine writes a trajectory already"
                     : "the engine writes no trajectory");
  return s->does(r, a);
}

static int
result_checkpoint(arguments a, int status, tr_checkpoint *c, const tr_error *err)
{
  if (status)
    return fail_with(a.interp, err);
  Tcl_Obj *d = Tcl_NewDictObj();
  put_number(d, "time", c->time);
  put(d, "steps", Tcl_NewWideIntObj((Tcl_WideInt)c->steps));
  put(d, "frames", Tcl_NewWideIntObj((Tcl_WideInt)c->frames));
  put(d, "user", Tcl_NewStringObj(c->user, -1));
  tr_checkpoint_clear(c);
  return result(a, d);
}

/* What the checkpoint counts on goes to the disk before it.  */
static int
checkpoint_write(void *of, arguments a)
{
  runner *r = of;
  tr_error err;
  int status = TR_SUCCESS;
  size_t frames = 0;
  if (r->trajectory) {
    frames = tr_trajectory_frames(r->trajectory);
    status = tr_trajectory_sync(r->trajectory, &err);
  }
  for (int k = 4; k < a.count && !status; k++)
    status = tr_checkpoint_sync(Tcl_GetString(a.w[k]), &err);
  if (!status)
    status = tr_checkpoint_write(Tcl_GetString(a.w[1]), r->engine, Tcl_GetString(a.w[2]), frames,
                                 Tcl_GetString(a.w[3]), &err);
  return outcome(a, status, &err);
}

static int
checkpoint_read(void *of, arguments a)
{
  tr_checkpoint c;
  tr_error err;
  const int status = tr_checkpoint_read(Tcl_GetString(a.w[1]), ((runner *)of)->engine, Tcl_GetString(a.w[2]), &c, &err);
  return result_checkpoint(a, status, &c, &err);
}

static int
checkpoint_inspect(void *none, arguments a)
{
  tr_checkpoint c;
  tr_error err;
  (void)none;
  const int status = tr_checkpoint_inspect(Tcl_GetString(a.w[0]), &c, &err);
  return result_checkpoint(a, status, &c, &err);
}

static int
checkpoint_sync(void *none, arguments a)
{
  tr_error err;
  (void)none;
  return outcome(a, tr_checkpoint_sync(Tcl_GetString(a.w[0]), &err), &err);
}

static int
checkpoint_lock(void *none, arguments a)
{
  int lock;
  tr_error err;
  (void)none;
  return outcome(a, tr_checkpoint_lock(Tcl_GetString(a.w[0]), &lock, &err), &err);
}

static int
checkpoint_watch(void *none, arguments a)
{
  (void)none;
  (void)a;
  tr_guard_watch();
  return TCL_OK;
}

static int
checkpoint_asked(void *none, arguments a)
{
  (void)none;
  return result(a, Tcl_NewIntObj(tr_guard_asked()));
}

/* trundle::checkpoint: `lock` holds until this process ends; `watch` catches signals from now on, `asked` is the number of the
   one that came, or 0.  */
static int
checkpoint_command(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
  enum { NO_ENGINE, ENGINE };
  static const subcommand_row row[] = {
    {"write", "ENGINE PATH MODEL TEXT ?FILE ...?", 4, 1000, ENGINE, checkpoint_write},
    {"read", "ENGINE PATH MODEL", 3, 3, ENGINE, checkpoint_read},
    {"look", "PATH", 1, 1, NO_ENGINE, checkpoint_inspect}, {"sync", "FILE", 1, 1, NO_ENGINE, checkpoint_sync},
    {"lock", "PATH", 1, 1, NO_ENGINE, checkpoint_lock}, {"watch", NULL, 0, 0, NO_ENGINE, checkpoint_watch},
    {"asked", NULL, 0, 0, NO_ENGINE, checkpoint_asked}, {NULL, NULL, 0, 0, 0, NULL}};
  arguments a;
  (void)data;
  const subcommand_row *s = find_subcommand(interp, row, "subcommand ?argument ...?", objc, objv, &a);
  runner *r = s && s->needs ? runner_of(interp, "checkpoint", a.w[0]) : NULL;
  return !s || (s->needs && !r) ? TCL_ERROR : s->does(r, a);
}

static Tcl_Obj *
names_list(const char *const *name)
{
  Tcl_Obj *list = Tcl_NewListObj(0, NULL);
  for (; *name; name++)
    (void)Tcl_ListObjAppendElement(NULL, list, Tcl_NewStringObj(*name, -1));
  return list;
}

/* The tables of conventions, numbers and laws, for help texts and manuals:
   trundle::tables -> dict of options, materials, contacts, words, particles,
   planes, meshes, fluid, scheme, laws, columns.  */
static Tcl_Obj *
choices_list(const tr_choice_row *row, Tcl_Obj *list)
{
  for (; row->name; row++) {
    Tcl_Obj *d = Tcl_NewDictObj();
    put(d, "name", Tcl_NewStringObj(row->name, -1));
    put(d, "what", Tcl_NewStringObj(row->what, -1));
    put(d, "values", names_list(row->value));
    (void)Tcl_ListObjAppendElement(NULL, list, d);
  }
  return list;
}

static Tcl_Obj *
numbers_list(const tr_number_row *row)
{
  Tcl_Obj *list = Tcl_NewListObj(0, NULL);
  for (; row->name; row++) {
    Tcl_Obj *d = Tcl_NewDictObj();
    put(d, "name", Tcl_NewStringObj(row->name, -1));
    put(d, "what", Tcl_NewStringObj(row->what, -1));
    put(d, "unit", Tcl_NewStringObj(row->unit, -1));
    put(d, "kind", Tcl_NewStringObj(tr_rows_tcl_kind(row), -1));
    put_number(d, "default", row->value);
    put_number(d, "low", row->low);
    put_number(d, "high", row->high);
    (void)Tcl_ListObjAppendElement(NULL, list, d);
  }
  return list;
}

/* Other words for the numbers of a pair and for options.  */
static Tcl_Obj *
words_list(void)
{
  Tcl_Obj *list = Tcl_NewListObj(0, NULL);
  for (const tr_word_row *row = tr_pair_words; row->name; row++) {
    const char *const number[] = {row->number[0], row->number[1], NULL};
    Tcl_Obj *d = Tcl_NewDictObj();
    put(d, "name", Tcl_NewStringObj(row->name, -1));
    put(d, "sets", names_list(number));
    put_number(d, "idle", row->idle);
    put(d, "what", Tcl_NewStringObj(row->what ? row->what : "", -1));
    (void)Tcl_ListObjAppendElement(NULL, list, d);
  }
  for (const tr_choice_row *row = tr_option_words; row->name; row++) {
    const char *const option[] = {row->what, NULL};
    Tcl_Obj *d = Tcl_NewDictObj();
    put(d, "name", Tcl_NewStringObj(row->name, -1));
    put(d, "sets", names_list(option));
    put(d, "values", names_list(row->value));
    put(d, "what", Tcl_NewStringObj("", -1));
    (void)Tcl_ListObjAppendElement(NULL, list, d);
  }
  return list;
}

static Tcl_Obj *
laws_list(void)
{
  Tcl_Obj *list = Tcl_NewListObj(0, NULL);
  for (const tr_law_row *row = tr_law_table; row->kind; row++) {
    Tcl_Obj *d = Tcl_NewDictObj();
    put(d, "kind", Tcl_NewStringObj(row->kind, -1));
    put(d, "name", Tcl_NewStringObj(row->name, -1));
    put(d, "source", Tcl_NewStringObj(row->source, -1));
    put(d, "parameters", names_list(row->parameter));
    put(d, "needs", Tcl_NewIntObj(row->needs));
    put(d, "either", Tcl_NewIntObj(row->either));
    put(d, "dashpot", names_list(row->dashpot));
    put(d, "history", Tcl_NewIntObj(row->history));
    put(d, "spring", Tcl_NewStringObj(row->spring, -1));
    put(d, "options", names_list(row->option));
    put(d, "what", Tcl_NewStringObj(row->what, -1));
    (void)Tcl_ListObjAppendElement(NULL, list, d);
  }
  return list;
}

/* The columns that a run records.  */
static Tcl_Obj *
columns_list(void)
{
  static const char *const owner[] = {"frame", "particle", "wall", "contact"};
  static const struct { const char *name; int bit; } in[] = {
    {"file", TR_IN_FILE}, {"table", TR_IN_TABLE}, {"dump", TR_IN_DUMP}, {"dict", TR_IN_DICT}, {"given", TR_IN_GIVEN}};
  Tcl_Obj *list = Tcl_NewListObj(0, NULL);
  for (const tr_column_row *c = tr_column_table; c->name; c++) {
    Tcl_Obj *d = Tcl_NewDictObj(), *where = Tcl_NewListObj(0, NULL);
    for (size_t k = 0; k < sizeof in/sizeof *in; k++)
      if (c->in & in[k].bit)
        (void)Tcl_ListObjAppendElement(NULL, where, Tcl_NewStringObj(in[k].name, -1));
    put(d, "group", Tcl_NewStringObj(tr_column_groups[c->group], -1));
    put(d, "name", Tcl_NewStringObj(c->name, -1));
    put(d, "unit", Tcl_NewStringObj(c->unit, -1));
    put(d, "width", Tcl_NewIntObj(c->width));
    put(d, "whole", Tcl_NewBooleanObj(c->whole));
    put(d, "of", Tcl_NewStringObj(owner[c->of], -1));
    put(d, "in", where);
    put(d, "vtk", Tcl_NewIntObj(c->vtk));
    put(d, "heads", Tcl_NewStringObj(c->heads ? c->heads : c->name, -1));
    put(d, "what", Tcl_NewStringObj(c->what, -1));
    (void)Tcl_ListObjAppendElement(NULL, list, d);
  }
  return list;
}

static int
tables_command(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
  Tcl_Obj *d = Tcl_NewDictObj();
  (void)data;
  if (objc != 1) {
    Tcl_WrongNumArgs(interp, 1, objv, NULL);
    return TCL_ERROR;
  }
  put(d, "options", choices_list(tr_option_table, Tcl_NewListObj(0, NULL)));
  put(d, "materials", numbers_list(tr_material_table));
  put(d, "contacts", numbers_list(tr_pair_table));
  put(d, "words", words_list());
  put(d, "particles", numbers_list(tr_particle_table));
  put(d, "planes", numbers_list(tr_plane_table));
  put(d, "meshes", numbers_list(tr_mesh_table));
  put(d, "fluid", numbers_list(tr_fluid_table));
  put(d, "scheme", choices_list(tr_scheme_choices, numbers_list(tr_scheme_numbers)));
  put(d, "laws", laws_list());
  put(d, "columns", columns_list());
  Tcl_SetObjResult(interp, d);
  return TCL_OK;
}

static void
free_number(ClientData data)
{
  ckfree((char *)data);
}

static int
add_commands(Tcl_Interp *interp, int safe)
{
  if (Tcl_InitStubs(interp, "8.6", 0) == NULL)
    return TCL_ERROR;
  unsigned long *number = (unsigned long *)ckalloc(sizeof *number);
  *number = 0;
  Tcl_CreateObjCommand(interp, "::trundle::engine", engine_command, number, free_number);
  Tcl_CreateObjCommand(interp, "::trundle::tables", tables_command, NULL, NULL);
  if (!safe) {
    Tcl_CreateObjCommand(interp, "::trundle::trajectory", trajectory_command, NULL, NULL);
    Tcl_CreateObjCommand(interp, "::trundle::checkpoint", checkpoint_command, NULL, NULL);
    if (tr_bench_tcl_init(interp) != TCL_OK || tr_dumps_tcl_init(interp) != TCL_OK || tr_frames_tcl_init(interp) != TCL_OK
        || tr_cage_tcl_init(interp) != TCL_OK || tr_guard_tcl_init(interp) != TCL_OK || tr_packed_tcl_init(interp) != TCL_OK
        || tr_calibration_tcl_init(interp) != TCL_OK)
      return TCL_ERROR;
  }
  if (tr_functions_tcl_init(interp) != TCL_OK || tr_references_tcl_init(interp) != TCL_OK || tr_mechanics_tcl_init(interp) != TCL_OK
      || tr_identification_tcl_init(interp) != TCL_OK || tr_meshes_tcl_init(interp) != TCL_OK
      || tr_table_tcl_init(interp) != TCL_OK || tr_measures_tcl_init(interp) != TCL_OK)
    return TCL_ERROR;
  return Tcl_PkgProvide(interp, "trundle", PACKAGE_VERSION);
}

DLLEXPORT int
Trundle_Init(Tcl_Interp *interp)
{
  return add_commands(interp, 0);
}

DLLEXPORT int
Trundle_SafeInit(Tcl_Interp *interp)
{
  return add_commands(interp, 1);
}

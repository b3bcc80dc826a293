/* groups-tcl.c -- the groups of a model, from Tcl; see groups-tcl.h  */
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <trundle/packings.h>
#include <trundle/files.h>

#include "groups-tcl.h"
#include "rows-tcl.h"
#include "values-tcl.h"

/* A group while it is read.  */
typedef struct {
  const tr_model *model;
  char what[80];                /* for messages: "group bed" */
  tr_lattice lattice;
  tr_packing packing;
  int material;
  const char *path;
} group;

/* ------------------------------------------------------------ values */

/* How a value is read: so many numbers; "or one for all" when shared; ROW: as the
   table of particles says.  */
enum { NUMBERS, SHARED, PAIR, COUNTS, SEED, ROW, MATERIAL, PATH };
typedef struct { const char *key; int how; size_t offset; int numbers; const char *expected; } entry;

/* What the particles of lattices and packings share.  */
#define SHARED_ENTRIES(AT) \
  {"radius", PAIR, AT(radius), 2, "a number > 0 (m), or two, the smaller first"}, \
  {"seed", SEED, AT(seed), 1, "a whole number >= 0"}, \
  {"material", ROW, AT(particle), 1, NULL}, \
  {"velocity", ROW, AT(particle), 1, NULL}, \
  {"spin", ROW, AT(particle), 1, NULL}, \
  {"mass", ROW, AT(particle), 1, NULL}, \
  {"inertia_factor", ROW, AT(particle), 1, NULL}, \
  {"fixed", ROW, AT(particle), 1, NULL}, \
  {NULL, 0, 0, 0, NULL}
#define AT(field) offsetof(group, lattice.field)
static const entry lattice_entry[] = {
  {"origin", NUMBERS, AT(origin), 3, "three finite numbers (m)"},
  {"count", COUNTS, AT(count), 3, "three whole numbers >= 1"},
  {"spacing", SHARED, AT(spacing), 3, "one finite number or three (m)"},
  {"jitter", SHARED, AT(jitter), 3, "one finite number or three (m)"},
  SHARED_ENTRIES(AT)};
#undef AT
#define AT(field) offsetof(group, packing.field)
static const entry packing_entry[] = {
  {"box", NUMBERS, AT(low), 6, "six finite numbers (m), the lower corner first"},
  {"count", COUNTS, AT(count), 1, "a whole number >= 0"},
  {"throws", COUNTS, AT(throws), 1, "a whole number >= 0"},
  SHARED_ENTRIES(AT)};
#undef AT
static const entry file_entry[] = {
  {"path", PATH, offsetof(group, path), 1, "the name of a file"},
  {"material", MATERIAL, offsetof(group, material), 1, "the name of a material of the model"},
  {NULL, 0, 0, 0, NULL}};

/* n finite numbers, or one for all of them; 0 when the value is that.  */
static int
get_numbers(Tcl_Obj *value, int n, int one_for_all, double *out)
{
  Tcl_Obj **item;
  int count;
  if (Tcl_ListObjGetElements(NULL, value, &count, &item) != TCL_OK || (count != n && !(one_for_all && count == 1)))
    return 1;
  for (int k = 0; k < n; k++)
    if (Tcl_GetDoubleFromObj(NULL, item[count == n ? k : 0], &out[k]) != TCL_OK || !isfinite(out[k]))
      return 1;
  return 0;
}

static int
get_counts(Tcl_Obj *value, int n, long long *out)
{
  Tcl_Obj **item;
  int count;
  if (Tcl_ListObjGetElements(NULL, value, &count, &item) != TCL_OK || count != n)
    return 1;
  for (int k = 0; k < n; k++) {
    Tcl_WideInt wide;
    if (Tcl_GetWideIntFromObj(NULL, item[k], &wide) != TCL_OK)
      return 1;
    out[k] = wide;
  }
  return 0;
}

/* 0 when the value has been read into its place.  */
static int
get_value(const entry *e, Tcl_Obj *value, group *g)
{
  char *place = (char *)g + e->offset;
  Tcl_WideInt wide;
  switch (e->how) {
  case COUNTS: return get_counts(value, e->numbers, (long long *)(void *)place);
  case SEED:
    if (Tcl_GetWideIntFromObj(NULL, value, &wide) != TCL_OK || wide < 0)
      return 1;
    *(uint64_t *)(void *)place = (uint64_t)wide;
    return 0;
  case MATERIAL: {
    const int material = tr_model_find_material(g->model, Tcl_GetString(value));
    *(int *)(void *)place = material;
    return material < 0;
  }
  case PATH:
    *(const char **)(void *)place = Tcl_GetString(value);
    return !*Tcl_GetString(value);
  default: return get_numbers(value, e->numbers, e->how != NUMBERS, (double *)(void *)place);
  }
}

/* ------------------------------------------------------------ a group */

static const struct { const char *kind; const entry *entry; const char *needed[6]; } kinds[] = {
  {"lattice", lattice_entry, {"count", "spacing", "radius", "material", NULL}},
  {"file", file_entry, {"path", NULL}},
  {"random", packing_entry, {"box", "radius", "material", NULL}}};
enum { LATTICE, TABLE, PACKING, KINDS };

/* The entries that a kind knows, for a message.  */
static Tcl_Obj *
unknown_key(const char *what, const char *key, const entry *e)
{
  Tcl_Obj *text = Tcl_ObjPrintf("%s: \"%s\" is not known, expected one of: kind, name", what, key);
  for (; e->key; e++)
    Tcl_AppendPrintfToObj(text, ", %s", e->key);
  return text;
}

static int
read_entry(Tcl_Interp *interp, const entry *e, const char *key, Tcl_Obj *value, group *g)
{
  const entry *first = e;
  if (strcmp(key, "kind") == 0 || strcmp(key, "name") == 0)
    return TCL_OK;
  while (e->key && strcmp(e->key, key) != 0)
    e++;
  if (!e->key)
    return fail(interp, TR_ENAME, unknown_key(g->what, key, first));
  if (e->how == ROW)
    return tr_rows_tcl_read(interp, g->what, tr_particle_table, "", g->model, key, value, (char *)g + e->offset);
  if (get_value(e, value, g))
    return fail_value(interp, g->what, key, value, e->expected);
  return TCL_OK;
}

static int
read_entries(Tcl_Interp *interp, int kind, Tcl_Obj *dict, group *g)
{
  Tcl_DictSearch search;
  Tcl_Obj *key, *value;
  int done, code = TCL_OK;
  for (int k = 0; kinds[kind].needed[k]; k++)
    if (!get(dict, kinds[kind].needed[k]))
      return fail(interp, TR_EINVAL, Tcl_ObjPrintf("%s: %s is missing", g->what, kinds[kind].needed[k]));
  (void)Tcl_DictObjFirst(NULL, dict, &search, &key, &value, &done);
  for (; !done && code == TCL_OK; Tcl_DictObjNext(&search, &key, &value, &done))
    code = read_entry(interp, kinds[kind].entry, Tcl_GetString(key), value, g);
  Tcl_DictObjDone(&search);
  return code;
}

/* The number of the group's kind, or -1.  */
static int
kind_of(Tcl_Interp *interp, Tcl_Obj *dict, const group *g)
{
  Tcl_Obj *kind = get(dict, "kind"), *text;
  for (int k = 0; kind && k < KINDS; k++)
    if (strcmp(Tcl_GetString(kind), kinds[k].kind) == 0)
      return k;
  text = kind ? Tcl_ObjPrintf("%s: kind is \"%s\", expected one of: ", g->what, Tcl_GetString(kind))
    : Tcl_ObjPrintf("%s: kind is missing, expected one of: ", g->what);
  for (int k = 0; k < KINDS; k++)
    Tcl_AppendPrintfToObj(text, "%s%s", k ? ", " : "", kinds[k].kind);
  (void)fail(interp, TR_EINVAL, text);
  return -1;
}

static int
add_particles(int kind, tr_model *model, const group *g, tr_error *err)
{
  return kind == LATTICE ? tr_lattice_add(model, &g->lattice, NULL, err)
    : kind == PACKING ? tr_packing_add(model, &g->packing, NULL, err)
    : tr_states_read(model, g->path, g->material, err);
}

static int
read_group(Tcl_Interp *interp, int number, Tcl_Obj *dict, tr_model *model, tr_names *names)
{
  const size_t before = tr_model_particles(model)->count;
  const tr_particle particle = tr_particle_default();
  group g = {.model = model, .material = -1, .lattice = {.particle = particle}, .packing = {.particle = particle}};
  tr_error err;
  int size;
  (void)snprintf(g.what, sizeof g.what, "group %d", number);
  if (Tcl_DictObjSize(NULL, dict, &size) != TCL_OK)
    return fail(interp, TR_EINVAL, Tcl_ObjPrintf("%s is \"%.80s\", expected a dict", g.what, Tcl_GetString(dict)));
  Tcl_Obj *name = get(dict, "name");
  if (name)
    (void)snprintf(g.what, sizeof g.what, "group %.70s", Tcl_GetString(name));
  const int kind = kind_of(interp, dict, &g);
  if (kind < 0 || read_entries(interp, kind, dict, &g) != TCL_OK)
    return TCL_ERROR;
  if (kind == TABLE && Tcl_IsSafe(interp))
    return fail(interp, TR_EINVAL, Tcl_ObjPrintf("%s: a safe interpreter reads no files", g.what));
  const int status = add_particles(kind, model, &g, &err);
  if (status)
    return fail(interp, status, Tcl_ObjPrintf("%s: %s", g.what, err.text));
  if (name && tr_names_add(names, before, tr_model_particles(model)->count - before, 0, Tcl_GetString(name)))
    return fail(interp, TR_ENOMEM, Tcl_ObjPrintf("%s: out of memory: its name", g.what));
  return TCL_OK;
}

int
tr_groups_tcl_read(Tcl_Interp *interp, Tcl_Obj *list, tr_model *model, tr_names *names)
{
  Tcl_Obj **item;
  int n;
  if (Tcl_ListObjGetElements(NULL, list, &n, &item) != TCL_OK)
    return fail(interp, TR_EINVAL, Tcl_ObjPrintf("model: groups is \"%.80s\", expected a list of dicts",
                                                 Tcl_GetString(list)));
  for (int k = 0; k < n; k++)
    if (read_group(interp, k, item[k], model, names) != TCL_OK)
      return TCL_ERROR;
  return TCL_OK;
}

/* ------------------------------------------------------------ subcommands */

int
tr_groups_tcl_write(Tcl_Interp *interp, const tr_particles *p, const tr_model *model, Tcl_Obj *path)
{
  tr_error err;
  if (Tcl_IsSafe(interp))
    return fail_text(interp, TR_EINVAL, "a safe interpreter writes no files");
  const int status = tr_states_write(Tcl_GetString(path), p, model, &err);
  return status ? fail_with(interp, &err) : TCL_OK;
}

int
tr_groups_tcl_name(Tcl_Interp *interp, const tr_names *names, size_t count, Tcl_Obj *number)
{
  char name[200];
  Tcl_WideInt k;
  if (Tcl_GetWideIntFromObj(NULL, number, &k) != TCL_OK || k < 0 || (size_t)k >= count)
    return fail(interp, TR_EINVAL, Tcl_ObjPrintf("engine: particle is \"%s\", expected an integer from 0 to %d",
                                                 Tcl_GetString(number), (int)count - 1));
  tr_names_get(names, (size_t)k, name, sizeof name);
  Tcl_SetObjResult(interp, Tcl_NewStringObj(name, -1));
  return TCL_OK;
}

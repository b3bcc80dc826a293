/* meshes-tcl.c -- the meshes of a model, from Tcl; see meshes-tcl.h  */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <trundle/files.h>

#include "meshes-tcl.h"
#include "rows-tcl.h"
#include "values-tcl.h"

static int
get_vector(Tcl_Obj *value, tr_vec3 *out)
{
  Tcl_Obj **item;
  double v[3];
  int n;
  if (Tcl_ListObjGetElements(NULL, value, &n, &item) != TCL_OK || n != 3)
    return 1;
  for (int k = 0; k < 3; k++)
    if (Tcl_GetDoubleFromObj(NULL, item[k], &v[k]) != TCL_OK || !isfinite(v[k]))
      return 1;
  *out = tr_vec(v[0], v[1], v[2]);
  return 0;
}

/* ------------------------------------------------------------ corners */

/* The corners of a list of triangles; free() them.  NULL: the result says why.  */
static tr_vec3 *
corners_of(Tcl_Interp *interp, const char *what, Tcl_Obj *list, size_t *triangles)
{
  Tcl_Obj **item, **corner;
  int n, m;
  if (Tcl_ListObjGetElements(NULL, list, &n, &item) != TCL_OK || n == 0) {
    (void)fail_value(interp, what, "triangles", list, "a list of triangles");
    return NULL;
  }
  tr_vec3 *v = malloc(3*(size_t)n*sizeof *v);
  if (!v)
    (void)fail(interp, TR_ENOMEM, Tcl_ObjPrintf("%s: out of memory: %d triangles", what, n));
  for (int t = 0; v && t < n; t++) {
    int bad = Tcl_ListObjGetElements(NULL, item[t], &m, &corner) != TCL_OK || m != 3;
    for (int k = 0; !bad && k < 3; k++)
      bad = get_vector(corner[k], &v[3*t + k]);
    if (bad) {
      char key[40];
      (void)snprintf(key, sizeof key, "triangle %d", t);
      (void)fail_value(interp, what, key, item[t], "three corners of three numbers (m)");
      free(v);
      return NULL;
    }
  }
  *triangles = (size_t)n;
  return v;
}

/* What a dict says of the triangles.  */
typedef struct { Tcl_Obj *path, *list; double scale, tolerance; size_t given, spare; int single; } origin;

static int
get_origin(Tcl_Interp *interp, const char *what, Tcl_Obj *dict, origin *o)
{
  Tcl_Obj *scale = get(dict, "scale"), *tolerance = get(dict, "tolerance");
  *o = (origin){.path = get(dict, "path"), .list = get(dict, "triangles"), .scale = 1};
  if (!o->path == !o->list)
    return fail(interp, TR_EINVAL, Tcl_ObjPrintf("%s: expected either path or triangles", what));
  if (scale && (Tcl_GetDoubleFromObj(NULL, scale, &o->scale) != TCL_OK || !(o->scale > 0) || !isfinite(o->scale)))
    return fail_value(interp, what, "scale", scale, "a number > 0");
  if (tolerance && (Tcl_GetDoubleFromObj(NULL, tolerance, &o->tolerance) != TCL_OK || !(o->tolerance > 0)
                    || !isfinite(o->tolerance)))
    return fail_value(interp, what, "tolerance", tolerance, "a number > 0 (m)");
  return TCL_OK;
}

static int
make_mesh(Tcl_Interp *interp, const char *what, origin *o, tr_mesh *mesh)
{
  tr_stl stl = {0};
  tr_error err;
  int status = TR_SUCCESS;
  if (o->path && Tcl_IsSafe(interp))
    return fail(interp, TR_EINVAL, Tcl_ObjPrintf("%s: a safe interpreter reads no files", what));
  if (o->path)
    status = tr_stl_read(Tcl_GetString(o->path), &stl, &err);
  else if (!(stl.corner = corners_of(interp, what, o->list, &stl.triangles)))
    return TCL_ERROR;
  o->given = stl.triangles;
  o->spare = stl.spare;
  o->single = stl.binary;
  for (size_t k = 0; !status && k < 3*stl.triangles; k++)
    stl.corner[k] = tr_scale(o->scale, stl.corner[k]);
  if (!status) {
    const double tolerance = o->tolerance > 0 ? o->tolerance : tr_mesh_tolerance(stl.corner, stl.triangles, stl.binary);
    status = tr_mesh_make(mesh, stl.corner, stl.triangles, tolerance, o->path != NULL, &err);
  }
  tr_stl_clear(&stl);
  const char *text = status && strncmp(err.text, "mesh: ", 6) == 0 ? err.text + 6 : err.text;
  return status ? fail(interp, status, Tcl_ObjPrintf("%s: %s", what, text)) : TCL_OK;
}

/* ------------------------------------------------------------ a mesh */

/* What is told of a mesh besides its triangles.  */
static int
read_entry(Tcl_Interp *interp, const char *what, const tr_model *model, const char *key, Tcl_Obj *value, tr_mesh *mesh)
{
  if (strcmp(key, "path") == 0 || strcmp(key, "triangles") == 0 || strcmp(key, "scale") == 0
      || strcmp(key, "tolerance") == 0)
    return TCL_OK;
  if (strcmp(key, "name") == 0) {
    (void)snprintf(mesh->name, sizeof mesh->name, "%s", Tcl_GetString(value));
    return TCL_OK;
  }
  return tr_rows_tcl_read(interp, what, tr_mesh_table, "name, path, triangles, scale, tolerance, ", model, key, value, mesh);
}

static int
read_mesh(Tcl_Interp *interp, int number, Tcl_Obj *dict, tr_model *model)
{
  char what[80];
  origin from;
  tr_mesh mesh;
  tr_error err;
  Tcl_DictSearch search;
  Tcl_Obj *key, *value;
  int size, done, code = TCL_OK;
  (void)snprintf(what, sizeof what, "mesh %d", number);
  if (Tcl_DictObjSize(NULL, dict, &size) != TCL_OK)
    return fail(interp, TR_EINVAL, Tcl_ObjPrintf("%s is \"%.80s\", expected a dict", what, Tcl_GetString(dict)));
  if (get(dict, "name"))
    (void)snprintf(what, sizeof what, "mesh %.70s", Tcl_GetString(get(dict, "name")));
  if (get_origin(interp, what, dict, &from) != TCL_OK || make_mesh(interp, what, &from, &mesh) != TCL_OK)
    return TCL_ERROR;
  mesh.material = get(dict, "material") ? 0 : -1;
  (void)Tcl_DictObjFirst(NULL, dict, &search, &key, &value, &done);
  for (; !done && code == TCL_OK; Tcl_DictObjNext(&search, &key, &value, &done))
    code = read_entry(interp, what, model, Tcl_GetString(key), value, &mesh);
  Tcl_DictObjDone(&search);
  if (code == TCL_OK && mesh.material < 0)
    code = fail(interp, TR_EINVAL, Tcl_ObjPrintf("%s: material is missing", what));
  const int status = code == TCL_OK ? tr_model_add_mesh(model, &mesh, NULL, &err) : TR_SUCCESS;
  tr_mesh_clear(&mesh);
  return status ? fail_with(interp, &err) : code;
}

int
tr_meshes_tcl_read(Tcl_Interp *interp, Tcl_Obj *list, tr_model *model)
{
  Tcl_Obj **item;
  int n;
  if (Tcl_ListObjGetElements(NULL, list, &n, &item) != TCL_OK)
    return fail(interp, TR_EINVAL, Tcl_ObjPrintf("model: meshes is \"%.80s\", expected a list of dicts",
                                                 Tcl_GetString(list)));
  for (int k = 0; k < n; k++)
    if (read_mesh(interp, k, item[k], model) != TCL_OK)
      return TCL_ERROR;
  return TCL_OK;
}

/* ------------------------------------------------------------ the command */

/* {{x y z} {x y z} {x y z}} of each triangle; a vertex is one object, however many have it.  */
static Tcl_Obj *
triangles_of(const tr_mesh *mesh)
{
  Tcl_Obj *list = Tcl_NewListObj(0, NULL);
  Tcl_Obj **vertex = (Tcl_Obj **)ckalloc((unsigned)(mesh->vertices*sizeof *vertex));
  for (size_t v = 0; v < mesh->vertices; v++) {
    const tr_vec3 x = mesh->vertex[v];
    Tcl_Obj *const item[] = {Tcl_NewDoubleObj(x.x), Tcl_NewDoubleObj(x.y), Tcl_NewDoubleObj(x.z)};
    vertex[v] = Tcl_NewListObj(3, item);
    Tcl_IncrRefCount(vertex[v]);
  }
  for (size_t k = 0; k < mesh->triangles; k++) {
    Tcl_Obj *const item[] = {vertex[mesh->corner[k][0]], vertex[mesh->corner[k][1]], vertex[mesh->corner[k][2]]};
    Tcl_ListObjAppendElement(NULL, list, Tcl_NewListObj(3, item));
  }
  for (size_t v = 0; v < mesh->vertices; v++)
    Tcl_DecrRefCount(vertex[v]);
  ckfree((char *)vertex);
  return list;
}

static Tcl_Obj *
facts_of(const tr_mesh *mesh, const origin *o)
{
  const double corner[] = {mesh->low.x, mesh->low.y, mesh->low.z, mesh->high.x, mesh->high.y, mesh->high.z};
  const struct { const char *name; size_t count; } row[] = {
    {"triangles", mesh->triangles}, {"given", o->given}, {"dropped", mesh->dropped}, {"repeated", mesh->repeated},
    {"vertices", mesh->vertices}, {"merged", mesh->merged}, {"open", mesh->open}, {"shared", mesh->shared},
    {"crowded", mesh->crowded}, {"spare", o->spare}};
  Tcl_Obj *dict = Tcl_NewDictObj(), *box = Tcl_NewListObj(0, NULL);
  for (size_t k = 0; k < sizeof row/sizeof *row; k++)
    put(dict, row[k].name, Tcl_NewWideIntObj((Tcl_WideInt)row[k].count));
  for (int k = 0; k < 6; k++)
    Tcl_ListObjAppendElement(NULL, box, Tcl_NewDoubleObj(corner[k]));
  put_number(dict, "moved", mesh->moved);
  put(dict, "box", box);
  put_number(dict, "tolerance", mesh->tolerance);
  put(dict, "single", Tcl_NewIntObj(o->single));
  return dict;
}

static int
mesh_command(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
  static const char *const question[] = {"triangles", "facts", NULL};
  char what[80] = "mesh";
  int k, size;
  origin from;
  tr_mesh mesh;
  (void)data;
  if (objc != 3) {
    Tcl_WrongNumArgs(interp, 1, objv, "triangles|facts mesh");
    return TCL_ERROR;
  }
  if (Tcl_GetIndexFromObj(interp, objv[1], question, "question", TCL_EXACT, &k) != TCL_OK)
    return TCL_ERROR;
  if (Tcl_DictObjSize(NULL, objv[2], &size) != TCL_OK)
    return fail(interp, TR_EINVAL, Tcl_ObjPrintf("mesh is \"%.80s\", expected a dict", Tcl_GetString(objv[2])));
  if (get(objv[2], "name"))
    (void)snprintf(what, sizeof what, "mesh %.70s", Tcl_GetString(get(objv[2], "name")));
  if (get_origin(interp, what, objv[2], &from) != TCL_OK || make_mesh(interp, what, &from, &mesh) != TCL_OK)
    return TCL_ERROR;
  Tcl_SetObjResult(interp, k ? facts_of(&mesh, &from) : triangles_of(&mesh));
  tr_mesh_clear(&mesh);
  return TCL_OK;
}

int
tr_meshes_tcl_init(Tcl_Interp *interp)
{
  return Tcl_CreateObjCommand(interp, "::trundle::mesh", mesh_command, NULL, NULL) ? TCL_OK : TCL_ERROR;
}

/* ------------------------------------------------------------ partners */

/* Mesh and triangle of a partner's number; 0: it is no triangle.  */
static int
find_triangle(const tr_model *model, size_t count, int j, size_t *mesh, size_t *triangle)
{
  const size_t before = count + tr_model_planes(model);
  if ((size_t)j < before)
    return 0;
  *triangle = (size_t)j - before;
  for (*mesh = 0; *triangle >= tr_model_mesh(model, *mesh)->triangles; ++*mesh)
    *triangle -= tr_model_mesh(model, *mesh)->triangles;
  return 1;
}

Tcl_Obj *
tr_meshes_tcl_partner(const tr_model *model, size_t count, int j)
{
  size_t mesh, triangle;
  if (find_triangle(model, count, j, &mesh, &triangle))
    return Tcl_ObjPrintf("mesh %d", (int)mesh);
  return (size_t)j < count ? Tcl_NewIntObj(j) : Tcl_ObjPrintf("plane %d", j - (int)count);
}

int
tr_meshes_tcl_triangle(const tr_model *model, size_t count, int j)
{
  size_t mesh, triangle;
  return find_triangle(model, count, j, &mesh, &triangle) ? (int)triangle : -1;
}

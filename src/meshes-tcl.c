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
    (void)fail(interp, TR_ENOMEM, Tcl_ObjPrintf("%s: no memory for %d triangles", what, n));
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

static int
make_mesh(Tcl_Interp *interp, const char *what, Tcl_Obj *path, Tcl_Obj *list, double scale, tr_mesh *mesh)
{
  tr_stl stl = {0};
  tr_error err;
  int status = TR_SUCCESS;
  if (path && Tcl_IsSafe(interp))
    return fail(interp, TR_EINVAL, Tcl_ObjPrintf("%s: a safe interpreter reads no files", what));
  if (path)
    status = tr_stl_read(Tcl_GetString(path), &stl, &err);
  else if (!(stl.corner = corners_of(interp, what, list, &stl.triangles)))
    return TCL_ERROR;
  for (size_t k = 0; !status && k < 3*stl.triangles; k++)
    stl.corner[k] = tr_scale(scale, stl.corner[k]);
  if (!status)
    status = tr_mesh_make(mesh, stl.corner, stl.triangles, 0, path != NULL, &err);
  tr_stl_clear(&stl);
  const char *text = status && strncmp(err.text, "mesh: ", 6) == 0 ? err.text + 6 : err.text;
  return status ? fail(interp, status, Tcl_ObjPrintf("%s: %s", what, text)) : TCL_OK;
}

/* ------------------------------------------------------------ a mesh */

/* What is told of a mesh besides its triangles.  */
static int
read_entry(Tcl_Interp *interp, const char *what, const tr_model *model, const char *key, Tcl_Obj *value, tr_mesh *mesh)
{
  if (strcmp(key, "path") == 0 || strcmp(key, "triangles") == 0 || strcmp(key, "scale") == 0)
    return TCL_OK;
  if (strcmp(key, "name") == 0) {
    (void)snprintf(mesh->name, sizeof mesh->name, "%s", Tcl_GetString(value));
    return TCL_OK;
  }
  return tr_rows_tcl_read(interp, what, tr_mesh_table, "name, path, triangles, scale, ", model, key, value, mesh);
}

static int
read_mesh(Tcl_Interp *interp, int number, Tcl_Obj *dict, tr_model *model)
{
  char what[80];
  double scale = 1;
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
  Tcl_Obj *path = get(dict, "path"), *list = get(dict, "triangles"), *factor = get(dict, "scale");
  if (!path == !list)
    return fail(interp, TR_EINVAL, Tcl_ObjPrintf("%s: expected either path or triangles", what));
  if (factor && (Tcl_GetDoubleFromObj(NULL, factor, &scale) != TCL_OK || !(scale > 0) || !isfinite(scale)))
    return fail_value(interp, what, "scale", factor, "a number > 0");
  if (make_mesh(interp, what, path, list, scale, &mesh) != TCL_OK)
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

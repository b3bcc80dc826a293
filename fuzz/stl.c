/* STL files: refused with one message, or triangles that make a mesh or a message.  */
#include "fuzz.h"
#include <math.h>
#include <trundle/meshes.h>
#include <trundle/files.h>

/* What is left of a mesh makes the same mesh.  */
static void
same_again(tr_mesh *mesh)
{
  tr_error err = {0};
  tr_mesh again = {0};
  tr_vec3 *corner = malloc(3*mesh->triangles*sizeof *corner);
  WISH(corner, "no memory");
  for (size_t k = 0; k < 3*mesh->triangles; k++)
    corner[k] = mesh->vertex[mesh->corner[k/3][k%3]];
  WISH(!tr_mesh_make(&again, corner, mesh->triangles, mesh->tolerance, 0, &err), "not again: %s", err.text);
  WISH(again.triangles == mesh->triangles && !again.merged && !again.dropped && again.open == mesh->open
       && again.repeated == mesh->repeated, "another mesh");
  for (size_t k = 0; k < 3*mesh->triangles; k++)
    WISH(memcmp(&corner[k], &again.vertex[again.corner[k/3][k%3]], sizeof *corner) == 0, "corner %zu moved", k);
  free(corner);
  tr_mesh_clear(&again);
  tr_mesh_clear(mesh);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  tr_error err = {0};
  tr_stl stl;
  const int bad = tr_stl_read(fuzz_file(data, size), &stl, &err);
  fuzz_told(bad, &err);
  if (bad) {
    WISH(!stl.corner && !stl.triangles, "refused, but not empty");
    return 0;
  }
  WISH(memchr(stl.name, 0, sizeof stl.name), "the name does not end");
  for (size_t k = 0; k < 3*stl.triangles; k++)
    WISH(isfinite(stl.corner[k].x) && isfinite(stl.corner[k].y) && isfinite(stl.corner[k].z),
         "corner %zu is not finite", k);
  if (stl.triangles < 200) {
    tr_mesh mesh = {0};
    const double tolerance = tr_mesh_tolerance(stl.corner, stl.triangles, stl.binary);
    WISH(tolerance >= 0, "a tolerance of %g m", tolerance);
    const int no_mesh = tr_mesh_make(&mesh, stl.corner, stl.triangles, tolerance, data[0] & 1, &err);
    fuzz_told(no_mesh, &err);
    if (!no_mesh)
      same_again(&mesh);
  }
  tr_stl_clear(&stl);
  return 0;
}

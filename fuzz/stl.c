/* STL files: refused with one message, or triangles that make a mesh or a message.  */
#include "fuzz.h"
#include <math.h>
#include <trundle/meshes.h>
#include <trundle/files.h>

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
    const int no_mesh = tr_mesh_make(&mesh, stl.corner, stl.triangles, 0, data[0] & 1, &err);
    fuzz_told(no_mesh, &err);
    if (!no_mesh)
      tr_mesh_clear(&mesh);
  }
  tr_stl_clear(&stl);
  return 0;
}

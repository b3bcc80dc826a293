/* stl.h -- triangles from and into STL files, text or binary.

   STL knows no unit and no shared corners: a file is a soup of triangles, which
   tr_mesh_make turns into a mesh.  The normals in a file are not used.  */
#ifndef TRUNDLE_STL_H
#define TRUNDLE_STL_H

#include <stddef.h>
#include <trundle/status.h>
#include <trundle/vector.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  size_t triangles;
  tr_vec3 *corner;              /* 3 for each triangle, in the unit of the file */
  int binary;                   /* how the file was written */
  char name[81];                /* of the first solid, or the binary header */
} tr_stl;

/* Read a file; several solids in one text file are joined.  A file whose size is
   the one that its binary header announces is binary, whatever it begins with.
   TR_EFILE: it cannot be read; TR_EFORMAT: the text names line or byte, what was
   found and what was expected; TR_ENOMEM.  *out is empty after an error.  */
int tr_stl_read(const char *path, tr_stl *out, tr_error *err);
void tr_stl_clear(tr_stl *stl);

/* Write triangles as a binary file, corners rounded to single precision.  The name
   is cut at 79 bytes.  TR_EFILE; TR_EINVAL when a number is not finite or too large
   for single precision; nothing is left behind after an error.  */
int tr_stl_write(const char *path, const char *name, const tr_vec3 *corner, size_t triangles,
                 tr_error *err);

#ifdef __cplusplus
}
#endif
#endif

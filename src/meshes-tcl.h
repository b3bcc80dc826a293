/* meshes-tcl.h -- the meshes of a model, walls of triangles.

   The part `meshes` of a model is a list of dicts:

     path FILE      an STL file, or
     triangles      a list of triangles, each {{x y z} {x y z} {x y z}} (m)
     scale          factor on all corners, 1
     tolerance      distance up to which corners are one (m); none: tr_mesh_tolerance
     name           for messages and events

   and the values of tr_mesh_table, of which it needs the material.
   Triangles of a file that have no height are left out; in a list they are an
   error.  A safe interpreter reads no files.

     trundle::mesh triangles DICT       the triangles of the mesh that the engine makes of such a dict
     trundle::mesh facts DICT           of that mesh a dict: counts of triangles that were given, are left, dropped,
                                        repeated; of vertices and corners merged, the largest distance that one of them
                                        moved; of open, shared, crowded edges; spare bytes; box, tolerance (m); single:
                                        was the source in single precision  */
#ifndef TRUNDLE_MESHES_TCL_H
#define TRUNDLE_MESHES_TCL_H

#include <tcl.h>
#include <trundle/model.h>

int tr_meshes_tcl_init(Tcl_Interp *interp);

/* Add the meshes of the list to the model.  */
int tr_meshes_tcl_read(Tcl_Interp *interp, Tcl_Obj *list, tr_model *model);

/* The partner of a contact: a particle's number below count, else {plane K} or
   {mesh K}.  */
Tcl_Obj *tr_meshes_tcl_partner(const tr_model *model, size_t count, int j);
/* The triangle of its mesh, or -1.  */
int tr_meshes_tcl_triangle(const tr_model *model, size_t count, int j);

#endif

/* meshes-tcl.h -- the meshes of a model, walls of triangles.

   The part `meshes` of a model is a list of dicts:

     path FILE      an STL file, or
     triangles      a list of triangles, each {{x y z} {x y z} {x y z}} (m)
     scale          factor on all corners, 1
     name           for messages and events

   and the values of tr_mesh_table, of which it needs the material.
   Triangles of a file that have no height are left out; in a list they are an
   error.  A safe interpreter reads no files.  */
#ifndef TRUNDLE_MESHES_TCL_H
#define TRUNDLE_MESHES_TCL_H

#include <tcl.h>
#include <trundle/model.h>

/* Add the meshes of the list to the model.  */
int tr_meshes_tcl_read(Tcl_Interp *interp, Tcl_Obj *list, tr_model *model);

/* The partner of a contact: a particle's number below count, else {plane K} or
   {mesh K}.  */
Tcl_Obj *tr_meshes_tcl_partner(const tr_model *model, size_t count, int j);
/* The triangle of its mesh, or -1.  */
int tr_meshes_tcl_triangle(const tr_model *model, size_t count, int j);

#endif

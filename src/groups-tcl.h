/* groups-tcl.h -- the groups of a model, which are expanded to particles.

   The part `groups` of a model is a list of dicts.  Each has a `kind`, perhaps
   a `name`, and

     kind lattice   origin {x y z}, count {nx ny nz}, spacing d or {dx dy dz},
                    radius r or {smallest largest}, jitter j or {jx jy jz},
                    seed, material, velocity, spin, mass, inertia_factor, fixed
     kind file      path, material (of lines that name none)
     kind random    box {x0 y0 z0 x1 y1 z1}, radius, count, seed, throws,
                    material, velocity, spin, mass, inertia_factor, fixed

   Particles of groups come after the single ones, group by group.  A safe
   interpreter reads no files, so it is refused the kind file.  */
#ifndef TRUNDLE_GROUPS_TCL_H
#define TRUNDLE_GROUPS_TCL_H

#include <tcl.h>
#include <trundle/groups.h>
#include <trundle/model.h>

/* Add the particles of the list to the model, and the names of the groups.  */
int tr_groups_tcl_read(Tcl_Interp *interp, Tcl_Obj *list, tr_model *model, tr_names *names);

/* $engine write PATH, $engine name K: what these subcommands do.  */
int tr_groups_tcl_write(Tcl_Interp *interp, const tr_particles *p, const tr_model *model, Tcl_Obj *path);
int tr_groups_tcl_name(Tcl_Interp *interp, const tr_names *names, size_t count, Tcl_Obj *number);

#endif

/* pairs-tcl.h -- who can meet whom in a model, for advice before a run.

   A dict: `speed` (m/s), and `pairs`, a list of dicts, one for two materials that
   both have particles and one for each material of particles and each wall:

     first, second   names of the materials
     wall            {} or {plane K} or {mesh K}
     duration        s, of a collision without loss at that speed, campello2015 (50)
     mass, slip_mass, inertia, rolling_inertia
                     kg, kg m2: what answers a force along the normal, one across it, a torque
                     on both, and that of EPSD
     radius          m, effective
     spring          N/m^1.5, of Hertz's force
     span            m, of which the strain of a bond is a share
     shear, twist    Pa: a contact of the radius a has the tangential stiffness 8 shear a, and
                     against a twist twist a^3
     numbers         name -> value of each property of the pair

   The speed is that of two bodies that move with the largest given velocities
   towards each other and have fallen from the top to the bottom of the model, or for
   the time `until` if that is less.  Of each material the particle with the least m2/R
   counts: against a wall nothing is faster.  At the speed 0 the duration is Inf.  */
#ifndef TRUNDLE_PAIRS_TCL_H
#define TRUNDLE_PAIRS_TCL_H

#include <tcl.h>
#include <trundle/model.h>

Tcl_Obj *tr_pairs_tcl(const tr_model *model, double until);

#endif

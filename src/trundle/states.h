/* states.h -- the state of many particles as a table of comma-separated values.

   The first line that is neither empty nor a comment (#) names the columns, in
   any order; each further line is a particle.  Columns, SI units:

     x y z radius         needed
     vx vy vz             velocity            all three or none; none: zero
     wx wy wz             spin                all three or none; none: zero
     qw qx qy qz          orientation            all four or none; none: 1 0 0 0
     material             name of a material of the model
     mass or density      none: from the density of the material
     inertia              moment of inertia; none: that of a solid ball

   Numbers are written in decimal notation; a field is not quoted, blanks
   around it do not count, and lines may end in CR LF.  */
#ifndef TRUNDLE_STATES_H
#define TRUNDLE_STATES_H

#include <trundle/model.h>
#ifdef __cplusplus
extern "C" {
#endif

/* Add the particles of the table to the model; material is that of particles whose
   line names none, -1: each must name one.  TR_EFILE: the file cannot be
   read; TR_EFORMAT: the message names file, line, column, value and what was
   expected; TR_ENOMEM.  The model is then as it was.  */
int tr_states_read(tr_model *model, const char *path, int material, tr_error *err);

/* Write the particles as such a table with all columns but density, in 17
   significant digits: tr_states_read gives the same bits.  The file appears
   under its name when it is complete.  The model knows the names of the
   materials.  TR_EFILE, TR_EINVAL, TR_ENOMEM.  */
int tr_states_write(const char *path, const tr_particles *p, const tr_model *model, tr_error *err);

#ifdef __cplusplus
}
#endif
#endif

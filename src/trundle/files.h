/* files.h -- what a model takes from files: particles, walls of triangles, the flow of a
   fluid.

   A table has a line for each row; the first line that is neither empty nor a comment (#)
   names the columns, in any order.  Between fields stands one mark: comma, semicolon, tab
   or blanks; fields may be quoted, and numbers have a decimal comma where the mark is
   another.  An index or row names, as R and pandas write them, are left out.  A dump of
   LAMMPS or LIGGGHTS with one frame in units si is such a table.  What may be read in two
   ways is refused.  */
#ifndef TRUNDLE_FILES_H
#define TRUNDLE_FILES_H

#include <stddef.h>
#include <trundle/fields.h>
#include <trundle/model.h>
#ifdef __cplusplus
extern "C" {
#endif

/* ---- The state of many particles as a table; each line is a particle.  Columns, SI
   units:

     x y z radius         needed
     vx vy vz             velocity            all three or none; none: zero
     wx wy wz             spin                all three or none; none: zero
     qw qx qy qz          orientation         all four or none; none: 1 0 0 0
     material             name of a material of the model
     mass or density      none: from the density of the material
     inertia              moment of inertia; none: that of a solid ball  */

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

/* Write the particles as a data file of LAMMPS or LIGGGHTS (atom_style sphere, granular) behind a head that names counts and box:
   sections Atoms (number, type, diameter, density, place) and Velocities (with spins), in 17 significant digits.  The type is
   that of the material, from 1.  TR_EFILE, TR_ENOMEM; TR_EINVAL: the inertia of a particle is not that of a solid ball.  */
int tr_states_write_data(const char *path, const tr_particles *p, const char *head, tr_error *err);

/* ---- The velocity of a fluid as a table; each line is a point of a grid.  Columns, SI
   units, all needed:

     x y z         the point (m)
     vx vy vz      velocity of the fluid there (m/s)

   The points fill a rectangular grid along the axes, with equal distances along
   each axis; the lines may come in any order.  An axis along which all points
   have one coordinate is one along which the velocity does not change.  */

/* Read such a table; release the grid with tr_flow_grid_clear, or hand it to a
   model.  TR_EFILE: the file cannot be read; TR_EFORMAT: the message names file,
   line and what was expected; TR_ENOMEM.  *grid is then left alone.  */
int tr_flow_read(const char *path, tr_flow_grid *grid, tr_error *err);

/* ---- Triangles from and into STL files, text or binary.  STL knows no unit and no
   shared corners: a file is a soup of triangles, which tr_mesh_make turns into a
   mesh.  The normals in a file are not used.  A text may begin with a byte-order mark;
   its lines end in LF, CR LF or CR, those that begin with # are comments, and an exponent
   is written with e or d.  */

typedef struct {
  size_t triangles;
  tr_vec3 *corner;              /* 3 for each triangle, in the unit of the file */
  int binary;                   /* how the file was written: 1 has single precision */
  size_t spare;                 /* bytes behind the last facet of a binary file, which are not read */
  char name[81];                /* of the first solid, or the binary header */
} tr_stl;

/* Read a file; several solids in one text file are joined.  A file whose size is
   the one that its binary header announces is binary, whatever it begins with; a count
   that is not that of the facets is refused with both numbers.
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

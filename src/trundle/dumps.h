/* dumps.h -- the frames that LAMMPS and LIGGGHTS write: dumps of the style `custom`, as text or binary, in one file or in one
   file per rank.

   Columns, in this order where the file does not name them (binary files of LIGGGHTS): id, x, y, z, vx, vy, vz, omegax, omegay,
   omegaz; more may follow, and where they are named, stand anywhere.  The spheres have the numbers 1 to N, and the rows of a
   frame come in any order.  A file that ends within a frame, because its writer was killed, has the frames before.  */
#ifndef TRUNDLE_DUMPS_H
#define TRUNDLE_DUMPS_H

#include <stddef.h>
#include <stdint.h>
#include <trundle/status.h>
#include <trundle/vector.h>
#ifdef __cplusplus
extern "C" {
#endif

typedef struct tr_dumps tr_dumps;

/* Dumps of so many spheres, none yet.  NULL: no memory.  */
tr_dumps *tr_dumps_alloc(size_t spheres);
void tr_dumps_free(tr_dumps *d);

/* Add a dump.  A % in the last part of its path stands for the number of a rank, 0 to ranks - 1; what ranks lack is no error,
   but leaves their frames incomplete.  Only the heads of frames are read.  TR_EFILE: no file can be read; TR_EFORMAT: it is no
   such dump; TR_ENOMEM.  */
int tr_dumps_add(tr_dumps *d, const char *path, size_t ranks, tr_error *err);

/* Find the frames that have a row for each sphere, in ascending order of their steps.  Of a step that is there twice, the
   frame of the dump that was added last counts.  Call it again after tr_dumps_add.  TR_ENOMEM.  */
int tr_dumps_index(tr_dumps *d, tr_error *err);
size_t tr_dumps_frames(const tr_dumps *d);
int64_t tr_dumps_step(const tr_dumps *d, size_t frame);
/* Steps of which no dump has a complete frame, and files of ranks that are not there.  */
size_t tr_dumps_incomplete(const tr_dumps *d);
size_t tr_dumps_missing(const tr_dumps *d);

/* The numbers of a frame (m, m/s, rad/s), one for each sphere in the order of their numbers.  Needs a bit per sphere.
   TR_EFILE; TR_EFORMAT: a row is no row of numbers, a number is none of the spheres or there twice; TR_ENOMEM.  */
int tr_dumps_read(tr_dumps *d, size_t frame, tr_vec3 *position, tr_vec3 *velocity, tr_vec3 *spin, tr_error *err);

#ifdef __cplusplus
}
#endif
#endif

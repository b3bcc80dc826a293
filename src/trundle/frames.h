/* frames.h -- trajectory files read back, and written for other programs.  */
#ifndef TRUNDLE_FRAMES_H
#define TRUNDLE_FRAMES_H

#include <stddef.h>
#include <stdint.h>
#include <trundle/columns.h>
#include <trundle/rotation.h>
#include <trundle/status.h>
#include <trundle/vector.h>
#ifdef __cplusplus
extern "C" {
#endif

typedef struct tr_frames tr_frames;

/* One frame: arrays of `count` values, one for each particle that is there.  They
   belong to the tr_frames and hold until the next frame is read.  */
typedef struct {
  double time;                          /* s */
  size_t count;
  const int64_t *number;                /* of the particle, ascending; NULL: 0, 1, 2, ... */
  const double *column[TR_COLUMNS];     /* each column of particles that files for other programs show, at its
                                           place in tr_column_table; some of them by name:  */
  const double *radius, *mass;          /* m, kg */
  const tr_vec3 *position, *velocity, *spin;
  const tr_quat *orientation;
  const int64_t *material, *group;      /* numbers; a group are the particles whose names differ by
                                           the number behind their last dash; NULL: not known */
  const char *materials, *groups;       /* their names, a line each; NULL: not known */
  const char *note;                     /* of tr_frames_note; NULL: none */
} tr_frame;

/* Open a file written by tr_trajectory_begin, of this version or an older one.
   NULL with TR_EFILE (cannot be opened), TR_EFORMAT (no trajectory, or one of a
   newer format) or TR_ENOMEM in *err.  */
tr_frames *tr_frames_open(const char *path, tr_error *err);
void tr_frames_close(tr_frames **f);
size_t tr_frames_count(const tr_frames *f);
/* Particles of all frames together.  */
size_t tr_frames_particles(const tr_frames *f);

/* Frame k < count.  TR_EINVAL, TR_EFORMAT.  */
int tr_frames_read(tr_frames *f, size_t k, tr_frame *frame, tr_error *err);

/* What the VTK files that are written from now on have as a comment in their head, for
   example who has made the run.  TR_ENOMEM.  */
int tr_frames_note(tr_frames *f, const char *note, tr_error *err);

/* Write frame k for other programs.  vtp: VTK XML PolyData with raw appended
   doubles (the columns of particles, tr_column_table) and the numbers
   of the particles, of their materials and of their groups, whose names are field
   data, for ParaView.
   dump and csv append to what stands in the open file: a LAMMPS dump with
   material as type and element and the group, for OVITO; a table with a line per
   particle, with its head when k is the first frame.  */
int tr_frames_write_vtp(tr_frames *f, size_t k, const char *path, tr_error *err);
int tr_frames_write_dump(tr_frames *f, size_t k, const char *path, int first, tr_error *err);
int tr_frames_write_csv(tr_frames *f, size_t k, const char *path, int first, tr_error *err);

/* Walls of triangles: how many belong to meshes that move (moving 1) or rest (0),
   and these as VTK polygons as they stand in frame k, each with the number of its
   mesh.  TR_EINVAL, TR_EFILE, TR_ENOMEM.  */
size_t tr_frames_triangles(const tr_frames *f, int moving);
int tr_frames_write_walls(tr_frames *f, size_t k, int moving, const char *path, tr_error *err);

/* The contacts of a frame, where they were recorded (-contacts yes).  i: particle; j: particle,
   or below 0: wall -1 - j; centre: 2 a contact, of both bodies, the point for a wall; state: 1, 2
   more if it slips, 4 more if the rolling torque is at its limit.  tr_frame_contacts_clear.  */
typedef struct {
  double time;                          /* s */
  size_t count;
  void *column[TR_COLUMNS];             /* those that files for other programs show, as above: int64_t where
                                           numbers are whole, else double; some of them by name:  */
  int64_t *i, *j, *state;
  tr_vec3 *point, *n, *centre;          /* m, 1, m */
  double *overlap, *normal;             /* m, N */
  tr_vec3 *friction, *rolling;          /* N, N m, on i */
} tr_frame_contacts;
int tr_frames_have_contacts(const tr_frames *f);
/* TR_EINVAL: no such frame, or no contacts; TR_EFORMAT.  */
int tr_frames_read_contacts(tr_frames *f, size_t k, tr_frame_contacts *c, tr_error *err);
void tr_frame_contacts_clear(tr_frame_contacts *c);
/* For other programs: lines of VTK from centre to centre; a LAMMPS dump of local data, pairs
   of particles only; a table.  The latter two append, as above.  */
enum tr_contacts_as { TR_CONTACTS_VTP, TR_CONTACTS_DUMP, TR_CONTACTS_CSV };
int tr_frames_write_contacts(tr_frames *f, size_t k, enum tr_contacts_as as, const char *path, int first,
                             tr_error *err);

/* Any data set of the file, for what has no function of its own.  The shape: its rank, at most 3,
   with its sizes, or -1 when there is none.  The numbers, malloc'ed and little-endian: all of it,
   or with k < SIZE_MAX row k of its first size; NULL with TR_EINVAL, TR_ENOMEM or TR_EFORMAT.
   A text, malloc'ed: that of the data set, or of its attribute; NULL when there is none.  */
enum tr_numbers_as { TR_NUMBERS_SINGLE, TR_NUMBERS_DOUBLE, TR_NUMBERS_WHOLE };      /* 4, 8, 8 bytes */
int tr_frames_shape(const tr_frames *f, const char *name, size_t size[3]);
void *tr_frames_numbers(const tr_frames *f, const char *name, enum tr_numbers_as as, size_t k, size_t *bytes,
                        tr_error *err);
char *tr_frames_text(const tr_frames *f, const char *name, const char *attribute);

/* The columns of any state as such a VTK file.  TR_EFILE, TR_ENOMEM.  */
int tr_frame_write_vtp(const tr_frame *frame, const char *path, tr_error *err);

#ifdef __cplusplus
}
#endif
#endif

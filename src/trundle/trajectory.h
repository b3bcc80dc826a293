/* trajectory.h -- the states of a run in one self-describing HDF5 file.

   /            attributes: creator, format (1), model (text), units (text)
   /particles/  radius (m), mass (kg), inertia (kg m2): one value a grain
   /planes/     point (m), normal, velocity (m/s): one row a plane
   /frames/     time (s) [frame]; position (m), velocity (m/s), spin (rad/s)
                [frame][grain][3]; orientation (unit quaternion w x y z)
                [frame][grain][4]; each with an attribute "unit"

   The file is written to a temporary name beside its place and renamed when it
   is closed, so a file of that name is always whole.  */
#ifndef TRUNDLE_TRAJECTORY_H
#define TRUNDLE_TRAJECTORY_H

#include <trundle/integrators.h>
#ifdef __cplusplus
extern "C" {
#endif

typedef struct tr_trajectory tr_trajectory;

/* Begin a file for the grains of an engine; model is any text that describes
   the run.  NULL with TR_EFILE or TR_ENOMEM in *err (which may be NULL).  */
tr_trajectory *tr_trajectory_begin(const char *path, tr_engine *e, const char *model, tr_error *err);

/* Add the present state of the engine as one frame.  */
int tr_trajectory_add(tr_trajectory *t, tr_engine *e, tr_error *err);

/* Close the file and give it its name; *t becomes NULL in any case.  */
int tr_trajectory_finish(tr_trajectory **t, tr_error *err);

/* Throw the unfinished file away; *t becomes NULL.  */
void tr_trajectory_drop(tr_trajectory **t);

#ifdef __cplusplus
}
#endif
#endif

/* trundle.h -- everything that a program needs: models, engines, what there is to
   see of a run, files, closed forms.  See trundle(3).  The laws of contact are inline
   functions of plain numbers, each in a header of its own: normal.h, sliding.h,
   rolling.h, twisting.h, bonds.h.  */
#ifndef TRUNDLE_TRUNDLE_H
#define TRUNDLE_TRUNDLE_H

#include <trundle/status.h>
#include <trundle/vector.h>
#include <trundle/rotation.h>
#include <trundle/model.h>
#include <trundle/groups.h>
#include <trundle/packings.h>
#include <trundle/states.h>
#include <trundle/stl.h>
#include <trundle/flows.h>
#include <trundle/engine.h>
#include <trundle/records.h>
#include <trundle/trajectories.h>
#include <trundle/state.h>
#include <trundle/frames.h>
#include <trundle/identification.h>
#include <trundle/references.h>

#endif

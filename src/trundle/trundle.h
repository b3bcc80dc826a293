/* trundle.h -- everything that a program needs: models, engines, what there is to
   see of a run, files, the laws of contact, closed forms.  See trundle(3).  */
#ifndef TRUNDLE_TRUNDLE_H
#define TRUNDLE_TRUNDLE_H

#include <trundle/status.h>
#include <trundle/vector.h>
#include <trundle/rotation.h>
#include <trundle/powers.h>
#include <trundle/kinematics.h>
#include <trundle/laws.h>
#include <trundle/particles.h>
#include <trundle/values.h>
#include <trundle/fields.h>
#include <trundle/meshes.h>
#include <trundle/model.h>
#include <trundle/packings.h>
#include <trundle/files.h>
#include <trundle/contactdata.h>
#include <trundle/contacts.h>
#include <trundle/engine.h>
#include <trundle/observables.h>
#include <trundle/columns.h>
#include <trundle/trajectories.h>
#include <trundle/frames.h>
#include <trundle/identification.h>
#include <trundle/references.h>

#endif

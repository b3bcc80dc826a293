/* references-tcl.h -- closed forms and ODE solutions, in Tcl.

   trundle::reference NAME ?-option value ...?
     returns a dict.  Numbers in SI units; a vector is a list of three numbers; a
     moment that never comes is Inf.  NAME is one of
     slide (also rolling-start, incline)  a sphere slides until it rolls
     oblique-impact, soft-impact          rigid impact; through a soft contact
     stiffness, hertz                     of two bodies; elastic collision
     restitution, damping-rate            e and excess from xi; xi from e
     slip-limits                          slip at first, and throughout
     three-spheres                        to the middle of a polygon and back
     swing, roll-to-swing                 free; from rolling to the swing
     slope-regime, rolling-stop           a constant rolling moment
     swing-implied, epsd-swing            implied numbers
   trundle::reference names               the names
   trundle::reference options NAME        a dict: option -> dict of unit, help,
                                          default and choices, where it has them

   Errors set errorCode {TRUNDLE STATUS}; a misspelt option is refused with the
   list of right ones.  GSL's aborting handler is switched off for the process.
   May be used in a safe interpreter.  */
#ifndef TRUNDLE_REFERENCES_TCL_H
#define TRUNDLE_REFERENCES_TCL_H

#include <tcl.h>

int tr_references_tcl_init(Tcl_Interp *interp);

#endif

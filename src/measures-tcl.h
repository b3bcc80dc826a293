/* measures-tcl.h -- measures of packings and flows as a Tcl command:

     ::trundle::measure KIND FACTS    -> a list of numbers

   FACTS is a dict: position, radius, mass (bytes of doubles, as `trundle::frames numbers` gives them), and what the kind
   needs: box, point, normal, about, axis, gravity (lists), quantile, seconds, before (positions of the earlier frame),
   contacts and stress (bytes).  Angles are in rad.  */
#ifndef TRUNDLE_MEASURES_TCL_H
#define TRUNDLE_MEASURES_TCL_H

#include <tcl.h>

int tr_measures_tcl_init(Tcl_Interp *interp);

#endif

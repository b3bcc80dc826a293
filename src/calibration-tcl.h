/* calibration-tcl.h -- emulators and the density of unknowns as Tcl commands:

     ::trundle::design D COUNT            -> COUNT points of D numbers in [0, 1], one list
     ::trundle::calibrate D POINTS DATA OPTIONS
                                          -> a dict: draws (one list), acceptance, share, factors and, for each datum,
                                             left_out, standardised, mean, sd, emulator_sd and deterministic predictions
     ::trundle::principal D NUMBERS       -> a dict: mean, correlation, values and vectors of the covariance, ascending

   DATA is a list of dicts: values (one per point), noise (variance of each), value and uncertainty (both empty for a
   quantity that was not measured), kind (a whole number).  OPTIONS: draws, seed, factors (0 or 1), level.  */
#ifndef TRUNDLE_CALIBRATION_TCL_H
#define TRUNDLE_CALIBRATION_TCL_H

#include <tcl.h>

int tr_calibration_tcl_init(Tcl_Interp *interp);

#endif

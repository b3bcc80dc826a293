/* identification-tcl.h -- rolling stiffness and damping from a swing, in Tcl.

   trundle::identify -time LIST -angle LIST -inertia I ?option value ...?
     -time          s, increasing
     -angle         rad; or -displacement in m, then -radius is needed
     -inertia       I_g about the line of contact, kg m^2; or -mass (kg),
                    -radius (m) and -shape: sphere, cylinder, hoop, shell
     -level         of the intervals, default 0.95
     -bootstrap     number of resampled curves, default 0
     -seed          of the bootstrap, default 1
   returns a dict.  For each NAME of
     k_r (N m/rad) c_r (N m s/rad) omega omega_damped (rad/s) xi (no unit)
     decay (1/s) amplitude phase offset (rad)
   it has NAME, NAME_error (standard error), NAME_low, NAME_high (interval from
   the covariance) and, with -bootstrap, NAME_boot_low, NAME_boot_high.  Besides:
     period (s), start (s: time of the first sample, to which amplitude and
     phase belong), inertia, samples, dof, chi2 (rad^2), residual (rad: standard
     deviation about the curve), iterations, level, quantile (of Student's t),
     resampled (curves of the bootstrap that could be fitted), fitted and
     residuals (lists, rad, one value a sample).

   trundle::swing_table TEXT ?-name NAME? ?-columns {1 2}?
   reads two columns of a table from a string (the caller reads the file) and
   returns the dict {time LIST value LIST}; a fault is reported with NAME and line.
   Without -columns they are the first two, behind an index without a name.

   Errors set errorCode {TRUNDLE STATUS}.  GSL's aborting handler is switched off
   for the process.  Both commands may be used in a safe interpreter.  */
#ifndef TRUNDLE_IDENTIFICATION_TCL_H
#define TRUNDLE_IDENTIFICATION_TCL_H

#include <tcl.h>

int tr_identification_tcl_init(Tcl_Interp *interp);

#endif

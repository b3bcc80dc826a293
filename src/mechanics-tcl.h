/* mechanics-tcl.h -- functions of the mechanics from Tcl  */
#ifndef TRUNDLE_MECHANICS_TCL_H
#define TRUNDLE_MECHANICS_TCL_H

#include <tcl.h>

/* Adds the command ::trundle::mechanics FUNCTION ARGUMENT ...  */
int tr_mechanics_tcl_init(Tcl_Interp *interp);

#endif

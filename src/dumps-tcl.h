/* dumps-tcl.h -- dumps of other codes, from Tcl  */
#ifndef TRUNDLE_DUMPS_TCL_H
#define TRUNDLE_DUMPS_TCL_H

#include <tcl.h>
#include <trundle/dumps.h>

/* The dumps of a list PATH RANKS PATH RANKS ..., see dumps.h, with their frames found.  NULL: the interpreter has the message.  */
tr_dumps *dumps_from_list(Tcl_Interp *interp, size_t spheres, Tcl_Obj *list);

/* Adds the command ::trundle::dumps SPHERES LIST -> dict of steps (of the complete frames), incomplete (how many other steps
   there are), missing (files of ranks that are not there).  */
int tr_dumps_tcl_init(Tcl_Interp *interp);

#endif

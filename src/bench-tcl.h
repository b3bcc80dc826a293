/* bench-tcl.h -- short measurements for `trundle bench`, from Tcl.  */
#ifndef TRUNDLE_BENCH_TCL_H
#define TRUNDLE_BENCH_TCL_H
#include <tcl.h>

/* Adds trundle::time; TCL_OK or TCL_ERROR.  */
int tr_bench_tcl_init(Tcl_Interp *interp);

#endif

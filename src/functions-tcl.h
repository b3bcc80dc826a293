/* functions-tcl.h -- functions for `expr` with the same bits on every machine.

   ::trundle::fixed::tcl::mathfunc has acos, asin, atan, atan2, cos, exp, hypot, log, pow, sin and tan: in a
   namespace that has ::trundle::fixed on its path, `expr` takes them before Tcl's own, which are those of the C
   library.  (`**` is no function: it stays the C library's.)  May be used in a safe interpreter.  */
#ifndef TRUNDLE_FUNCTIONS_TCL_H
#define TRUNDLE_FUNCTIONS_TCL_H

#include <tcl.h>

int tr_functions_tcl_init(Tcl_Interp *interp);

#endif

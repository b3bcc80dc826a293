/* cage-tcl.h -- a process that gives up what it does not need  */
#ifndef TRUNDLE_CAGE_TCL_H
#define TRUNDLE_CAGE_TCL_H

#include <tcl.h>

/* Adds the command ::trundle::cage SECONDS MEGABYTES: from then on this process ends after
   so many seconds on the clock, has no more address space than it has now and so many MB,
   and opens no file, makes no process and reaches no network; there is no way back.
   What was open stays open.  The result is a list of what the system enforces, of time, memory,
   processes, calls.

   And ::trundle::follow: from then on this process ends by SIGTERM when its parent has ended, in
   whatever way; at once, when nobody reads its standard output any more.  The result is
   whether the system knows that.  */
int tr_cage_tcl_init(Tcl_Interp *interp);

#endif

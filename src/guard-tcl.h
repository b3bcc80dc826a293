/* guard-tcl.h -- what a process does when a signal asks for its end  */
#ifndef TRUNDLE_GUARD_TCL_H
#define TRUNDLE_GUARD_TCL_H

#include <tcl.h>

/* Adds the command ::trundle::guard with the subcommands

   on          from now on a signal that asks for an end sends SIGTERM to all children and raises the error
               {TRUNDLE SIGNAL N} in the script that runs, once, so that it unwinds and cleans up.  What has not
               ended after some seconds (a long computation, where nothing can be lost, after half a second), or
               when the signal comes again, is ended without asking, children and litter with it.
   asked       the number of the signal, or 0
   hold, release      between them no error is raised: it waits for the end of the last hold
   keep PATH, drop PATH, litter      what must not stay behind when this process is ended

   and lets a file that grows beyond the limit of the system (ulimit -f) be an error of the write, and not the end.  */
int tr_guard_tcl_init(Tcl_Interp *interp);

/* From now on a signal that asks for an end is only noted; a second one ends the process at once.  */
void tr_guard_watch(void);
int tr_guard_asked(void);

#endif

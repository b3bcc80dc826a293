/* test-disk.h -- pretend a full disk: no file may be written beyond a limit.  */
#ifndef TRUNDLE_TEST_DISK_H
#define TRUNDLE_TEST_DISK_H

#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>

/* A process that writes beyond its limit gets a signal, which would end it; it is
   ignored, and the call fails as on a full disk.  The output of the test may go to a
   file itself: it is written out before, and an error of it forgotten.  */
static inline void
limit_files(rlim_t bytes)
{
  struct rlimit limit;
  (void)signal(SIGXFSZ, SIG_IGN);
  (void)getrlimit(RLIMIT_FSIZE, &limit);
  limit.rlim_cur = bytes < limit.rlim_max ? bytes : limit.rlim_max;
  (void)fflush(stdout);
  (void)setrlimit(RLIMIT_FSIZE, &limit);
  clearerr(stdout);
}

#endif

/* cage-tcl.c -- see cage-tcl.h.  The limits are the system's: no fault of an interpreter
   inside and no loop in a library passes them.  What a system does not know is left out and
   not in the list.  */
#include <errno.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>
#ifdef __linux__
#include <stddef.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

#include "cage-tcl.h"
#include "values-tcl.h"

/* A sanitizer and valgrind need address space, files and calls of their own.  */
static int
is_watched(void)
{
#ifdef __SANITIZE_ADDRESS__
  return 1;
#else
  const char *load = getenv("LD_PRELOAD");
  return load && (strstr(load, "valgrind") || strstr(load, "libasan") || strstr(load, "libubsan"));
#endif
}

static int
limit(int what, rlim_t most)
{
  struct rlimit now;
  if (getrlimit(what, &now) != 0)
    return 0;
  if (now.rlim_max != RLIM_INFINITY && now.rlim_max < most)
    most = now.rlim_max;
  return setrlimit(what, &(struct rlimit){most, most}) == 0;
}

/* The clock ends a process that waits, the processor's time one that blocks the signal.  */
static int
limit_time(double seconds)
{
  const double whole = floor(seconds);
  const struct itimerval end = {.it_value = {(time_t)whole, (suseconds_t)(1e6*(seconds - whole)) + 1}};
  return signal(SIGALRM, SIG_DFL) != SIG_ERR && setitimer(ITIMER_REAL, &end, NULL) == 0
    && limit(RLIMIT_CPU, (rlim_t)whole + 2);
}

/* Address space that is there already does not count.  */
static int
limit_memory(double megabytes)
{
  double pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (file) {
    (void)!fscanf(file, "%lf", &pages);
    (void)fclose(file);
  }
  return limit(RLIMIT_AS, (rlim_t)(pages*(double)sysconf(_SC_PAGESIZE) + megabytes*1e6));
}

#if defined __linux__ && (defined __x86_64__ || defined __aarch64__)
/* The calls that an interpreter needs which computes and writes to what is open.  All others
   fail, as if the user had no right to them.  */
static int
limit_calls(void)
{
#ifdef __x86_64__
  const unsigned ours = AUDIT_ARCH_X86_64;
#else
  const unsigned ours = AUDIT_ARCH_AARCH64;
#endif
  static const unsigned allowed[] = {
    SYS_read, SYS_write, SYS_writev, SYS_close, SYS_lseek, SYS_brk, SYS_mmap, SYS_munmap, SYS_mremap, SYS_mprotect,
    SYS_madvise, SYS_futex, SYS_clock_gettime, SYS_gettimeofday, SYS_getpid, SYS_getrandom, SYS_rt_sigreturn,
    SYS_restart_syscall, SYS_sched_yield, SYS_exit, SYS_exit_group};
  enum { CALLS = sizeof allowed/sizeof *allowed, HEAD = 4 };
  struct sock_filter step[HEAD + CALLS + 2] = {
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ours, 1, 0),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL),
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))};
  for (unsigned char k = 0; k < CALLS; k++)
    step[HEAD + k] = (struct sock_filter)
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, allowed[k], (unsigned char)(CALLS - k), 0);
  step[HEAD + CALLS] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES);
  step[HEAD + CALLS + 1] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  const struct sock_fprog program = {HEAD + CALLS + 2, step};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}
#else
static int
limit_calls(void)
{
  return 0;
}
#endif

static int
cage_command(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
  double seconds, megabytes;
  (void)data;
  if (objc != 3) {
    Tcl_WrongNumArgs(interp, 1, objv, "SECONDS MEGABYTES");
    return TCL_ERROR;
  }
  if (Tcl_GetDoubleFromObj(interp, objv[1], &seconds) != TCL_OK
      || Tcl_GetDoubleFromObj(interp, objv[2], &megabytes) != TCL_OK)
    return TCL_ERROR;
  if (!(seconds > 0 && seconds < 1e9))
    return fail_value(interp, "cage", "the time", objv[1], "a positive number of seconds below 1e9");
  if (!(megabytes > 0 && megabytes < 1e9))
    return fail_value(interp, "cage", "the memory", objv[2], "a positive number of MB below 1e9");
  Tcl_Obj *enforced = Tcl_NewObj();
#ifdef __linux__
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  (void)limit(RLIMIT_CORE, 0);
  const struct { const char *what; int done; } limits[] = {
    {"time", limit_time(is_watched() ? 20*seconds : seconds)},
    {"memory", !is_watched() && limit_memory(megabytes)},
    {"processes", !is_watched() && limit(RLIMIT_NPROC, 0) && limit(RLIMIT_FSIZE, 0)},
    {"calls", !is_watched() && limit_calls()}};
  for (size_t k = 0; k < sizeof limits/sizeof *limits; k++)
    if (limits[k].done)
      (void)Tcl_ListObjAppendElement(NULL, enforced, Tcl_NewStringObj(limits[k].what, -1));
  Tcl_SetObjResult(interp, enforced);
  return TCL_OK;
}

/* Nobody reads what this process would say to its standard output.  */
static int
is_unheard(void)
{
  struct pollfd out = {.fd = STDOUT_FILENO};
  return poll(&out, 1, 0) > 0 && (out.revents & POLLERR);
}

static int
follow_command(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
  int known = 0;
  (void)data;
  if (objc != 1) {
    Tcl_WrongNumArgs(interp, 1, objv, NULL);
    return TCL_ERROR;
  }
#ifdef __linux__
  known = prctl(PR_SET_PDEATHSIG, SIGTERM) == 0;
#endif
  /* The parent may have ended before.  */
  if (is_unheard())
    (void)raise(SIGTERM);
  Tcl_SetObjResult(interp, Tcl_NewBooleanObj(known));
  return TCL_OK;
}

int
tr_cage_tcl_init(Tcl_Interp *interp)
{
  return Tcl_CreateObjCommand(interp, "::trundle::cage", cage_command, NULL, NULL)
    && Tcl_CreateObjCommand(interp, "::trundle::follow", follow_command, NULL, NULL) ? TCL_OK : TCL_ERROR;
}

/* tclUnixPort.h -- in the place of Tcl's header of this name: what a system without processes, users and
   sockets has.  Only for the interpreter in the browser (mk/live.am).  */
#ifndef _TCLUNIXPORT
#define _TCLUNIXPORT
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <float.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#include <utime.h>
typedef struct dirent Tcl_DirEntry;
typedef DIR TclDIR;
typedef off_t Tcl_SeekOffset;
#define TclOSreaddir readdir
#define TclOSopendir opendir
#define TclOSrewinddir rewinddir
#define TclOSclosedir closedir
#define TclOSseek lseek
#define TclOSopen open
#define TclOSstat(name, buf) stat(name, (struct stat *)buf)
#define TclOSlstat(name, buf) lstat(name, (struct stat *)buf)
#define MAXPATHLEN 1024
#define WNOHANG 1
#define TCL_PLATFORM_TRANSLATION TCL_TRANSLATE_LF
#define TclpSysAlloc(size, isBin) malloc((size_t)(size))
#define TclpSysFree(ptr) free(ptr)
#define TclpSysRealloc(ptr, size) realloc(ptr, (size_t)(size))
#define TclpExit exit
extern char **environ;
#endif

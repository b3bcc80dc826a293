/* bench-tcl.c -- short measurements for `trundle bench`, from Tcl.

   trundle::time rotation GRAINS ROUNDS -> dict of names and seconds: the time
   of one update of every one of so many grains, the best of the rounds.  */
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <tcl.h>
#include <trundle/rotation.h>

#include "bench-tcl.h"

/* What a row of grains needs for one update of its rotations.  */
typedef struct {
  int count;
  tr_vec3 *spin, *alpha;
  tr_quat *attitude;
} spinners;

static const double step = 1e-5;      /* s */

static void
turn_quaternions(spinners *s)
{
  for (int i = 0; i < s->count; i++)
    s->attitude[i] = tr_quat_turn(s->attitude[i], s->alpha[i]);
}

static void
spin_to_increment(spinners *s)
{
  for (int i = 0; i < s->count; i++)
    s->alpha[i] = tr_rotation_increment(s->spin[i], step);
}

static void
spin_to_increment_printed(spinners *s)
{
  for (int i = 0; i < s->count; i++)
    s->alpha[i] = tr_rotation_increment_printed(s->spin[i], step);
}

/* A whole update, from the spin to the new attitude.  */
static void
update(spinners *s)
{
  for (int i = 0; i < s->count; i++)
    s->attitude[i] = tr_quat_turn(s->attitude[i], tr_rotation_increment(s->spin[i], step));
}

static const struct {
  const char *name;
  void (*work)(spinners *);
} method[] = {
  {"increment_exact", spin_to_increment},
  {"increment_printed", spin_to_increment_printed},
  {"quaternion_turn", turn_quaternions},
  {"update", update},
};
enum { METHODS = sizeof method/sizeof *method };

static double
seconds_of(void (*work)(spinners *), spinners *s)
{
  struct timespec from, to;
  (void)clock_gettime(CLOCK_MONOTONIC, &from);
  work(s);
  (void)clock_gettime(CLOCK_MONOTONIC, &to);
  return (double)(to.tv_sec - from.tv_sec) + 1e-9*(double)(to.tv_nsec - from.tv_nsec);
}

/* Spins of different size and direction, up to some hundred rad/s.  */
static void
start(spinners *s)
{
  for (int i = 0; i < s->count; i++) {
    s->spin[i] = tr_vec(0.37*(i % 613) - 110, 0.41*(i % 389) - 80, 0.29*(i % 997) - 140);
    s->alpha[i] = tr_rotation_increment(s->spin[i], step);
    s->attitude[i] = (tr_quat){1, 0, 0, 0};
  }
}

static Tcl_Obj *
times_of(spinners *s, int rounds)
{
  Tcl_Obj *dict = Tcl_NewDictObj();
  double best[METHODS];
  start(s);
  for (int round = 0; round < rounds; round++)
    for (int k = 0; k < METHODS; k++) {
      const double seconds = seconds_of(method[k].work, s);
      best[k] = round == 0 || seconds < best[k] ? seconds : best[k];
    }
  for (int k = 0; k < METHODS; k++)
    (void)Tcl_DictObjPut(NULL, dict, Tcl_NewStringObj(method[k].name, -1), Tcl_NewDoubleObj(best[k]));
  return dict;
}

static int
time_command(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
  int count, rounds;
  (void)data;
  if (objc != 4 || strcmp(Tcl_GetString(objv[1]), "rotation") != 0
      || Tcl_GetIntFromObj(NULL, objv[2], &count) != TCL_OK || count < 1 || count > 100000000
      || Tcl_GetIntFromObj(NULL, objv[3], &rounds) != TCL_OK || rounds < 1) {
    Tcl_SetErrorCode(interp, "TRUNDLE", "EINVAL", NULL);
    Tcl_SetObjResult(interp, Tcl_NewStringObj("time: expected rotation GRAINS ROUNDS, two integers > 0", -1));
    return TCL_ERROR;
  }
  const size_t n = (size_t)count;
  spinners s = {count, malloc(n*sizeof *s.spin), malloc(n*sizeof *s.alpha), malloc(n*sizeof *s.attitude)};
  const int enough = s.spin && s.alpha && s.attitude;
  if (enough) {
    Tcl_SetObjResult(interp, times_of(&s, rounds));
  } else {
    Tcl_SetErrorCode(interp, "TRUNDLE", "ENOMEM", NULL);
    Tcl_SetObjResult(interp, Tcl_NewStringObj("time: no memory for so many grains", -1));
  }
  free(s.spin);
  free(s.alpha);
  free(s.attitude);
  return enough ? TCL_OK : TCL_ERROR;
}

int
tr_bench_tcl_init(Tcl_Interp *interp)
{
  return Tcl_CreateObjCommand(interp, "::trundle::time", time_command, NULL, NULL) ? TCL_OK : TCL_ERROR;
}

/* bench-tcl.c -- short measurements for `trundle bench`, from Tcl.

   trundle::time rotation PARTICLES ROUNDS -> dict of names and seconds: the time
   of one update of every one of so many particles, the best of the rounds.
   trundle::time search PARTICLES ROUNDS -> the same for finding all pairs of a dense
   heap that are near, by the ways of chapter `search` and by asking every pair.
   trundle::time cpu -> seconds that the processors have worked for this process.

   Times are those of the processor, so that others who use it count little.  */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <tcl.h>
#include <trundle/rotation.h>
#include <trundle/search.h>

#include "bench-tcl.h"
#include "values-tcl.h"

/* What a row of particles needs for one update of its rotations.  */
typedef struct {
  int count;
  tr_vec3 *spin, *alpha;
  tr_quat *orientation;
} spinners;

static const double step = 1e-5;      /* s */

static void
turn_quaternions(spinners *s)
{
  for (int i = 0; i < s->count; i++)
    s->orientation[i] = tr_quat_advance(s->orientation[i], s->alpha[i]);
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

/* A whole update, from the spin to the new orientation.  */
static void
update(spinners *s)
{
  for (int i = 0; i < s->count; i++)
    s->orientation[i] = tr_quat_advance(s->orientation[i], tr_rotation_increment(s->spin[i], step));
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
seconds_now(void)
{
  struct timespec t;
  (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9*(double)t.tv_nsec;
}

static double
seconds_of(void (*work)(spinners *), spinners *s)
{
  const double from = seconds_now();
  work(s);
  return seconds_now() - from;
}

/* Spins of different size and direction, up to some hundred rad/s.  */
static void
start(spinners *s)
{
  for (int i = 0; i < s->count; i++) {
    s->spin[i] = tr_vec(0.37*(i % 613) - 110, 0.41*(i % 389) - 80, 0.29*(i % 997) - 140);
    s->alpha[i] = tr_rotation_increment(s->spin[i], step);
    s->orientation[i] = (tr_quat){1, 0, 0, 0};
  }
}

static Tcl_Obj *
times_of(spinners *s, int rounds)
{
  Tcl_Obj *dict = Tcl_NewDictObj();
  double best[METHODS];
  for (int k = 0; k < METHODS; k++)
    best[k] = INFINITY;
  start(s);
  for (int round = 0; round < rounds; round++)
    for (int k = 0; k < METHODS; k++)
      best[k] = fmin(best[k], seconds_of(method[k].work, s));
  for (int k = 0; k < METHODS; k++)
    (void)Tcl_DictObjPut(NULL, dict, Tcl_NewStringObj(method[k].name, -1), Tcl_NewDoubleObj(best[k]));
  return dict;
}

/* ---- neighbours ---------------------------------------------------------- */

/* Particles of radius 1 in a heap, shaken and in no order, as rows of a place and a
   radius; and what the searches need.  */
typedef struct {
  int count;
  double *row, *sorted, *radius;
  tr_vec3 *x;
  int *order;
  size_t *first, pairs;         /* pairs found by the last search */
  tr_grid *grid;
} heap;

enum { ROW = 4, MOST_ASKED = 20000 };
static const double near = 0.1;

static double
drawn(unsigned long long *state)
{
  *state = *state*6364136223846793005ULL + 1442695040888963407ULL;
  return (double)(*state >> 11)/9007199254740992.0;
}

static void
fill_heap(heap *h)
{
  unsigned long long state = 1;
  int side = 1;
  while (side*side*side < h->count)
    side++;
  for (int k = 0; k < h->count; k++)
    h->order[k] = k;
  for (int k = h->count - 1; k > 0; k--) {
    const int other = (int)(drawn(&state)*(k + 1)), kept = h->order[k];
    h->order[k] = h->order[other];
    h->order[other] = kept;
  }
  for (int k = 0; k < h->count; k++) {
    const int at = h->order[k], place[3] = {at/(side*side), at/side%side, at%side};
    for (int m = 0; m < 3; m++)
      h->row[ROW*k + m] = 1.92*place[m] + 0.2*(drawn(&state) - 0.5);
    h->row[ROW*k + 3] = h->radius[k] = 1;
    h->x[k] = tr_vec(h->row[ROW*k], h->row[ROW*k + 1], h->row[ROW*k + 2]);
  }
}

static int
pairs_of(heap *h, const double *row)
{
  const int *partner;
  const int status = tr_grid_pairs(h->grid, row, ROW, 3, (size_t)h->count, near, 1, h->first, &partner);
  h->pairs = h->first[h->count];
  return status;
}

/* What the engine does: rows are sorted and moved, then their pairs are found.  */
static int
by_sorted_rows(heap *h)
{
  const int status = tr_grid_sort(h->grid, h->row, ROW, 3, (size_t)h->count, near, 1, h->order);
  for (int k = 0; k < h->count; k++)
    memcpy(h->sorted + ROW*k, h->row + ROW*h->order[k], ROW*sizeof *h->row);
  return status ? status : pairs_of(h, h->sorted);
}

static int
by_rows_as_they_are(heap *h)
{
  return pairs_of(h, h->row);
}

static int
by_cubes(heap *h)
{
  tr_found found = {0};
  const int status = tr_search_cubes(h->x, h->radius, (size_t)h->count, near, 0, &found);
  h->pairs = found.count;
  tr_found_clear(&found);
  return status;
}

static int
by_every_pair(heap *h)
{
  h->pairs = 0;
  for (int i = 0; i < h->count; i++)
    for (int j = i + 1; j < h->count; j++) {
      const double reach = h->radius[i] + h->radius[j] + near;
      h->pairs += tr_norm2(tr_sub(h->x[i], h->x[j])) < reach*reach;
    }
  return TR_SUCCESS;
}

static const struct {
  const char *name;
  int (*work)(heap *);
  int most;                     /* particles; more would take too long */
} way[] = {
  {"grid_of_sorted_rows", by_sorted_rows, 100000000},
  {"grid_of_rows_as_they_are", by_rows_as_they_are, 100000000},
  {"cubes", by_cubes, 100000000},
  {"every_pair", by_every_pair, MOST_ASKED},
};
enum { WAYS = sizeof way/sizeof *way };

/* A search of less than a millisecond is done again, since a clock need not move meanwhile.  */
static double
seconds_of_search(int (*work)(heap *), heap *h, int *status)
{
  const double from = seconds_now();
  double passed = 0;
  int times = 0;
  for (; passed < 1e-3 && !*status; passed = seconds_now() - from, times++)
    *status = work(h);
  return passed/times;
}

/* The answers are compared, too: two ways that find another number of pairs are
   no measurement.  */
static int
time_searches(heap *h, int rounds, Tcl_Obj *dict)
{
  size_t pairs = 0;
  int status = TR_SUCCESS;
  fill_heap(h);
  for (int k = 0; k < WAYS && !status; k++) {
    double best = INFINITY;
    if (h->count > way[k].most)
      continue;
    for (int round = 0; round < rounds && !status; round++)
      best = fmin(best, seconds_of_search(way[k].work, h, &status));
    if (!status && k > 0 && h->pairs != pairs)
      status = TR_EINVAL;
    pairs = h->pairs;
    (void)Tcl_DictObjPut(NULL, dict, Tcl_NewStringObj(way[k].name, -1), Tcl_NewDoubleObj(best));
  }
  (void)Tcl_DictObjPut(NULL, dict, Tcl_NewStringObj("pairs", -1), Tcl_NewWideIntObj((Tcl_WideInt)pairs));
  return status;
}

static int
measure_searches(Tcl_Interp *interp, int count, int rounds)
{
  const size_t n = (size_t)count;
  heap h = {.count = count, .row = malloc(ROW*n*sizeof *h.row), .sorted = malloc(ROW*n*sizeof *h.sorted),
            .radius = malloc(n*sizeof *h.radius), .x = malloc(n*sizeof *h.x), .order = malloc(n*sizeof *h.order),
            .first = malloc((n + 1)*sizeof *h.first), .grid = tr_grid_alloc()};
  int status = h.row && h.sorted && h.radius && h.x && h.order && h.first && h.grid ? TR_SUCCESS : TR_ENOMEM;
  Tcl_Obj *dict = Tcl_NewDictObj();
  Tcl_IncrRefCount(dict);
  if (!status)
    status = time_searches(&h, rounds, dict);
  free(h.row);
  free(h.sorted);
  free(h.radius);
  free(h.x);
  free(h.order);
  free(h.first);
  tr_grid_free(h.grid);
  if (!status)
    Tcl_SetObjResult(interp, dict);
  else
    (void)fail_text(interp, status, status == TR_ENOMEM ? "time: out of memory: the particles"
                    : "time: two searches found another number of pairs");
  Tcl_DecrRefCount(dict);
  return status ? TCL_ERROR : TCL_OK;
}

/* ---- the command ---------------------------------------------------------- */

static int
time_command(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
  int count, rounds;
  (void)data;
  if (objc == 2 && strcmp(Tcl_GetString(objv[1]), "cpu") == 0) {
    Tcl_SetObjResult(interp, Tcl_NewDoubleObj(seconds_now()));
    return TCL_OK;
  }
  const char *const what = objc == 4 ? Tcl_GetString(objv[1]) : "";
  const int searches = strcmp(what, "search") == 0;
  if ((!searches && strcmp(what, "rotation") != 0)
      || Tcl_GetIntFromObj(NULL, objv[2], &count) != TCL_OK || count < 1 || count > 100000000
      || Tcl_GetIntFromObj(NULL, objv[3], &rounds) != TCL_OK || rounds < 1)
    return fail_text(interp, TR_EINVAL, "time: expected cpu, or rotation or search with PARTICLES ROUNDS, two integers > 0");
  if (searches)
    return measure_searches(interp, count, rounds);
  const size_t n = (size_t)count;
  spinners s = {count, malloc(n*sizeof *s.spin), malloc(n*sizeof *s.alpha), malloc(n*sizeof *s.orientation)};
  const int enough = s.spin && s.alpha && s.orientation;
  if (enough)
    Tcl_SetObjResult(interp, times_of(&s, rounds));
  else
    (void)fail_text(interp, TR_ENOMEM, "time: out of memory: the particles");
  free(s.spin);
  free(s.alpha);
  free(s.orientation);
  return enough ? TCL_OK : TCL_ERROR;
}

int
tr_bench_tcl_init(Tcl_Interp *interp)
{
  return Tcl_CreateObjCommand(interp, "::trundle::time", time_command, NULL, NULL) ? TCL_OK : TCL_ERROR;
}

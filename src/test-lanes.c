/* test-lanes.c -- what lanes, seams and domains might forget, seen from outside:
   forces that are over, sums that only the scheme reads, and a bed that has
   everything at once.  */
#include "tap.h"
#include "test-model.h"
#include <trundle/threads.h>

static const char *const path[] = {"plain", "baseline", "v3", "v4"};
enum { PATHS = 4 };

/* ------------------------------------------------------------ a force that is over */

/* A block of particles that all touch, a little, and fly apart: the velocity grows
   with the place, so every pair parts at the same rate, the pairs on the seam
   between two domains too.  Without damping, friction and gravity.  */
static tr_model *
bursting_block(void)
{
  tr_model *model = tr_model_alloc();
  tr_error err;
  const int m = test_material(model, "m", 1e7, 0.23, 1900);
  tr_pair pair = tr_pair_default();
  pair.mu_s = 0.3; pair.mu_d = 0.2;
  must(tr_model_set_pair(model, m, m, &pair, &err), &err);
  for (int k = 0; k < 8*9*18; k++) {
    const tr_vec3 x = tr_vec(0.00999*(k % 8), 0.00999*(k/8 % 9), 0.00999*(k/72));
    test_particle(model, m, 0.005, x, tr_scale(170, x), tr_vec(0, 0, 0));
  }
  return model;
}

static tr_scheme
burst_scheme(int verlet)
{
  tr_scheme s = tr_scheme_default();
  s.dt = 1e-6;
  s.skin = 0.005;
  s.method = verlet ? TR_METHOD_VERLET : TR_METHOD_TRAPEZOID;
  s.evaluations = verlet ? 0 : 2;
  return s;
}

/* The largest force and torque that a look sees.  */
static double
largest_load(tr_engine *e)
{
  tr_snapshot look;
  double most = 0;
  must(tr_engine_snapshot(e, &look), &(tr_error){.text = "no look"});
  for (size_t i = 0; i < tr_engine_count(e); i++)
    most = tap_larger(most, tr_norm(look.force[i]) + tr_norm(look.torque[i]));
  return most;
}

static size_t
interdomain_slots(tr_engine *e)
{
  tr_snapshot look;
  must(tr_engine_snapshot(e, &look), &(tr_error){.text = "no look"});
  const tr_list *l = look.sweep->list;
  return l->interdomain[l->rows] - l->begin[l->domains];
}

/* 1e-5 m of overlap at a rate of 1.7 m/s are over after 6 us, and nobody comes
   near again.  From then on no force is left: velocities keep their bits.  All
   of it happens on one list, so no chunk is made anew.  */
static void
nothing_pulls_behind(const char *way, int verlet)
{
  const tr_scheme s = burst_scheme(verlet);
  if (tr_sweep_find_path(way) < 0)
    return;
  tr_model *model = bursting_block();
  tr_engine *e = test_engine_on(way, model, &s);
  const size_t interdomain = interdomain_slots(e), n = tr_engine_count(e);
  tr_vec3 *before = malloc(n*sizeof *before);
  test_run(e, 2*s.dt);
  const size_t touched = tr_engine_counts(e).touching;
  test_run(e, 12*s.dt);
  memcpy(before, tr_engine_particles(e)->velocity, n*sizeof *before);
  test_run(e, 24*s.dt);
  const tr_counts c = tr_engine_counts(e);
  tap_ok(touched > 3*n/2 && c.touching == 0 && c.lists == 1 && c.domains > 1 && interdomain > 100,
         "%s: %zu contacts are over, on one list with %zu slots on its seam", way, touched, interdomain);
  tap_ok(memcmp(before, tr_engine_particles(e)->velocity, n*sizeof *before) == 0,
         "%s, %s: no force is left behind, velocities keep their bits", way,
         verlet ? "Verlet" : "two evaluations");
  tap_ok(!(largest_load(e) > 0), "%s: and a look sees none", way);
  free(before);
  tr_engine_free(e);
  tr_model_free(model);
}

TAP_TEST(no_force_behind, "a force that is over leaves nothing behind, on any path", "same bits")
{
  for (int k = 0; k < 2*PATHS; k++)
    nothing_pulls_behind(path[k/2], k % 2);
}

/* ------------------------------------------------------------ sizes of forces */

/* The iteration of an implicit step is over when its changes are small beside the
   sizes of the forces.  So the sum of the lengths of all contact forces of a
   particle must be there: here it is made again, slot by slot.  The sums have
   another order, and a particle has at most a few hundred contacts.  */
static void
add_sizes(const tr_snapshot *look, size_t n, double *size)
{
  for (int walls = 0; walls < 2; walls++) {
    const tr_slots *slots = walls ? &look->sweep->list->walls : &look->sweep->list->pairs;
    for (size_t at = 0; at < slots->count; at++) {
      tr_kinematics m;
      if (slots->j[at] < 0 || (!walls && (size_t)slots->j[at] >= n))
        continue;
      const tr_contact c = tr_sweep_contact(look->sweep, at, walls, &m);
      const double f = c.overlap > 0 ? tr_norm(c.force) : 0;
      size[slots->i[at]] += f;
      if (!walls)
        size[slots->j[at]] += f;
    }
  }
}

static void
add_bonds(tr_model *model)
{
  tr_error err;
  test_option(model, "bond", "yes");
  for (int a = 0; a < 2; a++)
    for (int b = 0; b <= a; b++) {
      tr_pair pair = *tr_model_pair(model, a, b);
      pair.k_nb = 2e5;
      pair.bond_power = 1.3;
      pair.bond_threshold = 0.002;
      pair.k_rb = 3e6;
      must(tr_model_set_pair(model, a, b, &pair, &err), &err);
    }
}

static tr_engine *
bed_that_runs(const char *way, int bonds, tr_model *model)
{
  tr_scheme scheme = tr_scheme_default();
  scheme.dt = 1.1e-5;
  scheme.method = TR_METHOD_TRAPEZOID;
  test_bed(model, 12);
  if (bonds)
    add_bonds(model);
  test_option(model, "transport", "project");
  tr_engine *e = test_engine_on(way, model, &scheme);
  test_run(e, 3*scheme.dt);
  return e;
}

/* A sweep with the lines of a first iterate, for its sums.  */
static void
sweep_for_sizes(tr_sweep *s, size_t n)
{
  tr_energy_sums a;
  s->energies = 1;
  s->finish = (tr_finish){.what = TR_FINISH_FIRST, .spins = 1, .measures = 1, .h = 1e-5,
                          .phi = 0.5};
  s->finish.to = tr_aligned((n + TR_MOST_DOMAINS)*sizeof *s->finish.to);
  s->finish.start = tr_aligned((n + TR_MOST_DOMAINS)*sizeof *s->finish.start);
  tr_sweep_run(s, 2, &a);
}

static void
forces_have_sizes(const char *way, int bonds)
{
  if (tr_sweep_find_path(way) < 0)
    return;
  tr_model *model = tr_model_alloc();
  tr_engine *e = bed_that_runs(way, bonds, model);
  const size_t n = tr_engine_count(e);
  double *size = calloc(n, sizeof *size), worst = 0, most = 0;
  tr_snapshot look;
  must(tr_engine_snapshot(e, &look), &(tr_error){.text = "no look"});
  tr_sweep s = *look.sweep;
  sweep_for_sizes(&s, n);
  add_sizes(&look, n, size);
  for (size_t i = 0; i < n; i++) {
    worst = tap_larger(worst, fabs(s.finish.start[i].size - size[i]));
    most = tap_larger(most, size[i]);
  }
  tap_ok(s.list->domains > 1 && most > 0,
         "%s: %d domains, forces of %.3g N at one particle", way, s.list->domains, most);
  tap_below(worst/most, 1e-12, "%s: sizes of forces add up", way);
  free(size);
  free(s.finish.to);
  free(s.finish.start);
  tr_engine_free(e);
  tr_model_free(model);
}

TAP_TEST(sizes, "the sizes of the forces at each particle are added up",
         "roundings of a few hundred contacts")
{
  for (int k = 0; k < 2*PATHS; k++)
    forces_have_sizes(path[k/2], k % 2);
}

/* ------------------------------------------------------------ a sheet that jumps */

static int
touches_mesh(const tr_list *l, size_t at)
{
  return l->groups.nearest[tr_place(at, TR_NEAREST_COLUMNS, TR_NEAREST_IN_CONTACT)] > 0;
}

/* Twenty particles in a row, and a triangle that comes 8 mm nearer in each step: first
   it touches all of them from below by 1 mm, then from above.  Slots and distances
   are the same, but a normal that has turned round is the name of another contact:
   no history goes on, and twenty contacts begin twice.  */
static tr_model *
row_over_a_sheet(double dt)
{
  static const tr_vec3 corner[] = {{-1, -1, 0}, {1, -1, 0}, {0, 1.5, 0}};
  tr_error err;
  tr_mesh mesh;
  tr_model *model = tr_model_alloc();
  const int m = test_material(model, "m", 1e7, 0.23, 1900);
  tr_pair pair = tr_pair_default();
  pair.mu_s = 0.3; pair.mu_d = 0.2;
  must(tr_model_set_pair(model, m, m, &pair, &err), &err);
  must(tr_mesh_make(&mesh, corner, 1, 0, 0, &err), &err);
  mesh.material = m;
  mesh.velocity = tr_vec(0, 0, 0.008/dt);
  must(tr_model_add_mesh(model, &mesh, NULL, &err), &err);
  for (int k = 0; k < 20; k++)
    test_particle(model, m, 0.005, tr_vec(0.011*k - 0.1, 0, 0.012), tr_vec(0, 0, 0), tr_vec(0, 0, 0));
  return model;
}

static void
no_contact_through_a_sheet(const char *way)
{
  const tr_event *event;
  tr_scheme s = tr_scheme_default();
  int began = 0, turned = 0;
  s.dt = 1e-5;
  if (tr_sweep_find_path(way) < 0)
    return;
  tr_model *model = row_over_a_sheet(s.dt);
  tr_engine *e = test_engine_on(way, model, &s);
  test_run(e, 4*s.dt);
  const size_t events = tr_engine_events(e, &event);
  for (size_t k = 0; k < events; k++) {
    began += event[k].kind == TR_EVENT_TOUCH;
    turned += event[k].kind == TR_EVENT_TOUCH && event[k].time > 1.5*s.dt;
  }
  tap_ok(began == 40 && turned == 20, "%s: %d contacts begin, %d of them on the other side of "
         "the sheet", way, began, turned);
  tr_engine_free(e);
  tr_model_free(model);
}

TAP_TEST(through_a_sheet, "a contact does not go on where its normal has turned round",
         "none, counts")
{
  for (int p = 0; p < PATHS; p++)
    no_contact_through_a_sheet(path[p]);
}

/* ------------------------------------------------------------ everything at once */

/* The bed of test_bed in a fluid that flows, with a paddle at its open side: a
   coarse sheet that travels into the particles and turns.  Bonds that hold a contact until the
   force ends (2) run slot by slot on every path, others (1) in lanes.  */
static void
add_fluid(tr_model *model)
{
  static const size_t points[] = {2, 1, 3};
  static const tr_vec3 sample[] = {{0.3, 0.1, -0.2}, {0.1, -0.4, 0.2}, {0.5, 0.2, 0.1},
                                   {-0.3, 0.6, 0.2}, {0.2, 0.3, -0.1}, {0.1, 0.1, 0.7}};
  tr_error err;
  tr_fluid fluid = {.flow = {.u0 = {0.7, -0.3, 0.2}},
                    .drag = 3e-4, .viscosity = 0.11, .magnus = 2e-6};
  must(tr_flow_grid_make(&fluid.flow.grid, points, tr_vec(0, 0, 0), tr_vec(0.05, 0, 0.03), sample, &err), &err);
  must(tr_model_set_fluid(model, &fluid, &err), &err);
}

static void
add_paddle(tr_model *model)
{
  static const tr_vec3 corner[] = {
    {0.0666, 0, 0}, {0.0665, 0.034, -0.002}, {0.0667, 0.001, 0.031}, {0.0665, 0.034, -0.002},
    {0.0666, 0.033, 0.034}, {0.0667, 0.001, 0.031}};
  tr_error err;
  tr_mesh mesh;
  must(tr_mesh_make(&mesh, corner, 2, 0, 0, &err), &err);
  mesh.material = 1;
  mesh.velocity = tr_vec(-0.9, 0.17, 0.31);
  mesh.spin = tr_vec(29, -3, 9);
  mesh.axis = tr_vec(0.07, 0.02, 0.01);
  mesh.thickness = 0.0001;
  must(tr_model_add_mesh(model, &mesh, NULL, &err), &err);
}

static tr_model *
full_bed(int bonds)
{
  tr_model *model = tr_model_alloc();
  test_bed(model, 12);
  add_fluid(model);
  add_paddle(model);
  test_option(model, "rolling", "epsd");
  test_option(model, "transport", "project");
  test_option(model, "normal_end", bonds == 2 ? "force" : "overlap");
  if (bonds)
    add_bonds(model);
  return model;
}

static tr_engine *
bed_after(const tr_model *model, int verlet, const char *way, int threads)
{
  tr_scheme s = tr_scheme_default();
  s.dt = 1.1e-5;
  s.method = verlet ? TR_METHOD_VERLET : TR_METHOD_TRAPEZOID;
  s.evaluations = verlet ? 0 : 2;
  tr_engine *e = test_engine_on(way, model, &s);
  must(tr_engine_use_threads(e, threads), &(tr_error){.text = "no threads"});
  test_run(e, 8*s.dt);
  return e;
}

/* The mesh, the fluid and the bonds are felt: without one of them it would be
   another run.  */
static void
all_are_felt(int bonds, int verlet, tr_engine *e)
{
  tr_snapshot look;
  size_t at_mesh = 0;
  must(tr_engine_snapshot(e, &look), &(tr_error){.text = "no look"});
  const tr_list *l = look.sweep->list;
  for (size_t at = 0; at < l->walls.count; at++)
    at_mesh += l->walls.j[at] >= (int)look.sweep->planes && touches_mesh(l, at);
  const tr_model *model = tr_engine_model(e);
  tr_model *other = full_bed(!bonds);
  tr_engine *f = bed_after(other, verlet, path[0], 1);
  tap_ok(at_mesh > 10 && tr_engine_counts(e).domains > 1 && look.work[3] > 0
         && tr_engine_hash(e) != tr_engine_hash(f) && tr_model_fluid(model) != NULL,
         "%s bonds, %s: %zu contacts with a moving mesh, %.2g J of drag", bonds ? "with" : "without",
         verlet ? "Verlet" : "two evaluations", at_mesh, look.work[3]);
  tr_engine_free(f);
  tr_model_free(other);
}

/* The works of two engines, with that of the walls that move: the largest difference
   over the largest.  The same forces act, but each path adds them up in an order of
   its own; walls takes what the paddle and the moving plane have given, in J.  */
static double
works_apart(tr_engine *a, tr_engine *b, double *walls)
{
  tr_snapshot p, q;
  double most = 0, difference = 0;
  if (tr_engine_snapshot(a, &p) || tr_engine_snapshot(b, &q))
    return INFINITY;
  for (int k = 0; k < TR_WORKS; k++) {
    most = tap_larger(most, fabs(q.work[k]));
    difference = tap_larger(difference, fabs(p.work[k] - q.work[k]));
  }
  *walls = p.work[5];
  return difference/most;
}

/* Over the calls every path has several numbers of threads.  */
static void
compare_ways(int bonds, int verlet)
{
  tr_model *model = full_bed(bonds);
  tr_engine *want = bed_after(model, verlet, path[0], 1);
  all_are_felt(bonds, verlet, want);
  for (int p = 0; p < PATHS; p++) {
    const int threads = 1 + (p + 2*bonds + verlet + 1) % 4;
    if (tr_sweep_find_path(path[p]) < 0)
      continue;
    tr_engine *e = bed_after(model, verlet, path[p], threads);
    const int same = tr_engine_hash(e) == tr_engine_hash(want) && test_same_state(e, want);
    (p > 0 ? tap_bits : tap_ok)(same, "%s, %d threads: same bits", path[p], threads);
    double walls = 0;
    const double off = works_apart(e, want, &walls);
    (p > 0 ? tap_bits : tap_ok)(fabs(walls) > 0 && off < 1e-12, "%s: walls that move have given "
                                "%.3g J, works within %.0e", path[p], walls, off);
    tr_engine_free(e);
  }
  tr_engine_free(want);
  tr_model_free(model);
}

TAP_TEST(everything, "mesh, fluid and bonds at once give the same bits on any path with any "
         "threads",
         "same bits; works are sums in another order, 1e-12")
{
  for (int k = 0; k < 6; k++)
    compare_ways(k % 3, k/3);
}

TAP_MAIN()

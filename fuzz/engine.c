/* Random models that the engine accepts: the same bits on two paths, on several threads, and when the run is saved
   half-way and begun again; no number that is none; and without walls, weight, fluid, fixed spheres and visitors
   the same momentum.  */
#include "fuzz.h"
#include <math.h>
#include "tap.h"
#include "test-model.h"

enum { STEPS = 40, MOST = 12 };

static void
choose_options(fuzz_bytes *b, tr_model *model)
{
  for (const tr_choice_row *row = tr_option_table; row->name; row++) {
    int values = 0;
    while (row->value[values])
      values++;
    if (fuzz_byte(b) & 1)
      test_option(model, row->name, row->value[fuzz_choice(b, values)]);
  }
}

static void
choose_pair(fuzz_bytes *b, tr_model *model, int one, int two)
{
  tr_error err;
  tr_pair pair = tr_pair_default();
  pair.mu_d = fuzz_number(b, 0, 0.7);
  pair.mu_s = pair.mu_d + fuzz_number(b, 0, 0.4);
  pair.xi = fuzz_number(b, 0, 1.2);
  pair.xi_t = fuzz_number(b, 0, 1);
  pair.kf = fuzz_number(b, 0, 1e9);
  pair.mu_r = fuzz_number(b, 0, 0.3);
  pair.eta_r = fuzz_number(b, 0, 0.9);
  pair.factor = fuzz_number(b, 0, 1);
  pair.k_r = fuzz_number(b, 0, 1);
  pair.c_r = fuzz_number(b, 0, 1e-3);
  pair.mu_r_length = fuzz_number(b, 0, 1e-3);
  pair.eta_w = fuzz_number(b, 0, 0.9);
  pair.k_p = fuzz_number(b, 0, 1e7);
  pair.c_d = fuzz_number(b, 0, 1e4);
  pair.k_nb = fuzz_number(b, 0, 1e6);
  pair.k_rb = fuzz_number(b, 0, 1e6);
  if (fuzz_choice(b, 3) == 2) {         /* some newtons at a distance of 2 cm */
    pair.kappa_1 = fuzz_number(b, 0, 1e-12);
    pair.kappa_2 = fuzz_number(b, 0, 1e-22);
    pair.reach = fuzz_number(b, 0, 0.1);
  }
  (void)tr_model_set_pair(model, one, two, &pair, &err);
}

/* Near a place of a lattice, so that most touch none or some, and few lie in one another.  */
static tr_particle
choose_particle(fuzz_bytes *b, int i)
{
  const double r = fuzz_number(b, 0.004, 0.02), x = 0.032*(i % 3) + fuzz_number(b, 0, 0.02);
  const double y = 0.032*(i/3 % 3) + fuzz_number(b, 0, 0.02), z = 0.032*(i/9) + fuzz_number(b, 0, 0.02);
  const double vx = fuzz_number(b, -2, 2), vy = fuzz_number(b, -2, 2), w = fuzz_number(b, -90, 90);
  const unsigned kind = fuzz_byte(b);
  return (tr_particle){.position = {x, y, z}, .velocity = {vx, vy, 0.37*vx}, .spin = {w, -0.3*w, 0.7*w},
                       .radius = r, .material = kind & 1, .fixed = kind % 16 == 15};
}

static int
choose_particles(fuzz_bytes *b, tr_model *model, int *fixed)
{
  const int n = 2 + fuzz_choice(b, MOST - 1);
  for (int i = 0; i < n; i++) {
    tr_error err;
    const tr_particle g = choose_particle(b, i);
    *fixed |= g.fixed;
    if (tr_model_add_particle(model, &g, NULL, &err))
      return 1;
  }
  return 0;
}

/* None, a plane that yields or not, or a square of triangles that moves; 1 when there is one.  */
static int
choose_wall(fuzz_bytes *b, tr_model *model)
{
  tr_error err;
  const int kind = fuzz_choice(b, 4);
  if (!kind)
    return 0;
  (void)tr_model_set_gravity(model, tr_vec(0, 0.3, -9.81), &err);
  if (kind < 3) {
    const tr_plane plane = {.point = {0, 0, -0.02}, .normal = {0.02, 0.1, 1}, .rigid = kind == 2};
    WISH(!tr_model_add_plane(model, &plane, NULL, &err), "%s", err.text);
    return 1;
  }
  const tr_vec3 corner[] = {{-0.1, -0.1, -0.013}, {0.2, -0.1, -0.01}, {0.2, 0.2, -0.02},
                            {-0.1, -0.1, -0.013}, {0.2, 0.2, -0.02}, {-0.1, 0.2, -0.015}};
  tr_mesh mesh = {0};
  WISH(!tr_mesh_make(&mesh, corner, 2, 0, 0, &err), "%s", err.text);
  mesh.material = fuzz_choice(b, 2);
  mesh.velocity = tr_vec(fuzz_number(b, -1, 1), 0.1, 0.2);
  mesh.spin = tr_vec(0.3, 0.1, fuzz_number(b, -9, 9));
  WISH(!tr_model_add_mesh(model, &mesh, NULL, &err), "%s", err.text);
  return 1;
}

static int
choose_fluid(fuzz_bytes *b, tr_model *model)
{
  tr_error err;
  tr_fluid fluid = {.flow = {.u0 = {0.3, -0.2, 0.1}, .gx = {1, 0, 2}}};
  if (fuzz_choice(b, 4) < 3)
    return 0;
  fluid.viscosity = fuzz_number(b, 0, 1e-2);
  fluid.density = fuzz_number(b, 0, 1000);
  (void)tr_model_set_fluid(model, &fluid, &err);
  return 1;
}

/* What happens between the two halves of a run.  */
typedef struct { int leaves, enters; size_t number; tr_particle g; } visit;

static visit
choose_visit(fuzz_bytes *b)
{
  const unsigned kind = fuzz_byte(b), number = fuzz_byte(b);
  const visit v = {.leaves = kind % 4 == 3, .enters = kind/4 % 4 == 3, .number = number % (MOST + 2),
                   .g = choose_particle(b, 27)};
  return v;
}

static tr_vec3
momentum(const tr_particles *p)
{
  tr_vec3 sum = {0, 0, 0};
  for (size_t i = 0; i < p->count; i++)
    sum = tr_axpy(p->mass[i], p->velocity[i], sum);
  return sum;
}

/* Sum of the magnitudes of m v and of what a step at most has pushed.  */
static double
size_of(const tr_particles *p)
{
  double sum = 0;
  for (size_t i = 0; i < p->count; i++)
    sum += p->mass[i]*tr_norm(p->velocity[i]);
  return sum;
}

static tr_engine *
engine_for(const char *path, int threads, const tr_model *model, const tr_scheme *scheme)
{
  tr_error err = {0};
  tr_engine *e = tr_engine_alloc(model, scheme, &err);
  if (!e)
    return fuzz_told((int)err.status, &err), NULL;
  WISH((!tr_engine_use_path(e, path) || !tr_engine_use_path(e, "baseline")) && !tr_engine_use_threads(e, threads),
       "no path %s, or no %d threads", path, threads);
  return e;
}

static tr_engine *
begun_again(tr_engine *e, int threads)
{
  tr_error err = {0};
  tr_column *column = NULL;
  size_t columns = 0;
  WISH(!tr_engine_save(e, &column, &columns), "not saved");
  tr_engine *f = engine_for("plain", threads, tr_engine_model(e), tr_engine_scheme(e));
  WISH(!tr_engine_restore(f, column, columns, &err), "not restored: %s", err.text);
  tr_columns_free(column, columns);
  tr_engine_free(e);
  return f;
}

static int
advance(tr_engine *e, double until)
{
  tr_error err = {0};
  const int status = tr_engine_advance(e, until, 0, NULL, NULL, &err);
  fuzz_told(status, &err);
  /* Spheres may lie in one another: the first step refuses that.  */
  WISH(status == 0 || status == TR_EDIVERGED || status == TR_ENOCONV
       || (status == TR_EINVAL && strstr(err.text, " at the start, ")), "status %d: %s", status, err.text);
  return status;
}

/* On a path and so many threads, or saved between the two halves and begun again.  */
static int
run(tr_engine **e, const visit *v, int again, int threads)
{
  tr_error err = {0};
  const double half = STEPS/2*tr_engine_scheme(*e)->dt;
  int status = advance(*e, half);
  if (status)
    return status;
  if (v->leaves)
    fuzz_told(tr_engine_remove(*e, v->number, &err), &err);
  if (v->enters)
    fuzz_told(tr_engine_insert(*e, &v->g, NULL, &err), &err);
  if (again)
    *e = begun_again(*e, threads);
  return advance(*e, 2*half);
}

static void
look(tr_engine *e, const tr_model *model, int alone)
{
  const tr_vec3 before = momentum(tr_model_particles(model));
  const double size = size_of(tr_model_particles(model));
  const tr_particles *p = tr_engine_particles(e);
  WISH(p, "no particles");
  for (size_t i = 0; i < p->count; i++) {
    const tr_quat q = p->orientation[i];
    WISH(isfinite(tr_norm2(p->position[i])) && isfinite(tr_norm2(p->velocity[i])) && isfinite(tr_norm2(p->spin[i])),
         "particle %zu has a number that is none", i);
    WISH(fabs(q.w*q.w + q.x*q.x + q.y*q.y + q.z*q.z - 1) < 1e-9, "particle %zu: orientation", i);
  }
  const double change = tr_norm(tr_sub(momentum(p), before));
  WISH(!alone || change <= 1e-10*(size + size_of(p)), "momentum changes by %g of %g", change, size);
}

/* All columns, but for the sums of the accounts, which have another order.  */
static void
same(tr_engine *e, tr_engine *f)
{
  tr_column *p = NULL, *q = NULL;
  size_t n = 0, m = 0;
  WISH(!tr_engine_save(e, &p, &n) && !tr_engine_save(f, &q, &m) && n == m, "two paths, other columns");
  for (size_t k = 0; k < n; k++)
    WISH(strcmp(p[k].name, "numbers") == 0
         || (p[k].rows == q[k].rows && memcmp(p[k].data, q[k].data, 8*p[k].rows*p[k].columns) == 0),
         "two paths, two states: %s", p[k].name);
  tr_columns_free(p, n);
  tr_columns_free(q, m);
}

static void
compare(const tr_model *model, const tr_scheme *scheme, const visit *v, int threads, int alone)
{
  tr_engine *e = engine_for("plain", 1, model, scheme);
  if (!e)
    return;
  tr_engine *f = engine_for("v4", 1, model, scheme), *g = engine_for("v3", threads, model, scheme);
  const int one = run(&e, v, 0, 1), two = run(&f, v, 0, 1), three = run(&g, v, 1, 4 - threads);
  WISH(one == two && one == three, "plain ends with %d, in lanes %d, on %d threads and begun again with %d", one, two,
       threads, three);
  if (one == 0) {
    same(e, f);                 /* first: to look may make a list */
    WISH(tr_engine_hash(e) == tr_engine_hash(g), "%d threads, begun again: another motion", threads);
    look(e, model, alone && !v->leaves && !v->enters);
  }
  tr_engine_free(e);
  tr_engine_free(f);
  tr_engine_free(g);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  fuzz_bytes b = {data, size};
  tr_model *model = tr_model_alloc();
  tr_scheme scheme = tr_scheme_default();
  int fixed = 0;
  (void)tap_end;                /* no TAP test here */
  (void)test_material(model, "clay", 1e6, fuzz_number(&b, 0, 0.45), 1900);
  (void)test_material(model, "lead", 2e6, 0.3, 9000);
  choose_options(&b, model);
  choose_pair(&b, model, 0, 0);
  choose_pair(&b, model, 0, 1);
  choose_pair(&b, model, 1, 1);
  scheme.dt = fuzz_number(&b, 1e-6, 6e-5);
  scheme.method = fuzz_choice(&b, 2);
  scheme.evaluations = fuzz_choice(&b, 4);
  scheme.sweep = fuzz_choice(&b, 2);
  scheme.accounts = fuzz_choice(&b, 2);
  scheme.orientation = fuzz_choice(&b, 2);
  const int pushed = choose_wall(&b, model) | choose_fluid(&b, model), threads = 1 + fuzz_choice(&b, 3);
  const visit v = choose_visit(&b);
  if (!choose_particles(&b, model, &fixed))
    /* Gauss and Seidel's order moves one body before the other one feels it.  */
    compare(model, &scheme, &v, threads, !pushed && !fixed
            && (scheme.method == TR_METHOD_VERLET || scheme.sweep == TR_SWEEP_JACOBI));
  tr_model_free(model);
  return 0;
}

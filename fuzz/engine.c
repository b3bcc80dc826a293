/* Random models that the engine accepts: the same bits on two paths, no number that is none,
   and without walls, weight, fluid and forces from outside the same momentum.  */
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
choose_pair(fuzz_bytes *b, tr_model *model)
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
  (void)tr_model_set_pair(model, 0, 0, &pair, &err);
}

static int
choose_particles(fuzz_bytes *b, tr_model *model)
{
  const int n = 2 + fuzz_choice(b, MOST - 1);
  for (int i = 0; i < n; i++) {
    tr_error err;
    const double r = fuzz_number(b, 0.004, 0.02), x = fuzz_number(b, 0, 0.05), y = fuzz_number(b, 0, 0.05);
    const double z = fuzz_number(b, 0, 0.05), vx = fuzz_number(b, -2, 2), vy = fuzz_number(b, -2, 2);
    const double w = fuzz_number(b, -90, 90);
    const tr_particle g = {.position = {x, y, z}, .velocity = {vx, vy, 0.37*vx}, .spin = {w, -0.3*w, 0.7*w},
                           .radius = r};
    if (tr_model_add_particle(model, &g, NULL, &err))
      return 1;
  }
  return 0;
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

static int
run(const char *path, const tr_model *model, const tr_scheme *scheme, tr_engine **e)
{
  tr_error err = {0};
  *e = tr_engine_alloc(model, scheme, &err);
  if (!*e)
    return fuzz_told((int)err.status, &err), -1;
  WISH(!tr_engine_use_path(*e, path) && !tr_engine_use_threads(*e, 1), "no path %s", path);
  const int status = tr_engine_advance(*e, STEPS*scheme->dt, 0, NULL, NULL, &err);
  fuzz_told(status, &err);
  /* Spheres may lie in one another: the first step refuses that.  */
  WISH(status == 0 || status == TR_EDIVERGED || status == TR_ENOCONV
       || (status == TR_EINVAL && strstr(err.text, " at the start, ")), "status %d: %s", status, err.text);
  return status;
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

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  tr_error err;
  fuzz_bytes b = {data, size};
  tr_model *model = tr_model_alloc();
  tr_scheme scheme = tr_scheme_default();
  tr_engine *e = NULL, *f = NULL;
  (void)tap_end;                /* no TAP test here */
  (void)test_material(model, "clay", 1e6, fuzz_number(&b, 0, 0.45), 1900);
  choose_options(&b, model);
  choose_pair(&b, model);
  scheme.dt = fuzz_number(&b, 1e-6, 6e-5);
  scheme.method = fuzz_choice(&b, 2);
  scheme.evaluations = fuzz_choice(&b, 4);
  scheme.sweep = fuzz_choice(&b, 2);
  scheme.accounts = fuzz_choice(&b, 2);
  const int walls = fuzz_choice(&b, 3);
  /* Gauss and Seidel's order moves one body before the other one feels it.  */
  const int alone = !walls && (scheme.method == TR_METHOD_VERLET || scheme.sweep == TR_SWEEP_JACOBI);
  if (walls) {
    const tr_plane plane = {.normal = {0.02, 0.1, 1}, .rigid = walls == 2};
    (void)tr_model_add_plane(model, &plane, NULL, &err);
    (void)tr_model_set_gravity(model, tr_vec(0, 0.3, -9.81), &err);
  }
  if (!choose_particles(&b, model)) {
    const int one = run("plain", model, &scheme, &e), two = run("baseline", model, &scheme, &f);
    WISH(one == two, "plain ends with %d, baseline with %d", one, two);
    if (one == 0) {
      same(e, f);               /* first: to look may make a list */
      look(e, model, alone);
    }
    tr_engine_free(e);
    tr_engine_free(f);
  }
  tr_model_free(model);
  return 0;
}

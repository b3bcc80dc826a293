/* test-model.h -- a few lines to put a model together in the unit tests.  */
#ifndef TRUNDLE_TEST_MODEL_H
#define TRUNDLE_TEST_MODEL_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <trundle/contacts.h>
#include <trundle/engine.h>
#include <trundle/sweep.h>

/* Stop the test program when the model of a test is itself not valid.  */
static inline void
must(int status, const tr_error *err)
{
  if (status) {
    printf("Bail out! %s\n", err->text);
    exit(1);
  }
}

static inline int
test_material(tr_model *model, const char *name, double young, double poisson, double density)
{
  tr_error err;
  tr_material m = {.young = young, .poisson = poisson, .density = density};
  (void)strncpy(m.name, name, sizeof m.name - 1);
  must(tr_model_add_material(model, &m, NULL, &err), &err);
  return tr_model_find_material(model, name);
}

/* A pair with friction and damping.  */
static inline tr_pair
test_pair(double mu, double xi)
{
  tr_pair pair = tr_pair_default();
  pair.mu_s = pair.mu_d = mu;
  pair.xi = xi;
  return pair;
}

static inline void
test_option(tr_model *model, const char *name, const char *value)
{
  tr_error err;
  must(tr_option_set(tr_model_options(model), name, value, &err), &err);
}

static inline void
test_particle(tr_model *model, int material, double radius, tr_vec3 x, tr_vec3 v, tr_vec3 w)
{
  tr_error err;
  const tr_particle g = {.position = x, .velocity = v, .spin = w,
                      .radius = radius, .material = material};
  must(tr_model_add_particle(model, &g, NULL, &err), &err);
}

static inline void
test_moving_plane(tr_model *model, int material, int rigid, tr_vec3 point, tr_vec3 normal, tr_vec3 velocity)
{
  tr_error err;
  const tr_plane p = {.point = point, .normal = normal, .velocity = velocity, .material = material,
                      .rigid = rigid};
  must(tr_model_add_plane(model, &p, NULL, &err), &err);
}

static inline void
test_plane(tr_model *model, int material, int rigid, tr_vec3 point, tr_vec3 normal)
{
  test_moving_plane(model, material, rigid, point, normal, tr_vec(0, 0, 0));
}

static inline tr_engine *
test_engine(const tr_model *model, const tr_scheme *scheme)
{
  tr_error err;
  tr_engine *e = tr_engine_alloc(model, scheme, &err);
  must(e == NULL, &err);
  return e;
}

/* The same on a path that this processor can run.  */
static inline tr_engine *
test_engine_on(const char *path, const tr_model *model, const tr_scheme *scheme)
{
  tr_engine *e = test_engine(model, scheme);
  must(tr_engine_use_path(e, path), &(tr_error){.text = "no such path"});
  return e;
}

static inline void
test_run(tr_engine *e, double until)
{
  tr_error err;
  must(tr_engine_advance(e, until, 0, NULL, NULL, &err), &err);
}

/* Two unequal spheres that will collide off-centre, gap (m) apart; arms add up to the
   distance.  */
static inline tr_model *
test_collision(double mu, double xi, double gap)
{
  tr_model *model = tr_model_alloc();
  tr_error err;
  const int a = test_material(model, "glass", 7.1e7, 0.23, 2450);
  const int b = test_material(model, "clay", 2.3e7, 0.31, 1870);
  const tr_pair pair = test_pair(mu, xi);
  const tr_vec3 along = tr_vec(0.703, 0.297, 0.151);
  must(tr_model_set_pair(model, a, b, &pair, &err), &err);
  test_option(model, "lever", "shares");
  test_particle(model, a, 0.031, tr_vec(0, 0, 0), tr_vec(0.9, -0.2, 0.35), tr_vec(11, -23, 7));
  test_particle(model, b, 0.047, tr_scale(0.078 + gap, tr_scale(1/tr_norm(along), along)),
                tr_vec(-0.6, 0.31, -0.08), tr_vec(-9, 4, 17));
  return model;
}

/* All that the future of two engines depends on, byte by byte; but not the sums of
   their accounts, which have another order on another path.  */
static inline int
test_same_state(tr_engine *a, tr_engine *b)
{
  tr_column *p = NULL, *q = NULL;
  size_t n = 0, m = 0;
  int same = !tr_engine_save(a, &p, &n) && !tr_engine_save(b, &q, &m) && n == m;
  for (size_t k = 0; same && k < n; k++)
    same = strcmp(p[k].name, "numbers") == 0
      || (p[k].rows == q[k].rows && memcmp(p[k].data, q[k].data, 8*p[k].rows*p[k].columns) == 0);
  tr_columns_free(p, n);
  tr_columns_free(q, m);
  return same;
}

/* A vector of ugly numbers, each from -size to size.  */
#define TEST_VECTOR(size) \
  tr_vec(tap_random(-(size), (size)), tap_random(-(size), (size)), tap_random(-(size), (size)))

/* Choose the value of an option at random.  */
static inline void
test_random_option(tr_model *model, const char *name)
{
  const tr_choice_row *row = tr_option_table;
  int values = 0;
  while (strcmp(row->name, name) != 0)
    row++;
  while (row->value[values])
    values++;
  test_option(model, name, row->value[(int)tap_random(0, values)]);
}

/* The same vector from every compiler: the order of arguments is its own choice.  */
static inline tr_vec3
test_vector(double size)
{
  const double x = tap_random(-size, size), y = tap_random(-size, size);
  return tr_vec(x, y, tap_random(-size, size));
}

/* Two materials whose properties are neither zero nor one, a rigid floor that
   slopes, a wall, and one that moves.  */
static inline void
test_bed_walls(tr_model *model)
{
  tr_error err;
  must(tr_model_set_gravity(model, tr_vec(1.3, -0.7, -9.6), &err), &err);
  for (int a = 0; a < 2; a++) {
    const char name[2] = {(char)('a' + a), 0};
    (void)test_material(model, name, 1e7*(1 + 0.7*a), 0.17 + 0.1*a, 1900 + 300*a);
    for (int b = 0; b <= a; b++) {
      tr_pair pair = tr_pair_default();
      pair.mu_s = 0.31 + 0.1*a; pair.mu_d = 0.23 + 0.1*a; pair.xi = 0.1 + 0.07*(a + b);
      pair.xi_t = 0.13; pair.mu_r = 0.04 + 0.02*(a + b); pair.eta_r = 0.2;
      pair.factor = 0.37; pair.kf = 1.3e9; pair.k_r = 0.31; pair.c_r = 3.7e-4;
      pair.mu_r_length = 2.3e-4;
      must(tr_model_set_pair(model, a, b, &pair, &err), &err);
    }
  }
  test_plane(model, 1, 1, tr_vec(0, 0, -0.0017), tr_vec(0.0013, -0.0021, 1));
  test_plane(model, 0, 0, tr_vec(-0.0021, 0, 0), tr_vec(0.96, 0.028, 0));
  const tr_plane wall = {.point = {0, -0.0023, 0}, .normal = {0.02, 1, -0.003},
                         .velocity = {0.11, 0.57, 0.05}, .material = 0};
  must(tr_model_add_plane(model, &wall, NULL, &err), &err);
}

/* A bed on a lattice of side^3 places with jitter: small particles that touch most of
   their neighbours, and in the middle of three sides large ones of twenty times
   their size.  Some small particles are thrown far and fast.  */
static inline void
test_bed(tr_model *model, int side)
{
  const double pitch = 0.0058, large = 0.05, out = pitch*(side - 1) + large;
  const tr_vec3 centre[] = {{out, 0.052, 0.052}, {0.051, out, 0.06}, {0.053, 0.051, out}};
  test_bed_walls(model);
  for (int c = 0; c < 3; c++)
    test_particle(model, c % 2, large, centre[c], tr_scale(0.7, centre[c]), tr_vec(3, -c, 2));
  for (int k = 0, m = 0; k < side*side*side; k++) {
    const tr_vec3 place = tr_vec(pitch*(k % side), pitch*(k/side % side), pitch*(k/side/side));
    const tr_vec3 x = tr_add(place, test_vector(0.0002)), v = test_vector(0.4);
    const tr_vec3 w = test_vector(20);
    const double r = tap_random(0.0025, 0.0032);
    int inside = 0;
    for (int c = 0; c < 3; c++)
      inside |= tr_norm(tr_sub(x, centre[c])) < large + 0.8*r;
    if (inside)
      continue;
    const int flies = m % 500 == 77, far = m % 500 == 78;
    test_particle(model, m % 2, r, far ? tr_axpy(40.0*m, tr_vec(0.3, 0.5, 1), x) : x,
               flies ? tr_vec(0.7, 0.4, 3.1) : v, w);
    m++;
  }
}

#endif

/* test-model.h -- a few lines to put a model together in the unit tests.  */
#ifndef TRUNDLE_TEST_MODEL_H
#define TRUNDLE_TEST_MODEL_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <trundle/integrators.h>

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
  must(tr_model_add_material(model, &m, &err), &err);
  return tr_model_find_material(model, name);
}

static inline void
test_option(tr_model *model, const char *name, const char *value)
{
  tr_error err;
  must(tr_choice_set(tr_option_table, tr_model_options(model), "option", name, value, &err), &err);
}

static inline void
test_grain(tr_model *model, int material, double radius, tr_vec3 x, tr_vec3 v, tr_vec3 w)
{
  tr_error err;
  const tr_grain g = {.position = x, .velocity = v, .spin = w, .attitude = {1, 0, 0, 0},
                      .radius = radius, .inertia_factor = 0.4, .material = material};
  must(tr_model_add_grain(model, &g, &err), &err);
}

static inline void
test_plane(tr_model *model, int material, int rigid, tr_vec3 point, tr_vec3 normal)
{
  tr_error err;
  const tr_plane p = {.point = point, .normal = normal, .material = material, .rigid = rigid};
  must(tr_model_add_plane(model, &p, &err), &err);
}

static inline tr_engine *
test_engine(const tr_model *model, const tr_scheme *scheme)
{
  tr_error err;
  tr_engine *e = tr_engine_alloc(model, scheme, &err);
  must(e == NULL, &err);
  return e;
}

static inline void
test_run(tr_engine *e, double until)
{
  tr_error err;
  must(tr_engine_advance(e, until, 0, NULL, NULL, &err), &err);
}

/* A vector of ugly numbers, each from -size to size.  */
#define TEST_VECTOR(size) \
  tr_vec(tap_random(-(size), (size)), tap_random(-(size), (size)), tap_random(-(size), (size)))

#endif

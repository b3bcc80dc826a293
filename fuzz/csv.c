/* Tables of particles and of velocities: refused with one message, or read whole.  What was
   read and is written again is read as the same bits.  */
#include "fuzz.h"
#include <math.h>
#include <trundle/files.h>
#include "table.h"

static tr_model *
empty_model(void)
{
  tr_model *model = tr_model_alloc();
  tr_error err;
  const tr_material m = {.name = "clay", .young = 1e7, .poisson = 0.3, .density = 1700};
  WISH(model && !tr_model_add_material(model, &m, NULL, &err), "no model");
  return model;
}

static void
same_again(tr_model *model)
{
  const tr_particles *p = tr_model_particles(model);
  char name[FUZZ_NAME];
  tr_error err = {0};
  fuzz_name(name, ".csv");
  const int bad = tr_states_write(name, p, model, &err);
  WISH(!bad, "what was read cannot be written: %s", err.text);
  tr_model *again = empty_model();
  WISH(!tr_states_read(again, name, 0, &err), "what was written cannot be read: %s", err.text);
  const tr_particles *q = tr_model_particles(again);
  WISH(p->count == q->count && memcmp(p->position, q->position, p->count*sizeof *p->position) == 0
       && memcmp(p->mass, q->mass, p->count*sizeof *p->mass) == 0, "other numbers came back");
  for (size_t i = 0; i < p->count; i++)
    WISH(p->radius[i] > 0 && p->mass[i] > 0 && p->inertia[i] > 0 && isfinite(tr_norm2(p->position[i])),
         "particle %zu is none", i);
  tr_model_free(again);
}

/* Any table: its cells are text that ends, and each that is a number is a finite one.  */
static void
any_table(const uint8_t *data, size_t size)
{
  tr_error err = {0}, none;
  char *text = malloc(size + 1);
  WISH(text, "no memory");
  memcpy(text, data, size);
  text[size] = 0;
  table t = {.path = "any", .text = text};
  int bad = tr_table_head(&t, "one", "any", &err);
  while (!bad && tr_table_line(&t, &bad, &err))
    for (int i = 0; i < t.columns; i++) {
      double x = 0;
      WISH(strlen(t.field[i]) <= size, "a field that does not end");
      WISH(tr_table_cell(&t, t.title[i], t.field[i], "a number", &x, &none) || isfinite(x), "%s is read as %g", t.field[i], x);
    }
  fuzz_told(bad, &err);
  tr_table_clear(&t);
  free(text);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  tr_error err = {0};
  const char *name = fuzz_file(data, size);
  tr_model *model = empty_model();
  const int bad = tr_states_read(model, name, 0, &err);
  fuzz_told(bad, &err);
  WISH(!bad || tr_model_particles(model)->count == 0, "refused, but particles were added");
  if (!bad && tr_model_particles(model)->count)
    same_again(model);
  tr_model_free(model);
  tr_flow_grid grid = {0};
  const int bad_flow = tr_flow_read(name, &grid, &err);
  fuzz_told(bad_flow, &err);
  if (!bad_flow)
    tr_flow_grid_clear(&grid);
  any_table(data, size);
  return 0;
}

/* live.c -- the engine for a page of the book: a model is built by names and
   numbers, as the JSON model has them, and run; a page sees states, energies and
   the hash.  Compiled for WebAssembly (mk/live.am); texts go through one buffer,
   numbers through another, which the page reads and writes as memory.  */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <trundle/columns.h>
#include <trundle/engine.h>
#include <trundle/laws.h>
#include <trundle/observables.h>

#ifdef __wasm__
#define LIVE(name) __attribute__((export_name(#name)))
#else
#define LIVE(name)
#endif

enum { TEXT = 4096, NUMBERS = TR_COLUMNS, ROW = 13 };
static char text[TEXT];                 /* in: key, then word, each ends with 0; out: a message */
static double number[NUMBERS];          /* in: the numbers of a value; out: energies */
static struct {
  tr_model *model;
  tr_engine *engine;
  tr_scheme scheme;
  tr_material material;
  tr_pair pair;
  tr_particle particle;
  tr_plane plane;
  double *row;                          /* the state, ROW numbers a particle */
} now;

LIVE(live_text) char *live_text(void) { return text; }
LIVE(live_number) double *live_number(void) { return number; }

/* Every function below gives 0, or the status with its message in the text.  */
static int
told(int status, const tr_error *err)
{
  if (status)
    (void)snprintf(text, sizeof text, "%s", err->text);
  return status;
}

static int
refuse(const char *message)
{
  (void)snprintf(text, sizeof text, "%s", message);
  return TR_EINVAL;
}

static const char *
word(void)
{
  return text + strlen(text) + 1;
}

/* A new model without anything; the one before is gone.  */
LIVE(live_begin) int
live_begin(void)
{
  tr_engine_free(now.engine);
  tr_model_free(now.model);
  free(now.row);
  memset(&now, 0, sizeof now);
  now.model = tr_model_alloc();
  now.scheme = tr_scheme_default();
  return now.model ? 0 : refuse("no memory for a model");
}

/* An entry of a table: n numbers, a name of a material, a truth.  */
static int
set_row(const tr_number_row *row, const char *what, void *object, int n)
{
  static const int wants[] = {[TR_KIND_number] = 1, [TR_KIND_vector] = 3, [TR_KIND_direction] = 3,
    [TR_KIND_quaternion] = 4, [TR_KIND_index] = 0, [TR_KIND_flag] = 1};
  const tr_number_row *table = row;
  tr_error err;
  while (row->name && strcmp(row->name, text) != 0)
    row++;
  if (!row->name || row->kind == TR_KIND_number)
    return told(tr_number_set(table, object, what, text, number[0], &err), &err);
  char *place = (char *)object + row->offset;
  int index = number[0] > 0;
  if (n != wants[row->kind])
    return refuse("a value has too few or too many numbers");
  if (row->kind == TR_KIND_index && (index = tr_model_find_material(now.model, word())) < 0)
    return refuse("there is no such material");
  if (row->kind == TR_KIND_index || row->kind == TR_KIND_flag)
    memcpy(place, &index, sizeof index);
  else
    memcpy(place, number, (size_t)n*sizeof *number);
  return 0;
}

/* What a value belongs to.  */
enum { GRAVITY, MATERIAL, LAWS, CONTACT, INTEGRATE, PLANE, PARTICLE };

/* One value of the part that is open: its key and word in the text, its n numbers.  */
LIVE(live_set) int
live_set(int part, int n)
{
  tr_error err;
  switch (part) {
  case GRAVITY:
    return told(tr_model_set_gravity(now.model, tr_vec(number[0], number[1], number[2]), &err), &err);
  case MATERIAL:
    return set_row(tr_material_table, "material", &now.material, n);
  case LAWS:
    return told(tr_option_set(tr_model_options(now.model), text, word(), &err), &err);
  case CONTACT:
    return told(tr_pair_set(&now.pair, tr_model_options(now.model)->normal_end, "contact", text, number[0], &err), &err);
  case INTEGRATE:
    return n ? told(tr_number_set(tr_scheme_numbers, &now.scheme, "integrate", text, number[0], &err), &err)
      : told(tr_choice_set(tr_scheme_choices, &now.scheme, "integrate", text, word(), &err), &err);
  case PLANE:
    return set_row(tr_plane_table, "plane", &now.plane, n);
  case PARTICLE:
    return set_row(tr_particle_table, "particle", &now.particle, n);
  }
  return refuse("there is no such part of a model");
}

/* A part begins with its defaults.  */
LIVE(live_open) void
live_open(void)
{
  now.material = tr_material_default();
  now.pair = tr_pair_default();
  now.plane = tr_plane_default();
  now.particle = tr_particle_default();
}

/* The damping rate of the contact that is open: what a restitution has become.  */
LIVE(live_xi) double live_xi(void) { return now.pair.xi; }

/* The part is complete and goes into the model; a material or contact by the names in
   the text.  */
LIVE(live_close) int
live_close(int part)
{
  tr_error err;
  switch (part) {
  case MATERIAL:
    if (strlen(text) >= sizeof now.material.name)
      return refuse("the name of a material has at most 31 letters");
    (void)strcpy(now.material.name, text);
    return told(tr_model_add_material(now.model, &now.material, NULL, &err), &err);
  case CONTACT: {
    const int a = tr_model_find_material(now.model, text), b = tr_model_find_material(now.model, word());
    return a < 0 || b < 0 ? refuse("there is no such material")
      : told(tr_model_set_pair(now.model, a, b, &now.pair, &err), &err);
  }
  case PLANE:
    return told(tr_model_add_plane(now.model, &now.plane, NULL, &err), &err);
  case PARTICLE:
    return told(tr_model_add_particle(now.model, &now.particle, NULL, &err), &err);
  }
  return 0;
}

/* The model is complete; an engine stands at its start.  */
LIVE(live_start) int
live_start(void)
{
  tr_error err;
  now.engine = tr_engine_alloc(now.model, &now.scheme, &err);
  if (!now.engine)
    return told((int)err.status, &err);
  now.row = malloc((tr_engine_count(now.engine) + 1)*ROW*sizeof *now.row);
  return now.row ? 0 : refuse("no memory for the state");
}

LIVE(live_advance) int
live_advance(double until)
{
  tr_error err;
  return told(tr_engine_advance(now.engine, until, 1, NULL, NULL, &err), &err);
}

LIVE(live_time) double live_time(void) { return tr_engine_time(now.engine); }
LIVE(live_steps) double live_steps(void) { return (double)tr_engine_counts(now.engine).steps; }
LIVE(live_count) int live_count(void) { return (int)tr_engine_count(now.engine); }

/* Position, velocity, spin, orientation of each particle, one after the other.  */
LIVE(live_state) double *
live_state(void)
{
  const tr_particles *p = tr_engine_particles(now.engine);
  for (size_t i = 0; p && i < tr_engine_count(now.engine); i++) {
    double *row = now.row + ROW*i;
    memcpy(row, &p->position[i], 3*sizeof *row);
    memcpy(row + 3, &p->velocity[i], 3*sizeof *row);
    memcpy(row + 6, &p->spin[i], 3*sizeof *row);
    memcpy(row + 9, &p->orientation[i], 4*sizeof *row);
  }
  return p ? now.row : NULL;
}

/* Into the numbers, in the order of the columns of energies; their names into the text, a blank between two.  */
LIVE(live_energy) int
live_energy(void)
{
  tr_energy energy;
  size_t count;
  const tr_column_row *c = tr_columns(TR_GROUP_ENERGY, &count);
  const int status = tr_engine_energy(now.engine, &energy);
  if (status)
    return refuse("no memory for the energies");
  text[0] = 0;
  for (size_t k = 0; k < count; k++) {
    tr_column_numbers(&c[k], &energy, &number[k]);
    (void)snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", k ? " " : "", c[k].name);
  }
  return TR_SUCCESS;
}

/* Into the text, as `trundle run -v` prints it.  */
LIVE(live_hash) void
live_hash(void)
{
  (void)snprintf(text, sizeof text, "%016llx", tr_engine_hash(now.engine));
}

/* The step that is advised when particles of the model meet at a speed (m/s): of all, each with its like.  */
LIVE(live_advised) double
live_advised(double speed)
{
  const tr_particles *p = tr_model_particles(now.model);
  double least = 0;
  for (size_t i = 0; i < p->count; i++) {
    const tr_material *m = tr_model_material(now.model, p->material[i]);
    const double modulus = tr_effective_modulus(m->young, m->poisson, m->young, m->poisson);
    const double step = tr_advised_step(0.5*p->mass[i], 0.5*p->radius[i], modulus, speed);
    if (i == 0 || step < least)
      least = step;
  }
  return least;
}

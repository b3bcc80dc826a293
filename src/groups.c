/* groups.c -- particles in bulk: lattices (packings.h) and names (groups.h)  */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <trundle/groups.h>
#include <trundle/packings.h>
#include <trundle/random.h>

/* ------------------------------------------------------------ a lattice */

static int
check_lattice(const tr_lattice *l, tr_error *err)
{
  static const char axis[] = "xyz";
  const double spacing[3] = {l->spacing.x, l->spacing.y, l->spacing.z};
  const double jitter[3] = {l->jitter.x, l->jitter.y, l->jitter.z};
  double product = 1;
  for (int k = 0; k < 3; k++) {
    if (l->count[k] < 1)
      return tr_fail(err, TR_EINVAL, "count along %c is %lld, expected a whole number >= 1", axis[k], l->count[k]);
    if (l->count[k] > 1 && (!(spacing[k] > 0) || !isfinite(spacing[k])))
      return tr_fail(err, TR_EINVAL, "spacing along %c is %g m, expected a number > 0", axis[k], spacing[k]);
    if (!(jitter[k] >= 0) || !isfinite(jitter[k]))
      return tr_fail(err, TR_EINVAL, "jitter along %c is %g m, expected a number >= 0", axis[k], jitter[k]);
    product *= (double)l->count[k];
  }
  if (product > INT_MAX)
    return tr_fail(err, TR_EINVAL, "count is %lld %lld %lld, expected at most %d particles in all",
                   l->count[0], l->count[1], l->count[2], INT_MAX);
  if (!(l->radius[0] > 0 && l->radius[0] <= l->radius[1]) || !isfinite(l->radius[1]))
    return tr_fail(err, TR_EINVAL, "radius is %g to %g m, expected numbers > 0, the smaller first",
                   l->radius[0], l->radius[1]);
  return TR_SUCCESS;
}

/* A number from -1 to 1.  */
static double
swing(const tr_lattice *l, uint64_t number, uint64_t what)
{
  return 2*tr_random_unit(l->seed, number, what) - 1;
}

static tr_particle
lattice_particle(const tr_lattice *l, uint64_t number, tr_vec3 site)
{
  tr_particle g = l->particle;
  g.radius = l->radius[0] + (l->radius[1] - l->radius[0])*tr_random_unit(l->seed, number, TR_DRAW_RADIUS);
  g.position = tr_add(l->origin, site);
  g.position.x += l->jitter.x*swing(l, number, TR_DRAW_X);
  g.position.y += l->jitter.y*swing(l, number, TR_DRAW_Y);
  g.position.z += l->jitter.z*swing(l, number, TR_DRAW_Z);
  return g;
}

int
tr_lattice_add(tr_model *model, const tr_lattice *l, size_t *first, tr_error *err)
{
  const size_t before = tr_model_particles(model)->count;
  uint64_t number = 0;
  int status = check_lattice(l, err);
  if (status)
    return status;
  const size_t count = (size_t)(l->count[0]*l->count[1]*l->count[2]);
  status = tr_model_reserve(model, before + count, err);
  for (long long k = 0; k < l->count[2]; k++)
    for (long long j = 0; j < l->count[1]; j++)
      for (long long i = 0; i < l->count[0] && !status; i++) {
        const tr_vec3 site = tr_vec((double)i*l->spacing.x, (double)j*l->spacing.y, (double)k*l->spacing.z);
        const tr_particle g = lattice_particle(l, number++, site);
        status = tr_model_add_particle(model, &g, NULL, err);
      }
  if (status)
    tr_model_keep_particles(model, before);
  else if (first)
    *first = before;
  return status;
}

/* ------------------------------------------------------------ names */

int
tr_names_add(tr_names *names, size_t first, size_t count, int single, const char *text)
{
  const tr_name *last = names->count ? &names->name[names->count - 1] : NULL;
  if (last && first < last->first + last->count)
    return TR_EINVAL;
  if (names->count == names->room) {
    const size_t room = names->room ? 2*names->room : 16;
    tr_name *name = realloc(names->name, room*sizeof *name);
    if (!name)
      return TR_ENOMEM;
    names->name = name;
    names->room = room;
  }
  char *copy = malloc(strlen(text) + 1);
  if (!copy)
    return TR_ENOMEM;
  (void)strcpy(copy, text);
  names->name[names->count++] = (tr_name){.first = first, .count = count, .single = single, .text = copy};
  return TR_SUCCESS;
}

void
tr_names_get(const tr_names *names, size_t k, char *room, size_t size)
{
  size_t low = 0, high = names->count;  /* the last entry with first <= k */
  while (low < high) {
    const size_t middle = low + (high - low)/2;
    if (names->name[middle].first <= k)
      low = middle + 1;
    else
      high = middle;
  }
  const tr_name *name = low ? &names->name[low - 1] : NULL;
  if (!name || k - name->first >= name->count)
    (void)snprintf(room, size, "%zu", k);
  else if (name->single)
    (void)snprintf(room, size, "%s", name->text);
  else
    (void)snprintf(room, size, "%s-%zu", name->text, k - name->first + 1);
}

void
tr_names_clear(tr_names *names)
{
  for (size_t k = 0; k < names->count; k++)
    free(names->name[k].text);
  free(names->name);
  *names = (tr_names){0};
}

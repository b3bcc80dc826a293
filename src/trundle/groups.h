/* groups.h -- many particles from few words: random numbers that belong to a
   particle, lattices, and the names of particles that come in groups.  */
#ifndef TRUNDLE_GROUPS_H
#define TRUNDLE_GROUPS_H

#include <stddef.h>
#include <stdint.h>
#include <trundle/model.h>
#ifdef __cplusplus
extern "C" {
#endif

/* Random numbers.  The value is a function of the seed, of the number of the
   particle and of what is drawn for it; there is no state that runs along.  So
   a particle keeps its numbers when others are added, when their radii are drawn
   too, or when somebody computes them in another order.  The function is the
   output step of SplitMix64 (Steele, Lea and Flood 2014), applied once for
   each of the three: additions, multiplications and shifts of 64-bit integers,
   the same on every machine.  */
uint64_t tr_random_bits(uint64_t seed, uint64_t number, uint64_t what);

/* The same as a number in [0, 1): the upper 53 bits, divided by 2^53; exact.  */
double tr_random_unit(uint64_t seed, uint64_t number, uint64_t what);

/* What is drawn for a particle.  */
enum { TR_DRAW_RADIUS, TR_DRAW_X, TR_DRAW_Y, TR_DRAW_Z, TR_DRAW_PLACE };

/* Particles on a lattice.  Particle i + count[0]*(j + count[1]*k) of the group
   stands at origin + (i, j, k)*spacing, shifted by at most the jitter along
   each axis.  All values come from + - * of these numbers, so they are the same
   bits everywhere.  */
typedef struct {
  tr_vec3 origin;               /* centre of the first particle, m */
  tr_vec3 spacing;              /* m, > 0 along an axis with several particles */
  long long count[3];           /* >= 1; product below 2^31 */
  double radius[2];             /* m, smallest and largest, 0 < [0] <= [1] */
  tr_vec3 jitter;               /* m, >= 0 */
  uint64_t seed;
  tr_particle particle;               /* what they share: material, velocity, ... */
} tr_lattice;

/* Add the particles of the lattice to the model.  TR_EINVAL names what is wrong,
   TR_ENOMEM; the model is then as it was.  */
int tr_groups_lattice(tr_model *model, const tr_lattice *lattice, tr_error *err);

/* Names of the particles of a model.  A group has one entry, whose particles are
   called NAME-1, NAME-2, ...; a single particle has one of its own.  */
typedef struct {
  size_t first, count;          /* particles first ... first + count - 1 */
  int single;                   /* 1: the name as it is, without a number */
  char *text;
} tr_name;

typedef struct {
  size_t count, room;
  tr_name *name;                /* ascending, without overlaps */
} tr_names;

/* Enter a name; first must not lie below an entry that is there already.
   TR_ENOMEM, TR_EINVAL.  */
int tr_names_add(tr_names *names, size_t first, size_t count, int single, const char *text);

/* The name of particle k, cut at size; its number when it has none.  */
void tr_names_get(const tr_names *names, size_t k, char *room, size_t size);
void tr_names_clear(tr_names *names);

#ifdef __cplusplus
}
#endif
#endif

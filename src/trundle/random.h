/* random.h -- random numbers that belong to a particle.  */
#ifndef TRUNDLE_RANDOM_H
#define TRUNDLE_RANDOM_H

#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

/* The value is a function of the seed, of the number of the
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

#ifdef __cplusplus
}
#endif
#endif

/* random.c -- random numbers of particles; see random.h  */
#include <trundle/random.h>

/* The odd number next to 2^64 divided by the golden ratio.  */
#define STRIDE 0x9e3779b97f4a7c15U

static uint64_t
mix(uint64_t x)
{
  x = (x ^ x >> 30)*0xbf58476d1ce4e5b9U;
  x = (x ^ x >> 27)*0x94d049bb133111ebU;
  return x ^ x >> 31;
}

uint64_t
tr_random_bits(uint64_t seed, uint64_t number, uint64_t what)
{
  return mix(mix(mix(seed + STRIDE) + (number + 1)*STRIDE) + (what + 1)*STRIDE);
}

double
tr_random_unit(uint64_t seed, uint64_t number, uint64_t what)
{
  return (double)(tr_random_bits(seed, number, what) >> 11)*0x1p-53;
}

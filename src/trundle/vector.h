/* vector.h -- three-dimensional vectors of doubles, passed by value.

   Plain algebra with no branch and no libm call except sqrt, so that a
   compiler can inline and vectorise whatever is written with it.  */
#ifndef TRUNDLE_VECTOR_H
#define TRUNDLE_VECTOR_H

#include <math.h>

typedef struct { double x, y, z; } tr_vec3;

/* The vector with the given components.  */
static inline tr_vec3
tr_vec(double x, double y, double z)
{
  return (tr_vec3){x, y, z};
}

/* a + b  */
static inline tr_vec3
tr_add(tr_vec3 a, tr_vec3 b)
{
  return (tr_vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

/* a - b  */
static inline tr_vec3
tr_sub(tr_vec3 a, tr_vec3 b)
{
  return (tr_vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

/* -a  */
static inline tr_vec3
tr_neg(tr_vec3 a)
{
  return (tr_vec3){-a.x, -a.y, -a.z};
}

/* s a  */
static inline tr_vec3
tr_scale(double s, tr_vec3 a)
{
  return (tr_vec3){s*a.x, s*a.y, s*a.z};
}

/* s a + b  */
static inline tr_vec3
tr_axpy(double s, tr_vec3 a, tr_vec3 b)
{
  return (tr_vec3){s*a.x + b.x, s*a.y + b.y, s*a.z + b.z};
}

/* Scalar product a . b  */
static inline double
tr_dot(tr_vec3 a, tr_vec3 b)
{
  return a.x*b.x + a.y*b.y + a.z*b.z;
}

/* Vector product a x b  */
static inline tr_vec3
tr_cross(tr_vec3 a, tr_vec3 b)
{
  return (tr_vec3){a.y*b.z - a.z*b.y, a.z*b.x - a.x*b.z, a.x*b.y - a.y*b.x};
}

/* Square of the length of a  */
static inline double
tr_norm2(tr_vec3 a)
{
  return tr_dot(a, a);
}

/* Length of a  */
static inline double
tr_norm(tr_vec3 a)
{
  return sqrt(tr_dot(a, a));
}

/* The part of a that is perpendicular to the unit vector n  */
static inline tr_vec3
tr_reject(tr_vec3 a, tr_vec3 n)
{
  return tr_axpy(-tr_dot(a, n), n, a);
}

#endif

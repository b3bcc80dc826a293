/* test-soup.h -- triangles to test with: random ones, boxes and floors, as a soup that
   is moved and made into a mesh.  */
#ifndef TRUNDLE_TEST_SOUP_H
#define TRUNDLE_TEST_SOUP_H

#include "test-model.h"

static const tr_vec3 zero = {0, 0, 0};

/* Drawn from the ball, for a cube would favour its corners; not from its middle, where
   a direction is mostly rounding.  */
static inline tr_vec3
random_unit(void)
{
  tr_vec3 e = zero;
  while (tr_norm(e) < 0.1 || tr_norm(e) > 1)
    e = test_vector(1);
  return tr_scale(1/tr_norm(e), e);
}

/* u turned by the angle (rad) about the unit vector e: Rodrigues, in long double.  */
static inline tr_vec3
ref_turned(tr_vec3 e, double angle, tr_vec3 u)
{
  const long double s = sinl(angle), f = 1 - cosl(angle);
  const long double a = e.x, b = e.y, c = e.z;
  const long double p = b*u.z - c*u.y, q = c*u.x - a*u.z, r = a*u.y - b*u.x;
  return tr_vec((double)(u.x + s*p + f*(b*r - c*q)),
                (double)(u.y + s*q + f*(c*p - a*r)),
                (double)(u.z + s*r + f*(a*q - b*p)));
}

/* The largest error; one that is not a number stays.  */
static inline void
ref_worst(double *most, double error)
{
  if (*most == *most && !(fabs(error) <= *most))
    *most = fabs(error);
}

static inline double
ref_apart(tr_vec3 a, tr_vec3 b)
{
  return tr_norm(tr_sub(a, b));
}

typedef struct { tr_vec3 v[3], x; double height; } test_case;

/* A triangle and a centre.  Odd ones are slivers: a third corner beside the line of the
   first two, between and beyond them, with heights down to 1e-6.  The centre is 0.1 to 1
   from a point of the plane in the triangle or next to it.  */
static inline test_case
random_case(int i)
{
  test_case c = {.v = {test_vector(1), test_vector(1)}, .height = 1};
  const tr_vec3 along = tr_sub(c.v[1], c.v[0]), off = random_unit();
  if (i % 2)
    c.height = pow(10, -tap_random(0, 6));
  c.v[2] = i % 2 ? tr_axpy(c.height, off, tr_axpy(tap_random(-0.4, 1.4), along, c.v[0]))
         : test_vector(1);
  const double p = tap_random(-0.4, 1.4), q = tap_random(-0.4, 1.4);
  const tr_vec3 foot = tr_axpy(p, along, tr_axpy(q, tr_sub(c.v[2], c.v[0]), c.v[0]));
  c.x = tr_axpy(tap_random(0.1, 1), random_unit(), foot);
  const double area = tr_norm(tr_cross(along, tr_sub(c.v[2], c.v[0])));
  c.height = area < 1 ? area : 1;
  return c;
}

enum { SOUP = 6000 };
typedef struct { tr_vec3 corner[3*SOUP]; size_t count; } test_soup;

static inline void
soup_triangle(test_soup *s, tr_vec3 a, tr_vec3 b, tr_vec3 c)
{
  s->corner[3*s->count] = a;
  s->corner[3*s->count + 1] = b;
  s->corner[3*s->count++ + 2] = c;
}

/* Move all of the soup: turn about e, then shift.  */
static inline void
soup_move(test_soup *s, tr_vec3 e, double angle, tr_vec3 shift)
{
  for (size_t k = 0; k < 3*s->count; k++)
    s->corner[k] = tr_add(shift, ref_turned(e, angle, s->corner[k]));
}

/* A mesh of the soup, which is empty afterwards.  */
static inline tr_mesh
soup_mesh(test_soup *s)
{
  tr_mesh mesh;
  tr_error err = {0};
  if (tr_mesh_make(&mesh, s->corner, s->count, 0, 0, &err))
    printf("# %s\n", err.text);
  s->count = 0;
  return mesh;
}

/* The surface of the box with corners -half and half, 12 triangles.  */
static inline void
soup_box(test_soup *s, tr_vec3 half)
{
  static const int face[6][4] = {{0, 1, 3, 2}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                 {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 3, 7, 5}};
  tr_vec3 v[8];
  for (int k = 0; k < 8; k++)
    v[k] = tr_vec(k & 4 ? half.x : -half.x, k & 2 ? half.y : -half.y,
                  k & 1 ? half.z : -half.z);
  for (int f = 0; f < 6; f++) {
    const int *w = face[f];
    soup_triangle(s, v[w[0]], v[w[1]], v[w[2]]);
    soup_triangle(s, v[w[0]], v[w[3]], v[w[2]]);
  }
}

/* One triangle of three is split from the middle of an edge to the opposite corner, while
   its neighbour keeps the whole edge: a rule that asks for common edges or corners fails
   here.  */
static inline void
soup_split(test_soup *s, tr_vec3 a, tr_vec3 b, tr_vec3 c)
{
  if (tap_random(0, 3) < 1) {
    const tr_vec3 m = tr_scale(0.5, tr_add(b, c));
    soup_triangle(s, a, b, m);
    soup_triangle(s, c, a, m);
  } else {
    soup_triangle(s, a, b, c);
  }
}

enum { CELLS = 20 };

/* Line k, moved by at most a fifth of the way to its neighbours: the four corners
   of a cell stay convex.  */
static inline double
moved_line(const double *line, int k)
{
  if (k == 0 || k == CELLS)
    return line[k];
  return line[k] + tap_random(-0.2, 0.2)*fmin(line[k] - line[k - 1], line[k + 1] - line[k]);
}

/* A triangulation of the unit square in the plane z = 0: cells up to thirty times as long
   as wide, crossings moved, diagonals thrown, some triangles split.  */
static inline void
soup_floor(test_soup *s)
{
  tr_vec3 v[CELLS + 1][CELLS + 1];
  double line[2][CELLS + 1] = {{0}};
  for (int d = 0; d < 2; d++) {
    for (int k = 1; k <= CELLS; k++)
      line[d][k] = line[d][k - 1] + pow(10, -tap_random(0, 1.5));
    for (int k = 1; k <= CELLS; k++)
      line[d][k] /= line[d][CELLS];
  }
  for (int a = 0; a <= CELLS; a++)
    for (int b = 0; b <= CELLS; b++) {
      const double x = moved_line(line[0], a);
      v[a][b] = tr_vec(x, moved_line(line[1], b), 0);
    }
  for (int a = 0; a < CELLS; a++)
    for (int b = 0; b < CELLS; b++) {
      const int other = tap_random(0, 1) < 0.5;
      soup_split(s, v[a][b], v[a + 1][b], other ? v[a + 1][b + 1] : v[a][b + 1]);
      soup_split(s, v[a + 1][b + 1], v[a][b + 1], other ? v[a][b] : v[a + 1][b]);
    }
}

#endif

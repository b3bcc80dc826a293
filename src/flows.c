/* flows.c -- the velocity of a fluid as a table; see files.h  */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <trundle/files.h>

#include "table.h"

enum { X, VX = 3, COLUMNS = 6 };
static const char *const name[] = {"x", "y", "z", "vx", "vy", "vz", NULL};

typedef struct { double number[COLUMNS]; size_t line; } point;
typedef struct { point *at; size_t count, room; } points;

static int
add_point(table *t, points *p, tr_error *err)
{
  if (p->count == p->room) {
    const size_t room = 2*p->room + 64;
    point *at = realloc(p->at, room*sizeof *at);
    if (!at)
      return tr_fail(err, TR_ENOMEM, "%.150s: out of memory: %zu points", t->path, room);
    p->at = at;
    p->room = room;
  }
  point *new = &p->at[p->count++];
  new->line = t->number;
  for (int i = 0; i < COLUMNS; i++)
    if (tr_table_cell(t, name[t->column[i]], t->field[i], t->column[i] < VX ? "a finite number (m)" : "a finite number (m/s)",
                      &new->number[t->column[i]], err))
      return TR_EFORMAT;
  return TR_SUCCESS;
}

static int
read_points(table *t, points *p, tr_error *err)
{
  int status = tr_table_head(t, "x,y,z,vx,vy,vz", "x, y, z, vx, vy, vz", err);
  for (int k = 0; !status && k < COLUMNS; k++)
    if (!t->known[k])
      return tr_table_bad_head(t, name[k], "is missing", err);
  while (!status && tr_table_line(t, &status, err))
    status = add_point(t, p, err);
  if (!status && p->count == 0)
    status = tr_fail(err, TR_EFORMAT, "%.150s: no line with a point, expected one at least", t->path);
  return status;
}

static int
smaller(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* How many different coordinates there are along an axis, and the range of
   them.  Those nearer than a millionth of the range are one, for they may be
   printed with few digits.  */
static int
measure(const points *p, int axis, size_t *count, double *low, double *high)
{
  double *x = malloc(p->count*sizeof *x);
  if (!x)
    return TR_ENOMEM;
  for (size_t k = 0; k < p->count; k++)
    x[k] = p->at[k].number[axis];
  qsort(x, p->count, sizeof *x, smaller);
  *low = x[0];
  *high = x[p->count - 1];
  *count = 1;
  for (size_t k = 1; k < p->count; k++)
    *count += x[k] - x[k - 1] > 1e-6*(*high - *low);
  free(x);
  return TR_SUCCESS;
}

/* The number of the point of the grid where a line lies; the grid's size when it
   lies beside all of them, by more than a hundredth of their distance.  */
static size_t
place_of(const point *p, const size_t count[3], const double low[3], const double high[3])
{
  size_t place = 0;
  for (int axis = 2; axis >= 0; axis--) {
    const double part = (p->number[axis] - low[axis])/(high[axis] - low[axis]);
    const double s = count[axis] > 1 ? part*(double)(count[axis] - 1) : 0, k = floor(s + 0.5);
    if (fabs(s - k) > 0.01)
      return count[0]*count[1]*count[2];
    place = place*count[axis] + (size_t)k;
  }
  return place;
}

/* Each point to its place, and no place may stay empty.  */
static int
arrange(const char *path, const points *p, const size_t count[3], const double low[3], const double high[3],
        tr_vec3 *velocity, size_t *line, tr_error *err)
{
  for (size_t k = 0; k < p->count; k++) {
    const double *x = p->at[k].number;
    const size_t place = place_of(&p->at[k], count, low, high);
    if (place >= p->count)
      return tr_fail(err, TR_EFORMAT, "%.150s, line %zu: the point %g %g %g is off the grid of the others, expected equal "
                     "distances along each axis", path, p->at[k].line, x[0], x[1], x[2]);
    if (line[place])
      return tr_fail(err, TR_EFORMAT, "%.150s, line %zu: the point %g %g %g is given twice, first in line %zu",
                     path, p->at[k].line, x[0], x[1], x[2], line[place]);
    line[place] = p->at[k].line;
    velocity[place] = tr_vec(x[VX], x[VX + 1], x[VX + 2]);
  }
  return TR_SUCCESS;
}

static int
make_grid(const char *path, const points *p, tr_flow_grid *grid, tr_error *err)
{
  size_t count[3], all = 1;
  double low[3], high[3];
  for (int axis = 0; axis < 3; axis++) {
    if (measure(p, axis, &count[axis], &low[axis], &high[axis]))
      return tr_fail(err, TR_ENOMEM, "%.150s: out of memory: %zu points", path, p->count);
    all = all > p->count ? all : all*count[axis];
  }
  if (all != p->count)
    return tr_fail(err, TR_EFORMAT, "%.150s: %zu points, expected a full grid: there are %zu different x, %zu y and %zu z",
                   path, p->count, count[0], count[1], count[2]);
  tr_vec3 *velocity = malloc(all*sizeof *velocity);
  size_t *line = calloc(all, sizeof *line);
  int status = velocity && line ? arrange(path, p, count, low, high, velocity, line, err)
    : tr_fail(err, TR_ENOMEM, "%.150s: out of memory: %zu points", path, all);
  tr_error why;
  if (!status && (status = tr_flow_grid_make(grid, count, tr_vec(low[0], low[1], low[2]),
                                             tr_vec(high[0], high[1], high[2]), velocity, &why)))
    (void)tr_fail(err, (tr_status)status, "%.150s: %.200s", path, why.text);
  free(velocity);
  free(line);
  return status;
}

int
tr_flow_read(const char *path, tr_flow_grid *grid, tr_error *err)
{
  table t = {.path = path, .name = name, .file = fopen(path, "r")};
  points p = {0};
  if (!t.file)
    return tr_fail(err, TR_EFILE, "%.150s cannot be read: %s", path, strerror(errno));
  const table_tongue own = tr_table_speak();
  int status = read_points(&t, &p, err);
  tr_table_hush(own);
  (void)fclose(t.file);
  tr_table_clear(&t);
  if (!status)
    status = make_grid(path, &p, grid, err);
  free(p.at);
  return status;
}

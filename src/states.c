/* states.c -- states of particles as tables; see files.h  */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <trundle/files.h>

#include "table.h"

/* The columns of numbers in the order in which they are written; the fields
   of a line go into an array in this order.  A column belongs to a set that
   is given as a whole.  X(column, set, expected)  */
#define COLUMNS(X) \
  X(x, PLACE, "a finite number (m)") X(y, PLACE, "a finite number (m)") X(z, PLACE, "a finite number (m)") \
  X(radius, PLACE, "a number > 0 (m)") \
  X(vx, MOTION, "a finite number (m/s)") X(vy, MOTION, "a finite number (m/s)") X(vz, MOTION, "a finite number (m/s)") \
  X(wx, SPIN, "a finite number (rad/s)") X(wy, SPIN, "a finite number (rad/s)") X(wz, SPIN, "a finite number (rad/s)") \
  X(qw, ORIENTATION, "a finite number") X(qx, ORIENTATION, "a finite number") \
  X(qy, ORIENTATION, "a finite number") X(qz, ORIENTATION, "a finite number") \
  X(mass, MASS, "a number > 0 (kg)") X(inertia, INERTIA, "a number > 0 (kg m2)") X(fixed, FIXED, "0 or 1") \
  X(density, DENSITY, "a number > 0 (kg/m3)") X(material, MATERIAL, "the name of a material")
enum { PLACE, MOTION, SPIN, ORIENTATION, FIXED, MASS, INERTIA, DENSITY, MATERIAL };
#define NUMBER(name, set, expected) C_##name,
enum { COLUMNS(NUMBER) COUNT };
#undef NUMBER
#define ROW(name, set, expected) {expected, set},
static const struct { const char *expected; int set; } column[COUNT] = {COLUMNS(ROW)};
#undef ROW
#define NAME(name, set, expected) #name,
static const char *const column_name[] = {COLUMNS(NAME) NULL};
#undef NAME
_Static_assert(COUNT < TABLE_ROOM, "in a table with too many columns one is not known or stands there twice");

/* ------------------------------------------------------------ reading */

/* Sets come as a whole, and mass and density exclude each other.  */
static int
check_sets(const table *t, tr_error *err)
{
  int have[MATERIAL + 1] = {[PLACE] = 1};
  for (int k = 0; k < COUNT; k++)
    have[column[k].set] |= t->known[k];
  for (int k = 0; k < COUNT; k++)
    if (have[column[k].set] && !t->known[k])
      return tr_table_bad_head(t, column_name[k], "is missing", err);
  if (have[MASS] && have[DENSITY])
    return tr_table_bad_head(t, "density", "stands beside mass, expected one of them", err);
  return TR_SUCCESS;
}

static int
read_fields(table *t, const tr_model *model, double x[COUNT], int *material, tr_error *err)
{
  for (int i = 0; i < t->columns; i++) {
    const int k = t->column[i], set = column[k].set;
    if (set == MATERIAL) {
      if (*t->field[i] || *material < 0)
        *material = tr_model_find_material(model, t->field[i]);
      if (*material < 0)
        return tr_table_bad_field(t, column_name[k], t->field[i], "the name of a material of the model", err);
    } else if (tr_table_cell(t, column_name[k], t->field[i], column[k].expected, &x[k], err)) {
      return TR_EFORMAT;
    } else if (((k == C_radius || set >= MASS) && !(x[k] > 0)) || (set == FIXED && x[k] != 0 && x[k] != 1)) {
      return tr_table_bad_field(t, column_name[k], t->field[i], column[k].expected, err);
    }
  }
  return TR_SUCCESS;
}

static int
add_line(table *t, tr_model *model, int material, tr_error *err)
{
  double x[COUNT] = {[C_qw] = 1};
  const int status = read_fields(t, model, x, &material, err);
  if (status)
    return status;
  if (x[C_qw] == 0 && x[C_qx] == 0 && x[C_qy] == 0 && x[C_qz] == 0)
    return tr_fail(err, TR_EFORMAT, "%.150s, line %zu: orientation must be a quaternion other than zero", t->path,
                   t->number);
  const double r = x[C_radius];
  const tr_particle g = {       /* a solid ball unless the table has a column inertia */
    .position = tr_vec(x[C_x], x[C_y], x[C_z]), .velocity = tr_vec(x[C_vx], x[C_vy], x[C_vz]),
    .spin = tr_vec(x[C_wx], x[C_wy], x[C_wz]), .orientation = {x[C_qw], x[C_qx], x[C_qy], x[C_qz]},
    .radius = r, .mass = t->known[C_density] ? 4.0/3.0*M_PI*r*r*r*x[C_density] : x[C_mass],
    .inertia = x[C_inertia], .material = material, .fixed = x[C_fixed] > 0};
  tr_error why;
  const int added = tr_model_add_particle(model, &g, NULL, &why);
  return added ? tr_fail(err, added == TR_ENOMEM ? TR_ENOMEM : TR_EFORMAT, "%.150s, line %zu: %.200s",
                         t->path, t->number, why.text) : TR_SUCCESS;
}

static int
read_table(table *t, tr_model *model, int material, tr_error *err)
{
  int status = tr_table_head(t, "x,y,z,radius", "x, y, z, radius, vx, vy, vz, wx, wy, wz, qw, qx, qy, qz, mass, density, "
                          "inertia, fixed, material", err);
  if (!status)
    status = check_sets(t, err);
  if (!status && !t->known[C_material] && material < 0)
    return tr_table_bad_head(t, "material", "is missing, and no material is given for the whole table", err);
  while (!status && tr_table_line(t, &status, err))
    status = add_line(t, model, material, err);
  return status;
}

int
tr_states_read(tr_model *model, const char *path, int material, tr_error *err)
{
  const size_t before = tr_model_particles(model)->count;
  table t = {.path = path, .name = column_name, .file = fopen(path, "r")};
  if (!t.file)
    return tr_fail(err, TR_EFILE, "%.150s cannot be read: %s", path, strerror(errno));
  const table_tongue own = tr_table_speak();
  int status = read_table(&t, model, material, err);
  tr_table_hush(own);
  (void)fclose(t.file);
  tr_table_clear(&t);
  if (!status && tr_model_particles(model)->count == before)
    status = tr_fail(err, TR_EFORMAT, "%.150s: no line with a particle, expected one at least", path);
  if (status)
    tr_model_keep_particles(model, before);
  return status;
}

/* ------------------------------------------------------------ writing */

/* Seventeen digits tell every double from its neighbours; zero and one, which
   are frequent, need no care.  */
static char *
put_number(char *at, double x)
{
  if (x == 0 || x == 1) {
    *at = '-';
    at += signbit(x) != 0;
    *at = x == 0 ? '0' : '1';
    return at + 1;
  }
  return at + sprintf(at, "%.17g", x);
}

static int
write_particle(FILE *file, const tr_particles *p, size_t i, int fixed, const char *material)
{
  const tr_vec3 x = p->position[i], v = p->velocity[i], w = p->spin[i];
  const tr_quat q = p->orientation[i];
  const double number[] = {x.x, x.y, x.z, p->radius[i], v.x, v.y, v.z, w.x, w.y, w.z, q.w, q.x, q.y, q.z,
                           p->mass[i], p->inertia[i]};
  char line[16*26 + 1], *at = line;
  for (size_t k = 0; k < sizeof number/sizeof *number; k++) {
    at = put_number(at, number[k]);
    *at++ = ',';
  }
  *at = '\0';
  return fputs(line, file) == EOF || (fixed && fputs(p->fixed[i] ? "1," : "0,", file) == EOF)
    || fputs(material, file) == EOF || putc('\n', file) == EOF;
}

static int
write_table(FILE *file, const tr_particles *p, const tr_model *model)
{
  size_t here = 0;
  int fixed = 0;                /* is there any: only then they have a column */
  for (size_t i = 0; i < p->count; i++) {
    here += p->mass[i] > 0;
    fixed |= p->mass[i] > 0 && p->fixed[i];
  }
  int bad = fprintf(file, "# %zu particles; x y z radius in m, velocity in m/s, spin in rad/s, orientation as a unit "
                    "quaternion, mass in kg, inertia in kg m2\n", here) < 0;
  for (int k = 0; k < COUNT; k++)
    if (column[k].set != DENSITY && (column[k].set != FIXED || fixed))
      bad |= fprintf(file, "%s%s", column_name[k], column[k].set == MATERIAL ? "\n" : ",") < 0;
  for (size_t i = 0; i < p->count && !bad; i++)
    bad = p->mass[i] > 0 && write_particle(file, p, i, fixed, tr_model_material(model, p->material[i])->name);
  return bad;
}

/* A name that would be read as something else cannot be written.  */
static int
check_names(const tr_particles *p, const tr_model *model, tr_error *err)
{
  for (size_t i = 0; i < p->count; i++) {
    const char *name = tr_model_material(model, p->material[i])->name;
    if (strpbrk(name, ",\r\n\t") || name[0] == ' ' || name[strlen(name) - 1] == ' ')
      return tr_fail(err, TR_EINVAL, "the name \"%s\" of a material does not fit into a table: it has a comma, "
                     "a line end, or a blank at one end", name);
  }
  return TR_SUCCESS;
}

/* What is written of the particles, with names of the model or behind a head.  */
typedef struct { const tr_particles *p; const tr_model *model; const char *head; } contents;

/* A file that appears under its name when it is complete.  */
static int
write_whole(const char *path, int (*writer) (FILE *, const contents *), const contents *c, tr_error *err)
{
  const size_t size = strlen(path) + 40;
  char *part = malloc(size);
  if (!part)
    return tr_fail(err, TR_ENOMEM, "out of memory: the name of a file");
  (void)snprintf(part, size, "%s.part%ld", path, (long)getpid());
  int status = TR_SUCCESS;
  FILE *file = fopen(part, "w");
  if (file) {
    const table_tongue own = tr_table_speak();
    int bad = writer(file, c);
    tr_table_hush(own);
    bad |= fclose(file) != 0;
    if (bad || rename(part, path) != 0) {
      status = tr_fail(err, TR_EFILE, "%.150s cannot be written: %s", path, strerror(errno));
      (void)remove(part);
    }
  } else {
    status = tr_fail(err, TR_EFILE, "%.150s cannot be written: %s", path, strerror(errno));
  }
  free(part);
  return status;
}

static int
table_of(FILE *file, const contents *c)
{
  return write_table(file, c->p, c->model);
}

int
tr_states_write(const char *path, const tr_particles *p, const tr_model *model, tr_error *err)
{
  const int status = check_names(p, model, err);
  return status ? status : write_whole(path, table_of, &(contents){.p = p, .model = model}, err);
}

/* ------------------------------------------------------------ for other codes */

static int
put_line(FILE *file, const char *head, const double *x, int count)
{
  char line[400], *at = line + sprintf(line, "%s", head);
  for (int k = 0; k < count; k++) {
    *at++ = ' ';
    at = put_number(at, x[k]);
  }
  *at++ = '\n';
  *at = '\0';
  return fputs(line, file) == EOF;
}

static int
data_of(FILE *file, const contents *c)
{
  const tr_particles *p = c->p;
  char head[60];
  int bad = fprintf(file, "%s\nAtoms\n\n", c->head) < 0;
  size_t id = 0;
  for (size_t i = 0; i < p->count && !bad; i++) {
    const double r = p->radius[i];
    const double x[] = {2*r, p->mass[i]/(4/3.0*M_PI*r*r*r), p->position[i].x, p->position[i].y, p->position[i].z};
    if (!(p->mass[i] > 0))
      continue;
    (void)snprintf(head, sizeof head, "%zu %d", ++id, p->material[i] + 1);
    bad = put_line(file, head, x, 5);
  }
  bad = bad || fputs("\nVelocities\n\n", file) == EOF;
  id = 0;
  for (size_t i = 0; i < p->count && !bad; i++) {
    const tr_vec3 v = p->velocity[i], w = p->spin[i];
    const double x[] = {v.x, v.y, v.z, w.x, w.y, w.z};
    if (!(p->mass[i] > 0))
      continue;
    (void)snprintf(head, sizeof head, "%zu", ++id);
    bad = put_line(file, head, x, 6);
  }
  return bad;
}

int
tr_states_write_data(const char *path, const tr_particles *p, const char *head, tr_error *err)
{
  for (size_t i = 0; i < p->count; i++) {
    const double solid = 0.4*p->mass[i]*p->radius[i]*p->radius[i];
    if (p->mass[i] > 0 && fabs(p->inertia[i] - solid) > 1e-9*p->inertia[i])
      return tr_fail(err, TR_EINVAL, "the inertia of particle %zu is not that of a solid sphere, the only one that the other code knows",
                     i + 1);
  }
  return write_whole(path, data_of, &(contents){.p = p, .head = head}, err);
}

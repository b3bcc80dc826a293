/* states.c -- states of grains as tables; see states.h  */
#include <errno.h>
#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <trundle/states.h>

/* The columns of numbers in the order in which they are written; the fields
   of a line go into an array in this order.  A column belongs to a set that
   is given as a whole.  X(column, set, expected)  */
#define COLUMNS(X) \
  X(x, PLACE, "a finite number (m)") X(y, PLACE, "a finite number (m)") X(z, PLACE, "a finite number (m)") \
  X(radius, PLACE, "a number > 0 (m)") \
  X(vx, MOTION, "a finite number (m/s)") X(vy, MOTION, "a finite number (m/s)") X(vz, MOTION, "a finite number (m/s)") \
  X(wx, SPIN, "a finite number (rad/s)") X(wy, SPIN, "a finite number (rad/s)") X(wz, SPIN, "a finite number (rad/s)") \
  X(qw, ATTITUDE, "a finite number") X(qx, ATTITUDE, "a finite number") \
  X(qy, ATTITUDE, "a finite number") X(qz, ATTITUDE, "a finite number") \
  X(mass, MASS, "a number > 0 (kg)") X(inertia, INERTIA, "a number > 0 (kg m2)") \
  X(density, DENSITY, "a number > 0 (kg/m3)") X(material, MATERIAL, "the name of a material")
enum { PLACE, MOTION, SPIN, ATTITUDE, MASS, INERTIA, DENSITY, MATERIAL };
#define NUMBER(name, set, expected) C_##name,
enum { COLUMNS(NUMBER) COUNT };
#undef NUMBER
#define ROW(name, set, expected) {#name, expected, set},
static const struct { const char *name, *expected; int set; } column[COUNT] = {COLUMNS(ROW)};
#undef ROW

/* Decimal points, whatever the language of the user; put back afterwards.  */
typedef struct { locale_t plain, before; } tongue;

static tongue
speak_plainly(void)
{
  tongue t = {.plain = newlocale(LC_ALL_MASK, "C", (locale_t)0)};
  t.before = t.plain ? uselocale(t.plain) : (locale_t)0;
  return t;
}

static void
speak_again(tongue t)
{
  if (t.plain) {
    (void)uselocale(t.before);
    freelocale(t.plain);
  }
}

/* ------------------------------------------------------------ reading */

typedef struct {
  const char *path;
  FILE *file;
  char *line;                   /* the present one, without its end */
  size_t room, number;          /* of the line; the first is 1 */
  int column[COUNT], columns;   /* what the fields of a line are */
  int known[COUNT];             /* 1: the file has this column */
  char *field[COUNT];
} table;

/* "FILE, line N, column NAME: "VALUE", expected EXPECTED"  */
static int
bad_field(const table *t, const char *name, const char *value, const char *expected, tr_error *err)
{
  return tr_fail(err, TR_EFORMAT, "%.150s, line %zu, column %.20s: \"%.40s\", expected %s",
                 t->path, t->number, name, value, expected);
}

static int
bad_head(const table *t, const char *name, const char *expected, tr_error *err)
{
  return tr_fail(err, TR_EFORMAT, "%.150s, line %zu: column \"%.40s\" %s", t->path, t->number, name, expected);
}

/* The next line that is no comment and not empty.  1: there is one, 0: the
   file ends; TR_EFILE, TR_EFORMAT are given back in *status.  */
static int
next_line(table *t, int *status, tr_error *err)
{
  ssize_t length;
  while ((length = getline(&t->line, &t->room, t->file)) >= 0) {
    const char *text = t->line;
    t->number++;
    if (strlen(t->line) != (size_t)length) {
      *status = tr_fail(err, TR_EFORMAT, "%.150s, line %zu: a byte of zero, expected a line of text",
                        t->path, t->number);
      return 0;
    }
    while (length > 0 && strchr(" \t\r\n", t->line[length - 1]))
      t->line[--length] = '\0';
    if (t->number == 1 && strncmp(text, "\xef\xbb\xbf", 3) == 0)
      memmove(t->line, t->line + 3, (size_t)length - 2);        /* a byte order mark */
    text += strspn(text, " \t");
    if (*text && *text != '#')
      return 1;
  }
  if (!feof(t->file))
    *status = tr_fail(err, TR_EFILE, "%.150s cannot be read after line %zu: %s", t->path, t->number, strerror(errno));
  return 0;
}

/* Cut the line at its commas, blanks around a field left out.  The number of
   fields; only the first COUNT of them are kept.  */
static int
cut(table *t)
{
  int n = 0;
  for (char *at = t->line; at; n++) {
    char *comma = strchr(at, ',');
    if (comma)
      *comma = '\0';
    at += strspn(at, " \t");
    if (n < COUNT) {
      size_t length = strlen(at);
      while (length > 0 && (at[length - 1] == ' ' || at[length - 1] == '\t'))
        at[--length] = '\0';
      t->field[n] = at;
    }
    at = comma ? comma + 1 : NULL;
  }
  return n;
}

static int
find_column(const char *name)
{
  int k = 0;
  while (k < COUNT && strcmp(column[k].name, name) != 0)
    k++;
  return k;
}

/* Sets come as a whole, and mass and density exclude each other.  */
static int
check_sets(const table *t, tr_error *err)
{
  int have[MATERIAL + 1] = {[PLACE] = 1};
  for (int k = 0; k < COUNT; k++)
    have[column[k].set] |= t->known[k];
  for (int k = 0; k < COUNT; k++)
    if (have[column[k].set] && !t->known[k])
      return bad_head(t, column[k].name, "is missing", err);
  if (have[MASS] && have[DENSITY])
    return bad_head(t, "density", "stands beside mass, expected one of them", err);
  return TR_SUCCESS;
}

static int
read_head(table *t, tr_error *err)
{
  int status = TR_SUCCESS;
  if (!next_line(t, &status, err))
    return status ? status : tr_fail(err, TR_EFORMAT, "%.150s: no line with the names of the columns, "
                                     "expected at least x,y,z,radius", t->path);
  const int n = cut(t);
  for (int i = 0; i < n && i < COUNT; i++) {
    const int k = find_column(t->field[i]);
    if (k == COUNT)
      return bad_head(t, t->field[i], "is not known, expected one of: x, y, z, radius, vx, vy, vz, wx, wy, wz, "
                      "qw, qx, qy, qz, mass, density, inertia, material", err);
    if (t->known[k])
      return bad_head(t, t->field[i], "stands there twice", err);
    t->known[k] = 1;
    t->column[i] = k;
  }
  if (n > COUNT)
    return tr_fail(err, TR_EFORMAT, "%.150s, line %zu: %d columns, expected at most %d", t->path, t->number, n, COUNT);
  t->columns = n;
  return check_sets(t, err);
}

/* A number in decimal notation, nothing before or after it.  Up to 15 digits
   and a power of ten up to 22 are exact in a double, and so one multiplication
   or division rounds as it should; others are left to the C library.  */
static int
get_number(const char *text, double *out)
{
  static const double ten[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                               1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  const char *s = text + (*text == '-' || *text == '+');
  uint64_t digits = 0;
  int count = 0, seen = 0, power = 0;
  for (int point = 0; (*s >= '0' && *s <= '9') || (*s == '.' && !point); s++)
    if (*s == '.') {
      point = 1;
    } else {
      seen = 1;
      digits = 10*digits + (uint64_t)(*s - '0');
      count += digits > 0;
      power -= point;
    }
  if (!seen)
    return 1;
  if (*s == 'e' || *s == 'E') {
    const int minus = *++s == '-';
    int exponent = 0;
    s += *s == '-' || *s == '+';
    if (!*s)
      return 1;
    for (; *s >= '0' && *s <= '9'; s++)
      exponent = exponent < 10000 ? 10*exponent + (*s - '0') : exponent;
    power += minus ? -exponent : exponent;
  }
  if (*s)
    return 1;
  if (count <= 15 && power >= -22 && power <= 22 && FLT_EVAL_METHOD == 0) {
    *out = power < 0 ? (double)digits/ten[-power] : (double)digits*ten[power];
    *out = *text == '-' ? -*out : *out;
    return 0;
  }
  *out = strtod(text, NULL);
  return !isfinite(*out);
}

static int
read_fields(const table *t, const tr_model *model, double x[COUNT], int *material, tr_error *err)
{
  for (int i = 0; i < t->columns; i++) {
    const int k = t->column[i], set = column[k].set;
    if (set == MATERIAL) {
      if (*t->field[i] || *material < 0)
        *material = tr_model_find_material(model, t->field[i]);
      if (*material < 0)
        return bad_field(t, column[k].name, t->field[i], "the name of a material of the model", err);
    } else if (get_number(t->field[i], &x[k]) || ((k == C_radius || set >= MASS) && !(x[k] > 0))) {
      return bad_field(t, column[k].name, t->field[i], column[k].expected, err);
    }
  }
  return TR_SUCCESS;
}

static int
add_line(const table *t, tr_model *model, int material, tr_error *err)
{
  double x[COUNT] = {[C_qw] = 1};
  const int status = read_fields(t, model, x, &material, err);
  if (status)
    return status;
  const double r = x[C_radius];
  const tr_grain g = {
    .position = tr_vec(x[C_x], x[C_y], x[C_z]), .velocity = tr_vec(x[C_vx], x[C_vy], x[C_vz]),
    .spin = tr_vec(x[C_wx], x[C_wy], x[C_wz]), .attitude = {x[C_qw], x[C_qx], x[C_qy], x[C_qz]},
    .radius = r, .mass = t->known[C_density] ? 4.0/3.0*M_PI*r*r*r*x[C_density] : x[C_mass],
    .inertia = x[C_inertia], .inertia_factor = 0.4, .material = material};
  tr_error why;
  const int added = tr_model_add_grain(model, &g, &why);
  return added ? tr_fail(err, added == TR_ENOMEM ? TR_ENOMEM : TR_EFORMAT, "%.150s, line %zu: %.200s",
                         t->path, t->number, why.text) : TR_SUCCESS;
}

static int
read_table(table *t, tr_model *model, int material, tr_error *err)
{
  int status = read_head(t, err);
  if (!status && !t->known[C_material] && material < 0)
    return bad_head(t, "material", "is missing, and no material is given for the whole table", err);
  while (!status && next_line(t, &status, err)) {
    const int n = cut(t);
    if (n != t->columns)
      return tr_fail(err, TR_EFORMAT, "%.150s, line %zu: %d values, expected %d, one for each column",
                     t->path, t->number, n, t->columns);
    status = add_line(t, model, material, err);
  }
  return status;
}

int
tr_states_read(tr_model *model, const char *path, int material, tr_error *err)
{
  const size_t before = tr_model_particles(model)->count;
  table t = {.path = path, .file = fopen(path, "r")};
  if (!t.file)
    return tr_fail(err, TR_EFILE, "%.150s cannot be read: %s", path, strerror(errno));
  const tongue own = speak_plainly();
  int status = read_table(&t, model, material, err);
  speak_again(own);
  (void)fclose(t.file);
  free(t.line);
  if (!status && tr_model_particles(model)->count == before)
    status = tr_fail(err, TR_EFORMAT, "%.150s: no line with a grain, expected one at least", path);
  if (status)
    tr_model_keep_grains(model, before);
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
write_grain(FILE *file, const tr_particles *p, size_t i, const char *material)
{
  const tr_vec3 x = p->position[i], v = p->velocity[i], w = p->spin[i];
  const tr_quat q = p->attitude[i];
  const double number[] = {x.x, x.y, x.z, p->radius[i], v.x, v.y, v.z, w.x, w.y, w.z, q.w, q.x, q.y, q.z,
                           p->mass[i], p->inertia[i]};
  char line[16*26 + 1], *at = line;
  for (size_t k = 0; k < sizeof number/sizeof *number; k++) {
    at = put_number(at, number[k]);
    *at++ = ',';
  }
  *at = '\0';
  return fputs(line, file) < 0 || fputs(material, file) < 0 || putc('\n', file) < 0;
}

static int
write_table(FILE *file, const tr_particles *p, const tr_model *model)
{
  size_t here = 0;
  for (size_t i = 0; i < p->count; i++)
    here += p->mass[i] > 0;
  int bad = fprintf(file, "# %zu grains; x y z radius in m, velocity in m/s, spin in rad/s, attitude as a unit "
                    "quaternion, mass in kg, inertia in kg m2\n", here) < 0;
  for (int k = 0; k < COUNT; k++)
    if (column[k].set != DENSITY)
      bad |= fprintf(file, "%s%s", column[k].name, column[k].set == MATERIAL ? "\n" : ",") < 0;
  for (size_t i = 0; i < p->count && !bad; i++)
    bad = p->mass[i] > 0 && write_grain(file, p, i, tr_model_material(model, p->material[i])->name);
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

int
tr_states_write(const char *path, const tr_particles *p, const tr_model *model, tr_error *err)
{
  const size_t size = strlen(path) + 40;
  char *part = malloc(size);
  if (!part)
    return tr_fail(err, TR_ENOMEM, "no memory for the name of a file");
  (void)snprintf(part, size, "%s.part%ld", path, (long)getpid());
  int status = check_names(p, model, err);
  FILE *file = status ? NULL : fopen(part, "w");
  if (file) {
    const tongue own = speak_plainly();
    int bad = write_table(file, p, model);
    speak_again(own);
    bad |= fclose(file) != 0;
    if (bad || rename(part, path) != 0) {
      status = tr_fail(err, TR_EFILE, "%.150s cannot be written: %s", path, strerror(errno));
      (void)remove(part);
    }
  } else if (!status) {
    status = tr_fail(err, TR_EFILE, "%.150s cannot be written: %s", path, strerror(errno));
  }
  free(part);
  return status;
}

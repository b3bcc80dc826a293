/* table.c -- see table.h  */
#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "table.h"

table_tongue
tr_table_speak(void)
{
  table_tongue t = {.plain = newlocale(LC_ALL_MASK, "C", (locale_t)0)};
  t.before = t.plain ? uselocale(t.plain) : (locale_t)0;
  return t;
}

void
tr_table_hush(table_tongue t)
{
  if (t.plain) {
    (void)uselocale(t.before);
    freelocale(t.plain);
  }
}

int
tr_table_bad_field(const table *t, const char *name, const char *value, const char *expected, tr_error *err)
{
  return tr_fail(err, TR_EFORMAT, "%.150s, line %zu, column %.20s: \"%.60s\", expected %s",
                 t->path, t->number, name, value, expected);
}

int
tr_table_bad_head(const table *t, const char *name, const char *expected, tr_error *err)
{
  return tr_fail(err, TR_EFORMAT, "%.150s, line %zu: column \"%.40s\" %s", t->path, t->number, name, expected);
}

static int
bad_line(const table *t, const char *found, tr_error *err)
{
  return tr_fail(err, TR_EFORMAT, "%.150s, line %zu: %s", t->path, t->number, found);
}

static int
no_memory(const table *t, tr_error *err)
{
  return tr_fail(err, TR_ENOMEM, "%.150s: out of memory: line %zu", t->path, t->number);
}

/* ------------------------------------------------------------ lines */

/* One more line, up to LF, into the buffer.  1: there is one, 0: the end, -1: *status.  */
static int
get_line(table *t, int *status, tr_error *err)
{
  if (t->file) {
    errno = 0;
    const ssize_t length = getline(&t->buffer, &t->room, t->file);
    if (length == -1 && !feof(t->file)) {
      *status = tr_fail(err, errno == ENOMEM ? TR_ENOMEM : TR_EFILE, "%.150s cannot be read after line %zu: %s", t->path,
                        t->number, strerror(errno));
      return -1;
    }
    if (length > 1 && t->number == 0 && (!memcmp(t->buffer, "\xff\xfe", 2) || !memcmp(t->buffer, "\xfe\xff", 2))) {
      *status = tr_fail(err, TR_EFORMAT, "%.150s: a text in UTF-16, expected one in UTF-8 or ASCII", t->path);
      return -1;
    }
    if (length != -1 && strlen(t->buffer) != (size_t)length) {
      t->number++;
      *status = bad_line(t, "a byte of zero, expected a line of text", err);
      return -1;
    }
    return length != -1;
  }
  if (!*t->text)
    return 0;
  const size_t length = strcspn(t->text, "\n") + 1;
  if (length >= t->room) {
    char *more = realloc(t->buffer, 2*length);
    if (!more) {
      *status = no_memory(t, err);
      return -1;
    }
    t->buffer = more;
    t->room = 2*length;
  }
  memcpy(t->buffer, t->text, length);
  t->buffer[length] = '\0';
  t->text += t->text[length - 1] ? length : length - 1;
  return 1;
}

/* The next line without its end, whichever that is; as get_line.  */
static int
any_line(table *t, int *status, tr_error *err)
{
  if (!t->rest) {
    const int there = get_line(t, status, err);
    if (there != 1)
      return 0;
    t->rest = t->buffer;
  }
  t->line = t->rest;
  t->number++;
  char *end = t->line + strcspn(t->line, "\r\n");
  const char *next = end + (end[0] == '\r') + (end[end[0] == '\r'] == '\n');
  t->rest = *next ? t->buffer + (next - t->buffer) : NULL;
  while (end > t->line && (end[-1] == ' ' || end[-1] == '\t'))
    end--;
  *end = '\0';
  if (t->number == 1 && strncmp(t->line, "\xef\xbb\xbf", 3) == 0)
    t->line += 3;                                             /* a byte-order mark */
  return 1;
}

/* `sep=;` as Excel writes it.  */
static int
names_mark(table *t)
{
  const char *s = t->line + (*t->line == '"');
  if (t->number > 1 || strncmp(s, "sep=", 4) != 0)
    return 0;
  t->mark = s[4] && s[4] != '"' ? s[4] : '\t';        /* a tab at the end has been taken off */
  return strchr(",;\t", t->mark) && (!s[4] || !s[5] || strcmp(s + 5, "\"") == 0);
}

/* The next line that is no comment and not empty.  1: there is one, 0: the end, or *status.  */
static int
next_line(table *t, int *status, tr_error *err)
{
  while (any_line(t, status, err)) {
    const char *text = t->line + strspn(t->line, " \t");
    if (*text && *text != '#' && !names_mark(t))
      return 1;
  }
  return 0;
}

/* ------------------------------------------------------------ fields */

static const char *
words_of_mark(char mark)
{
  return mark == ',' ? "commas" : mark == ';' ? "semicolons" : mark == '\t' ? "tabs" : "blanks";
}

/* A mark outside quotes?  */
static int
has_mark(const char *line, char mark)
{
  for (int inside = 0; *line; line++)
    if (*line == '"')
      inside = !inside;
    else if (*line == mark && !inside)
      return 1;
  return 0;
}

static char
mark_of(const char *line)
{
  for (const char *mark = ";\t,"; *mark; mark++)
    if (has_mark(line, *mark))
      return *mark;
  return ' ';
}

static int
add_cell(table *t, char *start, int quoted)
{
  if (t->cells == t->cell_room) {
    const int room = 2*t->cell_room + 32;
    char **cell = realloc(t->cell, (size_t)room*sizeof *cell);
    t->cell = cell ? cell : t->cell;
    char *marks = cell ? realloc(t->quoted, (size_t)room) : NULL;
    if (!marks)
      return 1;
    t->quoted = marks;
    t->cell_room = room;
  }
  t->cell[t->cells] = start;
  t->quoted[t->cells++] = (char)quoted;
  return 0;
}

/* Take the quotes off a field; behind it, or NULL if it does not end.  */
static char *
unquote(char *p)
{
  char *to = p;
  for (p++; *p != '"' || p[1] == '"'; p++) {
    if (!*p)
      return NULL;
    p += *p == '"';
    *to++ = *p;
  }
  *to = '\0';
  return p + 1;
}

/* Cut a line at its marks.  */
static int
cut(table *t, char *line, char mark, tr_error *err)
{
  const char *blanks = mark == '\t' ? " " : " \t";
  char *p = line, last = mark;
  t->cells = 0;
  t->used = mark;
  while (last == mark || (mark == ' ' && last == '\t')) {
    p += strspn(p, blanks);
    if (mark == ' ' && !*p)
      break;
    char *start = p, *end;
    const int quoted = *p == '"';
    if (quoted) {
      end = p = unquote(p);
      if (!p)
        return bad_line(t, "a quote that does not end", err);
      p += strspn(p, mark == ' ' ? "" : blanks);
    } else {
      for (end = p; *p && *p != mark && !(mark == ' ' && *p == '\t'); p++)
        end = *p == ' ' || *p == '\t' ? end : p + 1;
    }
    last = *p;
    if (last && last != mark && !(mark == ' ' && last == '\t'))
      return bad_line(t, "text behind a quote, expected the next field", err);
    if (!quoted)
      *end = '\0';
    p += last != '\0';
    if (add_cell(t, start, quoted))
      return no_memory(t, err);
  }
  return TR_SUCCESS;
}

int
tr_table_number(const char *text, double *out)
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
  const size_t mantissa = (size_t)(s - text);
  if (*s && strchr("eEdD", *s)) {
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
  if (text[mantissa] == 'd' || text[mantissa] == 'D') {
    char copy[400];
    const size_t length = strlen(text);
    if (length >= sizeof copy)
      return 1;
    memcpy(copy, text, length + 1);
    copy[mantissa] = 'e';
    *out = strtod(copy, NULL);
  } else {
    *out = strtod(text, NULL);
  }
  return !isfinite(*out);
}

/* Is a number with a comma (and no other) one that a mark between thousands could make?  */
static int
in_doubt(const char *text)
{
  text += *text == '-' || *text == '+';
  const size_t before = strspn(text, "0123456789"), behind = strspn(text + before + 1, "0123456789");
  return text[before] == ',' && before >= 1 && before <= 3 && *text != '0' && behind == 3 && !text[before + 4];
}

int
tr_table_cell(table *t, const char *name, const char *text, const char *expected, double *out, tr_error *err)
{
  const char *comma = strchr(text, ',');
  char why[200], copy[400];
  if (strchr(text, '.')) {
    t->points = t->points ? t->points : t->number;
    t->commas = t->commas ? t->commas : t->doubt;
  } else if (comma && !in_doubt(text)) {
    t->commas = t->commas ? t->commas : t->number;
  }
  if (!comma || strlen(text) >= sizeof copy) {
    if (comma || tr_table_number(text, out))
      return tr_table_bad_field(t, name, text, expected, err);
  } else {
    memcpy(copy, text, strlen(text) + 1);
    copy[comma - text] = '.';
    if (strpbrk(comma + 1, ".,") || memchr(text, '.', (size_t)(comma - text))) {
      (void)snprintf(why, sizeof why, "%.100s without marks between thousands", expected);
      return tr_table_bad_field(t, name, text, why, err);
    }
    if (tr_table_number(copy, out))
      return tr_table_bad_field(t, name, text, expected, err);
    if (!t->doubt && in_doubt(text)) {
      t->doubt = t->number;
      (void)snprintf(t->doubted, sizeof t->doubted, "%.30s", text);
    }
  }
  if (t->points && t->commas) {
    (void)snprintf(why, sizeof why, "%.100s with a decimal %s as in line %zu", expected,
                   comma ? "point" : "comma", comma ? t->points : t->commas);
    return tr_table_bad_field(t, name, text, why, err);
  }
  return TR_SUCCESS;
}

/* At the end of a table: have its commas one meaning, and are all lines of a dump there?  */
static int
whole(const table *t, tr_error *err)
{
  if (t->doubt && !t->commas)
    return tr_fail(err, TR_EFORMAT, "%.150s, line %zu: \"%s\" may have a decimal comma or a mark between thousands, "
                   "expected a decimal point", t->path, t->doubt, t->doubted);
  if (t->dump && t->rows != t->wanted)
    return tr_fail(err, TR_EFORMAT, "%.150s: %zu lines of particles, expected %zu as ITEM: NUMBER OF ATOMS says",
                   t->path, t->rows, t->wanted);
  return TR_SUCCESS;
}

/* ------------------------------------------------------------ dumps */

/* The lines up to ITEM: ATOMS, which stays in t->line without these words.  */
static int
dump_head(table *t, tr_error *err)
{
  int status = TR_SUCCESS;
  char *rest = NULL;
  t->dump = 1;
  for (const char *item = t->line; strncmp(item, "ITEM: ATOMS", 11) != 0; item = t->line) {
    const int count = strncmp(item, "ITEM: NUMBER OF ATOMS", 21) == 0, units = strncmp(item, "ITEM: UNITS", 11) == 0;
    if (strncmp(item, "ITEM: ENTRIES", 13) == 0)
      return bad_line(t, "a dump of contacts (ITEM: ENTRIES), expected one of particles (ITEM: ATOMS)", err);
    if (!next_line(t, &status, err))
      return status ? status : tr_fail(err, TR_EFORMAT, "%.150s: a dump without ITEM: ATOMS", t->path);
    if (units && strcmp(t->line, "si") != 0)
      return bad_line(t, "a dump in other units, expected si", err);
    if (count && ((t->wanted = strtoul(t->line, &rest, 10)) == 0 || *rest))
      return bad_line(t, "expected the number of particles", err);
  }
  t->line += 11;
  t->mark = ' ';
  return TR_SUCCESS;
}

/* The name in a table of a column of a dump; "": it does not matter, "=": all lines must have the same.  */
static const char *
dump_name(const char *name)
{
  static const char *const other[][2] = {
    {"omegax", "wx"}, {"omegay", "wy"}, {"omegaz", "wz"}, {"quatw", "qw"}, {"quati", "qx"}, {"quatj", "qy"},
    {"quatk", "qz"}, {"type", "="}, {"element", "="}};
  static const char *const idle[] = {"id", "mol", "group", "proc", "procp1", "ix", "iy", "iz", "fx", "fy", "fz", "tqx", "tqy", "tqz", NULL};
  for (size_t k = 0; k < sizeof other/sizeof *other; k++)
    if (strcmp(name, other[k][0]) == 0)
      return other[k][1];
  for (int k = 0; idle[k]; k++)
    if (strcmp(name, idle[k]) == 0)
      return "";
  return strlen(name) > 2 && strchr("cfv", name[0]) && name[1] == '_' ? "" : name;
}

/* ------------------------------------------------------------ the head */

enum { LEFT_OUT = -1, EMPTY = -2, ONE_KIND = -3, UNKNOWN = -4 };

int
tr_table_index(const char *name)
{
  return !*name || strncmp(name, "Unnamed: ", 9) == 0;
}

/* Which column a cell of the head is: its number, or one of these.  */
static int
find_column(const table *t, int i)
{
  const char *name = t->cell[i];
  if (t->dump) {
    name = dump_name(name);
    if (!*name || *name == '=')
      return *name ? ONE_KIND : LEFT_OUT;
  }
  if (tr_table_index(name))
    return i == 0 ? LEFT_OUT : EMPTY;
  if (!t->name)
    return i;
  for (int k = 0; t->name[k]; k++)
    if (strcmp(t->name[k], name) == 0)
      return k;
  return UNKNOWN;
}

/* The mark with which the line names known columns only.  */
static int
choose_mark(table *t, tr_error *err)
{
  const size_t size = strlen(t->line) + 1;
  char *copy = malloc(size);
  if (!copy)
    return no_memory(t, err);
  for (const char *mark = ",;\t "; t->name && !t->mark && *mark; mark++) {
    memcpy(copy, t->line, size);
    int fits = !cut(t, copy, *mark, NULL) && t->cells > 0, names = 0;
    for (int i = 0; fits && i < t->cells; i++) {
      const int k = find_column(t, i);
      fits = k != UNKNOWN;
      names += k >= 0;
    }
    t->mark = fits && names ? *mark : '\0';
  }
  free(copy);
  t->mark = t->mark ? t->mark : mark_of(t->line);
  return TR_SUCCESS;
}

static int
all_numbers(const table *t)
{
  double x;
  for (int i = 0; i < t->cells; i++)
    if (tr_table_number(t->cell[i], &x))
      return 0;
  return t->cells > 0;
}

/* A column that no table of this kind has.  */
static int
unknown_column(const table *t, int i, const char *all, tr_error *err)
{
  if (all_numbers(t))
    return tr_fail(err, TR_EFORMAT, "%.150s, line %zu: \"%.40s\" and %d numbers more, expected the names of the columns, of: %s",
                   t->path, t->number, t->cell[0], t->cells - 1, all);
  return tr_fail(err, TR_EFORMAT, "%.150s, line %zu: column \"%.40s\" (of %d, separated by %s) is not known, expected one of: %s",
                 t->path, t->number, t->cell[i], t->cells, words_of_mark(t->used), all);
}

static int
enter_column(table *t, int i, int k, tr_error *err)
{
  if (t->name && t->known[k])
    return tr_table_bad_head(t, t->cell[i], "stands there twice", err);
  for (int j = 0; !t->name && j < t->columns; j++)
    if (strcmp(t->title[j], t->cell[i]) == 0)
      return tr_table_bad_head(t, t->cell[i], "stands there twice", err);
  if (t->name) {
    t->known[k] = 1;
    t->column[t->columns] = k;
  } else if (!(t->title[t->columns] = strdup(t->cell[i]))) {
    return no_memory(t, err);
  }
  t->place[t->columns++] = i;
  return TR_SUCCESS;
}

int
tr_table_head(table *t, const char *least, const char *all, tr_error *err)
{
  int status = TR_SUCCESS;
  if (!next_line(t, &status, err))
    return status ? status : tr_fail(err, TR_EFORMAT, "%.150s: no line with the names of the columns, "
                                     "expected at least %s", t->path, least);
  if (strncmp(t->line, "ITEM: ", 6) == 0)
    status = dump_head(t, err);
  status = status ? status : choose_mark(t, err);
  status = status ? status : cut(t, t->line, t->mark, err);
  if (status)
    return status;
  if (!t->name && all_numbers(t))
    return unknown_column(t, 0, all, err);
  t->named = t->cells;
  t->kind = -1;
  t->place = malloc(((size_t)t->cells + 1)*sizeof *t->place);
  t->blank = malloc(((size_t)t->cells + 1)*sizeof *t->blank);
  t->field = malloc(((size_t)t->cells + 1)*sizeof *t->field);
  t->title = t->name ? NULL : calloc((size_t)t->cells + 1, sizeof *t->title);
  if (!t->place || !t->blank || !t->field || (!t->name && !t->title))
    return no_memory(t, err);
  for (int i = 0; !status && i < t->cells; i++) {
    const int k = find_column(t, i);
    if (k >= 0)
      status = enter_column(t, i, k, err);
    else if (k == UNKNOWN)
      status = unknown_column(t, i, all, err);
    else if (k == EMPTY)
      t->blank[t->spare++] = i;
    else if (k == ONE_KIND)
      t->kind = i;
  }
  return status;
}

/* ------------------------------------------------------------ rows */

/* Are the rows labelled, as R does it?  The first row says so, and the others must agree.  */
static int
labelled(const table *t)
{
  if (t->cells != t->named + 1 || t->dump)
    return 0;
  char count[30];
  (void)snprintf(count, sizeof count, "%zu", t->rows);
  return t->quoted[0] || (t->mark != ',' && strcmp(t->cell[0], count) == 0);
}

int
tr_table_unlabel(table *t, int named, tr_error *err)
{
  t->named = named;
  t->rows++;
  const int label = labelled(t);
  if (t->rows == 1)
    t->labels = label;
  if (label != t->labels)
    return tr_fail(err, TR_EFORMAT, "%.150s, line %zu: %d values %s a row name, other than in the rows before", t->path,
                   t->number, t->cells, label ? "with" : "without");
  if (label) {
    t->cells--;
    memmove(t->cell, t->cell + 1, (size_t)t->cells*sizeof *t->cell);
    memmove(t->quoted, t->quoted + 1, (size_t)t->cells);
  }
  return TR_SUCCESS;
}

/* Cells beside the columns.  */
static int
check_others(table *t, tr_error *err)
{
  for (int k = 0; k < t->spare; k++)
    if (*t->cell[t->blank[k] + t->labels])
      return tr_fail(err, TR_EFORMAT, "%.150s, line %zu: \"%.40s\" in column %d, which has no name", t->path, t->number,
                     t->cell[t->blank[k] + t->labels], t->blank[k] + 1);
  if (t->kind < 0)
    return TR_SUCCESS;
  const char *kind = t->cell[t->kind];
  if (t->rows == 1)
    (void)snprintf(t->only, sizeof t->only, "%.30s", kind);
  if (strcmp(kind, t->only) != 0)
    return tr_fail(err, TR_EFORMAT, "%.150s, line %zu: a particle of another type, %.30s, than those before, %s: expected "
                   "one type, or a table with a column material", t->path, t->number, kind, t->only);
  return TR_SUCCESS;
}

int
tr_table_line(table *t, int *status, tr_error *err)
{
  if (!next_line(t, status, err)) {
    *status = *status ? *status : whole(t, err);
    return 0;
  }
  if (t->dump && strncmp(t->line, "ITEM: ", 6) == 0) {
    *status = bad_line(t, "another frame of the dump, expected a single one", err);
    return 0;
  }
  if ((*status = cut(t, t->line, t->mark, err)) != 0)
    return 0;
  t->rows++;
  if (t->rows == 1)
    t->labels = labelled(t);
  if (t->cells != t->named + t->labels || (t->labels && !labelled(t))) {
    *status = tr_fail(err, TR_EFORMAT, "%.150s, line %zu: %d values, expected %d, one for each column, separated by %s",
                      t->path, t->number, t->cells, t->named, words_of_mark(t->mark));
    return 0;
  }
  for (int i = 0; i < t->columns; i++)
    t->field[i] = t->cell[t->place[i] + t->labels];
  *status = check_others(t, err);
  return !*status;
}

/* Between commas a field of several numbers says that the line may be read in two ways, also when it is not one of
   those that are wanted: of 1,5 7 2,5 these may be columns 1 and 3.  A date and a time of day are no such field.  */
static int
has_two_meanings(const char *line)
{
  static const char number[] = "+-.0123456789eE", numbers[] = "+-.0123456789eE ";
  for (const char *p = line, *stop; *p; p = *stop ? stop + 1 : stop) {
    stop = p + strcspn(p, ",");
    p += strspn(p, " ");
    const char *first = p + strspn(p, number), *second = first + strspn(first, " ");
    if (p < first && first < second && second < stop && p + strspn(p, numbers) >= stop)
      return 1;
  }
  return 0;
}

int
tr_table_row(table *t, int *status, tr_error *err)
{
  if (!next_line(t, status, err)) {
    *status = *status ? *status : whole(t, err);
    return 0;
  }
  const char mark = t->mark ? t->mark : mark_of(t->line);
  t->dots |= strchr(t->line, '.') != NULL;
  if (strncmp(t->line, "ITEM: ", 6) == 0)
    *status = bad_line(t, "a dump of LAMMPS or LIGGGHTS, expected a row of numbers", err);
  else if (mark == ',' && has_two_meanings(t->line))
    *status = tr_fail(err, TR_EFORMAT, "%.150s, line %zu: \"%.60s\" may be read in two ways, expected a decimal point and one "
                      "mark between numbers: a comma, a semicolon, a tab or blanks", t->path, t->number, t->line);
  else
    *status = cut(t, t->line, mark, err);
  return !*status;
}

void
tr_table_clear(table *t)
{
  for (int k = 0; t->title && k < t->columns; k++)
    free(t->title[k]);
  free(t->title);
  free(t->buffer);
  free(t->cell);
  free(t->quoted);
  free(t->place);
  free(t->blank);
  free(t->field);
  *t = (table){0};
}

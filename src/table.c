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
  return tr_fail(err, TR_EFORMAT, "%.150s, line %zu, column %.20s: \"%.40s\", expected %s",
                 t->path, t->number, name, value, expected);
}

int
tr_table_bad_head(const table *t, const char *name, const char *expected, tr_error *err)
{
  return tr_fail(err, TR_EFORMAT, "%.150s, line %zu: column \"%.40s\" %s", t->path, t->number, name, expected);
}

/* The next line that is no comment and not empty.  1: there is one, 0: the
   file ends; TR_EFILE, TR_EFORMAT are given back in *status.  */
static int
tr_table_next(table *t, int *status, tr_error *err)
{
  ssize_t length;
  while ((length = getline(&t->line, &t->room, t->file)) != -1) {
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
   fields; only the first TABLE_ROOM of them are kept.  */
static int
tr_table_cut(table *t)
{
  int n = 0;
  for (char *at = t->line; at; n++) {
    char *comma = strchr(at, ',');
    if (comma)
      *comma = '\0';
    at += strspn(at, " \t");
    if (n < TABLE_ROOM) {
      size_t length = strlen(at);
      while (length > 1 && (at[length - 1] == ' ' || at[length - 1] == '\t'))
        at[--length] = '\0';
      t->field[n] = at;
    }
    at = comma ? comma + 1 : NULL;
  }
  return n;
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

int
tr_table_head(table *t, const char *least, const char *all, tr_error *err)
{
  int status = TR_SUCCESS;
  if (!tr_table_next(t, &status, err))
    return status ? status : tr_fail(err, TR_EFORMAT, "%.150s: no line with the names of the columns, "
                                     "expected at least %s", t->path, least);
  const int n = tr_table_cut(t);
  for (int i = 0; i < n && i < TABLE_ROOM; i++) {
    int k = 0;
    while (t->name[k] && strcmp(t->name[k], t->field[i]) != 0)
      k++;
    if (!t->name[k])
      return tr_fail(err, TR_EFORMAT, "%.150s, line %zu: column \"%.40s\" is not known, expected one of: %s",
                     t->path, t->number, t->field[i], all);
    if (t->known[k])
      return tr_table_bad_head(t, t->field[i], "stands there twice", err);
    t->known[k] = 1;
    t->column[i] = k;
  }
  t->columns = n;
  return TR_SUCCESS;
}

int
tr_table_line(table *t, int *status, tr_error *err)
{
  if (!tr_table_next(t, status, err))
    return 0;
  const int n = tr_table_cut(t);
  if (n != t->columns)
    *status = tr_fail(err, TR_EFORMAT, "%.150s, line %zu: %d values, expected %d, one for each column",
                      t->path, t->number, n, t->columns);
  return n == t->columns;
}

/* stl.c -- triangles from and into STL files; see files.h  */
#include <ctype.h>
#include <errno.h>
#include <float.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <trundle/files.h>

#include "table.h"

enum { HEADER = 80, START = 84, FACET = 50 };   /* bytes of the binary format */

/* ---- bytes -------------------------------------------------------------- */

static int
read_file(const char *path, unsigned char **data, size_t *size, tr_error *err)
{
  FILE *f = fopen(path, "rb");
  size_t room = 0;
  int status = TR_SUCCESS;
  *data = NULL;
  *size = 0;
  if (!f)
    return tr_fail(err, TR_EFILE, "%s: %s", path, strerror(errno));
  for (;;) {
    if (*size == room) {
      room = room ? 2*room : 65536;
      unsigned char *more = realloc(*data, room + 1);
      if (!more) {
        status = tr_fail(err, TR_ENOMEM, "%s: out of memory: %zu bytes", path, room);
        break;
      }
      *data = more;
    }
    const size_t got = fread(*data + *size, 1, room - *size, f);
    *size += got;
    if (got == 0)
      break;
  }
  if (!status && ferror(f))
    status = tr_fail(err, TR_EFILE, "%s: %s", path, strerror(errno));
  (void)fclose(f);
  if (!status)
    (*data)[*size] = 0;
  return status;
}

static uint32_t
little_endian(const unsigned char *p)
{
  return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static float
float_at(const unsigned char *p)
{
  const uint32_t bits = little_endian(p);
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static int
add_corner(tr_stl *out, size_t *room, size_t corners, tr_vec3 x)
{
  if (corners == *room) {
    const size_t more = *room ? 2 * *room : 384;
    tr_vec3 *p = realloc(out->corner, more*sizeof *p);
    if (!p)
      return TR_ENOMEM;
    out->corner = p;
    *room = more;
  }
  out->corner[corners] = x;
  return TR_SUCCESS;
}

/* ---- binary ------------------------------------------------------------- */

static int
read_binary(const char *path, const unsigned char *data, tr_stl *out, tr_error *err)
{
  size_t length = HEADER;
  out->binary = 1;
  out->triangles = little_endian(data + HEADER);
  while (length > 0 && (data[length - 1] == 0 || isspace(data[length - 1])))
    length--;
  memcpy(out->name, data, length);
  out->corner = malloc((3*out->triangles + 1)*sizeof *out->corner);
  if (!out->corner)
    return tr_fail(err, TR_ENOMEM, "%s: out of memory: %zu triangles", path, out->triangles);
  for (size_t k = 0; k < 3*out->triangles; k++) {
    const size_t at = START + FACET*(k/3) + 12 + 12*(k%3);
    double x[3];
    for (int i = 0; i < 3; i++) {
      x[i] = float_at(data + at + 4*i);
      if (!isfinite(x[i]))
        return tr_fail(err, TR_EFORMAT, "%s: byte %zu: coordinate %c of corner %zu of triangle"
                       " %zu is %g, expected a finite number", path, at + 4*(size_t)i, "xyz"[i],
                       k%3, k/3, x[i]);
    }
    out->corner[k] = tr_vec(x[0], x[1], x[2]);
  }
  return TR_SUCCESS;
}

/* ---- text --------------------------------------------------------------- */

typedef struct {
  const char *path, *next, *end;
  size_t line;
  int fresh;                    /* nothing but blanks so far in this line */
  char word[64];                /* the last word, cut to the room */
  size_t length;                /* of the whole word; 0 at the end of the file */
  tr_error *err;
} reader;

/* Lines end in LF, CR LF or CR.  */
static int
ends_line(const reader *r)
{
  return *r->next == '\n' || *r->next == '\r';
}

static void
next_line(reader *r)
{
  while (r->next < r->end && !ends_line(r))
    r->next++;
  if (r->next < r->end) {
    r->next += *r->next == '\r' && r->next + 1 < r->end && r->next[1] == '\n' ? 2 : 1;
    r->line++;
    r->fresh = 1;
  }
}

/* A line that begins with # is a comment.  */
static void
skip_blanks(reader *r)
{
  while (r->next < r->end)
    if (ends_line(r) || (r->fresh && *r->next == '#'))
      next_line(r);
    else if (isspace((unsigned char)*r->next) || *r->next == 0)
      r->next++;
    else
      break;
}

static void
next_word(reader *r)
{
  skip_blanks(r);
  const char *start = r->next;
  while (r->next < r->end && !isspace((unsigned char)*r->next) && *r->next != 0)
    r->next++;
  r->fresh = r->fresh && r->next == start;
  r->length = (size_t)(r->next - start);
  const size_t kept = r->length < sizeof r->word - 1 ? r->length : sizeof r->word - 1;
  for (size_t i = 0; i < kept; i++)
    r->word[i] = isprint((unsigned char)start[i]) ? start[i] : '?';
  r->word[kept] = 0;
}

static int
expected(const reader *r, const char *what)
{
  return r->length ? tr_fail(r->err, TR_EFORMAT, "%s: line %zu: found '%s', expected %s",
                             r->path, r->line, r->word, what)
    : tr_fail(r->err, TR_EFORMAT, "%s: line %zu: the file ends, expected %s", r->path, r->line,
              what);
}

static int
is_word(const reader *r, const char *word)
{
  for (size_t i = 0;; i++) {
    if (tolower((unsigned char)r->word[i]) != word[i])
      return 0;
    if (!word[i])
      return 1;
  }
}

static int
want(reader *r, const char *word)
{
  char what[32];
  next_word(r);
  if (is_word(r, word))
    return TR_SUCCESS;
  (void)snprintf(what, sizeof what, "'%s'", word);
  return expected(r, what);
}

static int
want_vector(reader *r, tr_vec3 *out)
{
  double x[3] = {0};
  for (int i = 0; i < 3; i++) {
    char what[60];
    next_word(r);
    (void)snprintf(what, sizeof what, "coordinate %c, a finite number%s", "xyz"[i],
                   strchr(r->word, ',') ? " with a decimal point" : "");
    if (!r->length || r->length >= sizeof r->word || tr_table_number(r->word, &x[i]))
      return expected(r, what);
  }
  *out = tr_vec(x[0], x[1], x[2]);
  return TR_SUCCESS;
}

/* What follows `solid' or `endsolid' on the line.  */
static void
rest_of_line(reader *r, char *name, size_t room)
{
  size_t length = 0;
  while (r->next < r->end && (*r->next == ' ' || *r->next == '\t'))
    r->next++;
  for (; r->next < r->end && !ends_line(r); r->next++)
    if (length + 1 < room)
      name[length++] = *r->next;
  while (length > 0 && isspace((unsigned char)name[length - 1]))
    length--;
  name[length] = 0;
}

/* A normal is read but not used: some programs write nan there.  */
static int
skip_normal(reader *r)
{
  int status = want(r, "normal");
  for (int i = 0; !status && i < 3; i++) {
    char *stop;
    next_word(r);
    (void)strtod(r->word, &stop);
    if (!r->length || *stop)
      status = expected(r, "a number of the normal");
  }
  return status;
}

static int
read_facet(reader *r, tr_stl *out, size_t *room)
{
  int status = skip_normal(r);
  status = status ? status : want(r, "outer");
  status = status ? status : want(r, "loop");
  for (size_t k = 0; !status && k < 3; k++) {
    tr_vec3 x = {0, 0, 0};
    status = want(r, "vertex");
    status = status ? status : want_vector(r, &x);
    if (!status && add_corner(out, room, 3*out->triangles + k, x))
      status = tr_fail(r->err, TR_ENOMEM, "%s: out of memory: triangle %zu", r->path,
                       out->triangles);
  }
  status = status ? status : want(r, "endloop");
  status = status ? status : want(r, "endfacet");
  out->triangles += !status;
  return status;
}

static int
read_text(const char *path, const unsigned char *data, size_t size, tr_stl *out, tr_error *err)
{
  reader r = {.path = path, .next = (const char *)data, .end = (const char *)data + size,
              .line = 1, .fresh = 1, .err = err};
  size_t room = 0, solids = 0;
  char ignored[81];
  int status = TR_SUCCESS;
  for (next_word(&r); !status && r.length; next_word(&r)) {
    if (!is_word(&r, "solid"))
      return expected(&r, "'solid'");
    rest_of_line(&r, solids++ ? ignored : out->name, sizeof out->name);
    for (next_word(&r); !status && is_word(&r, "facet"); next_word(&r))
      if ((status = read_facet(&r, out, &room)) != TR_SUCCESS)
        return status;
    if (!is_word(&r, "endsolid"))
      return expected(&r, "'facet' or 'endsolid'");
    rest_of_line(&r, ignored, sizeof ignored);
  }
  return status;
}

/* ---- both --------------------------------------------------------------- */

static int
begins_with_solid(const unsigned char *data, size_t size)
{
  size_t k = 0;
  while (k < size && isspace(data[k]))
    k++;
  return size - k >= 5 && (data[k] | 32) == 's' && (data[k + 1] | 32) == 'o'
    && (data[k + 2] | 32) == 'l' && (data[k + 3] | 32) == 'i' && (data[k + 4] | 32) == 'd';
}

/* A text has no byte below 32 besides blanks.  In a binary file the count of
   triangles, behind 80 bytes of anything, ends with a zero up to 16 million of them.  */
static int
is_text(const unsigned char *data, size_t size)
{
  for (size_t k = 0; k < size && k < START; k++)
    if (data[k] < 32 && !isspace(data[k]))
      return 0;
  return size > 0;
}

/* A binary file whose count is that of the facets behind it, up to some bytes less than a
   facet at its end, which some programs add.  */
static int
read_counted(const char *path, const unsigned char *data, size_t size, tr_stl *out,
             tr_error *err)
{
  const size_t count = little_endian(data + HEADER), there = (size - START)/FACET;
  if (count == there) {
    out->spare = size - START - FACET*count;
    return read_binary(path, data, out, err);
  }
  return tr_fail(err, TR_EFORMAT, "%s: byte %d announces %zu triangles, but %zu follow: %zu"
                 " bytes, expected %zu", path, HEADER, count, there, size, START + FACET*count);
}

/* Some programs begin a binary file with `solid', too.  */
static int
read_either(const char *path, const unsigned char *data, size_t size, tr_stl *out,
            tr_error *err)
{
  if (size >= START && size == START + FACET*(size_t)little_endian(data + HEADER))
    return read_binary(path, data, out, err);
  if (size >= 2 && (memcmp(data, "\xff\xfe", 2) == 0 || memcmp(data, "\xfe\xff", 2) == 0))
    return tr_fail(err, TR_EFORMAT, "%s: a text in UTF-16, expected one in UTF-8 or ASCII", path);
  const size_t mark = size >= 3 && memcmp(data, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
  if (is_text(data + mark, size - mark)) {
    const table_tongue own = tr_table_speak();
    const int status = read_text(path, data + mark, size - mark, out, err);
    tr_table_hush(own);
    return status;
  }
  return size >= START ? read_counted(path, data, size, out, err)
    : tr_fail(err, TR_EFORMAT, "%s: %zu bytes, expected 'solid' (text) or a binary header"
              " of %d bytes", path, size, START);
}

int
tr_stl_read(const char *path, tr_stl *out, tr_error *err)
{
  unsigned char *data;
  size_t size;
  *out = (tr_stl){0};
  int status = read_file(path, &data, &size, err);
  if (!status)
    status = read_either(path, data, size, out, err);
  if (!status && out->triangles == 0)
    status = tr_fail(err, TR_EFORMAT, "%s: no triangle, expected at least one", path);
  free(data);
  if (status)
    tr_stl_clear(out);
  return status;
}

void
tr_stl_clear(tr_stl *stl)
{
  free(stl->corner);
  *stl = (tr_stl){0};
}

static void
put_number(unsigned char *p, uint32_t bits)
{
  p[0] = (unsigned char)(bits & 255);
  p[1] = (unsigned char)(bits >> 8 & 255);
  p[2] = (unsigned char)(bits >> 16 & 255);
  p[3] = (unsigned char)(bits >> 24);
}

static int
put_vector(unsigned char *p, tr_vec3 v)
{
  const double x[3] = {v.x, v.y, v.z};
  for (int i = 0; i < 3; i++) {
    uint32_t bits;
    if (!(fabs(x[i]) <= (double)FLT_MAX))
      return TR_EINVAL;
    const float value = (float)x[i];
    memcpy(&bits, &value, sizeof bits);
    put_number(p + 4*i, bits);
  }
  return TR_SUCCESS;
}

/* One facet as 50 bytes; a triangle without area gets a zero normal.  */
static int
put_facet(unsigned char *p, const tr_vec3 *v)
{
  const tr_vec3 area = tr_cross(tr_sub(v[1], v[0]), tr_sub(v[2], v[0]));
  const double size = tr_norm(area);
  int bad = put_vector(p, tr_scale(size > 0 ? 1/size : 0, area));
  for (int k = 0; k < 3; k++)
    bad |= put_vector(p + 12 + 12*k, v[k]);
  p[48] = p[49] = 0;
  return bad;
}

/* Take away what was written; a device stays.  */
static void
take_away(const char *path)
{
  struct stat what;
  if (!stat(path, &what) && S_ISREG(what.st_mode))
    (void)remove(path);
}

int
tr_stl_write(const char *path, const char *name, const tr_vec3 *corner, size_t triangles,
             tr_error *err)
{
  unsigned char head[START] = {0}, facet[FACET];
  if (triangles == 0 || triangles > UINT32_MAX)
    return tr_fail(err, TR_EINVAL, "%s: %zu triangles, expected 1 to %lu", path, triangles,
                   (unsigned long)UINT32_MAX);
  for (size_t k = 0; k < triangles; k++)
    if (put_facet(facet, corner + 3*k))
      return tr_fail(err, TR_EINVAL, "%s: triangle %zu has a corner that is not finite or too"
                     " large for single precision", path, k);
  FILE *f = fopen(path, "wb");
  if (!f)
    return tr_fail(err, TR_EFILE, "%s: %s", path, strerror(errno));
  /* Readers that look at the first word only would take `solid' for text.  */
  if (begins_with_solid((const unsigned char *)name, strlen(name)))
    head[0] = '_';
  const size_t offset = head[0] != 0, length = strlen(name);
  memcpy(head + offset, name, length < HEADER - 1 - offset ? length : HEADER - 1 - offset);
  put_number(head + HEADER, (uint32_t)triangles);
  int bad = fwrite(head, 1, START, f) != START;
  for (size_t k = 0; !bad && k < triangles; k++) {
    (void)put_facet(facet, corner + 3*k);
    bad = fwrite(facet, 1, FACET, f) != FACET;
  }
  const int why = errno;
  if (fclose(f) != 0 || bad) {
    const int later = bad ? why : errno;
    take_away(path);
    return tr_fail(err, TR_EFILE, "%s: %s", path, strerror(later));
  }
  return TR_SUCCESS;
}

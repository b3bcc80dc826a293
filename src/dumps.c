/* dumps.c -- see dumps.h.  Heads are read first, to find the frames that are complete; then each row is put to the place of its
   number, so nothing is sorted.  One file is open at a time: a run on many ranks in many legs has more than a process may open.  */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <trundle/dumps.h>

#include "table.h"

enum { NEEDED = 10, WIDEST = 64, CHUNK = 8192, TEXT = 0 };
static const char *const needed[NEEDED] = {"id", "x", "y", "z", "vx", "vy", "vz", "omegax", "omegay", "omegaz"};

/* The part of a frame that stands in one file.  */
typedef struct {
  int64_t step, rows;
  int64_t at;                   /* where its rows begin */
  int file, chunks;             /* chunks of a binary file, or TEXT */
  int width;                    /* columns */
  signed char column[NEEDED];   /* where the needed ones are */
} part;

typedef struct { char *path; int dump; } dump_file;
typedef struct { size_t from, to; int64_t step; } whole_frame;

struct tr_dumps {
  size_t spheres;
  int dumps;
  dump_file *file;
  size_t files, parts, frames, incomplete, missing;
  part *part;
  whole_frame *frame;
  FILE *open;
  int which;                    /* of the files is open */
};

tr_dumps *
tr_dumps_alloc(size_t spheres)
{
  tr_dumps *d = calloc(1, sizeof *d);
  if (d)
    d->spheres = spheres;
  return d;
}

static void
close_file(tr_dumps *d)
{
  if (d->open)
    (void)fclose(d->open);
  d->open = NULL;
}

void
tr_dumps_free(tr_dumps *d)
{
  if (!d)
    return;
  close_file(d);
  for (size_t k = 0; k < d->files; k++)
    free(d->file[k].path);
  free(d->file);
  free(d->part);
  free(d->frame);
  free(d);
}

/* One more of an array; NULL: no memory, and the array is as it was.  */
static void *
grown(void *array, size_t count, size_t size)
{
  if (count & (count - 1))
    return array;               /* room is doubled at powers of two */
  return realloc(array, (count ? 2*count : 1)*size);
}

static int
no_memory(tr_error *err)
{
  return tr_fail(err, TR_ENOMEM, "out of memory while reading dumps");
}

static FILE *
open_file(tr_dumps *d, int which, tr_error *err)
{
  if (d->open && d->which == which)
    return d->open;
  close_file(d);
  d->which = which;
  errno = 0;
  d->open = fopen(d->file[which].path, "rb");
  if (!d->open)
    (void)tr_fail(err, TR_EFILE, "%.250s cannot be read: %s", d->file[which].path, strerror(errno));
  return d->open;
}

/* ---- heads ---- */

enum { GOOD, ENDED, BAD };      /* a head; the file ends before its end; it is none */

static int
short_of(void *x, size_t bytes, FILE *f)
{
  return fread(x, 1, bytes, f) != bytes;
}

/* Where the needed columns are among these names.  */
static int
find_names(part *p, char *names)
{
  int found = 0;
  p->width = 0;
  for (char *rest = NULL, *word = strtok_r(names, " \t\r\n", &rest); word; word = strtok_r(NULL, " \t\r\n", &rest)) {
    for (int k = 0; k < NEEDED; k++)
      if (strcmp(word, needed[k]) == 0) {
        p->column[k] = (signed char)p->width;
        found |= 1 << k;
      }
    if (++p->width > WIDEST)
      return BAD;
  }
  return found == (1 << NEEDED) - 1 ? GOOD : BAD;
}

/* The part of a head that LAMMPS alone has, behind the number of columns.  */
static int
named_columns(FILE *f, part *p)
{
  int32_t n;
  char names[1024], timed;
  if (short_of(&n, sizeof n, f))
    return ENDED;
  if (n < 0 || n > 64)
    return BAD;
  if (fseeko(f, n, SEEK_CUR) || short_of(&timed, 1, f) || fseeko(f, timed ? 8 : 0, SEEK_CUR) || short_of(&n, sizeof n, f))
    return ENDED;
  if (n < 0 || n >= (int32_t)sizeof names)
    return BAD;
  if (short_of(names, (size_t)n, f))
    return ENDED;
  names[n] = 0;
  const int width = p->width;
  return find_names(p, names) == GOOD && p->width == width ? GOOD : BAD;
}

static int
binary_head(FILE *f, part *p)
{
  int64_t first;
  int32_t order, revision = 0, triclinic, edge[6], n;
  double box[6];
  char magic[10];
  if (short_of(&first, sizeof first, f))
    return ENDED;
  if (first == -(int64_t)sizeof magic) {
    if (short_of(magic, sizeof magic, f) || short_of(&order, sizeof order, f) || short_of(&revision, sizeof revision, f)
        || short_of(&first, sizeof first, f))
      return ENDED;
    if (memcmp(magic, "DUMPCUSTOM", sizeof magic) != 0 || order != 1 || revision != 2)
      return BAD;
  }
  p->step = first;
  if (short_of(&p->rows, sizeof p->rows, f) || short_of(&triclinic, sizeof triclinic, f) || short_of(edge, sizeof edge, f)
      || short_of(box, sizeof box, f) || short_of(&n, sizeof n, f))
    return ENDED;
  if (first < 0 || p->rows < 0 || triclinic || n < NEEDED || n > WIDEST)
    return BAD;
  p->width = n;
  for (int k = 0; k < NEEDED; k++)
    p->column[k] = (signed char)k;
  const int got = revision ? named_columns(f, p) : GOOD;
  if (got != GOOD)
    return got;
  if (short_of(&n, sizeof n, f))
    return ENDED;
  if (n < 1)
    return BAD;
  p->chunks = n;
  p->at = ftello(f);
  return GOOD;
}

/* The rows of a binary part are whole, and the next head follows them.  */
static int
binary_rows(FILE *f, const part *p, int64_t size)
{
  int64_t numbers = 0, at = p->at;
  for (int c = 0; c < p->chunks; c++) {
    int32_t n;
    if (fseeko(f, at, SEEK_SET) || short_of(&n, sizeof n, f))
      return ENDED;
    if (n < 0)
      return BAD;
    at += (int64_t)sizeof n + 8*(int64_t)n;
    numbers += n;
  }
  if (at > size || numbers != p->rows*p->width)
    return at > size ? ENDED : BAD;
  return fseeko(f, at, SEEK_SET) ? ENDED : GOOD;
}

/* A line that ends; it may be longer than the buffer, of which only the beginning is wanted.  */
static int
whole_line(FILE *f, char *line, int size)
{
  char rest[256], *end = fgets(line, size, f);
  while (end && !strchr(end, '\n'))
    end = fgets(rest, sizeof rest, f);
  return end != NULL;
}

static int
whole_number(FILE *f, int64_t *out)
{
  char line[64], *end;
  if (!whole_line(f, line, sizeof line))
    return ENDED;
  *out = strtoll(line, &end, 10);
  return end > line && *out >= 0 ? GOOD : BAD;
}

/* The items of a head: each has a title and some lines.  */
static int
text_head(FILE *f, part *p)
{
  char line[1024];
  p->step = p->rows = -1;
  p->chunks = TEXT;
  while (whole_line(f, line, sizeof line)) {
    int got = GOOD;
    if (strncmp(line, "ITEM: ATOMS", 11) == 0) {
      p->at = ftello(f);
      return p->step < 0 || p->rows < 0 ? BAD : find_names(p, line + 11);
    }
    if (strncmp(line, "ITEM: TIMESTEP", 14) == 0)
      got = whole_number(f, &p->step);
    else if (strncmp(line, "ITEM: NUMBER OF ATOMS", 21) == 0)
      got = whole_number(f, &p->rows);
    else if (strncmp(line, "ITEM: BOX BOUNDS", 16) == 0)
      got = whole_line(f, line, sizeof line) && whole_line(f, line, sizeof line) && whole_line(f, line, sizeof line) ? GOOD : ENDED;
    else if (strncmp(line, "ITEM: UNITS", 11) == 0 || strncmp(line, "ITEM: TIME", 10) == 0)
      got = whole_line(f, line, sizeof line) ? GOOD : ENDED;
    else
      return BAD;
    if (got != GOOD)
      return got;
  }
  return ENDED;
}

static int
text_rows(FILE *f, const part *p)
{
  char line[1024];
  for (int64_t k = 0; k < p->rows; k++)
    if (!whole_line(f, line, sizeof line))
      return ENDED;
  return GOOD;
}

static int
is_text(FILE *f)
{
  char first[5] = "";
  const size_t n = fread(first, 1, sizeof first, f);
  rewind(f);
  return n == sizeof first && memcmp(first, "ITEM:", sizeof first) == 0;
}

/* First pass over a file.  */
static int
scan(tr_dumps *d, tr_error *err)
{
  struct stat s;
  const int which = (int)d->files - 1;
  FILE *f = open_file(d, which, err);
  if (!f)
    return TR_EFILE;
  if (fstat(fileno(f), &s) || !S_ISREG(s.st_mode))
    return tr_fail(err, TR_EFILE, "%.250s cannot be read: it is no regular file", d->file[which].path);
  const int text = is_text(f);
  for (int ended = 0; !ended; ) {
    part p = {.file = which, .step = -1};
    const int64_t begin = ftello(f);
    int got = text ? text_head(f, &p) : binary_head(f, &p);
    if (got == GOOD)
      got = text ? text_rows(f, &p) : binary_rows(f, &p, s.st_size);
    if (got == BAD)
      return tr_fail(err, TR_EFORMAT, "%.250s, byte %lld: no dump of the style custom with the columns id, x, y, z, vx, vy, vz, "
                     "omegax, omegay, omegaz", d->file[which].path, (long long)begin);
    ended = got == ENDED;
    if (ended && (p.step < 0 || p.width < NEEDED))
      break;
    if (ended)
      p.rows = -1;              /* its step is known, and that it is incomplete */
    part *more = grown(d->part, d->parts, sizeof *more);
    if (!more)
      return no_memory(err);
    d->part = more;
    d->part[d->parts++] = p;
  }
  return TR_SUCCESS;
}

/* Its name with the number of a rank; as it is, where rank < 0.  */
static char *
name_of(const char *path, const char *mark, long rank)
{
  char *name = malloc(strlen(path) + 24);
  if (name && rank < 0)
    (void)strcpy(name, path);
  else if (name)
    (void)sprintf(name, "%.*s%ld%s", (int)(mark - path), path, rank, mark + 1);
  return name;
}

static int
add_file(tr_dumps *d, char *name, tr_error *err)
{
  dump_file *more = name ? grown(d->file, d->files, sizeof *more) : NULL;
  if (!more) {
    free(name);
    return no_memory(err);
  }
  d->file = more;
  d->file[d->files++] = (dump_file){name, d->dumps};
  return scan(d, err);
}

int
tr_dumps_add(tr_dumps *d, const char *path, size_t ranks, tr_error *err)
{
  const char *last = strrchr(path, '/'), *mark = strchr(last ? last : path, '%');
  const size_t before = d->files;
  int status = TR_SUCCESS;
  if (!mark)
    status = add_file(d, name_of(path, NULL, -1), err);
  for (size_t k = 0; mark && k < ranks && !status; k++) {
    struct stat s;
    char *name = name_of(path, mark, (long)k);
    if (name && stat(name, &s) != 0 && errno == ENOENT) {
      d->missing++;
      free(name);
    } else {
      status = add_file(d, name, err);
    }
  }
  close_file(d);
  if (!status && d->files == before)
    status = tr_fail(err, TR_EFILE, "%.250s cannot be read: there is no file of that name", path);
  d->dumps++;
  return status;
}

/* ---- frames ---- */

static int
by_step(const void *a, const void *b)
{
  const part *p = a, *q = b;
  return p->step != q->step ? (p->step > q->step) - (p->step < q->step) : (p->file > q->file) - (p->file < q->file);
}

/* Of the parts from a to b, all of one step, those of the last dump that has a row for each sphere.  */
static int
choose(const tr_dumps *d, size_t a, size_t b, whole_frame *frame)
{
  int found = 0;
  for (size_t from = a, to; from < b; from = to) {
    int64_t rows = 0;
    for (to = from; to < b && d->file[d->part[to].file].dump == d->file[d->part[from].file].dump; to++)
      rows += d->part[to].rows;
    if (rows == (int64_t)d->spheres) {
      *frame = (whole_frame){from, to, d->part[a].step};
      found = 1;
    }
  }
  return found;
}

int
tr_dumps_index(tr_dumps *d, tr_error *err)
{
  qsort(d->part, d->parts, sizeof *d->part, by_step);
  free(d->frame);
  d->frame = malloc((d->parts + 1)*sizeof *d->frame);
  d->frames = d->incomplete = 0;
  if (!d->frame)
    return no_memory(err);
  for (size_t a = 0, b; a < d->parts; a = b) {
    for (b = a; b < d->parts && d->part[b].step == d->part[a].step; b++)
      ;
    if (choose(d, a, b, &d->frame[d->frames]))
      d->frames++;
    else
      d->incomplete++;
  }
  return TR_SUCCESS;
}

size_t
tr_dumps_frames(const tr_dumps *d)
{
  return d->frames;
}

int64_t
tr_dumps_step(const tr_dumps *d, size_t frame)
{
  return d->frame[frame].step;
}

size_t
tr_dumps_incomplete(const tr_dumps *d)
{
  return d->incomplete;
}

size_t
tr_dumps_missing(const tr_dumps *d)
{
  return d->missing;
}

/* ---- rows ---- */

typedef struct {
  tr_vec3 *to[3];
  unsigned char *seen;          /* a bit per sphere */
  size_t spheres;
} places;

/* A row to its place.  */
static int
put_row(places *w, const part *p, const double *x, const char *path, tr_error *err)
{
  const double id = x[p->column[0]];
  if (!(id >= 1 && id <= (double)w->spheres) || id != (double)(size_t)id)
    return tr_fail(err, TR_EFORMAT, "%.250s: a row of step %lld has the number %.17g, expected 1 to %zu", path,
                   (long long)p->step, id, w->spheres);
  const size_t i = (size_t)id - 1;
  const unsigned char bit = (unsigned char)(1U << (i & 7));
  if (w->seen[i >> 3] & bit)
    return tr_fail(err, TR_EFORMAT, "%.250s: step %lld has sphere %zu twice", path, (long long)p->step, i + 1);
  w->seen[i >> 3] |= bit;
  for (int k = 0; k < 3; k++)
    w->to[k][i] = tr_vec(x[p->column[3*k + 1]], x[p->column[3*k + 2]], x[p->column[3*k + 3]]);
  return TR_SUCCESS;
}

static int
cut(const char *path, tr_error *err)
{
  return tr_fail(err, TR_EFILE, "%.250s has become shorter while it was read", path);
}

static int
read_binary(FILE *f, places *w, const part *p, const char *path, tr_error *err)
{
  double x[CHUNK];
  const int32_t most = CHUNK/p->width*p->width;
  int status = TR_SUCCESS;
  for (int c = 0; c < p->chunks && !status; c++) {
    int32_t left;
    if (short_of(&left, sizeof left, f))
      return cut(path, err);
    while (left > 0 && !status) {
      const int32_t some = left < most ? left : most;
      if (short_of(x, sizeof *x*(size_t)some, f))
        return cut(path, err);
      for (int32_t k = 0; k < some && !status; k += p->width)
        status = put_row(w, p, x + k, path, err);
      left -= some;
    }
  }
  return status;
}

static int
read_text(FILE *f, places *w, const part *p, const char *path, tr_error *err)
{
  char *line = NULL;
  size_t room = 0;
  int status = TR_SUCCESS;
  for (int64_t r = 0; r < p->rows && !status; r++) {
    double x[WIDEST];
    int k = 0;
    if (getline(&line, &room, f) < 0) {
      status = cut(path, err);
      break;
    }
    for (char *at = line, *end; k < p->width; k++, at = end) {
      x[k] = strtod(at, &end);
      if (end == at || !strchr(" \t\r\n", *end))
        break;                  /* (the end of the line is found, too) */
    }
    status = k < p->width
      ? tr_fail(err, TR_EFORMAT, "%.250s: a row of step %lld has %d numbers, expected %d", path, (long long)p->step, k, p->width)
      : put_row(w, p, x, path, err);
  }
  free(line);
  return status;
}

int
tr_dumps_read(tr_dumps *d, size_t frame, tr_vec3 *position, tr_vec3 *velocity, tr_vec3 *spin, tr_error *err)
{
  places w = {{position, velocity, spin}, calloc(d->spheres/8 + 1, 1), d->spheres};
  if (!w.seen)
    return no_memory(err);
  const table_tongue own = tr_table_speak();
  int status = TR_SUCCESS;
  for (size_t k = d->frame[frame].from; k < d->frame[frame].to && !status; k++) {
    const part *p = &d->part[k];
    const char *path = d->file[p->file].path;
    FILE *f = open_file(d, p->file, err);
    status = !f ? TR_EFILE : fseeko(f, p->at, SEEK_SET) ? cut(path, err)
      : p->chunks == TEXT ? read_text(f, &w, p, path, err) : read_binary(f, &w, p, path, err);
  }
  tr_table_hush(own);
  free(w.seen);
  return status;
}

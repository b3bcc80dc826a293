/* frames.c -- trajectory files read back, and written for other programs  */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <trundle/columns.h>
#include <trundle/frames.h>
#include <trundle/walls.h>
#include <trundle/writing.h>
#include "store.h"

/* What a reader of particles takes: columns that some other format shows.  */
enum { SHOWN = TR_IN_TABLE | TR_IN_DUMP };

static int
of_particles(const tr_column_row *c)
{
  return c->of == TR_OF_PARTICLE && (c->group == TR_GROUP_PARTICLES || c->group == TR_GROUP_FRAMES) && (c->in & SHOWN);
}

static int
place_of(enum tr_column_group group, const char *name)
{
  return (int)(tr_column_named(group, name) - tr_column_table);
}

struct tr_frames {
  char *path, *note;
  hid_t file;
  size_t count, particles;
  double *time, *set[TR_COLUMNS];       /* of each column of particles a frame, of those that are there */
  double *all[TR_COLUMNS];      /* columns without frames, of all particles */
  int position, radius;         /* where these are in the table */
  int64_t *number;
  int64_t *kind, *group;        /* of each particle: number of its material, of its group */
  char *kinds, *groups;         /* their names, a line each; NULL: not known */
  size_t triangles, meshes;
  double *corner, *of;          /* nine numbers of each triangle, and its mesh */
  tr_mesh *mesh;                /* only how it moves */
};

/* ------------------------------------------------------------ reading */

static double *
read_all(hid_t file, const char *name, size_t count)
{
  double *x = malloc((count + 1)*sizeof *x);
  const hid_t set = H5Dopen2(file, name, H5P_DEFAULT);
  const int bad = !x || set < 0
    || (count && H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, x) < 0);
  if (set >= 0)
    (void)H5Dclose(set);
  if (bad) {
    free(x);
    return NULL;
  }
  return x;
}

static void
full_name(const tr_column_row *c, char name[80])
{
  (void)snprintf(name, 80, "/%s/%s", tr_column_groups[c->group], c->name);
}

/* One column of particles: room for a frame, and what all frames share.  */
static int
read_column(tr_frames *f, int k)
{
  const tr_column_row *c = &tr_column_table[k];
  const hsize_t width = (hsize_t)c->width;
  const int frames = c->group == TR_GROUP_FRAMES;
  hsize_t size[3] = {0, 0, 0};
  char name[80];
  full_name(c, name);
  const int rank = tr_store_sizes(f->file, name, size);
  if (rank != frames + 1 + (width > 1) || (frames && size[0] != f->count) || size[frames] != f->particles
      || (width > 1 && size[frames + 1] != width))
    return TR_EFORMAT;
  if (!(f->set[k] = malloc((f->particles + 1)*width*sizeof **f->set)))
    return TR_ENOMEM;
  return frames || (f->all[k] = read_all(f->file, name, f->particles*width)) ? TR_SUCCESS : TR_EFORMAT;
}

/* A trajectory has all its columns, and they agree in their sizes.  */
static int
read_header(tr_frames *f)
{
  hsize_t size[3] = {0, 0, 0};
  int status = TR_SUCCESS;
  if (tr_store_sizes(f->file, "/frames/time", size) != 1)
    return TR_EFORMAT;
  f->count = (size_t)size[0];
  if (tr_store_sizes(f->file, "/particles/radius", size) != 1)
    return TR_EFORMAT;
  f->particles = (size_t)size[0];
  f->position = place_of(TR_GROUP_FRAMES, "position");
  f->radius = place_of(TR_GROUP_PARTICLES, "radius");
  for (int k = 0; tr_column_table[k].name && !status; k++)
    status = of_particles(&tr_column_table[k]) ? read_column(f, k) : TR_SUCCESS;
  if (status)
    return status;
  f->time = read_all(f->file, "/frames/time", f->count);
  /* An unfinished file: a frame that was not written yet has no time.  */
  for (size_t k = 0; f->time && k < f->count; k++)
    if (!isfinite(f->time[k]))
      f->count = k;
  f->number = malloc((f->particles + 1)*sizeof *f->number);
  return !f->number ? TR_ENOMEM : f->time ? TR_SUCCESS : TR_EFORMAT;
}

/* The length of a name without its number: bead of bead-3.  */
static size_t
stem_of(const char *name, size_t length)
{
  size_t k = length;
  while (k > 0 && name[k - 1] >= '0' && name[k - 1] <= '9')
    k--;
  return k > 1 && k < length && name[k - 1] == '-' ? k - 1 : length;
}

/* Numbers for the groups of the particles, in the order in which they come, and their names.  A
   particle belongs to the group that its name says without the number; those without a name are one, too.  */
static int
find_groups(tr_frames *f, const char *names)
{
  const size_t room = strlen(names) + 2, slots = 2*f->particles + 1;
  int64_t *slot = malloc(slots*sizeof *slot);            /* where in groups a name begins, and its number */
  int64_t *number = malloc(slots*sizeof *number);
  size_t used = 0, count = 0;
  f->groups = calloc(room, 1);
  if (!slot || !number || !f->groups) {
    free(slot);
    free(number);
    return TR_ENOMEM;
  }
  for (size_t k = 0; k < slots; k++)
    slot[k] = -1;
  for (size_t i = 0; i < f->particles; i++) {
    const size_t length = strcspn(names, "\n"), stem = stem_of(names, length);
    size_t at = 5381;
    for (size_t k = 0; k < stem; k++)
      at = 33*at + (unsigned char)names[k];
    for (at %= slots; slot[at] >= 0; at = (at + 1) % slots)
      if (strncmp(f->groups + slot[at], names, stem) == 0 && f->groups[(size_t)slot[at] + stem] == '\n')
        break;
    if (slot[at] < 0) {
      slot[at] = (int64_t)used;
      number[at] = (int64_t)count++;
      memcpy(f->groups + used, names, stem);
      used += stem;
      f->groups[used++] = '\n';
    }
    f->group[i] = number[at];
    names += length + (names[length] == '\n');
  }
  f->groups[used ? used - 1 : 0] = 0;
  free(slot);
  free(number);
  return TR_SUCCESS;
}

/* Materials and groups; a file of an older version has no names.  */
static int
read_names(tr_frames *f)
{
  const size_t n = f->particles + 1;
  f->kind = calloc(2*n, sizeof *f->kind);
  f->group = calloc(2*n, sizeof *f->group);
  if (!f->kind || !f->group)
    return TR_ENOMEM;
  double *kind = read_all(f->file, "/particles/material", f->particles);
  const hid_t set = kind ? H5Dopen2(f->file, "/particles/material", H5P_DEFAULT) : -1;
  f->kinds = set < 0 ? NULL : tr_store_read_text(set, "what");
  (void)H5Dclose(set);
  for (size_t i = 0; kind && i < f->particles; i++)
    f->kind[i] = (int64_t)kind[i];
  free(kind);
  for (char *c = f->kinds; c && *c; c++)
    *c = *c == ' ' ? '\n' : *c;
  char *names = tr_store_read_long_text(f->file, "/names");
  const int status = names ? find_groups(f, names) : TR_SUCCESS;
  free(names);
  return status;
}

/* Walls of triangles; a file of an older version has none.  */
static int
read_walls(tr_frames *f)
{
  hsize_t size[3] = {0, 0, 0};
  if (H5Lexists(f->file, "/meshes", H5P_DEFAULT) <= 0)
    return TR_SUCCESS;
  if (tr_store_sizes(f->file, "/meshes/corner", size) != 2 || size[1] != 9)
    return TR_EFORMAT;
  f->triangles = (size_t)size[0];
  if (tr_store_sizes(f->file, "/meshes/mesh", size) != 1 || size[0] != f->triangles
      || tr_store_sizes(f->file, "/meshes/velocity", size) != 2)
    return TR_EFORMAT;
  f->meshes = (size_t)size[0];
  f->corner = read_all(f->file, "/meshes/corner", 9*f->triangles);
  f->of = read_all(f->file, "/meshes/mesh", f->triangles);
  f->mesh = calloc(f->meshes + 1, sizeof *f->mesh);
  if (!f->corner || !f->of || !f->mesh)
    return TR_EFORMAT;
  static const char *const name[] = {"/meshes/velocity", "/meshes/spin", "/meshes/axis"};
  for (int k = 0; k < 3; k++) {
    double *x = tr_store_sizes(f->file, name[k], size) == 2 && size[0] == f->meshes && size[1] == 3
      ? read_all(f->file, name[k], 3*f->meshes) : NULL;
    for (size_t m = 0; x && m < f->meshes; m++)
      *(k == 0 ? &f->mesh[m].velocity : k == 1 ? &f->mesh[m].spin : &f->mesh[m].axis)
        = tr_vec(x[3*m], x[3*m + 1], x[3*m + 2]);
    free(x);
    if (!x)
      return TR_EFORMAT;
  }
  for (size_t t = 0; t < f->triangles; t++)
    if (!(f->of[t] >= 0 && f->of[t] < (double)f->meshes))
      return TR_EFORMAT;
  return TR_SUCCESS;
}

/* Formats 1 and 2 are read alike: in 2 rows of absent particles hold numbers that
   are none.  */
static int
read_file(tr_frames *f, tr_error *err)
{
  const int bad = tr_check_seal(f->path, "trajectory", 0, err);
  if (bad)
    return bad;
  if ((f->file = H5Fopen(f->path, H5F_ACC_RDONLY, H5P_DEFAULT)) < 0)
    return tr_fail(err, TR_EFILE, "trajectory %s cannot be opened as an HDF5 file", f->path);
  char *format = tr_store_read_text(f->file, "format");
  int status = TR_SUCCESS;
  if (format && strcmp(format, "1") != 0 && strcmp(format, "2") != 0)
    status = tr_fail(err, TR_EFORMAT, "trajectory %s: format is \"%.40s\", expected 1 or 2", f->path, format);
  else if (!format || (status = read_header(f)) || (status = read_names(f))
           || (status = read_walls(f)))
    status = status == TR_ENOMEM ? tr_fail(err, TR_ENOMEM, "out of memory: %s", f->path)
      : tr_fail(err, TR_EFORMAT, "file %s holds no trajectory", f->path);
  free(format);
  return status;
}

tr_frames *
tr_frames_open(const char *path, tr_error *err)
{
  tr_frames *f = calloc(1, sizeof *f);
  if (!f || !(f->path = malloc(strlen(path) + 1))) {
    free(f);
    (void)tr_fail(err, TR_ENOMEM, "out of memory: %s", path);
    return NULL;
  }
  (void)strcpy(f->path, path);
  const store_voice v = tr_store_hush();
  if (read_file(f, err))
    tr_frames_close(&f);
  tr_store_speak(v);
  return f;
}

void
tr_frames_close(tr_frames **f)
{
  if (!*f)
    return;
  if ((*f)->file > 0)
    (void)H5Fclose((*f)->file);
  for (int k = 0; k < TR_COLUMNS; k++) {
    free((*f)->set[k]);
    free((*f)->all[k]);
  }
  free((*f)->time);
  free((*f)->number);
  free((*f)->kind);
  free((*f)->group);
  free((*f)->kinds);
  free((*f)->groups);
  free((*f)->corner);
  free((*f)->of);
  free((*f)->mesh);
  free((*f)->path);
  free((*f)->note);
  free(*f);
  *f = NULL;
}

int
tr_frames_note(tr_frames *f, const char *note, tr_error *err)
{
  char *copy = malloc(strlen(note) + 1);
  if (!copy)
    return tr_fail(err, TR_ENOMEM, "out of memory: the note of %s", f->path);
  free(f->note);
  f->note = strcpy(copy, note);
  return TR_SUCCESS;
}

size_t tr_frames_count(const tr_frames *f) { return f->count; }
size_t tr_frames_particles(const tr_frames *f) { return f->particles; }

static int
read_set(tr_frames *f, int k, size_t frame)
{
  const tr_column_row *c = &tr_column_table[k];
  const hsize_t from[3] = {frame, 0, 0}, part[3] = {1, f->particles, (hsize_t)c->width};
  char name[80];
  full_name(c, name);
  const hid_t set = H5Dopen2(f->file, name, H5P_DEFAULT);
  const hid_t space = H5Dget_space(set), memory = H5Screate_simple(c->width > 1 ? 3 : 2, part, NULL);
  const int bad = H5Sselect_hyperslab(space, H5S_SELECT_SET, from, NULL, part, NULL) < 0
    || H5Dread(set, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, f->set[k]) < 0;
  (void)H5Sclose(memory);
  (void)H5Sclose(space);
  (void)H5Dclose(set);
  return bad;
}

/* Close the gaps of particles that are not there; the number of those that are.  */
static size_t
gather(tr_frames *f)
{
  size_t n = 0;
  for (size_t i = 0; i < f->particles; i++) {
    if (isnan(f->set[f->position][3*i]))
      continue;
    for (int k = 0; tr_column_table[k].name; k++) {
      const size_t width = (size_t)tr_column_table[k].width;
      const double *from = f->all[k] ? f->all[k] : f->set[k];
      if (f->set[k] && (f->all[k] || n < i))
        memcpy(f->set[k] + n*width, from + i*width, width*sizeof *from);
    }
    f->kind[f->particles + 1 + n] = f->kind[i];
    f->group[f->particles + 1 + n] = f->group[i];
    f->number[n++] = (int64_t)i;
  }
  return n;
}

/* The columns that have a name in C.  */
static void
name_columns(tr_frame *f)
{
  const double *const *x = f->column;
  f->radius = x[place_of(TR_GROUP_PARTICLES, "radius")];
  f->mass = x[place_of(TR_GROUP_PARTICLES, "mass")];
  f->position = (const tr_vec3 *)(const void *)x[place_of(TR_GROUP_FRAMES, "position")];
  f->velocity = (const tr_vec3 *)(const void *)x[place_of(TR_GROUP_FRAMES, "velocity")];
  f->spin = (const tr_vec3 *)(const void *)x[place_of(TR_GROUP_FRAMES, "spin")];
  f->orientation = (const tr_quat *)(const void *)x[place_of(TR_GROUP_FRAMES, "orientation")];
}

int
tr_frames_read(tr_frames *f, size_t k, tr_frame *frame, tr_error *err)
{
  if (k >= f->count)
    return tr_fail(err, TR_EINVAL, "trajectory %s: frame %zu, expected a number below %zu", f->path, k, f->count);
  for (int c = 0; c < TR_COLUMNS && f->particles; c++)
    if (f->set[c] && !f->all[c] && read_set(f, c, k))
      return tr_fail(err, TR_EFORMAT, "trajectory %s: frame %zu cannot be read", f->path, k);
  *frame = (tr_frame){
    .time = f->time[k], .count = gather(f), .number = f->number, .note = f->note,
    .material = f->kinds ? f->kind + f->particles + 1 : NULL, .materials = f->kinds,
    .group = f->groups ? f->group + f->particles + 1 : NULL, .groups = f->groups};
  for (int c = 0; c < TR_COLUMNS; c++)
    frame->column[c] = f->set[c];
  name_columns(frame);
  return TR_SUCCESS;
}

/* ------------------------------------------------------------ writing */

static int
finish_file(FILE *out, const char *path, tr_error *err)
{
  const int bad = ferror(out) != 0;
  return (fclose(out) != 0) | bad ? tr_fail(err, TR_EFILE, "file %s cannot be written", path) : TR_SUCCESS;
}

/* One array of the appended part: its size in bytes, then its bytes, in the
   byte order of this machine, which the head of the file names.  */
static void
append_raw(FILE *out, const void *x, size_t bytes)
{
  const uint64_t size = bytes;
  (void)fwrite(&size, sizeof size, 1, out);
  (void)fwrite(x, 1, bytes, out);
}

static size_t
declare_array(FILE *out, const char *name, const char *type, int width, size_t offset, size_t bytes)
{
  fprintf(out, "        <DataArray type=\"%s\" Name=\"%s\" NumberOfComponents=\"%d\" format=\"appended\" "
          "offset=\"%zu\"/>\n", type, name, width, offset);
  return offset + sizeof(uint64_t) + bytes;
}

/* An array of words, a line each in a text: the codes of their bytes, each word ended by a zero.  */
static void
put_words(FILE *out, const char *name, const char *text)
{
  size_t count = 1;
  if (!*text)
    return;
  for (const char *c = text; *c; c++)
    count += *c == '\n';
  fprintf(out, "      <Array type=\"String\" Name=\"%s\" NumberOfTuples=\"%zu\" format=\"ascii\">", name, count);
  for (const char *c = text; *c; c++)
    fprintf(out, "%d ", *c == '\n' ? 0 : (int)(unsigned char)*c);
  fputs("0</Array>\n", out);
}

/* A comment of XML, in which two dashes may not follow each other.  */
static void
put_note(FILE *out, const char *note)
{
  if (!note)
    return;
  fputs("<!-- ", out);
  for (const char *c = note; *c; c++)
    fputs(*c == '-' && c[1] == '-' ? "- " : (const char[]){*c, 0}, out);
  fputs(" -->\n", out);
}

/* Head of a VTK file up to the points; a frame may have names.  */
static void
begin_vtp(FILE *out, const char *note, const tr_frame *frame, double time, size_t points, size_t vertices, size_t polygons, size_t lines)
{
  const uint16_t probe = 1;
  fputs("<?xml version=\"1.0\"?>\n", out);
  put_note(out, note);
  fprintf(out, "<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"%s\" "
          "header_type=\"UInt64\">\n  <PolyData>\n    <FieldData>\n      <DataArray type=\"Float64\" "
          "Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">%.17g</DataArray>\n",
          *(const unsigned char *)&probe ? "LittleEndian" : "BigEndian", time);
  if (frame && frame->materials)
    put_words(out, "materials", frame->materials);
  if (frame && frame->groups)
    put_words(out, "groups", frame->groups);
  fprintf(out, "    </FieldData>\n    <Piece NumberOfPoints=\"%zu\" NumberOfVerts=\"%zu\" NumberOfLines=\"%zu\" NumberOfStrips=\"0\" "
          "NumberOfPolys=\"%zu\">\n      <Points>\n",
          points, vertices, lines, polygons);
}

static size_t
bytes_of(int k, size_t rows)
{
  return 8*(size_t)tr_column_table[k].width*rows;
}

/* The arrays of a VTK file, sorted by rank: the column behind the last one, which *j counts, or -1.  */
static int
next_array(int (*wanted)(const tr_column_row *), int *j)
{
  enum { RANKS = 9 };
  int left = (*j)++;
  for (int rank = 1; rank <= RANKS; rank++)
    for (int k = 0; tr_column_table[k].name; k++)
      if (tr_column_table[k].vtk == rank && wanted(&tr_column_table[k]) && left-- == 0)
        return k;
  return -1;
}

int
tr_frames_write_vtp(tr_frames *f, size_t k, const char *path, tr_error *err)
{
  tr_frame frame;
  const int status = tr_frames_read(f, k, &frame, err);
  return status ? status : tr_frame_write_vtp(&frame, path, err);
}

int
tr_frame_write_vtp(const tr_frame *frame, const char *path, tr_error *err)
{
  const size_t n = frame->count;
  FILE *out = fopen(path, "wb");
  int64_t *cell = malloc((2*n + 2)*sizeof *cell);
  if (!out || !cell) {
    if (out)
      (void)fclose(out);
    free(cell);
    return tr_fail(err, out ? TR_ENOMEM : TR_EFILE, "file %s cannot be written", path);
  }
  for (size_t i = 0; i < n; i++) {
    cell[i] = (int64_t)i;
    cell[n + i] = (int64_t)i + 1;
  }
  begin_vtp(out, frame->note, frame, frame->time, n, n, 0, 0);
  size_t at = declare_array(out, "position", "Float64", 3, 0, 24*n);
  fputs("      </Points>\n      <Verts>\n", out);
  at = declare_array(out, "connectivity", "Int64", 1, at, 8*n);
  at = declare_array(out, "offsets", "Int64", 1, at, 8*n);
  fputs("      </Verts>\n      <PointData Scalars=\"radius\" Vectors=\"velocity\">\n", out);
  const int points = place_of(TR_GROUP_FRAMES, "position");
  for (int j = 0, k; (k = next_array(of_particles, &j)) >= 0;)
    if (k != points)
      at = declare_array(out, tr_column_table[k].name, "Float64", tr_column_table[k].width, at, bytes_of(k, n));
  at = declare_array(out, "number", "Int64", 1, at, 8*n);
  if (frame->material)
    at = declare_array(out, "material", "Int64", 1, at, 8*n);
  if (frame->group)
    (void)declare_array(out, "group", "Int64", 1, at, 8*n);
  fputs("      </PointData>\n    </Piece>\n  </PolyData>\n  <AppendedData encoding=\"raw\">\n_", out);
  append_raw(out, frame->column[points], 24*n);
  append_raw(out, cell, 8*n);
  append_raw(out, cell + n, 8*n);
  for (int j = 0, k; (k = next_array(of_particles, &j)) >= 0;)
    if (k != points)
      append_raw(out, frame->column[k], bytes_of(k, n));
  append_raw(out, frame->number ? frame->number : cell, 8*n);
  if (frame->material)
    append_raw(out, frame->material, 8*n);
  if (frame->group)
    append_raw(out, frame->group, 8*n);
  fputs("\n  </AppendedData>\n</VTKFile>\n", out);
  free(cell);
  return finish_file(out, path, err);
}

/* ------------------------------------------------------------ walls */

static int
moves(const tr_frames *f, size_t triangle)
{
  const tr_mesh *m = &f->mesh[(size_t)f->of[triangle]];
  return tr_norm2(m->velocity) > 0 || tr_norm2(m->spin) > 0;
}

size_t
tr_frames_triangles(const tr_frames *f, int moving)
{
  size_t n = 0;
  for (size_t t = 0; t < f->triangles; t++)
    n += moves(f, t) == !!moving;
  return n;
}

/* The chosen triangles at a time: nine numbers each, their corners' numbers, where
   each ends, and the mesh of each.  */
static void
place_triangles(const tr_frames *f, int moving, double time, double *x, int64_t *cell)
{
  const size_t n = tr_frames_triangles(f, moving);
  for (size_t t = 0, k = 0; t < f->triangles; t++) {
    const size_t mesh = (size_t)f->of[t];
    const tr_pose pose = tr_mesh_pose(&f->mesh[mesh], time);
    if (moves(f, t) != !!moving)
      continue;
    for (size_t c = 0; c < 3; c++) {
      const double *from = f->corner + 9*t + 3*c;
      const tr_vec3 at = tr_pose_out(&pose, tr_vec(from[0], from[1], from[2]));
      memcpy(x + 9*k + 3*c, &at, sizeof at);
      cell[3*k + c] = (int64_t)(3*k + c);
    }
    cell[3*n + k] = (int64_t)(3*k + 3);
    cell[4*n + k++] = (int64_t)mesh;
  }
}

int
tr_frames_write_walls(tr_frames *f, size_t k, int moving, const char *path, tr_error *err)
{
  const size_t n = tr_frames_triangles(f, moving);
  if (k >= f->count)
    return tr_fail(err, TR_EINVAL, "trajectory %s: frame %zu, expected a number below %zu", f->path, k, f->count);
  double *x = malloc((9*n + 1)*sizeof *x);
  int64_t *cell = malloc((5*n + 1)*sizeof *cell);
  FILE *out = x && cell ? fopen(path, "wb") : NULL;
  int status = TR_SUCCESS;
  if (!out) {
    status = tr_fail(err, x && cell ? TR_EFILE : TR_ENOMEM, "file %s cannot be written", path);
  } else {
    place_triangles(f, moving, f->time[k], x, cell);
    begin_vtp(out, f->note, NULL, f->time[k], 3*n, 0, n, 0);
    size_t at = declare_array(out, "position", "Float64", 3, 0, 72*n);
    fputs("      </Points>\n      <Polys>\n", out);
    at = declare_array(out, "connectivity", "Int64", 1, at, 24*n);
    at = declare_array(out, "offsets", "Int64", 1, at, 8*n);
    fputs("      </Polys>\n      <CellData Scalars=\"mesh\">\n", out);
    (void)declare_array(out, "mesh", "Int64", 1, at, 8*n);
    fputs("      </CellData>\n    </Piece>\n  </PolyData>\n  <AppendedData encoding=\"raw\">\n_", out);
    append_raw(out, x, 72*n);
    append_raw(out, cell, 24*n);
    append_raw(out, cell + 3*n, 8*n);
    append_raw(out, cell + 4*n, 8*n);
    fputs("\n  </AppendedData>\n</VTKFile>\n", out);
    status = finish_file(out, path, err);
  }
  free(cell);
  free(x);
  return status;
}

/* ------------------------------------------------------------ lines of text */

/* The box of a dump only guides the view: all particles with their radii.  */
static void
bounds_of(const tr_frame *frame, double low[3], double high[3])
{
  for (int a = 0; a < 3; a++) {
    low[a] = high[a] = 0;
    for (size_t i = 0; i < frame->count; i++) {
      const double x = (&frame->position[i].x)[a], r = frame->radius[i];
      low[a] = i && low[a] < x - r ? low[a] : x - r;
      high[a] = i && high[a] > x + r ? high[a] : x + r;
    }
  }
}

/* Word number k of a text, a line each, or a dash.  */
static void
put_word(FILE *out, const char *text, int64_t k)
{
  for (; text && k > 0; k--)
    text = strchr(text, '\n') ? strchr(text, '\n') + 1 : NULL;
  const size_t length = text ? strcspn(text, "\n") : 0;
  fprintf(out, "%.*s", length ? (int)length : 1, length ? text : "-");
}

/* The heads of a column, each behind a character.  */
static void
put_heads(FILE *out, const tr_column_row *c, int dump, int before)
{
  const char *heads = dump && c->dump ? c->dump : c->heads ? c->heads : c->name;
  (void)fputc(before, out);
  for (; *heads; heads++)
    (void)fputc(*heads == ' ' ? before : *heads, out);
}

/* The numbers of a column, each behind a character.  */
static void
put_numbers(FILE *out, int k, const double *x, size_t row, int dump)
{
  const size_t width = (size_t)tr_column_table[k].width;
  for (size_t c = row*width; c < (row + 1)*width; c++)
    fprintf(out, dump ? " %.9g" : ",%.17g", x[c]);
}

int
tr_frames_write_dump(tr_frames *f, size_t k, const char *path, int first, tr_error *err)
{
  double box[2][3];
  tr_frame frame;
  const int status = tr_frames_read(f, k, &frame, err);
  FILE *out = status ? NULL : fopen(path, first ? "w" : "a");
  if (!out)
    return status ? status : tr_fail(err, TR_EFILE, "file %s cannot be written", path);
  bounds_of(&frame, box[0], box[1]);
  fprintf(out, "ITEM: TIME\n%.17g\nITEM: TIMESTEP\n%zu\nITEM: NUMBER OF ATOMS\n%zu\nITEM: BOX BOUNDS ff ff ff\n",
          frame.time, k, frame.count);
  for (int a = 0; a < 3; a++)
    fprintf(out, "%.17g %.17g\n", box[0][a], box[1][a]);
  fputs("ITEM: ATOMS id type", out);
  put_heads(out, &tr_column_table[f->position], 1, ' ');
  for (int c = 0; tr_column_table[c].name; c++)
    if (of_particles(&tr_column_table[c]) && (tr_column_table[c].in & TR_IN_DUMP) && c != f->position)
      put_heads(out, &tr_column_table[c], 1, ' ');
  fputs(" group element\n", out);
  for (size_t i = 0; i < frame.count; i++) {
    const int64_t kind = frame.material ? frame.material[i] : 0;
    fprintf(out, "%lld %lld", (long long)frame.number[i] + 1, (long long)kind + 1);
    put_numbers(out, f->position, frame.column[f->position], i, 1);
    for (int c = 0; tr_column_table[c].name; c++)
      if (of_particles(&tr_column_table[c]) && (tr_column_table[c].in & TR_IN_DUMP) && c != f->position)
        put_numbers(out, c, frame.column[c], i, 1);
    fprintf(out, " %lld ", (long long)(frame.group ? frame.group[i] + 1 : 0));
    put_word(out, frame.materials, kind);
    (void)fputc('\n', out);
  }
  return finish_file(out, path, err);
}

int
tr_frames_write_csv(tr_frames *f, size_t k, const char *path, int first, tr_error *err)
{
  tr_frame frame;
  const int status = tr_frames_read(f, k, &frame, err);
  FILE *out = status ? NULL : fopen(path, first ? "w" : "a");
  if (!out)
    return status ? status : tr_fail(err, TR_EFILE, "file %s cannot be written", path);
  if (first) {
    fputs("t,id", out);
    for (int c = 0; tr_column_table[c].name; c++)
      if (of_particles(&tr_column_table[c]) && (tr_column_table[c].in & TR_IN_TABLE))
        put_heads(out, &tr_column_table[c], 0, ',');
    (void)fputc('\n', out);
  }
  for (size_t i = 0; i < frame.count; i++) {
    fprintf(out, "%.17g,%lld", frame.time, (long long)frame.number[i]);
    for (int c = 0; tr_column_table[c].name; c++)
      if (of_particles(&tr_column_table[c]) && (tr_column_table[c].in & TR_IN_TABLE))
        put_numbers(out, c, frame.column[c], i, 0);
    (void)fputc('\n', out);
  }
  return finish_file(out, path, err);
}

/* ------------------------------------------------------------ contacts */

int
tr_frames_have_contacts(const tr_frames *f)
{
  return H5Lexists(f->file, "/contacts", H5P_DEFAULT) > 0;
}

/* The first rows of a column in one frame, in words of eight bytes; of a column with a row per frame its only one.  */
static void *
read_rows(const tr_frames *f, const tr_column_row *c, size_t frame, size_t rows)
{
  const size_t width = (size_t)c->width, count = c->of == TR_OF_FRAME ? 1 : rows;
  const hsize_t from[3] = {frame, 0, 0}, part[3] = {1, count, width};
  const int want = 1 + (c->of != TR_OF_FRAME) + (width > 1);
  hsize_t size[3] = {0, 0, 0};
  char name[80];
  full_name(c, name);
  const int rank = tr_store_sizes(f->file, name, size);
  if (rank != want || size[0] <= frame || (rank > 1 && size[1] < count) || (rank > 2 && size[2] != width))
    return NULL;
  void *x = calloc(count*width + 1, sizeof(double));
  const hid_t set = x ? H5Dopen2(f->file, name, H5P_DEFAULT) : -1;
  const hid_t space = set < 0 ? -1 : H5Dget_space(set), memory = H5Screate_simple(rank, part, NULL);
  const int bad = space < 0 || (count && (H5Sselect_hyperslab(space, H5S_SELECT_SET, from, NULL, part, NULL) < 0
    || H5Dread(set, c->whole ? H5T_NATIVE_INT64 : H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, x) < 0));
  (void)H5Sclose(memory);
  (void)H5Sclose(space);
  (void)H5Dclose(set);
  if (bad) {
    free(x);
    return NULL;
  }
  return x;
}

void
tr_frame_contacts_clear(tr_frame_contacts *c)
{
  for (int k = 0; k < TR_COLUMNS; k++)
    free(c->column[k]);
  free(c->centre);
  *c = (tr_frame_contacts){0};
}

/* Centres of both bodies; for a wall the point of touch takes the place of the second, or, where it is not told, that
   of the wall.  */
static int
find_centres(tr_frames *f, size_t k, tr_frame_contacts *c)
{
  if (read_set(f, f->position, k) || !(c->centre = malloc((2*c->count + 1)*sizeof *c->centre)))
    return 1;
  const tr_vec3 *x = (const tr_vec3 *)(const void *)f->set[f->position];
  const int64_t n = (int64_t)f->particles;
  for (size_t a = 0; a < c->count; a++) {
    if (c->i[a] < 0 || c->i[a] >= n || c->j[a] >= n)
      return 1;
    c->centre[2*a] = x[c->i[a]];
    c->centre[2*a + 1] = c->j[a] >= 0 ? x[c->j[a]] : !isnan(c->point[a].x) ? c->point[a]
      : tr_axpy(f->all[f->radius][c->i[a]] - c->overlap[a], c->n[a], c->centre[2*a]);
  }
  return 0;
}

/* A flag of a contact's state; -1: nobody has told it.  */
static int64_t
flag(int64_t state, int64_t bit)
{
  return state & 8 ? -1 : (state & bit) > 0;
}

/* A column of contacts that some other format shows; a flag comes from the state.  */
static int
of_contacts(const tr_column_row *c)
{
  return c->group == TR_GROUP_CONTACTS && (c->in & SHOWN);
}

static int
read_contacts(tr_frames *f, size_t frame, tr_frame_contacts *c)
{
  const int state = place_of(TR_GROUP_CONTACTS, "state");
  int bad = !(c->column[state] = read_rows(f, &tr_column_table[state], frame, c->count));
  c->state = c->column[state];
  for (int k = 0; tr_column_table[k].name && !bad; k++) {
    const tr_column_row *row = &tr_column_table[k];
    if (!of_contacts(row))
      continue;
    int64_t *x = row->bit ? calloc(c->count + 1, sizeof *x) : read_rows(f, row, frame, c->count);
    for (size_t a = 0; x && row->bit && a < c->count; a++)
      x[a] = flag(c->state[a], row->bit);
    c->column[k] = x;
    bad = !x;
  }
  return bad;
}

/* The columns that have a name in C.  */
static void
name_contacts(tr_frame_contacts *c)
{
  c->i = c->column[place_of(TR_GROUP_CONTACTS, "i")];
  c->j = c->column[place_of(TR_GROUP_CONTACTS, "j")];
  c->point = c->column[place_of(TR_GROUP_CONTACTS, "point")];
  c->n = c->column[place_of(TR_GROUP_CONTACTS, "n")];
  c->overlap = c->column[place_of(TR_GROUP_CONTACTS, "overlap")];
  c->normal = c->column[place_of(TR_GROUP_CONTACTS, "normal")];
  c->friction = c->column[place_of(TR_GROUP_CONTACTS, "friction")];
  c->rolling = c->column[place_of(TR_GROUP_CONTACTS, "rolling")];
}

int
tr_frames_read_contacts(tr_frames *f, size_t k, tr_frame_contacts *c, tr_error *err)
{
  *c = (tr_frame_contacts){0};
  if (k >= f->count)
    return tr_fail(err, TR_EINVAL, "trajectory %s: frame %zu, expected a number below %zu", f->path, k, f->count);
  if (!tr_frames_have_contacts(f))
    return tr_fail(err, TR_EINVAL, "trajectory %s has no contacts, expected a run with -contacts yes", f->path);
  const store_voice v = tr_store_hush();
  int64_t *count = read_rows(f, tr_column_named(TR_GROUP_CONTACTS, "count"), k, 1);
  c->time = f->time[k];
  c->count = count && *count >= 0 ? (size_t)*count : 0;
  int bad = !count || *count < 0 || read_contacts(f, k, c);
  name_contacts(c);
  bad = bad || find_centres(f, k, c);
  tr_store_speak(v);
  free(count);
  if (bad)
    tr_frame_contacts_clear(c);
  return bad ? tr_fail(err, TR_EFORMAT, "trajectory %s: the contacts of frame %zu cannot be read", f->path, k) : TR_SUCCESS;
}

/* An array of a network has each number twice, at both ends of a line: a whole number, a number, or the length of
   a vector.  */
static void
put_ends(FILE *out, int k, const tr_frame_contacts *c, int64_t *whole, double *x)
{
  const size_t width = (size_t)tr_column_table[k].width;
  for (size_t a = 0; a < 2*c->count; a++)
    if (tr_column_table[k].whole) {
      whole[a] = ((const int64_t *)c->column[k])[a/2];
    } else {
      const double *from = (const double *)c->column[k] + a/2*width;
      double sum = 0;
      for (size_t b = 0; b < width; b++)
        sum += from[b]*from[b];
      x[a] = width > 1 ? sqrt(sum) : *from;
    }
  append_raw(out, tr_column_table[k].whole ? (const void *)whole : x, 16*c->count);
}

/* A line from centre to centre for each contact, with its numbers at both ends, so that a
   filter can make tubes of them.  */
static void
put_network(FILE *out, const char *note, const tr_frame_contacts *c, int64_t *whole, double *x)
{
  const size_t n = c->count;
  begin_vtp(out, note, NULL, c->time, 2*n, 0, 0, n);
  size_t at = declare_array(out, "position", "Float64", 3, 0, 48*n);
  fputs("      </Points>\n      <Lines>\n", out);
  at = declare_array(out, "connectivity", "Int64", 1, at, 16*n);
  at = declare_array(out, "offsets", "Int64", 1, at, 8*n);
  fputs("      </Lines>\n      <PointData Scalars=\"normal\">\n", out);
  for (int j = 0, k; (k = next_array(of_contacts, &j)) >= 0;)
    at = declare_array(out, tr_column_table[k].name, tr_column_table[k].whole ? "Int64" : "Float64", 1, at, 16*n);
  fputs("      </PointData>\n      <CellData>\n", out);
  at = declare_array(out, "i", "Int64", 1, at, 8*n);
  (void)declare_array(out, "j", "Int64", 1, at, 8*n);
  fputs("      </CellData>\n    </Piece>\n  </PolyData>\n  <AppendedData encoding=\"raw\">\n_", out);
  append_raw(out, c->centre, 48*n);
  for (size_t k = 0; k < 2*n; k++)
    whole[k] = (int64_t)k;
  append_raw(out, whole, 16*n);
  for (size_t k = 0; k < n; k++)
    whole[k] = (int64_t)(2*k + 2);
  append_raw(out, whole, 8*n);
  for (int j = 0, k; (k = next_array(of_contacts, &j)) >= 0;)
    put_ends(out, k, c, whole, x);
  append_raw(out, c->i, 8*n);
  append_raw(out, c->j, 8*n);
  fputs("\n  </AppendedData>\n</VTKFile>\n", out);
}

/* The columns of a contact, each number behind a character; a dump begins with the numbers of the bodies, from 1.  */
static void
put_contact(FILE *out, const tr_frame_contacts *c, size_t row, int dump)
{
  if (dump)
    fprintf(out, "%lld %lld", (long long)c->i[row] + 1, (long long)c->j[row] + 1);
  for (int k = 0; tr_column_table[k].name; k++) {
    const tr_column_row *r = &tr_column_table[k];
    if (!of_contacts(r) || !(r->in & (dump ? TR_IN_DUMP : TR_IN_TABLE))
        || (dump && (c->column[k] == (void *)c->i || c->column[k] == (void *)c->j)))
      continue;
    if (r->whole)
      fprintf(out, dump ? " %lld" : ",%lld", (long long)((const int64_t *)c->column[k])[row]);
    else
      put_numbers(out, k, c->column[k], row, dump);
  }
}

/* dump local: pairs only, for a program that draws them as bonds finds no walls.  */
static void
put_local(FILE *out, const tr_frame_contacts *c, size_t step)
{
  size_t pairs = 0;
  for (size_t k = 0; k < c->count; k++)
    pairs += c->j[k] >= 0;
  fprintf(out, "ITEM: TIME\n%.17g\nITEM: TIMESTEP\n%zu\nITEM: NUMBER OF ENTRIES\n%zu\n"
          "ITEM: BOX BOUNDS ff ff ff\n0 0\n0 0\n0 0\nITEM: ENTRIES", c->time, step, pairs);
  for (int k = 0; tr_column_table[k].name; k++)
    if (of_contacts(&tr_column_table[k]) && (tr_column_table[k].in & TR_IN_DUMP))
      put_heads(out, &tr_column_table[k], 1, ' ');
  (void)fputc('\n', out);
  for (size_t k = 0; k < c->count; k++)
    if (c->j[k] >= 0) {
      put_contact(out, c, k, 1);
      (void)fputc('\n', out);
    }
}

static void
put_table(FILE *out, const tr_frame_contacts *c, int first)
{
  if (first) {
    (void)fputc('t', out);
    for (int k = 0; tr_column_table[k].name; k++)
      if (of_contacts(&tr_column_table[k]) && (tr_column_table[k].in & TR_IN_TABLE))
        put_heads(out, &tr_column_table[k], 0, ',');
    (void)fputc('\n', out);
  }
  for (size_t k = 0; k < c->count; k++) {
    fprintf(out, "%.17g", c->time);
    put_contact(out, c, k, 0);
    (void)fputc('\n', out);
  }
}

int
tr_frames_write_contacts(tr_frames *f, size_t k, enum tr_contacts_as as, const char *path, int first, tr_error *err)
{
  tr_frame_contacts c;
  int status = tr_frames_read_contacts(f, k, &c, err);
  if (status)
    return status;
  int64_t *whole = calloc(2*c.count + 1, sizeof *whole);
  double *x = calloc(2*c.count + 1, sizeof *x);
  FILE *out = whole && x ? fopen(path, as == TR_CONTACTS_VTP ? "wb" : first ? "w" : "a") : NULL;
  if (!out) {
    status = tr_fail(err, whole && x ? TR_EFILE : TR_ENOMEM, "file %s cannot be written", path);
  } else {
    if (as == TR_CONTACTS_VTP)
      put_network(out, f->note, &c, whole, x);
    else if (as == TR_CONTACTS_DUMP)
      put_local(out, &c, k);
    else
      put_table(out, &c, first);
    status = finish_file(out, path, err);
  }
  free(whole);
  free(x);
  tr_frame_contacts_clear(&c);
  return status;
}

/* ------------------------------------------------------------ any data set */

int
tr_frames_shape(const tr_frames *f, const char *name, size_t size[3])
{
  hsize_t sizes[3] = {0, 0, 0};
  const store_voice v = tr_store_hush();
  const int rank = tr_store_sizes(f->file, name, sizes);
  tr_store_speak(v);
  for (int a = 0; a < 3; a++)
    size[a] = (size_t)sizes[a];
  return rank;
}

void *
tr_frames_numbers(const tr_frames *f, const char *name, enum tr_numbers_as as, size_t k, size_t *bytes, tr_error *err)
{
  size_t size[3] = {0, 0, 0}, count = 1;
  const int rank = tr_frames_shape(f, name, size), whole = k == SIZE_MAX;
  if (rank < 1) {
    (void)tr_fail(err, TR_EINVAL, "trajectory %s has no numbers called %.80s", f->path, name);
    return NULL;
  }
  if (!whole && k >= size[0]) {
    (void)tr_fail(err, TR_EINVAL, "trajectory %s: row %zu of %.80s, expected one below %zu", f->path, k, name, size[0]);
    return NULL;
  }
  const hsize_t from[3] = {whole ? 0 : k, 0, 0}, part[3] = {whole ? size[0] : 1, size[1], size[2]};
  for (int a = 0; a < rank; a++)
    count *= (size_t)part[a];
  *bytes = count*(as == TR_NUMBERS_SINGLE ? 4 : 8);
  void *x = malloc(*bytes + 1);
  const store_voice v = tr_store_hush();
  const hid_t type = as == TR_NUMBERS_SINGLE ? H5T_IEEE_F32LE : as == TR_NUMBERS_DOUBLE ? H5T_IEEE_F64LE : H5T_STD_I64LE;
  const hid_t set = H5Dopen2(f->file, name, H5P_DEFAULT), space = H5Dget_space(set);
  const hid_t memory = H5Screate_simple(rank, part, NULL);
  const int bad = !x || (count && (H5Sselect_hyperslab(space, H5S_SELECT_SET, from, NULL, part, NULL) < 0
    || H5Dread(set, type, memory, space, H5P_DEFAULT, x) < 0));
  (void)H5Sclose(memory);
  (void)H5Sclose(space);
  (void)H5Dclose(set);
  tr_store_speak(v);
  if (bad) {
    (void)tr_fail(err, x ? TR_EFORMAT : TR_ENOMEM, "trajectory %s: %.80s cannot be read as numbers", f->path, name);
    free(x);
    return NULL;
  }
  return x;
}

char *
tr_frames_text(const tr_frames *f, const char *name, const char *attribute)
{
  const store_voice v = tr_store_hush();
  char *text = NULL;
  if (!attribute) {
    text = tr_store_read_long_text(f->file, name);
  } else {
    const hid_t where = H5Oopen(f->file, name, H5P_DEFAULT);
    text = where < 0 ? NULL : tr_store_read_text(where, attribute);
    (void)H5Oclose(where);
  }
  tr_store_speak(v);
  return text;
}

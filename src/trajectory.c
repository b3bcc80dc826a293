/* trajectory.c -- the states of a run in one HDF5 file; see trajectory.h  */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <hdf5.h>
#include <trundle/trajectory.h>

/* The per-frame data sets: name, unit, numbers a grain (0: one a frame).  */
enum { TIME, POSITION, VELOCITY, SPIN, ORIENTATION, SETS };
static const struct { const char *name, *unit; hsize_t width; } column[SETS] = {
  {"time", "s", 0}, {"position", "m", 3}, {"velocity", "m/s", 3},
  {"spin", "rad/s", 3}, {"orientation", "1", 4}};

struct tr_trajectory {
  char *path, *part;            /* the file's name, and where it is written */
  hid_t file, frames, set[SETS];
  hsize_t count, grains;
  double *row;                  /* room for one frame of the widest set */
};

/* HDF5 prints its errors unless it is told not to; the setting is the
   application's, so it is put back after each call.  */
typedef struct { H5E_auto2_t call; void *data; } voice;

static voice
hush(void)
{
  voice v;
  (void)H5Eget_auto2(H5E_DEFAULT, &v.call, &v.data);
  (void)H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  return v;
}

static void
speak(voice v)
{
  (void)H5Eset_auto2(H5E_DEFAULT, v.call, v.data);
}

static int
write_text(hid_t where, const char *name, const char *text)
{
  const hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
  (void)H5Tset_size(type, strlen(text) + 1);
  const hid_t attribute = H5Acreate2(where, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
  const int bad = attribute < 0 || H5Awrite(attribute, type, text) < 0;
  (void)H5Aclose(attribute);
  (void)H5Sclose(space);
  (void)H5Tclose(type);
  return bad;
}

/* A long text is no attribute but a data set of one string.  */
static int
write_long_text(hid_t where, const char *name, const char *text)
{
  const hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
  (void)H5Tset_size(type, strlen(text) + 1);
  const hid_t set = H5Dcreate2(where, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  const int bad = set < 0 || H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text) < 0;
  (void)H5Dclose(set);
  (void)H5Sclose(space);
  (void)H5Tclose(type);
  return bad;
}

static int
write_numbers(hid_t where, const char *name, const char *unit, hsize_t rows, hsize_t width, const double *x)
{
  const hsize_t size[2] = {rows, width};
  const hid_t space = H5Screate_simple(width > 1 ? 2 : 1, size, NULL);
  const hid_t set = H5Dcreate2(where, name, H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  const int bad = set < 0 || (rows && H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, x) < 0)
    || write_text(set, "unit", unit);
  (void)H5Dclose(set);
  (void)H5Sclose(space);
  return bad;
}

/* A data set that grows by one frame at a time.  */
static hid_t
growing_set(const tr_trajectory *t, int k)
{
  const hsize_t width = column[k].width, first[3] = {0, t->grains, width};
  const hsize_t most[3] = {H5S_UNLIMITED, t->grains, width};
  const hsize_t chunk[3] = {width ? 1 : 512, t->grains ? t->grains : 1, width ? width : 1};
  const int rank = width ? 3 : 1;
  const hid_t space = H5Screate_simple(rank, first, most), plan = H5Pcreate(H5P_DATASET_CREATE);
  (void)H5Pset_chunk(plan, rank, chunk);
  const hid_t set = H5Dcreate2(t->frames, column[k].name, H5T_IEEE_F64LE, space, H5P_DEFAULT, plan, H5P_DEFAULT);
  if (set >= 0 && write_text(set, "unit", column[k].unit)) {
    (void)H5Dclose(set);
    return -1;
  }
  (void)H5Pclose(plan);
  (void)H5Sclose(space);
  return set;
}

static int
write_planes(hid_t file, const tr_model *model)
{
  const size_t n = tr_model_planes(model);
  double *x = calloc(n ? 9*n : 1, sizeof *x);
  const hid_t group = H5Gcreate2(file, "planes", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  for (size_t k = 0; x && k < n; k++) {
    const tr_plane *p = tr_model_plane(model, k);
    memcpy(x + 3*k, &p->point, sizeof p->point);
    memcpy(x + 3*n + 3*k, &p->normal, sizeof p->normal);
    memcpy(x + 6*n + 3*k, &p->velocity, sizeof p->velocity);
  }
  const int bad = !x || group < 0 || write_numbers(group, "point", "m", n, 3, x)
    || write_numbers(group, "normal", "1", n, 3, x + 3*n) || write_numbers(group, "velocity", "m/s", n, 3, x + 6*n);
  (void)H5Gclose(group);
  free(x);
  return bad;
}

static int
write_header(tr_trajectory *t, tr_engine *e, const char *model)
{
  const tr_particles *p = tr_engine_particles(e);
  const hid_t group = H5Gcreate2(t->file, "particles", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  int bad = group < 0 || write_text(t->file, "creator", "Trundle " PACKAGE_VERSION)
    || write_text(t->file, "format", "1") || write_text(t->file, "units", "SI: m, kg, s, rad")
    || write_long_text(t->file, "model", model)
    || write_numbers(group, "radius", "m", t->grains, 1, p->radius)
    || write_numbers(group, "mass", "kg", t->grains, 1, p->mass)
    || write_numbers(group, "inertia", "kg m2", t->grains, 1, p->inertia)
    || write_planes(t->file, tr_engine_model(e));
  (void)H5Gclose(group);
  t->frames = H5Gcreate2(t->file, "frames", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  for (int k = 0; k < SETS; k++)
    bad |= (t->set[k] = growing_set(t, k)) < 0;
  return bad;
}

static char *
joined(const char *path, const char *ending)
{
  char *text = malloc(strlen(path) + strlen(ending) + 1);
  if (text)
    (void)strcat(strcpy(text, path), ending);
  return text;
}

tr_trajectory *
tr_trajectory_begin(const char *path, tr_engine *e, const char *model, tr_error *err)
{
  const size_t n = tr_engine_count(e);
  tr_trajectory *t = calloc(1, sizeof *t);
  if (!t || !(t->path = joined(path, "")) || !(t->part = joined(path, ".part"))
      || !(t->row = malloc((4*n + 1)*sizeof *t->row))) {
    tr_trajectory_drop(&t);
    (void)tr_fail(err, TR_ENOMEM, "no memory for a trajectory of %zu particles", n);
    return NULL;
  }
  t->grains = n;
  t->frames = -1;
  for (int k = 0; k < SETS; k++)
    t->set[k] = -1;
  const voice v = hush();
  t->file = H5Fcreate(t->part, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  const int bad = t->file < 0 || write_header(t, e, model);
  speak(v);
  if (bad) {
    tr_trajectory_drop(&t);
    (void)tr_fail(err, TR_EFILE, "trajectory %s cannot be written", path);
    return NULL;
  }
  return t;
}

/* The numbers of one data set for the present state.  */
static const double *
gather(tr_trajectory *t, tr_engine *e, int k)
{
  const tr_particles *p = tr_engine_particles(e);
  switch (k) {
  case POSITION: return &p->position[0].x;
  case VELOCITY: return &p->velocity[0].x;
  case SPIN: return &p->spin[0].x;
  case ORIENTATION: return &p->attitude[0].w;
  default: t->row[0] = tr_engine_time(e); return t->row;
  }
}

static int
append(hid_t set, hsize_t frame, hsize_t grains, hsize_t width, const double *x)
{
  const hsize_t whole[3] = {frame + 1, grains, width}, from[3] = {frame, 0, 0}, part[3] = {1, grains, width};
  const int rank = width ? 3 : 1;
  if (H5Dset_extent(set, whole) < 0)
    return 1;
  const hid_t space = H5Dget_space(set), memory = H5Screate_simple(rank, part, NULL);
  const int bad = H5Sselect_hyperslab(space, H5S_SELECT_SET, from, NULL, part, NULL) < 0
    || H5Dwrite(set, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, x) < 0;
  (void)H5Sclose(memory);
  (void)H5Sclose(space);
  return bad;
}

int
tr_trajectory_add(tr_trajectory *t, tr_engine *e, tr_error *err)
{
  const voice v = hush();
  int bad = 0;
  for (int k = 0; k < SETS && !bad; k++)
    bad = append(t->set[k], t->count, t->grains, column[k].width, gather(t, e, k));
  speak(v);
  if (bad)
    return tr_fail(err, TR_EFILE, "frame %llu cannot be added to trajectory %s", (unsigned long long)t->count, t->path);
  t->count++;
  return TR_SUCCESS;
}

static int
close_all(tr_trajectory *t)
{
  const voice v = hush();
  int bad = 0;
  for (int k = 0; k < SETS; k++)
    bad |= t->set[k] >= 0 && H5Dclose(t->set[k]) < 0;
  bad |= t->frames >= 0 && H5Gclose(t->frames) < 0;
  bad |= t->file > 0 && H5Fclose(t->file) < 0;
  speak(v);
  return bad;
}

static void
release(tr_trajectory **t)
{
  free((*t)->path);
  free((*t)->part);
  free((*t)->row);
  free(*t);
  *t = NULL;
}

int
tr_trajectory_finish(tr_trajectory **t, tr_error *err)
{
  int status = TR_SUCCESS;
  if (close_all(*t) || rename((*t)->part, (*t)->path) != 0) {
    (void)remove((*t)->part);
    status = tr_fail(err, TR_EFILE, "trajectory %s cannot be finished", (*t)->path);
  }
  release(t);
  return status;
}

void
tr_trajectory_drop(tr_trajectory **t)
{
  if (!*t)
    return;
  if ((*t)->file > 0) {
    (void)close_all(*t);
    (void)remove((*t)->part);
  }
  release(t);
}

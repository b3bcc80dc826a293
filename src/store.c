/* store.c -- see store.h  */
#include <stdlib.h>
#include <string.h>

#include "store.h"

store_voice
tr_store_hush(void)
{
  store_voice v;
  (void)H5Eget_auto2(H5E_DEFAULT, &v.call, &v.data);
  (void)H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  return v;
}

void
tr_store_speak(store_voice v)
{
  (void)H5Eset_auto2(H5E_DEFAULT, v.call, v.data);
}

static hid_t
tr_store_text_type(size_t bytes)
{
  const hid_t type = H5Tcopy(H5T_C_S1);
  (void)H5Tset_size(type, bytes);
  return type;
}

int
tr_store_text(hid_t where, const char *name, const char *text)
{
  const hid_t type = tr_store_text_type(strlen(text) + 1), space = H5Screate(H5S_SCALAR);
  const hid_t attribute = H5Acreate2(where, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
  const int bad = attribute < 0 || H5Awrite(attribute, type, text) < 0;
  (void)H5Aclose(attribute);
  (void)H5Sclose(space);
  (void)H5Tclose(type);
  return bad;
}

/* A plan for data sets: no time stamps, so that equal runs give equal files,
   and room in the file at once, so that it is known where the numbers stand.  */
static hid_t
tr_store_plan(void)
{
  const hid_t plan = H5Pcreate(H5P_DATASET_CREATE);
  (void)H5Pset_obj_track_times(plan, 0);
  (void)H5Pset_alloc_time(plan, H5D_ALLOC_TIME_EARLY);
  (void)H5Pset_fill_time(plan, H5D_FILL_TIME_NEVER);
  return plan;
}

static hid_t
tr_store_text_set(hid_t where, const char *name, size_t bytes, const char *text)
{
  const hid_t type = tr_store_text_type(bytes), space = H5Screate(H5S_SCALAR), plan = tr_store_plan();
  hid_t set = H5Dcreate2(where, name, type, space, H5P_DEFAULT, plan, H5P_DEFAULT);
  if (set >= 0 && text && H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text) < 0) {
    (void)H5Dclose(set);
    set = -1;
  }
  (void)H5Pclose(plan);
  (void)H5Sclose(space);
  (void)H5Tclose(type);
  return set;
}

int
tr_store_long_text(hid_t where, const char *name, const char *text)
{
  const hid_t set = tr_store_text_set(where, name, strlen(text) + 1, text);
  (void)H5Dclose(set);
  return set < 0;
}

int
tr_store_room(hid_t where, const char *name, size_t bytes, int64_t *at)
{
  const hid_t set = tr_store_text_set(where, name, bytes + 1, NULL);
  *at = set < 0 ? -1 : (int64_t)H5Dget_offset(set);
  (void)H5Dclose(set);
  return set < 0;
}

char *
tr_store_read_text(hid_t where, const char *name)
{
  const hid_t attribute = H5Aexists(where, name) > 0 ? H5Aopen(where, name, H5P_DEFAULT) : -1;
  const hid_t type = attribute < 0 ? -1 : H5Aget_type(attribute);
  const size_t bytes = type < 0 ? 0 : H5Tget_size(type);
  char *text = bytes ? calloc(1, bytes + 1) : NULL;
  const hid_t memory = text ? tr_store_text_type(bytes) : -1;
  if (text && H5Aread(attribute, memory, text) < 0) {
    free(text);
    text = NULL;
  }
  (void)H5Tclose(memory);
  (void)H5Tclose(type);
  (void)H5Aclose(attribute);
  return text;
}

char *
tr_store_read_long_text(hid_t where, const char *name)
{
  const hid_t set = H5Lexists(where, name, H5P_DEFAULT) > 0 ? H5Dopen2(where, name, H5P_DEFAULT) : -1;
  const hid_t type = set < 0 ? -1 : H5Dget_type(set);
  const size_t bytes = type < 0 ? 0 : H5Tget_size(type);
  char *text = bytes ? calloc(1, bytes + 1) : NULL;
  const hid_t memory = text ? tr_store_text_type(bytes) : -1;
  if (text && H5Dread(set, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, text) < 0) {
    free(text);
    text = NULL;
  }
  (void)H5Tclose(memory);
  (void)H5Tclose(type);
  (void)H5Dclose(set);
  return text;
}

int
tr_store_value(hid_t where, const char *name, hid_t type, const void *x)
{
  const hid_t space = H5Screate(H5S_SCALAR);
  const hid_t attribute = H5Acreate2(where, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
  const int bad = attribute < 0 || H5Awrite(attribute, type, x) < 0;
  (void)H5Aclose(attribute);
  (void)H5Sclose(space);
  return bad;
}

int
tr_store_read_value(hid_t where, const char *name, hid_t type, void *x)
{
  const hid_t attribute = H5Aexists(where, name) > 0 ? H5Aopen(where, name, H5P_DEFAULT) : -1;
  const int bad = attribute < 0 || H5Aread(attribute, type, x) < 0;
  (void)H5Aclose(attribute);
  return bad;
}

hid_t
tr_store_set(hid_t where, const char *name, const char *unit, hid_t type, int rank, const hsize_t *size)
{
  const hid_t space = H5Screate_simple(rank, size, NULL), plan = tr_store_plan();
  hid_t set = H5Dcreate2(where, name, type, space, H5P_DEFAULT, plan, H5P_DEFAULT);
  if (set >= 0 && tr_store_text(set, "unit", unit)) {
    (void)H5Dclose(set);
    set = -1;
  }
  (void)H5Pclose(plan);
  (void)H5Sclose(space);
  return set;
}

int
tr_store_numbers(hid_t where, const char *name, const char *unit, const char *what, int integers,
              size_t rows, size_t columns, const void *x)
{
  const hsize_t size[2] = {rows, columns};
  const hid_t type = integers ? H5T_NATIVE_INT64 : H5T_NATIVE_DOUBLE;
  const hid_t set = tr_store_set(where, name, unit, type, columns > 1 ? 2 : 1, size);
  const int bad = set < 0 || (what && tr_store_text(set, "what", what))
    || (rows && columns && H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, x) < 0);
  (void)H5Dclose(set);
  return bad;
}

int
tr_store_sizes(hid_t where, const char *name, hsize_t size[3])
{
  const hid_t set = H5Lexists(where, name, H5P_DEFAULT) > 0 ? H5Dopen2(where, name, H5P_DEFAULT) : -1;
  const hid_t space = set < 0 ? -1 : H5Dget_space(set);
  int rank = space < 0 ? -1 : H5Sget_simple_extent_ndims(space);
  if (rank > 3 || (rank > 0 && H5Sget_simple_extent_dims(space, size, NULL) < 0))
    rank = -1;
  (void)H5Sclose(space);
  (void)H5Dclose(set);
  return rank;
}

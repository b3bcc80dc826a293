/* The state of a run.  Even first byte: numbers of a saved state are changed and given back to
   an engine; odd: bytes of its HDF5 file.  Either it is refused with one message, or the run goes on.  */
#include "fuzz.h"
#include <hdf5.h>
#include <math.h>
#include "tap.h"
#include "test-model.h"
#include <trundle/trajectories.h>

static tr_model *model;
static tr_scheme scheme;
static tr_column *column;
static size_t columns;
static uint8_t *image;
static size_t bytes;

static void
begin(void)
{
  tr_error err;
  const char *name = fuzz_file((const uint8_t *)"", 0);
  (void)tap_end;                /* no TAP test here */
  (void)H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  model = test_collision(0.37, 0.2, -0.0001);
  test_plane(model, 0, 0, tr_vec(0, 0, -0.0309), tr_vec(0, 0, 1));
  scheme = tr_scheme_default();
  scheme.method = TR_METHOD_VERLET;
  tr_engine *e = test_engine(model, &scheme);
  test_run(e, 20*scheme.dt);
  must(tr_engine_save(e, &column, &columns), &(tr_error){.text = "not saved"});
  must(tr_checkpoint_write(name, e, "fuzz", 0, "text", &err), &err);
  tr_engine_free(e);
  FILE *f = fopen(name, "rb");
  WISH(f && !fseek(f, 0, SEEK_END), "no checkpoint");
  bytes = (size_t)ftell(f);
  image = malloc(bytes);
  rewind(f);
  WISH(image && fread(image, 1, bytes, f) == bytes && !fclose(f), "no checkpoint");
}

static void
go_on(tr_engine *e)
{
  tr_error err = {0};
  const double now = tr_engine_time(e);
  const int status = tr_engine_advance(e, now + 3*scheme.dt, 0, NULL, NULL, &err);
  fuzz_told(status, &err);
}

/* Triples: which column, which number of it, and what becomes of it.  */
static void
numbers(fuzz_bytes b)
{
  tr_error err = {0};
  uint8_t *old[64];
  const double odd[] = {0, -0.0, 1, -1, NAN, INFINITY, -INFINITY, 1e300, 1e-300, 0.5, 2, 1e9};
  const int64_t whole[] = {0, 1, -1, 2, 3, INT64_MAX, INT64_MIN, 1 << 20, 7, -2};
  WISH(columns <= 64, "%zu columns", columns);
  for (size_t k = 0; k < columns; k++) {
    const size_t n = 8*column[k].rows*column[k].columns;
    old[k] = malloc(n + 1);
    memcpy(old[k], column[k].data, n);
  }
  while (b.size >= 3) {
    tr_column *c = &column[fuzz_byte(&b) % columns];
    const size_t at = fuzz_byte(&b), how = fuzz_byte(&b), n = c->rows*c->columns;
    if (n && c->integers)
      ((int64_t *)c->data)[at % n] = whole[how % 10];
    else if (n)
      ((double *)c->data)[at % n] = odd[how % 12];
  }
  tr_engine *e = test_engine(model, &scheme);
  const int status = tr_engine_restore(e, column, columns, &err);
  fuzz_told(status, &err);
  if (!status)
    go_on(e);
  tr_engine_free(e);
  for (size_t k = 0; k < columns; k++) {
    memcpy(column[k].data, old[k], 8*column[k].rows*column[k].columns);
    free(old[k]);
  }
}

/* Triples: where (two bytes) and which byte.  */
static void
file(fuzz_bytes b)
{
  tr_error err = {0};
  tr_checkpoint c;
  uint8_t *copy = malloc(bytes);
  memcpy(copy, image, bytes);
  while (b.size >= 3) {
    const size_t at = 256*(size_t)fuzz_byte(&b) + fuzz_byte(&b);
    copy[at % bytes] = (uint8_t)fuzz_byte(&b);
  }
  const char *name = fuzz_file(copy, bytes);
  free(copy);
  int status = tr_checkpoint_inspect(name, &c, &err);
  fuzz_told(status, &err);
  if (!status)
    tr_checkpoint_clear(&c);
  tr_engine *e = test_engine(model, &scheme);
  status = tr_checkpoint_read(name, e, "fuzz", &c, &err);
  fuzz_told(status, &err);
  if (!status) {
    go_on(e);
    tr_checkpoint_clear(&c);
  }
  tr_engine_free(e);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  fuzz_bytes b = {data, size};
  if (!image)
    begin();
  if (fuzz_byte(&b) & 1)
    file(b);
  else
    numbers(b);
  return 0;
}

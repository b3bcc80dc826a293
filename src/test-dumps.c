/* test-dumps.c -- frames that other codes have written: text and binary, by several ranks, cut off at any byte  */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <trundle/dumps.h>
#include "tap.h"

enum { N = 5, MOST = 20000 };

/* A file that is being made.  */
static char made[MOST];
static size_t length;

static void
put(const void *x, size_t bytes)
{
  memcpy(made + length, x, bytes);
  length += bytes;
}

static void
put_int(int32_t x)
{
  put(&x, sizeof x);
}

static void
put_long(int64_t x)
{
  put(&x, sizeof x);
}

static void
save(const char *path, size_t bytes)
{
  FILE *f = fopen(path, "wb");
  if (f) {
    (void)fwrite(made, 1, bytes, f);
    (void)fclose(f);
  }
}

/* Number k of sphere i at a step: uneven, and no two alike.  */
static double
number(int64_t step, int i, int k)
{
  return 0.37*(double)step + 1.7*i - 0.013*k*k + 1e-9*k;
}

/* What is added to the velocities of the frames that are written.  */
static double shifted;

enum kind { LAMMPS, LIGGGHTS, TEXT };

static void
put_row(enum kind kind, int64_t step, int i)
{
  const double id = i + 1;
  char line[400];
  int n = snprintf(line, sizeof line, "%d", i + 1);
  if (kind != TEXT)
    put(&id, sizeof id);
  for (int k = 0; k < 9; k++) {
    const double x = number(step, i, k) + (k/3 == 1 ? shifted : 0);
    if (kind == TEXT)
      n += snprintf(line + n, sizeof line - (size_t)n, " %.17g", x);
    else
      put(&x, sizeof x);
  }
  if (kind == TEXT) {
    put(line, (size_t)n);
    put("\n", 1);
  }
}

/* What stands before the rows of a frame.  */
static void
put_head(enum kind kind, int64_t step, int rows)
{
  static const char names[] = "id x y z vx vy vz omegax omegay omegaz";
  const double box[6] = {0, 1, 0, 1, 0, 1};
  if (kind == TEXT) {
    length += (size_t)snprintf(made + length, 300, "ITEM: TIMESTEP\n%lld\nITEM: NUMBER OF ATOMS\n%d\nITEM: BOX BOUNDS mm mm mm\n"
                               "0 1\n0 1\n0 1\nITEM: ATOMS %s \n", (long long)step, rows, names);
    return;
  }
  if (kind == LAMMPS) {
    put_long(-10);
    put("DUMPCUSTOM", 10);
    put_int(1);
    put_int(2);
  }
  put_long(step);
  put_long(rows);
  put_int(0);
  for (int k = 0; k < 6; k++)
    put_int(2);
  put(box, sizeof box);
  put_int(10);
  if (kind == LAMMPS) {
    put_int(0);
    put("", 1);
    put_int((int32_t)strlen(names));
    put(names, strlen(names));
  }
  put_int(1);
  put_int(10*rows);
}

/* A frame of the spheres from first on, every so many, the last one first.  */
static void
put_frame(enum kind kind, int64_t step, int first, int every)
{
  int rows = 0;
  for (int i = first; i < N; i += every)
    rows++;
  put_head(kind, step, rows);
  for (int i = N - 1; i >= 0; i--)
    if (i >= first && (i - first)%every == 0)
      put_row(kind, step, i);
}

static tr_dumps *
dumps_of(const char *path, size_t ranks)
{
  tr_error err = {0};
  tr_dumps *d = tr_dumps_alloc(N);
  if (!tap_ok(d && !tr_dumps_add(d, path, ranks, &err) && !tr_dumps_index(d, &err), "%s can be read", path))
    printf("# %s\n", err.text);
  return d;
}

/* A frame has the numbers of this step, those of the velocity shifted.  */
static void
frame_is(tr_dumps *d, size_t frame, int64_t step, double shift)
{
  tr_vec3 x[3][N];
  tr_error err = {0};
  double worst = 0;
  tap_ok(tr_dumps_step(d, frame) == step, "frame %zu is of step %lld", frame, (long long)step);
  memset(x, 0, sizeof x);
  if (!tap_ok(!tr_dumps_read(d, frame, x[0], x[1], x[2], &err), "frame %zu is read", frame))
    printf("# %s\n", err.text);
  for (int i = 0; i < N; i++)
    for (int k = 0; k < 9; k++)
      worst = tap_larger(fabs((&x[k/3][i].x)[k%3] - (number(step, i, k) + (k/3 == 1 ? shift : 0))), worst);
  tap_near(worst, 0, 0, "its numbers are those that were written");
}

TAP_TEST(kinds, "text and both binary formats hold the same frames, in any order of rows", "same numbers")
{
  for (enum kind kind = LAMMPS; kind <= TEXT; kind++) {
    length = 0;
    put_frame(kind, 0, 0, 1);
    put_frame(kind, 700, 0, 1);
    save("test-dumps.bin", length);
    tr_dumps *d = dumps_of("test-dumps.bin", 1);
    tap_ok(tr_dumps_frames(d) == 2 && !tr_dumps_incomplete(d) && !tr_dumps_missing(d), "kind %d: two frames", (int)kind);
    frame_is(d, 1, 700, 0);
    frame_is(d, 0, 0, 0);
    tr_dumps_free(d);
  }
  (void)remove("test-dumps.bin");
}

TAP_TEST(cut, "a file that ends anywhere has the frames before", "every length of a file of two frames")
{
  for (enum kind kind = LAMMPS; kind <= TEXT; kind++) {
    length = 0;
    put_frame(kind, 10, 0, 1);
    const size_t one = length;
    put_frame(kind, 20, 0, 1);
    int wrong = 0;
    for (size_t bytes = 1; bytes <= length; bytes++) {
      tr_error err = {0};
      tr_dumps *d = tr_dumps_alloc(N);
      save("test-dumps.bin", bytes);
      const size_t want = bytes == length ? 2 : bytes >= one ? 1 : 0;
      wrong += tr_dumps_add(d, "test-dumps.bin", 1, &err) || tr_dumps_index(d, &err) || tr_dumps_frames(d) != want
        || (bytes + 8 == one && tr_dumps_incomplete(d) != 1);
      tr_dumps_free(d);
    }
    tap_ok(!wrong, "kind %d: %d of %zu lengths have other frames", (int)kind, wrong, length);
  }
  (void)remove("test-dumps.bin");
}

TAP_TEST(ranks, "frames of two ranks are joined, and those of which one is missing are incomplete", "same numbers")
{
  for (int rank = 0; rank < 2; rank++) {
    char path[40];
    length = 0;
    put_frame(LIGGGHTS, 0, rank, 2);
    put_frame(LIGGGHTS, 30, rank, 2);
    if (rank == 0)
      put_frame(LIGGGHTS, 60, rank, 2);         /* the other one was killed before */
    (void)snprintf(path, sizeof path, "test-dumps.%d.bin", rank);
    save(path, length);
  }
  tr_dumps *d = dumps_of("test-dumps.%.bin", 2);
  tap_ok(tr_dumps_frames(d) == 2 && tr_dumps_incomplete(d) == 1, "two frames, and one that is not complete");
  frame_is(d, 1, 30, 0);
  tr_dumps_free(d);
  (void)remove("test-dumps.1.bin");
  d = dumps_of("test-dumps.%.bin", 2);
  tap_ok(tr_dumps_frames(d) == 0 && tr_dumps_missing(d) == 1 && tr_dumps_incomplete(d) == 3, "a file of a rank is missing");
  tr_dumps_free(d);
  (void)remove("test-dumps.0.bin");
}

TAP_TEST(again, "of a step that is there twice the dump that was added last counts, unless it is incomplete", "same numbers")
{
  tr_error err = {0};
  length = 0;
  put_frame(LAMMPS, 0, 0, 1);
  put_frame(LAMMPS, 50, 0, 1);
  save("test-dumps.a", length);
  shifted = 0.25;
  length = 0;
  put_frame(TEXT, 90, 0, 1);
  put_frame(TEXT, 50, 0, 1);
  put_frame(TEXT, 0, 0, 2);
  shifted = 0;
  save("test-dumps.b", length);
  tr_dumps *d = tr_dumps_alloc(N);
  tap_ok(!tr_dumps_add(d, "test-dumps.a", 1, &err) && !tr_dumps_add(d, "test-dumps.b", 1, &err) && !tr_dumps_index(d, &err)
         && tr_dumps_frames(d) == 3, "three steps");
  frame_is(d, 0, 0, 0);
  frame_is(d, 1, 50, 0.25);
  frame_is(d, 2, 90, 0.25);
  tr_dumps_free(d);
  (void)remove("test-dumps.a");
  (void)remove("test-dumps.b");
}

enum moment { ADDED, READ };

/* A file is refused with this message behind its name: as it is added, or when its frame is read.  */
static void
refused(enum moment when, const char *message)
{
  tr_error err = {0};
  tr_vec3 x[3][N];
  tr_dumps *d = tr_dumps_alloc(N);
  save("test-dumps.bin", length);
  int status = tr_dumps_add(d, "test-dumps.bin", 1, &err);
  if (when == READ)
    status = status || tr_dumps_index(d, &err) || tr_dumps_frames(d) != 1 ? TR_SUCCESS : tr_dumps_read(d, 0, x[0], x[1], x[2], &err);
  tap_ok(status == TR_EFORMAT && strncmp(err.text, "test-dumps.bin", 14) == 0 && strcmp(err.text + 14, message) == 0,
         "got: %s", err.text);
  tr_dumps_free(d);
  (void)remove("test-dumps.bin");
}

#define NO_DUMP ", byte 0: no dump of the style custom with the columns id, x, y, z, vx, vy, vz, omegax, omegay, omegaz"

TAP_TEST(wrong, "what is no such dump is refused", "words of the messages")
{
  double id = 3;
  tr_error err = {0};
  for (enum kind kind = LAMMPS; kind <= LIGGGHTS; kind++) {
    length = 0;
    put_frame(kind, 0, 0, 1);
    memcpy(made + length - 80, &id, sizeof id);         /* the row of sphere 1 says 3 */
    refused(READ, ": step 0 has sphere 3 twice");
    id = N + 1;
    length = 0;
    put_frame(kind, 0, 0, 1);
    memcpy(made + length - 80, &id, sizeof id);
    refused(READ, ": a row of step 0 has the number 6, expected 1 to 5");
    id = 3;
  }
  length = 0;
  put_frame(TEXT, 0, 0, 1);
  made[length - 3] = 'q';
  refused(READ, ": a row of step 0 has 9 numbers, expected 10");
  length = 0;
  put_frame(TEXT, 0, 0, 1);
  memcpy(strstr(made, "omegay"), "omegaq", 6);
  refused(ADDED, NO_DUMP);
  length = 0;
  put_frame(LAMMPS, 0, 0, 1);
  made[18] = 7;                 /* another order of bytes */
  refused(ADDED, NO_DUMP);
  length = (size_t)snprintf(made, 300, "%200s", "no numbers of any kind");
  refused(ADDED, NO_DUMP);
  tr_dumps *d = tr_dumps_alloc(N);
  tap_ok(tr_dumps_add(d, "test-dumps.%.bin", 2, &err) == TR_EFILE
         && !strcmp(err.text, "test-dumps.%.bin cannot be read: there is no file of that name"), "got: %s", err.text);
  tap_ok(tr_dumps_add(d, ".", 1, &err) == TR_EFILE && !strcmp(err.text, ". cannot be read: it is no regular file"), "got: %s", err.text);
  tr_dumps_free(d);
}

TAP_MAIN()

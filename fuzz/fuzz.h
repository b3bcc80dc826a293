/* fuzz.h -- what the fuzz targets share: a file with the input, and wishes that must hold.  */
#ifndef TRUNDLE_FUZZ_H
#define TRUNDLE_FUZZ_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <trundle/status.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Says what did not hold, and stops: the fuzzer keeps the input.  */
#define WISH(condition, ...) \
  do { \
    if (!(condition)) { \
      fprintf(stderr, "fuzz: " __VA_ARGS__); \
      fputc('\n', stderr); \
      abort(); \
    } \
  } while (0)

/* An error tells its status and one line of text; after success nobody looks.  */
static inline void
fuzz_told(int status, const tr_error *err)
{
  WISH(!status || ((int)err->status == status && err->text[0] && !strchr(err->text, '\n')),
       "status %d, but the error says %d: \"%s\"", status, (int)err->status, err->text);
}

/* A file of this process, in TMPDIR.  */
enum {FUZZ_NAME = 256};
static inline void
fuzz_name(char name[FUZZ_NAME], const char *ending)
{
  const char *folder = getenv("TMPDIR");
  const int n = snprintf(name, FUZZ_NAME, "%s/trundle-fuzz-%ld%s", folder ? folder : "/tmp", (long)getpid(), ending);
  WISH(n < FUZZ_NAME, "TMPDIR is too long");
}

/* The input as a file; its name.  */
static inline const char *
fuzz_file(const uint8_t *data, size_t size)
{
  static char name[FUZZ_NAME];
  fuzz_name(name, "");
  FILE *f = fopen(name, "wb");
  WISH(f && fwrite(data, 1, size, f) == size && fclose(f) == 0, "%s cannot be written", name);
  return name;
}

/* Numbers from the input, one after the other; zeros behind its end.  */
typedef struct { const uint8_t *data; size_t size; } fuzz_bytes;

static inline unsigned
fuzz_byte(fuzz_bytes *b)
{
  return b->size ? (b->size--, (unsigned)*b->data++) : 0U;
}

/* One of n.  */
static inline int
fuzz_choice(fuzz_bytes *b, int n)
{
  return (int)(fuzz_byte(b) % (unsigned)n);
}

/* A number from low to high, in 65536 steps.  */
static inline double
fuzz_number(fuzz_bytes *b, double low, double high)
{
  const unsigned first = fuzz_byte(b);
  return low + (high - low)*((256*first + fuzz_byte(b))/65535.0);
}
#endif

/* A fuzz target without its fuzzer: each file named is given to it once.  What does not hold ends the
   program before the file's line.  */
#include "fuzz.h"

static uint8_t *
contents(const char *name, size_t *size)
{
  FILE *f = fopen(name, "rb");
  WISH(f && fseek(f, 0, SEEK_END) == 0, "%s cannot be read", name);
  const long end = ftell(f);
  uint8_t *data = end < 0 ? NULL : malloc((size_t)end + 1);
  WISH(data, "no memory for %s", name);
  rewind(f);
  *size = fread(data, 1, (size_t)end, f);
  WISH(*size == (size_t)end && fclose(f) == 0, "%s cannot be read", name);
  return data;
}

int
main(int count, char **name)
{
  for (int k = 1; k < count; k++) {
    size_t size;
    uint8_t *data = contents(name[k], &size);
    (void)LLVMFuzzerTestOneInput(data, size);
    free(data);
    printf("ok - %s\n", name[k]);
  }
  return 0;
}

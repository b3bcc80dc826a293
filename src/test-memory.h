/* test-memory.h -- the memory that the allocator has given.  */
#ifndef TRUNDLE_TEST_MEMORY_H
#define TRUNDLE_TEST_MEMORY_H

#include <stddef.h>
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

/* Bytes in use; always zero where nobody tells, as with a checker of memory.  */
static inline size_t
test_in_use(void)
{
#ifdef __GLIBC__
  const struct mallinfo2 m = mallinfo2();
  return m.uordblks + m.hblkhd;
#else
  return 0;
#endif
}

#endif

/* tap.h -- Test Anything Protocol for the unit tests in C.

   Each check prints "ok N - name" or "not ok N - name"; numbers follow as
   diagnostics.  The plan is printed last, so a test that dies half-way is seen as
   an error by the driver.

   A test is a function that runs alone, with what it claims and why its tolerances
   have their sizes:

     TAP_TEST(half_turn, "a half turn about any axis comes back", "roundings of a product")
     {
       tap_near(...);
     }
     TAP_MAIN()

   TAP_MAIN runs all of them in this order; `-match 'half*'` only those whose name or
   claim the pattern fits, `-list` tells them.  */
#ifndef TRUNDLE_TAP_H
#define TRUNDLE_TAP_H

#include <fnmatch.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <trundle/status.h>

static int tap_count, tap_failures;
static double tap_worst;        /* the largest error of a test, over its tolerance */
static unsigned long long tap_seed = 0x9e3779b97f4a7c15ULL;

static inline void
tap_report(int good, const char *format, va_list arguments)
{
  printf("%sok %d - ", good ? "" : "not ", ++tap_count);
  vprintf(format, arguments);
  putchar('\n');
  tap_failures += !good;
}

/* The condition holds.  */
__attribute__((format(printf, 2, 3))) static inline int
tap_ok(int good, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  tap_report(good != 0, format, arguments);
  va_end(arguments);
  return good;
}

/* The bits are the same on two paths.  A build that may contract a*b + c does not
   promise it, so there it is not asked.  */
__attribute__((format(printf, 2, 3))) static inline int
tap_bits(int good, const char *format, ...)
{
#ifdef TR_FMA
  (void)good;
  printf("ok %d # SKIP built with --enable-fma: bits depend on the path: %s\n", ++tap_count,
         format);
  return 1;
#else
  va_list arguments;
  va_start(arguments, format);
  tap_report(good != 0, format, arguments);
  va_end(arguments);
  return good;
#endif
}

/* |got - want| <= tolerance; NaN fails.  */
__attribute__((format(printf, 4, 5))) static inline int
tap_near(double got, double want, double tolerance, const char *format, ...)
{
  va_list arguments;
  const double error = fabs(got - want);
  const int good = error <= tolerance;
  va_start(arguments, format);
  tap_report(good, format, arguments);
  va_end(arguments);
  if (error > tap_worst*tolerance)
    tap_worst = error/tolerance;
  printf("# got %.17g want %.17g error %.2e tolerance %.2e\n", got, want, error, tolerance);
  return good;
}

/* got <= bound; NaN fails.  For the largest error over many random cases.  */
__attribute__((format(printf, 3, 4))) static inline int
tap_below(double got, double bound, const char *format, ...)
{
  va_list arguments;
  const int good = got <= bound;
  va_start(arguments, format);
  tap_report(good, format, arguments);
  va_end(arguments);
  if (got > tap_worst*bound)
    tap_worst = got/bound;
  printf("# got %.3e bound %.3e\n", got, bound);
  return good;
}

/* The call returned this status.  */
static inline int
tap_status(int got, int want)
{
  if (got != want)
    printf("# got status %s want %s\n", tr_status_name(got), tr_status_name(want));
  return tap_ok(got == want, "status %s", tr_status_name(want));
}

/* The larger of two numbers; not a number if one of them is not, as fmax is not.  */
static inline double
tap_larger(double a, double b)
{
  return a != a || b <= a ? a : b;
}

/* Print the plan; the value is the exit status of the test program.  */
static inline int
tap_done(void)
{
  printf("1..%d\n", tap_count);
  return tap_failures > 0;
}

/* Reproducible uniform random numbers in [low, high): a 64-bit linear
   congruential generator, its high bits.  Each test begins with the same ones.  */
static inline double
tap_random(double low, double high)
{
  tap_seed = tap_seed*6364136223846793005ULL + 1442695040888963407ULL;
  return low + (high - low)*((double)(tap_seed >> 11)/9007199254740992.0);
}

typedef struct tap_test tap_test;
struct tap_test {
  const char *name, *claim, *why;
  void (*run)(void);
  tap_test *next;
};
static tap_test *tap_first, **tap_end = &tap_first;

#define TAP_TEST(name, claim, why) \
  static void tap_test_##name(void); \
  __attribute__((constructor)) static void \
  tap_register_##name(void) \
  { \
    static tap_test test = {#name, claim, why, tap_test_##name, NULL}; \
    *tap_end = &test; \
    tap_end = &test.next; \
  } \
  static void \
  tap_test_##name(void)

/* One test; afterwards a line tells how its checks went.  */
static inline void
tap_run(const tap_test *t)
{
  const int count = tap_count, failures = tap_failures;
  tap_seed = 0x9e3779b97f4a7c15ULL;
  tap_worst = 0;
  printf("# test %s: %s\n# why: %s\n", t->name, t->claim, t->why);
  t->run();
  printf("# done %s: %d checks, %d failed, %.2g of the tolerance\n", t->name, tap_count - count,
         tap_failures - failures, tap_worst);
}

static inline int
tap_main(int argc, char **argv)
{
  const char *pattern = argc == 3 && !strcmp(argv[1], "-match") ? argv[2] : "*";
  const int list = argc == 2 && !strcmp(argv[1], "-list");
  int found = 0;
  if (argc > 1 && !list && (argc != 3 || strcmp(argv[1], "-match"))) {
    fprintf(stderr, "usage: %s [-list | -match PATTERN]\n", argv[0]);
    return 2;
  }
  for (const tap_test *t = tap_first; t; t = t->next) {
    if (fnmatch(pattern, t->name, 0) && fnmatch(pattern, t->claim, 0))
      continue;
    found = 1;
    if (list)
      printf("%-24s %s\n", t->name, t->claim);
    else
      tap_run(t);
  }
  if (!found) {
    fprintf(stderr, "%s: no test is called \"%s\" (-list tells them)\n", argv[0], pattern);
    return 2;
  }
  return list ? 0 : tap_done();
}

/* What stands between the brackets is done first.  */
#define TAP_MAIN(...) \
  int \
  main(int argc, char **argv) \
  { \
    __VA_ARGS__; \
    return tap_main(argc, argv); \
  }

#endif

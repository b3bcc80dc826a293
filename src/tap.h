/* tap.h -- Test Anything Protocol for the unit tests in C.

   Each check prints "ok N - name" or "not ok N - name"; numbers follow as
   diagnostics.  The plan is printed by tap_done, so a test that dies half-way
   is seen as an error by the driver.  */
#ifndef TRUNDLE_TAP_H
#define TRUNDLE_TAP_H

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include <trundle/status.h>

static int tap_count, tap_failures;

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
   congruential generator, its high bits.  Tests only.  */
static inline double
tap_random(double low, double high)
{
  static unsigned long long state = 0x9e3779b97f4a7c15ULL;
  state = state*6364136223846793005ULL + 1442695040888963407ULL;
  return low + (high - low)*((double)(state >> 11)/9007199254740992.0);
}

#endif

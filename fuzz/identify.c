/* The table of a swing and what is fitted to it.  The first byte chooses the columns.  */
#include "fuzz.h"
#include <gsl/gsl_errno.h>
#include <math.h>
#include <trundle/identification.h>

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  tr_error err = {0};
  tr_swing_table table;
  tr_identified fit;
  fuzz_bytes b = {data, size};
  const int a = fuzz_choice(&b, 4), c = fuzz_choice(&b, 4);
  char *text = calloc(b.size + 1, 1);
  gsl_set_error_handler_off();
  WISH(text, "no memory");
  memcpy(text, b.data, b.size);
  const int bad = tr_swing_parse(text, "table", a, c, &table, &err);
  fuzz_told(bad, &err);
  free(text);
  if (bad)
    return 0;
  WISH(table.n >= TR_IDENTIFY_LEAST, "%zu samples", table.n);
  for (size_t k = 0; k < table.n; k++)
    WISH(isfinite(table.time[k]) && isfinite(table.angle[k]) && (!k || table.time[k] > table.time[k - 1]),
         "sample %zu", k);
  if (table.n < 2000) {
    const int unfit = tr_identify(table.n, table.time, table.angle, 3.7e-3, NULL, &fit, &err);
    fuzz_told(unfit, &err);
    WISH(unfit || (isfinite(fit.k_r.value) && isfinite(fit.c_r.value) && fit.k_r.value > 0
                   && fit.k_r.low <= fit.k_r.value && fit.k_r.value <= fit.k_r.high),
         "k_r %g in [%g, %g], c_r %g", fit.k_r.value, fit.k_r.low, fit.k_r.high, fit.c_r.value);
  }
  tr_swing_table_free(&table);
  return 0;
}

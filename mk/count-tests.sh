#!/bin/sh
# count-tests.sh DIR: adds up the results that the TAP driver left in the
# .trs files below DIR.  Prints "N passed, N failed" and fails if any failed or
# if there are none.
find "${1:-.}" -name '*.trs' -exec cat {} + | awk '
  /^:test-result: (PASS|XFAIL)/ { passed++ }
  /^:test-result: (FAIL|XPASS|ERROR)/ { failed++ }
  /^:test-result: SKIP/ { skipped++ }
  END {
    if (skipped)
      printf "%d skipped\n", skipped
    printf "%d passed, %d failed\n", passed, failed
    exit failed > 0 || passed == 0
  }'

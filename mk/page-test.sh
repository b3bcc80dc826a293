#!/bin/sh
# page-test.sh verification/pages/NAME.nw: the quick checks of a benchmark page, as
# TAP; all of them in `make check TIER=full`.  Called by `make check` in the build folder.
page=${1##*/}
exec "$TCLSH" bin/trundle verify -tier "${TIER:-quick}" -format tap "${page%.nw}"

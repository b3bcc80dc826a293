#!/bin/sh
# page-test.sh verification/pages/NAME.nw: the quick checks of a benchmark page, as
# TAP.  Called by `make check` in the build folder.
page=${1##*/}
exec "$TCLSH" bin/trundle verify -tier quick -format tap "${page%.nw}"

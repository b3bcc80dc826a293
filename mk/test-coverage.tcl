# test-coverage.tcl -- gcov is read right, and the reasons of data/uncovered.csv stand where they say.
package require tap
set env(srcdir) [file normalize [expr {[info exists env(srcdir)] ? $env(srcdir) : "."}]]
source [file join $env(srcdir) mk/coverage.tcl]

set json {{"files": [{"lines": [{"branches": [], "count": 5, "line_number": 1}], "file": "/usr/include/x.h"}, {"lines": [
{"branches": [{"fallthrough": true, "count": 2, "throw": false}, {"fallthrough": false, "count": 0, "throw": false}], "count": 2,
"line_number": 10, "unexecuted_block": true}, {"branches": [{"fallthrough": true, "count": 0, "throw": false}], "count": 0, "line_number": 11},
{"branches": [], "count": 3, "line_number": 12}], "functions": [{"name": "f", "execution_count": 2}], "file": "lit/engine/threads.nw"},
{"lines": [{"branches": [], "count": 1, "line_number": 7}], "file": "../../src/stl.c"},
{"lines": [{"branches": [], "count": 1, "line_number": 9}], "file": "lit/tests/threads.nw"}]}}
set json [string map {\n " "} $json]
gcov::add-document $json coverage::name lines branches
tap::is [lsort -stride 2 $lines] {{lit/engine/threads.nw 10} 2 {lit/engine/threads.nw 11} 0 {lit/engine/threads.nw 12} 3 {src/stl.c 7} 1} \
    "lines of chapters and of plain C, none of headers of the system and of tests"
tap::is [lsort -stride 2 $branches] {{lit/engine/threads.nw 10 0} 2 {lit/engine/threads.nw 10 1} 0 {lit/engine/threads.nw 11 0} 0} \
    "branches, those too that were never reached"
gcov::add-document $json coverage::name lines branches
tap::is [dict get $lines {lit/engine/threads.nw 10}] 4 "objects with the same line are added up"

tap::is [coverage::moved [coverage::reasons]] {} "each reason of data/uncovered.csv names a line that is there"
tap::ok [llength [coverage::moved {{file lit/engine/threads.nw text {no such line;} why {because}}}]] "one that has moved is told"
tap::ok [llength [coverage::moved {{file lit/engine/none.nw text * why {because}}}]] "so is one of a file that is not there"
tap::ok [llength [coverage::moved {{file mk/coverage.tcl text * why {because}}}]] "or not ours to count"
tap::ok [llength [coverage::moved {{file src/stl.c text * why { }}}]] "and an empty one"
tap::done

# test-coverage.tcl -- gcov is read right, and the reasons of data/uncovered.csv stand where they say.
package require tap
set env(srcdir) [file normalize [expr {[info exists env(srcdir)] ? $env(srcdir) : "."}]]
source [file join $env(srcdir) mk/coverage.tcl]

set text {        -:    0:Source:/usr/include/x.h
        5:    1:int x
        -:    0:Source:lit/engine/threads.nw
function f called 2 returned 100% blocks executed 75%
        2:   10:  if (a && b)
branch  0 taken 2 (fallthrough)
branch  1 taken 0
    #####:   11:    g();
branch  0 never executed
       3*:   12:  h();
        -:    0:Source:../../src/stl.c
        1:    7:  return 0;
        -:    0:Source:lit/tests/threads.nw
        1:    9:  tap_ok(1);
}
coverage::read-gcov $text lines branches
tap::is [lsort -stride 2 $lines] {{lit/engine/threads.nw 10} 2 {lit/engine/threads.nw 11} 0 {lit/engine/threads.nw 12} 3 {src/stl.c 7} 1} \
    "lines of chapters and of plain C, none of headers of the system and of tests"
tap::is [lsort -stride 2 $branches] {{lit/engine/threads.nw 10 0} 2 {lit/engine/threads.nw 10 1} 0 {lit/engine/threads.nw 11 0} 0} \
    "branches, those too that were never reached"
coverage::read-gcov $text lines branches
tap::is [dict get $lines {lit/engine/threads.nw 10}] 4 "objects with the same line are added up"

tap::is [coverage::moved [coverage::reasons]] {} "each reason of data/uncovered.csv names a line that is there"
tap::ok [llength [coverage::moved {{file lit/engine/threads.nw text {no such line;} why {because}}}]] "one that has moved is told"
tap::ok [llength [coverage::moved {{file lit/engine/none.nw text * why {because}}}]] "so is one of a file that is not there"
tap::ok [llength [coverage::moved {{file mk/coverage.tcl text * why {because}}}]] "or not ours to count"
tap::ok [llength [coverage::moved {{file src/stl.c text * why { }}}]] "and an empty one"
tap::done

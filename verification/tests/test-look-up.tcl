# test-look-up.tcl -- `trundle ledger` tells what the ledger has, in the words of the papers.
package require trundle::testing
testing::start

proc refused {pattern words name} {
    testing::refused $pattern [list ledger {*}$words] $name
}

refused {trundle: ledger: *paper/ledger.csv does not exist; `make ledger` writes it} {smith1999 31} "no ledger"
file mkdir ../paper
set channel [open ../paper/ledger.csv w]
puts $channel {source,kind,number,section,what,value,fate,places,tests,benchmarks,errata,status,reason,printed,informative,facts
smith1999,eq,14a,2,a law,,implemented; wrong,"rolling: law (lit/rolling.nw:7)","C-4: 2 pass; rolling: it rolls (1 pass)",,C-4,tested,
smith1999,eq,14b,2,another law,,,,,,,open,"nobody knows; yet"
smith1999,table,8,C.2,positions,3.1 m,reproduced,,,slope,,in the book,
smith1999,table,9,C.2,speeds,,compared,,,slope,,compared,,"82 of 90 agree, 30 not run",22 of 30 agree,"rolling: speed (also smith1999 claim a); rolling: spin"
smith1999,table,10,C.2,spins,,compared,,,slope,,in the book,,not run,
smith1999,table,11,C.2,zeros,,compared,,,slope,,compared,,6 of 6 agree,0 of 0 agree
smith1999,erratum,C-4,2,a sign,,misprint,box lit/rolling.nw:3,2 pass,,C-4,2 pass,}
foreach {kind last} {eq 12 table 13} {
    for {set k 1} {$k <= $last} {incr k} {
        puts $channel "wood2001,$kind,$k,1,a law,,implemented,,,,,open,"
    }
}
close $channel

proc told {words} {
    set result [testing::trundle ledger {*}$words]
    return [expr {[dict get $result status] ? [dict get $result err] : [string trim [dict get $result out]]}]
}
set law {smith1999 (14a), section 2: a law
  status  implemented, error in the source, corrected
  where   rolling: law (lit/rolling.nw:7)
  errata  C-4
  tests   C-4: 2 pass
          rolling: it rolls (1 pass)
  result  tested}
tap::is [told {smith1999 14a}] $law "an equation"
tap::is [told {{smith1999 (14a)}}] $law "as it is printed, in quotes"
tap::ok [string match "$law\n\nsmith1999 (14b)*why     nobody knows*" [told {smith1999 14}]] "14 is 14a and 14b"
tap::ok [string match "smith1999 table 8, section C.2: positions: 3.1 m*pages   slope*" [told {smith1999 table 8}]] "a table"
foreach {number said} {
    8 {}
    9 {{  numbers 82 of 90 agree (91 %), 30 not run} {          22 of 30 that are not fixed by the input agree (73 %)} {  facts   rolling: speed (also smith1999 claim a)} {          rolling: spin}}
    10 {{  numbers not run}}
    11 {{  numbers 6 of 6 agree (100 %)}}
} {
    set lines [split [told [list smith1999 table $number]] \n]
    tap::is [lrange $lines 2 [lsearch -glob $lines "  pages *"]-1] $said "which share of its numbers agrees: table $number"
}
tap::ok [string match "*box lit/rolling.nw:3*" [told C-4]] "an erratum"
tap::is [llength [split [told smith1999] \n]] 7 "a source: a line an entry"
tap::is [lmap {- counted} [regexp -all -inline {(\w+ +[a-z ]+? +\d+)(?=\n|$)} [told {}]] {regsub -all { +} $counted { }}] \
    {{smith1999 tested 1} {smith1999 open 1} {smith1999 in the book 2} {smith1999 compared 2} {wood2001 open 25}} "no word: the counts, without errata"
refused {*no source or erratum "smyth", expected one of smith1999,*} smyth "a source that is not there"
refused {*smith1999 has no "fig", expected one of eq, erratum, table and a number} {smith1999 figure 8} \
    "a kind that is not there"
refused {*smith1999 has no eq "15", expected one of 14a, 14b} {smith1999 15} "a number that is not there"
refused {*wood2001 has no eq "15", expected one of 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12} {wood2001 15} "a dozen is told in full"
refused {*wood2001 has no table "15", expected one of 1, 2, ..., 13} {wood2001 table 15} "of more the first and the last"
testing::end

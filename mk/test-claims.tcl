# test-claims.tcl -- the tables at the chapters' ends: each test and each check has its row,
# with what the log says of it.
package require tap
package require csv

set source [file normalize [expr {[info exists env(srcdir)] ? $env(srcdir) : "."}]]
source $source/mk/files.tcl
source $source/mk/noweb.tcl
close [file tempfile folder]
file delete $folder
file mkdir $folder/lit/tests $folder/verification/pages $folder/src/trundle

proc put {name text} {
    set channel [open $::folder/$name w]
    puts $channel $text
    close $channel
}

# Rows of claims.csv, made from these chapters and logs.
proc claims {root chapters logs} {
    set here [pwd]
    cd $root
    exec -ignorestderr $::env(NOWEB_LIB)/markup {*}$chapters | $::env(NOWEB_LIB)/finduses | $::env(NOWEB_LIB)/noidx \
        | [info nameofexecutable] $::source/mk/claims.tcl $::folder/out {*}$logs
    cd $here
    set channel [open $::folder/out/claims.csv]
    set rows [lmap line [lrange [split [string trim [read $channel]] \n] 1 end] {::csv::split $line}]
    close $channel
    return $rows
}

if {![file executable $env(NOWEB_LIB)/markup]} {
    puts "1..0 # SKIP noweb is not there"
    exit
}
put lit/tests/ball.nw {\chapter{Ball}
<<ball: both>>=
TAP_TEST(falls, "it falls, with \"g\" (and "
         "100%% of it)", "roundings")
{
}
TAP_TEST(rolls, "it rolls", "the order, 2")
{
}
@}
put src/trundle/vector.h {static inline double
tr_norm(tr_vec3 a)
{
}}
put lit/tests/proof.nw {\chapter{Proof}
<<proof: helpers>>=
#define TWICE(x) \\
  (2*(x))
static double
reads(const char *name)
{
  return strtod(name, NULL);
}
<<proof: helpers>>=
static double pressed(double x) { return TWICE(tr_overlap(x)); }
<<proof: tests>>=
TAP_TEST(printed, "numbers of a page (agree)", "none")
{
  tap_near(reads("tr_f(2)"), TWICE(tr_norm(a)), 0, "printed");
}
TAP_TEST(law, "the law agrees", "none")
{
  <<proof: pressed>>
}
<<proof: pressed>>=
tap_near(pressed(1), 2, 0, "pressed");
@}
put verification/pages/slope.nw {\chapter{Slope}
<<slope.tcl>>=
case {
}
check way -tags {a b} \
    {B-1: the way} {
}
check late -tier full {later} {
}
figure drift -title {Drift of ~1} \\
    -tier full {
}
table quick -title {Quick} {
}
@}
put verification/pages/slope-more.nw {\chapter{Slope, more of it}
<<slope: more>>=
check more {the rest} {
}
@}
put log {# test falls: it falls, with "g" (and 100% of it)
ok 1 - down
# done falls: 2 checks, 0 failed, 0.25 of the tolerance
ok 1 - slope/observables: the case agrees with its references
# v: got 1, wanted 1, error 3e-6, tolerance 1e-5
# w: got 1, wanted 1, error 1e-6, tolerance 1e-5
ok 3 - slope/more: the rest
not ok 2 - slope/way: B-1: the way
# s: got 1, wanted 2, error 1, tolerance 0.5, discrimination 40 (zero)
# t: got 1, wanted 1, error 0, tolerance 0.5, discrimination 8 (mu_s)
# u (1 < 2), discrimination 16 (zero)
# w (1 > 0.5), discrimination one-sided (never)
# w (1 > 0.5), discrimination 7 (never)
# x (1 > 0.5), discrimination one-sided (start)}
file mkdir $folder/paper
put paper/mutants.csv {# Changes
# drawn: -seed 3: 2 of 3 new ones noticed, at 1234567
# drawn: chosen, no share
# drawn: -seed 4: 13 of 13 new ones noticed, at 89abcde
test,noticed,alone
ball/falls,2,1
slope/way,1,0
slope/more,3,1
slope/gone,3,3}
set rows [lmap row [claims $folder {lit/tests/ball.nw verification/pages/slope.nw verification/pages/slope-more.nw lit/tests/proof.nw} $folder/log] {lreplace [lrange $row 2 end] 5 7}]
tap::is [lrange [lindex $rows 0] 0 4] {falls {it falls, with "g" (and 100% of it)} roundings 2 0.2} "a test, how many checks, how near"
tap::is [lmap row $rows {lindex $row 5}] {{2 (1)} {no code} {} 1 {} {3 (1)} {no code} {}} \
    "mutants that it noticed, and alone; a test that calls no library"
tap::is [lrange [lindex $rows 1] 0 4] {rolls {it rolls} {the order, 2} {not run} {}} "a test that has not run"
tap::is [lrange [lindex $rows 2] 3 4] {2 0.3} "the observables of a page"
tap::is [lrange [lindex $rows 3] 0 4] {slope/way {B-1: the way} {refuses never (7), mu_s (8), zero (16), start (one-sided)} FAIL 2} "a check that fails"
tap::is [lindex $rows 4 3] "not run" "a check of the full tier"
tap::is [lrange [lindex $rows 5] 0 3] {slope/more {the rest} {} 0} "a check in a part belongs to its page"
set channel [open $folder/out/claims-ball.tex]
tap::ok [string match {*\\testrow{ball}{falls}{NW*}{it falls, with "g" (and 100\\% of it)}{roundings}{2}{0.2}{2 (1)}*} [read $channel]] \
    "a row of the book"
seek $channel 0
tap::ok [expr {![string match *rolls* [read $channel]]}] "what has not run is no row"
close $channel
set channel [open $folder/out/full-tier.tex]
tap::is [regexp -all -inline -line {^\\item.*$} [read $channel]] [list \
    {\item[\texttt{slope}] figure \texttt{drift}: Drift of $\sim$1; check \texttt{late}: later.} \
    {\item[\texttt{ball}] test \texttt{rolls}: it rolls.} \
    {\item[\texttt{proof}] test \texttt{printed}: numbers of a page (agree); test \texttt{law}: the law agrees.}] "it is listed with the figures and tables of the full tier"
close $channel

set channel [open $folder/out/noticed.tex]
tap::ok [regexp {Of the 16 changes.* noticed 15 .*\n93\.8\\,\\%; nineteen} [read $channel]] "the share on record"
close $channel

# This book: no test is left out.
set chapters [lmap file [glob -directory $source -tails lit/tests/*.nw verification/pages/*.nw] {set file}]
set written 0
foreach file $chapters {
    # In the code, not in the prose.
    foreach row [noweb::lines [files::read-text $source/$file]] {
        incr written [expr {[lindex $row 0] && [regexp {^(TAP_TEST\(|check [\w-]+ )} [lindex $row 1]]}]
    }
}
set rows [claims $source $chapters {}]
tap::is [llength [lsearch -all -inline -not -index 2 $rows */observables]] $written "each test of this book has a row"
tap::is [lsearch -all -inline -exact -index 3 $rows ""] {} "and a claim"
tap::is [llength [lsort -unique [lmap row $rows {lrange $row 0 2}]]] [llength $rows] "under a name of its own"
file delete -force $folder
tap::done

# test-ledger.tcl -- the ledger tool on a small made-up book, and the project's own lists.
package require tap

set root [file normalize [file join [file dirname [info script]] .. ..]]
set tool $root/mk/ledger.tcl
set folder [file join [pwd] test-ledger-[pid]]

proc put {name text} {
    set file [file join $::folder $name]
    file mkdir [file dirname $file]
    set channel [open $file w]
    puts -nonewline $channel $text
    close $channel
}

proc get-file {name} {
    set channel [open [file join $::folder $name]]
    set text [read $channel]
    close $channel
    return $text
}

# Runs the tool in the made-up tree; the status, and what it printed.
proc ledger {args} {
    set arguments [list -srcdir $::folder -output $::folder/out {*}$args]
    set bad [catch {exec [info nameofexecutable] $::tool {*}$arguments 2>@1} text settings]
    if {!$bad} {
        return [list 0 $text]
    }
    set code [dict get $settings -errorcode]
    return [list [expr {[lindex $code 0] eq "CHILDSTATUS" ? [lindex $code 2] : -1}] $text]
}

proc says {pattern text name} {
    if {![tap::ok [string match *$pattern* $text] $name]} {
        tap::note "wanted  $pattern\nin\n$text"
    }
}

proc says-not {pattern text name} {
    if {![tap::ok [expr {![string match *$pattern* $text]}] $name]} {
        tap::note "unwanted  $pattern\nin\n$text"
    }
}

# The row of ledger.csv that begins so.
proc row {start} {
    return [lsearch -inline -glob [split [get-file out/ledger.csv] \n] "$start,*"]
}

# --- a source of seven equations, a figure, a table and two errata ---------------------

put data/equations.csv {# made up
source,number,section,what
smith1999,1,2,first
smith1999,2,2,second
smith1999,3a,2,"third, part a"
smith1999,3b,2,"third, part b"
smith1999,4,2,fourth
smith1999,5,3,fifth
smith1999,6,3,sixth
}
set items {source,kind,key,place,what,value
smith1999,fig,1,2,a drawing,
smith1999,table,2,3,two times,
smith1999,claim,twice-as-fast,3,speed,2
smith1999,claim,wrong-way,3,direction,
smith1999,section,3,3,the third,
smith1999,section,9,9,without equations,
}
put data/items.csv $items
set errata {key,source,about,place,kind,check,slip,statement
C-1,smith1999,"4,claim wrong-way",(4),misprint,run,sign,sign
C-2,smith1999,,text,remark,proof,,a word
}
put data/errata.csv $errata
set excuses {source,kind,key,reason
smith1999,fig,1,a photograph
smith1999,table,2,not computed
smith1999,section,9,a preface
smith1999,claim,twice-as-fast,no clock
smith1999,eq,5-6,a later edition
}
put data/out-of-scope.csv $excuses
set chapter {\chapter{One}\label{ch:one}
\section{Start}
\label{sec:one-start}
From \srceq[derives]{smith1999}{1-2} and quoted [[\srceq{nobody}{1}]] % \srceq{nobody}{2}
follows \srceq[implements]{smith1999}{3}, which \srceq[tests: the third, to ...
digits]{smith1999}{3} settles.
<<one: third>>=
int third = 3;
@ Text. \srceq[tests]{smith1999}{1}
\begin{erratum}{C-1, C-2}{smith1999}{(4)} Proof. \end{erratum}
<<test-one.c>>=
tap_ok(a << b, "C-1: the sign");
tap_near(third(strlen("a, b")), 3, 1e-9,
         "the third, "
         "to %.0f digits", 9.0);
@
}
put lit/mechanics/one.nw $chapter
put log/test-one.log "ok 1 - C-1: the sign\nok 2 - the third, to 9 digits\nok 3 - more\n1..3\n"

lassign [ledger $folder/log/test-one.log] status text
tap::is $status 0 "a complete ledger passes"
says "smith1999*7 *2 *2 *3 *0 *0 *0 *0 *0 *0 *1 *2 *0" $text "the summary counts fates"
set line [row smith1999,eq,3b]
says "implemented; tested,one: third (lit/mechanics/one.nw:7)" $line "a number covers its letters, the chunk and its line are found"
says "derived; tested" [row smith1999,eq,1] "two fates of one equation"
says "one: C-1: the sign (1 pass); one: the third, to ... digits (1 pass)" [row smith1999,eq,1] \
    "a tag without a name links all tests of the chunk that follows, with what the log says of each"
says-not "C-1" [row smith1999,eq,3a] "a tag with a name links that test only"
says "one: the third, to ... digits (1 pass)" [row smith1999,eq,3a] \
    "whose numbers may be anything in the log"
says "wrong" [row smith1999,eq,4] "a misprint with a box makes its equation wrong"
says "C-1: 1 pass" [row smith1999,eq,4] "the test of the erratum is joined"
says "wrong" [row smith1999,claim,wrong-way] "an erratum may be about a claim"
says "out of scope,a photograph" [row smith1999,fig,1] "an item out of scope carries its reason"
says "by its parts" [row smith1999,section,3] "a section needs no fate beside that of its parts"
says "out of scope,a later edition" [row smith1999,eq,6] "and so does an equation"
lassign [ledger -ran $folder/log/test-one.log] status text
tap::is $status 0 "an erratum that is proved needs no test"
lassign [ledger -ran] status text
tap::is $status 1 "-ran wants the logs"
says "C-1: no test of it has run" $text "and says whose test is missing"
put log/skip.log "ok 1 - C-1: the sign # SKIP no numbers\n1..1\n"
tap::is [lindex [ledger -ran $folder/log/skip.log] 0] 1 "a test that was skipped has not run"
file delete $folder/log/skip.log
ledger $folder/log/test-one.log
set tex [get-file out/ledger.tex]
says {Section~\\ref{sec:one-start}: \\ledgerchunk{one: third}{one.nw:7}} $tex "the table links section and chunk"
says {\\srctarget{smith1999}{1}\\srctarget{smith1999}{1-2}} $tex "a range is a target where it begins"
says "C-1 & *misprint & sign & Section*& 1 pass" [get-file out/errata.tex] "the table of errata joins box and test"

# --- what must fail -------------------------------------------------------------------

# Each case: the name of the check, the text that replaces lit/mechanics/one.nw, the message.
foreach {name change message} {
    "unknown number" {\{1-2\} \{1-9\}}
        {lit/mechanics/one.nw:4: smith1999 has no eq "1-9"}
    "unknown source" {derives]\{smith1999 derives]\{smyth}
        {lit/mechanics/one.nw:4: unknown source or kind "smyth" "eq"}
    "unknown fate" {[derives] [derived]}
        {lit/mechanics/one.nw:4: unknown fate "derived"}
    "a heading ends the reach of implements" {".\n<<one: third" ".\n\\section{x}\n<<one: third"}
        {lit/mechanics/one.nw:5: implements, but no code chunk}
    "implements before text" {settles.\n settles.\n@\n}
        {lit/mechanics/one.nw:5: implements, but no code chunk}
    "unknown erratum in a box" {"C-1, C-2" "C-1, C-9"}
        {lit/mechanics/one.nw:10: unknown erratum "C-9"}
    "a box names another source" {C-2\}\{smith1999 C-2\}\{jones}
        {lit/mechanics/one.nw:10: C-1 belongs to smith1999}
    "unknown key in the name of a test" {\"C-1: \"C-7:}
        {lit/mechanics/one.nw:12: a test of unknown erratum "C-7"}
    "an erratum without its box" {"C-1, C-2" C-1}
        {C-2: no box}
    "an equation out of scope that has got a fate" {\{1-2\} \{1-2,6\}}
        {data/out-of-scope.csv:6: smith1999 (6) is out of scope but it has a fate}
    "a citation is no fate" {[derives] {}}
        {smith1999 (2): no fate}
    "the test that a tag names is gone" {"the third, \"" "the fourth, \""}
        {lit/mechanics/one.nw:5: there is no test or check "the third, to ... digits"}
    "one word names no test" {"the third, to ...\ndigits" digits}
        {lit/mechanics/one.nw:5: there is no test or check "digits"}
    "the tests that follow a tag are gone" {tap_ok puts tap_near puts}
        {lit/mechanics/one.nw:9: [tests], but the next chunk has no test or check}
    "a text chunk ends the reach of tests" {"<<test-one.c>>=" "@\n<<test-one.c>>="}
        {lit/mechanics/one.nw:9: [tests], but the next chunk has no test or check}
    "only a fate that needs a test may name one" {[derives] {[derives: the sign]}}
        {lit/mechanics/one.nw:4: [derives] needs no test, but names "the sign"}
    "an implemented equation has no test" {"\\srceq\[tests: the third, to ...\ndigits\]" "\\srceq\[derives\]"}
        {smith1999 (3b): implemented, but no test}
} {
    put lit/mechanics/one.nw [string map $change $chapter]
    lassign [ledger] status text
    tap::is $status 1 "refused: $name"
    says [string map {\[ \\\[ \] \\\] ? \\?} $message] $text "message: $name"
}

# The test of an erratum may stand in a page or in a Tcl list; its name is enough.
put lit/mechanics/one.nw [string map {"\"C-1: the sign\"" "check {C-1: the sign} ok"} $chapter]
tap::is [lindex [ledger] 0] 0 "a name in braces counts"
put lit/mechanics/one.nw [string map {"\"C-1: the sign\"" "\"the sign\""} $chapter]
says "C-1: no test" [lindex [ledger] 1] "an erratum without a test is missed"
put lit/mechanics/one.nw $chapter

# Tests of another file, checks of a page, and what may differ: a claim without a number.
put data/items.csv [string map {speed,2 speed,} $items]
put lit/mechanics/two.nw {\chapter{Two}
\srcitem[differs: page.speed]{smith1999}{claim}{twice-as-fast}
}
put verification/pages/page.nw {\chapter{Page}
\srcitem[discusses]{smith1999}{fig}{1} \srceq[measured: clock]{smith1999}{5} \srceq[tests: third, to]{smith1999}{6}
<<page.tcl>>=
table clock -title {seconds} {
}
check speed -tier quick \
    {ours is three} {
}
}
put data/out-of-scope.csv "source,kind,key,reason\nsmith1999,section,9,a preface\nsmith1999,table,2,not computed\n"
put log/page.log "ok 1 - page/speed: ours is three\n"
lassign [ledger $folder/log/page.log] status text
tap::is $status 0 "a test may stand in another file, a check in a page"
says "not reproduced,not reproduced lit/mechanics/two.nw:2,page: speed (1 pass)" [row smith1999,claim,twice-as-fast] \
    "a claim that differs has the check that holds its proof"
put data/items.csv $items
tap::is [lindex [ledger $folder/log/page.log] 0] 0 "of a number, too, the named check may prove that it is otherwise"
says "not reproduced,not reproduced lit/mechanics/two.nw:2,page: speed (1 pass)" [row smith1999,claim,twice-as-fast] "and says so"
set two [get-file lit/mechanics/two.nw]
put data/errata.csv [string map {C-2,smith1999,,text,remark,proof C-2,smith1999,claim\ twice-as-fast,text,remark,run} $errata]
put lit/mechanics/two.nw "$two<<test-two.c>>=\ntap_ok(1, \"C-2: a word\");\n"
ledger $folder/log/page.log
says "speed,2,not reproduced,not reproduced*,C-2*page: speed (1 pass)" [row smith1999,claim,twice-as-fast] "nor is it tested by its erratum"
put data/errata.csv $errata
file delete $folder/lit/mechanics/two.nw
set page [get-file verification/pages/page.nw]
put verification/pages/page.nw [string map [list "<<page.tcl>>=" "\\srcitem\[differs\]{smith1999}{claim}{twice-as-fast}\n<<page.tcl>>="] $page]
says "page.nw:3: smith1999 claim twice-as-fast is called not reproduced, but no row sets its printed number, 2, beside ours, and no check is named*" \
    [lindex [ledger $folder/log/page.log] 1] "what became of a number no tag says that names none"
put verification/pages/page.nw $page
put lit/mechanics/two.nw $two
put data/items.csv [string map {speed,2 speed,} $items]
ledger $folder/log/page.log
says "discussed" [row smith1999,fig,1] "a judgement needs no test"
says ",page: clock,page," [row smith1999,eq,5] "a table is enough to measure, and the page is a benchmark"
put log/page.log "not ok 1 - page/speed: ours is three\n"
says "smith1999 claim twice-as-fast: a test of it failed" [lindex [ledger $folder/log/page.log] 1] \
    "a failed check of an entry is told"
put lit/mechanics/two.nw "\\chapter{Two}\n\\srcitem\[tested: clock\]{smith1999}{claim}{twice-as-fast}\n"
says {lit/mechanics/two.nw:2: there is no test or check "clock"} [lindex [ledger] 1] "a table tests nothing"
put lit/mechanics/two.nw "\\chapter{Two}\n\\srcitem\[measured: clock\]{smith1999}{claim}{twice-as-fast}\n"
tap::is [lindex [ledger] 0] 0 "but it measures"
put verification/pages/other.nw "<<other.tcl>>=\ntable clock -title {more seconds} {\n}\n"
says {more than one file has a test or check or figure or table "clock"} [lindex [ledger] 1] \
    "which of two must be said"
file delete $folder/lit/mechanics/two.nw $folder/verification/pages/page.nw $folder/verification/pages/other.nw $folder/log/page.log
put data/out-of-scope.csv $excuses
put data/items.csv $items

# The figures that a page draws, and the printed numbers that it compares; the counts come from its report.
put verification/pages/page.nw "\\chapter{Page}\n<<page.tcl>>=\nfigure fig1 -source {smith1999 fig 1, smith1999 2} {\n}\n"
says "smith1999 fig 1 is out of scope but it has a fate: drawn" [lindex [ledger] 1] "a page draws the figures that it names"
put verification/pages/page.nw "\\chapter{Page}\n<<page.tcl>>=\nfigure fig1 -source {smith1999 fig 7} {\n}\n"
says {verification/pages/page.nw:3: smith1999 has no fig "7"} [lindex [ledger] 1] "and must name figures that exist"
put verification/pages/page.nw {\chapter{Page}
<<page.tcl>>=
table both -title {times} {
    printed {smith1999 claim twice-as-fast} speed m/s 2.004 2.00
    printed-tables smith1999 {2 position m} state
}
}
put data/out-of-scope.csv [regsub -all {smith1999,(table|claim)[^\n]*\n} $excuses ""]
put data/smith1999/table-02.csv "particle,phi,time,x,y,note\n1,1,0,0.0,1.0,\n1,1,1,0.5,0.6,\n"
proc answers {name rows {left_out 0}} {
    put $name.txt [list page [list [list ok [dict create exhibits [list [dict create name both \
        left_out $left_out rows $rows]]]]]]
    return $::folder/$name.txt
}
tap::is [lindex [ledger] 0] 0 "an entry that is compared needs no tag"
says "compared*compared verification/pages/page.nw:4*not run" [row smith1999,claim,twice-as-fast] \
    "what no report has is not run"
set speed {id {smith1999 claim twice-as-fast} published 2.00 off 0.4 known 0}
set table {id {smith1999 table 2} published {0.0 0.6} off {0 1.3} known {1 0}}
ledger -answers [answers quick {} 1]
says "compared*in the book,,not run" [row smith1999,claim,twice-as-fast] "nor is what its tier has left out"
ledger -answers [list [answers quick {} 1] [answers full [list $speed $table]]]
says "reproduced*reproduced,,1 of 1 agree" [row smith1999,claim,twice-as-fast] "all that is printed agrees: reproduced"
says "compared*compared,,\"1 of 2 agree, 2 not run\"" [row smith1999,table,2] \
    "a table counts by component, with what has not been run"
says ",\"1 of 2 agree, 2 not run\",0 of 1 agree" [row smith1999,table,2] "and those that one does not know beforehand"
says {compared in chapter page*printed numbers: \\textbf{1 of 2 agree}} [get-file out/ledger.tex] \
    "the book tells the count"
ledger -answers [answers full [list [dict replace $speed off 1.4] $table]]
says "not reproduced*not reproduced,,0 of 1 agree" [row smith1999,claim,twice-as-fast] "all computed, and none agrees: not reproduced"
ledger -answers [answers full [list [dict replace $speed known 1] $table]]
says "compared*compared,,1 of 1 agree,0 of 0 agree" [row smith1999,claim,twice-as-fast] \
    "all agrees, but a run was not asked for it: compared"
ledger -answers [answers full [list [dict replace $table off {3 1.3}]]]
says "compared*compared,,\"0 of 2 agree, 2 not run\"" [row smith1999,table,2] "a part that misses is compared, no more"
says {printed numbers of an unknown entry} [lindex [ledger -answers [answers full \
    [list [dict replace $speed id {smith1999 claim slow}]]]] 1] "a row names an entry that is there"
put verification/pages/page.nw "\\chapter{Page}\n<<page.tcl>>=\nprinted {smith1999 claim slow} v m/s 1 1\n"
says {verification/pages/page.nw:3: smith1999 has no claim "slow"} [lindex [ledger] 1] "in the page, too"
put lit/mechanics/two.nw "\\chapter{Two}\n\\srcitem\[reproduced\]{smith1999}{claim}{twice-as-fast}\n"
says {lit/mechanics/two.nw:2: unknown fate "reproduced"} [lindex [ledger] 1] "no tag says that a number is reproduced"
set page {\chapter{Page}
\srcitem[differs: speed]{smith1999}{claim}{twice-as-fast}
<<page.tcl>>=
check speed {time} {
}
table both -title {times} {
    printed {smith1999 claim twice-as-fast} speed m/s 2.004 2.00
}
}
put verification/pages/page.nw $page
file delete $folder/lit/mechanics/two.nw
foreach off {0.4 1.4} {
    says "page.nw:2: smith1999 claim twice-as-fast is called not reproduced, but printed numbers of it are compared" \
        [lindex [ledger -answers [answers full [list [dict replace $speed off $off]]]] 1] "only rows say what became of a number: $off"
}
foreach {tag fate} {{[drawn: both]} drawn {[measured: both]} measured {[discusses]} discussed} {
    put verification/pages/page.nw [string map [list {[differs: speed]} $tag {table both} {figure both}] $page]
    says "page.nw:2: smith1999 claim twice-as-fast is called $fate, but printed numbers of it are compared" [lindex [ledger] 1] \
        "nor is it called $fate"
}
file delete $folder/verification/pages/page.nw
put data/out-of-scope.csv $excuses

# A page goes on in parts, whose names begin with its own.
put verification/pages/page-more.nw "\\chapter{More}\n\\srcitem\[tested: clock\]{smith1999}{claim}{twice-as-fast}\n"
put verification/pages/page.nw "\\chapter{Page}\n<<page.tcl>>=\ncheck clock {time} {\n}\n"
put verification/pages/other.nw "\\chapter{Other}\n<<other.tcl>>=\ncheck clock {time} {\n}\n"
tap::is [string match *clock* [lindex [ledger] 1]] 0 "a part of a page names its checks"
file delete $folder/verification/pages/page-more.nw $folder/verification/pages/page.nw $folder/verification/pages/other.nw

put log/test-one.log "not ok 1 - C-1: the sign\n1..1\n"
lassign [ledger $folder/log/test-one.log] status text
tap::is $status 1 "the failed test of an erratum fails the ledger"
says "1 FAIL of 1" [row smith1999,eq,4] "and the equation says so"
put log/page.log "1..2\nok 1 - page.sign: C-1: the sign\nok 2 - C-8: nobody\n"
lassign [ledger $folder/log/page.log] status text
says "page.log:3: a test of unknown erratum \"C-8\"" $text "an unknown key in a log is refused"
says "C-1: 1 pass" [row smith1999,eq,4] "the name of a page's check stands before its key"

put data/out-of-scope.csv [string map {", a later" ", a later" "a later edition" ""} $excuses]
says "data/out-of-scope.csv:6: no reason" [lindex [ledger] 1] "an excuse needs a reason"
put data/out-of-scope.csv $excuses[string range $excuses [string first smith $excuses] end]
says "data/out-of-scope.csv:7: smith1999 fig 1 stands twice" [lindex [ledger] 1] "an excuse stands once"

foreach {from to} {run,sign, run,comma, proof,, proof,letter,} key {C-1 C-2} {
    put data/errata.csv [string map [list $from $to] $errata]
    says "$key: a slip is one of sign, factor" [lindex [ledger] 1] "a slip has its words, and is one of a misprint: $to"
}
put data/errata.csv $errata
put data/out-of-scope.csv "source,kind,key,reason\n"
lassign [ledger] status text
tap::is $status 1 "a gap fails"
says "smith1999 (5): no fate" $text "the gap is named"
tap::is [lindex [ledger -report] 0] 0 "-report only tells"
tap::is [lindex [ledger -strickt] 0] 2 "a misspelt option is refused"
file delete -force $folder

# --- the lists of this project ------------------------------------------------------------

set bad [catch {exec [info nameofexecutable] $tool -srcdir $root -output $folder/own -quiet 2>@1} text]
if {![tap::ok [expr {!$bad}] "the ledger of this project has no gap"]} {
    tap::note $text
}
file delete -force $folder

package require csv
proc numbers {source} {
    set channel [open $::root/data/equations.csv]
    set found {}
    foreach line [split [read $channel] \n] {
        if {[string match "$source,*" $line]} {
            lappend found [lindex [::csv::split $line] 1]
        }
    }
    close $channel
    return $found
}
proc upto {last} {
    set all {}
    for {set i 1} {$i <= $last} {incr i} {
        lappend all $i
    }
    return $all
}
foreach {source last} {campello2015 54 bandeira2018 182 swing2021 18} {
    tap::is [numbers $source] [upto $last] "$source: (1) to ($last) in order"
}
tap::is [lsort -unique -integer [regsub -all {[a-z]} [numbers wang2015] ""]] [upto 47] \
    "wang2015: (1) to (47), with letters"
tap::is [llength [numbers wang2015]] 57 "wang2015: five of them are groups of two to four"
tap::is [numbers epsd] {E1 E2 E3 E4 E5 E6 E7 E8 E9 E10} "epsd: ten displayed formulas"
tap::done

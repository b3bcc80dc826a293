# trundle verify: which checks run, what the three formats say, exit status.
package require trundle::testing
package require json
namespace import testing::*
testing::start

page good {
benchmark good {title {Good} source {source 1}}
parameter x 3 m {a length} positive
case { observe x [p x] m -reference 3 -kind closed-form -tolerance 0.1 -reason why \
    -rival double }
check half -tags {a b} {C-4: half of it <&>} {
    near [value [run x 1.5] x] 1.5 1e-9 {half "x"} -rival {start 3}
    above 3 2 {three is more} -rival {zero 0}
}
proc time-after {n} {
    with-engine e [model {
        material m -young 1e7 -poisson 0.3 -density 1
        sphere s -radius 1 -material m
        laws -lever radius -rescale no
        integrate -dt 0.125
    }] {
        $e step $n
        return [$e time]
    }
}
check engine {an engine lives as long as its body, however that ends} {
    near [time-after 3] 0.375 1e-12 {a value can be returned from the body} -rival double
    ok [catch {time-after none}] {an error passes on} -rival {never 0}
    ok [expr {![llength [info commands ::trundle::engine?*]]}] {none is left} -rival {never 0}
}
check long -tier full -tags a {takes long} { ok 1 yes -rival {never 0} }
}
page poor {
benchmark poor {title {Poor} source {source 2}}
check wrong -tags b {a wrong number} { near {1 2 3} {1 2 4} 0.5 vector -rival sign; note fine }
check empty {nothing is compared} { note nothing }
check dies {an error in the body} { expr {1/0} }
}
page lender {
benchmark lender {title {Lender} source {source 4}}
parameter speed 3 m/s {a speed} positive
parameter lever half - {an arm} {choice radius half}
proc ball {} {
    model {
        material m -young 1e7 -poisson 0.3 -density 1
        sphere s -radius 1 -material m -velocity [list [p speed] 0 0]
        laws -lever [p lever] -rescale no
        integrate -dt 0.25
    }
}
case {
    with-engine e [ball] {
        $e step 2
        observe way [lindex [dict get [$e particle 0] position] 0] m
        keep said [$e explain]
    }
}
}
page borrower {
benchmark borrower {title {Borrower} source {source 5}}
parameter speed 1 m/s {another speed} positive
case {
    set r [borrow lender {*}[named speed]]
    pass-on $r way
    keep said [kept $r said]
    observe own [p speed] m/s -reference [p speed] -kind closed-form -tolerance 0 -reason same \
        -rival double
}
proc says {name args} { dict get [kept [borrow lender {*}$args] said] $name }
check case {the case of another page, with its parameters and its procs} {
    near [value [borrow lender] way] 1.5 1e-15 {its defaults} -rival double
    near [value [borrow lender speed 2] way] 1 1e-15 {a parameter} -rival {other 1.5}
    near [value [run speed 5] way] 2.5 1e-15 {inside the own case} -rival {other 1.5}
    near [value [run speed 5] own] 5 0 {whose parameters stay in force} -rival {other 3}
}
check choices {choices that the other page does not know are laid over its model} {
    ok [expr {[says lever] eq "half" && [says lever lever radius] eq "radius"}] {its own} -rival {other 0}
    ok [expr {[says transport transport none] eq "none"}] {a law} -rival {other 0}
    ok [expr {[says transport] eq "frame"}] {and the next run is without it} -rival {other 0}
    ok [expr {[says method method verlet] eq "verlet"}] {the scheme} -rival {other 0}
    foreach {wrong message} {
        {lender sped 2} {*no parameter "sped"*}  {lender transport gone} {*transport is "gone"*}
        {leader} {*no benchmark "leader"*}  {lender speed} {*"speed" has no value*}
    } {
        ok [expr {[catch {borrow {*}$wrong} said] && [string match $message $said]}] $message -rival {never 0}
    }
    near [value [run] own] 1 0 {and this page is itself after all of it} -rival {other 3}
    ok [expr {[dict get [run] steps] == 2 && [dict exists [dict get [run] explain] transport]}] \
        {what is passed on brings its steps and conventions} -rival {never 0}
    ok [expr {[dict get [kept [borrow borrower transport none] said] transport] eq "none"}] \
        {a choice for a borrower goes on to what it borrows} -rival {other 0}
}
check curves {points and a curve, in units of both axes} {
    near [misses {{0 0} {2 0} {2 4}} {{1 1} {4 2} {-3 -4} {2.5 5}} 1 2] {0.5 2 3.60555 0.70711} 1e-5 \
        {beside a line, beside the next, before the start, beyond the end} -rival {other {1 2 5 1.11803}}
    near [root-mean-square {3 -4}] 3.5355339 1e-7 {root of the mean square} -rival {other 3.5}
}
}
set result [trundle verify borrower]
tap::is [dict get $result status] 0 "a page borrows the case of another"
if {[dict get $result status]} {
    tap::note [dict get $result out]
}
file delete ../verification/pages/lender.tcl ../verification/pages/borrower.tcl
set tap [dict get [trundle verify good] out]
tap::is [lindex [split $tap \n] 0] 1..3 "the quick tier leaves out the long one"
tap::ok [regexp -line {^ok 2 - good/half: C-4: half of it <&>$} $tap] \
    "a line of TAP has name and title"
tap::is [dict get [trundle verify good -tier full] status] 0 "all pass: status 0"

set result [trundle verify -tier full]
tap::is [dict get $result status] 1 "a check failed: status 1"
tap::is [regexp -all -line {^ok } [dict get $result out]] 4 "four pass"
tap::is [regexp -all -line {^not ok } [dict get $result out]] 3 "three fail"
tap::ok [regexp {# FAILED vector: got 1 2 3, wanted 1 2 4, error 1, tol} \
    [dict get $result out]] "a failure shows its numbers"
tap::ok [regexp -line {^# error: divide by zero} [dict get $result out]] \
    "an error in a check is a failure"
tap::is [dict get [trundle verify -tier full -jobs 1] out] \
    [dict get $result out] "one process or two: the same output"

tap::is [regexp -all -line {^(not )?ok } \
    [dict get [trundle verify -tag a -tag b] out]] 1 "two tags choose one"
tap::is [regexp -all -line {^(not )?ok } \
    [dict get [trundle verify -check "poor/*"] out]] 3 "a pattern of names"
set list [dict get [trundle verify -list -tier full] out]
tap::ok [regexp -line {^good/long +full +a +takes long$} $list] "-list"
tap::ok [expr {![regexp -line {^(not )?ok |^1\.\.} $list]}] "which runs none of them"

# The other formats, read by somebody else's parser or by counting.
set said [json::json2dict [dict get [trundle verify -tier full -format json] out]]
tap::is [list [dict get $said passed] [dict get $said failed]] {4 3} "JSON counts"
set vector [lindex [dict get [lindex [dict get $said checks] 4] comparisons] 0]
tap::is [dict get $vector value] {1 2 3} "JSON has vectors as arrays"
tap::near [dict get $vector error] 1 1e-15 "and their error"
trundle verify -tier full -format junit -out checks.xml
tap::is [remains] checks.xml "-out writes one file"
set xml [contents checks.xml]
tap::ok [string match {*<testsuites tests="7" failures="2" errors="1" *} $xml] \
    "JUnit counts failures and errors"
tap::is [regexp -all {<testcase } $xml] [regexp -all {</testcase>} $xml] \
    "JUnit closes what it opens"
tap::ok [string match {*half &quot;x&quot;*} $xml] "JUnit escapes texts"
tap::ok [expr {![regexp {&(?!amp;|lt;|gt;|quot;)} $xml]}] "and every ampersand"
file rename checks.xml first.xml
set out [dict get [trundle verify -tier full -also junit=checks.xml] out]
proc without-times {xml} {regsub -all { time="[^"]*"} $xml ""}
tap::is [list [string match "1..7\n*" $out] [without-times [contents checks.xml]]] [list 1 [without-times [contents first.xml]]] \
    "-also writes another format beside"
file delete first.xml

# A comparison that would let its rival pass says nothing, and fails.
page blunt {
benchmark blunt {title {Blunt} source {source 3}}
parameter x 1.01 - {a number}
case { observe x [p x] - -reference 1 -kind ode -tolerance 0.2 -reason why -rival {misprint 1.5} }
check nothing {zero would pass} { near 1e-3 2e-3 3e-3 small -rival {other 9e-2} }
check near {a mistake would pass} { near 1 1 0.3 near -rival {rounded 1.25} }
check coarse {a mistake is two tolerances away} { near 1 1 0.5 coarse -rival double }
check weak {the same, said} { near 1 1 0.5 weak -weak {printed to one digit} -rival double }
check keen {a weak one that is not} { near 1 1 0.1 keen -weak {printed to one digit} -rival double }
check same {a rival that makes no difference} { near 1e-9 0 0.1 same -rival {other none} }
check none {no rival} { near 1 1 0.1 none; ok 1 true; below 1 2 low }
check alone {to refuse zero is no test} { near 1 1 0.1 alone -rival zero }
check bounds {bounds and conditions} {
    below 1 2 {twice what it is} -rival {unsettled 3}
    above 5 2 {half of it} -rival {start 1}
    above 1 4e-16 {as good as nothing} -rival {zero 0}
    above 1 4e-16 {the same} -rival {zero 0} -weak roundings
    ok 1 {true with the mistake} -rival {memory 1}
}
check word {an unknown mistake} { near 1 1 0.1 word -rival {wrong 2} }
check good {two rivals and more bounds} {
    near {0 2} {0 2} 0.1 vector -rival {half {0 1} other {2 0}}
    near {0 0} {0 0} 0.1 {at rest} -rival {other {2 0}}
    relative 99 100 0.05 share -rival {other 130}
    below 1 2 bound -rival {unsettled 6}
    above 3 2 bound -rival {zero 0}
    above 2 0 {above zero} -rival {sign -2}
    ok 1 true -rival {memory 0}
}
}
set result [trundle verify blunt]
set lines [split [dict get $result out] \n]
tap::is [dict get $result status] 1 "a blunt check is a failure"
tap::is [join [lmap line [lsearch -all -inline -regexp $lines {^(not )?ok}] {
    regexp {^(.*ok) \d+ - blunt/(\S+):.*?(# SKIP weak)?$} $line - ok name weak
    string trim "$ok $name $weak"
}] ", "] "not ok observables, not ok nothing, not ok near, not ok coarse, ok weak # SKIP weak,\
    not ok keen, not ok same, not ok none, not ok alone, not ok bounds, not ok word, ok good" "what is refused, and what is not"
foreach {pattern name} {
    {*REFUSED x: *discriminates by 2.5 only (misprint:*} "an observable"
    {*REFUSED small: *discrimination 0.67 (zero): would let a rival pass (zero: nothing at all*} "zero"
    {*REFUSED coarse: *discriminates by 2 only (double: *} "less than three tolerances"
    {*WEAK weak: *discrimination 2 (double)*} "a weak one is said to be weak"
    {*REFUSED keen: *: is not weak*} "who is not must not say so"
    {*REFUSED low (1 < 2): names no rival*} "a bound"
    {*REFUSED same: *names no rival that differs*} "a rival that does not apply"
    {*REFUSED twice what it is*discriminates by 1.5 only*} "a bound near its rival"
    {*REFUSED true with the mistake*would let a rival pass (memory:*} "a condition"
    {*error: word: there is no rival "wrong", expected one of zero, *} "an unknown mistake"
    {*vector: *discrimination 10 (half)*} "the nearest of several"
    {*share: *discrimination 6 (other)*} "a relative error"
    {*bound (3 > 2), discrimination one-sided (zero)*} "a bound above a rival of zero"
    {*REFUSED as good as nothing (1 > 4e-16), *discriminates by 1.8 only (zero:*} "one that is a rounding above it"
    {*WEAK the same (1 > 4e-16), discrimination 1.8 (zero)*} "one that says so"
    {*above zero (2 > 0), discrimination one-sided (sign)*} "a limit of zero"
} {
    tap::ok [string match $pattern [dict get $result out]] $name
}
set said [json::json2dict [dict get [trundle verify blunt -check good -format json] out]]
set one [lindex [dict get [lindex [dict get $said checks] 0] comparisons] 0]
tap::is [list [dict get $one rival] [dict get $one rivals] [dict get $one weak]] \
    {half {half {0 1} other {2 0} zero {0.0 0.0}} false} "JSON has the rivals"
tap::near [dict get $one discrimination] 10 1e-12 "and the discrimination"
tap::is [dict get [trundle verify blunt -check weak] status] 0 "weak is no failure"
set said [json::json2dict [dict get [trundle verify blunt -check observables -format json] out]]
tap::is [dict get [lindex [dict get [lindex [dict get $said checks] 0] comparisons] 0] tolerance_reason] why "and the reason of a tolerance"
file delete ../verification/pages/blunt.tcl
page torn {
benchmark torn {title {Torn} source {source 3}}
chek one {a misspelt word} {}
}
set result [trundle verify]
tap::ok [regexp -line {^not ok 1 - torn/page} [dict get $result out]] \
    "a page that cannot be read is a failed check"
foreach {name arguments pattern} {
    "unknown benchmark" {verify god} {*"god", expected one of good, poor, torn; did you mean good?}
    "unknown tier" {verify -tier slow} {*-tier is "slow"*quick, full}
    "unknown format" {verify -format xml} {*-format is "xml"*tap, junit, json}
    "unknown option" {verify -tags a} {*"-tags"*-tag*}
    "a tag and another code" {verify -engine ./x -tag a} {verify: -engine and -tag exclude each*}
    "no processor" {verify -jobs 0} {*-jobs is "0"*}
    "no check matches" {verify good -check nothing} {*no check matches*}
    "a folder that is not there" {verify good -out no/where} {verify: -out is "no/where", expected a file in *}
    "a folder for a file" {verify good -out .} {verify: -out is ".", a folder, expected the name of a file}
    "no format for a file" {verify good -also a.xml} {verify: -also is "a.xml", expected tap, junit or json, "=" and a file}
    "one file for two formats" {verify good -out a.tap -also junit=a.tap} {verify: -also is "a.tap", which is also the file of another format*}
} {
    testing::refused "trundle: $pattern" $arguments $name
}
testing::end

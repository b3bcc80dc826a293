# Results as text: numbers, tables, JSON, TAP and JUnit XML, letter by letter.
package require tap
package require json
package require json::write
json::write indented false
json::write aligned false
package require trundle::formats
foreach name {short align pass-word verdict discrimination case-table conventions json-value json-text json-boolean
        json-number comparison details tap xml junit checks-json case-json} {
    interp alias {} $name {} trundle::formats::$name
}

tap::is [lmap {x digits} {3.14159265 6 1e10 6 1.7e-5 6 1e100 6 -2.5e-12 2 {1 2.50 abc} 6 "" 6 1234567 3} {short $x $digits}] \
    {3.14159 1e10 1.7e-5 1e100 -2.5e-12 {1 2.5 abc} {} 1.23e6} "numbers for people"
tap::is [align {{a bb ""} {ccc d e} {f}}] "a    bb\nccc  d   e\nf" "columns as wide as their longest cell"
tap::is [align {}],[align {{a "" b}}] ",a    b" "no rows, no table; a column of nothing"
tap::is [trundle::formats::happening {1 2.123456789}],[trundle::formats::happening ""] "1 2.1234568,never" "eight digits of a value"
tap::is [lmap pass {1 0 ""} {pass-word $pass}] {pass FAIL {}} "passed or not"
tap::is [lmap facts {{pass 1 weak 1} {pass 1 weak 0} {pass 1} {pass 0 weak 1} {}} {verdict $facts}] {weak pass pass FAIL {}} \
    "a pass that a mistake would get too is weak, a failure is one"
tap::is [discrimination {rival mu_s discrimination 12.34}],[discrimination {rival "" discrimination ""}] "12 (mu_s)," \
    "how far the nearest rival is"
tap::is [lmap facts {{tolerance 0.1} {tolerance 0} {tolerance 0.0} {} {side above}} {
    discrimination [dict merge {rival zero discrimination Inf} $facts]
}] {{yes/no (zero)} {exact (zero)} {exact (zero)} {yes/no (zero)} {one-sided (zero)}} "a word where no number tells it"
set way {value {1 2.5} unit m reference {1 2} kind ode error 0.5 tolerance 0.25 reason {the order} pass 0 weak 0 rival half
    discrimination 4.0 rivals {half {0.5 1} never ""}}
set end {value "" unit s reference "" kind "" error "" tolerance "" reason "" pass ""}
tap::is [split [case-table [dict create observables [dict create way $way end $end]]] \n] \
    [list "observable  value  unit  reference  kind  error  tolerance  discrimination" \
        "way         1 2.5  m     1 2        ode   0.5    0.25       4 (half)        FAIL" "end         never  s"] "the table of a case"
tap::is [conventions {lever half mu 0.30} {lever {the arm}}] \
    "convention  in force  what it is\nlever       half      the arm\nmu          0.3" "conventions and what they mean"

# --- JSON
tap::is [lmap x {"" 3 -0.5 .5 5. Inf NaN {1 Inf} 010} {json-value $x}] \
    [list null 3 -0.5 0.5 5.0 null null "\[1,null\]" 8] "numbers that JSON knows"
tap::is [list [json-text ""] [json-text {a "b"}] [json-boolean ""] [json-boolean 1] [json-boolean 0]] \
    {null {"a \"b\""} null true false} "texts and truth"
set said [json::json2dict [case-json ball {a source} {law {kind {choice a b}} on {kind boolean} v {kind number} file {kind text}} \
    [dict create parameters {law a on 1 v 2.5 file ""} observables [dict create way $way end $end] steps 7 hash 0f1e wall_s 0.25 kept {} \
    explain {lever half mu 0.30}] 1]]
tap::is [dict get $said parameters] {law a on true v 2.5 file null} "parameters by their kinds"
tap::is [dict get $said conventions],[dict get $said steps],[dict get $said hash],[dict get $said wall_s] {lever half mu 0.3,7,0f1e,0.25} \
    "conventions, steps, hash, time"
tap::is [dict get $said observables way] {value {1 2.5} unit m reference {1 2} reference_kind ode error 0.5 tolerance 0.25\
    tolerance_reason {the order} pass false rival half discrimination 4.0\
    discrimination_sort number weak false rivals {half {0.5 1} never null}} "an observable"
tap::is [dict get $said observables end pass],[dict get $said observables end value] null,null "one that did not happen"
tap::is [trundle::formats::conventions-json {}] {conventions {{}}} "no conventions"
tap::ok [expr {![dict exists [json::json2dict [case-json ball s {} [dict create parameters {} observables {} steps 7 hash 0 wall_s 0.25 kept {}] 0]] \
    conventions]}] "conventions only when they are asked for"

# --- checks
set near {text way got {1 2} want {1 3} measure error error 1.0 tolerance 0.5 pass 0 rival half discrimination 2.0}
set above {text more condition "3 > 2" pass 1 weak 0}
set weak {text thin pass 1 weak 1}
set refused {text blunt pass 1 fault "names no rival"}
set why {text t got 1 want 1 measure error error 0.0 tolerance 0.5 pass 1 weak 1 rival half discrimination 2.0 reason {two steps}}
tap::is [comparison $why] {WEAK t: got 1, wanted 1, error 0, tolerance 0.5, discrimination 2 (half); tolerance: two steps} "and a reason"
tap::is [dict get [json::json2dict [trundle::formats::comparison-json $why]] tolerance_reason] "two steps" "in JSON, too"
tap::is [lmap one [list $near $above $weak $refused {text none}] {comparison $one}] [list {*}{
    {FAILED way: got 1 2, wanted 1 3, error 1, tolerance 0.5, discrimination 2 (half)}
    {more (3 > 2)} {WEAK thin} {REFUSED blunt: names no rival} none
}] "comparisons as lines"
proc check {name status comparisons {message ""} {seconds 0.5}} {
    dict create benchmark page name $name title "The $name" status $status tier quick tags {a b} comparisons $comparisons \
        message $message seconds $seconds
}
set checks [list [check one pass [list $above]] [check two fail [list $near]] [check three weak [list $weak]] \
    [check four error {} "a <b>\nand \"c\""]]
tap::is [split [tap $checks] \n] [list {*}{1..4 {ok 1 - page/one: The one} {# more (3 > 2)}
    {not ok 2 - page/two: The two} {# FAILED way: got 1 2, wanted 1 3, error 1, tolerance 0.5, discrimination 2 (half)}
    {ok 3 - page/three: The three # SKIP weak} {# WEAK thin} {not ok 4 - page/four: The four} {# error: a <b>} {# and "c"}}] "TAP"
tap::is [lindex [split [tap [list [check one pass [list $above $weak $why {text note pass ""}]]]] \n] 1] \
    "ok 1 - page/one: The one # WEAK 2 of 3" "a check that passes says how much of it is weak"
tap::is [xml "a<b>&\"\x01\t"] "a&lt;b&gt;&amp;&quot;?\t" "XML"
lappend checks [dict merge [check five pass {}] {benchmark other seconds 1.25}]
tap::is [lmap line [split [junit $checks] \n] {string trim $line}] [list {*}{
    {<?xml version="1.0" encoding="UTF-8"?>} {<testsuites tests="5" failures="1" errors="1" skipped="1" time="3.250">}
    {<testsuite name="page" tests="4" failures="1" errors="1" skipped="1" time="2.000">}
    {<testcase classname="page" name="one" time="0.500">} {<system-out>more (3 &gt; 2)</system-out>} </testcase>
    {<testcase classname="page" name="two" time="0.500">}
    {<failure message="The two">FAILED way: got 1 2, wanted 1 3, error 1, tolerance 0.5, discrimination 2 (half)</failure>} </testcase>
    {<testcase classname="page" name="three" time="0.500">} {<skipped message="weak: a mistake would pass too"/>} </testcase>
    {<testcase classname="page" name="four" time="0.500">} {<error message="a &lt;b&gt;} {and &quot;c&quot;">error: a &lt;b&gt;}
    {and &quot;c&quot;</error>} </testcase> </testsuite>
    {<testsuite name="other" tests="1" failures="0" errors="0" skipped="0" time="1.250">}
    {<testcase classname="other" name="five" time="1.250">} <system-out></system-out> </testcase> </testsuite> </testsuites>
}] "JUnit"
tap::ok [regexp {tests="0" .*"0.000">\n</testsuites>} [junit {}]] "no checks, no suites"
tap::is [dict get [json::json2dict [checks-json {}]] failed] 0 "nor failures"
set said [json::json2dict [checks-json $checks]]
tap::is [dict get $said passed],[dict get $said failed] 3,2 "how many passed, in JSON"
tap::is [lindex [dict get $said checks] 1] {name page/two title {The two} tier quick tags {a b} status fail message null seconds 0.5\
    comparisons {{text way value {1 2} reference {1 3} error 1.0 error_measure error tolerance 0.5 tolerance_reason null pass false rival half\
    discrimination 2.0\
    discrimination_sort number weak false rivals {}}}} "a check"
foreach {status message want} {
    pass {} {}    fail {} {}    weak thin weak    differs "by\n2" {differs (declared): by 2}    unsupported no {unsupported: no}
    crashed "a\nb" {crashed: a b}    late 60 {timed out: 60}
} {
    tap::is [trundle::formats::aside [dict create status $status message $message]] $want "neither pass nor failure: $status"
}
tap::is [trundle::formats::graphs-json {}] {} "no curves"
lassign [trundle::formats::graphs-json {{title T x a y b log x equal 1 curves {{name n as line points {{1 2} {3 NaN}}}}}}] word text
tap::is [list $word [json::json2dict $text]] [list graphs {{title T x a y b log x equal true curves {{name n as line x {1 3} y {2 null}}}}}] \
    "curves, with what is no number"
tap::done

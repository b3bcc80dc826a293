# How a number is compared: with print, by units of the last digit, and with the wrong answers that
# a comparison must refuse.  Answers worked out by hand.
package require tap
package require trundle::published
package require trundle::alternatives

# --- print
foreach {text unit} {2.69 0.01 -0.0860 1e-4 230 1 4.0 0.1 8.674e-4 1e-7 -1.5e+3 100 1.e08 1e8} {
    tap::ok [expr {abs([trundle::published::last-digit $text]/$unit - 1) < 1e-12}] \
        "the last digit of $text is one of $unit"
}
tap::raises {trundle::published::last-digit 2.4x} {*"2.4x", expected digits*} "a text has no last digit"
tap::near [trundle::published::off {2.72 -5 2.65} {2.69 -4.7 2.69}] {3 3 4} 1e-9 "distances in units of the last digit"
tap::raises {trundle::published::off {1 2} {1}} "2 numbers are compared with 1 published ones" "as many numbers as there are in print"
tap::is [lmap off {0 1 1.0000000000000142 1.0000000011 1.00001} {trundle::published::agrees $off}] {1 1 1 0 0} "one unit agrees, more does not"
tap::is [trundle::published::off {2.68 0.3 -44.71 2.685} {2.69 0.2 -44.72 2.69}] {1.0 1.0 1.0 0.5} "what binary fractions round is no distance"
tap::ok [expr {![trundle::published::agrees [trundle::published::off 2.70000000001 2.69]]}] "a hundred-billionth too much is"
set listed [trundle::published::facts-listed "# comment\nsource,kind,key,quantity,fact\na,claim,b,speed*,rolls\na,claim,c,*,rolls\na,claim,b,*,rest\n"]
set rows [lmap {id quantity off known} {{a claim b} {speed x} 0.2 0  {a claim b} way 3 0  {a claim c} spin 0.9 0  {a claim b} {speed y} 0 1  {a claim d} other 0 0} {
    dict create id $id quantity $quantity off $off known $known
}]
tap::is [trundle::published::facts $rows $listed] {rolls 1 rest 0 {a claim d other} 1} "numbers that depend on each other are one fact"
tap::is [trundle::published::count-facts $rows $listed] {2 3} "two of three agree"
tap::is [trundle::published::facts [lreplace $rows 2 2 [dict replace [lindex $rows 2] off 1.5]] $listed] {rolls 0 rest 0 {a claim d other} 1} "a fact agrees with all its numbers or not at all"
tap::is [trundle::published::told {1.300 2.6 0.1 -4.15 0.001} {1.302 2.4 0.0 -4.1 0.001} {1.299 2.4 0 -4.3 0}] {1 2} \
    "what is within one unit of what is known does not count"
tap::is [trundle::published::told {1.31 -0.4} {1.35 -0.2} {1.35 0.1}] {0 1} "nor agree what misses"
set tables [list [lmap row {{1 0 0 1.0 0.0 0.3} {2 0 0 2.0 0.0 0.3} {1 0 1 1.5 0.2 0.9} {2 0 1 2.5 0.2 0.3}} {
    concat {*}[lmap name {particle phi time x y z} x $row {list $name $x}]
}] position [list {particle 2 phi 0 time 1 x 0.00 y 1.25 z -1.00}] spin]
proc told-of {late key particle time} {
    if {!$late || $time > 0} {
        return [dict get {position1 {1.5 0.4 0.9} position2 {2.5 0.2 0.3} spin2 {0 1.25 -1.5}} $key$particle]
    }
}
tap::is [trundle::published::told-tables $tables {told-of 1}] {5 7} "of tables, but for a start, zero and what is left out"
tap::is [trundle::published::told-tables $tables {told-of 0} {position {0 2} spin 1}] {4 4} "of some components"
tap::is [trundle::published::told-tables $tables {told-of 1} {} {trundle::published::start-or-floor 0.3}] {5 7} \
    "a sphere that lies where it started is known once"
tap::is [trundle::published::told-tables $tables {told-of 1} {} {trundle::published::start-or-floor 0.9}] {4 6} \
    "where it has come to the floor, the height is known, too"
tap::is [lmap key {position velocity spin} {trundle::published::start-or-floor 0.2 $key 1 3 {1 2 3} {4 5 0.200}}] \
    {{1 2 0.2} {0 0 0} {0 0 0}} "only the height, and no velocity"
tap::is [trundle::published::count {}] {of 0 agree 0 same 0 told 0 told_agree 0 weak_agree 0 coarse 0 coarse_agree 0 closed 0 closed_agree 0} "none, counted"
# Counts of two rows: a start that is known, a number with one digit and one with three, a vector; and a row with none.
set rows {{published 3.782 off 0.1 known 1 weak 1} {published 0.003 off 0.4 known 0 weak 1} {published 1.00 off 7 known 0 weak 1}
    {published {0.016 -5 0} off {2 0.9 0} known {0 0 0} closed yes} {published {} off {} known {}} {published 7 off "" known ""}}
tap::is [trundle::published::count $rows] {of 6 agree 4 same 3 told 5 told_agree 3 weak_agree 1 coarse 2 coarse_agree 2 closed 3 closed_agree 2} \
    "printed numbers are counted, those with one digit and the closed forms apart"
tap::is [lmap text {0 0.9 -5 10 0.0095 1e-3 1.0e-3} {trundle::published::coarse $text}] {0 1 1 0 0 1 0} "one digit or more"
set counts [trundle::published::count {{off {0 0.4 0.9 7} known {1 0 0 0} published {9.5 0.5 5 10} closed yes}
    {off {0.6 0.1 12} known {1 0 1} published {5 1.25 1.5} closed no} {of nothing}}]
tap::is $counts {of 7 agree 5 same 3 told 4 told_agree 3 weak_agree 0 coarse 2 coarse_agree 2 closed 3 closed_agree 2} "numbers are counted"
tap::is [trundle::published::text $counts] "5 of 7 published numbers agree within one unit of their last digit;\
    3 of the 4 that are not fixed by the input; 3 are closed forms, of which 2 agree" "and told"
tap::ok [string match "*; 2 of these are not discriminating; 3 are closed*" [trundle::published::text [dict replace $counts weak_agree 2]]] \
    "with those that are weak"
tap::is [trundle::published::text {of 3 agree 2 same 1 told 3 told_agree 2 weak_agree 0 coarse 0 coarse_agree 0 closed 0 closed_agree 0}] \
    "2 of 3 published numbers agree within one unit of their last digit" "without what is known, if nothing is"
tap::is [trundle::published::text {of 0 agree 0 same 0 told 0 told_agree 0 weak_agree 0 coarse 0 coarse_agree 0 closed 0 closed_agree 0}] "" "none, no words"
tap::is [lmap {off known} {0 1 1 1 0.5 0 0.51 0 1 0 1.1 0 10 0 10.1 1 100 0 101 0} {
    trundle::published::class $off $known
}] {0 0 1 2 2 3 3 4 4 5} "classes of the picture"

# --- wrong answers
proc read-rivals {want list} {trundle::alternatives::read "check a" $want $list}
tap::is [read-rivals {2 -3} half] {half {1.0 -1.5}} "a factor of 2 is lost, of a vector"
tap::is [lmap word {double sign zero} {read-rivals 2 $word}] {{double 4} {sign -2} {zero 0}} "the other factors"
tap::is [read-rivals 2 {mu_s 3 memory none never Inf start inf}] {mu_s 3 never {} start {}} \
    "one that does not apply is left out; what never happens has no value"
foreach {list said} {
    {mu_s 1 mu_s 2} {check a: the rival "mu_s" stands twice}
    {mu_s}          {check a: the rival "mu_s" has no value}
    {mu_s 1 half}   {check a: the rival "half" has no value}
    {wrong 2}       {check a: there is no rival "wrong", expected one of zero, *}
} {
    tap::raises {read-rivals 2 $list} $said "rivals {$list}"
}
tap::near [dict values [trundle::alternatives::distances {zero 0 half 1} 2 0.5]] {4 2} 1e-14 "distances over the tolerance"
tap::near [dict values [trundle::alternatives::distances {other {3 4}} {0 0} 0.5 4]] 2.5 1e-14 "of a vector, over its size"
tap::is [trundle::alternatives::distances {never "" other 2 zero 0} 2 0.0] {never Inf other 0.0 zero Inf} \
    "nothing is infinitely far, the same is near, whatever the tolerance"
tap::is [trundle::alternatives::distances {never "" start 1} "" 0.5] {never 0.0 start Inf} "also from what never happens"
tap::is [trundle::alternatives::beyond {mu_s 6 half 2 other 1} 2 below 1] {mu_s 3.0 half 0.0 other 0.0} "beyond an upper limit"
tap::is [trundle::alternatives::beyond {mu_s 6 half 1 zero 0 sign -1 other 2} 2 above 3] {mu_s 0.0 half 2.0 zero Inf sign Inf other 0.0} \
    "and beyond a lower one"
tap::near [dict values [trundle::alternatives::beyond {zero 0 sign -1e-16} 2.5e-16 above 1]] [list [expr {2.5/2.220446049250313}] \
    [expr {3.5/2.220446049250313}]] 1e-14 "a limit of a rounding of the value hardly refuses nothing"
tap::is [trundle::alternatives::beyond {zero 0} 2 above Inf] {zero Inf} "an infinite value has no roundings"
tap::is [trundle::alternatives::nearest {a 3.0 b 0.5 c Inf}],[trundle::alternatives::nearest {}] {b 0.5,} "the nearest"

# --- what is said of a comparison
proc facts {distances settings} {trundle::alternatives::facts {half 1} $distances $settings}
tap::is [facts {mu_s 5.0 half 2.9} {rival half weak why}] \
    {rivals {half 1} rival half discrimination 2.9 weak 1 why why named 1} "less than three tolerances is weak"
tap::is [dict get [facts {half 3.0} {}] weak],[dict get [facts {half 3.0} {}] named],[dict get [facts {} {}] weak] 0,0,1 \
    "three are not, what has no rival that differs is"
foreach {distances settings said} {
    {half 4.0} {rival half}             ""
    {half 4.0} {}                       "names no rival"
    {}         {rival {memory none}}    "names no rival that differs"
    {half 0.9} {rival half weak digits} "would let a rival pass (half: a factor of 2 is lost)"
    {half 1.0} {rival half}             "discriminates by 1 only (half: a factor of 2 is lost)"
    {half 2.5} {rival half weak digits} ""
    {half 4.0} {rival half weak digits} "is not weak"
} {
    tap::is [trundle::alternatives::fault [facts $distances $settings]] $said "{$distances} {$settings}: \"$said\""
}
tap::done

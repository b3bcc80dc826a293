# What a shorter step changes: orders and limits of sequences that are known.
package require tap
package require json
package require trundle::converge
foreach name {steps estimate order study text json} {
    interp alias {} conv-$name {} trundle::converge::$name
}
# LIMIT + C h^p at h = 1, 1/2, 1/4 ...
proc sequence {limit c p levels} {
    set list {}
    for {set k 0} {$k < $levels} {incr k} {
        lappend list [expr {$limit + $c*2.0**(-$p*$k)}]
    }
    return $list
}
proc says {values} {dict get [conv-estimate $values] verdict}

tap::is [conv-steps 0.5 4] {0.5 0.25 0.125 0.0625} "steps are halved"
tap::is [conv-steps 0.5 0] {} "none of no level"
tap::near [lmap {a b} {8.0 1.0 1.0 1.0 1.0 4.0} {conv-order $a $b}] {3 0 -2} 1e-14 "the exponent of two changes"
tap::is [lmap {a b} {0 1 1 0 -1 1} {conv-order $a $b}],[conv-order],[conv-order 1] "{} {} {},," "or none"
foreach p {1 1.7 4} {
    set values [sequence 3.7 0.4 $p 4]
    set found [conv-estimate $values]
    tap::near [list [dict get $found order] [dict get $found estimate]] [list $p 3.7] 1e-9 "order $p, and the limit"
    # The rest of the series is what the last value is off; 1.25 of it is the uncertainty.
    tap::near [dict get $found uncertainty] [expr {1.25*0.4*2.0**(-3*$p)}] 1e-9 "its uncertainty"
    tap::is [dict get $found verdict] converges "it converges"
}
set found [conv-estimate [lmap x [sequence 3 0.4 2 4] y [sequence -5 0.3 2 4] {list $x $y}]]
tap::near [concat [dict get $found order] [dict get $found estimate]] {2 3 -5} 1e-12 "a vector"
# The changes 1, 0.4 and 0.1 have the orders 1.32 and 2: they do not agree yet.
set found [conv-estimate {0 1 1.4 1.5}]
tap::near [list [dict get $found order] [dict get $found estimate] [dict get $found uncertainty]] {2 1.5 1.2} 1e-12 \
    "the finest value, and three times the larger of its last changes"
tap::is [dict get $found verdict] "no clear order yet" "no clear order"
tap::is [says {0 1 1.25}] "no clear order yet" "nor from three values alone"
# Ratios of the changes about 2^0.3 of each other, to both sides of the limit at which they agree.
tap::is [lmap q {0.29 0.31 -0.29 -0.31} {says [list 0 1 1.5 [expr {1.5 + 0.5*2.0**(-1 - $q)}]]}] \
    {converges {no clear order yet} converges {no clear order yet}} "two orders agree within 0.3"
tap::is [lmap p {0.19 0.21} {says [sequence 1 1 $p 4]}] {{does not converge} converges} "an order of 0.2 is none"
tap::is [says {0 1 2 4}],[says {0 1 1 2}] "does not converge,does not converge" "changes that grow"
tap::near [dict get [conv-estimate {0 1 2 4}] uncertainty] 6 1e-12 "are uncertain by three times the larger"
set found [conv-estimate {0 5 5 5}]
tap::is [list [dict get $found order] [dict get $found verdict] [dict get $found estimate]] {{} {the step changes nothing} 5} \
    "what does not change"
tap::is [says [list 0 1 [expr {1 + 0.9e-13}] 1]],[says [list 0 1 [expr {1 + 2e-13}] 1]] \
    "the step changes nothing,does not converge" "but for roundings"
tap::is [says {0 0 0}] "the step changes nothing" "also of nothing"

# --- a table
set levels {}
foreach h {1 0.5 0.25 0.125} {
    lappend levels [dict create way [dict create value [list [expr {2 + $h}] [expr {1 - $h}]] unit m reference [expr {$h < 0.2 ? {2 1} : ""}]] \
        mixed [dict create value [expr {$h > 0.3 ? 7 : {7 8}}] unit m] \
        end [dict create value [expr {$h > 0.3 ? 7 : ""}] unit s] time [dict create value [expr {4 + $h*$h}] unit s]]
}
set study [conv-study $levels]
tap::is [dict keys $study] {way time} "what happens with some of the steps only is left out"
tap::is [lmap key {values unit reference} {dict get $study time $key}] {{5 4.25 4.0625 4.015625} s {}} "values of a number"
tap::is [lmap line [split [conv-text $study {a b c d}] \n] {regsub -all { {2,}} $line |}] [list \
    "observable|unit|a|b|c|d|order|limit|uncertainty|reference" "way|m|3|2.5|2.25|2.125|1.00|2|0.22|2|converges" \
    "|0|0.5|0.75|0.875|1|1" "time|s|5|4.25|4.0625|4.015625|2.00|4|0.02|converges"] "a line a component"
tap::is [conv-study {{} {}}],[dict get [json::json2dict [conv-json fall {} {}]] observables] "," "a table of nothing"
set said [json::json2dict [conv-json fall {a b} $study]]
tap::is [dict get $said case],[dict get $said levels],[dict keys [dict get $said observables]] "fall,a b,way time" "JSON"
set way [dict get $said observables way]
tap::is [dict keys $way] {unit values order limit uncertainty verdict reference} "its keys"
tap::near [concat [dict get $way limit] [dict get $way order] [dict get $way reference] {*}[dict get $way values]] \
    {2 1 1 2 1 3 0 2.5 0.5 2.25 0.75 2.125 0.875} 1e-12 "its numbers"
# The first level is computed, the second stops.
package require trundle::pool
package require trundle::harness
proc trundle::harness::checked-changes {name changes} {return $changes}
proc trundle::harness::with-changes {changes} {return $changes}
proc trundle::pool::map {jobs args} {return {{ok {way 1}} {error "it stops" {TRUNDLE DIVERGED}}}}
catch {trundle::converge::case falls {dt 1} 2 0} message options
tap::is [list $message [dict get $options -errorcode]] {{it stops} {TRUNDLE DIVERGED}} "a level that fails tells why, and its kind"
tap::done

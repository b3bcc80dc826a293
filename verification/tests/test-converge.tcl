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
tap::is [conv-steps 3 4 1] {3 6 12 24} "or how many times shorter they are, whole numbers"
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
    "the step changes nothing,changes irregularly by up to 2e-13" "but for roundings"
tap::is [says {0 0 0}] "the step changes nothing" "also of nothing"
tap::is [says {0 1 1.5 1.5}] "no clear order yet" "a last change of nothing has shrunk"

# --- small changes without an order
# What comes and goes by less than a thousandth of the value, or a tenth of its tolerance, is noise; the finest value stands.
set found [conv-estimate {1 1.0004 0.9998 1.0005}]
tap::is [list [dict get $found verdict] [dict get $found estimate] [format %.4f [dict get $found uncertainty]]] \
    {{changes irregularly by up to 0.0007} 1.0005 0.0021} "small changes that come and go"
tap::is [lmap x {0.98 1.02} {says [list 1 1 [expr {1 - 5e-4}] [expr {1 - 5e-4 + $x*1e-3}]]}] \
    {{changes irregularly by up to 0.00098} {does not converge}} "a thousandth of the value is small"
tap::is [lmap t {11 9 none} {dict get [conv-estimate {0.1 0.6 0 1} [list tolerance $t]] verdict}] \
    {{changes irregularly by up to 1} {does not converge} {does not converge}} "or a tenth of what its page allows"
tap::is [says {{1 1} {1 1.0001} {1.0001 1.0001} {1.0001 1}}] "changes irregularly by up to 0.0001" "a vector that turns about"
# Of one direction, and equal or growing regularly: 1 + 1e-4 n, 1 + 1e-4 2^n.
tap::is [says {1 1.0001 1.0002 1.0003}],[says {1 1.0001 1.0003 1.0007}] "does not converge,does not converge" \
    "small changes that do not shrink are no noise"
# The orders of 1, 1.2 and 1.5 differ by 0.06, those of 1, 1.2 and 1.6 by 0.15.
tap::is [lmap {a b} {1.2 1.5 1.2 1.6} {says [lmap sum [list 0 1 1+$a 1+$a+$b] {expr "1 + 1e-5*($sum)"}]}] \
    {{does not converge} {changes irregularly by up to 1.6e-5}} "orders within 0.1 of each other are regular"
tap::is [says {1 1.0001 1.0002}] "changes irregularly by up to 0.0001" "three values know no rule"

# --- roundings of many steps: half as long, twice as many, and twice the change
set summed {1 1.00000000001 1.00000000003 1.00000000007}
tap::is [lmap share {0 3e-11 5e-11} {dict get [conv-estimate $summed [list roundings $share]] verdict}] \
    {{does not converge} {does not converge} {changes within roundings}} "what roundings may sum up to"
tap::near [dict get [conv-estimate $summed {roundings 5e-11}] uncertainty] 4e-11 1e-15 "is the uncertainty"
tap::is [dict get [conv-estimate [sequence 1 1e-10 1 4] {roundings 1e-9}] verdict] converges "an order is seen through them"

# --- times, that are whole steps: 0.0047184712 as runs find it
proc ticks {limit steps} {lmap h $steps {expr {ceil($limit/$h)*$h}}}
set steps {1e-5 5e-6 2.5e-6 1.25e-6}
set found [conv-estimate [ticks 0.0047184712 $steps] [list steps $steps]]
tap::is [list [dict get $found verdict] [dict get $found uncertainty] [dict get $found order]] \
    {{a time that is known to a step} 2.5e-6 {}} "the time of an event is known to a step, a time between two to two"
tap::ok [expr {abs([dict get $found estimate] - 0.0047184712) < 2.5e-6}] "and that is so"
tap::is [dict get [conv-estimate {0.00471 0.004715 0.0047175 0.0047175} [list steps $steps]] verdict] \
    "a time that is known to a step" "as printed by oblique-impact"
tap::is [dict get [conv-estimate [sequence 0.5 5e-5 1 4] [list steps $steps]] verdict] converges \
    "a time that changes by more than its steps has an order"
tap::is [dict get [conv-estimate [lmap t [ticks 0.0047184712 $steps] {expr {$t + 3e-7}}] [list steps $steps]] verdict] \
    "changes irregularly by up to 1.2e-6" "one between the steps is no such time"
# A change of h + h/2 is one of two values that are known to their steps.
tap::is [lmap n {3 4} {dict get [conv-estimate [list 1 1 {*}[lrepeat 2 [expr {1 + $n*2.5e-6}]]] [list steps $steps]] verdict}] \
    {{a time that is known to a step} {no clear order yet}} "steps of both runs"

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
tap::is [dict keys $way] {unit values order limit uncertainty verdict reference from_reference} "its keys"
tap::near [concat [dict get $way limit] [dict get $way order] [dict get $way reference] {*}[dict get $way values]] \
    {2 1 1 2 1 3 0 2.5 0.5 2.25 0.75 2.125 0.875} 1e-12 "its numbers"

# --- limit and reference: 2 + h goes to 2, with 1.25/8 as the uncertainty
proc apart {references {tolerance 0.5}} {
    set levels [lmap h {1 0.5 0.25 0.125} reference $references {
        dict create x [dict create value [expr {2 + $h}] unit m reference $reference tolerance $tolerance reason {it is soft}]
    }]
    return [conv-study $levels]
}
tap::is [lmap r {2.15 1.85} {dict get [apart [lrepeat 4 $r]] x apart}] {{} {}} "within its uncertainty"
tap::near [dict get [apart {1.8 1.8 1.8 1.8}] x apart] [expr {0.2*8/1.25}] 1e-12 "how many uncertainties it is away"
tap::is [dict get [apart {1 1 1 1.8}] x apart] "" "a reference that changes with the step is left alone"
proc last {study} {lrange [split [conv-text $study {a b c d}] \n] 2 end}
tap::is [last [apart {2 2 2 2}]] {} "no line without a difference"
tap::is [last [apart {1.6 1.6 1.6 1.6}]] {{} {x: the limit is 2.56 uncertainties, 0.4 m, from the reference, within its tolerance of 0.5: it is soft}} "the line of one"
tap::is [lmap t {0.3 none} {lindex [split [lindex [last [apart {1.6 1.6 1.6 1.6} $t]] 1] ,] end}] \
    {{ more than its tolerance of 0.3: it is soft} { which has no tolerance}} "more than is allowed, or nothing is"
tap::is [dict get [conv-study [lrepeat 4 {x {value 3 unit m reference Inf}}]] x apart],[format %.0f [dict get \
    [conv-study [lrepeat 4 {x {value 3 unit m reference 3.0000000001}}]] x apart]] ",333" "never, and what does not change"
tap::is [dict get [conv-study [lrepeat 4 {x {value 0 unit m reference 1}}]] x apart] Inf "nor nothing where something is expected"
tap::is [dict get [conv-study [lrepeat 4 {x {value 0 unit m reference 0}}]] x apart] "" "but nothing where nothing is"
# The first level is computed, the second stops.
package require trundle::pool
package require trundle::harness
proc trundle::harness::checked-changes {name changes} {return $changes}
proc trundle::harness::with-changes {changes} {return $changes}
proc trundle::pool::map {jobs count report} {
    {*}$report [lindex $jobs 0] {ok {{way {value 1}} 5}}
    set ::longest [dict get [lindex $jobs 0 2] dt]
    {*}$report [lindex $jobs 1] {error "it stops" {TRUNDLE DIVERGED}}
}
catch {trundle::converge::case falls {dt 1} 2 0} message options
tap::is [list $message [dict get $options -errorcode]] {{it stops} {TRUNDLE DIVERGED}} "a level that fails tells why, and its kind"
tap::is $longest 0.5 "the run of most steps is the first"
proc trundle::pool::map {jobs count report} {
    set ::young [lmap job $jobs {dict get [lindex $job 2] young}]
    return [lmap job $jobs {list ok {{way {value 1 unit m reference ""}} 5}}]
}
proc trundle::converge::study {levels steps count} {}
set heads [lindex [trundle::converge::case falls {dt 1 young 300} 3 1] 0]
tap::is [list [lreverse $young] $heads] [list [lmap k {0 1 2} {expr {300*$trundle::converge::stiffer**$k}}] \
    [lmap k {0 1 2} {string cat "E " [trundle::formats::short [expr {300*$trundle::converge::stiffer**$k}] 3]}]] "the first level is as stiff as asked"
tap::done

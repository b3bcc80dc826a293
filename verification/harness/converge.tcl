# converge.tcl -- what a shorter step changes: the same run with steps that are halved
# again and again, the order that is observed, and where the values are going.
package provide trundle::converge 1.0
package require trundle::formats
package require trundle::value

namespace eval trundle::converge {
    namespace import ::trundle::value::get ::trundle::value::fail ::trundle::formats::short
    variable stiffer 4      ;# modulus at half the step, with -stiffness: as many steps in a collision
    variable round 1e-13    ;# a change that is a rounding, as a share of the value
}

# --- levels -----------------------------------------------------------------------

# The steps {h h/2 h/4 ...}.
proc trundle::converge::steps {first levels} {
    set list {}
    for {set k 0} {$k < $levels} {incr k} {
        lappend list [expr {$first/2.0**$k}]
    }
    return $list
}

# --- one quantity -------------------------------------------------------------------

# converge::estimate VALUES, from the longest step to the shortest, numbers or vectors ->
# dict of order, estimate, uncertainty and verdict.
#
# If the error is C h^p, successive changes have the ratio 2^p: three values give
# p, and the rest of the geometric series, change/(2^p - 1), leads to the limit.
# Four values give p twice.  Where both agree the series may be trusted, and 1.25 of
# its rest is the uncertainty (Roache's factor for three and more grids); where they do
# not, the finest value stands and three times the larger of its last changes is the
# uncertainty.
proc trundle::converge::estimate {values} {
    variable round
    set finest [lindex $values end]
    set changes [lmap a [lrange $values 0 end-1] b [lrange $values 1 end] {
        trundle::value::distance $a $b
    }]
    set last [lindex $changes end]
    set size [trundle::value::distance $finest [lmap x $finest {expr 0.0}]]
    set largest [tcl::mathfunc::max {*}[lrange $changes end-1 end]]
    if {$largest <= $round*$size} {
        return [dict create order "" estimate $finest uncertainty $last verdict {the step changes nothing}]
    }
    set p [order {*}[lrange $changes end-1 end]]
    set before [order {*}[lrange $changes end-2 end-1]]
    set cautious [dict create order $p estimate $finest uncertainty [expr {3*$largest}]]
    if {$p eq "" || $p <= 0.2} {
        return [dict merge $cautious {verdict {does not converge}}]
    }
    if {$before eq "" || abs($p - $before) > 0.3} {
        return [dict merge $cautious {verdict {no clear order yet}}]
    }
    set rest [expr {1/(2.0**$p - 1)}]
    return [dict create order $p uncertainty [expr {1.25*$rest*$last}] verdict converges \
        estimate [lmap a [lindex $values end-1] b $finest {expr {$b + $rest*($b - $a)}}]]
}

# The exponent of two successive changes, if there is one.
proc trundle::converge::order {{before 0} {last 0}} {
    if {$before <= 0 || $last <= 0} {
        return ""
    }
    return [expr {log($before/$last)/log(2)}]
}

# --- a table --------------------------------------------------------------------------

# converge::study LEVELS: LEVELS is a list of dicts NAME {value V unit U reference R}, from the
# longest step to the shortest -> dict NAME {values unit reference order estimate ...}.
proc trundle::converge::study {levels} {
    set study {}
    foreach name [dict keys [lindex $levels 0]] {
        set values [lmap level $levels {get [get $level $name] value}]
        if {[llength [lsort -unique [lmap v $values {llength $v}]]] > 1 || "" in $values} {
            continue            ;# what happens with some of the steps only
        }
        set facts [dict get [lindex $levels end] $name]
        dict set study $name [dict merge [dict create values $values unit [get $facts unit] \
            reference [get $facts reference]] [estimate $values]]
    }
    return $study
}

# A line a component: its values, the order, the limit with its uncertainty, the reference.
proc trundle::converge::text {study heads} {
    set rows [list [list observable unit {*}$heads order "limit" "uncertainty" reference ""]]
    dict for {name facts} $study {
        set once [list $name [dict get $facts unit] [lmap p [dict get $facts order] {format %.2f $p}] \
            [short [dict get $facts uncertainty] 2] [dict get $facts verdict]]
        for {set k 0} {$k < [llength [lindex [dict get $facts values] 0]]} {incr k} {
            lassign $once label unit order uncertainty verdict
            lappend rows [list $label $unit {*}[lmap v [dict get $facts values] {short [lindex $v $k] 8}] \
                $order [short [lindex [dict get $facts estimate] $k] 8] $uncertainty \
                [short [lindex [dict get $facts reference] $k] 8] $verdict]
            set once {}
        }
    }
    return [trundle::formats::align $rows]
}

proc trundle::converge::json {name heads study} {
    package require json::write
    json::write indented true
    json::write aligned false
    set observables {}
    dict for {key facts} $study {
        dict with facts {
            lappend observables $key [json::write object unit [trundle::formats::json-text $unit] \
                values [json::write array {*}[lmap v $values {trundle::formats::json-value $v}]] \
                order [trundle::formats::json-value $order] \
                limit [trundle::formats::json-value $estimate] \
                uncertainty [trundle::formats::json-value $uncertainty] \
                verdict [trundle::formats::json-text $verdict] \
                reference [trundle::formats::json-value $reference]]
        }
    }
    return [json::write object case [trundle::formats::json-text $name] \
        levels [json::write array {*}[lmap h $heads {trundle::formats::json-text $h}]] \
        observables [json::write object {*}$observables]]
}

# --- a benchmark ------------------------------------------------------------------------

# converge::case NAME CHANGES LEVELS STIFFNESS -> {heads study}; the runs side by side.
proc trundle::converge::case {name changes levels stiffness} {
    package require trundle::pool
    variable stiffer
    set plain [trundle::harness::checked-changes $name $changes]
    set values [dict merge [trundle::harness::with-changes {}] $plain]
    if {![dict exists $values dt]} {
        fail "case: -converge needs a first step, and $name has no parameter dt: -set dt=SECONDS"
    }
    if {[get $values adaptive no] ne "no"} {
        fail "case: -converge: adaptive is \"[dict get $values adaptive]\", expected no: such a\
            scheme chooses the step itself"
    }
    if {$stiffness && ![dict exists $values young]} {
        fail "case: -stiffness: $name has no parameter young"
    }
    set level -1
    set heads {}
    set jobs [lmap dt [steps [dict get $values dt] $levels] {
        incr level
        set point [dict merge $plain [dict create dt $dt]]
        lappend heads "dt [short $dt 3]"
        if {$stiffness} {
            dict set point young [expr {[dict get $values young]*$stiffer**$level}]
            lset heads end "E [short [dict get $point young] 3]"
        }
        list observe $name $point
    }]
    set answers [trundle::pool::map $jobs [trundle::pool::processors] list]
    return [list $heads [study [lmap answer $answers {
        if {[lindex $answer 0] ne "ok"} {
            throw [lindex $answer 2] [lindex $answer 1]
        }
        lindex $answer 1
    }]]]
}

# --- a scenario -------------------------------------------------------------------------

# Where each particle is in the end, and the accounts of energy.
proc trundle::converge::end-of-run {engine names} {
    set level {}
    foreach name $names here [$engine state] {
        foreach {key unit} {position m velocity m/s spin rad/s} {
            dict set level "$name $key" [dict create value [dict get $here $key] unit $unit]
        }
    }
    dict for {account joule} [$engine energy] {
        dict set level "energy, [string map {_ " "} $account]" [dict create value $joule unit J]
    }
    return $level
}

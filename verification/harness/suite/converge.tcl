# converge.tcl -- what a shorter step changes: the same run with steps that are halved
# again and again, the order that is observed, and where the values are going.
package provide trundle::converge 1.0
package require trundle::formats
package require trundle::value

namespace eval trundle::converge {
    namespace import ::trundle::value::get ::trundle::value::fail ::trundle::formats::short
    # What refines the step of a benchmark: dt, or that in steps of its problem, or how many times shorter it is.
    variable refines {dt step fine}
    variable stiffer 4      ;# modulus at half the step, with -stiffness: as many steps in a collision
    variable round 1e-13    ;# a change that is a rounding, as a share of the value
    variable epsilon 1.2e-16    ;# a rounding
    variable small {1e-3 0.1}   ;# a change that is small: as a share of the value, or of its tolerance
}

# --- levels -----------------------------------------------------------------------

# The steps {h h/2 h/4 ...}, or how many times shorter they are.
proc trundle::converge::steps {first levels {times 0}} {
    set list {}
    for {set k 0} {$k < $levels} {incr k} {
        lappend list [expr {$times ? $first*2**$k : $first/2.0**$k}]
    }
    return $list
}

# --- one quantity -------------------------------------------------------------------

# converge::estimate VALUES ?ABOUT?, from the longest step to the shortest, numbers or vectors ->
# dict of order, estimate, uncertainty and verdict.  ABOUT may hold `steps`, of a value that is a time;
# `roundings`, what those of all steps may sum up to, as a share of the value; `tolerance`, what its page allows it.
#
# If the error is C h^p, successive changes have the ratio 2^p: three values give
# p, and the rest of the geometric series, change/(2^p - 1), leads to the limit.
# Four values give p twice.  Where both agree the series may be trusted, and 1.25 of
# its rest is the uncertainty (Roache's factor for three and more grids); where they do
# not, the finest value stands and three times the larger of its last changes is the
# uncertainty.
proc trundle::converge::estimate {values {about {}}} {
    variable round
    set changes [changes-of $values]
    set largest [tcl::mathfunc::max {*}[lrange $changes end-1 end]]
    set p [order {*}[lrange $changes end-1 end]]
    set before [order {*}[lrange $changes end-2 end-1]]
    set plain [dict create order "" estimate [lindex $values end] uncertainty $largest]
    if {$largest <= $round*[size $values]} {
        return [dict merge $plain {verdict {the step changes nothing}}]
    }
    if {[on-steps? $values [get $about steps] $changes]} {
        return [dict merge $plain [dict create uncertainty [expr {2*[lindex [dict get $about steps] end]}] \
            verdict {a time that is known to a step}]]
    }
    if {$p ne "" && $p > 0.2 && $before ne "" && abs($p - $before) <= 0.3} {
        return [richardson $values $p [lindex $changes end]]
    }
    if {$largest <= [get $about roundings 0]*[size $values]} {
        return [dict merge $plain {verdict {changes within roundings}}]
    }
    return [dict merge $plain [dict create order $p uncertainty [expr {3*$largest}] \
        verdict [without-order $values $p $before $largest [get $about tolerance ""]]]]
}

proc trundle::converge::richardson {values p last} {
    set rest [expr {1/(2.0**$p - 1)}]
    return [dict create order $p uncertainty [expr {1.25*$rest*$last}] verdict converges \
        estimate [lmap a [lindex $values end-1] b [lindex $values end] {expr {$b + $rest*($b - $a)}}]]
}

# What is said of changes that no order describes.  Those that do not shrink but are small, by their share of the
# value or of its tolerance, and come and go, are the noise of a run: where in a step a contact begins or slips.
# Small ones of one direction that stay as they are, or grow regularly, are none.
proc trundle::converge::without-order {values p before largest tolerance} {
    variable small
    if {[lindex [changes-of $values] end] == 0 || ($p ne "" && $p > 0.2)} {
        return "no clear order yet"
    }
    set steady [expr {$p ne "" && $before ne "" && abs($p - $before) <= 0.1 && [one-way? $values]}]
    set least [expr {max([lindex $small 0]*[size $values], [string is double -strict $tolerance]
        ? [lindex $small 1]*$tolerance : 0)}]
    return [expr {$largest <= $least && !$steady ? "changes irregularly by up to [short $largest 2]" : "does not converge"}]
}

# Do the last three changes point the same way?
proc trundle::converge::one-way? {values} {
    foreach {a b c} [concat [lrange $values end-3 end-1] [lrange $values end-2 end]] {
        set along 0.0
        foreach x $a y $b z $c {
            set along [expr {$along + ($y - $x)*($z - $y)}]
        }
        if {$along <= 0} {
            return 0
        }
    }
    return 1
}

# Is it the time of an event, or between two: whole steps, which change by no more than the steps of both runs?
proc trundle::converge::on-steps? {values steps changes} {
    foreach value [lrange $values end-2 end] step [lrange $steps end-2 end] {
        if {$step eq "" || abs($value/$step - round($value/$step)) > 1e-6*(1 + abs($value/$step)*1e-6)} {
            return 0
        }
    }
    foreach change [lrange $changes end-1 end] longer [lrange $steps end-2 end-1] {
        if {$change > 1.5*$longer*(1 + 1e-6)} {
            return 0
        }
    }
    return 1
}

proc trundle::converge::changes-of {values} {
    return [lmap a [lrange $values 0 end-1] b [lrange $values 1 end] {trundle::value::distance $a $b}]
}

# How large the finest value is.
proc trundle::converge::size {values} {
    return [trundle::value::distance [lindex $values end] [lmap x [lindex $values end] {expr 0.0}]]
}

# The exponent of two successive changes, if there is one.
proc trundle::converge::order {{before 0} {last 0}} {
    if {$before <= 0 || $last <= 0} {
        return ""
    }
    return [expr {log($before/$last)/log(2)}]
}

# --- a table --------------------------------------------------------------------------

# converge::study LEVELS ?STEPS? ?COUNT?: LEVELS is a list of dicts NAME {value V unit U reference R ...}, from the
# longest step to the shortest, STEPS these, COUNT how many the last run has made
# -> dict NAME {values unit reference order estimate ...}.  A reference that changes with the step is left out.
proc trundle::converge::study {levels {steps {}} {count 0}} {
    set study {}
    foreach name [dict keys [lindex $levels 0]] {
        set values [lmap level $levels {get [get $level $name] value}]
        if {[llength [lsort -unique [lmap v $values {llength $v}]]] > 1 || "" in $values} {
            continue            ;# what happens with some of the steps only
        }
        set facts [dict get [lindex $levels end] $name]
        set about [dict create steps [expr {[get $facts unit] eq "s" ? $steps : ""}] \
            roundings [expr {$count*$::trundle::converge::epsilon}] tolerance [get $facts tolerance]]
        set found [dict merge [dict create values $values unit [get $facts unit] reference [get $facts reference]] \
            [estimate $values $about]]
        set same [expr {[llength [lsort -unique [lmap level $levels {get [get $level $name] reference}]]] == 1}]
        dict set study $name [dict merge $found [dict create tolerance [get $facts tolerance] \
            reason [get $facts reason] apart [expr {$same ? [apart $found $about] : ""}]]]
    }
    return $study
}

# How many of its uncertainties the limit is away from the reference, if that is more than one.
proc trundle::converge::apart {found about} {
    variable round
    dict with found {}
    if {[llength $reference] != [llength $estimate] || "Inf" in $reference} {
        return ""
    }
    set miss [trundle::value::distance $estimate $reference]
    set known [expr {max($uncertainty, max($round, [get $about roundings 0])*[size $values])}]
    return [expr {$miss > $known ? $miss/$known : ""}]
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
    return [join [concat [list [trundle::formats::align $rows]] [misses $study]] \n]
}

# A line for each limit that is not the reference: how far, and what its page says of the difference.
proc trundle::converge::misses {study} {
    set lines {}
    dict for {name facts} $study {
        dict with facts {}
        if {$apart eq ""} {
            continue
        }
        set miss [trundle::value::distance $estimate $reference]
        lappend lines "$name: the limit is [short $apart 3] uncertainties, [short $miss 3] $unit, from the reference, [
            expr {![string is double -strict $tolerance] ? "which has no tolerance"
                : "[expr {$miss > $tolerance ? "more than" : "within"}] its tolerance of [short $tolerance 3]: $reason"}]"
    }
    return [expr {[llength $lines] ? [list "" {*}$lines] : ""}]
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
                reference [trundle::formats::json-value $reference] \
                from_reference [trundle::formats::json-value $apart]]
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
    variable refines
    set plain [trundle::harness::checked-changes $name $changes]
    set values [dict merge [trundle::harness::with-changes {}] $plain]
    set key [lindex [lmap one $refines {expr {[dict exists $values $one] ? $one : [continue]}}] 0]
    if {$key eq ""} {
        fail "case: -converge needs a first step, and $name has no parameter dt: -set dt=SECONDS"
    }
    set steps [steps [dict get $values $key] $levels [expr {$key eq "fine"}]]
    if {[get $values adaptive no] ne "no"} {
        fail "case: -converge: adaptive is \"[dict get $values adaptive]\", expected no: such a\
            scheme chooses the step itself"
    }
    if {$stiffness && ![dict exists $values young]} {
        fail "case: -stiffness: $name has no parameter young"
    }
    set level -1
    set heads {}
    set jobs [lmap step $steps {
        incr level
        set point [dict merge $plain [dict create $key $step]]
        lappend heads "$key [short $step 3]"
        if {$stiffness} {
            dict set point young [expr {[dict get $values young]*$stiffer**$level}]
            lset heads end "E [short [dict get $point young] 3]"
        }
        list observe $name $point
    }]
    # The longest run begins, so that one with too many steps is refused at once.
    foreach answer [lreverse [trundle::pool::map [lreverse $jobs] [trundle::pool::processors] \
            trundle::converge::only-good]] {
        lappend levels_of [lindex $answer 1 0]
        set count [lindex $answer 1 1]
    }
    return [list $heads [study $levels_of [expr {$key eq "dt" ? $steps : ""}] $count]]
}

proc trundle::converge::only-good {job answer} {
    if {[lindex $answer 0] ne "ok"} {
        throw [lindex $answer 2] [lindex $answer 1]
    }
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

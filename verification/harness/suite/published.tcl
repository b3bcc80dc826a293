# published.tcl -- numbers as they stand in print: the unit of their last digit, how far ours are off in
# it, and how many agree.
package provide trundle::published 1.0
package require trundle::value

namespace eval trundle::published {}

# The unit of the last digit: 0.01 of 2.69, 1e-5 of 1.20e-3.
proc trundle::published::last-digit {text} {
    if {![regexp {^[+-]?[0-9]+(?:\.([0-9]*))?(?:e([+-]?[0-9]+))?$} $text - digits power]} {
        trundle::value::fail "a printed number is \"$text\", expected digits like 2.69 or 1.20e-3"
    }
    return [expr {10.0**(($power eq "" ? 0 : [scan $power %d]) - [string length $digits])}]
}

# Distances of numbers from printed ones, in units of the last digit.  Decimal fractions are rounded in binary: a distance
# that is half or a whole number of units within these roundings is that.
proc trundle::published::off {values texts} {
    if {[llength $values] != [llength $texts]} {
        trundle::value::fail "[llength $values] numbers are compared with [llength $texts] published ones"
    }
    return [lmap x $values text $texts {
        set unit [last-digit $text]
        set off [expr {abs($x - $text)/$unit}]
        set near [expr {round(2*min($off, 1e15))/2.0}]
        expr {abs($off - $near) <= 4.5e-16*(max(abs($x), abs($text))/$unit + $off) ? $near : $off}
    }]
}

# Two numbers agree that are not more than one unit of the last digit apart; the margin is that of the zeros of a run, some 1e-17.
proc trundle::published::agrees {off} {
    return [expr {$off <= 1 + 1e-12}]
}

# Of printed numbers that one would not know beforehand, that are not within one unit of what is known, a start
# or zero: {how many agree, of how many}.
proc trundle::published::told {values texts known} {
    lassign {0 0} agree of
    foreach off [off $values $texts] before [off $known $texts] {
        if {![agrees $before]} {
            incr of
            incr agree [agrees $off]
        }
    }
    return [list $agree $of]
}

# The same of tables of vectors, {ROWS KEY ...} with rows of particle, phi, time and three components.  The script OURS gets
# key, particle and time and gives our vector, or "" for a row that is left out; PLANE has the components that are asked
# for.  The script KNOWN gets these, the start and what is printed, and gives what one would write without a run.
proc trundle::published::told-tables {tables ours {plane {}} {known ::trundle::published::start-and-zeros}} {
    lassign {0 0} agreeing all
    foreach {rows key} $tables {
        foreach row $rows {
            lassign [dict values $row] particle - time
            set texts [lrange [dict values $row] 3 5]
            if {$key eq "position" && $time == 0} {
                set start($particle) $texts
            }
            set here [uplevel 1 [list {*}$ours $key $particle $time]]
            if {$here eq ""} continue
            set from [expr {[info exists start($particle)] ? $start($particle) : {0 0 0}}]
            set before [uplevel 1 [list {*}$known $key $particle $time $from $texts]]
            set asked [trundle::value::get $plane $key {0 1 2}]
            lassign [told {*}[lmap vector [list $here $texts $before] {lmap k $asked {lindex $vector $k}}]] agree of
            incr agreeing $agree
            incr all $of
        }
    }
    return [list $agreeing $all]
}

# Without a run one writes the place at the start, and no velocity and no spin.
proc trundle::published::start-and-zeros {key particle time start printed} {
    return [expr {$key eq "position" ? $start : {0 0 0}}]
}

# The same of spheres above a floor at z = 0: where the table has one at the height of its radius, one writes that.
proc trundle::published::start-or-floor {radius key particle time start printed} {
    if {$key eq "position" && [lindex $printed 2] == $radius} {
        lset start 2 $radius
    }
    return [start-and-zeros $key $particle $time $start $printed]
}

# Has a printed number one digit?  One unit is more than a tenth of it then, so agreement says little.
proc trundle::published::coarse {text} {
    return [expr {$text != 0 && abs($text) < 9.5*[last-digit $text]}]
}

# The numbers of a row as they are printed; none where nothing is compared.
proc trundle::published::texts {row} {
    expr {[trundle::value::get $row off] eq "" ? "" : [trundle::value::get $row published]}
}

# Of rows of an exhibit: how many printed numbers they have, how many agree, how many in every digit; how many
# one would not know beforehand, how many of those agree, and how many of these stand in a row that is weak; of these
# the ones with one digit, and the ones whose ours is a closed form.
proc trundle::published::count {rows} {
    set counts {of 0 agree 0 same 0 told 0 told_agree 0 weak_agree 0 coarse 0 coarse_agree 0 closed 0 closed_agree 0}
    foreach row $rows {
        foreach off [trundle::value::get $row off] known [trundle::value::get $row known] text [texts $row] {
            set coarse [expr {!$known && [coarse $text]}]
            set closed [expr {!$known && [trundle::value::get $row closed no]}]
            dict incr counts coarse $coarse
            dict incr counts coarse_agree [expr {$coarse && [agrees $off]}]
            dict incr counts closed $closed
            dict incr counts closed_agree [expr {$closed && [agrees $off]}]
            dict incr counts of
            dict incr counts agree [agrees $off]
            dict incr counts same [agrees [expr {2*$off}]]
            dict incr counts told [expr {!$known}]
            dict incr counts told_agree [expr {!$known && [agrees $off]}]
            dict incr counts weak_agree [expr {!$known && [agrees $off] && [trundle::value::get $row weak 0]}]
        }
    }
    return $counts
}

# Single results that depend on each other state one fact; TEXT of data/facts.csv -> {SOURCE KIND KEY QUANTITY FACT} ...
proc trundle::published::facts-listed {text} {
    return [lmap line [split $text \n] {
        if {$line eq "" || [string match "#*" $line] || [string match "source,*" $line]} continue
        split $line ,
    }]
}

# The fact that a row is part of: the first line that fits, or "".
proc trundle::published::fact-of {row listed} {
    foreach one $listed {
        if {[lrange $one 0 2] eq [trundle::value::get $row id] && [string match [lindex $one 3] [trundle::value::get $row quantity]]} {
            return [lindex $one 4]
        }
    }
    return ""
}

# Of rows with numbers that are not fixed by the input: FACT -> does it agree, with all its numbers?  What is not listed
# is a fact of its own.
proc trundle::published::facts {rows listed} {
    set facts [dict create]
    foreach row $rows {
        foreach off [trundle::value::get $row off] known [trundle::value::get $row known] {
            if {$known} continue
            set fact [fact-of $row $listed]
            if {$fact eq ""} {
                set fact [concat [dict get $row id] [list [trundle::value::get $row quantity]]]
            }
            dict set facts $fact [expr {[trundle::value::get $facts $fact 1] && [agrees $off]}]
        }
    }
    return $facts
}

# {HOW MANY AGREE, OF HOW MANY}
proc trundle::published::count-facts {rows listed} {
    set facts [facts $rows $listed]
    return [list [tcl::mathop::+ 0 {*}[dict values $facts]] [dict size $facts]]
}

# The counts in words; nothing where none is compared.
proc trundle::published::text {counts} {
    dict with counts {
        if {!$of} {
            return ""
        }
        set text "$agree of $of published numbers agree within one unit of their last digit"
        if {$told < $of} {
            append text "; $told_agree of the $told that are not fixed by the input"
        }
        if {$weak_agree} {
            append text "; $weak_agree of these are not discriminating"
        }
        if {$closed} {
            append text "; $closed are closed forms, of which $closed_agree agree"
        }
        return $text
    }
}

# What the picture misses.gp is made of: a cell for each number, at COLUMN and ROW, with a class: 0 known without a
# run, 1 the same digits, 2 within one unit, 3 within ten, 4 within a hundred, 5 more.
proc trundle::published::class {off known} {
    if {$known && [agrees $off]} {
        return 0
    }
    set class 1
    foreach limit {0.5 1 10 100} {
        incr class [expr {$off > $limit*(1 + 1e-12)}]
    }
    return $class
}

# flux.tcl -- particles that enter and leave while a scenario runs.  Inlets and
# outlets are parts of a model that the engine does not know: it is advanced from
# one entrance or exit to the next, and in between told who enters and who leaves.
# When that is, where and with which size depends on the model and on the particles,
# never on the clock or on threads.
package provide trundle::flux 1.0
package require trundle::formats
package require trundle::value
package require trundle::progress

namespace eval trundle::flux {
    # Places that are tried for one particle at one entrance.
    variable throws 100
}

# The model as the engine knows it.
proc trundle::flux::without {model} {
    return [dict remove $model inlets outlets]
}

# What a run must remember of its inlets and outlets, plain data: turns that are
# over, particles so far, random numbers drawn; the number of the first newcomer, and
# the inlet of each.
proc trundle::flux::begin {engine model} {
    set one {turn 0 count 0 drawn 0}
    return [dict create first [dict get [$engine counts] particles] \
        inlets [lmap inlet [trundle::value::get $model inlets] {set one}] \
        outlets [lmap outlet [trundle::value::get $model outlets] {set one}] born {}]
}

# How many particles will have been asked for.
proc trundle::flux::wanted {model until} {
    set sum 0
    foreach inlet [trundle::value::get $model inlets] {
        incr sum [due $inlet $until]
    }
    return $sum
}

# Newcomers have names like the spheres of a group.  An engine that has come back
# from a checkpoint knows their numbers only.
proc trundle::flux::name-all {engine model state} {
    set born [dict get $state born]
    set names [lmap inlet [trundle::value::get $model inlets] {dict get $inlet name}]
    set number [dict get $state first]
    foreach inlet $born {
        $engine name $number [lindex $names $inlet]-[incr count($inlet)]
        incr number
    }
}

# --- time -----------------------------------------------------------------------

# Particles that an inlet owes at a time: number k at start + k/rate.
proc trundle::flux::due {inlet time} {
    set start [trundle::value::get $inlet start 0]
    set until [trundle::value::get $inlet until $time]
    set last [expr {min($time, $until)}]
    if {$last < $start} {
        return 0
    }
    set count [expr {entier(floor(min(1e18, ($last - $start)*[dict get $inlet rate] + 1e-6))) + 1}]
    return [expr {min($count, [trundle::value::get $inlet count $count])}]
}

# Time of a turn: an inlet has its first one at its start, an outlet one interval
# after the beginning.
proc trundle::flux::time-of {kind one turn} {
    if {$kind eq "outlets"} {
        return [expr {($turn + 1)*[dict get $one every]}]
    }
    set every [trundle::value::get $one every [expr {1/[dict get $one rate]}]]
    return [expr {[trundle::value::get $one start 0] + $turn*$every}]
}

# The next turn of all: {TIME KIND INDEX}.
proc trundle::flux::next {model state} {
    set next {Inf - 0}
    foreach kind {inlets outlets} {
        set index 0
        foreach one [trundle::value::get $model $kind] seen [dict get $state $kind] {
            set time [time-of $kind $one [dict get $seen turn]]
            if {$time < [lindex $next 0]} {
                set next [list $time $kind $index]
            }
            incr index
        }
    }
    return $next
}

# flux::advance ENGINE MODEL STATE TIME BEFORE AFTER runs to a time, with all that enters
# and leaves on the way; returns the state.  BEFORE is called just before a change,
# AFTER with {enter|leave NUMBER PLACE} for each particle.
proc trundle::flux::advance {engine model state until before after} {
    set whole [expr {[dict get [$engine explain] adaptive] eq "no"}]
    set dt [$engine dt]
    # With a step of fixed length a turn falls on a whole number of steps.
    while {1} {
        lassign [next $model $state] time kind index
        set at [expr {$whole && $time < Inf ? round($time/$dt)*$dt : $time}]
        if {$at > $until + ($whole ? 0.5*$dt : 0)} {
            break
        }
        set state [advance-fresh $engine $state [expr {min($until, max($at, [$engine time]))}]]
        set one [lindex [dict get $model $kind] $index]
        set seen [lindex [dict get $state $kind] $index]
        if {$kind eq "inlets"} {
            set particles [newcomers $engine $one seen $time]
        } else {
            set particles [gone $engine $one]
        }
        if {[llength $particles]} {
            uplevel 1 $before
        }
        foreach particle $particles {
            set number $particle
            if {$kind eq "inlets"} {
                set number [$engine enter $particle]
                dict lappend state born $index
            } else {
                $engine leave $particle
            }
            dict incr seen count
            uplevel 1 [list {*}$after [dict get {inlets enter outlets leave} $kind] $number [dict get $one name]]
        }
        dict incr seen turn
        # Where nobody moves between two turns, a second one finds no more room than the first.
        while {$kind eq "inlets" && ![llength $particles] && $whole && [due $one $time] > [dict get $seen count]
                && round([time-of $kind $one [dict get $seen turn]]/$dt)*$dt <= [$engine time]} {
            dict incr seen turn
        }
        dict set state $kind [lreplace [dict get $state $kind] $index $index $seen]
        if {$kind eq "inlets" && [llength $particles]} {
            dict set state fresh [list [dict get $one name] [$engine time] $number]
        }
    }
    return [advance-fresh $engine $state $until]
}

# Who has just entered may stand in a wall, which the first step finds: then the inlet is to blame, and no step.
proc trundle::flux::advance-fresh {engine state until} {
    try {
        $engine advance $until
    } trap TRUNDLE {message settings} {
        lassign [trundle::value::get $state fresh] name time
        if {$name ne "" && [$engine time] <= $time + 1.5*[$engine dt] && [$engine time] > $time
                && [regexp {^particle (\d+) and (plane|mesh) (\d+) overlap by (\S+) of the smaller radius} $message \
                    -> number kind wall share]
                && $number >= [dict get $state first]} {
            throw {TRUNDLE EINVAL} "inlet $name: particle $number enters at [trundle::formats::short $time 4] s in $kind $wall\
                (overlap $share of its radius), expected a -box that keeps its spheres clear of walls"
        }
        return -options $settings $message
    }
    if {[dict exists $state fresh] && [$engine time] > [lindex [dict get $state fresh] 1]} {
        dict unset state fresh
    }
    return $state
}

# --- who ------------------------------------------------------------------------

proc trundle::flux::gone {engine outlet} {
    if {[dict exists $outlet box]} {
        return [$engine inside [dict get $outlet box]]
    }
    return [$engine beyond [dict get $outlet point] [dict get $outlet normal]]
}

# The particles that enter at this turn: as many as are owed, as long as there is room.
# Those that find none wait for the next turn.
proc trundle::flux::newcomers {engine inlet name time} {
    upvar 1 $name seen
    set owed [expr {[due $inlet $time] - [dict get $seen count]}]
    set particles {}
    set grid {}
    set size [expr {2*[lindex [dict get $inlet radius] end]}]
    while {[llength $particles] < $owed} {
        if {$owed > 1000} {
            trundle::progress::show [expr {0.99*[llength $particles]/$owed}] [format "inlet %s: %d of %d spheres have a place" \
                [dict get $inlet name] [llength $particles] $owed]
        }
        set number [expr {[dict get $seen count] + [llength $particles]}]
        set radius [radius-of $inlet $number]
        set place [place-for $engine $inlet seen $radius $size $grid]
        if {![llength $place]} {
            break
        }
        dict lappend grid [cell-of $place $size] [list {*}$place $radius]
        lappend particles [dict merge [dict remove $inlet box rate every start until count seed] \
            [dict create radius $radius position $place name [dict get $inlet name]-[expr {$number + 1}]]]
    }
    return $particles
}

# The k-th particle has its size from the start, so that a crowd at the inlet does not
# sort out the large ones.
proc trundle::flux::radius-of {inlet number} {
    lassign [dict get $inlet radius] least most
    if {$most eq ""} {
        return $least
    }
    return [expr {$least + ($most - $least)*[random [expr {2*[seed-of $inlet] + 1}] $number]}]
}

# A place in the box where the sphere meets no other one; empty when there is none.
proc trundle::flux::place-for {engine inlet name radius size grid} {
    variable throws
    upvar 1 $name seen
    for {set k 0} {$k < $throws} {incr k} {
        set place {}
        foreach low [lrange [dict get $inlet box] 0 2] high [lrange [dict get $inlet box] 3 5] {
            set u [random [expr {2*[seed-of $inlet]}] [dict get $seen drawn]]
            dict incr seen drawn
            set room [expr {$high - $low - 2*$radius}]
            lappend place [expr {$high > $low ? $low + $radius + $u*$room : $low}]
        }
        if {[$engine room $place $radius] && [free $place $radius $size $grid]} {
            return $place
        }
    }
    return {}
}

# Those who have a place at the same turn lie in cells as long as the largest is wide, so that a rush of them does
# not look at each pair.
proc trundle::flux::cell-of {place size} {
    return [lmap x $place {expr {entier(floor($x/$size))}}]
}

proc trundle::flux::free {place radius size grid} {
    lassign $place x y z
    lassign [cell-of $place $size] a b c
    foreach i [list $a [expr {$a - 1}] [expr {$a + 1}]] {
        foreach j [list $b [expr {$b - 1}] [expr {$b + 1}]] {
            foreach k [list $c [expr {$c - 1}] [expr {$c + 1}]] {
                foreach other [trundle::value::get $grid [list $i $j $k]] {
                    lassign $other u v w other_radius
                    if {($x - $u)**2 + ($y - $v)**2 + ($z - $w)**2 < ($radius + $other_radius)**2} {
                        return 0
                    }
                }
            }
        }
    }
    return 1
}

proc trundle::flux::seed-of {inlet} {
    return [trundle::value::get $inlet seed 1]
}

# Number k of a sequence of random numbers in [0, 1): a counter, mixed twice by
# splitmix64 (Steele, Lea and Flood 2014), so that there is no state but the counter.
proc trundle::flux::random {seed k} {
    return [expr {([mix [expr {[mix $seed] + $k}]] >> 11)*2.0**-53}]
}

proc trundle::flux::mix {x} {
    set mask 0xffffffffffffffff
    set x [expr {(($x + 1)*0x9e3779b97f4a7c15) & $mask}]
    set x [expr {(($x ^ ($x >> 30))*0xbf58476d1ce4e5b9) & $mask}]
    set x [expr {(($x ^ ($x >> 27))*0x94d049bb133111eb) & $mask}]
    return [expr {$x ^ ($x >> 31)}]
}

# --- what is told -----------------------------------------------------------------

# A line for each inlet and outlet at the end of a run.
proc trundle::flux::summary {model state until} {
    set lines {}
    foreach {kind word} {inlets entered outlets left} {
        foreach one [trundle::value::get $model $kind] seen [dict get $state $kind] {
            set count [dict get $seen count]
            set line "[dict get $one name]: $count [expr {$count == 1 ? "sphere" : "spheres"}] $word"
            set waits [expr {$kind eq "inlets" ? [due $one $until] - $count : 0}]
            lappend lines [expr {$waits > 0 ? "$line, $waits found no room" : $line}]
        }
    }
    return $lines
}

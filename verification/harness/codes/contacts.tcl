# contacts.tcl -- contacts that another code tells, in the form of `$engine contacts`: i below j, n from i to j, forces and
# torques on i.  Its adapter reads what the code has written; here stands what follows from that and from where the
# spheres are: n, overlap, the parts of a force.  What neither tells is no number (NaN), and never guessed.
package provide trundle::contacts 1.0
package require trundle::columns
package require trundle::output
package require trundle::vectors

namespace eval trundle::contacts {
    namespace path ::trundle::vectors
}

# All that the engine tells of a contact, in its order, as no number; a triangle belongs to meshes alone.
proc trundle::contacts::none {} {
    set none {}
    foreach row [trundle::columns::of contacts dict] {
        if {[dict get $row name] ne "triangle"} {
            dict set none [dict get $row name] [lrepeat [dict get $row width] NaN]
        }
    }
    return $none
}

# contacts::each NAME {STEP ROW} BODY: for each row of the tables that a deck has written under this name, of which both may
# have the first step.
proc trundle::contacts::each {name names body} {
    upvar 1 [lindex $names 0] step [lindex $names 1] row
    dict for {step rows} [dict merge [table last_$name.dump] [table $name.dump]] {
        foreach row $rows {
            uplevel 1 $body
        }
    }
}

# Step -> rows of numbers.  (A step that was written twice, as the first is, counts once.)
proc trundle::contacts::table {file} {
    set found {}
    if {![file exists $file]} {
        return $found
    }
    set channel [trundle::output::of-program $file]
    set step 0
    set in 0
    while {[gets $channel line] >= 0} {
        if {[string match "ITEM: TIMESTEP*" $line]} {
            set step [gets $channel]
            dict set found $step {}
        } elseif {[string match "ITEM:*" $line]} {
            set in [regexp {^ITEM: (ENTRIES|ATOMS)} $line]
        } elseif {$in} {
            dict lappend found $step $line
        }
    }
    close $channel
    return $found
}

# contacts::complete FOUND ROWS RADII PLANES -> the contacts of one step, sorted by their bodies.  FOUND: what a code tells
# of each; ROWS: its particles; PLANES: {POINT NORMAL} ...  Who does not overlap does not touch.
proc trundle::contacts::complete {found rows radii planes} {
    set none [none]
    set contacts {}
    foreach one $found {
        set one [in-order $one $rows]
        set one [dict merge [geometry $one $rows $radii $planes] $one]
        if {[dict get $one overlap] > 0} {
            lappend contacts [dict merge $none $one [parts $one $rows]]
        }
    }
    return [lsort -command trundle::contacts::before $contacts]
}

# The first body is the particle with the smaller number.  That both torques and the pair of forces have no moment gives
# the torque on the other one: T_i + T_j = (x_j - x_i) x f_i.
proc trundle::contacts::in-order {one rows} {
    set i [dict get $one i]
    set j [dict get $one j]
    if {[llength $i] == 1 && ([llength $j] > 1 || $i < $j)} {
        return $one
    }
    dict set one i $j
    dict set one j $i
    foreach key {n force friction rolling} {
        if {[dict exists $one $key]} {
            dict set one $key [lmap x [dict get $one $key] {expr {-$x}}]
        }
    }
    if {![dict exists $one force]} {
        dict unset one torque
    } elseif {[dict exists $one torque]} {
        dict set one torque [vsub [vcross [between $rows $j $i] [dict get $one force]] [dict get $one torque]]
    }
    return $one
}

# n and overlap, from where the bodies are.
proc trundle::contacts::geometry {one rows radii planes} {
    set i [dict get $one i]
    set j [dict get $one j]
    set radius [lindex $radii $i]
    switch -- [lindex $j 0] {
        plane {
            lassign [lindex $planes [lindex $j 1]] point normal
            set n [vscale -1 [vunit $normal]]
            set reach [vdot $n [vsub $point [lrange [lindex $rows $i] 0 2]]]
        }
        mesh {
            set n [vsub [dict get $one point] [lrange [lindex $rows $i] 0 2]]
            set reach [vnorm $n]
            set n [vunit $n]
        }
        default {
            set n [between $rows $i $j]
            set reach [vnorm $n]
            set n [vunit $n]
            set radius [expr {$radius + [lindex $radii $j]}]
        }
    }
    return [dict create n $n overlap [expr {$radius - $reach}]]
}

# A force and its parts, as far as one of both is told; a torque where the place and the couple are.
proc trundle::contacts::parts {one rows} {
    set n [dict get $one n]
    if {[dict exists $one force]} {
        set force [dict get $one force]
        set normal [expr {-[vdot $force $n]}]
        set found [dict create normal $normal friction [lmap f $force c $n {expr {$f + $normal*$c}}]]
    } elseif {[dict exists $one normal] && [dict exists $one friction]} {
        set normal [dict get $one normal]
        set force [lmap t [dict get $one friction] c $n {expr {$t - $normal*$c}}]
        set found [dict create force $force]
    } else {
        return {}
    }
    if {[dict exists $one rolling]} {
        set couple [dict get $one rolling]
        dict set found twisting [vdot $couple $n]
        if {[dict exists $one point] && ![dict exists $one torque]} {
            set arm [vsub [dict get $one point] [lrange [lindex $rows [dict get $one i]] 0 2]]
            dict set found torque [vadd [vcross $arm $force] $couple]
        }
    }
    return $found
}

proc trundle::contacts::before {a b} {
    foreach one [list $a $b] key {first second} {
        set j [dict get $one j]
        set $key [list [dict get $one i] [lsearch {plane mesh} [lindex $j 0]] [lindex $j end] \
            [expr {[dict exists $one triangle] ? [dict get $one triangle] : 0}]]
    }
    foreach x $first y $second {
        if {$x != $y} {
            return [expr {$x < $y ? -1 : 1}]
        }
    }
    return 0
}

proc trundle::contacts::between {rows i j} {
    return [vsub [lrange [lindex $rows $j] 0 2] [lrange [lindex $rows $i] 0 2]]
}

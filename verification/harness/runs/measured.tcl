# measured.tcl -- the measures of a run that has ended, from its trajectory and its table of energies: the same for the
# measures of a scenario (measures.csv) and those that are asked for later (trundle measure).
package provide trundle::measured 1.0
package require trundle::measures
package require trundle::output
package require trundle::value

namespace eval trundle::measured {
    variable degrees [expr {180/acos(-1)}]
}

# measured::table FOLDER MODEL MEASURES -> rows of cells, the head first: t and the columns of each measure, a row per frame.
proc trundle::measured::table {folder model measures} {
    set file $folder/trajectory.h5
    set run [dict create file $file folder $folder model $model energies [energies $folder] \
        radius [trundle::frames numbers $file /particles/radius double] \
        mass [trundle::frames numbers $file /particles/mass double] names [trundle::frames text $file /names]]
    set rows [list [list t {*}[concat {*}[lmap measure $measures {trundle::measures::columns $measure}]]]]
    for {set frame 0} {$frame < [trundle::frames count $file]} {incr frame} {
        lappend rows [list [trundle::frames time $file $frame] {*}[concat {*}[lmap measure $measures {
            value $run $measure $frame
        }]]]
    }
    return $rows
}

# The table of energies: name of a column -> its values.
proc trundle::measured::energies {folder} {
    set lines [split [string trim [trundle::output::text $folder/energy.csv]] \n]
    set names [split [lindex $lines 0] ,]
    foreach line [lrange $lines 1 end] {
        foreach name $names x [split $line ,] {
            dict lappend columns $name $x
        }
    }
    return $columns
}

# The numbers of one measure at one frame.
proc trundle::measured::value {run measure frame} {
    dict with run {
        set kind [dict get $measure kind]
        switch -- $kind {
            energy {return [energy $run $measure $frame]}
            force - torque - place - speed {return [of-body $run $measure $frame]}
        }
        set facts [dict merge $measure [dict create radius $radius mass $mass gravity [dict get $model gravity] \
            position [trundle::frames numbers $file /frames/position double $frame]]]
        switch -- $kind {
            flow {
                if {$frame == 0} {
                    return 0.0
                }
                dict set facts before [trundle::frames numbers $file /frames/position double [expr {$frame - 1}]]
                dict set facts seconds [expr {[trundle::frames time $file $frame] - [trundle::frames time $file [expr {$frame - 1}]]}]
            }
            coordination {
                binary scan [trundle::frames numbers $file /loads/coordination whole $frame] w* counts
                dict set facts contacts [binary format d* $counts]
            }
            stress {dict set facts stress [trundle::frames numbers $file /loads/stress double $frame]}
        }
        set numbers [trundle::measure $kind $facts]
        return [switch -- $kind {
            repose {list {*}[lmap x [lrange $numbers 0 1] {in-degrees $x}] [expr {int([lindex $numbers 2])}]}
            slope {lmap x $numbers {in-degrees $x}}
            count {expr {int([lindex $numbers 0])}}
            default {lmap x $numbers {if {$x == $x} {set x} else {set x NaN}}}
        }]
    }
}

# (An expression refuses to return what is no number.)
proc trundle::measured::in-degrees {x} {
    variable degrees
    if {$x != $x} {
        return NaN
    }
    return [expr {$x*$degrees}]
}

# Energy of motion or a column; with -share as a multiple of the weight times the mean radius.
proc trundle::measured::energy {run measure frame} {
    dict with run {
        set of [trundle::value::get $measure of motion]
        set columns [expr {$of eq "motion" ? {translational rotational} : [list $of]}]
        set sum 0.0
        foreach column $columns {
            if {![dict exists $energies $column]} {
                trundle::value::fail "measure [dict get $measure name]: there is no energy \"$of\"[trundle::value::one-of $of \
                    [list motion {*}[lrange [dict keys $energies] 1 end]]]"
            }
            set sum [expr {$sum + [lindex [dict get $energies $column] $frame]}]
        }
        if {![trundle::value::get $measure share 0]} {
            return $sum
        }
        binary scan $radius d* radii
        binary scan $mass d* masses
        set g [trundle::value::distance [dict get $model gravity] {0 0 0}]
        set unit [expr {$g*[tcl::mathop::+ {*}$masses]*[tcl::mathop::+ {*}$radii]/[llength $radii]}]
        if {$unit <= 0} {
            return NaN
        }
        return [expr {$sum/$unit}]
    }
}

# Three numbers of a wall or of a sphere; those of a sphere that is not there are NaN.
proc trundle::measured::of-body {run measure frame} {
    dict with run {
        set kind [dict get $measure kind]
        set number [trundle::measures::wall-of $model [dict get $measure of]]
        set sphere [expr {$number < 0}]
        if {$sphere} {
            set number [lsearch -exact [split $names \n] [dict get $measure of]]
        }
        set column [dict get [expr {$sphere
            ? {force /loads/force torque /loads/torque place /frames/position speed /frames/velocity}
            : {force /walls/force torque /walls/torque place /walls/about}}] $kind]
        binary scan [trundle::frames numbers $file $column double $frame] d* all
        set three [lrange $all [expr {3*$number}] [expr {3*$number + 2}]]
        return [expr {$number >= 0 && [llength $three] == 3 ? $three : {NaN NaN NaN}}]
    }
}

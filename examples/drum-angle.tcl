# How steep the bed in a rotating drum is, from the results of drum.tcl:
#
#     tclsh drum-angle.tcl drum-run
#
# Definition.  A bed with a flat surface is symmetric about the line that stands on
# the middle of the surface and goes through the axis of the drum; so its centre of
# mass lies on that line, as far from the vertical as the surface is from the
# level.  The angle told here is that of the line from the axis to the mean place of
# the particles, and no surface has to be found for it.  A surface that is bent, as it
# is in a fast drum, has no single slope; this number is then its mean in the same
# sense.  The bed of drum.tcl is five particles wide, and its end plates hold it: the
# angle is no property of the particles alone, as that of a wide drum or a heap is.

set folder [expr {[llength $argv] ? [lindex $argv 0] : "drum-run"}]
set channel [open $folder/trajectory.csv]
set lines [split [string trim [read $channel]] \n]
close $channel

# Sums of x and z over the particles, for each time.
set names [split [lindex $lines 0] ,]
foreach name {t x z} {
    set column($name) [lsearch -exact $names $name]
}
foreach line [lrange $lines 1 end] {
    set cells [split $line ,]
    foreach name {t x z} {
        set $name [lindex $cells $column($name)]
    }
    lassign [expr {[info exists sums($t)] ? $sums($t) : {0 0}}] sx sz
    set sums($t) [list [expr {$sx + $x}] [expr {$sz + $z}]]
}

# The second half of the run: by then the bed has slid once or more.
set times [lsort -real [array names sums]]
set last [lindex $times end]
set angles {}
foreach t $times {
    lassign $sums($t) sx sz
    if {$t >= 0.5*$last} {
        lappend angles [expr {atan2($sx, -$sz)*180/acos(-1)}]
    }
}
set sorted [lsort -real $angles]
puts [format "slope of the bed from t = %g s to %g s: %.1f degrees in the mean, %.1f to %.1f" \
    [expr {0.5*$last}] $last [expr {[::tcl::mathop::+ {*}$angles]/[llength $angles]}] \
    [lindex $sorted 0] [lindex $sorted end]]
puts "(direction from the axis to the mean place of the particles, against the vertical)"

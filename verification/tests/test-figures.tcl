# The figures of chapters that a reader moves: each runs as a case with its own curves; what they show is known
# without the library; the one in verification/pages/README.md is short, and runs.
package require trundle::testing
package require json
namespace import testing::*
set shown_in [file dirname [file dirname [file normalize [info script]]]]/pages/README.md
testing::start
package require trundle

# name -> points, from the columns for gnuplot.
proc drawn {args} {
    set curves [dict create]
    foreach line [split [dict get [trundle case {*}$args -curves] out] \n] {
        if {[regexp {^# (.*)} $line - name]} {
            dict set curves $name {}
        } elseif {$line ne ""} {
            dict lappend curves $name $line
        }
    }
    return $curves
}

proc said {args} {
    return [json::json2dict [dict get [trundle case {*}$args -json] out]]
}

proc value {name observable args} {
    return [dict get [said $name {*}$args] observables $observable value]
}

set figures [lmap file [lsort [glob -directory $testing::folder/figures *.live]] {file rootname [file tail $file]}]
foreach name $figures {
    tap::is [dict get [trundle case $name] status] 0 "$name runs as a case"
    set same [dict create]
    foreach graph [dict get [said $name] graphs] {
        foreach curve [dict get $graph curves] {
            dict set same "[dict get $graph title]: [dict get $curve name]" \
                [lmap x [dict get $curve x] y [dict get $curve y] {list [expr {double($x)}] [expr {double($y)}]}]
        }
    }
    tap::is [dict map {curve points} [drawn $name] {lmap point $points {lmap x $point {expr {double($x)}}}}] $same \
        "$name: the columns for print are the numbers for the browser"
    # gnuplot takes the first block whose name begins so.
    tap::is [lmap a [dict keys $same] {
        if {[llength [lsearch -all -glob [dict keys $same] "$a*"]] == 1} continue
        set a
    }] {} "$name: no curve's name is the beginning of another's"
}
tap::ok [expr {[llength $figures] >= 7}] "a figure for each question"

# --- what they show ------------------------------------------------------------------------------------

tap::near [value rotation-turns ends] 120 1e-9 "two quarter turns: 120 degrees between the orders"
set small [drawn rotation-turns -set first=2 -set second=3]
foreach {curve want} {{between both orders} 0.10471975512 {between one order and the sum of the vectors} 0.05235987756} {
    tap::near [lindex [dict get $small "what the order changes: $curve"] end 1] $want 1e-4 \
        "small turns, $curve: their product, or half of it, and 1/1000 of it more"
}
foreach {part want} {sliding 0 rolling 0.85 twisting 0} {
    tap::near [value kinematics-bevel $part] $want 1e-6 "bevel gears, $part"
}
foreach body {i j} {
    tap::near [lindex [dict get [drawn kinematics-bevel] "tracks of the contact: on $body"] end 1] 1.105 2e-4 \
        "bevel gears, the track on $body: 0.85 m/s for 1.3 s, but for chords in the place of arcs"
}
# Without any spin of its own, a pair that turns: the larger body sees the contact pass by.
set still {-set normal_i=0 -set across_i=0 -set normal_j=0 -set across_j=0 -set passing=0.4}
tap::near [value kinematics-bevel sliding {*}$still] 0.4 1e-12 "no spins: what passes slides"
tap::near [value kinematics-bevel rolling {*}$still] 0 1e-12 "no spins: nothing rolls"
tap::near [value kinematics-carry frame] 0 1e-12 "a rigid turn: the frame carries the history with it"
foreach lean {90 75 40} steps {400 400 400} {
    tap::near [value kinematics-carry normal -set lean=$lean -set steps=$steps] \
        [expr {2*abs(sin(acos(-1)*cos(acos(-1)*$lean/180)))}] 1e-3 \
        "axis leaning by $lean degrees: the normal alone stays behind by the turn about it, to second order in a step"
}
tap::near [lindex [dict get [drawn kinematics-carry -set lean=90] {its length: project}] end 1] \
    [expr {cos(acos(-1)/18)**36}] 1e-9 "projected 36 times across the axis"
tap::near [value sliding-leash behind -set straight=1 -set leash=0.7] [expr {0.7/3}] 1e-4 "the leash trails by its length over the radius"
tap::ok [expr {[value integrators-contact energy -set phi=0] > 10}] "phi = 0 gains energy"
tap::ok [expr {[value integrators-contact energy -set phi=1] < -10}] "phi = 1 loses it"
tap::near [value integrators-contact energy -set phi=0.5] 0 0.1 "phi = 1/2 does neither"
tap::ok [expr {[value rolling-life epsd -set spin=1.5] > 0}] "the cylinder rolls forwards"
set angles [lmap point [dict get [drawn rolling-life] {roll, stop, swing: MDEM}] {lindex $point 1}]
tap::ok [expr {[tcl::mathfunc::max {*}$angles] - [lindex $angles end] > 0.01}] "... and swings back"

# --- functions of the mechanics ------------------------------------------------------------------------

# Rodrigues' formula, by cosines.
proc rodrigues {theta u} {
    lassign $theta a b c
    set size [expr {sqrt($a*$a + $b*$b + $c*$c)}]
    lassign [lmap x $theta {expr {$x/$size}}] a b c
    lassign $u x y z
    set along [expr {(1 - cos($size))*($a*$x + $b*$y + $c*$z)}]
    lmap e [list $a $b $c] p $u q [list [expr {$b*$z - $c*$y}] [expr {$c*$x - $a*$z}] [expr {$a*$y - $b*$x}]] {
        expr {cos($size)*$p + sin($size)*$q + $along*$e}
    }
}
set a {0.37 -0.81 1.13}
set b {-0.59 0.23 0.71}
set u {0.3 1.7 -0.9}
proc mechanics {args} {trundle::mechanics {*}$args}
set both [mechanics compose [mechanics turn $a] [mechanics turn $b]]
tap::near [mechanics apply $both $u] [rodrigues $b [rodrigues $a $u]] 1e-14 "first a, then b"
tap::near [mechanics angle [mechanics turn $a]] [expr {sqrt(0.37**2 + 0.81**2 + 1.13**2)}] 1e-14 "a turn and its angle"
tap::near [mechanics angle [mechanics turn {0 0 6}]] [expr {2*acos(-1) - 6}] 1e-14 "the other way round is shorter"
tap::near [dict get [mechanics slide {3 4 0} 2 5 5 0] force] {-3 -4 0} 1e-14 "a slider gives way to 5 N"
foreach {words message} {
    {turn 1} {mechanics: turn is "1", expected a list of three numbers}
    {apply {1 0 0} {1 0 0}} {mechanics: apply is "1 0 0", expected a quaternion*}
    {slide {0 0 0} x 1 1 0} {mechanics: slide is "x", expected a number}
    {carry sideways {0 0 0} {0 0 0} {0 0 0} {0 0 0} {0 0 0}} {mechanics carry: RULE is "sideways", expected one of*}
    {turn} {wrong # args: should be "trundle::mechanics turn THETA"}
    {} {wrong # args: should be "trundle::mechanics FUNCTION ?ARGUMENT ...?"}
    {bend 1} {mechanics: "bend" is not known, expected one of*}
    {angle {1 0 0 nan}} {mechanics: angle is*}
} {
    tap::raises [list mechanics {*}$words] $message "mechanics $words"
}

# --- the one in verification/pages/README.md -------------------------------------------------------------------

set shown ""
regexp {<<sliding-start.live>>=\n(.*?)\n```} [contents $shown_in] - shown
tap::ok [expr {[llength [split $shown \n]] < 30}] "a live figure in less than 30 lines"
page sliding-start $shown
tap::near [value sliding-start last -set mu=0.2] [expr {2*5/7.0}] 2e-3 "it runs: the sphere rolls with 5/7 of its speed"
tap::ok [dict exists [drawn sliding-start] {speed: of the sphere}] "it draws"
tap::is [dict get [trundle case pile -curves] status] 2 "a page that is not there draws nothing"

testing::end

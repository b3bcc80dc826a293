# Contacts that other codes tell: who touches whom, where, how hard and with what friction, beside Trundle's in the
# conventions of that code; and whether the forces of a code are those that move its spheres.
package require trundle::testing
package require trundle
package require trundle::scenario
package require trundle::foreign
namespace import testing::*
testing::start
set ::env(TRUNDLE_CACHE) [pwd]/../cache
set ::trundle::version test

set head {
    material soft -young 1e8 -poisson 0.25 -density 2500
    material hard -young 7e8 -poisson 0.31 -density 1900
    gravity {0.4 0.3 -9.81}
    integrate -method verlet -dt 2e-6
    run until 0.001
}
set bounce "contact soft soft -mu 0.2 -restitution 1\ncontact soft hard -mu 0.3 -restitution 1\ncontact hard hard -mu 0.25 -restitution 1"
set damped "contact soft soft -mu 0.2 -restitution 0.6\ncontact soft hard -mu 0.3 -restitution 0.4\ncontact hard hard -mu 0.25 -restitution 0.5"
set pair {sphere b -radius 0.08 -material hard -position {0.15 0.07 0.2703} -velocity {0 0.1 -0.5} -spin {-2 4 7}
    sphere a -radius 0.1 -material soft -position {0 0 0.1999} -velocity {0.31 0.2 -0.3} -spin {3 -4 2}}
set rest {sphere a -radius 0.1 -material soft -position {0.1 0 0.0998} -velocity {0.31 0.2 -0.3} -spin {3 -4 2}}
set models [list \
    "head-on" "$bounce
        sphere a -radius 0.1 -material soft -velocity {-0.4 0 0}
        sphere b -radius 0.07 -material soft -position {-0.1699 0 0} -velocity {0.5 0 0}" \
    "oblique" "$bounce\n$pair" \
    "damped" "$damped\n$pair" \
    "on a plane" "$bounce\n$rest\nplane p -point {0.3 0.2 -0.0001} -normal {0 0 1} -material hard" \
    "damped, on a plane" "$damped\n$rest\nplane p -point {0.3 0.2 -0.0001} -normal {0 0 1} -material hard" \
    "two planes" "$damped\n$rest\n
        plane q -point {0.1997 0 0} -normal {-1 0 0} -material soft\nplane p -point {0 0 0.0001} -normal {0 0 1} -material hard" \
    "linear springs" "contact soft hard -mu 0.2 -k_p 7e5 -p_p 0\n$pair
        material floor -young 3e8 -poisson 0.2 -density 2000\ncontact soft floor -mu 0.3 -k_p 5e5 -p_p 0\ncontact hard floor -mu 0.3 -k_p 5e5 -p_p 0
        plane p -point {0 0 0.1001} -normal {0 0 1} -material floor\nlaws -normal power" \
    "triangles" "$bounce\n$rest
        mesh q -triangles {{{0.1998 -3 -3} {0.1998 3 -3} {0.1998 0 3}}} -material soft
        mesh p -triangles {{{-3 -3 0} {3 -3 0} {3 3 0}} {{-3 -3 0} {3 3 0} {-3 3 0}}} -material hard"]

# A heap: layers of unequal spheres that overlap or are near, moving and spinning, always the same.
expr {srand(40961)}
proc draw {low high} {expr {$low + ($high - $low)*rand()}}
set heap "$bounce\nplane q -point {-0.099 0 0} -normal {1 0 0} -material soft\nplane p -point {0 0 -0.0993} -normal {0 0 1} -material hard"
foreach place {{0 0 0} {1 0 0} {0 1 0} {1 1 0} {2 0 0} {0.5 0.5 1} {1.5 0.5 1} {0.5 1.5 1} {1 1 2}} k {8 3 1 7 0 2 6 5 4} {
    lassign $place x y z
    append heap "\nsphere s$k -radius [draw 0.0985 0.1025] -material [lindex {soft hard} [expr {$k%3 == 1}]]\
        -position {[expr {0.2*$x}] [expr {0.2*$y}] [expr {0.1413*$z}]}\
        -velocity {[draw -0.5 0.5] [draw -0.5 0.5] [draw -0.5 0.5]} -spin {[draw -9 9] [draw -9 9] [draw -9 9]}"
}
lappend models heap $heap

proc model-of {code text} {
    scenario m.tcl "$::head\n$text"
    set model [dict get [trundle::scenario::read m.tcl 60] model]
    dict for {name value} [trundle::foreign::dialect $code [trundle::export::contacts $model]] {
        dict set model [trundle::language::part-of $name] $name $value
    }
    return $model
}

# How far forces may be apart, as a share of the largest; the first pattern that matches counts.  Torques are taken as
# forces at 0.1 m.  LIGGGHTS and LAMMPS tell a damped pair with the velocities at the end of the step, where half a step
# ago they acted: xi w dt = 0.4 x 500/s x 2e-6 s of the force.  LIGGGHTS has one tangential stiffness with linear springs,
# that of a weight on them, nine digits of which are not typed; LAMMPS turns pairs by an arm that lacks half the overlap,
# 2e-3 of a radius, which friction of a fifth of the force follows.  YADE is half a step late: after a thousand steps its
# overlap lacks F/m dt/2 x 1e-3 s, 3e-4 of it; and where spheres touch at the start it has one increment of friction
# more, a hundredth of the friction after a hundred steps.
set allowed {
    liggghts {{linear*} 1e-5 damped 5e-4 * 1e-9}
    lammps   {damped 5e-4 {on a*} 1e-9 head-on 1e-9 {two*} 1e-9 {damped,*} 1e-9 heap 1e-3 * 1e-6}
    yade     {* 3e-3}
}
proc allowed {code name} {
    foreach {pattern size} [dict get $::allowed $code] {
        if {[string match $pattern $name]} {
            return $size
        }
    }
}
# What each code tells of a pair, and of a contact with a plane, besides n, overlap, normal, friction and force.
set tells {
    liggghts {pair {point torque} plane {} mesh {point torque}}
    lammps   {pair {} plane point}
    yade     {pair {point torque rolling twisting} plane {point torque rolling twisting}}
}
set words {i j point n overlap normal force friction torque rolling twisting spring rolling_spring twisting_spring slip
    slipping mobilised}

proc bodies {contacts} {
    return [lmap c $contacts {
        concat [dict get $c i] [dict get $c j] [expr {[dict exists $c triangle] ? [dict get $c triangle] : {}}]
    }]
}
# The largest difference of a key, as a share of SCALE, between contacts of ours and theirs, where these tell it.
proc differ {key scale ours theirs} {
    set most 0.0
    foreach a $ours b $theirs {
        foreach x [dict get $a $key] y [dict get $b $key] {
            if {$y ne "NaN"} {
                set most [expr {max($most, abs($x - $y)/$scale)}]
            }
        }
    }
    return $most
}
proc kind {contact} {
    set j [dict get $contact j]
    return [expr {[llength $j] > 1 ? [lindex $j 0] : "pair"}]
}
proc conforms {code name text} {
    set model [model-of $code $text]
    set ours [trundle::foreign::engine trundle $model 1e-3 100 {} 1]
    set theirs [trundle::foreign::engine $code $model 1e-3 100 {} 1]
    set size [allowed $code $name]
    set met 0
    set wrong {}
    foreach step {100 300 500} {
        $ours advance [expr {$step*2e-6}]
        $theirs advance [expr {$step*2e-6}]
        set a [$ours contacts]
        set b [$theirs contacts]
        incr met [llength $a]
        if {[bodies $a] ne [bodies $b]} {
            lappend wrong "step $step: [bodies $b] touch, expected [bodies $a]"
            continue
        }
        set force [tcl::mathfunc::max {*}[lmap c $a {dict get $c normal}]]
        set overlap [tcl::mathfunc::max {*}[lmap c $a {dict get $c overlap}]]
        # A direction turns by what the overlap is wrong, a hundredth of the distance at most.  Where bodies touch, between
        # their surfaces, is a convention.
        foreach {key scale most} [list n 1 [expr {$size/100}] overlap $overlap $size normal $force $size friction $force $size \
                force $force $size torque [expr {0.1*$force}] $size point $overlap 1] {
            set error [differ $key $scale $a $b]
            if {$error > $most} {
                lappend wrong "step $step: $key differs by [format %.2g $error], expected at most $most"
            }
        }
        foreach c $b {
            set told [lmap key $::words {expr {"NaN" in [dict get $c $key] ? [continue] : $key}}]
            set want [concat i j n overlap normal force friction [dict get $::tells $code [kind $c]]]
            if {[lsort $told] ne [lsort $want]} {
                lappend wrong "step $step: it tells $told, expected $want"
            }
        }
    }
    tap::ok [expr {![llength $wrong]}] "$code, $name: its contacts are ours"
    foreach text $wrong {
        tap::note $text
    }
    tap::ok [expr {$met >= 3}] "$code, $name: bodies touch at all"
    $ours destroy
    $theirs destroy
}

# Do the forces that a code tells move its spheres?  Velocity Verlet takes the mean of two steps, YADE the one between its
# velocities, which are half a step late.  Torques are summed where all are told.  All else is rounding: 1e-16 of 10 kg m/s
# over a step of 2e-6 s, of thousands of newtons.
proc moves {code text} {
    set model [model-of $code $text]
    set engine [trundle::foreign::engine $code $model 1.04e-4 1 {} 1]
    foreach name {first then} step {51 52} {
        $engine advance [expr {$step*2e-6}]
        set $name [list [$engine state] [sums [$engine state] [$engine contacts]]]
    }
    set F 0
    set T 0
    set error {0.0 0.0}
    set whole 0
    foreach a [lindex $first 0] b [lindex $then 0] f [lindex $first 1] g [lindex $then 1] {
        if {$code ne "yade"} {
            set f [lmap x [add $f $g] {
                if {$x ne "NaN"} {set x [expr {0.5*$x}]}
                set x
            }]
        }
        foreach x [dict get $a velocity] y [dict get $b velocity] w {0.4 0.3 -9.81} s [lrange $f 0 2] {
            set got [expr {[dict get $a mass]*(($y - $x)/2e-6 - $w)}]
            set F [expr {max($F, abs($got))}]
            lset error 0 [expr {max([lindex $error 0], abs($got - $s))}]
        }
        if {"NaN" in $f} continue
        incr whole
        foreach x [dict get $a spin] y [dict get $b spin] s [lrange $f 3 5] {
            set got [expr {[dict get $a inertia]*($y - $x)/2e-6}]
            set T [expr {max($T, abs($got))}]
            lset error 1 [expr {max([lindex $error 1], abs($got - $s))}]
        }
    }
    tap::ok [expr {$F > 100 && [lindex $error 0] <= 1e-9*$F}] "$code: the forces of its contacts move its spheres"
    tap::note "[format %.2g [lindex $error 0]] of [format %.3g $F] N"
    if {$code eq "lammps"} {
        tap::is $T 0 "$code tells no torques"
    } else {
        tap::ok [expr {$whole > 2 && $T > 1 && [lindex $error 1] <= 1e-9*$T}] "$code: the torques turn them, $whole of them"
        tap::note "[format %.2g [lindex $error 1]] of [format %.3g $T] N m"
    }
    $engine destroy
}
# Force and torque of all contacts on each sphere; NaN where one of its torques is not told.
proc sums {bodies contacts} {
    set sums [lrepeat [llength $bodies] {0.0 0.0 0.0 0.0 0.0 0.0}]
    foreach c $contacts {
        set i [dict get $c i]
        set j [dict get $c j]
        set f [dict get $c force]
        set T [dict get $c torque]
        lset sums $i [add [lindex $sums $i] [concat $f $T]]
        if {[llength $j] == 1} {
            # What both torques and the pair of forces have no moment of together is on the other one.
            lassign [lmap x [dict get [lindex $bodies $i] position] y [dict get [lindex $bodies $j] position] {expr {$y - $x}}] x y z
            lassign $f u v w
            set moment [list [expr {$y*$w - $z*$v}] [expr {$z*$u - $x*$w}] [expr {$x*$v - $y*$u}]]
            lset sums $j [add [lindex $sums $j] [concat [lmap c $f {expr {-$c}}] [lmap m $moment t $T {
                if {$t ne "NaN"} {set t [expr {$m - $t}]}
                set t
            }]]]
        }
    }
    return $sums
}
proc add {a b} {
    return [lmap x $a y $b {
        if {$x ne "NaN"} {set x [expr {$y eq "NaN" ? 0 : $x + $y}]}
        if {$y eq "NaN"} {set x NaN}
        set x
    }]
}
foreach {code program} {liggghts liggghts lammps lmp yade yade} {
    if {[llength $::argv] && $code ni $::argv} continue
    if {[auto_execok $program] eq ""} {
        tap::ok 1 "$code # SKIP $program is not installed"
        continue
    }
    foreach {name text} $models {
        if {$name eq "triangles" && $code ne "liggghts"} continue
        conforms $code $name $text
    }
    moves $code $heap
}
testing::end

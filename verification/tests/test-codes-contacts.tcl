# Contacts that other codes tell: who touches whom, where, how hard and with what friction, beside Trundle's in the
# conventions of that code; and whether the forces of a code are those that move its spheres.
package require trundle::testing
package require trundle
package require trundle::scenario
package require trundle::foreign
namespace import testing::*
set root [file dirname [file dirname [file dirname [file normalize [info script]]]]]
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
    dict for {name value} [trundle::foreign::dialect $code [trundle::dialects::contacts $model]] {
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
    set title [trundle::foreign::name $code]
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
    tap::ok [expr {![llength $wrong]}] "$title, $name: its contacts are ours"
    foreach text $wrong {
        tap::note $text
    }
    tap::ok [expr {$met >= 3}] "$title, $name: bodies touch at all"
    $ours destroy
    $theirs destroy
}

# Do the forces that a code tells move its spheres?  Velocity Verlet takes the mean of two steps, YADE the one between its
# velocities, which are half a step late.  Torques are summed where all are told.  All else is rounding: 1e-16 of 10 kg m/s
# over a step of 2e-6 s, of thousands of newtons.  TOLD: a key that must be among what has turned them.
proc moves {code text {told ""}} {
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
    if {$told ne ""} {
        set couples [concat {*}[lmap c [$engine contacts] {dict get $c $told}]]
        tap::ok [expr {[tcl::mathfunc::max {*}$couples] > 1e-3*$T}] "$code: $told is among them"
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
# Who asks for rows alone has another deck, and what is kept of it stays.
proc asked-late {code} {
    set model [model-of $code [dict get $::models oblique]]
    set kept {}
    foreach words {{advance 1e-4} contacts {advance 1e-4} contacts} {
        set engine [trundle::foreign::engine $code $model 2e-4 50]
        set trundle::foreign::runs {}
        $engine {*}$words
        lappend kept [llength [glob $::env(TRUNDLE_CACHE)/runs/*]]
        $engine destroy
    }
    set first [lindex $kept 0]
    tap::is $kept [list $first [expr {$first + 1}] [expr {$first + 1}] [expr {$first + 1}]] \
        "$code: contacts are another run, that is kept beside the one without"
    set engine [trundle::foreign::engine $code $model 2e-4 30 {} 1]
    set counts [llength [$engine contacts]]
    $engine advance 2e-4
    tap::is [concat $counts [llength [$engine contacts]]] {1 1} "$code: contacts at the start, and at the end, which is no record"
    $engine destroy
}
# Who touches whom, and how hard, does not depend on the processes.
proc in-ranks {code} {
    set model [model-of $code $::heap]
    foreach ranks {1 2} {
        set trundle::foreign::ranks $ranks
        set trundle::foreign::runs {}
        set engine [trundle::foreign::engine $code $model 2e-4 0 {} 1]
        $engine advance 2e-4
        lappend told [$engine contacts]
        $engine destroy
    }
    set trundle::foreign::ranks 1
    lassign $told one two
    tap::ok [expr {[bodies $one] eq [bodies $two] && [llength $one] > 10
        && [differ force 1 $one $two] <= 1e-9*[tcl::mathfunc::max {*}[lmap c $one {dict get $c normal}]]}] "$code: the same on two ranks"
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
    if {$code eq "yade"} {
        moves $code "[string map {{-restitution 1} {-restitution 1 -mu_r 0.1}} $heap]\nlaws -rolling epsd" rolling
    }
    asked-late $code
    if {$code ne "yade" && [auto_execok mpirun] ne ""} {
        in-ranks $code
    }
}
# ESyS-Particle knows linear springs alone, and its decks read no contacts.
if {[auto_execok esysparticle] ne ""} {
    set engine [trundle::foreign::engine esys [model-of esys "contact soft soft -mu 0 -k_p 7e5 -p_p 0
        sphere a -radius 0.1 -material soft\nlaws -normal power"] 2e-5 0 {} 1]
    tap::ok [expr {[catch {$engine contacts} told settings] && [dict get $settings -errorcode] eq {TRUNDLE UNSUPPORTED}
        && $told eq "esys does not tell its contacts"}] "esys does not tell them"
    $engine destroy
}

# A program of the user's: the three examples, and ours in the conventions that they say they have.
foreach {name program make} {
    own-code.py python3 {file copy $from ./own-code.py}
    own-code.c  gcc     {exec gcc -O2 -o own-code.c $from -lm 2>@1}
    own-code.f90 gfortran {exec gfortran -O2 -o own-code.f90-code $from 2>@1; file rename own-code.f90-code own-code.f90}
} {
    if {[llength $::argv] && $name ni $::argv} continue
    if {[auto_execok $program] eq ""} {
        tap::ok 1 "$name # SKIP $program is not installed"
        continue
    }
    set from $root/examples/$name
    eval $make
    # They, too, have an increment of friction more where spheres touch at the start.
    dict set allowed [file normalize $name] {* 3e-3}
    dict set tells [file normalize $name] {pair {} plane {}}
    foreach one {oblique {damped, on a plane} heap} {
        conforms [file normalize $name] $one "[dict get $models $one]\nlaws -rescale no"
    }
}

# What a program tells of contacts: as a table, as JSON, seen from either side; and what is no answer.
scenario small.tcl {
    gravity {0 0 0}
    material m -young 1e8 -poisson 0.25 -density 2500
    contact m m -mu 0.2 -restitution 1
    plane left -point {0 0 0} -normal {1 0 0} -material m
    plane floor -point {0 0 0} -normal {0 0 2} -material m
    sphere a -radius 0.1 -material m -position {0.5 0 0.09}
    sphere b -radius 0.2 -material m -position {0.5 0.28 0.3}
    integrate -method verlet -dt 1e-2
    run until 0.01
}
set model [dict get [trundle::scenario::read small.tcl 60] model]
set rows "time,particle,x,y,z,vx,vy,vz,wx,wy,wz
0,a,0.5,0,0.09,0,0,0,0,0,0\n0,b,0.5,0.28,0.3,0,0,0,0,0,0
0.01,a,0.5,0,0.09,0,0,0,0,0,0\n0.01,b,0.5,0.2,0.3,0,0,0,0,0,0"
proc answered {text} {
    testing::write code "#!/bin/sh
case \$1 in
can) echo {} ;;
run) grep -q '\"forces\": *true' \$2 || exit 1
cat <<'E'
$text
E
esac"
    file attributes code -permissions 0755
    set engine [trundle::foreign::engine [file normalize code] $::model 0.01 1 {} 1]
    set trundle::foreign::runs {}
    try {
        $engine advance 0.01
        return [$engine contacts]
    } on error {message} {
        return [regsub { \(its files.*} $message ""]
    } finally {
        $engine destroy
    }
}
# By hand: b is 0.29 from a, along (0, 20, 21)/29, and both radii are 0.3; the floor is 0.09 below a.
set n [list 0 [expr {20/29.0}] [expr {21/29.0}]]
foreach {name text} [list \
    "a table" "$rows\ntime,i,j,normal,tx,ty,tz,x,y,z\n0.01,b,a,7,-3,0,0,,,\n0.01,a,floor,5,0,2,0,0.5,0,0\n0,a,b,9,9,9,9,,," \
    "numbers" "$rows\ntime, i, j, fx, fy, fz, x, y, z
0.01,0,1,3,[expr {-7*20/29.0}],[expr {-7*21/29.0}],,,\n0.01,0,-2,0,2,5,0.5,0,0" \
    "JSON" {[{"time": 0, "particle": "a", "position": [0.5,0,0.09], "velocity": [0,0,0], "spin": [0,0,0]},
        {"time": 0, "particle": "b", "position": [0.5,0.28,0.3], "velocity": [0,0,0], "spin": [0,0,0]},
        {"time": 0.01, "particle": "a", "position": [0.5,0,0.09], "velocity": [0,0,0], "spin": [0,0,0],
         "contacts": [{"with": "floor", "normal": 5, "friction": [0,2,0], "point": [0.5,0,0]}]},
        {"time": 0.01, "particle": "b", "position": [0.5,0.2,0.3], "velocity": [0,0,0], "spin": [0,0,0],
         "contacts": [{"with": 0, "normal": 7, "friction": [-3,0,0]}]}]}] {
    set told [answered $text]
    if {![tap::ok [expr {![catch {lmap c $told {dict get $c n}} all] && [llength $all] == 2}] "$name: two contacts"]} {
        tap::note $told
        continue
    }
    lassign $told pair floor
    tap::is [list [dict get $pair i] [dict get $pair j] [dict get $floor i] [dict get $floor j]] {0 1 0 {plane 1}} "$name: bodies"
    tap::near [concat [dict get $pair n] [dict get $pair overlap] [dict get $pair normal] [dict get $pair friction]] \
        [concat $n 0.01 7 3 0 0] 1e-14 "$name: of the pair, seen from its first body"
    tap::near [concat [dict get $floor n] [dict get $floor overlap] [dict get $floor force] [dict get $floor point]] \
        {0 0 -1 0.01 0 2 5 0.5 0 0} 1e-14 "$name: of the floor"
    tap::is [concat [dict get $pair point] [dict get $pair slip] [dict get $floor torque] [dict get $floor slipping]] \
        [lrepeat 10 NaN] "$name: the rest is no number"
}
# A couple, told on b: on a it is the opposite one, and beside the friction at the point it is in the torque.
lassign [answered "$rows\ntime,i,j,normal,tx,ty,tz,x,y,z,mx,my,mz
0.01,b,a,7,-3,0,0,0.5,0.07,0.15,0.2,0.4,-0.5\n0.01,a,floor,5,0,2,0,0.5,0,0,0.1,-0.2,0.3"] pair floor
tap::near [concat [dict get $pair rolling] [dict get $pair twisting] [dict get $pair torque]] \
    [list -0.2 -0.4 0.5 [expr {2.5/29}] [expr {(-7*0.07*21 + 7*0.06*20)/29 - 0.2}] [expr {3*0.06 - 0.4}] [expr {-3*0.07 + 0.5}]] \
    1e-14 "a couple of the pair, seen from its first body"
tap::near [concat [dict get $floor rolling] [dict get $floor twisting] [dict get $floor torque]] \
    {0.1 -0.2 0.3 -0.3 0.28 -0.2 0.3} 1e-14 "a couple of the floor"
set row {{"time": 0, "particle": "a", "position": [0,0,0], "velocity": [0,0,0], "spin": [0,0,0], "contacts": [@]}}
foreach {text pattern} [list \
    $rows                                           "code does not tell its contacts" \
    "$rows\ntime,i,j,push\n"                        {line 6: the head of the contacts has "push", expected one of time,*} \
    "$rows\ntime,i,j,normal\n0,c,a,1"               {line 7: i is "c", expected a particle} \
    "$rows\ntime,i,j,normal\n0,floor,a,1"           {line 7: i is "floor", expected a particle} \
    "$rows\ntime,i,j,normal\n0,a,a,1"               {line 7: j is "a", expected another particle or a wall} \
    "$rows\ntime,i,j,normal\n0,a,-3,1"              {line 7: j is "-3", expected another particle or a wall} \
    "$rows\ntime,i,j,tx,ty,tz\n0,a,b,1,x,0"         {line 7: ty is "x", expected a number} \
    "$rows\ntime,i,j,tx,ty,tz\nsoon,a,b,1,0,0"      {line 7: time is "soon", expected a number} \
    "$rows\ntime,i,j,normal\n0,a,b,1\n0,a"           {line 8: j is "", expected another particle or a wall} \
    "\[[string map {@ {{"normal": 3}}} $row]\]"     {row 1: a contact has no "with", expected the name or the number*} \
    "\[[string map {@ {{"with": "b", "nrmal": 3}}} $row]\]"   {row 1: contacts has "nrmal"*did you mean normal?} \
    "\[[string map {@ {{"with": "b", "n": [0, 1]}}} $row]\]"  {row 1: n of a contact is "0 1", expected three numbers}] {
    set told [answered $text]
    if {![tap::ok [string match "*$pattern" $told] "refused: $pattern"]} {
        tap::note $told
    }
}
testing::end

# Particles that enter and leave while a scenario runs: inlets and outlets.
package require trundle::testing
package require trundle::flux
package require trundle
namespace import testing::*
testing::start

proc lines {file} {
    return [rows $file]
}

# --- free fall: everything is known -----------------------------------------------
# Without gravity particles fly from a box through a plane at x = 0.5 and are taken away
# at the next look. Number k enters at 0.013 + k/40 at a place in the box, with 2.5 m/s.
scenario fly.tcl {
    material m -young 1e7 -poisson 0.3 -density 1200
    inlet gun -box {0.1 0.2 0.3 0.19 0.26 0.3} -rate 40 -radius {0.01 0.025} -material m \
        -velocity {2.5 0 0} -spin {0 3 0} -start 0.013 -until 0.4 -seed 5
    outlet far -point {0.5 7 7} -normal {2 0 0} -every 0.02
    integrate -method verlet -dt 1e-4
    run until 0.6 record 0.01
}
set said [works "a scenario that starts without a sphere" run fly.tcl -out fly -v]
tap::ok [string match "*\ngun: 16 spheres entered\nfar: 16 spheres left\n*" $said] "how many came and went"
set entered {}
foreach event [lines fly/events.csv] {
    lassign $event time kind particle place
    lappend ${kind}($place) [list $time $particle]
}
for {set k 0} {$k < 16} {incr k} {
    lappend times [expr {0.013 + $k/40.0}]
    lappend names gun-[expr {$k + 1}]
}
tap::is [lmap one $enter(gun) {lindex $one 1}] $names "newcomers are called after their inlet"
tap::near [lmap one $enter(gun) {lindex $one 0}] $times 1e-12 "they enter at their times"
foreach row [lines fly/trajectory.csv] {
    lassign $row t name x y z vx vy vz wx wy wz
    lappend way($name) [list $t $x $y $z]
    lappend motion $vx $vy $vz $wx $wy $wz
}
tap::is [lsort -unique $motion] {0.0 2.5 3.0} "velocity and spin"
# Each is seen from its entrance on, and not after the first look behind the plane.
set wrong {}
set starts {}
foreach name $names time $times {
    set first [lindex $way($name) 0]
    set x0 [expr {[lindex $first 1] - 2.5*([lindex $first 0] - $time)}]
    lappend starts $name [list $x0 {*}[lrange $first 2 3]]
    foreach one $way($name) {
        if {abs([lindex $one 1] - $x0 - 2.5*([lindex $one 0] - $time)) > 1e-12} {
            lappend wrong $name
        }
    }
    set passes [expr {$time + (0.5 - $x0)/2.5}]
    set look [expr {0.02*ceil($passes/0.02)}]
    set left [lindex [lsearch -inline -index 1 $leave(far) $name] 0]
    if {abs($left - $look) > 1e-9 || [lindex $way($name) end 0] >= $look - 1e-9
            || [lindex $first 0] < $time - 1e-9 || [lindex $first 0] > $time + 0.01} {
        lappend wrong "$name: $left $look"
    }
}
tap::is $wrong {} "they fly straight on, and leave at the next look"
set radius [lmap row [lines [works "" convert fly -to csv -out fly.csv; string cat fly.csv]] {lrange $row 1 2}]
array set size [concat {*}$radius]
set outside [lmap k [lsort -integer [array names size]] {name place} $starts {
    lassign $place x y z
    set r $size($k)
    expr {$r >= 0.01 && $r <= 0.025 && $x >= 0.1 + $r - 1e-12 && $x <= 0.19 - $r + 1e-12
          && $y >= 0.2 + $r - 1e-12 && $y <= 0.26 - $r + 1e-12 && $z == 0.3 ? [continue] : $name}
}]
tap::is $outside {} "they enter wholly inside the box, in a plane when it is flat"
tap::ok [expr {[llength [lsort -unique [lmap k [array names size] {set size($k)}]]] == 16}] "sizes are drawn"
set mean [expr {[tcl::mathop::+ {*}[lmap k [array names size] {set size($k)}]]/16}]
# The standard error of the mean of 16 numbers evenly spread over 0.015 is 0.0011.
tap::near $mean 0.0175 0.0033 "around their middle"

# --- random numbers -----------------------------------------------------------------
# 4000 in twenty boxes: chi squared has 19 degrees of freedom, and passes 43.8 with a
# chance of 0.001; neighbours are not alike: 4000 products of deviations have a mean of
# 0 and a spread of 1/12/sqrt(4000) = 0.0013.
set sum 0.0
set last 0.5
for {set k 0} {$k < 4000} {incr k} {
    set u [trundle::flux::random 11 $k]
    incr box([expr {int(20*$u)}])
    set sum [expr {$sum + ($u - 0.5)*($last - 0.5)}]
    set last $u
}
set chi [tcl::mathop::+ {*}[lmap k [array names box] {expr {($box($k) - 200)**2/200.0}}]]
tap::ok [expr {[array size box] == 20 && $chi < 43.8}] "random numbers are spread evenly: $chi"
tap::ok [expr {abs($sum/4000) < 0.0044}] "and do not depend on the one before: [expr {$sum/4000}]"
# splitmix64 with seed 1234567, as published beside its code.
tap::is [trundle::flux::mix 0] [expr {0xe220a8397b1dcdaf}] "the first number of splitmix64 from 0"

# Places of an inlet, three numbers each, and sizes are streams of their own, and so are those of inlets whose seeds
# are neighbours.
proc anywhere {args} { return 1 }
set streams {}
foreach seed {4 5 6} {
    lappend streams [lmap k {0 1 2} {format %.6f [trundle::flux::radius-of [dict create radius {0 1} seed $seed] $k]}]
    set seen {drawn 0}
    lappend streams [lmap x [trundle::flux::place-for anywhere [dict create box {0 0 0 1 1 1} seed $seed] seen 0 1 {}] {format %.6f $x}]
}
tap::is [llength [lsort -unique $streams]] 6 "sizes and places of neighbouring seeds are six streams"

# A sphere of 0.3 beside one of 0.2 m: free where the centres are 0.5 m apart, along each axis.
foreach axis {{1 0 0} {0 -1 0} {0 0 1} {0 0 -1}} {
    tap::is [lmap far {0.499 0.501} {
        trundle::flux::free [lmap x {3 -2 1} d $axis {expr {$x + $far*$d}}] 0.3 0.6 \
            [dict create [trundle::flux::cell-of {3 -2 1} 0.6] {{3 -2 1 0.2}}]
    }] {0 1} "what is free, along $axis"
}

# --- a crowd --------------------------------------------------------------------------
# Particles that do not move block the inlet: nine of 15 mm in a square of 100 mm are many,
# twenty impossible.
scenario crowd.tcl {
    material m -young 1e7 -poisson 0.3 -density 1200
    inlet pile -box {0 0 0 0.1 0.1 0} -rate 1000 -radius 0.015 -material m -count 20
    integrate -method verlet -dt 1e-4
    run until 0.05 record 0.05
}
set said [works "a crowded inlet" run crowd.tcl -out crowd]
regexp {pile: (\d+) spheres entered, (\d+) found no room} $said - came waits
tap::ok [expr {$came + $waits == 20 && $came >= 4 && $came < 12}] "some find no room: $came, $waits"
tap::is [lsearch -all -index 1 [lines crowd/events.csv] touch] {} "and nobody is put into another"

# --- a flow ----------------------------------------------------------------------------
# Unequal particles fall on a slope with memory in its contacts, and leave it by two ways.
# Energies add up; the bits depend neither on threads nor on an interruption.
proc flow {name dt} {
    scenario $name "
        gravity {0 0.5 -9.81}
        material m -young 3e6 -poisson 0.27 -density 1700
        contact m m -mu 0.4 -restitution 0.5 -mu_r 0.07 -eta_r 0.2
        plane slope -point {0 0 0} -normal {0.3 0 1} -material m
        sphere first -radius 0.011 -material m -position {0 0 0.2}
        inlet left -box {-0.05 -0.05 0.1 0.05 0.05 0.16} -rate 150 -every 0.02 -radius {0.007 0.012} -material m \
            -velocity {0.1 0 -0.5}
        inlet right -box {-0.05 -0.2 0.05 0 -0.15 0.1} -rate 40 -radius 0.009 -material m -seed 3
        outlet down -point {0.2 0 0} -normal {1 0 -0.2} -every 0.004
        outlet hole -box {-1 0.08 -1 1 0.4 1}
        laws -sliding mindlin -rolling epsd
        integrate -method verlet -dt $dt
        run until 0.6 record 0.3"
}
flow flow.tcl 2e-5
flow coarse.tcl 5e-5
set said [works "a flow" run flow.tcl -out flow -threads 1]
works "with two threads" run flow.tcl -out two -threads 2
foreach file {trajectory.h5 trajectory.csv events.csv energy.csv} {
    tap::ok [expr {[bytes flow/$file] eq [bytes two/$file]}] "two threads: the same $file"
}
# The accounts are of first order in the step, where contacts begin, slip and end; what
# is booked wrongly at an entrance or exit would not know the step.
works "with a coarser step" run coarse.tcl -out coarse
proc missing {folder} {
    set lines [lmap line [split [string trim [contents $folder/energy.csv]] \n] {split $line ,}]
    set change [expr {[lindex $lines end end] - [lindex $lines 1 end]}]
    return [expr {$change/[lindex $lines end [lsearch [lindex $lines 0] entered]]}]
}
tap::ok [expr {abs([missing flow]) < 0.01}] "what they bring and take is booked: [missing flow] of it is missing"
tap::near [expr {[missing flow]/[missing coarse]}] 0.4 0.1 "two fifths of the step, two fifths of that"
# A run that is killed between two records, while particles come and go, and goes on. Marks
# are some 8500 steps apart here, records 15000.
set killed 0
for {set try 0} {$try < 20 && !$killed} {incr try} {
    file delete -force cut.part
    set channel [open [list | [info nameofexecutable] $::testing::folder/bin/trundle run flow.tcl -out cut -checkpoint 0 2>@1] r]
    set time 0
    while {$time < 0.31 && ![file exists cut]} {
        after 5
        catch {set time [dict get [trundle::checkpoint look cut.part/checkpoint.h5] time]}
    }
    exec sh -c "kill -9 [pid $channel]"
    catch {close $channel}
    set killed [expr {[file exists cut.part/checkpoint.h5] && ![file exists cut]}]
}
tap::ok $killed "killed after $time s"
works "it goes on" run flow.tcl -out cut -resume -threads 3
foreach file {trajectory.h5 trajectory.csv events.csv energy.csv} {
    tap::ok [expr {[bytes flow/$file] eq [bytes cut/$file]}] "the same $file"
}
array unset count
foreach event [lines flow/events.csv] {
    incr count([lindex $event 1])
}
tap::ok [expr {$count(leave) > 20 && $count(enter) - $count(leave) > 20}] "$count(enter) entered, $count(leave) left"
set order [lmap event [lines flow/events.csv] {lindex $event 0}]
tap::is $order [lsort -real $order] "events stand in the order of their times"

# --- a rush ------------------------------------------------------------------------
# Those who are owed at one turn find places that are free of each other, below zero too; and they take a time that
# goes with their number, not with their pairs.
scenario owed.tcl {
    material m -young 1e7 -poisson 0.3 -density 1200
    inlet gate -box {-0.2 -0.2 0.1 0.2 0.2 0.1} -rate 1e6 -every 0.001 -radius 0.01 -count 200 -material m
    integrate -method verlet -dt 1e-5
    run until 0.001 record 0.001
}
works "newcomers of one turn" run owed.tcl -out owed
set places [lmap row [lines owed/trajectory.csv] {
    if {[lindex $row 0] == 0} {
        continue
    }
    lrange $row 2 3
}]
set closest 1
for {set i 0} {$i < [llength $places]} {incr i} {
    foreach other [lrange $places 0 $i-1] {
        set closest [expr {min($closest, hypot([lindex $places $i 0] - [lindex $other 0], [lindex $places $i 1] - [lindex $other 1]))}]
    }
}
tap::ok [expr {[llength $places] >= 150 && $closest >= 0.02}] "[llength $places] places, the closest two $closest m apart"
scenario rush.tcl {
    material m -young 1e7 -poisson 0.3 -density 1200
    inlet gate -box {-1 -1 1 1 1 2} -rate 1e7 -every 0.003 -radius {0.005 0.01} -count 20000 -material m
    integrate -method verlet -dt 1e-5
    run until 0.0031 record 0.0031
}
set testing::patience 60
works "a rush of 20000 newcomers is no matter of minutes" run rush.tcl -out rush
set testing::patience ""

# --- bad input ---------------------------------------------------------------------------
foreach {name text pattern} {
    "no rate"        {inlet i -box {0 0 0 1 1 1} -radius 0.1 -material m} {*inlet i: -rate is missing}
    "a narrow box"   {inlet i -box {0 0 0 1 0.1 1} -radius {0.1 0.2} -rate 3 -material m} {*inlet i: -box has a side of 0.1 m*0.4 m*}
    "no material"    {inlet i -box {0 0 0 1 1 1} -radius 0.1 -rate 3 -material mud} {*inlet i: there is no material "mud"*}
    "a name twice"   {inlet a -box {0 0 0 1 1 1} -radius 0.1 -rate 3 -material m} {*inlet a: this name is already taken}
    "no region"      {outlet o}                                {*outlet o: expected either -box, or -point and -normal}
    "half a plane"   {outlet o -point {0 0 0}}                 {*outlet o: expected either -box, or -point and -normal}
    "two regions"    {outlet o -point {0 0 0} -normal {1 0 0} -box {0 0 0 1 1 1}} {*outlet o: expected either*}
} {
    scenario bad.tcl "material m -young 1e7 -poisson 0.3 -density 1700
        sphere a -radius 0.1 -material m\n$text\nrun until 1e-5"
    testing::refused "trundle: bad.tcl*$pattern" {run bad.tcl -out new} $name
}
scenario deck.tcl "material m -young 1e7 -poisson 0.3 -density 1700
    sphere a -radius 0.1 -material m\noutlet o -point {0 0 -1} -normal {0 0 -1}\nrun until 1e-5"
testing::refused "*outlets*" {export deck.tcl -to lammps -out new} "a deck for another code"
tap::ok [string match "*inlet NAME*-rate*1/s*outlet NAME*-normal*" [dict get [trundle run -language] out]] \
    "the list of words has them"
testing::end

# What `trundle bench` measures on, beds, tiles, buckets, spheres that stick, and what it makes of results; nothing is measured.
package require trundle::testing
namespace import testing::*
testing::start
package require json
proc near {got want tolerance name} {
    tap::near $got $want $tolerance $name
}

# The least distance of two of these places.
proc closest {rows} {
    set least Inf
    foreach a $rows {
        foreach b [lrange $rows [incr k] end] {
            set least [expr {min($least, [trundle::value::distance [lrange $a 0 2] [lrange $b 0 2]])}]
        }
    }
    return $least
}
proc table {file names} {
    set ::rows {}
    trundle::export::each-row $file $names {apply {{args} {
        lappend ::rows $args
        return
    }}}
    return $::rows
}

namespace eval trundle {variable version test}
package require trundle
package require trundle::bench

near [trundle::bench::side 3100] 2.818 0 "side of the bed of 3100"
near [lmap n {1 2 100} {trundle::bench::side $n}] {0.3 0.3 0.897} 1e-12 "of one particle, two, a hundred"
# In a tub of triangles in place of walls: as wide and deep, twice as high as it is wide.
foreach {n corner} {100 {0.897 0.897 1.794} 200000 {17.944 8.972 35.888}} {
    set model [trundle::bench::in-triangles [trundle::bench::bed $n {}]]
    set corners [concat {*}[dict get [lindex [dict get $model meshes] 0] triangles]]
    tap::is [dict get $model planes] {} "no walls"
    near [lmap k {0 1 2} {tcl::mathfunc::max {*}[lmap c $corners {lindex $c $k}]}] $corner 2e-3 "a tub for $n"
}
# The two buckets for 3100 particles, by their lengths: the floor of the upper one rises by 0.1 from its lip at 2.6 m.
foreach mesh [dict get [trundle::bench::buckets 3100 {}] meshes] low {{0 0 2.6} {5.5 -0.05 0}} high {{6 2.1 4.96} {11.8 2.15 2}} {
    set corners [concat {*}[dict get $mesh triangles]]
    near [concat {*}[lmap side {min max} {
        lmap k {0 1 2} {tcl::mathfunc::$side {*}[lmap c $corners {lindex $c $k}]}
    }]] [concat $low $high] 1e-12 "the bucket [dict get $mesh name]"
}
# The heap in it: columns as near as they may be (1.0225 diameters), above the floor, none of the particles twice.
foreach n {3100 700 1} {
    set size [trundle::bench::lengths $n]
    set places {}
    foreach group [trundle::bench::heap $n 3] {
        lassign [dict get $group count] - rows layers
        lassign [dict get $group spacing] - dy dz
        lassign [dict get $group origin] x y z
        for {set j 0} {$j < $rows} {incr j} {
            for {set k 0} {$k < $layers} {incr k} {
                lappend places [list $x [expr {$y + $j*$dy}] [expr {$z + $k*$dz}]]
            }
        }
    }
    tap::is [llength [lsort -unique $places]] $n "a heap of $n has as many places"
    set floor [dict get $size lip]
    set above [tcl::mathfunc::min {*}[lmap p $places {
        lassign $p x y z
        expr {($z - $floor - 0.1*([dict get $size length] - $x))/sqrt(1.01)}
    }]]
    near $above [expr {0.102 + 1e-4/sqrt(1.01)}] 1e-9 "its lowest particles are above the floor by their jitter and a tenth of a millimetre"
    if {$n == 1} continue
    foreach axis {0 1} extent {length width} {
        set values [lsort -real -unique [lmap p $places {lindex $p $axis}]]
        set room [expr {[dict get $size $extent] - 0.204}]
        set many [llength $values]
        tap::ok [expr {$room/($many - 1) >= 0.2045 && $room/$many < 0.2045}] \
            "as many as fit along its $extent: $many"
    }
}

# Two free spheres pull each other with at most their weight: a bond over all overlaps, attraction from afar where they
# just touch.  In a step of 1 ns the force is the mass times the velocity, but for 1 ns times the rate of dampers, some
# hundred 1/s; between two of the overlaps lies 1/400 of the place of the largest pull, where the parabola has lost 1e-5.
proc pull {changes overlap} {
    set model [trundle::bench::changed [trundle::bench::bed 1 [trundle::bench::verlet 1e-9 0.01]] $changes]
    dict set model planes {}
    dict set model gravity {0 0 0}
    dict set model particles [lmap x [list 0 [expr {0.2 - $overlap}]] {
        dict create position [list $x 0 0] radius 0.1 material particle
    }]
    set engine [trundle::engine $model]
    $engine step 1
    set first [lindex [$engine state] 0]
    $engine destroy
    return [expr {[lindex [dict get $first velocity] 0]*1e9*4/3.0*acos(-1)*0.1**3*2500}]
}
set weight [expr {4/3.0*acos(-1)*0.1**3*2500*9.81}]
set pulls {}
for {set k 1} {$k < 1000} {incr k} {
    lappend pulls [pull [trundle::bench::bonded] [expr {$k*1.3e-6}]]
}
near [expr {[tcl::mathfunc::max {*}$pulls]/$weight}] 1 1.1e-5 "a bond holds the weight"
foreach {overlap share tolerance} {-1e-12 1 1e-6 -0.078 0 1e-12 -0.0777 0 1e-3} {
    near [expr {[pull [trundle::bench::cohesive] $overlap]/$weight}] $share $tolerance "the pull at a gap of [expr {-$overlap}] m"
}
set sticky [trundle::bench::subject 40 {case dense dt 1e-5 skin 0.01} {contact {k_nb 3} options {bond yes}}]
tap::is [list [dict get $sticky contacts {particle particle} k_nb] [dict get $sticky options bond]] {3 yes} "changes reach the model"
tap::is [list [trundle::bench::knows options increment rate] [trundle::bench::knows options increment wrong] \
    [trundle::bench::knows options nothing] [trundle::bench::knows scheme accounts]] {1 0 0 1} "what the engine knows"
# The largest distances of two tables of one state, in place, velocity and spin.
testing::write ours.csv "x,y,z,vx,vy,vz,wx,wy,wz\n1,2,3,4,5,6,7,8,9\n1,1,1,1,1,1,1,1,1"
testing::write theirs.dump "ITEM: TIMESTEP\n200\nITEM: ATOMS id x y z vx vy vz wx wy wz
1 1.5 2 3 4 5.25 6 7 8 8.875\n2 1 1 0.75 1 1 0.875 0 1 1"
tap::is [trundle::bench::differences ours.csv theirs.dump] {check_steps 200 dx 0.5 dv 0.25 dw 1} \
    "ours and theirs, particle by particle"
tap::is [lmap sorted {{1 2 4} {1 2 4 9}} {trundle::bench::median $sorted}] {2.0 3.0} "medians"
foreach {n seed} {40 3 61 5 27 9} {
    trundle::bench::lattice-file $n $seed lattice.csv
    set rows [table lattice.csv {x y z}]
    tap::is [llength $rows] $n "a lattice of $n particles has as many"
    tap::ok [expr {[closest $rows] > 0.2}] "none of its particles touch"
    # Rows and columns have one distance, from wall to wall, and each particle is at most 0.006 off.
    set across [expr {[trundle::bench::side $n] - 0.212}]
    set step [expr {$across/int($across/0.2145)}]
    tap::ok [expr {[tcl::mathfunc::max {*}[concat {*}[lmap row $rows {
        lmap x [lrange $row 0 1] {expr {abs($x - 0.106 - $step*round(($x - 0.106)/$step))}}
    }]]] <= 0.006 + 1e-12}] "each stands at its place of a square lattice"
}
# In a bed that is too narrow for two the particles stand in a column.
foreach n {1 2 7 10} {
    trundle::bench::lattice-file $n 3 lattice.csv
    set rows [table lattice.csv {x y z}]
    tap::ok [expr {[llength $rows] == $n && [closest $rows] > 0.2}] "none of $n touch"
}

set trundle::bench::tile 40
tap::is [lmap n {1 40 80 160 240} {trundle::bench::tiles $n}] \
    {{1 1} {1 1} {2 1} {2 2} {3 2}} "tiles along and across"
# Six tiles of a bed: as many particles, none nearer to another than two of one tile
# or a particle and its own image in a wall; all inside; motions as a mirror turns them.
trundle::bench::lattice-file 40 3 still.csv
expr {srand(271)}
testing::write bed.csv [join [lmap line [split [string trim [contents still.csv]] \n] {
    regsub {,0,0,0,0,0,0,} $line ,[join [lmap k {1 2 3 4 5 6} {expr {rand() - 0.5}}] ,],
}] \n]
trundle::bench::lay-tiles bed.csv tiles.csv 240
set names {x y z vx vy vz wx wy wz}
set one [table bed.csv $names]
set all [table tiles.csv $names]
tap::is [llength $all] 240 "six tiles have six times the particles"
set side [trundle::bench::side 40]
set image [expr {2*[tcl::mathfunc::min {*}[concat {*}[lmap row $one {
    lassign $row x y
    list $x [expr {$side - $x}] $y [expr {$side - $y}]
}]]]}]
tap::ok [expr {[closest $all] > min([closest $one], $image) - 1e-12}] "no seam is tighter than a wall"
tap::ok [expr {[tcl::mathfunc::max {*}[lmap row $all {lindex $row 0}]] < 3*$side
    && [tcl::mathfunc::max {*}[lmap row $all {lindex $row 1}]] < 2*$side
    && [tcl::mathfunc::min {*}[lmap row $all {lindex $row 0}]] > 0}] "all inside"
# The image of a particle whose surface moves: v + w x r at a point r of the surface
# is mirrored like any velocity.  r and its image are {3 5 7} and {-3 5 7}.
proc surface {row r} {
    lassign $row - - - vx vy vz wx wy wz
    lassign $r x y z
    list [expr {$vx + $wy*$z - $wz*$y}] [expr {$vy + $wz*$x - $wx*$z}] [expr {$vz + $wx*$y - $wy*$x}]
}
set first [lindex $one 7]
foreach {tile r factors what} {0 {3 5 7} {1 1 1} "the first tile" 2 {-3 5 7} {-1 1 1} "mirrored in x"
    1 {3 -5 7} {1 -1 1} "mirrored in y" 3 {-3 -5 7} {-1 -1 1} "mirrored in both"} {
    set image [lindex $all [expr {7*6 + $tile}]]
    near [surface $image $r] [lmap v [surface $first {3 5 7}] f $factors {expr {$v*$f}}] \
        [expr {1e-13*(1 + [trundle::value::distance [surface $first {3 5 7}] {0 0 0}])}] "$what: velocity of a point"
}

# Particles that are let go stand in the upper bucket, in layers along its floor.
foreach n {61 700} {
    set model [trundle::bench::buckets $n {}]
    set triangles [lmap mesh [dict get $model meshes] {llength [dict get $mesh triangles]}]
    tap::is $triangles {8 10} "a bucket without front and lid, one without lid"
    dict set model groups [trundle::bench::heap $n 3]
    dict set model scheme {method verlet dt 1e-5}
    set engine [trundle::engine $model]
    set places [lmap particle [$engine state] {dict get $particle position}]
    $engine destroy
    tap::is [llength $places] $n "$n particles"
    tap::ok [expr {[closest $places] > 0.2}] "none of them touch"
    set size [trundle::bench::lengths $n]
    set outside 0
    foreach place $places {
        lassign $place x y z
        dict with size {
            # The distance from a floor that falls by the slope.
            set above [expr {($z - $lip - $slope*($length - $x))/hypot(1, $slope)}]
            incr outside [expr {$above < 0.1 || $x < 0.1 || $x > $length - 0.1 || $y < 0.1 || $y > $width - 0.1}]
        }
    }
    tap::is $outside 0 "all of them in the bucket or above it"
}

# Median of even and odd numbers, rates, the ratio of a row.
tap::is [list [trundle::bench::median {1.0 2.0 4.0}] [trundle::bench::median {1.0 2.0 4.0 9.0}]] \
    {2.0 3.0} "medians"
set runs {}
dict set runs trundle {{seconds 2.0 steps 10 load 0.5} {seconds 1.0 steps 10 load 0.25}
    {seconds 4.0 steps 10 load 0}}
dict set runs yade {{seconds 20.0 steps 2 load 0.5 bytes 7000} {seconds 5.0 steps 2 load 0.5 bytes 7000}}
set row [lindex [trundle::bench::rows dense 100 2 {{trundle trundle {}} {yade other yade}} $runs] 0]
near [list [dict get $row best] [dict get $row median] [dict get $row ratio] \
    [dict get $row ratio_median] [dict get $row against_bytes] [dict get $row load]] \
    {1000.0 500.0 25.0 20.0 70.0 0.5} 1e-9 "a row: steps and seconds of each code are its own"

# --- how it is measured --------------------------------------------------------------

# Durations by hand: a bed of 3100 is 2.818 m high; of eight times as many, particles that flow take the root of two as long.
near [lmap phase [dict get [trundle::bench::start-of dense 3100 1] phases] {lindex $phase 0}] {1.2818 0.9409} 1e-12 "how long a bed settles"
near [lmap phase [dict get [trundle::bench::start-of dense 3100 1 {contact {k_nb 1}}] phases] {lindex $phase 0}] 0.9409 1e-12 \
    "with other laws once more"
near [lmap n {3100 24800} {lindex [dict get [trundle::bench::start-of discharge $n 1] phases] 0 0}] [list 1 [expr {sqrt(2)}]] 1e-12 \
    "how long particles flow before"
tap::is [lmap n {40 200000 2000000} {dict get [trundle::bench::conditions dense $n ""] warm}] {200 100 20} "the steps before"
tap::is [lmap {n steps} {40 "" 2000000 "" 40 7} {dict get [trundle::bench::conditions dense $n $steps] steps}] {375000 15 7} "and those that are measured"
proc caches {args} {
    set kept [array get ::env]
    array unset ::env XDG_CACHE_HOME
    array unset ::env HOME
    array set ::env $args
    try {
        return [trundle::bench::cache]
    } finally {
        array set ::env $kept
    }
}
tap::is [list [caches XDG_CACHE_HOME /a HOME /b] [caches XDG_CACHE_HOME "" HOME /b] [caches HOME /b]] \
    {/a/trundle /b/.cache/trundle /b/.cache/trundle} "where beds are kept"
tap::raises {caches} "bench: neither XDG_CACHE_HOME nor HOME *" "nowhere"
trundle::bench::lattice-file 27 1 few.csv
set ran [trundle::bench::run [dict create n 27 model [trundle::bench::bed 27 [trundle::bench::verlet 1e-4 0.01]] state few.csv threads 1 \
    warm 2 steps 5 clock wall write end.csv]]
tap::is [list [dict get $ran steps] [llength [table end.csv {x y z}]]] {5 27} "the steps before are not counted, the end is written"
proc fake {word} {
    return {{i 0 j 3} {i 0 j {plane 1}} {i 1 j 2} {i 2 j 3}}
}
tap::is [list [trundle::bench::contacts fake {particles 4}] [trundle::bench::contacts fake {particles 4 touching 7}]] {1.5 3.5} \
    "contacts of a particle, without walls"
tap::is [lmap {what path} {yade v3 {path v4} v3 {path v4} v4 {scheme {dt 1}} v3} {trundle::bench::other-path? $what [list path $path]}] {0 1 0 0} \
    "a path that the processor has not got"
testing::write said "  early [string repeat x 400]\n\n the  end\n\n"
set words [trundle::bench::last-words said]
tap::ok [expr {[string length $words] <= 301 && [string match "x*x the end" $words]}] "the end of what a program has said, on one line"
rename trundle::bench::run-other run-other
proc trundle::bench::run-other {engine folder plan} {
    return [list $folder [dict get $plan steps] [dict get $plan warm] [dict get $plan split]]
}
foreach {engine case steps warm want} {
    yade dense 100 20    {20 5 x}
    yade dense 12 20     {4 5 x}
    yade collapse 100 0  {100 0 x}
    lammps dense 100 20  {100 20 x}
    liggghts discharge 12 4  {12 4 y}
} {
    tap::is [trundle::bench::run-other-entry $engine 40 1 s [dict create case $case steps $steps warm $warm] {} f] [list f/$engine-40 {*}$want] \
        "a fifth of the steps for YADE, at least 4: $engine, $case, $steps"
}
rename trundle::bench::worker worker
proc trundle::bench::worker {path kind settings} {
    set ::asked [list $path $kind $settings]
    return {turn 0.5 update 0.25}
}
tap::is [lmap row [trundle::bench::measure-rotation {n {100 8000000} repeat 3 path v3}] {
    lmap key {n engine rates steps} {dict get $row $key}
}] {{100 turn 200.0 200000} {100 update 400.0 200000} {8000000 turn 16000000.0 3} {8000000 update 32000000.0 3}} "rates of rotations"
tap::is $asked {v3 rotation {8000000 3}} "what a worker is asked"
rename trundle::bench::worker {}
rename worker trundle::bench::worker
rename trundle::bench::run-other {}
rename run-other trundle::bench::run-other

# --- earlier results -------------------------------------------------------------

testing::write results.json {{"case":"dense","date":"2020-02-02","version":"1","processor":"P","cores":2,
"results":[{"case":"dense","n":3100,"threads":2,"engine":"trundle","against":"lammps","ratio":4.5,
"ratio_median":4.25,"cost":0.2222,"best":18e6,"median":17e6,"rates":[18e6],"steps":10,"contacts":4.875,
"lists":3,"bytes":512.0,"path":"v3","load":0.5,"against_best":4e6,"against_median":4e6,
"against_rates":[4e6],"against_steps":10,"against_contacts":4.8,"against_lists":2,"against_bytes":null,
"against_path":null,"against_load":0.25}]}}
proc squeeze {text} {
    return [regsub -all {\s+} $text " "]
}
set table [works "shown again" bench -from results.json]
foreach line {
    {3100  2        trundle  18.00     17.00                      4.88      3      512     0.50  v3}
    {3100  2        lammps   4.00      4.00    4.50   4.25        4.80      2              0.25}
} {
    if {![tap::ok [expr {[string first [squeeze $line] [squeeze $table]] >= 0}] $line]} {
        tap::note $table
    }
}
tap::is [string trim [works "in LaTeX" bench -from results.json -latex]] \
    {3100 & 2 & trundle & 18.0 & lammps & 4.0 & 4.50 & 4.25 \\} "its row"
set again [json::json2dict [works "and as JSON" bench -from results.json -json]]
tap::is [dict get [lindex [dict get $again results] 0] rates] 18000000.0 "nothing is lost"
if {[auto_execok gnuplot] eq ""} {
    tap::ok 1 "the figure # SKIP gnuplot is not installed"
} else {
    works "with a figure" bench -from results.json -out shown
    tap::is [lsort [glob -tails -directory shown *]] \
        {bench.dat bench.svg results.json table.tex table.txt} "a folder of results"
    tap::ok [expr {[string first LAMMPS [contents shown/bench.svg]] > 0}] "bars of both codes"
    tap::is [lrange [split [contents shown/bench.dat] \n] 0 1] \
        [list "label Trundle LAMMPS" "\"3100\u00d72\" 18 4"] "the columns of the figure"
}

testing::write choices.json {{"case":"choices","date":"2020-02-02","version":"1","processor":"P","cores":2,
"results":[{"case":"choices","n":40,"threads":1,"engine":"trundle","against":"slot by slot","ratio":2.5,
"ratio_median":2.5,"cost":0.4,"best":20e6,"median":20e6,"rates":[20e6],"steps":10,"against_best":8e6,
"against_median":8e6,"against_rates":[8e6],"against_steps":10},{"case":"search","n":40,"threads":1,
"engine":"grid","against":"every pair","ratio":100,"ratio_median":100,"cost":0.01,"best":4e6,"median":4e6,
"rates":[4e6],"steps":1,"against_best":4e4,"against_median":4e4,"against_rates":[4e4],"against_steps":1}]}}
tap::is [split [string trim [works "choices in LaTeX" bench -from choices.json -latex]] \n] \
    [list {as it is & 20.0 & 1.00 \\} {slot by slot & 8.0 & 2.50 \\} {\midrule} \
        {grid & 4.0 & 1.00 \\} {every pair & 0.0 & 100.00 \\}] "rates and gains"
if {[auto_execok gnuplot] ne ""} {
    works "a figure of choices" bench -from choices.json -out chosen
    tap::is [split [string trim [contents chosen/bench.dat]] \n] [list "choice 40" "\"slot by slot\" 0.4"] \
        "the speed in parts of that of the engine as it is"
    tap::ok [expr {[string first "slot by slot" [contents chosen/bench.svg]] > 0}] "a bar with its name"
}
testing::end

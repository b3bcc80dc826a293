# trundle bench: rates, ratios and medians; beds that are kept; tiles that fit;
# codes that are missing.  No speed is tested.
package require trundle::testing
namespace import testing::*
testing::start
set env(XDG_CACHE_HOME) $testing::folder/cache
package require json

proc near {got want tolerance name} {
    tap::near $got $want $tolerance $name
}

# --- a whole measurement, small ------------------------------------------------

set text [works "a small bed" bench dense -n 40 -steps 30 -repeat 3 -json]
set report [json::json2dict $text]
set row [lindex [dict get $report results] 0]
tap::is [llength [dict get $report results]] 1 "alone: one row"
tap::is [list [dict get $row engine] [dict get $row against] [dict get $row ratio] \
    [dict get $row n] [dict get $row threads] [dict get $row steps]] \
    {trundle null null 40 1 30} "what was measured"
set rates [lsort -real [dict get $row rates]]
tap::is [llength $rates] 3 "three rounds"
tap::is [list [dict get $row best] [dict get $row median]] \
    [list [lindex $rates 2] [lindex $rates 1]] "best and median"
tap::ok [expr {[dict get $row contacts] > 0.5 && [dict get $row contacts] < 9}] \
    "the particles of a bed touch"
tap::ok [expr {[dict get $row load] >= 0}] "the load of the machine"

set kept [glob $testing::folder/cache/trundle/*]
tap::is [llength $kept] 1 "one bed is kept, nothing else"
tap::ok [string match bed-40-1-*.csv [file tail [lindex $kept 0]]] \
    "its name tells size and seed"
set particles [lrange [split [string trim [contents [lindex $kept 0]]] \n] 2 end]
tap::is [llength $particles] 40 "it holds every particle"
set before [file mtime [lindex $kept 0]]
file mtime [lindex $kept 0] [expr {$before - 100}]
tap::is [dict get [trundle bench dense -n 40 -steps 30 -repeat 2] err] \
    "  0% 40 particles, 1 thread, round 1: trundle\n 50% 40 particles, 1 thread, round 2: trundle\n" "into a file it tells what it measures"
tap::is [file mtime [lindex $kept 0]] [expr {$before - 100}] "a kept bed is not settled again"
works "another seed" bench dense -n 40 -steps 30 -repeat 1 -seed 2
tap::is [llength [glob $testing::folder/cache/trundle/*]] 2 "another seed is another bed"

set implicit [json::json2dict [works "implicit" bench implicit -n 40 -steps 30 -repeat 1 -json]]
set row [lindex [dict get $implicit results] 0]
tap::is [list [dict get $row engine] [dict get $row against]] {trapezoid verlet} \
    "the trapezoidal rule beside Verlet's scheme"
near [expr {[dict get $row ratio]*[dict get $row against_best]/[dict get $row best]}] 1 1e-12 \
    "the ratio is that of the rates"
near [expr {[dict get $row ratio]*[dict get $row cost]}] 1 1e-12 "the cost is its inverse"
set rotation [json::json2dict [works "rotation" bench rotation -n 100 -repeat 1 -json]]
tap::is [lmap row [dict get $rotation results] {dict get $row engine}] \
    {increment_exact increment_printed quaternion_turn update} "four kinds of update"
tap::ok [string match "collapse*40 *trundle*" \
    [works "collapse" bench collapse -n 40 -steps 20 -repeat 1]] "a table"

tap::ok [string match "discharge*60 *trundle*" \
    [works "discharge" bench discharge -n 60 -steps 20 -repeat 1]] "particles that flow"
tap::is [llength [glob $testing::folder/cache/trundle/flow-60-1-*.csv]] 1 "their state is kept"

# What each addition costs is a row against the bed without it, and a number that can be: a frame costs as much as
# some steps, nothing costs ten times the steps, and none halves the work.  The bed is the usual one: with few
# spheres it is too flat to press bonds so far that they run away.
set names {orientations energies frames contacts bonds cohesion}
set extras [json::json2dict [works "extras" bench extras -n 3100 -steps 200 -repeat 3 -clock cpu -json]]
tap::is [lmap row [dict get $extras results] {dict get $row against}] $names "each extra is a row"
foreach row [dict get $extras results] {
    dict with row {
        tap::ok [expr {$engine eq "trundle" && $ratio > 0.5 && $ratio < 10 && $against_steps == 200
            && abs($ratio*$against_best/$best - 1) < 1e-12}] "extra: $against, [format %.2f $ratio] times the work"
    }
}
tap::is [llength [glob $testing::folder/cache/trundle/bed-3100-*]] 3 "three beds: plain, with bonds, cohesive"

# Every choice is a row against the engine as it is; the search has rows of its own.
set choices [json::json2dict [works "choices" bench choices -n 40,50 -steps 20 -repeat 1 -threads 1,2 \
    -path baseline -json]]
proc against {case n} {
    return [lmap row [dict get $::choices results] {
        if {[dict get $row case] ne $case || [dict get $row n] != $n} continue
        dict get $row against
    }]
}
foreach name {{slot by slot} {skin R/50} {skin R/10} {skin 2R/5} {no rolling} {material increments}
        orientations energies {walls of triangles} {2 threads}} {
    tap::ok [expr {$name in [against choices 40] && $name in [against choices 50]}] $name
}
tap::is [against search 50] {{grid of rows as they are} cubes {every pair}} "the search in four ways"
tap::is [against skins 40] {{falling, R/50} {falling, R/20} {falling, R/10} {falling, R/5} {falling, 2R/5}} \
    "skins where particles fall"
foreach row [dict get $choices results] {
    if {[dict get $row against] eq "slot by slot"} {
        tap::is [dict get $row against_path] plain "slot by slot it took the plain path"
    }
    if {[dict get $row against] eq "no rolling"} {
        tap::ok [expr {[dict get $row against_bytes] < [dict get $row bytes]}] \
            "without rolling a contact remembers less"
    }
}

set idle [json::json2dict [works "the work of the processor" bench dense -n 40 -steps 30 -repeat 1 -clock cpu -json]]
tap::is [dict get $idle clock] cpu "which clock was read"
testing::refused "*-clock is \"cpu\", expected wall with -against or several*" \
    {bench dense -n 40 -clock cpu -threads 1,2} "the work of several processors"
testing::refused "*-clock is \"cpu\", expected wall with -against or several*" \
    {bench dense -n 40 -clock cpu -against yade} "the work of another code"

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

# --- a code that is not installed -------------------------------------------------

proc alone {args} {
    set path $::env(PATH)
    file mkdir bin
    foreach name {env getconf} {
        catch {file link -symbolic bin/$name [lindex [auto_execok $name] 0]}
    }
    set ::env(PATH) [pwd]/bin
    try {
        return [trundle {*}$args]
    } finally {
        set ::env(PATH) $path
    }
}
set result [alone bench dense -n 40 -steps 20 -repeat 1 -against lammps,yade -check]
tap::is [dict get $result status] 0 "without other codes"
set flow [alone bench discharge -n 60 -steps 20 -repeat 1 -against lammps]
tap::ok [string match "*lammps is left out: `trundle export` has no walls of triangles*" [dict get $flow err]] \
    "no walls of triangles for LAMMPS"
foreach words {{lammps is left out: lmp is not installed} {yade is left out: yade is not installed}
    {no check: liggghts is not installed}} {
    tap::ok [expr {[string first $words [dict get $result err]] >= 0}] $words
}

# One that is installed but fails: its own words are shown.
testing::write bin/lmp "#!/bin/sh\necho 'ERROR: no licence'\nexit 1"
file attributes bin/lmp -permissions 0755
file link -symbolic bin/sh [lindex [auto_execok sh] 0]
set result [alone bench dense -n 40 -steps 20 -repeat 1 -against lammps]
tap::ok [expr {[dict get $result status] == 2
    && [string match "*lammps did not run to its end*no licence*" [dict get $result err]]
    && [regexp {40 +1 +trundle +[0-9.]+} [dict get $result out]]}] "a code that fails: its reason, and the rate of ours"

# --- refused ----------------------------------------------------------------------

testing::refused "*there is no case \"fast\", expected one of dense,*" {bench fast} "an unknown case"
testing::refused "*-n is \"3x\", expected a whole number, 1 or more*" {bench dense -n 3x} "no number"
testing::refused "*-against is \"gromacs\", expected one of*" {bench dense -against gromacs} "an unknown code"
testing::refused "*-n 150001 is more than 100000, expected then a multiple*" \
    {bench dense -n 150001} "a bed of broken tiles"
testing::refused "*-n is 200000, expected at most 100000*" {bench collapse -n 200000} "too large a lattice"
testing::refused "*-n is 200000, expected at most 100000*" {bench discharge -n 200000} "too large a flow"
testing::refused "*cannot be read*" {bench -from none.json} "no results"
testing::refused "*holds no results*" [list bench -from $testing::folder/bin/trundle] "something else"

# --- tiles, lattices, numbers, inside ------------------------------------------------

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
# A row that diverges is told, and so are all others.  The power 2 has no rest (erratum B-38), and with this constant the
# floor of the bed is pressed beyond the place where the bond wins.
rename trundle::bench::bonded bonded
proc trundle::bench::bonded {} {
    return {options {bond yes area hertz normal_end overlap} contact {k_nb 1e10 bond_power 2}}
}
package require trundle::command::bench
set ::trundle::program $testing::program
proc trundle::exit-status {code} {
    return [expr {[string match "TRUNDLE EDIVERGED*" $code] ? 3 : 2}]
}
proc trundle::one-line {text} {
    return $text
}
set settings [trundle::command::bench-settings [dict create n 3100 threads 1 against {} repeat 2 steps 200 path {} \
    clock cpu seed 1 check 0]]
set rows [trundle::bench::measure extras $settings list]
tap::is [lmap row $rows {expr {[dict get $row ratio] ne ""}}] {1 1 1 1 0 1} "the others are told"
set row [lindex $rows 4]
tap::is [list [dict get $row against] [dict get $row status] [dict get $row against_best]] {bonds 3 {}} "one has no speed"
tap::ok [string match "*overlap by*the motion diverges*" [dict get $row failed]] "but a reason: [dict get $row failed]"
set report [dict create case extras date 2020-02-02 processor P cores 2 clock cpu version 1 rows $rows]
set again [dict get [json::json2dict [trundle::command::bench-json $report]] results]
tap::is [dict get [lindex $again 4] failed] [dict get $row failed] "it is in the JSON"
tap::is [lmap line [split [trundle::command::bench-table $report] \n] {
    if {[lindex $line 0] ne "3100"} continue
    lindex $line 2
}] {trundle orientations energies frames contacts bonds cohesion} "and the row in the table"
tap::is [llength [split [trundle::command::bench-latex $report] \n]] 6 "in LaTeX it has a line without a rate"
tap::is [trundle::command::bench-failures $report] 3 "the exit status is that of a motion that diverges"
tap::ok [expr {![string match *bonds* [lindex [split [trundle::command::bench-columns $report] \n] 0]]}] "the figure has no bar of it"
rename trundle::bench::bonded {}
rename bonded trundle::bench::bonded

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

set trundle::bench::tile 40
tap::is [lmap n {1 40 80 160 240} {trundle::bench::tiles $n}] \
    {{1 1} {1 1} {2 1} {2 2} {3 2}} "tiles along and across"
# Six tiles of a bed: as many particles, none nearer to another than two of one tile
# or a particle and its own image in a wall; all inside; motions as a mirror turns them.
trundle::bench::lay-tiles [lindex $kept 0] tiles.csv 240
set names {x y z vx vy vz wx wy wz}
set one [table [lindex $kept 0] $names]
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
testing::end

# trundle convert: a run is written for other programs and read back.
package require trundle::testing
package require json
namespace import testing::*
testing::start

scenario two.tcl {
    gravity {0 0 -9.81}
    material m -young 1e7 -poisson 0.3 -density 1200
    contact m m -mu 0.3 -restitution 0.6
    plane floor -point {0 0 0} -normal {0 0 1} -material m
    sphere a -radius 0.02 -material m -position {0 0 0.05} -velocity {0.3 0.1 0} -spin {3 -4 5}
    sphere f -radius 0.03 -material m -position {0.06 0 0.031} -spin {0 0 7}
    integrate -method verlet -dt 1e-5
    run until 0.05 record 0.01
}
proc lines {file} {
    lrange [testing::table $file] 1 end
}
works "a run to convert" run two.tcl -out two

# The table holds the same numbers as the table that the run has written.
works "csv" convert two -to csv
set worst 0.0
foreach a [lines two.csv] b [lines two/trajectory.csv] {
    foreach x [lreplace [split $a ,] 1 3] y [lreplace [split $b ,] 1 1] {
        set worst [expr {max($worst, abs($x - $y))}]
    }
}
tap::ok [expr {[llength [lines two.csv]] == 12}] "two particles in six frames"
tap::ok [expr {$worst == 0}] "the same numbers, bit for bit"

# Who made it stands before the table, and beside a dump, which has no comments.
proc told {text} {
    set run [json::json2dict [contents two/run.json]]
    foreach fact [list [dict get $run written_by] "commit [dict get $run commit]" "hash of the last state [dict get $run hash]" \
            "1 threads" "path [dict get $run path]" "cite: [dict get $run cite]" sliding=elongation dt=1e-5] {
        if {[string first $fact $text] < 0} {
            return "no $fact"
        }
    }
    return all
}
tap::is [told [contents two.csv]] all "the table tells who made it, how, and how to cite it"
if {[auto_execok gnuplot] ne ""} {
    set rows [exec gnuplot -e "set datafile separator ','; stats 'two.csv' using (column('radius')) nooutput; print STATS_records, STATS_max" 2>@1]
    tap::is $rows "12 0.03" "gnuplot passes the comments over"
}
# The dump: its head and its lines.
works "dump" convert two -to dump -every 5
set dump [contents two.dump]
tap::is [told [contents two.dump.origin.txt]] all "beside the dump"
works "dump again" convert two -to dump -every 5
tap::ok [expr {[regexp -all {ITEM: TIMESTEP} $dump] == 2
               && [regexp -all {ITEM: NUMBER OF ATOMS\n2\n} $dump] == 2}] \
    "every fifth of six frames, two atoms each"
tap::ok [regexp -line {^1 1 0 0 0.05 0.02 } $dump] "the first particle where it started"
# Its columns have the names that readers of dumps know, and the numbers of the table, to nine digits.
set named [split [regsub -all {omega} [regsub {,q.*} [lindex [testing::table two.csv] 0] ",quatw,quati,quatj,quatk"] w] ,]
set frames [lmap text [lrange [split [string map {"ITEM: TIME\n" \x01} $dump] \x01] 1 end] {
    regexp {ITEM: ATOMS ([^\n]*)\n(.*)} $text - names atoms
    list [string map {omega w} $names] [split [string trim $atoms] \n]
}]
set worst 0.0
foreach row [list {*}[lrange [lines two.csv] 0 1] {*}[lrange [lines two.csv] end-1 end]] \
        atom [list {*}[lindex $frames 0 1] {*}[lindex $frames 1 1]] {
    foreach name $named x [split $row ,] {
        if {$name in {t id mass}} continue
        set y [lindex $atom [lsearch -exact [lindex $frames 0 0] $name]]
        set worst [expr {max($worst, abs($x - $y)/max(1e-6, abs($x)))}]
    }
}
tap::near $worst 0 5.1e-9 "the dump has the numbers of the table"
regexp {BOX BOUNDS[^\n]*\n([^I]*)} $dump - box
tap::near $box {-0.02 0.09 -0.03 0.03 0.001 0.07} 1e-15 "the box holds both with their radii"

# VTK: the appended arrays begin where the head says and hold the numbers.
works "vtk" convert two -to vtk
set vtp [bytes two-vtk/frame000000.vtp]
tap::ok [regexp {^<\?xml version="1.0"\?>\n<!-- [^>]*Trundle [^>]+ -->\n} $vtp] "a file of XML begins as one, and says who has made it"
foreach {name numbers} {
    position {0.0 0.0 0.05 0.06 0.0 0.031}
    radius {0.02 0.03}
    spin {3.0 -4.0 5.0 0.0 0.0 7.0}
} {
    tap::ok [expr {[vtk-array $vtp $name] eq $numbers}] "$name of the first frame"
}
foreach {name numbers} {connectivity {0 1} offsets {1 2} number {0 1} material {0 0} group {0 1}} {
    tap::is [vtk-array $vtp $name m] $numbers "$name of the first frame"
}
tap::is [vtk-arrays $vtp] {position connectivity offsets radius mass velocity spin orientation number material group} \
    "its arrays, one after the other"
proc words {vtp name} {
    regexp "Name=\"$name\" NumberOfTuples=\"(\\d+)\"\[^>\]*>(\[^<\]*)<" $vtp - count codes
    return [list $count [join [lmap code $codes {format %c $code}] ""]]
}
tap::is [list [words $vtp materials] [words $vtp groups]] [list [list 1 m\0] [list 2 a\0f\0]] \
    "the names of materials and groups"      ;# a and f look for their place in the table of names at the same one
tap::ok [expr {[regexp -all {<DataSet } [contents two-vtk/frames.pvd]] == 6}] \
    "the list names six frames"

# How many triangles rest, and how many belong to a mesh that turns or goes.
package require trundle
set first {{0 0 0} {1 0 0} {0 1 0}}
set second {{1 0 0} {1 1 0} {0 1 0}}
set e [trundle::engine [testing::model "mesh rests -triangles {{$first} {$second}} -material clay" \
    "mesh turns -triangles {{$first}} -material clay -spin {0 0 1}" \
    "mesh goes -triangles {{$first} {$second} {$first}} -material clay -velocity {0 0 1}"]]
trundle::trajectory begin $e walls.h5 walls
trundle::trajectory add $e
trundle::trajectory finish $e
tap::is [trundle::frames triangles walls.h5] {2 4} "triangles that rest, and that move"

# A state of one's own: each number stands in its array, and what is not told is as it is by itself.
trundle::frames state state.vtp 0.5 {
    {radius 0.25 mass 2 position {1 2 3} velocity {4 5 6} spin {7 8 9} orientation {0.5 -0.5 0.5 -0.5}} {} {mass 3 position {10 11 12}}}
set vtp [bytes state.vtp]
foreach {name numbers} {
    position {1.0 2.0 3.0 0.0 0.0 0.0 10.0 11.0 12.0} radius {0.25 1.0 1.0} mass {2.0 1.0 3.0}
    velocity {4.0 5.0 6.0 0.0 0.0 0.0 0.0 0.0 0.0} spin {7.0 8.0 9.0 0.0 0.0 0.0 0.0 0.0 0.0}
    orientation {0.5 -0.5 0.5 -0.5 1.0 0.0 0.0 0.0 1.0 0.0 0.0 0.0}
} {
    tap::is [vtk-array $vtp $name] $numbers "a state: $name"
}
foreach {state pattern} {
    {{} {position {1 2}}} {state: position of particle 1 is "1 2", expected three numbers}
    {{orientation {1 0 x 0}}} {state: orientation of particle 0 is "1 0 x 0", expected four numbers}
    {{mass {1 2}}} {state: mass of particle 0 is "1 2", expected a number}
    {{spin}} {state: radius of particle 0 is "spin", expected a number}
} {
    tap::raises {trundle::frames state none.vtp 0 $state} $pattern "a state: $state"
}
tap::raises {trundle::frames state none.vtp t {}} {*expected floating-point number*} "a state at no time"
tap::ok [expr {![file exists none.vtp]}] "and none is written"
foreach {name usage} {
    vtp "PATH K FILE ?NOTE?" dump "PATH K FILE ?FIRST?" csv "PATH K FILE ?FIRST?" count PATH particles PATH time "PATH K" state "FILE TIME STATE"
    triangles PATH walls "PATH K FILE MOVING ?NOTE?" has_contacts PATH contacts "PATH K FILE vtk|dump|csv FIRST ?NOTE?"
    shape "PATH NAME"
    numbers "PATH NAME single|double|whole ?K?" text "PATH NAME ?ATTRIBUTE?" sealed PATH
} {
    set most [llength $usage]
    tap::raises "trundle::frames $name [lrepeat [incr most] x]" "wrong # args: should be \"trundle::frames $name $usage\"" "$name: one word too many"
}

# Particles that come and go are listed while they are there, under their numbers.
set e [trundle::engine [testing::model {material lead -young 2e7 -poisson 0.3 -density 1730} \
    {sphere a -radius 0.02 -material clay -position {0 0 1}} {sphere b -radius 0.03 -material lead -position {1 0 1}}]]
trundle::trajectory begin $e flux.h5 guests
trundle::trajectory add $e
$e enter {radius 0.017 material clay position {2 0 1} velocity {0 3 0}}
$e leave 0
$e advance 0.01
trundle::trajectory add $e
trundle::trajectory finish $e
works "a run with guests: csv" convert flux.h5 -to csv -out flux.csv
set rows [lmap line [lines flux.csv] {split $line ,}]
tap::is [lmap row $rows {lrange $row 0 2}] {{0 0 0.02} {0 1 0.029999999999999999} {0.01 1 0.029999999999999999} {0.01 2 0.017000000000000001}} \
    "who is there, with number and radius"
tap::near [lrange [lindex $rows 3] 4 6] {2 0.03 0.9995095} 1e-12 "a guest falls"
works "a run with guests: dump" convert flux.h5 -to dump -out flux.dump
tap::ok [expr {[regexp -all {ITEM: NUMBER OF ATOMS\n2\n} [contents flux.dump]] == 2
               && [regexp -all -line {^3 1 2 0.03 } [contents flux.dump]] == 1
               && ![regexp -nocase {nan} [contents flux.dump]]}] "no numbers that are none"
works "a run with guests: vtk" convert flux.h5 -to vtk -out flux
set vtp [bytes flux/frame000001.vtp]
tap::is [vtk-arrays $vtp] {position connectivity offsets radius mass velocity spin orientation number material} \
    "the arrays where nobody has a name, one after the other"
tap::is [vtk-array $vtp radius] {0.03 0.017} "VTK: the second frame"
tap::is [vtk-array $vtp number m] {1 2} "their numbers"
tap::is [vtk-array $vtp material m] {1 0} "what they are made of"
tap::is [lmap {- type word} [regexp -all -inline -line {^[123] ([12]) .* (\w+)$} [contents flux.dump]] {list $type $word}] \
    {{1 clay} {2 lead} {2 lead} {1 clay}} "and in the dump"

# Walls of triangles stand where they are at the time of each frame: a vane on an
# axle that is carried along, turned here by sine and cosine; a step rests.
scenario mill.tcl {
    gravity {0 0 -9.81}
    material m -young 1e7 -poisson 0.3 -density 1200
    contact m m -mu 0.3 -restitution 0.6
    sphere p2-9 -radius 0.02 -material m -position {0 0 0.35}
    sphere p2-10 -radius 0.02 -material m -position {0 0 0.45}
    sphere q2 -radius 0.02 -material m -position {0 0 0.55}
    mesh step -triangles {{{-1 0 0.01} {-1 1 0.01} {-2 0 0.013}}} -material m
    plane far -point {0 0 -9} -normal {0 0 1} -material m
    mesh vane -triangles {{{0.1 0 0.2} {0.3 0 0.25} {0.1 0.4 0.2}} {{0.1 0 0.2} {0.3 0 0.25} {0.2 -0.3 0}}} \
        -material m -spin {0 0 -17} -axis {0.05 -0.1 3} -velocity {0.4 -0.2 0.3}
    integrate -method verlet -dt 1e-4
    run until 0.09 record 0.03
}
works "a run with a mill" run mill.tcl -out mill
works "its walls" convert mill -to vtk
set vtp [bytes mill-vtk/frame000000.vtp]
tap::is [list [vtk-array $vtp group m] [words $vtp groups]] [list {0 0 1} [list 2 p2\0q2\0]] "who has a number behind a dash is of a group"
proc corners {corners t} {
    set c [expr {cos(-17*$t)}]
    set s [expr {sin(-17*$t)}]
    concat {*}[lmap {x y z} $corners {
        set x [expr {$x - 0.05}]
        set y [expr {$y + 0.1}]
        list [expr {0.05 + $c*$x - $s*$y + 0.4*$t}] [expr {-0.1 + $s*$x + $c*$y - 0.2*$t}] [expr {$z + 0.3*$t}]
    }]
}
set vane {0.1 0 0.2 0.3 0 0.25 0.1 0.4 0.2 0.1 0 0.2 0.3 0 0.25 0.2 -0.3 0}
foreach frame {0 1 3} t {0 0.03 0.09} {
    set vtp [bytes mill-vtk/walls00000$frame.vtp]
    tap::near [vtk-array $vtp position] [corners $vane $t] 1e-14 "the vane at $t s"
    regexp {Name="TimeValue"[^>]*>([^<]*)<} $vtp - time
    tap::near $time $t 1e-15 "its time"
}
tap::is [vtk-arrays $vtp] {position connectivity offsets mesh} "walls have these arrays, one after the other"
foreach {name numbers} {connectivity {0 1 2 3 4 5} offsets {3 6} mesh {1 1}} {
    tap::is [vtk-array $vtp $name m] $numbers "two polygons: $name"
}
set vtp [bytes mill-vtk/walls.vtp]
tap::is [list [vtk-array $vtp position] [vtk-array $vtp mesh m]] \
    {{-1.0 0.0 0.01 -1.0 1.0 0.01 -2.0 0.0 0.013} 0} "what rests is written once"
proc listed {pvd} {
    lmap {- t file} [regexp -all -inline {timestep="([^"]*)"[^>]* file="([^"]*)"} [contents $pvd]] {list $t $file}
}
set particles [listed mill-vtk/frames.pvd]
set walls [listed mill-vtk/walls.pvd]
tap::is [lsort -unique [lmap one $walls {lindex $one 0}]] [lmap one $particles {lindex $one 0}] \
    "walls have the times of the particles"
tap::is [lmap one $walls {lindex $one 1}] \
    [concat {*}[lmap k {0 1 2 3} {list walls.vtp walls00000$k.vtp}]] "all walls at each time"
tap::is [lmap {time file} [concat {*}$walls] {expr {[file exists mill-vtk/$file] ? [continue] : $file}}] {} \
    "all files that the list names are there"
tap::ok [expr {![file exists two-vtk/walls.pvd]}] "planes alone have no such list"

testing::refused "*-to is missing*" {convert two} "a format that is missing"
testing::refused "*expected one of vtk, dump, csv*" {convert two -to xyz} "an unknown format"
testing::refused {*there is no file "none", expected the folder of a run*} {convert none -to csv} "a run that is not there"
file mkdir bare
testing::refused {*there is no file "bare/trajectory.h5", expected*} {convert bare -to csv} "a folder that is no run"
testing::refused {*convert: -out is "bare", a folder, expected the name of a file} {convert two -to dump -out bare} "a folder for a file"
testing::refused {*convert: -out is "two.tcl/x", which cannot be made: *} {convert two -to vtk -out two.tcl/x} \
    "a folder in a file"
testing::refused "*cannot be opened*" {convert two.tcl -to csv -out x.csv} "a file that is no trajectory"
testing::refused {*convert: -out is "no/such/x.csv", expected a file in an existing folder*} \
    {convert two -to csv -out no/such/x.csv} "a folder that is not there"
testing::end

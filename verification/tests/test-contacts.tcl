# What `$engine contacts` and `$engine loads` tell in Tcl; their numbers are judged by the
# chapter of tests of records.
package require trundle::testing
package require trundle
namespace import testing::*
testing::start
namespace upvar testing head head
append head "contact clay clay -mu 0.4 -restitution 0.6\n"

# Two spheres on a floor, which a lid presses; the words of a contact are those of the manual.
set heap [model {laws -sliding mindlin -rolling epsd -twisting spring} {plane floor -point {0 0 0} -normal {0 0 1} -material clay} \
    {sphere a -radius 0.031 -material clay -position {0 0 0.0307} -spin {0 0 3}} \
    {sphere b -radius 0.047 -material clay -position {0.0762 0 0.0462} -spin {0 300 0}} \
    {mesh lid -triangles {{{-1 -1 0.0929} {1 -1 0.0929} {0 1 0.0929}}} -velocity {0 0 -0.3} -material clay}]
set engine [trundle::engine $heap]
$engine step 3
set contacts [$engine contacts]
tap::is [lmap c $contacts {list [dict get $c i] [dict get $c j]}] {{0 1} {0 {plane 0}} {1 {plane 0}} {1 {mesh 0}}} \
    "who touches whom, in the order of their numbers"
set keys {i j point n overlap normal force friction torque rolling twisting spring rolling_spring twisting_spring
    slip slipping mobilised}
tap::is [lmap key [dict keys [lindex $contacts 0]] {expr {$key in $keys ? $key : [continue]}}] [list {*}$keys] "a contact has its keys, in their order"
tap::is [dict get [lindex $contacts 3] triangle] 0 "one with a mesh has a triangle, too"
set floor [lindex $contacts 1]
tap::near [lindex [dict get $floor point] 2] 0 1e-17 "a floor is touched where it is"
tap::ok [expr {[dict get $floor twisting] != 0 && [dict get $floor twisting] == -[lindex [dict get $floor rolling] 2]}] \
    "twisting is the part of the couple along n"
set loads [$engine loads]
lassign [dict get $loads walls] below above
tap::is [list [dict get $below wall] [dict get $above wall]] {{plane 0} {mesh 0}} "walls have the names of contacts"
tap::is [list [dict get $below contacts] [dict get $above contacts]] {2 1} "and know how many touch them"
tap::ok [expr {[lindex [dict get $below force] 2] < 0 && [lindex [dict get $above force] 2] > 0
    && [dict get $below power] == 0 && [dict get $above power] > 0}] "floor and lid are pushed apart, the lid gives power"
tap::is [lmap p [dict get $loads particles] {dict get $p coordination}] {2 3} "coordination numbers"
tap::ok [expr {[lindex [dict get [lindex [dict get $loads particles] 1] stress] 8] < 0}] "who is pressed has negative stress"

# What a file holds is what the engine tells; three formats of it.
trundle::trajectory begin $engine heap.h5 heap 1 1
trundle::trajectory add $engine
trundle::trajectory finish $engine
set states [lmap k {0 1} {$engine particle $k}]
$engine destroy
works "csv" convert heap.h5 -to csv -out heap.csv
set rows [contact-rows heap-contacts.csv]
tap::is [llength $rows] 4 "a line for each contact"
set number {{plane 0} -1 {mesh 0} -2}
set wrong 0
foreach c $contacts {
    set key [list [dict get $c i] [string map $number [dict get $c j]]]
    set row [lindex [lmap r $rows {expr {[lrange $r 1 2] eq $key ? [set r] : [continue]}}] 0]
    set want [concat [dict get $c point] [dict get $c n] [dict get $c overlap] [dict get $c normal] \
        [dict get $c friction] [dict get $c rolling] [dict get $c slipping] [dict get $c mobilised]]
    foreach x [lrange $row 3 end] y $want {
        incr wrong [expr {$x != $y}]
    }
}
tap::is $wrong 0 "with the numbers that the engine tells"
set bears [lmap row [wall-rows heap-walls.csv] {lrange $row 1 end}]
tap::is $bears [lmap wall [list $below $above] k {0 1} {
    concat $k {*}[lmap key {force about torque power work} {dict get $wall $key}]
}] "a line for each wall, with force, torque, power and work"
works "csv again" convert heap.h5 -to csv -out heap.csv
works "dump" convert heap.h5 -to dump -out heap.dump
tap::ok [regexp {NUMBER OF ENTRIES\n1\n.*ENTRIES id1 id2 [^\n]*\n1 2 } [contents heap-contacts.dump]] \
    "a dump has the pair of particles, numbered as the atoms are"
set dump [split [string trim [contents heap-contacts.dump]] \n]
tap::near [lmap head {x y z nx ny nz overlap normal fx fy fz mx my mz slipping} {
    lindex [lindex $dump end] [expr {[lsearch [lsearch -inline $dump *ENTRIES*id1*] $head] - 2}]
}] [lrange [lindex $rows 0] 3 end-1] 1e-8 \
    "with all its numbers"
works "vtk" convert heap.h5 -to vtk -out heap-vtk
set vtp [bytes heap-vtk/contacts000000.vtp]
tap::is [lmap {a b} [vtk-array $vtp normal] {expr {$a == $b ? [set a] : "apart"}}] \
    [lmap row $rows {expr {double([lindex $row 10])}}] "lines have the normal force at both ends"
set arrays {position connectivity offsets normal friction overlap slipping i j}
tap::is [lmap name [vtk-arrays $vtp] {expr {$name in $arrays ? $name : [continue]}}] $arrays "the arrays of the lines, one after the other"
tap::is [list [vtk-array $vtp i m] [vtk-array $vtp j m]] [list {0 0 1 1} {1 -1 -1 -2}] "whose lines they are"
tap::is [list [vtk-array $vtp connectivity m] [vtk-array $vtp offsets m]] [list {0 1 2 3 4 5 6 7} {2 4 6 8}] "and where each ends"
proc twice {rows script} {
    return [concat {*}[lmap row $rows {
        set x [uplevel 1 [list apply [list c $script] $row]]
        list $x $x
    }]]
}
tap::is [vtk-array $vtp overlap] [twice $contacts {dict get $c overlap}] "overlaps at both ends"
tap::is [vtk-array $vtp slipping m] [twice $contacts {expr {[dict get $c slipping] ? 1 : 0}}] "who slips"
tap::near [vtk-array $vtp friction] [twice $contacts {
    lassign [dict get $c friction] x y z
    expr {sqrt($x*$x + $y*$y + $z*$z)}
}] 1e-15 "sizes of friction"
lassign [lmap p $states {dict get $p position}] a b
tap::is [vtk-array $vtp position] [concat $a $b {*}[lmap c [lrange $contacts 1 end] x [list $a $b $b] {
    concat $x [dict get $c point]
}]] "from centre to centre, or to the point of touch"
tap::ok [regexp {<DataSet timestep="[^"]+" part="0" file="contacts000000.vtp"/>} [contents heap-vtk/contacts.pvd]] \
    "a list names them with their times"
close [open other-contacts.csv w]
puts [set mine [open other-contacts.csv w]] "my thesis"
close $mine
testing::refused {*other-contacts.csv*not made by trundle*} {convert heap.h5 -to csv -out other.csv} "another file is left alone"
tap::done

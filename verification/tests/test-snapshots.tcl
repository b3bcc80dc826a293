# Pictures of spheres: projection, order, what is hidden, colours, walls, VTK.
package require trundle::testing
namespace import testing::*
testing::start gnuplot

page balls {
benchmark balls {title Balls source {source 3}}
proc ball {x y z r v args} {
    dict merge [dict create position [list $x $y $z] radius $r velocity [list 0 $v 0] \
        spin {0 0 3} mass 2.5 orientation {1 0 0 0}] $args
}
# Seen along y: the second hides the third and half of the fourth; the fifth has left.
proc five {} {
    list [ball 0.3 0 0 0.2 0] [ball 2 -1 1 0.5 4] [ball 2.1 5 1.1 0.2 2] [ball 1.5 3 1 0.3 1] \
        [ball 9 9 9 1 7 mass 0]
}
figure front -title {From the front} -source {source fig 1} -script snapshots.gp {
    snapshots [list 0.25 [five] 2 [lrange [five] 0 1]] -view xz -columns 2 -width 12 \
        -walls {{{0 9 -1} {4 9 -1}} {{0 9 1} {4 9 1}} {{0 -9 2} {4 -9 2}}} -mark {0 #c0392b}
}
figure kinds -title {Kinds, obliquely} -source {source fig 2} -script snapshots.gp {
    snapshots [list 0 [five]] -colour {sand sand rock rock sand} -titles {{A "title"}} \
        -walls [outline {{{0 0 0} {1 0 0} {1 1 0}} {{1 1 0} {0 1 0} {0 0 0}} {{0 0 0} {0 0 1} {1 0 0}}}]
}
figure sides -title {From two sides} -source {source fig 3} -script snapshots.gp {
    set two [list [ball 1 0 0 0.3 1] [ball 0 2 5 0.4 1]]
    snapshots [list 0 $two 0 $two] -views {yz xy} -columns 2 -height 4
}
table walls -title {Outline} -source {source} {
    row edges - [llength [outline {{{0 0 0} {1 0 0} {1 1 0}} {{1 1 0} {0 1 0} {0 0 0}}
        {{0 0 0} {0 0 1} {1 0 0}}}]] 6 -tolerance 0 -reason {a square with a flap: 8 edges, the
        diagonal and the fold within a plane are none}
}
}
set result [trundle reproduce balls]
tap::is [dict get $result status] 0 "the pictures are made"
if {[dict get $result status]} {
    tap::note [contents report/index.html]
}

proc table-of {file} {
    set figure [lindex [split $file -] 0]
    lmap line [split [string trim [contents report/data/balls/$figure/$file]] \n] {
        if {[string match #* $line]} continue
        set line
    }
}
# The dark rims are the silhouettes: a disc that is not inside the one before it.
proc rims {file} {
    set rims {}
    lassign {0 0 -1} x y r
    foreach row [table-of $file] {
        lassign $row u v s colour
        if {hypot($u - $x, $v - $y) + $s > $r + 0.01} {
            lappend rims $row
            lassign $row x y r
        }
    }
    return $rims
}
# 2.8 m in (12 - 3*0.35)/2 cm: x from 0 (wall) to 4 m.
set scale [expr {(12 - 3*0.35)/2/4.0}]
set rims [rims front-discs.dat]
tap::is [llength $rims] 5 "three spheres are seen in the first panel and two in the second"
tap::near [lmap rim [lrange $rims 0 2] {lindex $rim 2}] \
    [lmap r {0.3 0.2 0.5} {expr {$r*$scale}}] 1e-3 "the farthest first, with their radii"
tap::near [lmap rim [lrange $rims 0 2] {expr {[lindex $rim 0] - 0.35}}] \
    [lmap x {1.5 0.3 2} {expr {$x*$scale}}] 2e-3 "x is to the right"
lassign $rims - low high
tap::near [expr {[lindex $high 1] - [lindex $low 1]}] $scale 2e-3 "z is upwards"
tap::near [expr {[lindex $rims 3 0] - [lindex $rims 1 0]}] [expr {0.35 + (12 - 3*0.35)/2}] 2e-3 \
    "the second panel stands beside the first"

# Along -x the first is nearer and stands to the left; along -z the second is nearer.
set rims [rims sides-discs.dat]
set radii [lmap rim $rims {lindex $rim 2}]
set unit [expr {[lindex $radii 1]/0.3}]
tap::near $radii [lmap r {0.4 0.3 0.3 0.4} {expr {$r*$unit}}] 1e-3 "seen along x and along z"
lassign $rims a b c d
tap::near [list [expr {[lindex $a 0] - [lindex $b 0]}] [expr {[lindex $a 1] - [lindex $b 1]}] \
    [expr {[lindex $d 0] - [lindex $c 0]}] [expr {[lindex $d 1] - [lindex $c 1]}]] \
    [lmap x {2 5 -1 2} {expr {$x*$unit}}] 4e-3 "y and z, x and y to the right and upwards"

# Colours: the fastest sphere has the last colour of the scale, darkened; the marked one is red.
proc rgb {packed} { list [expr {$packed >> 16}] [expr {$packed >> 8 & 255}] [expr {$packed & 255}] }
lassign [rgb [lindex $high 3]] r g b
tap::ok [expr {$r > 100 && $g > 90 && $b < 40}] "the fastest sphere is yellow: $r $g $b"
lassign [rgb [lindex $low 3]] r g b
tap::ok [expr {$r > 1.5*$g && $r > 1.5*$b}] "the marked sphere is red: $r $g $b"

# The wall behind the spheres is interrupted by them, the one before them is not.
proc drawn {file y} {
    set sum 0.0
    set last ""
    foreach row [table-of $file] {
        lassign $row u v
        if {$u ne "" && $last ne "" && abs($v - $y) < 0.01 && abs([lindex $last 1] - $y) < 0.01} {
            set sum [expr {$sum + abs($u - [lindex $last 0])}]
        }
        set last $row
    }
    return $sum
}
set floor [lindex [table-of front-behind.dat] 0 1]
set whole [expr {2*4*$scale}]
tap::near [drawn front-before.dat [expr {$floor + 3*$scale}]] $whole 1e-2 "a wall in front is whole"
set middle [drawn front-before.dat [expr {$floor + 2*$scale}]]
tap::near $middle [expr {$whole - (1.3 + 1.0)*$scale}] [expr {0.4*$scale}] \
    "a wall behind is seen beside the spheres only"
tap::near [drawn front-behind.dat [expr {$floor + 2*$scale}]] $whole 1e-2 "and is drawn whole below them"

set svg [contents report/figures/balls-front.svg]
tap::ok [expr {[string match {*t = 0.25 s*} $svg] && [string match {*speed / (m/s)*} $svg]
    && [string match {*>1 m<*} $svg]}] "time, scale of colours and a length are written"
# A disc is drawn with the radius that the page says: svg has 96 points to the inch.
set sizes [lmap {- s} [regexp -all -inline {gpPt6'[^>]*scale\(([0-9.]+)[,)]} $svg] {set s}]
set wanted [lmap row [table-of front-discs.dat] {expr {[lindex $row 2]*96/2.54}}]
tap::is [llength $sizes] [llength $wanted] "every disc is in the drawing"
set worst 0.0
foreach a $sizes b $wanted {
    set worst [expr {max($worst, abs($a - $b))}]
}
tap::ok [expr {$worst < 0.1}] "with its radius, to a tenth of a point: $worst"
set svg [contents report/figures/balls-kinds.svg]
tap::ok [expr {[string match *sand* $svg] && [string match *rock* $svg]
    && [string match "*A 'title'*" $svg]}] "words get a legend"

# VTK: the numbers of the states, with their times, each state once.
set vtp [bytes report/data/balls/front/vtk/state00.vtp]
tap::is [vtk-array $vtp radius] {0.2 0.5 0.2 0.3 1.0} "VTK: radii"
tap::is [lrange [vtk-array $vtp position] 3 5] {2.0 -1.0 1.0} "VTK: positions"
tap::is [lrange [vtk-array $vtp velocity] 3 5] {0.0 4.0 0.0} "VTK: velocities"
tap::is [vtk-array $vtp mass] {2.5 2.5 2.5 2.5 0.0} "VTK: masses"
tap::is [lrange [vtk-array $vtp spin] 0 2] {0.0 0.0 3.0} "VTK: spins"
tap::is [lrange [vtk-array $vtp orientation] 0 3] {1.0 0.0 0.0 0.0} "VTK: orientations"
tap::ok [regexp {TimeValue"[^>]*>0.25<} $vtp] "VTK: the time"
tap::ok [regexp {timestep="0.25" file="state00.vtp".*timestep="2" file="state01.vtp"} \
    [contents report/data/balls/front/vtk/states.pvd]] "VTK: the list of states"
tap::ok [string match {*href="data/balls/front/vtk/states.pvd"*} [contents report/index.html]] \
    "the report links it"

# Misuse is told.
page wrong {
benchmark wrong {title Wrong source {source 3}}
proc one {} {list {position {0 0 0} radius 1 velocity {0 0 0}}}
foreach {name arguments} {
    a {{0}}  b {[list 0 [one]] -view up}  c {[list 0 [one]] -view {{0 0 1} {0 0 1}}}
    d {[list 0 [one]] -colour {a b}}  e {[list 0 [one]] -titles {a b}}
    f {[list 0 [one]] -mark {0 blue}}  g {[list 0 [one]] -zoom 2}  h {[list 0 [one]] -colour spin}
} {
    figure $name -title $name -source s -script snapshots.gp "snapshots $arguments"
}
}
trundle reproduce wrong -out faults
set html [contents faults/index.html]
foreach message {{pairs of a time and a state} {-view is &quot;up&quot;, expected one of xz}
    {straight up or down} {-colour has 2 entries} {1 views and} {expected one like #c0392b}
    {no option &quot;-zoom&quot;} {sphere 0 of a state has no spin}} {
    tap::ok [expr {[string first $message $html] >= 0}] "told: $message"
}

# Thousands of spheres do not take long, and those inside are not drawn.
page many {
benchmark many {title Many source {source 3}}
figure block -title Block -source s -script snapshots.gp {
    set state {}
    for {set k 0} {$k < 3375} {incr k} {
        lappend state [dict create radius 0.5 velocity [list 0 0 [expr {$k % 15}]] \
            position [list [expr {$k % 15}] [expr {$k/15 % 15}] [expr {$k/225}]]]
    }
    snapshots [list 0 $state] -view xz
}
}
set start [clock milliseconds]
trundle reproduce many -out many
tap::note \
    "3375 spheres take [expr {[clock milliseconds] - $start}] ms"
set rows [llength [split [string trim [contents many/data/many/block/block-discs.dat]] \n]]
tap::ok [expr {$rows > 225 && $rows < 225*8*2}] "of 3375 spheres 225 are seen, $rows discs"
testing::end

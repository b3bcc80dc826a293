# Walls of triangles in models and scenarios: files, lists, boxes, buckets; what
# contacts and events call them; everything that is refused.
package require trundle::testing
package require trundle::unfinished
package require trundle
namespace import testing::*
testing::start
namespace upvar testing head head
append head "contact clay clay -mu 0.4 -restitution 0.6"

proc meshes {args} {
    return [dict get [model {*}$args] meshes]
}
# A text file with a square of side 2, in millimetres, and a triangle without height.
proc facet {a b c} {
    return "facet normal 0 0 0\nouter loop\nvertex $a\nvertex $b\nvertex $c\nendloop\nendfacet\n"
}
testing::write floor.stl "solid floor\n[facet {-1000 -1000 0} {1000 -1000 0} {1000 1000 0}][facet {-1000 -1000 0} \
    {1000 1000 0} {-1000 1000 0}][facet {0 0 0} {500 0 0} {1000 0 0}]endsolid floor"

# --- words --------------------------------------------------------------------------

# Twice the area of a triangle as a vector, and six times the volume below it: of all
# walls of a closed box that are turned outwards; here only sizes count.
proc minus {a b} {
    return [lmap x $a y $b {expr {$x - $y}}]
}
proc area {triangle} {
    lassign $triangle a b c
    lassign [minus $b $a] x y z
    lassign [minus $c $a] u v w
    return [expr {0.5*sqrt(($y*$w - $z*$v)**2 + ($z*$u - $x*$w)**2 + ($x*$v - $y*$u)**2)}]
}
proc areas {mesh} {
    return [tcl::mathop::+ {*}[lmap t [dict get $mesh triangles] {area $t}]]
}
set box [lindex [meshes "box b -box {1 2 3 1.3 2.7 4.1} -material clay -rigid yes"] 0]
tap::is [llength [dict get $box triangles]] 12 "a box has six sides"
tap::near [areas $box] [expr {2*(0.3*0.7 + 0.3*1.1 + 0.7*1.1)}] 1e-14 "their area"
tap::is [dict get $box rigid] 1 "it may be rigid"
tap::is [dict get $box name] b "it has a name"
set tub [lindex [meshes "bucket t -box {1 2 3 1.3 2.7 4.1} -material clay"] 0]
tap::near [areas $tub] [expr {0.3*0.7 + 2*(0.3*1.1 + 0.7*1.1)}] 1e-14 "a bucket has no lid"
foreach {side missing} {left 0.77 right 0.77 front 0.33 back 0.33 bottom 0.21} {
    set one [lindex [meshes "bucket t -box {1 2 3 1.3 2.7 4.1} -material clay -open $side"] 0]
    tap::near [expr {[areas $tub] - [areas $one]}] $missing 1e-14 "a bucket open at $side"
    set corners [concat {*}[dict get $one triangles]]
    set axis [dict get {left 0 right 0 front 1 back 1 bottom 2} $side]
    set place [dict get {left 1.0 right 1.3 front 2.0 back 2.7 bottom 3.0} $side]
    set there [lmap t [dict get $one triangles] {
        expr {[lsort -unique [lmap c $t {lindex $c $axis}]] eq $place ? [set t] : [continue]}
    }]
    tap::is $there {} "there is no wall at $side"
}
set chute [lindex [meshes "bucket c -box {0 0 3.2 6 2.1 4.96} -slope 0.1 -open right -material clay"] 0]
set ends [lsort -unique [lmap c [concat {*}[dict get $chute triangles]] {
    format "%g %.3f" [lindex $c 0] [lindex $c 2]
}]]
tap::is $ends {{0 3.200} {0 4.960} {6 2.600} {6 4.360}} "a chute falls along x"
set mill [lindex [meshes "mesh m -triangles {{{0 0 0} {1 0 0} {0 1 0}}} -material clay -spin {0 0 3}\
    -axis {1 0 0} -velocity {0 0 1} -thickness 0.01 -smooth 0.2"] 0]
tap::is [dict get $mill spin] {0.0 0.0 3.0} "a mesh from a list may turn"
tap::is [lsort [dict keys $mill]] {axis material name smooth spin thickness triangles velocity} "and is plain data"

# --- in the engine --------------------------------------------------------------------

set ball "sphere ball -radius 0.05 -material clay -position {0.3 0.2 0.0499} -velocity {0.5 0.1 0}"
set floor "mesh floor -file floor.stl -scale 0.001 -material clay"
set engine [trundle::engine [model $ball $floor "plane far -point {9 0 0} -normal {-1 0 0} -material clay"]]
$engine advance 0.001
set contact [lindex [$engine contacts] 0]
tap::is [dict get $contact j] {mesh 0} "a contact with a mesh"
tap::is [dict get $contact triangle] 0 "and its triangle"
tap::is [lrange [lindex [$engine events] 0] 1 3] {touch 0 {mesh 0}} "an event"
tap::is [dict get [$engine explain] "mesh 0 wall"] elastic "an elastic wall"
set plane [trundle::engine [model $ball "plane floor -point {0 0 0} -normal {0 0 1} -material clay"]]
$engine advance 0.3
$plane advance 0.3
foreach what {position velocity spin} {
    tap::near [dict get [$engine particle 0] $what] [dict get [$plane particle 0] $what] 1e-11 \
        "$what as on a plane, across a seam"
}
$engine destroy
$plane destroy
tap::raises {trundle::engine [dict merge [model] {meshes {{triangles {{{0 0 0} {1 0 0} {2 0 0}}} material clay}}}]} \
    {mesh 0: triangle 0: corners * lie on a line*} "a list with a triangle without height"
foreach {mesh message} {
    {material clay}                              {mesh 0: expected either path or triangles}
    {path a triangles b material clay}           {mesh 0: expected either path or triangles}
    {path none.stl material clay}                {mesh 0: *none.stl*}
    {path floor.stl}                             {mesh 0: material is missing}
    {name f path floor.stl material mud}         {mesh f: material is "mud", expected the name of a material*}
    {path floor.stl material clay scale 0}       {mesh 0: scale is "0", expected a number > 0}
    {path floor.stl material clay spin {1 2}}    {mesh 0: spin is "1 2", expected three finite numbers}
    {path floor.stl material clay thickness -1}  {mesh 0: thickness is -1 m, expected a number >= 0}
    {path floor.stl material clay smooth 2}      {mesh 0: smooth is 2 rad, expected a number from 0 to 1}
    {path floor.stl material clay rigid 7x}      {mesh 0: rigid is "7x", expected yes or no}
    {path floor.stl material clay rim some}      {mesh 0: rim is "some", expected yes or no}
    {path floor.stl material clay colour red}    {mesh 0: "colour" is not known, expected one of: name, path, triangles, scale, tolerance, material, *smooth, rim, flush}
    {triangles {} material clay}                 {mesh 0: triangles is "", expected a list of triangles}
    {triangles {{{0 0 0} {1 0 0}}} material clay} {mesh 0: triangle 0 is "*", expected three corners*}
} {
    tap::raises {trundle::engine [dict merge [model] [list meshes [list $mesh]]]} $message "bad mesh: $mesh"
}
tap::raises {trundle::engine [dict merge [model] {meshes 1}]} {mesh 0 is "1", expected a dict} "bad mesh: no dict"
set child [interp create -safe]
interp invokehidden $child load [file join $testing::folder src .libs trundle[info sharedlibextension]] Trundle
tap::raises {$child eval [list trundle::engine [model $floor]]} {mesh floor: a safe interpreter reads no files} \
    "a safe interpreter reads no file"
interp delete $child

# --- a slope that ends without a rim ---------------------------------------------------

# A ball that slides down without friction, over a seam and the end of the slope: how far it is, a quarter of a second later,
# from slide and parabola; and the way that its velocity is off by in the step in which it loses the force.
proc over-the-end {rim {dt 1e-5}} {
    lassign {0.31 0.047 0.033 0.05 0.07 0.25} lean radius way speed aside late
    lassign [list [expr {cos($lean)}] [expr {sin($lean)}]] c s
    set corners [lmap {a b} {-1 -1  0 -1  0 1  -1 1} {list [expr {$a*$c}] $b [expr {-$a*$s}]}]
    set mass [expr {4/3.0*acos(-1)*$radius**3*1730}]
    set hertz [expr {4/3.0*1.3e7/2/(1 - 0.31**2)*sqrt($radius)}]
    set height [expr {$radius - ($mass*9.81*$c/$hertz)**(2/3.0)}]
    set engine [trundle::engine [model "gravity {0 0 -9.81}" "material wax -young 1.3e7 -poisson 0.31 -density 1730" \
        "contact wax wax" "mesh slope -material wax -rim $rim -triangles {{[lrange $corners 0 2]} {[lreplace $corners 1 1]}}" \
        "sphere s -radius $radius -material wax -position {[expr {$height*$s - $way*$c}] 0.02 [expr {$height*$c + $way*$s}]}\
            -velocity {[expr {$speed*$c}] $aside [expr {-$speed*$s}]}" \
        "laws -sliding none" "integrate -method verlet -dt $dt"]]
    set there [expr {(sqrt($speed**2 + 2*9.81*$s*$way) - $speed)/(9.81*$s)}]
    $engine advance [expr {$there + $late}]
    set fast [expr {$speed + 9.81*$s*$there}]
    set want [list [expr {$height*$s + $fast*$c*$late}] [expr {0.02 + $aside*($there + $late)}] \
        [expr {$height*$c - $fast*$s*$late - 0.5*9.81*$late**2}]]
    set off [expr {sqrt([tcl::mathop::+ {*}[lmap x [dict get [$engine particle 0] position] y $want {expr {($x - $y)**2}}]])}]
    $engine destroy
    return [list $off [expr {9.81*$c*$dt*$late}]]
}

foreach dt {1e-5 2.5e-6} {
    lassign [over-the-end no $dt] off step
    tap::near $off 0 $step "a slope without a rim, then a parabola, dt $dt (a step more or less of the force)"
}
tap::ok [expr {[lindex [over-the-end yes] 0] > 0.01}] "with a rim it goes round the end"
# One that comes from the side, 4 mm too low, without friction or damping: what its kinetic energy has become.
proc from-the-side {rim} {
    set engine [trundle::engine [model "material wax -young 1.3e7 -poisson 0.31 -density 1730" "contact wax wax" \
        "mesh plate -material wax -rim $rim -triangles {{{0 -1 0} {1 -1 0} {1 1 0}} {{0 -1 0} {1 1 0} {0 1 0}}}" \
        "sphere s -radius 0.05 -material wax -position {-0.06 0.013 0.046} -velocity {1 0.1 0}" \
        "laws -sliding none" "integrate -method verlet -dt 5e-6"]]
    set before [dict get [$engine energy] total]
    $engine advance 0.2
    set grown [expr {[dict get [$engine energy] total]/$before}]
    $engine destroy
    return $grown
}
tap::near [from-the-side yes] 1 1e-3 "round a rim no energy is made"
tap::ok [expr {[from-the-side no] > 1.5}] "a wall without one throws it out with more than it had ([from-the-side no])"

# --- a valley between `smooth` and the root of twice the overlap over the radius --------------------

# A ball without friction or damping bounces in a valley: what its energy has changed by, what (walls-jump) says of the
# jumps on the way, how far a step is off in that (both by the way of a step, 0.6 m/s), and the largest gap in
# overlap1 - overlap2 - R beta^2/2 where a second contact begins or ends with a force in it.
proc bounce {beta smooth x vx {dt 2e-6}} {
    set height [expr {0.3*tan($beta/2)}]
    foreach {name x0} {left -0.3 right 0.3} {
        lappend triangles [list [list $x0 -0.1 $height] {0 -0.1 0} {0 0.1 0}] \
            [list [list $x0 -0.1 $height] {0 0.1 0} [list $x0 0.1 $height]]
    }
    set engine [trundle::engine [model "material wax -young 1.3e7 -poisson 0.31 -density 1730" "contact wax wax" \
        "mesh v -material wax -smooth $smooth -triangles {$triangles}" \
        "sphere s -radius 0.01 -material wax -position {$x 0 0.0102} -velocity {$vx 0 -0.5}" \
        "laws -sliding none" "integrate -method verlet -dt $dt"]]
    set hertz [expr {4/3.0*1.3e7/2/(1 - 0.31**2)*sqrt(0.01)}]
    set start [dict get [$engine energy] total]
    lassign {0 0.0 0.0 0.0} two sum late gap
    for {set k 0} {$k < 5e-3/$dt} {incr k} {
        $engine step 1
        set overlaps [lsort -real -decreasing [lmap one [$engine contacts] {dict get $one overlap}]]
        if {([llength $overlaps] == 2) != $two} {
            set two [expr {!$two}]
            lassign [expr {$two ? $overlaps : $before}] first second
            set sum [expr {$sum + ($two ? 0.4 : -0.4)*$hertz*$second**2.5}]
            set late [expr {$late + $hertz*$second**1.5*0.6*$dt}]
            if {$second > 1e-5} {
                set gap [expr {max($gap, abs($first - $second - 0.005*$beta**2))}]
            }
        }
        set before $overlaps
    }
    set made [expr {[dict get [$engine energy] total] - $start}]
    set count [llength [$engine contacts]]
    $engine destroy
    return [list $made $sum $late $gap $count]
}
set kinetic [expr {0.5*4/3.0*acos(-1)*1e-6*1730*0.25}]
foreach {what beta smooth x vx sign} {
    "in over a flank and up: gains" 0.1 0.02 0.0007 -0.1  1
    "down and out over a flank: loses" 0.1 0.02 0.0004 0.2 -1
    "the same way in, a valley that counts once" 0.1 0.11 0.0007 -0.1 0
    "the same way out, a valley that counts once" 0.1 0.11 0.0004 0.2 0
    "a valley too steep for a jump" 0.4 0.02 0.0007 -0.1 0
} {
    lassign [bounce $beta $smooth $x $vx] made sum late gap count
    # Velocity Verlet itself is off by some square of the step, an eight hundredth of the collision.
    tap::near $made $sum [expr {$late + 1e-5*$kinetic}] "a bounce in a valley, $what by the jumps of the springs"
    tap::is [expr {abs($sum) < 1e-3*$kinetic ? 0 : $sum > 0 ? 1 : -1}],$count $sign,0 "$what: the sign, and it has parted"
    tap::ok [expr {$gap < $beta*0.6*2e-6 + 0.5*4e-4*$beta**2}] "$what: the overlaps differ by R beta^2/2 there"
    tap::note "made $made J, by the jumps $sum J, of [format %.3g $kinetic] J; gap $gap m, a step is worth $late J"
}
tap::ok [expr {[lindex [bounce 0.1 0.02 0.0007 -0.1] 0] > 0.2*$kinetic && [lindex [bounce 0.1 0.02 0.0007 -0.1 5e-7] 0] > 0.2*$kinetic}] \
    "a fifth of its energy is made in one bounce, with a quarter of the step, too"

# --- files ------------------------------------------------------------------------------

# A square of side 2 as a binary file with a count, and bytes behind it.
proc bytes {file count more {triangles {{-1 -1 0 1 -1 0 1 1 0} {-1 -1 0 1 1 0 -1 1 0}}}} {
    set channel [open $file wb]
    puts -nonewline $channel [binary format a80i "a square" $count]
    foreach corners $triangles {
        puts -nonewline $channel [binary format r12s [list 0 0 1 {*}$corners] 0]
    }
    puts -nonewline $channel $more
    close $channel
}
set base "gravity {0 0 -9.81}\nmaterial w -young 1e7 -poisson 0.3 -density 2000\ncontact w w -mu 0.3 -restitution 0.5
integrate -method verlet -dt 1e-5"
proc square {head {x 0} {y 0} {heights 0} {rest ""}} {
    foreach z $heights {
        foreach {a b c d e f} {-1 -1 1 -1 1 1  -1 -1 1 1 -1 1} {
            append head [facet "[expr {$a + $x}] [expr {$b + $y}] $z" "[expr {$c + $x}] [expr {$d + $y}] $z" \
                "[expr {$e + $x}] [expr {$f + $y}] $z"]
        }
    }
    return $head${rest}endsolid\n
}
# The same ball on the same square, however the file is written: the same bits in the run, in the model as JSON and in
# the run of that model.
bytes spare.stl 2 "\0\0"
testing::write named.stl [square "solid with a vertex 7 8 9 in its name\n"]
testing::write marked.stl [square "\ufeffsolid a\n"]
testing::write remark.stl [square "# a remark that is longer than the eighty-four bytes that a binary file has as its head\nsolid a\n"]
testing::write lines.stl [string map {\n \r} [square "solid a\n"]]
testing::write zeros.stl [string map {"vertex 1 " "vertex 001 " "vertex -1 " "vertex -01.0D0 "} [square "solid a\n"]]
testing::write flat.stl [square "solid a\n" 0 0 0 [facet {0 0 0} {0 0 0} {1 0 0}]]
testing::write twice.stl [square "solid a\n" 0 0 {0 0}]
foreach {name told} {
    named   {}
    marked  {}
    remark  {}
    lines   {}
    zeros   {}
    spare   {*spare.tcl, line 5: mesh p: 2 bytes behind the last triangle of its file are not read*}
    flat    {*flat.tcl, line 5: mesh p: 1 of 3 triangles was dropped: not higher than the tolerance, 4e-7 m*}
    twice   {*twice.tcl, line 5: mesh p: 2 triangles repeat an earlier one*}
} {
    scenario $name.tcl "$base\nmesh p -file $name.stl -material w\nsphere s -radius .008 -material w -position {0 0 .02}\nrun until .1"
    set result [trundle run $name.tcl -out $name]
    tap::is [dict get $result status] 0 "a run with the file $name.stl"
    tap::ok [string match $told [dict get $result err]] "what is told of it"
    tap::note [dict get $result err]
    tap::is [contents $name/trajectory.csv] [contents named/trajectory.csv] "it has the same bits"
    tap::is [dict get [trundle export $name.tcl -to json] status] 0 "it is exported"
    trundle run $name.json -out $name-again
    tap::is [contents $name-again/trajectory.csv] [contents named/trajectory.csv] "and read again, with the same bits"
}
set line [lindex [split [dict get [trundle run flat.tcl -out flat] out] \n] 0]
tap::is $line "mesh p: 2 of 3 triangles, 1 dropped, 0 corners merged, 4 open edges, extent 2 x 2 x 0 m, tolerance 4e-7 m" \
    "what the start of a run says of its mesh"
tap::ok [regexp -line "^mesh p +[string range $line 8 end]\$" [dict get [trundle info flat] out]] "and what info says"
package require json
set told [lindex [dict get [json::json2dict [dict get [trundle info twice -json] out]] meshes] 0]
tap::is [lmap key {name given triangles dropped repeated open tolerance} {dict get $told $key}] {p 4 4 0 2 4 4e-7} "the same as JSON"
foreach {count there} {3 2 1 2 0 2} {
    bytes wrong.stl $count "\0\0"
    scenario wrong.tcl "$base\nmesh p -file wrong.stl -material w\nsphere s -radius .008 -material w -position {0 0 .02}\nrun until .1"
    set pattern "*mesh p: *wrong.stl: byte 80 announces $count triangles, but $there follow: 186 bytes, expected [expr {84 + 50*$count}]"
    testing::refused "trundle: wrong.tcl, line 5: $pattern" {run wrong.tcl -out new} "a count of $count"
    testing::refused $pattern {export wrong.tcl -to json -out new.json} "and its export"
}

# --- map coordinates ------------------------------------------------------------------------

# Two plates 15 mm apart, from a text: a ball rests on the upper one, where Hertz's spring holds its weight.
testing::write survey.stl [square "solid a\n" 50000 -30000 {0 0.015}]
set heavy "sphere s -radius 0.011 -material w -position {50000 -30000 0.0262}"
scenario survey.tcl "$base\nmesh p -file survey.stl -material w\n$heavy\nrun until 1"
set result [trundle run survey.tcl -out survey]
set weight [expr {4/3.0*acos(-1)*0.011**3*2000*9.81}]
set sunk [expr {($weight/(4/3.0*1e7/2/(1 - 0.09)*sqrt(0.011)))**(2/3.0)}]
tap::near [lindex [split [lindex [split [string trim [contents survey/trajectory.csv]] \n] end] ,] 4] [expr {0.026 - $sunk}] 1e-8 \
    "a ball rests on the upper of two plates in map coordinates"
tap::is [dict get $result err] "" "and nothing is lost"
tap::ok [string match "mesh p: 4 triangles, 0 dropped, 0 corners merged, 8 open edges, extent 2 x 2 x 0.015 m, tolerance 8e-7 m\n*" \
    [dict get $result out]] "four triangles"
# The same as binary, where single precision is 4 mm: the plates are one, and this is told.
bytes coarse.stl 4 "" [concat {*}[lmap z {0 0.015} {
    lmap t {{-1 -1 1 -1 1 1} {-1 -1 1 1 -1 1}} {concat {*}[lmap {x y} $t {list [expr {50000 + $x}] [expr {$y - 30000}] $z}]}
}]]
scenario coarse.tcl "$base\nmesh p -file coarse.stl -material w\n$heavy\nrun until 1e-3"
tap::ok [string match "*coarse.tcl, line 5: mesh p: 6 of 12 corners were merged with others and moved by up to 0.015 m:\
    closer than the tolerance, 0.02 m (single precision at coordinates up to 5e4 m)*" [dict get [trundle run coarse.tcl -out coarse] err]] \
    "what single precision merges is told"
scenario coarse.tcl "$base\nmesh p -file coarse.stl -material w -tolerance 1e-3\n$heavy\nrun until 1e-3"
trundle run coarse.tcl -out fine
tap::is [dict get [lindex [dict get [json::json2dict [trundle::frames text fine/trajectory.h5 /provenance]] meshes] 0] merged] 0 \
    "and -tolerance keeps it apart"
foreach {x y} {50000 -30000 5e6 -7e6} {
    set bucket "bucket p -box {$x $y 0 [expr {$x + 1}] [expr {$y + 1}] 1} -material w"
    set facts [trundle::mesh facts [lindex [meshes [string map {{-material w} {-material clay}} $bucket]] 0]]
    tap::is [lmap key {triangles dropped merged open} {dict get $facts $key}] {10 0 0 4} "a bucket of 1 m at $x, $y"
}

# --- scenarios ------------------------------------------------------------------------

scenario run.tcl "$head\n$ball\n$floor\nbucket tub -box {-0.4 -0.4 -0.1 0.4 0.4 0.5} -material clay\nrun until 0.2"
set result [trundle run run.tcl -out out]
tap::is [dict get $result status] 0 "a scenario with walls of triangles"
tap::note [dict get $result err]
set events [contents out/events.csv]
tap::ok [expr {[string match *,touch,ball,floor* $events] && [string match *,touch,ball,tub* $events]}] \
    "its events call the walls by their names"
set request [list model [model $ball $floor] until 1]
set first [trundle::unfinished::identity $request]
testing::write floor.stl "solid floor\n[facet {-1000 -1000 0} {1000 -1000 0} {1000 1000 0}]endsolid floor"
tap::ok [expr {$first ne [trundle::unfinished::identity $request]}] "a run whose file has changed is another one"
foreach {name text pattern} {
    "a file outside"     {mesh m -file ../out.stl -material clay} {*mesh m: -file is "../out.stl", expected a file in the folder*}
    "no triangles"       {mesh m -material clay}               {*mesh m: expected either -file or -triangles}
    "no material"        {mesh m -file floor.stl}              {*mesh m: -material is missing}
    "another material"   {bucket m -box {0 0 0 1 1 1} -material mud} {*bucket m: there is no material "mud"*}
    "a bad list"         {mesh m -triangles {{{0 0} {1 0 0} {0 1 0}}} -material clay} {*mesh m: -triangles, triangle 0, is *three corners*}
    "no such side"       {box m -box {0 0 0 1 1 1} -open lid -material clay} {*box m: -open is "lid", expected some of left*}
    "nothing left"       {bucket m -box {0 0 0 1 1 1} -open {left right front back bottom} -material clay}
                         {*bucket m: -open leaves no wall}
    "a flat box"         {box m -box {0 0 0 1 1 0} -material clay} {*box m: triangle * lie on a line*}
    "a name twice"       {box ball -box {0 0 0 1 1 1} -material clay} {*box ball: this name is already taken}
} {
    scenario bad.tcl "material clay -young 1e7 -poisson 0.3 -density 1700\n$ball\n$text\nrun until 1e-5"
    testing::refused "trundle: bad.tcl*$pattern" {run bad.tcl -out new} $name
}
scenario export.tcl "$head\n$ball\n$floor\nrun until 0.1"
testing::refused "*LAMMPS cannot express*walls of triangles*" {export export.tcl -to lammps -out new} \
    "a deck for another code"
set words [dict get [trundle run -language] out]
tap::ok [string match "*mesh NAME*-file*-spin*box NAME*-open*bucket NAME*-slope*" $words] "the list of words has meshes"
testing::end

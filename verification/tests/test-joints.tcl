# Meshes that meet in one plane: triangles drawn at random, in planes drawn at random, and the sides that
# cross and corners that lie inside, looked for one by one.
package require tap
package require trundle::joints
expr {srand(20171)}

# Twice the area of a triangle in a plane, with its sign.
proc turn {a b c} {
    lassign [concat $a $b $c] ax ay bx by cx cy
    return [expr {($bx - $ax)*($cy - $ay) - ($cx - $ax)*($by - $ay)}]
}
proc inside {p triangle} {
    lassign $triangle a b c
    set signs [lmap {x y} [list $a $b $b $c $c $a] {expr {[turn $x $y $p] > 0}}]
    return [expr {[llength [lsort -unique $signs]] == 1}]
}
proc cross {a b c d} {
    return [expr {[turn $a $b $c]*[turn $a $b $d] < 0 && [turn $c $d $a]*[turn $c $d $b] < 0}]
}
proc overlap {one two} {
    foreach {this that} [list $one $two $two $one] {
        foreach p $this {
            if {[inside $p $that]} {return 1}
        }
    }
    foreach a $one b [lreplace [list {*}$one [lindex $one 0]] 0 0] {
        foreach c $two d [lreplace [list {*}$two [lindex $two 0]] 0 0] {
            if {[cross $a $b $c $d]} {return 1}
        }
    }
    return 0
}

proc draw {low high} {expr {$low + ($high - $low)*rand()}}
# Two directions at right angles, as a quaternion turns those of x and y.
proc axes {} {
    set q [lmap k {1 2 3 4} {draw -1 1}]
    set size [expr {sqrt([tcl::mathop::+ {*}[lmap c $q {expr {$c*$c}}]])}]
    lassign [lmap c $q {expr {$c/$size}}] w x y z
    return [list [list [expr {1 - 2*($y*$y + $z*$z)}] [expr {2*($x*$y + $w*$z)}] [expr {2*($x*$z - $w*$y)}]] \
        [list [expr {2*($x*$y - $w*$z)}] [expr {1 - 2*($x*$x + $z*$z)}] [expr {2*($y*$z + $w*$x)}]] \
        [list [expr {2*($x*$z + $w*$y)}] [expr {2*($y*$z - $w*$x)}] [expr {1 - 2*($x*$x + $y*$y)}]]]
}
# Flat triangles in space: at `from`, and `up` above.
proc lift {triangles axes from up} {
    lassign $axes e f n
    return [lmap triangle $triangles {lmap corner $triangle {
        lassign $corner u v
        lmap o $from a $e b $f c $n {expr {$o + $u*$a + $v*$b + $up*$c}}
    }}]
}
proc meet {one two} {
    return [trundle::joints::meetings [dict create meshes [list [dict create name one material m triangles $one] \
        [dict create name two material m triangles $two]]]]
}

set wrong {}
set seen {0 0 0}
for {set k 0} {$k < 150} {incr k} {
    # Of one triangle, two or three each, within a square or within two that lie apart along x or y.
    set shift [lindex {{0 0} {1.6 0} {0 1.6}} [expr {$k % 3}]]
    foreach {name from} [list one {0 0} two $shift] {
        set $name [lmap t [lrange {1 2 3} 0 [expr {$k/3 % 3}]] {lmap c {1 2 3} {lmap o $from {draw $o [expr {$o + 1.8}]}}}]
    }
    set want 0
    foreach a $one {
        foreach b $two {
            set want [expr {$want || [overlap $a $b]}]
        }
    }
    set axes [axes]
    set from [lmap c {1 2 3} {draw -1 1}]
    lset seen $want [expr {[lindex $seen $want] + 1}]
    set got [meet [lift $one $axes $from 0] [lift $two $axes $from 0]]
    if {$got ne ($want ? {two one 1} : {})} {
        lappend wrong "$k: $got, wanted $want: $one and $two"
    }
    if {[meet [lift $one $axes $from 0] [lift $two $axes $from 1e-3]] ne {}} {
        lappend wrong "$k: a millimetre above"
    }
}
if {![tap::ok [expr {$wrong eq {} && min([lindex $seen 0], [lindex $seen 1]) > 20}] \
        "[lindex $seen 1] pairs meet, [lindex $seen 0] do not, none in planes a millimetre apart"]} {
    tap::note [join $wrong \n]
}
tap::is [meet {{{0 0 0} {1 0 0} {0 1 0}}} {{{1 0 0} {1 1 0} {0 1 0}}}] {two one 1} "a common side meets"
tap::is [meet {{{0 0 0} {1 0 0} {0 1 0}}} {{{1 0 0} {2 0 0} {2 -1 0}}}] {two one 1} "a common corner, too"
tap::raises {meet {{{0 0 0} {1 0 0} {2 0 0}}} {{{0 0 0} {1 0 0} {0 1 0}}}} {mesh one: triangle 0: corners * lie on a line: *} \
    "a triangle without an area is refused as in the engine"

# Squares beside each other, with a gap, in the plane of x and y, turned by an angle: a micrometre is none.
proc square {x y z {angle 0}} {
    return [lmap corners {{0 0 1 0 1 1} {0 0 1 1 0 1}} {lmap {u v} $corners {
        list [expr {$x + $u*cos($angle) - $v*sin($angle)}] [expr {$y + $u*sin($angle) + $v*cos($angle)}] $z
    }}]
}
foreach {gap want} {0 {two one 1} 7e-7 {two one 1} 1.3e-6 {}} {
    foreach angle {0 0.6} {
        foreach turn {0 1 2 3} {
            set way [expr {$angle + $turn*acos(0)}]
            set here [square 40 30 0 $angle]
            set beside [square [expr {40 + (1 + $gap)*cos($way)}] [expr {30 + (1 + $gap)*sin($way)}] 0 $angle]
            tap::is [meet $here $beside] $want "a gap of $gap m beside side $turn of a square turned by $angle"
            tap::is [meet [lmap t $here {lreverse $t}] [lmap t $beside {lreverse $t}]] $want "seen from below"
        }
    }
}
# A corner that points at a side, so that only this side, of length 1, is between them.
tap::is [meet {{{0 0 0} {0.6 0.8 0} {-0.8 0.6 0}}} {{{0.3008 0.3994 0} {1.28 0.04 0} {0.92 -0.44 0}}}] {} "a corner before a side"
set far {{{1.05 0 0} {1.05 0.5 0} {2 0 0}}}
foreach {scale want} {1 {} 1.1 {two one 1}} {
    tap::is [trundle::joints::meetings [dict create meshes [list [dict create name one triangles {{{0 0 0} {1 0 0} {0 1 0}}} scale $scale] \
        [dict create name two triangles $far]]]] $want "a mesh that is $scale times as large"
}
foreach {up want} {4e-6 {two one 1} -8e-6 {two one 1} 2e-5 {} -2e-5 {}} {
    tap::is [meet [square 0 0 0] [square 0.3 0.3 $up]] $want "one plane or two: $up m apart"
}
# Planes that are one, and what lies in a plane: the same three points and normals in oblique directions.
proc walls {one two args} {
    set planes [lmap {name wall} [list p $one q $two] {
        lassign $wall normal point
        dict create name $name normal $normal point $point material m {*}[expr {$name eq "q" ? $args : {}}]
    }]
    set model [dict create planes $planes meshes [list [dict create name t triangles {{{1 0 0} {0 1 0} {0 0 1}}}]]]
    return [list [trundle::joints::equal $model] [trundle::joints::lying $model]]
}
# A point beside a fold, on the side of the angle that is the smaller one: right above 0.437 of a ridge, by the normals' mean.
foreach height {0.5 -0.5} {
    lassign [lindex [trundle::joints::folds-of [list [list {0 0 0} {2 0 0} [list 1 1 $height]] [list {0 0 0} {2 0 0} [list 1 -1 $height]]]] 0] \
        angle place
    tap::near $angle [expr {2*0.5/hypot(1, 0.5)}] 1e-12 "how far its normals are apart"
    tap::near $place [list 0.874 0 [expr {2*($height > 0 ? 1e-3 : -1e-3)/hypot(1, 0.5)}]] 1e-12 "a point beside it"
}
# A way out of a tetrahedron, a way through it, one that ends before it, one past it.
set four {{{0 0 0} {1 0 0} {0 1 0}} {{0 0 0} {1 0 0} {0 0 1}} {{0 0 0} {0 1 0} {0 0 1}} {{1 0 0} {0 1 0} {0 0 1}}}
tap::is [lmap {a b} {{0.2 0.1 0.3} {1.3 0.9 1.1} {-0.3 0.21 0.17} {0.9 0.32 0.41} {2 1.7 1.5} {1 0.9 0.8} {2 0.1 0.2} {2.1 -3 4}} {
    trundle::joints::crossings $four $a $b
}] {1 0 0 0} "which ways end behind a wall"
tap::is [walls {{1 1 1} {1 0 0}} {{2 2 2} {0.2 0.3 0.5}}] {{q p 1} {mesh t p mesh t q}} "a plane twice, and a mesh in both"
tap::is [walls {{1 1 1} {1 0 0}} {{2 2 2} {0.2 0.3 0.5}} speed 1] {{q p 0} {plane q p mesh t p mesh t q}} "one that moves"
tap::is [walls {{1 1 1} {1 0 0}} {{-1 -1 -1} {0 1 0}}] {{} {mesh t p mesh t q}} "back to back"
tap::is [walls {{1 1 1} {1.001 0 0}} {{1 1 1} {1 0.002 0}}] {{} {}} "a millimetre apart"
tap::is [walls {{1 1 1} {1 0 0}} {{1 1 0.999} {1 0 0}}] {{} {mesh t p}} "another direction"
tap::is [trundle::joints::warnings {planes {{name p normal {0 0 2}}} meshes {{name t triangles {{{0 0 0} {1 0 0} {0 1 0}}}}}}] \
    {{mesh t: lies in plane p: a contact there counts twice}} "what is told"
tap::is [trundle::joints::warnings {planes {} meshes {{name s triangles {{{0 0 0} {1 0 0} {0 1 0}}} flush 1}
    {name t triangles {{{1 0 0} {0 1 0} {1 1 0}}}}}}] \
    {{mesh t: lies in one plane with mesh s and touches it: a contact that crosses the seam counts twice there and loses its\
    history}} "what is told of two meshes that meet on purpose"
tap::raises {trundle::joints::refuse {planes {{name p normal {0 0 2}} {name q normal {0 0 1}}}}} \
    {plane q: is the same as plane p, so a contact would count twice; expected one of them} "what is refused"
# Of a row of squares the last touches, along each side.
foreach {u v} {1 0 -1 0 0 1 0 -1} {
    set row [concat {*}[lmap k {0 1 2 3} {square [expr {1.5*$k*$u}] [expr {1.5*$k*$v}] 0}]]
    tap::is [meet $row [square [expr {5.2*$u}] [expr {5.2*$v}] 0]] {two one 1} "the end of a row to $u $v"
    tap::is [meet $row [square [expr {5.6*$u}] [expr {5.6*$v}] 0]] {} "beyond the end of a row to $u $v"
}
tap::done

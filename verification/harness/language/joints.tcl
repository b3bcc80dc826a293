# joints.tcl -- meshes that meet in one plane, with each other or with a plane wall, and planes that are one; valleys
# of one mesh.
# Inside a mesh a contact goes from triangle to triangle with its history, and where several touch one acts.
# Between two walls nobody looks: at the seam, or where one lies on the other, a particle has two contacts, twice the
# stiffness, and none of its history behind it.
package provide trundle::joints 1.0
package require trundle::value
package require trundle::vectors

namespace eval trundle::joints {
    namespace import ::trundle::value::get
    namespace path ::trundle::vectors
    # What two meshes may differ in and could still be one.
    variable own {name path triangles scale tolerance flush}
}

# joints::refuse MODEL: an error where two meshes meet in one plane and neither says that it is meant.
proc trundle::joints::refuse {model} {
    foreach {other name one} [meetings $model] {
        if {![flush? $model $other] && ![flush? $model $name]} {
            trundle::value::fail "mesh $other: lies in one plane with mesh $name and touches it, so a contact\
                would count twice there and lose its history; expected [expr {$one ? "one mesh of both"
                : "`-flush yes` in one of them if this is meant"}]"
        }
    }
    foreach {other name one} [equal $model] {
        if {$one} {
            trundle::value::fail "plane $other: is the same as plane $name, so a contact would count twice;\
                expected one of them"
        }
    }
}

# Does this mesh say that it meets another one on purpose?
proc trundle::joints::flush? {model name} {
    foreach mesh [get $model meshes] {
        if {[get $mesh name] eq $name} {
            return [get $mesh flush 0]
        }
    }
}

# Lines for what is not refused.
proc trundle::joints::warnings {model} {
    return [concat [lmap {other name one} [meetings $model] {
        string cat "mesh $other: lies in one plane with mesh $name and touches it:" \
            " a contact that crosses the seam counts twice there and loses its history"
    }] [lmap {what other name} [lying $model] {
        string cat "$what $other: lies in plane $name: a contact there counts twice"
    }]]
}

# Planes that are one, OTHER NAME ONE ...: ONE is 1 when they agree in all but their names.  Back to back, planes
# have no contact in common.
proc trundle::joints::equal {model} {
    set found {}
    set before {}
    foreach plane [get $model planes] {
        set normal [dict get $plane normal]
        set words [words-of-plane $plane]
        set kind [lsort -stride 2 [dict remove $plane name point normal]]
        foreach {name normal2 words2 kind2} $before {
            if {[share? $words $words2] && [tcl::mathop::+ {*}[lmap x $normal y $normal2 {expr {$x*$y}}]] > 0} {
                lappend found [dict get $plane name] $name [expr {$kind eq $kind2}]
            }
        }
        lappend before [dict get $plane name] $normal $words $kind
    }
    return $found
}

# Planes and meshes that lie in a plane of another kind: WHAT OTHER NAME ...
proc trundle::joints::lying {model} {
    set found {}
    foreach {other name one} [equal $model] {
        if {!$one} {
            lappend found plane $other $name
        }
    }
    foreach mesh [expr {[llength [get $model planes]] ? [get $model meshes] : {}}] {
        set words [dict keys [by-plane [triangles-of $mesh]]]
        foreach plane [get $model planes] {
            if {[share? $words [words-of-plane $plane]]} {
                lappend found mesh [dict get $mesh name] [dict get $plane name]
            }
        }
    }
    return $found
}

proc trundle::joints::words-of-plane {plane} {
    return [lindex [words-of [dict get $plane normal] [get $plane point {0 0 0}]] 1]
}

proc trundle::joints::share? {some others} {
    foreach word $others {
        if {$word in $some} {
            return 1
        }
    }
    return 0
}

# Which meshes meet in one plane: OTHER NAME ONE ..., ONE is 1 when they agree in all but their triangles.
proc trundle::joints::meetings {model} {
    variable own
    set meshes [get $model meshes]
    if {[llength $meshes] < 2} {
        return {}
    }
    set found {}
    foreach mesh $meshes {
        set name [get $mesh name]
        set kind [lsort -stride 2 [dict remove $mesh {*}$own]]
        set here [by-plane [triangles-of $mesh]]
        foreach {name2 kind2 there} [get $found meshes] {
            if {[meet? $here $there]} {
                dict lappend found pairs $name $name2 [expr {$kind eq $kind2}]
            }
        }
        dict lappend found meshes $name $kind $here
    }
    return [get $found pairs]
}

proc trundle::joints::triangles-of {mesh} {
    package require trundle
    return [trundle::mesh triangles $mesh]
}

# Triangles by the words of their planes: PLANE {TRIANGLE ...}, each in two coordinates of its plane.
proc trundle::joints::by-plane {triangles} {
    set planes {}
    foreach triangle $triangles {
        lassign [plane-of $triangle] lead words
        foreach word $words {
            dict lappend planes $word [lmap corner $triangle {lreplace $corner $lead $lead}]
        }
    }
    return $planes
}

# The coordinate along which a triangle is seen best, and two words for its plane, the same for all triangles
# in it, whichever side they show: one of them at least is not on the border of a rounding.
proc trundle::joints::plane-of {triangle} {
    lassign $triangle a b c
    lassign [lmap x $a y $b {expr {$y - $x}}] ux uy uz
    lassign [lmap x $a y $c {expr {$y - $x}}] vx vy vz
    return [words-of [list [expr {$uy*$vz - $uz*$vy}] [expr {$uz*$vx - $ux*$vz}] [expr {$ux*$vy - $uy*$vx}]] $a]
}

# The same for a plane with a normal and a point.
proc trundle::joints::words-of {n a} {
    set size [expr {sqrt([tcl::mathop::+ {*}[lmap x $n {expr {$x*$x}}]])}]
    if {$size == 0} {
        return {0 {}}
    }
    set lead [lindex [lsort -real -decreasing -indices [lmap x $n {expr {abs($x)}}]] 0]
    set sign [expr {[lindex $n $lead] < 0 ? -$size : $size}]
    set n [lmap x $n {expr {$x/$sign}}]
    lappend n [tcl::mathop::+ {*}[lmap x $n y $a {expr {$x*$y}}]]
    return [list $lead [list [list r {*}[lmap x $n {expr {round(1e5*$x)}}]] \
        [list f {*}[lmap x $n {expr {round(1e5*$x + 0.37)}}]]]]
}

# Do two sets of triangles touch in some plane?  Only those count that reach into the box of the other set; they are
# taken in the order of their first coordinate.
proc trundle::joints::meet? {here there} {
    dict for {word ours} $here {
        if {![dict exists $there $word]} continue
        set ours [lmap triangle $ours {list $triangle [box-of $triangle]}]
        set theirs [lmap triangle [dict get $there $word] {list $triangle [box-of $triangle]}]
        lassign [list [box-of-all $ours] [box-of-all $theirs]] box other
        set all [concat [inside $ours $other 0] [inside $theirs $box 1]]
        set open {{} {}}
        foreach one [lsort -real -index 0 $all] {
            lassign $one low side triangle box
            set others {}
            foreach other [lindex $open [expr {!$side}]] {
                if {[lindex $other 1 1] < $low - 1e-6} continue
                lappend others $other
                if {[touch? $box [lindex $other 1]] && [apart $triangle [lindex $other 0]] <= 1e-6
                        && [apart [lindex $other 0] $triangle] <= 1e-6} {
                    return 1
                }
            }
            lset open [expr {!$side}] $others
            lset open $side end+1 [list $triangle $box]
        }
    }
    return 0
}

# Boxes are {low high low high} of the two coordinates.
proc trundle::joints::box-of {triangle} {
    lassign [concat {*}$triangle] a b c d e f
    return [list [expr {min($a, $c, $e)}] [expr {max($a, $c, $e)}] [expr {min($b, $d, $f)}] [expr {max($b, $d, $f)}]]
}

proc trundle::joints::box-of-all {some} {
    lassign [lindex $some 0 1] a b c d
    foreach one $some {
        lassign [lindex $one 1] low high bottom top
        set a [expr {min($a, $low)}]
        set b [expr {max($b, $high)}]
        set c [expr {min($c, $bottom)}]
        set d [expr {max($d, $top)}]
    }
    return [list $a $b $c $d]
}

proc trundle::joints::inside {some box side} {
    return [lmap one $some {
        if {![touch? [lindex $one 1] $box]} continue
        list [lindex $one 1 0] $side {*}$one
    }]
}

proc trundle::joints::touch? {one two} {
    lassign [concat $one $two] a b c d e f g h
    return [expr {$a <= $f + 1e-6 && $e <= $b + 1e-6 && $c <= $h + 1e-6 && $g <= $d + 1e-6}]
}

# The widest gap between two triangles in a plane, seen along the sides of the first; below 0 when there is none.
proc trundle::joints::apart {one two} {
    set widest -Inf
    foreach a $one b [list {*}[lrange $one 1 end] [lindex $one 0]] c [list [lindex $one 2] {*}[lrange $one 0 1]] {
        lassign [concat $a $b] ax ay bx by
        set length [expr {hypot($bx - $ax, $by - $ay)}]
        if {$length == 0} continue
        set nx [expr {($by - $ay)/$length}]
        set ny [expr {($ax - $bx)/$length}]
        set inside [expr {$nx*([lindex $c 0] - $ax) + $ny*([lindex $c 1] - $ay) > 0 ? -1 : 1}]
        set gap Inf
        foreach p $two {
            set gap [expr {min($gap, $inside*($nx*([lindex $p 0] - $ax) + $ny*([lindex $p 1] - $ay)))}]
        }
        set widest [expr {max($widest, $gap)}]
    }
    return $widest
}

# The angle (rad, as the engine counts it: the distance of two unit normals) of a valley of this mesh between LOW and
# HIGH, where spheres come; or "".  Some of the valleys are asked, from the flattest to the steepest.
proc trundle::joints::valley {model mesh low high} {
    set places [places-of $model]
    if {$high <= $low || ![llength $places]} {
        return ""
    }
    set triangles [triangles-of $mesh]
    set many [llength $triangles]
    if {$many > 20000} {
        return ""
    }
    set found [lsort -real -index 0 [lmap fold [folds-of $triangles] {
        expr {[lindex $fold 0] > $low && [lindex $fold 0] < $high ? $fold : [continue]}
    }]]
    set asked [expr {max(1, min(20, 200000/($many*[llength $places])))}]
    for {set k 0} {$k < min($asked, [llength $found])} {incr k} {
        lassign [lindex $found [expr {$k*[llength $found]/min($asked, [llength $found])}]] angle point
        foreach place $places {
            if {![crossings $triangles $place $point]} {
                return $angle
            }
        }
    }
    return ""
}

# Some places where spheres are or enter.
proc trundle::joints::places-of {model} {
    set all [lmap one [get $model particles] {get $one position {0 0 0}}]
    foreach one [concat [get $model groups] [get $model inlets]] {
        if {[dict exists $one box]} {
            lappend all [lmap a [lrange [dict get $one box] 0 2] b [lrange [dict get $one box] 3 5] {
                expr {0.5*($a + $b)}
            }]
        }
    }
    set last [expr {[llength $all] - 1}]
    return [lmap k [expr {$last < 0 ? {} : [lsort -integer -unique [list 0 [expr {$last/2}] $last]]}] {lindex $all $k}]
}

# Folds of a mesh, ANGLE POINT each: at the edges of two triangles, with a point on the side where the fold is a valley.
proc trundle::joints::folds-of {triangles} {
    set edges {}
    foreach triangle $triangles {
        lassign $triangle a b c
        foreach {p q other} [list $a $b $c $b $c $a $c $a $b] {
            dict lappend edges [lsort [list $p $q]] $other
        }
    }
    set folds {}
    dict for {edge others} $edges {
        if {[llength $others] != 2} continue
        lassign $edge p q
        lassign $others c d
        lassign [lmap x [list $q $c $d] {vsub $x $p}] along first second
        set n [vunit [vcross $along $first]]
        set m [vunit [vcross $second $along]]
        set size [expr {[vnorm $along]*([vdot $n $second] > 0 ? 1e-3 : -1e-3)}]
        lappend folds [list [vnorm [vsub $n $m]] \
            [lmap x $p y $along u $n v $m {expr {$x + 0.437*$y + $size*($u + $v)/2}}]]
    }
    return $folds
}

# 1 when a straight way from A to B goes through the triangles an odd number of times: it ends behind them.
proc trundle::joints::crossings {triangles a b} {
    set way [vsub $b $a]
    set odd 0
    foreach triangle $triangles {
        lassign $triangle p q r
        lassign [list [vsub $q $p] [vsub $r $p] [vsub $a $p]] u v w
        set across [vcross $way $v]
        set size [vdot $u $across]
        if {$size == 0} continue
        set x [expr {[vdot $w $across]/$size}]
        set turned [vcross $w $u]
        set y [expr {[vdot $way $turned]/$size}]
        set t [expr {[vdot $v $turned]/$size}]
        if {$x >= 0 && $y >= 0 && $x + $y < 1 && $t > 0 && $t < 1} {
            set odd [expr {!$odd}]
        }
    }
    return $odd
}

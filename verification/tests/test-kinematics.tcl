# What a table of motions tells of contacts: slips by the velocities of the two points that touch, and
# times of motions that are straight lines.
package require tap
package require trundle::kinematics
namespace import trundle::kinematics::*
expr {srand(20172)}

proc cross {a b} {
    lassign [concat $a $b] x y z u v w
    return [list [expr {$y*$w - $z*$v}] [expr {$z*$u - $x*$w}] [expr {$x*$v - $y*$u}]]
}
proc dot {a b} {tcl::mathop::+ {*}[lmap x $a y $b {expr {$x*$y}}]}
proc plus {a s b} {lmap x $a y $b {expr {$x + $s*$y}}}
proc size {a} {expr {sqrt([dot $a $a])}}
proc draw {} {lmap c {1 2 3} {expr {2*rand() - 1}}}

set worst {0 0}
foreach share {0 0.5 1} {
    foreach near {0.9 1.3} {
        lassign [list [draw] [draw] [draw] [draw] [draw] [draw]] v w V W n p
        set n [lmap c $n {expr {$c/[size $n]}}]
        # A sphere of radius 0.3 whose centre is 0.3*near above the plane, and one of 0.4 beyond it.
        set x [plus $p [expr {0.3*$near}] $n]
        set depth [expr {0.3 - 0.3*$near}]
        set arm [expr {0.3 - $share*max(0, $depth)}]
        set u [plus $v -$arm [cross $w $n]]
        set slip [plus $u [expr {-[dot $u $n]}] $n]
        set row [lindex [trundle::kinematics::at-plane [list [list [concat $x $v $w]]] 0 0.3 $p $n $share] 0]
        lset worst 0 [expr {max([lindex $worst 0], [trundle::value::distance $row \
            [concat $depth [expr {-[dot $v $n]}] $slip [expr {[size $v] + 0.3*[size $w]}]]])}]

        set X [plus $x [expr {0.7*$near}] $n]
        set depth [expr {0.7 - 0.7*$near}]
        set a [expr {0.3 - $share*max(0, $depth)}]
        set b [expr {0.4 - $share*max(0, $depth)}]
        set u [plus [plus $v $a [cross $w $n]] -1 [plus $V [expr {-$b}] [cross $W $n]]]
        set slip [plus $u [expr {-[dot $u $n]}] $n]
        set spins [plus [lmap c $w {expr {$a*$c}}] $b $W]
        set row [lindex [trundle::kinematics::between [list [list [concat $X $V $W] [concat $x $v $w]]] 1 0 0.3 0.4 $share] 0]
        lset worst 1 [expr {max([lindex $worst 1], [trundle::value::distance $row \
            [concat $depth [dot [plus $v -1 $V] $n] $slip [expr {[size [plus $v -1 $V]] + [size $spins]}]]])}]
    }
}
tap::near $worst {0 0} 1e-14 "overlap, closing and slip at a plane and between two"

# A contact of straight lines: it touches at 0.15 and slips, sticks at 0.6, slips again at 0.9, sticks, and ends at 1.45.
set times {}
set track {}
for {set k 0} {$k <= 16} {incr k} {
    set t [expr {$k/10.0}]
    set slip [expr {$t < 0.65 ? max(0, 2*(0.6 - $t)) : $t < 0.85 ? 0 : $t < 1.25 ? 2*(1.2 - $t) : 0}]
    lappend times $t
    lappend track [list [expr {min($t - 0.15, 1.45 - $t)}] [expr {$t < 0.8 ? 1.0 : -1.0}] \
        [expr {0.6*$slip}] 0 [expr {-0.8*$slip}] 2.0]
}
set found [trundle::kinematics::of-contact $times $track 3 {plane 2}]
tap::is [lmap one $found {lrange $one 1 end}] [lmap kind {touch slip stick slip stick release} {
    list $kind 3 {plane 2}
}] "what happens to a contact"
tap::near [lmap one $found {lindex $one 0}] {0.15 0.15 0.6 0.9 1.2 1.45} 1e-12 "and when"
foreach {name slip kind} {
    "a slip above a thousandth of the speed" 2.1e-3 {touch slip}
    "one of a thousandth" 2e-3 touch
} {
    tap::is [lmap one [trundle::kinematics::of-contact {0 1} [list [list 1 0 0 $slip 0 2.0] [list 1 0 0 $slip 0 2.0]] 0 1] {
        lindex $one 1
    }] $kind "$name"
}
# A contact that sticks slips again above a twentieth of the largest speed since it touched.
foreach {last want} {0.2 touch 0.21 {touch slip}} {
    tap::is [lmap one [trundle::kinematics::of-contact {0 1 2} [list {1 0 0 0 0 2.0} {1 0 0 0 0 4.0} [list 1 0 $last 0 0 1.0]] 0 1] {
        lindex $one 1
    }] $want "a slip of $last after a speed of 4"
}
tap::is [trundle::kinematics::of-contact {5 6} {{0.1 1 0 0 0 1} {0.1 1 0 0 0 1}} 0 1] {{5 touch 0 1}} \
    "what touches at the start touches then"

foreach {arguments want name} {
    {1 0.2 0 0.5 2} 2 "nothing moves: the end"
    {1 0.2 0.5 0 2} 0.6 "an overlap of 0.2 that grows by 0.5 a second"
    {1 0.2 0.5 0.7 2} 0.7 "not before the first time"
    {1 -0.9 0.5 0.7 2} 2 "nor after the last"
} {
    tap::near [trundle::kinematics::meeting {*}$arguments] $want 1e-15 "meeting: $name"
}
# Rows at 4, 5 and 6: slips along x, y and z, the overlap of the third.
foreach {a b c least want name} {
    {0 0 0} {1 0 0} {1 2 0 0} 0 4 "no slip before: there it was"
    {3 0 0} {3 0.1 0} {1 3.5 0 0} 4 {} "a slip that does not fall"
    {3 0 0} {4 0 0} {1 2 0 0} 0 {} "a slip that grows"
    {3 0 0} {-1 0 0} {1 -5 0 0} 0 4.75 "one that has changed its sign"
    {3 0 0} {0 0 0} {} 0 5 "one that has gone"
    {3 0 4} {1.2 0 1.6} {1 0 0 0} 0 5.666666666666667 "a line to zero before the next row"
    {0 3 0} {0 1 0} {1 0 0 0} 0 5.5 "another"
    {2 0 0} {1 0 0} {1 0 0 0} 0 6 "a line to zero at the next row"
    {2 0 0} {1 0 0} {1 0 2 0} 0 {} "a slip that is as large again"
    {3 0 0} {1 0 0} {0 0 0 0} 0 {} "the contact has ended before"
    {3 0 0} {1 0 0} {} 0 {} "no row comes after"
    {3 0 0} {2 0 0} {1 1.2 0 0} 0 {} "a line to zero after the next row"
    {3 0 0} {1 0 0} {1 2 0 3} 0 {} "a slip that grows again"
    {3 0 0} {2 0 0} {1 1.9 0 0} 2.1 7 "one that falls no more, and is small"
    {3 0 0} {2 0 0} {1 1.9 0 0} 2 {} "one that is not"
    {3 0 0} {2 0 0} {1 1.5 0 0} 2.1 {} "one that falls on"
} {
    set c [expr {$c eq "" ? "" : [linsert $c 1 9]}]
    set got [trundle::kinematics::zero 4 5 6 [list 9 9 {*}$a] [list 9 9 {*}$b] $c $least]
    tap::ok [expr {$want eq "" || $got eq "" ? $got eq $want : abs($got - $want) < 1e-14}] "$name: [expr {$want eq "" ? "none" : "at $want"}]"
}
# The line of a slip meets zero between two rows; in the next one the spring swings across.
tap::is [trundle::kinematics::of-contact {0 1 2 3 4} {{1 0 4 0 0 9} {1 0 3 0 0 9} {1 0 1 0 0 9} {1 0 0 0.4 0 9} {1 0 0 0.1 0 9}} 0 1] \
    {{0 touch 0 1} {0 slip 0 1} {2.5 stick 0 1}} "a spring that swings across does not move the time of sticking"
tap::is [trundle::kinematics::of-contact {0 1 2 3} {{1 0 0 0 0 1} {0 -1 0 0 0 1} {0 -1 0 0 0 1} {0 -1 0 0 0 1}} 0 1] \
    {{0 touch 0 1} {1 release 0 1}} "a contact without an overlap is over"
# Three that move without turning along z, above two planes; the third stands beside the second.
set records [lmap t {0 0.2 0.4 0.6} {
    lmap {x z v} {0 0.2 -1 1 0.5 -2 1.25 0.5 -2} {list $x 0 [expr {$z + $v*$t}] 0 0 $v 0 0 0}
}]
set found [trundle::kinematics::events {0 0.2 0.4 0.6} $records {0.1 0.2 0.1} {{{0 0 0} {0 0 1}} {{0 0 -0.55} {0 0 1}}} 0.5]
tap::is [lmap one $found {lrange $one 1 end}] [list {touch 1 2} {touch 0 {plane 0}} {touch 1 {plane 0}} {touch 2 {plane 0}} \
    {touch 1 {plane 1}} {touch 2 {plane 1}}] "who meets whom, in the order of time"
tap::near [lmap one $found {lindex $one 0}] {0 0.1 0.15 0.2 0.425 0.475} 1e-12 "when"
tap::is [trundle::kinematics::events {0 1} {} {} {} 0.5] {} "nobody meets nobody"
set bodies {{mass 2.0 inertia 0.3 position {1 2 3} velocity {0.5 -1 2} spin {4 0 -3}} {mass 1.0 inertia 0.1 position {0 0 1} velocity {1 0 0} spin {0 2 0}}}
set energy [trundle::kinematics::energy $bodies {0.1 0 -10}]
tap::near [lmap name {translational rotational gravity} {dict get $energy $name}] {5.75 3.95 69.8} 1e-13 "energies, by hand"
tap::done

# vectors.tcl -- vectors as lists of numbers.  Their names begin with v, so that a page can use them beside its own words.
package provide trundle::vectors 1.0

namespace eval trundle::vectors {
    proc vadd {a b} {lmap x $a y $b {expr {$x + $y}}}
    proc vsub {a b} {lmap x $a y $b {expr {$x - $y}}}
    proc vscale {s a} {lmap x $a {expr {$s*$x}}}
    proc vnorm {a} {expr {sqrt([vdot $a $a])}}
    # The direction of a vector; 0 of one that has none.
    proc vunit {a} {
        set length [vnorm $a]
        lmap x $a {expr {$length > 0 ? $x/$length : 0.0}}
    }
    proc vdot {a b} {
        set sum 0.0
        foreach x $a y $b {
            set sum [expr {$sum + $x*$y}]
        }
        return $sum
    }
    proc vcross {a b} {
        lassign $a ax ay az
        lassign $b bx by bz
        list [expr {$ay*$bz - $az*$by}] [expr {$az*$bx - $ax*$bz}] \
            [expr {$ax*$by - $ay*$bx}]
    }
}

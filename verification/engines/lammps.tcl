# lammps.tcl -- a model as a deck of LAMMPS: `pair granular` and
# `wall/gran` with the law `hertz` or `hooke`, tangential spring `mindlin`, damping `tsuji`
# and rolling resistance `sds`.  All stiffnesses are given as numbers, so that a
# wall gets the modulus that the model means, and rigid bodies need no trick.
package provide trundle::engine::lammps 1.0
package require trundle::export

namespace eval trundle::export::lammps {
    variable title LAMMPS
    variable tried {version 29 Sep 2021}
    variable ranks 1
    variable holds 1
    variable program lmp
    variable packages {lammps openmpi-bin}
    variable greets LAMMPS
    # What references follow and no option of ours says: the arm of the torque between spheres, the slip being taken on R,
    # the cap of EPSD, and its stiffness, which does not change; the history, projected with its length given back.
    variable habits {sphere_torque half roll_cap both roll_stiffness constant carry stretched}
    variable can {
        normal     {hertz same power same hooke same}
        normal_end {
            overlap same
            force   {the contact lasts, and may pull, until the overlap is gone}
        }
        sliding {elongation same mindlin same linear same none same}
        increment {
            rate     same
            material {it takes slip velocity times step}
            trapezoid {it takes slip velocity times step}
        }
        transport {
            normal  {spheres: it projects the history and gives it its length back}
            frame   {it does not turn the history about the normal; between spheres it projects it}
            project {spheres: it projects the history and gives it its length back}
            none    {spheres: it projects the history and gives it its length back}
        }
        slip_memory {yes same no same}
        rescale     {no same yes same}
        friction_cap {
            total       same
            nonnegative {while a contact pulls, friction and rolling are limited by the size of the pull}
        }
        shear_modulus {mindlin same printed same}
        lever {
            radius {spheres: the torque has the arm radius less half the overlap}
            half   {the slip velocity, and the torque on a wall, have the arm radius}
            inner  {the slip velocity, and the torque on a wall, have the arm radius}
            shares {the slip velocity, and the torque on a wall, have the arm radius}
        }
        rolling {
            none same
            mdem {its constants are those of the radius of the first particle}
            epsd {its stiffness and damping are constant, those of the first particle at one overlap, and its cap holds both}
        }
        rolling_stiffness {secant same}
        torsion  {no same}
        rotation {exact same printed same}
        spinning {yes same}
        method   {verlet same}
        adaptive {no same}
    }
}

proc trundle::export::lammps::cannot {facts} {
    set reasons {}
    foreach {pair numbers} [trundle::export::pairs-of-particles $facts] {
        dict with numbers {
            if {[trundle::export::hooke? $facts] && $c_n != 0} {
                if {$xi != 0 || $xi_t != 0} {
                    lappend reasons {*}[trundle::export::several-masses $facts $pair "xi, xi_t and c_n"]
                }
            } elseif {[tsuji [wanted $facts $xi]] eq ""} {
                lappend reasons "xi $xi (at most [expr {[trundle::export::hooke? $facts] ? 0.5810 : 0.5196}],\
                    the damping of e = 0)"
            } elseif {$xi == 0 && $xi_t != 0} {
                lappend reasons "xi_t $xi_t without xi"
            }
            if {[dict get $facts explain rolling] eq "epsd" && $factor != 0} {
                lappend reasons "factor $factor (0)"
            }
        }
    }
    return [lsort -unique $reasons]
}

# The dashpot beside the tangential spring is inside its cap.
proc trundle::export::lammps::differs {facts} {
    set found [trundle::export::between-held $facts]
    foreach {pair numbers} [trundle::export::pairs-of-particles $facts] {
        if {[dict get $numbers xi_t] != 0} {
            lappend found {xi_t (the limit of friction holds spring and dashpot together)}
            break
        }
    }
    return $found
}

# The damping over the root of stiffness and m*: sqrt(6) xi, or of the law hooke sqrt(4.8) xi.
proc trundle::export::lammps::wanted {facts xi} {
    return [expr {[trundle::export::hooke? $facts] ? sqrt(4.8)*$xi : [trundle::mechanics damping $xi 1 1]}]
}

# The restitution from which its polynomial makes the wanted damping;
# the polynomial falls from 1.2728 at e = 0 to nothing at e = 1.
proc trundle::export::lammps::tsuji {wanted} {
    if {$wanted > 1.2728} {
        return ""
    }
    set low 0.0
    set high 1.0
    for {set k 0} {$k < 60} {incr k} {
        set e [expr {0.5*($low + $high)}]
        if {[alpha $e] > $wanted} {set low $e} else {set high $e}
    }
    return [expr {$wanted == 0 ? 1.0 : $e}]
}

proc trundle::export::lammps::alpha {e} {
    set sum 0.0
    foreach c {4.8218 -18.022 27.467 -22.348 11.087 -4.2783 1.2728} {
        set sum [expr {$sum*$e + $c}]
    }
    return $sum
}

proc trundle::export::lammps::write {facts folder plan} {
    set room [trundle::export::start-file $facts $plan $folder/state.data]
    dict set plan bin [trundle::export::bin-size $room [trundle::export::skin $facts $plan]]
    set divisible [trundle::export::divisible $facts $plan $room 1]
    set plan [dict merge $plan $divisible]
    if {[dict get $plan leg]} {
        trundle::export::leg-decks lammps $facts $folder $plan
    } else {
        trundle::export::deck $folder/deck.lammps [deck $facts $plan]
    }
    return $divisible
}

proc trundle::export::lammps::command {plan} {
    set threads [dict get $plan threads]
    return [trundle::export::with-ranks $threads \
        [list lmp -in deck.lammps -log [trundle::value::get $plan log log.lammps] -nocite -screen none \
            {*}[trundle::export::grid-words $plan] {*}[trundle::export::over $plan]] \
        [trundle::value::get $plan launch]]
}

proc trundle::export::lammps::result {folder plan} {
    return [trundle::export::read-log $folder/log.lammps [dict get $plan particles]]
}

proc trundle::export::lammps::deck {facts plan} {
    return "[trundle::export::head $facts $plan # lammps]
variable steps index [dict get $plan steps]
variable warm  index [dict get $plan warm]
variable dump  index 1
variable px    index 1
variable py    index 1
variable pz    index 1

[start $facts $plan][common $facts $plan][trundle::export::dump-lines $plan "line "][touch-lines $facts $plan]# Each time that a run is prepared, walls take their damping coefficient for a restitution
# once more and make another coefficient of it: every run after the first needs `pre no`.
run          \${warm}
[trundle::export::legs $plan " pre no" trundle::export::lammps::steer]
if \"\${dump} == 1\" then \"write_dump all custom final.dump [trundle::export::dump-columns $plan] modify sort id format line [trundle::export::dump-format $plan]\""
}

# The size of the bins in which atoms are sorted is in no restart file.
proc trundle::export::lammps::sorted {plan} {
    set bin [trundle::value::get $plan bin]
    return "atom_modify  map array[expr {$bin eq "" ? "" : " sort 1000 $bin"}]"
}

proc trundle::export::lammps::neighbours {facts plan} {
    set bin [trundle::value::get $plan bin]
    return "neighbor     [trundle::export::skin $facts $plan] bin
neigh_modify delay 0 every 1 check yes[expr {$bin eq "" ? "" : " binsize $bin"}]
"
}

proc trundle::export::lammps::start {facts plan} {
    return "units        si
atom_style   sphere
[sorted $plan]
boundary     m m m
newton       off
comm_modify  vel yes
processors   \${px} \${py} \${pz}
read_data    state.data
[neighbours $facts $plan]
"
}

proc trundle::export::lammps::again {facts plan} {
    return "[sorted $plan]
newton       off
comm_modify  vel yes
processors   \${px} \${py} \${pz}
read_restart leg.\${k}.rst
[neighbours $facts $plan]
"
}

proc trundle::export::lammps::common {facts plan} {
    return "pair_style   granular
[pair-lines $facts $plan]
timestep     [trundle::export::number [dict get $facts explain dt]]

[trundle::export::moved $plan]
[gravity $facts]
[walls $facts $plan]
compute speed    all ke
compute touching all contact/atom
compute contacts all reduce sum c_touching
thermo_style custom step atoms c_speed c_contacts
thermo_modify lost error norm no
thermo       [dict get $plan thermo]
[expr {[dict get $plan leg] && [dict get $plan threads] > 1 ? "fix balance all balance 1000 1.1 shift [join [lmap axis {x y z} \
        number [trundle::export::grid $plan] {expr {$number > 1 ? $axis : [continue]}}] {}] 10 1.05\n" : ""}]"
}

proc trundle::export::lammps::steer {step entries} {
    return [lmap entry $entries {
        lassign $entry particle velocity spin
        lassign $velocity x y z
        string cat "set          atom [expr {$particle + 1}] vx $x vy $y vz $z omega $spin"
    }]
}

proc trundle::export::lammps::gravity {facts} {
    set g [dict get $facts gravity]
    set size [trundle::vectors::vnorm $g]
    set group [expr {[llength [dict get $facts held]] ? "free" : "all"}]
    return [expr {$size == 0 ? "" : "fix gravity $group gravity $size vector $g"}]
}

proc trundle::export::lammps::pair-lines {facts plan} {
    set types [dict get $facts types]
    set lines {}
    set i 0
    foreach a $types {
        incr i
        set j 0
        foreach b $types {
            if {[incr j] >= $i} {
                lappend lines "pair_coeff   $i $j [law $facts $plan spheres $a $b]"
            }
        }
    }
    return [join $lines \n]
}

# The law of one pair of types, or of a type and a wall.
proc trundle::export::lammps::law {facts plan kind a b} {
    set explain [dict get $facts explain]
    if {[lindex $a 1] && [lindex $b 1]} {
        return "hertz 1.0 1.0 tangential linear_nohistory 0.0 0.0"   ;# walls do not meet
    }
    set numbers [dict get $facts pairs [list $a $b]]
    dict with numbers {
        # Beside linear springs dashpots that are given in N s/m.
        set undamped [expr {$xi == 0}]
        set drag 0.0
        if {[trundle::export::hooke? $facts] && $c_n != 0} {
            set undamped 1
            set drag [lindex [trundle::export::dashpots $facts $kind $a $b] 0]
        }
        set drag [expr {$undamped ? $drag : [tsuji [wanted $facts $xi]]}]
        set law [expr {[trundle::export::linear? $facts] ? "hooke [trundle::export::spring $facts $kind $a $b] $drag"
            : "hertz [trundle::mechanics hertz $estar 1] $drag"}]
        append law " tangential [expr {[dict get $explain sliding] eq "linear" ? [linear $facts $plan $kind $a $b]
            : [sliding $explain $numbers]}]"
        switch -- [dict get $explain rolling] {
            epsd {append law [rolling $facts $plan $kind $a $b]}
            mdem {append law [rolling-mdem $numbers $plan $kind]}
        }
        # Its polynomial leaves 3e-4 of damping at the restitution 1.
        return "$law damping [expr {$undamped ? "velocity" : "tsuji"}]"
    }
}

# A constant spring, and the share of the normal dashpot that the tangential one has.
proc trundle::export::lammps::linear {facts plan kind a b} {
    lassign [trundle::export::dashpots $facts $kind $a $b] along across
    return "linear_history [trundle::export::shear-spring $facts $plan $kind $a $b]\
        [expr {$across == 0 ? 0.0 : $across/$along}] [dict get $facts pairs [list $a $b] mu_s]"
}

# The dashpot 2 xi_t sqrt(8 G* a m*) is given as a share of the normal one,
# xi sqrt(6) sqrt(4/3 E* a m*): both grow alike with the overlap.
proc trundle::export::lammps::sliding {explain numbers} {
    dict with numbers {
        if {[dict get $explain sliding] eq "none"} {
            return "linear_nohistory 0.0 0.0"
        }
        set g [expr {[dict get $explain shear_modulus] eq "printed"
                     ? $gstar_printed : $gstar}]
        set share [expr {$xi_t == 0 ? 0.0 : [trundle::mechanics sliding-damping $xi_t $g $estar]/$xi}]
        # Rescaled, an elongation and a force are one law.
        set model [expr {[dict get $explain rescale] eq "yes" ? "mindlin_rescale/force"
                         : [dict get $explain sliding] eq "mindlin" ? "mindlin/force" : "mindlin"}]
        return "$model [trundle::mechanics tangential $g 1] $share $mu_s"
    }
}

# sds works with a force at the arm R*: its constants are torque over R*^2.
proc trundle::export::lammps::rolling {facts plan kind a b} {
    set at [trundle::export::rolling-at $facts $plan $kind $a $b]
    set square [expr {[dict get $at rstar]**2}]
    return " rolling sds [expr {[dict get $at stiffness]/$square}]\
        [expr {[dict get $at damping]/$square}] [dict get $facts pairs [list $a $b] mu_r]"
}

proc trundle::export::lammps::rolling-mdem {numbers plan kind} {
    lassign [trundle::export::first-particle [dict get $plan state]] r
    set arm [trundle::mechanics radius $r [expr {$kind eq "walls" ? Inf : $r}]]
    dict with numbers {
        return " rolling sds [expr {$k_r/$arm**2}] [expr {$c_r/$arm**2}]\
            [expr {$mu_r_length/$arm}]"
    }
}

# A wall for each plane and type of particle; a plane across the axes is a region.
proc trundle::export::lammps::walls {facts plan} {
    set lines {}
    set several [expr {[llength [dict get $facts types]] > 1}]
    set grouped {}
    set last 0
    foreach {name k i} [wall-fixes $facts] {
        set plane [lindex [dict get $facts planes] $k-1]
        if {$k != $last && [dict get $plane axis] eq ""} {
            lappend lines "region half$k plane [dict get $plane point]\
                [dict get $plane normal] side in"
        }
        set last $k
        set group all
        if {$several} {
            set group type$i
            if {$i ni $grouped} {
                lappend lines "group $group type $i"
                lappend grouped $i
            }
        }
        lappend lines "fix $name $group [wall $facts $plan $plane [lindex [dict get $facts types] $i-1] half$k][expr {
            [dict get $plan contacts] ? " contacts" : ""}]"
    }
    return [join $lines \n]
}

# NAME PLANE TYPE of each fix of a wall, numbered from 1.
proc trundle::export::lammps::wall-fixes {facts} {
    set found {}
    set k 0
    foreach plane [dict get $facts planes] {
        incr k
        set i 0
        foreach type [dict get $facts types] {
            incr i
            if {![lindex $type 1]} {
                lappend found wall${k}_$i $k $i
            }
        }
    }
    return $found
}

proc trundle::export::lammps::wall {facts plan plane type region} {
    set law "granular [law $facts $plan walls $type [dict get $plane type]]"
    dict with plane {
        if {$axis eq ""} {
            return "wall/gran/region $law region $region"
        }
        return "wall/gran $law ${axis}plane [expr {$side > 0
            ? "$at NULL" : "NULL $at"}]"
    }
}

# --- its contacts ------------------------------------------------------------------

# Pairs are asked once more when they are written, with the velocities of then; what a wall does is kept from the step.
proc trundle::export::lammps::touch-lines {facts plan} {
    if {![dict get $plan contacts]} {
        return ""
    }
    set dumps {pairs local {c_pairs[1] c_pairs[2] c_forces[*]}}
    set fixes [wall-fixes $facts]
    if {[llength $fixes]} {
        lappend dumps walls custom [concat id [lmap {name k i} $fixes {string cat f_$name {[*7]}}]]
    }
    return "compute      pairs all property/local patom1 patom2 cutoff radius
compute      forces all pair/local force fx fy fz p1 p2 p3 cutoff radius
[trundle::export::touch-dumps $plan $dumps {apply {columns {
        return "format float %.17g"
    }}}]"
}

# Of a pair the normal force and the friction on the first of both; neither torques nor where it is touched.  A wall
# tells whether a sphere touches it, its force, and where.
proc trundle::export::lammps::contacts {facts} {
    set found {}
    trundle::contacts::each pairs {step row} {
        lassign $row a b push fx fy fz tx ty tz
        dict lappend found $step [dict create i [expr {$a - 1}] j [expr {$b - 1}] force \
            [list [expr {$fx + $tx}] [expr {$fy + $ty}] [expr {$fz + $tz}]]]
    }
    set planes [lmap {name k i} [wall-fixes $facts] {expr {$k - 1}}]
    trundle::contacts::each walls {step row} {
        foreach {touches fx fy fz x y z} [lrange $row 1 end] plane $planes {
            if {$touches} {
                dict lappend found $step [dict create i [expr {[lindex $row 0] - 1}] j [list plane $plane] \
                    force [list $fx $fy $fz] point [list $x $y $z]]
            }
        }
    }
    return $found
}

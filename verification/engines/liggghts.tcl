# liggghts.tcl -- a model as a deck of LIGGGHTS 3.8: `hertz` or, for linear springs, `hooke/stiffness`, `tangential
# history`, `rolling_friction epsd`, walls as planes and as triangles.  With the conventions that
# the table calls "same" both codes compute the same forces.
package provide trundle::engine::liggghts 1.0
package require trundle::export

namespace eval trundle::export::liggghts {
    variable title LIGGGHTS
    variable tried {version 3.8.0}
    variable ranks 1
    variable holds 1
    variable program liggghts
    variable packages {liggghts openmpi-bin}
    variable greets LIGGGHTS
    variable bench_check 1
    variable meshes 1
    # What references follow and no option of ours says: the angle of rolling on a wall grows by the factor that
    # `differs` tells.
    variable habits {wall_roll faster}
    variable can {
        normal     {hertz same power same hooke same}
        normal_end {
            overlap same
            force   {an attraction is cut off, but the history stays until the overlap is gone}
        }
        sliding {
            elongation same
            mindlin    {it keeps the elongation of the spring, not the force}
            linear     same
            none       same
        }
        increment {
            rate     same
            material {it takes slip velocity times step}
            trapezoid {it takes slip velocity times step}
        }
        transport {
            project same
            frame   {it projects the history onto the contact plane}
            normal  {it projects the history onto the contact plane}
            none    {it projects the history onto the contact plane}
        }
        slip_memory {yes same no same}
        rescale {no same yes {it keeps the elongation when the stiffness grows}}
        friction_cap {
            total       same
            nonnegative {while a contact pulls, friction and rolling are limited by the size of the pull}
        }
        shear_modulus {mindlin same}
        lever {
            half   same
            radius {it takes the radius less half the overlap}
            inner  {it takes the radius less half the overlap}
            shares {it takes the radius less half the overlap}
        }
        rolling {
            none same
            epsd {its torque does not turn with the contact plane}
        }
        rolling_stiffness {secant same}
        torsion           {no same yes same}
        rotation          {exact same printed same}
        spinning          {yes same}
        method            {verlet same}
        adaptive          {no same}
    }
}

proc trundle::export::liggghts::cannot {facts} {
    set reasons [concat [trundle::export::oblique $facts] [trundle::export::one-spring $facts] \
        [lindex [trundle::export::one-shear-spring $facts] 0]]
    foreach {pair numbers} [trundle::export::pairs-of-particles $facts] {
        dict with numbers {
            if {$factor != 0} {
                lappend reasons "factor $factor (0)"
            }
            if {[trundle::export::hooke? $facts]} {
                if {$xi != 0 || $c_n != 0 || $xi_t != 0} {
                    lappend reasons {*}[trundle::export::several-masses $facts $pair "dashpots"]
                }
                continue
            }
            set e [trundle::export::restitution $xi]
            if {$e eq "" || $e <= 0.05} {
                lappend reasons "xi $xi (its restitution must exceed 0.05)"
            }
            if {$xi_t != 0 && abs($xi_t - $xi) > 1e-9*$xi} {
                lappend reasons "xi_t $xi_t (0 or xi, which is $xi)"
            }
        }
    }
    if {![trundle::export::hooke? $facts] && [llength [damped $facts]] == 2} {
        lappend reasons "xi_t of some pairs only"
    }
    return [lsort -unique $reasons]
}

# A particle that is on walls of triangles agrees to roundings on faces, in valleys, on
# ridges and corners; when it passes from one face over an edge to another, velocities
# have been seen to differ by half a per cent.
proc trundle::export::liggghts::differs {facts} {
    set meshes [dict get $facts meshes]
    set found [concat [lindex [trundle::export::one-shear-spring $facts] 1] [trundle::export::between-held $facts]]
    if {[dict get $facts explain rolling] ne "none"
            && [llength [concat [dict get $facts planes] $meshes]]} {
        lappend found {rolling on walls (it turns the spin by the factor\
            (R - overlap/2)/(R - overlap))}
    }
    foreach mesh $meshes {
        if {![trundle::export::flat? $mesh]} {
            lappend found "edges of [dict get $mesh name] (it finds contacts there by rules\
                of its own)"
        }
        if {[dict get $mesh moves] || [dict get $mesh turns]} {
            lappend found "the motion of [dict get $mesh name] (the wall stands still when\
                forces are evaluated the first time)"
        }
    }
    return $found
}

# Which pairs have a dashpot beside the tangential spring: {0}, {1} or {0 1}.
proc trundle::export::liggghts::damped {facts} {
    set found {}
    foreach {pair numbers} [trundle::export::pairs-of-particles $facts] {
        if {[dict get $numbers xi] != 0 || [trundle::export::hooke? $facts]} {
            lappend found [expr {[dict get $numbers xi_t] != 0}]
        }
    }
    return [lsort -unique $found]
}

proc trundle::export::liggghts::write {facts folder plan} {
    set seconds [expr {[dict get $facts explain dt]*([dict get $plan warm] + [dict get $plan steps])}]
    set room [trundle::export::start-file $facts $plan $folder/state.data $seconds]
    dict set plan bin [trundle::export::bin-size $room [trundle::export::skin $facts $plan]]
    set divisible [trundle::export::divisible $facts $plan $room 0]
    set plan [dict merge $plan $divisible]
    set number 0
    foreach mesh [dict get $facts meshes] {
        trundle::export::stl-file $mesh $folder/mesh[incr number].stl
    }
    if {[llength [dict get $plan course]]} {
        trundle::export::deck $folder/course.dump [course $plan]
    }
    if {[dict get $plan leg]} {
        trundle::export::leg-decks liggghts $facts $folder $plan
    } else {
        trundle::export::deck $folder/deck.liggghts [deck $facts $plan]
    }
    return $divisible
}

# Its `set` knows no spin, so the motion of held spheres is read as rows of a dump, which must have their radii.
proc trundle::export::liggghts::course {plan} {
    variable radii {}
    trundle::export::each-row [dict get $plan state] radius [list apply {{radius} {
        lappend ::trundle::export::liggghts::radii $radius
    }}]
    set legs {}
    foreach entry [dict get $plan course] {
        lassign $entry step particle velocity spin
        dict lappend legs $step [concat [expr {$particle + 1}] 1 [lindex $radii $particle] $velocity $spin]
    }
    return [join [lmap {step rows} $legs {
        string cat "ITEM: TIMESTEP\n$step\nITEM: NUMBER OF ATOMS\n[llength $rows]\nITEM: BOX BOUNDS mm mm mm\n0 1\n0 1\n0 1\n" \
            "ITEM: ATOMS id type radius vx vy vz omegax omegay omegaz\n[join $rows \n]"
    }] \n]
}

proc trundle::export::liggghts::steer {step entries} {
    return [list "read_dump    course.dump $step radius vx vy vz omegax omegay omegaz box no replace yes"]
}

# (Without a screen it crashes when it reads a mesh.)
proc trundle::export::liggghts::command {plan} {
    set threads [dict get $plan threads]
    return [trundle::export::with-ranks $threads \
        [list liggghts -in deck.liggghts -log [trundle::value::get $plan log log.liggghts] -nocite \
            -screen screen.liggghts {*}[trundle::export::grid-words $plan] {*}[trundle::export::over $plan]] \
        [trundle::value::get $plan launch]]
}

proc trundle::export::liggghts::result {folder plan} {
    return [trundle::export::read-log $folder/log.liggghts [dict get $plan particles]]
}

proc trundle::export::liggghts::deck {facts plan} {
    return "[trundle::export::head $facts $plan # liggghts]
variable steps index [dict get $plan steps]
variable warm  index [dict get $plan warm]
variable dump  index 1
variable px    index 1
variable py    index 1
variable pz    index 1

[start $facts $plan][common $facts $plan][trundle::export::dump-lines $plan ""][touch-lines $facts $plan]run          \${warm}
[trundle::export::legs $plan "" trundle::export::liggghts::steer]
if \"\${dump} == 1\" then \"write_dump all custom final.dump [trundle::export::dump-columns $plan] modify sort id format [trundle::export::dump-format $plan]\""
}

# What is in no restart file, and comes before one is read.
proc trundle::export::liggghts::before {facts plan} {
    set bin [trundle::value::get $plan bin]
    return "units        si
atom_style   granular
atom_modify  map array[expr {$bin eq "" ? "" : " sort 1000 $bin"}]
[expr {[trundle::export::linear? $facts] ? "" : [moduli-words $facts]}]"
}

proc trundle::export::liggghts::neighbours {facts plan} {
    set bin [trundle::value::get $plan bin]
    return "neighbor     [trundle::export::skin $facts $plan] bin
neigh_modify delay 0 check yes[expr {$bin eq "" ? "" : " binsize $bin"}]
"
}

proc trundle::export::liggghts::start {facts plan} {
    return "[before $facts $plan]boundary     m m m
newton       off
communicate  single vel yes
processors   \${px} \${py} \${pz}
read_data    state.data
[neighbours $facts $plan]
"
}

proc trundle::export::liggghts::again {facts plan} {
    return "[before $facts $plan]newton       off
communicate  single vel yes
processors   \${px} \${py} \${pz}
read_restart leg.\${k}.rst
[neighbours $facts $plan]
"
}

proc trundle::export::liggghts::common {facts plan} {
    return "[properties $facts $plan]
pair_style   gran [law $facts][switches $facts]
pair_coeff   * *
timestep     [trundle::export::number [dict get $facts explain dt]]

[trundle::export::moved $plan]
[gravity $facts]
[walls $facts $plan]
[meshes $facts]
compute speed    all ke
compute touching all contact/atom
compute contacts all reduce sum c_touching
thermo_style custom step atoms c_speed c_contacts
thermo_modify lost error norm no
thermo       [dict get $plan thermo]
"
}

# It refuses moduli that are unusual in SI units, unless told that they are meant.
proc trundle::export::liggghts::moduli-words {facts} {
    set moduli [lmap type [dict get $facts types] {young $facts $type}]
    set words ""
    if {[tcl::mathfunc::min {*}$moduli] < 5e6} {
        append words "soft_particles yes\n"
    }
    if {[tcl::mathfunc::max {*}$moduli] > 1e9} {
        append words "hard_particles yes\n"
    }
    return $words
}

# A rigid body is 1e9 times as stiff as its material, nine digits of E*.
proc trundle::export::liggghts::young {facts type} {
    lassign $type name rigid
    set young [dict get $facts materials $name young]
    return [expr {$rigid ? $young*1e9 : $young}]
}

proc trundle::export::liggghts::properties {facts plan} {
    set lines [expr {[trundle::export::linear? $facts] ? [linear $facts $plan] : [elastic $facts]}]
    lappend lines [matrix $facts friction coefficientFriction \
        [expr {[dict get $facts explain sliding] eq "none" ? {expr 0.0} : {set mu_s}}]]
    if {[dict get $facts explain rolling] eq "epsd"} {
        lappend lines [matrix $facts rolling coefficientRollingFriction {set mu_r}]
        lappend lines [matrix $facts viscous \
            coefficientRollingViscousDamping {set eta_r}]
    }
    return [join $lines \n]
}

proc trundle::export::liggghts::elastic {facts} {
    set types [dict get $facts types]
    return [list "fix young all property/global youngsModulus peratomtype\
        [lmap type $types {young $facts $type}]" "fix poisson all property/global poissonsRatio peratomtype\
        [lmap type $types {trundle::value::get \
        [dict get $facts materials [lindex $type 0]] poisson 0.25}]" [matrix $facts restitution coefficientRestitution \
        {trundle::export::restitution-of $numbers}]]
}

# Linear springs in N/m, and their dashpots over m*; pairs that never meet get those of some pair that does.
proc trundle::export::liggghts::linear {facts plan} {
    set types [dict get $facts types]
    set springs [trundle::export::springs $facts $plan]
    if {[trundle::export::hooke? $facts]} {
        foreach meeting [dict get $facts meet] {
            lassign $meeting kind a b
            set mass [trundle::export::mstar-of $facts {*}$meeting]
            foreach pair [list [list $a $b] [list $b $a]] {
                dict lappend springs $pair {*}[lmap c [trundle::export::dashpots $facts {*}$meeting] {expr {$c/$mass}}]
            }
        }
    }
    set lines {}
    foreach {name property place} {normal kn 0 tangential kt 1 lost gamman 2 loss gammat 3} {
        set values {}
        foreach a $types {
            foreach b $types {
                set value [lindex [trundle::value::get $springs [list $a $b] [lindex $springs 1]] $place]
                lappend values [expr {$value eq "" ? 0.0 : $value}]
            }
        }
        lappend lines "fix $name all property/global $property peratomtypepair [llength $types] $values"
    }
    return $lines
}

# A property of every pair of types; two walls never touch.
proc trundle::export::liggghts::matrix {facts name property script} {
    set types [dict get $facts types]
    set values {}
    foreach a $types {
        foreach b $types {
            set numbers [dict get $facts pairs [list $a $b]]
            dict with numbers {
                set value [eval $script]
            }
            lappend values [expr {$value eq "" ? 1.0 : $value}]
        }
    }
    return "fix $name all property/global $property peratomtypepair\
        [llength $types] $values"
}

proc trundle::export::liggghts::law {facts} {
    set law "model [expr {[trundle::export::linear? $facts] ? "hooke/stiffness" : "hertz"}] tangential history"
    if {[dict get $facts explain rolling] eq "epsd"} {
        append law " rolling_friction epsd"
    }
    return $law
}

# Switches of the models that are not at the defaults of the code; for a wall
# they stand behind its place.
proc trundle::export::liggghts::switches {facts} {
    set explain [dict get $facts explain]
    set words ""
    if {1 ni [damped $facts]} {
        append words " tangential_damping off"
    }
    if {[dict get $explain normal_end] eq "force"} {
        append words " limitForce on"
    }
    if {[dict get $explain rolling] eq "epsd" && [dict get $explain torsion]} {
        append words " torsionTorque on"
    }
    return $words
}

proc trundle::export::liggghts::gravity {facts} {
    set g [dict get $facts gravity]
    set size [trundle::vectors::vnorm $g]
    set group [expr {[llength [dict get $facts held]] ? "free" : "all"}]
    return [expr {$size == 0 ? "" : "fix gravity $group gravity $size vector $g"}]
}

# Only the force of a plane on each sphere is told, and only where it is stored.
proc trundle::export::liggghts::walls {facts plan} {
    set number 0
    set store [expr {[dict get $plan contacts] ? " store_force yes" : ""}]
    return [join [lmap plane [dict get $facts planes] {
        set type [expr {1 + [lsearch -exact [dict get $facts types] \
            [dict get $plane type]]}]
        string cat "fix wall[incr number] all wall/gran [law $facts] primitive" \
            " type $type [dict get $plane axis]plane [dict get $plane at]" \
            $store [switches $facts]
    }] \n]
}

# Meshes that stand still, move or turn, and one wall that has them all.  The
# axis of a turn is carried along by a motion that is named before it.
proc trundle::export::liggghts::meshes {facts} {
    set lines {}
    set names {}
    foreach mesh [dict get $facts meshes] {
        set number [expr {[llength $names] + 1}]
        lappend names mesh$number
        set type [expr {1 + [lsearch -exact [dict get $facts types] [dict get $mesh type]]}]
        lappend lines "fix mesh$number all mesh/surface file mesh$number.stl type $type\
            precision [trundle::export::number [dict get $mesh tolerance]]"
        if {[dict get $mesh moves]} {
            lappend lines "fix way$number all move/mesh mesh mesh$number linear\
                [dict get $mesh velocity]"
        }
        if {[dict get $mesh turns]} {
            set spin [dict get $mesh spin]
            lappend lines "fix turn$number all move/mesh mesh mesh$number rotate origin\
                [dict get $mesh axis] axis $spin period\
                [expr {2*$trundle::export::pi/[trundle::vectors::vnorm $spin]}]"
        }
    }
    if {[llength $names]} {
        lappend lines "fix meshes all wall/gran [law $facts] mesh n_meshes\
            [llength $names] meshes $names[switches $facts]"
    }
    return [join $lines \n]
}

# --- its contacts ------------------------------------------------------------------

# Pairs and triangles are asked once more when they are written, with the velocities of then; a plane's force is the one
# that has acted.  (Of triangles `contactPoint` is never set, but the first position is that point.)
proc trundle::export::liggghts::touch-lines {facts plan} {
    if {![dict get $plan contacts]} {
        return ""
    }
    set lines [list "compute      pairs all pair/gran/local id force torque delta contactPoint"]
    set dumps [list pairs local [lmap k [count 13] {string cat c_pairs\[$k\]}]]
    if {[llength [dict get $facts meshes]]} {
        lappend lines "compute      faces all wall/gran/local pos id force torque delta"
        lappend dumps faces local [lmap k [count 16] {string cat c_faces\[$k\]}]
    }
    set planes [count [llength [dict get $facts planes]]]
    if {[llength $planes]} {
        lappend dumps walls custom [concat id {*}[lmap k $planes {
            lmap c {1 2 3} {string cat f_force_wall$k\[$c\]}
        }]]
    }
    return "[join $lines \n]\n[trundle::export::touch-dumps $plan $dumps [list apply {columns {
        string cat "format '" [join [lmap column $columns {expr {$column eq "id" ? "%d" : "%.17g"}}]] '
    }}]]"
}

proc trundle::export::liggghts::count {n} {
    set numbers {}
    for {set k 1} {$k <= $n} {incr k} {
        lappend numbers $k
    }
    return $numbers
}

# The torque is that on the first of a pair.
proc trundle::export::liggghts::contacts {facts} {
    set found {}
    trundle::contacts::each pairs {step row} {
        lassign $row a b - fx fy fz tx ty tz overlap x y z
        dict lappend found $step [dict create i [expr {int($a) - 1}] j [expr {int($b) - 1}] overlap $overlap \
            force [list $fx $fy $fz] torque [list $tx $ty $tz] point [list $x $y $z]]
    }
    trundle::contacts::each faces {step row} {
        lassign $row x y z - - - mesh triangle a fx fy fz tx ty tz overlap
        dict lappend found $step [dict create i [expr {int($a) - 1}] j [list mesh [expr {int($mesh)}]] \
            triangle [expr {int($triangle)}] overlap $overlap force [list $fx $fy $fz] torque [list $tx $ty $tz] \
            point [list $x $y $z]]
    }
    trundle::contacts::each walls {step row} {
        set plane -1
        foreach {fx fy fz} [lrange $row 1 end] {
            dict lappend found $step [dict create i [expr {[lindex $row 0] - 1}] j [list plane [incr plane]] \
                force [list $fx $fy $fz]]
        }
    }
    return $found
}

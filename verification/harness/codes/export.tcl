# export.tcl -- a model as the input deck of another code.  Here stands what all
# codes share: the facts of a model, the question whether a code can express
# them, and the table of the start state.  ../engines/NAME.tcl, one a code, has the
# table of what its code can say and turns the facts into its words.
#
# An adapter is a namespace trundle::export::NAME with
#   can        option -> value -> "same", or in which way the code differs;
#              a value that is not there cannot be expressed; a difference that
#              begins with "spheres:" or "walls:" is one only in such contacts
#   title      the name of the code
# and, where decks are written for it,
#   program    the program that runs a deck
#   packages   the Debian packages that it needs
#   greets     the word with which it tells its version
#   tried      what it was tried with
#   ranks      is there when it can run in several processes, by mpirun
#   mpirun     is there when it needs mpirun always
#   alone      is there when it needs a machine without other work
#   bench_check, bench_share N     is there when `bench -check` compares states with it; when it has 1/N of the steps
#   cannot FACTS, differs FACTS    further reasons, in words
#   meshes                         is there when it has walls of triangles
#   holds                          is there when spheres may be held, or move as the model says
#   write FACTS FOLDER PLAN        the deck -> what is added to the plan: nothing, or extents (two corners round the spheres),
#                                  cutoff (the reach of a list, m), spheres (how many) and level (the axis along which ranks should not divide, or -1)
#   command PLAN                   the command that runs it in its folder
#   result FOLDER PLAN             what the run has printed, as a dict
#   start FACTS PLAN, again FACTS PLAN, common FACTS PLAN      are there when its runs may be divided into legs: the lines that
#                                  read the start state, those that read a restart file in their place, and the rest
#   contacts FACTS                 is there when its decks can write contacts (plan: contacts): step -> what it tells of each,
#                                  for contacts::complete; FACTS with spheres, how many
package provide trundle::export 1.0
package require trundle::codes
package require trundle::output
package require trundle::value
package require trundle::language
package require trundle::dialects
package require trundle::laws
package require trundle::vectors

namespace eval trundle::export {
    namespace path ::trundle::vectors
    variable engines [trundle::codes::run]
    variable pi [expr {acos(-1)}]
    # The parts of a model that every adapter knows.
    variable parts {gravity materials contacts options scheme particles groups planes
        meshes}
}

# export::to ENGINE MODEL FOLDER PLAN -> dict of command, differs.  PLAN: name,
# steps, warm, threads, approximate, state (a table of the start state; or empty:
# the particles of the model), overlap (a typical one in m, or empty), every (steps
# from one record to the next; 0: only the end), thermo (steps from line to line of the
# log), over (the variables of a deck that its command sets: steps, warm, dump), contacts (1: they are written, at the
# records and in the end), course (steps at
# which held spheres get another motion: {STEP PARTICLE VELOCITY SPIN} ..., in the order of time), leg (steps of a leg; 0:
# one deck for the whole run; only where the adapter has `start`, `again` and `common`), live (an engine at the start of the model,
# where there is one; a second one of a million spheres would need 400 MB).
proc trundle::export::to {engine model folder plan} {
    package require trundle::engine::$engine
    set plan [dict merge {name model steps 1000 warm 0 threads 1 approximate 0
        state {} overlap {} every 0 over {} dump 1 contacts 0 course {} leg 0} $plan]
    set state [dict get $plan state]
    set facts [facts $model [expr {$state eq "" ? [count-particles $model] : "many"}]]
    if {$state ne ""} {
        return [with-state $engine $facts $folder $plan $state ""]
    }
    set live [trundle::value::get $plan live]
    set own [expr {$live eq ""}]
    if {$own} {
        set live [trundle::engine $model]
    }
    try {
        return [with-state $engine $facts $folder $plan $folder/state.csv $live]
    } finally {
        if {$own} {
            $live destroy
        }
    }
}

# LIVE: an engine with the particles of the model, or "": they stand in the table STATE.  A million of them go straight to the
# file of a code that wants nothing else: of the table only what the first particle is stays, by which some stiffnesses are taken.
proc trundle::export::with-state {engine facts folder plan state live} {
    set straight 0
    if {$live ne ""} {
        set straight [expr {[info procs ${engine}::again] ne "" && ![linear? $facts] && ![llength [dict get $facts fixed]]
            && ![llength [dict get $plan course]]}]
        if {$straight} {
            deck $state "radius,mass\n[join [lrange [$live extents] 4 5] ,]"
            dict set plan engine $live
        } else {
            $live write $state
        }
    }
    lassign [held $state] held free
    if {[linear? $facts]} {
        dict set facts radii [values-of radius $state]
        dict set facts masses [values-of mass $state]
        dict set facts overlap [dict get $plan overlap]
        dict set facts held $held
    }
    set differs [judge $engine $facts [dict get $plan approximate]]
    set every [expr {[dict get $plan every] ? [dict get $plan every]
        : max(1, [dict get $plan steps]/20)}]
    set plan [dict merge [dict create thermo $every] $plan]
    dict set plan state $state
    dict set plan held $held
    dict set facts held $held
    dict set facts heavy [expr {$free ? 1e12 : 1}]
    dict set plan differs $differs
    set plan [dict merge $plan [trundle::export::${engine}::write $facts $folder $plan]]
    if {$straight} {
        file delete $state
    }
    return [dict create differs $differs grid [grid $plan] spheres [trundle::value::get $plan spheres 0] \
        command [trundle::export::${engine}::command $plan]]
}

# --- what a model says -----------------------------------------------------------

# The facts of a model: every convention and number in force, also those that
# the model leaves at their defaults; the types of bodies; the walls; which pairs of types
# can meet.  COUNTS: of the particles by material, or "many" of each.
proc trundle::export::facts {model counts} {
    package require trundle
    variable parts
    dict for {part value} $model {
        if {$part ni $parts && [llength $value]} {
            trundle::value::fail "export: the model has $part, which no adapter\
                can express"
        }
    }
    set facts [dict create gravity [trundle::value::get $model gravity {0 0 0}] \
        materials [dict get $model materials]]
    dict set facts explain [conventions $model]
    dict set facts types [types $model]
    dict set facts planes [lmap plane [trundle::value::get $model planes] {
        plane $plane
    }]
    dict set facts pairs [pairs $model [dict get $facts types]]
    dict set facts meshes [lmap mesh [trundle::value::get $model meshes] {
        mesh $mesh
    }]
    dict set facts meet [meetings $facts $counts]
    dict set facts names [lmap particle [trundle::value::get $model particles] {
        trundle::value::get $particle name -
    }]
    set bodies [concat {*}[lmap part {particles groups} {trundle::value::get $model $part}]]
    set held [lmap body $bodies {
        if {![trundle::value::get $body fixed 0]} continue
        set body
    }]
    dict set facts fixed [lmap body $held {trundle::value::get $body name "a sphere"}]
    dict set facts against [expr {[llength $held] < [llength $bodies] && [llength [lsort -unique [lmap body $held {
        list [trundle::value::get $body velocity {0 0 0}] [trundle::value::get $body spin {0 0 0}]
    }]]] > 1}]
    return $facts
}

# How many particles a material has; a group counts as two.
proc trundle::export::count-particles {model} {
    set counts {}
    foreach {part number} {particles 1 groups 2} {
        foreach body [trundle::value::get $model $part] {
            dict incr counts [dict get $body material] $number
        }
    }
    return $counts
}

# The pairs of types that can meet: a list of {spheres A B} and {walls A B}, B the wall.
proc trundle::export::meetings {facts counts} {
    set some [lmap type [dict get $facts types] {
        lassign $type name rigid
        set count [expr {$counts eq "many" ? 2 : [trundle::value::get $counts $name 0]}]
        if {$rigid || !$count} continue
        list $type $count
    }]
    set found {}
    set later $some
    foreach entry $some {
        lassign $entry a count
        foreach other $later {
            set b [lindex $other 0]
            if {$a ne $b || $count > 1} {
                lappend found [list spheres $a $b]
            }
        }
        set later [lrange $later 1 end]
        foreach wall [concat [dict get $facts planes] [dict get $facts meshes]] {
            lappend found [list walls $a [dict get $wall type]]
        }
    }
    return [lsort -unique $found]
}

# Every option and number of the scheme in force, from an engine with the same
# conventions and a single particle.
proc trundle::export::conventions {model} {
    variable parts
    set model [dict filter $model key {*}$parts]
    set name [lindex [dict keys [dict get $model materials]] 0]
    dict set model particles [list [list radius 1 mass 1 material $name]]
    dict set model groups {}
    dict set model planes {}
    set engine [trundle::engine $model]
    try {
        return [$engine explain]
    } finally {
        $engine destroy
    }
}

# The types of bodies: {MATERIAL RIGID}; the types of particles come first, a rigid
# wall is a type of its own.
proc trundle::export::types {model} {
    set types [lmap name [dict keys [dict get $model materials]] {list $name 0}]
    foreach wall [concat [trundle::value::get $model planes] \
            [trundle::value::get $model meshes]] {
        set type [type-of $wall]
        if {$type ni $types} {
            lappend types $type
        }
    }
    return $types
}

proc trundle::export::type-of {wall} {
    return [list [dict get $wall material] \
        [expr {bool([trundle::value::get $wall rigid 0])}]]
}

# A plane with its unit normal; axis is x, y, z or empty, side is the sign of
# the normal on that axis and at the place on it.
proc trundle::export::plane {plane} {
    set normal [dict get $plane normal]
    set normal [vunit $normal]
    set facts [dict create point [dict get $plane point] normal $normal \
        type [type-of $plane] axis {} side 0 at 0 \
        name [trundle::value::get $plane name plane] \
        moves [expr {[vnorm [trundle::value::get $plane velocity {0 0 0}]] > 0}]]
    foreach axis {x y z} c $normal at [dict get $plane point] {
        if {abs($c) == 1} {
            set facts [dict merge $facts [dict create axis $axis \
                side [expr {$c > 0 ? 1 : -1}] at [expr {double($at)}]]]
        }
    }
    return $facts
}

# A wall of triangles as the engine has it: corners, three a triangle, in m; tolerance within which two
# corners are one.
proc trundle::export::mesh {mesh} {
    package require trundle
    set facts {name mesh}
    foreach row [dict get [trundle::tables] meshes] {
        dict set facts [dict get $row name] [trundle::language::default-of $row]
    }
    set facts [dict merge $facts [dict remove $mesh triangles path scale]]
    dict set facts tolerance [dict get [trundle::mesh facts $mesh] tolerance]
    dict set facts corners [concat {*}[trundle::mesh triangles $mesh]]
    return [dict merge $facts [dict create type [type-of $mesh] \
        moves [expr {[vnorm [dict get $facts velocity]] > 0}] \
        turns [expr {[vnorm [dict get $facts spin]] > 0}]]]
}

# Twice the area of a triangle, along its normal.
proc trundle::export::normal-of {a b c} {
    return [vcross [vsub $b $a] [vsub $c $a]]
}

# Do all triangles of a wall face the same way, or the opposite one?
proc trundle::export::flat? {mesh} {
    set first {}
    foreach {a b c} [dict get $mesh corners] {
        set normal [normal-of $a $b $c]
        set size [vnorm $normal]
        if {$first eq ""} {
            set first [vunit $normal]
        }
        set along [vdot $normal $first]
        if {abs($along) < (1 - 1e-12)*$size} {
            return 0
        }
    }
    return 1
}

# The triangles of a wall as an STL file, text with all digits.
proc trundle::export::stl-file {mesh file} {
    set lines [list "solid [dict get $mesh name]"]
    foreach {a b c} [dict get $mesh corners] {
        set normal [normal-of $a $b $c]
        lappend lines "facet normal [vunit $normal]" " outer loop"
        foreach corner [list $a $b $c] {
            lappend lines "  vertex $corner"
        }
        lappend lines " endloop" endfacet
    }
    deck $file [join [lappend lines "endsolid [dict get $mesh name]"] \n]
}

# Two corners of a box in which a wall stays for so many seconds.
proc trundle::export::room-of {mesh seconds} {
    foreach axis {0 1 2} c [dict get $mesh axis] v [dict get $mesh velocity] {
        set places [lmap corner [dict get $mesh corners] {lindex $corner $axis}]
        if {[dict get $mesh turns]} {
            set arm [tcl::mathfunc::max {*}[lmap corner [dict get $mesh corners] {
                vnorm [vsub $corner [dict get $mesh axis]]
            }]]
            set places [list [expr {$c - $arm}] [expr {$c + $arm}]]
        }
        set from [tcl::mathfunc::min {*}$places]
        set to [tcl::mathfunc::max {*}$places]
        lappend low [expr {min($from, $from + $seconds*$v)}]
        lappend high [expr {max($to, $to + $seconds*$v)}]
    }
    return [list $low $high]
}

# The numbers of each pair of types, defaults included, and the moduli:
# {a b} -> dict.  xi_t is 0 in an engine that has no dashpot beside the spring.
proc trundle::export::pairs {model types} {
    set defaults {xi_t 0.0}
    foreach row [dict get [trundle::tables] contacts] {
        dict set defaults [dict get $row name] [dict get $row default]
    }
    set pairs {}
    set end [end-of $model]
    # What damps Hertz's spring does nothing to that of a power law.
    set idle [expr {[trundle::value::get [trundle::value::get $model options] normal] eq "power" ? {xi 0.0} : {}}]
    foreach a $types {
        foreach b $types {
            set given [trundle::language::pair-of $model [lindex $a 0] [lindex $b 0]]
            dict set pairs [list $a $b] [dict merge $defaults \
                [plain-numbers $given $end] [moduli $model $a $b] $idle]
        }
    }
    return $pairs
}

# What ends a contact in this model.
proc trundle::export::end-of {model} {
    return [trundle::value::get [trundle::value::get $model options] normal_end overlap]
}

# The numbers of the engine that the options of a contact stand for; the damping of a restitution depends on
# what ends a contact.
proc trundle::export::plain-numbers {given {end overlap}} {
    set numbers {}
    dict for {key value} $given {
        set key [trundle::language::engine-name $key]
        if {$key eq "restitution"} {
            dict set numbers typed $value
        }
        foreach name [trundle::language::sets $key] {
            dict set numbers $name [expr {$key eq "restitution" ? [damping-rate $value $end] : $value}]
        }
    }
    return $numbers
}

# xi of the damping law that gives the restitution e at the end of the overlap, or of the force;
# and for the overlap the other way round, empty when there is no such e.
proc trundle::export::damping-rate {e {end overlap}} {
    package require trundle
    return [trundle::mechanics damping-rate $e [expr {$end eq "force"}]]
}

proc trundle::export::restitution {xi} {
    package require trundle
    set e [trundle::mechanics restitution $xi]
    return [expr {$e > 0 ? $e : ""}]
}

# The restitution of a pair, with the digits that were typed if it was given as such.
proc trundle::export::restitution-of {numbers} {
    set e [restitution [dict get $numbers xi]]
    set typed [trundle::value::get $numbers typed]
    return [expr {$typed ne "" && $e ne "" && abs($e - $typed) < 1e-12 ? $typed : $e}]
}

# E*, G* and G* without the factors 2 - nu; a rigid body adds no compliance, two are infinitely stiff.
proc trundle::export::moduli {model a b} {
    package require trundle
    set bodies [concat {*}[lmap type [list $a $b] {
        lassign $type name rigid
        list [expr {$rigid ? Inf : [dict get $model materials $name young]}] \
            [trundle::value::get [dict get $model materials $name] poisson 0.25]
    }]]
    return [dict create estar [trundle::mechanics modulus {*}$bodies] gstar [trundle::mechanics shear {*}$bodies 0] \
        gstar_printed [trundle::mechanics shear {*}$bodies 1]]
}

# --- can the code say it? -------------------------------------------------------

# In what the code differs, in words.  What it cannot express is refused in one
# message, and so is a difference that nobody has asked to accept.
proc trundle::export::judge {engine facts approximate} {
    set title [set ${engine}::title]
    lassign [by-table [set ${engine}::can] $facts] impossible differs
    lappend impossible {*}[in-common $facts] {*}[${engine}::cannot $facts]
    if {[llength [dict get $facts meshes]] && ![info exists ${engine}::meshes]} {
        lappend impossible "walls of triangles"
    }
    if {[llength [dict get $facts fixed]] && ![info exists ${engine}::holds]} {
        lappend impossible "-fixed yes of [lindex [dict get $facts fixed] 0]"
    }
    lappend differs {*}[${engine}::differs $facts]
    if {[llength $impossible]} {
        trundle::value::fail "export: $title cannot express\
            [join $impossible {; }]"
    }
    if {[llength $differs] && !$approximate} {
        trundle::value::fail "export: $title differs in [join $differs {; }].\
            With -approximate the input is written anyway"
    }
    return $differs
}

# Each option in force against the table of a code: {impossible differs}.
proc trundle::export::by-table {can facts} {
    set explain [dict get $facts explain]
    set impossible {}
    set differs {}
    foreach {name values} [trundle::dialects::options] {
        set value [dict get $explain $name]
        if {![matters? $name $explain]} continue
        if {![dict exists $can $name]} {
            # An option that the adapter does not know is off at its default.
            if {$value ne [lindex $values 0]} {
                lappend impossible "$name $value"
            }
        } elseif {![dict exists $can $name $value]} {
            lappend impossible "$name $value"
        } elseif {[set how [difference $facts [dict get $can $name $value]]] ne "same"} {
            lappend differs "$name $value ($how)"
        }
    }
    return [list $impossible $differs]
}

# A difference that holds for contacts that cannot come about is none.
proc trundle::export::difference {facts text} {
    if {[regexp {^(spheres|walls): (.*)$} $text - kind text]
            && ![llength [lsearch -all -index 0 [dict get $facts meet] $kind]]} {
        return same
    }
    return $text
}

# Does an option change anything, with the others as they are?
proc trundle::export::matters? {name explain} {
    if {$name in {orientation accounts} || ($name in {sweep failure measure} && [dict get $explain method] eq "verlet")} {
        return 0
    }
    return [trundle::laws::followed? $name $explain]
}

# The numbers of materials that a law in force reads, where they are not the default: MATERIAL NAME VALUE ...
# (No row of a law reads the moduli and the density, which every code has.)
proc trundle::export::numbers-of-materials {facts} {
    set found {}
    foreach row [dict get [trundle::tables] materials] {
        set name [dict get $row name]
        if {![trundle::laws::acts? $name [dict get $facts explain] {}]} continue
        dict for {material values} [dict get $facts materials] {
            set value [trundle::value::get $values $name [dict get $row default]]
            if {$value != [dict get $row default]} {
                lappend found $material $name $value
            }
        }
    }
    return $found
}

# What none of the codes can express.
proc trundle::export::in-common {facts} {
    set reasons [expr {[linear? $facts] ? [no-linear-spring $facts] : {}}]
    foreach {pair numbers} [pairs-of-particles $facts] {
        if {[dict get $numbers mu_s] != [dict get $numbers mu_d]} {
            lappend reasons "mu_s [dict get $numbers mu_s] and mu_d\
                [dict get $numbers mu_d] (it has one coefficient of friction)"
            break
        }
    }
    foreach {pair numbers} [pairs-of-particles $facts] {
        if {[trundle::value::get $numbers kappa_1 0] > 0
                || [trundle::value::get $numbers kappa_2 0] > 0} {
            lappend reasons "forces from afar (kappa_1, kappa_2)"
            break
        }
    }
    foreach {material name value} [numbers-of-materials $facts] {
        lappend reasons "the $name of material $material[expr {$name eq "xi" ? " (give it to the pairs)" : ""}]"
    }
    foreach plane [dict get $facts planes] {
        if {[dict get $plane moves]} {
            lappend reasons "the velocity of [dict get $plane name]"
        }
    }
    foreach mesh [dict get $facts meshes] {
        if {[dict get $mesh thickness] > 0} {
            lappend reasons "the thickness of [dict get $mesh name]"
        }
        if {![dict get $mesh rim]} {
            lappend reasons "-rim no of [dict get $mesh name]"
        }
    }
    return $reasons
}

# --- linear springs ----------------------------------------------------------------

# Linear springs are those of the law hooke, and of all power laws the one that the codes know: its power is 0 and its
# spring is pi R* K_p.  They want a spring once for a pair of types, so where it follows from R* or m* there must be one, too.
proc trundle::export::linear? {facts} {
    return [expr {[dict get $facts explain normal] in {power hooke}}]
}

proc trundle::export::hooke? {facts} {
    return [expr {[dict get $facts explain normal] eq "hooke"}]
}

proc trundle::export::no-linear-spring {facts} {
    set reasons {}
    if {[hooke? $facts]} {
        foreach {pair numbers} [pairs-of-particles $facts] {
            if {[dict get $numbers k_n] == 0} {
                lappend reasons {*}[several-masses $facts $pair collision_time]
            }
        }
        return [lsort -unique $reasons]
    }
    foreach {pair numbers} [pairs-of-particles $facts] {
        dict with numbers {
            if {$p_p != 0} {
                lappend reasons "p_p $p_p (0, a linear spring)"
            }
            if {$c_d != 0} {
                lappend reasons "c_d [format %g $c_d] (it has no dashpot that grows as the overlap does)"
            }
            if {$xi_t != 0} {
                lappend reasons "xi_t $xi_t beside a linear spring (its dashpots are constant there, or none)"
            }
        }
        foreach type $pair {
            set name [lindex $type 0]
            set sizes [trundle::value::get [dict get $facts radii] $name]
            if {[llength $sizes] > 1} {
                lappend reasons "linear springs of spheres of $name with [llength $sizes] radii (one spring for a pair\
                    of materials; give each size its own)"
            }
        }
    }
    return [lsort -unique $reasons]
}

# Why WHAT, a number of the law hooke that goes with m*, is not one number for this pair of types.
proc trundle::export::several-masses {facts pair what} {
    if {[llength [dict get $facts held]]} {
        return [list "$what with spheres that are held (m* is another for each of two partners)"]
    }
    set reasons {}
    foreach type $pair {
        if {[llength [trundle::value::get [dict get $facts masses] [lindex $type 0]]] > 1} {
            lappend reasons "$what of spheres of [lindex $type 0] with several masses (one number for a pair of materials)"
        }
    }
    return $reasons
}

# Why a code that has one spring for a pair of types, whether they are spheres or walls, cannot say these linear ones.
# Dashpots of the law hooke count only where they are the same number for all masses.
proc trundle::export::one-spring {facts} {
    if {![linear? $facts]} return
    set springs {}
    foreach meeting [dict get $facts meet] {
        dict lappend springs [lsort [lrange $meeting 1 2]] [list [spring $facts {*}$meeting] \
            [expr {[hooke? $facts] ? [dashpots $facts {*}$meeting] : {}}]]
    }
    return [concat {*}[dict values [dict map {pair values} $springs {
        expr {[llength [lsort -unique $values]] > 1 ? [list "linear springs of [lindex $pair 0 0] on spheres and\
            on walls of one material (one spring for a pair of materials; give the walls their own)"] : {}}
    }]]]
}

# A code has one tangential stiffness beside it, ours goes with the root of the overlap: {REASONS DIFFERENCES}.
proc trundle::export::one-shear-spring {facts} {
    if {![linear? $facts] || [hooke? $facts] || ![trundle::laws::spring? sliding [dict get $facts explain]]
            || ![llength [lsearch -all -not -exact [lmap {- numbers} [pairs-of-particles $facts] {
                expr {[dict get $numbers mu_s] > 0}
            }] 0]]} return
    if {[vnorm [dict get $facts gravity]] == 0 && [dict get $facts overlap] eq ""} {
        return [list {{a tangential spring beside a linear one without gravity (its stiffness is one for all overlaps:\
            -overlap says for which)}}]
    }
    return [list {} {{the tangential spring (it has one stiffness for all overlaps, here\
        that of the first particle at rest or at -overlap)}}]
}

# The radii or masses of each material's spheres, each once.
proc trundle::export::values-of {name state} {
    variable sizes {}
    each-row $state [list material $name] [list apply {{material value} {
        dict set ::trundle::export::sizes $material $value 1
    }}]
    return [dict map {material values} $sizes {dict keys $values}]
}

# The linear spring of two types, and the tangential one at the typical overlap, in N/m.
proc trundle::export::spring {facts kind a b} {
    if {[hooke? $facts]} {
        variable pi
        set numbers [dict get $facts pairs [list $a $b]]
        dict with numbers {
            return [expr {$k_n > 0 || $collision_time == 0 ? $k_n : [mstar-of $facts $kind $a $b]*($pi/$collision_time)**2/(1 - 1.2*$xi**2)}]
        }
    }
    return [expr {[dict get $facts pairs [list $a $b] k_p]*[trundle::mechanics area [rstar-of $facts $kind $a $b] Inf 0]}]
}

# (A material of which there are no spheres may have any.)
proc trundle::export::rstar-of {facts kind a b} {
    lassign [lmap type [list $a $b] {lindex [trundle::value::get [dict get $facts radii] [lindex $type 0] 1.0] 0}] ra rb
    return [trundle::mechanics radius $ra [expr {$kind eq "walls" ? Inf : $rb}]]
}

proc trundle::export::mstar-of {facts kind a b} {
    lassign [lmap type [list $a $b] {lindex [trundle::value::get [dict get $facts masses] [lindex $type 0] 1.0] 0}] ma mb
    return [expr {1/(1.0/$ma + ($kind eq "walls" ? 0 : 1.0/$mb))}]
}

# The dashpots of the law hooke along the normal and across it, N s/m.
proc trundle::export::dashpots {facts kind a b} {
    set numbers [dict get $facts pairs [list $a $b]]
    dict with numbers {
        set d [expr {sqrt(4.8*[spring $facts $kind $a $b]*[mstar-of $facts $kind $a $b])}]
        return [list [expr {$c_n + $xi*$d}] [expr {$xi_t*sqrt($k_ratio/1.2)*$d}]]
    }
}

proc trundle::export::shear-spring {facts plan kind a b} {
    set numbers [dict get $facts pairs [list $a $b]]
    if {[hooke? $facts]} {
        return [expr {[dict get $numbers k_ratio]*[spring $facts $kind $a $b]}]
    }
    set g [dict get $numbers [dict get {mindlin gstar printed gstar_printed} [dict get $facts explain shear_modulus]]]
    return [trundle::mechanics tangential $g \
        [expr {sqrt([rstar-of $facts $kind $a $b]*[typical-overlap $facts $plan $kind $a $b])}]]
}

# Both for each pair of types that can meet, in both orders: {a b} -> {normal tangential}.
proc trundle::export::springs {facts plan} {
    set springs {}
    foreach meeting [dict get $facts meet] {
        lassign $meeting kind a b
        set both [list [spring $facts {*}$meeting] [shear-spring $facts $plan {*}$meeting]]
        dict set springs [list $a $b] $both
        dict set springs [list $b $a] $both
    }
    return $springs
}

# The numbers of the pairs that can meet: {a b} numbers ...
proc trundle::export::pairs-of-particles {facts} {
    set found {}
    foreach meeting [dict get $facts meet] {
        set pair [lrange $meeting 1 2]
        dict set found $pair [dict get $facts pairs $pair]
    }
    return $found
}

# Dashpots between held spheres that move against each other, in a code where `moved` makes them heavy.
proc trundle::export::between-held {facts} {
    if {![dict get $facts against] || ![llength [lsearch -all -not -exact [lmap {- numbers} [pairs-of-particles $facts] {
        expr {[dict get $numbers xi] > 0}
    }] 0]]} return
    return {{the dashpots between held spheres that move against each other (beside free ones their masses are infinite)}}
}

# Walls that are not normal to an axis.
proc trundle::export::oblique {facts} {
    return [lmap plane [dict get $facts planes] {
        if {[dict get $plane axis] ne ""} continue
        set plane "the plane [dict get $plane name], normal to no axis"
    }]
}

# --- the start state -----------------------------------------------------------

# export::each-row FILE NAMES COMMAND: call COMMAND with the wanted columns of
# each row, whatever other columns the table has; until it returns "enough".
proc trundle::export::each-row {file names command} {
    set channel [open $file]
    try {
        set head [table-head $channel]
        set places [lmap name $names {lsearch -exact $head $name}]
        while {[gets $channel line] >= 0} {
            set row [split $line ,]
            if {[{*}$command {*}[lmap place $places {lindex $row $place}]] eq "enough"} break
        }
    } finally {
        close $channel
    }
}

# {HELD FREE}: the numbers, from 1, of the spheres that are held (a table of free ones has no column for it), and
# whether there are others.
proc trundle::export::held {state} {
    variable found {}
    variable number 0
    set channel [open $state]
    set head [table-head $channel]
    close $channel
    if {"fixed" ni $head} {
        return {{} 1}
    }
    each-row $state fixed [list apply {{fixed} {
        incr ::trundle::export::number
        if {$fixed} {
            lappend ::trundle::export::found $::trundle::export::number
        }
    }}]
    return [list $found [expr {$number != [llength $found]}]]
}

# The names of the columns, behind the comments.
proc trundle::export::table-head {channel} {
    while {[string match "#*" [set head [gets $channel]]]} {}
    return [split $head ,]
}

# The data file that LIGGGHTS and LAMMPS read, from an engine or from a table. -> how many particles, their largest radius, the box,
# two corners round their places.  Walls that move have room for so many seconds.
proc trundle::export::start-file {facts plan file {seconds 0}} {
    if {![dict exists $plan engine]} {
        return [data-file $facts [dict get $plan state] $file $seconds]
    }
    set engine [dict get $plan engine]
    lassign [$engine extents] count largest low high
    set box [box $facts $low $high $largest $seconds]
    try {
        $engine data $file [data-head $facts $count $box]
    } trap {TRUNDLE EINVAL} {message} {
        trundle::value::fail "export: $message"
    }
    return [list $count $largest $box [list $low $high]]
}

# The same from a table.  A loop of its own, without a
# command for each row: there may be a million.  Walls that move have room for so
# many seconds.
proc trundle::export::data-file {facts state file {seconds 0}} {
    variable pi
    set k 0
    foreach type [dict get $facts types] {
        incr k
        if {![lindex $type 1]} {
            set number([lindex $type 0]) $k
        }
    }
    set atoms [open $file.atoms w]
    set motion [open $file.motion w]
    set in [open $state]
    set head [table-head $in]
    foreach name {x y z vx vy vz wx wy wz radius mass inertia material} {
        set at_$name [lsearch -exact $head $name]
    }
    set at_fixed [lsearch -exact $head fixed]
    set id 0
    set largest 0.0
    foreach axis {x y z} {
        set low_$axis Inf
        set high_$axis -Inf
    }
    while {[gets $in line] >= 0} {
        set row [split $line ,]
        incr id
        set r [lindex $row $at_radius]
        set m [lindex $row $at_mass]
        set x [lindex $row $at_x]
        set y [lindex $row $at_y]
        set z [lindex $row $at_z]
        solid-sphere $id $r $m [lindex $row $at_inertia]
        if {$at_fixed >= 0 && [lindex $row $at_fixed]} {
            set m [expr {$m*[dict get $facts heavy]}]
        }
        if {[catch {
            puts $atoms "$id $number([lindex $row $at_material]) [expr {2.0*$r}]\
                [expr {$m/(4/3.0*$pi*$r*$r*$r)}] $x $y $z"
            puts $motion "$id [lindex $row $at_vx] [lindex $row $at_vy]\
                [lindex $row $at_vz] [lindex $row $at_wx] [lindex $row $at_wy]\
                [lindex $row $at_wz]"
        } message]} {
            trundle::value::fail "$file cannot be written: [string trim [lindex [split $message :] end]]"
        }
        if {$x < $low_x} {set low_x $x}
        if {$x > $high_x} {set high_x $x}
        if {$y < $low_y} {set low_y $y}
        if {$y > $high_y} {set high_y $y}
        if {$z < $low_z} {set low_z $z}
        if {$z > $high_z} {set high_z $z}
        if {$r > $largest} {set largest $r}
    }
    close $in
    trundle::output::naming $file {
        close $atoms
        close $motion
    }
    set box [box $facts [list $low_x $low_y $low_z] [list $high_x $high_y $high_z] $largest $seconds]
    join-data-file $facts $file $id $box
    file delete $file.atoms $file.motion
    return [list $id $largest $box [list [list $low_x $low_y $low_z] [list $high_x $high_y $high_z]]]
}

# What `write` of a code that divides space tells: ROOM as data-file gives it.  BALANCES: it moves its cuts by itself. Else a
# cut across gravity would leave ranks without spheres when they have settled, unless they stand higher than wide.
proc trundle::export::divisible {facts plan room balances} {
    lassign $room count largest - extents
    set level -1
    if {!$balances} {
        set sizes [lmap g [dict get $facts gravity] {expr {abs($g)}}]
        set most [tcl::mathfunc::max {*}$sizes]
        set sides [lmap low [lindex $extents 0] high [lindex $extents 1] {expr {$high - $low}}]
        set axis [lsearch -exact $sizes $most]
        if {$most > 0 && [lindex $sides $axis] <= [tcl::mathfunc::max {*}[lreplace $sides $axis $axis]]} {
            set level $axis
        }
    }
    return [dict create spheres $count extents [lmap corner $extents sign {-1 1} {lmap x $corner {expr {$x + $sign*$largest}}}] \
        cutoff [expr {2*$largest + [skin $facts $plan]}] level $level]
}

# PX PY PZ, the ranks along each axis: as the plan says, or the division with the least area of cuts of which no part is
# thinner than two cutoffs.
proc trundle::export::grid {plan} {
    set ranks [dict get $plan threads]
    set grid [trundle::value::get $plan grid]
    if {[llength $grid] && [tcl::mathop::* {*}$grid] == $ranks} {
        return $grid
    }
    if {![dict exists $plan extents]} {
        return [list $ranks 1 1]
    }
    lassign [lmap low [lindex [dict get $plan extents] 0] high [lindex [dict get $plan extents] 1] {expr {$high - $low}}] x y z
    set best {}
    for {set px $ranks} {$px >= 1} {incr px -1} {
        if {$ranks % $px} continue
        set rest [expr {$ranks/$px}]
        for {set py $rest} {$py >= 1} {incr py -1} {
            if {$rest % $py} continue
            set pz [expr {$rest/$py}]
            set thin 0
            set axis -1
            foreach p [list $px $py $pz] side [list $x $y $z] {
                incr axis
                set thin [expr {$thin + ($p == 1 ? 0 : max(0, 2*$p*[dict get $plan cutoff]/$side - 1) + 1e6*($axis == [dict get $plan level]))}]
            }
            set area [expr {($px - 1)*$y*$z + ($py - 1)*$x*$z + ($pz - 1)*$x*$y}]
            if {![llength $best] || $thin < [lindex $best 0] || ($thin == [lindex $best 0] && $area < [lindex $best 1]*(1 - 1e-9))} {
                set best [list $thin $area [list $px $py $pz]]
            }
        }
    }
    return [lindex $best 2]
}

# The words that tell a deck of it.
proc trundle::export::grid-words {plan} {
    return [expr {[dict get $plan threads] == 1 ? {} : [concat {*}[lmap name {px py pz} number [grid $plan] {list -var $name $number}]]}]
}

# The size of bins that a deck must name, or "": half a cutoff, which codes take where nothing is said, makes more bins of
# a large room than there is memory.  ROOM as data-file gives it; with 8 bins a particle and two million more, a list takes
# milliseconds for the bins, and a small heap in a large room still fills many of them.
proc trundle::export::bin-size {room skin} {
    lassign $room count largest box
    set volume 1.0
    foreach low [lindex $box 0] high [lindex $box 1] {
        set volume [expr {$volume*($high - $low)}]
    }
    set bin [expr {($volume/(8.0*$count + 2e6))**(1/3.0)}]
    return [expr {$bin > 0.5*(2*$largest + $skin) ? [number [format %.6g $bin]] : ""}]
}

# The other codes know the inertia of a solid sphere only.
proc trundle::export::solid-sphere {id r m inertia} {
    if {abs($inertia - 0.4*$m*$r*$r) > 1e-9*$inertia} {
        trundle::value::fail "export: the inertia of particle $id is not that of a\
            solid sphere, the only one that the other code has"
    }
}

proc trundle::export::data-head {facts count box} {
    lassign $box low high
    return "$count particles, written by Trundle $::trundle::version\n\n$count atoms\n[llength [dict get $facts types]] atom types\n
[join [lmap axis {x y z} a $low b $high {string cat "$a $b ${axis}lo ${axis}hi\n"}] {}]"
}

# The head comes first in the file, but its box is known only at the end.
proc trundle::export::join-data-file {facts file count box} {
    trundle::output::naming $file {
        set out [open $file w]
        puts -nonewline $out [data-head $facts $count $box]
        foreach {title part} {Atoms atoms Velocities motion} {
            puts $out "\n$title\n"
            set in [open $file.$part]
            fcopy $in $out
            close $in
        }
        close $out
    }
}

# A box round the particles and the walls, with a margin of a radius.
proc trundle::export::box {facts low high radius seconds} {
    foreach plane [dict get $facts planes] {
        set k [lsearch {x y z} [dict get $plane axis]]
        if {$k >= 0} {
            lset low $k [expr {min([lindex $low $k], [dict get $plane at])}]
            lset high $k [expr {max([lindex $high $k], [dict get $plane at])}]
        }
    }
    foreach mesh [dict get $facts meshes] {
        lassign [room-of $mesh $seconds] from to
        set low [lmap a $low b $from {expr {min($a, $b)}}]
        set high [lmap a $high b $to {expr {max($a, $b)}}]
    }
    return [list [lmap x $low {format %.9g [expr {$x - 2*$radius}]}] \
        [lmap x $high {format %.9g [expr {$x + 2*$radius}]}]]
}

# --- numbers that several adapters need ----------------------------------------

# The overlap at which a stiffness that grows with the load is taken when the other
# code wants a constant: that of the first particle when it rests on such a partner,
# unless the plan gives one.
proc trundle::export::typical-overlap {facts plan kind a b} {
    if {[dict get $plan overlap] ne ""} {
        return [dict get $plan overlap]
    }
    lassign [first-particle [dict get $plan state]] radius mass
    set weight [expr {$mass*max(1e-6, [vnorm [dict get $facts gravity]])}]
    if {[linear? $facts]} {
        return [expr {$weight/[spring $facts $kind $a $b]}]
    }
    set rstar [trundle::mechanics radius $radius [expr {$kind eq "walls" ? Inf : $radius}]]
    set estar [dict get $facts pairs [list $a $b] estar]
    return [trundle::mechanics overlap [trundle::mechanics hertz $estar $rstar] $weight]
}

# Radius and mass of the first particle.
proc trundle::export::first-particle {state} {
    variable first
    each-row $state {radius mass} [list apply {{radius mass} {
        set ::trundle::export::first [list $radius $mass]
        return enough
    }}]
    return $first
}

# The stiffness, damping and cap of EPSD for the first particle and its like (a wall:
# R* = r and the particle's mass): torque over angle, torque over angular velocity, and
# the arm of the normal force in the full torque; rstar is R*.
proc trundle::export::rolling-at {facts plan kind a b} {
    lassign [first-particle [dict get $plan state]] r mass
    set overlap [typical-overlap $facts $plan $kind $a $b]
    set wall [expr {$kind eq "walls"}]
    set body [list [expr {0.4*$mass*$r*$r}] $mass $r]
    set rstar [trundle::mechanics radius $r [expr {$wall ? Inf : $r}]]
    set inertia [trundle::mechanics rolling-inertia {*}$body {*}[expr {$wall ? "Inf Inf Inf" : $body}]]
    set numbers [dict get $facts pairs [list $a $b]]
    dict with numbers {
        set kn [expr {[linear? $facts] ? [spring $facts $kind $a $b] : [trundle::mechanics hertz $estar $rstar]*sqrt($overlap)}]
        set kr [trundle::mechanics rolling $kn $mu_r $rstar]
        return [dict create stiffness $kr rstar $rstar \
            damping [trundle::mechanics rolling-damping $eta_r $inertia $kr] arm [expr {$mu_r*$rstar}]]
    }
}

# A number as every code reads it, with all its digits.
proc trundle::export::number {x} {
    return [expr {double($x)}]
}

# The lines of a head comment: what it is, how it is run, in what it differs, whose
# numbers are whose.
proc trundle::export::head {facts plan mark engine} {
    set lines [list "[dict get $plan name], written by Trundle $::trundle::version for\
        [set ${engine}::title]; tried with [set ${engine}::tried]."]
    set known ""
    foreach {threads text} {1 "Run it in this folder" 2 "On two processors"} {
        dict set plan threads $threads
        set words [${engine}::command $plan]
        if {$words eq $known} continue
        lappend lines "$text: [shell-words [set known $words]]"
    }
    if {"mpirun" in $known} {
        lappend lines "(Open MPI starts nothing for root unless OMPI_ALLOW_RUN_AS_ROOT and\
            OMPI_ALLOW_RUN_AS_ROOT_CONFIRM are 1.)"
    }
    foreach text [dict get $plan differs] {
        lappend lines "Differs: $text."
    }
    lappend lines {*}[numbered Types [lmap type [dict get $facts types] {type-name $type}]] \
        {*}[numbered Particles [dict get $facts names]]
    return [join [lmap line $lines {string cat "$mark " $line}] \n]
}

proc trundle::export::type-name {type} {
    lassign $type name rigid
    return [if {$rigid} {string cat $name ", rigid"} else {set name}]
}

# "Types: 1 glass; 2 felt", with at most twenty names.
proc trundle::export::numbered {title names} {
    set texts [lmap name [lrange $names 0 19] {string cat "[incr number] " $name}]
    if {[llength $names] > 20} {
        lappend texts ...
    }
    return [expr {[llength $names] ? [list "$title: [join $texts {; }]."] : {}}]
}

# The words of a command as a shell reads them.
proc trundle::export::shell-words {words} {
    return [join [lmap word $words {
        if {[regexp {^[\w./:=,+@%-]+$} $word]} {
            set word
        } else {
            string cat ' [string map {' '\\''} $word] '
        }
    }]]
}

proc trundle::export::deck {file text} {
    trundle::output::naming $file {
        set channel [open $file w]
        chan configure $channel -encoding utf-8
        puts $channel $text
        close $channel
    }
}

# `Loop time` and what stands round it, which LIGGGHTS and LAMMPS share; the
# last run counts.
proc trundle::export::read-log {file count} {
    set channel [open $file]
    set text [read $channel]
    close $channel
    set result {}
    foreach {- seconds steps} [regexp -all -inline \
            {Loop time of (\S+) on \d+ procs? for (\d+) steps} $text] {
        dict set result seconds $seconds
        dict set result steps $steps
    }
    if {![dict size $result]} {
        error "the run wrote no loop time; the end of its log: [string range \
            $text end-300 end]"
    }
    foreach {- lists} [regexp -all -inline {Neighbor list builds = (\d+)} $text] {
        dict set result lists $lists
    }
    foreach {- kinetic touching} [regexp -all -inline -line \
            "^\\s*\\d+\\s+$count\\s+(\\S+)\\s+(\\S+)" $text] {
        dict set result kinetic $kinetic
        dict set result contacts [expr {double($touching)/$count}]
    }
    foreach {- share} [regexp -all -inline -line \
            {^(?:Memory usage per processor|Per MPI rank memory allocation.*?) = ([\d.]+)} $text] {
        dict set result megabytes $share
    }
    return $result
}

# What a script in Python has printed of its run, as one line of words.
proc trundle::export::said-result {file} {
    set channel [open $file]
    set text [read $channel]
    close $channel
    if {![regexp -line {^RESULT (.*)$} $text - words]} {
        error "the run wrote no result; the end of its output: [string range \
            $text end-300 end]"
    }
    return $words
}

# The columns of a particle's state in the dumps of LIGGGHTS and LAMMPS; where some are held, what all bear, too.
proc trundle::export::dump-columns {plan} {
    return "id x y z vx vy vz omegax omegay omegaz[expr {
        [llength [dict get $plan held]] ? " fx fy fz tqx tqy tqz" : ""}]"
}

# What `dump_modify format` wants for them.
proc trundle::export::dump-format {plan} {
    return "'%d[string repeat { %.17g} [expr {[llength [dump-columns $plan]] - 1}]]'"
}

# The lines of LIGGGHTS and LAMMPS decks that move the particles.  What is held gets a fix that takes no notice of
# forces and leaves them there to be read, which `freeze` does not.  In touch with a free sphere it damps as an infinite mass;
# so it has 1e12 times its own, unless all are held, and no weight.
proc trundle::export::moved {plan} {
    set held [dict get $plan held]
    if {![llength $held]} {
        return "fix move all nve/sphere"
    }
    return "group held id [ranges $held]
group free subtract all held
fix move free nve/sphere
fix hold held nve/noforce"
}

# Rising numbers as 1:3 7.
proc trundle::export::ranges {numbers} {
    set words {}
    foreach number [concat $numbers -1] {
        if {[info exists last] && $number == $last + 1} {
            set last $number
            continue
        }
        if {[info exists last]} {
            lappend words [expr {$first == $last ? $first : "$first:$last"}]
        }
        lassign [list $number $number] first last
    }
    return $words
}

# The lines that run through the course of the held spheres; {*}STEER STEP ENTRIES gives those that begin another leg.
proc trundle::export::legs {plan rest steer} {
    if {![llength [dict get $plan course]]} {
        return "run          \${steps}$rest"
    }
    set legs {}
    foreach entry [dict get $plan course] {
        dict lappend legs [lindex $entry 0] [lrange $entry 1 end]
    }
    set lines {}
    set now 0
    dict for {step entries} $legs {
        if {$step >= [dict get $plan steps]} break
        if {$step > $now} {
            lappend lines "run          [expr {$step - $now}]$rest"
        }
        lappend lines {*}[{*}$steer $step $entries]
        set now $step
    }
    return [join [lappend lines "run          [expr {[dict get $plan steps] - $now}]$rest"] \n]
}

# What a command sets of the variables that LIGGGHTS and LAMMPS decks begin with.
proc trundle::export::over {plan} {
    return [concat {*}[lmap name [dict get $plan over] {
        list -var $name [dict get $plan $name]
    }]]
}

# The lines of their decks that write the particles every so many steps.  FORMAT: what
# `dump_modify format` wants before the formats.
proc trundle::export::dump-lines {plan format} {
    if {![dict get $plan every]} {
        return ""
    }
    return "dump         records all custom [dict get $plan every] records.dump [dump-columns $plan]
dump_modify  records sort id format $format[dump-format $plan]
"
}

# --- legs ----------------------------------------------------------------------------

# A run in legs is one process for each leg, which begins with the restart file of the leg before. So a leg that was broken off
# can be repeated, and the run has the same bits as if nobody had disturbed it. (To read a restart file changes bits: whoever
# goes on without one makes another run.) All names of fixes, by which the codes know the history of walls again, stand in one
# file that every leg reads.
proc trundle::export::leg-decks {code facts folder plan} {
    foreach part {start again common} {
        deck $folder/$part.$code [string trim [${code}::$part $facts $plan] \n]
    }
    deck $folder/deck.$code [leg-deck $code $facts $plan]
}

# All dumps come before the run, which is the only one of its process. Frames are binary, a file per rank: nothing is gathered,
# printed or sorted.
proc trundle::export::leg-deck {code facts plan} {
    set every [dict get $plan every]
    set steps [dict get $plan steps]
    set columns "id x y z vx vy vz omegax omegay omegaz"
    return "[head $facts $plan # $code]
# Leg k of the run, k = 0, 1, ...: -var k K -var head start (k = 0) or again -var to STEP, its last step.
variable k     index 0
variable head  index start
variable to    index [expr {min($steps, [dict get $plan leg])}]
[join [lmap axis {px py pz} {string cat "variable $axis    index 1"}] \n]

include      \${head}.$code
include      common.$code
dump         records all custom $every records.\${k}.%.bin $columns
[expr {$steps % $every ? "dump         last all custom $steps last.\${k}.%.bin $columns\n" : ""}]thermo_modify flush yes
run          \${to} upto
write_restart leg.part"
}

# The lines of their decks that write tables of contacts, NAME STYLE COLUMNS ...: every so many steps, and at the end where
# that is no record.  {*}FORMAT COLUMNS: what `dump_modify` wants for all digits.
proc trundle::export::touch-dumps {plan dumps format} {
    set every [dict get $plan every]
    set steps [expr {max(1, [dict get $plan steps])}]
    set text ""
    foreach {name style columns} $dumps {
        foreach {id at} [concat [expr {$every ? [list $name $every] : ""}] \
                [expr {$every && $steps % $every == 0 ? "" : [list last_$name $steps]}]] {
            append text "dump         $id all $style $at $id.dump [join $columns]\ndump_modify  $id [{*}$format $columns]\n"
        }
    }
    return $text
}

# One way to run on several processors, unless LAUNCH says in words how to launch a command.
proc trundle::export::with-ranks {threads command {launch ""}} {
    if {$threads == 1 || $launch ne ""} {
        return [concat $launch $command]
    }
    return [concat mpirun --bind-to none --oversubscribe -np $threads $command]
}

# The skin of the lists; a tenth of a radius when the model leaves it to the engine.
proc trundle::export::skin {facts plan} {
    set skin [dict get $facts explain skin]
    if {$skin > 0} {
        return $skin
    }
    lassign [first-particle [dict get $plan state]] radius
    return [expr {0.1*$radius}]
}

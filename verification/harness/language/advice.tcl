# advice.tcl -- what a scenario says in vain, leaves open, or asks too much of:
# numbers that no law reads, laws without their numbers, materials that meet
# without a word about it, a step that is too long.  Which law reads and needs
# which numbers is the engine's own table of laws.
package provide trundle::advice 1.0
package require trundle::language
package require trundle::laws
package require trundle::formats
package require trundle::meshes
package require trundle::joints

namespace eval trundle::advice {
    # Options of `integrate` that are read only while others have these values.
    # (Which law follows which convention is in the engine's table of laws.)
    variable wanted {
        phi             {method trapezoid}
        evaluations     {method trapezoid}
        tolerance       {method trapezoid evaluations 0}
        max_evaluations {method trapezoid evaluations 0}
        sweep           {method trapezoid}
        failure         {method trapezoid evaluations 0 adaptive no}
        measure         {method trapezoid evaluations 0 adaptive no}
        dt_limit        {method trapezoid evaluations 0 adaptive {corrected printed}}
    }
    namespace import ::trundle::value::get ::trundle::formats::short \
        ::trundle::language::sets ::trundle::language::idle-value
    variable strains 0.2    ;# of a bond, up to which its law holds
    variable steps 20       ;# in a collision, at least: campello2015 (50)
}

# advice::warnings MODEL MEETINGS EXPLAIN -> list of lines.  MODEL is what the
# scenario gives, MEETINGS what the engine says of pairs that can meet, EXPLAIN
# the conventions in force.
proc trundle::advice::warnings {model meetings explain} {
    return [concat [read-by-none $model $explain] [followed-by-none $model $explain] \
        [idle-scheme $model $explain] [without-numbers $model $meetings] \
        [undeclared $model $meetings] [idle-fluid $model] [long-step $meetings $explain] \
        [unstable $meetings $explain] [drawn-in $model $meetings $explain] [unscaled $model $meetings $explain] \
        [rimless $model] [trundle::meshes::warnings $model] [trundle::joints::warnings $model]]
}

# --- laws ---------------------------------------------------------------------

# A law as a scenario asks for it.
proc trundle::advice::asked {law} {
    dict with law {
        return [expr {$kind eq "afar" ? [options-of [lrange $parameters 0 1] or]
                      : "`laws -$kind $name`"}]
    }
}

# Springs that are rescaled and can make energy all the same (sliding-passive): a transport that leaves them behind
# when the contact plane turns, as at a plane wall it does not; a slip without that of the partner, which a wall at rest
# has not.
proc trundle::advice::unscaled {model meetings explain} {
    if {[get $explain rescale no] ne "yes"} {
        return {}
    }
    lassign {0 0} behind halved
    foreach one [dict get $meetings pairs] {
        set numbers [dict get $one numbers]
        set slides [trundle::laws::spring? sliding $explain $numbers]
        set rolls [trundle::laws::spring? rolling $explain $numbers]
        set behind [expr {$behind || ([lindex [dict get $one wall] 0] ne "plane" && ($slides || $rolls))}]
        set halved [expr {$halved || ($slides && [moves? $model [dict get $one wall]])}]
    }
    return [lmap {name bad good acts} [list transport none "frame, normal or project" $behind \
            increment printed "material, trapezoid or rate" $halved] {
        if {[get $explain $name] ne $bad || !$acts} continue
        string cat "laws: with -$name $bad springs can make energy although -rescale is yes, and the account `made`" \
            " does not see it; expected -$name $good"
    }]
}

# Does the partner of a contact move: another particle, or a wall {KIND NUMBER} that does?
proc trundle::advice::moves? {model wall} {
    lassign $wall kind k
    set wall [lindex [get $model [get {plane planes mesh meshes} $kind]] $k]
    foreach x [concat [get $wall velocity] [get $wall spin]] {
        if {$x != 0} {
            return 1
        }
    }
    return [expr {$kind eq ""}]
}

# --- meshes ---------------------------------------------------------------------

# Meshes that push over their faces alone (sec:meshcontacts-rim).
proc trundle::advice::rimless {model} {
    return [lmap mesh [get $model meshes] {
        if {[get $mesh rim 1]} continue
        string cat "mesh [get $mesh name]: with -rim no what comes to it from the side of a face is thrown out of the wall with" \
            " energy from nothing, which the balance of the run tells; expected a mesh that goes on to where no particle comes"
    }]
}

# Mesh -> its flattest valley that counts twice (walls-shallow), rad; of meshes where spheres come to one that the
# fastest collision could find too flat.  Whether an overlap does, the run shows.  (0.5 rad is an overlap of an eighth of
# the radius: what is steeper is meant, and what is deeper is no contact.)
proc trundle::advice::valleys {model meetings explain} {
    set limits {}
    foreach one [dict get $meetings pairs] {
        lassign [dict get $one wall] kind k
        if {$kind ne "mesh" || [get $explain normal] ne "hertz" || [dict get $one duration] == Inf} continue
        set overlap [dict get $one depth]
        dict set limits $k [expr {max([get $limits $k 0], min(0.5, sqrt(2*$overlap/[dict get $one radius])))}]
    }
    set found {}
    dict for {k limit} $limits {
        set mesh [lindex [get $model meshes] $k]
        set angle [trundle::joints::valley $model $mesh [get $mesh smooth 0.02] $limit]
        if {$angle ne ""} {
            dict set found $k $angle
        }
    }
    return $found
}

# What to say of the contacts of ENGINE where one is deeper than a valley of its mesh bears (walls-jump): lines by mesh.
proc trundle::advice::too-deep {model valleys engine} {
    set lines {}
    foreach contact [expr {[dict size $valleys] ? [$engine contacts] : {}}] {
        lassign [dict get $contact j] kind k
        if {$kind ne "mesh" || ![dict exists $valleys $k] || [dict exists $lines $k]} continue
        set mesh [lindex [get $model meshes] $k]
        set angle [dict get $valleys $k]
        set reach [expr {[dict get [$engine particle [dict get $contact i]] radius] + 0.5*[get $mesh thickness 0]}]
        if {[dict get $contact overlap] > 0.5*$reach*$angle**2} {
            dict set lines $k "mesh [get $mesh name $k]: [$engine name [dict get $contact i]] overlaps it by\
                [short [dict get $contact overlap] 3] m; beyond [short [expr {0.5*$reach*$angle**2}] 3] m its normal force\
                makes and takes energy in a valley of [short $angle 3] rad; expected a stiffer material, or -smooth\
                above the valley"
        }
    }
    return $lines
}

# --- numbers --------------------------------------------------------------------

# Numbers of `contact`, and damping rates of materials, that no law in force reads;
# one that says nothing, like a coefficient of zero, is left alone.
proc trundle::advice::read-by-none {model explain} {
    set laws [trundle::laws::all]
    set objects {}
    dict for {name given} [dict get $model materials] {
        dict set objects "material $name" [dict filter $given key xi]
    }
    dict for {pair given} [dict get $model contacts] {
        dict set objects "contact $pair" $given
    }
    set lines {}
    dict for {object given} $objects {
        dict for {option value} $given {
            set readers [lmap law $laws {
                if {![llength [lmap p [sets $option] {
                    expr {$p in [dict get $law parameters] ? $p : [continue]}
                }]]} continue
                set law
            }]
            if {$value == [idle-value $option]
                    || [llength [lmap law $readers {
                        expr {[trundle::laws::in-force? $law $explain $given] ? 1 : [continue]}
                    }]]} {
                continue
            }
            lappend lines "$object: -$option is [short $value], but no law in\
                force reads it; [join [lmap law $readers {asked $law}] { or }] would"
        }
    }
    return $lines
}

# Conventions other than the default ones that no law in force follows.
proc trundle::advice::followed-by-none {model explain} {
    set lines {}
    foreach row [dict get [::trundle::tables] options] {
        set name [dict get $row name]
        set value [get [dict get $model options] $name [lindex [dict get $row values] 0]]
        set readers [lmap law [trundle::laws::all] {
            if {$name ni [dict get $law options]} continue
            set law
        }]
        set usual [list [lindex [dict get $row values] 0] [get $::trundle::language::today $name]]
        if {$value in $usual || ![llength $readers]
                || [llength [lmap law $readers {
                    expr {[trundle::laws::in-force? $law $explain {}] ? 1 : [continue]}
                }]]} {
            continue
        }
        lappend lines "laws: -$name is $value, but no law in force follows it;\
            [join [lmap law $readers {asked $law}] { or }] would"
    }
    return $lines
}

# Options of `integrate` that the scheme does not read.
proc trundle::advice::idle-scheme {model explain} {
    variable wanted
    set lines {}
    dict for {name value} [dict get $model scheme] {
        set missing [lmap {other values} [get $wanted $name] {
            if {[llength [lmap one $values {expr {[get $explain $other] == $one ? 1 : [continue]}}]]} continue
            string cat "-$other " [join $values { or }]
        }]
        if {[llength $missing] && $value != [trundle::language::default integrate $name]} {
            lappend lines "integrate: -$name is [short $value], but it does nothing without\
                [join $missing { and }]"
        }
    }
    return $lines
}

# Laws that the scenario asks for and that lack a number: at pairs that leave it
# open, and everywhere if no pair has it.
proc trundle::advice::without-numbers {model meetings} {
    set lines {}
    foreach law [trundle::laws::all] {
        set kind [dict get $law kind]
        if {[get [dict get $model options] $kind] ne [dict get $law name]} {
            continue
        }
        set idle 0
        set open {}
        set pairs [pairs-of $meetings]
        dict for {pair numbers} $pairs {
            set missing [trundle::laws::missing $law $numbers]
            incr idle [expr {[llength $missing] > 0}]
            set given [declared $model $pair]
            foreach group [expr {[llength $given] ? $missing : {}}] {
                if {![given? [lindex $given 1] $group]} {
                    lappend open "contact [lindex $given 0]: [asked $law] wants\
                        [options-of $group or], which is not given and 0"
                }
            }
        }
        if {$idle && $idle == [dict size $pairs] && ![llength $open]} {
            lappend open "laws: [asked $law] does nothing, for [options-of [concat {*}$missing] and]\
                is 0 wherever materials meet"
        }
        lappend lines {*}$open
    }
    return $lines
}

# Does a line of `contact` say anything of one of these numbers?
proc trundle::advice::given? {values names} {
    foreach option [dict keys $values] {
        foreach name [sets $option] {
            if {$name in $names} {
                return 1
            }
        }
    }
    return 0
}

proc trundle::advice::options-of {names word} {
    return [join [lmap name $names {string cat - $name}] " $word "]
}

# --- pairs ----------------------------------------------------------------------

# The two materials, in any order -> numbers, each pair once.
proc trundle::advice::pairs-of {meetings} {
    set pairs {}
    foreach one [dict get $meetings pairs] {
        set pair [list [dict get $one first] [dict get $one second]]
        if {![dict exists $pairs [lreverse $pair]]} {
            dict set pairs $pair [dict get $one numbers]
        }
    }
    return $pairs
}

# What `contact` has said of this pair: the pair as it stands there, and its
# values; empty if there is no such line.
proc trundle::advice::declared {model pair} {
    foreach way [list $pair [lreverse $pair]] {
        if {[dict exists $model contacts $way]} {
            return [list $way [dict get $model contacts $way]]
        }
    }
    return {}
}

proc trundle::advice::undeclared {model meetings} {
    set lines {}
    dict for {pair numbers} [pairs-of $meetings] {
        if {![llength [declared $model $pair]]} {
            lappend lines "there is no `contact $pair`, so their bodies meet without\
                friction[expr {[dict get $numbers xi] > 0 ? "" : " and without loss"}]"
        }
    }
    return $lines
}

# The numbers of the laws in force, for each pair of materials.
proc trundle::advice::pair-table {model meetings explain} {
    set columns {}
    set pairs [pairs-of $meetings]
    foreach law [trundle::laws::all] {
        dict for {pair numbers} $pairs {
            if {[trundle::laws::in-force? $law $explain $numbers]} {
                lappend columns {*}[lmap p [dict get $law parameters] {
                    expr {$p in $columns ? [continue] : $p}
                }]
            }
        }
    }
    set rows [list [concat [list {materials that meet}] $columns]]
    dict for {pair numbers} $pairs {
        set known [expr {[llength [declared $model $pair]] ? "" : " (no contact stated)"}]
        lappend rows [concat [list [join $pair]$known] [lmap name $columns {
            short [dict get $numbers $name]
        }]]
    }
    return [trundle::formats::align $rows]
}

# --- fluid ----------------------------------------------------------------------

# A fluid that flows and does nothing.
proc trundle::advice::idle-fluid {model} {
    set given [get $model fluid]
    set wanted {}
    foreach law [trundle::laws::all] {
        if {[dict get $law kind] eq "fluid"} {
            set missing [trundle::laws::missing $law $given]
            if {![llength $missing]} {
                return {}
            }
            lappend wanted {*}[lmap name [concat {*}$missing] {string cat - $name}]
        }
    }
    if {![dict size $given]} {
        return {}
    }
    return [list "fluid: no force acts without one of [join $wanted {, }]; given is\
        [join [lmap name [dict keys $given] {string cat - $name}] {, }]"]
}

# --- the step -------------------------------------------------------------------

# The pair whose collision is the shortest; empty where (50) says nothing: with
# the power law, or if nothing moves.
proc trundle::advice::fastest {meetings explain} {
    set best {}
    if {[get $explain normal] ni {hertz hooke}} {
        return {}
    }
    foreach one [dict get $meetings pairs] {
        if {[dict get $one duration] < [get $best duration Inf]} {
            set best $one
        }
    }
    return $best
}

# Steps in that collision, in words.
proc trundle::advice::step-text {best meetings explain} {
    dict with best {
        return "dt [short [dict get $explain dt]] s is [short [expr {
            $duration/[dict get $explain dt]}] 3] steps in a collision of $first with\
            $second at [short [dict get $meetings speed] 2] m/s"
    }
}

proc trundle::advice::long-step {meetings explain} {
    variable steps
    set best [fastest $meetings $explain]
    if {![dict size $best] || [get $explain adaptive no] ne "no"
            || [dict get $best duration] >= $steps*[dict get $explain dt]} {
        return {}
    }
    if {[dict get $best duration] < 1e-200} {
        return [list "integrate: [step-text $best $meetings $explain], expected $steps or more: no step is that\
            short, a smaller -young is wanted"]
    }
    return [list "integrate: [step-text $best $meetings $explain], expected $steps or\
        more: -dt [short [expr {[dict get $best duration]/$steps}] 2]"]
}

# That a step is longer than the shortest collision, or "": a body may be past the other one before it touches it.
proc trundle::advice::unresolved {meetings explain} {
    set best [fastest $meetings $explain]
    if {![dict size $best] || [get $explain adaptive no] ne "no" || [dict get $best duration] >= [dict get $explain dt]} {
        return ""
    }
    return [step-text $best $meetings $explain]
}

# Laws whose spring or dashpot an explicit step makes unstable, one line a law, of the pair that wants the
# shortest: (schemes, integrators-damped).  That rule is one of velocity Verlet, and of one evaluation with
# phi = 1, which has the same matrix; iterates tell by themselves that they do not settle.
proc trundle::advice::unstable {meetings explain} {
    if {[get $explain method] ne "verlet"
            && ([get $explain evaluations] != 1 || [get $explain phi] != 1 || [get $explain adaptive no] ne "no")} {
        return {}
    }
    set worst {}
    foreach one [dict get $meetings pairs] {
        dict for {law parts} [oscillators $one $explain] {
            set bound [trundle::mechanics longest-step {*}$parts]
            if {[dict get $explain dt] >= $bound && $bound < [lindex [get $worst $law Inf] 0]} {
                dict set worst $law [list $bound [dict get $one first] [dict get $one second]]
            }
        }
    }
    return [lmap {law found} $worst {
        lassign $found bound first second
        string cat "integrate: dt [short [dict get $explain dt]] s is unstable for `laws -$law` between $first\
            and $second: its spring and dashpot want less than [short $bound 3] s, in several contacts less still"
    }]
}

# Law -> stiffness, damping and inertia of a contact of this pair, for each law in force that has them, at the deepest
# overlap of the fastest collision; the engine asks the laws themselves.
# (The spring of the normal force alone, and that of sliding, are long only where a collision has too few steps.)
# What turns is held by a tangential spring that is soft beside one that a step does not
# resolve, so it turns about its centre.
proc trundle::advice::oscillators {pair explain} {
    set found {}
    set numbers [dict get $pair numbers]
    foreach law [trundle::laws::in-force $explain $numbers] {
        dict with law {}
        if {[llength [trundle::laws::missing $law $numbers]]} continue
        if {$kind eq "bond" && [get $explain normal] eq "hertz"} {
            dict set found "$kind $name" [bond-oscillator $pair $explain]
        }
        if {![dict exists $pair answers $kind] || ($kind in {normal sliding} ? ![trundle::laws::damps? $law $numbers] : $spring eq "none")} {
            continue
        }
        dict set found "$kind $name" [dict get $pair answers $kind]
    }
    return $found
}

# Of a bond the one that wants the shortest step.  Across the normal it is a dashpot with the step in it, c = g h: the bound
# 2 g h^2 = 4 I is that of a spring 2 g alone.  Along the normal it softens the contact at the overlap where both rest.
proc trundle::advice::bond-oscillator {pair explain} {
    variable strains
    dict with pair {}
    dict with numbers {}
    set rest [bond-rest $pair $explain]
    set rests [expr {$bond_power < 0.5 && $rest > 0 && $rest <= $strains*$span && $rest >= $bond_threshold*$span}]
    set overlap [expr {max($depth, $bond_threshold*$span, $rests ? $rest : 0)}]
    set across [list [expr {2*$k_rb*[bond-area $pair $explain]*$overlap}] 0 $slip_mass]
    if {!$rests} {
        return $across
    }
    set along [list [trundle::mechanics bond-stiffness $spring $rest $bond_power] \
        [expr {[trundle::mechanics damping $xi $spring $mass]*$rest**0.25}] $mass]
    return [expr {[trundle::mechanics longest-step {*}$along] < [trundle::mechanics longest-step {*}$across] ? $along : $across}]
}

# The area of a contact over its overlap.
proc trundle::advice::bond-area {pair explain} {
    return [trundle::mechanics area [dict get $pair radius] Inf [expr {[get $explain area] eq "geometric"}]]
}

# Where a bond pulls as much as the contact pushes (eq. bonds-rest); 0 if the contact is always stronger, Inf: the bond.
proc trundle::advice::bond-rest {pair explain} {
    dict with pair {}
    dict with numbers {}
    if {[get $explain bond_sign right] ne "right"} {
        return 0
    }
    return [trundle::mechanics bond-rest $spring [bond-area $pair $explain] $span $k_nb $bond_power]
}

# Bonds that no step holds: with a power up to 1/2 those that come to rest beyond the strains of the law, or never; with
# a larger one those that win from an overlap on which a collision reaches, or at which they begin.
proc trundle::advice::drawn-in {model meetings explain} {
    variable strains
    set least {}
    if {[get $explain bond no] ne "yes" || [get $explain normal] ne "hertz"} {
        return {}
    }
    foreach one [dict get $meetings pairs] {
        dict with one {}
        dict with numbers {}
        set rest [bond-rest $one $explain]
        set reached [expr {$bond_power <= 0.5 ? $strains*$span : max($bond_threshold*$span, $depth)}]
        if {$k_nb == 0 || $rest == 0 && $bond_power <= 0.5 || ($bond_power <= 0.5 ? $rest <= $reached : $rest >= $reached)} {
            continue
        }
        set most [trundle::mechanics bond-constant $spring [bond-area $one $explain] $span $reached $bond_power]
        set way [lindex [declared $model [list $first $second]] 0]
        if {$most < [lindex [get $least $way Inf] 0]} {
            dict set least $way [list $most $k_nb [expr {$bond_power < 0.5 ? "comes to rest beyond a strain of $strains, the\
                largest of its law" : "draws its bodies into each other, at any step"}]]
        }
    }
    return [lmap {way found} $least {
        lassign $found most given what
        string cat "contact $way: -k_nb is [short $given] Pa, and a bond of [short $most 2] Pa $what: expected less"
    }]
}

# The largest account of a run.  A height has no zero, so of gravity only the change counts, less what
# newcomers brought along.
proc trundle::advice::largest {starts ends} {
    set height 0.0
    foreach {name sign} {gravity 1 entered -1} {
        set height [expr {$height + $sign*([dict get $ends $name] - [dict get $starts $name])}]
    }
    set others [lmap accounts [list $starts $ends] {dict values [dict remove $accounts gravity entered total]}]
    return [::tcl::mathfunc::max {*}[lmap x [list $height {*}[concat {*}$others]] {expr {abs($x)}}]]
}

# The energy balance error as a share of MOST, the largest energy term of the run so far (a ball that is back at its
# height has moved more energy than its end shows); 0 where no energies are kept or nothing moves. NAME: of MOST.
proc trundle::advice::imbalance {starts ends explain name} {
    upvar 1 $name most
    set largest [set most [expr {max($most, [largest $starts $ends])}]]
    if {[get $explain accounts yes] ne "yes" || $largest == 0} {
        return 0.0
    }
    return [expr {abs([dict get $ends total] - [dict get $starts total])/$largest}]
}

# After the run: a balance that does not close, judged by the largest account, and energy that springs
# have made when their stiffness changed.  `made` is booked contact by contact and is zero to the last bit
# where springs are rescaled, so it is judged by itself, whatever the balance is off by: a millionth of the
# largest account is told.  (Under the laws of 0.1 packings make some hundredths of their loss, a sphere that swings
# up by itself more than its loss.)  The defect of a balance has no such measure within one run: the
# examples are off by 1e-8 to 1e-2 of the largest account, so a tenth is told, and -converge knows more; what is
# in the balance alone, as what a flat valley of a mesh makes, large losses of other contacts may hide.
# A loss that has fallen by more than the balance is off guards the program and no law: no term of a loss is
# negative.  Without accounts of contacts nothing is known.
proc trundle::advice::balance {starts ends meetings explain} {
    set largest [largest $starts $ends]
    if {[get $explain accounts yes] ne "yes" || $largest == 0} {
        return {}
    }
    set defect [expr {abs([dict get $ends total] - [dict get $starts total])}]
    set made [expr {[dict get $ends made] - [dict get $starts made]}]
    set lines {}
    if {!($defect <= 0.1*$largest)} {
        lappend lines "the energy balance is off by [short $defect 3] J,\
            [percent $defect $largest] of the largest energy term: [cause-of $meetings $explain]"
    }
    set lost 0
    foreach name [lsearch -all -inline [dict keys $ends] *_loss] {
        set change [expr {[dict get $ends $name] - [dict get $starts $name]}]
        if {-$change > max($defect, 1e-9*$largest)} {
            lappend lines "the energy balance has a [string map {_ " "} $name] that fell by\
                [short [expr {-$change}] 3] J, expected one that only grows, under any law and step: a bug in Trundle"
        }
        if {$name ne "drag_loss"} {
            set lost [expr {$lost + $change}]
        }
    }
    if {$made > 1e-6*$largest} {
        lappend lines "springs have created [short $made 3] J, [percent $made $largest] of the largest energy term, when\
            their stiffness changed, and contacts have lost [short $lost 3] J; `laws -rescale yes` creates none"
    }
    return $lines
}

proc trundle::advice::percent {part whole} {
    return "[format %.3g [expr {100.0*$part/$whole}]] %"
}

proc trundle::advice::cause-of {meetings explain} {
    set long [long-step $meetings $explain]
    set half [expr {[get $explain method ""] ne "verlet" || ![dashpots? $meetings $explain] ? "" : "; velocity Verlet counts dashpots half a step\
        late, an error of first order in -dt; -method trapezoid does not"}]
    return [expr {[llength $long] ? "the step is too long, [lindex $long 0]$half"
        : "halve -dt and compare: an error of the step falls with it, an error of a law\
           does not$half"}]
}

# Has a law in force between bodies that meet a dashpot?
proc trundle::advice::dashpots? {meetings explain} {
    dict for {- numbers} [pairs-of $meetings] {
        if {[trundle::laws::dashpot? $explain $numbers]} {
            return 1
        }
    }
    return 0
}

# With -v: the same, of a step that is short enough.
proc trundle::advice::step-line {meetings explain} {
    set best [fastest $meetings $explain]
    if {![dict size $best]} {
        return "no collision to judge the step by"
    }
    return [step-text $best $meetings $explain]
}

# alternatives.tcl -- wrong answers that a comparison must refuse.  A rival is what a stated mistake
# would give; the comparison discriminates by the distance from its reference to the nearest
# rival, over its tolerance.  Below 1 the rival would pass too.  Inf inside: the rival is refused, and no number tells
# how far it is (formats::discrimination has the words).
package provide trundle::alternatives 1.0
package require trundle::value

namespace eval trundle::alternatives {
    namespace import ::trundle::value::get ::trundle::value::distance
    # From here on a comparison counts.
    variable enough 3.0
    # The mistakes that are known, in the words of the field: the comparisons name them, and what
    # another code gets is looked up here.
    variable mistakes {
        zero          {nothing at all, the value 0}
        start         {the state of the start: nothing has happened}
        never         {it does not happen}
        half          {a factor of 2 is lost}
        double        {a factor of 2 too much}
        sign          {the wrong sign}
        one-less      {a count that is too small by one}
        one-more      {a count that is too large by one}
        misprint      {the erroneous published formula or number}
        printed-step  {the published time step}
        step          {another time step}
        rounded       {a rounded number in the middle of a calculation}
        other         {the value of another sphere, row or time}
        arm-radius    {the lever arm R}
        arm-half      {the lever arm R - delta/2}
        arm-inner     {the lever arm R - delta}
        mu_s          {static friction also for sliding: mu_s for mu_d}
        mu_d          {another coefficient for sliding}
        exchanged     {mu_s and mu_d exchanged}
        memory        {the contact has no sliding state}
        half-step     {slip from half-step velocities and the new normal; history not rotated about it}
        frictionless  {no friction}
        stuck         {friction without a limit}
        viscous       {friction proportional to the slip}
        total         {the total spring law instead of the incremental one}
        at-once       {friction acts at once, with no spring to load}
        late          {friction delayed by the loading of its spring}
        overshoot     {a tangential spring without overshoot}
        no-spring     {no tangential spring}
        no-couple     {friction exerts no torque}
        no-rolling    {no rolling resistance}
        no-twisting   {no twisting resistance}
        inertia       {another moment of inertia}
        no-spin       {no spin}
        no-spin-at-end {no spin in the final energy, but in the initial one}
        turns         {it rotates although rotation is off}
        wall-rigid    {a rigid wall instead of an elastic one}
        wall-elastic  {an elastic wall instead of a rigid one}
        tangential-stiffness {half the tangential stiffness, or half the constant of the viscous law}
        modulus       {the modulus without Poisson's ratio, or of one body for both}
        radius        {the radius of one sphere instead of that of the pair}
        mass          {the mass of one sphere instead of that of the pair}
        linear        {a linear spring instead of Hertz's law}
        restitution   {half the restitution}
        undamped      {no damping}
        damping       {another damping constant}
        loading       {damping only while it is loaded}
        torque-sign   {the torque of the second body with the wrong sign}
        one-torque    {no torque of the second body}
        reaction      {no force on the second body}
        partner-spin  {the slip without the spin of the partner}
        spin-sign     {the slip with the wrong sign of the spins}
        swapped-radii {the radii of both bodies exchanged}
        unreset       {a spring that grows while it slides}
        unforgotten   {a spring that is kept when the contact ends}
        first-step    {another first step}
        end           {the contact ends at zero force instead of zero overlap, or the reverse}
        cap           {another limit of friction: the total, the elastic or the non-negative force}
        pull          {a friction limit without the attraction at the end of a damped contact}
        law           {another law of friction}
        gravity       {no gravity}
        falls         {no wall: it keeps falling}
        drag          {no drag}
        reversed      {rotations composed in the wrong order}
        proportion    {a proportionality instead of a straight line}
        order-0       {it does not converge}
        order-1       {first order}
        order-2       {second order}
        order-3       {third order}
        unsettled     {one force evaluation per step, without iteration}
        steady        {a constant rate}
        static        {the static value, without impact}
        elastic       {no energy is lost}
        dissipation   {the energy that a converged step of first order loses}
        leak          {momentum or energy is not conserved}
        untransported {a history that is not rotated with its contact}
        carried       {a history that is rotated with the frame of its contact}
        unchosen      {a choice of conventions that has no effect}
        convention    {another convention}
        tolerance     {an error of the size of the tolerance of the scheme}
    }
    # A factor on the reference where the mistake is one.
    variable factors {zero 0 half 0.5 double 2 sign -1}
}

# alternatives::read OBJECT WANT LIST -> what and value by turns.  LIST is {WHAT VALUE ...}, or one WHAT
# that is a factor on WANT.  A VALUE `none` does not apply to the parameters in force.
proc trundle::alternatives::read {object want list} {
    variable mistakes
    variable factors
    if {[llength $list] == 1 && [dict exists $factors [lindex $list 0]]} {
        set factor [dict get $factors [lindex $list 0]]
        lappend list [lmap x $want {expr {$factor*$x}}]
    }
    if {[llength $list] % 2} {
        error "$object: the rival \"[lindex $list end]\" has no value"
    }
    set rivals {}
    foreach {what value} $list {
        if {![dict exists $mistakes $what]} {
            error "$object: there is no rival \"$what\", expected one of\
                [join [dict keys $mistakes] {, }]"
        }
        if {[dict exists $rivals $what]} {
            error "$object: the rival \"$what\" stands twice"
        }
        if {$value ne "none"} {
            lappend rivals $what [expr {$value in {Inf inf} ? "" : $value}]
        }
    }
    return $rivals
}

# The distance of each rival from the reference, over the tolerance: WHAT DISCRIMINATION ...
proc trundle::alternatives::distances {rivals want tolerance {size 1.0}} {
    return [concat {*}[lmap {what value} $rivals {
        list $what [over [apart $value $want] [expr {$tolerance*$size}]]
    }]]
}

# What never happens is infinitely far from what does.
proc trundle::alternatives::apart {a b} {
    if {$a eq "" || $b eq ""} {
        return [expr {$a eq $b ? 0.0 : Inf}]
    }
    return [distance $a $b]
}

proc trundle::alternatives::over {distance tolerance} {
    if {$distance == 0} {
        return 0.0
    }
    return [expr {$distance/double($tolerance)}]        ;# Inf where nothing is tolerated
}

# A bound: how many times the rival is beyond the limit.  Zero, and what has another sign than the limit, is no number of
# times below it: the bound is one-sided.  It refuses what is nothing but for the roundings of GOT, or
# its discrimination is counted in these.
proc trundle::alternatives::beyond {rivals limit side got} {
    variable enough
    return [concat {*}[lmap {what value} $rivals {
        if {$side eq "below"} {
            lassign [list $value $limit] more less
        } else {
            lassign [list $limit $value] more less
        }
        set times [expr {$more <= $less ? 0.0 : $less > 0 ? double($more)/$less : [roundings $more $less $got]}]
        list $what [expr {$less > 0 || $times < $enough ? $times : Inf}]
    }]]
}

# The distance of two numbers in roundings of the largest of three, or of both where the third is infinite.
proc trundle::alternatives::roundings {a b c} {
    set size [expr {max(abs($a), abs($b), [trundle::value::finite $c] ? abs($c) : 0)}]
    return [expr {($a - $b)/(2.220446049250313e-16*$size)}]
}

# The nearest: {what discrimination}, or nothing.
proc trundle::alternatives::nearest {distances} {
    return [lrange [lsort -stride 2 -index 1 -real $distances] 0 1]
}

# What a result says of its rivals; SETTINGS are those of the comparison.  Where no rival can be told apart, or one is
# too near, it is weak: it does not count as agreeing, also in a case with other parameters.
proc trundle::alternatives::facts {rivals distances settings} {
    variable enough
    lassign [nearest $distances] what least
    return [dict create rivals $rivals rival $what discrimination $least \
        weak [expr {$least eq "" || $least < $enough}] why [get $settings weak] \
        named [expr {[get $settings rival] ne ""}]]
}

# Why a comparison is refused, or "".
proc trundle::alternatives::fault {facts} {
    dict with facts {
        if {!$named} {
            return "names no rival"
        } elseif {$rival eq ""} {
            return "names no rival that differs"
        } elseif {$discrimination < 1} {
            return "would let a rival pass ($rival: [mistake $rival])"
        } elseif {$weak && $why eq ""} {
            return "discriminates by [format %.2g $discrimination] only ($rival: [mistake $rival])"
        } elseif {!$weak && $why ne ""} {
            return "is not weak"
        }
    }
    return ""
}

proc trundle::alternatives::mistake {what} {
    variable mistakes
    return [get $mistakes $what]
}

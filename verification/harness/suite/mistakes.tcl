# mistakes.tcl -- what an answer looks like that is wrong in a known way.  A mistake of alternatives.tcl that is a
# change of the model (an arm, a modulus, a law) is made in our own engine, one of the code (a sign, a partner) in that of
# naive.tcl, and the same case is run with it.  So a code that fails can be told what its error looks like, and a case which mistakes it sees.
# (No case can tell `memory` where mu_s = mu_d: what slips and what sticks have the same limit then, to the bit.)
package provide trundle::mistakes 1.0
package require trundle::page
package require trundle::alternatives
package require trundle::export

namespace eval trundle::mistakes {
    namespace import ::trundle::value::get
    # {WORD NOTE CHANGE}: a word of alternatives.tcl; what is planted; the command that gets the model and returns it
    # changed, unchanged where the mistake makes no difference.
    variable all {
        {arm-radius    {lever arm R}                                 {choose options lever radius}}
        {arm-half      {lever arm R - delta/2}                       {choose options lever half}}
        {arm-inner     {lever arm R - delta}                         {choose options lever inner}}
        {wall-rigid    {the wall is rigid}                           {walls rigid 1}}
        {wall-elastic  {the wall is as soft as its material}         {walls rigid 0}}
        {modulus       {the modulus of the first material for both}  one-modulus}
        {modulus       {Poisson's ratio 0}                           {of-materials poisson {expr 0.0}}}
        {modulus       {half of Young's modulus}                     {of-materials young {expr 0.5*$x}}}
        {modulus       {twice Young's modulus}                       {of-materials young {expr 2.0*$x}}}
        {radius        {R* at a wall is half of R}                   {other-radius walls}}
        {radius        {R* of two spheres is R of the first}         {other-radius spheres}}
        {misprint      {the shear modulus without 2 - nu}            {choose options shear_modulus printed}}
        {total         {8 G* a times the total elongation}           {choose options sliding elongation}}
        {law           {each slip increment times the current stiffness} {choose options sliding mindlin}}
        {memory        {the contact has no sliding state}            {choose options slip_memory no}}
        {half-step     {slip from half-step velocities and the new normal; history not rotated about it} half-step}
        {untransported {the history is not rotated}                  {choose options transport none}}
        {end           {the contact ends at zero force}              {choose options normal_end force}}
        {end           {the contact ends at zero overlap}            {choose options normal_end overlap}}
        {cap           {friction is limited by the magnitude of the total force} {choose options friction_cap total}}
        {cap           {friction is limited by the elastic force}    {choose options friction_cap elastic}}
        {frictionless  {no friction}                                 {of-contacts {mu_s mu_d} {expr 0.0}}}
        {stuck         {friction without a limit}                    {of-contacts {mu_s mu_d} {expr 1e3}}}
        {mu_s          {mu_s also for sliding}                       {one-coefficient mu_s}}
        {mu_d          {mu_d also for sticking}                      {one-coefficient mu_d}}
        {exchanged     {mu_s and mu_d exchanged}                     exchange-coefficients}
        {undamped      {no damping}                                  {of-contacts xi {expr 0.0}}}
        {double        {twice the damping}                           {of-contacts xi {expr 2.0*$x}}}
        {half          {half the damping}                            {of-contacts xi {expr 0.5*$x}}}
        {inertia       {the inertia of a hollow sphere}              {of-inertia 2/3.0}}
        {inertia       {the inertia of a disc}                       {of-inertia 0.5}}
        {no-couple     {friction exerts no torque}                   {choose options spinning no}}
        {sign          {the initial spin with the wrong sign}        {of-particles spin {lmap y $x {expr -$y}}}}
        {no-spin       {no initial spin}                             {of-particles spin {lmap y $x {expr 0.0}}}}
        {gravity       {no gravity}                                  no-gravity}
        {no-rolling    {no rolling resistance}                       {choose options rolling none}}
        {damping       {the damping with a factor sqrt(5/6)}         {of-contacts xi {expr sqrt(5/6.0)*$x}}}
        {damping       {the damping from the secant stiffness F/delta} {of-contacts xi {expr sqrt(2/3.0)*$x}}}
        {damping       {the damping with xi squared}                 {of-contacts xi {expr $x*$x}}}
        {sign          {the damping with the wrong sign}             {code {damping -1}}}
        {loading       {the damping only while it is loaded}         {code {loading 1}}}
        {mass          {the mass of the first body for that of the pair} {code {mass first}}}
        {mass          {the sum of the masses for that of the pair}  {code {mass sum}}}
        {torque-sign   {the torque of the second body with the wrong sign} {code {torque_j -1}}}
        {one-torque    {no torque of the second body}                {code {torque_j 0}}}
        {reaction      {no force on the second body}                 {code {react 0 torque_j 0}}}
        {partner-spin  {the slip without the spin of the second body} {code {spin_j 0}}}
        {spin-sign     {the slip with the wrong sign of the spins}    {code {side -1}}}
        {swapped-radii {the radii of both bodies exchanged in slip and torque} {code {swapped 1}}}
        {unreset       {the spring grows while it slides}            {code {reset 0}}}
        {unforgotten   {the spring is kept when the contact ends}    {code {forget 0}}}
        {tangential-stiffness {half the tangential stiffness}        {code {kt 0.5}}}
        {tangential-stiffness {twice the tangential stiffness}       {code {kt 2.0}}}
        {first-step    {gravity twice in the first step}             {code {first_gravity 2}}}
        {first-step    {no force in the first half of the first step} {code {first_kick 0.0}}}
        {first-step    {the forces of a whole step in the first half of it} {code {first_kick 1.0}}}
        {order-1       {explicit Euler}                              {code {euler 1}}}
    }
}

# --- changes of a model ---------------------------------------------------------------------

proc trundle::mistakes::choose {part name value model} {
    dict set model $part $name $value
    return $model
}

proc trundle::mistakes::half-step {model} {
    return [choose options transport normal [choose options increment rate $model]]
}

proc trundle::mistakes::walls {key value model} {
    foreach part {planes meshes} {
        if {[dict exists $model $part]} {
            dict set model $part [lmap wall [dict get $model $part] {dict replace $wall $key $value}]
        }
    }
    return $model
}

# The numbers KEY of all materials by a script of x.
proc trundle::mistakes::of-materials {key script model} {
    dict set model materials [dict map {name values} [dict get $model materials] {
        set x [get $values $key 0.25]
        dict replace $values $key [eval $script]
    }]
    return $model
}

proc trundle::mistakes::one-modulus {model} {
    set first [lindex [dict values [dict get $model materials]] 0]
    dict set model materials [dict map {name values} [dict get $model materials] {
        dict merge $values [dict filter $first key young poisson]
    }]
    return $model
}

# Another R* in contacts with walls, or of two spheres: stiffnesses and dashpots have R* and the moduli in E* sqrt(R*) and
# G* sqrt(R*) alone, so the moduli change by the root.  That is one factor where there is one kind of contact.
proc trundle::mistakes::other-radius {where model} {
    set radii [lmap body [get $model particles] {dict get $body radius}]
    set walls [llength [concat [get $model planes] [get $model meshes]]]
    if {[dict exists $model groups] || $where eq "walls" && (!$walls || [llength $radii] != 1)
            || $where eq "spheres" && ($walls || [llength $radii] != 2)} {
        return $model
    }
    lassign $radii a b
    return [of-materials young "expr {\$x*[expr {sqrt($where eq "walls" ? 0.5 : ($a + $b)/double($b))}]}" $model]
}

# Numbers of all pairs, by the names of the engine.
proc trundle::mistakes::of-contacts {keys script model} {
    dict set model contacts [dict map {pair given} [dict get $model contacts] {
        set numbers [trundle::export::plain-numbers $given [trundle::export::end-of $model]]
        foreach key $keys {
            set x [get $numbers $key 0.0]
            dict set numbers $key [eval $script]
        }
        dict remove $numbers typed
    }]
    return $model
}

proc trundle::mistakes::one-coefficient {key model} {
    dict set model contacts [dict map {pair given} [dict get $model contacts] {
        set numbers [trundle::export::plain-numbers $given [trundle::export::end-of $model]]
        dict remove [dict merge $numbers [dict create mu_s [get $numbers $key 0.0] mu_d [get $numbers $key 0.0]]] typed
    }]
    return $model
}

proc trundle::mistakes::exchange-coefficients {model} {
    dict set model contacts [dict map {pair given} [dict get $model contacts] {
        set numbers [trundle::export::plain-numbers $given [trundle::export::end-of $model]]
        dict remove [dict merge $numbers [dict create mu_s [get $numbers mu_d 0.0] mu_d [get $numbers mu_s 0.0]]] typed
    }]
    return $model
}

proc trundle::mistakes::of-particles {key script model} {
    dict set model particles [lmap body [dict get $model particles] {
        set x [get $body $key {0.0 0.0 0.0}]
        dict replace $body $key [eval $script]
    }]
    return $model
}

proc trundle::mistakes::of-inertia {factor model} {
    dict set model particles [lmap body [dict get $model particles] {
        dict replace [dict remove $body inertia] inertia_factor [expr $factor]
    }]
    return $model
}

proc trundle::mistakes::no-gravity {model} {
    dict set model gravity {0.0 0.0 0.0}
    return $model
}

# --- cases with a mistake -------------------------------------------------------------------

# Observables of a case that have a reference: name -> dict of value, reference, tolerance, rivals.
proc trundle::mistakes::judged {result} {
    return [dict filter [dict get $result observables] script {name facts} {
        expr {[dict get $facts pass] ne ""}
    }]
}

# The result of the case of a page with a mistake in our own engine; "" where it cannot be computed.
proc trundle::mistakes::with {page changes change} {
    set planted [expr {[lindex $change 0] eq "code" ? [list engine naive:[lindex $change 1] altered {}]
        : [list engine trundle altered [list [namespace current]::[lindex $change 0] {*}[lrange $change 1 end]]]}]
    try {
        return [trundle::harness::computed-by $planted {trundle::harness::borrow-case $page $changes}]
    } on error {} {
        return ""
    }
}

# How far two results are apart, in tolerances of the first, or of a third one: the largest of its observables
# with a reference.
proc trundle::mistakes::apart {result other {scale ""}} {
    set most 0.0
    dict for {name facts} [judged [expr {$scale eq "" ? $result : $scale}]] {
        if {![dict exists $other observables $name] || ![dict exists $result observables $name]} {
            return Inf
        }
        set most [expr {max($most, [trundle::alternatives::over [trundle::alternatives::apart \
            [dict get $result observables $name value] [dict get $other observables $name value]] [dict get $facts tolerance]])}]
    }
    return $most
}

# The largest error of a result in tolerances.
proc trundle::mistakes::error-of {result} {
    set most 0.0
    dict for {name facts} [judged $result] {
        dict with facts {
            set most [expr {max($most, [trundle::alternatives::over [trundle::alternatives::apart $value $reference] $tolerance])}]
        }
    }
    return $most
}

# Which mistakes explain what another code gave: {WORD NOTE} ..., the nearest first.  One explains it when
# all observables agree with it within their tolerances, or a twentieth of the error.  Mistakes of code are tried where no
# change of the model is enough, and where naive.tcl agrees with the engine without them.
proc trundle::mistakes::explain {page changes result} {
    variable all
    set near [expr {max(1.0, 0.05*[error-of $result])}]
    set in_code [lsearch -all -inline -index {2 0} -exact $all code]
    set found [explained-by $page $changes $result $near [lsearch -all -inline -not -index {2 0} -exact $all code]]
    lappend found {*}[explained-by-rivals $result]
    if {![llength $found]} {
        set plain [with $page $changes {code {}}]
        if {$plain ne "" && [apart $plain [with-none $page $changes] $result] <= $near} {
            set found [explained-by $page $changes $result $near $in_code]
        }
    }
    return [lmap one [lsort -real -index 0 $found] {lrange $one 1 end}]
}

# {DISTANCE WORD NOTE} of those mistakes that are near enough, and nearer than none.
proc trundle::mistakes::explained-by {page changes result near mistakes} {
    return [lmap mistake $mistakes {
        lassign $mistake word note change
        set other [with $page $changes $change]
        if {$other eq ""} continue
        set apart [apart $result $other]
        if {!($apart <= $near && [apart $result [with-none $page $changes]] > $apart)} continue
        list $apart $word $note
    }]
}

proc trundle::mistakes::with-none {page changes} {
    return [with $page $changes unchanged]
}

proc trundle::mistakes::unchanged {model} {
    return $model
}

# Rivals that the page itself names: one explains the result when each observable that fails has it as a
# rival, and is within its tolerance of it.
proc trundle::mistakes::explained-by-rivals {result} {
    set words ""
    dict for {name facts} [judged $result] {
        if {[dict get $facts pass]} continue
        set near {}
        foreach {what value} [dict get $facts rivals] {
            if {[trundle::alternatives::over [trundle::alternatives::apart [dict get $facts value] $value] \
                    [dict get $facts tolerance]] <= 1} {
                lappend near $what
            }
        }
        set words [expr {[info exists some] ? [lmap word $words {if {$word ni $near} continue; set word}] : $near}]
        set some 1
    }
    return [lmap word $words {list 0.5 $word [trundle::alternatives::mistake $word]}]
}

# Mistakes as a text of one line or more.
proc trundle::mistakes::told {found} {
    if {![llength $found]} {
        return "its error looks like none of the known mistakes"
    }
    return [join [lmap mistake $found {
        lassign $mistake word note
        string cat "its error is as with $word: $note"
    }] \n]
}

# --- which case sees what -------------------------------------------------------------------

# mistakes::catches PAGE -> a table in Markdown: for each mistake that changes something, and each variant
# in which other codes are asked, the largest error in tolerances; a dash where it would pass.
proc trundle::mistakes::catches {page} {
    variable all
    package require trundle::foreign
    set with [lindex [trundle::harness::manner $page] 0]
    set variants [dict get [trundle::harness::fact $page portable] variants]
    set lines [list "| mistake | [join [dict keys $variants] { | }] |" "| --- |[string repeat { --- |} [dict size $variants]]"]
    foreach mistake $all {
        lassign $mistake word note change
        set same 1
        set cells [lmap {name changes} $variants {
            set changes [dict merge $with $changes]
            set other [with $page $changes $change]
            set none [with $page $changes [expr {[lindex $change 0] eq "code" ? {code {}} : "unchanged"}]]
            if {$other eq "" || $none eq "" || [apart $none $other] == 0} {
                string cat -
            } else {
                set same 0
                tolerances [error-of $other]
            }
        }]
        if {!$same} {
            lappend lines "| $word: $note | [join $cells { | }] |"
        }
    }
    return [join $lines \n]
}

# A number of tolerances with two digits.
proc trundle::mistakes::tolerances {error} {
    if {$error <= 1} {
        return -
    }
    return [expr {$error == Inf ? "never" : $error >= 10 ? [format %.0f [format %.1e $error]] : [format %.1f $error]}]
}

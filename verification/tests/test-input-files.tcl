# What decks are made of: walls, pairs of materials, springs, boxes, tables.  Numbers worked out by hand, or
# by the formula of a handbook.
package require tap
package require trundle
package require trundle::export
package require trundle::contacts
foreach name {flat? plane mesh room-of moduli pairs meetings count-particles types fixed
        plain-numbers damping-rate restitution restitution-of matters? in-common spring rstar-of shear-spring dashpots one-spring
        one-shear-spring no-linear-spring typical-overlap rolling-at box solid-sphere each-row data-file facts
        normal-of difference by-table values-of oblique springs between-held ranges held legs} {
    interp alias {} $name {} trundle::export::$name
}
foreach name {contacts with-word} {
    interp alias {} $name {} trundle::dialects::$name
}
close [file tempfile folder]
file delete $folder
file mkdir $folder
cd $folder
proc write {file text} {
    set channel [open $file wb]
    puts -nonewline $channel $text
    close $channel
}

# --- walls
set corners {{0 0 0} {1 0 0} {0 2 0} {0 0 0} {0 2 0} {0 0 3}}
write text.stl "solid a vertex 7 8 9\n[join [lmap {a b c} $corners {
    string cat "facet normal 0 0 1\nouter loop\nVERTEX $a\nVERTEX $b\nVERTEX $c\nendloop\nendfacet\n"
}] ""]endsolid a"
tap::is [trundle::mesh triangles {path text.stl}] [lmap t [list [lrange $corners 0 2] [lrange $corners 3 5]] {
    lmap c $t {lmap x $c {expr {double($x)}}}
}] "triangles of a text"
set bytes [string cat "a solid with vertex 1 2 3 in its head" [string repeat h 43] [binary format iu 2]]
foreach {a b c} $corners {
    append bytes [binary format r12s [concat 9 9 9 $a $b $c] 0]
}
write bytes.stl $bytes
tap::near [concat {*}[concat {*}[trundle::mesh triangles {path bytes.stl}]]] [concat {*}$corners] 0 "corners of 84 + 50 bytes a triangle"
write none.stl "solid none\nendsolid none"
tap::raises {trundle::mesh triangles {name n path none.stl}} {mesh n: none.stl: no triangle, expected at least one} "no corner at all"
tap::is [normal-of {1 1 1} {2 1 1} {1 3 1}] {0 0 2} "twice an area, along the normal"
tap::is [normal-of {1 2 3} {3 3 7} {2 5 4}] {-11 2 5} "and of a triangle that leans"
foreach {at long} {{{0 0 0} {4 0 0} {2 0.1 0}} first {{2 0.1 0} {0 0 0} {4 0 0}} second {{4 0 0} {2 0.1 0} {0 0 0}} third} {
    tap::is [dict get [trundle::mesh facts [list triangles [list $at] tolerance 0.0999]] triangles] 1 \
        "a height above the tolerance, on the longest side, here the $long"
    tap::raises {trundle::mesh facts [list triangles [list $at] tolerance 0.1001]} {mesh: triangle 0: *height 0.1 m, expected more than 0.1001 m} \
        "and one below it"
}
foreach {more want name} {
    {} 1 "one triangle"
    {{0 0 5} {0 2 5} {2 0 5}} 1 "the opposite side of a parallel plane"
    {{0 0 0} {2 0 0} {0 2 2e-6}} 1 "a plane that leans by a millionth"
    {{0 0 0} {2 0 0} {0 2 4e-6}} 0 "one that leans by two"
    {{0 0 0} {0 2 0} {0 0 2}} 0 "a corner of a box"
} {
    tap::is [flat? [dict create corners [concat {{0 0 0} {3 0 0} {0 3 0}} $more]]] $want "does it face one way: $name"
}
foreach {point normal axis side at} {
    {1 2 3} {0 0 2} z 1 3.0    {1 2 3} {0 -5 0} y -1 2.0    {1 2 3} {0.5 0 0} x 1 1.0    {1 2 3} {3 0 4} {} 0 0
} {
    set facts [plane [dict create point $point normal $normal material m]]
    tap::is [list [dict get $facts axis] [dict get $facts side] [dict get $facts at] [dict get $facts moves] [dict get $facts type]] \
        [list $axis $side $at 0 {m 0}] "a plane with the normal $normal"
}
tap::near [dict get $facts normal] {0.6 0 0.8} 1e-15 "its unit normal"
tap::is [lmap v {{0 0 0} {0 0 -1e-9}} {dict get [plane [dict create point {0 0 0} normal {0 0 1} material m rigid yes velocity $v]] moves}] \
    {0 1} "does it move?"
set facts [mesh [dict create name w material m rigid yes scale 2 triangles {{{0 0 0} {1 0 0} {0 -3 0}}} velocity {0 0 1}]]
tap::near [concat {*}[dict get $facts corners]] {0 0 0 2 0 0 0 -6 0} 0 "corners in m"
tap::is [lmap key {type moves turns thickness} {dict get $facts $key}] {{m 1} 1 0 0} "a mesh that moves"
tap::near [dict get $facts tolerance] 2.4e-6 1e-18 "two corners are one within its part of the extent"
set facts [mesh [dict create name w material m path text.stl spin {0 1 0}]]
tap::is [lmap key {moves turns} {dict get $facts $key}] {0 1} "one from a file, that turns"
tap::is [llength [dict get $facts corners]] 6 "has its corners"
foreach {velocity turns want name} {
    {0 0 0} 0 {{-1 0 2} {3 4 5}} "at rest"
    {1 -2 0} 0 {{-1 -6 2} {6 4 5}} "after 3 s"
    {0 0 1} 1 {{-4 -5 -3} {6 5 10}} "that turns about (1, 0, 2)"
} {
    set box [room-of [dict create corners {{-1 0 2} {3 4 5} {1 0 3}} axis {1 0 2} velocity $velocity turns $turns] 3]
    # The farthest corner is the root of 4 + 16 + 9 away.
    set want [expr {$turns ? [list [list [expr {1 - sqrt(29)}] [expr {-sqrt(29)}] [expr {2 - sqrt(29)}]] \
        [list [expr {1 + sqrt(29)}] [expr {sqrt(29)}] [expr {5 + sqrt(29)}]]] : $want}]
    tap::near [concat {*}$box] [concat {*}$want] 1e-14 "the room of a wall $name"
}

# --- pairs of materials
set model {materials {soft {young 2e7 poisson 0.3 density 1000} hard {young 8e8 density 2000}}}
foreach {a b want} {
    {soft 0} {soft 0} {1.0989010989010988e7 2262443.438914027 3846153.846153846}
    {soft 0} {hard 1} {2.197802197802198e7 4524886.877828054 7692307.692307692}
    {hard 0} {hard 1} {853333333.3333334 182857142.85714287 320000000.0}
} {
    tap::near [lmap {key x} [moduli $model $a $b] y $want {expr {$x/$y}}] {1 1 1} 1e-14 "moduli of $a and $b"
}
tap::is [moduli $model {soft 1} {hard 1}] {estar Inf gstar Inf gstar_printed Inf} "two rigid bodies"
tap::near [dict get [moduli $model {soft 0} {hard 0}] estar] [expr {1/(0.91/2e7 + 0.9375/8e8)}] 1e-7 "a soft and a hard one"
dict set model contacts {soft hard} {mu_s 0.3 mu_d 0.2 xi 0.4}
dict set model options {normal hertz}
set pairs [pairs $model {{soft 0} {hard 0}}]
foreach {pair want} {{{soft 0} {hard 0}} {0.3 0.2 0.4} {{hard 0} {soft 0}} {0.3 0.2 0.4} {{soft 0} {soft 0}} {0.0 0.0 0.0}} {
    tap::near [lmap name {mu_s mu_d xi} {dict get $pairs $pair $name}] $want 0 "what is said of $pair, in both orders"
}
dict set model options normal power
tap::is [dict get [pairs $model {{soft 0} {hard 0}}] {{soft 0} {hard 0}} xi] 0.0 "Hertz's damping does nothing to a power law"
# e = exp(-pi b/sqrt(1 - b^2)) of a linear spring, with xi = sqrt(5/6) b (Tsuji et al. 1992).
foreach e {0.05 0.3 0.9} {
    set b [expr {-log($e)/sqrt(acos(-1)**2 + log($e)**2)}]
    tap::near [damping-rate $e] [expr {sqrt(5/6.0)*$b}] 1e-15 "the damping of e = $e"
    tap::near [restitution [damping-rate $e]] $e 1e-14 "and back"
}
tap::is [restitution [expr {sqrt(5/6.0)}]] "" "e = 0 needs all of the damping, and is none of these"
tap::is [restitution 0.92] "" "no restitution has so much damping"
tap::ok [expr {[damping-rate 0.3 force] != [damping-rate 0.3]}] "another end has another damping"
tap::is [restitution-of [dict create xi [damping-rate 0.2] typed 0.2]] 0.2 "as it was typed"
foreach {off want} {5e-13 1 2e-12 0 -5e-13 1 -2e-12 0} {
    set typed [expr {0.3 + $off}]
    tap::is [expr {[restitution-of [dict create xi [damping-rate 0.3] typed $typed]] eq $typed}] $want "not when it is $off off"
}
tap::is [restitution-of {xi 0.92 typed 0.3}] "" "nothing is typed for no restitution"
tap::near [restitution-of [dict create xi [damping-rate 0.3]]] 0.3 1e-14 "it was not typed"
tap::is [plain-numbers {mu 0.3 restitution 0.5}] [dict create mu_s 0.3 mu_d 0.3 typed 0.5 xi [damping-rate 0.5]] \
    "the numbers of a line of contact"

set model {materials {soft {young 2e7 poisson 0.2 density 1} hard {young 8e8 poisson 0.2 density 2} wall {young 1e9 poisson 0.2 density 1}}
    particles {{material soft} {material hard}} groups {{material soft}}
    planes {{name p point {0 0 0} normal {0 0 1} material wall rigid 1} {name q point {0 0 0} normal {0 0 1} material hard}}
    options {normal hertz} scheme {dt 1e-5} contacts {}}
tap::is [count-particles {}] {} "no particle"
tap::is [dict get [facts $model {}] meet] {} "nobody meets nobody"
tap::is [count-particles $model] {soft 3 hard 1} "a group counts as two"
tap::is [types $model] {{soft 0} {hard 0} {wall 0} {wall 1}} "types: materials, then rigid walls"
set facts [facts $model [count-particles $model]]
tap::is [dict get $facts meet] [lsort {{spheres {soft 0} {soft 0}} {spheres {soft 0} {hard 0}} {walls {soft 0} {wall 1}}
    {walls {soft 0} {hard 0}} {walls {hard 0} {wall 1}} {walls {hard 0} {hard 0}}}] "one sphere does not meet itself"
tap::is [llength [dict get [facts $model many] meet]] 12 "of many each meets each"
tap::is [contacts $model] {spheres walls} "contacts of both kinds"
tap::is [contacts [dict remove $model planes groups]] spheres "and of one"
dict set model particles {{material soft name a fixed yes} {material hard}}
tap::is [dict get [facts $model many] fixed] a "who is fixed"
foreach {particles yes what} {
    {{material soft fixed yes} {material hard}} 0 "one that rests"
    {{material soft fixed yes} {material soft fixed yes velocity {0 0 1}}} 0 "no free one"
    {{material soft fixed yes} {material soft fixed yes spin {0 0 1}} {material soft}} 1 "two, and a free one"
} {
    set held [facts [dict replace $model particles $particles groups {}] many]
    tap::is [dict get $held against] $yes "held spheres that move against each other: $what"
    foreach xi {0 0.1} {
        foreach pair [dict keys [dict get $held pairs]] {
            dict set held pairs $pair xi $xi
        }
        tap::is [llength [between-held $held]] [expr {$yes && $xi}] "held spheres whose dashpots differ: $what, xi $xi"
    }
}
tap::is [ranges {1 2 3 7 9 10}] {1:3 7 9:10} "numbers that follow each other"
tap::is [ranges 4] 4 "a number alone"
foreach {rows found} {"radius\n0.1\n0.2" {{} 1} "radius,fixed\n0.1,1\n0.2,0\n0.3,1" {{1 3} 1} "fixed\n1\n1" {{1 2} 0}} {
    set channel [open held.csv w]
    puts $channel "# a comment\n$rows"
    close $channel
    tap::is [held held.csv] $found "who is held: $found"
    file delete held.csv
}
set plan {steps 10 course {{0 1 {1 0 0} {0 0 2}} {4 0 {0 0 0} {0 0 0}} {4 1 {0 3 0} {0 0 0}} {10 1 {0 0 0} {0 0 0}}}}
tap::is [legs $plan " go" {apply {{step entries} {list "$step [llength $entries]"}}}] \
    "0 1\nrun          4 go\n4 2\nrun          6 go" "a course in legs, of which none begins at the end"
tap::is [legs {steps 10 course {}} "" none] "run          \${steps}" "no course"
tap::raises {facts [dict create materials {} fluid {density 1}] many} "export: the model has fluid, *" "a part that is not known"

# --- can the code say it?
foreach {explain yes} {
    {sliding none rolling none twisting none normal hertz method verlet} {}
    {sliding viscous rolling none twisting none normal hertz method verlet}
        {lever area friction_cap}
    {sliding mindlin rolling none twisting none normal hertz method verlet}
        {increment onset slip_memory shear_modulus lever rescale transport friction_cap}
    {sliding none rolling epsd twisting none normal hertz method verlet}
        {increment onset rescale rolling_stiffness torsion transport friction_cap}
    {sliding none rolling mdem twisting none normal power method verlet} {increment onset area torsion transport friction_cap}
    {sliding none rolling none twisting spring normal hertz method verlet} {increment onset rescale}
    {sliding none rolling none twisting none normal hertz method trapezoid} {sweep failure measure}
} {
    tap::is [lmap name {increment onset slip_memory shear_modulus lever rescale orientation accounts area rolling_stiffness
            torsion sweep failure measure transport friction_cap} {
        if {![matters? $name $explain]} continue
        set name
    }] [lsort -command {apply {{a b} {
        set all {increment onset slip_memory shear_modulus lever rescale area rolling_stiffness torsion sweep failure measure transport friction_cap}
        expr {[lsearch $all $a] - [lsearch $all $b]}
    }}} $yes] "what matters in {$explain}"
}
tap::is [matters? sliding {sliding none}] 1 "an option that is not among them matters"
foreach {text meet want} {
    far {} far    {spheres: far} {{walls a b}} same    {spheres: far} {{spheres a b}} far    {walls: far} {{spheres a b}} same
} {
    tap::is [difference [dict create meet $meet] $text] $want "\"$text\" where $meet meet"
}
set can {sliding {elongation far none same viscous {spheres: x}} lever {half {walls: y} radius {spheres: z} shares no} far {a b}}
foreach {contacts want} {
    {spheres walls} {sliding none lever radius}    spheres {sliding none lever half}    walls {sliding none lever radius}
} {
    tap::is [trundle::dialects::of $can $contacts] $want "the conventions of a code among $contacts"
}
foreach {known liked want} {
    {none same viscous same} {} none    {none same viscous same} {viscous} viscous    {none same viscous far} {viscous} none
    {none far viscous near} {viscous} none    {none far viscous same mindlin same} {elongation mindlin viscous} mindlin
} {
    tap::is [trundle::dialects::of [list sliding $known] {spheres walls} [list sliding $liked]] [list sliding $want] \
        "of {$known}, where {$liked} is liked"
}
tap::is [with-word {a same b {spheres: x} c same} same] {a c} "values of which a table says a word"
set facts [dict create explain [dict merge [dict map {name values} [trundle::dialects::options] {lindex $values 0}] {sliding elongation
    rolling epsd method verlet}] meet {{spheres {a 0} {a 0}}}]
lassign [by-table {sliding {elongation same} rolling {epsd far} lever {none same} method {verlet {walls: x}}} $facts] impossible differs
tap::is $differs {{rolling epsd (far)}} "in what a code differs"
tap::is $impossible [list "lever [dict get $facts explain lever]"] "and what it cannot"
dict set facts explain twisting spring
tap::is [lindex [by-table {sliding {elongation same} rolling {epsd far} method {verlet same}} $facts] 0] {{twisting spring}} \
    "what a code does not know is off, or cannot be said"

# --- linear springs, and numbers for adapters
write state.csv "# a table\nid,material,radius,mass,x\n0,soft,0.1,3.0,1\n1,hard,0.2,5.0,2\n2,soft,0.1,3.0,3\n"
tap::is [values-of radius state.csv] {soft 0.1 hard 0.2} "the radii of each material, each once"
tap::is [values-of mass state.csv] {soft 3.0 hard 5.0} "and the masses"
set facts [dict create radii {soft 0.1 hard 0.2} explain {normal power sliding mindlin shear_modulus mindlin} gravity {0 -6 8} \
    meet {{spheres {soft 0} {hard 0}} {walls {soft 0} {hard 0}}} pairs [dict create {{soft 0} {hard 0}} {k_p 100.0 p_p 0 c_d 0 xi_t 0
        mu_s 0.3 mu_d 0.3 gstar 7.0 gstar_printed 9.0 estar 11.0 mu_r 0.5 eta_r 0.2}]]
set plan {overlap 0.04 state state.csv}
foreach {kind rstar} {spheres 0.06666666666666667 walls 0.1} {
    tap::near [rstar-of $facts $kind {soft 0} {hard 0}] $rstar 1e-16 "R* of $kind"
    tap::near [spring $facts $kind {soft 0} {hard 0}] [expr {acos(-1)*100*$rstar}] 1e-13 "a spring is pi R* K_p"
    tap::near [shear-spring $facts $plan $kind {soft 0} {hard 0}] [expr {8*7*sqrt($rstar*0.04)}] 1e-13 "8 G* times the root of R* and overlap"
    tap::near [typical-overlap $facts [dict replace $plan overlap {}] $kind {soft 0} {hard 0}] [expr {30/(acos(-1)*100*$rstar)}] 1e-14 \
        "3 kg at rest on a linear spring"
}
tap::near [rstar-of $facts spheres {far 0} {hard 0}] [expr {1/6.0}] 1e-15 "a material without spheres may have any radius"
tap::is [lmap {pair both} [springs $facts $plan] {set pair}] {{{soft 0} {hard 0}} {{hard 0} {soft 0}}} "springs in both orders"
tap::is [lmap text [one-spring $facts] {string range $text 0 21}] {{linear springs of hard}} "one spring for spheres and walls is not enough"
tap::is [one-spring [dict replace $facts meet {{walls {soft 0} {hard 0}}}]] {} "for walls alone it is"
tap::is [one-spring [dict replace $facts explain {normal hertz}]] {} "Hertz's law has no such spring"
foreach {changes got name} {
    {} {0 1} "a difference"
    {gravity {0 0 0} overlap {}} {1 0} "without gravity there is no overlap to take"
    {gravity {0 0 0} overlap 0.1} {0 1} "unless one is given"
    {explain {normal hertz sliding mindlin}} {0 0} "with Hertz's law none"
    {explain {normal power sliding viscous}} {0 0} "without a spring none"
    {pairs {{{soft 0} {hard 0}} {mu_s 0}}} {0 0} "without friction none"
} {
    lassign [one-shear-spring [dict merge $facts {overlap {}} $changes]] reasons differs
    tap::is [list [llength $reasons] [llength $differs]] $got "a tangential spring beside a linear one: $name"
}
foreach {changes want} {{} 0 {p_p 0.5} 1 {c_d 2} 1 {xi_t 0.1} 1 {p_p 1 c_d 1 xi_t 1} 3} {
    dict set facts pairs {{soft 0} {hard 0}} [dict merge [dict get $facts pairs {{soft 0} {hard 0}}] {p_p 0 c_d 0 xi_t 0} $changes]
    tap::is [llength [no-linear-spring $facts]] $want "what is no linear spring in {$changes}"
}
dict set facts pairs {{soft 0} {hard 0}} [dict merge [dict get $facts pairs {{soft 0} {hard 0}}] {p_p 0 c_d 0 xi_t 0}]
tap::is [llength [no-linear-spring [dict replace $facts radii {soft {0.1 0.2} hard 1}]]] 1 "spheres of two sizes"

# The law hooke: two bodies of 3 and 5 kg, m* = 15/8 kg, and 3 kg at a wall.
set spring [dict replace $facts masses {soft 3.0 hard 5.0} held {} explain {normal hooke sliding linear} pairs {{{soft 0} {hard 0}} \
    {k_n 0 collision_time 0.01 xi 0.3 xi_t 0.2 c_n 7 k_ratio 0.4 mu_s 0.3}}]
set omega [expr {acos(-1)/0.01/sqrt(1 - 1.2*0.09)}]
foreach {kind mass} {spheres 1.875 walls 3.0} {
    set meeting [list $spring $kind {soft 0} {hard 0}]
    tap::near [spring {*}$meeting] [expr {$mass*$omega**2}] 1e-9 "a spring by the duration of a collision, $kind"
    tap::near [shear-spring $spring {} $kind {soft 0} {hard 0}] [expr {0.4*$mass*$omega**2}] 1e-9 "two fifths of it across"
    lassign [dashpots {*}$meeting] along across
    tap::near $along [expr {7 + 2*sqrt(1.2)*0.3*$mass*$omega}] 1e-11 "the dashpot, with the constant one"
    tap::near $across [expr {2*0.2*sqrt(0.4)*$mass*$omega}] 1e-11 "and that across: 2 xi_t sqrt(k_t m*)"
}
tap::is [lmap {changes} {{} {masses {soft {3 4} hard 5}} {held 1}} {
    llength [no-linear-spring [dict merge $spring $changes]]
}] {0 1 1} "m* must be one number where a duration is given"
dict set spring pairs {{soft 0} {hard 0}} [dict merge [dict get $spring pairs {{soft 0} {hard 0}}] {k_n 300.0 xi 0 c_n 0 xi_t 0}]
tap::is [list [spring $spring walls {soft 0} {hard 0}] [no-linear-spring [dict merge $spring {masses {soft {3 4} hard 5}}]] [one-spring $spring] \
    [one-shear-spring $spring]] {300.0 {} {} {}} "a stiffness is one for all masses, spheres and walls"

dict set facts explain normal hertz
dict set facts gravity {0 0 0}
foreach {kind rstar inertia} {spheres 0.05 0.021 walls 0.1 0.042} {
    tap::near [typical-overlap $facts [dict replace $plan overlap {}] $kind {soft 0} {hard 0}] \
        [expr {(3e-6/(44/3.0*sqrt($rstar)))**(2/3.0)}] 1e-15 "at rest on Hertz's spring, nearly without gravity, $kind"
    # EPSD (Ai et al. 2011): k_r = 2.25 k_n (mu_r R*)^2, damping 2 eta_r sqrt(I k_r).
    set kn [expr {4/3.0*11*sqrt($rstar*0.04)}]
    set kr [expr {2.25*$kn*(0.5*$rstar)**2}]
    set at [rolling-at $facts $plan $kind {soft 0} {hard 0}]
    tap::near [lmap key {stiffness damping arm rstar} {dict get $at $key}] \
        [list $kr [expr {2*0.2*sqrt($inertia*$kr)}] [expr {0.5*$rstar}] $rstar] 1e-15 "rolling on $kind"
}
tap::near [dict get [rolling-at [dict replace $facts explain {normal power}] $plan walls {soft 0} {hard 0}] stiffness] \
    [expr {2.25*acos(-1)*100*0.1*(0.5*0.1)**2}] 1e-14 "rolling on a linear spring"
set facts {explain {normal hertz} meet {{spheres a b}} pairs {{a b} {mu_s 0.3 mu_d 0.3 kappa_1 0 kappa_2 0}} materials {m {young 1}}
    planes {{name p moves 0 axis x}} meshes {{name w thickness 0 rim 1}}}
tap::is [in-common $facts] {} "nothing that no code can say"
dict set facts pairs {c d} {mu_s 0.3 mu_d 0.3}
tap::is [in-common [dict replace $facts meet {{walls c d} {spheres a b}}]] {} "nor without forces from afar"
tap::is [llength [in-common [dict replace $facts meet {{spheres a b} {walls c d}} pairs {{a b} {mu_s 1 mu_d 2 kappa_1 1} {c d} {mu_s 1 mu_d 2 kappa_2 2}}]]] \
    2 "two reasons, each once for all pairs"
foreach {path value said} {
    {pairs {a b} mu_d} 0.2 *mu_s*    {pairs {a b} kappa_1} 1e-9 {*from afar*}    {pairs {a b} kappa_2} 1e-9 {*from afar*}
    {materials m xi} 0.1 {the xi of material m*}
    planes {{name p moves 1 axis x}} {the velocity of p}    meshes {{name w thickness 1e-9 rim 1}} {the thickness of w}
    meshes {{name w thickness 0 rim 0}} {-rim no of w}
} {
    set changed $facts
    dict set changed {*}$path $value
    set reasons [in-common $changed]
    tap::ok [expr {[llength $reasons] == 1 && [string match $said [lindex $reasons 0]]}] "no code can say: $said"
}
tap::is [oblique {planes {{axis x name p} {axis {} name q}}}] {{the plane q, normal to no axis}} "a plane that leans"

# --- contacts as a code tells them; it counts particles from one
foreach code {liggghts lammps yade} {
    package require trundle::engine::$code
}
proc table {name entries steps} {
    write $name.dump [join [lmap {step rows} $steps {
        join [list "ITEM: TIMESTEP" $step "ITEM: NUMBER OF $entries" [llength $rows] "ITEM: $entries c" {*}$rows ""] \n
    }] ""]
}
# The contacts of a step, each as the values of some keys where it has them.
proc told {code facts step} {
    return [lmap one [dict get [trundle::export::${code}::contacts $facts] $step] {
        lmap key {i j triangle overlap force torque rolling point} {
            if {![dict exists $one $key]} continue
            dict get $one $key
        }
    }]
}
# The first step is written twice.
table pairs ENTRIES {10 {{8 9 0 7 7 7 7 7 7 7 7 7 7}} 10 {{3 7 0 1 2 3 4 5 6 0.5 7 8 9}} 20 {}}
table last_pairs ENTRIES {30 {{8 2 0 -1 -2 -3 -4 -5 -6 0.25 -7 -8 -9}}}
table faces ENTRIES {10 {{7 8 9 91 92 93 2 11 5 1 2 3 4 5 6 0.5}}}
table walls ATOMS {20 {{4 1 2 3 -4 -5 -6}}}
tap::is [list [told liggghts {} 10] [told liggghts {} 30]] \
    {{{2 6 0.5 {1 2 3} {4 5 6} {7 8 9}} {4 {mesh 2} 11 0.5 {1 2 3} {4 5 6} {7 8 9}}} {{7 1 0.25 {-1 -2 -3} {-4 -5 -6} {-7 -8 -9}}}} \
    "LIGGGHTS: pairs and triangles, of a record and of the end"
tap::is [told liggghts {} 20] {{3 {plane 0} {1 2 3}} {3 {plane 1} {-4 -5 -6}}} "LIGGGHTS: planes in their order"
file delete last_pairs.dump
table pairs ENTRIES {10 {{3 7 99 1 2 3 40 50 60}}}
table walls ATOMS {10 {{4 0 1 1 1 1 1 1 1 5 6 7 8 9 10 1 -5 -6 -7 -8 -9 -10}}}
tap::is [told lammps {planes {a b c} types {{m 0} {m 1}}} 10] \
    {{2 6 {41 52 63}} {3 {plane 1} {5 6 7} {8 9 10}} {3 {plane 2} {-5 -6 -7} {-8 -9 -10}}} \
    "LAMMPS: of a pair the normal force and the friction, of planes those that are touched"
table pairs ENTRIES {10 {{3 7 1 2 3 0.5 91 92 93 10 20 30 4 5 6 7 8 9} {3 9 1 2 3 0.5 91 92 93 10 20 30 4 5 6 7 8 9}}}
tap::is [told yade {spheres 8} 10] {{2 6 0.5 {-14 -25 -36} {-7 -8 -9} {1 2 3}} {2 {plane 0} 0.5 {-14 -25 -36} {-7 -8 -9} {1 2 3}}} \
    "YADE: it tells what acts on the second; planes stand behind the spheres"
file delete {*}[glob *.dump]
# By hand: T_i + T_j = (x_j - x_i) x f_i is (6, -3, 0).
proc whole {one} {
    return [lindex [trundle::contacts::complete [list $one] {{0 0 0} {0 0 3}} {2 1.5} {}] 0]
}
set one [whole {i 1 j 0 force {1 2 5} torque {1 1 1}}]
tap::near [concat {*}[lmap key {n overlap normal friction force torque} {dict get $one $key}]] {0 0 1 0.5 5 -1 -2 0 -1 -2 -5 5 -4 -1} 1e-15 \
    "a contact told of its second sphere"
tap::is [dict get [whole {i 1 j 0 torque {1 1 1}}] torque] {NaN NaN NaN} "without its force the torque on the first is not known"

# --- walls of ESyS-Particle, which multiplies their constant by 3.141592654; processes of LIGGGHTS
package require trundle::engine::esys
set deck [split [trundle::export::esys::springs {
    explain {normal power sliding none shear_modulus mindlin} radii {m 0.1 w 1} meet {{walls m w} {walls m v}} pairs {{m w} {k_p 3.141592654} {m v} {k_p 7}}
    planes {{type u point {0 0 0} normal {0 0 1}} {type w point {1 2 3} normal {0 1 0}}}
} {}] \n]
tap::is [lindex $deck 1] "sim.createWall(name='wall1', posn=Vec3(1, 2, 3), normal=Vec3(0, 1, 0))" "ESyS-Particle: a wall that a sphere can meet"
tap::ok [regexp {of wall1.*wallName='wall1', normalK=([\d.]+)\)} [lindex $deck 2] - constant] "ESyS-Particle: its spring"
tap::near $constant [expr {acos(-1)}] 1e-14 "ESyS-Particle: with pi in place of 3.141592654"
tap::is [llength $deck] 3 "ESyS-Particle: no spring of spheres that never meet, none of the other wall"
set deck [split [trundle::export::esys::springs {
    explain {normal power sliding elongation shear_modulus mindlin} radii {m 0.04 v 0.04} meet {{spheres m m} {spheres m v}}
    pairs {{m m} {k_p 5e5 mu_s 0.3 gstar 1e5} {m v} {k_p 5e5 mu_s 0.3 gstar 1e5}} planes {}
} {overlap 2e-4}] \n]
tap::is [llength [lsearch -all $deck *createInteractionGroup*]] 1 "ESyS-Particle: one group for all pairs of spheres"
tap::ok [regexp {normalK=(\S+),\s+shearK=(\S+), dynamicMu=0.3, staticMu=0.3} [join $deck] - normal tangential] "ESyS-Particle: with friction"
tap::near [list [expr {$normal/acos(-1)}] $tangential] {1e4 1600} 1e-9 "ESyS-Particle: pi K R*, and 8 G* (R* overlap)^(1/2), R* = 0.02 m"
# The ranks divide the spheres with the least area of cuts: 8 x 4 x 4 of a cube has 13 faces, 16 x 8 x 1 has 22.
foreach {plan want} {
    {threads 1 extents {{0 0 0} {1 1 1}} cutoff 0.01 level -1} {1 1 1}
    {threads 4} {4 1 1}
    {threads 128 extents {{0 0 0} {1 1 1}} cutoff 0.0105 level -1} {8 4 4}
    {threads 128 extents {{0 0 0} {1 1 1}} cutoff 0.0105 level 2} {16 8 1}
    {threads 2 extents {{0 0 0} {0.1 0.1 0.4}} cutoff 0.01 level -1} {1 1 2}
    {threads 4 extents {{-1 0 0} {0 0.02 0.02}} cutoff 0.01 level -1} {4 1 1}
    {threads 4 extents {{0 0 0} {0.03 0.031 0.029}} cutoff 0.01 level -1} {2 2 1}
    {threads 6 extents {{0 0 0} {1 1 1}} cutoff 0.01 level -1 grid {1 6 1}} {1 6 1}
} {
    tap::is [trundle::export::grid $plan] $want "the grid of $plan"
}
tap::is [trundle::export::grid-words {threads 4 grid {1 2 2}}] {-var px 1 -var py 2 -var pz 2} "the words that tell a deck of it"
set room {1 0.005 {} {{0.1 0.1 0.1} {0.9 0.9 0.4}}}
foreach {balances gravity corner want} {
    1 {0 0 -9.8} {0.9 0.9 0.4} -1
    0 {0 0 -9.8} {0.9 0.9 0.4} 2
    0 {0.1 -9.8 0} {0.9 0.5 0.4} 1
    0 {0 0 -9.8} {0.9 0.9 2.4} -1
    0 {0 0 0} {0.9 0.9 0.4} -1
} {
    set found [trundle::export::divisible [dict create gravity $gravity explain {skin 0.001}] {} [lreplace $room 3 3 [list {0.1 0.1 0.1} $corner]] $balances]
    tap::is [dict get $found level] $want "no cut across $gravity, spheres up to $corner[expr {$balances ? ", in a code that balances" : ""}]"
    tap::near [list [dict get $found cutoff] {*}[lindex [dict get $found extents] 0]] {0.011 0.095 0.095 0.095} 1e-12 "cutoff and extents"
}

# Numbers of a pair: two places and whether it is periodic, force, torque, overlap, and the point.
tap::is [lindex [split [trundle::export::liggghts::touch-lines {meshes {} planes {}} {contacts 1 every 0 steps 7}] \n] 1] \
    "dump         last_pairs all local 7 last_pairs.dump [join [lmap k {1 2 3 4 5 6 7 8 9 10 11 12 13} {string cat c_pairs\[$k\]}]]" \
    "LIGGGHTS: all thirteen numbers of a pair are written"
tap::is [lmap steps {0 1 7} {
    regexp {all local (\d+)} [trundle::export::liggghts::touch-lines {meshes {} planes {}} [list contacts 1 every 0 steps $steps]] - at
    set at
}] {1 1 7} "LIGGGHTS: and at the end, after one step at least"
foreach {one other damped cannot} {
    {xi 0.3 xi_t 0.3} {xi 0.2 xi_t 0.2} 1     {}
    {xi 0.3 xi_t 0.3} {xi 0 xi_t 0}     1     {}
    {xi 0 xi_t 0}     {xi 0 xi_t 0}     {}    {}
    {xi 0.3 xi_t 0.3} {xi 0.2 xi_t 0}   {0 1} {{xi_t of some pairs only}}
} {
    set facts [dict create explain {normal hertz} planes {} meet {{spheres a a} {spheres a b}} pairs [dict create \
        {a a} [dict merge {factor 0} $one] {a b} [dict merge {factor 0} $other]]]
    tap::is [list [trundle::export::liggghts::damped $facts] [trundle::export::liggghts::cannot $facts]] [list $damped $cannot] \
        "LIGGGHTS: dashpots along the surface of pairs with $one, $other"
}

# --- the dashpot of LAMMPS: sqrt(6) xi is a polynomial of e, 0.340740625 at 1/2 and 1.2728 at 0
tap::near [trundle::export::lammps::tsuji 0.340740625] 0.5 1e-14 "LAMMPS: the restitution of a damping"
tap::is [lmap wanted {0 1.273} {trundle::export::lammps::tsuji $wanted}] {1.0 {}} "LAMMPS: no damping, and more than it has"
foreach {normal factor} {hertz 6 hooke 4.8} {
    tap::near [trundle::export::lammps::wanted [dict create explain [list normal $normal]] 0.3] [expr {0.3*sqrt($factor)}] 1e-15 \
        "LAMMPS: damping beside $normal over the root of stiffness and m*"
}
foreach {change cannot differs} {
    {} {} {}
    {xi_t 0.1} {} {{xi_t (the limit of friction holds spring and dashpot together)}}
    {xi 0 xi_t 0.1} {{xi_t 0.1 without xi}} {{xi_t (the limit of friction holds spring and dashpot together)}}
    {xi 0.52} {{xi 0.52 (at most 0.5196, the damping of e = 0)}} {}
    {factor 0.5} {{factor 0.5 (0)}} {}
} {
    set pair [dict merge {xi 0.3 xi_t 0 factor 0} $change]
    set facts [dict create against 0 explain {normal hertz rolling epsd} meet {{spheres a a} {spheres a b}} pairs [dict create {a a} $pair {a b} $pair]]
    tap::is [list [trundle::export::lammps::cannot $facts] [trundle::export::lammps::differs $facts]] [list $cannot $differs] \
        "LAMMPS: what it cannot do, and what differently: [concat $change]"
}

# --- tables
set rows {}
each-row state.csv {radius id} {apply {{radius id} {lappend ::rows $radius $id; expr {$id == 1 ? "enough" : ""}}}}
tap::is $rows {0.1 0 0.2 1} "rows until it is enough"
tap::raises {solid-sphere 7 0.1 3 [expr {0.012*(1 + 1e-8)}]} "export: the inertia of particle 7 *" "another inertia"
tap::is [solid-sphere 7 0.1 3 [expr {0.012*(1 + 7e-10)}]] "" "that of a solid sphere"
set facts {planes {{axis x at -3.0} {axis z at 9.0} {axis {} at 0}} meshes {{corners {{0 5 0} {1 6 0} {0 5 1}} axis {0 0 0} velocity {0 0 -4}
    turns 0}} types {{soft 0} {wall 1} {hard 0}}}
tap::near [concat {*}[box $facts {0 1 2} {3 4 5} 0.5 2]] {-4 0 -9 4 7 10} 1e-12 "a box round all, with a margin"
write start.csv "# a table\nx,y,z,vx,vy,vz,wx,wy,wz,radius,mass,inertia,material\n1,2,3,4,5,6,7,8,9,0.5,2,0.2,hard\n-1,7,0,-4,-5,-6,-7,-8,-9,1,5,2.0,soft\n"
set ::trundle::version test
data-file $facts start.csv data 2
set channel [open data]
set lines [lmap line [split [read $channel] \n] {if {$line eq ""} continue; set line}]
close $channel
tap::is [lrange $lines 1 6] {{2 atoms} {3 atom types} {-5 3 xlo xhi} {0 9 ylo yhi} {-10 11 zlo zhi} Atoms} "the head of a data file"
tap::near [concat [lindex $lines 7] [lindex $lines 8]] [list 1 3 1 [expr {2/(acos(-1)/6)}] 1 2 3 2 1 2 [expr {5/(8*acos(-1)/6)}] -1 7 0] 1e-13 "its atoms"
tap::is [lrange $lines 9 end] {Velocities {1 4 5 6 7 8 9} {2 -4 -5 -6 -7 -8 -9}} "and their motion"
tap::is [lsort [glob *]] {bytes.stl data none.stl start.csv state.csv text.stl} "nothing else is left"
foreach {count text} {0 {} 1 {{Types: 1 n.}} 20 {} 21 {}} {
    set got [trundle::export::numbered Types [lrepeat $count n]]
    if {$count >= 20} {
        set text [list "Types: [join [lmap k [lrange {1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20} 0 end] {string cat "$k n"}] {; }][expr {
            $count > 20 ? {; ...} : ""}]."]
    }
    tap::is $got $text "$count names, at most twenty are told"
}
tap::is [lmap type {{m 0} {m 1}} {trundle::export::type-name $type}] {m {m, rigid}} "names of types"
foreach {skin want} {0.003 0.003 0 0.05} {
    tap::near [trundle::export::skin [dict create explain [dict create skin $skin]] {state start.csv}] $want 1e-15 "a skin of $skin"
}
write said "far\nRESULT a 1\nb"
tap::is [trundle::export::said-result said] {a 1} "what a script has printed"
tap::raises {trundle::export::said-result start.csv} "the run wrote no result; *" "it has printed nothing"
tap::is [trundle::export::number 3] 3.0 "a number has a point"
cd /
file delete -force $folder
tap::done

# What `run` tells of a scenario before and after: what is said in vain, what is left open, a step that is too
# long or unstable, and energies that do not add up.
package require trundle::testing
package require trundle
package require trundle::command::run
namespace import testing::*
testing::start

proc warnings {file} {
    set request [trundle::scenario::read $file 5]
    set engine [trundle::engine [trundle::flux::without [dict get $request model]]]
    try {
        return [trundle::command::warnings-of $file $engine $request]
    } finally {
        $engine destroy
    }
}
set two {material clay -young 1e7 -poisson 0.3 -density 1700
material ice -young 9e9 -poisson 0.3 -density 900
gravity {0 0 -9.81}
integrate -dt 1e-6
sphere a -radius 0.05 -material clay -position {0 0 0.05}
sphere b -radius 0.05 -material ice -position {1 0 0.05}
plane floor -point {0 0 0} -normal {0 0 1} -material ice
run until 1e-6 record 1e-6
}
# The scenario and TEXT, without what TEXT gives itself.
proc with {text} {
    global two
    set lines [lmap line [split $two \n] {
        expr {([string match integrate* $line] && [regexp {integrate [^\n]*-dt } $text])
            || ([string match gravity* $line] && [string match *gravity* $text]) ? "" : $line}
    }]
    return [join $lines \n]$text
}
set pairs {contact clay ice -mu 0.3 -restitution 0.5
contact ice ice -mu 0.1
}
foreach {name text wanted} [list \
    "nothing to say" $pairs {} \
    "a pair that is missing" "contact clay ice -mu 0.3" \
        {{: there is no `contact ice ice`, so their bodies meet without friction and without loss}} \
    "rolling friction without a law" "contact ice clay -mu_r 0.1 -eta_r 0.3 -factor 0\ncontact ice ice" {
        {, line 9: contact ice clay: -mu_r is 0.1, but no law in force reads it; `laws -rolling epsd` or `laws -rolling constant` would}
        {, line 9: contact ice clay: -eta_r is 0.3, but no law in force reads it; `laws -rolling epsd` would}} \
    "viscous friction without its law" "$pairs\ncontact clay clay -kf 1e7 -mu 0" \
        {{, line 12: contact clay clay: -kf is 1e7, but no law in force reads it; `laws -sliding viscous` would}} \
    "a bond without its law" "contact clay ice -k_nb 1e6\ncontact ice ice -eta_w 0.1" {
        {, line 9: contact clay ice: -k_nb is 1e6, but no law in force reads it; `laws -bond yes` would}
        {, line 10: contact ice ice: -eta_w is 0.1, but no law in force reads it; `laws -twisting spring` would}} \
    "restitution beside the power law" "laws -normal power\ncontact clay ice -k_p 1e8 -c_d 1 -restitution 0.5\ncontact ice ice -k_p 1e8" \
        {{, line 10: contact clay ice: -restitution is 0.5, but no law in force reads it; `laws -normal hertz` or `laws -normal hooke`\
            would}} \
    "a law without its number at one pair" "contact clay ice -mu 0.3 -kf 1e9\ncontact ice ice -mu 0.2\nlaws -sliding viscous" \
        {{, line 10: contact ice ice: `laws -sliding viscous` wants -kf, which is not given and 0}} \
    "a zero that is stated" "contact clay ice -mu 0.3 -kf 1e9\ncontact ice ice -mu 0.2 -kf 0\nlaws -sliding viscous" {} \
    "a law that does nothing anywhere" "contact clay ice -mu 0\ncontact ice ice -mu 0\nlaws -sliding mindlin" \
        {{, line 11: laws: `laws -sliding mindlin` does nothing, for -mu_s is 0 wherever materials meet}} \
    "a law of rolling without a limit" "contact clay ice -k_r 3\ncontact ice ice -mu_r_length 0\nlaws -rolling mdem" \
        {{, line 9: contact clay ice: `laws -rolling mdem` wants -mu_r_length, which is not given and 0}
         {, line 10: contact ice ice: `laws -rolling mdem` wants -k_r or -c_r, which is not given and 0}} \
    "powers of forces that are not there" "$pairs\ncontact clay clay -reach 0.3" \
        {{, line 12: contact clay clay: -reach is 0.3, but no law in force reads it; -kappa_1 or -kappa_2 would}} \
    "a wind without drag" "$pairs\nfluid -velocity {1 0 0}" \
        {{, line 12: fluid: no force acts without one of -drag, -viscosity, -magnus, -density; given is -velocity}} \
    "a wind with drag" "$pairs\nfluid -velocity {1 0 0} -viscosity 1e-5" {} \
    "conventions of laws that are off" "$pairs\nlaws -torsion yes -area geometric -sliding mindlin -lever half -transport frame" {
        {, line 12: laws: -area is geometric, but no law in force follows it; `laws -normal power` or `laws -sliding viscous` or `laws -bond yes` would}
        {, line 12: laws: -torsion is yes, but no law in force follows it; `laws -rolling epsd` or `laws -rolling mdem` or `laws -rolling constant` would}} \
    "two meshes in one plane, of which one moves" "$pairs\nmesh left -triangles {{{0 0 -1} {1 0 -1} {0 1 -1}}} -material ice
mesh right -triangles {{{1 0 -1} {1 1 -1} {0 1 -1}}} -material ice -velocity {1 0 0} -flush yes" \
        {{: mesh right (line 13): lies in one plane with mesh left (line 12) and touches it: a contact*}} \
    "two meshes side by side" "$pairs\nmesh left -triangles {{{0 0 -1} {1 0 -1} {0 1 -1}}} -material ice
mesh right -triangles {{{3 0 -1} {3 1 -1} {2 1 -1}}} -material ice
mesh up -triangles {{{1 0 -1} {1 1 -1} {1 1 3}}} -material ice" {} \
    "a wall without a rim" "$pairs\nmesh up -triangles {{{1 0 -1} {1 1 -1} {1 1 3}}} -material ice -rim no" \
        {{, line 12: mesh up: with -rim no what comes to it from the side of a face is thrown out*}} \
    "a wall with one" "$pairs\nmesh up -triangles {{{1 0 -1} {1 1 -1} {1 1 3}}} -material ice -rim yes" {} \
    "a spring that is left behind" "$pairs\nlaws -transport none" \
        {{, line 12: laws: with -transport none springs can make energy although -rescale is yes*expected -transport frame, normal or project}} \
    "a slip of one body" "$pairs\nlaws -sliding mindlin -increment printed" \
        {{, line 12: laws: with -increment printed springs can make energy although -rescale is yes*expected -increment material, trapezoid or rate}} \
    "the same, rolling alone, which increments do not ask" "contact clay ice -mu_r 0.1\ncontact ice ice -mu_r 0.1
laws -sliding none -rolling epsd -increment printed" {} \
    "a rolling spring that is left behind" "contact clay ice -mu_r 0.1\ncontact ice ice -mu_r 0.1
laws -sliding none -rolling epsd -transport none" {{, line 11: laws: with -transport none *}} \
    "springs that are not rescaled" "$pairs\nlaws -transport none -increment printed -rescale no" {} \
    "no friction" "contact clay ice -mu 0\ncontact ice ice -mu_s 0 -mu_d 0\nlaws -transport none -increment printed" {} \
    "springs that may be carried so" "$pairs\nlaws -transport project -increment rate" {} \
    "an arm of no friction" "contact clay ice\ncontact ice ice\nlaws -sliding none -lever half -rolling none" \
        {{, line 11: laws: -lever is half, but no law in force follows it; `laws -sliding elongation` or*}} \
    "conventions that are followed" "contact clay ice -mu 0.3 -kf 1e9\ncontact ice ice -mu 0.2 -kf 1e9\nlaws -sliding viscous -area geometric" {} \
    "options of another scheme" "$pairs\nintegrate -method verlet -phi 0.7 -tolerance 1e-4 -max_evaluations 7" {
        {, line 12: integrate: -phi is 0.7, but it does nothing without -method trapezoid}
        {, line 12: integrate: -max_evaluations is 7, but it does nothing without -method trapezoid}} \
    "a limit of steps that are not adaptive" "$pairs\nintegrate -dt_limit 1e-4" \
        {{, line 12: integrate: -dt_limit is 0.0001, but it does nothing without -adaptive corrected or printed}} \
    "a step too long for the spring of rolling" "contact clay ice -mu_r_length 1 -k_r 1e10 -c_r 1\ncontact ice ice -mu_r_length 1 -k_r 1 -c_r 0
laws -rolling mdem\nintegrate -method verlet" \
        {{, line 12: integrate: dt 1e-6 s is unstable for `laws -rolling mdem` between clay and ice: * less than * s, in *}} \
    "iterates that say it themselves" "contact clay ice -mu_r_length 1 -k_r 1e10 -c_r 1\ncontact ice ice -mu_r_length 1 -k_r 1 -c_r 0
laws -rolling mdem\nintegrate -method trapezoid -phi 0.5 -evaluations 3" {} \
    "a long step" "$pairs\nintegrate -dt 1e-3" \
        {{, line 12: integrate: dt 0.001 s is *steps in a collision of ice with ice at * m/s, expected 20 or more: -dt *}} \
] {
    scenario warn.tcl [with $text]
    set lines [warnings warn.tcl]
    set good [expr {[llength $lines] == [llength $wanted]}]
    foreach line $lines want $wanted {
        set good [expr {$good && [string match warn.tcl$want $line]}]
    }
    if {![tap::ok $good "warnings: $name"]} {
        tap::note [join $lines \n]
    }
}
# What nothing follows. Each convention is set beside each law, each option of `integrate` beside
# each scheme, and the bits of a short run say whether it was read: two spheres collide above
# a floor, with all the numbers that laws read. An option that is refused is not asked of.
set crash {
    gravity {0.3 0 -9.7}
    material clay -young 1.3e7 -poisson 0.31 -density 1730 -xi 0.15
    material ice -young 3.9e7 -poisson 0.27 -density 910 -xi 0.05
    plane floor -point {0 0 0} -normal {0 0 1} -material ice
    sphere a -radius 0.051 -material clay -position {0 0 0.0505} -velocity {1.1 0.2 -0.5} -spin {3 -9 41}
    sphere b -radius 0.037 -material clay -position {0.088 0.011 0.0369} -velocity {-0.4 0.3 -0.2} \
        -spin {-5 2 -17}
    foreach pair {{clay clay} {clay ice}} {
        contact {*}$pair -mu_s 0.4 -mu_d 0.3 -kf 1e7 -mu_r 0.2 -eta_r 0.3 -factor 0.4 -k_p 2e7 -p_p 0.5 \
            -mu_r_length 3e-3 -k_r 0.7 -c_r 1e-3 -c_d 1e6 -eta_w 0.1 -k_nb 3e5 -bond_power 0.4 -k_rb 1e7 \
            -k_n 3e4 -c_n 1.7 -k_ratio 0.3
    }
}
namespace eval crash {namespace path ::trundle::language}
proc bits {lines} {
    global crash
    set model [namespace eval crash [list trundle::language::build $crash\n$lines]]
    if {[catch {trundle::engine $model} engine]} {
        return refused
    }
    if {[catch {$engine advance 0.01} bits]} {
        set bits [lindex $::errorCode 1]
    } else {
        set bits [$engine hash]
    }
    $engine destroy
    return $bits
}
# Does the option change the bits of a run with these lines?  Empty if it is refused.
proc read? {lines word name values} {
    set plain [bits $lines]
    set others [lmap value $values {bits "$lines\n$word -$name $value"}]
    set others [lsearch -all -inline -not -exact $others refused]
    return [expr {![llength $others] || $plain eq "refused" ? ""
                  : [llength [lsearch -all -not -exact $others $plain]] > 0}]
}
set wrong {}
set asked 0
foreach law [dict get [trundle::tables] laws] {
    set kind [dict get $law kind]
    if {$kind in {afar fluid}} {
        continue
    }
    set base [expr {$kind eq "sliding" ? "" : "-sliding none "}]-$kind
    set base "integrate -method verlet -dt 2e-5\nlaws $base [dict get $law name][expr {
        [dict get $law name] eq "linear" ? " -normal hooke" : ""}]"
    set options [concat [dict get $law options] \
        [expr {$kind eq "normal" ? {} : [dict get [lindex [dict get [trundle::tables] laws] 0] options]}]]
    foreach row [dict get [trundle::tables] options] {
        set name [dict get $row name]
        if {$name in {normal sliding rolling twisting bond rotation spinning}} {
            continue
        }
        set found [read? $base laws $name [lrange [dict get $row values] 1 end]]
        incr asked [expr {$found ne ""}]
        if {$found ne "" && $found != ($name in $options)} {
            lappend wrong "$kind [dict get $law name], $name: [expr {$found ? "read" : "not read"}]"
        }
    }
}
tap::is $wrong {} "each law follows the conventions that its row says, $asked times asked"
# A tolerance that is never met shows what is done then; one that is met, how it is judged.
set wrong {}
foreach base {{-method verlet} {-evaluations 3} {-evaluations 0} {-evaluations 0 -adaptive corrected}} {
    foreach {name value more} {phi 0.7 {} evaluations 2 {} tolerance 1e-9 {} max_evaluations 3 {}
            sweep gauss-seidel {} failure accept {-tolerance 1e-30 -max_evaluations 4}
            measure printed {-tolerance 1e-9} dt_limit 3e-5 {}} {
        if {"-$name" in $base} {
            continue
        }
        set lines "laws -sliding mindlin\nintegrate -dt 5e-5 $base $more"
        set idle [llength [trundle::advice::idle-scheme [dict create scheme [list $name $value]] \
            [dict merge {method trapezoid evaluations 0.0 adaptive no} [regsub -all -- {-(?=[a-z])} $base {}]]]]
        set found [read? $lines integrate $name [list $value]]
        if {$found ne "" && $found == $idle} {
            lappend wrong "$base, $name: [expr {$found ? "read" : "not read"}]"
        }
    }
}
tap::is $wrong {} "options of a scheme that do nothing are known"

scenario guests.tcl {
    material clay -young 1e7 -poisson 0.3 -density 1700 -xi 0.1
    material ice -young 9e9 -poisson 0.3 -density 900
    inlet gun -box {0 0 0 1 1 1} -rate 3 -radius 0.05 -material clay
    plane floor -point {0 0 0} -normal {0 0 1} -material ice
    run until 1
}
tap::is [warnings guests.tcl] [lmap {pair loss} {{clay clay} "" {clay ice} ""} {
    string cat "guests.tcl: there is no `contact $pair`, so their bodies meet without friction$loss"
}] "warnings: spheres that enter, of a material with damping"

# The step. Hertz's time from campello2015 (50), once more: a sphere of 0.1 m of clay
# that moves with 3 m/s and falls 0.8 m meets a floor that comes up at 2 m/s; and a
# rigid one, for a run of a tenth of a second.
scenario fall.tcl {
    gravity {0 -9 0}
    material clay -young 1e7 -poisson 0.3 -density 1700
    material ice -young 4e7 -poisson 0.2 -density 900
    contact clay ice
    sphere s -radius 0.1 -material clay -position {0 1 0} -velocity {1 -2 2}
    sphere t -radius 0.2 -material ice -position {9 1 0} -mass 100
    plane floor -point {0 0.2 0} -normal {0 1 0} -velocity {0 2 0} -material ice -rigid RIGID
    run until UNTIL
}
set ball [expr {4/3.0*acos(-1)*1e-3*1700}]
foreach {rigid until depth} {no 10 0.8 yes 0.1 0.045} {
    scenario fall-$rigid.tcl [string map [list RIGID $rigid UNTIL $until] [contents fall.tcl]]
    set request [trundle::scenario::read fall-$rigid.tcl 5]
    set engine [trundle::engine [dict get $request model]]
    set meetings [trundle::command::meetings-of $engine $request]
    $engine destroy
    set modulus [expr {1/(0.91/1e7 + ($rigid ? 0 : 0.96/4e7))}]
    set fast [expr {sqrt(25 + 2*9*$depth)}]
    tap::near [dict get $meetings speed] $fast 1e-12 "the speed of the fastest collision, rigid $rigid"
    set found [lmap one [dict get $meetings pairs] {
        if {[dict get $one wall] ne "plane 0" || [dict get $one first] ne "clay"} continue
        dict get $one duration
    }]
    tap::near $found [expr {2.868266*($ball**2/(0.1*$modulus**2*$fast))**0.2}] 1e-8 "its duration"
}

# A wall that goes and turns: its fastest corner, 1.5 m from the axis, has 1 + 3 x 1.5 m/s.
set engine [trundle::engine [testing::model "sphere s -radius 0.01 -material clay -position {0 0 1}" \
    "mesh m -triangles {{{1 0 0} {2 0 0} {1 1 0}}} -material clay -velocity {0 1 0} -spin {0 0 3} -axis {0.5 0 0}" \
    "integrate -dt 1e-6"]]
tap::near [dict get [$engine meetings 1e-9] speed] 5.5 1e-12 "the speed of a wall that goes and turns"
$engine destroy
# Of a material that stands for which has the least m2/R, wherever it stands in the list.
foreach order {{light heavy} {heavy light}} {
    set engine [trundle::engine [testing::model "integrate -dt 1e-6" {*}[lmap which $order {
        string map [list WHICH $which MASS [expr {$which eq "light" ? 0.02 : 0.2}]] \
            "sphere WHICH -radius 0.1 -mass MASS -material clay -position {0 0 1}"
    }]]]
    set pairs [dict get [$engine meetings 1e-9] pairs]
    $engine destroy
    tap::near [dict get [lindex $pairs 0] mass] 0.01 1e-15 "half the lighter mass, $order"
}
foreach {normal wanted} {hertz 3e-4 power ""} {
    tap::is [trundle::value::get [trundle::advice::fastest {pairs {{duration 4e-4} {duration 3e-4}}} [list normal $normal]] duration ""] $wanted \
        "the shortest collision, by the law $normal"
}
# On a terminal the step is told before the run begins; a file gets no such line.
if {$::tcl_platform(os) ne "Linux" || [catch {exec script -qec true /dev/null </dev/null}]} {
    tap::ok 1 "the step, on a terminal # SKIP nothing makes one here"
} else {
    scenario shown.tcl {
        material clay -young 1e7 -poisson 0.3 -density 1700
        contact clay clay -mu 0.3 -xi 0.1
        sphere s -radius 0.1 -material clay -position {0 0 0.2} -velocity {0 0 -1}
        plane floor -point {0 0 0} -normal {0 0 1} -material clay
        integrate -method verlet -dt 1e-5
        run until 0.15
    }
    set said [exec script -qec "[info nameofexecutable] $testing::folder/bin/trundle run shown.tcl -out shown" /dev/null </dev/null]
    tap::ok [regexp {dt 1e-5 s is \S+ steps in a collision of clay with clay at 1 m/s} $said] "the step, on a terminal"
    tap::is [string match *collision* [dict get [trundle run shown.tcl -out hidden] err]] 0 "and not in a file"
}
# What answers in a contact of two unequal spheres, by hand: those of the last scenario.
set moments [list [expr {0.4*$ball*0.01}] [expr {0.4*100*0.04}]]
lassign $moments small large
set shears [list [expr {1e7/2.6}] [expr {4e7/2.4}]]
lassign $shears soft hard
foreach {fact wanted} [list mass [expr {$ball*100/($ball + 100)}] radius [expr {0.02/0.3}] \
    slip_mass [expr {1/(1/$ball + 0.01 + 0.01/$small + 0.04/$large)}] \
    span 0.3 spring [expr {4/3.0/(0.91/1e7 + 0.96/4e7)*sqrt(0.02/0.3)}]] {
    set found [lmap one [dict get $meetings pairs] {
        expr {[dict get $one wall] eq "" && [dict get $one first] ne [dict get $one second] ? [dict get $one $fact] : [continue]}
    }]
    tap::near $found $wanted [expr {1e-12*$wanted}] "two spheres: their $fact"
}
set one [lsearch -inline -not -all [lmap one [dict get $meetings pairs] {
    expr {[dict get $one wall] eq "" && [dict get $one first] ne [dict get $one second] ? $one : ""}}] ""]
set one [lindex $one 0]
set wanted [expr {2/(0.91/1e7 + 0.96/4e7)*sqrt(0.02/0.3*[dict get $one depth])}]
tap::near [lindex [dict get $one answers normal] 0] $wanted [expr {1e-12*$wanted}] "two spheres: their normal stiffness at the deepest overlap"
tap::near [lindex [dict get $one answers rolling] 2] [expr {$small*$large/($small + $large)}] 1e-12 "two spheres: what turns"

# An explicit step for each law with a dashpot or a spring of its own: three per cent below the bound that is told a
# sphere comes to rest on its contact, three above it runs away. It lies under a weight that presses it as deep as a
# collision at the speed of the advice, 0.1 m/s.
set sphere [expr {4/3.0*acos(-1)*1e-6*1730}]
set spring [expr {4/3.0*1.3e7/2/(1 - 0.31**2)*0.1}]
set deep [expr {(1.25*$sphere*0.01/$spring)**0.4}]
proc spun {scheme contact laws dt steps} {
    global sphere spring deep
    set engine [trundle::engine [testing::model "gravity {0 0 [expr {-$spring*$deep**1.5/$sphere}]}" \
        "contact clay clay $contact" "plane floor -point {0 0 0} -normal {0 0 1} -material clay" \
        "sphere s -radius 0.01 -material clay -position {0 0 [expr {0.01 - $deep}]} -velocity {0.1 0 0} -spin {0 1e-6 1e-6}" \
        "laws $laws" "integrate {*}$scheme -dt $dt"]]
    set told [trundle::advice::unstable [$engine meetings 1e-9] [$engine explain]]
    # What leaves the range of numbers has run away.
    set much Inf
    catch {
        $engine advance [expr {$steps*$dt}]
        lassign [dict get [$engine particle 0] spin] - y z
        set much [expr {abs($y) + abs($z)}]
    }
    $engine destroy
    return [list $told $much]
}
# Spheres of 3 and 6 cm: R* is 2 cm; the circle in which two spheres or a sphere and a plane cut is twice Hertz's.
foreach {ri rj geometric area} {0.03 0.06 0 0.02 0.03 0.06 1 0.04 0.02 Inf 0 0.02 0.02 Inf 1 0.04} {
    tap::near [expr {[trundle::mechanics area $ri $rj $geometric]/acos(-1)}] $area 1e-12 "area of $ri and $rj over the overlap"
}
# A weak dashpot takes nothing of the overlap, a strong one leaves that of a dashpot alone: of 4 J in k x^2.5/2.5 with k = 10, 1 m.
foreach {xi share} {0 1 0.1 1 1 0.53395} {
    tap::near [trundle::mechanics depth 10 8 1 $xi] $share 5e-6 "the share of the overlap at xi $xi"
}
# Numbers whose roots are whole: 10 4^1.5 is 80, and so on.
foreach {words wanted} {
    "hertz 3 4" 8  "overlap 10 80" 4  "damping 0.5 6 4" 6  "sliding-damping 0.25 4 16" 0.25
    "bond-rest 8 2 1 8 0" 4  "bond-rest 8 2 1 8 1" 0.25  "bond-constant 8 2 1 4 0" 8  "bond-stiffness 8 4 0" 8
    "longest-step 4 0 1" 1  "longest-step 0 4 1" 0.5  "longest-step 3 2 1" 0.666666666666667
} {
    tap::near [trundle::mechanics {*}$words] $wanted 1e-14 "mechanics $words"
}
tap::is [list [trundle::mechanics longest-step 0 0 1] [trundle::mechanics bond-rest 8 2 1 0 2]] {Inf 0.0} \
    "what does not swing has no longest step, and no bond no rest"
foreach {law contact laws} {
    "rolling mdem" "-k_r 1e3 -c_r 0.02 -mu_r_length 1e9" "-sliding none -rolling mdem"
    "rolling mdem" "-k_r 1e2 -c_r 0 -mu_r_length 1e9" "-sliding none -rolling mdem"
    "rolling mdem" "-k_r 0 -c_r 0.1 -mu_r_length 1e9" "-sliding none -rolling mdem"
    "rolling epsd" "-mu_r 0.5 -eta_r 30" "-sliding none -rolling epsd"
    "rolling epsd" "-mu_r 8 -eta_r 0.1" "-sliding none -rolling epsd -rolling_stiffness tangent"
    "twisting spring" "-mu 1e3 -eta_w 100" "-sliding none -twisting spring"
    "bond yes" "-k_rb 1e9 -bond_threshold 0" "-sliding none -bond yes"
    "bond yes" "-k_rb 1e9 -bond_threshold 0" "-sliding none -bond yes -area geometric"
    "sliding elongation" "-mu 1e3 -xi_t 0.3" "-sliding elongation"
    "sliding mindlin" "-mu 1e3 -xi_t 5" "-sliding mindlin"
} {foreach scheme {{-method verlet} {-method trapezoid -phi 1 -evaluations 1}} {
    set line [lindex [spun $scheme $contact $laws 1e-2 0] 0 0]
    if {![regexp "^integrate: dt 0.01 s is unstable for `laws -$law` between clay and clay: .* less than (\\S+) s," \
        $line - bound]} {set bound NaN}
    set calm [spun $scheme $contact $laws [expr {0.97*$bound}] 1000]
    set wild [spun $scheme $contact $laws [expr {1.03*$bound}] 1000]
    tap::ok [expr {[lindex $calm 0] eq "" && [lindex $calm 1] < 7.2 && [llength [lindex $wild 0]] == 1
        && [lindex $wild 1] > 1e-2 && [lindex $wild 1] > 1.2*[lindex $calm 1]}] "the longest step of $law, $contact, $scheme"
    tap::note "bound $bound, below it a spin of [lindex $calm 1], above it [lindex $wild 1]"
}}
# The damper of the normal force alone: a ball thrown at a wall with 1 m/s comes back faster than it came.
foreach {share faster} {0.9 0 1.1 1} {
    foreach xi {8 50} {
        set make {testing::model "contact clay clay -xi $xi" "plane w -point {0 0 0} -normal {0 0 1} -material clay" \
            "gravity {0 0 0}" "laws -sliding none" "integrate -method verlet -dt $dt" \
            "sphere s -radius 0.01 -material clay -position {0 0 0.01} -velocity {0 0 -1}"}
        set dt 1
        set engine [trundle::engine [eval $make]]
        regexp {normal hertz` .* less than (\S+) s} [trundle::advice::unstable [$engine meetings 1] [$engine explain]] - bound
        $engine destroy
        set dt [expr {$share*$bound}]
        set engine [trundle::engine [eval $make]]
        $engine advance [expr {100*$dt}]
        set back [lindex [dict get [$engine particle 0] velocity] 2]
        tap::is [expr {$back > 1}],[llength [trundle::advice::unstable [$engine meetings 1] [$engine explain]]] $faster,$faster \
            "the longest step of a damper of $xi, $share of it"
        tap::note "bound $bound, comes back with $back m/s"
        $engine destroy
    }
}

# Two bonded spheres, shifted by a thousandth from where contact and bond balance, with an overlap of 0.04 of the sum of radii.
proc bonded {power share xi dt rest {threshold 0}} {
    set stiff [expr {4/3.0*1.3e7/2/(1 - 0.31**2)*sqrt(0.005)}]
    set much [expr {$share*$stiff*(0.04*0.02)**(0.5 - $power)*0.02**$power/(acos(-1)*0.005)}]
    set engine [trundle::engine [testing::model "gravity {0 0 0}" "laws -sliding none -bond yes" \
        "contact clay clay -k_nb $much -bond_power $power -xi $xi -bond_threshold $threshold" \
        "sphere a -radius 0.01 -material clay -position {0 0 0}" \
        "sphere b -radius 0.01 -material clay -position {0 0 [expr {0.02*(1 - $rest)}]}" "integrate -method verlet -dt $dt"]]
    try {
        lassign [list [$engine meetings 1e-9] [$engine explain]] meetings explain
        set told [concat [trundle::advice::unstable $meetings $explain] [trundle::advice::drawn-in \
            {contacts {{clay clay} {}}} $meetings $explain]]
        if {[catch {$engine advance [expr {600*$dt}]} message]} {
            return [list $told $message]
        }
        return [list $told [expr {1 - [lindex [dict get [$engine particle 1] position] 2]/0.02}]]
    } finally {
        $engine destroy
    }
}
foreach {power xi} {0 0 0 0.4 0.3 0.1} {
    regexp {`laws -bond yes` between clay and clay: .* less than (\S+) s} [bonded $power 1 $xi 1 0.04] - bound
    foreach {share away} {0.97 0 1.03 1} {
        lassign [bonded $power 1 $xi [expr {$share*$bound}] 0.04004] told strain
        tap::is [expr {$told ne ""}],[expr {![string is double $strain] || abs($strain - 0.04) > 4.1e-5}] $away,$away \
            "the longest step of a bond of the power $power and a damper of $xi, $share of it"
        tap::note "bound $bound s, then at a strain of $strain"
    }
}
# What no step holds: with a power of 1/2 a bond that is stronger than the contact, with a smaller one what rests at more than
# a strain of 0.2, with a larger one what begins beyond the balance: from there contacts open, or are drawn in.
foreach {power share threshold start drawn} {
    0.5 0.98 0 0.03 0  0.5 1.02 0 0.03 1  0 2.2 0 0.2 0  0 2.26 0 0.2 1  2 0.6 0.05 0.0521 0  2 0.8 0.05 0.0521 1
} {
    lassign [bonded $power $share 0.5 1e-5 $start $threshold] told strain
    set words [expr {$power < 0.5 ? "comes to rest beyond" : "draws its bodies into each other"}]
    tap::is [string match "contact clay clay: -k_nb is * Pa, and a bond of * Pa $words*" [lindex $told 0]],[
        expr {![string is double $strain] || $strain > $start}] \
        $drawn,$drawn "a bond of the power $power, $share of what balances at 0.04: drawn in $drawn"
    tap::note "from a strain of $start to $strain: $told"
}

# Which laws want a shorter step, when it is far too long for each of them: those in force that have their numbers.
foreach {contact laws wanted} {
    "-xi 0.5 -mu_r 0.5"    "-sliding none"                       {{normal hertz}}
    "-mu_r 0.5 -eta_r 0.3" "-sliding none -rolling epsd"         {{rolling epsd}}
    "-mu 0.5 -eta_w 0.3"   "-sliding none -twisting spring"      {{twisting spring}}
    "-mu 0.5 -xi_t 0.1"    "-sliding elongation"                 {{sliding elongation}}
    "-mu 0.5 -xi_t 0"      "-sliding elongation"                 {}
    "-mu 0 -xi_t 0.1"      "-sliding elongation"                 {}
    "-mu_r_length 0.5 -k_r 1 -mu_r 0.5" "-sliding none -rolling mdem" {{rolling mdem}}
} {
    set told [lindex [spun {-method verlet} $contact $laws 1 0] 0]
    tap::is [lmap line $told {lindex [regexp -inline {`laws -(\w+ \w+)`} $line] 1}] $wanted "too long for: $contact $laws"
}
# The longest step of a spring, of a dashpot, and of both: where h^2 k/I + 2 h c/I = 4.
tap::near [trundle::mechanics longest-step 3e-3 0 2e-4] [expr {2*sqrt(2e-4/3e-3)}] 1e-15 "of a spring"
tap::near [trundle::mechanics longest-step 0 5e-3 2e-4] [expr {2*2e-4/5e-3}] 1e-15 "of a dashpot"
set h [trundle::mechanics longest-step 3e-3 5e-3 2e-4]
tap::near [expr {$h**2*3e-3/2e-4 + 2*$h*5e-3/2e-4}] 4 1e-14 "of both"
tap::is [trundle::mechanics longest-step 0 0 2e-4] Inf "of neither"

scenario warn.tcl [string map {{until 1e-6} {until 1e-3}} [contents warn.tcl]]
set result [trundle run warn.tcl -out warned -v]
tap::ok [expr {[dict get $result status] == 0 && [string match \
    "trundle: warning: warn.tcl, line *: integrate: dt *" [dict get $result err]]
    && [llength [split [string trim [dict get $result err]] \n]] == 1}] "a warning goes to stderr, and the run goes on"
set converged [trundle run warn.tcl -converge]
tap::is [dict get $converged err] [dict get $result err] "-converge tells the same warnings"
tap::ok [regexp -line {^dt \S+ s is \S+ steps in a collision} [dict get $converged out]] "before its table"
tap::ok [string match "*materials that meet * xi * mu_s *\nclay ice *0.3 *\nice ice *0.1 *\n*steps in a collision of ice with ice*" \
    [dict get $result out]] "-v shows the pairs with their numbers, and the step"

# What a run tells of its energy: a sphere that bounces in the air and on the floor with a
# step seven times too long; one that bounces within contact, sticks, has a little spin and makes
# energy under the printed law; the same with conventions of today; one that makes little of
# what friction and damping take, and the same with conventions of today.
proc bouncing {dt more {floor 0}} {
    return "gravity {0 0 -9.81}
        material glass -young 7e7 -poisson 0.45 -density 2500
        contact glass glass -mu 1000
        plane floor -point {0 0 $floor} -normal {0 0 1} -material glass -rigid yes
        integrate -method verlet -dt $dt
        $more"
}
set thrown {sphere a -radius 0.01 -material glass -position {0 0 0.05} -velocity {0.5 0 0}
    run until 1}
scenario long.tcl [bouncing 2.5e-4 $thrown]
scenario short.tcl [bouncing 2e-6 $thrown]
scenario long-damped.tcl [string map {{-mu 1000} {-mu 1000 -restitution 0.9}} [bouncing 2.5e-4 $thrown]]
set resting {sphere a -radius 0.01 -material glass -position {0 0 0.009999574} -spin {0 0.01 0}
    run until 0.06}
scenario makes.tcl [bouncing 2e-6 "conventions 0.1\n$resting"]
foreach {name dt more} [list long 2.5e-4 $thrown makes 2e-6 "conventions 0.1\n$resting"] {
    scenario $name-high.tcl [bouncing $dt [regsub -all {0\.0(?=5|0999)} $more 300.0] 300]
}
scenario keeps.tcl [bouncing 2e-6 $resting]
scenario little.tcl [string map {{-mu 1000} {-mu 0.3 -restitution 0.5}} \
    [bouncing 2e-5 "conventions 0.1\n$thrown"]]
scenario little-now.tcl [string map {{conventions 0.1} {}} [contents little.tcl]]
foreach {name pattern} {
    long  {*warning: long.tcl: the energy balance is off by *the step is too long, integrate: dt 0.00025 s*}
    short {}
    long-damped {*warning: long-damped.tcl: the energy balance is off by *the step is too long, integrate: dt 0.00025 s*velocity Verlet counts*}
    makes {*warning: makes.tcl: springs have created *`laws -rescale yes` creates none*}
    long-high {*warning: long-high.tcl: the energy balance is off by *}
    makes-high {*warning: makes-high.tcl: springs have created *}
    keeps {}
    little {*warning: little.tcl: springs have created *`laws -rescale yes` creates none*}
    little-now {}
} {
    set result [trundle run $name.tcl -out tells-$name]
    set status [expr {[string match long* $name] ? 3 : 0}]    ;# off by a third and more
    tap::ok [expr {[dict get $result status] == $status && [string match $pattern [dict get $result err]]}] \
        "energy, $name: what is told"
    tap::note [dict get $result err]
    if {$name eq "long"} {
        tap::ok [expr {![string match *dashpots* [dict get $result err]]}] "no dashpot is blamed where there is none"
        set told [regexp -all -inline -line {^trundle: warning: long.tcl: at t = ([^ ]+) s, step \d+, the energy balance is off by .* the step is too long} \
            [dict get $result err]]
    }
}
tap::is [list [dict get [trundle run long.tcl -out tells-accepted -imbalance 9] status] \
    [dict get [trundle run short.tcl -out tells-strict -imbalance 1e-12] status]] {0 3} "-imbalance accepts more, or less"
set again [trundle run long.tcl -out tells-long -resume]
tap::ok [expr {[dict get $again status] == 3 && [string match "*has ended, nothing*" [dict get $again out]]
    && [string match "trundle: the energy balance was off by * %*kept in *tells-long;*" [dict get $again err]]}] \
    "-resume of a run that has ended says again that it diverged"
tap::note $again
tap::is [list [dict get [trundle run long.tcl -out tells-long -resume -imbalance 9] status] \
    [dict get [trundle run short.tcl -out tells-short -resume] status]] {0 0} "and that it did not, where that holds"
# Two spheres that pass through each other between two steps: no energy tells it. And one that meets nobody.
foreach {name second status} {
    through {sphere t -radius 0.01 -material w -position {0.03 0.004 0} -velocity {-10 0 0}} 3
    alone   {}                                                                              0
} {
    scenario $name.tcl "gravity {0 0 0}
material w -young 1e9 -poisson .3 -density 2000
contact w w -mu 0.3 -restitution .5
integrate -method verlet -dt 3e-3
sphere s -radius .01 -material w -position {0 0 0} -velocity {10 0 0}
$second
run until 0.1 record 0.01"
    foreach words {{} -resume {-resume -imbalance 0.25} {-overwrite -imbalance 0.25}} {
        set result [trundle run $name.tcl -out tells-$name {*}$words]
        set want [expr {"-imbalance" in $words ? 0 : $status}]
        tap::ok [expr {[dict get $result status] == $want && ($want == 0 || [string match "*dt 0.003 s is 0.0* steps in a\
            collision of w with w at * m/s, so contacts were missed or wrong: *kept in *tells-through;*" [dict get $result err]])}] \
            "a step longer than a collision, $name: run $words: status $want"
        tap::note $result
    }
}
tap::ok [file exists tells-long/energy.csv] "a run that is refused for its balance keeps its results"
tap::ok [expr {[llength $told] == 2 && 0 < [lindex $told 1] && [lindex $told 1] < 0.5}] "told on the way, once: [lindex $told 1] s of 1 s"
# A loss that falls, in accounts of nobody.
set starts {translational 1 rotational 0 gravity -50 normal 0 damping_loss 0.3 sliding_loss 0.1 rolling_loss 0 drag_loss 0 made 0
    entered 0 total -48.6}
foreach {loss change total lines} {damping_loss -2e-8 0 1 sliding_loss -2e-8 0 1 rolling_loss -2e-8 0 1 drag_loss -2e-8 0 1
        damping_loss -2e-8 -3e-8 0 damping_loss 2e-8 0 0 drag_loss -1e-10 0 0} {
    set ends [dict replace $starts $loss [expr {[dict get $starts $loss] + $change}] total [expr {-48.6 + $total}]]
    set told [trundle::advice::balance $starts $ends {pairs {}} {accounts yes dt 1e-6 method trapezoid}]
    tap::is [llength $told] $lines "a change of $loss by $change J, of the total by $total J"
}
tap::ok [string match "*a damping loss that fell by 2e-8 J, expected one that only grows*" [trundle::advice::balance $starts \
    [dict replace $starts damping_loss [expr {0.3 - 2e-8}]] {pairs {}} {accounts yes dt 1e-6 method trapezoid}]] "its words"
tap::is [lindex [trundle::advice::balance $starts [dict replace $starts total -48.35 gravity -51] {pairs {}} \
    {accounts yes dt 1e-6 method trapezoid}] 0] {the energy balance is off by 0.25 J, 25 % of the largest energy term: halve -dt and\
    compare: an error of the step falls with it, an error of a law does not} "a defect, and its share"
# What springs have made is told if it is more than a millionth of the largest energy term, whatever the balance is off by.
foreach {made total lines} {2e-3 1e-3 1 2e-3 -1e-3 1 2e-3 3e-3 1 2e-3 0.09 1 2e-6 0 1 5e-7 0 0 0 0.09 0} {
    set ends [dict replace $starts made $made total [expr {-48.6 + $total}]]
    tap::is [llength [trundle::advice::balance $starts $ends {pairs {}} {accounts yes dt 1e-6 method trapezoid}]] $lines \
        "springs make $made J, the balance is off by $total J"
}
# One sphere on a wall: a plane asks for no transport, and at rest for no slip of its own.
foreach {wall wanted} {
    "plane w -point {0 0 -1} -normal {0 0 1}" {}
    "plane w -point {0 0 -1} -normal {0 0 1} -velocity {0 0 1e-3}" increment
    "mesh w -triangles {{{0 0 -1} {1 0 -1} {0 1 -1}}}" transport
    "mesh w -triangles {{{0 0 -1} {1 0 -1} {0 1 -1}}} -velocity {0 1e-3 0}" {transport increment}
    "mesh w -triangles {{{0 0 -1} {1 0 -1} {0 1 -1}}} -spin {0 0 2}" {transport increment}
} {
    set engine [trundle::engine [set model [testing::model "contact clay clay -mu 0.3" "sphere s -radius 0.01 -material clay" \
        "$wall -material clay" "laws -transport none -increment printed -rescale yes"]]]
    tap::is [lmap line [trundle::advice::unscaled $model [$engine meetings 1] [$engine explain]] {
        regexp {with -(\w+)} $line - name
        set name
    }] $wanted "springs that can make energy beside $wall"
    $engine destroy
}
# A rolling spring whose limit is zero is none.
foreach {mu_r wanted} {0 0 0.1 1} {
    set engine [trundle::engine [set model [testing::model "contact clay clay -mu 0 -mu_r $mu_r" "sphere s -radius 0.01 -material clay" \
        "mesh w -triangles {{{0 0 -1} {1 0 -1} {0 1 -1}}} -material clay" "laws -rolling epsd -transport none -rescale yes"]]]
    tap::is [llength [trundle::advice::unscaled $model [$engine meetings 1] [$engine explain]]] $wanted "rolling springs with mu_r $mu_r"
    $engine destroy
}
# A sheet of 0.02 m has a sphere of 0.01 m roll on a reach of 0.02 m: 0.1 rad bear 0.1 mm.
foreach {overlap wanted} {0.8e-4 0 1.2e-4 1} {
    proc sheet {word args} {
        dict get [list contacts [list [list i 0 j {mesh 0} overlap $::overlap]] particle {radius 0.01} name b] $word
    }
    set told [trundle::advice::too-deep {meshes {{name v thickness 0.02}}} {0 0.1} sheet]
    tap::is [dict size $told] $wanted "an overlap of $overlap m with a sheet"
    tap::is [regexp -inline -all {[\d.e-]+ m;? } $told] [expr {$wanted ? {{0.00012 m; } {0.0001 m }} : {}}] "and what it tells"
}
# A valley of 0.1 rad, which bears overlaps of 0.05 mm: a ball dropped into it overlaps it by 0.3 mm.
proc fold {up} {
    foreach x {-0.3 0.3} {
        lappend triangles [list [list $x -0.1 [expr {0.015*$up}]] {0 -0.1 0} {0 0.1 0}] \
            [list [list $x -0.1 [expr {0.015*$up}]] {0 0.1 0} [list $x 0.1 [expr {0.015*$up}]]]
    }
    return $triangles
}
foreach {name young up smooth told} {flat 5e6 1 0.02 1 flat-once 5e6 1 0.11 0 flat-stiff 5e9 1 0.02 0 flat-ridge 5e6 -1 0.02 0} {
    scenario $name.tcl "gravity {0 0 -9.81}
        material wax -young $young -poisson 0.3 -density 2500
        contact wax wax
        mesh v -material wax -smooth $smooth -triangles {[fold $up]}
        sphere b -radius 0.01 -material wax -position {0.0001 0 0.0201} -velocity {0.003 0 0}
        laws -sliding none
        integrate -dt [expr {$young > 1e9 ? 1e-6 : 1e-5}]
        run until 0.06 record 1e-4"
    set result [trundle run $name.tcl -out tells-$name]
    tap::is [dict get $result status],[regexp -all {warning: [a-z-]+.tcl: at t = 0.04\d* s, mesh v \(line 4\): b overlaps it by [^ ]* m; beyond [^ ]* m its normal force} \
        [dict get $result err]],[regexp -all {overlaps it} [dict get $result err]] 0,$told,$told "a fold, $name: what is told"
    tap::note [dict get $result err]
}
# Which side spheres come to: those in a prism of 40 sides find its valleys of 0.157 rad, those outside do not.
set shell {}
for {set k 0} {$k < 40} {incr k} {
    foreach {name angle} [list a [expr {acos(-1)*$k/20}] b [expr {acos(-1)*($k + 1)/20}]] {
        set $name [list [expr {cos($angle)}] [expr {sin($angle)}]]
    }
    lappend shell [list [list {*}$a -1] [list {*}$b -1] [list {*}$b 1]] [list [list {*}$b 1] [list {*}$a 1] [list {*}$a -1]]
    foreach z {-1 1} {
        lappend shell [list [list {*}$a $z] [list {*}$b $z] [list 0 0 $z]]
    }
}
foreach {place low high wanted} {{0.3 0.2 0.1} 0.02 0.5 0.1569 {0.3 0.2 0.1} 0.16 0.5 "" {0.3 0.2 0.1} 0.02 0.15 ""
        {1.3 0.2 0.1} 0.02 0.5 "" {-0.2 -3 2.2} 0.02 0.5 ""} {
    set angle [trundle::joints::valley [dict create particles [list [dict create position $place]]] [dict create triangles $shell] $low $high]
    tap::is [expr {$angle eq "" ? "" : [format %.4f $angle]}] $wanted "a valley between $low and $high, of a sphere at $place"
}
set rows [split [string trim [contents tells-little/energy.csv]] \n]
set made [lindex [split [lindex $rows end] ,] [lsearch [split [lindex $rows 0] ,] made]]
tap::ok [expr {$made > 1e-8}] "the last one has made $made J all the same"

testing::end

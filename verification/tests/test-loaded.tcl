# test-loaded.tcl -- contacts that begin with loaded springs: a ball that rests on a slope, held by
# friction and by the resistance to rolling, stays where it is; with empty springs it swings.  The
# same through JSON; what cannot be loaded is refused.
package require trundle::testing
package require trundle
package require trundle::language
package require trundle::model-json
package require trundle::scenario
namespace import testing::*
namespace path ::trundle::language

# m g cos = k overlap^(3/2) and m g sin are the forces at rest, R m g sin is the torque.
set R 0.02
set m 0.05
set g 9.81
set k [expr {4/3.0*1e7/(1 - 0.3**2)*sqrt($R)}]
set angle 0.21
set overlap [expr {($m*$g*cos($angle)/$k)**(2/3.0)}]
set pull [expr {$m*$g*sin($angle)}]

proc ball {loaded} {
    upvar #0 R R m m g g angle angle overlap overlap pull pull
    trundle::language::build {
        gravity  [list [expr {-$g*sin($angle)}] 0 [expr {-$g*cos($angle)}]]
        material m -young 1e7 -poisson 0.3 -density 2000
        contact  m m -mu 0.6 -restitution 0.7 -k_r 0.5 -mu_r_length 0.01
        laws     -sliding mindlin -rolling mdem -lever radius -rescale no
        plane    slope -point {0 0 0} -normal {0 0 1} -material m -rigid yes
        sphere   ball -radius $R -mass $m -material m -position [list 0 0 [expr {$R - $overlap}]]
        integrate -method trapezoid -dt 1e-5
        if {$loaded} {
            loaded ball slope -spring [list $pull 0 0] -rolling_spring [list 0 [expr {-$pull*$R/0.5}] 0]
        }
    }
}

# How far it comes in a tenth of a second, and how large its spin gets.
proc way {model} {
    set engine [trundle::engine $model]
    set far 0
    set fast 0
    for {set t 1} {$t <= 100} {incr t} {
        $engine advance [expr {1e-3*$t}]
        set ball [$engine particle 0]
        set far [expr {max($far, abs([lindex [dict get $ball position] 0]))}]
        set fast [expr {max($fast, abs([lindex [dict get $ball spin] 1]))}]
    }
    $engine destroy
    return [list $far $fast]
}

lassign [way [ball 1]] far fast
lassign [way [ball 0]] swings spins
tap::note "loaded: $far m, $fast rad/s; empty: $swings m, $spins rad/s"
# Roundings of forces near 0.5 N over a stiff contact; the way is what they do in a tenth of a second.
tap::ok [expr {$far < 1e-12}] "a ball that begins held stays where it is"
tap::ok [expr {$fast < 1e-9}] "and does not turn"
tap::ok [expr {$swings > 1e-4 && $spins > 0.1}] "with empty springs it goes"

set trundle::version 0.0
set json [trundle::modeljson::write [dict create model [ball 1] until 1] "a ball at rest"]
set file [file join [file normalize .] loaded-[pid].json]
try {
    set channel [open $file w]
    puts $channel $json
    close $channel
    tap::is [way [dict get [trundle::modeljson::read $file] model]] [list $far $fast] "through JSON the same bits"
} finally {
    file delete $file
}

proc refused {script} {
    try {
        [trundle::engine [trundle::language::build $script]] destroy
        return "not refused"
    } trap {TRUNDLE} {message} {
        return $message
    }
}
set head {
    material m -young 1e7 -poisson 0.3 -density 2000
    contact m m -mu 0.5
    plane floor -point {0 0 0} -normal {0 0 1} -material m
    sphere a -radius 0.02 -material m -position {0 0 0.0199}
    sphere b -radius 0.02 -material m -position {1 0 0.0199}
    laws -sliding mindlin
}
foreach {line message} {
    {loaded a nobody} {loaded a nobody: there is no sphere or plane "nobody" before this line, expected one}
    {loaded floor a} {loaded floor a: there is no sphere "floor" before this line, expected one}
    {loaded a b} {loaded a b: bodies 0 and 1 do not touch, expected two spheres or a sphere and a plane that do}
    {loaded a floor -spring {0 0 1}}
        {loaded a floor: the sliding spring of bodies 0 and 2 has a part along their normal, expected it in the plane where they touch}
    {loaded a floor -rolling_spring {0 1 0}} {loaded a floor: these laws have no rolling spring to load}
    {loaded a floor -pull 3} {loaded a floor: there is no option "-pull", expected one of -rolling_spring, -spring, -twisting_spring}
} {
    tap::is [refused "$head\n$line"] $message $line
}
tap::done

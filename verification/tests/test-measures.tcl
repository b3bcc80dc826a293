# test-measures.tcl -- measures of scenarios: a stack at rest whose loads are its weights, the same numbers from
# `trundle measure`, from a model as JSON and from a run that was interrupted; what is refused. (The formulas are tested
# in lit/tests/measures.nw.)
package require trundle::testing
package require json
namespace import testing::*
testing::start

set head {
    gravity {0 0 -9.81}
    material clay -young 1e6 -poisson 0.3
    contact clay clay -restitution 0.05
    plane floor -point {0 0 0} -normal {0 0 1} -material clay
    foreach k {1 2 3} {
        sphere b$k -radius 0.01 -mass 0.2 -material clay -position [list 0 0 [expr {0.02*$k - 0.01}]]
    }
    integrate -method verlet -dt 2e-5
}
set measures {
    measure motion energy
    measure rest energy -share yes
    measure load force -of floor
    measure push force -of b2
    measure top place -of b3
    measure high height -about {0 0 0.02}
    measure sigma stress -box {-0.02 -0.02 0.01 0.02 0.02 0.03}
    measure z coordination -box {-1 -1 0.01 1 1 1}
    measure n count -box {-1 -1 0.01 1 1 1}
    measure through flow -point {0 0 0.0475} -normal {0 0 -1}
}
scenario stack.tcl "$head $measures\nrun until 1.5 record 0.1 -contacts yes"

proc table {text} {
    set rows [split [string trim $text] \n]
    set names [split [lindex $rows 0] ,]
    foreach row [lrange $rows 1 end] {
        foreach name $names x [split $row ,] {
            dict lappend columns $name $x
        }
    }
    return $columns
}
proc last {columns name} {
    return [lindex [dict get $columns $name] end]
}

works "a run with measures" run stack.tcl -out stack
set m [table [contents stack/measures.csv]]
tap::is [lrange [dict keys $m] 0 8] {t motion rest load.x load.y load.z push.x push.y push.z} "t, and the columns of each"
tap::is [llength [dict get $m t]] 16 "a line for each frame"
# What swings is damped: the energy of motion falls to rounding errors, so loads are weights to a millionth.
tap::near [last $m load.z] [expr {-0.6*9.81}] 1e-5 "the floor bears the weight"
tap::near [last $m push.z] 0 1e-5 "a sphere at rest has no force"
# With the forces 0.4 g below and 0.2 g above the middle sphere, at the arms R - delta/2 of a contact whose overlap
# follows from Hertz's law.
set G [expr {1e6/(2*(1 - 0.09))}]
proc overlap {force} {
    global G
    return [expr {pow($force/(4.0/3*$G*sqrt(0.005)), 2.0/3)}]
}
set moment 0
foreach f [list [expr {0.4*9.81}] [expr {0.2*9.81}]] {
    set moment [expr {$moment - $f*(0.01 - 0.5*[overlap $f])}]
}
tap::near [last $m sigma.zz] [expr {$moment/(0.04*0.04*0.02)}] 0.01 "stress in the box of one sphere"
tap::near [last $m sigma.xx] 0 1e-9 "and none across"
tap::near [expr {[last $m high] - [last $m top.z]}] [expr {0.01 - 0.02}] 1e-12 "the height counts from its point, to the top"
tap::is [last $m z.mean] 1.5 "two spheres: three touches"
tap::is [last $m z.loaded] NaN "none of them has four"
tap::is [last $m n] 2 "two are in the box"
tap::near [expr {[last $m rest]*0.6*9.81*0.01}] [last $m motion] 1e-20 "a share is one of weight times radius"
tap::near [expr {0.1*[tcl::mathop::+ {*}[dict get $m through]]}] 0.2 1e-12 "the top sphere sinks through a plane: its mass"
tap::ok [string match "*intact*yes*" [dict get [trundle info stack] out]] "info finds all files intact"

# --- the same numbers elsewhere
foreach {name kind words} {load force {-of floor} sigma stress {-box {-0.02 -0.02 0.01 0.02 0.02 0.03}} high height {-about {0 0 0.02}}
        through flow {-point {0 0 0.0475} -normal {0 0 -1}} rest energy -share} {
    set said [table [works "measure $kind" measure stack $kind {*}$words]]
    foreach column [lrange [dict keys $said] 1 end] {
        tap::is [dict get $said $column] [dict get $m [string map [list $kind $name] $column]] "$column later is $name at once"
    }
}
works "export" export stack.tcl -to json -out stack.json
works "the model" run stack.json -out again
tap::is [contents again/measures.csv] [contents stack/measures.csv] "a model as JSON measures the same"

# --- what is refused
foreach {line message} {
    {measure t count} {the name of a measure is "t", expected *}
    {measure a.b count} {the name of a measure is "a.b", expected letters*}
    {measure a count; measure a mass} {measure a: this name is already taken}
    {measure a angle} {measure a: the kind is "angle", expected one of energy, count, *}
    {measure a repos} {*did you mean repose?}
    {measure a count -of b1} {measure a: -of is not an option of count, expected -box}
    {measure a energy -of heat} {measure a: there is no energy "heat", expected one of motion, translational*}
    {measure a force} {measure a: -of is missing}
    {measure a force -of b4} {measure a: there is no wall or sphere "b4", expected one of floor, b1, b2, b3*}
    {measure a speed -of floor} {measure a: -of is the wall "floor", expected a sphere}
    {measure a porosity -box {0 0 0 1 1 0}} {measure a: -box is "0.0 0.0 0.0 1.0 1.0 0.0", expected a box with a volume}
    {measure a force -of floor} {measure a: force needs recorded contacts, expected `run ... -contacts yes`}
    {measure a place -of floor} {measure a: place needs recorded contacts, expected `run ... -contacts yes`}
} {
    scenario bad.tcl "$head\n$line\nrun until 1"
    set result [trundle run bad.tcl]
    tap::ok [expr {[dict get $result status] == 2
        && [string match "trundle: bad.tcl, line 11: $message" [string trim [dict get $result err]]]}] $line
    tap::note [dict get $result err]
}
foreach {words message} {
    {nowhere count} {measure: "nowhere" is not the folder of a run*}
    {stack} {measure: the folder of a run and the kind of measure is missing*}
    {stack angles} {measure value: the kind is "angles"*}
    {stack energy -of heat} {measure value: there is no energy "heat", expected one of motion, translational*}
    {stack count -box 1} {measure: -box is "1", expected six numbers*}
} {
    set result [trundle measure {*}$words]
    tap::ok [expr {[dict get $result status] == 2 && [string match "trundle: $message" [dict get $result err]]}] "measure $words"
    tap::note [dict get $result err]
}
testing::end

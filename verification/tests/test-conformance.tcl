# Conformance: a dozen models, and some drawn at random, run in the real code and here in that code's
# conventions (`laws -as`).  Where the table of an adapter calls all that acts the same, both agree to
# 1e-9 of the motion; where it tells of a difference, that is no larger than its cause makes it.
# (A bond is in none of the codes: test-export.tcl sees it refused.)
package require trundle::testing
package require trundle
package require trundle::scenario
namespace import testing::*
testing::start
# ESyS-Particle always runs under mpirun.
array set env {OMPI_ALLOW_RUN_AS_ROOT 1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM 1}

set materials {
    material soft -young 1e8 -poisson 0.25 -density 2500
    material hard -young 7e8 -poisson 0.31 -density 1900
}
set fast {integrate -dt 2e-6
    run until 0.016}
set slow {integrate -dt 1e-5
    gravity {0.4 0.3 -9.81}
    run until 0.03}
set ball {sphere a -radius 0.1 -material soft -position {0 0 0.1003} -velocity {0.31 0.2 -0.5} -spin {3 -4 2}}
set small {sphere b -radius 0.08 -material soft -position {0.15 0.07 0.1713} -velocity {0 0.1 -0.5} -spin {-2 4 7}}
set other [string map {soft hard} $small]
set floor {plane p -point {0 0 0} -normal {0 0 1} -material}
set models [list \
    "a pair, head-on, no damping" "contact soft soft -mu 0.2 -restitution 1
        sphere a -radius 0.1 -material soft -velocity {0.3 0 0}
        sphere b -radius 0.1 -material soft -position {0.2003 0 0} -velocity {-0.4 0 0}\n$fast" \
    "a pair, head-on, damped" "contact soft soft -mu 0.2 -restitution 0.4
        sphere a -radius 0.1 -material soft -velocity {0.3 0 0}
        sphere b -radius 0.1 -material soft -position {0.2003 0 0} -velocity {-0.4 0 0}\n$fast" \
    "a pair, oblique, no damping" "contact soft soft -mu 0.2 -restitution 1\n$ball\n$small\n$fast" \
    "a pair, oblique, damped" "contact soft soft -mu 0.2 -restitution 0.3\n$ball\n$small\n$fast" \
    "a pair that sticks" "contact soft soft -mu 20 -restitution 0.7\n$ball\n$small\n$fast" \
    "a pair of two materials" "contact soft hard -mu 0.3 -restitution 0.6\n$ball\n$other\n$fast" \
    "a pair without friction" "contact soft soft -mu 0 -restitution 0.6\n$ball\n$small\n$fast\nlaws -sliding none" \
    "a wall, oblique, no damping" "contact soft soft -mu 0.2 -restitution 1\n$ball\n$floor soft\n$fast" \
    "a wall, oblique, damped" "contact soft soft -mu 0.2 -restitution 0.3\n$ball\n$floor soft\n$fast" \
    "a wall that holds" "contact soft soft -mu 20 -restitution 0.8\n$ball\n$floor soft\n$fast" \
    "a wall of another material" "contact soft hard -mu 0.3 -restitution 0.6\n$ball\n$floor hard\n$fast" \
    "a rigid wall" "contact soft hard -mu 0.3 -restitution 0.6\n$ball\n$floor hard -rigid yes\n$fast" \
    "a sphere that slides, rolls and turns on a floor" "contact soft soft -mu 0.4 -restitution 0.3
        sphere a -radius 0.1 -material soft -position {0 0 0.09999} -velocity {0.31 0.2 0} -spin {3 -1 20}\n$floor soft\n$slow" \
    "rolling resistance on a floor" "contact soft soft -mu 0.4 -restitution 0.3 -mu_r 0.05 -eta_r 0.3
        sphere a -radius 0.1 -material soft -position {0 0 0.09999} -velocity {0.31 0.2 0} -spin {-2 3 0}
        $floor soft\n$slow\nlaws -rolling epsd" \
    "two coefficients of friction" "contact soft soft -mu 0.3 -restitution 0.8\ncontact soft hard -mu 0.7 -restitution 0.5
        $ball\n$small\n$floor hard\n$fast" \
    "three spheres at once" "contact soft soft -mu 0.3 -restitution 0.5\n$ball\n$small
        sphere c -radius 0.07 -material soft -position {-0.12 -0.1 0.0503} -velocity {0.4 0.7 0.3} -spin {0 5 -3}\n$fast" \
    "a wall of triangles" "contact soft hard -mu 0.3 -restitution 0.6\n$ball
        mesh w -triangles {{{-3 -3 0} {3 -3 0} {3 3 0}} {{-3 -3 0} {3 3 0} {-3 3 0}}} -material hard\n$fast"]

# Spheres that are held, as they rest or as they move and spin; of a pair that moves, what it bears is compared.
set still [string map {-material " -fixed yes -material" "0.31 0.2 -0.5" "0 0 0" "3 -4 2" "0 0 0"} $ball]
lappend models "held, one at rest, no damping" "contact soft soft -mu 0.2 -restitution 1\n$still\n$small\n$fast" \
    "held, one at rest, damped" "contact soft hard -mu 0.6 -restitution 0.3\n$still\n$other\ngravity {0.4 0.3 -9.81}\n$fast" \
    "held, one that moves and spins" "contact soft hard -mu 0.3 -restitution 0.6\n[string map {-material {-fixed yes -material}} $ball]\n$other\n$fast" \
    "held, a pair that moves" "contact soft hard -mu 20 -restitution 0.6
        [string map {-material {-fixed yes -material} {0.31 0.2 -0.5} {0.11 0.04 -0.07}} $ball]
        [string map {-material {-fixed yes -material} {0 0.1 -0.5} {0.01 0.08 -0.21}} $other]\n$fast"

# Linear springs: the power law with the power 0.  These runs end while bodies touch, for after an impact without
# losses nobody knows how stiff it was.  The sphere that lies on its spring keeps the overlap at which LIGGGHTS and
# YADE take their one tangential stiffness, so they agree there.
set linear "-k_p 7e5 -p_p 0"
set lies [expr {0.1 - 2500*4/3.0*0.1**2*9.81/7e5}]
set slides [string map [list "0 0 0.1003" "0 0 $lies" "0.2 -0.5" "0.2 0"] $ball]
set power "laws -normal power"
set hooke "laws -normal hooke -sliding linear"
set glides "$power\nlaws -sliding none"
set rests [string map {"0.4 0.3 -9.81" "0 0 -9.81"} $slow]
lappend models "linear springs, a pair without friction" "contact soft hard -mu 0 $linear\n$ball\n$other\n$fast\n$glides" \
    "linear springs, a wall without friction" "contact soft soft -mu 0 $linear\n$ball\n$floor soft\n$fast\n$glides" \
    "linear springs, an oblique pair" "contact soft hard -mu 0.2 $linear\n$ball\n$other\n$fast\n$power" \
    "linear springs, an oblique wall" "contact soft hard -mu 0.2 $linear\n$ball\n$floor hard -rigid yes\n$fast\n$power" \
    "linear springs, a sphere that slides and turns on a floor" "contact soft soft -mu 0.4 $linear\n$slides\n$floor soft\n$rests\n$power" \
    "linear springs, rolling resistance" "contact soft soft -mu 0.4 -mu_r 0.05 -eta_r 0.3 $linear
        $slides\n$floor soft\n$rests\n$power\nlaws -rolling epsd" \
    "linear springs, pairs and a wall without friction" "contact soft soft -mu 0 $linear\ncontact soft hard -mu 0 -k_p 5e5 -p_p 0
        $ball\n$other\n$floor soft\n$fast\n$glides" \
    "linear springs, a pair that falls and slides" "contact soft hard -mu 0.01 $linear\n$ball\n$other\n$fast\n$power\ngravity {0 0 -9.81}" \
    "hooke, an oblique pair" "contact soft hard -mu 0.2 -k_n 7e5\n$ball\n$other\n$fast\n$hooke" \
    "hooke, an oblique pair, damped" "contact soft hard -mu 0.2 -k_n 7e5 -restitution 0.6\n$ball\n$other\n$fast\n$hooke" \
    "hooke, a pair that sticks" "contact soft soft -mu 20 -collision_time 0.004 -restitution 0.7 -k_ratio 0.7\n$ball\n
        [string map {0.08 0.1 {0.15 0.07 0.1713} {0.16 0.07 0.1973}} $small]\n$fast\n$hooke" \
    "hooke, an oblique wall, damped" "contact soft hard -mu 0.2 -k_n 7e5 -c_n 31\n$ball\n$floor hard\n$fast\n$hooke" \
    "hooke, an oblique wall" "contact soft hard -mu 0.2 -k_n 7e5\n$ball\n$floor hard\n$fast\n$hooke" \
    "hooke, dashpots along and across" "contact soft hard -mu 20 -k_n 7e5 -restitution 0.6 -xi_t 0.1\n$ball\n$other\n$fast\n$hooke" \
    "hooke, rolling resistance" "contact soft soft -mu 0.4 -mu_r 0.05 -eta_r 0.3 -k_n 7e5 -restitution 0.6
        $slides\n$floor soft\n$rests\n$hooke\nlaws -rolling epsd" \
    "hooke, a pair without friction" "contact soft hard -mu 0 -k_n 7e5\n$ball\n$other\n$fast\nlaws -normal hooke -sliding none" \
    "hooke, a wall without friction" "contact soft soft -mu 0 -k_n 7e5\n$ball\n$floor soft\n$fast\nlaws -normal hooke -sliding none" \
    "linear springs, damped" "contact soft soft -mu 0 $linear -c_d 1e4\n$ball\n$floor soft\n$fast\n$glides"

# Pairs and walls drawn at random, always the same.
expr {srand(20151)}
proc draw {low high} {expr {$low + ($high - $low)*rand()}}
for {set k 0} {$k < 5} {incr k} {
    set n [lmap c {1 2 3} {draw -1 1}]
    set size [expr {sqrt([tcl::mathop::+ {*}[lmap c $n {expr {$c*$c}}]])}]
    set r [draw 0.05 0.12]
    set s [draw 0.05 0.12]
    set place [lmap c $n {expr {$c/$size*($r + $s + 2e-4)}}]
    lappend models "random [expr {$k + 1}]" "contact soft hard -mu [draw 0.05 0.9] -restitution [draw 0.3 1]
        sphere a -radius $r -material soft -velocity {[lmap c $n {expr {0.5*$c + [draw -0.5 0.5]}}]} -spin {[lmap c $n {draw -9 9}]}
        sphere b -radius $s -material hard -position {$place} -velocity {[lmap c $n {expr {-0.5*$c}}]} -spin {[lmap c $n {draw -9 9}]}
        $fast"
}

# Which models differ by how much at most, as a share of the fastest speed; `-` where nothing says how much.
# LIGGGHTS turns a spin by (R - overlap/2)/(R - overlap) on walls, some 1e-3, in the rolling law alone.  The
# torques of LAMMPS have an arm that is shorter by half the overlap for pairs: (15 m* v^2/(16 E* R*^(1/2)))^(2/5)
# is a hundredth of the radius, four for the fastest that is drawn; what is missing is the arm's share of the
# change of a surface's speed, which is no larger than the fastest speed that is left.  Friction of three spheres
# at once multiplies it.  YADE turns a history by cross products, which lack half the square of the turn of a step:
# 15 rad/s times 2e-6 s, in the thousand steps of a contact.  Its velocities are half a step late, which is seen
# while a force acts: 10 m/s2 times 5e-6 s on the floor, 2000 m/s2 times 1e-6 s for three spheres that overlap at
# the start.
# Where unequal spheres and a wall are in one model, no option has its arms for both: half the overlap times the
# difference of the radii over their sum, 1e-2 times 0.1 of the speed of the surfaces.  The rolling laws of LAMMPS
# and YADE have one stiffness for all overlaps.  With linear springs YADE's half a step is 1e-6 s times 182/s, the
# frequency of the stiffest pair, of a speed while bodies touch, and on the floor 5e-6 s times the 2.5 mu g of a
# sliding surface over 0.27 m/s, and 1e-6 s times 10 m/s2 over 0.53 m/s where a sphere falls on a held one.  A pair that slides from its second step on does not feel how stiff the tangential
# spring is, but in the first, with the force of one step's overlap.  What LAMMPS's limit takes of a dashpot along the
# plane nobody says; in ESyS-Particle the cause of 3e-4 is not known.
set allowed {
    liggghts {{*rolling resistance*} 1e-3 {*falls and slides} 1e-8}
    lammps {
        {hooke, dash*} - {hooke*pair*} 0.005
        {a pair, head-on*} 1e-9 {a pair*} 0.005 {two coeff*} 0.005 {random*} 0.02 {three*} 0.05 {*rolling resistance*} -
        {*oblique pair} 0.005 {*falls and slides} 0.005 {held*} 0.005
    }
    yade {
        {a pair, head-on*} 1e-9 {a pair without*} 1e-9 {a pair*} 5e-7 {random*} 5e-7 {three*} 7e-4
        {a wall*} 5e-7 {a rigid*} 5e-7 {a sphere*} 1e-4 {two coeff*} 0.001 {rolling*} -
        {linear*friction} 1.9e-4 {linear*floor} 1.9e-4 {linear*slides} 1.9e-4 {held*rest, damped} 2e-5 {held, a pair*} 5e-7
    }
    esys {{hooke, an oblique pair} 4e-4 {linear*friction} 1.9e-4 {linear*slides} 1.9e-4}
}
proc states {text first} {
    return [lmap line [split [string trim $text] \n] {
        if {[string match ITEM* $line] || [llength $line] < 10} continue
        lrange $line $first $first+5
    }]
}
# The largest difference of velocities and surface speeds over the largest of these.
proc error-of {ours theirs} {
    set most 0.0
    set error 0.0
    foreach a [concat {*}$ours] b [concat {*}$theirs] k [concat {*}[lrepeat [llength $ours] {1 1 1 0.1 0.1 0.1}]] {
        set most [expr {max($most, abs($k*$a))}]
        set error [expr {max($error, abs($k*($a - $b)))}]
    }
    return [expr {$error/$most}]
}
# Force and torque of each particle in the end, the torques as forces at 0.1 m.
proc borne {} {
    set request [trundle::scenario::read m.tcl 60]
    set engine [trundle::engine [dict get $request model]]
    $engine advance [dict get $request until]
    set loads [dict get [$engine loads] particles]
    $engine destroy
    return [lmap load $loads {concat [dict get $load force] [lmap c [dict get $load torque] {expr {10*$c}}]}]
}
proc conforms {code name model} {
    scenario m.tcl "$::materials\n$model\nlaws -as $code"
    file delete -force deck m-run
    set strict [trundle export m.tcl -to $code -out deck]
    set same [expr {[dict get $strict status] == 0}]
    if {!$same} {
        set result [trundle export m.tcl -to $code -out deck -approximate]
        if {[dict get $result status]} {
            tap::ok [string match "*cannot express*" [dict get $result err]] "$code, $name: not there"
            tap::note [dict get $result err]
            return
        }
    }
    trundle run m.tcl
    set line [lindex [split [contents [lindex [glob deck/deck*] 0]] \n] 1]
    cd deck
    set failed [catch {exec sh -c [regsub {^.*folder: } $line ""] >out 2>@1} message]
    cd ..
    if {$failed} {
        tap::ok 0 "$code, $name: runs"
        tap::note $message
        return
    }
    set theirs [states [contents deck/final.dump] 4]
    set rows [split [string trim [contents m-run/trajectory.csv]] \n]
    set error [error-of [lmap row [lrange $rows end-[expr {[llength $theirs] - 1}] end] {lrange [split $row ,] 5 10}] $theirs]
    if {[string match "held, a pair*" $name]} {
        set loads [lmap row [states [contents deck/final.dump] 10] {
            concat [lrange $row 0 2] [lmap c [lrange $row 3 5] {expr {10*$c}}]
        }]
        set error [expr {max($error, [error-of [borne] $loads])}]
    }
    if {$same} {
        tap::ok [expr {$error <= 1e-9}] "$code, $name: the same"
    } else {
        set most 1e-9
        foreach {pattern size} [dict get $::allowed $code] {
            if {[string match $pattern $name]} {
                set most $size
                break
            }
        }
        tap::ok [expr {$most eq "-" ? $error > 1e-9 : $error <= $most}] \
            "$code, $name: differs[expr {$most eq "-" ? ", as it says" : " by at most $most"}]"
        tap::note [dict get $strict err]
    }
    tap::note "[format %.2g $error] of the fastest speed"
}
# ESyS-Particle knows linear springs alone.
foreach {code program} {liggghts liggghts lammps lmp yade yade esys esysparticle} {
    if {[auto_execok $program] eq ""} {
        tap::ok 1 "$code # SKIP $program is not installed"
        continue
    }
    foreach {name model} $models {
        if {$code eq "esys" && ![string match linear* $name] && ![string match hooke* $name]} continue
        conforms $code $name $model
    }
}
testing::end

# The package as a program of one's own calls it: each wrong word of a model, of an engine's command and of
# identify is refused by its name, with the value and what was expected; and the same model with the word right is not.
package require tap
package require trundle

set good {
    gravity {0 0 -9.81}
    materials {lead {young 2e7 poisson 0.3 density 1730}}
    contacts {{lead lead} {mu 0.3}}
    fluid {velocity {1 0 0} viscosity 1e-5}
    particles {{name a radius 0.1 material lead position {0 0 0.0999}} {radius 0.1 material lead position {0 1 0.3}}}
    planes {{name floor point {0 0 0} normal {0 0 1} material lead}}
    options {sliding elongation}
    scheme {dt 1e-5 method verlet}
    loaded {{i 0 j {plane 0} spring {1e-6 0 0}}}
}
foreach {change pattern} {
    {gravity {0 0}} {model: gravity is "0 0", expected a list of 3 numbers}
    {gravity {0 0 NaN}} {model: gravity is "0 0 NaN", expected a list of 3 numbers}
    {gravity {0 0 Inf}} {*gravity must be a finite vector}
    {materials lead} {model: materials is "lead", expected a dict of names and values}
    {materials {lead {young 2e7 density 1}}} {material lead: poisson is missing}
    {materials {lead {young 2e7 poisson 0.7}}} {*poisson is 0.7, expected *}
    {materials {a-name-of-a-material-that-is-long {young 2e7 poisson 0.3}}} {*at most 31 letters}
    {contacts {lead {mu 0.3}}} {model: contact is "lead", expected the names of two materials}
    {contacts {{lead tin} {mu 0.3}}} {contact lead tin: material is "tin", expected the name of a material of the model}
    {contacts {{lead lead} {mu x}}} {contact lead lead: mu is "x", expected a number}
    {contacts {{lead lead} {restitution 0}}} {*restitution is 0, expected a number in (0, 1\]}
    {contacts {{lead lead} {mu_s 0.1 mu_d 0.2}}} {*mu_d is 0.2, expected *}
    {particles \{} {*expected a list of dicts}
    {particles {{radius x material lead}}} {particle 0: radius is "x", expected a number}
    {particles {{radius 1 material lead orientation {0 0 0 0}}}} {*orientation is "0 0 0 0", expected four finite numbers *}
    {particles {{radius 1 material lead velocity {0 0 Inf}}}} {*velocity is "0 0 Inf", expected three finite numbers}
    {planes \{} {*expected a list of dicts}
    {particles {{radius 1 material lead velocity {0 1e200 0}}}} {*velocity is 0 1e+200 0, expected a length below 1.3e154}
    {particles {{radius 1 material lead inertia_factor 2}}} {particle 0: inertia_factor is 2, expected a number in (0, 1\]}
    {planes {{normal {0 0 1} material lead velocity {0 1e200 0}}}} {plane 0: velocity is 0 1e+200 0, expected a length *}
    {planes {{normal {0 0 0} material lead}}} {plane 0: normal is "0 0 0", expected three finite numbers that are not all zero}
    {groups \{} {*groups is*expected a list of dicts}
    {groups x} {group 0 is "x", expected a dict}
    {groups {{name pile}}} {group pile: kind is missing, expected one of: lattice, file, random}
    {groups {{kind pile}}} {group 0: kind is "pile", expected one of: lattice, file, random}
    {groups {{kind lattice}}} {group 0: count is missing}
    {groups {{kind random box {0 0 0 1 1 1} radius 0.1}}} {group 0: material is missing}
    {groups {{kind file}}} {group 0: path is missing}
    {groups {{kind file path x y 1}}} {group 0: "y" is not known, expected one of: kind, name, path, material}
    {groups {{kind file path {}}}} {group 0: path is "", expected the name of a file}
    {groups {{kind file path x material gold}}} {group 0: material is "gold", expected the name of a material of the model}
    {groups {{kind lattice count {1 1} spacing 1 radius 1 material lead}}} {*count is "1 1", expected three whole numbers >= 1}
    {groups {{kind lattice count {1 1 x} spacing 1 radius 1 material lead}}} {*count is "1 1 x", expected three whole numbers >= 1}
    {groups {{kind lattice count {1 1 1} spacing {1 2} radius 1 material lead}}} {*spacing is "1 2", expected one finite number or three (m)}
    {groups {{kind lattice count {1 1 1} spacing {1 2 Inf} radius 1 material lead}}} {*spacing is "1 2 Inf", *}
    {groups {{kind lattice count {1 1 1} spacing 1 radius 1 material lead seed -1}}} {*seed is "-1", expected a whole number >= 0}
    {groups {{kind lattice count {1 1 1} spacing 1 radius 1 material lead origin 0}}} {*origin is "0", expected three finite numbers (m)}
    {groups {{kind lattice count {1 1 1} spacing 1 radius 1 material gold}}} {group 0: material is "gold", *}
    {groups {{kind lattice count {0 1 1} spacing 1 radius 1 material lead}}} {group 0: *count*}
    {meshes \{} {*meshes is*expected a list of dicts}
    {meshes x} {mesh 0 is "x", expected a dict}
    {meshes {{material lead}}} {mesh 0: expected either path or triangles}
    {meshes {{name m path a triangles b}}} {mesh m: expected either path or triangles}
    {meshes {{triangles {{{0 0 0} {1 0} {0 1 0}}} material lead}}} {mesh 0: triangle 0 is *, expected three corners of three numbers (m)}
    {meshes {{triangles {{{0 0 0} {1 0 0 7} {0 1 0}}} material lead}}} {mesh 0: triangle 0 is *, expected three corners of three numbers (m)}
    {meshes {{triangles {{{0 0 0} {1 0 0} {0 1 0}}} scale 0 material lead}}} {mesh 0: scale is "0", expected a number > 0}
    {meshes {{triangles {{{0 0 0} {1 0 0} {0 1 0}}} scale Inf material lead}}} {mesh 0: scale is "Inf", expected a number > 0}
    {meshes {{triangles {{{0 0 0} {1 0 0} {0 1 0}}}}}} {mesh 0: material is missing}
    {meshes {{triangles {{{0 0 0} {1 0 0} {0 1 0}}} material gold}}} {mesh 0: material is "gold", *}
    {meshes {{triangles {{{0 0 0} {1 0 0} {0 1 0}}} material lead wall 1}}} {mesh 0: *wall*name, path, triangles, scale, *}
    {meshes {{triangles {} material lead}}} {mesh 0: triangles is "", expected a list of triangles}
    {meshes {{triangles {{{0 0 0} {1 0 0} {0 1 0}} {{0 0 0} {1 0 0}}} material lead}}} {mesh 0: triangle 1 is *, expected three corners of three numbers (m)}
    {meshes {{triangles {{{0 0 0} {1 0 0} {0 x 0}}} material lead}}} {mesh 0: triangle 0 is *, expected three corners *}
    {meshes {{triangles {{{0 0 0} {1 0 0} {2 0 0}}} material lead}}} {mesh 0: triangle 0: corners (0 0 0), (1 0 0), (2 0 0) lie on a line: *}
    {meshes {{triangles {{{0 0 0} {0 0 0} {0 0 0}}} material lead}}} {mesh 0: all corners are at the origin, expected triangles}
    {meshes {{path none.stl material lead}}} {mesh 0: none.stl: No such file or directory}
    {fluid {wind {1 0 0}}} {*wind*drag, viscosity, magnus, density, velocity*}
    {fluid {velocity 1}} {fluid: velocity is "1", expected a list of 3 numbers}
    {fluid {drag -1}} {*drag is -1*}
    {fluid {velocity {Inf 0 0}}} {*velocity and gradients must be finite}
    {options {sliding sand}} {*sliding*sand*elongation*}
    {scheme {step 1e-5}} {*step*phi, dt, evaluations*}
    {scheme {dt x}} {scheme: dt is "x", expected a number}
    {loaded {{i 0 j 1 twist 3}}} {*twist*name, i, j, spring, rolling_spring, twisting_spring}
    {loaded {{i 0 j {plane 1}}}} {loaded: j is "plane 1", expected the number of a particle, or plane K}
    {loaded {{i 2 j 0}}} {loaded: i is "2", expected the number of a particle}
    {loaded {{i 0 j 1 twisting_spring x}}} {loaded: twisting_spring is "x", expected a number}
    {loaded {{name q i 0 j 1 spring {0 0 1}}}} {loaded q: bodies 0 and 1 do not touch, expected *}
    {loaded {{i 0 j 1 spring {0 0 1}}}} {loaded: bodies 0 and 1 do not touch, expected *}
    {loaded {{name q i 0 j 0}}} {loaded q: bodies 0 and 0 do not touch, expected *}
    {loaded \{} {*loaded is*expected a list of dicts}
    {heat 3} {model: *heat*gravity, materials, contacts*}
} {
    tap::raises {trundle::engine [dict replace $good {*}$change]} $pattern $change
}
tap::raises {trundle::engine odd} {a model is a dict with the parts gravity, materials, *} "no dict"

# Commands of an engine.
set e [trundle::engine $good]
foreach {script pattern} {
    {advance x} {engine: time is "x", expected a number}
    {advance 1e-4 -every 0} {engine: -every is "0", expected a number of steps > 0}
    {steer 9 {0 0 0} {0 0 0}} {engine: particle is "9", expected an integer from 0 to 1}
    {steer 0 {0 0 0} {0 0 0}} {particle 0 is free, expected a fixed one to steer}
    {particle -1} {engine: particle is "-1", expected an integer from 0 to 1}
    {name 0 x} {engine: particle is "0", expected one behind those that have names}
    {leave 7} {engine: particle is "7", expected an integer from 0 to 1}
    {step -1} {engine: steps is "-1", expected an integer >= 0}
    {nonsense} {bad subcommand "nonsense": must be advance, *}
} {
    tap::raises "$e $script" $pattern "an engine: $script"
}
$e step 0
tap::is [$e steps] 0 "no step is a number of steps, too"
tap::is [list [$e threads 2] [$e threads] [$e threads 1]] {2 2 1} "its threads"
foreach until {{} {-until touch}} {
    set one [trundle::engine [dict replace $good particles {{radius 0.01 material lead position {0 0 0.5}}} loaded {}]]
    tap::near [lmap row [$one advance 7.2e-5 -every 3 {*}$until] {lindex $row 0}] {0 3e-5 6e-5} 1e-18 "a row every three steps, $until"
    $one destroy
}
set other [trundle::engine $good]
$other step 1
tap::is [dict get [$other counts] lists] 1 "one list for the first step"
$other destroy
tap::is [lmap law [dict get [trundle::tables] laws] {expr {[string length [dict get $law what]] > 9 ? [continue] : $law}}] {} \
    "each law says in words what it is"
tap::raises {trundle::checkpoint write $e none.h5 model user not-there.csv} {*not-there.csv*} "a checkpoint waits for the files that it counts on"
tap::ok [expr {![file exists none.h5]}] "and is not written without them"
foreach {script pattern} {
    {trundle::trajectory begin nobody x.h5 text} {trajectory: engine is "nobody", expected a command made by trundle::engine}
    {trundle::trajectory add $e} {the engine writes no trajectory}
    {trundle::trajectory begin $e x.h5 text -1} {trajectory: frames is "-1", expected a whole number, 0 or more}
} {
    tap::raises $script $pattern $script
}
# A trajectory of somebody else's numbers.
set file [file join [pwd] package-test.h5]
file delete $file       ;# of a run that was stopped
trundle::trajectory begin $e $file text
set row {0 0 1 0 0 0 0 0 0}
foreach {script pattern} {
    {trundle::trajectory begin $e $file text} {the engine writes a trajectory already}
    {trundle::trajectory rows $e 0 [list $row]} {trajectory: 1 rows, expected one for each of 2 particles}
    {trundle::trajectory rows $e 0 [list $row {0 0 1}]} {trajectory: row is "0 0 1", expected a list of 9 numbers}
    {trundle::trajectory rows $e x [list $row $row]} {trajectory: time is "x", expected a number}
} {
    tap::raises $script $pattern $script
}
trundle::trajectory drop $e
$e destroy
tap::ok [expr {![file exists $file]}] "and nothing is left"

# What an engine tells of a particle and of a contact that was given its springs, and a checkpoint of what was put into it.
set told {
    gravity {0 0 -9.81}
    materials {lead {young 2e7 poisson 0.3 density 1730} tin {young 1e7 poisson 0.2 density 900}}
    contacts {{lead lead} {mu 0.3 mu_r 0.1} {lead tin} {mu 0.3}}
    particles {
        {radius 0.1 material lead position {0 0 0.0999} velocity {1 2 3} spin {4 5 6} orientation {0.5 -0.5 0.5 0.5} mass 3}
        {radius 0.2 material tin position {0 1 0.3} mass 2 inertia 3e-3 fixed yes}}
    planes {{point {0 0 0} normal {0 0 1} material lead}}
    options {sliding elongation rolling epsd twisting spring}
    scheme {dt 1e-5 method verlet}
    loaded {{i 0 j {plane 0} spring {1e-6 2e-6 0} rolling_spring {1e-5 3e-5 0} twisting_spring 4e-6}}
}
set e [trundle::engine $told]
tap::is [dict remove [$e particle 0] force torque inertia] {position {0.0 0.0 0.0999} velocity {1.0 2.0 3.0}\
    spin {4.0 5.0 6.0} orientation {0.5 -0.5 0.5 0.5} radius 0.1 mass 3.0 fixed 0 material lead} "a particle"
tap::near [dict get [$e particle 0] inertia] [expr {0.4*3*0.1**2}] 1e-17 "the inertia of a ball"
tap::is [$e particle 1] {position {0.0 1.0 0.3} velocity {0.0 0.0 0.0} spin {0.0 0.0 0.0} orientation {1.0 0.0 0.0 0.0}\
    force {0.0 0.0 -19.62} torque {0.0 0.0 0.0} radius 0.2 mass 2.0 inertia 0.003 fixed 1 material tin} "a fixed one"
tap::is [dict filter [lindex [$e contacts] 0] script {key -} {expr {$key in {i j spring rolling_spring twisting_spring slipping mobilised}}}] \
    {i 0 j {plane 0} spring {1e-6 2e-6 0.0} rolling_spring {1e-5 3e-5 0.0} twisting_spring 4e-6 slipping 0 mobilised 0} \
    "a contact with the springs that it was given"
package require trundle::vectors
set touch [lindex [$e contacts] 0]
tap::near [dict get $touch friction] [trundle::vectors::vsub [dict get $touch force] [trundle::vectors::vscale \
    [trundle::vectors::vdot [dict get $touch force] [dict get $touch n]] [dict get $touch n]]] 1e-12 \
    "its friction is what the force has across the normal"
tap::ok [expr {[trundle::vectors::vnorm [dict get $touch friction]] > 0.01}] "and there is some"
tap::is [dict remove [$e counts] bytes lists slots skin evaluations passes path] {particles 2 steps 0 halvings 0 warnings 0 pairs 0\
    touching 0 touching_walls 1 domains 1 threads 1 dt 1e-5} "what it counts"
set falling [trundle::engine {gravity {0 0 -10} materials {lead {young 2e7 poisson 0.3 density 1730}}
    particles {{radius 0.1 material lead position {0 0 0.3}}} planes {{point {0 0 0} normal {0 0 1} material lead}}
    scheme {dt 1e-4 method verlet}}]
$falling advance 0.5 -until touch
tap::near [$falling time] 0.20011 1e-4 "-until touch: a sphere that falls 0.2 m, to one of the next two steps"
$falling destroy
trundle::checkpoint write $e package-test-checkpoint.h5 model "of\nthe user"
foreach c [list [trundle::checkpoint look package-test-checkpoint.h5] [trundle::checkpoint read $e package-test-checkpoint.h5 model]] {
    tap::is $c [list time 0.0 steps 0 frames 0 user "of\nthe user"] "what stands in a checkpoint"
}
file delete package-test-checkpoint.h5

# A frame of contacts that another code tells: each number stands in its column.
trundle::trajectory begin $e $file text 1 yes
set contact {i 1 j 0 point {1 2 3} n {0 0.6 0.8} overlap 0.25 normal 4.5 force {5 6 7} friction {8 9 10} rolling {11 12 13}
    spring {14 15 16} rolling_spring {17 18 19} twisting_spring 20 slipping 1 mobilised 0}
set wall {i 0 j -1 point {21 22 23} n {1 0 0} overlap 0.5 normal 24 force {25 26 27} friction {28 29 NaN} rolling {31 32 33}
    spring {34 35 36} rolling_spring {37 38 39} twisting_spring 40 slipping 0 mobilised 1}
trundle::trajectory rows $e 0.5 [list $row $row] [list $contact $wall]
trundle::trajectory finish $e
foreach {name numbers} {
    point {1.0 2.0 3.0 21.0 22.0 23.0} n {0.0 0.6 0.8 1.0 0.0 0.0} overlap {0.25 0.5} normal {4.5 24.0}
    friction {8.0 9.0 10.0 28.0 29.0 NaN} rolling {11.0 12.0 13.0 31.0 32.0 33.0}
    spring {14.0 15.0 16.0 34.0 35.0 36.0} rolling_spring {17.0 18.0 19.0 37.0 38.0 39.0} twisting_spring {20.0 40.0}
} {
    binary scan [trundle::frames numbers $file contacts/$name double] q* got
    tap::is $got $numbers "told contacts: $name"
}
foreach {name numbers} {i {1 0} j {0 -1} state {3 5}} {
    binary scan [trundle::frames numbers $file contacts/$name whole] m* got
    tap::is $got $numbers "told contacts: $name"
}
file delete $file
$e destroy

# What the search is measured with: a lattice of 1000 balls, each moved a little, in which nearly all neighbours are near.
foreach wrong {{search 0 1} {search 100000001 1} {rotation 1 0} {rest 1 1}} {
    tap::raises "trundle::time $wrong" {time: expected cpu, or rotation or search with PARTICLES ROUNDS*} "to time: $wrong"
}
set pairs [dict get [trundle::time search 1000 1] pairs]
tap::ok [expr {2600 < $pairs && $pairs <= 3*900}] "$pairs pairs of the search that is timed, of 2700 neighbours"
# Groups and meshes: who is made, and at whose triangle a ball stands.
set many {
    materials {lead {young 2e7 poisson 0.3 density 1730} tin {young 1e7 poisson 0.2 density 900}}
    particles {{radius 0.1 material lead position {0.3 0.3 0.0999}}}
    groups {
        {kind lattice name bed origin {1 2 3} count {2 1 3} spacing {0.5 0.6 0.7} radius 0.1 material tin velocity {1 0 0} spin {0 2 0} mass 0.5}
        {kind random box {5 5 5 6 7 8} count 3 radius {0.05 0.06} seed 7 material lead fixed yes}
        {kind random box {5 5 5 6 7 8} count 3 radius {0.05 0.06} seed 8 material lead}}
    planes {{point {0 0 -5} normal {0 0 1} material lead} {point {0 0 -6} normal {0 0 1} material lead}}
    meshes {
        {triangles {{{0 0 0} {1 0 0} {0 1 0}} {{1 0 3.9} {1 3 3.9} {0 1 3.9}}} material lead}
        {triangles {{{0 0 -9} {1 0 -9} {0 1 -9}} {{1.8 2 5.8002} {2.6 4 5.8002} {1.8 6 5.8002}}} scale 0.5 material tin velocity {0 0 1}}}
}
set e [trundle::engine $many]
tap::is [dict get [$e counts] particles] 13 "a particle, six of a lattice and three of each packing"
proc of {engine key from to} {
    set all {}
    for {set k $from} {$k <= $to} {incr k} {
        lappend all [dict get [$engine particle $k] $key]
    }
    return $all
}
tap::near [concat {*}[of $e position 1 6]] {1 2 3 1.5 2 3 1 2 3.7 1.5 2 3.7 1 2 4.4 1.5 2 4.4} 1e-15 "the places of a lattice"
foreach {key value} {velocity {1.0 0.0 0.0} spin {0.0 2.0 0.0} radius 0.1 mass 0.5 fixed 0 material tin} {
    tap::is [of $e $key 1 6] [lrepeat 6 $value] "a lattice: $key"
}
tap::ok [tcl::mathop::* {*}[lmap x [of $e position 7 12] r [of $e radius 7 12] {
    lassign $x x y z
    expr {0.05 <= $r && $r <= 0.06 && 5 + $r <= $x && $x <= 6 - $r && 5 + $r <= $y && $y <= 7 - $r && 5 + $r <= $z && $z <= 8 - $r}
}]] "packings stay in their boxes"
tap::is [list [of $e fixed 7 12] [of $e material 7 12]] {{1 1 1 0 0 0} {lead lead lead lead lead lead}} "and are what was said"
tap::ok [expr {[of $e radius 7 9] ne [of $e radius 10 12]}] "another seed, another packing"
tap::is [lmap c [$e contacts] {dict filter $c script {key -} {expr {$key in {i j triangle}}}}] \
    {{i 0 j {mesh 0} triangle 0} {i 1 j {mesh 1} triangle 1}} "the triangles at which balls stand"
foreach {script wanted} {
    {inside {1 2 3 1.5 2 3.7}} {1 2 3 4} {inside {1.1 2 3 9 2 3.7}} {2 4} {inside {1 2.1 3 1.5 9 3.7}} {}
    {inside {1 1.9 3.1 1.5 2 3.7}} {3 4} {inside {1 2 3 1.4 2 3.7}} {1 3} {inside {1 -9 3 1.5 1.9 3.7}} {} {inside {1 2 3 1.5 2 3.6}} {1 2}
    {beyond {0 0 3.7} {0 0 1}} {5 6 7 8 9 10 11 12} {beyond {0.9 7 3} {-1 0 0}} 0 {beyond {9 1 9} {0 -1 0}} 0
    {here 12} 1 {room {0.3 0.3 0.25} 0.05} 1 {room {0.3 0.3 0.25} 0.051} 0 {room {0.3 0.46 0.0999} 0.05} 1 {room {0.14 0.3 0.0999} 0.05} 1
} {
    tap::is [$e {*}$script] $wanted "who is there: $script"
}
foreach {script usage} {inside BOX here NUMBER beyond {POINT NORMAL} room {POSITION RADIUS}} {
    tap::raises {$e $script} "wrong # args: should be \"$e $script $usage\"" "$script of nothing"
}
tap::raises {$e inside {1 2 3}} {engine: box is "1 2 3", expected *} "no box"
$e leave 3
tap::is [list [$e here 3] [$e here 4] [$e inside {1 2 3 1.5 2 3.7}]] {0 1 {1 2 4}} "who has left"
$e destroy

# identify.
set times {0 0.1 0.2 0.3 0.4 0.5 0.6 0.7}
foreach {options pattern} {
    {-time $times} {identify: give -time and either -angle or -displacement}
    {-time $times -angle} {identify: option -angle has no value}
    {-time $times -angle $times -level 0} {identify: -level is "0", expected a positive number}
    {-time $times -angle $times -bootstrap -1} {identify: -bootstrap is "-1", expected an integer from 0 to 1000000}
    {-time $times -angle {0 1} -inertia 1} {identify: -time has 8 values and -angle has 2}
    {-time $times -displacement $times -inertia 1} {identify: -displacement needs -radius}
    {-time $times -angle {0 x} -inertia 1} {identify: value 2 of -angle is "x", expected a number}
    {-time $times -angle \{ -inertia 1} {identify: -angle is no list}
    {-time $times -angle $times -mass 1 -radius 1} {identify: the inertia is missing: *}
    {-time $times -angle $times -mass 1 -shape sphere} {identify: the inertia is missing: *}
    {-time $times -angle $times -radius 1 -shape sphere} {identify: the inertia is missing: *}
    {-time $times -angle $times -mass 1 -radius 1 -shape egg} {identify: -shape is "egg", expected sphere, cylinder, hoop or shell}
    {-weight 1} {bad option "-weight"*}
} {
    tap::raises "trundle::identify $options" $pattern "identify $options"
}
tap::done

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
    {planes {{normal {0 0 0} material lead}}} {plane 0: normal is "0 0 0", expected three finite numbers that are not all zero}
    {groups \{} {*groups is*expected a list of dicts}
    {meshes \{} {*meshes is*expected a list of dicts}
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
foreach {script pattern} {
    {trundle::trajectory begin nobody x.h5 text} {trajectory: engine is "nobody", expected a command made by trundle::engine}
    {trundle::trajectory add $e} {the engine writes no trajectory}
    {trundle::trajectory begin $e x.h5 text -1} {trajectory: frames is "-1", expected a whole number, 0 or more}
} {
    tap::raises $script $pattern $script
}
# A trajectory of somebody else's numbers.
set file [file join [pwd] package-test.h5]
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
    {-time $times -angle $times -mass 1 -radius 1 -shape egg} {identify: -shape is "egg", expected sphere, cylinder, hoop or shell}
    {-weight 1} {bad option "-weight"*}
} {
    tap::raises "trundle::identify $options" $pattern "identify $options"
}
tap::done

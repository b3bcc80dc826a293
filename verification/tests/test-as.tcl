# `laws -as CODE`: the conventions of a code or paper at once.  What they must be is written here once
# more, from the sources of the codes and the equations of the papers.
package require trundle::testing
package require json
namespace import testing::*
testing::start

set head {
gravity   {0 0 -9.81}
material  steel -young 2.1e7 -poisson 0.30 -density 7800
contact   steel steel -mu 0.4 -restitution 0.4 -kf 1e9
plane     table -point {0 0 0} -normal {0 0 1} -material steel
sphere    ball -radius 0.01 -material steel -position {0 0 0.01} -velocity {0.3 0 0}
run until 1e-3
}
# Laws and scheme of the model that the lines make.
proc model-with {lines} {
    testing::scenario s.tcl $::head$lines\n
    set result [trundle export s.tcl -to json]
    if {[dict get $result status]} {
        tap::note [dict get $result err]
        return {}
    }
    set model [json::json2dict [contents s.json]]
    return [dict merge [dict get $model laws] [dict get $model integrate]]
}
foreach {code wanted} {
    liggghts      {lever half   transport project increment rate    friction_cap total   sliding elongation method verlet rescale no}
    lammps        {lever radius transport normal  increment rate    friction_cap total   sliding elongation method verlet rescale no}
    yade          {lever shares transport frame   increment rate    sliding mindlin normal_end force method verlet rescale no}
    mfix          {lever inner  increment rate    sliding elongation slip_memory yes rescale no}
    campello2015  {lever radius transport none    increment printed friction_cap total   sliding elongation shear_modulus printed
        slip_memory no method trapezoid rescale no}
    bandeira2018  {lever radius friction_cap elastic sliding viscous bond_sign printed xi_mixing printed method trapezoid}
} {
    set got [model-with "laws -as $code"]
    set names [dict keys $wanted]
    tap::is [lmap name $names {trundle::value::get $got $name}] [dict values $wanted] "$code: $names"
}
# Which arm it is depends on what can touch, and only the whole model tells that.
set floor $head
set head {
material  steel -young 2.1e7 -poisson 0.30 -density 7800
contact   steel steel -mu 0.4 -kf 1e9
laws      -as yade
sphere    ball -radius 0.01 -material steel -position {0 0 0.01}
run until 1e-3
}
set plane {plane table -point {0 0 0} -normal {0 0 1} -material steel}
set second {sphere b -radius 0.02 -material steel -position {0 0 0.5}}
set many {lattice b -count {2 2 2} -spacing 0.1 -radius 0.01 -material steel -origin {0 0 0.5}}
foreach {what lines lever} [list "two spheres" $second half "a lattice" $many half "a ball on a plane" $plane shares \
        "two spheres and a plane" "$second\n$plane" shares] {
    tap::is [trundle::value::get [model-with $lines] lever] $lever "yade, $what: the arm"
}
set head $floor
set got [model-with "laws -as lammps -lever half"]
tap::is [dict get $got lever] half "what the line says itself counts"
tap::is [dict get [model-with "integrate -method trapezoid\nlaws -lever inner\nlaws -as lammps"] method] trapezoid \
    "what `integrate` has said before counts"
tap::is [dict get [model-with "laws -lever inner\nlaws -as lammps\nintegrate -method trapezoid"] lever] inner \
    "what `laws` has said before counts"
testing::scenario bad.tcl "${head}laws -as lamps\n"
testing::refused "*laws: -as is \"lamps\", expected one of *did you mean lammps?*" {run bad.tcl} "a code that is not known"
testing::end

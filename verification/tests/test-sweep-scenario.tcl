# test-sweep-scenario.tcl -- trundle sweep over the parameters of a scenario: its measures in the table, a kill, what is
# refused.
package require trundle::testing
package require json
package require csv
namespace import testing::*
testing::start

# A ball in the air: after 0.1 s it has risen v t - g t^2/2, whatever the engine does besides.
scenario throw.tcl {
    parameter v 2 -range {0 10} -unit m/s -what {speed upwards}
    parameter many 1
    parameter radius 0.01
    gravity {0 0 -3.7}
    material clay -young 1e6 -poisson 0.3 -density 1730
    lattice balls -count [list $many 1 1] -spacing 0.1 -radius $radius -material clay -velocity [list 0 0 $v]
    measure where place -of balls-1
    measure n count
    integrate -method verlet -dt 1e-4
    run until 0.1
}
proc column {name} {
    set rows [lmap line [split [string trim [contents throw-sweep/sweep.csv]] \n] {csv::split $line}]
    set at [lsearch -exact [lindex $rows 0] $name]
    return [lmap row [lrange $rows 1 end] {lindex $row $at}]
}
works "a sweep" sweep throw.tcl -over v=1:3:3 -over many=1,2 -jobs 2
tap::near [column where.z] [concat {*}[lmap v {1 2 3} {
    set z [expr {0.1*$v - 0.5*3.7*0.01}]
    list $z $z
}]] 1e-12 "the measures at the end are the columns"
tap::is [column n] {1 2 1 2 1 2} "a whole number stays one"
set said [json::json2dict [contents throw-sweep/sweep.json]]
tap::is [dict get $said parameters v] {unit m/s default 2 description {speed upwards}} "sweep.json has what the lines say"
tap::is [dict get $said observables where.z] m "and the units of the measures"
tap::is [lsort [lmap file [glob -directory throw-sweep/runs *] {file extension $file}]] [lrepeat 6 .dict] "no run is kept"

# Runs that are there are not made again; those of another text are.
set times [lmap file [lsort [glob throw-sweep/runs/*]] {file mtime $file}]
set table [contents throw-sweep/sweep.csv]
file delete [lindex [lsort [glob throw-sweep/runs/*]] 2]
works "the same again, and one is missing" sweep throw.tcl -over v=1:3:3 -over many=1,2
tap::is [contents throw-sweep/sweep.csv] $table "the same bytes"
works "a sweep of another text" sweep throw.tcl -over v=1
scenario throw.tcl [string map {{until 0.1} {until 0.2}} [contents throw.tcl]]
works "which is edited" sweep throw.tcl -over v=1
tap::near [column where.z] [expr {0.2 - 0.5*3.7*0.04}] 1e-12 "is run again"

# A run that the scenario refuses is a line of the table.
set result [trundle sweep throw.tcl -over radius=0.01,-1]
tap::is [dict get $result status] 1 "a run that is refused: status 1"
tap::ok [string match "*radius is \"-1\", expected a positive number*" [lindex [column message] 1]] "its line says why"

# Two balls that pass through each other in one step keep their energies; the sweep reports the step as `run` does.
scenario through.tcl {
    parameter dt 3e-3
    material w -young 1e9 -poisson 0.3 -density 1730
    contact w w -restitution 0.9
    sphere a -radius 0.01 -material w -position {-0.13 0 0} -velocity {17 0 0}
    sphere b -radius 0.01 -material w -position {0.13 0 0} -velocity {-17 0 0}
    measure where place -of a
    integrate -method verlet -dt $dt
    run until 0.03
}
set result [trundle sweep through.tcl -over dt=3e-3,1e-6 -out through]
tap::is [dict get $result status] 3 "a step longer than a collision: status 3"
tap::ok [regexp {^0\.003,diverged,.*contacts were missed or wrong: the motion is not that of the model\. Use a shorter -dt"?$} [lindex [split [contents through/sweep.csv] \n] 1]] "and its line says why"
tap::note [contents through/sweep.csv]

scenario plain.tcl [string map {measure #} [contents throw.tcl]]
scenario fixed.tcl [regsub -all -line {parameter (\S+) (\S+).*$} [contents throw.tcl] {set \1 \2}]
foreach {words message} {
    {throw.tcl -over w=1} {throw.tcl has no parameter "w", expected one of v, many, radius*}
    {throw.tcl -over v=11} {throw.tcl: v is "11", expected a number from 0.0 to 10.0*}
    {throw.tcl -over v=*} {sweep: v is "*", and a parameter of a scenario has no list of choices*}
    {throw.tcl -over v=1 -set v=2} {sweep: v is given twice, expected one value*}
    {throw.tcl -over v=0.1,1e-1} {sweep: the run with v=0.1 is given twice*}
    {plain.tcl -over v=1} {plain.tcl has no line `measure`, expected at least one*}
    {fixed.tcl -over v=1} {fixed.tcl has no line `parameter`, expected at least one*}
    {none.tcl -over v=1} {the scenario "none.tcl" cannot be read*}
} {
    set result [trundle sweep {*}$words]
    tap::ok [expr {[dict get $result status] == 2 && [string match "trundle: $message" [dict get $result err]]}] $words
    tap::note [dict get $result err]
}
testing::end

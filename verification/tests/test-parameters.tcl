# test-parameters.tcl -- parameters of scenarios: their defaults, values from the command line, what is refused, and
# what a run keeps of them.
package require trundle::testing
package require json
namespace import testing::*
testing::start

# A ball in the air: after t its speed is v - 3.7 t, whatever the engine does besides.
set head {
    gravity {0 0 -3.7}
    material clay -young 1e6 -poisson 0.3 -density 1730
    integrate -method verlet -dt 1e-4
}
scenario throw.tcl "parameter v 2 -range {0 10} -unit m/s -what {speed upwards}
parameter many 3
parameter scheme verlet
$head
for {set k 0} {\$k < \$many} {incr k} {
    sphere b\$k -radius 0.01 -material clay -position \[list \$k 0 0] -velocity \[list 0 0 \$v]
}
integrate -method \$scheme -dt 1e-4
run until 0.1"

proc last {folder} {
    set rows [split [string trim [contents $folder/trajectory.csv]] \n]
    set row [split [lindex $rows end] ,]
    return [lindex $row [lsearch [split [lindex $rows 0] ,] vz]]
}
works "a run with the defaults" run throw.tcl -out plain
tap::near [last plain] [expr {2 - 0.37}] 1e-12 "the default acts"
works "and with values of the command" run throw.tcl -out set -set v=5 -set many=2
tap::near [last set] [expr {5 - 0.37}] 1e-12 "the value acts"
set said [json::json2dict [contents set/run.json]]
tap::is [dict get $said parameters] {v 5 many 2 scheme verlet} "run.json tells all of them"
tap::is [dict get $said particles] 2 "a whole number stays one"
tap::ok [expr {![dict exists [json::json2dict [contents plain/model.json]] run parameters]}] \
    "a model as JSON has numbers, no parameters"

works "export" export throw.tcl -to json -set v=7 -out seven.json
tap::is [lindex [dict get [lindex [dict get [json::json2dict [contents seven.json]] particles] 0] velocity] 2] 7.0 \
    "takes them, too"

# In a procedure the variable is that of the procedure.
scenario inside.tcl "proc speed {} {parameter v 2; return \$v}
$head
sphere b -radius 0.01 -material clay -position {0 0 0} -velocity \[list 0 0 \[speed]]
run until 0.1"
works "a parameter in a procedure" run inside.tcl -out inside -set v=4
tap::near [last inside] [expr {4 - 0.37}] 1e-12 "acts there"

# --- what is refused, and nothing is written
foreach {words message name} {
    {throw.tcl -set w=1} {throw.tcl has no parameter "w", expected one of v, many, scheme*} "a name that is none"
    {throw.tcl -set man=1} {*did you mean many?*} "a near one is named"
    {throw.tcl -set v} {run: -set is "v", expected NAME=VALUE*} "no value"
    {throw.tcl -set v=1 -set v=2} {run: -set gives v twice, expected once*} "two values"
    {throw.tcl -set v=fast} {throw.tcl, line 1: parameter v: the value of -set is "fast", expected a number from 0.0 to 10.0*}
        "no number"
    {throw.tcl -set v=11} {throw.tcl, line 1: *is "11", expected a number from 0.0 to 10.0*} "outside of the range"
    {throw.tcl -set scheme=euler} {throw.tcl, line *: integrate: -method is "euler"*} "a word that the language refuses"
    {seven.json -set v=1} {seven.json has no parameter "v", and there is none to choose from*} "a model as JSON"
    {throw.tcl -language -set v=1} {run: -language and -set exclude each other*} "no scenario"
} {
    set result [trundle run {*}$words -out none]
    tap::is [dict get $result status] 2 "$name: status 2"
    tap::ok [expr {[string match "trundle: $message" [dict get $result err]] && ![file exists none]}] "$name: the message"
}
foreach {line message} {
    {parameter 2v 1} {the name of a parameter is "2v", expected letters*}
    {parameter v 1; parameter v 2} {parameter v: this name is already taken}
    {parameter v 1 -range {2 3}} {parameter v: the default is "1", expected a number from 2.0 to 3.0}
    {parameter v 1 -range {3 2}} {parameter v: -range is "3 2", expected two different numbers, the smaller first}
    {parameter v fast -range {2 3}} {parameter v: the default is "fast", expected a number, since it has a -range}
    {parameter v 1 -rang {2 3}} {parameter v: there is no option "-rang", expected one of *did you mean -range?}
    {parameter v} {wrong # args: should be "parameter name default ?arg ...?"}
} {
    scenario bad.tcl "$head\n$line\nsphere b -radius 1 -material clay\nrun until 1"
    set result [trundle run bad.tcl]
    tap::ok [expr {[dict get $result status] == 2
        && [string match "trundle: bad.tcl, line 6: $message" [string trim [dict get $result err]]]}] $line
    tap::note [dict get $result err]
}
testing::end

# The examples that read a run in Python and R, where their packages are: what they tell is
# what the engine's tables tell.
package require trundle::testing
package require json
namespace import testing::*
set examples [file join [file dirname [file dirname [file dirname [file normalize [info script]]]]] examples]
set env(PYTHONPATH) [file join [file dirname $examples] python]
testing::start

scenario heap.tcl {
    gravity {0.3 -0.2 -9.7}
    material m -young 3e6 -poisson 0.27 -density 1700
    contact m m -mu 0.41 -xi 0.3
    plane floor -point {0 0 0} -normal {0 0 1} -material m
    lattice g -count {2 2 3} -spacing 0.047 -radius {0.023 0.0235} -seed 3 -origin {0 0 0.0228} -material m
    integrate -method verlet -dt 2e-5
    run until 0.05 record 0.01 -contacts yes
}
tap::is [dict get [trundle run heap.tcl -out heap] status] 0 "a heap"
tap::is [dict get [trundle convert heap -to csv -out heap.csv] status] 0 "its contacts as a table"
set last [lindex [particle-rows heap.csv] end 0]
set touches [lmap row [contact-rows heap-contacts.csv] {expr {[lindex $row 0] == $last ? $row : [continue]}}]
set walls [llength [lsearch -all -index 2 -glob $touches -*]]
set most [tcl::mathfunc::max {*}[lmap row $touches {lindex $row 10}]]
set mass [tcl::mathop::+ {*}[lmap row [particle-rows heap.csv] {expr {[lindex $row 0] == $last ? [lindex $row 3] : [continue]}}]]
foreach axis {0 1 2} {
    set sum 0
    foreach row $touches {
        if {[lindex $row 2] == -1} {
            set sum [expr {$sum + [lindex $row [expr {11 + $axis}]] - [lindex $row 10]*[lindex $row [expr {6 + $axis}]]}]
        }
    }
    lappend force $sum
}
set load [expr {sqrt([tcl::mathop::+ {*}[lmap x $force {expr {$x*$x}}]])}]
set want [list "6 frames to t = 0.05 s, 12 particles of [format %.6g $mass] kg" \
    "[llength $touches] contacts, $walls of them with walls" \
    "mean coordination number [format %.6g [expr {(2.0*[llength $touches] - $walls)/12}]]" \
    "largest normal force [format %.6g $most] N" "force on the first wall [format %.6g $load] N" "groups: g 12" \
    "Trundle [lindex [dict get [trundle -V] out] 1], sliding [dict get [json::json2dict [contents heap/run.json]] conventions sliding],\
    Young's modulus 3e+06 Pa, hash [dict get [json::json2dict [contents heap/run.json]] hash]"]

foreach {name program probe script} {
    Python /usr/bin/python3 {-c {import h5py, numpy, matplotlib}} read-run.py
    R Rscript {-e library(hdf5r)} read-run.R
} {
    if {[catch {exec $program {*}$probe 2>@1}]} {
        puts "ok [incr tap::count] # SKIP $name has not its packages"
        continue
    }
    if {[catch {exec $program $examples/$script heap/trajectory.h5 2>@1} said]} {
        tap::note $said
    }
    tap::is [split [string trim $said] \n] $want "$name tells what the tables tell"
}
if {![catch {exec /usr/bin/python3 -c {import h5py, numpy, matplotlib} 2>@1}]} {
    catch {exec /usr/bin/python3 $examples/read-run.py heap/trajectory.h5 heap.png 2>@1}
    tap::ok [expr {[file exists heap.png] && [file size heap.png] > 5000}] "and draws force chains"
}
tap::done

# The module `trundle` for Python: what it reads is what the command and its tables say.
package require trundle::testing
package require json
namespace import testing::*
set python [file join [file dirname [file dirname [file dirname [file normalize [info script]]]]] python]
testing::start
if {[catch {exec /usr/bin/python3 -c {import h5py, numpy} 2>@1}]} {
    puts "ok 1 - # SKIP Python has no h5py and numpy"
    puts "1..1"
    exit 0
}
set env(PYTHONPATH) $python
set env(TRUNDLE) $testing::program

# What a script prints, line by line; the message where it ends with an error.
proc python {script} {
    catch {exec /usr/bin/python3 -c "import trundle, numpy as np\n$script" 2>@1} out
    return [split [string trim $out] \n]
}

scenario drop.tcl {
    parameter mu 0.31
    parameter tilt 0.2
    gravity [list $tilt -0.3 -9.7]
    material m -young 3e6 -poisson 0.27 -density 1700
    contact m m -mu $mu -xi 0.3
    plane floor -point {0 0 0} -normal {0 0 1} -material m
    lattice g -count {2 1 2} -spacing 0.047 -radius {0.023 0.0235} -seed 3 -origin {0 0 0.0228} -material m
    sphere late -radius 0.02 -material m -position {0.3 0.1 0.0195} -spin {1 2 3}
    measure motion energy
    measure top height -about {0 0 0} -axis {0 0 1}
    integrate -method verlet -dt 2e-5
    run until 0.05 record 0.01 -contacts yes
}
tap::is [python {
run = trundle.run("drop.tcl", "run", {"threads": 1}, mu=0.43)
print(len(run), run["position"].shape, run.units["position"], run.units["loads/force"], run.names[0], run.facts["parameters"])
print(run.measure_units, run.measures.dtype.names)
}] [list {6 (6, 5, 3) m N late {'mu': 0.43, 'tilt': 0.2}} {{'motion': 'J', 'top': 'm'} ('t', 'motion', 'top')}] \
    "a scenario is run with a parameter, and opened"
tap::is [dict get [trundle convert run -to csv -out all.csv] status] 0 "the same run as tables"

# Numbers of the tables, which the command has written.
proc near {got want} {
    foreach x $got y $want {
        if {$x eq "" || $y eq "" || abs($x - $y) > 1e-14*abs($y)} {return 0}
    }
    return [expr {[llength $got] == [llength $want]}]
}
set row [lindex [lsearch -all -inline -index 1 [particle-rows all.csv] 2] 3]
set got [python {
run = trundle.open("run/trajectory.h5")
print(run["radius"][2], run.frame(3)["mass"][2], *run["position"][3, 2], *run.frame(3)["velocity"][2], *run["spin"][3, 2])
}]
tap::ok [near [lindex $got 0] [lrange $row 2 12]] "a particle in a frame"
set rows [contact-rows all-contacts.csv]
set got [python {
table = trundle.open("run").contacts(-1)
print(*sorted(table["normal"]))
}]
tap::ok [near [lindex $got 0] [lsort -real [lmap row $rows {expr {[lindex $row 0] == [lindex $rows end 0] ? [lindex $row 10] : [continue]}}]]] "contacts of the last frame"
set energy [split [lindex [split [string trim [contents run/energy.csv]] \n] end] ,]
tap::is [python {
run = trundle.open("run")
print(run.energy["total"][-1], run.events["second"][0], run.measures["motion"][-1])
}] [list "[lindex $energy end] floor [lindex [split [lindex [split [string trim [contents run/measures.csv]] \n] end] ,] 1]"] "energies, events and measures"
tap::is [python {print(trundle.measure("run", "height", about=[0, 0, 0], axis=[0, 0, 1])["height"][-1] == trundle.open("run").measures["top"][-1])}] \
    True "a measure that is asked for afterwards"

# A run that is growing has no later frames; who is absent is not in a frame.
tap::is [python {
import h5py, os, shutil
os.mkdir("part"); shutil.copy("run/trajectory.h5", "part/trajectory.h5")
with h5py.File("part/trajectory.h5", "r+") as file:
    file["frames/time"][4:] = np.nan
    file["frames/position"][3, 1] = np.nan
run = trundle.open("part")
print(len(run), run["velocity"].shape[0], list(run.frame(-1)["index"]), len(run.frame(0)["mass"]), run.units["mass"])
try:
    run.frame(4)
except IndexError as error:
    print(error)
}] {{4 4 [0, 2, 3, 4] 5 kg} {frame 4: the run has 4 frames}} "a run that is growing"

# Benchmarks, sweeps, calibrations.
set case [json::json2dict [exec $testing::program case oblique-impact -set mu=0.37 -set {velocity=0.3 -1 0.1} -json]]
tap::is [python {print(*trundle.case("oblique-impact", mu=0.37, velocity=[0.3, -1, 0.1])["observables"]["spin"]["value"])}] \
    [list [dict get $case observables spin value]] "a benchmark"
tap::is [python {
sweep = trundle.sweep("drop.tcl", {"mu": [0.1, 0.43], "tilt": "0.2"}, "sweep")
print(len(sweep), [run["mu"] for run in sweep], sweep.observables["top"], sweep[1]["top"] == trundle.open("run").measures["top"][-1])
}] {{2 [0.1, 0.43] m True}} "a sweep"
testing::write book.csv "experiment,measure,value,uncertainty,set\n[file normalize drop.tcl],motion,0.011,0.0005,\n"
tap::is [python {
found = trundle.calibrate("book.csv", {"tilt": "0.1:0.9"}, "found", {"points": 8, "seeds": 1, "draws": 240, "jobs": 1}, mu=0.2)
low, high = (found.unknowns["tilt"][key] for key in ("from", "to"))
draws = np.array([draw["tilt"] for draw in found])
print(len(found), np.mean((low <= draws) & (draws <= high)).round(1), found.data[0]["measure"])
}] {{240 0.9 motion}} "a calibration"
lassign [python {
try:
    trundle.run("drop.tcl", nu=3)
except trundle.Error as error:
    print(error.status, "nu" in str(error))
try:
    trundle.open("sweep")
except trundle.Error as error:
    print("sweep" in str(error))
try:
    trundle.open("run")["positon"]
except KeyError as error:
    print("frames/position" in str(error))
try:
    trundle.open("run")["normal"]
except KeyError as error:
    print(error.args[0])
}] refused folder column group
tap::is $refused "2 True" "a refused parameter is an error with its status"
tap::is $folder True "so is a folder that is no run"
tap::is $column True "a column that does not exist names those that do"
tap::is $group {normal: expected one of contacts/normal, planes/normal} "and two groups with one name are named"
testing::end

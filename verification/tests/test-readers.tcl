# What other programs read of a run: the lists of VTK files by ParaView's own reader, where it is
# installed, and the dumps by a parser of this test; both against the tables of the run.
package require trundle::testing
package require json
namespace import testing::*
testing::start

scenario heap.tcl {
    gravity {0.3 -0.2 -9.7}
    material m -young 3e6 -poisson 0.27 -density 1700
    material hard -young 4e6 -poisson 0.31 -density 2300
    contact m m -mu 0.41 -xi 0.3
    contact m hard -mu 0.23 -xi 0.2
    plane floor -point {0 0 0} -normal {0 0 1} -material m
    mesh rest -triangles {{{-9 0 0} {-9 0.05 0} {-9 0 0.1}}} -material m
    mesh post -triangles {{{0.2 0 0} {0.2 0.05 0} {0.2 0 0.1}}} -spin {0 0 3} -axis {0.2 0 0} -material m
    sphere first -radius 0.027 -material hard -position {0.3 0.1 0.0267} -spin {1 -2 3}
    lattice g -count {2 2 3} -spacing 0.047 -radius {0.023 0.0235} -seed 3 -origin {0 0 0.0228} -material m
    integrate -method verlet -dt 2e-5
    run until 0.05 record 0.01 -contacts yes
}
proc rows {file} {
    return [lmap line [split [string trim [contents $file]] \n] {
        if {[string match #* $line] || [string match t,* $line]} continue
        split $line ,
    }]
}
foreach to {csv dump vtk} {
    if {$to eq "csv"} {
        works "a heap" run heap.tcl -out heap
    }
    works "as $to" convert heap -to $to
}
set table [particle-rows heap.csv]
set touches [contact-rows heap-contacts.csv]
set times [lsort -unique -real [lmap row $table {lindex $row 0}]]

# --- the dump --------------------------------------------------------------------
# Snapshots of a LAMMPS dump: {ITEM {words of its line} lines ...}.
proc snapshots {file} {
    set all [set one {}]
    foreach line [split [string trim [contents $file]] \n] {
        if {[regexp {^ITEM: ([A-Z]+(?: (?:OF )?[A-Z]+)?)(.*)$} $line - item rest]} {
            if {[dict exists $one $item]} {
                lappend all $one
                set one {}
            }
            dict set one $item [list $rest]
            set last $item
        } else {
            dict lappend one $last $line
        }
    }
    return [lappend all $one]
}
proc column {snapshot item name} {
    set lines [dict get $snapshot $item]
    set at [lsearch [lindex $lines 0] $name]
    return [lmap line [lrange $lines 1 end] {lindex $line $at}]
}
proc furthest {a b} {
    set worst [expr {[llength $a] == [llength $b] ? 0 : 1e300}]
    foreach x $a y $b {
        set worst [expr {max($worst, abs($x - $y)/max(1e-9, abs($y)))}]
    }
    return $worst
}
set dump [snapshots heap.dump]
tap::is [llength $dump] 6 "a snapshot for each frame"
set k 0
set worst 0
foreach snapshot $dump time $times {
    tap::is [list [lindex [dict get $snapshot TIME] 1] [lindex [dict get $snapshot TIMESTEP] 1] \
        [lindex [dict get $snapshot "NUMBER OF ATOMS"] 1] [llength [dict get $snapshot ATOMS]]] \
        [list $time $k 13 14] "snapshot $k: time, number, atoms"
    set here [lrange $table [expr {13*$k}] [expr {13*$k + 12}]]
    foreach {name at} {x 4 y 5 z 6 radius 2 mass 3 vx 7 omegaz 12 quatw 13 quatk 16} {
        set worst [expr {max($worst, [furthest [column $snapshot ATOMS $name] [lmap row $here {lindex $row $at}]])}]
    }
    incr k
}
tap::is [column [lindex $dump 2] ATOMS element] [concat hard [lrepeat 12 m]] "elements of the dump are materials"
tap::is [column [lindex $dump 2] ATOMS type] [concat 2 [lrepeat 12 1]] "types are their numbers"
tap::is [column [lindex $dump 2] ATOMS group] [concat 1 [lrepeat 12 2]] "groups"
tap::near $worst 0 5e-9 "numbers of all snapshots are those of the table to nine digits"
set pairs [lmap c $touches {expr {[lindex $c 2] < 0 ? [continue] : $c}}]
set local [snapshots heap-contacts.dump]
foreach {name at} {id1 1 id2 2 x 3 normal 10 fx 11 mz 16 slipping 17} {
    set got [concat {*}[lmap snapshot $local {column $snapshot ENTRIES $name}]]
    set want [lmap c $pairs {expr {[lindex $c $at] + ($name in {id1 id2})}}]
    tap::near [furthest $got $want] 0 5e-9 "pairs of the local dump: $name"
}

# --- ParaView ----------------------------------------------------------------------
testing::write read.py {
import sys, json
from paraview.simple import PVDReader
from paraview import servermanager
from paraview.vtk.util.numpy_support import vtk_to_numpy
def leaves(data):
    if data.IsA("vtkMultiBlockDataSet"):
        return [leaf for k in range(data.GetNumberOfBlocks()) for leaf in leaves(data.GetBlock(k))]
    return [data]
told = {}
for name in ("frames", "contacts", "walls"):
    reader = PVDReader(FileName="heap-vtk/%s.pvd" % name)
    reader.UpdatePipelineInformation()
    told[name] = []
    for time in reader.TimestepValues:
        reader.UpdatePipeline(time)
        data = servermanager.Fetch(reader)
        parts = leaves(data)
        one = {"time": time, "points": [], "cells": 0}
        for part in parts:
            one["points"] += vtk_to_numpy(part.GetPoints().GetData()).tolist()
            one["cells"] += part.GetNumberOfCells()
            for where in (part.GetPointData(), part.GetCellData()):
                for k in range(where.GetNumberOfArrays()):
                    one[where.GetArrayName(k)] = vtk_to_numpy(where.GetArray(k)).tolist()
            words = part.GetFieldData()
            for k in range(words.GetNumberOfArrays()):
                array = words.GetAbstractArray(k)
                if array.IsA("vtkStringArray"):
                    one[array.GetName()] = [array.GetValue(i) for i in range(array.GetNumberOfValues())]
        told[name].append(one)
json.dump(told, open("told.json", "w"))
}
if {[auto_execok pvpython] eq "" || [catch {exec pvpython -c {import paraview.simple} 2>@1}]} {
    tap::ok 1 "the lists in ParaView # SKIP no pvpython (python3-paraview)"
    testing::end
}
if {[catch {exec pvpython read.py 2>@1} message] && ![file exists told.json]} {
    tap::note $message
}
set told [json::json2dict [contents told.json]]
foreach name {frames contacts walls} {
    tap::near [lmap one [dict get $told $name] {dict get $one time}] $times 0 "$name.pvd: the times of all frames"
}
set k 0
set worst 0
foreach one [dict get $told frames] two [dict get $told contacts] three [dict get $told walls] time $times {
    set here [lrange $table [expr {13*$k}] [expr {13*$k + 12}]]
    foreach {name from to} {points 4 6 radius 2 2 mass 3 3 velocity 7 9 spin 10 12 orientation 13 16 number 1 1} {
        set got [concat {*}[dict get $one $name]]
        set want [concat {*}[lmap row $here {lrange $row $from $to}]]
        set worst [expr {max($worst, [furthest $got $want])}]
    }
    tap::is [list [dict get $one materials] [dict get $one material] [dict get $one groups] [dict get $one group]] \
        [list {m hard} [concat 1 [lrepeat 12 0]] {first g} [concat 0 [lrepeat 12 1]]] "frame $k: materials and groups, with their names"
    set there [lmap c $touches {expr {[lindex $c 0] == $time ? $c : [continue]}}]
    tap::is [list [dict get $two cells] [llength [dict get $two points]]] [list [llength $there] [expr {2*[llength $there]}]] \
        "frame $k: a line for each contact"
    tap::near [furthest [dict get $two normal] [concat {*}[lmap c $there {list [lindex $c 10] [lindex $c 10]}]]] 0 1e-15 \
        "frame $k: normal forces at both ends"
    tap::is [dict get $three cells] 2 "frame $k: both walls of triangles"
    # The corner of the post that is not on its axis: 0.05 m away, turned by 3 rad/s.
    set corner [lindex [lsort -real -decreasing -index 0 [lmap p [dict get $three points] {
        expr {[lindex $p 0] > -1 && hypot([lindex $p 0] - 0.2, [lindex $p 1]) > 0.01 ? $p : [continue]}
    }]] 0]
    tap::near $corner [list [expr {0.2 - 0.05*sin(3*$time)}] [expr {0.05*cos(3*$time)}] 0.0] 1e-15 "frame $k: the post has turned"
    incr k
}
tap::is [list $k [expr {$worst == 0}]] {6 1} "particles of all frames are those of the table, bit for bit"
testing::end

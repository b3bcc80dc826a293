# The example of a million spheres, with some ten thousand: packing, run, trajectory,
# checkpoint, an end by kill -9, and the rest of the run, by one command.
package require trundle::testing
package require trundle
namespace import testing::*
set source [file dirname [file normalize [info script]]]/../../examples/million.tcl
testing::start
expr {srand(20163)}

set text [contents $source]
proc with {text args} {
    foreach {name value} $args {
        if {![regsub -line "^(set $name +)\\S+" $text "\\1$value" text]} {
            error "the example sets no $name"
        }
    }
    return $text
}
tap::ok [regexp -line {^set side +100 } $text] "the example has a hundred spheres along a side"
# Two hundred steps, four records, 22^3 spheres: several domains and threads' worth.
scenario heap.tcl [with $text side 22 until 0.008 record 0.002]

# The command as a process of its own: its channel.
proc start {args} {
    return [open [list | [info nameofexecutable] $testing::folder/bin/trundle {*}$args 2>@1] r]
}
proc hash-of {text} {
    return [expr {[regexp {hash of the last state ([0-9a-f]{16})} $text - hash] ? $hash : "none in $text"}]
}

set begin [clock milliseconds]
set env(OMP_NUM_THREADS) 3
set whole [trundle run heap.tcl -out whole -v]
unset env(OMP_NUM_THREADS)
set length [expr {[clock milliseconds] - $begin}]
tap::is [dict get $whole status] 0 "a run that nobody disturbs"
tap::note [dict get $whole err]
set said [dict get $whole out]
tap::ok [string match "* on 3 threads (OMP_NUM_THREADS allows 3)\n*" $said] "as many threads as there are, told with the reason"
tap::ok [regexp {10648 spheres, (\d+) contacts between them and (\d+) with walls, ([\d.e+]+) MB} \
    $said - contacts walls megabytes] "-v tells spheres, contacts and memory"
# Columns of 22 that touch: at least one contact for two spheres at any time.
tap::ok [expr {$contacts > 5324}] "$contacts contacts between them"
# The engine's own memory, some hundreds of bytes a sphere, and a list twice.
tap::ok [expr {$megabytes*1e6/10648 < 1500}] "[format %.0f [expr {$megabytes*1e6/10648}]] B a sphere"
tap::is [trundle::frames count whole/trajectory.h5] 5 "five frames"
# What falls gives its energy to motion, contacts and losses; the books differ by the
# error of the step, a small share of what moves.
set lines [split [string trim [contents whole/energy.csv]] \n]
set account [dict create]
foreach line [list [lindex $lines 1] [lindex $lines end]] when {start end} {
    foreach name [split [lindex $lines 0] ,] value [split $line ,] {
        dict set account $when $name $value
    }
}
tap::near [dict get $account end total] [dict get $account start total] \
    [expr {1e-3*[dict get $account end translational]}] "the energies add up"
tap::ok [expr {![file exists whole/trajectory.csv]}] "no table of ten thousand spheres"

# Killed in the middle, until a checkpoint was caught; then to its end.  Other loads come and go: what was
# too late is followed by a shorter wait, and what was too early by a longer one.
set killed 0
for {set try 0} {$try < 40 && !$killed} {incr try} {
    set channel [start run heap.tcl -out killed -restart -threads 2 -checkpoint 0]
    after [expr {int($length*(0.3 + 0.6*rand()))}]
    catch {exec sh -c "kill -9 [pid $channel]"}
    read $channel
    catch {close $channel}
    set killed [expr {[file exists killed.part/checkpoint.h5] && ![file exists killed]}]
    if {!$killed} {
        set length [expr {$length*([file exists killed] ? 0.7 : 1.3)}]
        file delete -force killed killed.part
    }
}
if {!$killed} {
    tap::ok 0 "the run is never caught between a checkpoint and its end"
} else {
    tap::ok 1 "killed after a checkpoint at step [dict get [trundle::checkpoint look \
        killed.part/checkpoint.h5] steps]"
}
set rest [trundle run heap.tcl -out killed -resume -threads 1 -v]
tap::is [dict get $rest status] 0 "the rest of the run, by one thread"
tap::ok [string match "*goes on from t = *" [dict get $rest out]] "it goes on, it does not begin anew"
tap::is [hash-of [dict get $rest out]] [hash-of $said] "the same hash at the end"
foreach file {trajectory.h5 energy.csv} {
    tap::ok [expr {[bytes killed/$file] eq [bytes whole/$file]}] "the same $file, byte for byte"
}
testing::end

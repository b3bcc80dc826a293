# test-signals.tcl -- after a signal each command ends with 128 + N, leaves nothing behind and has stopped what it started;
# the next command cleans what kill -9 leaves; a file that may not grow is one message.
package require trundle::testing
namespace import testing::*
testing::start
set work [pwd]
file mkdir tmp bin
set env(TMPDIR) $work/tmp
set env(TRUNDLE_CACHE) $work/tmp/cache
set env(XDG_CACHE_HOME) $work/tmp/cache
set path $env(PATH)
set env(PATH) $work/bin:$path

# A program of this name that tells its number, and works until somebody ends it.
proc stub {name} {
    testing::write bin/$name "#!/bin/sh\ntest \"\$1\" != can || exit 1\necho \$\$ >>$::work/started\nwhile :; do sleep 0.05; done"
    file attributes bin/$name -permissions 0755
}
proc running {} {
    if {![file exists $::work/started]} {
        return {}
    }
    return [lmap pid [split [string trim [contents $::work/started]] \n] {
        if {![testing::alive $pid]} continue
        set pid
    }]
}
# What is left of the command, but for caches.
proc litter {} {
    return [concat [remains] [lsort [glob -nocomplain -tails -directory $::work/tmp trundle-*]]]
}

set numbers {INT 2 TERM 15 HUP 1 USR1 10}
# Does a process have an answer of its own to a signal?
proc catches {pid signal} {
    return [expr {![catch {contents /proc/$pid/status} told] && [regexp {\nSigCgt:\s*([0-9a-f]+)} $told - mask]
        && "0x$mask" >> ([dict get $::numbers $signal] - 1) & 1}]
}

# Start a command, send it SIGNAL when it is prepared for it and the script WHEN is true; -> status, what it said.
proc signalled {signal when args} {
    file delete $::work/started
    set pipe [open "|[list [info nameofexecutable] $testing::folder/bin/trundle {*}$args 2>@1]"]
    while {[testing::alive [pid $pipe]] && !([catches [pid $pipe] $signal] && [uplevel 1 $when])} {
        after 25
    }
    after 50
    exec sh -c "kill -$signal [pid $pipe]"
    set begin [clock milliseconds]
    set said [read $pipe]
    set status 0
    if {[catch {close $pipe} - settings]} {
        set status [lindex [dict get $settings -errorcode] 2]
    }
    set ::seconds [expr {([clock milliseconds] - $begin)*1e-3}]
    return [list $status [string trim $said]]
}
proc ends {name when signals args} {
    foreach signal $signals {
        file delete $::work/started
        set before [litter]
        lassign [signalled $signal $when {*}$args] status said
        set number [dict get $::numbers $signal]
        tap::is $status [expr {128 + $number}] "$name, SIG$signal: the status"
        # What another code has written stays in the folder of the run, and the message names it.
        set kept [lindex [glob -nocomplain *.part] 0]
        tap::ok [string match "*ended by signal $number[expr {$kept eq "" ? "" : "; its files are kept in */$kept/deck"}]" $said] \
            "$name, SIG$signal: the message"
        file delete -force {*}$kept
        tap::note $said
        file delete $::work/started.old
        catch {file rename $::work/started $::work/started.old}
        tap::is [lsearch -all -inline -not [litter] started.old] $before "$name, SIG$signal: nothing is left"
        catch {file rename $::work/started.old $::work/started}
        for {set k 0} {$k < 400 && [llength [running]]} {incr k} {after 50}
        tap::is [running] {} "$name, SIG$signal: what it started has ended"
        # What it waits for would not end at all; the rest is for a busy machine.
        tap::ok [expr {$::seconds < 20}] "$name, SIG$signal: soon"
        file delete $::work/started
    }
}

set scenario "gravity {0 0 -9.81}
material steel -young 1e7 -poisson 0.3 -density 2000
contact steel steel -mu 0.3 -restitution 0.5
integrate -method verlet -dt 1e-5
plane floor -point {0 0 0} -normal {0 0 1} -material steel
sphere ball -radius 0.01 -position {0 0 0.02} -material steel
run until 0.02 record 0.002 -contacts yes"
testing::write s.tcl $scenario
works "a run" run s.tcl
testing::page slow {
benchmark slow {title {Slow} source {closed form}}
parameter v 1 m/s {speed} nonnegative
parameter dt 1e-3 s {step} positive
case {
    set channel [open started a]; puts $channel [pid]; close $channel
    for {set k 0} {$k < 600} {incr k} {after 50}
    observe v [p v] m/s
}
}
stub gnuplot
stub ffmpeg
stub engine
set started {file exists $::work/started}
ends plot $started {INT TERM HUP USR1} plot s-run energies
ends film $started {INT TERM} film s-run -to png
file delete bin/gnuplot
if {[auto_execok gnuplot] ne ""} {
    ends "film by ffmpeg" $started TERM film s-run -to webm
}
ends sweep $started {INT TERM} sweep slow -over v=1,2,3 -jobs 2
file delete -force slow-sweep
ends case $started {INT TERM} case slow
ends "case -converge" $started TERM case slow -converge -set dt=1e-3
ends "run -engine" $started {INT TERM} run s.tcl -engine ./bin/engine
ends "a program that is stubborn" $started TERM run s.tcl -engine ./bin/engine
ends bench {expr {[glob -nocomplain tmp/trundle-*] ne ""}} {INT TERM} bench dense -n 2000 -steps 100000
# A computation that returns to no script.
testing::write long.tcl [string map {0.02\ rec {500 rec}} $scenario]
ends "run -converge" {expr 1} {INT TERM} run long.tcl -converge
set result [signalled TERM {expr {![catch {file size long-run.part/energy.csv} size] && $size > 1000}} run long.tcl]
tap::is [lindex $result 0] 143 "a run of our own: the status"
tap::ok [file exists long-run.part/checkpoint.h5] "and its checkpoint is there"
file delete -force long-run.part
set env(PATH) $path

# --- what kill -9 leaves ------------------------------------------------------------
# A number that no process has.
set gone 4194301
proc leave {folder kind args} {
    file mkdir $folder
    testing::write $folder/.trundle-$kind "trundle"
    foreach {name text} $args {
        testing::write $folder/$name $text
    }
}
leave s-run-vtk.part$gone vtk half 1
leave s-run-vtk.part[pid] vtk half 1
file mkdir s-run-vtk.part$gone-mine s-run-vtk.part7x
works "convert" convert s-run -to vtk
tap::is [lsort [glob s-run-vtk*]] [lsort "s-run-vtk s-run-vtk.part[pid] s-run-vtk.part$gone-mine s-run-vtk.part7x"] \
    "what is half written goes, but not that of others"
file delete -force {*}[glob s-run-vtk.part*]
leave s-run-vtk.old$gone vtk old 1
works "convert" convert s-run -to vtk
tap::ok [expr {![file exists s-run-vtk.old$gone]}] "earlier results that have been replaced go"
file rename s-run-vtk s-run-vtk.old$gone
testing::write s-run.dump.part$gone half
testing::write s-run.dump.part$gone.part$gone half
works "convert" convert s-run -to dump
tap::is [glob -nocomplain s-run.dump.part*] {} "half of a file goes, and so does what was on its way there"
dict for {name text} {.lock {} checkpoint.h5 x checkpoint.h5.part y} {
    testing::write s-run/$name $text
}
works "the same run again" run s.tcl
tap::is [file exists s-run-1] 0 "what only an unfinished run needs is nobody's file"
tap::is [lsearch -all -inline [glob -tails -directory s-run * .*] *lock] {} "and is gone"
file rename s-run s-run.old$gone
leave s-run.part run checkpoint.h5 {}
set result [trundle run s.tcl]
tap::is [list [dict get $result status] [file exists s-run/trajectory.h5] [file exists s-run.old$gone]] {2 1 0} \
    "results that were out of the way come back"
file delete -force s-run.part
file mkdir tmp/trundle-${gone}_abcdef tmp/trundle-[pid]_abcdef tmp/trundle-mine
# A process that has just made its folder may not have its lock yet; an old folder whose lock is free has another's number.
foreach {name age} {newest 0 oldest 100} {
    file mkdir tmp/trundle-[pid]_$name
    close [open tmp/trundle-[pid]_$name/.lock w]
    file mtime tmp/trundle-[pid]_$name [expr {[clock seconds] - $age}]
}
close [open tmp/trundle-${gone}_abcdef/x w]
trundle plot s-run profile
tap::is [lsort [glob -tails -directory tmp trundle-*]] [lsort "trundle-[pid]_abcdef trundle-[pid]_newest trundle-mine"] \
    "scratch folders of others that are gone"
file delete -force {*}[glob tmp/trundle-*] s-run-plots

# --- a file that may not grow ----------------------------------------------------------
testing::page quick {
benchmark quick {title {Quick} source {closed form}}
parameter v 1 m/s {speed} nonnegative
case {
    observe v [lrepeat 200 [p v]] m/s
}
}
set before [litter]
foreach {kB name words} {
    8   {a run}   {run s.tcl -out small}
    1   {csv}     {convert s-run -to csv -out x.csv}
    1   {dump}    {convert s-run -to dump -out x.dump}
    1   {vtk}     {convert s-run -to vtk -out x}
    1   {json}    {export s.tcl -to json -out x.json}
    1   {a deck}  {export s.tcl -to liggghts -out x -approximate}
    1   {plot}    {plot s-run energies -out x}
    1   {film}    {film s-run -to svg -out x.svg}
    0   {a sweep that cannot begin} {sweep quick -over v=1,2 -jobs 1 -out x}
    1   {a sweep} {sweep quick -over v=1,2 -jobs 1 -out x}
} {
    if {[lindex $words 0] in {plot film} && [auto_execok gnuplot] eq ""} continue
    set failed [catch {exec sh -c "ulimit -f $kB; exec \"\$@\"" sh [info nameofexecutable] $testing::folder/bin/trundle {*}$words 2>@1} said settings]
    set said [string map {"\nchild process exited abnormally" ""} $said]
    tap::is [list $failed [lindex [dict get $settings -errorcode] 2] [llength [split [string trim $said] \n]]] {1 2 1} "ulimit -f, $name: status 2, one line"
    tap::note $said
    tap::is [litter] $before "ulimit -f, $name: nothing is left"
}
testing::end

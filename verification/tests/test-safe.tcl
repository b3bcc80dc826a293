# A scenario may come from somebody else: whatever its script does, the command ends with status
# 2 and one line, soon, and nothing that was there is changed.
package require trundle::testing
package require trundle
namespace import testing::*
testing::start
set testing::patience 60
set body {material s -young 1e7 -poisson 0.3 -density 1000
sphere b -radius 0.01 -material s -position {0 0 1}
run until 0.01
}

# --- scripts that the interpreter alone does not stop ---------------------------------------

# It ends as refused, and soon.
proc attack {name text pattern {limit 1}} {
    scenario attack.tcl $text
    set start [clock milliseconds]
    testing::refused $pattern [list run attack.tcl -limit $limit -out new] $name
    # The system's limit comes a second after the interpreter's; the rest is for a busy machine.
    set took [expr {[clock milliseconds] - $start}]
    if {$took > 15000 + 1000*$limit} {
        tap::ok 0 "$name ends soon: $took ms"
    }
}
set slow {trundle: attack.tcl: the scenario did not end within 1 s: *-limit*}
set ended {trundle: attack.tcl: reading the scenario was ended by the system (SIG*), expected * MB of memory}
attack "a pattern without an end" {string match [string repeat *a 30]b [string repeat a 3000]} $slow
attack "a number without an end" {expr {10**200000000}} $slow
attack "`set` that never ends" "proc set args {while 1 {}}\nerror hi" $slow
attack "a trace that fails" "trace add variable settings read {error no;#}\nerror hi" \
    {trundle: attack.tcl, after line 1: there is a mistake, which cannot be told: *}
attack "no `set`" "rename set {}\nerror hi" {trundle: attack.tcl, after line 1: there is a mistake, which cannot*}
attack "a `set` of one's own" "proc set args {return x}\nerror hi" {trundle: attack.tcl, *}
attack "an `info` of one's own" "proc info args {return 1e9}\n$body" {trundle: attack.tcl, line *}
attack "a line that is none" {return -code error -errorline x -errorcode \{ hi} {trundle: attack.tcl, *}
attack "a format of a date without an end" {clock format 0 -format [string repeat %EY 3000000]} {trundle: attack.tcl*}
attack "a text that doubles" {set x a; while 1 {append x $x}} $ended 30
attack "a list of half a milliard" {lrepeat 500000000 a} $ended 30
attack "a text of two milliards" {string repeat a 2147000000} {trundle: attack.tcl*}
attack "a word alone" "sphere" {trundle: attack.tcl, line 1: wrong # args: should be "sphere name ?arg ...?"}
attack "another channel" {puts stderr hi} {trundle: attack.tcl, line 1: puts: a scenario writes to the terminal only*}
attack "a channel and an option" {puts -nonewline stdout hi} {trundle: attack.tcl, line 1: puts: a scenario writes to the terminal only*}
proc printed {text} {
    scenario attack.tcl $text
    return [trundle run attack.tcl -limit 5 -out new]
}
set result [printed {while 1 {puts -nonewline [string repeat x 10000]}}]
tap::is [list [dict get $result status] [string length [dict get $result out]] [dict get $result err]] \
    [list 2 1000000 "trundle: attack.tcl, line 1: puts: the scenario prints more than 1000000 letters, expected fewer\n"] \
    "a scenario prints a million letters at most"

# --- where a script ends ------------------------------------------------------------------------

foreach word {break continue return {return -code 7}} {
    scenario early.tcl [string map [list run "$word\nrun"] $body]
    testing::refused "trundle: early.tcl, after line 2: `[lindex $word 0]` ends the script early, expected a script that is read to its end" \
        {run early.tcl -out new} "`$word` at the top of a script"
}
scenario late.tcl "proc f {} {return 3}\nforeach k {1 2} {if {\$k} {continue}; break}\nf\n$body"
tap::is [dict get [trundle run late.tcl -out late] status] 0 "in loops and procedures they may stand"
scenario marked.tcl \ufeff$body
tap::is [dict get [trundle run marked.tcl -out marked] status] 0 "a mark of byte order is no word"
scenario twice.tcl [string map {0.01\n "0.01 until 0.02\n"} $body]
testing::refused {*twice.tcl*run: "until" is given twice, expected once} {run twice.tcl -out new} "two ends"
testing::refused {trundle: run: -limit is "1e300", expected a number above 0 and up to *} {run late.tcl -limit 1e300} \
    "a limit beyond all clocks"

# --- files ------------------------------------------------------------------------------------------

testing::refused {*"/dev/zero" cannot be read: it is not a regular file} {run /dev/zero} "a device for a scenario"
exec mkfifo pipe
testing::refused {*"pipe" cannot be read: it is not a regular file} {run pipe} "a pipe for a scenario"
file rename pipe pipe.json
testing::refused {*"pipe.json" cannot be read: it is not a regular file} {run pipe.json} "a pipe for a model"
set head [lindex [split $body \n] 0]
foreach {name link target file line} {
    "a link to a folder" d /etc d/passwd {spheres z -file %s -material s}
    "a link to a file" f.csv /etc/passwd f.csv {spheres z -file %s -material s}
    "a link to the folder above" up .. up/secret.csv {spheres z -file %s -material s}
    "a wall" w.stl ../secret.csv w.stl {mesh z -file %s -material s}
    "a flow" flow.csv ../secret.csv flow.csv {fluid -samples %s -drag 1}
} {
    testing::write ../secret.csv "x,y,z,radius\n1,2,3,0.1"
    file link -symbolic $link $target
    scenario link.tcl "$body[format $line $file]"
    testing::refused "trundle: link.tcl, line 4: *: a link leads from \"[file tail $file]\" out of the folder of the scenario, *" \
        {run link.tcl -out new} "$name leads out"
}
scenario link.tcl "$body\nspheres z -file pipe.json -material s"
testing::refused {trundle: link.tcl, line 5: spheres z: "pipe.json" is a pipe or a device, expected a file} \
    {run link.tcl -out new} "a pipe for a table"
file mkdir deep
testing::write deep/some.csv "x,y,z,radius\n1,2,3,0.1"
file link -symbolic near.csv deep/some.csv
scenario link.tcl "$body\nspheres z -file near.csv -material s"
tap::is [dict get [trundle run link.tcl -out near] status] 0 "a link within the folder is followed"

# --- what is written over ------------------------------------------------------------------------------

# Only what was made here, and of the same kind.
trundle run late.tcl -out ref
set before [bytes ref/trajectory.h5]
testing::refused {*-out is "ref/trajectory.h5", which exists and was not made by trundle as a file of this kind*} \
    {convert ref/trajectory.h5 -to csv -out ref/trajectory.h5} "a table in the place of its trajectory"
tap::is [bytes ref/trajectory.h5] $before "which is still there"
testing::write thesis.tex {\documentclass{book}}
testing::write swing.csv [join [lmap k [lsearch -all [lrepeat 200 0] 0] {
    format "%.3f,%.9f" [expr {0.01*$k}] [expr {0.1*exp(-0.2*$k*0.01)*cos(8*$k*0.01)}]
}] \n]
file copy thesis.tex thesis.svg
foreach {name arguments} {
    dump   {convert ref -to dump -out thesis.tex}
    table  {convert ref -to csv -out thesis.tex}
    model  {export late.tcl -to json -out thesis.tex}
    folder {convert ref -to vtk -out thesis.tex}
    run    {run late.tcl -out thesis.tex}
    plot   {identify swing.csv -inertia 1e-4 -plot thesis.svg}
    deck   {export late.tcl -to liggghts -approximate -out thesis.tex}
} {
    testing::refused "*is \"*thesis.*\", which exists and *" $arguments "somebody's file as a $name"
}
tap::is [contents thesis.tex][contents thesis.svg] [string repeat "\\documentclass{book}\n" 2] "it is as it was"
foreach {out arguments} {
    ref.dump {convert ref -to dump -out ref.dump}         ref.csv {convert ref -to csv -out ref.csv}
    ref.json {export late.tcl -to json -out ref.json}     ref-vtk {convert ref -to vtk -out ref-vtk}
    swing.svg {identify swing.csv -inertia 1e-4 -plot swing.svg}
    swing.pdf {identify swing.csv -inertia 1e-4 -plot swing.pdf}
    swing.png {identify swing.csv -inertia 1e-4 -plot swing.png}
} {
    set first [trundle {*}$arguments]
    set second [trundle {*}$arguments]
    if {[string match swing.* $out] && [auto_execok gnuplot] eq ""} continue
    tap::is [list [dict get $first status] [dict get $second status] [dict get $second err]] {0 0 {}} \
        "what was made here is made again: $out"
}
# A folder of results with something that the user has put there.
testing::write ref/notes.txt "mine"
testing::refused {*run: -out is "*/ref", which holds "notes.txt", not made by trundle, expected *} \
    {run late.tcl -out ref} "notes among the results"
trundle run late.tcl
testing::write late-run/notes.txt "mine"
tap::ok [string match "*is now */late-run-1\n*" [dict get [trundle run late.tcl] out]\n] "in the folder of its own they are set aside"
tap::is [contents late-run-1/notes.txt] mine\n "and are there"
testing::write ref-vtk/notes.txt "mine"
testing::refused {*convert: -out is "*/ref-vtk", which holds "notes.txt"*} {convert ref -to vtk -out ref-vtk} "notes among pictures"
# A link stays a link: the results are where it leads.
file mkdir scratch/room
file link -symbolic far scratch/room
foreach again {new again} {
    tap::is [dict get [trundle run late.tcl -out far] status] 0 "results behind a link, $again"
    tap::is [list [file type far] [file exists scratch/room/trajectory.h5] [glob -tails -directory scratch *]] \
        {link 1 room} "are where the link leads"
}
close [open scratch/dump w]
file link -symbolic far.dump scratch/dump
tap::is [list [dict get [trundle convert ref -to dump -out far.dump] status] [file type far.dump] \
    [string range [contents scratch/dump] 0 9]] {0 link {ITEM: TIME}} "a file behind a link"

# --- files that have changed ----------------------------------------------------------------------------

set channel [open ref/trajectory.h5 r+]
chan configure $channel -translation binary
set size [file size ref/trajectory.h5]
foreach at [list 40 [expr {$size/2}] [expr {$size - 60}]] {
    seek $channel $at
    binary scan [read $channel 1] c byte
    seek $channel $at
    puts -nonewline $channel [binary format c [expr {$byte ^ 8}]]
    flush $channel
    testing::refused {trundle: trajectory ref/trajectory.h5 is damaged: the sum of its first *} {convert ref -to csv} \
        "a bit of a trajectory has turned, at $at of $size"
    seek $channel $at
    puts -nonewline $channel [binary format c $byte]
    flush $channel
}
close $channel
if {[auto_execok h5dump] ne ""} {
    tap::ok [string match "*/frames/position*" [exec h5dump -n ref/trajectory.h5]] "other readers of HDF5 do not mind the seal"
}
file copy late-run noted-run
testing::write noted-run/.scenario "\{ not a list"
testing::refused {*noted-run holds the results of another scenario: other scenario*} {run late.tcl -out noted-run} \
    "a note that is damaged"

# --- a disk that is full -------------------------------------------------------------------------------

# A gnuplot that leaves half of its picture, as at a full disk, and says nothing.
if {[auto_execok gnuplot] ne ""} {
    file mkdir tools
    testing::write tools/gnuplot "#!/bin/sh\n[auto_execok gnuplot] \"$@\" || exit\nfor f in half.*.part*; do truncate -s -200 \$f; done"
    file attributes tools/gnuplot -permissions +x
    set path $::env(PATH)
    set ::env(PATH) [pwd]/tools:$path
    foreach format {svg pdf png} {
        testing::refused "*half.$format cannot be written whole: gnuplot *" \
            "identify swing.csv -inertia 1e-4 -plot half.$format" "half of a picture, $format"
    }
    set ::env(PATH) $path
    set ::env(TMPDIR) /proc
    tap::is [dict get [trundle identify swing.csv -inertia 1e-4 -plot whole.svg] status] 0 "no other folder is needed"
    unset ::env(TMPDIR)
}

# --- messages ---------------------------------------------------------------------------------------------

# One line, status 2, nothing written: never the status of a bug.
foreach {name line pattern} {
    "a step longer than the run" {integrate -method verlet -dt 1e6}
        {*line 4: integrate: dt is 1e6 s, longer than the run, 0.01 s*}
    "more newcomers than numbers" {inlet i -box {0 0 0 1 1 1} -rate 1e300 -radius 0.1 -material s} {*line 4: inlet i: -rate is 1e300*}
    "a flood" {inlet i -box {0 0 0 1 1 1} -rate 1e9 -radius 0.1 -material s} {*line 4: inlet i: -rate is 1e9 1/s, which makes 1e7*}
    "more spheres than room" {packing p -box {0 0 0 1 1 1} -count 1000000000 -radius 0.001 -material s}
        {*line 4: packing p: count is 1000000000, expected 1191752?? at most*}
    "friction twice" {contact s s -mu_s 0.5 -mu 0.1} {*line 4: contact s s: -mu sets mu_s, and so does -mu_s*}
    "friction twice, in the other order" {contact s s -mu 0.1 -mu_s 0.5} {*line 4: contact s s: -mu_s sets mu_s, and so does -mu*}
    "an option twice" {contact s s -mu_s 0.5 -mu_s 0.1} {*line 4: contact s s: -mu_s is given twice, expected once}
    "a box of nothing" {box w -box {0 0 0 0 0 0} -material s} {*line 4: box w: all corners are at the origin*}
    "a modulus beyond all numbers" {material t -young 1e308 -poisson 0.3} {*line 4: material t: young is 1e+308 Pa, expected a number up to 1e300}
} {
    scenario said.tcl "$body$line"
    testing::refused $pattern {run said.tcl -out new} $name
}
scenario deep.tcl "$body\nsphere c -radius 0.01 -material s -position {0 0 1.001}\ncontact s s -mu 0"
testing::refused {*sphere b (line 2) and sphere c (line 5) overlap by 1.9 of the smaller radius at the start, expected *} \
    {run deep.tcl -out new} "spheres in each other at the start"
scenario stiff.tcl "[string map {1e7 1e250} $body]\ncontact s s -mu 0\nsphere c -radius 0.01 -material s -position {0 0 2} -velocity {0 0 -1}"
tap::ok [string match "*no step is that short, a smaller -young is wanted*" [dict get [trundle run stiff.tcl -out stiff] err]] \
    "no step of zero is advised"
testing::refused {trundle: run: -threads is "100000", expected a whole number from 1 to 4096} {run late.tcl -threads 100000 -out new} \
    "more threads than a machine has"
testing::refused {trundle: there is no command "xxx*xxx"*} [list [string repeat x 100000]] "a very long word"
testing::refused {trundle: there is no command "worker"*} worker "a worker without a job"
tap::ok [expr {[string length [dict get [trundle [string repeat x 100000]] err]] < 3000}] "it is not printed whole"
testing::write far.csv [join [lmap k [lsearch -all [lrepeat 100 0] 0] {format %de300,%g $k [expr {cos($k)}]}] \n]
testing::refused {trundle: far.csv: times up to 9.9e301 s give no finite *} {identify far.csv -inertia 1e-4} "times beyond all measure"
if {[file isdirectory /proc]} {
    testing::refused {*/proc/x.svg* cannot be written*} {identify swing.csv -inertia 1e-4 -plot /proc/x.svg} "a picture where none can be"
}
set ::env(TRUNDLE_PATH) foo
testing::refused {trundle: TRUNDLE_PATH is "foo", expected plain, baseline, v3 or v4} {run late.tcl -out new} "a path that nobody knows"
# Energies of contacts may differ between paths in their last digits, states may not.
scenario settling.tcl {
    gravity {0.3 -0.2 -9.7}
    material m -young 3e6 -poisson 0.27 -density 1700
    contact m m -mu 0.41 -xi 0.3 -mu_r 0.07 -eta_r 0.2
    plane floor -point {0 0 0} -normal {0 0 1} -material m
    packing g -box {0 0 0.02 0.3 0.3 0.4} -count 80 -radius {0.02 0.025} -seed 3 -material m
    laws -rolling epsd -torsion yes
    integrate -method verlet -dt 2e-5
    run until 0.2 record 0.05
}
foreach path {plain baseline} {
    set ::env(TRUNDLE_PATH) $path
    trundle run settling.tcl -out on-$path
    lappend states [contents on-$path/trajectory.csv]
    lappend energies [lmap line [lrange [split [string trim [contents on-$path/energy.csv]] \n] 1 end] {split $line ,}]
}
unset ::env(TRUNDLE_PATH)
tap::ok [expr {[lindex $states 0] eq [lindex $states 1]}] "two instruction sets have the same states"
lassign $energies plain lanes
set most 0
foreach a [concat {*}$plain] b [concat {*}$lanes] {
    set most [expr {max($most, abs($a - $b))}]
}
set scale [tcl::mathfunc::max {*}[concat {*}$plain]]
tap::ok [expr {$scale > 1 && $most <= 1e-12*$scale}] "and energies that agree to 1e-12 of the largest"
tap::note "largest difference [format %.2g $most] J of [format %.3g $scale] J"
tap::is [dict get [trundle run late.tcl -out ~nouser/x] status] 0 "a tilde that the shell left is a letter"
tap::ok [file exists ./~nouser/x/trajectory.h5] "and there are the results"

# --- names of files -----------------------------------------------------------------------------------

# With no language set, as under cron: names are taken as they are.
set language [array get ::env LC_ALL]
set ::env(LC_ALL) C.UTF-8
scenario "b \u00e9.tcl" $body
foreach {name arguments} [list given [list run "b \u00e9.tcl" -out "z \u00e9"] own [list run "b \u00e9.tcl"] \
        converted [list convert "z \u00e9" -to vtk]] {
    tap::is [catch {exec -ignorestderr env LC_ALL=C [info nameofexecutable] $testing::folder/bin/trundle {*}$arguments} said] 0 \
        "letters beyond ASCII without a language, $name"
}
tap::is [lsort [glob *\u00e9*]] [lsort [list "b \u00e9-run" "b \u00e9.tcl" "z \u00e9" "z \u00e9-vtk"]] "the names are those that were typed"
unset ::env(LC_ALL)
array set ::env $language

# Ctrl-C while a trajectory is converted: nothing is left of the attempt. (On a busy machine a conversion may end before the
# signal comes; then it is made again.)
scenario long.tcl [string map {"until 0.01" "until 0.01 record 1e-5"} $body]
trundle run long.tcl -out long
foreach {to out} {vtk long-vtk csv long.csv} {
    for {set try 0} {$try < 20} {incr try} {
        file delete -force {*}[glob -nocomplain $out*]
        set pipe [open |[list [info nameofexecutable] $testing::folder/bin/trundle convert long -to $to 2>@1]]
        while {![llength [glob -nocomplain $out*]] && [testing::alive [pid $pipe]]} {
            after 2
        }
        catch {exec sh -c "kill -INT [pid $pipe]"}
        set said [read $pipe]
        set ended [catch {close $pipe} - settings]
        if {$ended} break
    }
    tap::is [list [string map {"convert: " ""} [string trim $said]] [lindex [dict get [dict merge {-errorcode {}} $settings] -errorcode] 2] \
        [glob -nocomplain $out*]] \
        {{trundle: ended by signal 2} 130 {}} "Ctrl-C in convert -to $to leaves nothing"
}

# --- the limits of the system -----------------------------------------------------------------

# A process that has given up what it does not need.
set inside {
    lappend auto_path {*}[lindex $argv 0]
    package require trundle
    set enforced [trundle::cage 20 100]
    proc tried {script} {catch {uplevel 1 $script} message; return $message}
    puts [list enforced $enforced]
    puts [list open [tried {open /etc/passwd}]]
    puts [list write [tried {open written w}]]
    puts [list run [tried {exec true}]]
    puts [list reach [tried {socket 127.0.0.1 9}]]
    puts [list compute [tried {expr {6*7}}]]
}
testing::write inside.tcl $inside
set said [dict create {*}[concat {*}[split [string trim [exec [info nameofexecutable] inside.tcl $::auto_path 2>@stderr]] \n]]]
set enforced [dict get $said enforced]
tap::note "this system enforces: $enforced"
tap::ok [expr {"time" in $enforced}] "time is limited everywhere"
tap::is [dict get $said compute] 42 "a process in a cage computes"
foreach {call name} {open "opens no file" write "makes no file" run "starts no program"} {
    if {"calls" in $enforced} {
        tap::ok [string match "*permission denied*" [dict get $said $call]] \
            "and $name"
        tap::note [dict get $said $call]
    } else {
        tap::ok 1 "and $name # SKIP the system limits no calls here"
    }
}
if {"calls" in $enforced} {
    tap::ok [expr {![string match "*connection refused*" [dict get $said reach]]}] "and reaches no network"
    tap::note [dict get $said reach]
}
tap::ok [expr {![file exists written]}] "nothing was written"
# What the system itself tells of a process in a cage; in that of a checker of memory there are fewer limits.
testing::write caged.tcl {
    lappend auto_path {*}[lindex $argv 0]
    package require trundle
    puts [trundle::cage 20 100]
    flush stdout
    gets stdin
}
set pipe [open [list |[info nameofexecutable] caged.tcl $::auto_path 2>@stderr] r+]
gets $pipe limits
if {$::tcl_platform(os) eq "Linux" && "memory" in $limits} {
    set told [contents /proc/[pid $pipe]/limits]
    foreach {what most} {"core file size" 0 "processes" 0 "file size" 0} {
        tap::ok [regexp -line "^Max $what +$most +$most " $told] "$what: $most"
    }
    set status [contents /proc/[pid $pipe]/status]
    tap::is [expr {"calls" in $limits}] [expr {[regexp -line {^Seccomp:} $status] && $::tcl_platform(machine) in {x86_64 aarch64}}] \
        "calls are limited where the system can"
} else {
    tap::ok 1 "limits of the system # SKIP it tells none here"
}
close $pipe

# Of 100 MB it gets 71, but not 137.
foreach {megabytes fits} {71 1 137 0} {
    testing::write much.tcl "lappend auto_path {*}\[lindex \$argv 0\]\npackage require trundle\ntrundle::cage 20 100
        puts \[string length \[string repeat x ${megabytes}000000\]\]"
    if {"memory" in $enforced} {
        set failed [catch {exec [info nameofexecutable] much.tcl $::auto_path} said]
        tap::is [expr {!$failed && $said eq "${megabytes}000000"}] $fits "$megabytes MB in a cage of 100"
    } else {
        tap::ok 1 "$megabytes MB in a cage of 100 # SKIP the system limits no memory here"
    }
}

# Who follows its parent ends with it.
testing::write child.tcl {
    lappend auto_path {*}[lindex $argv 0]
    package require trundle
    puts [trundle::follow]
    flush stdout
    after 5000
    puts survived
}
if {$::tcl_platform(os) eq "Linux"} {
    set child [exec sh -c {"$0" child.tcl "$1" >said 2>&1 & echo $!; until grep -q . said; do sleep 0.05; done} \
        [info nameofexecutable] $::auto_path]
    while {[testing::alive $child]} {
        after 50
    }
    tap::is [contents said] "1\n" "a child ends with its parent"
} else {
    tap::ok 1 "a child ends with its parent # SKIP only Linux tells it"
}
testing::end

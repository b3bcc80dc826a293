# Runs that are interrupted, by kill -9 at any moment or by a full disk, and go
# on: their results must be those of a run that nobody disturbed, byte for byte.
package require trundle::testing
package require trundle
namespace import testing::*
testing::start
expr {srand(20151)}

# A heap of unequal spheres falls on a belt that moves: contacts come and go,
# slide, stick and roll.  HOW: what stands in for "integrate" and "run".
proc heap {name how {friction 0.41}} {
    scenario $name "
        gravity {0.3 -0.2 -9.7}
        material m -young 3e6 -poisson 0.27 -density 1700
        contact m m -mu $friction -xi 0.3 -mu_r 0.07 -eta_r 0.2
        plane belt -point {0 0 0} -normal {0.01 0.02 1} -material m -velocity {0.2 0.1 0.03}
        sphere first -radius 0.027 -material m -position {0.3 0.1 0.05} -spin {1 -2 3}
        sphere probe -radius 0.023 -material m -position {-0.04 0 0.09} -velocity {0.4 0.1 -0.03} -spin {1 -2 3} -fixed yes
        lattice g -count {3 4 4} -spacing 0.061 -radius {0.017 0.03} -jitter 0.002 -seed 3 \\
            -origin {0 0 0.06} -material m -velocity {0.1 0.2 0}
        laws -sliding mindlin -rolling epsd
        $how"
}

# The bytes of a folder's files: name -> contents.  (run.json tells threads and path.)
proc bytes-of {folder} {
    set files {}
    foreach file [lsort [glob -directory $folder -tails * .trundle-run .scenario]] {
        if {$file eq "run.json"} continue
        set channel [open $folder/$file rb]
        dict set files $file [read $channel]
        close $channel
    }
    return $files
}
proc same {a b name} {
    set a [bytes-of $a]
    set b [bytes-of $b]
    set differ [lmap file [lsort -unique [concat [dict keys $a] [dict keys $b]]] {
        if {[dict exists $a $file] && [dict exists $b $file]
            && [dict get $a $file] eq [dict get $b $file]} continue
        set file
    }]
    tap::is $differ {} $name
}

# The command as a process of its own, which can be killed: its channel.  The
# words in front prepare the shell that starts it.
proc start {before args} {
    set command [list exec [info nameofexecutable] $::testing::folder/bin/trundle {*}$args]
    return [open [list | sh -c "$before [join [lmap word $command {string cat ' $word '}]]" 2>@1] r]
}
proc stop {channel} {
    catch {exec sh -c "kill -9 [pid $channel]"}
    set said [read $channel]
    catch {close $channel}
    return $said
}

# Lives of random length, each ended by kill -9 or, in the end, by itself.  The
# whole run takes WHOLE milliseconds.  Between two lives the trajectory must be
# readable, and have no fewer frames than the checkpoint says.
proc live-and-die {scenario out whole} {
    set lost 0
    set times {}
    for {set life 0} {$life < 10 && ![file exists $out]} {incr life} {
        set channel [start "" run $scenario -out $out -resume -checkpoint 0]
        after [expr {int($whole*(0.1 + 0.9*rand()))}]
        stop $channel
        if {[file exists $out.part/checkpoint.h5]} {
            set head [trundle::checkpoint look $out.part/checkpoint.h5]
            lappend times [format %.3g [dict get $head time]]
            if {[file exists $out.part/trajectory.h5.part]} {
                incr lost [expr {[trundle::frames count $out.part/trajectory.h5.part]
                                 < [dict get $head frames]}]
            }
        }
    }
    tap::note "$life lives, checkpoints at $times"
    works "$scenario: the last life ends by itself" run $scenario -out $out -resume
    tap::is $lost 0 "$scenario: no frame of a checkpoint is ever lost"
}
proc clock-of {args} {
    set start [clock milliseconds]
    works {*}$args
    return [expr {[clock milliseconds] - $start}]
}

set verlet "integrate -method verlet -dt 1.3e-5\nrun until 0.3 record 0.005"
heap heap.tcl $verlet
set whole [clock-of "a run that nobody disturbs" run heap.tcl -out whole]
tap::ok [expr {![file exists whole/checkpoint.h5] && ![file exists whole.part]}] \
    "nothing unfinished is left"
works "checkpoints at every mark" run heap.tcl -out often -checkpoint 0
same whole often "checkpoints change nothing"
set said [works "three threads" run heap.tcl -out threads -threads 3 -checkpoint 0 -v]
same whole threads "nor do threads"
tap::ok [string match "* on 1 thread (fewer than 1000 spheres are not divided)\n*" [works "no number" run heap.tcl -out none]] \
    "and how many threads it has chosen"
tap::ok [regexp {50 spheres, \d+ contacts .*\nlaws (?:in lanes, path \w+|one contact after the other \(plain\)), 3 threads, \d+ domain.*\nhash of the last state [0-9a-f]{16}\n} $said] \
    "-v tells with what the sums were done"
tap::ok [regexp {\nenergy \(J\) .*\nwall work .*\ntotal .*\nbalance error } $said] \
    "the balance of energy is told"

# --- kill -9 --------------------------------------------------------------------

live-and-die heap.tcl killed $whole
heap forces.tcl "$verlet -contacts yes"
works "a run that records its contacts" run forces.tcl -out forces
works "and one on three threads" run forces.tcl -out forces3 -threads 3 -checkpoint 0
same forces forces3 "contacts do not depend on threads"
live-and-die forces.tcl forces-killed $whole
same forces forces-killed "contacts after kill -9: the same files"
foreach table {trajectory.csv energy.csv events.csv} {
    tap::is [testing::contents forces/$table] [testing::contents whole/$table] "$table is the same without contacts"
}
same whole killed "killed many times: the same files, byte for byte"

# A record takes several marks here; the run goes on from a mark between records.
heap long.tcl "integrate -method verlet -dt 1.3e-5\nrun until 1.2 record 0.6"
set long [clock-of "long intervals" run long.tcl -out long-whole]
set between 0
for {set try 0} {$try < 40 && !$between} {incr try} {
    set channel [start "" run long.tcl -out long -restart -checkpoint 0]
    after [expr {int($long*(0.2 + 0.7*rand()))}]
    stop $channel
    if {[file exists long.part/checkpoint.h5]} {
        set time [dict get [trundle::checkpoint look long.part/checkpoint.h5] time]
        set between [expr {$time > 0 && min(abs($time - 0.6), abs($time - 1.2)) > 1e-3}]
    }
    file delete -force long
}
if {[tap::ok $between "a checkpoint between two records"]} {
    tap::note "at t = $time"
}
works "it goes on" run long.tcl -out long -resume
same long-whole long "from a mark between two records: the same files"

foreach {name how} {
    implicit {integrate -method trapezoid -dt 1e-4
        run until 0.15 record 0.005}
    adaptive {integrate -method trapezoid -adaptive corrected -tolerance 1e-5 -dt 1e-4 -dt_limit 3e-4
        run until 0.15 record 0.005}
} {
    heap $name.tcl $how
    live-and-die $name.tcl $name [clock-of $name run $name.tcl -out $name-whole]
    same $name-whole $name "$name: the same files"
}

# --- a request to end ---------------------------------------------------------------

foreach {signal number} {TERM 15 INT 2 HUP 1} {
    set channel [start "" run heap.tcl -out asked -resume -checkpoint 1000]
    after [expr {int(0.5*$whole)}]
    exec sh -c "kill -$signal [pid $channel]"
    set said [read $channel]
    set status 0
    if {[catch {close $channel} message settings]} {
        set status [lindex [dict get $settings -errorcode] 2]
    }
    # It was in the run already, and not at its end.
    if {$status ne "SIG$signal" && ![string match "*ended by signal $number" [string trim $said]] && ![file exists asked]} {
        tap::is $status [expr {128 + $number}] "$signal: its status"
        tap::ok [string match "*ended by signal $number; *asked.part keeps the run up to t = *" $said] \
            "$signal: it has taken a checkpoint"
    }
}
works "and goes on" run heap.tcl -out asked -resume
same whole asked "after requests to end: the same files"

# --- a full disk ------------------------------------------------------------------

# No file may grow beyond some blocks of 512 bytes.  The trajectory has its size
# from the beginning; the table of the spheres grows, and hits the limit.
set size [file size whole/trajectory.csv]
tap::ok [expr {$size > 1.5*[file size whole/trajectory.h5]}] "the table is the larger file"
set blocks [expr {int(0.75*$size)/512}]
set channel [start "trap '' XFSZ; ulimit -f $blocks;" run heap.tcl -out full -checkpoint 0]
set said [read $channel]
catch {close $channel} message settings
tap::is [lindex [dict get $settings -errorcode] 0] CHILDSTATUS "a full disk stops the run"
tap::is [lindex [dict get $settings -errorcode] 2] 2 "with status 2"
tap::ok [string match {trundle: *full.part/trajectory.csv cannot be written: *; *full.part keeps the run up to t = * -resume goes on from there*} $said] \
    "it is told what is kept"
tap::note $said
works "when there is room again" run heap.tcl -out full -resume
same whole full "after a full disk: the same files"
set channel [start "trap '' XFSZ; ulimit -f 50;" run heap.tcl -out full2]
set said [read $channel]
catch {close $channel}
tap::ok [string match {*trajectory.h5 cannot be written: File too large*} $said] "too small from the start"
tap::ok [expr {![file exists full2.part] && ![file exists full2]}] "nothing is left of it"

# The real thing, a disk of one megabyte, where one may make one.
file mkdir disk
if {[catch {exec unshare -rm sh -c "mount -t tmpfs -o size=1m none disk" 2>@1} message]} {
    tap::ok 1 "a small disk # SKIP $message"
} else {
    set tclsh [info nameofexecutable]
    set command "'$tclsh' '$::testing::folder/bin/trundle' run heap.tcl -out disk/run -checkpoint 0"
    catch {exec unshare -rm sh -c "mount -t tmpfs -o size=1m none disk; $command; echo status \$?;
        cp -r disk/run.part saved.part" 2>@1} said
    tap::ok [string match {*No space left on device*status 2*} [string map {"no space" "No space"} $said]] \
        "a small disk is full"
    tap::note $said
    if {![file exists saved.part/checkpoint.h5]} {
        tap::ok 0 "there is a checkpoint"
    }
    works "its folder, on a larger one" run heap.tcl -out saved -resume
    same whole saved "after a full disk: the same files"
}

# --- what is in the way ---------------------------------------------------------

# A run that was killed when it had a checkpoint, and about in its middle.
proc unfinished {scenario out whole} {
    for {set try 0} {$try < 40 && ![file exists $out.part/checkpoint.h5]} {incr try} {
        set channel [start "" run $scenario -out $out -restart -checkpoint 0]
        after [expr {int($whole*(0.4 + 0.4*rand()))}]
        stop $channel
    }
    file delete -force $out
    tap::ok [file exists $out.part/checkpoint.h5] "an unfinished run of $scenario"
}
unfinished heap.tcl cut $whole

# What there is of it can be looked at meanwhile.
works "an unfinished run is converted" convert cut.part -to csv -out part.csv
works "the whole one, too" convert whole -to csv -out whole.csv
set part [join [testing::table part.csv] \n]
tap::ok [expr {[llength [split $part \n]] > 49 && [string first $part [join [testing::table whole.csv] \n]] == 0}] \
    "it is the beginning of the whole one"
set before [dict keys [bytes-of cut.part]]
testing::refused {trundle: run: *cut.part holds an unfinished run (the run up to t = *), expected -resume *-restart*} \
    {run heap.tcl -out cut} "an unfinished run is not thrown away"
tap::is [dict keys [bytes-of cut.part]] $before "it is still there"
heap heap.tcl $verlet 0.42
testing::refused {trundle: run: *cut.part holds an unfinished run of another scenario: other contacts; -restart*} \
    {run heap.tcl -out cut -resume} "another scenario"
testing::refused {trundle: run: *cut.part holds an unfinished run of another scenario: other contacts; -restart*} \
    {run heap.tcl -out cut} "another scenario is not told to resume"
heap heap.tcl "[string map {0.005 0.01} $verlet]"
testing::refused {*another scenario: other record;*} {run heap.tcl -out cut -resume} "other records"
heap heap.tcl $verlet

file copy -force cut.part/checkpoint.h5 checkpoint.h5
set channel [open cut.part/checkpoint.h5 r+]
chan truncate $channel 5000
close $channel
testing::refused {trundle: checkpoint *cut.part/checkpoint.h5 cannot be opened: it is cut short*-restart*} \
    {run heap.tcl -out cut -resume} "a checkpoint that is cut short"
file copy -force checkpoint.h5 cut.part/checkpoint.h5
set channel [open cut.part/energy.csv r+]
set text [read $channel]
chan truncate $channel 100
close $channel
testing::refused {trundle: *cut.part/energy.csv has 100 bytes, expected * at least; -restart*} \
    {run heap.tcl -out cut -resume} "a table that is cut short"
set channel [open cut.part/energy.csv w]
puts -nonewline $channel $text
close $channel
# One bit anywhere: it is seen, and never goes into the results.
proc turn {file at} {
    set channel [open $file r+]
    chan configure $channel -translation binary
    seek $channel $at
    binary scan [read $channel 1] c byte
    seek $channel $at
    puts -nonewline $channel [binary format c [expr {$byte ^ 4}]]
    close $channel
}
set part [testing::bytes cut.part/trajectory.h5.part]
# Where a number of the first frame stands: the height of the first sphere, found in the table.
set z [lindex [split [lindex [split [contents cut.part/trajectory.csv] \n] 1] ,] 4]
set places [list cut.part/energy.csv 90 cut.part/trajectory.csv 333 cut.part/trajectory.h5.part 1000 \
    cut.part/trajectory.h5.part [string first [binary format q $z] $part] cut.part/checkpoint.h5 20000]
foreach {file at} $places {
    turn $file $at
    testing::refused "trundle: *[file tail $file]* is damaged: *-restart*" {run heap.tcl -out cut -resume} \
        "a bit of [file tail $file] has turned"
    turn $file $at
}
file rename cut.part/trajectory.h5.part away
testing::refused {trundle: *cut.part/trajectory.h5*cannot be opened*} \
    {run heap.tcl -out cut -resume} "no trajectory"
file rename away cut.part/trajectory.h5.part
# As if killed when the trajectory had its name already, and the folder had not.
file rename cut.part/trajectory.h5.part cut.part/trajectory.h5
set out [works "with everything in place again" run heap.tcl -out cut -resume]
tap::ok [string match {*cut.part: goes on from t = *} $out] "it goes on, and says from where"
same whole cut "the same files"

# --- small matters ------------------------------------------------------------------

set out [works "a run that has ended" run heap.tcl -out cut -resume]
tap::ok [string match {*the run has ended, nothing is left to do*} $out] "is not run again"
heap other.tcl $verlet 0.2
testing::refused {*holds the results of another scenario*} {run other.tcl -out cut -resume} \
    "nor is another one replaced"
set out [works "nothing to go on with" run heap.tcl -out fresh -resume]
tap::ok [string match {*there is no unfinished run, begins at t = 0*} $out] "begins, and says so"
same whole fresh "the same files"
file mkdir early.part
works "a run that was killed before its folder was marked" run heap.tcl -out early -resume
same whole early "begins as if nothing had been"
file mkdir strange.part
testing::write strange.part/.notes "somebody's"
testing::refused {*strange.part exists and is not an unfinished run*} {run heap.tcl -out strange} \
    "a folder of that name"

unfinished heap.tcl twice $whole
set channel [start "" run heap.tcl -out twice -resume -checkpoint 0]
after 250
set result [trundle run heap.tcl -out twice -resume]
tap::ok [expr {[string match {*another process holds the lock*} [dict get $result err]]
               || [file exists twice]}] "one process at a time"
read $channel
catch {close $channel}
same whole twice "the first one is not disturbed"

# A table of spheres counts with what is in it.
testing::write table.csv "radius,x,y,z,vx,vy,vz\n0.02,0,0,0.5,0.3,0,0\n0.03,0.2,0,0.4,-0.1,0,0"
scenario table.tcl "
    gravity {0 0 -9.7}
    material m -young 3e6 -poisson 0.27 -density 1700
    plane floor -point {0 0 0} -normal {0 0 1} -material m
    spheres s -file table.csv -material m
    integrate -method verlet -dt 2e-6
    run until 1 record 0.01"
set long [clock-of "a run from a table" run table.tcl -out table-whole]
unfinished table.tcl table $long
testing::write table.csv "radius,x,y,z,vx,vy,vz\n0.02,0,0,0.5,0.3,0,0\n0.031,0.2,0,0.4,-0.1,0,0"
testing::refused {*another scenario: other groups;*} {run table.tcl -out table -resume} \
    "a table with other spheres"
testing::write table.csv "radius,x,y,z,vx,vy,vz\n0.02,0,0,0.5,0.3,0,0\n0.03,0.2,0,0.4,-0.1,0,0"
works "the right table" run table.tcl -out table -resume
same table-whole table "the same files"

# Which files tell one run from another: by what is in them, and not by their names.
package require trundle::unfinished
testing::write one.txt 1
testing::write same.txt 1
testing::write other.txt 2
proc parts {text} {
    return [dict get [trundle::unfinished::identity [dict create until 1 model $text]] parts]
}
foreach {part text} {groups {groups {{path FILE}}} meshes {meshes {{path FILE}}} fluid {fluid {samples FILE}}} {
    lassign [lmap file {one.txt same.txt other.txt} {dict get [parts [string map [list FILE $file] $text]] $part}] one same other
    tap::ok [expr {$one == $same && $one != $other}] "$part: the sum of the file counts"
}
testing::end

# bench.tcl -- the measurements of `trundle bench`: this engine, and other codes
# that are installed, on the same start state, with the same laws and the same
# step, in turn.  Each run is a process of its own.
package provide trundle::bench 1.0
package require trundle::codes
package require trundle::export
package require trundle::output
package require trundle::value
package require trundle::bench::state

namespace eval trundle::bench {
    # The cases: what is measured, the subject, and what it is set against.
    variable cases {
        dense     {a settled bed: contacts that last, few new lists}
        collapse  {a lattice collapses to a bed: many new lists}
        discharge {particles flow over the rim of one bucket of triangles into another}
        implicit  {the trapezoidal rule with three evaluations, beside Verlet's scheme}
        extras    {what orientations, accounts, recording, bonds and cohesion cost}
        rotation  {updates of rotations alone}
        choices   {what each choice in the engine gains, and the search for neighbours}
    }
    # Particle-steps that a run should have, so that it takes some seconds.
    variable work 15000000
}

# A measurement in this process would inherit its memory and its choice of
# instructions, so a worker does it.
proc trundle::bench::worker {path kind settings} {
    set environment {}
    if {$path ne ""} {
        lappend environment TRUNDLE_PATH=$path
    }
    set text [exec env {*}$environment [info nameofexecutable] \
        $::trundle::program worker bench $kind $settings 2>@stderr]
    if {[lindex $text 0] eq "ok"} {
        return [lindex $text 1]
    }
    throw [lindex $text 2] [lindex $text 1]
}

# The other side: called by the pool in a process of its own.
proc trundle::bench::job {kind settings} {
    package require trundle
    switch -- $kind {
        settle   {return [settle {*}[dict values $settings]]}
        run      {return [run $settings]}
        rotation - search {return [trundle::time $kind {*}$settings]}
    }
    error "no such measurement: $kind"
}

# --- one run of Trundle -----------------------------------------------------------

proc trundle::bench::engine {model threads} {
    set engine [trundle::engine $model]
    if {$threads > 1} {
        $engine threads $threads
    }
    return $engine
}

# Seconds on the wall, or of the processor's work for this process.
proc trundle::bench::seconds {clock} {
    return [expr {$clock eq "cpu" ? [trundle::time cpu] : [clock microseconds]*1e-6}]
}

# SETTINGS: n, model, state, threads, warm, steps, clock, write; perhaps record: steps
# between two frames of a trajectory, and whether these have the contacts.
proc trundle::bench::run {settings} {
    dict with settings {
        set before [resident]
        dict set model groups [table-group $state]
        set engine [engine $model $threads]
        if {$warm > 0} {
            $engine step $warm
        }
        set from [$engine counts]
        set start [seconds $clock]
        advance $engine $steps [trundle::value::get $settings record]
        # A clock that has not moved tells of less than a microsecond.
        set seconds [expr {max(1e-6, [seconds $clock] - $start)}]
        set to [$engine counts]
        set result [dict create seconds $seconds \
            steps [expr {[dict get $to steps] - [dict get $from steps]}] \
            lists [expr {[dict get $to lists] - [dict get $from lists]}] \
            path [trundle::value::get $to path] \
            bytes [trundle::value::get $to bytes [expr {[resident] - $before}]]]
        if {$write ne ""} {
            $engine write $write
        }
        dict set to particles $n
        dict set result contacts [contacts $engine $to]
        return $result
    }
}

# All steps at once, or with a frame now and then; the file's beginning and end count, too.
proc trundle::bench::advance {engine steps record} {
    if {$record eq ""} {
        $engine step $steps
        return
    }
    lassign $record every contacts
    set folder [trundle::output::scratch]
    try {
        trundle::trajectory begin $engine $folder/trajectory.h5 bench [expr {$steps/$every}] $contacts {}
        for {set k 0} {$k < $steps/$every} {incr k} {
            $engine step $every
            trundle::trajectory add $engine
        }
        $engine step [expr {$steps % $every}]
        trundle::trajectory finish $engine
    } finally {
        trundle::output::discard $folder
    }
}

# Bytes of memory in use, as the kernel counts them.
proc trundle::bench::resident {} {
    set channel [open /proc/self/status]
    set text [read $channel]
    close $channel
    return [expr {[regexp {VmRSS:\s+(\d+)} $text - kilobytes] ? 1024*$kilobytes : 0}]
}

# Contacts of a particle with other particles: each counts for both.
proc trundle::bench::contacts {engine counts} {
    set touching [trundle::value::get $counts touching]
    if {$touching eq ""} {
        set touching [llength [lmap contact [$engine contacts] {
            if {[llength [dict get $contact j]] > 1} continue
        }]]
    }
    return [expr {2.0*$touching/[dict get $counts particles]}]
}

# --- one run of another code ---------------------------------------------------------

# Can it be measured here?  "" or the reason why not.
proc trundle::bench::absent {engine threads {case dense}} {
    package require trundle::engine::$engine
    if {$case eq "discharge" && ![info exists ::trundle::export::${engine}::meshes]} {
        return "`trundle export` has no walls of triangles for it"
    }
    set program [set ::trundle::export::${engine}::program]
    if {[auto_execok $program] eq ""} {
        return "$program is not installed"
    }
    if {[trundle::codes::of $engine [expr {$threads > 1 ? "ranks" : "mpirun"}] [trundle::codes::of $engine mpirun]] ne ""
            && [auto_execok mpirun] eq ""} {
        return "mpirun is not installed"
    }
    return ""
}

# The end of what a program has printed, on one line.
proc trundle::bench::last-words {file} {
    set channel [open $file]
    set text [string trim [read $channel]]
    close $channel
    return [regsub -all {\s+} [string range $text end-300 end] " "]
}

# PLAN as for export::to, with particles and dump; the deck lies in FOLDER.
proc trundle::bench::run-other {engine folder plan} {
    set here [pwd]
    dict set plan over {steps warm dump}
    set words [trundle::export::${engine}::command $plan]
    cd $folder
    try {
        exec env OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 \
            OMP_NUM_THREADS=1 {*}$words >out.$engine 2>@1
        set result [trundle::export::${engine}::result $folder $plan]
    } on error {message} {
        trundle::value::fail "bench: $engine did not run to its end: $message;\
            it said: [last-words $folder/out.$engine]"
    } finally {
        cd $here
    }
    if {[dict exists $result megabytes]} {
        # In ranks a code tells the share of one, else all of it.
        dict set result bytes [expr {1048576*[dict get $result megabytes]
            *([trundle::codes::of $engine ranks] eq "" ? 1 : [dict get $plan threads])}]
    }
    return $result
}

# --- a case --------------------------------------------------------------------------

# What is run in each round: {NAME KIND CHANGES-OR-ENGINE}; the first is the subject.
# CHANGES: words of the scheme, options, contact, walls, path, threads that differ; settled:
# the bed has been settled with them.
proc trundle::bench::entries {case settings threads} {
    set others [lmap engine [dict get $settings against] {list $engine other $engine}]
    switch -- $case {
        implicit {
            return [list {trapezoid trundle {scheme {method trapezoid phi 0.5 evaluations 3}}} \
                {verlet trundle {}} {*}$others]
        }
        extras {
            return [list {trundle trundle {}} \
                {orientations trundle {scheme {orientation yes}}} \
                {energies trundle {scheme {accounts yes}}} \
                {frames trundle {record {100 0}}} {contacts trundle {record {100 1}}} \
                [list bonds trundle [bonded]] [list cohesion trundle [cohesive]] {*}$others]
        }
        choices {return [concat [choices $settings $threads] $others]}
    }
    return [list {trundle trundle {}} {*}$others]
}

# Skins that stay, and the one that the engine chooses.
proc trundle::bench::skins {word} {
    variable radius
    set entries {}
    foreach {name share} {{by itself} 0 R/50 0.02 R/20 0.05 R/10 0.1 R/5 0.2 2R/5 0.4} {
        if {$word eq "skin" && $share == 0} continue    ;# the subject does that
        lappend entries [list "$word $name" trundle \
            [dict create scheme [list skin [expr {$share*$radius}]]]]
    }
    return $entries
}

# What the engine can do otherwise, one thing at a time.
proc trundle::bench::choices {settings threads} {
    set entries {{trundle trundle {}}
        {{slot by slot} trundle {path plain}}
        {{lanes of SSE2} trundle {path baseline}}
        {{lanes of AVX2} trundle {path v3}}}
    lappend entries {*}[skins skin] {*}{
        {{no rolling} trundle {options {rolling none}}}
        {{no history} trundle {options {rolling none sliding viscous}}}
        {{material increments} trundle {options {increment material}}}
        {{the whole frame} trundle {options {increment material transport frame}}}
        {orientations trundle {scheme {orientation yes}}}
        {energies trundle {scheme {accounts yes}}}
        {{walls of triangles} trundle {walls triangles}}
    }
    foreach many [dict get $settings threads] {
        if {$many != $threads} {
            lappend entries [list "$many threads" trundle [dict create threads $many]]
        }
    }
    return $entries
}

# Step, skin, warm-up and number of steps.
proc trundle::bench::conditions {case n steps} {
    variable work
    if {$case eq "collapse"} {
        return [dict create case $case dt 1e-4 skin 0.02 warm 0 \
            steps [expr {$steps eq "" ? 15000 : $steps}]]
    }
    set conditions [expr {$case eq "discharge" ? {dt 5e-6 skin 0.02} : {dt 1e-5 skin 0.01}}]
    set usual [expr {max(15, int($work/$n))}]
    return [dict merge $conditions [dict create case $case \
        warm [expr {max(20, min(200, 20000000/$n))}] \
        steps [expr {$steps eq "" ? $usual : $steps}]]]
}

# bench::measure CASE SETTINGS TELL -> list of rows.  SETTINGS: n, threads,
# against (lists), repeat, steps, path, clock, seed, check; TELL FRACTION TEXT.
proc trundle::bench::measure {case settings tell} {
    if {$case eq "rotation"} {
        return [measure-rotation $settings]
    }
    set rows {}
    set folder [trundle::output::scratch]
    try {
        foreach n [dict get $settings n] {
            lappend rows {*}[measure-size $case $n $settings $folder $tell]
        }
    } finally {
        trundle::output::discard $folder
    }
    if {$case eq "choices"} {
        lappend rows {*}[measure-skins $settings $tell] {*}[measure-search $settings]
    }
    return $rows
}

proc trundle::bench::measure-size {case n settings folder tell} {
    set tell_settling [list {*}$tell 0]
    set threads [tcl::mathfunc::max {*}[dict get $settings threads]]
    if {$case eq "collapse"} {
        set state $folder/lattice-$n.csv
        lattice-file $n [dict get $settings seed] $state
    } else {
        set state [state $case $n [dict get $settings seed] $threads $tell_settling]
    }
    set conditions [conditions $case $n [dict get $settings steps]]
    set rows {}
    foreach threads [expr {$case eq "choices"
            ? [lindex [dict get $settings threads] 0] : [dict get $settings threads]}] {
        set entries [present $case $settings $threads]
        foreach entry $entries {
            prepare [lindex $entry 1] [lindex $entry 2] $n $state $conditions $folder
        }
        lappend rows {*}[rows $case $n $threads $entries \
            {*}[rounds $entries $n $threads $state $conditions $settings $folder $tell]]
    }
    if {[dict get $settings check]} {
        set check [check $n $state $conditions $folder [dict get $settings path]]
        set rows [lmap row $rows {dict merge $row $check}]
    }
    foreach part [glob -nocomplain -directory $folder *-$n *-$n.csv] {
        file delete -force $part
    }
    return $rows
}

# The entries that can run; what is missing is told once.
proc trundle::bench::present {case settings threads} {
    return [lmap entry [entries $case $settings $threads] {
        if {[lindex $entry 1] eq "other"
                && [set why [absent [lindex $entry 2] $threads $case]] ne ""} {
            puts stderr "trundle: [lindex $entry 2] is left out: $why"
            continue
        }
        set entry
    }]
}

# The deck of another code, once for each size.
proc trundle::bench::prepare {kind engine n state conditions folder} {
    if {$kind ne "other" || [file exists $folder/$engine-$n]} {
        return
    }
    file mkdir $folder/$engine-$n
    trundle::export::to $engine \
        [subject $n $conditions] \
        $folder/$engine-$n [dict create name "[dict get $conditions case], $n particles" state $state \
            approximate 1 overlap 1e-3 particles $n thermo 100000000]
}

# Every entry in turn, so often: NAME -> list of results; and of each that did not run to
# its end why, and the exit status for it.
proc trundle::bench::rounds {entries n threads state conditions settings folder tell} {
    set runs {}
    set failed {}
    set repeat [dict get $settings repeat]
    for {set round 0} {$round < $repeat} {incr round} {
        foreach entry $entries {
            lassign $entry name kind what
            {*}$tell [expr {double($round)/$repeat}] \
                "$n particles, [on-threads $threads], round [expr {$round + 1}]: $name"
            if {[dict exists $failed $name]} continue
            set load [load-average]
            try {
                set result [run-$kind-entry $what $n $threads $state $conditions \
                    $settings $folder]
            } trap TRUNDLE {message trace} {
                # Without the subject there is no ratio; without another the rest is told.
                if {$name eq [lindex $entries 0 0]} {
                    return -options $trace $message
                }
                dict set failed $name [dict create failed $message \
                    status [trundle::exit-status [dict get $trace -errorcode]]]
                continue
            }
            dict set result load $load
            if {![other-path? $what $result]} {
                dict lappend runs $name $result
            }
        }
    }
    return [list $runs $failed]
}

proc trundle::bench::on-threads {threads} {
    return [expr {$threads == 1 ? "1 thread" : "$threads threads"}]
}

# Did a run not take the path that it should, because this processor has not got it?
proc trundle::bench::other-path? {what result} {
    return [expr {[dict exists $what path] && [dict get $what path] ne [dict get $result path]}]
}

proc trundle::bench::run-trundle-entry {changes n threads state conditions settings folder} {
    set path [trundle::value::get $changes path [dict get $settings path]]
    if {[trundle::value::get $changes settled 0]} {
        set state [state [dict get $conditions case] $n [dict get $settings seed] $threads list $changes]
    }
    # The other codes have the skin of the conditions; Trundle chooses its own.
    dict set changes scheme [dict merge {skin 0} [trundle::value::get $changes scheme]]
    return [worker $path run [dict create n $n model [subject $n $conditions $changes] \
        state $state threads [trundle::value::get $changes threads $threads] \
        warm [dict get $conditions warm] steps [dict get $conditions steps] \
        clock [dict get $settings clock] write {} record [trundle::value::get $changes record]]]
}

# A code that is some times slower has a share of the steps, unless the whole motion is the case.
proc trundle::bench::run-other-entry {engine n threads state conditions settings folder} {
    set plan [dict create threads $threads steps [dict get $conditions steps] \
        warm [dict get $conditions warm] particles $n dump 0 \
        split [expr {[dict get $conditions case] eq "discharge" ? "y" : "x"}]]
    set share [trundle::codes::of $engine bench_share 1]
    if {$share > 1 && [dict get $conditions warm] > 0} {
        dict set plan steps [expr {max(4, [dict get $conditions steps]/$share)}]
        dict set plan warm [expr {[dict get $conditions warm]/4}]
    }
    return [run-other $engine $folder/$engine-$n $plan]
}

# The load of the machine in the last minute, before the run begins.
proc trundle::bench::load-average {} {
    set channel [open /proc/loadavg]
    set load [lindex [gets $channel] 0]
    close $channel
    return $load
}

# --- rows ------------------------------------------------------------------------------

# One row for the subject against each of the others; alone, one row.  Both from rounds.
proc trundle::bench::rows {case n threads entries runs {failed {}}} {
    set names [lmap entry $entries {
        set name [lindex $entry 0]
        if {![dict exists $runs $name] && ![dict exists $failed $name]} continue
        set name
    }]
    set subject [lindex $names 0]
    set own [summary $n [dict get $runs $subject]]
    set rows {}
    foreach other [expr {[llength $names] > 1 ? [lrange $names 1 end] : {{}}}] {
        set row [dict merge [dict create case $case n $n threads $threads \
            engine $subject against $other ratio {} ratio_median {} cost {}] $own]
        if {$other ne ""} {
            if {[dict exists $failed $other]} {
                dict for {key value} $own {
                    dict set row against_$key {}
                }
                lappend rows [dict merge $row [dict get $failed $other]]
                continue
            }
            set theirs [summary $n [dict get $runs $other]]
            dict set row ratio [expr {[dict get $own best]/[dict get $theirs best]}]
            dict set row ratio_median \
                [expr {[dict get $own median]/[dict get $theirs median]}]
            dict set row cost [expr {1/[dict get $row ratio]}]
            dict for {key value} $theirs {
                dict set row against_$key $value
            }
        }
        lappend rows $row
    }
    return $rows
}

# Particle-steps a second, best and median, and what belongs to the runs.
proc trundle::bench::summary {n runs} {
    set rates [lmap run $runs {expr {double($n)*[dict get $run steps]/[dict get $run seconds]}}]
    set sorted [lsort -real $rates]
    set last [lindex $runs end]
    set bytes [trundle::value::get $last bytes]
    return [dict create best [lindex $sorted end] \
        median [median $sorted] rates $rates steps [dict get $last steps] \
        contacts [trundle::value::get $last contacts] \
        lists [trundle::value::get $last lists] \
        bytes [expr {$bytes eq "" ? "" : double($bytes)/$n}] \
        path [trundle::value::get $last path] \
        load [lindex [lsort -real [lmap run $runs {dict get $run load}]] end]]
}

proc trundle::bench::median {sorted} {
    set k [llength $sorted]
    return [expr {0.5*([lindex $sorted [expr {($k - 1)/2}]]
                       + [lindex $sorted [expr {$k/2}]])}]
}

# Rotations alone: so many updates a second, of particles that fit in a cache and of
# all that were asked for.
proc trundle::bench::measure-rotation {settings} {
    set rows {}
    foreach n [dict get $settings n] {
        set load [load-average]
        set rounds [expr {max([dict get $settings repeat], 20000000/$n)}]
        dict for {name seconds} [worker [dict get $settings path] rotation [list $n $rounds]] {
            set rate [expr {$n/max(1e-9, $seconds)}]
            lappend rows [dict create case rotation n $n threads 1 engine $name \
                against {} ratio {} ratio_median {} cost {} best $rate median {} \
                rates $rate steps $rounds contacts {} lists {} bytes {} path {} \
                load $load]
        }
    }
    return $rows
}

# Skins where particles move: a lattice that falls and collapses.
proc trundle::bench::measure-skins {settings tell} {
    set rows {}
    set folder [trundle::output::scratch]
    set threads [lindex [dict get $settings threads] 0]
    set steps [dict get $settings steps]
    try {
        foreach n [dict get $settings n] {
            set state $folder/lattice-$n.csv
            lattice-file $n [dict get $settings seed] $state
            set conditions [conditions collapse $n [expr {$steps eq "" ? 3000 : $steps}]]
            set entries [skins falling,]
            lappend rows {*}[rows skins $n $threads $entries \
                {*}[rounds $entries $n $threads $state $conditions $settings $folder $tell]]
        }
    } finally {
        trundle::output::discard $folder
    }
    return $rows
}

# The search for all pairs that are near, in a list of so many particles: by the grid
# in sorted rows, which the engine does, and otherwise.  Rates are particles a second.
proc trundle::bench::measure-search {settings} {
    set rows {}
    foreach n [dict get $settings n] {
        set runs {}
        for {set round 0} {$round < [dict get $settings repeat]} {incr round} {
            set load [load-average]
            dict for {name seconds} [dict remove [worker {} search [list $n 3]] pairs] {
                dict lappend runs [string map {_ " "} $name] \
                    [dict create steps 1 seconds $seconds load $load]
            }
        }
        lappend rows {*}[rows search $n 1 [lmap name [dict keys $runs] {list $name}] $runs]
    }
    return $rows
}

# --- are they the same laws? -----------------------------------------------------------

# The code whose laws the bed has.
proc trundle::bench::check-code {} {
    return [lindex [trundle::codes::with bench_check] 0]
}

# The largest differences between Trundle and that code after 200 steps from the
# same state, in position, velocity and spin.
proc trundle::bench::check {n state conditions folder path} {
    set other [check-code]
    if {[set why [absent $other 1]] ne ""} {
        puts stderr "trundle: no check: $why"
        return {}
    }
    prepare other $other $n $state $conditions $folder
    run-other $other $folder/$other-$n \
        [dict create threads 1 steps 200 warm 0 particles $n dump 1]
    set model [subject $n $conditions]
    worker $path run [dict create n $n model $model state $state threads 1 warm 0 \
        steps 200 clock wall write $folder/check-$n.csv]
    return [differences $folder/check-$n.csv $folder/$other-$n/final.dump]
}

proc trundle::bench::differences {table dump} {
    variable others {}
    set channel [open $dump]
    while {[gets $channel line] >= 0 && ![string match "ITEM: ATOMS*" $line]} {}
    set rows [split [string trim [read $channel]] \n]
    close $channel
    set ::trundle::bench::compared [list 0 0.0 0.0 0.0]
    trundle::export::each-row $table {x y z vx vy vz wx wy wz} \
        [list ::trundle::bench::compare $rows]
    return [dict create check_steps 200 dx [lindex $::trundle::bench::compared 1] \
        dv [lindex $::trundle::bench::compared 2] dw [lindex $::trundle::bench::compared 3]]
}

proc trundle::bench::compare {rows args} {
    variable compared
    set other [lrange [lindex $rows [lindex $compared 0]] 1 end]
    set k -1
    foreach a $args b $other {
        set place [expr {1 + [incr k]/3}]
        lset compared $place [expr {max([lindex $compared $place], abs($a - $b))}]
    }
    lset compared 0 [expr {[lindex $compared 0] + 1}]
    return
}

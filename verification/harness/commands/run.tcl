# run.tcl -- trundle run: a scenario of the user's own.
package provide trundle::command::run 1.0
package require trundle::cli
package require trundle::columns
package require trundle::scenario
package require trundle::output
package require trundle::progress
package require trundle::flux
package require trundle::bounds
package require trundle::formats
package require trundle::unfinished
package require trundle::advice
package require trundle::measured
package require trundle::meshes
package require trundle::model-json
package require trundle::provenance
package require trundle::checksum

namespace eval trundle::command {
    # Larger models have no tables of particles and events: a line a particle and
    # record would be more than a table is good for.
    variable tabled 1000
    # Of the largest account: a balance that is off by more in two records in a row, or at the end, fails the run.
    variable imbalance 0.25
    # The model is written as JSON for so many particles; `trundle export` does it for more.
    variable listed 20000
    # Particles times steps between two marks; less than a second of work.
    variable stretch 1e6
}

trundle::cli::declare run {
    usage {SCENARIO [-set NAME=VALUE ...] [-out DIR] [-resume | -restart] [-threads N] [-v] ...
        SCENARIO -engine CODE [-dialect] [-ranks N] [-out DIR]
        SCENARIO -converge [-levels N]}
    about {Runs a scenario and writes the folder DIR: the trajectory (HDF5, and a table for up to 1000 spheres), energies,
        contact events and the model. DIR appears when the run has ended; until then it is DIR.part. An interrupted run
        continues with -resume and ends in the same bits. The exit status is 3 if the motion diverged.}
    details {The trajectory describes itself: names of the particles, the model as JSON (also in model.json for up to 20000
        spheres), version, commit and conventions. An orientation is the unit quaternion w, x, y, z from body to space; a
        particle that is not present in a frame has NaN. The script can compute, but it starts no programs, and it reads no
        files except tables of spheres, samples of a flow and STL files in its own folder.

        Ctrl-C and kill write a last checkpoint; a second signal ends the run at once. A run that was interrupted, even by kill -9 or a
        full disk, loses at most the work since its last checkpoint. The same scenario again replaces its earlier results.
        Results of another scenario, or of an earlier version of this one, are kept unless -overwrite is given, and so are your
        own files in that folder: a default folder is renamed to DIR-1, DIR-2 and so on, and a folder given by -out is refused.

        Warnings before the run: numbers that no law reads; laws without their numbers; materials that meet without a
        `contact`; a step above a twentieth of the shortest collision, or above the limit of a spring and dashpot; bonds that
        attract more than contacts repel; springs that can create energy although -rescale is yes. During the run: an overlap with a
        mesh that is too deep for its valleys; an energy balance error above a tenth of the largest energy term in two frames
        in a row. At the end: such an error; spurious energy of springs above a millionth of that term; a loss that has decreased
        by more than the balance error, which would be a fault of the program. For smaller errors see total in energy.csv, and
        -converge for the effect of the step. A motion that has more than ten times the energy that it can have received (at the start,
        from gravity, walls, a fluid or inserted particles) diverges: the run stops with status 3 and leaves nothing. An
        energy balance error above a quarter of the largest energy term, at the end or in two frames in a row, ends the run
        with status 3 as well, with its results, and so does a step that is longer than the shortest collision, since contacts
        are missed then; -imbalance SHARE accepts both (scenarios in conventions 0.1 are not judged).

        States and events are the same to the last bit on every processor. In energy.csv the stored energies, losses, works
        and the total may differ between instruction sets (the path in run.json) by up to 1e-12 of the largest energy. The
        record interval does not change a motion with a constant step; an adaptive step ends at each record.

        With -engine another code computes the scenario, and its results are written to the same files in SCENARIO-CODE-run;
        `info`, `plot`, `film` and `convert` read them. Options that the code does not have are refused, and differences are reported.
        Orientations (NaN), events, and stored and lost energy are missing. The code works in DIR.part, which stays if anything
        fails. Codes with -ranks compute in legs, from restart file to restart file: -resume continues after the last leg with
        the same bits, `trundle info DIR.part` shows how far the run is, and `trundle collect DIR.part` reads its frames. Contacts
        are recorded if the scenario requests them, as far as the code reports them (NaN otherwise; -1 for unknown slipping);
        loads are then the force on each wall and the number of contacts of a sphere.}
    groups {
        output {out overwrite imbalance v}
        run {set threads resume restart language}
        {another code} {engine dialect ranks estimate slurm}
        {step size} converge
        {more options ...} {levels checkpoint limit grid legs launch time sbatch modules}
    }
    elsewhere {
        contacts {`run until 2 record 0.01 -contacts yes` in the scenario}
        record   {`run until 2 record 0.01` in the scenario}
        dt       {`integrate -dt 1e-5` in the scenario}
    }
    options {
        set   {NAME=VALUE {many text} {} {value of a `parameter` of the scenario (may be repeated)}}
        out   {DIR text {} {folder of results (default: name of the scenario + `-run`)}}
        overwrite {{} flag 0 {replace results of another scenario in DIR}}
        resume  {{} flag 0 {continue the unfinished run in DIR.part, if there is one}}
        restart {{} flag 0 {discard the unfinished run in DIR.part and start over}}
        threads {N {integer 1} {} {worker threads (default: all cores that the particles can use)}}
        checkpoint {SECONDS nonnegative 60 {clock time between two checkpoints (default: 60)}}
        limit {SECONDS {above 0 1e6} 10 {longest time for reading the script (default: 10)}}
        imbalance {SHARE {above 0 1e9} {} {accepted energy balance error, as a share of the largest energy term (default: 0.25, and steps shorter than a collision)}}
        v     {{} flag 0 {print pairs of materials, step and conventions}}
        engine {CODE text {} {%CODES, %, or your program (`trundle help engines`)}}
        dialect {{} flag 0 {use the conventions of that code}}
        ranks  {N {integer 1} 1 {processes of %TITLES:ranks% (default: 1)}}
        grid   {AxBxC text {} {ranks along x, y and z (default: the least area of cuts through the spheres)}}
        legs   {N {integer 1 1000} {} {parts of a run of %TITLES:ranks%, each a process (default: about 15 minutes each)}}
        estimate {{} flag 0 {write nothing; print memory, disk and time of a run of %TITLES:ranks%, after a short trial}}
        slurm   {{} flag 0 {write deck and job script for Slurm to DIR.part, and run nothing}}
        launch  {WORDS text {} {words before the command of the code (default: mpirun; with -slurm: srun)}}
        time    {LIMIT text {} {time limit of the job, such as 12:00:00 (default: that of the cluster)}}
        sbatch  {OPTION {many text} {} {further option of sbatch, such as --partition=long (may be repeated)}}
        modules {COMMAND {many text} {} {line before the run, such as 'module load openmpi' (may be repeated)}}
        converge {{} flag 0 {write nothing; halve the step and print order and limit}}
        levels  {N {integer 3 20} 4 {number of steps, each half of the previous one (default: 4)}}
        language {{} flag 0 {list all words of a scenario, as `trundle help language`}}
    }
    examples {
        {trundle run rolling-marble.tcl}
        {writes rolling-marble-run/trajectory.h5, trajectory.csv, energy.csv, events.csv}
        {trundle run rolling-marble.tcl -engine mine=./my-code -dialect}
        {computed by your program, in the conventions that it declares}
        {trundle run million.tcl -engine lammps -dialect -ranks 64 -time 12:00:00 -slurm}
        {input file and job script for a cluster, in million-lammps-run.part}
        {trundle run rolling-marble.tcl -converge}
        {effect of a shorter step}
    }
}

proc trundle::command::run {arguments} {
    set values [trundle::cli::parse run $arguments]
    if {[dict get $values help]} {
        puts [trundle::cli::help run]
        return 0
    }
    foreach {option allowed} {language {} converge {levels threads limit engine set}} {
        trundle::cli::only-beside run $values $option $allowed
    }
    trundle::cli::need-beside run $values -converge levels
    trundle::cli::need-beside run $values "an -engine" {dialect ranks grid legs estimate launch slurm}
    trundle::cli::need-beside run $values -slurm {time sbatch modules}
    if {[dict get $values language]} {
        trundle::cli::words run $values 0 0 "-language"
        puts [trundle::language::reference]
        return 0
    }
    trundle::cli::words run $values 1 1 "the name of one scenario"
    if {[dict get $values resume] && [dict get $values restart]} {
        trundle::value::fail "run: -resume and -restart contradict each other, expected one of them"
    }
    set file [lindex [dict get $values words] 0]
    set request [trundle::scenario::read $file [dict get $values limit] [trundle::cli::parameters run [dict get $values set]]]
    if {[dict get $values engine] ne ""} {
        package require trundle::elsewhere
        puts [run-elsewhere $file $request $values]
        return 0
    }
    if {[dict get $values converge]} {
        puts [run-converge $file $request [dict get $values levels] [dict get $values threads]]
        return 0
    }
    set out [trundle::output::place [results-folder $file [dict get $values out]]]
    set own [expr {[dict get $values out] eq ""}]
    set identity [trundle::unfinished::identity $request]
    if {[dict get $values resume] && [trundle::unfinished::finished? $out $identity]} {
        set told [balance-told $out]
        puts "$out: the run has ended, nothing is left to do"
        judge-balance $out {*}$told [dict get $values imbalance]
        return 0
    }
    set engine [engine-for $file [dict get $request model] [dict get $values threads]]
    try {
        count-steps $file $engine [dict get $request until]
        count-records $file $request
        trundle::checkpoint watch       ;# from here on there may be something to keep
        if {![dict get $values resume] || ![file exists $out.part]} {
            $engine check    ;# a run that goes on has begun well
        }
        set found [trundle::unfinished::enter $out $identity $own \
            [dict get $values resume] [dict get $values restart] [dict get $values overwrite]]
        tell-warnings [warnings-of $file $engine $request]
        tell-meshes [dict get $request model]
        set meetings [meetings-of $engine $request]
        if {[trundle::progress::terminal?]} {
            puts stderr [trundle::advice::step-line $meetings [$engine explain]]
        }
        set done [carry-out $engine $request $identity $out $found \
            [dict get $values checkpoint] [expr {![dict get $values overwrite]}] \
            [list trundle::command::tell-balance $file $meetings] [list $file [trundle::advice::valleys \
                [dict get $request model] $meetings [$engine explain]]] \
            [trundle::advice::unresolved $meetings [$engine explain]]]
        puts [run-summary $engine $out $done $request [dict get $values v] [dict get $values threads]]
        foreach line [trundle::advice::balance [dict get $done starts] [$engine energy] \
                $meetings [$engine explain]] {
            puts stderr "trundle: warning: $file: $line"
        }
        trundle::cli::tell-unsettled $file \
            [dict get [$engine counts] warnings] [$engine steps]
        judge-balance $out [dict get $done worst] [dict get $done unresolved] [dict get $values imbalance]
    } trap TRUNDLE {message settings} {
        return -options $settings [in-words-of $file $request $engine $message $settings]
    } finally {
        trundle::progress::end
        $engine destroy
    }
    return 0
}

# One run of a sweep or a calibration, in a worker: its outcome is kept in FOLDER, the run itself is not.
proc trundle::command::measured-job {file folder key point} {
    set scratch [file rootname [trundle::sweep::file-of $folder $key]]
    return [trundle::sweep::keep $folder $key [list trundle::command::run-measured $file $point $scratch]]
}

# The measures at the end of a run, as observables, and their means over the second half of its frames.
proc trundle::command::run-measured {file point scratch} {
    set start [clock milliseconds]
    set request [trundle::scenario::read $file 60 $point]
    set engine [engine-for $file [dict get $request model] 1]
    try {
        count-steps $file $engine [dict get $request until]
        count-records $file $request
        $engine check
        set identity [trundle::unfinished::identity $request]
        trundle::unfinished::enter $scratch $identity 0 0 1 1
        set done [carry-out $engine $request $identity $scratch {} 1e9 0 {} {{} {}} \
            [trundle::advice::unresolved [meetings-of $engine $request] [$engine explain]]]
        judge-balance "" [dict get $done worst] [dict get $done unresolved] ""
        return [dict merge [measures-at-end $scratch $request] [dict create steps [$engine steps] \
            wall_s [expr {([clock milliseconds] - $start)*1e-3}]]]
    } trap TRUNDLE {message settings} {
        return -options $settings [in-words-of $file $request $engine $message $settings]
    } finally {
        $engine destroy
        file delete -force $scratch $scratch.part
    }
}

proc trundle::command::measures-at-end {folder request} {
    set rows [lmap line [split [string trim [trundle::output::text $folder/measures.csv]] \n] {split $line ,}]
    set half [lrange $rows [expr {[llength $rows]/2 + 1}] end]
    set units [concat {*}[lmap measure [dict get $request measures] {trundle::measures::units $measure}]]
    set at 0
    set found {observables {} means {}}
    foreach name [lrange [lindex $rows 0] 1 end] unit $units {
        incr at
        dict set found observables $name [dict create value [lindex $rows end $at] unit $unit kind "" pass ""]
        set column [lmap row $half {lindex $row $at}]
        dict set found means $name [if {"NaN" in $column} {list NaN} else {
            expr {[tcl::mathop::+ {*}$column]/[llength $column]}
        }]
    }
    return $found
}

# A run whose energies do not add up is not the motion of its model. A tenth is warned of; a quarter is too much: the
# examples are off by a hundredth at most, and a quarter of the energy is an eighth of each speed. Scenarios in the
# conventions of 0.1 were written when nothing stopped them. And where a step is longer than a collision, bodies pass through
# each other, of which no energy tells: UNRESOLVED says so. Any share that is given accepts this, too.
proc trundle::command::judge-balance {out worst unresolved allowed} {
    variable imbalance
    if {$allowed eq ""} {
        set allowed [expr {$::trundle::language::version eq "0.1" ? Inf : $imbalance}]
        if {$unresolved ne "" && $worst <= $allowed && $allowed < Inf} {
            throw {TRUNDLE EDIVERGED} "$unresolved, so contacts were missed or wrong: the motion is not that of the model.\
                [way-out $out $allowed]"
        }
    }
    if {$worst > $allowed} {
        throw {TRUNDLE EDIVERGED} "the energy balance was off by [trundle::formats::short [expr {100*$worst}] 3] % of\
            the largest energy term, more than [trundle::formats::short [expr {100*$allowed}] 3] %: the motion is not that\
            of the model. [way-out $out [trundle::formats::short [expr {1.05*$worst}] 2]]"
    }
}

# A run of a sweep is not kept, and nothing accepts it.
proc trundle::command::way-out {out share} {
    return [expr {$out eq "" ? "Use a shorter -dt"
        : "It is kept in $out; use a shorter -dt, or accept it with -imbalance $share"}]
}

# The worst balance of a run that has ended, and whether its step was too long for any contact, as its run.json tells.
proc trundle::command::balance-told {out} {
    trundle::checksum::check run $out ""
    trundle::checksum::check-trajectory run $out/trajectory.h5
    if {![file exists $out/run.json]} {
        return {0 ""}
    }
    set facts [trundle::checksum::read $out]
    set worst [trundle::value::get $facts imbalance 0]
    if {![trundle::value::decimal $worst]} {
        trundle::value::fail "$out/run.json is damaged: imbalance is \"$worst\", expected a number"
    }
    return [list $worst [trundle::value::get $facts unresolved]]
}

# The same scenario with shorter and shorter steps.
proc trundle::command::run-converge {file request levels threads} {
    package require trundle::converge
    set model [dict get $request model]
    if {[dict exists $model inlets] || [dict exists $model outlets]} {
        trundle::value::fail "$file: -converge compares the same spheres, expected no inlet and no outlet"
    }
    set engine [engine-for $file $model $threads]
    set explain [$engine explain]
    set first [$engine dt]
    set line [trundle::advice::step-line [meetings-of $engine $request] $explain]
    set warnings [warnings-of $file $engine $request]
    $engine destroy
    if {[dict get $explain adaptive] ne "no"} {
        trundle::value::fail "$file: -converge: adaptive is [dict get $explain adaptive], expected no:\
            such a scheme chooses the step itself"
    }
    set steps [trundle::converge::steps $first $levels]
    trundle::bounds::steps "$file: -converge -levels $levels" [lindex $steps end] [dict get $request until] \
        $trundle::bounds::patient
    tell-warnings $warnings
    foreach dt $steps {
        dict set model scheme dt $dt
        lassign [run-to-end $file [dict replace $request model $model] $threads] level count
        lappend found $level
    }
    set study [trundle::converge::study $found $steps $count]
    return "$line\n\n[trundle::converge::text $study [lmap dt $steps {
        string cat "dt " [trundle::formats::short $dt 3]
    }]]"
}

# What the engine says of a motion, or of how it begins, in the words of the scenario.
proc trundle::command::in-words-of {file request engine message settings} {
    if {[lindex [dict get $settings -errorcode] 1] ni {EDIVERGED EINVAL}} {
        return $message
    }
    return [trundle::scenario::in-its-words $file [dict get $request model] $message [list $engine name]]
}

proc trundle::command::run-to-end {file request threads} {
    variable tabled
    set engine [engine-for $file [dict get $request model] $threads]
    try {
        count-steps $file $engine [dict get $request until]
        $engine advance [dict get $request until]
        set count [dict get [$engine counts] particles]
        set names {}
        for {set k 0} {$k < min($count, $tabled)} {incr k} {
            lappend names [$engine name $k]
        }
        trundle::cli::tell-unsettled "$file, dt [$engine dt] s" [dict get [$engine counts] warnings] [$engine steps]
        return [list [trundle::converge::end-of-run $engine $names] [$engine steps]]
    } trap TRUNDLE {message settings} {
        return -options $settings [in-words-of $file $request $engine $message $settings]
    } finally {
        $engine destroy
    }
}

proc trundle::command::tell-warnings {lines} {
    foreach line $lines {
        puts stderr "trundle: warning: $line"
    }
}

# What the engine has made of the meshes, a line each.
proc trundle::command::tell-meshes {model} {
    foreach line [trundle::meshes::lines $model] {
        puts $line
    }
    flush stdout
}

# What the scenario says in vain or leaves open: one line each.
proc trundle::command::warnings-of {file engine request} {
    set model [dict get $request model]
    return [lmap line [concat [trundle::advice::warnings $model \
            [meetings-of $engine $request] [$engine explain]] [crowded-inlets $engine $request]] {
        trundle::scenario::in-its-words $file $model $line
    }]
}

# An inlet that asks for more spheres in each step than its box can hold at once tries places in vain, for hours.
proc trundle::command::crowded-inlets {engine request} {
    set lines {}
    foreach inlet [trundle::value::get [dict get $request model] inlets] {
        set least [lindex [dict get $inlet radius] 0]
        set holds 1.0
        foreach low [lrange [dict get $inlet box] 0 2] high [lrange [dict get $inlet box] 3 5] {
            set holds [expr {$holds*max(1, ($high - $low)/(2*$least))}]
        }
        set asked [trundle::flux::due $inlet [dict get $request until]]
        set each [expr {[dict get $inlet rate]*[$engine dt]}]
        if {$asked > $holds && $each > 1} {
            lappend lines "inlet [dict get $inlet name]: -rate is [trundle::formats::short [dict get $inlet rate]] 1/s,\
                [trundle::formats::short $each 3] spheres a step and $asked in all, and -box has room for\
                [trundle::formats::short $holds 2] at once; most will find none, and each step searches for it"
        }
    }
    return $lines
}

# Who can meet whom.  Of each inlet two particles, the smallest, stand in the corners
# of its box from the beginning.
proc trundle::command::meetings-of {engine request} {
    set model [dict get $request model]
    set until [dict get $request until]
    if {![dict exists $model inlets]} {
        return [$engine meetings $until]
    }
    foreach inlet [dict get $model inlets] {
        set guest [dict filter $inlet key material mass inertia_factor velocity]
        dict set guest radius [lindex [dict get $inlet radius] 0]
        foreach {from to} {0 2 3 5} {
            dict set guest position [lrange [dict get $inlet box] $from $to]
            dict lappend model particles $guest
        }
    }
    set first [llength [dict get [dict get $request model] particles]]
    try {
        set crowd [trundle::engine [trundle::flux::without $model]]
    } trap TRUNDLE {message settings} {
        if {[regexp {^particle (\d+): (.*)$} $message -> number rest] && $number >= $first} {
            set message "inlet [dict get [lindex [dict get $model inlets] [expr {($number - $first)/2}]] name]: $rest"
        }
        return -options $settings $message
    }
    try {
        return [$crowd meetings $until]
    } finally {
        $crowd destroy
    }
}

# What the engine refuses is the scenario's fault, too.
proc trundle::command::engine-for {file model threads} {
    package require trundle
    try {
        set engine [trundle::engine [trundle::flux::without $model]]
        if {[catch {$engine threads [expr {$threads eq "" ? 0 : $threads}]}]} {
            $engine destroy
            throw {TRUNDLE THREADS} "run: -threads is \"$threads\", expected a whole number from 1 to 4096"
        }
        return $engine
    } trap {TRUNDLE THREADS} {message} {
        trundle::value::fail $message
    } trap TRUNDLE {message settings} {
        return -options $settings [trundle::scenario::in-its-words $file $model $message]
    }
}

proc trundle::command::results-folder {file asked} {
    if {$asked ne ""} {
        return $asked
    }
    return [file rootname [file tail $file]]-run
}

# More steps than the engine counts, or than one waits for without checkpoints.
proc trundle::command::count-steps {file engine until {most ""}} {
    if {[dict get [$engine explain] adaptive] ne "no"} return
    try {
        trundle::bounds::steps integrate [$engine dt] $until [expr {$most eq "" ? $trundle::bounds::most : $most}]
    } trap {TRUNDLE INPUT} message {
        trundle::value::fail [trundle::scenario::in-its-words $file {} $message]
    }
}

proc trundle::command::count-records {file request} {
    set until [dict get $request until]
    set interval [trundle::value::get $request record $until]
    foreach inlet [trundle::value::get [dict get $request model] inlets] {
        set count [trundle::flux::due $inlet $until]
        if {$count > 1e6} {
            trundle::value::fail [trundle::scenario::in-its-words $file {} "inlet [dict get $inlet name]:\
                -rate is [trundle::formats::short [dict get $inlet rate]] 1/s, which makes\
                [trundle::formats::short $count 2] spheres until [trundle::formats::short $until] s, expected 1e6 at\
                most, or a -count"]
        }
    }
    if {$until/$interval > 1e7} {
        trundle::value::fail "$file: run: record is [trundle::formats::short $interval] s, which\
            makes [trundle::formats::short [expr {$until/$interval}] 2] frames until\
            [trundle::formats::short $until] s, expected 1e7 at most"
    }
}

# The run from its beginning or from a checkpoint to its end, in the folder
# OUT.part, which then becomes OUT; with KEEP the results of another scenario are
# set aside.  Returns what is known of the run.
proc trundle::command::carry-out {engine request identity out found interval keep {watch {}} {valleys {{} {}}} {unresolved ""}} {
    set run [dict create engine $engine request $request identity $identity unresolved $unresolved \
        part $out.part times [record-times $engine $request] \
        tables {} sums {} sealed {} starts {} told 0 watch $watch off 0 worst 0 before 0 most 0 valleys $valleys flux [trundle::flux::begin $engine [dict get $request model]] \
        particles [expr {[dict get [$engine counts] particles]
            + [trundle::flux::wanted [dict get $request model] [dict get $request until]]}]]
    if {[dict size $found]} {
        set run [take-up $run $found]
    }
    try {
        if {![dict size $found]} {
            set run [set-out $run]
        }
        set run [go-on $run $interval]
        dict with run {
            set worst [expr {max($worst, [trundle::advice::imbalance $starts [$engine energy] [$engine explain] most])}]
        }
        dict set run aside [finish $run $out $keep]
    } on error {message settings} {
        give-up $run $message $settings
    }
    return $run
}

# Failures that another attempt would meet again leave nothing behind; after
# others, a full disk say, what is there is kept.
proc trundle::command::give-up {run message settings} {
    dict with run {
        foreach channel [dict values $tables] {
            catch {close $channel}
        }
        set code [lrange [dict get $settings -errorcode] 0 1]
        if {$code in {{TRUNDLE EDIVERGED} {TRUNDLE ENOCONV}}
                || ![file exists $part/checkpoint.h5]} {
            trundle::trajectory drop $engine
            file delete -force $part
        } else {
            trundle::trajectory leave $engine
            append message "; $part keeps [trundle::unfinished::kept $part],\
                -resume goes on from there"
        }
    }
    return -options $settings $message
}

# --- tables -------------------------------------------------------------------

proc trundle::command::columns-of {run} {
    variable tabled
    if {[dict exists $run elsewhere]} {
        set columns [dict create energy.csv t,[join [dict keys [trundle::kinematics::energy {} {}]] ,]]
        if {[dict get $run particles] <= $tabled} {
            dict set columns trajectory.csv t,name,[trundle::columns::line frames given]
        }
        return $columns
    }
    dict with run {
        set columns [dict create energy.csv t,[trundle::columns::line energy]]
        if {$particles <= $tabled} {
            dict set columns trajectory.csv t,name,[trundle::columns::line frames]
            dict set columns events.csv t,event,first,second
        }
    }
    return $columns
}

proc trundle::command::table {file mode} {
    set channel [open $file $mode]
    chan configure $channel -encoding utf-8 -translation lf
    return $channel
}

# A new run: tables with their heads, and an empty trajectory.
proc trundle::command::set-out {run} {
    variable listed
    dict with run {
        dict for {name columns} [columns-of $run] {
            dict set tables $name [table $part/$name w]
            puts [dict get $tables $name] $columns
        }
        trundle::output::write $part/model.dict [dict get $request model]
        trundle::output::write $part/.scenario [dict get $identity parts]
        set head [dict create provenance "{[trundle::provenance::origin [with-names [$engine explain] [dict get $request model]] \
            [dict get $request model] [trundle::value::get $run elsewhere]]}" names [names-of-all $engine]]
        if {[dict get [$engine counts] particles] <= $listed && ![dict exists $request model fluid samples]} {
            dict set head json [trundle::modeljson::write $request run]
            trundle::output::write $part/model.json [dict get $head json]
        }
        set sealed [trundle::checksum::sums $part {model.dict model.json .scenario}]
        trundle::trajectory begin $engine $part/trajectory.h5 [dict get $identity text] [llength $times] \
            [trundle::value::get $request forces 0] $head
        # (Energies of another code are not judged, and to ask for ours is to search for all contacts.)
        set starts [expr {[dict exists $run elsewhere] ? {} : [$engine energy]}]
    }
    return $run
}

# The names of the particles so far, a line each.
proc trundle::command::names-of-all {engine} {
    set names {}
    for {set k 0} {$k < [dict get [$engine counts] particles]} {incr k} {
        lappend names [$engine name $k]
    }
    return [join $names \n]
}

# A run that goes on: what tables and trajectory hold beyond the checkpoint is
# cut off; the run will write it again.
proc trundle::command::take-up {run found} {
    try {
        return [trundle::value::reading "run: the unfinished run" [dict get $run part] {open-again $run $found}]
    } trap TRUNDLE {message settings} {
        return -options $settings "$message; -restart starts over"
    }
}

proc trundle::command::open-again {run found} {
    dict with run {
        set file $part/checkpoint.h5
        set notes [dict get [trundle::checkpoint read $engine $file \
            [dict get $identity text]] user]
        set starts [dict get $notes starts]
        set flux [dict get $notes flux]
        lassign [trundle::value::get $notes worst {0 0 0}] worst before most
        trundle::flux::name-all $engine [dict get $request model] $flux
        set told [llength [trundle::trajectory events $engine 0]]
        set sealed [trundle::value::get $notes files [trundle::checksum::sums $part {model.dict model.json .scenario}]]
        dict for {name sum} $sealed {
            set why [trundle::checksum::differs $part $name $sum]
            if {$why ne ""} {
                trundle::value::fail "$part is damaged: $why"
            }
        }
        dict for {name sum} [dict get $notes tables] {
            dict set tables $name [cut-table $part/$name $sum]
            dict set sums $name $sum
        }
        if {![file exists $part/trajectory.h5.part] && [file exists $part/trajectory.h5]} {
            file rename $part/trajectory.h5 $part/trajectory.h5.part
        }
        trundle::trajectory resume $engine $part/trajectory.h5 [dict get $found frames]
        set sum [trundle::trajectory sum $engine]
        if {$sum ne [dict get $notes frames]} {
            trundle::trajectory leave $engine
            trundle::value::fail "$part/trajectory.h5.part is damaged: its [dict get $found frames] frames have the\
                sum $sum, expected [dict get $notes frames]"
        }
        puts "$part: goes on from\
            t = [trundle::formats::short [$engine time]] s, step [$engine steps]"
        flush stdout
    }
    return $run
}

proc trundle::command::cut-table {file sum} {
    set bytes [lindex $sum 0]
    if {![file exists $file] || [file size $file] < $bytes} {
        trundle::value::fail "$file has [expr {[file exists $file] ? [file size $file] : 0}]\
            bytes, expected $bytes at least"
    }
    set found [trundle::output::sum $file $bytes]
    if {$found ne $sum} {
        trundle::value::fail "$file is damaged: the sum of its first $bytes bytes is [lindex $found 1],\
            expected [lindex $sum 1]"
    }
    set channel [table $file r+]
    chan truncate $channel $bytes
    seek $channel 0 end
    return $channel
}

# --- the run ------------------------------------------------------------------

# From mark to mark; each record is a mark, and a checkpoint is taken at the
# first mark after the interval.  Marks depend on the model alone, so the bits
# do not depend on the clock.
proc trundle::command::go-on {run interval} {
    set engine [dict get $run engine]
    set last [clock milliseconds]
    set start [dict create clock $last steps [$engine steps] time [$engine time]]
    set times [dict get $run times]
    for {set k [trundle::trajectory frames $engine]} {$k < [llength $times]} {incr k} {
        while {[set time [mark-before $run $k]] ne ""} {
            advance-to run $time
            tell-run $run $start
            set last [checkpoint-when-due run $last $interval]
        }
        advance-to run [lindex $times $k]
        record run
        stop-divergence $run
        watch-balance run
        tell-run $run $start
        if {$k + 1 < [llength $times]} {
            set last [checkpoint-when-due run $last $interval]
        }
    }
    return $run
}

# On the way particles may enter and leave; the table of events tells it in its order.
proc trundle::command::advance-to {name time} {
    upvar 1 $name run
    dict set run flux [trundle::flux::advance [dict get $run engine] [dict get $run request model] \
        [dict get $run flux] $time [list trundle::command::tell-events run] \
        [list trundle::command::tell-flux run]]
}

proc trundle::command::tell-flux {name kind number place} {
    upvar 1 $name run
    set engine [dict get $run engine]
    set until [dict get $run request until]
    trundle::progress::show [expr {min(0.99, [$engine time]/$until)}] [format "t %.4g of %.4g s, sphere %d %ss" \
        [$engine time] $until [expr {$number + 1}] $kind]
    if {[dict exists $run tables events.csv]} {
        add-line $run events.csv [$engine time],$kind,[$engine name $number],$place
    }
}

# The next mark between record K - 1 and record K, or "".  A step whose length is
# chosen on the way would be cut by a mark: there are none then.
proc trundle::command::mark-before {run k} {
    variable stretch
    dict with run {
        if {$k == 0 || [dict get [$engine explain] adaptive] ne "no"} {
            return {}
        }
        set from [lindex $times [expr {$k - 1}]]
        set many [expr {max(10, int($stretch/($particles + 1)))}]
        set length [expr {$many*[$engine dt]}]
        set half [expr {0.5*[$engine dt]}]
        set m [expr {int(([$engine time] + $half - $from)/$length) + 1}]
        set mark [expr {$from + $m*$length}]
        set last [expr {[lindex $times $k] - $half}]
    }
    return [expr {$mark < $last ? $mark : ""}]
}

# The times at which the state is recorded, from 0 to the end.  With a fixed
# step they are whole numbers of steps, so that recording changes no bit.
proc trundle::command::record-times {engine request} {
    set until [dict get $request until]
    set interval [trundle::value::get $request record [expr {$until/100.0}]]
    set dt [$engine dt]
    if {[dict get [$engine explain] adaptive] eq "no"} {
        set interval [expr {max(1, round($interval/$dt))*$dt}]
    }
    set times {}
    for {set k 0} {$k*$interval < $until*(1 - 1e-12)} {incr k} {
        lappend times [expr {$k*$interval}]
    }
    return [lappend times $until]
}

# One record: a frame of the trajectory, lines of the tables.
proc trundle::command::record {name} {
    upvar 1 $name run
    dict with run {
        add-line $run energy.csv [$engine time],[join [dict values [$engine energy]] ,]
        if {[dict exists $tables trajectory.csv]} {
            foreach row [$engine advance [$engine time] -every 1] {
                if {![$engine here [lindex $row 1]]} {
                    continue
                }
                lset row 1 [$engine name [lindex $row 1]]
                add-line $run trajectory.csv [join $row ,]
            }
        }
        trundle::trajectory add $engine
    }
    tell-events run
    flush-tables $run
    watch-valleys run
}

# A mesh with a valley that an overlap has made too flat is told once.
proc trundle::command::watch-valleys {name} {
    upvar 1 $name run
    lassign [dict get $run valleys] file valleys
    set model [dict get $run request model]
    set engine [dict get $run engine]
    dict for {k line} [trundle::advice::too-deep $model $valleys $engine] {
        trundle::progress::end
        puts stderr "trundle: warning: [trundle::scenario::in-its-words $file $model \
            "at t = [trundle::formats::short [$engine time] 4] s, $line"]"
        dict unset valleys $k
    }
    dict set run valleys [list $file $valleys]
}

# A motion that diverges is not worth its records; what another code made, and what has no accounts, is not known.
proc trundle::command::stop-divergence {run} {
    dict with run {
        if {![dict exists $run elsewhere] && [trundle::value::get [$engine explain] accounts yes] eq "yes"} {
            set gravity [trundle::value::get [dict get $request model] gravity {0 0 0}]
            set fall [list trundle::bounds::of-fall $engine $gravity]
            foreach {code message} [trundle::bounds::diverged integrate $engine $starts $fall] {
                throw [list TRUNDLE $code] $message
            }
        }
    }
}

# A balance that is off at two records in a row is told at once, and once: nobody waits a night for it.
proc trundle::command::watch-balance {name} {
    upvar 1 $name run
    dict with run {
        set now [trundle::advice::imbalance $starts [$engine energy] [$engine explain] most]
        set worst [expr {max($worst, min($now, $before))}]
        set before $now
        if {$off < 2 && $watch ne ""} {
            set off [expr {[{*}$watch $engine $starts $off] ? $off + 1 : 0}]
        }
    }
}

proc trundle::command::tell-balance {file meetings engine starts before} {
    set line [lsearch -inline [trundle::advice::balance $starts [$engine energy] $meetings [$engine explain]] "the energy *"]
    if {$line eq ""} {
        return 0
    }
    if {$before} {
        trundle::progress::end
        puts stderr "trundle: warning: $file: at t = [trundle::formats::short [$engine time] 4] s,\
            step [$engine steps], $line"
    }
    return 1
}

# The events since the last time.  The engine calls bodies by number, and a
# plane "plane 0".
proc trundle::command::tell-events {name} {
    upvar 1 $name run
    if {![dict exists $run tables events.csv]} {
        return
    }
    dict with run {
        foreach {wall list} {plane planes mesh meshes} {
            set walls($wall) [lmap one [trundle::value::get [dict get $request model] $list] {
                dict get $one name
            }]
        }
        foreach event [trundle::trajectory events $engine $told] {
            lassign $event time kind i j
            set second [expr {[llength $j] == 1 ? [$engine name $j]
                              : [lindex $walls([lindex $j 0]) [lindex $j 1]]}]
            add-line $run events.csv $time,$kind,[$engine name $i],$second
            incr told
        }
    }
}

proc trundle::command::flush-tables {run} {
    dict for {name channel} [dict get $run tables] {
        write-to $run $name [list flush $channel]
    }
}

proc trundle::command::add-line {run name text} {
    write-to $run $name [list puts [dict get $run tables $name] $text]
}

# Tcl's own message names a channel, not the file.
proc trundle::command::write-to {run name script} {
    try $script on error {message} {
        trundle::value::fail "[dict get $run part]/$name cannot be written:\
            [string trim [lindex [split $message :] end]]"
    }
}

# The time of the last checkpoint.  Whoever asks for an end (Ctrl-C, kill) gets
# one more.
proc trundle::command::checkpoint-when-due {name last interval} {
    upvar 1 $name run
    set signal [trundle::checkpoint asked]
    if {!$signal && [clock milliseconds] - $last < 1000*$interval} {
        return $last
    }
    take-checkpoint run
    if {$signal} {
        throw [list TRUNDLE SIGNAL $signal] "ended by signal $signal"
    }
    return [clock milliseconds]
}

proc trundle::command::take-checkpoint {name} {
    upvar 1 $name run
    tell-events run
    flush-tables $run
    dict with run {
        set notes [dict create starts $starts flux $flux worst [list $worst $before $most] parts [dict get $identity parts] files $sealed]
        foreach {name channel} $tables {
            dict set sums $name [trundle::output::sum $part/$name [tell $channel] [trundle::value::get $sums $name {0 0}]]
        }
        dict set notes tables $sums
        dict set notes frames [trundle::trajectory sum $engine]
        trundle::checkpoint write $engine $part/checkpoint.h5 [dict get $identity text] \
            $notes {*}[lmap name [dict keys $tables] {string cat $part/ $name}]
    }
}

# Everything is on the disk before the folder gets its name; the checkpoint,
# which nobody needs any more, goes afterwards.  Returns where earlier results of
# another scenario are now, or "".
proc trundle::command::finish {run out keep} {
    set aside ""
    dict with run {
        # Who came on the way has no name in the head yet.
        trundle::trajectory finish $engine {*}[expr {[dict exists $request model inlets] ? [list [names-of-all $engine]] : ""}]
        dict for {name channel} $tables {
            close $channel
            trundle::checkpoint sync $part/$name
        }
    }
    write-measures run
    dict with run {
        trundle::output::write $part/run.json [trundle::checksum::close-text [provenance $run]]
        if {[llength [trundle::output::strangers $out .trundle-run]]
                || ($keep && [llength [trundle::unfinished::others $out $identity]])} {
            set aside [trundle::unfinished::aside $out]
            file rename $out $aside
        }
        file delete -force $part/deck             ;# of another code: its frames are in the trajectory
        trundle::output::finish $part $out $trundle::unfinished::going
        trundle::unfinished::clean $out
    }
    return $aside
}

# The measures that the scenario asks for, from the trajectory that has just been finished.
proc trundle::command::write-measures {name} {
    upvar 1 $name run
    if {![dict exists $run request measures]} {
        return
    }
    dict with run {
        trundle::output::write $part/measures.csv [join [lmap row [trundle::measured::table $part \
            [dict get $request model] [dict get $request measures]] {join $row ,}] \n]
        dict set sealed {*}[trundle::checksum::sums $part measures.csv]
    }
}

# The bytes of each file and their sum, as they were written: `trundle info` compares.  (The trajectory has its own seal.)
proc trundle::command::sums-of {run} {
    dict with run {
        set all [dict merge $sealed [trundle::checksum::sums $part [dict keys $tables] $sums]]
    }
    return [json::write object {*}[concat {*}[lmap name [lsort [dict keys $all]] {
        lassign [dict get $all $name] bytes sum
        list $name [json::write object bytes $bytes crc32 [json::write string [format %08x $sum]]]
    }]]]
}

# How the results came about, for those who cite or repeat them: they do not depend on threads and
# path, so these stand in a file of their own.
proc trundle::command::provenance {run} {
    package require json::write
    json::write indented true
    json::write aligned false
    set engine [dict get $run engine]
    set counts [$engine counts]
    set part [dict get $run part]
    if {[dict exists $run elsewhere]} {
        set last [dict get $run last]
        set how [list {*}[trundle::provenance::texts [dict get $run elsewhere]] \
            time [trundle::formats::json-number [expr {$last*[$engine dt]}]] steps $last \
            particles [dict get $counts particles] seconds [trundle::formats::json-number $trundle::foreign::spent]]
    } else {
        set how [list hash [json::write string [$engine hash]] \
            time [trundle::formats::json-number [$engine time]] steps [dict get $counts steps] \
            particles [dict get $counts particles] threads [dict get $counts threads] \
            path [json::write string [dict get $counts path]] \
            imbalance [trundle::formats::json-number [dict get $run worst]] \
            {*}[expr {[dict get $run unresolved] eq "" ? {} : [list unresolved [json::write string [dict get $run unresolved]]]}]]
    }
    return [json::write object {*}[trundle::provenance::fields] {*}$how \
        {*}[parameters-json [dict get $run request]] {*}[measures-json [dict get $run request]] files [sums-of $run] \
        {*}[trundle::formats::conventions-json [with-names [$engine explain] [dict get $run request model]]] \
        seal [json::write string $trundle::checksum::empty]]
}

# The parameters of the scenario with the values that they had.
proc trundle::command::parameters-json {request} {
    if {![dict exists $request parameters]} {
        return {}
    }
    return [list parameters [json::write object {*}[concat {*}[lmap {name value} [dict get $request parameters] {
        list $name [expr {[trundle::value::decimal $value] ? [trundle::formats::json-number $value]
            : [trundle::formats::json-text $value]}]
    }]]]]
}

# The columns of measures.csv with their units.
proc trundle::command::measures-json {request} {
    if {![dict exists $request measures]} {
        return {}
    }
    return [list measures [json::write object {*}[concat {*}[lmap one [dict get $request measures] {
        concat {*}[lmap name [trundle::measures::columns $one] unit [trundle::measures::units $one] {
            list $name [trundle::formats::json-text $unit]
        }]
    }]]]]
}

# --- what is told ---------------------------------------------------------------

proc trundle::command::tell-run {run start} {
    if {![trundle::progress::terminal?]} {
        return
    }
    set engine [dict get $run engine]
    set until [dict get $run request until]
    set counts [$engine counts]
    set seconds [expr {([clock milliseconds] - [dict get $start clock])*1e-3 + 1e-9}]
    set done [expr {[$engine time] - [dict get $start time]}]
    trundle::progress::show [expr {[$engine time]/$until}] [format \
        "t %.4g of %.4g s, %.3g steps/s, %d contacts, %s left" \
        [$engine time] $until \
        [expr {([$engine steps] - [dict get $start steps])/$seconds}] \
        [expr {[dict get $counts touching] + [dict get $counts touching_walls]}] \
        [trundle::progress::duration [expr {
            $done > 0 ? $seconds*($until - [$engine time])/$done : 0}]]]
}

proc trundle::command::run-summary {engine out run request verbose threads} {
    variable tabled
    set text "$out: [$engine steps] steps to t = [trundle::formats::short \
        [$engine time]] s on [threads-of [$engine counts] $threads]\n\n[energy-balance [dict get $run starts] [$engine energy]]"
    if {[dict get $run aside] ne ""} {
        append text \n[told-aside $out [dict get $run aside]]
    }
    foreach line [trundle::flux::summary [dict get $request model] [dict get $run flux] \
            [dict get $request until]] {
        append text \n$line
    }
    if {[dict get $run particles] > $tabled} {
        set entered [llength [dict get $run flux born]]
        set asked [trundle::flux::wanted [dict get $request model] [dict get $request until]]
        append text "\nno tables of spheres and events: [expr {$asked == 0 ? "there are [dict get $run particles] spheres"
            : "with all that the inlets ask for there would be [dict get $run particles] spheres ($entered of $asked entered)"}],\
            and above $tabled the tables are left out; see trajectory.h5, `trundle convert`"
    }
    if {$verbose} {
        set model [dict get $request model]
        set meetings [meetings-of $engine $request]
        append text "\n\n[trundle::advice::pair-table $model $meetings [$engine explain]]\n\n"
        append text [trundle::advice::step-line $meetings [$engine explain]] \n
        append text "[means-of $engine]\n\n[trundle::formats::conventions \
            [with-names [$engine explain] $model] [trundle::language::meanings]]"
    }
    return $text
}

proc trundle::command::told-aside {out aside} {
    return "what $out held before, results of another scenario or files of yours, is now $aside"
}

# The conventions, walls by their names.
proc trundle::command::with-names {explain model} {
    set named {}
    dict for {key value} $explain {
        if {[regexp {^((?:plane|mesh) \d+) wall$} $key -> wall]} {
            set key "[lindex [trundle::scenario::object-of $wall $model {}] 0], wall"
        }
        dict set named $key $value
    }
    return $named
}

# Each account at the beginning and at the end, but those that nothing went through; what the
# totals differ by was made or lost by the scheme.
proc trundle::command::energy-balance {starts ends} {
    set rows {{"energy (J)" "at the start" "at the end"}}
    dict for {account end} $ends {
        set start [dict get $starts $account]
        if {$start == 0 && $end == 0 && $account ne "total"} continue
        lappend rows [list [string map {_ " "} $account] \
            [trundle::formats::short $start] [trundle::formats::short $end]]
    }
    set largest [trundle::advice::largest $starts $ends]
    set defect [expr {[dict get $ends total] - [dict get $starts total]}]
    set share [expr {$largest > 0 ? $defect/$largest : 0}]
    lappend rows [list "balance error" "" "[trundle::formats::short $defect 3],\
        [trundle::formats::short $share 2] of the largest energy term"]
    return [trundle::formats::align $rows]
}

# How many threads, and why: somebody asked for them, or what limits them.
proc trundle::command::threads-of {counts asked} {
    package require trundle::pool
    dict with counts {
        set why [expr {
            $asked ne "" ? "as asked"
            : $particles < 1000 ? "fewer than 1000 spheres are not divided"
            : [info exists ::env(OMP_NUM_THREADS)] ? "OMP_NUM_THREADS allows $::env(OMP_NUM_THREADS)"
            : $threads < [trundle::pool::processors] ? "so few spheres have no more parts"
            : "all that this machine has"}]
        return "$threads [expr {$threads == 1 ? "thread" : "threads"}] ($why)"
    }
}

# With what the sums were done.
proc trundle::command::means-of {engine} {
    set counts [$engine counts]
    dict with counts {
        append text "$particles spheres, $touching contacts between them and\
            $touching_walls with walls, [format %.3g [expr {$bytes*1e-6}]] MB\n"
        append text "laws [expr {$path eq "plain" ? "one contact after the other (plain)"
            : "in lanes, path $path"}], $threads [expr {$threads == 1 ? "thread" : "threads"}],\
            $domains [expr {$domains == 1 ? "domain" : "domains"}], $lists contact lists\n"
    }
    append text "hash of the last state [$engine hash]"
    return $text
}

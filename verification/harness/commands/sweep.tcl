# sweep.tcl -- trundle sweep: one benchmark or scenario with many parameters.
package provide trundle::command::sweep 1.0
package require trundle::cli
package require trundle::sweep
package require trundle::formats
package require trundle::output
package require trundle::provenance
package require trundle::pool
package require trundle::progress
package require trundle::scenario

namespace eval trundle::command {
    variable sweep_tasks 1000           ;# of a job array, at most
}

trundle::cli::declare sweep {
    usage {CASE|SCENARIO -over NAME=VALUES ... [-set NAME=VALUE ...] [-out DIR] [-jobs N] [-plot COLUMN ...]
        CASE -over NAME=VALUES ... -slurm FILE [-jobs N]
        CASE -over NAME=VALUES ... -list}
    about {Runs a benchmark, or a scenario with parameters and measures, for every combination of the values of all -over and writes DIR/sweep.csv, one line per run:
        parameters, observables, references, and whether they pass (1, 0, or weak). VALUES is a list a,b,c; a part may be a
        range (0:80:17 are 17 values, 0:80:+5 has steps of 5, 1e-5:1e-3:5:log is logarithmic) or * for all choices;
        -over @TABLE.csv reads the points. An interrupted sweep continues with the same command. The exit status is 1 if a
        run missed a tolerance or was refused, 2 for invalid input, 3 if a run diverged.}
    details {A run is ok, weak, fail, refused, diverged, or unjudged if no observable has a reference. Weak means that a known mistake would pass
        as well. Besides the parameters of the benchmark every choice of `laws` and `integrate` can be varied (`trundle help language`). Vectors are quoted:
        'velocity=1 0 0,2 0 0'. The first line of TABLE.csv names parameters.

        Each finished run is kept in DIR/runs. A larger grid reuses existing runs, and the table is the same to the last byte.
        Runs of another version of the program or of the pages are not reused. Duplicate runs are refused.

        Of a scenario (a file that ends in .tcl) the parameters are those of its `parameter` lines, and the observables are its measures
        at the end of the run. The runs themselves are not kept.

        A value that a parameter cannot have (`trundle case CASE -help`) refuses the whole sweep before the first run. A run whose values are not
        compatible is a line `refused` with the reason, and the others are made; if all are refused, no table is written.
        An observable with the name of a parameter that varies or is set gets the suffix .observed in the table, and so do status, steps and
        message. A column to plot that does not exist is refused after the first runs.}
    groups {
        input {over set}
        output {out plot list}
        run {jobs restart slurm part}
    }
    options {
        over  {NAME=VALUES {many text} {} {values of a parameter, or @TABLE.csv (repeat for a grid)}}
        set   {NAME=VALUE {many text} {} {the same value in all runs (may be repeated)}}
        out   {DIR text {} {folder of results (default: name of the case + `-sweep`)}}
        jobs  {N {integer 1} {} {runs or, with -slurm, tasks at a time (default: one per core)}}
        plot  {COLUMN {many text} {} {draw a column over the first parameter: DIR/COLUMN.svg (may be repeated)}}
        restart {{} flag 0 {discard the runs in DIR and start over}}
        list  {{} flag 0 {print the runs, make none}}
        slurm {FILE text {} {write a job array for a cluster, run nothing}}
        part  {K/N text {} {only the K-th of N parts of the runs, as the tasks of the array do}}
    }
    examples {
        {trundle sweep sliding-sphere -over mu=0.1:0.5:9 -plot t_roll}
        {start of rolling as a function of friction}
        {trundle sweep free-fall-180 -over 'lever=*' -over 'friction_cap=*' -over normal_end=overlap,force -jobs 2}
        {all combinations of three conventions}
        {trundle sweep oblique-impact -over @points.csv -set dt=1e-7 -out /tmp/points}
        {one run per line of a table}
        {trundle sweep heap.tcl -over mu=0.1:0.9:9 -over seed=1,2,3 -plot pile.angle}
        {angle of repose of a scenario as a function of friction, with three seeds each}
        {trundle sweep incline -over mu=0.05:0.6:56 -slurm incline.sh; sbatch incline.sh}
        {on a cluster; the task that ends last writes the table}
    }
}

proc trundle::command::sweep {arguments} {
    set values [trundle::cli::parse sweep $arguments]
    if {[dict get $values help]} {
        puts [trundle::cli::help sweep]
        return 0
    }
    set sweep [sweep-asked $values]
    if {[dict get $values list]} {
        puts [sweep-list $sweep]
        return 0
    }
    sweep-may-write $sweep
    if {[dict get $values slurm] ne ""} {
        return [sweep-slurm $values [llength [dict get $sweep points]]]
    }
    try {
        sweep-begin $sweep [dict get $values restart]
        sweep-run $sweep [dict get $values jobs]
    } on error {message settings} {
        # Runs that have ended stay; a folder without one goes, if no other part of the sweep works in it.
        if {[dict get $sweep parts] == 1} {
            sweep-undo $sweep {}
        }
        return -options $settings $message
    }
    return [sweep-end $sweep]
}

# What is asked for, checked as a whole.
proc trundle::command::sweep-asked {values} {
    trundle::cli::words sweep $values 1 1 "the name of one benchmark or scenario"
    set case [lindex [dict get $values words] 0]
    set request [sweep-scenario $case]
    if {![dict size $request]} {
        trundle::harness::need-case $case
    }
    if {![llength [dict get $values over]]} {
        trundle::value::fail "sweep: -over is missing, expected NAME=VALUES; see `trundle sweep --help`"
    }
    set points [trundle::points::grid $case [dict get $values over] \
        [trundle::cli::settings sweep [dict get $values set]] [trundle::value::get $request facts]]
    lassign [sweep-part [dict get $values part]] part parts
    sweep-not-both $values
    set out [dict get $values out]
    return [dict create case $case points $points part $part parts $parts \
        identity [expr {[dict size $request] ? [trundle::sweep::scenario-identity $case $request]
            : [trundle::sweep::identity $case]}] request $request plots [dict get $values plot] \
        log [string match *:log [lindex [dict get $values over] 0]] \
        folder [expr {$out eq "" ? "[file rootname [file tail $case]]-sweep" : $out}]]
}

# The request of a scenario, with what its lines say of the parameters; of a benchmark nothing.
proc trundle::command::sweep-scenario {case} {
    if {[file extension $case] ne ".tcl"} {
        return {}
    }
    set request [trundle::scenario::read $case 60]
    foreach {part word} {parameters parameter measures measure} {
        if {![dict exists $request $part]} {
            trundle::value::fail "$case has no line `$word`, expected at least one: [dict get {
                parameter {a sweep changes its value} measure {it is a column of the table}} $word]"
        }
    }
    return [dict merge $request [dict create facts $::trundle::language::parameters]]
}

# What a job array has no use for, since each of its tasks says it or would do it again.
proc trundle::command::sweep-not-both {values} {
    foreach {option empty why} {part "" {its tasks are the parts} restart 0 {each task would begin anew}} {
        if {[dict get $values slurm] ne "" && [dict get $values $option] ne $empty} {
            trundle::value::fail "sweep: -$option and -slurm exclude each other, expected one of them: $why"
        }
    }
}

proc trundle::command::sweep-part {text} {
    if {$text eq ""} {
        return {1 1}
    }
    if {![regexp {^([0-9]{1,7})/([0-9]{1,7})$} $text - part parts] || [scan $part %d] < 1
            || [scan $part %d] > [scan $parts %d]} {
        trundle::value::fail "sweep: -part is \"$text\", expected K/N with K from 1 to N"
    }
    return [list [scan $part %d] [scan $parts %d]]
}

proc trundle::command::sweep-list {sweep} {
    set names [dict keys [lindex [dict get $sweep points] 0]]
    return [trundle::formats::align [list $names {*}[lmap point [sweep-mine $sweep] {dict values $point}]]]
}

# The points of the part that is asked for: one of so many, in turn.
proc trundle::command::sweep-mine {sweep} {
    set number -1
    dict with sweep {
        return [lmap point $points {expr {[incr number] % $parts == $part - 1 ? $point : [continue]}}]
    }
}

# The folder is a store of finished runs, that others may work in at the same time.
proc trundle::command::sweep-begin {sweep restart} {
    set folder [dict get $sweep folder]
    trundle::output::make-folder sweep $folder $folder/runs
    trundle::output::write $folder/.trundle-sweep "trundle $::trundle::version\n[dict get $sweep case]"
    if {$restart} {
        file delete -force {*}[glob -nocomplain -directory $folder/runs *.dict]
    }
}

# It is new, empty, or a sweep of the same benchmark.
proc trundle::command::sweep-may-write {sweep} {
    set folder [dict get $sweep folder]
    trundle::output::may-replace sweep $folder sweep
    set owner [sweep-owner $folder]
    if {$owner ni [list "" [dict get $sweep case]]} {
        trundle::value::fail "sweep: -out is \"$folder\", and $folder/sweep.csv belongs to the benchmark $owner,\
            expected another folder"
    }
}

# The benchmark that a folder belongs to: its marker says it, but for an older version's; there sweep.json does.
proc trundle::command::sweep-owner {folder} {
    foreach {file sign} {.trundle-sweep {\n(.+)\n} sweep.json {"case" : "([^"]+)"}} {
        if {[file isfile $folder/$file] && [regexp $sign [trundle::output::text $folder/$file] - owner]} {
            return $owner
        }
    }
}

proc trundle::command::sweep-key {sweep point} {
    return [list [dict get $sweep identity] $point]
}

# The runs of this part that are not there yet, several at a time.
proc trundle::command::sweep-run {sweep jobs} {
    set work {}
    dict with sweep {
        foreach point [sweep-mine $sweep] {
            set key [sweep-key $sweep $point]
            if {[trundle::sweep::kept $folder $key] eq ""} {
                lappend work [list [expr {[dict size $request] ? "measured" : "sweep"}] [expr {[dict size $request]
                    ? [file normalize $case] : $case}] [file normalize $folder] $key $point]
            }
        }
    }
    if {$jobs eq ""} {
        set jobs [trundle::pool::processors]
    }
    trundle::progress::runs [llength $work]
    set report trundle::progress::ended
    # What a case observes its first runs tell.
    set first [expr {[llength [dict get $sweep plots]] ? min($jobs, [llength $work]) : 0}]
    set answers [trundle::pool::map [lrange $work 0 $first-1] $jobs $report]
    sweep-may-plot $sweep [lmap job [lrange $work 0 $first-1] {lindex $job 4}]
    lappend answers {*}[trundle::pool::map [lrange $work $first end] $jobs $report]
    trundle::progress::end
    foreach job $work answer $answers {
        if {[lindex $answer 0] ne "ok"} {
            throw [lindex $answer 2] "[dict get $sweep case] with [trundle::points::words-of [lindex $job 4]]:\
                [lindex $answer 1]; the same command makes the runs that are missing"
        }
    }
}

# Columns to plot that no run will have are refused as soon as one run is there, and what was made for them is
# taken back. Runs may differ in which observables have a reference.
proc trundle::command::sweep-may-plot {sweep made} {
    foreach point [dict get $sweep points] {
        set outcome [trundle::sweep::kept [dict get $sweep folder] [sweep-key $sweep $point]]
        if {$outcome eq "" || [dict get $outcome status] ne "ok"} continue
        set head [lindex [trundle::sweep::table [list $point] [list $outcome]] 0]
        foreach column [dict get $sweep plots] {
            if {[regsub {\.(reference|error|tolerance|pass)(\.\d+)?$} $column {} observable]
                    && ($observable in $head || "$observable.1" in $head)} continue
            if {$column ni $head} {
                sweep-undo $sweep $made
                trundle::sweep::no-column $column $head
            }
        }
        return
    }
}

# When all runs are there: the table, its pictures, what came out.
proc trundle::command::sweep-end {sweep} {
    dict with sweep {
        set outcomes [lmap point $points {trundle::sweep::kept $folder [sweep-key $sweep $point]}]
        set missing [llength [lsearch -all -exact $outcomes ""]]
        if {$missing} {
            puts "$folder: part $part of $parts is done, $missing of [llength $points] runs are missing"
            return 0
        }
        sweep-all-refused $sweep $outcomes
        set table [trundle::sweep::table $points $outcomes]
        package require csv
        trundle::output::deliver [join [lmap row $table {::csv::join $row}] \n] $folder/sweep.csv
        trundle::output::deliver [sweep-json $sweep $outcomes] $folder/sweep.json
        foreach column $plots {
            package require trundle::sweep::plot
            trundle::sweep::plot::draw $folder $table [dict keys [lindex $points 0]] $column $log
        }
    }
    return [sweep-summary $sweep $outcomes]
}

# Where every run is refused the values are wrong, as they would be for `trundle case`, and nothing stays.
proc trundle::command::sweep-all-refused {sweep outcomes} {
    if {[llength [lsearch -all -exact -not [lmap one $outcomes {dict get $one status}] refused]]} {
        return
    }
    dict with sweep {
        sweep-undo $sweep $points
        trundle::value::fail "sweep: [llength $points] of [llength $points] runs are refused, the first with\
            [trundle::points::words-of [lindex $points 0]]: [dict get [lindex $outcomes 0] message]"
    }
}

# Without these runs, and without the folder when they were all that it held.
proc trundle::command::sweep-undo {sweep points} {
    dict with sweep {}
    foreach point $points {
        set file [trundle::sweep::file-of $folder [sweep-key $sweep $point]]
        if {[file isfile $file]} {
            file delete $file
        }
    }
    if {![llength [glob -nocomplain -directory $folder/runs *]]} {
        file delete $folder/runs
    }
    if {[trundle::output::entries $folder] eq ".trundle-sweep"} {
        file delete $folder/.trundle-sweep $folder
    }
}

# How many runs ended how; the worst is the exit status.
proc trundle::command::sweep-summary {sweep outcomes} {
    set counts {ok 0 weak 0 fail 0 refused 0 diverged 0 unjudged 0}
    foreach outcome $outcomes {
        dict incr counts [trundle::sweep::verdict $outcome]
    }
    dict with counts {
        puts "[dict get $sweep folder]/sweep.csv: [llength $outcomes] runs, $ok ok, $weak weak, $fail missed a\
            tolerance, $refused refused, $diverged diverged[
            expr {$unjudged ? ", $unjudged without a reference" : ""}]"
        return [expr {$diverged ? 3 : $fail + $refused ? 1 : 0}]
    }
}

# What the columns of the table are.
proc trundle::command::sweep-json {sweep outcomes} {
    package require json::write
    json::write indented true
    json::write aligned false
    set case [dict get $sweep case]
    set request [dict get $sweep request]
    set parameters {}
    dict for {name facts} [expr {[dict size $request] ? [sweep-facts $request] : [trundle::harness::fact $case parameters]}] {
        dict with facts {
            lappend parameters $name [json::write object \
                unit [trundle::formats::json-text $unit] \
                default [trundle::formats::json-text $default] \
                description [trundle::formats::json-text $description]]
        }
    }
    set units {}
    foreach outcome $outcomes {
        dict for {name facts} [dict get $outcome observables] {
            dict set units $name [trundle::formats::json-text [dict get $facts unit]]
        }
    }
    return [json::write object case [trundle::formats::json-text $case] \
        source [trundle::formats::json-text [expr {[dict size $request] ? "" : [trundle::harness::fact $case source]}]] \
        version [trundle::formats::json-text $::trundle::version] \
        commit [trundle::formats::json-text [trundle::provenance::commit]] \
        runs [llength $outcomes] \
        parameters [json::write object {*}$parameters] \
        observables [json::write object {*}$units]]
}

# The parameters of a scenario as those of a benchmark are told.
proc trundle::command::sweep-facts {request} {
    return [dict map {name facts} [dict get $request facts] {
        dict create unit [trundle::value::get $facts unit -] default [dict get $facts default] \
            description [trundle::value::get $facts what]
    }]
}

# --- a cluster -------------------------------------------------------------------

# A job array: every task makes its part, the last one to end finds all runs.
proc trundle::command::sweep-slurm {values runs} {
    variable sweep_tasks
    set file [dict get $values slurm]
    set file [trundle::output::check-file sweep slurm $file slurm]
    set tasks [expr {min($runs, $sweep_tasks)}]
    set width [dict get $values jobs]
    trundle::output::deliver [join [list "#!/bin/sh" \
        "#SBATCH --job-name=trundle-[file tail [lindex [dict get $values words] 0]]" \
        "#SBATCH --array=1-$tasks[expr {$width eq "" ? "" : "%$width"}]" \
        "#SBATCH --cpus-per-task=1" \
        "# $runs runs in $tasks tasks. A task that failed can be sent again: finished runs are kept." \
        "\[ \"\$TRUNDLE\" ] || TRUNDLE=[trundle::cli::shell-quote $::trundle::program]" \
        "exec \"\$TRUNDLE\" sweep [join [lmap word [sweep-words $values] {trundle::cli::shell-quote $word}]] \\" \
        "    -jobs 1 -part \"\$SLURM_ARRAY_TASK_ID/$tasks\""] \n] $file
    file attributes $file -permissions +x
    puts "$file: a job array of $tasks tasks, $runs runs; `sbatch [trundle::cli::as-word $file]`"
    return 0
}

# The command line without what belongs to this machine.
proc trundle::command::sweep-words {values} {
    set words [dict get $values words]
    foreach option {over set plot} {
        foreach one [dict get $values $option] {
            lappend words -$option $one
        }
    }
    if {[dict get $values out] ne ""} {
        lappend words -out [dict get $values out]
    }
    return $words
}

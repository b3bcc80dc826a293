# foreign.tcl -- another code in the place of the engine: one of those that `export`
# knows, or a program of the user's.  The code is run once from the start to the end that the page names, its
# rows are read, and all questions are answered from them; what no table of positions and velocities can
# tell is refused as unsupported.  The name `trundle` puts our own engine behind the same door, `naive:WRONG` the code of
# naive.tcl.
#
# A program of the user's is called as own.tcl says.
package provide trundle::foreign 1.0
package require trundle::export
package require trundle::own
package require trundle::output
package require trundle::kinematics
package require trundle::contacts
package require trundle::naive

namespace eval trundle::foreign {
    # The status of a question, by the error in which it ended.
    variable statuses {CRASHED crashed BABBLES crashed LATE late MISSING unsupported}
    variable serial 0
    variable engines          ;# number -> dict of code, model, explain, dt, names, step, bodies, until, every, contacts, run
    array set engines {}
    variable runs {}          ;# code, model, steps, interval, course, contacts? -> run: a program runs once for each
    variable limit 60         ;# longest time in s that one run may take
    variable most 262144      ;# and the most that it may write to a file, in blocks of 1024 bytes; 0: no limit
    variable place ""         ;# folder in which a code runs that has no folder of its own; "": one for each run
    variable ranks 1          ;# processes of codes that have some
    variable programs {}      ;# code -> the program that runs it, where it is not the usual one
    variable named {}         ;# program of a user's -> the name that it was given, where that is not its file's
    variable versions {}      ;# code -> what it has said that it is
    variable differs {}       ;# in what the runs so far differ from their models
    variable cans {}          ;# program of a user's -> what it says that it can
    variable spent 0.0        ;# seconds that the codes have taken for what was asked so far
    # What an engine here can be asked; the columns of a row.
    variable words {advance step particle state time steps counts evaluations explain momenta dt name destroy
        events energy records loads contacts all-contacts steer}
    variable columns {x y z vx vy vz wx wy wz}
}

# --- which code ------------------------------------------------------------------------

# foreign::choose COMMAND TEXT -> the code of `-engine TEXT`: NAME, the path of a program, or NAME=PROGRAM: another program
# of a code that is known, or the name under which a program of the user's is told.
proc trundle::foreign::choose {command text} {
    variable programs
    variable named
    if {[regexp {^(\w+)=(.+)$} $text - name program]} {
        if {$name eq "trundle" || [auto_execok $program] eq "" || [file isdirectory $program]} {
            trundle::value::fail "$command: -engine is \"$text\", expected a program that can be run after \"=\"[expr {
                $name eq "trundle" ? ", and another name before it" : ""}]"
        }
        set program [expr {[file exists $program] ? [file normalize $program] : [lindex [auto_execok $program] 0]}]
        if {$name ni $trundle::export::engines} {
            dict set named $program $name
            return $program
        }
        dict set programs $name $program
        return $name
    }
    if {$text eq "trundle" || $text in $trundle::export::engines} {
        return $text
    }
    if {![file executable $text] || [file isdirectory $text]} {
        trundle::value::fail "$command: -engine is \"$text\", expected one of\
            [join $trundle::export::engines {, }] or a program that can be run"
    }
    return [file normalize $text]
}

# The processes that codes are to run in.  Where none of them has ranks that is a mistake; where some have, a line tells
# of the others.
proc trundle::foreign::in-ranks {command codes number} {
    variable ranks $number
    set single [lmap code $codes {
        if {[has-ranks? $code]} continue
        name $code
    }]
    if {$number == 1 || ![llength $single]} {
        return
    }
    set told "[join $single { and }] [expr {[llength $single] == 1 ? "runs" : "run"}] in one process"
    if {[llength $single] == [llength $codes]} {
        trundle::value::fail "$command: -ranks is $number, but $told, expected 1"
    }
    puts stderr "trundle: warning: -ranks $number: $told"
}

proc trundle::foreign::has-ranks? {code} {
    if {[deck? $code]} {
        package require trundle::engine::$code
    }
    return [info exists ::trundle::export::${code}::ranks]
}

# What a code is called in tables and answers.
proc trundle::foreign::name {code} {
    variable named
    return [trundle::value::get $named $code [file tail $code]]
}

# The same with its version, as far as it has said so.
proc trundle::foreign::title {code} {
    variable versions
    return [trundle::value::get $versions $code [name $code]]
}

# The program that runs a code; empty when it is not installed.
proc trundle::foreign::program {code} {
    variable programs
    if {$code ni $trundle::export::engines} {
        return $code
    }
    package require trundle::engine::$code
    set program [trundle::value::get $programs $code [set trundle::export::${code}::program]]
    return [expr {[auto_execok $program] eq "" ? "" : $program}]
}

# A deck is written for these codes.
proc trundle::foreign::deck? {code} {
    return [expr {$code in $trundle::export::engines}]
}

# --- the engine ------------------------------------------------------------------------

# foreign::engine CODE MODEL ?UNTIL EVERY COURSE CONTACTS? -> a command with the subcommands of an engine, as far as rows
# can tell.  CODE: a name that `export` knows, `trundle`, or the path of a program.  UNTIL s and every EVERY
# steps: what the caller is going to ask for; COURSE, {STEP PARTICLE VELOCITY SPIN} ...: how it is going to steer; CONTACTS,
# 1: for contacts, too (who asks without it starts the code once more, since decks write them only where they are wanted).
# The code `contacts` only tells, as an error, what can meet in the model.
proc trundle::foreign::engine {code model {until 0} {every 0} {course {}} {contacts 0}} {
    variable serial
    variable engines
    package require trundle
    if {$code eq "contacts"} {
        return -code error -errorcode {TRUNDLE CONTACTS} [trundle::dialects::contacts $model]
    }
    set explain [trundle::export::conventions $model]
    set here [trundle::engine $model]
    set bodies [$here state]
    set number -1
    set dt [dict get $explain dt]
    set engines([incr serial]) [dict create code $code model $model explain $explain \
        dt $dt step 0 bodies $bodies until [expr {round(ceil($until/$dt - 1e-6))}] every $every run {} course $course \
        contacts [string is true $contacts] \
        names [lmap body $bodies {$here name [incr number]}]]
    $here destroy
    set command ::trundle::foreign::engine$serial
    interp alias {} $command {} ::trundle::foreign::ask $serial
    return $command
}

proc trundle::foreign::ask {number word args} {
    variable words
    if {$word ni $words} {
        return -code error -errorcode {TRUNDLE UNSUPPORTED} "another code's rows do not tell its $word"
    }
    return [do-$word $number {*}$args]
}

proc trundle::foreign::of {number key} {
    variable engines
    return [dict get $engines($number) $key]
}

proc trundle::foreign::do-destroy {number} {
    variable engines
    unset engines($number)
    interp alias {} ::trundle::foreign::engine$number {}
}

proc trundle::foreign::do-time {number} {expr {[of $number step]*[of $number dt]}}
proc trundle::foreign::do-steps {number} {of $number step}
proc trundle::foreign::do-evaluations {number} {of $number step}
proc trundle::foreign::do-dt {number} {of $number dt}
proc trundle::foreign::do-explain {number} {of $number explain}
proc trundle::foreign::do-state {number} {of $number bodies}
proc trundle::foreign::do-name {number index} {lindex [of $number names] $index}

# Step -> rows of the particles, of the whole run.
proc trundle::foreign::do-records {number} {
    return [dict map {step rows} [dict get [of $number run] records] {
        lmap row $rows {lrange $row 0 8}
    }]
}

# What the particles bear, where some of them are held: the columns behind their motion.  The weight of those that are
# held is not in the columns of a deck.
proc trundle::foreign::do-loads {number} {
    set gravity [expr {[of $number code] eq "trundle" ? {0 0 0} : [trundle::value::get [of $number model] gravity {0 0 0}]}]
    need $number [of $number step] 0
    set rows [dict get [of $number run] records [of $number step]]
    if {[llength [lindex $rows 0]] < 15} {
        return -code error -errorcode {TRUNDLE UNSUPPORTED} "its rows do not tell what particles bear"
    }
    return [dict create particles [lmap row $rows body [of $number bodies] {
        set mass [expr {[dict get $body fixed] ? [dict get $body mass] : 0}]
        dict create force [lmap f [lrange $row 9 11] g $gravity {expr {$f + $mass*$g}}] torque [lrange $row 12 14]
    }]]
}

# Contacts as the engine tells them; what this code does not tell of them is NaN.
proc trundle::foreign::do-contacts {number} {
    variable engines
    if {![of $number contacts]} {
        dict set engines($number) contacts 1
        dict set engines($number) run {}
    }
    need $number [of $number step] 0
    return [dict get [of $number run] contacts [of $number step]]
}

# Step -> contacts, of the whole run, where they were wanted from the beginning.
proc trundle::foreign::do-all-contacts {number} {
    return [dict get [of $number run] contacts]
}

# The course has been run by the time that a page steers, so it must be the one that was named.
proc trundle::foreign::do-steer {number index velocity spin} {
    variable engines
    set entry [list [of $number step] $index $velocity $spin]
    if {$entry ni [of $number course]} {
        error "the course of this run has no {$entry}, expected one of {[join [lsearch -all -inline -integer -index 0 \
            [of $number course] [of $number step]] "\}, \{"]}"
    }
    set bodies [of $number bodies]
    lset bodies $index [dict merge [lindex $bodies $index] [dict create velocity $velocity spin $spin]]
    dict set engines($number) bodies $bodies
}

proc trundle::foreign::do-counts {number} {
    return [dict create particles [llength [of $number bodies]] steps [of $number step] warnings 0 halvings 0 \
        evaluations [of $number step]]
}

proc trundle::foreign::do-particle {number index} {lindex [of $number bodies] $index}

proc trundle::foreign::do-energy {number} {
    return [trundle::kinematics::energy [of $number bodies] \
        [trundle::value::get [of $number model] gravity {0 0 0}]]
}

# Linear and angular momentum about the origin.
proc trundle::foreign::do-momenta {number} {
    set linear {0.0 0.0 0.0}
    set angular {0.0 0.0 0.0}
    foreach body [of $number bodies] {
        dict with body {
            set p [lmap v $velocity {expr {$mass*$v}}]
            lassign $position x y z
            lassign $p u v w
            set linear [lmap a $linear b $p {expr {$a + $b}}]
            set angular [lmap a $angular \
                b [list [expr {$y*$w - $z*$v}] [expr {$z*$u - $x*$w}] [expr {$x*$v - $y*$u}]] \
                s $spin {expr {$a + $b + $inertia*$s}}]
        }
    }
    return [dict create linear $linear angular $angular]
}

# The events of contacts up to now.
proc trundle::foreign::do-events {number} {
    set now [expr {([of $number step] + 1e-6)*[of $number dt]}]
    return [lmap event [all-events $number] {
        if {[lindex $event 0] > $now} break
        set event
    }]
}

# Those of the whole run.
proc trundle::foreign::all-events {number} {
    variable engines
    set run [of $number run]
    if {$run eq ""} {
        return
    }
    if {![dict exists $run events]} {
        set dt [of $number dt]
        set share [dict get {radius 0 half 0.5 inner 1 shares 1} [dict get [of $number explain] lever]]
        dict set run events [trundle::kinematics::events \
            [lmap step [dict keys [dict get $run records]] {expr {$step*$dt}}] [dict values [dict get $run records]] \
            [lmap body [of $number bodies] {dict get $body radius}] \
            [lmap plane [trundle::value::get [of $number model] planes] {
                set plane [trundle::export::plane $plane]
                list [dict get $plane point] [dict get $plane normal]
            }] $share]
        dict set engines($number) run $run
    }
    return [dict get $run events]
}

proc trundle::foreign::do-step {number count} {
    to-step $number [expr {[of $number step] + $count}]
    return
}

# To a time, or, with -until KIND, to the first row after the next event of that kind (looked for up to the
# end that the page has named); with -every N the rows from here on, at least N steps apart.
proc trundle::foreign::do-advance {number time args} {
    set settings [dict merge {-every 0 -until ""} $args]
    set every [dict get $settings -every]
    set first [of $number step]
    set last [expr {round($time/[of $number dt])}]
    set kind [dict get $settings -until]
    if {$kind ne "" && [of $number until]} {
        set last [expr {min($last, [of $number until])}]
    }
    if {$last <= $first} {
        return {}
    }
    need $number $last $every
    if {$kind ne ""} {
        set last [step-of-event $number $kind $first $last]
    }
    to-step $number $last
    return [expr {$every ? [rows $number $first $last $every] : {}}]
}

proc trundle::foreign::rows {number first last every} {
    set rows {}
    set due $first
    dict for {step bodies} [dict get [of $number run] records] {
        if {$step > $last} break
        if {$step >= $due} {
            set due [expr {$step + $every}]
            set index -1
            foreach row $bodies {
                lappend rows [concat [expr {$step*[of $number dt]}] [incr index] [lrange $row 0 8] {NaN NaN NaN NaN}]
            }
        }
    }
    return $rows
}

# The first step with a row behind the first event of a kind between two steps; the last one without.
proc trundle::foreign::step-of-event {number kind first last} {
    set dt [of $number dt]
    foreach event [all-events $number] {
        if {[lindex $event 1] eq $kind && [lindex $event 0] > $first*$dt} {
            foreach step [dict keys [dict get [of $number run] records]] {
                if {$step*$dt >= [lindex $event 0]} {
                    return [expr {min($step, $last)}]
                }
            }
        }
    }
    return $last
}

proc trundle::foreign::to-step {number step} {
    variable engines
    need $number $step 0
    set index -1
    dict set engines($number) step $step
    dict set engines($number) bodies [lmap body [of $number bodies] row [dict get [of $number run] records $step] {
        set turned [trundle::value::get [trundle::value::get [of $number run] orientations] $step]
        dict merge [dict remove $body force torque orientation] [dict create \
            position [lrange $row 0 2] velocity [lrange $row 3 5] spin [lrange $row 6 8]] \
            [expr {$turned eq "" ? {} : [list orientation [lindex $turned [incr index]]]}]
    }]
}

# A run that has rows at this step and, if EVERY is not 0, at every so many.  What the page has announced
# is run at once; only a question beside it starts the code again.
proc trundle::foreign::need {number step every} {
    variable engines
    set run [of $number run]
    if {$run ne "" && [dict exists $run records $step] && (!$every || $every >= [dict get $run interval])} {
        return
    }
    set last [expr {max($step, [of $number until])}]
    set interval [of $number every]
    if {!$interval} {
        set interval [common-divisor [of $number step] [expr {$every ? $every : $step - [of $number step]}]]
    } elseif {$step != $last} {
        set interval [common-divisor $interval $step]
    }
    set found [run $number $last $interval]
    set records [named-in [of $number code] [list checked $number $last $interval [dict get $found records]]]
    dict set engines($number) run [dict merge [dict create interval $interval records $records] \
        [dict filter $found key contacts orientations]]
}

proc trundle::foreign::common-divisor {a b} {
    while {$b} {
        lassign [list $b [expr {$a % $b}]] a b
    }
    return $a
}

# A row for each particle at each step.
proc trundle::foreign::need-rows {number records} {
    set count [llength [of $number bodies]]
    dict for {step rows} $records {
        if {[llength $rows] != $count || {} in $rows} {
            failed BABBLES "[llength [lsearch -all -not -exact $rows {}]] rows at step $step, expected one for each\
                of $count particles"
        }
    }
}

# Records that are whole: all that were asked for, with a row for each particle.
proc trundle::foreign::checked {number last interval records} {
    need-rows $number $records
    if {![dict exists $records $last]} {
        failed BABBLES "no rows at the end of the run, step $last"
    }
    for {set step 0} {$step < $last} {incr step $interval} {
        if {![dict exists $records $step]} {
            failed BABBLES "no rows at t = [expr {$step*[of $number dt]}] s, step $step, expected some every $interval steps from 0 to $last"
        }
    }
    return [concat {*}[lmap step [lsort -integer [dict keys $records]] {
        list $step [dict get $records $step]
    }]]
}

# KIND: CRASHED, LATE (the limit of time) or BABBLES (what it writes is not what was asked for).
proc trundle::foreign::failed {kind why} {
    return -code error -errorcode [list TRUNDLE FOREIGN $kind] $why
}

# {WORD MESSAGE}: what came of a question that ended in an error.
proc trundle::foreign::why-not {message settings} {
    variable statuses
    set code [dict get $settings -errorcode]
    switch -- [lindex $code 1] {
        FOREIGN {return [list [dict get $statuses [lindex $code 2]] $message]}
        UNSUPPORTED {return [list unsupported $message]}
        EDIVERGED {return [list fail $message]}
    }
    return [list [expr {[regsub {^export: } $message {} message] ? "unsupported" : "error"}] $message]
}

# The name of a code as a word for files and scripts.
proc trundle::foreign::word-of {code} {
    return [regsub -all {[^\w.-]} [name $code] _]
}

# --- a run of the code -------------------------------------------------------------

# -> seconds, records (step -> rows, one a particle, up to step LAST), and where they are wanted contacts (step -> them).
proc trundle::foreign::run {number last interval} {
    variable runs
    variable spent
    set code [of $number code]
    set key [list $code [of $number model] $last $interval [of $number course] [of $number contacts]]
    if {![dict exists $runs $key]} {
        if {$code eq "trundle"} {
            set found [run-here $number $last $interval]
        } elseif {[string match naive:* $code]} {
            set found [run-naive $number $last $interval [string range $code 6 end]]
        } else {
            set found [named-in $code [list in-folder \
                [list run-[expr {[deck? $code] ? "deck" : "program"}] $number $last $interval]]]
        }
        dict set runs $key $found
    }
    set spent [expr {$spent + [dict get $runs $key seconds]}]
    return [dict get $runs $key]
}

# What is wrong with the rows of a code is told with its name.
proc trundle::foreign::named-in {code command} {
    try {
        return [{*}$command]
    } trap {TRUNDLE FOREIGN BABBLES} {message settings} {
        return -options $settings [expr {[string first "$code " $message] == 0 ? $message : "[name $code]: $message"}]
    }
}

# A command in a folder of its own, which is kept when the code has failed; or in the folder `place`, which is somebody's.
proc trundle::foreign::in-folder {command} {
    variable place
    if {$place ne ""} {
        set here [pwd]
        try {
            file mkdir $place
            cd $place
            return [{*}$command]
        } finally {
            cd $here
        }
    }
    set folder [trundle::output::scratch]
    set here [pwd]
    try {
        cd $folder
        return [{*}$command]
    } trap {TRUNDLE FOREIGN} {message settings} {
        cd $here
        return -options $settings "$message[keep $folder]"
    } finally {
        cd $here
        trundle::output::discard $folder
    }
}

# What is left of a run that failed, so that one can see why; the twenty newest are kept.  Where files may have any size,
# they are what the user wants: all of them.
proc trundle::foreign::keep {folder} {
    variable most
    try {
        set failed [cache]/failed
        file mkdir $failed
        set place $failed/[clock format [clock seconds] -format %Y%m%d-%H%M%S]-[pid]-[incr ::trundle::foreign::serial]
        foreach big [glob -nocomplain -directory $folder *] {
            if {$most && [file size $big] > 1000000} {
                file delete -force $big
            }
        }
        file copy $folder $place
        foreach old [lrange [lsort -decreasing [glob -directory $failed *]] 20 end] {
            file delete -force $old
        }
        return " (its files are kept in $place)"
    } on error {} {
        return ""
    }
}

# Our own engine, asked for rows as another code is.
proc trundle::foreign::run-here {number last interval} {
    set engine [trundle::engine [of $number model]]
    set start [clock microseconds]
    set records {}
    try {
        if {[of $number contacts] || [lsearch -integer -exact [lmap body [of $number bodies] {dict get $body fixed}] 1] >= 0} {
            set found [stepwise $engine $last $interval [of $number course] [of $number contacts]]
        } else {
            foreach row [$engine advance [expr {$last*[of $number dt]}] -every $interval] {
                dict lappend records [expr {round([lindex $row 0]/[of $number dt])}] [lrange $row 2 10]
            }
            dict set records $last [now $engine]
            set found [dict create records $records orientations [dict create $last \
                [lmap body [$engine state] {dict get $body orientation}]]]
        }
    } finally {
        $engine destroy
    }
    return [dict merge [dict create seconds [expr {([clock microseconds] - $start)*1e-6}]] $found]
}

# The code of naive.tcl, with a mistake.
proc trundle::foreign::run-naive {number last interval wrong} {
    if {[of $number contacts] || [llength [of $number course]]} {
        error "rows only"
    }
    set dt [of $number dt]
    return [dict create seconds 0.0 records [trundle::naive::run [dict create until [expr {$last*$dt}] \
        record [expr {$interval*$dt}] model [of $number model]] $last $interval $wrong]]
}

# Rows with what is borne, where spheres are held, and perhaps led along a course; or with the contacts.
proc trundle::foreign::stepwise {engine last interval course contacts} {
    set steps [lmap entry $course {lindex $entry 0}]
    for {set k 0} {$k <= $last} {incr k $interval} {
        lappend steps $k
    }
    foreach step [lsort -integer -unique [lappend steps $last]] {
        if {$step > $last} break
        $engine step [expr {$step - [$engine steps]}]
        if {$step % $interval == 0 || $step == $last} {
            dict set found records $step [lmap row [now $engine] load [dict get [$engine loads] particles] {
                concat $row [dict get $load force] [dict get $load torque]
            }]
            if {$contacts} {
                dict set found contacts $step [$engine contacts]
            }
        }
        foreach entry [lsearch -all -inline -integer -index 0 $course $step] {
            $engine steer {*}[lrange $entry 1 end]
        }
    }
    return $found
}

proc trundle::foreign::now {engine} {
    return [lmap body [$engine state] {
        concat [dict get $body position] [dict get $body velocity] [dict get $body spin]
    }]
}

# The words of a command, ended when the limit of time is over; what it prints is in output.txt.  Ranks of Open MPI that wait for
# each other leave the processor to others: on a machine that others use they would take many times as long.
proc trundle::foreign::call {words} {
    variable limit
    variable most
    set start [clock microseconds]
    set code [catch {exec -ignorestderr env OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 \
        OMPI_MCA_mpi_yield_when_idle=1 timeout -k 2 $limit sh -c {ulimit -f "$0"; exec "$@"} [expr {$most ? 2*$most : "unlimited"}] {*}$words \
        </dev/null >output.txt 2>errors.txt} text settings]
    set seconds [expr {([clock microseconds] - $start)*1e-6}]
    if {!$code} {
        return $seconds
    }
    if {[llength [info commands ::trundle::guard]] && [trundle::guard asked]} {
        throw [list TRUNDLE SIGNAL [trundle::guard asked]] "ended by signal [trundle::guard asked]"
    }
    set program [lindex $words 0]
    set status [lrange [dict get $settings -errorcode] 0 2]
    if {$limit && [lindex $status 2] in {124 137 SIGKILL}} {
        failed LATE "$program did not end within $limit s"
    }
    if {[lindex $status 2] in {153 SIGXFSZ}} {
        failed BABBLES "$program wrote a file of more than $most kB"
    }
    set said [string range [last-words] end-300 end]
    failed CRASHED "$program did not run to its end, [how-ended $status][expr {$said eq "" ? ", and said nothing" : ": $said"}]"
}

# Of an error code the part that tells how a process has ended.
proc trundle::foreign::how-ended {code} {
    switch -- [lindex $code 0] {
        CHILDSTATUS {return "status [lindex $code 2]"}
        CHILDKILLED {return "ended by [lindex $code 2]"}
    }
    return "which cannot be started"
}

# The end of what it said, to one channel or the other.
proc trundle::foreign::last-words {} {
    foreach file {errors.txt output.txt} {
        if {![file isfile $file]} continue
        set channel [open $file]
        chan seek $channel [expr {max(0, [file size $file] - 2000)}]
        set text [string trim [read $channel]]
        close $channel
        if {$text ne ""} {
            return $text
        }
    }
}

proc trundle::foreign::run-deck {number last interval} {
    variable ranks
    set code [of $number code]
    set program [program $code]
    if {$program eq ""} {
        return -code error -errorcode {TRUNDLE FOREIGN MISSING} \
            "$code is not installed (no program \"[set trundle::export::${code}::program]\")"
    }
    if {[of $number contacts] && [info procs ::trundle::export::${code}::contacts] eq ""} {
        untold [name $code]
    }
    set threads [expr {[info exists trundle::export::${code}::ranks] ? $ranks : 1}]
    if {$threads > 1 && [auto_execok mpirun] eq ""} {
        failed MISSING "$threads ranks need mpirun, which is not installed"
    }
    set done [trundle::export::to $code [of $number model] [pwd] [dict create name case steps $last \
        every $interval approximate 1 threads $threads contacts [of $number contacts] course [of $number course]]]
    note-differs [dict get $done differs]
    set command [lmap word [dict get $done command] {
        expr {$word eq [set trundle::export::${code}::program] ? $program : $word}
    }]
    set place [cache]/runs/[signature [pwd] $command $program]
    if {[catch {from-cache $place} found]} {
        set seconds [call $command]
        if {$threads > 1} {
            ran-on $program log.$code $threads
        }
        set final [lindex [dump-records final.dump] end]
        set found [dict create seconds $seconds version [said-version [trundle::codes::of $code greets]] \
            records [dict merge [dump-records records.dump] [dict create $last $final]]]
        if {[of $number contacts]} {
            dict set found contacts [trundle::export::${code}::contacts [dict create \
                {*}[trundle::export::facts [of $number model] many] spheres [llength [of $number bodies]]]]
        }
        to-cache $place $found
    }
    if {[dict get $found version] ne ""} {
        dict set trundle::foreign::versions $code [dict get $found version]
    }
    return [completed $number $found]
}

proc trundle::foreign::untold {name} {
    return -code error -errorcode {TRUNDLE UNSUPPORTED} "$name does not tell its contacts"
}

# What was found of contacts, step -> as the code tells them, completed at each step of the records.
proc trundle::foreign::completed {number found} {
    if {![dict exists $found contacts]} {
        return $found
    }
    need-rows $number [dict get $found records]     ;# contacts are between spheres that have a place
    set radii [lmap body [of $number bodies] {dict get $body radius}]
    set planes [lmap plane [trundle::value::get [of $number model] planes] {
        list [dict get $plane point] [dict get $plane normal]
    }]
    return [dict replace $found contacts [dict map {step rows} [dict get $found records] {
        trundle::contacts::complete [trundle::value::get [dict get $found contacts] $step] $rows $radii $planes
    }]]
}

# A program without MPI runs whole in each process, and all of them write the same files.
proc trundle::foreign::ran-on {program log ranks} {
    set count ""
    catch {regexp {Loop time of \S+ on (\d+) procs} [trundle::output::text $log] - count}
    if {$count ne $ranks} {
        failed CRASHED "$program ran on [expr {$count eq "" ? "an unknown number of" : $count}] ranks, expected $ranks: it may know no MPI"
    }
}

# The line with which a code greets: the word GREETS, and its version.
proc trundle::foreign::said-version {greets} {
    foreach file [concat [glob -nocomplain log.*] output.txt errors.txt] {
        if {![file isfile $file]} continue
        set channel [open $file]
        set text [read $channel 4000]
        close $channel
        if {[regexp -line "^(?:Welcome to )?($greets \[^,\\n]*)" $text - line]} {
            return [string map [list "$greets (Version " "" ( "" ) ""] [string trim $line]]
        }
    }
}

proc trundle::foreign::note-differs {texts} {
    variable differs
    foreach text $texts {
        if {$text ni $differs} {
            lappend differs $text
        }
    }
}

# A dump of LIGGGHTS, LAMMPS or of our YADE decks: step -> rows in the order of the numbers.
proc trundle::foreign::dump-records {file} {
    set channel [trundle::output::of-program $file]
    set records {}
    set step 0
    while {[gets $channel line] >= 0} {
        if {[string match "ITEM: TIMESTEP*" $line]} {
            set step [gets $channel]
            set in 0
        } elseif {[string match "ITEM: ATOMS*" $line]} {
            dict set records $step {}
            set in 1
        } elseif {[string match "ITEM:*" $line]} {
            set in 0
        } elseif {![info exists in] || $in} {
            dict lappend records $step [lrange $line 1 15]
        }
    }
    close $channel
    return $records
}

# A program may read what we do not know of: it is run again in each process.
proc trundle::foreign::run-program {number last interval} {
    if {[llength [of $number course]]} {
        return -code error -errorcode {TRUNDLE UNSUPPORTED} "a model has no words for spheres that are led along a course"
    }
    set dt [of $number dt]
    set program [of $number code]
    set can [can $program]
    if {[dict exists $can version]} {
        dict set trundle::foreign::versions $program "[name $program] [dict get $can version]"
    }
    note-differs [trundle::own::judge $can [of $number model] [llength [of $number bodies]]]
    set file [trundle::own::write-model $can [dict create until [expr {$last*$dt}] record [expr {$interval*$dt}] \
        {*}[expr {[of $number contacts] ? {forces 1} : {}}] model [of $number model]]]
    set seconds [call [list $program run $file]]
    trundle::own::as-table output.txt
    set found [table-records output.txt $dt [of $number names] [walls-of [of $number model]] \
        [lmap body [of $number bodies] {dict get $body radius}]]
    if {[of $number contacts] && ![dict exists $found contacts]} {
        untold [name $program]
    }
    return [completed $number [dict create seconds $seconds {*}$found]]
}

# Name -> {plane K} or {mesh K}, in the order of files.
proc trundle::foreign::walls-of {model} {
    set walls {}
    foreach kind {plane mesh} part {planes meshes} {
        set k -1
        foreach wall [trundle::value::get $model $part] {
            dict set walls [dict get $wall name] [list $kind [incr k]]
        }
    }
    return $walls
}

# What a program says that it can; it is asked once.
proc trundle::foreign::can {program} {
    variable cans
    if {![dict exists $cans $program]} {
        dict set cans $program [in-folder [list trundle::foreign::ask-can $program]]
    }
    return [dict get $cans $program]
}

# A program that ends otherwise than well knows no `can`.
proc trundle::foreign::ask-can {program} {
    if {[catch {call [list $program can]}]} {
        return [trundle::own::read-can $program ""]
    }
    set channel [trundle::output::of-program output.txt]
    try {
        return [trundle::own::read-can $program [read $channel]]
    } finally {
        close $channel
    }
}

# The conventions of a code: those of its adapter, or those that a program says it can.  What presses, and whether
# something resists rolling, is the problem and no convention.
proc trundle::foreign::dialect {code contacts {liked {}}} {
    if {[deck? $code]} {
        package require trundle::engine::$code
    }
    set can [expr {[deck? $code] ? [set trundle::export::${code}::can] : [trundle::value::get [can $code] options]}]
    return [dict remove [trundle::dialects::of $can $contacts $liked] normal rolling]
}

# Does a code call a choice of the engine the same?
proc trundle::foreign::is-same? {code name value} {
    set can [expr {[deck? $code] ? [set trundle::export::${code}::can] : [trundle::value::get [can $code] options]}]
    return [expr {[dict exists $can $name $value] && [dict get $can $name $value] eq "same"}]
}

# The table that a program has printed: records, step -> rows in the order of the particles; and if another one with its
# contacts stands behind it, contacts.
proc trundle::foreign::table-records {file dt names walls {radii {}}} {
    variable columns
    set channel [trundle::output::of-program $file]
    try {
        gets $channel first
        set head [lmap name [split $first ,] {string trim $name}]
        foreach name [concat time particle $columns] {
            if {$name ni $head} {
                failed BABBLES "its first line, \"[string range $first 0 100]\", has no column $name"
            }
        }
        set records {}
        set turned {}
        set line_number 1
        while {[gets $channel line] >= 0} {
            incr line_number
            if {[string trim $line] eq ""} continue
            if {[regexp {^\s*time\s*,\s*i\s*,} $line]} {
                return [dict create records $records orientations $turned \
                    contacts [trundle::own::contacts $channel $line $line_number $dt $names $walls $radii]]
            }
            lassign [table-row $line $line_number $head $names] time index row
            set step [trundle::own::step-of $time $dt $line_number]
            if {[info exists before] && $step < $before} {
                failed BABBLES "line $line_number: time is $time, after a later one, expected frames in their order"
            }
            set before $step
            if {![dict exists $records $step]} {
                dict set records $step [lrepeat [llength $names] {}]
            }
            set rows [dict get $records $step]
            if {[lindex $rows $index] ne ""} {
                failed BABBLES "line $line_number: particle [lindex $names $index] at time $time is there twice, expected one row"
            }
            lset rows $index [lrange $row 0 8]
            dict set records $step $rows
            if {[llength $row] > 9} {
                if {![dict exists $turned $step]} {
                    dict set turned $step [lrepeat [llength $names] {}]
                }
                set all [dict get $turned $step]
                lset all $index [lrange $row 9 end]
                dict set turned $step $all
            }
        }
        return [dict create records $records orientations $turned]
    } finally {
        close $channel
    }
}

# {TIME NUMBER ROW} of a line of that table.
proc trundle::foreign::table-row {line line_number head names} {
    set columns $trundle::foreign::columns
    set cells [split $line ,]
    if {[llength $cells] != [llength $head]} {
        failed BABBLES "line $line_number has [llength $cells] cells, expected [llength $head] as its first line"
    }
    set columns [concat $columns [expr {"qw" in $head ? "qw qx qy qz" : ""}]]
    foreach name $columns {
        if {$name ni $head} {
            failed BABBLES "its first line has no column $name, expected qw,qx,qy,qz, or none of them"
        }
    }
    set row [lmap name [concat time $columns] {lindex $cells [lsearch -exact $head $name]}]
    foreach name [concat time $columns] cell $row {
        if {![trundle::value::decimal [string trim $cell]]} {
            failed BABBLES "line $line_number: $name is \"$cell\", expected a number"
        }
    }
    set particle [string trim [lindex $cells [lsearch -exact $head particle]]]
    set index [lsearch -exact $names $particle]
    if {$index < 0} {
        set index [trundle::value::whole $particle]
    }
    if {$index eq "" || $index < 0 || $index >= [llength $names]} {
        failed BABBLES "line $line_number: there is no particle \"$particle\""
    }
    return [list [lindex $row 0] $index [lrange $row 1 end]]
}

# --- runs that are kept -----------------------------------------------------------------

# The folder of runs that need not be made again; without a home one that nobody can make.
proc trundle::foreign::cache {} {
    foreach {name below} {TRUNDLE_CACHE "" XDG_CACHE_HOME /trundle HOME /.cache/trundle} {
        if {[info exists ::env($name)] && $::env($name) ne ""} {
            return $::env($name)$below
        }
    }
    return /dev/null/none
}

# What a run depends on: all files of its deck but for comments (one tells how the code differs from what was asked),
# its command, and the program, by place, size and date.
proc trundle::foreign::signature {folder command program} {
    package require sha256
    set place [lindex [auto_execok $program] 0]
    set text [list 1 $command $place [file size $place] [file mtime $place]]
    foreach name [lsort [glob -tails -directory $folder *]] {
        set channel [open $folder/$name rb]
        set content [read $channel]
        close $channel
        lappend text $name [expr {[string match deck.* $name] ? [regsub -all -line {^#.*\n} $content ""] : $content}]
    }
    return [sha2::sha256 -hex [encoding convertto utf-8 $text]]
}

# A kept run: the seconds that it took and the version of the code, then a line {step row row ...} each, and with
# contacts {contacts step contact contact ...}, as the code tells them.
proc trundle::foreign::from-cache {place} {
    set channel [open $place rb]
    zlib push gunzip $channel
    try {
        lassign [gets $channel] seconds version
        set records {}
        while {[gets $channel line] >= 0} {
            if {[lindex $line 0] eq "contacts"} {
                dict set contacts [lindex $line 1] [lrange $line 2 end]
            } else {
                dict set records [lindex $line 0] [lrange $line 1 end]
            }
        }
    } finally {
        close $channel
    }
    file mtime $place [clock seconds]
    return [dict create seconds $seconds version $version records $records {*}[expr {
        [info exists contacts] ? [list contacts $contacts] : {}}]]
}

# Written under another name first; that it cannot be kept is no fault of the run.
proc trundle::foreign::to-cache {place run} {
    catch {
        file mkdir [file dirname $place]
        set channel [open $place.part[pid] wb]
        zlib push gzip $channel
        puts $channel [list [dict get $run seconds] [dict get $run version]]
        dict for {step rows} [dict get $run records] {
            puts $channel [list $step {*}$rows]
        }
        dict for {step contacts} [trundle::value::get $run contacts] {
            puts $channel [list contacts $step {*}$contacts]
        }
        close $channel
        file rename -force $place.part[pid] $place
        forget [file dirname $place] 300
    }
}

# The runs that were used last, up to so many MB, stay.
proc trundle::foreign::forget {folder megabytes} {
    set room [expr {1e6*$megabytes}]
    foreach entry [lsort -decreasing -index 0 -integer [lmap file [glob -directory $folder *] {
        list [file mtime $file] $file
    }]] {
        set room [expr {$room - [file size [lindex $entry 1]]}]
        if {$room < 0} {
            file delete [lindex $entry 1]
        }
    }
}

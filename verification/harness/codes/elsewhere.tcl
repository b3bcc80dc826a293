# elsewhere.tcl -- `trundle run -engine`: a scenario that another code computes, read back into the files of a run.
# What no row tells is not there: springs, orientations, what was stored and lost, and what happened
# between two records.  Contacts are there where they are asked for, as far as the code tells them.
package provide trundle::elsewhere 1.0
package require trundle::foreign
package require trundle::kinematics
package require trundle::legs

# VALUES: the options of `run`.
proc trundle::command::run-elsewhere {file request values} {
    set code [trundle::foreign::choose run [dict get $values engine]]
    ours-only $file $code $request $values
    set trundle::foreign::limit 0
    set trundle::foreign::most 0
    trundle::foreign::in-ranks run [list $code] [dict get $values ranks]
    try {
        if {[dict get $values dialect]} {
            dict set request model [in-dialect $code [dict get $request model]]
        }
        set engine [engine-for $file [dict get $request model] ""]
        try {
            count-steps $file $engine [dict get $request until]
            count-records $file $request
            tell-warnings [warnings-of $file $engine $request]
            tell-meshes [dict get $request model]
            return [if {[in-legs? $code $request]} {carry-out-legs $code $file $engine $request $values} else {
                carry-out-elsewhere $code $file $engine $request $values
            }]
        } finally {
            $engine destroy
        }
    } trap {TRUNDLE FOREIGN} {message} {
        trundle::value::fail "$file: $message"
    } trap {TRUNDLE UNSUPPORTED} {message} {
        trundle::value::fail "$file: $message"
    } on error {message settings} {
        return -options $settings [regsub {^export: } $message "$file: "]
    }
}

# What only our own engine does.
proc trundle::command::ours-only {file code request values} {
    set plain [dict create threads "" checkpoint 60 converge 0 v 0]
    dict for {name value} $plain {
        if {[dict get $values $name] ne $value} {
            trundle::value::fail "run: -$name is for the engine of Trundle, expected a run without -engine"
        }
    }
    if {![in-legs? $code $request]} {
        foreach {name plain} {resume 0 restart 0 legs "" grid "" slurm 0 estimate 0 launch ""} {
            if {[dict get $values $name] ne $plain} {
                trundle::value::fail "run: -$name is for the engine of Trundle and for runs in legs, without contacts, by\
                    [trundle::codes::in-text %TITLES:ranks%]; [trundle::foreign::name $code] runs from the start to the end"
            }
        }
    }
    if {$code ne "trundle" && [trundle::foreign::program $code] eq ""} {
        trundle::value::fail "run: -engine is \"$code\", but its program is not installed"
    }
    foreach part {inlets outlets} {
        if {[llength [trundle::value::get [dict get $request model] $part]]} {
            trundle::value::fail "$file: -engine runs the same spheres from start to end, expected no [string range $part 0 end-1]"
        }
    }
}

# A model in the conventions of a code.  As with `laws -as` a restitution stays; where another end of contacts makes of it another
# damper, a line tells.
proc trundle::command::in-dialect {code model} {
    set end [trundle::export::end-of $model]
    dict for {name value} [expr {$code eq "trundle" ? {} : [trundle::foreign::dialect $code [trundle::dialects::contacts $model]]}] {
        dict set model [trundle::language::part-of $name] $name $value
    }
    set now [trundle::export::end-of $model]
    if {$now ne $end && [string match *restitution* [trundle::value::get $model contacts]]} {
        puts stderr "trundle: warning: [trundle::foreign::name $code] ends contacts with the $now, so a restitution needs another damper;\
            -xi in place of -restitution keeps it"
    }
    return $model
}

# Runs in legs tell of their frames only.
proc trundle::command::in-legs? {code request} {
    return [expr {[trundle::legs::can? $code] && ![trundle::value::get $request forces 0]}]
}

# A run in legs: the folder OUT.part has its deck from the beginning, and whatever fails, what has been computed stays there.
proc trundle::command::carry-out-legs {code file engine request values} {
    set asked [dict get $values out]
    set own [expr {$asked eq ""}]
    set out [trundle::output::place [expr {$own ? "[file rootname [file tail $file]]-[trundle::foreign::name $code]-run" : $asked}]]
    set identity [trundle::unfinished::identity [dict merge $request [dict create engine $code]]]
    if {[dict get $values resume] && [trundle::unfinished::finished? $out $identity]} {
        return "$out: the run has ended, nothing is left to do"
    }
    if {[dict get $values estimate]} {
        return [trundle::formats::align [lmap {name value} [trundle::legs::estimate $code $request \
            [leg-plan $code $file $engine $request $values]] {list $name $value}]]
    }
    set settings [job-settings $values]
    set found [trundle::unfinished::enter $out $identity $own [dict get $values resume] [dict get $values restart] \
        [dict get $values overwrite]]
    set deck $out.part/deck
    if {![dict size $found]} {
        try {
            trundle::output::write $out.part/.scenario [dict get $identity parts]
            trundle::legs::prepare $code $request $deck [leg-plan $code $file $engine $request $values]
        } on error {message settings} {
            trundle::output::discard $out.part
            return -options $settings $message
        }
    }
    if {[dict get $values slurm]} {
        trundle::legs::write-job $deck [trundle::legs::plan-of $deck] $settings
        foreach place [list /tmp /dev/shm {*}[expr {[info exists ::env(TMPDIR)] ? [list [file normalize $::env(TMPDIR)]] : {}}]] {
            if {[string match $place/* $deck]} {
                puts stderr "trundle: warning: $deck is below $place, which the nodes of a cluster do not share"
                break
            }
        }
        return "$out.part: deck and job script; cd [trundle::export::shell-words [list $deck]] && sbatch job.sh,\
            then trundle collect [trundle::export::shell-words [list $out.part]]"
    }
    return [keeping $out.part {
        trundle::legs::go-on $deck
        read-legs $engine $request $identity $deck $out [expr {![dict get $values overwrite]}] \
            [expr {[dict get $values dialect] ? {dialect yes} : {}}]
    }]
}

proc trundle::command::leg-plan {code file engine request values} {
    set dt [$engine dt]
    set steps [expr {max(1, round([dict get $request until]/$dt))}]
    set every [expr {min($steps, round([lindex [record-times $engine $request] 1]/$dt))}]
    set spheres [dict get [$engine counts] particles]
    lassign [trundle::legs::divide $spheres $steps $every [dict get $values ranks] [dict get $values legs]] leg legs
    set grid [split [dict get $values grid] x]
    if {[llength $grid] && ([llength $grid] != 3 || [lsearch -not -regexp $grid {^[1-9][0-9]{0,5}$}] >= 0
            || [tcl::mathop::* {*}$grid] != [dict get $values ranks])} {
        trundle::value::fail "run: -grid is \"[dict get $values grid]\", expected three numbers whose product is\
            [dict get $values ranks] (-ranks), such as [dict get $values ranks]x1x1"
    }
    return [dict create name [file tail $file] live $engine grid $grid steps $steps every $every leg $leg legs $legs ranks [dict get $values ranks] \
        launch [dict get $values launch] spheres $spheres dt $dt program [trundle::foreign::program $code]]
}

# What a job script says: the options, else lines KEY = VALUE of the user's file of settings.
proc trundle::command::job-settings {values} {
    set settings {launch "" time "" sbatch "" modules ""}
    set home [expr {[info exists ::env(XDG_CONFIG_HOME)] && $::env(XDG_CONFIG_HOME) ne "" ? $::env(XDG_CONFIG_HOME)
        : [info exists ::env(HOME)] ? "$::env(HOME)/.config" : ""}]
    set file $home/trundle/slurm
    if {[dict get $values slurm] && [file isfile $file]} {
        set number 0
        foreach line [split [trundle::output::text $file] \n] {
            incr number
            if {[regexp {^\s*(#.*)?$} $line]} continue
            if {![regexp {^\s*(launch|time|sbatch|modules)\s*=\s*(.*?)\s*$} $line - key value]} {
                trundle::value::fail "$file, line $number: found \"[string trim $line]\", expected launch, time, sbatch or modules, and = with a value"
            }
            # Options of sbatch and commands may be several: a line each.
            dict set settings $key [expr {$key in {sbatch modules} && [dict get $settings $key] ne ""
                ? "[dict get $settings $key]\n$value" : $value}]
        }
    }
    foreach key {launch time sbatch modules} {
        set given [dict get $values $key]
        if {[llength $given]} {
            dict set settings $key [expr {$key in {sbatch modules} ? [join $given \n] : $given}]
        }
    }
    return $settings
}

# A script that works in an unfinished run: whatever ends it, PART stays, and the message tells what it keeps.
proc trundle::command::keeping {part script} {
    try {
        return [uplevel 1 $script]
    } trap TRUNDLE {message settings} {
        return -options $settings "$message; $part keeps [trundle::unfinished::kept $part]: -resume goes on,\
            `trundle collect $part` reads its frames"
    }
}

# The frames of a deck as a run OUT, in OUT.part.  MORE: what the run is to say of itself besides.
proc trundle::command::read-legs {engine request identity deck out keep more} {
    set plan [trundle::legs::plan-of $deck]
    set frames [trundle::legs::frames $deck $plan]
    set steps [dict get $frames steps]
    if {![llength $steps]} {
        trundle::value::fail "$deck holds no complete frame[expr {[dict get $frames missing]
            ? "; files of [dict get $frames missing] ranks are missing" : ""}]"
    }
    set run [dict create engine $engine request $request identity $identity part $out.part tables {} sums {} sealed {} starts {} \
        told 0 particles [dict get [$engine counts] particles] times $steps last [lindex $steps end] \
        elsewhere [dict merge [told-by-legs $deck $plan] $more]]
    set trundle::foreign::spent [trundle::legs::seconds $deck]
    try {
        set run [set-out $run]
        set ends [record-legs $run $deck $plan]
        set aside [finish $run $out $keep]
    } on error {message settings} {
        trundle::trajectory drop $engine
        return -options $settings $message
    }
    return [elsewhere-summary $run $out $aside $ends]
}

# A frame and a line of each table for each step of the dumps. -> energies at the start and at the end.
proc trundle::command::record-legs {run deck plan} {
    variable energies {}
    set small [dict exists $run tables trajectory.csv]
    trundle::trajectory dumps [dict get $run engine] [dict get $plan dt] \
        [trundle::value::get [dict get $run request model] gravity {0 0 0}] [trundle::legs::dumps $deck $plan] \
        [list trundle::command::record-leg-frame $run] $small
    set names [dict keys [trundle::kinematics::energy {} {}]]
    return [lmap values [list [lindex $energies 0] [lindex $energies end]] {
        concat {*}[lmap name $names value $values {list $name $value}]
    }]
}

proc trundle::command::record-leg-frame {run step time values rows} {
    variable energies
    set engine [dict get $run engine]
    lset energies [expr {min(1, [llength $energies])}] $values
    add-line $run energy.csv $time,[join $values ,]
    set index -1
    foreach row $rows {
        add-line $run trajectory.csv $time,[$engine name [incr index]],[join $row ,]
    }
    trundle::progress::show [expr {double($step)/max(1, [dict get $run last])}] "reads t = [format %.4g $time] s"
}

# Who has computed it, and how.
proc trundle::command::told-by-legs {deck plan} {
    set code [dict get $plan code]
    set here [pwd]
    cd $deck
    try {
        set version [trundle::foreign::said-version [trundle::codes::of $code greets]]
    } finally {
        cd $here
    }
    set found [dict create computed_by [expr {$version eq "" ? [trundle::foreign::name $code] : $version}] \
        program [lindex [auto_execok [dict get $plan program]] 0]]
    if {[dict get $plan ranks] > 1} {
        dict set found ranks [dict get $plan ranks]
        dict set found grid [join [dict get $plan grid] x]
    }
    if {[dict get $plan legs] > 1} {
        dict set found legs [dict get $plan legs]
    }
    set starts [trundle::legs::starts $deck]
    if {[llength $starts] > 1} {
        dict set found resumes [expr {[llength $starts] - 1}]
    }
    set jobs [trundle::legs::jobs $deck]
    if {[llength $jobs]} {
        dict set found jobs [join $jobs ", "]
    }
    dict set found deck [join [concat {*}[lmap {name sum} [dict get $plan deck] {
        list "$name [dict get $sum crc32]"
    }]] "; "]
    set differs [dict get $plan differs]
    if {[llength $differs]} {
        set trundle::foreign::differs $differs
        dict set found differs [join $differs "; "]
    }
    return $found
}

# The folder is ours from the beginning, and the code works in it: nobody waits for a result that then has no place, and what
# a code has computed stays there, whatever fails afterwards.
proc trundle::command::carry-out-elsewhere {code file engine request values} {
    set asked [dict get $values out]
    set out [trundle::output::place [expr {$asked ne "" ? $asked
        : "[file rootname [file tail $file]]-[trundle::foreign::name $code]-run"}]]
    set identity [trundle::unfinished::identity [dict merge $request [dict create engine $code]]]
    set times [record-times $engine $request]
    set dt [$engine dt]
    set until [expr {max(1, round([dict get $request until]/$dt))*$dt}]
    trundle::unfinished::enter $out $identity [expr {$asked eq ""}] 0 1 [dict get $values overwrite]
    set trundle::foreign::place $out.part/deck
    set ran 0
    set other [trundle::foreign::engine $code [dict get $request model] $until [expr {round([lindex $times 1]/$dt)}] {} \
        [trundle::value::get $request forces 0]]
    try {
        $other advance $until
        set ran 1
        set run [dict create engine $engine request $request identity $identity part $out.part tables {} sums {} sealed {} starts {} \
            times $times told 0 particles [dict get [$engine counts] particles] records [$other records] \
            last [lindex [dict keys [$other records]] end] \
            contacts [expr {[trundle::value::get $request forces 0] ? [$other all-contacts] : ""}] \
            elsewhere [computed-by $code $values]]
        set run [set-out $run]
        set ends [record-elsewhere $run]
        set aside [finish $run $out [expr {![dict get $values overwrite]}]]
    } on error {message settings} {
        trundle::trajectory drop $engine
        if {$ran || [lindex [dict get $settings -errorcode] 1] in {FOREIGN SIGNAL}} {
            return -options $settings "$message; its files are kept in $out.part/deck"
        }
        trundle::output::discard $out.part
        return -options $settings $message
    } finally {
        set trundle::foreign::place ""
        $other destroy
    }
    return [elsewhere-summary $run $out $aside $ends]
}

# Who has computed it, and how, as far as it is not the usual.
proc trundle::command::computed-by {code values} {
    set found [dict create computed_by [trundle::foreign::title $code] program [expr {$code eq "trundle"
        ? [info nameofexecutable] : [lindex [auto_execok [trundle::foreign::program $code]] 0]}]]
    foreach {key value plain} [list ranks [dict get $values ranks] 1 dialect [expr {[dict get $values dialect] ? "yes" : "no"}] no \
            differs [join $trundle::foreign::differs "; "] ""] {
        if {$value ne $plain} {
            dict set found $key $value
        }
    }
    return $found
}

# A frame and a line of each table a record. -> energies at the start and at the end.
proc trundle::command::record-elsewhere {run} {
    dict with run {
        set dt [$engine dt]
        set gravity [trundle::value::get [dict get $request model] gravity {0 0 0}]
        set start [$engine state]
        dict for {step rows} $records {
            set time [expr {$step*$dt}]
            trundle::trajectory rows $engine $time $rows {*}[expr {[dict exists $contacts $step]
                ? [list [in-file [dict get $contacts $step] [llength [trundle::value::get [dict get $request model] planes]]]] : {}}]
            set index -1
            set bodies [lmap body $start row $rows {
                if {[dict exists $tables trajectory.csv]} {
                    add-line $run trajectory.csv $time,[$engine name [incr index]],[join $row ,]
                }
                dict merge $body [dict create position [lrange $row 0 2] velocity [lrange $row 3 5] spin [lrange $row 6 8]]
            }]
            lappend energies [trundle::kinematics::energy $bodies $gravity]
            add-line $run energy.csv $time,[join [dict values [lindex $energies end]] ,]
        }
    }
    return [list [lindex $energies 0] [lindex $energies end]]
}

# Contacts with the numbers that walls have in files: -1, -2, ..., planes and then meshes.
proc trundle::command::in-file {contacts planes} {
    return [lmap contact $contacts {
        set j [dict get $contact j]
        if {[llength $j] > 1} {
            dict set contact j [expr {-1 - [lindex $j 1] - ([lindex $j 0] eq "mesh" ? $planes : 0)}]
        }
        set contact
    }]
}

proc trundle::command::elsewhere-summary {run out aside ends} {
    foreach text $trundle::foreign::differs {
        puts stderr "trundle: [dict get $run elsewhere computed_by] differs in $text"
    }
    set last [dict get $run last]
    set rows {{"energy (J)" "at the start" "at the end"}}
    dict for {account start} [lindex $ends 0] {
        lappend rows [list $account [trundle::formats::short $start] [trundle::formats::short [dict get [lindex $ends 1] $account]]]
    }
    set text "$out: $last steps to t = [trundle::formats::short [expr {$last*[[dict get $run engine] dt]}]] s by\
        [dict get $run elsewhere computed_by], [trundle::formats::short $trundle::foreign::spent 3] s\n\n[trundle::formats::align $rows]"
    return [expr {$aside eq "" ? $text : "$text\n[told-aside $out $aside]"}]
}

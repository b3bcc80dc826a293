# elsewhere.tcl -- `trundle run -engine`: a scenario that another code computes, read back into the files of a run.
# What no row tells is not there: springs, orientations, what was stored and lost, and what happened
# between two records.  Contacts are there where they are asked for, as far as the code tells them.
package provide trundle::elsewhere 1.0
package require trundle::foreign
package require trundle::kinematics

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
            return [carry-out-elsewhere $code $file $engine $request $values]
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
    set plain [dict create resume 0 restart 0 threads "" checkpoint 60 converge 0 v 0]
    dict for {name value} $plain {
        if {[dict get $values $name] ne $value} {
            trundle::value::fail "run: -$name is for our own engine, expected no -engine beside it"
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

# The code has run before anything is written, but the folder is ours from the beginning: nobody waits for a result
# that then has no place.
proc trundle::command::carry-out-elsewhere {code file engine request values} {
    set asked [dict get $values out]
    set out [trundle::output::place [expr {$asked ne "" ? $asked
        : "[file rootname [file tail $file]]-[trundle::foreign::name $code]-run"}]]
    set identity [trundle::unfinished::identity [dict merge $request [dict create engine $code]]]
    set times [record-times $engine $request]
    set dt [$engine dt]
    set until [expr {max(1, round([dict get $request until]/$dt))*$dt}]
    trundle::unfinished::enter $out $identity [expr {$asked eq ""}] 0 1 [dict get $values overwrite]
    trundle::output::litter $out.part
    set other [trundle::foreign::engine $code [dict get $request model] $until [expr {round([lindex $times 1]/$dt)}] {} \
        [trundle::value::get $request forces 0]]
    try {
        $other advance $until
        set run [dict create engine $engine request $request identity $identity part $out.part tables {} sums {} sealed {} starts {} \
            times $times told 0 particles [dict get [$engine counts] particles] records [$other records] \
            contacts [expr {[trundle::value::get $request forces 0] ? [$other all-contacts] : ""}] \
            elsewhere [computed-by $code $values]]
        set run [set-out $run]
        set ends [record-elsewhere $run]
        set aside [finish $run $out [expr {![dict get $values overwrite]}]]
        trundle::output::settled $out.part
    } on error {message settings} {
        trundle::trajectory drop $engine
        trundle::output::discard $out.part
        return -options $settings $message
    } finally {
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
    set last [lindex [dict keys [dict get $run records]] end]
    set rows {{"energy (J)" "at the start" "at the end"}}
    dict for {account start} [lindex $ends 0] {
        lappend rows [list $account [trundle::formats::short $start] [trundle::formats::short [dict get [lindex $ends 1] $account]]]
    }
    set text "$out: $last steps to t = [trundle::formats::short [expr {$last*[[dict get $run engine] dt]}]] s by\
        [dict get $run elsewhere computed_by], [trundle::formats::short $trundle::foreign::spent 3] s\n\n[trundle::formats::align $rows]"
    return [expr {$aside eq "" ? $text : "$text\n[told-aside $out $aside]"}]
}

# collect.tcl -- trundle collect: the frames that another code has written, as a run.
package provide trundle::command::collect 1.0
package require trundle::cli
package require trundle::codes
package require trundle::elsewhere
package require trundle::legs
package require trundle::command::run

trundle::cli::declare collect {
    usage {DIR [-out RUN]}
    about {Reads what another code (%TITLES:ranks%) has written so far and makes a run of it, for `info`, `plot`, `film` and `convert`. DIR is
        the unfinished folder DIR.part of `trundle run -engine`, or a deck of `trundle export` that you have run yourself. A
        frame that is not complete, because the code was interrupted, is skipped. The exit status is 0 if all frames are
        there and 1 if some are missing.}
    details {A complete run becomes DIR, as if `trundle run` had ended. Of an incomplete one the frames so far go to DIR-so-far, and
        DIR.part stays as it is: `trundle run -engine CODE -resume` continues it. The frames of a deck of `trundle export` go to
        DIR-run. Dumps may be text or binary, sorted or not, and written by one rank or, with % in their name, by each:
        records.dump and final.dump, as the deck names them.

        Reading needs 72 bytes per sphere, and about half a second per million spheres and frame.}
    options {
        out {RUN text {} {folder of results (default: see below)}}
        overwrite {{} flag 0 {replace results of another scenario in RUN}}
    }
    examples {
        {trundle collect big-lammps-run.part}
        {frames so far of a run that was interrupted}
        {trundle collect heap-liggghts}
        {a deck that was run by hand}
    }
}

proc trundle::command::collect {arguments} {
    set values [trundle::cli::parse collect $arguments]
    if {[dict get $values help]} {
        puts [trundle::cli::help collect]
        return 0
    }
    trundle::cli::words collect $values 1 1 "the name of one folder"
    set name [string trimright [lindex [dict get $values words] 0] /]
    lassign [deck-of $name] deck part
    set plan [trundle::legs::plan-of $deck]
    set request [trundle::legs::request-of $deck]
    set code [dict get $plan code]
    if {$code ni $trundle::export::engines} {
        trundle::value::fail "collect: $deck/plan.json: code is \"$code\", expected one of [join $trundle::export::engines {, }]"
    }
    set steps [dict get [trundle::legs::frames $deck $plan] steps]
    if {![llength $steps]} {
        trundle::value::fail "collect: $deck holds no complete frame"
    }
    set missing [frames-missing $plan $steps]
    set whole [expr {$part ne "" && !$missing}]
    set asked [dict get $values out]
    set out [trundle::output::place [expr {$asked ne "" ? $asked : $part eq "" ? "$deck-run"
        : [string cat [file rootname $part] [expr {$whole ? "" : "-so-far"}]]}]]
    set identity [trundle::unfinished::identity [dict merge $request [dict create engine $code]]]
    set engine [engine-for $deck/request.dict [dict get $request model] ""]
    set new ""
    try {
        if {[dict get [$engine counts] particles] != [dict get $plan spheres]} {
            trundle::value::fail "collect: $deck: the scenario has [dict get [$engine counts] particles] spheres, the deck\
                [dict get $plan spheres]: a file that it names has changed"
        }
        if {$whole && $asked eq ""} {
            trundle::checkpoint lock $part/.lock
        } else {
            trundle::unfinished::enter $out $identity [expr {$asked eq ""}] 0 1 [dict get $values overwrite]
            set new $out.part
        }
        puts [read-legs $engine $request $identity $deck $out [expr {![dict get $values overwrite]}] [expr {
            $missing ? [list incomplete "$missing of [frames-wanted $plan] frames are missing"] : {}}]]
    } on error {message settings} {
        if {$new ne ""} {
            trundle::output::discard $new
        }
        return -options $settings $message
    } finally {
        $engine destroy
    }
    if {$missing} {
        puts stderr "trundle: warning: $deck: $missing of [frames-wanted $plan] frames are missing[expr {$part eq "" ? ""
            : "; `trundle run -engine $code -resume` computes them"}]"
    }
    return [expr {$missing > 0}]
}

# {DECK PART} of what the user names: an unfinished run, with .part or without, its deck, or a deck of `export`.
proc trundle::command::deck-of {name} {
    foreach folder [list $name $name.part] {
        if {[file isfile $folder/deck/plan.json]} {
            return [list $folder/deck $folder]
        }
    }
    if {[file tail [file normalize $name]] eq "deck" && [file extension [file dirname [file normalize $name]]] eq ".part"} {
        return [list $name [file dirname [file normalize $name]]]
    }
    if {![file isfile $name/plan.json]} {
        trundle::value::fail "collect: \"$name\" holds no deck, expected an unfinished run of `trundle run -engine`,\
            or the folder of input files that `trundle export` has written for [trundle::codes::in-text %TITLES:ranks%]"
    }
    return [list $name ""]
}

proc trundle::command::frames-wanted {plan} {
    set every [dict get $plan every]
    set steps [dict get $plan steps]
    return [expr {$every ? $steps/$every + 1 + ($steps % $every != 0) : 1}]
}

# (A deck of `export` may have written its start, or not.)
proc trundle::command::frames-missing {plan steps} {
    set every [dict get $plan every]
    set last [dict get $plan steps]
    set there [llength [lmap step $steps {expr {$step == $last || ($every && $step % $every == 0) ? 1 : [continue]}}]]
    return [expr {max(0, [frames-wanted $plan] - $there)}]
}

# dispatch.tcl -- the first word of a command line: it picks the command, or a help text.
package provide trundle::dispatch 1.0
package require trundle::cli
package require trundle::value

namespace eval trundle::dispatch {
    # The groups of commands that the overview shows.
    variable groups {
        {your own model}           {new run info measure plot film convert}
        {benchmarks and sources}   {case sweep verify reproduce ledger}
        {other codes}              {export collect init-ci bench}
        {measurements, shell}      {calibrate identify completion}
    }
    # What `trundle help` explains besides commands.
    variable topics {
        language {all words of a scenario, with each option and value}
        engines  {how -engine calls a program of your own}
    }
}

# The first word picks the command.
proc trundle::dispatch::run {arguments} {
    set rest [lassign $arguments word]
    switch -- [string trimleft $word -] {
        "" - h - help {return [general-help $word $rest]}
        V - version - manual {
            if {[llength $rest]} {
                trundle::value::fail "$word: unexpected argument \"[lindex $rest 0]\", expected none"
            }
        }
    }
    switch -- [string trimleft $word -] {
        V - version {puts "trundle $::trundle::version"; return 0}
        manual {
            package require trundle::manual
            puts [trundle::manual::page]
            return 0
        }
        worker {
            # Nobody types it; without a job it is no command.
            if {[llength $rest]} {
                package require trundle::worker
                guard
                return [trundle::worker::work {*}$rest]
            }
        }
    }
    need-command $word
    package require trundle::command::$word
    guard
    # (In the namespace of the commands `info` stays Tcl's own.)
    return [trundle::command::[trundle::value::get {info tell-info} $word $word] $rest]
}

# From here on a signal ends the command in good order.  (Texts of help are made without a library, too.)
proc trundle::dispatch::guard {} {
    if {![catch {package require trundle}] && [llength [info commands ::trundle::guard]]} {
        trundle::guard on
    }
}

proc trundle::dispatch::need-command {word {also {}}} {
    if {![dict exists $trundle::cli::commands $word]} {
        trundle::value::fail "there is no command \"$word\"[trundle::value::one-of $word \
            [concat [dict keys $trundle::cli::commands] $also]]"
    }
}

# `trundle help`, `trundle help COMMAND`, `trundle help TOPIC`; no word at all is bad input.
proc trundle::dispatch::general-help {word rest} {
    variable topics
    if {[lindex $rest 0] in [dict keys $topics] && [lindex $rest 0] ne ""} {
        if {[llength $rest] > 1} {
            trundle::value::fail "help [lindex $rest 0]: unexpected argument \"[lindex $rest 1]\", expected none"
        }
        puts [topic [lindex $rest 0]]
        return 0
    }
    if {[llength $rest]} {
        need-command [lindex $rest 0] [dict keys $topics]
        return [run [list {*}$rest --help]]
    }
    puts [overview]
    return [expr {$word eq "" ? 2 : 0}]
}

proc trundle::dispatch::topic {name} {
    if {$name eq "engines"} {
        package require trundle::own
        return [join [lmap part [trundle::codes::in-text $trundle::own::protocol] {expr {[string match "  *" $part] ? $part : [trundle::cli::reflow $part]}}] "\n\n"]
    }
    package require trundle::language
    return [trundle::language::reference]
}

proc trundle::dispatch::overview {} {
    variable groups
    variable topics
    append text "trundle: rolling and sliding in discrete-element models, and verification of codes\n\nusage: trundle COMMAND ...\n"
    foreach {title names} $groups {
        append text "\n$title\n"
        foreach name $names {
            append text [format "  %-10s %s\n" $name [dict get $trundle::cli::commands $name]]
        }
    }
    append text "\nmore help: `trundle help COMMAND`, and\n"
    dict for {name about} $topics {
        append text [format "  %-13s %s\n" "help $name" $about]
    }
    append text "  manual        the manual page (trundle manual | man -l -)\n\nexamples:\n" \
        "  trundle case sliding-sphere    a benchmark; `trundle case -list` has all\n" \
        "  trundle new mine               a scenario with comments, in mine.tcl\n" \
        "  trundle run mine.tcl\n\n" \
        "Exit status: 0 success, 1 a check failed, 2 invalid input, 3 the motion diverged, 128 + N ended by signal N."
}

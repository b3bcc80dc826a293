# script.tcl -- a scenario's script is read: what it says is checked, word by word, and told
# to somebody else, who makes a model of it (scenario.tcl).  The script runs in a safe
# interpreter, and that in a process of its own, which the system holds (read-script.tcl): the
# first keeps mistakes apart and tells their lines, the second ends what the first cannot end.
package provide trundle::script 1.0
package require trundle::language
package require trundle::formats

namespace eval trundle::script {
    # Commands of a safe interpreter that could wait for ever or escape the
    # limit of time, and that a scenario does not need.
    variable hidden {after vwait update interp}
    variable megabytes 2000     ;# of memory for a script
    variable letters 1000000    ;# that it may print
    variable printed 0
    variable line 1
}

# The channel of a script.
proc trundle::script::open-file {file} {
    try {
        return [trundle::value::open-file "the scenario" $file]
    } trap TRUNDLE {message} {
        trundle::value::fail "$message[expr {[file isfile $file.tcl] ? "; did you mean $file.tcl?" : ""}]"
    }
}

# script::tell FILE TEXT SECONDS SEND calls SEND with each piece of what the script says: {word
# LINE WORD ARGUMENT ...}, {puts ARGUMENT ...}, and at last {end} or {fail MESSAGE}.
proc trundle::script::tell {file text seconds send} {
    variable printed 0
    variable line 1
    trundle::language::begin 1
    set trundle::language::folder [file dirname $file]
    set trundle::language::where [list set [namespace current]::line]
    set child [safe-interpreter $send]
    try {
        evaluate $child $file $text $seconds
        {*}$send end
    } trap TRUNDLE {message} {
        {*}$send [list fail $message]
    } finally {
        interp delete $child
        set trundle::language::folder ""
        set trundle::language::where ""
    }
}

proc trundle::script::safe-interpreter {send} {
    variable hidden
    set child [interp create -safe]
    foreach word $hidden {
        interp hide $child $word
    }
    foreach word [list run {*}$::trundle::language::words] {
        interp alias $child $word {} ::trundle::script::say $child $send $word
    }
    interp alias $child puts {} ::trundle::script::print $send
    return $child
}

# A word is checked here, where its line is known; only one that is right is told.
proc trundle::script::say {child send word args} {
    variable line
    set line [line-now $child]
    try {
        trundle::language::$word {*}$args
    } trap {TCL WRONGARGS} {message} {
        trundle::value::fail [string map {trundle::language:: {}} $message]
    }
    {*}$send [list word $line $word {*}$args]
    # Where the script stands it has a variable of this name from now on.
    if {$word eq "parameter"} {
        set name [lindex $args 0]
        return [interp eval $child [list set $name [dict get $::trundle::language::parameters $name value]]]
    }
}

# What a scenario prints goes to the terminal.
proc trundle::script::print {send args} {
    variable printed
    variable letters
    if {[llength $args] ni {1 2} || ([llength $args] == 2
            && [lindex $args 0] ne "-nonewline")} {
        trundle::value::fail "puts: a scenario writes to the terminal only,\
            expected `puts ?-nonewline? TEXT`"
    }
    if {[incr printed [string length [lindex $args end]]] > $letters} {
        trundle::value::fail "puts: the scenario prints more than $letters letters, expected fewer"
    }
    {*}$send [list puts {*}$args]
}

# The script is caught inside the interpreter, where its line numbers are known; only
# the limit of time cannot be caught there.  A script that returns before its end, or asks to
# leave a loop that is not there, has said only a part of the scenario.
proc trundle::script::evaluate {child file text seconds} {
    variable line
    set end [expr {[clock milliseconds] + round(1000*$seconds)}]
    interp limit $child time -seconds [expr {$end/1000}] -milliseconds [expr {$end%1000}]
    try {
        set code [interp eval $child [list catch $text result settings]]
        if {$code == 1} {
            set settings [interp eval $child {set settings}]
            set told "line [line-of $settings]: [explain [interp eval $child {set result}] $settings]"
        }
    } on error {message} {
        if {[clock milliseconds] >= $end} {
            trundle::value::fail [too-slow $file $seconds]
        }
        # The script has put something of its own in the place of what was asked here.
        set code 1
        set told "after line $line: there is a mistake, which cannot be told: $message"
    }
    if {$code == 1} {
        trundle::value::fail "$file, $told"
    }
    if {$code != 0} {
        trundle::value::fail "$file, after line $line: `[trundle::value::get {3 break 4 continue} $code return]`\
            ends the script early, expected a script that is read to its end"
    }
}

proc trundle::script::too-slow {file seconds} {
    return "$file: the scenario did not end within [trundle::formats::short $seconds] s: time limit exceeded\
        (-limit SECONDS sets it)"
}

# A misspelt word gets the list of the words of the language.
proc trundle::script::explain {message settings} {
    if {[string match "TCL LOOKUP COMMAND *" [dict get $settings -errorcode]]} {
        set words [lsort [concat run $::trundle::language::words]]
        append message ", nor is it a command of Tcl that a scenario may use" \
            [trundle::value::one-of [lindex [dict get $settings -errorcode] 3] $words]
    }
    return $message
}

# The line of the command at the top, plus the lines inside the bodies of its
# loops; a proc's own lines are not counted.
proc trundle::script::line-of {settings} {
    set line [trundle::value::get $settings -errorline 1]
    set trace [trundle::value::get $settings -errorinfo]
    if {![string is integer -strict $line]} {
        return 1
    }
    regexp -indices {.*\(procedure "[^"]*" line \d+\)} $trace last
    if {[info exists last]} {
        set trace [string range $trace [lindex $last 1] end]
    }
    foreach {- inner} [regexp -all -inline {body line (\d{1,9})\)} $trace] {
        incr line [expr {$inner - 1}]
    }
    return $line
}

# The line of the word that the scenario has just called: that of the command at
# the top or in a body there; from a proc, that of the command at the top.  (Of a proc that has
# defined itself anew while it runs Tcl 8.6 cannot tell the frame, and crashes.)
proc trundle::script::line-now {child} {
    set line 1
    set frames [expr {[interp eval $child {info level}] ? 3 : [interp eval $child {info frame}]}]
    for {set k 2} {$k < $frames} {incr k} {
        set frame [interp eval $child [list info frame $k]]
        # A text that was put together begins with line 1.
        if {[dict get $frame type] ne "eval" || [dict get $frame line] < $line} {
            break
        }
        set line [dict get $frame line]
    }
    return $line
}

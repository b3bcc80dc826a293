# scenario.tcl -- a scenario is a Tcl script in the language of language.tcl.
# It runs in a safe interpreter: no files, sockets or programs, and a limit of
# time.  Its `run` only notes what is wanted; the caller carries it out.  The one
# kind of file that it can name, a table of spheres, lies in its own folder or
# below; the engine reads it, and the scenario never sees what is in it.
package provide trundle::scenario 1.0
package require trundle::language
package require trundle::formats

namespace eval trundle::scenario {
    variable request {}
    # Commands of a safe interpreter that could wait for ever or escape the
    # limit of time, and that a scenario does not need.
    variable hidden {after vwait update interp}
}

# scenario::read FILE SECONDS -> dict of model, until, record.  A file NAME.json holds a model
# as data, in place of a script that makes one.
proc trundle::scenario::read {file seconds} {
    if {[string tolower [file extension $file]] eq ".json"} {
        package require trundle::model-json
        set request [trundle::modeljson::read $file]
    } else {
        set request [from-script $file $seconds]
    }
    set model [dict get $request model]
    if {![llength [dict get $model particles]] && ![dict exists $model groups]
            && ![dict exists $model inlets]} {
        trundle::value::fail "$file: the scenario has no sphere, expected one\
            at least, or an inlet"
    }
    return $request
}

proc trundle::scenario::from-script {file seconds} {
    variable request {}
    set script [contents $file]
    trundle::language::begin
    set trundle::language::folder [file dirname $file]
    set child [safe-interpreter $seconds]
    set trundle::language::where [list trundle::scenario::line-now $child]
    try {
        evaluate $child $file $script $seconds
    } finally {
        interp delete $child
        set trundle::language::folder ""
        set trundle::language::where ""
    }
    if {![llength $request]} {
        trundle::value::fail "$file: the scenario asks for no run, expected a\
            line like `run until 2.5 record 0.01`"
    }
    try {
        set model [trundle::language::with-conventions [trundle::language::finish]]
    } trap TRUNDLE {message} {
        trundle::value::fail [in-its-words $file {} $message]
    }
    return [dict merge $request [dict create model $model]]
}

proc trundle::scenario::contents {file} {
    try {
        set channel [open $file]
        chan configure $channel -encoding utf-8
        return [::read $channel]
    } on error {message} {
        # The last part says why; what stands before it names a channel.
        set why [string trim [lindex [split $message :] end]]
        trundle::value::fail "the scenario \"$file\" cannot be read: $why"
    } finally {
        if {[info exists channel]} {
            close $channel
        }
    }
}

proc trundle::scenario::safe-interpreter {seconds} {
    variable hidden
    set child [interp create -safe]
    foreach word $hidden {
        interp hide $child $word
    }
    foreach word $::trundle::language::words {
        interp alias $child $word {} ::trundle::language::$word
    }
    interp alias $child run {} ::trundle::scenario::run
    interp alias $child puts {} ::trundle::scenario::say
    set end [expr {[clock milliseconds] + round(1000*$seconds)}]
    interp limit $child time -seconds [expr {$end/1000}] -milliseconds [expr {$end%1000}]
    return $child
}

# The script is caught inside the child, where its line numbers are known; only
# the limit of time cannot be caught there.  It ends with the script: what is
# asked afterwards is not the scenario's fault.
proc trundle::scenario::evaluate {child file script seconds} {
    try {
        set code [interp eval $child [list catch $script result settings]]
    } on error {message} {
        trundle::value::fail "$file: the scenario did not end within\
            [trundle::formats::short $seconds] s: $message"
    }
    interp limit $child time -seconds {}
    if {$code == 1} {
        set settings [interp eval $child {set settings}]
        trundle::value::fail "$file, line [line-of $settings]:\
            [explain [interp eval $child {set result}] $settings]"
    }
}

# A misspelt word gets the list of the words of the language.
proc trundle::scenario::explain {message settings} {
    if {[lrange [dict get $settings -errorcode] 0 2] eq "TCL LOOKUP COMMAND"} {
        set words [lsort [concat run $::trundle::language::words]]
        append message ", nor is it a command of Tcl that a scenario may use" \
            [trundle::value::one-of [lindex [dict get $settings -errorcode] 3] $words]
    }
    return $message
}

# The line of the command at the top, plus the lines inside the bodies of its
# loops; a proc's own lines are not counted.
proc trundle::scenario::line-of {settings} {
    set line [dict get $settings -errorline]
    set trace [dict get $settings -errorinfo]
    regexp -indices {.*\(procedure "[^"]*" line \d+\)} $trace last
    if {[info exists last]} {
        set trace [string range $trace [lindex $last 1] end]
    }
    foreach {- inner} [regexp -all -inline {body line (\d+)\)} $trace] {
        incr line [expr {$inner - 1}]
    }
    return $line
}

# The line of the word that the scenario has just called: that of the command at
# the top or in a body there; a proc's own lines are not counted.
proc trundle::scenario::line-now {child} {
    set line 1
    for {set k 2} {$k < [interp eval $child {info frame}]} {incr k} {
        set frame [interp eval $child [list info frame $k]]
        # A text that was put together begins with line 1.
        if {[dict get $frame type] ne "eval" || [dict get $frame line] < $line} {
            break
        }
        set line [dict get $frame line]
    }
    return $line
}

# --- the scenario's own words -----------------------------------------------------

# A message of the engine about a model: its bodies by the words and names of the
# scenario, with their lines, behind the name of the file.  NAMER, a command,
# gives the name of a sphere that stands in a group.
proc trundle::scenario::in-its-words {file model message {namer ""}} {
    set pattern {\m(?:(?:particle|plane|mesh|group|material|inlet|outlet) [^\s:,;]+|contact [^\s:,;]+ [^\s:,;]+|contact [^\s:,;]+|(?:fluid|laws|integrate|scheme)(?=:))(?=[\s:,;]|$)}
    set text ""
    set last 0
    set found {}
    foreach span [regexp -all -inline -indices $pattern $message] {
        lassign $span from to
        set object [object-of [string range $message $from $to] $model $namer]
        append text [string range $message $last $from-1] [lindex $object 0]
        set last [expr {$to + 1}]
        lappend found [list [expr {$from == 0}] $object [string length $text]]
    }
    append text [string range $message $last end]
    return [with-lines $file $text $found]
}

# One object at the head: its line stands behind the name of the file; several:
# behind each of them.
proc trundle::scenario::with-lines {file text found} {
    set told [lmap one $found {
        if {[lindex $one 1 1] eq ""} continue
        set one
    }]
    if {[llength $told] == 1 && [lindex $told 0 0]} {
        return "$file, line [lindex $told 0 1 1]: $text"
    }
    foreach one [lreverse $told] {
        set at [lindex $one 2]
        set text "[string range $text 0 $at-1] (line [lindex $one 1 1])[string range $text $at end]"
    }
    return "$file: $text"
}

# The engine's name of an object -> the scenario's, and its line or "".
proc trundle::scenario::object-of {object model namer} {
    set names $::trundle::language::names
    lassign $object kind name
    set bodies [dict create particle particles plane planes mesh meshes]
    if {[dict exists $bodies $kind] && [string is integer -strict $name]} {
        set list [trundle::value::get $model [dict get $bodies $kind]]
        if {$name < [llength $list]} {
            set name [dict get [lindex $list $name] name]
        } elseif {$kind eq "particle" && $namer ne ""} {
            set name [{*}$namer $name]
        }
    }
    set word [trundle::value::get $names $name]
    if {$kind eq "particle" && $word eq "" && [regexp {^(.+)-\d+$} $name -> group]
            && [dict exists $names $group]} {
        return [list "sphere $name" [line-of-object "[dict get $names $group] $group"]]
    }
    if {$kind in {particle plane mesh group} && $word ne ""} {
        set object "$word $name"
    } elseif {$kind eq "contact"} {
        foreach pair [dict keys [trundle::value::get $model contacts]] {
            if {$object in [list "contact [join $pair -]" "contact [join [lreverse $pair] -]"]} {
                set object "contact $pair"
            }
        }
    }
    if {$object eq "scheme"} {
        set object integrate
    }
    return [list $object [line-of-object $object]]
}

proc trundle::scenario::line-of-object {object} {
    return [trundle::value::get $::trundle::language::lines $object]
}

# run until TIME ?record INTERVAL?
proc trundle::scenario::run {args} {
    variable request
    if {[llength $request]} {
        trundle::value::fail "run: a scenario has one run"
    }
    if {[llength $args] % 2 || "until" ni $args
            || [llength [lsearch -all -not -regexp [every-second $args] \
                             {^(until|record)$}]]} {
        trundle::value::fail "run is \"$args\", expected\
            `until TIME ?record INTERVAL?`"
    }
    dict for {word value} $args {
        dict set request $word \
            [trundle::value::check positive "run: $word" $value]
    }
}

proc trundle::scenario::every-second {list} {
    return [lmap {word value} $list {set word}]
}

# What a scenario prints goes to the terminal.
proc trundle::scenario::say {args} {
    if {[llength $args] ni {1 2} || ([llength $args] == 2
            && [lindex $args 0] ne "-nonewline")} {
        trundle::value::fail "puts: a scenario writes to the terminal only,\
            expected `puts ?-nonewline? TEXT`"
    }
    puts {*}$args
}

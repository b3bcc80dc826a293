# scenario.tcl -- a scenario is a Tcl script in the language of language.tcl, or a model as
# JSON.  This process reads a model, never a script: another process, which the system
# holds within limits of time, memory and files, runs the script and tells what it says
# (script.tcl), and each of its words is checked here once more.  (The pieces that it tells are lists of
# Tcl, which is data like JSON, and forty times as quick to take apart.)
# Files that a scenario names lie in its own folder or below; the engine reads
# them, and the scenario never sees what is in them.
package provide trundle::scenario 1.0
package require trundle::language
package require trundle::script
package require trundle::joints

namespace eval trundle::scenario {
    variable reader [file join [file dirname [file normalize [info script]]] read-script.tcl]
    # The longest piece that a script may say: a mesh of a million triangles has a hundred MB.
    variable longest 500000000
    variable program [info nameofexecutable]
}

# scenario::read FILE SECONDS ?SETTINGS? -> dict of model, until, record and, where the scenario has some, parameters
# (NAME -> value).  A file NAME.json holds a model as data, in place of a script that makes one.
proc trundle::scenario::read {file seconds {settings {}}} {
    set trundle::language::settings $settings
    if {[string tolower [file extension $file]] eq ".json"} {
        package require trundle::model-json
        set request [trundle::modeljson::read $file $seconds]
        set trundle::language::parameters {}
    } else {
        set request [from-script $file $seconds]
    }
    foreach name [dict keys $settings] {
        if {![dict exists $trundle::language::parameters $name]} {
            trundle::value::fail "$file has no parameter \"$name\"[trundle::value::one-of $name \
                [dict keys $trundle::language::parameters]]"
        }
    }
    set model [dict get $request model]
    if {![llength [dict get $model particles]] && ![dict exists $model groups]
            && ![dict exists $model inlets]} {
        trundle::value::fail "$file: the scenario has no sphere, expected one\
            at least, or an inlet"
    }
    check-files $file $model
    try {
        trundle::measures::check-request $request
        trundle::joints::refuse $model
    } trap TRUNDLE {message} {
        trundle::value::fail [in-its-words $file $model $message]
    }
    return $request
}

proc trundle::scenario::from-script {file seconds} {
    set trundle::language::folder [file dirname $file]
    set trundle::language::where [list set [namespace current]::line]
    trundle::language::begin 1
    try {
        listen $file $seconds
    } finally {
        set trundle::language::folder ""
        set trundle::language::where ""
    }
    set request $trundle::language::request
    if {![llength $request]} {
        trundle::value::fail "$file: the scenario has no run, expected a\
            line like `run until 2.5 record 0.01`"
    }
    try {
        set model [trundle::language::with-conventions [trundle::language::finish]]
    } trap TRUNDLE {message} {
        trundle::value::fail [in-its-words $file {} $message]
    }
    if {[dict size $trundle::language::parameters]} {
        dict set request parameters [dict map {name facts} $trundle::language::parameters {dict get $facts value}]
    }
    if {[llength $trundle::language::measures]} {
        dict set request measures $trundle::language::measures
    }
    return [dict merge $request [dict create model $model]]
}

# Start the reader, and take what it tells.
proc trundle::scenario::listen {file seconds} {
    variable reader
    variable program
    close [trundle::script::open-file $file]    ;# that it is there and a file is said here
    set pipe [open |[list $program $reader $file $seconds $::auto_path [encoding system] \
        $trundle::language::settings </dev/null \
        2>[expr {[info exists ::env(TRUNDLE_DEBUG)] ? "@stderr" : "/dev/null"}]] rb]
    set whole 0
    try {
        while {!$whole && [set piece [next-piece $pipe]] ne ""} {
            set whole [accept $file $piece]
        }
    } finally {
        set failed [catch {close $pipe} message settings]
    }
    if {!$whole} {
        trundle::value::fail [how-ended $file $seconds [trundle::value::get $settings -errorcode]]
    }
}

# The next piece, or "" when there is no whole one any more.
proc trundle::scenario::next-piece {pipe} {
    variable longest
    if {[gets $pipe size] < 0 || ![string is integer -strict $size] || $size > $longest} {
        return
    }
    set bytes [::read $pipe $size]
    return [expr {[string length $bytes] == $size ? [encoding convertfrom utf-8 $bytes] : ""}]
}

# One piece; was it the last one?
proc trundle::scenario::accept {file piece} {
    variable line
    set rest [lassign $piece kind]
    switch -- $kind {
        word {
            set rest [lassign $rest line word]
            if {$word ni $::trundle::language::words && $word ne "run"} {
                trundle::value::fail "$file: \"$word\" is not a command of a scenario"
            }
            trundle::language::$word {*}$rest
        }
        puts {puts {*}$rest}
        fail {trundle::value::fail [lindex $rest 0]}
        fault {error {*}$rest}
        end {return 1}
    }
    return 0
}

# Why the reader did not say all.
proc trundle::scenario::how-ended {file seconds code} {
    set signal [lindex $code 2]
    if {$signal in {SIGALRM SIGXCPU}} {
        return [trundle::script::too-slow $file $seconds]
    }
    return "$file: reading the scenario was ended by the system ([expr {[lindex $code 0] eq "CHILDKILLED" ? $signal
        : "status $signal"}]), expected that it needs no more than $trundle::script::megabytes MB of memory"
}

# Every file that the model names is one, and no link leads to it from outside the scenario's
# folder.
proc trundle::scenario::check-files {file model} {
    set folder [real [file dirname $file]]
    foreach {kind rows} [list group [trundle::value::get $model groups] mesh [trundle::value::get $model meshes] \
            fluid [list [trundle::value::get $model fluid]]] {
        foreach row $rows {
            set path [trundle::value::get $row path [trundle::value::get $row samples]]
            if {$path eq "" || ![file exists $path]} continue        ;# the engine says that it is not there
            set wrong [wrong-file $folder $path]
            if {$wrong ne ""} {
                set object [string trim "$kind [trundle::value::get $row name]"]
                trundle::value::fail [in-its-words $file $model "$object: $wrong"]
            }
        }
    }
}

proc trundle::scenario::wrong-file {folder path} {
    if {[string first [string trimright $folder /]/ [real $path]/] != 0} {
        return "a link leads from \"[file tail $path]\" out of the folder of the scenario, expected a file in it or\
            below it"
    }
    if {![file isfile $path]} {
        return "\"[file tail $path]\" is a [expr {[file isdirectory $path] ? "directory" : "pipe or a device"}],\
            expected a file"
    }
}

# A path without links.
proc trundle::scenario::real {path} {
    return [file dirname [file normalize [file join $path x]]]
}

# --- the scenario's own words -----------------------------------------------------

# A message of the engine about a model: its bodies by the words and names of the
# scenario, with their lines, behind the name of the file.  NAMER, a command,
# gives the name of a sphere that stands in a group.
proc trundle::scenario::in-its-words {file model message {namer ""}} {
    set pattern {\m(?:(?:particle|plane|mesh|group|measure|material|inlet|outlet) [^\s:,;]+|contact [^\s:,;]+ [^\s:,;]+|contact [^\s:,;]+|(?:fluid|laws|integrate|scheme)(?=:))(?=[\s:,;]|$)}
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
    lassign [split $object] kind name       ;# a user's word need be no list
    set bodies [dict create particle particles plane planes mesh meshes]
    if {[dict exists $bodies $kind] && [string is integer -strict $name]} {
        set list [trundle::value::get $model [dict get $bodies $kind]]
        if {$name >= 0 && $name < [llength $list]} {
            set name [dict get [lindex $list $name] name]
        } elseif {$kind eq "particle" && $namer ne ""} {
            catch {set name [{*}$namer $name]}    ;# a message may name one that never was
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

# codes.tcl -- which other codes there are.  Each adapter of the folder `engines` says this itself, in lines that begin with
# "variable", of one value each, so that the shell reads them, too (mk/codes.sh); export.tcl tells their meaning.
package provide trundle::codes 1.0

namespace eval trundle::codes {
    variable said {}      ;# the variables of each adapter: name -> dict
    foreach file [lsort [glob -nocomplain -directory \
            [file join [file dirname [file dirname [file dirname [file normalize [info script]]]]] engines] *.tcl]] {
        if {![file exists $file]} continue    ;# a link of a build folder to an adapter that has gone
        set channel [open $file]
        chan configure $channel -encoding utf-8
        dict set said [file rootname [file tail $file]] {}
        foreach {- key value} [regexp -all -inline -line {^    variable (\w+) +(\S.*)$} [read $channel]] {
            # (The tables of conventions go over many lines, and are read by the engine's own code.)
            if {[string is list $value] && [llength $value] == 1} {
                dict set said [file rootname [file tail $file]] $key [lindex $value 0]
            }
        }
        close $channel
    }
    unset -nocomplain file channel key value -
}

# Those with a table of conventions: all.
proc trundle::codes::tables {} {
    variable said
    return [dict keys $said]
}

# Those that can be run: for which a deck is written.
proc trundle::codes::run {} {
    variable said
    return [dict keys [dict filter $said script {name facts} {dict exists $facts program}]]
}

# codes::of CODE KEY ?DEFAULT? -> what its adapter says.
proc trundle::codes::of {code key {default ""}} {
    variable said
    return [expr {[dict exists $said $code $key] ? [dict get $said $code $key] : $default}]
}

# Those of which the adapter says KEY.
proc trundle::codes::with {key} {
    return [lmap code [run] {
        if {[of $code $key 0] eq "0"} continue
        set code
    }]
}

# The names of codes in a text of a command: %CODES, % with a comma and a blank between them, %CODES|% and %CODES % with
# a bar or a blank, %TITLES:KEY% the titles of those that say KEY.
proc trundle::codes::in-text {text} {
    if {![regexp {%(?:CODES|TITLES)} $text]} {
        return $text
    }
    set text [string map [list {%CODES, %} [join [run] {, }] {%CODES|%} [join [run] |] {%CODES %} [join [run]]] $text]
    while {[regexp {%TITLES:(\w+)%} $text found key]} {
        set text [string map [list $found [or-list [lmap code [with $key] {of $code title}]]] $text]
    }
    return $text
}

# "A, B or C"
proc trundle::codes::or-list {words} {
    set most [join [lrange $words 0 end-1] {, }]
    return [expr {$most eq "" ? [lindex $words end] : "$most or [lindex $words end]"}]
}

# read-script.tcl -- the program that reads a scenario's script, started by scenario.tcl as
# `tclsh read-script.tcl FILE SECONDS PATHS ENCODING SETTINGS`, PATHS being where packages are, ENCODING that
# of names of files, and SETTINGS the values of parameters.  It writes what
# it hears, in pieces, each a line with a number of bytes and so many bytes.
proc send {file seconds} {
    package require trundle
    package require trundle::script
    set script [trundle::script::open-file $file]
    # Before the first line of the script is read, all that it needs has been loaded.
    trundle::language::ask-engine
    set trundle::language::settings $::settings
    trundle::cage [expr {$seconds + 1.0}] $trundle::script::megabytes
    trundle::script::tell $file [trundle::value::contents "the scenario" $file $script] $seconds send-piece
}

proc send-piece {piece} {
    set bytes [encoding convertto utf-8 $piece]
    puts -nonewline "[string length $bytes]\n$bytes"
    if {[lindex $piece 0] ne "word"} {
        flush stdout
    }
}

chan configure stdout -translation binary -buffering full -buffersize 65536
lassign $argv file seconds auto_path encoding settings
if {$encoding ne [encoding system]} {
    set file [encoding convertfrom $encoding [encoding convertto $file]]
    set auto_path [encoding convertfrom $encoding [encoding convertto $auto_path]]
    set settings [encoding convertfrom $encoding [encoding convertto $settings]]
    encoding system $encoding
}
try {
    send $file $seconds
} trap TRUNDLE {message} {
    send-piece [list fail $message]
} on error {message settings} {
    send-piece [list fault $message [dict get $settings -errorinfo]]
}

# read-script.tcl -- the program that reads a scenario's script, started by scenario.tcl as
# `tclsh read-script.tcl FILE SECONDS PATHS`, PATHS being where packages are.  It writes what
# it hears, in pieces, each a line with a number of bytes and so many bytes.
proc send {file seconds} {
    package require trundle
    package require trundle::script
    set script [trundle::script::open-file $file]
    # Before the first line of the script is read, all that it needs has been loaded.
    trundle::language::ask-engine
    trundle::cage [expr {$seconds + 1.0}] $trundle::script::megabytes
    trundle::script::tell $file [trundle::script::contents $script] $seconds send-piece
}

proc send-piece {piece} {
    set bytes [encoding convertto utf-8 $piece]
    puts -nonewline "[string length $bytes]\n$bytes"
    if {[lindex $piece 0] ne "word"} {
        flush stdout
    }
}

chan configure stdout -translation binary -buffering full -buffersize 65536
lassign $argv file seconds auto_path
try {
    send $file $seconds
} trap TRUNDLE {message} {
    send-piece [list fail $message]
} on error {message settings} {
    send-piece [list fault $message [dict get $settings -errorinfo]]
}

# cache.tcl -- values that several processes want: who comes first makes one, the others wait for it and read it.
package require trundle::value
package provide trundle::cache 1.0

namespace eval trundle::cache {
    variable folder ""      ;# where they lie, or "": nothing is shared
    variable worth 10       ;# s: what takes less, each process makes for itself
}

# The value of a script of the caller, which depends on nothing but what the key says.
proc trundle::cache::value {key script} {
    variable folder
    if {$folder eq ""} {
        return [uplevel 1 $script]
    }
    set file $folder/[zlib crc32 [encoding convertto utf-8 $key]]
    while {![reserve $file]} {
        after 100
    }
    try {
        if {[file exists $file]} {
            lassign [look $file] its value
            if {$its eq $key} {
                return $value
            }
        }
        return [make $file $key [list uplevel 2 $script]]
    } finally {
        file delete $file.busy
    }
}

# Who makes a file the first has the place; a process that is gone makes nothing more.
proc trundle::cache::reserve {file} {
    if {![catch {open $file.busy {WRONLY CREAT EXCL}} channel]} {
        puts -nonewline $channel [pid]
        close $channel
        return 1
    }
    if {![catch {look $file.busy} owner] && $owner ne "" && [catch {exec sh -c "kill -0 $owner"}]} {
        file delete $file.busy
    }
    return 0
}

proc trundle::cache::look {file} {
    trundle::value::regular "the file" $file
    set channel [open $file]
    chan configure $channel -encoding utf-8
    set text [read $channel]
    close $channel
    return $text
}

proc trundle::cache::make {file key script} {
    variable worth
    set begin [clock milliseconds]
    set value [eval $script]
    if {[clock milliseconds] - $begin >= 1000*$worth} {
        set channel [open $file.part w]
        chan configure $channel -encoding utf-8
        puts -nonewline $channel [list $key $value]
        close $channel
        file rename -force $file.part $file
    }
    return $value
}

# output.tcl -- results appear whole or not at all: they are written under
# another name and renamed when they are finished.
package provide trundle::output 1.0
package require trundle::value

namespace eval trundle::output {
    variable made {}        ;# folder to write into -> folders above it that were made
    # Marker -> files that only an unfinished result needs; a process that is ended at the wrong moment leaves them.
    variable going {.trundle-run {checkpoint.h5 checkpoint.h5.part .lock}}
    # What the files look like that Trundle writes: the only ones that it writes over.
    variable signs {
        csv     {^(?:# made by trundle: particles\n|t,id,radius,mass,x,y,z)}
        dump    {^ITEM: TIME\n[^\n]*\nITEM: TIMESTEP\n}
        csv-contacts  {^(?:# made by trundle: contacts\n|t,i,j,x,y,z,nx,ny,nz,overlap,)}
        csv-walls     {^# made by trundle: walls\n}
        origin  {^made by trundle: origin\n}
        dump-contacts {^ITEM: TIME\n[^\n]*\nITEM: TIMESTEP\n\d+\nITEM: NUMBER OF ENTRIES\n}
        model   {"schema": "trundle-model"}
        tap     {^1\.\.\d+\n(?:not )?ok 1 - [^\s/]+/}
        junit   {<testsuites tests="\d+" failures="\d+" errors="\d+" skipped="\d+" time=}
        json    {^\{\s*"passed" : \d+,\s*"failed" : \d+,\s*"checks" : }
        slurm   {^#!/bin/sh\n#SBATCH --job-name=trundle-}
        film-html {^<!DOCTYPE html>\n<!-- made by trundle film -->}
        picture {\ndrawn by trundle\n(?:-->\n)?$}
    }
}

# output::begin COMMAND FOLDER KIND -> the folder to write into for now.  Only a
# folder that is new, empty or an earlier result of the same kind is replaced.
proc trundle::output::begin {command folder kind} {
    set marker .trundle-$kind
    tidy [place $folder]
    may-replace $command [place $folder] $kind
    no-strangers $command [place $folder] $kind
    set part [place $folder].part[pid]
    litter $part
    make-folder $command $folder $part
    try {
        write $part/$marker "trundle $::trundle::version"
        own $part
    } on error {message settings} {
        discard $part
        return -options $settings $message
    }
    return $part
}

# --- what a process leaves that is ended at any moment ----------------------------

# A path that must not stay behind when this process is ended by a signal, until it is settled.
proc trundle::output::litter {path} {
    if {[llength [info commands ::trundle::guard]]} {
        trundle::guard keep $path
    }
}

proc trundle::output::settled {path} {
    if {[llength [info commands ::trundle::guard]]} {
        trundle::guard drop $path
    }
}

# No signal between the steps of a script: they belong together.
proc trundle::output::undisturbed {script} {
    if {![llength [info commands ::trundle::guard]]} {
        return [uplevel 1 $script]
    }
    trundle::guard hold
    try {
        uplevel 1 $script
    } finally {
        trundle::guard release
    }
}

# A folder that belongs to this process, as others see, on other machines, too.
proc trundle::output::own {folder} {
    if {[llength [info commands ::trundle::checkpoint]]} {
        trundle::checkpoint lock $folder/.lock
    }
}

# Is nobody left who made this?
proc trundle::output::orphan? {path pid} {
    if {$pid == [pid]} {
        return 0            ;# (and a lock of one's own is lost when it is tried)
    }
    if {[file exists /proc/$pid] && [clock seconds] - [file mtime $path] < 60} {
        return 0            ;# between making its lock and holding it, nobody may try it: a trial would keep it out
    }
    if {[file isfile $path/.lock] && [llength [info commands ::trundle::checkpoint]]} {
        return [expr {![catch {trundle::checkpoint lock $path/.lock}]}]
    }
    return [expr {[file isdirectory /proc/self] && ![file exists /proc/$pid]}]
}

# The remains of processes that were ended while they wrote a file or a folder: what is half written goes, and
# results that were moved out of the way come back.
proc trundle::output::tidy {place} {
    set name [file tail $place]
    foreach other [glob -nocomplain -tails -directory [file dirname $place] *] {
        if {![string equal -length [string length $name.] $name. $other]
                || ![regexp {^(part|old)([0-9]+)(?:\.part[0-9]+)*$} [string range $other [string length $name.] end] - what pid]} continue
        set path [file dirname $place]/$other
        if {[file isdirectory $path] && ![llength [glob -nocomplain -directory $path .trundle-*]] && [llength [entries $path]]} continue
        if {![orphan? $path $pid]} continue
        if {$what eq "old" && ![file exists $place]} {
            catch {file rename $path $place}
        } else {
            catch {file delete -force $path}
        }
    }
}

# A new folder for what is needed on the way, until `discard`; those that others have left go.
proc trundle::output::scratch {} {
    close [file tempfile name trundle-[pid]]
    undisturbed {
        file delete $name
        file mkdir $name
        litter $name
    }
    own $name
    foreach other [glob -nocomplain -types d -directory [file dirname $name] trundle-*] {
        if {[regexp {^trundle-([0-9]+)_\w{6}$} [file tail $other] - pid] && $other ne $name && [file owned $other]
                && [orphan? $other $pid]} {
            catch {file delete -force $other}
        }
    }
    return $name
}

# Where a file or folder is: a link is kept, and what it names is written.
proc trundle::output::place {file} {
    set file [file normalize $file]
    for {set k 0} {$k < 40 && ![catch {file readlink $file} next]} {incr k} {
        set file [file normalize [file join [file dirname $file] $next]]
    }
    return $file
}

proc trundle::output::may-replace {command folder kind} {
    if {![replaceable? $folder .trundle-$kind]} {
        trundle::value::fail "$command: -out is \"$folder\", which exists and is\
            not an earlier $kind, expected a new folder"
    }
}

# Files of somebody else in an earlier result would be lost with it.
proc trundle::output::no-strangers {command folder kind} {
    set strange [strangers $folder .trundle-$kind]
    if {[llength $strange]} {
        trundle::value::fail "$command: -out is \"$folder\", which holds \"[lindex $strange 0]\", not made by trundle,\
            expected a new folder, or that file somewhere else"
    }
}

proc trundle::output::replaceable? {folder marker} {
    if {![file exists $folder] || [file isfile $folder/$marker]} {
        return 1
    }
    return [expr {[file isdirectory $folder] && ![llength [entries $folder]]}]
}

proc trundle::output::entries {folder} {
    return [lsearch -all -inline -not -regexp [glob -nocomplain -tails -directory $folder * .*] {^\.\.?$}]
}

# What lies in an earlier result and was not there when it was finished.  (The marker of an older
# version has no list.)
proc trundle::output::strangers {folder marker} {
    variable going
    if {![file isfile $folder/$marker]} {
        return
    }
    set channel [open $folder/$marker]
    chan configure $channel -encoding utf-8
    try {
        set names [lrange [split [string trimright [read $channel] \n] \n] 1 end]
    } finally {
        close $channel
    }
    return [expr {[llength $names] ? [lmap name [lsort [entries $folder]] {
        if {$name in $names || $name in [trundle::value::get $going $marker]} continue
        set name
    }] : {}}]
}

# Make the folder PART, in which FOLDER arises, with those above it.
proc trundle::output::make-folder {command folder part} {
    variable made
    set above {}
    for {set one [file dirname [file normalize $part]]} {![file exists $one]} {set one [file dirname $one]} {
        lappend above $one
    }
    try {
        file mkdir $part
    } on error {message} {
        trundle::value::fail "$command: -out is \"$folder\", which cannot be made:\
            [string trim [lindex [split $message :] end]]"
    }
    dict set made $part $above
}

# A folder that did not get its name, and nothing that was made for it, stays.
proc trundle::output::discard {part} {
    variable made
    file delete -force $part
    settled $part
    foreach folder [trundle::value::get $made $part] {
        catch {file delete $folder}             ;# only when it is empty
    }
}

# Where a file of this name, of a kind with a sign, will be written.  Asked before the work is done:
# it lies in a folder that can be written to, and what is there already was made here.
proc trundle::output::check-file {command option name kind} {
    set file [place $name]
    set folder [file dirname $file]
    tidy $file
    if {[file isdirectory $file]} {
        trundle::value::fail "$command: -$option is \"$name\", a folder, expected the name of a file"
    }
    if {![file isdirectory $folder] || ![file writable $folder]} {
        trundle::value::fail "$command: -$option is \"$name\", expected a file in an existing folder\
            that can be written to"
    }
    if {[file exists $file] && ![ours? $file $kind]} {
        trundle::value::fail "$command: -$option is \"$name\", which exists and was not made by trundle as a file of\
            this kind, expected a new name"
    }
    return $file
}

# Does a file look like one of this kind that was written here?  An empty one is nobody's.
proc trundle::output::ours? {file kind} {
    variable signs
    if {![file isfile $file] || [catch {open $file rb} channel]} {
        return 0
    }
    try {
        if {$kind eq "picture"} {
            chan seek $channel [expr {max(0, [file size $file] - 100)}]
        }
        return [expr {[file size $file] == 0 || [regexp [dict get $signs $kind] [read $channel 500]]}]
    } finally {
        close $channel
    }
}

# A picture that somebody has named says at its end whose it is: programs that show it stop
# reading before.
proc trundle::output::sign {file format} {
    trundle::output::naming $file {
        set channel [open $file ab]
        try {
            puts -nonewline $channel [dict get {svg "<!--\ndrawn by trundle\n-->\n" pdf "%\ndrawn by trundle\n"
                png "\ndrawn by trundle\n"
                mp4 "\0\0\0\x1afree\ndrawn by trundle\n" webm "\xec\x92\ndrawn by trundle\n"} $format]
        } finally {
            close $channel
        }
    }
}

# The finished folder takes the place of an earlier one in two renames; its marker tells what
# belongs to it, but for files that go soon.
proc trundle::output::finish {part folder {going {}}} {
    set folder [place $folder]
    foreach marker [glob -nocomplain -directory $part .trundle-*] {
        write $marker "trundle $::trundle::version\n[join [lsort [lmap name [entries $part] {
            if {$name eq ".lock" || $name in $going} continue
            set name
        }]] \n]"
    }
    set old $folder.old[pid]
    undisturbed {
        if {![llength $going]} {
            file delete $part/.lock
        }
        if {[file exists $folder]} {
            litter $old
            file rename $folder $old
        }
        file rename $part $folder
        settled $part
        file delete -force $old
        settled $old
    }
}

# Every write is checked, and the close, which may be the first to meet a full disk.
proc trundle::output::write {file text} {
    if {[file exists $file] && ![file isfile $file]} {
        trundle::value::fail "$file cannot be written: it is not a regular file"    ;# to open a pipe would wait for its reader
    }
    try {
        set channel [open $file w]
        try {
            chan configure $channel -encoding utf-8
            puts $channel $text
        } finally {
            close $channel
        }
    } trap POSIX {message} {
        trundle::value::fail "$file cannot be written: [string trim [lindex [split $message :] end]]"
    }
}

# A script that writes a file, which is named when that fails; what the close says behind it is no news.
proc trundle::output::naming {file script} {
    try {
        uplevel 1 $script
    } trap POSIX {message} {
        trundle::value::fail "$file cannot be written: [string trim [lindex [split $message :] end]]"
    }
}

# The text of a file, as `write` writes it.
proc trundle::output::text {file} {
    trundle::value::regular "the file" $file
    try {
        set channel [open $file]
        try {
            chan configure $channel -encoding utf-8
            return [read $channel]
        } finally {
            close $channel
        }
    } trap POSIX {message} {
        trundle::value::unreadable "the file" $file $message
    }
}

# A file that another program has written; a pipe in its place would wait for ever.
proc trundle::output::of-program {file} {
    if {![file isfile $file]} {
        return -code error -errorcode {TRUNDLE FOREIGN BABBLES} [expr {[file exists $file]
            ? "it has made something else of $file, expected a regular file" : "it ended without $file"}]
    }
    return [open $file]
}

# The bytes of a file and their CRC-32, or of so many bytes of it, going on from SUM, that of its beginning.
proc trundle::output::sum {file {bytes Inf} {sum {0 0}}} {
    lassign $sum had crc
    trundle::value::regular "the file" $file
    set channel [open $file rb]
    try {
        seek $channel $had
        while {$had < $bytes && ![eof $channel]} {
            set piece [read $channel [expr {int(min(1000000, $bytes - $had))}]]
            set crc [zlib crc32 $piece $crc]
            incr had [string length $piece]
        }
    } finally {
        close $channel
    }
    return [list $had $crc]
}

# To the terminal, or to a file.
proc trundle::output::deliver {text file} {
    if {$file eq ""} {
        puts $text
        return
    }
    if {[file isdirectory $file]} {
        trundle::value::fail "$file is a folder, expected the name of a file"
    }
    tidy $file
    litter $file.part[pid]
    try {
        write $file.part[pid] $text
        file rename -force $file.part[pid] $file
    } finally {
        file delete $file.part[pid]
        settled $file.part[pid]
    }
}

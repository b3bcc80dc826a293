# output.tcl -- results appear whole or not at all: they are written under
# another name and renamed when they are finished.
package provide trundle::output 1.0
package require trundle::value

namespace eval trundle::output {
    variable made {}        ;# folder to write into -> folders above it that were made
}

# output::begin COMMAND FOLDER KIND -> the folder to write into for now.  Only a
# folder that is new, empty or an earlier result of the same kind is replaced.
proc trundle::output::begin {command folder kind} {
    set marker .trundle-$kind
    may-replace $command $folder $kind
    set part $folder.part[pid]
    make-folder $command $folder $part
    write $part/$marker "trundle $::trundle::version"
    return $part
}

proc trundle::output::may-replace {command folder kind} {
    if {![replaceable? $folder .trundle-$kind]} {
        trundle::value::fail "$command: -out is \"$folder\", which exists and is\
            no earlier $kind, expected a new folder"
    }
}

proc trundle::output::replaceable? {folder marker} {
    if {![file exists $folder] || [file exists $folder/$marker]} {
        return 1
    }
    return [expr {[file isdirectory $folder] && ![llength [glob -nocomplain \
        -directory $folder * .\[a-zA-Z\]*]]}]
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
    foreach folder [trundle::value::get $made $part] {
        catch {file delete $folder}             ;# only when it is empty
    }
}

# Can a file of this name be written?  Asked before the work is done.
proc trundle::output::check-file {command option file} {
    set folder [file dirname $file]
    if {[file isdirectory $file]} {
        trundle::value::fail "$command: -$option is \"$file\", a folder, expected the name of a file"
    }
    if {![file isdirectory $folder] || ![file writable $folder]} {
        trundle::value::fail "$command: -$option is \"$file\", expected a file in a folder that is there\
            and can be written to"
    }
}

# The finished folder takes the place of an earlier one in two renames.
proc trundle::output::finish {part folder} {
    set old $folder.old[pid]
    if {[file exists $folder]} {
        file rename $folder $old
    }
    file rename $part $folder
    file delete -force $old
}

proc trundle::output::write {file text} {
    set channel [open $file w]
    chan configure $channel -encoding utf-8
    puts $channel $text
    close $channel
}

# To the terminal, or to a file.
proc trundle::output::deliver {text file} {
    if {$file eq ""} {
        puts $text
        return
    }
    write $file.part[pid] $text
    file rename -force $file.part[pid] $file
}

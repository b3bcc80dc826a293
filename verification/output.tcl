# output.tcl -- results appear whole or not at all: they are written under
# another name and renamed when they are finished.
package provide trundle::output 1.0
package require trundle::value

namespace eval trundle::output {}

# output::begin COMMAND FOLDER KIND -> the folder to write into for now.  Only a
# folder that is new, empty or an earlier result of the same kind is replaced.
proc trundle::output::begin {command folder kind} {
    set marker .trundle-$kind
    may-replace $command $folder $kind
    set part $folder.part[pid]
    file mkdir $part
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

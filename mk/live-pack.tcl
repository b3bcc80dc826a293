# live-pack.tcl SOURCE FILE ...: a Tcl script with the harness, pages and figures as texts, and live/page.tcl that reads
# them: what the interpreter in the browser begins with.  Run in the build folder (mk/live.am).
source [file join [file dirname [file normalize [info script]]] files.tcl]
set cases [lassign $argv source]
# The harness: what a page asks for, and what its scripts require as they are read.
set dir $source/verification/harness
source $dir/pkgIndex.tcl
set names {harness page formats export}
for {set at 0} {$at < [llength $names]} {incr at} {
    set file [lindex [package ifneeded trundle::[lindex $names $at] 1.0] end]
    lappend files [string range $file [string length $source/] end] $file
    foreach {- name} [regexp -all -inline -line {^package require trundle::(\S+)} [files::read-text $file]] {
        if {$name ni $names} {
            lappend names $name
        }
    }
}
foreach path [glob $source/verification/engines/*.tcl] {
    lappend files verification/engines/[file tail $path] $path
}
# In a tarball they stand in the source folder.
foreach case $cases {
    lappend files $case [expr {[file exists $case] ? $case : "$source/$case"}]
}
# Printed numbers, for the pages that read them.
foreach path [glob $source/data/*/*.csv] {
    lappend files [string range $path [string length $source/] end] $path
}
# The scripts that Tcllib would have read, comments and all: its licence is in them.
foreach package {json::write csv} {
    package require $package
    lappend files [string map {:: _} $package].tcl [lindex [package ifneeded $package [package present $package]] end]
}
foreach {name path} $files {
    lappend pack $name [files::read-text $path]
}
chan configure stdout -encoding utf-8
puts "namespace eval live {variable file}"
puts [list array set ::live::file $pack]
puts [files::read-text $source/live/page.tcl]

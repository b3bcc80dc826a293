# test-community.tcl -- every row of the published tables in data/community is asked for by the checks of a page: their
# logs of this `make check` say which.  What checks do not ask for is in the list below, with the reason.
package require tap

set root [file normalize [file join [file dirname [info script]] .. ..]]
# FILE FIRST-COLUMN REASON: rows whose first column has this value.
set elsewhere {
    ai2011-sandpile-height-*.csv      *        {the checks of the heap are of the full tier}
    lammps-analytic-tolerances.csv    *        {no data: bounds, which the figure of analytic-cases sets beside ours}
    mfix-slip.csv                     *        {the table of mfix-cases has them beside ours}
}

proc lines {file} {
    set channel [open $file]
    set text [read $channel]
    close $channel
    return [split [string trim $text] \n]
}

# FILE -> numbers of the rows that checks have asked for.
proc asked {} {
    set asked {}
    foreach log [glob -nocomplain verification/pages/*.log] {
        foreach line [lines $log] {
            if {[regexp {^# rows of community/(\S+): (.*)} $line - file rows]} {
                dict lappend asked $file {*}$rows
            }
        }
    }
    return $asked
}

# The values of the first column in rows that nobody has asked for.
proc left {file rows} {
    set left {}
    set number 0
    foreach line [lrange [lsearch -all -inline -not [lines $::root/data/community/$file] #*] 1 end] {
        if {[incr number] ni $rows} {
            lappend left [lindex [split $line ,] 0]
        }
    }
    return [lsort -unique $left]
}

set asked [asked]
set used {}
foreach path [lsort [glob $root/data/community/*.csv]] {
    set file [file tail $path]
    set left [left $file [expr {[dict exists $asked $file] ? [dict get $asked $file] : ""}]]
    foreach {pattern values reason} $elsewhere {
        if {![string match $pattern $file]} continue
        set excused [lmap value $left {
            if {[lsearch -exact [lmap one $values {string match $one $value}] 1] < 0} continue
            set value
        }]
        if {[llength $excused]} {
            dict set used $pattern 1
        }
        set left [lmap value $left {
            if {$value in $excused} continue
            set value
        }]
    }
    tap::is $left {} "$file: all rows are compared, or it is said why not"
}
foreach {pattern values reason} $elsewhere {
    if {![info exists env(TIER)] || $env(TIER) ne "full"} {
        tap::ok [dict exists $used $pattern] "$pattern: $reason"
    }
}
tap::done

# sweep.tcl -- one benchmark with many parameters: how each finished run is kept, so that any number of processes, on one
# machine or on many, can share the work and a killed one loses only the run it was at; and the table of all runs.
package provide trundle::sweep 1.0
package require trundle::page
package require trundle::points
package require trundle::formats
package require trundle::output
package require trundle::unfinished

namespace eval trundle::sweep {
    namespace import ::trundle::value::get ::trundle::value::fail ::trundle::value::one-of
}

# --- what is kept --------------------------------------------------------------

# What a kept run belongs to: the version and all pages, for one page may borrow another.
proc trundle::sweep::identity {case} {
    set sum 0
    foreach file [lsort [glob -nocomplain -directory $::trundle::root/verification/pages *.tcl]] {
        set channel [open $file rb]
        set sum [zlib crc32 [read $channel] $sum]
        close $channel
    }
    return [list $case $::trundle::version $sum]
}

# The same of a scenario, with what stands in its file and in those that it names.
proc trundle::sweep::scenario-identity {file request} {
    return [list [file tail $file] $::trundle::version [lindex [trundle::output::sum $file] 1] \
        [dict values [dict get [trundle::unfinished::identity $request] parts]]]
}

# The file of a run in the folder of its sweep; the key stands in it, too, for
# two keys may have the same sum.
proc trundle::sweep::file-of {folder key} {
    set bytes [encoding convertto utf-8 $key]
    return [file join $folder runs [format %08x%08x.dict [zlib crc32 $bytes] [zlib adler32 $bytes]]]
}

# sweep::kept FOLDER KEY -> the outcome of a run that has been made, or "".
proc trundle::sweep::kept {folder key} {
    # One that has changed on the disk, or cannot be read, is run again.
    if {[catch {trundle::output::text [file-of $folder $key]} text] || [catch {dict get $text key} found] || $found ne $key
            || [trundle::value::get $text sum] ne [sum-of [dict remove $text sum]]} {
        return ""
    }
    return [dict remove $text sum]
}

proc trundle::sweep::sum-of {outcome} {
    return [zlib crc32 [encoding convertto utf-8 $outcome]]
}

# sweep::job CASE FOLDER KEY POINT: one run, in a worker.
proc trundle::sweep::job {case folder key point} {
    return [keep $folder $key [list trundle::harness::run-asked $case $point]]
}

# Keep the outcome of a command that gives observables, steps and wall_s.  That it diverged or that
# the page or the model refuses these values is an outcome; any other error is not.
proc trundle::sweep::keep {folder key command} {
    set outcome [dict create key $key status ok message "" observables {} steps 0 wall_s 0]
    try {
        set result [{*}$command]
        set outcome [dict merge $outcome [dict filter $result key observables means steps wall_s]]
    } trap {TRUNDLE EDIVERGED} message {
        set outcome [dict merge $outcome [dict create status diverged message $message]]
    } trap {TRUNDLE ENOCONV} message {
        set outcome [dict merge $outcome [dict create status diverged message $message]]
    } trap {TRUNDLE INPUT} message {
        set outcome [dict merge $outcome [dict create status refused message $message]]
    } trap {TRUNDLE EINVAL} message {
        set outcome [dict merge $outcome [dict create status refused message $message]]
    }
    trundle::output::deliver [dict merge $outcome [dict create sum [sum-of $outcome]]] [file-of $folder $key]
    return [dict get $outcome status]
}

# --- the table -------------------------------------------------------------------

# ok, when all observables with a reference pass and one of them counts; weak, when no one counts; unjudged, when none
# has a reference; fail, refused or diverged.
proc trundle::sweep::verdict {outcome} {
    if {[dict get $outcome status] ne "ok"} {
        return [dict get $outcome status]
    }
    dict for {name facts} [dict get $outcome observables] {
        if {[dict get $facts pass] eq "0"} {
            return fail
        }
    }
    set judged [lmap facts [dict values [dict get $outcome observables]] {
        if {[dict get $facts pass] eq ""} continue
        set facts
    }]
    return [expr {![llength $judged] ? "unjudged" : [trundle::harness::strong $judged] ? "ok" : "weak"}]
}

# Rows of cells, the head first: parameters, status, for each observable its value,
# reference, error, tolerance and pass (1, 0 or weak), steps, message.  Vectors have a column a component.
proc trundle::sweep::table {points outcomes} {
    set lines [lmap point $points outcome $outcomes {line $point $outcome}]
    set columns {}
    foreach line $lines {
        dict for {group cells} $line {
            foreach column [dict keys $cells] {
                dict set columns $group $column 1
            }
        }
    }
    # An observable may have a reference in some of the lines only.
    foreach last {steps message} {
        set columns [dict merge [dict remove $columns $last] [dict create $last [dict get $columns $last]]]
    }
    set rows [list [concat {*}[lmap names [dict values $columns] {dict keys $names}]]]
    foreach line $lines {
        set row {}
        dict for {group names} $columns {
            foreach name [dict keys $names] {
                lappend row [get [get $line $group] $name]
            }
        }
        lappend rows $row
    }
    return $rows
}

# The cells of a run by groups: parameters, status, one an observable, steps, message.
proc trundle::sweep::line {point outcome} {
    set line [dict create parameters {} status [list [observed status $point] [verdict $outcome]]]
    dict for {name value} $point {
        dict set line parameters [dict merge [dict get $line parameters] [components $name $value]]
    }
    dict for {name facts} [dict get $outcome observables] {
        dict with facts {
            set called [observed $name $point]
            set cells [components $called $value]
            if {$kind ne ""} {
                set cells [dict merge $cells [components $called.reference $reference] \
                    [dict create $called.error $error $called.tolerance $tolerance \
                    $called.pass [expr {[trundle::formats::verdict $facts] eq "weak" ? "weak" : $pass}]]]
            }
            dict set line "observable $name" $cells
        }
    }
    dict set line steps [list [observed steps $point] [dict get $outcome steps]]
    return [dict set line message [list [observed message $point] [dict get $outcome message]]]
}

# No two columns have one name: a parameter has its own.
proc trundle::sweep::observed {name point} {
    return [if {[dict exists $point $name]} {string cat $name .observed} else {set name}]
}

proc trundle::sweep::no-column {column head} {
    fail "sweep: -plot is \"$column\"[one-of $column [lsearch -all -inline -not -exact $head message]]"
}

# place {1 2 3} -> place.1 1 place.2 2 place.3 3
proc trundle::sweep::components {name value} {
    if {![string is list $value] || [llength $value] < 2} {
        return [dict create $name $value]
    }
    set number 0
    return [concat {*}[lmap x $value {list $name.[incr number] $x}]]
}

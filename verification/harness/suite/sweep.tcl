# sweep.tcl -- one benchmark with many parameters: which runs are asked for, and
# how each finished run is kept, so that any number of processes, on one machine
# or on many, can share the work and a killed one loses only the run it was at.
package provide trundle::sweep 1.0
package require trundle::harness
package require trundle::formats
package require trundle::output

namespace eval trundle::sweep {
    namespace import ::trundle::value::get ::trundle::value::fail ::trundle::value::one-of \
        ::trundle::value::finite
    variable most 1000000       ;# runs of one sweep
}

# --- which runs ---------------------------------------------------------------

# sweep::points CASE OVERS SETTINGS -> list of dicts NAME VALUE, one a run: the
# grid of all OVERS, the first of which changes slowest, with SETTINGS the same
# in each.  Every value is checked before anything runs.
proc trundle::sweep::points {case overs settings} {
    trundle::harness::use $case
    set axes [lmap over $overs {axis $case $over}]
    trundle::harness::not-twice sweep [concat {*}[lmap axis $axes {dict get $axis names}] \
        [lmap {name value} $settings {set name}]]
    count $axes
    set points [list {}]
    foreach axis $axes {
        set points [concat {*}[lmap point $points {
            lmap values [dict get $axis rows] {
                dict merge $point [zip [dict get $axis names] $values]
            }
        }]]
    }
    return [different [lmap point $points {
        trundle::harness::checked-changes $case [dict merge $point $settings]
    }]]
}

# The points, when no two are the same: 0.1 and 1e-1 are.
proc trundle::sweep::different {points} {
    set seen {}
    foreach point $points {
        if {[dict exists $seen $point]} {
            fail "sweep: the run with [words-of $point] is asked for twice, expected each run once"
        }
        dict set seen $point 1
    }
    return $points
}

proc trundle::sweep::words-of {point} {
    return [join [lmap {name value} $point {string cat $name=$value}] {, }]
}

proc trundle::sweep::zip {names values} {
    set pairs {}
    foreach name $names value $values {
        lappend pairs $name $value
    }
    return $pairs
}

# One -over: a dict of names, rows of values and `log`, whether it is even in the logarithm.
proc trundle::sweep::axis {case over} {
    if {[string match @* $over]} {
        return [table-axis [string range $over 1 end]]
    }
    if {![regexp {^([^=]+)=(.*)$} $over - name values]} {
        fail "sweep: -over is \"$over\", expected NAME=VALUES or @TABLE.csv"
    }
    set name [string trim $name]
    set list [values $case $name $values]
    if {![llength $list]} {
        fail "sweep: -over is \"$over\", which gives $name no value, expected NAME=VALUES"
    }
    return [dict create names [list $name] rows [lmap value $list {list $value}] \
        log [string match *:log $values]]
}

# The parts of a list, one after the other.
proc trundle::sweep::values {case name text} {
    return [concat {*}[lmap part [split $text ,] {values-of $case $name [string trim $part]}]]
}

# The same of plain numbers, for a page.
proc trundle::sweep::numbers {text} {
    return [lmap x [values "" numbers $text] {trundle::value::check number numbers $x}]
}

# A table whose head names parameters: each line is one point.
proc trundle::sweep::table-axis {file} {
    set rows {}
    foreach line [split [trundle::value::file-text "sweep: the table" $file] \n] {
        incr number
        if {[regexp {^\s*(#|$)} $line]} continue
        set row [cells $file $number $line]
        if {![info exists names]} {
            set names $row
        } elseif {[llength $row] != [llength $names]} {
            fail "sweep: $file, line $number: \"$line\" has [llength $row] values, expected [llength $names]"
        } else {
            lappend rows $row
        }
    }
    if {![llength $rows]} {
        fail "sweep: $file has no rows, expected a head with the names of parameters and a line a run"
    }
    return [dict create names $names rows $rows log 0]
}

# The cells of a line; one with a comma in it stands between quotes, and a quote there is written twice.
proc trundle::sweep::cells {file number line} {
    set cells {}
    set read ""
    foreach {all quoted plain} [regexp -all -inline {,[ \t]*(?:"((?:[^"]|"")*)"[ \t]*|([^",]*))(?=,|$)} ,$line] {
        append read $all
        lappend cells [string trim [string map {\"\" \"} $quoted]$plain]
    }
    if {$read ne ",$line" || [string first \0 $line] >= 0} {
        fail "sweep: $file, line $number: \"[string map {\0 \\0} $line]\", expected values between commas, quotes\
            only around a whole value, and no byte that is zero"
    }
    return $cells
}

# One part of a list: a value, `*`, A:B:N, A:B:+STEP or A:B:N:log.
proc trundle::sweep::values-of {case name part} {
    set number $::trundle::value::number
    if {$part eq "*"} {
        return [all-choices $case $name]
    }
    if {![regexp "^$number:${number}(:|\$)" $part]} {
        return [list $part]
    }
    lassign [split $part :] from to count log
    scan $from %f from
    scan $to %f to
    if {![finite $from] || ![finite $to] || ![finite [expr {$to - $from}]]} {
        fail "sweep: $name is \"$part\", expected finite ends, and a finite distance between them"
    }
    if {[regexp "^\\+($number)\$" $count - step] && $log eq ""
            && [finite $step] && $step != 0 && ($to - $from)*$step >= 0} {
        scan $step %f step
        set most [expr {floor(($to - $from)/$step + 1e-9)}]
        return [evenly 0 $most k {$from + $k*$step}]
    }
    if {![regexp {^[0-9]{1,7}$} $count] || [scan $count %d] < 2 || $log ni {"" log}
            || [llength [split $part :]] > 4 || ($log eq "log" && !(abs($from) > 0 && $to/$from > 0))} {
        fail "sweep: $name is \"$part\", expected FROM:TO:COUNT, FROM:TO:+STEP or, between\
            numbers of one sign, FROM:TO:COUNT:log"
    }
    set most [expr {[scan $count %d] - 1}]
    if {$log eq "log"} {
        if {![finite [expr {$to/$from}]]} {
            fail "sweep: $name is \"$part\", expected ends with a finite ratio"
        }
        return [evenly 0 $most k {$from*pow($to/$from, double($k)/$most)}]
    }
    return [evenly 0 $most k {$from + ($to - $from)*$k/$most}]
}

# Twelve digits: 0.3, not 0.30000000000000004.
proc trundle::sweep::evenly {first last name formula} {
    upvar 1 $name k
    variable most
    if {$last >= $most} {
        fail "sweep: a range has [format %.12g [expr {$last + 1}]] values, expected $most at most"
    }
    set list {}
    for {set k $first} {$k <= $last} {incr k} {
        lappend list [format %.12g [uplevel 1 [list expr $formula]]]
    }
    return $list
}

# Every value of a choice.
proc trundle::sweep::all-choices {case name} {
    set kind [trundle::harness::kind-of $case $name]
    switch -- [lindex $kind 0] {
        choice {return [lrange $kind 1 end]}
        boolean {return {no yes}}
    }
    fail "sweep: $name is \"*\", which needs a parameter that is a choice; expected\
        [trundle::value::expected $kind]"
}

proc trundle::sweep::count {axes} {
    variable most
    set count 1
    foreach axis $axes {
        set count [expr {$count*[llength [dict get $axis rows]]}]
    }
    if {$count > $most} {
        fail "sweep: the grid has $count runs, expected $most at most"
    }
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

# sweep::job CASE FOLDER KEY POINT: one run, in a worker.  That it diverged or that
# the page or the model refuses these values is an outcome; any other error is not.
proc trundle::sweep::job {case folder key point} {
    set outcome [dict create key $key status ok message "" observables {} steps 0 wall_s 0]
    try {
        set result [trundle::harness::run-asked $case $point]
        set outcome [dict merge $outcome [dict filter $result key observables steps wall_s]]
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

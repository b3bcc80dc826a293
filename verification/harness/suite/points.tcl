# points.tcl -- which runs a sweep consists of: -over NAME=VALUES, ranges, tables and their grid.
package provide trundle::points 1.0
package require trundle::harness
package require trundle::value

namespace eval trundle::points {
    namespace import ::trundle::value::fail ::trundle::value::finite
    variable most 1000000       ;# runs of one sweep
    # The parameters of a scenario, NAME -> facts (language.tcl), while its points are made; of a benchmark none.
    variable known {}
}

# points::grid CASE OVERS SETTINGS -> list of dicts NAME VALUE, one a run: the
# grid of all OVERS, the first of which changes slowest, with SETTINGS the same
# in each.  Every value is checked before anything runs.  PARAMETERS: those of a scenario, when CASE is one.
proc trundle::points::grid {case overs settings {parameters {}}} {
    variable known $parameters
    if {![dict size $known]} {
        trundle::harness::use $case
    }
    set axes [lmap over $overs {axis $case $over}]
    not-twice [concat {*}[lmap axis $axes {dict get $axis names}] [lmap {name value} $settings {set name}]]
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
        checked $case [dict merge $point $settings]
    }]]
}

proc trundle::points::not-twice {names} {
    variable known
    if {![dict size $known]} {
        trundle::harness::not-twice sweep $names
    } elseif {[llength [lsort -unique $names]] < [llength $names]} {
        set twice [lindex [lmap name $names {if {[llength [lsearch -all -exact $names $name]] < 2} continue; set name}] 0]
        fail "sweep: $twice is given twice, expected one value"
    }
}

# A point whose values the benchmark or the scenario can have.  Numbers of a scenario stay as they were typed, since 5 may
# be a count, unless they have two forms: 0.1 and 1e-1 are one run.
proc trundle::points::checked {case point} {
    variable known
    if {![dict size $known]} {
        return [trundle::harness::checked-changes $case $point]
    }
    dict for {name value} $point {
        if {![dict exists $known $name]} {
            fail "$case has no parameter \"$name\"[trundle::value::one-of $name [dict keys $known]]"
        }
        set plain [trundle::value::check [dict get $known $name kind] "$case: $name" $value]
        if {[dict get $known $name kind] ne "text" && ![regexp {^[+-]?(0|[1-9][0-9]*)$} $value]} {
            dict set point $name $plain
        }
    }
    return $point
}

# The points, when no two are the same: 0.1 and 1e-1 are.
proc trundle::points::different {points} {
    set seen {}
    foreach point $points {
        if {[dict exists $seen $point]} {
            fail "sweep: the run with [words-of $point] is given twice, expected each run once"
        }
        dict set seen $point 1
    }
    return $points
}

proc trundle::points::words-of {point} {
    return [join [lmap {name value} $point {string cat $name=$value}] {, }]
}

proc trundle::points::zip {names values} {
    set pairs {}
    foreach name $names value $values {
        lappend pairs $name $value
    }
    return $pairs
}

# One -over: a dict of names, rows of values and `log`, whether it is even in the logarithm.
proc trundle::points::axis {case over} {
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
proc trundle::points::values {case name text} {
    return [concat {*}[lmap part [split $text ,] {values-of $case $name [string trim $part]}]]
}

# The same of plain numbers, for a page.
proc trundle::points::numbers {text} {
    return [lmap x [values "" numbers $text] {trundle::value::check number numbers $x}]
}

# A table whose head names parameters: each line is one point.
proc trundle::points::table-axis {file} {
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
        fail "sweep: $file has no rows, expected a head with the names of parameters and one line per run"
    }
    return [dict create names $names rows $rows log 0]
}

# The cells of a line; one with a comma in it stands between quotes, and a quote there is written twice.
proc trundle::points::cells {file number line} {
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
proc trundle::points::values-of {case name part} {
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
proc trundle::points::evenly {first last name formula} {
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
proc trundle::points::all-choices {case name} {
    variable known
    if {[dict size $known]} {
        fail "sweep: $name is \"*\", and a parameter of a scenario has no list of choices, expected values"
    }
    set kind [trundle::harness::kind-of $case $name]
    switch -- [lindex $kind 0] {
        choice {return [lrange $kind 1 end]}
        boolean {return {no yes}}
    }
    fail "sweep: $name is \"*\", which needs a parameter that is a choice; expected\
        [trundle::value::expected $kind]"
}

proc trundle::points::count {axes} {
    variable most
    set count 1
    foreach axis $axes {
        set count [expr {$count*[llength [dict get $axis rows]]}]
    }
    if {$count > $most} {
        fail "sweep: the grid has $count runs, expected $most at most"
    }
}

# ledger.tcl -- trundle ledger: what became of an equation, figure, table, claim
# or erratum of the sources.
package provide trundle::command::ledger 1.0
package require trundle::cli
package require trundle::value
package require csv

trundle::cli::declare ledger {
    usage {[SOURCE [KIND] [NUMBER] | ERRATUM]}
    about {Prints the status of an equation of a source, the code that implements it, its errata and tests, and whether they
        passed in the last `make check` before `make ledger`. KIND is fig, table, algorithm, remark, keyword, claim or section;
        without it NUMBER is an equation. A source alone lists all of its entries; without arguments they are counted.}
    options {}
    examples {
        {trundle ledger 'campello2015 31'}    {the law of friction: code and tests}
        {trundle ledger bandeira2018 table 8} {how many numbers of a table agree}
        {trundle ledger C-21}                 {an erratum}
    }
}

proc trundle::command::ledger {arguments} {
    set values [trundle::cli::parse ledger $arguments]
    if {[dict get $values help]} {
        puts [trundle::cli::help ledger]
        return 0
    }
    # Words in quotes and without are the same, (31) is 31.
    set words [split [string map {( "" ) "" , " "} [join [dict get $values words]]]]
    set words [lsearch -all -inline -not -exact $words ""]
    set rows [ledger-rows]
    if {![llength $words]} {
        puts [ledger-counts $rows]
        return 0
    }
    set found [ledger-find $rows {*}$words]
    puts [expr {[llength $words] == 1 && [llength $found] > 1
        ? [join [lmap row $found {ledger-line $row}] \n]
        : [join [lmap row $found {ledger-entry $row}] \n\n]}]
    return 0
}

# The rows of the ledger as dicts.
proc trundle::command::ledger-rows {} {
    set file [trundle::locate paper/ledger.csv]
    if {$file eq ""} {
        trundle::value::fail "ledger: [file join $::trundle::root paper/ledger.csv] does not exist;\
            `make ledger` writes it"
    }
    set channel [open $file]
    fconfigure $channel -encoding utf-8
    set lines [split [string trim [read $channel]] \n]
    close $channel
    set names [::csv::split [lindex $lines 0]]
    return [lmap line [lrange $lines 1 end] {
        set row [dict create]
        foreach name $names cell [::csv::split $line] {
            dict set row $name $cell
        }
        set row
    }]
}

# The rows of one erratum, of a source, or of one entry: 14 finds 14a and 14b.
proc trundle::command::ledger-find {rows first args} {
    set errata [ledger-where [ledger-where $rows kind erratum] number $first]
    if {![llength $args] && [llength $errata]} {
        return $errata
    }
    set mine [ledger-where $rows source $first]
    if {![llength $mine]} {
        trundle::value::fail "ledger: there is no source or erratum \"$first\", expected one of\
            [join [lsort -unique [lmap row $rows {dict get $row source}]] {, }], or a key like C-4"
    }
    if {![llength $args]} {
        return $mine
    }
    lassign [expr {[llength $args] == 1 ? [list eq [lindex $args 0]] : $args}] kind number more
    set kind [string map {equation eq figure fig} $kind]
    set kinds [lsort -unique [lmap row $mine {dict get $row kind}]]
    if {$kind ni $kinds || $more ne ""} {
        trundle::value::fail "ledger: $first has no \"$kind\", expected one of [join $kinds {, }] and a number"
    }
    set mine [ledger-where $mine kind $kind]
    set numbers [lmap row $mine {dict get $row number}]
    if {[llength $numbers] > 12} {
        set numbers [list {*}[lrange $numbers 0 1] ... [lindex $numbers end]]
    }
    set found [lmap row $mine {
        set one [dict get $row number]
        if {$one ne $number && ![string match "$number\[a-z]" $one]} continue
        set row
    }]
    if {![llength $found]} {
        trundle::value::fail "ledger: $first has no $kind \"$number\", expected one of [join $numbers {, }]"
    }
    return $found
}

proc trundle::command::ledger-where {rows name value} {
    return [lmap row $rows {expr {[dict get $row $name] eq $value ? $row : [continue]}}]
}

proc trundle::command::ledger-name {row} {
    dict with row {
        return [expr {$kind eq "eq" ? "$source ($number)" : "$source $kind $number"}]
    }
}

proc trundle::command::ledger-line {row} {
    return [format "%-34s %-30s %s" [ledger-name $row] [ledger-status [dict get $row fate]] [dict get $row status]]
}

proc trundle::command::ledger-entry {row} {
    lassign {"" "" ""} printed informative facts
    dict with row {
        set lines [list "[ledger-name $row], section $section: $what[expr {$value eq "" ? "" : ": $value"}]"]
        foreach {title text} [list status [ledger-status $fate] numbers [ledger-shares $printed $informative] facts $facts where $places errata $errata \
                tests $tests pages $benchmarks result $status why $reason] {
            set parts [lmap part [split $text ";"] {string trim $part}]
            if {$text ne ""} {
                lappend lines [format "  %-8s%s" $title [join $parts "\n          "]]
            }
        }
    }
    return [join $lines \n]
}

# "implemented; wrong; cited" is not implemented wrongly: the source has an error.
proc trundle::command::ledger-status {fate} {
    return [join [lmap word [split $fate ";"] {
        string map {wrong "error in the source, corrected"} [string trim $word]
    }] ", "]
}

# "82 of 90 agree (91 %)", and how many of those that are not known beforehand.
proc trundle::command::ledger-shares {printed informative} {
    set parts {}
    foreach text [list $printed $informative] words {{} { that are not fixed by the input}} {
        if {![regexp {^(\d+) of (\d+) agree(.*)$} $text - agree of rest]} {
            lappend parts $text
        } elseif {$of} {
            lappend parts [format "%d of %d%s agree (%.0f %%)%s" $agree $of $words [expr {100.0*$agree/$of}] $rest]
        }
    }
    return [join [lsearch -all -inline -not -exact $parts ""] "; "]
}

# How many entries of each source have which status.
proc trundle::command::ledger-counts {rows} {
    set counts [dict create]
    foreach row $rows {
        if {[dict get $row kind] ne "erratum"} {
            dict incr counts [list [dict get $row source] [dict get $row status]]
        }
    }
    return [join [lmap {key count} $counts {format "%-14s %-14s %5d" {*}$key $count}] \n]
}

# book.tcl -- the book of an experimenter: a table with a line for each measured value (trundle calibrate).
package provide trundle::book 1.0
package require trundle::value

namespace eval trundle::book {
    namespace import ::trundle::value::fail
    variable columns {experiment measure value uncertainty set}
}

# book::read FILE ?VALUES? -> a list of dicts experiment, measure, value, uncertainty, set (NAME VALUE ...) and place, for
# messages.  The columns come in any order, and `set` may be missing; without VALUES the value as well, as in a table of
# experiments that have not been made.
proc trundle::book::read {file {values 1}} {
    variable columns
    package require trundle
    set table [trundle::table [trundle::value::file-text "calibrate: the table" $file] -name $file]
    set names [dict get $table names]
    foreach name $names {
        if {$name ni $columns} {
            fail "$file: there is no column \"$name\"[trundle::value::one-of $name $columns]"
        }
    }
    foreach name [expr {$values ? {experiment measure value uncertainty} : {experiment measure uncertainty}}] {
        if {$name ni $names} {
            fail "$file: the column $name is missing, expected the columns [join $columns {, }]"
        }
    }
    set number 0
    return [lmap cells [dict get $table rows] {
        row "$file, row [incr number]" [dict merge {set {} value {}} [concat {*}[lmap name $names cell $cells {
            list $name $cell
        }]]] $values
    }]
}

proc trundle::book::row {place row values} {
    foreach {name what} {experiment {a scenario.tcl or `case NAME`} measure {a column of measures.csv or an observable}} {
        if {[dict get $row $name] eq ""} {
            fail "$place: $name is empty, expected $what"
        }
    }
    if {$values} {
        dict set row value [trundle::value::check number "$place: value" [dict get $row value]]
    }
    if {[dict get $row uncertainty] eq ""} {
        fail "$place: uncertainty is empty, expected a standard uncertainty; no interval can be computed without it"
    }
    dict set row uncertainty [trundle::value::check positive "$place: uncertainty" [dict get $row uncertainty]]
    set pairs {}
    foreach word [split [dict get $row set]] {
        if {$word eq ""} continue
        if {![regexp {^([^=]+)=(.+)$} $word - name value]} {
            fail "$place: set is \"[dict get $row set]\", expected NAME=VALUE, several between blanks"
        }
        dict set pairs $name $value
    }
    return [dict merge $row [dict create set $pairs place $place]]
}

# sweep-plot.tcl -- a column of the table of a sweep over its first parameter: a curve
# for each combination of the other ones, or a map where two have many values.
package provide trundle::sweep::plot 1.0
package require trundle::figures
package require trundle::sweep
package require trundle::output

namespace eval trundle::sweep::plot {
    variable curves 8       ;# at most; beyond that a map
}

proc trundle::sweep::plot::draw {folder table parameters column log} {
    variable curves
    set rows [lassign $table head]
    set names [lsearch -all -inline -regexp $head "^([join [lmap p $parameters {
        regsub -all {[^a-zA-Z0-9_]} $p {\\&}}] |])(\\.\\d+)?$"]
    if {$column ni $head} {
        trundle::sweep::no-column $column $head
    }
    set varied [lmap name $names {
        if {[llength [lsort -unique [column-of $table $name]]] < 2} continue
        set name
    }]
    if {![llength $varied]} {
        set varied [lrange $names 0 0]
    }
    set others [lassign $varied x]
    set series [series-of $table $x $others $column]
    set kind curves
    if {[dict size $series] > $curves} {
        if {[llength $others] != 1 || [words? $table $x] || [words? $table [lindex $others 0]]} {
            trundle::value::fail "sweep: -plot $column has [dict size $series] curves, expected\
                $curves at most, or two parameters that are numbers for a map"
        }
        set kind map
    }
    set words [words? $table $x]
    tell-gaps $column $series $kind
    # Other tasks of a job array may draw the same now, from points of their own.
    set scratch [trundle::output::scratch]
    set points $scratch/points
    try {
        write $points $series $kind
        trundle::figures::draw [trundle::locate verification/harness/suite/sweep.gp] $folder/$column.svg svg {} \
            [dict create columns $points kind $kind x $x y $column second [lindex $others 0] \
                log [expr {$log && !$words}] words $words titles [titles-of $series] \
                colours [trundle::figures::palette [dict size $series]]]
    } finally {
        trundle::output::discard $scratch
    }
}

proc trundle::sweep::plot::column-of {table name} {
    set rows [lassign $table head]
    set at [lsearch -exact $head $name]
    return [lmap row $rows {lindex $row $at}]
}

# Runs without a value, and curves that lie on each other, are told; nothing at all is no picture.
proc trundle::sweep::plot::tell-gaps {column series kind} {
    set none [set all 0]
    set same {}
    dict for {label points} $series {
        dict lappend same $points $label
        foreach {x y reference} $points {
            incr all
            incr none [expr {$y eq "NaN"}]
        }
    }
    if {$none == $all} {
        trundle::value::fail "sweep: -plot is \"$column\", of which no run has a value, expected another observable"
    }
    set told {}
    if {$none} {
        lappend told "$none of $all runs have no value"
    }
    dict for {points labels} $same {
        if {$kind eq "curves" && [llength $labels] > 1} {
            lappend told "the same curve for [join $labels { and }]"
        }
    }
    if {[llength $told]} {
        puts stderr "trundle: warning: sweep: $column: [join $told {; }]"
    }
}

# Does a column hold anything but numbers?
proc trundle::sweep::plot::words? {table name} {
    foreach value [column-of $table $name] {
        if {![trundle::value::finite $value]} {
            return 1
        }
    }
    return 0
}

# Values of the other parameters -> {x y reference ...}, in the order of the table.
proc trundle::sweep::plot::series-of {table x others column} {
    set rows [lassign $table head]
    set series {}
    foreach row $rows {
        set at {}
        foreach name $head cell $row {
            dict set at $name $cell
        }
        set y [dict get $at $column]
        set label [join [lmap name $others {string cat $name=[dict get $at $name]}] {, }]
        dict lappend series $label [dict get $at $x] [number-or-none $y] \
            [number-or-none [trundle::value::get $at [regsub {^(.*?)((\.\d+)?)$} $column {\1.reference\2}]]]
    }
    return $series
}

proc trundle::sweep::plot::number-or-none {value} {
    if {[trundle::value::finite $value]} {
        return $value
    }
    return NaN
}

# A block of lines a series; a map wants no double blank line.
proc trundle::sweep::plot::write {file series kind} {
    set blocks [lmap {label points} $series {
        join [lmap {x y reference} $points {
            set second [lindex [split $label =] end]
            format {"%s" %s %s "%s"} $x $y $reference $second
        }] \n
    }]
    trundle::output::write $file [join $blocks [expr {$kind eq "map" ? "\n\n" : "\n\n\n"}]]
}

proc trundle::sweep::plot::titles-of {series} {
    return [join [dict keys $series] |]
}

# calibrate.tcl -- trundle calibrate: unknown parameters from measurements, with intervals.
package provide trundle::command::calibrate 1.0
package require trundle::calibration
package require trundle::cli
package require trundle::formats
package require trundle::output
package require trundle::pool
package require trundle::progress
package require trundle::provenance
package require trundle::scenario

trundle::cli::declare calibrate {
    usage {BOOK.csv -unknown NAME=LOW:HIGH[:log] ... [-set NAME=VALUE ...] [-points N] [-seeds N] [-out DIR]}
    about {Finds parameters of scenarios or benchmarks from measurements, with intervals. BOOK.csv has one line per measured value and
        the columns experiment (a scenario with `parameter` and `measure`, or `case NAME`), measure (a column of measures.csv, its
        mean(NAME), or an observable), value, uncertainty (standard uncertainty) and set (NAME=VALUE ... of this experiment). Prints
        an interval for each unknown, which product of powers the measurements determine, and which they leave open; with
        -candidates also which experiment would add most.}
    details {The simulations are made at -points points of the ranges, with -seeds seeds each if a scenario has a parameter called seed. They
        are kept in DIR/runs: the same command continues an interrupted calibration, and more points reuse those that are there. A point
        without a value is omitted and reported; if more than a tenth of them fail, the command refuses.

        The value at the end of a run counts; mean(NAME) is the mean over the second half of its frames. An interval holds the unknown
        with the probability -level if the model is right, the uncertainties are, and the unknown lies in its range. If three
        or more values of a kind deviate by more than their uncertainties allow, these are multiplied by a factor. A
        factor above 2 is reported, and one above 10 is refused unless -misfit is larger. -discrepancy no infers none: the
        uncertainties are taken as they are.

        DIR has posterior.csv (draws of the unknowns), calibration.json, pairs.svg (each pair of unknowns) and predicted.svg
        (predictions and measurements). The chapter Calibration of the book derives the method.}
    groups {
        {unknowns and data} {unknown set candidates}
        runs {points seeds jobs out}
        result {level discrepancy misfit draws seed json}
    }
    options {
        unknown {NAME=LOW:HIGH {many text} {} {an unknown and its range, even in the number or its logarithm (may be repeated)}}
        set     {NAME=VALUE {many text} {} {value of a parameter in all experiments that have it (may be repeated)}}
        candidates {FILE text {} {table as BOOK.csv without values: experiments that could be made}}
        points  {N {integer 1 10000} {} {points of the design (default: 12 per unknown)}}
        seeds   {N {integer 1 1000} 3 {runs per point with different seeds (default: 3)}}
        jobs    {N {integer 1} {} {runs at a time (default: one per core)}}
        out     {DIR text {} {folder of results (default: name of the book + `-calibration`)}}
        level   {P {range 0.01 0.9999} 0.9 {level of the intervals (default: 0.9)}}
        discrepancy {D {choice yes no} yes {infer a factor on the uncertainties of each kind of measure (default: yes)}}
        misfit  {F {above 1 1e6} 10 {largest factor that is accepted (default: 10)}}
        draws   {N {integer 240 1000000} 2400 {draws from the density (default: 2400)}}
        seed    {N {integer 0 1000000000} 1 {seed of the draws (default: 1)}}
        json    {{} flag 0 {print one JSON object}}
    }
    examples {
        {trundle calibrate book.csv -unknown mu=0.1:0.9 -unknown mu_r=0.01:0.4}
        {friction and rolling friction from the measurements in book.csv}
        {trundle calibrate book.csv -unknown mu=0.1:0.9 -unknown mu_r=0.01:0.4 -candidates more.csv}
        {also which of the experiments in more.csv would add most}
    }
}

proc trundle::command::calibrate {arguments} {
    set values [trundle::cli::parse calibrate $arguments]
    if {[dict get $values help]} {
        puts [trundle::cli::help calibrate]
        return 0
    }
    set asked [calibrate-asked $values]
    calibrate-begin $asked
    calibrate-run $asked
    set found [calibrate-infer $asked]
    calibrate-write $asked $found
    foreach line [calibrate-warnings $asked $found] {
        puts stderr "trundle: warning: $line"
    }
    puts [expr {[dict get $values json] ? [calibrate-json $asked $found] : [calibrate-text $asked $found]}]
    return 0
}

# What is asked for, checked as a whole before the first run.
proc trundle::command::calibrate-asked {values} {
    trundle::cli::words calibrate $values 1 1 "the name of one table"
    package require trundle
    set book [lindex [dict get $values words] 0]
    if {![llength [dict get $values unknown]]} {
        trundle::value::fail "calibrate: -unknown is missing, expected NAME=LOW:HIGH; see `trundle calibrate --help`"
    }
    set unknowns [lmap text [dict get $values unknown] {trundle::calibration::unknown $text}]
    set names [lmap one $unknowns {dict get $one name}]
    if {[llength [lsort -unique $names]] < [llength $names] || [llength $names] > 8} {
        trundle::value::fail "calibrate: -unknown gives [join $names {, }], expected up to eight names, each once"
    }
    set rows [lmap row [trundle::book::read $book] {dict merge $row [list home [file dirname $book]]}]
    if {[dict get $values candidates] ne ""} {
        lappend rows {*}[lmap row [trundle::book::read [dict get $values candidates] 0] {
            dict merge $row [list value "" home [file dirname [dict get $values candidates]]]
        }]
    }
    set experiments [trundle::calibration::experiments $rows $unknowns [trundle::cli::parameters calibrate \
        [dict get $values set]] [dict get $values seeds]]
    set d [llength $unknowns]
    set count [trundle::value::or [dict get $values points] [expr {12*$d}]]
    set least [expr {5 + $d + $d*($d + 1)/2}]
    if {$count < $least} {
        trundle::value::fail "calibrate: -points is $count, expected $least or more for $d unknowns"
    }
    set flat [::trundle::design $d $count]
    set points {}
    for {set k 0} {$k < $count} {incr k} {
        lappend points [lrange $flat [expr {$k*$d}] [expr {$k*$d + $d - 1}]]
    }
    return [dict create book $book unknowns $unknowns rows $rows experiments $experiments points $points values $values \
        folder [trundle::value::or [dict get $values out] "[file rootname [file tail $book]]-calibration"]]
}

proc trundle::command::calibrate-begin {asked} {
    set folder [dict get $asked folder]
    trundle::output::may-replace calibrate $folder calibration
    trundle::output::make-folder calibrate $folder $folder/runs
    trundle::output::write $folder/.trundle-calibration "trundle $::trundle::version"
}

# The runs that are not there yet, several at a time.
proc trundle::command::calibrate-run {asked} {
    set work {}
    dict with asked {
        set k -1
        foreach point $points {
            incr k
            foreach experiment [dict values $experiments] {
                foreach run [trundle::calibration::runs $experiment $unknowns $point $k] {
                    set key [trundle::calibration::key $experiment $run]
                    if {[trundle::sweep::kept $folder $key] eq ""} {
                        dict set work $key [list [dict get $experiment job] [dict get $experiment case] [file normalize $folder] \
                            $key $run]
                    }
                }
            }
        }
        set jobs [trundle::value::or [dict get $values jobs] [trundle::pool::processors]]
    }
    trundle::progress::runs [dict size $work]
    set answers [trundle::pool::map [dict values $work] $jobs trundle::progress::ended]
    trundle::progress::end
    foreach job [dict values $work] answer $answers {
        if {[lindex $answer 0] ne "ok"} {
            throw [lindex $answer 2] "[lindex $job 1] with [trundle::points::words-of [lindex $job 4]]:\
                [lindex $answer 1]; the same command makes the runs that are missing"
        }
    }
}

proc trundle::command::calibrate-infer {asked} {
    dict with asked {
        set gathered [trundle::calibration::gather $folder $rows $experiments $unknowns $points]
        set missed [dict get $gathered missed]
        if {[llength $missed] > $trundle::calibration::failing*[llength $points]} {
            trundle::value::fail "calibrate: [llength $missed] of [llength $points] points have no value, expected a tenth of them at\
                most; [lindex $missed 0]; choose ranges in which the model can be computed"
        }
        set found [trundle::calibration::infer $rows $gathered $unknowns [dict create level [dict get $values level] \
            draws [dict get $values draws] seed [dict get $values seed] \
            factors [expr {[dict get $values discrepancy] eq "yes"}]]]
        set kinds [trundle::calibration::kinds $rows]
        dict set found missed $missed
        dict set found used [llength [dict get $gathered points]]
        dict set found rows [lmap row $rows kind $kinds quantity [dict get $found quantities] scatter [dict get $gathered scatter] {
            dict merge $row $quantity [dict create scatter $scatter title \
                [dict get $experiments [list [dict get $row experiment] [dict get $row set]] title] \
                factor [trundle::value::get [dict get $found factors] $kind 1]]
        }]
        calibrate-refuse-misfit $values $found
    }
    return $found
}

# Values that no parameters in the ranges reproduce determine nothing.
proc trundle::command::calibrate-refuse-misfit {values found} {
    foreach row [dict get $found rows] {
        if {[dict get $row value] eq ""} continue
        set off [calibrate-off $row]
        set factor [expr {max([dict get $row factor], abs($off)/3)}]
        if {$factor > [dict get $values misfit]} {
            trundle::value::fail "calibrate: no values in these ranges reproduce [dict get $row measure] of [dict get $row experiment]:\
                [dict get $row place] is [trundle::formats::short [dict get $row value]], predicted\
                [trundle::formats::short [dict get $row mean] 4], and the uncertainty would have to be\
                [trundle::formats::short $factor 3] times larger; -misfit [format %.2g [expr {1.05*$factor}]] accepts it"
        }
    }
}

# The deviation of a measured value from its prediction, in standard deviations of both.
proc trundle::command::calibrate-off {row} {
    dict with row {
        return [expr {($value - $mean)/hypot($uncertainty, $emulator_sd)}]
    }
}

proc trundle::command::calibrate-warnings {asked found} {
    set lines {}
    set missed [dict get $found missed]
    if {[llength $missed]} {
        lappend lines "[llength $missed] of [llength [dict get $asked points]] points have no value and are omitted, the first:\
            [lindex $missed 0]"
    }
    set told {}
    foreach row [dict get $found rows] {
        set name "[dict get $row measure] of [dict get $row experiment]"
        if {[dict get $row factor] > 2 && $name ni $told} {
            lappend told $name
            lappend lines "$name: the model does not reproduce these values to their uncertainties; they count as\
                [trundle::formats::short [dict get $row factor] 2] times larger"
        }
        if {[dict get $row value] ne "" && [dict get $row factor] <= 2 && abs([calibrate-off $row]) > 2.5} {
            lappend lines "[dict get $row place]: $name is [trundle::formats::short [calibrate-off $row] 2] standard deviations away from\
                its prediction"
        }
        if {[dict get $row standardised] > 2} {
            lappend lines "[dict get $row title]: [dict get $row measure] is predicted with errors\
                [trundle::formats::short [dict get $row standardised] 2] times larger than expected, and the intervals allow for it;\
                more -points or a smaller range help"
        }
    }
    foreach one [dict get $found unknowns] {
        set leans [dict get $one leans]
        if {[llength $leans]} {
            lappend lines "[dict get $one name]: [expr {[llength $leans] > 1 ? "both ends of its interval are those"
                : "the $leans end of its interval is that"}] of the range, not of the data"
        }
    }
    return $lines
}

# --- what is written --------------------------------------------------------------

proc trundle::command::calibrate-write {asked found} {
    dict with asked {
        set names [lmap one $unknowns {dict get $one name}]
        set lines [list [join $names ,]]
        foreach draw [calibrate-draws $found] {
            lappend lines [join [lmap x $draw {format %.8g $x}] ,]
        }
        trundle::output::deliver [join $lines \n] $folder/posterior.csv
        trundle::output::deliver [calibrate-json $asked $found] $folder/calibration.json
        if {[auto_execok gnuplot] ne ""} {
            calibrate-draw $asked $found
        }
    }
}

# The draws as rows.
proc trundle::command::calibrate-draws {found} {
    set rows {}
    set columns [lmap one [dict get $found unknowns] {dict get $one draws}]
    for {set i 0} {$i < [llength [lindex $columns 0]]} {incr i} {
        lappend rows [lmap column $columns {lindex $column $i}]
    }
    return $rows
}

proc trundle::command::calibrate-draw {asked found} {
    package require trundle::figures
    dict with asked {
        set data $folder/draws.data[pid]
        try {
            set every [expr {max(1, [llength [calibrate-draws $found]]/1200)}]
            set k -1
            trundle::output::write $data [join [lmap draw [calibrate-draws $found] {
                if {[incr k] % $every} continue
                set draw
            }] \n]
            trundle::figures::draw [trundle::locate verification/harness/commands/calibrate.gp] $folder/pairs.svg svg {14 14} \
                [dict create draws $data names [join [lmap one $unknowns {dict get $one name}]] \
                lows [join [lmap one $unknowns {dict get $one low}]] highs [join [lmap one $unknowns {dict get $one high}]] \
                logs [join [lmap one $unknowns {dict get $one log}]]]
            trundle::output::write $data [join [lmap row [dict get $found rows] {
                if {[dict get $row value] eq ""} continue
                dict with row {
                    format "\"%s\" 0 %.6g %.6g %.6g" "$title $measure" [expr {$factor}] \
                        [expr {($mean - $value)/$uncertainty}] [expr {hypot($sd, $emulator_sd)/$uncertainty}]
                }
            }] \n]
            trundle::figures::draw [trundle::locate verification/harness/commands/calibrate-data.gp] $folder/predicted.svg svg \
                {16 10} [dict create columns $data]
            foreach picture {pairs predicted} {
                trundle::provenance::into-picture $folder/$picture.svg svg [trundle::provenance::own "calibration"]
                trundle::output::sign $folder/$picture.svg svg
            }
        } finally {
            file delete $data
        }
    }
}

proc trundle::command::calibrate-text {asked found} {
    set percent "[trundle::formats::short [expr {100*[dict get $asked values level]}]] %"
    set text "[dict get $asked folder]: [dict get $found used] points, [llength [dict get $asked unknowns]] unknowns,\
        acceptance [trundle::formats::short [dict get $found acceptance] 2]\n\n"
    append text [trundle::formats::align [list [list unknown median "$percent from" to range {}] \
        {*}[lmap one [dict get $found unknowns] {
            dict with one {
                set digits [calibrate-digits $median $from $to]
                list $name [format %.*g $digits $median] [format %.*g $digits $from] [format %.*g $digits $to] "$low to $high" [expr {[llength $leans]
                    ? "[expr {[llength $leans] > 1 ? "both ends are" : "the $leans end is"}] that of the range" : ""}]
            }
        }]]]
    set products [dict get $found products]
    if {[llength $products]} {
        append text "\n\ndetermined: [trundle::calibration::product-text [dict get $asked unknowns] [lindex $products 0]]"
        append text "\nleft open:  [trundle::calibration::product-text [dict get $asked unknowns] [lindex $products end]]"
    }
    append text "\n[format %.2g [expr {100*[dict get $found share]}]] % of the ranges are left at $percent\n\n"
    append text [trundle::formats::align [list [list experiment measure value uncertainty predicted sd "left out" seeds factor] \
        {*}[lmap row [dict get $found rows] {
            if {[dict get $row value] eq ""} continue
            dict with row {
                list $title $measure [trundle::formats::short $value] [trundle::formats::short $uncertainty 3] \
                    [format %.4g $mean] [format %.2g $sd] [format %.2g $left_out] [format %.2g $scatter] [format %.2g $factor]
            }
        }]]]
    set next [calibrate-next $found]
    if {[llength $next]} {
        append text "\n\nnext experiment: spread of its prediction over its uncertainty (below 1 it adds nothing)\n"
        append text [trundle::formats::align [lmap row $next {
            list "" [dict get $row title] [dict get $row measure] [format %.2g [dict get $row gain]]
        }]]
    }
    return $text
}

# So many digits that the interval has two or three.
proc trundle::command::calibrate-digits {median from to} {
    if {$median == 0 || $to <= $from} {
        return 3
    }
    return [expr {min(12, max(3, 2 + int(ceil(log10(abs($median)/($to - $from))))))}]
}

# The candidates, the one that would add most first.
proc trundle::command::calibrate-next {found} {
    return [lsort -decreasing -command {apply {{a b} {
        expr {[dict get $a gain] < [dict get $b gain] ? -1 : [dict get $a gain] > [dict get $b gain]}
    }}} [lmap row [dict get $found rows] {
        if {[dict get $row value] ne ""} continue
        dict set row gain [expr {[dict get $row sd]/hypot([dict get $row uncertainty], [dict get $row emulator_sd])}]
    }]]
}

proc trundle::command::calibrate-json {asked found} {
    package require json::write
    json::write indented true
    json::write aligned false
    set unknowns [lmap one [dict get $found unknowns] {
        json::write object name [trundle::formats::json-text [dict get $one name]] \
            {*}[concat {*}[lmap key {low high median from to} {list $key [trundle::formats::json-number [dict get $one $key]]}]] \
            logarithm [expr {[dict get $one log] ? "true" : "false"}] \
            range_ends [json::write array {*}[lmap end [dict get $one leans] {trundle::formats::json-text $end}]]
    }]
    set products [lmap product [dict get $found products] {
        json::write object exponents [json::write array {*}[lmap x [dict get $product exponents] {trundle::formats::json-number $x}]] \
            uncertainty [trundle::formats::json-number [dict get $product uncertainty]] \
            correlation [trundle::formats::json-number [dict get $product correlation]]
    }]
    set data [lmap row [dict get $found rows] {
        json::write object {*}[concat {*}[lmap key {experiment measure} {list $key [trundle::formats::json-text [dict get $row $key]]}]] \
            set [json::write object {*}[concat {*}[lmap {name value} [dict get $row set] {list $name [trundle::formats::json-text $value]}]]] \
            value [expr {[dict get $row value] eq "" ? "null" : [trundle::formats::json-number [dict get $row value]]}] \
            {*}[concat {*}[lmap key {uncertainty mean sd emulator_sd left_out standardised scatter factor} {
                list $key [trundle::formats::json-number [dict get $row $key]]
            }]]
    }]
    return [json::write object {*}[trundle::provenance::fields] \
        level [trundle::formats::json-number [dict get $asked values level]] points [dict get $found used] \
        omitted [json::write array {*}[lmap text [dict get $found missed] {trundle::formats::json-text $text}]] \
        acceptance [trundle::formats::json-number [dict get $found acceptance]] \
        share_left [trundle::formats::json-number [dict get $found share]] \
        unknowns [json::write array {*}$unknowns] products [json::write array {*}$products] data [json::write array {*}$data]]
}

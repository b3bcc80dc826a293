# bench.tcl -- trundle bench: how fast it is, beside other codes.
package provide trundle::command::bench 1.0
package require trundle::cli
package require trundle::bench
package require trundle::figures
package require trundle::formats
package require trundle::output
package require trundle::progress

trundle::cli::declare bench {
    usage {CASE [-n N,...] [-threads P,...] [-against CODE,...] [-repeat R] [-json] [-out DIR]
        -from FILE}
    about {Measures the speed in particle-steps per second. Trundle and the other codes run in turn from the same initial state,
        with the same laws and time step; only the time of the steps counts. CASE is dense (a settled bed), collapse,
        discharge, implicit, extras, rotation or choices. Leave the machine idle meanwhile: the load of other programs is shown, not subtracted.}
    details {The cases: dense, a settled bed; collapse, a lattice that falls into one, with many new neighbour lists; discharge, particles that flow over the rim of one bucket
        of triangles into another; implicit, the trapezoidal rule with three evaluations compared with Verlet's scheme; extras, the cost of
        orientations, energy terms and a frame of the trajectory every 100 steps, without and with contacts, and of a bed that has
        settled with bonds or with attraction that hold the weight of a sphere; rotation, updates of rotations alone; choices, the settled
        bed with one thing at a time done in another way than the engine does it (slot by slot, shorter lanes, another skin, other laws,
        several threads), and the search for neighbours in four ways.

        Codes that are not installed are omitted. Settled beds are kept in the folder trundle of $XDG_CACHE_HOME or ~/.cache. Trundle runs without orientations and
        energy terms, because the others do not compute them for spheres either. If a code cannot compute the same (see
        `trundle export`), the nearest problem that it can compute is measured.}
    groups {
        measurement {n threads steps repeat seed path clock}
        comparison {against check}
        output {json latex out from}
    }
    options {
        n       {N,... text 3100 {numbers of particles (default: 3100)}}
        threads {P,... text 1 {threads of Trundle, ranks or threads of the others (default: 1)}}
        against {CODE,... text {} {%CODES, %}}
        repeat  {R {integer 1} 3 {rounds, of which best and median are shown (default: 3)}}
        steps   {N {integer 1} {} {steps of a run (default: some seconds; 15000 for collapse)}}
        path    {PATH {choice plain baseline v3 v4} {} {instruction set of the contact sweep (default: the best of this processor)}}
        clock   {CLOCK {choice wall cpu} wall {clock time, or processor time for one thread on a busy machine (default: wall)}}
        seed    {K {integer 0} 1 {seed of the lattice from which a bed is settled}}
        check   {{} flag 0 {also compare the state after 200 steps with that of %TITLES:bench_check%}}
        json    {{} flag 0 {print one JSON object with the array `results`}}
        latex   {{} flag 0 {print the rows of a LaTeX table}}
        out     {DIR text {} {write results.json, table.txt, table.tex and the figure}}
        from    {FILE text {} {measure nothing, show an earlier results.json}}
    }
    examples {
        {trundle bench dense -n 3100,10000 -threads 1,2 -against liggghts,lammps}
        {the settled bed, two sizes, one and two cores}
        {trundle bench dense -n 3100 -path v3 -against liggghts -check}
        {with AVX2 only, and a check that both compute the same}
        {trundle bench dense -n 1 -steps 1000000 -against liggghts}
        {cost of a step with one sphere on a floor}
        {trundle bench choices -n 3100,10000 -threads 1,2 -out choices}
        {gain of each choice in the engine: table.tex, bench.svg}
        {trundle bench -from results.json -out again}
        {table and figure of earlier results}
    }
}

proc trundle::command::bench {arguments} {
    set values [trundle::cli::parse bench $arguments]
    if {[dict get $values help]} {
        puts [trundle::cli::help bench]
        return 0
    }
    if {[dict get $values from] ne ""} {
        trundle::cli::words bench $values 0 0 "-from"
        set report [bench-read [dict get $values from]]
    } else {
        trundle::cli::words bench $values 1 1 "the name of one case"
        if {[dict get $values out] ne ""} {
            trundle::output::may-replace bench [file normalize [dict get $values out]] bench
        }
        set report [bench-report [lindex [dict get $values words] 0] $values]
    }
    if {[dict get $values from] eq ""} {
        bench-show $report $values
    } else {
        trundle::value::reading "bench: the results" [dict get $values from] {bench-show $report $values}
    }
    return [bench-failures $report]
}

# What did not run to its end, and why: the worst is the exit status.
proc trundle::command::bench-failures {report} {
    set worst 0
    foreach row [dict get $report rows] {
        if {[trundle::value::get $row failed] eq ""} continue
        puts stderr "trundle: bench: [dict get $row against], [dict get $row n] particles,\
            [trundle::bench::on-threads [dict get $row threads]]: [trundle::one-line [dict get $row failed]]"
        set worst [expr {max($worst, [dict get $row status])}]
    }
    return $worst
}

# Measure, and say where.
proc trundle::command::bench-report {case values} {
    if {$case ni [dict keys $trundle::bench::cases]} {
        trundle::value::fail "bench: there is no case \"$case\"[trundle::value::one-of $case \
            [dict keys $trundle::bench::cases]]"
    }
    set settings [bench-settings $values]
    foreach n [dict get $settings n] {
        trundle::bench::possible $case $n
    }
    try {
        set rows [trundle::bench::measure $case $settings trundle::progress::tell]
    } finally {
        trundle::progress::end
    }
    return [dict merge [bench-machine] [dict create case $case \
        date [clock format [clock seconds] -format %Y-%m-%d -gmt 1] \
        clock [dict get $settings clock] rows $rows]]
}

proc trundle::command::bench-settings {values} {
    set settings {}
    foreach name {n threads} {
        dict set settings $name [lmap word [split [dict get $values $name] ,] {
            trundle::value::check {integer 1} "bench: -$name" $word
        }]
    }
    dict set settings against [lmap word [split [dict get $values against] ,] {
        trundle::value::check [list choice {*}$trundle::export::engines] \
            "bench: -against" [string trim $word]
    }]
    foreach name {repeat steps path clock seed check} {
        dict set settings $name [dict get $values $name]
    }
    if {[dict get $settings clock] eq "cpu" && ([llength [dict get $settings against]]
            || [tcl::mathfunc::max {*}[dict get $settings threads]] > 1)} {
        trundle::value::fail "bench: -clock is \"cpu\", expected wall with -against or\
            several threads"
    }
    return $settings
}

# The machine, as far as a reader must know it.
proc trundle::command::bench-machine {} {
    set processor unknown
    set count 0
    if {[file readable /proc/cpuinfo]} {
        set channel [open /proc/cpuinfo]
        set text [read $channel]
        close $channel
        set count [regexp -all -line {^processor\s*:} $text]
        regexp -line {^model name\s*:\s*(.*)$} $text - processor
    }
    return [dict create version $::trundle::version processor $processor cores $count]
}

# --- what is shown -----------------------------------------------------------------

proc trundle::command::bench-show {report values} {
    set out [dict get $values out]
    if {$out ne ""} {
        bench-folder $report [file normalize $out]
    }
    if {[dict get $values json]} {
        puts [bench-json $report]
    } elseif {[dict get $values latex]} {
        puts [bench-latex $report]
    } else {
        puts [bench-table $report]
    }
}

proc trundle::command::bench-folder {report out} {
    set part [trundle::output::begin bench $out bench]
    try {
        trundle::output::write $part/results.json [bench-json $report]
        trundle::output::write $part/table.txt [bench-table $report]
        trundle::output::write $part/table.tex [bench-latex $report]
        trundle::output::write $part/bench.dat [bench-columns $report]
        set name [expr {[dict get $report case] eq "choices" ? "bench-choices" : "bench"}]
        trundle::figures::draw [trundle::locate verification/harness/bench/$name.gp] \
            $part/bench.svg svg {} [dict create dir $part]
        trundle::output::finish $part $out
    } finally {
        trundle::output::discard $part
    }
}

proc trundle::command::bench-table {report} {
    set rows {{N threads engine "M/s best" median ratio "of medians" contacts lists B/particle load path}}
    set seen {}
    foreach row [dict get $report rows] {
        foreach one [bench-lines $row] {
            # The subject is shown once, though it has a row for each of the others.
            if {[lrange $one 0 2] ni $seen} {
                lappend seen [lrange $one 0 2]
                lappend rows $one
            }
        }
    }
    set text "[dict get $report case], [dict get $report processor], [
        dict get $report cores] processors, [dict get $report date]\n[
        trundle::formats::align $rows]"
    append text "\nM/s: million [trundle::value::get {rotation updates
        choices {particle-steps (in the search: particles searched)}} \
        [dict get $report case] particle-steps] a second[
        expr {[trundle::value::get $report clock] eq "cpu" ? " of the processor's work" : ""}]"
    if {[dict get [lindex [dict get $report rows] 0] against] ne ""} {
        append text "; ratio: [dict get [lindex [dict get $report rows] 0] engine]\
            over the other code"
    }
    append text "; path: v4 has AVX-512, v3 AVX2, baseline SSE2"
    foreach row [bench-checked $report] {
        append text [format "\nafter %d steps, %d particles: |dx| %.2g m, |dv| %.2g m/s,\
            |dw| %.2g rad/s from [trundle::codes::of [trundle::bench::check-code] title]" [dict get $row check_steps] \
            [dict get $row n] [dict get $row dx] [dict get $row dv] [dict get $row dw]]
    }
    return $text
}

# The two lines of a row: the subject and the other.
proc trundle::command::bench-lines {row} {
    set lines [list [bench-line $row {} {} {}]]
    if {[dict get $row against] ne ""} {
        lappend lines [bench-line $row against_ [dict get $row ratio] \
            [dict get $row ratio_median]]
    }
    return $lines
}

proc trundle::command::bench-line {row prefix ratio median} {
    set cells [list [dict get $row n] [dict get $row threads] [dict get $row \
        [expr {$prefix eq "" ? "engine" : "against"}]]]
    foreach {key format scale} {best %.2f 1e6 median %.2f 1e6} {
        set value [dict get $row $prefix$key]
        lappend cells [bench-number $format [expr {$value eq "" ? "" : $value/$scale}]]
    }
    lappend cells [bench-number %.2f $ratio] [bench-number %.2f $median]
    foreach {key format} {contacts %.2f lists %d bytes %.0f load %.2f} {
        lappend cells [bench-number $format [trundle::value::get $row $prefix$key]]
    }
    return [lappend cells [trundle::value::get $row ${prefix}path]]
}

proc trundle::command::bench-number {format value} {
    if {$value eq ""} {
        return ""
    }
    return [format $format $value]
}

# One row with a check for each size.
proc trundle::command::bench-checked {report} {
    set found {}
    foreach row [dict get $report rows] {
        if {[dict exists $row check_steps] && [dict get $row check_steps] ne ""
                && ![dict exists $found [dict get $row n]]} {
            dict set found [dict get $row n] $row
        }
    }
    return [dict values $found]
}

# Rows of a table: particles, threads, subject, other, ratio of the best, of the
# medians.
proc trundle::command::bench-latex {report} {
    if {[dict get $report case] eq "choices"} {
        return [bench-latex-choices $report]
    }
    set lines {}
    foreach row [dict get $report rows] {
        dict with row {
            lappend lines "[join [list $n $threads $engine \
                [bench-number %.1f [expr {$best eq "" ? "" : $best/1e6}]] $against \
                [bench-number %.1f [expr {$against eq "" || $against_best eq "" ? "" : $against_best/1e6}]] \
                [bench-number %.2f $ratio] [bench-number %.2f $ratio_median]] { & }] \\\\"
        }
    }
    return [join $lines \n]
}

# What is set against what, NAME -> N -> {rate ratio}, the subject first; of the
# choices, or of the search.
proc trundle::command::bench-choices {report case} {
    set table {}
    foreach row [dict get $report rows] {
        if {[dict get $row case] ne $case} continue
        set n [dict get $row n]
        dict set table [dict get $row engine] $n [list [dict get $row best] 1.0]
        if {[dict get $row against] ne ""} {
            dict set table [dict get $row against] $n \
                [list [dict get $row against_best] [dict get $row ratio]]
        }
    }
    return $table
}

# Rows of a table: what is done, then for each N the rate and the factor by which the
# engine's choice is faster.
proc trundle::command::bench-latex-choices {report} {
    set sizes [lsort -integer -unique [lmap row [dict get $report rows] {dict get $row n}]]
    set lines {}
    foreach case {choices skins search} {
        set table [bench-choices $report $case]
        if {[llength $lines] && [dict size $table]} {
            lappend lines "\\midrule"
        }
        dict for {name found} $table {
            set cells [list [expr {$name eq "trundle" ? "as it is" : $name}]]
            foreach n $sizes {
                lassign [trundle::value::get $found $n] rate ratio
                lappend cells [bench-number %.1f [expr {$rate eq "" ? "" : $rate/1e6}]] \
                    [bench-number %.2f $ratio]
            }
            lappend lines "[join $cells { & }] \\\\"
        }
    }
    return [join $lines \n]
}

# Columns for the figure: a label, then the rate of each code; or, of choices, the
# speed in parts of that of the engine as it is.
proc trundle::command::bench-columns {report} {
    if {[dict get $report case] eq "choices"} {
        return [bench-columns-choices $report]
    }
    set names {}
    set rates {}
    foreach row [dict get $report rows] {
        set label "[dict get $row n]×[dict get $row threads]"
        foreach {key prefix} {engine {} against against_} {
            set name [dict get $row $key]
            if {$name ne "" && [dict get $row ${prefix}best] ne ""} {
                dict set names $name 1
                dict set rates $label $name [dict get $row ${prefix}best]
            }
        }
    }
    set names [dict keys $names]
    set lines [list "label [join [lmap name $names {
        trundle::codes::of $name title [string map {trundle Trundle _ -} $name]
    }]]"]
    dict for {label values} $rates {
        set line [list "\"$label\""]
        foreach name $names {
            lappend line [if {[dict exists $values $name]} {
                format %.4g [expr {[dict get $values $name]/1e6}]
            } else {
                list NaN
            }]
        }
        lappend lines [join $line]
    }
    return [join $lines \n]
}

proc trundle::command::bench-columns-choices {report} {
    set sizes [lsort -integer -unique [lmap row [dict get $report rows] {dict get $row n}]]
    set lines [list "choice [join $sizes]"]
    dict for {name found} [dict remove [bench-choices $report choices] trundle] {
        lappend lines [join [list "\"$name\"" {*}[lmap n $sizes {
            set ratio [lindex [trundle::value::get $found $n] 1]
            if {$ratio eq ""} {list NaN} else {format %.4g [expr {1/$ratio}]}
        }]]]
    }
    return [join $lines \n]
}

# --- JSON, written and read ----------------------------------------------------------

# Keys of a row that are text, and one that is a list even with one member.
proc trundle::command::bench-json {report} {
    package require json::write
    json::write indented true
    json::write aligned false
    set rows [lmap row [dict get $report rows] {
        set pairs {}
        dict for {key value} $row {
            lappend pairs $key [bench-json-value $key $value]
        }
        json::write object {*}$pairs
    }]
    set pairs {}
    foreach key {case date version processor cores clock} {
        if {![dict exists $report $key]} continue
        lappend pairs $key [bench-json-value $key [dict get $report $key]]
    }
    return [json::write object {*}$pairs results [json::write array {*}$rows]]
}

proc trundle::command::bench-json-value {key value} {
    switch -glob -- $key {
        case - date - version - processor - clock - engine - against - failed - *path {
            return [trundle::formats::json-text $value]
        }
        *rates {
            return [json::write array {*}[lmap x $value {trundle::formats::json-number $x}]]
        }
    }
    return [trundle::formats::json-value $value]
}

proc trundle::command::bench-read {file} {
    set text [trundle::value::file-text "bench: the results" $file]
    if {[catch {trundle::value::from-json $text} report] || [catch {dict get $report results} results]
            || [catch {llength $results} many] || !$many} {
        trundle::value::fail "bench: \"$file\" holds no results of `trundle bench`"
    }
    foreach key {case processor cores date} {
        if {![dict exists $report $key]} {
            trundle::value::fail "bench: \"$file\" has no $key, expected results of `trundle bench`"
        }
    }
    set number 0
    dict set report rows [lmap row $results {
        bench-row $file [incr number] $row
    }]
    return [dict remove $report results]
}

# One result: names, and numbers that may be missing, but not those of the subject.
proc trundle::command::bench-row {file number row} {
    if {[catch {dict map {key value} $row {if {$value eq "null"} {string cat ""} else {set value}}} row]} {
        trundle::value::fail "bench: \"$file\", result $number is \"[string range $row 0 60]\", expected an object"
    }
    foreach key {case engine against n threads best median against_best against_median ratio ratio_median} {
        if {![dict exists $row $key]} {
            trundle::value::fail "bench: \"$file\", result $number has no $key"
        }
    }
    dict for {key value} $row {
        set good [switch -glob -- $key {
            n - threads {expr {[string is wide -strict $value] && $value > 0}}
            check_steps - lists - against_lists {expr {$value eq "" || [string is wide -strict $value]}}
            *rates {expr {[string is list $value] && [lsearch -not -regexp $value {^[-+0-9.eE]+$}] < 0}}
            best - median - ratio* - *best - *median - *contacts - *bytes - *load - dx - dv - dw - against_seconds - seconds {
                expr {$value eq "" || [trundle::value::finite $value]}
            }
            default {expr 1}
        }]
        if {!$good} {
            trundle::value::fail "bench: \"$file\", result $number: $key is \"[string range $value 0 60]\", expected a number"
        }
    }
    return $row
}

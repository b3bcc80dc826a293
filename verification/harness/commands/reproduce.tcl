# reproduce.tcl -- trundle reproduce: every figure and table again, and
# a web page that shows them beside the published numbers.
package provide trundle::command::reproduce 1.0
package require trundle::cli
package require trundle::page
package require trundle::figures
package require trundle::output
package require trundle::pool
package require trundle::progress
package require trundle::report

trundle::cli::declare reproduce {
    usage {[NAME ...] [-tier quick|full] [-out DIR] [-jobs N] [-engine CODE,... [-limit S] [-ranks N]]
        -from DIR [-out DIR]}
    about {Computes the figures and tables of all benchmarks, or of the named ones, and writes a web page that shows them next to the
        published numbers, with errors and the reason for each deviation. Figures and tables that take minutes are
        omitted and listed; -tier full includes them. With -engine other codes are compared as well. The exit status is 1 if a number
        misses its tolerance.}
    details {The folder appears when everything is done; an earlier report there is replaced. If stderr is a file, figures and tables that took a minute or
        more are listed there. With -engine, figures whose curves a code can compute have one curve per code, and a section on
        other codes has each question of `trundle verify -engine` twice: against the references of the benchmark, and in the
        conventions of the code. The quick tier runs the first variant of each benchmark, the full one all. Results of
        other codes do not change the exit status.}
    groups {
        selection {tier from jobs}
        output {out pdf book chapters}
        {other codes} {engine limit ranks}
    }
    options {
        tier {TIER {choice quick full} quick {quick or full (default: quick)}}
        out {DIR text report {folder of the report (default: report)}}
        book {DIR text {} {web edition of the book (default: searched next to DIR)}}
        chapters {DIR text {} {folder of the chapters, linked if there is no web edition}}
        pdf {{} flag 0 {also write each figure as PDF}}
        from {DIR text {} {compute nothing; write the page of an earlier report again}}
        jobs {N {integer 1} {} {benchmarks at a time (default: one per core)}}
        engine {CODE,... text {} {%CODES, %, or programs (`trundle help engines`)}}
        limit   {S positive 60 {longest time in s for one run of a code (default: 60)}}
        ranks   {N {integer 1} 1 {processes of %TITLES:ranks% (default: 1)}}
    }
    examples {
        {trundle reproduce}
        {the quick ones, into ./report; open report/index.html}
        {trundle reproduce sliding-sphere incline -out /tmp/two}
        {figures and tables of two benchmarks}
        {trundle reproduce -tier full}
        {all figures and tables}
        {trundle reproduce sliding-sphere incline -engine liggghts,lammps,mine=./my-code}
        {with curves and answers of three other codes}
    }
}

proc trundle::command::reproduce {arguments} {
    set values [trundle::cli::parse reproduce $arguments]
    if {[dict get $values help]} {
        puts [trundle::cli::help reproduce]
        return 0
    }
    package require trundle::command::verify
    set codes [reproduce-codes $values]
    set out [file normalize [dict get $values out]]
    set earlier [earlier-report $out $values]
    set part [trundle::output::begin reproduce $out report]
    try {
        if {$earlier eq ""} {
            set names [chosen-names $values]
            set answers [make-exhibits $names $part $values $codes]
            set elsewhere [ask-elsewhere $names $values $codes]
        } else {
            lassign [take-exhibits $earlier $part] names answers elsewhere
        }
        trundle::output::write $part/answers.txt [list $names $answers {*}[expr {[llength $elsewhere] ? [list $elsewhere] : {}}]]
        set book [find-book $out [dict get $values book]]
        if {![llength $book] && [dict get $values chapters] ne ""} {
            set book [list [dict get $values chapters] [relative-path $out [dict get $values chapters]] .nw]
        }
        trundle::output::write $part/index.html [if {$earlier eq ""} {
            trundle::report::page $names $answers $book $elsewhere
        } else {
            trundle::value::reading "reproduce: the answers" $earlier/answers.txt {
                trundle::report::page $names $answers $book $elsewhere
            }
        }]
        trundle::output::finish $part $out
    } finally {
        trundle::output::discard $part
    }
    puts "$out/index.html: [trundle::report::summary $answers]"
    return [expr {[trundle::report::failures $answers] > 0}]
}

# The folder of -from, when there is one to take from.
proc trundle::command::earlier-report {out values} {
    set from [dict get $values from]
    if {$from eq ""} {
        return ""
    }
    if {[llength [dict get $values words]]} {
        trundle::value::fail "reproduce: -from takes the whole earlier report,\
            expected no names of benchmarks"
    }
    if {![file exists $from/answers.txt] || [file normalize $from] eq $out} {
        trundle::value::fail "reproduce: -from is \"$from\", expected the folder of\
            an earlier report, another one than -out"
    }
    return $from
}

proc trundle::command::take-exhibits {from part} {
    foreach folder {figures data} {
        if {![file isdirectory $from/$folder]} {
            trundle::value::fail "reproduce: -from is \"$from\", which has no folder $folder, expected that of an earlier report"
        }
    }
    file copy $from/figures $from/data $part
    set text [trundle::output::text $from/answers.txt]
    if {![string is list $text] || [llength $text] ni {2 3}} {
        trundle::value::fail "reproduce: $from/answers.txt is damaged, expected a list of names and one of answers"
    }
    return $text
}

# The codes of -engine, each of which can be run.
proc trundle::command::reproduce-codes {values} {
    trundle::cli::need-beside reproduce $values "an -engine" {limit ranks}
    if {[dict get $values engine] eq ""} {
        return
    }
    if {[dict get $values from] ne ""} {
        trundle::value::fail "reproduce: -from computes nothing, expected a report without -engine"
    }
    package require trundle::portable
    set trundle::foreign::limit [dict get $values limit]
    set codes [lmap text [split [dict get $values engine] ,] {trundle::foreign::choose reproduce $text}]
    if {[llength $codes] != [llength [lsort -unique [lmap code $codes {trundle::foreign::word-of $code}]]]} {
        trundle::value::fail "reproduce: -engine is \"[dict get $values engine]\", expected each code once"
    }
    foreach code $codes {
        if {$code ne "trundle" && [trundle::foreign::program $code] eq ""} {
            trundle::value::fail "reproduce: -engine has \"$code\", but its program is not installed"
        }
    }
    trundle::foreign::in-ranks reproduce $codes [dict get $values ranks]
    return $codes
}

# {ANSWERS {CODE TITLE ...}} of other codes.
proc trundle::command::ask-elsewhere {names values codes} {
    if {![llength $codes]} {
        return
    }
    set pages [lmap name [trundle::harness::portables] {
        if {$name ni $names} continue
        set name
    }]
    set questions [expr {[dict get $values tier] eq "full" ? [trundle::portable::questions $pages *]
        : [lmap page $pages {list $page [lindex [trundle::portable::variants $page] 0]}]}]
    variable finished 0
    set answers [trundle::portable::asked $questions $codes \
        [list trundle::command::tell-progress [expr {[llength $questions]*[llength $codes]}]] [dict get $values jobs]]
    trundle::progress::end
    return [list $answers [concat {*}[lmap code $codes {list $code [trundle::foreign::name $code]}]]]
}

proc trundle::command::make-exhibits {names part values codes} {
    file mkdir $part/figures $part/data
    # The longest come first; what is apart is a job of its own, what measures alone has the machine in the end.
    set jobs {}
    set alone {}
    foreach name [by-length $names [dict get $values tier]] {
        set beside [apart $name [dict get $values tier]]
        if {[llength $beside]} {
            file mkdir $part/.shelf-$name
        }
        foreach some [concat {{}} $beside] {
            lappend [expr {$some ne "" && [apart-of $name $some] eq "alone" ? "alone" : "jobs"}] [list reproduce $name $part [dict get $values pdf] [dict get $values tier] $some \
                {*}[expr {[llength $codes] ? [list $codes [trundle::portable::settings]] : {}}]]
        }
    }
    set count [dict get $values jobs]
    if {$count eq ""} {
        set count [trundle::pool::processors]
    }
    variable finished 0
    set told [list trundle::command::tell-progress [expr {[llength $jobs] + [llength $alone]}]]
    set answers [concat [trundle::pool::map $jobs $count $told] [trundle::pool::map $alone 1 $told]]
    file delete -force {*}[glob -nocomplain -directory $part .shelf-*]
    trundle::progress::end
    return [lmap name $names {
        one-answer $name [lmap job [concat $jobs $alone] answer $answers {
            if {[lindex $job 1] ne $name} continue
            set answer
        }]
    }]
}

# The exhibits of a benchmark that are made beside the others.
proc trundle::command::apart {name tier} {
    if {$tier eq "quick" || [catch {trundle::harness::use $name}]} {
        return {}
    }
    return [dict keys [dict filter [trundle::harness::fact $name exhibits] script {exhibit facts} {
        expr {[dict get $facts apart] ne "no"}
    }]]
}

proc trundle::command::apart-of {name exhibit} {
    trundle::harness::use $name
    return [dict get [trundle::harness::fact $name exhibits] $exhibit apart]
}

# Benchmarks with exhibits that are made apart first, then those with many long ones.
proc trundle::command::by-length {names tier} {
    if {$tier eq "quick"} {
        return $names
    }
    set counted [lmap name $names {
        list $name [llength [apart $name $tier]] [expr {[catch {trundle::harness::use $name}] ? 0 : [dict size [dict filter \
            [trundle::harness::fact $name exhibits] script {exhibit facts} {
                expr {[dict get $facts tier] eq "full"}
            }]]}]
    }]
    set counted [lsort -integer -decreasing -index 2 $counted]
    return [lmap one [lsort -integer -decreasing -index 1 $counted] {lindex $one 0}]
}

# The answers for one benchmark as one, its exhibits in the order of the page.
proc trundle::command::one-answer {name answers} {
    foreach answer $answers {
        if {[lindex $answer 0] ne "ok"} {
            return $answer
        }
    }
    set whole [lindex $answers 0 1]
    foreach answer [lrange $answers 1 end] {
        set exhibit [lindex [dict get [lindex $answer 1] exhibits] 0]
        set place [lsearch -exact [dict keys [trundle::harness::fact $name exhibits]] [dict get $exhibit name]]
        dict set whole exhibits [linsert [dict get $whole exhibits] $place $exhibit]
    }
    return [list ok $whole]
}

# What a worker does: the facts, observables and exhibits of one benchmark, but those that are
# apart; or SOME exhibit alone.  With the curves of other codes.
proc trundle::command::reproduce-job {name part pdf tier some {codes ""} {settings ""}} {
    trundle::harness::use $name
    set trundle::cache::folder [expr {[llength [apart $name $tier]] ? "$part/.shelf-$name" : ""}]
    if {[llength $codes]} {
        package require trundle::portable
        trundle::portable::take $settings
        set trundle::harness::asked $codes
    }
    set exhibits {}
    dict for {exhibit facts} [trundle::harness::fact $name exhibits] {
        if {$some eq "" ? $tier eq "full" && [dict get $facts apart] ne "no" : $exhibit ne $some} continue
        if {$tier eq "quick" && [dict get $facts tier] eq "full"} {
            lappend exhibits [leave-out $name $exhibit $part $pdf]
        } else {
            lappend exhibits [make-exhibit $name $exhibit $part $pdf]
        }
    }
    return [dict merge [expr {$some eq "" ? [default-observables $name] : ""}] [dict create \
        title [trundle::harness::fact $name title] \
        source [trundle::harness::fact $name source] \
        note [trundle::harness::fact $name note] exhibits $exhibits]]
}

# The observables of the printed problem, or why there are none.
proc trundle::command::default-observables {name} {
    set made {observables {} message ""}
    if {[dict exists [trundle::harness::checks $name] observables]} {
        try {
            dict set made observables [dict get \
                [trundle::harness::run-case {}] observables]
        } on error {message settings} {
            trundle::debug [dict get $settings -errorinfo]
            dict set made message $message
        }
    }
    return $made
}

# One exhibit with its plot; a failure is told in the report, not here.
proc trundle::command::make-exhibit {name exhibit part pdf} {
    set directory $part/data/$name/$exhibit
    file mkdir $directory
    set made [trundle::harness::run-exhibit $name $exhibit $directory]
    dict set made plot ""
    if {[dict get $made kind] eq "table" || [dict get $made message] ne ""} {
        if {![llength [glob -nocomplain -directory $directory *]]} {
            file delete $directory
        }
        return $made
    }
    try {
        dict set made plot [draw-exhibit $made $part $directory $pdf]
    } on error {message settings} {
        trundle::debug [dict get $settings -errorinfo]
        dict set made message $message
    }
    return $made
}

# What the tier leaves out; the book gets a picture that says so.
proc trundle::command::leave-out {name exhibit part pdf} {
    set made [trundle::harness::leave-out $name $exhibit]
    if {$pdf && [dict get $made kind] eq "figure"} {
        # A name of its own: another worker leaves out another figure at the same time.
        set script $part/left-out-$name-$exhibit.gp
        trundle::output::write $script "unset border; unset tics; unset grid; unset key
            set label 1 words at graph 0.5,0.5 center
            plot \[0:1\]\[0:1\] NaN"
        foreach format {svg pdf} {
            trundle::figures::draw $script $part/figures/$name-$exhibit.$format $format {12 2} \
                [dict create words "left out: `trundle reproduce $name -tier full` draws it"]
        }
        file delete $script
    }
    return [dict merge $made {plot ""}]
}

proc trundle::command::draw-exhibit {made part directory pdf} {
    dict with made {
        set file [trundle::locate verification/pages/$script]
        if {$file eq ""} {
            set file [lindex [glob -nocomplain -directory $::trundle::root verification/harness/*/$script] 0]
        }
        if {$file eq ""} {
            trundle::value::fail "figure $name of $benchmark: there is no\
                script \"$script\""
        }
        set variables [dict create dir $directory figure $name published [file join $::trundle::root data] \
            codes [dict keys [dict filter $codes script {code curves} {expr {"" in [dict values $curves]}}]]]
        foreach format [expr {$pdf ? {svg pdf} : {svg}}] {
            trundle::figures::draw $file $part/figures/$benchmark-$name.$format \
                $format $size $variables
        }
        return figures/$benchmark-$name.svg
    }
}

# The web edition of the book, as a path relative to the report, or "".
proc trundle::command::find-book {out asked} {
    set candidates [list $asked]
    if {$asked eq ""} {
        set candidates [list [file dirname $out]/html $::trundle::root/html \
            [file dirname $out]/book]
    }
    foreach directory $candidates {
        if {$directory ne "" && [file exists $directory/index.html]} {
            return [list $directory [relative-path $out $directory] .html]
        }
    }
    if {$asked ne ""} {
        trundle::value::fail "reproduce: -book is \"$asked\", expected a folder\
            with an index.html"
    }
    return {}
}

proc trundle::command::relative-path {from to} {
    set from [file split [file normalize $from]]
    set to [file split [file normalize $to]]
    while {[llength $from] && [lindex $from 0] eq [lindex $to 0]} {
        set from [lrange $from 1 end]
        set to [lrange $to 1 end]
    }
    return [join [concat [lrepeat [llength $from] ..] $to] /]
}

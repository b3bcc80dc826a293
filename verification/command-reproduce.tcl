# command-reproduce.tcl -- trundle reproduce: every figure and table again, and
# a web page that shows them beside the published numbers.
package provide trundle::command::reproduce 1.0
package require trundle::cli
package require trundle::harness
package require trundle::figures
package require trundle::output
package require trundle::pool
package require trundle::progress
package require trundle::report

namespace eval trundle::command {}

trundle::cli::declare reproduce {
    usage {[NAME ...] [-out DIR]}
    about {Computes every figure and table of the benchmarks, or of the named
        ones, and writes a web page that shows them beside the published
        numbers with errors, pass or fail, and links into the book. The folder
        appears when all is done; an earlier report there is replaced. The exit
        status is 1 when a number misses its tolerance.}
    options {
        out   {DIR text report {the folder of the report; default `report`}}
        book  {DIR text {} {the web edition of the book; else looked for beside DIR}}
        pdf   {{} flag 0 {write each figure as PDF too}}
        jobs  {N {integer 1} {} {benchmarks at a time; else one per processor}}
    }
    examples {
        {trundle reproduce}
        {everything, into ./report; open report/index.html}
        {trundle reproduce sliding-sphere incline -out /tmp/two}
        {the figures and tables of two benchmarks}
    }
}

proc trundle::command::reproduce {arguments} {
    set values [trundle::cli::parse reproduce $arguments]
    if {[dict get $values help]} {
        puts [trundle::cli::help reproduce]
        return 0
    }
    package require trundle::command::verify
    set names [chosen-names $values]
    set out [file normalize [dict get $values out]]
    set part [trundle::output::begin reproduce $out report]
    try {
        set answers [make-exhibits $names $part [dict get $values pdf] \
            [dict get $values jobs]]
        set book [find-book $out [dict get $values book]]
        trundle::output::write $part/index.html \
            [trundle::report::page $names $answers $book]
        trundle::output::finish $part $out
    } finally {
        file delete -force $part
    }
    puts "$out/index.html: [trundle::report::summary $answers]"
    return [expr {[trundle::report::failures $answers] > 0}]
}

proc trundle::command::make-exhibits {names part pdf count} {
    file mkdir $part/figures $part/data
    set jobs [lmap name $names {list reproduce $name $part $pdf}]
    if {$count eq ""} {
        set count [trundle::pool::processors]
    }
    variable finished 0
    set answers [trundle::pool::map $jobs $count \
        [list trundle::command::tell-progress [llength $jobs]]]
    trundle::progress::end
    return $answers
}

# What a worker does: the facts, observables and exhibits of one benchmark.
proc trundle::command::reproduce-job {name part pdf} {
    trundle::harness::use $name
    set exhibits {}
    foreach exhibit [dict keys [trundle::harness::fact $name exhibits]] {
        lappend exhibits [make-exhibit $name $exhibit $part $pdf]
    }
    return [dict merge [default-observables $name] [dict create \
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
    set directory $part/data/$name
    file mkdir $directory
    set made [trundle::harness::run-exhibit $name $exhibit $directory]
    dict set made plot ""
    if {[dict get $made kind] eq "table" || [dict get $made message] ne ""} {
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

proc trundle::command::draw-exhibit {made part directory pdf} {
    dict with made {
        set file [trundle::locate verification/$script]
        if {$file eq ""} {
            trundle::value::fail "figure $name of $benchmark: there is no\
                script \"$script\""
        }
        set variables [dict create dir $directory figure $name \
            published [file join $::trundle::root data]]
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
            return [list $directory [relative-path $out $directory]]
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

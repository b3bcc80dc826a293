# verify.tcl -- trundle verify: the checks of the suite.
package provide trundle::command::verify 1.0
package require trundle::cli
package require trundle::page
package require trundle::formats
package require trundle::output
package require trundle::pool
package require trundle::progress

trundle::cli::declare verify {
    usage {[NAME ...] [-tier quick|full] [-tag T] [-check GLOB] [-format tap|junit|json] [-also FORMAT=FILE]
        [NAME ...] -engine CODE,... [-dialect] [-limit S] [-ranks N] [-tier quick|full]
        -list}
    about {Runs the checks of all benchmarks, or of the named ones, several benchmarks at a time. With -engine other codes compute the
        problems that pages declare portable, and each answer passes, fails, differs as the code declares, is unsupported,
        crashed or was too slow. A check that passes reports how many of its comparisons are weak, that is, would also
        pass with a known mistake. The exit status is 1 if a check failed, or if a code was compared with nothing.}
    details {Each check has a permanent name, tags and a tier: quick (the default) omits the slow ones. If stderr is a file,
        checks that took a minute or more are listed there. Tolerances of observables are printed with their reasons. An answer that differs as the
        code declares is right in its own conventions; the convention that explains it is named. Unsupported problems are counted apart. A wrong answer is
        compared with known mistakes, and the last lines report how many of the wrong answers each of them explains. Files of a crashed
        code are kept. Answers are printed as they arrive; a file of -out or -also always holds all answers so far.}
    groups {
        checks {tier tag check list jobs}
        output {format out also}
        {other codes} {engine dialect limit ranks}
    }
    options {
        tier   {TIER {choice quick full} quick {quick or full (default: quick)}}
        tag    {TAG {many text} {} {only checks with this tag (may be repeated)}}
        check  {GLOB text * {only checks whose name matches, e.g. 'sliding-sphere/*'}}
        engine {CODE,... text {} {%CODES, %, or programs (`trundle help engines`)}}
        dialect {{} flag 0 {set each problem in the conventions that the code declares; without it, in those of the benchmark}}
        limit   {S positive 60 {longest time in s for one run of a code (default: 60)}}
        ranks   {N {integer 1} 1 {processes of %TITLES:ranks% (default: 1)}}
        format {FORMAT {choice tap junit json} tap {tap, junit or json (default: tap)}}
        out    {FILE text {} {write to a file instead of the terminal}}
        also   {FORMAT=FILE {many text} {} {also write a file in another format (may be repeated)}}
        jobs   {N {integer 1} {} {benchmarks at a time (default: one per core)}}
        list   {{} flag 0 {list the checks, run none}}
    }
    examples {
        {trundle verify}
        {all quick checks, in the Test Anything Protocol}
        {trundle verify sliding-sphere -tier full}
        {every check of one benchmark}
        {trundle verify -tag campello2015 -format junit -out checks.xml}
        {the checks of one source, as JUnit XML}
        {trundle verify -engine ./my-code -dialect}
        {your own code, in the conventions that it declares}
        {trundle verify -engine liggghts,lammps,yade -also junit=codes.xml}
        {answers of other codes, on the terminal and in a file}
    }
}

proc trundle::command::verify {arguments} {
    set values [trundle::cli::parse verify $arguments]
    if {[dict get $values help]} {
        puts [trundle::cli::help verify]
        return 0
    }
    trundle::cli::only-beside verify $values engine {dialect limit ranks tier check format out also jobs list}
    trundle::cli::need-beside verify $values "an -engine" {dialect limit ranks}
    if {[dict get $values engine] ne ""} {
        return [verify-engines $values]
    }
    lassign [chosen-checks $values] jobs broken
    if {![llength $jobs] && ![llength $broken]} {
        trundle::value::fail "verify: no check matches; `trundle verify -list\
            -tier full` shows all of them"
    }
    if {[dict get $values list]} {
        puts [list-of-checks $jobs]
        return [expr {[llength $broken] > 0}]
    }
    set files [verify-files $values]
    set checks [concat $broken [run-checks $jobs [dict get $values jobs]]]
    write-answers $checks $files
    if {[dict get $values out] eq ""} {
        puts [in-format [dict get $values format] $checks]
    }
    return [expr {![all-passed? $checks]}]
}

# Other codes: one job a question.
proc trundle::command::verify-engines {values} {
    package require trundle::portable
    set trundle::foreign::limit [dict get $values limit]
    set codes [lmap text [split [dict get $values engine] ,] {trundle::foreign::choose verify $text}]
    trundle::foreign::in-ranks verify $codes [dict get $values ranks]
    set settings [trundle::portable::settings]
    set jobs {}
    foreach page [portable-names $values] {
        foreach variant [trundle::portable::variants $page [dict get $values tier]] {
            foreach code $codes {
                if {[string match [dict get $values check] $page/[trundle::foreign::name $code]/$variant]} {
                    lappend jobs [list ask $settings $page $variant $code [dict get $values dialect]]
                }
            }
        }
    }
    if {[dict get $values list]} {
        puts [trundle::formats::align [lmap job $jobs {
            list [lindex $job 2]/[trundle::foreign::name [lindex $job 4]]/[lindex $job 3]
        }]]
        return 0
    }
    if {![llength $jobs]} {
        trundle::value::fail "verify: no problem matches; `trundle verify -engine [dict get $values engine] -tier full -list` shows all of them"
    }
    set files [verify-files $values]
    return [ask-all $jobs $values $files]
}

# The named pages, or all, of which other codes can be asked.
proc trundle::command::portable-names {values} {
    set known [trundle::harness::portables]
    foreach name [dict get $values words] {
        if {$name ni $known} {
            trundle::value::fail "verify: benchmark \"$name\" is not available to other codes[trundle::value::one-of $name $known]"
        }
    }
    return [expr {[llength [dict get $values words]] ? [dict get $values words] : $known}]
}

# The files of -out and -also: FILE FORMAT ...
proc trundle::command::verify-files {values} {
    set wanted [expr {[dict get $values out] eq "" ? "" : [list [list out [dict get $values format] [dict get $values out]]]}]
    foreach pair [dict get $values also] {
        if {![regexp {^(tap|junit|json)=(.+)$} $pair - format file]} {
            trundle::value::fail "verify: -also is \"$pair\", expected tap, junit or json, \"=\" and a file"
        }
        lappend wanted [list also $format $file]
    }
    set files {}
    foreach one $wanted {
        lassign $one option format name
        set file [trundle::output::check-file verify $option $name $format]
        if {[dict exists $files $file]} {
            trundle::value::fail "verify: -$option is \"$name\", which is also the file of another format, expected another name"
        }
        dict set files $file $format
    }
    return $files
}

proc trundle::command::write-answers {checks files} {
    dict for {file format} $files {
        trundle::output::deliver [in-format $format $checks] $file
    }
}

proc trundle::command::in-format {format checks} {
    set rest [expr {$format eq "junit" ? {} : [list [summary-for $format $checks]]}]
    return [trundle::formats::[dict get {tap tap junit junit json checks-json} $format] $checks {*}$rest]
}

# What is told of all answers of other codes: lines, or for JSON the mistakes that explain them.
proc trundle::command::summary-for {format checks} {
    if {[llength [info commands ::trundle::portable::summary]] == 0} {
        return
    }
    if {$format eq "tap"} {
        return [trundle::portable::summary $checks]
    }
    return [concat {*}[lmap {code members} [trundle::portable::by-code $checks] {
        lmap one [trundle::portable::explanations $members] {dict merge [dict create code [trundle::foreign::name $code]] $one}
    }]]
}

# Answers are told as they come: lines of TAP on the terminal, and files that are whole after each.
proc trundle::command::ask-all {jobs values files} {
    variable answers {}
    set count [expr {[dict get $values jobs] eq "" ? [trundle::pool::processors] : [dict get $values jobs]}]
    set streams [expr {[dict get $values out] eq "" && [dict get $values format] eq "tap"}]
    if {$streams} {
        puts "1..[llength $jobs]"
        flush stdout
    }
    trundle::pool::map $jobs $count [list trundle::command::take-answer $streams $files]
    if {[dict get $values out] eq "" && !$streams} {
        puts [in-format [dict get $values format] $answers]
    }
    foreach line [trundle::portable::summary $answers] {
        if {$streams} {
            puts "# $line"
        } else {
            puts stderr "trundle: $line"
        }
    }
    return [expr {![all-passed? $answers] || ![trundle::portable::all-compared? $answers]}]
}

proc trundle::command::take-answer {streams files job answer} {
    variable answers
    lassign $job - - page variant code
    lappend answers [expr {[lindex $answer 0] eq "ok" ? [lindex $answer 1]
        : [dict create {*}[broken-check $page [trundle::foreign::name $code]/$variant [lindex $answer 1]] code $code]}]
    if {$streams} {
        puts [trundle::formats::tap-check [lindex $answers end] [llength $answers]]
        flush stdout
    }
    write-answers $answers $files
}

# The jobs {verify BENCHMARK CHECK ...}, and a failed check for each page that
# cannot be read.
proc trundle::command::chosen-checks {values} {
    set jobs {}
    set broken {}
    foreach name [chosen-names $values] {
        try {
            trundle::harness::use $name
            set checks [checks-that-fit $name $values]
            if {[llength $checks]} {
                lappend jobs [list verify $name {*}$checks]
            }
        } on error {message settings} {
            trundle::debug [dict get $settings -errorinfo]
            lappend broken [broken-check $name page $message]
        }
    }
    return [list $jobs $broken]
}

# The benchmarks that were asked for; a misspelt one is refused at once.
proc trundle::command::chosen-names {values} {
    set names [trundle::harness::names]
    set asked [dict get $values words]
    foreach name $asked {
        if {$name ni $names} {
            trundle::value::fail "there is no benchmark \"$name\"[trundle::value::one-of $name $names]"
        }
    }
    return [expr {[llength $asked] ? $asked : $names}]
}

proc trundle::command::checks-that-fit {benchmark values} {
    set fitting {}
    dict for {name facts} [trundle::harness::checks $benchmark] {
        if {[fits? $benchmark/$name $name $facts $values]} {
            lappend fitting $name
        }
    }
    return $fitting
}

proc trundle::command::fits? {full name facts values} {
    dict with values {
        if {$tier eq "quick" && [dict get $facts tier] eq "full"} {
            return 0
        }
        foreach one $tag {
            if {$one ni [dict get $facts tags]} {
                return 0
            }
        }
        return [expr {[string match $check $full]
                      || [string match $check $name]}]
    }
}

proc trundle::command::broken-check {benchmark name message} {
    return [dict create benchmark $benchmark name $name tier quick tags {} \
        title {the page can be read and its checks end} status error \
        message $message comparisons {} seconds 0.0]
}

proc trundle::command::list-of-checks {jobs} {
    set rows {{check tier tags title}}
    foreach job $jobs {
        set names [lassign $job - benchmark]
        foreach name $names {
            set facts [dict get [trundle::harness::checks $benchmark] $name]
            lappend rows [list $benchmark/$name [dict get $facts tier] \
                [join [dict get $facts tags] ,] [dict get $facts title]]
        }
    }
    return [trundle::formats::align $rows]
}

# One job runs in this process, several in workers.
proc trundle::command::run-checks {jobs count} {
    if {[llength $jobs] == 1} {
        return [verify-job {*}[lrange [lindex $jobs 0] 1 end]]
    }
    if {$count eq ""} {
        set count [trundle::pool::processors]
    }
    variable finished 0
    set answers [trundle::pool::map $jobs $count \
        [list trundle::command::tell-progress [llength $jobs]]]
    trundle::progress::end
    return [concat {*}[lmap job $jobs answer $answers {
        checks-of-answer $job $answer
    }]]
}

# What a worker does: the checks of one benchmark.
proc trundle::command::verify-job {benchmark args} {
    return [lmap name $args {trundle::harness::run-check $benchmark $name}]
}

proc trundle::command::checks-of-answer {job answer} {
    if {[lindex $answer 0] eq "ok"} {
        return [lindex $answer 1]
    }
    return [list [broken-check [lindex $job 1] page [lindex $answer 1]]]
}

proc trundle::command::tell-progress {total job answer} {
    variable finished
    incr finished
    set share [expr {double($finished)/$total}]
    if {[trundle::progress::terminal?]} {
        trundle::progress::show $share "$finished of $total: [lindex $job 1]"
        return
    }
    foreach piece [pieces-of [lindex $job 0] $answer] {
        set seconds [dict get $piece seconds]
        if {$seconds >= 60} {
            trundle::progress::tell $share \
                "[lindex $job 1]/[dict get $piece name]: [trundle::progress::duration $seconds]"
        }
    }
}

# The checks or exhibits of an answer.
proc trundle::command::pieces-of {command answer} {
    lassign $answer status made
    return [expr {$status ne "ok" ? "" : $command eq "verify" ? $made
        : $command eq "reproduce" ? [dict get $made exhibits] : ""}]
}

proc trundle::command::all-passed? {checks} {
    foreach check $checks {
        if {![trundle::formats::passed? $check]} {
            return 0
        }
    }
    return 1
}

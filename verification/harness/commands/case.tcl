# case.tcl -- trundle case: one benchmark with any parameters.
package provide trundle::command::case 1.0
package require trundle::cli
package require trundle::page
package require trundle::formats

trundle::cli::declare case {
    usage {NAME [-set NAME=VALUE ...] [-explain] [-json] [-curves]
        NAME -engine CODE [-dialect] [-limit S] [-ranks N] [-set ...]
        NAME -converge [-levels N] [-stiffness] [-set ...]
        NAME -catches
        -list}
    about {Runs one benchmark and prints its observables next to their references, with error, tolerance and discrimination: the
        distance from the reference to the result of the nearest wrong model, divided by the tolerance. An observable is weak if
        no wrong model would be detected. Every number of the problem is a parameter; `trundle case NAME -help` lists
        them. The exit status is 1 if a tolerance is missed.}
    details {Vectors are quoted. Choices of `laws` (except -as) and `integrate` that are not parameters of the benchmark can be set as well; with other
        laws or another scheme than the benchmark provides for, there are no references.

        With -converge the problem is run with steps that are halved repeatedly. The table has the values, the observed order (of the
        last three) and the limit with its uncertainty (Richardson), if the last four values agree on an order.
        Changes that do not decrease but vary by less than a thousandth of the value or a tenth of the tolerance are
        reported as such, and so are times that are whole numbers of steps and the possible sum of rounding errors. If the limit is
        farther from the reference than its uncertainty, a line below the table gives the distance and the reason
        why the page allows it.}
    groups {
        {problem and output} {set explain json curves list}
        {another code} {engine dialect limit ranks catches}
        {step size} {converge levels stiffness}
    }
    options {
        list    {{} flag 0 {name, title, source and topic of each benchmark}}
        catches {{} flag 0 {table: how well each variant detects each known mistake}}
        set     {NAME=VALUE {many text} {} {change a parameter (may be repeated)}}
        engine  {CODE text {} {%CODES, %, or your program (`trundle help engines`)}}
        dialect {{} flag 0 {use the conventions of that code}}
        limit   {S positive 60 {longest time in s for one run of the code (default: 60)}}
        ranks   {N {integer 1} 1 {processes of %TITLES:ranks% (default: 1)}}
        json    {{} flag 0 {print one JSON object}}
        curves  {{} flag 0 {print the curves of a case that draws some, for gnuplot}}
        explain {{} flag 0 {print every convention in force}}
        converge {{} flag 0 {halve the step: observed order, limit and its uncertainty}}
        levels  {N {integer 3 20} 4 {number of steps, each half of the previous one (default: 4)}}
        stiffness {{} flag 0 {with -converge: four times Young's modulus at half the step}}
    }
    examples {
        {trundle case sliding-sphere}
        {the published problem}
        {trundle case sliding-sphere -set mu=0.3 -set 'velocity=1.3 0 -0.8'}
        {another coefficient of friction and initial velocity}
        {trundle case incline -engine ./my-code}
        {computed by your program}
    }
}

proc trundle::command::case {arguments} {
    set values [trundle::cli::parse case $arguments]
    if {[dict get $values help]} {
        puts [case-help [lindex [dict get $values words] 0]]
        return 0
    }
    foreach {option allowed} {list {} catches {} converge {set levels stiffness json}
            curves {set engine dialect limit ranks}} {
        trundle::cli::only-beside case $values $option $allowed
    }
    trundle::cli::need-beside case $values -converge {levels stiffness}
    trundle::cli::need-beside case $values "an -engine" {dialect limit ranks}
    if {[dict get $values list]} {
        trundle::cli::words case $values 0 0 "-list"
        puts [case-list]
        return 0
    }
    trundle::cli::words case $values 1 1 "the name of one benchmark"
    set name [lindex [dict get $values words] 0]
    trundle::harness::need-case $name
    if {[dict get $values catches]} {
        package require trundle::mistakes
        trundle::harness::need-portable $name "case $name: -catches"
        puts [trundle::mistakes::catches $name]
        return 0
    }
    set changes [trundle::cli::settings case [dict get $values set]]
    trundle::harness::not-twice case [lmap {key value} $changes {set key}]
    if {[dict get $values converge]} {
        puts [case-converge $name $values $changes]
        return 0
    }
    lassign [expr {[dict get $values engine] eq "" ? {} : [case-engine $name $values $changes]}] code manner habits
    set manner [dict remove $manner {*}[dict keys $changes]]
    set changes [dict merge $manner $changes]
    set stead [list engine $code habits $habits]
    set result [trundle::harness::computed-by $stead {
        trundle::harness::run-asked $name $changes [dict keys $manner]
    }]
    trundle::cli::tell-unsettled $name [dict get $result unsettled] [dict get $result steps]
    if {[dict get $values curves]} {
        puts [case-curves $name $result]
    } elseif {[dict get $values json]} {
        puts [trundle::formats::case-json $name \
            [trundle::harness::fact $name source] \
            [trundle::harness::fact $name parameters] $result \
            [dict get $values explain]]
    } else {
        puts [case-text $name $result [dict get $values explain]]
        if {[dict get $values engine] ne ""} {
            puts [case-differs [dict get $values engine]]
            if {[case-status $result]} {
                package require trundle::mistakes
                puts [trundle::mistakes::told [trundle::harness::computed-by $stead {
                    trundle::mistakes::explain $name $changes $result
                }]]
            }
        }
    }
    return [case-status $result]
}

# {CODE PARAMETERS HABITS} of another code that stands in for ours.
proc trundle::command::case-engine {name values changes} {
    package require trundle::foreign
    set code [trundle::foreign::choose case [dict get $values engine]]
    set trundle::foreign::limit [dict get $values limit]
    trundle::foreign::in-ranks case [list $code] [dict get $values ranks]
    if {$code ne "trundle" && [trundle::foreign::program $code] eq ""} {
        trundle::value::fail "case: -engine is \"$code\", but its program is not installed"
    }
    return [list $code {*}[trundle::harness::manner $name [expr {[dict get $values dialect] ? $code : ""}] $changes]]
}

proc trundle::command::case-curves {name result} {
    if {![dict exists $result kept graphs]} {
        trundle::value::fail "case: $name draws no curves, expected a figure of a chapter, like rolling-life"
    }
    return [trundle::formats::graphs-text [dict get $result kept graphs]]
}

proc trundle::command::case-differs {code} {
    set lines [list "computed by $code"]
    foreach text $trundle::foreign::differs {
        lappend lines "differs in $text"
    }
    return [join $lines \n]
}

# The study of the step, as a table or as JSON.
proc trundle::command::case-converge {name values changes} {
    package require trundle::converge
    lassign [trundle::converge::case $name $changes [dict get $values levels] \
        [dict get $values stiffness]] heads study
    if {[dict get $values json]} {
        return [trundle::converge::json $name $heads $study]
    }
    return [trundle::converge::text $study $heads]
}

proc trundle::command::case-text {name result explain} {
    set text "$name: [trundle::harness::fact $name title]\
        ([trundle::harness::fact $name source])\n\n[
        trundle::formats::case-table $result]\n\n[
        case-unanswered $result][
        dict get $result steps] steps, [
        format %.3f [dict get $result wall_s]] s[
        expr {[dict get $result hash] eq "" ? "" : "\nhash of the last state [dict get $result hash]"}]"
    if {$explain} {
        append text \n\n[trundle::formats::conventions \
            [dict get $result explain] [trundle::language::meanings]]
    }
    return $text
}

proc trundle::command::case-unanswered {result} {
    set why [trundle::value::get $result unanswered]
    return [expr {$why eq "" ? "" : "no reference: the page knows no answer with $why\n"}]
}

proc trundle::command::case-status {result} {
    dict for {name facts} [dict get $result observables] {
        if {[dict get $facts pass] eq "0"} {
            return 1
        }
    }
    return 0
}

# A benchmark in two lines.
proc trundle::command::case-list {} {
    return [join [lmap name [trundle::harness::with-case] {
        set text [format "%-16s %s (%s)" $name [trundle::harness::fact $name title] \
            [trundle::harness::fact $name source]]
        set tests [trundle::harness::fact $name tests]
        expr {$tests eq "" ? $text : "$text\n[string repeat { } 17]$tests"}
    }] \n]
}

# Without a name the options and the benchmarks; with one its parameters.
proc trundle::command::case-help {name} {
    if {$name eq ""} {
        return "[trundle::cli::help case]\n[trundle::cli::reflow "benchmarks: [join [trundle::harness::with-case] {, }]"]"
    }
    trundle::harness::need-case $name
    set rows {{parameter default unit {what it is} expected}}
    dict for {key facts} [trundle::harness::fact $name parameters] {
        dict with facts {
            lappend rows [list $key [trundle::formats::short $default 10] \
                $unit $description [trundle::value::expected $kind]]
        }
    }
    dict for {key targets} [trundle::harness::fact $name aliases] {
        lappend rows [list $key {} {} "sets [join $targets { and }]" {}]
    }
    return "$name: [trundle::harness::fact $name title]\
        ([trundle::harness::fact $name source])\n\n[
        trundle::formats::align $rows]\n\nexample: trundle case $name -set\
        [example-setting $name]"
}

proc trundle::command::example-setting {name} {
    dict for {key facts} [trundle::harness::fact $name parameters] {
        return "'$key=[trundle::formats::short [dict get $facts default]]'"
    }
    return NAME=VALUE
}

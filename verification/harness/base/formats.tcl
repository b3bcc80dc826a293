# formats.tcl -- results as text: aligned tables, JSON, TAP, JUnit XML.
package provide trundle::formats 1.0
package require trundle::value

namespace eval trundle::formats {
    namespace import ::trundle::value::get
    namespace path ::tcl::mathop
    namespace export short xml discrimination
}

# --- numbers and tables -------------------------------------------------------

# A number or a vector for people: six significant digits.
proc trundle::formats::short {value {digits 6}} {
    return [join [lmap x $value {
        if {[string is double -strict $x]} {
            # 1e+10 and 1.7e-05 are written 1e10 and 1.7e-5.
            set x [regsub {e\+?(-?)0*} [format %.${digits}g $x] {e\1}]
        }
        set x
    }] " "]
}

# Rows of cells as lines; columns are as wide as their longest cell.
proc trundle::formats::align {rows} {
    set widths {}
    foreach row $rows {
        set column 0
        foreach cell $row {
            dict set widths $column [expr {max([get $widths $column 0], [string length $cell])}]
            incr column
        }
    }
    return [join [lmap row $rows {align-row $row $widths}] \n]
}

proc trundle::formats::align-row {row widths} {
    set column -1
    set cells [lmap cell $row {
        format %-*s [dict get $widths [incr column]] $cell
    }]
    return [string trimright [join $cells "  "]]
}

proc trundle::formats::pass-word {pass} {
    return [expr {$pass eq "" ? "" : $pass ? "pass" : "FAIL"}]
}

# A pass that a mistake would get too is none.
proc trundle::formats::verdict {facts} {
    if {[get $facts pass] eq "1" && [get $facts weak 0]} {
        return weak
    }
    return [pass-word [get $facts pass]]
}

# "17 (arm-half)": how many tolerances away the nearest rival is.
proc trundle::formats::discrimination {facts} {
    set sort [discrimination-sort $facts]
    if {$sort eq ""} {
        return ""
    }
    return "[expr {$sort eq "number" ? [short [dict get $facts discrimination] 2] : $sort}] ([dict get $facts rival])"
}

# No number says how far a rival is from a bound on the other side of zero, from a condition, from what never happens, or
# where nothing is tolerated.
proc trundle::formats::discrimination-sort {facts} {
    set far [get $facts discrimination]
    if {[get $facts rival] eq "" || $far eq ""} {
        return ""
    } elseif {$far < Inf} {
        return number
    } elseif {[get $facts side] ne ""} {
        return one-sided
    }
    return [expr {[get $facts tolerance] ne "" && [get $facts tolerance] == 0 ? "exact" : "yes/no"}]
}

# --- a case ---------------------------------------------------------------------

proc trundle::formats::case-table {result} {
    set rows {{observable value unit reference kind error tolerance discrimination ""}}
    dict for {name facts} [dict get $result observables] {
        dict with facts {
            lappend rows [list $name [happening $value] $unit \
                [expr {$kind eq "" ? "" : [happening $reference]}] $kind \
                [short $error 2] \
                [short $tolerance 2] [discrimination $facts] [verdict $facts]]
        }
    }
    return [align $rows]
}

# An observable without a value is one that did not happen.
proc trundle::formats::happening {value} {
    return [expr {$value eq "" ? "never" : [short $value 8]}]
}

# The conventions of an engine, each with its meaning.
proc trundle::formats::conventions {explain meanings} {
    set rows {{convention {in force} {what it is}}}
    dict for {name value} $explain {
        lappend rows [list $name [short $value] [get $meanings $name]]
    }
    return [align $rows]
}

# One JSON object; the keys are part of the interface (see the manual page).
proc trundle::formats::case-json {name source parameters result explain} {
    package require json::write
    json::write indented true
    json::write aligned false
    set observables {}
    dict for {key facts} [dict get $result observables] {
        lappend observables $key [observable-json $facts]
    }
    return [json::write object case [json-text $name] \
        source [json-text $source] \
        parameters [parameters-json $parameters [dict get $result parameters]] \
        observables [json::write object {*}$observables] \
        steps [dict get $result steps] \
        hash [json-text [dict get $result hash]] \
        wall_s [json-value [dict get $result wall_s]] \
        {*}[expr {[dict exists $result unanswered] ? [list unanswered [json-text [dict get $result unanswered]]] : ""}] \
        {*}[graphs-json [trundle::value::get [dict get $result kept] graphs]] \
        {*}[expr {$explain ? [conventions-json [dict get $result explain]] : ""}]]
}

# The curves of a case that is drawn, with all digits.
proc trundle::formats::graphs-json {graphs} {
    if {![llength $graphs]} {
        return ""
    }
    return [list graphs [json::write array {*}[lmap graph $graphs {
        json::write object {*}[concat {*}[lmap key {title x y log} {list $key [json-text [dict get $graph $key]]}]] \
            equal [expr {[dict get $graph equal] ? "true" : "false"}] \
            curves [json::write array {*}[lmap curve [dict get $graph curves] {
                json::write object name [json-text [dict get $curve name]] as [json-text [dict get $curve as]] \
                    {*}[concat {*}[lmap k {0 1} axis {x y} {
                        list $axis \[[join [lmap point [dict get $curve points] {json-number [lindex $point $k]}] ,]\]
                    }]]
            }]]
    }]]]
}

# The same for gnuplot: a block for each curve, "GRAPH: CURVE" its name.
proc trundle::formats::graphs-text {graphs} {
    return [join [concat {*}[lmap graph $graphs {
        lmap curve [dict get $graph curves] {
            string cat "# [dict get $graph title]: [dict get $curve name]\n" [join [dict get $curve points] \n]
        }
    }]] \n\n\n]
}

# Asked for, the conventions are one key more.
proc trundle::formats::conventions-json {explain} {
    set pairs {}
    dict for {name value} $explain {
        lappend pairs $name [expr {[string is double -strict $value]
                                   ? [json-value $value] : [json-text $value]}]
    }
    return [list conventions [json::write object {*}$pairs]]
}

proc trundle::formats::observable-json {facts} {
    dict with facts {
        return [json::write object value [json-value $value] \
            unit [json-text $unit] reference [json-value $reference] \
            reference_kind [json-text $kind] error [json-value $error] \
            tolerance [json-value $tolerance] \
            tolerance_reason [json-text $reason] pass [json-boolean $pass] \
            {*}[rivals-json $facts]]
    }
}

# The nearest rival, how far it is, and the values of all.
proc trundle::formats::rivals-json {facts} {
    set rivals [lmap x [get $facts rivals] {expr {[incr k] % 2 ? $x : [json-value $x]}}]
    return [list rival [json-text [get $facts rival]] \
        discrimination [json-value [get $facts discrimination]] \
        discrimination_sort [json-text [discrimination-sort $facts]] \
        weak [json-boolean [get $facts weak 0]] rivals [json::write object {*}$rivals]]
}

proc trundle::formats::parameters-json {parameters values} {
    set pairs {}
    dict for {name facts} $parameters {
        set value [dict get $values $name]
        switch -- [lindex [dict get $facts kind] 0] {
            choice - text - name {set json [json-text $value]}
            boolean {set json [json-boolean $value]}
            default {set json [json-value $value]}
        }
        lappend pairs $name $json
    }
    return [json::write object {*}$pairs]
}

# An empty value is null; several numbers are an array.
proc trundle::formats::json-value {value} {
    switch -- [llength $value] {
        0 {return null}
        1 {return [json-number $value]}
    }
    return [json::write array {*}[lmap x $value {json-number $x}]]
}

# Tcl writes numbers that JSON does not know: ".5", "5.", "Inf".
proc trundle::formats::json-number {x} {
    if {![trundle::value::finite $x]} {
        return null
    }
    if {[string is wideinteger -strict $x]} {
        return [format %lld $x]
    }
    return [expr {double($x)}]
}

proc trundle::formats::json-text {text} {
    return [expr {$text eq "" ? "null" : [json::write string $text]}]
}

proc trundle::formats::json-boolean {value} {
    return [expr {$value eq "" ? "null" : $value ? "true" : "false"}]
}

# --- checks ------------------------------------------------------------------------

# The name that is for ever, and the sentence that may be improved.
proc trundle::formats::check-name {check} {
    return "[dict get $check benchmark]/[dict get $check name]"
}

# What differs as its code has declared is told, and is no failure; nor is what a code cannot say.
proc trundle::formats::passed? {check} {
    expr {[dict get $check status] in {pass weak differs unsupported}}
}

# The word for what is neither a pass nor a failure of a check, with its reason.
proc trundle::formats::aside {check} {
    set word [get {weak weak differs "differs (declared)" unsupported unsupported crashed crashed late "timed out"} \
        [dict get $check status]]
    return [expr {$word in {"" weak} ? $word : "$word: [string map {\n " "} [dict get $check message]]"}]
}

# One comparison as a line of text.
proc trundle::formats::comparison {one} {
    set line [sentence $one]
    if {[dict exists $one want]} {
        append line ": got [short [dict get $one got] 10],\
            wanted [short [dict get $one want] 10],\
            [dict get $one measure] [short [dict get $one error] 3],\
            tolerance [short [dict get $one tolerance] 3]"
    }
    if {[get $one rival] ne ""} {
        append line ", discrimination [discrimination $one]"
    }
    if {[get $one reason] ne ""} {
        append line "; tolerance: [dict get $one reason]"
    }
    if {[get $one fault] ne ""} {
        return "REFUSED $line: [dict get $one fault]"
    }
    return [dict get {FAIL "FAILED " weak "WEAK " pass "" "" ""} [verdict $one]]$line
}

# What was compared, with the condition where there is one.
proc trundle::formats::sentence {one} {
    set condition [get $one condition]
    return "[dict get $one text][expr {$condition eq "" ? "" : " ($condition)"}]"
}

proc trundle::formats::details {check} {
    set lines [lmap one [dict get $check comparisons] {comparison $one}]
    if {[dict get $check message] ne ""} {
        lappend lines "error: [dict get $check message]"
    }
    return $lines
}

# How many comparisons of a check that passes are weak: a mistake would pass them, too.
proc trundle::formats::weak-part {check} {
    set verdicts [lmap one [dict get $check comparisons] {expr {[get $one pass] eq "" ? [continue] : [verdict $one]}}]
    set weak [llength [lsearch -all -exact $verdicts weak]]
    return [expr {$weak && [dict get $check status] eq "pass" ? " # WEAK $weak of [llength $verdicts]" : ""}]
}

proc trundle::formats::tap {checks {notes {}}} {
    set lines [list "1..[llength $checks]"]
    foreach check $checks {
        lappend lines [tap-check $check [incr number]]
    }
    foreach note $notes {
        lappend lines "# $note"
    }
    return [join $lines \n]
}

# One check in several lines.  What differs as declared is a TODO of that code: not ok, and no failure.
proc trundle::formats::tap-check {check number} {
    set status [dict get $check status]
    set word [expr {[passed? $check] && $status ne "differs" ? "ok" : "not ok"}]
    set mark [get {weak SKIP unsupported SKIP differs TODO} $status]
    set aside [aside $check]
    set lines [list "$word $number - [check-name $check]: [dict get $check title][expr {
        $mark ne "" ? " # $mark $aside" : $aside ne "" ? " ($aside)" : [weak-part $check]}]"]
    foreach detail [details $check] {
        lappend lines "# [string map {\n "\n# "} $detail]"
    }
    dict for {file rows} [get $check taken] {
        lappend lines "# rows of $file: $rows"
    }
    return [join $lines \n]
}

# Characters that XML keeps for itself, and those that it forbids.
proc trundle::formats::xml {text} {
    regsub -all {[\x00-\x08\x0b\x0c\x0e-\x1f]} $text ? text
    return [string map {& &amp; < &lt; > &gt; \" &quot;} $text]
}

# One test suite a benchmark, as the readers of JUnit XML expect.
proc trundle::formats::junit {checks} {
    set suites {}
    foreach check $checks {
        dict lappend suites [dict get $check benchmark] $check
    }
    append text "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    append text "<testsuites[junit-counts $checks]>\n"
    dict for {name members} $suites {
        append text "  <testsuite name=\"[xml $name]\"[junit-counts $members]>\n"
        foreach check $members {
            append text [junit-case $check]
        }
        append text "  </testsuite>\n"
    }
    return [append text "</testsuites>"]
}

proc trundle::formats::junit-counts {checks} {
    set count [dict create pass 0 fail 0 error 0 weak 0 differs 0 unsupported 0 crashed 0 late 0]
    set seconds 0.0
    foreach check $checks {
        dict incr count [dict get $check status]
        set seconds [expr {$seconds + [dict get $check seconds]}]
    }
    return " tests=\"[llength $checks]\" failures=\"[dict get $count fail]\"\
        errors=\"[+ [dict get $count error] [dict get $count crashed] [dict get $count late]]\"\
        skipped=\"[+ [dict get $count weak] [dict get $count differs] [dict get $count unsupported]]\" time=\"[format %.3f $seconds]\""
}

proc trundle::formats::junit-case {check} {
    append text "    <testcase classname=\"[xml [dict get $check benchmark]]\"\
        name=\"[xml [dict get $check name]]\"\
        time=\"[format %.3f [dict get $check seconds]]\">\n"
    set details [xml [join [details $check] \n]]
    switch -- [dict get $check status] {
        fail {append text "      <failure message=\"[xml [dict get $check title]]\">$details</failure>\n"}
        error - crashed - late {append text "      <error message=\"[xml [dict get $check message]]\">$details</error>\n"}
        weak {append text "      <skipped message=\"weak: a mistake would pass too\"/>\n"}
        differs - unsupported {append text "      <skipped message=\"[xml [aside $check]]\"/>\n"}
        default {append text "      <system-out>$details</system-out>\n"}
    }
    return [append text "    </testcase>\n"]
}

# What does not apply to a code is neither passed nor failed.
proc trundle::formats::checks-json {checks {explained {}}} {
    package require json::write
    json::write indented true
    json::write aligned false
    set failed 0
    set apart 0
    foreach check $checks {
        incr failed [expr {![passed? $check]}]
        incr apart [expr {[dict get $check status] eq "unsupported"}]
    }
    return [json::write object passed [expr {[llength $checks] - $failed - $apart}] \
        failed $failed not_applicable $apart explained_by [json::write array {*}[lmap one $explained {
            dict with one {}
            json::write object code [json-text $code] mistake [json-text $word] note [json-text $note] \
                explains $explains of $of
        }]] checks [json::write array {*}[lmap check $checks {check-json $check}]]]
}

proc trundle::formats::check-json {check} {
    dict with check {
        return [json::write object name [json-text [check-name $check]] \
            title [json-text $title] tier [json-text $tier] \
            tags [json::write array {*}[lmap tag $tags {json-text $tag}]] \
            status [json-text $status] message [json-text $message] \
            {*}[expr {[info exists mistakes] ? [list mistakes [json::write array \
                {*}[lmap one $mistakes {json-text [lindex $one 0]}]]] : {}}] \
            seconds [json-value $seconds] comparisons [json::write array \
                {*}[lmap one $comparisons {comparison-json $one}]]]
    }
}

proc trundle::formats::comparison-json {one} {
    return [json::write object text [json-text [sentence $one]] \
        value [json-value [get $one got]] reference [json-value [get $one want]] \
        error [json-value [get $one error]] \
        error_measure [json-text [get $one measure]] \
        tolerance [json-value [get $one tolerance]] \
        tolerance_reason [json-text [get $one reason]] \
        pass [json-boolean [get $one pass]] {*}[rivals-json $one]]
}

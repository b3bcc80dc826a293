# report-codes.tcl -- what other codes answer, as a part of the page of `trundle reproduce`: each question once with the
# references of the page (strict) and once with the conventions of the code (dialect).
package provide trundle::report::codes 1.0
package require trundle::report::parts
package require trundle::portable

namespace eval trundle::report {
    variable words {pass pass weak pass fail fail differs {differs (declared)} unsupported unsupported crashed crashed
        late {timed out} error error}
    variable marks {pass pass weak weak fail fail differs off unsupported unsaid crashed error late error error error}
}

# report::codes ANSWERS CODES -> HTML.  ANSWERS: those of portable::everything, CODES: {NAME TITLE ...}.
proc trundle::report::codes {answers codes} {
    append text "<section id=\"codes\">\n<h2>What other codes answer</h2>\n<p>The error of each answer in tolerances of the benchmark, and the\
        seconds that the code took. <em>Strict</em>: beside the references of the page, in its conventions. <em>Dialect</em>: beside\
        those in the conventions that the code says it has. An answer <em>differs (declared)</em> when it is not the page's and the\
        convention named explains it; it <em>fails</em> when nothing does that is declared.</p>\n"
    append text "<table class=\"numbers codes\">\n<thead><tr><th>question</th>"
    foreach {name title} $codes {
        append text "<th>[xml $title], strict</th><th>dialect</th>"
    }
    append text "</tr></thead>\n<tbody>\n"
    set questions {}
    foreach one $answers {
        dict set questions [list [dict get $one page] [dict get $one variant]] [dict get $one code] $one
    }
    dict for {question of} $questions {
        lassign $question page variant
        append text "<tr>[cell question "<a href=\"#[xml $page]\">[xml $page]</a>, [xml $variant]"]"
        foreach {name title} $codes {
            append text [cell "$name, strict" [answer [dict get $of $name strict]]][cell "$name, dialect" [answer \
                [dict get $of $name own]]]
        }
        append text "</tr>\n"
    }
    return [append text "</tbody>\n</table>\n<p>[xml [codes-counted $answers $codes]]</p>\n</section>\n"]
}

# The word of an answer, its error, its seconds, and why.
proc trundle::report::answer {answer} {
    variable words
    variable marks
    dict with answer {
        set worst [lindex [trundle::portable::worst $answer] 0]
        set html "<span class=\"[dict get $marks $status]\">[dict get $words $status]</span>"
        if {$status in {pass weak fail differs} && $worst ne ""} {
            append html " [number $worst 2]"
        }
        if {$seconds > 0} {
            append html " <span class=\"unit\">[short $seconds 2] s</span>"
        }
        return [expr {$message eq "" ? $html : "$html <span class=\"why\">[xml [lindex [split $message \n] 0]]</span>"}]
    }
}

# How many answers of each code got which word.
proc trundle::report::codes-counted {answers codes} {
    variable words
    return [join [lmap {name title} $codes {
        set parts [lmap mode {strict own} {
            set counts {}
            foreach one $answers {
                if {[dict get $one code] eq $name} {
                    dict incr counts [dict get $words [dict get $one $mode status]]
                }
            }
            join [lmap {word count} $counts {string cat "$count $word"}] {, }
        }]
        string cat "$title: strict [lindex $parts 0]; dialect [lindex $parts 1]."
    }]]
}

# Under a figure: whose curves it has, and why others are not there.
proc trundle::report::curves {codes} {
    return [join [lmap {name curves} $codes {
        set missing [dict filter $curves script {curve why} {expr {$why ne ""}}]
        if {[dict size $missing] == [dict size $curves]} {
            string cat "$name has no curve: [lindex $missing 1]"
        } else {
            string cat $name [expr {[dict size $missing] ? " has no curve " : ""}] \
                [join [lmap {curve why} $missing {string cat "$curve: $why"}] ", no "]
        }
    }] "; "]
}

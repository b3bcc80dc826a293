# ledger.tcl -- what became of every equation, figure, table, claim and erratum of the sources.
#
#   tclsh ledger.tcl ?-srcdir DIR? ?-output DIR? ?-book FILES? ?-answers FILES?
#                    ?-report? ?-ran? ?-quiet? ?LOG ...?
#
# Reads the lists in DIR/data (equations, items, errata, out-of-scope), the tags \srceq and \srcitem, the
# erratum boxes and the names of tests, checks and figures in the chapters and pages (*.nw), the TAP logs that are
# given, and what `trundle reproduce` has made (answers.txt).  Writes ledger.csv, ledger.tex and errata.tex to the
# output folder and prints a summary.
#
# A tag that claims a test must show it: [tests: words of its name], or, without a name, the tests of the
# code chunk that follows.  What became of a printed number no tag says: it follows from the rows (`printed`) of
# the report, and so does it that a figure is drawn.
#
# Exit status 1: a tag is wrong or its test does not exist, an entry has no fate and is not out of scope, an
# implemented equation has no test, or a test of an entry or erratum failed.  With -report these are only printed.
# -ran wants a passed test in the logs for every erratum that has one.
package require Tcl 8.6
package require csv
source [file join [file dirname [info script]] parts.tcl]
source [file join [file dirname [info script]] files.tcl]
foreach name {base/value suite/published} {
    source [file join [file dirname [info script]] .. verification harness $name.tcl]
}

namespace eval ledger {
    namespace import ::files::read-text ::files::write-text
    # Key of an erratum or an inference, and a list of such keys.
    variable Key {[CEBSWI]-[0-9]+}
    variable Keys "$Key\(?:\\s*,\\s*$Key)*"
    # Word of a tag -> the fate that it gives.
    variable Fates {
        implements implemented  derives derived  tests tested  tested tested
        drawn drawn  wrong wrong  cites cited
        measured measured  differs "not reproduced"  discusses discussed
    }
    # What a fate must show: kinds of evidence.
    variable Evidence {
        tested {test check}
        "not reproduced" {test check}
        measured {test check figure table}
        drawn {figure}
    }
    # The order in which fates are shown; a citation alone is no fate.  A printed number is compared, reproduced
    # when all that is printed in the entry agrees and some of it is not known beforehand, not reproduced when all
    # was computed and none agrees.
    variable Shown {implemented derived tested reproduced compared measured "not reproduced" discussed drawn wrong cited}
    variable Numeric {^([A-Z]?[0-9]+[a-z]?)\s*--?\s*([A-Z]?[0-9]+[a-z]?)$}
}

# --- state -----------------------------------------------------------------

# entries: id -> place what value, in the order of the lists; an id is {source kind key}.
# tags, boxes: lists of dicts; named: key -> places of tests in the chapters.
# evidence: list of dicts, the tests, checks, figures and tables by name.
# printed: id -> counts of its printed numbers, empty when the tier left them out.
# facts: what numbers that depend on each other state -> the entries of these numbers.
# results: key -> {passed failed skipped}; lines: name of a test in the logs -> the same.
proc ledger::reset {} {
    foreach name {entries errata excuses results lines named printed facts} {
        variable $name
        set $name [dict create]
    }
    foreach name {tags boxes errors evidence} {
        variable $name
        set $name {}
    }
}

proc ledger::complain {where message} {
    variable errors
    lappend errors "$where: $message"
}

# A tag with a range of entries has one mistake, not one for each.
proc ledger::complain-once {where message} {
    variable errors
    if {"$where: $message" ni $errors} {
        complain $where $message
    }
}

# --- the lists -------------------------------------------------------------

# Rows of a CSV file as dicts of its columns; lines that begin with # are comments.
proc ledger::read-csv {file} {
    set rows {}
    set names {}
    set number 0
    foreach line [split [read-text $file] \n] {
        incr number
        if {$line eq "" || [string match "#*" $line]} {
            continue
        }
        set cells [::csv::split $line]
        if {$names eq ""} {
            set names $cells
            continue
        }
        if {[llength $cells] != [llength $names]} {
            complain $file:$number "[llength $cells] cells, expected [llength $names]"
            continue
        }
        set row [dict create where $file:$number]
        foreach name $names cell $cells {
            dict set row $name $cell
        }
        lappend rows $row
    }
    return $rows
}

proc ledger::read-lists {data} {
    foreach row [read-csv $data/equations.csv] {
        dict set row kind eq
        dict set row key [dict get $row number]
        dict set row place [dict get $row section]
        dict set row value ""
        add-entry $row
    }
    foreach row [read-csv $data/items.csv] {
        add-entry $row
    }
    variable errata
    foreach row [read-csv $data/errata.csv] {
        set key [dict get $row key]
        if {[dict exists $errata $key]} {
            complain [dict get $row where] "$key stands twice"
        }
        if {[dict get $row kind] ni {misprint likely gap convention remark refuted inference}
            || [dict get $row check] ni {run proof}} {
            complain [dict get $row where] "$key: unknown kind or check"
        }
        set slip [::trundle::value::get $row slip]
        if {$slip ne "" && ([dict get $row kind] ne "misprint" || $slip ni {sign factor letter rounding})} {
            complain [dict get $row where] "$key: a slip is one of sign, factor, letter, rounding, of a misprint"
        }
        dict set row about [resolve-about $row]
        dict set errata $key $row
    }
    foreach row [read-csv $data/out-of-scope.csv] {
        add-excuse $row
    }
}

proc ledger::add-entry {row} {
    variable entries
    set id [list [dict get $row source] [dict get $row kind] [dict get $row key]]
    if {[dict exists $entries $id]} {
        complain [dict get $row where] "[name $id] stands twice"
    }
    dict set entries $id [dict filter $row key place what value]
}

proc ledger::add-excuse {row} {
    variable excuses
    set where [dict get $row where]
    if {[string trim [dict get $row reason]] eq ""} {
        complain $where "no reason"
    }
    foreach id [resolve-list $where [dict get $row source] [dict get $row kind] \
                    [dict get $row key]] {
        if {[dict exists $excuses $id]} {
            complain $where "[name $id] stands twice"
        }
        dict set excuses $id [list [dict get $row reason] $where]
    }
}

proc ledger::name {id} {
    lassign $id source kind key
    return [expr {$kind eq "eq" ? "$source ($key)" : "$source $kind $key"}]
}

# --- numbers: 31, 14 (both 14a and 14b), 25-38, lists -----------------------

proc ledger::keys-of {source kind} {
    variable entries
    variable errata
    if {$kind eq "erratum"} {
        return [dict keys [dict filter $errata script {key row} {
            string equal [dict get $row source] $source
        }]]
    }
    return [lmap id [dict keys $entries [list $source $kind *]] {lindex $id 2}]
}

# The keys that one word names; empty if there are none.
proc ledger::matching {keys word} {
    if {$word in $keys} {
        return [list $word]
    }
    set parts [lsearch -all -inline -regexp $keys "^[regsub -all {\W} $word {\\&}]\[a-z]$"]
    if {[llength $parts]} {
        return $parts
    }
    variable Numeric
    if {[regexp $Numeric $word - low high]} {
        set first [lsearch $keys [lindex [matching $keys $low] 0]]
        set last [lsearch $keys [lindex [matching $keys $high] end]]
        if {$first >= 0 && $first <= $last} {
            return [lrange $keys $first $last]
        }
    }
    return {}
}

# All ids of a tag or of an excuse; what is unknown is an error at WHERE.
proc ledger::resolve-list {where source kind text} {
    set keys [keys-of $source $kind]
    if {$kind eq "example"} {
        set kind section
        set keys [keys-of $source $kind]
    }
    if {![llength $keys]} {
        complain $where "unknown source or kind \"$source\" \"$kind\""
        return {}
    }
    set ids {}
    foreach word [split $text ,] {
        set word [string trim $word]
        set found [matching $keys $word]
        if {![llength $found]} {
            complain $where "$source has no $kind \"$word\""
        }
        foreach key $found {
            lappend ids [list $source $kind $key]
        }
    }
    return $ids
}

# What an erratum is about: numbers of equations, and other entries as "kind key".
proc ledger::resolve-about {row} {
    set ids {}
    foreach word [split [dict get $row about] ,] {
        lassign [string trim $word] kind key
        if {$key eq ""} {
            lassign [list eq $kind] kind key
        }
        lappend ids {*}[resolve-list [dict get $row where] [dict get $row source] $kind $key]
    }
    return $ids
}

# --- chapters ----------------------------------------------------------------

# Documentation without quoted code and comments; lines and columns stay.
proc ledger::blank {text} {
    set quoted {\[\[.*?\]\]+}
    foreach range [lreverse [regexp -all -inline -indices $quoted $text]] {
        lassign $range from to
        set text [string replace $text $from $to \
                      [regsub -all {[^\n]} [string range $text $from $to] " "]]
    }
    return [regsub -all {(^|[^\\])%[^\n]*} $text {\1}]
}

# Calls DOC text line chunk chunkline and CODE name line text for the parts of a file.
proc ledger::parts {file doc code} {
    set lines [split [read-text $file] \n]
    set kind doc
    set start 1
    set body {}
    set title ""
    set number 0
    foreach line [concat $lines [list @]] {
        incr number
        if {[regexp {^<<(.*)>>=\s*$} $line - next]} {
            if {$kind eq "doc"} {
                {*}$doc [join $body \n] $start $next $number
            } else {
                {*}$code $title $start [join $body \n]
            }
            lassign [list code $number {} $next] kind start body title
        } elseif {[regexp {^@(?:\s+(.*))?$} $line - rest]} {
            if {$kind eq "doc"} {
                {*}$doc [join $body \n] $start "" 0
            } else {
                {*}$code $title $start [join $body \n]
            }
            lassign [list doc $number [list $rest]] kind start body
        } else {
            lappend body $line
        }
    }
}

proc ledger::read-chapter {root file} {
    variable here [dict create file $file name [parts::of $root $file] \
        page [string match verification/* $file] label ""]
    parts [file join $root $file] ::ledger::read-documentation ::ledger::read-code
}

proc ledger::line-at {text start index} {
    return [expr {$start + [regexp -all \n [string range $text 0 $index-1]]}]
}

# Tags, boxes and section labels of one documentation chunk, in the order of the text.
proc ledger::read-documentation {text start chunk line} {
    set text [blank $text]
    set pattern {\\(srceq|srcitem|begin\{erratum\}|figfile|chapter\M|(?:sub)*section\M)}
    set last [lindex [regexp -all -inline -indices {\\(?:chapter|(?:sub)*section)\M} $text] end]
    foreach {whole word} [regexp -all -inline -indices $pattern $text] {
        lassign $whole from to
        set rest [string range $text $to+1 end]
        set at [line-at $text $start $from]
        # A heading between a tag and the code ends its reach.
        set near [expr {$chunk ne "" && ($last eq "" || [lindex $last 0] < $from)}]
        switch -glob [string range $text {*}$word] {
            srceq    {read-tag $at $rest 0 [expr {$near ? [list $chunk $line] : ""}]}
            srcitem  {read-tag $at $rest 1 [expr {$near ? [list $chunk $line] : ""}]}
            begin*   {read-box $at $rest}
            figfile  {
                if {[regexp {^\s*\{([^\}]*)\}} $rest - figure]} {
                    note-evidence figure $figure $at 0
                }
            }
            default  {read-label $rest}
        }
    }
}

# The label behind a heading, if it has one before the next paragraph.
proc ledger::read-label {rest} {
    variable here
    if {[regexp {^.*?(?:\n\s*\n|$)} $rest paragraph]
        && [regexp {\\label\{((?!eq:|fig:|tab:)[^\}]*)\}} $paragraph - label]} {
        dict set here label $label
    }
}

proc ledger::read-tag {line rest item chunk} {
    variable here
    variable tags
    variable Fates
    set where [dict get $here file]:$line
    set pattern {^\s*(?:\[(\w*)(?::([^]]*))?\])?\s*\{([^\}]*)\}\s*\{([^\}]*)\}}
    if {$item} {
        append pattern {\s*\{([^\}]*)\}}
    }
    if {![regexp $pattern $rest - word shows source first second]} {
        complain $where "a tag that cannot be read"
        return
    }
    if {$word eq ""} {
        set word cites
    }
    if {![dict exists $Fates $word]} {
        complain $where "unknown fate \"$word\""
        return
    }
    if {$word eq "implements" && $chunk eq ""} {
        complain $where "implements, but no code chunk follows before the next heading or text chunk"
        return
    }
    lassign [expr {$item ? [list $first $second] : [list eq $first]}] kind text
    foreach id [resolve-list $where $source $kind $text] {
        lappend tags [dict merge $here [dict create id $id fate [dict get $Fates $word] \
            word $word line $line chunk $chunk shows [words $shows] \
            spelled [expr {$item ? "$kind-$text" : $text}]]]
    }
}

# Text on one line, single blanks.
proc ledger::words {text} {
    return [string trim [regsub -all {\s+} $text " "]]
}

proc ledger::read-box {line rest} {
    variable here
    variable boxes
    variable errata
    set where [dict get $here file]:$line
    if {![regexp {^\s*\{([^\}]*)\}\s*\{([^\}]*)\}\s*\{} $rest - keys sources]} {
        complain $where "an erratum without keys, source and place"
        return
    }
    foreach key [split $keys ,] {
        set key [string trim $key]
        if {![dict exists $errata $key]} {
            complain $where "unknown erratum \"$key\""
        } elseif {[string first [dict get $errata $key source] $sources] < 0} {
            complain $where "$key belongs to [dict get $errata $key source]"
        } else {
            lappend boxes [dict merge $here [dict create key $key line $line]]
        }
    }
}

# One test (tap_ok and its kin), check, figure or table; CHUNK is the line at which its chunk begins.
# What printf puts into a name is ... in the title and * in the pattern.
proc ledger::note-evidence {kind title line chunk} {
    variable here
    variable evidence
    set pattern [regsub -all {[\\*?[\]]} $title {\\&}]
    set directive {%[-+ #0-9.*]*(?:hh?|ll?|[zjt])?[a-zA-Z]}
    lappend evidence [dict merge $here [dict create kind $kind line $line at $chunk \
        title [string map {%% %} [regsub -all $directive $title ...]] \
        pattern [string map {%% %} [regsub -all $directive $pattern *]]]]
}

# Names of the tests of a piece of C, with the place of each call: {index format ...}.
proc ledger::test-names {text} {
    set names {}
    foreach {whole kind} [regexp -all -inline -indices {\mtap_(ok|near|below|bits|status)\s*\(} $text] {
        set rest [string range $text [lindex $whole 1]+1 end]
        set name [expr {[string range $text {*}$kind] eq "status" ? "status" : [first-text $rest]}]
        if {$name ne ""} {
            lappend names [lindex $whole 0] $name
        }
    }
    return $names
}

# The first string among the arguments of a call, neighbours joined; REST begins behind its parenthesis.
proc ledger::first-text {rest} {
    set depth 1
    while {$depth && [regexp -indices {["()]} $rest at]} {
        set index [lindex $at 0]
        switch -- [string index $rest $index] {
            ( {incr depth}
            ) {incr depth -1}
            default {
                regexp {^(?:"(?:[^"\\]|\\.)*"\s*)+} [string range $rest $index end] texts
                if {$depth == 1} {
                    return [join [lmap {- part} [regexp -all -inline {"((?:[^"\\]|\\.)*)"} $texts] \
                        {string map {\\" \" \\\\ \\} $part}] ""]
                }
                incr index [expr {[string length $texts] - 1}]
            }
        }
        set rest [string range $rest $index+1 end]
    }
    return ""
}

# Names of tests in the code, of errata among them, "C-4: ..."; checks, figures and tables of a page.
proc ledger::read-code {chunk start text} {
    variable here
    variable Keys
    variable tags
    foreach {index name} [test-names $text] {
        note-evidence test $name [expr {[line-at $text $start $index] + 1}] $start
    }
    if {[dict get $here page]} {
        set words {(?:^|\n)\s*(check|figure|table)\s+([\w-]+)\s}
        foreach {whole kind name} [regexp -all -inline -indices $words $text] {
            note-evidence [string range $text {*}$kind] [string range $text {*}$name] \
                [expr {[line-at $text $start [lindex $kind 0]] + 1}] $start
        }
        # Observables with a reference are a check that every page has.
        if {[regexp -indices {\mobserve\s[^\n]*(?:\\\n[^\n]*)*-reference} $text whole]} {
            note-evidence check observables [expr {[line-at $text $start [lindex $whole 0]] + 1}] $start
        }
        read-exhibits $start $text
    }
    foreach {- range} [regexp -all -inline -indices "\[\"\\x7b ]($Keys):\\s" $text] {
        set line [line-at $text $start [lindex $range 0]]
        note-test [expr {$line + 1}] [string range $text {*}$range]
    }
}

# The figures that a page draws again, -source {campello2015 fig 5, 6, bandeira2018 fig 17}, and the entries of which it
# sets printed numbers beside its own: printed {campello2015 claim 5.1-roll-time}, printed-tables bandeira2018 {5 ...}.
proc ledger::read-exhibits {start text} {
    foreach {whole range} [regexp -all -inline -indices -- {-source \{([^\}]*)\}} $text] {
        lassign {} source kind
        foreach part [split [string range $text {*}$range] ,] {
            switch [llength $part] {
                1 {set key [lindex $part 0]}
                2 {lassign $part kind key}
                3 {lassign $part source kind key}
                default continue
            }
            if {$kind eq "fig"} {
                note-exhibit drawn $source $kind $key $start [line-at $text $start [lindex $whole 0]]
            }
        }
    }
    foreach {whole source id} [regexp -all -inline -indices {(-source)?\s\{(\w+ (?:table|claim) [\w.-]+)\}} $text] {
        if {[lindex $source 0] < 0} {
            note-exhibit compared {*}[string range $text {*}$id] $start [line-at $text $start [lindex $id 0]]
        }
    }
    foreach {whole source tables} [regexp -all -inline -indices {printed-tables (\w+) \{([^\}]*)\}} $text] {
        foreach {key - -} [string range $text {*}$tables] {
            note-exhibit compared [string range $text {*}$source] table $key $start \
                [line-at $text $start [lindex $whole 0]]
        }
    }
}

proc ledger::note-exhibit {fate source kind key start line} {
    variable here
    variable tags
    incr line
    foreach id [resolve-list [dict get $here file]:$line $source $kind $key] {
        lappend tags [dict merge $here [dict create id $id fate $fate word $fate line $line chunk "" shows "" \
            spelled $kind-$key exhibit $start]]
    }
}

proc ledger::note-test {line keys} {
    variable here
    variable named
    variable errata
    set where [dict get $here file]:$line
    foreach key [split $keys ,] {
        set key [string trim $key]
        if {[dict exists $errata $key]} {
            dict lappend named $key [dict merge $here [dict create key $key line $line]]
        } else {
            complain $where "a test of unknown erratum \"$key\""
        }
    }
}

# --- test logs -----------------------------------------------------------------

proc ledger::read-log {file} {
    variable results
    variable lines
    variable errata
    variable Key
    variable Keys
    # A page writes the name of the check in front of its title.
    set pattern "^(not )?ok\\s+\[0-9]+\\s*-?\\s*((?:(?!$Key)\[\\w./-]+:\\s+)?(?:($Keys):)?.*)"
    set number 0
    foreach line [split [read-text $file] \n] {
        incr number
        if {![regexp $pattern $line - bad title keys]} {
            continue
        }
        set outcome [expr {[regexp -nocase {#\s*(skip|todo)} $line] ? 2 : $bad ne ""}]
        count lines [string trim [regsub -nocase {\s#\s*(skip|todo)\M.*} $title ""]] $outcome
        foreach key [split $keys ,] {
            set key [string trim $key]
            if {[dict exists $errata $key]} {
                count results $key $outcome
            } else {
                complain $file:$number "a test of unknown erratum \"$key\""
            }
        }
    }
}

# One more passed, failed or skipped.
proc ledger::count {table key outcome} {
    variable $table
    set counts [expr {[dict exists [set $table] $key] ? [dict get [set $table] $key] : {0 0 0}}]
    lset counts $outcome [expr {[lindex $counts $outcome] + 1}]
    dict set $table $key $counts
}

# "3 pass", "1 FAIL of 3", "" if nothing ran.
proc ledger::outcome {table key} {
    variable $table
    return [expr {[dict exists [set $table] $key] ? [outcome-text [dict get [set $table] $key]] : ""}]
}

proc ledger::outcome-text {counts} {
    lassign $counts passed failed skipped
    if {$failed} {
        return "$failed FAIL of [expr {$passed + $failed}]"
    }
    return [expr {$passed ? "$passed pass" : $skipped ? "skipped" : ""}]
}

# --- printed numbers ---------------------------------------------------------------

# Counts the rows of `trundle reproduce`; of two reports that have an exhibit, the first that has made it.
proc ledger::read-answers {files data} {
    variable entries
    variable printed
    variable facts
    set listed [expr {[file exists $data/facts.csv] ? [::trundle::published::facts-listed [read-text $data/facts.csv]] : {}}]
    foreach one $listed {
        if {![dict exists $entries [lrange $one 0 2]]} {
            complain $data/facts.csv "\"[join [lrange $one 0 2]]\" is no entry of the lists"
        }
    }
    set rows [dict create]
    set made [dict create]
    foreach file $files {
        lassign [read-text $file] names answers
        foreach name $names answer $answers {
            if {[lindex $answer 0] ne "ok"} continue
            foreach exhibit [dict get [lindex $answer 1] exhibits] {
                set key [list $name [dict get $exhibit name]]
                if {[dict get $exhibit left_out] || [dict exists $made $key]} continue
                dict set made $key 1
                foreach row [dict get $exhibit rows] {
                    if {[dict exists $row id] && [dict get $row id] ne ""} {
                        dict lappend rows [dict get $row id] $row
                    }
                }
            }
        }
    }
    dict for {id mine} $rows {
        if {![dict exists $entries $id]} {
            complain $id "printed numbers of an unknown entry"
            continue
        }
        dict set printed $id [::trundle::published::count $mine]
        foreach fact [dict keys [::trundle::published::facts $mine $listed]] {
            dict lappend facts $fact $id
        }
    }
}

# The counts of trundle::published, and ALL, what is printed, computed or not; empty if nothing was computed.
proc ledger::counts-of {id data} {
    variable printed
    if {![dict exists $printed $id]} {
        return {}
    }
    set counts [dict get $printed $id]
    set all [dict get $counts of]
    lassign $id source kind key
    if {$kind eq "table"} {
        set file $data/$source/table-[format %02s $key].csv
        if {[file exists $file]} {
            set all 0
            foreach row [read-csv $file] {
                incr all [expr {[dict size $row] - 5}]
            }
        }
    }
    return [dict replace $counts all $all]
}

# The facts that the numbers of an entry are part of, with the other entries that state them.
proc ledger::facts-text {id} {
    variable facts
    set parts {}
    dict for {fact ids} $facts {
        if {$id ni $ids} continue
        set others [lsort -unique -dictionary [lsearch -all -inline -not -exact $ids $id]]
        lappend parts [expr {[llength $others] ? "$fact (also [join [lmap one $others {join $one}] {, }])" : $fact}]
    }
    return [join $parts "; "]
}

# "82 of 90", with what is left out.
proc ledger::counts-text {counts} {
    if {$counts eq ""} {
        return "not run"
    }
    dict with counts {
        return "$agree of $of agree[expr {$all > $of ? ", [expr {$all - $of}] not run" : ""}]"
    }
}

# Of those that one does not know beforehand: "1 of 3 agree".
proc ledger::informative-text {counts} {
    dict with counts {
        return "$told_agree of $told agree"
    }
}

# --- what a tag shows ------------------------------------------------------------

# The evidence of each tag: by the name that it gives, in its own file or in one other; else all in the code chunk that follows.
# PAGE.NAME is a check, figure or table of a page.
proc ledger::find-evidence {} {
    variable tags
    variable Evidence
    set all {}
    foreach tag $tags {
        set found {}
        if {[dict exists $Evidence [dict get $tag fate]]} {
            set kinds [dict get $Evidence [dict get $tag fate]]
            set found [expr {[dict exists $tag exhibit] ? [evidence-at $tag [dict get $tag exhibit] $kinds]
                : [dict get $tag shows] ne "" ? [evidence-by-name $tag $kinds]
                : [dict get $tag chunk] ne "" ? [evidence-at $tag [lindex [dict get $tag chunk] 1] $kinds] : {}}]
            if {![llength $found] && [dict get $tag shows] eq ""} {
                complain-once [place $tag] "\[[dict get $tag word]], but the next chunk has no [join $kinds { or }];\
                    name one: \[[dict get $tag word]: words of its name]"
            }
        } elseif {[dict get $tag shows] ne ""} {
            complain-once [place $tag] "\[[dict get $tag word]] needs no test, but names \"[dict get $tag shows]\""
        }
        lappend all [dict replace $tag evidence $found]
    }
    set tags $all
}

proc ledger::evidence-at {tag start kinds} {
    variable evidence
    return [lmap one $evidence {
        if {[dict get $one file] ne [dict get $tag file] || [dict get $one at] != $start
            || [dict get $one kind] ni $kinds} continue
        set one
    }]
}

proc ledger::evidence-by-name {tag kinds} {
    set all {}
    foreach name [split [dict get $tag shows] ";"] {
        set name [string trim $name]
        set found [evidence-called $name $kinds]
        # A chapter and its tests have the same name, and so have the parts of a page.
        set own [lmap one $found {
            expr {[dict get $one name] eq [dict get $tag name] ? $one : [continue]}
        }]
        set files [lsort -unique [lmap one $found {dict get $one file}]]
        if {[llength $own]} {
            lappend all {*}$own
        } elseif {[llength $files] == 1} {
            lappend all {*}$found
        } else {
            complain-once [place $tag] "[expr {[llength $files] ? "more than one file has" : "there is"}]\
                [expr {[llength $files] ? "a" : "no"}] [join $kinds { or }] \"$name\""
        }
    }
    return $all
}

# A test may be called by two or more words of its name, everything else only by its whole name.
proc ledger::evidence-called {name kinds} {
    variable evidence
    return [lmap one $evidence {
        set title [dict get $one title]
        if {[dict get $one kind] ni $kinds} continue
        if {[dict get $one kind] eq "test" ? ![string match "* *" $name] || [string first $name $title] < 0
            : $name ne $title && $name ne "[dict get $one name].$title"} continue
        set one
    }]
}

# What the logs say about one test or check: {passed failed skipped}.
proc ledger::evidence-counts {one} {
    variable lines
    set title [dict get $one title]
    switch -- [dict get $one kind] {
        test    {set pattern [dict get $one pattern]}
        check   {set pattern "[dict get $one name]/$title: *"}
        default {return {0 0 0}}
    }
    set sum {0 0 0}
    dict for {- counts} [dict filter $lines key $pattern] {
        set sum [lmap a $sum b $counts {expr {$a + $b}}]
    }
    return $sum
}

# --- joining ---------------------------------------------------------------------

# The keys of the errata about each entry: id -> keys.
proc ledger::errata-by-entry {} {
    variable errata
    set by [dict create]
    dict for {key row} $errata {
        foreach id [dict get $row about] {
            dict lappend by $id $key
        }
    }
    return $by
}

# A misprint with a box makes its entries wrong; any erratum with a test is a test of its claims.
proc ledger::fates-by-errata {id keys} {
    variable boxes
    variable errata
    variable named
    set boxed [lmap box $boxes {dict get $box key}]
    set fates {}
    foreach key $keys {
        if {[dict get $errata $key kind] eq "misprint"} {
            if {$key in $boxed} {
                lappend fates wrong
            }
        } elseif {[lindex $id 1] ne "eq" && [dict exists $named $key]} {
            lappend fates tested
        }
    }
    return [lsort -unique $fates]
}

# The boxes of some errata in the form of tags of ID.
proc ledger::boxes-of {keys id} {
    variable boxes
    return [lmap box $boxes {
        if {[dict get $box key] ni $keys} continue
        dict merge $box [dict create id $id fate wrong chunk "" spelled ""]
    }]
}

# What the rows of its printed numbers make of an entry.  Numbers that are known beforehand, or that something was
# fitted to, may agree: the entry is compared, not reproduced.
proc ledger::fate-by-rows {counts} {
    if {$counts eq "" || [dict get $counts of] < [dict get $counts all]} {
        return compared
    }
    dict with counts {
        return [expr {$agree == $all && $told ? "reproduced" : $agree ? "compared" : "not reproduced"}]
    }
}

# No tag says of a printed number what became of it: that only its rows tell, or, where none sets it beside ours, a
# test or check that the tag names.
proc ledger::contradiction {id mine} {
    variable entries
    set compared [expr {"compared" in [lmap tag $mine {dict get $tag fate}]}]
    set value [dict get $entries $id value]
    foreach tag $mine {
        set fate [dict get $tag fate]
        if {$compared && $fate in {drawn measured "not reproduced" discussed}} {
            complain [place $tag] "[name $id] is called $fate, but printed numbers of it are compared"
        } elseif {$fate eq "not reproduced" && [dict get $tag shows] eq "" && [regexp {\d} $value]} {
            complain [place $tag] "[name $id] is called $fate, but no row sets its printed number, $value, beside ours,\
                and no check is named that does"
        }
    }
}

# Row of an entry: fates, tags by fate, keys, tests, pages, counts of printed numbers, status, reason.
proc ledger::join-entry {id mine keys data} {
    variable excuses
    variable Shown
    set counts [counts-of $id $data]
    set places [dict create]
    set pages {}
    foreach tag $mine {
        set fate [dict get $tag fate]
        if {$fate eq "compared"} {
            set fate [fate-by-rows $counts]
        }
        dict lappend places $fate $tag
        if {[dict get $tag page] && $fate ne "cited"} {
            lappend pages [dict get $tag name]
        }
    }
    foreach fate [fates-by-errata $id $keys] {
        if {![dict exists $places $fate] && !($fate eq "tested" && [dict exists $places "not reproduced"])} {
            dict set places $fate [expr {$fate eq "wrong" ? [boxes-of $keys $id] : {}}]
        }
    }
    set fates [lmap fate $Shown {expr {[dict exists $places $fate] ? $fate : [continue]}}]
    contradiction $id $mine
    set dealt [expr {[lsearch -not -exact $fates cited] >= 0}]
    lassign [expr {[dict exists $excuses $id] ? [dict get $excuses $id] : {}}] reason where
    if {$dealt && $reason ne ""} {
        complain $where "[name $id] is out of scope but it has a fate: [join $fates {, }]"
    }
    set tests [entry-tests $keys $mine]
    set outcomes [lmap {- - outcome} $tests {set outcome}]
    if {[lindex $id 1] eq "eq" && "implemented" in $fates && ![llength $tests]} {
        complain [name $id] "implemented, but no test, check, figure or erratum shows it"
    }
    if {$dealt} {
        set status [expr {[lsearch -glob $outcomes *FAIL*] >= 0 ? "FAIL"
            : $counts ne "" ? [fate-by-rows $counts]
            : [lsearch -glob $outcomes *pass] >= 0 ? "tested" : "in the book"}]
        if {$status eq "FAIL"} {
            complain [name $id] "a test of it failed"
        }
    } elseif {$reason ne ""} {
        set status "out of scope"
    } elseif {[lindex $id 1] eq "section" && [has-parts $id]} {
        set status "by its parts"
    } else {
        set status GAP
        complain [name $id] "no fate and not out of scope"
    }
    return [dict create id $id fates $fates places $places keys $keys tests $tests counts $counts \
        compared [expr {"compared" in [lmap tag $mine {dict get $tag fate}]}] \
        pages [lsort -unique $pages] status $status reason $reason]
}

# A section needs no fate of its own if its equations, figures or claims are listed.
proc ledger::has-parts {id} {
    variable entries
    lassign $id source - key
    dict for {other facts} [dict filter $entries key "$source *"] {
        if {[lindex $other 1] ne "section" && ([dict get $facts place] eq $key || [string match $key.* [dict get $facts place]])} {
            return 1
        }
    }
    return 0
}

# Tests of an entry: those of its errata, and what its tags show; a flat list of program, name and outcome.
proc ledger::entry-tests {keys mine} {
    variable named
    set tests {}
    foreach key $keys {
        if {[dict exists $named $key] || [outcome results $key] ne ""} {
            lappend tests $key "" [outcome results $key]
        }
    }
    foreach tag $mine {
        foreach one [dict get $tag evidence] {
            if {[dict get $one title] ne ""} {
                lappend tests [dict get $one name] [dict get $one title] [outcome-text [evidence-counts $one]]
            }
        }
    }
    set seen [dict create]
    foreach {program title outcome} $tests {
        dict set seen [list $program $title] $outcome
    }
    return [concat {*}[lmap {name outcome} $seen {list {*}$name $outcome}]]
}

# "C-4: 2 pass", "kinematics: carrying keeps the length (1 pass)".
proc ledger::tests-text {tests} {
    return [join [lmap {program title outcome} $tests {
        if {$title eq ""} {
            string cat $program [expr {$outcome eq "" ? "" : ": $outcome"}]
        } else {
            string cat [expr {[string match $program:* $title] ? "" : "$program: "}] $title \
                [expr {$outcome eq "" ? "" : " ($outcome)"}]
        }
    }] "; "]
}

# For the book: how many tests of each program, and whether all passed.
proc ledger::tests-brief {tests} {
    set by [dict create]
    foreach {program title outcome} $tests {
        dict lappend by $program $outcome
    }
    return [join [lmap {program outcomes} $by {
        set bad [llength [lsearch -all -glob $outcomes *FAIL*]]
        set good [llength [lsearch -all -glob $outcomes *pass]]
        if {[llength $outcomes] == 1 && [regexp {^[A-Z]-\d+$} $program]} {
            string cat "\\ledgertest{$program}" [expr {[lindex $outcomes 0] eq "" ? "" : ": [lindex $outcomes 0]"}]
        } else {
            string cat "\\ledgertest{$program}: [llength $outcomes]" [expr {$bad ? ", $bad FAIL" : $good ? ", $good pass" : ""}]
        }
    }] "; "]
}

proc ledger::join-all {data} {
    variable entries
    variable tags
    set by [errata-by-entry]
    set mine [dict create]
    foreach tag $tags {
        dict lappend mine [dict get $tag id] $tag
    }
    return [lmap id [dict keys $entries] {
        join-entry $id [expr {[dict exists $mine $id] ? [dict get $mine $id] : {}}] \
            [expr {[dict exists $by $id] ? [dict get $by $id] : {}}] $data
    }]
}

# Row of an erratum: where its box is, whether its test ran, what is missing.
proc ledger::join-errata {ran} {
    variable errata
    variable boxes
    variable named
    set rows {}
    dict for {key facts} $errata {
        set home [lsearch -all -inline -index 1 -exact \
            [lmap box $boxes {list $box [dict get $box key]}] $key]
        set boxed [expr {[llength $home] > 0}]
        set tested [dict exists $named $key]
        set outcome [outcome results $key]
        set needed [expr {[dict get $facts check] eq "run"}]
        # What is no error may live in the text; its test is enough.
        set boxing [expr {!$needed || [dict get $facts kind] in {misprint likely gap convention}}]
        set dealt [expr {($boxed || !$boxing) && ($tested || $outcome ne "" || !$needed)}]
        set missing [join [concat [expr {$boxed || !$boxing ? {} : {box}}] \
            [expr {!$needed || $tested || $outcome ne "" ? {} : {test}}]] " and "]
        if {!$dealt} {
            complain $key "no $missing"
        }
        if {[string match *FAIL* $outcome]} {
            complain $key "its test: $outcome"
        } elseif {$ran && $needed && $outcome in {"" skipped}} {
            complain $key "no test of it has run"
        }
        lappend rows [dict merge $facts [dict create home [lmap pair $home {lindex $pair 0}] \
            outcome $outcome tests [expr {$tested ? [dict get $named $key] : {}}] dealt $dealt \
            missing [expr {$dealt ? "" : $missing}]]]
    }
    return $rows
}

# --- writing ---------------------------------------------------------------------

proc ledger::write-file {file text} {
    file mkdir [file dirname $file]
    write-text $file $text
}

proc ledger::place {tag} {
    return [dict get $tag file]:[dict get $tag line]
}

proc ledger::write-csv {file rows errata} {
    variable entries
    set lines [list "source,kind,number,section,what,value,fate,places,tests,benchmarks,errata,status,reason,printed,informative,facts"]
    foreach row $rows {
        set id [dict get $row id]
        set places {}
        dict for {fate found} [dict get $row places] {
            foreach tag $found {
                set chunk [dict get $tag chunk]
                lappend places [expr {$fate eq "implemented"
                    ? "[lindex $chunk 0] ([dict get $tag file]:[lindex $chunk 1])"
                    : "$fate [place $tag]"}]
            }
        }
        set facts [dict get $entries $id]
        lappend lines [::csv::join [list {*}$id [dict get $facts place] [dict get $facts what] \
            [dict get $facts value] [join [dict get $row fates] "; "] \
            [join [lsort -unique $places] "; "] [tests-text [dict get $row tests]] \
            [join [dict get $row pages] "; "] [join [dict get $row keys] "; "] \
            [dict get $row status] [dict get $row reason] \
            [expr {[dict get $row compared] ? [counts-text [dict get $row counts]] : ""}] \
            [expr {[dict get $row counts] eq "" ? "" : [informative-text [dict get $row counts]]}] \
            [expr {[lindex $id 1] eq "table" ? "" : [facts-text $id]}]]]
    }
    foreach row $errata {
        lappend lines [::csv::join [list [dict get $row source] erratum [dict get $row key] \
            [dict get $row place] [dict get $row statement] "" [dict get $row kind] \
            [join [concat [lmap box [dict get $row home] {string cat "box " [place $box]}] \
                [lmap test [dict get $row tests] {string cat "test " [place $test]}]] "; "] \
            [dict get $row outcome] "" [dict get $row key] [erratum-status $row] "" "" "" ""]]
    }
    write-file $file [join $lines \n]\n
}

# For the book, which names the test where it has no result.
proc ledger::erratum-proof {row} {
    set text [erratum-status $row]
    if {$text ne "test not run"} {
        return [tex $text]
    }
    return [join [lsort -unique [lmap test [dict get $row tests] {section $test}]] {; }]
}

proc ledger::erratum-status {row} {
    if {[dict get $row outcome] ne ""} {
        return [dict get $row outcome]
    } elseif {[dict get $row dealt]} {
        return [expr {[dict get $row check] eq "proof" || [dict get $row tests] eq ""
            ? "proved in the book" : "test not run"}]
    }
    return "GAP: no [dict get $row missing]"
}

# --- LaTeX --------------------------------------------------------------------

proc ledger::tex {text} {
    return [regsub -all {\[\[(.*?)\]\]} [string map {+- {$\pm$}} [files::tex $text]] {\\texttt{\1}}]
}

# "Section 3.2", or the chapter's name where nothing carries a label.
proc ledger::section {tag} {
    set label [dict get $tag label]
    return [expr {$label eq "" ? "chapter [tex [dict get $tag name]]" : "Section~\\ref{$label}"}]
}

# The places of one fate, each section once.
proc ledger::fate-text {fate found} {
    set by [dict create]
    foreach tag $found {
        dict lappend by [section $tag] $tag
    }
    set parts {}
    dict for {section here} $by {
        set chunks {}
        if {$fate eq "implemented"} {
            foreach tag $here {
                lassign [dict get $tag chunk] name line
                lappend chunks "\\ledgerchunk{[tex $name]}{[tex [file tail [dict get $tag file]]]:$line}"
            }
            set chunks [list ": [join [lsort -unique $chunks] {; }]"]
        }
        lappend parts "$section[join $chunks {}]"
    }
    set fate [string map {wrong corrected} $fate]
    return "[expr {[llength $parts] ? "$fate in" : $fate}] [join $parts {; }]"
}

proc ledger::cell {row} {
    set lines {}
    foreach fate [dict get $row fates] {
        if {$fate ne "cited" || [llength [dict get $row fates]] == 1} {
            lappend lines [string trim [fate-text $fate [dict get $row places $fate]]]
        }
    }
    # What is not computed is listed in the chapter on the full tier.
    if {[dict get $row compared] && [dict get $row counts] ne ""} {
        dict with row counts {
            lappend lines "printed numbers: \\textbf{$agree of $of agree}"
        }
    }
    if {[dict get $row status] eq "out of scope"} {
        lappend lines "\\textbf{[dict get $row status]}: [tex [dict get $row reason]]"
    } elseif {[dict get $row status] eq "by its parts"} {
        lappend lines "by its parts"
    } elseif {[dict get $row status] eq "GAP"} {
        lappend lines "\\textbf{not dealt with yet}"
    }
    if {[llength [dict get $row tests]]} {
        lappend lines "tests: [tests-brief [dict get $row tests]]"
    }
    set keys [dict get $row keys]
    if {[llength $keys]} {
        lappend lines "errata: [join [lmap key $keys {string cat "\\ledgererratum{$key}"}] {, }]"
    }
    return [join $lines ". "]
}

# Targets of the tags of the book: the entry's own and each range that begins here.
proc ledger::targets {row} {
    variable tags
    lassign [dict get $row id] source kind key
    set prefix [expr {$kind eq "eq" ? "" : "$kind-"}]
    set spelled [list $prefix$key]
    foreach tag $tags {
        if {[dict get $tag id] eq [dict get $row id]} {
            lappend spelled [dict get $tag spelled]
        }
    }
    variable seen
    set text ""
    foreach word [lsort -unique $spelled] {
        if {![dict exists $seen $source.$word]} {
            dict set seen $source.$word 1
            append text "\\srctarget{$source}{$word}"
        }
    }
    return $text
}

proc ledger::long-table {columns head rows} {
    return "\\begin{longtable}{$columns}\n\\toprule\n$head \\\\\n\\midrule\n\\endhead\n\\bottomrule\n\\endfoot\n[join $rows { \\
}] \\\\\n\\end{longtable}\n"
}

proc ledger::write-ledger-tex {file rows summary} {
    variable entries
    variable seen [dict create]
    set column {>{\raggedright\arraybackslash}p}
    set widths {1 {0.085 0.295 0.56} 0 {0.17 0.29 0.48}}
    set text {% Written by mk/ledger.tcl from the chapters, the lists in data/ and the test logs.
\chapter{Ledger}\label{ch:ledger}
This chapter gives the status of every numbered equation of the five sources, \cite{campello2015}, \cite{bandeira2018}, \cite{wang2015},
\cite{swing2021} and \cite{epsd}, and of every figure, table, algorithm, remark, keyword and quantitative claim. If you have one of the papers in hand, look an
equation up here to find the code that evaluates it. An equation whose parts have letters counts once for each letter, so \cite{wang2015} with its 47 numbers has
more rows. The formulas of \cite{epsd} have no numbers and are called E1 to E10 here.

An entry may have several of the following statuses.
\begin{description}
\item[implemented] A chunk of code evaluates the equation; its name, file and line are given.
\item[derived] A section derives it or uses it in a derivation.
\item[tested] A section tests it.
\item[compared] A page compares published numbers with computed ones; the row gives how many agree within one unit of their last digit.
\item[reproduced] All published numbers of the entry agree, and not all of them were known before, as initial and fitted values are.
\item[not reproduced] All numbers were computed and none agrees; or, if no row has a published number, the named check proves the contrary.
\item[drawn] A computed figure corresponds to one that has no published numbers.
\item[measured] A computed figure or table shows the quantity without a limit, as for computing times.
\item[discussed] A section discusses a judgement that no number can decide.
\item[corrected] An erratum corrects it (Chapter~\ref{ch:errata}).
\item[out of scope] The reason is given.
\end{description}
A mere citation has no status. An entry without a status and without a reason would be \emph{missing}, and the build would fail; so it does for code without a test.
Behind \emph{tests} are the errata and chapters with tests of the entry, and how many of these passed when this book was made; \texttt{ledger.csv} has their names.

}
    append text $summary
    foreach source [sources $rows] {
        foreach {equations title head} {1 "equations" "Equation & states & status" 0 "everything else" "Item & what & status"} {
            set lines {}
            foreach row $rows {
                lassign [dict get $row id] from kind key
                if {$from ne $source || ($kind eq "eq") != $equations} {
                    continue
                }
                set facts [dict get $entries [dict get $row id]]
                set label [expr {$equations ? "($key)" : "$kind $key"}]
                set what [tex [dict get $facts what]]
                if {[dict get $facts value] ne ""} {
                    append what ": [tex [dict get $facts value]]"
                }
                lappend lines "[targets $row][string map {- -\\allowbreak{}} [tex $label]] & $what & [cell $row]"
            }
            if {[llength $lines]} {
                set wide "@{}[join [lmap part [dict get $widths $equations] {
                    string cat $column \x7b $part {\textwidth} \x7d
                }] {}]@{}"
                append text "\\section{\\textsf{$source}: $title}\n{\\footnotesize\n[long-table $wide $head $lines]}\n"
            }
        }
    }
    write-file $file $text
}

proc ledger::write-errata-tex {file rows} {
    set lines {}
    foreach row $rows {
        set homes [dict get $row home]
        if {![llength $homes]} {
            set homes [dict get $row tests]
        }
        set homes [lsort -unique [lmap place $homes {section $place}]]
        lappend lines "[dict get $row key] & \\textsf{[dict get $row source]}, [tex [dict get $row place]] &\
            [dict get $row kind] & [tex [dict get $row statement]] &\
            [expr {[llength $homes] ? [join $homes {; }] : "---"}] & [erratum-proof $row]"
    }
    set rag {>{\raggedright\arraybackslash}}
    write-file $file "% Written by mk/ledger.tcl.\n{\\footnotesize\n[long-table \
        "@{}l${rag}p{0.17\\textwidth}l${rag}p{0.33\\textwidth}${rag}p{0.12\\textwidth}${rag}p{0.11\\textwidth}@{}" \
        "Key & place & kind & what & see & tests" $lines]}\n"
}

# --- summary --------------------------------------------------------------------

# {source column} -> number, for the equations or for the other items.
proc ledger::tally {rows equations} {
    set counts [dict create]
    foreach row $rows {
        lassign [dict get $row id] source kind -
        if {($kind eq "eq") != $equations} {
            continue
        }
        set words [expr {[dict get $row status] in {GAP "out of scope"}
            ? [list [dict get $row status]]
            : [lsearch -all -inline -not -exact [dict get $row fates] cited]}]
        foreach word [list all {*}$words] {
            dict incr counts [list $source $word]
        }
    }
    return $counts
}

# The sources in the order of the lists.
proc ledger::sources {rows} {
    set found [dict create]
    foreach row $rows {
        dict set found [lindex [dict get $row id] 0] 1
    }
    return [dict keys $found]
}

proc ledger::summary-rows {rows equations} {
    set columns {all implemented derived tested reproduced compared measured "not reproduced" discussed
        drawn wrong "out of scope" GAP}
    set counts [tally $rows $equations]
    set lines [list [concat source $columns]]
    foreach source [sources $rows] {
        if {![dict exists $counts [list $source all]]} {
            continue
        }
        set line [list $source]
        foreach column $columns {
            set key [list $source $column]
            lappend line [expr {[dict exists $counts $key] ? [dict get $counts $key] : 0}]
        }
        lappend lines $line
    }
    return $lines
}

# The same without the fates that no entry has; what is missing stays, to show that nothing is.
proc ledger::without-empty {lines} {
    set kept {}
    for {set k 0} {$k < [llength [lindex $lines 0]]} {incr k} {
        set cells [lmap line [lrange $lines 1 end] {lindex $line $k}]
        if {$k == 0 || [lindex $lines 0 $k] eq "GAP" || [lsearch -not -exact $cells 0] >= 0} {
            lappend kept $k
        }
    }
    return [lmap line $lines {lmap k $kept {lindex $line $k}}]
}

proc ledger::summary-tex {rows} {
    set text ""
    foreach equations {1 0} title {Equations "Other items"} {
        set lines [without-empty [summary-rows $rows $equations]]
        if {[llength $lines] < 2} {
            continue
        }
        append text "\\begin{center}\\footnotesize\\setlength{\\tabcolsep}{2.5pt}\n\\begin{tabular}{@{}l[string repeat r [llength [lrange [lindex $lines 0] 1 end]]]@{}}\n\\toprule\n" \
            "$title & " [join [lrange [string map {GAP missing {out of scope} outside {not reproduced} {not repr.} wrong corrected} [lindex $lines 0]] 1 end] { & }] " \\\\\n\\midrule\n"
        foreach line [lrange $lines 1 end] {
            append text "\\textsf{[lindex $line 0]} & [join [lrange $line 1 end] { & }] \\\\\n"
        }
        append text "\\bottomrule\n\\end{tabular}\n\\end{center}\n"
    }
    return $text
}

proc ledger::print-summary {rows errata} {
    foreach equations {1 0} title {"Numbered equations" "Figures, tables, claims and the rest"} {
        puts "$title (an entry may have several fates)"
        foreach line [summary-rows $rows $equations] {
            puts [format "  %-14s%5s%12s%8s%7s%11s%9s%9s%15s%10s%6s%6s%13s%4s" {*}$line]
        }
    }
    set boxed [llength [lmap row $errata {expr {[llength [dict get $row home]] ? 1 : [continue]}}]]
    set tested [llength [lmap row $errata {expr {[dict get $row tests] ne "" ? 1 : [continue]}}]]
    set passed [llength [lmap row $errata {expr {[string match "* pass" [dict get $row outcome]] ? 1 : [continue]}}]]
    set left [llength [lmap row $errata {expr {[dict get $row dealt] ? [continue] : 1}}]]
    puts "Errata: [llength $errata] in the list, $boxed with a box, $tested named by a test,\
        $passed with tests that passed in the logs given, $left not finished"
}

# --- command line ------------------------------------------------------------------

proc ledger::options {arguments} {
    set options [dict create srcdir . output . book "" answers {} report 0 ran 0 quiet 0 logs {}]
    while {[llength $arguments]} {
        set arguments [lassign $arguments word]
        switch -- $word {
            -srcdir - -output - -book - -answers {
                set arguments [lassign $arguments value]
                dict set options [string range $word 1 end] $value
            }
            -report - -ran - -quiet {
                dict set options [string range $word 1 end] 1
            }
            default {
                if {[string match -* $word]} {
                    puts stderr "ledger.tcl: unknown option \"$word\""
                    exit 2
                }
                dict lappend options logs $word
            }
        }
    }
    return $options
}

proc ledger::main {arguments} {
    variable errors
    reset
    set options [options $arguments]
    dict with options {}
    read-lists $srcdir/data
    if {$book eq ""} {
        set book [lmap file [lsort [glob -nocomplain -directory $srcdir lit/*/*.nw verification/pages/*.nw]] {
            string range $file [string length $srcdir]+1 end
        }]
    }
    foreach file $book {
        read-chapter $srcdir $file
    }
    foreach log $logs {
        read-log $log
    }
    find-evidence
    read-answers $answers $srcdir/data
    set rows [join-all $srcdir/data]
    set errata [join-errata $ran]
    write-csv $output/ledger.csv $rows $errata
    write-ledger-tex $output/ledger.tex $rows [summary-tex $rows]
    write-errata-tex $output/errata.tex $errata
    if {!$quiet} {
        print-summary $rows $errata
    }
    foreach message $errors {
        puts stderr "ledger: $message"
    }
    return [expr {[llength $errors] && !$report}]
}

exit [ledger::main $argv]

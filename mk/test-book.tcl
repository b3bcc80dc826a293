# test-book.tcl -- the printed book: no reference leads nowhere, every figure is there.  (The web
# edition has tests of its own, test-web.tcl and test-browser.tcl.)
# Run by `make check-book`, in the build folder, when both editions are there.
package require tap
package require trundle::published

source [file join [file dirname [file normalize [info script]]] files.tcl]
namespace import files::*

proc matches {pattern text} {
    return [lsort -unique [regexp -all -inline -line $pattern $text]]
}

# ---- the printed book ----------------------------------------------------------

set volumes [lsort [glob {paper/trundle-[0-9]*.pdf}]]
tap::is [llength $volumes] 4 "print: four volumes"
foreach volume [lmap file $volumes {file rootname $file}] {
    set name [file tail $volume]
    # TeX breaks the lines of its log.
    set log [string map {\n {}} [read-text $volume.log]]
    tap::is [matches {LaTeX Warning: (?:Reference|Citation) .{1,60}} $log] {} \
        "$name: every reference and citation is defined"
    tap::is [matches {No page of [\w:-]+} $log] {} "$name: every reference to another volume has its page"
    tap::is [matches {.{60}multiply.defined} $log] {} "$name: no label is defined twice"
    tap::is [matches {Package trundle Warning.{60}} $log] {} "$name: every figure is there"
    tap::ok [regexp {Output written on [^ ]+ \((\d+) pages} $log -> pages] "$name has $pages pages"
    if {[string match *-1-* $name]} {
        tap::ok [expr {$pages <= 200}] "$name: the mechanics has at most 200 pages"
    }
}

# ---- nothing without a result ----------------------------------------------------

# Each volume as text, and each page of the web edition without code.
proc texts {} {
    set found {}
    if {[auto_execok pdftotext] eq ""} {
        tap::note "pdftotext is not there (poppler-utils): the volumes are not read"
    } else {
        foreach volume $::volumes {
            lappend found [file tail $volume] [exec pdftotext $volume -]
        }
    }
    foreach page [lsort [glob -nocomplain html/*.html]] {
        regsub -all {<pre.*?</pre>|<code.*?</code>|<script.*?</script>} [read-text $page] " " text
        regsub -all {<[^>]*>} $text "" text
        lappend found $page $text
    }
    return $found
}
set unknown {\mnot (?:yet )?(?:been )?(?:run|computed|measured) ?(?:here|yet|in this build)?(?=\s*(?:[.;)]|$))|\mnot run[:,]|\mleft out here|\mno result}
foreach {name text} [texts] {
    tap::is [matches ".{0,50}(?:$unknown).{0,20}" $text] {} "$name: no sentence and no cell without a result"
}
# A row of a table of tests has its number of checks.
tap::is [concat {*}[lmap file [glob paper/claims-*.tex] {
    matches {\\testrow(?:\{[^{}]*\}){3}.*\}\{(?:not run|)\}\{[^{}]*\}\{[^{}]*\}$} [read-text $file]
}]] {} "each test in the tables of the chapters has a result"

# A reference to another volume gives the page on which that volume has the label.
set missed {}
set abroad 0
foreach file [glob paper/trundle-*.pages] {
    set aux [read-text [file rootname $file].aux]
    foreach {all label number page} [regexp -all -inline \
            {\\found\{([^{}]*)\}\{\d\}\{([^{}]*)\}\{(\w+)\}} [read-text $file]] {
        incr abroad
        if {[string first "\\newlabel\{$label\}\{\{$number\}\{$page\}" $aux] < 0
                && [string first "\\nwpage\{$label\}\{$page\}" $aux] < 0} {
            lappend missed "$label: page $page"
        }
    }
}
tap::is $missed {} "references between volumes: $abroad labels and chunks are where the others look for them"
tap::ok [expr {$abroad > 50}] "there are such references"

# ---- the counts of the README ----------------------------------------------------

# The README says how many printed numbers agree; the exhibits have counted them.
lassign [read-text exhibits/answers.txt] names answers
set rows [dict create single {} 5 {} 8 {} 11 {}]
foreach answer $answers {
    if {[lindex $answer 0] ne "ok"} continue
    foreach exhibit [dict get [lindex $answer 1] exhibits] {
        foreach row [dict get $exhibit rows] {
            if {![dict exists $row id] || [dict get $row id] eq ""} continue
            lassign [dict get $row id] - kind key
            dict lappend rows [expr {$kind ne "table" ? "single" : $key in {5 6 7} ? 5 : $key in {8 9 10} ? 8 : 11}] $row
        }
    }
}
# Weak is counted over all that agree and one would not know beforehand: each of these has rivals.
tap::is [concat {*}[lmap row [dict get $rows single] {
    lmap off [dict get $row off] known [dict get $row known] {
        if {$known || ![trundle::published::agrees $off] || [dict get $row pass] ne ""} continue
        dict get $row quantity
    }
}]] {} "every single result that agrees, and was not known beforehand, has a rival"
foreach {group name} {single "| single results*" 5 "| Tables 5 to 7*" 8 "| Tables 8 to 10*" 11 "| Tables 11 to 13*"} {
    set counts [trundle::published::count [dict get $rows $group]]
    # The quick tier leaves the last one out.
    if {$group == 11 && ![dict get $counts of]} continue
    set line [lsearch -inline -glob [split [read-text $env(srcdir)/README.md] \n] $name]
    tap::is [regexp -all -inline {\d+ of \d+} $line] [list "[dict get $counts agree] of [dict get $counts of]" \
        "[expr {[dict get $counts told_agree] - [dict get $counts closed_agree]}] of [expr {[dict get $counts told] - [dict get $counts closed]}]"] \
        "the README counts what agrees: $name"
    # The short article says how many one would not know, and of the single results how many are closed forms and weak.
    set paper [regsub -all {\s+} [read-text $env(srcdir)/paper/paper.md] " "]
    foreach {some all} [list told_agree told {*}[expr {$group eq "single" ? {closed_agree closed weak_agree told_agree} : {}}]] {
        set text "[dict get $counts $some] of [dict get $counts $all]"
        tap::ok [expr {[string first $text $paper] >= 0}] "paper/paper.md says $text"
    }
}

# Numbers that depend on each other are one fact.
set listed [trundle::published::facts-listed [read-text $env(srcdir)/data/facts.csv]]
set singles [lsearch -all -inline -not -exact [lmap row [dict get $rows single] {
    expr {0 in [dict get $row known] ? $row : ""}
}] ""]
tap::is [lmap row $singles {
    if {[trundle::published::fact-of $row $listed] ne ""} continue
    list [dict get $row id] [dict get $row quantity]
}] {} "each single result that the input does not fix has a line in data/facts.csv"
tap::is [lmap one $listed {
    if {$one in [lmap row $singles {
        lsearch -inline $listed [lindex [lmap line $listed {expr {[lrange $line 0 2] eq [dict get $row id]
            && [string match [lindex $line 3] [dict get $row quantity]] ? $line : [continue]}}] 0]
    }]} continue
    set one
}] {} "and each of its lines has a number"
lassign [trundle::published::count-facts [dict get $rows single] $listed] good all
foreach {name file} {README README.md {paper/paper.md} paper/paper.md} {
    tap::ok [regexp "$good of (the )?$all independent\\s+facts|$all independent facts, of which $good agree" [regsub -all {\s+} [read-text $env(srcdir)/$file] " "]] \
        "$name says that $good of $all independent facts agree"
}
# One digit cannot tell a step without loss from one that loses a fifth of the normal energy.
tap::is [lmap row [dict get $rows single] {
    if {![string match "bandeira2018 claim 6.1-\[cs]*" [dict get $row id]] || ![trundle::published::coarse [dict get $row published]] || [dict get $row weak]} continue
    dict get $row quantity
}] {} "one digit of a rebound does not discriminate"

# ---- deviations and their reasons --------------------------------------------------

package require trundle::report
proc trundle::locate {file} {return $::env(srcdir)/$file}
tap::is [trundle::report::without-reason $answers] {} "every published number that differs has a reason in data/deviations.csv"
set used [lmap row [trundle::report::deviating $answers] {
    list [dict get $row id] [dict get $row quantity]
}]
# Tables 11 to 13 are computed by the full tier.
tap::is [lmap one [trundle::report::reasons-given] {
    if {[lindex $one 1] eq "table" && [lindex $one 2] > 10} continue
    if {[llength [lmap row $used {
        if {[lindex $row 0] ne [lrange $one 0 2] || ![string match [lindex $one 3] [lindex $row 1]]} continue
        set row
    }]]} continue
    lrange $one 0 3
}] {} "and each of its lines has a number that differs"
tap::done

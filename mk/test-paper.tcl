# test-paper.tcl -- paper/paper.md has the form of the Journal of Open Source Software; its references are there, and are those of the book.
package require tap
package require csv
set source [file normalize [expr {[info exists env(srcdir)] ? $env(srcdir) : "."}]]
source [file join [file dirname [file normalize [info script]]] files.tcl]
namespace import files::*

set paper [read-text $source/paper/paper.md]
tap::ok [regexp {^---\n(.*?)\n---\n(.*)$} $paper -> head body] "it begins with a header"
foreach field {title tags authors affiliations date bibliography} {
    tap::ok [regexp -line "^$field:" $head] "the header has the field $field"
}
tap::ok [regexp {\nbibliography: paper\.bib(\n|$)} $head] "its bibliography is paper.bib"
foreach section {Summary {Statement of need} {State of the field} {Software design} {Research impact statement} Acknowledgements References} {
    tap::ok [regexp -line "^# $section\$" $body] "it has the section $section"
}
set words [llength [regexp -all -inline {\S+} [regsub -all {```.*?```} $body {}]]]
tap::ok [expr {$words >= 750 && $words <= 1750}] "it has 750 to 1750 words: $words"

set listed [lsearch -all -inline -not [split [exec $env(TCLSH) bin/trundle case -list] \n] " *"]
tap::ok [regexp {(\d+)\s+benchmarks} $body -> told] "it says how many benchmarks there are"
tap::is $told [llength $listed] "as many as trundle case -list has"

# Its counts of printed numbers: the first are those of the README's table; the second column there has no closed forms.
# (A check of the book compares all of them with a run.)
set table [lmap line [read-lines $source/README.md] {
    if {![regexp {^\| (single results|Tables \d+ to)} $line]} continue
    regexp -all -inline {\d+ of \d+} $line
}]
tap::is [llength $table] 4 "the README's table has four lines"
set counts [lmap count [regexp -all -inline {\d+\s+of\s+\d+} $body] {regsub {\s+of\s+} $count { of }}]
tap::is [lrange $counts 0 3] [lmap row $table {lindex $row 0}] "its counts are those of the README"
lassign [lrange $counts 8 9] closed
proc less {a b} {
    return "[expr {[lindex $a 0] - [lindex $b 0]}] of [expr {[lindex $a 2] - [lindex $b 2]}]"
}
tap::is [list [less [lindex $counts 4] $closed] {*}[lrange $counts 5 7]] [lmap row $table {lindex $row 1}] \
    "and without closed forms those of its second column"

# The entries of a file: key -> text.
proc entries {file} {
    set found [dict create]
    foreach {all key} [regexp -all -inline {@\w+?\{(\w+?),.*?\n\}} [read-text $file]] {
        dict set found $key $all
    }
    return $found
}
set own [entries $source/paper/paper.bib]
set cited [lsort -unique [lmap {all key} [regexp -all -inline {@([a-z]\w*)} $body] {set key}]]
tap::is [lmap key $cited {if {[dict exists $own $key]} continue; set key}] {} \
    "the [llength $cited] works that it cites are in paper.bib"
# \cite{a,b}, \citep[see][]{a}, ...
set article [lsort -unique [concat {*}[lmap {all keys} \
    [regexp -all -inline {\\cite[tp]?(?:\[[^\]]*\])*\{([\w,\s]+)\}} [read-text $source/paper/article.nw]] {
    split [string map {" " "" \n ""} $keys] ,
}]]]
tap::is [lmap key $article {if {[dict exists $own $key]} continue; set key}] {} \
    "so are the [llength $article] that the article cites"
tap::is [lmap key [dict keys $own] {if {$key in $cited || $key in $article} continue; set key}] {} \
    "and no work stands there that nobody cites"
# The kinds of data/errata.csv are explained where they are counted and where they are listed.
set kinds [lsort -unique [lmap line [read-lines $source/data/errata.csv] {
    if {[string match #* $line] || [string match key,* $line]} continue
    lindex [::csv::split $line] 4
}]]
foreach {file mark} {paper/article.nw emph lit/tests/errata.nw textbf} {
    set text [read-text $source/$file]
    tap::is [lmap kind $kinds {if {[string first "\\$mark{$kind}" $text] >= 0} continue; set kind}] {} \
        "$file explains the kinds [join $kinds {, }]"
}
dict for {key entry} [entries $source/paper/book.bib] {
    if {[dict exists $own $key]} {
        tap::is [dict get $own $key] $entry "$key is the same in both bibliographies"
    }
}
tap::done

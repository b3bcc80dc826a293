# test-article.tcl -- the article: no reference leads nowhere, every figure is there, no number is missing that the tier
# has computed; and what paper.md counts is what this build has counted.
# Run by `make check-book`, in the build folder, when the article has been set.
package require tap
source [file join [file dirname [file normalize [info script]]] files.tcl]
namespace import files::*

set log [string map {\n {}} [read-text paper/trundle-article.log]]
tap::is [lsort -unique [regexp -all -inline {LaTeX Warning: (?:Reference|Citation) .{1,60}} $log]] {} \
    "every reference and citation is defined"
tap::is [regexp -all -inline {Package trundle Warning.{60}} $log] {} "every figure is there"
tap::is [regexp -all -inline {multiply.defined} $log] {} "no label is defined twice"
tap::ok [regexp {Output written on [^ ]+ \((\d+) pages} $log -> pages] "it has $pages pages"
tap::ok [expr {$pages >= 12 && $pages <= 16}] "12 to 16 of them"

# Numbers without a value: in the full tier none, but for those of tests and records.
set missing [lmap line [read-lines paper/article-ours.txt] {
    if {[string match *\t* $line] || [regexp {^(test-|article-counts/(mutants|coverage|.*comparisons|median))} $line]} continue
    set line
}]
set tier [string trim [read-text exhibits.tier]]
if {$tier eq "full"} {
    tap::is $missing {} "every number has been run"
} else {
    tap::note "the tier \"$tier\" leaves out [llength $missing] numbers"
    tap::is [lsearch -all -inline -regexp $missing {^(sliding-sphere|incline|oblique-impact|swing|three-spheres)\.}] {} \
        "no number of a quick example is left out"
}

# What paper.md counts.
set counts [dict create]
foreach line [read-lines figures/article-counts.dat] {
    if {[regexp {^# (.*): (of|agree) = (\d+)$} $line -> group word number]} {
        dict set counts $group $word $number
    }
}
foreach {group text} {single {single results of the examples} "tables 5 to 7" {numbers in the tables of 180}
        "tables 8 to 10" {in those of forty} "tables 11 to 13" {in those of 3100}} {
    # The quick tier leaves the last one out.
    if {$group eq "tables 11 to 13" && ![dict exists $counts $group]} continue
    tap::ok [regexp "(\\d+)\\s+of\\s+(\\d+)\\s+[string map {{ } \\s+} $text]" \
        [read-text $env(srcdir)/paper/paper.md] -> agree of] "paper.md counts: $text"
    tap::is [list $agree $of] [list [dict get $counts $group agree] [dict get $counts $group of]] "as many as this build: $group"
}
tap::done

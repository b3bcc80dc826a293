# test-words.tcl -- plain language: mk/words.tcl finds at most two mistakes in a hundred lines of README, NEWS, CONTRIBUTING,
# examples/README.md, the help of all commands and the introductions of chapters and pages; NEWS and CONTRIBUTING are short.
package require tap
set source [file normalize [expr {[info exists env(srcdir)] ? $env(srcdir) : "."}]]
set here [file dirname [file normalize [info script]]]
source $here/files.tcl
namespace import files::*
source $here/words.tcl

# A mistake of each kind is found, and good sentences are not.
proc names {file text} {
    return [lmap hit [words::hits $file $text] {lindex $hit 1}]
}
foreach {name sentence} {
    tell {It tells how long the rest would take.}
    but {They are figures and tables, all but those that take minutes.}
    too {The others run, too.}
    out {The printed number comes out.}
    what {What is misprinted is shown and proved.}
    who {Who changes that list writes it down.}
    per {It writes a line a run.}
    print {The value in print is smaller.}
    account {Friction is booked as a loss.}
    look {The state at each look is kept.}
    asked {Three codes are asked.}
    isno {This is no misprint.}
    stands {The name stands there.}
    moment {It is the stiffness of the moment.}
    nomore {The file is there no more.}
    became {It shows what became of an equation.}
    own {This is a program of one's own.}
    beside {They stand beside ours.}
    round {The roundings grow.}
    rare {Forces from afar act.}
    yield {The slider gives way.}
    wasit {A list is refused (it was accepted).}
    exist {It takes the files that are already here.}
} {
    tap::ok [expr {$name in [names x.md $sentence]}] "found: $name"
}
tap::is [names x.md [string repeat "word " 46]] long "found: a long sentence"
tap::is [names x.md "It prints one line per run. As before, `what is told` is code.\n\n```\nWhat is this.\n```\n"] {} "nothing in good text and code"
tap::is [names x.nw "Good prose.\n<<a: chunk>>=\nWhat is this is code.\n@\nIt comes\nout.\n"] out "prose of a chapter, over the end of a line"
tap::is [lindex [words::hits x.nw "One.\n\nTwo is a number.\nThen it comes out.\n"] 0 0] 4 "in its line"

# TITLE {FILE TEXT ...}: two hits in a hundred lines.
proc plain {title texts} {
    set lines 0
    set hits {}
    foreach {file text} $texts {
        incr lines [llength [split [string trimright $text \n] \n]]
        foreach hit [words::hits $file $text] {
            lappend hits "$file:[lindex $hit 0]: [lindex $hit 1]: [lindex $hit 2]"
        }
    }
    tap::ok [expr {100*[llength $hits] <= 2*$lines}] "$title: [llength $hits] in $lines lines"
    foreach hit $hits {
        tap::note $hit
    }
}
foreach file {README.md NEWS CONTRIBUTING.md examples/README.md} {
    plain $file [list $file [read-text $source/$file]]
}
set help [list help [exec $env(TCLSH) bin/trundle help] engines [exec $env(TCLSH) bin/trundle help engines]]
foreach {- name} [regexp -all -inline -line {^  ([a-z-]+) +[a-z]} [lindex $help 1]] {
    if {$name in {help manual trundle}} continue
    lappend help $name [exec $env(TCLSH) bin/trundle help $name]
}
tap::ok [expr {[llength $help] >= 2*18}] "help of [expr {[llength $help]/2}] commands and topics"
plain "help" $help

# What stands before the first section or chunk of each chapter and page.
set intros {}
foreach file [lsort [glob -directory $source lit/*/*.nw verification/pages/*.nw]] {
    regexp {^(.*?)(?:\n\\section|\n<<[^\n]*>>=|$)} [read-text $file] - intro
    lappend intros [file tail $file] $intro
}
tap::ok [expr {[llength $intros] > 200}] "introductions of [expr {[llength $intros]/2}] chapters and pages"
plain introductions $intros

set release ""
foreach line [split [read-text $source/NEWS] \n] {
    if {[regexp {^\d\S*} $line number]} {
        set release $number
    } elseif {$release ne ""} {
        dict lappend releases $release $line
    }
}
dict for {release lines} $releases {
    set lines [split [string trim [join $lines \n]] \n]
    tap::ok [expr {[llength $lines] <= 45}] "NEWS of $release has at most 45 lines: [llength $lines]"
    set order {{Changed results} Added Changed Fixed Removed}
    set heads [lmap line $lines {if {![regexp {^[A-Z]} $line]} continue; set line}]
    tap::is $heads [lmap head $order {if {$head ni $heads} continue; set head}] "in the order of all releases"
}
set lines [llength [read-lines $source/CONTRIBUTING.md]]
tap::ok [expr {$lines <= 250}] "CONTRIBUTING has at most 250 lines: $lines"
tap::done

# test-book.tcl -- the finished book: no reference leads nowhere, the printed
# and the web edition number alike, the converter understood every macro.
# Run by `make check-book`, in the build folder, when both editions are there.
package require tap

proc read-text {file} {
    set channel [open $file]
    fconfigure $channel -encoding utf-8
    set text [read $channel]
    close $channel
    return $text
}

proc matches {pattern text} {
    return [lsort -unique [regexp -all -inline -line $pattern $text]]
}

# ---- the printed book ----------------------------------------------------------

set volumes [lsort [glob paper/trundle-*.pdf]]
tap::is [llength $volumes] 4 "print: four volumes"
foreach volume [lmap file $volumes {file rootname $file}] {
    set name [file tail $volume]
    # TeX breaks the lines of its log.
    set log [string map {\n {}} [read-text $volume.log]]
    tap::is [matches {LaTeX Warning: (?:Reference|Citation) .{1,60}} $log] {} \
        "$name: every reference and citation is defined"
    tap::is [matches {.{60}multiply.defined} $log] {} "$name: no label is defined twice"
    tap::is [matches {Package trundle Warning.{60}} $log] {} "$name: every figure is there"
    tap::ok [regexp {Output written on [^ ]+ \((\d+) pages} $log -> pages] "$name has $pages pages"
    if {[string match *-1-* $name]} {
        tap::ok [expr {$pages <= 200}] "$name: the mechanics has at most 200 pages"
    }
}

# A reference to another volume gives the page on which that volume has the label.
set missed {}
set abroad 0
foreach file [glob paper/trundle-*.pages] {
    set aux [read-text [file rootname $file].aux]
    foreach {all label page} [regexp -all -inline {\\found\{([^{}]*)\}\{\d\}\{[^{}]*\}\{(\d+)\}} [read-text $file]] {
        incr abroad
        if {[string first "\\newlabel{$label}{" $aux] < 0 && [string first "\\nwpage{$label}{$page}" $aux] < 0} {
            lappend missed "$label: page $page"
        }
    }
}
tap::is $missed {} "references between volumes: $abroad labels and chunks are where the others look for them"
tap::ok [expr {$abroad > 50}] "there are such references"

# ---- the web edition -----------------------------------------------------------

foreach log {web post} {
    tap::is [matches {^(?:Error|Fatal):.*$} [read-text html/$log.log]] {} "web: no error in $log.log"
}
tap::is [matches {^Warning:expected:.*$} [read-text html/post.log]] {} \
    "web: every label, figure and citation is found"

set ids [dict create]      ;# page -> its anchors
set links {}               ;# page, target page, anchor
set numbers [dict create]  ;# label -> number in the web edition
set marks {}
foreach file [lsort [glob html/*.html]] {
    set text [read-text $file]
    set page [file tail $file]
    dict set ids $page [lmap {all id} [regexp -all -inline {\mid="([^\"]*)"} $text] {set id}]
    foreach {all target anchor} [regexp -all -inline {href="([^\"#:]*)(?:#([^\"]*))?"} $text] {
        lappend links [list $page [expr {$target eq "" ? $page : $target}] $anchor]
    }
    if {[regexp {ltx_ERROR} $text]} {
        lappend marks $page
    }
    set label ""
    foreach {all id number figure} [regexp -all -inline \
            {\mid="((?:eq|fig|sec|tab):[^\"]*)"|ltx_tag_(?:equation|section|subsection)[^>]*>\(?([0-9.]+[a-z]?)|ltx_tag_(?:figure|table)">(?:Figure|Table) ([0-9.]+)} $text] {
        if {$id ne ""} {
            set label $id
        } elseif {$label ne ""} {
            dict set numbers $label [string trimright $number$figure .]
            set label ""
        }
    }
}
tap::is $marks {} "web: no macro is left unknown"

set anchors [dict map {page list} $ids {lsort $list}]
set broken {}
foreach link [lsort -unique $links] {
    lassign $link page target anchor
    if {![dict exists $ids $target]} {
        if {![file exists html/$target]} {
            lappend broken "$page: $target"
        }
    } elseif {$anchor ne "" && [lsearch -sorted -exact [dict get $anchors $target] $anchor] < 0} {
        lappend broken "$page: $target#$anchor"
    }
}
tap::is $broken {} "web: each of [llength $links] links leads somewhere"

# ---- both -------------------------------------------------------------------------

set differ {}
set compared 0
foreach {all label number} [regexp -all -inline \
        {\\newlabel\{((?:eq|fig|sec|tab):[^\}]*)\}\{\{([^\}]*)\}} \
        [join [lmap file $volumes {read-text [file rootname $file].aux}]]] {
    incr compared
    # Not by expr: it would take 2.10 for a number and give 2.1.
    set web "no number"
    if {[dict exists $numbers $label]} {
        set web [dict get $numbers $label]
    }
    if {$web ne $number} {
        lappend differ "$label: $number in print, $web on the web"
    }
}
tap::is $differ {} "equations, figures, tables and sections have the same $compared numbers in both editions"
tap::ok [expr {$compared > 100}] "there are numbers to compare"

# The README's picture is kept in the source; a new gnuplot may write the same
# lines in other words, so only the coordinates count.
proc coordinates {file} {
    return [regexp -all -inline -- {-?[0-9]+\.[0-9]+} [read-text $file]]
}
tap::is [llength [coordinates $env(README_FIGURE)]] [llength [coordinates $env(srcdir)/figures/readme.svg]] \
    "the README's picture has the points of the computed one"
set worst 0.0
foreach a [coordinates $env(README_FIGURE)] b [coordinates $env(srcdir)/figures/readme.svg] {
    if {$a ne "" && $b ne ""} {
        set worst [expr {max($worst, abs($a - $b))}]
    }
}
tap::ok [expr {$worst <= 1.0}] "and they lie within one pixel (make readme-figure renews it): $worst"
tap::done

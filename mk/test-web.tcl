# test-web.tcl -- the web edition holds what the chapters hold: what goes in is counted in the
# sources, with no help of the tools that convert them, and what comes out in the pages.
# Run by `make check-book`, in the build folder.
package require tap

source [file join [file dirname [file normalize [info script]]] files.tcl]
source [file join [file dirname [file normalize [info script]]] omit.tcl]
namespace import files::*

# What was not run, and what the weaver leaves out with it.
set not_run {}
set not_there {}
set undrawn {}
foreach line [read-lines paper/ours.txt] {
    if {[regexp {^\\figfile\{(.*)\}$} $line - figure]} {
        lappend undrawn $figure
    } elseif {[string match {\\ref*} $line]} {
        lappend not_there $line
    } elseif {[string first \t $line] < 0} {
        lappend not_run $line
    }
}
proc printed {lines} {
    set text [join $lines \n]
    foreach {all name} [lsort -unique -stride 2 [regexp -all -inline {\\ours\{([^{}]*)\}\{[^{}]*\}} $text]] {
        if {$name in $::not_run} {
            set text [string map [list $all "\\ournotrun{$name}"] $text]
        }
    }
    return [omit::from $text $::not_there $::undrawn]
}

proc count {pattern text} {
    return [regexp -all -- $pattern $text]
}

# ---- what goes in ----------------------------------------------------------------

# Prose and number of chunks of a chapter; files that it reads at weaving are put in.
proc chapter-in {file} {
    set prose {}
    set part {}
    set chunks 0
    set code 0
    foreach line [split [read-text $file] \n] {
        if {[regexp {^<<.*>>=\s*$} $line]} {
            if {!$code} { lappend prose [printed $part]; set part {} }
            set code 1
            incr chunks
        } elseif {$code && [regexp {^@(?: |$)} $line]} {
            set code 0
            if {[regexp {^@ (?!%def)(.*)} $line -> rest]} { lappend part $rest }
        } elseif {!$code} {
            lappend part [regsub {^@(?: |$)} $line {}]
        }
    }
    lappend prose [printed $part]
    return [list [expanded [join $prose \n]] $chunks]
}

proc group-end {text at} {
    set depth 0
    for {} {$at < [string length $text]} {incr at} {
        switch -- [string index $text $at] { \{ {incr depth} \} {if {[incr depth -1] == 0} { return $at }} }
    }
    error "a brace is not closed"
}

proc expanded {text} {
    while {[regexp -indices {\\IfFileExists\{([^\}]*)\}\{\\input\{[^\}]*\}\}\{} $text all name]} {
        set file paper/[string range $text {*}$name]
        set at [lindex $all 1]
        set end [group-end $text $at]
        set missing [string range $text $at+1 $end-1]
        set text [string replace $text [lindex $all 0] $end [expr {[file exists $file] ? [read-text $file] : $missing}]]
    }
    return $text
}

# Code that is quoted, lines kept as they are, and comments are no TeX.
proc bare {text} {
    # First the numbers of runs: their formats begin like a comment.
    regsub -all {\\ours\{[^\}]*\}\{[^\}]*\}} $text {\\ours } text
    regsub -all {\[\[.*?\]\]+} $text { 0 } text
    set out ""
    while {[set at [string first "\\begin{verbatim}" $text]] >= 0} {
        set end [string first "\\end{verbatim}" $text $at]
        append out [string range $text 0 $at-1] " 0 "
        set text [string range $text $end+14 end]
    }
    append out $text
    regsub -all -line {(^|[^\\])%.*$} $out {\1} out
    return $out
}

proc rows-in {text} {
    set rows 0
    foreach body [bodies $text align] {
        incr rows [expr {[count {\\\\} $body] + 1 - [count {\\nonumber} $body]}]
    }
    return $rows
}

proc bodies {text name} {
    set found {}
    set at 0
    while {[set at [string first "\\begin{$name}" $text $at]] >= 0} {
        set end [string first "\\end{$name}" $text $at]
        incr end [string length "\\end{$name}"]
        lappend found [string range $text $at $end-1]
        set at $end
    }
    return $found
}

proc without-formulas {text} {
    regsub -all {\$[^$]*\$} [string map {\\$ ""} $text] { } text
    foreach name {equation equation* align align* gather gather*} {
        foreach body [bodies $text $name] { set text [string map [list $body " "] $text] }
    }
    while {[set at [string first "\\\[" $text]] >= 0} {
        set text [string replace $text $at [expr {[string first "\\\]" $text $at] + 1}] " "]
    }
    return $text
}

proc counts-in {file} {
    lassign [chapter-in $file] whole chunks
    set text [bare $whole]
    set shown [expr {[count {\\begin\{(?:equation|align|gather)\*?\}} $text] + [count {\\\[} [string map {\\\\\[ ""} $text]]}]
    set cited 0
    foreach {all keys} [regexp -all -inline {\\cite[a-z]*(?:\[[^\]]*\])?\{([^\}]*)\}} $text] { incr cited [llength [split $keys ,]] }
    return [dict create \
        chunks $chunks \
        headings [count {\\(?:chapter|section|subsection|subsubsection)\*?\{} $text] \
        "numbered equations" [expr {[count {\\begin\{equation\}} $text] + [rows-in $text]}] \
        "displayed formulas" $shown \
        "formulas in text" [expr {[count {\$} [string map {\\$ ""} $text]] / 2 + [count {\\expect\{} $text]}] \
        errata [count {\\begin\{erratum\}} $text] \
        tags [count {\\(?:srceq|srcitem)(?![a-z])} $text] \
        tables [count {\\begin\{(?:tabular|longtable)\}} $text] \
        figures [count {\\(?:figfile|computedfigure|includegraphics)(?![a-z])} $text] \
        captions [expr {[count {\\caption\{} $text] + [count {\\figfile\{} $text]}] \
        footnotes [count {\\footnote(?![a-z])} $text] \
        references [count {\\(?:eq|page)?ref\{} $text] \
        citations $cited \
        items [count {\\item(?![a-z])} $text] \
        "lines kept as they are" [count {\\begin\{verbatim\}} $whole] \
        "ledger entries" [count {\\srctarget\{} $text] \
        "numbers of runs outside of formulas" [count {\\ours } [without-formulas $text]]]
}

# ---- what comes out ------------------------------------------------------------------

proc main-of {page} {
    set text [read-text $page]
    regexp {<main>(.*)</main>} $text -> text
    return $text
}

proc counts-out {page} {
    set text [main-of $page]
    set runs [count {<span class="ours"} $text]
    # The table of tests is made of another chapter.
    regsub {<h2 id="refuted-by">.*$} $text {} text
    regsub -all {<span class="ours"[^>]*>[^\n]*?</math></span>} $text {} plain
    set shown [count {<math display="block"} $text]
    return [dict create \
        chunks [count {<div class="chunk" id=} $text] \
        headings [count {<h[1-6] id=} $text] \
        "numbered equations" [count {class="eqno"} $text] \
        "displayed formulas" $shown \
        "formulas in text" [count {<math>} $plain] \
        errata [count {<blockquote class="erratum"} $text] \
        tags [count {class="tag"} $text] \
        tables [count {<table[ >]} $text] \
        figures [count {<img |<p class="missing"} $text] \
        captions [count {<figcaption>} $text] \
        footnotes [count {class="footnote-ref"} $text] \
        references [count {<a class="ref } $text] \
        citations [count {<a class="cite"} $text] \
        items [expr {[count {<li[ >]} $text] + [count {<dt>} $text] - [count {<li id="fn} $text]}] \
        "lines kept as they are" [count {<pre class="verbatim"} $text] \
        "ledger entries" [count {<a id="ledger\.} $text] \
        "numbers of runs outside of formulas" $runs]
}

# ---- both -------------------------------------------------------------------------------

# All words of three letters and more, with how often; formulas, code and names of places aside.
proc words-of {text} {
    set words [dict create]
    foreach word [regexp -all -inline {[A-Za-z]{3,}} $text] { dict incr words $word }
    return $words
}

proc words-in {file} {
    set text [without-formulas [bare [lindex [chapter-in $file] 0]]]
    regsub -all {\\(?:srceq|srcitem)(?:\[[^\]]*\])?(?:\{[^\}]*\}){2,3}} $text { } text
    regsub -all {\\(?:srctarget|setlength)\{[^\}]*\}\{[^\}]*\}} $text { } text
    foreach table {tabular longtable} {
        while {[set at [string first "\\begin{$table}" $text]] >= 0} {
            set spec [string first \{ $text [expr {$at + [string length "\\begin{$table}"]}]]
            set text [string replace $text $at [group-end $text $spec] " "]
        }
    }
    regsub -all {\\begin\{(?:figure|table)\*?\}\[[a-z]*\]} $text { } text
    regsub -all {\\(?:label|ref|eqref|pageref|cite[a-z]*|begin|end|vspace|figfile)(?:\[[^\]]*\])?\{[^\}]*\}} $text { } text
    regsub -all {\\multicolumn\{\d+\}\{[^\}]*\}} $text { } text
    # The label of a figure stands in the last of its groups.
    regsub -all {\{(?:fig|eq|sec|tab|ch):[^\}]*\}} $text { } text
    regsub -all {\{?\\['`"^~=.]\{?[A-Za-z]\}?\}?} $text { } text
    regsub -all {\\[a-zA-Z]+\*?} $text { } text
    return [words-of $text]
}

proc words-out {page} {
    set text [main-of $page]
    foreach {open close} {<math </math> {<p class="also">} </p> {<div class="xref">} </div>} {
        while {[set at [string first $open $text]] >= 0} {
            set text [string replace $text $at [expr {[string first $close $text $at] + [string length $close] - 1}] " "]
        }
    }
    regsub -all {</?(?:em|strong|code|span|a)(?: [^>]*)?>} $text {} text
    regsub -all {<[^>]*>} $text { } text
    return [words-of $text]
}

# Text that a reader sees and that still is TeX.
proc left-over {page} {
    set text [main-of $page]
    foreach {open close} {<pre </pre> <code </code>} {
        while {[set at [string first $open $text]] >= 0} {
            set text [string replace $text $at [expr {[string first $close $text $at] + [string length $close] - 1}]]
        }
    }
    regsub -all {<[^>]*>} $text {} text
    return [lsort -unique [regexp -all -inline {\\[a-zA-Z]+|\\\\|\$[^$\n]{1,20}|NW[A-Z]\d+Z|[a-z]\{} $text]]
}

set pages [dict create]
foreach page [lsort [glob html/*.html]] {
    if {[regexp {<meta name="source" content="([^"]*)">} [read-text $page] -> source]} {
        dict set pages $source $page
    }
}
tap::is [lsort [dict keys $pages]] [lsort $env(WEB_CHAPTERS)] "each chapter has a page, and each page a chapter"

set total [dict create]
set wrong {}
set lost {}
set seen {}
dict for {source page} $pages {
    set file [expr {[file exists $env(srcdir)/$source] ? "$env(srcdir)/$source" : $source}]
    set in [counts-in $file]
    set out [counts-out $page]
    dict for {what n} $in {
        dict incr total $what $n
        if {[dict get $out $what] != $n} {
            lappend wrong "$source: $n $what went in, [dict get $out $what] came out"
        }
    }
    set shown [words-out $page]
    set missing {}
    dict for {word n} [words-in $file] {
        if {![dict exists $shown $word] || [dict get $shown $word] < $n} {
            lappend missing $word
        }
    }
    if {[llength $missing]} { lappend lost "$source: $missing" }
    set left [left-over $page]
    if {[llength $left]} { lappend seen "$page: $left" }
}
tap::is [join $wrong \n] "" "what goes in comes out"
tap::note [join [lmap {what n} $total { string cat $n " " $what }] ", "]
tap::is [join $lost \n] "" "no word of the prose is lost"
tap::is [join $seen \n] "" "no TeX is left to be seen"

# ---- links ---------------------------------------------------------------------------------

set ids [dict create]
set links [dict create]
foreach page [glob html/*.html] {
    set text [read-text $page]
    set name [file tail $page]
    set here [dict create]
    foreach {all id} [regexp -all -inline {\sid="([^"]*)"} $text] { dict incr here $id }
    dict set ids $name $here
    foreach {all target} [regexp -all -inline {\s(?:href|src)="([^"]*)"} $text] {
        if {![regexp {^(?:https?|data|mailto):} $target]} { dict set links $target $name }
    }
}
set twice {}
dict for {name here} $ids {
    dict for {id n} $here { if {$n > 1} { lappend twice $name#$id } }
}
tap::is $twice {} "no place has the name of another"
set broken {}
dict for {target from} $links {
    regexp {^([^#]*)(?:#(.*))?$} $target -> file anchor
    if {$file eq ""} { set file $from }
    if {![file exists html/$file] || $anchor ne "" && ![dict exists $ids $file $anchor]} {
        lappend broken "$from: $target"
    }
}
tap::is $broken {} "each of [dict size $links] addresses leads somewhere"

# ---- the search ------------------------------------------------------------------------------

set index [read-text html/search.js]
foreach {what pattern} {
    "an entry of the ledger" {\["ledger","campello2015 \(31\)","[^"]*","","equation 31"}
    "an equation where it is used" {\["equation","campello2015 \([0-9–-]+\)"}
    "an erratum" {\["erratum","Erratum C-21"}
    "a chunk" {\["chunk","\u27e8rolling: }
    "an identifier" {\["identifier","tr_}
    "the prose of a section" {\["section","[0-9.]+ }
} {
    tap::ok [regexp $pattern $index] "the search finds $what"
}

# ---- print ---------------------------------------------------------------------------------

# Where volumes have been printed, both editions number alike.
set printed [dict create]
foreach aux [glob -nocomplain paper/*.aux] {
    foreach {all label number} [regexp -all -inline {\\newlabel\{([^\}]*)\}\{\{((?:\\relax )?[0-9.]+)\}} [read-text $aux]] {
        dict set printed $label $number
    }
}
if {[dict size $printed]} {
    set differ {}
    set compared 0
    foreach file [glob web/*.dict] {
        set chapter [read-text $file]
        if {![dict exists $pages [dict get $chapter file]]} continue
        set text [read-text [dict get $pages [dict get $chapter file]]]
        regexp {<h1 [^>]*>(?:<a [^>]*></a>)*<span class="num">(\d+)</span>} $text -> number
        dict for {label where} [dict get $chapter labels] {
            lassign $where kind local
            # Not by expr: it would take 2.10 for a number and give 2.1.
            set web $number
            if {$local ne ""} { append web .$local }
            if {[dict exists $printed $label] && $kind ne "subsubsection"} {
                incr compared
                if {[dict get $printed $label] ne $web} {
                    lappend differ "$label: [dict get $printed $label] in print, $web on the web"
                }
            }
        }
    }
    tap::is [join $differ \n] "" "print and web have the same $compared numbers"
    tap::ok [expr {$compared > 100}] "there are numbers to compare"
}
tap::done

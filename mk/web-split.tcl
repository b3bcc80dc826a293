#!/usr/bin/env tclsh
# web-split.tcl -out DIR -input DIR FILE.tex ...   (noweb's pipeline on stdin)
#
# The first of three steps to the web edition.  It takes the book apart, one chapter a pair of
# files that are written only when they change: DIR/STEM.tex is prose that pandoc understands,
# DIR/STEM.dict all that pandoc must not see or cannot know.  What is kept aside travels through
# pandoc as one word, a mark: NWC17Z is entry 17 of the list of chunks.  mk/web-join.tcl puts the
# marks back.  Numbers are counted here within the chapter; the join knows the chapter's own.
#
# The letters of the marks:
#   C  chunk (D  inside a list or a box)    K  code quoted in prose     V  lines kept as they are
#   H  heading                              L  label in running text    R  reference
#   Q  number of an equation                T  tag of a source          S  place of a ledger entry
#   A  erratum begins (Y  ends)             F  figure or table begins (M  caption, X  end)
#   I  picture                              B  citation                 O  number of a run (P ends)
#   G  chunk in the ledger                  W  tests in the ledger
package require Tcl 8.6
source [file join [file dirname [file normalize [info script]]] files.tcl]
source [file join [file dirname [file normalize [info script]]] noweb.tcl]
namespace import files::*

# ---- marks ------------------------------------------------------------------------

# The chapter at hand: lists of what is kept aside, by letter.
set marks [dict create]

proc mark {letter data} {
    global marks
    dict lappend marks $letter $data
    return NW$letter[expr {[llength [dict get $marks $letter]] - 1}]Z
}

proc block {mark} {
    return "\n\n$mark\n\n"
}

# ---- reading TeX --------------------------------------------------------------------

# The groups {...}{...} from a place on: their contents, then the place behind.
proc groups {text at count} {
    set found {}
    for {set i 0} {$i < $count} {incr i} {
        while {[string is space -strict [string index $text $at]]} { incr at }
        if {[string index $text $at] ne "\{"} {
            error "expected \{ in: [string range $text $at-40 $at+40]"
        }
        set end [closing $text $at]
        lappend found [string range $text $at+1 $end-1]
        set at [expr {$end + 1}]
    }
    return [list {*}$found $at]
}

# Every \NAME[option]{...}{...} becomes what the script makes of `option` and `args`.
proc each-word {text name count script} {
    upvar 1 option option args args
    set out ""
    set from 0
    set at 0
    set word "\\$name"
    while {[set start [string first $word $text $at]] >= 0} {
        set at [expr {$start + [string length $word]}]
        if {[string is alpha -strict [string index $text $at]]} continue
        if {[string index $text $at] eq "*"} { incr at }
        set option ""
        if {[string index $text $at] eq "\["} {
            set end [string first "\]" $text $at]
            set option [string range $text $at+1 $end-1]
            set at [expr {$end + 1}]
        }
        set args [groups $text $at $count]
        set at [lindex $args end]
        set args [lrange $args 0 end-1]
        append out [string range $text $from $start-1] [uplevel 1 $script]
        set from $at
    }
    return [append out [string range $text $from end]]
}

# Every \begin{NAME}...\end{NAME} becomes what the script makes of `name` and `body`.
proc each-environment {text names script} {
    upvar 1 name name body body
    set out ""
    set from 0
    while {[regexp -indices -start $from "\\\\begin\\{([join [string map {* \\*} $names] |])\\}" $text all which]} {
        lassign $all start end
        set name [string range $text {*}$which]
        set close "\\end{$name}"
        set stop [string first $close $text $end]
        if {$stop < 0} {
            error "\\begin{$name} without end"
        }
        set body [string range $text $end+1 $stop-1]
        append out [string range $text $from $start-1] [uplevel 1 $script]
        set from [expr {$stop + [string length $close]}]
    }
    return [append out [string range $text $from end]]
}

# ---- formulas -------------------------------------------------------------------------

# What pandoc's reader of formulas lacks or sets otherwise than LaTeX: large brackets, bold
# letters that slant (digits do not), and primes, which are exponents and share their place.
proc formula {tex} {
    set tex [each-word $tex ourvalue 2 {lindex $args 1}]
    set tex [each-word $tex ensuremath 1 {string cat \{ [lindex $args 0] \}}]
    set tex [string map {\\Bigl \\Big \\Bigr \\Big \\nonumber {}} $tex]
    regsub -all {\\(?:vect|boldsymbol)\s*(\d|\{\d\})} $tex {\\mathbf \1} tex
    set out ""
    set from 0
    while {[regexp -indices -start $from {('+)(?:\^(?:\{([^{}]*)\}|(\\[a-zA-Z]+|[^\s\{\\])))?} \
            $tex all primes group letter]} {
        append out [string range $tex $from [lindex $all 0]-1] \
            "^\{" [string repeat "\\prime " [expr {[lindex $primes 1] - [lindex $primes 0] + 1}]] \
            [string range $tex {*}$group] [string range $tex {*}$letter] "\}"
        set from [expr {[lindex $all 1] + 1}]
    }
    return [append out [string range $tex $from end]]
}

# The rows of a formula, split at \\ outside of braces and environments.
proc formula-rows {body} {
    set rows {}
    set from 0
    set depth 0
    foreach place [regexp -all -inline -indices {\\\\|\\begin|\\end|\\.|[{}]} $body] {
        lassign $place start end
        switch -- [string range $body $start $end] {
            \\\\ {
                if {$depth == 0} {
                    lappend rows [string range $body $from $start-1]
                    set from [expr {$end + 1}]
                }
            }
            \\begin - \{ {incr depth}
            \\end - \}   {incr depth -1}
        }
    }
    return [lappend rows [string range $body $from end]]
}

# A number for the equation, and its label.
proc numbered {label} {
    global count labels
    set number [incr count(equation)]
    if {$label ne ""} {
        dict set labels $label [list equation $number $label]
    }
    return [mark Q [list $number $label]]
}

proc label-out {textName} {
    upvar 1 $textName text
    set label ""
    regexp {\\label\{([^\}]*)\}} $text -> label
    regsub -all {\\label\{[^\}]*\}} $text {} text
    return $label
}

proc display {name body} {
    switch -- $name {
        equation {
            set label [label-out body]
            return "[numbered $label]\\\[[formula $body]\\\]"
        }
        align - gather {
            set rows {}
            set columns 0
            foreach row [formula-rows $body] {
                if {[string trim $row] eq ""} continue
                set without [regexp {\\nonumber|\\notag} $row]
                set label [label-out row]
                lappend rows [formula $row] [expr {$without ? "" : [numbered $label]}]
                set columns [expr {max($columns, [regexp -all {&} $row])}]
            }
            set lines {}
            foreach {row number} $rows {
                if {$number ne ""} {
                    append row [string repeat & [expr {2*(($columns + 1)/2) + 1 - [regexp -all {&} $row]}]] \
                        " \\text{$number}"
                }
                lappend lines $row
            }
            return "\\\[\\begin{aligned}[join $lines \\\\]\\end{aligned}\\\]"
        }
        align* - gather* {
            return "\\\[\\begin{aligned}[formula $body]\\end{aligned}\\\]"
        }
        default {
            return "\\\[[formula $body]\\\]"
        }
    }
}

proc formulas {text} {
    set text [each-environment $text {equation equation* align align* gather gather*} {display $name $body}]
    # \[...\] in the source, $...$, and what display made of the rest: mending twice changes nothing.
    set out ""
    set from 0
    set text [string map {\\$ \uE000} $text]
    while {[regexp -indices -start $from {\$|\\\[} $text open]} {
        lassign $open start inside
        set close [expr {$start == $inside ? "$" : "\\\]"}]
        set end [string first $close $text [incr inside]]
        if {$end < 0} {
            error "a formula is not closed: [string range $text $start $start+60]"
        }
        append out [spaces [string range $text $from $inside-1]] [formula [string range $text $inside $end-1]] $close
        set from [expr {$end + [string length $close]}]
    }
    return [string map {\uE000 \\$} [append out [spaces [string range $text $from end]]]]
}

# What stands between formulas: numbers of runs, and wide spaces, which pandoc knows in formulas only.
proc spaces {text} {
    set text [each-word $text ourvalue 2 {
        lassign $args name value
        string cat [mark O $name] [spaces $value] NWP0Z
    }]
    set text [each-word $text ensuremath 1 {string cat $ [formula [lindex $args 0]] $}]
    regsub -all {\\q?quad(?![a-zA-Z])} $text "\u2003" text
    return $text
}

# ---- prose ----------------------------------------------------------------------------

proc included {text} {
    global inputs
    set text [each-word $text IfFileExists 3 {
        lassign $args file there missing
        expr {[find-input $file] eq "" ? $missing : $there}
    }]
    return [each-word $text input 1 {
        set file [find-input [lindex $args 0]]
        if {$file eq ""} { error "\\input: there is no [lindex $args 0] in $inputs" }
        included [read-text $file]
    }]
}

proc find-input {name} {
    global inputs
    foreach directory $inputs {
        foreach file [list $directory/$name $directory/$name.tex] {
            if {[file isfile $file]} { return $file }
        }
    }
    return ""
}

# Lines kept as they are; code quoted in them is code already.
proc verbatims {text} {
    each-environment $text {verbatim} {
        regsub {^\s*?\n} $body {} body
        block [mark V [uncoded [string trimright $body]]]
    }
}

proc uncoded {text} {
    global marks
    while {[regexp {NWK(\d+)Z} $text all n]} {
        set text [string map [list $all [lindex [dict get $marks K] $n]] $text]
    }
    return $text
}

proc uncommented {text} {
    regsub -all -line {^[ \t]*%.*\n?} $text {} text
    regsub -all -line {([^\\])%.*$} $text {\1} text
    return $text
}

set kinds {
    fig Fig. table Table algorithm Algorithm remark Remark keyword keyword claim claim
    section Sect. example Example
}

proc tags {text} {
    set text [each-word $text srceq 2 {
        lassign $args source number
        mark T [list $source $number ($number) [expr {$option eq "" ? "cites" : $option}]]
    }]
    set text [each-word $text srcitem 3 {
        lassign $args source kind number
        if {![dict exists $::kinds $kind]} { error "\\srcitem: unknown kind $kind" }
        mark T [list $source $kind-$number "[dict get $::kinds $kind] $number" \
            [expr {$option eq "" ? "cites" : $option}]]
    }]
    set text [each-word $text ledgerchunk 2 {mark G $args}]
    set text [each-word $text ledgertest 1 {mark W [list {*}$args test]}]
    set text [each-word $text ledgererratum 1 {mark W [list {*}$args erratum]}]
    return [each-word $text srctarget 2 {mark S $args}]
}

proc references {text} {
    set text [each-word $text eqref 1 {string cat ( [mark R [lindex $args 0]] )}]
    foreach word {ref pageref} {
        set text [each-word $text $word 1 {mark R [lindex $args 0]}]
    }
    foreach word {citep citet citealp cite} {
        set text [each-word $text $word 1 {mark B [list $word [lindex $args 0] $option]}]
    }
    return $text
}

# An erratum keeps its words; its keys are told aside.
proc errata {text} {
    each-environment $text {erratum} {
        lassign [groups $body 0 3] keys source place end
        set start [mark A [list $keys $source $place]]
        string cat [block $start] "\\textbf{Erratum $keys} (\\textsf{$source}, $place). " \
            [string trim [string range $body $end end]] [block [mark Y {}]]
    }
}

proc floats {text} {
    global count labels
    set text [each-word $text figfile 3 {
        lassign $args picture caption label
        return -level 0 "\\begin{figure}\\computedfigure{$picture}\\caption{$caption}\\label{$label}\\end{figure}"
    }]
    return [each-environment $text {figure table figure* table*} {
        regsub {^\s*\[[^\]]*\]} $body {} body
        set kind [string trim $name *]
        set label [label-out body]
        set number ""
        set caption ""
        set body [each-word $body caption 1 {
            set number [incr count($kind)]
            set caption [lindex $args 0]
            return -level 0 ""
        }]
        if {$label ne ""} {
            dict set labels $label [list $kind $number $label]
        }
        foreach word {computedfigure includegraphics} {
            set body [each-word $body $word 1 {block [mark I [lindex $args 0]]}]
        }
        string cat [block [mark F [list $kind $number $label]]] $body \
            [block "[mark M [list $kind $number $label]] $caption"] [block [mark X {}]]
    }]
}

# Headings are numbered within the chapter; a label belongs to the heading before it.
proc headings {text} {
    global count labels chapter
    set out ""
    set from 0
    set here {chapter "" ""}
    while {[regexp -indices -start $from \
            {\\(chapter|section|subsection|subsubsection|paragraph|label)(\*?)(?=\s*[\{\[])} $text all word star]} {
        append out [string range $text $from [lindex $all 0]-1]
        set word [string range $text {*}$word]
        lassign [groups $text [expr {[lindex $all 1] + 1}] 1] title from
        if {$word eq "label"} {
            dict set labels $title [list {*}[lrange $here 0 1] $title]
            append out [mark L $title]
            continue
        }
        if {$word eq "paragraph"} {
            append out "\n\n\\textbf{$title} "
            continue
        }
        set number ""
        if {[lindex $star 0] > [lindex $star 1]} {
            switch -- $word {
                section    {set number [incr count(section)]; set count(subsection) 0}
                subsection {set number $count(section).[incr count(subsection)]}
            }
        }
        set here [list $word $number]
        set names {}
        while {[regexp -indices -start $from {\A\s*\\label\{([^\}]*)\}} $text all name]} {
            lappend names [string range $text {*}$name]
            set from [expr {[lindex $all 1] + 1}]
        }
        foreach name $names {
            dict set labels $name [list $word $number $name]
        }
        if {$word eq "chapter" && [llength $names]} {
            set chapter [lindex $names 0]
        }
        append out "\n\n\\$word{[mark H [list $word $number $names]] $title}\n\n"
    }
    return [append out [string range $text $from end]]
}

# Columns that wrap become plain ones: a browser finds the widths.
proc columns {spec} {
    while {[regexp {^(.*)\*\{(\d+)\}\{([^\}]*)\}(.*)$} $spec -> a n inner b]} {
        set spec $a[string repeat $inner $n]$b
    }
    while {[regexp -indices {[@!><]\s*\{} $spec place]} {
        set spec [string replace $spec [lindex $place 0] [closing $spec [lindex $place 1]]]
    }
    while {[regexp -indices {[pmb]\s*\{} $spec place]} {
        set spec [string replace $spec [lindex $place 0] [closing $spec [lindex $place 1]] l]
    }
    return [regsub -all {[^lcr]} $spec {}]
}

proc tables {text} {
    regsub -all {\\endfirsthead.*?\\endhead} $text {\\endhead} text
    regsub -all {\\endhead.*?\\endfoot} $text {} text
    regsub -all {\\cmidrule(\([a-z]*\))?\{[^\}]*\}} $text {} text
    return [each-environment $text {tabular longtable} {
        regsub {^\s*\[[^\]]*\]} $body {} body
        lassign [groups $body 0 1] spec end
        set body [string range $body $end end]
        set body [each-word $body multicolumn 3 {
            lassign $args span cell words
            return -level 0 "\\multicolumn{$span}{[columns $cell]}{$words}"
        }]
        string cat "\n\n\\begin{tabular}{[columns $spec]}" $body "\\end{tabular}\n\n"
    }]
}

# Words about the page in print.
proc plain {text} {
    regsub -all {\\(?:setlength|vspace|hspace|addtolength)\*?\{[^\}]*\}(?:\{[^\}]*\})?} $text {} text
    regsub -all {\\(?:centering|raggedright|noindent|small|footnotesize|scriptsize|smallskip|medskip|bigskip|newpage|clearpage|sloppy|par|allowbreak)(?![a-zA-Z])} \
        $text {} text
    regsub -all {\\(?:begin|end)\{(?:footnotesize|small)\}} $text {} text
    return $text
}

proc translated {text} {
    set text [uncommented [verbatims [included $text]]]
    set text [floats [errata [references [tags $text]]]]
    set text [formulas $text]
    return [plain [tables [headings $text]]]
}

# ---- a chapter ----------------------------------------------------------------------

# The one-line definitions of macros.tex that formulas need.
proc macros {} {
    set lines {}
    foreach line [split [read-text [find-input macros.tex]] \n] {
        if {[regexp {^\\newcommand\{\\[a-zA-Z]+\}(\[\d\])?\{.*\}\s*$} $line] && ![regexp {@|csname|hyper|src} $line]} {
            lappend lines [string map {\\boldsymbol \\mathbfit} $line]
        }
    }
    return [join $lines \n]
}

proc begin-chapter {} {
    uplevel #0 {
        set marks [dict create]
        set labels [dict create]
        set chapter ""
        array set count {equation 0 figure 0 table 0 section 0 subsection 0}
    }
}

proc finish-chapter {file text} {
    global out marks labels chapter preamble
    if {[catch {translated $text} tex]} {
        puts stderr "web-split.tcl: $file: $tex"
        exit 1
    }
    set stem $out/[string map {/ -} [file rootname $file]]
    write-text $stem.tex "$preamble\n\n$tex\n"
    write-text $stem.dict [dict create file $file chapter $chapter labels $labels marks $marks]
}

# A chunk is a dict; its lines hold text and uses, for finding its place in a tangled file.
proc new-chunk {file line} {
    dict create label "" title "" file $file line $line html "" defs {} usedin {} \
        prev "" next "" body {}
}

proc linked {ref html {class ""}} {
    if {$ref in {"" nw@notdef}} {
        return $html
    }
    return "<a[expr {$class eq "" ? "" : " class=\"$class\""}] href=\"#$ref\">$html</a>"
}

proc split-book {in} {
    set file ""
    set text ""; set quoted ""; set quoting 0; set mode docs; set depth 0; set ref ""; set first 0
    while {[gets $in row] >= 0} {
        if {![regexp {^@(\S+) ?(.*)$} $row -> key arg]} continue
        switch -- $key {
            file {
                if {$file ne ""} { finish-chapter $file $text }
                set file $arg; set line 1; set text ""; set depth 0
                begin-chapter
            }
            begin {
                set mode [lindex $arg 0]
                set chunk [new-chunk $file $line]
            }
            end {
                if {$mode eq "code"} {
                    append text [block [mark [expr {$depth > 0 ? "D" : "C"}] $chunk]]
                }
                set mode docs
            }
            defn {
                dict set chunk title $arg
                dict set chunk line $line
                set ref ""; set first 1
            }
            quote    {set quoting 1; set quoted ""}
            endquote {set quoting 0; append text [mark K $quoted]}
            text {
                if {$mode ne "docs"} {
                    dict append chunk html [linked $ref [html $arg]]
                    dict lappend chunk body [list text $arg]
                } elseif {$quoting} {
                    append quoted $arg
                } else {
                    append text $arg
                    incr depth [expr {[regexp -all {\\begin\{} $arg] - [regexp -all {\\end\{} $arg]}]
                }
                set ref ""
            }
            nl {
                incr line
                set ref ""
                if {$mode eq "docs"} {
                    append [expr {$quoting ? "quoted" : "text"}] \n
                } elseif {!$first} {
                    dict append chunk html \n
                    dict lappend chunk body nl
                }
                set first 0
            }
            use {
                dict append chunk html [linked $ref ⟨[name-html $arg]⟩ use]
                dict lappend chunk body [list use $arg]
                set ref ""
            }
            xref - index {
                incr line [expr {$arg eq "nl"}]
                set ref [noweb::link chunk $key $arg [expr {$mode ne "docs"}] $ref]
            }
        }
    }
    if {$file ne ""} { finish-chapter $file $text }
}

set inputs {}
set chapters {}
while {[llength $argv]} {
    set argv [lassign $argv word]
    switch -- $word {
        -out    {set argv [lassign $argv out]}
        -input  {set argv [lassign $argv directory]; lappend inputs $directory}
        default {lappend chapters $word}
    }
}
if {![info exists out]} {
    puts stderr "usage: web-split.tcl -out DIR -input DIR ... FILE.tex ... <noweb's pipeline"
    exit 2
}
set preamble [macros]
fconfigure stdin -encoding utf-8
split-book stdin
foreach chapter_file $chapters {
    begin-chapter
    finish-chapter $chapter_file [read-text $chapter_file]
}

# omit.tcl -- prose without the numbers that were not run.
#
# What takes minutes is computed by the full tier only.  A book that is made without it has no sentence that would
# need such a number: the sentence goes, or the parenthesis, the row of a table, the figure.  What it takes with it goes
# too: a table without rows, a list without items, sentences that refer to a figure that is not there.
# mk/ours.tcl calls this for the prose between two chunks; mk/claims.tcl lists what the full tier has.
package require Tcl 8.6
source [file join [file dirname [file normalize [info script]]] files.tcl]

namespace eval omit {
    variable missing ""        ;# regexp of what was not run
}

# The prose of a place, without what needs the names: each is TeX, as \ournotrun{NAME} or \ref{fig:NAME}.
proc omit::from {text names figures} {
    variable missing [join [lmap one [concat {{\\ournotrun\{[^\{\}]*\}|\uE013}} [lmap name $names {
        regsub -all {[][\\{}.*+?()|^$-]} $name {\\&}
    }]] {set one}] |]
    foreach name $figures {
        set text [without-figure $text $name]
    }
    if {![regexp $missing $text]} {
        return $text
    }
    foreach environment {tabular longtable} {
        set text [in-tables $text $environment]
    }
    # The sentence that announces a table goes with it: "In numbers:".
    regsub -all {:(\s*(?:\\begin\{(?:center|table)\}\s*)?(?:\\(?:centering|footnotesize|small)\s*)*)(?=\uE012)} $text ":\uE013\\1" text
    # A formula of its own is one word of its sentence.
    set formulas {}
    while {[regexp -indices {\\begin\{((?:equation|align|gather|multline)\*?)\}.*?\\end\{\1\}|\\\[.*?\\\]} $text place]} {
        set one [string range $text {*}$place]
        set text [string replace $text {*}$place \uE020[llength $formulas]\uE021[expr {[regexp $missing $one] ? "\uE013" : ""}]]
        lappend formulas $one
    }
    set text [string map {\uE012 {} \uE013 {}} [in-prose $text]]
    while {[regexp -indices {\uE020(\d+)\uE021} $text place n]} {
        set text [string replace $text {*}$place [lindex $formulas [string range $text {*}$n]]]
    }
    # A table, a list or a formula of its own that has lost all.
    foreach around {table center} {
        regsub -all "\\\\begin\\{$around\\}(?:\\\[\[a-z\]*\\\])?(?:\\s|%\\n|\\\\(?:centering|footnotesize|small))*\\\\end\\{$around\\}" $text {} text
    }
    return $text
}

# As many lines as before, with nothing on them; labels and formulas stay, because others refer to them.
proc omit::blank {text} {
    set labels [join [regexp -all -inline {\\label\{[^\{\}]*\}|\uE020\d+\uE021(?!\uE013)} $text] ""]
    return $labels[string repeat "%\n" [regexp -all {\n} $text]]
}

proc omit::without-figure {text name} {
    while {[set start [string first "\\figfile\{$name\}" $text]] >= 0} {
        set end [expr {$start + [string length "\\figfile\{$name\}"]}]
        foreach - {caption label} {
            set end [expr {[files::closing $text [string first "\{" $text $end]] + 1}]
        }
        set text [string replace $text $start $end-1 [string repeat "%\n" [regexp -all {\n} [string range $text $start $end-1]]]]
    }
    return $text
}

# ---- tables -------------------------------------------------------------------------

proc omit::in-tables {text environment} {
    variable missing
    set out ""
    set from 0
    while {[set start [string first "\\begin\{$environment\}" $text $from]] >= 0} {
        set close "\\end\{$environment\}"
        set end [expr {[string first $close $text $start] + [string length $close]}]
        append out [string range $text $from $start-1]
        set table [string range $text $start $end-1]
        append out [expr {[regexp $missing $table] ? [rows $table] : $table}]
        set from $end
    }
    return $out[string range $text $from end]
}

# Rows end with \\; those that lack a number go, and with most of them the table.
proc omit::rows {table} {
    variable missing
    set kept 0
    set lost 0
    set body 0
    set out ""
    set row ""
    foreach {- one sign} [regexp -all -inline {(.*?)(\\\\(?:\[[^\]]*\])?|$)} $table] {
        if {"$one$sign" eq ""} continue
        set body [expr {$body || [regexp {\\midrule} $one]}]
        if {![regexp $missing $one]} {
            incr kept [expr {$body && [string first & $one] >= 0}]
            append out $one$sign
            continue
        }
        incr lost
        # Rules before a row stay.
        regexp {^((?:\s|\\(?:midrule|toprule|addlinespace|bottomrule)\M)*)(.*)$} $one -> rules rest
        append out $rules[string repeat "%\n" [regexp -all {\n} $rest]]%
    }
    return [expr {$kept > $lost ? $out : "\uE012[blank $table]"}]
}

# ---- sentences ----------------------------------------------------------------------

# Where prose is interrupted: what stands between is looked at alone.
namespace eval omit {
    variable breaks {\n[ \t]*(?=\n)|\\(?:sub)*section\*?\{|\\chapter\{|\\paragraph\{|\\caption\{|\\label\{[^\{\}]*\}|\\item(?:\[[^\]]*\])?|\\(?:begin|end)\{(?:itemize|enumerate|description|center|table|figure|quote|erratum|tabular|longtable)\}(?:\[[a-z]*\])?|\\figfile\{[^\{\}]*\}\{|\\(?:centering|footnotesize|small)\M}
}

proc omit::in-prose {text} {
    variable breaks
    set out ""
    set from 0
    foreach place [regexp -all -inline -indices $breaks $text] {
        lassign $place start end
        if {$start < $from} continue
        append out [paragraph [string range $text $from $start-1]] [string range $text $start $end]
        set from [expr {$end + 1}]
        # The words in braces: a title, a caption.
        if {[string index $text $end] eq "\{"} {
            set close [files::closing $text $end]
            append out [paragraph [string range $text $from $close-1]]\}
            set from [expr {$close + 1}]
            # Of a figure the label is behind the caption.
            if {[regexp -indices -start $from {\A\s*\{[^{}]*\}} $text label]} {
                append out [string range $text {*}$label]
                set from [expr {[lindex $label 1] + 1}]
            }
        }
    }
    append out [paragraph [string range $text $from end]]
    # An item without words, a list without items.
    regsub -all {\\item(?:\[[^\]]*\])?(?:\s|%\n)*(?=\\item\M|\\end\{(?:itemize|enumerate|description)\})} $out {} out
    regsub -all {\\begin\{(itemize|enumerate|description)\}(?:\s|%\n)*\\end\{\1\}} $out {} out
    # A paragraph that is only its title.
    regsub -all {\\paragraph\{[^\{\}]*\}(?:[ \t]|%\n)*(?=\n[ \t]*\n)} $out {} out
    return $out
}

# One stretch of prose: first a parenthesis, then a whole sentence goes.
proc omit::paragraph {text} {
    variable missing
    if {![regexp $missing $text]} {
        return $text
    }
    # Of a pair of coordinates both numbers are wanted, a parenthesis of words is not.
    set pattern "\\s*\\((?:\[^()\]|\\\\\[()\])*(?:$missing)(?:\[^()\]|\\\\\[()\])*\\)"
    set from 0
    while {[regexp -indices -start $from $pattern $text place]} {
        set inside [string range $text {*}$place]
        set words [regsub -all "$missing|\\$\[^$\]*\\$|\\\\\[a-z\]+" $inside {}]
        if {[regexp {[a-z]{3,}} $words] && ![inside-math? $text [lindex $place 0]]
            && ![regexp {[.!?]\s*$} [string range $text 0 [lindex $place 0]-1]]} {
            set text [string replace $text {*}$place [blank $inside]]
        } else {
            set from [expr {[lindex $place 1] + 1}]
        }
    }
    set out ""
    foreach one [sentences $text] {
        append out [expr {[regexp $missing $one] ? [blank $one] : $one}]
    }
    return $out
}

proc omit::inside-math? {text at} {
    return [expr {[regexp -all {\$} [string map {\\$ {}} [string range $text 0 $at-1]]] % 2}]
}

# A sentence ends with a full stop, perhaps behind a bracket, before a space and a capital, a formula or a command; not
# within brackets, braces or a formula.
proc omit::sentences {text} {
    set found {}
    set from 0
    set depth 0
    set math 0
    foreach place [regexp -all -inline -indices {\\\[|\\\]|\\[^a-zA-Z]|\\begin\{|\\end\{|[{}()$]|[.!?](?:''|\))*(?=\s)} $text] {
        lassign $place start end
        set one [string range $text $start $end]
        switch -glob -- $one {
            {\\\[} - {\\begin*} {incr math}
            {\\\]} - {\\end*} {incr math -1}
            {$} {set math [expr {!$math}]}
            \{ - ( {incr depth [expr {!$math}]}
            \} - ) {incr depth [expr {-!$math}]}
            \[.!?\]* {
                incr depth [expr {-[regexp -all {\)} $one]*!$math}]
                set before [string range $text $from $start]
                if {$math || $depth > 0 || [regexp {(?:\m(?:al|e\.g|i\.e|cf|Fig|Sect|vs|No|approx|resp)|\m[A-Z])\.$} $before]
                    || ![regexp {\A\s+(?:[A-Z\\$(\uE010\uE020]|\Z)} [string range $text $end+1 $end+40]]} continue
                # The space behind goes with it.
                regexp -indices -start [expr {$end + 1}] {\A\s*} $text space
                set to [expr {max($end, [lindex $space 1])}]
                lappend found [string range $text $from $to]
                set from [expr {$to + 1}]
            }
        }
    }
    return [lappend found [string range $text $from end]]
}

# words.tcl FILE ... -- common mistakes in Trundle's prose, one line each: FILE:LINE: NAME: TEXT [ADVICE].
# Prose is that of .md, of .nw and .tex outside chunks, and any other text (NEWS, `trundle help NAME`).
# mk/test-words.tcl allows two hits in a hundred lines.  Some hits are right as they are: look at each.
namespace eval words {
    # NAME REGULAR-EXPRESSION ADVICE; case counts where the expression says (?c).
    variable patterns {
        tell   {\m(?:tells?|told|telling)\M(?! (?:to |apart|us|you|me|him|her|the reader))} {report, print, show, state, warn}
        but    {\mbut for\M|\m(?:all|any|every\w*|none|nobody|no \w+) but (?:for |the|those|that|what|one|a)\M} {except, apart from}
        too    {, too(?=[.,;:)]|$)} {also, before the verb}
        out    {\m(?:come|comes|came|coming) out\M(?! of\M)} {agree, be reproduced, be obtained}
        what   {(?:^|[.!?:;] )What (?!if\M|about\M)[^.?!;]{8,}?[.;]} {name the thing: "Misprints are shown"}
        who    {(?:^|[.!?:;] )(?:Who|Whoever)\M[^.?]{6,}[.]} {if you}
        per    {\m(?:line|row|step|file|particle|run|pass|digit|evaluation|frame)s? an? (?:line|run|step|frame|particle|code|benchmark|sample|case|row|file|page|core|thread|chapter)\M(?! (?:of|that|which|with|from|for|has|is|at|in|may|can)\M)} {one line per run}
        print  {\m(?:in|of|from|by|beside|with|than) print\M} {the paper, as published}
        account {\m(?:is|are|was|were|be|been) booked\M|\m(?:the|its|these) books (?:close|miss|are|balance)\M|\maccounts? of energ} {energy term, energy balance}
        look   {\m(?:at each|each|every|two|between|last|first|one) looks?\M(?! (?:at|for|like|up|into|alike)\M)} {sampling time, sample}
        asked  {\m(?:is|are|was|were|be|been|not) asked\M} {evaluate, query, request, test}
        isno   {\m(?:is|are|was|were) no (?:misprint|constant|function|parameter|option|number|code|answer|check)\M} {is not a}
        stands {\mstands? (?:there|beside|twice|below|above|here|in print)\M} {is, is listed, is shown}
        moment {\mof (?:the|that|this) (?:moment|instant)\M(?! (?:when|at|that|of))} {current, instantaneous}
        nomore {\mno more(?=[.,;:)]|$)|\mno more (?:in|at|among|open|on)\M} {no longer}
        became {\mwhat (?:became|becomes|has become|came) of\M} {status of, result for}
        own    {\mof one's own\M|\ma (?:code|program|scenario|problem) of (?:yours|ours|theirs)\M} {your own}
        beside {\mbeside (?:ours|theirs|print|published|(?:the|their) (?:published|printed|references?|formula))\M} {next to, compared with}
        round  {\mroundings\M} {rounding errors}
        rare   {\m(?:reckon(?:ed|s)?|from afar|beforehand|mend(?:s|ed|ing)?|nought|anew|newcomers|spoils? but)\M} {a rare or private word}
        yield  {\mgives? way\M|\mgave way\M} {yield, slip}
        wasit  {\(it (?:said|was|had|lost|gave|were|took|told|did)\M} {Previously, ...}
        exist  {\mthat (?:there )?(?:is|are) already\M|\m(?:that|which) there (?:is|are)\M(?! (?:a|an|no|two|some|more|only)\M)} {existing}
    }
    variable longest 45     ;# words in a sentence
}

# What is not prose goes: code, formulas, marks.
proc words::clean {text} {
    foreach {from to} {{`[^`]*`} X {\[\[.*?\]\]} X {\\(?:texttt|verb\|)\{?[^\}|]*[\}|]} X {\$[^$]*\$} X
            {\\(?:srceq|srcitem)(?:\[[^]]*\])?(?:\{[^{}]*\})+} {} {\\ours\{[^{}]*\}(?:\{[^{}]*\})?} N
            {\\(?:cite[pt]?|ref|eqref|label|figfile)(?:\[[^]]*\])*\{[^{}]*\}} X {!?\[([^]]*)\]\([^)]*\)} {\1}
            {\\[a-zA-Z]+\*?} { } {[{}~*]} { }} {
        regsub -all $from $text $to text
    }
    return [regsub -all { +} $text " "]
}

# The paragraphs of a file: LINE TEXT ..., each with the number of its first line.
proc words::paragraphs {file text} {
    set kind [file extension $file]
    set found {}
    set block ""
    set first 0
    set inside 0
    set n 0
    foreach line [concat [split $text \n] {{}}] {
        incr n
        set ends [expr {[string trim $line] eq ""}]
        set begins 0
        if {$kind in {.nw .tex}} {
            if {[regexp {^<<.*>>=\s*$} $line] || [regexp {^\s*\\begin\{(?:verbatim|tabular|equation|align|longtable|gather)} $line]} {
                set inside 1
            }
            set code $inside
            if {[regexp {^@( |$)} $line] || [regexp {^\s*\\end\{(?:verbatim|tabular|equation|align|longtable|gather)} $line]} {
                set inside 0
            }
            set begins [regexp {^\s*\\(?:item|paragraph|begin|end|chapter|section|label)\M} $line]
            if {[regexp {^\s*(?:%|\\(?:chapter|section|subsection|label|begin|end)\M)} $line]} {set code 1}
        } elseif {$kind eq ".md"} {
            set fence [string match "```*" [string trim $line]]
            set code [expr {$inside || $fence || [string match #* $line]}]
            if {$fence} {set inside [expr {!$inside}]}
            set begins [regexp {^\s*(?:[-|]|\d+\.) ?} $line]
        } else {
            set code [regexp {^usage:|^  +trundle } $line]
            set begins [regexp {^ *-|^  +\S} $line]
        }
        if {($ends || $code || $begins) && $block ne ""} {
            lappend found $first $block
            set block ""
        }
        if {$ends || $code} continue
        if {$block eq ""} {set first $n}
        append block [string trim $line] \n
    }
    return $found
}

# LINE NAME EXCERPT ADVICE ...
proc words::hits {file text} {
    variable patterns
    variable longest
    set found {}
    foreach {first block} [paragraphs $file $text] {
        set flat [clean [string map {\n " "} $block]]
        foreach {name pattern advice} $patterns {
            foreach place [regexp -all -inline -indices -nocase $pattern $flat] {
                lassign $place from to
                if {$from > $to} continue
                # About the right line: as far into the block as into the flat text.
                set line [expr {$first + int([llength [split [string trimright $block \n] \n]]*double($from)/[string length $flat])}]
                lappend found [list $line $name [string range $flat [expr {max(0, $from - 20)}] $to+20] $advice]
            }
        }
        foreach sentence [split [regsub -all {([.?!]) (?=[A-Z(])} $flat "\\1\n"] \n] {
            set count [regexp -all {[A-Za-z][\w'-]+} $sentence]
            if {$count > $longest} {
                lappend found [list $first long "$count words: [string range $sentence 0 60]" {split the sentence}]
            }
        }
    }
    return [lsort -integer -index 0 $found]
}

if {[info exists argv0] && [file tail $argv0] eq "words.tcl"} {
    source [file join [file dirname [file normalize [info script]]] files.tcl]
    set status 0
    foreach file $argv {
        foreach hit [words::hits $file [files::read-text $file]] {
            lassign $hit line name excerpt advice
            puts "$file:$line: $name: [string trim $excerpt]  \[$advice\]"
            set status 1
        }
    }
    exit $status
}

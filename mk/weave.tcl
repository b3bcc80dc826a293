#!/usr/bin/env tclsh
# weave.tcl -- the printed book: noweb's pipeline, which has seen all chapters at once, cut
# into volumes.
#
#   weave.tcl volumes DIR NAME FILES NAME FILES ...
#       the pipeline from stdin to DIR/NAME.tex, one a volume; DIR/where.tex tells in which
#       volume each label and chunk stands, DIR/indices.tex are the chunks and identifiers.
#   weave.tcl pages DIR NAME
#       the pages that the other volumes refer to, from DIR/NAME.aux to DIR/NAME.pages
#   weave.tcl prose OUT
#       the prose of the files in the pipeline, without their code, to OUT: the article
#
# A file is written only when it would change, so a corrected sentence sets one volume.
package require Tcl 8.6
source [file join [file dirname [file normalize [info script]]] files.tcl]
source [file join [file dirname [file normalize [info script]]] noweb.tcl]

namespace eval weave {
    namespace import ::files::*
    variable docs             ;# file -> blocks {docs TEXT} or {code CHUNK}
    variable volume_of {}     ;# file -> 1, 2, ...
    variable chunks {}        ;# label -> name file uses prev next usedin defs
    variable labels {}        ;# label -> volume, for a chapter with its number
    variable roots {}         ;# name of a chunk -> the files that it goes into
}

# ---- code and names as LaTeX --------------------------------------------------

# Every letter of code for itself; `{}` keeps pairs from becoming one letter.
proc weave::escape {text} {
    string map {
        \\ \\nwB{} \{ \\nwO{} \} \\nwC{} _ \\_ & \\& % \\% # \\# $ \\$ ^ \\nwH{} ~ \\nwT{}
        ' \\nwQ{} ` \\nwG{} \" \\nwD{} - -{} < <{} > >{} , ,{} " " "\\ "
    } $text
}

# A word quoted in prose may be broken behind an underscore.
proc weave::quoted {text} {
    return "\\texttt{[string map {\\_ \\_\\nwbreak{} "\\ " " "} [escape $text]]}"
}

# A chunk's name is LaTeX, but for what it quotes as [[...]].
proc weave::name {text} {
    set out ""
    while {[regexp {^(.*?)\[\[(.*?)\]\](.*)$} $text -> before code text]} {
        append out $before [quoted $code]
    }
    return $out$text
}

# ---- reading the pipeline -------------------------------------------------------

proc weave::read-pipe {in} {
    variable docs {}
    variable chunks
    chan configure $in -encoding utf-8
    set file ""; set mode docs; set text ""; set ref ""; set quote 0; set cited ""
    while {[gets $in line] >= 0} {
        if {![regexp {^@(\S+) ?(.*)$} $line -> key arg]} continue
        switch -- $key {
            file {
                set file $arg
                dict set docs $file {}
            }
            begin {
                set mode [lindex $arg 0]
                set text ""
                set lines {}
                set chunk [dict create label "" file $file prev "" next "" usedin {} uses {} defs {}]
            }
            end {
                if {$file eq ""} continue
                if {$mode eq "docs"} {
                    dict lappend docs $file [list docs $text]
                } else {
                    # The first line end is that of the name itself.
                    lappend lines $text
                    # NW...-u2 is the second use of a chunk.
                    dict set chunk usedin [lmap use [dict get $chunk usedin] {regsub -- {-u\d+$} $use {}}]
                    dict set chunk lines [trimmed [lrange $lines 1 end]]
                    dict set chunks [dict get $chunk label] $chunk
                    dict lappend docs $file [list code [dict get $chunk label]]
                }
                set mode none
            }
            defn {
                dict set chunk name $arg
                set ref ""
            }
            quote {
                set quote 1
                set cited ""
            }
            endquote {
                append text [quoted $cited]
                set quote 0
            }
            text {
                if {$quote} {
                    append cited $arg
                } elseif {$mode eq "docs"} {
                    append text $arg
                } elseif {$ref ni {"" nw@notdef}} {
                    append text "\\nwi{$ref}{[escape $arg]}"
                } else {
                    append text [escape $arg]
                }
                set ref ""
            }
            nl {
                set ref ""
                if {$quote} {
                    append cited " "
                } elseif {$mode eq "docs"} {
                    append text \n
                } elseif {$mode eq "code"} {
                    lappend lines $text
                    set text ""
                }
            }
            use {
                if {$quote} {
                    append cited "<<$arg>>"
                } else {
                    append text "\\nwuse{$ref}{[name $arg]}"
                    dict lappend chunk uses $arg
                }
                set ref ""
            }
            xref - index {set ref [noweb::link chunk $key $arg [expr {$mode eq "code"}] $ref]}
        }
    }
}

# No blank lines before and after the code.
proc weave::trimmed {lines} {
    while {[llength $lines] && [lindex $lines end] eq ""} {
        set lines [lrange $lines 0 end-1]
    }
    while {[llength $lines] && [lindex $lines 0] eq ""} {
        set lines [lrange $lines 1 end]
    }
    return $lines
}

# The files that the chunks of each name go into.
proc weave::find-roots {} {
    variable chunks
    variable roots {}
    set uses {}
    set used {}
    dict for {label chunk} $chunks {
        dict lappend uses [dict get $chunk name] {*}[dict get $chunk uses]
        lappend used {*}[dict get $chunk uses]
    }
    set used [lsort -unique $used]
    foreach name [dict keys $uses] {
        if {[lsearch -sorted -exact $used $name] < 0} {
            goes-into $name $name $uses {}
        }
    }
}

proc weave::goes-into {root name uses above} {
    variable roots
    if {$name in $above || ([dict exists $roots $name] && $root in [dict get $roots $name])} {
        return
    }
    dict lappend roots $name $root
    if {[dict exists $uses $name]} {
        foreach one [lsort -unique [dict get $uses $name]] {
            goes-into $root $one $uses [concat $above [list $name]]
        }
    }
}

# ---- prose ------------------------------------------------------------------------

namespace eval weave {
    variable tag {\\src(?:eq|item)(?:\[[^\]]*\])?\{[^{}]*\}\{[^{}]*\}(?:\{[^{}]*\})?}
    variable tags "${tag}(?:(?:\\s*(?:,|;|and))?\\s*${tag})*"
}

# Tags on which no sentence depends go into the margin: those in brackets, those between
# commas and those that stand alone.  What lies in a table, a figure or a note stays.
proc weave::margins {text} {
    variable tags
    if {[string first \\src $text] < 0} {
        return $text
    }
    set out ""
    set from 0
    while {[regexp -indices -start $from \
            {\\begin\{(tabular|longtable|table|figure|equation\*?|align\*?|tabbing)\}|\\(?:figfile|footnote|caption)\{|\\item\[} \
            $text start name]} {
        lassign $start here behind
        # Up to its end, the end of the paragraph, or of the line.
        set stop [switch -glob -- [string range $text $here $behind] {
            \\\\begin* {string cat "\\end{" [string range $text {*}$name] "}"}
            \\\\item*  {string cat \n}
            default    {string cat \n\n}
        }]
        set end [string first $stop $text $behind]
        if {$end < 0} {
            set end [string length $text]
        }
        append out [outside [string range $text $from $here-1]] [string range $text $here $end-1]
        set from $end
    }
    return [append out [outside [string range $text $from end]]]
}

proc weave::outside {text} {
    variable tags
    set moved {}
    # (TAGS)    ..., TAGS, so ... or ...: TAGS.    ..., TAGS, ...    ...  TAGS  A new sentence
    foreach {pattern before} [list \
            "(\[ \\n~\]*)\\((${tags})\\)" 0 \
            "(\[,:\]\\s+)(${tags})(?=\[.;:\]|,\\s+(?:and|as|because|but|for|if|nor|not|or|since|so|then|though|when|where|which|while|who|whose|with)\\M)" 0 \
            "(,(\\s+))(${tags})," 2 \
            "((\[.:?!\]|\\n\\n|^|section\\{\[^{}\]*\\}|\\\\label\\{\[^{}\]*\\}))\\s*(${tags})(?=\\s*$|\\s*\\n\\n|\\s+\[A-Z\]|\\s*\\\\(?:begin|end)\\M)" 1] {
        while {[regexp -indices $pattern $text all lead found more]} {
            set keep ""
            if {$before} {
                set keep [expr {$before == 1 ? [string range $text {*}$lead] : ""}]
                set found $more
            }
            lappend moved [string range $text {*}$found]
            set text [string replace $text {*}$all "$keep\x01[expr {[llength $moved] - 1}]\x02"]
        }
    }
    set number -1
    foreach one $moved {
        set text [string map [list "\x01[incr number]\x02" "\\srcmargin{[separated $one]}"] $text]
    }
    return $text
}

# Tags one after another, without the words between them.
proc weave::separated {text} {
    variable tag
    return [join [regexp -all -inline $tag $text] "\\nwand "]
}

# The tags at the end of a text, right before code: {TEXT TAGS}.
proc weave::split-tags {text} {
    if {[regexp {^(.*)\\srcmargin\{((?:[^{}]|\{[^{}]*\})*)\}\s*$} $text -> before tags]} {
        return [list $before $tags]
    }
    return [list $text ""]
}

# ---- writing ------------------------------------------------------------------------

# The margin beside a chunk's name: tags, the file, where it goes on, where it is used.
proc weave::beside {chunk tags last_root} {
    variable roots
    dict with chunk {
        set parts {}
        if {$tags ne ""} {
            lappend parts $tags
        }
        set files [expr {[dict exists $roots $name] ? [dict get $roots $name] : {}}]
        if {$files ne $last_root && $files ne [list $name]} {
            lappend parts "\\nwfile{[join [lmap f [lrange $files 0 1] {escape $f}] {, }]}"
        }
        if {$prev ne "" || $next ne ""} {
            lappend parts "\\nwturn{$prev}{$next}"
        }
        if {$prev eq ""} {
            foreach use [lrange [lsort -unique $usedin] 0 2] {
                lappend parts "\\nwused{$use}"
            }
        }
        return [join $parts \\nwand]
    }
}

# Identifiers lead to their definition when that stands in another chunk of this volume.
proc weave::linked {line here} {
    variable volume_of
    variable chunks
    set out ""
    while {[regexp {^(.*?)\\nwi\{([^{}]*)\}\{((?:[^{}]|\{\})*)\}(.*)$} $line -> before label word line]} {
        set there [dict get $chunks $label file]
        append out $before [expr {$label ne [dict get $here label] && [dict exists $volume_of $there]
            && [dict get $volume_of $there] == [dict get $volume_of [dict get $here file]]
            ? "\\nwi{$label}{$word}" : $word}]
    }
    return $out$line
}

proc weave::code {chunk tags last_root} {
    set lines [lmap line [dict get $chunk lines] {linked $line $chunk}]
    set sign [expr {[dict get $chunk prev] eq "" ? "" : "+"}]
    set out "\\nwbegin{[dict get $chunk label]}{[name [dict get $chunk name]]}{$sign}{[beside $chunk $tags $last_root]}%\n"
    set count [llength $lines]
    set n 0
    foreach line $lines {
        incr n
        if {$line eq ""} {
            append out "\\nwblank\n"
        } else {
            append out [expr {$count > 5 && $n > 2 && $n < $count - 1 ? "\\nwl" : "\\nwL"}]\{$line\}\n
        }
    }
    return [append out "\\nwend\n"]
}

proc weave::body {file} {
    variable docs
    variable chunks
    variable roots
    set out "\n%%% $file\n"
    set tags ""
    set after 0
    set last {}
    foreach block [dict get $docs $file] {
        lassign $block kind what
        if {$kind eq "docs"} {
            set what [margins $what]
            if {[regexp {^\s*\\srcmargin\{((?:[^{}]|\{[^{}]*\})*)\}\s*$} $what -> tags]} {
                continue
            }
            lassign [split-tags $what] what tags
            if {[string trim $what] eq ""} {
                append out $what
                continue
            }
            if {$after && ![regexp {^\s*\\(?:part|chapter|section|subsection|begin|figfile|item|end|paragraph)\M} $what]} {
                append out "\\noindent "
                set what [string trimleft $what]
            }
            # Of two boxes in a row one rule is enough.
            append out [regsub -all {(\\end\{erratum\}\s*)(\\begin\{erratum\})} $what {\1\\erratumfollows\2}]
            set after 0
        } else {
            set chunk [dict get $chunks $what]
            append out [code $chunk $tags $last]
            set last [expr {[dict exists $roots [dict get $chunk name]] ? [dict get $roots [dict get $chunk name]] : {}}]
            set tags ""
            set after 1
        }
    }
    return $out\n
}

proc weave::prose {file} {
    variable docs
    set text ""
    foreach block [dict get $docs $file] {
        if {[lindex $block 0] eq "docs"} {
            append text [lindex $block 1]
        }
    }
    return $text
}

# Each chunk and each identifier with the place of its definition.
proc weave::indices {} {
    variable chunks
    set names {}
    set words {}
    dict for {label chunk} $chunks {
        dict lappend names [dict get $chunk name] $label
        foreach word [lsort -unique [dict get $chunk defs]] {
            dict lappend words $word $label
        }
    }
    set out "\\begin{nwindex}{Chunks}{ch:chunks}{2}\n"
    foreach name [lsort -dictionary [dict keys $names]] {
        append out "\\nwentry{[name $name]}{[join [lmap one [dict get $names $name] {string cat "\\nwplace{" $one "}"}] {, }]}\n"
    }
    append out "\\end{nwindex}\n\\begin{nwindex}{Identifiers}{ch:identifiers}{3}\n"
    foreach word [lsort -dictionary [dict keys $words]] {
        append out "\\nwentry{\\texttt{[string map {\\_ \\_\\nwbreak{}} [escape $word]]}}{[join [lmap one [dict get $words $word] {string cat "\\nwplace{" $one "}"}] {, }]}\n"
    }
    return [append out "\\end{nwindex}\n"]
}

# NAME FILES of each volume: the volumes, and which of them holds what another refers to.
proc weave::volumes {dir arguments} {
    variable docs
    read-pipe stdin
    find-roots
    number-volumes $arguments
    set wanted {}                   ;# label, volume that refers to it
    set tested {}                   ;# chunks with a row in a table of tests
    set titles [dict create]        ;# label of a chapter -> its number
    set homes [dict create]         ;# table of tests -> files that could show it
    set number 0
    set chapter 0
    foreach {name files} $arguments {
        incr number
        set text ""
        set plain ""
        foreach file $files {
            append text [body $file]
            append plain [prose $file]
            set table [tests-of $dir $file]
            dict lappend homes $table $file
            if {[llength [dict get $homes $table]] == 1 && [file exists $table]} {
                append text "\\testtable{[file tail [file rootname $table]]}\n"
                foreach {all label} [regexp -all -inline {\\testrow\{[^{}]*\}\{[^{}]*\}\{([^{}]*)\}} [read-text $table]] {
                    lappend tested $label
                }
            }
        }
        # The record has chapters that are made elsewhere.
        foreach made [expr {$number == [llength $arguments]/2 ? {errata ledger} : {}}] {
            if {[file exists $dir/$made.tex]} {
                append plain [read-text $dir/$made.tex]
            }
        }
        write-text $dir/$name.tex "% Written by mk/weave.tcl.\n\\newcommand{\\volume}{$number}\n\\newcommand{\\firstchapter}{$chapter}\n\\newcommand{\\thename}{$name}\n\\input{book}\n"
        write-text $dir/$name-body.tex $text
        lappend wanted {*}[lmap label [referred $plain] {list $label $number}]
        note-labels $plain $number
        set chapter [number-chapters $plain $chapter titles]
    }
    set where ""
    set number 0
    foreach {name files} $arguments {
        append where "\\volumename{[incr number]}{$name}\n"
    }
    append where [labels-abroad $wanted $titles] [chunks-abroad $tested]
    write-text $dir/where.tex $where
    write-text $dir/indices.tex [indices]
}

proc weave::number-volumes {arguments} {
    variable docs
    variable chunks
    variable volume_of
    set number 0
    foreach {name files} $arguments {
        incr number
        foreach file $files {
            dict set volume_of $file $number
        }
    }
    foreach file [dict keys $docs] {
        if {![dict exists $volume_of $file] && [dict size $chunks] && ![string match paper/* $file]} {
            puts stderr "weave.tcl: $file is in no volume"
            exit 1
        }
    }
}

# The tests of a chapter stand in another volume; here is their table.  Tests of no chapter (errata) have it themselves.
proc weave::tests-of {dir file} {
    set page [expr {[string match verification/* $file] ? "page-" : ""}]
    return $dir/claims-$page[file rootname [file tail $file]].tex
}

# The labels that a text refers to.
proc weave::referred {text} {
    return [lmap {all label} [regexp -all -inline {\\(?:page)?ref\{([^{}]*)\}} $text] {set label}]
}

proc weave::note-labels {text number} {
    variable labels
    foreach {all label} [concat [regexp -all -inline {\\label\{([^{}]*)\}} $text] \
            [regexp -all -inline {\}\s*\{(fig:[^{}]*)\}} $text]] {
        dict set labels $label $number
    }
}

# Chapters are counted through all volumes, as in the web edition: notes the numbers of those with a label, and returns
# that of the last one.
proc weave::number-chapters {text chapter titlesName} {
    upvar 1 $titlesName titles
    foreach {all label} [regexp -all -inline {\\chapter\{(?:[^{}]|\{[^{}]*\})*\}\s*(?:\\label\{([^{}]*)\})?} $text] {
        incr chapter
        if {$label ne ""} {
            dict set titles $label $chapter
        }
    }
    return $chapter
}

# Labels that another volume refers to.  What the frame of the book refers to, each volume does.
proc weave::labels-abroad {wanted titles} {
    variable labels
    set abroad [dict create]
    foreach one $wanted {
        lassign $one label from
        if {[dict exists $labels $label] && [dict get $labels $label] != $from} {
            dict set abroad $label 1
        }
    }
    foreach {all label} [regexp -all -inline {\\ref\{([a-z]+:[\w-]+)\}} \
            [read-text [file join [file dirname [info script]] .. paper book.tex]]] {
        if {[dict exists $labels $label]} {
            dict set abroad $label 1
        }
    }
    set where ""
    foreach label [lsort [dict keys $abroad]] {
        set count [expr {[dict exists $titles $label] ? [dict get $titles $label] : ""}]
        append where "\\isin{$label}{[dict get $labels $label]}{$count}\n"
    }
    return $where
}

# Chunks that are used or that test something in another volume.
proc weave::chunks-abroad {tested} {
    variable chunks
    variable volume_of
    set far [dict create]
    foreach label $tested {
        dict set far $label [dict get $volume_of [dict get $chunks $label file]]
    }
    dict for {label chunk} $chunks {
        if {![dict exists $volume_of [dict get $chunk file]]} continue
        set home [dict get $volume_of [dict get $chunk file]]
        foreach use [dict get $chunk usedin] {
            set there [dict get $volume_of [dict get $chunks $use file]]
            if {$there != $home} {
                dict set far $label $home
                dict set far $use $there
            }
        }
    }
    set where ""
    dict for {label home} $far {
        append where "\\isin{$label}{$home}{}\n"
    }
    return $where
}

# Labels and chunks with their pages: those that others refer to for all of them, all chunks
# for the indices.
proc weave::pages {dir name} {
    set abroad {}
    foreach {all label} [regexp -all -inline {\\isin\{([^{}]*)\}} [read-text $dir/where.tex]] {
        dict set abroad $label 1
    }
    set some ""
    set all ""
    set text [read-text $dir/$name.aux]
    regexp -line {^\\volumeis\{(\d)\}} $text -> volume
    foreach {line label count page title anchor} [regexp -all -inline -line \
            {^\\newlabel\{([^{}]*)\}\{\{((?:[^{}]|\{[^{}]*\})*)\}\{([^{}]*)\}\{(.*)\}\{([^{}]*)\}\{[^{}]*\}\}$} $text] {
        if {[dict exists $abroad $label]} {
            append some "\\found{$label}{$volume}{$count}{$page}{$anchor}\n"
        }
    }
    foreach {line label page} [regexp -all -inline -line {^\\nwpage\{([^{}]*)\}\{([^{}]*)\}$} $text] {
        if {[dict exists $abroad $label]} {
            append some "\\found{$label}{$volume}{}{$page}{$label}\n"
        }
        append all "\\nwfound{$label}{$volume}{$page}\n"
    }
    write-text $dir/$name.pages $some
    write-text $dir/$name.chunks $all
}

# What is printed without its code.
proc weave::article {out} {
    variable docs
    read-pipe stdin
    write-text $out [join [lmap file [dict keys $docs] {prose $file}] {}]
}

switch -- [lindex $argv 0] {
    volumes {weave::volumes [lindex $argv 1] [lrange $argv 2 end]}
    pages {weave::pages {*}[lrange $argv 1 2]}
    prose {weave::article [lindex $argv 1]}
    default {
        puts stderr "usage: weave.tcl volumes DIR NAME FILES ... | pages DIR NAME | prose OUT"
        exit 2
    }
}

#!/usr/bin/env tclsh
# nw2html.tcl split DIR   noweb's pipeline on stdin -> DIR/docs.tex, DIR/code.tcl
# nw2html.tcl join DIR    puts the code back into the pages DIR/*.html
#
# The prose stays LaTeX and goes through a converter; each code chunk travels
# through it as one word, NWCODE17Z.  NWROWZ and NWENDZ mark rows: the prose
# since the last chunk on the left, the code that follows it on the right.
package require Tcl 8.6

# ---- small conversions ------------------------------------------------------

proc escape {s} {
    string map {& &amp; < &lt; > &gt; \" &quot;} $s
}

# Code quoted in prose, as LaTeX.
proc tex {s} {
    string map {
        \\ \\textbackslash{} _ \\_ & \\& % \\% # \\# $ \\$ \{ \\\{ \} \\\}
        ^ \\textasciicircum{} ~ \\textasciitilde{} - {{-}} ' \\textquotesingle{}
        \" \\textquotedbl{} < {{<}} > {{>}}
    } $s
}

# A chunk's name may quote code as [[...]].
proc name-html {s} {
    regsub -all {\[\[(.*?)\]\]} [escape $s] {<code>\1</code>}
}

# ---- split ------------------------------------------------------------------

# A chunk is a dict: label title file line html defs usedin prev next.
proc new-chunk {title file line} {
    dict create label "" title $title file $file line $line html "" defs {} \
        usedin {} prev "" next ""
}

# Where the prose stands in its row: "" outside, prose, code.  Rows are not
# opened or closed inside a LaTeX environment.
namespace eval row {
    variable state "" depth 0
}

proc row::line {text} {
    variable state
    variable depth
    set out ""
    if {$depth == 0} {
        if {[regexp {^\s*\\(part|chapter|section|subsection|subsubsection)\M} $text]} {
            append out [close]
        } elseif {![regexp {^\s*(%.*|\\label\{[^\}]*\}\s*)?$} $text]} {
            if {$state eq "code"} {
                append out [close]
            }
            if {$state eq ""} {
                append out "\n\nNWROWZ\n\n"
                set state prose
            }
        }
    }
    incr depth [expr {[regexp -all {\\begin\{} $text]
                      - [regexp -all {\\end\{} $text]}]
    return $out
}

proc row::close {} {
    variable state
    set was $state
    set state ""
    return [expr {$was eq "" ? "" : "\n\nNWENDZ\n\n"}]
}

proc row::chunk {n} {
    variable state
    variable depth
    if {$depth > 0} {
        return "\n\nNWCODE${n}Z\n\n"
    }
    set out ""
    if {$state eq ""} {
        append out "\n\nNWROWZ\n\n"
    }
    if {$state ne "code"} {
        append out "\n\nNWSIDEZ\n\n"
    }
    set state code
    return "$out\n\nNWCODE${n}Z\n\n"
}

proc split-book {in dir} {
    set tex [open $dir/docs.tex w]
    fconfigure $tex -encoding utf-8
    set chunks [dict create]
    set n 0; set mode docs; set quoting 0; set pending ""; set ref ""
    set file ""; set line 1; set chunk {}; set first 0
    while {[gets $in text] >= 0} {
        if {![regexp {^@(\S+) ?(.*)$} $text -> key arg]} continue
        switch -- $key {
            file {
                set file $arg
                set line 1
            }
            begin {
                set mode [lindex $arg 0]
                set chunk [new-chunk "" $file $line]
            }
            end {
                if {$mode eq "docs"} {
                    puts -nonewline $tex [row::line $pending]$pending
                    set pending ""
                } else {
                    dict set chunks [incr n] $chunk
                    puts $tex [row::chunk $n]
                }
                set mode docs
            }
            defn {
                dict set chunk title $arg
                dict set chunk line $line
                set ref ""
                set first 1
            }
            quote    {set quoting 1; append pending "\\texttt\{"}
            endquote {set quoting 0; append pending "\}"}
            text {
                if {$mode eq "docs"} {
                    append pending [expr {$quoting ? [tex $arg] : $arg}]
                } else {
                    dict append chunk html [linked $ref [escape $arg]]
                }
                set ref ""
            }
            nl {
                incr line
                set ref ""
                if {$mode eq "docs"} {
                    puts $tex [row::line $pending]$pending
                    set pending ""
                } elseif {!$first} {
                    dict append chunk html \n
                }
                set first 0
            }
            use {
                dict append chunk html [linked $ref ⟨[name-html $arg]⟩ use]
                set ref ""
            }
            xref {
                lassign $arg what label
                switch $what {
                    label   {
                        if {[dict get $chunk label] eq ""} {
                            dict set chunk label $label
                        }
                    }
                    ref     {set ref $label}
                    useitem {dict lappend chunk usedin $label}
                    prevdef {dict set chunk prev $label}
                    nextdef {dict set chunk next $label}
                }
            }
            index {
                lassign $arg what word
                switch $what {
                    nl      {incr line}
                    defitem {dict lappend chunk defs $word; set ref ""}
                    useitem {set ref ""}
                }
            }
        }
    }
    puts $tex [row::close]
    close $tex
    write-file $dir/code.tcl $chunks
}

proc linked {ref html {class ""}} {
    if {$ref in {"" nw@notdef}} {
        return $html
    }
    return "<a[expr {$class eq "" ? "" : " class=\"$class\""}] href=\"#$ref\">$html</a>"
}

# ---- join -------------------------------------------------------------------

proc read-file {name} {
    set f [open $name]
    fconfigure $f -encoding utf-8
    set text [read $f]
    close $f
    return $text
}

proc write-file {name text} {
    set f [open $name w]
    fconfigure $f -encoding utf-8
    puts -nonewline $f $text
    close $f
}

proc chunk-html {chunk titles} {
    dict with chunk {}
    set sign [expr {$prev eq "" ? "≡" : "+≡"}]
    set out "<div class=\"chunk\" id=\"$label\"><div class=\"cname\"><span>⟨[name-html $title]⟩$sign</span>"
    append out "<span class=\"where\">[escape $file]:$line</span></div><pre>[string trim $html \n]</pre>"
    set notes {}
    if {$prev ne ""} {
        lappend notes "<a href=\"#$prev\">continues</a>"
    }
    if {$next ne ""} {
        lappend notes "<a href=\"#$next\">continued</a>"
    }
    if {[llength $usedin]} {
        set places {}
        foreach use [lsort -unique $usedin] {
            set text $use
            if {[dict exists $titles $use]} {
                set text [name-html [dict get $titles $use]]
            }
            lappend places "<a href=\"#$use\">⟨$text⟩</a>"
        }
        lappend notes "used in [join $places {, }]"
    }
    if {[llength $defs]} {
        lappend notes "defines [join [lmap d [lsort -unique $defs] {
            string cat <code> [escape $d] </code>}] {, }]"
    }
    if {[llength $notes]} {
        append out "<div class=\"xref\">[join $notes { · }]</div>"
    }
    append out </div>
}

# A paragraph that holds nothing but the word, with the elements around it.
proc paragraph {word} {
    return "<div\[^>\]*class=\"ltx_para\[^>\]*>\\s*<p\[^>\]*>\\s*${word}\\s*</p>\\s*</div>|<p\[^>\]*>\\s*${word}\\s*</p>"
}

# Replace every match of a pattern by what the script makes of the matches
# (all, then the groups).
proc substitute {pattern text variables script} {
    set out ""
    set from 0
    set groups [llength $variables]
    set places [regexp -all -inline -indices $pattern $text]
    for {set i 0} {$i < [llength $places]} {incr i $groups} {
        foreach variable $variables place [lrange $places $i $i+[expr {$groups - 1}]] {
            upvar 1 $variable value
            set value [string range $text {*}$place]
        }
        lassign [lindex $places $i] start end
        append out [string range $text $from $start-1] [uplevel 1 $script]
        set from [expr {$end + 1}]
    }
    return [append out [string range $text $from end]]
}

proc join-book {dir} {
    set chunks [read-file $dir/code.tcl]
    set titles [dict create]
    set definition [dict create]
    dict for {n chunk} $chunks {
        dict set titles [dict get $chunk label] [dict get $chunk title]
        foreach word [dict get $chunk defs] {
            if {![dict exists $definition $word]} {
                dict set definition $word [dict get $chunk label]
            }
        }
    }
    set texts [dict create]
    set page [dict create]
    set places [dict create]
    foreach file [lsort [glob -directory $dir *.html]] {
        set text [read-file $file]
        dict set texts $file $text
        foreach {all n} [regexp -all -inline {NWCODE(\d+)Z} $text] {
            dict set page [dict get $chunks $n label] [file tail $file]
        }
        foreach {all source number} [regexp -all -inline {href="ledger-target:([^:\"]*):([^\"]*)"} $text] {
            dict set places $source.$number [file tail $file]
        }
    }
    dict for {file text} $texts {
        set text [rows $text]
        set text [substitute {<a href="ledger-target:([^:\"]*):([^\"]*)"[^>]*>[^<]*</a>} $text {all source number} {
            string cat {<a id="ledger.} $source . $number {"></a>}
        }]
        set text [substitute [paragraph {NWCODE(\d+)Z}] $text {all m k} {
            chunk-html [dict get $chunks [expr {$m eq "" ? $k : $m}]] $titles
        }]
        set text [string map [list [first-match $text NWCHUNKINDEX] [chunk-index $chunks] \
            [first-match $text NWIDENTIFIERINDEX] [identifier-index $definition $chunks]] $text]
        set text [quoted-words $text $definition]
        # A link to a chunk of another page needs that page's name.
        set here [file tail $file]
        set text [substitute {href="#(NW[^\"]+)"} $text {all label} {
            set there [dict get $page $label]
            expr {$there eq $here ? $all : "href=\"$there#$label\""}
        }]
        set text [framed [tags [boxed $text] $places]]
        if {[regexp {NW[A-Z]+\d*Z} $text left]} {
            puts stderr "nw2html.tcl: [file tail $file]: $left was not put back"
            exit 1
        }
        write-file $file $text
    }
}

proc first-match {text word} {
    if {[regexp [paragraph $word] $text all]} {
        return $all
    }
    return $word
}

proc rows {text} {
    foreach {word html} {
        NWROWZ {<div class="row"><div class="prose">}
        NWSIDEZ {</div><div class="side">}
        NWENDZ {</div></div>}
    } {
        set text [substitute [paragraph $word] $text all {set html}]
    }
    return $text
}

# A word in typewriter that is defined in a chunk leads there.
proc quoted-words {text definition} {
    substitute {(<span[^>]*class="ltx_text ltx_font_typewriter[^>]*>)([A-Za-z_][A-Za-z0-9_:]*)(</span>)} $text {all open word end} {
        if {[dict exists $definition $word]} {
            string cat $open "<a href=\"#[dict get $definition $word]\">" $word </a> $end
        } else {
            set all
        }
    }
}

proc chunk-index {chunks} {
    set lines {}
    dict for {n chunk} $chunks {
        if {[dict get $chunk prev] eq ""} {
            lappend lines [list [dict get $chunk title] [dict get $chunk label] [dict get $chunk file]]
        }
    }
    set out "<ul class=\"index\">"
    foreach line [lsort -dictionary -index 0 $lines] {
        lassign $line title label file
        append out "<li><a href=\"#$label\">⟨[name-html $title]⟩</a> <span class=\"where\">[escape $file]</span></li>\n"
    }
    return [append out </ul>]
}

proc identifier-index {definition chunks} {
    set out "<ul class=\"index words\">"
    foreach word [lsort -dictionary [dict keys $definition]] {
        append out "<li><a href=\"#[dict get $definition $word]\"><code>[escape $word]</code></a></li>\n"
    }
    return [append out </ul>]
}

# ---- the page around the text ---------------------------------------------------

# The converter's page is taken apart and set in a simpler frame: a bar with
# the contents and the neighbours, the text, the neighbours again.
proc framed {text} {
    set title [between $text <title> " ‣"]
    regsub {^Chapter (\d+) } $title {\1 } title
    set front [expr {![regexp {rel="up"} $text]}]
    if {$front} {
        set title "Trundle"
    }
    set toc [between $text {<nav class="ltx_TOC">} </nav>]
    set body [between $text {<div class="ltx_page_content">} {<footer class="ltx_page_footer">}]
    regsub {</div>\s*$} $body {} body
    set neighbours {}
    foreach {rel word} {prev ← next →} {
        if {[regexp "<link rel=\"$rel\" href=\"(\[^\"\]*)\" title=\"(\[^\"\]*)\"" $text all file name]} {
            regsub { ‣.*} $name {} name
            regsub {^Chapter (\d+) } $name {\1 } name
            regsub {^Trundle:.*} $name {Trundle} name
            set name [expr {$rel eq "prev" ? "$word $name" : "$name $word"}]
            append turn "<a rel=\"$rel\" href=\"$file\">$name</a>\n"
        }
    }
    append turn ""
    append page "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n" \
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n" \
        "<title>$title[expr {$front ? "" : " – Trundle"}]</title>\n" \
        "<link rel=\"stylesheet\" href=\"book.css\">\n</head>\n" \
        "<body[expr {$front ? " class=\"front\"" : ""}]>\n"
    if {!$front} {
        append page "<header class=\"bar\"><a class=\"home\" href=\"index.html\">Trundle</a>\n" \
            "<details><summary>Contents</summary><nav>$toc</nav></details>\n" \
            "<span class=\"turn\">$turn</span></header>\n"
    }
    append page "<main>$body</main>\n<footer class=\"bar\"><span class=\"turn\">$turn</span></footer>\n" \
        "</body>\n</html>\n"
    # A source without a year would leave a space behind its name.
    return [string map {href="./" href="index.html" href="./# href="index.html# " </a></cite>" </a></cite>} $page]
}

# What stands between two texts; empty if one is missing.
proc between {text from to} {
    set start [string first $from $text]
    if {$start < 0} {
        return ""
    }
    incr start [string length $from]
    set end [string first $to $text $start]
    return [expr {$end < 0 ? "" : [string range $text $start $end-1]}]
}

# The boxes of errata are quotations that begin with the word.
proc boxed {text} {
    regsub -all {<blockquote class="ltx_quote">(\s*<p class="ltx_p"><span class="ltx_text ltx_font_bold">Erratum)} \
        $text {<blockquote class="erratum">\1} text
    return $text
}

# Tags lead to the ledger where it has the entry (a range: its first number);
# without a ledger they are plain words.
proc tags {text places} {
    substitute {<a href="ledger:([^:\"]*):([^\"]*)"[^>]*>((?:[^<]|<(?!/a>))*)</a>} $text {all source number words} {
        regsub {^([0-9A-Z.a-z]+)-\d.*} $number {\1} first
        set href ""
        foreach key [list $source.$number $source.$first] {
            if {$href eq "" && [dict exists $places $key]} {
                set href [dict get $places $key]#ledger.$key
            }
        }
        if {$href eq ""} {
            string cat {<span class="tag">} $words </span>
        } else {
            string cat {<a class="tag" href="} $href {">} $words </a>
        }
    }
}

fconfigure stdin -encoding utf-8
switch [lindex $argv 0] {
    split {split-book stdin [lindex $argv 1]}
    join {join-book [lindex $argv 1]}
    default {
        puts stderr "usage: nw2html.tcl split|join DIR"
        exit 2
    }
}

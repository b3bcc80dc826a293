#!/usr/bin/env tclsh
# web-join.tcl -work DIR -out DIR -front FILE -bib FILE -claims FILE -version TEXT
#     -tangled {FILE ...} -volume {NAME FILE.nw ...} ...
#
# The last of three steps to the web edition: puts the marks of web-split.tcl back into the pages
# that pandoc made of the chapters, numbers everything in the order of the volumes, links what
# refers to what, and writes pages, previews and the index of the search into -out.  Run it in the
# build folder.
package require Tcl 8.6
package require csv
source [file join [file dirname [file normalize [info script]]] files.tcl]
namespace import files::*

# A name as part of an address.
proc slug {text} {
    string trim [regsub -all {[^a-z0-9.]+} [string tolower [string map {' ""} $text]] -] -
}

# What an id gets when it is not the first of its name on the page.
proc again {countName id} {
    upvar 1 $countName count
    dict incr count $id
    return [expr {[dict get $count $id] > 1 ? "-[dict get $count $id]" : ""}]
}

# A text in JavaScript.
proc quoted {text} {
    return \"[string map {\\ \\\\ \" \\\" \n \\n \t \\t \r "" </ <\\/ \u2028 " " \u2029 " "} $text]\"
}

proc without-tags {html} {
    regsub -all {<[^>]*>} $html {} html
    return [string map {&lt; < &gt; > &quot; \" &#39; ' &amp; &} $html]
}

proc fail {message} {
    puts stderr "web-join.tcl: $message"
    exit 1
}

# Replace every match of a pattern by what the script makes of the matches (all, then the groups).
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

# Replace every stretch from one text to another; `inner` is what stands between them.
proc between {text open close script} {
    upvar 1 inner inner
    set out ""
    set from 0
    while {[set start [string first $open $text $from]] >= 0} {
        set inside [expr {$start + [string length $open]}]
        set end [string first $close $text $inside]
        set inner [string range $text $inside $end-1]
        append out [string range $text $from $start-1] [uplevel 1 $script]
        set from [expr {$end + [string length $close]}]
    }
    return [append out [string range $text $from end]]
}

# ---- formulas ---------------------------------------------------------------------------

# Pandoc's MathML, as today's browsers want it: they know letters that are bold or upright in
# themselves, but no mathvariant of a group; an accent is told of by the element above it.
proc mathml {html} {
    set html [between $html {<annotation encoding="application/x-tex">} </annotation> {}]
    set html [string map {
        " xmlns=\"http://www.w3.org/1998/Math/MathML\"" "" " display=\"inline\"" ""
        <semantics> "" </semantics> "" <mo>ϖ</mo> <mi>𝜛</mi> <mo>𝜘</mo> <mi>𝜘</mi> <mo>𝜚</mo> <mi>𝜚</mi>
        "<mtext mathvariant=\"normal\">" <mtext>
        "<mo accent=\"true\">\u0307</mo>" "<mo accent=\"true\">˙</mo>"
        "<mo accent=\"true\">\u0308</mo>" "<mo accent=\"true\">¨</mo>"
        "<mo accent=\"true\">‾</mo>" "<mo accent=\"true\">¯</mo>"
    } $html]
    set html [between $html {<mstyle mathvariant="normal">} </mstyle> {
        string cat <mrow> [string map {</mi><mi> "" <mi> "<mi mathvariant=\"normal\">"} $inner] </mrow>
    }]
    foreach variant {bold-italic bold script sans-serif} {
        set html [between $html "<mstyle mathvariant=\"$variant\">" </mstyle> {
            expr {[regexp {^<m([in])>[^<]*</m\1>$} $inner] ? $inner : "<mrow>$inner</mrow>"}
        }]
    }
    # \\big and the like: browsers want a unit, and stretch what may stretch.
    regsub -all {<mo minsize="([0-9.]+)" maxsize="[0-9.]+" stretchy="false"} $html \
        {<mo stretchy="true" minsize="\1em" maxsize="\1em" symmetric="true"} html
    regsub -all {<mover>(<mi[^>]*>[^<]*</mi>)<mo accent="true">} $html {<mover accent="true">\1<mo>} html
    regsub -all {<mo accent="true">} $html {<mo>} html
    regsub -all {<mi>([ΓΔΘΛΞΠΣΥΦΨΩ])</mi>} $html {<mi mathvariant="normal">\1</mi>} html
    regsub -all {<mo>([A-Za-z]{2,})</mo>} $html {<mo lspace="0.1em" rspace="0.12em">\1</mo>} html
    return [broken [fences $html]]
}

# Pandoc's fences all stretch, and browsers set such fences apart: only those around something
# tall keep it.
proc fences {html} {
    set flat {}
    set open {}
    foreach {token} [regexp -all -inline -indices \
            {<math|<m(?:frac|table|under|over|underover)>|<mo stretchy="true" form="(?:pre|post)fix">} $html] {
        lassign $token from to
        switch -glob -- [string range $html $from $to] {
            <math   {set open {}}
            *prefix* {lappend open $from 0}
            *postfix* {
                if {![llength $open]} continue
                lassign [lrange $open end-1 end] start tall
                set open [lrange $open 0 end-2]
                if {!$tall} {
                    lappend flat $start $from
                } elseif {[llength $open]} {
                    lset open end 1
                }
            }
            default {if {[llength $open]} { lset open end 1 }}
        }
    }
    set out ""
    set at 0
    foreach from [lsort -integer $flat] {
        append out [string range $html $at $from-1] "<mo stretchy=\"false\""
        set at [expr {$from + [string length "<mo stretchy=\"true\""]}]
    }
    return [append out [string range $html $at end]]
}

# A long formula in a line may break behind a relation, as in print: it becomes several.  What is
# still long scrolls on a narrow screen.
proc broken {html} {
    between $html <math> </math> {
        set rest $inner
        set wrapped [regexp {^<mrow>(.*)</mrow>$} $inner -> rest]
        if {[string length [without-tags $inner]] < 18} {
            string cat <math> $inner </math>
        } else {
            set pieces {}
            set depth 0
            set from 0
            if {$wrapped} {
                foreach {tag} [regexp -all -inline -indices {</?m[a-z]+[^>]*>(?:[=≤≥<>≈→∼≪≫,;]</mo>)?} $rest] {
                    lassign $tag a b
                    switch -glob -- [string range $rest $a $b] {
                        </*        {incr depth -1}
                        <mo*</mo> {
                            if {$depth == 0} {
                                lappend pieces [string range $rest $from $b]
                                set from [expr {$b + 1}]
                            }
                        }
                        */>        {}
                        default    {incr depth}
                    }
                }
            }
            if {$from < [string length $rest]} { lappend pieces [string range $rest $from end] }
            set class ""
            join [lmap piece $pieces {
                set long [expr {[string length [without-tags $piece]] > 24}]
                set made "<math$class><mrow>$piece</mrow></math>"
                set class " class=\"more\""
                expr {$long ? "<span class=\"long\" tabindex=\"0\">$made</span>" : $made}
            }] " "
        }
    }
}

# A formula of its own becomes pieces, too, which stand side by side where there is room: it may
# break before its second relation, where a wide space is, and in a long sum before a sign.
proc pieces {formula} {
    if {![regexp {^<math display="block"><mrow>(.*)</mrow></math>$} $formula -> rest]
            || [string first <mtable $rest] >= 0 || [string length [without-tags $rest]] < 16} {
        return $formula
    }
    set found {}
    set from 0
    set depth 0
    set relations 0
    set tags {</?m[a-z]+[^>]*>(?:[=≤≥<>≈→⇒∼≪≫≠+−]</mo>)?}
    foreach tag [regexp -all -inline -indices $tags $rest] {
        lassign $tag a b
        set word [string range $rest $a $b]
        set gap 0
        switch -glob -- $word {
            </*       {incr depth -1; continue}
            *</mo>    {}
            *prefix*  {incr depth 2; continue}
            *postfix* {continue}
            *mspace*  {set gap [regexp {width="(?:1\.[0-9]+|[2-9][0-9.]*)em"} $word]; incr depth}
            default   {incr depth; continue}
        }
        set here [string range $rest $from $a-1]
        if {$gap} {
            if {$depth == 1} {
                lappend found $here gap
                set from [expr {[string first </mspace> $rest $b] + 9}]
                set relations 0
            }
        } elseif {$depth == 0 && [string trim $here] ne ""} {
            set sign [regexp {[+−]</mo>$} $word]
            if {!$sign && [incr relations] > 1 || $sign && [string length [without-tags $here]] > 22} {
                lappend found $here ""
                set from $a
            }
        }
    }
    lappend found [string range $rest $from end] ""
    set out ""
    set kind { display="block" class="piece"}
    foreach {piece after} $found {
        # A sign that begins a line stays one between two sides.
        regsub {^<mo>} $piece {<mo form="infix">} piece
        append out "<math$kind><mrow>$piece</mrow></math>" [expr {$after eq "gap" ? " " : "<wbr>"}]
        set kind { displaystyle="true" class="piece"}
    }
    return $out
}

# ---- what the chapters hold ---------------------------------------------------------------

# read-chapter FILE VOLUME: adds a chapter to the list.
proc read-chapter {file volume} {
    global work chapters
    set stem $work/[string map {/ -} [file rootname $file]]
    set chapter [read-text $stem.dict]
    dict set chapter volume $volume
    dict set chapter number [expr {[llength $chapters] + 1}]
    dict set chapter html [mathml [read-text $stem.html]]
    lappend chapters $chapter
}

# A page is called as the label of its chapter, \label{ch:NAME}, or else as the file.
proc name-pages {} {
    global chapters
    set taken [dict create]
    foreach labelled {1 0} {
        set chapters [lmap chapter $chapters {
            set file [dict get $chapter file]
            if {[regexp {^ch:(.*)$} [dict get $chapter chapter] -> name] != $labelled} {
                set chapter
            } else {
                if {!$labelled} {
                    set name [file rootname [file tail $file]]
                    if {[dict exists $taken $name]} { set name [file tail [file dirname $file]]-$name }
                }
                if {[dict exists $taken $name]} {
                    fail "$file and [dict get $taken $name] both make $name.html: give each \\chapter a \\label of its own"
                }
                dict set taken $name $file
                dict set chapter page [slug $name].html
            }
        }]
    }
}

proc marks-of {chapter letter} {
    if {[dict exists $chapter marks $letter]} {
        return [dict get $chapter marks $letter]
    }
    return {}
}

# A number within the chapter becomes one of the book.
proc full-number {chapter number} {
    if {$number eq ""} { return $chapter }
    return $chapter.$number
}

# Tables over the whole book: label -> page, anchor, kind, number; chunk -> page, id, title;
# identifier -> chunk; ledger entry -> address; erratum -> address.
proc collect {} {
    global chapters labels chunks definition ledger erratum ordered by_label
    foreach chapter $chapters {
        set page [dict get $chapter page]
        set number [dict get $chapter number]
        dict for {label where} [dict get $chapter labels] {
            lassign $where kind local anchor
            if {[dict exists $labels $label]} { fail "[dict get $chapter file]: label $label is there twice" }
            dict set labels $label [list $page $anchor $kind [full-number $number $local]]
        }
        set taken [dict create]
        foreach chunk [concat [marks-of $chapter C] [marks-of $chapter D]] {
            set id [slug [string map {[[ "" ]] ""} [dict get $chunk title]]]
            append id [again taken $id]
            dict set chunks [dict get $chunk label] [list $page $id [dict get $chunk title]]
            foreach word [dict get $chunk defs] {
                if {![dict exists $definition $word]} {
                    dict set definition $word [dict get $chunk label]
                }
            }
            dict lappend ordered [dict get $chunk title] $chunk
            dict set by_label [dict get $chunk label] $chunk
        }
        foreach entry [marks-of $chapter S] {
            dict set ledger [join $entry .] $page#ledger.[join $entry .]
        }
        foreach box [marks-of $chapter A] {
            foreach key [regexp -all -inline {[A-Z]+-\d+[a-z]?} [lindex $box 0]] {
                if {![dict exists $erratum $key]} {
                    dict set erratum $key $page#$key
                }
            }
        }
    }
}

# ---- where a chunk stands in the tangled files -----------------------------------------------

# C of a build with --enable-lines carries #line; elsewhere the root is expanded once more, counting lines.
proc find-places {files} {
    global place ordered written
    set lines [dict create]
    foreach file $files {
        if {![file exists $file]} continue
        set text [read-text $file]
        if {[string first "\n#line " \n$text] >= 0} {
            set at 0
            foreach line [split $text \n] {
                incr at
                if {[regexp {^#line (\d+) "(.*)"$} $line -> n source]} {
                    dict set lines $source:$n $file:[expr {$at + 1}]
                }
            }
        } else {
            set ::at 1
            set written [split $text \n]
            expand [file tail $file] $file
        }
    }
    dict for {title list} $ordered {
        foreach chunk $list {
            set key [dict get $chunk file]:[expr {[dict get $chunk line] + 1}]
            if {[dict exists $lines $key]} {
                dict set place [dict get $chunk label] [dict get $lines $key]
            }
        }
    }
}

# (A comment with the name of a chunk may stand before it: mk/chunk-names.awk.)
proc expand {title file} {
    global at place ordered written
    if {![dict exists $ordered $title]} return
    foreach chunk [dict get $ordered $title] {
        if {![dict exists $place [dict get $chunk label]]} {
            dict set place [dict get $chunk label] $file:$at
        }
        set last [expr {[llength [dict get $chunk body]] - 1}]
        set i 0
        foreach piece [dict get $chunk body] {
            switch -- [lindex $piece 0] {
                nl  {if {$i < $last} { incr at }}
                use {
                    if {[string trim [lindex $written $at-1]] eq "/* <<[lindex $piece 1]>> */"} {
                        incr at
                    }
                    expand [lindex $piece 1] $file
                }
            }
            incr i
        }
        incr at
    }
    incr at -1
}

# ---- pieces of a page ---------------------------------------------------------------------

proc link {address html {attributes ""}} {
    return "<a$attributes href=\"$address\">$html</a>"
}

proc chunk-address {label} {
    global chunks
    lassign [dict get $chunks $label] page id
    return $page#$id
}

proc chunk-html {chunk {bare 0}} {
    global chunks place here
    dict with chunk {}
    lassign [dict get $chunks $label] page id
    set html [substitute {href="#(NW[^\"]+)"} [string trim $html \n] {all ref} {
        expr {[dict exists $chunks $ref] ? "href=\"[chunk-address $ref]\"" : ""}
    }]
    set sign [expr {$prev eq "" ? "≡" : "+≡"}]
    set where $file:$line
    if {[dict exists $place $label]} {
        set where "<span title=\"in the tangled file; [html $file:$line]\">[html [dict get $place $label]]</span>"
    }
    set notes {}
    if {$prev ne "" && [dict exists $chunks $prev]} {
        lappend notes [link [chunk-address $prev] "continues"]
    }
    if {$next ne "" && [dict exists $chunks $next]} {
        lappend notes [link [chunk-address $next] "continued"]
    }
    set uses {}
    foreach use [lsort -unique $usedin] {
        if {[dict exists $chunks $use]} {
            lappend uses [link [chunk-address $use] ⟨[name-html [lindex [dict get $chunks $use] 2]]⟩]
        }
    }
    if {[llength $uses]} {
        lappend notes "used in [join $uses {, }]"
    }
    if {[llength $defs]} {
        lappend notes "defines [join [lmap d [lsort -unique $defs] { string cat <code> [html $d] </code> }] {, }]"
    }
    if {[dict exists $here tests]} {
        lappend notes [link [dict get $here tests] tests]
    }
    set out "<div class=\"chunk\"[expr {$bare ? "" : " id=\"$id\""}]><div class=\"cname\">[link $page#$id ⟨[name-html $title]⟩$sign]\
        <span class=\"where\">$where</span></div><pre tabindex=\"0\">$html</pre>"
    if {[llength $notes] && !$bare} {
        append out "<div class=\"xref\">[join $notes { · }]</div>"
    }
    return [append out </div>]
}

proc picture-html {name} {
    if {![file exists figures/$name.svg] && ![file exists exhibits/figures/$name.svg]} {
        return "<p class=\"missing\"><code>[html $name]</code> has not been computed.</p>"
    }
    return "<img src=\"$name.svg\" alt=\"figure $name\" loading=\"lazy\"[picture-size $name]>[live-html $name]"
}

# A page or figure that runs in the browser, when `make live` has made it.
proc live-html {name} {
    global live
    if {$live eq "" || ![file exists [file join [file dirname $live] $name.html]]} {
        return ""
    }
    return "<div class=\"live\" data-page=\"$name\" data-from=\"live/\"></div>\n<script src=\"live/page.js\" defer></script>\n"
}

# The size keeps the page still while pictures come.
proc picture-size {name} {
    foreach file [list figures/$name.svg exhibits/figures/$name.svg] {
        if {[file exists $file] && [regexp {viewBox="0 0 ([\d.]+) ([\d.]+)"} [string range [read-text $file] 0 2000] -> w h]} {
            return " width=\"[expr {round($w)}]\" height=\"[expr {round($h)}]\""
        }
    }
}

proc reference-html {label} {
    global labels here unknown
    if {![dict exists $labels $label]} {
        lappend unknown "[dict get $here file]: \\ref{$label}"
        return ??
    }
    lassign [dict get $labels $label] page anchor kind number
    return [link $page[expr {$kind eq "chapter" && $anchor eq "" ? "" : "#$anchor"}] $number " class=\"ref $kind\""]
}

proc tag-html {tag n} {
    global ledger
    lassign $tag source number words fate
    set first [regsub {^([0-9A-Za-z.]+)[-–,].*} $number {\1}]
    set body "<span class=\"src\">[html $source]</span>\u00a0[html $words]"
    set title [html [regsub {:.*} $fate {}]]
    foreach entry [list $source.$number $source.$first] {
        if {[dict exists $ledger $entry]} {
            return "<a class=\"tag\" id=\"tag-$n\" title=\"$title\" href=\"[dict get $ledger $entry]\">$body</a>"
        }
    }
    return "<span class=\"tag\" id=\"tag-$n\" title=\"$title\">$body</span>"
}

# A chunk that the ledger names, and what tests an entry: a chapter of tests, a page, or an erratum.
proc ledger-chunk {name where} {
    global ordered named
    if {![info exists named]} {
        set named [dict create]
        dict for {title list} $ordered {
            dict set named [plain-name $title] [dict get [lindex $list 0] label]
        }
    }
    regsub -all {\\([_%&#])} $where {\1} where
    set key [plain-name $name]
    set shown "<em>[html $key]</em> (<code>[html $where]</code>)"
    return [expr {[dict exists $named $key] ? [link [chunk-address [dict get $named $key]] $shown " class=\"to-chunk\""] : $shown}]
}

proc plain-name {name} {
    regsub -all {\\texttt\{([^{}]*)\}|\[\[(.*?)\]\]} $name {\1\2} name
    return [regsub -all {\\([_%&#])} [string map {\\textbackslash{} \\ {$<$} < {$>$} > {$\sim$} ~ \\textasciicircum{} ^ $ {}} $name] {\1}]
}

# to: test or erratum.
proc ledger-test {name to} {
    global chapters erratum
    if {[dict exists $erratum $name]} {
        return [link [dict get $erratum $name] $name " class=\"to-$to\""]
    }
    foreach {file anchor} [list lit/tests/$name.nw "" verification/pages/$name.nw #refuted-by] {
        foreach chapter $chapters {
            if {[dict get $chapter file] eq $file} {
                return [link [dict get $chapter page]$anchor $name " class=\"to-test\""]
            }
        }
    }
    return [html $name]
}

proc citation-html {word keys option} {
    global authors bibliography unknown here
    set places {}
    foreach key [split [string map {" " ""} $keys] ,] {
        if {![dict exists $authors $key]} {
            lappend unknown "[dict get $here file]: \\cite{$key}"
            continue
        }
        lassign [dict get $authors $key] who year
        set text [expr {$word eq "citep" ? [join [concat [list $who] $year] ", "]
            : $year eq "" ? $who : "$who ($year)"}]
        lappend places [link $bibliography#ref-$key [html $text] " class=\"cite\""]
    }
    set text [join $places {; }]
    if {$option ne ""} { append text ", [html $option]" }
    return [expr {$word eq "citep" ? "($text)" : $text}]
}

# A number beside a formula, and the formula itself.
proc number-html {q} {
    global here
    lassign $q local label
    set number [full-number [dict get $here number] $local]
    set id [expr {$label eq "" ? "eq-$number" : $label}]
    return [list $id "<a class=\"eqno\" href=\"[dict get $here page]#$id\">($number)</a>"]
}

proc displays {html} {
    global here
    set out ""
    set from 0
    while {[set start [string first {<math display="block"} $html $from]] >= 0} {
        set end [expr {[string first </math> $html $start] + 6}]
        set before [string range $html $from $start-1]
        set formula [string range $html $start $end]
        set attributes ""
        set number ""
        if {[regexp -indices {NWQ(\d+)Z\s*$} $before all n]} {
            lassign [number-html [lindex [marks-of $here Q] [string range $before {*}$n]]] id number
            set attributes " id=\"$id\""
            set before [string range $before 0 [lindex $all 0]-1]
        } else {
            set formula [substitute {<mtext>NWQ(\d+)Z</mtext>} $formula {all n} {
                lassign [number-html [lindex [marks-of $here Q] $n]] id link
                set number ""
                string cat "<mtext id=\"" $id "\" class=\"row\">" $link </mtext>
            }]
        }
        append out $before "<span class=\"eq\"$attributes><span class=\"formula\" tabindex=\"0\">" [pieces $formula] </span> $number </span>
        set from [expr {$end + 1}]
    }
    return [append out [string range $html $from end]]
}

# Rows: the prose since the last chunk on the left, the code that follows it on the right.
proc rows {html} {
    set out ""
    set state ""
    set close {"" "" prose </div></div> code </div></div>}
    foreach line [split $html \n] {
        set kind [switch -regexp -- $line {
            {^<p>NWC\d+Z</p>$}   {string cat code}
            {^<h[1-6]}           {string cat heading}
            {^<section class="footnotes} {string cat heading}
            {^\s*$}              {string cat $state}
            default              {string cat prose}
        }]
        if {$kind eq "heading"} {
            append out [dict get $close $state]
            set state ""
        } elseif {$kind eq "prose" && $state ne "prose"} {
            append out [dict get $close $state] "<div class=\"row\"><div class=\"prose\">"
            set state prose
        } elseif {$kind eq "code" && $state ne "code"} {
            append out [expr {$state eq "" ? "<div class=\"row\"><div class=\"prose\">" : ""}] "</div><div class=\"side\">"
            set state code
        }
        append out $line \n
    }
    return [append out [dict get $close $state]]
}

# All marks of a page.
proc marked {html} {
    global here
    set tag 0
    set anchors [dict create]
    # Tags look like tags: they need no brackets, and no comma between them.
    set html [substitute {\(\s*(NWT\d+Z(?:(?:\s|,|;|and)+NWT\d+Z)*)\s*\)} $html {all tags} {
        join [regexp -all -inline {NWT\d+Z} $tags] " "
    }]
    substitute {(?:<p>)?NW([A-Z])(\d+)Z(?:\s*</p>)?} $html {all letter n} {
        set data [lindex [marks-of $here $letter] $n]
        set before [expr {[string match <p>* $all] ? "<p>" : ""}]
        set after [expr {[string match *</p> $all] ? "</p>" : ""}]
        switch -- $letter {
            C - D {chunk-html $data}
            V {string cat "<pre class=\"verbatim\" tabindex=\"0\">" [html $data] </pre>}
            I {picture-html $data}
            F {
                lassign $data kind number label
                string cat "<figure class=\"" $kind \" [expr {$label eq "" ? "" : " id=\"$label\""}] >
            }
            X {string cat </figure>}
            A {
                set ids {}
                foreach key [regexp -all -inline {[A-Z]+-\d+[a-z]?} [lindex $data 0]] {
                    lappend ids $key[again anchors $key]
                }
                string cat "<blockquote class=\"erratum\" id=\"" [lindex $ids 0] "\">" \
                    [join [lmap id [lrange $ids 1 end] { string cat "<a id=\"$id\"></a>" }] ""] \
                    "<a class=\"self\" href=\"[dict get $here page]#[lindex $ids 0]\" aria-label=\"link to this erratum\">#</a>"
            }
            Y {string cat </blockquote>}
            K {string cat $before [code-html $data] $after}
            L {string cat $before "<a id=\"" $data "\"></a>" $after}
            R {string cat $before [reference-html $data] $after}
            T {string cat $before [tag-html $data [incr tag]] $after}
            S {string cat $before "<a id=\"ledger.[join $data .]\"></a>" $after}
            G {string cat $before [ledger-chunk {*}$data] $after}
            W {string cat $before [ledger-test {*}$data] $after}
            B {string cat $before [citation-html {*}$data] $after}
            O {string cat $before "<span class=\"ours\" title=\"[html $data], of our run\">" $after}
            P {string cat $before </span> $after}
            M {
                lassign $data kind number label
                set number [full-number [dict get $here number] $number]
                string cat $before "<a class=\"self\" href=\"[dict get $here page]#$label\">[string totitle $kind] $number</a>" $after
            }
            default {set all}
        }
    }
}

proc code-html {text} {
    global definition
    set word [regsub {\(\)$} $text {}]
    if {[dict exists $definition $word]} {
        return "<a class=\"code\" href=\"[chunk-address [dict get $definition $word]]\"><code>[html $text]</code></a>"
    }
    return "<code>[html $text]</code>"
}

# The tests of a chapter, from the list that mk/claims.tcl writes: those of lit/tests/NAME.nw or, on
# a page, its own checks.  Each unfolds why its tolerance has its size, and its code.
proc read-claims {file} {
    global claims
    set lines [lassign [read-lines $file] head]
    set keys [csv::split $head]
    set row ""
    foreach line $lines {
        append row [expr {$row eq "" ? "" : "\n"}] $line
        if {![csv::iscomplete $row]} continue
        set claim [dict create]
        foreach key $keys value [csv::split $row] {
            dict set claim [expr {$key eq "claim" ? "claim_text" : $key}] $value
        }
        dict lappend claims [dict get $claim file] $claim
        set row ""
    }
}

proc tests-html {chapter} {
    global claims chunks by_label
    set file [dict get $chapter file]
    set page [dict get $chapter page]
    regsub {^lit/(?:mechanics|engine|answers)/} $file lit/tests/ from
    # Those of no chapter (errata) are shown where they stand.
    if {[string match lit/tests/* $file]} {
        foreach other $::chapters {
            if {[dict get $other file] ne $file && [file tail [dict get $other file]] eq [file tail $file]} { return "" }
        }
    }
    if {![dict exists $claims $from]} { return "" }
    set rows ""
    foreach claim [dict get $claims $from] {
        dict with claim {
            # The chapter on the full tier has what has not run.
            if {$checks eq "not run"} continue
            set outcome $checks
            set class ok
            if {$checks eq "FAIL"} { set class bad; set outcome failed }
            if {[string is integer -strict $checks]} {
                set outcome "✓[expr {$checks > 1 ? " $checks" : ""}]"
            }
            set code ""
            if {[dict exists $chunks $chunk]} {
                set code [chunk-html [dict get $by_label $chunk] 1]
                set test [link [chunk-address $chunk] <code>[html $test]</code>]
            } else {
                set test <code>[html $test]</code>
            }
            set notes {}
            if {$why ne ""} { lappend notes "Tolerance: [html $why]." }
            if {$worst ne ""} { lappend notes "The largest error is $worst of the tolerance." }
            if {$mutants eq "no code"} {
                lappend notes "It calls no code of a chapter."
            } elseif {$mutants ne ""} {
                regexp {^(\d+)(?: \((\d+)\))?$} $mutants - all alone
                lappend notes "It has noticed $all small change[expr {$all == 1 ? "" : "s"}] of the code[expr {$alone eq "" ? "" : ", $alone of them alone"}]."
            }
            append rows "<details class=\"test\"><summary><span class=\"claim\">[html $claim_text]</span> <span class=\"outcome $class\">$outcome</span></summary>\n" \
                "<p class=\"why\">$test. [join $notes]</p>\n$code</details>\n"
        }
    }
    if {$rows eq ""} { return "" }
    return "<h2 id=\"refuted-by\">Tests of this chapter <a class=\"self\" href=\"$page#refuted-by\" aria-label=\"link to this place\">#</a></h2>\n<div class=\"tests\">\n$rows</div>\n"
}

# "Section 3.2" and "(3.2)" are links as a whole; so are keys of errata in running text.
proc widened {html} {
    global erratum
    regsub -all {(Chapters?|Sections?|Figures?|Tables?|Part|Appendix)[ \u00a0](<a class="ref[^>]*>)} $html "\\2\\1\u00a0" html
    regsub -all {\((<a class="ref equation[^>]*>)([^<]*)</a>\)} $html {\1(\2)</a>} html
    return [substitute {<([a-z0-9]+)([^>]*)>([^<]*\m[A-Z]+-\d+[a-z]?\M[^<]*)(?=<)} $html {all element attributes text} {
        if {$element in {a code mi mn mo mtext title span pre} || [string match "Erratum*" $text]} {
            set all
        } else {
            string cat < $element $attributes > [substitute {\m[A-Z]+-\d+[a-z]?\M} $text {key} {
                expr {[dict exists $erratum $key] ? [link [dict get $erratum $key] $key " class=\"key\""] : $key}
            }]
        }
    }]
}

# Headings get numbers, addresses and a place in the contents.
proc headed {html} {
    global here
    set sections {}
    set taken [dict create]
    set html [substitute {<h([1-6])[^>]*>NWH(\d+)Z\s*([^\n]*)</h[1-6]>} $html {all level n title} {
        lassign [lindex [marks-of $here H] $n] kind local names
        set number [full-number [dict get $here number] $local]
        set plain [string trim [without-tags $title]]
        set id [lindex $names 0]
        if {$id eq ""} {
            set id [slug $plain]
            append id [again taken $id]
        }
        # Not by expr: it would take 2.10 for a number and give 2.1.
        if {$local eq "" && $kind ne "chapter"} { set number "" }
        set shown [expr {$number eq "" ? "" : "<span class=\"num\">$number</span> "}]
        lappend sections [list $kind $id $number $title]
        string cat "<h$level id=\"$id\">" \
            [join [lmap name [lrange $names 1 end] { string cat "<a id=\"$name\"></a>" }] ""] \
            $shown $title " <a class=\"self\" href=\"[dict get $here page]#$id\" aria-label=\"link to this place\">#</a></h$level>\n"
    }]
    return [list $html $sections]
}

source [file join [file dirname [file normalize [info script]]] web-frame.tcl]

# ---- the whole ------------------------------------------------------------------------------

foreach table {labels chunks definition ledger erratum ordered place authors claims by_label} { set $table [dict create] }
set chapters {}
set volumes {}
set unknown {}
set bibliography bibliography.html
set tangled {}
set live {}
foreach {word value} $argv {
    switch -- $word {
        -work - -out - -front - -bib - -ours - -version - -tangled - -live {set [string range $word 1 end] $value}
        -claims {set claims_file $value}
        -volume {lappend volumes $value}
        default {fail "unknown option $word"}
    }
}
set n 0
foreach volume $volumes {
    incr n
    foreach file [lrange $volume 1 end] {
        read-chapter $file $n
    }
}
name-pages
collect
find-places $tangled
read-authors $bib
read-claims $claims_file
write-edition
if {[llength $unknown]} {
    fail "what is not there:\n  [join [lsort -unique $unknown] "\n  "]"
}

# web-frame.tcl -- the second half of web-join.tcl: the page around a chapter, the pages that are
# no chapter (front, contents, chunks, identifiers, bibliography), previews and search.

set roman {"" I II III IV V VI}

proc volume-name {n} {
    global volumes roman
    return "[lindex $roman $n] [lindex $volumes [expr {$n - 1}] 0]"
}

# ---- citations -----------------------------------------------------------------------------

# Names and years as natbib shows them; the list itself is pandoc's.
proc read-authors {file} {
    global authors
    set text [read-text $file]
    foreach {all key} [regexp -all -inline {@[a-zA-Z]+\{([^,\s]+),} $text] {
        set start [string first "\{$key," $text]
        set end [string first "\n@" $text $start]
        set entry [string range $text $start [expr {$end < 0 ? "end" : $end}]]
        set year ""
        regexp {\myear\s*=\s*[\{"]([^\}"]*)} $entry -> year
        set who $key
        if {[regexp {\mauthor\s*=\s*\{((?:[^{}]|\{[^{}]*\})*)\}} $entry -> names]} {
            set names [lmap name [split [string map {" and " \n} $names] \n] {
                set whole [string match "\{*\}" [string trim $name]]
                set name [string map {\{ "" \} "" \\'e \u00e9} [string trim $name]]
                expr {[string first , $name] >= 0 ? [lindex [split $name ,] 0] : $whole ? $name : [lindex $name end]}
            }]
            set who [switch [llength $names] {
                1       {lindex $names 0}
                2       {join $names " and "}
                default {string cat [lindex $names 0] " et al."}
            }]
        } else {
            regexp {\mkey\s*=\s*\{([^\}]*)\}} $entry -> who
        }
        dict set authors $key [list $who $year]
    }
}

# ---- the page ------------------------------------------------------------------------------

# A page: title, body; trail is a list of address and text, prev and next likewise.
proc page-html {settings} {
    dict with settings {
        set turn ""
        foreach {rel arrow where} [list prev ← $prev next → $next] {
            if {$where ne ""} {
                lassign $where address text
                append turn "<a rel=\"$rel\" href=\"$address\">[expr {$rel eq "prev" ? "<span>$arrow</span> $text" : "$text <span>$arrow</span>"}]</a>\n"
            }
        }
        return [string cat "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n" \
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n" \
            "<meta name=\"color-scheme\" content=\"light dark\">\n" \
            "$meta<title>[html [without-tags $title]]</title>\n<link rel=\"icon\" href=\"data:,\">\n" \
            "<link rel=\"stylesheet\" href=\"web.css\">\n<script src=\"web.js\" defer></script>\n</head>\n" \
            "<body class=\"$class\">\n<header class=\"bar\"><a class=\"home\" href=\"index.html\">Trundle</a>\n" \
            "<details class=\"menu\"><summary>Contents</summary><nav>$menu</nav></details>\n" \
            "<span class=\"here\">$trail</span>\n<span class=\"search\" hidden></span>\n" \
            "<span class=\"turn\">$turn</span></header>\n<main>\n$body\n</main>\n" \
            "<footer class=\"bar\"><span class=\"turn\">$turn</span></footer>\n</body>\n</html>\n"]
    }
}

# The contents: volumes with their chapters; the chapter that is open shows its sections.
proc menu {page} {
    global chapters volumes extras
    set out "<a href=\"contents.html\">All chapters and sections</a>"
    set n 0
    foreach volume $volumes {
        incr n
        append out "\n<details[expr {$n == [volume-of $page] ? " open" : ""}]><summary>[volume-name $n]</summary><ul>"
        foreach chapter $chapters {
            if {[dict get $chapter volume] != $n} continue
            set there [dict get $chapter page]
            append out "<li>" [link $there "<span class=\"num\">[dict get $chapter number]</span> [dict get $chapter title]" \
                [expr {$there eq $page ? " aria-current=\"page\"" : ""}]]
            if {$there eq $page} {
                append out [sections-html $chapter {section}]
            }
            append out </li>
        }
        if {$n == [llength $volumes]} {
            foreach {address text} $extras {
                append out "<li>[link $address $text]</li>"
            }
        }
        append out "</ul></details>"
    }
    return $out
}

proc volume-of {page} {
    global chapters
    foreach chapter $chapters {
        if {[dict get $chapter page] eq $page} { return [dict get $chapter volume] }
    }
    return 0
}

proc put-before {text mark more} {
    set at [string first $mark $text]
    return [expr {$at < 0 ? "$text$more" : "[string range $text 0 $at-1]$more[string range $text $at end]"}]
}

proc source-of {page} {
    global chapters
    foreach chapter $chapters {
        if {[dict get $chapter page] eq $page} { return [dict get $chapter file] }
    }
}

proc sections-html {chapter kinds} {
    set out ""
    foreach section [dict get $chapter sections] {
        lassign $section kind id number title
        if {$kind in $kinds} {
            append out "<li class=\"$kind\">" [link [dict get $chapter page]#$id \
                "[expr {$number eq "" ? "" : "<span class=\"num\">$number</span> "}][without-links $title]"] "</li>"
        }
    }
    return [expr {$out eq "" ? "" : "<ul>$out</ul>"}]
}

proc without-links {html} {
    regsub -all {</?a(?: [^>]*)?>} $html {} html
    return $html
}

# The chapter of tests with the same name, and back.
proc partners {chapter} {
    global chapters
    set file [dict get $chapter file]
    set found {}
    foreach other $chapters {
        set name [dict get $other file]
        if {$name ne $file && [file tail $name] eq [file tail $file] && [string match lit/* $name] && [string match lit/* $file]
                && ([string match lit/tests/* $file] || [string match lit/tests/* $name])} {
            lappend found $other
        }
    }
    return $found
}

proc chapter-body {html} {
    global here
    lassign [headed $html] html sections
    regsub -all -line {^<p>(NWM\d+Z.*)</p>$} $html {<figcaption>\1</figcaption>} html
    set html [widened [marked [displays [rows $html]]]]
    set html [string map {<table> "<div class=\"wide\" tabindex=\"0\"><table>" </table> </table></div>} $html]
    return [list $html $sections]
}

# ---- the edition ----------------------------------------------------------------------------

proc write-edition {} {
    global chapters volumes here out extras front version work definition chunks bibliography
    set extras [list chunks.html Chunks identifiers.html Identifiers $bibliography Bibliography]

    # Titles first: the contents of each page name all others.
    set chapters [lmap chapter $chapters {
        set here $chapter
        regexp {<h1[^>]*>([^\n]*)</h1>} [dict get $chapter html] -> title
        dict set chapter title [string trim [marked [regsub {^NWH\d+Z\s*} $title {}]]]
    }]
    set finished {}
    foreach chapter $chapters {
        set here $chapter
        set tests {}
        foreach other [partners $chapter] {
            lappend tests [link [dict get $other page] [dict get $other title]]
            if {[string match lit/tests/* [dict get $other file]]} {
                dict set here tests [dict get $other page]
            }
        }
        lassign [chapter-body [dict get $chapter html]] html sections
        if {[llength $tests]} {
            set also "<p class=\"also\">[expr {[dict exists $here tests] ? "Its tests" : "Tests of"}]: [join $tests {, }]</p>"
            regsub {</h1>\n?} $html "</h1>\n[string map {& \\& \\ \\\\} $also]\n" html
        }
        # A page that runs in the browser: before its first section.
        set name [file rootname [file tail [dict get $chapter file]]]
        if {[string match verification/pages/* [dict get $chapter file]]} {
            set html [put-before $html <h2 [live-html $name]]
        }
        dict set chapter html $html[tests-html $chapter]
        dict set chapter sections $sections
        if {[regexp {NW[A-Z]\d+Z} $html left]} {
            fail "[dict get $chapter file]: $left was not put back: [regexp -inline ".{0,60}$left.{0,60}" $html]"
        }
        lappend finished $chapter
    }
    set chapters $finished

    # In the order of reading: front, contents, chapters, indices.
    set order [list [list index.html Trundle] [list contents.html Contents]]
    foreach chapter $chapters {
        lappend order [list [dict get $chapter page] "<span class=\"num\">[dict get $chapter number]</span> [dict get $chapter title]"]
    }
    foreach {address text} $extras { lappend order [list $address $text] }
    set bodies [dict create index.html [front-body] contents.html [contents-body] \
        chunks.html [chunk-index] identifiers.html [identifier-index] $bibliography [bibliography-body]]
    foreach chapter $chapters { dict set bodies [dict get $chapter page] [dict get $chapter html] }

    for {set i 0} {$i < [llength $order]} {incr i} {
        lassign [lindex $order $i] page title
        set volume [volume-of $page]
        write-text $out/$page [page-html [dict create \
            title [expr {$page eq "index.html" ? "Trundle: rolling and sliding in discrete-element models" : "$title – Trundle"}] \
            class [expr {$page eq "index.html" ? "front" : !$volume ? "list"
                : [string first {class="side"} [dict get $bodies $page]] >= 0 ? "chapter" : "chapter plain"}] \
            meta [expr {$volume ? "<meta name=\"source\" content=\"[html [source-of $page]]\">\n" : ""}] \
            menu [menu $page] trail [expr {$volume ? [volume-name $volume] : ""}] \
            prev [lindex $order $i-1] next [lindex $order $i+1] body [dict get $bodies $page]]]
    }
    foreach chapter $chapters { write-previews $chapter }
    write-search
}

proc front-body {} {
    global front version volumes chapters labels chunks ledger erratum live
    set text [string map [list @VERSION@ [html $version] \
        @CHAPTERS@ [llength $chapters] @CHUNKS@ [dict size $chunks] @ERRATA@ [dict size $erratum] \
        @ENTRIES@ [dict size $ledger]] [read-text $front]]
    set n 0
    set shown ""
    foreach volume $volumes {
        incr n
        append shown "<section class=\"volume\"><h2>[volume-name $n]</h2>\n<!--about-$n--><ul>"
        foreach chapter $chapters {
            if {[dict get $chapter volume] == $n} {
                append shown "<li>[link [dict get $chapter page] "<span class=\"num\">[dict get $chapter number]</span> [dict get $chapter title]"]</li>\n"
            }
        }
        append shown "</ul></section>\n"
    }
    # What a volume is for stands in the frame, in the order of the volumes.
    set n 0
    set text [between $text {<about>} {</about>} {
        incr n
        set shown [string map [list <!--about-$n--> "<p>[string trim $inner]</p>"] $shown]
        string cat ""
    }]
    set text [string map [list @VOLUMES@ $shown] $text]
    set text [between $text <live> </live> {expr {$live eq "" ? "" : $inner}}]
    return [substitute {href="((?:ch|sec|first):[^"]*)"} $text {all label} {
        string cat href=\" [named-address $label] \"
    }]
}

# Addresses that the front page names: a label, or the first chapter of a volume.
proc named-address {label} {
    global labels chapters
    if {[regexp {^first:(\d)$} $label -> n]} {
        foreach chapter $chapters {
            if {[dict get $chapter volume] == $n} { return [dict get $chapter page] }
        }
    }
    if {![dict exists $labels $label]} { fail "the front page names $label, which is not there" }
    lassign [dict get $labels $label] page anchor kind
    return [expr {$kind eq "chapter" ? $page : "$page#$anchor"}]
}

proc contents-body {} {
    global chapters volumes extras
    set out "<h1>Contents</h1>\n"
    set n 0
    foreach volume $volumes {
        incr n
        append out "<h2>[volume-name $n]</h2>\n<ul class=\"contents\">"
        foreach chapter $chapters {
            if {[dict get $chapter volume] == $n} {
                append out "<li>" [link [dict get $chapter page] "<span class=\"num\">[dict get $chapter number]</span> [dict get $chapter title]"] \
                    [sections-html $chapter {section subsection}] "</li>\n"
            }
        }
        append out "</ul>"
    }
    append out "<h2>Indices</h2><ul class=\"contents\">"
    foreach {address text} $extras { append out "<li>[link $address $text]</li>" }
    return [append out "</ul>"]
}

proc chunk-index {} {
    global ordered chunks place
    set out "<h1>Chunks</h1>\n<ul class=\"index\">"
    foreach title [lsort -dictionary [dict keys $ordered]] {
        set first [lindex [dict get $ordered $title] 0]
        set label [dict get $first label]
        set where [dict get $first file]:[dict get $first line]
        if {[dict exists $place $label]} { set where [dict get $place $label] }
        append out "<li>[link [chunk-address $label] ⟨[name-html $title]⟩] <span class=\"where\">[html $where]</span></li>\n"
    }
    return [append out </ul>]
}

proc identifier-index {} {
    global definition
    set out "<h1>Identifiers</h1>\n<ul class=\"index words\">"
    foreach word [lsort -dictionary [dict keys $definition]] {
        append out "<li>[link [chunk-address [dict get $definition $word]] <code>[html $word]</code>]</li>\n"
    }
    return [append out </ul>]
}

proc bibliography-body {} {
    global work
    return "<h1>Bibliography</h1>\n[read-text $work/bibliography.html]"
}

# ---- previews and search ----------------------------------------------------------------------

# What a reference may show: equations, chunks, errata and figures of a page, by their ids.
proc write-previews {chapter} {
    global out
    set html [dict get $chapter html]
    set entries {}
    foreach {pattern element} {
        {<span class="eq" id="([^"]*)">} span
        {<div class="chunk" id="([^"]*)">} div
        {<blockquote class="erratum" id="([^"]*)">} blockquote
        {<figure class="[a-z]* ?" id="([^"]*)" ?>} figure
    } {
        foreach {all id} [regexp -all -inline -indices $pattern $html] {
            lassign $all start
            set end [element-end $html $start $element]
            lappend entries "[quoted [string range $html {*}$id]]:[quoted [string range $html $start $end]]"
        }
    }
    write-text $out/preview-[file rootname [dict get $chapter page]].js \
        "trundlePreview([quoted [dict get $chapter page]],{[join $entries ,\n]});\n"
}

proc element-end {html start element} {
    set depth 0
    set at $start
    while {[regexp -indices -start $at "</?${element}\\M" $html place]} {
        lassign $place from at
        if {[string index $html $from+1] eq "/"} {
            if {[incr depth -1] == 0} { return [string first > $html $at] }
        } else {
            incr depth
        }
    }
    return [expr {[string length $html] - 1}]
}

# What a tag is found by: each number of a range, and that it is an equation: "30-32" is "equation 30 31 32".
proc numbers-of {number} {
    if {![regexp {^[A-Z]?[0-9][0-9a-zA-Z.,–-]*$} $number]} { return [string map {- " "} $number] }
    set all equation
    foreach part [split [string map {– -} $number] ,] {
        if {[regexp {^([A-Z]?)(\d+)([a-z]?)-[A-Z]?(\d+)[a-z]?$} $part - letter from first to]} {
            for {set k $from} {$k <= $to} {incr k} { append all " $letter$k" }
            if {$first ne ""} { append all " $letter$from$first" }
        } elseif {[regexp {^([A-Z]?\d+)([a-z])-([a-z])$} $part - base from to]} {
            append all " $base"
            for {set k [scan $from %c]} {$k <= [scan $to %c]} {incr k} { append all " $base[format %c $k]" }
        } else {
            append all " $part"
            if {[regexp {^([A-Z]?\d+)[a-z]$} $part - base]} { append all " $base" }
        }
    }
    return $all
}

# The index: a list of [kind, title, address, words, keys], of which keys are found as the title is.  Kinds: chapter,
# section, chunk, identifier, ledger (an entry of a source), equation (where it is used), erratum.
proc write-search {} {
    global chapters ordered definition ledger erratum out
    set entries {}
    foreach chapter $chapters {
        set page [dict get $chapter page]
        set html [dict get $chapter html]
        # Sections are cut at their headings; formulas and code are not prose.
        regsub -all {<a class="self"[^>]*>#</a>} $html {} html
        set html [between $html <math </math> {string cat …}]
        set html [between $html <pre </pre> {}]
        set html [between $html {<p class="also">} </p> {}]
        set html [between $html {<div class="cname">} </div> {}]
        set html [between $html {<div class="xref">} </div> {}]
        set places [regexp -all -inline -indices {<h[1-6] id="} $html]
        set n 0
        foreach place $places section [dict get $chapter sections] {
            if {$place eq "" || $section eq ""} continue
            set end [expr {[incr n] < [llength $places] ? [lindex $places $n 0] - 1 : "end"}]
            set part [string range $html [lindex $place 0] $end]
            lassign $section kind id number title
            regsub {<h[1-6] [^\n]*</h[1-6]>} $part {} words
            regsub -all {\s+} [without-tags [string map {< " <"} $words]] " " words
            regsub -all {…(?: …)+} $words … words
            lappend entries [list $kind [string trim "$number [without-tags $title]"] \
                [expr {$kind eq "chapter" ? $page : "$page#$id"}] [string trim $words]]
        }
        set n 0
        foreach tag [marks-of $chapter T] {
            incr n
            lassign $tag source number words fate
            lappend tags [list equation "$source $words" $page#tag-$n "[regsub {:.*} $fate {}] in [dict get $chapter number] [without-tags [dict get $chapter title]]" [numbers-of $number]]
        }
    }
    foreach title [lsort -dictionary [dict keys $ordered]] {
        lappend entries [list chunk ⟨$title⟩ [chunk-address [dict get [lindex [dict get $ordered $title] 0] label]] ""]
    }
    foreach word [lsort -dictionary [dict keys $definition]] {
        lappend entries [list identifier $word [chunk-address [dict get $definition $word]] ""]
    }
    dict for {entry address} $ledger {
        regexp {^([^.]*)\.(.*)$} $entry -> source number
        # A tag of several equations leads to the row of the first; each of them has its own.
        if {[regexp {^[^-]*[0-9][a-z]?[-,]} $number]} continue
        lappend entries [list ledger "$source [expr {[regexp {^\(?[A-Z]?[0-9.]+[a-z]?\)?$} $number] ? "($number)" : [string map {- " "} $number]}]" \
            $address "" [numbers-of $number]]
    }
    if {[info exists tags]} { lappend entries {*}$tags }
    dict for {key address} $erratum {
        lappend entries [list erratum "Erratum $key" $address ""]
    }
    write-text $out/search.js "trundleIndex(\[[join [lmap entry $entries {
        string cat \[ [join [lmap text $entry { quoted $text }] ,] \]
    }] ,\n]\]);\n"
}

# report.tcl -- the web page of `trundle reproduce`: each figure and table of
# ours beside the published numbers.  One file with its style inside; the plots
# lie beside it, so it opens without a network.
package provide trundle::report 1.0
package require trundle::formats
package require trundle::output
package require trundle::published
package require trundle::report::codes
package require trundle::report::parts

namespace eval trundle::report {
    namespace import ::trundle::formats::xml ::trundle::formats::short \
        ::trundle::formats::discrimination
}

# --- counting -------------------------------------------------------------------

# All judged numbers of the answers: each 1 (pass), 0, "weak" or "error".
proc trundle::report::verdicts {answers} {
    return [concat {*}[lmap answer $answers {answer-verdicts $answer}]]
}

proc trundle::report::answer-verdicts {answer} {
    if {[lindex $answer 0] ne "ok"} {
        return error
    }
    set made [lindex $answer 1]
    set verdicts [judged [dict values [dict get $made observables]]]
    if {[dict get $made message] ne ""} {
        lappend verdicts error
    }
    foreach exhibit [dict get $made exhibits] {
        lappend verdicts {*}[exhibit-verdicts $exhibit]
    }
    return $verdicts
}

proc trundle::report::exhibit-verdicts {exhibit} {
    if {[dict get $exhibit message] ne ""} {
        return error
    }
    return [judged [dict get $exhibit rows]]
}

proc trundle::report::judged {rows} {
    return [lmap row $rows {
        if {[dict get $row pass] eq ""} continue
        expr {[trundle::formats::verdict $row] eq "weak" ? "weak" : [dict get $row pass]}
    }]
}

proc trundle::report::failures {answers} {
    llength [lsearch -all -not -regexp [verdicts $answers] {^(1|weak)$}]
}

# How many verdicts lie within their tolerance, of how many, and how many of these a wrong model would also give.
proc trundle::report::within {verdicts} {
    set weak [llength [lsearch -all -exact $verdicts weak]]
    return [list [expr {[llength [lsearch -all -exact $verdicts 1]] + $weak}] [llength $verdicts] $weak]
}

# "161 of 161", "4 of 4, 2 not discriminating"; nothing of nothing.
proc trundle::report::within-text {verdicts {what ""}} {
    lassign [within $verdicts] good all weak
    return [expr {$all ? "$good of $all$what[expr {$weak ? ", $weak of them not discriminating" : ""}]" : ""}]
}

proc trundle::report::summary {answers} {
    set left [llength [left-out $answers]]
    set printed [trundle::published::text [trundle::published::count [all-rows $answers]]]
    set within [within-text [verdicts $answers] " numbers within tolerance"]
    return [join [lmap part [list [expr {$within eq "" ? "0 numbers with a tolerance" : $within}] $printed \
        [expr {$left ? "figures and tables not computed: $left" : ""}]] {expr {$part eq "" ? [continue] : $part}}] "; "]
}

# --- numbers as they are printed --------------------------------------------------

proc trundle::report::all-rows {answers} {
    return [concat {*}[lmap answer $answers {
        if {[lindex $answer 0] ne "ok"} continue
        concat {*}[lmap exhibit [dict get [lindex $answer 1] exhibits] {dict get $exhibit rows}]
    }]]
}

# The titles of what the tier has left out.
proc trundle::report::left-out {answers} {
    set titles {}
    foreach answer $answers {
        if {[lindex $answer 0] ne "ok"} {
            continue
        }
        foreach exhibit [dict get [lindex $answer 1] exhibits] {
            if {[dict get $exhibit left_out]} {
                lappend titles [dict get $exhibit title]
            }
        }
    }
    return $titles
}

# --- the page -------------------------------------------------------------------------

# report::page NAMES ANSWERS BOOK ?ELSEWHERE? -> HTML; BOOK is {folder relative-path suffix}: the web edition, or
# the chapters as they are written; {} when there is neither.  ELSEWHERE: {ANSWERS CODES} of other codes.
proc trundle::report::page {names answers book {elsewhere ""}} {
    set head [string map [list @STYLE@ [style] @VERSION@ $::trundle::version @BOOK@ [book-line $book]] [frame]]
    append text $head [first-screen $names $answers] [contents $names $answers]
    if {[llength $elsewhere]} {
        append text [codes {*}$elsewhere]
    }
    foreach name $names answer $answers {
        append text [section $name $answer $book]
    }
    return [append text "</main>\n</body>\n</html>"]
}

proc trundle::report::frame {} {
    return {<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="trundle @VERSION@">
<meta name="color-scheme" content="light dark">
<title>Trundle: published results, computed again</title>
<style>
@STYLE@</style>
</head>
<body>
<main>
<h1>Published results, computed again</h1>
<p>Computed by Trundle @VERSION@. A published number <em>agrees</em> if the computed one is within one unit of its last digit. @BOOK@</p>
}
}

proc trundle::report::book-line {book} {
    if {![llength $book]} {
        return "No book was built, so derivations are not linked."
    }
    if {[lindex $book 2] ne ".html"} {
        return "Links lead to the source files of the chapters; <code>./bootstrap book</code> makes pages of them."
    }
    return "The derivations are in <a href=\"[xml [lindex $book 1]]/index.html\">the book</a>."
}

# --- the first screen: four numbers, colours, papers, deviations with reasons ---------------------

namespace eval trundle::report {
    # Why a published number may differ: data/deviations.csv gives one of these for each.
    variable reason_kinds {error {error in the source} unpublished {not published} chaotic chaotic open open}
    # What the full tier takes, in minutes on two processors (bootstrap says the same).
    variable full_minutes 40
    variable deviations ""
}

# Below the tiles: then, by source and section, a card for each exhibit.
proc trundle::report::first-screen {names answers} {
    set cards [cards $answers]
    if {![llength $cards]} {
        return ""
    }
    append text [tiles $answers] [colours] [papers $cards $answers] [deviations $answers] [omitted $answers]
    set cards [lmap card $cards {
        if {[dict get [lindex $card 1] state] eq "left"} continue
        set card
    }]
    if {![llength $cards]} {
        return $text
    }
    foreach state {all open fail} about {all {with numbers that differ} {that miss a tolerance}} {
        set shown [dict get {all {agree weak open fail drawn beside} open {open fail} fail fail} $state]
        set count [llength [lmap card $cards {
            if {[dict get [lindex $card 1] state] ni $shown} continue
            set state
        }]]
        if {!$count} continue
        append choices "<button type=\"button\" data-show=\"$state\">$about <small>$count</small></button>\n"
    }
    append text "<h2>Figures and tables</h2>\n<nav class=\"choices\" aria-label=\"which exhibits\" hidden>\n$choices</nav>\n"
    set source ""
    foreach card [lsort -command before $cards] {
        lassign $card where facts
        if {[lrange $where 0 1] ne $source} {
            append text [expr {$source eq "" ? "" : "</div>\n"}] "<h3 class=\"print\" id=\"print-[anchor [lindex $where 1]]\">[xml [
                source-name [lindex $where 1]]]</h3>\n<div class=\"cards\">\n"
            set source [lrange $where 0 1]
        }
        append text [dict get $facts html]
    }
    return [append text "</div>\n" [choosing]]
}

proc trundle::report::anchor {source} {
    return [expr {$source eq "" ? "other" : $source}]
}

# Rows of published numbers by sort: single results, entries of tables.
proc trundle::report::printed-rows {answers} {
    set rows {single {} table {}}
    foreach row [all-rows $answers] {
        if {[trundle::value::get $row id] eq "" || ![llength [trundle::value::get $row off]]} continue
        dict lappend rows [expr {[lindex [dict get $row id] 1] eq "table" ? "table" : "single"}] $row
    }
    return $rows
}

# The four numbers.
proc trundle::report::tiles {answers} {
    set rows [printed-rows $answers]
    set single [trundle::published::count [dict get $rows single]]
    set table [trundle::published::count [dict get $rows table]]
    set all [trundle::published::count [concat [dict get $rows single] [dict get $rows table]]]
    set open [expr {[dict get $all told] - [dict get $all closed]}]
    lassign [within [verdicts $answers]] good of weak
    set tiles {}
    lassign [trundle::published::count-facts [dict get $rows single] [facts-listed]] good_facts facts
    foreach {agree count about} [list [dict get $single agree] [dict get $single of] \
            "single published results agree[expr {$facts ? "; without those fixed by the input they state $facts independent facts, of which $good_facts agree" : ""}]" \
            [dict get $table agree] [dict get $table of] {entries of published tables agree} \
            [expr {[dict get $all told_agree] - [dict get $all closed_agree]}] $open \
                {agree among the numbers that need a simulation, that is, without those fixed by the input, fitted or from a closed form} \
            $good $of "within tolerance[expr {$weak ? ", $weak of them not discriminating" : ""}]"] {
        if {$count} {
            append tiles "<p><b>$agree of $count</b> $about</p>\n"
        }
    }
    return "<div class=\"tiles\">\n$tiles</div>\n"
}

proc trundle::report::colours {} {
    return "<ul class=\"key\">\n<li class=\"agree\">agrees, and the nearest wrong model would not in most comparisons</li>\n<li\
        class=\"weak\">agrees, but a wrong model would also agree in most comparisons (not discriminating)</li>\n<li class=\"open\">a published number\
        differs; the reason is given</li>\n<li class=\"fail\">misses its tolerance</li>\n<li class=\"drawn\">figure without published\
        numbers</li>\n</ul>\n"
}

# Authors and year.
proc trundle::report::short-source {source} {
    variable sources
    return [lindex [regexp -inline {^.* [0-9]{4}|^[^,]*} [trundle::value::get $sources $source $source]] 0]
}

# One line per paper.
proc trundle::report::papers {cards answers} {
    variable sources
    set by [dict create]
    foreach row [concat {*}[dict values [printed-rows $answers]]] {
        dict lappend by [lindex [dict get $row id] 0] $row
    }
    append text "<h2>By paper</h2>\n<ul class=\"papers\">\n"
    foreach source [concat [dict keys $sources] {{}}] {
        set mine [lmap card $cards {
            if {[lindex $card 0 1] ne $source} continue
            dict get [lindex $card 1] state
        }]
        if {![llength $mine]} continue
        set left [llength [lsearch -all -exact $mine left]]
        set parts {}
        foreach {kind about} {single {single results agree} table {table entries agree}} {
            set counts [trundle::published::count [lmap row [trundle::value::get $by $source] {
                if {([lindex [dict get $row id] 1] eq "table") != ($kind eq "table")} continue
                set row
            }]]
            if {[dict get $counts of]} {
                lappend parts "[dict get $counts agree] of [dict get $counts of] $about"
            }
        }
        lappend parts "[expr {[llength $mine] - $left}] of [llength $mine] figures and tables computed"
        append text "<li><a href=\"#print-[anchor $source]\">[xml [source-name $source]]</a>: [xml [join $parts {; }]]</li>\n"
    }
    return [append text "</ul>\n"]
}

# The groups of data/facts.csv.
proc trundle::report::facts-listed {} {
    set file [trundle::locate data/facts.csv]
    return [expr {$file eq "" ? {} : [trundle::published::facts-listed [trundle::output::text $file]]}]
}

# A quantity in words: "position_x at 3 s" is named after an observable.
proc trundle::report::in-words {quantity} {
    return [string map {_percent { in per cent} _ { }} $quantity]
}

# The reasons of data/deviations.csv: {SOURCE KIND KEY QUANTITY REASON TEXT} ...
proc trundle::report::reasons-given {} {
    variable deviations
    if {$deviations eq ""} {
        package require csv
        set file [trundle::locate data/deviations.csv]
        set deviations [expr {$file eq "" ? {} : [lmap line [split [trundle::output::text $file] \n] {
            if {$line eq "" || [string match "#*" $line] || [string match "source,*" $line]} continue
            ::csv::split $line
        }]}]
    }
    return $deviations
}

# Why the numbers of a row differ: {REASON TEXT}, empty where nobody says.
proc trundle::report::reason-of {row} {
    foreach one [reasons-given] {
        if {[lrange $one 0 2] eq [dict get $row id] && [string match [lindex $one 3] [dict get $row quantity]]} {
            return [lrange $one 4 5]
        }
    }
    return ""
}

# Rows with a published number that differs.
proc trundle::report::deviating {answers} {
    return [lmap row [concat {*}[dict values [printed-rows $answers]]] {
        if {[lsearch [lmap one [dict get $row off] {trundle::published::agrees $one}] 0] < 0} continue
        set row
    }]
}

proc trundle::report::without-reason {answers} {
    variable reason_kinds
    return [lsort -unique [lmap row [deviating $answers] {
        if {[dict exists $reason_kinds [lindex [reason-of $row] 0]]} continue
        list {*}[dict get $row id] [dict get $row quantity]
    }]]
}

# Tables in one line each, single results in one row each, with the reason.
proc trundle::report::deviations {answers} {
    set tables {}
    set body ""
    foreach row [deviating $answers] {
        lassign [dict get $row id] source kind key
        if {$kind eq "table"} {
            dict lappend tables [list $source [reason-of $row]] $row
            continue
        }
        append body "<tr>[cell result "[with-unit [in-words [dict get $row quantity]] [dict get $row unit]] <span class=\"remark\">[xml "[short-source $source], $kind $key"]</span>"][cell \
            published [shown-number $row]][cell computed [number [dict get $row ours] 6]][cell {units of last digit} [number [dict get $row off] 2]][
            cell reason [reason-html [reason-of $row]]]</tr>\n"
    }
    if {$body eq "" && ![llength $tables]} {
        return ""
    }
    append text "<h2 id=\"deviations\">Deviations and their reasons</h2>\n"
    if {[llength $tables]} {
        set counts [counts-by-entry $answers]
        append text "<ul class=\"deviations\">\n"
        dict for {key rows} $tables {
            lassign $key source reason
            set off [tcl::mathop::+ 0 {*}[lmap row $rows {
                llength [lmap one [dict get $row off] {expr {[trundle::published::agrees $one] ? [continue] : 1}}]
            }]]
            set ids [lsort -unique -dictionary [lmap row $rows {dict get $row id}]]
            set of [tcl::mathop::+ 0 {*}[lmap id $ids {dict get $counts $id of}]]
            append text "<li>[xml [short-source $source]], [expr {[llength $ids] > 1 ? "Tables" : "Table"}] [join [lmap id $ids {lindex $id 2}] {, }]:\
                $off of $of numbers differ. [reason-html $reason]</li>\n"
        }
        append text "</ul>\n"
    }
    if {$body ne ""} {
        append text "<div class=\"wide\"><table class=\"numbers\">\n<thead><tr><th>result</th><th>published</th><th>computed</th><th>units of the\
            last digit</th><th>reason</th></tr></thead>\n<tbody>\n$body</tbody>\n</table></div>\n"
    }
    return $text
}

proc trundle::report::reason-html {reason} {
    variable reason_kinds
    lassign $reason kind text
    if {![dict exists $reason_kinds $kind]} {
        return "<strong class=\"error\">no reason is given</strong>"
    }
    return "<strong>[dict get $reason_kinds $kind]</strong>[expr {$text eq "" ? "" : ": [xml $text]"}]"
}

# One line, and the titles for those who look.
proc trundle::report::omitted {answers} {
    variable full_minutes
    set titles [left-out $answers]
    if {![llength $titles]} {
        return ""
    }
    return "<details class=\"omitted\"><summary>[llength $titles] figures and tables are not computed here: <code>trundle reproduce -tier\
        full</code> takes about $full_minutes minutes on two processors.</summary>\n<p>[xml [join $titles {; }]].</p></details>\n"
}

# Cards as {{RANK SOURCE PLACE ...} {state S html H}}.
proc trundle::report::cards {answers} {
    set places [printed-places]
    set printed [counts-by-entry $answers]
    set cards {}
    foreach answer $answers {
        if {[lindex $answer 0] ne "ok"} continue
        foreach exhibit [dict get [lindex $answer 1] exhibits] {
            set where [where-printed $exhibit [dict get [lindex $answer 1] source] $places]
            lappend cards [list $where [card $exhibit $where $printed]]
        }
    }
    return $cards
}

# What the rows of all exhibits say of each entry of the sources: {SOURCE KIND KEY} -> counts.
proc trundle::report::counts-by-entry {answers} {
    set rows {}
    foreach row [all-rows $answers] {
        if {[trundle::value::get $row id] ne ""} {
            dict lappend rows [dict get $row id] $row
        }
    }
    return [dict map {id mine} $rows {trundle::published::count $mine}]
}

# The entries that an exhibit names: "bandeira2018 tables 5 to 7, 9" has four.
proc trundle::report::entries-named {text} {
    set found {}
    lassign {"" ""} source kind
    foreach part [split $text ,] {
        if {![regexp {^ *(?:(?:(\S+) +)?(fig|table|claim|remark)s? +)?(\S+)(?: +to +(\d+))? *$} $part - from of key last]} {
            set kind ""
            continue
        }
        set source [expr {$from eq "" ? $source : $from}]
        set kind [expr {$of eq "" ? $kind : $of}]
        if {$kind eq ""} continue
        lappend found [list $source $kind $key]
        while {$last ne "" && $key < $last} {
            lappend found [list $source $kind [incr key]]
        }
    }
    return $found
}

# What an exhibit stands beside without comparing it itself: how much of the entries that it names agrees in other
# exhibits, or how many numbers it puts there that no row judges; as state and words, nothing where print has no number.
proc trundle::report::beside {exhibit printed} {
    set sum {agree 0 of 0}
    foreach id [entries-named [dict get $exhibit source]] {
        foreach key {agree of} {
            dict incr sum $key [trundle::value::get [trundle::value::get $printed $id] $key 0]
        }
    }
    dict with sum {}
    if {$of} {
        return [list [expr {$agree < $of ? "open" : "agree"}] "$agree of $of numbers published there agree"]
    }
    set numbers [llength [lmap row [dict get $exhibit rows] {
        if {[trundle::value::get $row published] eq ""} continue
        set row
    }]]
    return [expr {$numbers ? [list beside "$numbers next to published ones"] : ""}]
}

# Where print has figures, tables and examples: {SOURCE KIND KEY} -> section.
proc trundle::report::printed-places {} {
    set places {}
    set file [trundle::locate data/items.csv]
    if {$file eq ""} {
        return $places
    }
    foreach line [split [trundle::output::text $file] \n] {
        if {[regexp {^(\w+),(fig|table|claim|remark),([^,]*),([^,]*),} $line - source kind key place]} {
            dict set places [list $source $kind $key] $place
        }
    }
    return $places
}

# The first place in print that an exhibit names; variations come after all sources.
proc trundle::report::where-printed {exhibit home places} {
    variable sources
    set named [dict get $exhibit source]
    set source [lindex [split $named] 0]
    set rank [lsearch -exact [dict keys $sources] $source]
    if {$rank < 0} {
        return [list 99 "" [lindex $home 0] 0 0 0]
    }
    set kind section
    set key [lindex [split $named " ,"] 1]
    regexp {^\S+ (fig|table|claim|remark)s? ([^ ,]+)} $named - kind key
    set place [trundle::value::get $places [list $source $kind $key] \
        [expr {$kind eq "section" ? $key : [lindex [split [string map {, ""} $home]] 1]}]]
    set number [expr {[regexp {^\d+} $key digits] ? $digits : 99}]
    return [list $rank $source $place [expr {$kind ni {fig table}}] [expr {$kind eq "table"}] $number]
}

# In the order of print: source, section, figures before tables, number.
proc trundle::report::before {a b} {
    foreach x [lindex $a 0] y [lindex $b 0] {
        if {$x ne $y} {
            return [expr {[lindex [lsort -dictionary [list $x $y]] 0] eq $x ? -1 : 1}]
        }
    }
    return 0
}

namespace eval trundle::report {
    # The sources in the order in which the book takes them.
    variable sources {campello2015 {Campello 2015, rotations and friction}
        bandeira2018 {Bandeira and Zohdi 2018, forces, schemes, worked examples}
        wang2015 {Wang, Alonso-Marroquin and Guo 2015, relative motion}
        epsd {EPSD, rolling resistance} swing2021 {Wang, Gao, Zhang and Dong 2021, the swing test}}
}

proc trundle::report::source-name {source} {
    variable sources
    return [trundle::value::get $sources $source {Variations, and other data}]
}

proc trundle::report::card {exhibit where {printed {}}} {
    set rows [dict get $exhibit rows]
    set counts [trundle::published::count $rows]
    set judged [judged $rows]
    lassign [within $judged] good all weak
    set text {}
    if {[dict get $counts of]} {
        lappend text "[dict get $counts agree] of [dict get $counts of] published numbers agree"
    }
    if {$all} {
        lappend text "$good of $all within tolerance[expr {$weak ? ", $weak not discriminating" : ""}]"
    }
    set state agree
    if {[dict get $exhibit message] ne "" || 0 in $judged} {
        set state fail
    } elseif {[dict get $exhibit left_out]} {
        set state left
        set text {{not computed}}
    } elseif {[dict get $counts agree] < [dict get $counts of]} {
        set state open
    } elseif {2*$weak > $all} {
        set state weak
    } elseif {![llength $text]} {
        lassign [beside $exhibit $printed] state text
        if {$state eq ""} {
            lassign {drawn {no published number}} state text
        }
        set text [list $text]
    }
    dict with exhibit {
        set picture [expr {$plot ne "" ? "<img src=\"$plot\" alt=\"\" loading=\"lazy\">"
            : "<span class=\"thumb\">[expr {[dict get $counts of] ? "[dict get $counts agree]/[dict get $counts of]" : $kind}]</span>"}]
        set html "<a class=\"card $state\" data-state=\"$state\" href=\"#$benchmark-$name\">$picture<b>[xml \
            [regsub {^(campello2015|bandeira2018|wang2015|swing2021) } $source ""]]</b> [xml $title]<span\
            class=\"state\">[xml [join $text {; }]]</span></a>\n"
    }
    return [dict create state $state html $html]
}

# The buttons that choose; without a script all is shown.
proc trundle::report::choosing {} {
    return {<script>
(function () {
  var bar = document.querySelector(".choices"), cards = document.querySelectorAll(".card");
  function show(state) {
    cards.forEach(function (card) {
      var its = card.dataset.state;
      card.hidden = !(state === "all" || its === state || (state === "open" && its === "fail"));
    });
    document.querySelectorAll("main > section figure, main > section > figure").forEach(function (f) {
      var card = f.id && document.querySelector('.card[href="#' + f.id + '"]');
      f.hidden = state !== "all" && (!card || card.hidden);
    });
    bar.querySelectorAll("button").forEach(function (b) { b.setAttribute("aria-pressed", b.dataset.show === state); });
  }
  bar.hidden = false;
  bar.addEventListener("click", function (e) {
    var button = e.target.closest("button");
    if (button) show(button.dataset.show);
  });
  show("all");
})();
</script>
}
}

# One line per benchmark, with its verdict.
proc trundle::report::contents {names answers} {
    append text "<h2>By benchmark</h2>\n<table class=\"contents\">\n"
    append text "<thead><tr><th>benchmark</th><th>source</th>\
        <th>within tolerance</th><th></th><th>published numbers that agree</th></tr></thead>\n<tbody>\n"
    foreach name $names answer $answers {
        set facts [expr {[lindex $answer 0] eq "ok" ? [lindex $answer 1]
                         : [dict create title $name source ""]}]
        set verdicts [answer-verdicts $answer]
        append text "<tr>[cell benchmark "<a href=\"#$name\">[xml \
            [dict get $facts title]]</a>"][cell source [xml \
            [dict get $facts source]]][cell {within tolerance} [within-text $verdicts]][cell verdict [badge \
            [expr {[failures [list $answer]] ? "FAIL" : [llength $verdicts] ? "pass" : ""}]]][cell {published, agree} [printed-share \
            $answer]]</tr>\n"
    }
    return [append text "</tbody>\n</table>\n"]
}

# How many printed numbers of a benchmark agree; nothing where it compares none.
proc trundle::report::printed-share {answer} {
    set counts [trundle::published::count [all-rows [list $answer]]]
    dict with counts {
        return [expr {$of ? "$agree of $of" : ""}]
    }
}

# The word pass, FAIL or weak, which is written out.
proc trundle::report::badge {word} {
    if {$word eq ""} {
        return ""
    }
    return "<span class=\"[string tolower $word]\">[string map {weak {not discriminating}} [string tolower $word]]</span>"
}

# --- one benchmark ----------------------------------------------------------------------

proc trundle::report::section {name answer book} {
    append text "<section id=\"$name\">\n"
    if {[lindex $answer 0] ne "ok"} {
        append text "<h2>[xml $name]</h2>\n[failure [lindex $answer 1]]"
        return [append text "</section>\n"]
    }
    set made [lindex $answer 1]
    append text "<h2>[xml [dict get $made title]]</h2>\n"
    append text "<p class=\"source\">[xml [dict get $made source]] &middot;\
        [book-link $name $book] &middot; <code>trundle case $name</code></p>\n"
    append text [paragraph [dict get $made note]]
    set left ""
    foreach exhibit [dict get $made exhibits] {
        if {[dict get $exhibit left_out] && [dict get $exhibit message] eq ""} {
            append left "[expr {$left eq "" ? "" : "; "}]<span id=\"$name-[dict get $exhibit name]\">[xml [dict get $exhibit title]]</span>"
        } else {
            append text [exhibit $exhibit]
        }
    }
    if {$left ne ""} {
        append text "<p class=\"source\">Not computed here, because it takes long (<code>trundle reproduce [xml $name] -tier full</code>):\
            $left.</p>\n"
    }
    append text [observables [dict get $made observables]]
    if {[dict get $made message] ne ""} {
        append text [failure "the case: [dict get $made message]"]
    }
    return [append text "</section>\n"]
}

proc trundle::report::paragraph {text} {
    return [expr {$text eq "" ? "" : "<p>[xml $text]</p>\n"}]
}

proc trundle::report::failure {message} {
    return "<p class=\"error\">[badge FAIL] [xml $message]</p>\n"
}

# The book's page of the benchmark carries the label of its chapter.
proc trundle::report::book-link {name book} {
    if {![llength $book]} {
        return "no book"
    }
    lassign $book directory path suffix
    set target $name$suffix
    if {![file exists $directory/$target]} {
        set target index.html
    }
    return "<a href=\"[xml $path/$target]\">derivation[expr {$suffix eq ".html" ? " in the book" : ""}]</a>"
}

proc trundle::report::exhibit {made} {
    dict with made {
        append text "<figure id=\"$benchmark-$name\" class=\"$kind\">\n<figcaption>\
            <strong>[xml $title]</strong> <span class=\"source\">[xml \
            $source]</span></figcaption>\n"
        if {$message ne ""} {
            append text [failure $message]
        }
        append text "<div class=\"[expr {$plot eq "" ? "wide" : [llength $rows] ? "pair" : "alone"}]\">\n"
        if {$plot ne ""} {
            append text "<a href=\"$plot\"><img src=\"$plot\"\
                alt=\"[xml $title]\"></a>\n"
        }
        if {[llength [trundle::value::get $made codes]]} {
            append note "[expr {$note eq "" ? "" : " "}]Other codes: [curves $codes]."
        }
        append text "<div class=\"wide\">[paragraph [printed-line $rows]][rows-table $rows][states-link $benchmark $states]</div>\n</div>\n" \
            [paragraph $note]
        return [append text "</figure>\n"]
    }
}

proc trundle::report::printed-line {rows} {
    set text [trundle::published::text [trundle::published::count $rows]]
    return [expr {$text eq "" ? "" : "$text."}]
}

# The states of a picture, for ParaView.
proc trundle::report::states-link {benchmark states} {
    if {$states eq ""} {
        return ""
    }
    return "<p class=\"source\">The same states as VTK files: <a href=\"data/[xml \
        $benchmark/$states]\">[xml $states]</a>.</p>\n"
}

# Our numbers beside the published ones; notes stand as lines below.
proc trundle::report::rows-table {rows} {
    set body ""
    set notes ""
    foreach row $rows {
        if {[dict exists $row quantity]} {
            append body [row $row]
        } elseif {[dict exists $row text]} {
            append notes [paragraph [dict get $row text]]
        }
    }
    if {$body eq ""} {
        return $notes
    }
    return "<table class=\"numbers\">\n<thead><tr><th>quantity</th>\
        <th>computed</th><th>published</th><th>error</th><th>units of the last digit</th><th>tolerance</th>\
        <th>discrimination</th><th></th></tr></thead>\n<tbody>\n$body</tbody>\n</table>\n[
        reasons $rows]$notes"
}

# Why the tolerances have their size, each reason once.
proc trundle::report::reasons {rows} {
    set reasons [lsort -unique [lmap row $rows {
        if {[trundle::value::get $row reason] eq ""} continue
        dict get $row reason
    }]]
    if {![llength $reasons]} {
        return ""
    }
    return "<p class=\"source\">Tolerances: [join [lmap one $reasons {xml $one}] {
        &middot; }].</p>\n"
}

proc trundle::report::row {row} {
    set off ""
    dict with row {
        return "<tr>[cell quantity "[with-unit [in-words $quantity] $unit][remark [trundle::value::get $row text]]"][cell computed [number $ours 6]][cell \
            published [shown-number $row]][cell error [number $error 2]][cell \
            {units of last digit} [number $off 2]][cell tolerance [number $tolerance 2]][cell \
            discrimination [nearest $row]][cell \
            verdict "[badge [trundle::formats::verdict $row]] [share $off]"]</tr>\n"
    }
}

# What the page says of a row, below its quantity.
proc trundle::report::remark {text} {
    return [expr {$text eq "" ? "" : " <span class=\"remark\">[xml $text]</span>"}]
}

# A printed number with its digits.
proc trundle::report::shown-number {row} {
    return [number [dict get $row published] [expr {[trundle::value::get $row id] eq "" ? 8 : ""}]]
}

# How many components agree in print.
proc trundle::report::share {off} {
    if {![llength $off]} {
        return ""
    }
    set agree [llength [lmap one $off {expr {[trundle::published::agrees $one] ? 1 : [continue]}}]]
    return "<span class=\"[expr {$agree == [llength $off] ? "pass" : "off"}]\">$agree of [llength $off]</span>"
}

# The nearest rival: how far it is, and what it would be on a touch.
proc trundle::report::nearest {facts} {
    set what [trundle::value::get $facts rival]
    if {$what eq ""} {
        return ""
    }
    return "<abbr title=\"[xml [trundle::alternatives::mistake $what]]\">[xml [
        discrimination $facts]]</abbr>"
}

proc trundle::report::with-unit {quantity unit} {
    if {$unit in {"" -}} {
        return [xml $quantity]
    }
    return "[xml $quantity] <span class=\"unit\">[xml $unit]</span>"
}

# The observables of the printed problem, and why each tolerance has its size.
proc trundle::report::observables {observables} {
    set body ""
    dict for {name facts} $observables {
        dict with facts {
            append body "<tr>[cell observable [with-unit $name $unit]][cell \
                computed [number $value 8]][cell reference [number $reference 8]][cell \
                kind [xml $kind]][cell error [number $error 2]][cell tolerance \
                [number $tolerance 2]][cell discrimination [nearest $facts]][cell verdict \
                [badge [trundle::formats::verdict $facts]]][cell reason [xml \
                $reason]]</tr>\n"
        }
    }
    if {$body eq ""} {
        return ""
    }
    return "<figure class=\"table\">\n<figcaption><strong>The case at its\
        defaults</strong></figcaption>\n<div class=\"wide\"><table class=\"observables\">\n\
        <thead><tr><th>observable</th><th>computed</th><th>reference</th>\
        <th>kind</th><th>error</th><th>tolerance</th><th>discrimination</th><th></th><th>why this\
        tolerance</th></tr></thead>\n<tbody>\n$body</tbody>\n</table></div>\n</figure>\n"
}

# --- the look ------------------------------------------------------------------------------

proc trundle::report::style {} {
    return {:root { --ink: #1c1c1c; --soft: #5c5c5c; --line: #d8d8d8; --link: #1f5fa8; --page: #fff; --tint: #f4f4f4;
  --good: #14662f; --mild: #7a5b00; --differs: #b3541e; --bad: #b3261e; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e6e6; --soft: #a5a5a5; --line: #444; --link: #8fbdf0; --page: #17191c; --tint: #25282c;
    --good: #6fcf8a; --mild: #e0b84c; --differs: #f0955a; --bad: #ff8a80; } }
* { box-sizing: border-box; }
body { margin: 0; color: var(--ink); background: var(--page);
  font: 16px/1.5 Georgia, "DejaVu Serif", serif; }
main { max-width: 72rem; margin: 0 auto; padding: 1.5rem 1.2rem 4rem; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: .5rem 0 1rem; font-weight: normal; }
h2 { font-size: 1.3rem; margin: 1.8rem 0 .2rem; padding-top: .6rem;
  border-top: 2px solid var(--ink); font-weight: normal; }
p { max-width: 44rem; margin: .4rem 0; }
a { color: var(--link); text-decoration: none; }
a:hover { text-decoration: underline; }
code, table { font-family: "DejaVu Sans", Helvetica, Arial, sans-serif; }
code { font-size: .85em; background: var(--tint); padding: .1em .3em; }
.source, .unit, .remark { color: var(--soft); font-size: .88em; }
.remark { display: block; }
figure { margin: 1.6rem 0 0; break-inside: avoid; }
figure.table { break-inside: auto; }
figcaption { margin-bottom: .4rem; }
.choices { display: flex; flex-wrap: wrap; gap: .4rem; margin: 1rem 0; }
.choices[hidden], .card[hidden], figure[hidden] { display: none; }
.choices button { font: inherit; font-size: .88em; padding: .2em .8em; border: 1px solid var(--line);
  border-radius: 1em; background: none; color: inherit; cursor: pointer; }
.choices button[aria-pressed=true] { border-color: var(--ink); box-shadow: inset 0 0 0 1px var(--ink); }
h3.print { font-size: 1.1rem; font-weight: normal; margin: 1.6rem 0 .6rem; }
.tiles { display: grid; gap: .8rem; margin: 1rem 0; }
@media (min-width: 34rem) { .tiles { grid-template-columns: 1fr 1fr; } }
@media (min-width: 62rem) { .tiles { grid-template-columns: repeat(4, 1fr); } }
.tiles p { margin: 0; padding: .7rem .9rem; background: var(--tint); border-left: 4px solid var(--link); font-size: .9rem; line-height: 1.35; }
.tiles b { display: block; font: 1.5rem/1.3 "DejaVu Sans", Helvetica, Arial, sans-serif; }
.key { list-style: none; display: flex; flex-wrap: wrap; gap: .2rem 1.6rem; margin: .6rem 0 0; padding: 0; font-size: .85rem; }
.key li::before { content: "\2713\a0"; font-weight: 700; color: var(--good); }
.key .weak { color: inherit; } .key li.weak::before { content: "~\a0"; color: var(--mild); }
.key li.open::before { content: "\2260\a0"; color: var(--differs); }
.key .fail { color: inherit; background: none; padding: 0; } .key li.fail::before { content: "\2717\a0"; color: var(--bad); }
.key li.drawn::before { content: "\25cb\a0"; color: var(--soft); }
.papers, .deviations { padding-left: 1.2rem; margin: .4rem 0; max-width: 60rem; }
.omitted { margin: 1rem 0; max-width: 60rem; }
.wide { overflow-x: auto; max-width: 100%; }
.wide td:first-child { min-width: 13rem; } .wide th { min-width: 4.5rem; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(9.5rem, 1fr)); gap: .8rem; }
.card { display: block; color: var(--ink); font-size: .82rem; line-height: 1.35; border-top: 3px solid var(--line);
  padding-top: .3rem; overflow-wrap: anywhere; }
.card img, .thumb { display: block; width: 100%; height: 7rem; object-fit: contain; object-position: left; border: 0;
  margin-bottom: .3rem; background: #fff; }
.thumb { font: 1.5rem/7rem "DejaVu Sans", Helvetica, Arial, sans-serif; color: var(--soft); background: var(--tint); text-align: center; }
.card .state { display: block; color: var(--soft); }
.card.agree { border-color: var(--good); } .card.weak { border-color: var(--mild); color: var(--ink); }
.card.open { border-color: var(--differs); } .card.fail { border-color: var(--bad); background: none; color: var(--ink); padding: .3rem 0 0; }
.card.weak::before { content: none; }
.card.agree .state::before { content: "\2713\a0"; color: var(--good); } .card.weak .state::before { content: "~\a0"; color: var(--mild); }
.card.open .state::before { content: "\2260\a0"; color: var(--differs); } .card.fail .state::before { content: "\2717\a0"; color: var(--bad); }
.card.drawn .state::before { content: "\25cb\a0"; }
.pair { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; align-items: start; justify-items: start; }
@media (min-width: 62rem) {
  figure.figure .pair { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); } }
.pair > a { width: 100%; } .alone { max-width: 46rem; }
.pair > div { min-width: 0; }
img { display: block; width: 100%; height: auto; border: 1px solid var(--line); background: #fff; }
@media (prefers-color-scheme: dark) { img, .card img { filter: brightness(.88); } }
table { border-collapse: collapse; font-size: .82rem; font-variant-numeric: tabular-nums; }
th { text-align: left; font-weight: 600; border-bottom: 1px solid var(--ink);
  padding: .25rem .9rem .25rem 0; vertical-align: bottom; }
td { border-bottom: 1px solid var(--line); padding: .25rem .9rem .25rem 0; vertical-align: top; }
.numbers td:nth-child(n+2), .observables td:nth-child(2), .observables td:nth-child(3),
.observables td:nth-child(n+4):nth-child(-n+6) { white-space: nowrap; }
.numbers td[data-label="reason"], td[data-label="reason"] { white-space: normal; min-width: 16rem; }
sup { line-height: 0; }
.component { display: block; }
.pass { color: var(--good); } .pass::before { content: "\2713\a0"; }
.off { color: var(--differs); }
.codes td { white-space: normal !important; } .why { display: block; color: var(--soft); max-width: 18rem; } .unsaid { color: var(--soft); }
.fail { color: var(--page); background: var(--bad); padding: 0 .4em; }
.weak { color: var(--mild); } .weak::before { content: "~\a0"; }
.error { border-left: 4px solid var(--bad); padding-left: .8rem; }
@media (max-width: 40rem) {
  main { padding: .8rem .8rem 3rem; }
  table, tbody, tr, td, .pair > div { display: block; width: 100%; }
  .component { display: inline; margin-right: .5em; }
  thead { display: none; }
  tr { padding: .5rem 0; border-bottom: 1px solid var(--line); }
  td, .numbers td:nth-child(n), .observables td:nth-child(n) { border: 0; white-space: normal;
    padding: 0 0 0 9.5rem; min-height: 1.5em; position: relative; overflow-wrap: anywhere; }
  td::before { content: attr(data-label); position: absolute; left: 0; color: var(--soft); }
  .wide td:first-child, .numbers td[data-label="reason"], td[data-label="reason"] { min-width: 0; }
  td:first-child, .numbers td:first-child, .observables td:first-child {
    padding-left: 0; font-weight: 600; }
  td:first-child::before { content: ""; }
  td:empty, .numbers td:nth-child(n):empty { display: none; }
}
@media print {
  body { font-size: 10pt; } main { max-width: none; padding: 0; }
  h2 { break-after: avoid; } figcaption { break-after: avoid; }
  :root { --ink: #000; --soft: #444; --line: #bbb; --link: #000; --page: #fff; --tint: #fff; }
  .wide { overflow: visible; } .cards { grid-template-columns: repeat(4, 1fr); } .omitted { break-inside: avoid; }
  a { color: inherit; } tr, .card { break-inside: avoid; } .choices { display: none; }
  figure.figure .pair { grid-template-columns: 1fr 1fr; }
}
}
}

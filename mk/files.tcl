# files.tcl -- what the tools of the book share: whole files in UTF-8, tables, text as HTML and LaTeX, and the share on
# a record of mutants.
namespace eval files {
    namespace export read-text read-lines write-text table html name-html tex closing share-noticed
}

proc files::read-text {file} {
    set channel [open $file]
    chan configure $channel -encoding utf-8
    try { read $channel } finally { close $channel }
}

proc files::read-lines {file} {
    split [string trimright [read-text $file] \n] \n
}

# Only when it would change, so that nothing is made anew from it; never half.
proc files::write-text {file text} {
    if {[file exists $file] && [read-text $file] eq $text} {
        return
    }
    set channel [open $file-t w]
    chan configure $channel -encoding utf-8
    try { puts -nonewline $channel $text } finally { close $channel }
    file rename -force $file-t $file
}

# Rows of a CSV file as dicts; lines that begin with # are comments.
proc files::table {file} {
    package require csv
    set rows {}
    set head ""
    foreach line [read-lines $file] {
        if {$line eq "" || [string match "#*" $line]} continue
        set cells [::csv::split $line]
        if {$head eq ""} {
            set head $cells
        } else {
            lappend rows [concat {*}[lmap key $head cell $cells {list $key $cell}]]
        }
    }
    return $rows
}

proc files::html {text} {
    string map {& &amp; < &lt; > &gt; \" &quot;} $text
}

# A chunk's name may quote code as [[...]].
proc files::name-html {name} {
    regsub -all {\[\[(.*?)\]\]} [html $name] {<code>\1</code>}
}

proc files::tex {text} {
    return [string map {\\ \\textbackslash{} & \\& % \\% $ \\$ # \\# _ \\_ \{ \\\{ \} \\\}
        ~ {$\sim$} ^ \\textasciicircum{} < {$<$} > {$>$}} $text]
}

# The place of the brace that closes the one at START, in LaTeX.
proc files::closing {text start} {
    set depth 0
    set at $start
    while {[regexp -indices -start $at {\\.|[{}]} $text place]} {
        lassign $place from at
        switch -- [string index $text $from] {
            \{ {incr depth}
            \} {if {[incr depth -1] == 0} { return $at }}
        }
        incr at
    }
    error "a brace is not closed: [string range $text $start $start+60]"
}

# Noticed and drawn, of those mutants that a record (its lines) was written of first: tests that were written for
# survivors tell nothing of the mutants that nobody has drawn.
proc files::share-noticed {record} {
    lassign {0 0} noticed drawn
    foreach line $record {
        if {[regexp {^# drawn: .* (\d+) of (\d+) new ones noticed} $line - k n]} {
            incr noticed $k
            incr drawn $n
        }
    }
    return [list $noticed $drawn]
}

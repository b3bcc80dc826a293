# sizes.tcl -- how long files, chunks and lines of the book are, and which are longer
# than they may be.  A chapter has 1000 lines, a page 700, a chunk 25, or 35 when two
# thirds of its lines begin alike (a table); a line of prose has 120 characters, one of code
# 118, for with 120 it ends at the edge of the paper.  What is longer stands in mk/sizes.list,
# with its size and the reason; no line does.
#
#   tclsh mk/sizes.tcl     writes that list again: what fits now goes, what has grown or is
#                          new gets the reason "?", which `make check` refuses
source [file join [file dirname [file normalize [info script]]] files.tcl]

namespace eval sizes {
    namespace import ::files::*
    variable chapter 1000
    variable page 700
    variable chunk 25
    variable table 35
    variable line 120
    variable code 118
}

proc sizes::chunk-limit {body} {
    variable chunk
    variable table
    set begins [dict create]
    foreach line $body {
        regexp {^\s*(\w+|\S|)} $line -> word
        dict incr begins $word
    }
    set most [tcl::mathfunc::max 0 {*}[dict values $begins]]
    expr {3*$most >= 2*[llength $body] ? $table : $chunk}
}

# A line without what cannot be broken: tags and names of numbers.
proc sizes::breakable {line} {
    regsub -all {\\(?:src(?:eq|item)(\[[^]]*\])?|ours)(\{[^{}]*\})+} $line {}
}

# What is too long in a file: {chunk size} ... with the chunk {} for the file itself, and
# the numbers of the lines.
proc sizes::of {file} {
    variable chapter
    variable page
    variable line
    variable code
    set lines [read-lines $file]
    set found {}
    set long {}
    if {[llength $lines] > [expr {[string match *verification/pages/* $file] ? $page : $chapter}]} {
        lappend found [list {} [llength $lines]]
    }
    set name {}
    set display 0
    set n 0
    foreach text [concat $lines @] {
        incr n
        if {[regexp {^<<(.*)>>=\s*$} $text -> next] || [regexp {^@( |$)} $text]} {
            if {$name ne {}} {
                while {[llength $body] && [string trim [lindex $body end]] eq {}} {
                    set body [lrange $body 0 end-1]
                }
                if {[llength $body] > [chunk-limit $body]} {
                    lappend found [list $name [llength $body]]
                }
            }
            set name [expr {[info exists next] ? $next : {}}]
            unset -nocomplain next
            set body {}
        } elseif {$name ne {}} {
            lappend body $text
            if {[string length $text] > $code} {
                lappend long $n
            }
            continue
        }
        if {[regexp {\\begin\{(equation|align|gather|multline|tabular|longtable|array)} $text]} {
            set display 1
        }
        if {!$display && [string length [breakable $text]] > $line} {
            lappend long $n
        }
        if {[regexp {\\end\{(equation|align|gather|multline|tabular|longtable|array)} $text]} {
            set display 0
        }
    }
    return [list $found $long]
}

# The list: {file chunk} -> {size reason} ..., the longest first.  (A list with the marks of a
# merge in it can be read, too, and written again.)
proc sizes::listed {file} {
    set entries [dict create]
    foreach text [read-lines $file] {
        if {![regexp {^\d+ \|} $text]} continue
        lassign [lmap field [split $text |] {string trim $field}] size where chunk reason
        dict lappend entries [list $where $chunk] [list $size $reason]
    }
    return [dict map {key all} $entries {lsort -integer -decreasing -index 0 $all}]
}

# All that is too long below a folder: {file chunk} -> sizes, the longest first; and
# FILE:LINE of each long line.
proc sizes::offenders {source} {
    set entries [dict create]
    set long {}
    foreach file [lsort [concat [glob -directory $source -tails lit/*/*.nw] \
            [glob -directory $source -tails verification/pages/*.nw]]] {
        lassign [of [file join $source $file]] found lines
        foreach one $found {
            dict lappend entries [list $file [lindex $one 0]] [lindex $one 1]
        }
        lappend long {*}[lmap n $lines {string cat $file : $n}]
    }
    return [list [dict map {key all} $entries {lsort -integer -decreasing $all}] $long]
}

proc sizes::rewrite {source} {
    set list [file join $source mk/sizes.list]
    set known [listed $list]
    set head [lmap text [read-lines $list] {
        if {![string match #* $text]} continue
        set text
    }]
    set lines $head
    dict for {key all} [lindex [offenders $source] 0] {
        set entries [expr {[dict exists $known $key] ? [dict get $known $key] : {}}]
        foreach size $all entry [lrange $entries 0 [llength $all]-1] {
            set reason [expr {$entry eq {} || $size > [lindex $entry 0] ? "?" : [lindex $entry 1]}]
            lappend lines "$size | [lindex $key 0] | [lindex $key 1] | $reason"
        }
    }
    write-text $list [join $lines \n]\n
}

if {[info exists argv0] && [file tail $argv0] eq "sizes.tcl"} {
    sizes::rewrite [file dirname [file dirname [file normalize [info script]]]]
}

# noweb.tcl -- what the tools of the book know of noweb: the lines of a chapter, and rows of its pipeline that link chunks.
namespace eval noweb {}

# The lines of a chapter as {CODE LINE}, where CODE says whether the line is code; those that name a chunk are left out.
proc noweb::lines {text} {
    set code 0
    set found {}
    foreach line [split $text \n] {
        if {[regexp {^<<.*>>=\s*$} $line]} {
            set code 1
        } else {
            set code [expr {$code && ![regexp {^@( |$)} $line]}]
            lappend found [list $code $line]
        }
    }
    return $found
}

# A row `@xref ...` or `@index ...` for the dict of a chunk: its label, which it has from its first line of code, its
# neighbours of the same name, the chunks that use it, and what it defines.  Returns the place that the next word leads to.
proc noweb::link {chunkName key arg code ref} {
    upvar 1 $chunkName chunk
    lassign $arg what name
    switch -- $key-$what {
        xref-label {
            if {$code && [dict get $chunk label] eq ""} {
                dict set chunk label $name
            }
        }
        xref-ref      {return $name}
        xref-useitem  {dict lappend chunk usedin $name}
        xref-prevdef  {dict set chunk prev $name}
        xref-nextdef  {dict set chunk next $name}
        index-defitem {dict lappend chunk defs $name; return ""}
        index-useitem {return ""}
    }
    return $ref
}

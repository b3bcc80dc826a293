# test-numbers.tcl -- every \ours{NAME} in prose is declared: its page has this observable, figure, table
# or check, and in the code of the page, test or figure stands a text that can be the name.  The weaver finds
# out as well, but only when the book is made.
package require tap

set source [file normalize [expr {[info exists env(srcdir)] ? $env(srcdir) : "."}]]
source $source/mk/ours.tcl

# What is code in some chapters.
proc code {files} {
    set text ""
    foreach file $files {
        set code 0
        foreach line [files::read-lines $file] {
            if {[regexp {^<<.*>>=\s*$} $line]} {
                set code 1
            } elseif {[regexp {^@( |$)} $line]} {
                set code 0
            } elseif {$code} {
                append text $line \n
            }
        }
    }
    return $text
}

# The texts of some code as patterns: what is put in at run time becomes *.
proc patterns {text} {
    set found {}
    foreach word [concat [regexp -all -inline {\{[^{}\n]*\}} $text] \
            [regexp -all -inline {"(?:[^"\\\n]|\\.)*"} $text]] {
        set word [string map {%% \1 \\n {}} [string range $word 1 end-1]]
        while {[regsub -all {\[[^\[\]]*\]} $word * word]} {}
        regsub -all {\$\{?[A-Za-z_:]+\}?(\([^()]*\))?|%[-+0-9.]*l?[a-z]} $word * word
        if {[regexp {[A-Za-z]{2}|^# } $word]} {
            lappend found [string map {\1 % \\ \\\\ [ \\[ ? \\?} $word]
        }
    }
    return [lsort -unique $found]
}

# Where a number comes from: {code, word before its member}.
proc origin {name member} {
    global source
    set pages $source/verification/pages
    if {$member ne "" && [file exists $pages/$name.nw]} {
        return [concat $pages/$name.nw [glob -nocomplain $pages/$name-*.nw]]
    } elseif {$member eq "" && [string match test-* $name]} {
        return [glob -nocomplain $source/lit/tests/[string range $name 5 end].nw]
    } elseif {$member eq ""} {
        set chapter [lindex [split $name -] 0]
        # The article counts by itself.
        if {$chapter eq "article"} {
            return [list $source/paper/article.nw]
        }
        return [glob -nocomplain $source/lit/*/$chapter.nw $source/lit/tests/{figures,drawings}.nw]
    }
    return {}
}

proc undeclared {name} {
    lassign [ours::parse $name] from member quantity
    set text [code [origin $from $member]]
    if {$text eq ""} {
        return "nothing is called $from"
    }
    # Or its name is put in: figure $name.
    set kind [expr {$quantity eq "" ? "observe" : "(?:figure|table|check)"}]
    set word [string map {. \\.} $member]
    if {$member ne "" && ![regexp "\\m$kind\\s+$word\\M" $text]
            && !([regexp "\\m$kind\\s+\\$" $text] && [regexp "\\m$word\\M" $text])} {
        return "$from has no $member"
    }
    # The data of a figure say "# QUANTITY = VALUE".
    set said [expr {$member eq "" && ![string match test-* $from] ? "# $quantity = 1" : $quantity}]
    # How many printed numbers agree is counted for each exhibit.
    if {[string match "printed: *" $quantity]} {
        return ""
    }
    if {$quantity ne "" && ![llength [lmap one [patterns $text] {
            if {![string match $one $said]} continue
            set one
        }]]} {
        return "$from has no text that gives \"$quantity\""
    }
    return ""
}

set names 0
foreach file [lsort [glob $source/lit/*/*.nw $source/verification/pages/*.nw $source/paper/*.nw]] {
    set complaints {}
    foreach name [ours::names [files::read-text $file]] {
        incr names
        if {[catch {undeclared $name} complaint] || $complaint ne ""} {
            lappend complaints "$name: $complaint"
        }
    }
    tap::is $complaints {} "[file tail $file]: every number in prose is declared"
}
tap::ok [expr {$names > 50}] "there are such numbers ($names)"
tap::done

# test-numbers.tcl -- every \ours{NAME} in prose is declared: its page has this observable, figure, table
# or check, in the code of the page, test or figure stands a text that can be the name, and of the page it stands for
# one number.  The weaver finds out as well, but only when the book is made.
package require tap

set source [file normalize [expr {[info exists env(srcdir)] ? $env(srcdir) : "."}]]
source $source/mk/ours.tcl

# What is code in some chapters.
proc code {files} {
    set text ""
    foreach file $files {
        foreach row [noweb::lines [files::read-text $file]] {
            if {[lindex $row 0]} {
                append text [lindex $row 1] \n
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

# The check, figure or table of a page, as it is tangled, here or in a tarball.
proc member-of {page name} {
    set file verification/pages/$page.tcl
    set found ""
    foreach line [files::read-lines [expr {[file exists $file] ? $file : "$::source/$file"}]] {
        if {$found ne "" || [regexp "^(check|figure|table) [string map {. \\.} $name] " $line]} {
            append found $line \n
            if {[info complete $found]} {
                return $found
            }
        }
    }
    return ""
}

# Why a text names several numbers: it stands twice, or in a loop that neither changes nor chooses it.
proc ambiguous {name} {
    lassign [ours::parse $name] from member quantity
    if {$member eq "" || $quantity eq ""} {
        return ""
    }
    set text [member-of $from $member]
    set places {}
    foreach quoted [list "\{$quantity\}" "\"$quantity\""] {
        lappend places {*}[regexp -all -inline -indices "***=$quoted" $text]
    }
    if {[llength $places] > 1} {
        return "\"$quantity\" stands [llength $places] times in $member of $from"
    }
    set open {}
    foreach place $places {
        foreach line [split [string range $text 0 [lindex $place 0]-1] \n] {
            foreach sign [regexp -all -inline {\\.|[{}]} $line] {
                switch -- $sign {
                    \{ {lappend open [string trim $line]}
                    \} {set open [lrange $open 0 end-1]}
                }
            }
        }
    }
    foreach line [lreverse $open] {
        if {[regexp {^(if|\} else)} $line]} break
        if {[regexp {^(foreach|for|while|dict for)\M} $line]} {
            return "\"$quantity\" is the same in each turn of `$line`"
        }
    }
    return ""
}

set names 0
foreach file [lsort [glob $source/lit/*/*.nw $source/verification/pages/*.nw $source/paper/*.nw]] {
    set complaints {}
    foreach name [ours::names [files::read-text $file]] {
        incr names
        if {[catch {undeclared $name} complaint] || $complaint ne ""
                || [catch {ambiguous $name} complaint] || $complaint ne ""} {
            lappend complaints "$name: $complaint"
        }
    }
    tap::is $complaints {} "[file tail $file]: every number in prose is declared"
}
tap::ok [expr {$names > 50}] "there are such numbers ($names)"
# A page that sets printed numbers beside ours says in its prose how many of them agree.
set silent {}
foreach page [lsort [glob -directory $source/verification/pages *.nw]] {
    set name [file rootname [file tail $page]]
    if {![regexp {(?:^|\n)\s*printed(?:-tables)? (?:\{\w+ |\w+ \{)} [code [list $page]]]} continue
    set told 0
    foreach file [glob -directory $source/verification/pages *.nw] {
        set base [file rootname [file tail $file]]
        foreach {- from} [regexp -all -inline {\\ours\{([\w-]+)\.[\w-]+/printed: agree\}} [files::read-text $file]] {
            incr told [expr {($base eq $from || [string match $from-* $base]) && ($name eq $from || [string match $from-* $name])}]
        }
    }
    if {!$told} {
        lappend silent $name
    }
}
tap::is $silent {} "a page tells how many of its printed numbers agree"
tap::done

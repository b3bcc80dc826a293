#!/usr/bin/env tclsh
# ours.tcl -- numbers in prose come from runs.
#
#   \ours{sliding-sphere.t_roll}{%.4f}
#
# takes a value at weaving.  The first argument names it:
#
#   PAGE.OBSERVABLE           of the case as printed (`trundle case PAGE`)
#   PAGE.EXHIBIT/QUANTITY     a row of a figure or table (`trundle reproduce`)
#   PAGE.CHECK/TEXT           a comparison of a check (`trundle verify`)
#   CHAPTER-X/QUANTITY        a line "# QUANTITY = VALUE" in figures/CHAPTER-X.dat; without VALUE: not run
#   test-CHAPTER/TEXT         what a unit test got (the log of the last `make check`)
#
# and may end in :reference, :error or :tolerance, in :x, :y or :z (of a vector), then in
# *FACTOR.  A name that nothing declares fails; a sentence goes when it names what the tier
# has left out, or a figure that it has (mk/omit.tcl).
#
#   ours.tcl values SETTINGS...  finds the values of all names in the book: one line each,
#                       NAME, a tab, VALUE, or NAME alone where it was not run; so are figures
#                       that were not drawn, as \figfile{NAME}, and what refers to them, as \ref{LABEL}
#   ours.tcl weave VALUES        noweb's pipeline from stdin to stdout, numbers put in
package require Tcl 8.6
source [file join [file dirname [file normalize [info script]]] files.tcl]
source [file join [file dirname [file normalize [info script]]] noweb.tcl]
source [file join [file dirname [file normalize [info script]]] omit.tcl]

namespace eval ours {
    namespace import ::files::*
    variable answers          ;# page -> what `trundle reproduce` found
    variable checks           ;# page.check -> comparisons, or "left out"
    variable logs             ;# test -> text -> comparison
    variable complaints {}
    variable settings {-srcdir . -exhibits exhibits -tier full -trundle bin/trundle -output -}
}

# ---- reading ------------------------------------------------------------------

# All names of a text in noweb's form; code is left alone.
proc ours::names {text} {
    set found {}
    foreach row [noweb::lines $text] {
        lassign $row code line
        if {$code} continue
        foreach {all name form} [regexp -all -inline {\\ours\{([^{}]*)\}\{([^{}]*)\}} $line] {
            lappend found $name
        }
        if {[regexp {\\ours(?!\{[^{}]*\}\{[^{}]*\})} $line]} {
            error "\\ours needs a name and a format on its line: $line"
        }
    }
    return [lsort -unique $found]
}

# NAME -> source, member, quantity, fields, factor.
proc ours::parse {name} {
    set factor 1
    set fields {}
    regexp {^(.*)\*([-+0-9.e]+)$} $name -> name factor
    while {[regexp {^(.*):(reference|error|tolerance|x|y|z)$} $name -> name field]} {
        set fields [linsert $fields 0 $field]
    }
    if {![regexp {^([a-z0-9-]+)(?:\.([A-Za-z0-9_.-]+))?(?:/(.+))?$} $name -> source member quantity]
            || $member eq "" && $quantity eq "" || ![string is double -strict $factor]} {
        error "\"$name\" is no name of a number, expected PAGE.OBSERVABLE, PAGE.EXHIBIT/QUANTITY,\
            PAGE.CHECK/TEXT, CHAPTER-X/QUANTITY or test-CHAPTER/TEXT"
    }
    return [list $source $member $quantity $fields $factor]
}

# The figures of a text that the tier has left out: \figfile{NAME} and \ref{LABEL} of each.  So are those of a chapter whose
# data, figures/NAME.dat, begin with "# not run".
proc ours::undrawn {text} {
    variable answers
    set left {}
    dict for {page answer} $answers {
        foreach exhibit [dict get $answer exhibits] {
            if {[dict get $exhibit left_out]} {
                lappend left $page-[dict get $exhibit name]
            }
        }
    }
    set found {}
    foreach {all name} [regexp -all -inline {\\figfile\{([^{}]*)\}} $text] {
        if {$name ni $left && !([file exists figures/$name.dat] && [string match "# not run\n*" [read-text figures/$name.dat]])} continue
        set end [string first $all $text]
        incr end [string length $all]
        set label [expr {[files::closing $text [string first "\{" $text $end]] + 1}]
        regexp -start $label {\{([^{}]*)\}} $text - label
        lappend found $all "\\ref{$label}"
    }
    return $found
}

# ---- finding -------------------------------------------------------------------

# One name -> {} when it was not run, else {VALUE}.
proc ours::find {name} {
    variable answers
    lassign [parse $name] source member quantity fields factor
    if {[dict exists $answers $source] && $member ne ""} {
        set found [of-page [dict get $answers $source] $source $member $quantity]
    } elseif {$member eq "" && [string match test-* $source]} {
        set found [of-test $source $quantity]
    } elseif {$member eq ""} {
        set found [of-figure $source $quantity]
    } else {
        error "there is no benchmark \"$source\", expected one of [join [dict keys $answers] {, }]"
    }
    if {$found eq ""} {
        return {}
    }
    return [list [picked $found $fields $factor]]
}

# Facts with the keys value, reference, error, tolerance -> the number that is asked for.
proc ours::picked {found fields factor} {
    set key value
    foreach field $fields {
        if {$field ni {x y z}} {
            set key $field
        }
    }
    if {![dict exists $found $key] || [dict get $found $key] eq ""} {
        error "it has no $key"
    }
    set value [dict get $found $key]
    foreach field $fields {
        set i [lsearch {x y z} $field]
        if {$i >= [llength $value]} {
            error "it has [llength $value] components, expected one called $field"
        }
        if {$i >= 0} {
            set value [lindex $value $i]
        }
    }
    if {$factor != 1} {
        set value [lmap x $value {expr {$x*$factor}}]
    }
    return $value
}

proc ours::of-page {answer page member quantity} {
    if {$quantity eq ""} {
        return [one-of [dict get $answer observables] $member "observable of $page"]
    }
    # A figure and a check may have the same name.
    set exhibit [exhibit-called $answer $member]
    if {$exhibit eq "" || (![has-row $exhibit $quantity] && [checked? $page $member])} {
        return [of-check $page $member $quantity]
    }
    if {[dict get $exhibit left_out]} {
        return {}
    }
    return [one-of [rows-of $exhibit] $quantity "row"]
}

proc ours::exhibit-called {answer name} {
    foreach exhibit [dict get $answer exhibits] {
        if {[dict get $exhibit name] eq $name} {
            return $exhibit
        }
    }
    return ""
}

proc ours::has-row {exhibit quantity} {
    return [expr {[dict get $exhibit left_out] || [dict exists [rows-of $exhibit] $quantity]}]
}

proc ours::checked? {page check} {
    variable checks
    return [dict exists $checks $page.$check]
}

proc ours::one-of {table key what} {
    if {![dict exists $table $key]} {
        error "there is no such $what, expected one of [join [dict keys $table] {, }]"
    }
    if {[dict get $table $key] eq "ambiguous"} {
        error "there are several of this name; give each $what a name of its own"
    }
    return [dict get $table $key]
}

# Two numbers under one name would be told apart by nobody.
proc ours::enter {tablename key facts} {
    upvar 1 $tablename table
    if {[dict exists $table $key] && [dict get $table $key] ne $facts} {
        set facts ambiguous
    }
    dict set table $key $facts
}

# The rows of an exhibit, in the words of an observable, and how many of its printed numbers agree:
# PAGE.EXHIBIT/printed: of, agree, same, told, told_agree, weak_agree, coarse, coarse_agree, closed, closed_agree.
proc ours::rows-of {exhibit} {
    set table {}
    foreach row [dict get $exhibit rows] {
        if {[dict exists $row quantity]} {
            enter table [dict get $row quantity] [dict merge $row [dict create \
                value [dict get $row ours] reference [dict get $row published]]]
        } elseif {[dict exists $row got]} {
            enter table [dict get $row text] [compared $row]
        }
    }
    dict for {name count} [dict get $exhibit printed] {
        enter table "printed: $name" [dict create value $count]
    }
    return $table
}

proc ours::compared {row} {
    set facts [dict create value [dict get $row got]]
    foreach {key from} {reference want error error tolerance tolerance} {
        if {[dict exists $row $from]} {
            dict set facts $key [dict get $row $from]
        }
    }
    return $facts
}

# Checks are run when a name asks for them; what they gave is kept beside the exhibits.
proc ours::of-check {page check quantity} {
    variable checks
    if {![dict exists $checks $page.$check]} {
        error "$page has neither an exhibit nor a check \"$check\""
    }
    set found [dict get $checks $page.$check]
    if {$found eq "left out"} {
        return {}
    }
    set table {}
    foreach one $found {
        if {[dict exists $one got]} {
            enter table [dict get $one text] [compared $one]
        }
    }
    return [one-of $table $quantity "comparison"]
}

proc ours::of-test {test quantity} {
    variable logs
    if {![info exists logs($test)]} {
        set logs($test) [read-log $test]
    }
    if {$logs($test) eq ""} {
        return {}
    }
    return [one-of $logs($test) $quantity "check"]
}

# The log of a unit test: "ok 3 - TEXT", then "# got A want B error C tolerance D".
# A log that a test of the past has left behind counts for nothing.
proc ours::read-log {test} {
    variable settings
    if {![file exists [file join [dict get $settings -srcdir] lit/tests [string range $test 5 end].nw]]} {
        error "there is no test \"$test\""
    }
    if {[file exists src/$test.log]} {
        set said [read-text src/$test.log]
    } elseif {[file executable src/$test]} {
        catch {exec src/$test 2>@1} said
    } else {
        return ""
    }
    set table {}
    set text ""
    foreach line [split $said \n] {
        if {[regexp {^(?:not )?ok \d+ - (.*)$} $line -> text]} {
            continue
        }
        if {$text ne "" && [regexp {^# got (\S+)(?: want (\S+) error (\S+) tolerance (\S+)| bound (\S+))?} \
                $line -> got want error tolerance bound]} {
            enter table $text [dict create value $got reference $want error $error \
                tolerance $tolerance$bound]
            set text ""
        }
    }
    return $table
}

proc ours::of-figure {figure quantity} {
    if {![file exists figures/$figure.dat]} {
        error "there is no figures/$figure.dat"
    }
    set table {}
    foreach line [split [read-text figures/$figure.dat] \n] {
        if {[regexp {^# (.*\S)\s*=\s*(\S*)\s*$} $line -> key value]} {
            dict set table $key [expr {$value eq "" ? {} : [dict create value $value]}]
        }
    }
    return [one-of $table $quantity "line \"# QUANTITY = VALUE\""]
}

# ---- checks --------------------------------------------------------------------

# Fills `checks` for the names of the book: from the cache, or by running them.
proc ours::run-checks {names} {
    variable settings
    variable answers
    variable checks {}
    dict with settings {
        set cache ${-exhibits}/checks.txt
        set trundle [list [info nameofexecutable] ${-trundle}]
        if {[file exists $cache]} {
            set checks [read-text $cache]
        }
        set missing {}
        foreach name $names {
            if {[catch {parse $name} parsed]} continue
            lassign $parsed page check quantity
            if {$quantity eq "" || ![dict exists $answers $page] || [checked? $page $check]} continue
            set exhibit [exhibit-called [dict get $answers $page] $check]
            if {$exhibit eq "" || ![has-row $exhibit $quantity]} {
                dict lappend missing $page $check
            }
        }
        dict for {page wanted} $missing {
            set run {}
            foreach {all check tier} [regexp -all -inline -line "^$page/(\\S+) +(quick|full) " \
                    [exec {*}$trundle verify $page -tier full -list]] {
                if {$check in $wanted} {
                    if {$tier eq "full" && ${-tier} eq "quick"} {
                        dict set checks $page.$check "left out"
                    } else {
                        lappend run $check
                    }
                }
            }
            if {[llength $run]} {
                lassign [exec {*}$trundle worker verify $page {*}$run] word results
                if {$word ne "ok"} {
                    error "$page: $results"
                }
                foreach one $results {
                    # What failed is no number for prose.
                    if {[dict get $one status] ni {pass weak}} {
                        error "the check $page/[dict get $one name] has the status [dict get $one status]"
                    }
                    dict set checks $page.[dict get $one name] [dict get $one comparisons]
                }
            }
        }
        if {[dict size $missing]} {
            write-text $cache $checks
        }
    }
}

# ---- the two commands -------------------------------------------------------------

proc ours::values {arguments} {
    variable settings
    variable answers {}
    set files {}
    while {[llength $arguments]} {
        set arguments [lassign $arguments word]
        if {[dict exists $settings $word]} {
            set arguments [lassign $arguments value]
            dict set settings $word $value
        } else {
            lappend files $word
        }
    }
    set places {}
    foreach file $files {
        if {[catch {names [read-text [file join [dict get $settings -srcdir] $file]]} found]} {
            error "$file: $found"
        }
        foreach name $found {
            dict lappend places $name $file
        }
    }
    lassign [read-text [dict get $settings -exhibits]/answers.txt] pages all
    foreach page $pages answer $all {
        if {[lindex $answer 0] eq "ok"} {
            dict set answers $page [lindex $answer 1]
        }
    }
    set pictures [concat {*}[lmap file $files {undrawn [read-text [file join [dict get $settings -srcdir] $file]]}]]
    run-checks [dict keys $places]
    set text ""
    set complaints {}
    dict for {name where} $places {
        if {[catch {find $name} value]} {
            lappend complaints "[join $where {, }]: \\ours{$name}: $value"
        } else {
            append text $name {*}[lmap x $value {string cat \t $x}] \n
        }
    }
    foreach one $pictures {
        append text $one \n
    }
    if {[llength $complaints]} {
        error [join $complaints \n]
    }
    # Written only when it would change, so that a corrected sentence weaves one volume.
    set output [dict get $settings -output]
    if {$output eq "-"} {
        puts -nonewline $text
    } else {
        write-text $output $text
    }
}

# A number as print has it: 8.5e-05 becomes 8.5 times a power of ten, a minus is one.
proc ours::shown {form value} {
    if {[catch {format $form {*}$value} text]} {
        error "\"$value\" has not the format $form: $text"
    }
    # What rounds to nothing has no sign.
    regsub {^-(0(?:\.0*)?)$} $text {\1} text
    set mantissa $text
    if {[regexp {^(.*\d)e([-+]?)0*(\d+)$} $text -> mantissa sign exponent]} {
        return "\\ensuremath{$mantissa\\cdot10^{[string map {+ {}} $sign]$exponent}}"
    }
    # Not by expr, which would make 2.5 of 2.50.
    if {[string match -* $text]} {
        return "\\ensuremath{$text}"
    }
    return $text
}

proc ours::weave {file in out} {
    set table {}
    foreach line [read-lines $file] {
        set value [lassign [split $line \t] name]
        dict set table $name $value
    }
    set gone [lmap name [dict keys $table] {expr {[string match {\\ref*} $name] ? $name : [continue]}}]
    set undrawn [lmap name [dict keys $table] {expr {[regexp {^\\figfile\{(.*)\}$} $name - figure] ? $figure : [continue]}}]
    chan configure $in -encoding utf-8
    chan configure $out -encoding utf-8
    set code 0
    set prose {}
    while {[gets $in line] >= 0} {
        switch -glob -- $line {
            "@begin code*" {set code 1}
            "@end code*" {set code 0}
        }
        if {!$code && [regexp {^@(?:text |nl$|quote$|endquote$)} $line]} {
            lappend prose [expr {[string first \\ours\{ $line] >= 0 ? [woven $line $table] : $line}]
        } else {
            puts -nonewline $out [kept $prose $gone $undrawn]
            puts $out $line
            set prose {}
        }
    }
    puts -nonewline $out [kept $prose $gone $undrawn]
}

# The prose between two chunks, lines of noweb's pipeline, without what was not run.
proc ours::kept {lines gone undrawn} {
    set text ""
    set others {}
    foreach line $lines {
        if {![regexp {^@(?:text (.*)|nl)$} $line - words]} {
            # A quotation begins or ends.
            append text \uE010[llength $others]\uE011
            lappend others $line
        } else {
            append text [expr {$line eq "@nl" ? "\n" : $words}]
        }
    }
    set kept [omit::from $text $gone $undrawn]
    if {$kept eq $text} {
        return [join [lmap line $lines {string cat $line \n}] ""]
    }
    set out ""
    foreach token [regexp -all -inline {\n|\uE010\d+\uE011|[^\n\uE010]+} $kept] {
        append out [expr {$token eq "\n" ? "@nl" : [regexp {^\uE010(\d+)} $token - n] ? [lindex $others $n] : "@text $token"}] \n
    }
    return $out
}

proc ours::woven {line table} {
    set out ""
    set from 0
    foreach {all name form} [regexp -all -inline -indices {\\ours\{([^{}]*)\}\{([^{}]*)\}} $line] {
        append out [string range $line $from [lindex $all 0]-1]
        set from [expr {[lindex $all 1] + 1}]
        set key [string range $line {*}$name]
        if {![dict exists $table $key]} {
            error "\\ours{$key} has no value; `ours.tcl values` finds them"
        }
        set value [dict get $table $key]
        # The name goes on to the reader of the web edition; not what TeX would stumble over.
        set key [string map {\\ {} % {} # {} & {} ^ {} ~ {}} $key]
        append out [expr {[llength $value]
            ? "\\ourvalue{$key}{[shown [string range $line {*}$form] [lindex $value 0]]}"
            : "\\ournotrun{$key}"}]
    }
    return [append out [string range $line $from end]]
}

if {[info exists argv0] && [file tail [info script]] eq [file tail $argv0]} {
    try {
        switch -- [lindex $argv 0] {
            values {ours::values [lrange $argv 1 end]}
            weave {ours::weave [lindex $argv 1] stdin stdout}
            default {error "usage: ours.tcl values SETTINGS... FILE... | weave VALUES"}
        }
    } on error {message settings} {
        puts stderr $message
        if {[info exists env(TRUNDLE_DEBUG)]} {
            puts stderr [dict get $settings -errorinfo]
        }
        exit 1
    }
}

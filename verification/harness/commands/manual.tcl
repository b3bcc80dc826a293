# manual.tcl -- the manual page trundle(1), made from what the commands declare
# about themselves, so that it cannot fall behind them.
package provide trundle::manual 1.0
package require trundle::cli
package require trundle::columns

namespace eval trundle::manual {}

# The whole page in the language of man(7).
proc trundle::manual::page {} {
    set commands $trundle::cli::commands
    append text ".TH TRUNDLE 1 \"\" \"Trundle $::trundle::version\"\n"
    append text ".SH NAME\ntrundle \\- rolling and sliding in discrete-element\
        models, and the suite that checks them\n"
    append text ".SH SYNOPSIS\n"
    dict for {name summary} $commands {
        package require trundle::command::$name
        foreach form [trundle::cli::usage-lines $name] {
            append text ".B trundle $name\n[escape $form]\n.br\n"
        }
    }
    append text ".SH COMMANDS\n"
    dict for {name summary} $commands {
        append text [command $name $summary]
    }
    append text [language] [laws] [columns]
    package require trundle::own
    append text ".SH PROGRAMS OF YOUR OWN\n"
    foreach part [trundle::codes::in-text $trundle::own::protocol] {
        append text [expr {[string match "  *" $part] ? ".PP\n.nf\n[escape $part]\n.fi\n" : ".PP\n[escape [trundle::cli::reflow $part]]\n"}]
    }
    return [append text [ending]]
}

# The words of a scenario with their options, as `trundle help language` has them.
proc trundle::manual::language {} {
    package require trundle::language
    append text ".SH SCENARIOS\nA scenario is a file of these words; `trundle help language` has them in columns.\n"
    foreach word $trundle::language::words {
        append text ".SS [escape [trundle::language::head $word]]\n"
        set rows [trundle::language::table $word]
        if {![llength $rows]} {
            append text "[escape [regsub -all {\s+} [trundle::language::remark $word] { }]]\n"
        }
        foreach row $rows {
            lassign $row name unit default meaning
            set shape [join [list [expr {$unit eq "-" ? "no unit" : $unit}] {*}[expr {$default eq "" ? {} : [list "default $default"]}]] {; }]
            append text ".TP\n.BR \\-[escape $name] \" ([escape $shape])\"\n[escape $meaning]\n"
            foreach {- - value about} [concat {*}[trundle::language::value-rows $word $name]] {
                append text ".br\n[escape "$value: $about"]\n"
            }
        }
    }
    return $text
}

# The laws of contact, where they are published, and what they read.
proc trundle::manual::laws {} {
    package require trundle::laws
    append text ".SH LAWS\n"
    foreach law [trundle::laws::all] {
        dict with law {
            append text ".TP\n.BR \"[escape "$kind $name"]\" \" ([escape $source])\"\n[escape $what];\
                [escape [expr {[llength $parameters] ? "reads [join $parameters {, }]" : "reads no number"}]]\n"
        }
    }
    return $text
}

# What files, tables and the dictionaries of the Tcl commands hold, group after group.
proc trundle::manual::columns {} {
    append text ".SH COLUMNS\nWhat a run records, in SI units. A data set of trajectory.h5 is called /GROUP/NAME and has its unit\
        as an attribute; `trundle convert` writes tables whose heads are given here, and NAME alone where there is one number.\n"
    foreach {group about} {
        particles {of each particle, the same in all frames}
        frames    {of each particle in each frame}
        loads     {of each particle in each frame, with \-contacts yes; the dictionaries of `$engine loads`}
        walls     {of each wall in each frame, planes and then meshes, with \-contacts yes; `$engine loads`}
        contacts  {of each contact in each frame, with \-contacts yes; the dictionaries of `$engine contacts`}
        energy    {at each record, energy.csv; `$engine energy`}
    } {
        append text ".SS $group \\- [string map {\\- \\-} $about]\n"
        foreach row [trundle::columns::of $group] {
            append text ".TP\n.BR [escape [dict get $row name]] \" ([escape [shape $row]])\"\n[escape [dict get $row what]]\n"
        }
    }
    return $text
}

# The unit, how many numbers, their heads in a table, and where the column is not.
proc trundle::manual::shape {row} {
    dict with row {
        set parts [list [expr {$unit eq "1" ? "no unit" : $unit}]]
        if {$width > 1} {
            lappend parts "$width numbers"
        }
        if {"table" in $in && $heads ne $name} {
            lappend parts "[join $heads {, }] in tables"
        }
        if {$group ne "energy"} {
            lappend parts {*}[expr {"file" in $in ? {} : "table" in $in ? {{not a data set}} : {{in Tcl only}}}]
        }
    }
    return [join $parts {; }]
}

# What help shows, and what it leaves to this page.
proc trundle::manual::texts {name} {
    return [join [list [fact $name about] {*}[lmap key [dict keys $trundle::cli::declared($name) details] {fact $name $key}]] "\n\n"]
}

proc trundle::manual::fact {name key} {
    return [dict get $trundle::cli::declared($name) $key]
}

proc trundle::manual::command {name summary} {
    append text ".SS trundle $name \\- [escape $summary]\n"
    append text [regsub -all {\n\n} [escape [trundle::cli::reflow [texts $name]]] "\n.PP\n"]\n
    dict for {option facts} [fact $name options] {
        lassign $facts placeholder kind default about
        append text ".TP\n.BI \\-$option \" [escape $placeholder]\"\n[
            escape $about]\n"
    }
    append text ".PP\nExamples:\n"
    foreach {line about} [fact $name examples] {
        append text ".TP\n.B [escape $line]\n[escape $about]\n"
    }
    return $text
}

proc trundle::manual::ending {} {
    append text ".SH EXIT STATUS\n"
    foreach {status meaning} $trundle::cli::statuses {
        append text ".TP\n.B $status\n[escape $meaning]\n"
    }
    return [append text ".SH ENVIRONMENT
.TP
.B TRUNDLE
the program that a job array of `trundle sweep \\-slurm` runs; else the one
that wrote the array
.TP
.B TRUNDLE_DEBUG
when set, an error shows where it arose
.TP
.B TRUNDLE_PATH
plain, baseline, v3 or v4: which form of the contact sweep runs; the results
do not depend on it
.TP
.B XDG_CACHE_HOME
the folder for the settled beds of `trundle bench`; else ~/.cache
.SH SEE ALSO
The book, which derives what the program computes; gnuplot(1)."]
}

# Texts are not requests: backslashes, hyphens and a dot in front are escaped.
proc trundle::manual::escape {text} {
    set text [string map {\\ \\e - \\-} $text]
    return [regsub -all -line {^([.'])} $text {\\\&\1}]
}

# cli.tcl -- the arguments of every command.  A command declares its usage,
# options and examples once; parsing, refusals and help texts follow from that.
package provide trundle::cli 1.0
package require trundle::codes
package require trundle::value

namespace eval trundle::command {}     ;# where each command-NAME.tcl puts its proc
namespace eval trundle::cli {
    # The commands in the order of the help text, each with its summary.
    variable commands {
        new       {start a scenario from an example}
        run       {run a scenario}
        case      {run one benchmark with any parameters}
        sweep     {run one benchmark or scenario for many parameters}
        verify    {run the checks of all benchmarks}
        reproduce {make all figures and tables, and a report}
        measure   {angle of repose, flow, porosity, stress, ... of a run}
        calibrate {unknown parameters from measurements, with intervals}
        identify  {rolling stiffness and damping from a measured swing}
        info      {contents of the folder of a run}
        plot      {draw energies, paths, contacts and forces of runs}
        film      {a run as a film, a picture, or an interactive page}
        convert   {write a trajectory for ParaView, OVITO or a spreadsheet}
        export    {write a scenario as the input of another code}
        collect    {read back what another code has computed, also after an interruption}
        init-ci   {continuous integration of your code}
        ledger    {status of an equation, figure or table of the sources}
        bench     {measure the speed, compared with other codes}
        completion {complete commands, options and names in bash or zsh}
    }
    # What a command's exit status means.
    variable statuses {
        0         {all is well}
        1         {a check failed, a number missed its tolerance, or a part of what was asked for could not be made}
        2         {bad input, and nothing was written; or a file cannot be written}
        3         {the motion diverged or an iteration did not end}
        70        {a bug in Trundle, never the input's fault; TRUNDLE_DEBUG=1 shows where}
        {128 + N} {a run was ended by signal N, and has left a checkpoint}
    }
    variable declared
}

# cli::declare COMMAND {usage U about A ?details D? ?groups {TITLE NAMES ...}? options {NAME {ARG KIND DEFAULT HELP}}
# examples {{line} {what it does} ...}}.  U has a line for each form; D is for the manual page alone; options
# that no group names come first.  elsewhere {NAME TEXT ...} says where a word belongs that is no option.  ARG is empty for a flag; KIND is a
# kind of value.tcl, and `many` in front of it lets the option be repeated.  Other codes are named by codes::in-text.
proc trundle::cli::declare {command facts} {
    variable declared
    set declared($command) [trundle::codes::in-text $facts]
}

# cli::parse COMMAND ARGUMENTS -> dict of option values, `words` and `given`, the options that were said.  When help
# is asked for it is printed, and `help` is 1.
proc trundle::cli::parse {command arguments} {
    variable declared
    set options [dict get $declared($command) options]
    set values [defaults $options]
    while {[llength $arguments]} {
        set arguments [lassign $arguments word]
        if {![option? $word]} {
            dict lappend values words [as-typed $word]
            continue
        }
        set name [string trimleft $word -]
        if {$name in {h help}} {
            dict set values help 1
            continue
        }
        # -out=x is -out x.
        if {[regexp {^([^=]+)=(.*)$} $name - name value]} {
            known-option $command $options $name -$name
            if {[lindex [dict get $options $name] 0] eq ""} {
                trundle::value::fail "$command: option -$name takes no value, and got \"$value\""
            }
            set arguments [linsert $arguments 0 $value]
        }
        known-option $command $options $name $word
        note-given values $command $name [dict get $options $name]
        set arguments [take values $command $name [dict get $options $name] \
            $arguments]
    }
    return $values
}

# The shell has put the home folder for a ~ that means it; Tcl would do it once more.
proc trundle::cli::as-typed {word} {
    # (An expression would make numbers of names: of 0x10, 1e3 and nan.)
    if {[string index $word 0] eq "~"} {
        return ./$word
    }
    return $word
}

# A word that begins with a minus sign, but is no number.
proc trundle::cli::option? {word} {
    expr {[string match -?* $word] && ![string is double -strict $word]}
}

proc trundle::cli::defaults {options} {
    set values {words {} help 0 given {}}
    dict for {name facts} $options {
        dict set values $name [lindex $facts 2]
    }
    return $values
}

proc trundle::cli::known-option {command options name word} {
    variable declared
    set elsewhere [trundle::value::get [trundle::value::get $declared($command) elsewhere] $name]
    if {$elsewhere ne ""} {
        trundle::value::fail "$command: there is no option \"$word\", expected $elsewhere"
    }
    if {![dict exists $options $name]} {
        trundle::value::fail "$command: there is no option \"$word\"[trundle::value::one-of $name \
            [lsort [dict keys $options]] -]"
    }
}

# An option has one value, but for those that may be repeated; a flag says the same when it is said again.
proc trundle::cli::note-given {name command option facts} {
    upvar 1 $name values
    lassign $facts placeholder kind
    if {$placeholder ne "" && [lindex $kind 0] ne "many" && $option in [dict get $values given]} {
        trundle::value::fail "$command: -$option is given twice, expected once"
    }
    dict lappend values given $option
}

# Options that make no sense together are refused, not passed over: one that stands alone, but for some others,
proc trundle::cli::only-beside {command values option allowed} {
    set given [dict get $values given]
    foreach name $given {
        if {$option in $given && $name ne $option && $name ni $allowed} {
            trundle::value::fail "$command: -$option and -$name exclude each other, expected one of them"
        }
    }
}

# and those that only another one reads; NEEDED: "an -engine", "-converge".
proc trundle::cli::need-beside {command values needed names} {
    set given [dict get $values given]
    foreach name $names {
        if {$name in $given && [lindex [split $needed -] end] ni $given} {
            trundle::value::fail "$command: -$name needs $needed"
        }
    }
}

# Put the value of one option into the dict; what is left of the arguments.
proc trundle::cli::take {name command option facts arguments} {
    upvar 1 $name values
    lassign $facts placeholder kind
    if {$placeholder eq ""} {
        dict set values $option 1
        return $arguments
    }
    if {![llength $arguments]} {
        trundle::value::fail "$command: option -$option has no value, expected\
            $placeholder"
    }
    set arguments [lassign $arguments value]
    # Nothing is what a command has where the option is not given, and a variable of a shell that nobody has set.
    if {$value eq "" && [lindex $kind end] eq "text"} {
        trundle::value::fail "$command: -$option is \"\", expected $placeholder"
    }
    if {$placeholder in {DIR FILE PATH NAME}} {
        set value [as-typed $value]
    }
    if {[lindex $kind 0] eq "many"} {
        dict lappend values $option [trundle::value::check \
            [lrange $kind 1 end] "$command: -$option" $value]
    } else {
        dict set values $option \
            [trundle::value::check $kind "$command: -$option" $value]
    }
    return $arguments
}

# Refuse words that a command does not take.
proc trundle::cli::words {command values least most what} {
    set count [llength [dict get $values words]]
    if {$count < $least} {
        trundle::value::fail "$command: $what is missing; see\
            `trundle $command --help`"
    }
    if {$most ne "" && $count > $most} {
        trundle::value::fail "$command: unexpected argument\
            \"[lindex [dict get $values words] $most]\", expected $what only"
    }
}

# "mass=3" "spin=0 0 1" -> mass 3 spin {0 0 1}
proc trundle::cli::settings {command settings} {
    set pairs {}
    foreach setting $settings {
        if {![regexp {^([^=]+)=(.*)$} $setting - name value]} {
            trundle::value::fail "$command: -set is \"$setting\", expected\
                NAME=VALUE"
        }
        lappend pairs [string trim $name] [string trim $value]
    }
    return $pairs
}

# The same of a scenario, each name once.
proc trundle::cli::parameters {command settings} {
    set pairs [settings $command $settings]
    foreach {name value} $pairs {
        if {[incr said($name)] > 1} {
            trundle::value::fail "$command: -set gives $name twice, expected once"
        }
    }
    return $pairs
}

proc trundle::cli::help {command} {
    variable declared
    set facts $declared($command)
    set lead "usage: "
    foreach form [usage-lines $command] {
        append text "${lead}trundle $command $form\n"
        set lead "       "
    }
    append text "\n[reflow [dict get $facts about]]\n"
    set options [dict get $facts options]
    foreach {title names} [option-groups $command] {
        # Options that few need are described in the manual.
        if {[string match *... $title]} {
            append text "\n$title [join [lmap name $names {string cat - $name}] {, }]: see `trundle manual`\n"
            continue
        }
        append text "\n$title:\n"
        foreach name $names {
            lassign [dict get $options $name] placeholder kind default about
            append text [format "  %-19s %s\n" "-$name $placeholder" [regsub -all {\s+} $about " "]]
        }
    }
    append text "\nexamples:\n"
    foreach {line about} [dict get $facts examples] {
        append text "  $line\n      $about\n"
    }
    if {[dict exists $facts details]} {
        append text "Details: `trundle manual | man -l -`."
    }
    return [string trimright $text]
}

proc trundle::cli::usage-lines {command} {
    variable declared
    return [lmap line [split [dict get $declared($command) usage] \n] {string trim $line}]
}

# TITLE NAMES ... : the groups of a command, with "options" in front for those that none has.
proc trundle::cli::option-groups {command} {
    variable declared
    set groups [trundle::value::get $declared($command) groups]
    set grouped [concat {*}[lmap {title names} $groups {set names}]]
    set rest [lmap name [dict keys [dict get $declared($command) options]] {
        if {$name in $grouped} continue
        set name
    }]
    return [concat [expr {[llength $rest] ? [list options $rest] : {}}] $groups]
}

# Paragraphs, between empty lines, filled to lines of at most 78 characters.
proc trundle::cli::reflow {text} {
    return [join [lmap one [split [regsub -all {\n\s*\n} $text \x01] \x01] {fill $one}] "\n\n"]
}

proc trundle::cli::fill {text} {
    set lines {}
    set line ""
    foreach word [regexp -all -inline {\S+} $text] {
        if {[string length $line] + [string length $word] > 77} {
            lappend lines $line
            set line $word
        } else {
            set line [string trimleft "$line $word"]
        }
    }
    return [join [lappend lines $line] \n]
}

# A word of a command that the reader types next, quoted where a shell would take it apart.
proc trundle::cli::as-word {word} {
    return [expr {[regexp {^[A-Za-z0-9_./:=@%+,-]+$} $word] ? $word : [shell-quote $word]}]
}

proc trundle::cli::shell-quote {word} {
    return '[string map {' '\\''} $word]'
}

# A step that did not settle is never accepted in silence.
proc trundle::cli::tell-unsettled {what unsettled steps} {
    if {$unsettled > 0} {
        puts stderr "trundle: warning: $what: $unsettled of $steps steps did not\
            settle and were accepted"
    }
}

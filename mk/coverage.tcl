# coverage.tcl -- which lines and branches of the chapters the tests execute.
#
#   coverage.tcl measure RECORD CHECKS C-TESTS...
#       in a build folder of --enable-coverage: runs the tests, C-TESTS one by one, then `make check TESTS=CHECKS`, those in Tcl
#       and the pages, and writes what they have executed to RECORD
#   coverage.tcl table RECORD OUT
#       the tables of the chapter on coverage, for LaTeX; without a record, how to make one
#
# gcov counts lines of chapters, for #line tells where each comes from.  A row of RECORD is a file of ours with its
# lines and branches: all, those that its own test program has executed, all tests in C, all tests; and the lines that nothing
# has executed.  data/uncovered.csv has the reasons for some of these.
package require Tcl 8.6
package require csv
source [file join [file dirname [file normalize [info script]]] files.tcl]
source [file join [file dirname [file normalize [info script]]] gcov.tcl]

namespace eval coverage {
    namespace import ::files::*
    variable source [file normalize [expr {[info exists ::env(srcdir)] ? $::env(srcdir) : "."}]]
    variable columns {file sum lines own units run branches branches_own branches_units branches_run open}
    variable found [dict create]    ;# file -> line -> "" or how often; branches: file -> {line index} -> how often
}

# ---- what gcov says -----------------------------------------------------------------

# The name of a source as the book has it, or nothing.
proc coverage::name {path} {
    if {[regexp {(?:^|/)((?:lit/(?:mechanics|engine|answers)|src)/[^/]+\.(?:nw|c|h))$} $path -> name]
            && ![regexp {/(?:test-|bench-|tap\.h)} $name]} {
        return $name
    }
    return ""
}

# What has been executed since the counts were deleted: {LINES BRANCHES}.  libtool has two objects of a source; without
# its notes there is nothing to say.
proc coverage::counts {} {
    set lines [dict create]
    set branches [dict create]
    foreach counted [glob -nocomplain src/*.gcda src/.libs/*.gcda] {
        set notes [file rootname $counted].gcno
        if {[file exists $notes]} {
            gcov::add [list $notes] coverage::name lines branches
        }
    }
    return [list $lines $branches]
}

proc coverage::forget {} {
    file delete {*}[glob -nocomplain src/*.gcda src/.libs/*.gcda]
}

# ---- measuring ------------------------------------------------------------------------

# The test program of a chapter or of a file of ours, by its name.
proc coverage::own-test {file} {
    return test-[file rootname [file tail $file]]
}

proc coverage::measure {record checks tests} {
    variable columns
    variable source
    set kinds {own units run}
    foreach kind $kinds {
        set ran_lines($kind) [dict create]
        set ran_branches($kind) [dict create]
    }
    set programs [lmap test $tests {file tail $test}]
    foreach test $tests {
        puts "  COVERAGE $test"
        forget
        if {[catch {exec ./$test >coverage.out 2>@1}]} {
            puts "  it has failed"
        }
        lassign [counts] now taken
        foreach {what part} [list lines $now branches $taken] {
            dict for {key count} $part {
                dict incr ran_[set what](units) $key $count
                dict incr ran_[set what](own) $key [expr {[own-test [lindex $key 0]] eq [file tail $test] ? $count : 0}]
            }
        }
    }
    puts "  COVERAGE $checks"
    forget
    if {[catch {exec $::env(MAKE) -k check TESTS=$checks >coverage.out 2>@1}]} {
        puts [join [regexp -all -inline -line {^(?:FAIL|ERROR):.*$} [read-text coverage.out]] \n]
    }
    set ran_lines(run) $ran_lines(units)
    set ran_branches(run) $ran_branches(units)
    lassign [counts] now taken
    foreach {what part} [list lines $now branches $taken] {
        dict for {key count} $part {
            dict incr ran_[set what](run) $key $count
        }
    }
    # One row a file.
    set rows [dict create]
    foreach {what start} {lines "" branches branches_} {
        dict for {key count} [set ran_[set what](run)] {
            set file [lindex $key 0]
            if {![dict exists $rows $file]} {
                dict set rows $file [dict merge [concat {*}[lmap column $columns {list $column 0}]] [list file $file open {}]]
            }
            dict with rows $file {
                incr $what
                foreach kind $kinds {
                    set many [set ran_[set what]($kind)]
                    incr $start$kind [expr {[dict exists $many $key] && [dict get $many $key] > 0}]
                }
                if {$what eq "lines" && $count == 0} {
                    lappend open [lindex $key 1]
                }
            }
        }
    }
    set out [list [csv::join $columns]]
    foreach file [lsort [dict keys $rows]] {
        dict with rows $file {
            set sum [print $file]
            if {[own-test $file] ni $programs} {
                lassign {} own branches_own
            }
            set open [lsort -integer $open]
            lappend out [csv::join [lmap column $columns {set $column}]]
        }
    }
    write-text $record [join $out \n]\n
}

# A print of a file, by which one sees that it has changed since.
proc coverage::print {file} {
    variable source
    return [format %08x [zlib crc32 [encoding convertto utf-8 [read-text $source/$file]]]]
}

# ---- reasons -----------------------------------------------------------------------------

proc coverage::reasons {} {
    variable source
    return [table $source/data/uncovered.csv]
}

# Files that a reason speaks of: one, or a pattern.
proc coverage::files-of {pattern} {
    variable source
    return [lmap file [glob -nocomplain -directory $source {lit/{mechanics,engine,answers}/*.nw} src/*.c src/trundle/*.h] {
        set short [string range $file [string length $source/] end]
        if {![string match $pattern $short]} continue
        set short
    }]
}

# The lines of a file, without what stands before and behind.
proc coverage::stripped {file} {
    variable source
    variable texts
    if {![info exists texts($file)]} {
        set texts($file) [lmap line [split [read-text $source/$file] \n] {string map {@<< <<} [string trim $line]}]
    }
    return $texts($file)
}

# Reasons whose line does not stand (any more) where they say, or that give none.
proc coverage::moved {reasons} {
    return [concat {*}[lmap row $reasons {
        set there 0
        foreach file [files-of [dict get $row file]] {
            incr there [expr {[lsearch -glob [stripped $file] [dict get $row text]] >= 0}]
        }
        if {$there && [string trim [dict get $row why]] ne ""} continue
        list "[dict get $row file]: \"[dict get $row text]\" is not there, or has no reason: data/uncovered.csv"
    }]]
}

# The place among the reasons of the one for a line, or -1.
proc coverage::reason {reasons file text} {
    set number 0
    foreach row $reasons {
        if {[string match [dict get $row file] $file] && [string match [dict get $row text] $text]} {
            return $number
        }
        incr number
    }
    return -1
}

# ---- the chapter ---------------------------------------------------------------------------

proc coverage::percent {part all} {
    return [expr {$part eq "" ? "--" : $all ? [format %.1f [expr {100.0*$part/$all}]] : "--"}]
}

proc coverage::tex {text} {
    set text [string map {\\ \\textbackslash{} \{ \\\{ \} \\\}} $text]
    return [string map {_ \\_ & \\& % \\% # \\# $ \\$ ^ \\textasciicircum{} ~ \\textasciitilde{} < {$<$} > {$>$} -- -{}- / /\\allowbreak{}} $text]
}

proc coverage::volume {file} {
    return [expr {[string match lit/* $file] ? [lindex [split $file /] 1] : "plain C"}]
}

proc coverage::head {columns names} {
    return "\x7b\\footnotesize\\setlength{\\tabcolsep}{4pt}\n\\begin{longtable}{@{}$columns@{}}\n\\toprule\n[join $names { & }]\\\\\n\\midrule\n\\endhead\n\\bottomrule\n\\endfoot\n"
}

proc coverage::foot {} {
    return "\\end{longtable}\x7d\n"
}

# A line of the table: name, lines, three shares, branches, three shares, lines without a reason.
proc coverage::row {name sums} {
    dict with sums {
        return [join [list $name $lines [percent $own $lines_own] [percent $units $lines] [percent $run $lines] \
            $branches [percent $branches_own $branches_of_own] [percent $branches_units $branches] [percent $branches_run $branches] $left] " & "]\\\\
    }
}

proc coverage::write-table {record out} {
    if {![file exists $record]} {
        write-text $out "This book was made without the record: \\texttt{make coverage} builds the program once more, runs all tests\n(many minutes), and the next \\texttt{make book} shows the tables.\n"
        return
    }
    set reasons [reasons]
    set used [lrepeat [llength $reasons] 0]
    set volumes [dict create]
    set text ""
    set changed {}
    foreach facts [table $record] {
        set file [dict get $facts file]
        set volume [volume $file]
        dict set facts left 0
        foreach column {own branches_own} what {lines branches} to {lines_own branches_of_own} {
            dict set facts $to [expr {[dict get $facts $column] eq "" ? 0 : [dict get $facts $what]}]
        }
        variable source
        if {![file exists $source/$file] || [print $file] ne [dict get $facts sum]} {
            lappend changed [file rootname [file tail $file]]
            dict set facts left --
        } else {
            foreach line [dict get $facts open] {
                set which [reason $reasons $file [lindex [stripped $file] $line-1]]
                if {$which < 0} {
                    dict incr facts left
                } else {
                    lset used $which [expr {[lindex $used $which] + 1}]
                }
            }
        }
        dict lappend volumes $volume $facts
    }
    append text [head lrrrrrrrrr {chapter lines {own \%} {C \%} {all \%} branches {own \%} {C \%} {all \%} open}]
    foreach {volume title} {mechanics {Volume I} engine {Volume II} answers {Volume III} {plain C} {Plain C}} {
        if {![dict exists $volumes $volume]} continue
        set sums [dict create]
        set rows ""
        foreach facts [dict get $volumes $volume] {
            dict for {column value} $facts {
                if {$column ni {file sum open}} {
                    dict incr sums $column [expr {[string is integer -strict $value] ? $value : 0}]
                }
            }
            append rows [row "\\quad [tex [file rootname [file tail [dict get $facts file]]]]" $facts] \n
        }
        append text [row "\\textit{$title}" $sums] \n $rows
    }
    append text [foot]
    if {[llength $changed]} {
        append text "Changed since the record was made: [tex [join $changed {, }]].\n"
    }
    if {[llength $reasons]} {
        append text [head {>{\raggedright}p{.18\textwidth}>{\raggedright\ttfamily}p{.33\textwidth}r>{\raggedright\arraybackslash}p{.36\textwidth}} \
            {where {\normalfont line} times {why no test executes it}}]
        foreach row $reasons count $used {
            append text "[tex [dict get $row file]] & [tex [dict get $row text]] & $count & [tex [dict get $row why]]\\\\\n"
        }
        append text [foot]
    }
    write-text $out $text
}

# Lines that no test executes and no reason names: FILE:LINE: text.
proc coverage::left {record} {
    set reasons [reasons]
    return [concat {*}[lmap facts [table $record] {
        set file [dict get $facts file]
        lmap line [dict get $facts open] {
            set text [lindex [stripped $file] $line-1]
            if {[reason $reasons $file $text] >= 0} continue
            string cat $file : $line ": " $text
        }
    }]]
}

if {[info exists argv0] && [file normalize $argv0] eq [file normalize [info script]]} {
    switch -- [lindex $argv 0] {
        measure {coverage::measure [lindex $argv 1] [lindex $argv 2] [lrange $argv 3 end]}
        table {coverage::write-table {*}[lrange $argv 1 2]}
        left {puts [join [coverage::left [lindex $argv 1]] \n]}
        default {
            puts stderr "usage: coverage.tcl measure RECORD CHECKS TESTS... | table RECORD OUT | left RECORD"
            exit 2
        }
    }
}

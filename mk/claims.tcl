# claims.tcl -- the table at the end of a chapter: what is claimed, which test would
# refute it, why its tolerance has its size, and how it went.
#
#   noweb's pipeline | tclsh claims.tcl OUTPUT LOG ...
#
# Tests are the TAP_TESTs of lit/tests/NAME.nw and the checks of verification/pages/NAME.nw;
# how they went stands in the TAP logs of the last `make check`.  Writes OUTPUT/claims.csv and,
# for each chapter with tests, OUTPUT/claims-NAME.tex, for each page OUTPUT/claims-page-NAME.tex, and OUTPUT/noticed.tex.
# What has not run stands in no table of a chapter: OUTPUT/full-tier.tex lists it, with all figures and tables of the full
# tier.  How many mutants a test has noticed is on record in paper/mutants.csv.  A test in C that
# calls no function of a chapter, those of src/trundle/vector.h aside, has none to notice.
package require Tcl 8.6
package require csv
source [file join [file dirname [info script]] parts.tcl]
source [file join [file dirname [info script]] files.tcl]

namespace eval claims {
    namespace import ::files::*
    variable tests {}           ;# dicts of chapter, kind, name, claim, why, label, file, line
    variable rivals [dict create]       ;# name of a check -> rival -> discrimination
    variable results [dict create]      ;# kind, name, claim -> checks, failed, worst
    variable noticed [dict create]      ;# CHAPTER/TEST or PAGE/CHECK -> mutants, those that it alone noticed
    variable chunks [dict create]       ;# chapter -> chunk -> its code
    variable silent [dict create]       ;# CHAPTER/TEST of those that call no function of the library
    variable vectors {}                 ;# names of functions that do not count: no chapter has them
    variable slow {}                    ;# figures and tables of the full tier: page, kind, name, title
}

# ---- what the chapters claim ---------------------------------------------------------

# The strings of C between two places, neighbours joined.
proc claims::strings {text} {
    set all {}
    foreach part [split-arguments $text] {
        lappend all [join [lmap {- one} [regexp -all -inline {"((?:[^"\\]|\\.)*)"} $part] {
            string map {\\" \" \\\\ \\ %% %} $one
        }] ""]
    }
    return $all
}

# Arguments of a call: split at the commas outside of strings.
proc claims::split-arguments {text} {
    set parts [list ""]
    foreach {piece} [regexp -all -inline {"(?:[^"\\]|\\.)*"|[^",]+|,} $text] {
        if {$piece eq ","} {
            lappend parts ""
        } else {
            lset parts end [lindex $parts end]$piece
        }
    }
    return $parts
}

# The tests of one code chunk.
proc claims::read-chunk {file line label name text} {
    variable tests
    set chapter [file rootname [file tail $file]]
    set here [dict create chapter $chapter label $label file $file line $line]
    if {[string match */lit/tests/* /$file]} {
        variable chunks
        dict set chunks $chapter $name [expr {[dict exists $chunks $chapter $name] ? "[dict get $chunks $chapter $name]\n$text" : $text}]
        set pattern {(?:^|\n)TAP_TEST\((\w+),((?:[^"\)]|"(?:[^"\\]|\\.)*")*)\)}
        foreach {- name rest} [regexp -all -inline $pattern $text] {
            lassign [strings $rest] claim why
            lappend tests [dict merge $here [dict create kind test name $name claim $claim why $why]]
        }
    } elseif {[string match */verification/pages/* /$file]} {
        regsub -all {\\\n\s*} $text { } text
        set page [parts::of . $file]
        # The harness adds a check of all observables to the case.
        if {[regexp {(?:^|\n)case\s} $text]} {
            lappend tests [dict merge $here [dict create kind check name $page/observables \
                claim "the observables agree with their references" why "beside each in the report"]]
        }
        foreach {- kind name options} [regexp -all -inline {(?:^|\n)(figure|table)\s+([\w-]+)\s+(-[^\n]*)} $text] {
            if {[string match "*-tier full*" $options] && [regexp -- {-title\s+(?:\{([^\}]*)\}|(\S+))} $options - title word]} {
                lappend ::claims::slow [list $page $kind $name $title$word]
            }
        }
        # check NAME ?-option VALUE? ... TITLE BODY
        set pattern {(?:^|\n)check\s+([\w-]+)\s+(?:-\w+\s+(?:\{[^\}]*\}|[^\s\{\}]+)\s+)*\{([^\}]*)\}}
        foreach {- name title} [regexp -all -inline $pattern $text] {
            lappend tests [dict merge $here [dict create kind check name $page/$name \
                claim [regsub -all {\s+} $title " "] why ""]]
        }
    }
}

proc claims::read-pipeline {channel} {
    set file ""
    set line 1
    while {[gets $channel text] >= 0} {
        if {![regexp {^@(\S+) ?(.*)$} $text - key rest]} continue
        switch -- $key {
            file   {set file $rest; set line 1}
            begin  {set kind [lindex $rest 0]; set chunk ""; set label ""; set first $line}
            text   {append chunk $rest}
            defn   {set name $rest}
            use    {append chunk <<$rest>>}
            nl     {append chunk \n; incr line}
            xref   {if {[lindex $rest 0] eq "label" && $label eq ""} {set label [lindex $rest 1]}}
            end    {if {$kind eq "code"} {read-chunk $file $first $label $name $chunk}}
        }
    }
}

# ---- how they went ---------------------------------------------------------------------

proc claims::read-log {file} {
    variable results
    set claim ""
    set check ""
    foreach text [read-lines $file] {
        if {[regexp {^# test (\w+): (.*)$} $text - name claim]} continue
        if {[regexp {^# done (\w+): (\d+) checks, (\d+) failed, (\S+) of the tolerance} $text \
                - name checks failed worst]} {
            dict set results [list test $name $claim] [list $checks $failed $worst]
        } elseif {[regexp {^(not )?ok \d+ - ([\w.-]+/[\w.-]+): (.*)$} $text - bad check]} {
            dict set results [list check $check ""] [list 0 [expr {$bad ne ""}] 0]
        } elseif {$check ne "" && [regexp {^# } $text]} {
            lassign [dict get $results [list check $check ""]] checks failed worst
            if {[regexp {, (?:relative )?error (\S+), tolerance ([^\s,]+)} $text - error tolerance]
                && [string is double -strict $error] && [string is double -strict $tolerance]
                && $tolerance > 0} {
                set worst [expr {max($worst, double($error)/$tolerance)}]
            }
            dict set results [list check $check ""] [list [incr checks] $failed $worst]
            if {[regexp {, discrimination (\S+) \(([\w-]+)\)} $text - far rival]} {
                refuses $check $rival $far
            }
        } elseif {![string match "PASS:*" $text] && ![string match "#*" $text]} {
            set check ""
        }
    }
}

# A check refuses RIVAL, which is FAR tolerances away; the nearest of several is kept.
proc claims::refuses {check rival far} {
    variable rivals
    if {![dict exists $rivals $check $rival] || [tolerances $far] < [tolerances [dict get $rivals $check $rival]]} {
        dict set rivals $check $rival $far
    }
}

# What a check refuses, the nearest first: "refuses mu_s (12), zero (1e+03)".
proc claims::refused {check} {
    variable rivals
    if {![dict exists $rivals $check]} {
        return ""
    }
    return "refuses [join [lmap {rival far} [lsort -stride 2 -index 1 -command claims::nearer \
        [dict get $rivals $check]] {string cat "$rival ($far)"}] {, }]"
}

# A word instead of a number stands behind all numbers.
proc claims::tolerances {far} {
    return [expr {[string is double -strict $far] ? $far : Inf}]
}

proc claims::nearer {a b} {
    return [expr {([tolerances $a] > [tolerances $b]) - ([tolerances $a] < [tolerances $b])}]
}

# Tests that call nothing that a mutant changes.
proc claims::find-silent {} {
    variable tests
    variable chunks
    variable silent
    variable vectors
    if {[file exists src/trundle/vector.h]} {
        set header [read-text src/trundle/vector.h]
        set vectors [lmap {- one} [regexp -all -inline -line {^(tr_\w+)\(} $header] {set one}]
    }
    set functions [dict create]
    dict for {chapter named} $chunks {
        dict set functions $chapter [functions [join [dict values $named] \n\n]]
    }
    foreach test $tests {
        dict with test {
            if {$kind eq "test" && [dict exists $functions $chapter $name]
                && ![calls-library? $name [dict get $functions $chapter] [dict get $chunks $chapter]]} {
                dict set silent $chapter/$name 1
            }
        }
    }
}

proc claims::read-mutants {record} {
    variable noticed
    foreach row [table $record] {
        dict set noticed [dict get $row test] [list [dict get $row noticed] [dict get $row alone]]
    }
}

# The share on record, for the chapter on mutants.
proc claims::write-share {file record} {
    lassign [share-noticed [read-lines $record]] noticed drawn
    write-text $file "% Written by mk/claims.tcl.
Of the $drawn changes of the samples that count, the tests noticed $noticed when they were drawn,
[format %.1f [expr {100.0*$noticed/$drawn}]]\\,\\%; nineteen of twenty was the aim. Each of the others got a test or a reason.
"
}

# "12 (3)": mutants that a test has noticed, and those that no other test of its program did;
# "no code" where a test in C has nothing to notice.
proc claims::mutants {test} {
    variable noticed
    variable silent
    set name [expr {[dict get $test kind] eq "test" ? "[dict get $test chapter]/" : ""}][dict get $test name]
    if {![dict exists $noticed $name]} {
        return [expr {[dict exists $silent $name] ? "no code" : ""}]
    }
    lassign [dict get $noticed $name] all alone
    return [expr {$alone ? "$all ($alone)" : $all}]
}

# "5 of 5", and how near the worst error came.
proc claims::outcome {test} {
    variable results
    set key [list [dict get $test kind] [dict get $test name] \
        [expr {[dict get $test kind] eq "test" ? [dict get $test claim] : ""}]]
    if {![dict exists $results $key]} {
        return {"not run" ""}
    }
    lassign [dict get $results $key] checks failed worst
    return [list [expr {$failed ? "FAIL" : "$checks"}] [expr {$worst > 0 ? [format %.1g $worst] : ""}]]
}

# ---- what calls the library --------------------------------------------------------------

# Functions, macros and tests that begin a line of C: name -> body.
proc claims::functions {text} {
    set functions [dict create]
    set name ""
    set head {}
    foreach line [split $text \n] {
        if {$name ne ""} {
            dict append functions $name $line \n
            if {$line eq "\}" || ($macro && ![string match {*\\} $line])} {
                set name ""
            }
        } elseif {[regexp {^#define (\w+)\((.*)$} $line - one body]} {
            dict append functions $one $body \n
            set macro [string match {*\\} $line]
            set name [expr {$macro ? $one : ""}]
        } elseif {$line eq "\{"} {
            # The name stands before the first bracket, or in it.
            regexp {(?:TAP_TEST\(|\m)(\w+) ?[,\(]} [lsearch -inline -regexp $head {^\w.*\(}] - name
            set macro 0
            set head {}
        } elseif {[regexp {^\w.*?(\w+) ?\(.*\)\s*\{(.*)\}$} $line - one body]} {
            dict append functions $one $body
        } else {
            set head [expr {[regexp {^\s*$|[;\}]$} $line] ? {} : [concat $head [list $line]]}]
        }
    }
    return $functions
}

# Does a function, or one of the chapter that it names, call what is neither of the chapter nor of vector.h, tap.h,
# GSL or C, whose names have no underscore?  A chunk that is used belongs to what uses it.
proc claims::calls-library? {name functions chunks} {
    variable vectors
    set todo [list $name]
    for {set k 0} {$k < [llength $todo]} {incr k} {
        set text [dict get $functions [lindex $todo $k]]
        while {[regexp {<<(.*?)>>} $text use chunk]} {
            set text [string map [list $use [expr {[dict exists $chunks $chunk] ? [dict get $chunks $chunk] : ""}]] $text]
        }
        foreach {- one open} [regexp -all -inline {(\w+)(\(?)} [regsub -all {"(?:[^"\\]|\\.)*"} $text {}]] {
            if {[dict exists $functions $one]} {
                if {$one ni $todo} {
                    lappend todo $one
                }
            } elseif {$open ne "" && [string match *_* $one] && $one ni $vectors && ![regexp {^(tap|gsl)_} $one]} {
                return 1
            }
        }
    }
    return 0
}

# ---- writing -----------------------------------------------------------------------------

# \testrow{chapter}{name}{chunk}{claim}{why}{checks}{share of the tolerance}{mutants}, in \testtable.
proc claims::write-all {folder} {
    variable tests
    set by [dict create]
    set rows [list chapter,kind,test,claim,why,checks,worst,chunk,file,line,mutants]
    foreach test $tests {
        lassign [outcome $test] checks worst
        set mutants [mutants $test]
        if {[dict get $test why] eq ""} {
            dict set test why [refused [dict get $test name]]
        }
        dict with test {
            # A page may have the name of a chapter.
            if {$checks ne "not run"} {
                dict lappend by [expr {$kind eq "check" ? "page-$chapter" : $chapter}] "\\testrow\{$chapter\}\{[tex [file tail $name]]\}\{$label\}\{[tex $claim]\}\{[tex $why]\}\{$checks\}\{$worst\}\{$mutants\}"
            }
            lappend rows [::csv::join [list $chapter $kind $name $claim $why $checks $worst $label $file $line $mutants]]
        }
    }
    foreach old [glob -nocomplain -directory $folder claims-*.tex] {
        if {![dict exists $by [string range [file rootname [file tail $old]] 7 end]]} {
            file delete $old
        }
    }
    dict for {chapter lines} $by {
        # The last rows stay on one page.
        set lines [linsert $lines [expr {max(0, [llength $lines] - 3)}] \\lastrows]
        write-text $folder/claims-$chapter.tex "% Written by mk/claims.tcl.\n[join $lines \n]\n"
    }
    write-text $folder/claims.csv [join $rows \n]\n
    write-full-tier $folder/full-tier.tex
}

# What takes minutes, and every test without a result, by pages and chapters.
proc claims::write-full-tier {output} {
    variable tests
    variable slow
    set of [dict create]
    foreach one $slow {
        lassign $one page kind name title
        dict lappend of $page "$kind \\texttt{[tex $name]}: [tex $title]"
    }
    foreach test $tests {
        if {[lindex [outcome $test] 0] ne "not run"} continue
        dict with test {
            set home [expr {$kind eq "check" ? [lindex [file split $name] 0] : $chapter}]
            dict lappend of $home "$kind \\texttt{[tex [file tail $name]]}: [tex $claim]"
        }
    }
    set text "% Written by mk/claims.tcl.\n\\begin{description}\n"
    dict for {page lines} $of {
        append text "\\item\[\\texttt{[tex $page]}\] [join $lines {; }].\n"
    }
    write-text $output "$text\\end{description}\n"
}

fconfigure stdin -encoding utf-8
claims::read-pipeline stdin
foreach file [lrange $argv 1 end] {
    claims::read-log $file
}
claims::find-silent
file mkdir [lindex $argv 0]
if {[file exists paper/mutants.csv]} {
    claims::read-mutants paper/mutants.csv
    claims::write-share [lindex $argv 0]/noticed.tex paper/mutants.csv
}
claims::write-all [lindex $argv 0]

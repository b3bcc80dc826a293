# test-exercises.tcl -- each chapter of volume I has two to four exercises, each answered by commands; the commands run,
# and print what the book gives as the answer: \expect{NAME}{VALUE}{DIFFERENCE}{UNIT}{reason}.
package require tap
package require json
set source [file normalize [expr {[info exists env(srcdir)] ? $env(srcdir) : "."}]]
set program [file normalize bin/trundle]
set here [file dirname [file normalize [info script]]]
source $here/files.tcl
namespace import files::*

# --- reading ---------------------------------------------------------------------------------------------

# The chapters of volume I, in the order of the book.
proc chapters {text} {
    regexp {\nMECHANICS = \\\n(.*?)\n\n} $text - list
    return [string map {\\ {}} $list]
}

# -> questions and answers of a chapter, two lists of texts.
proc exercises {text} {
    if {![regexp {\n\\section\{Exercises\}\n(.*)} $text - text]} { return {{} {}} }
    set lists [regexp -all -inline {\\begin\{enumerate\}\n(.*?)\\end\{enumerate\}} $text]
    return [lmap {whole list} $lists {lmap item [lrange [split [string map [list "\n\\item " \1] \n$list] \1] 1 end] {set item}}]
}

# The texts of the verbatim environments.
proc listings {text} {
    return [lmap {whole listing} [regexp -all -inline {\\begin\{verbatim\}\n(.*?)\\end\{verbatim\}} $text] {set listing}]
}

# \expect{...}{...}{...}{...}{...} of an answer: lists NAME VALUE DIFFERENCE UNIT REASON.
proc expectations {text} {
    set group {\{((?:[^{}]|\{[^{}]*\})*)\}}
    set found {}
    foreach {whole name value difference unit reason} [regexp -all -inline "\\\\expect[string repeat $group 5]" $text] {
        lappend found [list [string map {\\_ _} $name] [number $value] [number $difference] [string map {\\% %} $unit] $reason]
    }
    return $found
}

# 1.08\cdot10^{-4} as a number.
proc number {text} {
    return [regsub {\\cdot\s*10\^\{?(-?\d+)\}?$} $text {e\1}]
}

# --- running ---------------------------------------------------------------------------------------------

# -> status and what the command has printed.  Its words are those of a shell, but only '...' quotes.
proc run {command} {
    global program
    set words [lmap {whole quoted plain} [regexp -all -inline {'([^']*)'|(\S+)} $command] {expr {$quoted ne "" ? $quoted : $plain}}]
    set words [lassign $words first]
    if {$first ne "trundle"} { error "not a command of trundle: $command" }
    if {[lindex $words 0] eq "case"} { lappend words -json }
    set status [catch {exec [info nameofexecutable] $program {*}$words 2>@1} printed options]
    if {$status} {
        set code [dict get $options -errorcode]
        set status [expr {[lindex $code 0] eq "CHILDSTATUS" ? [lindex $code 2] : $code}]
        regsub {\nchild process exited abnormally$} $printed {} printed
    }
    return [list $status $printed]
}

# NAME -> {VALUE UNIT} of what was printed: observables of a case, or the last row of a table.
proc values {command printed} {
    set values [dict create]
    if {[string match "trundle case *" $command]} {
        dict for {name observable} [dict get [json::json2dict $printed] observables] {
            set value [dict get $observable value]
            set unit [string map {- {}} [dict get $observable unit]]
            dict set values $name [list $value $unit]
            if {[llength $value] > 1} {
                foreach part $value axis [expr {[llength $value] == 3 ? {x y z} : {0 1 2 3}}] {
                    dict set values $name.$axis [list $part $unit]
                }
            }
        }
    } else {
        set rows [split [string trim $printed] \n]
        foreach name [split [lindex $rows 0] ,] value [split [lindex $rows end] ,] {
            dict set values $name [list $value]
        }
    }
    return $values
}

# --- the readers find what is there ----------------------------------------------------------------------

set sample {
\section{Exercises}
\begin{enumerate}
\item Why?
\begin{verbatim}
trundle case a -set 'v=1 2'
\end{verbatim}
\item How?
\end{enumerate}
\begin{enumerate}
\item \expect{t\_roll}{1.5\cdot10^{-4}}{2\cdot10^{-6}}{\%}{two $10^{-5}$ steps} and so on.
\item No.
\end{enumerate}
}
lassign [exercises $sample] asked answered
tap::is [list [llength $asked] [llength $answered]] {2 2} "two questions, two answers"
tap::is [listings [lindex $asked 0]] [list "trundle case a -set 'v=1 2'\n"] "the command of a question"
tap::is [expectations [lindex $answered 0]] {{t_roll 1.5e-4 2e-6 % {two $10^{-5}$ steps}}} "the number of an answer"
tap::is [dict get [values "trundle measure r place" "t,x.x\n0,1\n1,2.5"] x.x] 2.5 "the last row of a table"

# --- the book --------------------------------------------------------------------------------------------

set macros [read-text $source/paper/macros.tex]
tap::ok [string match {*\\newcommand\{\\expect\}\[5\]*} $macros] "\\expect has five arguments"

close [file tempfile folder]
file delete $folder
file mkdir $folder
cd $folder
foreach chapter [chapters [read-text $source/mk/lists.am]] {
    lassign [exercises [read-text $source/lit/mechanics/$chapter.nw]] asked answered
    set count [llength $asked]
    tap::ok [expr {$count >= 2 && $count <= 4}] "$chapter: two to four exercises"
    tap::is [llength $answered] $count "$chapter: an answer to each"
    # A scenario before the first question belongs to all.
    regexp {\\section\{Exercises\}\n(.*?)\\begin\{enumerate\}} [read-text $source/lit/mechanics/$chapter.nw] - before
    set number 0
    foreach question [linsert $asked 0 $before] answer [linsert $answered 0 ""] {
        set last ""
        set printed ""
        foreach listing [listings $question] {
            if {[regexp {^# (\S+\.tcl)\n} $listing - name]} {
                write-text $name $listing
                continue
            }
            set last [string trim [regsub -all {\\\n\s*} $listing { }]]
            lassign [run $last] status printed
            set wanted [string match "*status of the command is 1*" [regsub -all {\s+} $answer " "]]
            if {![tap::ok [expr {$status eq $wanted}] "$chapter $number: $last"]} { tap::note $printed }
        }
        if {$number > 0} {
            set expected [expectations $answer]
            tap::ok [expr {$last ne "" && $expected ne {}}] "$chapter $number: a command and a number"
            if {[catch {values $last $printed} found]} { set found {} }
            foreach row $expected {
                lassign $row name value difference unit reason
                tap::ok [expr {[string length $reason] > 5}] "$chapter $number: a reason for the difference of $name"
                if {![tap::ok [dict exists $found $name] "$chapter $number: $name is printed"]} continue
                lassign [dict get $found $name] got shown
                tap::near $got $value $difference "$chapter $number: $name is the answer"
                if {[string match "trundle case *" $last]} {
                    tap::is $unit $shown "$chapter $number: $name has its unit"
                }
            }
        }
        incr number
    }
}
cd /
file delete -force $folder
tap::done

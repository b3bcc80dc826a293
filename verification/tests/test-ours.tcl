# test-ours.tcl -- numbers in prose: each kind of name finds its value, a wrong name fails
# with one clear message, and what was not run says so.
package require tap

set root [file normalize [file join [file dirname [info script]] .. ..]]
set tool $root/mk/ours.tcl
set folder [file join [pwd] test-ours-[pid]]
file mkdir $folder/exhibits $folder/figures $folder/src $folder/lit/tests

proc put {name text} {
    set channel [open [file join $::folder $name] w]
    puts -nonewline $channel $text
    close $channel
}

# The tool in the folder: status and what it printed.
proc ours {args} {
    set home [pwd]
    cd $::folder
    set bad [catch {exec [info nameofexecutable] $::tool {*}$args 2>@1} text]
    cd $home
    return [list $bad $text]
}

# The values of a chapter with one name; what stands behind the tab.
proc value-of {name} {
    put chapter.nw "Prose \\ours\{$name\}\{%g\}.\n<<chunk>>=\n\\ours left alone\n@\n"
    lassign [ours values -trundle trundle chapter.nw] bad text
    return [expr {$bad ? $text : [lindex [split $text \t] 1]}]
}

set row {quantity {lands, as printed: 1} unit s ours 0.4856 published 0.5 error 0.0144 tolerance 0.05}
put exhibits/answers.txt [list {fall pile broken} [list \
    [list ok [dict create message "" observables {
        t_end {value 2.685 reference 2.69 error 0.005 tolerance ""} spin {value {0 -1.5 -44.7}}
    } exhibits [list [dict create name fig8 left_out 0 rows [list $row] printed {of 2 agree 1}] \
        [dict create name seeds left_out 1 rows {} printed {}]]]] \
    {ok {observables {} exhibits {}}} {error {no such thing}}]]
put figures/fall-drift.dat "# slope = 2.01\n# lanes of eight =\n# t x\n0 1\n"
put src/test-fall.log "ok 1 - a sphere falls\n# got 0.25 want 0.26 error 0.01 tolerance 0.05\nok 2 - it stops\nok 3 - again\n# got 1 bound 2\nok 4 - again\n# got 3 bound 4\n"
put lit/tests/fall.nw ""
put lit/tests/never.nw ""
put src/test-gone.log "ok 1 - a sphere falls\n# got 0.25 want 0.26 error 0.01 tolerance 0.05\n"
# Stands in for bin/trundle: two checks, one of them long.
put trundle {
    if {[lindex $argv 0] eq "verify"} {
        puts "check tier tags title\nfall/order  quick  a  The order\nfall/fig8  quick  a  Same name\nfall/long   full   a  Long"
    } else {
        puts [list ok [lmap name [lrange $argv 3 end] {
            dict create name $name status [expr {[file exists status] ? [gets [open status]] : "pass"}] comparisons {{text slope got 1.98 want 2 error 0.02 tolerance 0.1}
                {text {it ends} condition {} got {} pass 1}}
        }]]
        close [open ran-[lindex $argv 3] w]
    }
}

foreach {name value what} {
    fall.t_end 2.685 {an observable}
    fall.t_end:error 0.005 {its error}
    fall.t_end:reference*100 269.0 {its reference, in other units}
    fall.spin:z -44.7 {a component}
    {fall.fig8/lands, as printed: 1} 0.4856 {a row of a figure}
    {fall.fig8/printed: agree} 1 {how many printed numbers agree}
    {fall.fig8/lands, as printed: 1:reference} 0.5 {the published number of a row}
    fall.order/slope 1.98 {a comparison of a check, which is run}
    fall.fig8/slope 1.98 {a comparison of a check that has the name of a figure}
    fall-drift/slope 2.01 {a line of a figure's data}
    {test-fall/a sphere falls} 0.25 {what a unit test got}
    {fall-drift/lanes of eight} {} {a number that this machine does not have}
    fall.seeds/any {} {an exhibit that the tier left out}
    {test-never/any} {} {a test that has not been run}
} {
    tap::is [value-of $name] $value "$what: $name"
}

foreach {name message} {
    fall.t_rest {no such observable of fall, expected one of t_end, spin}
    fell.t_end {no benchmark "fell", expected one of fall, pile}
    fall.fig8/jumps {no such comparison, expected one of slope}
    fall.fig9/any {neither an exhibit nor a check "fig9"}
    {fall.order/it ends} {it has no value}
    fall.spin:error {it has no error}
    fall.t_end:tolerance {it has no tolerance}
    fall.t_end:y {it has 1 components}
    fall-drift/curve {expected one of slope}
    fall-creep/slope {no figures/fall-creep.dat}
    test-fell/any {no test "test-fell"}
    {test-gone/a sphere falls} {no test "test-gone"}
    {test-fall/it stops} {no such check, expected one of a sphere falls, again}
    test-fall/again {there are several of this name}
    fall {no name of a number}
} {
    set got [value-of $name]
    if {![tap::ok [string match "*chapter.nw: *[string map {[ \\[} $message]*" $got] "refused: $name"]} {
        tap::note "got $got"
    }
}

put chapter.nw {\ours{fall.long/slope}{%g} \ours{fall.order/slope}{%g}}
file delete {*}[glob $folder/ran-*]
tap::is [ours values -trundle trundle -tier quick -output values.txt chapter.nw] {0 {}} "the values go to a file"
tap::is [glob -nocomplain $folder/ran-*] {} "a check that has been run is not run again"

put chapter.nw {\figfile{fall-fig8}{It \emph{falls}.}{fig:eight} \figfile{fall-seeds}{Many \emph{fall}.}{fig:many}}
tap::is [ours values -trundle trundle -tier quick chapter.nw] [list 0 "\\figfile{fall-seeds}\n\\ref{fig:many}"] \
    "a figure that was not drawn is listed with its label"
put figures/fall-empty.dat "# not run\n0 0\n"
put chapter.nw {\figfile{fall-empty}{It is empty.}{fig:empty} \figfile{fall-drift}{It \emph{drifts}.}{fig:drift}}
tap::is [ours values -trundle trundle -tier quick chapter.nw] [list 0 "\\figfile{fall-empty}\n\\ref{fig:empty}"] \
    "so is one whose data say that they were not run"
put chapter.nw {\ours{fall.long/slope}{%g} \ours{fall.order/slope}{%g}}

foreach status {fail error} {
    put status $status
    file delete $folder/exhibits/checks.txt
    tap::ok [string match "the check fall/order has the status $status\n*" [value-of fall.order/slope]] \
        "no number of a check whose status is $status"
    tap::ok [expr {![file exists $folder/exhibits/checks.txt]}] "and none is kept"
}
put status weak
tap::is [value-of fall.order/slope] 1.98 "but of a weak one"

put pipe {@begin docs 0
@text It is \ours{fall.long/slope}{%.1f}. One is \ours{fall.order/slope}{%.1f}. Two is
@quote
@text half
@endquote
@nl
@text \ours{fall.long/slope}{%.1f}.
@end docs 0
@begin code 1
@text \ours{x}{y}
@end code 1
}
set woven [lindex [ours weave values.txt <$folder/pipe] 1]
tap::is $woven {@begin docs 0
@text One is \ourvalue{fall.order/slope}{2.0}. %
@nl
@end docs 0
@begin code 1
@text \ours{x}{y}
@end code 1} "numbers are put in; the sentence of a check that the tier left out goes, its lines stay"
tap::ok [string match "*@text \\\\ours{x}{y}*" $woven] "code is left alone"

foreach {value form shown} {
    -44.7 %.2f {\ensuremath{-44.70}}    8.46e-05 %.1e {\ensuremath{8.5\cdot10^{-5}}}
    -6e-5 %.3f 0.000    2.5 %.2f 2.50    1.2e10 %.1e {\ensuremath{1.2\cdot10^{10}}}    7 %d 7
} {
    put values.txt "n\t$value\n"
    put pipe "@text \\ours{n}{$form}\n"
    tap::is [lindex [ours weave values.txt <$folder/pipe] 1] "@text \\ourvalue{n}{$shown}" "$value as $form"
}
# ---- prose without what was not run -----------------------------------------------

source $root/mk/omit.tcl
proc without {text} {
    return [regsub -all {%\n?} [omit::from [string map {# \\ournotrun{x}} $text] [list {\ref{fig:gone}}] gone] {}]
}
foreach {text kept what} {
    "It is 1. It is # m (as before). Then 2.5 m."  "It is 1. Then 2.5 m."    {a sentence, not its neighbours; no sentence ends in a number}
    "It is 1 (with a step # of 2) and ends."       "It is 1 and ends."       {of a parenthesis only that}
    "It is at $(#,#)$. Next."                      "Next."                   {a pair of numbers is no parenthesis of words}
    "Ball et al. Sphere # falls. Next."            "Next."                   {an abbreviation ends no sentence}
    "(One. Two is #.) Three."                      "Three."                  {a bracket with sentences goes as a whole}
    "Figure~\\ref{fig:gone} shows it. Next."       "Next."                   {what refers to a figure that is not there}
    "\\figfile{gone}{A caption.}{fig:gone}Next."   "Next."                   {the figure}
    "\\figfile{kept}{It is #. Two.}{fig:kept}\nIt is #. Three." "\\figfile{kept}{Two.}{fig:kept}Three." {a caption keeps its label}
    "\\section{One}\\label{sec:one}It is #. Two."  "\\section{One}\\label{sec:one}Two." {a heading and its label stay}
    "\\begin{itemize}\n\\item It is #.\n\\item Two.\n\\end{itemize}" "\\begin{itemize}\n\\item Two.\n\\end{itemize}" {an item}
    "\\begin{itemize}\n\\item It is #.\n\\end{itemize} Two." " Two."                {a list without items}
    "\\begin{tabular}{l}\na & b\\\\\n\\midrule\n1 & #\\\\\n2 & 3\\\\\n4 & 5\\\\\n\\end{tabular}"
    "\\begin{tabular}{l}\na & b\\\\\n\\midrule\n2 & 3\\\\\n4 & 5\\\\\n\\end{tabular}" {a row}
    "One. In numbers:\n\\begin{center}\\begin{tabular}{l}\na & b\\\\\n\\midrule\n1 & #\\\\\n2 & 3\\\\\n\\end{tabular}\\end{center} Two."
    "One.  Two." {a table that loses most rows, with the sentence that announces it}
    "It is \\begin{equation}\na=3 .\\label{eq:a}\n\\end{equation} with # m. Next." "\\begin{equation}\na=3 .\\label{eq:a}\n\\end{equation}Next."
    {a formula stays}
    "It is 1 (see 2). \\[ a = 3. \\] Next." "It is 1 (see 2). \\[ a = 3. \\] Next." {what lacks nothing is left alone}
} {
    tap::is [regsub -all { +$} [without $text] ""] $kept "without its number: $what"
}

put pipe "@text \\ours{m}{%g}\n"
lassign [ours weave values.txt <$folder/pipe] bad text
tap::ok [expr {$bad && [string match {*\\ours{m} has no value*} $text]}] "a name without a value is not woven"
file delete -force $folder
tap::done

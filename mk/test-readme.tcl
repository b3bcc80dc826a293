# test-readme.tcl -- what the README and the manual page show does run, and the
# README's picture is the one that is computed.
package require tap

set source [expr {[info exists env(srcdir)] ? $env(srcdir) : "."}]

source [file join [file dirname [file normalize [info script]]] files.tcl]
namespace import files::*

set readme [read-text $source/README.md]

# The scenario, cut short.
regexp {```tcl\n(.*?)```} $readme all scenario
regsub {run until \S+} $scenario {run until 0.05} scenario
set folder readme-test[pid]
set script $folder.tcl
set channel [open $script w]
puts -nonewline $channel $scenario
close $channel
tap::is [catch {exec $env(TCLSH) bin/trundle run $script -out $folder 2>@1} message] 0 \
    "the scenario of the README runs"
tap::note $message
file delete -force $folder $script

# The comparison with another code, on the numbers that it shows; then it must tell
# a number that is wrong.
regexp {```sh\nbin/trundle case ([^\n]*) >impact.json\n```} $readme all arguments
regexp {```python\n(.*?)```} $readme all comparison
if {[auto_execok python3] ne ""} {
    set here [pwd]
    file mkdir $folder
    exec sh -c "$env(TCLSH) bin/trundle case $arguments" >$folder/impact.json
    cd $folder
    tap::is [catch {exec python3 -c $comparison 2>@1} message] 0 "the comparison of the README passes"
    tap::note $message
    regsub -- {-1\.4133} $comparison -1.4233 wrong
    tap::ok [expr {[catch {exec python3 -c $wrong 2>@1} message]
                   && [string match "*AssertionError*'spin'*" $message]}] "and tells a wrong number"
    cd $here
    file delete -force $folder
} else {
    tap::note "python3 is not installed: the comparison of the README has not been run"
}

# The benchmark that a code of one's own computes.
regexp {```sh\nbin/trundle (case [^\n]* -engine [^\n]*)\n```} $readme all arguments
regexp {```sh\nbin/trundle (verify [^\n]* -engine [^\n]*)\n```} $readme all questions
if {[auto_execok python3] ne ""} {
    tap::is [catch {exec sh -c "$env(TCLSH) bin/trundle $arguments"} told] 0 "the README's own code passes"
    tap::ok [regexp -line {^spin .* pass$} $told] "and is judged"
    tap::is [catch {exec $env(TCLSH) bin/trundle {*}$questions} told] 0 "it answers what the README lets it be asked"
    tap::note $told
} else {
    tap::note "python3 is not installed: the README's own code has not been run"
}

# Which case sees which mistake: the table is what the command above it prints.
regexp {```sh\nbin/trundle (case [^\n]* -catches)\n```\n\n((?:\|[^\n]*\n)+)} $readme all arguments table
tap::is [exec $env(TCLSH) bin/trundle {*}$arguments] [string trimright $table \n] "the README's table of mistakes comes out again"
foreach {mistake column} {{arm-half: the arm R - delta/2} yields {modulus: the modulus of the first material for both} yields} {
    set heads [lmap cell [split [lindex [split $table \n] 0] |] {string trim $cell}]
    set cells [lmap cell [split [lsearch -inline [split $table \n] "| $mistake |*"] |] {string trim $cell}]
    tap::ok [expr {[lindex $cells [lsearch $heads $column]] > 10}] "what the README recommends finds $mistake"
}

# Every example is in the README's list, and those that commands name are there.
foreach file [lsort [glob -directory $source/examples *.tcl]] {
    tap::ok [regexp "`[file tail $file]`" $readme] "the README knows the example [file tail $file]"
}
foreach {all file} [regexp -all -inline {bin/trundle [a-z]+ (examples/[a-z-]+\.tcl)} $readme] {
    tap::ok [file exists $file] "the README's $file is there, in the build folder"
}

# The curve of a swing, and what is fitted to it.  The last digits of the frequency,
# of the inertia and of the printed stiffness leave 3.3, 2.9 and 5 units of 1e-6 open.
regexp {```sh\n(awk .*?) >swing.csv\n```} $readme all curve
regexp {`(bin/trundle identify) swing\.csv (.*?)`} $readme all program arguments
file mkdir $folder
exec sh -c $curve >$folder/swing.csv
set fit [exec $env(TCLSH) {*}$program $folder/swing.csv {*}$arguments -json]
regexp {"k_r" : ([0-9.e-]+)} $fit all k_r
tap::near $k_r 2.492e-2 1.12e-5 "the README's swing has the printed rolling stiffness (13)"
file delete -force $folder

# The files and folders that the README names.
set missing {}
foreach {all link folder} [regexp -all -inline {\]\(([A-Za-z0-9./_-]+)\)|`((?:lit|verification|src|data|figures|paper|mk|\.ci|examples)/)`} $readme] {
    if {![file exists $source/$link$folder]} {
        lappend missing $link$folder
    }
}
tap::is $missing {} "what the README links to exists"

regexp {\n\.SH EXAMPLE\n\.nf\n(.*?)\n\.fi} [read-text $source/man/trundle.3tcl] all example
set puts {}
tap::is [catch {
    set child [interp create]
    $child eval [list set auto_path $auto_path]
    $child eval {proc puts {text} {set ::shown $text}}
    $child eval $example
    $child eval {dict get $shown position}
} message] 0 "the example of trundle(3tcl) runs"
tap::note $message
tap::done

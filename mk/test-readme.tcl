# test-readme.tcl -- the commands of README.md and examples/README.md run and print what is shown, the numbers agree, the
# film is the one that is computed, and links lead to files; so does the example of the manual page.
package require tap

set source [file normalize [expr {[info exists env(srcdir)] ? $env(srcdir) : "."}]]
set build [pwd]

source [file join [file dirname [file normalize [info script]]] files.tcl]
namespace import files::*
source [file join [file dirname [file normalize [info script]]] readme-film.tcl]

set readme [read-text $source/README.md]
set examples [read-text $source/examples/README.md]
set folder $build/readme-test[pid]
file mkdir $folder

# In a folder of its own: what a command of the text prints, and whether it ends well.
proc shell {command} {
    global env build folder
    set command [string map [list bin/trundle "$env(TCLSH) $build/bin/trundle" examples/ $build/examples/] $command]
    set status [catch {exec sh -c "cd $folder && { $command; } 2>&1"} text]
    return [list $status $text]
}
proc paths {text} {
    return [string map [list $::build/examples/ examples/] $text]
}

tap::ok [expr {[llength [split [string trimright $readme \n] \n]] <= 140}] "the README has at most 140 lines"

# Every command with its output: the lines that are shown are printed, in this order; "..." stands for others.  Answers of
# other codes are printed as they arrive, so their numbers and their order are free.
set python [expr {[auto_execok python3] ne ""}]
set sessions 0
foreach {- block} [regexp -all -inline {```console\n(.*?)```} $readme] {
    foreach part [lrange [split [regsub -all {(^|\n)\$ } $block \x01] \x01] 1 end] {
        set lines [lassign [split [string trimright $part \n] \n] command]
        if {!$python && [string match *.py* $command]} {
            tap::note "python3 is not installed: $command"
            continue
        }
        incr sessions
        lassign [shell $command] status text
        tap::is $status 0 "it runs: $command"
        set at 0
        set missing {}
        set free [string match "* -engine *" $command]
        set printed [lmap line [split [paths $text] \n] {expr {$free ? [regsub {^ok \d+} $line ok] : $line}}]
        foreach line $lines {
            if {$line eq "..."} continue
            if {$free} {
                set at 0
                regsub {^ok \d+} $line ok line
            }
            set found [lsearch -exact -start $at $printed $line]
            if {$found < 0} {
                lappend missing $line
            } else {
                set at [expr {$found + 1}]
            }
        }
        tap::is $missing {} "and prints what the README shows"
    }
}
tap::ok [expr {$sessions >= 3}] "the README shows three commands or more: $sessions"

# The film: `trundle run mine.tcl` above has computed it once more.
set kept [read-text $source/figures/rolling.svg]
set film [readme-film::frames $folder/mine-run/trajectory.csv]
set made [readme-film::shown [readme-film::svg $film]]
set shown [readme-film::shown $kept]
tap::is [llength $shown] [llength $made] "the film has [llength $made] frames"
# In pixels, and in degrees of the ball.
set worst 0.0
foreach a $shown b $made {
    foreach x $a y $b {
        set worst [expr {$x eq "" || $y eq "" ? Inf : max($worst, abs($x - $y))}]
    }
}
tap::ok [expr {$worst <= 0.5}] "its frames are those that are computed (make readme-film renews it): $worst"
tap::ok [expr {[string length $kept] < 2000000}] "it is small: [string length $kept] bytes"
# What it says: friction mu g until t = 2/7 of the first slip over mu g, then (5 v + 2 R w)/7.
set rolls [expr {(5*1.0 + 2*0.02*-20)/7}]
set late [lmap f $film {if {[lindex $f 0] < 0.15} continue; lindex $f 2}]
tap::near [expr {[tcl::mathop::+ {*}$late]/[llength $late]}] $rolls 1e-3 "the ball of the film rolls as the closed form says"
tap::ok [regexp "dashed|stroke-dasharray" $kept] "the film draws the closed form"
tap::ok [expr {[string first [format "%g m/s" $rolls] $kept] > 0}] "and names its number"
regexp {up to the impact at ([0-9.]+) s} $readme - impact
set touch [lsearch -inline [split [read-text $folder/mine-run/events.csv] \n] *touch,thrown,other]
tap::near [lindex [split $touch ,] 0] $impact 0.005 "the impact is when the README says"

# The times of both commands are what bootstrap expects: on two processors, packages included.
proc typical {script jobs} {
    return [tcl::mathop::+ {*}[lmap job $jobs {
        regexp -line "^ +$job\\) .*?echo (\\d+) ;;" $script - seconds
        set seconds
    }]]
}
set bootstrap [regsub -all {test "\$tier" = full && echo \S+ \|\| } [read-text $source/bootstrap] {}]
foreach {job steps} {reproduce {packages configure build figures report} check {packages configure build tests}} {
    regexp "bootstrap $job +# about (\\d+) minutes" $readme - minutes
    tap::near [typical $bootstrap $steps] [expr {60*$minutes}] 30 "the time of ./bootstrap $job"
}
tap::is [regexp -inline {it has \d+ benchmarks} $readme] \
    [list "it has [llength [lsearch -all -not [split [lindex [shell {bin/trundle case -list}] 1] \n] " *"]] benchmarks"] "so many benchmarks"
tap::ok [string match "*\\*\\*Version and state:** [lindex [shell {bin/trundle --version}] 1 1],*" $readme] "the version"

# The scenario of examples/README.md, cut short.
regexp {```tcl\n(.*?)```} $examples all scenario
regsub {run until \S+} $scenario {run until 0.05} scenario
set channel [open $folder/shown.tcl w]
puts -nonewline $channel $scenario
close $channel
lassign [shell "bin/trundle run shown.tcl"] status message
tap::is $status 0 "the scenario of examples/README.md runs"
tap::note $message

# The comparison with another code, on the numbers that it shows; then it must refuse a number that is wrong.
regexp {```sh\n(bin/trundle case [^\n]* >impact.json)\n```} $readme all arguments
regexp {```python\n(.*?)```} $readme all comparison
# The benchmark that a code of one's own computes.
regexp {```sh\n(bin/trundle case [^\n]* -engine [^\n]*)\n```} $readme all own
if {$python} {
    shell $arguments
    cd $folder
    tap::is [catch {exec python3 -c $comparison 2>@1} message] 0 "the comparison of the README passes"
    tap::note $message
    regsub -- {-1\.4133} $comparison -1.4233 wrong
    tap::ok [expr {[catch {exec python3 -c $wrong 2>@1} message]
                   && [string match "*AssertionError*'spin'*" $message]}] "and refuses a wrong number"
    cd $build
    lassign [shell $own] status text
    tap::is $status 0 "the README's own code passes"
    tap::ok [regexp -line {^spin .* pass$} $text] "and is judged"
    file mkdir $folder/ci
    regexp {`(bin/trundle init-ci [^`]*)`} $readme - command
    lassign [shell "cd ci && $command"] status text
    tap::is $status 0 "init-ci has these options"
    tap::note $text
} else {
    tap::note "python3 is not installed: the README's own code has not been run"
}
# Options and topics that the text names.
foreach topic {engines language} {
    tap::is [lindex [shell "bin/trundle help $topic"] 0] 0 "trundle help $topic"
}

# The table of mistakes is in the book (codes.nw): it is what the command prints.
set page [read-text $source/verification/pages/codes.nw]
regexp {\\label\{sec:codes-mistakes\}.*?\\toprule\n(.*?)\\bottomrule} $page - table
set table [string map {\\midrule "" {$R^*$} R* {$R-\delta/2$} {R - delta/2} {$R-\delta$} {R - delta} {$2-\nu$} {2 - nu} {$\sqrt{5/6}$} sqrt(5/6) {$F/\delta$} F/delta} $table]
set cells [lmap line [split [string trim $table] \n] {
    if {$line eq ""} continue
    lmap cell [split [string map {\\\\ "" & \x01} $line] \x01] {regsub {^--$} [string trim $cell] -}
}]
set printed [lmap line [split [lindex [shell {bin/trundle case oblique-impact -catches}] 1] \n] {
    if {[string match "| ---*" $line]} continue
    lmap cell [lrange [split $line |] 1 end-1] {string trim $cell}
}]
tap::is [join $cells \n] [join $printed \n] "the table of mistakes in codes.nw is the one that is computed"
foreach mistake {{arm-half: lever arm R - delta/2} {modulus: the modulus of the first material for both}} {
    set row [lsearch -inline -index 0 -exact $cells $mistake]
    tap::ok [expr {[lindex $row [lsearch [lindex $cells 0] yields]] > 10}] "what the README recommends finds $mistake"
}

# Every example is in the list, and those that commands name are there.
foreach file [lsort [glob -directory $source/examples *.tcl *.py *.R *.c *.f90]] {
    tap::ok [regexp "`[file tail $file]`" $examples] "examples/README.md knows [file tail $file]"
}
foreach {all file} [regexp -all -inline {bin/trundle [a-z]+ (examples/[a-z-]+\.tcl)} $readme$examples] {
    tap::ok [file exists $file] "$file is there, in the build folder"
}
regexp {shows (\w+) scenarios with pictures} $readme - count
tap::is $count [dict get {9 nine 10 ten 11 eleven 12 twelve} [llength [regexp -all -inline -line {^\| `\w} $examples]]] "so many scenarios"

# The curve of a swing, and what is fitted to it.  The last digits of the frequency,
# of the inertia and of the printed stiffness leave 3.3, 2.9 and 5 units of 1e-6 open.
regexp {```sh\n(awk .*?)\n(bin/trundle identify .*?)\n```} $examples all curve fit
shell $curve
regexp {"k_r" : ([0-9.e-]+)} [lindex [shell "$fit -json"] 1] all k_r
tap::near $k_r 2.492e-2 1.12e-5 "the swing of examples/README.md has the printed rolling stiffness (13)"
file delete -force $folder

# The files and folders that the texts name.
set missing {}
foreach {text from} [list $readme $source $examples $source/examples] {
    foreach {all link folder} [regexp -all -inline {\]\(([A-Za-z0-9./_-]+)\)|`((?:lit|verification|src|data|figures|paper|mk|\.ci|examples)/[a-z]*/?)`} $text] {
        if {![file exists $from/$link$folder]} {
            lappend missing $link$folder
        }
    }
}
tap::is $missing {} "what the READMEs link to exists"
# Chapters that it names are there.
foreach {- title} [regexp -all -inline {chapter \*([^*]+)\*} [regsub -all \n $readme " "]] {
    set found {}
    foreach file [glob -directory $source lit/*/*.nw verification/pages/*.nw] {
        if {[string first "\\chapter{$title}" [read-text $file]] >= 0} {
            lappend found $file
        }
    }
    tap::is [llength $found] 1 "the chapter $title"
}

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

# test-readme.tcl -- what the README and the manual page show does run, and the
# README's picture is the one that is computed.
package require tap

set source [expr {[info exists env(srcdir)] ? $env(srcdir) : "."}]

proc read-text {file} {
    set channel [open $file]
    fconfigure $channel -encoding utf-8
    set text [read $channel]
    close $channel
    return $text
}

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

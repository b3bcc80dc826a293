# test-goals.tcl -- one make builds everything: any goals may stand in one command, with any number of jobs.
package require tap

# What make knows with these goals: target -> prerequisites and, behind |, those that only come first.
proc rules {args} {
    unset -nocomplain ::env(MAKEFLAGS) ::env(MFLAGS) ::env(MAKELEVEL)
    catch {exec {*}$::env(MAKE) -pnq {*}$args 2>/dev/null} text
    set rules [dict create]
    foreach {- target needs} [regexp -all -inline -line {^([^\s#:=]+): ([^=\n]*)$} $text] {
        dict set rules $target $needs
    }
    return $rules
}

proc first {rules target} {
    set needs [dict get $rules $target]
    return [lrange $needs [lsearch $needs |] end]
}

set rules [rules check book html reproduce]
set objects [dict keys $rules {src/*.lo}]
tap::ok [expr {[llength $objects] > 50}] "[llength $objects] objects of the library and the Tcl package"
tap::is [lmap object $objects {
    if {"src/trundle/laws.h" in [dict get $rules $object]} continue
    set object
}] {} "none is compiled before the headers are tangled"
set check [dict get $rules check-am]
tap::is [lmap program {src/test-sliding src/test-stl fuzz/replay-stl live/liblive.a} {expr {$program in $check}}] {1 1 1 1} \
    "the make that runs the tests finds their programs"
foreach target {paper/ledger.tex paper/ours.txt paper/claims.csv} {
    tap::ok [expr {"check-am" in [first $rules $target]}] "$target reads the logs of tests that are asked for, too"
}
tap::ok [expr {"html/index.html" in [first $rules reproduce] && "book" in [first $rules reproduce]}] \
    "the report comes last, with its links"
set rules [rules book]
tap::ok [expr {"check-am" ni [dict get $rules paper/ledger.tex]}] "a book alone runs no test"
tap::done

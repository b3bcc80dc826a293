# test-functions.tcl -- in a page `expr` has functions with the same bits on every machine, and the pages that run in a
# browser use no others.  How exact they are is asked in lit/tests/powers.nw.
package require tap
package require trundle
package require trundle::page

namespace eval probe {
    namespace path $::trundle::harness::words
    proc value {expression x y} {expr $expression}
}
expr {srand(17)}
foreach {expression low high} {
    acos($x) -1 1 asin($x) -1 1 atan($x) -9 9 cos($x) -40 40 exp($x) -30 30 log($x) 1e-6 1e6 sin($x) -40 40 tan($x) -1.4 1.4
    atan2($x,$y) -9 9 hypot($x,$y) -9 9 pow($x,$y) 1e-3 50
} {
    set worst 0
    for {set k 0} {$k < 1000} {incr k} {
        set x [expr {$low + ($high - $low)*rand()}]
        set y [expr {8*rand() - 4}]
        set here [probe::value $expression $x $y]
        set there [expr $expression]
        set worst [expr {max($worst, abs($here - $there)/max(abs($there), 1e-3))}]
    }
    tap::ok [expr {$worst < 2e-14}] "$expression is that of the C library, but for its last digits"
    regexp {^\w+} $expression name
    tap::is [namespace eval probe [list namespace which tcl::mathfunc::$name]] ::trundle::fixed::tcl::mathfunc::$name \
        "$expression is not the C library's"
}
# Whole exponents, of negative numbers, too; no value where there is none.
tap::is [list [probe::value pow(-3,3) 0 0] [probe::value pow(-3,2) 0 0]] {-27.0 9.0} "a negative number has whole powers"
tap::is [probe::value {acos(-1) == 2*asin(1) && acos(1) == 0} 0 0] 1 "half a turn"
foreach {expression message} {log(-1) {domain error*} pow(-2,0.5) {domain error*} acos(1.1) {domain error*} sin("x") {expected floating*}
        atan2(1) {wrong # args*}} {
    tap::ok [expr {[catch {probe::value $expression 0 0} said] && [string match $message $said]}] "$expression is refused"
}

# The power that the interpreter has is the C library's: `**` stands in nothing that runs in a browser.
set channel [open $env(srcdir)/mk/live.am]
regexp {\nLIVE_PAGES = ((?:\\\n|[^\n])*)} [read $channel] - pages
close $channel
set pages [string map {\\ ""} $pages]
tap::ok [expr {[llength $pages] >= 7}] "there are pages that run in a browser"
set found {}
foreach file [concat [lmap page $pages {string cat verification/pages/$page.tcl}] [lsort [glob figures/*.live]]] {
    set channel [open $file]
    foreach line [split [read $channel] \n] {
        if {[string match {*\*\**} $line] && ![regexp {^\s*#} $line]} {
            lappend found "$file: [string trim $line]"
        }
    }
    close $channel
}
tap::is [join $found \n] "" "no page or figure that runs in a browser takes a power with **"
tap::done

# The line on a terminal that tells how far the work is.
package require tap
package require trundle::progress

tap::is [lmap share {0 0.499 0.5 1 1.3 -1} {trundle::progress::bar $share 4}] \
    {{[....]   0%} {[#...]  50%} {[##..]  50%} {[####] 100%} {[####] 130%} {[....] -100%}} "the bar"
tap::is [lmap s {-3 0 119.4 120 3599.4 3599.6 3600 36061} {trundle::progress::duration $s}] \
    {{0 s} {0 s} {119 s} {2 min} {59 min} {1 h 00 min} {1 h 00 min} {10 h 01 min}} "a time to wait"

# What appears on a terminal: a line over the last one, at most ten a second but the last, then nothing.
close [file tempfile drawn]
proc appears {terminal script} {
    exec [info nameofexecutable] <<[join [list [list set auto_path $::auto_path] {package require trundle::progress} \
        [list proc trundle::progress::terminal? {} [list return $terminal]] $script] \n] 2>$::drawn
    set channel [open $::drawn rb]
    set text [read $channel]
    close $channel
    return $text
}
set bar [trundle::progress::bar 0.5 24]
tap::is [appears 1 {trundle::progress::show 0.5 {a way}; trundle::progress::show 0.6 {a step}
    after 120; trundle::progress::show 0.5 far; trundle::progress::show 1 end; trundle::progress::end; trundle::progress::end}] \
    "\r$bar a way\r$bar far  \r[trundle::progress::bar 1 24] end\r[string repeat { } 35]\r" "what is drawn"
tap::is [appears 1 {
    set now 1000
    proc trundle::progress::clock {word} {return $::now}
    foreach step {0 99 1} {
        incr now $step
        trundle::progress::show 0.5 $step
    }
}] "\r$bar 0\r$bar 1" "a tenth of a second later, not a millisecond before"
tap::is [appears 0 {trundle::progress::show 1 {all of it}; trundle::progress::end}] "" "into a file goes nothing"
tap::is [appears 0 {trundle::progress::tell 0.125 {a piece}; trundle::progress::tell 0.5 {another}; trundle::progress::end}] \
    " 12% a piece\n 50% another\n" "but pieces of minutes, each a line"
tap::is [appears 1 {trundle::progress::tell 0.5 {a way}}] "\r$bar a way" "which on a terminal are drawn"
tap::is [trundle::progress::terminal?] [expr {![catch {exec sh -c {test -t 0} <@stderr}]}] "what a terminal is"
file delete $drawn
tap::done

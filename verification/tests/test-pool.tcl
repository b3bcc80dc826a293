# Jobs in processes of their own: what a worker says, and what is made of one that says nothing.
package require trundle::testing
package require trundle::pool
testing::start
set said [exec [info nameofexecutable] $testing::folder/bin/trundle worker idle]
tap::is [list [llength $said] [lrange $said 0 1] [lindex $said 2 0]] {3 {error {there is no work called "idle"}} TRUNDLE} "a worker tells its error, with its code"
foreach {failed message text want} {
    0 {} {ok 3}                     {ok 3}
    0 {} {error why {TRUNDLE X}}    {error why {TRUNDLE X}}
    1 {child killed} {}             {error {a worker ended early: child killed } {TRUNDLE LOST}}
    1 {child killed} {ok 3}         {error {a worker ended early: child killed ok 3} {TRUNDLE LOST}}
    0 {} ok                         {error {a worker ended early:  ok} {TRUNDLE LOST}}
    0 {} {ok 3 "}                   {error {a worker ended early:  ok 3 "} {TRUNDLE LOST}}
} {
    tap::is [trundle::pool::answer $failed $message $text] $want "what is taken from: $failed, $message, $text"
}
# A worker that says half of its answer, and the rest later; the first job is the last to end.
testing::write slow.tcl {
    lassign $argv - job
    puts -nonewline "ok {$job "
    flush stdout
    after [expr {$job eq "a" ? 300 : 50}]
    puts "$job}"
}
set ::trundle::program [file normalize slow.tcl]
set seen {}
set found [trundle::pool::map {a b c d} 2 {apply {{job result} {
    lappend ::seen $job
}}}]
tap::is [lmap one $found {list {*}$one}] {{ok {a a}} {ok {b b}} {ok {c c}} {ok {d d}}} "whole answers, in the order of the jobs"
tap::is [lsort $seen] {a b c d} "each is told when it ends"
tap::note "in the order $seen"
tap::raises {trundle::pool::map {a b} 1 {apply {{job result} {error "enough"}}}} enough "who reads the answers may have enough of them"
testing::write slow.tcl {
    lassign $argv - job
    for {set k 0} {$job eq "b" && $k < 100 && ![file exists go]} {incr k} {after 50}
    if {$job eq "b"} {close [open late w]}
    puts "ok 1"
}
tap::raises {trundle::pool::map {a b} 2 {apply {{job result} {error "enough"}}}} enough "and then those that are on their way"
close [open go w]
after 1000
tap::is [file exists late] 0 "are ended"
testing::end

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
testing::end

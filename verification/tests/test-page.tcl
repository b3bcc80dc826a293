# The small tools of a page: slopes, distances from a curve, vectors, options, rows that fit.  Answers by hand.
package require tap
package require trundle
package require trundle::page
foreach name {order misses root-mean-square row-fits options scaled} {
    interp alias {} $name {} trundle::page::$name
}
foreach name {vadd vsub vscale vnorm vunit vdot vcross} {
    interp alias {} $name {} trundle::page::vectors::$name
}

tap::near [order {1 3 2 12 4 48}] 2 1e-14 "errors that grow with the square"
tap::near [order {0.1 -5 0.01 5e-2 0.001 5e-4}] 2 1e-14 "whatever their sign"
tap::near [order {1 1 10 10 100 10}] 0.5 1e-14 "the slope of a line that is nearest to three points"
tap::near [misses {{0 0} {4 0} {4 3}} {{1 2} {-3 4} {7 3} {4 9} {3.5 1} {4 0}} 1 1] {2 5 3 6 0.5 0} 1e-15 "distances from a curve with a corner"
tap::near [misses {{0 0} {8 0}} {{4 3} {-8 0}} 2 0.5] {6 4} 1e-15 "in units of x and y"
tap::near [misses {{1 1} {1 1}} {{4 5}} 1 1] 5 1e-15 "from a curve that is a point"
tap::is [scaled {3 4} 2 8] {1.5 0.5} "a point in units"
tap::near [root-mean-square {1 -7 5 5}] 5 1e-15 "the root of the mean square"
tap::is [list [vadd {1 2 3} {5 -7 2}] [vsub {1 2 3} {5 -7 2}] [vscale 2 {1 2 3}]] {{6 -5 5} {-4 9 1} {2 4 6}} "sums and multiples"
tap::is [list [vnorm {2 -3 6}] [vdot {1 2 3} {5 -7 2}] [vcross {1 2 3} {5 -7 2}]] {7.0 -3.0 {25 13 -17}} "lengths and products"
tap::near [vunit {0 3 -4}] {0 0.6 -0.8} 1e-15 "a direction"
tap::is [lmap where {{} {a 1} {a 1.0 b x} {a 2} {a 1 b y}} {row-fits {a 1 b x} $where}] {1 1 1 0 0} "rows that fit"
tap::is [options far {-near 1 -wide {2 3}} {near wide}] {near 1 wide {2 3}} "options as a dict"
foreach {arguments said} {
    {-near} {far: option "-near" has no value}    {-near 1 -wide} {far: option "-wide" has no value}
    {near 1} {far: there is no option "near", *}    {-nera 1} {far: there is no option "-nera", * did you mean -near\?}
} {
    tap::raises {options far $arguments {near wide}} $said "not $arguments"
}
tap::done

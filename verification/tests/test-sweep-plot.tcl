# What the picture of a sweep is made of: which columns vary, a curve for each combination of the others, or a map.
package require trundle::testing
package require trundle::sweep::plot
namespace import testing::*
testing::start

# What gnuplot would be given: words, and the points of the file.
proc trundle::locate {path} {return $path}
proc trundle::figures::draw {script file format style words} {
    set ::drawn [dict merge $words [list file [file tail $file] points [testing::contents [dict get $words columns]]]]
}
proc drawn {parameters column table {log 0}} {
    trundle::sweep::plot::draw . $table $parameters $column $log
    return $::drawn
}

# Three parameters, of which one is the same in all runs and one has two values; a run that has failed has no number.
set table {{mu g e v v.reference} {0.1 9 0.5 1 1.1} {0.1 9 0.7 2 2.1} {0.2 9 0.5 3 3.1} {0.2 9 0.7 {} {}}}
set facts [drawn {mu g e} v $table]
tap::is [lmap name {kind x y second log words titles file} {dict get $facts $name}] {curves mu v e 0 0 e=0.5|e=0.7 v.svg} \
    "a curve for each value of the other parameter that varies"
tap::is [dict get $facts points] {"0.1" 1 1.1 "0.5"
"0.2" 3 3.1 "0.5"


"0.1" 2 2.1 "0.7"
"0.2" NaN NaN "0.7"
} "points, with references and without"
tap::ok [expr {![file exists [dict get $facts columns]]}] "the file of points does not stay"
# While one task draws another one begins and ends.
rename trundle::figures::draw draw-alone
proc trundle::figures::draw {script file format style words} {
    if {![info exists ::meanwhile]} {
        set ::meanwhile 1
        trundle::sweep::plot::draw . $::table {mu g e} v 0
    }
    draw-alone $script $file $format $style $words
}
catch {drawn {mu g e} v $table} said
tap::is [dict get $::drawn points],[catch {dict get $said kind}] [dict get $facts points],0 "each task has points of its own"
rename trundle::figures::draw {}
rename draw-alone trundle::figures::draw
set one [drawn {g} v {{g v} {9 1} {9 2}}]
tap::is [list [dict get $one x] [dict get $one titles] [dict get $one points]] [list g "" "\"9\" 1 NaN \"\"\n\"9\" 2 NaN \"\"\n"] \
    "one parameter, though it does not vary"
tap::is [lmap log {0 1} {dict get [drawn mu v $table $log] log}] {0 1} "a logarithmic axis"
tap::is [lmap name {log words} {dict get [drawn law v {{law v} {exact 1} {wrong 2}} 1] $name}] {0 1} "but not of words"
# A vector: a component of it is a column, and so is its reference.
tap::is [dict get [drawn {a b} v.1 {{a.0 a.1 b v.1 v.reference.1} {1 2 3 4 5} {1 3 3 6 7}}] points] \
    "\"2\" 4 5 \"\"\n\"3\" 6 7 \"\"\n" "components"
# Nine curves are too many: a map of two numbers, or nothing.
proc many {first second} {
    set rows {}
    foreach a $first {
        foreach b $second {
            lappend rows [list $a $b [llength $rows]]
        }
    }
    return [list {a b v} {*}$rows]
}
set nine {1 2 3 4 5 6 7 8 9}
tap::is [lmap b [list [lrange $nine 1 end] $nine] {dict get [drawn {a b} v [many {1 2} $b]] kind}] {curves map} "eight curves, and nine"
tap::is [lrange [split [dict get [drawn {a b} v [many {1 2} $nine]] points] \n] 0 4] {{"1" 0 NaN "1"} {"2" 9 NaN "1"} {} {"1" 1 NaN "2"} {"2" 10 NaN "2"}} \
    "a map has one blank line between its rows"
set words {a b c d e f g h i}
foreach {parameters table name} [list {a b} [many {x y} $nine] "a first one of words" {a b} [many {1 2} $words] "a second one of words" \
        {a b c} [list {a b c v} {*}[lmap k $nine {list 1 $k $k 1}] {2 1 1 1}] "three parameters"] {
    tap::raises [list drawn $parameters v $table] "sweep: -plot v has 9 curves, expected 8 at most, or two*" "nine curves: $name"
}
tap::raises {drawn mu v {{mu v} {1 {}} {2 {}}}} {sweep: -plot is "v", of which no run has a value, expected another observable} "nothing to draw"
tap::is [llength [lsort -unique [dict get [drawn {a b} v [many {1 2} {1 2 3 4 5 6 7 8}]] colours]]] 8 "a colour for each curve"
set said [exec [info nameofexecutable] << "package require trundle::sweep::plot
trundle::sweep::plot::tell-gaps v {a=1 {1 5 NaN 2 6 NaN} a=2 {1 5 NaN 2 6 NaN} a=3 {1 NaN NaN 2 7 NaN}} curves" 2>@1]
tap::is $said "trundle: warning: sweep: v: 1 of 6 runs have no value; the same curve for a=1 and a=2" "what a picture cannot show is told"
tap::raises {drawn mu w {{mu g v message} {1 2 3 {}}}} {sweep: -plot is "w", expected one of mu, g, v} "a column that is not there"
testing::end

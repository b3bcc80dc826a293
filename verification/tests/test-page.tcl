# The small tools of a page: slopes, distances from a curve, vectors, options, rows that fit.  Answers by hand.
package require tap
package require trundle
package require trundle::page
foreach name {order misses root-mean-square row-fits options scaled} {
    interp alias {} $name {} trundle::page::$name
}
foreach name {vadd vsub vscale vnorm vunit vdot vcross} {
    interp alias {} $name {} trundle::vectors::$name
}

tap::near [order {1 3 2 12 4 48}] 2 1e-14 "errors that grow with the square"
tap::near [order {0.1 -5 0.01 5e-2 0.001 5e-4}] 2 1e-14 "whatever their sign"
tap::near [order {1 1 10 10 100 10}] 0.5 1e-14 "the slope of a line that is nearest to three points"
tap::near [misses {{0 0} {4 0} {4 3}} {{1 2} {-3 4} {7 3} {4 9} {3.5 1} {4 0}} 1 1] {2 5 3 6 0.5 0} 1e-15 "distances from a curve with a corner"
tap::near [misses {{0 0} {8 0}} {{4 3} {-8 0}} 2 0.5] {6 4} 1e-15 "in units of x and y"
tap::near [misses {{1 1} {1 1}} {{4 5}} 1 1] 5 1e-15 "from a curve that is a point"
tap::near [misses {{0 0} {0.5 0}} {{0.25 3}} 1 1] 3 1e-15 "from one that is shorter than its units"
tap::is [scaled {3 4} 2 8] {1.5 0.5} "a point in units"
tap::near [root-mean-square {1 -7 5 5}] 5 1e-15 "the root of the mean square"
tap::is [list [vadd {1 2 3} {5 -7 2}] [vsub {1 2 3} {5 -7 2}] [vscale 2 {1 2 3}]] {{6 -5 5} {-4 9 1} {2 4 6}} "sums and multiples"
tap::is [list [vnorm {2 -3 6}] [vdot {1 2 3} {5 -7 2}] [vcross {1 2 3} {5 -7 2}]] {7.0 -3.0 {25 13 -17}} "lengths and products"
tap::near [concat [vunit {0 3 -4}] [vunit {0 0 0}]] {0 0.6 -0.8 0 0 0} 1e-15 "a direction, or none"
tap::is [lmap where {{} {a 1} {a 1.0 b x} {a 2} {a 1 b y}} {row-fits {a 1 b x} $where}] {1 1 1 0 0} "rows that fit"
tap::is [options far {-near 1 -wide {2 3}} {near wide}] {near 1 wide {2 3}} "options as a dict"
foreach {arguments said} {
    {-near} {far: option "-near" has no value}    {-near 1 -wide} {far: option "-wide" has no value}
    {near 1} {far: there is no option "near", *}    {-nera 1} {far: there is no option "-nera", * did you mean -near\?}
} {
    tap::raises {options far $arguments {near wide}} $said "not $arguments"
}
# What a page declares.
set space ::sketch
namespace eval $space {}
set trundle::harness::current sketch
trundle::harness::declare sketch {title Sketch source nowhere} $space
trundle::page::parameter mu 0.3 - {friction} positive
trundle::page::parameter until 2 s {end} positive
trundle::page::live {
    opens {until 1} vary {mu}
    plot {along the floor} m/s {[lindex $velocity 0] + [llength $particles]} {3*$t}
    plot height m {[lindex $position 2]} {$radius - $t}
}
tap::is [trundle::harness::fact sketch live] {opens {until 1} vary mu plots {{{along the floor} m/s} {height m}}} "what is shown of it live"
set spheres {{position {1 2 7} velocity {4 5 6} radius 9} {position {0 0 0} velocity {0 0 0} radius 8}}
tap::is [lmap name {ours-0 reference-0 ours-1 reference-1} {${space}::plot-$name 2 $spheres}] {6 6 7 7} \
    "its curves: of the first sphere, of their number and of the time"
tap::raises {trundle::page::live {plots 3}} {live of sketch: "plots" is not opens, vary or plot} "another word"
tap::raises {trundle::page::alias both {mu dt}} {alias both of sketch: there is no parameter "dt"} "another name of nothing"
trundle::page::alias both {mu until}
tap::is [trundle::harness::without-aliases {both 1.5}] {mu 1.5 until 1.5} "another name of two"
trundle::page::portable {v w} -with {mu 0.1} -variants {up-2 {} down {mu 0.2} far {-tier full mu 0.4}}
tap::is [lmap {name value before} {dt 1 1 dt 1 2 young 1 2 lever half radius lever half half} {
    trundle::harness::differs? $name $value $before
}] {0 1 0 1 0} "another step or law is another run; other numbers of a body are the page's own"
tap::is [list [trundle::page::default-on sketch mu] $trundle::harness::current] {0.3 sketch} "the default of a page, looked up from another"
set asked [trundle::harness::fact sketch portable]
tap::is [list [dict get $asked variants] [dict get $asked full]] {{up-2 {} down {mu 0.2} far {mu 0.4}} far} \
    "what other codes are asked, and what in the full tier alone"
tap::raises {trundle::page::portable v -variants {up {-tier full} down {}}} "portable of sketch: the first variant is of the full tier*" \
    "the first is always asked"
foreach variants {{Up {}} {up_2 {mu 1}} {up {mu}} {up {-tier quick}} {first {} up {-mu 1}}} {
    tap::raises {trundle::page::portable v -variants $variants} {portable of sketch: the variant "*" is not a word of a-z, 0-9 and '-', or its *} \
        "no variant: $variants"
}
trundle::page::table tab1 {expr 1}
foreach {name facts said} {tab1 {} * Tab2 {} * fig {} *-script* tab3 {tier slow} *-tier*} {
    tap::raises {trundle::harness::add-exhibit [expr {$name eq "fig" ? "figure" : "table"}] $name $facts {expr 1}} \
        [expr {$said eq "*" ? {table "*" of sketch: the name is taken or not made of*} : $said}] "no exhibit: $name $facts"
}
trundle::page::check falls "it falls" {expr 1}
foreach name {falls observables Falls fa_lls} {
    tap::raises [list trundle::page::check $name "again" {expr 1}] {check "*" of sketch: the name is taken or not made of*} "no check: $name"
}
tap::is [dict keys [trundle::harness::fact sketch checks]] falls "and one that is"
tap::is [lmap {ours published} {{1 2} {4 6} {1 2} {} {} {4 6}} {
    set row [trundle::harness::row-facts speed m/s $ours $published {}]
    list [dict get $row error] [dict get $row pass]
}] {{5.0 {}} {{} {}} {{} {}}} "a row without a tolerance has an error where there are two numbers, and no verdict"
tap::is [trundle::page::numbers 7,1:2:3] {7.0 1.0 1.5 2.0} "numbers of a page, in the words of a sweep"
set trundle::harness::result {kept {}}
tap::raises {trundle::page::line early {}} "line early: expected a graph before it" "a line without a graph"
trundle::page::graph way x/m y/m -equal yes
trundle::page::line ours {{0 0} {1 2}}
trundle::page::line theirs {{0 1}} -as reference
trundle::page::graph speed t/s v -log y
tap::is [lmap graph [dict get $trundle::harness::result kept graphs] {
    list [dict get $graph title] [lmap line [dict get $graph curves] {list [dict get $line name] [dict get $line as] [dict get $line points]}]
}] {{way {{ours ours {{0 0} {1 2}}} {theirs reference {{0 1}}}}} {speed {}}} "graphs with their lines"
proc known {args} {
    set trundle::harness::current [set name page[incr ::pages]]
    trundle::harness::declare $name {title Sketch source nowhere} ::$name
    foreach one $args {
        trundle::page::parameter $one 0.3 - {friction} positive
    }
    trundle::harness::alias-friction
    return [trundle::harness::fact $name aliases]
}
tap::is [list [known mu_s mu_d] [known mu_s] [known mu_d] [known mu_s mu_d mu]] {{mu {mu_s mu_d}} {} {} {}} "mu stands for both coefficients, where there are both"
set trundle::harness::current sketch

# What the case has found.
set result {observables {x {value 3 reference 5}} kept {path {1 2}} steps 70}
tap::is [list [trundle::page::value $result x] [trundle::page::reference $result x] [trundle::page::kept $result path] \
    [trundle::page::steps $result]] {3 5 {1 2} 70} "a value, its reference, what is kept, the steps"
tap::raises {trundle::page::reference $result y} {the case observes no "y", but x} "what is not observed"
tap::is [trundle::page::named until mu] {until 2.0 mu 0.3} "parameters in force, for another page"
# Observables as comparisons: with an error, or as a condition where there is none; what nothing judges is left out.
set trundle::harness::comparisons {}
set plain {rivals {} rival far discrimination 9 weak 0 why "" named 1 fault "" reason ""}
trundle::harness::compare-some [dict create \
    number [dict merge $plain {value 3 reference 5 error 2 tolerance 1 pass 0}] \
    word   [dict merge $plain {value never reference never error "" tolerance "" pass 1}] \
    free   [dict merge $plain {value 3 reference "" error "" tolerance "" pass ""}]]
tap::is [lmap one $trundle::harness::comparisons {
    list [dict get $one text] {*}[lmap key {condition got want error tolerance} {expr {[dict exists $one $key] ? [dict get $one $key] : "-"}}]
}] {{number - 3 5 2 1} {word {got "never", wanted "never"} {} - - -}} "observables that are judged"

# Printed tables of two spheres at two times with two weights: a figure has a column for each, with a gap between weights.
foreach name {published printed data} {
    rename trundle::page::$name $name
}
proc trundle::page::published {file} {
    return [lmap {particle phi time x y z} {1 0.5 0 0 0 0  1 0.5 2 4 5 6  2 0.5 2 7 8 9  1 1 0 0 0 0  1 1 2 4 5 6} {
        dict create particle $particle phi $phi time $time x $x y $y z $z
    }]
}
proc trundle::page::printed {id quantity unit ours text args} {
    lappend ::compared [list $id $ours $text]
    lappend ::known [dict get $args -known]
    return {off {0 0 1} known {1 0 0}}
}
proc trundle::page::data {name columns rows} {
    dict set ::drawn $name $rows
}
proc state {particle phi time} {
    return [dict create spin [list $particle $phi $time] position {0 0 0}]
}
trundle::page::printed-tables paper {7 spin rad/s} state
tap::is [lindex $compared 2] {{paper table 7} {2 0.5 2} {7 8 9}} "ours beside a printed row"
tap::is [llength $compared] 5 "every row"
tap::is [lmap row [dict get $drawn columns] {lmap x $row {expr {$x + 0.0}}}] {{0.0 0.0 0.5} {1.0 2.0 0.5} {3.0 0.0 1.0} {4.0 2.0 1.0}} "columns of the figure"
tap::is [dict get $drawn lines] [lmap {k line} {0 1:_x 1 1:_y 2 1:_z 3 2:_x 4 2:_y 5 2:_z} {list $k [string map {_ \u00a0} $line]}] "its lines"
tap::is [lmap cell [lrange [dict get $drawn misses] 6 8] {lrange $cell 0 1}] {{1 3} {1 4} {1 5}} "the place of a row in it"
tap::is $known {{0 0 0} {0 0 0} {0 0 0} {0 0 0} {0 0 0}} "of a spin nothing is known but zeros"
set known {}
proc trundle::page::published {file} {
    return [lmap {time x} {0 3 1 4} {dict create particle 1 phi 0.5 time $time x $x y 5 z 6}]
}
trundle::page::printed-tables paper {5 position m} state
tap::is $known {{3 5 6} {3 5 6}} "of a position the start"
set known {}
trundle::page::printed-tables paper {5 position m} state {list told}
tap::is $known {{told position 1 0 {3 5 6} {3 5 6}} {told position 1 1 {3 5 6} {4 5 6}}} "or what the page says"
foreach name {published printed data} {
    rename trundle::page::$name {}
    rename $name trundle::page::$name
}
tap::done

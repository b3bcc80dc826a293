# trundle reproduce: plots, numbers beside the published ones, links, folders.
package require trundle::testing
namespace import testing::*
testing::start gnuplot

page curve {
benchmark curve {title {A <curve>} source {source 7} note {Drawn again.}}
parameter a 2 - {factor}
case { observe top [p a] m -reference 2 -kind closed-form -tolerance 0.1 -reason {why & how} -rival half }
figure fig3 -title {The curve} -source {source fig 3} -script curve.gp {
    data line {x y} [lmap x {0 1 2 3} {list $x [expr {[p a]*$x}]}]
    row {at 3} m [* 3 [value [run] top]] 6.04 -tolerance 0.05 -reason {two decimals} -rival half
}
table tab2 -title {Numbers} -source {source table 2} {
    foreach row [published source/tab2.csv -where {law b}] {
        row [dict get $row name] m 1.25e-7 [dict get $row value]
    }
}
}
page curve "plot dir.'/line.dat' using 1:2 with lines title figure" gp
file mkdir ../data/source
testing::write ../data/source/tab2.csv \
    "# source, table 2\nlaw,name,value\na,one,1\nb,two,2e-7\n"

set result [trundle reproduce]
tap::is [dict get $result status] 0 "all numbers agree: status 0"
tap::is [remains] report "the report is in its folder, nothing beside it"
set html [contents report/index.html]
tap::ok [string match "*>Drawn again.<*" $html] "the note of the benchmark is there"
tap::ok [string match "*No book*<b>2 of 2</b> within tolerance*" $html] \
    "the page counts, and says that there is no book"
tap::ok [string match "*A &lt;curve&gt;*why &amp; how*" $html] "texts are escaped"
tap::ok [regexp {data-label="computed">6<.*data-label="published">6.04<} $html] \
    "our number stands beside the published one"
tap::ok [regexp {two .*1.25&middot;10<sup>&minus;7</sup>.*2&middot;10} $html] \
    "rows of a table of data, powers of ten as in print"
tap::ok [expr {![regexp {(src|href)="(https?:)?//} $html]}] \
    "nothing is asked from a network"
set missing [lmap {- link} [regexp -all -inline {(?:src|href)="([^"#]+)"} $html] {
    if {[file exists report/$link]} continue
    set link
}]
tap::is $missing "" "every link leads to a file"
tap::ok [regexp {<svg.*>fig3<} [contents report/figures/curve-fig3.svg]] \
    "the plot is an SVG with text as text"
tap::is [lindex [split [contents report/data/curve/fig3/line.dat] \n] 3] "2 4.0" \
    "its columns are kept"
tap::is [lmap path [glob -directory report/data/curve *] {file tail $path}] fig3 \
    "a table without columns leaves no empty folder"

# The first screen: a card for each figure and table, in the order of print, with what agrees.
file mkdir ../data
testing::write ../data/items.csv "source,kind,key,place,what,value
campello2015,fig,9,2.2,x,
campello2015,fig,10,2.2,x,
campello2015,table,1,10.1,x,
"
page order {
benchmark order {title Order source {campello2015 2.1}}
figure a -title Tenth -source {campello2015 fig 10} -script curve.gp {
    data line {x y} {{0 0} {1 1}}
    printed {campello2015 fig 10} x m 1.2 1.2
}
figure b -title Ninth -source {campello2015 fig 9} -script curve.gp { data line {x y} {{0 0} {1 1}} }
table c -title Last -source {campello2015 table 1} {
    printed {campello2015 table 1} x m 1.5 1.2
    printed {campello2015 table 1} y m 2.49 2.50
}
table d -title Example -source {campello2015 2.2} { row x m 1 2 -tolerance 0.1 -reason {as printed} -rival double }
table e -title Home -source {campello2015 2.1} { row x m 1 1.01 -tolerance 0.1 -reason {as printed} -rival double }
table f -title Other -source variation -tier full { row x m 1 1 }
}
trundle reproduce order -out order
set page [contents order/index.html]
set seen [lmap card [lrange [split [string map [list {<a class="card } \x01] $page] \x01] 1 end] {
    regexp {data-state="([a-z]+)" href="#order-(.)"} $card - state link
    regexp {class="state">([^<]*)<} $card - text
    list $link $state $text
}]
tap::is $seen {{e agree {1 of 1 within tolerance}} {b drawn {no published number}} {a agree {1 of 1 published numbers agree}}\
    {d fail {0 of 1 within tolerance}} {c open {1 of 2 published numbers agree}}} \
    "cards in the order of print, with their state"
tap::is [regexp -all -inline {data-show="[a-z]+">[^<]*<small>\d+} $page] \
    {{data-show="all">all <small>5} {data-show="open">with numbers that differ <small>2}\
    {data-show="fail">that miss a tolerance <small>1}} "what is chosen is counted"
tap::ok [regexp {<summary>1 figures and tables are not computed here:.*</summary>\n<p>Other\.</p>} $page] "what is not computed is named in one line"
file mkdir chapters
testing::write chapters/order.nw {the chapter}
trundle reproduce order -out order -chapters chapters
tap::ok [string match {*href="../chapters/order.nw">derivation</a>*} [contents order/index.html]] \
    "without a web edition the chapter is linked as it is written"
file delete -force order chapters ../verification/pages/order.tcl ../data/items.csv

# A number that misses, and a plot that fails, are shown and counted.
page bad {
benchmark bad {title Bad source {source 8}}
case { error "no more ink" }
figure fig1 -title Missing -source {source fig 1} -script none.gp {
    row length m 1.0 2.0 -tolerance 0.5 -reason {as printed} -rival double
}
table tab1 -title Dies -source {source table 1} { error "out of paper" }
}
set first $html
set result [trundle reproduce bad curve -out report -pdf]
tap::is [dict get $result status] 1 "a number misses: status 1"
set html [contents report/index.html]
tap::ok [string match {*<b>2 of 5</b>*id="bad"*there is no script*none.gp*out of\
    paper*no more ink*id="curve"*} $html] "faults are told in the page"
tap::ok [file exists report/figures/curve-fig3.pdf] "-pdf writes PDF beside SVG"

# To refuse zero alone is no test: such a row is weak, as is one that names nothing.
page bare {
benchmark bare {title Bare source {source 4}}
table tab1 -title Bare -source {source table 1} {
    row none m 2 2 -tolerance 0.1 -reason {as printed}
    row zero m 2 2 -tolerance 0.1 -reason {as printed} -rival zero
    row near m 2 2 -tolerance 0.1 -reason {as printed} -rival {other 2.31}
    row far m 2 2 -tolerance 0.1 -reason {as printed} -rival {other 5}
}
}
trundle reproduce bare -out bare
tap::ok [string match "*<b>4 of 4</b> within tolerance, 2 of them not discriminating*" [contents bare/index.html]] \
    "rows without a rival are weak"
tap::is [lmap {- word} [regexp -all -inline {\((other|zero)\)} [contents bare/index.html]] {set word}] {other zero} \
    "zero is a rival beside others, where it is the nearest"
file delete -force bare ../verification/pages/bare.tcl

# A page that cannot be read is told, too, and the others are made.
page torn {
benchmark torn {title {Torn} source {source 9}}
figur fig1
}
set result [trundle reproduce torn curve -out half]
tap::is [dict get $result status] 1 "a page that cannot be read: status 1"
tap::ok [string match {*invalid command name*figur*The curve*} \
    [contents half/index.html]] "the others are made"

# With a book beside the report its page is linked.
file mkdir html
testing::write html/index.html "contents"
testing::write html/curve.html "the chapter"
trundle reproduce curve
tap::ok [string match {*href="../html/curve.html"*} [contents report/index.html]] \
    "the book's page of the benchmark is linked"
file delete -force html
trundle reproduce curve
tap::is [contents report/index.html] $first "the same page every time"

# A long exhibit is left out by -tier quick, and the page names it.
page slow {
benchmark slow {title {Slow} source {source 9}}
figure fig1 -title {The quick one} -source {source fig 1} -script curve.gp {
    data line {x y} {{0 0} {1 1}}
}
figure fig2 -title {The slow one} -source {source fig 2} -script curve.gp -tier full {
    data line {x y} {{0 0} {1 2}}
    row {at 1} m 2 2 -tolerance 0.1 -reason {as printed} -rival half
}
table tab2 -title {A slow table} -source {source table 2} -tier full -apart yes { row worker m [pid] 1 }
table tab3 -title {Another} -source {source table 2} -tier full { row worker m [pid] 1 }
}
set result [trundle reproduce slow -pdf -out quick]
tap::ok [expr {[dict get $result status] == 0
    && [string match "*0 numbers with a tolerance; figures and tables not computed: 3*" [dict get $result out]]}] \
    "the long ones are left out, and counted"
set html [contents quick/index.html]
tap::ok [regexp {Not computed here[^<]*<code>trundle reproduce slow -tier full</code>\):\s*(.*?)</p>} $html - named] "the page says how they are made"
tap::is [llength [regexp -all -inline {<span id="slow-} $named]] 3 "and names them in one line"
tap::ok [expr {![regexp {0 of 0|data-label="verdict"><span class="pass"} $html]}] "nothing passes where nothing is judged"
tap::ok [regexp {left out: `trundle reproduce slow} [contents quick/figures/slow-fig2.svg]] \
    "the book has a picture that says so"
tap::is [lsort [glob -directory quick/figures -tails *]] \
    {slow-fig1.pdf slow-fig1.svg slow-fig2.pdf slow-fig2.svg} "and nothing else is there"
set result [trundle reproduce slow -tier full -out whole]
tap::ok [expr {[string match "*1 of 1 numbers*" [dict get $result out]]
    && ![regexp {[Ll]eft out} [contents whole/index.html]]}] "-tier full makes them"
set workers [lmap {- worker} [regexp -all -inline {worker.*?data-label="computed">(\d+)<} [contents whole/index.html]] {set worker}]
tap::is [list [llength $workers] [llength [lsort -unique $workers]]] {2 2} "what is apart is made by another process"
tap::is [regexp -all -inline {slow-[a-z]+\d(?=" class)} [contents whole/index.html]] \
    {slow-fig1 slow-fig2 slow-tab2 slow-tab3} "and stands in its place"

# What measures times waits until all others are done.
page timed [string map [list @ [clock milliseconds]] {
benchmark timed {title {A clock} source {source 1}}
table tab1 -title {Alone} -source {source table 1} -tier full -apart alone { row begins ms [- [clock milliseconds] @] 1 }
table tab2 -title {Long} -source {source table 2} -tier full -apart yes { after 700; row ends ms [- [clock milliseconds] @] 1 }
table tab3 -title {Short} -source {source table 3} -tier full { after 300; row ends ms [- [clock milliseconds] @] 1 }
}]
trundle reproduce timed -tier full -jobs 2 -out timed-out
set times [lmap {- time} [regexp -all -inline {data-label="computed">(\d+)<} [contents timed-out/index.html]] {set time}]
tap::ok [expr {[llength $times] == 3 && [lindex $times 0] >= max([lindex $times 1], [lindex $times 2])}] \
    "what is alone begins when all others have ended"
tap::note "began at [lindex $times 0] ms, others ended at [lrange $times 1 2]"
file delete -force timed-out ../verification/pages/timed.tcl

# An earlier report with a page written anew: the same numbers and figures.
set first [contents whole/index.html]
set svg [contents whole/figures/slow-fig2.svg]
set result [trundle reproduce -from whole -out again]
tap::is [contents again/index.html] $first "-from: the same page"
tap::is [contents again/figures/slow-fig2.svg] $svg "-from: the same figure"
trundle reproduce bad -out broken
tap::is [dict get [trundle reproduce -from broken -out again] status] 1 \
    "-from: a number that misses still counts"
file delete -force quick whole again broken

# Numbers as they are printed: how far off in units of the last digit, and which of them say something.
page print {
benchmark print {title Print source {source 4}}
table tab4 -title {As printed} -source {source table 4} {
    printed {source table 4} place m {1.70049 0.327 5.95} {1.700 0.328 5.950} -known {1.7 2.1 5.95}
    printed {source claim speed} speed m/s 8.966 8.94
    printed {source claim time} time s 1.6e-4 1e-4 -tolerance 5e-5 -reason {one digit}
}
}
set result [trundle reproduce print -out print]
tap::is [dict get $result status] 1 "a printed number may miss; what has a tolerance is judged"
set html [contents print/index.html]
tap::ok [string match "*<b>1 of 2</b> single*<b>3 of 3</b> entries*<b>2 of 3</b> agree among the numbers*<b>0 of 1</b> within*4 of 5 published\
    numbers agree within one unit of their last digit; 2 of the 3 that are not fixed by the input*" $html] \
    "printed numbers are counted by component"
tap::ok [regexp {data-label="published, agree">4 of 5<} $html] "and by benchmark on the first screen"
tap::ok [regexp {>1\.700</span>.*>0\.49<.*>1<.*3 of 3.*>2\.6<.*0 of 1.*>0\.6<.*1 of 1} $html] \
    "with their digits, and how many units of the last one ours is off"
foreach {name line} {
    "of two and three numbers" {printed {source table 4} place m {1 2} {1.0 2.0 3.0}}
    "without digits" {printed {source table 4} place m 0.5 .5x}
    "of no entry" {printed table place m 0.5 0.5}
} {
    page odd "benchmark odd {title Odd source {source 4}}\ntable t {$line}"
    trundle reproduce odd -out print
    tap::ok [regexp {class="error"} [contents print/index.html]] "a row $name is refused"
}
file delete -force print

file mkdir mine
testing::write mine/thesis.txt text
foreach {name arguments pattern} {
    "a folder with other files" {reproduce -out mine} {*-out is "*mine"*new folder}
    "a file for a folder" {reproduce -out mine/thesis.txt} {*new folder}
    "unknown benchmark" {reproduce curv} {*"curv", expected one of bad, curve, odd, print, slow, torn; did you mean curve?}
    "no book there" {reproduce -book mine} {*-book is "mine"*index.html*}
    "unknown option" {reproduce -ot x} {*"-ot"*-out*}
    "no tier" {reproduce -tier long} {*-tier is "long", expected one of quick, full}
    "no earlier report" {reproduce -from mine} {*-from is "mine"*earlier report*}
    "names and an earlier report" {reproduce slow -from report} {*no names of benchmarks}
} {
    testing::refused "trundle: $pattern" $arguments $name
}

# Into a file goes a line for what took a minute, be it an exhibit or a check; not for the questions to other codes.
package require trundle::command::reproduce
package require trundle::command::verify
proc trundle::progress::terminal? {} {return $::terminal}
proc trundle::progress::tell {share text} {lappend ::told [list $share $text]}
proc trundle::progress::show {share text} {lappend ::told [list $share $text shown]}
set pieces {{name long seconds 60} {name short seconds 59.4} {name longer seconds 3671}}
foreach {terminal job answer want} [list \
    0 {reproduce fall} [list ok [dict create exhibits $pieces]] {{0.5 {fall/long: 60 s}} {0.5 {fall/longer: 1 h 01 min}}} \
    0 {verify slope long} [list ok $pieces] {{0.5 {slope/long: 60 s}} {0.5 {slope/longer: 1 h 01 min}}} \
    0 {verify slope long} {error {ended early}} {} \
    0 {both {} slope printed} {ok {strict {seconds 70}}} {} \
    1 {verify slope long} [list ok $pieces] {{0.5 {2 of 4: slope} shown}}] {
    set trundle::command::finished 1
    set told {}
    trundle::command::tell-progress 4 $job $answer
    tap::is $told $want "what is told of [lindex $job 0], [lindex $answer 0], terminal: $terminal"
}
# Two workers leave out a figure at the same time: while one draws, the other begins and ends.
package require trundle::figures
proc trundle::harness::leave-out {name exhibit} {dict create kind figure}
proc trundle::figures::draw {script args} {
    if {[incr ::drawings] == 1} {
        trundle::command::leave-out curve other . 1
    }
    lappend ::there [file exists $script]
}
trundle::command::leave-out curve first . 1
tap::is $there {1 1 1 1} "who leaves out a figure does not take the script of another who does"
tap::is [glob -nocomplain left-out*] {} "and none is left"
testing::end

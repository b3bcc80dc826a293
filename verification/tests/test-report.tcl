# The first screen of a report: where print has what, in which order cards stand, what they say.
package require trundle::testing
package require trundle::report
namespace eval trundle {variable version test}
proc trundle::locate {file} {}
set top [file dirname [file dirname [file dirname [file normalize [info script]]]]]
testing::start
foreach name {where-printed before card source-name book-line first-screen} {
    interp alias {} $name {} trundle::report::$name
}
set places {{campello2015 fig 8} 5.2 {wang2015 table 2} 3}
foreach {source home want} {
    {campello2015 fig 8}             {campello2015 4}   {0 campello2015 5.2 0 0 8}
    {campello2015 fig 9, middle}     {campello2015, 4}  {0 campello2015 4 0 0 9}
    {wang2015 tables 2, 3}           {wang2015 1}       {2 wang2015 3 0 1 2}
    {bandeira2018 3.1}               {bandeira2018 9}   {1 bandeira2018 3.1 1 0 3}
    {epsd claim a}                   {epsd 7}           {3 epsd 7 1 0 99}
    {with another law}               {swing2021 2}      {99 {} swing2021 0 0 0}
} {
    tap::is [where-printed [list source $source] $home $places] $want "where is $source"
}
# Sources in their order, sections as numbers, figures before tables before claims.
set order {{0 a 4 0 0 9} {0 a 5.2 0 0 8} {0 a 5.10 0 0 1} {0 a 5.10 0 1 1} {0 a 5.10 1 0 1} {1 b 3 0 0 1} {2 c 2 0 0 2} {2 c 2 0 0 10} {99 {} d 0 0 0}}
tap::is [lmap one [lsort -command before [lmap one [lreverse $order] {list $one card}]] {lindex $one 0}] $order "the order of print"
tap::is [lmap name {campello2015 ""} {source-name $name}] {{Campello 2015, rotations and friction} {Variations, and other data}} "their headings"

proc exhibit {name source args} {
    return [dict merge [dict create benchmark b name $name source $source title "A <$name>" kind table plot "" rows {} message "" left_out 0] $args]
}
foreach {change state said} {
    {}                               drawn {no published number}
    {rows {{text x pass 1} {text y pass 1}}} agree {2 of 2 within tolerance}
    {rows {{text x pass 1} {text y pass 0}}} fail {1 of 2 within tolerance}
    {rows {{text x pass 1} {text y pass 1 weak 1}}} agree {2 of 2 within tolerance, 1 not discriminating}
    {rows {{text x pass 1} {text y pass 1 weak 1} {text z pass 1 weak 1}}} weak {3 of 3 within tolerance, 2 not discriminating}
    {rows {{text y pass 1 weak 1}}} weak {1 of 1 within tolerance, 1 not discriminating}
    {rows {{text x pass ""}}} drawn {no published number}
    {message broken}                 fail {}
    {left_out 1}                     left {not computed}
    {message broken left_out 1}      fail {}
} {
    set card [card [exhibit e {epsd claim a} {*}$change] {}]
    regexp {<span class="state">(.*)</span>} [dict get $card html] - text
    tap::is [list [dict get $card state] $text] [list $state $said] "a card with $change"
}
tap::is [lmap rows {{{text x} {text y reason ""}} {{reason b&c} {reason ""} {reason a} {reason a}}} {regsub -all {\s+} [trundle::report::reasons $rows] { }}] \
    [list "" "<p class=\"source\">Tolerances: a &middot; b&amp;c.</p> "] "why the tolerances have their size, if anybody says so"
# Print has numbers beside an exhibit: it is not drawn alone.  What they are the rows of all exhibits say.
tap::is [lmap text {{b table 5, 6, 7} {b tables 5 to 7} {b table 5, c fig 1} {b 6.1, (127)-(134)} {a b c d}} {trundle::report::entries-named $text}] \
    {{{b table 5} {b table 6} {b table 7}} {{b table 5} {b table 6} {b table 7}} {{b table 5} {c fig 1}} {} {}} "the entries that an exhibit names"
set misses [exhibit misses {b table 5} rows {{quantity x text "" published {1 2} off {0 4} known {0 0} pass "" id {b table 5}}
    {quantity y text "" published 2 off 1 known 0 pass "" id {b table 6}}}]
set counts [trundle::report::counts-by-entry [list [list ok [dict create observables {} exhibits [list $misses]]]]]
foreach {source rows state said} {
    {b table 5}        {} open  {1 of 2 numbers published there agree}
    {b tables 5, 6}    {} open  {2 of 3 numbers published there agree}
    {b table 6}        {} agree {1 of 1 numbers published there agree}
    {b table 7}        {} drawn {no published number}
    {other people}     {{quantity x text "" published 3.1 pass "" off "" known "" id ""}} beside {1 next to published ones}
} {
    set card [card [exhibit e $source rows $rows] {} $counts]
    regexp {<span class="state">(.*)</span>} [dict get $card html] - text
    tap::is [list [dict get $card state] $text] [list $state $said] "an exhibit that stands beside $source"
}
set answers [list {error broken} [list ok [dict create source {campello2015 4} observables {} message "" exhibits [list [exhibit e1 {wang2015 3}] [exhibit e2 {campello2015 fig 8}] \
    [exhibit e3 {campello2015 fig 2} left_out 1] [exhibit e4 other message broken]]]]]
set html [first-screen {} $answers]
tap::is [regexp -all -inline {<h3|</div>|#b-e\d} [string range $html [string first "<h2>Figures" $html] end]] \
    {<h3 #b-e2 </div> <h3 #b-e1 </div> <h3 #b-e4 </div>} "a heading for each source, its cards below"
tap::is [lmap {- state count} [regexp -all -inline {data-show="(\w+)">[^<]*<small>(\d+)<} $html] {list $state $count}] {{all 3} {open 1} {fail 1}} \
    "buttons for what there is, with numbers"
tap::ok [regexp {<details.*<summary>1 figures and tables are not computed.*about (\d+) minutes} $html - minutes] "what is not computed is one line, with its time"
tap::ok [regexp -line "^full_minutes=$minutes\$" [testing::contents $top/bootstrap]] \
    "the time that bootstrap says"
# Tiles, papers, deviations: of a table and of single results, with the reasons of a list.
proc printed {id quantity off args} {
    return [dict merge [dict create quantity $quantity unit m ours 1 published 2 error 1 tolerance "" pass "" weak 0 text "" id $id off $off known [
        lmap one $off {string cat 0}]] $args]
}
set made [exhibit e {campello2015 table 1} rows [list [printed {campello2015 table 1} way {0 7 0.3} published {1 2 3}] \
    [printed {campello2015 claim a} speed 0.5 closed yes] [printed {epsd claim b} time 3 pass 1 weak 1 rival zero] [printed {epsd claim c} spin 40]]]
set answers [list [list ok [dict create source {campello2015 4} observables {} message "" exhibits [list $made]]]]
set trundle::report::deviations {{campello2015 table 1 * chaotic {many impacts}} {epsd claim b ti* error B-28}}
set html [first-screen {} $answers]
tap::is [regexp -all -inline {<b>(\d+ of \d+)</b>} $html] {{<b>1 of 3</b>} {1 of 3} {<b>2 of 3</b>} {2 of 3} {<b>2 of 5</b>} {2 of 5} {<b>1 of 1</b>} {1 of 1}} "four numbers"
tap::ok [string match "*within tolerance, 1 of them not discriminating</p>*" $html] "all within tolerance count, those that do not discriminate are named"
tap::is [lmap {- text} [regexp -all -inline {<li><a href="#print-\w+">[^<]*</a>: ([^<]*)} $html] {set text}] \
    {{1 of 1 single results agree; 2 of 3 table entries agree; 1 of 1 figures and tables computed}} "a line for each paper that has exhibits here"
tap::ok [string match "*<li>Campello 2015, Table 1: 1 of 3 numbers differ. <strong>chaotic</strong>: many impacts</li>*" $html] "a table in one line, with its reason"
tap::ok [string match "*>time <span*<strong>error in the source</strong>: B-28*" $html] "a single result, with its reason"
tap::ok [regexp {>spin <.*no reason is given} $html] "one without a reason is marked"
tap::is [trundle::report::without-reason $answers] {{epsd claim c spin}} "and named"
tap::is [first-screen {} {{error broken}}] "" "nothing to show"
set table [trundle::report::contents {one two} [list {error broken} [list ok [dict create title "A <page>" source {wang2015 3} message "" observables {} \
    exhibits [list [exhibit e1 {wang2015 3} rows {{text x pass 1}}]]]]]]
tap::is [lmap {- name title source} [regexp -all -inline {<a href="#(\w+)">([^/]*)</a></td><td data-label="source">([^<]*)<} $table] {list $name $title $source}] \
    {{one one {}} {two {A &lt;page&gt;} {wang2015 3}}} "a line a benchmark, by its title; one that broke by its name"
tap::is [lmap rows {{} {{off 0.3 published 1.2 known 0}}} {trundle::report::printed-line $rows}] \
    {{} {1 of 1 published numbers agree within one unit of their last digit.}} "what is said of printed numbers is a sentence"
tap::is [regexp -inline {<td data-label="quantity">.*?</td>} [trundle::report::rows-table {{quantity way unit m ours 17.9799
    published 17.939 error 0.041 tolerance "" pass "" weak 0 id {a claim b} off 41 known 0 text {a misprint}}}]] \
    {{<td data-label="quantity">way <span class="unit">m</span> <span class="remark">a misprint</span></td>}} "a row shows what the page says of it"
tap::is [lmap verdicts {{} {1 1} {1 weak 0} {weak error}} {trundle::report::within-text $verdicts}] \
    {{} {2 of 2} {2 of 3, 1 of them not discriminating} {1 of 2, 1 of them not discriminating}} "how many lie within their tolerance"
testing::end

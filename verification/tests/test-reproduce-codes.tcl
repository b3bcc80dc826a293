# trundle reproduce -engine: curves of other codes beside ours, and what they answer, a word for each.
package require trundle::testing
namespace import testing::*
testing::start gnuplot
set ::env(TRUNDLE_CACHE) [pwd]/../cache

page thrown {
benchmark thrown {title {A thrown sphere} source {a test}}
parameter speed 2.1 m/s {start velocity, upwards} number
parameter until 0.3 s {end} positive
case {
    with-engine e [model {
        gravity {0 0 -9.81}
        material clay -young 1e7 -poisson 0.3 -density 1700
        sphere ball -radius 0.05 -material clay -position {0 0 1} -velocity [list 1.3 0 [p speed]]
        laws -lever radius -rescale no
        integrate -method verlet -dt 1e-3
    }] -until [p until] -every 10 {
        keep rows [$e advance [p until] -every 10]
        set ball [$e particle 0]
    }
    observe fall [expr {[lindex [dict get $ball position] 2] - 1}] m -kind closed-form \
        -reference [expr {[p speed]*[p until] - 0.5*9.81*[p until]**2}] -tolerance 1e-9 -reason {round-off} \
        -rival [list gravity [* [p speed] [p until]]]
}
portable {fall} -with {speed 2.1} -variants {up {} down {speed -1.7}}
figure path -title {The path} -source {a test} -script thrown.gp {
    set from 3
    curve run {t z} {lmap row [kept [run speed 0.7] rows] {list [lindex $row 0] [lindex $row $from+1]}}
}
figure both -title {Two paths} -source {a test} -script both.gp {
    foreach {name speed} {up 0.7 down -1.7} {
        curve $name {t z} {lmap row [kept [run speed $speed] rows] {list [lindex $row 0] [lindex $row 4]}}
    }
}
figure plain -title {Ours alone} -source {a test} -script thrown.gp { data run {t z} {{0 0} {1 1}} }
}
page thrown {plot dir.'/run.dat' u 1:2 w l t 'ours', \
    for [k=1:words(codes)] dir.'/run-'.word(codes,k).'.dat' u 1:2 w p lc rgb other(k) t word(codes,k)} gp

page both {plot for [name in 'up down'] dir.'/'.name.'.dat' u 1:2 w l notitle, \
    for [name in 'up down'] for [k=1:words(codes)] dir.'/'.name.'-'.word(codes,k).'.dat' u 1:2 w p t word(codes,k)} gp

# Programs that need no mechanics: a flight by its formula, with the gravity of the second word.
proc program {name body} {
    testing::write $name "#!/bin/sh\n$body\n"
    file attributes $name -permissions 0755
}
foreach {name gravity} {right 9.81 heavy 9.9} {
    program $name "\[ \$1 = can ] && echo '{\"reads\": \"text\"}' && exit
awk -v g=$gravity '/^particles.1.velocity /{v = \$4} /^run.until /{last = \$2} /^run.record /{every = \$2}
  END {print \"time,particle,x,y,z,vx,vy,vz,wx,wy,wz\"
    n = int(last/every + 1e-6)
    for (k = 0; k <= n; k++) {t = k*every; printf \"%.17g,0,%.17g,0,%.17g,1.3,0,%.17g,0,0,0\\n\", t, 1.3*t, 1 + v*t - g*t*t/2, v - g*t}}' \$2"
}
program shy "\[ \$1 = can ] || awk '/^particles.1.velocity /{exit \$4 < 0 ? 3 : 0}' \$2 || exit
exec [pwd]/right \$*"
program crash {exit 3}
program hang {sleep 30}
program babble {echo hello world}
program little {echo '{"name": "little", "parts": ["planes"]}'}
set result [trundle reproduce thrown -engine fine=./right,./heavy,./crash,./hang,./babble,./little,trundle -limit 2 -out report]
tap::is [dict get $result status] 0 "what other codes answer does not change the status of our numbers"
tap::note [dict get $result err]
set html [contents report/index.html]

# The curves.
proc column {file} {
    return [concat {*}[lmap line [lrange [split [string trim [contents $file]] \n] 1 end] {lrange $line 0 1}]]
}
set want [concat {*}[lmap k {0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30} {
    set t [expr {0.01*$k}]
    list $t [expr {1 + 0.7*$t - 0.5*9.81*$t*$t}]
}]]
foreach code {fine trundle} {
    tap::near [column report/data/thrown/path/run-$code.dat] $want 1e-12 "the curve of $code"
}
tap::ok [expr {abs([lindex [column report/data/thrown/path/run-heavy.dat] end] - [lindex $want end]) > 1e-3}] "another curve of another gravity"
tap::is [lsort [lmap file [glob report/data/thrown/path/*] {file tail $file}]] \
    {run-fine.dat run-heavy.dat run-trundle.dat run.dat} "no curve of those that have none"
set svg [contents report/figures/thrown-path.svg]
tap::is [lmap name {ours fine heavy trundle crash} {regexp ">$name<" $svg}] {1 1 1 1 0} "the figure has a curve for each"
tap::ok [string match "*Other codes: fine; heavy; crash has no curve: crashed: *; hang has no curve: late: *; babble has no curve: crashed: *;\
    little has no curve: unsupported: *; trundle.*" $html] "and says whose, and why not"
set result [trundle reproduce thrown -engine ./shy,./crash -out one]
set one [contents one/index.html]
tap::ok [string match "*Other codes: shy has no curve down: crashed: *; crash has no curve: crashed: *" $one] \
    "of two curves of a figure it is told which is not there"
tap::is [lsort [lmap file [glob one/data/thrown/both/*] {file tail $file}]] {down.dat up-shy.dat up.dat} "the other is"
tap::is [lmap name {shy crash} {regexp ">$name<" [contents one/figures/thrown-both.svg]}] {1 0} "and is drawn"

tap::is [regexp >fine< [contents report/figures/thrown-plain.svg]] 0 "a figure without curves is as it was"

# The answers: of the first variant, in the quick tier.
proc words {html} {
    set from [string first {<section id="codes">} $html]
    set part [string range $html $from [string first </section> $html $from]]
    return [lmap cell [lrange [split [string map [list {<td data-label="} \x01] $part] \x01] 1 end] {
        if {![regexp {^[^"]*, (strict|dialect)"><span class="[a-z]*">([^<]*)<} $cell - - word]} continue
        set word
    }]
}
tap::is [words $html] {pass pass fail fail crashed crashed {timed out} {timed out} crashed crashed unsupported unsupported pass pass} \
    "a word for each, strict and dialect"
tap::ok [regexp {<span class="fail">fail</span> 4(\.[01])?&middot;10<sup>6</sup>} $html] "the error in tolerances: (9.9 - 9.81)/2 0.3^2 of 1e-9"
tap::ok [string match "*fine: strict 1 pass; dialect 1 pass. heavy: strict 1 fail*" $html] "they are counted"
tap::is [regexp {<a href="#thrown">thrown</a>, down} $html] 0 "the quick tier asks the first variant"
set result [trundle reproduce thrown -engine fine=./right -tier full -out full]
tap::is [words [contents full/index.html]] {pass pass pass pass} "the full tier all"
trundle reproduce -from full -out again
tap::is [words [contents again/index.html]] {pass pass pass pass} "a page that is written anew has them"
trundle reproduce thrown -out without
set page [contents without/index.html]
tap::is [list [regexp {id="codes"} $page] [regexp {Other codes} $page]] {0 0} "without -engine there is no such part"

# What differs as it is declared is told with its convention.
package require trundle
package require trundle::report::codes
tap::ok [string match {*differs (declared)</span> 5.6 *0.85 s*lever half*} [trundle::report::answer [dict create status differs \
    seconds 0.85 message "lever half" comparisons {{error 5.6 tolerance 1 text x}}]]] "what differs, and by which convention"

tap::ok [expr {![string match "* s</span>*" [trundle::report::answer {status fail seconds 0 message no comparisons {}}]]}] "no seconds of what did not run"
set html [trundle::report::codes {{page thrown variant up code x strict {status fail seconds 1 message "" comparisons {}}
    own {status pass seconds 1 message "" comparisons {}}}} {x X}]
tap::is [list [words $html] [string match "*X: strict 1 fail; dialect 1 pass.*" $html]] {{fail pass} 1} \
    "strict and dialect, each in its column"
tap::ok [regexp {<table[^>]*>\s*<thead><tr><th>question</th><th>X, strict</th><th>dialect</th></tr></thead>\s*<tbody>\s*<tr>} $html] \
    "under a head for them"
tap::is [lmap tag {section table thead tbody tr td th} {expr {[regexp -all "<$tag\\M" $html] - [regexp -all "</$tag>" $html]}}] {0 0 0 0 0 0 0} \
    "each part of the table has its end"

foreach {words pattern} {
    {-engine nothing}          "*reproduce: -engine is \"nothing\", expected one of esys, lammps, liggghts, yade or a program*"
    {-engine ./right,./right}  "*expected each code once"
    {-limit 3}                 "*reproduce: -limit needs an -engine"
    {-ranks 2}                 "*reproduce: -ranks needs an -engine"
    {-engine ./right,./crash -ranks 2} "*reproduce: -ranks is 2, but right and crash run in one process, expected 1"
    {-from full -engine ./right} "*reproduce: -from computes nothing, expected a report without -engine"
} {
    testing::refused $pattern [list reproduce thrown -out x {*}$words] $words
}
testing::end

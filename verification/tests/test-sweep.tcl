# trundle sweep: which runs, what the table holds, what a kill leaves, the job array.
package require trundle::testing
package require json
package require csv
namespace import testing::*
testing::start gnuplot

# A throw, whose height is known; it notes each run that is really made.
page throw {
benchmark throw {title {A throw} source {closed form}}
parameter v 1 m/s {start speed} nonnegative
parameter g 9.81 m/s2 {gravity} number
parameter place {0 0} m {start} text
parameter law exact - {which formula} {choice exact wrong}
parameter mu_s 0.1 - {static friction} nonnegative
parameter mu_d 0.1 - {dynamic friction} nonnegative
case {
    if {[p g] == 0} {refuse g {gravity that brings it down}}
    set channel [open [file join [pwd] made] a]; puts $channel [p v]; close $channel
    if {[p v] == 99} {after 1500; close [open [file join [pwd] late] w]}
    observe height [expr {[p v]**2/(2*[p g])*([p law] eq "wrong" ? 1.1 : 1)}] m -kind closed-form \
        -reference [expr {[p g] < 0 ? "none" : [p v]**2/(2*[p g])}] -relative 1e-12 -reason round-off \
        -rival [list double [expr {[p v] ? [p v]**2/[p g] : "none"}]]
    observe place [p place] m
    observe far [lindex {1.0 NaN} [> [p v] 1000]] m
}
}
proc lines {file} {lmap line [split [string trim [contents $file]] \n] {csv::split $line}}
proc column {file name} {
    set rows [lassign [lines $file] head]
    lmap row $rows {lindex $row [lsearch -exact $head $name]}
}
proc runs-made {} {
    variable ::testing::folder
    if {![file exists $folder/work/made]} {return 0}
    set n [llength [lines $folder/work/made]]
    file delete $folder/work/made
    return $n
}

# --- which runs
foreach {over list name} {
    v=1,2.5,4                 {1.0 2.5 4.0}             "a list"
    v=0:1:5                   {0.0 0.25 0.5 0.75 1.0}   "a range by its count"
    v=0:1:+0.3                {0.0 0.3 0.6 0.9}         "a range by its step"
    v=1e-3:10:5:log           {0.001 0.01 0.1 1.0 10.0} "even in the logarithm"
    v=1e200:1e202:3:log       {1e+200 1e+201 1e+202}    "whose product no number holds"
    v=1e-202:1e-200:3:log     {1e-202 1e-201 1e-200}    "nor that of small ones"
    v=7,1:2:3                 {7.0 1.0 1.5 2.0}         "a range in a list"
    v=2:1:+-0.5               {2.0 1.5 1.0}             "downwards"
    { v = 1, 2:3:2 }          {1.0 2.0 3.0}             "with spaces"
} {
    set said [split [string trim [dict get [trundle sweep throw -over $over -list] out]] \n]
    tap::is [lmap one [lrange $said 1 end] {string trim $one}] $list $name
}
tap::is [lrange [split [string trim [dict get [trundle sweep throw -over v=1,2 -over law=* -list] out]] \n] 1 end] \
    [list "1.0  exact" "1.0  wrong" "2.0  exact" "2.0  wrong"] "a grid; the first changes slowest; * is all"
scenario points.csv "# speeds and gravities\nv, g\n1,3.7\n2,1.6"
tap::is [lrange [split [string trim [dict get [trundle sweep throw -over @points.csv -list] out]] \n] 1 end] \
    [list "1.0  3.7" "2.0  1.6"] "a table"
tap::is [lmap part {1/2 2/2} {
    lmap line [lrange [split [string trim [dict get [trundle sweep throw -over v=1,2,3 -list -part $part] out]] \n] 1 end] {string trim $line}
}] {{1.0 3.0} 2.0} "a part of them"
tap::is [runs-made] 0 "-list runs nothing"

# --- the table
set result [trundle sweep throw -over v=1:4:4 -over law=* -set g=3.7 -jobs 3]
tap::is [dict get $result status] 1 "a run that misses its tolerance: status 1"
tap::ok [string match "throw-sweep/sweep.csv: 8 runs, 4 ok, 0 weak, 4 missed a tolerance, 0 refused, 0 diverged*" \
    [dict get $result out]] "what came out is counted"
tap::is [lindex [lines throw-sweep/sweep.csv] 0] {v law g status height height.reference height.error\
    height.tolerance height.pass place.1 place.2 far steps message} "the columns, vectors by component"
tap::is [column throw-sweep/sweep.csv v] {1.0 1.0 2.0 2.0 3.0 3.0 4.0 4.0} "rows in the order of the grid"
tap::is [column throw-sweep/sweep.csv status] {ok fail ok fail ok fail ok fail} "each with its status"
tap::near [column throw-sweep/sweep.csv height] [concat {*}[lmap v {1 2 3 4} {
    list [expr {$v**2/7.4}] [expr {1.1*$v**2/7.4}]
}]] 1e-14 "and its observable to the last digit"
tap::is [runs-made] 8 "eight runs were made"
set said [json::json2dict [contents throw-sweep/sweep.json]]
tap::ok [expr {[dict get $said version] ne "" && [dict exists $said commit]}] "which program made it"
tap::is [dict get $said parameters v unit],[dict get $said observables height] m/s,m "sweep.json has the units"

# No speed, no height: the only wrong answer that is named is right.
set result [trundle sweep throw -over v=0,1 -set g=1.7 -out still]
tap::is [list [dict get $result status] [column still/sweep.csv status] [column still/sweep.csv height.pass]] \
    {0 {weak ok} {weak 1}} "what no mistake can be told from is weak, and no failure"
tap::ok [string match "still/sweep.csv: 2 runs, 1 ok, 1 weak, 0 missed*" [dict get $result out]] "it is counted apart"
set result [trundle sweep throw -over g=-1,1.7 -out open]
tap::is [list [dict get $result status] [column open/sweep.csv status] [column open/sweep.csv height.pass]] \
    {0 {unjudged ok} {{} 1}} "a run that is compared with nothing is not ok"
tap::ok [string match "open/sweep.csv: 2 runs, 1 ok, 0 weak, 0 missed*, 0 diverged, 1 without a reference*" \
    [dict get $result out]] "and counted apart"
runs-made

# --- kept runs
set table [contents throw-sweep/sweep.csv]
set all [list sweep throw -over v=1:4:4 -over law=* -set g=3.7]
trundle {*}$all
tap::is [runs-made],[contents throw-sweep/sweep.csv] 0,$table "the same again makes no run, and the same bytes"
trundle sweep throw -over v=1:5:5 -over law=* -set g=3.7
tap::is [runs-made] 2 "a larger grid takes over what is there"
trundle {*}$all -restart
tap::is [runs-made] 8 "-restart makes all anew"

# A kill: the sweep and its worker end in the middle of the slow run.
foreach signal {TERM KILL} {
    file delete -force killed
    set pid [exec [info nameofexecutable] $testing::folder/bin/trundle sweep throw -over v=1,2,99 -jobs 1 \
        -out killed >&/dev/null &]
    while {![file exists made] || [llength [lines made]] < 3} {after 50}
    catch {exec sh -c "kill -$signal $pid"}
    runs-made
    if {$::tcl_platform(os) eq "Linux"} {
        after 2000
        tap::is [file exists late] 0 "a worker ends with its sweep, $signal"
    }
    file delete late
}
tap::is [llength [glob killed/runs/*.dict]],[file exists killed/sweep.csv] 2,0 \
    "after a kill -9 two finished runs are there, and no table"
set result [trundle sweep throw -over v=1,2,3 -out killed]
tap::is [runs-made],[column killed/sweep.csv v] {1,1.0 2.0 3.0} "and are not made again"


# A digit that has changed on the disk: that run is made again, and the table is as it was.
set table [contents killed/sweep.csv]
set file [lindex [lsort [glob killed/runs/*.dict]] 0]
testing::write $file [string trimright [regsub {steps (\d)} [contents $file] {steps 1\1}] \n]
trundle sweep throw -over v=1,2,3 -out killed
tap::is [runs-made],[expr {[contents killed/sweep.csv] eq $table}] 1,1 "a run that has changed on the disk is made again"

# A folder in the place of a run is told by its name, and is not Trundle's to take away.
file delete $file
file mkdir $file/mine
set result [trundle sweep throw -over v=1,2,3 -out killed]
tap::ok [expr {[dict get $result status] == 2
    && [string match "*killed/runs/[file tail $file] is a folder, expected the name of a file*" [dict get $result err]]}] \
    "a folder in the place of a run"
tap::note [dict get $result err]
file delete -force $file
runs-made

# A changed page makes its runs worthless.
page other {benchmark other {title Other source nowhere}}
trundle {*}$all
tap::is [runs-made] 8 "runs of other pages are not taken"

# --- one name, one column
# What is varied and observed by one name, and a parameter with the name of another column.
page named {
benchmark named {title Named source {closed form}}
parameter velocity {1 0 0} m/s {at the start} vector
parameter steps 3 - {how many} {integer 1}
case {observe velocity [vscale 0.5 [p velocity]] m/s -kind closed-form -reference [vscale 0.5 [p velocity]] -tolerance 1e-9 \
    -reason none -rival half}
}
trundle sweep named -over "velocity=1 0 0,2 0 0.5" -over steps=3,4 -plot velocity.observed.1
set head [lindex [lines named-sweep/sweep.csv] 0]
tap::is $head [list velocity.1 velocity.2 velocity.3 steps status velocity.observed.1 velocity.observed.2 velocity.observed.3 \
    velocity.observed.reference.1 velocity.observed.reference.2 velocity.observed.reference.3 velocity.observed.error \
    velocity.observed.tolerance velocity.observed.pass steps.observed message] "each column has a name of its own"
tap::is [column named-sweep/sweep.csv velocity.1],[column named-sweep/sweep.csv velocity.observed.1],[column named-sweep/sweep.csv steps] \
    "1.0 1.0 2.0 2.0,0.5 0.5 1.0 1.0,3 4 3 4" "with what belongs to it"
tap::ok [file exists named-sweep/velocity.observed.1.svg] "and is drawn by it"

# --- what is no result
testing::refused {trundle: throw: v is "-1", expected a number that is zero or positive} {sweep throw -over v=-1,1 -out refused} \
    "a value that the parameter cannot have, in a list"
tap::is [runs-made] 0 "before the first run"
package require trundle::command::sweep
set help [regsub -all {\s+} [dict get $trundle::cli::declared(sweep) details] { }]
tap::ok [string match "*cannot have * refuses the whole sweep before the first run. *are not compatible*is a line `refused`*" $help] \
    "the manual page says which values refuse the sweep, and which a run"
set result [trundle sweep throw -over g=0,1 -out refused]
tap::is [dict get $result status],[column refused/sweep.csv status] {1,refused ok} "a run that the page refuses is told"
tap::ok [string match "*g is \"0.0\", expected gravity*" [column refused/sweep.csv message]] "and why"
# The model refuses what the page lets through: a dynamic friction above the static one.
page slide {
benchmark slide {title {A slide} source nowhere}
parameter mu_s 0.3 - {static friction} nonnegative
parameter mu_d 0.1 - {dynamic friction} nonnegative
case {
    set slide [model {
        material ball -young 1e7 -poisson 0.3 -density 1700
        contact ball ball -mu_s [p mu_s] -mu_d [p mu_d]
        sphere ball -radius 0.1 -material ball -position {0 0 0} -velocity {0.3 0 0}
        laws -lever radius -rescale no
        integrate -method verlet -dt 1e-3
    }]
    with-engine e $slide {$e advance 0.5; observe way [lindex [dict get [$e particle 0] position] 0] m}
}
}
set grid {sweep slide -over mu_s=0.3,0.1 -over mu_d=0.05,0.2}
set result [trundle {*}$grid -out model]
tap::is [dict get $result status],[column model/sweep.csv status] {1,unjudged unjudged unjudged refused} \
    "a run that the model refuses is told, and the others are made"
tap::ok [string match {*mu_d is 0.2, expected at most mu_s, 0.1} [lindex [column model/sweep.csv message] 3]] "with its reason"
foreach {part status} {2/2 0 1/2 1} {
    tap::is [dict get [trundle {*}$grid -out parts -part $part] status] $status "as a part of two, $part: status $status"
}
tap::is [contents parts/sweep.csv] [contents model/sweep.csv] "and the parts make the same table"
testing::refused "trundle: sweep: 2 of 2 runs are refused, the first with mu_d=0.4, mu_s=0.1: *mu_d is 0.4, expected*" \
    {sweep slide -over mu_d=0.4,0.5 -set mu_s=0.1} "values that the model refuses in every run"
testing::refused "trundle: sweep: 1 of 1 runs are refused*" {sweep throw -over g=0 -out model/none} "the page, too"
set before [contents model/sweep.csv]
testing::refused "trundle: sweep: 1 of 1 runs are refused*" {sweep slide -over mu_d=0.7 -out model} "into an earlier sweep"
tap::is [contents model/sweep.csv] $before "whose table stays"
set result [trundle sweep throw -over v=1,2000 -out diverged]
tap::is [dict get $result status],[column diverged/sweep.csv status] {3,ok diverged} "divergence: status 3"
runs-made

# --- a picture
trundle sweep throw -over v=1:4:4 -over law=* -plot height -out drawn
tap::ok [string match *law=wrong* [contents drawn/height.svg]] "-plot: a curve for each of the other values"
trundle sweep throw -over v=1:9:9 -over g=1:9:9 -plot height -out drawn
set svg [contents drawn/height.svg]
tap::ok [expr {[string match *<svg* $svg] && ![string match *g=1.0* $svg]}] "or a map, which has no curves"
tap::is [lsort [glob -tails -directory drawn *]] {height.svg runs sweep.csv sweep.json} "and nothing is left"
runs-made
close [open made w]
foreach {v out} {1:4:4 drawn 11:30:20 curve} {
    testing::refused {trundle: sweep: -plot is "hight", expected one of v, status, height,*} \
        [list sweep throw -over v=$v -plot height -plot hight -out $out -jobs 2] "a column that is not there, $v"
}
tap::is [runs-made],[file exists curve],[llength [glob drawn/runs/*.dict]] 4,0,89 \
    "of twenty-four runs as many are made as at a time, and taken back"
tap::is [dict get [trundle sweep throw -over v=1:4:4 -plot height.reference -out drawn] status] 0 "a column of references"
runs-made

# --- the job array does the same
file copy $testing::folder/bin/trundle "$testing::folder/bin/it's \$mine"
set status [catch {exec [info nameofexecutable] "$testing::folder/bin/it's \$mine" {*}$all -set "place=1 2" -plot height \
    -slurm job.sh -out array} said]
tap::is $status,[runs-made] 0,0 "-slurm runs nothing"
trundle {*}$all -jobs 3 -slurm three.sh -out array
tap::ok [regexp -line {^#SBATCH --array=1-8%3$} [contents three.sh]] "-jobs are so many tasks at a time"
tap::ok [regexp -line {^#SBATCH --array=1-8$} [contents job.sh]] "a task a run"
trundle {*}$all -set "place=1 2" -out plain
runs-made
unset -nocomplain ::env(TRUNDLE)
for {set task 8} {$task >= 1} {incr task -1} {
    if {$task == 4} {
        # From here on another program, which TRUNDLE names.
        file rename "$testing::folder/bin/it's \$mine" $testing::folder/bin/other
        set ::env(TRUNDLE) $testing::folder/bin/other
    }
    catch {exec env PATH=[file dirname [info nameofexecutable]]:$::env(PATH) SLURM_ARRAY_TASK_ID=$task ./job.sh} said
    if {$task == 2} {
        tap::is [file exists array/sweep.csv] 0 "there is no table as long as a part is missing"
    }
}
tap::is [contents array/sweep.csv],[runs-made] [contents plain/sweep.csv],8 \
    "the tasks, in any order, make the same table, each run once"

page looks {
benchmark looks {title {Nothing to run} source {closed form}}
check still {nothing moves} {ok 1 {it stands}}
}
scenario twice.csv "v, g\n1,3.7\n2,1.6\n1,3.7"
foreach {name arguments pattern} {
    "no benchmark" {sweep} {*name of one benchmark or scenario is missing*}
    "nothing to vary" {sweep throw} {*-over is missing, expected NAME=VALUES*}
    "unknown benchmark" {sweep thrw -over v=1} {*no benchmark "thrw"*}
    "unknown parameter" {sweep throw -over speed=1,2} {*no parameter "speed", expected one of v, g*}
    "no value" {sweep throw -over v} {*-over is "v", expected NAME=VALUES*}
    "a value in the middle of the list" {sweep throw -over v=1,x,2} {*v is "x", expected a number*}
    "a range without a count" {sweep throw -over v=1:2:0.5} {*v is "1:2:0.5", expected FROM:TO:COUNT*}
    "a range without anything behind it" {sweep throw -over v=1:2} {*v is "1:2", expected FROM:TO:COUNT*}
    "a value twice" {sweep throw -over v=0.1,2,1e-1} {*the run with v=0.1 is given twice, expected each*}
    "a value in a range and alone" {sweep throw -over v=1:2:3,1.5} {*with v=1.5 is given twice*}
    "a line twice" {sweep throw -over @twice.csv} {*the run with v=1.0, g=3.7 is given twice*}
    "too many of a range" {sweep throw -over v=1:2:10000000} {*v is "1:2:10000000", expected FROM:TO:COUNT*}
    "steps without number" {sweep throw -over v=0:1:+1e-300} {sweep: a range has 1e+300 values, expected 1000000 at most}
    "a step that leads away" {sweep throw -over v=1:2:+-1} {*FROM:TO:+STEP*}
    "a logarithm of zero" {sweep throw -over v=0:1:5:log} {*numbers of one sign*}
    "a part behind the last" {sweep throw -over v=1:2:3:log:4} {*v is "1:2:3:log:4", expected FROM:TO:COUNT*}
    "a logarithm down to zero" {sweep throw -over v=1:0:5:log} {*numbers of one sign*}
    "too many runs" {sweep throw -over v=1:2:2000 -over g=1:2:2000} {*the grid has 4000000 runs, expected 1000000*}
    "one number twice" {sweep throw -over v=1,2 -set v=3} {*v is given twice*}
    "one number twice by -set" {sweep throw -over v=1,2 -set g=3 -set g=4} {*g is given twice*}
    "a page without a case" {sweep looks -over v=1} {looks has no case, expected one of *, throw;*}
    "one number by two names" {sweep throw -over mu=1,2 -over mu_s=3} {*mu_s is given twice, by "mu" and "mu_s"*}
    "* of a number" {sweep throw -over v=*} {*v is "\*", which needs a parameter that is a choice*}
    "unknown choice" {sweep throw -over law=exact,half} {*law is "half", expected one of exact, wrong*}
    "no table" {sweep throw -over @none.csv} {sweep: the table "none.csv" cannot be read: no such file*}
    "a part of nothing" {sweep throw -over v=1 -part 3/2} {*-part is "3/2", expected K/N*}
    "ends too far apart" {sweep throw -over v=1e308:-1e308:3} {*v is "1e308:-1e308:3", expected finite ends*}
    "steps between ends too far apart" {sweep throw -over v=-1e308:1e308:+1e307} {*expected finite ends*}
    "an end beyond all numbers" {sweep throw -over v=1:1e999:3} {*v is "1:1e999:3", expected finite ends*}
    "a step beyond all numbers" {sweep throw -over v=1:1:+1e999} {*v is "1:1:+1e999", expected FROM:TO:COUNT*}
    "a ratio beyond all numbers" {sweep throw -over v=1e-300:1e300:3:log} {*expected ends with a finite ratio*}
    "digits of another script" {sweep throw -over v=1:2:\uff13} {*v is "1:2:?", expected FROM:TO:COUNT*}
    "steps of another script" {sweep throw -over v=1:2:+0.\uff13} {*v is "1:2:+0.?", expected FROM:TO:COUNT*}
    "an end in another script" {sweep throw -over v=\uff11:2:3} {*v is "?:2:3", expected a *}
    "a part in another script" {sweep throw -over v=1,2 -part \uff11/2} {*-part is "?/2", expected K/N*}
    "no value of a number" {sweep throw -over mu=} {*-over is "mu=", which gives mu no value, expected NAME=VALUES*}
    "no value of a choice" {sweep throw -over v=1 -over law=} {*which gives law no value*}
    "a part of a job array" {sweep throw -over v=1,2 -part 1/2 -slurm two.sh} {*-part and -slurm exclude each other*}
    "a job array that forgets" {sweep throw -over v=1,2 -restart -slurm two.sh} {*-restart and -slurm exclude each other*}
    "no jobs" {sweep throw -over v=1 -jobs 0} {*-jobs is "0"*}
} {
    testing::refused "trundle: $pattern" $arguments $name
}
file mkdir mine
scenario mine/letter dear
testing::refused "trundle: sweep: -out is \"mine\", which exists*" {sweep throw -over v=1 -out mine} "a folder of others"
foreach {marker name} {.trundle-sweep "a sweep of another benchmark" {} "one of an older version"} {
    foreach more {{} {-slurm two.sh} -restart} {
        testing::refused {trundle: sweep: -out is "model", and model/sweep.csv belongs to the benchmark slide, expected*} \
            [list sweep throw -over v=1 -out model {*}$more] "$name $more"
    }
    testing::write model/.trundle-sweep "trundle 0.1.0"
}
tap::is [dict get [trundle {*}$grid -out model] status],[contents model/sweep.csv] 1,$before "it takes its own benchmark"
foreach {name table message} {
    "a short line" "v,g\n# so\n1" {sweep: bad.csv, line 3: "1" has 1 values, expected 2}
    "a long line" "v,g\n1,2\n\n1,2,3" {sweep: bad.csv, line 4: "1,2,3" has 3 values, expected 2}
    "a quote without end" "v,place\n1,\"0 0" {sweep: bad.csv, line 2: "1,"0 0", expected values between commas, quotes *}
    "a quote within a value" "v,g\n1\"2\",3" {sweep: bad.csv, line 2: "1"2",3", expected *}
    "something behind a quote" "v,g\n\"1\"2,3" {sweep: bad.csv, line 2: *}
    "a byte that is zero" "v,g\n1\0,3" {sweep: bad.csv, line 2: "1?0,3", expected *}
    "nothing but a head" "v,g\n" {sweep: bad.csv has no rows, expected *}
} {
    scenario bad.csv [subst $table]
    testing::refused "trundle: $message" {sweep throw -over @bad.csv} $name
}
scenario quoted.csv "\ufeff\"v\" , law, place\n \"1\",\"wrong\" ,\"1 2\"\n2,exact,3 4\n"
tap::is [lmap line [lrange [split [string trim [dict get [trundle sweep throw -over @quoted.csv -list] out]] \n] 1 end] {
    list {*}$line
}] {{1.0 wrong 1 2} {2.0 exact 3 4}} "values in quotes, blanks around them"
package require trundle::sweep
tap::is [trundle::points::cells t 1 {a,"b,""c""", ,"",d e}] [list a {b,"c"} {} {} {d e}] "a comma and quotes in quotes, empty values"
foreach {file why} {/dev/zero "it is not a regular file" . "it is a folder" /proc/self/mem "I/O error"} {
    if {![file exists $file]} continue
    testing::refused "trundle: sweep: the table \"$file\" cannot be read: $why" [list sweep throw -over @$file] "a table that is $file"
}
# As many runs as there may be, and one more.
package require trundle::sweep
set trundle::points::most 6
tap::is [catch {trundle::points::count {{rows {1 2 3}} {rows {1 2}}}}] 0 "as many as there may be"
tap::raises {trundle::points::count {{rows {1 2 3 4 5 6 7}}}} {sweep: the grid has 7 runs, expected 6 at most} "one more"
testing::end

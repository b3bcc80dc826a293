# test-calibrate.tcl -- trundle calibrate: a throw, whose unknowns follow from its heights in closed form; an unknown of
# which the data know nothing; a range without the truth; runs that fail; seeds; a calibration that is interrupted; what is
# refused. (The method is tested in lit/tests/calibration.nw.)
package require trundle::testing
package require json
namespace import testing::*
testing::start gnuplot

# After t a ball has risen z = v t - g t^2/2, whatever the engine does besides.
set throw {
    parameter v 2 -unit m/s
    parameter g 3.7
    parameter end 0.1
    parameter idle 0.5
    parameter radius 0.01
    gravity [list 0 0 [expr {-$g}]]
    material clay -young 1e6 -poisson 0.3 -density 1730
    sphere ball -radius $radius -material clay -velocity [list 0 0 $v]
    measure where place -of ball
    measure face repose
    integrate -method verlet -dt 1e-3
    run until $end record $end
}
scenario throw.tcl $throw
proc book {name args} {
    testing::write $name [join [list experiment,measure,value,uncertainty,set {*}$args] \n]
}
proc found {folder} {
    return [json::json2dict [contents $folder/calibration.json]]
}
proc of {facts name} {
    foreach one [dict get $facts unknowns] {
        if {[dict get $one name] eq $name} {
            return $one
        }
    }
}

# --- two heights, two unknowns.  With z1 = 0.1 v - 0.005 g and z2 = 0.2 v - 0.02 g it is v = 20 z1 - 5 z2 and
# g = 200 z1 - 100 z2; an uncertainty u of both gives u sqrt(425) and u sqrt(50000).
set u 0.001
book two.csv throw.tcl,where.z,0.1915,$u, throw.tcl,where.z,0.346,$u,end=0.2
set range {-unknown v=1.5:2.7 -unknown g=2:6 -points 12}
set said [works "two unknowns" calibrate two.csv {*}$range -draws 4800]
set facts [found two-calibration]
# 4800 draws of the walkers are worth 80: the error of a 5 % quantile is 2.1 sd/sqrt(80).
foreach {name value sd} [list v 2.1 [expr {$u*sqrt(425)}] g 3.7 [expr {$u*sqrt(50000)}]] {
    set one [of $facts $name]
    foreach {key shift} {median 0 from -1.645 to 1.645} {
        tap::near [dict get $one $key] [expr {$value + $shift*$sd}] [expr {4*2.1/sqrt(80)*$sd}] "$key of $name"
    }
    tap::is [dict get $one range_ends] {} "the interval of $name is that of the data"
}
tap::ok [regexp -line {^determined: .* to .* %$} $said] "the product that is determined"
tap::ok [regexp -line {^throw.tcl end=0.2 +where.z +0.346 +0.001 } $said] "measurements and predictions"
tap::is [llength [split [string trim [contents two-calibration/posterior.csv]] \n]] 4801 "the draws, and a head"
tap::ok [expr {[file size two-calibration/pairs.svg] > 1000 && [file size two-calibration/predicted.svg] > 1000}] "two pictures"

# --- interrupted: what is there is not made again, and the bytes are the same.
set before [lmap name {posterior.csv calibration.json} {contents two-calibration/$name}]
set runs [lsort [glob two-calibration/runs/*.dict]]
tap::is [llength $runs] 24 "two runs at each of twelve points"
foreach k {2 9 17} {
    file delete [lindex $runs $k]
}
foreach file [lreplace $runs 9 9] {
    catch {file mtime $file 1000000000}
}
works "the same command" calibrate two.csv {*}$range -draws 4800
tap::is [lmap name {posterior.csv calibration.json} {contents two-calibration/$name}] $before "the same bytes"
tap::is [llength [lmap file [glob two-calibration/runs/*.dict] {if {[file mtime $file] == 1000000000} continue; set file}]] 3 \
    "three runs were made"

# --- one height: a valley; the other height would close it.
book one.csv throw.tcl,where.z,0.1915,$u,
testing::write more.csv "experiment,measure,uncertainty,set\nthrow.tcl,where.z,$u,end=0.2\nthrow.tcl,where.x,$u,"
set result [trundle calibrate one.csv {*}$range -out two-calibration -candidates more.csv]
set facts [found two-calibration]
tap::ok [string match "*g: both ends of its interval are those of the range, not of the data*" [dict get $result err]] \
    "an unknown that is not determined is reported"
set one [of $facts g]
tap::near [list [dict get $one from] [dict get $one to]] {2.2 5.8} 0.35 "its interval is the range"
tap::ok [expr {abs([dict get [lindex [dict get $facts products] 0] correlation]) > 0.9}] "the two are correlated"
# Along the valley z2 = 2 z1 - 0.01 g varies by the standard deviation of g in its range, 4/sqrt(12), times 0.01.
tap::ok [regexp {next experiment.*\n +throw.tcl end=0.2 +where.z +([\d.]+)\n +throw.tcl +where.x +([\d.e-]+)} \
    [dict get $result out] - first second] "candidates, the best first"
tap::near $first [expr {0.01*4/sqrt(12)/$u}] 2.5 "what it would add"
tap::near $second 0 0.1 "what is known already adds nothing"

# --- nothing is known: the posterior is the prior.
set result [trundle calibrate one.csv -unknown idle=0:1 -set g=3.7 -set v=2.1 -points 7 -out idle]
set one [of [found idle] idle]
tap::near [list [dict get $one from] [dict get $one median] [dict get $one to]] {0.05 0.5 0.95} 0.06 "an unknown without effect"
tap::near [dict get [found idle] share_left] 0.9 0.01 "all of its range is left"
tap::ok [string match "*idle: both ends*" [dict get $result err]] "and that is said"

# --- a range that does not hold the truth.
set result [trundle calibrate one.csv -unknown v=1.6:2.09 -set g=3.7 -points 7 -out near]
tap::ok [string match "*v: the upper end of its interval is that of the range, not of the data*" [dict get $result err]] \
    "the interval leans on the end of its range"
set result [trundle calibrate one.csv -unknown v=1.2:1.6 -set g=3.7 -points 7 -out far]
tap::ok [expr {[dict get $result status] == 2 && [string match "*no values in these ranges reproduce where.z of throw.tcl*" \
    [dict get $result err]]}] "far from all data it is refused"
works "unless that is wanted" calibrate one.csv -unknown v=1.2:1.6 -set g=3.7 -points 7 -out far -misfit 1000

# --- runs that fail: one in twelve is omitted and reported, more are refused.
set result [trundle calibrate one.csv -unknown radius=-0.003:0.02 -set v=2.1 -points 12 -out thin]
tap::is [dict get $result status] 0 "one run fails"
tap::ok [string match "*1 of 12 points have no value and are omitted, the first: throw.tcl with *" [dict get $result err]] "it is reported"
set result [trundle calibrate one.csv -unknown radius=-0.01:0.02 -set v=2.1 -points 12 -out thin]
tap::ok [expr {[dict get $result status] == 2 && [string match "*calibrate: * of 12 points have no value, expected a tenth*" \
    [dict get $result err]]}] "a third is refused"

# --- seeds: their scatter is measured.
scenario noisy.tcl [string map {{gravity [} {
    parameter seed 1
    expr {srand(7919*$seed)}
    set v [expr {$v + 0.02*(rand() + rand() + rand() - 1.5)/0.5}]
    gravity [}} $throw]
book noisy.csv noisy.tcl,where.z,0.1915,$u,
works "seeds" calibrate noisy.csv -unknown v=1.5:2.7 -set g=3.7 -points 7 -seeds 3
set datum [lindex [dict get [found noisy-calibration] data] 0]
tap::near [dict get $datum scatter] 0.002 [expr {4*0.002/sqrt(28)}] "scatter between seeds: 0.02 m/s times 0.1 s"
tap::is [llength [glob noisy-calibration/runs/*.dict]] 21 "three runs at each point"

# --- what is refused, before any run
book wrong.csv throw.tcl,where.q,1,0.1,
book none.csv throw.tcl,where.z,1,,
book zero.csv throw.tcl,where.z,1,0,
book set.csv throw.tcl,where.z,1,0.1,w=3
book both.csv throw.tcl,where.z,1,0.1,v=3
book page.csv "case nothing,where.z,1,0.1,"
testing::write head.csv "experiment,measure,value,error\nthrow.tcl,where.z,1,0.1"
foreach {words message} {
    {one.csv} {calibrate: -unknown is missing*}
    {one.csv -unknown v} {calibrate: -unknown is "v", expected NAME=LOW:HIGH*}
    {one.csv -unknown v=3:2} {calibrate: -unknown v is "3 2", expected two different numbers*}
    {one.csv -unknown v=0:2:log} {calibrate: -unknown v: the range is 0.0 to 2.0, expected positive numbers*}
    {one.csv -unknown v=1:2 -unknown v=1:3} {calibrate: -unknown gives v, v, expected up to eight names, each once*}
    {one.csv -unknown w=1:2} {calibrate: no experiment has the unknown "w", expected one of end, g, idle, radius, v*}
    {one.csv -unknown v=1:2 -points 5} {calibrate: -points is 5, expected 7 or more for 1 unknowns*}
    {one.csv -unknown v=1:2 -set w=1} {calibrate: no experiment has the parameter "w" of -set*}
    {none.csv -unknown v=1:2} {none.csv, row 1: uncertainty is empty, expected a standard uncertainty*}
    {zero.csv -unknown v=1:2} {zero.csv, row 1: uncertainty is "0*", expected a positive number*}
    {set.csv -unknown v=1:2} {set.csv, row 1: throw.tcl has no parameter "w"*}
    {both.csv -unknown v=1:2} {both.csv, row 1: set gives v, which is also an -unknown, expected only one of them*}
    {page.csv -unknown v=1:2} {there is no benchmark "nothing"*}
    {head.csv -unknown v=1:2} {head.csv: there is no column "error", expected one of experiment*}
} {
    set result [trundle calibrate {*}$words -out nothing]
    tap::ok [expr {[dict get $result status] == 2 && [string match "trundle: $message" [dict get $result err]]
        && ![file exists nothing]}] $words
    tap::note [dict get $result err]
}
testing::end

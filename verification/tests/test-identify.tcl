# trundle identify: the command around the fit; the fit itself is tested in its
# chapter.
package require trundle::testing
package require json
namespace import testing::*
testing::start

# A curve with a known answer: I = 3.1e-4, K_r = 0.0187, c_r = 2.9e-4, started at
# an ugly time, with an offset; written with six decimals.
set inertia 3.1e-4
set decay [expr {2.9e-4/(2*$inertia)}]
set omega [expr {sqrt(0.0187/$inertia - $decay**2)}]
proc swing {scale} {
    upvar 1 decay decay omega omega
    set lines {"# a swing" time,other,value}
    for {set k 0} {$k < 400} {incr k} {
        set s [expr {0.0053*$k}]
        set angle [expr {0.011 + 0.171*exp(-$decay*$s)*sin($omega*$s + 0.37)}]
        lappend lines [format %.5f,7,%.8f [expr {12.7 + $s}] \
            [expr {$scale*$angle}]]
    }
    return [join $lines \n]
}
testing::write swing.csv [swing 1]
testing::write moved.csv [swing 0.043]
testing::write degrees.csv [swing [expr {180/acos(-1)}]]

proc answer {args} {
    return [json::json2dict [dict get [trundle identify {*}$args -json] out]]
}
set fit [answer swing.csv -column 1,3 -inertia $inertia]
# Rounding to 1e-8 rad leaves errors of about 1e-8/0.17/sqrt(400) of a share.
tap::near [dict get $fit k_r] 0.0187 2e-8 "K_r of a clean curve"
tap::near [dict get $fit c_r] 2.9e-4 2e-9 "c_r of a clean curve"
tap::near [dict get $fit offset] 0.011 1e-8 "its place of rest"
tap::is [lmap key {samples dof} {dict get $fit $key}] {400 395} "all samples are read, for five numbers"
tap::ok [expr {[dict get $fit k_r_low] < 0.0187
               && 0.0187 < [dict get $fit k_r_high]}] "the interval holds K_r"
tap::ok [expr {![dict exists $fit fitted]}] "the JSON leaves the curve out"

set moved [answer moved.csv -column 1,3 -displacement -mass 0.11 -radius 0.043 \
    -shape cylinder]
tap::near [dict get $moved inertia] [expr {1.5*0.11*0.043**2}] 1e-12 \
    "inertia of a cylinder about its line of contact"
tap::near [dict get $moved omega] [expr {sqrt(0.0187/$inertia)}] 1e-4 \
    "a displacement is an angle times the radius"
tap::near [dict get [answer degrees.csv -column 1,3 -degrees \
    -inertia $inertia] amplitude] 0.171 1e-7 "degrees"

set boot [answer swing.csv -column 1,3 -inertia $inertia -bootstrap 40 -seed 3]
tap::ok [expr {[dict get $boot k_r_boot_low] < [dict get $boot k_r_boot_high]}] \
    "a bootstrap on request"
tap::is [answer swing.csv -column 1,3 -inertia $inertia -bootstrap 40 -seed 3] \
    $boot "the same seed, the same numbers"
set table [dict get [trundle identify swing.csv -column 1,3 \
    -inertia $inertia] out]
tap::ok [regexp -line {^k_r +0\.0187 +N m/rad } $table] "a table for people"
tap::ok [regexp {standard error +95 % from +to} $table] "and its level"

# In a script of one's own: the fitted curve and what it leaves; 400 samples without any noise leave 400 roundings.
package require trundle
lassign {} times angles
for {set k 0} {$k < 400} {incr k} {
    set s [expr {0.0053*$k}]
    lappend times [expr {12.7 + $s}]
    lappend angles [expr {0.011 + 0.171*exp(-$decay*$s)*sin($omega*$s + 0.37)}]
}
set curve [trundle::identify -time $times -angle $angles -inertia $inertia -bootstrap 0 -seed 0]
tap::is [dict get $curve resampled] 0 "a bootstrap of nothing, with any seed from 0"
tap::near [dict get $curve fitted] $angles 4e-13 "the fitted curve at the times of the samples"
tap::near [dict get $curve residuals] [lrepeat 400 0] 4e-13 "and what is left of them"

# Records with a fault: the published swing with a drift, with samples before the release, with both.
proc faulty {drift before {noise 0}} {
    for {set k 0} {$k < 300} {incr k} {
        set s [expr {0.02*($k - $before)}]
        set angle [expr {$s < 0 ? 0.174*sin(0.716) : 0.174*exp(-0.479*$s)*sin(7.565*$s + 0.716)}]
        lappend lines [format %.3f,%.7f [expr {0.02*$k}] \
            [expr {$angle + $drift*0.02*$k + $noise*sin(12345.6*$k*$k)}]]
    }
    return [join $lines \n]
}
testing::write drift.csv [faulty -0.02 0]
testing::write late.csv [faulty 0 15]
testing::write both.csv [faulty -0.02 15 0.001]
set right [expr {2*4.336e-4*0.479}]
foreach {name words} {drift {*a drift of -0.02 rad/s was found and fitted*} late {*the first 1[56] samples were left out: the swing begins at 0.3*}
        both {*the first 1[456] samples*}} {
    set run [trundle identify $name.csv -inertia 4.336e-4 -json]
    set fit [json::json2dict [dict get $run out]]
    tap::near [dict get $fit c_r] $right [expr {$right*($name eq "both" ? 0.02 : 1e-5)}] "$name: c_r"
    tap::ok [expr {[dict get $fit c_r_low] < $right && $right < [dict get $fit c_r_high]}] "$name: its interval contains the truth"
    tap::ok [string match "warning: $name.csv: $words" [dict get $run err]] "$name: a warning reports it"
    tap::ok [expr {[llength [dict get $fit warnings]] > 0}] "$name: and so does the JSON"
}
set run [trundle identify drift.csv -inertia 4.336e-4 -drift no -json]
set fit [json::json2dict [dict get $run out]]
tap::is [lmap key {given c_r_low k_r_high} {dict get $fit $key}] {0 null null} "no interval where the curve is no damped swing"
tap::ok [string match "*no intervals are given: the residuals are correlated*try -drift yes*" [dict get $run err]] "and the reason"
tap::ok [regexp -line {^c_r +[0-9.e-]+ +N m s/rad +- +- +- } [dict get [trundle identify drift.csv -inertia 4.336e-4 -drift no] out]] \
    "nor in the table"
set fit [answer late.csv -inertia 4.336e-4 -from 0.4 -until 5 -drift no]
tap::is [lmap key {start samples before_release} {dict get $fit $key}] {0.4 231 0} "a part of a record"
tap::near [dict get $fit c_r] $right [expr {1e-5*$right}] "has the same c_r"
tap::is [dict get [trundle identify swing.csv -column 1,3 -inertia $inertia] err] {} "a good curve gets no warning"

if {![catch {exec gnuplot --version}]} {
    trundle identify swing.csv -column 1,3 -inertia $inertia -plot swing.svg
    tap::ok [string match *residual* [contents swing.svg]] "a plot"
    tap::ok [regexp {<!-- swing fitted by Trundle [0-9.]+[^>]*; commit [^>]*; cite: The Trundle developers} [contents swing.svg]] \
        "that says who has made it"
}
testing::write short.csv "1,2\n2,3"
testing::write commas.csv "t s\n0,5 1,5\n0,6 2,5"
testing::write hex.csv "1,2\n0x1p3,3"
testing::write nan.csv "nan,nan\n1,2"
set channel [open large.csv w]
chan truncate $channel 100000001
close $channel
testing::write words.csv [string map {7,0 7,x} [swing 1]]
foreach {name arguments pattern} {
    "no table" {identify} {*name of one table is missing*}
    "no such file" {identify none.csv -inertia 1} {*"none.csv"*no such file*}
    "no inertia" {identify swing.csv -column 1,3} {*inertia is missing*}
    "two inertias" {identify swing.csv -column 1,3 -inertia 1 -mass 1}
        {*either -inertia or*}
    "negative inertia" {identify swing.csv -inertia -1} {*-inertia is "-1"*}
    "unknown shape" {identify swing.csv -shape cube} {*"cube"*cylinder*}
    "unknown option" {identify swing.csv -inerta 1} {*"-inerta"*-inertia*}
    "a column that is not there" {identify swing.csv -column 1,9 -inertia 1}
        {swing.csv, line 3: column 9 is missing (separated by *)}
    "no column" {identify swing.csv -column x -inertia 1} {*"x"*column*}
    "one column twice" {identify swing.csv -column 1,1 -inertia 1}
        {identify: -column is "1,1", expected two different column numbers from 1, as 1,2}
    "column zero" {identify swing.csv -column 0,1 -inertia 1} {identify: -column is "0,1", expected two *}
    "one column" {identify swing.csv -column 1 -inertia 1} {identify: -column is "1", expected two *}
    "three columns" {identify swing.csv -column 1,2,3 -inertia 1} {identify: -column is "1,2,3", expected two *}
    "a column in another script" {identify swing.csv -column 1,\uff12 -inertia 1} {identify: -column is "1,?", expected two *}
    "a column that no number counts" {identify swing.csv -column 1,99999999999 -inertia 1} {identify: -column is *}
    "a column beyond the last" {identify swing.csv -column 1,1000001 -inertia 1} {identify: -column is *}
    "the last column" {identify swing.csv -column 1,1000000 -inertia 1} {swing.csv, line 3: column 1000000 is missing (separated by *)}
    "a device" {identify /dev/zero -inertia 1} {the table "/dev/zero" cannot be read: it is not a regular file}
    "a folder" {identify . -inertia 1} {the table "." cannot be read: it is a folder}
    "a file that is too large" {identify large.csv -inertia 1} {the table "large.csv" is too large, expected a text of 100 MB*}
    "a word for a number" {identify words.csv -column 1,3 -inertia 1}
        {*words.csv, line*expected a finite number in decimal notation}
    "decimal commas" {identify commas.csv -inertia 1}
        {commas.csv, line 2: "0,5 1,5" may be read in two ways, expected a decimal point and one mark*}
    "a number of the C library" {identify hex.csv -inertia 1}
        {hex.csv, line 2, column 1: "0x1p3", expected a finite number in decimal notation}
    "a first row that is no number" {identify nan.csv -inertia 1}
        {nan.csv, line 1, column 1: "nan", expected a finite number in decimal notation}
    "two samples" {identify short.csv -inertia 1} {*short.csv*}
    "no swing" {identify swing.csv -column 1,2 -inertia 1} {*}
    "few resampled" {identify swing.csv -inertia 1 -bootstrap 3}
        {*-bootstrap is "3"*20*}
    "level" {identify swing.csv -inertia 1 -level 1.5} {*-level is "1.5"*}
    "a window without samples" {identify swing.csv -column 1,3 -inertia 1 -from 20}
        {swing.csv: 0 samples lie between -from and -until, expected at least 8; the table has 12.7 s to *}
    "a window that is turned round" {identify swing.csv -column 1,3 -inertia 1 -from 13 -until 12.9}
        {identify: -from is 13.0 s, expected a time before -until, 12.9 s}
    "another drift" {identify swing.csv -inertia 1 -drift some} {*-drift is "some"*auto*}
    "degrees of a length" {identify swing.csv -inertia 1 -degrees -displacement}
        {*exclude*}
    "unknown picture" {identify swing.csv -inertia 1 -plot a.jpg}
        {*-plot is "a.jpg"*.svg*}
    "a picture in a folder that is not there" {identify swing.csv -inertia 1 -plot no/a.svg}
        {identify: -plot is "no/a.svg", expected a file in *}
} {
    testing::refused "trundle: $pattern" $arguments $name
}
testing::end

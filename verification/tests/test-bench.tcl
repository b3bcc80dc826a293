# trundle bench: rates, ratios and medians; beds that are kept; tiles that fit;
# codes that are missing.  No speed is tested.
package require trundle::testing
namespace import testing::*
testing::start
set env(XDG_CACHE_HOME) $testing::folder/cache
package require json

proc near {got want tolerance name} {
    tap::near $got $want $tolerance $name
}

# --- a whole measurement, small ------------------------------------------------

set text [works "a small bed" bench dense -n 40 -steps 30 -repeat 3 -json]
set report [json::json2dict $text]
set row [lindex [dict get $report results] 0]
tap::is [llength [dict get $report results]] 1 "alone: one row"
tap::is [lmap key [dict keys $row] {expr {[dict exists $report $key] ? $key : [continue]}}] case "what a row has the report has not, but the name"
tap::is [list [dict get $row engine] [dict get $row against] [dict get $row ratio] \
    [dict get $row n] [dict get $row threads] [dict get $row steps]] \
    {trundle null null 40 1 30} "what was measured"
set rates [lsort -real [dict get $row rates]]
tap::is [llength $rates] 3 "three rounds"
tap::is [list [dict get $row best] [dict get $row median]] \
    [list [lindex $rates 2] [lindex $rates 1]] "best and median"
tap::ok [expr {[dict get $row contacts] > 0.5 && [dict get $row contacts] < 9}] \
    "the particles of a bed touch"
tap::ok [expr {[dict get $row load] >= 0}] "the load of the machine"

set kept [glob $testing::folder/cache/trundle/*]
tap::is [llength $kept] 1 "one bed is kept, nothing else"
tap::ok [string match bed-40-1-*.csv [file tail [lindex $kept 0]]] \
    "its name tells size and seed"
set particles [lrange [split [string trim [contents [lindex $kept 0]]] \n] 2 end]
tap::is [llength $particles] 40 "it holds every particle"
set before [file mtime [lindex $kept 0]]
file mtime [lindex $kept 0] [expr {$before - 100}]
tap::is [dict get [trundle bench dense -n 40 -steps 30 -repeat 2] err] \
    "  0% 40 particles, 1 thread, round 1: trundle\n 50% 40 particles, 1 thread, round 2: trundle\n" "into a file it tells what it measures"
tap::is [file mtime [lindex $kept 0]] [expr {$before - 100}] "a kept bed is not settled again"
works "another seed" bench dense -n 40 -steps 30 -repeat 1 -seed 2
tap::is [llength [glob $testing::folder/cache/trundle/*]] 2 "another seed is another bed"

set implicit [json::json2dict [works "implicit" bench implicit -n 40 -steps 30 -repeat 1 -json]]
set row [lindex [dict get $implicit results] 0]
tap::is [list [dict get $row engine] [dict get $row against]] {trapezoid verlet} \
    "the trapezoidal rule beside Verlet's scheme"
near [expr {[dict get $row ratio]*[dict get $row against_best]/[dict get $row best]}] 1 1e-12 \
    "the ratio is that of the rates"
near [expr {[dict get $row ratio]*[dict get $row cost]}] 1 1e-12 "the cost is its inverse"
set rotation [json::json2dict [works "rotation" bench rotation -n 100 -repeat 1 -json]]
tap::is [lmap row [dict get $rotation results] {dict get $row engine}] \
    {increment_exact increment_printed quaternion_turn update} "four kinds of update"
tap::ok [string match "collapse*40 *trundle*" \
    [works "collapse" bench collapse -n 40 -steps 20 -repeat 1]] "a table"

tap::ok [string match "discharge*60 *trundle*" \
    [works "discharge" bench discharge -n 60 -steps 20 -repeat 1]] "particles that flow"
tap::is [llength [glob $testing::folder/cache/trundle/flow-60-1-*.csv]] 1 "their state is kept"

# What each addition costs is a row against the bed without it, and a number that can be: a frame costs as much as
# some steps, nothing costs ten times the steps, and none halves the work.
set names {orientations energies frames contacts bonds cohesion}
set extras [json::json2dict [works "extras" bench extras -n 1000 -steps 200 -repeat 3 -clock cpu -json]]
tap::is [lmap row [dict get $extras results] {dict get $row against}] $names "each extra is a row"
foreach row [dict get $extras results] {
    dict with row {
        tap::ok [expr {$engine eq "trundle" && $ratio > 0.5 && $ratio < 10 && $against_steps == 200
            && abs($ratio*$against_best/$best - 1) < 1e-12}] "extra: $against, [format %.2f $ratio] times the work"
    }
}
tap::is [llength [glob $testing::folder/cache/trundle/bed-1000-*]] 3 "three beds: plain, with bonds, cohesive"

# Every choice is a row against the engine as it is; the search has rows of its own.
set choices [json::json2dict [works "choices" bench choices -n 40,50 -steps 20 -repeat 1 -threads 1,2 \
    -path baseline -json]]
proc against {case n} {
    return [lmap row [dict get $::choices results] {
        if {[dict get $row case] ne $case || [dict get $row n] != $n} continue
        dict get $row against
    }]
}
foreach name {{slot by slot} {skin R/50} {skin R/10} {skin 2R/5} {no rolling} {material increments}
        orientations energies {walls of triangles} {2 threads}} {
    tap::ok [expr {$name in [against choices 40] && $name in [against choices 50]}] $name
}
tap::is [against search 50] {{grid of rows as they are} cubes {every pair}} "the search in four ways"
tap::is [against skins 40] {{falling, R/50} {falling, R/20} {falling, R/10} {falling, R/5} {falling, 2R/5}} \
    "skins where particles fall"
foreach row [dict get $choices results] {
    if {[dict get $row against] eq "slot by slot"} {
        tap::is [dict get $row against_path] plain "slot by slot it took the plain path"
    }
    if {[dict get $row against] eq "no rolling"} {
        tap::ok [expr {[dict get $row against_bytes] < [dict get $row bytes]}] \
            "without rolling a contact remembers less"
    }
}

set idle [json::json2dict [works "the work of the processor" bench dense -n 40 -steps 30 -repeat 1 -clock cpu -json]]
tap::is [dict get $idle clock] cpu "which clock was read"
testing::refused "*-clock is \"cpu\", expected wall with -against or several*" \
    {bench dense -n 40 -clock cpu -threads 1,2} "the work of several processors"
testing::refused "*-clock is \"cpu\", expected wall with -against or several*" \
    {bench dense -n 40 -clock cpu -against yade} "the work of another code"

# --- a code that is not installed -------------------------------------------------

proc alone {args} {
    set path $::env(PATH)
    file mkdir bin
    foreach name {env getconf} {
        catch {file link -symbolic bin/$name [lindex [auto_execok $name] 0]}
    }
    set ::env(PATH) [pwd]/bin
    try {
        return [trundle {*}$args]
    } finally {
        set ::env(PATH) $path
    }
}
set result [alone bench dense -n 40 -steps 20 -repeat 1 -against lammps,yade -check]
tap::is [dict get $result status] 0 "without other codes"
set flow [alone bench discharge -n 60 -steps 20 -repeat 1 -against lammps]
tap::ok [string match "*lammps is left out: `trundle export` has no walls of triangles*" [dict get $flow err]] \
    "no walls of triangles for LAMMPS"
foreach words {{lammps is left out: lmp is not installed} {yade is left out: yade is not installed}
    {no check: liggghts is not installed}} {
    tap::ok [expr {[string first $words [dict get $result err]] >= 0}] $words
}

# One that is installed but fails: its own words are shown.
testing::write bin/lmp "#!/bin/sh\necho 'ERROR: no licence'\nexit 1"
file attributes bin/lmp -permissions 0755
file link -symbolic bin/sh [lindex [auto_execok sh] 0]
set result [alone bench dense -n 40 -steps 20 -repeat 1 -against lammps]
tap::ok [expr {[dict get $result status] == 2
    && [string match "*lammps did not run to its end*no licence*" [dict get $result err]]
    && [regexp {40 +1 +trundle +[0-9.]+} [dict get $result out]]}] "a code that fails: its reason, and the rate of ours"

# --- refused ----------------------------------------------------------------------

testing::refused "*there is no case \"fast\", expected one of dense,*" {bench fast} "an unknown case"
testing::refused "*-n is \"3x\", expected a whole number, 1 or more*" {bench dense -n 3x} "no number"
testing::refused "*-against is \"gromacs\", expected one of*" {bench dense -against gromacs} "an unknown code"
testing::refused "*-n 150001 is more than 100000, expected then a multiple*" \
    {bench dense -n 150001} "a bed of broken tiles"
testing::refused "*-n is 200000, expected at most 100000*" {bench collapse -n 200000} "too large a lattice"
testing::refused "*-n is 200000, expected at most 100000*" {bench discharge -n 200000} "too large a flow"
testing::refused "*cannot be read*" {bench -from none.json} "no results"
testing::refused "*holds no results*" [list bench -from $testing::folder/bin/trundle] "something else"

# --- a row that diverges -----------------------------------------------------------

namespace eval trundle {variable version test}
package require trundle
package require trundle::bench
# A row that diverges is told, and so are all others.  The power 2 has no rest (erratum B-38), and with this constant the
# floor of the bed is pressed beyond the place where the bond wins.
rename trundle::bench::bonded bonded
proc trundle::bench::bonded {} {
    return {options {bond yes area hertz normal_end overlap} contact {k_nb 1e11 bond_power 2}}
}
package require trundle::command::bench
# Not every processor tells its model.
if {[file readable /proc/cpuinfo]} {
    foreach {text want} {
        "processor\t: 0\nBogoMIPS\t: 50\n\nprocessor\t: 1\nBogoMIPS\t: 50\n" {unknown 2}
        "processor\t: 0\nmodel name\t: P 9\n" {{P 9} 1}
    } {
        scenario cpuinfo $text
        proc trundle::command::open {file} {::open cpuinfo}
        set machine [trundle::command::bench-machine]
        rename trundle::command::open {}
        tap::is [list [dict get $machine processor] [dict get $machine cores]] $want "the machine: a processor, [lindex $want 0]"
    }
}
set ::trundle::program $testing::program
proc trundle::exit-status {code} {
    return [expr {[string match "TRUNDLE EDIVERGED*" $code] ? 3 : 2}]
}
proc trundle::one-line {text} {
    return $text
}
set settings [trundle::command::bench-settings [dict create n 1000 threads 1 against {} repeat 2 steps 200 path {} \
    clock cpu seed 1 check 0]]
set rows [trundle::bench::measure extras $settings list]
tap::is [lmap row $rows {expr {[dict get $row ratio] ne ""}}] {1 1 1 1 0 1} "the others are told"
set row [lindex $rows 4]
tap::is [list [dict get $row against] [dict get $row status] [dict get $row against_best]] {bonds 3 {}} "one has no speed"
tap::ok [string match "*overlap by*the motion diverges*" [dict get $row failed]] "but a reason: [dict get $row failed]"
set report [dict create case extras date 2020-02-02 processor P cores 2 clock cpu version 1 rows $rows]
set again [dict get [json::json2dict [trundle::command::bench-json $report]] results]
tap::is [dict get [lindex $again 4] failed] [dict get $row failed] "it is in the JSON"
tap::is [lmap line [split [trundle::command::bench-table $report] \n] {
    if {[lindex $line 0] ne "1000"} continue
    lindex $line 2
}] {trundle orientations energies frames contacts bonds cohesion} "and the row in the table"
tap::is [llength [split [trundle::command::bench-latex $report] \n]] 6 "in LaTeX it has a line without a rate"
tap::is [trundle::command::bench-failures $report] 3 "the exit status is that of a motion that diverges"
tap::ok [expr {![string match *bonds* [lindex [split [trundle::command::bench-columns $report] \n] 0]]}] "the figure has no bar of it"
rename trundle::bench::bonded {}
rename bonded trundle::bench::bonded
# Both codes are given the same model, and ours writes where the results are read.
foreach name {absent prepare run-other subject worker differences} {
    rename trundle::bench::$name {}
}
proc trundle::bench::absent {args} {}
proc trundle::bench::prepare {args} {}
proc trundle::bench::run-other {args} {}
proc trundle::bench::subject {n conditions} {list model of $n $conditions}
proc trundle::bench::worker {path run settings} {set ::worked [dict filter $settings key model write]}
proc trundle::bench::differences {args} {return $args}
tap::is [list [trundle::bench::check 7 state damp here v4] $worked] \
    {{here/check-7.csv here/liggghts-7/final.dump} {model {model of 7 damp} write here/check-7.csv}} "who is asked what for -check"
tap::near [trundle::bench::seconds wall] [clock seconds] 1.1 "the clock on the wall counts seconds"
testing::end

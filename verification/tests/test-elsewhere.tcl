# trundle run -engine: what another code computes stands in the files of a run, says whose it is, and nothing else is there.
package require trundle::testing
package require json
namespace import testing::*
testing::start
package require trundle
package require trundle::export
set ::env(TRUNDLE_CACHE) [pwd]/../cache

# Two spheres, of which one slides on the floor, turns, and is hit.
set two {
    gravity {0.4 0 -9.81}
    material m -young 1e7 -poisson 0.3 -density 1200
    contact m m -mu 0.3 -restitution 0.6
    plane floor -point {0 0 0} -normal {0 0 1} -material m
    sphere a -radius 0.02 -material m -position {0 0 0.019} -velocity {0.7 0.1 0} -spin {3 -4 5}
    sphere b -radius 0.03 -material m -position {& 0.01 0.031} -spin {0 0 7}
    laws @
    integrate -method verlet -dt 1e-5
    run until 0.1004 record 0.01
}
proc laws {words {x 0.06}} {
    scenario two.tcl [string map [list @ $words & $x] $::two]
}
# All numbers of a column of a trajectory.
proc column {run name} {
    set found {}
    for {set k 0} {$k < [trundle::frames count $run/trajectory.h5]} {incr k} {
        binary scan [trundle::frames numbers $run/trajectory.h5 /frames/$name double $k] q* numbers
        lappend found {*}$numbers
    }
    return $found
}

# A run that fails after its code has begun: one message, and the folder of the run stays, with the files of the code.
proc keeps {pattern arguments part name} {
    set result [trundle {*}$arguments]
    set err [dict get $result err]
    set lines [lsearch -all -inline -not [split [string trim $err] \n] "* differs in *"]
    if {![tap::ok [expr {[dict get $result status] == 2 && [llength $lines] == 1 && [string match $pattern [lindex $lines 0]]
            && [string match *[file tail $part]* [lindex $lines 0]] && [llength [glob -nocomplain $part/deck/*]]}] "kept: $name"]} {
        tap::note $err
    }
    file delete -force $part
}

# A program that knows no mechanics: the numbers of its rows, and no others, are in the files.
testing::write fake {#!/bin/sh
if [ "$1" = can ]; then echo '{"name": "fake", "version": "7.3"}'; exit; fi
awk 'BEGIN {print "time,particle,x,y,z,vx,vy,vz,wx,wy,wz"
  for (k = 0; k <= 11; k++) {
    t = k < 11 ? 0.01*k : 0.1004
    for (i = 0; i < 2; i++) printf "%.17g,%d,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g\n", t, i, t + i, 2*t + i, 3*t + i, 4*t + i, 5*t + i, 6*t + i, 7*t + i, 8*t + i, 9*t + i
  }}'
}
file attributes fake -permissions 0755
laws {-lever radius}
set said [works "a run of a program" run two.tcl -engine awk=./fake]
tap::ok [string match "*two-awk-run: 10040 steps to t = 0.1004 s by awk 7.3, *" $said] "its name, its version and its steps are told"
tap::is [lsort [glob -tails -directory two-awk-run *]] \
    {energy.csv model.dict model.json run.json trajectory.csv trajectory.h5} "the files of a run, without events"
set times [lmap k {0 1 2 3 4 5 6 7 8 9 10 11} {expr {$k < 11 ? 0.01*$k : 0.1004}}]
tap::near [lmap k {0 1 2 3 4 5 6 7 8 9 10 11} {trundle::frames time two-awk-run/trajectory.h5 $k}] $times 1e-15 "a frame a record, and the end"
foreach {name from} {position 1 velocity 4 spin 7} {
    tap::near [column two-awk-run $name] [concat {*}[lmap t $times {
        concat {*}[lmap i {0 1} {lmap k {0 1 2} {expr {($from + $k)*$t + $i}}}]
    }]] 1e-14 "the $name of its rows"
}
tap::is [lsort -unique [column two-awk-run orientation]] NaN "orientations, which no row tells, are no numbers"
tap::raises {trundle::frames numbers two-awk-run/trajectory.h5 /frames/spin double 99} \
    "*two-awk-run/trajectory.h5: row 99 of /frames/spin, expected one below 12" "a row that is not there"
tap::is [trundle::frames text two-awk-run/trajectory.h5 /hash] "" "there is no hash"
tap::near [lrange [lindex [rows two-awk-run/trajectory.csv] 3] 2 end] [lmap k {1 2 3 4 5 6 7 8 9} {expr {$k*0.01 + 1}}] 1e-14 "the table has them, too"
# 0.5 m v^2, 0.4 m R^2 w^2/2 and -m g.x of both, by hand, at t = 0.01.
set want {0 0 0}
foreach i {0 1} r {0.02 0.03} {
    set m [expr {1200*4/3.0*acos(-1)*$r**3}]
    lassign [lmap k {1 2 3 4 5 6 7 8 9} {expr {$k*0.01 + $i}}] x y z u v w p q s
    set want [lmap a $want b [list [expr {0.5*$m*($u*$u + $v*$v + $w*$w)}] [expr {0.2*$m*$r*$r*($p*$p + $q*$q + $s*$s)}] \
        [expr {-$m*(0.4*$x - 9.81*$z)}]] {expr {$a + $b}}]
}
tap::near [lrange [lindex [rows two-awk-run/energy.csv] 1] 1 end] $want 1e-14 "energies of motion and height, by hand"
set facts [json::json2dict [contents two-awk-run/run.json]]
tap::is [list [dict get $facts computed_by] [dict get $facts program] [dict exists $facts hash]] \
    [list "awk 7.3" [file normalize fake] 0] "run.json says who has computed it"
tap::is [dict get [json::json2dict [trundle::frames text two-awk-run/trajectory.h5 /provenance]] computed_by] "awk 7.3" \
    "and so does the head of the trajectory"
set told [works "info" info two-awk-run]
foreach {pattern name} {
    {^computed by +awk 7\.3$} "who has computed it"
    {^energy +.* at the end, motion and height only$} "that energies are not all"
    {^whole +yes$} whole
    {^intact +yes$} intact
} {
    tap::ok [regexp -line $pattern $told] "info tells: $name"
}

# Who reads a run reads this one.
works "convert to vtk" convert two-awk-run -to vtk
tap::ok [regexp {<!-- computed by awk 7\.3; Trundle } [contents two-awk-run-vtk/frames.pvd]] "what is made of it says whose it is"
works "convert to a dump" convert two-awk-run -to dump
works "convert to a table" convert two-awk-run -to csv
if {[file readable /usr/share/javascript/three/three.min.js]} {
    works "film as a page" film two-awk-run -to html
}
if {[auto_execok gnuplot] ne ""} {
    works "plot" plot two-awk-run
    laws {-lever radius}
    trundle run two.tcl -out ours
    works "plot beside a run of ours" plot two-awk-run ours energies -out both
}

# Another end of contacts makes another damper of a restitution, and of nothing else: one line on it.
testing::write ends "#!/bin/sh
if \[ \"\$1\" = can ]; then echo '{\"name\": \"ends\", \"options\": {\"normal_end\": \[\"force\"]}}'; exit; fi
exec ./fake \"\$@\"
"
file attributes ends -permissions 0755
foreach {words contact dialect warned} {
    {-lever radius -normal_end overlap} {-restitution 0.6} -dialect 1
    {-lever radius -normal_end overlap} {-xi 0.2}          -dialect 0
    {-lever radius -normal_end force}   {-restitution 0.6} -dialect 0
} {
    scenario ends.tcl [string map [list @ $words & 0.06 {-restitution 0.6} $contact] $two]
    set said [dict get [trundle run ends.tcl -engine ./ends {*}$dialect -out ends -overwrite] err]
    tap::is [regexp -all -line {^trundle: warning: ends ends contacts with the force, so a restitution needs another damper;\
-xi in place of -restitution keeps it$} $said] $warned "in its dialect, $words, $contact: [lindex {none one} $warned] such line"
}

# Our own engine through the same door gives the bits of a run, and so do, to roundings, codes that are installed.
# (LAMMPS turns two spheres by a torque of its own, see its adapter: there they do not meet.)
foreach {code program words x} {
    trundle  tclsh    {-lever shares -rescale yes} 0.06
    liggghts liggghts {-as liggghts}               0.06
    lammps   lmp      {-as lammps}                 0.26
} {
    if {[auto_execok $program] eq ""} {
        tap::ok 1 "$code # SKIP $program is not installed"
        continue
    }
    laws $words $x
    trundle run two.tcl -out ours -overwrite
    set result [trundle run two.tcl -engine $code -out theirs -overwrite]
    tap::is [dict get $result status] 0 "a run by $code"
    foreach name {position velocity spin} {
        tap::near [column theirs $name] [column ours $name] [expr {$code eq "trundle" ? 0 : 1e-9}] "$code: $name of all frames"
    }
    if {$code eq "trundle"} continue
    tap::ok [string match -nocase "$code* \[0-9\]*" [string map {-PUBLIC ""} [dict get [json::json2dict [contents theirs/run.json]] computed_by]]] \
        "$code with its version"
    laws {-lever inner -rescale no} $x
    set result [trundle run two.tcl -engine $code -out theirs -overwrite]
    tap::ok [expr {[string match "trundle: * differs in *" [dict get $result err]]
        && [dict get [json::json2dict [contents theirs/run.json]] differs] ne ""}] "in what $code differs is told, and kept"
    set result [trundle run two.tcl -engine $code -dialect -out theirs -overwrite]
    tap::is [list [regexp {lever inner} [dict get $result err]] [dict get [json::json2dict [contents theirs/run.json]] dialect]] {0 yes} \
        "$code is asked in its dialect"
    laws "-as $code" $x
    trundle run two.tcl -out ours -overwrite
    tap::near [column theirs position] [column ours position] 1e-9 "$code in its dialect"
    scenario two.tcl [string map {{0.7 0.1 0} {0.6 0.1 0}} [contents two.tcl]]
    trundle run two.tcl -out ours -overwrite
    trundle run two.tcl -engine $code -out theirs -overwrite
    tap::near [column theirs position] [column ours position] 1e-9 "$code: another start is another run, none that was kept"
}

# Contacts are recorded where they are asked for: those of our engine through the same door are ours, those of a code are, too,
# to roundings, and what it does not tell is no number.
proc touching {run} {
    works "contacts of $run" convert $run -to csv -out $run.csv
    return [lmap row [contact-rows $run-contacts.csv] {expr {[lindex $row 9] > 1e-8 ? $row : [continue]}}]
}
set roof "mesh roof -triangles {{{-1 -1 0.0609} {1 -1 0.0609} {0 1 0.0609}}} -material m"
foreach {code program words more untold} {
    trundle  tclsh    {-lever shares -rescale yes} {$roof} {}
    liggghts liggghts {-as liggghts} {$roof} {1 {14 15 16} -1 {3 4 5 14 15 16} -2 {14 15 16}}
    yade     yade     {-as yade}     {}      {1 {} -1 {}}
} {
    if {[auto_execok $program] eq ""} {
        tap::ok 1 "contacts by $code # SKIP $program is not installed"
        continue
    }
    scenario forces.tcl [string map [list @ $words & 0.0472 "record 0.01" "record 1e-4 -contacts yes" "until 0.1004" "until 3.4e-4" "-dt 1e-5" "-dt 2e-6"] $two][subst $more]
    trundle run forces.tcl -out ours -overwrite
    trundle run forces.tcl -engine $code -out theirs -overwrite
    set a [touching ours]
    set b [touching theirs]
    tap::is [lmap row $b {lrange $row 1 2}] [lmap row $a {lrange $row 1 2}] "contacts by $code: who touches whom"
    tap::is [lsort -integer -unique [lmap row $a {lindex $row 2}]] [expr {$more eq "" ? {-1 1} : {-2 -1 1}}] \
        "contacts by $code: a pair and walls"
    if {$code eq "trundle"} {
        tap::near [concat {*}[lmap row $b {lrange $row 1 end}]] [concat {*}[lmap row $a {lrange $row 1 end}]] 0 "contacts by $code: bit for bit"
        continue
    }
    set largest [tcl::mathfunc::max {*}[lmap row $a {lindex $row 10}]]
    foreach {name from to scale} [list n 6 8 1 overlap 9 9 1e-3 normal 10 10 $largest friction 11 13 $largest] {
        # What YADE has its half step and its first increment late for, see test-codes-contacts.tcl.
        tap::near [concat {*}[lmap row $b {lmap x [lrange $row $from $to] {expr {$x/$scale}}}]] \
            [concat {*}[lmap row $a {lmap x [lrange $row $from $to] {expr {$x/$scale}}}]] \
            [expr {$code eq "yade" ? 5e-3 : 1e-3}] "contacts by $code: $name"
    }
    set wrong {}
    foreach row $b {
        set none [lsearch -all -regexp $row {^-?nan$}]
        set want [dict get $untold [lindex $row 2]]
        if {$none ne $want || [lrange $row 17 18] ne {-1 -1}} {
            lappend wrong $row
        }
    }
    tap::is $wrong {} "contacts by $code: the rest is no number, and nobody knows whether it slips"
    tap::near [lmap row [lsearch -all -inline -index 1 [wall-rows theirs-walls.csv] 0] {expr {-[lindex $row 4]/$largest}}] \
        [lmap row [lsearch -all -inline -index 2 $a -1] {expr {[lindex $row 10]/$largest}}] 5e-3 \
        "contacts by $code: the floor bears what its contacts push"
    tap::ok [regexp -line {^contacts +recorded} [works "info" info theirs]] "contacts by $code: info knows of them"
    works "contacts by $code: vtk" convert theirs -to vtk -out vtk-$code
    tap::ok [expr {"NaN" ni [lmap x [vtk-array [bytes vtk-$code/contacts000001.vtp] position] {string map {-NaN NaN} $x}]}] \
        "contacts by $code: lines end where a wall is, told or not"
    works "contacts by $code: dump" convert theirs -to dump -out theirs.dump
    if {[auto_execok gnuplot] ne ""} {
        works "contacts by $code: plot" plot theirs -out forces-$code
    }
}

# Contacts of which nothing but the bodies is told: a run that can be shown all the same.
testing::write bare {#!/bin/sh
[ "$1" = can ] && echo {} && exit
cat <<'E'
time,particle,x,y,z,vx,vy,vz,wx,wy,wz
0,a,0.06,0,0.019,0,0,0,0,0,0
0.1,a,0.06,0,0.019,0,0,0,0,0,0
time,i,j
0,a,floor
0.1,a,floor
E
}
file attributes bare -permissions 0755
scenario bare.tcl {
    material m -young 1e7 -poisson 0.3 -density 1200
    contact m m -mu 0.3 -restitution 0.6
    plane floor -point {0 0 0} -normal {0 0 1} -material m
    sphere a -radius 0.02 -material m -position {0.06 0 0.019}
    integrate -method verlet -dt 0.1
    run until 0.1 record 0.1 -contacts yes
}
works "bare contacts" run bare.tcl -engine ./bare -out bare-run
if {[file readable /usr/share/javascript/three/three.min.js]} {
    works "bare contacts: a page" film bare-run -to html -colour force -out bare.html
}
if {[auto_execok gnuplot] ne ""} {
    works "bare contacts: plot" plot bare-run energies contacts chains -out bare-plots
}
tap::is [dict get [trundle plot bare-run histogram] err] \
    "trundle: plot: nothing to draw for histogram: no contact of bare-run has a force in this frame, expected another -frame\n" "bare contacts: no histogram"

# Several ranks: the same run, and a program that knows no MPI is found out.
foreach {code program x} {liggghts liggghts 0.06 lammps lmp 0.26} {
    if {[auto_execok $program] eq "" || [auto_execok mpirun] eq ""} {
        tap::ok 1 "$code on two ranks # SKIP $program or mpirun is not installed"
        continue
    }
    laws "-as $code" $x
    trundle run two.tcl -engine $code -out one -overwrite
    works "$code on two ranks" run two.tcl -engine $code -ranks 2 -out theirs -overwrite
    foreach name {position velocity spin} {
        tap::near [column theirs $name] [column one $name] 1e-9 "$code on two ranks: $name"
    }
    tap::is [dict get [json::json2dict [contents theirs/run.json]] ranks] 2 "$code on two ranks: it is told"
    testing::write alone "#!/bin/sh\necho 'Loop time of 1.5 on 1 procs for 10040 steps' >log.0\n"
    file attributes alone -permissions 0755
    keeps "*two.tcl: *alone ran on 1 ranks, expected 2: it may know no MPI*" \
        [list run two.tcl -engine $code=./alone -ranks 2] two-$code-run.part "a $code without MPI"
}

# Other results are kept.
laws {-lever radius}
# A large run writes large files: the size that bounds an answer of `verify` is no limit here.
testing::write large "#!/bin/sh\n\[ \"\$1\" = can ] || truncate -s 300M extra || exit\nexec [pwd]/fake \"\$@\"\n"
file attributes large -permissions 0755
works "a file of 300 MB" run two.tcl -engine ./large -out large-run
trundle run two.tcl -engine awk=./fake
laws {-lever half}
set said [works "another scenario by the same code" run two.tcl -engine awk=./fake]
tap::ok [expr {[string match "*is now *two-awk-run-1\n" $said] && [file exists two-awk-run-1/trajectory.h5]}] "earlier results are set aside"
testing::refused "*two-awk-run holds the results of another scenario*" {run two.tcl -out two-awk-run} "our own run does not replace it"

# What cannot be: one line, and nothing is left.
laws {-lever radius}
foreach {words pattern} {
    {-engine nothing}          "*run: -engine is \"nothing\", expected one of esys, lammps, liggghts, yade or a program*"
    {-engine x=./nothing}      "*run: -engine is \"x=./nothing\", expected a program that can be run after*"
    {-engine trundle=./fake}   "*expected a program that can be run after \"=\", and another name before it"
    {-engine ./fake -resume}   "*run: -resume is for the engine of Trundle and for runs in legs, without contacts, by L*; fake runs from the start to the end"
    {-engine ./fake -legs 2}   "*run: -legs is for the engine of Trundle and for runs in legs*"
    {-legs 2}                  "*run: -legs needs an -engine"
    {-engine ./fake -threads 2} "*run: -threads is for the engine of Trundle*"
    {-engine ./fake -v}        "*run: -v is for the engine of Trundle*"
    {-engine awk=./fake -ranks 2} "*run: -ranks is 2, but awk runs in one process, expected 1"
    {-ranks 2}                 "*run: -ranks needs an -engine"
    {-dialect}                 "*run: -dialect needs an -engine"
} {
    testing::refused $pattern [list run two.tcl {*}$words] $words
}
foreach {name body pattern} {
    crash {exit 3}           "*two.tcl: *crash did not run to its end*"
    empty {:}                "*two.tcl: *its first line, \"\", has no column time*"
    little {echo '{"parts": ["particles"]}'} "*two.tcl: little says that it cannot do planes*"
    frozen {echo time,particle,x,y,z,vx,vy,vz,wx,wy,wz; echo 0.1004,0,1,2,3,0,0,0,0,0,0} "*two.tcl: *1 rows at step 10040, expected one for each*"
} {
    testing::write $name "#!/bin/sh\n$body\n"
    file attributes $name -permissions 0755
    if {$name eq "little"} {
        testing::refused $pattern [list run two.tcl -engine ./$name] "a program: $name"
    } else {
        keeps $pattern [list run two.tcl -engine ./$name] two-$name-run.part "a program: $name"
    }
}
scenario feed.tcl [string map {& 0.06 "laws @" "inlet feed -box {1 1 1 1.2 1.2 1.2} -rate 10 -radius 0.01 -material m -seed 1"} $two]
testing::refused "*feed.tcl: -engine runs the same spheres from start to end, expected no inlet" {run feed.tcl -engine ./fake} "an inlet"
scenario forces.tcl [string map {& 0.06 "laws @" "" "record 0.01" "record 0.01 -contacts yes"} $two]
testing::refused "*forces.tcl: fake does not tell its contacts*" {run forces.tcl -engine ./fake} "contacts of a program that tells none"
# Two small spheres in a large room: bins of half a cutoff would be 2.4e9, the rule of scale allows 2.7e6.
tap::near [trundle::export::bin-size {2 1e-3 {{-0.7 -0.7 0} {0.7 0.7 1.4}}} 1e-4] 0.0111 5e-5 "bins of a large room"
tap::is [trundle::export::bin-size {2 0.02 {{-0.7 -0.7 0} {0.7 0.7 1.4}}} 1e-3] "" "where half a cutoff is enough, nothing is said"
set sides {}
foreach {axis at} {0 -0.7 0 0.7 1 -0.7 1 0.7 2 0 2 1.4} {
    append sides "plane w[incr wall] -point {[lreplace {0 0 0} $axis $axis $at]} -normal {[lreplace {0 0 0} $axis $axis [expr {$at > 0 ? -1 : 1}]]} -material m\n"
}
scenario room.tcl "material m -young 1e7 -poisson 0.3 -density 2500\ncontact m m -mu 0.3 -restitution 0.5\n$sides
    sphere a -radius 0.001 -material m -position {0 0 0.0011} -velocity {0 0 -0.1}
    sphere b -radius 0.001 -material m -position {0.0012 0.001 0.0025} -velocity {0 0 -0.1}
    laws -lever radius -rescale no\nintegrate -method verlet -dt 1e-5 -skin 1e-4\nrun until 0.005 record 0.005"
foreach {code program} {lammps lmp liggghts liggghts} {
    if {[auto_execok $program] eq ""} {
        tap::ok 1 "a large room in $code # SKIP $program is not installed"
        continue
    }
    works "a large room in $code" run room.tcl -engine $code -dialect -out room-$code
    set rows [lrange [split [string trim [contents room-$code/trajectory.csv]] \n] end-1 end]
    set height [lindex [split [lindex $rows 0] ,] 4]
    tap::ok [expr {$height > 0.9e-3 && $height < 2e-3}] "a large room in $code: the first sphere is at the floor"
}
scenario air.tcl [string map {& 0.06 "laws @" "fluid -viscosity 1e-5 -density 1.2"} $two]
if {[auto_execok lmp] ne ""} {
    testing::refused "trundle: air.tcl: the model has fluid, which no adapter can express" {run air.tcl -engine lammps} "a fluid for LAMMPS"
}
testing::end

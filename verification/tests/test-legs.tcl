# Runs of LAMMPS and LIGGGHTS in a folder of their own: divided into legs, ended at any moment, continued, read back.
package require trundle::testing
package require json
namespace import testing::*
testing::start
package require trundle
package require trundle::legs

# --- without a code: how a run is divided, and what a folder tells -----------------------------------------------------

tap::is [trundle::legs::divide 1000 20000 300 1 ""] {20100 1} "a small run is one leg, a multiple of the record interval"
tap::is [trundle::legs::divide 1000 20000 300 1 3] {6900 3} "three legs, of whole record intervals"
tap::is [trundle::legs::divide 1000 20000 300 1 1000] {300 67} "no more legs than records"
# 1e6 spheres for 1e6 steps at 1.5e-7 s are 1.5e5 s of one process: 167 legs of 900 s, on 128 ranks two.
tap::is [lindex [trundle::legs::divide 1000000 1000000 100 1 ""] 1] 167 "a long run has legs of a quarter of an hour"
tap::is [lindex [trundle::legs::divide 1000000 1000000 100 128 ""] 1] 2 "on many ranks there are fewer"

set fall {
    gravity {0 0 -9.81}
    material m -young 1e6 -poisson 0.25 -density 2500
    contact m m -mu 0.4 -restitution 0.6
    plane floor -point {0 0 0} -normal {0 0 1} -material m
    plane left -point {-0.0056 0 0} -normal {1 0 0} -material m
    plane right -point {0.0306 0 0} -normal {-1 0 0} -material m
    lattice bed -count {3 3 4} -spacing 0.0102 -origin {0 0 0.0049} -radius {0.0045 0.005} -jitter 2e-4 -seed 3 -material m
    laws -as @
    integrate -method verlet -dt 5e-5
    run until 0.0513 record 0.002
}
# Position, velocity and spin of all frames.
proc numbers {run} {
    return [lmap name {time position velocity spin} {
        binary encode hex [join [lmap k [frames-of $run] {trundle::frames numbers $run/trajectory.h5 /frames/$name double $k}] ""]
    }]
}
proc frames-of {run} {
    set all {}
    for {set k 0} {$k < [trundle::frames count $run/trajectory.h5]} {incr k} {
        lappend all $k
    }
    return $all
}
# A code that ends within its run: the real one, whose second leg is killed after its first frame that is written, which is cut.
proc mortal {code program} {
    testing::write mortal "#!/bin/sh
case \" \$* \" in
*' head again '*) if \[ ! -e [pwd]/died ]; then
    touch [pwd]/died
    $program \"\$@\" || exit
    rm leg.part
    for f in records.1.*.bin; do truncate -s -100 \$f; done
    kill -9 \$\$
  fi;;
esac
exec $program \"\$@\"
"
    file attributes mortal -permissions 0755
}

foreach {code program} {lammps lmp liggghts liggghts} {
    if {[auto_execok $program] eq ""} {
        tap::ok 1 "$code # SKIP $program is not installed"
        continue
    }
    file delete -force died
    scenario fall.tcl [string map [list @ $code] $fall]
    set said [works "$code: three legs" run fall.tcl -engine $code -legs 3 -out whole]
    tap::ok [string match "*whole: 1026 steps to t = 0.0513 s by *" $said] "$code: steps and time are told"
    tap::is [lsort [glob -tails -directory whole *]] {energy.csv model.dict model.json run.json trajectory.csv trajectory.h5} \
        "$code: the files of a run, and no deck"
    tap::is [trundle::frames count whole/trajectory.h5] 27 "$code: a frame per record, and the end"
    tap::is [dict get [json::json2dict [contents whole/run.json]] legs] 3 "$code: run.json tells the legs"

    # Killed within a frame of the second leg: what is whole can be read, and the rest is computed with the same bits.
    mortal $code [lindex [auto_execok $program] 0]
    set result [trundle run fall.tcl -engine $code=./mortal -legs 3 -out cut]
    tap::is [dict get $result status] 2 "$code: a leg that is killed ends the run"
    tap::ok [string match "*leg 2 of 3: *mortal did not run to its end, *; *cut.part keeps 1 of 3 legs, *: -resume goes on, `trundle collect *cut.part` reads its frames*" \
        [dict get $result err]] "$code: the message tells what is there, and how to read it"
    tap::note [dict get $result err]
    set told [works "$code: info" info cut.part]
    foreach {pattern name} {
        {^legs +1 of 3 ended, 360 steps each$} legs
        {^step +\d+ of 1026, t = } step
        {^rate +[\d.e+]+ steps/s$} rate
        {^remaining +[\d.e-]+ hours at this rate$} remaining
        {^frames +18, the last at t = 0.034 s; 1 incomplete$} frames
        {^disk +[\d.]+ [MG]B used, about [\d.]+ [MG]B in the end, [\d.e+]+ [MG]B free$} disk
    } {
        if {![tap::ok [regexp -line $pattern $told] "$code: info tells $name"]} {
            tap::note $told
        }
    }
    set result [trundle collect cut.part]
    tap::is [list [dict get $result status] [trundle::frames count cut-so-far/trajectory.h5]] {1 18} "$code: the frames before the one that is cut are read"
    tap::ok [string match "*: 9 of 27 frames are missing; `trundle run -engine $code -resume` computes them\n" [dict get $result err]] "$code: what is missing is told"
    tap::is [lmap column [numbers cut-so-far] whole [numbers whole] {expr {$column ne "" && [string first $column $whole] == 0}}] {1 1 1 1} \
        "$code: they are those of the whole run"
    works "$code: info on them" info cut-so-far
    testing::refused "*cut.part holds an unfinished run (1 of 3 legs, *), expected -resume to go on with it or -restart to begin anew*" \
        [list run fall.tcl -engine $code=./mortal -legs 3 -out cut] "$code: neither -resume nor -restart"
    works "$code: -resume" run fall.tcl -engine $code=./mortal -legs 3 -out cut -resume
    tap::ok [expr {[numbers cut] eq [numbers whole]}] "$code: the resumed run has the same bits"
    tap::is [contents cut/energy.csv] [contents whole/energy.csv] "$code: and the same energies"
    tap::ok [expr {![file exists cut.part]}] "$code: nothing is left of the unfinished run"
    set said [works "$code: -resume again" run fall.tcl -engine $code=./mortal -legs 3 -out cut -resume]
    tap::ok [string match "*cut: the run has ended, nothing is left to do\n" $said] "$code: there is nothing left to do"

    # A deck that was run by hand.
    works "$code: export" export fall.tcl -to $code -approximate -out deck
    testing::refused "*deck holds no complete frame*" {collect deck} "$code: a deck that nobody has run"
    exec env OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 sh -c "cd deck && $program -in deck.$code -log log.$code -screen none"
    works "$code: collect of a deck" collect deck
    tap::is [trundle::frames count deck-run/trajectory.h5] 27 "$code: all frames of a deck that was run by hand"
    scenario fall.tcl [string map [list @ $code] $fall]
    works "$code: one leg" run fall.tcl -engine $code -out one
    # A restart reads velocities between half steps; so legs differ a little from a run without, and the deck by hand does not.
    tap::near [lindex [rows deck-run/energy.csv] end] [lindex [rows one/energy.csv] end] 1e-12 "$code: by hand and by `run`: the same energies"
    file delete -force {*}[glob -nocomplain whole* cut* deck* one*]
}

foreach {name pattern} {
    nothing "*collect: \"nothing\" holds no deck, expected an unfinished run*"
    .       "*collect: \".\" holds no deck, expected an unfinished run*"
} {
    testing::refused $pattern [list collect $name] "collect $name"
}
testing::end

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

# The start of a run, straight from the engine and by way of a table: the same numbers.
set model [testing::model {material felt -young 2e6 -poisson 0.2 -density 310} \
    {plane floor -point {0 0 -0.3} -normal {0 0 1} -material felt} \
    {sphere a -radius 0.037 -material felt -position {0.1 -0.21 0.3} -velocity {1 -2 0.3} -spin {-4 5.5 6}} \
    {lattice bed -count {2 3 4} -spacing 0.11 -origin {1 0.7 -0.11} -radius {0.03 0.05} -jitter 1e-3 -seed 5 -material clay}]
set engine [trundle::engine $model]
set facts [trundle::export::facts $model many]
set ::trundle::version test
$engine write start.csv
set rooms [list [trundle::export::data-file $facts start.csv by-table] [trundle::export::start-file $facts [dict create engine $engine] straight]]
proc words {file} {return [concat {*}[lrange [split [contents $file] \n] 1 end]]}
set differ 0
foreach a [words by-table] b [words straight] {
    incr differ [expr {[string is double -strict $a] ? $a != $b : $a ne $b}]
}
tap::is [list $differ [llength [words straight]]] [list 0 [llength [words by-table]]] "a data file straight from the engine is that of a table"
tap::is [lmap room $rooms {concat {*}[lmap x [concat {*}[lindex $room 2] {*}[lindex $room 3] [lrange $room 0 1]] {expr {1.0*$x}}]}] \
    [lrepeat 2 [lmap x [concat {*}[lindex $rooms 0 2] {*}[lindex $rooms 0 3] [lrange [lindex $rooms 0] 0 1]] {expr {1.0*$x}}]] "and so are its extents"
$engine destroy
set hollow [trundle::engine [testing::model {sphere a -radius 0.1 -material clay -position {0 0 0} -inertia_factor 0.5}]]
tap::raises {trundle::export::start-file $facts [dict create engine $hollow] straight} \
    "export: the inertia of particle 1 is not that of a solid sphere, the only one that the other code knows" "a hollow sphere"
$hollow destroy
file delete by-table straight start.csv

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
    testing::refused "*cut.part holds an unfinished run (1 of 3 legs, *), expected -resume to continue it or -restart to start over*" \
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

# --- jobs: a Slurm that ends the calls of the launcher that LIMITS names, as a limit of time would -----------------------

file mkdir ../slurm
foreach {name text} {
    sbatch {export SLURM_JOB_ID=77 SLURM_SUBMIT_DIR=$PWD
for try in 1 2 3 4 5 6; do
  rm -f requeued
  bash "$1" >>slurm.out 2>&1
  status=$?
  [ -e requeued ] || exit $status
done}
    scontrol {[ "$1" = requeue ] && [ "$2" = 77 ] && touch requeued}
    srun {n=$(($(cat calls 2>/dev/null || echo 0) + 1))
echo $n >calls
case " $LIMITS " in *" $n "*)
  (sleep 1; kill -TERM $PPID) &
  exec sleep 60;;
esac
exec "$@"}
} {
    testing::write ../slurm/$name "#!/bin/sh\n$text\n"
    file attributes ../slurm/$name -permissions 0755
}
set ::env(PATH) [file normalize ../slurm]:$::env(PATH)
proc submit {limits part} {
    set ::env(LIMITS) $limits
    set status [catch {exec sh -c "cd $part/deck && sbatch job.sh" 2>@1} message settings]
    return [list [expr {$status ? [lindex [dict get $settings -errorcode] 2] : 0}] [contents $part/deck/slurm.out]]
}
foreach {code program} {lammps lmp} {
    if {[auto_execok $program] eq "" || [auto_execok bash] eq ""} {
        tap::ok 1 "$code in jobs # SKIP $program or bash is not installed"
        continue
    }
    scenario fall.tcl [string map [list @ $code] $fall]
    works "estimate" run fall.tcl -engine $code -legs 3 -estimate
    set told [works "estimate for four ranks" run fall.tcl -engine $code -legs 3 -ranks 4 -estimate]
    foreach {pattern name} {
        {^spheres +36$} spheres
        {^steps +1026 in 3 legs, 27 frames$} steps
        {^memory +about 120 MB in all ranks, 30 MB for reading$} memory
        {^disk +0.215 MB: frames 0.0778 MB, trajectory 0.101 MB, restart files 0.036 MB; [\d.]+ [MG]B are free$} disk
        {^trial +100 steps on \d+ ranks?: [\d.e-]+ s per step$} trial
        {^time +[\d.e-]+ (?:s|hours) to [\d.e-]+ (?:s|hours)} time
    } {
        if {![tap::ok [regexp -line $pattern $told] "the estimate tells $name"]} {
            tap::note $told
        }
    }
    tap::ok [expr {![llength [glob -nocomplain fall-*]]}] "an estimate leaves nothing"

    works "a run in three legs" run fall.tcl -engine $code -legs 3 -out whole
    set said [works "a job" run fall.tcl -engine $code -legs 3 -slurm -time 1:00:00 -sbatch --partition=long -sbatch --mem=2G -modules "module load dem" -out job]
    tap::ok [string match "*job.part: deck and job script; cd *job.part/deck && sbatch job.sh, then trundle collect *job.part\n" $said] \
        "how to submit it is told"
    set script [split [contents job.part/deck/job.sh] \n]
    foreach line {"#SBATCH --job-name=trundle-fall" "#SBATCH --ntasks=1" "#SBATCH --time=1:00:00" "#SBATCH --requeue" "#SBATCH --partition=long"
        "#SBATCH --mem=2G" "module load dem"} {
        tap::ok [expr {$line in $script}] "job.sh: $line"
    }
    testing::write job.part/deck/job.sh [string map {"module load dem" ""} [join $script \n]]
    # The limit ends the second call, and the fourth: each time a leg has ended before.
    lassign [submit "2 4" job.part] status said
    tap::is $status 0 "two limits of time, and the end"
    tap::note $said
    tap::is [string trim [contents job.part/deck/calls]] 5 "each leg once, and the two that were ended"
    tap::ok [regexp -line {^jobs +77$} [works "info on a job" info job.part]] "info tells the numbers of jobs"
    set said [works "collect" collect job.part]
    tap::ok [expr {[numbers job] eq [numbers whole]}] "the job has the bits of a run without a limit"
    set facts [json::json2dict [contents job/run.json]]
    tap::is [list [dict get $facts jobs] [dict get $facts resumes]] {77 2} "run.json tells jobs and resumes"

    # No leg within the limit: never again and again.
    works "a job that is too short" run fall.tcl -engine $code -legs 3 -slurm -out job2
    lassign [submit "1" job2.part] status said
    tap::is [list $status [string trim [contents job2.part/deck/calls]]] {1 1} "a leg that is longer than the limit is not repeated for ever"
    tap::ok [string match "*job.sh: no leg has ended within the limit of time, expected a longer -time or more -legs\n" $said] "and the job says why"
    lassign [submit "" job2.part] status said
    tap::is [list $status [llength [glob -nocomplain job2.part/deck/leg.3.rst]]] {0 1} "the same job again, without a limit"

    # A launcher that starts something else.
    testing::write four "#!/bin/sh\necho 'Loop time of 1 on 4 procs for 3 steps' >log.0\n"
    file attributes four -permissions 0755
    works "a bad launcher" run fall.tcl -engine $code -slurm -launch [pwd]/four -out job3
    lassign [submit "" job3.part] status said
    tap::ok [expr {$status == 1 && [string match "*job.sh: leg 1 did not run on 1 ranks, expected a launcher that starts one MPI program (-launch)\n" $said]}] \
        "a launcher that starts another number of ranks is found out"
    testing::write four "#!/bin/sh\nexit 3\n"
    lassign [submit "" job3.part] status said
    tap::ok [expr {$status == 1 && [string match "*job.sh: leg 1 of 1 has failed, see log.0\n" $said]}] "and one that fails"

    # The settings of a user.
    file mkdir config/trundle
    testing::write config/trundle/slurm "# our cluster\nlaunch = srun --mpi=pmix\nsbatch = --account=a\nsbatch = --nodes=2\n"
    set ::env(XDG_CONFIG_HOME) [pwd]/config
    works "a file of settings" run fall.tcl -engine $code -slurm -sbatch --account=b -launch "mpirun -np 1" -out job4
    set script [contents job4.part/deck/job.sh]
    tap::is [list [regexp -line {^#SBATCH --account=b$} $script] [regexp {account=a|nodes} $script] [regexp -line {^  mpirun -np 1 } $script]] {1 0 1} "options overrule it"
    works "a file of settings" run fall.tcl -engine $code -slurm -out job5
    set script [contents job5.part/deck/job.sh]
    tap::is [list [regexp -line {^#SBATCH --account=a\n#SBATCH --nodes=2$} $script] [regexp -line {^  srun --mpi=pmix } $script]] {1 1} "else it counts"
    testing::write config/trundle/slurm "queue = long"
    testing::refused "*config/trundle/slurm, line 1: found \"queue = long\", expected launch, time, sbatch or modules, and = with a value" \
        [list run fall.tcl -engine $code -slurm -out job6] "a setting that nobody knows"
    unset ::env(XDG_CONFIG_HOME)

    # A file of a rank is missing: as if rank 0 of two had written all that there is.
    set plan [contents job2.part/deck/plan.json]
    testing::write job2.part/deck/plan.json [regsub {"ranks" : 1} $plan {"ranks" : 2}]
    tap::ok [regexp -line {^frames +27, the last at t = 0.0513 s; \d files of ranks are missing$} [works "info on missing files" info job2.part]] "info tells what is missing"
    file delete -force {*}[glob job*]
}
foreach {words pattern} {
    {-engine lammps -grid 2x1x1} "*run: -grid is \"2x1x1\", expected three numbers whose product is 1 (-ranks), such as 1x1x1"
    {-engine lammps -time 1:00} "*run: -time needs -slurm"
    {-slurm} "*run: -slurm needs an -engine"
} {
    if {[auto_execok lmp] ne ""} {
        testing::refused $pattern [list run fall.tcl {*}$words] $words
    }
}

foreach {name pattern} {
    nothing "*collect: \"nothing\" holds no deck, expected an unfinished run*"
    .       "*collect: \".\" holds no deck, expected an unfinished run*"
} {
    testing::refused $pattern [list collect $name] "collect $name"
}
testing::end

# legs.tcl -- a large run of another code: a folder with its deck, in which one process after the other computes a leg.  All that
# is needed to go on, or to read what is there, stands in that folder:
#
#   deck.CODE start.CODE again.CODE common.CODE state.data ...     the deck, see `leg-decks` in export.tcl
#   plan.json         what is to be done, with the sums of the files of the deck
#   request.dict      the scenario, as run.tcl has it
#   starts            a line for each time that somebody has begun or gone on: seconds since 1970, leg, number of a job
#   records.K.R.bin, last.K.R.bin, log.K     frames that rank R has written in leg K, and its log
#   leg.K.rst         the state after K legs; the newest two stay
#
# A deck that `trundle export` has written has a plan, too, without legs: its frames are records.dump and final.dump.
package provide trundle::legs 1.0
package require trundle::export
package require trundle::foreign
package require trundle::formats
package require trundle::output
package require trundle::unfinished
package require trundle::value
package require json::write

namespace eval trundle::legs {
    # Seconds that one process takes for a step of one sphere, roughly; and how long a leg should take: short enough to lose
    # little, long enough for start and restart file to cost nothing.
    variable share 1.5e-7
    variable length 900.0
    set ::trundle::unfinished::kept-of-deck trundle::legs::kept
}

# Does this code know legs?
proc trundle::legs::can? {code} {
    if {![trundle::foreign::deck? $code]} {
        return 0
    }
    package require trundle::engine::$code
    return [expr {[info procs ::trundle::export::${code}::again] ne ""}]
}

# {LEG LEGS}: steps of a leg, a multiple of the record interval, and how many there are.  ASKED legs, or "".
proc trundle::legs::divide {spheres steps every ranks asked} {
    variable share
    variable length
    set legs [expr {$asked ne "" ? $asked : int(ceil(max(1, $share*$spheres*$steps/$ranks/$length)))}]
    set leg [expr {$every*int(ceil(double($steps)/$legs/$every))}]
    return [list $leg [expr {int(ceil(double($steps)/$leg))}]]
}

# --- the folder ------------------------------------------------------------------------

# Write deck and plan.  PLAN: name steps every leg legs ranks spheres dt program launch, live: an engine at the start.
proc trundle::legs::prepare {code request folder plan} {
    file mkdir $folder
    set done [trundle::export::to $code [dict get $request model] $folder [dict create name [dict get $plan name] \
        steps [dict get $plan steps] every [dict get $plan every] leg [dict get $plan leg] threads [dict get $plan ranks] \
        grid [trundle::value::get $plan grid] live [trundle::value::get $plan live] approximate 1]]
    file delete $folder/state.csv
    write-plan $code $request $folder [dict replace $plan differs [dict get $done differs] grid [dict get $done grid]]
}

proc trundle::legs::write-plan {code request folder plan} {
    trundle::output::write $folder/request.dict $request
    set sums {}
    foreach name [lsort [glob -tails -directory $folder *]] {
        lassign [trundle::output::sum $folder/$name] bytes sum
        lappend sums $name [json::write object bytes $bytes crc32 [json::write string [format %08x $sum]]]
    }
    json::write indented true
    json::write aligned false
    set plan [dict merge [dict create launch "" leg 0 legs 0 ranks 1] $plan]
    set pairs [list format [json::write string "trundle-plan 1"] code [json::write string $code] \
        written_by [json::write string "Trundle $::trundle::version"]]
    foreach key {name program launch} {
        lappend pairs $key [json::write string [dict get $plan $key]]
    }
    foreach key {steps every leg legs ranks spheres} {
        lappend pairs $key [dict get $plan $key]
    }
    lappend pairs grid [json::write array {*}[trundle::value::get $plan grid {1 1 1}]] dt [trundle::formats::json-number [dict get $plan dt]] \
        differs [json::write array {*}[lmap text [trundle::value::get $plan differs] {json::write string $text}]] \
        deck [json::write object {*}$sums]
    trundle::output::write $folder/plan.json [json::write object {*}$pairs]
}

# The plan of a folder.
proc trundle::legs::plan-of {folder} {
    set file $folder/plan.json
    if {![file isfile $file]} {
        trundle::value::fail "$folder has no plan.json, so it is no deck that `trundle run -engine` or `trundle export` has written"
    }
    set plan [trundle::value::from-json [trundle::output::text $file]]
    foreach key {format code name program launch steps every leg legs ranks grid spheres dt differs deck} {
        if {![dict exists $plan $key]} {
            trundle::value::fail "$file has no $key, expected the plan that Trundle has written"
        }
    }
    foreach key {steps every leg legs ranks spheres} {
        if {![string is wideinteger -strict [dict get $plan $key]] || [dict get $plan $key] < 0} {
            trundle::value::fail "$file: $key is \"[dict get $plan $key]\", expected a whole number"
        }
    }
    return $plan
}

proc trundle::legs::request-of {folder} {
    set request [string trimright [trundle::output::text $folder/request.dict] \n]
    if {![string is list $request] || [llength $request] % 2 || ![dict exists $request model]} {
        trundle::value::fail "$folder/request.dict is damaged: it holds no scenario"
    }
    return $request
}

# The deck is the one that was written: another one makes another run.
proc trundle::legs::check {folder plan} {
    dict for {name sum} [dict get $plan deck] {
        set found [expr {[file isfile $folder/$name] ? [trundle::output::sum $folder/$name] : {}}]
        if {$found eq {}} {
            trundle::value::fail "$folder/$name is missing, which belongs to the deck"
        }
        if {[format "%d %08x" {*}$found] ne "[dict get $sum bytes] [dict get $sum crc32]"} {
            trundle::value::fail "$folder/$name has been changed since the run began, expected the deck that Trundle has written;\
                -restart begins again"
        }
    }
}

# How many legs have come to their end.
proc trundle::legs::done {folder} {
    set most 0
    foreach name [glob -nocomplain -tails -directory $folder leg.*.rst] {
        if {[regexp {^leg\.(\d+)\.rst$} $name - k]} {
            set most [expr {max($most, $k)}]
        }
    }
    return $most
}

# --- running ---------------------------------------------------------------------------

# The command of leg K.
proc trundle::legs::command {plan k} {
    return [command-with $plan [dict get $plan launch] $k [expr {$k ? "again" : "start"}] \
        [expr {min([dict get $plan steps], ($k + 1)*[dict get $plan leg])}]]
}

proc trundle::legs::command-with {plan launch k head to} {
    set code [dict get $plan code]
    package require trundle::engine::$code
    set words [trundle::export::${code}::command [dict create threads [dict get $plan ranks] grid [dict get $plan grid] \
        launch $launch over {k head to} log log.$k k $k head $head to $to]]
    return [lmap word $words {
        expr {$word eq [set trundle::export::${code}::program] ? [dict get $plan program] : $word}
    }]
}

# Compute what is left.
proc trundle::legs::go-on {folder} {
    set plan [plan-of $folder]
    check $folder $plan
    set here [pwd]
    cd $folder
    try {
        append-line starts "[clock seconds] [done .] -"
        while {[set k [done .]] < [dict get $plan legs]} {
            file delete {*}[glob -nocomplain records.$k.* last.$k.*] leg.part
            leg $plan $k
        }
    } finally {
        cd $here
    }
}

proc trundle::legs::append-line {file line} {
    trundle::output::naming $file {
        set channel [open $file a]
        puts $channel $line
        close $channel
    }
}

# Leg K, in the present folder.  It has come to its end when its restart file has its name.
proc trundle::legs::leg {plan k} {
    set ranks [dict get $plan ranks]
    try {
        trundle::foreign::call [command $plan $k]
    } trap {TRUNDLE FOREIGN CRASHED} {message settings} {
        set why [why . $k]
        return -options $settings "leg [expr {$k + 1}] of [dict get $plan legs]: [expr {$why eq "" ? $message
            : "[regsub {: .*} $message {}]: $why"}]"
    }
    if {$ranks > 1} {
        trundle::foreign::ran-on [dict get $plan program] log.$k $ranks
    }
    if {![file exists leg.part]} {
        trundle::foreign::failed BABBLES "leg [expr {$k + 1}] wrote no restart file"
    }
    file rename -force leg.part leg.[expr {$k + 1}].rst
    file delete leg.[expr {$k - 1}].rst
}

# What the log of a leg says of an error; MPI says less.
proc trundle::legs::why {folder k} {
    foreach file [concat $folder/log.$k [lsort [glob -nocomplain $folder/screen.*]] $folder/output.txt] {
        if {![file isfile $file]} continue
        set channel [open $file]
        chan configure $channel -translation lf -encoding iso8859-1
        chan seek $channel [expr {max(0, [file size $file] - 100000)}]
        set text [read $channel]
        close $channel
        if {[regexp -line {^ERROR.*$} $text line]} {
            return [string trim $line]
        }
    }
}

# --- jobs ------------------------------------------------------------------------------

# Write job.sh, a script for Slurm that computes what is left.  SETTINGS: launch (words before the code), time, sbatch (further
# options, a line each), modules (commands before the run, a line each).  When its time is over, Slurm sends SIGTERM: the script asks to
# be put into the queue again if a leg has ended since it began. Without such a leg it would never get further.
proc trundle::legs::write-job {folder plan settings} {
    dict with settings {}
    set lines [list #!/bin/bash "#SBATCH --job-name=trundle-[regsub -all {[^\w.-]} [file rootname [dict get $plan name]] _]"]
    foreach option [list --ntasks=[dict get $plan ranks] {*}[expr {$time eq "" ? {} : [list --time=$time]}] --signal=B:TERM@60 --requeue \
            --open-mode=append --output=slurm.out {*}[lmap line [split $sbatch \n] {string trim $line}]] {
        if {$option ne ""} {
            lappend lines "#SBATCH $option"
        }
    }
    set command [string map {@K@ "$k" @HEAD@ "$head" @TO@ "$to"} [trundle::export::shell-words [command-with $plan \
        [expr {$launch eq "" ? "srun" : $launch}] @K@ @HEAD@ @TO@]]]
    lappend lines "# [dict get $plan name], [dict get $plan spheres] spheres, [dict get $plan steps] steps: written by Trundle\
        $::trundle::version." "# Submit it in this folder: sbatch job.sh" {*}[split $modules \n] \
        "legs=[dict get $plan legs] leg=[dict get $plan leg] steps=[dict get $plan steps] ranks=[dict get $plan ranks]"
    trundle::output::write $folder/job.sh "[join $lines \n]\n[string map [list @COMMAND@ $command] {
cd "${SLURM_SUBMIT_DIR:-$(dirname "$0")}" || exit 1
k=0
for f in leg.*.rst; do
  n=${f#leg.}
  n=${n%.rst}
  if [ -e "$f" ] && [ "$n" -gt "$k" ]; then k=$n; fi
done
begin=$k

over() {
  kill "$child" 2>/dev/null
  wait
  if [ "$k" -gt "$begin" ] && [ -n "$SLURM_JOB_ID" ]; then
    scontrol requeue "$SLURM_JOB_ID"
    exit 0
  fi
  echo "job.sh: no leg has ended within the limit of time, expected a longer -time or more -legs" >&2
  exit 1
}
trap over TERM

echo "$(date +%s) $k ${SLURM_JOB_ID:--}" >>starts
while [ "$k" -lt $legs ]; do
  rm -f records."$k".* last."$k".* leg.part    # of a leg that was broken off
  head=again
  if [ "$k" -eq 0 ]; then head=start; fi
  to=$(((k + 1)*leg))
  if [ $to -gt $steps ]; then to=$steps; fi
  @COMMAND@ &
  child=$!
  if ! wait $child; then
    echo "job.sh: leg $((k + 1)) of $legs has failed, see log.$k" >&2
    exit 1
  fi
  if ! grep -q "^Loop time of .* on $ranks procs" log."$k"; then
    echo "job.sh: leg $((k + 1)) did not run on $ranks ranks, expected a launcher that starts one MPI program (-launch)" >&2
    exit 1
  fi
  mv leg.part leg.$((k + 1)).rst || exit 1
  rm -f leg.$((k - 1)).rst
  k=$((k + 1))
done
echo "job.sh: all legs have ended; trundle collect reads them"}]"
    file attributes $folder/job.sh -permissions 0755
}

# --- what there is -----------------------------------------------------------------------

# PATH RANKS ... of the dumps, in the order in which they count, for `trundle::dumps`.
proc trundle::legs::dumps {folder plan} {
    set found {}
    set ranks [dict get $plan ranks]
    for {set k 0} {$k < [dict get $plan legs]} {incr k} {
        foreach name {records last} {
            if {[llength [glob -nocomplain -directory $folder $name.$k.*.bin]]} {
                lappend found $folder/$name.$k.%.bin $ranks
            }
        }
    }
    foreach name {records.dump final.dump} {
        if {[file isfile $folder/$name]} {
            lappend found $folder/$name 1
        }
    }
    return $found
}

# Steps of the complete frames, incomplete, missing; see dumps-tcl.h.
proc trundle::legs::frames {folder plan} {
    package require trundle
    return [trundle::dumps [dict get $plan spheres] [dumps $folder $plan]]
}

# The seconds that the code has counted, by its logs.
proc trundle::legs::seconds {folder} {
    set sum 0.0
    foreach file [glob -nocomplain -directory $folder log.*] {
        foreach {- seconds} [regexp -all -inline {Loop time of (\S+) on \d+ procs?} [trundle::output::text $file]] {
            set sum [expr {$sum + $seconds}]
        }
    }
    return $sum
}

# How often somebody has begun or gone on, and the numbers of jobs.
proc trundle::legs::starts {folder} {
    return [expr {[file isfile $folder/starts] ? [split [string trim [trundle::output::text $folder/starts]] \n] : {}}]
}
proc trundle::legs::jobs {folder} {
    return [lsort -unique [lmap line [starts $folder] {
        if {[set job [lindex [split $line] 2]] in {- ""}} continue
        set job
    }]]
}

# In words, what a folder keeps.
proc trundle::legs::kept {folder} {
    try {
        set plan [plan-of $folder]
        set steps [dict get [frames $folder $plan] steps]
        set text [expr {[llength $steps] ? "[llength $steps] frames up to t =\
            [trundle::formats::short [expr {[lindex $steps end]*[dict get $plan dt]}]] s" : "no frame yet"}]
        return "[expr {[dict get $plan legs] > 1 ? "[done $folder] of [dict get $plan legs] legs, " : ""}]$text"
    } trap TRUNDLE {message} {
        return $message
    }
}

# What `trundle info` shows of an unfinished run: name -> value.
proc trundle::legs::facts {folder} {
    set plan [plan-of $folder]
    set done [done $folder]
    set steps [dict get $plan steps]
    lassign [reached $folder $plan] now kinetic
    set frames [frames $folder $plan]
    set facts [dict create code [trundle::codes::of [dict get $plan code] title] spheres [dict get $plan spheres] \
        ranks [ranks-of $plan] legs "$done of [dict get $plan legs] ended, [dict get $plan leg] steps each" \
        step "$now of $steps, t = [trundle::formats::short [expr {$now*[dict get $plan dt]}]] of\
            [trundle::formats::short [expr {$steps*[dict get $plan dt]}]] s"]
    if {$kinetic ne ""} {
        dict set facts kinetic_energy "[trundle::formats::short $kinetic] J"
    }
    set rate [rate $folder $plan $now]
    dict set facts rate [expr {$rate eq "" ? "not known yet" : "[trundle::formats::short $rate 3] steps/s"}]
    dict set facts remaining [expr {$now >= $steps ? "nothing" : $rate eq "" ? "not known yet"
        : "[trundle::formats::short [expr {($steps - $now)/$rate/3600.0}] 3] hours at this rate"}]
    set last [lindex [dict get $frames steps] end]
    dict set facts frames "[llength [dict get $frames steps]][expr {$last eq "" ? "" : ", the last at t =\
        [trundle::formats::short [expr {$last*[dict get $plan dt]}]] s"}][expr {[dict get $frames incomplete]
        ? "; [dict get $frames incomplete] incomplete" : ""}][expr {[dict get $frames missing]
        ? "; [dict get $frames missing] files of ranks are missing" : ""}]"
    set used 0
    foreach file [glob -nocomplain -directory $folder *] {
        incr used [file size $file]
    }
    set wanted [expr {$used + [more-bytes $plan $now]}]
    dict set facts disk "[gigabytes $used] used, about [gigabytes $wanted] in the end, [gigabytes [free $folder]] free"
    set jobs [jobs $folder]
    if {[llength $jobs]} {
        dict set facts jobs [join $jobs ", "]
    }
    dict set facts ended [expr {$done == [dict get $plan legs] ? "yes, `trundle collect` reads it"
        : [file exists $folder/job.sh] ? "no, `sbatch job.sh` in [file tail $folder] continues it"
        : "no, `trundle run ... -engine [dict get $plan code] -resume` continues it"}]
    return $facts
}

# "8, grid 4 x 2 x 1"
proc trundle::legs::ranks-of {plan} {
    set ranks [dict get $plan ranks]
    return [expr {$ranks == 1 ? 1 : "$ranks, grid [join [dict get $plan grid] { x }]"}]
}

# What frames, trajectory and restart files will need beyond what is there: 80 bytes per sphere and frame of a dump, 104 in the
# trajectory, and 500 bytes per sphere of each of two restart files.
proc trundle::legs::more-bytes {plan now} {
    dict with plan {
        set interval [expr {max(1, $every)}]
        return [expr {$spheres*(80.0*($steps - $now)/$interval + 104.0*($steps/$interval + 1)) + ($legs > 1 ? 2 : 1)*500.0*$spheres}]
    }
}

proc trundle::legs::gigabytes {bytes} {
    return [expr {$bytes < 1e9 ? "[format %.3g [expr {$bytes*1e-6}]] MB" : "[format %.3g [expr {$bytes*1e-9}]] GB"}]
}

# Bytes that are free where a folder is; NaN where nobody tells.
proc trundle::legs::free {folder} {
    if {[catch {exec df -Pk $folder} text]} {
        return NaN
    }
    return [expr {1024.0*[lindex [split [string trim $text] \n] end 3]}]
}

# {STEP KINETIC}: the last line of the log of the present leg.
proc trundle::legs::reached {folder plan} {
    set k [done $folder]
    set now [expr {min([dict get $plan steps], $k*[dict get $plan leg])}]
    set kinetic ""
    foreach file [list $folder/log.[expr {$k - 1}] $folder/log.$k] {
        if {![file isfile $file]} continue
        foreach {- step energy} [regexp -all -inline -line "^\\s*(\\d+)\\s+[dict get $plan spheres]\\s+(\\S+)\\s+\\S+\\s*$" \
                [trundle::output::text $file]] {
            set now $step
            set kinetic $energy
        }
    }
    return [list $now $kinetic]
}

# Steps per second of the legs that have ended, as their logs count them; else of the first leg so far, since it began.
proc trundle::legs::rate {folder plan now} {
    set steps 0
    set seconds 0.0
    for {set k 0} {$k < [done $folder]} {incr k} {
        if {![file isfile $folder/log.$k]} continue
        foreach {- time count} [regexp -all -inline {Loop time of (\S+) on \d+ procs? for (\d+) steps} [trundle::output::text $folder/log.$k]] {
            incr steps $count
            set seconds [expr {$seconds + $time}]
        }
    }
    if {$steps == 0 && $now > 0 && [file isfile $folder/starts] && [file isfile $folder/log.0]} {
        set begin [lindex [split [string trim [trundle::output::text $folder/starts]] \n] end 0]
        set steps $now
        set seconds [expr {[file mtime $folder/log.0] - $begin}]
    }
    return [expr {$steps > 0 && $seconds > 0 ? $steps/$seconds : ""}]
}

# --- before a run ------------------------------------------------------------------------

# What a run will need: {NAME VALUE} ...  A trial of some steps tells the time per step; it knows nothing of the heap that comes, in which
# there are more contacts, so the time is a range.
proc trundle::legs::estimate {code request plan} {
    set folder [trundle::output::scratch]
    set here [pwd]
    try {
        set ranks [dict get $plan ranks]
        set trial [expr {min($ranks, [processors])}]
        set steps [expr {min([dict get $plan steps], 100)}]
        set begin [clock milliseconds]
        prepare $code $request $folder/deck [dict replace $plan ranks $trial legs 1 grid {} every $steps steps $steps leg $steps]
        set written [expr {([clock milliseconds] - $begin)*1e-3}]
        cd $folder/deck
        leg [plan-of .] 0
        set each [expr {[seconds .]/$steps}]
        regexp {([\d.]+)% CPU use} [trundle::output::text log.0] - busy
    } finally {
        cd $here
        trundle::output::discard $folder
    }
    dict with plan {
        set frames [expr {$steps/$every + 1 + ($steps % $every != 0)}]
        set dumps [expr {80.0*$spheres*$frames}]
        set trajectory [expr {104.0*$spheres*$frames}]
        set restarts [expr {500.0*$spheres*min(2, $legs)}]
        set hours [expr {$each*$steps*$trial/$ranks/3600.0}]
        set found [list spheres $spheres steps "$steps in $legs [expr {$legs == 1 ? "leg" : "legs"}], $frames frames" \
            memory "about [gigabytes [expr {850.0*$spheres + 30e6*$ranks}]] in all ranks, [gigabytes [expr {72.0*$spheres + 30e6}]] for reading" \
            disk "[gigabytes [expr {$dumps + $trajectory + $restarts}]]: frames [gigabytes $dumps], trajectory [gigabytes $trajectory],\
                restart files [gigabytes $restarts]; [gigabytes [free .]] are free" \
            trial "[expr {min($steps, 100)}] steps on $trial [expr {$trial == 1 ? "rank" : "ranks"}]: [trundle::formats::short $each 3] s per step" \
            time "[span $hours] to [span [expr {3*$hours}]][expr {$ranks == $trial ? "" : " on $ranks ranks, if they share the work evenly"}]"]
    }
    if {[info exists busy] && $busy ne "" && $busy < 70} {
        lappend found warning "the processors were busy for $busy % of the trial only: others use them, too, and ranks wait for each other"
    }
    return $found
}

proc trundle::legs::span {hours} {
    return [expr {$hours < 0.03 ? "[trundle::formats::short [expr {3600*$hours}] 2] s" : "[trundle::formats::short $hours 2] hours"}]
}

proc trundle::legs::processors {} {
    package require trundle::pool
    return [trundle::pool::processors]
}

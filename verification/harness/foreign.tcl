# foreign.tcl -- another code in the place of the engine: one of those that `export`
# knows, or a program of the user's.  The code is run from the start to the time that is
# asked for, and its rows are read back; what no table of positions and velocities can
# tell is refused as unsupported.
#
# A program P of the user's is called as `P run model.json` (the JSON Schema of a model:
# trundle export -schema) and prints comma-separated rows below a line with the names of the
# columns: time, particle (its name or its number from 0), x y z, vx vy vz, wx wy wz.  It prints one
# row for each particle at the start and every run.record seconds up to run.until.
package provide trundle::foreign 1.0
package require trundle::export
package require trundle::model-json
package require trundle::output

namespace eval trundle::foreign {
    variable serial 0
    variable engines          ;# number -> dict of code, model, explain, dt, names, step, bodies
    array set engines {}
    variable runs {}          ;# code, model, steps, interval -> records: a code runs once for each
    variable limit 60         ;# longest time in s that one run may take
    variable differs {}       ;# in what the runs so far differ from their models
    # What an engine here can be asked; the columns of a row.
    variable words {advance step particle state time steps counts evaluations explain momenta dt name destroy}
    variable columns {x y z vx vy vz wx wy wz}
}

# foreign::engine CODE MODEL -> a command with the subcommands of an engine, as far as rows
# can tell.  CODE: a name that `export` knows, or the path of a program.
proc trundle::foreign::engine {code model} {
    variable serial
    variable engines
    package require trundle
    set explain [trundle::export::conventions $model]
    set here [trundle::engine $model]
    set bodies [$here state]
    set number -1
    set engines([incr serial]) [dict create code $code model $model explain $explain \
        dt [dict get $explain dt] step 0 bodies $bodies \
        names [lmap body $bodies {$here name [incr number]}]]
    $here destroy
    set command ::trundle::foreign::engine$serial
    interp alias {} $command {} ::trundle::foreign::ask $serial
    return $command
}

proc trundle::foreign::ask {number word args} {
    variable words
    if {$word ni $words} {
        return -code error -errorcode {TRUNDLE UNSUPPORTED} "another code's rows do not tell its $word"
    }
    return [do-$word $number {*}$args]
}

proc trundle::foreign::of {number key} {
    variable engines
    return [dict get $engines($number) $key]
}

proc trundle::foreign::do-destroy {number} {
    variable engines
    unset engines($number)
    interp alias {} ::trundle::foreign::engine$number {}
}

proc trundle::foreign::do-time {number} {expr {[of $number step]*[of $number dt]}}
proc trundle::foreign::do-steps {number} {of $number step}
proc trundle::foreign::do-evaluations {number} {of $number step}
proc trundle::foreign::do-dt {number} {of $number dt}
proc trundle::foreign::do-explain {number} {of $number explain}
proc trundle::foreign::do-state {number} {of $number bodies}
proc trundle::foreign::do-name {number index} {lindex [of $number names] $index}

proc trundle::foreign::do-counts {number} {
    return [dict create particles [llength [of $number bodies]] steps [of $number step] warnings 0]
}

proc trundle::foreign::do-particle {number index} {lindex [of $number bodies] $index}

# Linear and angular momentum about the origin.
proc trundle::foreign::do-momenta {number} {
    set linear {0.0 0.0 0.0}
    set angular {0.0 0.0 0.0}
    foreach body [of $number bodies] {
        dict with body {
            set p [lmap v $velocity {expr {$mass*$v}}]
            lassign $position x y z
            lassign $p u v w
            set linear [lmap a $linear b $p {expr {$a + $b}}]
            set angular [lmap a $angular \
                b [list [expr {$y*$w - $z*$v}] [expr {$z*$u - $x*$w}] [expr {$x*$v - $y*$u}]] \
                s $spin {expr {$a + $b + $inertia*$s}}]
        }
    }
    return [dict create linear $linear angular $angular]
}

proc trundle::foreign::do-step {number count} {
    to-step $number [expr {[of $number step] + $count}] $count
    return
}

# To a time; with -every N the rows at every N-th step from here on, as the engine gives them.
proc trundle::foreign::do-advance {number time {option -every} {every 0}} {
    set first [of $number step]
    set last [expr {round($time/[of $number dt])}]
    if {$last <= $first} {
        return {}
    }
    set records [to-step $number $last [expr {$every ? $every : $last - $first}]]
    set rows {}
    for {set step $first} {$every && $step <= $last} {incr step $every} {
        set index -1
        foreach row [dict get $records $step] {
            lappend rows [concat [expr {$step*[of $number dt]}] [incr index] $row {NaN NaN NaN NaN}]
        }
    }
    return $rows
}

# To a step; -> step -> rows, one a particle, at the steps between.
proc trundle::foreign::to-step {number last every} {
    variable engines
    variable runs
    set interval [common-divisor [of $number step] $every]
    set key [list [of $number code] [of $number model] $last $interval]
    if {![dict exists $runs $key]} {
        dict set runs $key [records $number $last $interval]
    }
    set records [dict get $runs $key]
    set count [llength [of $number bodies]]
    dict for {step rows} $records {
        if {[llength $rows] != $count || {} in $rows} {
            failed "[llength $rows] rows at step $step, expected one for each of $count particles"
        }
    }
    if {![dict exists $records $last]} {
        failed "no rows at the end of the run, step $last"
    }
    dict set engines($number) step $last
    dict set engines($number) bodies [lmap body [of $number bodies] row [dict get $records $last] {
        dict merge [dict remove $body force torque orientation] [dict create \
            position [lrange $row 0 2] velocity [lrange $row 3 5] spin [lrange $row 6 8]]
    }]
    return $records
}

proc trundle::foreign::common-divisor {a b} {
    while {$b} {
        lassign [list $b [expr {$a % $b}]] a b
    }
    return $a
}

proc trundle::foreign::failed {why} {
    return -code error -errorcode {TRUNDLE FOREIGN} $why
}

# --- a run of the code -------------------------------------------------------------

proc trundle::foreign::records {number last interval} {
    close [file tempfile folder]
    file delete $folder
    file mkdir $folder
    set here [pwd]
    try {
        cd $folder
        if {[of $number code] in $trundle::export::engines} {
            return [run-deck $number $last $interval]
        }
        return [run-program $number $last $interval]
    } finally {
        cd $here
        file delete -force $folder
    }
}

# The words of a command, ended when the limit of time is over; what it prints.
proc trundle::foreign::call {words} {
    variable limit
    set code [catch {exec -ignorestderr env OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 \
        timeout $limit {*}$words </dev/null 2>errors.txt} text settings]
    if {$code} {
        set status [dict get $settings -errorcode]
        if {[lindex $status 0] eq "CHILDSTATUS" && [lindex $status 2] == 124} {
            failed "[lindex $words 0] did not end within $limit s"
        }
        set channel [open errors.txt]
        set errors [string trim [read $channel]]
        close $channel
        failed "[lindex $words 0] did not run to its end: [string range $errors end-300 end]"
    }
    return $text
}

proc trundle::foreign::run-deck {number last interval} {
    variable differs
    set code [of $number code]
    set done [trundle::export::to $code [of $number model] [pwd] [dict create name case steps $last \
        every $interval approximate 1]]
    foreach text [dict get $done differs] {
        if {$text ni $differs} {
            lappend differs $text
        }
    }
    call [dict get $done command]
    return [dict merge [dump-records records.dump] [dict create $last [lindex [dump-records final.dump] end]]]
}

# A dump of LIGGGHTS, LAMMPS or of our YADE decks: step -> rows in the order of the numbers.
proc trundle::foreign::dump-records {file} {
    set channel [open $file]
    set records {}
    set step 0
    while {[gets $channel line] >= 0} {
        if {[string match "ITEM: TIMESTEP*" $line]} {
            set step [gets $channel]
            set in 0
        } elseif {[string match "ITEM: ATOMS*" $line]} {
            dict set records $step {}
            set in 1
        } elseif {[string match "ITEM:*" $line]} {
            set in 0
        } elseif {![info exists in] || $in} {
            dict lappend records $step [lrange $line 1 9]
        }
    }
    close $channel
    return $records
}

proc trundle::foreign::run-program {number last interval} {
    set dt [of $number dt]
    set request [dict create until [expr {$last*$dt}] record [expr {$interval*$dt}] model [of $number model]]
    trundle::output::write model.json [trundle::modeljson::write $request case]
    return [table-records [call [list [of $number code] run model.json]] $dt [of $number names]]
}

# The table that a program prints: step -> rows in the order of the particles.
proc trundle::foreign::table-records {text dt names} {
    variable columns
    set lines [split [string trim $text] \n]
    set head [lmap name [split [lindex $lines 0] ,] {string trim $name}]
    foreach name [concat time particle $columns] {
        if {$name ni $head} {
            failed "its first line, \"[string range [lindex $lines 0] 0 100]\", has no column $name"
        }
    }
    set records {}
    set line_number 1
    foreach line [lrange $lines 1 end] {
        incr line_number
        set cells [split $line ,]
        set row [lmap name [concat time $columns] {lindex $cells [lsearch -exact $head $name]}]
        foreach name [concat time $columns] cell $row {
            if {![string is double -strict $cell] || $cell != $cell} {
                failed "line $line_number: $name is \"$cell\", expected a number"
            }
        }
        set particle [string trim [lindex $cells [lsearch -exact $head particle]]]
        set index [lsearch -exact $names $particle]
        if {$index < 0 && [string is integer -strict $particle]} {
            set index $particle
        }
        if {$index < 0 || $index >= [llength $names]} {
            failed "line $line_number: there is no particle \"$particle\""
        }
        set step [expr {round([lindex $row 0]/$dt)}]
        if {![dict exists $records $step]} {
            dict set records $step [lrepeat [llength $names] {}]
        }
        set rows [dict get $records $step]
        lset rows $index [lrange $row 1 end]
        dict set records $step $rows
    }
    return $records
}

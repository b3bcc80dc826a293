# command-run.tcl -- trundle run: a scenario of the user's own.
package provide trundle::command::run 1.0
package require trundle::cli
package require trundle::scenario
package require trundle::output
package require trundle::progress
package require trundle::formats

namespace eval trundle::command {}

trundle::cli::declare run {
    usage {SCENARIO.tcl [-out DIR] [-v] | -language}
    about {Reads a scenario, a short Tcl script that states bodies, materials,
        laws and how to integrate, runs it and writes the trajectory, the
        energies and the contact events as tables of comma-separated values, and
        the trajectory once more as a self-describing HDF5 file. The script can
        compute, but reaches no files and no other programs. The folder of
        results appears when the run has ended.}
    options {
        out   {DIR text {} {the folder of results; default: the scenario's name + `-run`}}
        limit {SECONDS positive 10 {longest time that reading the script may take}}
        v     {{} flag 0 {print the conventions in force and a summary}}
        language {{} flag 0 {list the words of a scenario and their options}}
    }
    examples {
        {trundle run rolling-marble.tcl}
        {writes rolling-marble-run/trajectory.h5, trajectory.csv, energy.csv, events.csv}
        {trundle run rolling-marble.tcl -out /tmp/marble -v}
        {elsewhere, and tell what was assumed}
        {trundle run -language}
        {everything that a scenario can say}
    }
}

proc trundle::command::run {arguments} {
    set values [trundle::cli::parse run $arguments]
    if {[dict get $values help]} {
        puts [trundle::cli::help run]
        return 0
    }
    if {[dict get $values language]} {
        puts [trundle::language::reference]
        return 0
    }
    trundle::cli::words run $values 1 1 "the name of one scenario"
    set file [lindex [dict get $values words] 0]
    set limit [expr {int(ceil([dict get $values limit]))}]
    set request [trundle::scenario::read $file $limit]
    set out [file normalize [results-folder $file [dict get $values out]]]
    set engine [engine-for $file [dict get $request model]]
    set part [trundle::output::begin run $out run]
    try {
        carry-out $engine $request $part
        trundle::output::finish $part $out
        puts [run-summary $engine $out [dict get $values v]]
        trundle::cli::tell-unsettled $file \
            [dict get [$engine counts] warnings] [$engine steps]
    } finally {
        trundle::progress::end
        file delete -force $part
        $engine destroy
    }
    return 0
}

# What the engine refuses is the scenario's fault, too.
proc trundle::command::engine-for {file model} {
    package require trundle
    try {
        return [trundle::engine $model]
    } trap TRUNDLE {message settings} {
        return -options $settings "$file: $message"
    }
}

proc trundle::command::results-folder {file asked} {
    if {$asked ne ""} {
        return $asked
    }
    return [file rootname [file tail $file]]-run
}

# The run itself, from record to record; the tables grow as it goes.
proc trundle::command::carry-out {engine request part} {
    set until [dict get $request until]
    set trajectory [table $part/trajectory.csv \
        t,name,x,y,z,vx,vy,vz,wx,wy,wz,qw,qx,qy,qz]
    set energy [table $part/energy.csv t,[join [dict keys [$engine energy]] ,]]
    set names [names-of $request particles]
    set start [clock microseconds]
    trundle::trajectory begin $engine $part/trajectory.h5 [dict get $request model]
    try {
        foreach time [record-times $engine $request] {
            $engine advance $time
            record-state $engine $names $trajectory $energy
            trundle::trajectory add $engine
            tell-run $engine $until $start
        }
        trundle::trajectory finish $engine
    } finally {
        close $trajectory
        close $energy
    }
    trundle::output::write $part/events.csv [events-table $engine $names \
        [names-of $request planes]]
    trundle::output::write $part/model.dict [dict get $request model]
}

proc trundle::command::table {file columns} {
    set channel [open $file w]
    chan configure $channel -encoding utf-8
    puts $channel $columns
    return $channel
}

# The times at which the state is recorded, from 0 to the end.  With a fixed
# step they are whole numbers of steps, so that recording changes no bit.
proc trundle::command::record-times {engine request} {
    set until [dict get $request until]
    set interval [trundle::value::get $request record [expr {$until/100.0}]]
    set dt [$engine dt]
    if {[dict get [$engine explain] adaptive] eq "no"} {
        set interval [expr {max(1, round($interval/$dt))*$dt}]
    }
    set times {}
    for {set k 0} {$k*$interval < $until*(1 - 1e-12)} {incr k} {
        lappend times [expr {$k*$interval}]
    }
    return [lappend times $until]
}

proc trundle::command::record-state {engine names trajectory energy} {
    foreach row [$engine advance [$engine time] -every 1] {
        lset row 1 [lindex $names [lindex $row 1]]
        puts $trajectory [join $row ,]
    }
    puts $energy [$engine time],[join [dict values [$engine energy]] ,]
}

# The engine calls bodies by number, and a plane "plane 0".
proc trundle::command::events-table {engine names planes} {
    set lines {t,event,first,second}
    foreach event [$engine events] {
        lassign $event time kind i j
        set second [expr {[llength $j] == 1 ? [lindex $names $j]
                          : [lindex $planes [lindex $j 1]]}]
        lappend lines $time,$kind,[lindex $names $i],$second
    }
    return [join $lines \n]
}

proc trundle::command::names-of {request part} {
    return [lmap one [dict get $request model $part] {dict get $one name}]
}

proc trundle::command::tell-run {engine until start} {
    if {![trundle::progress::terminal?]} {
        return
    }
    set seconds [expr {([clock microseconds] - $start)*1e-6 + 1e-9}]
    set fraction [expr {[$engine time]/$until}]
    trundle::progress::show $fraction [format \
        "t %.4g of %.4g s, %.3g steps/s, %d contacts, %.0f s left" \
        [$engine time] $until [expr {[$engine steps]/$seconds}] \
        [llength [$engine contacts]] \
        [expr {$fraction > 0 ? max(0, $seconds*(1/$fraction - 1)) : 0}]]
}

proc trundle::command::run-summary {engine out verbose} {
    set text "$out: [$engine steps] steps to t = [trundle::formats::short \
        [$engine time]] s"
    if {$verbose} {
        append text "\n\n[trundle::formats::conventions [$engine explain] \
            [trundle::language::meanings]]"
    }
    return $text
}

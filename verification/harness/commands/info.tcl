# info.tcl -- trundle info: what the folder of a run holds.
package provide trundle::command::info 1.0
package require trundle::cli
package require trundle::formats
package require trundle::output
package require trundle::checksum
package require trundle::value
package require trundle::meshes

trundle::cli::declare info {
    usage {RUN [-json]}
    about {Prints what is known about a run: bodies and laws, times and frames, initial and final energies, recorded contacts, the
        version that wrote it, and the checksum of its final state. RUN is the folder of `trundle run`, also an unfinished
        DIR.part: for a run of another code it shows legs, rate, remaining time and disk space. All bytes are compared with the recorded checksums. The exit status is 0 if the run is intact, 1 if a
        file is damaged or missing, and 2 if RUN is not a run. The
        energies of contacts may differ in the last digits (1e-12 of the largest) on a processor with another instruction set. Older files without checksums are reported as `not sealed`, with status 0.}
    options {
        json {{} flag 0 {print one JSON object}}
    }
    examples {
        {trundle info rolling-marble-run}
        {a finished run}
        {trundle info silo-run.part}
        {progress of an unfinished run}
    }
}

proc trundle::command::tell-info {arguments} {
    set values [trundle::cli::parse info $arguments]
    if {[dict get $values help]} {
        puts [trundle::cli::help info]
        return 0
    }
    trundle::cli::words info $values 1 1 "the name of one run"
    set run [string trimright [lindex [dict get $values words] 0] /]
    if {![file isdirectory $run] && [file isdirectory $run.part]} {
        append run .part
    }
    if {![file isdirectory $run] || (![file exists $run/model.dict] && ![file exists $run/.trundle-run])} {
        trundle::value::fail "info: \"$run\" is not the folder of a run, expected one that `trundle run` has written"
    }
    package require trundle
    if {[file exists $run/deck/plan.json] && ![file exists $run/trajectory.h5]} {
        package require trundle::legs
        set facts [trundle::value::reading "info: the run" $run {dict create run $run {*}[trundle::legs::facts $run/deck] whole yes}]
    } else {
        set facts [trundle::value::reading "info: the run" $run {info-of $run}]
    }
    puts [expr {[dict get $values json] ? [info-json $facts] : [info-text $facts]}]
    return [expr {[dict get $facts whole] ne "yes" || [string match no:* [trundle::value::get $facts intact]]}]
}

# name -> value, in the order in which it is told.
proc trundle::command::info-of {run} {
    set file [expr {[file exists $run/trajectory.h5] ? "$run/trajectory.h5" : "$run/trajectory.h5.part"}]
    trundle::value::regular "the trajectory" $file
    set broken [trundle::checksum::broken $run]
    set facts [dict create run $run]
    if {[catch {
        set model [trundle::output::text $run/model.dict]
        dict set facts {*}[list gravity [trundle::value::get $model gravity]]
        set facts [dict merge [dict create run $run {*}[info-bodies $model] laws [info-laws $model]] [dict remove $facts run]]
    } why] && $broken eq ""} {
        trundle::value::fail "info: $run/model.dict is damaged: it holds no model"
    }
    if {[catch {trundle::frames count $file} frames]} {
        return [dict merge $facts [dict create whole "no: $frames"]]
    }
    dict set facts frames $frames
    if {[set origin [trundle::frames text $file /provenance]] ne ""} {
        dict set facts meshes [trundle::value::get [trundle::value::from-json $origin] meshes]
    }
    if {$frames} {
        dict set facts times "[trundle::frames time $file 0] to [trundle::frames time $file [expr {$frames - 1}]] s"
    }
    dict set facts contacts [expr {[trundle::frames has_contacts $file] ? "recorded" : "not recorded (`run ... -contacts yes` in the scenario)"}]
    if {[string match "* is missing" $broken]} {
        return [dict merge $facts [dict create whole yes intact "no: $broken"]]
    }
    set table [split [string trim [trundle::output::text $run/energy.csv]] \n]
    if {[catch {dict merge $facts [info-energy $table]} facts_more]} {
        if {$broken eq ""} {
            trundle::value::fail "info: $run/energy.csv is damaged: it is not a table of energies"
        }
    } else {
        set facts $facts_more
    }
    if {[file exists $run/run.json] && ![string match "run.json *" $broken]} {
        dict for {key value} [trundle::checksum::read $run] {
            if {$key ni {conventions files sealed}} {
                dict set facts $key $value
            }
        }
    }
    set ended [expr {[file extension $run] ne ".part"}]
    dict set facts intact [expr {$broken eq "" ? [info-intact $run $file] : "no: $broken"}]
    dict set facts ended [expr {$ended ? "yes" : "no, -resume goes on"}]
    dict set facts whole [expr {!$ended || $frames == [llength $table] - 1 ? "yes"
        : "no: $frames frames, [expr {[llength $table] - 1}] lines of energies"}]
    return $facts
}

# Are the files those that were written?  A seal that is broken does not come so far: the trajectory
# cannot be read then.
proc trundle::command::info-intact {run file} {
    set why [trundle::checksum::trajectory-broken $run $file]
    if {$why ne ""} {
        return "no: $why"
    }
    set told [expr {[trundle::frames sealed $file] ? {} : [list "[file tail $file] not sealed"]}]
    if {[file extension $run] ne ".part" && (![file exists $run/run.json]
            || ![dict size [trundle::value::get [trundle::checksum::read $run] files]])} {
        lappend told "tables not sealed"
    }
    return [expr {[llength $told] ? [join $told ", "] : "yes"}]
}

proc trundle::command::info-bodies {model} {
    set text {}
    foreach {part one} {particles "single sphere" groups group planes plane meshes mesh inlets inlet outlets outlet} {
        set list [trundle::value::get $model $part]
        if {[llength $list]} {
            lappend text "[llength $list] [expr {[llength $list] == 1 ? $one : $part eq "particles" ? "${one}s" : $part}]"
        }
    }
    return [list bodies [join $text ", "] materials [join [dict keys [dict get $model materials]] ", "]]
}

proc trundle::command::info-laws {model} {
    set text [lmap {name value} [dict get $model options] {string cat -$name " " $value}]
    return [join [concat $text [lmap {name value} [dict get $model scheme] {string cat -$name " " $value}]] " "]
}

# Without a total nobody has told what was stored and lost.
proc trundle::command::info-energy {table} {
    if {[llength $table] < 2} {
        return {}
    }
    set at [lsearch [split [lindex $table 0] ,] total]
    lassign [lmap line [list [lindex $table 1] [lindex $table end]] {
        set cells [split $line ,]
        expr {$at < 0 ? [tcl::mathop::+ {*}[lrange $cells 1 end]] : [lindex $cells $at]}
    }] first last
    return [list energy "[trundle::formats::short $first] J at the start,\
        [trundle::formats::short $last] J at the end, [expr {$at < 0 ? "motion and height only" : "including losses"}]"]
}

proc trundle::command::info-text {facts} {
    set rows {}
    dict for {name value} $facts {
        if {$name ne "meshes"} {
            lappend rows [list [string map {_ " "} $name] $value]
            continue
        }
        foreach mesh $value {
            lappend rows [list "mesh [dict get $mesh name]" [trundle::meshes::line $mesh]]
        }
    }
    return [trundle::formats::align $rows]
}

proc trundle::command::info-json {facts} {
    package require json::write
    json::write indented true
    return [json::write object {*}[concat {*}[lmap {name value} $facts {
        list $name [expr {$name eq "meshes" ? [info-json-meshes $value] : [string is double -strict $value] ? [trundle::formats::json-number $value]
            : [trundle::formats::json-text $value]}]
    }]]]
}

proc trundle::command::info-json-meshes {meshes} {
    return [json::write array {*}[lmap mesh $meshes {
        json::write object {*}[concat {*}[lmap {key value} $mesh {
            list $key [expr {$key eq "name" ? [trundle::formats::json-text $value]
                : $key eq "box" ? [json::write array {*}[lmap x $value {trundle::formats::json-number $x}]]
                : [trundle::formats::json-number $value]}]
        }]]
    }]]
}

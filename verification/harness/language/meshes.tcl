# meshes.tcl -- what the engine has made of the meshes of a model: triangles, what was dropped or merged and why,
# open edges, extent and tolerance.  The numbers are those of trundle::mesh; here they become lines and JSON.
package provide trundle::meshes 1.0
package require trundle::value
package require trundle::formats

namespace eval trundle::meshes {
    namespace import ::trundle::value::get ::trundle::formats::short
    variable shown {given triangles dropped repeated merged moved open tolerance single spare}
}

# The facts of each mesh of a model, with its name.
proc trundle::meshes::facts {model} {
    package require trundle
    return [lmap mesh [get $model meshes] {
        dict merge [dict create name [get $mesh name]] [trundle::mesh facts $mesh] \
            [dict create named [dict exists $mesh tolerance]]
    }]
}

# "12 triangles, 0 dropped, 0 corners merged, 4 open edges, extent 1 x 1 x 0.4 m, tolerance 4e-7 m"
proc trundle::meshes::line {facts} {
    set kept [dict get $facts triangles]
    set given [dict get $facts given]
    set parts [list [expr {$kept == $given ? [count $kept triangle] : "$kept of [count $given triangle]"}] \
        "[dict get $facts dropped] dropped" "[count [dict get $facts merged] corner] merged"]
    if {[dict get $facts merged]} {
        lset parts end "[lindex $parts end] (moved by up to [short [dict get $facts moved] 3] m)"
    }
    if {[dict get $facts repeated]} {
        lappend parts "[dict get $facts repeated] repeated"
    }
    lappend parts [count [dict get $facts open] "open edge"] "extent [extent $facts] m" \
        "tolerance [short [dict get $facts tolerance] 3] m"
    return [join $parts ", "]
}

proc trundle::meshes::count {number what} {
    return "$number $what[expr {$number == 1 ? "" : "s"}]"
}

proc trundle::meshes::extent {facts} {
    set box [dict get $facts box]
    return [join [lmap low [lrange $box 0 2] high [lrange $box 3 5] {short [expr {$high - $low}] 6}] " x "]
}

# A line for each mesh, for the start of a run.
proc trundle::meshes::lines {model} {
    return [lmap one [facts $model] {string cat "mesh [dict get $one name]: " [line $one]}]
}

# Lines for what a run has not as it was given, and why.
proc trundle::meshes::warnings {model} {
    set lines {}
    foreach one [facts $model] {
        set mesh "mesh [dict get $one name]:"
        dict with one {}
        if {$dropped} {
            lappend lines "$mesh $dropped of [count $given triangle] [expr {$dropped == 1 ? "was" : "were"}] dropped:\
                not higher than the tolerance, [short $tolerance 3] m[why $one]"
        }
        # Corners that were meant to be one differ by rounding errors.
        set size [tcl::mathfunc::max {*}[lmap x $box {expr {abs($x)}}]]
        if {$merged && $moved > ($single ? 6e-8 : 1e-14)*$size} {
            lappend lines "$mesh $merged of [count [expr {3*$given}] corner] [expr {$merged == 1 ? "was" : "were"}] merged\
                with others and moved by up to [short $moved 3] m: closer than the tolerance, [short $tolerance 3] m[why $one]"
        }
        if {$repeated} {
            lappend lines "$mesh [count $repeated triangle] repeat[expr {$repeated == 1 ? "s" : ""}] an earlier one, which changes no force"
        }
        if {$spare} {
            lappend lines "$mesh [count $spare byte] behind the last triangle of its file [expr {$spare == 1 ? "is" : "are"}] not read"
        }
    }
    return $lines
}

# Where the tolerance comes from, if that is the reason.
proc trundle::meshes::why {facts} {
    if {[dict get $facts named]} {
        return " (-tolerance)"
    }
    if {![dict get $facts single]} {
        return ""
    }
    set far [tcl::mathfunc::max {*}[lmap x [dict get $facts box] {expr {abs($x)}}]]
    return " (single precision at coordinates up to [short $far 3] m)"
}

# The facts as a JSON array, for the head of a trajectory.
proc trundle::meshes::json {model} {
    variable shown
    package require json::write
    return [json::write array {*}[lmap one [facts $model] {
        json::write object name [json::write string [dict get $one name]] \
            {*}[concat {*}[lmap key $shown {list $key [trundle::formats::json-number [dict get $one $key]]}]] \
            box [json::write array {*}[lmap x [dict get $one box] {trundle::formats::json-number $x}]]
    }]]
}

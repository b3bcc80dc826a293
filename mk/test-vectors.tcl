# test-vectors.tcl -- what a compiler may undo in the sweep without a word.  Every kernel is a loop over whole
# vectors, and one call that is left in such a loop stops vectorisation: gcc's report, written when the sweep
# was compiled (or, with ccache, for this test), shows it.  And rows are asked for in advance, which may be dropped.
package require tap

proc object {level} {
    return [lindex [glob -nocomplain src/.libs/*_${level}_la-sweep.o src/*_${level}_la-sweep.o] 0]
}

# The kernels in the object file.
proc kernels {level} {
    set names [regexp -all -inline -line {(?: t )(kernel_\w+)} [exec nm [object $level]]]
    return [lsort -unique [dict values $names]]
}

# The loops over vectors of this length that come from the list of kernels.  The list is one
# line of the source, so a report names this line once for each kernel; no other line makes
# more than a few loops.
proc kernel-loops {report bytes} {
    set count [dict create]
    set pattern "^(\\S+): optimized: *loop vectorized using $bytes byte vectors"
    foreach {- place} [regexp -all -inline -line $pattern $report] {
        dict incr count $place
    }
    return [tcl::mathfunc::max 0 {*}[dict values $count]]
}

# The kernels whose code is mostly without such vectors: what to look at when one is missing.
proc scalar-kernels {level register} {
    set name ""
    foreach line [split [exec objdump -d --no-show-raw-insn [object $level]] \n] {
        if {[regexp {^[0-9a-f]+ <(\w+)} $line -> name]} {
            continue
        }
        if {[string match kernel_* $name]} {
            dict incr all $name
            dict incr vectors $name [string match *%$register* $line]
        }
    }
    return [lmap name [dict keys $all] {
        expr {3*[dict get $vectors $name] < [dict get $all $name] ? $name : [continue]}
    }]
}

if {$env(VECTOR_LEVELS) eq ""} {
    puts "1..0 # SKIP this compiler, or this build, reports no vectorised loops"
    exit
}
foreach level $env(VECTOR_LEVELS) {
    set bytes [dict get {v3 32 v4 64} $level]
    set channel [open src/sweep-$level.vec]
    set report [read $channel]
    close $channel
    set kernels [llength [kernels $level]]
    tap::ok [expr {$kernels >= 150}] "$level: $kernels kernels"
    tap::is [kernel-loops $report $bytes] $kernels "$level: each of them is a loop over vectors of $bytes bytes"
    tap::is [scalar-kernels $level [dict get {v3 ymm v4 zmm} $level]] {} "$level: and its code is made of them"
    # Two lines of a row, the line of its sums, histories and constants; a compiler may write the loop over lanes out.
    tap::ok [expr {[regexp -all {\mprefetch} [exec objdump -d [object $level]]] >= 5}] \
        "$level: rows and histories are asked for in advance"
}
tap::done

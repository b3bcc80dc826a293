# test-vectors.tcl -- what a compiler may undo in the sweep without a word.  Every law is a loop over whole
# vectors, and one call that is left in such a loop stops vectorisation: gcc's report, written when the sweep
# was compiled (or, with ccache, for this test), shows it.  And rows are asked for in advance, which may be dropped.
package require tap

proc object {level} {
    return [lindex [glob -nocomplain src/.libs/*_${level}_la-sweep.o src/*_${level}_la-sweep.o] 0]
}

# The functions of the laws in the object file.
proc laws {level} {
    set names [regexp -all -inline -line {(?: t )(\w+_(?:FRAME|PROJECT)_(?:MATERIAL|RATE)\w*)} \
        [exec nm [object $level]]]
    return [lsort -unique [dict values $names]]
}

# The loops over vectors of this length that come from the lists of laws.  A list is
# one line of the source, so a report names this line for each of its functions; no
# other line makes more than a few loops.
proc law-loops {report bytes} {
    set count [dict create]
    set pattern "^(\\S+): optimized: *loop vectorized using $bytes byte vectors"
    foreach {- place} [regexp -all -inline -line $pattern $report] {
        dict incr count $place
    }
    set sum 0
    dict for {place times} $count {
        incr sum [expr {$times > 10 ? $times : 0}]
    }
    return $sum
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
    set laws [llength [laws $level]]
    tap::ok [expr {$laws >= 60}] "$level: $laws functions of laws"
    tap::is [law-loops $report $bytes] $laws \
        "$level: each of them is a loop over vectors of $bytes bytes"
    # Two lines of a row, and the line of its sums; a compiler may write the loop over lanes out.
    tap::ok [expr {[regexp -all {\mprefetch} [exec objdump -d [object $level]]] >= 3}] "$level: rows are asked for in advance"
}
tap::done

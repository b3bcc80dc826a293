# pool.tcl -- several benchmarks at a time: this program starts itself once per
# benchmark, as many at once as there are processors, and collects what they
# print.  The results come back in the order of the jobs, so that the output
# does not depend on who was first.
package provide trundle::pool 1.0

namespace eval trundle::pool {
    variable waiting {}
    variable output
    variable results
    variable open 0
    variable report {}
    variable failure {}
}

# pool::map JOBS COUNT REPORT -> list of results.  A job is a command with
# arguments for `work`; REPORT is called with each job when it has ended.  An error
# in it ends the map: who reads the results may have gone.
proc trundle::pool::map {jobs count report_with} {
    variable waiting $jobs
    variable report $report_with
    variable results
    variable open 0
    variable failure {}
    variable output
    array unset results
    while {$open < $count && [llength $waiting]} {
        start
    }
    try {
        while {$open > 0 && $failure eq ""} {
            vwait [namespace current]::open
            no-signal
        }
    } finally {
        # The others have nobody to tell their answers.  (A shell has a kill, also where there is no such program.)
        foreach channel [array names output] {
            catch {exec sh -c "kill [pid $channel]"}
            chan configure $channel -blocking 1
            catch {close $channel}
        }
        array unset output
    }
    if {$failure ne ""} {
        return -options [dict incr failure -level] [dict get $failure message]
    }
    return [lmap job $jobs {set results($job)}]
}

# A signal that comes while nothing runs but the loop of events.
proc trundle::pool::no-signal {} {
    if {[llength [info commands ::trundle::guard]] && [trundle::guard asked]} {
        throw [list TRUNDLE SIGNAL [trundle::guard asked]] "ended by signal [trundle::guard asked]"
    }
}

proc trundle::pool::processors {} {
    if {[catch {exec getconf _NPROCESSORS_ONLN} count]
            || ![string is integer -strict $count]} {
        return 1
    }
    return $count
}

proc trundle::pool::start {} {
    variable waiting
    variable output
    variable open
    set waiting [lassign $waiting job]
    set ::env(TRUNDLE_WORKER) yes
    set channel [open |[list [info nameofexecutable] $::trundle::program \
        worker {*}$job 2>@stderr]]
    unset ::env(TRUNDLE_WORKER)
    chan configure $channel -blocking 0 -encoding utf-8
    chan event $channel readable [namespace code [list gather $channel $job]]
    set output($channel) ""
    incr open
}

proc trundle::pool::gather {channel job} {
    variable output
    variable results
    variable open
    variable waiting
    variable report
    append output($channel) [read $channel]
    if {![eof $channel]} {
        return
    }
    chan configure $channel -blocking 1
    set failed [catch {close $channel} message]
    set results($job) [answer $failed $message $output($channel)]
    unset output($channel)
    variable failure
    if {[catch {no-signal; {*}$report $job $results($job)} message settings]} {
        set failure [dict merge $settings [list message $message]]
    } elseif {[llength $waiting]} {
        start
    }
    incr open -1
}

# What a worker said: {ok RESULT} or {error MESSAGE CODE}.
proc trundle::pool::answer {failed message text} {
    if {$failed || ![string is list $text] || [llength $text] < 2} {
        return [list error "a worker ended early: $message $text" {TRUNDLE LOST}]
    }
    return $text
}

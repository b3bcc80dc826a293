# worker.tcl -- trundle worker: the other side of the pool.  It does one job in a process of its own and prints the answer.
package provide trundle::worker 1.0
package require trundle::value

namespace eval trundle::worker {}

# worker::work JOB ...: the answer, {ok RESULT} or {error MESSAGE CODE}, goes to stdout.
proc trundle::worker::work {command args} {
    chan configure stdout -encoding utf-8
    try {
        package require trundle
        trundle::follow
        puts [list ok [do $command $args]]
    } on error {message settings} {
        trundle::debug [dict get $settings -errorinfo]
        puts [list error $message [dict get $settings -errorcode]]
    }
    return 0
}

# The jobs that exist: checks of a benchmark, exhibits of a benchmark, questions to another code, runs of a
# sweep, measurements.
proc trundle::worker::do {command arguments} {
    switch -- $command {
        verify - reproduce {
            package require trundle::command::$command
            return [trundle::command::$command-job {*}$arguments]
        }
        ask {
            package require trundle::portable
            return [trundle::portable::job {*}$arguments]
        }
        both {
            package require trundle::portable
            return [trundle::portable::both {*}$arguments]
        }
        observe {
            package require trundle::page
            set result [trundle::harness::run-asked {*}$arguments]
            return [list [dict get $result observables] [dict get $result steps]]
        }
        sweep {
            package require trundle::sweep
            return [trundle::sweep::job {*}$arguments]
        }
        measured {
            package require trundle::sweep
            package require trundle::command::run
            return [trundle::command::measured-job {*}$arguments]
        }
        bench {
            package require trundle::bench
            return [trundle::bench::job {*}$arguments]
        }
    }
    trundle::value::fail "there is no work called \"$command\""
}

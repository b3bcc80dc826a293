# progress.tcl -- a line on a terminal that tells how far the work is; nothing
# when the errors go to a file.
package provide trundle::progress 1.0

namespace eval trundle::progress {
    variable last 0
    variable width 0
}

# Only terminals have a "mode" (speed, parity ...) in Tcl 8.6.
proc trundle::progress::terminal? {} {
    dict exists [chan configure stderr] -mode
}

# progress::show FRACTION TEXT, drawn at most ten times a second.
proc trundle::progress::show {fraction text} {
    variable last
    variable width
    set now [clock milliseconds]
    if {![terminal?] || ($now - $last < 100 && $fraction < 1)} {
        return
    }
    set last $now
    set line "[bar $fraction 24] $text"
    puts -nonewline stderr "\r[format %-*s $width $line]"
    flush stderr
    set width [string length $line]
}

# progress::tell FRACTION TEXT: the same of work that takes minutes, piece by piece; into a file each piece is a line.
proc trundle::progress::tell {fraction text} {
    if {[terminal?]} {
        show $fraction $text
    } else {
        puts stderr "[format %3.0f%% [expr {100.0*$fraction}]] $text"
    }
}

proc trundle::progress::bar {fraction length} {
    set full [expr {int($length*min(1.0, max(0.0, $fraction)))}]
    return "\[[string repeat # $full][string repeat . [expr {
        $length - $full}]]\] [format %3.0f%% [expr {100.0*$fraction}]]"
}

# A time that is still to wait, in words.
proc trundle::progress::duration {seconds} {
    set s [expr {round(max(0, $seconds))}]
    if {$s < 120} {
        return "$s s"
    }
    if {$s < 3600} {
        return "[expr {$s/60}] min"
    }
    return [format "%d h %02d min" [expr {$s/3600}] [expr {$s/60 % 60}]]
}

# progress::runs TOTAL: a pool begins so many runs.  progress::ended JOB ANSWER: one of them has ended.
proc trundle::progress::runs {total} {
    variable pool [dict create total $total ended 0 start [clock milliseconds]]
}
proc trundle::progress::ended {job answer} {
    variable pool
    dict incr pool ended
    dict with pool {
        set seconds [expr {([clock milliseconds] - $start)*1e-3}]
        show [expr {double($ended)/$total}] "$ended of $total runs, [duration [expr {$seconds*($total - $ended)/$ended}]] left"
    }
}

# Wipe the line, so that what follows begins on a clean one.
proc trundle::progress::end {} {
    variable width
    if {$width} {
        puts -nonewline stderr "\r[string repeat { } $width]\r"
        flush stderr
        set width 0
    }
}

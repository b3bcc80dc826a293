# figures.tcl -- plots by gnuplot.  A script only plots; terminal, output and
# style are set here, so that every figure of the report and of the book looks
# alike and a script knows nothing of file formats.
package provide trundle::figures 1.0
package require trundle::output
package require trundle::value

namespace eval trundle::figures {
    variable gnuplot gnuplot
    variable colours {#1f5fa8 #c0392b #d98a00 #2e8b57 #7d4f9e #00868b #8c564b #e377c2 #7f7f7f #9acd32 #17becf #000080 #808000 #ff1493}
}

# figures::draw SCRIPT OUT FORMAT SIZE VARIABLES; OUT appears only when whole.
proc trundle::figures::draw {script out format size variables} {
    set part $out.part[pid]
    trundle::output::litter $part
    try {
        make $script $part $format $size $variables
        if {![whole? $part $format]} {
            trundle::value::fail "$out cannot be written whole: gnuplot left [file tail $script] unfinished, expected room on the disk"
        }
        file rename -force $part $out
    } finally {
        file delete $part
        trundle::output::settled $part
    }
}

proc trundle::figures::make {script part format size variables} {
    variable gnuplot
    set head [preamble $part $format $size $variables]
    set status [catch {
        exec -ignorestderr $gnuplot -e $head $script 2>@1
    } message settings]
    if {$status} {
        complain $script $message $settings
    }
    if {![file exists $part] || [file size $part] == 0} {
        trundle::value::fail "the script [file tail $script] plots nothing"
    }
}

# gnuplot says nothing of a full disk; a picture that is whole has its last words.
proc trundle::figures::whole? {file format} {
    set channel [open $file rb]
    try {
        chan seek $channel [expr {max(0, [file size $file] - 20)}]
        return [string match [dict get {svg *</svg>* pdf *%%EOF* png *IEND*} $format] [read $channel]]
    } finally {
        close $channel
    }
}

proc trundle::figures::complain {script message settings} {
    set code [dict get $settings -errorcode]
    if {[lindex $code 1] eq "ENOENT"} {
        trundle::value::fail "gnuplot cannot be started; the figures need it"
    }
    if {[lindex $code 0] eq "CHILDKILLED"} {
        trundle::value::fail "gnuplot was ended by [lindex $code 2] while it drew [file tail $script]"
    }
    regsub {\s*child process exited abnormally} $message "" message
    set message [string map [list $script [file tail $script]] $message]
    error "gnuplot: [string trim $message]"
}

# The commands before the script.  The style sets terminal and output; SIZE is
# {width height} in centimetres, or empty for the usual one.
proc trundle::figures::preamble {out format size variables} {
    set lines [list "format = [quote $format]" "out = [quote $out]"]
    if {$size ne ""} {
        lassign $size width height
        lappend lines "width = $width" "height = $height"
    }
    dict for {name value} $variables {
        lappend lines "$name = [quote $value]"
    }
    lappend lines "load [quote [trundle::locate figures/style.gp]]"
    return [join $lines {; }]
}

# The colour of curve K, from 1, of many: no two have the same.  The first are those of the style, all but that of references.
proc trundle::figures::colour {k} {
    variable colours
    if {$k <= [llength $colours]} {
        return [lindex $colours $k-1]
    }
    # A circle of hues in steps of the golden section, in two depths.
    set hue [expr {6*fmod(0.618034*$k, 1)}]
    set value [expr {$k % 2 ? 0.85 : 0.55}]
    foreach shift {5 3 1} {
        set at [expr {fmod($shift + $hue, 6)}]
        lappend rgb [expr {round(255*($value - 0.7*$value*max(0, min($at, 4 - $at, 1))))}]
    }
    return [format #%02x%02x%02x {*}$rgb]
}

proc trundle::figures::palette {count} {
    for {set k 1} {$k <= $count} {incr k} {
        lappend list [colour $k]
    }
    return [join $list]
}

# A text in gnuplot's single quotes, where only the quote itself is special.
proc trundle::figures::quote {text} {
    return '[string map {' ''} $text]'
}

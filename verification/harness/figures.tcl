# figures.tcl -- plots by gnuplot.  A script only plots; terminal, output and
# style are set here, so that every figure of the report and of the book looks
# alike and a script knows nothing of file formats.
package provide trundle::figures 1.0
package require trundle::output
package require trundle::value

namespace eval trundle::figures {
    variable gnuplot gnuplot
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

# A text in gnuplot's single quotes, where only the quote itself is special.
proc trundle::figures::quote {text} {
    return '[string map {' ''} $text]'
}

# figures.tcl -- plots by gnuplot.  A script only plots; terminal, output and
# style are set here, so that every figure of the report and of the book looks
# alike and a script knows nothing of file formats.
package provide trundle::figures 1.0

namespace eval trundle::figures {
    variable gnuplot gnuplot
}

# figures::draw SCRIPT OUT FORMAT SIZE VARIABLES; OUT appears only when whole.
proc trundle::figures::draw {script out format size variables} {
    variable gnuplot
    set part $out.part
    set head [preamble $part $format $size $variables]
    set status [catch {
        exec -ignorestderr $gnuplot -e $head $script 2>@1
    } message settings]
    if {$status} {
        file delete $part
        complain $script $message $settings
    }
    if {![file exists $part] || [file size $part] == 0} {
        file delete $part
        trundle::value::fail "the script [file tail $script] plots nothing"
    }
    file rename -force $part $out
}

proc trundle::figures::complain {script message settings} {
    if {[lindex [dict get $settings -errorcode] 0 1] eq "ENOENT"} {
        trundle::value::fail "gnuplot cannot be started; the figures need it"
    }
    error "gnuplot: [file tail $script]: [string trim $message]"
}

# The commands before the script.
proc trundle::figures::preamble {out format size variables} {
    set lines [list [terminal $format $size] "set output [quote $out]" \
        "set encoding utf8" "format = [quote $format]"]
    dict for {name value} $variables {
        lappend lines "$name = [quote $value]"
    }
    set style [trundle::locate figures/style.gp]
    if {$style ne ""} {
        lappend lines "load [quote $style]"
    }
    return [join $lines {; }]
}

# SIZE is {width height} in pixels of the screen; 96 of them make an inch.
proc trundle::figures::terminal {format size} {
    lassign [expr {$size eq "" ? {640 400} : $size}] width height
    switch -- $format {
        svg {
            return "set terminal svg size $width,$height dynamic\
                font 'sans-serif,13' background '#ffffff'"
        }
        pdf {
            return "set terminal pdfcairo\
                size [expr {$width/96.0}]in,[expr {$height/96.0}]in\
                font 'DejaVu Sans,10'"
        }
        png {
            return "set terminal pngcairo size $width,$height font 'sans,11'"
        }
    }
    trundle::value::fail "there is no figure format \"$format\",\
        expected svg, pdf or png"
}

# A text in gnuplot's single quotes, where only the quote itself is special.
proc trundle::figures::quote {text} {
    return '[string map {' ''} $text]'
}

# The examples run, and the picture that their last line makes is the one that examples/README.md shows.
# RENEW=yes writes the pictures of figures/examples anew (make pictures).
package require trundle::testing
namespace import testing::*
set source [file dirname [file dirname [file dirname [file normalize [info script]]]]]
testing::start gnuplot

# A PNG of eight bits a colour, as gnuplot writes it: {width height channels bytes}.
proc pixels {file} {
    set data [bytes $file]
    binary scan $data @16IIcc width height depth kind
    set channels [dict get {2 3 6 4} $kind]
    for {set at 8} {$at < [string length $data]} {incr at [expr {12 + $length}]} {
        binary scan $data @${at}Ia4 length name
        if {$name eq "IDAT"} {
            append packed [string range $data $at+8 [expr {$at + 7 + $length}]]
        } elseif {$name eq "IEND"} {
            break
        }
    }
    set raw [zlib decompress $packed]
    set wide [expr {$width*$channels}]
    set above [lrepeat $wide 0]
    set all {}
    for {set y 0} {$y < $height} {incr y} {
        binary scan $raw @[expr {$y*($wide + 1)}]cucu$wide filter line
        set row {}
        set k -1
        foreach x $line up $above {
            incr k
            set left [expr {$k < $channels ? 0 : [lindex $row $k-$channels]}]
            switch -- $filter {
                0 {}
                1 {incr x $left}
                2 {incr x $up}
                3 {incr x [expr {($left + $up)/2}]}
                4 {
                    set corner [expr {$k < $channels ? 0 : [lindex $above $k-$channels]}]
                    set p [expr {$left + $up - $corner}]
                    set a [expr {abs($p - $left)}]
                    set b [expr {abs($p - $up)}]
                    set c [expr {abs($p - $corner)}]
                    incr x [expr {$a <= $b && $a <= $c ? $left : $b <= $c ? $up : $corner}]
                }
            }
            lappend row [expr {$x & 255}]
        }
        lappend all $row
        set above $row
    }
    return [list $width $height $channels [concat {*}$all]]
}

# Of the numbers that are not white in one of two pictures, the share that differs by more than an
# eighth of white from all that the other one has there and up to two points away: letters and lines of
# another system's pango and cairo stand a point aside.
proc apart {a b} {
    if {[bytes $a] eq [bytes $b]} {
        return 0.0
    }
    lassign [pixels $a] width height channels first
    lassign [pixels $b] other_width other_height other_channels second
    if {$width != $other_width || $height != $other_height || $channels != $other_channels} {
        return 1.0
    }
    set around [concat {*}[lmap down {-2 -1 0 1 2} {
        lmap right {-2 -1 0 1 2} {expr {($down*$width + $right)*$channels}}
    }]]
    set far [set drawn 0]
    set k -1
    foreach x $first y $second {
        incr k
        incr drawn [expr {$x < 240 || $y < 240}]
        if {abs($x - $y) > 32} {
            incr far [alone $x $second $k $around]
        }
    }
    return [expr {double($far)/max(1, $drawn)}]
}

proc alone {x numbers k around} {
    foreach step $around {
        set y [lindex $numbers $k+$step]
        if {$y ne "" && abs($x - $y) <= 32} {
            return 0
        }
    }
    return 1
}

# What is left are soft edges: a twentieth of what is drawn.
set tolerance 0.05
set readme [contents $source/examples/README.md]
set renew [expr {[info exists env(RENEW)] && $env(RENEW) eq "yes"}]
foreach file [lsort [glob $source/examples/*.tcl]] {
    set name [file rootname [file tail $file]]
    set text [contents $file]
    set last [lindex [split [string trim $text] \n] end]
    if {![tap::ok [regexp {^# Its picture(?: \((\w+) (\w+)\))?: trundle ((?:film|plot) .*)$} $last - word value line] \
            "$name ends with the line that makes its picture"]} continue
    # A picture of a smaller model says so.
    if {$word ne ""} {
        tap::ok [regsub "(?n)^set $word +\\S+" $text "set $word $value" text] "$name has the $word that is made smaller"
    }
    scenario $name.tcl $text
    set result [trundle run $name.tcl]
    if {![tap::ok [expr {[dict get $result status] == 0}] "$name runs"]} {
        tap::note [dict get $result err]
        continue
    }
    set result [trundle {*}$line]
    if {![tap::ok [expr {[dict get $result status] == 0}] "$name: $line"]} {
        tap::note [dict get $result err]
        continue
    }
    set made [lindex [glob -nocomplain $name-run.png $name-run-plots/*.png] 0]
    set kept $source/figures/examples/$name.png
    if {$renew} {
        file mkdir [file dirname $kept]
        file copy -force $made $kept
    }
    set share [expr {[file exists $kept] ? [apart $made $kept] : 1}]
    tap::ok [expr {$share <= $tolerance}] "$name: the picture is the one that is kept (make pictures renews it)"
    tap::note "share of what is drawn that is not there: [format %.4f $share], tolerance $tolerance"
    tap::ok [expr {[string first figures/examples/$name.png $readme] >= 0}] "examples/README.md shows it"
}
set bytes [tcl::mathop::+ 0 {*}[lmap file [glob -nocomplain $source/figures/examples/*.png] {file size $file}]]
tap::ok [expr {$bytes < 500000}] "all pictures together are small: $bytes bytes"
testing::end

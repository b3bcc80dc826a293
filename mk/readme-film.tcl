# readme-film.tcl TRAJECTORY.csv -- an animated SVG of the ball "thrown" of examples/begin.tcl until it meets the other
# one: it slides, then rolls.  `make readme-film` writes figures/rolling.svg; mk/test-readme.tcl compares its frames.
source [file join [file dirname [file normalize [info script]]] files.tcl]
namespace eval readme-film {
    variable radius 0.02
    variable end 0.38
    variable hold 20        ;# frames that the last one stays
    variable scale 2700.0   ;# pixels per metre, of the ball
}

# Of each recorded time until `end`: time, place x, speed, R times the spin about y, angle in degrees.
proc readme-film::frames {file} {
    variable radius
    variable end
    set lines [files::read-lines $file]
    set frames {}
    set turned 0.0
    foreach line [lrange $lines 1 end] {
        lassign [split $line ,] t name x y z vx vy vz wx wy wz qw qx qy qz
        if {$name ne "thrown" || $t > $end + 1e-9} continue
        # (Half the angle comes back after half a turn of the ball: the turn nearest to the one before is taken.)
        set angle [expr {2*atan2($qy, $qw)*45/atan(1)}]
        set turned [expr {$angle + 360*round(($turned - $angle)/360)}]
        lappend frames [list $t $x $vx [expr {$radius*$wy}] $turned]
    }
    return $frames
}

proc readme-film::values {numbers} {
    variable hold
    set numbers [lmap x $numbers {format %.1f $x}]
    return [join [concat $numbers [lrepeat $hold [lindex $numbers end]]] ";"]
}

proc readme-film::svg {frames} {
    variable radius
    variable scale
    variable end
    variable hold
    set r [expr {$radius*$scale}]
    set x [lmap f $frames {expr {70 + $scale*0.29*[lindex $f 1]/0.29}}]
    # The graph: time to the right, speed upwards.
    set right [lmap f $frames {expr {70 + 640*[lindex $f 0]/$end}}]
    foreach {name k} {speed 2 rim 3} {
        set $name [lmap f $frames {expr {310 - 100*[lindex $f $k]}}]
        set line($name) [join [lmap a $right b [set $name] {format %.1f,%.1f $a $b}]]
    }
    set seconds [format %.1f [expr {10*$end*([llength $frames] + $hold)/double([llength $frames])}]]
    set clock "dur=\"${seconds}s\" repeatCount=\"indefinite\""
    set quarters {}
    foreach from {0 180} {
        append quarters "<path d=\"M0,0 L0,-$r A$r,$r 0 0 1 $r,0 z\" transform=\"rotate($from)\" fill=\"#e8eef4\"/>"
    }
    set where [lmap a $x {format "%.1f 0" $a}]
    set x_values [join [concat $where [lrepeat $hold [lindex $where end]]] ";"]
    set text [subst -nocommands {<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 390" font-family="sans-serif" font-size="14">
<!-- A ball of 20 mm slides until it rolls: examples/begin.tcl, computed by Trundle; made by mk/readme-film.tcl. -->
<title>A ball slides on a floor until it rolls</title>
<rect width="760" height="390" fill="#ffffff"/>
<rect x="0" y="132" width="760" height="8" fill="#b08d57"/>
<g transform="translate([FIRST] 0)"><animateTransform attributeName="transform" type="translate" values="$x_values" $clock/>
<g transform="translate(0 [HEIGHT])"><g><animateTransform attributeName="transform" type="rotate" values="[TURN]" $clock/>
<circle r="$r" fill="#1f5f99"/>$quarters<circle r="$r" fill="none" stroke="#123a5e" stroke-width="2"/></g></g></g>
<path d="M70,200 V362 M70,310 H710" stroke="#666666" fill="none"/>
<path d="M70,250 H710" stroke="#999999" stroke-dasharray="6 4" fill="none"/>
<polyline points="$line(speed)" fill="none" stroke="#1f5f99" stroke-width="2.5"/>
<polyline points="$line(rim)" fill="none" stroke="#c04a1a" stroke-width="2.5"/>
<circle r="6" fill="#1f5f99" cx="[RIGHT]" cy="[SPEED]"><animate attributeName="cx" values="[RIGHTS]" $clock/><animate attributeName="cy" values="[SPEEDS]" $clock/></circle>
<circle r="6" fill="#c04a1a" cx="[RIGHT]" cy="[RIM]"><animate attributeName="cx" values="[RIGHTS]" $clock/><animate attributeName="cy" values="[RIMS]" $clock/></circle>
<g fill="#333333"><text x="62" y="215" text-anchor="end">1</text><text x="62" y="255" text-anchor="end">0.6</text><text x="62" y="315" text-anchor="end">0</text><text x="62" y="355" text-anchor="end">-0.4</text>
<text x="80" y="204">m/s</text><text x="710" y="330" text-anchor="end">time, 0 to $end s</text>
<text x="710" y="243" text-anchor="end">rolls at (5 v + 2 R &#969;)/7 of the start: 0.6 m/s</text></g>
<text x="165" y="222" fill="#1f5f99">speed of the centre, v</text>
<text x="165" y="345" fill="#c04a1a">speed of the rim about the centre, R &#969;</text>
</svg>}]
    return [string map [list {[FIRST]} [format %.1f [lindex $x 0]] {[HEIGHT]} [expr {132 - $r}] {[TURN]} [values [lmap f $frames {lindex $f 4}]] \
        {[RIGHT]} [format %.1f [lindex $right 0]] {[RIGHTS]} [values $right] {[SPEED]} [format %.1f [lindex $speed 0]] \
        {[SPEEDS]} [values $speed] {[RIM]} [format %.1f [lindex $rim 0]] {[RIMS]} [values $rim]] $text]
}

# The frames of a picture: of each the place of the ball, its angle, and the heights of both marks.
proc readme-film::shown {svg} {
    set lists [lmap {- values} [regexp -all -inline {values="([^"]*)"} $svg] {split $values ";"}]
    return [lmap x [lindex $lists 0] turn [lindex $lists 1] right [lindex $lists 2] speed [lindex $lists 3] rim [lindex $lists 5] {
        list [lindex $x 0] $turn $right $speed $rim
    }]
}

if {[info exists argv0] && [file tail $argv0] eq "readme-film.tcl"} {
    puts [readme-film::svg [readme-film::frames [lindex $argv 0]]]
}

# snapshots.tcl -- states of spheres as pictures.  Everything is projected and
# laid out here, in centimetres on the paper; the script snapshots.gp only puts
# discs, lines and words where they belong.  A sphere is a stack of discs, from
# the dark rim to the bright spot; what is nearer is drawn later, and what
# cannot be seen is not drawn at all.
package provide trundle::snapshots 1.0
package require trundle::columns
package require trundle::output
package require trundle::value
package require trundle::vectors

namespace eval trundle::snapshots {
    namespace import ::trundle::value::get ::trundle::value::fail
    namespace path ::trundle::vectors

    # View -> the direction in which one looks, and what is up.
    variable views {
        xz      {{0 1 0} {0 0 1}}
        yz      {{-1 0 0} {0 0 1}}
        xy      {{0 0 -1} {0 1 0}}
        oblique {{0.42 0.80 -0.43} {0 0 1}}
    }
    # From low to high, as red, green, blue: bright means more, also in grey.
    variable palette {{0.21 0.28 0.58} {0.13 0.57 0.60} {0.40 0.78 0.40} {0.99 0.90 0.17}}
    # Kinds stay apart for colour-blind readers (figures/style.gp).
    variable classes {{0.12 0.37 0.66} {0.85 0.54 0.00} {0.18 0.55 0.34}
        {0.75 0.22 0.17} {0.49 0.31 0.62} {0.55 0.55 0.55}}
    variable light {-0.40 0.45 0.80}
    variable gap 0.35       ;# cm between panels
    variable head 0.60      ;# cm for the title of a panel
    variable foot 1.25      ;# cm for the legend
}

# snapshots::draw DIRECTORY NAME PANELS SETTINGS -> size of the figure in cm.
# PANELS is {TIME STATE TIME STATE ...}.
proc trundle::snapshots::draw {directory name panels settings} {
    set pictures [pictures $panels $settings]
    set scale [colours pictures $settings]
    set layout [layout $pictures $settings]
    set discs {}
    set behind {}
    set before {}
    set words {}
    foreach picture $pictures place [dict get $layout places] {
        lassign [picture-lines $picture $place [dict get $layout scale]] shown back front
        lappend discs {*}$shown
        lappend behind {*}$back {}
        lappend before {*}$front {}
        lassign $place x y - height
        lappend words [word $x [expr {$y + $height + 0.3}] left [dict get $picture title]]
    }
    set legend [legend $scale [dict get $layout scale] [dict get $layout size]]
    rows $directory/$name-behind.dat {x y} $behind
    rows $directory/$name-discs.dat {x y radius colour} $discs
    rows $directory/$name-before.dat {x y} $before
    rows $directory/$name-words.dat {x y text} [concat $words [dict get $legend words]]
    rows $directory/$name-bar.dat {x y x_low x_high y_low y_high colour} [dict get $legend bar]
    return [dict get $layout size]
}

# One line a row; where a row is empty the pen is lifted.
proc trundle::snapshots::rows {file columns rows} {
    trundle::output::naming $file {
        set channel [open $file w]
        chan configure $channel -encoding utf-8
        try {
            puts $channel "# $columns, in cm on the paper"
            puts $channel [join $rows \n]
            # gnuplot warns about a file without data.
            if {![llength [concat {*}$rows]]} {
                puts $channel [string trim [string repeat "NaN " [llength $columns]]]
            }
        } finally {
            close $channel
        }
    }
}

proc trundle::snapshots::word {x y side text} {
    return [format {%.3f %.3f "%s" %d} $x $y [string map {\" '} $text] \
        [dict get {left 0 right 1 center 2} $side]]
}

# --- projection ---------------------------------------------------------------

# The unit vectors to the right, upwards and into the picture.
proc trundle::snapshots::axes {view} {
    variable views
    if {[dict exists $views $view]} {
        set view [dict get $views $view]
    }
    if {[llength $view] != 2} {
        fail "snapshots: -view is \"$view\", expected one of\
            [join [dict keys $views] {, }], or a direction of sight and what is up"
    }
    lassign [lmap one $view {
        set one [trundle::value::check direction "snapshots: -view" $one]
        set most [tcl::mathfunc::max {*}[lmap x $one {expr {abs($x)}}]]
        vunit [lmap x $one {expr {$x/$most}}]
    }] into up
    set right [vcross $into $up]
    if {[vnorm $right] < 1e-9} {
        fail "snapshots: -view looks straight up or down, expected another direction for up"
    }
    set right [vunit $right]
    set into [vunit $into]
    return [list $right [vcross $right $into] $into]
}

proc trundle::snapshots::project {axes point} {
    lassign $point x y z
    return [lmap axis $axes {
        lassign $axis a b c
        expr {$a*$x + $b*$y + $c*$z}
    }]
}

# Each panel as a dict: title, spheres {u v depth radius value}, walls, window.
proc trundle::snapshots::pictures {panels settings} {
    if {![llength $panels] || [llength $panels] % 2} {
        fail "snapshots: expected pairs of a time and a state, got\
            [llength $panels] words"
    }
    set count [expr {[llength $panels]/2}]
    set titles [get $settings titles]
    set views [get $settings views]
    if {$views eq ""} {
        set views [lrepeat $count [get $settings view oblique]]
    }
    if {[llength $views] != $count || [llength $titles] ni [list 0 $count]} {
        fail "snapshots: $count states, but [llength $views] views and\
            [llength $titles] titles"
    }
    set pictures {}
    foreach {time state} $panels view $views title $titles {
        set axes [axes $view]
        set title [if {[llength $titles]} {set title} else {string cat "t = " [format %g $time] " s"}]
        lappend pictures [dict create title $title view $view \
            spheres [spheres-of $state $axes [get $settings colour speed]] \
            walls [walls-of [get $settings walls] $axes]]
    }
    return [with-windows $pictures [get $settings window]]
}

# A sphere that has left the engine has no mass and is not drawn.
proc trundle::snapshots::spheres-of {state axes colour} {
    set vector {speed velocity spin spin}
    set given [expr {$colour ni {speed spin}}]
    if {$given && [llength $colour] != [llength $state]} {
        fail "snapshots: -colour has [llength $colour] entries for\
            [llength $state] spheres, expected speed, spin or one entry per sphere"
    }
    set number -1
    set spheres {}
    foreach body $state {
        incr number
        if {[get $body mass 1] <= 0} {
            continue
        }
        foreach key [list position radius {*}[expr {$given ? "" : [dict get $vector $colour]}]] {
            if {![dict exists $body $key]} {
                fail "snapshots: sphere $number of a state has no $key, expected dicts as\
                    of `\$E state`"
            }
        }
        if {$given} {
            set value [lindex $colour $number]
        } else {
            lassign [dict get $body [dict get $vector $colour]] a b c
            set value [expr {sqrt($a*$a + $b*$b + $c*$c)}]
        }
        lappend spheres [list {*}[project $axes [dict get $body position]] \
            [dict get $body radius] $value $number]
    }
    return $spheres
}

# A wall is a chain of corners.
proc trundle::snapshots::walls-of {walls axes} {
    return [lmap chain $walls {
        lmap corner $chain {project $axes [trundle::value::check vector \
            "snapshots: a corner of -walls" $corner]}
    }]
}

# Panels of the same view show the same window {u0 v0 u1 v1}.
proc trundle::snapshots::with-windows {pictures given} {
    set windows {}
    foreach picture $pictures {
        dict with picture {
            foreach sphere $spheres {
                lassign $sphere u v - r
                extend windows $view [expr {$u - $r}] [expr {$v - $r}]
                extend windows $view [expr {$u + $r}] [expr {$v + $r}]
            }
            foreach corner [concat {*}$walls] {
                extend windows $view {*}[lrange $corner 0 1]
            }
        }
    }
    return [lmap picture $pictures {
        set window [get $windows [dict get $picture view] {0 0 1 1}]
        dict set picture window [expr {[llength $given] ? $given : $window}]
    }]
}

proc trundle::snapshots::extend {windows view u v} {
    upvar 1 $windows all
    if {![dict exists $all $view]} {
        dict set all $view [list $u $v $u $v]
        return
    }
    lassign [dict get $all $view] u0 v0 u1 v1
    dict set all $view [list [expr {min($u0, $u)}] [expr {min($v0, $v)}] \
        [expr {max($u1, $u)}] [expr {max($v1, $v)}]]
}

# --- colours --------------------------------------------------------------------

# Every value becomes a colour; the answer tells what the legend must say.
proc trundle::snapshots::colours {pictures settings} {
    upvar 1 $pictures list
    set values [concat {*}[lmap picture $list {
        lmap sphere [dict get $picture spheres] {lindex $sphere 4}
    }]]
    set numbers [expr {![llength [lsearch -all -not -inline -regexp $values {^[-+0-9.]}]]}]
    set scale [expr {$numbers ? [number-scale $values $settings] : [class-scale $values]}]
    set marks [get $settings mark]
    set list [lmap picture $list {
        set coloured {}
        foreach sphere [dict get $picture spheres] {
            lassign $sphere u v depth r value number
            set colour [expr {[dict exists $marks $number]
                ? [rgb-of [dict get $marks $number]] : [colour-of $scale $value]}]
            lappend coloured [list $u $v $depth $r $colour]
        }
        dict set picture spheres $coloured
    }]
    return $scale
}

proc trundle::snapshots::number-scale {values settings} {
    set colour [get $settings colour speed]
    set label [switch -- $colour {
        speed   {trundle::columns::label speed frames velocity}
        spin    {trundle::columns::label spin frames spin}
        default {get $settings label}
    }]
    set range [get $settings range]
    if {![llength $range]} {
        set low [expr {$colour in {speed spin} ? 0.0 : [tcl::mathfunc::min {*}$values 1e300]}]
        set range [list $low [tcl::mathfunc::max {*}$values 0]]
    }
    lassign $range low high
    if {!($high > $low)} {
        set high [expr {$low + 1}]
    }
    return [dict create kind numbers low $low high $high label [get $settings label $label]]
}

proc trundle::snapshots::class-scale {values} {
    variable classes
    set known {}
    foreach value [lsort -unique -dictionary $values] {
        dict set known $value [lindex $classes [expr {[dict size $known] % [llength $classes]}]]
    }
    return [dict create kind classes known $known]
}

proc trundle::snapshots::colour-of {scale value} {
    if {[dict get $scale kind] eq "classes"} {
        return [dict get $scale known $value]
    }
    dict with scale {
        return [palette-at [expr {($value - $low)/double($high - $low)}]]
    }
}

proc trundle::snapshots::palette-at {x} {
    variable palette
    set last [expr {[llength $palette] - 1}]
    set x [expr {min(max($x, 0.0), 1.0)*$last}]
    set k [expr {min(int($x), $last - 1)}]
    return [blend [lindex $palette $k] [lindex $palette $k+1] [expr {$x - $k}]]
}

proc trundle::snapshots::blend {a b share} {
    return [lmap x $a y $b {expr {$x + $share*($y - $x)}}]
}

proc trundle::snapshots::rgb-of {text} {
    if {![regexp {^#?([[:xdigit:]]{2})([[:xdigit:]]{2})([[:xdigit:]]{2})$} $text - r g b]} {
        fail "snapshots: -mark has the colour \"$text\", expected one like #c0392b"
    }
    return [lmap c [list $r $g $b] {expr {[scan $c %x]/255.0}}]
}

# gnuplot takes a colour as one number.
proc trundle::snapshots::packed {rgb} {
    lassign $rgb r g b
    return [expr {(int($r*255 + 0.5) << 16) + (int($g*255 + 0.5) << 8) + int($b*255 + 0.5)}]
}

# --- layout -----------------------------------------------------------------------

# Places {x y width height} of the panels in cm, the scale in cm per m, the size.
proc trundle::snapshots::layout {pictures settings} {
    variable gap
    variable head
    variable foot
    set count [llength $pictures]
    set columns [get $settings columns [expr {min($count, 3)}]]
    set width [get $settings width 16]
    set room [expr {($width - ($columns + 1)*$gap)/$columns}]
    set tallest [get $settings height 9]
    set scale 1e300
    foreach picture $pictures {
        lassign [dict get $picture window] u0 v0 u1 v1
        set scale [expr {min($scale, $room/max($u1 - $u0, 1e-12), $tallest/max($v1 - $v0, 1e-12))}]
    }
    # From the last row upwards.
    set y $foot
    set places {}
    for {set row [expr {($count - 1)/$columns}]} {$row >= 0} {incr row -1} {
        set line [lrange $pictures [expr {$row*$columns}] [expr {$row*$columns + $columns - 1}]]
        set x $gap
        set row_places {}
        set high 0
        foreach picture $line {
            lassign [dict get $picture window] u0 v0 u1 v1
            set tall [expr {($v1 - $v0)*$scale}]
            set high [expr {max($high, $tall)}]
            set broad [expr {($u1 - $u0)*$scale}]
            lappend row_places [list [expr {$x + 0.5*($room - $broad)}] $y $broad $tall]
            set x [expr {$x + $room + $gap}]
        }
        set places [concat $row_places $places]
        set y [expr {$y + $high + $head + $gap/2}]
    }
    return [dict create places $places scale $scale size [list $width $y]]
}

# --- one panel ------------------------------------------------------------------------

# Rows of discs, walls behind and walls before them, in cm.
proc trundle::snapshots::picture-lines {picture place scale} {
    lassign [dict get $picture window] u0 v0 u1 v1
    lassign $place x0 y0
    set grid [grid-of $picture $scale]
    set seen [visible grid [dict get $picture spheres]]
    set depths [lmap sphere $seen {lindex $sphere 2}]
    set near [lindex $depths end]
    set deep [expr {max([lindex [concat $depths 0] 0] - [expr {$near eq "" ? 0 : $near}], 1e-9)}]
    set discs {}
    foreach sphere $seen {
        lassign $sphere u v depth r colour
        # What is far away fades a little.
        set colour [blend $colour {1 1 1} [expr {0.30*($depth - $near)/$deep}]]
        lappend discs {*}[discs-of [expr {$x0 + $scale*($u - $u0)}] \
            [expr {$y0 + $scale*($v - $v0)}] [expr {$scale*$r}] $colour]
    }
    set all {}
    set front {}
    foreach chain [dict get $picture walls] {
        lappend all {*}[lmap corner $chain {on-paper $corner $picture $place $scale}] {}
        lappend front {*}[lmap point [unhidden $grid $chain] {
            expr {[llength $point] ? [on-paper $point $picture $place $scale] : {}}
        }] {}
    }
    return [list $discs $all $front]
}

proc trundle::snapshots::on-paper {point picture place scale} {
    lassign [dict get $picture window] u0 v0
    lassign $place x0 y0
    lassign $point u v
    return [format {%.3f %.3f} [expr {$x0 + $scale*($u - $u0)}] [expr {$y0 + $scale*($v - $v0)}]]
}

# The discs of a sphere.  Where the light makes an angle with cosine c on the
# surface there is a circle around c times the direction of light.
proc trundle::snapshots::discs-of {x y r colour} {
    variable light
    lassign $light lx ly lz
    set rows [list [disc $x $y $r [blend $colour {0 0 0} 0.55]]]
    foreach c [steps-of $r] {
        set size [expr {min($lz**0.25*sqrt(1 - $c*$c), 0.97 - $c*hypot($lx, $ly))}]
        set shade [expr {$c < 0.9 ? [blend $colour {0 0 0} [expr {0.38*(1 - $c/0.9)}]]
            : [blend $colour {1 1 1} [expr {6*($c - 0.9)}]]}]
        lappend rows [disc [expr {$x + $c*$lx*$r}] [expr {$y + $c*$ly*$r}] \
            [expr {$r*$size}] $shade]
    }
    return $rows
}

proc trundle::snapshots::disc {x y r colour} {
    return [format {%.3f %.3f %.4f %d} $x $y $r [packed $colour]]
}

# A small sphere on the paper needs fewer discs.
proc trundle::snapshots::steps-of {r} {
    if {$r < 0.06} {
        return {0.55}
    } elseif {$r < 0.12} {
        return {0.15 0.65 0.93}
    } elseif {$r < 0.35} {
        return {0.10 0.40 0.65 0.83 0.96}
    }
    return {0.06 0.22 0.36 0.50 0.62 0.72 0.81 0.88 0.94 0.98}
}

# --- what can be seen -------------------------------------------------------------------

# A grid over the window; each cell will hold the depth of the nearest sphere
# that covers its centre.
proc trundle::snapshots::grid-of {picture scale} {
    lassign [dict get $picture window] u0 v0 u1 v1
    set small [expr {max($u1 - $u0, $v1 - $v0)/8.0}]
    foreach sphere [dict get $picture spheres] {
        set small [expr {min($small, [lindex $sphere 3])}]
    }
    set cell [expr {max($small/4.0, ($u1 - $u0)/500.0, ($v1 - $v0)/500.0, 1e-12)}]
    set columns [expr {int(($u1 - $u0)/$cell) + 1}]
    set rows [expr {int(($v1 - $v0)/$cell) + 1}]
    return [dict create u0 $u0 v0 $v0 cell $cell columns $columns rows $rows \
        depths [lrepeat [expr {$columns*$rows}] {}]]
}

# The spheres that show at least a part of a cell, the farthest first.
proc trundle::snapshots::visible {grid spheres} {
    upvar 1 $grid g
    set depths [dict get $g depths]
    dict set g depths {}
    lassign [lmap key {u0 v0 cell columns rows} {dict get $g $key}] u0 v0 cell columns rows
    set seen {}
    foreach sphere [lsort -real -index 2 $spheres] {
        lassign $sphere u v depth r
        # A cell belongs to a sphere when its centre does: what shows less than that of
        # itself is taken for hidden.
        set r2 [expr {$r*$r}]
        set shows 0
        set i1 [expr {min(int(($u + $r - $u0)/$cell), $columns - 1)}]
        set j1 [expr {min(int(($v + $r - $v0)/$cell), $rows - 1)}]
        for {set j [expr {max(int(($v - $r - $v0)/$cell), 0)}]} {$j <= $j1} {incr j} {
            set dv2 [expr {($v0 + ($j + 0.5)*$cell - $v)**2}]
            for {set i [expr {max(int(($u - $r - $u0)/$cell), 0)}]} {$i <= $i1} {incr i} {
                if {($u0 + ($i + 0.5)*$cell - $u)**2 + $dv2 > $r2} {
                    continue
                }
                set at [expr {$j*$columns + $i}]
                if {[lindex $depths $at] eq ""} {
                    set shows 1
                    lset depths $at $depth
                }
            }
        }
        if {$shows} {
            lappend seen $sphere
        }
    }
    dict set g depths $depths
    return [lreverse $seen]
}

# The parts of a wall that no sphere hides, as chains with empty points between.
proc trundle::snapshots::unhidden {grid chain} {
    set step [expr {4*[dict get $grid cell]}]
    set points {}
    foreach a [lrange $chain 0 end-1] b [lrange $chain 1 end] {
        lassign $a u v d
        lassign $b u1 v1 d1
        set count [expr {int(ceil(hypot($u1 - $u, $v1 - $v)/$step)) + 1}]
        for {set k 0} {$k < $count} {incr k} {
            set ends [lmap s [list $k [expr {$k + 0.5}] [expr {$k + 1}]] {
                lmap x $a y $b {expr {$x + ($y - $x)*$s/$count}}
            }]
            if {[hidden? $grid [lindex $ends 1]]} {
                lappend points {}
            } else {
                lappend points [lindex $ends 0] [lindex $ends 2]
            }
        }
    }
    return $points
}

proc trundle::snapshots::hidden? {grid point} {
    lassign $point u v depth
    dict with grid {
        set i [expr {int(($u - $u0)/$cell)}]
        set j [expr {int(($v - $v0)/$cell)}]
        if {$i < 0 || $i >= $columns || $j < 0 || $j >= $rows} {
            return 0
        }
        set nearest [lindex $depths [expr {$j*$columns + $i}]]
        return [expr {$nearest ne "" && $nearest < $depth}]
    }
}

# --- legend ---------------------------------------------------------------------------------

# A bar of colours with its numbers, or the names of the kinds; and a length.
proc trundle::snapshots::legend {scale per_metre size} {
    variable gap
    lassign $size width
    set bar {}
    set words {}
    if {[dict get $scale kind] eq "numbers"} {
        dict with scale {
            set left [expr {$gap + 0.2}]
            set long [expr {min(5.0, 0.4*$width)}]
            for {set k 0} {$k < 50} {incr k} {
                lappend bar [box [expr {$left + $k*$long/50}] 0.62 \
                    [expr {$left + ($k + 1)*$long/50}] 0.85 [palette-at [expr {($k + 0.5)/50}]]]
            }
            foreach x [ticks $low $high] {
                set at [expr {$left + $long*($x - $low)/($high - $low)}]
                lappend words [word $at 0.36 center [format %g $x]]
            }
            lappend words [word [expr {$left + $long + 0.3}] 0.73 left $label]
        }
    } else {
        set at [expr {$gap + 0.2}]
        dict for {name colour} [dict get $scale known] {
            lappend bar [box $at 0.6 [expr {$at + 0.3}] 0.85 $colour]
            lappend words [word [expr {$at + 0.45}] 0.72 left $name]
            set at [expr {$at + 1.0 + 0.2*[string length $name]}]
        }
    }
    set length [round-length [expr {0.15*$width/$per_metre}]]
    set end [expr {$width - $gap - 0.2}]
    set start [expr {$end - $length*$per_metre}]
    lappend bar [box $start 0.70 $end 0.75 {0.2 0.2 0.2}] \
        [box $start 0.62 [expr {$start + 0.03}] 0.83 {0.2 0.2 0.2}] \
        [box [expr {$end - 0.03}] 0.62 $end 0.83 {0.2 0.2 0.2}]
    lappend words [word [expr {0.5*($start + $end)}] 0.36 center "[format %g $length] m"]
    return [dict create bar $bar words $words]
}

proc trundle::snapshots::box {x0 y0 x1 y1 colour} {
    return [format {%.3f %.3f %.3f %.3f %.3f %.3f %d} [expr {0.5*($x0 + $x1)}] \
        [expr {0.5*($y0 + $y1)}] $x0 $x1 $y0 $y1 [packed $colour]]
}

# 1, 2 or 5 times a power of ten, at most LENGTH.
proc trundle::snapshots::round-length {length} {
    set power [expr {10.0**floor(log10($length))}]
    foreach factor {5 2 1} {
        if {$factor*$power <= $length*(1 + 1e-9)} {
            return [expr {$factor*$power}]
        }
    }
}

# Round numbers from LOW to HIGH, three to six of them.
proc trundle::snapshots::ticks {low high} {
    set step [round-length [expr {($high - $low)/2.0}]]
    set ticks {}
    for {set k [expr {ceil($low/$step - 1e-9) + 0.0}]} {$k*$step <= $high + 1e-9*$step} \
            {set k [expr {$k + 1}]} {
        lappend ticks [expr {$k*$step}]
    }
    return $ticks
}

# --- walls, for a model that is made of triangles --------------------------------------------

# The edges that are seen as lines: those of one triangle only, and those where
# two triangles meet at an angle.
proc trundle::snapshots::outline {triangles} {
    set edges {}
    foreach triangle $triangles {
        lassign $triangle a b c
        set normal [vunit [vcross [vsub $b $a] [vsub $c $a]]]
        foreach {p q} [list $a $b $b $c $c $a] {
            dict lappend edges [lsort [list [corner $p] [corner $q]]] $normal
        }
    }
    set chains {}
    dict for {ends normals} $edges {
        if {[llength $normals] < 2 || ![parallel? {*}[lrange $normals 0 1]]} {
            lappend chains $ends
        }
    }
    return $chains
}

proc trundle::snapshots::corner {point} {
    return [lmap c $point {format %.9g [expr {$c + 0.0}]}]
}

proc trundle::snapshots::parallel? {a b} {
    return [expr {abs([vdot $a $b]) > 1 - 1e-9}]
}

# --- for ParaView --------------------------------------------------------------------------------

# The states as VTK files with a list of their times; each state once.
proc trundle::snapshots::write-vtk {directory panels} {
    file mkdir $directory
    set list "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\">\n  <Collection>\n"
    set done {}
    foreach {time state} $panels {
        if {[lsearch -exact $done $state] >= 0} {
            continue
        }
        set file state[format %02d [llength $done]].vtp
        trundle::frames state $directory/$file $time $state
        append list "    <DataSet timestep=\"$time\" file=\"$file\"/>\n"
        lappend done $state
    }
    set channel [open $directory/states.pvd w]
    puts $channel "$list  </Collection>\n</VTKFile>"
    close $channel
}

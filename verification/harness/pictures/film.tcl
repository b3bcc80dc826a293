# film.tcl -- what a film of a run is made of: the frames of its trajectory as states for
# snapshots.tcl, with walls, and the page that turns and plays them (film.html, film.js).
package provide trundle::film 1.0
package require trundle::columns
package require trundle::value
package require trundle::vectors
package require trundle::snapshots
package require trundle::figures
package require trundle::formats
package require trundle::output
package require json::write

namespace eval trundle::film {
    namespace path ::trundle::vectors
    # Where Debian's libjs-three puts the library that draws in a browser.
    variable three /usr/share/javascript/three
    # A browser takes no longer text than half a GB.
    variable longest 400e6
    # The numbers of so many particles shrink together: a click inflates these, not those of all.
    variable block 1000
}

# What colours can show: legend of a scale, or "" for kinds.
proc trundle::film::colours {} {
    return [dict create speed [trundle::columns::label speed frames velocity] spin [trundle::columns::label spin frames spin] \
        material {} force [trundle::columns::label "sum of normal forces" contacts normal]]
}

proc trundle::film::numbers {file name kind {frame ""}} {
    binary scan [trundle::frames numbers $file $name $kind {*}$frame] [dict get {single r double q whole w} $kind]* list
    return $list
}

# What does not change: radius, mass, kind and name of each particle, walls and how they move.
proc trundle::film::cast {file} {
    set cast [dict create radius [numbers $file /particles/radius double] mass [numbers $file /particles/mass double] \
        kind [numbers $file /particles/material whole] \
        materials [words [trundle::frames text $file /particles/material what]] \
        names [names-of $file] forces [trundle::frames has_contacts $file] planes {} meshes {}]
    foreach {px py pz} [numbers $file /planes/point double] {nx ny nz} [numbers $file /planes/normal double] \
            {vx vy vz} [numbers $file /planes/velocity double] {
        dict lappend cast planes [list [list $px $py $pz] [list $nx $ny $nz] [list $vx $vy $vz]]
    }
    if {![llength [trundle::frames shape $file /meshes/corner]]} {
        return $cast
    }
    set corners [numbers $file /meshes/corner double]
    set at 0
    foreach mesh [numbers $file /meshes/mesh whole] {
        lassign [lrange $corners $at $at+8] a b c d e f g h i
        dict lappend of $mesh [list [list $a $b $c] [list $d $e $f] [list $g $h $i]]
        incr at 9
    }
    set k -1
    foreach name [words [trundle::frames text $file /meshes/names]] {vx vy vz} [numbers $file /meshes/velocity double] \
            {wx wy wz} [numbers $file /meshes/spin double] {x y z} [numbers $file /meshes/axis double] {
        incr k
        if {$name ne ""} {
            dict lappend cast meshes [dict create name $name velocity [list $vx $vy $vz] spin [list $wx $wy $wz] \
                axis [list $x $y $z] triangles [trundle::value::get [expr {[info exists of] ? $of : {}}] $k]]
        }
    }
    return $cast
}

# Names in a text of a file, which is a list of Tcl, unless somebody else has written it.
proc trundle::film::words {text} {
    return [if {[string is list $text]} {lrange $text 0 end} else {regexp -all -inline {\S+} $text}]
}

# The names of particles; numbers in files that have none.
proc trundle::film::names-of {file} {
    set text [trundle::frames text $file /names]
    if {$text ne ""} {
        return [split $text \n]
    }
    set names {}
    for {set k 0} {$k < [trundle::frames particles $file]} {incr k} {
        lappend names $k
    }
    return $names
}

# --- one frame ------------------------------------------------------------------

# The particles of a frame as snapshots.tcl wants them, and what their colour shows.
proc trundle::film::state {file frame cast colour} {
    set key [expr {$colour eq "spin" ? "spin" : "velocity"}]
    set given [expr {$colour ni {speed spin}}]
    set values [switch -- $colour {
        material {lmap k [dict get $cast kind] {lindex [dict get $cast materials] $k}}
        force    {pushes $file $frame [llength [dict get $cast radius]]}
        default  {list}
    }]
    set state [set shown {}]
    foreach {x y z} [numbers $file /frames/position single $frame] {a b c} [numbers $file /frames/$key single $frame] \
            radius [dict get $cast radius] value $values {
        if {$x != $x} continue
        lappend state [list position [list $x $y $z] radius $radius mass 1 $key [list $a $b $c]]
        lappend shown $value
    }
    return [list $state [expr {$given ? $shown : $colour}]]
}

# The sum of the normal forces that a particle feels, in N, as far as they are told.
proc trundle::film::pushes {file frame count} {
    set sum [lrepeat $count 0.0]
    set touching [lindex [numbers $file /contacts/count whole] $frame]
    foreach i [lrange [numbers $file /contacts/i whole $frame] 0 $touching-1] \
            j [lrange [numbers $file /contacts/j whole $frame] 0 $touching-1] \
            force [lrange [numbers $file /contacts/normal double $frame] 0 $touching-1] {
        if {$force != $force} continue
        lset sum $i [expr {[lindex $sum $i] + $force}]
        if {$j >= 0} {
            lset sum $j [expr {[lindex $sum $j] + $force}]
        }
    }
    return $sum
}

# Chains of corners at a time; planes end at the box of all particles.
proc trundle::film::walls {cast time box} {
    set chains [lmap plane [dict get $cast planes] {
        lassign $plane point normal velocity
        set corners [plane-in-box [along $point $velocity $time] $normal $box]
        if {![llength $corners]} continue
        concat $corners [list [lindex $corners 0]]
    }]
    foreach mesh [dict get $cast meshes] {
        foreach chain [trundle::snapshots::outline [dict get $mesh triangles]] {
            lappend chains [lmap corner $chain {moved $mesh $corner $time}]
        }
    }
    return $chains
}

proc trundle::film::along {point velocity time} {
    return [lmap x $point v $velocity {expr {$x + $v*$time}}]
}

# Where a corner of a mesh is at a time: turned about the axis, which travels.
proc trundle::film::moved {mesh corner time} {
    dict with mesh {
        set arm [vsub $corner $axis]
        set rate [vnorm $spin]
        if {$rate > 0} {
            set e [vunit $spin]
            set c [expr {cos($rate*$time)}]
            set s [expr {sin($rate*$time)}]
            set on [vdot $arm $e]
            set arm [lmap a $arm x [vcross $e $arm] b $e {expr {$c*$a + $s*$x + (1 - $c)*$on*$b}}]
        }
        return [lmap a $arm x $axis v $velocity {expr {$x + $v*$time + $a}}]
    }
}

# The corners of the cut of a plane and a box {x0 y0 z0 x1 y1 z1}, in order around the normal.
proc trundle::film::plane-in-box {point normal box} {
    set corners {}
    foreach {axis u v} {0 1 2 1 2 0 2 0 1} {
        foreach p {0 3} {
            foreach q {0 3} {
                set n [lindex $normal $axis]
                if {abs($n) < 1e-9} continue
                set at {0 0 0}
                lset at $u [lindex $box $u+$p]
                lset at $v [lindex $box $v+$q]
                lset at $axis [expr {[lindex $point $axis] - ([lindex $normal $u]*([lindex $at $u] - [lindex $point $u])
                    + [lindex $normal $v]*([lindex $at $v] - [lindex $point $v]))/$n}]
                set reach [expr {1e-9*([lindex $box $axis+3] - [lindex $box $axis])}]
                if {[lindex $at $axis] >= [lindex $box $axis] - $reach && [lindex $at $axis] <= [lindex $box $axis+3] + $reach} {
                    lappend corners $at
                }
            }
        }
    }
    if {[llength $corners] < 3} {
        return {}
    }
    set middle [lmap k {0 1 2} {expr {[tcl::mathop::+ {*}[lmap c $corners {lindex $c $k}]]/[llength $corners]}}]
    set normal [vunit $normal]
    set helper [expr {abs([lindex $normal 2]) > 0.9 ? {1 0 0} : {0 0 1}}]
    set right [vunit [vcross $helper $normal]]
    set up [vcross $normal $right]
    set around [lmap corner $corners {
        set arm [vsub $corner $middle]
        list [expr {atan2([vdot $arm $up], [vdot $arm $right])}] $corner
    }]
    set sorted [lmap one [lsort -real -index 0 $around] {lindex $one 1}]
    # A corner of the box is met from several edges.
    set last [lindex $sorted end]
    return [lmap corner $sorted {
        set same [expr {[vnorm [vsub $corner $last]] < 1e-12}]
        set last $corner
        if {$same} continue
        set corner
    }]
}

# --- all frames -----------------------------------------------------------------

# The box around all particles and meshes of the frames, a little wider, and times.
proc trundle::film::extent {file frames cast} {
    set most [tcl::mathfunc::max 0.0 {*}[dict get $cast radius]]
    set low {1e300 1e300 1e300}
    set high {-1e300 -1e300 -1e300}
    foreach frame $frames {
        foreach {x y z} [numbers $file /frames/position single $frame] r [dict get $cast radius] {
            if {$x != $x} continue
            if {$x - $r < [lindex $low 0]} {lset low 0 [expr {$x - $r}]}
            if {$y - $r < [lindex $low 1]} {lset low 1 [expr {$y - $r}]}
            if {$z - $r < [lindex $low 2]} {lset low 2 [expr {$z - $r}]}
            if {$x + $r > [lindex $high 0]} {lset high 0 [expr {$x + $r}]}
            if {$y + $r > [lindex $high 1]} {lset high 1 [expr {$y + $r}]}
            if {$z + $r > [lindex $high 2]} {lset high 2 [expr {$z + $r}]}
        }
    }
    foreach mesh [dict get $cast meshes] {
        foreach corner [concat {*}[dict get $mesh triangles]] {
            foreach frame [list [lindex $frames 0] [lindex $frames end]] {
                set at [moved $mesh $corner [trundle::frames time $file $frame]]
                set low [lmap a $low x $at {expr {min($a, $x)}}]
                set high [lmap a $high x $at {expr {max($a, $x)}}]
            }
        }
    }
    if {[lindex $low 0] > [lindex $high 0]} {
        trundle::value::fail "film: $file has no particle in any of its frames, expected one at least"
    }
    return [concat [lmap x $low {expr {$x - 0.5*$most}}] [lmap x $high {expr {$x + 0.5*$most}}]]
}

# The ends of the scale of colours: a hundredth of what is shown may lie above.
proc trundle::film::range {file frames cast colour} {
    if {$colour eq "material"} {
        return {}
    }
    set values {}
    foreach frame $frames {
        set shown [switch -- $colour {
            force   {pushes $file $frame [llength [dict get $cast radius]]}
            default {
                lmap {x y z} [numbers $file /frames/[expr {$colour eq "speed" ? "velocity" : "spin"}] single $frame] {
                    if {$x != $x} continue
                    expr {sqrt($x*$x + $y*$y + $z*$z)}
                }
            }
        }]
        # Twenty thousand are enough to know it.
        set stride [expr {max(1, [llength $shown]*[llength $frames]/20000)}]
        for {set k 0} {$k < [llength $shown]} {incr k $stride} {
            lappend values [lindex $shown $k]
        }
    }
    set high [lindex [lsort -real $values] [expr {int(0.99*([llength $values] - 1))}]]
    return [list 0.0 [expr {$high ne "" && $high > 0 ? $high : 1.0}]]
}

# The same for each colour that has a scale.
proc trundle::film::ranges {file frames cast} {
    return [concat {*}[lmap colour [dict keys [colours]] {
        if {$colour eq "material" || ($colour eq "force" && ![dict get $cast forces])} continue
        list $colour [range $file $frames $cast $colour]
    }]]
}

# One frame as a picture of snapshots.tcl, into PATH; a scratch folder has its columns.
proc trundle::film::picture {file frame path format scratch settings} {
    set cast [dict get $settings cast]
    set colour [dict get $settings colour]
    lassign [state $file $frame $cast $colour] state shown
    set time [trundle::frames time $file $frame]
    set size [trundle::snapshots::draw $scratch frame [list $time $state] [dict create \
        view [dict get $settings view] colour $shown range [dict get $settings range] \
        label [dict get [colours] $colour] window [dict get $settings window] width [dict get $settings width] \
        height [expr {[dict get $settings width]*0.75}] classes [dict get $cast materials] \
        titles [list "t = [format %.4f $time] s"] walls [walls $cast $time [dict get $settings box]]]]
    trundle::figures::draw [trundle::locate verification/harness/pictures/snapshots.gp] $path $format $size \
        [dict create dir $scratch figure frame fine [dict get $settings fine]]
}

# The window {u0 v0 u1 v1} in which a box is seen along a view.
proc trundle::film::window {box view} {
    set axes [trundle::snapshots::axes $view]
    foreach x {0 3} {
        foreach y {1 4} {
            foreach z {2 5} {
                lassign [trundle::snapshots::project $axes [list [lindex $box $x] [lindex $box $y] [lindex $box $z]]] u v
                lappend us $u
                lappend vs $v
            }
        }
    }
    return [list [tcl::mathfunc::min {*}$us] [tcl::mathfunc::min {*}$vs] \
        [tcl::mathfunc::max {*}$us] [tcl::mathfunc::max {*}$vs]]
}

# --- the page ---------------------------------------------------------------------

# The libraries of the page, or what is missing.
proc trundle::film::libraries {} {
    variable three
    set text ""
    foreach name {three.min.js examples/js/controls/TrackballControls.js} {
        if {![file readable $three/$name]} {
            trundle::value::fail "film: there is no file $three/$name, expected the library three.js of Debian's\
                package libjs-three"
        }
        append text [trundle::output::text $three/$name] \n
    }
    return [string map {</script <\\/script} $text]
}

# How many bytes the frames of a page take, as the longer one of the first and the last tells.
proc trundle::film::page-size {file frames cast} {
    set ends [list [lindex $frames 0] [lindex $frames end]]
    set settings [dict create cast $cast box [extent $file $ends $cast] ranges [ranges $file $ends $cast]]
    return [expr {[llength $frames]*[tcl::mathfunc::max {*}[lmap k $ends {string length [join [frame $file $k $settings] ""]}]]}]
}

# Bytes as a text: deflated, with the sum that tells whether they are whole.
proc trundle::film::shrunk {bytes} {
    return [binary encode base64 [zlib compress $bytes]]
}

# A text of JSON within a script of HTML.
proc trundle::film::text {text} {
    return [string map {< \\u003c} [trundle::formats::json-text $text]]
}

proc trundle::film::list-of {list} {
    return \[[join $list ,]\]
}

# The page to a channel, frame by frame; after each the script SHOW is called with the share done.
proc trundle::film::page {channel file frames settings show} {
    set page [trundle::output::text [trundle::locate verification/harness/pictures/film.html]]
    set script [trundle::output::text [trundle::locate verification/harness/pictures/film.js]]
    set facts [facts $file $frames $settings]
    set title [string map {& &amp; < &lt; > &gt;} [dict get $settings title]]
    foreach part [split [string map {<!--TITLE--> \0TITLE\0 <!--LIBRARIES--> \0LIBRARIES\0 <!--FACTS--> \0FACTS\0
            <!--FRAMES--> \0FRAMES\0 <!--SCRIPT--> \0SCRIPT\0} $page] \0] {
        switch -- $part {
            TITLE     {puts -nonewline $channel $title}
            LIBRARIES {puts -nonewline $channel [libraries]}
            FACTS     {puts -nonewline $channel $facts}
            SCRIPT    {puts -nonewline $channel $script}
            FRAMES    {
                set k 0
                foreach frame $frames {
                    lassign [frame $file $frame $settings] scene numbers
                    puts $channel "<script type=\"text/plain\" id=\"scene$k\">$scene</script>"
                    puts $channel "<script type=\"text/plain\" id=\"numbers$k\">$numbers</script>"
                    puts $channel "<script>film.arrived($k)</script>"
                    {*}$show [expr {double([incr k])/[llength $frames]}] $frame
                }
            }
            default   {puts -nonewline $channel $part}
        }
    }
}

# One frame, as two texts: what is drawn, 16 bytes a particle before they shrink, and the numbers of which one particle's are
# shown, in five digits.  Packed-tcl.h has the forms.
proc trundle::film::frame {file frame settings} {
    set cast [dict get $settings cast]
    set ranges [dict get $settings ranges]
    lassign [steps [dict get $settings box]] low unit
    foreach name {position velocity spin orientation} {
        set $name [trundle::frames numbers $file /frames/$name double $frame]
    }
    set scene [trundle::packed steps $position $low $unit][trundle::packed turns $orientation]
    set columns [list $velocity 24 $spin 24]
    foreach name {velocity spin} colour {speed spin} {
        append scene [trundle::packed shares [set $name] 3 [lindex [dict get $ranges $colour] 1]]
    }
    if {[dict get $cast forces]} {
        set pushes [binary format q* [pushes $file $frame [llength [dict get $cast radius]]]]
        append scene [trundle::packed shares $pushes 1 [lindex [dict get $ranges force] 1]]
        lappend columns $pushes 8 [binary format q* [numbers $file /loads/coordination whole $frame]] 8
    }
    variable block
    set numbers {}
    for {set from 0} {$from < [llength [dict get $cast radius]]} {incr from $block} {
        lappend numbers [shrunk [join [lmap {bytes width} $columns {
            trundle::packed digits [string range $bytes [expr {$width*$from}] [expr {$width*($from + $block) - 1}]]
        }] ""]]
    }
    return [list [shrunk $scene] $numbers]
}

# Where the steps of positions begin in a box, and how long they are: the smallest power of ten of which
# packed-tcl.c can count enough.
proc trundle::film::steps {box} {
    lassign $box x0 y0 z0 x1 y1 z1
    set unit [expr {10.0**ceil(log10(max($x1 - $x0, $y1 - $y0, $z1 - $z0)/0xfefffe))}]
    return [list [lmap low [list $x0 $y0 $z0] {expr {floor($low/$unit)*$unit}}] $unit]
}

# What the page knows beside the frames, as JSON.
proc trundle::film::facts {file frames settings} {
    variable block
    set cast [dict get $settings cast]
    set box [dict get $settings box]
    set ranges [lmap {colour range} [dict get $settings ranges] {string cat [text $colour] :\[[join $range ,]\]}]
    lassign [steps $box] low unit
    set planes [lmap plane [dict get $cast planes] {
        lassign $plane point normal velocity
        string cat "{\"corners\":[list-of [concat {*}[plane-in-box $point $normal $box]]],\"velocity\":[list-of $velocity]}"
    }]
    set meshes [lmap mesh [dict get $cast meshes] {
        string cat "{\"name\":[text [dict get $mesh name]],\"corners\":[list-of [concat {*}[concat {*}[dict get $mesh triangles]]]]," \
            "\"velocity\":[list-of [dict get $mesh velocity]],\"spin\":[list-of [dict get $mesh spin]],\"axis\":[list-of [dict get $mesh axis]]}"
    }]
    set particles ""
    foreach name {radius mass kind} {
        append particles [trundle::packed digits [binary format q* [dict get $cast $name]]]
    }
    return "{\"title\":[text [dict get $settings title]],\"about\":[text [dict get $settings about]],\"count\":[llength [dict get $cast radius]],\"block\":$block,
\"times\":[list-of [lmap k $frames {trundle::frames time $file $k}]],
\"particles\":[text [shrunk $particles]],
\"names\":[text [shrunk [encoding convertto utf-8 [join [dict get $cast names] \n]]]],
\"materials\":[list-of [lmap name [dict get $cast materials] {text $name}]],
\"low\":[list-of [lmap x $low {format %.0f [expr {$x/$unit}]}]],\"decimals\":[expr {-round(log10($unit))}],
\"forces\":[expr {[dict get $cast forces] ? "true" : "false"}],\"colour\":[text [dict get $settings colour]],
\"ranges\":{[join $ranges ,]},\"box\":[list-of $box],
\"palette\":[list-of [lmap rgb $trundle::snapshots::palette {list-of $rgb}]],
\"classes\":[list-of [lmap rgb $trundle::snapshots::classes {list-of $rgb}]],
\"planes\":[list-of $planes],\n\"meshes\":[list-of $meshes]}"
}

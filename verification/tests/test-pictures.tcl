# The geometry of pictures of spheres: colours, places on the paper, what is hidden, legends.
# Answers worked out by hand.
package require tap
namespace eval trundle {variable version test}
package require trundle::snapshots
foreach name {palette-at blend packed rgb-of layout grid-of visible unhidden hidden? ticks round-length legend box
        number-scale class-scale extend discs-of steps-of outline parallel? corner picture-lines} {
    interp alias {} $name {} trundle::snapshots::$name
}
proc raised {values by} {lmap x $values {expr {$x + $by}}}

# A grid is at most 501 cells high and wide, so a small sphere on a long way is not worth more.
foreach {window columns rows} {{0 0 1 1000} 1 501 {0 0 1000 1} 501 1 {0 0 8 4} 33 17} {
    set grid [grid-of [dict create window $window spheres {{0 0 0 1}}] 1]
    tap::is [list [dict get $grid columns] [dict get $grid rows]] [list $columns $rows] "cells in a window $window"
}
tap::is [trundle::snapshots::spheres-of {} {{1 0 0} {0 1 0} {0 0 1}} speed] {} "a picture of nobody"

# --- colours
tap::near [blend {0 0.5 1} {1 0.5 0} 0.25] {0.25 0.5 0.75} 1e-15 "a quarter of the way from colour to colour"
tap::is [lmap c {{1 0 0} {0 1 0} {0 0 1} {0.5 0.25 0.001}} {packed $c}] [list [expr 255*65536] [expr 255*256] 255 \
    [expr {128*65536 + 64*256}]] "a colour as one number, each part rounded to the nearest"
tap::near [rgb-of #ff3300] {1 0.2 0} 1e-15 "a colour in words"
set trundle::snapshots::palette {{0 0 0} {1 0 0} {1 1 0}}
tap::near [concat {*}[lmap x {-1 0 0.25 0.5 0.75 1 2} {palette-at $x}]] \
    {0 0 0 0 0 0 0.5 0 0 1 0 0 1 0.5 0 1 1 0 1 1 0} 1e-15 "along the palette, and its ends beyond it"
foreach {values settings low high label} {
    {3 1 2} {}                     0.0 3   "speed / (m/s)"
    {3 1 2} {colour spin}          0.0 3   "spin / (rad/s)"
    {3 -1 2} {colour {3 -1 2}}     -1  3   ""
    {-3 -2} {colour {-3 -2}}       -3  0   ""
    {0 0} {}                       0.0 1.0 "speed / (m/s)"
    {1 2} {range {1 5} label far}  1   5   far
    {} {}                          0.0 1.0 "speed / (m/s)"
} {
    set scale [number-scale $values $settings]
    tap::is [lmap key {low high label} {dict get $scale $key}] [list $low $high $label] "scale of {$values}, {$settings}"
}
tap::near [trundle::snapshots::colour-of [number-scale {} {range {2 6}}] 3] {0.5 0 0} 1e-15 "a quarter of the way from 2 to 6"
set trundle::snapshots::classes {{1 0 0} {0 1 0}}
tap::is [dict get [class-scale {b a2 a10 b}] known] {a2 {1 0 0} a10 {0 1 0} b {1 0 0}} "a colour a kind, in their order"

# --- places
set all {}
extend all xz 1 5
extend all xz -1 6
extend all xz 0 2
tap::is $all {xz {-1 2 1 6}} "a window holds all corners"
# Two rows: widths 2, 1 and 4 m, heights 1, 3 and 2 m; the widest fills its column.
set pictures [lmap window {{0 0 2 1} {1 1 2 4} {0 0 4 2}} {dict create window $window view xz}]
set trundle::snapshots::gap 1.0
set trundle::snapshots::head 0.5
set trundle::snapshots::foot 2.0
set on [layout $pictures {columns 2 width 11 height 99}]
tap::near [dict get $on scale] 1 1e-15 "4 m in (11 - 3)/2 cm"
tap::near [concat {*}[dict get $on places]] {2 5 2 1 7.5 5 1 3 1 2 4 2} 1e-12 "each in the middle of its column, on its row"
tap::near [dict get $on size] {11 9} 1e-12 "head and gap above each row"
tap::near [dict get [layout $pictures {columns 2 width 11 height 1.5}] scale] 0.5 1e-12 "or as high as it may be"
tap::near [dict get [layout {{window {3 0 4 0.1}}} {}] scale] 14 1e-12 "by the width of the window, wherever it is"
tap::near [dict get [layout {{window {0 3 0.1 4}}} {}] scale] 9 1e-12 "and its height"
tap::near [lindex [dict get [layout [lrange $pictures 0 0] {}] places] 0] {1 2 14 7} 1e-12 "one alone: sixteen by nine centimetres"
tap::is [llength [lsort -unique [lmap place [dict get [layout [lrepeat 4 [lindex $pictures 0]] {}] places] {lindex $place 1}]]] 2 \
    "three columns, unless told"

# --- what is hidden: u, v, depth, radius, colour
set picture {window {-1 -1 1 1} walls {} spheres {{0 0 5 0.5 far} {0.1 0 2 0.7 near} {0.9 0.9 9 0.4 corner} {7 7 1 0.5 away}
    {-0.9 -0.9 4 0.4 edge} {0.7 -0.7 6 0.25 below} {0.7 -0.6 1 0.25 cover} {-1.4 0.2 1 0.5 left} {1.4 -0.3 1 0.5 right}}}
set grid [grid-of $picture 1.0]
tap::near [lmap key {u0 v0 cell columns rows} {dict get $grid $key}] {-1 -1 0.0625 33 33} 1e-12 \
    "four cells in the least of the radii and an eighth of the window"
tap::near [dict get [grid-of {window {0 0 3 1} spheres {{0 0 0 1e-6 x}}} 1.0] cell] 0.006 1e-12 "five hundred cells at most"
set seen [lmap sphere [visible grid [dict get $picture spheres]] {lindex $sphere 4}]
tap::is [lrange $seen 0 3],[lsort [lrange $seen 4 end]] "corner below edge near,cover left right" "the farthest first, without the hidden"
foreach {point hidden where} {
    {0 0 1}        0 "before the near sphere"      {0 0 3}       1 "between the two"
    {0 0 2}        0 "in it, as deep as its middle" {0.75 0 3}   1 "near its rim"
    {0.78 0 3}     1 "in the last cell that it covers" {0.82 0 3} 0 "in the next"
    {-0.55 0 3}    1 "at its left"                 {-0.65 0 3}   0 "beside it"
    {0.1 0.65 3}   1 "under its top"               {0.1 0.75 3}  0 "above it"
    {-0.5 0.6 3}   0 "in a corner of its square"   {0.9 0.9 3}   0 "before the corner sphere"
    {0.9 0.9 10}   1 "behind it"                   {5 0 9}       0 "out of the window"
    {0 -5 9}       0 "below it"                    {2.09 0 9}    0 "a row of the grid further"
    {-2.09 0 9}    0 "a row less"                  {-0.97 -0.9 9} 1 "in the first column"
    {-0.9 -0.97 9} 1 "in the first row"            {0.97 0.16 3} 0 "at the right, where nothing is"
    {-0.97 -0.25 3} 0 "at the left, where nothing is"
} {
    tap::is [hidden? $grid $point] $hidden "$where: [lindex {seen hidden} $hidden]"
}
# A line behind the near sphere: from -1 to -0.6 and from 0.8 to 1 it is seen, to a step of four cells.
set points [unhidden $grid {{-1.0 0.0 3.0} {1.0 0.0 3.0}}]
set sum 0
foreach {a b} [lsearch -all -inline -not $points {}] {
    set sum [expr {$sum + [lindex $b 0] - [lindex $a 0]}]
}
tap::near $sum 0.6 0.25 "the length of a wall that is seen"
tap::ok [expr {[lindex $points 0] eq {-1.0 0.0 3.0} && [lindex $points end] eq {1.0 0.0 3.0} && {} in $points}] "from end to end"
set points [unhidden $grid {{-1.0 0.0 1.0} {1.0 0.0 1.0}}]
tap::is [expr {{} in $points}] 0 "before the spheres it is whole"
tap::ok [expr {abs([llength $points] - 2*2/0.25) <= 2}] "in steps of four cells"

# --- one panel: what lies outside is left out; the farthest is a quarter paler than the nearest
lassign [picture-lines {window {0 0 4 2} spheres {{1 1 9 0.25 {0 0 0}} {3 1 1 0.25 {0 0 0}} {-0.3 1 1 0.25 {0 0 0}}
    {4.3 1 1 0.25 {0 0 0}} {1 2.3 1 0.25 {0 0 0}} {1 -0.3 1 0.25 {0 0 0}}} walls {{{0 0 5} {4 0 5}}}} {10 20 8 4} 2.0] discs walls front
set rims [lsearch -all -inline -regexp $discs { 0\.5000 }]
tap::is [lmap rim $rims {lrange $rim 0 2}] {{12.000 22.000 0.5000} {16.000 22.000 0.5000}} "places in cm, the far one first"
tap::is [lmap wall $walls {split $wall}] {{10.000 20.000} {18.000 20.000} {}} "a wall"
lassign [lmap rim $rims {expr {[lindex $rim 3] & 255}}] far near
tap::ok [expr {$near == 0 && $far > 0 && $far < 100}] "what is far away fades a little: $far"
proc fades {near far} {
    lindex [picture-lines [list window {0 0 4 2} walls {} spheres [list [list 1 1 $far 0.25 {0 0 0}] [list 3 1 $near 0.25 {0 0 0}]]] \
        {0 0 8 4} 2.0] 0
}
tap::is [fades 101 109] [fades 1 9] "as much from further away"
tap::is [picture-lines {window {0 0 4 2} walls {} spheres {}} {0 0 8 4} 2.0] {{} {} {}} "nothing is drawn of nothing"

# --- a sphere: a dark rim, then discs inside each other that grow lighter towards the light
foreach r {0.05 0.06 0.12 0.35 1} count {1 3 5 10 10} {
    tap::is [llength [steps-of $r]] $count "a sphere of $r cm has $count steps"
    set rows [discs-of 2 3 $r {0.5 0.5 0.5}]
    tap::is [llength $rows] [expr {$count + 1}] "and a rim"
    set good 1
    set light -1
    foreach row $rows {
        lassign $row x y size colour
        set grey [expr {$colour & 255}]
        set good [expr {$good && hypot($x - 2, $y - 3) + $size <= $r + 1.5e-3 && $grey > $light}]
        set light $grey
    }
    tap::ok $good "inside, each lighter"
}
tap::ok [expr {[lindex $row 0] < 2 && [lindex $row 1] > 3}] "the light comes from above, from the left"
tap::ok [expr {($colour >> 16) == ($colour & 255) && ($colour >> 8 & 255) == ($colour & 255)}] "and is white"
set sizes [lmap row [lrange [discs-of 0 0 1 {0.5 0.5 0.5}] 1 end] {lindex $row 2}]
tap::ok [expr {$sizes eq [lsort -real -decreasing $sizes] && [lindex $sizes end] < 0.2}] "each smaller than the one below it: $sizes"
tap::is [lrange [lindex [discs-of 2 3 0.35 {0.5 0.5 0.5}] 0] 0 2] {2.000 3.000 0.3500} "the rim is the sphere"

# --- legends
tap::is [lmap x {1 1.9 2 4.99 5 9.9 0.03 700} {format %g [round-length $x]}] {1 1 2 2 5 5 0.02 500} "round lengths"
tap::near [ticks 0 10] {0 5 10} 1e-9 "from 0 to 10"
tap::near [ticks 0.3 1.7] {0.5 1.0 1.5} 1e-9 "between two round numbers"
tap::near [ticks -2 3.9] {-2 0 2} 1e-9 "through zero"
tap::is [box 1 2 4 6 {0 0 1}] {2.500 4.000 1.000 4.000 2.000 6.000 255} "a box by its middle and its sides"
set legend [legend {kind numbers low 0 high 10 label v} 4.0 {20 9}]
set bar [dict get $legend bar]
tap::is [llength $bar] 53 "a bar of fifty colours, and a length with two ends"
lassign [lindex $bar 0] - - left
lassign [lindex $bar 49] - - - right
tap::near [list $left [expr {$right - $left}]] {1.2 5} 1e-3 "five centimetres long"
tap::near [expr {[lindex $bar 50 3] - [lindex $bar 50 2]}] 2.0 1e-3 "half a metre at 4 cm/m"
tap::near [lindex $bar 50 3] 18.8 1e-3 "at the right"
tap::ok [expr {[lindex $bar 0 6] < [lindex $bar 24 6] && [lindex $bar 24 6] < [lindex $bar 49 6]}] "through the palette"
tap::is [lmap k {0 49} {lindex $bar $k 6}] [lmap x {0.01 0.99} {packed [palette-at $x]}] "each in the colour of its middle"
tap::is [lmap one [lrange [dict get $legend words] end-1 end] {lrange $one 0 1}] {{6.500 0.730} {17.800 0.360}} "the label behind it, the length below its middle"
tap::is [lmap one [lrange [dict get [legend {kind numbers low 10 high 20 label v} 4.0 {20 9}] words] 0 2] {lindex $one 0}] {1.200 3.700 6.200} \
    "numbers where they belong"
lassign [lindex [dict get [legend {kind numbers low 0 high 10 label v} 4.0 {5 9}] bar] 49] - - - right
tap::near $right 3.2 1e-3 "on narrow paper shorter"
set kinds [dict get [legend {kind classes known {sand {1 0 0} rock {0 1 0}}} 4.0 {20 9}] bar]
tap::is [llength $kinds] 5 "a box a kind, and the length"
tap::near [lmap row [lrange $kinds 0 1] {lindex $row 2}] {1.2 3.0} 1e-3 "as far apart as the names are long"

# --- edges of a model of triangles
set square {{{0 0 0} {1 0 0} {1 1 0}} {{1 1 0} {0 1 0} {0 0 0}}}
tap::is [outline {}] {} "nothing has no edges"
tap::is [trundle::snapshots::on-paper {3 7 9} {window {1 2 8 8}} {0.5 0.25} 10] {20.500 50.250} "a point on the paper"
tap::is [llength [outline $square]] 4 "two triangles in a plane have four edges"
tap::is [llength [outline [lrange $square 0 0]]] 3 "one has three"
tap::is [llength [outline {{{0 0 0} {1 0 0} {1 1 0}} {{1 1 0} {0 1 1} {0 0 0}}}]] 5 "a fold is one more"
tap::is [llength [outline {{{0 0 0} {1 0 0} {0 1 0}} {{0 0 0} {1 0 0} {0 0 1}} {{0 0 0} {1 0 0} {0 -1 0}}}]] 7 \
    "three triangles at one edge"
tap::is [corner {0 -0.0 1e-12}],[parallel? {0 0 1} {0 0 -1}],[parallel? {0 0 1} {0 1e-3 1}] {0 0 1e-12,1,1} "corners and planes"
tap::is [parallel? {0 0 1} {0 0.6 0.8}] 0 "at an angle"

# --- what a plotting program has left
package require trundle::figures
proc trundle::locate {file} {
    return $file
}
close [file tempfile folder]
file delete $folder
file mkdir $folder
cd $folder
set trundle::figures::gnuplot ./fake
foreach {body said} {
    {true} {the script s.gp plots nothing}
    {: >a.svg.part$PPID} {the script s.gp plots nothing}
    {printf x >a.svg.part$PPID} {a.svg cannot be written whole: gnuplot left s.gp unfinished, *}
    {echo no such line; exit 1} {gnuplot: no such line}
} {
    set channel [open fake w 0755]
    puts $channel "#!/bin/sh\n$body"
    close $channel
    tap::raises {trundle::figures::draw in/s.gp a.svg svg {} {}} $said "a program that does: $body"
    tap::is [glob *] fake "it leaves nothing"
}
set trundle::figures::gnuplot ./none
tap::raises {trundle::figures::draw in/s.gp a.svg svg {} {}} "gnuplot cannot be started; the figures need it" "no plotting program"
cd /
file delete -force $folder
tap::done

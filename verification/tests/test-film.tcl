# trundle film: frames and size of a film as ffprobe tells them; the page in headless Chromium draws all
# particles, and a click on one tells the numbers of the run's own table.
package require trundle::testing
namespace import testing::*
set browser [file join [file dirname [file dirname [file dirname [file normalize [info script]]]]] mk browser.tcl]
testing::start gnuplot
scenario heap.tcl {
    gravity {0.3 -0.2 -9.7}
    material m -young 3e6 -poisson 0.27 -density 1700
    material hard -young 4e6 -poisson 0.31 -density 2300
    contact m m -mu 0.41 -xi 0.3
    contact m hard -mu 0.23 -xi 0.2
    plane floor -point {0 0 0} -normal {0.1 0 1} -velocity {0 0 0.02} -material m
    mesh post -triangles {{{0.2 0 0} {0.2 0.05 0} {0.2 0 0.1}}} -spin {0 0 3} -axis {0.2 0 0} -material m
    sphere first -radius 0.027 -material hard -position {0.3 0.1 0.03} -spin {1 -2 3}
    lattice g -count {2 2 3} -spacing 0.047 -radius {0.023 0.0235} -seed 3 -origin {0 0 0.03} -material m
    integrate -method verlet -dt 2e-5
    run until 0.25 record 0.05 -contacts yes
}
works "a heap" run heap.tcl -out heap
works "a picture of a frame" film heap -to png -frame 3 -width 480 -view xz -colour material
set head [string range [bytes heap.png] 0 23]
binary scan $head @16II width height
tap::is [list [string range $head 1 3] $width] {PNG 480} "as wide as it was asked for"
tap::is [string trim [works "again, over its own" film heap -to png -width 240 -colour force]] {heap.png: 1 frame, 13 particles} "what is in it"
works "the ending of a file tells its format" film heap -out other.png -width 240
tap::is [string range [bytes other.png] 1 3] PNG "a picture by its name"
testing::write mine.mp4 "holiday"
testing::refused {*film: -out is "mine.mp4", which exists and was not made by trundle*} {film heap -out mine.mp4} "a film of somebody else"
works "the last frame" film heap -to png -frame 5 -width 160 -out last.png
testing::refused {*film: -frame is 6, expected a number from 0 to 5*} {film heap -to svg -frame 6} "a frame that is not there"
testing::refused {*film: -colour*speed*spin*} {film heap -colour mood} "a colour of nothing"
testing::refused {*film: -view is "up"*} {film heap -to png -out n.png -view up} "a view that is none"
testing::refused {*film: there is no file "nothing"*} {film nothing} "a run that is not there"

# --- films -------------------------------------------------------------------------
# What an encoder is asked for, told by one that only tells.
set path $::env(PATH)
file mkdir fake
testing::write fake/ffmpeg "#!/bin/sh\nprintf '%s ' \"\$@\" >asked\nfor last; do :; done\necho film >\"\$last\"\n"
file attributes fake/ffmpeg -permissions 0755
set ::env(PATH) [file normalize fake]:$path
works "a film by another encoder" film heap -to webm -width 321 -fps 7 -every 5 -out asked.webm
set ::env(PATH) $path
tap::ok [string match "*-framerate 7 *scale=320:-2,*" [contents asked]] "it is asked for an even width, and so many frames a second"
if {[auto_execok ffmpeg] eq "" || [auto_execok ffprobe] eq ""} {
    tap::ok 1 "films # SKIP no ffmpeg"
} else {
    foreach {kind codec every frames} {mp4 h264 1 6 webm vp9 2 3} {
        works "a film, $kind" film heap -to $kind -width 321 -fps 7 -every $every
        set told [exec ffprobe -v error -count_frames -select_streams v -show_entries \
            stream=codec_name,width,nb_read_frames,r_frame_rate -of csv=p=0 heap.$kind]
        tap::is $told $codec,320,7/1,$frames "$kind: codec, an even width, frames a second, frames"
    }
    works "over its own film" film heap -width 200
    # Not black, and particles move: between the first and the last of three frames, at 2/7 s, pixels change by more than the
    # encoder loses.
    foreach {name place} {first 0 last 0.25} {
        set grey($name) [exec ffmpeg -v error -nostdin -ss $place -i heap.webm -frames:v 1 -f rawvideo -pix_fmt gray - | od -An -v -tu1]
    }
    set changed [lmap a $grey(first) b $grey(last) {expr {abs($a - $b) > 60 ? 1 : [continue]}}]
    tap::note "[llength $changed] of [llength $grey(first)] pixels change"
    tap::ok [expr {[llength $grey(last)] == [llength $grey(first)] && [llength $changed] > 100
        && [llength [lsort -unique $grey(first)]] > 50}] "its frames show something that moves"
    set path $::env(PATH)
    file mkdir tools
    foreach tool {gnuplot} {
        file link -symbolic tools/$tool [lindex [auto_execok $tool] 0]
    }
    set ::env(PATH) [file normalize tools]
    testing::refused {*film: ffmpeg is not installed, expected*package ffmpeg*} {film heap -out other.mp4} "no ffmpeg"
    set ::env(PATH) $path
}

# --- what is drawn -------------------------------------------------------------------
foreach package {trundle trundle::film} {
    package require $package
}
# A plane and the unit cube by hand: x + 2y + 2z = 2.5 cuts six edges.
set corners [trundle::film::plane-in-box {0.5 0.5 0.5} {1 2 2} {0 0 0 1 1 1}]
tap::near [concat {*}[lsort $corners]] {0 0.25 1 0 1 0.25 0.5 0 1 0.5 1 0 1 0 0.75 1 0.75 0} 1e-14 "a plane in a box"
foreach {normal many} {{1 2 2} 6 {0 1 1} 4 {1 1 0} 4 {1 0 1} 4 {1 1 1} 6 {0 0 1} 4 {1 0 0} 4} {
    set corners [trundle::film::plane-in-box {0.5 0.5 0.5} $normal {0 0 0 1 1 1}]
    lassign $normal p q r
    set wrong 0
    foreach a $corners b [concat [lrange $corners 1 end] [list [lindex $corners 0]]] {
        lassign [lmap x $a {expr {$x - 0.5}}] x y z
        lassign [lmap u $b {expr {$u - 0.5}}] u v w
        incr wrong [expr {$p*($y*$w - $z*$v) + $q*($z*$u - $x*$w) + $r*($x*$v - $y*$u) <= 0}]
    }
    tap::is [list [llength $corners] $wrong] [list $many 0] "its corners in order around $normal"
}
tap::is [trundle::film::plane-in-box {0 0 1.5} {0 0 1} {0 0 0 1 1 1}] {} "a plane beside it"
scenario far.tcl {
    material m -young 3e6 -poisson 0.27 -density 1700
    sphere s -radius 0.1 -material m -position {-3 5 0.5}
    sphere t -radius 0.2 -material m -position {-2 6 0.75}
    sphere last -radius 0.05 -material m -position {-2.5 5.5 0.6}
    run until 0.01 record 0.01
}
works "a run" run far.tcl -out far
# Half the largest radius is left around.
tap::near [trundle::film::extent far/trajectory.h5 {0 1} [trundle::film::cast far/trajectory.h5]] {-3.2 4.8 0.3 -1.7 6.3 1.05} 1e-6 "a box around all"
set cast [trundle::film::cast heap/trajectory.h5]
# A corner of the mesh that is far from all turns by 3 rad/s about an axis through (0.2, 0, 0), until 0.25 s.
set far [dict replace $cast meshes [lmap mesh [dict get $cast meshes] {dict replace $mesh triangles {{{5.2 0 0} {5.2 0 0} {5.2 0 0}}}}]]
lassign [trundle::film::extent heap/trajectory.h5 {0 5} $far] - - - x y
tap::near [list $x $y] [list 5.2135 [expr {5*sin(0.75) + 0.0135}]] 1e-6 "and around meshes as they begin and end"
tap::is [list [dict keys [trundle::film::ranges heap/trajectory.h5 {0 5} $cast]] \
    [dict keys [trundle::film::ranges heap/trajectory.h5 {0 5} [dict replace $cast forces 0]]]] {{speed spin force} {speed spin}} \
    "colours that have a scale, with forces and without"
works "the table" convert heap -to csv -out heap.csv
set table [particle-rows heap.csv]
set speeds [lsort -real [lmap row [concat [lrange $table 0 12] [lrange $table 65 77]] {
    lassign [lrange $row 7 9] u v w
    expr {sqrt($u*$u + $v*$v + $w*$w)}
}]]
tap::near [trundle::film::range heap/trajectory.h5 {0 5} $cast speed] [list 0 [lindex $speeds end-1]] 1e-6 \
    "the colours of two frames go from rest to the speed below the fastest"
set touches [contact-rows heap-contacts.csv]
set pushes [lrepeat 13 0.0]
set meets [lrepeat 13 0]
foreach touch $touches {
    lassign $touch t i j - - - - - - - normal
    if {$t != [lindex $table 65 0]} continue
    foreach k [list $i $j] {
        if {$k >= 0} {
            lset pushes $k [expr {[lindex $pushes $k] + $normal}]
            lset meets $k [expr {[lindex $meets $k] + 1}]
        }
    }
}
tap::near [trundle::film::pushes heap/trajectory.h5 5 13] $pushes [expr {1e-9*[tcl::mathfunc::max {*}$pushes]}] "the normal forces of the last frame, summed"
tap::ok [expr {[tcl::mathfunc::max {*}$pushes] > 0.1}] "they are there"
# What is drawn of a frame: three planes of bytes of the positions, low ones first, then 4 + 3 bytes a particle.
# They begin at the next whole step below the box.
set box {-0.09999996 -0.19999996 -0.09999996 0.4 0.3 0.4}
lassign [trundle::film::frame heap/trajectory.h5 5 [dict create cast $cast box $box ranges {speed {0 1} spin {0 1} force {0 1}}]] scene numbers
binary scan [zlib decompress [binary decode base64 $scene]] cu* drawn
tap::is [llength $drawn] [expr {16*13}] "16 bytes a particle"
set worst 0
for {set k 0} {$k < 13} {incr k} {
    foreach axis {0 1 2} low {-0.1 -0.2 -0.1} x [lrange [lindex $table 65+$k] 4 6] {
        set at [expr {13*$axis + $k}]
        set steps [expr {[lindex $drawn $at] + 256*[lindex $drawn 39+$at] + 65536*[lindex $drawn 78+$at]}]
        set worst [expr {max($worst, abs($low + 1e-7*$steps - $x))}]
    }
}
tap::near $worst 0 0.5000001e-7 "where they are, within half a step"

# What one of them is told by, in five digits: three planes of bytes each of velocities and spins, pushes and contacts.
binary scan [zlib decompress [binary decode base64 [lindex $numbers 0]]] cu* digits
tap::is [llength $digits] [expr {3*(3 + 3 + 1 + 1)*13}] "eight numbers a particle, three bytes each"
tap::is [lmap k [lsearch -all $pushes *] {
    set word [expr {[lindex $digits 273+$k] + 256*[lindex $digits 286+$k] + 65536*[lindex $digits 299+$k]}]
    expr {round(($word & 0x1ffff)*10.0**(($word >> 18) - 36))}
}] $meets "contacts of each, as many as the table has"
foreach {room unit} {{-1.0 5.0 2.0 -0.9 21.0 2.5} 1e-6 {5.0 0.0 0.0 21.0 1.0 1.0} 1e-6 {0.0 0.0 5.0 1.0 1.0 21.0} 1e-6 {-9.0 0.0 0.0 9.0 1.0 1.0} 1e-5} {
    tap::near [lindex [trundle::film::steps $room] 1] $unit 1e-20 "steps in a box of $room"
}
tap::near [lindex [trundle::film::steps {-9.000004 0.000017 0.4 9.0 1.0 1.0}] 0] {-9.00001 0.00001 0.4} 2e-15 "they begin at the next whole one below"

# Radius, mass and kind of each, three bytes a number: the planes of low bytes first.
regexp {"particles":"([^"]*)"} [trundle::film::facts heap/trajectory.h5 {0 5} [dict create cast $cast box $box ranges {speed {0 1}} \
    title t about a colour speed]] - packed
binary scan [zlib decompress [binary decode base64 $packed]] cu* bytes
tap::is [llength $bytes] [expr {9*13}] "9 bytes a particle"
set wrong {}
foreach from {0 39 78} column {2 3 kind} {
    foreach low [lrange $bytes $from $from+12] mid [lrange $bytes $from+13 $from+25] high [lrange $bytes $from+26 $from+38] row [lrange $table 65 end] {
        set word [expr {$low + 256*$mid + 65536*$high}]
        set got [expr {"[expr {$word & 0x1ffff}]e[expr {($word >> 18) - 36}]" + 0.0}]
        set want [expr {$column ne "kind" ? [format %.4e [lindex $row $column]] : [lindex $row 1] == 0}]
        if {$got != $want} {
            lappend wrong [list $column $row $got]
        }
    }
}
tap::is $wrong {} "their radius, mass and kind, in five digits"
# A page may be as long as the longest.
package require trundle::command::film
set longest $trundle::film::longest
set asked {every 1 to html frame {} colour speed view xz width 400 fps 7}
foreach pixels {240 800} {
    tap::near [dict get [trundle::command::film-settings heap heap/trajectory.h5 [dict replace $asked width $pixels]] width] 13.9 0.15 \
        "$pixels dots wide: laid out, with its words, like a figure as wide as the text of the book (13.9 cm)"
}
set walls [trundle::film::walls $cast 0 $box]
tap::is [lmap chain $walls {expr {[lindex $chain 0] eq [lindex $chain end]}}] {1 0 0 0} "the floor goes round, the post has three edges"
tap::ok [expr {[llength [lindex $walls 0]] >= 4}] "the floor has three corners or more"
set size [trundle::film::page-size heap/trajectory.h5 {0 1 2 3 4 5} $cast]
set trundle::film::longest $size
tap::is [dict get [trundle::command::film-settings heap heap/trajectory.h5 $asked] frames] {0 1 2 3 4 5} "a page as long as the longest"
set trundle::film::longest [expr {$size - 1.0}]
tap::raises {trundle::command::film-settings heap heap/trajectory.h5 $asked} {film: the page would have about *: -every 2} "one letter more"
set trundle::film::longest $longest
foreach body {{close [open $scratch/x w]} {error no}} {
    catch {trundle::command::in-scratch "set ::place \$scratch\nset ::was \[file isdirectory \$scratch\]\n$body"}
    tap::is [list $was [file exists $place]] {1 0} "a folder for what is needed on the way goes, after: $body"
}

# --- the page ----------------------------------------------------------------------
if {![file readable /usr/share/javascript/three/three.min.js]} {
    testing::refused {*expected the library three.js of Debian's package libjs-three*} {film heap -to html} "no library"
    tap::ok 1 "the page # SKIP no libjs-three"
    testing::end
}
works "a page" film heap -to html -colour spin
regexp {id="facts"[^>]*>([^<]*)<} [contents heap.html] - needs
tap::ok [regexp {: (Chrome or Edge \d+, Firefox \d+, Safari [\d.]+, or a newer one)\.$} $needs - which] "which browsers it needs stands in it, before any script: $needs"
package require trundle::command::film
tap::ok [string match "*DecompressionStream: $which.*" [regsub -all {\s+} [dict get $trundle::cli::declared(film) details] " "]] "and in the manual page"
tap::ok [regexp {Permission is hereby granted} [contents heap.html]] "the licence of what is packed goes with it"
# (A name of XML and links in comments of the library are not asked for: see `asked` below.)
tap::ok [expr {![regexp {(src|href)="} [regsub -all {<script>.*?</script>} [contents heap.html] {}]]}] "it refers to no other file"
# A browser draws the first frame while it reads the others.
set page [contents heap.html]
set order [lmap text {{THREE.WebGLRenderer} {const film =} {id="scene0"} film.arrived(0) {id="scene1"} film.arrived(5)} {string first $text $page}]
tap::ok [expr {[lindex $order 0] > 0 && $order eq [lsort -integer $order]}] "library, viewer, then frame after frame: $order"
if {![info exists env(CHROMIUM)] || $env(CHROMIUM) eq ""} {
    tap::ok 1 "the page in a browser # SKIP no Chromium"
    testing::end
}
set frames {0 1 2 3 4 5}
set told [trundle::film::page-size heap/trajectory.h5 $frames $cast]
set long [tcl::mathfunc::max {*}[lmap k {0 5} {
    regexp "id=\"scene$k\">(\[^<]*)<.*id=\"numbers$k\">(\[^<]*)<" $page - scene numbers
    string length $scene$numbers
}]]
tap::near $told [expr {6*$long}] [expr {0.03*$told}] "how long the frames are, as the refusal of a page tells: the longer one of the first and last, with scales of these two"
# Turns q about a vector, from space to body.
proc into-body {q v} {
    lassign $q w x y z
    lassign $v a b c
    return [list \
        [expr {(1 - 2*($y*$y + $z*$z))*$a + 2*($x*$y + $w*$z)*$b + 2*($x*$z - $w*$y)*$c}] \
        [expr {2*($x*$y - $w*$z)*$a + (1 - 2*($x*$x + $z*$z))*$b + 2*($y*$z + $w*$x)*$c}] \
        [expr {2*($x*$z + $w*$y)*$a + 2*($y*$z - $w*$x)*$b + (1 - 2*($x*$x + $y*$y))*$c}]]
}
proc rounded {x} {
    return [expr {[format %.4e $x] + 0.0}]
}
source $browser
browser::during {
    browser::ask Emulation.setDeviceMetricsOverride width 700 height 500 deviceScaleFactor 1 mobile false
    browser::visit file://[file normalize heap.html]
    set drawn [expr {[browser::value {film.error || ""}] eq ""}]
    if {!$drawn} {
        tap::ok 1 "the page # SKIP no WebGL here"
    } else {
        tap::ok [browser::until {film.now.shown !== undefined}] "a frame is shown"
        browser::until {film.now.there === 6}
        tap::is [browser::value {document.getElementById("slider").max}] 5 "the slider ends at the last of six"
        tap::is [browser::value {[...Array(13).keys()].filter(film.isThere).length}] 13 "all particles are there"
        tap::is [browser::value {(film.renderer.render(new THREE.Scene(), new THREE.Camera()), film.pixel(1, 1), film.renderer.info.render.triangles)}] \
            [expr {2*13 + 1 + 2}] "as the renderer counts: two triangles each, one of the mesh, two of the floor"
        set decimals [browser::value film.run.decimals]
        tap::is $decimals 7 "positions in steps of a ten-millionth of a metre: a box of 0.4 m, and 1.67e7 steps"
        set fields {}
        foreach {frame number} {0 0 3 7 5 12 4 0 2 3} {
            browser::value "film.show($frame)"
            set row [lindex $table [expr {13*$frame + $number}]]
            # Seen from where nothing is before it.
            set got [browser::value "(async () => { film.look($number); const \[x, y\] = film.where($number), f = await film.choose(film.at(x, y));
                return f && \[f.number, f.radius, f.mass, f.position, f.velocity, f.spin, f.contacts, f\['normal forces'\], f.material\].flat().join(' '); })()"]
            set ends [lmap c $touches {expr {[lindex $c 0] == [lindex $row 0] && $number in [lrange $c 1 2] ? [lindex $c 10] : [continue]}}]
            set push [tcl::mathop::+ 0.0 {*}$ends]
            tap::is [lindex $got end] [lindex {m hard} [expr {$number == 0}]] "frame $frame: material of particle $number"
            set worst 0
            foreach x [lrange $got 3 5] y [lrange $row 4 6] {
                set worst [expr {max($worst, abs($x - $y))}]
            }
            tap::near $worst 0 [expr {0.5000001e-7}] "frame $frame, a click on particle $number tells where it is (half a step)"
            tap::is [lmap x [concat [lrange $got 1 2] [lrange $got 6 12]] {expr {$x + 0.0}}] \
                [concat [lmap x [concat [lrange $row 2 3] [lrange $row 7 12]] {rounded $x}] [format %.1f [llength $ends]]] \
                "frame $frame: its radius, mass, velocity, spin and contacts, in five digits"
            # (The sum of forces in another order has other roundings.)
            tap::near [lindex $got 13] $push [expr {5.00001e-5*pow(10, $push > 0 ? floor(log10($push)) : 0)}] "frame $frame: the sum of its normal forces (half the fifth digit)"
            set said [browser::value {[...document.querySelectorAll("#facts tr")].map(r => r.cells[1].textContent).slice(5).join("; ")}]
            set speed [expr {sqrt([tcl::mathop::+ {*}[lmap v [lrange $row 7 9] {expr {$v*$v}}]])}]
            tap::ok [string match "[join [lmap x [lrange $got 3 5] {format %.7f $x}] {, }] m; [join [lmap x [lrange $row 7 9] {format %.5g [rounded $x]}] {, }] m/s; *" \
                [string map {e-5 e-05 e-6 e-06 e-7 e-07 e-8 e-08} $said]] "these digits are shown: $said"
            regexp {m/s; (\S+) m/s} $said - shown
            # Half the fourth digit, and what five digits of the components leave.
            tap::near $shown $speed [expr {max(0.56e-3*pow(10, floor(log10(max($speed, 1e-30)))), 1e-30)}] "frame $frame: its speed, in four digits"
            # The wall behind a particle and the ground are grey, and a particle is not.
            lassign [browser::value "(() => { const \[x, y\] = film.where($number); return film.pixel(x, y); })()"] r g b
            lassign [browser::value "(() => { film.balls.visible = false; const \[x, y\] = film.where($number), c = film.pixel(x, y);
                film.balls.visible = true; return c; })()"] r0 g0 b0
            tap::ok [expr {abs($r - $r0) + abs($g - $g0) + abs($b - $b0) > 60}] "frame $frame: particle $number is seen there ($r $g $b, without it $r0 $g0 $b0)"
            # The field of the turned sphere that faces the eye is dark where a product of three coordinates in the body is not positive; from
            # several places, but not where two fields meet.
            foreach {dx dy dz} {3 4 2 -4 3 2.5 -3 -5 -3.5 5 -2 3} {
                lassign [browser::value "(() => { film.camera.position.add(new THREE.Vector3($dx, $dy, $dz).multiplyScalar(0.02)); film.camera.lookAt(...film.position($number));
                    const \[x, y\] = film.where($number), m = film.balls.material.uniforms.marks, on = film.pixel(x, y);
                    m.value = 0; const off = film.pixel(x, y); m.value = 1;
                    return \[on\[1\]/off\[1\], film.at(x, y), ...film.camera.position.toArray()\]; })()"] share front ex ey ez
                if {$front != $number} continue
                lassign [into-body [lrange $row 13 16] [list [expr {$ex - [lindex $row 4]}] [expr {$ey - [lindex $row 5]}] [expr {$ez - [lindex $row 6]}]]] a b c
                set size [expr {sqrt($a*$a + $b*$b + $c*$c)}]
                if {min(abs($a), abs($b), abs($c)) < 0.1*$size} continue
                lappend fields [expr {($share < 0.9) == ($a*$b*$c <= 0)}]
            }
        }
        tap::ok [expr {[llength $fields] > 6 && 0 ni $fields}] "the fields on spheres are turned as the table says ($fields)"
        tap::is [browser::value {film.at(2, 250)}] -1 "beside all particles there is none"
        browser::value {document.getElementById("play").click()}
        tap::ok [browser::until {film.now.frame === 2}] "it plays"
        browser::value {document.getElementById("play").click()}
        browser::value {(() => { const c = document.getElementById("colour"); c.value = "material"; c.dispatchEvent(new Event("change")); })()}
        tap::is [browser::value {document.querySelectorAll(".kind").length}] 2 "kinds in the legend"
        tap::is $browser::errors {} "nothing on its console, nothing that is not there"
        # One letter of the fourth frame is another.
        set at [expr {[string first {id="scene3">} $page] + 60}]
        testing::write damaged.html [string replace $page $at $at [expr {[string index $page $at] eq "A" ? "B" : "A"}]]
        browser::visit file://[file normalize damaged.html]
        browser::until {film.now.there === 6 && film.now.shown !== undefined}
        browser::value {film.show(2)}
        tap::is [browser::value {document.getElementById("facts").textContent}] "" "a frame that is whole, of a damaged page"
        browser::value {film.show(3)}
        tap::is [browser::value {document.getElementById("facts").textContent}] "frame 3 of this file is damaged" "and one that is not"
        browser::value {film.show(4)}
        tap::is [browser::value {document.getElementById("facts").textContent}] "" "nothing is said of the next one"
        set at [expr {[string first {"particles":"} $page] + 60}]
        testing::write damaged.html [string replace $page $at $at [expr {[string index $page $at] eq "A" ? "B" : "A"}]]
        browser::visit file://[file normalize damaged.html]
        tap::ok [browser::until {document.getElementById("facts").textContent === "the particles of this file are damaged"}] "particles that are damaged are refused"
    }
    # More particles than a block of numbers has, each with a velocity of its own.
    scenario many.tcl [join [concat {{material m -young 3e6 -poisson 0.27 -density 1700}} [lmap k [lsearch -all [lrepeat 1203 0] *] {
        string cat "sphere s$k -radius 0.0[expr {11 + $k % 7}] -material m -position {[expr {0.05*($k % 35)}] [expr {0.05*($k/35)}] 0} -velocity {0 0 $k}"
    }] {{integrate -method verlet -dt 1e-6} {run until 2e-6 record 1e-6}}] \n]
    works "many" run many.tcl -out many
    works "their page" film many -to html
    browser::visit file://[file normalize many.html]
    browser::until {film.now.there === 3 && film.now.shown !== undefined}
    foreach i {0 999 1000 1202} {
        browser::value {film.show(1)}
        tap::is [browser::value "film.choose($i).then(f => \[f.particle, f.velocity\[2\], f.radius\].join(' '))"] "s$i $i 0.0[expr {11 + $i % 7}]" "block by block: particle $i"
    }
    # Other browsers: one without a part, and one that cannot read the viewer.
    proc seen-without {script {page heap.html}} {
        set added [browser::ask Page.addScriptToEvaluateOnNewDocument source [browser::quoted $script]]
        browser::visit file://[file normalize $page]
        browser::ask Page.removeScriptToEvaluateOnNewDocument identifier [browser::quoted [dict get $added identifier]]
        return [browser::value {document.getElementById("facts").textContent}]
    }
    tap::is [seen-without "delete window.DecompressionStream"] \
        "This browser cannot inflate the frames: it has no DecompressionStream. $needs" "a browser that cannot inflate is told so"
    set contexts "const of = HTMLCanvasElement.prototype.getContext; HTMLCanvasElement.prototype.getContext = function(kind, how)"
    tap::is [seen-without "$contexts { return kind.startsWith('webgl') ? null : of.call(this, kind, how); }"] \
        "This browser has no WebGL, which draws the particles, or it is switched off. $needs" "nor one without WebGL"
    testing::write unread.html [string map {{const film = } {const film = ?.}} $page]
    tap::is [seen-without "" unread.html] $needs "a browser that cannot read the viewer says what it needs"
    if {$drawn} {
        tap::is [seen-without "$contexts { return kind === 'webgl2' ? null : of.call(this, kind, how); }
            WebGLRenderingContext.prototype.getExtension = () => null"] \
            "This browser has neither WebGL 2 nor EXT_frag_depth, which put the particles behind each other. $needs" "nor one without depths"
        seen-without "delete Element.prototype.replaceChildren"
        browser::until {film.now.there === 6 && film.now.shown !== undefined}
        tap::is [browser::value {film.choose(3).then(() => document.querySelectorAll("#facts tr").length > 5)}] true "Chrome 80 has no replaceChildren: numbers of a particle"
    }
} {--use-angle=swiftshader --enable-unsafe-swiftshader --ignore-gpu-blocklist}
testing::end

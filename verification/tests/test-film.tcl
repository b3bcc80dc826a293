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
    run until 0.05 record 0.01 -contacts yes
}
works "a heap" run heap.tcl -out heap
works "a picture of a frame" film heap -to png -frame 3 -width 480 -view xz -colour material
set head [string range [bytes heap.png] 0 23]
binary scan $head @16II width height
tap::is [list [string range $head 1 3] $width] {PNG 480} "as wide as it was asked for"
works "again, over its own" film heap -to png -width 240 -colour force
testing::write mine.mp4 "holiday"
testing::refused {*film: -out is "mine.mp4", which exists and was not made by trundle*} {film heap -out mine.mp4} "a film of somebody else"
testing::refused {*film: -frame is 6, expected a number from 0 to 5*} {film heap -to svg -frame 6} "a frame that is not there"
testing::refused {*film: -colour*speed*spin*} {film heap -colour mood} "a colour of nothing"
testing::refused {*snapshots: -view is "up"*} {film heap -to png -out n.png -view up} "a view that is none"
testing::refused {*film: there is no file "nothing"*} {film nothing} "a run that is not there"

# --- films -------------------------------------------------------------------------
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

# --- the page ----------------------------------------------------------------------
if {![file readable /usr/share/javascript/three/three.min.js]} {
    testing::refused {*expected the library three.js of Debian's package libjs-three*} {film heap -to html} "no library"
    tap::ok 1 "the page # SKIP no libjs-three"
    testing::end
}
works "a page" film heap -to html -colour spin
tap::ok [regexp {Permission is hereby granted} [contents heap.html]] "the licence of what is packed goes with it"
# (A name of XML and links in comments of the library are not asked for: see `asked` below.)
tap::ok [expr {![regexp {(src|href)="} [regsub -all {<script>.*?</script>} [contents heap.html] {}]]}] "it refers to no other file"
if {![info exists env(CHROMIUM)] || $env(CHROMIUM) eq ""} {
    tap::ok 1 "the page in a browser # SKIP no Chromium"
    testing::end
}
source $browser
browser::during {
    browser::ask Emulation.setDeviceMetricsOverride width 700 height 500 deviceScaleFactor 1 mobile false
    browser::visit file://[file normalize heap.html]
    if {[browser::value {film.error || ""}] ne ""} {
        tap::ok 1 "the page # SKIP no WebGL here"
    } else {
        tap::is [browser::value film.now.drawn] 13 "all particles are drawn"
        tap::is [browser::value {(film.renderer.render(new THREE.Scene(), new THREE.Camera()), film.pixel(1, 1), film.renderer.info.render.triangles)}] \
            [expr {2*13 + 1 + 2}] "as the renderer counts: two triangles each, one of the mesh, two of the floor"
        works "the table" convert heap -to csv -out heap.csv
        set table [rows heap.csv]
        set touches [rows heap-contacts.csv]
        foreach {frame number} {0 0 3 7 5 12} {
            browser::value "film.show($frame)"
            set row [lindex $table [expr {13*$frame + $number}]]
            # Seen from where nothing is before it.
            set got [browser::value "(() => { film.look($number); const \[x, y\] = film.where($number), f = film.choose(film.at(x, y));
                return f && \[f.number, f.radius, f.mass, f.position, f.velocity, f.spin, f.contacts, f\['normal forces'\], f.material\].flat().join(' '); })()"]
            set ends [lmap c $touches {expr {[lindex $c 0] == [lindex $row 0] && $number in [lrange $c 1 2] ? [lindex $c 10] : [continue]}}]
            set want [concat [lrange $row 1 3] [lrange $row 4 12] [llength $ends] [tcl::mathop::+ 0.0 {*}$ends]]
            tap::is [lindex $got end] [lindex {m hard} [expr {$number == 0}]] "frame $frame: material of particle $number"
            set worst 0
            foreach x [lrange $got 0 end-1] y $want {
                set worst [expr {max($worst, abs($x - $y)/max(abs($y), 1e-3))}]
            }
            tap::near $worst 0 6e-8 "frame $frame, a click on particle $number tells its numbers (half a digit of single precision: 2^-24)"
            # The wall behind a particle and the ground are grey, and a particle is not.
            lassign [browser::value "(() => { const \[x, y\] = film.where($number); return film.pixel(x, y); })()"] r g b
            lassign [browser::value "(() => { film.particles.visible = false; const \[x, y\] = film.where($number), c = film.pixel(x, y);
                film.particles.visible = true; return c; })()"] r0 g0 b0
            tap::ok [expr {abs($r - $r0) + abs($g - $g0) + abs($b - $b0) > 60}] "frame $frame: particle $number is seen there ($r $g $b, without it $r0 $g0 $b0)"
        }
        tap::is [browser::value {film.at(2, 250)}] -1 "beside all particles there is none"
        browser::value {document.getElementById("play").click()}
        tap::ok [browser::until {film.now.frame === 2}] "it plays"
        browser::value {document.getElementById("play").click()}
        browser::value {(() => { const c = document.getElementById("colour"); c.value = "material"; c.dispatchEvent(new Event("change")); })()}
        tap::is [browser::value {document.querySelectorAll(".kind").length}] 2 "kinds in the legend"
        tap::is $browser::errors {} "nothing on its console, nothing that is not there"
    }
} {--use-angle=swiftshader --enable-unsafe-swiftshader --ignore-gpu-blocklist}
testing::end

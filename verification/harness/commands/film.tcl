# film.tcl -- trundle film: a run as a film, a picture of a frame, or a page that turns it.
package provide trundle::command::film 1.0
package require trundle::cli
package require trundle::command::convert
package require trundle::film
package require trundle::output
package require trundle::progress
package require trundle::provenance
package require trundle::value

trundle::cli::declare film {
    usage {RUN [-to mp4|webm|html|png|svg] [-out FILE] [-colour speed|spin|material|force] [-view VIEW] ...}
    about {Shows the particles and walls of a run. mp4 and webm are films (package ffmpeg); html is one file, 400 MB at most, that a
        browser opens without a network: it plays, rotates and zooms, and a click on a particle shows its numbers (package
        libjs-three); png and svg are one frame. Colours have one scale for all frames.}
    details {The html page shows positions to a millionth of the box of all particles, and other numbers with five digits. It needs WebGL (2, or 1 with EXT_frag_depth) and
        DecompressionStream: Chrome or Edge 80, Firefox 113, Safari 16.4, or a newer one. Other browsers show a message. It
        was tried in Chromium, and it contains three.js (MIT licence) of Debian's package libjs-three. A hundredth of the values may lie above the end of the
        scale; material has one colour per kind; force is the sum of the normal forces of a particle's contacts (a run with
        -contacts yes). In pictures planes end at the box of all particles.}
    options {
        to     {FORMAT {choice mp4 webm html png svg} {} {format (default: the ending of FILE, else mp4)}}
        out    {FILE text {} {file (default: the run's name with the ending of the format)}}
        colour {WHAT {choice speed spin material force} speed {quantity shown by colour (default: speed)}}
        view   {VIEW sight oblique {oblique, xz, yz, xy, or view direction and upward direction, as {{1 2 -1} {0 0 1}}}}
        every  {N {integer 1} 1 {take every N-th frame (default: 1)}}
        frame  {K {integer 0} {} {frame of png and svg (default: the last)}}
        fps    {N {integer 1} 25 {frames per second (default: 25)}}
        width  {PIXELS {integer 160 10000} 1280 {width of a film or picture (default: 1280)}}
    }
    examples {
        {trundle film drum-run}
        {writes drum-run.mp4}
        {trundle film drum-run -to html -colour spin}
        {writes drum-run.html, to be opened in a browser, colours by spin}
        {trundle film silo-run -to png -frame 20 -view xz -width 600}
        {a picture of one frame}
    }
}

proc trundle::command::film {arguments} {
    set values [trundle::cli::parse film $arguments]
    if {[dict get $values help]} {
        puts [trundle::cli::help film]
        return 0
    }
    trundle::cli::words film $values 1 1 "the name of one run"
    set run [string trimright [lindex [dict get $values words] 0] /]
    set file [trajectory-of $run film]
    set to [dict get $values to]
    if {$to eq ""} {
        set ending [string range [file extension [dict get $values out]] 1 end]
        set to [expr {$ending in {webm html png svg} ? $ending : "mp4"}]
        dict set values to $to
    }
    set out [trundle::value::or [dict get $values out] $run.$to]
    set place [trundle::output::check-file film out $out [expr {$to eq "html" ? "film-html" : "picture"}]]
    if {$to in {mp4 webm} && [auto_execok ffmpeg] eq ""} {
        trundle::value::fail "film: ffmpeg is not installed, expected the program of Debian's package ffmpeg, or -to html"
    }
    if {$to eq "html"} {
        trundle::film::libraries
    }
    package require trundle
    set settings [trundle::value::reading "film: the run" $run {film-settings $run $file $values}]
    set part $place.part[pid]
    trundle::output::litter $part
    try {
        trundle::value::reading "film: the run" $run {film-$to $file $settings $part}
        file rename -force $part $place
    } finally {
        file delete -force $part
        trundle::output::settled $part
        trundle::progress::end
    }
    set count [llength [dict get $settings frames]]
    puts "$out: $count [expr {$count == 1 ? "frame" : "frames"}], [llength [dict get $settings cast radius]] [expr {
        [llength [dict get $settings cast radius]] == 1 ? "particle" : "particles"}]"
    return 0
}

# What all frames share.
proc trundle::command::film-settings {run file values} {
    set frames [frames-of $file [dict get $values every]]
    if {![llength $frames]} {
        trundle::value::fail "film: $file has no frames, expected one at least"
    }
    if {[dict get $values to] in {png svg}} {
        set frames [list [frame-shown $file [dict get $values frame]]]
    } elseif {[dict get $values frame] ne ""} {
        trundle::value::fail "film: -frame is for -to png and svg, expected -every with -to [dict get $values to]"
    }
    set cast [trundle::film::cast $file]
    set colour [dict get $values colour]
    if {$colour eq "force" && ![dict get $cast forces]} {
        trundle::value::fail "film: -colour force needs contacts, expected `run until 2 record 0.01 -contacts yes` in the scenario"
    }
    set view [film-view [dict get $values view]]
    set html [expr {[dict get $values to] eq "html"}]
    if {$html} {
        set size [trundle::film::page-size $file $frames $cast]
        if {$size > $trundle::film::longest} {
            trundle::value::fail "film: the page would have about [format %.0f [expr {$size*1e-6}]] MB, expected\
                [format %.0f [expr {$trundle::film::longest*1e-6}]] at most:\
                -every [expr {int(ceil([dict get $values every]*$size/$trundle::film::longest))}]"
        }
    }
    set all [expr {[dict get $values to] in {png svg} ? [frames-of $file [dict get $values every]] : $frames}]
    set box [trundle::film::extent $file $all $cast]
    # Dots of the picture for one of 96 to the inch: words of a narrow one must find room.
    set fine [expr {min(2.0, [dict get $values width]/530.0)}]
    return [dict create cast $cast frames $frames colour $colour view $view box $box \
        {*}[if {$html} {list ranges [trundle::film::ranges $file $all $cast]} else {list range [trundle::film::range $file $all $cast $colour]}] \
        window [trundle::film::window $box $view] \
        width [expr {[dict get $values width]*2.54/96/$fine}] fine $fine pixels [dict get $values width] fps [dict get $values fps] \
        title [file tail $run] about [trundle::provenance::line $file]]
}

proc trundle::command::film-view {view} {
    trundle::snapshots::axes $view
    return $view
}

proc trundle::command::frame-shown {file frame} {
    set last [expr {[trundle::frames count $file] - 1}]
    if {$frame ne "" && $frame > $last} {
        trundle::value::fail "film: -frame is $frame, expected a number from 0 to $last"
    }
    return [expr {$frame eq "" ? $last : $frame}]
}

# --- formats ----------------------------------------------------------------------

# A folder for what is needed on the way; SCRIPT sees it as `scratch`.
proc trundle::command::in-scratch {script} {
    upvar 1 scratch scratch
    set scratch [trundle::output::scratch]
    try {
        uplevel 1 $script
    } finally {
        trundle::output::discard $scratch
    }
}

proc trundle::command::film-png {file settings part} {
    film-picture $file $settings $part png
}

proc trundle::command::film-svg {file settings part} {
    film-picture $file $settings $part svg
}

proc trundle::command::film-picture {file settings part format} {
    in-scratch {
        trundle::film::picture $file [lindex [dict get $settings frames] 0] $part $format $scratch $settings
    }
    trundle::provenance::into-picture $part $format [dict get $settings about]
    trundle::output::sign $part $format
}

proc trundle::command::film-mp4 {file settings part} {
    film-video $file $settings $part {-c:v libx264 -preset medium -crf 20 -movflags +faststart -f mp4}
}

proc trundle::command::film-webm {file settings part} {
    film-video $file $settings $part {-c:v libvpx-vp9 -b:v 0 -crf 32 -f webm}
}

# Pictures first, then one call of ffmpeg; an encoder wants even numbers of pixels.
proc trundle::command::film-video {file settings part encoder} {
    in-scratch {
        set k 0
        set frames [dict get $settings frames]
        foreach frame $frames {
            stop-if-asked film
            trundle::film::picture $file $frame $scratch/[format %06d $k].png png $scratch $settings
            trundle::progress::show [expr {double([incr k])/([llength $frames] + 1)}] "frame $frame"
        }
        set width [expr {[dict get $settings pixels]/2*2}]
        if {[catch {exec ffmpeg -nostdin -v error -framerate [dict get $settings fps] -i $scratch/%06d.png \
                -vf "scale=$width:-2,format=yuv420p" {*}$encoder \
                -metadata "title=[dict get $settings title]" -metadata "comment=[dict get $settings about]" \
                -y $part 2>@1} message]} {
            trundle::value::fail "film: ffmpeg cannot write the film: [lindex [split [string trim $message] \n] 0]"
        }
        trundle::output::sign $part [lindex $encoder end]
    }
}

proc trundle::command::film-html {file settings part} {
    set channel [open $part w]
    chan configure $channel -encoding utf-8 -translation lf
    try {
        trundle::film::page $channel $file [dict get $settings frames] $settings trundle::command::film-shown
    } trap POSIX {message} {
        trundle::value::fail "film: $part cannot be written: [string trim [lindex [split $message :] end]]"
    } finally {
        close $channel
    }
}

proc trundle::command::film-shown {share frame} {
    stop-if-asked film
    trundle::progress::show $share "frame $frame"
}

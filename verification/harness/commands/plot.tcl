# plot.tcl -- trundle plot: curves and pictures of a run, by gnuplot.
package provide trundle::command::plot 1.0
package require trundle::cli
package require trundle::columns
package require trundle::command::convert
package require trundle::figures
package require trundle::output
package require trundle::value

namespace eval trundle::command {
    variable drawn_most 1e100       ;# what is larger no axis shows
    # What can be drawn: each has a proc `plot-WHAT SETTINGS` that returns columns and a script.
    variable plots {
        energies  {accounts of energy over time; of several runs motion and total}
        path      {coordinates of a particle over time (-particle)}
        speed     {mean and largest speed over time}
        spin      {mean and largest spin over time}
        mass      {mass beyond a plane across an axis, over time (-through)}
        contacts  {mean number of contacts of a particle over time}
        chains    {contacts of a frame as lines, as wide as they push (-frame, -view)}
        histogram {how often a contact pushes how much, in means (-frame)}
        profile   {force on a wall by height, or along an axis (-frame, -wall, -along)}
    }
}

trundle::cli::declare plot {
    usage {RUN [RUN ...] [WHAT ...] [-out DIR] [-format svg|png|pdf] [-particle N] [-frame K] ...}
    about {Draws one run, or several in one plot. WHAT is one or more of energies, path, speed, spin, mass, contacts, chains,
        histogram and profile (default: all that the run has data for). Each plot is written to DIR with its data and its
        gnuplot script. The last four need recorded contacts (`run until 2 record 0.01 -contacts yes` in the scenario). A plot
        without data is reported and the others are made; the status is 1 if it was named, and 2 if no plot is left.}
    options {
        out      {DIR text {} {folder (default: name of the first run + `-plots`)}}
        format   {FORMAT {choice svg png pdf} svg {format of the pictures (default: svg)}}
        particle {N {integer 0} 0 {particle whose path is drawn (default: 0)}}
        frame    {K {integer 0} {} {frame of chains, histogram and profile (default: the last)}}
        through  {PLANE cut {z 0} {axis and position of the plane that mass passes (default: z 0)}}
        wall     {K {integer 0} 0 {wall of a profile, planes first, then meshes (default: 0)}}
        along    {AXIS {choice x y z} {} {axis of a profile (default: z; for a horizontal wall the axis with the widest contacts)}}
        view     {AXES {choice xz yz xy} xz {axes of the picture of force chains (default: xz)}}
        every    {N {integer 1} 1 {take every N-th frame (default: 1)}}
        width    {PIXELS {integer 160 10000} {} {width of png pictures (default: 907, of chains and energies 1134)}}
    }
    examples {
        {trundle plot drum-run energies}
        {writes drum-run-plots/energies.svg, .gp and .csv}
        {trundle plot silo-run chains profile -frame 40 -format png}
        {force chains and the load on the floor}
        {trundle plot coarse-run fine-run energies speed -out compared}
        {two runs in one plot}
    }
}

proc trundle::command::plot {arguments} {
    variable plots
    set values [trundle::cli::parse plot $arguments]
    if {[dict get $values help]} {
        puts [trundle::cli::help plot]
        return 0
    }
    set runs [set whats {}]
    foreach word [dict get $values words] {
        if {[dict exists $plots $word] && ![file isdirectory $word]} {
            lappend whats $word
        } elseif {[file exists $word]} {
            lappend runs [string trimright $word /]
        } else {
            trundle::value::fail "plot: \"$word\" is neither a run nor a kind of plot[trundle::value::one-of $word [dict keys $plots]]"
        }
    }
    if {![llength $runs]} {
        trundle::value::fail "plot: expected the name of one run at least"
    }
    package require trundle
    foreach run $runs {
        dict set values files $run [trajectory-of $run plot]
    }
    set wanted [expr {[llength $whats] ? $whats : [dict keys $plots]}]
    set out [trundle::value::or [dict get $values out] [lindex $runs 0]-plots]
    set part [trundle::output::begin plot $out plots]
    try {
        file copy [trundle::locate figures/style.gp] $part/style.gp
        lassign [trundle::value::reading "plot: the run" [join $runs {, }] {draw-plots $wanted $values $part}] drawn empty
        if {![llength $drawn]} {
            trundle::value::fail "plot: $empty"
        }
        trundle::output::finish $part $out
    } finally {
        trundle::output::discard $part
    }
    puts "$out: [join [lmap what $drawn {string cat $what . [dict get $values format]}] {, }]"
    if {$empty ne "" && [llength $whats]} {
        puts stderr "trundle: plot: $empty"
        return 1
    }
    puts -nonewline [expr {$empty eq "" ? "" : "$empty\n"}]
    return 0
}

# -> those that were drawn, and in one line which have nothing to draw, and why.
proc trundle::command::draw-plots {whats values part} {
    set drawn [set reasons {}]
    foreach what $whats {
        try {
            draw-plot $what $values $part
            lappend drawn $what
        } trap {TRUNDLE NOTHING} {why} {
            dict lappend reasons $why $what
        }
    }
    set told [lmap {why names} $reasons {string cat "for [join $names {, }]: " $why}]
    return [list $drawn [expr {[llength $told] ? "nothing to draw [join $told {; }]" : ""}]]
}

# A plot has nothing to draw; the others may have.
proc trundle::command::nothing {why} {
    throw {TRUNDLE NOTHING} $why
}

# Columns, script and picture of one plot.
proc trundle::command::draw-plot {what values part} {
    variable drawn_most
    dict for {run file} [dict get $values files] {
        if {$what in {contacts chains histogram profile} && ![trundle::frames has_contacts $file]} {
            nothing "$run has recorded no contacts, expected `run until 2 record 0.01 -contacts yes` in the scenario"
        }
    }
    lassign [plot-$what $values] head rows script
    set cells [concat {*}[lmap row $rows {lrange $row 1 end}]]
    if {[lsearch -not -nocase -regexp $cells {^-?nan$}] < 0} {
        nothing [expr {$what eq "path" ? "no frame has particle [dict get $values particle]" : "there is no number"}]
    }
    foreach cell $cells {
        if {[trundle::value::finite $cell] && abs($cell) > $drawn_most} {
            nothing "a number is [trundle::formats::short $cell], expected $drawn_most at most"
        }
    }
    set format [dict get $values format]
    set files [dict values [dict get $values files]]
    set comment [trundle::provenance::comment $what $files]
    trundle::output::write $part/$what.csv $comment[join [concat [list [join $head ,]] [lmap row $rows {join $row ,}]] \n]
    trundle::output::write $part/$what.gp "$comment# gnuplot $what.gp draws $what.$format again
alone = !exists(\"out\")
if (alone) format = '$format'
if (alone) data = '$what.csv'
if (alone) out = '$what.$format'
if (alone) load 'style.gp'
set datafile separator ','
$script"
    set size [expr {$what in {chains energies} ? {15 12} : {12 7.5}}]
    set width [dict get $values width]
    set fine [expr {$width eq "" ? 2 : $width*2.54/96/[lindex $size 0]}]
    trundle::figures::draw $part/$what.gp $part/$what.$format $format $size [dict create data $part/$what.csv fine $fine]
    trundle::provenance::into-picture $part/$what.$format $format [join [lmap file $files {trundle::provenance::line $file}] " | "]
}

# --- curves over time -----------------------------------------------------------

# Curves X against the first column, one a column: names of all.
proc trundle::command::curves {head ylabel {more ""}} {
    set titles [lmap name [lrange $head 1 end] {trundle::figures::quote $name}]
    set curves [lmap title $titles {
        incr k
        string cat "data using 1:[expr {$k + 1}] with lines linetype 1 linecolor rgb '[trundle::figures::colour $k]'\
            dashtype [expr {($k - 1)/6 + 1}] title $title"
    }]
    return "set xlabel 'time / s'\nset ylabel [trundle::figures::quote $ylabel]\nset key below
$more\nplot [join $curves {, \
     }]"
}

# Columns of several runs side by side, at the times of each: rows with gaps.
proc trundle::command::beside {tables} {
    set width [expr {[llength [lindex $tables 0 0]] - 1}]
    set rows {}
    set at 0
    foreach table $tables {
        foreach row $table {
            lappend rows [concat [lindex $row 0] [lrepeat [expr {$at*$width}] NaN] [lrange $row 1 end] \
                [lrepeat [expr {([llength $tables] - 1 - $at)*$width}] NaN]]
        }
        incr at
    }
    return $rows
}

# Names of columns, with that of the run when there are several.
proc trundle::command::titles {values names} {
    set runs [dict keys [dict get $values files]]
    return [concat t {*}[lmap run $runs {
        lmap name $names {if {[llength $runs] > 1} {string cat [file tail $run] ": " $name} else {set name}}
    }]]
}

proc trundle::command::energy-table {run} {
    set folder [if {[file isdirectory $run]} {set run} else {file dirname $run}]
    if {![file exists $folder/energy.csv]} {
        nothing "$folder has no energy.csv, expected the folder of a run"
    }
    if {[file isdirectory $run]} {
        trundle::checksum::check plot $folder energy.csv
    }
    set lines [split [string trim [trundle::output::text $folder/energy.csv]] \n]
    set names [split [lindex $lines 0] ,]
    return [list $names [lmap line [lrange $lines 1 end] {split $line ,}]]
}

proc trundle::command::plot-energies {values} {
    set runs [dict keys [dict get $values files]]
    set tables {}
    foreach run $runs {
        lassign [energy-table $run] names rows
        if {[llength $runs] == 1} {
            set used [lmap name $names {
                set k [expr {[incr column] - 1}]
                expr {$k == 0 || [lsearch -glob [lmap row $rows {expr {[lindex $row $k] != 0}}] 1] >= 0 ? $k : [continue]}
            }]
            # Where nothing moves or is high, zeros are what there is to see.
            set used [expr {[llength $used] > 1 ? $used : [lsearch -all $names *]}]
            set head [lmap k $used {string map {_ " "} [lindex $names $k]}]
            return [list $head [lmap row $rows {lmap k $used {lindex $row $k}}] [curves $head [trundle::columns::label energy energy total]]]
        }
        set motion [lmap name {translational rotational total} {lsearch $names $name}]
        lappend tables [lmap row $rows {
            lassign [lmap k $motion {lindex $row $k}] a b total
            list [lindex $row 0] [expr {$a + $b}] [lindex [list NaN $total] [string is double -strict $total]]
        }]
    }
    set head [titles $values {motion total}]
    return [list $head [beside $tables] [curves $head [trundle::columns::label energy energy total]]]
}

# A number, or the numbers of a vector that begins there, in a line of a table of particles or contacts.
proc trundle::command::number-of {what row head} {
    return [lindex $row [trundle::columns::at $what $head]]
}
proc trundle::command::vector-of {what row head} {
    set at [trundle::columns::at $what $head]
    return [lrange $row $at $at+2]
}

# The rows of the particles of a frame, as `trundle convert` writes them.
proc trundle::command::particles-of {file frame} {
    return [lrange [split [string trim [text-of-frame $file $frame csv]] \n] 1 end]
}

# Where a sphere touches a wall, if a code has not told it, is where the wall is.
proc trundle::command::contacts-of-frame {file frame} {
    return [lmap line [lrange [split [string trim [text-of-frame $file $frame contacts]] \n] 1 end] {
        set contact [split $line ,]
        if {[number-of contacts $contact j] < 0 && [string match -nocase *nan [number-of contacts $contact x]]} {
            if {![info exists balls]} {
                set balls [lmap line [particles-of $file $frame] {split $line ,}]
            }
            set ball [lsearch -inline -exact -index [trundle::columns::at particles id] $balls [number-of contacts $contact i]]
            set way [expr {[number-of particles $ball radius] - [number-of contacts $contact overlap]}]
            set at [trundle::columns::at contacts x]
            set contact [lreplace $contact $at $at+2 {*}[lmap x [vector-of particles $ball x] \
                n [vector-of contacts $contact nx] {expr {$x + $way*$n}}]]
        }
        set contact
    }]
}

# Those whose normal force is told.
proc trundle::command::pushes-of-frame {file frame} {
    return [lmap contact [contacts-of-frame $file $frame] {
        if {[string match -nocase *nan [number-of contacts $contact normal]]} continue
        set contact
    }]
}

proc trundle::command::text-of-frame {file frame what} {
    set folder [trundle::output::scratch]
    set name $folder/$what
    try {
        if {$what eq "csv"} {
            trundle::frames csv $file $frame $name 1
        } else {
            trundle::frames contacts $file $frame $name csv 1
        }
        return [trundle::output::text $name]
    } finally {
        trundle::output::discard $folder
    }
}

# One row a frame for each run; BODY sees `row` as a list of rows of particles.
proc trundle::command::over-frames {values file body} {
    return [lmap k [frames-of $file [dict get $values every]] {
        set rows [lmap line [particles-of $file $k] {split $line ,}]
        concat [trundle::frames time $file $k] [apply [list rows $body [namespace current]] $rows]
    }]
}

proc trundle::command::plot-over {values names ylabel body} {
    set tables [lmap {run file} [dict get $values files] {over-frames $values $file $body}]
    set head [titles $values $names]
    return [list $head [beside $tables] [curves $head $ylabel]]
}

proc trundle::command::plot-path {values} {
    set number [dict get $values particle]
    return [plot-over $values {x y z} [trundle::columns::label "place of particle $number" frames position] [string map [list @ $number] {
        foreach row $rows {
            if {[number-of particles $row id] == @} {
                return [vector-of particles $row x]
            }
        }
        return {NaN NaN NaN}
    }]]
}

proc trundle::command::plot-speed {values} {
    return [plot-over $values {mean largest} [trundle::columns::label speed frames velocity] {mean-and-largest $rows vx}]
}

proc trundle::command::plot-spin {values} {
    return [plot-over $values {mean largest} [trundle::columns::label spin frames spin] {mean-and-largest $rows wx}]
}

proc trundle::command::mean-and-largest {rows head} {
    set sum [set most 0.0]
    foreach row $rows {
        lassign [vector-of particles $row $head] x y z
        set length [expr {sqrt($x*$x + $y*$y + $z*$z)}]
        set sum [expr {$sum + $length}]
        set most [expr {max($most, $length)}]
    }
    return [list [expr {$sum/max(1, [llength $rows])}] $most]
}

proc trundle::command::plot-mass {values} {
    lassign [dict get $values through] axis place
    return [plot-over $values [list "$axis > $place m"] [trundle::columns::label mass particles mass] [string map [list @ $axis % $place] {
        set sum 0.0
        foreach row $rows {
            if {[number-of particles $row @] > %} {
                set sum [expr {$sum + [number-of particles $row mass]}]
            }
        }
        return $sum
    }]]
}

# Each pair of particles counts for both.
proc trundle::command::plot-contacts {values} {
    set tables [lmap {run file} [dict get $values files] {
        lmap k [frames-of $file [dict get $values every]] {
            set ends 0
            foreach contact [contacts-of-frame $file $k] {
                incr ends [expr {[number-of contacts $contact j] < 0 ? 1 : 2}]
            }
            list [trundle::frames time $file $k] [expr {double($ends)/max(1, [llength [particles-of $file $k]])}]
        }
    }]
    set head [titles $values {"contacts of a particle"}]
    return [list $head [beside $tables] [curves $head "coordination number" "set yrange \[0:*\]"]]
}

# --- one frame -------------------------------------------------------------------

proc trundle::command::frame-wanted {values file} {
    set last [expr {[trundle::frames count $file] - 1}]
    if {$last < 0} {
        nothing "there is no frame"
    }
    set frame [dict get $values frame]
    if {$frame ne "" && $frame > $last} {
        trundle::value::fail "plot: -frame is $frame, expected a number from 0 to $last"
    }
    return [expr {$frame eq "" ? $last : $frame}]
}

# The network of the first run, drawn from weak to strong: x y dx dy, and the force over its mean.
proc trundle::command::plot-chains {values} {
    set file [lindex [dict get $values files] 1]
    set frame [frame-wanted $values $file]
    lassign [lmap axis [split [dict get $values view] ""] {lsearch {x y z} $axis}] a b
    foreach line [particles-of $file $frame] {
        set row [split $line ,]
        set at [vector-of particles $row x]
        set centre([number-of particles $row id]) $at
        lappend balls [list ball [lindex $at $a] [lindex $at $b] [number-of particles $row radius] 0 0]
    }
    set contacts [lsort -real -index [trundle::columns::at contacts normal] [pushes-of-frame $file $frame]]
    set mean [mean-of [lmap c $contacts {number-of contacts $c normal}]]
    set lines [lmap c $contacts {
        set from $centre([number-of contacts $c i])
        set j [number-of contacts $c j]
        set to [expr {$j < 0 ? [vector-of contacts $c x] : $centre($j)}]
        list line [lindex $from $a] [lindex $from $b] [expr {[lindex $to $a] - [lindex $from $a]}] \
            [expr {[lindex $to $b] - [lindex $from $b]}] [expr {[number-of contacts $c normal]/$mean}]
    }]
    return [list {what x y dx_or_radius dy force} [concat $balls $lines] "set size ratio -1
set xlabel '[string index [dict get $values view] 0] / m'
set ylabel '[string index [dict get $values view] 1] / m'
set title 't = [format %.6g [trundle::frames time $file $frame]] s, [llength $lines] contacts, mean normal force [format %.3g $mean] N' noenhanced
unset key
unset grid
only(what) = stringcolumn(1) eq what
plot data using (only('ball') ? \$2 : NaN):3:4 with circles fillstyle empty linecolor rgb '#cccccc', \\
     for \[w=1:12\] data using (only('line') && int(ceil(2*\$6 > 12 ? 12 : 2*\$6)) == w ? \$2 : NaN):3:4:5 \\
         with vectors nohead linewidth 0.5*w dashtype 1 linecolor rgb (w > 4 ? '#c0392b' : '#1f5fa8')"]
}

proc trundle::command::mean-of {list} {
    set sum [tcl::mathop::+ 0.0 {*}$list]
    return [expr {$sum == 0 ? 1.0 : $sum/[llength $list]}]
}

# Shares of contacts by their normal force over the mean, in bins of a fifth of it.
proc trundle::command::plot-histogram {values} {
    set columns [lmap {run file} [dict get $values files] {
        set forces [lmap c [pushes-of-frame $file [frame-wanted $values $file]] {number-of contacts $c normal}]
        if {![llength $forces]} {
            nothing "no contact of $run has a force in this frame, expected another -frame"
        }
        set mean [mean-of $forces]
        if {$mean <= 0} {
            nothing "the mean normal force of $run in this frame is [trundle::formats::short $mean] N, expected a push"
        }
        set bins [lrepeat 40 0]
        foreach force $forces {
            set bin [expr {max(0, int(5*$force/$mean))}]
            if {$bin < 40} {
                lset bins $bin [expr {[lindex $bins $bin] + 5.0/[llength $forces]}]
            }
        }
        set bins
    }]
    set rows [lmap row [lsearch -all -not -exact [lindex $columns 0] ""] {
        concat [expr {($row + 0.5)/5}] [lmap column $columns {lindex $column $row}]
    }]
    set head [concat force [lrange [titles $values {density}] 1 end]]
    set k 1
    return [list $head $rows "set xlabel 'normal force over its mean'
set ylabel 'probability density'
set logscale y
set key below
plot [join [lmap name [lrange $head 1 end] {
    incr k
    string cat "data using 1:(\$$k > 0 ? \$$k : NaN) with linespoints linetype 1 linecolor rgb '[trundle::figures::colour [expr {$k - 1}]]' title [trundle::figures::quote $name]"
}] {, }]"]
}

# Where places begin, and how far they reach, along each axis.
proc trundle::command::spread-of {places} {
    return [lmap k {0 1 2} {
        set sorted [lsort -real [lmap place $places {lindex $place $k}]]
        list [lindex $sorted 0] [expr {[lindex $sorted end] - [lindex $sorted 0]}]
    }]
}

# The axis of a profile: z, unless the wall lies rather flat; then that along which it is touched farthest.
proc trundle::command::axis-of {spread} {
    lassign [lmap one $spread {lindex $one 1}] x y z
    return [expr {$z >= 0.1*max($x, $y) ? "z" : $x >= $y ? "x" : "y"}]
}

# Force on a wall along its mean direction, per metre of an axis, in twenty parts.
proc trundle::command::plot-profile {values} {
    set wall [expr {-1 - [dict get $values wall]}]
    set axis [dict get $values along]
    set columns {}
    dict for {run file} [dict get $values files] {
        set touches [lmap c [pushes-of-frame $file [frame-wanted $values $file]] {
            expr {[number-of contacts $c j] == $wall ? [lmap name {x y z normal} {number-of contacts $c $name}] : [continue]}
        }]
        if {![llength $touches]} {
            nothing "nothing touches wall [dict get $values wall] of $run in this frame, expected another -wall or -frame"
        }
        set spread [spread-of $touches]
        if {$axis eq ""} {
            set axis [axis-of $spread]
        }
        set at [lsearch {x y z} $axis]
        lassign [lindex $spread $at] low length
        if {$length <= 1e-6*[tcl::mathfunc::max {*}[lmap one $spread {lindex $one 1}]]} {
            nothing "all that touches wall [dict get $values wall] of $run is at $axis = [trundle::formats::short $low] m,\
                expected [expr {[dict get $values along] eq "" ? "several places" : "another -along"}]"
        }
        set width [expr {$length/20}]
        set bins [lrepeat 20 0.0]
        foreach t $touches {
            set bin [expr {min(19, int(([lindex $t $at] - $low)/$width))}]
            lset bins $bin [expr {[lindex $bins $bin] + [lindex $t 3]/$width}]
        }
        set row -1
        lappend columns [lmap x $bins {list [expr {$low + ([incr row] + 0.5)*$width}] $x}]
    }
    set head [concat $axis [lrange [titles $values [list "wall [dict get $values wall]"]] 1 end]]
    set k 1
    return [list $head [beside $columns] "set xlabel '$axis / m'
set xtics rotate by -30
set ylabel 'force per length / (N/m)'
set yrange \[0:*\]
set key below
plot [join [lmap name [lrange $head 1 end] {
    incr k
    string cat "data using 1:$k with histeps linetype 1 linecolor rgb '[trundle::figures::colour [expr {$k - 1}]]' title [trundle::figures::quote $name]"
}] {, }]"]
}

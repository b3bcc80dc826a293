# trundle plot: what it draws is in the columns beside the pictures; each is compared with
# what the run tells elsewhere.
package require trundle::testing
namespace import testing::*
testing::start
scenario heap.tcl {
    gravity {0.3 -0.2 -9.7}
    material m -young 3e6 -poisson 0.27 -density 1700
    contact m m -mu 0.41 -xi 0.3
    plane floor -point {0 0 0} -normal {0 0 1} -material m
    sphere first -radius 0.027 -material m -position {0.3 0.1 0.0267} -spin {1 -2 3}
    lattice g -count {2 2 3} -spacing 0.047 -radius {0.023 0.0235} -seed 3 -origin {0 0 0.0228} -material m
    integrate -method verlet -dt 2e-5
    run until 0.05 record 0.01 -contacts yes
}
works "a heap" run heap.tcl -out heap
file mkdir scratch
set env(TMPDIR) [file normalize scratch]
works "all that it can show" plot heap -out all -format png
unset env(TMPDIR)
tap::is [glob -nocomplain scratch/*] {} "and nothing is left of what it read"
set kinds {energies path speed spin mass contacts chains histogram profile}
tap::is [lmap kind $kinds {expr {[file size all/$kind.png] > 5000}}] [lrepeat 9 1] "each kind is a picture"
tap::is [lmap row [rows all/energies.csv] {lindex $row end}] [lmap row [rows heap/energy.csv] {lindex $row end}] \
    "energies are those of the run"
# Pictures say who made them: programs that know nothing of us find it.
foreach {format there reader} {
    png {/usr/bin/python3 -c "import PIL"}
        {/usr/bin/python3 -c "import sys, PIL.Image as i; p = i.open(sys.argv\[1\]); p.load(); print(p.text\['Comment'\])"}
    pdf {pdfinfo -v} pdfinfo
    svg {xmllint --version} {xmllint --noout}
} {
    if {[catch {exec {*}$there 2>@1} why]} {
        tap::note "no reader of $format here: [string range $why 0 100]"
        continue
    }
    works "$format: a picture" plot heap energies -out said-$format -format $format
    tap::ok [expr {![catch {exec {*}$reader said-$format/energies.$format 2>@1} told]}] "$format: reads"
    if {$format eq "svg"} {
        set told [contents said-svg/energies.svg]
    }
    foreach fact {"Trundle " "commit " "hash of the last state " "cite: The Trundle" sliding=elongation dt=2e-5} {
        tap::ok [expr {[string first $fact $told] >= 0}] "$format: $fact"
    }
}
tap::ok [string match "# made by trundle: energies\n*hash of the last state*" [contents all/energies.csv]] "and so do the columns"
set path [lmap row [rows heap/trajectory.csv] {expr {[lindex $row 1] eq "first" ? [lrange $row 2 4] : [continue]}}]
tap::is [lmap row [rows all/path.csv] {lmap x [lrange $row 1 3] {expr {$x + 0.0}}}] $path "the path is that of the table"
works "contacts" convert heap -to csv -out heap.csv
set last [lindex [particle-rows heap.csv] end 0]
set touches [lmap row [contact-rows heap-contacts.csv] {expr {[lindex $row 0] == $last ? $row : [continue]}}]
tap::is [llength [lsearch -all -index 0 [rows all/chains.csv] line]] [llength $touches] "a line for each contact of the last frame"
set pushes [lsort -real [lmap row $touches {lindex $row 10}]]
set mean [expr {[tcl::mathop::+ {*}$pushes]/[llength $pushes]}]
tap::near [lmap row [lsearch -all -inline -index 0 [rows all/chains.csv] line] {lindex $row 5}] \
    [lmap push $pushes {expr {$push/$mean}}] 1e-12 "from weak to strong, with its normal force over the mean"
set bins [lrepeat 40 0]
foreach push $pushes {
    set bin [expr {int(floor($push/$mean/0.2))}]
    lset bins $bin [expr {[lindex $bins $bin] + 1/(0.2*[llength $pushes])}]
}
tap::ok [expr {[llength [lsearch -all -not $bins 0]] > 3}] "forces in more bins than three"
tap::near [concat {*}[rows all/histogram.csv]] [concat {*}[lmap bin $bins {list [expr {0.2*[incr bin_at] - 0.1}] $bin}]] 1e-12 \
    "the histogram: its bins and their density"
set radii [lmap row [lrange [particle-rows heap.csv] 0 12] {lindex $row 2}]
tap::near [lmap row [lsearch -all -inline -index 0 [rows all/chains.csv] ball] {lindex $row 3}] $radii 1e-12 "under them balls of their size"
works "chains, seen along x" plot heap chains -view yz -out across
set there [lmap row [particle-rows heap.csv] {expr {[lindex $row 0] == $last ? [lrange $row 5 6] : [continue]}}]
tap::is [lmap row [lsearch -all -inline -index 0 [rows across/chains.csv] ball] {lrange $row 1 2}] $there "balls where y and z are"
set ends 0
foreach row $touches {
    incr ends [expr {[lindex $row 2] < 0 ? 1 : 2}]
}
tap::near [lindex [rows all/contacts.csv] end 1] [expr {$ends/13.0}] 1e-14 "the coordination number counts both ends"
set low [tcl::mathfunc::min {*}[lmap row [rows all/profile.csv] {lindex $row 0}]]
set load 0
foreach row $touches {
    set load [expr {$load + ([lindex $row 2] == -1 ? [lindex $row 10] : 0)}]
}
works "along x" plot heap profile -along x -out along
set bins [rows along/profile.csv]
set width [expr {[lindex $bins 1 0] - [lindex $bins 0 0]}]
set places [lmap row $touches {expr {[lindex $row 2] == -1 ? [lindex $row 3] : [continue]}}]
tap::near [lmap side {0 end} {lindex $bins $side 0}] \
    [list [expr {[tcl::mathfunc::min {*}$places] + $width/2}] [expr {[tcl::mathfunc::max {*}$places] - $width/2}]] 1e-12 \
    "its bins go from the first contact to the last"
tap::near [expr {$width*[tcl::mathop::+ {*}[lmap row $bins {lindex $row 1}]]/$load}] 1 1e-10 "the profile adds up to the load on the floor"
set mass [lindex [rows all/mass.csv] 0 1]
works "a plane above all" plot heap mass -through {z 9} -out above
tap::is [lindex [rows above/mass.csv] end 1] 0.0 "no mass is beyond it"
tap::ok [expr {$mass > 1}] "and all of it beyond the floor"
works "two runs" plot heap heap energies speed -out two
if {![catch {exec gnuplot -V}]} {
    file delete all/energies.png
    set here [pwd]
    cd all
    catch {exec gnuplot energies.gp 2>@1} said
    cd $here
    tap::ok [file exists all/energies.png] "the script draws the picture again"
}
# What has nothing to draw is told; the others are made.
scenario fly.tcl {
    material m -young 3e6 -poisson 0.27 -density 1700
    contact m m -mu 0.41
    plane floor -point {0 0 -5} -normal {0 0 1} -material m
    sphere first -radius 0.027 -material m -position {0 0 0.1} -velocity {1 0 0}
    integrate -method verlet -dt 2e-5
    run until 0.02 record 0.01 -contacts yes
}
scenario mute.tcl [string map {"-contacts yes" ""} [contents fly.tcl]]
works "nothing touches" run fly.tcl -out fly
works "no contacts recorded" run mute.tcl -out mute
set unpushed "no contact of fly has a force in this frame, expected another -frame"
set untouched "nothing touches wall 0 of fly in this frame, expected another -wall or -frame"
set silent "mute has recorded no contacts, expected `run until 2 record 0.01 -contacts yes` in the scenario"
foreach {words status drawn why} [list \
    {fly energies histogram speed} 1 {energies speed} "for histogram: $unpushed" \
    {mute chains energies histogram} 1 energies "for chains, histogram: $silent" \
    {fly path profile -particle 3} 2 {} "for path: no frame has particle 3; for profile: $untouched" \
    {fly mute contacts energies} 1 energies "for contacts: $silent" \
    {fly} 0 {energies path speed spin mass contacts chains} "for histogram: $unpushed; for profile: $untouched" \
    {mute} 0 {energies path speed spin mass} "for contacts, chains, histogram, profile: $silent" \
    {mute/trajectory.h5 speed} 0 speed "" {heap speed} 0 speed ""] {
    file delete -force some
    set got [trundle plot {*}$words -out some]
    set pictures [lmap file [lsort [glob -nocomplain -tails -directory some *.svg]] {file rootname $file}]
    tap::is $pictures [lsort $drawn] "$words: what is drawn"
    tap::is [dict get $got status] $status "$words: the status"
    set told [expr {$status ? "trundle: plot: nothing to draw $why\n" : ""}]
    tap::is [dict get $got err] $told "$words: what is left out, and why"
    set list [join [lmap what $drawn {string cat $what .svg}] {, }]
    tap::is [dict get $got out] [join [list {*}[expr {$drawn eq "" ? {} : [list "some: $list\n"]}] \
        {*}[expr {$status || $why eq "" ? {} : [list "nothing to draw $why\n"]}]] ""] "$words: what is printed"
}
foreach {runs named} {fly no {fly mute} yes} {
    works "the speed of $runs" plot {*}$runs speed -out named
    foreach run $runs {
        tap::is [string match "*$run: *" [contents named/speed.gp]] [string is true $named] "a curve names its run $run, of $runs: $named"
    }
}
testing::refused {*-frame is 9, expected a number from 0 to 2*} {plot fly energies chains -frame 9 -out x} "a frame that is not there, beside another plot"
testing::refused {*plot: "enrgies" is neither a run nor a kind of plot, expected one of *; did you mean energies?} {plot heap enrgies} "a word that is none"
testing::refused {trundle: plot: there is no file "./trajectory.h5", expected the folder of a run or its trajectory} {plot .} "a folder that is none of a run"
testing::refused {*-frame is 99, expected a number from 0 to 5*} {plot heap chains -frame 99 -out x} "a frame that is not there"
tap::ok [expr {![file exists x]}] "nothing is left of it"
# A colour for each, and from the seventh on other dashes, too.
package require trundle::command::plot
set told [trundle::command::curves {t a b c d e f g h} J]
tap::is [lmap {- column line dash title} [regexp -all -inline {using 1:(\d+) with lines linetype 1 linecolor rgb '(\S+)'\s+dashtype (\d+) title "?'?(\w)} $told] {
    list $column $line $dash $title
}] [lmap column {2 3 4 5 6 7 8 9} colour [lrange $trundle::figures::colours 0 7] dash {1 1 1 1 1 1 2 2} title {a b c d e f g h} {
    list $column $colour $dash $title
}] "curves and how they are drawn"

# --- axes and colours ------------------------------------------------------------------
# A floor that lies flat is loaded along x, where the spheres are, not along z, where it has no length.
scenario flat.tcl {
    gravity {0 0 -9.81}
    material m -young 3e6 -poisson 0.27 -density 1700
    contact m m -mu 0.41 -xi 0.3
    plane floor -point {0 0 0} -normal {0 0 1} -material m
    lattice g -count {5 2 1} -spacing 0.047 -radius 0.023 -seed 3 -origin {0 0 0.0228} -material m
    integrate -method verlet -dt 2e-5
    run until 0.5 record 0.1 -contacts yes
}
works "spheres on a floor" run flat.tcl -out flat
works "their profile" plot flat profile -out flat-plots
tap::is [lindex [split [lindex [testing::table flat-plots/profile.csv] 0] ,] 0] x "along the longer side"
set bins [rows flat-plots/profile.csv]
set width [expr {[lindex $bins 1 0] - [lindex $bins 0 0]}]
set weight [expr {9.81*1700*10*4/3.0*acos(-1)*0.023**3}]
tap::near [expr {$width*[tcl::mathop::+ {*}[lmap row $bins {lindex $row 1}]]/$weight}] 1.0 0.05 "the forces are the weight of the spheres, which hardly move"
testing::refused "*all that touches wall 0 of flat is at z = *another -along*" {plot flat profile -along z -out none} "along z there is nothing to see"
works "energies" plot flat energies -out flat-plots
works "of five runs" plot flat heap flat/trajectory.h5 heap/trajectory.h5 ./flat energies -out five
foreach file {flat-plots/energies.gp five/energies.gp} {
    set colours [lmap {- colour} [regexp -all -inline {linecolor rgb '(#[0-9a-f]+)'} [contents $file]] {set colour}]
    tap::ok [expr {[llength $colours] > 1 && [llength [lsort -unique $colours]] == [llength $colours]}] "no two curves have one colour: $file"
    tap::note $colours
}
tap::is [llength [lsort -unique [trundle::figures::palette 60]]] 60 "sixty colours"
tap::done

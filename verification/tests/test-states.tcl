# Many spheres from few words: lattices with jitter and seed, tables of states,
# read and written; the names of their spheres; everything that is refused.
package require trundle::testing
package require trundle
namespace import testing::*
testing::start
namespace upvar testing head head
append head {
    material glass -young 5.1e10 -poisson 0.22 -density 2510
    contact  clay glass -mu 0.4 -restitution 0.6
}
set bed {lattice bed -origin {0.1 -0.2 0.3} -count {3 4 5} -spacing {0.1 0.11 0.12}
    -radius {0.021 0.043} -material glass -jitter 0.003 -seed 17 -velocity {0.1 0 -2} -spin {3 -4 5}}
set ball {sphere ball -radius 0.05 -material clay -position {-1 0.3 0.2}}

proc engine {args} {
    return [trundle::engine [model {*}$args]]
}
proc states {engine} {
    return [lmap one [$engine state] {dict remove $one force torque}]
}

# --- a lattice ------------------------------------------------------------------

set model [model $ball $bed]
tap::is [llength [dict get $model groups]] 1 "a lattice is one entry of the model"
tap::is [dict get [lindex [dict get $model groups] 0] count] {3 4 5} "it is plain data"
set engine [trundle::engine $model]
set states [states $engine]
tap::is [llength $states] 61 "single spheres and those of the lattice"
tap::is [dict get [lindex $states 0] position] {-1.0 0.3 0.2} "the single ones come first"
set worst {0 0 0}
set radii {}
foreach one [lrange $states 1 end] {
    set k [llength $radii]
    lassign [dict get $one position] x y z
    set site [list [expr {0.1 + 0.1*($k%3)}] [expr {-0.2 + 0.11*($k/3%4)}] [expr {0.3 + 0.12*($k/12)}]]
    set worst [lmap w $worst s $site x [dict get $one position] {expr {max($w, abs($x - $s))}}]
    lappend radii [dict get $one radius]
}
foreach w $worst axis {x y z} {
    # 60 draws all below 90 % of the jitter: 0.9^60 = 0.2 %; the seed is fixed.
    tap::ok [expr {$w <= 0.003*(1 + 1e-9) && $w > 0.0027}] "shifts along $axis are at most the jitter: $w"
}
set sorted [lsort -real $radii]
tap::ok [expr {[lindex $sorted 0] >= 0.021 && [lindex $sorted 0] < 0.0232
               && [lindex $sorted end] <= 0.043 && [lindex $sorted end] > 0.0408}] \
    "radii fill their range: [lindex $sorted 0] to [lindex $sorted end]"
tap::is [llength [lsort -unique $radii]] 60 "each has its own radius"
tap::is [dict get [lindex $states 60] velocity] {0.1 0.0 -2.0} "all have the velocity"
tap::near [dict get [lindex $states 7] mass] [expr {4/3.0*acos(-1)*[lindex $radii 6]**3*2510}] 1e-15 \
    "and the mass of their material"

set again [engine $bed]
tap::is [states $again] [lrange $states 1 end] "the same seed, the same bits"
$again destroy
set again [engine [string map {{-seed 17} {-seed 18}} $bed]]
set other [lmap one [states $again] {dict get $one radius}]
tap::is [lmap a $radii b $other {if {$a != $b} continue; set a}] {} "another seed, other spheres"
$again destroy

# One number serves all axes; what is not said has its default.
set again [engine {lattice l -count {2 1 2} -spacing 0.25 -radius 0.1 -material clay}]
tap::is [lmap one [states $again] {dict get $one position}] \
    {{0.0 0.0 0.0} {0.25 0.0 0.0} {0.0 0.0 0.25} {0.25 0.0 0.25}} "a plain lattice, x first"
$again destroy
set again [engine {lattice l -count {40 1 40} -spacing 0.25 -radius 0.1 -material clay -jitter {.01 0 .02}}]
tap::is [lsort -unique [lmap one [states $again] {lindex [dict get $one position] 1}]] 0.0 \
    "a jitter of its own for each axis: a layer stays plane"
$again destroy

# --- random addition: what it does is tested in its chapter ------------------------

set again [engine {packing p -box {0 0 0 1 0 2} -radius {0.05 0.06} -material clay -count 40 -seed 5 -spin {0 1 0}}]
set first [states $again]
tap::is [llength $first] 40 "a packing"
tap::is [lsort -unique [lmap one $first {lindex [dict get $one position] 1}]] 0.0 "in a flat box: in its plane"
tap::is [dict get [lindex $first 9] spin] {0.0 1.0 0.0} "with the spin"
tap::is [$again name 39] p-40 "spheres of a packing have names"
$again destroy
# A second packing of the same box, and a sphere that is stated behind both.
set full [engine {packing p -box {0 0 0 1 0 2} -radius {0.05 0.06} -material clay -count 40 -seed 5
packing q -box {0 0 0 1 0 2} -radius 0.03 -material clay -count 60 -seed 5
sphere s -radius 0.2 -material clay -position {1.1 0 1.1}}]
set least Inf
foreach one [$full state] {
    foreach other [lrange [$full state] 0 [incr met]-2] {
        set least [expr {min($least, [trundle::value::distance [dict get $one position] \
            [dict get $other position]] - [dict get $one radius] - [dict get $other radius])}]
    }
}
tap::ok [expr {$met == 101 && $least >= 0}] "packings of one box keep off each other and a sphere: $least m"
set again [engine {lattice bottom -count {4 1 1} -spacing 0.25 -radius 0.1 -material clay -fixed yes -velocity {0 0 0.7}}]
$again step 30
tap::is [lmap state [$again state] {list [dict get $state fixed] [lindex [dict get $state velocity] 2]}] \
    {{1 0.7} {1 0.7} {1 0.7} {1 0.7}} "a lattice of fixed spheres keeps its motion"
set again [engine {packing p -box {0 0 0 1 0 2} -radius 0.05 -material clay}]
tap::ok [expr {[llength [states $again]] > 100}] "without a count: as many as find room"
$again destroy

# --- names ----------------------------------------------------------------------

tap::is [lmap k {0 1 60} {$engine name $k}] {ball bed-1 bed-60} "spheres have names"
foreach k {-1 61 1.5 x} {
    tap::raises {$engine name $k} "engine: particle is \"$k\", expected an integer from 0 to 60" "there is no name of $k"
}
set again [trundle::engine [dict remove [dict merge $model [list groups [lmap g [dict get $model groups] {
    dict remove $g name}]]] nothing]]
tap::is [$again name 5] 5 "a group without a name: numbers"
$again destroy

# --- a table: written and read ----------------------------------------------------

# Ten steps make ugly numbers of all columns.
$engine step 10
$engine write one.csv
set kept [states $engine]
set gone [engine $ball]
tap::is [llength [$gone advance [expr {5.5*[$gone dt]}] -every 1 -particles 0 -watch [list catch [list $gone destroy]]]] 7 \
    "an engine whose watcher destroys it comes to the end of its time"
tap::is [info commands $gone] {} "and is gone then"
set again [engine {spheres all -file one.csv}]
tap::is [states $again] $kept "what is written and read has the same bits"
set row [lindex [$again advance 0 -every 1 -particles 47] 0]
set line [split [lindex [testing::table one.csv] 48] ,]
tap::is [lrange $row 2 end] [lmap x [concat [lrange $line 0 2] [lrange $line 4 13]] {expr {double($x)}}] \
    "a row of a run has place, velocity, spin and orientation of the table"
$again write two.csv
tap::is [contents two.csv] [contents one.csv] "and is written as the same text"
tap::is [lmap k {0 60} {$again name $k}] {all-1 all-61} "its spheres are called by their number"
tap::is [remains] {one.csv two.csv} "no part of a file stays behind"
$again destroy

# Columns in another order, comments, blanks, CR LF, a byte order mark.
proc table {name text} {
    set channel [open $name w]
    fconfigure $channel -translation binary
    puts -nonewline $channel $text
    close $channel
}
table three.csv "# two particles\r\nradius, z ,material,y,x\r\n\r\n 0.1,3, clay ,2,1\r\n# -\r\n.2 ,+30e-1,,-2.,1E+00\r\n"
set again [engine {spheres s -file three.csv -material glass}]
tap::is [lmap one [states $again] {dict get $one position}] {{1.0 2.0 3.0} {1.0 -2.0 3.0}} \
    "columns by name, blanks, comments, line ends of other systems"
tap::near [lmap one [states $again] {dict get $one mass}] \
    [list [expr {4/3.0*acos(-1)*0.001*1730}] [expr {4/3.0*acos(-1)*0.008*2510}]] 1e-13 \
    "an empty material is that of the group"
$again destroy
table four.csv "\xef\xbb\xbfx,y,z,radius,density,qw,qx,qy,qz\n1,2,3,0.1,3000,0,0,0,-2"
set again [engine {spheres s -file four.csv -material clay}]
set one [lindex [states $again] 0]
tap::near [dict get $one mass] [expr {4*acos(-1)}] 1e-14 "a density of its own; no line end at the end"
tap::is [dict get $one orientation] {0.0 0.0 0.0 -1.0} "an orientation is scaled to one"
tap::near [dict get $one inertia] [expr {0.4*4*acos(-1)*0.01}] 1e-15 "a solid ball"
$again destroy

# --- bad tables: the message names file, line, column, value, what was expected ----

foreach {name text pattern} {
    "missing column"    "x,y,radius\n"          {line 1: column "z" is missing}
    "part of a velocity" "x,y,z,radius,vx,vz\n" {line 1: column "vy" is missing}
    "part of an orientation" "# c\nx,y,z,radius,qw\n" {line 2: column "qx" is missing}
    "unknown column"    "x,y,z,r\n"             {line 1: column "r" (of 4, separated by commas) is not known, expected one of: x, *, material}
    "other marks"       "x|y|z|radius\n"        {line 1: column "x|y|z|radius" (of 1, separated by blanks) is not known*}
    "no names"          "0.1,0.2,0.3,0.01\n"    {line 1: "0.1" and 3 numbers more, expected the names of the columns, of: x, *}
    "duplicate column"  "x,y,z,radius,x\n"      {line 1: column "x" stands there twice}
    "no name of a column" "x,y,z,radius,\n1,2,3,4,5\n" {line 2: "5" in column 5, which has no name}
    "mass and density"  "x,y,z,radius,mass,density\n" {line 1: column "density" stands beside mass*}
    "negative radius"   "x,y,z,radius\n1,2,3,.1\n1,2,3,-0.1\n"
        {line 3, column radius: "-0.1", expected a number > 0 (m)}
    "radius of zero"    "x,y,z,radius\n1,2,3,0\n" {line 2, column radius: "0", *}
    "NaN"               "x,y,z,radius\n1,nan,3,1\n" {line 2, column y: "nan", expected a finite number (m)}
    "Inf"               "x,y,z,radius\n1,2,-inf,1\n" {line 2, column z: "-inf", expected a finite number (m)}
    "too large"         "x,y,z,radius\n1,2,1e999,1\n" {line 2, column z: "1e999", expected a finite number (m)}
    "hexadecimal"       "x,y,z,radius\n0x10,2,3,1\n" {line 2, column x: "0x10", *}
    "a word"            "x,y,z,radius,wx,wy,wz\n1,2,3,1,4,five,6\n"
        {line 2, column wy: "five", expected a finite number (rad/s)}
    "two points"        "x,y,z,radius\n1.2.3,2,3,1\n" {line 2, column x: "1.2.3", *}
    "an exponent without digits" "x,y,z,radius\n1e,2,3,1\n" {line 2, column x: "1e", *}
    "a sign alone"      "x,y,z,radius\n-,2,3,1\n" {line 2, column x: "-", *}
    "a point alone"     "x,y,z,radius\n.,2,3,1\n" {line 2, column x: ".", *}
    "no number"         "x,y,z,radius\n1,2,,1\n"  {line 2, column z: "", expected a finite number (m)}
    "mass of zero"      "x,y,z,radius,mass\n1,2,3,1,0\n" {line 2, column mass: "0", expected a number > 0 (kg)}
    "a moment beyond its range" "x,y,z,radius\n0,0,0,1e60\n" {line 2: *inertia is *e+30? kg m2, expected a number up to 1e300}
    "unknown material"  "x,y,z,radius,material\n1,2,3,1,mud\n"
        {line 2, column material: "mud", expected the name of a material of the model}
    "too few values"    "# c\n\nx,y,z,radius\n1,2,3\n" {line 4: 3 values, expected 4, *}
    "too many values"   "x,y,z,radius\n1,2,3,4,5\n" {line 2: 5 values, expected 4, *}
    "more values than any" "x,y,z,radius\n1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23\n"
        {line 2: 23 values, expected 4, *}
    "orientation of zero"  "x,y,z,radius,qw,qx,qy,qz\n1,2,3,1,0,0,0,0\n" {line 2: *orientation*}
    "a byte of zero"    "x,y,z,radius\n1,2,3,\0\n" {line 2: a byte of zero, *}
    "columns only"      "x,y,z,radius\n"        {: no line with a particle, *}
    "comments only"     "# x\n\n"               {: no line with the names of the columns, *}
    "empty file"        ""                      {: no line with the names of the columns, *}
} {
    table bad.csv [subst -nocommands -novariables $text]
    tap::raises {engine {spheres bad -file bad.csv -material clay}} "group bad: *bad.csv*$pattern" "bad table: $name"
}
tap::raises {engine {spheres bad -file three.csv}} {*line 6, column material: "", expected the name*} \
    "bad table: no material for a line"
tap::raises {engine {spheres bad -file four.csv}} {*four.csv, line 1: column "material" is missing*} \
    "bad table: no material at all"
tap::raises {engine {spheres bad -file none.csv -material clay}} \
    {group bad: *none.csv cannot be read: No such file*} "bad table: there is none"
tap::raises {engine {spheres bad -file . -material clay}} {group bad: * cannot be read*} "bad table: a folder"
catch {engine {spheres bad -file none.csv -material clay}} message settings
tap::is [dict get $settings -errorcode] {TRUNDLE EFILE} "a file that is not there has status EFILE"

# --- bad groups of a model that was written by hand ---------------------------------

proc group {args} {
    trundle::engine [dict merge [model] [list groups [list $args]]]
}
set lattice {kind lattice name g count {2 2 2} spacing 1 radius 0.1 material clay}
foreach {name change pattern} {
    "no kind"         {kind {}}              {group g: kind is "", expected one of: lattice, file, random}
    "unknown kind"    {kind heap}            {group g: kind is "heap", expected one of: lattice, file*}
    "unknown entry"   {spaceing 2}           {group g: "spaceing" is not known, expected one of: kind, name, origin*}
    "two counts"      {count {2 2}}          {group g: count is "2 2", expected three whole numbers >= 1}
    "count of a half" {count {2 2 0.5}}      {group g: count is "2 2 0.5", *}
    "count of zero"   {count {2 0 2}}        {group g: count along y is 0, *}
    "far too many"    {count {99999 99999 9}} {group g: count is 99999 99999 9, expected at most *}
    "NaN"             {jitter NaN}           {group g: jitter is "NaN", *}
    "negative jitter" {jitter -0.1}          {group g: jitter along x is -0.1 m, expected a number >= 0}
    "negative radius" {radius -0.1}          {group g: radius is -0.1 to -0.1 m, *}
    "larger first"    {radius {2 1}}         {group g: radius is 2 to 1 m, *}
    "negative seed"   {seed -1}              {group g: seed is "-1", expected a whole number >= 0}
    "no material"     {material mud}         {group g: material is "mud", *}
    "mass of zero"    {mass 0}               {group g: mass is 0 kg, expected a number > 0}
    "factor of two"   {inertia_factor 2}     {group g: *inertia_factor is 2*}
} {
    tap::raises {group {*}[dict merge $lattice $change]} $pattern "bad group: $name"
}
tap::raises {group kind lattice name g} {group g: count is missing} "bad group: nothing said"
tap::raises {group name g} {group g: kind is missing, expected one of: lattice*} "bad group: without a kind"
tap::raises {group kind random name g box {0 0 0 1 1} radius .1 material clay} \
    {group g: box is "0 0 0 1 1", expected six finite numbers (m), the lower corner first} "bad packing: five numbers"
tap::raises {group kind random name g box {0 0 0 1 1 0} radius .1 material clay count 90} \
    {group g: * of 90 particles fit, then no room is left*} "bad packing: too many"
tap::raises {group kind random name g box {0 0 0 1 1 0} radius .1 material clay count 90 throws 300} \
    {group g: 300 throws found room for * of 90 particles*} "bad packing: too few throws"
tap::raises {group kind random name g box {0 0 0 1 1 0} radius .1 material clay seed x} \
    {group g: seed is "x", expected a whole number >= 0} "bad packing: no seed"
tap::raises {group kind file} {group 0: path is missing} "bad group: no path"
tap::raises {trundle::engine [dict merge [model] [list groups "x y z"]]} {group 0 is "x", expected a dict} \
    "bad group: no dict"
tap::raises {$engine write no/such/folder.csv} {no/such/folder.csv cannot be written: No such*} \
    "a table that cannot be written"
file mkdir taken.csv
tap::raises {$engine write taken.csv} {taken.csv cannot be written: Is a directory} "a table whose name a folder has"
tap::is [glob taken.csv*] taken.csv "and nothing is left of it"

# A safe interpreter reads and writes no files.
set child [interp create -safe]
interp invokehidden $child load [file join $testing::folder src .libs trundle[info sharedlibextension]] Trundle
tap::raises {$child eval [list trundle::engine [model {spheres s -file three.csv -material clay}]]} \
    {group s: a safe interpreter reads no files} "a safe interpreter reads no table"
set made [$child eval [list trundle::engine [model $bed]]]
tap::raises {$child eval [list $made write mine.csv]} {a safe interpreter writes no files} "and writes none"
interp delete $child

# --- scenarios ------------------------------------------------------------------------

file mkdir deep
file copy one.csv deep/rest.csv
file copy -force one.csv ../outside.csv
scenario deep/run.tcl "$head
    sphere ball -radius 0.05 -material clay -position {-9 0.3 0.2}
    lattice bed -count {2 2 1} -spacing 0.2 -origin {8 0 0} -radius 0.05 -material glass
    spheres rest -file rest.csv
    run until 1e-4 record 1e-4"
set result [trundle run deep/run.tcl -out deep/out]
tap::is [dict get $result status] 0 "a scenario with a lattice and a table, from another folder"
tap::note [dict get $result err]
set bodies [lsort -unique [lmap line [split [string trim [contents deep/out/trajectory.csv]] \n] {lindex [split $line ,] 1}]]
tap::ok [expr {"ball" in $bodies && "bed-4" in $bodies && "bed-5" ni $bodies && "rest-61" in $bodies
               && [llength $bodies] == 1 + 1 + 4 + 61}] "its tables have the names of all spheres"
foreach {name text pattern} {
    "a table outside"      {spheres s -file ../outside.csv} {*line 2: spheres s: -file is "../outside.csv", expected a file in the folder of the scenario*}
    "a table by its path"  {spheres s -file /etc/passwd}    {*spheres s: -file is "/etc/passwd"*}
    "a table of a user"    {spheres s -file ~root/x.csv}    {*spheres s: -file is "~root/x.csv"*}
    "a hidden way out"     {spheres s -file deep/../../outside.csv} {*spheres s: -file is "deep/..*}
    "no table"             {spheres s -file none.csv}       {*line 2: spheres s: *none.csv cannot be read: No such file*}
    "no file"              {spheres s -material clay}       {*spheres s: -file is missing*}
    "no mass"              {material fog -young 1 -poisson 0
lattice l -count {1 1 1} -spacing 1 -radius 1 -material fog}
                           {*line 3: lattice l*-mass*-density*}
    "counts"               {lattice l -count {1 1} -spacing 1 -radius 1 -material clay}
                           {*lattice l: -count is "1 1", expected three whole numbers, 1 or more}
    "spacing"              {lattice l -count {2 1 1} -spacing 0 -radius 1 -material clay} {*-spacing is "0"*}
    "a radius of three"    {lattice l -count {2 1 1} -spacing 1 -radius {1 2 3} -material clay}
                           {*-radius is "1 2 3", expected a positive number, or two, the smaller first}
    "a packing too full"   {packing p -box {0 0 0 1 1 0} -radius .1 -material clay -count 90}
                           {*line 2: packing p: * of 90 particles fit*}
    "a box upside down"    {packing p -box {0 1 0 1 0 0} -radius .1 -material clay}
                           {*packing p: -box is "0 1 0 1 0 0", expected six numbers, the lower corner first}
    "an unknown option"    {lattice l -gap 3}               {*lattice l: *"-gap"*-count*}
    "one name twice"       {lattice s -count {2 1 1} -spacing 1 -radius .1 -material clay
spheres s -file deep/rest.csv} {*line 3: spheres s: *taken}
    "a sphere like one of a lattice" {lattice s -count {2 1 1} -spacing 1 -radius .1 -material clay
sphere s-2 -radius 1 -material clay} {*line 3: sphere s-2: *taken}
    "a lattice over a sphere" {sphere s-2 -radius 1 -material clay
lattice s -count {2 1 1} -spacing 1 -radius .1 -material clay} {*line 3: lattice s: *taken}
} {
    scenario bad.tcl "material clay -young 1e7 -poisson 0.3 -density 1700\n$text\nrun until 1e-5"
    testing::refused "trundle: bad.tcl*$pattern" {run bad.tcl -out new} $name
}
set words [dict get [trundle run -language] out]
tap::ok [expr {[string match "*lattice NAME*-count*-jitter*packing NAME*-box*spheres NAME*-file*" $words]}] \
    "the list of words has lattice and spheres"

# --- spheres that come and go -------------------------------------------------------
# Numbers, names, tables and checkpoints; what they do to a run is tested in C.

set model [model $ball $bed]
set flow [trundle::engine $model]
$flow advance 1e-3
tap::is [$flow enter {name guest material clay radius 0.03 position {2 2 2} velocity {1 2 3}}] 61 \
    "a sphere that enters gets the next number"
tap::is [$flow name 61] guest "and has the name that it brings"
tap::is [$flow leave 0] {} "one leaves"
set gone [$flow particle 0]
tap::is [list [dict get $gone mass] [dict get $gone velocity] [dict get $gone force]] {0.0 {0.0 0.0 0.0} {0.0 0.0 0.0}} \
    "nothing is left of it"
tap::is [list [dict get [$flow counts] particles] [llength [$flow state]]] {61 62} "61 of 62 are there"
tap::raises {$flow leave 0} "particle 0 has left already" "it cannot leave twice"
tap::raises {$flow leave 62} {*"62", expected an integer from 0 to 61} "nor can one that never was there"
tap::raises {$flow enter {material clay radius 0}} "particle 62: radius is 0 m, expected a number > 0" \
    "what the model refuses is refused"
tap::raises {$flow enter {material clay radios 1}} {particle 62: "radios" is not known*} "so is an unknown key"
tap::ok [expr {[dict get [$flow energy] entered] != 0}] "the books know of it"
$flow write flow.csv
tap::is [llength [states [engine {spheres back -file flow.csv}]]] 61 "a table holds those that are there"
trundle::checkpoint write $flow flow.h5 {this model} {}
set again [trundle::engine $model]
trundle::checkpoint read $again flow.h5 {this model}
$flow advance 3e-3
$again advance 3e-3
tap::is [list [$again hash] [$again energy]] [list [$flow hash] [$flow energy]] "a checkpoint knows who is there"
tap::near [lindex [dict get [$flow particle 61] velocity] 2] [expr {3 - 9.81*2e-3}] 1e-12 "the guest falls"
$again destroy
$flow destroy
$engine destroy
testing::end

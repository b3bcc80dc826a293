# Parts of trundle run, asked alone: marks between records, tables that are cut, what it refuses and tells.
package require trundle::testing
package require trundle
package require trundle::command::run
namespace eval trundle {variable version test}
testing::start
foreach name {count-records cut-table mark-before record-times threads-of} {
    interp alias {} $name {} trundle::command::$name
}

# Ten million frames are allowed, one more is not.
tap::is [catch {count-records s.tcl {until 1e7 record 1 model {}}} said] 0 "as many frames as are allowed"
tap::raises {count-records s.tcl {until 10000001 record 1 model {}}} "s.tcl: run: record is 1 s, which makes 1e7 frames until 1e7 s, expected 1e7 at most" \
    "one more"
tap::is [catch {count-records s.tcl {until 1e300 model {}}}] 0 "a run without records has one"

foreach {count fails} {1000000 0 1000001 1} {
    tap::is [catch {count-records s.tcl [dict create until 1 model [dict create inlets [list [dict create name tap rate 1e9 count $count]]]]}] \
        $fails "$count spheres come in: a million are allowed"
}

# A table goes on behind what a checkpoint has seen of it.
testing::write part.csv "t,x\n0,1\n1,2\n"
set sum [trundle::output::sum part.csv 8]
tap::is [lindex $sum 0] 8 "a sum tells of how many bytes it is"
set channel [cut-table part.csv $sum]
puts $channel "9,9"
close $channel
tap::is [testing::contents part.csv] "t,x\n0,1\n9,9\n" "what stands behind is cut, new lines follow"
testing::write part.csv "t,x\n0,7\n1,2\n"
tap::raises {cut-table part.csv $sum} "part.csv is damaged: the sum of its first 8 bytes is *, expected [lindex $sum 1]" "another letter"
testing::write part.csv "t,x"
tap::raises {cut-table part.csv $sum} "part.csv has 4 bytes, expected 8 at least" "too short"
tap::raises {cut-table none.csv $sum} "none.csv has 0 bytes, expected 8 at least" "a table that is gone"

# Marks: a million particle-steps apart, ten steps at least, none within half a step of a record.
proc fake {word} {
    return [dict get $::fake $word]
}
foreach {particles time k want} {
    99999    0          1  1.0     99999    2.9999999  1  4.0     99999    3.0000001  1  4.0
    99999    8.2        1  9.0     99999    9          1  {}      5000000  0          1  1.0
    24999    0          1  4.0     9        0          1  {}      99999    0          0  {}
    99999    10.04      2  11.04
} {
    set fake [dict create time $time dt 0.1 explain {adaptive no}]
    set mark [mark-before [dict create engine fake particles $particles times {0 10.04 31}] $k]
    tap::near [expr {$mark eq "" ? -1 : $mark}] [expr {$want eq "" ? -1 : $want}] 1e-12 "the mark after $time with $particles spheres, before record $k"
}
set fake {time 0 dt 0.1 explain {adaptive corrected}}
tap::is [mark-before {engine fake particles 99999 times {0 10}} 1] {} "no marks where steps are chosen on the way"

# Records: whole numbers of steps, one at least; steps that are chosen on the way bend to them.
foreach {record until adaptive want} {
    0.14  0.4   no         {0 0.1 0.2 0.3 0.4}      0.26  0.7   no         {0 0.3 0.6 0.7}
    0.04  0.3   no         {0 0.1 0.2 0.3}          0.14  0.4   corrected  {0 0.14 0.28 0.4}
} {
    set fake [dict create time 0 dt 0.1 explain [dict create adaptive $adaptive]]
    tap::near [record-times fake [dict create until $until record $record]] $want 1e-15 "records, $record s asked, steps of 0.1 s, adaptive $adaptive"
}

tap::is [list [threads-of {threads 1 particles 20} ""] [threads-of {threads 1 particles 20} 1] [threads-of {threads 3 particles 5000} 3]] \
    {{1 thread (fewer than 1000 spheres are not divided)} {1 thread (as asked)} {3 threads (as asked)}} "how many threads, and why"
package require trundle::pool
unset -nocomplain ::env(OMP_NUM_THREADS)
foreach {less why} {0 {all that this machine has} 1 {so few spheres have no more parts}} {
    set counts [list threads [expr {[trundle::pool::processors] - $less}] particles 1000]
    tap::ok [string match "*($why)" [threads-of $counts ""]] "threads, $less less than processors: $why"
}
# Who begins anew leaves nothing of an unfinished run, not a checkpoint either that a later -resume would take.
package require trundle::unfinished
proc parts {group} {
    return [dict get [trundle::unfinished::identity [dict create model [dict create groups [list $group]] until 1]] parts groups]
}
set first [lindex [dict get $trundle::language::options(lattice) seed] 2]
tap::is [lmap seed [list {} [list seed $first] {seed 77} {seed 78}] {expr {[parts "kind lattice $seed"] == [parts "kind lattice"]}}] {1 1 0 0} \
    "a lattice of another seed is another run, and one of the seed that it has by itself is not"
tap::ok [expr {[parts {kind lattice seed 77}] != [parts {kind lattice seed 78}]}] "nor is one of two others"
testing::write torn.tcl ""
file mkdir torn.part
foreach name {energy.csv checkpoint.h5} {
    testing::write torn.part/$name left
}
testing::write torn.part/$trundle::unfinished::marker "trundle test"
tap::is [trundle::unfinished::enter torn none 0 0 1 0] {} "-restart has no checkpoint to go on from"
tap::is [glob -nocomplain torn.part/*] {} "and an empty folder"

testing::end

# test-fuzz.tcl -- what the fuzz targets wish holds for every input of their corpora: those from which they begin,
# and those on which something once did not hold.
package require tap

set source [expr {[info exists env(srcdir)] ? $env(srcdir) : "."}]
set env(TRUNDLE_HARNESS) [file normalize $source/verification/harness]
foreach folder [lsort [glob -directory $source/fuzz/corpus *]] {
    set target [file tail $folder]
    set inputs [lsort [glob -directory $folder *]]
    set bad [catch {exec ./fuzz/replay-$target {*}$inputs 2>@1} text]
    if {![tap::ok [expr {!$bad && [regexp -all -line {^ok - } $text] == [llength $inputs]}] \
            "$target: [llength $inputs] inputs"]} {
        tap::note "the input behind the last line is at fault:\n[string range $text end-2000 end]"
    }
}
tap::done

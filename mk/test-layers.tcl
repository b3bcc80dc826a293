# test-layers.tcl -- includes and calls of the C code go one way: tests -> answers; tests ->
# engine -> mechanics -> rotation.  Answers know nothing of the engine, and nothing goes round.  So it is in the rooms of
# the harness in Tcl.
package require tap

set source [expr {[info exists env(srcdir)] ? $env(srcdir) : "."}]
source [file join $source mk/layers.tcl]

set rooms [layers::rooms $env(TRUNDLE_ROOMS)]
set files [layers::files $env(TRUNDLE_ROOMS) $source]
set includes [layers::includes $files $rooms]
set objects [lsort -unique [lmap object [concat [glob -nocomplain src/.libs/*.o] [glob -nocomplain src/*.o]] {
    # Tests are linked with the library, and nothing is linked with them.  A build folder may
    # hold objects of files that are no more.
    if {[regexp {^(test|bench)-} [file tail $object]] || ![dict exists $rooms [layers::module-of $object]]} continue
    set object
}]]
set calls [layers::calls $objects]

# The arrows, a line a module.
foreach {what arrows} [list includes $includes calls $calls] {
    set to [dict create]
    foreach pair [lsort [dict keys $arrows]] {
        dict lappend to {*}$pair
    }
    dict for {from all} $to {
        if {[dict get $rooms $from] eq "tests"} continue
        tap::note "[dict get $rooms $from]: $from $what $all"
    }
}

tap::ok [expr {[dict size $includes] > 100}] "[llength $files] files have [dict size $includes] arrows of includes"
tap::is [join [layers::backward $includes $rooms] \n] {} "no file includes one of a room above its own"
tap::is [join [layers::rings $includes] \n] {} "no includes go round"
# A changed law compiles what evaluates contacts, and nothing else.
set laws [lmap file [layers::readers $files laws.h] {
    set module [file rootname [file tail $file]]
    if {[file extension $file] ne ".c" || [dict get $rooms $module] eq "tests"} continue
    set module
}]
tap::note "laws.h is read by: $laws"
tap::ok [expr {"sweep" in $laws && [llength $laws] <= 16}] "[llength $laws] C files read laws.h, at most 16"
tap::is [lmap module $laws {
    if {[dict get $rooms $module] ni {files answers}} continue
    set module
}] {} "no file format and no answer reads laws.h"

if {![llength $objects]} {
    tap::note "no objects to read the calls from"
} else {
    tap::ok [expr {[dict size $calls] > 50}] "[llength $objects] objects have [dict size $calls] arrows of calls"
    tap::is [join [layers::backward $calls $rooms] \n] {} "no function calls one of a room above its own"
    tap::is [join [layers::rings $calls] \n] {} "no calls go round"
    set both [dict merge $includes $calls]
    tap::is [join [layers::rings $both] \n] {} "nor do includes and calls together"
}

# The harness: packages and qualified names.
set files [layers::tcl-files $source]
set rooms [layers::tcl-rooms $files]
set arrows [layers::tcl-arrows $files]
tap::is [lsort -unique [dict values $rooms]] [lsort [dict keys $layers::below_tcl]] "the rooms of the harness"
tap::ok [expr {[dict size $files] > 60 && [dict size $arrows] > 200}] \
    "[dict size $files] files in Tcl have [dict size $arrows] arrows"
tap::is [join [layers::backward $arrows $rooms $layers::below_tcl] \n] {} "no file in Tcl uses one of a room above its own"
tap::is [join [layers::rings $arrows] \n] {} "nor do they go round"
tap::done

# test-codes.tcl -- names and abilities of other codes come from their adapters: one that nobody has heard of is in the
# help, the choices, the completion and the packages as soon as its file is there, and nothing else names a code.
package require trundle::testing
package require trundle::codes
package require trundle::bench
namespace import testing::*
set source [file normalize [expr {[info exists env(srcdir)] ? $env(srcdir) : ".."}]]
testing::start

proc codes.sh {folder what} {
    return [split [exec sh $folder/mk/codes.sh $what] \n]
}

# What the shell reads and what Tcl reads.
foreach code [trundle::codes::run] {
    package require trundle::engine::$code
    foreach key {title tried program packages greets} {
        tap::ok [expr {[trundle::codes::of $code $key] ne ""
            && [trundle::codes::of $code $key] eq [set trundle::export::${code}::$key]}] "$code says its $key"
    }
    foreach proc {cannot differs write command result} {
        tap::ok [llength [info procs ::trundle::export::${code}::$proc]] "$code has $proc"
    }
}
tap::is [codes.sh $source names] [trundle::codes::run] "the shell and Tcl read the same names"
tap::is [lsort [codes.sh $source packages]] [lsort -unique [concat {*}[lmap code [trundle::codes::run] {
    trundle::codes::of $code packages
}]]] "the same packages"
tap::is [lmap code [trundle::codes::tables] {
    package require trundle::engine::$code
    expr {[llength [info procs ::trundle::export::${code}::write]] > 0}
}] [lmap code [trundle::codes::tables] {expr {$code in [trundle::codes::run]}}] "what writes decks has a program"
tap::is [trundle::codes::with bench_check] [list [trundle::bench::check-code]] "`bench -check` compares with one code"

# debian/control has no list of its own.
set control [contents $source/debian/control]
tap::ok [regexp {\nSuggests:(?:\n [^\n]*)*\n \$\{trundle:Codes\},\n} $control] "the package suggests what the adapters name"
tap::is [lmap package [codes.sh $source packages] {
    if {![regexp "\\m$package\\M" $control]} continue
    set package
}] {} "and names none itself"
set rules [contents $source/debian/rules]
regexp {Codes=\$\$\(([^\n]*)\)"} $rules - line
cd $source
tap::is [exec sh -c [string map {$$ $} $line]] [join [codes.sh $source packages] {, }] "debian/rules makes a list of them"
cd $testing::folder/work

# Files that name a code where they should ask; comments, examples, and the format of a dump may.
foreach file [concat [glob $source/verification/harness/*/*.tcl] $source/bootstrap $source/mk/mutants.tcl $source/.ci/stages] {
    if {![file exists $file]} continue          ;# (.ci is in no tarball)
    set named {}
    foreach line [split [contents $file] \n] {
        if {[regexp {^\s*(?:#|\{)|dump, one LAMMPS} $line]} continue
        foreach code [trundle::codes::run] {
            if {[regexp -nocase "\\m(?:$code|[trundle::codes::of $code program])\\M" $line]} {
                lappend named $line
            }
        }
    }
    tap::is $named {} "[file tail $file] names no code"
}

# A code called nemo: its adapter, and nothing else.
file delete $testing::folder/verification/engines
file mkdir $testing::folder/verification/engines $testing::folder/mk
file copy $source/mk/codes.sh $testing::folder/mk
foreach file [glob $source/verification/engines/*.tcl] {
    file copy $file $testing::folder/verification/engines
}
file delete $testing::folder/verification/harness
foreach file [glob -directory $source -tails verification/harness/*.* verification/harness/*/*.*] {
    file mkdir [file dirname $testing::folder/$file]
    file link -symbolic $testing::folder/$file [file normalize $source/$file]
}
testing::write $testing::folder/verification/engines/nemo.tcl [string map {
    esys nemo esysparticle nautilus esys-particle nautilus-dem ESyS-Particle Nautilus
} [string map {esysparticle nautilus esys-particle nautilus-dem} [contents $source/verification/engines/esys.tcl]]]
foreach command {export run case verify reproduce bench} {
    tap::ok [regexp {\mnemo\M} [works "help of $command" $command --help]] "$command knows nemo"
}
tap::ok [regexp -line {export:-to\).*\mnemo\M} [works completion completion bash]] "the shell completes it"
testing::write drop.tcl "[join [lmap line [split [string trim $testing::head] \n] {string trim $line}] \n]
laws -as nemo
sphere ball -radius 0.01 -position {0 0 1} -material clay\nrun until 1e-3"
works "a deck of it" export drop.tcl -to nemo -approximate
tap::ok [string match "*written by Trundle*for Nautilus;*" [contents drop-nemo/deck.py]] "its deck"
testing::refused "*-engine is \"nemo\", but its program is not installed*" {run drop.tcl -engine nemo} "it is not installed"
tap::is [codes.sh $testing::folder names] [lsort [list {*}[trundle::codes::run] nemo]] "bootstrap asks it"
tap::ok [expr {"nautilus-dem" in [codes.sh $testing::folder packages]}] "and installs it"
testing::end

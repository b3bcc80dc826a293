# pkgIndex.tcl -- the parts of the suite and of the command line; each is read
# only when it is asked for, so that a short command starts quickly.
foreach part {advice bench bounds cli codes columns converge elsewhere export figures film flux foreign formats harness kinematics language
    manual mistakes model-json output own page pool portable printed progress provenance report rivals scenario script
    seams shelf snapshots sweep touches unfinished value vectors} {
    package ifneeded trundle::$part 1.0 [list source [file join $dir $part.tcl]]
}
foreach name {new run case sweep verify reproduce identify plot film convert info init-ci export ledger bench completion} {
    package ifneeded trundle::command::$name 1.0 \
        [list source [file join $dir command-$name.tcl]]
}
foreach file [glob -nocomplain -directory [file join [file dirname $dir] engines] *.tcl] {
    package ifneeded trundle::engine::[file rootname [file tail $file]] 1.0 [list source $file]
}
package ifneeded trundle::bench::state 1.0 [list source [file join $dir bench-state.tcl]]
package ifneeded trundle::report::codes 1.0 [list source [file join $dir report-codes.tcl]]
package ifneeded trundle::sweep::plot 1.0 [list source [file join $dir sweep-plot.tcl]]
unset -nocomplain part name file

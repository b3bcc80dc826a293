# pkgIndex.tcl -- the parts of the suite and of the command line, one file each, in rooms: base, language,
# runs, codes, pictures, suite, bench, commands. A part is read only when it is needed, so that a short command starts
# quickly.
foreach file [glob -nocomplain -directory $dir */*.tcl] {
    set name [file rootname [file tail $file]]
    switch -glob -- [file tail [file dirname $file]]/$name {
        language/read-script {continue}
        commands/cli - commands/dispatch - commands/manual - commands/worker {}
        commands/* {set name command::$name}
        bench/state {set name bench::state}
        suite/report-* - suite/sweep-plot {set name [string map {- ::} $name]}
    }
    package ifneeded trundle::$name 1.0 [list source $file]
}
foreach file [glob -nocomplain -directory [file join [file dirname $dir] engines] *.tcl] {
    package ifneeded trundle::engine::[file rootname [file tail $file]] 1.0 [list source $file]
}
unset -nocomplain name file

# pkgIndex.tcl -- the parts of the suite and of the command line, one file each; a part is read only when it is asked
# for, so that a short command starts quickly.
foreach file [glob -nocomplain -directory $dir *.tcl] {
    set name [file rootname [file tail $file]]
    switch -glob -- $name {
        pkgIndex - read-script {}
        command-* {package ifneeded trundle::command::[string range $name 8 end] 1.0 [list source $file]}
        bench-state - report-codes - sweep-plot {
            package ifneeded trundle::[string map {- ::} $name] 1.0 [list source $file]
        }
        default {package ifneeded trundle::$name 1.0 [list source $file]}
    }
}
foreach file [glob -nocomplain -directory [file join [file dirname $dir] engines] *.tcl] {
    package ifneeded trundle::engine::[file rootname [file tail $file]] 1.0 [list source $file]
}
unset -nocomplain name file

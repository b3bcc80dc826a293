# pkgIndex.tcl -- what the tests written in Tcl share; no part of an installation.
package ifneeded tap 1.0 [list source [file join $dir tap.tcl]]
package ifneeded trundle::testing 1.0 [list source [file join $dir testing.tcl]]

# parts.tcl -- a page may go on in parts, PAGE-PART.nw, and what stands there belongs to
# the page.
namespace eval parts {}

# The name of the chapter to which a file belongs: its own, or that of its page.
proc parts::of {root file} {
    set name [file rootname [file tail $file]]
    foreach at [lmap one [regexp -all -inline -indices -- - $name] {lindex $one 0}] {
        set page [string range $name 0 $at-1]
        if {[file exists [file join $root [file dirname $file] $page.nw]]} {
            return $page
        }
    }
    return $name
}

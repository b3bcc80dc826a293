# test-version.tcl -- the version stands in six places, which agree; a version that is not released is called so in all
# that say it.
package require tap
set source [file normalize [expr {[info exists env(srcdir)] ? $env(srcdir) : "."}]]
source [file join [file dirname [file normalize [info script]]] files.tcl]
namespace import files::*

# first FILE PATTERN -> what the pattern's brackets hold where it fits first, or "nothing".
proc first {file pattern} {
    return [expr {[regexp -line -- $pattern [read-text $file] -> found] ? $found : "nothing"}]
}
set version [first $source/configure.ac {^AC_INIT\(\[Trundle\], \[([^]]*)\]}]
tap::ok [regexp {^\d+\.\d+\.\d+$} $version] "configure.ac has the version $version"
tap::is [first $source/NEWS {^(\d\S*)}] $version "NEWS begins with it"
tap::is [first $source/CITATION.cff {^version: (\S+)$}] $version "CITATION.cff has it"
tap::is [first $source/debian/changelog {^trundle \(([^)]+)-\d+\)}] $version "debian/changelog begins with it"
tap::is [first $source/python/pyproject.toml {^version = "([^"]+)"}] $version "python/pyproject.toml has it"
tap::is [exec $env(TCLSH) bin/trundle -V] "trundle $version" "the command tells it"
tap::is [first src/trundle.pc {^Version: (\S+)$}] $version "pkg-config tells it"

set open [expr {[first $source/NEWS {^\d\S*(.*)$}] ne ""}]
tap::is [first $source/debian/changelog {^trundle \([^)]+\) (\w+);}] [expr {$open ? "UNRELEASED" : "unstable"}] \
    "NEWS and debian/changelog agree on whether it is released"
tap::is [regexp -line {^date-released: \d} [read-text $source/CITATION.cff]] [expr {!$open}] \
    "CITATION.cff has a date if it is"

# The name of the package with the library follows the library's own.
lassign [split [first $source/Makefile.am {-version-info ([\d:]+)}] :] current revision age
tap::is [first $source/debian/control {^Package: (libtrundle\d+)$}] libtrundle[expr {$current - $age}] \
    "the package of the library has the number of its interface"
tap::done

# test-install.tcl -- every way to install works from a used build folder: make install prefix=DIR, configure
# --prefix=DIR again, DESTDIR; and uninstall leaves nothing.  It is tried in a copy of the build folder.
package require tap

set source [expr {[info exists env(srcdir)] ? $env(srcdir) : "."}]
unset -nocomplain env(MAKEFLAGS) env(MFLAGS) env(MAKELEVEL) env(TCLLIBPATH)
close [file tempfile room]
file delete $room

# The source folder must have the same place beside the copy: the notes of the compiler name it so.
set copy $room/top/build
set path [file split $source]
if {[file pathtype $source] eq "absolute"} {
    set path {}
} elseif {$source eq "."} {
    puts "1..0 # SKIP the build folder is the source folder"
    exit
}
foreach part $path {
    if {$part eq ".."} {
        append up /up
    }
}
set copy $room/top[expr {[info exists up] ? [string range $up 0 end-3] : ""}]/build
file mkdir $copy
set root [file normalize $copy/$source]
set rest [lsearch -all -inline -not -exact $path ..]
if {[llength $rest]} {
    file mkdir [file dirname $root]
    file link -symbolic $root [file normalize $source]
} elseif {[llength $path]} {
    foreach name [glob -tails -directory $source * .version .ci] {
        if {![file exists $root/$name] && $name ni {build up}} {
            file link -symbolic $root/$name [file normalize $source/$name]
        }
    }
}
exec sh -c {tar -cf - --exclude=./html --exclude=./html-t --exclude=./web --exclude=./exhibits --exclude=./coverage --exclude=./mutants \
    --exclude=./report --exclude='./*.log' --exclude='./*/*.log' --exclude='./trundle-*' . 2>/dev/null | tar -xf - -C "$0"} $copy
cd $copy

# The status of a command, and what it says where it fails.
proc runs {args} {
    set status [catch {exec {*}$args 2>@1} text]
    if {$status} {
        tap::note [string range $text end-600 end]
    }
    return [expr {!$status}]
}

# What is installed there runs a case with the library of this place.
proc installed {place what} {
    tap::ok [runs $place/bin/trundle case normal-impact] "$what: the command runs a case"
    tap::is [glob -nocomplain -tails -directory $place include/trundle/trundle.h lib/pkgconfig/trundle.pc lib/tcltk/trundle/trundle.so] \
        {include/trundle/trundle.h lib/pkgconfig/trundle.pc lib/tcltk/trundle/trundle.so} "$what: headers, trundle.pc and the Tcl package"
    set ::env(PKG_CONFIG_PATH) $place/lib/pkgconfig
    tap::is [exec pkg-config --variable=libdir trundle] $place/lib "$what: pkg-config knows the place"
}

tap::ok [runs $env(MAKE) install prefix=$room/one] "make install prefix=DIR"
installed $room/one "with prefix=DIR"
tap::ok [runs $source/configure -q --prefix=$room/two CC=$env(CC)] "configure --prefix=DIR in a used build folder"
tap::ok [runs $env(MAKE) install] "make install"
installed $room/two "after configure"
tap::ok [runs $env(MAKE) install DESTDIR=$room/stage] "make install DESTDIR=DIR"
tap::ok [file exists $room/stage$room/two/bin/trundle] "with DESTDIR: the command lies there"
tap::ok [runs $env(MAKE) uninstall] "make uninstall"
tap::is [glob -nocomplain $room/two/* $room/two/*/*] {} "uninstall leaves nothing"
cd $room/..
file delete -force $room
tap::done

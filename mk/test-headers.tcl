# test-headers.tcl -- what is installed can be used: every header alone in C and in
# C++, the example of trundle(3) with pkg-config against an installation, and no
# header speaks of files that are not there.
package require tap

set source [expr {[info exists env(srcdir)] ? $env(srcdir) : "."}]
unset -nocomplain env(MAKEFLAGS) env(MFLAGS) env(MAKELEVEL)
close [file tempfile room]
file delete $room
file mkdir $room

# A command with arguments: the list of its status and all that it says.
proc told {args} {
    set status [catch {exec {*}$args 2>@1} text]
    return [list $status $text]
}

lassign [told $env(MAKE) DESTDIR=$room install-libLTLIBRARIES install-pkgconfigDATA \
    install-pkgincludeHEADERS install-nodist_pkgincludeHEADERS] status text
tap::is $status 0 "library, headers and trundle.pc are installed"
if {$status} {
    tap::note $text
}
set include $room$env(INCLUDEDIR)
set headers [lsort [glob -directory $include -tails trundle/*.h]]
tap::ok [expr {"trundle/trundle.h" in $headers}] "trundle.h is among the [llength $headers] headers"

# The headers that a compiler does not take, or not without a warning.
proc refused {compiler} {
    global headers include room
    set bad {}
    foreach header $headers {
        set file [open $room/one.c w]
        puts $file "#include <$header>"
        close $file
        lassign [told {*}$compiler -Wall -Wextra -Werror -fsyntax-only -I$include $room/one.c] status text
        if {$status} {
            lappend bad $header
            tap::note [string range $text 0 400]
        }
    }
    return $bad
}
tap::is [refused [list {*}$env(CC) -std=c11]] {} "each header alone is C"
if {[auto_execok g++] eq ""} {
    tap::ok 1 "each header alone is C++ # SKIP there is no g++"
} else {
    tap::is [refused {g++ -std=c++17 -x c++}] {} "each header alone is C++"
}

set lines {}
set mute {}
foreach header $headers {
    set file [open $include/$header]
    set text [read $file]
    close $file
    if {[regexp -line {^#line} $text]} {
        lappend lines $header
    }
    if {![string match "/\\* [file tail $header] -- *" $text]} {
        lappend mute $header
    }
}
if {$env(TRUNDLE_STAMP) eq "stamp"} {
    tap::is $lines {} "no header has a #line"
} else {
    tap::ok [llength $lines] "headers have #line # SKIP configured with --enable-lines"
}
tap::is $mute {} "each header begins with its name and what it is for"

# The example of the manual page, as a reader sees it.
set page [open $source/man/trundle.3]
regexp {\.SH EXAMPLE.*?\.nf\n(.*?)\.fi} [read $page] -> program
close $page
set file [open $room/ball.c w]
puts $file [string map {\\- - \\e \\} $program]
close $file
set ::env(PKG_CONFIG_PATH) $room$env(LIBDIR)/pkgconfig
set ::env(PKG_CONFIG_SYSROOT_DIR) $room
set ::env(LD_LIBRARY_PATH) $room$env(LIBDIR)
lassign [told pkg-config --cflags --libs trundle] status flags
tap::is $status 0 "pkg-config knows trundle"
lassign [told {*}$env(CC) -std=c11 -Wall -Wextra -Werror -o $room/ball $room/ball.c {*}$flags -lm] status text
tap::is $status 0 "the example of the manual page compiles"
if {$status} {
    tap::note $text
}
lassign [told $room/ball] status text
tap::is $status 0 "the ball rolls with 5/7 of its speed: $text"
file delete -force $room
tap::done

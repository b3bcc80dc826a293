# test-bootstrap.tcl -- bootstrap --no-install on a machine without packages names those that it would install, and no
# others; on one that has stand-ins it misses nothing.
package require tap
set source [file normalize [expr {[info exists env(srcdir)] ? $env(srcdir) : "."}]]
close [file tempfile room]
file delete $room
file mkdir $room

# What bootstrap says where the packages of a list are installed, by a dpkg-query of ours; and its status.
proc told {installed args} {
    global room source env
    set channel [open $room/dpkg-query w 0755]
    puts $channel "#!/bin/sh\nfor p do :; done\ncase ' $installed ' in *\" \$p \"*) echo 'install ok installed' ;; esac"
    close $channel
    set path $env(PATH)
    set env(PATH) $room:$path
    set status [catch {exec sh $source/bootstrap --no-install --build $room/build {*}$args </dev/null 2>@1} text settings]
    set env(PATH) $path
    return [list [expr {$status ? [lindex [dict get $settings -errorcode] 2] : 0}] $text]
}

lassign [told ""] status text
tap::is $status 2 "missing packages end it with status 2"
regexp {apt-get install --no-install-recommends ([^\n]*)} $text - named
regexp {\npackages='(.*?)'} [exec cat $source/bootstrap] - listed
tap::is $named [join $listed] "the packages of its list are named, in their order"
lassign [told [lrange $named 2 end]] status text
tap::ok [expr {$status == 2 && [string match "*apt-get install --no-install-recommends [lrange $named 0 1]*" $text]}] \
    "what is there is not asked for"
set other [lmap p [lrange $named 1 end] {string map {gnuplot-nox gnuplot-qt pkg-config pkgconf} $p}]
lassign [told $other] status text
tap::ok [string match "Missing Debian packages: [lindex $named 0]\n*" $text] "gnuplot-qt and pkgconf stand in for others"
close [open $room/npm w 0755]
lassign [told "" --live book] status text
tap::ok [expr {[string match "*apt-get install* wasi-libc*" $text] && ![regexp {apt-get install[^\n]* npm} $text]}] \
    "an npm that is there, of whatever origin, is not asked for"
file delete -force $room
tap::done

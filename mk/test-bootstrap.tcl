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

# How long it will take, as it says when the tests begin: with a clock, a configure and a make of ours, which take the
# seconds that we say.
proc stub {name text} {
    set channel [open $::room/$name w 0755]
    puts $channel "#!/bin/sh\n$text"
    close $channel
}
file mkdir $room/tree/mk $room/bin
file copy $source/bootstrap $room/tree
file copy $source/mk/count-tests.sh $room/tree/mk
close [open $room/tree/configure.ac w]
stub tree/configure {touch Makefile config.status}
stub bin/date "cat $room/clock"
stub bin/dpkg-query {echo 'install ok installed'}
stub bin/make "echo \$* >>$room/made; case \$* in *check*) took=\$TESTS; echo ':test-result: PASS' >a.trs ;; *) took=\$BUILD ;; esac
echo \$((\$(cat $room/clock) + took)) >$room/clock-t && mv $room/clock-t $room/clock"
proc left {build tests args} {
    global room env
    set path $env(PATH)
    array set env [list PATH $room/bin:$path BUILD $build TESTS $tests]
    exec sh -c "echo 1000 >$room/clock"
    set text [exec sh $room/tree/bootstrap {*}$args check </dev/null 2>@1]
    set env(PATH) $path
    return [regexp -inline {== tests, [^\n]*} $text]
}
tap::is [left 50 600] {{== tests, about 2 min left}} "after a build of 50 s: 140 s"
file delete $room/tree/build/bootstrap.times
tap::is [left 400 600] {{== tests, about 14 min left}} "after one that took 400 s: 140 (400 + 20)/(50 + 20) s"
tap::is [left 0 300] {{== tests, about 10 min left}} "nothing to build: as long as they took here last"
tap::is [left 400 70] {{== tests, about 5 min left}} "whatever the build takes"
file delete $room/tree/build/bootstrap.times
tap::is [left 0 70] {{== tests, about 2 min left}} "nothing to build tells nothing"
tap::is [left 0 600 --tier full] {{== tests, about 42 min left}} "the long checks, too"
tap::is [left 0 70] {{== tests, about 70 s left}} "whose time tells nothing of the others"
set made [open $room/made]
tap::is [lrange [regexp -all -inline {TIER=\w+} [read $made]] end-1 end] {TIER=full TIER=quick} "make check is told the tier"
close $made
file delete -force $room
tap::done

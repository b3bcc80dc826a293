# mutants.tcl -- do the tests notice?  Changes our own code in one place, again and again, and
# asks the tests (make mutants MUTANTS='-sample 60 -seed 7', in the build folder).
#
#   -sample N    so many mutants that are no equivalents                    60
#   -seed WORD   the order in which they are drawn                          1
#   -jobs N      side by side                                               all processors
#   -minutes M   draw none after M minutes                                  0 (no end)
#   -most N      fail when more than N survive                              (no limit)
#   -only GLOBS  of these chapters, files or lines (sliding:217); the tools of the build only by name (mk/*)    *
#   -quick       ask no pages, and for a mutant in C only its own tests, or where it has none the quickest others in C: what survives is open
#   -ask NAMES   ask these tests and nothing else (test-new.tcl; pages: the quick checks of all pages), and each to its
#                end: what each of them notices, whoever else does
#   -own         ask only its own tests of at most 3 s: most that fall fall at once; what does not is not recorded
#   -record FILE add to FILE how many mutants each test has noticed, and the share of this sample; FILE takes a sample once
#   -bears FILE  fail when the share of FILE lies above the interval of this run, or less than half of the sample was asked
#   -list        print the mutants, ask nothing
#
# Five turns, as long as there is time: all mutants are asked of their own tests and of quick ones in C; those that
# are open then of the other tests in C, those in Tcl of the tests that speak of their file, what is left of all tests
# in Tcl, and what is still left of the pages.  What a
# test is without a mutant is measured at the head of the turn that needs it.
# A mutant is compiled only where it is included (-MMD), with -O1, without the paths v3 and v4.  One that mistakes a
# pointer for another or for a number, or what a message is given, does not compile: no warning is allowed in a build.
# The chapter's own tests (of its name, or that ask for its package) are asked first, then the other tests in C that contain the changed code, those
# first that have noticed most in its file for their time, then those in Tcl and the quick checks of the pages; only
# those that come to its line in C, or its command in Tcl.  Where the compiler makes
# the same objects, with -O2 for one that survives, the mutant is none.  Tests in C run with the
# checks of GNU's malloc, on memory that is not zero.  Each run has a limit of time and memory: a mutant that
# runs into it is killed.  mutants/results.csv keeps what is known, so a run that was stopped
# goes on; a killed mutant holds as long as its line stands, a survivor until a test changes.
# data/mutants.csv has kinds of changes that nothing can notice: a survivor among them counts as one with a reason.  A mutant of a tool of the build meets the
# tests of this tool alone, in a copy of the source folder that is made of links.
#
# make tells the compiler and the files in MUTANTS_*; see mk/mutants.am.
package require Tcl 8.6
package require csv
source [file join [file dirname [info script]] mutate.tcl]
source [file join [file dirname [info script]] gcov.tcl]

# ccache may rename sources, does not see a changed header that comes before another of its name, and writes outside of
# the folder of a worker.
set ::env(CCACHE_DISABLE) 1

namespace eval mutants {
    namespace import ::files::read-text ::files::write-text ::files::table ::files::share-noticed
    variable script [file normalize [info script]]
    variable set {-sample 60 -seed 1 -jobs 0 -minutes 0 -most "" -only * -quick 0 -ask "" -own 0 -record "" -bears "" -list 0}
    variable source [file normalize $::env(srcdir)]
    variable here [pwd]
    variable base $here/mutants/base
    variable columns {file line text kind old new nth verdict by cpu state}
    variable mistaken {-Werror=int-conversion -Werror=incompatible-pointer-types -Werror=discarded-qualifiers -Werror=format \
        -Wno-format-truncation -Wno-format-overflow}
    variable bounds {-fsanitize=bounds -fsanitize-undefined-trap-on-error}
    variable budget 2           ;# seconds of tests in C that a mutant without tests of its own meets at first
    variable noticed [dict create]      ;# {FILE TEST} -> how many mutants
    variable plain                      ;# NAME -> what failed without a mutant, and seconds; with -own
}

# ---- the parts of the program --------------------------------------------------------------

proc mutants::words {name} {
    return [lsearch -all -inline -not [regexp -all -inline {\S+} $::env(MUTANTS_$name)] ccache]
}

# C is taken with its #line from mutants/lines, where `make mutants` tangles it.
proc mutants::path {file} {
    variable here
    variable source
    foreach folder [list $here/mutants/lines $here] {
        if {[file exists $folder/$file]} {
            return $folder/$file
        }
    }
    return $source/$file
}

# The name of a file of ours, lit/... or src/..., from what a compiler calls it; "" for others.
proc mutants::short {path} {
    variable here
    variable source
    # The longest folder first: one may lie in another.
    foreach folder [lsort -command {apply {{a b} {expr {[string length $b] - [string length $a]}}}} \
            [list $here/mutants/lines $here $source]] {
        if {[string equal -length [string length $folder/] $folder/ $path]} {
            set path [string range $path [string length $folder/] end]
            break
        }
    }
    return [expr {[regexp {^(?:lit|src)/} $path] ? $path : ""}]
}

proc mutants::binary-of {file} {
    set channel [open $file rb]
    set bytes [read $channel]
    close $channel
    return $bytes
}

# Units: name -> {SOURCE FLAGS KIND}.  The sweep is compiled as one path and as the choice of
# paths; those of `paths` serve the chapter on paths alone.
proc mutants::units {} {
    set units [dict create]
    foreach file [words C] {
        dict set units [file rootname [file tail $file]] [list $file {} library]
    }
    dict set units sweep-baseline {src/sweep.c -DTR_KERNEL=tr_sweep_baseline library}
    dict set units sweep-paths {src/sweep.c -DTR_PATHS paths}
    dict set units sweep-v3 {src/sweep.c {-DTR_PATHS -DTR_KERNEL=tr_sweep_v3 -march=x86-64-v3} paths}
    dict set units sweep-v4 {src/sweep.c {-DTR_PATHS -DTR_KERNEL=tr_sweep_v4 -march=x86-64-v4 -mprefer-vector-width=512} paths}
    foreach program [words TESTS] {
        dict set units [file tail $program] [list $program.c {} test]
    }
    foreach file [words TCL_C] {
        dict set units [file rootname [file tail $file]] [list $file {} tcl]
    }
    return $units
}

# Compile a unit as OBJECT; sources in the folder FIRST go before others.  The name of the file
# that the compiler sees is the same for a mutant, and so are the bytes where nothing has changed.
# LEVEL: one option or several; with none, what goes past an array of known length ends the program.
proc mutants::compile {unit object {first ""} {level ""}} {
    variable here
    variable source
    variable bounds
    if {$level eq ""} {
        set level [list -O1 {*}$bounds]
    }
    lassign $unit file flags kind
    set path [path $file]
    if {$first ne "" && [file exists $first/$file]} {
        set path $first/$file
    }
    variable mistaken
    set include [expr {$first eq "" ? {} : [list -I$first/src]}]
    set bad [catch {
        exec timeout 300 {*}[words CC] {*}[words CFLAGS] {*}$mistaken {*}$level -fPIC {*}$flags -MMD -MF $object.d \
            {*}$include -I$here/mutants/lines/src -I$here/src -I$source/src {*}[expr {$kind eq "tcl" ? [words TCLFLAGS] : {}}] \
            -c -o $object.o $path 2>@1
    } said]
    if {$bad && $first eq ""} {
        puts $said
    }
    return $bad
}

proc mutants::same {one two} {
    return [expr {![catch {exec cmp -s $one $two}]}]
}

# ---- running one test ------------------------------------------------------------------------

# Tests by name -> {KIND COMMAND}; KIND is c, tcl or page.  Names of those in Tcl end in .tcl: test-sweep in C and
# test-sweep.tcl are two.
proc mutants::tests {} {
    variable source
    set tests [dict create]
    foreach program [words TESTS] {
        # Who asks the allocator what it has given would hear nothing from the one that checks.
        set checks [expr {[string match {*"test-memory.h"*} [read-text [path $program.c]]] ? "" : "LD_PRELOAD=libc_malloc_debug.so.0 MALLOC_CHECK_=3"}]
        dict set tests [file tail $program] [list c "env $checks MALLOC_PERTURB_=85 stdbuf -oL ./[file tail $program]"]
    }
    foreach file [words TCL_TESTS] {
        dict set tests [file tail $file] [list tcl [list $::env(TCLSH) $source/$file]]
    }
    foreach file [words TOOL_TESTS] {
        dict set tests [file tail $file] [list tool [list env srcdir=source $::env(TCLSH) source/$file]]
    }
    foreach file [words PAGES] {
        set page [file rootname [file tail $file]]
        dict set tests $page [list page [list $::env(TCLSH) bin/trundle verify -tier quick -format tap $page]]
    }
    return $tests
}

# Run a test in this folder, `limit` seconds of processor at most.  Gives what failed (test functions,
# checks, or the program when it ended badly) and the seconds of processor.  Those in Tcl end with the first failure,
# unless `all` is asked.
proc mutants::ask {kind name command limit {all 0}} {
    set channel [open [list | timeout -s KILL [expr {10*$limit + 60}] sh -c "ulimit -t $limit; ulimit -v 12000000; \"\$@\"; s=\$?; times; exit \$s" \
        sh {*}$command </dev/null 2>@1] r]
    fconfigure $channel -encoding utf-8
    set failed {}
    set test ""
    set times ""
    while {[gets $channel line] >= 0} {
        if {[regexp {^# test (\w+):} $line - test]} continue
        if {[regexp {^not ok \d+ - (.*)} $line - title] && ![regexp {# (TODO|SKIP)} $line]} {
            if {$kind eq "c"} {
                lappend failed $name/$test
            } else {
                lappend failed [expr {$kind eq "page" && [regexp {^(\S+/\S+):} $title - check] ? $check
                    : $all && $kind eq "page" ? $name : "$name/$title"}]
                if {!$all} break
            }
        }
        set times [lreplace [concat $times [list $line]] 0 end-2]
    }
    if {$kind ne "c" && $failed ne {} && !$all} {
        catch {exec sh -c "kill [pid $channel]"}     ;# timeout ends its group
    }
    if {[catch {close $channel} message] && $failed eq {}} {
        lappend failed [expr {$test eq "" ? $name : "$name/$test"}]
    }
    set cpu 0
    foreach {- minutes seconds} [regexp -all -inline {(\d+)m([\d.]+)s} [lindex $times 1]] {
        set cpu [expr {$cpu + 60*$minutes + $seconds}]
    }
    # Where most of a test in Tcl falls, no check of it is told apart.
    if {$kind in {tcl tool} && [llength $failed] > 8} {
        set failed [list $name]
    }
    return [list [lsort -unique $failed] $cpu]
}

# ---- the program without a change --------------------------------------------------------------

# A folder in which tests run as in the build folder.
proc mutants::furnish {folder} {
    variable here
    variable source
    file mkdir $folder
    foreach old [glob -nocomplain -directory $folder *] {
        file delete -force $old
    }
    file mkdir $folder/bin $folder/src/.libs $folder/src/trundle $folder/verification/pages $folder/figures \
        {*}[lsort -unique [lmap name [words HARNESS] {file join $folder [file dirname $name]}]]
    file copy $here/bin/trundle $folder/bin
    file copy $here/src/pkgIndex.tcl $folder/src
    foreach name {data examples verification/tests figures/style.gp} {
        file link -symbolic $folder/$name $source/$name
    }
    foreach name [words HARNESS] {
        file link -symbolic $folder/$name $source/$name
    }
    foreach name [concat [words PAGES_FILES] [words FIGURES]] {
        file link -symbolic $folder/$name [path $name]
    }
    mirror $source $folder/source {mk verification verification/tests}
}

# A folder of links to what stands in another; those folders that are named, by their paths in it, are folders again.
proc mutants::mirror {from to real {at ""}} {
    file mkdir $to
    foreach name [lsearch -all -inline -not -exact [glob -nocomplain -tails -directory $from *] build] {
        if {"$at$name" in $real} {
            mirror $from/$name $to/$name $real $at$name/
        } else {
            file link -symbolic $to/$name $from/$name
        }
    }
}

# Is this a tool of the build?  Where a test finds a file that has changed, in its folder.
proc mutants::tool? {file} {
    return [string match mk/* $file]
}
proc mutants::place {file} {
    return [expr {[tool? $file] ? "source/$file" : $file}]
}

proc mutants::environment {folder} {
    variable source
    set ::env(TCLLIBPATH) [list $folder/src $folder/verification/harness $source/verification/tests]
    set ::env(OMP_WAIT_POLICY) passive
    cd $folder
}

proc mutants::link {objects file {more {}}} {
    exec timeout 300 {*}[words CC] -fopenmp {*}$more -o $file {*}$objects [archive $more] {*}[words LIBS] 2>@1
}

proc mutants::module {objects file {more {}}} {
    exec timeout 300 {*}[words CC] -fopenmp {*}$more -shared -o $file {*}$objects [archive $more] \
        {*}[words TCLLIBS] {*}[words LIBS] 2>@1
}

# The library that is not changed; in the folder counted the compiler has added counters of lines.
proc mutants::archive {more} {
    variable base
    return $base[expr {"--coverage" in $more ? "/counted" : ""}]/library.a
}

# Run `command NAME` for each, so many side by side, and `take NAME OUTPUT BAD` when one has ended.
proc mutants::together {names jobs command take} {
    variable queue_of_names $names
    variable ended 0
    for {set k 0} {$k < $jobs} {incr k} {
        next-of $command $take
    }
    while {$ended < $jobs} {
        vwait mutants::ended
    }
}

proc mutants::next-of {command take} {
    variable queue_of_names
    variable ended
    if {![llength $queue_of_names]} {
        incr ended
        return
    }
    set queue_of_names [lassign $queue_of_names name]
    set channel [open [list | {*}$command $name 2>@1] r]
    fconfigure $channel -encoding utf-8 -blocking 0
    variable said
    set said($channel) ""
    fileevent $channel readable [list mutants::hear $channel $name $command $take]
}

proc mutants::hear {channel name command take} {
    variable said
    append said($channel) [read $channel]
    if {[eof $channel]} {
        fconfigure $channel -blocking 1
        set bad [catch {close $channel}]
        set text $said($channel)
        unset said($channel)
        {*}$take $name $text $bad
        next-of $command $take
    }
}

# Compile all units that have changed; then the archive, and what each test contains: a dict of
# test -> units.  For Tcl alone the program as it was made will do.
proc mutants::prepare {jobs} {
    variable base
    variable script
    file mkdir $base
    set units [units]
    set known [expr {[file exists $base/known] ? [read-text $base/known] : {}}]
    set stale [dict keys [dict filter $units script {name unit} {
        expr {![file exists $base/$name.o] || ([lindex $unit 2] ne "paths" && ![file exists $base/counted/$name.o])
            || ![dict exists $known $name] || [dict get $known $name] ne [print $name]}
    }]]
    puts "# compiling [llength $stale] of [dict size $units] units"
    file mkdir $base/counted
    together $stale $jobs [list $::env(TCLSH) $script -compile] mutants::compiled
    dict for {name unit} $units {
        if {$name in $stale} {
            dict set known $name [print $name]
        }
    }
    write-text $base/known $known
    foreach folder {"" /counted} more {{} --coverage} {
        file delete $base$folder/library.a
        exec ar rc $base$folder/library.a {*}[lmap name [kind library] {set _ $base$folder/$name.o}]
        foreach test [kind test] {
            set map($test) [link [list $base$folder/$test.o -Wl,-M] $base$folder/$test $more]
        }
        module [lmap name [kind tcl] {set _ $base$folder/$name.o}] $base$folder/trundle.so $more
    }
    set members [dict create]
    foreach test [kind test] {
        dict set members $test $test
        foreach name [lsort -unique [regexp -all -inline {library\.a\([\w-]+\.o} $map($test)]] {
            dict lappend members $test [string range $name 10 end-2]
        }
    }
    return $members
}

proc mutants::compiled {name said bad} {
    if {$bad} {
        puts stderr "mutants: $name does not compile\n$said"
        exit 2
    }
}

# A unit as it is, and with counters.
proc mutants::compile-both {name} {
    variable base
    set unit [dict get [units] $name]
    return [expr {[compile $unit $base/$name]
        || ([lindex $unit 2] ne "paths" && [compile $unit $base/counted/$name "" {-O1 --coverage}])}]
}

proc mutants::kind {kind} {
    return [dict keys [dict filter [units] script {name unit} {expr {[lindex $unit 2] eq $kind}}]]
}

# The files of ours that a unit was compiled from.
proc mutants::dependencies {name} {
    variable base
    return [lmap file [lrange [regexp -all -inline {[^\s\\]+} [read-text $base/$name.d]] 1 end] {
        if {[string match /usr/* $file]} continue
        set file
    }]
}

# A print of what a unit was compiled from.
proc mutants::print {name} {
    variable base
    if {![file exists $base/$name.d]} {
        return ""
    }
    variable bounds
    set all [list [words CC] [words CFLAGS] $bounds [dict get [units] $name]]
    foreach file [dependencies $name] {
        if {![file exists $file]} {
            return ""
        }
        append all [read-text $file]
    }
    return [crc $all]
}

# What each test is without a mutant: a dict of name -> {SECONDS SEEN UNREACHED}: the seconds of processor that
# it needs, the commands of ours in Tcl that it comes to, and the lines of C that it does not reach (file -> spans).
# It is run with counters; where it fails so, without them, and reaches everything.  A process that does not come to
# its end leaves no counters, as a caged reader: what it alone executes is taken for unreached, and a mutant there may
# be told to survive that is not.  A test that fails as it is takes no part.
proc mutants::measure {tests jobs counted} {
    variable base
    variable script
    set common [common]
    set tools [join [lmap file [words TOOLS] {read-text [path $file]}] \n]
    variable times [expr {[file exists $base/times] ? [read-text $base/times] : {}}]
    variable prints [dict create]
    set compiled [expr {$counted ? [crc [binary-of $base/counted/trundle.so]] : ""}]
    set queue {}
    dict for {name test} $tests {
        lassign $test kind command
        dict set prints $name [expr {$kind eq "c" ? [list [crc [binary-of $base/$name]$command] ""]
            : [list [crc "[expr {$kind eq "tool" ? $tools : $common}][read-text [file-of $name]]"] $compiled]}]
        if {![dict exists $times $name] || [lindex [dict get $times $name] 0 0] ne [lindex [dict get $prints $name] 0]
                || ($counted && [lindex [dict get $times $name] 0 1] ne [lindex [dict get $prints $name] 1])} {
            lappend queue [list $name [expr {[dict exists $times $name] ? [lindex [dict get $times $name] 2] : 1e9}]]
        }
    }
    foreach folder [expr {$counted ? "counted plain" : "plain"}] {
        set w [file dirname $base]/$folder
        set from $base[expr {$folder eq "counted" ? "/counted" : ""}]
        furnish $w
        file copy -force $from/trundle.so $w/src/.libs
        foreach file [words TCL] {
            file delete $w/$file
            write-text $w/$file [watched $file [read-text [path $file]]]
        }
        foreach name [dict keys [dict filter $tests script {name test} {string equal [lindex $test 0] c}]] {
            file copy -force $from/$name $w
        }
    }
    # The longest first.
    together [lmap row [lsort -real -decreasing -index 1 $queue] {lindex $row 0}] $jobs \
        [list {*}[sandbox [file dirname $base]] $::env(TCLSH) $script -alone $counted] mutants::measured
    set alone [dict create]
    foreach name [dict keys $tests] {
        lassign [dict get $times $name] - failed seconds seen unreached
        if {$failed ne {}} {
            puts "# left out, fails without a mutant: $name ($failed)"
        } else {
            dict set alone $name [list $seconds $seen $unreached]
        }
    }
    return $alone
}

proc mutants::measured {name said bad} {
    variable base
    variable times
    variable prints
    if {$bad} {
        puts stderr "mutants: $name cannot be measured\n$said"
        exit 2
    }
    dict set times $name [list [dict get $prints $name] {*}$said]
    write-text $base/times $times
}

# One test in a folder without a change: {FAILED SECONDS SEEN UNREACHED}.
proc mutants::alone {counted name} {
    variable here
    variable base
    lassign [dict get [tests] $name] kind command
    foreach folder [expr {$counted ? "counted plain" : "plain"}] {
        environment $here/mutants/$folder
        set marks [pwd]/seen-$name
        file delete -force $marks
        file mkdir $marks
        set ::env(MUTANTS_SEEN) $marks
        set ::env(GCOV_PREFIX) $marks
        set ::env(GCOV_PREFIX_STRIP) [expr {[llength [file split $base/counted]] - 1}]
        lassign [ask $kind $name $command 900] failed seconds
        if {$failed eq {}} break
    }
    set seen [lmap mark [glob -nocomplain -tails -directory $marks -types f *] {
        if {[file extension $mark] eq ".gcda"} continue
        string map {% /} $mark
    }]
    fconfigure stdout -encoding utf-8
    puts [list $failed $seconds $seen [expr {$folder eq "counted" ? [unreached $marks $kind] : {}}]]
}

# The lines of C that have not been executed, by the counters left in a folder: FILE -> spans FIRST LAST.
proc mutants::unreached {folder kind} {
    variable base
    cd $folder
    set names [expr {$kind eq "c" ? [lmap file [glob -nocomplain *.gcda] {file rootname $file}] : [concat [kind library] [kind tcl]]}]
    foreach name $names {
        file link -symbolic $name.gcno $base/counted/$name.gcno
    }
    lassign {} lines branches
    gcov::add [lmap name $names {string cat $name.gcno}] mutants::short lines branches
    set times [dict create]     ;# FILE -> LINE -> how often
    dict for {place count} $lines {
        dict set times {*}$place $count
    }
    return [dict map {file lines} $times {spans-of $lines [split [read-text [path $file]] \n]}]
}

# A line that counts and was never executed, with those behind it that go on with its statement: they do not
# count, and are set in deeper.
proc mutants::spans-of {times text} {
    set spans {}
    foreach line [lsort -integer [dict keys $times]] {
        if {[dict get $times $line]} continue
        set last $line
        regexp {^\s*} [lindex $text $line-1] indent
        while {![dict exists $times [expr {$last + 1}]] && [regexp {^(\s*)\S} [lindex $text $last] - deeper]
                && [string length $deeper] > [string length $indent]} {
            incr last
        }
        if {[llength $spans] && [lindex $spans end] == $line - 1} {
            lset spans end $last
        } else {
            lappend spans $line $last
        }
    }
    return $spans
}

# Can a test with such lines unreached notice this mutant in C?
proc mutants::reaches? {mutant unreached} {
    set file [dict get $mutant file]
    if {![dict exists $unreached $file]} {
        return 1
    }
    set line [dict get $mutant line]
    foreach {first last} [dict get $unreached $file] {
        if {$first <= $line && $line <= $last} {
            return 0
        }
    }
    return 1
}

# The procedures of a Tcl file: lists of NAME, first and last line.
proc mutants::procedures {text} {
    set starts [dict get [mutate::state file $text] starts]
    return [lmap {all name} [regexp -all -inline -indices -line {^[ \t]*proc[ \t]+([\w:.-]+)[ \t].*\{$} $text] {
        set end [mutate::brace $text [lindex $all 1]]
        list [string range $text {*}$name] [expr {[mutate::line-of $starts [lindex $all 0]] + 1}] \
            [expr {[mutate::line-of $starts $end] + 1}]
    }]
}

# The end of the word of Tcl that begins at `at`: in braces, in quotes or bare.
proc mutants::word-end {text at} {
    set first [string index $text $at]
    if {$first eq "\{"} {
        return [mutate::brace $text $at]
    }
    set depth 0
    set next [expr {$at + ($first eq "\"")}]
    while {[regexp -indices -start $next {\\.|[\s\[]\{|[\[\]"\s;]} $text place]} {
        lassign $place next last
        set what [string index $text $next]
        if {$depth == 0 && ($first eq "\"" ? $what eq "\"" : [regexp {[\s;]} $what])} {
            return [expr {$next - ($first ne "\"")}]
        }
        incr depth [expr {($what eq "\[") - ($what eq "\]")}]
        if {$depth > 0 && [string index $text $last] eq "\{"} {
            set last [mutate::brace $text $last]
        } elseif {$what ne "\\"} {
            set last $next
        }
        set next [expr {$last + 1}]
    }
    return [expr {[string length $text] - 1}]
}

# Where the commands of a script begin, and those of the scripts in them: what stands in braces or quotes that are
# no script, as the text of a file for another program, has none.  The script is text[at ... end].
proc mutants::starts {text at end} {
    set found {}
    while {$at <= $end} {
        if {[regexp -indices -start $at {\A(?:[\s;]|\\\n|#(?:[^\n\\]|\\.)*)+} $text gap]} {
            set at [expr {[lindex $gap 1] + 1}]
            if {$at > $end} break
        }
        lappend found $at
        set words {}
        while {$at <= $end && ![regexp -start $at {\A[\n;]} $text]} {
            set last [word-end $text $at]
            lappend words [list $at $last]
            set at [expr {$last + 1}]
            if {[regexp -indices -start $at {\A(?:[ \t]|\\\n)+} $text gap]} {
                set at [expr {[lindex $gap 1] + 1}]
            }
        }
        set name [string range $text {*}[lindex $words 0]]
        if {$name eq "switch"} {
            # Its last word is a list of patterns and scripts.
            lassign [lindex $words end] from to
            set words {}
            for {incr from} {[regexp -indices -start $from {\A\s*(\S)} $text - next] && [lindex $next 0] < $to} {set from [expr {$last + 1}]} {
                set last [word-end $text [lindex $next 0]]
                lappend words [list [lindex $next 0] $last]
            }
        } elseif {$name ni {if foreach for while catch try dict}} continue
        foreach word $words {
            lassign $word from to
            if {[string index $text $from] eq "\{" && [string first \n [string range $text $from $to]] >= 0} {
                lappend found {*}[starts $text [expr {$from + 1}] [expr {$to - 1}]]
            }
        }
    }
    return $found
}

# The lines of a procedure that begin a command, whatever goes on in it.
proc mutants::commands {lines first last} {
    set text [join [lrange $lines $first $last-2] \n]
    set at [dict get [mutate::state file $text] starts]
    set found {}
    foreach start [starts $text 0 [expr {[string length $text] - 1}]] {
        set k [expr {[mutate::line-of $at $start] + $first + 1}]
        if {[regexp {^ {4,}(set|lappend|append|incr|dict|lset|unset|puts|return|if|foreach|for|while|lassign) [^(]} [lindex $lines $k-1]]
                && ![string match {*\\} [lindex $lines $k-2]] && $k ni $found} {
            lappend found $k
        }
    }
    return [lsort -integer $found]
}

# The file with a word at the head of each procedure and of its commands, and one of its own, that
# leaves a mark when it is passed; no line moves.
proc mutants::watched {file text} {
    set lines [split $text \n]
    foreach procedure [procedures $text] {
        lassign $procedure name first last
        foreach k [commands $lines $first $last] {
            lset lines $k-1 "::seen [list $file:$k]; [lindex $lines $k-1]"
        }
        lset lines $first-1 "[lindex $lines $first-1] ::seen [list $file:$name];"
    }
    set first {proc ::seen mark {if {[info exists ::passed($mark)]} return; set ::passed($mark) 1; catch {close [open $::env(MUTANTS_SEEN)/[string map {/ %} $mark] w]}}}
    return "$first; ::seen [list $file:]; [join $lines \n]"
}

# The mark that one must pass to come to a mutant in Tcl: of its command, or of its procedure.
proc mutants::mark {mutant} {
    set file [lindex [dict get $mutant files] 0]
    set line [dict get $mutant line]
    set text [read-text [path $file]]
    set within ""
    foreach procedure [procedures $text] {
        lassign $procedure name first last
        if {$first < $line && $line <= $last} {
            set within [expr {$line in [commands [split $text \n] $first $last] ? $line : $name}]
        }
    }
    return $file:$within
}

# A print of what all tests in Tcl and all pages share.
proc mutants::common {} {
    variable source
    variable bounds
    set all $bounds
    foreach file [concat [words HARNESS] verification/tests/tap.tcl verification/tests/testing.tcl] {
        append all [read-text [path $file]]
    }
    return [crc $all]
}

# The file of a test in Tcl or of a page.
proc mutants::file-of {name} {
    foreach file [concat [words TCL_TESTS] [words TOOL_TESTS] [words PAGES_FILES]] {
        if {$name in [list [file tail $file] [file rootname [file tail $file]]]} {
            return [path $file]
        }
    }
    error "no test $name"
}

# A print of all tests, their tools and how they are compiled: a survivor is asked again when it has changed.
proc mutants::state {} {
    variable source
    variable bounds
    set all $bounds
    foreach file [concat [lmap program [words TESTS] {string cat $program.c}] [words TCL_TESTS] [words TOOL_TESTS] \
            [words PAGES_FILES]] {
        append all [read-text [path $file]]
    }
    return [crc $all]
}

# ---- one mutant ----------------------------------------------------------------------------------

# The tests of a mutant's own chapter or file.
proc mutants::own {mutant} {
    set end [expr {[file extension [dict get $mutant file]] eq ".tcl" ? ".tcl" : ""}]
    set own [lmap file [concat [dict get $mutant file] [dict get $mutant files]] {
        string cat test- [file rootname [file tail $file]] $end
    }]
    if {[string match verification/* [dict get $mutant file]]} {
        lappend own {*}[dict get {engines {test-export.tcl} harness {}} [lindex [file split [dict get $mutant file]] 1]]
    }
    # What is written for other programs, or read, is looked at in Tcl.
    set files {src/frames.c {test-convert.tcl test-contacts.tcl} src/states.c test-states.tcl lit/engine/writing.nw test-state
        src/bench-tcl.c {test-bench.tcl test-package.tcl} src/cage-tcl.c test-safe.tcl src/frames-tcl.c {test-convert.tcl test-info.tcl}
        src/functions-tcl.c test-functions.tcl src/groups-tcl.c {test-package.tcl test-input-files.tcl} src/identification-tcl.c {test-identify.tcl test-package.tcl}
        src/mechanics-tcl.c test-figures.tcl src/pairs-tcl.c test-codes-contacts.tcl src/meshes-tcl.c {test-meshes.tcl test-package.tcl}
        src/packed-tcl.c test-packed.tcl src/references-tcl.c test-references.tcl src/rows-tcl.c test-package.tcl
        src/trundle-tcl.c {test-package.tcl test-states.tcl} verification/harness/runs/unfinished.tcl test-resume.tcl
        verification/harness/base/vectors.tcl test-page.tcl
        mk/files.tcl test-ours.tcl mk/mutate.tcl test-mutants.tcl mk/ours.tcl test-numbers.tcl
        mk/parts.tcl {test-claims.tcl test-ledger.tcl}}
    if {[dict exists $files [dict get $mutant file]]} {
        lappend own {*}[dict get $files [dict get $mutant file]]
    }
    if {[string match src/*-tcl.c [dict get $mutant file]] || [tool? [dict get $mutant file]]} {
        return [lsort -unique $own]
    }
    foreach file [dict get $mutant files] {
        if {$end eq "" || ![regexp -line {^package provide (trundle::[\w-]+)} [read-text [path $file]] - package]
                || $package eq "trundle::command"} continue
        foreach test [words TCL_TESTS] {
            if {[regexp "package require $package\\M" [read-text [path $test]]]} {
                lappend own [file tail $test]
            }
        }
    }
    return $own
}

# The tests in Tcl that speak most often of a file in Tcl, four at most: they are asked before all are measured.
proc mutants::named {mutant} {
    set file [dict get $mutant file]
    if {[file extension $file] ne ".tcl"} {
        return {}
    }
    set word [file rootname [file tail $file]]
    set own [own $mutant]
    set rows {}
    foreach test [words TCL_TESTS] {
        set times [regexp -all "\\m$word\\M" [read-text [path $test]]]
        if {$times >= 2 && [file tail $test] ni $own} {
            lappend rows [list [file tail $test] $times]
        }
    }
    return [lmap row [lrange [lsort -integer -decreasing -index 1 $rows] 0 3] {lindex $row 0}]
}

# With -own a test is run without a mutant when it is needed first: the tests of a mutant that pass so, the
# quickest first.
proc mutants::sound {names tests} {
    variable plain
    variable base
    return [lsort -command {apply {{a b} {expr {[lindex $::mutants::plain($a) 1] > [lindex $::mutants::plain($b) 1] ? 1 : -1}}}} [lmap name $names {
        if {![dict exists $tests $name]} continue
        if {![info exists plain($name)]} {
            if {[lindex [dict get $tests $name] 0] eq "c"} {
                file copy -force $base/$name .
            }
            set plain($name) [ask {*}[linsert [dict get $tests $name] 1 $name] 3]
        }
        if {[lindex $plain($name) 0] ne {}} continue
        set name
    }]]
}

# The tests in the order in which they are asked: own, then in C, then in Tcl, then pages; those first that
# have noticed most in this file for their time, then the quickest.
proc mutants::order {mutant tests alone} {
    variable noticed
    set own [own $mutant]
    set rows {}
    # Tools leave no marks.
    set mark [expr {[file extension [dict get $mutant file]] eq ".tcl" && ![tool? [dict get $mutant file]] ? [mark $mutant] : ""}]
    # Who reads a scenario makes no files, so no marks: where nobody has come to the command, those count that have read its file.
    if {$mark ni [concat {*}[lmap known [dict values $alone] {lindex $known 1}]] && $mark ne ""} {
        set mark [lindex [dict get $mutant files] 0]:
    }
    # The chapter on paths is counted on one of them.
    set anywhere [expr {$mark ne "" || [tool? [dict get $mutant file]] || [string match *paths.nw [dict get $mutant file]]}]
    dict for {name known} $alone {
        lassign $known seconds seen unreached
        if {($mark ne "" && $mark ni $seen) || (!$anywhere && ![reaches? $mutant $unreached])} continue
        set kind [lindex [dict get $tests $name] 0]
        if {($kind eq "tool") != [tool? [dict get $mutant file]]} continue
        set key [list [dict get $mutant file] $name]
        set times [expr {[dict exists $noticed $key] ? [dict get $noticed $key] : 0}]
        lappend rows [list $name [expr {$name in $own ? 0 : [dict get {c 1 tool 1 tcl 2 page 3} $kind]}] \
            [expr {$times ? -$times/($seconds + 0.1) : $seconds}]]
    }
    return [lmap row [lsort -integer -index 1 [lsort -real -index 2 $rows]] {lindex $row 0}]
}

# What the compiler makes of a unit that sees a change: invalid, the same, new.
proc mutants::make-new {name w} {
    variable base
    if {[compile [dict get [units] $name] $w/over/$name $w/over]} {
        return invalid
    }
    return [expr {[same $w/over/$name.o $base/$name.o] ? "same" : "new"}]
}

# Does the compiler make the same of all that was made new, when it tries harder?
proc mutants::alike {made w} {
    set units [units]
    foreach name [dict keys [dict filter $made value new]] {
        set unit [dict get $units $name]
        if {[compile $unit $w/over/plain "" -O2] || [compile $unit $w/over/changed $w/over -O2]
                || ![same $w/over/changed.o $w/over/plain.o]} {
            return 0
        }
    }
    return 1
}

# The turn in which a test meets a mutant; one in C that is no test of its own and too slow for the first turn comes
# in the second.
proc mutants::turn-of {test kind own named slow} {
    return [expr {$kind eq "page" ? "pages" : $test in $own ? "first" : $test in $named ? "named" : $kind in {tcl tool} ? "tcl"
        : $slow ? "c" : "first"}]
}

# Does this turn ask such a mutant?
proc mutants::asks? {turn mutant quick} {
    if {[tool? [dict get $mutant file]]} {
        return 0
    }
    set tcl [expr {[file extension [dict get $mutant file]] eq ".tcl"}]
    return [expr {$turn eq "c" ? !$tcl && !$quick : $turn eq "named" ? $tcl : $turn eq "tcl" ? $tcl || !$quick : !$quick}]
}

# What the tests of a turn, `first`, `c`, `named`, `tcl` or `pages`, make of a mutant in folder w: {VERDICT BY CPU}.
proc mutants::judge {mutant turn w plan} {
    lassign $plan tests alone members deps only_own chosen
    set file [dict get $mutant file]
    set c [expr {[file extension $file] ne ".tcl"}]
    set own [own $mutant]
    set named [named $mutant]
    if {$only_own} {
        set asked [sound [lsort -unique $own] $tests]
        set alone [alone-of $asked]
    } else {
        set asked [order $mutant $tests $alone]
    }
    write-change $mutant $w $c
    set made [expr {$c ? [units-that-see $mutant $deps] : {}}]
    variable budget
    variable noticed
    set left [expr {[llength [lmap name $own {if {![dict exists $alone $name]} continue; set name}]] ? -1 : $budget}]
    set spent 0
    set killers {}
    set module ""       ;# that of the tests in Tcl, once it is linked
    foreach test $asked {
        lassign [dict get $tests $test] kind command
        set seconds [lindex [dict get $alone $test] 0]
        if {$turn ne "chosen" && [turn-of $test $kind $own $named [expr {$turn ne "first" || $seconds > $left}]] ne $turn} continue
        if {!$c && $kind eq "c"} continue
        if {$c} {
            lassign [build-for $test $kind $members [on-paths? $mutant] $made $w $module] built made
            if {$built eq "invalid"} {
                return {invalid "" 0}
            } elseif {$built eq "same"} continue
            set module [expr {$kind eq "c" ? $module : "linked"}]
        }
        lassign [ask $kind $test $command [expr {int(4*$seconds) + 3}] [llength $chosen]] failed seconds
        if {$test ni $own} {
            set left [expr {$left - $seconds}]
        }
        set spent [expr {$spent + $seconds}]
        lappend killers {*}$failed
        if {$kind eq "c"} {
            file delete $w/$test
        }
        if {[llength $killers]} {
            dict incr noticed [list $file $test]
            if {![llength $chosen]} break
        }
    }
    if {!$c} {
        take-back $mutant $w
    }
    # Where no test comes, nobody has compiled it yet.
    if {$c && [lsort -unique [dict values $made]] eq [list ""]} {
        set name [lindex [dict keys $made] 0]
        dict set made $name [make-new $name $w]
        if {[dict get $made $name] eq "invalid"} {
            return {invalid "" 0}
        }
    }
    set verdict [expr {[llength $killers] ? "killed" : $turn eq "pages" ? "survived" : "open"}]
    if {$c && $verdict ne "killed" && "" ni [dict values $made] && [alike $made $w]} {
        set verdict equal
    }
    return [list $verdict $killers [format %.1f $spent]]
}

# What is known of tests that were run without a mutant when they were needed first.
proc mutants::alone-of {names} {
    variable plain
    set alone [dict create]
    foreach name $names {
        dict set alone $name [list [lindex $plain($name) 1] {}]
    }
    return $alone
}

# The changed files, in folder w/over; those in Tcl also where tests find them.
proc mutants::write-change {mutant w c} {
    file delete -force $w/over
    foreach file [dict get $mutant files] {
        file mkdir [file dirname $w/over/$file]
        write-text $w/over/$file [mutate::apply $mutant $file [read-text [path $file]]]
        if {!$c} {
            file delete $w/[place $file]
            file copy $w/over/$file $w/[place $file]
        }
    }
}

proc mutants::take-back {mutant w} {
    variable source
    foreach file [dict get $mutant files] {
        file delete $w/[place $file]
        file link -symbolic $w/[place $file] $source/$file
    }
}

proc mutants::on-paths? {mutant} {
    return [string match *paths.nw [dict get $mutant file]]
}

# Units that see a change, as a dict of what the compiler has made of them: "" not asked yet.
proc mutants::units-that-see {mutant deps} {
    set made [dict create]
    set units [units]
    dict for {name files} $deps {
        if {[lindex [dict get $units $name] 2] eq "paths" && ![on-paths? $mutant]} continue
        foreach file [dict get $mutant files] {
            if {[path $file] in $files} {
                dict set made $name ""
            }
        }
    }
    return $made
}

# Compile and link for a test what the change alters: {BUILT MADE}, where BUILT is invalid, same (the test contains no
# change) or new.  `module` is not empty when that for Tcl has been linked.
proc mutants::build-for {test kind members paths made w module} {
    variable base
    set needed [expr {$kind eq "c" ? [dict get $members $test] : [concat [kind library] [kind tcl]]}]
    set paths [expr {$paths && "sweep" in $needed}]
    if {$paths} {
        lappend needed {*}[kind paths]
    }
    set changed {}
    foreach name $needed {
        if {![dict exists $made $name]} continue
        if {[dict get $made $name] eq ""} {
            dict set made $name [make-new $name $w]
        }
        switch -- [dict get $made $name] {
            invalid {return [list invalid $made]}
            new {lappend changed $name}
        }
    }
    if {$changed eq {}} {
        return [list same $made]
    }
    set units [expr {$paths ? [lsearch -all -inline -not -exact [concat $changed [kind paths]] sweep] : $changed}]
    lappend units {*}[expr {$kind eq "c" ? [list $test] : [kind tcl]}]
    set objects {}
    foreach name $units {
        set object [expr {$name in $changed ? "$w/over/$name.o" : "$base/$name.o"}]
        if {$object ni $objects} {
            lappend objects $object
        }
    }
    if {$kind eq "c"} {
        set bad [catch {link $objects $w/$test}]
    } elseif {$module eq ""} {
        set bad [catch {module $objects $w/src/.libs/trundle.so}]
    } else {
        set bad 0
    }
    return [list [expr {$bad ? "invalid" : "new"}] $made]
}

# A worker reads mutants, one a line, and answers.
proc mutants::work {number} {
    variable here
    variable base
    fconfigure stdin -encoding utf-8
    fconfigure stdout -encoding utf-8
    set plan [read-text $base/plan]
    variable noticed [read-text $base/noticed]
    set w $here/mutants/w$number
    furnish $w
    file copy -force $base/trundle.so $w/src/.libs
    environment $w
    while {[gets stdin line] >= 0} {
        lassign [encoding convertfrom utf-8 [binary decode base64 $line]] turn mutant
        set status [catch {judge $mutant $turn $w $plan} answer]
        if {$status} {
            set answer [list failed $::errorInfo 0]
        }
        file copy -force $base/trundle.so $w/src/.libs
        puts [binary encode base64 [encoding convertto utf-8 $answer]]
        flush stdout
    }
}

# ---- what is known --------------------------------------------------------------------------------

# Reasons for survivors: dicts of kind, text, old and why.  A reason fits each change of its kind whose line matches
# the expression `text`, and that replaces one of the words `old`, if there are any.
proc mutants::reasons {} {
    variable source
    return [table $source/data/mutants.csv]
}

proc mutants::fits? {reason mutant} {
    return [expr {[dict get $reason kind] eq [dict get $mutant kind] && ([dict get $reason old] eq "" || [dict get $mutant old] in [dict get $reason old])
        && [regexp -- [dict get $reason text] [dict get $mutant text]]}]
}

proc mutants::excused? {mutant reasons} {
    foreach reason $reasons {
        if {[fits? $reason $mutant]} {
            return 1
        }
    }
    return 0
}

# Reasons that fit no change of the code, or have no words.
proc mutants::idle {reasons mutants} {
    return [lmap reason $reasons {
        if {[string trim [dict get $reason why]] ne "" && [fits-one? $reason $mutants]} continue
        string cat "data/mutants.csv: \"[dict get $reason text]\" fits no [dict get $reason kind] of the code, or has no reason"
    }]
}

proc mutants::fits-one? {reason mutants} {
    foreach mutant $mutants {
        if {[fits? $reason $mutant]} {
            return 1
        }
    }
    return 0
}

# The files that are changed: lists of NAME and path.
proc mutants::files {} {
    return [lmap name [concat [words H] [words C] [words TCL] [words TOOLS]] {list $name [path $name]}]
}

# A print of a text.
proc mutants::crc {text} {
    set bytes [encoding convertto utf-8 $text]
    return [format %x-%08x [string length $bytes] [zlib crc32 $bytes]]
}

# A number of 63 bits that a seed and a text make, as if drawn (splitmix64).
proc mutants::lot {seed text} {
    set x [expr {([zlib crc32 [encoding convertto utf-8 $seed]] << 32) + [zlib crc32 [encoding convertto utf-8 $text]]}]
    foreach {shift factor} {30 0xbf58476d1ce4e5b9 27 0x94d049bb133111eb} {
        set x [expr {(($x ^ ($x >> $shift))*$factor) & 0xffffffffffffffff}]
    }
    return [expr {($x ^ ($x >> 31)) & 0x7fffffffffffffff}]
}

# Drawn in an order that depends on seed and text only.
proc mutants::drawn {mutants seed only} {
    set rows {}
    foreach mutant $mutants {
        set file [dict get $mutant file]
        if {[tool? $file] && $only eq "*"} continue
        set name [file rootname [file tail $file]]
        if {[lsearch -exact [lmap glob $only {
            expr {[string match $glob $file] || [string match $glob $name] || [string match $glob $name:[dict get $mutant line]]}
        }] 1] >= 0} {
            lappend rows [list [lot $seed [dict get $mutant id]] $mutant]
        }
    }
    return [lmap row [lsort -integer -index 0 $rows] {lindex $row 1}]
}

proc mutants::row {mutant verdict by cpu state} {
    return [dict create file [dict get $mutant file] line [dict get $mutant line] text [dict get $mutant text] \
        kind [dict get $mutant kind] old [dict get $mutant old] new [dict get $mutant new] \
        nth [lindex [dict get $mutant id] end] verdict $verdict by $by cpu $cpu state $state]
}

proc mutants::line {row} {
    variable columns
    return [::csv::join [lmap column $columns {dict get $row $column}]]
}

# id -> row, of earlier runs.
proc mutants::results {file} {
    set results [dict create]
    foreach row [expr {[file exists $file] ? [table $file] : {}}] {
        dict set results [list [dict get $row file] [dict get $row text] [dict get $row old] [dict get $row new] [dict get $row nth]] $row
    }
    return $results
}

# Those that hold: survivors, and what is open, only if the tests are the same.
proc mutants::holding {results state} {
    return [dict filter $results script {id row} {
        expr {[dict get $row verdict] in {killed equal invalid} || [dict get $row state] eq $state}
    }]
}

# ---- all together --------------------------------------------------------------------------------

# The interval that holds the share k of n with 95 per cent (Wilson).
proc mutants::interval {k n} {
    if {$n == 0} {
        return {0 1}
    }
    set z 1.96
    set p [expr {double($k)/$n}]
    set middle [expr {($p + $z*$z/(2*$n))/(1 + $z*$z/$n)}]
    set half [expr {$z*sqrt($p*(1 - $p)/$n + $z*$z/(4.0*$n*$n))/(1 + $z*$z/$n)}]
    return [list [expr {$middle - $half}] [expr {$middle + $half}]]
}

# What is on record: {NOTICED DRAWN}: CHAPTER/TEST or PAGE/CHECK -> {ALL ALONE}, changes that it noticed and those
# that no other test of its program did; and the lines that say how the samples were drawn.
proc mutants::record {file} {
    set noticed [dict create]
    if {![file exists $file]} {
        return [list $noticed {}]
    }
    foreach row [table $file] {
        dict set noticed [dict get $row test] [list [dict get $row noticed] [dict get $row alone]]
    }
    return [list $noticed [lsearch -all -inline [split [read-text $file] \n] "# drawn:*"]]
}

# Add the answers of a sample to the record.  Tests in Tcl are no part of the book.
proc mutants::write-record {file rows sample says} {
    lassign [record $file] noticed drawn
    foreach line $drawn {
        if {[string first "# drawn: $sample:" $line] == 0 || [string first "# drawn: $sample," $line] == 0} {
            error "$file has this sample: $sample"
        }
    }
    dict for {id row} $rows {
        set by [lsearch -all -inline -not -glob [dict get $row by] *.tcl*]
        foreach test $by {
            dict update noticed [regsub {^test-} $test {}] counts {
                lassign [expr {[info exists counts] ? $counts : {0 0}}] all alone
                set counts [list [incr all] [expr {$alone + ([llength $by] == 1)}]]
            }
        }
    }
    write-text $file [join [list \
        "# How many small changes of our code each test in C and each check of a page has noticed, and how many of them no other" \
        "# test of its program did; of random samples, and of lines chosen for tests that had noticed none.  Written by" \
        "# make mutants MUTANTS='... -record FILE'; .ci/mutants refuses a share that its own sample does not bear out." \
        {*}$drawn "# drawn: $sample$says" test,noticed,alone \
        {*}[lsort [lmap {test counts} $noticed {join [list $test {*}$counts] ,}]]] \n]\n
}

# Is the share on record more than a run with `killed` of `asked` bears out?
proc mutants::too-good? {drawn killed asked} {
    lassign [share-noticed $drawn] k n
    return [expr {$n > 0 && double($k)/$n > [lindex [interval $killed $asked] 1]}]
}

# What a row counts as: its verdict, or `reason` for a survivor that has one.
proc mutants::verdict {row reasons} {
    set verdict [dict get $row verdict]
    return [expr {$verdict in {survived open} && [excused? $row $reasons] ? "reason" : $verdict}]
}

proc mutants::report {rows reasons} {
    variable chosen
    foreach verdict {killed survived open reason equal invalid failed} {
        set $verdict 0
    }
    set by [dict create]
    foreach row [lsort -command mutants::by-file $rows] {
        set verdict [verdict $row $reasons]
        incr $verdict
        dict incr by [list [dict get $row file] $verdict]
        if {$verdict in {survived open}} {
            lappend left "[format %-8s $verdict]  [said $row]"
        }
    }
    puts "# by file: killed, survived"
    foreach file [lsort -unique [lmap key [dict keys $by] {lindex $key 0}]] {
        puts [format "# %-38s %5d %5d" $file {*}[lmap verdict {killed survived} {
            expr {[dict exists $by [list $file $verdict]] ? [dict get $by [list $file $verdict]] : 0}
        }]]
    }
    if {[info exists left]} {
        puts [join $left \n]
    }
    puts "$killed killed, $survived survived without a reason, $reason with a reason; $equal with the same code, $invalid do not compile"
    if {$open} {
        puts "$open survived the tests that [expr {[llength $chosen] ? "-ask names" : "-quick asks"}]"
    }
    if {$failed} {
        puts "$failed could not be judged"
    }
    set asked [expr {$killed + $survived + $open}]
    lassign [interval $killed $asked] low high
    puts [format "killed: %.1f %% (95 %% interval %.1f to %.1f)" \
        [expr {100.0*$killed/max(1, $asked)}] [expr {100*$low}] [expr {100*$high}]]
    return [list $killed $asked]
}

proc mutants::by-file {a b} {
    return [string compare [dict get $a file] [dict get $b file]]
}

# One change in words.
proc mutants::said {row} {
    dict with row {
        return "$file:$line  $kind  {$text}  $old -> $new  $nth"
    }
}

proc mutants::main {arguments} {
    variable set
    set start [clock seconds]
    set set [options $set $arguments]
    fconfigure stdout -buffering line
    set reasons [reasons]
    set files [files]
    set all [mutate::all $files]
    set wrong [idle $reasons $all]
    if {[llength $wrong]} {
        puts stderr [join $wrong \n]
        exit 2
    }
    variable chosen [chosen-tests [dict get $set -ask]]
    set mutants [drawn $all [dict get $set -seed] [dict get $set -only]]
    if {[llength $chosen]} {
        set mutants [lrange $mutants 0 [dict get $set -sample]-1]
    }
    if {[dict get $set -list]} {
        foreach mutant $mutants {
            puts [said [dict replace $mutant nth [lindex [dict get $mutant id] end]]]
        }
        return 0
    }
    puts "# [llength $mutants] mutants in [llength $files] files"
    run-all $mutants $start
    variable rows
    lassign [report [dict values $rows] $reasons] killed asked
    if {[dict get $set -record] ne ""} {
        write-record [dict get $set -record] $rows {*}[sample-of $killed $asked]
    }
    puts "# [expr {[clock seconds] - $start}] s"
    return [is-failure $killed $asked]
}

# The options of the command line over those that are given.
proc mutants::options {set arguments} {
    while {[llength $arguments]} {
        set arguments [lassign $arguments option]
        if {![dict exists $set $option]} {
            puts stderr "mutants: no option \"$option\", expected one of [dict keys $set]"
            exit 2
        }
        set value 1
        if {$option ni {-quick -own -list}} {
            set arguments [lassign $arguments value]
        }
        dict set set $option $value
    }
    if {[dict get $set -jobs] < 1} {
        dict set set -jobs [exec getconf _NPROCESSORS_ONLN]
    }
    return $set
}

# How a sample was drawn, and what it says: no share where somebody has chosen lines or tests.
proc mutants::sample-of {killed asked} {
    variable set
    variable script
    variable chosen
    dict with set {
        set sample "-only {${-only}} -seed ${-seed}[expr {[llength $chosen] ? " -ask {${-ask}}" : ""}]"
    }
    catch {exec git -C [file dirname $script] log -1 --format=%h} commit
    set share [expr {[llength $chosen] || ${-only} ne "*" ? "" : ": $killed of $asked new ones noticed"}]
    return [list $sample "$share, at $commit"]
}

# Is this a failure?  Says what is missing.
proc mutants::is-failure {killed asked} {
    variable set
    variable chosen
    variable real
    set survived [expr {$asked - $killed}]
    dict with set {
        set bad [expr {$survived > 0 && ![llength $chosen]}]
        if {${-bears} ne "" && [too-good? [lindex [record ${-bears}] 1] $killed $asked]} {
            puts "${-bears} claims more than this"
            set bad 1
        }
        if {$real < ${-sample} && ![llength $chosen]} {
            puts "# $real of ${-sample} were asked"
            if {${-bears} ne "" && 2*$real < ${-sample}} {
                puts "too few to tell"
                set bad 1
            }
        }
        if {${-most} ne "" && $survived > ${-most}} {
            puts "more than ${-most} survived"
        }
    }
    return $bad
}

# Compile what is needed, and hand the mutants to workers, turn by turn.  The answers are in `rows`, id -> row.
proc mutants::run-all {mutants start} {
    variable set
    variable here
    variable base
    variable chosen
    variable only_own [dict get $set -own]
    variable queue $mutants
    variable wanted [dict get $set -sample]
    variable real 0
    variable rows [dict create]
    variable later {}               ;# those that are open
    variable busy 0
    variable end [expr {[dict get $set -minutes] > 0 ? $start + 60*[dict get $set -minutes] : 1e18}]
    variable turn
    file mkdir $base
    set c [expr {[llength [lsearch -all -glob $mutants {file *.tcl line *}]] < [llength $mutants]}]
    lassign [compile-needed $c] members deps
    set state [state]
    begin-results $here/mutants/[expr {[llength $chosen] ? "asked-[crc $chosen]" : "results"}].csv $state
    variable known
    if {[llength $chosen]} {
        set asked [lmap mutant $mutants {dict get $mutant id}]
        set rows [dict filter $known script {id row} {expr {$id in $asked}}]
        set queue [lmap mutant $mutants {expr {[dict exists $rows [dict get $mutant id]] ? [continue] : $mutant}}]
        set real [dict size $rows]
    }
    set alone {}
    foreach turn [expr {[llength $chosen] ? "chosen" : $only_own ? "first" : "first c named tcl pages"}] {
        if {$turn ni {first chosen}} {
            queue-open [dict get $set -quick]
        }
        if {![llength $queue] || [clock seconds] >= $end} continue
        if {!$only_own} {
            set alone [dict merge $alone [measure [tests-for $turn $queue $wanted] [dict get $set -jobs] $c]]
            puts "# $turn: [dict size $alone] tests measured at [expr {[clock seconds] - $start}] s"
        }
        write-text $base/plan [list [tests] $alone $members $deps $only_own $chosen]
        run-workers [dict get $set -jobs] $state
    }
    variable out
    close $out
}

# What each test contains, and the files of each unit; of Tcl alone the program as it was made will do.
proc mutants::compile-needed {c} {
    variable set
    variable here
    variable base
    if {!$c} {
        file copy -force $here/src/.libs/trundle.so $base
        return {{} {}}
    }
    set members [prepare [dict get $set -jobs]]
    set deps [dict create]
    foreach name [dict keys [units]] {
        dict set deps $name [dependencies $name]
    }
    return [list $members $deps]
}

# Read the answers of earlier runs, of which those that hold are `known`, and go on writing in their file.
proc mutants::begin-results {file state} {
    variable base
    variable columns
    set results [results $file]
    variable known [holding $results $state]
    set noticed [dict create]
    dict for {id row} $known {
        if {[dict get $row verdict] eq "killed"} {
            dict incr noticed [list [dict get $row file] [lindex [split [lindex [dict get $row by] 0] /] 0]]
        }
    }
    write-text $base/noticed $noticed
    write-text $file.new [join [list [join $columns ,] {*}[lmap row [dict values $results] {line $row}]] \n]\n
    file rename -force $file.new $file
    puts "# [dict size $known] results hold"
    variable out [open $file a]
    fconfigure $out -encoding utf-8 -buffering line
}

# The mutants that are open, as far as this turn has tests for them.
proc mutants::queue-open {quick} {
    variable queue
    variable later
    variable turn
    set open $later
    set queue [set later {}]
    foreach mutant $open {
        lappend [expr {[asks? $turn $mutant $quick] ? "queue" : "later"}] $mutant
    }
}

proc mutants::run-workers {jobs state} {
    variable here
    variable script
    variable busy
    for {set k 1} {$k <= $jobs} {incr k} {
        file mkdir $here/mutants/w$k
        set channel [open [list | {*}[sandbox $here/mutants/w$k] $::env(TCLSH) $script -work $k 2>@stderr] r+]
        fconfigure $channel -buffering line -encoding utf-8
        incr busy
        fileevent $channel readable [list mutants::take $channel $state]
        give $channel
    }
    while {$busy} {
        vwait mutants::busy
    }
}

# The tests of -ask by name.
proc mutants::chosen-tests {names} {
    set tests [tests]
    return [lsort -unique [concat {*}[lmap name $names {
        if {$name eq "pages"} {
            dict keys [dict filter $tests script {name test} {string equal [lindex $test 0] page}]
        } elseif {[dict exists $tests $name]} {
            list $name
        } else {
            puts stderr "mutants: -ask has \"$name\", expected pages or tests like test-new.tcl"
            exit 2
        }
    }]]]
}

# The tests of ours that a turn can ask of these mutants: as many from the head as can be wanted.
proc mutants::tests-for {turn mutants wanted} {
    set need [dict create]
    foreach mutant [lrange $mutants 0 [expr {$turn eq "first" ? 2*$wanted : "end"}]] {
        dict set need [expr {[file extension [dict get $mutant file]] eq ".tcl" ? "tcl" : "c"}] 1
        foreach name [concat [own $mutant] [expr {$turn eq "named" ? [named $mutant] : {}}]] {
            dict set need $name 1
        }
    }
    variable chosen
    return [dict filter [tests] script {name test} {
        set kind [lindex $test 0]
        expr {$turn eq "chosen" ? $name in $chosen : $kind eq [dict get {first c c c named none tcl tcl pages page} $turn] && ($kind ne "c" || [dict exists $need c]) || [dict exists $need $name]}
    }]
}

# A changed program may delete or end what it should not: where the system lets us, a worker can
# write in its own folder only, and sees no processes but its own.  Other codes, which take long, are hidden.
# Tests are measured there, too: one that falls there without a mutant is told and not asked.
# The worker has a /tmp of its own, in which it finds our folders where they lie below /tmp.
proc mutants::sandbox {folder} {
    variable here
    variable source
    variable script
    set keep [lsort -unique [lmap path [list $here $source $script] {
        if {![regexp {^/tmp/[^/]+} $path top]} continue
        set top
    }]]
    set words [list unshare {*}[expr {[exec id -u] ? "-r" : {}}] -m -p -f --kill-child --mount-proc sh -c {
        for p in $2; do f=$(command -v $p) && mount --bind /dev/null "$f"; done
        mount --bind "$0" "$0" || exit 1
        keep=$1 n=2
        shift 2
        for top in $keep; do n=$((n + 1)); eval "exec $n<\"\$top\""; done
        mount -t tmpfs tmpfs /tmp || exit 1
        n=2
        for top in $keep; do
            n=$((n + 1))
            mkdir "$top" && mount -c --rbind /proc/self/fd/$n "$top" && mount -o remount,bind,ro "$top" || exit 1
            eval "exec $n<&-"
        done
        mount -o remount,bind,ro / && TRUNDLE_CACHE=/tmp/cache exec "$@"
    } $folder $keep [exec sh $source/mk/codes.sh programs]]
    if {[catch {exec {*}$words true 2>@1} said]} {
        puts "# no sandbox: $said"
        return {}
    }
    return $words
}

# The next mutant for a worker; those that are known count and are not asked again.
proc mutants::give {channel} {
    variable queue
    variable real
    variable rows
    variable known
    variable wanted
    variable end
    variable busy
    variable later
    variable turn
    while {[llength $queue] && ($real < $wanted || $turn ne "first") && [clock seconds] < $end} {
        set queue [lassign $queue mutant]
        set id [dict get $mutant id]
        if {$turn ne "first"} {
            send $channel $turn $mutant
            return
        }
        if {![dict exists $known $id]} {
            incr real
            send $channel $turn $mutant
            return
        }
        set row [dict get $known $id]
        dict set row line [dict get $mutant line]
        dict set rows $id $row
        incr real [expr {[dict get $row verdict] in {killed survived open}}]
        if {[dict get $row verdict] eq "open"} {
            lappend later $mutant
        }
    }
    catch {close $channel}
    incr busy -1
}

proc mutants::send {channel turn mutant} {
    variable asked
    set asked($channel) [list $turn $mutant]
    puts $channel [binary encode base64 [encoding convertto utf-8 [list $turn $mutant]]]
}

proc mutants::take {channel state} {
    variable asked
    variable rows
    variable real
    variable out
    variable busy
    variable later
    variable only_own
    if {[gets $channel answer] < 0} {
        if {[eof $channel]} {
            puts stderr "mutants: a worker has ended"
            catch {close $channel}
            incr busy -1
        }
        return
    }
    lassign [encoding convertfrom utf-8 [binary decode base64 $answer]] verdict by cpu
    lassign $asked($channel) turn mutant
    set row [row $mutant $verdict $by $cpu $state]
    dict set rows [dict get $mutant id] $row
    if {$verdict ne "open" || !$only_own} {
        puts $out [line $row]
    }
    if {$verdict eq "open"} {
        lappend later $mutant
    }
    if {$verdict ni {killed survived open}} {
        incr real -1
        if {$verdict eq "failed"} {
            puts stderr "mutants: [dict get $row file]:[dict get $row line] $by"
        }
    } else {
        puts "[format %-9s $verdict] [said $row]  ($by)"
    }
    give $channel
}

if {[info exists argv0] && [file tail $argv0] eq "mutants.tcl"} {
    switch -- [lindex $argv 0] {
        -compile {exit [mutants::compile-both [lindex $argv 1]]}
        -alone   {mutants::alone {*}[lrange $argv 1 2]}
        -work    {mutants::work [lindex $argv 1]}
        default  {exit [mutants::main $argv]}
    }
}

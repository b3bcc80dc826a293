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
#   -record FILE write the answers of this sample to FILE; what stands there of other mutants that are still of the code stays
#   -again FILE  of those only that FILE has on record as not noticed or open
#   -from FILE   what FILE has on record as killed, by a test that still exists, is not asked again
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
# data/mutants.csv has the reasons for survivors that nothing can notice.  A mutant of a tool of the build meets the
# tests of this tool alone, in a copy of the source folder that is made of links.
#
# make tells the compiler and the files in MUTANTS_*; see mk/mutants.am.
package require Tcl 8.6
package require csv
source [file join [file dirname [info script]] mutate.tcl]

namespace eval mutants {
    namespace import ::files::read-text ::files::write-text ::files::share-noticed
    variable script [file normalize [info script]]
    variable set {-sample 60 -seed 1 -jobs 0 -minutes 0 -most "" -only * -quick 0 -ask "" -own 0 -record "" -again "" -from "" -bears "" -list 0}
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
    set times [dict create]     ;# FILE -> LINE -> how often
    foreach document [split [exec gcov -j -t {*}[lmap name $names {set _ $name.gcno}] 2>/dev/null] \n] {
        # Lines stand before the name of their file.
        set lines {}
        foreach {- count line file} [regexp -all -inline {"count": (\d+), "line_number": (\d+)|"file": "([^"]*)"} $document] {
            if {$file eq ""} {
                lappend lines $line $count
            } else {
                set short [short $file]
                if {$short ne ""} {
                    dict update times $short all {
                        foreach {line count} $lines {
                            dict incr all $line $count
                        }
                    }
                }
                set lines {}
            }
        }
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
        src/functions-tcl.c test-functions.tcl src/groups-tcl.c {test-package.tcl test-deck.tcl} src/identification-tcl.c {test-identify.tcl test-package.tcl}
        src/mechanics-tcl.c test-figures.tcl src/meetings-tcl.c test-touches.tcl src/meshes-tcl.c {test-meshes.tcl test-package.tcl}
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
    variable base
    variable here
    lassign $plan tests alone members deps only_own chosen
    set spent 0
    if {$only_own} {
        variable plain
        set asked [sound [lsort -unique [own $mutant]] $tests]
        set alone [dict create]
        foreach name $asked {
            dict set alone $name [list [lindex $plain($name) 1] {}]
        }
    } else {
        set asked [order $mutant $tests $alone]
    }
    file delete -force $w/over
    set c [expr {[file extension [dict get $mutant file]] ne ".tcl"}]
    foreach file [dict get $mutant files] {
        file mkdir [file dirname $w/over/$file]
        set text [read-text [path $file]]
        write-text $w/over/$file [mutate::apply $mutant $file $text]
        if {!$c} {
            file delete $w/[place $file]
            file copy $w/over/$file $w/[place $file]
        }
    }
    # Units that see the change, and what the compiler has made of them: "" not asked yet.
    set made [dict create]
    set paths [string match *paths.nw [dict get $mutant file]]
    set units [units]
    if {$c} {
        dict for {name files} $deps {
            if {[lindex [dict get $units $name] 2] eq "paths" && !$paths} continue
            foreach file [dict get $mutant files] {
                if {[path $file] in $files} {
                    dict set made $name ""
                }
            }
        }
    }
    set killers {}
    set own [own $mutant]
    set named [named $mutant]
    variable budget
    set left [expr {[llength [lmap name $own {if {![dict exists $alone $name]} continue; set name}]] ? -1 : $budget}]
    foreach test $asked {
        lassign [dict get $tests $test] kind command
        set seconds [lindex [dict get $alone $test] 0]
        if {$turn ne "chosen" && [turn-of $test $kind $own $named [expr {$turn ne "first" || $seconds > $left}]] ne $turn} continue
        if {$c} {
            set needed [expr {$kind eq "c" ? [dict get $members $test] : [concat [kind library] [kind tcl]]}]
            if {$paths && "sweep" in $needed} {
                lappend needed {*}[kind paths]
            }
            set changed {}
            foreach name $needed {
                if {![dict exists $made $name]} continue
                if {[dict get $made $name] eq ""} {
                    dict set made $name [make-new $name $w]
                    if {[dict get $made $name] eq "invalid"} {
                        return {invalid "" 0}
                    }
                }
                if {[dict get $made $name] eq "new"} {
                    lappend changed $name
                }
            }
            if {$changed eq {}} continue
            set objects [lmap name $changed {set _ $w/over/$name.o}]
            if {$paths && "sweep" in $needed} {
                set objects [list]
                foreach name [concat $changed [kind paths]] {
                    if {$name ne "sweep"} {
                        set o [expr {$name in $changed ? "$w/over/$name.o" : "$base/$name.o"}]
                        if {$o ni $objects} {lappend objects $o}
                    }
                }
            }
            if {$kind eq "c"} {
                if {$test ni $changed} {
                    lappend objects $base/$test.o
                }
                if {[catch {link $objects $w/$test}]} {
                    return {invalid "" 0}
                }
            } elseif {![info exists linked]} {
                lappend objects {*}[lmap name [kind tcl] {
                    if {$name in $changed} continue
                    set _ $base/$name.o
                }]
                if {[catch {module $objects $w/src/.libs/trundle.so}]} {
                    return {invalid "" 0}
                }
                set linked 1
            }
        } elseif {$kind eq "c"} continue
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
            variable noticed
            dict incr noticed [list [dict get $mutant file] $test]
            if {![llength $chosen]} break
        }
    }
    if {!$c} {
        foreach file [dict get $mutant files] {
            variable source
            file delete $w/[place $file]
            file link -symbolic $w/[place $file] $source/$file
        }
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

# Rows of a table with a heading, as dicts.
proc mutants::table {file} {
    set rows {}
    set head ""
    foreach line [split [read-text $file] \n] {
        if {[string match "#*" $line] || $line eq ""} continue
        set cells [::csv::split $line]
        if {$head eq ""} {
            set head $cells
        } else {
            lappend rows [concat {*}[lmap key $head cell $cells {list $key $cell}]]
        }
    }
    return $rows
}

# Reasons: id of a mutant -> why.
proc mutants::reasons {} {
    variable source
    set reasons [dict create]
    foreach row [table $source/data/mutants.csv] {
        dict with row {
            dict set reasons [list $file $text $old $new $nth] $why
        }
    }
    return $reasons
}

# Reasons without a mutant (any more), or without a word.
proc mutants::moved {reasons mutants} {
    foreach mutant $mutants {
        dict set there [dict get $mutant id] 1
    }
    set wrong {}
    dict for {id why} $reasons {
        if {![dict exists $there $id] || [string trim $why] eq ""} {
            lassign $id file text old new nth
            lappend wrong "data/mutants.csv: $file: \"$text\", \"$old\" -> \"$new\"[expr {$nth eq "" ? "" : " ($nth)"}] is no change of the code, or has no reason"
        }
    }
    return $wrong
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

# Those of a record that were killed by a program that is still one of the tests.
proc mutants::kept {rows tests} {
    return [dict filter $rows script {id row} {
        expr {[dict get $row verdict] eq "killed"
            && [llength [lmap by [dict get $row by] {expr {[lindex [split $by /] 0] in $tests ? $by : [continue]}}]]}
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

# What is on record: id -> row, and the lines that say how it was drawn.
proc mutants::record {file} {
    set rows [results $file]
    set drawn [expr {[file exists $file] ? [lsearch -all -inline [split [read-text $file] \n] "# drawn:*"] : {}}]
    return [list $rows $drawn]
}

# The answers of a sample go on record; of what stood there stays what is still a change of the code.
# What has a reason or is the same code is no mutant; what is open has not been killed.
proc mutants::write-record {file rows mutants reasons drawn} {
    lassign [record $file] kept before
    set all [dict create]
    foreach mutant $mutants {
        set id [dict get $mutant id]
        foreach from [list $rows $kept] {
            if {[dict exists $from $id]} {
                if {[dict get $from $id verdict] in {killed survived open} && ![dict exists $reasons $id]} {
                    dict set all $id [dict get $from $id]
                }
                break
            }
        }
    }
    set columns {file text old new nth verdict by}
    dict for {id row} $all {
        dict incr sums [dict get $row verdict]
    }
    set says [join [lmap {verdict word} {killed noticed survived {not noticed} open {not asked of all tests yet}} {
        string cat [expr {[info exists sums] && [dict exists $sums $verdict] ? [dict get $sums $verdict] : 0}] " $word"
    }] ", "]
    write-text $file [join [list \
        "# Changes of our code that were drawn, whether a test noticed, and which (mk/mutants.tcl): $says." \
        "# Written by make mutants MUTANTS='... -record FILE' from its answers; .ci/mutants asks a sample anew and refuses" \
        "# a share that the sample does not bear out. The tables of tests count those whose line and test still stand." \
        {*}$before "# drawn: $drawn" \
        [join $columns ,] {*}[lsort [lmap row [dict values $all] {
            ::csv::join [lmap column $columns {dict get $row $column}]
        }]]] \n]\n
}

# Those that a record has as not noticed or not asked of all tests.
proc mutants::left {mutants rows} {
    return [lmap mutant $mutants {
        set id [dict get $mutant id]
        if {![dict exists $rows $id] || [dict get $rows $id verdict] eq "killed"} continue
        set mutant
    }]
}

# How the rows of a run were drawn; those that are not on the record are new.
proc mutants::drawing {rows file options} {
    lassign [record $file] kept
    lassign {0 0 0} killed asked
    dict for {id row} $rows {
        if {[dict exists $kept $id] || [dict get $row verdict] ni {killed survived open}} continue
        incr asked
        incr killed [expr {[dict get $row verdict] eq "killed"}]
    }
    return "$options: [expr {$asked ? "$killed of $asked new ones noticed" : "asked again"}]"
}

# Is the share on record more than a run with `killed` of `asked` bears out?
proc mutants::too-good? {drawn killed asked} {
    lassign [share-noticed $drawn] k n
    return [expr {$n > 0 && double($k)/$n > [lindex [interval $killed $asked] 1]}]
}

proc mutants::report {rows reasons} {
    set by [dict create]
    set left {}
    foreach row $rows {
        set verdict [dict get $row verdict]
        if {$verdict in {survived open} && [dict exists $reasons [mutate::id $row [dict get $row nth]]]} {
            set verdict reason
        } elseif {$verdict in {survived open}} {
            lappend left $row
        }
        dict incr sums $verdict
        dict incr by [list [dict get $row file] $verdict]
    }
    foreach verdict {killed survived open reason equal invalid failed} {
        set $verdict [expr {[info exists sums] && [dict exists $sums $verdict] ? [dict get $sums $verdict] : 0}]
    }
    puts "# by file: killed, survived"
    foreach file [lsort -unique [lmap key [dict keys $by] {lindex $key 0}]] {
        puts [format "# %-38s %5d %5d" $file {*}[lmap verdict {killed survived} {
            expr {[dict exists $by [list $file $verdict]] ? [dict get $by [list $file $verdict]] : 0}
        }]]
    }
    foreach row [lsort -command {apply {{a b} {string compare [dict get $a file] [dict get $b file]}}} $left] {
        dict with row {
            puts "[format %-8s $verdict]  $file:$line  $kind  {$text}  $old -> $new  $nth"
        }
    }
    incr survived $open
    lassign [interval $killed [expr {$killed + $survived}]] low high
    puts [format "%d killed, %d survived without a reason, %d with a reason; %d with the same code, %d do not compile" \
        $killed [expr {$survived - $open}] $reason $equal $invalid]
    if {$open} {
        variable chosen
        puts "$open survived the tests that [expr {[llength $chosen] ? "-ask names" : "-quick asks"}]"
    }
    if {$failed} {
        puts "$failed could not be judged"
    }
    puts [format "killed: %.1f %% (95 %% interval %.1f to %.1f)" \
        [expr {100.0*$killed/max(1, $killed + $survived)}] [expr {100*$low}] [expr {100*$high}]]
    return [list $killed $survived]
}

proc mutants::main {arguments} {
    variable set
    variable script
    variable here
    variable base
    variable columns
    set flags {-quick -own -list}
    while {[llength $arguments]} {
        set arguments [lassign $arguments option]
        if {![dict exists $set $option]} {
            puts stderr "mutants: no option \"$option\", expected one of [dict keys $set]"
            exit 2
        }
        if {$option in $flags} {
            dict set set $option 1
        } else {
            set arguments [lassign $arguments value]
            dict set set $option $value
        }
    }
    fconfigure stdout -buffering line
    set jobs [dict get $set -jobs]
    if {$jobs < 1} {
        set jobs [exec getconf _NPROCESSORS_ONLN]
    }
    set start [clock seconds]
    set reasons [reasons]
    set files [files]
    set all [mutate::all $files]
    set wrong [moved $reasons $all]
    if {[llength $wrong]} {
        puts stderr [join $wrong \n]
        exit 2
    }
    set mutants [drawn $all [dict get $set -seed] [dict get $set -only]]
    if {[dict get $set -again] ne ""} {
        set mutants [left $mutants [lindex [record [dict get $set -again]] 0]]
    }
    variable chosen [chosen-tests [dict get $set -ask]]
    if {[llength $chosen]} {
        set mutants [lrange [lmap mutant $mutants {expr {[dict exists $reasons [dict get $mutant id]] ? [continue] : $mutant}}] \
            0 [dict get $set -sample]-1]
    }
    if {[dict get $set -list]} {
        foreach mutant $mutants {
            puts "[dict get $mutant file]:[dict get $mutant line]  [dict get $mutant kind]  {[dict get $mutant text]}  [dict get $mutant old] -> [dict get $mutant new]  [lindex [dict get $mutant id] end]"
        }
        return 0
    }
    puts "# [llength $mutants] mutants in [llength $files] files"
    file mkdir $base
    # Only what will be asked.
    set tcl [llength [lsearch -all -glob $mutants {file *.tcl line *}]]
    set c [expr {$tcl < [llength $mutants]}]
    if {$c} {
        set members [prepare $jobs]
    } else {
        set members {}
        file copy -force $here/src/.libs/trundle.so $base
    }
    variable only_own [dict get $set -own]
    set deps [dict create]
    foreach name [expr {$c ? [dict keys [units]] : {}}] {
        dict set deps $name [dependencies $name]
    }
    set state [state]
    set file $here/mutants/[expr {[llength $chosen] ? "asked-[crc $chosen]" : "results"}].csv
    set results [results $file]
    variable known [holding $results $state]
    if {[dict get $set -from] ne ""} {
        set known [dict merge [kept [lindex [record [dict get $set -from]] 0] [dict keys [tests]]] $known]
    }
    set noticed [dict create]
    # What is on record tells whom to ask first, too.
    dict for {id row} [dict merge [lindex [record [file join [file dirname $script] ../paper/mutants.csv]] 0] $known] {
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
    variable queue $mutants
    variable wanted [dict get $set -sample]
    variable real 0
    variable rows [dict create]     ;# id -> row
    variable later {}               ;# those that are open
    variable busy 0
    variable end [expr {[dict get $set -minutes] > 0 ? $start + 60*[dict get $set -minutes] : 1e18}]
    variable table $reasons     ;# known ones are left out
    variable turn
    set alone {}
    if {[llength $chosen]} {
        set rows [dict filter $known script {id row} {expr {$id in [lmap mutant $mutants {dict get $mutant id}]}}]
        set queue [lmap mutant $mutants {expr {[dict exists $rows [dict get $mutant id]] ? [continue] : $mutant}}]
        set real [dict size $rows]
    }
    foreach turn [expr {[llength $chosen] ? "chosen" : $only_own ? "first" : "first c named tcl pages"}] {
        if {$turn ni {first chosen}} {
            set open $later
            set queue [set later {}]
            foreach mutant $open {
                lappend [expr {[asks? $turn $mutant [dict get $set -quick]] ? "queue" : "later"}] $mutant
            }
        }
        if {![llength $queue] || [clock seconds] >= $end} continue
        if {!$only_own} {
            set alone [dict merge $alone [measure [tests-for $turn $queue $wanted] $jobs $c]]
            puts "# $turn: [dict size $alone] tests measured at [expr {[clock seconds] - $start}] s"
        }
        write-text $base/plan [list [tests] $alone $members $deps $only_own $chosen]
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
    close $out
    lassign [report [dict values $rows] $reasons] killed survived
    if {[dict get $set -record] ne ""} {
        catch {exec git -C [file dirname $script] log -1 --format=%h} commit
        # Who chooses the lines draws nothing: no share.
        set how [expr {[dict get $set -again] ne "" ? "those that were left" : "-only {[dict get $set -only]} -seed [dict get $set -seed]"}]
        write-record [dict get $set -record] $rows $all $reasons \
            "[expr {[llength $chosen] ? "$how -ask {[dict get $set -ask]}" : [dict get $set -only] eq "*" ? [drawing $rows [dict get $set -record] $how] : "$how: chosen"}], at $commit"
    }
    set bad [expr {$survived > 0 && ![llength $chosen]}]
    if {[dict get $set -bears] ne "" && [too-good? [lindex [record [dict get $set -bears]] 1] $killed [expr {$killed + $survived}]]} {
        puts "[dict get $set -bears] claims more than this"
        set bad 1
    }
    if {$real < [dict get $set -sample] && ![llength $chosen]} {
        puts "# $real of [dict get $set -sample] were asked"
        if {[dict get $set -bears] ne "" && 2*$real < [dict get $set -sample]} {
            puts "too few to tell"
            set bad 1
        }
    }
    if {[dict get $set -most] ne "" && $survived > [dict get $set -most]} {
        puts "more than [dict get $set -most] survived"
    }
    puts "# [expr {[clock seconds] - $start}] s"
    return $bad
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
    variable table
    variable later
    variable turn
    while {[llength $queue] && ($real < $wanted || $turn ne "first") && [clock seconds] < $end} {
        set queue [lassign $queue mutant]
        set id [dict get $mutant id]
        if {$turn ne "first"} {
            send $channel $turn $mutant
            return
        }
        if {[dict exists $table $id]} {
            dict set rows $id [row $mutant reason "" 0 ""]
            continue
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
        puts "[format %-9s $verdict] [dict get $row file]:[dict get $row line]  {[dict get $row text]}  [dict get $row old] -> [dict get $row new]  [dict get $row nth]  ($by)"
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

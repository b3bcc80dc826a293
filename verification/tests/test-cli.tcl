# Help, words and the manual page: what each command says of itself, and that it does nothing else then.
package require trundle::testing
package require trundle::dispatch
package require trundle::manual
namespace import testing::*
testing::start

foreach {words status} {{} 2 help 0 -h 0 --help 0} {
    set result [trundle {*}$words]
    tap::is [dict get $result status] $status "status of `trundle $words`"
    tap::ok [regexp {^trundle: .*\n\nusage: trundle COMMAND .*\n  run +run a scenario\n.*  help engines } [dict get $result out]] "the overview: $words"
}
tap::is [lsort [concat {*}[dict values $trundle::dispatch::groups]]] [lsort [dict keys $trundle::cli::commands]] "the overview has each command once"
foreach command [dict keys $trundle::cli::commands] {
    set result [trundle $command --help]
    set form "(?:trundle $command \[^\\n\]*\\n)"
    tap::ok [expr {[dict get $result status] == 0
        && [regexp "^usage: $form\(?: {7}$form\)*\\n\\S.*\\n(\\n\[a-z \]+:\\n(  -\\S+ .*\\n)+)*\\nexamples:\\n  .*trundle.*\\n      \\S" [dict get $result out]]}] \
        "$command --help: usage, what it does, options, examples"
    set lines [llength [split [string trimright [dict get $result out] \n] \n]]
    tap::ok [expr {$lines <= 45}] "in at most 45 lines: $lines"
    package require trundle::command::$command
    set named [concat {*}[lmap {title names} [trundle::cli::option-groups $command] {set names}]]
    tap::is [lsort $named] [lsort [dict keys [dict get $trundle::cli::declared($command) options]]] "each option is in one group"
}
foreach {topic words} {engines {PROGRAM can} language {-transport}} {
    set result [trundle help $topic]
    tap::ok [expr {[dict get $result status] == 0 && [string first $words [dict get $result out]] >= 0}] "trundle help $topic"
    testing::refused "trundle: help $topic: unexpected argument \"x\", expected none" [list help $topic x] "a word behind it"
}
tap::is [remains] {} "nothing else is done"
tap::is [lmap word {~ ~me/a a~ ./~ -3 ""} {trundle::cli::as-typed $word}] {./~ ./~me/a a~ ./~ -3 {}} "a file whose name begins with ~"
foreach {last lines} {7 1 8 2} {
    set text "[string repeat "seventy " 9][string repeat x [expr {$last - 1}]]"
    tap::is [llength [split [string trim [trundle::cli::reflow $text]] \n]] $lines "a line of [string length $text] letters"
}
tap::is [trundle::cli::reflow "one\n two\n \n three.\n\nfour"] "one two\n\nthree.\n\nfour" "paragraphs stay apart"
tap::is [lmap word {-n --n - -3 -3e5 n -.5} {trundle::cli::option? $word}] {1 1 0 0 0 0 0} "numbers are no options"

set testing::patience 20
foreach words {{help {}} {help help} {--help -h} {help swep}} {
    testing::refused "trundle: there is no command \"[lindex $words 1]\", expected one of *" $words $words
}
set testing::patience ""
testing::refused {trundle: manual: unexpected argument "x", expected none} {manual x} "a word behind manual"
testing::refused {trundle: --version: unexpected argument "x"*} {--version x} "a word behind --version"
foreach command [dict keys $trundle::cli::commands] {
    package require trundle::command::$command
    dict for {name facts} [dict get $trundle::cli::declared($command) options] {
        if {[lindex $facts 0] eq ""} continue
        foreach words [list [list -$name {}] -$name=] {
            catch {trundle::cli::parse $command $words} said settings
            set fails [list {*}[dict get $settings -code] [string match "$command: -$name is \"\", expected *" $said]]
            if {$fails ne {1 1}} {lappend lax $command -$name $said}
        }
    }
}
tap::ok [expr {![info exists lax]}] "no option takes an empty word for none"
tap::note [expr {[info exists lax] ? $lax : ""}]
set page [dict get [trundle manual] out]
tap::is [regexp -all -line -inline {^\.SH .*$} $page] {{.SH NAME} {.SH SYNOPSIS} {.SH COMMANDS} {.SH SCENARIOS} {.SH LAWS} {.SH COLUMNS} {.SH PROGRAMS OF YOUR OWN} {.SH EXIT STATUS} {.SH ENVIRONMENT} {.SH SEE ALSO}} \
    "the sections of the manual page"
package require trundle
# What the library's tables have: the numbers of pairs and materials, the options and their values, and the laws.
regexp {\n\.SH SCENARIOS\n.*?(?=\n\.SH COLUMNS)} $page section
foreach {table word} {contacts contact materials material options laws} {
    regexp "\\n\\.SS $word .*?(?=\\n\\.S\[SH\] )" $section words
    foreach row [dict get [::trundle::tables] $table] {
        tap::ok [string match "*\n.BR \\\\-[string map {- \\\\-} [dict get $row name]] \"*" $words] "$word -[dict get $row name] is in the manual page"
    }
}
foreach law [dict get [::trundle::tables] laws] {
    dict with law {
        tap::ok [expr {[string first "\n.BR \"$kind $name\" \"" $section] >= 0}] "the law $kind $name is in the manual page"
    }
}
tap::is [regexp -all -inline -line {^\.B (?:\d+|128 \+ N)$} $page] {{.B 0} {.B 1} {.B 2} {.B 3} {.B 70} {.B 128 + N}} "each exit status"

# Each line of every help, typed in a shell, with the pages of this build: none is bad input. Runs are those of a short
# scenario; what would take long makes a list of its work, or reads its words and shows its help.
set bin $testing::folder/typed
file mkdir $bin tmp
testing::write $bin/trundle "#!/bin/sh\nexec \"[info nameofexecutable]\" \"$testing::program\" \"\$@\" \$LESS"
testing::write $bin/sbatch "#!/bin/sh"
testing::write my-code "#!/bin/sh\nexit 3"
foreach file [list $bin/trundle $bin/sbatch my-code] {file attributes $file -permissions +x}
foreach name {rolling-marble silo drum coarse fine heap break-shot million} contacts {yes yes yes yes yes yes yes no} {
    scenario $name.tcl [string map [list CONTACTS $contacts] {
        parameter mu 0.3
        parameter seed 1
        measure pile repose -about {0 0 0} -axis {0 0 1}
        gravity {0 0 -9.81}
        material clay -young 1e7 -poisson 0.3 -density 1700
        contact clay clay -mu $mu
        plane floor -point {0 0 0} -normal {0 0 1} -material clay
        sphere ball -radius 0.05 -material clay -position {0 0 0.0499} -velocity {0.3 0 0}
        integrate -method verlet -dt 1e-4
        run until 0.005 record 1e-4 -contacts CONTACTS
    }]
    trundle run $name.tcl
}
file copy silo-run silo-run.part
scenario points.csv "mu,restitution\n0.1,0.9"
scenario swing.csv [join [lmap k [lsearch -all [lrepeat 300 0] 0] {string cat [expr {0.01*$k}],[expr {0.1*exp(-0.002*$k)*cos(0.076*$k)}]}] \n]
array set less {sweep -list verify -list reproduce -h bench -h calibrate -h}
# What is not here: programs, an unfinished run, the ledger.
set absent {is not installed|holds no deck|holds no complete frame|library three\.js|not the folder of a run|`make ledger` writes|my-code did not run to its end|program that can be run}
foreach command [dict keys $trundle::cli::commands] {
    package require trundle::command::$command
    foreach {line about} [trundle::manual::fact $command examples] {
        regsub -all {/tmp/} $line tmp/ typed
        regsub {^eval "\$\((.*)\)"$} $typed {\1} typed
        set ::env(LESS) [expr {[string match *-catches* $line] ? "-h" : [trundle::value::get [array get less] $command]}]
        set failed [catch {exec env PATH=$bin:$::env(PATH) TRUNDLE_CACHE=$testing::folder/cache sh -ec $typed >$testing::folder/out \
            2>$testing::folder/err} message settings]
        set code [lindex [trundle::value::get $settings -errorcode {x x 0}] 2]
        tap::ok [expr {$code in {0 1} || [regexp $absent [contents $testing::folder/err]]}] $line
        if {$failed} {tap::note "status $code\n[contents $testing::folder/err]"}
    }
}
testing::end

# Help, words and the manual page: what each command says of itself, and that it does nothing else then.
package require trundle::testing
package require trundle::cli
package require trundle::manual
namespace import testing::*
testing::start

foreach {words status} {{} 2 help 0 -h 0 --help 0} {
    set result [trundle {*}$words]
    tap::is [dict get $result status] $status "status of `trundle $words`"
    tap::ok [regexp {^trundle: .*\n\nusage: trundle COMMAND .*\n  run +run a scenario of your own\n} [dict get $result out]] "the overview: $words"
}
foreach command [dict keys $trundle::cli::commands] {
    set result [trundle $command --help]
    tap::ok [expr {[dict get $result status] == 0
        && [regexp "^usage: trundle $command .*\\n\\n\\S.*\\n\\noptions:\\n(  -\\S+ .*\\n)*\\nexamples:\\n  .*trundle.*\\n      \\S" [dict get $result out]]}] \
        "$command --help: usage, what it does, options, examples"
}
tap::is [remains] {} "nothing else is done"
tap::is [lmap word {~ ~me/a a~ ./~ -3 ""} {trundle::cli::as-typed $word}] {./~ ./~me/a a~ ./~ -3 {}} "a file whose name begins with ~"
tap::is [lmap word {-n --n - -3 -3e5 n -.5} {trundle::cli::option? $word}] {1 1 0 0 0 0 0} "numbers are no options"

set page [dict get [trundle manual] out]
tap::is [regexp -all -line -inline {^\.SH .*$} $page] {{.SH NAME} {.SH SYNOPSIS} {.SH COMMANDS} {.SH EXIT STATUS} {.SH ENVIRONMENT} {.SH SEE ALSO}} \
    "the sections of the manual page"
tap::is [regexp -all -inline -line {^\.B (?:\d+|128 \+ N)$} $page] {{.B 0} {.B 1} {.B 2} {.B 3} {.B 70} {.B 128 + N}} "each exit status"
testing::end

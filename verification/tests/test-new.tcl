# The first steps: trundle new, case -list, completion.
package require trundle::testing
package require trundle::cli
namespace import testing::*
set examples [file dirname [file normalize [info script]]]/../../examples
testing::start
file link -symbolic ../examples $examples

# A scenario to begin from runs as it stands, and says what it is called now.
set made [trundle new mine]
tap::is [list [dict get $made status] [file exists mine.tcl]] {0 1} "a new scenario"
tap::ok [string match "*trundle run mine.tcl\n*folder mine-run:*" [contents mine.tcl]] "under its own name"
testing::refused {*the scenario "mine" cannot be read: no such file or directory; did you mean mine.tcl?} {run mine} "run wants the file"
testing::refused {*the scenario "yours" cannot be read: no such file or directory} {run yours} "and no other is meant"
set run [trundle run mine.tcl]
tap::is [list [dict get $run status] [file exists mine-run/trajectory.h5]] {0 1} "it runs"
tap::ok [regexp -line {^translational } [dict get $run out]] "with a table of energies"
tap::ok [expr {![regexp -line {^[a-z ]+ +0 +0 *$} [dict get $run out]]}] "that has no rows of zeros"
set before [contents mine.tcl]
testing::refused {trundle: new: "mine.tcl" already exists, expected a new name} {new mine} "nothing is overwritten"
tap::is [contents mine.tcl] $before "as it was"
testing::refused {trundle: new: -from is "drm"*; did you mean drum?} {new mill -from drm} "an example that is not there"
testing::refused {trundle: new: the scenario is "no/where.tcl", expected a name in a folder that can be written} \
    {new no/where} "no folder for it"
testing::refused {trundle: new: the name of the scenario is missing*} {new} "no name"

tap::ok [string match "*\nrun it: trundle run 'my first.tcl'\n" [dict get [trundle new "my first"] out]] "a name of two words, quoted"
tap::ok [string match "*trundle run 'my first.tcl'\n*folder 'my first-run':*" [contents "my first.tcl"]] "in the scenario, too"
tap::is [lmap word {a-b_1./:=@%+,c "a b" it's \$x ""} {trundle::cli::as-word $word}] \
    [list a-b_1./:=@%+,c {'a b'} {'it'\''s'} {'$x'} {''}] "what a shell would take apart is quoted"

# A link to the command, as in a folder of the path, finds what stands beside the command.
file mkdir my/bin
file link -symbolic my/bin/linked $::testing::folder/bin/trundle
file link -symbolic my/bin/twice linked
catch {exec [info nameofexecutable] my/bin/twice new -list} told
tap::is $told [string trim [dict get [trundle new -list] out] \n] "a link to a link to the command"

# Every scenario among the examples is listed, by its first sentence.
set listed [dict get [trundle new -list] out]
foreach file [lsort [glob -directory $examples *.tcl]] {
    set name [file rootname [file tail $file]]
    set scenario [regexp -line {^run } [contents $file]]
    tap::is [regexp -line "^$name +\[A-Z\]\[^.:\]+\$" $listed] $scenario \
        "$name [expr {$scenario ? "is" : "is not"}] listed"
}
tap::is [dict get [trundle new other -from silo] status] 0 "a copy of an example"
file mkdir mill
set made [trundle new mill/mill -from heap]
tap::is [list [dict get $made status] [lsort [glob -directory mill -tails *]]] {0 {drum.tcl friction.csv mill.tcl}} "files that the example names come along"
tap::ok [regexp {mill\.tcl,pile\.angle} [contents mill/friction.csv]] "and name the new one"
testing::refused {trundle: new: "mill/drum.tcl", which heap.tcl needs, already exists, expected another folder} {new mill/two -from heap} \
    "nothing is overwritten there"
tap::ok [string match "*trundle run other.tcl*" [contents other.tcl]] "with its own name"

# The list of benchmarks, from what their pages say.
page fall {
benchmark fall {title {A stone falls} source {closed form} tests {gravity}}
parameter dt 1e-3 s {time step} positive -numerical
case { observe x 0 m }
}
tap::is [string trim [dict get [trundle case -list] out]] \
    "fall             A stone falls (closed form)\n                 gravity" "case -list"
testing::refused {trundle: case: unexpected argument "fall", expected -list only} {case fall -list} "-list goes alone"

# Completion in bash: words after a command, options, choices of an option.
proc completed {args} {
    set script {eval "$("$0" "$1" completion bash)"; shift; COMP_WORDS=(trundle "$@")
        COMP_CWORD=$#; _trundle; echo ${COMPREPLY[@]}}
    exec bash -c $script [info nameofexecutable] $testing::folder/bin/trundle {*}$args
}
foreach {words want} {
    {ver}             verify
    {case f}          fall
    {verify -tier q}  quick
    {bench -thr}      -threads
    {run -out ""}     ""
    {case -set ""}    ""
} {
    tap::is [completed {*}$words] $want "`trundle $words` is completed"
}
if {[auto_execok zsh] ne ""} {
    tap::is [catch {exec zsh -n << [dict get [trundle completion zsh] out]} said] 0 "zsh reads its script$said"
} else {
    tap::note "zsh is not installed: its script has not been read"
}
foreach command {new completion} {
    set said [trundle $command -help]
    tap::ok [expr {[dict get $said status] == 0 && [string match "usage: trundle $command *" [dict get $said out]]}] \
        "the help of $command"
}
testing::refused {trundle: completion: the shell is "fish", expected one of bash, zsh} {completion fish} "another shell"
testing::end

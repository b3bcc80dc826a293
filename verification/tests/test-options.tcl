# test-options.tcl -- whatever stands where a value is expected, a command never takes it for a list, a number or a script that
# it is not: no option of any command, no word and no damaged file leads to status 70.
package require trundle::testing
package require trundle::cli
namespace import testing::*
testing::start
set work [pwd]

scenario s.tcl "gravity {0 0 -9.81}
material steel -young 1e7 -poisson 0.3 -density 2000
contact steel steel -mu 0.3 -restitution 0.5
integrate -method verlet -dt 1e-5
plane floor -point {0 0 0} -normal {0 0 1} -material steel
sphere ball -radius 0.01 -position {0 0 0.02} -material steel
sphere twin -radius 0.01 -position {0.1 0 0.02} -material steel
run until 0.002 record 0.001 -contacts yes"
works "a run" run s.tcl -out c
page tiny {
benchmark tiny {title {Tiny} source {closed form}}
parameter v 1 m/s {speed} nonnegative
parameter dt 1e-3 s {step} positive
parameter kind a - {kind} {choice a b}
case {
    observe v [p v] m/s -kind closed-form -reference [p v] -relative 1e-12 -reason round-off -rival [list double [* 2 [p v]]]
}
}
set swing "time,angle\n"
for {set k 0} {$k < 100} {incr k} {
    append swing [expr {0.03*$k}],[expr {0.174*exp(-0.479*0.03*$k)*sin(7.565*0.03*$k + 0.716)}] \n
}
testing::write swing.csv [string trim $swing]

# One process a command: it says which words have ended as a bug would.
testing::write $testing::folder/ask.tcl {
    set argv [lassign $argv program command]
    set channel [open $program]
    set text [read $channel]
    close $channel
    # The program without its last line, which ends it.
    set argv_there $argv
    eval [string map [list {[info script]} [list $program]] [regsub {\nexit \[trundle::main[^\n]*\n$} $text \n]]
    package require trundle::dispatch
    package require trundle::command::$command
    proc trundle::dispatch::guard {} {package require trundle}
    set values [list "\{" "\}" {[exit]} {$x} "\"" "\\" [string repeat a 100000] {} nan inf 1e999 "\{a" "a \}" {"a"b} {a "b"c} "a\{b c\}d" \
        "\n" , = a=b a= =b @ ~ / /dev/null 0x10 08 -0 99999999999999999999 1:2:3 * {[} {z nan} "z \{" "\{1 0 0\} \{0 0" \
        {{nan 0 0} {0 0 1}} {{0 0 0} {0 0 1}} {{1e300 0 0} {0 1e300 0}} ,,, v=\{ v=nan v= {v=[exit]} v=1:nan:3 tap=\{ "\u20ac"]
    rename puts say
    proc puts {args} {
        if {[llength $args] == 1 || [lindex $args 0] in {stdout stderr -nonewline}} return
        say {*}$args
    }
    proc ask {words} {
        global kept count
        incr count
        set status 0
        if {[catch {trundle::dispatch::run $words} message settings]} {
            set status [trundle::exit-status [dict get $settings -errorcode]]
        }
        if {$status == 70} {
            say "[string range $words 0 120] -> [lindex [split $message \n] 0]"
            if {[info exists ::env(TRUNDLE_DEBUG)]} {say stderr [dict get $settings -errorinfo]}
        }
        foreach name [glob -nocomplain * .\[a-z\]*] {
            if {$name ni $kept} {file delete -force -- ./$name}
        }
    }
    set kept [glob * .*]
    set count 0
    set base $argv_there
    dict for {option facts} [dict get $trundle::cli::declared($command) options] {
        if {[lindex $facts 0] eq ""} continue
        foreach value $values {
            ask [list $command {*}$base -$option $value]
        }
    }
    foreach value $values {
        ask [list $command $value]
        ask [list $command {*}$base $value]
    }
    say "asked $count"
}
set bases {
    {plot c mass} {film c -to svg} {convert c -to csv} {info c} {identify swing.csv -inertia 4e-4} {export s.tcl -to json}
    {export s.tcl -to liggghts -approximate} {new x} {init-ci} {ledger 31} {run s.tcl -overwrite} {case tiny} {sweep tiny -jobs 1}
    {verify tiny -list} {bench nothing} {bench} {reproduce -from nothing} {completion bash}
}
# A picture a value takes long: the stub draws at once.
file mkdir bin
testing::write bin/gnuplot "#!/bin/sh\nfor w; do case \$w in *\"out = \"*) o=\${w#*out = \\'}; o=\${o%%\\'*}; echo '<svg></svg>' >\"\$o\" ;; esac; done"
file attributes bin/gnuplot -permissions 0755
set path $env(PATH)
set env(PATH) $work/bin:$path
foreach base $bases {
    set begin [clock seconds]
    set failed [catch {exec timeout 300 [info nameofexecutable] $testing::folder/ask.tcl $testing::folder/bin/trundle {*}$base 2>@1} said]
    set lines [split [string trim $said] \n]
    tap::note "[lindex $lines end] in [expr {[clock seconds] - $begin}] s"
    tap::ok [regexp {^asked \d+$} [lindex $lines end]] "all is asked: $base"
    tap::is [lrange $lines 0 end-1] {} "no bug: $base"
}
set env(PATH) $path

# Names that look like numbers stay names.
if {[auto_execok gnuplot] ne ""} {
    works "a folder called nan" plot c energies -out nan
    works "a folder called 0x10" plot c energies -out 0x10
    tap::is [lmap name {nan 0x10} {file isdirectory $name}] {1 1} "they are"
}
works "a file called 1e5" convert c -to csv -out 1e5
tap::is [file isfile 1e5] 1 "it is"
scenario nan.tcl [string map {steel nan} [contents s.tcl]]
works "a material called nan, for LIGGGHTS" export nan.tcl -to liggghts -approximate
works "and in a run" run nan.tcl -out nan-run

# --- files that somebody has damaged, or sealed again ------------------------------------
set head {"case":"dense","date":"","processor":"","cores":1}
foreach results [list "" "x \{" \[1\] "\[\{\"n\":\"\{\"\}\]" [string map {best_is "\"x \{\""} {[{"case":"dense","engine":"a","against":"","n":1,
        "threads":1,"best":best_is,"median":1,"against_best":null,"against_median":null,"ratio":null,"ratio_median":null}]}]] {
    set text "\{\"results\":[expr {[string index $results 0] in {[ {}} ? $results : "\"$results\""}],[string range $head 1 end]"
    testing::write b.json $text
    testing::refused "*bench: *b.json*" {bench -from b.json} "results of a bench: $text"
}
file mkdir report/figures report/data
foreach text [list "\{" "a \{b c\} d" "\{tiny\} \{\{ok \{\{\} x\}\}\}" "a \"b\"c"] {
    testing::write report/answers.txt $text
    testing::refused "*reproduce: *answers.txt*" {reproduce -from report -out again} "answers of a report: $text"
}
# Names of materials in a trajectory without a seal.
foreach name [list "\{abcd" "\"abcd" "\"a\"bc" "a\{ \}b" {[ex]$} {\\\\\\} {'a'b'}] {
    file delete -force h
    file mkdir h
    set channel [open h/trajectory.h5 wb]
    puts -nonewline $channel [string range [string map [list steel [string range $name 0 4]] [bytes c/trajectory.h5]] 0 end-53]
    close $channel
    foreach words {{film h -to svg -colour material -out h.svg} {film h -to svg -out h.svg} {convert h -to vtk -out hv} {convert h -to csv -out h.csv} {plot h speed -out hp}} {
        if {[lindex $words 0] ne "convert" && [auto_execok gnuplot] eq ""} continue
        set status [dict get [trundle {*}$words] status]
        tap::ok [expr {$status in {0 2}}] "a material called $name: $words"
    }
}
# A checkpoint that somebody has sealed again.
package require trundle
scenario long.tcl [string map {{until 0.002} {until 50}} [contents s.tcl]]
set pipe [open "|[list [info nameofexecutable] $testing::folder/bin/trundle run long.tcl -checkpoint 0 2>@1]"]
for {set k 0} {$k < 200 && ![file exists long-run.part/checkpoint.h5]} {incr k} {after 50}
exec sh -c "kill -TERM [pid $pipe]"
read $pipe
catch {close $pipe}
set sealed [bytes long-run.part/checkpoint.h5]
foreach {from to} [list starts st\}rts parts p\{rts tables t\"bles frames fr\\mes] {
    set text [string range [string map [list "$from " "$to "] $sealed] 0 end-53]
    set channel [open long-run.part/checkpoint.h5 wb]
    puts -nonewline $channel $text
    close $channel
    foreach words {{run long.tcl -resume} {info long-run.part}} {
        set result [trundle {*}$words]
        tap::ok [expr {[dict get $result status] in {1 2}}] "a checkpoint with $to: $words"
        tap::note "[dict get $result status] [dict get $result err]"
    }
}
testing::end

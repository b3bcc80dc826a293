# command-export.tcl -- trundle export: a scenario as a deck of another code.
package provide trundle::command::export 1.0
package require trundle::cli
package require trundle::export
package require trundle::output
package require trundle::scenario

namespace eval trundle::command {}

trundle::cli::declare export {
    usage {SCENARIO.tcl -to liggghts|lammps|yade [-out DIR] [-steps N] [-threads P] [-approximate]}
    about {Writes the model of a scenario as the input of another code: a deck
        and the start state, in a folder with all that the code needs. Particles, walls,
        materials, laws, conventions and the time step are translated
        word by word. What the code cannot express is refused; where it computes
        something slightly different, -approximate writes the deck and says
        there, and on the terminal, in what it differs.}
    options {
        to          {CODE {choice liggghts lammps yade} {} {the other code; must be given}}
        out         {DIR text {} {folder of the deck; default: the scenario's name, a hyphen, the code}}
        steps       {N {integer 1} {} {steps that the deck runs; default: those of the scenario}}
        threads     {P {integer 1} 1 {ranks or threads in the command that is shown}}
        overlap     {M positive {} {overlap at which a rolling stiffness is taken that the code wants constant}}
        approximate {{} flag 0 {write the deck also when the code differs}}
        limit       {SECONDS positive 10 {longest time that reading the scenario may take}}
    }
    examples {
        {trundle export break-shot.tcl -to lammps -approximate}
        {writes break-shot-lammps/deck.lammps and state.data}
        {trundle export heap.tcl -to liggghts -steps 20000 -threads 2}
        {another length, and the command for two ranks}
    }
}

proc trundle::command::export {arguments} {
    set values [trundle::cli::parse export $arguments]
    if {[dict get $values help]} {
        puts [trundle::cli::help export]
        return 0
    }
    trundle::cli::words export $values 1 1 "the name of one scenario"
    set to [dict get $values to]
    if {$to eq ""} {
        trundle::value::fail "export: -to is missing, expected one of\
            [join $trundle::export::engines {, }]"
    }
    set file [lindex [dict get $values words] 0]
    set request [trundle::scenario::read $file [dict get $values limit]]
    set out [dict get $values out]
    if {$out eq ""} {
        set out [file rootname [file tail $file]]-$to
    }
    set part [trundle::output::begin export [file normalize $out] deck]
    try {
        set done [trundle::export::to $to [dict get $request model] $part \
            [export-plan $file $request $values]]
        trundle::output::finish $part [file normalize $out]
    } finally {
        trundle::output::discard $part
    }
    foreach text [dict get $done differs] {
        puts stderr "trundle: $to differs in $text"
    }
    puts "$out: cd [trundle::export::shell-words [list $out]] &&\
        [trundle::export::shell-words [dict get $done command]]"
    return 0
}

proc trundle::command::export-plan {file request values} {
    set plan [dict create name [file tail $file]]
    foreach key {threads approximate overlap steps} {
        dict set plan $key [dict get $values $key]
    }
    set dt [dict get [trundle::export::conventions [dict get $request model]] dt]
    if {[dict get $plan steps] eq ""} {
        dict set plan steps [expr {max(1, round([dict get $request until]/$dt))}]
    }
    if {[dict exists $request record]} {
        dict set plan every [expr {max(1, round([dict get $request record]/$dt))}]
    }
    return $plan
}

# export.tcl -- trundle export: a scenario as a deck of another code.
package provide trundle::command::export 1.0
package require trundle::cli
package require trundle::export
package require trundle::output
package require trundle::scenario

trundle::cli::declare export {
    usage {SCENARIO -to %CODES|%|json [-set NAME=VALUE ...] [-out NAME] [-steps N] [-threads P] [-approximate]
        -schema}
    about {Writes the model of a scenario as the input of another code: an input file and the initial state, in a folder with
        everything that the code needs. Options that the code does not have are refused; with -approximate small differences are
        accepted and listed. As json the model is plain data with every convention and number, for your own code; `trundle run` reads
        it back to the same bits, and SCENARIO may be such a file. -schema prints the fields as a JSON Schema.}
    groups {
        output {to out approximate schema}
        {the other code} {steps threads overlap}
        input {set limit}
    }
    options {
        to          {CODE {choice %CODES % json} {} {the other code, or json (required)}}
        out         {DIR text {} {folder (default: SCENARIO-CODE) or JSON file (default: SCENARIO.json)}}
        steps       {N {integer 1} {} {number of steps (default: as in the scenario)}}
        threads     {P {integer 1} 1 {ranks or threads in the command that is shown (default: 1)}}
        overlap     {M positive {} {overlap at which a stiffness is taken that the code has constant}}
        approximate {{} flag 0 {also write it if the code differs}}
        schema      {{} flag 0 {print the JSON Schema of a model}}
        set         {NAME=VALUE {many text} {} {value of a `parameter` of the scenario (may be repeated)}}
        limit       {SECONDS {above 0 1e6} 10 {longest time for reading the scenario (default: 10)}}
    }
    examples {
        {trundle export break-shot.tcl -to lammps -approximate}
        {writes break-shot-lammps/deck.lammps and state.data}
        {trundle export heap.tcl -to liggghts -steps 20000 -threads 2 -approximate}
        {another length, and the command for two ranks}
        {trundle export heap.tcl -to json}
        {the model as plain data in heap.json}
    }
}

proc trundle::command::export {arguments} {
    set values [trundle::cli::parse export $arguments]
    if {[dict get $values help]} {
        puts [trundle::cli::help export]
        return 0
    }
    if {[dict get $values schema]} {
        package require trundle::model-json
        puts [trundle::modeljson::schema]
        return 0
    }
    trundle::cli::words export $values 1 1 "the name of one scenario"
    set to [dict get $values to]
    if {$to eq ""} {
        trundle::value::fail "export: -to is missing, expected one of\
            [join $trundle::export::engines {, }], json"
    }
    set file [lindex [dict get $values words] 0]
    set request [trundle::scenario::read $file [dict get $values limit] \
        [trundle::cli::parameters export [dict get $values set]]]
    set out [dict get $values out]
    if {$to eq "json"} {
        return [export-json $file $request $out]
    }
    if {$out eq ""} {
        set out [file rootname [file tail $file]]-$to
    }
    set part [trundle::output::begin export [file normalize $out] deck]
    try {
        set plan [export-plan $file $request $values]
        set done [trundle::export::to $to [dict get $request model] $part $plan]
        note-plan $to $request $part $plan $done
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

# What `collect` must know of a deck that is run by hand.
proc trundle::command::note-plan {code request folder plan done} {
    package require trundle::legs
    if {![trundle::legs::can? $code]} {
        return
    }
    set every [trundle::value::get $plan every 0]
    trundle::legs::write-plan $code $request $folder [dict create name [dict get $plan name] steps [dict get $plan steps] \
        every [expr {$every ? min($every, [dict get $plan steps]) : 0}] ranks 1 spheres [dict get $done spheres] \
        dt [dict get [trundle::export::conventions [dict get $request model]] dt] \
        program [set trundle::export::${code}::program] differs [dict get $done differs]]
}

proc trundle::command::export-json {file request out} {
    package require trundle::model-json
    if {$out eq ""} {
        set out [file rootname [file tail $file]].json
    }
    set path [trundle::output::check-file export out $out model]
    trundle::output::deliver [trundle::modeljson::write $request [file rootname [file tail $file]]] $path
    puts $out
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

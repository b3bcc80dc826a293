# new.tcl -- trundle new: begin a scenario from one that runs.
package provide trundle::command::new 1.0
package require trundle::cli
package require trundle::output

trundle::cli::declare new {
    usage {NAME [-from EXAMPLE]
        -list}
    about {Writes the scenario NAME.tcl, with comments, ready for `trundle run`. With -from it is a copy of an example, and
        the other files that the example mentions are copied as well. Existing files are kept.}
    options {
        from {EXAMPLE text begin {example to copy (default: begin)}}
        list {{} flag 0 {list the examples}}
    }
    examples {
        {trundle new mine}            {mine.tcl: a ball that slides, rolls and meets another}
        {trundle new mill -from drum} {mill.tcl: a rotating drum}
        {trundle new -list}           {names and topics of the examples}
    }
}

proc trundle::command::new {arguments} {
    set values [trundle::cli::parse new $arguments]
    if {[dict get $values help]} {
        puts [trundle::cli::help new]
        return 0
    }
    set examples [new-examples]
    if {[dict get $values list]} {
        trundle::cli::words new $values 0 0 "-list"
        dict for {name title} $examples {
            puts [format "%-16s %s" $name $title]
        }
        return 0
    }
    trundle::cli::words new $values 1 1 "the name of the scenario"
    set file [lindex [dict get $values words] 0]
    if {[file extension $file] ne ".tcl"} {
        append file .tcl
    }
    set from [dict get $values from]
    if {![dict exists $examples $from]} {
        trundle::value::fail "new: -from is \"$from\"[trundle::value::one-of $from [dict keys $examples]]"
    }
    if {[file exists $file]} {
        trundle::value::fail "new: \"$file\" already exists, expected a new name"
    }
    if {![file isdirectory [file dirname $file]] || ![file writable [file dirname $file]]} {
        trundle::value::fail "new: the scenario is \"$file\", expected a name in a folder that can be written"
    }
    # Files beside it that its comments or commands name, as drum.tcl and friction.csv of heap, come along under their names.
    set folder [file dirname $file]
    foreach other [new-others $from] {
        if {[file exists $folder/$other]} {
            trundle::value::fail "new: \"[file join $folder $other]\", which $from.tcl needs, already exists, expected another folder"
        }
    }
    set tail [file tail $file]
    foreach other [new-others $from] {
        trundle::output::write $folder/$other [string map [list $from.tcl [trundle::cli::as-word $tail] \
            $from-run [trundle::cli::as-word [file rootname $tail]-run]] [trundle::output::text $::trundle::root/examples/$other]]
        puts "[expr {$folder eq "." ? $other : [file join $folder $other]}]: copied as well"
    }
    trundle::output::write $file [string map [list $from.tcl [trundle::cli::as-word $tail] \
        $from-run [trundle::cli::as-word [file rootname $tail]-run]] [string trimright [new-text $from] \n]]
    puts "$file: [dict get $examples $from]\nrun it: trundle run [trundle::cli::as-word $file]"
    return 0
}

# The scenarios of the examples: name -> what the first sentence says.
proc trundle::command::new-examples {} {
    set found {}
    foreach file [lsort [glob -nocomplain -directory $::trundle::root/examples *.tcl]] {
        set name [file rootname [file tail $file]]
        set text [new-text $name]
        regexp {^(?:#[^\n]*\n)+} $text head
        set head [string trim [string map {"\n#" ""} [string range $head 1 end]]]
        regexp -indices {[.:](\s|$)} $head end
        if {[regexp -line {^run\M} $text]} {
            dict set found $name [string range $head 0 [lindex $end 0]-1]
        }
    }
    return $found
}

# The other examples whose file names stand in one.
proc trundle::command::new-others {name} {
    set text [new-text $name]
    return [lmap file [lsort [glob -nocomplain -directory $::trundle::root/examples -tails *]] {
        if {$file eq "$name.tcl" || ![regexp "(^|\[^\\w-\])[string map {. \\.} $file]" $text]} continue
        set file
    }]
}

proc trundle::command::new-text {name} {
    return [trundle::output::text $::trundle::root/examples/$name.tcl]
}

# unfinished.tcl -- the folder of a run that has not ended: whether there is one,
# whether it belongs to the scenario at hand, and that nobody else works in it.
package provide trundle::unfinished 1.0
package require trundle::output
package require trundle::value

namespace eval trundle::unfinished {
    variable marker .trundle-run
    variable kept-of-deck {apply {folder {return "a deck of another code"}}}      ;# legs.tcl knows more
    variable going [dict get $::trundle::output::going .trundle-run]  ;# what only an unfinished run needs
}

# What tells one run from others: a dict of `text`, the request in full, and
# `parts`, a sum of each part of it.  A table of spheres, an STL file or the samples of a
# flow count with what is in them, not with their names; a long list of spheres by its sum; a seed is told even
# where the scenario leaves it open.
proc trundle::unfinished::identity {request} {
    set model [dict get $request model]
    if {[dict exists $model groups]} {
        dict set model groups [lmap group [dict get $model groups] {
            if {[dict exists $group path]} {
                dict set group path "sum [sum-of-file [dict get $group path]]"
            } elseif {![dict exists $group seed]} {
                dict set group seed [lindex [dict get \
                    $::trundle::language::options(lattice) seed] 2]
            }
            set group
        }]
    }
    if {[dict exists $model meshes]} {
        dict set model meshes [lmap mesh [dict get $model meshes] {
            if {[dict exists $mesh path]} {
                dict set mesh path "sum [sum-of-file [dict get $mesh path]]"
            }
            set mesh
        }]
    }
    if {[dict exists $model fluid samples]} {
        dict set model fluid samples "sum [sum-of-file [dict get $model fluid samples]]"
    }
    set particles [trundle::value::get $model particles]
    if {[llength $particles] > 1000} {
        dict set model particles "[llength $particles] spheres, sum [zlib crc32 $particles]"
    }
    set text [dict merge $model [dict remove $request model]]
    set parts [dict map {part value} $text {
        zlib crc32 [encoding convertto utf-8 $value]
    }]
    return [dict create text $text parts $parts]
}

proc trundle::unfinished::sum-of-file {file} {
    if {![file isfile $file] || [catch {trundle::output::sum $file} sum]} {
        return none             ;# the engine will say why
    }
    return [lindex $sum 1]
}

# Has this very run ended already?  (A folder that has lost its note has ended, and is damaged.)
proc trundle::unfinished::finished? {out identity} {
    return [expr {![file exists $out.part] && ([file exists $out/.scenario] || [file exists $out/run.json])
                  && ![llength [others $out $identity]]}]
}

# In which parts the scenario differs from that whose results are there; a folder
# that does not say belongs to any.
proc trundle::unfinished::others {out identity} {
    if {![file exists $out/.scenario]} {
        return {}
    }
    set parts [stored $out/.scenario]
    if {![string is list $parts] || [llength $parts] % 2} {
        return scenario         ;# nobody knows which: its note is damaged
    }
    return [differences $parts [dict get $identity parts]]
}

# Results of another scenario are never replaced unless it is said. In the folder
# that a scenario has by itself they are those of its earlier versions: they will be
# set aside. A folder that was named is left alone.
proc trundle::unfinished::may-replace {out identity own} {
    set differ [others $out $identity]
    if {[llength $differ] && !$own} {
        trundle::value::fail "run: $out holds the results of another scenario: other\
            [join $differ {, }]; -overwrite replaces them, -out with another name, or no\
            -out, keeps them"
    }
}

# The first free name among OUT-1, OUT-2, ...
proc trundle::unfinished::aside {out} {
    for {set k 1} {[file exists $out-$k]} {incr k} {}
    return $out-$k
}

proc trundle::unfinished::stored {file} {
    return [string trimright [trundle::output::text $file] \n]
}

# An empty folder is nobody's: a run that was killed before it could mark it as its
# own leaves one.
proc trundle::unfinished::empty? {folder} {
    return [expr {[file isdirectory $folder] && ![llength [trundle::output::entries $folder]]}]
}

# Make OUT.part the folder to work in and keep others out.  OWN: it is the folder
# that the scenario has by itself.  Returns the head of the checkpoint to go on
# from, or an empty dict for a new run.
proc trundle::unfinished::enter {out identity own resume restart overwrite} {
    variable marker
    trundle::output::tidy $out
    trundle::output::may-replace run $out run
    if {!$own} {
        trundle::output::no-strangers run $out run
    }
    if {!$overwrite} {
        may-replace $out $identity $own
    }
    set part $out.part
    if {[file exists $part] && ![file exists $part/$marker] && ![empty? $part]} {
        trundle::value::fail "run: $part exists and is not an unfinished run,\
            expected that name to be free"
    }
    set new [expr {![file exists $part]}]
    trundle::output::make-folder run $out $part
    trundle::output::write $part/$marker "trundle $::trundle::version"
    trundle::checkpoint lock $part/.lock
    if {$resume && [keeps? $part]} {
        return [head-of $part $identity]
    }
    if {!$restart && [keeps? $part]} {
        head-of $part $identity           ;# of another scenario: no use for -resume
        trundle::value::fail "run: $part holds an unfinished run ([kept $part]),\
            expected -resume to continue it or -restart to start over"
    }
    if {$resume} {
        puts "$out: [expr {$new ? "there is no unfinished run"
            : "the unfinished run has no checkpoint yet"}], begins at t = 0"
        flush stdout
    }
    file delete -force {*}[glob -nocomplain -directory $part *]
    return {}
}

# Is there something to go on from: a checkpoint, or the deck of another code?
proc trundle::unfinished::keeps? {part} {
    return [expr {[file exists $part/checkpoint.h5] || [file exists $part/deck/plan.json]}]
}

# What there is, if it belongs to this scenario: the head of a checkpoint, or the folder of a deck.
proc trundle::unfinished::head-of {part identity} {
    try {
        if {[file exists $part/checkpoint.h5]} {
            set head [trundle::checkpoint look $part/checkpoint.h5]
            set differ [trundle::value::reading "the checkpoint" $part/checkpoint.h5 {
                differences [dict get $head user parts] [dict get $identity parts]
            }]
        } else {
            set head [dict create deck $part/deck]
            set differ [trundle::value::reading "the note" $part/.scenario {
                differences [stored $part/.scenario] [dict get $identity parts]
            }]
        }
    } trap TRUNDLE {message settings} {
        return -options $settings "$message; -restart starts over"
    }
    if {[llength $differ]} {
        trundle::value::fail "run: $part holds an unfinished run of another scenario:\
            other [join $differ {, }]; -restart discards it and starts over, -out with\
            another name keeps it"
    }
    return $head
}

proc trundle::unfinished::differences {a b} {
    set names [lsort -unique [concat [dict keys $a] [dict keys $b]]]
    return [lmap name $names {
        if {[trundle::value::get $a $name] eq [trundle::value::get $b $name]} continue
        set name
    }]
}

# What there is of an unfinished run, in words.
proc trundle::unfinished::kept {part} {
    if {![file exists $part/checkpoint.h5]} {
        variable kept-of-deck
        return [{*}${kept-of-deck} $part/deck]
    }
    try {
        set head [trundle::checkpoint look $part/checkpoint.h5]
        return "the run up to t = [format %.6g [dict get $head time]] s,\
            step [dict get $head steps]"
    } trap TRUNDLE {message} {
        return $message
    }
}

proc trundle::unfinished::clean {folder} {
    variable going
    file delete {*}[lmap name $going {file join $folder $name}]
}

# test-lists.tcl -- the lists of the build and the files agree: no chapter,
# page, root or script is left out, no chunk is forgotten or shared by two
# chapters, no name of a chunk breaks the book, nothing is longer than it may be.
package require tap

set lists $env(TRUNDLE_LISTS)
set source [expr {[info exists env(srcdir)] ? $env(srcdir) : "."}]
source [file join $source mk/sizes.tcl]

# The chunks of a file: name -> the chunks that it uses.
proc chunks {file} {
    set chunks [dict create]
    set name ""
    foreach line [sizes::read-lines $file] {
        if {[regexp {^<<(.*)>>=\s*$} $line -> name]} {
            dict lappend chunks $name
        } elseif {[regexp {^@( |$)} $line]} {
            set name ""
        } elseif {$name ne ""} {
            foreach {all use} [regexp -all -inline {(?:^|[^@<])<<([^<>]+(?:>[^<>]+)*)>>} $line] {
                dict lappend chunks $name $use
            }
        }
    }
    return $chunks
}

# Names of files that stand in no list.
proc unlisted {pattern} {
    global lists source
    set left {}
    foreach file [lsort [glob -nocomplain -directory $source -tails $pattern]] {
        if {$file ni $lists && [file rootname $file] ni $lists} {
            lappend left $file
        }
    }
    return $left
}

foreach pattern {lit/*.nw lit/*/*.nw verification/*/*.nw verification/*.tcl verification/*/*.tcl src/*.c src/trundle/*.h} {
    # In a build in place the tangled files lie beside the others: they are listed too.
    tap::is [unlisted $pattern] {} "every $pattern is in a list of mk/lists.am"
}

# Where a root of a chapter or a page is tangled to.
proc places {file root} {
    switch -glob -- $file,$root {
        verification/*,*  {list verification/pages/$root}
        *.h               {list src/trundle/$root}
        *.c               {list src/$root}
        default           {list figures/$root}
    }
}

# The files of a chapter may be put together from chunks of others, too: file -> the
# chapters whose chunks it may use, or that may use its chunks.
set kin [dict create]
dict for {file others} $env(TRUNDLE_FROM) {
    dict lappend kin $file {*}$others
    foreach other $others {
        dict lappend kin $other $file {*}$others
    }
}

set owners [dict create]
set odd {}
set found_in [dict create]
foreach file [lsort [concat \
        [glob -nocomplain -directory $source -tails lit/*/*.nw] \
        [glob -nocomplain -directory $source -tails verification/pages/*.nw]]] {
    dict set found_in $file [chunks [file join $source $file]]
}
dict for {file found} $found_in {
    set family [expr {[dict exists $kin $file] ? [dict get $kin $file] : {}}]
    set family [lmap one $family {dict get $found_in $one}]
    set used [concat {*}[dict values $found] {*}[lmap one $family {concat {*}[dict values $one]}]]
    set defined [dict keys [dict merge $found {*}$family]]
    set roots {}
    foreach name [dict keys $found] {
        dict lappend owners $name $file
        if {[regexp _ [regsub -all {\[\[.*?\]\]} $name {}]]} {
            lappend odd $name
        }
        if {$name ni $used} {
            lappend roots $name
        }
    }
    set lost [lmap root $roots {
        if {[places $file $root] in $lists} continue
        set root
    }]
    tap::is $lost {} "$file: every root is a file of mk/lists.am"
    set undefined [lmap name [lsort -unique [concat {*}[dict values $found]]] {
        if {$name in $defined} continue
        set name
    }]
    tap::is $undefined {} "$file: every chunk that is used is defined"
}
tap::is $odd {} "no name of a chunk has a bare underscore"
# The root of a page's pictures goes on in its parts; no other chunk does.
set shared {}
dict for {name files} $owners {
    if {[llength $files] > 1 && ![string match *.gp $name]} {
        lappend shared "$name ($files)"
    }
}
tap::is $shared {} "no two chapters share the name of a chunk, nor a page and its part"

lassign [sizes::offenders $source] found long
set listed [sizes::listed [file join $source mk/sizes.list]]
set grown {}
set gone {}
foreach key [lsort [dict keys [dict merge $found $listed]]] {
    set now [expr {[dict exists $found $key] ? [dict get $found $key] : {}}]
    set entries [expr {[dict exists $listed $key] ? [dict get $listed $key] : {}}]
    foreach size $now entry $entries {
        if {$size eq {}} {
            lappend gone "[lindex $entry 0] | [join $key { | }]"
        } elseif {$entry eq {} || $size > [lindex $entry 0] || [lindex $entry 1] in {{} ?}} {
            lappend grown "$size | [join $key { | }]"
        }
    }
}
tap::is [join $grown \n] {} "nothing is longer than it may be, but with a reason in mk/sizes.list"
tap::is [join $gone \n] {} "mk/sizes.list names nothing that fits (tclsh mk/sizes.tcl writes it again)"
tap::is [join $long \n] {} "no line of prose has more than $sizes::line characters, none of code more than $sizes::code"
tap::done

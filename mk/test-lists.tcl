# test-lists.tcl -- every chunk goes into a file of the build (mk/lists.sh makes the lists), none is missing or shared
# by two chapters, no name of a chunk breaks the book, no line is too long for a page.
package require tap

set lists $env(TRUNDLE_LISTS)
set source [expr {[info exists env(srcdir)] ? $env(srcdir) : "."}]
source [file join $source mk/files.tcl]

# The chunks of a file: name -> the chunks that it uses.
proc chunks {file} {
    set chunks [dict create]
    set name ""
    foreach line [files::read-lines $file] {
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
        # The rows of laws go into headers by way of mk/laws.tcl.
        if {[places $file $root] in $lists || ($file in $env(LAWS_NW) && $root eq "[file rootname [file tail $file]].laws")} continue
        set root
    }]
    tap::is $lost {} "$file: every root is a file of the build"
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

# A new root and a new file need no line in a list; a new chapter needs its place in the order of the book.
close [file tempfile room]
file delete $room
foreach folder {lit/mechanics lit/engine lit/answers lit/tests verification/pages \
        verification/harness verification/harness/suite verification/engines \
        verification/tests src src/trundle examples figures/examples mk} {
    file mkdir $room/$folder
    foreach file [glob -nocomplain -directory $source/$folder -tails -types f *] {
        file link -symbolic $room/$folder/$file [file normalize $source/$folder/$file]
    }
}
proc lists-of {room} {
    catch {exec sh $::source/mk/lists.sh $room 2>@1} text
    return $text
}
foreach {file text} {src/far-tcl.c {} src/far.c {} src/test-far.c {} verification/harness/suite/far.tcl {} verification/tests/test-far.tcl {}} {
    files::write-text $room/$file $text
}
file delete $room/lit/mechanics/rolling.nw
files::write-text $room/lit/mechanics/rolling.nw [files::read-text $source/lit/mechanics/rolling.nw]<<far.h>>=\n<<normal:\ far>>\n@\n
set made [string map {"\\\n" ""} [lists-of $room]]
foreach {list file} {PLAIN_C src/far.c TCL_C src/far-tcl.c PLAIN_TEST src/test-far HARNESS verification/harness/suite/far.tcl \
        TCL_TESTS verification/tests/test-far.tcl CHAPTERS_H src/trundle/far.h FILES_lit_mechanics_rolling src/trundle/far.h} {
    regexp -line "^$list =(.*)" $made - files
    tap::ok [expr {$file in $files}] "$file needs no line in a list: $list"
}
files::write-text $room/lit/engine/far.nw "A chapter.\n"
tap::is [lindex [split [lists-of $room] \n] 0] "lists.sh: lit/engine/far.nw has no place in the order of mk/lists.am" "a new chapter without a place is refused"
file delete -force $room

# A line of code with more than 118 characters ends at the edge of the paper; prose has 120. Tags, names of numbers and
# displays cannot be broken.
proc too-long {file} {
    lassign {0 0 0} code display number
    set long {}
    foreach line [files::read-lines $file] {
        incr number
        if {[regexp {^<<.*>>=\s*$} $line] || [regexp {^@( |$)} $line]} {
            set code [string match <<* $line]
        }
        if {!$code && [regexp {\\begin\{(equation|align|gather|multline|tabular|longtable|array)} $line]} {
            set display 1
        }
        regsub -all {\\(?:src(?:eq|item)(\[[^]]*\])?|ours)(\{[^{}]*\})+} $line {} breakable
        if {$code ? [string length $line] > 118 : (!$display && [string length $breakable] > 120)} {
            lappend long $number
        }
        if {[regexp {\\end\{(equation|align|gather|multline|tabular|longtable|array)} $line]} {
            set display 0
        }
    }
    return $long
}
tap::is [concat {*}[lmap file [dict keys $found_in] {
    lmap number [too-long [file join $source $file]] {string cat $file:$number}
}]] {} "no line of prose has more than 120 characters, none of code more than 118"
tap::done

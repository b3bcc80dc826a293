# layers.tcl -- which file uses which other one: in C modules (NAME.h and NAME.c are one) by their includes and calls, in
# the Tcl of the harness files by `package require` and by qualified names; the rooms that they live in, and the arrows
# between them.
#
#   tclsh mk/layers.tcl SRCDIR ?tcl? >includes.svg   a picture, in a build folder (make includes); TRUNDLE_ROOMS as in
#                                                    mk/check.am
source [file join [file dirname [file normalize [info script]]] files.tcl]

namespace eval layers {
    namespace import ::files::*
    # A room may use itself and the rooms named here.
    variable below {
        base      {}
        rotation  {base}
        mechanics {rotation base}
        engine    {mechanics rotation base}
        answers   {base}
        files     {engine mechanics rotation base}
        tcl       {files answers engine mechanics rotation base}
        whole     {files answers engine mechanics rotation base}
        tests     {whole files answers engine mechanics rotation base}
    }
    # The same of the harness in Tcl, and of the adapters of other codes.
    variable below_tcl {
        base      {}
        language  {base}
        runs      {language base}
        codes     {runs language base}
        engines   {codes runs language base}
        pictures  {base}
        suite     {pictures codes runs language base}
        bench     {codes runs language base}
        commands  {bench suite pictures codes runs language base}
    }
}

proc layers::module {file} {
    file rootname [file tail $file]
}

# The module of an object file, however libtool calls it.
proc layers::module-of {object} {
    module [regsub {^(lib|trundle).*_la-} [file tail $object] {}]
}

# module -> room, from the list {room files ...}.  Helpers of the base stand below all; groups
# of particles are plain C, but no file format; trundle.h is the whole.
proc layers::rooms {lists} {
    set rooms [dict create]
    foreach {room files} $lists {
        foreach file $files {
            if {[file extension $file] in {.h .c {}}} {
                dict set rooms [module $file] $room
            }
        }
    }
    dict set rooms rotation rotation
    dict set rooms groups engine
    dict set rooms trundle whole
    foreach base {status vector random store table} {
        dict set rooms $base base
    }
    return $rooms
}

# {from to} -> what draws the arrow.
proc layers::includes {files rooms} {
    set arrows [dict create]
    foreach file $files {
        set text [read-text $file]
        set from [module $file]
        foreach {- header} [regexp -all -inline -line {^#include [<"](?:trundle/)?([\w-]+)\.h[>"]} $text] {
            if {$header ne $from && [dict exists $rooms $header]} {
                dict set arrows [list $from $header] "includes $header.h"
            }
        }
    }
    return $arrows
}

# The files from which a chain of includes leads to this header.
proc layers::readers {files header} {
    set into [dict create]
    foreach file $files {
        foreach {- name} [regexp -all -inline -line {^#include [<"](?:trundle/)?([\w-]+\.h)[>"]} [read-text $file]] {
            dict lappend into $name $file
        }
    }
    set found {}
    set todo [list $header]
    while {[llength $todo]} {
        set todo [lassign $todo one]
        foreach file [expr {[dict exists $into $one] ? [dict get $into $one] : {}}] {
            if {$file ni $found} {
                lappend found $file
                lappend todo [file tail $file]
            }
        }
    }
    return [lsort $found]
}

# The same of calls, from the symbols of the objects of the library.
proc layers::calls {objects} {
    set home [dict create]
    set wanted {}
    foreach object $objects {
        set from [module-of $object]
        foreach line [split [exec nm $object] \n] {
            if {[regexp { [TRDB] (tr_\w+)$} $line -> name]} {
                dict set home $name $from
            } elseif {[regexp { U (tr_\w+)$} $line -> name]} {
                lappend wanted $from $name
            }
        }
    }
    set arrows [dict create]
    foreach {from name} $wanted {
        if {[dict exists $home $name] && [dict get $home $name] ne $from} {
            dict set arrows [list $from [dict get $home $name]] "calls $name"
        }
    }
    return $arrows
}

# --- the harness in Tcl ---------------------------------------------------------------------------

# The files of the harness below a folder: ROOM/NAME -> path.
proc layers::tcl-files {source} {
    set files [dict create]
    foreach path [lsort [glob -directory [file join $source verification] harness/*/*.tcl engines/*.tcl]] {
        dict set files [file join {*}[lrange [file split [file rootname $path]] end-1 end]] $path
    }
    return $files
}

# module -> room
proc layers::tcl-rooms {files} {
    return [dict map {module path} $files {lindex [file split $module] 0}]
}

# {from to} -> what draws the arrow: a package that is required, wherever in the file, or a qualified name. A package
# whose name is computed is a plug-in (an adapter, a command) and draws none.
proc layers::tcl-arrows {files} {
    set home [dict create]      ;# of packages, procedures and namespaces
    set texts [dict map {module path} $files {regsub -all -line {^\s*#.*$|;\s*#.*$} [read-text $path] {}}]
    dict for {module text} $texts {
        foreach {- name} [regexp -all -inline -line {^\s*namespace eval (?:::)?(trundle::\S+)} $text] {
            dict set home space $name [expr {[dict exists $home space $name] ? [dict get $home space $name] : $module}]
        }
    }
    dict for {module text} $texts {
        foreach {- name} [regexp -all -inline {package provide (\S+)} $text] {
            dict set home package $name $module
            dict set home space $name $module
        }
        foreach {- name} [regexp -all -inline -line {^\s*proc (?:::)?(trundle::\S+)} $text] {
            dict set home proc $name $module
        }
    }
    set arrows [dict create]
    dict for {module text} $texts {
        foreach {- name} [regexp -all -inline {package require (trundle::[\w:?-]*[\w?-])(?![\w:$\{-])} $text] {
            if {[dict exists $home package $name] && [dict get $home package $name] ne $module} {
                dict set arrows [list $module [dict get $home package $name]] "requires $name"
            }
        }
        foreach name [lsort -unique [regexp -all -inline {\mtrundle(?:::[\w?-]+)+} $text]] {
            set space [namespace qualifiers $name]
            if {[dict exists $home proc $name]} {
                set to [dict get $home proc $name]
            } elseif {[dict exists $home space $space] && ![string match namespace* $name]} {
                set to [dict get $home space $space]
                # A variable of a namespace that several files share.
                if {[regexp -line "^namespace eval (?:::)?$space\\M" $text]} continue
            } else continue
            if {$to ne $module} {
                dict set arrows [list $module $to] "uses $name"
            }
        }
    }
    return $arrows
}

# Arrows that run back, as sentences.
proc layers::backward {arrows rooms {allowed ""}} {
    variable below
    set allowed [expr {$allowed eq "" ? $below : $allowed}]
    set wrong {}
    dict for {pair how} $arrows {
        lassign [lmap module $pair {dict get $rooms $module}] from to
        if {$from ne $to && $to ni [dict get $allowed $from]} {
            lappend wrong "[lindex $pair 0] ($from) $how ($to)"
        }
    }
    return [lsort $wrong]
}

# Modules that reach themselves: what is left when those without an arrow go, again and again.
proc layers::rings {arrows} {
    set left [dict keys $arrows]
    while 1 {
        set from [lmap pair $left {lindex $pair 0}]
        set keep [lmap pair $left {
            if {[lindex $pair 1] ni $from} continue
            set pair
        }]
        if {[llength $keep] == [llength $left]} {
            set to [lmap pair $left {lindex $pair 1}]
            set keep [lmap pair $left {
                if {[lindex $pair 0] ni $to} continue
                set pair
            }]
        }
        if {[llength $keep] == [llength $left]} {
            return [lsort $left]
        }
        set left $keep
    }
}

# The longest way down from each module: its height in the picture.
proc layers::heights {arrows modules} {
    set height [dict create]
    foreach module $modules {
        dict set height $module 0
    }
    for {set changed 1; set n 0} {$changed && $n <= [llength $modules]} {incr n} {
        set changed 0
        foreach pair [dict keys $arrows] {
            lassign $pair from to
            if {[dict get $height $from] <= [dict get $height $to]} {
                dict set height $from [expr {[dict get $height $to] + 1}]
                set changed 1
            }
        }
    }
    return $height
}

# Arrows that no longer way says already.
proc layers::needed {arrows} {
    set next [dict create]
    foreach pair [dict keys $arrows] {
        dict lappend next {*}$pair
    }
    set far [dict create]
    dict for {from all} $next {
        set seen {}
        set todo $all
        while {[llength $todo]} {
            set todo [lassign $todo one]
            foreach two [expr {[dict exists $next $one] ? [dict get $next $one] : {}}] {
                if {$two ni $seen} {
                    lappend seen $two
                    lappend todo $two
                }
            }
        }
        dict set far $from $seen
    }
    lmap pair [dict keys $arrows] {
        if {[lindex $pair 1] in [dict get $far [lindex $pair 0]]} continue
        set pair
    }
}

proc layers::mean-place {module drawn at} {
    set sum 0.0
    set count 0
    foreach pair $drawn {
        foreach {one other} [list {*}$pair {*}[lreverse $pair]] {
            if {$one eq $module && [dict exists $at $other]} {
                set sum [expr {$sum + [lindex [dict get $at $other] 0]}]
                incr count
            }
        }
    }
    return [expr {$count ? $sum/$count : 1e3}]
}

proc layers::svg {arrows rooms} {
    set colour {base #e8e8e8 rotation #fdf0c4 mechanics #cfe8cf engine #cddff5 answers #f5d6d6
        files #e6dcf2 tcl #f7e3cf whole #ffffff}
    if {[dict exists $rooms commands/cli]} {
        set colour {base #e8e8e8 language #fdf0c4 runs #cfe8cf codes #cddff5 engines #d6f0f5 pictures #e6dcf2
            suite #f5d6d6 bench #f7e3cf commands #ffffff}
    }
    set modules [lsort -unique [concat {*}[dict keys $arrows]]]
    set rows [dict create]
    dict for {module height} [heights $arrows $modules] {
        dict lappend rows $height $module
    }
    set most [tcl::mathfunc::max {*}[dict keys $rows]]
    set wide [tcl::mathfunc::max {*}[lmap row [dict values $rows] {llength $row}]]
    set width [expr {130*$wide}]
    set at [dict create]
    set drawn [needed $arrows]
    # Each stands near the mean of those that it is joined to: few lines cross.
    for {set turn 0} {$turn < 12} {incr turn} {
        dict for {height row} $rows {
            set k 0
            foreach module [lsort -real -index 0 [lmap module [lsort $row] {
                list [mean-place $module $drawn $at] $module
            }]] {
                set x [expr {round(([incr k] - 0.5)*$width/[llength $row])}]
                dict set at [lindex $module 1] [list $x [expr {75*($most - $height) + 40}]]
            }
        }
    }
    set out "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 $width [expr {75*$most + 110}]'\
        font-family='sans-serif' font-size='13' text-anchor='middle'>\n<rect width='100%' height='100%' fill='white'/>\n"
    foreach pair $drawn {
        lassign [lmap module $pair {dict get $at $module}] a b
        append out "<line x1='[lindex $a 0]' y1='[expr {[lindex $a 1] + 12}]' x2='[lindex $b 0]'\
            y2='[expr {[lindex $b 1] - 12}]' stroke='#999'/>\n"
    }
    dict for {module place} $at {
        lassign $place x y
        append out "<rect x='[expr {$x - 55}]' y='[expr {$y - 12}]' width='110' height='24' rx='4'\
            fill='[dict get $colour [dict get $rooms $module]]' stroke='#555'/>\
            <text x='$x' y='[expr {$y + 5}]'>[file tail $module]</text>\n"
    }
    set x 60
    dict for {room fill} $colour {
        append out "<rect x='[expr {$x - 55}]' y='[expr {75*$most + 76}]' width='110' height='24' fill='$fill'/>\
            <text x='$x' y='[expr {75*$most + 93}]'>$room</text>\n"
        incr x 120
    }
    return "$out</svg>"
}

# The C files of the rooms, in the build folder or in the source.
proc layers::files {lists source} {
    set files {}
    foreach {- some} $lists {
        foreach file $some {
            foreach path [list $file [file join $source $file]] {
                if {[file extension $file] in {.h .c} && [file exists $path]} {
                    lappend files $path
                    break
                }
            }
        }
    }
    return $files
}

if {[info exists argv0] && [file tail $argv0] eq "layers.tcl"} {
    if {[lindex $argv 1] eq "tcl"} {
        set files [layers::tcl-files [lindex $argv 0]]
        puts [layers::svg [layers::tcl-arrows $files] [layers::tcl-rooms $files]]
        exit
    }
    set rooms [layers::rooms $env(TRUNDLE_ROOMS)]
    set arrows [dict filter [layers::includes [layers::files $env(TRUNDLE_ROOMS) [lindex $argv 0]] $rooms] \
        script {pair how} {expr {[dict get $rooms [lindex $pair 0]] ne "tests"}}]
    puts [layers::svg $arrows $rooms]
}

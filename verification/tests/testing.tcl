# testing.tcl -- what the tests of the command line share: a folder of their
# own, pages of their own, and the command as a user would call it.
package provide trundle::testing 1.0
package require tap

namespace eval testing {
    namespace export trundle works page scenario model remains contents rows contact-rows wall-rows particle-rows bytes vtk-array vtk-arrays
    # `make check` runs in the build folder; another program can be named.
    variable program [file normalize bin/trundle]
    if {[info exists ::env(TRUNDLE)]} {
        set program [file normalize $::env(TRUNDLE)]
    }
    variable folder ""
    # So many seconds a command may take where this is a number: one that waits for ever fails.
    variable patience ""
    # What every model of testing::model begins with; a test may append to it.
    variable head {
        gravity  {0 0 -9.81}
        material clay -young 1.3e7 -poisson 0.31 -density 1730
        integrate -method verlet -dt 1e-5
    }
}

# testing::start ?PROGRAM ...? makes a folder like an installation: the command,
# the harness, the style of the figures, no benchmark page and no data; and goes
# there. Without one of the programs there is no test.
proc testing::start {args} {
    variable program
    variable folder
    foreach needed $args {
        if {[auto_execok $needed] eq ""} {
            puts "1..0 # SKIP $needed is not installed"
            exit
        }
    }
    set root [file dirname [file dirname $program]]
    close [file tempfile folder]
    file delete $folder
    file mkdir $folder/bin $folder/verification/pages $folder/work
    file copy $program $folder/bin/trundle
    foreach name {figures src verification/harness verification/engines} {
        if {[file exists $root/$name]} {
            file link -symbolic $folder/$name [file normalize $root/$name]
        }
    }
    cd $folder/work
}

proc testing::end {} {
    variable folder
    cd /
    file delete -force $folder
    tap::done
}

# testing::page NAME TEXT ?SUFFIX? writes a benchmark page, or its script.
proc testing::page {name text {suffix tcl}} {
    variable folder
    write $folder/verification/pages/$name.$suffix $text
}

proc testing::scenario {name text} {
    variable folder
    write $folder/work/$name $text
}

# testing::model TEXT ... is the model that the texts describe, behind the head.
# A line that is indented goes on with the one above it.
proc testing::model {args} {
    variable head
    package require trundle::language
    namespace eval words {namespace path ::trundle::language}
    return [namespace eval words [list trundle::language::build [join [list $head {*}[lmap text $args {
        regsub -all {\n\s+} $text { }
    }]] \n]]]
}

proc testing::write {file text} {
    set channel [open $file w]
    puts $channel $text
    close $channel
}

proc testing::contents {file} {
    set channel [open $file]
    set text [read $channel]
    close $channel
    return $text
}

# testing::trundle ARGUMENT ... -> dict of status, out, err.
proc testing::trundle {args} {
    variable folder
    variable patience
    set status 0
    set watch [expr {$patience eq "" || [auto_execok timeout] eq "" ? "" : "timeout --foreground $patience"}]
    if {[catch {
        exec {*}$watch [info nameofexecutable] $folder/bin/trundle {*}$args \
            >$folder/out 2>$folder/err
    } message settings]} {
        set code [dict get $settings -errorcode]
        set status [expr {[lindex $code 0] eq "CHILDSTATUS"
                          ? [lindex $code 2] : $code}]
    }
    return [dict create status $status out [contents $folder/out] \
        err [contents $folder/err]]
}

# A test of its own: the command ends with status 0. -> what it has printed.
proc testing::works {name args} {
    set result [trundle {*}$args]
    if {![tap::ok [expr {[dict get $result status] == 0}] $name]} {
        tap::note [dict get $result err]
    }
    return [dict get $result out]
}

# Does a process run?  One that has ended and waits for its parent does not; one may end while it is looked at.
proc testing::alive {pid} {
    return [expr {![catch {contents /proc/$pid/stat} stat] && ![string match "*) Z *" $stat]}]
}

# The lines of a table, without comments.
proc testing::table {file} {
    return [lsearch -all -inline -not [split [string trim [contents $file]] \n] #*]
}

# The rows of a table below its heading.
proc testing::rows {file} {
    return [lmap line [lrange [table $file] 1 end] {split $line ,}]
}

# The same with the named columns alone, in that order: a table may get more.
proc testing::cells {file heads} {
    set known [split [lindex [table $file] 0] ,]
    set at [lmap head $heads {lsearch -exact $known $head}]
    return [lmap row [rows $file] {lmap k $at {lindex $row $k}}]
}
proc testing::contact-rows {file} {
    return [cells $file {t i j x y z nx ny nz overlap normal tx ty tz mx my mz slipping mobilised}]
}
proc testing::wall-rows {file} {
    return [cells $file {t wall fx fy fz x y z mx my mz power work}]
}
proc testing::particle-rows {file} {
    return [cells $file {t id radius mass x y z vx vy vz wx wy wz qw qx qy qz}]
}

# A file as it is.
proc testing::bytes {file} {
    set channel [open $file rb]
    set text [read $channel]
    close $channel
    return $text
}

# The numbers of an array of a VTK file: they begin where the head says. Doubles, or
# with `m` whole numbers.
proc testing::vtk-array {vtp name {kind q}} {
    regexp "Name=\"$name\" \[^>\]*offset=\"(\\d+)\"" $vtp - offset
    set at [expr {[string first "_" $vtp [string first {<AppendedData} $vtp]] + 1 + $offset}]
    binary scan $vtp "@${at}w" size
    binary scan $vtp "@[expr {$at + 8}]$kind[expr {$size/8}]" numbers
    return $numbers
}

# The bytes of an array by the head of a VTK file: of so many points or cells, each with so many numbers.
proc testing::vtk-tuples {vtp offset name} {
    regexp {<Piece ([^>]*)>} $vtp - piece
    foreach {- what count} [regexp -all -inline {NumberOf(\w+)="(\d+)"} $piece] {
        set $what $count
    }
    set at [string first "offset=\"$offset\"" $vtp]
    set section [lindex [regexp -all -inline {<(Points|Verts|Lines|Polys|PointData|CellData)\M} [string range $vtp 0 $at]] end]
    regexp {.*NumberOfComponents="(\d+)"} [string range $vtp 0 $at] - each
    set tuples [switch $section {
        Points - PointData {set Points}
        CellData {expr {$Verts + $Lines + $Polys}}
        default {expr {$name eq "offsets" ? [set $section] : [lindex [vtk-array $vtp offsets m] end]}}
    }]
    return [expr {8*$tuples*$each}]
}

# The arrays of a VTK file in their order, if each begins where the one before it ends, the last ends
# where its element does, and each is named once; else where it breaks.
# Each has as many numbers as the head says.
proc testing::vtk-arrays {vtp} {
    set from [expr {[string first "_" $vtp [string first {<AppendedData} $vtp]] + 1}]
    set next 0
    set names {}
    foreach {- name offset} [regexp -all -inline {Name="(\w+)" [^>]*offset="(\d+)"} $vtp] {
        if {$offset != $next || $name in $names} {
            return [list $name at $offset, not $next]
        }
        binary scan $vtp "@[expr {$from + $offset}]w" size
        set next [expr {$offset + 8 + $size}]
        lappend names $name
        if {[vtk-tuples $vtp $offset $name] != $size} {
            return [list $name has $size bytes, not [vtk-tuples $vtp $offset $name]]
        }
    }
    set end [string last "\n  </AppendedData>" $vtp]
    return [expr {$from + $next == $end ? $names : [list ends at [expr {$from + $next}], not $end]}]
}

# What stands in the working folder, hidden files too.
proc testing::remains {} {
    variable folder
    return [lsort [glob -nocomplain -tails -directory $folder/work * \
        .\[a-z\]*]]
}

# One message on stderr that fits, status 2, nothing new in the folder.
proc testing::refused {pattern arguments name {kept ""}} {
    set before [remains]
    set result [trundle {*}$arguments]
    file delete -force {*}$kept
    set lines [split [string trim [dict get $result err]] \n]
    set good [expr {[dict get $result status] == 2 && [llength $lines] == 1
        && [string match $pattern [lindex $lines 0]]
        && [dict get $result out] eq "" && [remains] eq $before}]
    if {![tap::ok $good "bad input: $name"]} {
        tap::note "status [dict get $result status]\
            \nwanted $pattern\nstderr [dict get $result err]\
            \nstdout [dict get $result out]\nnew [remains]"
    }
}

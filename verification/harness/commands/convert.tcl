# convert.tcl -- trundle convert: a trajectory for other programs.
package provide trundle::command::convert 1.0
package require trundle::cli
package require trundle::columns
package require trundle::output
package require trundle::progress
package require trundle::provenance
package require trundle::checksum
package require trundle::value

trundle::cli::declare convert {
    usage {RUN -to vtk|dump|csv [-out PATH] [-every N]}
    about {Writes the trajectory of a run for other programs: vtk, a folder of VTK files with a list of their times, for ParaView;
        dump, one LAMMPS dump with radii and orientations, for OVITO; csv, one table with one line per particle and frame. RUN is the folder
        of `trundle run` or the HDF5 file in it, also of an unfinished run (DIR.part). Recorded contacts and walls of triangles are
        written as well.}
    details {A particle that enters or leaves is listed in the frames in which it is present, always under the same number. Orientations are unit quaternions w, x, y, z
        from body to space. vtk has the numbers of materials and groups (the names of particles without the number behind their last dash) with their
        names as field data, and the origin of the run as a comment in each file; a dump has the material as type and element, and the group, counted from 1.

        Walls of triangles are written only for vtk: walls at rest into one file, moving ones into one file per frame, and walls.pvd lists them
        like frames.pvd the particles. Planes are infinite and are not drawn. If contacts were recorded, contacts.pvd lists lines from centre to
        centre with normal force, friction, overlap and slipping (tubes: filter Tube, Vary Radius by normal); dump and csv have a file
        NAME-contacts, the dump of local data for pairs of particles, the table also for walls (wall K is j = -1 - K, planes first), and csv
        has NAME-walls with force, torque, power and work of each wall. Tables begin with comments (#) on the origin of the run and how to cite it; a dump has
        NAME.origin.txt.}
    options {
        to    {FORMAT {choice vtk dump csv} {} {format (required)}}
        out   {PATH text {} {folder (vtk) or file (default: the run's name with the ending of the format)}}
        every {N {integer 1} 1 {take every N-th frame (default: 1)}}
    }
    examples {
        {trundle convert rolling-marble-run -to vtk}
        {writes rolling-marble-run-vtk/, open frames.pvd in ParaView}
        {trundle convert drum-run -to vtk}
        {open frames.pvd and walls.pvd together: particles and drum have the same times}
        {trundle convert rolling-marble-run -to dump -every 10}
        {writes rolling-marble-run.dump, every tenth frame, for OVITO}
        {trundle convert rolling-marble-run/trajectory.h5 -to csv -out marble.csv}
        {a table for a spreadsheet}
    }
}

proc trundle::command::convert {arguments} {
    set values [trundle::cli::parse convert $arguments]
    if {[dict get $values help]} {
        puts [trundle::cli::help convert]
        return 0
    }
    trundle::cli::words convert $values 1 1 "the name of one run"
    set to [dict get $values to]
    if {$to eq ""} {
        trundle::value::fail "convert: -to is missing, expected one of vtk, dump, csv"
    }
    set run [string trimright [lindex [dict get $values words] 0] /]
    set file [trajectory-of $run]
    set out [dict get $values out]
    if {$out eq ""} {
        set out [expr {$to eq "vtk" ? "$run-vtk" : "$run.$to"}]
    }
    package require trundle
    set frames [frames-of $file [dict get $values every]]
    try {
        trundle::value::reading "convert: the run" $run {
            if {$to eq "vtk"} {
                convert-to-folder $file $frames $out
            } else {
                convert-to-file $file $frames $to $out
            }
        }
    } finally {
        trundle::progress::end
    }
    puts "$out: [llength $frames] frames"
    return 0
}

# The file of a run; one that has not ended writes under another name.
proc trundle::command::trajectory-of {run {command convert}} {
    set file [if {[file isdirectory $run]} {string cat $run /trajectory.h5} else {set run}]
    if {[file isdirectory $run] && [file exists $file.part]} {
        append file .part
    }
    if {![file exists $file]} {
        trundle::value::fail "$command: there is no file \"$file\", expected the folder of a run or its\
            trajectory"
    }
    trundle::value::regular "$command: the trajectory" $file
    if {[file isdirectory $run]} {
        trundle::checksum::check $command $run {model.dict model.json .scenario}
    }
    trundle::checksum::check-trajectory $command $file
    return $file
}

# The numbers of the frames that are wanted.
proc trundle::command::frames-of {file every} {
    set frames {}
    set count [trundle::frames count $file]
    for {set k 0} {$k < $count} {incr k $every} {
        lappend frames $k
    }
    return $frames
}

# A folder: one file a frame and the list of all with their times; the same for
# walls of triangles, where there are some.
proc trundle::command::convert-to-folder {file frames out} {
    set part [trundle::output::begin convert $out vtk]
    try {
        set line [trundle::provenance::line $file]
        lassign [trundle::frames triangles $file] rest move
        set particles [set walls [set contacts {}]]
        set forces [trundle::frames has_contacts $file]
        if {$rest && [llength $frames]} {
            trundle::frames walls $file 0 $part/walls.vtp 0 $line
        }
        foreach k $frames {
            stop-if-asked
            set name frame[format %06d $k].vtp
            set time [trundle::frames time $file $k]
            trundle::frames vtp $file $k $part/$name $line
            lappend particles $time 0 $name
            if {$rest} {
                lappend walls $time 0 walls.vtp
            }
            if {$move} {
                set name walls[format %06d $k].vtp
                trundle::frames walls $file $k $part/$name 1 $line
                lappend walls $time [expr {$rest > 0}] $name
            }
            if {$forces} {
                set name contacts[format %06d $k].vtp
                trundle::frames contacts $file $k $part/$name vtk 1 $line
                lappend contacts $time 0 $name
            }
            trundle::progress::show [expr {double($k + 1)/([lindex $frames end] + 1)}] "frame $k"
        }
        trundle::output::write $part/frames.pvd [collection $particles $line]
        if {[llength $walls]} {
            trundle::output::write $part/walls.pvd [collection $walls $line]
        }
        if {$forces} {
            trundle::output::write $part/contacts.pvd [collection $contacts $line]
        }
        trundle::output::finish $part $out
    } finally {
        trundle::output::discard $part
    }
}

# Ctrl-C leaves nothing behind.
proc trundle::command::stop-if-asked {{command convert}} {
    set signal [trundle::checkpoint asked]
    if {$signal} {
        throw [list TRUNDLE SIGNAL $signal] "$command: ended by signal $signal"
    }
}

# A list of VTK files: TIME PART FILE ...
proc trundle::command::collection {files line} {
    append text "<?xml version=\"1.0\"?>\n<!-- [string map {-- - < &lt; & &amp;} $line] -->\n<VTKFile type=\"Collection\" version=\"0.1\">\n  <Collection>\n"
    foreach {time part file} $files {
        append text "    <DataSet timestep=\"$time\" part=\"$part\" file=\"$file\"/>\n"
    }
    return [append text "  </Collection>\n</VTKFile>"]
}

# One file: frame after frame under another name, then renamed.  Contacts, where there are
# some, go into a file of their own beside it.
proc trundle::command::convert-to-file {file frames to out} {
    set particles [trundle::output::check-file convert out $out $to]
    set contacts ""
    if {[trundle::frames has_contacts $file]} {
        set contacts [trundle::output::check-file convert out \
            [file rootname $out]-contacts[file extension $out] $to-contacts]
    }
    set walls [walls-beside $file $to $out]
    set parts [list $particles.part[pid] $contacts.part[pid] $walls.part[pid]]
    foreach part $parts {
        trundle::output::litter $part
    }
    try {
        foreach k $frames {
            stop-if-asked
            set first [expr {$k == [lindex $frames 0]}]
            trundle::frames $to $file $k [lindex $parts 0] $first
            if {$contacts ne ""} {
                trundle::frames contacts $file $k [lindex $parts 1] $to $first
            }
            if {$first && $to eq "csv"} {
                foreach part [lrange $parts 0 [expr {$contacts ne ""}]] what {particles contacts} {
                    if {$part eq ""} continue
                    trundle::provenance::begin $part [trundle::provenance::comment $what [list $file]]
                }
            }
        }
        if {$walls ne ""} {
            trundle::output::write [lindex $parts 2] [expr {$to eq "csv" ? [wall-table $file $frames]
                : [trundle::provenance::comment origin [list $file] ""]}]
            file rename -force [lindex $parts 2] $walls
        }
        file rename -force [lindex $parts 0] $particles
        if {$contacts ne "" && [llength $frames]} {
            file rename -force [lindex $parts 1] $contacts
        }
    } finally {
        file delete -force [lindex $parts 0]
        if {$contacts ne ""} {
            file delete -force [lindex $parts 1]
        }
        if {$walls ne ""} {
            file delete -force [lindex $parts 2]
        }
        foreach part $parts {
            trundle::output::settled $part
        }
    }
}

# A third file: the loads of walls beside a table with contacts; beside a dump, which has no comments, where it comes from.
proc trundle::command::walls-beside {file to out} {
    if {$to eq "dump"} {
        return [trundle::output::check-file convert out $out.origin.txt origin]
    }
    if {![trundle::frames has_contacts $file] || ![llength [trundle::frames shape $file /walls/work]]} {
        return ""
    }
    return [trundle::output::check-file convert out [file rootname $out]-walls[file extension $out] csv-walls]
}

# A line a wall and frame: planes first, then meshes.
proc trundle::command::wall-table {file frames} {
    set columns [trundle::columns::of walls table]
    set lines t,wall,[trundle::columns::line walls]
    foreach k $frames {
        set numbers [lmap column $columns {
            binary scan [trundle::frames numbers $file /walls/[dict get $column name] \
                {*}[expr {[dict get $column whole] ? "whole" : "double"}] $k] [expr {[dict get $column whole] ? "m*" : "q*"}] x
            set x
        }]
        set walls [expr {[llength [lindex $numbers 0]]/[dict get [lindex $columns 0] width]}]
        for {set w 0} {$w < $walls} {incr w} {
            lappend lines [join [concat [trundle::frames time $file $k] $w {*}[lmap column $columns x $numbers {
                set width [dict get $column width]
                lrange $x [expr {$width*$w}] [expr {$width*($w + 1) - 1}]
            }]] ,]
        }
    }
    return [trundle::provenance::comment walls [list $file]][join $lines \n]
}

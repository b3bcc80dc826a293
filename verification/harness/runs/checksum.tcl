# checksum.tcl -- are the files of a run those that were written?  run.json has the bytes and the sum of each, and at its end the
# sum of itself; the trajectory has a seal of its own (writing.nw), and the hash that run.json tells.  A run that has not
# ended has the sums in its checkpoint.
package provide trundle::checksum 1.0
package require trundle::output
package require trundle::value

namespace eval trundle::checksum {
    variable marker .trundle-run
    variable empty 00000000     ;# stands in run.json where its own sum comes
}

# The sums of files in a folder: name -> {BYTES CRC}.  HAD: sums of their beginnings, as they were written.
proc trundle::checksum::sums {folder names {had {}}} {
    set sums {}
    foreach name $names {
        if {[file exists $folder/$name]} {
            dict set sums $name [trundle::output::sum $folder/$name Inf [trundle::value::get $had $name {0 0}]]
        }
    }
    return $sums
}

# The text of run.json with its own sum in the place of the empty one.
proc trundle::checksum::close-text {text} {
    variable empty
    set sum [format %08x [zlib crc32 [encoding convertto utf-8 $text]]]
    return [string replace $text {*}[place $text] "\"seal\" : \"$sum\""]
}

# Where a text has its sum: the last such words.
proc trundle::checksum::place {text} {
    return [lindex [regexp -all -inline -indices {"seal" : "[0-9a-f]{8}"} $text] end]
}

# checksum::read FOLDER -> what run.json says, without its seal; `sealed` 1 when it has one.  What is there
# must be what was written.
proc trundle::checksum::read {folder} {
    variable empty
    set file $folder/run.json
    set text [string trimright [trundle::output::text $file] \n]
    set place [place $text]
    if {$place ne ""} {
        set said [string range $text [lindex $place 1]-8 [lindex $place 1]-1]
        set sum [format %08x [zlib crc32 [encoding convertto utf-8 [string replace $text {*}$place "\"seal\" : \"$empty\""]]]]
        if {$sum ne $said} {
            trundle::value::fail "$file is damaged: its sum is $sum, expected $said"
        }
    }
    if {![string match "\{*\}" $text] || [catch {trundle::value::from-json $text} facts] || [catch {dict size $facts}]} {
        trundle::value::fail "$file is damaged: it cannot be read as JSON"
    }
    if {$place eq "" && [regexp {"seal"} $text]} {
        trundle::value::fail "$file is damaged: its seal cannot be read"
    }
    foreach {key good} {files sums? conventions texts?} {
        if {[dict exists $facts $key] && ![$good [dict get $facts $key]]} {
            trundle::value::fail "$file is damaged: $key is \"[string range [dict get $facts $key] 0 60]\""
        }
    }
    return [dict merge [dict remove $facts seal] [dict create sealed [expr {$place ne ""}]]]
}

# name -> {bytes N crc32 SUM}?
proc trundle::checksum::sums? {value} {
    if {![texts? $value]} {
        return 0
    }
    dict for {name sum} $value {
        if {![regexp {^[\w.-]+$} $name] || ![texts? $sum] || ![string is wide -strict [trundle::value::get $sum bytes]]
                || ![regexp {^[0-9a-f]{8}$} [trundle::value::get $sum crc32]]} {
            return 0
        }
    }
    return 1
}

proc trundle::checksum::texts? {value} {
    return [expr {[string is list $value] && [llength $value] % 2 == 0}]
}

# checksum::broken FOLDER ?NAMES? -> in what the files of a run differ from those that were written, or "".  NAMES: those that are
# looked at; without it all but the trajectory.
proc trundle::checksum::broken {folder {names ""}} {
    if {![file exists $folder/run.json]} {
        return [unfinished-broken $folder $names]
    }
    try {
        set facts [read $folder]
    } trap TRUNDLE {why} {
        return [string range $why [string length $folder/] end]
    }
    set sums [trundle::value::get $facts files]
    dict for {name sum} $sums {
        if {$names ne "" && $name ni $names} continue
        set why [differs $folder $name [list [dict get $sum bytes] [scan [dict get $sum crc32] %x]]]
        if {$why ne ""} {
            return $why
        }
    }
    return [expr {[dict get $facts sealed] ? [marker-broken $folder $facts] : ""}]
}

# The marker says which files belong to the run.
proc trundle::checksum::marker-broken {folder facts} {
    variable marker
    set want [lsort [concat [dict keys [trundle::value::get $facts files]] run.json trajectory.h5 $marker]]
    if {![file isfile $folder/$marker]} {
        return "$marker is missing"
    }
    if {"trundle [lindex [trundle::value::get $facts written_by] 1]\n[join $want \n]\n" ne [trundle::output::text $folder/$marker]} {
        return "$marker is damaged: it does not list the files of the run"
    }
    return ""
}

# A run that has not ended, or one of which run.json has gone.
proc trundle::checksum::unfinished-broken {folder names} {
    variable marker
    if {[file isfile $folder/$marker] && "run.json" in [split [trundle::output::text $folder/$marker] \n]} {
        return "run.json is missing"
    }
    if {![file exists $folder/checkpoint.h5]} {
        return ""
    }
    package require trundle
    if {[catch {dict get [trundle::checkpoint look $folder/checkpoint.h5] user} notes]} {
        return "checkpoint.h5 is damaged"
    }
    dict for {name sum} [trundle::value::get $notes files] {
        if {$names ne "" && $name ni $names} continue
        set why [differs $folder $name $sum]
        if {$why ne ""} {
            return $why
        }
    }
    dict for {name sum} [trundle::value::get $notes tables] {
        if {$names ne "" && $name ni $names} continue
        set why [differs $folder $name $sum [lindex $sum 0]]
        if {$why ne ""} {
            return $why
        }
    }
    return ""
}

# In what a file, or so many bytes of it, differs from what was written, or "".
proc trundle::checksum::differs {folder name sum {bytes Inf}} {
    lassign $sum want crc
    if {![file exists $folder/$name]} {
        return "$name is missing"
    }
    if {![file isfile $folder/$name]} {
        return "$name is not a regular file"
    }
    lassign [trundle::output::sum $folder/$name $bytes] has found
    if {$has != $want || $found != $crc} {
        return "$name has $has bytes with the sum [format %08x $found], expected $want with [format %08x $crc]"
    }
    return ""
}

# checksum::trajectory-broken FOLDER FILE -> in what the trajectory of a run that has ended is not the one that run.json tells of, or
# "".  (A seal that does not fit is found when the file is opened; one that has gone is not.)
proc trundle::checksum::trajectory-broken {folder file} {
    if {![file exists $folder/run.json]} {
        return ""
    }
    package require trundle
    set facts [read $folder]
    set hash [trundle::frames text $file /hash]
    set want [trundle::value::get $facts hash $hash]
    if {$hash ne "" && $hash ne $want} {
        return "[file tail $file] has the hash $hash, expected $want as in run.json"
    }
    if {[dict size [trundle::value::get $facts files]] && ![trundle::frames sealed $file]} {
        return "[file tail $file] has lost its seal"
    }
    return ""
}

# Refuse a trajectory that is not the one that was written.
proc trundle::checksum::check-trajectory {command file} {
    set folder [file dirname $file]
    set why [trajectory-broken $folder $file]
    if {$why ne ""} {
        trundle::value::fail "$command: $folder is damaged: $why"
    }
}

# Refuse files that are not those that were written.
proc trundle::checksum::check {command folder names} {
    set why [broken $folder $names]
    if {$why ne ""} {
        trundle::value::fail "$command: $folder is damaged: $why"
    }
}

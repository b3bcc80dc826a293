# columns.tcl -- the columns that a run records, from the table of the library (trundle::tables, columns).
package provide trundle::columns 1.0

namespace eval trundle::columns {
    variable found {}   ;# question -> answer: the table never changes
}

# columns::of GROUP ?WHERE? -> the rows of a group (particles, frames, loads, walls, contacts, energy), all or those that
# appear in: file, table, dump, dict, given.
proc trundle::columns::of {group {where ""}} {
    variable found
    package require trundle
    if {![dict exists $found $group.$where]} {
        dict set found $group.$where [lmap row [dict get [trundle::tables] columns] {
            if {[dict get $row group] ne $group || ($where ne "" && $where ni [dict get $row in])} continue
            set row
        }]
    }
    return [dict get $found $group.$where]
}

# columns::heads GROUP ?WHERE? -> a dict: name, and the heads of its numbers in a table.
proc trundle::columns::heads {group {where ""}} {
    return [concat {*}[lmap row [of $group $where] {list [dict get $row name] [dict get $row heads]}]]
}

# columns::line GROUP ?WHERE? -> the heads of a group, as the first line of a table has them.
proc trundle::columns::line {group {where table}} {
    return [join [concat {*}[dict values [heads $group $where]]] ,]
}

# columns::at particles|contacts HEAD -> where a number is in a line of a table that `trundle convert` writes.
proc trundle::columns::at {what head} {
    variable found
    if {![dict exists $found lines.$what]} {
        dict set found lines.$what [split [expr {$what eq "particles" ? "t,id,[line particles],[line frames]"
            : "t,[line $what]"}] ,]
    }
    return [lsearch -exact [dict get $found lines.$what] $head]
}

# columns::label TEXT GROUP NAME -> the label of an axis, with the unit of a column: speed / (m/s).
proc trundle::columns::label {text group name} {
    set unit [dict get [lindex [lmap row [of $group] {expr {[dict get $row name] eq $name ? $row : [continue]}}] 0] unit]
    return "$text / [expr {[string match {*[ /]*} $unit] ? "($unit)" : $unit}]"
}

# dialects.tcl -- the conventions of a code or a paper, from the table in its adapter: for each option of the engine the
# values that it calls "same", and how others differ.
package provide trundle::dialects 1.0
package require trundle::value

namespace eval trundle::dialects {}

# Between what the contacts of a model can come about: spheres, walls; in a model without any, both.
proc trundle::dialects::contacts {model} {
    set bodies [concat {*}[lmap part {particles groups groups inlets inlets} {trundle::value::get $model $part}]]
    set found [concat [expr {[llength $bodies] > 1 ? "spheres" : ""}] \
        [expr {[llength [concat [trundle::value::get $model planes] [trundle::value::get $model meshes]]] ? "walls" : ""}]]
    return [expr {[llength $found] ? $found : {spheres walls}}]
}

# The conventions of a code with the table CAN, in a model with such CONTACTS: of each option a value that it calls "same"
# for them; without any one that is the same in some contacts, or the first, which is nearest.  Of several that are alike
# the first that stands in LIKED, option -> values, or the first.
proc trundle::dialects::of {can contacts {liked {}}} {
    package require trundle
    set absent [lmap kind {spheres walls} {if {$kind in $contacts} continue; string cat "$kind: *"}]
    return [dict map {name known} [dict filter $can script {name known} {
        dict exists [options] $name
    }] {
        foreach patterns [list [concat same $absent] {{spheres: *}} {{walls: *}} *] {
            set alike [concat {*}[lmap pattern $patterns {with-word $known $pattern}]]
            if {[llength $alike]} break
        }
        if {$patterns eq "*"} {
            set alike [lindex $alike 0]
        }
        lindex [concat [lmap value [trundle::value::get $liked $name] {expr {$value in $alike ? $value : [continue]}}] $alike] 0
    }]
}

# The values of an option of which the table says a word.
proc trundle::dialects::with-word {known pattern} {
    return [lmap {value how} $known {
        if {![string match $pattern $how]} continue
        set value
    }]
}

# The options of the engine and their values, the default first.
proc trundle::dialects::options {} {
    set options {}
    set tables [trundle::tables]
    foreach row [concat [dict get $tables options] [dict get $tables scheme]] {
        if {[dict exists $row values]} {
            lappend options [dict get $row name] [dict get $row values]
        }
    }
    return $options
}

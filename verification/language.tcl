# language.tcl -- the language of scenarios.  Its words build a model, which is
# plain data (a dict), and nothing else: no word opens a file or starts a run.
# Scenarios of `trundle run` use it in a safe interpreter, benchmark pages in
# `model { ... }`.
package provide trundle::language 1.0
package require trundle::value

namespace eval trundle::language {
    # The model while it is written, and the names of its bodies in order.
    variable model {}
    variable names {}
    # The options of each word: name, kind of value.  The engine knows the
    # conventions and numbers; what it says is added when it is first needed.
    variable options
    array set options {
        material {
            young positive poisson {range -1 0.5} density positive
        }
        contact {
            mu nonnegative restitution {range 0 1}
        }
        sphere {
            radius positive mass positive material name
            inertia_factor positive position vector velocity vector
            spin vector orientation quaternion
        }
        plane {
            point vector normal direction material name rigid boolean
            velocity vector
        }
        laws {}
        integrate {}
    }
    variable asked 0    ;# has the engine been asked for its tables?
    # The words of the language, for `namespace path` and for aliases.
    variable words {gravity material contact sphere plane laws integrate}
}

# language::build SCRIPT -> model dict; the script runs in the caller's frame,
# so that its variables and procs can be used.
proc trundle::language::build {script} {
    variable model
    begin
    uplevel 1 $script
    return [finish]
}

proc trundle::language::begin {} {
    variable model [dict create gravity {0 0 0} materials {} contacts {} \
        particles {} planes {} options {} scheme {}]
    variable names {}
}

# The finished model; what only the whole can show is checked here.
proc trundle::language::finish {} {
    variable model
    dict for {pair properties} [dict get $model contacts] {
        foreach name $pair {
            material-known "contact $pair" $name
        }
    }
    return $model
}

# The engine's own tables become options of `contact`, `laws`, `integrate`.
proc trundle::language::ask-engine {} {
    variable options
    variable asked
    if {$asked} {
        return
    }
    package require trundle
    foreach {word table} {contact contacts laws options integrate scheme} {
        foreach row [dict get [::trundle::tables] $table] {
            dict set options($word) [dict get $row name] [kind-of $row]
        }
    }
    set asked 1
}

# The kind of value that a row of the engine's tables asks for.
proc trundle::language::kind-of {row} {
    if {[dict exists $row values]} {
        return [list choice {*}[dict get $row values]]
    }
    set low [trundle::value::get $row low -1]
    set high [trundle::value::get $row high 1e300]
    if {$high < 1e300} {
        return [list range $low $high]
    }
    return [expr {$low > 0 ? "positive" : $low == 0 ? "nonnegative" : "number"}]
}

# The options of one word, each checked; an empty value leaves an option out.
proc trundle::language::read-options {word object arguments} {
    variable options
    ask-engine
    set table $options($word)
    set values {}
    if {[llength $arguments] % 2} {
        trundle::value::fail "$object: option \"[lindex $arguments end]\" has\
            no value"
    }
    foreach {option value} $arguments {
        set key [option-name $object $table $option]
        if {$value ne ""} {
            set kind [dict get $table $key]
            dict set values $key [trundle::value::check $kind \
                "$object: -$key" [as-word $kind $value]]
        }
    }
    return $values
}

# The engine says yes and no; a scenario may also write 1 and 0.
proc trundle::language::as-word {kind value} {
    if {"yes" in $kind && "no" in $kind && [string is boolean -strict $value]} {
        return [expr {$value ? "yes" : "no"}]
    }
    return $value
}

proc trundle::language::option-name {object table option} {
    set key [string range $option 1 end]
    if {![string match -* $option] || ![dict exists $table $key]} {
        set right [lmap key [lsort [dict keys $table]] {string cat - $key}]
        trundle::value::fail "$object: there is no option \"$option\",\
            expected one of [join $right {, }]"
    }
    return $key
}

proc trundle::language::need {object values args} {
    foreach key $args {
        if {![dict exists $values $key]} {
            trundle::value::fail "$object: -$key is missing"
        }
    }
}

proc trundle::language::material-known {object name} {
    variable model
    set known [dict keys [dict get $model materials]]
    if {$name ni $known} {
        trundle::value::fail "$object: there is no material \"$name\",\
            expected one of those declared before: [join $known {, }]"
    }
}

proc trundle::language::claim-name {word name} {
    variable names
    trundle::value::check name "the name of a $word" $name
    if {$name in $names} {
        trundle::value::fail "$word $name: this name is already taken"
    }
    lappend names $name
}

proc trundle::language::gravity {vector} {
    variable model
    dict set model gravity [trundle::value::check vector gravity $vector]
}

proc trundle::language::material {name args} {
    variable model
    trundle::value::check name "the name of a material" $name
    set values [read-options material "material $name" $args]
    need "material $name" $values young poisson
    if {[dict exists $model materials $name]} {
        trundle::value::fail "material $name: this name is already taken"
    }
    dict set model materials $name $values
}

proc trundle::language::contact {first second args} {
    variable model
    set values [read-options contact "contact $first $second" $args]
    foreach pair [list [list $first $second] [list $second $first]] {
        if {[dict exists $model contacts $pair]} {
            trundle::value::fail "contact $first $second: this pair has its\
                properties already"
        }
    }
    dict set model contacts [list $first $second] $values
}

proc trundle::language::sphere {name args} {
    variable model
    set object "sphere $name"
    set values [read-options sphere $object $args]
    need $object $values radius material
    set material [dict get $values material]
    material-known $object $material
    if {![dict exists $values mass]
            && ![dict exists $model materials $material density]} {
        trundle::value::fail "$object: neither it has a -mass nor its material\
            \"$material\" a -density, expected one of them"
    }
    claim-name sphere $name
    dict lappend model particles [dict merge [dict create name $name] $values]
}

proc trundle::language::plane {name args} {
    variable model
    set values [read-options plane "plane $name" $args]
    need "plane $name" $values point normal material
    material-known "plane $name" [dict get $values material]
    claim-name plane $name
    dict lappend model planes [dict merge [dict create name $name] $values]
}

proc trundle::language::laws {args} {
    variable model
    dict set model options [dict merge [dict get $model options] \
        [read-options laws laws $args]]
}

proc trundle::language::integrate {args} {
    variable model
    dict set model scheme [dict merge [dict get $model scheme] \
        [read-options integrate integrate $args]]
}

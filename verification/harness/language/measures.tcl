# measures.tcl -- the measures that a scenario may ask for, and `trundle measure` for a run that is there: which kinds
# there are, the options that each reads, and the columns that it gives.  The formulas are in lit/mechanics/measures.nw.
package provide trundle::measures 1.0
package require trundle::columns
package require trundle::value

namespace eval trundle::measures {
    # KIND -> options that it reads, those among them that it needs, unit, names of its columns after a point, whether it
    # needs recorded contacts (walls: only if it is about a wall), meaning.
    variable kinds {
        energy       {{of share} {} J {{}} no {energy of motion, or another column of energy.csv}}
        count        {{box} {} - {{}} no {number of spheres with their centres in a box}}
        mass         {{box} {} kg {{}} no {mass of the spheres with their centres in a box}}
        flow         {{point normal} {point normal} kg/s {{}} no {mass flow through a plane since the record before}}
        force        {{of} {of} N {.x .y .z} yes {force on a wall or a sphere}}
        torque       {{of} {of} {N m} {.x .y .z} yes {torque on a wall (about its point or axis) or a sphere}}
        place        {{of} {of} m {.x .y .z} walls {position of a sphere, or of the point of a wall}}
        speed        {{of} {of} m/s {.x .y .z} no {velocity of a sphere}}
        repose       {{about axis} {} deg {.angle .face .count} no
            {angle of repose of a pile: of the cone with its moments, and of its face; number of spheres}}
        slope        {{about axis} {about axis} deg {{}} no {slope of the bed in a drum that rotates about this axis}}
        height       {{about axis quantile} {} m {{}} no {height of the tops of the spheres above a point}}
        porosity     {{box} {box} - {{}} no {share of the box that no sphere fills}}
        coordination {{box} {} - {.mean .loaded} yes
            {contacts per sphere in a box, of all and of those with four or more}}
        stress       {{box} {box} Pa {.xx .yy .zz .xy .xz .yz} yes {mean stress in a box, tension positive}}
    }
}

# measures::checked OBJECT KIND GIVEN: the options that were given are those of the kind.
proc trundle::measures::checked {object kind given} {
    variable kinds
    trundle::value::check [list choice {*}[dict keys $kinds]] "$object: the kind" $kind
    lassign [dict get $kinds $kind] reads needs
    foreach option [dict keys $given] {
        if {$option ni $reads} {
            trundle::value::fail "$object: -$option is not an option of $kind, expected\
                [join [lmap one $reads {string cat - $one}] {, }]"
        }
    }
    foreach option $needs {
        if {![dict exists $given $option]} {
            trundle::value::fail "$object: -$option is missing"
        }
    }
    foreach {low high} [expr {[dict exists $given box] ? [concat {*}[lmap low [lrange [dict get $given box] 0 2] \
            high [lrange [dict get $given box] 3 5] {list $low $high}]] : {}}] {
        if {!($low < $high)} {
            trundle::value::fail "$object: -box is \"[dict get $given box]\", expected a box with a volume"
        }
    }
    return [dict merge [dict create kind $kind] $given]
}

# The columns of a measure, NAME or NAME.x ...
proc trundle::measures::columns {measure} {
    variable kinds
    return [lmap suffix [lindex [dict get $kinds [dict get $measure kind]] 3] {string cat [dict get $measure name] $suffix}]
}

# The unit of each of these columns.
proc trundle::measures::units {measure} {
    variable kinds
    lassign [dict get $kinds [dict get $measure kind]] - - unit suffixes
    return [lmap suffix $suffixes {
        expr {$suffix eq ".count" || [trundle::value::get $measure share 0] ? "-" : $unit}
    }]
}

# What only the whole request shows: bodies that are there, contacts that are recorded.
proc trundle::measures::check-request {request} {
    variable kinds
    set model [dict get $request model]
    foreach measure [trundle::value::get $request measures] {
        set object "measure [dict get $measure name]"
        set kind [dict get $measure kind]
        if {$kind eq "energy"} {
            set known [list motion {*}[split [trundle::columns::line energy] ,]]
            if {[trundle::value::get $measure of motion] ni $known} {
                trundle::value::fail "$object: there is no energy \"[dict get $measure of]\"[trundle::value::one-of \
                    [dict get $measure of] $known]"
            }
        }
        set wall [expr {$kind in {force torque place} && [wall-of $model [dict get $measure of]] >= 0}]
        if {$kind eq "speed" && [wall-of $model [dict get $measure of]] >= 0} {
            trundle::value::fail "$object: -of is the wall \"[dict get $measure of]\", expected a sphere"
        }
        if {!$wall && $kind in {force torque place speed} && ![sphere? $model [dict get $measure of]]} {
            trundle::value::fail "$object: there is no wall or sphere \"[dict get $measure of]\"[trundle::value::one-of \
                [dict get $measure of] [names $model]]"
        }
        set contacts [lindex [dict get $kinds $kind] 4]
        if {($contacts eq "yes" || ($contacts eq "walls" && $wall)) && ![trundle::value::get $request forces 0]} {
            trundle::value::fail "$object: $kind needs recorded contacts, expected `run ... -contacts yes`"
        }
    }
}

proc trundle::measures::names {model} {
    return [concat {*}[lmap part {planes meshes particles} {
        lmap one [trundle::value::get $model $part] {dict get $one name}
    }]]
}

# The number of a wall, planes first, then meshes; -1: there is none.
proc trundle::measures::wall-of {model name} {
    return [lsearch -exact [concat {*}[lmap part {planes meshes} {
        lmap one [trundle::value::get $model $part] {dict get $one name}
    }]] $name]
}

# A single sphere, or one of a group or an inlet.
proc trundle::measures::sphere? {model name} {
    if {$name in [lmap one [trundle::value::get $model particles] {dict get $one name}]} {
        return 1
    }
    return [expr {[regexp {^(.+)-\d+$} $name - group] && $group in [concat {*}[lmap part {groups inlets} {
        lmap one [trundle::value::get $model $part] {dict get $one name}
    }]]}]
}

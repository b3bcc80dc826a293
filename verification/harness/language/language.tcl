# language.tcl -- the language of scenarios.  Its words build a model, which is
# plain data (a dict), and nothing else: no word opens a file or starts a run.
# (`spheres`, `mesh` and `fluid` only note the name of a file; the engine reads it.)
# Scenarios of `trundle run` use it in a safe interpreter, benchmark pages in
# `model { ... }`.
package provide trundle::language 1.0
package require trundle::codes
package require trundle::dialects
package require trundle::measures
package require trundle::value

namespace eval trundle::language {
    namespace export sets idle-value
    # The run that is asked for, a dict of until and record.
    variable request {}
    # The parameters of the scenario, NAME -> value and what its line says; and the values that a command has given them
    # (-set), which `begin` keeps.
    variable parameters {}
    variable settings {}
    # The measures, each a dict of name, kind and its options.
    variable measures {}
    # The model while it is written; its names: NAME -> word that gave it; the
    # folder below which tables of spheres must lie, "" for anywhere; and the line
    # of each object, as far as `where`, a command, can tell it.
    variable model {}
    variable names {}
    variable folder ""
    variable lines {}
    variable where ""
    # The options of each word: NAME {KIND UNIT DEFAULT MEANING}.  What the engine
    # has in its tables is not listed here: materials, single spheres, planes,
    # what walls of triangles share, conventions and numbers of the laws are added
    # when they are first needed, and so is what many spheres share.
    variable options
    array set options {
        parameter {
            range {ends - "" {least and greatest value}}
            unit  {text - - {unit, for tables and plots}}
            what  {text - "" {meaning, in a few words}}
        }
        measure {
            of       {text - "" {energy: `motion` (default) or a column of energy.csv; force, torque, place, speed: a wall or
                a sphere}}
            share    {boolean - no {energy: as a multiple of the weight of all spheres times their mean radius}}
            box      {box m {everywhere} {count, mass, coordination, porosity, stress: two corners}}
            point    {vector m "" {flow: a point of the plane}}
            normal   {direction - "" {flow: the direction that counts positive}}
            about    {vector m {0 0 0} {repose, height: a point of the axis on the floor; slope: a point of the drum's axis}}
            axis     {direction - {0 0 1} {repose, height: upwards; slope: the axis of the drum}}
            quantile {{range 0 1} - 1 {height: share of the spheres that are not higher}}
        }
        lattice {
            count    {counts - "" {spheres along x, y and z}}
            spacing  {lengths m "" {distance of neighbours, one number or one per axis}}
            radius   {size m "" {radius; between two numbers it is random}}
            material {name - "" {name of a material}}
            origin   {vector m {0 0 0} {centre of the first sphere}}
            jitter   {shifts m 0 {largest random shift, one number or one per axis}}
            seed     {{integer 0} - 1 {seed of the random numbers}}
        }
        packing {
            box      {box m "" {two corners; in a flat box the spheres lie in a plane; existing spheres are
                avoided, walls are not}}
            count    {{integer 1} - all {number of spheres; default: as many as fit}}
            radius   {size m "" {radius; between two numbers it is random}}
            material {name - "" {name of a material}}
            seed     {{integer 0} - 1 {seed of the random numbers}}
            throws   {{integer 1} - unlimited {give up after this number of attempts}}
        }
        spheres {
            file     {file - "" {table with one line per sphere, in the scenario's folder or below}}
            material {name - "" {material of lines without one}}
        }
        inlet {
            box      {box m "" {two corners; new spheres appear between them, in a flat box in a plane}}
            rate     {positive 1/s "" {spheres per second}}
            radius   {size m "" {radius; between two numbers it is random}}
            material {name - "" {name of a material}}
            start    {nonnegative s 0 {time of the first one}}
            until    {nonnegative s {end of the run} {time of the last one}}
            count    {{integer 1} - unlimited {largest number of spheres}}
            every    {positive s 1/rate {interval between insertions, at least one step; all spheres due enter together}}
            seed     {{integer 0} - 1 {seed of the random numbers}}
        }
        outlet {
            box      {box m "" {two corners; spheres with centres between them are removed}}
            point    {vector m "" {instead of a box: a point of a plane}}
            normal   {direction - "" {spheres on the side to which it points are removed}}
            every    {positive s 0.01 {sampling interval}}
        }
        fluid {
            velocity {vector m/s {0 0 0} {velocity of the fluid at the origin}}
            gradient_x {vector 1/s {0 0 0} {its derivative along x}}
            gradient_y {vector 1/s {0 0 0} {its derivative along y}}
            gradient_z {vector 1/s {0 0 0} {its derivative along z}}
            samples  {file - "" {table with the velocity at the points of a grid, in the
                scenario's folder or below; added to the rest}}
        }
        mesh {
            file      {file - "" {STL file, in the scenario's folder or below}}
            triangles {triangles m "" {instead of a file: {{x y z} {x y z} {x y z}} ...}}
            scale     {positive - 1 {factor for all coordinates of the file}}
            tolerance {positive m "" {closer corners are merged, and triangles of smaller height are dropped; default:
                4e-7 of the longest side of the box around the mesh or of its largest coordinate, whichever is less; of the
                largest coordinate for a binary STL file}}
        }
        box {
            box      {box m "" {two corners}}
            open     {sides - none {sides without a wall: low and high x, y, z are left and
                right, front and back, bottom and top}}
            slope    {number - 0 {the box is sheared: fall of its floor per length along x}}
        }
        bucket {}
        loaded {
            spring          {vector m {0 0 0} {initial sliding spring of the first body, in the contact plane, as in
                recorded contacts; in N if the law of sliding stores a force}}
            rolling_spring  {vector N.m {0 0 0} {initial rolling spring; in rad if the law of rolling stores an angle}}
            twisting_spring {number N.m 0 {initial twisting spring, along the normal}}
        }
        material {}
        contact {}
        sphere {}
        plane {}
        laws {}
        integrate {}
    }
    # What a word cannot do without.
    variable needed {
        material {young poisson}
        sphere   {radius material}
        lattice  {count spacing radius material}
        packing  {box radius material}
        spheres  {file}
        plane    {point normal material}
        inlet    {box rate radius material}
        mesh     {material}
        box      {box material}
        bucket   {box material}
    }
    # Options of `contact` that stand for numbers of the engine, and the value with
    # which they say nothing; and what EPSD's own input decks call some options.
    variable shorthand {}
    variable synonyms {}
    set options(bucket) $options(box)
    variable asked 0    ;# has the engine been asked for its tables?
    # The words of the language, for `namespace path` and for aliases.
    variable words {parameter measure gravity material contact sphere lattice packing spheres
        plane mesh box bucket loaded inlet outlet fluid laws conventions integrate}
    # The conventions of a scenario where the engine, whose first values are the printed ones,
    # has others: a pair that turns rigidly feels nothing (but its chord with -increment rate), and no spring
    # makes energy (but with -transport none or -increment printed).
    variable today {lever shares rescale yes}
    # The codes and papers whose conventions `laws -as` knows: those with a table among the engines.
    variable codes [trundle::codes::tables]
    # What a value of `laws` or `integrate` means, in half a line; laws have their texts in the engine's table.
    variable value_texts {
        normal_end {overlap {the contact ends when the overlap is zero} force {it ends when the normal force is zero, and never attracts}}
        sliding {none {no friction}}
        increment {material {displacement of the material points of both surfaces} printed {the published formula}
            rate {relative velocity times step; a rigid rotation of the pair counts as slip}
            trapezoid {mean over the contact planes before and after the step}}
        onset {step {a new contact slips for the whole step} share {it slips only for the part of the step in contact}}
        transport {frame {rotated with the normal and with the spin about it} normal {rotated with the normal}
            project {projected onto the new contact plane} none {not rotated}}
        slip_memory {yes {a sliding contact must come to rest before static friction holds} no {static friction is tested at each step}}
        rescale {no {the elongation is kept when the stiffness changes; can create energy}
            yes {changed together with the stiffness, so that no path creates energy}}
        friction_cap {nonnegative {the normal force, zero when it attracts} total {magnitude of the normal force}
            elastic {elastic part of the normal force, without damping}}
        shear_modulus {mindlin {with 2 - nu, by Mindlin} printed {without 2 - nu, as published}}
        area {hertz {pi R* overlap} geometric {circle in which the spheres intersect}}
        lever {radius {R} half {R - overlap/2} inner {R - overlap}
            shares {distance from the plane in which the spheres intersect; conserves angular momentum}}
        rolling {none {no rolling resistance}}
        rolling_stiffness {secant {normal force over overlap} tangent {derivative of the normal force}}
        torsion {no {rolling about the contact plane only} yes {also spin about the normal}}
        twisting {none {no resistance}}
        bond {no {no bonds}}
        bond_sign {right {the bond attracts} printed {sign as published}}
        xi_mixing {right {from the damping of both materials} printed {formula as published}}
        rotation {exact {rotation by the mean spin times step} printed {as published, slightly too small}}
        spinning {yes {rotate} no {translate only}}
        method {trapezoid {trapezoidal rule, iterated; weight -phi} verlet {velocity Verlet, one evaluation per step}}
        sweep {jacobi {all particles from the previous iterate} gauss-seidel {new values are used as soon as they exist}}
        failure {halve {repeat with half the step} stop {end the run} accept {continue with the last iterate}}
        measure {scaled {relative to motion and size} printed {as published}}
        adaptive {no {constant step} corrected {formula for the next step, corrected; each record cuts a step short} printed {formula as published}}
        orientation {yes {integrated} no {not integrated; slightly faster}}
        accounts {yes {energy balance is computed} no {no energy balance; faster}}
    }
    # Those that name many spheres, and those whose spheres need a mass.
    variable groups {lattice packing spheres inlet}
    variable particles {sphere lattice packing inlet}
}

# language::build SCRIPT -> model dict; the script runs in the caller's frame,
# so that its variables and procs can be used.
proc trundle::language::build {script} {
    variable model
    begin
    uplevel 1 $script
    return [finish]
}

# With STRICT, in scenarios, nothing that a line has set is replaced by a later one; pages may begin from a list of
# conventions and change some.
proc trundle::language::begin {{strict 0}} {
    variable once $strict
    variable model [dict create gravity {0 0 0} materials {} contacts {} \
        particles {} planes {} options {} scheme {}]
    # (`meshes`, `groups`, `inlets` and `outlets` are there only when a word has
    # made some.)
    variable names {}
    variable lines {}
    variable version ""
    variable request {}
    variable parameters {}
    variable measures {}
    variable said {}
}

# What a line has set, a later one does not replace silently; the same value again is no harm.
proc trundle::language::say-once {object value} {
    variable said
    variable once
    if {$once && [dict exists $said $object] && [dict get $said $object] ne $value} {
        trundle::value::fail "$object is given twice, \"[dict get $said $object]\" and then \"$value\", expected once"
    }
    dict set said $object $value
}

# run until TIME ?record INTERVAL? ?-contacts yes?  It only notes what is wanted.
proc trundle::language::run {args} {
    variable request
    if {[llength $request]} {
        trundle::value::fail "run: a scenario has one run"
    }
    if {[llength $args] % 2 || "until" ni $args
            || [llength [lsearch -all -not -regexp [lmap {word value} $args {set word}] {^(until|record|-contacts)$}]]} {
        trundle::value::fail "run is \"$args\", expected\
            `until TIME ?record INTERVAL? ?-contacts yes?`"
    }
    set asked {}
    foreach {word value} $args {
        if {[dict exists $asked $word]} {
            trundle::value::fail "run: \"$word\" is given twice, expected once"
        }
        dict set asked $word [trundle::value::check \
            [expr {$word eq "-contacts" ? "boolean" : "positive"}] "run: $word" $value]
    }
    # (`contacts` is a part of the model; what is asked for has another name.)
    if {[dict exists $asked -contacts]} {
        if {[dict get $asked -contacts]} {
            dict set asked forces 1
        }
        dict unset asked -contacts
    }
    set request $asked
}

# A scenario stands on today's conventions, or on those of an older version; what `laws` and
# meshes say counts.
proc trundle::language::with-conventions {model} {
    variable today
    variable version
    if {$version ne "0.1"} {
        dict set model options [dict merge $today [dict get $model options]]
    } elseif {[dict exists $model meshes]} {
        dict set model meshes [lmap mesh [dict get $model meshes] {dict merge {flush 1} $mesh}]
    }
    return $model
}

# parameter NAME DEFAULT ?-range ...?: a number, or where the default is none a text, that `run -set`, a sweep or a
# calibration may change.  Returns its value.
proc trundle::language::parameter {name default args} {
    variable parameters
    variable settings
    set object "parameter $name"
    if {![regexp {^[A-Za-z_][A-Za-z0-9_]*$} $name]} {
        trundle::value::fail "the name of a parameter is \"$name\", expected letters, digits and '_', not a digit first"
    }
    set facts [read-options parameter $object $args]
    if {[dict exists $parameters $name]} {
        trundle::value::fail "$object: this name is already taken"
    }
    set kind [expr {[trundle::value::decimal [string trim $default]] ? "number" : "text"}]
    if {[dict exists $facts range]} {
        if {$kind eq "text"} {
            trundle::value::fail "$object: the default is \"$default\", expected a number, since it has a -range"
        }
        set kind [list range {*}[dict get $facts range]]
    }
    set value [string trim [trundle::value::get $settings $name $default]]
    trundle::value::check $kind "$object: the default" $default
    trundle::value::check $kind "$object: the value of -set" $value
    dict set parameters $name [dict merge $facts [dict create default $default value $value kind $kind]]
    note-line $object
    return $value
}

# measure NAME KIND -OPTION ...: numbers that are computed from each record.
proc trundle::language::measure {name kind args} {
    variable measures
    set object "measure $name"
    if {![regexp {^[A-Za-z_][A-Za-z0-9_-]*$} $name] || $name eq "t"} {
        trundle::value::fail "the name of a measure is \"$name\", expected letters, digits, '_' and '-', a letter first, and not t"
    }
    if {$name in [lmap one $measures {dict get $one name}]} {
        trundle::value::fail "$object: this name is already taken"
    }
    lappend measures [dict merge [dict create name $name] [trundle::measures::checked $object $kind \
        [read-options measure $object $args]]]
    note-line $object
    return
}

# Remember where an object stands.
proc trundle::language::note-line {object} {
    variable lines
    variable where
    if {$where ne ""} {
        dict set lines $object [{*}$where]
    }
}

# The finished model; what only the whole can show is checked here.
proc trundle::language::finish {} {
    variable model
    set model [with-dialects $model]
    dict for {pair properties} [dict get $model contacts] {
        foreach name $pair {
            material-known "contact $pair" $name
        }
    }
    foreach {word part} {inlet inlets outlet outlets} {
        if {[dict exists $model $part]} {
            dict set model $part [lmap one [dict get $model $part] {with-turns $word $one}]
        }
    }
    return $model
}

# Inlets and outlets act between two steps, so no more often than that.
proc trundle::language::with-turns {word one} {
    variable model
    set object "$word [dict get $one name]"
    set dt [trundle::value::get [dict get $model scheme] dt [default integrate dt]]
    if {[dict exists $one every] && [dict get $one every] < $dt} {
        trundle::value::fail "$object: -every is [dict get $one every] s, expected the time step,\
            $dt s, at least"
    }
    set start [trundle::value::get $one start 0]
    if {[trundle::value::get $one until $start] < $start} {
        trundle::value::fail "$object: -until is [dict get $one until] s, expected -start, $start s, at least"
    }
    if {$word eq "inlet" && ![dict exists $one every] && [dict get $one rate]*$dt > 1} {
        dict set one every $dt
    }
    return $one
}

# The engine's own tables become options of `contact`, `laws`, `integrate`.
proc trundle::language::ask-engine {} {
    variable options
    variable asked
    if {$asked} {
        return
    }
    package require trundle
    set tables [::trundle::tables]
    ask-words [dict get $tables words] [dict get $tables contacts]
    foreach {word table} {material materials sphere particles plane planes contact contacts
            mesh meshes box meshes bucket meshes fluid fluid laws options integrate scheme} {
        foreach row [dict get $tables $table] {
            dict set options($word) [dict get $row name] [facts-of $row]
        }
    }
    variable today
    dict for {name value} $today {
        dict set options(laws) $name [lreplace [dict get $options(laws) $name] 2 2 $value]
    }
    variable codes
    dict set options(laws) as [list [list choice {*}$codes] - "" {all conventions of a code or a paper at once, as far as\
        `laws` and `integrate` do not say otherwise}]
    set shared [dict filter $options(sphere) script {name facts} {
        expr {$name in {mass inertia_factor velocity spin fixed}}
    }]
    foreach word {lattice packing inlet} {
        set options($word) [dict merge $options($word) $shared]
    }
    dict unset options(inlet) fixed
    variable needed
    foreach word {material sphere plane} {
        foreach name [dict get $needed $word] {
            dict set options($word) $name [lreplace [dict get $options($word) $name] 2 2 ""]
        }
    }
    set asked 1
}

# The engine's other words for numbers of `contact`: with a meaning an option of its
# own, that may set two, without one another name.
proc trundle::language::ask-words {rows contacts} {
    variable options
    variable shorthand
    variable synonyms
    foreach row $contacts {
        dict set kinds [dict get $row name] [kind-of $row]
    }
    foreach row $rows {
        dict with row {}
        if {$what eq ""} {
            dict set synonyms $name $sets
            continue
        }
        dict set shorthand $name [list $sets $idle]
        set kind [expr {$name eq "restitution" ? "above 0 1" : [dict get $kinds [lindex $sets 0]]}]
        dict set options(contact) $name [list $kind - "" "$what; sets [join $sets { and }]"]
    }
}

# The engine's own name of an option of `contact`.
proc trundle::language::engine-name {option} {
    variable synonyms
    ask-engine
    return [trundle::value::get $synonyms $option $option]
}

# The numbers of the engine that an option of `contact` sets.
proc trundle::language::sets {option} {
    variable shorthand
    ask-engine
    return [lindex [trundle::value::get $shorthand $option [list $option]] 0]
}

# The value with which it says nothing.
proc trundle::language::idle-value {option} {
    variable shorthand
    ask-engine
    if {[dict exists $shorthand $option]} {
        return [lindex [dict get $shorthand $option] 1]
    }
    return [default contact $option]
}

# What is known of an option of a word: {KIND UNIT DEFAULT MEANING}.
proc trundle::language::option {word name} {
    variable options
    ask-engine
    return [dict get $options($word) $name]
}

# The value of an option that is not given.
proc trundle::language::default {word name} {
    return [lindex [option $word $name] 2]
}

# A row of the engine's tables as {KIND UNIT DEFAULT MEANING}; the first of
# several values is the default.
proc trundle::language::facts-of {row} {
    set unit [trundle::value::get $row unit 1]
    if {[dict exists $row values]} {
        set default [lindex [dict get $row values] 0]
    } else {
        set default [default-of $row]
    }
    return [list [kind-of $row] [expr {$unit eq "1" ? "-" : $unit}] $default \
        [dict get $row what]]
}

# The default of a row; none when it lies below the range.
proc trundle::language::default-of {row} {
    dict with row {}
    set default [format %g $default]
    switch -- $kind {
        vector - direction {return [list $default 0 0]}
        quaternion {return [list $default 0 0 0]}
        flag {return [expr {$default ? "yes" : "no"}]}
        index {return ""}
    }
    return [expr {$default < $low ? "" : $default}]
}

# The kind of value that a row of the engine's tables asks for.
proc trundle::language::kind-of {row} {
    if {[dict exists $row values]} {
        return [list choice {*}[dict get $row values]]
    }
    dict with row {}
    if {$kind ne "number"} {
        return [trundle::value::get {index name flag boolean} $kind $kind]
    }
    set above [expr {$low > 0 && $low <= 1e-300}]
    if {$high < 1e300} {
        return [list [expr {$above ? "above" : "range"}] [format %g [expr {$above ? 0 : $low}]] [format %g $high]]
    }
    return [expr {$above ? "positive" : $low == 0 ? "nonnegative" : "number"}]
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
        if {$value ne "" && [dict exists $values $key]} {
            trundle::value::fail "$object: -$key is given twice, expected once"
        }
        if {$value ne ""} {
            set kind [lindex [dict get $table $key] 0]
            dict set values $key [trundle::value::check $kind \
                "$object: -$key" [as-word $kind $value]]
        }
    }
    return $values
}

# The part of a model, options or scheme, that holds a choice of the engine;
# empty for other names.
proc trundle::language::part-of {name} {
    variable options
    ask-engine
    foreach {word part} {laws options integrate scheme} {
        if {[dict exists $options($word) $name] && $name ne "as"} {
            return $part
        }
    }
    return ""
}

# A choice of the engine, checked as in a scenario.
proc trundle::language::check-choice {part object name value} {
    variable options
    set word [dict get {options laws scheme integrate} $part]
    set kind [lindex [dict get $options($word) $name] 0]
    return [trundle::value::check $kind $object [as-word $kind $value]]
}

# The engine says yes and no; a scenario may also write 1 and 0.
proc trundle::language::as-word {kind value} {
    if {"yes" in $kind && "no" in $kind && [string is boolean -strict $value]} {
        return [expr {$value ? "yes" : "no"}]
    }
    return $value
}

proc trundle::language::option-name {object table option} {
    set key [engine-name [string range $option 1 end]]
    if {![string match -* $option] || ![dict exists $table $key]} {
        trundle::value::fail "$object: there is no option \"$option\"[trundle::value::one-of \
            [string trimleft $option -] [lsort [dict keys $table]] -]"
    }
    return $key
}

proc trundle::language::need {word object values} {
    variable needed
    foreach key [trundle::value::get $needed $word] {
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

# The spheres of a group NAME are called NAME-1, NAME-2, ...
proc trundle::language::claim-name {word name} {
    variable names
    variable groups
    trundle::value::check name "the name of a $word" $name
    set taken [dict exists $names $name]
    if {[regexp {^(.+)-\d+$} $name -> group]} {
        set taken [expr {$taken || [trundle::value::get $names $group] in $groups}]
    }
    if {$word in $groups} {
        set taken [expr {$taken || [lsearch -regexp [dict keys $names $name-*] {-\d+$}] >= 0}]
    }
    if {$taken} {
        trundle::value::fail "$word $name: this name is already taken"
    }
    dict set names $name $word
    note-line "$word $name"
}

proc trundle::language::gravity {vector} {
    variable model
    set gravity [trundle::value::check vector gravity $vector]
    foreach x $gravity {
        if {abs($x) > 1e100} {
            trundle::value::fail "gravity is \"$vector\" m/s2, expected components up to 1e100"
        }
    }
    say-once gravity $gravity
    dict set model gravity $gravity
}

proc trundle::language::material {name args} {
    variable model
    trundle::value::check name "the name of a material" $name
    set values [read-options material "material $name" $args]
    need material "material $name" $values
    if {[dict exists $model materials $name]} {
        trundle::value::fail "material $name: this name is already taken"
    }
    dict set model materials $name $values
    note-line "material $name"
}

proc trundle::language::contact {first second args} {
    variable model
    set values [read-options contact "contact $first $second" $args]
    set by {}
    foreach option [dict keys $values] {
        foreach number [sets $option] {
            if {[dict exists $by $number]} {
                trundle::value::fail "contact $first $second: -$option sets $number, and so does -[dict get $by $number],\
                    expected one of them"
            }
            dict set by $number $option
        }
    }
    foreach pair [list [list $first $second] [list $second $first]] {
        if {[dict exists $model contacts $pair]} {
            trundle::value::fail "contact $first $second: this pair has its\
                properties already"
        }
    }
    dict set model contacts [list $first $second] $values
    note-line "contact $first $second"
}

# The options of a body with those that it needs.  Particles need a mass, too.
proc trundle::language::read-body {word name arguments} {
    variable particles
    set object "$word $name"
    set values [read-options $word $object $arguments]
    need $word $object $values
    if {[dict exists $values material]} {
        material-known $object [dict get $values material]
        if {$word in $particles} {
            mass-known $object $values
        }
    }
    return $values
}

# A body that is right gets its name and its place in the model.
proc trundle::language::add-body {part word name values} {
    variable model
    claim-name $word $name
    dict lappend model $part [dict merge [dict create name $name] $values]
}

proc trundle::language::sphere {name args} {
    add-body particles sphere $name [read-body sphere $name $args]
}

# A sphere that touches another one or a plane with loaded springs when the run begins.
proc trundle::language::loaded {first second args} {
    variable model
    variable said
    set object "loaded $first $second"
    set values [read-options loaded $object $args]
    set pair "loaded [join [lsort [list $first $second]]]"
    if {[dict exists $said $pair]} {
        trundle::value::fail "$object: this pair is already loaded, expected one line for it"
    }
    dict set said $pair 1
    set numbers [lmap key {i j} name [list $first $second] {
        set sphere [place-of particles $name]
        set plane [place-of planes $name]
        if {$sphere >= 0} {
            list $key $sphere
        } elseif {$key eq "j" && $plane >= 0} {
            list $key [list plane $plane]
        } else {
            trundle::value::fail "$object: there is no sphere[expr {$key eq "j" ? " or plane" : ""}] \"$name\" before\
                this line, expected one"
        }
    }]
    dict lappend model loaded [dict merge [dict create name "$first $second"] [concat {*}$numbers] $values]
    note-line $object
}

# The number of a body in a part of the model; -1: not there.
proc trundle::language::place-of {part name} {
    variable model
    return [lsearch -exact [lmap one [dict get $model $part] {dict get $one name}] $name]
}

proc trundle::language::mass-known {object values} {
    variable model
    set material [dict get $values material]
    if {![dict exists $values mass]
            && ![dict exists $model materials $material density]} {
        trundle::value::fail "$object: it has no -mass and its material\
            \"$material\" no -density, expected one of them"
    }
}

proc trundle::language::lattice {name args} {
    add-body groups lattice $name [dict merge {kind lattice} \
        [read-body lattice $name $args]]
}

proc trundle::language::packing {name args} {
    add-body groups packing $name [dict merge {kind random} \
        [read-body packing $name $args]]
}

proc trundle::language::spheres {name args} {
    set values [read-body spheres $name $args]
    set path [path-of "spheres $name" [dict get $values file]]
    add-body groups spheres $name [dict merge [dict create kind file path $path] \
        [dict remove $values file]]
}

# The whole path of a table.  A scenario may come from somebody else, and a
# message about a bad line shows the line: so it may name only what lies beside
# it or below.
proc trundle::language::path-of {object file {option -file}} {
    variable folder
    if {$folder eq ""} {
        return [file normalize $file]
    }
    if {[file pathtype $file] ne "relative" || ".." in [file split $file]} {
        trundle::value::fail "$object: $option is \"$file\", expected a file in\
            the folder of the scenario or below it"
    }
    return [file join [file normalize $folder] $file]
}

proc trundle::language::plane {name args} {
    add-body planes plane $name [read-body plane $name $args]
}

# Spheres that enter and leave while the scenario runs: see flux.tcl.
proc trundle::language::inlet {name args} {
    set values [read-body inlet $name $args]
    set most [lindex [dict get $values radius] end]
    foreach low [lrange [dict get $values box] 0 2] high [lrange [dict get $values box] 3 5] {
        if {$high > $low && $high - $low < 2*$most} {
            trundle::value::fail "inlet $name: -box has a side of [expr {$high - $low}] m, expected 0 or\
                [expr {2*$most}] m at least, the diameter of the largest sphere"
        }
    }
    add-body inlets inlet $name $values
}

proc trundle::language::outlet {name args} {
    set values [read-body outlet $name $args]
    if {[dict exists $values box] == [dict exists $values point]
            || [dict exists $values point] != [dict exists $values normal]} {
        trundle::value::fail "outlet $name: expected either -box, or -point and -normal"
    }
    add-body outlets outlet $name [dict merge {every 0.01} $values]
}

# Words without a name, which may be said in several lines.
proc trundle::language::add-options {part word values} {
    variable model
    note-line $word
    dict for {name value} $values {
        say-once "$word: -$name" $value
    }
    dict set model $part [dict merge [trundle::value::get $model $part] $values]
}

proc trundle::language::fluid {args} {
    set values [read-options fluid fluid $args]
    if {[dict exists $values samples]} {
        dict set values samples [path-of fluid [dict get $values samples] -samples]
    }
    add-options fluid fluid $values
}

# Walls of triangles: from a file or a list, and boxes.
proc trundle::language::mesh {name args} {
    set values [read-body mesh $name $args]
    if {[dict exists $values file] == [dict exists $values triangles]} {
        trundle::value::fail "mesh $name: expected either -file or -triangles"
    }
    if {[dict exists $values file]} {
        dict set values path [path-of "mesh $name" [dict get $values file]]
    }
    add-body meshes mesh $name [dict remove $values file]
}

proc trundle::language::box {name args} {
    add-box box $name $args {}
}

# A box without a lid.
proc trundle::language::bucket {name args} {
    add-box bucket $name $args top
}

proc trundle::language::add-box {word name arguments open} {
    set values [read-body $word $name $arguments]
    lappend open {*}[trundle::value::get $values open]
    set walls [sides-of [dict get $values box] [trundle::value::get $values slope 0] $open]
    if {![llength $walls]} {
        trundle::value::fail "$word $name: -open leaves no wall"
    }
    dict set values triangles $walls
    add-body meshes $word $name [dict remove $values box open slope]
}

# The walls of a box, two triangles a side.
proc trundle::language::sides-of {box slope open} {
    lassign $box x0 y0 z0 x1 y1 z1
    set triangles {}
    foreach {side corners} {left {0 0 0 0 1 0 0 1 1 0 0 1} right {1 0 0 1 1 0 1 1 1 1 0 1}
            front {0 0 0 1 0 0 1 0 1 0 0 1} back {0 1 0 1 1 0 1 1 1 0 1 1}
            bottom {0 0 0 1 0 0 1 1 0 0 1 0} top {0 0 1 1 0 1 1 1 1 0 1 1}} {
        if {$side in $open} {
            continue
        }
        set corner [lmap {i j k} $corners {
            set x [expr {$i ? $x1 : $x0}]
            list $x [expr {$j ? $y1 : $y0}] [expr {($k ? $z1 : $z0) - $slope*($x - $x0)}]
        }]
        lappend triangles [lrange $corner 0 2] [list {*}[lrange $corner 2 3] [lindex $corner 0]]
    }
    return $triangles
}

proc trundle::language::laws {args} {
    variable model
    set given [read-options laws laws $args]
    if {[dict exists $given as]} {
        dict lappend model as [dict get $given as]
    }
    add-options options laws [dict remove $given as]
}

# The numbers of a contact between two materials, as the model has them.
proc trundle::language::pair-of {model a b} {
    set contacts [trundle::value::get $model contacts]
    foreach key [list [list $a $b] [list $b $a]] {
        if {[dict exists $contacts $key]} {
            return [dict get $contacts $key]
        }
    }
    return {}
}

# The conventions of codes or papers, where the model says nothing itself: only the whole model tells which contacts it has.
proc trundle::language::with-dialects {model} {
    foreach code [trundle::value::get $model as] {
        package require trundle::engine::$code
        dict for {name value} [trundle::dialects::of [set ::trundle::export::${code}::can] [trundle::dialects::contacts $model]] {
            set part [part-of $name]
            dict set model $part [dict merge [dict create $name $value] [dict get $model $part]]
        }
    }
    return [dict remove $model as]
}

proc trundle::language::conventions {of} {
    variable version
    if {$of ni {0.1 0.2}} {
        trundle::value::fail "conventions: \"$of\" is not a version, expected 0.1 or 0.2"
    }
    say-once conventions $of
    set version $of
}

proc trundle::language::integrate {args} {
    add-options scheme integrate [read-options integrate integrate $args]
}

# --- the language, told to people ----------------------------------------------

# How a line with this word looks.
proc trundle::language::head {word} {
    switch -- $word {
        gravity {return "gravity {X Y Z}"}
        parameter {return "parameter NAME DEFAULT -OPTION VALUE ..."}
        conventions {return "conventions VERSION"}
        measure {return "measure NAME KIND -OPTION VALUE ..."}
        contact - loaded {return "$word NAME NAME -OPTION VALUE ..."}
        fluid - laws - integrate {return "$word -OPTION VALUE ..."}
        run {return "run until TIME ?record INTERVAL? ?-contacts yes?"}
    }
    return "$word NAME -OPTION VALUE ..."
}

# What is to be said of a word without options.
proc trundle::language::remark {word} {
    return [dict get {
        gravity {acceleration of gravity in m/s2}
        conventions {0.1: where nothing else is said, laws -lever radius -rescale no and meshes -flush yes, as in that
            version}
        run {times in s; without an interval a hundredth of the run; -contacts: each record has the
            contacts and what particles and walls bear}
    } $word]
}

# The options of a word: rows of name, unit, default, meaning with expected value.
proc trundle::language::table {word} {
    variable options
    ask-engine
    return [lmap {name facts} [expr {[info exists options($word)] ? $options($word) : {}}] {
        lassign $facts kind unit default meaning
        list $name $unit $default \
            "[regsub -all {\s+} $meaning { }]; [trundle::value::expected $kind]"
    }]
}

# Every word with its options, as a text.
proc trundle::language::reference {} {
    variable words
    variable synonyms
    package require trundle::formats
    foreach word $words {
        append text [head $word] \n
        if {$word eq "measure"} {
            append text [trundle::formats::align [lmap {kind facts} $trundle::measures::kinds {
                list "    $kind" [lindex $facts 2] [regsub -all {\s+} [lindex $facts 5] { }]
            }]] \n
        }
        if {[llength [table $word]]} {
            append text [trundle::formats::align [concat {*}[lmap row [table $word] {
                set values [value-rows $word [lindex $row 0]]
                # Values that have a line each are not listed twice.
                set meaning [expr {[llength $values] ? [regsub {; one of [^;]*$} [lindex $row 3] {}] : [lindex $row 3]}]
                concat [list [lreplace $row 0 end "    -[lindex $row 0]" {*}[lrange $row 1 2] $meaning]] $values
            }]]] \n\n
        } else {
            append text "    [regsub -all {\s+} [remark $word] { }]\n\n"
        }
    }
    append text "The words of EPSD are also accepted:\n" [trundle::formats::align \
        [lmap {word option} $synonyms {list "    -$word" "-$option"}]] \n
    return [append text "\n[head run]\n    [regsub -all {\s+} [remark run] { }]"]
}

# What each convention and number of the engine means: name -> meaning.
# The values of an option of the engine, each with its meaning: rows of the table above.
proc trundle::language::value-rows {word name} {
    if {$word ni {laws integrate} || $name eq "as" || [lindex [option $word $name] 0 0] ne "choice"} {
        return {}
    }
    return [lmap value [lrange [lindex [option $word $name] 0] 1 end] {
        set about [value-text $name $value]
        if {$about eq ""} continue
        list "" "" $value $about
    }]
}

proc trundle::language::value-text {name value} {
    variable value_texts
    foreach law [dict get [::trundle::tables] laws] {
        if {[dict get $law kind] eq $name && [dict get $law name] eq $value} {
            return [dict get $law what]
        }
    }
    return [regsub -all {\s+} [trundle::value::get [trundle::value::get $value_texts $name] $value] " "]
}

proc trundle::language::meanings {} {
    variable options
    ask-engine
    set meanings {}
    foreach word {laws integrate} {
        dict for {name facts} $options($word) {
            dict set meanings $name [lindex $facts 3]
        }
    }
    return $meanings
}

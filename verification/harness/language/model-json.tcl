# model-json.tcl -- a model as JSON, plain data that any language reads and that comes
# back to the same bits.  The fields of an object are the options of the word of
# the scenario's language that makes it; nothing is left at a default that a reader would
# have to know.  A later version may add fields; it takes none away.
package provide trundle::model-json 1.0
package require trundle::language
package require trundle::formats
package require trundle::flux

namespace eval trundle::modeljson {
    variable version 1
    variable heads {$schema schema version title written_by run gravity}
    # Parts of the text: field, word of the language, what stands before the options, meaning.
    variable parts {
        measures  {measure {name kind} {numbers that are computed from each record}}
        materials {material {name} {materials}}
        contacts  {contact {between} {pairs of materials that can meet, with every number of their laws;
            other pairs do not touch}}
        planes    {plane {name} {walls without an end}}
        meshes    {mesh {name} {walls of triangles}}
        particles {sphere {name} {spheres with the state in which the run starts}}
        loaded    {loaded {between} {contacts of a sphere, with another one or a plane, that begin with loaded
            springs}}
        inlets    {inlet {name} {where spheres enter while it runs}}
        outlets   {outlet {name} {where spheres leave while it runs}}
        laws      {laws {} {laws and conventions}}
        integrate {integrate {} {the integration scheme}}
        fluid     {fluid {} {the fluid around the particles}}
    }
}

# --- writing ---------------------------------------------------------------------

# The text of a request (model, until, record; see scenario::read).
proc trundle::modeljson::write {request title} {
    variable version
    package require trundle
    package require json::write
    json::write indented false
    set model [dict get $request model]
    if {[dict exists $model fluid samples]} {
        trundle::value::fail "export: the samples of the fluid's velocity cannot be stored in a JSON model"
    }
    set engine [trundle::engine [trundle::flux::without $model]]
    try {
        lappend fields \
            schema [json::write string trundle-model] version $version \
            title [json::write string $title] \
            written_by [json::write string "Trundle $::trundle::version"] \
            run [object run [dict filter $request key until record forces]] \
            gravity [value vector [dict get $model gravity]] \
            materials [array material [materials-of $model]] \
            contacts [array contact [contacts-of $model $engine [dict get $request until]]] \
            laws [object laws [choices laws [$engine explain]]] \
            integrate [object integrate [choices integrate [$engine explain]]] \
            planes [array plane [walls plane [trundle::value::get $model planes]]] \
            meshes [array mesh [walls mesh [meshes-of $model]]] \
            particles [array sphere [particles-of $model $engine]]
    } finally {
        $engine destroy
    }
    if {[dict exists $model loaded]} {
        lappend fields loaded [array loaded [lmap one [dict get $model loaded] {
            dict merge [dict create between [split [dict get $one name]]] [dict remove $one name i j]
        }]]
    }
    foreach {field word} {inlets inlet outlets outlet measures measure} {
        if {[dict exists [dict merge $model $request] $field]} {
            lappend fields $field [array $word [dict get [dict merge $model $request] $field]]
        }
    }
    if {[dict exists $model fluid]} {
        lappend fields fluid [object fluid [dict get $model fluid]]
    }
    return "{\n[join [lmap {name text} $fields {string cat \"$name\":\ $text}] ,\n]\n}"
}

# modeljson::lines JSON -> the same model for languages that do not read JSON: a line for each value, its path,
# a blank, its words.  Of a list of objects a line tells how many there are, the objects are numbered from 1:
# `particles.1.radius 0.05`.  A material is its number; of a pair of materials each number stands twice,
# `contacts.1.2.mu_s` and `contacts.2.1.mu_s`.  Yes is 1, no 0.
proc trundle::modeljson::lines {text} {
    variable parts
    set fields [trundle::value::from-json $text]
    set numbers {}
    foreach material [trundle::value::get $fields materials] {
        dict set numbers [dict get $material name] [expr {[dict size $numbers] + 1}]
    }
    set lines {}
    dict for {field value} $fields {
        lassign [trundle::value::get $parts $field] word keys
        if {$keys eq "" && $word eq "" && $field ne "run"} {
            lappend lines "$field [words-of [expr {$field eq "gravity" ? "vector" : "text"}] $value]"
        } elseif {$keys eq ""} {
            lappend lines {*}[lines-of [expr {$word eq "" ? $field : $word}] $value $field $numbers]
        } else {
            lappend lines "$field [llength $value]"
            set number 0
            foreach row $value {
                incr number
                foreach path [paths-of $field.$number $word $row $numbers] {
                    lappend lines {*}[lines-of $word $row $path $numbers]
                }
            }
        }
    }
    return [join $lines \n]
}

# Under which names an object stands: a contact under the numbers of its materials, in both orders.
proc trundle::modeljson::paths-of {path word row numbers} {
    if {$word ne "contact"} {
        return [list $path]
    }
    lassign [lmap name [dict get $row between] {dict get $numbers $name}] i j
    return [lsort -unique [list contacts.$i.$j contacts.$j.$i]]
}

proc trundle::modeljson::lines-of {word row path numbers} {
    if {$word eq "contact"} {
        set row [dict remove $row between]
    }
    return [lmap {key value} $row {
        if {$key eq "material"} {
            string cat "$path.$key " [dict get $numbers $value]
        } else {
            string cat "$path.$key " [words-of [kind-of $word $key] $value]
        }
    }]
}

# A value in words: those of a list, and of lists in it, none being 0.
proc trundle::modeljson::words-of {kind value} {
    switch -- [lindex $kind 0] {
        name - choice - text - pair - sides {return $value}
        triangles {set value [concat {*}[concat {*}$value]]}
    }
    return [trundle::value::get {true 1 false 0 null 0 {} 0} $value $value]
}

# The options of a word in the order of its table, defaults included where there is one.
proc trundle::modeljson::choices {word explain} {
    set chosen {}
    dict for {name value} [dict filter $explain script {name value} {
        dict exists $::trundle::language::options($word) $name
    }] {
        dict set chosen $name $value
    }
    return $chosen
}

proc trundle::modeljson::materials-of {model} {
    return [lmap {name values} [dict get $model materials] {
        dict merge [dict create name $name] $values
    }]
}

# A damping rate that follows from those of the materials is left to them.
proc trundle::modeljson::contacts-of {model engine until} {
    set found {}
    foreach meeting [dict get [$engine meetings $until] pairs] {
        set pair [list [dict get $meeting first] [dict get $meeting second]]
        if {[dict exists $found $pair] || [dict exists $found [lreverse $pair]]} continue
        set numbers [dict get $meeting numbers]
        set given [trundle::language::pair-of $model {*}$pair]
        if {![dict exists $given xi] && ![dict exists $given restitution]
                && [materials-damp $model $pair]} {
            dict unset numbers xi
        }
        dict set found $pair [dict merge [dict create between $pair] $numbers]
    }
    return [dict values $found]
}

proc trundle::modeljson::materials-damp {model pair} {
    foreach name $pair {
        if {[trundle::value::get [dict get $model materials $name] xi 0] > 0} {
            return 1
        }
    }
    return 0
}

# Walls with what they leave at a default.
proc trundle::modeljson::walls {word rows} {
    set defaults [concat {*}[lmap key {rigid velocity spin axis thickness smooth rim} {
        if {![dict exists $::trundle::language::options($word) $key]} continue
        lassign [trundle::language::option $word $key] kind - default
        list $key [trundle::value::check $kind $key $default]
    }]]
    return [lmap wall $rows {dict merge $wall $defaults $wall}]
}

# Walls of triangles as the engine has them, those from files written out: with the tolerance they are the same
# mesh when they are read again.
proc trundle::modeljson::meshes-of {model} {
    return [lmap mesh [trundle::value::get $model meshes] {
        dict set mesh tolerance [dict get [trundle::mesh facts $mesh] tolerance]
        dict set mesh triangles [trundle::mesh triangles $mesh]
        dict remove $mesh path scale
    }]
}

# Every particle, those of groups too, as it stands at the start.  (An orientation is
# normalised when it is read, so the one that was typed comes back to the same bits.)
proc trundle::modeljson::particles-of {model engine} {
    set number -1
    return [lmap state [$engine state] {
        set given [lindex [dict get $model particles] [incr number]]
        set particle [dict create name [$engine name $number]]
        foreach key {material radius mass inertia position velocity spin orientation fixed} {
            dict set particle $key [dict get $state $key]
        }
        if {[dict exists $given orientation]} {
            dict set particle orientation [dict get $given orientation]
        }
        set particle
    }]
}

proc trundle::modeljson::array {word rows} {
    if {![llength $rows]} {
        return "\[\]"
    }
    return "\[\n  [join [lmap row $rows {object $word $row}] ",\n  "]\n\]"
}

proc trundle::modeljson::object {word values} {
    return [json::write object {*}[concat {*}[lmap {key value} $values {
        list $key [value [kind-of $word $key] $value]
    }]]]
}

# What kind of value a field has, in the words of value.tcl.
proc trundle::modeljson::kind-of {word key} {
    switch -- $word/$key {
        run/until - run/record - sphere/inertia {return positive}
        run/forces {return boolean}
        contact/between - loaded/between {return pair}
        measure/kind {return choice}
    }
    if {$key eq "name"} {
        return name
    }
    return [lindex [trundle::language::option $word $key] 0]
}

proc trundle::modeljson::value {kind value} {
    switch -- [lindex $kind 0] {
        name - choice - text {return [json::write string $value]}
        pair - sides {return [json::write array {*}[lmap x $value {json::write string $x}]]}
        boolean {return [expr {$value ? "true" : "false"}]}
        triangles {return [json::write array {*}[lmap triangle $value {
            json::write array {*}[lmap corner $triangle {value vector $corner}]
        }]]}
        vector - direction - quaternion - box - size {
            return [json::write array {*}[lmap x $value {trundle::formats::json-number $x}]]
        }
    }
    return [trundle::formats::json-number $value]
}

# --- reading ---------------------------------------------------------------------

# The request in a file, checked by the words of the language: what a scenario may
# not say, a file may not say either.
proc trundle::modeljson::read {file {seconds 0}} {
    package require trundle::script
    variable parts
    variable version
    set end [expr {$seconds > 0 ? [clock milliseconds] + round(1e3*$seconds) : 0}]
    variable heads
    set text [trundle::value::file-text "the scenario" $file]
    if {[catch {trundle::value::from-json $text} fields] || [catch {dict size $fields}]} {
        if {[string match "*key twice*" $fields]} {
            trundle::value::fail "$file: $fields"
        }
        trundle::value::fail "$file: expected a model as JSON, which this is not[
            expr {[string match "line *" $fields] ? " ($fields)" : ""}]"
    }
    set head [trundle::value::get $fields schema]
    if {$head ne "trundle-model"} {
        trundle::value::fail "$file: schema is \"$head\", expected trundle-model"
    }
    if {[trundle::value::get $fields version] ne $version} {
        trundle::value::fail "$file: version is \"[trundle::value::get $fields version]\", expected $version"
    }
    foreach field [dict keys $fields] {
        if {$field ni [concat $heads [dict keys $parts]]} {
            trundle::value::fail "$file: there is no part \"$field\" of a model[
                trundle::value::one-of $field [concat $heads [dict keys $parts]]]"
        }
    }
    trundle::language::begin
    set trundle::language::folder [file dirname $file]
    set request [request-of $file [trundle::value::get $fields run]]
    try {
        trundle::language::gravity [trundle::value::get $fields gravity {0 0 0}]
        dict for {field facts} $parts {
            lassign $facts word keys
            set rows [trundle::value::get $fields $field]
            foreach row [expr {$keys eq "" ? [list $rows] : $rows}] {
                if {$end && [clock milliseconds] > $end} {
                    throw TRUNDLE-LATE {}
                }
                say $word $keys $row
            }
        }
        set model [trundle::language::finish]
    } trap {TRUNDLE} {message} {
        trundle::value::fail "$file: $message"
    } trap TRUNDLE-LATE {} {
        trundle::value::fail [trundle::script::too-slow $file $seconds]
    } finally {
        set trundle::language::folder ""
    }
    if {[llength $trundle::language::measures]} {
        dict set request measures $trundle::language::measures
    }
    return [dict merge $request [dict create model $model]]
}

# One object as a line of the language.
proc trundle::modeljson::say {word keys row} {
    if {[catch {dict size $row}]} {
        trundle::value::fail "$word: it is \"$row\", expected an object"
    }
    set names [lmap key $keys {
        if {![dict exists $row $key]} {
            trundle::value::fail "$word: there is no \"$key\""
        }
        names-in $word $key [dict get $row $key]
    }]
    set options [concat {*}[lmap {key value} [dict remove $row {*}$keys] {
        if {$value eq ""} {
            trundle::value::fail "$word: $key is \"\", expected a value, or no \"$key\""
        }
        list -$key $value
    }]]
    if {[llength $keys] || [llength $options]} {
        trundle::language::$word {*}[concat {*}$names] {*}$options
    }
}

# The names in a field, each a word of its own, whatever is in it: one, or two between which a contact is.
proc trundle::modeljson::names-in {word key value} {
    if {$key eq "name"} {
        return [list [trundle::value::check name "the name of a $word" $value]]
    }
    if {$key eq "kind"} {
        return [list $value]
    }
    if {![string is list $value] || [llength $value] != 2} {
        trundle::value::fail "$word: $key is \"$value\", expected two names"
    }
    return [lmap name $value {trundle::value::check name "$word: a name in $key" $name}]
}

proc trundle::modeljson::request-of {file run} {
    if {[catch {dict exists $run until} there] || !$there} {
        trundle::value::fail "$file: run has no \"until\", expected the time at which the run ends, in s"
    }
    foreach word [dict keys $run] {
        if {$word ni {until record forces}} {
            trundle::value::fail "$file: run has no \"$word\"[trundle::value::one-of $word {until record forces}]"
        }
    }
    return [dict map {word value} $run {
        trundle::value::check [expr {$word eq "forces" ? "boolean" : "positive"}] "$file: run: $word" $value
    }]
}

# --- what the fields mean ----------------------------------------------------------

# The JSON Schema (draft 7) of a model.
proc trundle::modeljson::schema {} {
    variable parts
    variable version
    package require trundle
    package require json::write
    trundle::language::ask-engine
    json::write indented true
    json::write aligned false
    lappend fields \
        schema [json::write object const [json::write string trundle-model]] \
        version [json::write object const $version] \
        title [typed string {what it is}] written_by [typed string {the program that wrote it}] \
        run [json::write object type [json::write string object] \
            properties [json::write object until [number-schema {end of the run in s} positive] \
                record [number-schema {from one record to the next, in s} positive] \
                forces [typed boolean {each record has the contacts and what particles and walls bear}]] \
            required [strings until]] \
        gravity [schema-of vector {acceleration of gravity in m/s2}]
    dict for {field facts} $parts {
        lappend fields $field [schema-of-part {*}$facts]
    }
    return [json::write object \
        {$schema} [json::write string http://json-schema.org/draft-07/schema#] \
        title [json::write string "A model of Trundle, version $version"] \
        description [json::write string "SI units; vectors are x, y, z; orientations are unit quaternions\
            w, x, y, z that turn from the particle's frame to the world's"] \
        type [json::write string object] \
        required [strings schema version run materials] \
        properties [json::write object {*}$fields]]
}

proc trundle::modeljson::strings {args} {
    return [json::write array {*}[lmap text $args {json::write string $text}]]
}

proc trundle::modeljson::typed {type meaning args} {
    return [json::write object type [json::write string $type] {*}$args \
        description [json::write string [regsub -all {\s+} $meaning { }]]]
}

proc trundle::modeljson::schema-of-part {word keys meaning} {
    set fields {}
    if {"name" in $keys} {
        lappend fields name [schema-of name {what it is called}]
    }
    if {"kind" in $keys} {
        lappend fields kind [schema-of [list choice {*}[dict keys $trundle::measures::kinds]] {what is computed}]
    }
    if {"between" in $keys} {
        lappend fields between [schema-of pair {two names}]
    }
    foreach row [trundle::language::table $word] {
        lassign $row name unit default meaning
        set kind [lindex [trundle::language::option $word $name] 0]
        if {$kind ne "file"} {
            lappend fields $name [schema-of $kind [describe $unit $default [lindex [trundle::language::option $word $name] 3]]]
        }
    }
    set object [json::write object type [json::write string object] \
        {*}[expr {[llength $keys] ? [list required [strings {*}$keys]] : ""}] \
        additionalProperties true properties [json::write object {*}$fields]]
    return [expr {[llength $keys] ? [typed array $meaning items $object] : $object}]
}

proc trundle::modeljson::describe {unit default meaning} {
    return [join [list $meaning {*}[expr {$unit eq "-" ? "" : [list "in $unit"]}] \
        {*}[expr {$default eq "" ? "" : [list "if absent: $default"]}]] "; "]
}

# The schema of a value of a kind.
proc trundle::modeljson::schema-of {kind meaning} {
    switch -- [lindex $kind 0] {
        name - text {return [typed string $meaning]}
        choice {return [typed string $meaning enum [strings {*}[lrange $kind 1 end]]]}
        boolean {return [typed boolean $meaning]}
        pair {return [list-schema $meaning 2 [typed string {a name}]]}
        sides {return [typed array $meaning]}
        vector - direction {return [list-schema $meaning 3]}
        quaternion {return [list-schema $meaning 4]}
        box {return [list-schema $meaning 6]}
        size {return [json::write object description [json::write string $meaning] \
            anyOf [json::write array [number-schema one positive] [list-schema {smallest, largest} 2]]]}
        triangles {return [typed array $meaning items [list-schema corners 3 [list-schema corner 3]]]}
        integer {return [typed integer $meaning]}
    }
    return [number-schema $meaning {*}$kind]
}

proc trundle::modeljson::list-schema {meaning count {items ""}} {
    if {$items eq ""} {
        set items [json::write object type [json::write string number]]
    }
    return [typed array $meaning minItems $count maxItems $count items $items]
}

proc trundle::modeljson::number-schema {meaning kind args} {
    set limits {}
    switch -- $kind {
        positive    {lappend limits exclusiveMinimum 0}
        nonnegative {lappend limits minimum 0}
        range       {lappend limits minimum [lindex $args 0] maximum [lindex $args 1]}
        above       {lappend limits exclusiveMinimum [lindex $args 0] maximum [lindex $args 1]}
    }
    return [typed number $meaning {*}$limits]
}

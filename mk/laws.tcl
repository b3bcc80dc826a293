# laws.tcl -- makes enumerations, structs, tables and lists in C of the rows at the end of the chapters on laws.
#
#   tclsh mk/laws.tcl SRCDIR CHAPTER.nw ...     writes src/trundle/{pairs,pairconstants,rows}.h in the present folder; the order
#                                        of the chapters is that of every list
#
# A chapter NAME.nw has its rows in the chunk <<NAME.laws>>, words of Tcl; a line that begins with # is a remark:
#
#   kind KIND ?WHAT?                  laws of one kind; with WHAT it is an option, whose values are their names
#   law KIND NAME ?{FIELD VALUE ...}?      a law; without fields a value of the option that stands for none
#   number NAME UNIT DEFAULT {LOW HIGH} WHAT ?constant|seldom?     a number of a pair of materials; constant: the
#                                     laws read it in every contact; seldom: with the constants of rare laws
#   constant NAME UNIT EXPRESSION WHAT ?seldom?    what the laws read in place of a number, from pair, the materials a
#                                     and b, estar, gstar, gstar_printed, xi (see contacts.nw)
#   material NAME UNIT DEFAULT {LOW HIGH} WHAT     a number of one material
#   fluid NAME UNIT DEFAULT {LOW HIGH} WHAT        a number of the fluid
#   word NAME {NUMBER ?NUMBER?} IDLE ?WHAT?        another word for numbers of a pair, and the value that says nothing
#
# LOW may be >0.  The fields of a law:
#
#   source           paper and equations
#   needs            numbers of the pair without which the law is refused; either: of which one must be given; reads: others,
#                    also those of materials
#   dashpot          those of them that belong to its dashpot
#   spring           what its spring keeps: none (if missing), elongation, force, angle or torque
#   stores           columns of the history and how many numbers each has, such as {roll 3}
#   follows          conventions that act on it, names of the lists TR_..._OPTIONS of particles.nw
#   function         the law in plain numbers
#   contact          the law at a contact, which the switch of its kind calls; stiffness: that of its spring, from the
#                    normal stiffness kn
#   what             half a line for people
package require Tcl 8.6
source [file join [file dirname [file normalize [info script]]] files.tcl]

namespace eval laws {
    # Field -> 1 where a law must have it.
    variable fields {source 1 needs 0 either 0 reads 0 dashpot 0 spring 0 stores 0 follows 0 function 1 contact 0 stiffness 0 what 1}
    variable springs {none elongation force angle torque}
    # Columns of a history that belong to one law, and how many numbers each is.
    variable columns {spring 3 roll 3 slipping 1 twist 1}
    variable at ""      ;# chapter and line of the present row
}

proc laws::wrong {why} {
    variable at
    throw {LAWS} "$at: $why"
}

# The chunks <<NAME.laws>> of a chapter as {line text} ..., a complete row each.
proc laws::rows-of {source file} {
    set chunk [file rootname [file tail $file]].laws
    lassign {0 0 ""} inside number row
    set rows {}
    foreach line [files::read-lines [file join $source $file]] {
        incr number
        if {[regexp {^<<(.*)>>=\s*$} $line -> name]} {
            set inside [expr {$name eq $chunk}]
        } elseif {[regexp {^@( |$)} $line]} {
            set inside 0
        } elseif {$inside && ($row ne "" || ![regexp {^\s*(#|$)} $line])} {
            if {$row eq ""} {
                set start $number
            }
            append row $line \n
            if {[info complete $row]} {
                lappend rows $start $row
                set row ""
            }
        }
        if {!$inside && $row ne ""} {
            variable at "$file:$start"
            wrong "the row has no end: [lindex [split $row \n] 0]"
        }
    }
    return $rows
}

# The conventions of a chapter: the options X(NAME, ...) in its lists TR_..._OPTIONS, which are macros in C.
proc laws::conventions-of {source file} {
    set found {}
    foreach list [regexp -all -inline {#define TR_[A-Z]+_OPTIONS\(X\)(?:[^\n]*\\\n)*[^\n]*} [files::read-text [file join $source $file]]] {
        foreach {- name} [regexp -all -inline {\mX\(([a-z]\w*),} $list] {
            lappend found $name
        }
    }
    return $found
}

# laws::read SRCDIR FILES -> what they say: kinds, laws, numbers, constants, materials, fluid, words, each a dict by name;
# and conventions, a list of names.
proc laws::read {source files} {
    variable at
    set all [dict create kinds {} laws {} numbers {} constants {} materials {} fluid {} words {} conventions {}]
    foreach file $files {
        dict lappend all conventions {*}[conventions-of $source $file]
        foreach {line row} [rows-of $source $file] {
            set at "$file:$line"
            if {![string is list $row]} {
                wrong "not a list of words: [string trim $row]"
            }
            set word [lindex $row 0]
            if {[info commands ::laws::row-$word] eq ""} {
                wrong "\"$word\" is not a row, expected one of [join [lmap name [info commands ::laws::row-*] {
                    regsub {.*row-} $name {}}] {, }]"
            }
            if {[catch {row-$word all {*}[lrange $row 1 end]} text options]} {
                if {[dict get $options -errorcode] eq "LAWS"} {
                    return -options $options $text
                }
                wrong "$word: [expr {[string match {wrong # args*} $text] ? "expected $word\
                    [string toupper [lrange [info args ::laws::row-$word] 1 end]]" : $text}]"
            }
        }
    }
    check-laws $all
    return $all
}

proc laws::row-kind {name kind {what ""}} {
    upvar 1 $name all
    put all kinds $kind [dict create what $what]
}

proc laws::row-law {name kind law {fields ""}} {
    upvar 1 $name all
    variable at
    variable springs
    variable columns
    if {![dict exists $all kinds $kind]} {
        wrong "law $kind $law: there is no kind $kind, expected one of [join [dict keys [dict get $all kinds]] {, }]"
    }
    set found [fields-of "law $kind $law" $fields]
    if {[dict size $found]} {
        if {[dict get $found spring] ni $springs} {
            wrong "law $kind $law: spring is \"[dict get $found spring]\", expected one of [join $springs {, }]"
        }
        foreach {column count} [dict get $found stores] {
            if {![dict exists $columns $column] || $count != [dict get $columns $column]} {
                wrong "law $kind $law: stores \"$column $count\", expected some of $columns"
            }
        }
    } elseif {[dict get $all kinds $kind what] eq ""} {
        wrong "law $kind $law: it has no fields, and only an option can have a value without a law"
    }
    put all laws [list $kind $law] [dict merge $found [dict create at $at]]
}

# The fields of a law; {} of none.
proc laws::fields-of {object text} {
    variable fields
    if {$text eq ""} {
        return {}
    }
    if {[catch {dict size $text}]} {
        wrong "$object: the fields are not a list of names and values"
    }
    set found {}
    foreach {field value} $text {
        if {![dict exists $fields $field]} {
            wrong "$object: \"$field\" is not a field, expected some of [join [dict keys $fields] {, }]"
        }
        if {[dict exists $found $field]} {
            wrong "$object: $field is said twice"
        }
        dict set found $field [join [split $value \n] { }]
    }
    dict for {field must} $fields {
        if {$must && ![dict exists $found $field]} {
            wrong "$object: $field is missing"
        }
    }
    return [dict merge {needs {} either {} reads {} dashpot {} spring none stores {} follows {}} $found]
}

proc laws::row-number {name number unit default range what {use none}} {
    upvar 1 $name all
    put all numbers $number [number-of "number $number" $unit $default $range $what]
    if {$use ni {none constant seldom}} {
        wrong "number $number: \"$use\", expected constant or seldom"
    }
    if {$use ne "none"} {
        row-constant all $number $unit pair->$number $what [expr {$use eq "seldom" ? "seldom" : "always"}]
    }
}

proc laws::row-constant {name constant unit expression what {use always}} {
    upvar 1 $name all
    if {$use ni {always seldom}} {
        wrong "constant $constant: \"$use\", expected seldom or nothing"
    }
    put all constants $constant [dict create unit $unit expression $expression what $what use $use]
}

proc laws::row-material {name number unit default range what} {
    upvar 1 $name all
    put all materials $number [number-of "material $number" $unit $default $range $what]
}

proc laws::row-fluid {name number unit default range what} {
    upvar 1 $name all
    put all fluid $number [number-of "fluid $number" $unit $default $range $what]
}

proc laws::row-word {name word numbers idle {what ""}} {
    upvar 1 $name all
    if {[llength $numbers] ni {1 2} || ![string is double -strict $idle]} {
        wrong "word $word: expected one or two numbers of a pair, and the value that says nothing"
    }
    put all words $word [dict create numbers $numbers idle $idle what $what]
}

proc laws::number-of {object unit default range what} {
    lassign $range low high
    if {[llength $range] != 2 || ![string is double -strict $high] || ![string is double -strict $default]
            || ($low ne ">0" && ![string is double -strict $low])} {
        wrong "$object: \"$default {$range}\", expected a default and {LOW HIGH}"
    }
    return [dict create unit $unit default $default low [string map {>0 TR_ABOVE_ZERO} $low] high $high what $what]
}

proc laws::put {name part key row} {
    upvar 1 $name all
    variable at
    if {![regexp {^[a-z]\w*( [a-z]\w*)?$} $key]} {
        wrong "\"$key\" is not a name"
    }
    if {[dict exists $all $part $key]} {
        wrong "$key is there already, at [dict get $all $part $key at]"
    }
    dict set all $part $key [dict merge $row [dict create at $at]]
}

# Laws and words may come before the numbers that they name.  If one law of a kind has a function
# for its switch, all of them must.
proc laws::check-laws {all} {
    variable at
    set called [lmap {name row} [dict get $all laws] {
        if {![dict exists $row contact]} continue
        lindex $name 0}]
    dict for {name row} [dict get $all laws] {
        set at [dict get $row at]
        set known [concat {*}[lmap part [expr {[lindex $name 0] eq "fluid" ? "fluid" : {numbers materials}}] {
            dict keys [dict get $all $part]}]]
        foreach number [reads $row] {
            if {$number ni $known} {
                wrong "law $name: it reads $number, which no row describes"
            }
        }
        foreach number [expr {[dict exists $row dashpot] ? [dict get $row dashpot] : {}}] {
            if {$number ni [reads $row]} {
                wrong "law $name: its dashpot is $number, which it does not read"
            }
        }
        foreach option [expr {[dict exists $row follows] ? [dict get $row follows] : {}}] {
            if {$option ni [dict get $all conventions]} {
                wrong "law $name: it follows $option, expected some of [join [dict get $all conventions] {, }]"
            }
        }
        if {[dict exists $row source] && [lindex $name 0] in $called && ![dict exists $row contact]} {
            wrong "law $name: contact is missing; a switch calls the laws of [lindex $name 0]"
        }
    }
    dict for {name row} [dict get $all words] {
        set at [dict get $row at]
        foreach number [dict get $row numbers] {
            if {![dict exists $all numbers $number]} {
                wrong "word $name: it sets $number, which no row describes"
            }
        }
    }
}

# All numbers that a law reads: those that it needs, of which it needs one, and the others.
proc laws::reads {law} {
    if {![dict exists $law source]} {
        return {}
    }
    return [concat [dict get $law needs] [dict get $law either] [dict get $law reads]]
}

# --- C ------------------------------------------------------------------------------

proc laws::quoted {text} {
    return \"[string map {\\ \\\\ \" \\\"} [regsub -all {\s+} $text { }]]\"
}

# The laws of a kind that is an option: NAME ROW ...
proc laws::of-kind {all kind} {
    set found {}
    dict for {name row} [dict get $all laws] {
        if {[lindex $name 0] eq $kind} {
            lappend found [lindex $name 1] $row
        }
    }
    return $found
}

proc laws::options {all} {
    return [dict keys [dict filter [dict get $all kinds] script {kind row} {expr {[dict get $row what] ne ""}}]]
}

proc laws::enumerator {kind law} {
    return TR_[string toupper ${kind}_$law]
}

# A list with commas, broken into lines.
proc laws::wrapped {items indent {end ,}} {
    set lines {}
    set line $indent
    foreach item $items {
        if {[string length "$line$item$end "] > 90 && [string trim $line] ne ""} {
            lappend lines [string trimright $line]
            set line $indent
        }
        append line $item $end " "
    }
    return [string trimright [join [lappend lines $line] \n] ", "]
}

# Lines of a macro.
proc laws::macro {head lines} {
    return "#define $head \\\n  [join $lines " \\\n  "]"
}

# A field with its remark; the unit 1 is none.
proc laws::field {name row} {
    set unit [expr {[dict get $row unit] eq "1" ? "" : "[dict get $row unit]: "}]
    return [format "  double %-17s /* %s%s  */" $name\; $unit [regsub -all {\s+} [dict get $row what] { }]]
}

proc laws::head {name what include guarded} {
    set guard TRUNDLE_[string toupper [file rootname $name]]_H
    set lines [list "/* $name -- $what" "" "   Made by mk/laws.tcl from the rows at the end of the chapters on laws.  */" \
        "#ifndef $guard" "#define $guard" {*}[lmap file $include {string cat "#include <$file>"}] \
        "#ifdef __cplusplus" "extern \"C\" {" #endif "" $guarded "" "#ifdef __cplusplus" "}" #endif #endif]
    return [join $lines \n]\n
}

# pairs.h: what materials and their pairs are made of, and which laws there are.
proc laws::pairs {all} {
    lappend text "/* The laws of each kind: the values of its option.  */"
    foreach kind [options $all] {
        lappend text "enum {\n[wrapped [lmap {law -} [of-kind $all $kind] {enumerator $kind $law}] {  }]\n};"
    }
    lappend text [room $all] "" [springs $all] ""
    lappend text "#define TR_ABOVE_ZERO 1e-300" \
        "/* A material; its name must be its own.  */\ntypedef struct {\n  char name\[32\];" \
        {*}[lmap {name row} [dict get $all materials] {field $name $row}] "} tr_material;\n" \
        "/* A pair of materials.  */\ntypedef struct {" \
        {*}[lmap {name row} [dict get $all numbers] {field $name $row}] \
        "  int xi_given;            /* 1: xi is meant, even if it is zero  */" \
        "  int begun;               /* the mark of tr_pair_default  */" "} tr_pair;"
    return [head pairs.h "materials and their pairs: the numbers that they have; the laws that there are." {} [join $text \n]]
}

# Which law has a spring, and of which kind.
proc laws::springs {all} {
    variable springs
    lappend text "/* What the spring of a law keeps from step to step.  */" \
        "enum {\n[wrapped [lmap spring $springs {string cat TR_SPRING_ [string toupper $spring]}] {  }]\n};"
    foreach kind [options $all] {
        set kept {}
        set grown {}
        foreach {law row} [of-kind $all $kind] {
            if {[dict exists $row spring] && [dict get $row spring] ne "none"} {
                lappend kept "law == [enumerator $kind $law] ? TR_SPRING_[string toupper [dict get $row spring]]"
                if {"rescale" in [dict get $row follows]} {
                    lappend grown "law == [enumerator $kind $law]"
                }
            }
        }
        if {[llength $kept]} {
            lappend text "\n/* The spring of this law of $kind; and whether its stiffness changes with the overlap.  */" \
                "static inline int\ntr_spring_of_${kind}(int law)\n{\n  return [join $kept "\n    : "]\n    : TR_SPRING_NONE;\n}\n" \
                "static inline int\ntr_spring_of_${kind}_grows(int law)\n{\n  return [join [concat $grown [expr {[llength $grown] ? "" : 0}]] "\n    || "];\n}"
        }
    }
    return [join $text \n]
}

# pairconstants.h: the constants of two materials.
proc laws::kinds {all} {
    set constants [dict get $all constants]
    lappend text "/* The constants of two materials, prepared for the laws.  */\ntypedef struct {" \
        {*}[lmap {name row} $constants {field $name $row}] "} tr_pair_constants;\n" \
        "/* All of them, from a pair and its materials, their effective moduli (gstar_printed: without the factors 2 - nu)\n  \
        and their damping rate.  */" \
        "static inline tr_pair_constants\ntr_pair_constants_from(const tr_pair *pair, const tr_material *a, const tr_material *b,\n             \
        double estar, double gstar, double gstar_printed, double xi)\n{" \
        "  tr_pair_constants kind;\n  (void)a;\n  (void)b;" {*}[lmap {name row} $constants {string cat "  kind.$name = [dict get $row expression];"}] \
        "  return kind;\n}"
    return [head pairconstants.h "the constants of two materials that meet." {math.h trundle/pairs.h} [join $text \n]]
}

# A line for each law of contact, with a number for each convention that it may follow: how many kernels over lanes that
# takes.  A spring that is carried with the contact plane comes in three ways (chapter lanes).
proc laws::lanes {all} {
    lappend text "/* X(law, ways, rescale, torsion), of sliding X(law, ways, rescale, area), of the normal force X(law, area):" \
        "   how many kernels a law has over each convention; and the number of values of each option.  */"
    foreach {kind last} {normal area rolling torsion twisting torsion sliding area} {
        set found {}
        foreach {law row} [of-kind $all $kind] {
            if {![dict exists $row source] && $kind ne "sliding"} continue
            set follows [expr {[dict exists $row follows] ? [dict get $row follows] : {}}]
            set ways [expr {[dict exists $row stores] && 3 in [dict values [dict get $row stores]] ? 3 : 1}]
            set counts [concat [expr {$kind eq "normal" ? {} : [list $ways [expr {1 + ("rescale" in $follows)}]]}] \
                [expr {1 + ($last in $follows)}]]
            lappend found "X([join [concat [string toupper $law] $counts] {, }])"
        }
        lappend text "#define TR_[string toupper $kind]_LANES(X) [join $found]"
    }
    return [join [lappend text "enum { [join [lmap kind [options $all] {
        string cat TR_[string toupper $kind]_VALUES { = } [expr {[llength [of-kind $all $kind]]/2}]}] {, }] };"] \n]
}

# Cases of a switch over the laws of a kind: the function of each at a contact, and the stiffness of its spring.
proc laws::cases {all} {
    lappend text "/* Cases of a switch: what each law answers at a contact; the stiffness of its spring there.  */"
    foreach kind [options $all] {
        foreach {field name head} {contact CASES (arguments) stiffness STIFFNESSES {}} {
            set lines {}
            foreach {law row} [of-kind $all $kind] {
                if {[dict exists $row $field]} {
                    lappend lines "case [enumerator $kind $law]: return [dict get $row $field][expr {$field eq "contact" ? " arguments" : ""}];"
                }
            }
            if {[llength $lines]} {
                lappend text [macro TR_[string toupper $kind]_$name$head $lines]
            }
        }
    }
    return [join $text \n]
}

# Lists for tables and structs: the laws of each option, numbers of a fluid, constants of two materials.
proc laws::lists {all} {
    lappend text "/* X(option, what, values): the laws of each kind.  */"
    foreach kind [options $all] {
        lappend text [macro TR_[string toupper $kind]_OPTION(X) [list "X($kind, [quoted [dict get $all kinds $kind what]],\
            [join [lmap {law -} [of-kind $all $kind] {quoted $law}] {, }])"]]
    }
    lappend text "/* X(name, unit, default, lowest, highest, what): numbers of a fluid.  */" \
        [macro TR_FLUID_LIST(X) [lmap {name row} [dict get $all fluid] {
            dict with row {string cat "X($name, [quoted $unit], $default, $low, $high, [quoted $what])"}}]]
    foreach {use list remark} {always TR_PAIR_LIST {X(name): constants of two materials, read in every contact}
            seldom TR_MORE_LIST {Those of laws that are seldom used}} {
        set names [lmap {name row} [dict get $all constants] {if {[dict get $row use] ne $use} continue; string cat X($name)}]
        lappend text "/* $remark.  */\n[macro ${list}(X) [split [wrapped $names {} {}] \n]]"
    }
    return [join $text \n]
}

# rows.h: what tables, switches and structs are made of.
proc laws::rows {all} {
    dict for {name row} [dict get $all laws] {
        if {![dict exists $row source]} continue
        lassign $name kind law
        lappend laws "{[quoted $kind], [quoted $law], [quoted [dict get $row source]], [names [reads $row]],\
            [llength [dict get $row needs]], [llength [dict get $row either]]," \
            " [names [dict get $row dashpot]], [sum [dict values [dict get $row stores]]], [quoted [dict get $row spring]], [names [dict get $row follows]]," \
            " [quoted [dict get $row what]]},"
    }
    foreach {table part type} {TR_PAIR_ROWS numbers tr_pair TR_MATERIAL_ROWS materials tr_material} {
        lappend text [macro $table [lmap {name row} [dict get $all $part] {
            dict with row {string cat "{\"$name\", [quoted $unit], [quoted $what], $default, $low, $high,\
                offsetof($type, $name), TR_KIND_number},"}}]]
    }
    lappend text [macro TR_WORD_ROWS [lmap {name row} [dict get $all words] {
        dict with row {
            lassign $numbers first second
            string cat "{\"$name\", {\"$first\", [expr {$second eq "" ? "NULL" : "\"$second\""}]}, $idle,\
                [expr {$what eq "" ? "NULL" : [quoted $what]}]},"}}]]
    lappend text [macro TR_LAW_ROWS $laws]
    lappend text [lists $all] [lanes $all] [cases $all]
    return [head rows.h "rows of numbers, constants and laws, for tables, structs and switches." {} [join $text \n]]
}

# Room in a row of a table, with a NULL behind the last word.  (An option that chooses no law has five values at most.)
proc laws::room {all} {
    lassign {1 1 5} numbers follows values
    dict for {name row} [dict get $all laws] {
        if {![dict exists $row source]} continue
        set numbers [expr {max($numbers, [llength [reads $row]])}]
        set follows [expr {max($follows, [llength [dict get $row follows]])}]
    }
    foreach kind [options $all] {
        set values [expr {max($values, [llength [of-kind $all $kind]]/2)}]
    }
    return "/* Room for the numbers that a law reads, the conventions that it follows, the values of an option, and a NULL.  */\nenum {\n  TR_LAW_NUMBERS = [expr {$numbers + 1}], TR_LAW_OPTIONS = [expr {$follows + 1}], TR_LAW_VALUES = [expr {$values + 1}]\n};"
}

proc laws::sum {numbers} {
    return [expr [join [concat 0 $numbers] +]]
}

# A list of words that ends with NULL.
proc laws::names {words} {
    return "{[join [concat [lmap word $words {quoted $word}] NULL] {, }]}"
}

proc laws::main {source files} {
    set all [read $source $files]
    file mkdir src/trundle
    foreach {file text} [list pairs.h [pairs $all] pairconstants.h [kinds $all] rows.h [rows $all]] {
        files::write-text src/trundle/$file $text
    }
}

if {[info exists argv0] && [file normalize $argv0] eq [file normalize [info script]]} {
    if {[catch {laws::main [lindex $argv 0] [lrange $argv 1 end]} text options]} {
        puts stderr "laws.tcl: [expr {[dict get $options -errorcode] eq "LAWS" ? $text : [dict get $options -errorinfo]}]"
        exit 1
    }
}

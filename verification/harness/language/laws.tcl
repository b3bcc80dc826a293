# laws.tcl -- which laws are in force, and which numbers and conventions act with them: questions to the engine's table
# of laws, which comes from the rows at the end of the chapters.  No other file of the harness knows a law by its name.
#
# EXPLAIN: option -> value, as `$engine explain` gives it; NUMBERS: those of a pair of materials.
package provide trundle::laws 1.0
package require trundle::value

namespace eval trundle::laws {
    namespace import ::trundle::value::get
}

# The rows: kind, name, source, parameters, needs, either, dashpot, history, spring, options, what.
proc trundle::laws::all {} {
    package require trundle
    return [dict get [::trundle::tables] laws]
}

# Is this law in force?  Forces from afar have no option: they act when a pair has their numbers; those of a fluid are
# no matter of pairs.
proc trundle::laws::in-force? {law explain numbers} {
    set kind [dict get $law kind]
    return [expr {$kind eq "afar" ? ![llength [missing $law $numbers]] : [get $explain $kind] eq [dict get $law name]}]
}

# The numbers that keep a law from acting, as lists of names, one of each must not be zero.
proc trundle::laws::missing {law numbers} {
    dict with law {
        set groups [lrange $parameters 0 [expr {$needs - 1}]]
        if {$either} {
            lappend groups [lrange $parameters $needs [expr {$needs + $either - 1}]]
        }
    }
    return [lmap group $groups {
        if {[llength [lmap name $group {
            expr {[get $numbers $name 0] != 0 ? $name : [continue]}
        }]]} continue
        set group
    }]
}

# The laws in force; with OF those of which a list, like `options`, has this word.
proc trundle::laws::in-force {explain numbers {of ""} {word ""}} {
    return [lmap law [all] {
        if {![in-force? $law $explain $numbers] || ($of ne "" && $word ni [dict get $law $of])} continue
        set law
    }]
}

# Does a number of a pair act: does a law in force read it?
proc trundle::laws::acts? {number explain numbers} {
    return [expr {[llength [in-force $explain $numbers parameters $number]] > 0}]
}

# Does a convention act?  One that no law follows at all, like the turn over a step, always does.
proc trundle::laws::followed? {option explain {numbers {}}} {
    return [expr {[llength [in-force $explain $numbers options $option]]
        || ![llength [lsearch -all [lmap law [all] {expr {$option in [dict get $law options]}}] 1]]}]
}

# What is kept by the spring of the law in force of this kind: none, elongation, force, angle or torque; with NUMBERS only
# where they let the law act.
proc trundle::laws::spring {kind explain {numbers ""}} {
    foreach law [all] {
        if {[dict get $law kind] eq $kind && [get $explain $kind] eq [dict get $law name]
                && ($numbers eq "" || ![llength [missing $law $numbers]])} {
            return [dict get $law spring]
        }
    }
    return none
}

# Has the law in force of this kind a spring?
proc trundle::laws::spring? {kind explain {numbers ""}} {
    return [expr {[spring $kind $explain $numbers] ne "none"}]
}

# Has this law a dashpot, with these numbers?
proc trundle::laws::damps? {law numbers} {
    foreach name [dict get $law dashpot] {
        if {[get $numbers $name 0] > 0} {
            return 1
        }
    }
    return 0
}

# And one that is in force?
proc trundle::laws::dashpot? {explain numbers} {
    foreach law [in-force $explain $numbers] {
        if {[damps? $law $numbers]} {
            return 1
        }
    }
    return 0
}

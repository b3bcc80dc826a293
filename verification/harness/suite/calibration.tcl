# calibration.tcl -- what a calibration consists of: the experiments of a book, the runs at the points of a design, the
# numbers that they give for each datum, and the density of the unknowns that follows (lit/answers/calibration.nw).
package provide trundle::calibration 1.0
package require trundle::book
package require trundle::points
package require trundle::sweep
package require trundle::value

namespace eval trundle::calibration {
    namespace import ::trundle::value::fail
    variable failing 0.1    ;# of the points, at most
    variable most 10        ;# factor on the uncertainties of a kind, that is still accepted
}

# --- unknowns -------------------------------------------------------------------

# NAME=LOW:HIGH or NAME=LOW:HIGH:log -> a dict of name, low, high, log.
proc trundle::calibration::unknown {text} {
    if {![regexp {^([^=]+)=([^:]+):([^:]+)(:log)?$} $text - name low high log]} {
        fail "calibrate: -unknown is \"$text\", expected NAME=LOW:HIGH or NAME=LOW:HIGH:log"
    }
    set object "calibrate: -unknown [string trim $name]"
    lassign [trundle::value::check ends $object [list $low $high]] low high
    if {$log ne "" && $low <= 0} {
        fail "$object: the range is $low to $high, expected positive numbers for a logarithm"
    }
    return [dict create name [string trim $name] low $low high $high log [expr {$log ne ""}]]
}

# The value of an unknown at a place of the unit interval, and the place of a value.
proc trundle::calibration::at {unknown x} {
    dict with unknown {
        return [expr {$log ? $low*pow($high/$low, $x) : $low + ($high - $low)*$x}]
    }
}

# --- experiments ----------------------------------------------------------------

# The rows of the books as experiments: {WHAT SET} -> a dict of kind (scenario or case), what, set, request, identity,
# reads (unknowns that it has), seeds and folder-independent facts of its parameters.
proc trundle::calibration::experiments {rows unknowns settings seeds} {
    set found {}
    foreach row $rows {
        set key [list [dict get $row experiment] [dict get $row set]]
        if {![dict exists $found $key]} {
            dict set found $key [experiment $row $unknowns $settings $seeds]
        }
    }
    foreach one $unknowns {
        if {[dict get $one name] ni [concat {*}[lmap experiment [dict values $found] {dict get $experiment reads}]]} {
            fail "calibrate: no experiment has the unknown \"[dict get $one name]\"[trundle::value::one-of [dict get $one name] \
                [lsort -unique [concat {*}[lmap experiment [dict values $found] {dict get $experiment knows}]]]]"
        }
    }
    foreach name [dict keys $settings] {
        if {$name ni [concat {*}[lmap experiment [dict values $found] {dict get $experiment knows}]]} {
            fail "calibrate: no experiment has the parameter \"$name\" of -set"
        }
    }
    return $found
}

proc trundle::calibration::experiment {row unknowns settings seeds} {
    set what [dict get $row experiment]
    set place [dict get $row place]
    set scenario [expr {![regexp {^case\s+(\S+)$} $what - case]}]
    if {$scenario} {
        set file [file join [dict get $row home] $what]
        set request [trundle::scenario::read $file 60]
        set facts $::trundle::language::parameters
        set knows [dict keys $facts]
        set identity [trundle::sweep::scenario-identity $file $request]
        set case $file
        if {![dict exists $request measures]} {
            fail "$place: $what has no line `measure`, expected one for [dict get $row measure]"
        }
    } else {
        trundle::harness::need-case $case
        trundle::harness::use $case
        set facts {}
        set knows [concat [dict keys [trundle::harness::fact $case parameters]] [dict keys [trundle::harness::fact $case aliases]]]
        set identity [trundle::sweep::identity $case]
    }
    set reads [lmap one $unknowns {
        if {[dict get $one name] ni $knows} continue
        dict get $one name
    }]
    set fixed [dict filter $settings script {name value} {expr {$name in $knows}}]
    foreach name [dict keys [dict get $row set]] {
        if {$name ni $knows} {
            fail "$place: $what has no parameter \"$name\"[trundle::value::one-of $name $knows]"
        }
        if {$name in $reads} {
            fail "$place: set gives $name, which is also an -unknown, expected only one of them"
        }
    }
    # Random numbers are there when there is a parameter for their seed.
    set many [expr {$scenario && "seed" in $knows && ![dict exists [dict merge $fixed [dict get $row set]] seed] ? $seeds : 1}]
    return [dict create job [expr {$scenario ? "measured" : "sweep"}] case $case set [dict merge $fixed [dict get $row set]] \
        facts $facts knows $knows reads $reads identity $identity seeds $many title [string trim "$what [join [lmap {name value} \
        [dict get $row set] {string cat $name=$value}] { }]"]]
}

# --- runs -----------------------------------------------------------------------

# The parameters of the runs of an experiment at point number K, one for each seed; no seed is used twice.
proc trundle::calibration::runs {experiment unknowns point k} {
    set values [dict get $experiment set]
    foreach one $unknowns x $point {
        if {[dict get $one name] in [dict get $experiment reads]} {
            dict set values [dict get $one name] [format %.6g [at $one $x]]
        }
    }
    set list {}
    for {set s 0} {$s < [dict get $experiment seeds]} {incr s} {
        lappend list [plain $experiment [expr {[dict get $experiment seeds] > 1
            ? [dict merge $values [dict create seed [expr {1 + $k*[dict get $experiment seeds] + $s}]]] : $values}]]
    }
    return $list
}

# Values in the form in which the experiment has them.
proc trundle::calibration::plain {experiment values} {
    set trundle::points::known [dict get $experiment facts]
    if {[dict get $experiment job] eq "sweep"} {
        trundle::harness::use [dict get $experiment case]
    }
    return [trundle::points::checked [dict get $experiment case] $values]
}

proc trundle::calibration::key {experiment values} {
    return [list [dict get $experiment identity] $values]
}

# The number of a measure in the outcome of a run: a column at the end, mean(COLUMN), or an observable; "" if there is none.
proc trundle::calibration::number {outcome measure} {
    if {[dict get $outcome status] ne "ok"} {
        return
    }
    set cells {}
    if {[regexp {^mean\((.+)\)$} $measure - name]} {
        set cells [trundle::value::get $outcome means]
    } else {
        set name $measure
        dict for {observable facts} [dict get $outcome observables] {
            set cells [dict merge $cells [trundle::sweep::components $observable [dict get $facts value]]]
        }
    }
    if {![dict exists $cells $name]} {
        fail "there is no measure \"$measure\"[trundle::value::one-of $name [dict keys $cells]]"
    }
    return [expr {[trundle::value::decimal [dict get $cells $name]] ? [dict get $cells $name] : ""}]
}

# What the runs say: for each point of the design and each row its mean and the scatter between seeds.  -> a dict of points
# (that have all values), values (one list per row), noise (variance of each value, per row), runs, scatter, and missed:
# descriptions of the points that are left out.
proc trundle::calibration::gather {folder rows experiments unknowns points} {
    set kept {}
    set missed {}
    set count 0
    set values [lrepeat [llength $rows] {}]
    set squares [lrepeat [llength $rows] 0.0]
    set freedom [lrepeat [llength $rows] 0]
    set k -1
    foreach point $points {
        incr k
        set means {}
        set index -1
        foreach row $rows {
            incr index
            set experiment [dict get $experiments [list [dict get $row experiment] [dict get $row set]]]
            set numbers {}
            set why ""
            foreach run [runs $experiment $unknowns $point $k] {
                set outcome [trundle::sweep::kept $folder [key $experiment $run]]
                try {
                    set x [number $outcome [dict get $row measure]]
                } trap TRUNDLE message {
                    fail "[dict get $row place]: [dict get $experiment title]: $message"
                }
                incr count
                if {$x ne ""} {
                    lappend numbers $x
                } else {
                    set why "[dict get $experiment title] with [trundle::points::words-of $run]: [expr {
                        [dict get $outcome status] eq "ok" ? "[dict get $row measure] is not a number"
                        : "[dict get $outcome status], [dict get $outcome message]"}]"
                }
            }
            if {![llength $numbers]} {
                lappend missed $why
                set means {}
                break
            }
            set mean [expr {[tcl::mathop::+ {*}$numbers]/double([llength $numbers])}]
            lappend means $mean
            lset squares $index [expr {[lindex $squares $index] + [tcl::mathop::+ {*}[lmap x $numbers {expr {($x - $mean)**2}}]]}]
            lset freedom $index [expr {[lindex $freedom $index] + [llength $numbers] - 1}]
        }
        if {[llength $means]} {
            lappend kept $point
            set index -1
            foreach mean $means {
                lset values [incr index] [concat [lindex $values $index] $mean]
            }
        }
    }
    set scatter [lmap square $squares free $freedom {expr {$free > 0 ? sqrt($square/$free) : 0.0}}]
    return [dict create points $kept values $values missed $missed scatter $scatter \
        noise [lmap row $rows sd $scatter {
            expr {$sd**2/[dict get $experiments [list [dict get $row experiment] [dict get $row set]] seeds]}
        }]]
}

# --- the density -----------------------------------------------------------------

# The number of the kind of each row: its experiment and measure, whatever is set.
proc trundle::calibration::kinds {rows} {
    set known {}
    return [lmap row $rows {
        set name [list [dict get $row experiment] [dict get $row measure]]
        if {[lsearch -exact $known $name] < 0} {
            lappend known $name
        }
        lsearch -exact $known $name
    }]
}

# calibration::infer ROWS GATHERED UNKNOWNS OPTIONS -> what ::trundle::calibrate returns, with `values`: for each unknown the
# values of its draws.
proc trundle::calibration::infer {rows gathered unknowns options} {
    set data [lmap row $rows values [dict get $gathered values] noise [dict get $gathered noise] kind [kinds $rows] {
        dict create values $values noise $noise value [dict get $row value] uncertainty [dict get $row uncertainty] kind $kind
    }]
    set d [llength $unknowns]
    set result [::trundle::calibrate $d [concat {*}[dict get $gathered points]] $data $options]
    set k 0
    foreach x [dict get $result draws] {
        lappend column([expr {$k % $d}]) $x
        incr k
    }
    set k -1
    dict set result unknowns [lmap one $unknowns {about $one $column([incr k]) [dict get $options level]}]
    dict set result products [products $unknowns [dict get $result unknowns]]
    return $result
}

# An unknown after the measurements: its draws, median and interval, and which ends are those of its range: the outermost
# twentieth of the range holds half as many draws as a constant density would have there, or more.
proc trundle::calibration::about {unknown places level} {
    set count [llength $places]
    set least [expr {$count/40.0}]
    set leans {}
    if {[llength [lmap x $places {if {$x > 0.05} continue; set x}]] > $least} {
        lappend leans lower
    }
    if {[llength [lmap x $places {if {$x < 0.95} continue; set x}]] > $least} {
        lappend leans upper
    }
    set draws [lmap x $places {at $unknown $x}]
    set sorted [lsort -real $draws]
    foreach {name share} [list median 0.5 from [expr {0.5 - 0.5*$level}] to [expr {0.5 + 0.5*$level}]] {
        set $name [lindex $sorted [expr {int($share*($count - 1) + 0.5)}]]
    }
    return [dict merge $unknown [dict create draws $draws median $median from $from to $to leans $leans]]
}

# The products of powers of the unknowns, the best determined first: exponents and standard uncertainty of the logarithm.
# Unknowns with a range that begins at zero or below have no logarithm, and then there are no products.
proc trundle::calibration::products {unknowns found} {
    if {[llength $unknowns] < 2 || [llength [lmap one $unknowns {if {[dict get $one low] > 0} continue; set one}]]} {
        return {}
    }
    set d [llength $unknowns]
    set logs {}
    for {set i 0} {$i < [llength [dict get [lindex $found 0] draws]]} {incr i} {
        foreach one $found {
            lappend logs [expr {log([lindex [dict get $one draws] $i])}]
        }
    }
    set axes [::trundle::principal $d $logs]
    return [lmap value [dict get $axes values] vector [dict get $axes vectors] {
        dict create exponents $vector uncertainty [expr {sqrt(max(0, $value))}] \
            correlation [lindex [dict get $axes correlation] 1]
    }]
}

# mu^0.71 mu_r^0.71 to 28 %, or to a factor of 1.85.
proc trundle::calibration::product-text {unknowns product} {
    set words [lmap one $unknowns exponent [dict get $product exponents] {
        if {abs($exponent) < 0.05} continue
        string cat [dict get $one name] [expr {abs($exponent - 1) < 0.005 ? "" : "^[format %.2f $exponent]"}]
    }]
    set sd [dict get $product uncertainty]
    return "[join $words] to [expr {$sd < 0.3 ? "[format %.2g [expr {100*$sd}]] %" : "a factor of [format %.3g [expr {exp($sd)}]]"}]"
}

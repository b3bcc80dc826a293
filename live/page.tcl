# page.tcl -- a benchmark page in the browser: the harness and the page as they stand, read from the pack of
# mk/live-pack.tcl; what a reader sees of a run, as JSON.
namespace eval trundle {
    variable root ""
}
namespace eval live {
    variable frames {}      ;# of the run: {time {particle ...} {contact ...}}
    variable first {}       ;# those of the first run, where the case makes several
    variable model {}
    variable stride 0       ;# s between two frames; doubled when there are too many
    variable next 0
    variable told 0
    variable looks 1        ;# a figure of a chapter says itself what is seen
}
# Tcl's own scripts are not there; of them this is needed.
foreach {name sign} {max > min <} {
    proc ::tcl::mathfunc::$name {first args} "foreach x \$args { if {\$x $sign \$first} { set first \$x } }\nset first"
}
proc trundle::locate {path} {
    expr {[info exists ::live::file($path)] ? $path : ""}
}
proc trundle::debug {trace} {}
# Files are those of the pack.
proc source {args} {
    set outer [info script [lindex $args end]]
    try {
        uplevel 1 $::live::file([lindex $args end])
    } finally {
        info script $outer
    }
}
proc glob {args} {
    set at [lsearch -exact $args -directory]
    return [array names ::live::file [lindex $args $at+1]/[lindex $args end]]
}
proc live::same {path} {return $path}
proc live::packed {path} {
    return [info exists ::live::file($path)]
}
proc live::nothing {args} {}
namespace ensemble configure file -map [dict replace [namespace ensemble configure file -map] normalize ::live::same exists ::live::packed]
# A channel is the path itself.
proc open {path} {return $path}
proc read {path} {return $::live::file($path)}
proc close {path} {}
namespace ensemble configure chan -map [dict replace [namespace ensemble configure chan -map] configure ::live::nothing]
foreach path [array names ::live::file] {
    if {[regexp {package provide (\S+) (\S+)} $::live::file($path) - name version]} {
        package ifneeded $name $version [list source $path]
    }
}
package require trundle::harness
package require trundle::page
package require trundle::formats
package require json::write
proc trundle::harness::page? {file} {return 1}
proc trundle::harness::text-of {path} {return $::live::file($path)}

# --- an engine that is looked at -------------------------------------------------------------------------

rename trundle::engine trundle::engine-itself
proc trundle::engine {model} {
    set ::live::model $model
    if {![llength $::live::first]} {
        set ::live::first $::live::frames
    }
    set ::live::frames {}
    set ::live::stride 0
    set ::live::next 0
    set engine [trundle::engine-itself $model]
    if {!$::live::looks} {
        return $engine
    }
    interp alias {} ::live::$engine {} ::live::engine $engine
    return ::live::$engine
}

# Frames are kept every so many seconds, at most 100 of them.
proc live::look {engine {last 0}} {
    variable frames
    variable next
    variable stride
    set now [$engine time]
    if {$now < $next && !($last && $now > [lindex $frames end 0])} return
    lappend frames [list $now [$engine state] [$engine contacts]]
    if {[llength $frames] > 100} {
        set stride [expr {$stride > 0 ? 2*$stride : 2*$now/100}]
        set frames [lmap {frame -} $frames {set frame}]
    }
    set next [expr {$now + $stride - 1e-12}]
    progress $now
}

proc live::progress {now} {
    variable told
    set clock [clock milliseconds]
    if {$clock - $told > 100} {
        set told $clock
        tell $now
    }
}

# The case's own words go to the engine; in between it is looked at.
proc live::engine {engine word args} {
    switch -- $word {
        destroy {
            look $engine 1
            interp alias {} ::live::$engine {}
        }
        advance {
            set own [expr {"-every" in $args}]
            if {!$own} {
                set dt [$engine dt]
                # When an event ends the run, nobody knows how soon.
                lappend args -every [expr {"-until" in $args ? 4
                    : max(1, int(([lindex $args 0] - [$engine time])/max($dt, 1e-300)/100))}]
            }
            set rows [$engine advance {*}$args -watch [list ::live::look $engine]]
            # (`expr` would write the rows as a text, to see whether they are a number.)
            if {!$own} {
                set rows ""
            }
            return $rows
        }
        step {
            return [engine $engine advance [expr {[$engine time] + [lindex $args 0]*[$engine dt]}] \
                -every [expr {max(1, [lindex $args 0]/20)}]]
        }
    }
    return [$engine $word {*}$args]
}

# first-run KEY T: a vector of the first particle at the time T in the first run of a case that makes several.
proc trundle::page::first-run {key t} {
    set before {}
    set run [if {[llength $::live::first]} {set ::live::first} else {set ::live::frames}]
    foreach frame $run {
        set after [list [lindex $frame 0] [dict get [lindex $frame 1 0] $key]]
        if {[lindex $after 0] >= $t} {
            lassign [expr {$before eq "" ? $after : $before}] t0 a
            lassign $after t1 b
            set share [expr {$t1 > $t0 ? ($t - $t0)/($t1 - $t0) : 1}]
            return [lmap x $a y $b {expr {$x + $share*($y - $x)}}]
        }
        set before $after
    }
    return [lindex $after 1]
}

# --- JSON ------------------------------------------------------------------------------------------------

proc live::numbers {list} {
    if {![regexp {[nN ]|\.(,|$)|(^|[,-])\.} [set text [join $list ,]]] && "" ni $list} {
        return "\[$text\]"
    }
    return "\[[join [lmap x $list {trundle::formats::json-number $x}] ,]\]"
}

# A figure of a chapter, or a page?
proc live::figure? {name} {
    return [string match figures/* [trundle::harness::file-of $name]]
}

# What the page needs to know before a run.
proc live::facts {name} {
    trundle::harness::use $name
    set live [trundle::harness::fact $name live]
    set parameters {}
    dict for {key facts} [trundle::harness::fact $name parameters] {
        lappend parameters [json::write object name [json::write string $key] \
            value [json::write string [dict get $facts default]] unit [json::write string [dict get $facts unit]] \
            what [json::write string [regsub -all {\s+} [dict get $facts description] { }]] \
            kind [json::write array {*}[lmap word [dict get $facts kind] {json::write string $word}]] \
            expected [json::write string [trundle::value::expected [dict get $facts kind]]] \
            word [json::write string [trundle::value::get $facts word]]]
    }
    set aliases [lmap {alias of} [trundle::harness::fact $name aliases] {
        json::write object name [json::write string $alias] of [json::write array {*}[lmap one $of {json::write string $one}]]
    }]
    set dialects {}
    foreach code $trundle::language::codes {
        lappend dialects $code [dialect $name $code]
    }
    return [json::write object name [json::write string $name] figure [expr {[figure? $name] ? "true" : "false"}] \
        dialects [json::write object {*}$dialects] title [json::write string [trundle::harness::fact $name title]] \
        parameters [json::write array {*}$parameters] aliases [json::write array {*}$aliases] \
        opens [json::write object {*}[lmap word [dict get $live opens] {
            expr {[incr k] % 2 ? $word : [json::write string $word]}
        }]] vary [json::write array {*}[lmap one [dict get $live vary] {json::write string $one}]]]
}

# The conventions of another code, but for names that mean something else on the page.
proc live::dialect {name code} {
    package require trundle::export
    package require trundle::engine::$code
    set pairs {}
    dict for {key value} [trundle::dialects::of [set ::trundle::export::${code}::can] {spheres walls}] {
        set facts [trundle::value::get [trundle::harness::fact $name parameters] $key]
        if {$facts eq "" || [dict exists $facts word]} {
            lappend pairs $key [json::write string $value]
        }
    }
    return [json::write object {*}$pairs]
}

# A run with CHANGES, and what is drawn of it.
proc live::run {name changes} {
    variable frames {}
    variable first {}
    variable model {}
    array unset ::trundle::harness::memory
    set ::live::looks [expr {![figure? $name]}]
    set result [trundle::harness::run-asked $name $changes]
    set case [trundle::formats::case-json $name [trundle::harness::fact $name source] \
        [trundle::harness::fact $name parameters] $result 0]
    set shown [lmap {key facts} [dict get $result observables] {
        json::write object name [json::write string $key] text [json::write string [dict get $facts text]]
    }]
    set kept [dict get $result kept]
    if {[dict exists $kept shown]} {
        set model [dict merge {planes {} gravity {0 0 0} contacts {}} [trundle::value::get $kept stage]]
        set frames [lmap moment [dict get $kept shown] {
            list [dict get $moment time] [dict get $moment state] [dict get $moment contacts] [dict get $moment arrows]
        }]
    }
    return [json::write object case $case shown [json::write array {*}$shown] \
        plots [plots $name [dict get $result parameters]] scene [scene]]
}

proc live::plots {name values} {
    variable frames
    set space [trundle::harness::fact $name space]
    lappend ::trundle::harness::parameters $values
    set ::trundle::harness::current $name
    try {
        set number -1
        set plots [lmap plot [dict get [trundle::harness::fact $name live] plots] {
            lassign $plot title unit
            incr number
            # A reference may take long: a third of the points is enough, the last among them.
            set curves [lmap {which each} {ours 1 reference 3} {
                set left [llength $frames]
                numbers [lmap frame $frames {
                    if {[incr left -1] % $each
                            || [catch {${space}::plot-$which-$number [lindex $frame 0] [lindex $frame 1]} value]} {
                        set value none
                    }
                    set value
                }]
            }]
            set times [numbers [lmap frame $frames {lindex $frame 0}]]
            json::write object title [json::write string $title] x [json::write string {t / s}] \
                y [json::write string $unit] log {""} equal false \
                curves [json::write array {*}[lmap as {ours reference} row $curves {
                    if {![regexp {\d} $row]} continue
                    json::write object name [json::write string [string map {ours computed} $as]] as [json::write string $as] x $times y $row
                }]]
        }]
    } finally {
        set ::trundle::harness::parameters [lrange $::trundle::harness::parameters 0 end-1]
    }
    return [json::write array {*}$plots]
}

# The points of spheres that the moments name, in their own axes.
proc live::tracks {} {
    variable frames
    return \[[join [lmap frame $frames {
        string cat \[ [join [lmap one [lindex $frame 1] {
            if {![dict exists $one track]} continue
            numbers [dict get $one track]
        }] ,] \]
    }] ,]\]
}

# Times, states (position, orientation), contacts (sphere, point, normal, force), and what stays.
proc live::scene {} {
    variable frames
    variable model
    if {![llength $frames]} {
        return null
    }
    set particles [lindex $frames end 1]
    return [json::write object times [numbers [lmap frame $frames {lindex $frame 0}]] \
        radii [numbers [lmap one $particles {dict get $one radius}]] \
        gravity [numbers [dict get $model gravity]] mu [friction] \
        planes [json::write array {*}[lmap {- plane} [numbered [dict get $model planes]] {
            numbers [concat [dict get $plane point] [dict get $plane normal]]
        }]] \
        states \[[join [lmap frame $frames {
            string cat \[ [join [concat {*}[lmap one [lindex $frame 1] {concat [dict get $one position] [dict get $one orientation]}]] ,] \]
        }] ,]\] \
        contacts \[[join [lmap frame $frames {
            string cat \[ [join [lmap c [lindex $frame 2] {
                string cat \[ [join [concat [dict get $c i] [dict get $c point] [dict get $c n] [dict get $c force] [dict get $c slipping]] ,] \]
            }] ,] \]
        }] ,]\] \
        arrows [json::write array {*}[lmap frame $frames {
            json::write array {*}[lmap arrow [lindex $frame 3] {
                lassign $arrow from vector name
                json::write object from [numbers $from] to [numbers $vector] name [json::write string $name]
            }]
        }]] tracks [tracks]]
}

proc live::numbered {list} {
    concat {*}[lmap one $list {list [incr k] $one}]
}

# The largest coefficient of static friction, for the cone.
proc live::friction {} {
    variable model
    set mu 0
    foreach contact [dict get $model contacts] {
        foreach key {mu_s mu_d} {
            catch {set mu [expr {max($mu, [dict get $contact $key])}]}
        }
    }
    return $mu
}

# bounds.tcl -- how long a run may be, told before it begins; and whether it still made sense when it had ended.
package provide trundle::bounds 1.0
package require trundle::value
package require trundle::formats

namespace eval trundle::bounds {
    namespace import ::trundle::value::get ::trundle::value::fail ::trundle::formats::short
    variable most 1e15      ;# steps that the engine counts
    variable patient 1e9    ;# of a run without checkpoints: some minutes of one sphere
    variable rows 1e6       ;# of the motion that a case may keep: 0.6 GB
    variable grown 10       ;# so many times the energy that it was given has a motion that diverges
}

# bounds::steps OBJECT DT UNTIL MOST: more steps than that are a mistake in a power of ten, and so is less than one.
proc trundle::bounds::steps {object dt until most} {
    set steps [expr {$until/$dt}]
    if {$steps < 1 - 1e-9} {
        fail "$object: dt is [short $dt] s, longer than the run, [short $until] s, expected many steps"
    }
    if {!($steps < $most)} {
        fail "$object: dt is [short $dt] s, which makes [short $steps 2] steps until [short $until] s, expected fewer than\
            [short $most]"
    }
}

# bounds::plan OBJECT MODEL PLAN: what a case is going to ask of an engine, {until S every STEPS} as far as it says so.
proc trundle::bounds::plan {object model plan} {
    variable patient
    set dt [get [get $model scheme] dt 0]
    set until [get $plan until 0]
    if {$dt > 0 && $until > 0 && [get [get $model scheme] adaptive no] eq "no"} {
        steps $object $dt $until $patient
    }
    if {[get $plan every 1] < 1} {
        fail "$object: dt is [short $dt] s, longer than the sampling interval of the motion, expected many steps"
    }
}

# A command in front of our engine, which refuses to go on for ever.
proc trundle::bounds::guard {object engine} {
    set fixed [expr {[dict get [$engine explain] adaptive] eq "no"}]
    return [interp alias {} [in-front-of $engine] {} \
        [namespace current]::[expr {$fixed ? "pass" : "pass-on"}] $object $engine]
}

proc trundle::bounds::in-front-of {engine} {
    return [namespace current]::of-[namespace tail $engine]
}

proc trundle::bounds::unguard {engine} {
    if {[llength [info commands [in-front-of $engine]]]} {
        interp alias {} [in-front-of $engine] {}
    }
}

proc trundle::bounds::pass-on {object engine args} {
    return [$engine {*}$args]
}

# A run to an event ends before its time; the engine takes no larger number of steps between two looks than that.
proc trundle::bounds::pass {object engine word args} {
    variable patient
    variable rows
    if {$word eq "advance" && "-until" ni $args} {
        set options [lassign $args until]
        set left [expr {($until - [$engine time])/[$engine dt]}]
        if {$left < 0} {
            fail "$object: the motion would go back from [short [$engine time]] s to [short $until] s, expected another dt\
                than [short [$engine dt]] s"
        }
        if {!($left < $patient)} {
            steps $object [$engine dt] $until $patient
        }
        set every [get $options -every 0]
        if {$every > 2147483647} {
            set args [list $until {*}[dict replace $options -every 2147483647]]
        }
        if {$every > 0 && $left/$every*[dict get [$engine counts] particles] > $rows} {
            fail "$object: dt is [short [$engine dt]] s, which makes [short [expr {$left/$every}] 2] samples of the motion\
                until [short $until] s, expected [short $rows] of a particle at most"
        }
    }
    return [$engine $word {*}$args]
}

# bounds::senseless OBJECT ENGINE STARTS -> {}, or {CODE MESSAGE} of a run that has no whole step, or whose motion
# diverges.  STARTS: the accounts.
proc trundle::bounds::senseless {object engine starts} {
    lassign [list [$engine dt] [$engine time]] dt time
    if {$time > 0 && [dict get [$engine explain] adaptive] eq "no" && [catch {steps $object $dt $time Inf} message]} {
        return [list INPUT $message]
    }
    return [expr {$starts eq "" ? {} : [diverged $object $engine $starts]}]
}

# bounds::diverged OBJECT ENGINE STARTS ?MORE? -> {}, or {EDIVERGED MESSAGE} of a motion that has many times the energy
# that it was given: at the start, by gravity, moving walls, a fluid and newcomers, and MORE, a script.  Where the
# balance of energy closes, to half of the motion, another account has given it (a bond, say).
proc trundle::bounds::diverged {object engine starts {more {expr 0}}} {
    variable grown
    set given [given $starts [set ends [$engine energy]]]
    set moving [expr {[dict get $ends translational] + [dict get $ends rotational]}]
    set defect [expr {abs([dict get $ends total] - [dict get $starts total])}]
    if {$moving <= $grown*$given || $defect <= 0.5*$moving
            || $moving <= $grown*[set given [expr {$given + [{*}$more]}]]} {
        return {}
    }
    return [list EDIVERGED "$object: the motion has [short $moving 3] J, and was given [short $given 3] J: it diverges; try a\
        smaller dt than [short [$engine dt]] s"]
}

# What gravity can do in the time of a run: half of m (g t)^2.  A sphere that is back at its height was given nothing
# on balance, and moves by what its impacts were off.
proc trundle::bounds::of-fall {engine gravity} {
    set mass 0.0
    for {set k 0} {$k < [dict get [$engine counts] particles]} {incr k} {
        set mass [expr {$mass + [dict get [$engine particle $k] mass]}]
    }
    return [expr {0.5*$mass*[trundle::value::distance $gravity {0 0 0}]**2*[$engine time]**2}]
}

proc trundle::bounds::given {starts ends} {
    set given 0.0
    foreach name {translational rotational normal sliding rolling near} {
        set given [expr {$given + abs([dict get $starts $name])}]
    }
    foreach name {gravity wall_work fluid_work entered} {
        set given [expr {$given + abs([dict get $ends $name] - [dict get $starts $name])}]
    }
    return $given
}

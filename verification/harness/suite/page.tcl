# page.tcl -- the words in which a benchmark page is written.  Each page is
# read in a namespace of its own with these words on its path.
package provide trundle::page 1.0
package require trundle::harness
package require trundle::language
package require trundle::laws
package require trundle::bounds
package require trundle::points
package require trundle::vectors

namespace eval trundle::page {
    # Where a page finds its words, and `expr` its functions: sin, log, pow and others with the same bits
    # everywhere (src/functions-tcl.h).  The operators and functions of Tcl serve for `+`, `max` and the like as commands.
    set ::trundle::harness::words {::trundle::page ::trundle::vectors ::trundle::fixed
        ::trundle::language ::tcl::mathop ::tcl::mathfunc}
    namespace import ::trundle::harness::*
    namespace path ::trundle::vectors
}

# --- head and parameters ---------------------------------------------------

proc trundle::page::benchmark {name facts} {
    declare $name $facts [uplevel 1 {namespace current}]
}

# parameter NAME DEFAULT UNIT DESCRIPTION ?KIND? ?-numerical?
proc trundle::page::parameter {name default unit description args} {
    set numerical [expr {"-numerical" in $args}]
    set kind [lsearch -inline -not -exact $args -numerical]
    if {$kind eq ""} {
        set kind number
    }
    add-parameter $name [dict create default $default unit $unit \
        description $description kind $kind numerical $numerical]
}

# conventions WORD NAME DEFAULT ...: options of `laws`, `integrate` or another word of the language as
# parameters; what each means and may be, the language knows.  Of a default with several
# values the first holds, and there are no others.  Without names: -NAME VALUE of all that are in
# force, for the model.
proc trundle::page::conventions {word args} {
    if {![llength $args]} {
        return [concat {*}[lmap name [parameters-of $word] {list -$name [p $name]}]]
    }
    foreach {name default} $args {
        lassign [trundle::language::option $word $name] kind unit - description
        if {[llength $default] > 1} {
            set kind [list choice {*}$default]
        }
        add-parameter $name [dict create default [lindex $default 0] unit $unit \
            description $description kind $kind numerical 1 word $word]
    }
}

# alias mu {mu_s mu_d}: to change mu is to change both.
proc trundle::page::alias {name parameters} {
    add-alias $name $parameters
}

# The value of a parameter in the run that is going on.
proc trundle::page::p {name} {
    return [parameter-value $name]
}

# A parameter whose value does not suit the others.
proc trundle::page::refuse {name expected} {
    trundle::value::fail "[current-name]: $name is \"[parameter-value $name]\",\
        expected $expected"
}

# --- the case ----------------------------------------------------------------

proc trundle::page::case {body} {
    set-body case $body
}

# live {opens {dt 1e-4} vary {mu velocity} plot {speed along the floor} m/s {[lindex $velocity 0]} {...}}: what
# a reader may change in the browser, and the curves that are drawn (harness::add-live).
proc trundle::page::live {body} {
    add-live $body
}

# observe NAME VALUE UNIT ?-reference V -kind K -tolerance T -reason R -rival {WHAT VALUE} ...?
proc trundle::page::observe {name value unit args} {
    add-observable $name $value $unit \
        [options "observe $name" $args \
             {reference kind tolerance relative reason text rival weak}]
}

# graph TITLE X Y ?-log y? ?-equal yes?: a plot of the case, with the names of its axes and their units; the lines that
# follow are in it, in one unit of length when its axes are equal.  line NAME {{X Y} ...} ?-as reference?
proc trundle::page::graph {title x y args} {
    add-graph [dict merge {log "" equal no} [options "graph $title" $args {log equal}] \
        [dict create title $title x $x y $y curves {}]]
}

proc trundle::page::line {name points args} {
    add-line [dict merge {as ours} [options "line $name" $args {as}] [dict create name $name points $points]]
}

# stage MODEL, show TIME STATE ?-contacts LIST? ?-arrows {{FROM VECTOR NAME} ...}?: what the case lets a reader see
# move: planes and gravity, then for each moment what `$E state` tells, or at least position, orientation and
# radius of each sphere; `track`, a point of the sphere's own material, leaves a line on it.
proc trundle::page::stage {model} {
    keep stage $model
}

proc trundle::page::show {time state args} {
    add-shown [dict merge {contacts {} arrows {}} [options show $args {contacts arrows}] \
        [dict create time $time state $state]]
}

# unanswered WHY: what the page knows no answer with, so that its observables have no reference in this run.
proc trundle::page::unanswered {why} {
    add-unanswered $why
    return ""
}

# Data for checks and figures that is no observable.
proc trundle::page::keep {name data} {
    add-kept $name $data
}

proc trundle::page::model {script} {
    set made [uplevel 1 [list ::trundle::language::build $script]]
    must-name [dict get $made options]
    return $made
}

# A page names each convention whose default is another one in a scenario of today, where it acts:
# the arms of a friction force, the springs whose stiffness changes.
proc trundle::page::must-name {options} {
    trundle::language::ask-engine
    set explain [dict map {name facts} $trundle::language::options(laws) {
        expr {[dict exists $options $name] ? [dict get $options $name] : [lindex $facts 2]}
    }]
    dict for {name today} $trundle::language::today {
        if {![dict exists $options $name] && [trundle::laws::followed? $name $explain]} {
            trundle::value::fail "[current-name]: the model does not set `laws -$name`, which is $today\
                in scenarios and was not in the paper; expected the page to set it"
        }
    }
}

# with-engine NAME MODEL ?-until S? ?-every STEPS? ?-course {{STEP PARTICLE VELOCITY SPIN} ...}? ?-contacts yes? BODY: an
# engine for the time of the body; its steps and conventions are recorded.  Another code in its place runs once, to this end,
# with rows so many steps apart, with contacts where the body asks for them, and with held spheres steered as it is going to do.
# A `return`, `break` or error of the body passes on to the caller's frame.
proc trundle::page::with-engine {name model args} {
    upvar 1 $name engine
    set said [options "with-engine" [lrange $args 0 end-1] {until every course contacts}]
    set plan [dict merge {until 0 every 0 course {} contacts no} $said]
    trundle::value::check boolean "with-engine: -contacts" [dict get $plan contacts]
    set model [laid-over $model]
    trundle::bounds::plan [current-name] $model $said
    set inside [make-engine $model {*}[dict values $plan]]
    set engine [guarded $inside]
    set starts [accounts-of $inside]
    set code [catch {uplevel 1 [lindex $args end]} result settings]
    note-engine $inside $starts
    destroy-engine $inside
    dict incr settings -level
    return -options $settings $result
}

# steps-in SECONDS -> how many steps of the parameter dt that is, at least one; more than a run may have are refused.
proc trundle::page::steps-in {seconds} {
    if {$seconds > [p dt]} {
        trundle::bounds::steps [current-name] [p dt] $seconds $trundle::bounds::patient
    }
    return [expr {max(1, round(double($seconds)/[p dt]))}]
}

# portable {OBSERVABLE ...} ?-with {NAME VALUE ...}? -variants {NAME {?-tier full? NAME VALUE ...} ...}: what other codes are
# asked, with these parameters, and in these variants of the problem; the quick tier leaves out those of the full one.
proc trundle::page::portable {observables args} {
    set settings [options portable $args {with variants}]
    set variants {}
    set full {}
    foreach {name changes} [dict get $settings variants] {
        if {[lrange $changes 0 1] eq {-tier full}} {
            lappend full $name
            set changes [lrange $changes 2 end]
        }
        if {![regexp {^[a-z0-9-]+$} $name] || [llength $changes] % 2 || [string match -* [lindex $changes 0]]} {
            error "portable of [current-name]: the variant \"$name\" is not a word of a-z, 0-9 and '-', or its\
                changes are not \"-tier full\" and names and values"
        }
        dict set variants $name $changes
    }
    if {[lindex [dict keys $variants] 0] in $full} {
        error "portable of [current-name]: the first variant is of the full tier, expected one that `reproduce` can ask always"
    }
    set-portable [dict merge {with {}} $settings [dict create observables $observables variants $variants full $full]]
}

# habit NAME DEFAULT: what another code does and no option of ours tells, where the references follow that
# code, like the share of the radius that it takes for R* at a plane (wall_radius); else the default.
proc trundle::page::habit {name default} {
    return [habit-of $name $default]
}

# Does another code stand in for the engine, so that only its rows can be asked?
proc trundle::page::rows-only? {} {
    return [stands-in?]
}

# --- results ---------------------------------------------------------------------

# named NAME ... -> NAME VALUE ... of parameters in force, for `borrow`.
proc trundle::page::named {args} {
    return [concat {*}[lmap name $args {list $name [p $name]}]]
}

# pass-on RESULT NAME ...: observables of a borrowed case, as they are, with what they are compared with.
proc trundle::page::pass-on {result args} {
    add-passed $result $args
}

# run ?NAME VALUE ...? -> the result of the case with parameters changed.
proc trundle::page::run {args} {
    if {[llength $args] % 2} {
        trundle::value::fail "run: parameter \"[lindex $args end]\" has no value"
    }
    return [run-standing-in $args]
}

# command WORD ... -> what the command `trundle WORD ...` prints, started as a user would.
proc trundle::page::command {args} {
    return [exec [info nameofexecutable] $::trundle::program {*}$args 2>@1]
}

# grid NAME=VALUES ... -> points {NAME VALUE ...} of the grid, in the words of `trundle sweep`.
proc trundle::page::grid {args} {
    return [trundle::points::grid [current-name] $args {}]
}

# numbers A,B,FROM:TO:COUNT:log,... -> a list of numbers, in the same words.
proc trundle::page::numbers {text} {
    return [trundle::points::numbers $text]
}

# borrow PAGE ?NAME VALUE ...? -> the result of the case of another page.
proc trundle::page::borrow {page args} {
    if {[llength $args] % 2} {
        trundle::value::fail "borrow $page: \"[lindex $args end]\" has no value"
    }
    return [borrow-case $page $args]
}

# The default of a parameter of another page.
proc trundle::page::default-on {page name} {
    return [default-elsewhere $page $name]
}

proc trundle::page::value {result name} {
    return [observable $result $name value]
}

proc trundle::page::reference {result name} {
    return [observable $result $name reference]
}

proc trundle::page::kept {result name} {
    if {![dict exists $result kept $name]} {
        error "the case keeps no \"$name\", but\
            [join [dict keys [dict get $result kept]] {, }]"
    }
    return [dict get $result kept $name]
}

proc trundle::page::steps {result} {
    return [dict get $result steps]
}

# --- checks ----------------------------------------------------------------------

# check NAME ?-tier quick|full? ?-tags LIST? TITLE BODY
proc trundle::page::check {name args} {
    set title [lindex $args end-1]
    set settings [options "check $name" [lrange $args 0 end-2] {tier tags}]
    set tier [trundle::value::get $settings tier quick]
    trundle::value::check {choice quick full} "check $name: -tier" $tier
    set tags [trundle::value::get $settings tags]
    add-check $name [dict create title $title tier $tier tags $tags] \
        [lindex $args end]
}

# Comparisons end in -rival {WHAT VALUE ...}, what a stated mistake would give (alternatives.tcl), and
# perhaps -weak REASON, why its rivals are not three tolerances away.
proc trundle::page::judging {word arguments} {
    return [options $word $arguments {rival weak}]
}

proc trundle::page::near {got want tolerance text args} {
    compare $text $got $want $tolerance [judging near $args]
}

proc trundle::page::relative {got want tolerance text args} {
    compare $text $got $want $tolerance [judging relative $args] "relative error"
}

proc trundle::page::below {x limit text args} {
    compare-bound $text $x $limit below [judging below $args]
}

proc trundle::page::above {x limit text args} {
    compare-bound $text $x $limit above [judging above $args]
}

# The rivals of a condition are what it is with their mistake: false.
proc trundle::page::ok {condition text args} {
    compare-plain $text "" [expr {bool($condition)}] "" [judging ok $args]
}

# measured TEXT VALUE ?UNIT?: a number for the prose (`\ours`), which nothing bounds.
proc trundle::page::measured {text value {unit ""}} {
    measure $text $value $unit
}

proc trundle::page::note {text} {
    add-note $text
}

# The slope of log(error) over log(step) through all points: the observed
# order of a method.
proc trundle::page::order {pairs} {
    set n [expr {[llength $pairs]/2.0}]
    set sx 0.0; set sy 0.0; set sxx 0.0; set sxy 0.0
    foreach {h error} $pairs {
        set x [expr {log($h)}]
        set y [expr {log(abs($error))}]
        set sx [expr {$sx + $x}]
        set sy [expr {$sy + $y}]
        set sxx [expr {$sxx + $x*$x}]
        set sxy [expr {$sxy + $x*$y}]
    }
    return [expr {($n*$sxy - $sx*$sy)/($n*$sxx - $sx*$sx)}]
}

# --- figures and tables --------------------------------------------------------

# figure NAME -title T -source S -script FILE.gp ?-tier full? ?-apart yes? BODY.  What is apart takes long
# and is made beside the page's other exhibits.
proc trundle::page::figure {name args} {
    add-exhibit figure $name \
        [options "figure $name" [lrange $args 0 end-1] \
             {title source script size note tier apart}] [lindex $args end]
}

# table NAME -title T -source S ?-tier full? ?-apart yes|alone? BODY
proc trundle::page::table {name args} {
    add-exhibit table $name \
        [options "table $name" [lrange $args 0 end-1] {title source note tier apart}] \
        [lindex $args end]
}

# row QUANTITY UNIT OURS PUBLISHED ?-tolerance T -reason R -rival {WHAT VALUE}? ?-text ..?
proc trundle::page::row {quantity unit ours published args} {
    add-row $quantity $unit $ours $published \
        [options "row $quantity" $args {tolerance reason text rival weak}]
}

# printed {SOURCE KIND KEY} QUANTITY UNIT OURS TEXT ?-known V? ?-closed yes? ?option of row ...?: a row with a number,
# or a vector of numbers, as the source prints it, digit by digit.  From these rows the ledger takes how
# much of a figure, table or claim comes out.  -known: what stands there without any run, a start, a zero, or what was
# fitted to this number.  -closed: ours comes from a closed form, and no run.
proc trundle::page::printed {id quantity unit ours text args} {
    add-printed $id $quantity $unit $ours $text \
        [options "printed $quantity" $args {known closed tolerance reason text rival weak}]
}

# printed-tables SOURCE {TABLE KEY UNIT ...} COMMAND ?KNOWN? sets our spheres beside printed tables of single ones
# (columns particle, phi, time and a vector): {*}COMMAND PARTICLE PHI TIME is the state of ours, whose KEY is
# compared.  {*}KNOWN KEY PARTICLE TIME START PRINTED is what one knows of it without a run, START the printed place at
# zero (zeros before it is read), PRINTED what stands there; the rule is the start and zeros.  The figure has `-script misses.gp`.
proc trundle::page::printed-tables {source tables command {known ::trundle::published::start-and-zeros}} {
    set all [concat {*}[lmap {table key unit} $tables {
        lmap row [published $source/table-[format %02d $table].csv] {
            list $table $key $unit {*}[lrange [dict values $row] 0 5] [lrange [dict keys $row] 3 5]
        }
    }]]
    set phis [lsort -real -unique [lmap row $all {lindex $row 4}]]
    set times [lsort -real -unique [lmap row $all {lindex $row 5}]]
    set wide [expr {[llength $times] + 1}]
    set cells {}
    foreach row $all {
        lassign $row table key unit particle phi time x y z names
        if {$key eq "position" && $time == 0} {
            set start($particle,$phi) [list $x $y $z]
        }
        set before [expr {[info exists start($particle,$phi)] ? $start($particle,$phi) : {0 0 0}}]
        set made [printed [list $source table $table] "$key of sphere $particle at $time s, phi = $phi" \
            $unit [dict get [uplevel 1 [list {*}$command $particle $phi $time]] $key] [list $x $y $z] \
            -known [uplevel 1 [list {*}$known $key $particle $time $before [list $x $y $z]]]]
        foreach name $names off [dict get $made off] told [dict get $made known] {
            dict incr lines "$particle: $name" 0
            lappend cells [list [expr {$wide*[lsearch -real $phis $phi] + [lsearch -real $times $time]}] \
                "$particle: $name" [trundle::published::class $off $told] $off]
        }
    }
    set lines [lsort -command {apply {{a b} {expr {[string index $a 0] - [string index $b 0]}}}} [dict keys $lines]]
    data misses {column line class off} [lmap cell $cells {
        lreplace $cell 1 1 [lsearch -exact $lines [lindex $cell 1]]
    }]
    set number -1
    data lines {line name} [lmap name $lines {list [incr number] [string map [list " " \u00a0] $name]}]
    set number -1
    data columns {column time phi} [concat {*}[lmap phi $phis {
        incr number
        set place -1
        lmap time $times {list [expr {$wide*$number + [incr place]}] $time $phi}
    }]]
}

# data FILE COLUMNS ROWS writes FILE.dat for the plot of this figure.
proc trundle::page::data {name columns rows} {
    add-data $name $columns $rows
}

# curve FILE COLUMNS BODY: the same with the rows that BODY gives; and for each code that `reproduce -engine` asks,
# FILE-CODE.dat with those that it gives with this code in place of the engine, in the words of `portable`.  The script
# draws them by `for [k=1:words(codes)]`; codes has those with one curve at least, and gnuplot passes over files that are not there.
proc trundle::page::curve {name columns body} {
    add-data $name $columns [uplevel 1 $body]
    foreach code [asked-codes] {
        stand-in $code
        stand-out $name $columns [catch {uplevel 1 $body} rows settings] $rows $settings
    }
}

# snapshots {TIME STATE ...} ?-option value ...? draws states of spheres; the
# figure has `-script snapshots.gp`.
proc trundle::page::snapshots {panels args} {
    add-snapshots $panels [options snapshots $args {view views titles colour range \
        label mark walls window columns width height}]
}

# outline TRIANGLES -> the edges of walls that are seen as lines.
proc trundle::page::outline {triangles} {
    package require trundle::snapshots
    return [trundle::snapshots::outline $triangles]
}

# published FILE ?-where {column value ...}? -> rows of a table of data/.
proc trundle::page::published {file args} {
    set settings [options "published $file" $args where]
    set where [trundle::value::get $settings where]
    set number 0
    return [lmap row [published-rows $file] {
        incr number
        if {![row-fits $row $where]} continue
        note-taken $file $number
        set row
    }]
}

proc trundle::page::row-fits {row where} {
    dict for {column value} $where {
        if {[dict get $row $column] != $value} {
            return 0
        }
    }
    return 1
}

# --- small tools -----------------------------------------------------------------

# Words like `-name value` as a dict; unknown names are refused.
proc trundle::page::options {object arguments known} {
    if {[llength $arguments] % 2} {
        trundle::value::fail "$object: option \"[lindex $arguments end]\" has\
            no value"
    }
    set values {}
    foreach {option value} $arguments {
        set key [string range $option 1 end]
        if {![string match -* $option] || $key ni $known} {
            trundle::value::fail "$object: there is no option \"$option\"[trundle::value::one-of $key $known -]"
        }
        dict set values $key $value
    }
    return $values
}

# How far each of POINTS {x y} lies from a curve of points {x y} joined by straight lines: x is
# counted in units of UX, y of UY, so both may be uncertain.
proc trundle::page::misses {curve points ux uy} {
    set curve [lmap point $curve {scaled $point $ux $uy}]
    return [lmap point $points {
        set point [scaled $point $ux $uy]
        set least Inf
        foreach from [lrange $curve 0 end-1] to [lrange $curve 1 end] {
            set along [vsub $to $from]
            set there [vsub $point $from]
            set length [vdot $along $along]
            set share [expr {$length > 0 ? [vdot $there $along]/$length : 0}]
            set share [expr {max(0, min(1, $share))}]
            set least [expr {min($least,
                [vnorm [vsub $there [vscale $share $along]]])}]
        }
        set least
    }]
}

proc trundle::page::scaled {point ux uy} {
    lassign $point x y
    return [list [expr {double($x)/$ux}] [expr {double($y)/$uy}]]
}

# The root of the mean square of some numbers.
proc trundle::page::root-mean-square {numbers} {
    return [expr {sqrt([vdot $numbers $numbers]/[llength $numbers])}]
}

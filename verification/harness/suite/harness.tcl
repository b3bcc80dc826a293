# harness.tcl -- what the suite knows of each benchmark, and how a case, a
# check and an exhibit (a figure or a table) are run.  One benchmark is one
# dict in the array `bench`; results are plain dicts too, so that they can be
# printed, compared and passed between processes.
package provide trundle::harness 1.0
package require trundle::published
package require trundle::value
package require trundle::alternatives
package require trundle::bounds
package require trundle::cache

namespace eval trundle::harness {
    namespace import ::trundle::value::get ::trundle::value::fail
    # Words that page.tcl builds on.
    namespace export declare set-portable habit-of current-name add-parameter parameters-of parameter-value \
        add-alias set-body add-live add-observable add-unanswered add-kept add-graph add-line add-shown note-engine guarded accounts-of destroy-engine run-case \
        borrow-case default-elsewhere laid-over make-engine stands-in? add-passed \
        observable add-check compare compare-bound compare-plain measure add-note add-exhibit \
        add-row add-printed add-data add-snapshots published-rows note-taken asked-codes stand-in stand-out run-standing-in
    variable bench
    variable words {}         ;# where a page finds its words; trundle::page sets it
    variable current ""       ;# the benchmark that is being read or run
    variable parameters {}    ;# values in force, the innermost run last
    variable result {}        ;# what the case has produced so far
    variable overlay {}       ;# choices laid over the model of a borrowed case
    variable altered {}       ;# a command that plants a mistake into each model
    variable engine ""        ;# the code in the place of Trundle's engine, or empty
    variable habits {}        ;# what that code does and Trundle does not, where the references follow it
    variable asked {}         ;# other codes whose curves stand in figures beside ours
    variable standing_in 0    ;# is one of them computing a curve?
    variable comparisons {}   ;# what the check or exhibit has compared so far
    variable taken {}         ;# and the rows of published tables that it has asked for: file -> number -> ""
    variable steps 0          ;# of all engines of the case that was asked for
    variable senseless {}      ;# what is wrong with their motion
    variable beyond {}        ;# choices {NAME VALUE ...} that were asked for and that the page does not offer
    variable memory           ;# finished runs, by benchmark and parameters
    array set memory {}
    # Where gnuplot's columns go while an exhibit is made.
    variable data_directory ""
    # What the body of an exhibit settles about it: size, states for ParaView.
    variable settled {}
    variable kinds {closed-form ode published experiment engine}
}

# --- finding and reading pages -----------------------------------------------

# The names of all benchmarks, sorted.  A page is told from the other files by
# its first word, so there is no list to keep up to date.
proc trundle::harness::names {} {
    set names {}
    foreach file [glob -nocomplain -directory $::trundle::root/verification/pages \
                      *.tcl] {
        if {[page? $file]} {
            lappend names [file rootname [file tail $file]]
        }
    }
    return [lsort $names]
}

proc trundle::harness::page? {file} {
    set channel [open $file]
    set text [read $channel 4096]
    close $channel
    return [regexp -line {^benchmark } $text]
}

# A page, or a figure of a chapter that is written like one (lit/tests/figures.nw); "" when there is none.
proc trundle::harness::file-of {name} {
    if {![regexp {^[a-z0-9-]+$} $name]} {
        return ""
    }
    set files [lmap path [list verification/pages/$name.tcl figures/$name.live] {trundle::locate $path}]
    return [lindex [lsearch -all -inline -not -exact $files ""] 0]
}

# harness::use NAME reads the page when that has not been done yet.
proc trundle::harness::use {name} {
    variable bench
    variable words
    variable current $name
    if {[info exists bench($name)]} {
        return
    }
    set file [file-of $name]
    if {$file eq "" || ![page? $file]} {
        fail "there is no benchmark \"$name\"[trundle::value::one-of $name [names]]"
    }
    package require trundle
    set space ::trundle::pages::$name
    namespace eval $space [list namespace path $words]
    namespace eval $space [list source -encoding utf-8 $file]
    alias-friction
}

# As in a scenario, `mu` stands for both coefficients of friction.
proc trundle::harness::alias-friction {} {
    variable current
    set known [fact $current parameters]
    if {[dict exists $known mu_s] && [dict exists $known mu_d]
            && ![dict exists $known mu]} {
        add-alias mu {mu_s mu_d}
    }
}

proc trundle::harness::declare {name facts space} {
    variable bench
    variable current
    if {$name ne $current} {
        error "the page $current.tcl declares a benchmark \"$name\""
    }
    foreach key {title source} {
        if {![dict exists $facts $key]} {
            error "benchmark $name: no $key"
        }
    }
    set bench($name) [dict merge {note "" tests "" parameters {} aliases {} portable {}
        bodies {} checks {} exhibits {} live {}} \
        $facts [dict create space $space]]
}

proc trundle::harness::current-name {} {
    variable current
    return $current
}

proc trundle::harness::fact {name key} {
    variable bench
    return [dict get $bench($name) $key]
}

# A body of a page becomes a proc of the page's namespace: byte-compiled, with
# local variables, able to call the page's own procs.
proc trundle::harness::set-body {name body} {
    variable bench
    variable current
    proc [fact $current space]::body-$name {} $body
    dict set bench($current) bodies $name 1
}

proc trundle::harness::call-body {name} {
    variable current
    return [[fact $current space]::body-$name]
}

# --- parameters -------------------------------------------------------------------

proc trundle::harness::add-parameter {name facts} {
    variable bench
    variable current
    dict set facts default [trundle::value::check [dict get $facts kind] \
        "benchmark $current: the default of $name" [dict get $facts default]]
    dict set bench($current) parameters $name $facts
}

# The parameters that are options of a word of the language.
proc trundle::harness::parameters-of {word} {
    variable current
    return [dict keys [dict filter [fact $current parameters] script {name facts} {
        expr {[get $facts word] eq $word}
    }]]
}

proc trundle::harness::add-alias {name parameters} {
    variable bench
    variable current
    foreach one $parameters {
        if {![dict exists [fact $current parameters] $one]} {
            error "alias $name of $current: there is no parameter \"$one\""
        }
    }
    dict set bench($current) aliases $name $parameters
}

# The changes with every alias written out.
proc trundle::harness::without-aliases {changes} {
    variable current
    set aliases [fact $current aliases]
    set plain {}
    foreach {name value} $changes {
        foreach one [get $aliases $name [list $name]] {
            lappend plain $one $value
        }
    }
    return $plain
}

proc trundle::harness::defaults {} {
    variable current
    set values {}
    dict for {name facts} [fact $current parameters] {
        dict set values $name [dict get $facts default]
    }
    return $values
}

# The values in force: defaults with the changes, each checked.
proc trundle::harness::with-changes {changes} {
    variable current
    set values [defaults]
    set known [fact $current parameters]
    foreach {name value} [without-aliases $changes] {
        if {![dict exists $known $name]} {
            fail "$current has no parameter \"$name\"[trundle::value::one-of $name \
                [concat [dict keys $known] [dict keys [fact $current aliases]]]]"
        }
        dict set values $name [trundle::value::check \
            [dict get $known $name kind] "$current: $name" $value]
    }
    return $values
}

proc trundle::harness::parameter-value {name} {
    variable parameters
    variable current
    set values [expr {[llength $parameters] ? [lindex $parameters end]
                                            : [defaults]}]
    if {![dict exists $values $name]} {
        error "the page $current has no parameter \"$name\""
    }
    return [dict get $values $name]
}

# Are all parameters of the printed problem at their printed values?
proc trundle::harness::as-printed? {values} {
    variable current
    dict for {name facts} [fact $current parameters] {
        if {![dict get $facts numerical]
                && [dict get $values $name] ne [dict get $facts default]} {
            return 0
        }
    }
    return 1
}

# --- the case ----------------------------------------------------------------------

# The result of the case with some parameters changed; the same run is made only once in a
# process, and a long one only once in all that make exhibits of the page.
proc trundle::harness::run-case {changes} {
    variable memory
    variable current
    variable overlay
    variable engine
    variable habits
    variable altered
    variable beyond
    set values [with-changes $changes]
    set key [list $current $values $overlay $engine $habits $altered $beyond]
    if {![info exists memory($key)]} {
        set memory($key) [trundle::cache::value $key {compute-case $values}]
    }
    return $memory($key)
}

# The result of the case of another page, with some of its parameters changed.
# A name that is no parameter there but a choice of the engine is laid over the
# model that the page makes, so a page need not offer every convention.
proc trundle::harness::borrow-case {page changes} {
    variable current
    variable overlay
    set outer [list $current $overlay]
    try {
        set choices [concat {*}[dict values $overlay]]
        use $page
        lassign [split-changes [dict merge $choices $changes]] changes overlay
        set made [run-case $changes]
        set taken [taken-by-page $changes]
    } finally {
        lassign $outer current overlay
    }
    note-beyond $taken
    note-beyond [dict get $made beyond]
    return $made
}

# The result of a script in which cases are computed by `engine`, another code, with its `habits`, or with models in which
# `altered`, a command, plants a mistake; each is as it was when it is left out.
proc trundle::harness::computed-by {settings script} {
    variable engine
    variable habits
    variable altered
    set outer [list $engine $habits $altered]
    foreach {name value} $settings {
        set $name $value
    }
    try {
        return [uplevel 1 $script]
    } finally {
        lassign $outer engine habits altered
    }
}

# The default of a parameter of another page.
proc trundle::harness::default-elsewhere {page name} {
    variable current
    set outer $current
    try {
        use $page
        return [dict get [fact $page parameters] $name default]
    } finally {
        set current $outer
    }
}

# --- other codes ---------------------------------------------------------------------

# What a page lets other codes be asked: {observables with variants}.
proc trundle::harness::set-portable {facts} {
    variable bench
    variable current
    dict set bench($current) portable $facts
}

# The benchmarks of which other codes can be asked.
proc trundle::harness::portables {} {
    return [lmap name [with-case] {
        if {![dict size [fact $name portable]]} continue
        set name
    }]
}

# {PARAMETERS HABITS}: with which parameters another code is asked for the case, those of its `portable` and the dialect of
# CODE, if that is not empty, for the contacts of the case with these changes; and the habits of that code, which the
# references follow.
proc trundle::harness::manner {name {code ""} {changes {}}} {
    use $name
    set with [get [fact $name portable] with]
    if {$code eq "" || $code eq "trundle"} {
        return [list $with {}]
    }
    set own [dict filter [fact $name parameters] script {key facts} {
        expr {![dict exists $facts word]}
    }]
    set dialect [dict remove [trundle::foreign::dialect $code [contacts-in $name [dict merge $with $changes]] \
        [answered $name]] {*}[dict keys $own]]
    set habits [expr {[info exists ::trundle::export::${code}::habits] ? [set ::trundle::export::${code}::habits] : {}}]
    # What the page names stays where the code calls it the same.
    return [list [dict merge $with $dialect [dict filter $with script {name value} {
        trundle::foreign::is-same? $code $name $value
    }]] $habits]
}

# Between what the contacts of a case can come about: spheres, walls; both where it makes no model.
proc trundle::harness::contacts-in {name changes} {
    try {
        computed-by {engine contacts} {borrow-case $name $changes}
    } trap {TRUNDLE CONTACTS} {kinds} {
        return $kinds
    } on error {} {
    }
    return {spheres walls}
}

# The values of conventions for which a page has an answer, where it names them.
proc trundle::harness::answered {name} {
    set found {}
    dict for {key facts} [fact $name parameters] {
        if {[dict exists $facts word] && [lindex [dict get $facts kind] 0] eq "choice"} {
            dict set found $key [lrange [dict get $facts kind] 1 end]
        }
    }
    return $found
}

proc trundle::harness::habit-of {name default} {
    variable habits
    return [get $habits $name $default]
}

# --- choices beyond those of a page ----------------------------------------------------

# What the run of the case that is going on has met of `beyond`: NAME 1 where that changes something, else NAME 0.  What a
# page offers itself its references know.
proc trundle::harness::note-beyond {met} {
    variable result
    variable current
    if {![dict exists $result beyond]} {
        return
    }
    dict for {name changes} [dict remove $met {*}[dict keys [fact $current parameters]]] {
        dict set result beyond $name [expr {$changes || [get [dict get $result beyond] $name 0]}]
    }
}

# Those of them that are parameters of a borrowed page.
proc trundle::harness::taken-by-page {changes} {
    variable beyond
    variable current
    set met {}
    foreach {name value} $changes {
        if {[get $beyond $name] eq $value && [dict exists [fact $current parameters] $name]} {
            dict set met $name [differs? $name $value [dict get [fact $current parameters] $name default]]
        }
    }
    return $met
}

# And those that are laid over its model.
proc trundle::harness::taken-by-model {model} {
    variable beyond
    variable overlay
    set met {}
    dict for {part choices} $overlay {
        dict for {name value} $choices {
            if {[get $beyond $name] eq $value} {
                dict set met $name [differs? $name $value [get [get $model $part] $name [trundle::language::default \
                    [dict get {options laws scheme integrate} $part] $name]]]
            }
        }
    }
    return $met
}

# A scheme still gives the answer, but a step for which the page was not made need not.
proc trundle::harness::differs? {name value before} {
    return [expr {$value != $before && ([trundle::language::part-of $name] eq "options" || $name eq "dt")}]
}

# The result without the references that know nothing of choices beyond the page; a choice that no model has met is refused.
proc trundle::harness::without-answers {name asked result} {
    set met [dict get $result beyond]
    foreach {choice value} $asked {
        if {![dict exists $met $choice]} {
            fail "$name: $choice is \"$value\", but nothing on this page reads it, expected a\
                parameter that it has (`trundle case $name -help`)"
        }
    }
    set unknown [dict filter $met value 1]
    if {![dict size $unknown]} {
        return $result
    }
    if {![dict exists $result unanswered]} {
        dict set result unanswered [settings-text [dict map {choice -} $unknown {dict get $asked $choice}]]
    }
    dict set result observables [dict map {observable facts} [dict get $result observables] {
        dict merge $facts [expr {$observable in [get $result sure] ? {} : [without-reference]}]
    }]
    return $result
}

# --- running it -----------------------------------------------------------------------

# Values that are each allowed may still not go together: then the motion diverges or the arithmetic of
# the page fails, and that is bad input.  With no change it is the page's fault.
# A choice that the page does not offer is laid over its models, and its references know nothing of it; but the
# manner in which another code is asked (IN-MANNER), they follow.
proc trundle::harness::run-asked {name changes {in_manner {}}} {
    variable steps 0
    variable senseless {}
    variable beyond {}
    need-case $name
    set beyond [dict remove [concat {*}[dict values [lindex [split-changes $changes] 1]]] {*}$in_manner]
    try {
        set result [borrow-case $name $changes]
    } on error {message settings} {
        if {[lindex [dict get $settings -errorcode] 0] eq "TRUNDLE"} {
            return -options $settings $message
        }
        makes-sense
        if {![llength $changes]} {
            return -options $settings $message
        }
        trundle::debug [dict get $settings -errorinfo]
        cannot-compute $name $changes
    } finally {
        set asked $beyond
        set beyond {}
    }
    makes-sense
    return [without-answers $name $asked $result]
}

proc trundle::harness::makes-sense {} {
    variable senseless
    foreach {code message} $senseless {
        throw [list TRUNDLE $code] $message
    }
}

# What Tcl says of it is of no use to who has set the values (TRUNDLE_DEBUG=1 shows it).
proc trundle::harness::cannot-compute {name changes} {
    variable steps
    use $name
    set own [concat {*}[lmap {key value} [without-aliases $changes] {
        if {![dict exists [fact $name parameters] $key]} continue
        list $key [dict get [fact $name parameters] $key default]
    }]]
    fail "$name cannot be computed with [settings-text $changes]: [expr {$steps
        ? "its run of $steps steps lacks what an observable needs" : "its formulas have no value there"}], expected values\
        nearer to those of the problem[expr {[llength $own] ? ", [settings-text $own]" : ""}]"
}

proc trundle::harness::settings-text {changes} {
    return [join [lmap {key value} $changes {string cat $key=[trundle::formats::short $value]}] {, }]
}

# A page may have checks and figures alone.
proc trundle::harness::need-case {name} {
    if {[file-of $name] eq ""} {
        fail "there is no benchmark \"$name\"[trundle::value::one-of $name [with-case]]"
    }
    use $name
    if {![has-case $name]} {
        fail "$name has no case[trundle::value::one-of "" [with-case]];\
            `trundle verify $name` runs its checks, `trundle reproduce $name` its figures"
    }
}

proc trundle::harness::has-case {name} {
    return [dict exists [fact $name bodies] case]
}

# What is asked in the variants for other codes needs a benchmark that has some.
proc trundle::harness::need-portable {name what} {
    need-case $name
    if {![dict size [fact $name portable]]} {
        fail "$what: this benchmark has no problem for other codes[trundle::value::one-of "" [portables]]"
    }
}

# The benchmarks with a case.  Pages that cannot be read are left out, but when that is all of them there is another
# fault, which is told.
proc trundle::harness::with-case {} {
    set read [lmap name [names] {
        if {[catch {use $name} message settings]} continue
        set name
    }]
    if {![llength $read] && [llength [names]]} {
        return -options $settings $message
    }
    return [lmap name $read {
        if {![has-case $name]} continue
        set name
    }]
}

# {changes of parameters} {options {choices} scheme {choices}}
proc trundle::harness::split-changes {changes} {
    variable current
    package require trundle::language
    set known [concat [dict keys [fact $current parameters]] \
        [dict keys [fact $current aliases]]]
    set own {}
    set choices {}
    foreach {name value} $changes {
        set part [expr {$name in $known ? "" : [trundle::language::part-of $name]}]
        if {$part eq ""} {
            lappend own $name $value
        } else {
            dict set choices $part $name \
                [trundle::language::check-choice $part "$current: $name" $name $value]
        }
    }
    return [list $own $choices]
}

# The names of parameters and choices that one name stands for.
proc trundle::harness::plain-names {name} {
    variable current
    return [get [fact $current aliases] $name [list $name]]
}

# No parameter has two values at once, not even by two names.
proc trundle::harness::not-twice {object names} {
    set seen {}
    foreach name $names {
        foreach plain [plain-names $name] {
            if {[dict exists $seen $plain]} {
                fail "$object: $plain is given twice, by \"[dict get $seen $plain]\" and \"$name\", expected one value"
            }
            dict set seen $plain $name
        }
    }
}

# What a parameter of a page, or a choice of the engine, may be.
proc trundle::harness::kind-of {page name} {
    use $page
    set known [fact $page parameters]
    set plain [lindex [plain-names $name] 0]
    if {[dict exists $known $plain]} {
        return [dict get $known $plain kind]
    }
    package require trundle::language
    foreach word {laws integrate} {
        if {[trundle::language::part-of $name] eq [dict get {laws options integrate scheme} $word]} {
            return [lindex [trundle::language::option $word $name] 0]
        }
    }
    with-changes [list $name ""]
}

# Changes as `borrow-case` takes them, each value checked and in its plain form.
proc trundle::harness::checked-changes {page changes} {
    use $page
    lassign [split-changes $changes] own choices
    set values [with-changes $own]
    return [dict map {name value} $changes {
        set part [expr {[dict exists $choices options $name] ? "options" : "scheme"}]
        expr {[dict exists $choices $part $name] ? [dict get $choices $part $name]
            : [dict get $values [lindex [plain-names $name] 0]]}
    }]
}

# An engine for a model: ours, or the code that stands in for it, which is going to be asked until then and so often.
proc trundle::harness::make-engine {model until every course contacts} {
    variable engine
    if {$engine eq ""} {
        return [::trundle::engine $model]
    }
    package require trundle::foreign
    return [trundle::foreign::engine $engine $model $until $every $course $contacts]
}

# The command of an engine for the body of a case: ours refuses to go on for ever.
proc trundle::harness::guarded {inside} {
    return [expr {[stands-in?] ? $inside : [trundle::bounds::guard [current-name] $inside]}]
}

proc trundle::harness::destroy-engine {inside} {
    trundle::bounds::unguard $inside
    $inside destroy
}

# The energies, where our engine books them, or nothing.
proc trundle::harness::accounts-of {inside} {
    return [expr {[stands-in?] || [get [$inside explain] accounts yes] ne "yes" ? "" : [$inside energy]}]
}

proc trundle::harness::stands-in? {} {
    variable engine
    return [expr {$engine ne ""}]
}

# The model with the choices of a borrowed case.  A restitution that is typed is that of its own end of a contact: with another
# one laid over the damper stays, so that one choice is changed alone.
proc trundle::harness::laid-over {model} {
    variable overlay
    if {[dict exists $overlay options normal_end]} {
        set model [with-dampers $model]
    }
    note-beyond [taken-by-model $model]
    dict for {part choices} $overlay {
        dict set model $part [dict merge [trundle::value::get $model $part] $choices]
    }
    variable altered
    return [expr {[llength $altered] ? [{*}$altered $model] : $model}]
}

proc trundle::harness::with-dampers {model} {
    package require trundle::export
    set end [trundle::export::end-of $model]
    dict set model contacts [dict map {pair given} [trundle::value::get $model contacts] {
        expr {[dict exists $given restitution] ? [dict remove [trundle::export::plain-numbers $given $end] typed] : $given}
    }]
    return $model
}

proc trundle::harness::compute-case {values} {
    variable result
    variable parameters
    set outer $result
    set result [dict create parameters $values observables {} kept {} steps 0 \
        unsettled 0 explain {} hash "" beyond {}]
    lappend parameters $values
    set start [clock microseconds]
    try {
        call-body case
        dict set result wall_s [expr {([clock microseconds] - $start)*1e-6}]
        return $result
    } finally {
        set result $outer
        set parameters [lrange $parameters 0 end-1]
    }
}

# What a page of the web edition shows of the case while its numbers are changed (live/page.tcl):
# `opens {NAME VALUE ...}` where the printed run takes long, `vary {NAME ...}` what stands first,
# `plot TITLE UNIT OURS REFERENCE` for curves over time, two expressions of the time t and of what
# `$e particle` tells of the first sphere; `particles` has them all.
proc trundle::harness::add-live {body} {
    variable bench
    variable current
    set live {opens {} vary {} plots {}}
    while {[llength $body]} {
        set body [lassign $body word]
        switch -- $word {
            opens - vary {
                set body [lassign $body value]
                dict set live $word $value
            }
            plot {
                set body [lassign $body title unit ours reference]
                set space [fact $current space]
                set number [llength [dict get $live plots]]
                foreach which {ours reference} {
                    proc ${space}::plot-$which-$number {t particles} \
                        "set first \[lindex \$particles 0\]\ndict with first {}\nexpr {[set $which]}"
                }
                dict lappend live plots [list $title $unit]
            }
            default {error "live of $current: \"$word\" is not opens, vary or plot"}
        }
    }
    dict set bench($current) live $live
}

proc trundle::harness::add-unanswered {why} {
    variable result
    dict set result unanswered $why
}

proc trundle::harness::add-kept {name data} {
    variable result
    dict set result kept $name $data
}

# Graphs, curves and moments of a case that is drawn (live/page.tcl, `trundle case -curves`).
proc trundle::harness::add-graph {graph} {
    variable result
    dict set result kept graphs [linsert [get [dict get $result kept] graphs] end $graph]
}

proc trundle::harness::add-line {curve} {
    variable result
    set graphs [get [dict get $result kept] graphs]
    if {![llength $graphs]} {
        error "line [dict get $curve name]: expected a graph before it"
    }
    set last [lindex $graphs end]
    dict lappend last curves $curve
    dict set result kept graphs [lreplace $graphs end end $last]
}

proc trundle::harness::add-shown {moment} {
    variable result
    dict set result kept shown [linsert [get [dict get $result kept] shown] end $moment]
}

# What a run has come to: its steps and conventions, and whether its motion makes sense.
proc trundle::harness::note-engine {engine starts} {
    variable result
    variable steps
    variable senseless
    if {![stands-in?]} {
        lappend senseless {*}[trundle::bounds::senseless [current-name] $engine $starts]
    }
    if {![dict exists $result steps]} {
        return
    }
    incr steps [$engine steps]
    dict incr result steps [$engine steps]
    dict incr result unsettled [dict get [$engine counts] warnings]
    if {$::trundle::harness::engine eq ""} {
        dict set result hash [$engine hash]
    }
    dict set result explain [dict merge [dict get $result explain] \
        [$engine explain]]
}

# Observables of a borrowed case become those of this one; its steps count here, and its last state is the last one.
proc trundle::harness::add-passed {from names} {
    variable result
    foreach name $names {
        observable $from $name value
        dict set result observables $name [dict get $from observables $name]
        if {$name in [get $from sure] || 1 ni [dict values [dict get $from beyond]]} {
            dict lappend result sure $name
        }
    }
    if {[dict exists $from unanswered]} {
        add-unanswered [dict get $from unanswered]
    }
    foreach count {steps unsettled} {
        dict incr result $count [dict get $from $count]
    }
    dict set result explain [dict merge [dict get $result explain] [dict get $from explain]]
    dict set result hash [dict get $from hash]
}

proc trundle::harness::add-observable {name value unit settings} {
    variable result
    set value [never $value]
    foreach x $value {
        if {![trundle::value::finite $x]} {
            throw {TRUNDLE EDIVERGED} "observable $name is \"$value\", expected\
                finite numbers: the motion diverges"
        }
    }
    if {[get $settings reference none] eq "none"} {
        set settings [dict filter $settings key text]
    } else {
        dict set settings reference [never [dict get $settings reference]]
        set settings [judge $name $value $settings]
    }
    dict set result observables $name [dict merge {text ""} [without-reference] $settings \
        [dict create value $value unit $unit]]
}

# What there is to say of an observable beside its value, where nothing is known of it.
proc trundle::harness::without-reference {} {
    return {reference "" kind "" error "" tolerance "" reason "" pass "" rivals "" rival "" discrimination ""
        weak 0 why "" named 0}
}

# A time that is infinite is the time of something that does not happen; it is
# written as an empty value.
proc trundle::harness::never {value} {
    if {$value in {Inf inf}} {
        return ""
    }
    return $value
}

# An observable against its reference: error, absolute tolerance, pass.  Without a tolerance it is shown and not judged.
proc trundle::harness::judge {name value settings} {
    variable kinds
    variable result
    set kind [get $settings kind]
    if {$kind ni $kinds || [get $settings reason] eq ""
            || [dict exists $settings tolerance]
               + [dict exists $settings relative] != 1} {
        error "observe $name: a reference needs -kind (one of $kinds),\
            -tolerance or -relative, and a -reason"
    }
    if {$kind in {published experiment}
            && ![as-printed? [dict get $result parameters]]} {
        return {}
    }
    if {[get $settings tolerance] eq "none"} {
        return [dict merge [dict remove $settings rival weak] \
            [error-and-pass $value [dict get $settings reference] Inf] {tolerance "" pass ""}]
    }
    set tolerance [absolute-tolerance $settings]
    return [dict merge $settings [error-and-pass $value [dict get $settings reference] \
        $tolerance] [against "observe $name" [dict get $settings reference] $tolerance $settings]]
}

# What the comparison with WANT says of the rivals in SETTINGS.
proc trundle::harness::against {object want tolerance settings {size 1.0}} {
    set rivals [with-zero $want [trundle::alternatives::read $object $want [get $settings rival]]]
    return [trundle::alternatives::facts $rivals \
        [trundle::alternatives::distances $rivals $want $tolerance $size] $settings]
}

# Zero is a rival of all that is not zero, beside those that are named and make a difference: to refuse it alone says
# nothing.
proc trundle::harness::with-zero {want rivals} {
    if {[dict size [dict remove $rivals zero]] == 0} {
        return {}
    }
    if {$want eq "" || [dict exists $rivals zero] || [size $want] == 0} {
        return $rivals
    }
    return [list {*}$rivals zero [lmap x $want {expr 0.0}]]
}

proc trundle::harness::absolute-tolerance {settings} {
    if {[dict exists $settings tolerance]} {
        return [dict get $settings tolerance]
    }
    return [expr {[dict get $settings relative]*[size [dict get $settings reference]]}]
}

proc trundle::harness::size {vector} {
    return [trundle::value::distance $vector [lmap x $vector {expr 0.0}]]
}

proc trundle::harness::error-and-pass {value reference tolerance} {
    if {$value eq "" || $reference eq ""} {
        return [dict create error "" tolerance $tolerance \
            pass [expr {$value eq $reference}]]
    }
    set error [trundle::value::distance $value $reference]
    return [dict create error $error tolerance $tolerance \
        pass [expr {$error <= $tolerance}]]
}

proc trundle::harness::observable {result name key} {
    if {![dict exists $result observables $name]} {
        error "the case observes no \"$name\", but\
            [join [dict keys [dict get $result observables]] {, }]"
    }
    return [dict get $result observables $name $key]
}

# --- checks -----------------------------------------------------------------------

proc trundle::harness::add-check {name facts body} {
    variable bench
    variable current
    if {![regexp {^[a-z0-9.-]+$} $name] || $name eq "observables"
            || [dict exists $bench($current) checks $name]} {
        error "check \"$name\" of $current: the name is taken or not made of\
            a-z, 0-9, '.' and '-'"
    }
    dict set bench($current) checks $name $facts
    set-body check-$name $body
}

# All checks of a benchmark: its own, and that each observable with a
# reference passes when nothing is changed.
proc trundle::harness::checks {name} {
    set checks [fact $name checks]
    if {[has-case $name]} {
        set own [dict create title {the case agrees with its references} \
            tier quick tags observables]
        set checks [dict merge [dict create observables $own] $checks]
    }
    return $checks
}

# Run one check: a dict of status (pass, fail, error), comparisons, seconds.
proc trundle::harness::run-check {benchmark name} {
    variable comparisons {}
    variable taken {}
    use $benchmark
    set start [clock microseconds]
    set message ""
    try {
        if {$name eq "observables"} {
            compare-observables
        } else {
            call-body check-$name
        }
        set status [verdict]
    } on error {message settings} {
        set status error
        trundle::debug [dict get $settings -errorinfo]
    }
    return [dict merge [dict get [checks $benchmark] $name] [dict create \
        benchmark $benchmark name $name status $status message $message \
        comparisons $comparisons taken [dict map {file rows} $taken {dict keys $rows}] \
        seconds [expr {([clock microseconds] - $start)*1e-6}]]]
}

proc trundle::harness::note-taken {file number} {
    variable taken
    dict set taken $file $number ""
}

# A check that compared nothing proves nothing.
proc trundle::harness::verdict {} {
    variable comparisons
    set judged [lsearch -all -inline -not -exact \
        [lmap one $comparisons {dict get $one pass}] ""]
    if {![llength $judged]} {
        add-note "this check compared nothing"
        return fail
    }
    if {0 in $judged} {
        return fail
    }
    return [expr {[strong $comparisons] ? "pass" : "weak"}]
}

# Is a comparison among them that counts?
proc trundle::harness::strong {comparisons} {
    foreach one $comparisons {
        if {[dict get $one pass] ne "" && ![get $one weak 0]} {
            return 1
        }
    }
    return 0
}

proc trundle::harness::compare-observables {} {
    compare-some [dict get [run-case {}] observables]
}

proc trundle::harness::compare-some {observables} {
    dict for {name facts} $observables {
        dict with facts {
            set judged [dict create rivals $rivals rival $rival discrimination $discrimination \
                weak $weak why $why named $named reason $reason]
            if {$pass ne "" && $error eq ""} {
                conclude [dict create text $name condition "got \"$value\", wanted \"$reference\"" \
                    got "" pass $pass] $judged
            } elseif {$pass ne ""} {
                conclude [dict create text $name got $value want $reference error $error \
                    measure error tolerance $tolerance pass $pass] $judged
            }
        }
    }
}

# The error, or its share of the size of WANT when that is the measure.
proc trundle::harness::compare {text got want tolerance settings {measure error}} {
    set size [expr {$measure eq "error" ? 1.0 : [size $want]}]
    set error [expr {[trundle::value::distance $got $want]/$size}]
    conclude [dict create text $text got $got want $want error $error measure $measure \
        tolerance $tolerance pass [expr {$error <= $tolerance}]] \
        [against $text $want $tolerance $settings $size]
}

# SIDE is below or above.
proc trundle::harness::compare-bound {text x limit side settings} {
    set rivals [trundle::alternatives::read $text $limit [get $settings rival]]
    set relation [dict get {below < above >} $side]
    conclude [dict create text $text condition "$x $relation $limit" got $x side $side \
        pass [expr "$x $relation $limit"]] \
        [trundle::alternatives::facts $rivals [trundle::alternatives::beyond $rivals $limit $side $x] $settings]
}

# The value of a rival is the condition as it is with the mistake.
proc trundle::harness::compare-plain {text condition pass got settings} {
    set rivals [trundle::alternatives::read $text "" [get $settings rival]]
    conclude [dict create text $text condition $condition got $got pass $pass] \
        [trundle::alternatives::facts $rivals [concat {*}[lmap {what value} $rivals {
            list $what [expr {$value ? 0.0 : Inf}]
        }]] $settings]
}

# A comparison that would let its rival pass fails, whatever the run gave.
proc trundle::harness::conclude {comparison judged} {
    set fault [trundle::alternatives::fault $judged]
    if {$fault ne ""} {
        dict set comparison pass 0
    }
    record [dict merge $comparison $judged [dict create fault $fault]]
}

# A number that nothing judges.
proc trundle::harness::measure {text value unit} {
    record [dict create text $text condition [string trim "$value $unit"] got $value pass ""]
}

proc trundle::harness::add-note {text} {
    record [dict create text $text pass ""]
}

proc trundle::harness::record {comparison} {
    variable comparisons
    lappend comparisons $comparison
}

# --- exhibits: figures and tables ------------------------------------------------

proc trundle::harness::add-exhibit {kind name facts body} {
    variable bench
    variable current
    if {![regexp {^[a-z0-9-]+$} $name]
            || [dict exists $bench($current) exhibits $name]} {
        error "$kind \"$name\" of $current: the name is taken or not made of\
            a-z, 0-9 and '-'"
    }
    if {$kind eq "figure" && ![dict exists $facts script]} {
        error "figure \"$name\" of $current: -script is missing"
    }
    trundle::value::check {choice quick full} "$kind $name: -tier" \
        [get $facts tier quick]
    trundle::value::check {choice no yes alone} "$kind $name: -apart" [get $facts apart no]
    dict set bench($current) exhibits $name [dict merge {title "" source ""
        script "" size "" note "" tier quick apart no} $facts [dict create kind $kind]]
    set-body exhibit-$name $body
}

# Run the body of an exhibit; its columns go into the directory.
proc trundle::harness::run-exhibit {benchmark name directory} {
    variable comparisons {}
    variable data_directory $directory
    variable settled [dict create name $name states "" codes {}]
    use $benchmark
    set start [clock microseconds]
    set message ""
    try {
        call-body exhibit-$name
    } on error {message settings} {
        trundle::debug [dict get $settings -errorinfo]
    }
    return [dict merge [dict get [fact $benchmark exhibits] $name] $settled [dict create \
        benchmark $benchmark rows $comparisons \
        printed [trundle::published::count $comparisons] message $message left_out 0 \
        seconds [expr {([clock microseconds] - $start)*1e-6}]]]
}

# An exhibit that the tier leaves out: its facts without a result.
proc trundle::harness::leave-out {benchmark name} {
    return [dict merge [dict get [fact $benchmark exhibits] $name] [dict create \
        benchmark $benchmark name $name rows {} printed {} \
        message "" states "" codes {} left_out 1 seconds 0]]
}

# --- curves of other codes in a figure ----------------------------------------------

proc trundle::harness::asked-codes {} {
    variable asked
    return $asked
}

# A code takes the place of the engine, for a curve.
proc trundle::harness::stand-in {code} {
    package require trundle::foreign
    variable engine $code
    variable standing_in 1
}

# The curve is there, or it is known why not: codes {CODE {CURVE WHY}}.  A file has the name of the code behind it.
proc trundle::harness::stand-out {name columns failed rows settings} {
    variable engine
    variable standing_in 0
    variable settled
    set word [trundle::foreign::word-of $engine]
    set engine ""
    variable habits {}
    dict set settled codes $word $name ""
    if {$failed} {
        dict set settled codes $word $name [join [trundle::foreign::why-not $rows $settings] ": "]
    } else {
        add-data $name-$word $columns $rows
    }
}

# A run of the page's case, or, by another code, of what it is asked in place of it; a program of the user's is asked in
# the conventions that it says it has.
proc trundle::harness::run-standing-in {changes} {
    variable current
    variable standing_in
    variable engine
    if {!$standing_in} {
        return [run-case $changes]
    }
    variable habits
    lassign [manner $current [expr {[trundle::foreign::deck? $engine] ? "" : $engine}] $changes] with habits
    return [borrow-case $current [dict merge $with $changes]]
}

# States of spheres as a picture, and as VTK files in a folder beside its columns.
proc trundle::harness::add-snapshots {panels settings} {
    variable data_directory
    variable settled
    package require trundle::snapshots
    set name [dict get $settled name]
    dict set settled size [trundle::snapshots::draw $data_directory $name $panels $settings]
    trundle::snapshots::write-vtk $data_directory/vtk $panels
    dict set settled states $name/vtk/states.pvd
}

# A number of ours beside the published one.
proc trundle::harness::add-row {quantity unit ours published settings} {
    record [row-facts $quantity $unit $ours $published $settings]
}

proc trundle::harness::row-facts {quantity unit ours published settings} {
    set row [dict create quantity $quantity unit $unit ours $ours \
        published $published error "" tolerance "" pass "" weak 0 \
        reason [get $settings reason] text [get $settings text] id "" off "" known ""]
    if {$published ne "" && $ours ne ""} {
        dict set row error [trundle::value::distance $ours $published]
    }
    if {[dict exists $settings tolerance]} {
        if {[dict get $row reason] eq ""} {
            error "row $quantity: a -tolerance needs a -reason"
        }
        set row [dict merge $row [error-and-pass $ours $published \
            [dict get $settings tolerance]] [against "row $quantity" $published \
            [dict get $settings tolerance] $settings]]
    }
    return $row
}

# The same for a number as it stands in print, with all its digits, in an entry of the ledger: how far
# ours is off, in units of the last printed digit, and whether one would write it down without any
# run, component by component; and whether ours is a closed form.
proc trundle::harness::add-printed {id quantity unit ours text settings} {
    if {[llength $id] != 3} {
        error "printed $quantity: the entry is \"$id\", expected a source, a kind and a key"
    }
    set row [row-facts $quantity $unit $ours $text $settings]
    dict set row id $id
    dict set row off [trundle::published::off $ours $text]
    dict set row known [lmap off [trundle::published::off [get $settings known $ours] $text] {
        expr {[dict exists $settings known] && [trundle::published::agrees $off]}
    }]
    dict set row closed [trundle::value::check boolean "printed $quantity: -closed" [get $settings closed no]]
    record $row
    return $row
}

proc trundle::harness::add-data {name columns rows} {
    variable data_directory
    set channel [open $data_directory/$name.dat w]
    try {
        puts $channel "# $columns"
        foreach row $rows {
            puts $channel $row
        }
    } finally {
        close $channel
    }
}

# --- published numbers --------------------------------------------------------------

proc trundle::harness::published-rows {file} {
    package require csv
    set path [trundle::locate data/$file]
    if {$path eq ""} {
        fail "there is no table \"$file\" among the published data"
    }
    set lines [lsearch -all -inline -not -regexp [split [string trim [text-of $path]] \n] {^\s*(#|$)}]
    set columns [lmap name [::csv::split [lindex $lines 0]] {string trim $name}]
    return [lmap line [lrange $lines 1 end] {
        row-of $columns [::csv::split $line]
    }]
}

proc trundle::harness::text-of {path} {
    set channel [open $path]
    chan configure $channel -encoding utf-8
    try {
        return [read $channel]
    } finally {
        close $channel
    }
}

proc trundle::harness::row-of {columns cells} {
    set row {}
    foreach name $columns cell $cells {
        dict set row $name [string trim $cell]
    }
    return $row
}

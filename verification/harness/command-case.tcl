# command-case.tcl -- trundle case: one benchmark with any parameters.
package provide trundle::command::case 1.0
package require trundle::cli
package require trundle::harness
package require trundle::formats

trundle::cli::declare case {
    usage {-list | NAME -catches | NAME [-set NAME=VALUE ...] [-engine CODE [-dialect] [-limit S] [-ranks N]] [-json] [-curves] [-explain] [-converge [-levels N] [-stiffness]]}
    about {Runs one benchmark and prints its observables beside their
        references; weak is what a mistake would pass, too, or what none makes a difference to.
        Every number of the problem statement is a parameter that
        -set changes; `trundle case NAME -help` lists them. Vectors are quoted. Choices of
        `laws` (but -as) and `integrate` that are no parameter of the benchmark can be set, too; with other laws or another step, of
        which it says nothing, it has no references.

        With -converge the same
        problem is run with steps that are halved again and again: the table has the values, the
        order that is observed (from the last three), and the limit to which they go with its
        uncertainty (Richardson), where the last four values agree on an order. Changes that do not shrink, but come
        and go by less than a thousandth of the value or a tenth of its tolerance, are told as such, with the largest;
        so is a time of whole steps, which no run knows better, and what roundings of all steps may sum up to. Where
        the limit is farther from the reference than its uncertainty, a line below the table says by how much, and for
        which reason the page allows it.

        With -engine another
        code computes the case: one that `trundle export` knows, or a program of one's own. That is called as
        `PROGRAM can` and `PROGRAM run model.json`. It answers `can` with a JSON object, of which each field may
        be left out, "{}" being a code that is asked everything: name; reads, json or text; parts, some of planes, meshes,
        particles, what it reads besides gravity, materials, contacts, laws and integrate; particles, how many at
        most; numbers, those of the contacts that it knows (mu_s, mu_d, xi, ...); options, for each word of `laws`
        and `integrate` that it knows a list of the values that it computes as meant, or an object: value, and "same"
        or in what it differs.

        It answers `run` with a table whose first line is
        time,particle,x,y,z,vx,vy,vz,wx,wy,wz, or with a JSON array of objects: time, particle, position,
        velocity, spin. There is a row for each particle (its name, or its number from 0) at the start, every
        run.record seconds, and at run.until, in SI units and all digits. Where run.forces is yes, it may tell its
        contacts at these times, too, each once: in a second table behind the rows, whose first line begins with
        time,i,j, or as an array "contacts" in the row of a particle, with the partner in "with". Bodies are names,
        numbers of particles, or -1, -2, ... for planes and then meshes. What is told of a contact, seen from the
        first body, has the fields and columns point (x,y,z), n (nx,ny,nz, from the first to the second), overlap,
        normal (N, pushing > 0), friction (tx,ty,tz) or force (fx,fy,fz, both together), torque (tqx,tqy,tqz, about
        the centre) and rolling (mx,my,mz, couple); each may be left out. `trundle export -schema` tells the
        fields of a model.

        A program that reads text is called as `PROGRAM run model.txt`: the same fields, a
        line each, like particles.1.radius 0.05; a material is its number, contacts.1.2.mu_s is that of
        materials 1 and 2, yes is 1 and no 0, and particles 2 tells how many there are. It runs in an empty folder of its own, so a name of a file in
        it is a whole path; the folders of the last twenty runs that failed are kept in ~/.cache/trundle/failed (or
        $TRUNDLE_CACHE/failed). Examples: own-code.py, own-code.c,
        own-code.f90. What a code that fails is like, a line below its table tells.}
    options {
        list    {{} flag 0 {name, title, source of each benchmark, and what it tests}}
        catches {{} flag 0 {which mistakes the variants see that other codes are asked, in tolerances of the nearest observable}}
        set     {NAME=VALUE {many text} {} {change a parameter (may be repeated)}}
        engine  {CODE text {} {another code in place of ours: %CODES, % (NAME=PROGRAM: not the one on PATH), or a program (or NAME=PROGRAM)}}
        dialect {{} flag 0 {with -engine: the problem in the conventions of that code}}
        limit   {S positive 60 {with -engine: longest time in s that one run of the code may take}}
        ranks   {N {integer 1} 1 {with -engine: processes of %TITLES:ranks% (other codes run in one)}}
        json    {{} flag 0 {print one JSON object}}
        curves  {{} flag 0 {print the curves of a case that draws some, for gnuplot}}
        explain {{} flag 0 {print every convention in force}}
        converge {{} flag 0 {refine the step: observed order, limit and its uncertainty}}
        levels  {N {integer 3 20} 4 {how many steps, each half of the one before; default: 4}}
        stiffness {{} flag 0 {with -converge: four times Young's modulus at half the step}}
    }
    examples {
        {trundle case -list}
        {which benchmarks there are}
        {trundle case sliding-sphere}
        {the printed problem}
        {trundle case sliding-sphere -set mu=0.3 -set 'velocity=1.3 0 -0.8'}
        {with another coefficient of friction and a start velocity in 3-D}
        {trundle case incline -converge -set dt=4e-4}
        {how the result depends on the step, and where it goes}
        {trundle case incline -engine liggghts -dialect}
        {the same problem, in its conventions, computed by another code}
        {trundle case incline -engine ./my-code}
        {by a program of one's own}
        {trundle case oblique-impact -catches}
        {what the impacts can tell of a code}
        {trundle case sliding-sphere -json}
        {the same for a program to read}
    }
}

proc trundle::command::case {arguments} {
    set values [trundle::cli::parse case $arguments]
    if {[dict get $values help]} {
        puts [case-help [lindex [dict get $values words] 0]]
        return 0
    }
    foreach {option allowed} {list {} catches {} converge {set levels stiffness json}
            curves {set engine dialect limit ranks}} {
        trundle::cli::only-beside case $values $option $allowed
    }
    trundle::cli::need-beside case $values -converge {levels stiffness}
    trundle::cli::need-beside case $values "an -engine" {dialect limit ranks}
    if {[dict get $values list]} {
        trundle::cli::words case $values 0 0 "-list"
        puts [case-list]
        return 0
    }
    trundle::cli::words case $values 1 1 "the name of one benchmark"
    set name [lindex [dict get $values words] 0]
    trundle::harness::need-case $name
    if {[dict get $values catches]} {
        package require trundle::mistakes
        trundle::harness::need-portable $name "case $name: -catches"
        puts [trundle::mistakes::catches $name]
        return 0
    }
    set changes [trundle::cli::settings case [dict get $values set]]
    trundle::harness::not-twice case [lmap {key value} $changes {set key}]
    if {[dict get $values converge]} {
        puts [case-converge $name $values $changes]
        return 0
    }
    set manner {}
    if {[dict get $values engine] ne ""} {
        set manner [dict remove [case-engine $name $values $changes] {*}[dict keys $changes]]
    }
    set changes [dict merge $manner $changes]
    set result [trundle::harness::run-asked $name $changes [dict keys $manner]]
    trundle::cli::tell-unsettled $name [dict get $result unsettled] [dict get $result steps]
    if {[dict get $values curves]} {
        puts [case-curves $name $result]
    } elseif {[dict get $values json]} {
        puts [trundle::formats::case-json $name \
            [trundle::harness::fact $name source] \
            [trundle::harness::fact $name parameters] $result \
            [dict get $values explain]]
    } else {
        puts [case-text $name $result [dict get $values explain]]
        if {[dict get $values engine] ne ""} {
            puts [case-differs [dict get $values engine]]
            if {[case-status $result]} {
                package require trundle::mistakes
                puts [trundle::mistakes::told $name $changes $result]
            }
        }
    }
    return [case-status $result]
}

# Let another code stand in for ours; -> the choices of its dialect, but for names that mean
# something else in this case.
proc trundle::command::case-engine {name values changes} {
    package require trundle::foreign
    set code [trundle::foreign::choose case [dict get $values engine]]
    set trundle::foreign::limit [dict get $values limit]
    trundle::foreign::in-ranks case [list $code] [dict get $values ranks]
    if {$code ne "trundle" && [trundle::foreign::program $code] eq ""} {
        trundle::value::fail "case: -engine is \"$code\", but its program is not installed"
    }
    set trundle::harness::engine $code
    return [trundle::harness::manner $name [expr {[dict get $values dialect] ? $code : ""}] $changes]
}

proc trundle::command::case-curves {name result} {
    if {![dict exists $result kept graphs]} {
        trundle::value::fail "case: $name draws no curves, expected a figure of a chapter, like rolling-life"
    }
    return [trundle::formats::graphs-text [dict get $result kept graphs]]
}

proc trundle::command::case-differs {code} {
    set lines [list "computed by $code"]
    foreach text $trundle::foreign::differs {
        lappend lines "differs in $text"
    }
    return [join $lines \n]
}

# The study of the step, as a table or as JSON.
proc trundle::command::case-converge {name values changes} {
    package require trundle::converge
    lassign [trundle::converge::case $name $changes [dict get $values levels] \
        [dict get $values stiffness]] heads study
    if {[dict get $values json]} {
        return [trundle::converge::json $name $heads $study]
    }
    return [trundle::converge::text $study $heads]
}

proc trundle::command::case-text {name result explain} {
    set text "$name: [trundle::harness::fact $name title]\
        ([trundle::harness::fact $name source])\n\n[
        trundle::formats::case-table $result]\n\n[
        case-unanswered $result][
        dict get $result steps] steps, [
        format %.3f [dict get $result wall_s]] s[
        expr {[dict get $result hash] eq "" ? "" : "\nhash of the last state [dict get $result hash]"}]"
    if {$explain} {
        append text \n\n[trundle::formats::conventions \
            [dict get $result explain] [trundle::language::meanings]]
    }
    return $text
}

proc trundle::command::case-unanswered {result} {
    set why [trundle::value::get $result unanswered]
    return [expr {$why eq "" ? "" : "no reference: the page knows no answer with $why\n"}]
}

proc trundle::command::case-status {result} {
    dict for {name facts} [dict get $result observables] {
        if {[dict get $facts pass] eq "0"} {
            return 1
        }
    }
    return 0
}

# A benchmark in two lines.
proc trundle::command::case-list {} {
    return [join [lmap name [trundle::harness::with-case] {
        set text [format "%-16s %s (%s)" $name [trundle::harness::fact $name title] \
            [trundle::harness::fact $name source]]
        set tests [trundle::harness::fact $name tests]
        expr {$tests eq "" ? $text : "$text\n[string repeat { } 17]$tests"}
    }] \n]
}

# Without a name the options and the benchmarks; with one its parameters.
proc trundle::command::case-help {name} {
    if {$name eq ""} {
        return "[trundle::cli::help case]\n\nbenchmarks: [
            join [trundle::harness::with-case] {, }]"
    }
    trundle::harness::need-case $name
    set rows {{parameter default unit {what it is} expected}}
    dict for {key facts} [trundle::harness::fact $name parameters] {
        dict with facts {
            lappend rows [list $key [trundle::formats::short $default 10] \
                $unit $description [trundle::value::expected $kind]]
        }
    }
    dict for {key targets} [trundle::harness::fact $name aliases] {
        lappend rows [list $key {} {} "sets [join $targets { and }]" {}]
    }
    return "$name: [trundle::harness::fact $name title]\
        ([trundle::harness::fact $name source])\n\n[
        trundle::formats::align $rows]\n\nexample: trundle case $name -set\
        [example-setting $name]"
}

proc trundle::command::example-setting {name} {
    dict for {key facts} [trundle::harness::fact $name parameters] {
        return "'$key=[trundle::formats::short [dict get $facts default]]'"
    }
    return NAME=VALUE
}

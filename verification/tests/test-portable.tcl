# Answers of other codes: how they are weighed and told, and what is kept of the runs.
package require trundle::testing
package require trundle
package require trundle::foreign
package require trundle::portable
package require trundle::mistakes
testing::start

tap::is [trundle::portable::worst {comparisons {{error 3 tolerance 2 text a} {error 5 tolerance 2.5 text b} {error 9 tolerance 0 text c} {error "" tolerance 1 text d}
    {text e}}}] {2.0 b} "the worst of an answer, in tolerances"
tap::is [trundle::portable::worst {comparisons {}}] {} "of nothing there is none"
tap::is [lmap error {0 1 1.04 9.94 10 12.4 126 Inf} {trundle::mistakes::tolerances $error}] {- - 1.0 9.9 10 12 130 never} "two digits of an error"
foreach {code message want} {
    {TRUNDLE FOREIGN CRASHED} {x did not run} {crashed {x did not run}}
    {TRUNDLE FOREIGN LATE} slow               {late slow}
    {TRUNDLE UNSUPPORTED} {no wall}           {unsupported {no wall}}
    {TRUNDLE EDIVERGED} far                   {fail far}
    {TRUNDLE EINVAL} {export: no triangle}    {unsupported {no triangle}}
    {TRUNDLE EINVAL} {of export: no}          {error {of export: no}}
} {
    tap::is [trundle::foreign::why-not $message [list -errorcode $code]] $want "why not: $code, $message"
}
tap::is [trundle::portable::told {lever half friction_cap total}] "lever half, friction_cap total" "conventions, told"
tap::is [trundle::portable::bases {a 1 b 2 c 3} {a 1 b 5}] {{a 1 b 2 c 3} {a 1 c 3 b 5} {a 1 b 2} {a 1 b 5}} "parameters, each in its turn as on the page"

# R* of two spheres or at a wall, by the modulus: of one kind of contact alone.
foreach {where radii walls factor} {
    spheres {0.03 0.05} 0 1.2649110640673518   spheres {0.03 0.05} 1 1   spheres 0.03 0 1   spheres {0.03 0.05 0.02} 0 1
    walls   0.03        1 0.7071067811865476   walls   0.03        0 1   walls {0.03 0.05} 1 1
} {
    set model [dict create materials {m {young 1e7}} particles [lmap r $radii {dict create radius $r}]]
    dict set model planes [lrepeat $walls {material m}]
    tap::near [dict get [trundle::mistakes::other-radius $where $model] materials m young] [expr {$factor*1e7}] 1 "another R*: $where $radii, $walls walls"
}

# Mistakes as their engine gives x: 1 without one, 3 with a wrong arm, 1.02 with another sign, 1 with what this case does not feel.
tap::is [trundle::mistakes::of-contacts {mu_s mu_d} {expr {2*$x}} {contacts {{a b} {mu_s 0.3 mu_d 0.2}}}] \
    {contacts {{a b} {mu_s 0.6 mu_d 0.4}}} "another number of a contact, for each key its own"
rename trundle::mistakes::with with
proc trundle::mistakes::with {page changes change} {
    set x [dict get [list unchanged 1 arm 3 sign 1.02 mass 1 hang "" {code {}} $::plain {code wrong} 5] \
        [expr {[lindex $change 0] eq "code" ? $change : [lindex $change 0]}]]
    return [expr {$x eq "" ? "" : [dict create observables [dict create x [dict create value $x]]]}]
}
set all $trundle::mistakes::all
set trundle::mistakes::all {{mass {a mass} mass} {arm {an arm} arm} {sign {a sign} sign} {hang {no end} hang} {code {a code} {code wrong}}}
set plain 1
foreach {got pass rivals want what} {
    3.05 0 {}              {{arm {an arm}}}  "within its tolerance"
    3.2  0 {}              {}                "two tolerances off"
    21   0 {far 21.05 half 0.5}  {far}             "a rival of the page"
    3.104 0 {}             {{arm {an arm}}}  "within a twentieth of the error"
    1.02 1 {}              {{sign {a sign}}} "nearer than without a mistake"
    1.08 1 {}              {{sign {a sign}}} "nearer, though not near"
    0.95 1 {}              {}                "no mistake is nearer"
    5.01 0 {}              {{code {a code}}} "a mistake of the code"
    3.05 0 {}              {{arm {an arm}}}  "of the code only where no change of the model is near"
} {
    set facts [dict create x [dict create value $got reference 1 tolerance 0.1 pass $pass rivals $rivals]]
    tap::is [lmap one [trundle::mistakes::explain page {} [dict create observables $facts]] {
        expr {[lindex $one 0] eq "far" ? "far" : $one}
    }] $want "what explains $got: $what"
}
set plain 1.5
tap::is [trundle::mistakes::explain page {} {observables {x {value 5.01 reference 1 tolerance 0.1 pass 0 rivals {}}}}] {} \
    "a code that differs from the engine without a mistake is not asked"
# At the edge of the tolerance a rival of the page is as near as one that passes.
foreach {rival want} {1 early 0.99 {}} {
    set facts [dict create n [dict create value 3 reference 0 tolerance 2 pass 0 rivals [list early $rival]]]
    tap::is [lmap one [trundle::mistakes::explained-by-rivals [dict create observables $facts]] {lindex $one 1}] $want "3 +- 2, for a rival at $rival"
}
# As a table for a page of two such cases: a mistake that changes nothing has no row, nor one whose run does not end.
foreach name {manner fact error-of judged} space {harness harness mistakes mistakes} {
    rename trundle::${space}::$name $name
}
proc trundle::harness::manner {page} {}
proc trundle::harness::fact {page name} {
    return {variants {one {a 1} two {a 2}}}
}
proc trundle::mistakes::error-of {result} {
    return [expr {([dict get $result observables x value] - 1)/0.1}]
}
proc trundle::mistakes::judged {result} {
    return [dict map {name facts} [dict get $result observables] {dict merge $facts {tolerance 0.1}}]
}
tap::is [split [trundle::mistakes::catches page] \n] [list {*}{{| mistake | one | two |} {| --- | --- | --- |} {| arm: an arm | 20 | 20 |}
    {| sign: a sign | - | - |} {| code: a code | 40 | 40 |}}] "what a page catches"
foreach name {manner fact error-of judged} space {harness harness mistakes mistakes} {
    rename trundle::${space}::$name {}
    rename $name trundle::${space}::$name
}
set trundle::mistakes::all $all
rename trundle::mistakes::with {}
rename with trundle::mistakes::with

# Beside ours: x is 1 and y 2 with these parameters; what a habit changes, 0.5 of x, is added.
foreach name {judge manner} {
    rename trundle::portable::$name $name
}
proc trundle::portable::manner {page code variant} {
    return {{n 0} {}}
}
proc trundle::portable::judge {page variant code manner} {
    set want [expr {[lindex $manner 1] ne "" ? 3.5 : 3}]
    set comparisons [list [dict create text x want $want tolerance 0.1]]
    if {[lindex $manner 1] ne "narrow"} {
        lappend comparisons {text y want 7 tolerance 0.2}
    }
    return [dict create values {x 1 y 2} comparisons $comparisons]
}
proc beside {values comparisons args} {
    return [lmap one [trundle::portable::beside [dict create values $values comparisons $comparisons] page up code {n 1} {*}$args] {
        lmap key {text want error tolerance pass} {dict get $one $key}
    }]
}
foreach {values comparisons habits want what} {
    {x 1.5 y 2} {{text x want 3 tolerance 0.25} {text y want 7 tolerance 0.125}} {} {{x 1 0.5 0.25 0} {y 2 0.0 0.125 1}} "tolerances of its references"
    {x 1.5 y 2} {} {} {{x 1 0.5 0.1 0} {y 2 0.0 0.2 1}} "those of the page"
    {x 1.5 y 2} {{text x want 3 tolerance 0.25}} {wall half} {{x 1.5 0.0 0.25 1}} "with a habit"
    {x 1.5 y 2} {{text x want 3 tolerance 0.25} {text y want 7 tolerance 0.1}} narrow {} "one has no reference with a habit"
    {x 1.5} {{text x want 3 tolerance 0.25} {text y want 7 tolerance 0.1}} {} {} "one is not answered"
    {x 1.5 y 2 z 3} {{text z want 3 tolerance 0.25}} {} {} "one is none of ours"
    {x 1.5 y 2 z 3} {{text z want 3 tolerance 0.25}} {wall half} {} "nor with a habit"
} {
    tap::is [beside $values $comparisons $habits] $want "beside ours: $what"
}
tap::is [dict get [lindex [trundle::portable::beside {values {x 1.5} comparisons {{text x want 3 tolerance 0.25 reason {half a step}}}} \
    page up code {n 1}] 0] reason] "half a step" "beside ours: the reason of its tolerance"
foreach name {judge manner} {
    rename trundle::portable::$name {}
    rename $name trundle::portable::$name
}

# What explains an answer of a code with three conventions of its own, of which "arm" is not declared; what is enough is given.
foreach name {manner enough?} {
    rename trundle::portable::$name $name
}
proc trundle::portable::manner {page code variant} {
    return [expr {$code eq "" ? {{lever a cap b arm c} {}} : {{cap b2 lever a2 arm c2 until 3} {}}}]
}
proc trundle::portable::enough? {answer page variant code plain conventions habits} {
    return [expr {$conventions in $::enough}]
}
set differs $trundle::foreign::differs
set trundle::foreign::differs {{cap "of another sum"} {lever "from the middle"}}
foreach {enough want what} {
    {{cap b2}}                        "cap b2"           "one"
    {{cap b2} {lever a2}}             "lever a2"         "the arm, before another"
    {{arm c2}}                        ""                 "not one that nobody has declared"
    {{lever a2 cap b2}}               "lever a2, cap b2" "two, and neither alone"
    {}                                ""                 "not all together"
} {
    tap::is [trundle::portable::explained {} page up code] $want "what explains an answer: $what"
}
set trundle::foreign::differs $differs
foreach name {manner enough?} {
    rename trundle::portable::$name {}
    rename $name trundle::portable::$name
}

# A code that ends contacts with their force does so with the damper that it was given: the restitution is not typed again.
foreach name {judge right? twin?} {
    rename trundle::portable::$name $name
}
proc trundle::portable::judge {args} {}
proc trundle::portable::right? {answer} {return 0}
proc trundle::portable::twin? {answer page variant code parameters habits} {
    lappend ::seen $trundle::portable::ending [dict get [dict merge {normal_end none} $parameters] normal_end]
    return [expr {$trundle::portable::ending eq "force"}]
}
set seen {}
tap::is [trundle::portable::enough? {} page up code {n 1} {normal_end force lever half} {}] 1 "an end with the same damper is enough"
tap::is [list $seen $trundle::portable::ending] {{{} force force none} {}} "first with the restitution of that end, then with the damper"
tap::is [trundle::portable::enough? {} page up code {n 1} {lever half} {}] 0 "where no end is declared, none is tried"
foreach name {judge right? twin?} {
    rename trundle::portable::$name {}
    rename $name trundle::portable::$name
}
set model [trundle::portable::with-end force {contacts {{a b} {restitution 0.5 mu_s 0.3}} options {normal_end overlap}}]
tap::is [dict get $model options normal_end] force "the end of a model"
tap::near [dict get [lindex [dict get $model contacts] 1] xi] [dict get [trundle::reference damping-rate -restitution 0.5 -end overlap] xi] 1e-12 \
    "and its damper is that of the other end"

# A kept run comes back as it was; those that were used last stay.
foreach {what run} {
    "rows" {seconds 1.25 version {a 1} records {0 {{1 2} {3 4}} 5 {{5 6} {7 8}}}}
    "rows and contacts" {seconds 0.5 version b records {0 {{1 2}}} contacts {0 {{i 0 j {plane 1}} {i 0 j 1}} 5 {}}}
} {
    trundle::foreign::to-cache kept/runs/one $run
    tap::is [glob -tails -directory kept/runs *] one "kept under its name: $what"
    tap::is [trundle::foreign::from-cache kept/runs/one] $run "as it was: $what"
}
file mkdir full
foreach {name age} {old 300 new 100 older 400 middle 200} {
    testing::write full/$name [string repeat x 399999]
    file mtime full/$name [expr {[clock seconds] - $age}]
}
trundle::foreign::forget full 0.8
tap::is [lsort [glob -tails -directory full *]] {middle new} "800 kB of them, to the last byte"
proc cached {args} {
    set kept [array get ::env]
    foreach name {TRUNDLE_CACHE XDG_CACHE_HOME HOME} {
        array unset ::env $name
    }
    array set ::env $args
    try {
        return [trundle::foreign::cache]
    } finally {
        array set ::env $kept
    }
}
tap::is [list [cached TRUNDLE_CACHE /a XDG_CACHE_HOME /b HOME /c] [cached TRUNDLE_CACHE "" XDG_CACHE_HOME /b HOME /c] [cached HOME /c]] \
    {/a /b/trundle /c/.cache/trundle} "where they are kept"
# On how many ranks a program has run is told by its log.
foreach {log said} {
    "Loop time of 1.5 on 1 procs for 10 steps" "./code ran on 1 ranks, expected 2: it may know no MPI"
    "no word of it" "./code ran on an unknown number of ranks, expected 2: it may know no MPI"
} {
    testing::write log.code $log
    tap::raises {trundle::foreign::ran-on ./code log.code 2} $said "two ranks, in the log: $log"
}
tap::raises {trundle::foreign::ran-on ./code no.log 2} $said "two ranks, and no log"
# Lines about all answers of a code.
set answers {}
foreach {status mistakes} {pass {} differs {} fail {{a {an a}} {b {a b}}} fail {{a {an a}}} fail {} crashed {} unsupported {}} {
    lappend answers [dict create code ./mine status $status mistakes $mistakes message no]
}
tap::is [trundle::portable::summary $answers] [list {mine: 1 agree, 1 differ as declared, 3 are wrong, 1 crashed; 1 do not apply and are not counted} \
    {mine: a (an a) explains 2 of 3 wrong answers} {mine: b (a b) explains 1 of 3 wrong answers}] "all answers of a code" 
tap::is [trundle::portable::all-compared? $answers] 1 "it was compared"
tap::is [trundle::portable::all-compared? [lappend answers {code other status unsupported message no}]] 0 "another one was not"
testing::write log.code "Loop time of 1.5 on 2 procs for 10 steps"
tap::is [trundle::foreign::ran-on ./code log.code 2] "" "two ranks as asked"
set above [file dirname [cached]]
tap::ok [expr {[file exists $above] && ![file isdirectory $above]}] "without a home, where nobody can make a folder: [cached]"
testing::end

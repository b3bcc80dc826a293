# trundle case: any parameter of a benchmark, tables and JSON, exit status.
package require trundle::testing
package require json
namespace import testing::*
testing::start

# A thrown sphere: its flight is known in closed form.
page throw {
benchmark throw {title {A thrown sphere} source {closed form}}
parameter speed {1.3 -0.4 2.1} m/s {start velocity} vector
parameter g 9.81 m/s^2 {gravity} nonnegative
parameter until 0.3 s {end of the flight} positive
parameter law none - {law of sliding friction} {choice none mindlin}
parameter heavy no - {a heavy sphere} boolean
parameter dt 1e-3 s {time step} positive -numerical
parameter mu_s 0.1 - {static friction} nonnegative
parameter mu_d 0.1 - {dynamic friction} nonnegative
case {
    with-engine e [model {
        gravity [list 0 0 [- [p g]]]
        material clay -young 1e7 -poisson 0.3 -density 1700
        sphere ball -radius 0.05 -material clay -velocity [p speed]
        integrate -method trapezoid -phi 0.5 -dt [p dt]
        laws -sliding [p law]
    }] {
        $e advance [p until]
        set ball [$e particle 0]
    }
    set fall [expr {-0.5*[p g]*[p until]**2}]
    observe position [dict get $ball position] m -kind closed-form \
        -reference [vadd [vscale [p until] [p speed]] [list 0 0 $fall]] \
        -tolerance 1e-12 -reason {round-off} -rival [list gravity [vscale [p until] [p speed]]]
    observe printed [lindex [dict get $ball position] 2] m -kind published \
        -reference 0.189 -tolerance 5e-4 -reason {printed to three decimals} -rival half
    observe far [lindex {1.0 NaN} [> [p until] 5]] m
}
}
set result [trundle case throw]
tap::is [dict get $result status] 0 "the printed problem passes"
tap::ok [regexp -line {^printed +0.18855 +m +0.189 +published .* pass$} \
    [dict get $result out]] "its table shows value, unit, reference, verdict"

set result [trundle case throw -set g=3.7 -set "speed=0.5 0.25 -1" -json]
set said [json::json2dict [dict get $result out]]
tap::is [lsort [dict keys $said]] \
    {case hash observables parameters source steps wall_s} "the keys of the JSON"
tap::is [dict get $said parameters] "speed {0.5 0.25 -1.0} g 3.7 until 0.3\
    law none heavy false dt 0.001\
    mu_s 0.1 mu_d 0.1" "parameters by type, with the changes"
tap::is [lsort [dict keys [dict get $said observables position]]] \
    "discrimination discrimination_sort error pass reference reference_kind rival rivals tolerance\
        tolerance_reason unit value weak" \
    "the keys of an observable"
tap::near [dict get $said observables position value] \
    [list 0.15 0.075 [expr {-0.3 - 0.5*3.7*0.09}]] 1e-12 \
    "vectors are arrays, and the changes act"
tap::is [dict get $said observables position pass] true "a truth is true"
tap::is [dict get $said observables printed reference] null \
    "a published number is not held against another problem"
tap::is [dict get $said steps] 300 "steps are counted"
tap::is [dict get [json::json2dict [dict get [trundle case throw -set mu=0.3 \
    -json] out]] parameters mu_d] 0.3 "mu sets both coefficients of friction"
set said [json::json2dict [dict get [trundle case throw -set dt=0.01 -json] out]]
tap::is [dict get $said observables printed pass] true \
    "it is when only a numerical parameter changes"

page off {
benchmark off {title {A wrong one} source nowhere}
parameter x 2 - {a number}
case {
    observe x [p x] - -reference 1 -kind ode -relative 0.5 -reason none
    observe shown [p x] - -reference 1.25 -kind ode -tolerance none -reason none -rival half
}
}
tap::is [dict get [trundle case off] status] 1 "a missed tolerance: status 1"
tap::is [dict get [trundle case off -set x=1.5] status] 0 \
    "a relative tolerance is a share of the reference"
tap::ok [regexp -line {^shown +1.5 +- +1.25 +ode +0.25$} [dict get [trundle case off -set x=1.5] out]] \
    "without a tolerance a reference is shown with the error, and judges nothing"
tap::is [dict get [trundle case throw -set until=6] status] 3 \
    "a value that is no number: status 3"


# A time of something that does not happen is a result, too.
page wait {
benchmark wait {title Wait source nowhere}
parameter x Inf - {a time} text
parameter y Inf - {the time that is right} text
alias both {x y}
case {
    if {[p x] eq [p y] && [p x] eq "0"} {
        refuse y {another time than x}
    }
    if {[p x] eq "0"} { expr {1/0} }
    observe t [p x] s -reference [p y] -kind ode -tolerance 1 -reason none \
        -rival [list double [expr {[p y] in {Inf none} ? "none" : 2*[p y]}]]
}
}
set result [trundle case wait]
tap::is [dict get $result status] 0 "what never happens is as expected"
tap::ok [regexp {t +never +s +never } [dict get $result out]] "and is said so"
tap::is [dict get [trundle case wait -set x=3] status] 1 "but not when it does"
tap::is [dict get [json::json2dict [dict get \
    [trundle case wait -set y=3 -json] out]] observables t value] null \
    "in JSON it is null"

tap::ok [regexp -line {^t +never +s +never +ode +1 +weak$} [dict get [trundle case wait] out]] \
    "no mistake is told apart: weak"
tap::ok [regexp -line {^t +4 +s +4 +ode +0 +1 +4 .double. +pass$} [dict get [trundle case wait -set both=4] out]] \
    "one is: pass"
tap::ok [regexp -line {^t +2 +s +2 +ode +0 +1 +2 .* +weak$} [dict get [trundle case wait -set both=2] out]] "one is too near: weak"

set result [trundle case wait -set x=3 -set y=none]
tap::is [dict get $result status] 0 "a reference that does not apply"
tap::ok [regexp -line {^t +3 +s$} [dict get $result out]] "is not shown"
tap::is [dict get [json::json2dict [dict get \
    [trundle case wait -set both=3 -json] out]] parameters] {x 3 y 3} \
    "an alias sets its parameters"
# What a shorter step does: results of a known order, one without order, one that is exact.
page steps {
benchmark steps {title Steps source nowhere}
parameter dt 0.1 s {step} positive -numerical
parameter young 1 Pa {modulus} positive -numerical
parameter p 1.5 - {order} number
case {
    set h [p dt]
    observe power [list [+ 3 [expr {2*$h**[p p]}]] [- 5 [expr {$h**[p p]}]]] m -kind closed-form \
        -reference {3 5} -tolerance 1 -reason none
    observe mixed [+ 1 [expr {$h + $h*$h}]] m
    observe exact 7 m
    observe noise [expr {1 + 0.1*sin(1e4*$h)}] m
    observe stiff [expr {4 + 1/[p young]}] m
    if {$h < 0.02} {observe late 1 s}
}
}
set said [dict get [json::json2dict [dict get [trundle case steps -converge -json] out]] observables]
tap::near [dict get $said power order] 1.5 1e-10 "-converge: the order of a power is its exponent"
tap::near [dict get $said power limit] {3 5} 1e-12 "and the limit its constant"
# 1.25 of what the finest of the four steps is away from the limit.
tap::near [dict get $said power uncertainty] [expr {1.25*sqrt(5)*(0.1/8)**1.5}] 1e-12 "the uncertainty, by hand"
tap::ok [expr {abs([dict get $said mixed order] - 1) < 0.06
    && abs([dict get $said mixed limit] - 1) < [dict get $said mixed uncertainty]}] \
    "two powers: the lower one, and the limit within its uncertainty"
tap::is [dict get $said exact verdict] "the step changes nothing" "a constant is told as such"
tap::ok [expr {[dict get $said noise verdict] ne "converges"
    && [dict get $said noise limit] == [lindex [dict get $said noise values] end]}] \
    "noise gets no limit but its last value"
tap::is [dict exists $said late] 0 "what is there with some of the steps only has no order"
set said [dict get [json::json2dict [dict get [trundle case steps -converge -stiffness -levels 5 -json] out]] observables]
tap::is [llength [dict get $said power values]] 5 "-levels"
tap::near [list [dict get $said stiff order] [dict get $said stiff limit]] {2 4} 1e-10 \
    "-stiffness: the modulus is four times as large at half the step"
tap::ok [regexp -line {^power +m +3.0632456 +3.0223607 .* 1.50 +3 .* converges$} \
    [dict get [trundle case steps -converge] out]] "the table"
set out [dict get [trundle case throw -help] out]
tap::ok [regexp -line {^until +0.3 +s +end of the flight +a positive} $out] \
    "-help lists parameters with default, unit and meaning"
set out [dict get [trundle case throw -explain] out]
tap::ok [regexp -line {^lever +radius +lever arm of the friction force$} $out] "-explain tells the conventions"
tap::is [dict get [json::json2dict [dict get \
    [trundle case throw -explain -json] out]] conventions lever] radius \
    "in JSON they are one key more"
set out [dict get [trundle case --help] out]
tap::ok [string match "*examples:*benchmarks: off, steps, throw, wait*" $out] \
    "help without a name gives examples and names"

# A page without a case says what it has instead, and stands in no list.
page bare {
benchmark bare {title Bare source nowhere}
check one {one} { ok 1 one -rival {never 0} }
}
foreach arguments {{case bare} {case bare -help} {case bare -json}} {
    testing::refused "trundle: bare has no case, expected one of off, steps, throw,\
        wait; `trundle verify bare` runs its checks, `trundle reproduce bare` its figures" $arguments $arguments
}
# What an error of ours looks like: one line, and the way to more.
page broken {
benchmark broken {title Broken source nowhere}
case { observe x [nothing] - }
}
set result [trundle case broken]
tap::is [list [dict get $result status] [dict get $result out]] {70 {}} "an error of a page is a bug: status 70"
tap::ok [regexp {^trundle: a bug in Trundle, please report it: invalid command name "nothing" [^\n]*TRUNDLE_DEBUG=1[^\n]*$} \
    [string trim [dict get $result err]]] "in one line"
# A page names the conventions that are others in a scenario of today, where they act.
page silent {
benchmark silent {title Silent source nowhere}
parameter say nothing - {what its laws name} {choice nothing lever both friction}
case {
    set laws [dict get {nothing {-sliding mindlin} lever {-sliding mindlin -lever radius}
        both {-sliding mindlin -lever radius -rescale no} friction {-sliding viscous -lever radius}} [p say]]
    model {
        material clay -young 1e7 -poisson 0.3 -density 1700
        sphere ball -radius 0.05 -material clay
        laws {*}$laws
    }
    observe x 1 -
}
}
foreach {say name} {nothing lever lever rescale} {
    testing::refused "trundle: silent: the model does not set `laws -$name`, *expected the page to set it" \
        [list case silent -set say=$say] "a page that names $say"
}
foreach say {both friction} {
    tap::is [dict get [trundle case silent -set say=$say] status] 0 "and one that names what acts: $say"
}
file delete ../verification/pages/bare.tcl ../verification/pages/broken.tcl ../verification/pages/silent.tcl

# Of the benchmarks that this build has, each that the help names has a case and helps with it.
set build [file normalize $testing::program]
set listed [split [regsub -all {\s} [regsub {^.*benchmarks: } [exec $build case -help] {}] {}] ,]
set listed [lsearch -all -inline -not -exact $listed {}]
tap::ok [expr {"sliding-sphere" in $listed && "codes" ni $listed}] "the help lists the cases"
foreach name $listed {
    tap::ok [string match "*example: trundle case $name -set '*=*'*" [exec $build case $name -help]] \
        "case $name -help"
}

# It looks at its motion every tenth of a second, and needs the second look.
page swung {
benchmark swung {title Swung source {closed form}}
parameter dt 1e-3 s {time step} positive -numerical
parameter often no - {look at each step} boolean
parameter back no - {go back in the end} boolean
parameter parts no - {count the steps of a hundredth of a second} boolean
case {
    set every [expr {[p often] ? 1 : [p parts] ? [steps-in 0.01] : round(0.1/[p dt])}]
    with-engine e [model {
        gravity {0 0 -9.81}
        material clay -young 1e7 -poisson 0.3 -density 1700
        sphere ball -radius 0.05 -material clay
        laws -lever radius -rescale no
        integrate -method verlet -dt [p dt]
    }] -until 0.3 -every $every {
        set rows [$e advance 0.3 -every $every]
        if {[p back]} {$e advance 0.1}
    }
    observe fall [- [lindex $rows 4 4]] m
}
}
# A sphere that begins within a floor, and is thrown off by a long step.
page thrown {
benchmark thrown {title Thrown source {closed form}}
parameter dt 1e-6 s {time step} positive -numerical
case {
    with-engine e [model {
        gravity {0 0 0}
        material clay -young 1e9 -poisson 0.3 -density 1700
        contact clay clay -mu 0
        plane floor -point {0 0 0} -normal {0 0 1} -material clay
        sphere ball -radius 0.05 -material clay -position {0 0 0.0499}
        laws -sliding none
        integrate -method verlet -dt [p dt]
    }] {$e advance 0.02; set ball [$e particle 0]}
    observe speed [lindex [dict get $ball velocity] 2] m/s
}
}
foreach {dt status} {1e-6 0 1e-4 0 5e-3 3} {
    set result [trundle case thrown -set dt=$dt]
    tap::is [dict get $result status] $status "thrown off in steps of $dt s: status $status"
}
tap::ok [regexp {^trundle: thrown: the motion has [\d.]+ J, and was given [\d.]+ J: it diverges; try a smaller dt than 0.005 s\n$} \
    [dict get $result err]] "with both energies"
tap::note [dict get $result err]
page asked {
benchmark asked {title Asked source {closed form}}
portable x -variants {one {}}
case {observe x 0 m}
}
# Why there is no reference, on its page and on one that borrows it.
page mute {
benchmark mute {title Mute source {closed form}}
parameter g 0 m/s2 {gravity} number
case {
    if {[p g] != 0} {unanswered gravity}
    observe x 0 m
}
}
page echo {
benchmark echo {title Echo source {closed form}}
parameter g 0 m/s2 {gravity} number
case {pass-on [borrow mute g [p g]] x}
}
foreach name {mute echo} {
    foreach {g want} {0 0 1 1} {
        tap::is [regexp -line {^no reference: the page knows no answer with gravity$} \
            [dict get [trundle case $name -set g=$g] out]] $want "why there is no reference: $name, g = $g"
    }
}
tap::is [dict get [json::json2dict [dict get [trundle case mute -set g=1 -json] out]] unanswered] gravity "in JSON, too"
file delete ../verification/pages/mute.tcl ../verification/pages/echo.tcl
# A choice that a page does not offer: what is laid over a model has no reference, on the page and on one that borrows it; what
# a borrowed page offers keeps that of its own; what changes nothing, or a scheme alone, keeps all; what nothing reads is refused.
set laid {
    with-engine e [model {
        material clay -young 1e7 -poisson 0.3 -density 1700
        sphere ball -radius 0.05 -material clay -spin {0 3 0}
        laws -lever radius -rescale no LAWS
        integrate -method verlet -dt STEP
    }] {
        $e advance 0.01
        set ball [$e particle 0]
    }
    observe spin [lindex [dict get $ball spin] 1] rad/s -kind closed-form -reference 3 -tolerance 0.1 -reason {none acts} -rival half
}
page plain [string map [list LAID [string map {LAWS "" STEP 1e-4} $laid]] {
benchmark plain {title Plain source {closed form}}
case {LAID}
}]
page offers [string map [list LAID [string map {LAWS {-increment [p increment]} STEP {[p dt]}} $laid]] {
benchmark offers {title Offers source {closed form}}
parameter dt 1e-4 s {time step} positive -numerical
conventions laws increment material
case {LAID}
}]
foreach {lender how} {plain "" offers "" offers "dt 1e-3"} {
    page borrows-$lender[llength $how] [string map [list NAME borrows-$lender[llength $how] LENDER "$lender $how"] {
benchmark NAME {title Borrows source {closed form}}
    parameter step 1 - {step of the run} positive -numerical
    case {
        set r [borrow LENDER]
        pass-on $r spin
        observe turned [value $r spin] rad/s -kind closed-form -reference 3 -tolerance 0.1 -reason {none acts} -rival half
    }
    }]
}
proc known {result} {
    return [lsort [regexp -all -inline -line {^(?:spin|turned)(?= .*pass$)} [dict get $result out]]]
}
foreach {name change want why} {
    plain             increment=rate  {}            increment=rate
    plain             increment=material spin          ""
    plain             method=trapezoid spin      ""
    plain             dt=2e-4      {}            dt=0.0002
    offers            dt=2e-4      spin          ""
    borrows-plain0    increment=rate  {}            increment=rate
    borrows-plain0    increment=material {spin turned} ""
    borrows-offers0   increment=rate  spin          increment=rate
    borrows-offers0   dt=2e-4      spin          dt=0.0002
} {
    set result [trundle case $name -set $change]
    tap::is [known $result] $want "$name -set $change: what has a reference: {$want}"
    tap::is [lindex [regexp -inline -line {^no reference: the page knows no answer with (\S+)$} [dict get $result out]] 1] $why \
        "and why not: $why"
}
testing::refused {trundle: borrows-offers2: dt is "0.0002", but nothing on this page reads it, expected a parameter that it has*} \
    {case borrows-offers2 -set dt=2e-4} "a step that the page sets itself"
set heads [lindex [split [dict get [trundle case borrows-offers2 -converge -levels 3] out] \n] 0]
tap::ok [regexp {step 1 +step 0.5 +step 0.25} $heads] "the step of a page without dt is refined: $heads"
file delete {*}[glob ../verification/pages/{plain,offers,borrows-*}.tcl]
page checks-only {
benchmark checks-only {title {No case} source {closed form}}
}
foreach {name arguments pattern} {
    "no benchmark" {case} {*name of one benchmark is missing*}
    "unknown benchmark" {case thrw} {*"thrw", expected one of asked, off, steps, swung, throw, thrown, wait; did you mean throw?}
    "a path for a name" {case ../throw} {*no benchmark "../throw"*}
    "two benchmarks" {case throw off} {*unexpected argument "off"*}
    "unknown option" {case throw -jsn} {*"-jsn"*-dialect, -engine, -explain, -json, -levels, -limit, -list, -ranks, -set, -stiffness; did you mean -json?}
    "unknown parameter" {case throw -set mss=1} {*"mss"*speed, g, until*}
    "no equals sign" {case throw -set mass} {*-set is "mass"*NAME=VALUE*}
    "no value" {case throw -set} {*-set has no value*}
    "not positive" {case throw -set until=-1} {*until is "-1"*positive*}
    "NaN" {case throw -set g=NaN} {*g is "NaN"*}
    "Inf" {case throw -set g=1e999} {*g is "1e999"*}
    "two for three" {case throw -set {speed=1 2}} {*speed is "1 2"*three*}
    "unknown choice" {case throw -set law=cubic} {*"cubic"*none, mindlin*}
    "no truth" {case throw -set heavy=2} {*heavy is "2"*yes or no*}
    "one number twice" {case throw -set g=1 -set g=2} {case: g is given twice, by "g" and "g", expected one value}
    "one number by two names" {case throw -set mu=1 -set mu_d=2} {case: mu_d is given twice, by "mu" and "mu_d"*}
    "what other codes are asked, and they are not" {case throw -catches}
        {case throw: -catches: this benchmark has no problem for other codes, expected one of asked}
    "a list in JSON" {case -list -json} {case: -list and -json exclude each other, expected one of them}
    "mistakes, and a step that is refined" {case throw -converge -catches} {case: -catches and -converge exclude each*}
    "a study of the step by another code" {case throw -converge -engine ./none} {case: -converge and -engine exclude each*}
    "its limit of time" {case throw -converge -limit 3} {case: -converge and -limit exclude each*}
    "its curves" {case throw -curves -converge} {case: -converge and -curves exclude each*}
    "its conventions" {case throw -converge -explain} {case: -converge and -explain exclude each*}
    "curves in JSON" {case throw -curves -json} {case: -curves and -json exclude each*}
    "levels without a study" {case throw -levels 4} {case: -levels needs -converge}
    "stiffness without a study" {case throw -stiffness} {case: -stiffness needs -converge}
    "a limit of time for our own engine" {case throw -limit 60} {case: -limit needs an -engine}
    "ranks of our own engine" {case throw -ranks 1} {case: -ranks needs an -engine}
    "an option twice" {case throw -converge -levels 4 -levels=5} {case: -levels is given twice, expected once}
    "values that do not go together" {case wait -set x=0}
        {wait cannot be computed with x=0: its formulas have no value there, expected values nearer to those of the problem,\
            x=*}
    "values that the page refuses" {case wait -set x=0 -set y=0}
        {wait: y is "0", expected another time than x}
    "no step to refine" {case wait -converge} {*wait has no parameter dt: -set dt=SECONDS}
    "no modulus to refine" {case throw -converge -stiffness} {*throw has no parameter young}
    "two levels" {case throw -converge -levels 2} {*-levels is "2", expected a whole number from 3 to 20}
    "forty levels" {case throw -converge -levels 40} {*-levels is "40", expected a whole number from 3 to 20}
    "levels that nobody would wait for" {case throw -converge -levels 20 -set dt=1e-4}
        {throw: dt is 1.90735e-10 s, which makes 1.6e9 steps until 0.3 s, expected fewer than 1e9}
    "steps that nobody would wait for" {case throw -set dt=1e-30}
        {throw: dt is 1e-30 s, which makes 3e29 steps until 0.3 s, expected fewer than 1e9}
    "a step longer than the run" {case throw -set dt=1} {throw: dt is 1 s, longer than the run, 0.3 s, expected many steps}
    "steps that nobody would wait for, known before" {case swung -set dt=1e-12}
        {swung: dt is 1e-12 s, which makes 3e11 steps until 0.3 s, expected fewer than 1e9}
    "steps of a part of the run" {case swung -set dt=1e-12 -set parts=yes}
        {swung: dt is 1e-12 s, which makes 1e10 steps until 0.01 s, expected fewer than 1e9}
    "no step between two looks" {case swung -set dt=0.25} {swung: dt is 0.25 s, longer than the sampling interval of the motion, expected many steps}
    "a way back" {case swung -set back=yes} {swung: the motion would go back from 0.3 s to 0.1 s, expected another dt than 0.001 s}
    "looks that no memory holds" {case swung -set dt=1e-7 -set often=yes}
        {swung: dt is 1e-7 s, which makes 3e6 samples of the motion until 0.3 s, expected 1e6 of a particle at most}
    "too few rows" {case swung -set dt=0.15}
        {swung cannot be computed with dt=0.15: its run of 2 steps lacks what an observable needs, expected values\
            nearer to those of the problem, dt=0.001}
    "a value of -set, with -converge" {case throw -converge -set g=x} {*g is "x"*}
    "unknown command" {cse throw} {*no command "cse"*run, case, sweep*; did you mean case?}
    "no command that is near" {xyzzy} {*no command "xyzzy"*completion}
    "a parameter that is near" {case throw -set spede=1} {*"spede"*; did you mean speed?}
    "a choice that is near" {case throw -set law=midlin} {*"midlin", expected one of none, mindlin; did you mean mindlin?}
    "a value for a flag" {case throw -json=1} {*-json takes no value, and got "1"}
    "an unknown option with a value" {case throw -st=1} {*no option "-st"*; did you mean -set?}
} {
    testing::refused "trundle: $pattern" $arguments $name
}
tap::is [dict get [trundle --version] status] 0 "--version"
tap::is [trundle -V] [trundle --version] "-V"
tap::is [lsort [dict keys [json::json2dict [dict get [trundle case throw -set=g=3.7 -json] out]]]] \
    {case hash observables parameters source steps wall_s} "-option=value"
tap::is [trundle help verify] [trundle verify --help] "help COMMAND"
package require trundle::cli
set page [dict get [trundle manual] out]
tap::is [regexp -all -line {^\.SS trundle } $page] \
    [dict size $trundle::cli::commands] \
    "the manual page has all commands"
tap::is [regexp -all -line -inline {^[.'](?!TH|SH|SS|TP|PP|BI? |BR |br$|nf$|fi$).*} $page] "" \
    "and no text that looks like a request"
package require trundle::manual
tap::is [trundle::manual::escape ".5 of\n'all'\nis \\-"] "\\&.5 of\n\\&'all'\nis \\e\\-" "for each is escaped"
tap::ok [string match "*reproduce*identify*Exit status*" \
    [dict get [trundle --help] out]] "--help lists the commands"

# Starting up must not be felt.  Other work on the machine does not count, so
# this is processor time, as the shell tells it, the best of five.
proc seconds {} {
    variable ::testing::folder
    set said [exec sh -c {"$0" "$1" case off -set x=1 >/dev/null; times} \
        [info nameofexecutable] $folder/bin/trundle]
    set total 0
    foreach {- minutes rest} [regexp -all -inline {(\d+)m([\d.]+)s} \
            [lindex [split $said \n] 1]] {
        set total [expr {$total + 60*$minutes + $rest}]
    }
    return $total
}
set best [tcl::mathfunc::min {*}[lmap k {1 2 3 4 5} {seconds}]]
# Under a sanitizer, which is loaded before everything, it may take longer.
tap::ok [expr {$best < 0.1 || [info exists env(LD_PRELOAD)]}] \
    "a case starts in less than 0.1 s"
tap::note "best of five: $best s"
# In a build tree its own package counts, not one of the same version that is installed.
set version [lindex [dict get [trundle -V] out] 1]
file mkdir installed
testing::write installed/pkgIndex.tcl "package ifneeded trundle $version {error {the installed one}}"
set path [expr {[info exists env(TCLLIBPATH)] ? $env(TCLLIBPATH) : ""}]
set env(TCLLIBPATH) [linsert $path 0 [file normalize installed]]
works "an installed package of the same version is not taken" case throw
set env(TCLLIBPATH) $path
# One page that cannot be read is left out; when it is all of them, something else is wrong.
set before [dict get [trundle case -list] out]
page torn "benchmark torn {title Torn source {source 9}}\nfigur fig1"
tap::is [dict get [trundle case -list] out] $before "a page that cannot be read is not listed"
file delete {*}[glob ../verification/pages/*.tcl]
page torn "benchmark torn {title Torn source {source 9}}\nfigur fig1"
set result [trundle case -list]
tap::ok [expr {[dict get $result status] != 0 && [string match "*figur*" [dict get $result err]]}] \
    "no page can be read: the reason is told"
# As many steps as are refused, to the last bit, whoever asks first.
package require trundle::bounds
proc engine {word args} {dict get {explain {adaptive no} time 0 dt 3e-9 advance {} counts {particles 1}} $word}
foreach script {{trundle::bounds::steps all 3e-9 3.0 1e9} {[trundle::bounds::guard all ::engine] advance 3.0}} {
    tap::raises $script {all: dt is 3e-9 s, which makes 1e9 steps until 3 s, expected fewer than 1e9} "1e9 are not fewer: $script"
}
foreach {adaptive refused} {no 1 printed 0} {
    tap::is [catch {trundle::bounds::plan all [list scheme [list dt 3e-9 adaptive $adaptive]] {until 3.0}} why] $refused \
        "a plan of 1e9 steps, adaptive $adaptive: $why"
}
testing::end

# test-mutants.tcl -- the mutator finds what it should and leaves alone what it must; the reasons
# of data/mutants.csv fit changes of the code.
package require tap
set env(srcdir) [file normalize [expr {[info exists env(srcdir)] ? $env(srcdir) : "."}]]
source [file join $env(srcdir) mk/mutants.tcl]

proc changes {mutants} {
    return [lsort [lmap mutant $mutants {
        string cat [dict get $mutant line] " " [dict get $mutant kind] ": " [dict get $mutant old] " -> " [dict get $mutant new]
    }]]
}

set text {#line 7 "lit/ball.nw"
/* a - b */
enum { TR_X = 3 };
static double
pull(const ball *b, double k_i, double k_j)
{
  double f[2] = {0.5, 0};       /* 1 + 1 */
  if (b->x < k_i && k_j)
    f[0] = -k_i*turn(k_i, k_j);
#line 30 "lit/ball.nw"
  drop(b);
  return f[0];
}}
set mutants [mutate::c src/ball.c $text]
tap::is [changes $mutants] [lsort {
    {12 constant: 0.5 -> 1.0} {12 constant: 0 -> 1}
    {13 condition: b->x < k_i && k_j -> !(b->x < k_i && k_j)} {13 relation: < -> <=} {13 logic: && -> ||}
    {13 name: k_i -> k_j} {13 name: k_j -> k_i}
    {14 constant: 0 -> 1} {14 sign: - -> } {14 arithmetic: * -> /} {14 name: k_i -> k_j} {14 name: k_i -> k_j}
    {14 name: k_j -> k_i} {14 arguments: k_i, k_j -> k_j, k_i} {14 statement: f[0] = -k_i*turn(k_i, k_j) -> }
    {30 statement: drop(b) -> }
    {31 sign: f[0] -> -(f[0])} {31 constant: 0 -> 1}
}] "each mutant of a small function, at its place in the chapter"
tap::is [lsort -unique [lmap mutant $mutants {dict get $mutant file}]] lit/ball.nw "which is named"
proc changed {mutants text old} {
    set mutant [lindex [lsearch -all -inline -glob $mutants "*old $old *"] 0]
    set new [mutate::apply $mutant src/ball.c $text]
    return [lmap one [split $text \n] two [split $new \n] {
        if {$one eq $two} continue
        set two
    }]
}
tap::is [changed $mutants $text "<"] [list "  if (b->x <= k_i && k_j)"] "one place is changed"
tap::is [changed $mutants $text "drop(b)"] {{  ;}} "a statement goes"
set quiet {int
hold(ball *b)
{
  b->room = calloc(3 + b->count, 2*sizeof *b->room);
  b->most = fmax(b->x, b->y) + tr_dot(b->v, b->w);
  free(b->was);
  __builtin_prefetch(b);
  Tcl_DecrRefCount(b->name);
  Tcl_DictObjDone(&b->search);
}}
tap::is [lsort -unique [lmap change [changes [mutate::c quiet.c $quiet]] {lrange $change 1 end}]] [lsort {
    {statement: b->room = calloc(3 + b->count, 2*sizeof *b->room) ->}
    {statement: b->most = fmax(b->x, b->y) + tr_dot(b->v, b->w) ->}
    {arithmetic: + -> -} {arithmetic: * -> /} {name: x -> y} {name: y -> x}
}] "what no test could see is no mutant: more room, the order of a sum, memory that is not freed"
set limits {double
clip(double x, double y)
{
  const double z = x > 0 ? x*y : 0, w = y >= 0.0 ? x : 0.0;
  return z < w ? z : w;
}}
tap::is [lsearch -all -inline [changes [mutate::c limits.c $limits]] *relation*] {{4 relation: >= -> >}} \
    "nor is < for <= where the two branches meet"
set yes {static int
both(ball *b, double x)
{
  if (!b->room || !b->most)
    return TR_ENOMEM;
  if (x > b->x)
    b->x = x;
  if (fabs(x) < 1e-9)
    return TR_EDOM;
  return far(b);
}
static int
near(const ball *b)
{
  if (b->most)
    return 1;
  return far(b) && b->room != 1;
}}
tap::is [lmap change [changes [mutate::c yes.c $yes]] {lrange $change 1 end}] [list {*}{
    {sign: far(b) -> -(far(b))} {condition: b->most -> !(b->most)} {constant: 1 -> 2} {logic: && -> ||} {relation: != -> ==}
    {condition: !b->room || !b->most -> !(!b->room || !b->most)} {logic: ! ->} {logic: ! ->}
    {condition: x > b->x -> !(x > b->x)} {statement: b->x = x ->}
    {condition: fabs(x) < 1e-9 -> !(fabs(x) < 1e-9)} {constant: 1e-9 -> 2e-9}
}] "nor another yes, the larger of equal ones, a tolerance to the last bit, what only a computer without memory does"
set counted {static void
tell(Tcl_Obj *d, int n)
{
  int *x = (int *)ckalloc(((unsigned)n + 1)*sizeof *x);
  put(d, "way", Tcl_NewStringObj(path, -1));
  put(d, "way", Tcl_NewIntObj(-1));
  ckfree((char *)x);
}}
set mutants-of-counted [changes [mutate::c counted.c $counted]]
tap::is [lsearch -all -inline ${mutants-of-counted} *constant*] {{6 constant: 1 -> 2}} \
    "nor the length -1 of a text that Tcl counts, nor more of its room"
tap::is [lsearch -all -inline ${mutants-of-counted} "\[47\] *"] {{4 arithmetic: * -> /} {4 arithmetic: + -> -}} "but less of it"
set twice "$text\n#line 7 \"lit/ball.nw\"\n[join [lrange [split $text \n] 1 8] \n]"
tap::is [llength [changed $mutants $twice "<"]] 2 "a chunk that is used twice changes in both places"

set text {# if {$a < 3} {}
proc far {x y} {
    variable all
    if {$x < 2.5 && !($y eq "a < b")} {
        lappend all [lindex $x 0]
    }
    if {[regexp {a(.)} $x - one]} continue
    return [expr {max($x, -1) + CONT
        $y}]
}}
set text [string map {CONT \\} $text]
tap::is [lsearch -all -inline [changes [mutate::tcl most.tcl "proc most {x} {\n    if {\$x > \$::most} {set ::most \$x}
    if {\$x > \$most} {set most \$x}\n    return \[expr {\$x < 1e-6}]\n}"]] *relation*] {{2 relation: > -> >=}} "nor in Tcl"
tap::is [changes [mutate::tcl far.tcl $text]] [lsort {
    {4 relation: < -> <=} {4 constant: 2.5 -> 5.0} {4 logic: && -> ||} {4 logic: ! -> } {4 relation: eq -> ne}
    {5 statement: lappend all [lindex $x 0] -> } {5 constant: 0 -> 1} {8 name: max -> min} {8 constant: 1 -> 2}
    {8 sign: - -> } {8 arithmetic: + -> -}
}] "expressions, indices and commands of Tcl"

# Which procedures a test enters, and which of their commands.
set watched [mutants::watched far.tcl "# far\n$text"]
tap::is [llength [split $watched \n]] [llength [split "# far\n$text" \n]] "marks move no line"
set ::env(MUTANTS_SEEN) [file normalize seen-test-mutants]
file mkdir $::env(MUTANTS_SEEN)
eval $watched
tap::is [glob -tails -directory $::env(MUTANTS_SEEN) *] far.tcl: "a file that is read leaves its mark"
far 3 4
tap::is [lsort [glob -tails -directory $::env(MUTANTS_SEEN) *]] {far.tcl: far.tcl:5 far.tcl:8 far.tcl:9 far.tcl:far} \
    "and a procedure that is entered, and its commands that are reached"
file delete -force $::env(MUTANTS_SEEN)
tap::is [mutants::procedures "# far\n$text"] {{far 3 11}} "its first and its last line"

# Those that come to a command are asked; where nobody is seen to come, those that have read its file.
set far [file normalize far-test-mutants.tcl]
files::write-text $far "# far\n$text"
proc asked {line args} {
    rename mutants::path path
    proc mutants::path {file} {return $::far}
    rename mutants::own own
    proc mutants::own {mutant} {}
    set alone [dict map {name seen} $args {list 1 [lmap mark $seen {string cat far.tcl: $mark}] {}}]
    set order [mutants::order [dict create file far.tcl files far.tcl line $line] [dict map {name seen} $args {list tcl x}] $alone]
    foreach name {path own} {
        rename mutants::$name {}
        rename $name mutants::$name
    }
    return [lsort $order]
}
tap::is [asked 5 one {{} 5 8} two {{} 8} three {9 5} four {}] {one three} "who comes to a command is asked"
tap::is [asked 5 one {{} 8} two {{} far} three 9] {one two} "where nobody does, who has read the file"
file delete $far

set text {proc near {x} {
    set y 1
    puts "
    if x == 1:
        return y
    for b in [join $x]:"
    write {
        set off
    }
    switch $x {
        {a b} {
            incr y
        }
    }
    # if no
    if {$y &&
            "a]" ne [lmap one "a b" {
        set one
    }]} {
        return {
            set off}
    } else {
        puts one; set y 2
        unset y
    }
}}
tap::is [mutants::commands [split $text \n] 1 26] {2 3 12 16 20 23 24} "what another program reads has no commands"

# Lines of C that were not executed, and those behind that go on with such a line.
set text [split {double
far(double x)
{
  if (x > 3)
    return near(x,
                2);
  static const double table[] = {
    1, 2};
  while (x > 1
         && table[1] > 0)
    x = x/2
      + 1;

    x = 1;
}} \n]
set spans [mutants::spans-of {4 1 5 0 9 0 11 0 14 1} $text]
tap::is $spans {5 6 9 12} "lines that were not executed go on where nothing counts and it is set in deeper"
tap::is [lmap line {4 5 6 7 8 9 10 11 12 13 14 15} {mutants::reaches? [dict create file far.nw line $line] [dict create far.nw $spans]}] \
    {1 0 0 1 1 0 0 0 0 1 1 1} "a test without them cannot notice what changes there"
tap::is [mutants::reaches? {file other.nw line 5} [dict create far.nw $spans]] 1 "of another file nothing is known"
proc note {name said bad} {
    lappend ::notes [list $name [string trim $said] $bad]
}
set notes {}
mutants::together {0.4 0 0.1 x} 2 {sh -c {sleep $0 2>/dev/null && echo $0}} note
tap::is $notes {{0 0 0} {0.1 0.1 0} {x {} 1} {0.4 0.4 0}} "side by side: one that takes long holds up no other"

# A program that does not end has failed; others go on.
set other [exec sleep 60 &]
tap::is [lindex [mutants::ask c test-ball {sh -c {echo "# test roll: it rolls"; while :; do :; done}} 1] 0] test-ball/roll \
    "a test that hangs has failed"
tap::is [lindex [mutants::ask c test-ball {sh -c {echo "# test roll: it rolls"; echo "ok 1 - far"}} 1] 0] {} "one that ends has not"
tap::ok [file isdirectory /proc/$other] "no other program was ended"
# A test in Tcl or a page is heard to its first failure, or to its end.
set two {sh -c {echo "not ok 1 - ball/rolls: on"; echo "not ok 2 - ball/falls: down"; echo "ok 3 - ball/ends: here"}}
tap::is [lmap all {0 1} {lindex [mutants::ask page ball $two 1 $all] 0}] {ball/rolls {ball/falls ball/rolls}} \
    "the first check that notices, or all"
tap::is [lmap all {0 1} {lindex [mutants::ask tcl test-ball.tcl $two 1 $all] 0}] [list {{test-ball.tcl/ball/rolls: on}} \
    {{test-ball.tcl/ball/falls: down} {test-ball.tcl/ball/rolls: on}}] "so of a test in Tcl, by what its checks are called"
tap::is [lindex [mutants::ask tcl test-ball.tcl {sh -c {for k in 1 2 3 4 5 6 7 8 9; do echo "not ok $k - $k"; done}} 1 1] 0] \
    test-ball.tcl "or by its name, where most of them fall"
exec sh -c "kill $other"

set environment [array get ::env MUTANTS_*]
# Who asks the allocator what it has given is not run with the one that checks.
set place [file normalize test-mutants-programs]
file mkdir $place
files::write-text $place/test-a.c "#include <stdio.h>\n"
files::write-text $place/test-b.c "#include \"test-memory.h\"\n"
foreach {name value} [list TESTS "test-mutants-programs/test-a test-mutants-programs/test-b" TCL_TESTS "" TOOL_TESTS "" PAGES ""] {
    set ::env(MUTANTS_$name) $value
}
tap::is [lmap name {test-a test-b} {string match *MALLOC_CHECK_* [lindex [dict get [mutants::tests] $name] 1]}] {1 0} \
    "checks of malloc, but not for those who ask it"

# Tests in Tcl that speak of a file: those that do most, four at most, and not its own.
set texts {test-drum.tcl {drum drum} test-one.tcl drum test-two.tcl {a drum, drum} test-six.tcl {drum drum drum-side drum drum drum}
    test-four.tcl {drum drum drum drum} test-five.tcl {drum drum drum drums drum drum} test-three.tcl {drum drum drum}
    test-bass.tcl {drumming drumming eardrum eardrum}}
set ::env(MUTANTS_TCL_TESTS) [lmap {name text} $texts {
    files::write-text $place/$name $text
    string cat test-mutants-programs/$name
}]
set drum [dict create file verification/harness/commands/drum.tcl files {}]
tap::is [mutants::named $drum] {test-six.tcl test-five.tcl test-four.tcl test-three.tcl} "tests that speak of a file"
tap::is [mutants::named [dict create file lit/engine/drum.nw files {}]] {} "none of a chapter in C"
tap::is [lmap {test kind slow} {test-drum.tcl tcl 0 test-six.tcl tcl 0 test-two.tcl tcl 1 test-c c 0 test-d c 1 drum page 0} {
    mutants::turn-of $test $kind [mutants::own $drum] [mutants::named $drum] $slow
}] {first named tcl first c pages} "the turn in which each is asked"
# A tool of the build meets its own tests alone, and is drawn when it is named.
set ::env(MUTANTS_TOOL_TESTS) {mk/test-drum.tcl mk/test-ours.tcl}
set tool [dict create file mk/drum.tcl files mk/drum.tcl line 1 id {mk/drum.tcl a b c {}}]
tap::is [lmap turn {first c named tcl pages} {
    expr {$turn eq "first" ? [mutants::own $tool] : [mutants::asks? $turn $tool 0]}
}] {test-drum.tcl 0 0 0 0} "a tool of the build meets its own tests"
set tests [dict create test-drum.tcl {tool x} test-ours.tcl {tool x} test-six.tcl {tcl x}]
tap::is [mutants::order $tool $tests [dict map {name test} $tests {list 1 mk/drum.tcl: {}}]] {test-drum.tcl test-ours.tcl} \
    "no others see it"
tap::is [mutants::turn-of test-ours.tcl tool [mutants::own $tool] {} 0] tcl "nor do those of other tools, but when they are asked for"
tap::is [lmap only {* mk/* drum:1} {llength [mutants::drawn [list $tool] 1 [list $only]]}] {0 1 1} "it is drawn by its name"
file mkdir $place/side $place/build
files::write-text $place/side/far.c "far\n"
file delete -force $place-mirror
mutants::mirror $place $place-mirror side
tap::is [lmap name {side side/far.c test-a.c build} {
    expr {[file exists $place-mirror/$name] ? [file type $place-mirror/$name] : "none"}
}] {directory link link none} "a folder of links to another, but for what is named"
file delete -force $place-mirror
tap::is [files::read-text $place/side/far.c] "far\n" "which stays when it goes"
set ::env(MUTANTS_TOOL_TESTS) ""
# Those that -ask names, and nobody else.
set ::env(MUTANTS_PAGES) {pages/ball.nw pages/slope.nw}
tap::is [mutants::chosen-tests {test-two.tcl pages test-a pages}] {ball slope test-a test-two.tcl} "tests that are chosen, each once"
set mutants::chosen {slope test-a}
tap::is [dict keys [mutants::tests-for chosen [list $drum] 1]] {test-a slope} "they alone are measured"
# A change in C that no test comes to is compiled once all the same.
rename mutants::compile compile
rename mutants::order order
proc mutants::compile {unit object {first ""} {level -O1}} {return 1}
proc mutants::order {args} {}
foreach {name value} {H "" C far.c TCL "" TCL_C "" TOOLS ""} {
    set ::env(MUTANTS_$name) $value
}
files::write-text $place/far.c "return near(x, y);\n"
set far $place/far.c
rename mutants::path path
proc mutants::path {file} {return $::far}
set mutant [dict create file far.c files far.c line 1 text "return near(x, y);" kind arguments old "x, y" new "y, x" \
    id {far.c {return near(x, y);} {x, y} {y, x} {}} at 12 from 12 to 15]
rename mutate::apply real-apply
proc mutate::apply {mutant file text} {return $text}
tap::is [list {*}[mutants::judge $mutant first $place [list {} {} {} [dict create far [list $far]] 0]]] {invalid {} 0} \
    "where no test comes, a change that does not compile is none"
foreach name {compile order path} {
    rename mutants::$name {}
    rename $name mutants::$name
}
rename mutate::apply {}
rename real-apply mutate::apply
file delete -force $place
array unset ::env MUTANTS_*
array set ::env $environment

set one [dict create file f text t old o new n]
tap::is [lmap {k n} {95 100 1 1 0 3} {lmap end [mutants::interval $k $n] {format %.3f $end}}] \
    {{0.888 0.978} {0.207 1.000} {0.000 0.562}} "Wilson's interval"

# Answers of an earlier run: a killed one holds, a survivor and what is open until a test changes.
set kept [file normalize results-test-mutants.csv]
files::write-text $kept "file,text,old,new,nth,verdict,state\nf,a,<,>,1,killed,old\nf,b,<,>,1,survived,old\nf,c,<,>,1,survived,now
f,d,<,>,1,open,now\nf,b,<,>,2,survived,old\nf,b,<,>,2,killed,now\n"
set answers [mutants::results $kept]
tap::is [dict size $answers] 5 "the last answer of each"
tap::is [lmap id [dict keys [mutants::holding $answers now]] {lrange $id 1 1}] {a c d b} "what holds"
file delete $kept

# The record: the counts of a sample are added, and its share; a sample counts once, and tests in Tcl do not.
proc answer {text verdict by} {
    return [list $text [dict create file far.c line 3 text $text kind logic old o new n nth "" verdict $verdict by $by cpu 1 state x]]
}
set answers [concat [answer a killed {test-far/one test-far/two}] [answer b survived {}] [answer c killed test-far/one] \
    [answer d killed {{test-far.tcl/three: x}}] [answer e killed slope/way] [answer f equal {}]]
set record [file normalize record-test-mutants.csv]
files::write-text $record "# old\n# drawn: -seed 5: 2 of 4 new ones noticed\ntest,noticed,alone\nfar/one,5,4\nnear/two,1,0\n"
mutants::write-record $record $answers "-seed 78" ": 3 of 6 new ones noticed, at x"
tap::is [lrange [files::read-lines $record] 3 end] [list {# drawn: -seed 5: 2 of 4 new ones noticed} \
    {# drawn: -seed 78: 3 of 6 new ones noticed, at x} test,noticed,alone far/one,7,5 far/two,1,0 near/two,1,0 slope/way,1,1] \
    "the record adds a sample"
tap::ok [catch {mutants::write-record $record $answers "-seed 78" ", at y"}] "which it takes once"
tap::ok [expr {![catch {mutants::write-record $record {} "-seed 7" ""}]}] "another seed is another sample"
set share [lindex [mutants::record $record] 1]
tap::is [list [files::share-noticed $share] {*}[lmap {k n} {45 100 30 100} {mutants::too-good? $share $k $n}]] {{5 10} 0 1} \
    "a sample of 100 bears out five of ten with 45, not with 30"
tap::is [mutants::too-good? {} 0 100] 0 "without a sample no share is claimed"
file delete $record

# Reasons fit changes of the code as it is.
set all [mutate::all [mutants::files]]
if {[file isdirectory mutants/lines] || [llength [glob -nocomplain lit/*/*.lines]]} {
    tap::is [mutants::idle [mutants::reasons] $all] {} "each reason of data/mutants.csv fits a change of the code"
} else {
    tap::ok 1 "each reason of data/mutants.csv fits a change of the code # SKIP without noweb C has no #line"
}
# What a compiler calls a file, also where the source folder is called src and where one folder lies in the other.
set folders [list $mutants::here $mutants::source]
foreach {mutants::here mutants::source} {/a/build /a/src /a /a/src /a/src/build /a/src} {
    tap::is [lmap path {/a/src/src/tap.h /usr/include/src/x.h lit/engine/far.nw} {mutants::short $path}] \
        {src/tap.h {} lit/engine/far.nw} "the name of a file, built in $mutants::here from $mutants::source"
    tap::is [mutants::short $mutants::here/mutants/lines/src/far.c] src/far.c "and that of a tangled one"
}
lassign $folders mutants::here mutants::source
set text {if {$x < 1} {set y 1}
if {$x < 1 || $y < 1} {set z 1}
if {$x < 1} {set y 1}}
set file [file normalize near-test-mutants.tcl]
files::write-text $file $text
set mutants [mutate::all [list [list near.tcl $file]]]
tap::is [lmap mutant [lsearch -all -inline $mutants "*relation*"] {
    list [dict get $mutant line] [lindex [dict get $mutant edits] 0 2] [lindex [dict get $mutant id] end]
}] {{1 7 {1 of 2}} {2 7 {1 of 2}} {2 17 {2 of 2}} {3 7 {2 of 2}}} "equal ones of a file are counted in the order of their places"
set reason {kind relation text {^if \{\$x < \d} old {< >} why {no use}}
tap::is [lmap mutant $mutants {expr {[mutants::fits? $reason $mutant] ? [dict get $mutant line] : [continue]}}] {1 2 2 3} \
    "a reason fits changes of its kind in lines like its own"
foreach {says other} [list {another kind} [dict replace $reason kind logic] {another line} [dict replace $reason text z$] \
        {another change} [dict replace $reason old >]] {
    tap::ok [expr {![mutants::excused? [lindex $mutants 0] [list $other]]}] "not $says"
}
tap::is [list [mutants::idle [list $reason] $mutants] [llength [mutants::idle [list [dict replace $reason text never]] $mutants]] \
    [llength [mutants::idle [list [dict replace $reason why { }]] $mutants]]] {{} 1 1} "one that fits nothing, or says nothing, is refused"
tap::is [lmap {verdict is} {killed killed survived reason open reason} {
    mutants::verdict [dict replace [lindex $mutants 0] kind relation verdict $verdict] [list $reason]
}] {killed reason reason} "a survivor that it fits has a reason"
file delete $file
tap::done

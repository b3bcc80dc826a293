# What a value may be, and the message when it is not.
package require tap
package require trundle::value

foreach {kind given plain} {
    number 3 3.0            number -2.5e-3 -0.0025    number { 1. } 1.0
    number .5 0.5           number 010 10.0           positive 1e-300 1e-300
    vector {1 2 -3e0} {1.0 2.0 -3.0}                  nonnegative 0 0.0
    boolean yes 1           boolean off 0             integer 007 7       integer -010 -10
    {integer 1} 12 12       {range 0 1} 1 1.0         {choice a b} b b    {choice a b} a a
    {range 0 1} 0 0.0       {above 0 1} 1 1.0         {above 0 1} .3 0.3  {integer 1} 1 1
    number 1.7976931348623157e308 1.7976931348623157e+308                 sides {top left top} {left top}
    triangles {{{0 0 0} {1 0 0} {0 1 0}}} {{{0.0 0.0 0.0} {1.0 0.0 0.0} {0.0 1.0 0.0}}}
    direction {0 -0.1 0} {0.0 -0.1 0.0}               name glass-2.x glass-2.x
    quaternion {1 0 0 0} {1.0 0.0 0.0 0.0}            counts {2 010 1} {2 10 1}
    lengths .5 0.5          lengths {1 2 3} {1.0 2.0 3.0}
    shifts 0 0.0            shifts {0 1 .5} {0.0 1.0 0.5}
    size 2 2.0              size {1 2} {1.0 2.0}      size {2 2} {2.0 2.0}
    file {a b/c.csv} {a b/c.csv}                      text {a  b} {a  b}
    box {0 0 0 1 2 0} {0.0 0.0 0.0 1.0 2.0 0.0}
} {
    tap::is [trundle::value::check $kind x $given] $plain \
        "$kind accepts \"$given\""
}
foreach {kind given} {
    number NaN   number Inf    number -inf  number 1e400  number 0x10
    number {}    number 1,5    number {1 2} number 1e     number --1
    positive 0   positive -1e-9             nonnegative -1e-300
    vector {1 2} vector {1 2 nan}           vector {1 2 3 4}  vector \{
    direction {0 0 0}          quaternion {0 0 0 0}
    {range 0 1} 1.0000001      {integer 1} 0              integer 1.5
    {range 0 1} -1e-7          {above 0 1} 0              {above 0 1} 1.0000001
    triangles {} triangles \{  sides {left up}            sides \{
    boolean 2    boolean {}    {choice a b} c             name {a b}
    counts {1 2} counts {1 0 2}             counts {1 2 1.5}  counts 3
    lengths 0    lengths {1 2}              lengths {1 2 -3}  lengths {}
    shifts -1    shifts {0 0}               size {2 1}        size {0 1}
    size {1 2 3} size {}       file {}
    box {0 0 0 1 1} box {0 0 0 1 -1 1}
    number \uff14   number 1.\uff14e1          number 1e\u0664     number \uff0b1
    integer \uff14  {integer 1} 1\u0664        vector {0 1 \uff14}  {range 0 9} \u0967
} {
    set given [subst -nocommands -novariables $given]
    tap::raises {trundle::value::check $kind "sphere s: -x" $given} \
        "sphere s: -x is \"$given\", expected *" "$kind refuses \"$given\""
}
foreach {kind given said} {
    {choice exact printed} pritned {x is "pritned", expected one of exact, printed; did you mean printed?}
    {choice exact printed} other   {x is "other", expected one of exact, printed}
    integer                1.5     {x is "1.5", expected a whole number}
    {integer 2}            1       {x is "1", expected a whole number, 2 or more}
    triangles {{{0 0 0} {1 0 0} {0 1 0}} {{0 0 0} {1 0 0}}}
        {x, triangle 1, is "{0 0 0} {1 0 0}", expected triangles, each of three corners of three numbers}
} {
    tap::raises {trundle::value::check $kind x $given} $said $said
}
tap::is [lmap x [list 7 010 -3 +0 1.0 1e2 0x10 "" " 1" \uff14 1\u0664 [string repeat 9 15] [string repeat 9 16]] {
    trundle::value::whole $x
}] [list 7 10 -3 0 {} {} {} {} {} {} {} 999999999999999 {}] "what is a whole number"
tap::is [lmap x {1 -.5e-3 1e400 0x10 NaN "\uff11" "1.\u0662" "1 "} {trundle::value::decimal [subst $x]}] {1 1 0 0 0 0 0 0} \
    "what is a number in a table"
foreach {length cut} {200 0 201 1} {
    catch {trundle::value::check number x [string repeat a $length]} said
    tap::is $said "x is \"[expr {$cut ? "[string repeat a 191] ..." : [string repeat a $length]}]\", expected a finite number" \
        "of $length letters are quoted [expr {$cut ? 191 : 200}]"
}
tap::is [lmap x {1e308 -1 Inf -Inf NaN one {} 1.7976931348623157e308} {trundle::value::finite $x}] {1 1 0 0 0 0 0 1} \
    "what is finite"
tap::is [list [trundle::value::get {a 1} a 7] [trundle::value::get {a 1} b 7] [trundle::value::get {} a]] {1 7 {}} \
    "a value, or its default"

# Slips of the pen: left out, put in, changed, swapped with the neighbour; counted by hand.
foreach {a b slips} {"" "" 0 ball ball 0 ball bull 1 ball bal 1 bal ball 1 ball blal 1 abcd badc 2 abc ca 3
    kitten sitting 3 a abcdefghi 8 a abcdefghij 99 abcdefghi "" 99} {
    tap::is [trundle::value::slips $a $b] $slips "from \"$a\" to \"$b\" are $slips slips"
}
foreach {word meant} {radius radius raduis radius RADIUS radius rdius radius rdi "" xo yo x "" restitutoin restitution
    young1 young1 young3 young1 resTTutoxn restitution resXXXXtion ""
    rollin rolling rolin ""} {
    tap::is [trundle::value::nearest $word {radius young1 young2 restitution z yo rolling}] $meant "$word: \"$meant\" is meant"
}
tap::is [trundle::value::one-of laying {sliding rolling} -] ", expected one of -sliding, -rolling" "a word that is far"
tap::is [trundle::value::one-of slidign {sliding rolling} -] \
    ", expected one of -sliding, -rolling; did you mean -sliding?" "a word that is near"
catch {trundle::value::check positive x -1} message settings
tap::is [dict get $settings -errorcode] {TRUNDLE INPUT} \
    "a bad value is bad input, exit status 2"
tap::ok [expr {[trundle::value::distance {1 2 3} {1 -1 7}] == 5}] \
    "vectors differ by the length of their difference"
# A value of several lines is quoted in one.
tap::raises {trundle::value::fail "laws: \"a\n  b\", expected c"} "laws: \"a b\", expected c" "a message is one line"
# A text of the most letters that one may be is read, and with one more it is not.
set most $trundle::value::letters
set trundle::value::letters 5
foreach text {12345 123456} {
    set channel [file tempfile name]
    puts -nonewline $channel $text
    close $channel
    lappend read [catch {trundle::value::file-text table $name} said] $said
    file delete $name
}
set trundle::value::letters $most
tap::is [lrange $read 0 1] {0 12345} "five letters of five are read"
tap::ok [expr {[lindex $read 2] && [string match {table "*" is too large, *} [lindex $read 3]]}] "six of five are not"

# --- JSON -----------------------------------------------------------------------
# What Python's json.loads takes is taken, with the same values; what it refuses is refused.
foreach {text want} {
    {{"a": [1, -2.5e-3, "x\u00e4\"y", true, null], "b": {}}} {a {1 -2.5e-3 xä\"y true null} b {}}
    {[]} {}   {"x y"} {x y}   {0} 0   "\ufeff\[1\]" 1
} {
    tap::is [trundle::value::from-json $text] $want "JSON: $text"
}
foreach {text message} {
    "#x\n{\"a\": 1}"       {line 1: found "#x", which is no JSON}
    "{\"a\":\n 1e}"        {line 2: found "e\}", which is no JSON}
    {{"a": ["1"e, 2]}}     {line 1: found "e,", which is no JSON}
    {{"a": .5}}            {line 1: found ".5\}", which is no JSON}
    {{"a": 1.}}            {line 1: found ".\}", which is no JSON}
    "{\v\"a\": 1}"         "line 1: found \"\", which is no JSON"
    "{\"a\": \"\t\"}"       {line 1: found "\"", which is no JSON}
    {{"a": 1} {"b": 2}}    {found 2 values in JSON, expected one}
    {}                     {found 0 values in JSON, expected one}
    {{"a": 01}}            {unexpected token *}
    "{\"a\": 1}\}"          {unexpected token *}
    {[1, 2}                {unexpected token *}
} {
    tap::raises {trundle::value::from-json $text} $message "no JSON: $text"
}
tap::done

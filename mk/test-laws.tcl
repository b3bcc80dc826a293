# test-laws.tcl -- the rows of laws and numbers: what is wrong is refused with its chapter and line; the rows of the book
# name functions and columns that there are; the headers compile; and no other file knows a law by its name.
package require tap

set source [expr {[info exists env(srcdir)] ? $env(srcdir) : "."}]
source [file join $source mk/laws.tcl]
close [file tempfile room]
file delete $room
file mkdir $room

# --- rows that are wrong ---------------------------------------------------------------

# What the generator says of a chapter with these rows, after others that are right.
set right {number mu_r 1 0 {0 1e3} {rolling friction} constant
kind rolling {law of rolling}
law rolling none
law rolling one {
    source   {a paper}
    needs    mu_r
    spring   torque
    stores   {roll 3}
    function tr_one
    what     {a law}
}
}
set options "#define TR_ROLL_OPTIONS(X) \\\n  X(area, \"contact area\", \\\n    \"hertz\") \\\n  X(rescale, \"springs\", \"no\")\n\
    #define OTHERS(X) \\\n  X(rescal, 1)"
proc says {rows} {
    global room right options
    files::write-text $room/roll.nw "\\chapter{Rolling}\n<<roll.laws>>=\n$right$rows\n@\nThe end.\n<<roll: conventions>>=\n$options\n@\n"
    catch {laws::read $room roll.nw} text
    return $text
}
proc refused {name rows pattern} {
    set text [says $rows]
    if {![tap::ok [string match $pattern $text] "refused: $name"]} {
        tap::note $text
    }
}
# A law with its fields, one changed or left out.
proc law {name args} {
    set fields [dict merge {source {a paper} needs mu_r function tr_double_double what {a law}} $args]
    return "law rolling $name {\n[join [lmap {field value} $fields {
        if {$value eq "-"} continue
        string cat "    $field {$value}"}] \n]\n}"
}
tap::ok [dict exists [says ""] laws {rolling one}] "a row that is right is taken"
refused "a row with an unknown word" "numbr a 1 0 {0 1} {a number}" \
    {roll.nw:14: "numbr" is not a row, expected one of *number*}
refused "the line is told, after others and a remark" "# a remark\n\nnumber a 1 0 {0 1} x\nnumbr b" {roll.nw:17: *}
refused "a field that is not known" [law two sprnig torque] {roll.nw:14: law rolling two: "sprnig" is not a field, expected some of *spring*}
foreach field {source function what} {
    refused "a law without $field" [law two $field -] "roll.nw:14: law rolling two: $field is missing"
}
refused "a law twice" [law one] {roll.nw:14: rolling one is there already, at roll.nw:6}
refused "a number twice" "number mu_r 1 0 {0 1} x" {roll.nw:14: mu_r is there already, at roll.nw:3}
refused "a constant twice" "constant mu_r 1 pair->mu_r x" {roll.nw:14: mu_r is there already, at roll.nw:3}
refused "a field twice" "law rolling two {source a source b function tr_double_double what x}" {roll.nw:14: * source is said twice}
refused "a law of no kind" "law rollin two" {roll.nw:14: law rollin two: there is no kind rollin, *}
refused "no law where it is no option" "kind afar\nlaw afar none" {roll.nw:15: law afar none: it has no fields*}
refused "a number that is not described" [law two reads mu_x] {roll.nw:14: law rolling two: it reads mu_x, which no row describes}
tap::ok [dict exists [says "material wet 1 0 {0 1} x\n[law two reads wet]"] laws {rolling two}] "a number of a material is read"
refused "a dashpot that is not read" [law two dashpot mu_x] {roll.nw:14: law rolling two: its dashpot is mu_x, which it does not read}
refused "a law that no switch would call" [law two contact tr_contact_two] {roll.nw:6: law rolling one: contact is missing; *}
refused "a convention that is no option" [law two follows {area rescal}] \
    {roll.nw:14: law rolling two: it follows rescal, expected some of area, rescale}
tap::ok [dict exists [says [law two follows {rescale area}]] laws {rolling two}] "conventions that are options are taken"
refused "a spring of no kind" [law two spring coil] {roll.nw:14: law rolling two: spring is "coil", expected one of none, *}
refused "a column that is not there" [law two stores {rol 3}] {roll.nw:14: law rolling two: stores "rol 3", expected some of *}
refused "a number without a range" "number a 1 0 {0} x" {roll.nw:14: number a: "0 {0}", expected a default and {LOW HIGH}}
refused "a number without a meaning" "number a 1 0 {0 1}" {roll.nw:14: number: expected number NUMBER UNIT DEFAULT RANGE WHAT USE}
refused "a constant that is kept nowhere" "number a 1 0 {0 1} x often" {roll.nw:14: number a: "often", expected constant or seldom}
refused "another word for what is not there" "word b mu_x 0" {roll.nw:14: word b: it sets mu_x, which no row describes}
refused "a row without an end" "law rolling two \{" {roll.nw:14: the row has no end: law rolling two *}
refused "a name that C cannot have" "number 2a 1 0 {0 1} x" {roll.nw:14: "2a" is not a name}

# --- the rows of the book --------------------------------------------------------------

set chapters $env(LAWS_NW)
set all [laws::read $source $chapters]
set here [expr {[file exists src/trundle/pairs.h] ? "." : $source}]
foreach header {laws.h fields.h} {
    append inline [files::read-text $here/src/trundle/$header]
}
dict for {name row} [dict get $all laws] {
    if {![dict exists $row source]} continue
    tap::ok [regexp "\n[dict get $row function]\\(" $inline] "$name: its function [dict get $row function] is in a header"
    tap::ok [expr {[dict get $row what] ne "" && [dict get $row source] ne ""}] "$name: it has a source and a meaning"
    tap::is [expr {[dict get $row spring] eq "none"}] [expr {![llength [lsearch -all -regexp [dict get $row stores] {spring|roll|twist}]]}] \
        "$name: it stores a spring when it has one"
}
# Headers alone, as those of a program: one that says of each law that it has an enumerator.
set file [open $room/one.c w]
puts $file "#include <trundle/pairconstants.h>\nint law(int k);\nint\nlaw(int k)\n{\n  const tr_pair pair = {.begun = 1};\n  const tr_material m = {.young = 1};\n  const tr_pair_constants\
    kind = tr_pair_constants_from(&pair, &m, &m, 1, 1, 1, 0);\n  return k == 0 ? tr_spring_of_sliding(0) : kind.mu_s > 0;\n}"
close $file
set status [catch {exec {*}$env(CC) -std=c11 -Wall -Wextra -Werror -Wconversion -fsyntax-only -I$here/src -I$source/src $room/one.c 2>@1} text]
tap::is [expr {$status ? $text : ""}] "" "the headers of the rows compile alone"
# In a build folder the headers are what the rows make today.
set made [expr {[file exists lit/mechanics/laws.stamp]}]
if {$made} {
    set back [pwd]
    cd $room
    laws::main [file join $back $source] $chapters
    cd $back
    foreach header {pairs pairconstants rows} {
        tap::ok [expr {[files::read-text $room/src/trundle/$header.h] eq [files::read-text src/trundle/$header.h]}] \
            "$header.h is that of the rows"
    }
}
file delete -force $room
tap::done

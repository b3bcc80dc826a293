# test-tangle.tcl -- what tangling writes: nothing in C depends on the position of a line in its chapter, names of
# chunks are comments that change no token, a changed law compiles little, and #line is right where it is wanted.
package require tap

set source [file normalize [expr {[info exists env(srcdir)] ? $env(srcdir) : "."}]]
source [file join $source mk/mutate.tcl]
namespace import files::*
if {![llength $env(TRUNDLE_TANGLED)]} {
    puts "1..0 # SKIP noweb is not installed"
    exit
}
close [file tempfile room]
file delete $room
file mkdir $room/lit $room/built $room/mk
set here [pwd]
set env(ROWS) [file normalize [expr {[file exists src/trundle/rows.h] ? "src/trundle/rows.h" : "$source/src/trundle/rows.h"}]]

# The files of a chapter, tangled from the chapters below `from` into the folder `into`.
proc tangle {from into row {stamp stamp}} {
    lassign $row chapters files
    file mkdir $into
    cd $into
    exec sh $::source/mk/tangle.sh $from $chapters [file rootname [lindex $chapters 0]].$stamp {*}$files 2>@stderr
    cd $::here
}

# The tokens of C, without comments.
proc tokens {text} {
    return [lsearch -all -inline -not -glob [lmap token [regexp -all -inline $mutate::lexeme $text] {string trim $token}] /\\**]
}

# A chapter in which a name would do harm.
write-text $room/lit/odd.nw [string map {GOES-ON \\} {<<odd.c>>=
#define ODD(x) GOES-ON
  <<odd: in a macro>>
/* A comment
  <<odd: in a comment>>
   that ends.  */
static const char *odd = "/*";
int
main(void)
{
  <<odd: body>>
  return <<odd: a value>>;
}
<<odd: in a macro>>=
((x) + GOES-ON
  <<odd: one>>
@
<<odd: one>>=
1)
@
<<odd: in a comment>>=
of two lines,
@
<<odd: body>>=
int k = ODD(-1);
k += *odd == '"';
<<odd: more>>
@
<<odd: more>>=
k++;
@
<<odd: a value>>=
k
@
}]
file copy $source/mk/chunk-names.awk $source/mk/fields.awk $room/mk
tangle $room $room/built {lit/odd.nw src/odd.c}
set text [read-text $room/built/src/odd.c]
tap::is [regexp -all -inline {/\* <<.*?>> \*/} $text] {{/* <<odd: body>> */} {/* <<odd: more>> */}} \
    "a comment names a chunk, but not in a macro, in a comment, behind other text"
tap::ok [regexp {\n  /\* <<odd: more>> \*/\n  k\+\+;\n} $text] "it stands before what it names, and as deep"
tap::ok [expr {![catch {exec {*}$env(CC) -Wall -Wextra -Werror -fsyntax-only $room/built/src/odd.c 2>@1}]}] "the compiler takes it"

# All chapters once more: without names, and with a line of prose in front.
foreach {chapters files} $env(TRUNDLE_TANGLED) {
    foreach chapter $chapters {
        set copy $room/prose/$chapter
        if {[file exists $copy]} continue
        file mkdir [file dirname $copy]
        write-text $copy "One line more.\n\n[read-text $source/$chapter]"
    }
}
file mkdir $room/prose/mk
file copy $source/mk/chunk-names.awk $source/mk/fields.awk $room/prose/mk
file mkdir $room/nameless/mk
file copy $source/mk/fields.awk $room/nameless/mk
write-text $room/nameless/mk/chunk-names.awk "{ print }\n"
foreach folder {lit verification} {
    file link -symbolic $room/nameless/$folder $source/$folder
}
set moved {}
set harmed {}
set named 0
foreach {chapters files} $env(TRUNDLE_TANGLED) {
    set row [list $chapters $files]
    tangle $room/prose $room/prose-built $row
    tangle $room/nameless $room/plain $row
    foreach file $files {
        set text [read-text $room/prose-built/$file]
        set made [expr {[file exists $file] ? $file : "$source/$file"}]
        if {$env(TRUNDLE_STAMP) eq "stamp" && $text ne [read-text $made]} {
            lappend moved $file
        }
        if {[file extension $file] in {.h .c}} {
            incr named [regexp -all -line {^\s*/\* <<.*>> \*/$} $text]
            if {[tokens $text] ne [tokens [read-text $room/plain/$file]]} {
                lappend harmed $file
            }
        }
    }
}
tap::is $moved {} "an inserted line of prose changes no tangled file, and so compiles nothing"
tap::ok [expr {$named > 1000}] "$named chunks are named"
tap::is $harmed {} "no name changes a token of C"

# One operation of the viscous law.
foreach {chapters files} $env(TRUNDLE_TANGLED) {
    if {"src/trundle/laws.h" in $files} {
        set row [list $chapters $files]
        foreach chapter $chapters {
            file mkdir [file dirname $room/law/$chapter]
            file copy $source/$chapter $room/law/$chapter
        }
    }
}
file mkdir $room/law/mk
file copy $source/mk/chunk-names.awk $source/mk/fields.awk $room/law/mk
set law [read-text $room/law/lit/mechanics/sliding.nw]
set changed [regsub {(f\.damping_power = factor)\*(speed\*speed)} $law {\1+\2}]
tap::ok [expr {$changed ne $law}] "one operation of the viscous law is changed"
write-text $room/law/lit/mechanics/sliding.nw $changed
tangle $room/law $room/law-built $row
tangle $source $room/plain $row
set headers [lmap file [lindex $row 1] {
    if {[read-text $room/law-built/$file] eq [read-text $room/plain/$file]} continue
    set file
}]
tap::is $headers src/trundle/laws.h "one file changes"
# What make compiles then, by the notes of the compiler.
set objects [lmap notes [glob -nocomplain src/.deps/*.Plo] {
    if {![string match {*trundle/laws.h:*} [read-text $notes]]} continue
    file rootname [file tail $notes]
}]
tap::ok [expr {[llength $objects] > 3 && [llength $objects] <= 20}] "[llength $objects] objects are compiled, at most 20"
tap::note $objects

# A header has the fields and cases of its lists, whatever the awk.
write-text $room/lit/even.nw [string map {GOES-ON \\} {<<even.h>>=
typedef struct {
  TR_EVEN_LIST(TR_FIELD)
} even;
static inline int
even_case(int law)
{
  switch (law) {
  TR_EVEN_CASES((law, 2))
  default: return 0;
  }
}
@ The lists are not in it.
<<even: lists>>=
#define TR_EVEN_LIST(X) TR_NUMBERS_LIST(X) GOES-ON
  X(law, "a choice, (of two)", "one", "two") X(root) /* m^1/2 */
#define TR_NUMBERS_LIST(X) GOES-ON
  X(number, radius, "m", 0, 0, 1e300, "radius, or \"half\"") GOES-ON
  X(dt, "1", -1, 0, 1, "a " "ratio")
#define TR_EVEN_CASES(arguments) GOES-ON
  case 1: return one arguments; GOES-ON
  case 2: return two arguments;
}]
foreach program [lsearch -all -inline -not [lmap name {gawk mawk} {auto_execok $name}] ""] {
    set awk $env(AWK)
    set env(AWK) {*}$program
    tangle $room $room/built {lit/even.nw src/even.h}
    set env(AWK) $awk
    tap::is [lmap line [split [read-text $room/built/src/even.h] \n] {
        if {![regexp {^  (?:\w+ +\w+;|case)} $line]} continue
        regsub -all { +} [string trim $line] { }
    }] [list {double radius; /* m: radius, or "half" */} {double dt; /* a ratio */} {int law; /* a choice, (of two): one, two */} \
        {double root; /* m^1/2 */} {case 1: return one(law, 2);} {case 2: return two(law, 2);}] \
        "a header has the fields and cases of its lists: [file tail $program]"
}

# With #line each line of C stands where it says.
tangle $source $room/lines $row lines
set wrong {}
foreach file {src/trundle/laws.h src/contacts.c} {
    set text [read-text $room/lines/$file]
    tap::ok [string match "#line * \"lit/mechanics/contacts.nw\"*" $text] "$file begins with a #line"
    foreach line [split $text \n] origin [mutate::origins $file $text] {
        lassign $origin chapter number
        if {$chapter eq "" || [string trim $line] eq ""} continue
        if {![info exists read($chapter)]} {
            set read($chapter) [read-lines $source/$chapter]
        }
        if {[string first [string trim $line] [string map {@<< <<} [lindex $read($chapter) $number-1]]] < 0} {
            lappend wrong $chapter:$number
        }
    }
}
tap::is $wrong {} "and each line is that of the chapter which #line names"
tap::is [lmap stamp {lines stamp} {file exists $room/lines/lit/mechanics/contacts.$stamp}] {1 0} "its stamp is another"
tangle $source $room/lines $row
tap::is [lmap stamp {lines stamp} {file exists $room/lines/lit/mechanics/contacts.$stamp}] {0 1} \
    "a build folder that changes its mind tangles again"
file delete -force $room
tap::done

# test-weave.tcl -- the volumes of print: what is referred to across them, which tags go into
# the margin, and that only what changes is written.
package require tap

set source [file normalize [expr {[info exists env(srcdir)] ? $env(srcdir) : "."}]]
close [file tempfile folder]
file delete $folder
file mkdir $folder/lit $folder/out

proc put {name text} {
    set channel [open $::folder/$name w]
    puts $channel $text
    close $channel
}

proc got {name} {
    set channel [open $::folder/out/$name]
    set text [read $channel]
    close $channel
    return $text
}

# Weaves the chapters into volumes; what the tool says.
proc weave {chapters volumes} {
    set here [pwd]
    cd $::folder
    catch {exec $::env(NOWEB_LIB)/markup {*}$chapters | $::env(NOWEB_LIB)/finduses | $::env(NOWEB_LIB)/noidx \
        | [info nameofexecutable] $::source/mk/weave.tcl volumes out {*}$volumes 2>@1} text
    cd $here
    return $text
}

if {![file executable $env(NOWEB_LIB)/markup]} {
    puts "1..0 # SKIP noweb is not installed"
    exit
}

put lit/law.nw {\chapter{A law}\label{ch:law}
It is right (\srceq[derives]{paper}{7}), the rest, \srceq[tests: one]{paper}{8}, is in
Chapter~\ref{ch:walk}; \srceq{paper}{9} says [[a_b]]. See \ref{sec:near}.\label{sec:near}
\begin{equation} x \end{equation}
Between. \srceq{paper}{11} Two formulas.
\begin{equation} y \end{equation}
\begin{erratum}{C-1}{paper}{(1)} One. \end{erratum}

\begin{erratum}{C-2}{paper}{(2)} Two. \end{erratum}
<<law.h>>=
int a_b;

<<law: body>>
@ And \srceq{paper}{10}
<<law: body>>=
x = "{\\}";
@}
put lit/walk.nw {\chapter{A walk}\label{ch:walk}
<<walk: of the law>>=
<<law: body>>
@}
set volumes {one lit/law.nw two lit/walk.nw}
tap::is [weave {lit/law.nw lit/walk.nw} $volumes] {} "two chapters become two volumes"
set where [got where.tex]
tap::ok [string match "*\\\\isin{ch:walk}{2}{2}*" $where] "a chapter of another volume is known with its number"
tap::ok [expr {![string match "*sec:near*" $where]}] "a label of the same volume is left alone"
tap::is [regexp -all {\\isin\{NW} $where] 2 "a chunk and the one that uses it in another volume are known there"
tap::ok [string match "*\\\\firstchapter}{1}*" [got two.tex]] "chapters are counted through the volumes"
set body [got one-body.tex]
foreach {text what} {
    {right\srcmargin{\srceq\[derives]{paper}{7}},} "a tag in brackets goes into the margin"
    {rest\srcmargin{\srceq\[tests: one]{paper}{8}} is} "a tag between commas, too, with its commas"
    {; \srceq{paper}{9} says} "a tag that is part of the sentence stays"
    {Between.\srcmargin{\srceq{paper}{11}} Two} "a tag between two formulas goes into the margin"
    {One. \end{erratum}

\erratumfollows\begin{erratum}{C-2}} "of two boxes one rule is between them"
    {And \srceq{paper}{10}} "before code, too"
    {\texttt{a\_\nwbreak{}b}} "quoted code is code"
    {x\ =\ \nwD{}\nwO{}\nwB{}\nwB{}\nwC{}\nwD{};} "letters of code are themselves"
} {
    tap::ok [expr {[string first [string map {\\\[ \[} $text] $body] >= 0}] $what
}

file mtime $folder/out/one-body.tex 1000000000
put lit/walk.nw {\chapter{A walk}\label{ch:walk}
Longer.
<<walk: of the law>>=
<<law: body>>
@}
weave {lit/law.nw lit/walk.nw} $volumes
tap::is [file mtime $folder/out/one-body.tex] 1000000000 "a volume that does not change is not written"
tap::ok [string match "*Longer.*" [got two-body.tex]] "the other one is"
# Tables of tests: at the end of the chapter that they are of, of the page of that name, and of
# tests that have no chapter.
file mkdir $folder/lit/tests $folder/verification
set files {lit/law.nw lit/walk.nw verification/law.nw lit/tests/law.nw lit/tests/alone.nw}
foreach {file table} {verification/law.nw page-law lit/tests/law.nw law lit/tests/alone.nw alone} {
    put $file "\\chapter{Of $table}"
    put out/claims-$table.tex "\\testrow{}{}{}{}{}{}{}"
}
weave $files {one {lit/law.nw lit/walk.nw} two verification/law.nw three {lit/tests/law.nw lit/tests/alone.nw}}
tap::is [lmap volume {one two three} {regexp -all -inline {claims-[a-z-]+} [got $volume-body.tex]}] \
    {claims-law claims-page-law claims-alone} "each table of tests stands once"
tap::is [weave {lit/law.nw lit/walk.nw} {one lit/law.nw}] "weave.tcl: lit/walk.nw is in no volume\nchild process exited abnormally" \
    "a file in no volume is refused"
file delete -force $folder
tap::done

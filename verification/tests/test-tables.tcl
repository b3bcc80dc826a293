# Tables of users in every dialect: what R, pandas, spreadsheets, LIGGGHTS and LAMMPS write has the same numbers in
# `spheres -file`, `fluid -samples`, `identify` and trundle::table; what may be read in two ways is refused.
package require trundle::testing
package require trundle
package require json
namespace import testing::*
testing::start
namespace upvar testing head head

proc put {file text} {
    set channel [open $file wb]
    puts -nonewline $channel $text
    close $channel
}
proc states {file {material clay}} {
    set engine [trundle::engine [model "spheres s -file $file -material $material"]]
    try {
        return [lmap one [$engine state] {
            concat [dict get $one position] [dict get $one radius] [dict get $one velocity] [dict get $one spin]
        }]
    } finally {
        $engine destroy
    }
}

# --- particles ------------------------------------------------------------------------------

set want {{0.125 -2.5 10.0 0.05 0.1 0.2 0.3 4.0 5.0 6.0} {1.5 0.0 -0.001 0.25 0.0 0.0 -1.0 0.5 0.0 0.25}}
set names {x y z radius vx vy vz wx wy wz}
# The rows between marks, with labels in front of them.
proc lines {mark head labels {decimal .} {end \n}} {
    set lines {}
    if {$head ne ""} {
        lappend lines $head
    }
    foreach row $::want label $labels {
        lappend lines $label[string map [list . $decimal] [join $row $mark]]
    }
    return [join $lines $end]$end
}
set quoted [lmap name $names {string cat \" $name \"}]
set bom \xef\xbb\xbf
set dump "ITEM: TIMESTEP\n500\nITEM: NUMBER OF ATOMS\n2\nITEM: BOX BOUNDS ff ff ff\n-1 1\n-1 1\n-1 1\n"
foreach {name text} [list \
    commas [lines , [join $names ,] {}] \
    semicolons [lines ";" [join $names {;}] {}] \
    tabs [lines \t [join $names \t] {}] \
    blanks [lines "  " [join $names] {}] \
    "blanks before and behind" [lines " " "  [join $names]   " {" " " "}] \
    "a byte-order mark, CR LF" $bom[lines , [join $names ,] {} . \r\n] \
    "CR alone" [lines , [join $names ,] {} . \r] \
    "R, write.csv" [lines , "\"\",[join $quoted ,]" {"\"1\"," "\"2\","}] \
    "R, write.csv without row names" [lines , [join $quoted ,] {}] \
    "R, write.table" [lines " " [join $quoted] {"\"1\" " "\"b\" "}] \
    "R, write.table without quotes" [lines " " [join $names] {"1 " "2 "}] \
    "R, write.table with commas" [lines , [join $quoted ,] {"\"1\"," "\"2\","}] \
    "R, write.csv2" [lines ";" "\"\";[join $quoted {;}]" {"\"1\";" "\"2\";"} ,] \
    "R, write.table with tabs and decimal commas" [lines \t [join $quoted \t] {"\"1\"\t" "\"2\"\t"} ,] \
    "pandas, to_csv" [lines , ",[join $names ,]" {0, 1,}] \
    "pandas, to_csv of what was read with an index" [lines , "Unnamed: 0,[join $names ,]" {0, 1,}] \
    "pandas, to_csv without an index" [lines , [join $names ,] {}] \
    "pandas, semicolons and decimal commas" [lines ";" ";[join $names {;}]" {0; 1;} ,] \
    "Excel, German" $bom[lines ";" [join $names {;}] {} , \r\n] \
    "Excel, with the mark said" $bom[lines ";" "sep=;\r\n[join $names {;}]" {} , \r\n] \
    "Excel, with commas said" [lines , "sep=,\r\n[join $names ,]" {} . \r\n] \
    "Excel, with tabs said" [lines \t "sep=\t\r\n[join $names \t]" {} . \r\n] \
    "Excel, with empty columns" [lines , "[join $names ,],," {}] \
    "quoted numbers" [string map {-2.5 {"-2,5"}} [lines ";" [join $names {;}] {} ,]] \
    "blanks and decimal commas" [lines " " [join $names] {} ,] \
    "exponents" [string map {0.05 5.0D-02 10.0 +1.00e1} [lines , [join $names ,] {}]] \
    "a dump of LIGGGHTS" "${dump}[lines " " "ITEM: ATOMS id type x y z radius vx vy vz omegax omegay omegaz " {"7 1 " "3 1 "} . " \n"]" \
    "a dump of LAMMPS" "ITEM: UNITS\nsi\nITEM: TIME\n0.5\n${dump}[lines " " "ITEM: ATOMS id type x y z radius vx vy vz omegax omegay omegaz" \
        {"1 2 " "2 2 "}]" \
    ] {
    if {$name eq "Excel, with empty columns"} {
        set text [regsub -all -line {(\d)$} $text {\1,,}]
    }
    put t.csv $text
    if {[catch {states t.csv} got]} {
        tap::note "$got\n$text"
    }
    tap::is $got $want "particles: $name"
}
foreach {name text pattern} {
    "a comma of thousands or of decimals" "x;y;z;radius\n1,234;0;0;1\n"
        {line 2: "1,234" may have a decimal comma or a mark between thousands, expected a decimal point}
    "points and commas" "x;y;z;radius\n1.5;0;0;1\n0,5;0;0;1\n" {line 3, column x: "0,5", expected a finite number (m) with a decimal point as in line 2}
    "commas and points" "x;y;z;radius\n1,5;0;0;1\n0;2.5;0;1\n" {line 3, column y: "2.5", expected a finite number (m) with a decimal comma as in line 2}
    "a comma in doubt beside points" "x;y;z;radius\n1,234;0;0;1\n0;2.5;0;1\n"
        {line 3, column y: "2.5", expected a finite number (m) with a decimal comma as in line 2}
    "both in a number" "x;y;z;radius\n1.234,5;0;0;1\n" {line 2, column x: "1.234,5", expected a finite number (m) without marks between thousands}
    "two commas" "x;y;z;radius\n1,234,567;0;0;1\n" {line 2, column x: "1,234,567", expected a finite number (m) without marks between thousands}
    "decimal commas between commas" "x,y,z,radius\n0,5,0,1,0,0,1\n" {line 2: 7 values, expected 4, one for each column, separated by commas}
    "decimal commas, and rows that count" "x,y,z,radius\n1,5,2,3,4\n" {line 2: 5 values, expected 4, *commas}
    "a quote without an end" "x,y,z,radius\n\"1,2,3,4\n" {line 2: a quote that does not end}
    "text behind a quote" "x,y,z,radius\n\"1\"2,2,3,4\n" {line 2: text behind a quote, expected the next field}
    "row names that stop" "\"x\" \"y\" \"z\" \"radius\"\n\"1\" 0 0 0 1\n0 0 0 1\n" {line 3: 4 values, expected 4, *}
    "a name twice" "x;y;z;radius;x\n" {line 1: column "x" stands there twice}
    "UTF-16" "\xff\xfex\0,\0y\0\n\0" {: a text in UTF-16, expected one in UTF-8 or ASCII}
} {
    put t.csv [subst -nocommands -novariables $text]
    tap::raises {states t.csv} "*t.csv*$pattern" "refused: $name"
}
foreach {name text pattern} [list \
    "two frames" "${dump}ITEM: ATOMS id x y z radius\n1 0 0 0 1\n2 5 0 0 1\n$dump" {line 12: another frame of the dump, expected a single one} \
    "a dump that ends early" "${dump}ITEM: ATOMS id x y z radius\n1 0 0 0 1\n" {: 1 lines of particles, expected 2 as ITEM: NUMBER OF ATOMS says} \
    "two types" "${dump}ITEM: ATOMS id type x y z radius\n1 1 0 0 0 1\n2 2 5 0 0 1\n" \
        {line 11: a particle of another type, 2, than those before, 1: expected one type, or a table with a column material} \
    "other units" "ITEM: UNITS\nlj\n${dump}ITEM: ATOMS id x y z radius\n" {line 2: a dump in other units, expected si} \
    "scaled coordinates" "${dump}ITEM: ATOMS id xs ys zs radius\n1 0 0 0 1\n2 5 0 0 1\n" {line 9: column "xs" (of 5, separated by blanks) is not known, *} \
    "no particles in it" "${dump}" {: a dump without ITEM: ATOMS} \
    "contacts" "ITEM: TIMESTEP\n1\nITEM: NUMBER OF ENTRIES\n2\nITEM: ENTRIES c_1\n" {line 5: a dump of contacts (ITEM: ENTRIES), expected one of particles (ITEM: ATOMS)} \
    ] {
    put t.csv $text
    tap::raises {states t.csv} "*t.csv*$pattern" "refused: a dump with $name"
}
# What we write for OVITO is read again.
scenario own.tcl "$head\nsphere a -radius 0.05 -material clay -position {0.1 0.2 0.3} -velocity {1 2 3} -spin {4 5 6}
sphere b -radius 0.07 -material clay -position {0.4 0.2 0.3}\nrun until 1e-3 record 1e-3"
trundle run own.tcl -out own
trundle convert own/trajectory.h5 -to dump -out own.dump
set lines [split [string trim [contents own.dump]] \n]
testing::write last.dump [join [lrange $lines [lindex [lsearch -all $lines "ITEM: TIMESTEP"] end] end] \n]\n
set engine [trundle::engine [model "spheres s -file last.dump -material clay"]]
tap::near [dict get [$engine particle 0] position] [lrange [split [lindex [split [string trim [contents own/trajectory.csv]] \n] end-1] ,] 2 4] 1e-6 \
    "a dump of our own"
$engine destroy

# --- the velocity of a fluid --------------------------------------------------------------------

set rows {0,0,0,1,0,0.5 1,0,0,2,0,0.25 0,1,0,3,0,0 1,1,0,4,0,0}
proc drag {text} {
    put f.csv $text
    set engine [trundle::engine [model "sphere s -radius 0.01 -material clay -position {0.5 0.5 0}" "fluid -viscosity 0.02 -samples f.csv"]]
    try {
        $engine advance 0.001
        return [dict get [$engine particle 0] velocity]
    } finally {
        $engine destroy
    }
}
set wanted [drag "x,y,z,vx,vy,vz\n[join $rows \n]\n"]
foreach {name text} [list \
    semicolons "x;y;z;vx;vy;vz\n[string map {, ;} [join $rows \n]]\n" \
    "decimal commas" "x;y;z;vx;vy;vz\r\n[string map {, ; . ,} [join $rows \r\n]]\r\n" \
    "R" "\"\",\"x\",\"y\",\"z\",\"vx\",\"vy\",\"vz\"\n[join [lmap row $rows k {1 2 3 4} {string cat \"$k\", $row}] \n]\n" \
    "pandas" ",x,y,z,vx,vy,vz\n[join [lmap row $rows k {0 1 2 3} {string cat $k, $row}] \n]\n" \
    tabs "x\ty\tz\tvx\tvy\tvz\n[string map {, \t} [join $rows \n]]\n"] {
    tap::is [drag $text] $wanted "a flow: $name"
}

# --- curves -----------------------------------------------------------------------------------------

proc curve {mark decimal head {labels 0} {end \n}} {
    set lines [list {*}$head]
    for {set k 0} {$k < 200} {incr k} {
        set t [expr {0.02*$k}]
        set row [list [format %.3f $t] [format %.7f [expr {0.174*exp(-0.479*$t)*sin(7.565*$t + 0.716)}]]]
        lappend lines [expr {$labels ? "\"[expr {$k + 1}]\"$mark" : ""}][string map [list . $decimal] [join $row $mark]]
    }
    return [join $lines $end]$end
}
set fit {}
foreach {name text} [list \
    commas [curve , . {time,angle}] \
    "names and units" [curve , . {time,angle s,rad}] \
    "names and units, one without" [curve ";" , {Zeit;Winkel "s;-"}] \
    "R, write.csv" [curve , . [list {"","time","angle"}] 1] \
    "R, write.csv2" [curve ";" , [list {"";"time";"angle"}] 1] \
    "R, write.table" [curve " " . [list {"time" "angle"}] 1] \
    "pandas" [regsub -all -line {^"(\d+)"} [curve , . [list ,time,angle] 1] {\1}] \
    "Excel" $bom[curve ";" , {sep=; t;phi} 0 \r\n] \
    "tabs" [curve \t , [list "t\tphi" "\[s\]\t\[rad\]"]] \
    "CR" [curve , . {time,angle} 0 \r]] {
    put c.csv $text
    set result [trundle identify c.csv -inertia 4.336e-4 -json]
    tap::is [dict get $result status] 0 "a curve is read: $name"
    if {[dict get $result status]} {
        tap::note [dict get $result err]
        continue
    }
    set k [dict get [json::json2dict [dict get $result out]] k_r]
    tap::near $k 0.0249141 1e-6 "its stiffness is that of the curve (omega^2 + decay^2 times the inertia)"
}
foreach {name text pattern} [list \
    "thousands or decimals" [string map {0.000, 1,234; , ;} [curve , . {time,angle}]] {c.csv, line *} \
    "decimal commas between commas" [curve , , {time,angle}] {c.csv, line 2: 4 numbers between commas, expected 2; if these are decimal commas: *} \
    "the same without names" [curve , , {}] {c.csv*} \
    "a dump" "ITEM: TIMESTEP\n0\n" {c.csv, line 1: a dump of LAMMPS or LIGGGHTS, expected a row of numbers}] {
    put c.csv $text
    testing::refused "trundle: $pattern" {identify c.csv -inertia 4.336e-4} $name
}

# --- any table ------------------------------------------------------------------------------------------

tap::is [trundle::table "\ufeffname;angle\n\"a;b\";0,5\nc;2\n\"say \"\"d\"\"\";1,25e1\n"] \
    {names {name angle} rows {{{a;b} 0.5} {c 2.0} {{say "d"} 12.5}}} "names, words and numbers"
foreach {text pattern} {
    "a;b\n1,234;x\n"   {t, line 2: "1,234" may have a decimal comma *}
    "a;b\n1,5;2.5\n"   {t, line 2, column b: "2.5", expected a number with a decimal comma as in line 2}
    "1,2\n3,4\n"       {t, line 1: "1" and 1 numbers more, expected the names of the columns, of: any}
    "a,a\n"            {t, line 1: column "a" stands there twice}
    "a,b\n1\n"         {t, line 2: 1 values, expected 2, one for each column, separated by commas}
    ""                 {t: no line with the names of the columns, expected at least one}
} {
    tap::raises {trundle::table [subst $text] -name t} $pattern "refused: $text"
}
testing::end

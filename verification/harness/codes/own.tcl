# own.tcl -- a program of the user's in the place of the engine: what it says that it can, what it
# is given, and the rows that it gives back.  `PROGRAM can` prints what it knows as a JSON
# object, `PROGRAM run MODEL` the rows; `trundle help engines` prints the protocol.
package provide trundle::own 1.0
package require trundle::value
package require trundle::columns
package require trundle::export
package require trundle::laws
package require trundle::model-json
package require trundle::output

namespace eval trundle::own {
    namespace import ::trundle::value::get
    # Parts of a model that each program must read.
    variable always {gravity materials contacts options scheme}
    # How a program is called, in paragraphs (`trundle help engines`, and the manual page); those that are indented stay.
    variable protocol {
        {-engine CODE names another code that computes a problem: one of %CODES, %, NAME=PROGRAM for an executable that is not
            on PATH, or a program of your own (./my-code, or NAME=./my-code). A program of your own answers two calls:}
        {  PROGRAM can               prints what it supports, as a JSON object
  PROGRAM run model.json    reads a problem, prints a table of its particles}
        {The object of `can` may have these fields. A missing field means no limit, so "{}" is a program that is given every
            problem:}
        {  name       name in reports
  version    version in reports
  reads      "json" (default) or "text"
  parts      parts of a model beyond gravity, materials, contacts, laws and
             integrate: some of "planes", "meshes", "particles"
             (including those of lattices and packings)
  particles  largest number of particles
  numbers    numbers of contacts that it uses: "mu_s", "mu_d", "xi", ...
  options    for each option of `laws` and `integrate` the supported values: a
             list, or an object: "same" where the code does what Trundle does,
             else the difference in words; without an entry every value
             is taken as supported}
        {A sphere code with planes, Verlet's scheme, one coefficient of friction and projected springs could print:}
        {  {"name": "mine", "parts": ["planes", "particles"], "numbers": ["mu_s", "xi"],
   "options": {"method": ["verlet"], "sliding": ["mindlin"],
     "transport": ["project"], "rolling": ["none"], "lever": ["radius"]}}}
        {`run` prints a table whose first line is time,particle,x,y,z,vx,vy,vz,wx,wy,wz, or a JSON array of objects with time, particle,
            position, velocity and spin. Columns qw,qx,qy,qz, or a field orientation, may give the unit quaternion from the body to space. There is one row per particle (name, or number from 0) at the start, every run.record
            seconds, and at run.until, in SI units and with all digits. `trundle export -schema` explains the fields of
            a model.}
        {A model is computed with these laws, where body i touches j, n is the unit vector from i to j, d the overlap, and
            a wall or a fixed particle counts as infinitely heavy and, if it is a plane, as infinitely large:}
        {  1/R* = 1/R_i + 1/R_j        1/m* = 1/m_i + 1/m_j
  1/E* = sum of (1 - nu^2)/E over both bodies (a rigid wall adds nothing)
  1/G* = sum of 2 (2 - nu)(1 + nu)/E, the same way
  a    = sqrt(R* d)                        radius of the contact area
  u_n  = (v_i - v_j).n                     speed of approach
  F_n  = 4/3 E* a d + 2 xi sqrt(2 E* a m*) u_n
         along -n on i and along n on j (laws.normal hertz)
  u_t  = v_i - v_j - u_n n + (r_i w_i + r_j w_j) x n          slip
  s    <- s + dt u_t, a spring in the contact plane
  T    = 8 G* a s + 2 xi_t sqrt(8 G* a m*) u_t, cut to mu N
         force -T on i, T on j; torque -r_i n x T on i, -r_j n x T on j}
        {The damping coefficient 2 xi sqrt(k m*) uses the tangent k = dF/dd = 2 E* a of the elastic force, not F/d. So the restitution e does not
            depend on the speed: xi = sqrt(5/6) z with z = -ln e/sqrt(pi^2 + ln^2 e), if contacts end at zero overlap. A model
            gives xi, also where its scenario gives a restitution. When T exceeds the limit mu N, it is cut to it, and the spring is cut to what holds
            that force. The limit has mu_s while the contact sticks and mu_d while it slides. A new contact has no spring.}
        {What the options of `laws` mean in these formulas (`trundle help language` lists all values):}
        {  lever         r_i: radius R_i; half R_i - d/2; inner R_i - d; shares the
                distance from the centre to the plane in which the surfaces
                cut each other (to the wall)
  normal_end    overlap: F_n acts, also below zero, until d = 0;
                force: the contact ends when F_n falls to zero
  friction_cap  N: nonnegative max(F_n, 0); total |F_n|; elastic 4/3 E* a d
  transport     how s follows n, before dt u_t is added:
                none s; project s - (s.n) n; normal s with the shortest
                rotation from the old n to the new one; frame that and a
                rotation about n by dt/2 (w_i + w_j).n
  sliding       elongation keeps s, T = 8 G* a s; mindlin keeps the force,
                T <- T + 8 G* a dt u_t; viscous T = kf pi a^2 dt u_t; none
  rescale       yes, before the increment, with k = 8 G* a of the last step
                and of this one: s <- s min(1, k_old/k), for mindlin
                T <- T min(1, k/k_old); no: nothing
  increment     rate dt u_t; material what points of both surfaces move;
                they agree to second order of the step
  slip_memory   yes: a sliding contact has mu_d until it sticks again;
                no: each step tests mu_s first
  spinning      no: torques have no effect}
        {With integrate.method verlet the forces at the start give the first half of a velocity update; a row has positions, velocities and spins at its time.
            Options of a law that does not act change nothing. Without -dialect a program is given problems in the conventions of the benchmark, and those that it
            does not list are skipped; with -dialect, each problem in conventions that it lists as "same". Where a benchmark has no reference, the result is compared with
            that of Trundle in these conventions. A problem that does not apply (laws, parts or numbers that the program does not list) is counted apart.}
        {If run.forces is yes, it may also print the contacts at these times, each once: in a second table after the rows, whose first
            line begins with time,i,j, or as an array "contacts" in the row of a particle, with the partner in "with". Bodies are
            names, numbers of particles, or -1, -2, ... for planes and then meshes. All other columns are optional, and are seen from the first body:}
        {  point x,y,z  n nx,ny,nz (towards the second body)  overlap
  normal (N, repulsive > 0)  friction tx,ty,tz or force fx,fy,fz (both)
  torque tqx,tqy,tqz (about the centre)  rolling mx,my,mz (couple)}
        {A program that reads text is called as `PROGRAM run model.txt`, with the same fields, one per line, such as particles.1.radius
            0.05. A material is its number, contacts.1.2.mu_s is that of materials 1 and 2, yes is 1 and no 0, and particles 2 gives their
            number. The program runs in an empty folder of its own. Folders of the last twenty runs that failed are kept in
            ~/.cache/trundle/failed (or $TRUNDLE_CACHE/failed). Examples: own-code.py, own-code.c, own-code.f90.}
    }
}

# What a program gives of each particle, with the heads of its table.
proc trundle::own::vectors {} {
    return [trundle::columns::heads frames given]
}

# What it may give of a contact.
proc trundle::own::touches {} {
    return [trundle::columns::heads contacts given]
}

# own::read-can PROGRAM TEXT -> what the program has printed, as a dict: name, reads, and as far as it says
# so options, parts, numbers, particles.  Of what it does not say it is asked everything.
proc trundle::own::read-can {program text} {
    set object "[file tail $program] can"
    set can {}
    if {[string match "\{*" [string trim $text]] && [catch {trundle::value::from-json $text} can] || [catch {dict size $can}]} {
        wrong "$object: the object cannot be read as JSON"
    }
    foreach key [dict keys $can] {
        if {$key ni {name version reads parts particles numbers options}} {
            wrong "$object: \"$key\" is not known, expected some of name, version, reads, parts, particles, numbers, options"
        }
    }
    if {[get $can reads json] ni {json text}} {
        wrong "$object: reads is \"[dict get $can reads]\", expected json or text"
    }
    if {[dict exists $can particles] && [catch {trundle::value::accept::integer 1 [dict get $can particles]}]} {
        wrong "$object: particles is \"[dict get $can particles]\", expected [trundle::value::expected {integer 1}]"
    }
    check-words $object parts [get $can parts] {planes meshes particles}
    check-words $object numbers [get $can numbers] [lmap row [dict get [trundle::tables] contacts] {dict get $row name}]
    if {[dict exists $can options]} {
        dict set can options [read-options $object [dict get $can options]]
    }
    return [dict merge [dict create name [file tail $program] reads json] $can]
}

proc trundle::own::check-words {object key words known} {
    foreach word $words {
        if {$word ni $known} {
            wrong "$object: $key has \"$word\"[trundle::value::one-of $word $known]"
        }
    }
}

# Of an option a list of values, which are computed as the model says, or an object: value -> "same" or in
# which way it differs.  (JSON read into Tcl does not tell them apart, the values do.)
proc trundle::own::read-options {object options} {
    package require trundle
    set all [trundle::dialects::options]
    check-words $object options [dict keys $options] [dict keys $all]
    return [dict map {name list} $options {
        set values [dict get $all $name]
        if {[llength [lmap word $list {if {$word in $values} continue; set word}]]} {
            if {[llength $list] % 2} {
                check-words $object $name $list $values
            }
            check-words $object $name [dict keys $list] $values
            set list
        } else {
            concat {*}[lmap value $list {list $value same}]
        }
    }]
}

proc trundle::own::wrong {why} {
    return -code error -errorcode {TRUNDLE FOREIGN BABBLES} [regsub -all {\s*\n\s*} $why { }]
}

# The step at a time, which must be that of one.
proc trundle::own::step-of {time dt line_number} {
    set steps [expr {$time/$dt}]
    if {!(abs($steps) < 1e15) || abs($steps - round($steps)) > 0.01 + 1e-9*abs($steps) || round($steps) < 0} {
        wrong "line $line_number: time is $time, expected a whole number of steps of [expr {double($dt)}] s"
    }
    return [expr {round($steps)}]
}

# What the program does otherwise than the model of COUNT particles says; what it cannot do ends in UNSUPPORTED.
proc trundle::own::judge {can model count} {
    variable always
    set facts [trundle::export::facts $model [trundle::export::count-particles $model]]
    lassign [expr {[dict exists $can options] ? [trundle::export::by-table [dict get $can options] $facts] : ""}] \
        impossible differs
    if {[dict exists $can parts]} {
        # A program is given the particles of groups among the others.
        dict for {part value} $model {
            set part [expr {$part eq "groups" ? "particles" : $part}]
            if {$part ni [concat $always [dict get $can parts] $impossible] && [llength $value]} {
                lappend impossible $part
            }
        }
    }
    if {$count > [get $can particles $count]} {
        lappend impossible "$count particles"
    }
    lappend impossible {*}[numbers-left $can $facts]
    if {[llength $impossible]} {
        return -code error -errorcode {TRUNDLE UNSUPPORTED} "[dict get $can name] says that it cannot do\
            [join $impossible {; }][expr {[dialect-helps $can $facts] ? ". With -dialect options are set to what it can" : ""}]"
    }
    return $differs
}

# Is there an option which -dialect would set to what the program can?
proc trundle::own::dialect-helps {can facts} {
    dict for {name value} [dict remove [trundle::dialects::of [get $can options] {spheres walls}] normal rolling] {
        if {![dict exists $can options $name [get [dict get $facts explain] $name $value]]} {
            return 1
        }
    }
    return 0
}

# Numbers of the laws that act and are none of the program's.  With one coefficient of
# friction, mu_s stands for both.
proc trundle::own::numbers-left {can facts} {
    if {![dict exists $can numbers]} {
        return
    }
    set known [dict get $can numbers]
    set found {}
    foreach {pair numbers} [trundle::export::pairs-of-particles $facts] {
        foreach row [dict get [trundle::tables] contacts] {
            set name [dict get $row name]
            set value [get $numbers $name 0]
            if {$name in $known || ![trundle::laws::acts? $name [dict get $facts explain] $numbers]} continue
            if {$name eq "mu_d" ? $value != [dict get $numbers mu_s] : $value != [dict get $row default]} {
                lappend found "$name $value"
            }
        }
    }
    foreach {material name value} [trundle::export::numbers-of-materials $facts] {
        if {$name ni $known} {
            lappend found "$name $value of material $material"
        }
    }
    return [lsort -unique $found]
}

# --- a run ---------------------------------------------------------------------------

# The model as the program wants it, in the folder that is the present one; -> the name of the file.
proc trundle::own::write-model {can request} {
    set text [trundle::modeljson::write $request case]
    trundle::output::write model.json $text
    if {[dict get $can reads] eq "json"} {
        return model.json
    }
    trundle::output::write model.txt [trundle::modeljson::lines $text]
    return model.txt
}

# Rows that are a JSON array of objects (time, particle, position, velocity, spin, perhaps contacts) become a table in the
# same file, and contacts one behind it.
proc trundle::own::as-table {file} {
    set vectors [vectors]
    set touches [touches]
    set channel [trundle::output::of-program $file]
    set start [read $channel 200]
    if {[string index [string trim $start] 0] ne "\["} {
        close $channel
        return
    }
    append start [read $channel]
    close $channel
    if {[catch {trundle::value::from-json $start} rows]} {
        wrong "its rows cannot be read as JSON"
    }
    set number 1
    # Orientations stand in each row, or in none.
    set turned [expr {[string first "\"orientation\"" $start] >= 0}]
    if {$turned} {
        dict set vectors orientation {qw qx qy qz}
    }
    set lines [list [join [concat time particle {*}[dict values $vectors]] ,]]
    foreach row $rows {
        incr number
        set cells {}
        foreach key [concat time particle [dict keys $vectors]] {
            if {[catch {dict get $row $key} value]} {
                wrong "row [expr {$number - 1}] has no $key"
            }
            if {[dict exists $vectors $key] && ([catch {llength $value} length] || $length != [llength [dict get $vectors $key]])} {
                wrong "row [expr {$number - 1}]: $key is \"$value\", expected [expr {
                    $key eq "orientation" ? "four" : "three"}] numbers"
            }
            lappend cells {*}[if {[dict exists $vectors $key]} {set value} else {list $value}]
        }
        lappend lines [join $cells ,]
        if {[dict exists $row contacts]} {
            lappend told {*}[lmap one [dict get $row contacts] {touch-line "row [expr {$number - 1}]" $row $one}]
        }
    }
    if {[info exists told]} {
        lappend lines [join [concat time i j {*}[dict values $touches]] ,] {*}$told
    }
    trundle::output::write $file [join $lines \n]
}

proc trundle::own::touch-line {object row one} {
    set touches [touches]
    if {[catch {dict get $one with} with]} {
        wrong "$object: a contact has no \"with\", expected the name or the number of its partner"
    }
    check-words $object contacts [dict keys $one] [concat with [dict keys $touches]]
    set cells [list [dict get $row time] [dict get $row particle] $with]
    dict for {key columns} $touches {
        set value [get $one $key [lrepeat [llength $columns] ""]]
        if {[catch {llength $value} length] || $length != [llength $columns]} {
            wrong "$object: $key of a contact is \"$value\", expected [expr {[llength $columns] == 3 ? "three numbers" : "a number"}]"
        }
        lappend cells {*}$value
    }
    return [join $cells ,]
}

# The table of contacts behind that of the rows, of which HEAD is the line LINE_NUMBER: step -> what it tells of each.
# WALLS: name -> {plane K} or {mesh K}.
# RADII of the particles: no overlap is deeper than what overlaps.
proc trundle::own::contacts {channel head line_number dt names walls {radii {}}} {
    set touches [touches]
    set columns [lmap name [split $head ,] {string trim $name}]
    check-words "line $line_number" "the head of the contacts" $columns [concat time i j {*}[dict values $touches]]
    set found {}
    set seen {}
    while {[gets $channel line] >= 0} {
        incr line_number
        if {[string trim $line] eq ""} continue
        set cells [split $line ,]
        if {[llength $cells] > [llength $columns]} {
            wrong "line $line_number has [llength $cells] cells, expected [llength $columns] as the head of the contacts"
        }
        foreach column $columns cell $cells {
            dict set row $column [string trim $cell]
        }
        set time [number "line $line_number" time [get $row time]]
        set step [step-of $time $dt $line_number]
        set one [touch "line $line_number" $row $names $walls]
        plausible "line $line_number" $one $radii
        set who [list $step {*}[lsort [list [dict get $one i] [dict get $one j]]]]
        if {[lindex [dict get $one j] 0] ne "mesh" && [dict exists $seen $who]} {
            wrong "line $line_number: this contact at time $time is there twice, expected it once"
        }
        dict set seen $who 1
        dict lappend found $step $one
    }
    return $found
}

proc trundle::own::touch {object row names walls} {
    set touches [touches]
    set one {}
    foreach side {i j} {
        set body [body-of [get $row $side] $names $walls]
        if {$body eq "" || ($side eq "i" && [llength $body] > 1) || $body eq [get $one i]} {
            wrong "$object: $side is \"[get $row $side]\", expected [expr {$side eq "i" ? "a particle" : "another particle or a wall"}]"
        }
        dict set one $side $body
    }
    dict for {key columns} $touches {
        set cells [lmap column $columns {get $row $column}]
        if {[lsort -unique $cells] in {{{}} NaN}} continue
        dict set one $key [lmap column $columns cell $cells {number $object $column $cell}]
    }
    if {[lindex $body 0] eq "mesh" && ![dict exists $one point]} {
        wrong "$object: a contact with a mesh has no x, y, z, expected where it is touched"
    }
    return $one
}

# A normal has the length one, as far as few digits tell, and two bodies that touch are not one within the other.
proc trundle::own::plausible {object one radii} {
    if {[dict exists $one n]} {
        lassign [dict get $one n] x y z
        set length [expr {hypot(hypot($x, $y), $z)}]
        if {!(abs($length - 1) < 1e-3)} {
            wrong "$object: nx, ny, nz are \"[dict get $one n]\", expected a unit vector"
        }
    }
    if {[dict exists $one overlap] && [llength $radii]} {
        set most [lindex $radii [dict get $one i]]
        if {[llength [dict get $one j]] == 1} {
            set most [expr {$most + [lindex $radii [dict get $one j]]}]
        }
        if {!(abs([dict get $one overlap]) <= $most)} {
            wrong "$object: overlap is [dict get $one overlap] m, expected at most [expr {double($most)}] m, the size of what touches"
        }
    }
}

proc trundle::own::number {object name cell} {
    if {![trundle::value::decimal $cell]} {
        wrong "$object: $name is \"$cell\", expected a number"
    }
    return $cell
}

# The number of a particle, {plane K} or {mesh K}: by its name, or by the number that files have, -1, -2, ... for walls.
proc trundle::own::body-of {text names walls} {
    set index [lsearch -exact $names $text]
    if {$index >= 0} {
        return $index
    }
    if {[dict exists $walls $text]} {
        return [dict get $walls $text]
    }
    set number [trundle::value::whole $text]
    if {$number eq "" || $number >= [llength $names]} {
        return ""
    }
    return [expr {$number < 0 ? [lindex [dict values $walls] [expr {-1 - $number}]] : $number}]
}

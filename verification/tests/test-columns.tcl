# The table of columns against what a run leaves: its HDF5 file, tables, VTK files, dumps, the dictionaries of the Tcl
# commands, the manual page. Names and order that other programs read stay; a new row may come between.
package require trundle::testing
package require trundle::columns
package require trundle::manual
package require trundle
namespace import testing::*
testing::start

scenario bed.tcl {
    gravity {0 0 -9.81}
    material clay -young 1e7 -poisson 0.3 -density 2500
    contact clay clay -mu 0.4 -restitution 0.6 -mu_r 0.1
    plane floor -point {0 0 0} -normal {0 0 1} -material clay
    mesh lid -triangles {{{-1 -1 0.0929} {1 -1 0.0929} {0 1 0.0929}}} -velocity {0 0 -0.3} -material clay
    sphere a -radius 0.031 -material clay -position {0 0 0.0307} -spin {0 0 3}
    sphere b -radius 0.047 -material clay -position {0.0762 0 0.0462} -spin {0 300 0}
    laws -sliding mindlin -rolling epsd -twisting spring
    integrate -method verlet -dt 1e-6
    run until 1e-4 record 1e-5 -contacts yes
}
works "a run" run bed.tcl -out bed
foreach to {csv dump vtk} {
    works "convert -to $to" convert bed -to $to -out out.$to
}
proc first-line {file {pattern t,*}} {
    return [lsearch -inline [split [contents $file] \n] $pattern]
}
proc names {group {where ""}} {
    return [lmap row [trundle::columns::of $group $where] {dict get $row name}]
}
# The heads of groups where they appear, each vector by its components.
proc heads {where args} {
    return [concat {*}[lmap group $args {concat {*}[dict values [trundle::columns::heads $group $where]]}]]
}

# Nothing that was there in version 0.2.0 has another name or place: columns of new rows are left out.
set old {
    out.csv {t id radius mass x y z vx vy vz wx wy wz qw qx qy qz}
    out-contacts.csv {t i j x y z nx ny nz overlap normal tx ty tz mx my mz slipping mobilised}
    out-walls.csv {t wall fx fy fz x y z mx my mz power work}
    bed/energy.csv {t translational rotational gravity normal sliding rolling near damping_loss sliding_loss rolling_loss
        drag_loss fluid_work wall_work made entered total}
    bed/trajectory.csv {t name x y z vx vy vz wx wy wz qw qx qy qz}
}
set now [dict create out.csv [concat t id [heads table particles frames]] out-contacts.csv [concat t [heads table contacts]] \
    out-walls.csv [concat t wall [heads table walls]] bed/energy.csv [concat t [heads table energy]] \
    bed/trajectory.csv [concat t name [heads table frames]]]
dict for {file names} $old {
    set found [split [first-line $file] ,]
    tap::is $found [dict get $now $file] "$file has the heads of the table"
    tap::is [lmap name $found {expr {$name in $names ? $name : [continue]}}] [list {*}$names] "and those that it always had, in their order"
    tap::is [lsort -unique [lmap line [split [string trim [contents $file]] \n] {
        expr {[string match #* $line] ? [continue] : [llength [split $line ,]]}
    }]] [llength $found] "each line has a cell for each"
}
foreach {file pattern names rows} {
    out.dump "ITEM: ATOMS*" {ITEM: ATOMS id type x y z radius mass vx vy vz omegax omegay omegaz quatw quati quatj quatk group element}
        {particles frames}
    out-contacts.dump "ITEM: ENTRIES*" {ITEM: ENTRIES id1 id2 x y z nx ny nz overlap normal fx fy fz mx my mz slipping} contacts
} {
    set found [first-line $file $pattern]
    tap::is [lmap name $found {expr {$name in $names ? $name : [continue]}}] $names "$file has the heads that it always had"
    set numbers [llength [heads dump {*}$rows]]
    tap::is [llength $found] [expr {$numbers + ($rows eq "contacts" ? 2 : 6)}] "and a head for each number of the table"
}
foreach {file groups extra} {
    frame000000.vtp {particles frames} {connectivity offsets number material group}
    contacts000000.vtp contacts {position connectivity offsets i j}
} {
    set names [concat {*}[lmap group $groups {lmap row [trundle::columns::of $group] {
        expr {[dict get $row vtk] ? [dict get $row name] : [continue]}
    }}]]
    tap::is [lsort [vtk-arrays [bytes out.vtk/$file]]] [lsort [concat $names $extra]] "$file has the arrays of the table"
}

# Dictionaries: as many numbers as the table says, none of them nothing.
set e [trundle::engine [string trim [contents bed/model.dict]]]
$e step 3
proc fits {title group dicts {less {}}} {
    set names [lmap name [names $group dict] {expr {$name in $less ? [continue] : $name}}]
    set wrong {}
    foreach d $dicts {
        foreach row [trundle::columns::of $group dict] {
            set name [dict get $row name]
            if {[dict exists $d $name] && $name ni {wall j material} && [llength [dict get $d $name]] != [dict get $row width]} {
                lappend wrong $name
            }
        }
        lappend wrong {*}[lmap name $names {expr {[dict exists $d $name] ? [continue] : "no $name"}}]
        lappend wrong {*}[lmap name [dict keys $d] {expr {$name in [names $group dict] ? [continue] : "more: $name"}}]
    }
    tap::is $wrong {} $title
}
fits "contacts" contacts [$e contacts] triangle
tap::ok [expr {[llength [$e contacts]] > 3 && [dict exists [lindex [$e contacts] end] triangle]}] "one with a mesh has a triangle"
fits "walls" walls [dict get [$e loads] walls]
fits "loads of particles" loads [dict get [$e loads] particles]
fits "energies" energy [list [$e energy]]
set particle [$e particle 0]
tap::is [lsort [dict keys $particle]] [lsort [concat [names particles dict] [names frames dict] \
    force torque]] "a particle has what it always has, and force and torque"
$e destroy

# The manual page, and the help for programs in place of the engine.
set page [trundle::manual::columns]
set help [dict get [trundle help engines] out]
foreach group {particles frames loads walls contacts energy} {
    regexp "\\n\\.SS $group .*?(?=\\n\\.SS|\\Z)" $page section
    set told [lmap {all name} [regexp -all -inline -line {^\.BR (\S+) "} $section] {set name}]
    tap::is $told [names $group] "the manual page has the columns of $group"
}
foreach group {frames contacts} {
    dict for {name heads} [trundle::columns::heads $group given] {
        tap::ok [expr {[string first $name $help] >= 0 && ($heads eq $name || [string first [join $heads ,] $help] >= 0)}] \
            "the help on programs of your own has $name, [join $heads ,]"
    }
}
foreach row [dict get [trundle::tables] columns] {
    if {[dict get $row what] eq "" || [dict get $row unit] eq "" || [llength [dict get $row heads]] ni [list 1 [dict get $row width]]} {
        lappend bare [dict get $row name]
    }
}
tap::ok [expr {![info exists bare]}] "each column has a unit, a meaning, and heads as many as its numbers"
tap::done

# state.tcl -- the beds and buckets that `trundle bench` measures on: what they
# are made of, how they are settled, and where a settled one is kept.
package provide trundle::bench::state 1.0
package require trundle::output
package require trundle::value

namespace eval trundle::bench {
    variable radius 0.1
    variable material {young 1e8 poisson 0.25 density 2500.0}
    variable gravity 9.81
    # How much room a particle has in the bed: N spheres fill this share of a box
    # that is as high as wide.
    variable share 0.58
    # Particles in one tile; a larger bed is made of mirrored tiles.
    variable tile 100000
    variable seed 1
}

# --- the model -------------------------------------------------------------------

# The side of the bed in m, rounded to millimetres; a particle alone touches only the
# floor.
proc trundle::bench::side {n} {
    variable radius
    variable share
    set volume [expr {$n*4/3.0*acos(-1)*$radius**3/$share}]
    return [expr {max(3*$radius, round($volume**(1/3.0)*1000)/1000.0)}]
}

# A bed of more than one tile: how many of them along x and y.
proc trundle::bench::tiles {n} {
    variable tile
    if {$n <= $tile} {
        return {1 1}
    }
    if {$n % $tile} {
        trundle::value::fail "bench: -n $n is more than $tile, expected then a\
            multiple of it"
    }
    set tiles [expr {$n/$tile}]
    for {set across [expr {int(sqrt($tiles))}]} {$tiles % $across} {incr across -1} {}
    return [list [expr {$tiles/$across}] $across]
}

# Refuse a size that a case cannot have.
proc trundle::bench::possible {case n} {
    variable tile
    if {$case in {collapse discharge} && $n > $tile} {
        trundle::value::fail "bench: -n is $n, expected at most $tile for\
            [dict get {collapse "a lattice that collapses" discharge "particles that flow"} $case]"
    }
    if {$case ne "rotation"} {
        tiles $n
    }
}

# The model without its particles: one material, a floor and four walls.
proc trundle::bench::bed {n scheme {contact {}}} {
    variable tile
    variable material
    variable gravity
    lassign [tiles $n] along across
    set side [side [expr {min($n, $tile)}]]
    set x [expr {$along*$side}]
    set y [expr {$across*$side}]
    set planes {}
    foreach {name point normal} [list floor {0 0 0} {0 0 1} left {0 0 0} {1 0 0} \
            right [list $x 0 0] {-1 0 0} front {0 0 0} {0 1 0} \
            back [list 0 $y 0] {0 -1 0}] {
        lappend planes [dict create name $name point $point normal $normal \
            material particle]
    }
    return [dict create gravity [list 0 0 -$gravity] planes $planes particles {} groups {} \
        materials [list particle $material] \
        contacts [list {particle particle} [dict merge [contact] $contact]] \
        options [conventions] scheme $scheme]
}

# What is measured at the CONDITIONS of a case, with CHANGES of scheme, options,
# contact and walls.
proc trundle::bench::subject {n conditions {changes {}}} {
    set scheme [dict merge [verlet [dict get $conditions dt] [dict get $conditions skin]] \
        [trundle::value::get $changes scheme]]
    set model [changed [made-of [dict get $conditions case] $n $scheme] $changes]
    if {[trundle::value::get $changes walls planes] eq "triangles"} {
        set model [in-triangles $model]
    }
    return $model
}

# A model with other options and numbers of its contacts.
proc trundle::bench::changed {model changes} {
    dict set model options [dict merge [dict get $model options] \
        [trundle::value::get $changes options]]
    dict set model contacts [dict map {pair numbers} [dict get $model contacts] {
        dict merge $numbers [trundle::value::get $changes contact]
    }]
    return $model
}

proc trundle::bench::made-of {case n scheme {contact {}}} {
    return [expr {$case eq "discharge" ? [buckets $n $scheme] : [bed $n $scheme $contact]}]
}

# The bed in a tub of triangles in place of planes, twice as high as it is wide.
proc trundle::bench::in-triangles {model} {
    set x [lindex [dict get $model planes] 2]
    set y [lindex [dict get $model planes] 4]
    set width [lindex [dict get $x point] 0]
    set depth [lindex [dict get $y point] 1]
    dict set model planes {}
    dict set model meshes [list [bucket tub \
        [list 0 0 0 $width $depth [expr {2*($width > $depth ? $width : $depth)}]] 0 top]]
    return $model
}

proc trundle::bench::bucket {name box slope open} {
    package require trundle::language
    return [dict create name $name material particle \
        triangles [trundle::language::sides-of $box $slope $open]]
}

# Hertz, a tangential spring and EPSD, with the conventions of LIGGGHTS, so that
# what is compared is the same computation.
proc trundle::bench::contact {} {
    set contact {mu 0.2 restitution 0.3 mu_r 0.1 eta_r 0.3}
    if {[knows contacts xi_t]} {
        dict set contact xi_t [trundle::export::damping-rate 0.3]
    }
    return $contact
}

proc trundle::bench::conventions {} {
    set options {normal hertz normal_end overlap sliding elongation
        transport project friction_cap total shear_modulus mindlin lever half
        rolling epsd rolling_stiffness secant}
    if {[knows options increment rate]} {
        dict set options increment rate
    }
    return $options
}

# Does the engine know a number or an option, and that value of it?
proc trundle::bench::knows {table name {value ""}} {
    package require trundle
    foreach row [dict get [trundle::tables] $table] {
        if {[dict get $row name] eq $name} {
            return [expr {$value eq "" || $value in [dict get $row values]}]
        }
    }
    return 0
}

# Without what the other codes do not do for spheres either: orientations, and
# accounts of the energies that dampers and friction take.
proc trundle::bench::verlet {dt skin} {
    set scheme [dict create method verlet dt $dt skin $skin]
    foreach extra {orientation accounts} {
        if {[knows scheme $extra]} {
            dict set scheme $extra no
        }
    }
    return $scheme
}

# --- spheres that stick -----------------------------------------------------------

# The weight of a sphere, N: as much as that two hold together, with either law, so a
# sphere can just hang from another one.
proc trundle::bench::weight {} {
    variable radius
    variable material
    variable gravity
    return [expr {4/3.0*acos(-1)*$radius**3*[dict get $material density]*$gravity}]
}

# What is changed for bonds: a power below 1/2, so that they hold (chapter bonds).  With
# 0 they rest at the overlap d and tear at 4/27 k d^(3/2), k = 4/3 E* sqrt(R/2): with the
# weight for the latter.
proc trundle::bench::bonded {} {
    variable radius
    variable material
    set half [trundle::mechanics radius $radius $radius]
    lassign [lmap key {young poisson} {dict get $material $key}] e nu
    set k [trundle::mechanics hertz [trundle::mechanics modulus $e $nu $e $nu] $half]
    set d [trundle::mechanics overlap $k [expr {27/4.0*[weight]}]]
    return [dict create settled 1 options {bond yes area hertz normal_end overlap} \
        contact [dict create bond_power 0 k_nb \
            [trundle::mechanics bond-constant $k [trundle::mechanics area $half Inf 0] [expr {2*$radius}] $d 0]]]
}

# And for attraction from afar: two that just touch pull with the weight, by the power 7
# of the engine, less its rest at the reach; that is where a tenth is left of it.
proc trundle::bench::cohesive {} {
    variable radius
    set power 7
    set touch [expr {2*$radius}]
    return [dict create settled 1 contact [dict create lambda_1 $power \
        reach [expr {$touch*10**(1.0/$power)}] kappa_1 [expr {[weight]*$touch**$power/0.9}]]]
}

# --- particles that flow ---------------------------------------------------------

# Lengths of the buckets in m, for 3100 particles; others have them in proportion to
# the cube root of their number, except what a single particle needs.
proc trundle::bench::lengths {n} {
    set scale [expr {($n/3100.0)**(1/3.0)}]
    set lengths [dict create slope 0.1]
    foreach {name length} {width 2.10 length 6.00 height 1.76 lip 2.60
            low_width 2.20 low_length 6.30 low_height 2.00 back 0.50} {
        dict set lengths $name [expr {round($scale*$length*1000)/1000.0}]
    }
    return $lengths
}

# The upper bucket is open at its right end, and its floor falls towards it; the
# lower one stands under this lip.
proc trundle::bench::buckets {n scheme} {
    set model [bed 1 $scheme]
    set size [lengths $n]
    dict with size {
        set bottom [expr {$lip + $slope*$length}]
        set left [expr {$length - $back}]
        set front [expr {0.5*($width - $low_width)}]
        set upper [list 0 0 $bottom $length $width [expr {$bottom + $height}]]
        set lower [list $left $front 0 [expr {$left + $low_length}] \
            [expr {$front + $low_width}] $low_height]
    }
    dict set model planes {}
    dict set model meshes [list [bucket upper $upper $slope {right top}] \
        [bucket lower $lower 0 top]]
    dict set model materials particle young 1e9
    return $model
}

# The particles at the start: columns of layers that follow the floor.
proc trundle::bench::heap {n seed} {
    variable radius
    set jitter [expr {0.02*$radius}]
    set room [expr {2*($radius + $jitter)}]
    set size [lengths $n]
    dict with size {}           ;# the lengths as variables
    foreach {axis extent} [list x $length y $width] {
        # (Less than a diameter too short counts as none: one column.)
        set many_$axis [expr {int(($extent - $room)/(1.0225*2*$radius)) + 1}]
        set many [set many_$axis]
        set step_$axis [expr {$many > 1 ? ($extent - $room)/($many - 1) : 3*$radius}]
    }
    set lift [expr {($radius + $jitter)*sqrt(1 + $slope*$slope) + 1e-3*$radius}]
    set layers [expr {$n/($many_x*$many_y)}]
    set rest [expr {$n % ($many_x*$many_y)}]
    set groups {}
    for {set i 0} {$i < $many_x} {incr i} {
        set x [expr {$radius + $jitter + $i*$step_x}]
        set z [expr {$lip + $slope*($length - $x) + $lift}]
        set top [expr {min($many_y, $rest)}]
        incr rest -$top
        foreach {count layer} [list $layers 0 1 $layers] row [list $many_y $top] {
            if {$count == 0 || $row == 0} continue
            lappend groups [dict create kind lattice name column[llength $groups] \
                count [list 1 $row $count] \
                spacing [list 1 $step_y [expr {1.0275*2*$radius}]] \
                radius [list $radius $radius] origin [list $x [expr {$radius + $jitter}] \
                    [expr {$z + $layer*1.0275*2*$radius}]] \
                jitter [list $jitter $jitter $jitter] \
                seed [expr {$seed + [llength $groups]}] material particle]
        }
    }
    return $groups
}

# --- start states ----------------------------------------------------------------

# The lattice from which a bed collapses: full layers, then full rows, then the
# rest, each particle a little off its place.
proc trundle::bench::lattice {n seed} {
    variable radius
    set jitter [expr {0.06*$radius}]
    set gap [expr {2.145*$radius}]
    set room [expr {[side $n] - 2*($radius + $jitter)}]
    set m [expr {int($room/$gap) + 1}]
    set low [expr {$radius + $jitter}]
    set apart [expr {$m > 1 ? $room/($m - 1) : $gap}]
    set spacing [list $apart $apart $gap]
    set layers [expr {$n/($m*$m)}]
    set rows [expr {$n % ($m*$m)/$m}]
    set groups {}
    foreach count [list [list $m $m $layers] [list $m $rows 1] [list [expr {$n % $m}] 1 1]] \
            place [list {0 0} [list 0 $layers] [list $rows $layers]] {
        if {0 in $count} continue
        lassign $place row layer
        lappend groups [dict create kind lattice name layer[llength $groups] \
            count $count spacing $spacing radius [list $radius $radius] \
            origin [list $low [expr {$low + $row*[lindex $spacing 1]}] \
                [expr {$low + $layer*$gap}]] \
            jitter [list $jitter $jitter $jitter] \
            seed [expr {$seed + [llength $groups]}] material particle]
    }
    return $groups
}

# How a bed is settled: {duration dt contact} ...  First the fall, with dampers
# that take the motion out, then the laws that are measured.  The larger the
# bed, the longer the fall and the way of a pressure wave.
proc trundle::bench::phases {n} {
    set height [side $n]
    return [list [list [expr {1.0 + 0.1*$height}] 2e-4 {restitution 0.05 eta_r 1.0}] \
        [list [expr {0.8 + 0.05*$height}] 2e-4 {}]]
}

# The folder of the cache.
proc trundle::bench::cache {} {
    foreach {name tail} {XDG_CACHE_HOME trundle HOME .cache/trundle} {
        if {[info exists ::env($name)] && $::env($name) ne ""} {
            return [file join $::env($name) $tail]
        }
    }
    trundle::value::fail "bench: neither XDG_CACHE_HOME nor HOME names a place\
        for the settled beds"
}

# Where the particles of a case start, and its phases until it is measured: a bed
# settles, with other laws once more from the settled one; particles that are let go flow after a second.
proc trundle::bench::start-of {case n seed {changes {}}} {
    if {$case eq "discharge"} {
        return [dict create groups [heap $n $seed] name flow \
            phases [list [list [expr {($n/3100.0)**(1/6.0)}] 5e-5 {}]]]
    }
    set start [dict create groups [lattice $n $seed] name bed phases [phases $n]]
    if {[dict size $changes]} {
        dict set start phases [list [lindex [phases $n] end]]
    }
    return $start
}

# The file of a start state: its name holds what it depends on.
proc trundle::bench::state-file {case n seed {changes {}}} {
    set start [start-of $case $n $seed $changes]
    set text [list [made-of $case $n {}] [dict get $start phases] [dict get $start groups]]
    if {[dict size $changes]} {
        lappend text [file tail [state-file $case $n $seed]] $changes
    }
    return [file join [cache] [dict get $start name]-$n-$seed-[format %08x%08x \
        [zlib crc32 $text] [zlib adler32 $text]].csv]
}

# The settled bed of so many particles, or those that flow: from the cache, or made now.
# CHANGES: with these laws, from the bed without them.  TELL is called with a text while
# that takes its time.
proc trundle::bench::state {case n seed threads tell {changes {}}} {
    variable tile
    set one [expr {min($n, $tile)}]
    set file [state-file $case $one $seed $changes]
    if {![file exists $file]} {
        set from [expr {[dict size $changes] ? [state $case $one $seed $threads $tell] : ""}]
        {*}$tell "settling $one particles"
        file mkdir [file dirname $file]
        worker {} settle [dict create case $case n $one seed $seed \
            threads $threads file $file changes $changes from $from]
    }
    if {$n <= $tile} {
        return $file
    }
    set large [state-file $case $n $seed $changes]
    if {![file exists $large]} {
        {*}$tell "laying tiles for $n particles"
        lay-tiles $file $large $n
    }
    return $large
}

# What the worker does: settle, and keep the state under its name when it is whole.
proc trundle::bench::settle {case n seed threads file {changes {}} {from {}}} {
    set start [start-of $case $n $seed $changes]
    set groups [expr {$from eq "" ? [dict get $start groups] : [table-group $from]}]
    set part $file.part[pid]
    try {
        foreach phase [dict get $start phases] {
            lassign $phase duration dt contact
            set model [changed [made-of $case $n [verlet $dt 0.02] $contact] $changes]
            dict set model groups $groups
            set engine [engine $model $threads]
            $engine advance $duration
            $engine write $part
            $engine destroy
            set groups [table-group $part]
        }
        file rename -force $part $file
    } finally {
        file delete $part
    }
    return {}
}

proc trundle::bench::table-group {file} {
    return [list [dict create kind file name particle path $file]]
}

# The lattice itself as a table.
proc trundle::bench::lattice-file {n seed file} {
    set model [bed $n [verlet 1e-4 0.02]]
    dict set model groups [lattice $n $seed]
    set engine [trundle::engine $model]
    $engine write $file
    $engine destroy
}

# A bed of mirrored tiles: neighbours are mirror images, so that nothing overlaps
# at a seam.  A mirror turns the velocity like a position; the spin, which is an
# axial vector, keeps its part along the normal and turns the other two.
proc trundle::bench::lay-tiles {file large n} {
    trundle::output::naming $large {
        variable tile
        lassign [tiles $n] along across
        set side [side $tile]
        set in [open $file]
        set out [open $large.part[pid] w]
        set names {x y z vx vy vz wx wy wz radius mass inertia material}
        puts $out [join $names ,]
        while {[string match "#*" [set head [gets $in]]]} {}
        set places [lmap name $names {lsearch -exact [split $head ,] $name}]
        while {[gets $in line] >= 0} {
            set row [split $line ,]
            lassign [lmap place $places {lindex $row $place}] \
                x y z vx vy vz wx wy wz radius mass inertia material
            for {set i 0} {$i < $along} {incr i} {
                for {set j 0} {$j < $across} {incr j} {
                    set a [expr {$i % 2 ? -1 : 1}]
                    set b [expr {$j % 2 ? -1 : 1}]
                    puts $out [join [list \
                        [expr {($i + $i % 2)*$side + $a*$x}] \
                        [expr {($j + $j % 2)*$side + $b*$y}] $z \
                        [expr {$a*$vx}] [expr {$b*$vy}] $vz \
                        [expr {$b*$wx}] [expr {$a*$wy}] [expr {$a*$b*$wz}] \
                        $radius $mass $inertia $material] ,]
                }
            }
        }
        close $in
        close $out
        file rename -force $large.part[pid] $large
    }
}

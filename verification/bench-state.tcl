# bench-state.tcl -- the beds that `trundle bench` measures on: what they are
# made of, how they are settled, and where a settled bed is kept.
package provide trundle::bench::state 1.0
package require trundle::value

namespace eval trundle::bench {
    variable radius 0.1
    # How much room a grain has in the bed: N spheres fill this share of a box
    # that is as high as wide.
    variable share 0.58
    # Grains in one tile; a larger bed is made of mirrored tiles.
    variable tile 100000
    variable seed 1
}

# --- the model -------------------------------------------------------------------

# The side of the bed in m, rounded to millimetres.
proc trundle::bench::side {n} {
    variable radius
    variable share
    set volume [expr {$n*4/3.0*acos(-1)*$radius**3/$share}]
    return [expr {round($volume**(1/3.0)*1000)/1000.0}]
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
    if {$case eq "collapse" && $n > $tile} {
        trundle::value::fail "bench: -n is $n, expected at most $tile for a\
            lattice that collapses"
    }
    if {$case ne "rotation"} {
        tiles $n
    }
}

# The model without its grains: one material, a floor and four walls.
proc trundle::bench::bed {n scheme {contact {}}} {
    variable tile
    lassign [tiles $n] along across
    set side [side [expr {min($n, $tile)}]]
    set x [expr {$along*$side}]
    set y [expr {$across*$side}]
    set planes {}
    foreach {name point normal} [list floor {0 0 0} {0 0 1} left {0 0 0} {1 0 0} \
            right [list $x 0 0] {-1 0 0} front {0 0 0} {0 1 0} \
            back [list 0 $y 0] {0 -1 0}] {
        lappend planes [dict create name $name point $point normal $normal \
            material grain]
    }
    return [dict create gravity {0 0 -9.81} planes $planes particles {} groups {} \
        materials {grain {young 1e8 poisson 0.25 density 2500.0}} \
        contacts [list {grain grain} [dict merge [contact] $contact]] \
        options [conventions] scheme $scheme]
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

# --- start states ----------------------------------------------------------------

# The lattice from which a bed collapses: full layers, then full rows, then the
# rest, each grain a little off its place.
proc trundle::bench::lattice {n seed} {
    variable radius
    set jitter [expr {0.06*$radius}]
    set gap [expr {2.145*$radius}]
    set room [expr {[side $n] - 2*($radius + $jitter)}]
    set m [expr {max(2, int($room/$gap) + 1)}]
    set low [expr {$radius + $jitter}]
    set spacing [list [expr {$room/($m - 1)}] [expr {$room/($m - 1)}] $gap]
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
            seed [expr {$seed + [llength $groups]}] material grain]
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

# The file of a bed: its name holds what it depends on.
proc trundle::bench::state-file {n seed} {
    set text [list [bed $n {}] [phases $n] [lattice $n $seed]]
    return [file join [cache] bed-$n-$seed-[format %08x%08x \
        [zlib crc32 $text] [zlib adler32 $text]].csv]
}

# The settled bed of so many grains: from the cache, or settled now.
# TELL is called with a text while that takes its time.
proc trundle::bench::state {n seed threads tell} {
    variable tile
    set file [state-file [expr {min($n, $tile)}] $seed]
    if {![file exists $file]} {
        {*}$tell "settling [expr {min($n, $tile)}] grains"
        file mkdir [file dirname $file]
        worker {} settle [dict create n [expr {min($n, $tile)}] seed $seed \
            threads $threads file $file]
    }
    if {$n <= $tile} {
        return $file
    }
    set large [state-file $n $seed]
    if {![file exists $large]} {
        {*}$tell "laying tiles for $n grains"
        lay-tiles $file $large $n
    }
    return $large
}

# What the worker does: settle, and keep the bed under its name when it is whole.
proc trundle::bench::settle {n seed threads file} {
    set groups [lattice $n $seed]
    set part $file.part[pid]
    try {
        foreach phase [phases $n] {
            lassign $phase duration dt contact
            set model [bed $n [verlet $dt 0.02] $contact]
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
    return [list [dict create kind file name grain path $file]]
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

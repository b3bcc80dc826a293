# kinematics.tcl -- what a table of positions, velocities and spins tells of contacts: when they begin
# and end, when slipping gives way to sticking, and the energies of motion.  Every code is read in this way,
# Trundle too, when another one is asked beside it: the words of no code decide what an event is.
#
# The rows of a free flight are exact, those within a contact are not straight.  So a touch is looked for from
# the last row before it, a release from the first row after it; and rolling begins where the line through the
# last two rows of slipping meets zero, for friction that slides is constant.  What the tangential
# spring does next, winding and swinging, comes later than that and does not enter.
package provide trundle::kinematics 1.0

namespace eval trundle::kinematics {
    # Slip below this share of the speed of the surfaces is none; a contact that sticks slips again above that
    # share of the largest speed since it touched.  The swing of a tangential spring stays between.
    variable none 1e-3
    variable again 0.05
}

# kinematics::events TIMES RECORDS RADII PLANES SHARE -> {time kind i j} ... as an engine gives them.  RECORDS: for each
# time a row x y z vx vy vz wx wy wz for each particle; PLANES: {point normal} ...; SHARE of the overlap by which
# the arm of friction is shorter than the radius.
proc trundle::kinematics::events {times records radii planes share} {
    set found {}
    set i -1
    foreach radius $radii {
        incr i
        set k -1
        foreach plane $planes {
            lappend found {*}[of-contact $times [at-plane $records $i $radius {*}$plane $share] $i "plane [incr k]"]
        }
        set j $i
        foreach other [lrange $radii [expr {$i + 1}] end] {
            lappend found {*}[of-contact $times [between $records $i [incr j] $radius $other $share] $i $j]
        }
    }
    return [lsort -real -index 0 $found]
}

# {overlap, speed of closing, slip as three numbers, speed of the surfaces} at each time.
proc trundle::kinematics::at-plane {records i radius point normal share} {
    lassign $point px py pz
    lassign $normal nx ny nz
    return [lmap rows $records {
        lassign [lindex $rows $i] x y z vx vy vz wx wy wz
        set overlap [expr {$radius - (($x - $px)*$nx + ($y - $py)*$ny + ($z - $pz)*$nz)}]
        set arm [expr {$radius - $share*max(0, $overlap)}]
        set out [expr {$vx*$nx + $vy*$ny + $vz*$nz}]
        list $overlap [expr {-$out}] \
            [expr {$vx - $out*$nx - $arm*($wy*$nz - $wz*$ny)}] \
            [expr {$vy - $out*$ny - $arm*($wz*$nx - $wx*$nz)}] \
            [expr {$vz - $out*$nz - $arm*($wx*$ny - $wy*$nx)}] \
            [expr {sqrt($vx*$vx + $vy*$vy + $vz*$vz) + $radius*sqrt($wx*$wx + $wy*$wy + $wz*$wz)}]
    }]
}

# The same for two particles; the slip is that of the first against the second.
proc trundle::kinematics::between {records i j radius other share} {
    return [lmap rows $records {
        lassign [lindex $rows $i] x y z vx vy vz wx wy wz
        lassign [lindex $rows $j] X Y Z Vx Vy Vz Wx Wy Wz
        set size [expr {sqrt(($X - $x)**2 + ($Y - $y)**2 + ($Z - $z)**2)}]
        set nx [expr {($X - $x)/$size}]
        set ny [expr {($Y - $y)/$size}]
        set nz [expr {($Z - $z)/$size}]
        set overlap [expr {$radius + $other - $size}]
        set a [expr {$radius - $share*max(0, $overlap)}]
        set b [expr {$other - $share*max(0, $overlap)}]
        set ux [expr {$vx - $Vx}]
        set uy [expr {$vy - $Vy}]
        set uz [expr {$vz - $Vz}]
        set closing [expr {$ux*$nx + $uy*$ny + $uz*$nz}]
        set sx [expr {$a*$wx + $b*$Wx}]
        set sy [expr {$a*$wy + $b*$Wy}]
        set sz [expr {$a*$wz + $b*$Wz}]
        list $overlap $closing \
            [expr {$ux - $closing*$nx + $sy*$nz - $sz*$ny}] \
            [expr {$uy - $closing*$ny + $sz*$nx - $sx*$nz}] \
            [expr {$uz - $closing*$nz + $sx*$ny - $sy*$nx}] \
            [expr {sqrt($ux*$ux + $uy*$uy + $uz*$uz) + sqrt($sx*$sx + $sy*$sy + $sz*$sz)}]
    }]
}

# The life of one contact that may come and go.
proc trundle::kinematics::of-contact {times track i j} {
    variable none
    variable again
    set found {}
    set state apart
    set k -1
    foreach time $times row $track next [lrange $track 1 end] {
        incr k
        lassign $row overlap closing sx sy sz speed
        set slip [expr {sqrt($sx*$sx + $sy*$sy + $sz*$sz)}]
        if {$overlap <= 0} {
            if {$state ne "apart"} {
                lappend found [list [meeting $time $overlap $closing $before $time] release $i $j]
                set state apart
            }
        } elseif {$state eq "apart"} {
            set at $time
            if {$k} {
                lassign [lindex $track [expr {$k - 1}]] gap approach
                set at [meeting $before $gap $approach $before $time]
            }
            lappend found [list $at touch $i $j]
            set most $speed
            set state [expr {$slip > $none*$speed ? "slip" : "stick"}]
            if {$state eq "slip"} {
                lappend found [list $at slip $i $j]
            }
        } elseif {$state eq "stick"} {
            set most [expr {max($most, $speed)}]
            if {$slip > $again*$most} {
                lappend found [list $time slip $i $j]
                set state slip
            }
        } else {
            set after [lindex $times [expr {$k + 1}]]
            set at [zero $before $time $after [lindex $track [expr {$k - 1}]] $row $next [expr {$none*$most}]]
            if {$at ne ""} {
                lappend found [list $at stick $i $j]
                set state stick
            }
        }
        set before $time
    }
    return $found
}

# When an overlap that grows by CLOSING a second is zero, from its value at TIME; between two times.
proc trundle::kinematics::meeting {time overlap closing low high} {
    if {$closing == 0} {
        return $high
    }
    return [expr {min($high, max($low, $time - $overlap/$closing))}]
}

# Where the line of the slip through two rows meets zero before the row after them; empty if it does not.  A slip below
# LEAST that stops to fall does not get nearer to zero: another arm than the one that is meant here leaves such a rest.
proc trundle::kinematics::zero {before time after a b c least} {
    lassign $a - - ax ay az
    lassign $b - - bx by bz
    set size [expr {sqrt($ax*$ax + $ay*$ay + $az*$az)}]
    if {$size == 0} {
        return $before
    }
    set along [expr {($ax*$bx + $ay*$by + $az*$bz)/$size}]
    if {$along >= $size} {
        return
    }
    set at [expr {$time + $along/($size - $along)*($time - $before)}]
    if {$along <= 0} {
        return $at
    }
    if {$c eq ""} {
        return
    }
    lassign $c overlap - cx cy cz
    set left [expr {sqrt($cx*$cx + $cy*$cy + $cz*$cz)}]
    set rests [expr {$along < $least && $left > $along - 0.5*($size - $along)*($after - $time)/($time - $before)}]
    return [expr {$overlap > 0 && ($at <= $after && $left < $size || $rests) ? $at : ""}]
}

# The energies that rows tell, with the names of the engine; BODIES as its state gives them.
proc trundle::kinematics::energy {bodies gravity} {
    set energy {translational 0.0 rotational 0.0 gravity 0.0}
    foreach body $bodies {
        dict with body {
            foreach v $velocity w $spin x $position g $gravity {
                dict set energy translational [expr {[dict get $energy translational] + 0.5*$mass*$v*$v}]
                dict set energy rotational [expr {[dict get $energy rotational] + 0.5*$inertia*$w*$w}]
                dict set energy gravity [expr {[dict get $energy gravity] - $mass*$g*$x}]
            }
        }
    }
    return $energy
}

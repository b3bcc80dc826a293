# naive.tcl -- a DEM code as it is written in an afternoon, with mistakes that can be switched on: spheres and planes, Hertz's
# law with damping, a spring with a slider, velocity Verlet.  Mistakes that no change of a model makes are made here, and
# what another code gives is compared with them.  It shares no formula with the engine, and counts only where it gives
# without a mistake what the engine gives (mistakes.tcl).
package provide trundle::naive 1.0
package require trundle::value
package require trundle::vectors
package require trundle::model-json

namespace eval trundle::naive {
    namespace import ::trundle::value::get
    # What can be wrong: key -> the value that is right.
    variable right {torque_j 1 spin_j 1 swapped 0 reset 1 forget 1 react 1 kt 1 linear 0 mass pair damping 1 loading 0
        first_kick 0.5 first_gravity 1 euler 0 centre 0 side 1}
    # The most steps times pairs: a second or two.
    variable patient 25000
}

# naive::run REQUEST LAST INTERVAL WRONG -> records, step -> rows.  WRONG: what is not right, a dict.
proc trundle::naive::run {request last interval wrong} {
    variable right
    set model [trundle::value::from-json [trundle::modeljson::write $request case]]
    if {[llength [concat [get $model meshes] [get $model loaded] [get $model inlets]]] || [dict exists $model fluid]} {
        error "only spheres and planes"
    }
    dict with right {}
    dict with wrong {}
    foreach {option names} {lever lever transport transport friction_cap cap normal_end end sliding law slip_memory memory
            rescale rescale} {
        set $names [dict get $model laws $option]
    }
    set dt [dict get $model integrate dt]
    lassign [dict get $model gravity] gx gy gz
    set n -1
    foreach body [dict get $model particles] {
        incr n
        lassign [dict get $body position] x($n) y($n) z($n)
        lassign [dict get $body velocity] u($n) v($n) w($n)
        lassign [dict get $body spin] a($n) b($n) c($n)
        set m($n) [dict get $body mass]
        set R($n) [dict get $body radius]
        set free($n) [expr {![string is true [get $body fixed no]]}]
        set over_m($n) [expr {$free($n) ? 1.0/$m($n) : 0.0}]
        set over_I($n) [expr {$free($n) && [string is true [dict get $model laws spinning]] ? 1.0/[dict get $body inertia] : 0.0}]
    }
    set pairs [pairs $model]
    if {$last*[llength $pairs] > $::trundle::naive::patient} {
        error "too long"
    }
    set records {}
    for {set step 0} {$step <= $last} {incr step} {
        for {set i 0} {$i <= $n} {incr i} {
            set share [expr {$step == 0 ? $first_gravity : 1}]
            set fx($i) [expr {$share*$m($i)*$gx}]
            set fy($i) [expr {$share*$m($i)*$gy}]
            set fz($i) [expr {$share*$m($i)*$gz}]
            set tx($i) 0.0
            set ty($i) 0.0
            set tz($i) 0.0
        }
        foreach pair $pairs {
            lassign $pair i j Rs E G M mu_s mu_d xi xi_t point normal
            # n from i to j; a wall is j = -1.
            if {$j < 0} {
                lassign $point px py pz
                lassign $normal nx ny nz
                set distance [expr {($px - $x($i))*$nx + ($py - $y($i))*$ny + ($pz - $z($i))*$nz}]
                set Rj 0.0
                set uj 0.0; set vj 0.0; set wj 0.0; set aj 0.0; set bj 0.0; set cj 0.0
            } else {
                set nx [expr {$x($j) - $x($i)}]
                set ny [expr {$y($j) - $y($i)}]
                set nz [expr {$z($j) - $z($i)}]
                set distance [expr {sqrt($nx*$nx + $ny*$ny + $nz*$nz)}]
                set nx [expr {$nx/$distance}]
                set ny [expr {$ny/$distance}]
                set nz [expr {$nz/$distance}]
                set Rj $R($j)
                set uj $u($j); set vj $v($j); set wj $w($j)
                set aj [expr {$spin_j*$a($j)}]
                set bj [expr {$spin_j*$b($j)}]
                set cj [expr {$spin_j*$c($j)}]
            }
            set overlap [expr {$R($i) + $Rj - $distance}]
            if {$overlap <= 0} {
                if {$forget} {
                    unset -nocomplain spring($i,$j)
                }
                continue
            }
            set size [expr {sqrt($Rs*$overlap)}]
            switch -- $mass {
                first {set M $m($i)}
                sum {set M [expr {$m($i) + ($j < 0 ? 0 : $m($j))}]}
            }
            set ux [expr {$u($i) - $uj}]
            set uy [expr {$v($i) - $vj}]
            set uz [expr {$w($i) - $wj}]
            set closing [expr {$ux*$nx + $uy*$ny + $uz*$nz}]
            set elastic [expr {$linear ? 4/3.0*$E*$Rs*0.1*$overlap : 4/3.0*$E*$size*$overlap}]
            set damper [expr {$loading && $closing < 0 ? 0 : $damping*2*$xi*sqrt(2*$E*$size*$M)*$closing}]
            set push [expr {$elastic + $damper}]
            if {$end eq "force" && $push < 0} {
                set push 0.0
            }
            set ri $R($i)
            set rj $Rj
            switch -- $lever {
                half {
                    set ri [expr {$ri - 0.5*$overlap}]
                    set rj [expr {$rj - 0.5*$overlap}]
                }
                inner {
                    set ri [expr {$ri - $overlap}]
                    set rj [expr {$rj - $overlap}]
                }
                shares {
                    set ri [expr {$j < 0 ? $distance : ($distance*$distance + $ri*$ri - $rj*$rj)/(2*$distance)}]
                    set rj [expr {$distance - $ri}]
                }
            }
            if {$j < 0} {
                set rj 0.0
            }
            lassign [expr {$swapped && $j >= 0 ? [list $rj $ri] : [list $ri $rj]}] ri rj
            # Slip of i against j at the contact.
            set qx [expr {$ri*$a($i) + $rj*$aj}]
            set qy [expr {$ri*$b($i) + $rj*$bj}]
            set qz [expr {$ri*$c($i) + $rj*$cj}]
            set sx [expr {$ux - $closing*$nx + $side*($qy*$nz - $qz*$ny)}]
            set sy [expr {$uy - $closing*$ny + $side*($qz*$nx - $qx*$nz)}]
            set sz [expr {$uz - $closing*$nz + $side*($qx*$ny - $qy*$nx)}]
            if {$law eq "none"} {
                set qx 0.0; set qy 0.0; set qz 0.0
            } else {
                set stiff [expr {$kt*8*$G*$size}]
                lassign [expr {[info exists spring($i,$j)] ? $spring($i,$j) : {0.0 0.0 0.0 0 0.0}}] ex ey ez slips before
                if {$rescale && $before > 0} {
                    set left [expr {$law eq "mindlin" ? min(1.0, $stiff/$before) : min(1.0, $before/$stiff)}]
                    set ex [expr {$left*$ex}]
                    set ey [expr {$left*$ey}]
                    set ez [expr {$left*$ez}]
                }
                if {$transport eq "frame"} {
                    set turn [expr {0.5*$dt*(($a($i) + $aj)*$nx + ($b($i) + $bj)*$ny + ($c($i) + $cj)*$nz)}]
                    lassign [list [expr {$ex + $turn*($ny*$ez - $nz*$ey)}] [expr {$ey + $turn*($nz*$ex - $nx*$ez)}] \
                        [expr {$ez + $turn*($nx*$ey - $ny*$ex)}]] ex ey ez
                }
                if {$transport ne "none"} {
                    set size2 [expr {sqrt($ex*$ex + $ey*$ey + $ez*$ez)}]
                    set out [expr {$ex*$nx + $ey*$ny + $ez*$nz}]
                    set ex [expr {$ex - $out*$nx}]
                    set ey [expr {$ey - $out*$ny}]
                    set ez [expr {$ez - $out*$nz}]
                    set left [expr {sqrt($ex*$ex + $ey*$ey + $ez*$ez)}]
                    if {$transport in {frame normal} && $left > 0} {
                        set ex [expr {$ex*$size2/$left}]
                        set ey [expr {$ey*$size2/$left}]
                        set ez [expr {$ez*$size2/$left}]
                    }
                }
                # The spring is an elongation, or with mindlin a force.
                set unit [expr {$law eq "mindlin" ? $stiff*$dt : $dt}]
                set scale [expr {$law eq "mindlin" ? 1.0 : $stiff}]
                set ex [expr {$ex + $unit*$sx}]
                set ey [expr {$ey + $unit*$sy}]
                set ez [expr {$ez + $unit*$sz}]
                set dash [expr {2*$xi_t*sqrt($stiff*$M)}]
                set qx [expr {$scale*$ex + $dash*$sx}]
                set qy [expr {$scale*$ey + $dash*$sy}]
                set qz [expr {$scale*$ez + $dash*$sz}]
                set load [expr {sqrt($qx*$qx + $qy*$qy + $qz*$qz)}]
                set pressed [expr {$cap eq "total" ? abs($push) : $cap eq "elastic" ? $elastic : $push > 0 ? $push : 0.0}]
                if {$load > ($slips && $memory ? $mu_d : $mu_s)*$pressed} {
                    set slips 1
                    set cut [expr {$load > 0 ? min(1.0, $mu_d*$pressed/$load) : 0.0}]
                    set qx [expr {$qx*$cut}]
                    set qy [expr {$qy*$cut}]
                    set qz [expr {$qz*$cut}]
                    if {$reset} {
                        set ex [expr {$qx/$scale}]
                        set ey [expr {$qy/$scale}]
                        set ez [expr {$qz/$scale}]
                    }
                } else {
                    set slips 0
                }
                set spring($i,$j) [list $ex $ey $ez $slips $stiff]
            }
            # Friction on i is -q, at its arm along n.
            set fx($i) [expr {$fx($i) - $push*$nx - $qx}]
            set fy($i) [expr {$fy($i) - $push*$ny - $qy}]
            set fz($i) [expr {$fz($i) - $push*$nz - $qz}]
            set kx [expr {$ny*$qz - $nz*$qy}]
            set ky [expr {$nz*$qx - $nx*$qz}]
            set kz [expr {$nx*$qy - $ny*$qx}]
            set arm [expr {$centre ? 0.0 : $ri}]
            set tx($i) [expr {$tx($i) - $arm*$kx}]
            set ty($i) [expr {$ty($i) - $arm*$ky}]
            set tz($i) [expr {$tz($i) - $arm*$kz}]
            if {$j >= 0} {
                set fx($j) [expr {$fx($j) + $react*($push*$nx + $qx)}]
                set fy($j) [expr {$fy($j) + $react*($push*$ny + $qy)}]
                set fz($j) [expr {$fz($j) + $react*($push*$nz + $qz)}]
                set arm [expr {$torque_j*$rj}]
                set tx($j) [expr {$tx($j) - $arm*$kx}]
                set ty($j) [expr {$ty($j) - $arm*$ky}]
                set tz($j) [expr {$tz($j) - $arm*$kz}]
            }
        }
        set h [expr {$euler ? 0.0 : 0.5*$dt}]
        if {$step > 0} {
            for {set i 0} {$i <= $n} {incr i} {
                kick $h
            }
        }
        if {$step % $interval == 0 || $step == $last} {
            set rows {}
            for {set i 0} {$i <= $n} {incr i} {
                lappend rows [list $x($i) $y($i) $z($i) $u($i) $v($i) $w($i) $a($i) $b($i) $c($i)]
            }
            dict set records $step $rows
        }
        if {!$euler} {
            set h [expr {$step ? 0.5*$dt : $first_kick*$dt}]
        }
        for {set i 0} {$i <= $n} {incr i} {
            kick $h
            set x($i) [expr {$x($i) + $dt*$u($i)}]
            set y($i) [expr {$y($i) + $dt*$v($i)}]
            set z($i) [expr {$z($i) + $dt*$w($i)}]
            if {$euler} {
                kick $dt
            }
        }
    }
    return $records
}

# The velocity and the spin of i over a time.
proc trundle::naive::kick {h} {
    uplevel 1 [list set h_ $h]
    uplevel 1 {
        set u($i) [expr {$u($i) + $h_*$fx($i)*$over_m($i)}]
        set v($i) [expr {$v($i) + $h_*$fy($i)*$over_m($i)}]
        set w($i) [expr {$w($i) + $h_*$fz($i)*$over_m($i)}]
        set a($i) [expr {$a($i) + $h_*$tx($i)*$over_I($i)}]
        set b($i) [expr {$b($i) + $h_*$ty($i)*$over_I($i)}]
        set c($i) [expr {$c($i) + $h_*$tz($i)*$over_I($i)}]
    }
}

# The pairs that can meet: {I J R* E* G* m* mu_s mu_d xi xi_t point normal}, J -1 for a wall, whose normal points into it.
proc trundle::naive::pairs {model} {
    set found {}
    set i -1
    set bodies [dict get $model particles]
    foreach body $bodies {
        set j [incr i]
        foreach other [lrange $bodies [expr {$i + 1}] end] {
            incr j
            set R [dict get $body radius]
            set S [dict get $other radius]
            set m [dict get $body mass]
            set M [dict get $other mass]
            lappend found {*}[with-numbers $model $body $other [list $i $j [expr {$R*$S/double($R + $S)}]] \
                [expr {[get $body fixed no] ? $M : [get $other fixed no] ? $m : $m*$M/double($m + $M)}] {} {}]
        }
        foreach wall [get $model planes] {
            lappend found {*}[with-numbers $model $body $wall [list $i -1 [dict get $body radius]] [dict get $body mass] \
                [dict get $wall point] [trundle::vectors::vscale -1 [trundle::vectors::vunit [dict get $wall normal]]]]
        }
    }
    return $found
}

proc trundle::naive::with-numbers {model one other first mass point normal} {
    set between [lsort [list [dict get $one material] [dict get $other material]]]
    foreach contact [dict get $model contacts] {
        if {[lsort [dict get $contact between]] ne $between} continue
        set soft 0.0
        set shear 0.0
        foreach body [list $one $other] {
            if {[string is true [get $body rigid no]]} continue
            foreach material [dict get $model materials] {
                if {[dict get $material name] ne [dict get $body material]} continue
                set Y [dict get $material young]
                set nu [dict get $material poisson]
                set soft [expr {$soft + (1 - $nu*$nu)/double($Y)}]
                set shear [expr {$shear + 2*(1 + $nu)*(2 - $nu)/double($Y)}]
            }
        }
        return [list [concat $first [expr {1/$soft}] [expr {1/$shear}] $mass \
            [lmap name {mu_s mu_d xi xi_t} {dict get $contact $name}] [list $point $normal]]]
    }
}

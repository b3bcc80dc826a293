# A billiard break: ten balls in a triangle, hit by an eleventh with side spin.
# The script computes the places; loops and procs of Tcl are at hand.
#
#     trundle run break-shot.tcl -v

set R 0.0286
set gap 1e-4

gravity  {0 0 -9.81}
material resin -young 5.8e9 -poisson 0.34 -density 1700
material cloth -young 1.0e8 -poisson 0.30
contact  resin resin -mu 0.06 -restitution 0.93
contact  resin cloth -mu 0.20 -restitution 0.50
plane    table -point {0 0 0} -normal {0 0 1} -material cloth

proc ball {name x y args} {
    global R
    sphere $name -radius $R -material resin -position [list $x $y $R] {*}$args
}

set pitch [expr {2*$R + $gap}]
for {set row 0} {$row < 4} {incr row} {
    for {set k 0} {$k <= $row} {incr k} {
        ball ball$row$k [expr {sqrt(0.75)*$pitch*$row}] \
            [expr {$pitch*($k - 0.5*$row)}]
    }
}
ball cue -0.25 0.003 -velocity {6 0 0} -spin {0 0 40}

laws      -sliding mindlin -normal_end force
integrate -method verlet -dt 1e-6
run until 0.3 record 0.005

# Its picture: trundle film break-shot-run -to png -frame 30 -view xy -width 320

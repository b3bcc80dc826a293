# A million spheres: columns of spheres that touch, a little out of line, stand in a
# box.  They buckle, fall and settle.
#
#     trundle run million.tcl -threads 2 -checkpoint 60 -v
#
# When the run is interrupted, however hard, the same line with -resume goes on, and
# the end is the same to the last bit.  A smaller heap: fewer spheres along a side.

set side   100          ;# spheres along each axis of the lattice
set radius 0.005
set until  0.3
set record 0.05

set across [expr {2.06*$radius}]
set width  [expr {$side*$across}]

gravity   {0 0 -9.81}
material  glass -young 1e7 -poisson 0.25 -density 2500
contact   glass glass -mu 0.3 -restitution 0.5 -mu_r 0.05 -eta_r 0.3

plane     floor -point {0 0 0} -normal {0 0 1} -material glass
plane     left  -point {0 0 0} -normal {1 0 0} -material glass
plane     right -point [list $width 0 0] -normal {-1 0 0} -material glass
plane     front -point {0 0 0} -normal {0 1 0} -material glass
plane     back  -point [list 0 $width 0] -normal {0 -1 0} -material glass

lattice   particle -count [list $side $side $side] -radius $radius -material glass \
    -spacing [list $across $across [expr {1.9995*$radius}]] \
    -origin [list [expr {0.5*$across}] [expr {0.5*$across}] $radius] \
    -jitter [list [expr {0.02*$radius}] [expr {0.02*$radius}] 0] -seed 1

laws      -sliding elongation -rolling epsd
integrate -method verlet -dt 4e-5
run until $until record $record

# Its picture (side 16): trundle film million-run -to png -frame 2 -width 320

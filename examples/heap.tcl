# A pile of particles: a tube that was filled is lifted, and the particles run out and come to rest.
#
#     trundle run heap.tcl                              the angle of repose is in heap-run/measures.csv
#     trundle run heap.tcl -set mu=0.7 -set mu_r=0.1    with other friction
#     trundle sweep heap.tcl -over mu=0.2:0.8:4 -over seed=1,2,3 -plot pile.angle
#     trundle calibrate friction.csv -unknown mu=0.1:0.8:log -unknown mu_r=0.02:0.4:log -points 30
#                                                       friction from two measurements (180 runs)
#
# friction.csv is the table of the measurements: an angle of repose of 29.5 degrees, and a slope of 42 degrees
# in the drum of drum.tcl, with their standard uncertainties.
#
# The tube stands below the floor at first and rises from the beginning, so the particles have settled in it
# before it leaves the floor.

parameter mu   0.4 -range {0 1} -what {sliding friction between particles}
parameter mu_r 0.2 -range {0 1} -what {rolling friction between particles}
parameter seed 1
set radius 0.032     ;# of the tube
set sides  24

# Corner k of the tube at the height z.
proc corner {k z} {
    global radius sides
    set angle [expr {2*acos(-1)*$k/$sides}]
    list [expr {$radius*cos($angle)}] [expr {$radius*sin($angle)}] $z
}
set tube {}
for {set k 0} {$k < $sides} {incr k} {
    set next [expr {($k + 1) % $sides}]
    lappend tube [list [corner $k -0.06] [corner $next -0.06] [corner $next 0.28]] \
        [list [corner $next 0.28] [corner $k 0.28] [corner $k -0.06]]
}

gravity  {0 0 -9.81}
material grain -young 3e5 -poisson 0.3 -density 1500
material floor -young 3e5 -poisson 0.3
material tube  -young 3e5 -poisson 0.3
contact  grain grain -mu $mu -restitution 0.5 -mu_r $mu_r -eta_r 0.3
contact  grain floor -mu 0.9 -restitution 0.4 -mu_r 0.5 -eta_r 0.3
contact  grain tube  -mu 0.05 -restitution 0.4 -mu_r 0.01 -eta_r 0.3
plane    floor -point {0 0 0} -normal {0 0 1} -material floor
mesh     tube -triangles $tube -velocity {0 0 0.12} -material tube -smooth 0.3
packing  grains -box {-0.021 -0.021 0.006 0.021 0.021 0.27} -count 200 -radius {0.0045 0.0055} -seed $seed -material grain
measure  pile repose -about {0 0 0} -axis {0 0 1}

laws      -sliding mindlin -rolling epsd
integrate -method verlet -dt 1e-4 -skin 0.002
run until 1.9 record 0.1

# Its picture: trundle film heap-run -to png -frame 8 -view xz -width 320

# A cloud of spheres of unequal size falls on a floor between two walls.  The
# cloud is made by random addition: without overlaps, and from the seed alone.
gravity   {0 0 -9.81}
material  clay -young 5e6 -poisson 0.3 -density 1900
contact   clay clay -mu 0.4 -restitution 0.5 -mu_r 0.1 -eta_r 0.2

plane     floor -point {0 0 0}     -normal {0 0 1}  -material clay
plane     left  -point {-0.15 0 0} -normal {1 0 0}  -material clay
plane     right -point {0.15 0 0}  -normal {-1 0 0} -material clay
packing   cloud -box {-0.15 -0.1 0 0.15 0.1 0.4} -count 150 -radius {0.012 0.02} -seed 7 -material clay

laws      -sliding mindlin -rolling epsd
integrate -method verlet -dt 1e-5
run until 0.5 record 0.02

# Its picture: trundle film rain-run -to png -frame 10 -width 320

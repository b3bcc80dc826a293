# A glass marble slides and then rolls over an oak floor towards another one.
#
#     trundle run rolling-marble.tcl
#
# It starts without spin, so the floor brakes it until it rolls; then it meets
# a larger marble at rest.  SI units throughout.

gravity  {0 0 -9.81}

material glass -young 6.3e10 -poisson 0.22 -density 2500
material oak   -young 1.1e10 -poisson 0.35

contact  glass oak   -mu 0.31 -restitution 0.6
contact  glass glass -mu 0.12 -restitution 0.95

plane    floor  -point {0 0 0} -normal {0 0 1} -material oak
sphere   marble -radius 0.008 -material glass \
                -position {0 0 0.008} -velocity {0.6 0 0}
sphere   other  -radius 0.011 -material glass -position {0.12 0.004 0.011}

laws      -sliding mindlin -normal_end force
integrate -method verlet -dt 2e-6

run until 0.4 record 0.002

# Its picture: trundle plot rolling-marble-run spin -format png -width 400

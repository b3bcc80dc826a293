# A steel ball on felt rolls, slows down, swings about its last place and stops.
#
#     trundle run rolling-to-rest.tcl
#
# Rolling resistance is a spring with a slider and a damper (EPSD).  While it is
# fully mobilised the ball loses speed at 5/7 mu_r g; then only the spring acts.

set R     0.010
set mu_r  0.02
set v     0.3

gravity  {0 0 -9.81}

material steel -young 2.1e11 -poisson 0.30 -density 7800
material felt  -young 2.0e6  -poisson 0.30

contact  steel felt -mu 0.4 -restitution 0.4 -mu_r $mu_r -eta_r 0.15

plane    table -point {0 0 0} -normal {0 0 1} -material felt
sphere   ball -radius $R -material steel -position [list 0 0 $R] \
              -velocity [list $v 0 0] -spin [list 0 [expr {$v/$R}] 0]

laws      -sliding mindlin -rolling epsd
integrate -method verlet -dt 1e-5

run until 3.2 record 0.01

# Its picture: trundle plot rolling-to-rest-run path -format png -width 400

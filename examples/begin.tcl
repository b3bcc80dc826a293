# A scenario to start from: a ball is thrown over a floor, slides, rolls and hits another one.
#
#     trundle run begin.tcl
#
# Each line is a command of Tcl: a word, a name, options.  `trundle help language` lists
# all words and options.  All quantities are in SI units: m, kg, s, N, Pa, rad.

gravity  {0 0 -9.81}

# Materials.  Young's modulus limits the time step: a material ten times softer allows a
# step 2.5 times as long (collisions last longer), and results change little as long as
# overlaps stay below a hundredth of the radius.
material steel -young 2.0e9 -poisson 0.30 -density 7800
material wood  -young 1.0e9 -poisson 0.35

# Contacts of two materials: friction and the coefficient of restitution.  Rolling
# resistance of EPSD would be -mu_r 0.01, and -rolling epsd in the laws.
contact  steel wood  -mu 0.3 -restitution 0.6
contact  steel steel -mu 0.1 -restitution 0.9

# The floor is a plane: a point on it, and its normal, towards the free side.
plane    floor -point {0 0 0} -normal {0 0 1} -material wood

# Spheres: velocity in m/s; spin (angular velocity) in rad/s about the axes.
set R 0.02
sphere   thrown -radius $R -material steel -position [list 0 0 $R] -velocity {1.0 0 0} -spin {0 -20 0}
sphere   other  -radius $R -material steel -position [list 0.3 0.01 $R]

# Contact laws, and the time step in s.  The run warns if the step is too long.
laws      -sliding mindlin
integrate -method verlet -dt 5e-6

# Run until 0.8 s and record every 0.005 s.  Afterwards, in the folder begin-run:
#   trajectory.csv  positions, velocities, spins; trajectory.h5 the same for h5py, Julia, R
#   energy.csv      kinetic, elastic and lost energies
#   events.csv      begin and end of contacts, of sliding and of rolling
# `trundle plot begin-run` draws them, `trundle film begin-run -to html` makes a page to play.
run until 0.8 record 0.005

# Its picture: trundle plot begin-run speed -format png -width 400

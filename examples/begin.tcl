# A scenario to begin from: a ball is thrown over a floor, slides, rolls and meets another.
#
#     trundle run begin.tcl
#
# Each line is a command of Tcl: a word, a name, options.  `trundle run -language` lists
# every word with its options.  All quantities are in SI units: m, kg, s, N, Pa, rad.

gravity  {0 0 -9.81}

# What the bodies are made of.  Young's modulus sets the step of time: ten times softer
# allows a step 2.5 times as long, as a collision lasts, and changes little as long as
# overlaps stay below a hundredth of the radius.
material steel -young 2.0e9 -poisson 0.30 -density 7800
material wood  -young 1.0e9 -poisson 0.35

# What happens between two materials: friction, and the restitution of a normal impact.
# Rolling resistance would be -mu_r 0.01.
contact  steel wood  -mu 0.3 -restitution 0.6
contact  steel steel -mu 0.1 -restitution 0.9

# A floor is a plane: a point on it, and the normal that points to the free side.
plane    floor -point {0 0 0} -normal {0 0 1} -material wood

# Spheres; the velocity in m/s, the spin in rad/s about the axes.
set R 0.02
sphere   thrown -radius $R -material steel -position [list 0 0 $R] -velocity {1.0 0 0} -spin {0 -20 0}
sphere   other  -radius $R -material steel -position [list 0.3 0.01 $R]

# Laws of contact, and the step of time in s.  The run tells when a step is too long.
laws      -sliding mindlin
integrate -method verlet -dt 5e-6

# Run until 0.8 s and record every 0.005 s.  Afterwards, in the folder begin-run:
#   trajectory.h5   what every sphere did, for h5py, Julia, R
#   energy.csv      where the energy went
#   events.csv      who touched whom, who slid and who rolled, when
run until 0.8 record 0.005

# Its picture: trundle plot begin-run speed -format png -width 400

# A chute with a steady flow: particles enter above it, slide and roll down and leave
# below, so that soon as many leave as enter.
#
#     trundle run inlet.tcl
#     trundle convert inlet-run -to vtk    open frames.pvd and walls.pvd in ParaView
#
# The run starts without any particle. events.csv tells who enters and who leaves,
# energy.csv what they bring and take along (the column `entered`).

gravity  {0 0 -9.81}
material particle -young 1e6 -poisson 0.3 -density 2500
contact  particle particle -mu 0.4 -restitution 0.5 -mu_r 0.05 -eta_r 0.3

# A trough whose floor falls by 0.35 over a length of 1, open at its lower end.
bucket   chute -box {0 -0.04 0 0.36 0.04 0.06} -slope 0.35 -open right -material particle

inlet    feed  -box {0.01 -0.035 0.04 0.06 0.035 0.07} -rate 120 -every 0.05 \
               -radius {0.004 0.006} -velocity {0.2 0 -0.3} -seed 7 -material particle
outlet   end   -point {0 0 -0.2} -normal {0 0 -1} -every 0.01

laws      -sliding mindlin -rolling epsd
integrate -method verlet -dt 5e-5
run until 2 record 0.02

# Its picture: trundle film inlet-run -to png -width 320

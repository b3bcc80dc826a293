# A rotating drum: the wall lifts the particles, avalanches bring them down again.
#
#     trundle run drum.tcl                 the slope of the bed is in drum-run/measures.csv
#     trundle run drum.tcl -set mu_r=0     particles that do not resist rolling make a flatter bed
#     trundle convert drum-run -to vtk     makes a film for ParaView: open frames.pvd
#                                          (the particles) and walls.pvd (the drum)
#
# The drum is one mesh, a shell with two end plates, that turns about the y axis. The bed is five particles
# wide and its end plates hold it, so its slope is not that of a wide drum.

parameter mu   0.5  -range {0 1} -what {sliding friction between particles}
parameter mu_r 0.2  -range {0 1} -what {rolling friction between particles}
parameter spin -1.8 -what {of the drum about y, rad/s; negative: the bed climbs towards +x}
parameter seed 3
set radius 0.06      ;# from the axis to the corners
set half   0.02      ;# half of the length
set sides  24

# Corner k of the rim at the place y of the axis.
proc corner {k y} {
    global radius sides
    set angle [expr {2*acos(-1)*$k/$sides}]
    list [expr {$radius*cos($angle)}] $y [expr {$radius*sin($angle)}]
}

# Each side has two triangles of the shell and one of either end plate.
set drum {}
for {set k 0} {$k < $sides} {incr k} {
    set next [expr {($k + 1) % $sides}]
    foreach plate [list -$half $half] {
        lappend drum [list [corner $k $plate] [corner $next $plate] [list 0 $plate 0]]
    }
    lappend drum [list [corner $k -$half] [corner $next -$half] [corner $next $half]] \
        [list [corner $next $half] [corner $k $half] [corner $k -$half]]
}

gravity  {0 0 -9.81}
material particle -young 3e5 -poisson 0.3 -density 1500
contact  particle particle -mu $mu -restitution 0.5 -mu_r $mu_r -eta_r 0.3

# Soft particles overlap the wall by so much that the valleys between its sides must count once (-smooth, rad).
mesh     drum -triangles $drum -spin [list 0 $spin 0] -material particle -smooth 0.3
packing  particles -box [list -0.042 -$half -0.042 0.042 $half 0.042] -count 250 \
                -radius {0.0035 0.0045} -seed $seed -material particle
measure  bed slope -about {0 0 0} -axis {0 -1 0}

laws      -sliding mindlin -rolling epsd
integrate -method verlet -dt 1e-4 -skin 0.002
run until 2 record 0.02

# Its picture: trundle film drum-run -to png -width 320

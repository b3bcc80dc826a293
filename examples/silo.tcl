# A silo empties itself: particles of unequal size run through a funnel with eight
# sides into a bucket below.
#
#     trundle run silo.tcl -out silo
#     trundle convert silo -to vtk     open frames.pvd and walls.pvd in ParaView
#
# Walls are meshes of triangles.  The funnel is computed here; `mesh -file` would
# read one from an STL file.

set mouth 0.045      ;# half width of the mouth
set rim   0.11       ;# half width of the silo
set steep 0.12       ;# height of the funnel
set tall  0.40       ;# height of the rim of the silo

# Corner k of the octagon of half width a at the height z.
proc corner {k a z} {
    set angle [expr {acos(-1)*(2*$k + 1)/8}]
    list [expr {$a*cos($angle)}] [expr {$a*sin($angle)}] $z
}

# The strip between two octagons, two triangles a side.
proc strip {a low b high} {
    set triangles {}
    for {set k 0} {$k < 8} {incr k} {
        set next [expr {$k + 1}]
        lappend triangles \
            [list [corner $k $a $low] [corner $next $a $low] [corner $next $b $high]] \
            [list [corner $next $b $high] [corner $k $b $high] [corner $k $a $low]]
    }
    return $triangles
}

gravity  {0 0 -9.81}
material particle -young 3e5 -poisson 0.3 -density 1200
contact  particle particle -mu 0.3 -restitution 0.5 -mu_r 0.1 -eta_r 0.2

mesh     funnel -triangles [strip $mouth 0 $rim $steep] -material particle
mesh     silo -triangles [strip $rim $steep $rim $tall] -material particle
bucket   tub -box {-0.2 -0.2 -0.22 0.2 0.2 -0.12} -material particle
packing  particles -box {-0.07 -0.07 0.11 0.07 0.07 0.39} -count 150 -radius {0.009 0.011} \
                -seed 5 -material particle

laws      -sliding mindlin -rolling epsd
integrate -method verlet -dt 2.5e-5 -skin 0.003
run until 0.8 record 0.02

# Its picture: trundle film silo-run -to png -frame 20 -width 320

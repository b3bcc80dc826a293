# A chain of beads that stick hangs from a ceiling, with a weight at its end.
#
#     trundle run bonded-chain.tcl
#
# A bond pulls with k_nb z^P times the contact area while the beads are pressed together
# (z is overlap over the sum of the radii, against a wall over the radius).  Beside
# Hertz's spring it holds only for P < 1/2; here P = 0, so k_nb is a pressure.  One
# chooses the overlap at which two beads should rest, and computes k_nb from it.  A pair
# then carries up to 4/27 of Hertz's force at that overlap; two beads and the weight are
# nearly half of this.  Try a weight of three times the density: the first two beads part,
# and the event `release` in events.csv says when.

set R       0.005
set heavy   0.008
set E       1e7
set nu      0.3
set density 1500
set rest    1.5e-4
set pi      3.14159265358979

# Hertz's force over the area of contact, at the overlap of rest: k_nb for P = 0.
# (The radius of the partner is Inf for a wall; all are of one material.)
proc stickiness {ri rj} {
    global E nu rest pi
    set r [expr {1/(1/$ri + 1/$rj)}]
    set k [expr {4/3.0*$E/(2*(1 - $nu**2))*sqrt($r)}]
    return [expr {$k*$rest**1.5/($pi*$r*$rest)}]
}

gravity  {0 0 -9.81}

material bead    -young $E -poisson $nu -density $density
material weight  -young $E -poisson $nu -density $density
material ceiling -young $E -poisson $nu

contact  bead bead    -mu 0.5 -restitution 0.5 -bond_power 0 -k_nb [stickiness $R $R]
contact  bead weight  -mu 0.5 -restitution 0.5 -bond_power 0 -k_nb [stickiness $R $heavy]
contact  bead ceiling -mu 0.5 -restitution 0.5 -bond_power 0 -k_nb [stickiness $R Inf]
contact  weight ceiling -mu 0.5 -restitution 0.5 -k_nb 0

plane    ceiling -point {0 0 0} -normal {0 0 -1} -material ceiling
set z [expr {$rest - $R}]
foreach k {1 2 3} {
    sphere bead-$k -radius $R -material bead -position [list 0 0 $z]
    set z [expr {$z - 2*$R + $rest}]
}
sphere   weight -radius $heavy -material weight \
             -position [list 0 0 [expr {$z + $R - $heavy}]]

# The chain hangs in oil, so that it calms down.
fluid     -viscosity 0.05
laws      -bond yes
integrate -dt 1e-5

run until 0.5 record 0.01

# Its picture: trundle film bonded-chain-run -to png -view xz -colour material -width 320

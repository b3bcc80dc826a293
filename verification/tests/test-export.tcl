# trundle export: decks say what the scenario says, what a code cannot express
# is refused, and codes that are installed compute what Trundle computes.
package require trundle::testing
package require trundle::engine::yade
package require trundle::contacts
namespace import testing::*
testing::start

# Two materials, sizes and walls that are not alike, numbers with many digits.
set bodies {
    gravity {0.3 0 -9.72}
    material glass -young 6.1e7 -poisson 0.23 -density 2470
    material felt  -young 8.3e6 -poisson 0.31
    contact glass glass -mu 0.37 -restitution 0.62 -mu_r 0.05 -eta_r 0.2
    contact glass felt  -mu 0.44 -restitution 0.35 -mu_r 0.11 -eta_r 0.4
    plane floor -point {0 0 -0.013} -normal {0 0 2} -material felt
    plane side  -point {0.71 0 0} -normal {-1 0 0} -material glass -rigid yes
    sphere a -radius 0.0213 -material glass -position {0.1 0.0307 0.02} -velocity {0.3 0.1 0} -spin {3 -4 5}
    sphere b -radius 0.0131 -material glass -mass 0.0391 -position {0.16 0 0.031} -spin {0 0 7}
    run until 0.05
}
set laws {
    laws -sliding elongation -transport project -lever half -friction_cap total -rolling epsd
    integrate -method verlet -dt 1.7e-5 -skin 0.0029
}
scenario heap.tcl $bodies$laws

proc has {text args} {
    foreach line $args {
        if {![tap::ok [expr {[string first $line $text] >= 0}] $line]} {
            tap::note $text
        }
    }
}
# The numbers of the first line that begins like this.
proc numbers {text start} {
    foreach line [split $text \n] {
        if {[string match $start* $line]} {
            return [lmap word [split [string range $line [string length $start] end]] {
                if {![string is double -strict $word]} continue
                set word
            }]
        }
    }
    return {}
}
# What the moduli must be, from the formulas of a handbook.
proc estar {ea na eb nb} {expr {$ea*$eb/($eb*(1 - $na**2) + $ea*(1 - $nb**2))}}
proc shear {e nu} {expr {$e/(2*(1 + $nu))}}
proc gstar {ga na gb nb} {expr {1/((2 - $na)/$ga + (2 - $nb)/$gb)}}
proc alpha {e} {
    expr {1.2728 - 4.2783*$e + 11.087*$e**2 - 22.348*$e**3 + 27.467*$e**4
          - 18.022*$e**5 + 4.8218*$e**6}
}

# --- LIGGGHTS --------------------------------------------------------------------

works "LIGGGHTS" export heap.tcl -to liggghts -approximate -steps 321
tap::ok [string match "*differs in *rolling on walls*" [contents $testing::folder/err]] \
    "what differs is told"
set deck [contents heap-liggghts/deck.liggghts]
tap::ok [regexp {^\S* *heap\.tcl, written by Trundle } $deck] "of which scenario it is"
has $deck "youngsModulus peratomtype 61000000.0 8300000.0 61000000000000000.0" \
    "poissonsRatio peratomtype 0.23 0.31 0.23" \
    "coefficientFriction peratomtypepair 3 0.37 0.44 0.37 0.44" \
    "coefficientRollingFriction peratomtypepair 3 0.05 0.11 0.05" \
    "coefficientRollingViscousDamping peratomtypepair 3 0.2 0.4 0.2" \
    "model hertz tangential history rolling_friction epsd tangential_damping off" \
    "primitive type 2 zplane -0.013" "primitive type 3 xplane 0.71" \
    "timestep     1.7e-5" "neighbor     0.0029 bin" "variable steps index 321" \
    "hard_particles yes" "Differs: rolling on walls"
tap::is [lrange [numbers $deck "fix restitution all property/global\
    coefficientRestitution peratomtypepair 3"] 0 3] {0.62 0.35 0.62 0.35} "restitution as typed"
tap::near [lrange [numbers $deck "fix gravity all gravity"] 0 0] \
    9.724628527 1e-9 "size of gravity (ten digits by hand)"
works "LIGGGHTS, a brief run" export heap.tcl -to liggghts -approximate -steps 21 -out brief
has [contents brief/deck.liggghts] "thermo       1\n"
scenario smooth.tcl $bodies[string map {elongation none} $laws]
works "without friction" export smooth.tcl -to liggghts -approximate
has [contents smooth-liggghts/deck.liggghts] "coefficientFriction peratomtypepair 3 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0"
set data [contents heap-liggghts/state.data]
has $data "2 atoms" "3 atom types" 
tap::near [lrange [lindex [regexp -all -inline -line {^1 1 .*$} $data] 0] 2 6] {0.0426 2470 0.1 0.0307 0.02} 1e-11 \
    "diameter, density and place of the first particle (density through the mass)"
tap::near [lindex [regexp -all -inline -line {^2 1 .*$} $data] 0 3] [expr {0.0391/(4/3.0*acos(-1)*0.0131**3)}] \
    1e-9 "a mass becomes a density"
has $data "1 0.29999999999999999 0.10000000000000001 0 3 -4 5"

# Walls of triangles: one from a file in millimetres, binary, with a triangle whose
# corners lie on a line; one that moves and turns.
proc stl-facet {a b c} {
    return [binary format r12s [list 0 0 0 {*}$a {*}$b {*}$c] 0]
}
set channel [open ramp.stl wb]
puts -nonewline $channel [binary format a80i ramp 2][stl-facet {0 0 500} {0 1250 500} {250 0 0}][
    stl-facet {0 0 0} {1 0 0} {2 0 0}]
close $channel
scenario walls.tcl "$bodies$laws
    mesh ramp -file ramp.stl -scale 0.001 -material felt
    mesh gate -triangles {{{0.7 0 0} {0.7 1 0} {0.7 0 0.3}} {{0.7 1 0} {0.7 1 0.3} {0.7 0 0.3}}} \
        -material glass -rigid yes -velocity {0 0 2} -spin {0 0.3 0.4} -axis {0.5 0.5 0}"
works "LIGGGHTS, triangles" export walls.tcl -to liggghts -approximate
set told [contents $testing::folder/err]
set deck [contents walls-liggghts/deck.liggghts]
tap::ok [string match "*the motion of gate (*" $told] "a wall that moves differs"
tap::ok [expr {![string match "*edges of*" $told]}] "flat ones have no edges"
has $deck "mesh/surface file mesh1.stl type 2 precision 5e-7" "mesh/surface file mesh2.stl type 3" \
    "move/mesh mesh mesh2 linear 0.0 0.0 2.0" \
    "move/mesh mesh mesh2 rotate origin 0.5 0.5 0.0 axis 0.0 0.3 0.4 period 12.56637061435" \
    "rolling_friction epsd mesh n_meshes 2 meshes mesh1 mesh2 tangential_damping off"
set corners [lmap {- x y z} [regexp -all -inline {vertex (\S+) (\S+) (\S+)} \
    [contents walls-liggghts/mesh1.stl]] {list $x $y $z}]
tap::near [concat {*}$corners] {0 0 0.5 0 1.25 0.5 0.25 0 0} 1e-15 "the triangle that has a face, in metres"
tap::near [lrange [numbers [contents walls-liggghts/mesh1.stl] "facet normal"] 0 2] \
    [list [expr {-2/sqrt(5)}] 0 [expr {-1/sqrt(5)}]] 1e-15 "its normal, by the right-hand rule"
# The gate turns in a sphere round its axis and rises for 2941 steps of 1.7e-5 s.
set arm [expr {sqrt(0.2**2 + 0.5**2 + 0.3**2)}]
set box [lmap axis {x y z} {numbers [lindex [regexp -inline -line ".*${axis}lo.*" \
    [contents walls-liggghts/state.data]] 0] ""}]
tap::near [concat {*}$box] [list [expr {0.5 - $arm - 0.0426}] [expr {0.5 + $arm + 0.0426}] [expr {0.5 - $arm - 0.0426}] 1.2926 \
    [expr {-$arm - 0.0426}] [expr {$arm + 2*2941*1.7e-5 + 0.0426}]] 1e-8 "a box in which it stays"

# --- LAMMPS ----------------------------------------------------------------------

works "LAMMPS" export heap.tcl -to lammps -approximate -threads 2
set deck [contents heap-lammps/deck.lammps]
set pair [numbers $deck "pair_coeff   1 1 hertz"]
set e [estar 6.1e7 0.23 6.1e7 0.23]
tap::near [expr {[lindex $pair 0]/(4/3.0*$e)}] 1 1e-13 "k of two particles"
# The restitution given to it must make the damping of restitution 0.62: the
# rate is ln e/sqrt(ln^2 e + pi^2), times sqrt(5); found by bisection.
set beta [expr {-log(0.62)/hypot(log(0.62), acos(-1))}]
tap::near [alpha [lindex $pair 1]] [expr {sqrt(5)*$beta}] 1e-12 "damping of two particles"
set g [gstar [shear 6.1e7 0.23] 0.23 [shear 6.1e7 0.23] 0.23]
tap::near [expr {[lindex $pair 2]/(8*$g)}] 1 1e-13 "tangential stiffness"
tap::is [lindex $pair 4] 0.37 "friction"
regexp -line {^pair_coeff   1 1 .* sds (\S+) (\S+) (\S+)} $deck - k c m
tap::near [expr {$c/(2*0.2*sqrt(2.8*4/3.0*acos(-1)*0.0213**3*2470*$k))}] 1 1e-12 "of epsd spring and dashpot go together: I* = 2.8 m R*^2"
scenario dashed.tcl [string map {"-mu 0.37" "-mu 0.37 -xi_t 0.31"} [contents heap.tcl]]
works "LAMMPS, a dashpot beside the spring" export dashed.tcl -to lammps -approximate
# Both dashpots, 2 xi_t sqrt(8 G* a m*) and 2 beta sqrt(5/6) sqrt(2 E* a m*), with a = m* = 1.
tap::near [lindex [numbers [contents dashed-lammps/deck.lammps] "pair_coeff   1 1 hertz"] 3] \
    [expr {2*0.31*sqrt(8*$g)/(2*$beta*sqrt(5/6.0)*sqrt(2*$e))}] 1e-12 "the share of the tangential dashpot"
set wall [numbers $deck "fix wall1_1 type1 wall/gran granular hertz"]
set e [estar 6.1e7 0.23 8.3e6 0.31]
tap::near [expr {[lindex $wall 0]/(4/3.0*$e)}] 1 1e-13 "k of a wall"
tap::near [lindex $wall end] -0.013 0 "where it stands"
set rigid [numbers $deck "fix wall2_1 type1 wall/gran granular hertz"]
tap::near [expr {[lindex $rigid 0]/(4/3.0*6.1e7/(1 - 0.23**2))}] 1 1e-13 "k of a rigid wall"
has $deck "xplane NULL 0.71" "zplane -0.013 NULL" "run          \${steps} pre no" \
    "group type1 type 1" "variable steps index 2941"
has $deck "mpirun --bind-to none --oversubscribe -np 2 lmp" "OMPI_ALLOW_RUN_AS_ROOT" \
    "# Types: 1 glass; 2 felt; 3 glass, rigid." "# Particles: 1 a; 2 b." "tried with version 29 Sep 2021" \
    "every run after the first needs `pre no`"

# The stiffness and cap of mdem as a force at the arm R* = R/2, on a wall R.
scenario mdem.tcl "[string map {-mu_r\ 0.05 "-k_r 3.1 -c_r 0.02 -mu_r_length 2e-3"
    -mu_r\ 0.11 "-k_r 1.7 -mu_r_length 3e-3"} $bodies]
    laws -rolling mdem -transport normal -friction_cap total
    integrate -method verlet -dt 1e-5"
works "LAMMPS, mdem" export mdem.tcl -to lammps -approximate
set deck [contents mdem-lammps/deck.lammps]
regexp -line {^pair_coeff   1 1 .* sds (\S+) (\S+) (\S+)} $deck - k c m
tap::near [list [expr {$k*0.0213**2/4}] [expr {$c*0.0213**2/4}] [expr {$m*0.0213/2}]] \
    {3.1 0.02 0.002} 1e-12 "rolling of two particles"
regexp -line {wall1_1 .* sds (\S+) (\S+) (\S+)} $deck - k c m
tap::near [list [expr {$k*0.0213**2}] [expr {$m*0.0213}]] {1.7 0.003} 1e-12 "rolling on a wall"

# --- YADE ------------------------------------------------------------------------

works "YADE" export heap.tcl -to yade -approximate
set deck [contents heap-yade/deck.py]
regexp {betan = MatchMaker\(matches=\(\(0, 0, *([\d.]+)\)} $deck - got
tap::near $got [expr {sqrt(5/6.0)*$beta}] 1e-14 "betan is xi"
has $deck "young=61000000.0, poisson=0.23" "label='glass, rigid'" \
    "wall((0, 0, -0.013), axis=2, sense=1, material='felt')" \
    "wall((0.71, 0, 0), axis=0, sense=-1" "gravity=(0.3, 0.0, -9.72)" "O.dt = 1.7e-5"
tap::ok [file exists heap-yade/state.csv] "the particles stand beside it"
if {[auto_execok python3] eq ""} {
    tap::ok 1 "the script is Python # SKIP python3 is not installed"
} else {
    tap::ok [expr {![catch {exec python3 -m py_compile heap-yade/deck.py} message]}] \
        "the script is Python"
}

# A ball alone on felt: what resists rolling belongs to the ball and the wall.  The constants
# at the overlap at which the ball rests there, by hand: 2.25 k_n (mu_r R)^2, mu_r.
scenario ball.tcl {
    gravity {0 0 -9.81}
    material steel -young 2.1e11 -poisson 0.30 -density 7800
    material felt  -young 2.0e6  -poisson 0.30
    contact  steel felt -mu 0.4 -restitution 0.4 -mu_r 0.02 -eta_r 0.15
    plane    table -point {0 0 0} -normal {0 0 1} -material felt
    sphere   ball -radius 0.01 -material steel -position {0 0 0.01} -velocity {0.3 0 0} -spin {0 30 0}
    laws      -sliding mindlin -rolling epsd
    integrate -method verlet -dt 1e-5
    run until 0.32 record 0.04
}
works "YADE, a ball on felt" export ball.tcl -to yade -approximate
regexp {krot=([^,]+).*eta=([^)]+)\)} [contents ball-yade/deck.py] - krot eta
set weight [expr {7800*4/3.0*acos(-1)*0.01**3*9.81}]
set e [estar 2.1e11 0.3 2.0e6 0.3]
set deep [expr {($weight/(4/3.0*$e*sqrt(0.01)))**(2/3.0)}]
tap::near [list [expr {$krot/(2.25*4/3.0*$e*sqrt(0.01*$deep)*(0.02*0.01)**2)}] [expr {$eta*0.5*(1e8 + 1)}]] {1 0.02} 1e-12 \
    "its rolling resistance; a wall has the radius 1e8 R"
scenario balls.tcl "[contents ball.tcl]
    sphere other -radius 0.01 -material steel -position {0 0.05 0.01}"
set result [trundle export balls.tcl -to yade -out x]
tap::ok [string match "*differs in*rolling (one stiffness and one length*" [dict get $result err]] \
    "two balls do not resist each other: a difference"
tap::ok [string match "*differs in*planes (R\\* at a plane is half the radius*" [dict get $result err]] "nor do they meet a wall like balls"
scenario alike.tcl "[contents balls.tcl]\n    contact steel steel -mu 0.4 -restitution 0.4 -mu_r 0.02 -eta_r 0.15"
set result [trundle export alike.tcl -to yade -out x]
tap::ok [expr {[string match "*differs in*planes (R\\* at*" [dict get $result err]] && ![string match "*one stiffness*" [dict get $result err]]}] \
    "also where one length of rolling is enough"
set result [trundle export ball.tcl -to yade -out x]
tap::ok [expr {![string match "*planes (R*" [dict get $result err]]}] "a ball alone meets it like the wall that it is"
# No friction, and rolling with a dashpot, which there is not; a dashpot of a law that is not in force does not count.
scenario smooth.tcl [string map {"mindlin -rolling epsd" "none -rolling none"} [contents balls.tcl]]
works "YADE, without friction" export smooth.tcl -to yade -approximate
has [contents smooth-yade/deck.py] "law.frictAngle = MatchMaker(matches=((0, 0, 0.0),"
foreach {law c_r refused} {mdem 0.1 1 mdem 0 0 epsd 0.1 0} {
    scenario dash.tcl [string map [list "-rolling epsd" "-rolling $law"] \
        [regsub {contact +steel felt} [contents ball.tcl] "& -factor 0 -k_r 2 -c_r $c_r -mu_r_length 3e-4"]]
    set result [trundle export dash.tcl -to yade -approximate -out dash-$law-$c_r]
    set said [string match "*YADE cannot express *c_r 0.1 (rolling without damping)*" [dict get $result err]]
    tap::is $said,[dict get $result status] $refused,[expr {2*$refused}] "rolling $law with a dashpot of $c_r"
}
# The course of a held sphere: who has which velocity and spin from which step on.
set said [trundle::export::yade::looks {contacts 0 course {{0 1 {1 2 3} {4 5 6}} {7 1 {0 0 0} {0 0 9}} {7 2 {3 0 0} {0 8 0}}}}]
has $said "course = {0: \[(1, (1, 2, 3), (4, 5, 6))]," "7: \[(1, (0, 0, 0), (0, 0, 9)), (2, (3, 0, 0), (0, 8, 0))]}"
works "LIGGGHTS, a ball on felt" export ball.tcl -to liggghts -approximate
set deck [contents ball-liggghts/deck.liggghts]
has $deck "soft_particles yes\nhard_particles yes" "thermo       4000" \
    "dump         records all custom 4000 records.dump id x y z vx vy vz"

# A held sphere beside a free one damps as one of infinite mass: 1e12 times its own; among held ones alone it has its own.
foreach {name more factor} {beside "sphere free -radius 0.02 -material felt -position {0 0 0.07}" 1e12 alone "" 1} {
    scenario $name.tcl "material felt -young 2e7 -poisson 0.3 -density 310
        contact felt felt -mu 0.3
        sphere held -radius 0.03 -material felt -fixed yes
        $more
        integrate -method verlet -dt 1e-5
        run until 0.01"
    works "LIGGGHTS, held $name" export $name.tcl -to liggghts -approximate
    tap::near [lindex [regexp -inline -line {^1 1 0.06 (\S+) } [contents $name-liggghts/state.data]] 1] [expr {310*$factor}] [expr {1e-6*$factor}] \
        "the density of a held sphere, $name"
}
package require trundle::engine::liggghts

# Two materials, also without the factors 2 - nu; a rigid body adds nothing.
set two {materials {glass {young 6.1e7 poisson 0.23} felt {young 8.3e6 poisson 0.31}}}
set g [shear 6.1e7 0.23]
set h [shear 8.3e6 0.31]
tap::near [dict values [trundle::export::moduli $two {glass 0} {felt 0}]] \
    [list [estar 6.1e7 0.23 8.3e6 0.31] [gstar $g 0.23 $h 0.31] [expr {$g*$h/($g + $h)}]] 1e-7 "the moduli of a pair"
tap::near [dict values [trundle::export::moduli $two {glass 1} {felt 0}]] \
    [list [expr {8.3e6/(1 - 0.31**2)}] [expr {$h/(2 - 0.31)}] $h] 1e-7 "one of which is rigid"

# LIGGGHTS takes moduli from 5e6 to 1e9 without a word.
foreach {soft hard words} {5e6 1e9 "" 4.99e6 1e9 "soft_particles yes\n" 5e6 1.01e9 "hard_particles yes\n"} {
    tap::is [trundle::export::liggghts::moduli-words [dict create types {{a 0} {b 0}} \
        materials [dict create a [list young $hard] b [list young $soft]]]] $words "moduli from $soft to $hard"
}

foreach {g words} {{0 0 0} "" {0 0.6 -0.8} "fix gravity all gravity 1.0 vector 0 0.6 -0.8"} {
    tap::is [trundle::export::liggghts::gravity [list gravity $g held {}]] $words "gravity $g"
}

# A linear spring, by hand: pi R* K_p with R* = R on a plane and R1 R2/(R1 + R2) for two; the tangential one,
# 8 G* (R* overlap)^(1/2), where the first ball rests.
scenario linear.tcl {
    gravity {0 -9.72 0}
    material glass -young 6.1e7 -poisson 0.23 -density 2470
    material felt  -young 8.3e6 -poisson 0.31 -density 700
    material wall  -young 3e6 -poisson 0.2
    contact glass felt -mu 0.3 -k_p 2e5 -p_p 0 -xi 0.2
    contact glass wall -mu 0.1 -k_p 7e5 -p_p 0
    contact felt wall  -mu 0.2 -k_p 5e5 -p_p 0
    plane floor -point {0 0 0} -normal {0 1 0} -material wall -rigid yes
    sphere a -radius 0.02 -material glass -position {0 0.02 0}
    sphere b -radius 0.03 -material felt -position {0 0.07 0}
    laws -normal power -sliding mindlin -rescale no -lever half -transport project -friction_cap total
    integrate -method verlet -dt 1e-5
    run until 0.01
}
set weight [expr {2470*4/3.0*acos(-1)*0.02**3*9.72}]
set wants [lmap {rstar k g} [list 0.012 2e5 [gstar [shear 6.1e7 0.23] 0.23 [shear 8.3e6 0.31] 0.31] \
        0.02 7e5 [expr {[shear 6.1e7 0.23]/(2 - 0.23)}] 0.03 5e5 [expr {[shear 8.3e6 0.31]/(2 - 0.31)}]] {
    set normal [expr {acos(-1)*$rstar*$k}]
    list $normal [expr {8*$g*sqrt($rstar*$weight/$normal)}] [expr {8*$g}]
}]
proc shares {got wants} {lmap a $got b $wants {expr {$a/$b}}}
works "LIGGGHTS, linear" export linear.tcl -to liggghts -approximate
set deck [contents linear-liggghts/deck.liggghts]
foreach {name fix place} {kn normal 0 kt tangential 1} {
    # glass, felt, wall, rigid wall: the pairs that meet
    set got [lrange [numbers $deck "fix $fix all property/global $name peratomtypepair"] 1 end]
    tap::near [shares [list [lindex $got 1] [lindex $got 4] [lindex $got 3] [lindex $got 12] [lindex $got 7]] \
        [lmap k {0 0 1 1 2} {lindex $wants $k $place}]] {1 1 1 1 1} 1e-13 "$name of two balls, and of each on the floor"
}
has $deck "model hooke/stiffness tangential history tangential_damping off" "gamman peratomtypepair 4 0.0 0.0"
works "LAMMPS, linear" export linear.tcl -to lammps -approximate
set deck [contents linear-lammps/deck.lammps]
foreach {start k} {"pair_coeff   1 2 hooke" 0 "fix wall1_1 type1 wall/gran granular hooke" 1
        "fix wall1_2 type2 wall/gran granular hooke" 2} {
    set got [numbers $deck $start]
    tap::near [shares [list [lindex $got 0] [lindex $got 2]] [list [lindex $wants $k 0] [lindex $wants $k 2]]] {1 1} 1e-13 \
        "$start, without dashpots: [lindex $got 1]"
}
works "YADE, linear" export linear.tcl -to yade -approximate
foreach {name place} {kn 0 ks 1} {
    regexp -line "law.$name = MatchMaker.matches=.(.*),\\)\\)" [contents linear-yade/deck.py] - got
    tap::near [shares [lmap {- - k} [regexp -all -inline {[\d.]+} $got] {set k}] [lmap k {0 2 1} {lindex $wants $k $place}]] \
        {1 1 1} 1e-13 "$name"
}

# --- what the other code says -------------------------------------------------------

package require trundle::engine::lammps

# The lines of numbers hold step, particles, kinetic energy and contacts; the last of each counts.
set log {Per MPI rank memory allocation (min/avg/max) = 3.25 | 3.5 | 3.75 Mbytes
   Step Atoms KinEng touching
      0    40      9       50
    100    40    2.5       30
Loop time of 7.5 on 2 procs for 100 steps with 40 atoms
   5100    40  0.125       31
Loop time of 1.25 on 2 procs for 5000 steps with 40 atoms
Neighbor list builds = 17
}
scenario log.lammps $log
scenario log.liggghts [string map {"Per MPI rank memory allocation (min/avg/max)" "Memory usage per processor"} $log]
foreach code {lammps liggghts} {
    tap::is [lsort -stride 2 [trundle::export::${code}::result . {particles 40}]] \
        {contacts 0.775 kinetic 0.125 lists 17 megabytes 3.25 seconds 1.25 steps 5000} "what a log of $code tells"
}
scenario log.lammps "ERROR: lost atoms"
tap::raises {trundle::export::lammps::result . {particles 40}} \
    "the run wrote no loop time; the end of its log: *lost atoms*" "a run that failed"
scenario out.yade "hello\nRESULT seconds 2.5 steps 10\nbye"
tap::is [trundle::export::yade::result . {}] {seconds 2.5 steps 10} "what YADE tells"
scenario out.yade "no module"
tap::raises {trundle::export::yade::result . {}} "the run wrote no result; the end of its output: no module*" "or not"
file delete log.lammps log.liggghts out.yade
# A contact of two spheres and one with a wall, as the deck writes them: what stands there is on the second body.
scenario pairs.dump "ITEM: TIMESTEP\n40\nITEM: ENTRIES id1 id2 x y z overlap nx ny nz fnx fny fnz fsx fsy fsz mx my mz
1 2 0.1 0.2 0.3 1e-4 0 0 1 3 5 7 0.5 0.25 0.125 11 13 17\n2 4 0.4 0.5 0.6 2e-4 1 0 0 -2 4 -6 1 1 1 -1 2 -3"
set found [trundle::export::yade::contacts {spheres 2}]
tap::is [dict keys $found] 40 "YADE's contacts, of which step"
foreach one [dict get $found 40] pair {{0 1} {1 {plane 1}}} overlap {1e-4 2e-4} point {{0.1 0.2 0.3} {0.4 0.5 0.6}} \
        force {{-3.5 -5.25 -7.125} {1 -5 5}} rolling {{-11 -13 -17} {1 -2 3}} {
    tap::is [lmap name {i j} {dict get $one $name}] $pair "between which bodies"
    tap::near [concat {*}[lmap name {overlap point force rolling} {dict get $one $name}]] [concat $overlap $point $force $rolling] \
        1e-15 "where, with which force and couple on the first"
}
file delete pairs.dump

# --- refused -----------------------------------------------------------------------

# A scenario with other values: an option that it has is changed where it stands, as none may be given twice.
proc with {text change} {
    if {[lindex $change 0] ni {laws integrate}} {
        return $text$change
    }
    set left [lindex $change 0]
    foreach {option value} [lrange $change 1 end] {
        if {![regsub -line "^(\\s*[lindex $change 0]\\s.*$option )\\S+" $text "\\1$value" text]} {
            append left " $option $value"
        }
    }
    return "$text\n[expr {[llength $left] > 1 ? $left : ""}]"
}

foreach {pattern code change name} {
    "*LIGGGHTS cannot express sliding viscous*" liggghts {laws -sliding viscous} "viscous friction"
    "*LAMMPS cannot express*torsion yes*"     lammps   {laws -torsion yes} "twisting"
    "*YADE cannot express*spinning no*"       yade     {laws -spinning no} "particles that do not spin"
    "*cannot express*method trapezoid*"       liggghts {integrate -method trapezoid} "an implicit scheme"
    "*LIGGGHTS cannot express*rolling mdem*"  liggghts {laws -rolling mdem} "a law of rolling that is not there"
    "*the plane ramp, normal to no axis*"     liggghts {plane ramp -point {0 0 0} -normal {1 0 3} -material felt} "a slope"
    "*the velocity of belt*"                  lammps   {plane belt -point {0 0 -1} -normal {0 0 1} -material felt -velocity {1 0 0}} "a wall that moves"
    "*LAMMPS cannot express*walls of triangles*" lammps {bucket tub -box {0 0 0 1 1 1} -material felt} "triangles in LAMMPS"
    "*YADE cannot express*walls of triangles*" yade  {bucket tub -box {0 0 0 1 1 1} -material felt} "triangles in YADE"
    "*the thickness of plate*"                liggghts {box plate -box {0 0 0 1 1 1} -thickness 0.01 -material felt} "a thick sheet"
    "*mu_s 0.5 and mu_d 0.4*"                 yade     {material wax -young 1e7 -poisson 0.3 -density 900
        contact wax glass -mu_s 0.5 -mu_d 0.4
        sphere c -radius 0.01 -material wax -position {0 0.1 0.1}} "two coefficients of friction"
    "*the model has inlets, which no adapter can express*" liggghts {inlet tap -box {0.2 0.2 0.2 0.4 0.4 0.4} \
        -radius 0.01 -material glass -rate 10} "spheres that come in"
    "*the xi of material wax*"                lammps  {material wax -young 1e7 -poisson 0.3 -xi 0.1} "a damping rate of a material"
    "*inertia of particle 3 is not that of a*"   lammps   {sphere hoop -radius 0.01 -mass 1 -material felt -inertia_factor 0.6} "a hollow particle"
    "*-fixed yes of probe*"  esys {sphere probe -radius 0.01 -mass 1 -material felt -fixed yes} "a held sphere in ESyS-Particle"
    "*-fixed yes of bed*"    esys {lattice bed -count {2 1 1} -spacing 0.03 -radius 0.01 -material glass -fixed yes} "held spheres"
} {
    scenario change.tcl [with $bodies$laws $change]
    testing::refused $pattern [list export change.tcl -to $code -approximate -out x] $name
}
set linear "laws -normal power -rolling none"
foreach {pattern code change name} {
    "*LAMMPS cannot express c_d 300 (it has no dashpot*"     lammps   {-p_p 0 -c_d 300} "a dashpot that grows"
    "*YADE cannot express *p_p 0.5 (0, a linear spring)*"     yade     {-p_p 0.5} "another power"
    "*LAMMPS cannot express *xi_t 0.2 beside a linear*"       lammps   {-p_p 0 -xi_t 0.2} "a tangential dashpot beside it"
    "*LIGGGHTS cannot express linear springs of spheres of glass with 2 radii*" liggghts {-p_p 0} "a spring for two sizes"
    "*YADE cannot express linear springs of spheres of glass with 2 radii*"     yade {-p_p 0} "a spring for two sizes"
} {
    scenario change.tcl [with "[regsub -all {(contact glass \w+)} $bodies "\\1 -k_p 1e5 $change"]$laws" $linear]
    testing::refused $pattern [list export change.tcl -to $code -approximate -out x] $name
}
set bare {
    material glass -young 6.1e7 -poisson 0.25 -density 2470
    contact glass glass -mu 0.3 -k_p 2e5 -p_p 0
    sphere a -radius 0.02 -material glass -position {0 0 0.02}
    laws -normal power
    integrate -method verlet
    run until 0.01
}
set floor "plane floor -point {0 0 0} -normal {0 0 1} -material glass\n"
foreach {pattern code change} {
    "*LIGGGHTS cannot express a tangential spring beside a linear one without gravity*" liggghts ""
    "*YADE cannot express linear springs of glass on spheres and on walls of one material*" yade
        "gravity {0 0 -9}\nsphere b -radius 0.02 -material glass -position {1 0 1}"
    "*YADE cannot express rolling epsd beside a linear spring*" yade "gravity {0 0 -9}\nlaws -rolling epsd"
    "*LIGGGHTS cannot express area geometric*" liggghts "laws -area geometric"
    "*ESyS-Particle cannot express friction at walls (*" esys "gravity {0 0 -9}"
    "*ESyS-Particle cannot express normal hertz*" esys "laws -normal hertz"
} {
    scenario change.tcl [with "$bare$floor" $change]
    testing::refused $pattern [list export change.tcl -to $code -approximate -out x] [lrange [string map {* ""} $pattern] 1 5]
}
scenario loose.tcl {
    material glass -young 6.1e7 -poisson 0.25 -density 2470
    contact glass glass -mu 0 -k_p 2e5 -p_p 0
    plane floor -point {0 0 -0.3} -normal {0 0 1} -material glass
    sphere a -radius 0.0213 -material glass -position {0.125 0.25 0.5}
    sphere b -radius 0.0213 -material glass -position {0.125 0.75 0.5}
    laws -normal power
    integrate -method verlet
    run until 0.01
}
works "ESyS-Particle" export loose.tcl -to esys -approximate
tap::ok [file isfile loose-esys/deck.py] "its script"
tap::is [lmap row [rows loose-esys/state.csv] {lmap x [lrange $row 0 3] {format %.9g $x}}] \
    {{0.125 0.25 0.5 0.0213} {0.125 0.75 0.5 0.0213}} "and the spheres that it reads"
scenario change.tcl $bare$floor
works "LIGGGHTS, a typical overlap" export change.tcl -to liggghts -approximate -overlap 1e-4 -out typical
tap::near [expr {[lindex [numbers [contents typical/deck.liggghts] "fix tangential all property/global kt peratomtypepair 1"] 0]
    /(8*[gstar [shear 6.1e7 0.25] 0.25 [shear 6.1e7 0.25] 0.25]*sqrt(0.02*1e-4))}] 1 1e-13 "its tangential spring, at -overlap"
scenario heap.tcl $bodies$laws
set said [works "a folder with a blank" export heap.tcl -to yade -approximate -out "my heap"]
tap::ok [string match "*cd 'my heap' && yade*" $said] "is quoted for the shell"
testing::refused "*LIGGGHTS differs in *rolling on walls*With -approximate*" \
    {export heap.tcl -to liggghts -out x} "a difference that nobody accepts"
scenario tub.tcl "$bodies$laws\nbucket tub -box {-1 -1 -1 1 1 1} -material felt"
testing::refused "*LIGGGHTS differs in *rolling on walls*With -approximate*" \
    {export heap.tcl -to liggghts -out no/such/deck} "and makes no folders above it"
testing::refused "*LIGGGHTS differs in *edges of tub*With -approximate*" \
    {export tub.tcl -to liggghts -out x} "edges that nobody accepts"
testing::refused "*-to is missing, expected one of esys, lammps, liggghts, yade, json*" {export heap.tcl} \
    "no other code"
testing::refused "*-to is \"gromacs\", expected one of esys, lammps, liggghts, yade, json*" \
    {export heap.tcl -to gromacs} "an unknown code"
file mkdir mine
testing::write mine/notes.txt mine
testing::refused "*-out is \"*mine\", which exists*" \
    {export heap.tcl -to yade -approximate -out mine} "a folder of somebody else"

# --- the codes themselves --------------------------------------------------------------

# One particle hits another, obliquely, or a slope; the codes that are installed must
# come to the same state.  TOLERANCE is that of velocities (m/s) and spins (rad/s)
# with what makes it: all else agrees to roundings.
proc compare {name code tolerance reason model {exactly {}}} {
    set program [dict get {liggghts liggghts lammps lmp yade yade} $code]
    if {[auto_execok $program] eq ""} {
        tap::ok 1 "$name # SKIP $program is not installed"
        return
    }
    scenario touch.tcl "conventions 0.1\nmaterial m -young 1e8 -poisson 0.25 -density 2500\n$model
        run until 0.0029"
    file delete -force touch-$code touch-run
    works "$name: deck" export touch.tcl -to $code {*}[expr {$exactly eq "" ? "-approximate" : ""}]
    works "$name: here" run touch.tcl
    set line [lindex [split [contents [lindex [glob touch-$code/deck*] 0]] \n] 1]
    cd touch-$code
    set failed [catch {exec sh -c [regsub {^.*folder: } $line ""] >out 2>@1} message]
    cd ..
    if {![tap::ok [expr {!$failed}] "$name: there"]} {
        tap::note $message
        return
    }
    set theirs [final-state touch-$code/final.dump]
    set rows [split [string trim [contents touch-run/trajectory.csv]] \n]
    set ours [lmap row [lrange $rows end-[expr {[llength $theirs] - 1}] end] {
        lrange [split $row ,] 5 10
    }]
    tap::near [concat {*}$ours] [concat {*}$theirs] $tolerance "$name; $reason"
}
proc final-state {dump} {
    return [lmap line [split [string trim [contents $dump]] \n] {
        if {[string match ITEM* $line] || [llength $line] < 10} continue
        lrange $line 4 9
    }]
}
set two {
    sphere a -radius 0.1  -material m -velocity {0.3 0.3 0} -spin {3 1 2}
    sphere b -radius 0.08 -material m -position {0.15 0.07 0.071} -velocity {0 0.1 -0.5} -spin {-2 4 7}
    integrate -method verlet -dt 1e-6
}
set slope {
    plane p -point {-0.08 -0.059 0} -normal {0.8 0.6 0} -material m
    sphere a -radius 0.1 -material m -velocity {-0.3 0.3 0} -spin {3 1 2}
    integrate -method verlet -dt 1e-6
}
# 2900 steps, each with roundings of 1e-16 of velocities and spins up to 7.
set exact "the same to the roundings of 2900 steps"
compare "LIGGGHTS: two particles" liggghts 1e-11 $exact \
    "contact m m -mu 0.2 -restitution 0.3 -xi_t 0.32667737123456103
     laws -increment rate -transport project -lever half -friction_cap total
     $two"
compare "LIGGGHTS: on a floor, no dashpot" liggghts 1e-11 $exact \
    "contact m m -mu 0.2 -restitution 0.3
     laws -increment rate -transport project -lever half -friction_cap total
     [string map {{-0.08 -0.059 0} {-0.0995 0 0} {0.8 0.6 0} {1 0 0}} $slope]"
compare "LIGGGHTS: EPSD" liggghts 1e-4 \
    "the rolling torque does not turn with the plane: 3e-4 of 0.1 rad/s" \
    "contact m m -mu 0.2 -restitution 0.3 -mu_r 0.1 -eta_r 0.3
     laws -rolling epsd -increment rate -transport project -lever half -friction_cap total
     $two"
# Walls of triangles.  A square that lies across p, u and v apart, cut in two.
proc square {p u v} {
    set corners [lmap {s t} {-2 -2 2 -2 2 2 -2 2} {
        lmap x $p a $u b $v {expr {$x + $s*$a + $t*$b}}
    }]
    return [list [lrange $corners 0 2] [list {*}[lrange $corners 2 3] [lindex $corners 0]]]
}
set usual "contact m m -mu 0.2 -restitution 0.3
     laws -increment rate -transport project -lever half -friction_cap total"
set flying "sphere a -radius 0.1 -material m -velocity {-0.3 0.3 0} -spin {3 1 2}
     integrate -method verlet -dt 1e-6"
compare "LIGGGHTS: on a slope of two triangles" liggghts 1e-11 $exact "$usual\n$flying
     mesh slope -triangles {[square {-0.08 -0.059 0.3} {-0.6 0.8 0} {0 0 1}]} -material m"
# It carries the corners of a wall along, step by step.
compare "LIGGGHTS: a slope that moves and turns" liggghts 1e-8 "2900 steps of a wall" "$usual\n$flying
     mesh slope -triangles {[square {-0.08004 -0.06003 0.3} {-0.6 0.8 0} {0 0 1}]} -material m \\
         -velocity {0.2 0.15 0.4} -spin {-0.3 -0.2 -3} -axis {0.4 0.1 0}"
foreach {name wall place velocity} {
    "in a valley"           bucket {0.101 0.3 0.101}   {-1 0.1 -0.3}
    "in a corner"           bucket {0.101 0.101 0.101} {-1 -0.4 -0.3}
    "on a ridge"            box    {1.03 0.3 1.095}    {0.1 0.1 -0.3}
    "on the tip of a cube"  box    {1.03 1.02 1.09}    {0.1 0.1 -0.3}
} {
    compare "LIGGGHTS: $name" liggghts 1e-11 $exact "$usual
        gravity {0 0 -9.81}
        $wall w -box {0 0 0 1 1 1} -material m
        sphere a -radius 0.1 -material m -position {$place} -velocity {$velocity} -spin {0.3 5 2}
        integrate -method verlet -dt 1e-6"
}
# Two faces that differ by two degrees: the wedge over the edge is passed within 2 ms.
set rise [expr {2*tan(acos(-1)/180)}]
set fold [list [list {0 -2 0} {0 2 0} [list 2 2 -$rise]] [list {0 -2 0} [list 2 2 -$rise] [list 2 -2 -$rise]] \
    [list {0 -2 0} {0 2 0} [list -2 2 -$rise]] [list {0 -2 0} [list -2 2 -$rise] [list -2 -2 -$rise]]]
compare "LIGGGHTS: from face to face over an edge" liggghts 0.02 \
    "it finds contacts at an edge by rules of its own: a per cent of 2 m/s" \
    "$usual -sliding none
     gravity {0 0 -9.81}
     mesh fold -triangles {$fold} -material m
     sphere a -radius 0.1 -material m -position {-0.002 0.013 0.0999} -velocity {2 0.1 0} -spin {0.3 5 2}
     integrate -method verlet -dt 1e-6"
compare "LAMMPS: no damping" lammps 1e-11 $exact \
    "contact m m -mu 0 -xi 0
     laws -sliding none
     $two"
compare "LAMMPS: one sphere on a slope, word for word" lammps 1e-11 $exact \
    "contact m m -mu 0.2 -restitution 0.3
     laws -increment rate -transport normal -lever radius -friction_cap total
     $slope" exactly
compare "LAMMPS: MDEM on a slope" lammps 1e-11 $exact \
    "contact m m -mu 0.2 -restitution 0.3 -k_r 30 -mu_r_length 0.01 -c_r 0.5
     laws -rolling mdem -increment rate -transport normal -lever radius -friction_cap total
     $slope"
compare "LAMMPS: a spring that is rescaled" lammps 1e-11 $exact \
    "contact m m -mu 50 -restitution 0.9
     laws -increment rate -transport normal -lever radius -friction_cap total -rescale yes
     $slope"
compare "LAMMPS: a dashpot beside a spring that holds" lammps 1e-11 $exact \
    "contact m m -mu 50 -restitution 0.3 -xi_t 0.21
     laws -increment rate -transport normal -lever radius -friction_cap total
     $slope"
compare "YADE: two particles" yade 1e-3 \
    "velocities and spins are half a step late, 5e-7 s of up to 2000 rad/s2" \
    "contact m m -mu 0.2 -restitution 1
     laws -increment material -transport frame -lever half -sliding mindlin
     $two"
testing::end

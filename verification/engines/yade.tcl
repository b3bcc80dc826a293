# yade.tcl -- a model as a Python script for YADE: MindlinPhys with the damping
# ratios `betan` and `betas`, which are xi and xi_t, walls as infinite planes, moments by `krot` and `eta`;
# for linear springs FrictPhys, which has neither dashpots nor moments.
package provide trundle::engine::yade 1.0
package require trundle::export

namespace eval trundle::export::yade {
    variable title YADE
    variable tried {version 2023.02a}
    variable program yade
    variable packages yade
    variable greets Yade
    variable bench_share 5
    variable holds 1
    # What references follow and no option of ours says: its resistance to rolling has no damping and one stiffness, it takes velocities of the
    # start as those of half a step before, a wall is a sphere with the radius 1e8 R, so R* is R/(1 + 1e-8), and the
    # history is turned by two cross products.
    variable habits {roll_dashpot no roll_stiffness constant start half-step wall_radius 0.99999999 carry cross}
    variable can {
        normal     {hertz same power same hooke same}
        normal_end {
            force   {an attraction is cut off, but the contact, and what it holds against rolling, stays until the overlap is gone}
            overlap {an attraction is cut off}
        }
        sliding {
            elongation {it keeps the force of the spring, not the elongation}
            mindlin    same
            linear     same
            none       same
        }
        increment {
            material {it takes slip velocity times step}
            trapezoid {it takes slip velocity times step}
            rate     same
        }
        transport {
            frame   {spheres: it turns the history by two cross products, right to first order in the turn of a step}
            normal  {it also turns the history about the normal}
            project {it carries the history with the whole frame}
            none    {it carries the history with the whole frame}
        }
        slip_memory  {yes same no same}
        rescale {no same yes {it keeps the force when the stiffness falls}}
        friction_cap {nonnegative same total same}
        shear_modulus {mindlin same}
        lever {
            shares {spheres: where the radii differ, it takes the middle of the overlap}
            half   {walls: it takes the place of the wall}
            inner  {spheres: it takes the middle of the overlap}
            radius {it takes the middle of the overlap, at walls the place of the wall}
        }
        rolling {
            none same
            mdem {one stiffness and one length for all pairs}
            epsd {its stiffness is constant, that of the first particle at one overlap, and it has no damping}
        }
        rolling_stiffness {secant same}
        torsion  {no same}
        rotation {exact same printed same}
        spinning {yes same}
        method   {verlet {velocities and spins are half a step late}}
        adaptive {no same}
    }
}

proc trundle::export::yade::cannot {facts} {
    set reasons [concat [trundle::export::oblique $facts] [trundle::export::one-spring $facts] \
        [lindex [trundle::export::one-shear-spring $facts] 0]]
    if {[trundle::export::linear? $facts] && [dict get $facts explain rolling] ne "none"} {
        lappend reasons "rolling [dict get $facts explain rolling] beside a linear spring (its law of them has no moments)"
    }
    foreach {pair numbers} [trundle::export::pairs-of-particles $facts] {
        dict with numbers {
            if {[trundle::export::hooke? $facts] && ($xi != 0 || $xi_t != 0 || $c_n != 0)} {
                lappend reasons "dashpots beside a linear spring (xi, xi_t and c_n of 0)"
            }
            if {[dict get $facts explain rolling] eq "epsd" && $factor != 0} {
                lappend reasons "factor $factor (0)"
            }
            if {[dict get $facts explain rolling] eq "mdem" && $c_r != 0} {
                lappend reasons "c_r $c_r (rolling without damping)"
            }
        }
    }
    return [lsort -unique $reasons]
}

proc trundle::export::yade::differs {facts} {
    set found [lindex [trundle::export::one-shear-spring $facts] 1]
    if {[llength [dict get $facts planes]] && [hertzian $facts] eq "False"} {
        lappend found "planes (R* at a plane is half the radius, where spheres resist rolling on each other)"
    }
    if {[llength [rolling-constants $facts]] > 1} {
        lappend found "rolling (one stiffness and one length for all pairs, those of the pair\
            that resists most)"
    }
    return $found
}

# The constants of rolling of the pairs that can meet, each once.
proc trundle::export::yade::rolling-constants {facts} {
    set names [trundle::value::get {epsd mu_r mdem {k_r mu_r_length}} \
        [dict get $facts explain rolling]]
    return [lsort -unique [lmap {- numbers} [trundle::export::pairs-of-particles $facts] {
        lmap name $names {dict get $numbers $name}
    }]]
}

proc trundle::export::yade::write {facts folder plan} {
    set state [dict get $plan state]
    if {[file normalize $state] ne [file normalize $folder/state.csv]} {
        file copy -force $state $folder/state.csv
    }
    trundle::export::deck $folder/deck.py [deck $facts $plan]
    return {}
}

proc trundle::export::yade::command {plan} {
    set over [lmap name [dict get $plan over] {
        string cat [string toupper $name] = [dict get $plan $name]
    }]
    return [concat [expr {[llength $over] ? [list env {*}$over] : ""}] \
        [list yade -n -x -j[dict get $plan threads] deck.py]]
}

proc trundle::export::yade::result {folder plan} {
    return [trundle::export::said-result $folder/out.yade]
}

proc trundle::export::yade::deck {facts plan} {
    set explain [dict get $facts explain]
    set power [trundle::export::linear? $facts]
    set held [llength [dict get $plan held]]
    set looks [expr {$held || [dict get $plan contacts]}]
    append text "[trundle::export::head $facts $plan # yade]
import csv, math, os, resource, time

steps = int(os.environ.get('STEPS', [dict get $plan steps]))
warm = int(os.environ.get('WARM', [dict get $plan warm]))
dump = int(os.environ.get('DUMP', 1))
every = [dict get $plan every]

[materials $facts]
with open('state.csv') as table:
    for g in csv.DictReader(line for line in table if not line.startswith('#')):
        r = float(g\['radius'])
        s = sphere(\[float(g\[k]) for k in 'xyz'], radius=r, material=g\['material'])
[expr {$held ? "        if g\['fixed'] == '1':
            s.state.blockedDOFs = 'xyzXYZ'
" : ""}]        s.state.mass = float(g\['mass'])
        s.state.inertia = Vector3(1, 1, 1)*float(g\['inertia'])
        s.state.vel = Vector3(*\[float(g\[k]) for k in ('vx', 'vy', 'vz')])
        s.state.angVel = Vector3(*\[float(g\[k]) for k in ('wx', 'wy', 'wz')])
        O.bodies.append(s)
particles = len(O.bodies)
[walls $facts]

[expr {$power ? [linear $facts $plan] : [mindlin $facts $plan]}]
law.frictAngle = MatchMaker(matches=([matches $facts [expr {
    [dict get $explain sliding] eq "none" ? {expr 0.0} : {expr {atan($mu_s)}}}]]))
collider = InsertionSortCollider(\[Bo1_Sphere_Aabb(), Bo1_Wall_Aabb()],
    verletDist=[trundle::export::skin $facts $plan])
# Slip is taken where the force acts (by default on arms that keep their length, against
# ratcheting), and with hertzian=True R* at a wall is R (by default R/2).
O.engines = \[
    ForceResetter(),
    collider,
    InteractionLoop(
        \[Ig2_Sphere_Sphere_ScGeom(avoidGranularRatcheting=False),
         Ig2_Wall_Sphere_ScGeom(noRatch=False, hertzian=[hertzian $facts])],
        \[law],
        \[[expr {$power ? "Law2_ScGeom_FrictPhys_CundallStrack(sphericalBodies=False)"
            : "Law2_ScGeom_MindlinPhys_Mindlin(includeMoment=[expr {
                [dict get $explain rolling] eq "none" ? "False" : "True"}])"}]]),
    NewtonIntegrator(gravity=([join [dict get $facts gravity] {, }]), damping=0)]
O.dt = [trundle::export::number [dict get $explain dt]]

def state():
    for i in range(particles):
        s = O.bodies\[i].state
        yield ' '.join(\['%d' % (i + 1)] + \['%.17g' % x for x in (*s.pos, *s.vel, *s.angVel[expr {$held ? ",
            *(O.forces.f(i, True) + (0 if s.blockedDOFs else s.mass)*O.engines\[-1].gravity), *O.forces.t(i, True)" : ""}])]) + '\\n'

def record():
    records.write('ITEM: TIMESTEP\\n%d\\nITEM: NUMBER OF ATOMS\\n%d\\n'
                  'ITEM: ATOMS [trundle::export::dump-columns $plan]\\n' % (O.iter, particles))
    records.writelines(state())
[expr {[dict get $plan contacts] ? [touch-lines] : ""}]
if warm:
    O.run(warm, True)
before = getattr(collider, 'numAction', 0)
[expr {$looks ? [looks $plan] : "if every:  # the first engine of a step: it sees the state of which O.iter is the number
    records = open('records.dump', 'w')
    O.engines = \[PyRunner(command='record()', iterPeriod=every, initRun=True)] + O.engines"}]
start = time.perf_counter()
O.run(steps, True)
seconds = time.perf_counter() - start
[expr {$looks ? "# What is borne at the end: the forces once more, and nobody moves.
O.engines = O.engines\[:-1] + \[NewtonIntegrator(gravity=O.engines\[-1].gravity, dead=True)]
O.step()
[expr {[dict get $plan contacts] ? "touching(steps)
pairs.close()
" : ""}]if every:
" : "if every:
    if steps % every == 0:
        record()
"}]    records.close()
touching = sum(1 for i in O.interactions if i.isReal and i.id1 < particles and i.id2 < particles)
kinetic = sum(0.5*b.state.mass*b.state.vel.squaredNorm() for b in O.bodies if b.id < particles)
print('RESULT seconds %.9g steps %d lists %d contacts %.9g kinetic %.9g megabytes %.6g' % (
    seconds, steps, getattr(collider, 'numAction', 0) - before, 2.0*touching/particles, kinetic,
    resource.getrusage(resource.RUSAGE_SELF).ru_maxrss/1024.0), flush=True)
if dump:
    with open('final.dump', 'w') as out:
        out.writelines(state())"
    return $text
}

# Who is held bears what is known when forces have been evaluated and nobody has moved; then another leg of the course begins.
proc trundle::export::yade::looks {plan} {
    set legs {}
    foreach entry [dict get $plan course] {
        lassign $entry step particle velocity spin
        dict lappend legs $step "($particle, ([join $velocity {, }]), ([join $spin {, }]))"
    }
    return "course = {[join [lmap {step entries} $legs {string cat "$step: \[[join $entries {, }]]"}] ",\n          "]}

def steer():
    for i, velocity, spin in course.get(O.iter, ()):
        O.bodies\[i].state.vel = Vector3(*velocity)
        O.bodies\[i].state.angVel = Vector3(*spin)

looks = \[PyRunner(command='steer()', iterPeriod=1, initRun=True)] if course else \[]
if every:
    records = open('records.dump', 'w')
    looks.insert(0, PyRunner(command='record()[expr {
        [dict get $plan contacts] ? "; touching(O.iter)" : ""}]', iterPeriod=every, initRun=True))
O.engines = O.engines\[:-1] + looks + O.engines\[-1:]"
}

# Contacts, as they are when forces have been evaluated and nobody has moved.  The couple is that on the second body.
proc trundle::export::yade::touch-lines {} {
    return "
pairs = open('pairs.dump', 'w')

def touching(step):
    pairs.write('ITEM: TIMESTEP\\n%d\\nITEM: ENTRIES id1 id2 x y z overlap nx ny nz fnx fny fnz fsx fsy fsz mx my mz\\n' % step)
    for i in O.interactions:
        if i.isReal:
            couple = (i.phys.momentBend + i.phys.momentTwist) if hasattr(i.phys, 'momentBend') else Vector3.Zero
            pairs.write('%d %d ' % (i.id1 + 1, i.id2 + 1) + ' '.join('%.17g' % x for x in (
                *i.geom.contactPoint, i.geom.penetrationDepth, *i.geom.normal,
                *i.phys.normalForce, *i.phys.shearForce, *couple)) + '\\n')
"
}

# Bodies behind the spheres are walls.  Forces are those on the second of both.
proc trundle::export::yade::contacts {facts} {
    set found {}
    set spheres [dict get $facts spheres]
    trundle::contacts::each pairs {step row} {
        lassign $row a b x y z overlap nx ny nz px py pz sx sy sz cx cy cz
        dict lappend found $step [dict create {*}[concat {*}[lmap name {i j} number [list $a $b] {
            incr number -1
            list $name [expr {$number < $spheres ? $number : [list plane [expr {$number - $spheres}]]}]
        }]] overlap $overlap point [list $x $y $z] \
            force [list [expr {-$px - $sx}] [expr {-$py - $sy}] [expr {-$pz - $sz}]] \
            rolling [list [expr {-$cx}] [expr {-$cy}] [expr {-$cz}]]]
    }
    return $found
}

# Materials in the order of the types, so that a type is a number of YADE's.
proc trundle::export::yade::materials {facts} {
    return [join [lmap type [dict get $facts types] {
        lassign $type name rigid
        set material [dict get $facts materials $name]
        string cat "O.materials.append(FrictMat(young=" \
            [expr {$rigid ? 1e9*[dict get $material young] : [dict get $material young]}] \
            ", poisson=[trundle::value::get $material poisson 0.25]" \
            ", density=[trundle::value::get $material density 1000.0]" \
            ", frictionAngle=0.0, label='[trundle::export::type-name $type]'))"
    }] \n]
}

# The numbers of Hertz's law in the deck, and of linear springs, in N/m.
proc trundle::export::yade::mindlin {facts plan} {
    lassign [moments $facts $plan] krot eta
    return "law = Ip2_FrictMat_FrictMat_MindlinPhys(krot=$krot, ktwist=0.0, eta=$eta)
# Damping as a share of the critical one, normal and tangential.
law.betan = MatchMaker(matches=([matches $facts {set xi}]))
law.betas = MatchMaker(matches=([matches $facts {set xi_t}]))"
}

proc trundle::export::yade::linear {facts plan} {
    set springs [trundle::export::springs $facts $plan]
    return "law = Ip2_FrictMat_FrictMat_FrictPhys()
[join [lmap {name place} {kn 0 ks 1} {
        string cat law.$name " = MatchMaker(matches=([matches $facts [format {lindex [dict get {%s} $pair] %d} $springs $place]]))"
    }] \n]"
}

# A value for every pair of types.
proc trundle::export::yade::matches {facts script} {
    set types [dict get $facts types]
    set entries {}
    foreach {pair numbers} [trundle::export::pairs-of-particles $facts] {
        dict with numbers {
            set value [eval $script]
        }
        lappend entries "([join [lmap type $pair {lsearch -exact $types $type}] {, }],\
            $value)"
    }
    return [expr {[llength $entries] ? "[join $entries {, }]," : ""}]
}

# Is a wall to have R* = R?  It gets a radius of 1e8 R for that, which enters the mean radius of the full moment, too: one
# number for all pairs is then right for walls, or for spheres.
proc trundle::export::yade::hertzian {facts} {
    return [expr {[dict get $facts explain rolling] eq "none"
        || ![llength [lsearch -all -index 0 [dict get $facts meet] spheres]] ? "True" : "False"}]
}

# Bending stiffness, and the length of the full moment over the mean radius: those of
# the pair that resists most.
proc trundle::export::yade::moments {facts plan} {
    set rolling [dict get $facts explain rolling]
    if {$rolling eq "none"} {
        return {0.0 0.0}
    }
    lassign [trundle::export::first-particle [dict get $plan state]] r
    set share [expr {[hertzian $facts] eq "True" && [llength [dict get $facts planes]] ? 0.5*(1e8 + 1) : 1.0}]
    set most {0.0 0.0}
    foreach meeting [dict get $facts meet] {
        if {$rolling eq "mdem"} {
            set numbers [dict get $facts pairs [lrange $meeting 1 2]]
            set moments [list [dict get $numbers k_r] [expr {[dict get $numbers mu_r_length]/$r/$share}]]
        } else {
            set at [trundle::export::rolling-at $facts $plan {*}$meeting]
            set moments [list [dict get $at stiffness] [expr {[dict get $at arm]/$r/$share}]]
        }
        if {[lindex $moments 1] > [lindex $most 1]} {
            set most $moments
        }
    }
    return $most
}

proc trundle::export::yade::walls {facts} {
    return [join [lmap plane [dict get $facts planes] {
        dict with plane {
            set place {0 0 0}
            set k [lsearch {x y z} $axis]
            lset place $k $at
            lassign $type name rigid
            string cat "O.bodies.append(wall(([join $place {, }])," \
                " axis=$k, sense=$side, material='" \
                [trundle::export::type-name [list $name $rigid]] "'))"
        }
    }] \n]
}

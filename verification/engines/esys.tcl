# esys.tcl -- a model as a Python script for ESyS-Particle: spheres that rotate, linear springs with friction between
# them (RotFriction), and walls with linear springs, which hold nothing along them.
package provide trundle::engine::esys 1.0
package require trundle::export

namespace eval trundle::export::esys {
    variable title ESyS-Particle
    variable tried {version 2.3.5}
    variable program esysparticle
    variable packages {esys-particle openmpi-bin}
    variable greets ESyS-Particle
    variable mpirun 1
    variable alone 1
    # It takes velocities of the start as those of half a step before.
    variable habits {start half-step}
    variable can {
        normal     {power same hooke same}
        normal_end {overlap same force same}
        sliding {
            mindlin    same
            linear     same
            elongation {it keeps the force of the spring, not the elongation}
            none       same
        }
        increment {
            rate     same
            material {it takes slip velocity times step}
        }
        transport {
            none    same
            frame   {the history does not follow the contact}
            normal  {the history does not follow the contact}
            project {the history does not follow the contact}
        }
        slip_memory   {yes same no same}
        rescale       {no same yes {it keeps the force when the stiffness falls}}
        friction_cap  {nonnegative same total same elastic same}
        shear_modulus {mindlin same printed same}
        lever {
            shares same
            half   {where the radii differ, it takes the place between them}
            inner  {it takes the place between the radii}
            radius {it takes the place between the radii}
        }
        rolling  {none same}
        torsion  {no same}
        rotation {exact same printed same}
        spinning {yes same}
        method   {verlet {velocities and spins are half a step late}}
        adaptive {no same}
    }
}

proc trundle::export::esys::cannot {facts} {
    if {![trundle::export::linear? $facts]} return
    set reasons [lindex [trundle::export::one-shear-spring $facts] 0]
    set springs {}
    foreach meeting [dict get $facts meet] {
        set pair [lrange $meeting 1 2]
        set numbers [dict get $facts pairs $pair]
        set mu [dict get $numbers mu_s]
        if {[trundle::export::hooke? $facts]} {
            if {[dict get $numbers xi] != 0 || [dict get $numbers xi_t] != 0 || [dict get $numbers c_n] != 0} {
                lappend reasons "dashpots (xi, xi_t and c_n of 0)"
            }
            if {[lindex $meeting 0] eq "walls" && [llength [trundle::value::get [dict get $facts radii] [lindex $pair 0 0]]] > 1} {
                lappend reasons "walls with spheres of several radii (the spring of a wall goes with the radius)"
            }
        }
        if {[lindex $meeting 0] eq "walls"} {
            if {$mu > 0 && [dict get $facts explain sliding] ne "none"} {
                lappend reasons "friction at walls (its walls hold nothing along them)"
            }
            set where "one wall"
            set key [lindex $pair 1]
        } else {
            set where "pairs of spheres"
            set key spheres
        }
        dict set springs $where $key [list [trundle::export::spring $facts {*}$meeting] $mu] $pair
    }
    dict for {where kinds} $springs {
        foreach kind [dict values $kinds] {
            if {[dict size $kind] > 1} {
                lappend reasons "several springs or frictions for $where (one; more would need tags)"
            }
        }
    }
    return [lsort -unique $reasons]
}

proc trundle::export::esys::differs {facts} {
    set found [lindex [trundle::export::one-shear-spring $facts] 1]
    if {[dict get $facts explain sliding] eq "linear"} {
        lappend found "friction of spheres (velocities have been seen to differ by 3e-4 of the fastest, whatever the step)"
    }
    return $found
}

proc trundle::export::esys::write {facts folder plan} {
    set state [dict get $plan state]
    if {[file normalize $state] ne [file normalize $folder/state.csv]} {
        file copy -force $state $folder/state.csv
    }
    trundle::export::deck $folder/deck.py [deck $facts $plan]
    return {}
}

# A master and a worker, which ends with run(): to ask it anything afterwards, or for an exit(), waits for ever.
proc trundle::export::esys::command {plan} {
    set over [lmap name [dict get $plan over] {
        string cat [string toupper $name] = [dict get $plan $name]
    }]
    return [concat [expr {[llength $over] ? [list env {*}$over] : ""}] \
        [trundle::export::with-ranks 2 {esysparticle deck.py}]]
}

proc trundle::export::esys::result {folder plan} {
    return [trundle::export::said-result $folder/out.esys]
}

proc trundle::export::esys::deck {facts plan} {
    return "[trundle::export::head $facts [dict merge $plan {threads 1}] # esys]
import csv, os, resource, sys, time, traceback
from esys.lsm import *
from esys.lsm.util import BoundingBox, Vec3

# Without that a mistake leaves the worker waiting for ever.
sys.excepthook = lambda *error: (traceback.print_exception(*error), os._exit(1))

steps = int(os.environ.get('STEPS', [dict get $plan steps]))
warm = int(os.environ.get('WARM', [dict get $plan warm]))
dump = int(os.environ.get('DUMP', 1))
every = [dict get $plan every]
dt = [trundle::export::number [dict get $facts explain dt]]
gravity = Vec3([join [dict get $facts gravity] {, }])

with open('state.csv') as table:
    rows = list(csv.DictReader(line for line in table if not line.startswith('#')))
particles = len(rows)
radius = max(float(g\['radius']) for g in rows)
skin = [trundle::export::skin $facts $plan]
# A particle that leaves the domain is lost: it has room for thrice the way of the fastest.
time_all = (steps + warm)*dt
room = 4*radius + 3*time_all*(time_all*gravity.norm() + max(
    sum(float(g\[k])**2 for k in ('vx', 'vy', 'vz'))**0.5 for g in rows))
low, high = (Vec3(*\[bound(float(g\[k]) for g in rows) + sign*room for k in 'xyz'])
             for bound, sign in ((min, -1), (max, 1)))

sim = LsmMpi(numWorkerProcesses=1, mpiDimList=\[1, 1, 1])
sim.initNeighbourSearch(particleType='RotSphere', verletDist=skin,
                        gridSpacing=max(2*radius + 2*skin, (high - low).norm()/64))
sim.setNumTimeSteps(warm + steps)
sim.setTimeStepSize(dt)
sim.setSpatialDomain(BoundingBox(low, high))
for i, g in enumerate(rows):
    s = RotSphere(id=i, posn=Vec3(*\[float(g\[k]) for k in 'xyz']),
                  radius=float(g\['radius']), mass=float(g\['mass']))
    s.setLinearVelocity(Vec3(*\[float(g\[k]) for k in ('vx', 'vy', 'vz')]))
    s.setAngularVelocity(Vec3(*\[float(g\[k]) for k in ('wx', 'wy', 'wz')]))
    sim.createParticle(s)
sim.createInteractionGroup(GravityPrms(name='gravity', acceleration=gravity))
[springs $facts $plan]
def state():
    for s in sorted(sim.getParticleList(), key=lambda s: s.getId()):
        yield ' '.join(\['%d' % (s.getId() + 1)] + \['%.17g' % x for v in (
            s.getPosn(), s.getLinearVelocity(), s.getAngularVelocity()) for x in v]) + '\\n'

class Record(Runnable):
    def __init__(self):
        Runnable.__init__(self)
        self.step = 0
        self.start = time.perf_counter()
        self.write()

    def write(self):
        step = self.step - warm
        if every and step >= 0 and step % every == 0:
            records.write('ITEM: TIMESTEP\\n%d\\nITEM: NUMBER OF ATOMS\\n%d\\n'
                          'ITEM: ATOMS [trundle::export::dump-columns $plan]\\n' % (step, particles))
            records.writelines(state())
        if step == 0:
            self.start = time.perf_counter()
        if step == steps:
            self.seconds = time.perf_counter() - self.start
            if dump:
                with open('final.dump', 'w') as out:
                    out.writelines(state())

    def run(self):
        self.step += 1
        self.write()

records = open('records.dump', 'w') if every else None
record = Record()
sim.addPostTimeStepRunnable(record)
sim.run()
if every:
    records.close()
print('ESyS-Particle %s' % sim.getLsmVersion())
print('RESULT seconds %.9g steps %d megabytes %.6g' % (
    record.seconds, steps, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss/1024.0), flush=True)"
}

# The springs of spheres, and of each wall, which multiplies its constant by 3.141592654 and the radius.
proc trundle::export::esys::springs {facts plan} {
    set number 0
    set lines {{# The spring of a wall is normalK times 3.141592654 times the radius.}}
    foreach meeting [dict get $facts meet] {
        if {[lindex $meeting 0] ne "spheres" || $number} continue
        incr number
        set mu [expr {[dict get $facts explain sliding] eq "none" ? 0.0 : [dict get $facts pairs [lrange $meeting 1 2] mu_s]}]
        lappend lines "sim.createInteractionGroup(RotFrictionPrms(name='spheres', scaling=False, rigid=False," \
            "    normalK=[trundle::export::spring $facts {*}$meeting]," \
            "    shearK=[trundle::export::shear-spring $facts $plan {*}$meeting], dynamicMu=$mu, staticMu=$mu))"
    }
    foreach plane [dict get $facts planes] {
        set meeting [lsearch -inline -index 2 -exact [lsearch -all -inline -index 0 [dict get $facts meet] walls] \
            [dict get $plane type]]
        if {$meeting eq ""} continue
        set name wall[incr number]
        lappend lines "sim.createWall(name='$name', posn=Vec3([join [dict get $plane point] {, }]),\
            normal=Vec3([join [dict get $plane normal] {, }]))" \
            "sim.createInteractionGroup(NRotElasticWallPrms(name='of $name', wallName='$name',\
            normalK=[expr {[trundle::export::spring $facts {*}$meeting]/(3.141592654*[trundle::export::rstar-of $facts {*}$meeting])}]))"
    }
    return [join $lines \n]
}

#!/usr/bin/env python3
# A DEM code of one sphere on fixed planes, as small as it gets: Hertz with damping, a
# spring for friction, velocity Verlet.  Trundle runs it in place of its own engine:
#
#     trundle case sliding-sphere -engine ./own-sphere.py -set method=verlet
import json, math, sys

def dot(a, b): return sum(x*y for x, y in zip(a, b))
def add(a, b, s=1.0): return [x + s*y for x, y in zip(a, b)]
def cross(a, b): return [a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]]

def contact(sphere, plane, springs, model, dt):
    """Force and torque of one wall on the sphere; springs: elongation by wall."""
    size = math.sqrt(dot(plane['normal'], plane['normal']))
    n = [x/size for x in plane['normal']]
    R, name = sphere['radius'], plane['name']
    overlap = R - dot(add(sphere['position'], plane['point'], -1), n)
    if overlap <= 0:
        springs.pop(name, None)
        return [0, 0, 0], [0, 0, 0]
    numbers = next(c for c in model['contacts'] if set(c['between']) == {sphere['material'], plane['material']})
    bodies = [m for m in model['materials'] if m['name'] == sphere['material']]
    if not plane['rigid']:
        bodies += [m for m in model['materials'] if m['name'] == plane['material']]
    E = 1/sum((1 - m['poisson']**2)/m['young'] for m in bodies)
    G = 1/sum(2*(2 - m['poisson'])*(1 + m['poisson'])/m['young'] for m in bodies)
    a = math.sqrt(R*overlap)                       # radius of the contact, R* = R at a plane
    stiffness, mass = 2*E*a, sphere['mass']        # the normal stiffness, m* = m
    damping = 2*numbers['xi']*math.sqrt(stiffness*mass)
    push = 4/3*E*a*overlap - damping*dot(sphere['velocity'], n)
    arm = [-R*x for x in n]
    slip = add(sphere['velocity'], cross(sphere['spin'], arm))
    slip = add(slip, n, -dot(slip, n))
    spring = add(springs.get(name, [0, 0, 0]), slip, dt)
    spring = add(spring, n, -dot(spring, n))
    hold = [-8*G*a*x for x in spring]
    limit, size = numbers['mu_s']*max(push, 0), math.sqrt(dot(hold, hold))
    if size > limit:                               # it slips: the spring keeps what friction allows
        hold = [x*numbers['mu_d']*max(push, 0)/size for x in hold]
        spring = [-x/(8*G*a) for x in hold]
    springs[name] = spring
    return add(hold, n, push), cross(arm, hold)

def run(model):
    sphere, dt, springs = model['particles'][0], model['integrate']['dt'], {}
    steps, every = (round(model['run'][key]/dt) for key in ('until', 'record'))
    def forces():
        force, torque = [sphere['mass']*g for g in model['gravity']], [0, 0, 0]
        for plane in model['planes']:
            f, t = contact(sphere, plane, springs, model, dt)
            force, torque = add(force, f), add(torque, t)
        return force, torque
    def kick(force, torque, h):
        sphere['velocity'] = add(sphere['velocity'], force, h/sphere['mass'])
        sphere['spin'] = add(sphere['spin'], torque, h/sphere['inertia'])
    print('time,particle,x,y,z,vx,vy,vz,wx,wy,wz')
    now = forces()
    for step in range(steps + 1):
        if step % every == 0 or step == steps:
            print(step*dt, sphere['name'], *sphere['position'], *sphere['velocity'], *sphere['spin'], sep=',')
        kick(*now, dt/2)
        sphere['position'] = add(sphere['position'], sphere['velocity'], dt)
        now = forces()
        kick(*now, dt/2)

if __name__ == '__main__':
    run(json.load(open(sys.argv[2])))

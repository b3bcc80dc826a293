#!/usr/bin/env python3
# A DEM code as small as it gets: spheres and fixed planes, Hertz's law with damping, a spring for
# friction, velocity Verlet.  Trundle asks what it can, and runs it in place of its own engine:
#     trundle case oblique-impact -engine ./own-code.py -dialect
import json, math, sys

can = {'name': 'own-code.py', 'parts': ['planes', 'particles'], 'numbers': ['mu_s', 'xi'],
       'options': {'method': ['verlet'], 'sliding': ['elongation'], 'increment': ['material'],
                   'transport': ['frame'], 'lever': ['radius'], 'friction_cap': ['nonnegative']}}

def dot(a, b): return sum(x*y for x, y in zip(a, b))
def add(a, b, s=1.0): return [x + s*y for x, y in zip(a, b)]
def cross(a, b): return [a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]]
def unit(a): return [x/math.sqrt(dot(a, a)) for x in a]

def contact(a, b, model, springs, key, dt):
    """Add the forces and torques of the sphere a and its partner b, a sphere or a plane."""
    wall = 'normal' in b
    n = [-x for x in unit(b['normal'])] if wall else unit(add(b['position'], a['position'], -1))
    R, rb = a['radius'], 0 if wall else b['radius']
    overlap = R + rb - dot(add(b['point' if wall else 'position'], a['position'], -1), n)
    if overlap <= 0:
        return springs.update({key: [0, 0, 0]})
    pair = next(c for c in model['contacts'] if sorted(c['between']) == sorted([a['material'], b['material']]))
    soft = [m for x in (a, b) for m in model['materials'] if m['name'] == x['material'] and not x.get('rigid')]
    E = 1/sum((1 - m['poisson']**2)/m['young'] for m in soft)
    G = 1/sum(2*(2 - m['poisson'])*(1 + m['poisson'])/m['young'] for m in soft)
    size = math.sqrt((R if wall else R*rb/(R + rb))*overlap)             # radius of the contact area
    mass = a['mass'] if wall else a['mass']*b['mass']/(a['mass'] + b['mass'])
    ra, kt = R, 8*G*size
    u = add(a['velocity'], b['velocity'], -1)                            # of a against b
    push = 4/3*E*size*overlap + 2*pair['xi']*math.sqrt(2*E*size*mass)*dot(u, n)
    slip = add(u, cross(add([ra*x for x in a['spin']], b.get('spin', [0, 0, 0]), rb), n))
    s = springs.get(key, [0, 0, 0])
    s = add(s, cross(n, s), dt/2*dot(add(a['spin'], b.get('spin', [0, 0, 0])), n))  # it turns with both surfaces
    s = add(s, add(slip, n, -dot(slip, n)), dt)
    s = add(s, n, -dot(s, n))
    load, most = kt*math.sqrt(dot(s, s)), max(push, 0)
    s = springs[key] = [x*min(1, pair['mu_s']*most/(load or 1)) for x in s] # it slips
    for body, sign, arm in ((a, -1, ra), (b, 1, rb)):
        body['force'] = add(add(body['force'], n, sign*push), s, sign*kt)
        body['torque'] = add(body['torque'], cross(n, s), -arm*kt)
    return [a['name'], b['name'], overlap, push, *n, *(-kt*x for x in s)]

def run(model):
    spheres, springs, touches, dt = model['particles'], {}, [], model['integrate']['dt']
    steps, every = (round(model['run'][key]/dt) for key in ('until', 'record'))
    def kick():
        for s in spheres:
            s['velocity'] = add(s['velocity'], s['force'], dt/2/s['mass'])
            s['spin'] = add(s['spin'], s['torque'], dt/2/s['inertia'])
    print('time,particle,x,y,z,vx,vy,vz,wx,wy,wz')
    for step in range(steps + 1):
        for body in spheres + model['planes']:
            body['force'], body['torque'] = [body.get('mass', 0)*g for g in model['gravity']], [0, 0, 0]
        for i, a in enumerate(spheres):
            for j, b in enumerate((spheres + model['planes'])[i + 1:]):
                told = contact(a, b, model, springs, (i, j), dt)
                if told and (step % every == 0 or step == steps): touches.append([step*dt] + told)
        if step > 0: kick()
        if step % every == 0 or step == steps:
            for s in spheres: print(step*dt, s['name'], *s['position'], *s['velocity'], *s['spin'], sep=',')
        kick()
        for s in spheres: s['position'] = add(s['position'], s['velocity'], dt)
    if model['run'].get('forces'):
        print('time,i,j,overlap,normal,nx,ny,nz,tx,ty,tz', *(','.join(map(str, t)) for t in touches), sep='\n')

print(json.dumps(can)) if sys.argv[1] == 'can' else run(json.load(open(sys.argv[2])))

#!/usr/bin/python3
"""Read a run of trundle: python3 read-run.py RUN [PICTURE.png]

Needs the module trundle (Debian: python3-trundle; in the sources: python/) and, for the picture, matplotlib.
The run has recorded its contacts (run until T record DT -contacts yes).  All numbers are in SI units.
"""
import collections
import sys
import numpy as np
import trundle

run = trundle.open(sys.argv[1])
last = run.frame(-1)                    # the particles that are present at the end
contacts = run.contacts(-1)
normal = contacts["normal"]             # N, positive if it repels
floor = run["walls/force"][:, 0]        # N, of the particles on wall 0, one row per frame
origin = run.provenance                 # version, commit, options, conventions, how to cite
groups = collections.Counter(name.rsplit("-", 1)[0] for name in run.names)      # bed-1, bed-2, ...

print(f"{len(run)} frames to t = {last['time']:.6g} s, {len(last['mass'])} particles of {last['mass'].sum():.6g} kg")
print(f"{len(contacts)} contacts, {np.count_nonzero(contacts['j'] < 0)} of them with walls")
print(f"mean coordination number {last['coordination'].mean():.6g}")
print(f"largest normal force {normal.max(initial=0):.6g} N")
print(f"force on the first wall {np.linalg.norm(floor[-1]):.6g} N")
print("groups: " + ", ".join(f"{name} {count}" for name, count in groups.items()))
print(f"{origin['written_by']}, sliding {origin['conventions']['sliding']}, "
      f"Young's modulus {run.model['materials'][0]['young']:.6g} Pa, hash {run.hash}")

if len(sys.argv) > 2:
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4))
    x = run["position"][-1]
    end = np.where((contacts["j"] < 0)[:, None], contacts["point"], x[contacts["j"]])   # a wall has no centre
    for a, b, f in zip(x[contacts["i"]], end, normal/normal.mean()):
        left.plot([a[0], b[0]], [a[2], b[2]], color="tab:blue", linewidth=f)
    left.set(xlabel="x / m", ylabel="z / m", aspect="equal", title="force chains")
    right.plot(run.times, np.linalg.norm(floor, axis=1))
    right.set(xlabel="time / s", ylabel="force on the first wall / N")
    figure.tight_layout()
    figure.savefig(sys.argv[2])

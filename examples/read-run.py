#!/usr/bin/python3
"""Read a run of trundle: python3 read-run.py RUN/trajectory.h5 [PICTURE.png]

Debian: python3-h5py python3-numpy python3-matplotlib.  The run has recorded its contacts
(run until T record DT -contacts yes).  All numbers are in SI units; each data set says its
own in the attribute "unit".
"""
import collections
import json
import sys
import h5py
import numpy as np

with h5py.File(sys.argv[1], "r") as f:
    time = f["frames/time"][:]
    frames = np.count_nonzero(np.isfinite(time))     # of an unfinished run the rest is NaN
    mass = f["particles/mass"][:]
    last = frames - 1
    here = np.isfinite(f["frames/position"][last, :, 0])     # NaN: not there in this frame
    n = f["contacts/count"][last]                    # rows behind the count mean nothing
    i, j = f["contacts/i"][last, :n], f["contacts/j"][last, :n]
    normal = f["contacts/normal"][last, :n]          # N, pushing > 0
    x = f["frames/position"][last]
    point = f["contacts/point"][last, :n]
    w, qx, qy, qz = f["frames/orientation"][last, here][0]   # unit quaternion w, x, y, z
    floor = f["walls/force"][:frames, 0]             # N, of the particles on wall 0
    touches = f["loads/coordination"][last, here]
    names = f["names"][()].decode().split("\n")     # of the particles: bed-1, bed-2, ...
    origin = json.loads(f["provenance"][()])         # version, commit, options, conventions, how to cite
    model = json.loads(f["model.json"][()])          # the whole model (trundle export -schema)
    digest = f["hash"][()].decode()                  # of the last state
groups = collections.Counter(name.rsplit("-", 1)[0] for name in names)

print(f"{frames} frames to t = {time[last]:.6g} s, {here.sum()} particles of {mass[here].sum():.6g} kg")
print(f"{n} contacts, {np.count_nonzero(j < 0)} of them with walls")
print(f"mean coordination number {touches.mean():.6g}")
print(f"largest normal force {normal.max() if n else 0:.6g} N")
print(f"force on the first wall {np.linalg.norm(floor[last]):.6g} N")
print("groups: " + ", ".join(f"{name} {count}" for name, count in groups.items()))
print(f"{origin['written_by']}, sliding {origin['conventions']['sliding']}, "
      f"Young's modulus {model['materials'][0]['young']:.6g} Pa, hash {digest}")

if len(sys.argv) > 2:
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4))
    end = np.where((j < 0)[:, None], point, x[j])    # a wall has no centre
    for a, b, f in zip(x[i], end, normal/normal.mean()):
        left.plot([a[0], b[0]], [a[2], b[2]], color="tab:blue", linewidth=f)
    left.set(xlabel="x / m", ylabel="z / m", aspect="equal", title="force chains")
    right.plot(time[:frames], np.linalg.norm(floor, axis=1))
    right.set(xlabel="time / s", ylabel="force on the first wall / N")
    figure.tight_layout()
    figure.savefig(sys.argv[2])

"""Read and start runs of Trundle from Python.

    import trundle
    run = trundle.run("heap.tcl", out="heap", mu=0.4)   # or trundle.open("heap"), of an earlier one
    x = run["position"]                                 # array (frames, particles, 3); run.units["position"] is "m"
    touching = run.contacts(-1)                         # contacts of the last frame
    angle = run.measures["pile.angle"][-1]

A *table* is a structured array: ``table["t"]`` is a column, ``table[3]`` a row, ``table.dtype.names`` the columns.
Numbers are in SI units.  Trundle computes; this module starts its command (the environment variable TRUNDLE, or
`trundle` on PATH) and reads its files.  It needs numpy, and h5py for trajectories.
"""
from __future__ import annotations

import csv
import json
import os
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Union

import numpy as np

__all__ = ["Calibration", "Error", "Run", "Sweep", "calibrate", "case", "cases", "command", "measure", "open", "run",
           "sweep", "table"]

PathLike = Union[str, "os.PathLike[str]"]
FAILED, INVALID, DIVERGED = 1, 2, 3     # exit statuses of the command


class Error(Exception):
    """The command refused its input, or a file is not what it should be; `status` is the command's exit status."""

    def __init__(self, message: str, status: int = INVALID):
        super().__init__(message)
        self.status = status


def command(*words: Any, accept: Sequence[int] = (0,)) -> str:
    """Runs `trundle WORDS ...` and returns what it prints.  A status that is not in `accept` raises Error."""
    program = os.environ.get("TRUNDLE", "trundle")
    try:
        done = subprocess.run([program, *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              encoding="utf-8", check=False)
    except OSError as error:
        raise Error(f"{program} cannot be started ({error.strerror}); set TRUNDLE to the path of the command") from None
    if done.returncode not in accept:
        raise Error(done.stderr.strip() or done.stdout.strip() or f"trundle: status {done.returncode}", done.returncode)
    return done.stdout


def _value(value: Any) -> str:
    """A parameter as the command reads it: vectors are lists of numbers."""
    if isinstance(value, (list, tuple, np.ndarray)):
        return " ".join(map(_value, value))
    if isinstance(value, (bool, np.bool_)):
        return "yes" if value else "no"
    return repr(float(value)) if isinstance(value, (float, np.floating)) else str(value)


def _settings(values: Mapping[str, Any]) -> list[str]:
    return [word for name, value in values.items() for word in ("-set", f"{name}={_value(value)}")]


def _options(values: Mapping[str, Any]) -> list[str]:
    """Options of the command: `threads=2` becomes -threads 2, `dialect=True` becomes -dialect."""
    words = []
    for name, value in values.items():
        if value is True:
            words += [f"-{name}"]
        elif value is not None and value is not False:
            words += [f"-{name}", _value(value)]
    return words


def table(file: PathLike) -> np.ndarray:
    """Reads a CSV file of Trundle.  Columns of numbers are float (an empty cell is NaN), all others are text."""
    with Path(file).open(newline="", encoding="utf-8") as lines:
        rows = list(csv.reader(line for line in lines if not line.startswith("#")))
    if not rows:
        raise Error(f"{file} is empty, expected a line with names of columns")
    names, rows = rows[0], rows[1:]
    for number, row in enumerate(rows, 2):
        if len(row) != len(names):
            raise Error(f"{file}, row {number}: {len(row)} cells, expected {len(names)}")
    columns = [_column([row[k] for row in rows]) for k in range(len(names))]
    result = np.empty(len(rows), dtype=[(name, column.dtype) for name, column in zip(names, columns)])
    for name, column in zip(names, columns):
        result[name] = column
    return result


def _column(cells: list[str]) -> np.ndarray:
    try:
        if any(cells) or not cells:
            return np.array([float(cell) if cell else np.nan for cell in cells], dtype=float)
    except ValueError:
        pass
    return np.array(cells, dtype=str)


def _json(file: PathLike) -> dict[str, Any]:
    try:
        return json.loads(Path(file).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise Error(f"{file} cannot be read: {error}") from None


class Run:
    """A run that has ended, or one that is growing (`DIR.part`): open it again to see later frames.

    run[NAME] is a column of the particles (position, velocity, spin, mass, force ...) as an array, run["GROUP/NAME"] any
    column of the trajectory (`columns()`).  The first index is the frame, unless the column is the same in all frames.
    Particles that are absent from a frame are NaN there.

    units       unit of each column
    names       of the particles, in their order (text, one per particle)
    provenance  version, commit, options and how to cite
    model       the model as plain data (`trundle export -schema` describes it)
    times       of the frames (s)
    hash        checksum of the final state; "" in an unfinished run
    """

    def __init__(self, path: PathLike):
        import h5py
        self.path = Path(path)
        self.folder = self.path if self.path.is_dir() else self.path.parent
        file = self.path / "trajectory.h5" if self.path.is_dir() else self.path
        try:
            self._file = h5py.File(file, "r", locking=False)
        except OSError as error:
            raise Error(f"{file} is not the trajectory of a run: {error}") from None
        self._sets = {f"{group}/{name}": column for group in self._file if isinstance(self._file[group], h5py.Group)
                      for name, column in self._file[group].items() if "unit" in column.attrs}
        self._full = {full.split("/")[1]: full for full in self._sets if full.startswith(("particles/", "frames/", "loads/"))}
        self.units = {name: column.attrs["unit"].decode() for name, column in self._sets.items()}
        self.units.update({name: self.units[full] for name, full in self._full.items()})
        times = self._sets["frames/time"][:]
        self._frames = int(np.count_nonzero(np.isfinite(times)))
        self.times = times[:self._frames]
        text = self._text("names")
        self.names = np.array(text.split("\n") if text else [], dtype=str)
        self.provenance = json.loads(self._text("provenance") or "{}")
        self.model = json.loads(self._text("model.json") or "{}")
        self.hash = self._text("hash")

    def _text(self, name: str) -> str:
        return self._file[name][()].decode().rstrip("\0") if name in self._file else ""

    def __enter__(self) -> Run:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def close(self) -> None:
        """Closes the trajectory; arrays that were read stay."""
        self._file.close()

    def __len__(self) -> int:
        """Number of frames."""
        return self._frames

    def __repr__(self) -> str:
        end = f" to t = {self.times[-1]:g} s" if self._frames else ""
        return f"<Run {self.path}: {self._frames} frames{end}, {self._sets['particles/mass'].shape[0]} particles>"

    def columns(self) -> list[str]:
        """GROUP/NAME of all columns of the trajectory."""
        return list(self._sets)

    def dataset(self, name: str) -> Any:
        """The HDF5 data set of a column, for those that do not fit into memory (its last frames may be unwritten)."""
        full = self._full.get(name, name)
        if full not in self._sets:
            like = [other for other in self._sets if other.endswith("/" + name)]
            raise KeyError(f"{name}: expected one of {', '.join(like or [*self._full, *self._sets])}")
        return self._sets[full]

    def _framed(self, column: Any) -> bool:
        return column.name.split("/")[1] in ("frames", "loads", "walls", "contacts")

    def __getitem__(self, name: str) -> np.ndarray:
        column = self.dataset(name)
        return column[:self._frames] if self._framed(column) else column[()]

    def frame(self, k: int = -1) -> dict[str, np.ndarray]:
        """Columns of the particles that are present in frame k, with `time`; "index" is their place in `names`."""
        k = self._number(k)
        present = np.isfinite(self._sets["frames/position"][k, :, 0])
        result: dict[str, np.ndarray] = {"time": self.times[k], "index": np.flatnonzero(present)}
        for full, column in self._sets.items():
            group, name = full.split("/")
            if group == "particles":
                result[name] = column[()][present]
            elif group in ("frames", "loads") and name != "time":
                result[name] = column[k][present]
        return result

    def contacts(self, k: int = -1) -> np.ndarray:
        """Table of the contacts in frame k (`run until ... -contacts yes`); j < 0 is wall -1 - j.  See `units`."""
        k = self._number(k)
        if "contacts/count" not in self._sets:
            raise Error(f"{self.path} has no contacts; write -contacts yes after record in the scenario")
        count = int(self._sets["contacts/count"][k])
        columns = {full.split("/")[1]: column[k, :count] for full, column in self._sets.items()
                   if full.startswith("contacts/") and full != "contacts/count"}
        result = np.empty(count, dtype=[(name, column.dtype, column.shape[1:]) for name, column in columns.items()])
        for name, column in columns.items():
            result[name] = column
        return result

    def _number(self, k: int) -> int:
        if not -self._frames <= k < self._frames:
            raise IndexError(f"frame {k}: the run has {self._frames} frames")
        return k % self._frames

    @property
    def energy(self) -> np.ndarray:
        """Table of the energy balance (J) over time, as far as it is written."""
        return table(self.folder / "energy.csv")

    @property
    def events(self) -> np.ndarray:
        """Table of contact events: when which two begin or end contact, slip or stick."""
        return table(self.folder / "events.csv")

    @property
    def measures(self) -> np.ndarray:
        """Table of the `measure` lines of the scenario; `measure_units` has their units."""
        file = self.folder / "measures.csv"
        if not file.exists():
            raise Error(f"{self.path} has no measures; write measure lines in the scenario, or use trundle.measure")
        return table(file)

    @property
    def measure_units(self) -> dict[str, str]:
        return self.facts.get("measures", {})

    @property
    def facts(self) -> dict[str, Any]:
        """What run.json says about a finished run: parameters, conventions, steps, checksums."""
        return _json(self.folder / "run.json")


def open(path: PathLike) -> Run:    # pylint: disable=redefined-builtin
    """Opens the folder of a run, or a file trajectory.h5."""
    return Run(path)


def run(scenario: PathLike, out: PathLike | None = None, options: Mapping[str, Any] | None = None,
        **parameters: Any) -> Run:
    """Runs a scenario with these values of its parameters and opens the result.

    `out` is the folder of results (default: next to the present folder, named like the scenario); `options` are those of
    `trundle help run`, for example {"threads": 2, "engine": "lammps", "overwrite": True}.  A motion that diverged raises
    Error with status 3.
    """
    folder = Path(out) if out is not None else Path(Path(scenario).stem + "-run")
    command("run", scenario, "-out", folder, *_options(options or {}), *_settings(parameters))
    return Run(folder)


def measure(path: PathLike, kind: str, **options: Any) -> np.ndarray:
    """Table of a measure for a run that exists: trundle.measure("heap", "repose", about=[0, 0, 0], axis=[0, 0, 1])."""
    return _lines(command("measure", path, kind, *_options(options)))


def _lines(text: str) -> np.ndarray:
    import tempfile
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "table.csv"
        file.write_text(text, encoding="utf-8")
        return table(file)


def cases() -> list[str]:
    """Names of all benchmarks."""
    return [line.split()[0] for line in command("case", "-list").splitlines() if line and not line.startswith(" ")]


def case(name: str, options: Mapping[str, Any] | None = None, **parameters: Any) -> dict[str, Any]:
    """Runs a benchmark and returns its JSON: "observables" has value, unit, reference, error, tolerance and pass.

    `options` are those of `trundle help case`, for example {"engine": "./my-code"}.  A missed tolerance is a result, not
    an error: look at "pass".
    """
    return json.loads(command("case", name, "-json", *_options(options or {}), *_settings(parameters),
                              accept=(0, FAILED)))


class Sweep(Sequence):
    """The runs of a folder that `trundle sweep` has written: a sequence of dicts, one per run.

    table       all of them as a table (sweep.csv)
    parameters  name -> unit, default and description
    observables name -> unit
    """

    def __init__(self, path: PathLike):
        self.path = Path(path)
        self.table = table(self.path / "sweep.csv")
        facts = _json(self.path / "sweep.json")
        self.facts, self.parameters, self.observables = facts, facts["parameters"], facts["observables"]

    def __len__(self) -> int:
        return len(self.table)

    def __getitem__(self, k: Any) -> Any:
        if isinstance(k, str):
            return self.table[k]
        if isinstance(k, slice):
            return [self[one] for one in range(*k.indices(len(self)))]
        return dict(zip(self.table.dtype.names, self.table[k].item()))


def sweep(name: PathLike, over: Mapping[str, Any], out: PathLike | None = None,
          options: Mapping[str, Any] | None = None, **parameters: Any) -> Sweep:
    """Runs a benchmark or a scenario for all combinations of the values in `over`, {"mu": [0.1, 0.2], "seed": "1:9:9"}."""
    folder = Path(out) if out is not None else Path(Path(name).stem + "-sweep")
    ranges = [word for key, values in over.items()
              for word in ("-over", f"{key}={values if isinstance(values, str) else ','.join(map(_value, values))}")]
    command("sweep", name, "-out", folder, *ranges, *_options(options or {}), *_settings(parameters), accept=(0, FAILED))
    return Sweep(folder)


class Calibration(Sequence):
    """The folder of `trundle calibrate`: a sequence of the draws from the posterior density, each a dict.

    draws       the same as a table (posterior.csv)
    unknowns    name -> median, interval ("from", "to") and range ("low", "high")
    products    products of powers of the unknowns, best determined first
    data        the measurements with their predictions
    """

    def __init__(self, path: PathLike):
        self.path = Path(path)
        self.facts = _json(self.path / "calibration.json")
        self.draws = table(self.path / "posterior.csv")
        self.unknowns = {one["name"]: one for one in self.facts["unknowns"]}
        self.products, self.data = self.facts["products"], self.facts["data"]

    def __len__(self) -> int:
        return len(self.draws)

    def __getitem__(self, k: Any) -> Any:
        if isinstance(k, slice):
            return [self[one] for one in range(*k.indices(len(self)))]
        return dict(zip(self.draws.dtype.names, self.draws[k].item()))

    def __iter__(self) -> Iterator[dict[str, float]]:
        return (self[k] for k in range(len(self)))


def calibrate(book: PathLike, unknown: Mapping[str, str], out: PathLike | None = None,
              options: Mapping[str, Any] | None = None, **parameters: Any) -> Calibration:
    """Finds parameters from the measurements in a table: unknown={"mu": "0.1:0.9"} (`trundle help calibrate`)."""
    folder = Path(out) if out is not None else Path(Path(book).stem + "-calibration")
    ranges = [word for name, limits in unknown.items() for word in ("-unknown", f"{name}={limits}")]
    command("calibrate", book, "-out", folder, *ranges, *_options(options or {}), *_settings(parameters))
    return Calibration(folder)

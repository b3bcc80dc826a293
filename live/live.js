// live.js -- the engine in a page: the module of live.c, models as JSON, a worker that runs them.
// No equation is here: what is computed comes from the module.
"use strict";

// What runs in the worker, and under node: an engine from the bytes of the module.
function liveEngine(bytes) {
  const nothing = () => 0;
  const module = new WebAssembly.Module(bytes);
  const wasi = {};
  for (const one of WebAssembly.Module.imports(module)) wasi[one.name] = nothing;
  wasi.proc_exit = (status) => { throw new Error("the engine ended with status " + status); };
  const { exports: e } = new WebAssembly.Instance(module, { wasi_snapshot_preview1: wasi });
  e._initialize();
  const encoder = new TextEncoder(), decoder = new TextDecoder();
  const parts = ["gravity", "materials", "laws", "contacts", "integrate", "planes", "particles"];

  function write(...words) {
    const memory = new Uint8Array(e.memory.buffer, e.live_text(), 4096);
    const bytes = encoder.encode(words.join("\0") + "\0\0");
    if (bytes.length > memory.length) throw new Error("a name is too long");
    memory.set(bytes);
  }
  function read() {
    const memory = new Uint8Array(e.memory.buffer, e.live_text(), 4096);
    return decoder.decode(memory.slice(0, memory.indexOf(0)));
  }
  function must(status) { if (status) throw new Error(read()); }
  function set(part, key, value) {
    const numbers = typeof value === "string" ? [] : Array.isArray(value) ? value : [Number(value)];
    write(key, typeof value === "string" ? value : "");
    new Float64Array(e.memory.buffer, e.live_number(), 16).set(numbers);
    must(e.live_set(part, numbers.length));
  }
  // A list of objects: each with the keys that name it, and others.
  function each(part, rows, named) {
    for (const row of rows || []) {
      e.live_open();
      for (const [key, value] of Object.entries(row))
        if (key !== "name" && key !== "between") set(part, key, value);
      // A rate that follows from a restitution travels as a finished number: another C library might
      // compute another last bit.
      if ("restitution" in row) {
        row.xi = e.live_xi();
        delete row.restitution;
      }
      write(...named(row));
      must(e.live_close(part));
    }
  }

  return {
    load(model) {
      if (model.schema !== "trundle-model" || model.version !== 1) throw new Error("this is no model of version 1");
      for (const key of ["meshes", "inlets", "outlets", "fluid"])
        if (model[key] && Object.keys(model[key]).length) throw new Error(key + " are not to be had in a page");
      must(e.live_begin());
      parts.forEach((name, part) => {
        const value = model[name];
        if (value === undefined) return;
        if (name === "gravity") set(part, "", value);
        else if (Array.isArray(value)) each(part, value, (row) => row.between || [row.name || ""]);
        else for (const [key, one] of Object.entries(value)) if (one !== null) set(part, key, one);
      });
      // Without a step the advised one, in two digits: a finished number that can be typed again.
      if (!(model.integrate.dt > 0)) {
        model.integrate.dt = Number(e.live_advised(model.run.speed).toPrecision(2));
        set(parts.indexOf("integrate"), "dt", model.integrate.dt);
      }
      must(e.live_start());
    },
    // Whole numbers of steps, as `trundle run` records.
    times({ run: { until, record = until/100 }, integrate: { dt, adaptive = "no" } }) {
      const interval = adaptive === "no" ? Math.max(1, Math.round(record/dt))*dt : record, times = [];
      for (let k = 0; k*interval < until*(1 - 1e-12); k++) times.push(k*interval);
      return times.concat(until);
    },
    advance(until) { must(e.live_advance(until)); },
    time: () => e.live_time(),
    steps: () => e.live_steps(),
    state() {
      const place = e.live_state();             // the memory may grow: its buffer is taken afterwards
      return new Float64Array(e.memory.buffer, place, 13*e.live_count()).slice();
    },
    energy() {
      must(e.live_energy());
      const names = ["translational", "rotational", "gravity", "normal", "sliding", "rolling", "near", "damping_loss",
        "sliding_loss", "rolling_loss", "drag_loss", "fluid_work", "wall_work", "entered", "total"];
      const numbers = new Float64Array(e.memory.buffer, e.live_number(), 16);
      return Object.fromEntries(names.map((name, k) => [name, numbers[k]]));
    },
    hash() { e.live_hash(); return read(); },
    advised: (speed) => e.live_advised(speed),
  };
}

// The worker's own loop: records of a run are posted as they come; a new model ends the run before.
function liveWorker(scope) {
  let engine = null, turn = 0;
  scope.onmessage = ({ data }) => {
    const own = ++turn;
    try {
      if (data.bytes) engine = liveEngine(data.bytes);
      if (!data.model) return;
      engine.load(data.model);
      scope.postMessage({ run: data.run, model: data.model });
      const times = engine.times(data.model);
      let k = 0;
      const go = () => {
        if (own !== turn) return;
        try {
          const begin = Date.now();
          do {
            engine.advance(times[k]);
            const done = k === times.length - 1;
            const state = engine.state();
            scope.postMessage({ run: data.run, time: engine.time(), steps: engine.steps(), state, energy: engine.energy(),
              hash: done ? engine.hash() : "", done }, [state.buffer]);
            if (done) return;
            k++;
          } while (Date.now() - begin < 40);
          setTimeout(go, 0);
        } catch (error) { scope.postMessage({ run: data.run, error: error.message }); }
      };
      go();
    } catch (error) { scope.postMessage({ run: data.run, error: error.message }); }
  };
}

// For a page: runs follow each other, and only the last one's records are handed on.  A worker made
// from text works for pages that are opened as files, too.
function liveRuns(base64, onRecord) {
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  const source = liveEngine + "\n" + liveWorker + "\nliveWorker(self);";
  const worker = new Worker(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
  let run = 0;
  worker.onmessage = ({ data }) => { if (data.run === run) onRecord(data); };
  worker.postMessage({ bytes });
  return { start(model) { worker.postMessage({ model, run: ++run }); } };
}

if (typeof module !== "undefined") module.exports = { liveEngine };

// live.js -- the engine in a page: the module of live.c, models as JSON, a worker that runs them.
// No equation is here: what is computed comes from the module.
"use strict";

// The module with what it asks of its surroundings: a clock, an ear; of files and processes there are none.
function liveModule(bytes, tell) {
  const module = new WebAssembly.Module(bytes), given = { env: {}, wasi_snapshot_preview1: {}, page: {} };
  for (const { module: of, name } of WebAssembly.Module.imports(module))
    given[of][name] = of === "env" ? () => { throw new Error("a page has no " + name); } : () => name.startsWith("fd_") ? 8 : 0;     // 8: no such file
  const view = () => new DataView(e.memory.buffer);
  given.wasi_snapshot_preview1.proc_exit = (status) => { throw new Error("the engine ended with status " + status); };
  given.wasi_snapshot_preview1.clock_time_get = (id, precision, at) => {
    view().setBigUint64(at, BigInt(Math.round(1e3*(performance.timeOrigin + performance.now())))*1000n, true);
    return 0;
  };
  given.page.tell = (at) => tell(liveText(e, at));
  const { exports: e } = new WebAssembly.Instance(module, given);
  e._initialize();
  return e;
}
function liveText(e, at) {
  const memory = new Uint8Array(e.memory.buffer);
  return new TextDecoder().decode(memory.subarray(at, memory.indexOf(0, at)));
}

// A benchmark page in the module: Tcl, the harness and the page's own words (page.tcl, in the pack).
function livePage(bytes, pack, tell) {
  const e = liveModule(bytes, tell);
  const ask = (script) => {
    const text = new TextEncoder().encode(script + "\0"), at = e.page_alloc(text.length);
    new Uint8Array(e.memory.buffer, at, text.length).set(text);
    const status = e.page_eval(at), result = liveText(e, e.page_result());
    if (status) throw new Error(result);
    return result;
  };
  const word = (text) => '"' + String(text).replace(/[\\"$[\]{}]/g, "\\$&") + '"';
  if (e.page_begin()) throw new Error(liveText(e, e.page_result()));
  ask(pack);
  return {
    facts: (name) => JSON.parse(ask("live::facts " + word(name))),
    run: (name, changes) => JSON.parse(ask("live::run " + word(name) + " [list " +
      Object.entries(changes).map((pair) => pair.map(word).join(" ")).join(" ") + "]")),
  };
}

// What runs in the worker, and under node: an engine from the bytes of the module.
function liveEngine(bytes) {
  const e = liveModule(bytes, () => {});
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
      // A rate that follows from a restitution travels as a finished number, as in an exported model.
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
    // Whole numbers of steps, as `trundle run` records; and a step, or 0 where steps are not all alike.
    step: ({ integrate: { dt, adaptive = "no" } }) => (adaptive === "no" ? dt : 0),
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
      const names = read().split(" ");
      const numbers = new Float64Array(e.memory.buffer, e.live_number(), names.length);
      return Object.fromEntries(names.map((name, k) => [name, numbers[k]]));
    },
    hash() { e.live_hash(); return read(); },
    advised: (speed) => e.live_advised(speed),
  };
}

// The compressed text of a script, as bytes.
async function liveUnpacked(base64) {
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
}

// A worker that answers one question after the other about pages; the last asked counts.
function livePages(scope) {
  let page = null;
  scope.onmessage = ({ data }) => {
    try {
      if (data.bytes) {
        page = livePage(data.bytes, new TextDecoder().decode(data.pack), (text) => scope.postMessage({ run: data.run, time: Number(text) }));
        return;
      }
      scope.postMessage({ run: data.run, answer: page[data.ask](...data.words) });
    } catch (error) { scope.postMessage({ run: data.run, error: error.message }); }
  };
}

// The worker's own loop: records of a run are posted as they come; a new model ends the run before.  Between two
// records there are up to three pictures more, after whole steps, when the way from one to the next lasts long:
// so motion is seen where a record takes more time than a picture may.
function liveWorker(scope) {
  let engine = null, turn = 0;
  scope.onmessage = ({ data }) => {
    const own = ++turn;
    try {
      if (data.bytes) engine = liveEngine(data.bytes);
      if (!data.model) return;
      engine.load(data.model);
      scope.postMessage({ run: data.run, model: data.model });
      const times = engine.times(data.model), step = engine.step(data.model);
      let k = 0, part = 1, parts = 1, spent = 0;         // which part of the way to record k comes next
      const go = () => {
        if (own !== turn) return;
        try {
          const begin = performance.now();
          let since = begin;
          do {
            const recorded = part === parts, done = recorded && k === times.length - 1;
            engine.advance(recorded ? times[k] : times[k - 1] + Math.round((times[k] - times[k - 1])*part/parts/step)*step);
            const state = engine.state();
            scope.postMessage({ run: data.run, time: engine.time(), steps: engine.steps(), state, energy: engine.energy(),
              hash: done ? engine.hash() : "", done }, [state.buffer]);
            if (done) return;
            spent += performance.now() - since;
            since = performance.now();
            part++;
            if (recorded) {
              k++;
              part = 1;
              // The last step of a run may be shorter: how much depends in its last bit on where one begins to count.
              parts = step && k < times.length - 1 ? Math.max(1, Math.min(4, Math.ceil(spent/8))) : 1;
              spent = 0;
            }
          } while (since - begin < 20);
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
  const worker = liveWorkerOf(liveWorker, liveEngine);
  let run = 0;
  worker.onmessage = ({ data }) => { if (data.run === run) onRecord(data); };
  const ready = liveUnpacked(base64).then((bytes) => worker.postMessage({ bytes }));
  return { start(model) { const own = ++run; ready.then(() => worker.postMessage({ model, run: own })); } };
}
function liveWorkerOf(main, ...parts) {
  const source = [liveModule, liveText, ...parts, main].join("\n") + `\n${main.name}(self);`;
  return new Worker(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
}

// For a page: questions to its worker.  A run that has been overtaken by another is not waited for: what lasts longer
// than a moment ends with its worker, and a new one, which has the module ready, takes over.
function liveAsk() {
  const texts = Promise.all([liveUnpacked(TRUNDLE_WASM), liveUnpacked(TRUNDLE_TCL)]);
  let worker = null, number = 0, busy = null, next = null;
  const begin = () => {
    worker = liveWorkerOf(livePages, livePage);
    worker.onmessage = ({ data }) => {
      if (!busy || data.run !== busy.number) return;
      if (data.time !== undefined) { if (busy.progress) busy.progress(data.time); return; }
      const { done } = busy;
      busy = null;
      done(data);
      go();
    };
    const own = worker;
    texts.then(([bytes, pack]) => own.postMessage({ bytes, pack }));
  };
  const go = () => {
    if (busy || !next) return;
    busy = next;
    next = null;
    const { number: run, ask, words } = busy, own = worker;
    busy.since = Date.now();
    texts.then(() => own.postMessage({ run, ask, words }));
  };
  begin();
  return (ask, words, done, progress) => {
    next = { number: ++number, ask, words, done, progress };
    if (busy && Date.now() - busy.since > 400) { worker.terminate(); busy = null; begin(); }
    go();
  };
}

if (typeof module !== "undefined") module.exports = { liveEngine, livePage };

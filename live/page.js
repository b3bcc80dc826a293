// page.js -- a benchmark page, or a figure of a chapter, that runs: its numbers to change, the motion, curves, observables
// beside their references, and the same as a command.  What is computed comes from its own case (page.tcl, live.js);
// here it is shown.
"use strict";
(function () {
  const places = [...document.querySelectorAll(".live[data-page]:not([data-state])")];
  if (!places.length) return;
  for (const place of places) place.dataset.state = "begun";
  const from = places[0].dataset.from;
  const make = (tag, into, facts) => Object.assign(into.appendChild(document.createElement(tag)), facts || {});
  for (const file of ["uplot.css", "page.css"]) make("link", document.head, { rel: "stylesheet", href: from + file });
  const script = (file) => new Promise((done, failed) => make("script", document.head, { src: from + file, onload: done, onerror: failed }));
  const say = (text) => places.forEach((place) => { place.textContent = text; });
  say("The engine is being loaded.");
  Promise.all(["trundle-wasm.js", "live.js", "uplot.js"].map(script)).then(() => places.forEach(begin), ({ target }) => say("The engine cannot be loaded: there is no " + target.src));

  function begin(place) {
    const ask = liveAsk();
    ask("facts", [place.dataset.page], ({ answer, error }) => { place.textContent = error || ""; if (!error) show(place, answer, ask); });
  }

  // A range for a slider, from the kind and the default; the box beside it takes what the page takes.
  function range(kind, value) {
    const size = Math.abs(value) || 1, low = { positive: size/20, nonnegative: 0 }[kind[0]];
    const ends = kind[0] === "range" ? [Number(kind[1]), Number(kind[2])] : kind[0] === "integer" ? [Number(kind[1] || 0), 3*size]
      : low === undefined ? [-3*size, 3*size] : [low, value ? 3*size : 1];
    const step = kind[0] === "integer" ? 1 : 10**Math.floor(Math.log10((ends[1] - ends[0])/100));
    return [...ends, step];
  }

  function show(place, facts, ask) {
    const name = facts.name, data = place.dataset, mark = `#live:${name}=`;
    // The printed figure, which it replaces.
    const printed_figure = place.parentElement.querySelector("img");
    const params = new Map(facts.parameters.map((one) => [one.name, one]));
    for (const { name: alias, of } of facts.aliases) {
      const one = params.get(of[0]);
      if (one) params.set(alias, { ...one, name: alias, what: one.what.replace(/static |dynamic /, ""), of });
    }
    const printed = Object.fromEntries(facts.parameters.map((one) => [one.name, one.value]));
    const values = {};
    const reset = (opens) => {
      for (const key of Object.keys(values)) delete values[key];
      Object.assign(values, printed, opens ? facts.opens : {});
    };
    reset(true);
    try {
      const held = location.hash.startsWith(mark) ? JSON.parse(decodeURIComponent(location.hash.slice(mark.length))) : {};
      for (const key of Object.keys(held)) values[key] = String(held[key]);
      if (location.hash.startsWith(mark)) place.scrollIntoView();
    } catch (error) { void error; }
    const changes = () => Object.fromEntries(Object.entries(values).filter(([key, value]) => value !== printed[key]));
    const of = (one) => one.of || [one.name];

    // ---- the page's parts
    place.classList.toggle("figure", facts.figure);
    // What a run says of itself comes first, and stays in sight on a phone.
    const verdict = make("div", place, { className: "verdict" });
    const state = make("p", verdict, { textContent: "Computing" });
    state.setAttribute("role", "status");
    const meter = make("progress", verdict);
    meter.setAttribute("aria-label", "progress of the run");
    const desk = make("div", place, { className: "desk" }), view = make("section", desk), form = make("form", desk);
    view.setAttribute("aria-label", "the motion and curves over time");
    form.setAttribute("aria-label", "numbers of the problem");
    form.onsubmit = (event) => event.preventDefault();
    const canvas = make("canvas", view, { className: "scene", width: 900, height: 420, tabIndex: 0 });
    canvas.setAttribute("role", "img");
    const bar = make("div", view, { className: "bar" });
    const again = make("button", bar, { type: "button", textContent: "\u21bb again" });
    const pause = make("button", bar, { type: "button", textContent: "pause" });
    const slide = make("input", bar, { type: "range", min: 0, max: 0, value: 0 });
    slide.setAttribute("aria-label", "time");
    const clock = make("output", bar);
    const key = make("ul", view, { className: "key" });
    key.setAttribute("aria-label", "what is drawn");
    const plots = make("div", view);
    const shown = make("div", place, { className: "shown" });
    const told = make("p", place, { className: "told" });

    // ---- numbers
    const fields = [];
    function field(into, one) {
      const kind = one.kind, vector = ["vector", "direction"].includes(kind[0]);
      const put = (value) => { for (const key of of(one)) values[key] = value; reread(); start(); };
      const label = (text) => {
        const row = make("label", into), span = make("span", row);
        span.title = one.what;
        make("span", span, { textContent: text });
        if (one.unit !== "-") make("small", span, { textContent: " " + one.unit });
        return row;
      };
      // What is wrong with the field, in words; nothing where it is right.
      const remark = (row) => {
        const note = make("em", row, { hidden: true }), inputs = row.querySelectorAll("input, select");
        return (text) => {
          note.textContent = text;
          note.hidden = !text;
          for (const input of inputs) if (text) input.setAttribute("aria-invalid", "true"); else input.removeAttribute("aria-invalid");
        };
      };
      const refused = `refused; expected ${one.expected}`;
      const title = one.what.length < 56 ? one.what : one.name;
      if (kind[0] === "choice" || kind[0] === "boolean") {
        const input = make("select", label(title), { name: one.name });
        for (const option of kind[0] === "boolean" ? ["yes", "no"] : kind.slice(1)) input.add(new Option(option));
        const mark = remark(input.parentElement);
        input.onchange = () => put(input.value);
        fields.push({ names: of(one), refuse: () => mark(refused), read: () => { input.value = values[of(one)[0]]; mark(""); } });
        return;
      }
      const parts = vector ? ["x", "y", "z"] : [""];
      const read = () => values[of(one)[0]].split(/\s+/);
      // What is printed, and what the page opens with: the slider reaches both.
      const starts = [printed, facts.opens].filter((all) => of(one)[0] in all).map((all) => all[of(one)[0]].split(/\s+/).map(Number));
      const sizes = vector ? starts.map((all) => Math.max(...all.map(Math.abs))) : starts.map((all) => all[0]);
      const whole = sizes.map((size) => range(vector ? ["number"] : kind, size))
        .reduce((a, b) => [Math.min(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2])]);
      parts.forEach((part, k) => {
        const row = label(part ? `${k ? "" : title + " "}${part}` : title);
        const inputs = ["number", "range"].map((type) => {
          const input = make("input", row, { type, name: one.name + part });
          input.setAttribute("aria-label", `${one.what} ${part}, ${one.unit === "-" ? "no unit" : one.unit}, ${one.expected}`);
          if (type === "number") input.step = "any";
          else [input.min, input.max, input.step] = whole;
          input.oninput = () => {
            if (input.value === "") { mark(`${input.validity.badInput ? "no number" : "empty"}; the run still has ${read()[k]}`); return; }
            const numbers = read();
            numbers[k] = String(Number(input.value));
            put(numbers.join(" "));
          };
          return input;
        });
        const mark = remark(row);
        // Who types is not interrupted: 0. may become 0.5.
        fields.push({ names: of(one), refuse: () => mark(refused), read: () => {
          for (const input of inputs)
            if (input.type === "range" || input !== document.activeElement || input.value === "" || Number(input.value) !== Number(read()[k])) input.value = read()[k];
          mark("");
        } });
      });
    }
    const first = make("fieldset", form);
    make("legend", first, { textContent: "Numbers" });
    for (const key of facts.vary) field(first, params.get(key));
    const scheme = make("fieldset", form);
    const numerical = [...params.values()].filter((one) => ["dt", "method", "phi"].includes(one.name) && !facts.vary.includes(one.name));
    for (const one of numerical) field(scheme, one);
    // The conventions of another code, all at once; what is chosen before stays in what it leaves open.
    const says = make("label", facts.figure ? document.createElement("p") : make("fieldset", form));
    make("span", says, { textContent: "conventions of another code" });
    const code = make("select", says, { name: "code" });
    code.add(new Option("\u2013", ""));
    for (const one of Object.keys(facts.dialects)) code.add(new Option(one));
    code.onchange = () => {
      for (const dialect of Object.values(facts.dialects))
        for (const key of Object.keys(dialect)) if (key in printed) values[key] = facts.opens[key] || printed[key]; else delete values[key];
      Object.assign(values, facts.dialects[code.value]);
      all();
    };
    const rest = make("details", form);
    make("summary", rest, { textContent: "All other numbers and conventions" });
    rest.hidden = facts.figure && facts.parameters.every((one) => facts.vary.includes(one.name));
    const taken = new Set([...facts.vary, ...numerical.map((one) => one.name)]);
    for (const one of facts.parameters)
      if (!taken.has(one.name)) field(rest, one);
    const buttons = make("p", form);
    function reread() { for (const one of fields) one.read(); }
    function all() { reread(); start(); }
    make("button", buttons, { type: "button", textContent: facts.figure ? "back to the printed figure" : "back to the initial values", onclick: () => { code.value = ""; reset(true); all(); } });
    if (Object.keys(facts.opens).length) {
      buttons.append(" ");
      make("button", buttons, { type: "button", textContent: "as published (takes longer)", onclick: () => { code.value = ""; reset(false); all(); } });
    }

    // ---- the run
    let result = null, turn = 0, computing = false, link = "", frame = 0, paused = matchMedia("(prefers-reduced-motion: reduce)").matches, began = 0, waiting = 0, charts = [];
    const quoted = (text) => (/^[\w.+=-]+$/.test(text) ? text : `'${text}'`);
    // Until a run has answered, what is shown is that of another one: it is dimmed.
    function start() {
      clearTimeout(waiting);
      delete data.hash;
      const own = ++turn;
      place.classList.add("stale");
      state.className = "";
      state.textContent = result ? "Computing; what is shown is the previous run" : "Computing";
      meter.hidden = false;
      meter.removeAttribute("value");
      waiting = setTimeout(() => {
        const now = changes();
        began = performance.now();
        computing = true;
        data.changes = JSON.stringify(now);
        link = location.href.replace(/#.*/, "") + mark + encodeURIComponent(JSON.stringify(now));
        if (result) history.replaceState(null, "", link);
        ask("run", [name, now], (answered) => finish(answered, own === turn), (time) => {
          if (own !== turn) return;
          const end = Number(values.duration || values.until);
          state.textContent = `Computing: ${time.toPrecision(3)} s${end > 0 ? ` of ${end} s` : ""}` + (result ? "; what is shown is the previous run" : "");
          if (end > 0) meter.value = Math.min(1, time/end);
        });
      }, 0);
    }
    // Who moves a slider sees the answers on the way; they stay dimmed until the last one has come.
    function finish({ answer, error }, latest) {
      if (!latest && error) return;
      computing = !latest;
      meter.hidden = latest;
      if (error) {
        state.textContent = "Refused: " + error + (result ? ". What is shown is the last run that was accepted." : "");
        state.className = "bad";
        for (const one of fields)
          if (one.names.some((name) => new RegExp(`(^|[^\\w-])${name}([^\\w-]|$)`).test(error))) one.refuse();
        data.refusal = error;
        data.hash = "refused";
        return;
      }
      place.classList.toggle("stale", !latest);
      const ended = result && result.scene && frame === result.scene.times.length - 1;
      result = answer;
      drawn = "";
      const took = performance.now() - began;
      if (latest) state.textContent = verdictOf(answer) + `${answer.case.steps ? answer.case.steps + " steps, c" : "C"}omputed in ${took < 1000 ? Math.round(took) + " ms" : (took/1000).toFixed(1) + " s"}`;
      if (latest) state.className = answer.shown.some(({ name: one }) => answer.case.observables[one].pass === false) ? "bad" : "";
      if (answer.scene) slide.max = answer.scene.times.length - 1;
      explain(answer.scene);
      canvas.hidden = bar.hidden = !answer.scene;
      // Who has seen a figure to its end sees the end of the next one.
      frame = facts.figure && ended ? Number(slide.max) : 0;
      slide.value = frame;
      if (printed_figure && typeof uPlot !== "undefined") printed_figure.hidden = true;
      table();
      curves();
      const words = Object.entries(changes()).map(([key, value]) => `-set ${quoted(key + "=" + value)}`);
      told.textContent = "As a command: ";
      make("code", told, { textContent: ["trundle case", name, ...words].join(" ") });
      told.append(". ");
      if (answer.case.hash) {
        told.append("It prints the same ");
        make("code", told, { textContent: "hash of the last state " + answer.case.hash });
        told.append(": the state and the curves are equal in all bits. The numbers of the table are equal to eleven digits, " +
          "because some of them take sines and powers from another mathematics library. ");
      }
      make("a", told, { href: link, textContent: "Link to these numbers" });
      if (!latest) return;
      data.took = Math.round(took);
      data.case = JSON.stringify(answer.case);
      data.hash = answer.case.hash || "none";
    }
    // "5 of 5 numbers agree with their references": what stands in the table, in one line.
    function verdictOf(answer) {
      const judged = answer.shown.filter(({ name: one }) => answer.case.observables[one].pass !== null);
      const wrong = judged.filter(({ name: one }) => !answer.case.observables[one].pass);
      if (!judged.length) return "";
      return `${wrong.length ? "\u2717" : "\u2713"} ${judged.length - wrong.length} of ${judged.length} numbers agree with their references` +
        (wrong.length ? ` (not ${wrong.map(({ name: one, text }) => text || one.replace(/_/g, " ")).join(", ")})` : "") + ". ";
    }
    // A key of what the picture has.
    function explain(scene) {
      key.textContent = "";
      if (!scene) return;
      const item = (kind, text) => { const one = make("li", key); make("i", one, { className: kind }); one.append(text); };
      const touches = scene.contacts.flat();
      if (touches.some((c) => !c[10])) item("sticks", "contact force, sticking");
      if (touches.some((c) => c[10])) item("slips", "contact force, sliding");
      if (touches.length && scene.mu > 0) item("cone", "friction cone: a force on its edge slides");
      if (!facts.figure) item("path", "path of the centre");
      if (scene.tracks.some((row) => row.length)) item("track", "trace of the contact on the sphere");
    }
    const number = (x) => (x === null || x === undefined ? "never" : Array.isArray(x) ? x.map(number).join(", ")
      : x === 0 ? "0" : Math.abs(x) < 1e-3 || Math.abs(x) >= 1e5 ? x.toExponential(2) : String(Number(x.toPrecision(6))));
    function table() {
      shown.textContent = "";
      if (!result.shown.length) return;
      const sheet = make("table", shown), head = make("tr", make("thead", sheet));
      const judged = result.shown.some(({ name: key }) => result.case.observables[key].pass !== null);
      const heads = ["observable", "computed", "reference", "error", "tolerance", ""].slice(0, judged ? 6 : 2);
      for (const text of heads) make("th", head, { scope: "col", textContent: text });
      const body = make("tbody", sheet);
      for (const { name: key, text } of result.shown) {
        const one = result.case.observables[key], row = make("tr", body), held = one.pass !== null;
        const unit = one.unit === "-" ? "" : " / " + one.unit;
        // On a phone the cells stand below each other, and each says what it is.
        const cell = (textContent, more) => { make("td", row, { textContent, ...more }).dataset.label = heads[row.cells.length - 1]; };
        cell((text || key.replace(/_/g, " ")) + unit);
        cell(number(one.value));
        if (!judged) continue;
        cell(held ? number(one.reference) : "");
        cell(held && one.error !== null ? number(one.error) : "");
        cell(held ? number(one.tolerance) : "", { title: one.tolerance_reason || "" });
        cell(held ? (one.pass ? "\u2713 agrees" : "\u2717 differs") : "", { className: one.pass === false ? "bad" : "" });
      }
    }
    const named = (one) => [one.title, ...one.curves.map((curve) => curve.name)].join();
    // Curves of a graph: lines through points in any order; dots where the case says that it is a reference.
    function path(u, k) {
      const [xs, ys] = u.data[k], line = new Path2D(), at = (value, scale) => u.valToPos(value, scale, true);
      let down = false;
      const each = u.series[k].dots ? Math.ceil(xs.length/60) : 1;
      xs.forEach((x, i) => {
        if (i % each) return;
        const there = x !== null && ys[i] !== null && (u.scales.y.distr !== 3 || ys[i] > 0);
        if (!there) { down = false; return; }
        const p = [at(x, "x"), at(ys[i], "y")];
        if (u.series[k].dots) { line.moveTo(p[0] + 3, p[1]); line.arc(...p, 3, 0, 7); }
        else if (down) line.lineTo(...p); else line.moveTo(...p);
        down = true;
      });
      return { stroke: line, fill: null, clip: null, band: null, gaps: null, flags: 0 };
    }
    function ends(rows, log) {
      const there = rows.flat().filter((x) => x !== null && (!log || x > 0));
      return there.reduce(([low, high], x) => [Math.min(low, x), Math.max(high, x)], [Infinity, -Infinity]);
    }
    // The curves of a case stay the same in number, so a new run gives old charts new data.
    function curves(anew) {
      if (typeof uPlot === "undefined") {
        plots.textContent = "No curves: uPlot could not be fetched when this page was made.";
        return;
      }
      const graphs = [...result.plots, ...(result.case.graphs || [])];
      const told = (one) => `${one.title}, ${one.y} over ${one.x}. ` + one.curves.map((curve) => {
        const there = curve.y.filter((y) => y !== null);
        return `${curve.name}: from ${number(there[0])} to ${number(there[there.length - 1])}`;
      }).join("; ");
      if (!anew && charts.map((one) => one.names).join() === graphs.map(named).join()) {
        charts.forEach((one, k) => one.fresh(graphs[k]));
        graphs.forEach((one, k) => plots.children[k].setAttribute("aria-label", told(one)));
        return;
      }
      for (const one of charts) one.destroy();
      plots.textContent = "";
      const look = getComputedStyle(place), ink = look.color, faint = look.getPropertyValue("--l-faint");
      // With all their digits: a contact lasts milliseconds.
      const digits = (u, all) => all.map((x) => (x === null ? "" : String(Number(x.toPrecision(12)))));
      const axis = { stroke: ink, values: digits, grid: { stroke: faint, width: 1 }, ticks: { stroke: faint }, labelSize: 22, labelGap: 0 };
      charts = graphs.map((one) => {
        const box = make("div", plots, { className: "plot" }), log = one.log === "y";
        const size = () => { const width = Math.max(240, view.clientWidth); return { width, height: one.equal ? Math.min(width, 420) : 240 }; };
        let xs, ys;
        const taken = (from) => {
          xs = ends(from.curves.map((curve) => curve.x));
          ys = ends(from.curves.map((curve) => curve.y), log);
          return [null, ...from.curves.map((curve) => [curve.x, curve.y])];
        };
        const rows = taken(one);
        box.setAttribute("role", "img");
        box.setAttribute("aria-label", told(one));
        let ours = 0;
        const series = one.curves.map((curve) => {
          const dots = curve.as === "reference", k = dots ? 0 : ++ours;
          return { label: curve.name, dots, paths: path, points: { show: false }, width: dots ? 1.2 : k === 1 ? 2.6 : 1.6,
            stroke: look.getPropertyValue(dots ? "--l-ref" : `--l-${(k - 1)%5 + 1}`),
            facets: [{ scale: "x", auto: true }, { scale: "y", auto: true }] };
        });
        const wide = (u) => one.equal ? level(u, xs, 0) : [xs[0] - 0.02*(xs[1] - xs[0]), xs[1] + 0.02*(xs[1] - xs[0])];
        const high = (u) => log ? uPlot.rangeLog(...ys, 10, false) : one.equal ? level(u, ys, 1) : uPlot.rangeNum(...ys, 0.1, true);
        // The same length for a unit on both axes.
        function level(u, [low, top], k) {
          const room = [u.bbox.width, u.bbox.height], spans = [xs, ys].map(([a, b]) => (b - a)*1.1 || 1);
          const each = Math.max(spans[0]/room[0], spans[1]/room[1]), middle = (low + top)/2, half = each*room[k]/2;
          return room[k] > 0 ? [middle - half, middle + half] : [low, top];
        }
        // Of an axis with logarithms eight decades at most bear numbers.
        const decade = (y) => Math.round(Math.log10(y));
        const filter = (u, all) => all.map((y) =>
          (Math.abs(Math.log10(y) - decade(y)) < 1e-9 && decade(y) % Math.ceil(Math.log10(ys[1]/ys[0])/8) === 0 ? y : null));
        const decades = { filter, grid: { ...axis.grid, filter }, ticks: { ...axis.ticks, filter },
          values: (u, all) => all.map((y) => (y === null ? "" : y >= 0.01 && y <= 1000 ? String(y) : "1e" + decade(y))) };
        const chart = new uPlot({ ...size(), mode: 2, title: one.title, series: [{}, ...series], cursor: { show: false }, legend: { live: false, show: series.length > 1 },
          scales: { x: { time: false, range: wide }, y: { distr: log ? 3 : 1, range: high } },
          axes: [{ ...axis, label: one.x, size: 34 }, { ...axis, label: one.y, size: 60, ...(log ? decades : {}) }] },
          rows, box);
        chart.names = named(one);
        chart.fresh = (next) => chart.setData(taken(next));
        chart.fits = () => chart.setSize(size());
        return chart;
      });
    }
    addEventListener("resize", () => { for (const one of charts) one.fits(); });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { drawn = ""; if (result) curves(true); });
    again.onclick = () => { frame = 0; paused = false; };
    pause.onclick = () => { paused = !paused; pause.setAttribute("aria-pressed", paused); };
    slide.oninput = () => { frame = Number(slide.value); paused = true; };

    // ---- the motion
    const pen = canvas.getContext("2d"), look = { yaw: 0.25, pitch: 0.22, zoom: 1 };
    canvas.onpointermove = (e) => { if (e.buttons) { look.yaw -= e.movementX/150; look.pitch = Math.max(-0.1, Math.min(1.5, look.pitch + e.movementY/150)); } };
    canvas.onkeydown = (e) => {
      const turn = { ArrowLeft: [0.1, 0], ArrowRight: [-0.1, 0], ArrowUp: [0, 0.1], ArrowDown: [0, -0.1] }[e.key];
      if (turn) { look.yaw += turn[0]; look.pitch = Math.max(-0.1, Math.min(1.5, look.pitch + turn[1])); e.preventDefault(); }
      if (e.key === "+" || e.key === "-") look.zoom *= e.key === "+" ? 1.15 : 1/1.15;
    };
    const sub = (a, b) => a.map((x, k) => x - b[k]), dot = (a, b) => a[0]*b[0] + a[1]*b[1] + a[2]*b[2];
    const cross = (a, b) => [a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]];
    const add = (a, s, b) => a.map((x, k) => x + s*b[k]), unit = (a) => { const s = Math.hypot(...a) || 1; return a.map((x) => x/s); };
    const position = (i, n) => result.scene.states[n].slice(7*i, 7*i + 3);
    const middleOf = (scene, n) => [0, 1, 2].map((k) => scene.radii.reduce((sum, r, i) => sum + scene.states[n][7*i + k], 0)/scene.radii.length);
    // How far from their middle the spheres ever are.
    function widest(scene) {
      if (scene.widest === undefined)
        scene.widest = Math.max(...scene.times.map((t, n) => n).filter((n) => n % 8 === 0).map((n) => {
          const middle = middleOf(scene, n);
          return Math.max(...scene.radii.map((r, i) => Math.hypot(...sub(position(i, n), middle)) + 2.2*r));
        }));
      return scene.widest;
    }
    function eye(scene) {
      const count = scene.radii.length, last = scene.times.length - 1;
      const up = unit(dot(scene.gravity, scene.gravity) ? scene.gravity.map((x) => -x) : scene.planes.length ? scene.planes[0].slice(3)
        : count > 1 ? sub(position(0, 0), position(1, 0)) : [0, 0, 1]);
      let along = [0, 0, 0];
      for (let i = 0; i < count; i++) {
        const way = sub(position(i, last), position(i, 0));
        if (Math.hypot(...way) > Math.hypot(...along)) along = way;
      }
      along = add(along, -dot(along, up), up);
      if (Math.hypot(...along) < 1e-9) along = Math.abs(up[0]) < 0.9 ? add([1, 0, 0], -up[0], up) : add([0, 1, 0], -up[1], up);
      along = unit(along);
      if (along[0] < -1e-9 || (Math.abs(along[0]) < 1e-9 && along[1] < 0)) along = along.map((x) => -x);
      const far = cross(up, along);
      // What is seen: all spheres of the moment, the way only as far as there is room; of a figure all of it, standing still.
      const middle = facts.figure ? scene.times.reduce((sum, t, n) => add(sum, 1/scene.times.length, middleOf(scene, n)), [0, 0, 0]) : middleOf(scene, frame);
      const reach = (n, room) => Math.max(...scene.radii.map((r, i) => Math.hypot(...sub(position(i, n), middle)) + room*r));
      const half = facts.figure ? Math.max(...scene.times.map((t, n) => reach(n, 1.25)))
        : Math.max(reach(frame, 2.2), Math.min(widest(scene), 3*reach(frame, 2.2)));
      const scale = canvas.height/2/half*look.zoom, c = Math.cos(look.yaw), s = Math.sin(look.yaw), u = Math.cos(look.pitch), w = Math.sin(look.pitch);
      const right = add(along.map((x) => c*x), s, far), deep = add(far.map((x) => c*x), -s, along);
      const top = add(up.map((x) => u*x), w, deep), toward = add(up.map((x) => w*x), -u, deep);
      return { scale, right, top, toward, up, along, far, middle, half,
        at: (x) => { const d = sub(x, middle); return [canvas.width/2 + scale*dot(d, right), canvas.height/2 - scale*dot(d, top)]; } };
    }
    // The axes of a body, and a vector of it where it has turned to.
    function axes([w, a, b, c]) {
      return [[1 - 2*(b*b + c*c), 2*(a*b + w*c), 2*(a*c - w*b)], [2*(a*b - w*c), 1 - 2*(a*a + c*c), 2*(b*c + w*a)],
        [2*(a*c + w*b), 2*(b*c - w*a), 1 - 2*(a*a + b*b)]];
    }
    const turned = (q, x) => axes(q).reduce((sum, axis, k) => add(sum, x[k], axis), [0, 0, 0]);
    // Octants of a sphere in two colours: they turn with it.
    function ball(e, i, n) {
      const r = result.scene.radii[i], [x, y] = e.at(position(i, n)), q = result.scene.states[n].slice(7*i + 3, 7*i + 7);
      const size = Math.min(220, Math.max(8, Math.ceil(2*r*e.scale))), picture = pen.createImageData(size, size);
      const own = axes(q).map((axis) => [dot(axis, e.right), dot(axis, e.top), dot(axis, e.toward)]);
      for (let j = 0; j < size; j++) for (let k = 0; k < size; k++) {
        const u = (2*k + 1)/size - 1, v = 1 - (2*j + 1)/size, h2 = 1 - u*u - v*v, at = 4*(j*size + k);
        if (h2 < 0) continue;
        const h = Math.sqrt(h2), light = 0.45 + 0.55*Math.max(0, -0.35*u + 0.55*v + 0.76*h);
        let sign = 1;
        for (const axis of own) if (u*axis[0] + v*axis[1] + h*axis[2] < 0) sign = -sign;
        const colour = sign > 0 ? [88, 142, 201] : [240, 232, 208];
        for (let m = 0; m < 3; m++) picture.data[at + m] = colour[m]*light;
        picture.data[at + 3] = Math.min(255, 255*h*size/6);
      }
      const sheet = ball.sheet || (ball.sheet = document.createElement("canvas"));
      sheet.width = sheet.height = size;
      sheet.getContext("2d").putImageData(picture, 0, 0);
      pen.drawImage(sheet, x - r*e.scale, y - r*e.scale, 2*r*e.scale, 2*r*e.scale);
    }
    function line(points, colour, width) {
      pen.strokeStyle = colour; pen.lineWidth = width;
      pen.beginPath();
      points.forEach((p, k) => (k ? pen.lineTo(...p) : pen.moveTo(...p)));
      pen.stroke();
    }
    function arrow(a, b, colour) {
      line([a, b], colour, 3);
      const t = Math.atan2(b[1] - a[1], b[0] - a[0]);
      if (Math.hypot(b[0] - a[0], b[1] - a[1]) > 8)
        line([-0.4, 0.4].map((d) => [b[0] - 10*Math.cos(t + d), b[1] - 10*Math.sin(t + d)]).flatMap((p) => [p, b]), colour, 3);
    }
    function draw() {
      pen.clearRect(0, 0, canvas.width, canvas.height);
      const scene = result.scene, e = eye(scene), styles = getComputedStyle(place), ink = styles.color;
      pen.globalAlpha = 0.3;
      for (const plane of scene.planes) {
        const n = unit(plane.slice(3)), base = add(e.middle, -dot(sub(e.middle, plane.slice(0, 3)), n), n);
        const a = unit(Math.abs(dot(n, e.along)) < 0.9 ? add(e.along, -dot(e.along, n), n) : add(e.up, -dot(e.up, n), n)), b = cross(n, a);
        const pitch = 10**Math.floor(Math.log10(e.half)), shift = [dot(base, a) % pitch, dot(base, b) % pitch], far = Math.ceil(4*e.half/pitch);
        for (let k = -far; k <= far; k++) for (const [p, q, s, t] of [[a, b, shift[0], shift[1]], [b, a, shift[1], shift[0]]]) {
          const on = add(base, k*pitch - s, p);
          if (Math.abs(k*pitch) <= 4*e.half) line([e.at(add(on, -1.5*e.half - t, q)), e.at(add(on, 1.5*e.half, q))], ink, 1);
        }
      }
      pen.globalAlpha = 0.7;
      scene.radii.forEach((r, i) => line(scene.states.slice(0, frame + 1).map((row) => e.at(row.slice(7*i, 7*i + 3))), styles.getPropertyValue("--l-soft"), 1.5));
      pen.globalAlpha = 1;
      const order = scene.radii.map((r, i) => [i, dot(position(i, frame), e.toward)]).sort((a, b) => a[1] - b[1]);
      for (const [i] of order) ball(e, i, frame);
      // What a contact has left on each sphere, in front of it.
      pen.globalAlpha = 1;
      scene.radii.forEach((r, i) => {
        let piece = [];
        const end = () => { if (piece.length > 1) line(piece, styles.getPropertyValue("--l-bad"), 4); piece = []; };
        for (const row of scene.tracks.slice(0, frame + 1)) {
          if (!row[i]) continue;
          const out = turned(scene.states[frame].slice(7*i + 3, 7*i + 7), row[i]);
          if (dot(out, e.toward) < 0) end(); else piece.push(e.at(add(position(i, frame), 1, out)));
        }
        end();
      });
      // Contact forces: the greatest of the run is as long as a radius and a half; the cone's angle is that of friction.
      const largest = Math.max(1e-300, ...scene.contacts.flat().map((c) => Math.hypot(c[7], c[8], c[9])));
      for (const [i, ...c] of scene.contacts[frame]) {
        const point = c.slice(0, 3), n = unit(c.slice(3, 6)), force = c.slice(6, 9), long = 1.6*scene.radii[i];
        const into = dot(force, n) < 0 ? n.map((x) => -x) : n, tip = add(point, long/largest, force);
        const side = unit(cross(into, e.toward)), high = 0.9*long;
        line([add(add(point, high, into), scene.mu*high, side), point, add(add(point, high, into), -scene.mu*high, side)].map(e.at), ink, 1);
        arrow(e.at(point), e.at(tip), c[9] ? styles.getPropertyValue("--l-ref") : styles.getPropertyValue("--l-ours"));
      }
      scene.arrows[frame].forEach(({ from: at, to, name: what }, k) => {
        const tip = add(at, 1, to), colour = styles.getPropertyValue(`--l-${k%5 + 1}`);
        arrow(e.at(at), e.at(tip), colour);
        pen.fillStyle = colour;
        pen.font = "22px sans-serif";
        pen.fillText(what, ...add(e.at(add(at, 1.12, to)), 1, [0, -4]));
      });
      clock.textContent = facts.figure ? scene.times[frame].toPrecision(3) : scene.times[frame].toPrecision(3) + " s";
      canvas.setAttribute("aria-label", `the spheres at ${clock.textContent}; arrow keys turn the view, plus and minus zoom`);
    }
    // A picture is drawn when it is another than the last; while a run is computed, that has the processor.  The first of
    // a run is drawn where nobody looks, too: a page may be printed.
    let last = 0, drawn = "", seen = true;
    new IntersectionObserver((all) => { seen = all[all.length - 1].isIntersecting; }).observe(canvas);
    function tick(now) {
      if (result && result.scene && (seen || !drawn) && !computing) {
        const length = result.scene.times.length;
        if (!paused && now - last > 6000/length && frame < length - 1) { frame++; last = now; slide.value = frame; }
        const picture = [frame, look.yaw, look.pitch, look.zoom].join();
        if (picture !== drawn) draw();
        drawn = picture;
      }
      requestAnimationFrame(tick);
    }
    reread();
    place.live = { say(name) { code.value = name; code.onchange(); }, set(changed) { reset(false); Object.assign(values, changed); all(); }, facts,
      units: () => charts.flatMap((one) => one.axes.map((of) => of.label)), ticks: () => charts.flatMap((one) => one.axes.map((of) => of._values.filter((text) => text !== ""))) };
    start();
    requestAnimationFrame(tick);
  }
})();

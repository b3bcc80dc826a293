// lab.js -- the laboratory: problems with numbers to change, the motion drawn, energies, the model to
// save.  The engine computes (live.js); here models are put together and pictures drawn.
"use strict";
(function () {
  const $ = (id) => document.getElementById(id);

  // ---- problems: numbers and choices -> a model in the form of `trundle export -schema` ------------

  const number = (name, what, unit, value, low, high, step) => ({ name, what, unit, value, low, high, step });
  const choice = (name, what, ...options) => ({ name, what, options, value: options[0] });
  const common = [
    number("mu", "coefficient of friction", "", 0.4, 0, 1.5, 0.01),
    number("restitution", "coefficient of restitution", "", 0.5, 0.05, 1, 0.01),
    number("mu_r", "coefficient of rolling friction", "", 0.05, 0, 0.5, 0.005),
    number("young", "Young's modulus", "MPa", 10, 1, 200, 1),
    number("tilt", "tilt of floor and walls", "deg", 0, -60, 60, 1),
    choice("sliding", "sliding law", "mindlin", "elongation", "none"),
    choice("rolling", "rolling law", "epsd", "none"),
    choice("lever", "lever arm of friction", "shares", "radius", "half", "inner"),
    choice("rescale", "springs create no energy", "yes", "no"),
  ];
  const problems = {
    pour: { title: "Pour into a box", until: 1.5, fit: [0, 0, 0.15, 0.3],
      own: [number("count", "spheres", "", 300, 1, 2000, 1), number("ratio", "largest over smallest radius", "", 1.5, 1, 3, 0.1)],
      bodies: (p) => ({ walls: box(0.12, 0.12), particles: cloud(p.count, 0.012, p.ratio, 0.12, 0.03) }) },
    slope: { title: "Slide and roll down a slope", until: 1.5, fit: [0.5, 0, 0.1, 0.75], set: { tilt: 20, mu: 0.15, mu_r: 0 },
      own: [number("count", "spheres", "", 12, 1, 400, 1), number("spin", "initial spin", "rad/s", -40, -200, 200, 1)],
      bodies: (p) => ({ walls: [floor()], particles: row(p.count, 0.02, p.spin) }) },
    shot: { title: "One into many", until: 1, fit: [0.2, 0, 0, 0.45], set: { mu: 0.2, restitution: 0.95, mu_r: 0.005 },
      own: [number("rows", "rows of the triangle", "", 5, 1, 20, 1), number("speed", "speed", "m/s", 2, 0, 6, 0.1),
        number("spin", "side spin", "rad/s", 60, -300, 300, 1)],
      bodies: (p) => ({ walls: [floor()], particles: triangle(p.rows, 0.02, p.speed, p.spin) }) },
  };
  const plane = (name, point, normal) => ({ name, point, normal, material: "wall" });
  const floor = () => plane("floor", [0, 0, 0], [0, 0, 1]);
  const box = (x, y) => [floor(), plane("left", [-x, 0, 0], [1, 0, 0]), plane("right", [x, 0, 0], [-1, 0, 0]),
    plane("front", [0, -y, 0], [0, 1, 0]), plane("back", [0, y, 0], [0, -1, 0])];
  // Numbers between 0 and 1 that follow from a seed: whole-number arithmetic, the same everywhere.
  function draws(seed) {
    let s = seed >>> 0;
    return () => (s = (Math.imul(s, 1664525) + 1013904223) >>> 0)/4294967296;
  }
  function cloud(count, largest, ratio, half, above) {
    const draw = draws(7), pitch = 2.1*largest, side = Math.max(1, Math.floor((2*half - 0.1*largest)/pitch)), all = [];
    for (let k = 0; k < count; k++) {
      const i = k % side, j = Math.floor(k/side) % side, l = Math.floor(k/(side*side));
      const radius = largest*(1 - (1 - 1/ratio)*draw());
      all.push({ name: "s" + k, radius, position: [(i - (side - 1)/2)*pitch + 0.1*largest*(draw() - 0.5),
        (j - (side - 1)/2)*pitch + 0.1*largest*(draw() - 0.5), above + (l + 0.5)*pitch] });
    }
    return all;
  }
  const row = (count, radius, spin) => Array.from({ length: count }, (_, k) => ({ name: "s" + k, radius,
    position: [0.05*(k % 4), 0.05*(Math.floor(k/4) - Math.floor((count - 1)/4)/2), radius], spin: [0, spin, 0] }));
  function triangle(rows, radius, speed, spin) {
    const all = [{ name: "cue", radius, position: [-0.3, 0.004, radius], velocity: [speed, 0, 0], spin: [0, 0, spin] }];
    for (let i = 0; i < rows; i++)
      for (let j = 0; j <= i; j++)
        all.push({ name: "b" + all.length, radius, position: [i*1.733*radius*1.001, (2*j - i)*radius*1.001, radius] });
    return all;
  }

  let now = "pour";
  const values = {};
  const fields = () => [...problems[now].own, ...common];
  function defaults() {
    for (const name of Object.keys(values)) delete values[name];
    for (const f of fields()) values[f.name] = f.value;
    Object.assign(values, problems[now].set);
  }
  function model() {
    const p = values, { walls, particles } = problems[now].bodies(p), angle = p.tilt*Math.PI/180;
    const pair = { mu: p.mu, restitution: p.restitution, mu_r: p.mu_r, eta_r: 0.3 };
    for (const one of particles) Object.assign(one, { material: "stone" });
    return { schema: "trundle-model", version: 1, title: problems[now].title, run: { until: problems[now].until, record: 0.01, speed: Math.max(1, p.speed || 0) },
      gravity: [9.81*Math.sin(angle), 0, -9.81*Math.cos(angle)],
      materials: [{ name: "stone", young: 1e6*p.young, poisson: 0.3, density: 2500 }, { name: "wall", young: 1e6*p.young, poisson: 0.3 }],
      laws: { sliding: p.sliding, rolling: p.rolling, lever: p.lever, rescale: p.rescale },
      contacts: [{ between: ["stone", "stone"], ...pair }, { between: ["stone", "wall"], ...pair }],
      integrate: { method: "verlet", dt: null }, planes: walls, particles };
  }

  // ---- controls ------------------------------------------------------------------------------------

  function build() {
    const form = $("controls");
    form.textContent = "";
    const group = (title) => {
      const set = form.appendChild(document.createElement("fieldset"));
      set.appendChild(document.createElement("legend")).textContent = title;
      return set;
    };
    const select = (label, options, value, onChange) => {
      const input = label.appendChild(document.createElement("select"));
      for (const [key, text] of options) input.add(new Option(text, key, false, key === value));
      input.onchange = () => onChange(input.value);
      return input;
    };
    const first = group("Problem").appendChild(document.createElement("label"));
    first.className = "choice";
    first.append("what happens");
    select(first, Object.entries(problems).map(([key, { title }]) => [key, title]), now, (key) => { now = key; defaults(); build(); start(); }).id = "problem";
    const parts = { numbers: group("Numbers"), laws: group("Conventions") };
    for (const f of fields()) {
      const label = (f.options ? parts.laws : parts.numbers).appendChild(document.createElement("label"));
      label.append(f.what + (f.unit ? " / " + f.unit : ""));
      if (f.options) {
        label.className = "choice";
        select(label, f.options.map((o) => [o, o]), values[f.name], (value) => { values[f.name] = value; start(); }).name = f.name;
        continue;
      }
      const inputs = ["number", "range"].map((type) => {
        const input = label.appendChild(document.createElement("input"));
        Object.assign(input, { type, min: f.low, max: f.high, step: f.step, value: values[f.name], name: f.name });
        input.setAttribute("aria-label", f.what);
        return input;
      });
      // What is not taken is said below the field.
      const note = label.appendChild(document.createElement("em"));
      const mark = (text) => {
        note.textContent = text;
        note.hidden = !text;
        if (text) inputs[0].setAttribute("aria-invalid", "true"); else inputs[0].removeAttribute("aria-invalid");
      };
      mark("");
      for (const input of inputs)
        input.oninput = () => {
          const value = Number(input.value);
          if (!(input.value !== "" && value >= f.low && value <= f.high && (f.step < 1 || Number.isInteger(value)))) {
            const wrong = input.value === "" ? (input.validity.badInput ? "no number" : "empty") : `refused; expected ${f.step < 1 ? "" : "an integer "}from ${f.low} to ${f.high}`;
            mark(`${wrong}; the run still has ${values[f.name]}`);
            return;
          }
          values[f.name] = value;
          mark("");
          for (const other of inputs) if (other !== input) other.value = value;
          start();
        };
    }
  }

  // ---- the run -------------------------------------------------------------------------------------

  let current = null, coming = null, ended = null, pending = false, records = [], shown = 0, played = 0, pictures = 0, paused = false, waiting = 0, began = 0;
  const runs = liveRuns(TRUNDLE_WASM, (record) => {
    if (pending) return;
    if (record.error) {
      $("state").textContent = "Refused: " + record.error;
      $("state").className = "bad";
      $("meter").hidden = true;
      return;
    }
    if (record.model) { coming = record.model; return; }
    // The first record of a new run takes the place of the one before.
    if (coming) { current = coming; coming = null; records = []; shown = played = 0; document.body.classList.remove("stale"); }
    records.push(record);
    if (record.done) ended = record.energy;
    $("frame").max = records.length - 1;
    const total = current.particles.length;
    $("meter").hidden = record.done;
    $("meter").value = record.time/current.run.until;
    $("state").textContent = `${record.done ? "" : "Computing: "}${total} ${total === 1 ? "sphere" : "spheres"}, ${record.steps} steps of ${current.integrate.dt} s, ` +
      `${record.time.toFixed(2)} s of ${current.run.until} s` + (record.done ? `, computed in ${((performance.now() - began)/1000).toFixed(2)} s` : "");
    if (record.done) { $("hash").textContent = record.hash; document.body.dataset.hash = record.hash; }
  });
  function start() {
    clearTimeout(waiting);
    delete document.body.dataset.hash;
    $("hash").textContent = "...";
    $("state").className = "";
    $("state").textContent = "Computing" + (records.length ? "; what is shown is the previous run" : "");
    $("meter").hidden = false;
    $("meter").removeAttribute("value");
    document.body.classList.add("stale");
    pending = true;
    waiting = setTimeout(() => {
      began = performance.now();
      location.replace("#" + encodeURIComponent(JSON.stringify([now, values])));
      $("link").href = location.href;
      pending = false;
      runs.start(model());
    }, 60);
  }
  $("again").onclick = () => { shown = played = 0; };
  $("pause").onclick = () => { paused = !paused; $("pause").setAttribute("aria-pressed", paused); };
  $("frame").oninput = () => { shown = Number($("frame").value); played = records[shown].time; paused = true; $("pause").setAttribute("aria-pressed", true); };
  // The model as a file: all numbers as they were computed with.
  function text() {
    const { until, record } = current.run;
    return JSON.stringify({ ...current, run: { until, record } }, null, 1);
  }
  window.lab = { model: text, energy: () => ended, counts: () => ({ pictures, computed: records.length }) };
  $("save").onclick = () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text()], { type: "application/json" }));
    link.download = "model.json";
    link.click();
  };

  // ---- pictures ------------------------------------------------------------------------------------

  const view = { yaw: -0.5, pitch: 0.35, zoom: 1 };
  const canvas = $("scene"), pen = canvas.getContext("2d");
  canvas.onpointerdown = (e) => canvas.setPointerCapture(e.pointerId);
  canvas.onpointermove = (e) => { if (e.buttons) { view.yaw -= e.movementX/150; view.pitch = Math.max(-0.2, Math.min(1.55, view.pitch + e.movementY/150)); } };
  canvas.onwheel = (e) => { e.preventDefault(); view.zoom *= e.deltaY < 0 ? 1.1 : 1/1.1; };
  canvas.onkeydown = (e) => {
    const turn = { ArrowLeft: [0.1, 0], ArrowRight: [-0.1, 0], ArrowUp: [0, 0.1], ArrowDown: [0, -0.1] }[e.key];
    if (turn) { view.yaw += turn[0]; view.pitch = Math.max(-0.2, Math.min(1.55, view.pitch + turn[1])); e.preventDefault(); }
    if (e.key === "+" || e.key === "-") view.zoom *= e.key === "+" ? 1.1 : 1/1.1;
  };
  function look() {
    const [cx, cy, cz, half] = problems[now].fit, scale = canvas.height/2/half*view.zoom;
    // The model turns gravity; the picture turns everything back, so that gravity points down and the floor is inclined.
    const [gx, , gz] = current ? current.gravity : [0, 0, -1], g = Math.hypot(gx, gz), ts = gx/g, tc = -gz/g;
    const c = Math.cos(view.yaw), s = Math.sin(view.yaw), u = Math.cos(view.pitch), w = Math.sin(view.pitch);
    return { scale, at(x, y, z) {
      const i = tc*(x - cx) + ts*(z - cz), h = tc*(z - cz) - ts*(x - cx), a = c*i + s*(y - cy), b = -s*i + c*(y - cy);
      return [canvas.width/2 + scale*a, canvas.height/2 - scale*(u*h + w*b), u*b - w*h];
    } };
  }
  const sprites = new Map();
  function sprite(hue) {
    if (!sprites.has(hue)) {
      const one = document.createElement("canvas");
      one.width = one.height = 64;
      const p = one.getContext("2d");
      const g = p.createRadialGradient(24, 20, 2, 32, 32, 31);
      g.addColorStop(0, `hsl(${hue} 70% 82%)`); g.addColorStop(0.6, `hsl(${hue} 55% 55%)`); g.addColorStop(1, `hsl(${hue} 55% 32%)`);
      p.fillStyle = g; p.beginPath(); p.arc(32, 32, 31, 0, 2*Math.PI); p.fill();
      sprites.set(hue, one);
    }
    return sprites.get(hue);
  }
  // The six ends of a sphere's axes, as marks: they show how it turns.
  function marks(eye, q, x, y, z, r, fine) {
    const [w, a, b, c] = q;
    const axes = [[1 - 2*(b*b + c*c), 2*(a*b + w*c), 2*(a*c - w*b)], [2*(a*b - w*c), 1 - 2*(a*a + c*c), 2*(b*c + w*a)],
      [2*(a*c + w*b), 2*(b*c - w*a), 1 - 2*(a*a + b*b)]];
    const depth = eye.at(x, y, z)[2];
    pen.fillStyle = "#fffd";
    for (const d of fine ? axes : [axes[0]])
      for (const sign of [1, -1]) {
        const [px, py, pd] = eye.at(x + sign*r*d[0], y + sign*r*d[1], z + sign*r*d[2]), front = (depth - pd)/r;
        if (front < 0.1) continue;
        const [ox, oy] = eye.at(x, y, z), size = 0.3*r*eye.scale;
        pen.beginPath();
        pen.ellipse(px, py, Math.max(0.5, size*front), size, Math.atan2(py - oy, px - ox), 0, 2*Math.PI);
        pen.fill();
      }
  }
  function draw() {
    pen.clearRect(0, 0, canvas.width, canvas.height);
    if (!current) return;
    const eye = look(), ink = getComputedStyle(document.body).color, [cx, cy, , half] = problems[now].fit;
    const boxed = current.planes.length > 1, x = boxed ? 0.12 : 1.4*half, y = boxed ? 0.12 : half, mx = boxed ? 0 : cx, my = boxed ? 0 : cy;
    pen.strokeStyle = ink; pen.globalAlpha = 0.25; pen.lineWidth = 1;
    const line = (a, b) => { pen.beginPath(); pen.moveTo(...eye.at(...a)); pen.lineTo(...eye.at(...b)); pen.stroke(); };
    for (let k = -6; k <= 6; k++) {
      line([mx + x*k/6, my - y, 0], [mx + x*k/6, my + y, 0]);
      line([mx - x, my + y*k/6, 0], [mx + x, my + y*k/6, 0]);
    }
    if (boxed) for (const a of [-x, x]) for (const b of [-y, y]) line([a, b, 0], [a, b, 0.2]);
    pen.globalAlpha = 1;
    const record = records[Math.min(shown, records.length - 1)];
    if (!record) return;
    const n = current.particles.length, order = [], state = record.state;
    for (let i = 0; i < n; i++) order.push([i, ...eye.at(state[13*i], state[13*i + 1], state[13*i + 2])]);
    order.sort((a, b) => b[3] - a[3]);
    for (const [i, sx, sy] of order) {
      const r = current.particles[i].radius, s = state, k = 13*i, size = r*eye.scale;
      const speed = Math.hypot(s[k + 3], s[k + 4], s[k + 5]);
      pen.drawImage(sprite(Math.round(Math.max(0, 215 - 110*speed)/15)*15), sx - size, sy - size, 2*size, 2*size);
      if (size > 3) marks(eye, [s[k + 9], s[k + 10], s[k + 11], s[k + 12]], s[k], s[k + 1], s[k + 2], r, n <= 250);
    }
    $("clock").textContent = record.time.toFixed(2) + " s";
  }
  const lines = ["translational", "rotational", "gravity", "sliding_loss", "damping_loss", "rolling_loss"].map((name, k) => [name, `--e${k + 1}`]);
  function curves() {
    // Letters have the size of those of the page, and a narrow canvas is higher.
    const c = $("curves"), p = c.getContext("2d"), letter = Math.min(34, 13*c.width/(c.clientWidth || c.width)), tall = letter > 25 ? 560 : 300;
    if (c.height !== tall) c.height = tall;
    p.clearRect(0, 0, c.width, c.height);
    if (records.length < 2) return;
    const zero = records[0].energy.gravity, of = (r, name) => r.energy[name] - (name === "gravity" ? zero : 0);
    let low = 0, high = 1e-300;
    for (const r of records) for (const [name] of lines) { const e = of(r, name); low = Math.min(low, e); high = Math.max(high, e); }
    const left = 4.2*letter, foot = 2.8*letter, top = 1.6*letter, right = 1.4*letter, look = getComputedStyle(document.body), ink = look.color;
    const X = (t) => left + (c.width - left - right)*t/current.run.until, Y = (e) => c.height - foot - (c.height - foot - top)*(e - low)/(high - low);
    // Axes with units: numbers at round steps, four to eight of them.
    const ticks = (from, to) => {
      const rough = (to - from)/5, power = 10**Math.floor(Math.log10(rough)), pitch = power*([1, 2, 5].find((m) => m*power >= rough) || 10), all = [];
      for (let k = Math.ceil(from/pitch - 1e-9); k*pitch <= to + 1e-9*pitch; k++) all.push(Number((k*pitch).toPrecision(12)));
      return all;
    };
    const text = (x) => (x !== 0 && (Math.abs(x) < 1e-3 || Math.abs(x) >= 1e5) ? x.toExponential() : String(x)).replace("-", "\u2212");
    p.fillStyle = p.strokeStyle = ink;
    p.font = `${letter}px sans-serif`;
    const line = (x, y, u, v, alpha) => { p.globalAlpha = alpha; p.beginPath(); p.moveTo(x, y); p.lineTo(u, v); p.stroke(); p.globalAlpha = 1; };
    p.textAlign = "right";
    for (const e of ticks(low, high)) { line(left, Y(e), c.width - right, Y(e), e === 0 ? 0.6 : 0.15); p.fillText(text(e), left - 8, Y(e) + letter/3); }
    p.textAlign = "center";
    for (const at of ticks(0, current.run.until)) { line(X(at), top, X(at), c.height - foot, 0.15); p.fillText(text(at), X(at), c.height - foot + 1.15*letter); }
    p.fillText("t / s", (left + c.width)/2, c.height - 0.3*letter);
    p.textAlign = "left";
    p.fillText("energy / J (gravity: change since the start)", 8, letter);
    const t = records[Math.min(shown, records.length - 1)].time;
    line(X(t), top, X(t), c.height - foot, 0.5);
    c.dataset.ticks = JSON.stringify([ticks(0, current.run.until), ticks(low, high)]);
    p.lineWidth = letter/8;
    for (const [name, colour] of lines) {
      p.strokeStyle = look.getPropertyValue(colour); p.beginPath();
      for (const r of records) p.lineTo(X(r.time), Y(of(r, name)));
      p.stroke();
    }
    p.lineWidth = 1;
  }
  $("legend").innerHTML = lines.map(([name, colour]) => `<span><i style="background:var(${colour})"></i>${name.replace("_", " ")}</span>`).join("");
  // Played in real time where that is computed, else as fast as it comes.  A picture is drawn when it is another one
  // than the last; the curves, which hold all records, ten times a second.
  let last = 0, frames = 0, since = 0, drawn = "", curved = 0;
  function tick(clock) {
    if (!paused && records.length) {
      played = Math.min(played + Math.min(0.1, (clock - last)/1000), records[records.length - 1].time);
      while (shown < records.length - 1 && records[shown + 1].time <= played) shown++;
      $("frame").value = shown;
    }
    last = clock;
    const picture = [records.length && records[Math.min(shown, records.length - 1)].time, records.length > 0, view.yaw, view.pitch, view.zoom, now].join();
    if (picture !== drawn) {
      draw();
      pictures++;
      frames++;
      drawn = picture;
    }
    if (clock - curved > 100) { curves(); curved = clock; }
    if (clock - since > 1000) { document.body.dataset.frames = Math.round(1000*frames/(clock - since)); frames = 0; since = clock; }
    requestAnimationFrame(tick);
  }

  defaults();
  try {
    const [problem, its] = JSON.parse(decodeURIComponent(location.hash.slice(1)));
    if (problems[problem]) { now = problem; defaults(); for (const f of fields()) if (f.name in its) values[f.name] = its[f.name]; }
  } catch (error) { void error; }
  build();
  start();
  requestAnimationFrame(tick);
})();

// film.js -- the viewer in a page of `trundle film -to html`.  A particle is a square that faces the eye; the
// fragment shader finds where a ray meets the sphere, so each is round at any distance and costs four corners.
"use strict";
const film = (() => {
  const $ = id => document.getElementById(id);
  const run = JSON.parse($("run").textContent);
  const bytesOf = text => {
    const raw = atob(text), bytes = new Uint8Array(raw.length);
    for (let k = 0; k < raw.length; k++) bytes[k] = raw.charCodeAt(k);
    return bytes.buffer;
  };
  const n = run.count, radius = new Float32Array(bytesOf(run.radius)), mass = new Float32Array(bytesOf(run.mass)),
    kind = new Int32Array(bytesOf(run.kind));

  // Frames are decoded when they are shown first, or before.
  const frames = [];
  const frame = k => {
    if (!frames[k]) {
      const b = bytesOf($("frame" + k).textContent);
      frames[k] = {position: new Float32Array(b, 0, 3*n), velocity: new Float32Array(b, 12*n, 3*n),
        spin: new Float32Array(b, 24*n, 3*n), turn: new Int16Array(b, 36*n, 4*n)};
      if (run.forces) Object.assign(frames[k], {push: new Float32Array(b, 44*n, n), touching: new Int32Array(b, 48*n, n)});
      $("frame" + k).textContent = "";
    }
    return frames[k];
  };
  // The others while nothing else is to do: the first time through is as smooth as the second.
  const later = window.requestIdleCallback || (f => setTimeout(f, 50));
  const ahead = k => later(() => {
    frame(k);
    if (k + 1 < run.times.length) ahead(k + 1);
  });

  // --- colours ---
  const length3 = (a, i) => Math.hypot(a[3*i], a[3*i + 1], a[3*i + 2]);
  const shows = {speed: ["speed / (m/s)", (f, i) => length3(f.velocity, i)], spin: ["spin / (rad/s)", (f, i) => length3(f.spin, i)],
    force: ["sum of normal forces / N", (f, i) => f.push[i]]};
  const table = new Uint8Array(3*256);          // the palette, in 256 steps
  for (let k = 0; k < 256; k++) {
    const x = k/255*(run.palette.length - 1), at = Math.min(Math.floor(x), run.palette.length - 2);
    for (let c = 0; c < 3; c++) table[3*k + c] = 255*(run.palette[at][c] + (x - at)*(run.palette[at + 1][c] - run.palette[at][c]));
  }
  const paint = (f, tint) => {
    if (now.colour === "material") {
      for (let i = 0; i < n; i++) {
        const rgb = run.classes[kind[i] % run.classes.length];
        for (let c = 0; c < 3; c++) tint[3*i + c] = 255*rgb[c];
      }
      return;
    }
    const value = shows[now.colour][1], [low, high] = run.ranges[now.colour], scale = 255/(high - low);
    for (let i = 0; i < n; i++) {
      const k = 3*Math.max(0, Math.min(255, Math.floor((value(f, i) - low)*scale))) || 0;
      tint[3*i] = table[k]; tint[3*i + 1] = table[k + 1]; tint[3*i + 2] = table[k + 2];
    }
  };
  const legend = () => {
    const place = $("legend");
    place.textContent = "";
    if (now.colour === "material") {
      run.materials.forEach((name, k) => {
        const one = document.createElement("span"), dot = document.createElement("i");
        one.className = "kind";
        dot.style.background = "rgb(" + run.classes[k % run.classes.length].map(c => Math.round(255*c)) + ")";
        one.append(dot, name);
        place.append(one);
      });
      return;
    }
    const bar = document.createElement("canvas"), ends = document.createElement("div"), pen = bar.getContext("2d");
    bar.width = 256; bar.height = 1;
    for (let k = 0; k < 256; k++) {
      pen.fillStyle = `rgb(${table[3*k]},${table[3*k + 1]},${table[3*k + 2]})`;
      pen.fillRect(k, 0, 1, 1);
    }
    ends.id = "ends";
    for (const x of run.ranges[now.colour]) ends.append(Object.assign(document.createElement("span"), {textContent: short(x)}));
    place.append(shows[now.colour][0], bar, ends);
  };
  $("hint").title = run.about;
  const short = x => Number(x.toPrecision(5)).toString();

  // --- the scene ---
  const now = {frame: 0, colour: run.colour, chosen: -1, playing: false, drawn: 0};
  const canvas = $("view");
  const context = canvas.getContext("webgl2", {antialias: true}) || canvas.getContext("webgl", {antialias: true});
  if (!context) {
    $("facts").textContent = "This browser has no WebGL, which draws the particles.";
    return {error: "no WebGL"};
  }
  const renderer = new THREE.WebGLRenderer({canvas, context, antialias: true});
  renderer.setClearColor(0xf4f5f7);
  const [x0, y0, z0, x1, y1, z1] = run.box, middle = new THREE.Vector3((x0 + x1)/2, (y0 + y1)/2, (z0 + z1)/2);
  const reach = Math.hypot(x1 - x0, y1 - y0, z1 - z0)/2;
  const scene = new THREE.Scene(), camera = new THREE.PerspectiveCamera(32, 1, reach/100, reach*40);
  camera.up.set(0, 0, 1);
  camera.position.copy(middle).addScaledVector(new THREE.Vector3(-0.42, -0.80, 0.43).normalize(), 3.7*reach);
  const controls = new THREE.TrackballControls(camera, canvas);
  controls.target.copy(middle);
  Object.assign(controls, {staticMoving: true, rotateSpeed: 2.5, zoomSpeed: 1.5, minDistance: reach/50, maxDistance: 20*reach});

  const shape = new THREE.InstancedBufferGeometry();
  shape.setAttribute("position", new THREE.BufferAttribute(new Float32Array([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0]), 3));
  shape.setIndex([0, 1, 2, 0, 2, 3]);
  const each = (array, width, scaled) => new THREE.InstancedBufferAttribute(array, width, scaled);
  const columns = {centre: each(new Float32Array(3*n), 3), size: each(new Float32Array(n), 1), tint: each(new Uint8Array(3*n), 3, true),
    turn: each(new Int16Array(4*n), 4, true), chosen: each(new Uint8Array(n), 1)};
  for (const name in columns) {
    columns[name].setUsage ? columns[name].setUsage(THREE.DynamicDrawUsage) : columns[name].setDynamic(true);
    shape.setAttribute(name, columns[name]);
  }
  const material = new THREE.ShaderMaterial({extensions: {fragDepth: true}, uniforms: {marks: {value: 1}}, vertexShader: `
    attribute vec3 centre, tint; attribute float size, chosen; attribute vec4 turn;
    varying vec3 middle, point, colour; varying float r, picked; varying vec4 q;
    void main() {
      vec4 c = modelViewMatrix*vec4(centre, 1.0);
      float d = length(c.xyz);
      vec3 z = c.xyz/d, x = normalize(cross(z, abs(z.y) > 0.9 ? vec3(1.0, 0.0, 0.0) : vec3(0.0, 1.0, 0.0))), y = cross(x, z);
      float wide = d > size ? size*d/sqrt(d*d - size*size) : 0.0;
      middle = c.xyz; r = size; colour = tint; picked = chosen; q = normalize(turn);
      point = c.xyz + wide*(position.x*x + position.y*y);
      gl_Position = projectionMatrix*vec4(point, 1.0);
    }`, fragmentShader: `
    uniform mat4 projectionMatrix; uniform float marks;
    varying vec3 middle, point, colour; varying float r, picked; varying vec4 q;
    void main() {
      vec3 ray = normalize(point);
      float b = dot(ray, middle), root = b*b - dot(middle, middle) + r*r;
      if (root < 0.0) discard;
      vec3 hit = (b - sqrt(root))*ray, normal = (hit - middle)/r;
      // Eight fields that turn with the sphere; turn is w, x, y, z.
      vec3 world = (vec4(normal, 0.0)*viewMatrix).xyz, u = -q.yzw;
      vec3 body = world + 2.0*cross(u, cross(u, world) + q.x*world);
      float field = body.x*body.y*body.z > 0.0 ? 1.0 : 1.0 - 0.22*marks;
      vec3 light = normalize(vec3(-0.40, 0.45, 0.80));
      float diffuse = max(dot(normal, light), 0.0), shine = pow(max(dot(reflect(-light, normal), -ray), 0.0), 24.0);
      vec3 shown = colour*field*(0.42 + 0.62*diffuse) + 0.16*shine;
      float rim = 1.0 - abs(dot(normal, ray));
      if (picked > 0.5 && rim > 0.45) shown = vec3(0.85, 0.1, 0.1);
      gl_FragColor = vec4(shown, 1.0);
      vec4 clip = projectionMatrix*vec4(hit, 1.0);
      gl_FragDepthEXT = 0.5 + 0.5*clip.z/clip.w;
    }`});
  const particles = new THREE.Mesh(shape, material);
  particles.frustumCulled = false;
  scene.add(particles);

  // Walls: see-through faces and their edges; meshes turn about their axis, which travels.
  const walls = new THREE.Group();
  scene.add(walls);
  const face = new THREE.MeshBasicMaterial({color: 0x8899aa, transparent: true, opacity: 0.10, side: THREE.DoubleSide, depthWrite: false});
  const line = new THREE.LineBasicMaterial({color: 0x667788, transparent: true, opacity: 0.7});
  const addWall = (corners, from, wall) => {
    const solid = new THREE.BufferGeometry(), place = new THREE.Group();
    for (let k = 0; k < corners.length; k++) corners[k] -= from[k % 3];
    solid.setAttribute("position", new THREE.BufferAttribute(new Float32Array(corners), 3));
    place.add(new THREE.Mesh(solid, face), new THREE.LineSegments(new THREE.EdgesGeometry(solid, 1), line));
    place.userData = {wall, from};
    walls.add(place);
  };
  for (const plane of run.planes) {
    const fan = [];
    for (let k = 2; k < plane.corners.length/3; k++) for (const c of [0, k - 1, k]) fan.push(...plane.corners.slice(3*c, 3*c + 3));
    addWall(fan, [0, 0, 0], plane);
  }
  for (const mesh of run.meshes) addWall(mesh.corners.slice(), mesh.axis, mesh);
  const placeWalls = time => {
    for (const place of walls.children) {
      const {wall, from} = place.userData;
      place.position.set(...[0, 1, 2].map(k => from[k] + wall.velocity[k]*time));
      const spin = new THREE.Vector3(...(wall.spin || [0, 0, 0])), rate = spin.length();
      if (rate > 0) place.quaternion.setFromAxisAngle(spin.divideScalar(rate), rate*time);
    }
  };

  // --- a frame ---
  const show = k => {
    now.frame = Math.max(0, Math.min(run.times.length - 1, k));
    const f = frame(now.frame), p = f.position;
    columns.centre.array.set(p);
    columns.turn.array.set(f.turn);
    paint(f, columns.tint.array);
    now.drawn = 0;
    for (let i = 0; i < n; i++) {
      const there = p[3*i] === p[3*i];         // not a number: not there
      now.drawn += there;
      columns.size.array[i] = there ? radius[i] : 0;
      if (!there) columns.centre.array[3*i] = columns.centre.array[3*i + 1] = columns.centre.array[3*i + 2] = 1e6*reach;
      columns.chosen.array[i] = i === now.chosen;
    }
    for (const name in columns) columns[name].needsUpdate = true;
    placeWalls(run.times[now.frame]);
    $("slider").value = now.frame;
    $("time").textContent = "t = " + run.times[now.frame].toFixed(4) + " s";
    tell();
    draw();
  };
  let wanted = false;
  const draw = () => {
    if (wanted) return;
    wanted = true;
    requestAnimationFrame(() => { wanted = false; renderer.render(scene, camera); });
  };

  // --- a particle ---
  const sight = (x, y) => {
    const r = canvas.getBoundingClientRect(), ray = new THREE.Raycaster();
    camera.updateMatrixWorld();
    ray.setFromCamera(new THREE.Vector2(2*(x - r.left)/r.width - 1, 1 - 2*(y - r.top)/r.height), camera);
    return ray.ray;
  };
  // The particle at a point of the window, or -1.
  const at = (x, y) => {
    const {origin: o, direction: d} = sight(x, y), p = frame(now.frame).position;
    let best = -1, near = Infinity;
    for (let i = 0; i < n; i++) {
      const a = p[3*i] - o.x, b = p[3*i + 1] - o.y, c = p[3*i + 2] - o.z, along = a*d.x + b*d.y + c*d.z;
      const root = along*along - a*a - b*b - c*c + radius[i]*radius[i];
      if (root >= 0 && along - Math.sqrt(root) < near && along > 0) { near = along - Math.sqrt(root); best = i; }
    }
    return best;
  };
  // Where the centre of a particle is in the window.
  const where = i => {
    const r = canvas.getBoundingClientRect(), p = frame(now.frame).position;
    camera.updateMatrixWorld();
    const v = new THREE.Vector3(p[3*i], p[3*i + 1], p[3*i + 2]).project(camera);
    return [r.left + r.width*(v.x + 1)/2, r.top + r.height*(1 - v.y)/2];
  };
  const three = (a, i) => [a[3*i], a[3*i + 1], a[3*i + 2]];
  const numbers = i => {
    const f = frame(now.frame);
    const all = {particle: run.names[i], number: i, material: run.materials[kind[i]], radius: radius[i], mass: mass[i],
      position: three(f.position, i), velocity: three(f.velocity, i), speed: length3(f.velocity, i), spin: three(f.spin, i)};
    return run.forces ? {...all, contacts: f.touching[i], "normal forces": f.push[i]} : all;
  };
  const units = {radius: "m", mass: "kg", position: "m", velocity: "m/s", speed: "m/s", spin: "rad/s", "normal forces": "N"};
  const tell = () => {
    const place = $("facts");
    place.textContent = "";
    if (now.chosen < 0) return;
    if (isNaN(frame(now.frame).position[3*now.chosen])) {
      place.textContent = run.names[now.chosen] + " is not there at this time";
      return;
    }
    const rows = document.createElement("table"), facts = numbers(now.chosen);
    for (const name in facts) {
      const row = rows.insertRow(), x = facts[name];
      row.insertCell().textContent = name;
      row.insertCell().textContent = (Array.isArray(x) ? x.map(short).join(", ") : typeof x === "number" ? short(x) : x)
        + (units[name] ? " " + units[name] : "");
    }
    place.append(rows);
  };
  const choose = i => { now.chosen = i; show(now.frame); return i < 0 ? null : numbers(i); };

  // --- what the reader does ---
  let last = 0;
  const step = time => {
    if (!now.playing) return;
    if (time - last >= 1000/$("pace").value - 2) {
      last = time;
      show((now.frame + 1) % run.times.length);
    }
    requestAnimationFrame(step);
  };
  const play = on => {
    now.playing = on;
    $("play").textContent = on ? "Pause" : "Play";
    if (on) requestAnimationFrame(step);
  };
  $("slider").max = run.times.length - 1;
  $("slider").oninput = () => { play(false); show(+$("slider").value); };
  $("play").onclick = () => play(!now.playing);
  for (const name of [...Object.keys(run.ranges), "material"]) $("colour").append(new Option(name, name, false, name === run.colour));
  $("colour").onchange = () => { now.colour = $("colour").value; legend(); show(now.frame); };
  $("marks").onchange = () => { material.uniforms.marks.value = +$("marks").checked; draw(); };
  $("walls").onchange = () => { walls.visible = $("walls").checked; draw(); };
  addEventListener("keydown", e => {
    if (/SELECT|INPUT|BUTTON/.test(e.target.tagName) && e.key !== " ") return;
    if (e.target.tagName === "BUTTON" && e.key === " ") return;
    if (e.key === " ") { e.preventDefault(); play(!now.playing); }
    if (e.key === "ArrowRight" || e.key === "ArrowLeft") { play(false); show(now.frame + (e.key === "ArrowRight" ? 1 : -1)); }
  });
  let down = null;
  canvas.addEventListener("pointerdown", e => { down = [e.clientX, e.clientY]; });
  canvas.addEventListener("pointerup", e => {
    if (down && Math.hypot(e.clientX - down[0], e.clientY - down[1]) < 4 && e.button === 0) choose(at(e.clientX, e.clientY));
    down = null;
  });
  controls.addEventListener("change", draw);
  const turn = () => { controls.update(); requestAnimationFrame(turn); };
  const resize = () => {
    renderer.setPixelRatio(Math.min(2, devicePixelRatio || 1));
    renderer.setSize(innerWidth, innerHeight, false);
    camera.aspect = innerWidth/innerHeight;
    // All of the box is seen, also in a narrow window.
    camera.fov = camera.aspect < 1 ? 2*180/Math.PI*Math.atan(Math.tan(16*Math.PI/180)/camera.aspect) : 32;
    camera.updateProjectionMatrix();
    controls.handleResize();
    draw();
  };
  addEventListener("resize", resize);
  resize();
  legend();
  show(0);
  turn();
  ahead(0);
  // The colour of the picture at a point of the window, as red, green, blue.
  const pixel = (x, y) => {
    const rgba = new Uint8Array(4), r = canvas.getBoundingClientRect(), scale = canvas.width/r.width;
    renderer.render(scene, camera);
    context.readPixels((x - r.left)*scale, canvas.height - 1 - (y - r.top)*scale, 1, 1, context.RGBA, context.UNSIGNED_BYTE, rgba);
    return [...rgba.subarray(0, 3)];
  };
  // Look at a particle from where nothing stands before it, if there is such a place.
  const look = i => {
    const [x, y, z] = three(frame(now.frame).position, i);
    controls.target.set(x, y, z);
    for (let k = 0; k < 40; k++) {
      const up = 1 - 2*((7*k + 3) % 40)/40, across = Math.sqrt(1 - up*up);
      camera.position.set(x + 3*reach*across*Math.cos(2.4*k), y + 3*reach*across*Math.sin(2.4*k), z + 3*reach*up);
      camera.lookAt(controls.target);
      if (at(...where(i)) === i) break;
    }
    draw();
  };
  return {run, now, show, look, at, where, numbers, choose, play, pixel, particles, renderer};
})();

// film.js -- the viewer in a page of `trundle film -to html`.  A particle is a square that faces the eye; the
// fragment shader finds where a ray meets the sphere, so each is round at any distance and costs four corners.
// All squares are one draw, whose corners look their particle up in textures: where no graphics card draws, a
// square that is drawn as an instance of its own costs more than its corners and pixels.
"use strict";
const film = (() => {
  const $ = id => document.getElementById(id);
  const run = JSON.parse($("run").textContent);
  const n = run.count;
  const now = {frame: 0, colour: run.colour, chosen: -1, playing: false, there: 0};
  const complain = text => { $("facts").textContent = text; return {error: text, arrived() {}}; };
  // What the page says from the start, until a frame is shown: also where this script cannot be read.
  const needs = $("facts").textContent;
  if (!window.DecompressionStream) return complain("This browser cannot inflate the frames: it has no DecompressionStream. " + needs);

  // The bytes of a text that film.tcl has shrunk; the promise fails if they are not those that it wrote.
  const inflate = async text => {
    const raw = Uint8Array.fromBase64 ? Uint8Array.fromBase64(text) : Uint8Array.from(atob(text), c => c.charCodeAt(0));
    return new Uint8Array(await new Response(new Blob([raw]).stream().pipeThrough(new DecompressionStream("deflate"))).arrayBuffer());
  };
  // Number K of COUNT that stand as digits in bytes (packed-tcl.h).
  const digits = (bytes, count, k) => {
    const word = bytes[k] | bytes[count + k] << 8 | bytes[2*count + k] << 16, m = word & 0x1ffff;
    return m === 0x1ffff ? NaN : Number((word & 0x20000 ? "-" : "") + m + "e" + ((word >> 18) - 36));
  };

  // --- frames ---
  // What is drawn of one goes to the shader in textures of four bytes a particle: the low, middle and high bytes of
  // x, y, z, each with the share of a scale, and the turn.
  const across = 1024, rows = Math.ceil(n/across), scenes = [];
  const columns = bytes => {
    const rest = bytes.subarray(13*n), scene = {};
    ["low", "middle", "high"].forEach((name, k) => {
      const to = scene[name] = new Uint8Array(4*across*rows);
      for (let c = 0; c < 3; c++) for (let i = 0, at = (3*k + c)*n; i < n; i++) to[4*i + c] = bytes[at + i];
      if (rest.length > k*n) for (let i = 0; i < n; i++) to[4*i + 3] = rest[k*n + i];
    });
    scene.turn = new Uint8Array(4*across*rows);
    for (let k = 0; k < 4; k++) for (let i = 0, at = (9 + k)*n; i < n; i++) scene.turn[4*i + k] = bytes[at + i];
    return scene;
  };
  const opened = (k, text) => inflate(text).catch(() => { throw new Error(`frame ${k} of this file is damaged`); });
  // A frame, or a promise of it.
  const scene = k => scenes[k] = scenes[k] || opened(k, $("scene" + k).textContent).then(bytes => {
    $("scene" + k).textContent = "";
    return scenes[k] = columns(bytes);
  });
  // The others while nothing else is to do: the first time through is as smooth as the second.
  const later = window.requestIdleCallback || (f => setTimeout(f, 50));
  let ahead = 0, looking = false;
  const lookAhead = () => {
    if (looking || ahead >= now.there) return;
    looking = true;
    later(() => Promise.resolve(scene(ahead)).catch(() => 0).then(() => { looking = false; ahead++; lookAhead(); }));
  };
  // The numbers of one block of particles in a frame, the last one that was asked for.
  let told = {};
  const tellable = async (k, block) => {
    if (told.frame !== k || told.block !== block)
      told = {frame: k, block, bytes: await opened(k, $("numbers" + k).textContent.split(" ")[block])};
    return told.bytes;
  };

  // --- colours ---
  const shows = {speed: "speed / (m/s)", spin: "spin / (rad/s)", force: "sum of normal forces / N"};
  // A colour for each byte: of a scale in 256 steps, or of the kinds, over and over.
  const colours = name => {
    const table = new Uint8Array(3*256);
    for (let k = 0; k < 256; k++) {
      const x = k/255*(run.palette.length - 1), at = Math.min(Math.floor(x), run.palette.length - 2);
      for (let c = 0; c < 3; c++) table[3*k + c] = 255*(name === "material" ? run.classes[k % run.classes.length][c]
        : run.palette[at][c] + (x - at)*(run.palette[at + 1][c] - run.palette[at][c]));
    }
    return table;
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
    const table = colours(now.colour);
    bar.width = 256; bar.height = 1;
    for (let k = 0; k < 256; k++) {
      pen.fillStyle = `rgb(${table[3*k]},${table[3*k + 1]},${table[3*k + 2]})`;
      pen.fillRect(k, 0, 1, 1);
    }
    ends.id = "ends";
    for (const x of run.ranges[now.colour]) ends.append(Object.assign(document.createElement("span"), {textContent: short(x)}));
    place.append(shows[now.colour], bar, ends);
  };
  $("hint").title = run.about;
  const short = x => Number(x.toPrecision(5)).toString();

  // --- the scene ---
  const canvas = $("view");
  // (It smooths walls and their edges, not spheres: a pixel's ray meets one or does not.)
  const antialias = n < 20000, context = canvas.getContext("webgl2", {antialias}) || canvas.getContext("webgl", {antialias});
  if (!context) return complain("This browser has no WebGL, which draws the particles, or it is switched off. " + needs);
  if (!("fenceSync" in context || context.getExtension("EXT_frag_depth")))
    return complain("This browser has neither WebGL 2 nor EXT_frag_depth, which put the particles behind each other. " + needs);
  const renderer = new THREE.WebGLRenderer({canvas, context, antialias});
  renderer.setClearColor(0xf4f5f7);
  const [x0, y0, z0, x1, y1, z1] = run.box, middle = new THREE.Vector3((x0 + x1)/2, (y0 + y1)/2, (z0 + z1)/2);
  const reach = Math.hypot(x1 - x0, y1 - y0, z1 - z0)/2;
  const world = new THREE.Scene(), camera = new THREE.PerspectiveCamera(32, 1, reach/100, reach*40);
  camera.up.set(0, 0, 1);
  camera.position.copy(middle).addScaledVector(new THREE.Vector3(-0.42, -0.80, 0.43).normalize(), 3.7*reach);
  const controls = new THREE.TrackballControls(camera, canvas);
  controls.target.copy(middle);
  Object.assign(controls, {staticMoving: true, rotateSpeed: 2.5, zoomSpeed: 1.5, minDistance: reach/50, maxDistance: 20*reach});

  const shape = new THREE.BufferGeometry(), corners = new Uint32Array(6*n);
  for (let i = 0; i < n; i++) corners.set([4*i, 4*i + 1, 4*i + 2, 4*i, 4*i + 2, 4*i + 3], 6*i);
  shape.setIndex(new THREE.BufferAttribute(corners, 1));
  shape.setAttribute("position", new THREE.BufferAttribute(Float32Array.from({length: 4*n}, (x, k) => k), 1));
  const size = new THREE.BufferAttribute(new Float32Array(4*n), 1), kind = new THREE.BufferAttribute(new Uint8Array(4*n), 1);
  shape.setAttribute("size", size);
  shape.setAttribute("kind", kind);
  const drawn = {};
  for (const name of ["low", "middle", "high", "turn"])
    drawn[name] = new THREE.DataTexture(new Uint8Array(4*across*rows), across, rows, THREE.RGBAFormat);
  const palette = new THREE.DataTexture(colours(now.colour), 256, 1, THREE.RGBFormat);
  const set = {marks: {value: 1}, by: {value: 0}, chosen: {value: -1}, palette: {value: palette}, unit: {value: 10**-run.decimals},
    lowColumn: {value: drawn.low}, middleColumn: {value: drawn.middle}, highColumn: {value: drawn.high}, turnColumn: {value: drawn.turn},
    grid: {value: new THREE.Vector2(across, rows)}, origin: {value: new THREE.Vector3(...run.low.map(x => +(x + "e" + -run.decimals)))}};
  const material = new THREE.ShaderMaterial({extensions: {fragDepth: true}, uniforms: set, vertexShader: `
    attribute float size, kind;
    uniform sampler2D lowColumn, middleColumn, highColumn, turnColumn; uniform vec2 grid;
    uniform vec3 origin; uniform float unit, by, chosen;
    varying vec3 eye, point; varying float r, picked, share; varying vec4 q;
    // The quaternion w, x, y, z of packed-tcl.h.
    vec4 unpacked(vec4 b) {
      float largest = floor(b.w/64.0);
      vec3 s = (vec3(floor(b.z/16.0) + 16.0*mod(b.w, 64.0), floor(b.y/4.0) + 64.0*mod(b.z, 16.0), b.x + 256.0*mod(b.y, 4.0))
        - 511.0)/722.6631303;
      float rest = sqrt(max(0.0, 1.0 - dot(s, s)));
      return largest < 0.5 ? vec4(rest, s) : largest < 1.5 ? vec4(s.x, rest, s.yz) : largest < 2.5 ? vec4(s.xy, rest, s.z) : vec4(s, rest);
    }
    void main() {
      float corner = position.x, number = floor(corner/4.0), row = floor(number/grid.x);
      vec2 at = (vec2(number - row*grid.x, row) + 0.5)/grid, side = vec2(mod(corner + 1.0, 4.0) < 1.5 ? -1.0 : 1.0, mod(corner, 4.0) < 1.5 ? -1.0 : 1.0);
      // Bytes, however coarse the texture's numbers are.
      vec4 low = floor(255.0*texture2D(lowColumn, at) + 0.5), middle = floor(255.0*texture2D(middleColumn, at) + 0.5);
      vec4 high = floor(255.0*texture2D(highColumn, at) + 0.5);
      vec4 c = modelViewMatrix*vec4(origin + unit*(low.xyz + 256.0*middle.xyz + 65536.0*high.xyz), 1.0);
      float d = length(c.xyz);
      vec3 z = c.xyz/d, x = normalize(cross(z, abs(z.y) > 0.9 ? vec3(1.0, 0.0, 0.0) : vec3(0.0, 1.0, 0.0))), y = cross(x, z);
      float wide = high.x < 254.5 && d > size ? size*d/sqrt(d*d - size*size) : 0.0;
      eye = c.xyz; r = size; q = unpacked(floor(255.0*texture2D(turnColumn, at) + 0.5)); picked = abs(number - chosen) < 0.5 ? 1.0 : 0.0;
      share = by < 0.5 ? low.w : by < 1.5 ? middle.w : by < 2.5 ? high.w : kind;
      point = c.xyz + wide*(side.x*x + side.y*y);
      gl_Position = projectionMatrix*vec4(point, 1.0);
    }`, fragmentShader: `
    uniform mat4 projectionMatrix; uniform float marks; uniform sampler2D palette;
    varying vec3 eye, point; varying float r, picked, share; varying vec4 q;
    void main() {
      vec3 ray = normalize(point);
      float b = dot(ray, eye), root = b*b - dot(eye, eye) + r*r;
      if (root < 0.0) discard;
      vec3 hit = (b - sqrt(root))*ray, normal = (hit - eye)/r;
      // Eight fields that turn with the sphere; turn is w, x, y, z.
      vec3 world = (vec4(normal, 0.0)*viewMatrix).xyz, u = -q.yzw;
      vec3 body = world + 2.0*cross(u, cross(u, world) + q.x*world);
      float field = body.x*body.y*body.z > 0.0 ? 1.0 : 1.0 - 0.22*marks;
      vec3 light = normalize(vec3(-0.40, 0.45, 0.80));
      float diffuse = max(dot(normal, light), 0.0), shine = pow(max(dot(reflect(-light, normal), -ray), 0.0), 24.0);
      vec3 colour = texture2D(palette, vec2((share + 0.5)/256.0, 0.5)).rgb, shown = colour*field*(0.42 + 0.62*diffuse) + 0.16*shine;
      float rim = 1.0 - abs(dot(normal, ray));
      if (picked > 0.5 && rim > 0.45) shown = vec3(0.85, 0.1, 0.1);
      gl_FragColor = vec4(shown, 1.0);
      vec4 clip = projectionMatrix*vec4(hit, 1.0);
      gl_FragDepthEXT = 0.5 + 0.5*clip.z/clip.w;
    }`});
  const balls = new THREE.Mesh(shape, material);
  balls.frustumCulled = false;
  world.add(balls);

  // Walls: see-through faces and their edges; meshes turn about their axis, which travels.
  const walls = new THREE.Group();
  world.add(walls);
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
  const colourBy = name => {
    now.colour = name;
    palette.image.data = colours(name);
    palette.needsUpdate = true;
    set.by.value = [...Object.keys(shows), "material"].indexOf(name);
    legend();
    draw();
  };
  // It is shown when the promise is kept; at once where it has been inflated.
  const show = async k => {
    if (!now.there) return;
    now.frame = Math.max(0, Math.min(now.there - 1, k));
    const wanted = now.frame;
    $("slider").value = wanted;
    $("time").textContent = "t = " + run.times[wanted].toFixed(4) + " s";
    try {
      const s = scene(wanted), f = s instanceof Promise ? await s : s;
      if (now.frame !== wanted) return;
      for (const name in drawn) {
        drawn[name].image.data = f[name];
        drawn[name].needsUpdate = true;
      }
      placeWalls(run.times[wanted]);
      draw();
      now.shown = f;
      await tell();
    } catch (e) {
      $("facts").textContent = e.message;
    }
  };
  let wanted = false;
  const draw = () => {
    if (wanted) return;
    wanted = true;
    requestAnimationFrame(() => { wanted = false; renderer.render(world, camera); });
  };

  // --- a particle ---
  const sight = (x, y) => {
    const r = canvas.getBoundingClientRect(), ray = new THREE.Raycaster();
    camera.updateMatrixWorld();
    ray.setFromCamera(new THREE.Vector2(2*(x - r.left)/r.width - 1, 1 - 2*(y - r.top)/r.height), camera);
    return ray.ray;
  };
  // Of the frame that is shown: is particle I there, and coordinate C of it, in the decimals of a step.
  const isThere = i => now.shown.high[4*i] < 255;
  const coordinate = (i, c) => {
    const {low, middle, high} = now.shown, at = 4*i + c, steps = run.low[c] + low[at] + 256*middle[at] + 65536*high[at];
    return run.decimals < 0 ? steps*10**-run.decimals : steps/10**run.decimals;
  };
  const position = i => [0, 1, 2].map(c => coordinate(i, c));
  // The particle at a point of the window, or -1.
  const at = (x, y) => {
    const {origin: o, direction: d} = sight(x, y);
    let best = -1, near = Infinity;
    for (let i = 0; i < n; i++) {
      if (!isThere(i)) continue;
      const a = coordinate(i, 0) - o.x, b = coordinate(i, 1) - o.y, c = coordinate(i, 2) - o.z, along = a*d.x + b*d.y + c*d.z;
      const r = size.array[4*i], root = along*along - a*a - b*b - c*c + r*r;
      if (root >= 0 && along - Math.sqrt(root) < near && along > 0) { near = along - Math.sqrt(root); best = i; }
    }
    return best;
  };
  // Where the centre of a particle is in the window.
  const where = i => {
    const r = canvas.getBoundingClientRect();
    camera.updateMatrixWorld();
    const v = new THREE.Vector3(...position(i)).project(camera);
    return [r.left + r.width*(v.x + 1)/2, r.top + r.height*(1 - v.y)/2];
  };
  const numbers = async i => {
    const block = Math.floor(i/run.block), m = Math.min(run.block, n - block*run.block), j = i - block*run.block;
    const bytes = await tellable(now.frame, block), three = from => [0, 1, 2].map(c => digits(bytes.subarray(from*m), 3*m, 3*j + c));
    const velocity = three(0);
    const all = {particle: names[i], number: i, material: run.materials[digits(particles.subarray(6*n), n, i)],
      radius: digits(particles, n, i), mass: digits(particles.subarray(3*n), n, i),
      position: position(i), velocity, speed: Math.hypot(...velocity), spin: three(9)};
    return run.forces ? {...all, contacts: digits(bytes.subarray(21*m), m, j), "normal forces": digits(bytes.subarray(18*m), m, j)} : all;
  };
  const units = {radius: "m", mass: "kg", position: "m", velocity: "m/s", speed: "m/s", spin: "rad/s", "normal forces": "N"};
  // Numbers in the digits that the page has; those of the speed, which follows from them, but the last.
  const said = (name, x) => Array.isArray(x) ? x.map(y => said(name, y)).join(", ") : typeof x !== "number" ? x
    : name === "position" ? x.toFixed(Math.max(0, run.decimals)) : name === "speed" ? Number(x.toPrecision(4)).toString() : short(x);
  const tell = async () => {
    const place = $("facts"), i = now.chosen;
    if (i < 0 || !isThere(i)) {
      place.textContent = i < 0 ? "" : names[i] + " is not there at this time";
      return null;
    }
    const rows = document.createElement("table"), facts = await numbers(i);
    for (const name in facts) {
      const row = rows.insertRow();
      row.insertCell().textContent = name;
      row.insertCell().textContent = said(name, facts[name]) + (units[name] ? " " + units[name] : "");
    }
    if (i === now.chosen) {
      place.textContent = "";
      place.append(rows);
    }
    return facts;
  };
  const choose = i => {
    set.chosen.value = now.chosen = i;
    draw();
    return tell();
  };

  // --- what the reader does ---
  let last = 0;
  const step = time => {
    if (!now.playing) return;
    if (now.there && time - last >= 1000/$("pace").value - 2) {
      last = time;
      show((now.frame + 1) % now.there).then(() => requestAnimationFrame(step));
      return;
    }
    requestAnimationFrame(step);
  };
  const play = on => {
    now.playing = on;
    $("play").textContent = on ? "Pause" : "Play";
    if (on) requestAnimationFrame(step);
  };
  $("slider").oninput = () => { play(false); show(+$("slider").value); };
  $("play").onclick = () => play(!now.playing);
  for (const name of [...Object.keys(run.ranges), "material"]) $("colour").append(new Option(name, name, false, name === run.colour));
  $("colour").onchange = () => colourBy($("colour").value);
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
    if (now.shown && down && Math.hypot(e.clientX - down[0], e.clientY - down[1]) < 4 && e.button === 0) choose(at(e.clientX, e.clientY));
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
  // Who the particles are comes first, then each frame when the browser has read so far in this file.
  let names = [], particles;
  const cast = Promise.all([inflate(run.names), inflate(run.particles)]).then(([text, bytes]) => {
    names = new TextDecoder().decode(text).split("\n");
    particles = bytes;
    for (let i = 0; i < n; i++) {
      size.array.fill(digits(bytes, n, i), 4*i, 4*i + 4);
      kind.array.fill(digits(bytes.subarray(6*n), n, i) % run.classes.length, 4*i, 4*i + 4);
    }
    size.needsUpdate = kind.needsUpdate = true;
    colourBy(now.colour);
  });
  const arrived = k => {
    now.there = k + 1;
    $("slider").max = k;
    if (k === 0) cast.then(() => show(0)).then(turn, () => complain("the particles of this file are damaged"));
    lookAhead();
  };
  // The colour of the picture at a point of the window, as red, green, blue.
  const pixel = (x, y) => {
    const rgba = new Uint8Array(4), r = canvas.getBoundingClientRect(), scale = canvas.width/r.width;
    renderer.render(world, camera);
    context.readPixels((x - r.left)*scale, canvas.height - 1 - (y - r.top)*scale, 1, 1, context.RGBA, context.UNSIGNED_BYTE, rgba);
    return [...rgba.subarray(0, 3)];
  };
  // Look at a particle from where nothing stands before it, if there is such a place.
  const look = i => {
    const [x, y, z] = position(i);
    controls.target.set(x, y, z);
    for (let k = 0; k < 40; k++) {
      const up = 1 - 2*((7*k + 3) % 40)/40, across = Math.sqrt(1 - up*up);
      camera.position.set(x + 3*reach*across*Math.cos(2.4*k), y + 3*reach*across*Math.sin(2.4*k), z + 3*reach*up);
      camera.lookAt(controls.target);
      if (at(...where(i)) === i) break;
    }
    draw();
  };
  return {run, now, arrived, isThere, position, show, look, at, where, numbers, choose, play, pixel, balls, camera, renderer};
})();

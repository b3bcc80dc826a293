/* web.js -- what the web edition does beyond being read: search, previews, links to copy, keys.
   No network and no library; all of it works from file://, where a page may not read another,
   so the index and the previews are scripts that call a function. */
"use strict";
(() => {
  const page = location.pathname.split("/").pop() || "index.html";
  const element = (name, settings) => Object.assign(document.createElement(name), settings);
  const load = name => document.head.append(element("script", {src: name}));

  // ---- search ----------------------------------------------------------------------

  let index = null;
  let waiting = null;
  window.trundleIndex = entries => {
    index = entries.map(([kind, title, address, words, keys]) =>
      ({kind, title, address, words, name: `${title} ${keys || ""}`.toLowerCase(), text: words.toLowerCase()}));
    if (waiting) waiting();
  };
  const weight = {ledger: 16, erratum: 9, equation: 6, chapter: 12, section: 9, identifier: 6, chunk: 4};
  // What the field also calls it; a query is tried in both forms.
  const synonyms = [[/rolling friction/, "rolling resistance"], [/coulomb friction/, "sliding friction"],
    [/torsion|drilling/, "twisting"], [/angular velocity/, "spin"], [/lever arm/, "arm"], [/\bcor\b/, "coefficient of restitution"],
    [/neighbou?r search/, "contact search"], [/cohesion/, "bonds"], [/time integration/, "integrators"]];
  // Words of a query; "(31)" and "31" are the same number, "campello 2015" is one name, and "eq. 31" is an equation.
  const wordsOf = query => query.toLowerCase().replace(/[()[\],⟨⟩]/g, " ").replace(/([a-z]) (20\d\d)\b/g, "$1$2")
    .replace(/\b(eqs?|equations?|eqn)\b\.?/g, " equation ").replace(/\bfigs?\b\.?|\bfigure\b/g, " fig ").split(/\s+/).filter(Boolean);
  const escaped = word => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const starts = word => new RegExp(/\d$/.test(word)
    ? `(^|[^a-z0-9.])${escaped(word)}(?![0-9])` : `(^|[^a-z0-9])${escaped(word)}`);

  function find(words) {
    const tests = words.map(starts);
    const found = [];
    for (const entry of index) {
      let score = weight[entry.kind] || 3;
      let met = true;
      for (let i = 0; i < words.length; i++) {
        if (tests[i].test(entry.name)) score += 20;
        else if (entry.name.includes(words[i]) && words[i].length > 2 && !/\d$/.test(words[i])) score += 8;
        else if (entry.text && tests[i].test(entry.text)) score += 1;
        else { met = false; break; }
      }
      if (!met) continue;
      const bare = entry.title.toLowerCase().replace(/[()⟨⟩]/g, "");
      if (bare === words.join(" ")) score += 40;
      if (bare.replace(/^[\d.]+ /, "").startsWith(words.join(" "))) score += 12;
      found.push([score, entry]);
    }
    return found;
  }

  // A word that the index does not have becomes the nearest that it has: one letter more, less, another, or two exchanged.
  let known = null;
  function vocabulary() {
    if (!known) {
      known = new Map();
      for (const entry of index) {
        for (const word of `${entry.name} ${entry.text}`.match(/[a-z][a-z]{3,}[a-z0-9]*/g) || []) known.set(word, (known.get(word) || 0) + 1);
      }
    }
    return known;
  }
  function near(a, b) {
    if (Math.abs(a.length - b.length) > 1) return false;
    let i = 0;
    while (i < a.length && a[i] === b[i]) i++;
    return a.slice(i + 1) === b.slice(i + 1) || a.slice(i) === b.slice(i + 1) || a.slice(i + 1) === b.slice(i)
      || (a[i] === b[i + 1] && a[i + 1] === b[i] && a.slice(i + 2) === b.slice(i + 2));
  }
  function corrected(word) {
    if (word.length < 4 || /^\d/.test(word)) return word;
    const test = starts(word);
    const names = [...vocabulary()];
    if (index.some(entry => test.test(entry.name) || test.test(entry.text))) return word;
    // Of a longer word the beginning counts: "campelo" is near campello2015.
    const like = names.filter(([one]) => near(word, one) || (one.length > word.length + 1
      && [-1, 0, 1].some(more => near(word, one.slice(0, word.length + more)))));
    like.sort((a, b) => near(word, b[0]) - near(word, a[0]) || b[1] - a[1]);
    return like.length ? like[0][0] : word;
  }

  function search(query) {
    const words = wordsOf(query);
    if (!words.length) return {words, results: []};
    let used = words;
    let found = find(words);
    if (!found.length) {
      used = words.map(corrected);
      found = find(used);
    }
    const plain = used.join(" ");
    for (const [from, to] of synonyms) {
      if (from.test(plain)) found.push(...find(wordsOf(plain.replace(from, to))).map(([score, entry]) => [score + 2, entry]));
    }
    const best = new Map();
    for (const [score, entry] of found) best.set(entry, Math.max(score, best.get(entry) || 0));
    return {words: used, results: [...best].sort((a, b) => b[1] - a[1]).slice(0, 40).map(x => x[0])};
  }

  const safe = text => text.replace(/[&<>"]/g, c => ({"&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;"}[c]));
  function marked(text, words) {
    const pattern = new RegExp(words.map(w => escaped(safe(w))).join("|"), "gi");
    return safe(text).replace(pattern, m => `<mark>${m}</mark>`);
  }
  function snippet(entry, words) {
    const at = words.map(w => entry.text.search(starts(w))).filter(i => i >= 0);
    if (!entry.words || !at.length && entry.kind !== "equation") return "";
    const from = Math.max(0, (at[0] || 0) - 60);
    const piece = entry.words.slice(from, from + 170);
    return `<span class="snip">${from ? "… " : ""}${marked(piece, words)}${from + 170 < entry.words.length ? " …" : ""}</span>`;
  }

  let box = null;
  let chosen = 0;
  function closeBox() { if (box) box.remove(); box = null; }
  function show(input) {
    const query = input.value;
    if (!wordsOf(query).length) return closeBox();
    if (!index) {
      waiting = () => show(input);
      return;
    }
    waiting = null;
    if (!box) {
      box = element("div", {id: "found"});
      document.body.append(box);
      const below = input.getBoundingClientRect().bottom;
      box.style.top = `${below + 6}px`;
      box.style.maxHeight = `calc(100vh - ${below + 20}px)`;
    }
    const asked = wordsOf(query).join(" ");
    const {words, results} = search(query);
    chosen = 0;
    box.innerHTML = results.length
      ? (words.join(" ") === asked ? "" : `<p>Results for <em>${safe(words.join(" "))}</em></p>`) + results.map((r, i) => `<a href="${safe(r.address)}"${i ? "" : " class=\"at\""}><span class="kind">${r.kind}</span>${marked(r.title, words)}${snippet(r, words)}</a>`).join("")
      : "<p>Nothing has all of these words.</p>";
  }
  function field(place, settings) {
    const input = element("input", Object.assign({type: "search", autocomplete: "off", spellcheck: false}, settings));
    input.setAttribute("aria-label", "Search");
    input.addEventListener("focus", () => { if (!index && !waiting) { waiting = () => {}; load("search.js"); } });
    input.addEventListener("input", () => show(input));
    input.addEventListener("keydown", event => {
      if (!box) return;
      const links = box.querySelectorAll("a");
      const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
      if (step && links.length) {
        event.preventDefault();
        links[chosen].classList.remove("at");
        chosen = (chosen + step + links.length) % links.length;
        links[chosen].classList.add("at");
        links[chosen].scrollIntoView({block: "nearest"});
      } else if (event.key === "Enter" && links.length) {
        links[chosen].click();
      }
    });
    place.prepend(input);
    place.hidden = false;
    return input;
  }
  let input = null;
  const bar = document.querySelector(".search");
  const hero = document.querySelector(".find");
  if (hero) {
    input = field(hero, {placeholder: "Search: a word, an equation, an erratum, a function"});
    hero.append(element("small", {textContent: "for example campello eq. 31 · C-21 · rolling friction · tr_sweep"}));
  } else if (bar) {
    input = field(bar, {placeholder: "Search  ( / )"});
  }
  document.addEventListener("click", event => {
    if (box && !box.contains(event.target) && event.target !== input) closeBox();
    if (box && event.target.closest("#found a")) closeBox();
    const menu = document.querySelector(".menu[open]");
    if (menu && (!menu.contains(event.target) || event.target.closest("nav a"))) menu.open = false;
  });

  // The row of a table that an address names is shown.
  function light() {
    for (const row of document.querySelectorAll("tr.named")) row.classList.remove("named");
    const there = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const row = there && there.closest("tr");
    if (row) {
      row.classList.add("named");
      row.scrollIntoView({block: "center"});
    }
  }
  addEventListener("hashchange", light);
  addEventListener("load", light);

  // ---- keys -----------------------------------------------------------------------

  document.addEventListener("keydown", event => {
    if (event.key === "Escape") {
      closeBox();
      hide();
      if (document.activeElement === input) input.blur();
      return;
    }
    if (event.ctrlKey || event.altKey || event.metaKey || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
    // A formula or code that scrolls sideways keeps its arrows.
    const wide = event.target.scrollWidth > event.target.clientWidth && event.target !== document.body;
    const rel = {ArrowLeft: wide ? null : "prev", ArrowRight: wide ? null : "next", p: "prev", n: "next"}[event.key];
    if (rel && !event.shiftKey) {
      const link = document.querySelector(`.turn a[rel=${rel}]`);
      if (link) location.href = link.href;
    } else if (event.key === "/" && input) {
      event.preventDefault();
      input.focus();
    }
  });

  // ---- links to copy -----------------------------------------------------------------

  function say(text) {
    const old = document.getElementById("said");
    if (old) old.remove();
    const note = element("div", {id: "said", textContent: text});
    note.setAttribute("role", "status");
    document.body.append(note);
    setTimeout(() => note.remove(), 1600);
  }
  document.addEventListener("click", event => {
    const link = event.target.closest(".self, .eqno, .cname > a:first-child");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (navigator.clipboard) {
      navigator.clipboard.writeText(link.href).then(() => say("Link copied"), () => {});
    }
  });

  // ---- previews -----------------------------------------------------------------------

  const previews = {};
  let pending = null;
  let timer = 0;
  let glance = null;
  window.trundlePreview = (name, entries) => {
    previews[name] = entries;
    if (pending && pending.name === name) glimpse(pending.link, name, pending.id);
  };
  function hide() {
    clearTimeout(timer);
    pending = null;
    if (glance) glance.remove();
    glance = null;
  }
  function glimpse(link, name, id) {
    let html = "";
    if (name === page) {
      const there = document.getElementById(id);
      const whole = there && there.closest(".eq, .chunk, .erratum, figure");
      if (!whole || whole.contains(link)) return;
      html = whole.outerHTML;
    } else if (previews[name]) {
      html = previews[name][id];
    } else {
      pending = {link, name, id};
      if (previews[name] === undefined) {
        previews[name] = null;
        load(`preview-${name.replace(/\.html$/, "")}.js`);
      }
      return;
    }
    if (!html) return;
    if (glance) glance.remove();
    glance = element("div", {id: "glance", innerHTML: html.replace(/\sid="[^"]*"/g, "")});
    document.body.append(glance);
    const at = link.getBoundingClientRect();
    const wide = glance.offsetWidth;
    const high = glance.offsetHeight;
    const below = at.bottom + high + 10 < innerHeight || at.top < high + 10;
    glance.style.left = `${scrollX + Math.max(8, Math.min(at.left, document.documentElement.clientWidth - wide - 8))}px`;
    glance.style.top = `${scrollY + (below ? at.bottom + 6 : at.top - high - 6)}px`;
    glance.addEventListener("mouseleave", hide);
  }
  const shown = "a.ref, a.key, a.code, .chunk pre a, .xref a, .index a, td a";
  if (matchMedia("(hover:hover)").matches || navigator.webdriver) {
    document.addEventListener("mouseover", event => {
      const link = event.target.closest && event.target.closest(shown);
      if (!link || link.closest("#glance")) return;
      const [name, id] = (link.getAttribute("href") || "").split("#");
      if (!id) return;
      clearTimeout(timer);
      timer = setTimeout(() => glimpse(link, name || page, decodeURIComponent(id)), 350);
      link.addEventListener("mouseleave", () => {
        clearTimeout(timer);
        pending = null;
        setTimeout(() => { if (glance && !glance.matches(":hover")) hide(); }, 250);
      }, {once: true});
    });
  }
})();

// Turns the page's list of positions into a board to step through.
// Everything is read from the elements and their data- attributes; nothing is loaded.
"use strict";
(() => {
  const ICONS = {
    start: "M6 5v14M18 5l-7 7 7 7",
    back: "M15 5l-7 7 7 7",
    next: "M9 5l7 7-7 7",
    end: "M18 5v14M6 5l7 7-7 7",
    play: "M8 5l11 7-11 7z",
    pause: "M8 5v14M16 5v14",
    flip: "M7 4v15M3 8l4-4 4 4M17 20V5M13 16l4 4 4-4",
    theme: "M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18",
    help: "M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 18v.01",
  };
  const KEYS = [
    ["next", ["ArrowRight", "n", "l", " "], "→ n", "next turn"],
    ["back", ["ArrowLeft", "b", "p", "h", "Backspace"], "← b", "previous turn"],
    ["start", ["Home", "s", "<"], "Home s", "start"],
    ["end", ["End", "e", ">"], "End e", "end of the line"],
    ["into", ["ArrowDown", "v"], "↓ v", "enter a variation, or go to the next one"],
    ["out", ["ArrowUp", "o"], "↑ o", "leave the variation"],
    ["comment", ["c"], "c", "next comment"],
    ["commentBefore", ["C"], "C", "previous comment"],
    ["fault", ["d"], "d", "next fault"],
    ["play", ["a"], "a", "start or stop autoplay"],
    ["flip", ["f"], "f", "flip the board"],
    ["goTo", ["g"], "g", "go to a ply"],
    ["nextRecord", ["]"], "]", "next record"],
    ["recordBefore", ["["], "[", "previous record"],
    ["theme", ["t"], "t", "light or dark colours"],
    ["help", ["?"], "?", "show these keys"],
  ];

  const make = (name, properties = {}, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(properties)) {
      if (key in element) element[key] = value;
      else element.setAttribute(key, value);
    }
    element.append(...children);
    return element;
  };
  const icon = (name) => {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    svg.setAttribute("viewBox", "0 0 24 24");
    svg.setAttribute("aria-hidden", "true");
    path.setAttribute("d", ICONS[name]);
    svg.append(path);
    return svg;
  };
  const button = (name, label, act) =>
    make("button", { type: "button", title: label, "aria-label": label, onclick: act, className: name }, icon(name));

  // The records, read from the page

  const readRecord = (article) => {
    const links = new Map();
    for (const link of article.querySelectorAll(".turns a")) links.set(link.hash.slice(1), link);
    const stops = [];
    const byTurn = new Map();
    const lastOf = new Map();
    for (const element of article.querySelectorAll(".ply")) {
      const { turn, parent, line, ply, instead } = element.dataset;
      const stop = {
        element, id: element.id, place: stops.length, turn: +turn, line: +line, ply: +ply,
        instead: instead === undefined ? null : +instead,
        said: "said" in element.dataset, fault: "fault" in element.dataset,
        link: links.get(element.id), after: null, variations: [], before: null,
      };
      // On a page with only some plies, each follows the previous one.
      stop.before = byTurn.get(+parent) ?? (stop.turn < 0 ? null : lastOf.get(stop.line) ?? null);
      if (stop.instead !== null) byTurn.get(stop.instead)?.variations.push(stop);
      else if (stop.before) stop.before.after ??= stop;
      stops.push(stop);
      byTurn.set(stop.turn, stop);
      lastOf.set(stop.line, stop);
    }
    return { article, stops, byTurn, title: article.dataset.title };
  };

  const records = [...document.querySelectorAll("article.record")].map(readRecord).filter((record) => record.stops.length);
  if (!records.length) return;
  const stopOf = new Map();
  for (const record of records) {
    for (const stop of record.stops) {
      stopOf.set(stop.id, [record, stop]);
      // A link to a ply steps to it; the browser must not scroll to it as well.
      stop.element.removeAttribute("id");
    }
  }

  // The current place

  let record = records[0];
  let here = record.stops[0];
  let flipped = false;
  let timer = null;
  const root = document.documentElement;

  const path = (stop) => {
    const found = [];
    for (let at = stop; at; at = at.before) found.unshift(at);
    return found;
  };
  const line = () => {
    const found = path(here);
    for (let at = here.after; at; at = at.after) found.push(at);
    return found;
  };
  const outOf = (stop) => {
    if (!stop.line) return null;
    const first = path(stop).find((other) => other.line === stop.line);
    return record.byTurn.get(first.instead) ?? null;
  };
  const into = () => {
    if (here.variations.length) return here.variations[0];
    if (here.instead !== null) {
      const others = record.byTurn.get(here.instead).variations;
      return others[(others.indexOf(here) + 1) % others.length];
    }
    return here.after?.variations[0] ?? null;
  };
  const search = (way, test) => {
    for (let at = here.place + way; at >= 0 && at < record.stops.length; at += way) {
      if (test(record.stops[at])) return record.stops[at];
    }
    return null;
  };

  // What is shown

  const live = make("p", { className: "hidden-text", role: "status", "aria-live": "polite" });
  const controls = make("div", { className: "controls", role: "toolbar", "aria-label": "Stepping" });
  const lines = make("div", { className: "lines" });
  const slider = make("input", { type: "range", className: "slide", min: 0, step: 1, "aria-label": "Ply" });
  const number = make("input", { type: "number", min: 0, "aria-label": "Go to ply" });
  const total = make("span");
  const pace = make("select", { "aria-label": "Seconds per turn", title: "Seconds per turn" });
  for (const seconds of [0.5, 1, 2, 3, 5, 10]) pace.append(make("option", { value: seconds, selected: seconds === 2 }, `${seconds} s`));
  const buttons = {};
  const chooser = make("select", { "aria-label": "Record" });

  const say = (text) => { live.textContent = text; };

  const show = (stop, { silent = false } = {}) => {
    here.element.classList.remove("here");
    here.link?.removeAttribute("aria-current");
    here = stop;
    here.element.classList.add("here");
    turnPicture(here);
    if (here.link) {
      here.link.setAttribute("aria-current", "true");
      const list = here.link.closest(".turns");
      const row = here.link.getBoundingClientRect();
      const box = list.getBoundingClientRect();
      if (row.top < box.top + 40 || row.bottom > box.bottom - 40) {
        list.scrollTop += row.top - box.top - box.height / 2;
      }
    }
    const way = line();
    slider.max = way.length - 1;
    slider.value = way.indexOf(here);
    slider.setAttribute("aria-valuetext", here.element.querySelector("h2").textContent);
    number.value = here.ply;
    number.max = way.at(-1).ply;
    total.textContent = `of ${way.at(-1).ply}`;
    buttons.start.disabled = buttons.back.disabled = !here.before;
    buttons.next.disabled = buttons.end.disabled = !here.after;
    showLines();
    measure();
    if (!silent) {
      history.replaceState(null, "", `#${here.id}`);
      const parts = [...here.element.querySelectorAll("h2, .note, .did li, .comment, .fault")];
      say(parts.map((part) => part.textContent.trim()).join(". "));
    }
  };

  const showLines = () => {
    lines.replaceChildren();
    const back = outOf(here);
    if (here.line) {
      lines.append(`Variation ${here.line}`);
      if (back) lines.append(make("button", { type: "button", onclick: () => act("out") }, `Back to ${label(back)}`));
    }
    const others = here.instead === null ? here.variations : [];
    for (const other of others) {
      lines.append(make("button", { type: "button", onclick: () => step(other) }, `Instead: ${label(other)}`));
    }
    for (const other of here.after?.variations ?? []) {
      lines.append(make("button", { type: "button", onclick: () => step(other) }, `Or next: ${label(other)}`));
    }
    lines.hidden = !lines.childNodes.length;
    here.element.querySelector(".told").prepend(lines);
  };
  // The board and the turn list take the height left below what is above them.
  const measure = () => {
    const above = { "--above": here.element.querySelector(".board"), "--above-list": controls };
    for (const [name, element] of Object.entries(above)) {
      if (element) root.style.setProperty(name, `${Math.round(element.getBoundingClientRect().top + scrollY)}px`);
    }
  };
  const label = (stop) => `${stop.ply}. ${stop.element.querySelector("h2 .turn")?.textContent ?? "Start"}`;

  const open = (other) => {
    record.article.classList.remove("open");
    record = other;
    record.article.classList.add("open");
    const stage = record.article.querySelector(".stage");
    stage.prepend(controls);
    chooser.value = records.indexOf(record);
    document.title = record.title;
  };

  const step = (stop, excuse = "") => {
    stopPlaying();
    if (stop && stop !== here) show(stop);
    else if (excuse) say(excuse);
  };

  // The board from the other side: its pictures are compressed on the page, and unpacked on first use

  let packed = null;
  const turnPicture = (stop) => {
    if (!packed || !(stop.id in packed) || (stop.flipped ?? false) === flipped) return;
    const figure = stop.element.querySelector("figure");
    stop.usual ??= figure.innerHTML;
    figure.innerHTML = flipped ? packed[stop.id] : stop.usual;
    stop.flipped = flipped;
  };
  const unpack = async () => {
    const bytes = Uint8Array.from(atob(document.getElementById("turned").textContent), (sign) => sign.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    const { defs, pictures } = JSON.parse(await new Response(stream).text());
    document.body.insertAdjacentHTML("beforeend", `<svg class="pyr defs" width="0" height="0" aria-hidden="true">${defs}</svg>`);
    return pictures;
  };
  const flip = async () => {
    if (buttons.flip.hidden) return;
    packed ??= await unpack();
    flipped = !flipped;
    buttons.flip.setAttribute("aria-pressed", flipped);
    turnPicture(here);
    say(flipped ? "Seen from the other side" : "Seen from the usual side");
  };

  // Autoplay

  const stopPlaying = () => {
    clearInterval(timer);
    timer = null;
    if (buttons.play.getAttribute("aria-pressed") === "true") {
      buttons.play.setAttribute("aria-pressed", "false");
      buttons.play.replaceChildren(icon("play"));
    }
  };
  const play = () => {
    if (timer !== null) return stopPlaying();
    if (!here.after) show(record.stops[0]);
    buttons.play.setAttribute("aria-pressed", "true");
    buttons.play.replaceChildren(icon("pause"));
    timer = setInterval(() => {
      if (here.after) show(here.after);
      if (!here.after) stopPlaying();
    }, 1000 * pace.value);
  };

  // Light and dark

  const THEMES = ["", "dark", "light"];
  const theme = () => {
    const next = THEMES[(THEMES.indexOf(root.dataset.theme ?? "") + 1) % THEMES.length];
    if (next) root.dataset.theme = next;
    else delete root.dataset.theme;
    say(`Colours: ${next || "system default"}`);
    try { localStorage.setItem("pyrnot-theme", next); } catch { /* a page opened as a file may have no storage */ }
  };

  // What keys and buttons do

  const toRecord = (by) => {
    const other = records[records.indexOf(record) + by];
    stopPlaying();
    if (!other) return say("No other record");
    here.element.classList.remove("here");
    open(other);
    show(other.stops[0]);
  };
  const goTo = (ply) => {
    const stop = line().find((other) => other.ply === ply && other.element);
    step(stop, `There is no ply ${ply} on this line`);
    number.value = here.ply;
  };
  const COMMANDS = {
    next: () => step(here.after, "Already at the last turn"),
    back: () => step(here.before, "Already at the start"),
    start: () => step(record.stops[0], "Already at the start"),
    end: () => step(line().at(-1), "Already at the last turn"),
    into: () => step(into(), "No variation here"),
    out: () => step(outOf(here), "Already on the main line"),
    comment: () => step(search(1, (stop) => stop.said), "No later comments"),
    commentBefore: () => step(search(-1, (stop) => stop.said), "No earlier comments"),
    fault: () => step(search(1, (stop) => stop.fault) ?? record.stops.find((stop) => stop.fault), "No other faults"),
    play, flip, theme,
    goTo: () => { number.focus(); number.select(); },
    nextRecord: () => toRecord(1),
    recordBefore: () => toRecord(-1),
    help: () => { stopPlaying(); keys.showModal(); },
  };
  const act = (name) => COMMANDS[name]();

  const keys = make("dialog", { className: "keys", "aria-label": "Keys" });
  const list = make("dl");
  for (const [name, , shown, what] of KEYS) {
    if (name.includes("ecord") && records.length === 1) continue;
    const term = make("dt");
    for (const key of shown.split(" ")) term.append(make("kbd", {}, key), " ");
    list.append(term, make("dd", {}, what));
  }
  keys.append(make("h2", {}, "Keys"), list, make("button", { type: "button", onclick: () => keys.close() }, "Close"));

  const COMMAND_OF = new Map(KEYS.flatMap(([name, names]) => names.map((key) => [key, name])));
  document.addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (event.ctrlKey || event.altKey || event.metaKey || keys.open) return;
    if (target.matches("input, select, textarea")) {
      if (target === number && key === "Escape") number.blur();
      return;
    }
    // Space activates the element that has the focus.
    if (key === " " && target.matches("button, a, summary")) return;
    const command = COMMAND_OF.get(key);
    if (!command) return;
    event.preventDefault();
    act(command);
  });

  let touch = null;
  document.addEventListener("touchstart", (event) => {
    touch = event.touches.length === 1 && event.target.closest("figure") ? event.touches[0] : null;
  }, { passive: true });
  document.addEventListener("touchend", (event) => {
    if (!touch) return;
    const { clientX, clientY } = event.changedTouches[0];
    const across = clientX - touch.clientX;
    if (Math.abs(across) > 40 && Math.abs(across) > 2 * Math.abs(clientY - touch.clientY)) act(across < 0 ? "next" : "back");
    touch = null;
  }, { passive: true });

  const follow = ({ silent = false } = {}) => {
    const found = stopOf.get(decodeURIComponent(location.hash.slice(1)));
    const [other, stop] = found ?? [record, here];
    if (other !== record || !record.article.classList.contains("open")) {
      here.element.classList.remove("here");
      open(other);
    }
    show(stop, { silent });
  };
  addEventListener("hashchange", () => { stopPlaying(); follow(); });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='#']");
    const found = link && stopOf.get(decodeURIComponent(link.hash.slice(1)));
    if (!found) return;
    // Step to the target of the link instead of scrolling to it.
    event.preventDefault();
    if (found[0] === record) step(found[1]);
    else location.hash = link.hash;
  });
  addEventListener("resize", measure);
  addEventListener("beforeprint", () => record.stops.forEach(turnPicture));

  // Building the controls

  buttons.start = button("start", "Start (Home)", () => act("start"));
  buttons.back = button("back", "Previous turn (←)", () => act("back"));
  buttons.play = button("play", "Autoplay (a)", () => act("play"));
  buttons.next = button("next", "Next turn (→)", () => act("next"));
  buttons.end = button("end", "End (End)", () => act("end"));
  buttons.flip = button("flip", "Flip the board (f)", () => act("flip"));
  buttons.play.setAttribute("aria-pressed", "false");
  buttons.flip.setAttribute("aria-pressed", "false");
  slider.oninput = () => { stopPlaying(); const stop = line()[slider.value]; if (stop) show(stop); };
  number.onchange = () => goTo(Math.trunc(number.value));
  pace.onchange = () => { if (timer !== null) { stopPlaying(); play(); } };
  const at = make("label", { className: "at" }, number, total);
  controls.append(buttons.start, buttons.back, buttons.play, buttons.next, buttons.end, slider, at, pace, buttons.flip);
  if (!("DecompressionStream" in window) || document.getElementById("turned").dataset.count === "0") buttons.flip.hidden = true;

  const bar = make("div", { className: "bar" });
  if (records.length > 1) {
    records.forEach((other, place) => chooser.append(make("option", { value: place }, `${place + 1}. ${other.title}`)));
    chooser.onchange = () => toRecord(chooser.value - records.indexOf(record));
    bar.append(make("div", { className: "choose" }, button("back", "Previous record ([)", () => toRecord(-1)), chooser, button("next", "Next record (])", () => toRecord(1))));
  }
  bar.append(button("theme", "Light or dark (t)", () => act("theme")), button("help", "Keys (?)", () => act("help")));
  document.body.append(live, keys);
  document.body.prepend(bar);
  try {
    const chosen = localStorage.getItem("pyrnot-theme");
    if (chosen && !root.dataset.theme) root.dataset.theme = chosen;
  } catch { /* as above */ }
  root.classList.add("live");
  follow({ silent: true });
  if (location.hash) scrollTo(0, 0);
})();

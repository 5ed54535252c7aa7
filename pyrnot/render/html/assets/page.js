// Stepping through a record: what is shown, the controls, keys, touch and links.

const KEYS = [
  ["next", ["ArrowRight", "n", "l", " "], "→ n", "next turn"],
  ["back", ["ArrowLeft", "b", "p", "h", "Backspace"], "← b", "previous turn"],
  ["start", ["Home", "s", "<"], "Home s", "start"],
  ["end", ["End", "e", ">"], "End e", "end of the line"],
  ["into", ["ArrowDown", "v"], "↓ v", "enter a variation, or go to the next one"],
  ["out", ["ArrowUp", "o"], "↑ o", "leave the variation"],
  ["comment", ["c"], "c", "next comment"],
  ["commentBefore", ["C"], "C", "previous comment"],
  ["problem", ["d"], "d", "next problem"],
  ["play", ["a"], "a", "start or stop autoplay"],
  ["flip", ["f"], "f", "flip the board"],
  ["goTo", ["g"], "g", "go to a ply"],
  ["nextRecord", ["]"], "]", "next record"],
  ["recordBefore", ["["], "[", "previous record"],
  ["result", ["r"], "r", "hide results until the end, or show them"],
  ["theme", ["t"], "t", "light or dark colours"],
  ["help", ["?"], "?", "show these keys"],
];

// The current place

// Where the address leads.
const addressed = () => find(decodeURIComponent(location.hash.slice(1)));
let [record, here] = addressed() ?? [read(records[0]), records[0].nodes[0]];
let element = null; // the section of `here`
let flipped = false;
let timer = null;
let hasWords = false; // whether the words under "In words" are open

const path = (node) => {
  const found = [];
  for (let at = node; at; at = at.before) found.unshift(at);
  return found;
};
const line = () => {
  const found = path(here);
  for (let at = here.after; at; at = at.after) found.push(at);
  return found;
};
const outOf = (node) => {
  if (!node.line) return null;
  const first = path(node).find((other) => other.line === node.line);
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
  for (let at = here.place + way; at >= 0 && at < record.nodes.length; at += way) {
    if (test(record.nodes[at])) return record.nodes[at];
  }
  return null;
};

// What is shown

const controls = make("div", { className: "controls", role: "toolbar", "aria-label": "Stepping" });
const lines = make("div", { className: "lines" });
const slider = make("input", { type: "range", className: "slide", min: 0, step: 1, "aria-label": "Ply" });
const number = make("input", { type: "number", min: 0, "aria-label": "Go to ply" });
const total = make("span");
const pace = make("select", { "aria-label": "Seconds per turn", title: "Seconds per turn" });
for (const seconds of [0.5, 1, 2, 3, 5, 10]) pace.append(make("option", { value: seconds, selected: seconds === 2 }, `${seconds} s`));
const buttons = {};
const chooser = make("select", { "aria-label": "Record" });
// The same as a list, for wide windows.
const choices = make("nav", { className: "choices", "aria-label": "Records" }, make("ol"));

const copying = copyButtons(() => ({ element, name: `${record.article.id}-${here.id.replace("/", "-")}` }));

const show = (node, { silent = false } = {}) => {
  const before = node.before === here ? element : null;
  here.link?.removeAttribute("aria-current");
  here = node;
  const made = build(here);
  made.classList.add("here");
  if (element?.isConnected) hasWords = element.querySelector(".words")?.open ?? hasWords;
  element?.remove();
  element = made;
  record.stage.append(element);
  const words = element.querySelector(".words");
  if (words) {
    words.open = hasWords;
    words.before(copying);
  }
  turnPicture();
  here.link?.setAttribute("aria-current", "true");
  const way = line();
  slider.max = way.length - 1;
  slider.value = way.indexOf(here);
  slider.setAttribute("aria-valuetext", element.querySelector("h2").textContent);
  number.value = here.ply;
  number.max = way.at(-1).ply;
  total.textContent = `of ${way.at(-1).ply}`;
  buttons.start.disabled = buttons.back.disabled = !here.before;
  buttons.next.disabled = buttons.end.disabled = !here.after;
  record.article.classList.toggle("ended", !here.after && !here.line);
  showLines();
  measure();
  showRow();
  if (before) move(before, element);
  if (!silent) {
    if (location.protocol !== "about:") history.replaceState(null, "", `#${here.id}`); // a frame without an address has none to change
    if (parent !== window) parent.postMessage(here.id, "*");
    const parts = [...element.querySelectorAll("h2, .note, .did li, .comment, .diagnostic")];
    say(parts.map((part) => part.textContent.trim()).join(". "));
  }
};

// Scrolls the list of turns to the current one, as soon as the list has its height.
const showRow = () => {
  if (!here.link) return;
  const list = here.link.closest(".turns");
  const row = here.link.getBoundingClientRect();
  const box = list.getBoundingClientRect();
  if (row.top < box.top + 40 || row.bottom > box.bottom - 40) list.scrollTop += row.top - box.top - box.height / 2;
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
  element.querySelector(".told").prepend(lines);
};
// The style sheet goes by the shape of the page; the board and the list of turns take the height that is left below
// what is above them.
const measure = () => {
  const { width } = page.getBoundingClientRect();
  const isShort = innerHeight < 500 && width >= 540;
  page.dataset.shape = isShort ? "short" : width < 768 ? "narrow" : width < 1152 ? "medium" : "wide";
  const board = element.querySelector(".board");
  const box = board?.querySelector("svg[role=img]")?.viewBox.baseVal;
  const set = (name, value) => page.style.setProperty(name, value);
  set("--ratio", box ? (box.width / box.height).toFixed(3) : 9);
  const above = (of) => `${Math.round(of.getBoundingClientRect().top + scrollY)}px`;
  if (board) set("--above", above(board));
  // Ten pixels in the units of the picture, below which no letters on it go.
  if (box) board.style.setProperty("--least", `${10 * box.width / board.querySelector("svg[role=img]").getBoundingClientRect().width}px`);
  set("--above-list", above(controls));
  set("--controls", `${controls.offsetHeight}px`);
};

const open = (other) => {
  record.article.classList.remove("open");
  record = read(other);
  record.article.classList.add("open");
  record.stage.prepend(controls);
  chooser.value = records.indexOf(record);
  if (records.length > 1) {
    record.article.querySelector(".game").append(choices);
    const links = choices.querySelectorAll("a");
    for (const link of links) link.removeAttribute("aria-current");
    links[chooser.value].setAttribute("aria-current", "true");
    links[chooser.value].scrollIntoView({ block: "nearest" });
  }
  buttons.flip.hidden = !/data-squares/.test(record.text);
  document.title = record.title;
};

const step = (node, excuse = "") => {
  stopPlaying();
  if (node && node !== here) show(node);
  else if (excuse) say(excuse);
};

// The board from the other side: its picture is turned, and the style sheet keeps upright what is read.

const turnPicture = () => {
  const picture = element.querySelector("figure.board > svg");
  const group = picture?.firstElementChild;
  if (!flipped || group?.localName !== "g") return;
  const { width, height } = picture.viewBox.baseVal;
  picture.classList.add("turned");
  group.setAttribute("transform", `rotate(180 ${width / 2} ${height / 2})`);
};
const flip = () => {
  if (buttons.flip.hidden) return;
  flipped = !flipped;
  buttons.flip.setAttribute("aria-pressed", flipped);
  show(here, { silent: true });
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
  if (!here.after) show(record.nodes[0]);
  buttons.play.setAttribute("aria-pressed", "true");
  buttons.play.replaceChildren(icon("pause"));
  timer = setInterval(() => {
    if (isMoving(element)) return;
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
  remember("theme", next);
};

// Results

const hideResults = (isHidden) => {
  page.classList.toggle("secret", isHidden);
  buttons.result.setAttribute("aria-pressed", isHidden);
};
const result = () => {
  const isHidden = !page.classList.contains("secret");
  hideResults(isHidden);
  remember("secret", isHidden ? "yes" : "");
  say(isHidden ? "Results are hidden until the end" : "Results are shown");
};

// What keys and buttons do

const toRecord = (by) => {
  const other = records[records.indexOf(record) + by];
  stopPlaying();
  if (!other) return say("No other record");
  open(other);
  show(other.nodes[0]);
};
const goTo = (ply) => {
  const node = line().find((other) => other.ply === ply);
  step(node, `There is no ply ${ply} on this line`);
  number.value = here.ply;
};
const COMMANDS = {
  next: () => step(here.after, "Already at the last turn"),
  back: () => step(here.before, "Already at the start"),
  start: () => step(record.nodes[0], "Already at the start"),
  end: () => step(line().at(-1), "Already at the last turn"),
  into: () => step(into(), "No variation here"),
  out: () => step(outOf(here), "Already on the main line"),
  comment: () => step(search(1, (node) => node.said), "No later comments"),
  commentBefore: () => step(search(-1, (node) => node.said), "No earlier comments"),
  problem: () => step(search(1, (node) => node.hasDiagnostic) ?? record.nodes.find((node) => node.hasDiagnostic), "No other problems"),
  play, flip, theme, result,
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
// Keys with which a control is used itself, so that they do not step.
const OWN_KEYS = /^(Arrow|Home|End|Page)/;
document.addEventListener("keydown", (event) => {
  const { target, key } = event;
  if (event.ctrlKey || event.altKey || event.metaKey || keys.open) return;
  if (key === "Escape") spot.remove();
  if (target.matches("input, select, textarea") && (target !== slider || OWN_KEYS.test(key))) {
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

// The wheel steps over the board, and scrolls the page where there is no turn to step to.
let turned = 0;
page.addEventListener("wheel", (event) => {
  const way = event.deltaY > 0 ? "after" : "before";
  if (event.ctrlKey || !event.deltaY || !event.target.closest("figure.board") || !here[way]) return;
  event.preventDefault();
  if (turned * event.deltaY < 0) turned = 0;
  turned += event.deltaMode ? event.deltaY * 40 : event.deltaY; // lines, or pixels
  if (Math.abs(turned) < 60) return; // a touchpad turns a little at a time
  turned = 0;
  step(here[way]);
}, { passive: false });

let touch = null;
page.addEventListener("touchstart", (event) => {
  touch = event.touches.length === 1 && event.target.closest("figure") ? event.touches[0] : null;
}, { passive: true });
page.addEventListener("touchend", (event) => {
  if (!touch) return;
  const { clientX, clientY } = event.changedTouches[0];
  const across = clientX - touch.clientX;
  if (Math.abs(across) > 40 && Math.abs(across) > 2 * Math.abs(clientY - touch.clientY)) act(across < 0 ? "next" : "back");
  touch = null;
}, { passive: true });

const follow = ({ silent = false } = {}) => {
  const [other, node] = addressed() ?? [record, here];
  if (other !== record || !record.article.classList.contains("open")) open(other);
  show(node, { silent });
};
addEventListener("hashchange", () => { stopPlaying(); follow(); });
page.addEventListener("click", (event) => {
  answer(event);
  const link = event.target.closest("a[href^='#']");
  const found = link && find(decodeURIComponent(link.hash.slice(1)));
  if (!found) return;
  // Step to the target of the link instead of scrolling to it.
  event.preventDefault();
  if (found[0] !== record) open(found[0]);
  step(found[1]);
});

// A page that has this one in a frame can say which ply to show, and hears which one is.
addEventListener("message", ({ source, data }) => {
  const found = source === parent && source !== window && typeof data === "string" && find(data);
  if (!found) return;
  if (found[0] !== record) open(found[0]);
  step(found[1]);
});

// Printing: everything, as without scripts.

const printed = make("div", { className: "printed" });
const print = () => {
  if (printed.isConnected) return;
  for (const { text } of records) {
    define(text);
    printed.append(make("article", { className: "record" }, parse(text)));
  }
  page.append(printed);
};
const printing = matchMedia("print");
printing.addEventListener("change", () => {
  if (printing.matches) print();
  else printed.replaceChildren(), printed.remove();
});
addEventListener("beforeprint", print);

// Building the controls

buttons.start = button("start", "Start (Home)", () => act("start"));
buttons.back = button("back", "Previous turn (←)", () => act("back"));
buttons.play = button("play", "Autoplay (a)", () => act("play"));
buttons.next = button("next", "Next turn (→)", () => act("next"));
buttons.end = button("end", "End (End)", () => act("end"));
buttons.flip = button("flip", "Flip the board (f)", () => act("flip"));
buttons.play.setAttribute("aria-pressed", "false");
buttons.flip.setAttribute("aria-pressed", "false");
slider.oninput = () => { stopPlaying(); const node = line()[slider.value]; if (node) show(node); };
number.onchange = () => goTo(Math.trunc(number.value));
pace.onchange = () => { if (timer !== null) { stopPlaying(); play(); } };
const at = make("label", { className: "at" }, number, total);
controls.append(buttons.start, buttons.back, buttons.play, buttons.next, buttons.end, slider, at, pace, buttons.flip);
// The arrow keys are the slider's own only for those who came to it by key.
slider.addEventListener("pointerup", () => slider.blur());

const bar = make("div", { className: "bar" });
if (records.length > 1) {
  records.forEach((other, place) => {
    const title = `${place + 1}. ${other.title}`;
    chooser.append(make("option", { value: place }, title));
    const choose = () => {
      toRecord(place - records.indexOf(record));
      return false;
    };
    choices.firstChild.append(make("li", {}, make("a", { href: `#${other.article.id}`, onclick: choose }, title)));
  });
  chooser.onchange = () => toRecord(chooser.value - records.indexOf(record));
  bar.append(make("div", { className: "choose" }, button("back", "Previous record ([)", () => toRecord(-1)), chooser, button("next", "Next record (])", () => toRecord(1))));
}
const up = page.querySelector(".up");
if (up) bar.prepend(up);
buttons.result = button("result", "Hide results until the end (r)", () => act("result"));
hideResults(Boolean(remembered("secret")));
bar.append(buttons.result, button("theme", "Light or dark (t)", () => act("theme")), button("help", "Keys (?)", () => act("help")));
page.append(live, keys);
page.prepend(bar);
root.dataset.theme ||= remembered("theme") ?? "";
page.classList.add("live");
follow({ silent: true });
new ResizeObserver(measure).observe(page);
addEventListener("resize", measure);
if (location.hash) scrollTo(0, 0);

// Where the script is at work, and how it makes elements. The parts of the script are one function; see document.py.
// Nothing is loaded, and text of a record is only ever set as text or parsed from what the page has, where it is escaped.

const root = document.documentElement;
const page = document.querySelector(".page");

const ICONS = {
  start: "M6 5v14M18 5l-7 7 7 7",
  back: "M15 5l-7 7 7 7",
  next: "M9 5l7 7-7 7",
  end: "M18 5v14M6 5l7 7-7 7",
  play: "M8 5l11 7-11 7z",
  pause: "M8 5v14M16 5v14",
  flip: "M7 4v15M3 8l4-4 4 4M17 20V5M13 16l4 4 4-4",
  result: "M2 12c3-5 6-7 10-7s7 2 10 7c-3 5-6 7-10 7s-7-2-10-7zM12 9a3 3 0 1 0 .01 0",
  theme: "M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18",
  help: "M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 18v.01",
};

const make = (name, properties = {}, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key in element) element[key] = value;
    else element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
};
const draw = (name, attributes = {}, ...children) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
};
const parse = (html) => {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content;
};
const icon = (name) => draw("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, draw("path", { d: ICONS[name] }));
const button = (name, label, act) =>
  make("button", { type: "button", title: label, "aria-label": label, onclick: act, className: name }, icon(name));

// Choices that the browser remembers; a page opened as a file may have no storage.
const remembered = (name) => {
  try { return localStorage.getItem(`pyrnot-${name}`); } catch { return null; }
};
const remember = (name, value) => {
  try { localStorage.setItem(`pyrnot-${name}`, value); } catch { /* as above */ }
};

// What screen readers read out.
const live = make("p", { className: "hidden-text", role: "status", "aria-live": "polite" });
const say = (text) => { live.textContent = text; };

// What the parts of the page share: its elements, and the worker in which Python runs.

const LIMITS = { start: 600_000, begin: 60_000, other: 20_000 }; // milliseconds for an answer of the worker

export const $ = (id) => document.getElementById(id);
// Characters that reorder or hide text are shown as escapes.
export const plain = (text) => text.replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
  (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`);
export const make = (name, properties = {}, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key in element) element[key] = value;
    else element.setAttribute(key, value);
  }
  element.append(...children.map((child) => (typeof child === "string" ? plain(child) : child)));
  return element;
};
export const button = (onclick, title, ...children) => make("button", { type: "button", onclick, title }, ...children);
export const count = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;
export const tell = (text, kind = "") => Object.assign($("state"), { className: kind, textContent: plain(text) });

// The worker

export let isReady = false;
let [worker, asked] = [null, 0];
const waiting = new Map();
const refuse = (why) => waiting.forEach(({ reject }) => reject(new Error(why)));
// Starts Python, again if it failed; `then` runs each time it has started.
export const begin = async (why, then = begin.then) => {
  begin.then = then;
  worker?.terminate();
  refuse(why);
  isReady = false;
  // Started by an address of this page itself, the worker has the page's policy: it can reach no other server.
  const source = `import ${JSON.stringify(new URL("worker.js", import.meta.url).href)};`;
  worker = new Worker(URL.createObjectURL(new Blob([source], { type: "text/javascript" })), { type: "module" });
  worker.onerror = ({ message }) => refuse(message || "its files cannot be loaded");
  worker.onmessage = ({ data: { id, answer, error, isFatal } }) => {
    if (error === undefined) waiting.get(id)?.resolve(answer);
    else waiting.get(id)?.reject(new Error(error));
    if (isFatal && isReady) begin("it failed, and starts again");
  };
  $("starting").hidden = false;
  $("retry").hidden = true;
  try {
    await ask("start");
  } catch ({ message }) {
    $("retry").hidden = false;
    return tell(`Python could not start: ${message}`, "error");
  } finally {
    $("starting").hidden = true;
  }
  isReady = true;
  return then();
};
export const ask = (what, ...args) => new Promise((resolve, reject) => {
  const id = ++asked;
  const limit = LIMITS[what] ?? LIMITS.other;
  const timer = setTimeout(begin, limit, `This took more than ${limit / 1000} seconds, so it was ended, and Python starts again`);
  const settled = (settle) => (value) => { clearTimeout(timer); waiting.delete(id); settle(value); };
  waiting.set(id, { resolve: settled(resolve), reject: settled(reject) });
  worker.postMessage({ id, what, args });
});

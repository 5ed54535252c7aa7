// The records of the page. Each is the text of a <noscript>: it becomes elements only where it is looked at, so that a
// page of fifty records is there as quickly as a page of one.

const records = [...document.querySelectorAll("article.record")].map((article) => {
  const text = article.querySelector("noscript").textContent;
  return { article, text, title: article.dataset.title, nodes: null, byTurn: new Map(), byId: new Map() };
}).filter((record) => record.text.includes('<section class="ply'));

// The attributes of a section: `id="3v1" data-turn="4"` becomes { id: "3v1", turn: "4" }.
const attributesOf = (html) => {
  const tag = html.slice(0, html.indexOf(">"));
  return Object.fromEntries([...tag.matchAll(/ (?:data-)?([a-z]+)(?:="([^"]*)")?/g)].map(([, name, value]) => [name, value ?? ""]));
};

// Finds the plies of a record in its text and how they follow one another; makes what surrounds them.
const read = (record) => {
  if (record.nodes) return record;
  const { byTurn, byId } = record;
  const lastOf = new Map();
  record.nodes = [];
  const frame = record.text.replace(/<section class="ply[^]*?<\/section>/g, (html) => {
    const { id, turn, parent, line, ply, instead, said, diagnostic } = attributesOf(html);
    const node = {
      html, id, place: record.nodes.length, turn: +turn, line: +line, ply: +ply,
      instead: instead === undefined ? null : +instead, said: said !== undefined, hasDiagnostic: diagnostic !== undefined,
      after: null, variations: [], before: null,
    };
    // On a page with only some plies, each follows the previous one.
    node.before = byTurn.get(+parent) ?? (node.turn < 0 ? null : lastOf.get(node.line) ?? null);
    if (node.instead !== null) byTurn.get(node.instead)?.variations.push(node);
    else if (node.before) node.before.after ??= node;
    record.nodes.push(node);
    byTurn.set(node.turn, node);
    byId.set(id, node);
    lastOf.set(node.line, node);
    return "";
  });
  record.article.append(parse(frame));
  record.stage = record.article.querySelector(".stage");
  record.stage.replaceChildren();
  for (const link of record.article.querySelectorAll(".turns a")) {
    const node = byId.get(link.hash.slice(1));
    if (node) node.link = link;
  }
  return record;
};

// The record and the node of an address: `12` is in the first record, `2/12` in the second.
const find = (id) => {
  const number = id.includes("/") ? id.split("/")[0] : 1;
  const record = records.find(({ article }) => article.id === `r${number}`);
  const node = record && read(record).byId.get(id);
  return node ? [record, node] : null;
};

// Drawings that pictures share are defined when the first picture needs them.
const drawings = new Map();
const defined = new Set();
const addDrawings = (text) => {
  for (const line of text.split("\n")) {
    const id = /^<g id="(\w+)"/.exec(line)?.[1];
    if (id) drawings.set(id, line);
  }
};
addDrawings(document.getElementById("drawings").textContent);
const define = (html) => {
  const wanted = [];
  const want = (text) => {
    for (const [, id] of text.matchAll(/href="#(pyd\d+)"/g)) {
      if (defined.has(id) || !drawings.has(id)) continue;
      defined.add(id);
      wanted.push(drawings.get(id));
      want(drawings.get(id));
    }
  };
  want(html);
  const made = parse(`<svg>${wanted.join("")}</svg>`).firstChild;
  document.querySelector("svg.defs defs").append(...made.childNodes);
};

const build = (node) => {
  define(node.html);
  const element = parse(node.html).firstElementChild;
  // A link to a ply steps to it; the browser must not scroll to it as well.
  element.removeAttribute("id");
  return element;
};
const label = (node) => node.link?.textContent ?? `${node.ply}.`;

// A page may have no position at all to step through.
if (!records.length) return;

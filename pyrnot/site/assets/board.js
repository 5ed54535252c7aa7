// The board: draws the pictures of a position, and lights up what may be touched to continue a turn. It knows no rule:
// what may follow, and what is touched for it, the library says.

const SHAPES = new Set("svg title desc g path rect circle ellipse line polygon text tspan use symbol defs".split(" "));
const ASIDE = /stash|pyramids|reserve|bank|goals|card|prison|hostage/i; // what is beside a board
const FILES = "abcdefgh";

// A picture as elements of the page, whose style sheet has its colours. Only shapes are taken over, and references
// within the picture.
export const drawPicture = (source) => {
  const bare = source.replace(/<style>[^<]*<\/style>/, "");
  const { documentElement } = new DOMParser().parseFromString(bare, "image/svg+xml");
  const svg = document.importNode(documentElement, true);
  for (const element of svg.querySelectorAll("*")) {
    if (!SHAPES.has(element.localName)) element.remove();
    for (const { name, localName, value } of [...element.attributes]) {
      if (/^on|^style$/i.test(name) || (localName === "href" && !value.startsWith("#"))) element.removeAttribute(name);
    }
  }
  for (const name of ["width", "height"]) svg.removeAttribute(name);
  svg.querySelector(".py-page")?.remove();
  return svg;
};

// Cuts off the margins of a picture; what is left are the elements that a selector finds.
export const crop = (svg, selector) => {
  const inverse = svg.getScreenCTM().inverse();
  const boxes = [...svg.querySelectorAll(selector)].map((element) => element.getBoundingClientRect()).filter(({ width }) => width);
  if (!boxes.length) return { width: 0, height: 0 };
  const corner = (across, down) => new DOMPoint(across, down).matrixTransform(inverse);
  const from = corner(Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top)));
  const to = corner(Math.max(...boxes.map((box) => box.right)), Math.max(...boxes.map((box) => box.bottom)));
  const [width, height] = [to.x - from.x + 8, to.y - from.y + 8];
  svg.setAttribute("viewBox", `${from.x - 4} ${from.y - 4} ${width} ${height}`);
  return { width, height };
};

// Zones are the places that can be touched, with their boxes in pixels: squares, slots, systems, and single pyramids.

const boxOf = (elements, room = 0) => {
  const boxes = elements.map((element) => element.getBoundingClientRect());
  const [left, top] = [Math.min(...boxes.map((box) => box.left)) - room, Math.min(...boxes.map((box) => box.top)) - room];
  const [right, bottom] = [Math.max(...boxes.map((box) => box.right)) + room, Math.max(...boxes.map((box) => box.bottom)) + room];
  return { left, top, width: right - left, height: bottom - top };
};
const zonesOfSquares = (svg, squares) => {
  const ground = /^[a-h]\d$/.test(squares[0] ?? "") && svg.querySelector("rect.py-sl")?.getBoundingClientRect();
  if (!ground) return [];
  const files = new Set(squares.map(([file]) => file)).size;
  const [wide, high] = [ground.width / files, ground.height * files / squares.length];
  return squares.map((name) => {
    const [left, top] = [ground.left + FILES.indexOf(name[0]) * wide, ground.bottom - Number(name[1]) * high];
    const isEmpty = !svg.querySelector(`.pyramid[data-at="${name}"]`);
    return { kind: "square", name, isEmpty, box: { left, top, width: wide, height: high } };
  });
};
const zonesOfPyramids = (svg, squares) => {
  const [places, pyramids] = [new Map(), new Map()];
  for (const element of svg.querySelectorAll(".pyramid[data-at]")) {
    const { at, letters } = element.dataset;
    const cut = at.lastIndexOf("/");
    if (cut < 0) continue; // on a square
    const [head, tail] = [at.slice(0, cut), at.slice(cut + 1)];
    // A system first: that of a seat may have the name with which the ships of the seat end, `Vega/North`.
    const place = squares.includes(head) ? { kind: "system", name: head } : squares.includes(tail) && !ASIDE.test(head) ? { kind: "slot", name: tail } : null;
    if (place) {
      const known = places.get(place.name) ?? places.set(place.name, { ...place, elements: [] }).get(place.name);
      known.elements.push(element);
    }
    const key = `${at} ${letters}`;
    pyramids.set(key, { kind: "pyramid", name: `${letters} ${tail}`, letters, head, tail, box: boxOf([element], 2) });
  }
  return [...[...places.values()].map((place) => ({ ...place, box: boxOf(place.elements, 6) })), ...pyramids.values()];
};
export const zonesOf = (svg, squares) => [...zonesOfSquares(svg, squares), ...zonesOfPyramids(svg, squares)];

// Whether a step may be meant by a touch of a zone. `owners` are the names of the seat to move.
export const isMeant = ({ touches }, zone, owners) => touches.some(([kind, name]) => {
  if (zone.kind !== "pyramid") return kind === zone.kind && name === zone.name;
  const { letters, head, tail } = zone;
  const isAside = ASIDE.test(head);
  switch (kind) {
    case "ship": return !isAside && letters === name && [head, undefined].includes(touches.find(([other]) => other === "system")?.[1]);
    case "bank": return isAside && letters === name;
    case "stash": return isAside && !/prison|hostage/i.test(head) && letters[0] === name[0] && owners.some((owner) => owner && `${head}/${tail}`.includes(owner));
    case "goal": return /goals/i.test(head) && tail === name;
    case "card": return /card/i.test(head) && letters[0] + letters.slice(2) === name && letters[1] === owners[0][0].toLowerCase();
    default: return false;
  }
});

// The zone next to another in the direction of an arrow key.
export const neighbour = (buttons, from, key) => {
  const [across, down] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  const middle = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  const [x, y] = middle(from);
  const ranked = buttons.filter((button) => button !== from).map((button) => {
    const [dx, dy] = [middle(button)[0] - x, middle(button)[1] - y];
    const ahead = dx * across + dy * down;
    return { button, ahead, cost: ahead + 3 * Math.abs(dx * down + dy * across) };
  }).filter(({ ahead }) => ahead > 4);
  return ranked.sort((one, other) => one.cost - other.cost)[0]?.button;
};

// Small pictures of what is touched: a pyramid by its size, the face of a die.

const SIZES = { S: 1, M: 2, L: 3, P: 1, D: 2, Q: 3, 1: 1, 2: 2, 3: 3 };
const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];
const shape = (name, attributes) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
};
const picture = (...shapes) => {
  const svg = shape("svg", { viewBox: "0 0 24 24", class: "small", "aria-hidden": "true" });
  svg.append(...shapes);
  return svg;
};
const drawFace = (number) => picture(shape("rect", { x: 2, y: 2, width: 20, height: 20, rx: 4, class: "face" }),
  ...PIPS[number].map((at) => shape("circle", { cx: 6.5 + 5.5 * (at % 3), cy: 6.5 + 5.5 * Math.floor(at / 3), r: 2, class: "pip" })));
const drawSize = (size) => picture(shape("path", { d: `M12 ${20 - 6 * size}L${12 + 2 + 2 * size} 21H${12 - 2 - 2 * size}Z`, class: "size" }));
const COLOURED = /^[rygb][123]$/;
export const icons = ({ touches }) => touches.flatMap(([kind, name]) => {
  if (kind === "die") return /^[1-6]$/.test(name) ? [drawFace(Number(name))] : [];
  if (["square", "slot", "system", "word", "seat", "goal", "result"].includes(kind)) return [];
  const letters = COLOURED.test(name) ? name[1] : name.match(/[SMLPDQ]/g)?.join("") ?? "";
  return [...letters].map((letter) => drawSize(SIZES[letter]));
});

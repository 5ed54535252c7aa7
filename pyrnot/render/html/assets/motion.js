// Motion: what a turn did, one event after the other, where one steps to it. Pyramids slide leg by leg, what came appears
// and what went fades. The events are listed with the figure, and the positions between are theirs.

const LEG = 200; // milliseconds of a leg, or of a wave
const isCalm = matchMedia("(prefers-reduced-motion: reduce)");
const TOGETHER = /^(captured|changed|traded|returned)$/; // what happens with the event before
const MOVES = /^(moved|swapped|promoted)$/;

// When each pyramid moves, and when each place changes otherwise, in legs from the start of the turn.
const scheduleOf = (events) => {
  const legs = [];
  const changes = new Map();
  let at = 0;
  for (const [kind, ...places] of events) {
    if (MOVES.test(kind) && places.length > 1) {
      const [from, to] = places;
      if (kind === "swapped") legs.push({ from, to, at }, { from: to, to: from, at: at++ });
      else for (let next = 1; next < places.length; next++) legs.push({ from: places[next - 1], to: places[next], at: at++ });
      continue;
    }
    const when = TOGETHER.test(kind) ? Math.max(at - 1, 0) : at++;
    for (const place of places) changes.set(place, when);
  }
  return { legs, changes };
};
// The legs of the pyramids that are at a place in the end, the last to come first.
const routesTo = (place, legs) => legs.filter(({ to }) => to === place).reverse().map((last) => {
  const route = [last];
  for (const leg of legs.slice(0, legs.indexOf(last)).reverse()) {
    if (leg.to === route[0].from && leg.at < route[0].at) route.unshift(leg);
  }
  return route;
}).filter(([first], number, routes) => !routes.slice(0, number).some((other) => other.includes(first)));

// Pyramids that are drawn by reference become separate elements, which can move.
const unfold = (use) => {
  const { x, y } = use;
  const group = draw("g", { transform: `translate(${x.baseVal.value} ${y.baseVal.value})` });
  const drawing = document.getElementById(use.getAttribute("xlink:href").slice(1));
  group.append(...[...drawing.childNodes].map((each) => each.cloneNode(true)));
  use.replaceWith(group);
};
const drawingOf = (use) => drawings.get(use.getAttribute("xlink:href").slice(1)) ?? "";
// In a square, in a system (`Sol/stars`), in a slot of a ring (`Spectrum/white`).
const isAt = (place) => ({ dataset: { at } }) => at === place || at?.startsWith(`${place}/`) || at?.endsWith(`/${place}`);

// The middle of a place on the screen, null for one that is not in the picture.
const middleOf = (figure, place) => {
  if (figure.dataset.squares) {
    const [left, top, side, files, ranks] = figure.dataset.squares.split(" ").map(Number);
    let [file, rank] = ["abcdefgh".indexOf(place[0]), place[1] - 1];
    if ("flipped" in (figure.closest(".stage")?.dataset ?? {})) [file, rank] = [files - 1 - file, ranks - 1 - rank];
    const point = new DOMPoint(left + (file + 0.5) * side, top + (ranks - rank - 0.5) * side);
    return point.matrixTransform(figure.querySelector("svg > g").getScreenCTM());
  }
  const box = [...figure.querySelectorAll(".box")].find(isAt(place))?.getBoundingClientRect();
  return box ? new DOMPoint(box.left + box.width / 2, box.top + box.height / 2) : null;
};

const slide = (figure, pyramid, route) => {
  const total = route.at(-1).at + 1;
  const toUnits = pyramid.parentElement.getScreenCTM().inverse();
  const [end, ...points] = [route.at(-1).to, route[0].from, ...route.map(({ to }) => to)].map((place) => middleOf(figure, place)?.matrixTransform(toUnits));
  if (!end || points.includes(undefined)) return;
  const frames = [];
  const put = ({ x, y }, offset) => frames.push({ translate: `${x - end.x}px ${y - end.y}px`, offset: offset / total });
  route.forEach(({ at }, number) => { put(points[number], at); put(points[number + 1], at + 1); });
  if (frames[0].offset) frames.unshift({ ...frames[0], offset: 0 });
  pyramid.animate(frames, { duration: total * LEG });
};
const appear = (each, at) => each.animate([{ opacity: 0 }, { opacity: 1 }], { delay: at * LEG, duration: LEG, fill: "backwards" });
// What was at a place before, until it goes.
const vanish = (old, first, at) => {
  const copy = old.cloneNode(true);
  first.before(copy);
  copy.animate([{ opacity: 1 }, { opacity: 0 }], { delay: at * LEG, duration: LEG, fill: "both" }).onfinish = () => copy.remove();
};

const isMoving = (element) => element.getAnimations({ subtree: true }).length > 0;
const move = (before, element) => {
  const figure = element.querySelector("figure.board");
  if (isCalm.matches || !figure?.dataset.events) return;
  const { legs, changes } = scheduleOf(JSON.parse(figure.dataset.events));
  const holders = [...figure.querySelectorAll("use")].filter((use) => drawingOf(use).includes('class="pyramid'));
  const first = figure.querySelector("svg > g > .py-arrow") ?? holders[0];
  for (const [place, at] of changes) {
    const old = [...before.querySelectorAll(".board > svg > g > use")].find((use) => drawingOf(use).includes(`data-at="${place}"`));
    if (old && first && figure.dataset.squares && !legs.some((leg) => leg.from === place && leg.at <= at)) vanish(old, first, at);
  }
  for (const use of holders) if (/class="pyramid[^"]* py-(moved|placed|changed)/.test(drawingOf(use))) unfold(use);
  for (const place of new Set([...changes.keys(), ...legs.map(({ to }) => to)])) {
    const [moved, others] = [[], []];
    for (const each of [...figure.querySelectorAll(".pyramid, .ghost, .box.placed")].filter(isAt(place))) {
      if (each.matches(".py-moved")) moved.unshift(each);
      else if (each.matches(".ghost, .box, .py-placed, .py-changed")) others.push(each);
    }
    const routes = routesTo(place, legs);
    // What came and went within the turn has only its outline.
    const movers = moved.length || !routes.length ? moved : others.splice(0, routes.length);
    movers.forEach((each, number) => { if (routes.length) slide(figure, each, routes[Math.min(number, routes.length - 1)]); });
    if (changes.has(place)) for (const each of others) appear(each, changes.get(place));
  }
};

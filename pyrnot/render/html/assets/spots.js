// A click on a square, a slot, a system or a stash says what is there, in the words listed under "In words".

// A line is `Board: a2 white Medium; a5 black Medium` or `Bank: red: 2 Smalls; blue: none`.
const headOf = (line) => line.querySelector("b").textContent;
const partAt = (line, place) => {
  const text = line.textContent;
  const parts = text.slice(text.indexOf(": ") + 2).split("; ");
  return parts.find((part) => part.startsWith(`${place} `) || part.startsWith(`${place}:`));
};

const saySquare = (lines, square) => {
  const said = [];
  for (const line of lines) {
    const head = headOf(line).toLowerCase();
    const listed = /: ([a-h]\d(?: [a-h]\d)*)$/.exec(line.textContent)?.[1].split(" ");
    const part = listed ? null : partAt(line, square)?.slice(square.length + 1);
    if (line === lines[0]) said.push(part || "empty");
    else if (part) said.push(`${head}: ${part}`);
    else if (listed?.includes(square)) said.push(head.replace("squares", "square"));
  }
  return `${square}: ${said.join("; ")}`;
};
const sayGroup = (lines, at) => {
  const cut = at.lastIndexOf("/");
  const where = cut < 0 ? at : at.slice(0, cut);
  const line = lines.find((other) => headOf(other) === where);
  const part = line && partAt(line, at.slice(cut + 1));
  return part ? `${where}, ${part}` : line?.textContent ?? "";
};

// The square under the pointer.
const squareAt = (svg, event) => {
  const [left, top, side, files, ranks] = svg.parentElement.dataset.squares.split(" ").map(Number);
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.firstElementChild.getScreenCTM().inverse());
  let file = Math.floor((point.x - left) / side);
  let rank = ranks - 1 - Math.floor((point.y - top) / side);
  if (file < 0 || file >= files || rank < 0 || rank >= ranks) return null;
  if ("flipped" in svg.closest(".stage").dataset) [file, rank] = [files - 1 - file, ranks - 1 - rank];
  return "abcdefgh"[file] + (rank + 1);
};
const placeAt = (target) => {
  const box = target.closest("[data-at]");
  if (box) return box.dataset.at;
  const svg = target.closest("svg");
  const used = target.closest("use") ?? (svg?.getAttribute("role") === "img" ? null : svg?.querySelector("use"));
  const drawing = used && document.getElementById(used.getAttribute("xlink:href").slice(1));
  return drawing?.querySelector("[data-at]")?.dataset.at ?? null;
};

const spot = make("p", { className: "spot" });
const answer = (event) => {
  spot.remove();
  const figure = event.target.closest(".ply figure");
  if (!figure) return;
  const lines = [...figure.closest(".ply").querySelectorAll(".words li")];
  const svg = event.target.closest("svg");
  const isBoard = svg?.getAttribute("role") === "img" && figure.dataset.squares;
  const place = isBoard ? squareAt(svg, event) : placeAt(event.target);
  if (!place) return;
  spot.textContent = isBoard ? saySquare(lines, place) : sayGroup(lines, place);
  say(spot.textContent);
  figure.append(spot);
  // Beside the pointer, but within the figure.
  const box = figure.getBoundingClientRect();
  const { width, height } = spot.getBoundingClientRect();
  const across = Math.max(0, Math.min(event.clientX - box.left - width / 2, box.width - width));
  const down = event.clientY - box.top;
  spot.style.left = `${across}px`;
  spot.style.top = `${down > height + 16 ? down - height - 12 : down + 16}px`;
};

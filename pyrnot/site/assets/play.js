// The game on the board: stepping through its turns, and entering the next one by touching what it consists of.

import { crop, drawPicture, icons, isMeant, neighbour, zonesOf } from "./board.js";
import { join, secrets } from "./mail.js";
import { $, ask, button, count, make, plain } from "./page.js";

let shown = null; // the record: number, turns, the turn after them that is not legal or in question, whether it can be continued
let ply = 0;
let ahead = null; // what may follow the beginning that is in the line
let touched = []; // the zones that were touched since the last step
let past = []; // the beginnings before this one
let asked = 0;
let addTurn = () => {};
let owners = [];

const last = () => shown.turns.length + (shown.refused ? 1 : 0);
const isNext = () => shown.canPlay && ply === shown.turns.length;

// Shows a record at a ply. `add` is called with each turn that is entered.
export const open = (record, at, add) => {
  [shown, addTurn] = [record, add];
  $("slide").max = last();
  return goTo(at);
};
// Shows what a game waits for whose start is still to be drawn by fair dice.
export const wait = ({ number, canPlay }) => {
  shown = { number, turns: [], canPlay };
  $("said").textContent = "Start";
  $("play").hidden = !canPlay;
  $("roll").hidden = false;
  $("beginning").value = "";
  $("board").replaceChildren();
  return roll();
};
export const current = () => ply;
export const goTo = async (at) => {
  ply = Math.max(0, Math.min(at, last()));
  const [seat, turn] = shown.turns[ply - 1] ?? [];
  $("slide").value = ply;
  $("first").disabled = $("back").disabled = ply === 0;
  $("next").disabled = $("last").disabled = ply === last();
  const refused = ply > shown.turns.length ? shown.refused : null;
  $("said").className = refused?.kind ?? "";
  $("said").replaceChildren(...(refused ? refused.said : turn ? [`${ply}. ${seat}: `, make("code", {}, turn)] : ["Start"]));
  $("slide").setAttribute("aria-valuetext", $("said").textContent);
  $("play").hidden = !isNext();
  $("roll").hidden = !shown.canRoll;
  if (isNext()) return begin("");
  ahead = null;
  const mine = ++asked;
  const [board, beside] = await ask("view", shown.number, refused?.at ?? ply);
  return mine === asked && draw([refused?.board ?? board, beside]);
};
const draw = (pictures) => {
  $("board").dataset.ply = ply;
  $("board").replaceChildren(...pictures.map((source, at) => make("div", { className: at ? "beside" : "main" }, drawPicture(source))));
  for (const box of $("board").children) {
    const { width, height } = crop(box.firstChild, box.className === "main" ? "svg > *" : ".pyramid, .py-card, text");
    box.hidden = !height;
    box.style.setProperty("--wide", width);
    box.style.setProperty("--ratio", width / height);
    box.firstChild.setAttribute("aria-hidden", "true"); // the words say the same
  }
  $("words").textContent = $("board").querySelector("desc")?.textContent ?? "";
};

// The turn that is entered

const begin = async (text, { isTyped = false } = {}) => {
  const mine = ++asked;
  const found = await ask("touch", shown.number, text);
  if (mine !== asked) return;
  [ahead, touched] = [found, []];
  owners = [found.to_move, found.player];
  $("who").textContent = plain(`${ply + 1}. ${found.player ? `${found.player} (${found.to_move})` : found.to_move}:`);
  if (!isTyped) $("beginning").value = text;
  if (found.pictures) draw(found.pictures);
  look();
};
const take = ({ text }) => {
  past.push($("beginning").value);
  return begin(text);
};
// The steps that fit all that was touched; if there is none, the actions, which begin with a verb that was not chosen.
const matches = (zones) => {
  const fit = (steps) => steps.filter((step) => zones.every((zone) => isMeant(step, zone, owners)));
  const steps = fit(ahead.steps);
  return zones.length && !steps.length ? fit(ahead.actions) : steps;
};
const touch = (zone) => {
  touched.push(zone);
  const found = matches(touched);
  if (found.length === 1) return take(found[0]);
  return look();
};
const look = () => {
  const isBegun = Boolean($("beginning").value);
  $("done").disabled = !ahead.turn;
  $("undo").disabled = !isBegun && !touched.length;
  const found = matches(touched);
  const lit = lightUp(found);
  const isOnBoard = (step) => lit.some((zone) => isMeant(step, zone, owners));
  const open_ = touched.length ? found : found.filter((step) => !isOnBoard(step));
  const others = found.filter((step) => !open_.includes(step));
  $("choices").replaceChildren(...open_.map(choice));
  $("more").hidden = !others.length;
  $("more-title").textContent = `${count(others.length, "step")} on the board, as a list`;
  $("list").replaceChildren(...others.map(choice));
  $("hint").textContent = ahead.error || hint(found, isBegun, lit);
  $("hint").classList.toggle("wrong", Boolean(ahead.error) || (!found.length && !ahead.turn));
  // Keys continue here if what had the focus is gone: nothing has it then, or what is hidden.
  const next = ahead.turn && !found.length ? $("done") : $("board").querySelector(".zone") ?? $("choices").firstChild ?? $("beginning");
  if (document.activeElement.disabled || !document.activeElement.offsetParent) next.focus({ preventScroll: true });
};
const hint = (found, isBegun, lit) => {
  if (touched.length) return "Which of these?";
  if (ahead.turn) return found.length ? "The turn can end here, or continue." : "The turn is complete.";
  if (!found.length) return isBegun ? "No legal turn begins so." : "The game is over.";
  if (found[0].touches[0]?.[0] === "die") return "Touch the faces of your dice.";
  return lit.length ? "Touch what is lit up." : "Choose one of these.";
};
// What fair dice give; before they are used, the seats for which this player may begin to.
const roll = async () => {
  const { texts, seats, said } = await ask("roll", shown.number, $("beginning").value, secrets());
  const steps = texts.map((text) => ({ text, added: text, touches: [] }));
  if (steps.length === 1) return take(steps[0]);
  $("hint").textContent = said;
  return $("choices").replaceChildren(...steps.map(choice), ...seats.map((seat) => button(() => join(seat), "", seat)));
};
$("roll").onclick = roll;
const choice = (step) => button(() => take(step), "", ...icons(step), make("code", {}, step.added));
const lightUp = (found) => {
  for (const old of document.querySelectorAll("#board .zone")) old.remove();
  const lit = [];
  const pool = touched.length ? found : [...found, ...ahead.actions];
  for (const box of document.querySelectorAll("#board > :not([hidden])")) {
    const edge = box.getBoundingClientRect();
    for (const zone of zonesOf(box.firstChild, ahead.squares)) {
      if (!pool.some((step) => isMeant(step, zone, owners))) continue;
      const isTouched = touched.some(({ kind, name, head }) => kind === zone.kind && name === zone.name && head === zone.head);
      const spot = button(() => touch(zone), "");
      spot.className = `zone ${zone.kind}${isTouched ? " touched" : ""}${zone.isEmpty ? " empty" : ""}`;
      spot.setAttribute("aria-label", `${zone.name}`);
      spot.tabIndex = lit.length ? -1 : 0;
      const { left, top, width, height } = zone.box;
      Object.assign(spot.style, { left: `${100 * (left - edge.left) / edge.width}%`, top: `${100 * (top - edge.top) / edge.height}%`,
        width: `${100 * width / edge.width}%`, height: `${100 * height / edge.height}%` });
      box.append(spot);
      lit.push(zone);
    }
  }
  return lit;
};
$("board").addEventListener("keydown", (event) => {
  if (!event.key.startsWith("Arrow") || !event.target.matches(".zone")) return;
  event.preventDefault();
  neighbour([...document.querySelectorAll("#board .zone")], event.target, event.key)?.focus();
});

let typing = 0;
$("beginning").oninput = ({ target }) => {
  asked++; // what is on its way is about the line before, and must not take the place of what is typed
  clearTimeout(typing);
  typing = setTimeout(() => begin(target.value, { isTyped: true }), 150);
};
$("turn").onsubmit = (event) => {
  event.preventDefault();
  if (!ahead?.turn) return;
  past = [];
  addTurn(ahead.turn);
};
$("undo").onclick = () => (touched.length ? (touched = [], look()) : begin(past.pop() ?? ""));
$("first").onclick = () => goTo(0);
$("back").onclick = () => goTo(ply - 1);
$("next").onclick = () => goTo(ply + 1);
$("last").onclick = () => goTo(last());
$("slide").oninput = ({ target }) => goTo(Number(target.value));

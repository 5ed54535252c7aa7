// Playing by mail: new games, the mail to send, the answer that came, and the games that this browser keeps.

import { $, ask, button, make, plain, tell } from "./page.js";

const KEPT = "pyrnot games";
let page = null; // what the page offers: `current`, `openGame`, `replaceText`, `copy`, `save`
let games = []; // that there are to play
let playing = ""; // the key of the game that is kept under each change
let kept = ""; // its text, as this window has it

// The games in the browser: key -> title, text, and when it was changed

const read = () => {
  try { return JSON.parse(localStorage[KEPT] ?? "{}"); } catch { return {}; }
};
const write = (games) => {
  try { localStorage[KEPT] = JSON.stringify(games); } catch { tell("This browser keeps nothing: save the record as a file", "error"); }
};
// Keeps the record that is played, with its last change; also after the page was loaded again.
export const keep = (text, title) => {
  playing ||= Object.keys(read()).find((key) => read()[key].text === text) ?? "";
  if (!playing) return;
  const game = read()[playing];
  if (kept && game && ![kept, text].includes(game.text)) {
    if (text === kept) return; // nothing was played here
    play(newKey());
    tell("This game was changed in another window: both versions are kept");
  }
  kept = text;
  write({ ...read(), [playing]: { ...game, title, text, changed: Date.now() } });
  list();
};
// The secrets of the player's fair dice in the game that is played: they are here alone, in no text and no link.
export const secrets = () => read()[playing]?.secrets ?? [];
const newKey = () => crypto.randomUUID?.() ?? String(Date.now());
export const play = (key = playing) => {
  if (key && key === playing) return;
  playing = key || newKey();
  kept = read()[playing]?.text ?? "";
};
export const leave = () => {
  playing = "";
  kept = "";
  close();
};
const remove = (key) => {
  const { [key]: gone, ...others } = read();
  if (confirm(`Delete "${gone.title}" from this browser?`)) write(others);
  list();
};
const exportAll = () => page.save("games.pyr", Object.values(read()).map(({ text }) => text).join("\n"));
export const list = () => {
  const games = Object.entries(read()).sort(([, one], [, other]) => other.changed - one.changed);
  $("games").hidden = !games.length;
  $("games").replaceChildren(make("h2", {}, "Your games"), ...games.map(([key, { title, changed }]) => make("span", { className: "pair" },
    button(() => page.openGame(read()[key].text, key), "", title, make("small", {}, ` ${new Date(changed).toLocaleDateString()}`)), button(() => remove(key), `Delete ${title}`, "×"))),
  button(exportAll, "One file with all of them", "Save all as .pyr"));
};

// A new game

let chosen = null;
const choose = (game) => {
  chosen = game;
  $("begin-title").textContent = `New game of ${game.title}`;
  $("fair").hidden = !game.rolls;
  $("begin-error").textContent = "";
  $("players").replaceChildren(...Array.from({ length: game.most }, (_, at) => {
    const name = game.most === 2 && game.seats.length === 2 ? game.seats[at] : `Player ${at + 1}${at > 1 ? " (if there is one)" : ""}`;
    return make("label", {}, name, make("input", { autocomplete: "off", maxLength: 60 }));
  }));
  $("variants").replaceChildren(...Object.entries(game.variants).map(([name, told]) =>
    make("label", { className: "option" }, make("input", { type: "checkbox", value: name }), make("span", {}, make("b", {}, name), ` ${told}`))));
  $("begin").showModal();
  $("players").querySelector("input").focus();
};
const begin = async () => {
  const names = [...$("players").querySelectorAll("input")].map(({ value }) => value.trim());
  while (names.length > 2 && !names.at(-1)) names.pop();
  const variant = [...$("variants").querySelectorAll(":checked")].map(({ value }) => value).join(",");
  const isFair = chosen.rolls && $("fair").firstChild.checked;
  const record = await ask("begin", chosen.id, variant, names, isFair);
  $("begin").close();
  await page.openGame(record);
  if (isFair) $("roll").click();
};
export const join = async (seat) => {
  const joined = await ask("join", page.current(), seat, secrets());
  play();
  write({ ...read(), [playing]: { ...read()[playing], secrets: joined.secrets } });
  if (secrets().length) await page.openGame(joined.text, playing); // else they are not kept
};
export const rolls = (id) => games.find((game) => game.id === id)?.rolls ?? false;
$("begin-form").onsubmit = (event) => {
  event.preventDefault();
  begin().catch(({ message }) => { $("begin-error").textContent = plain(message); });
};

// Mails

$("copy-mail").onclick = async ({ target }) => page.copy(target, await ask("mail", page.current(), secrets()));
$("share").hidden = !navigator.share;
$("share").onclick = async () => navigator.share({ text: await ask("mail", page.current(), secrets()) }).catch(() => {});
$("answer").onclick = () => {
  $("letter").hidden = !$("letter").hidden;
  $("dispute").replaceChildren();
  if (!$("letter").hidden) $("letter-text").focus();
};
const close = () => {
  $("letter").hidden = true;
  $("letter-text").value = "";
};
const take = (text) => {
  close();
  return page.replaceText(text);
};
const drawSide = (words, svg, ...more) => make("figure", {}, make("img", { alt: "", src: `data:image/svg+xml,${encodeURIComponent(svg)}` }), make("figcaption", {}, words, ...more));
$("letter").onsubmit = async (event) => {
  event.preventDefault();
  const { text, error, boards, theirs } = await ask("add", page.current(), `${$("letter-text").value}\n\n`, secrets());
  if (text) return take(text);
  const said = make("p", { className: "wrong" }, error);
  if (!boards) return $("dispute").replaceChildren(said);
  return $("dispute").replaceChildren(said, make("div", { className: "sides" },
    drawSide("In your record", boards[0], button(() => { $("letter").hidden = true; }, "", "Keep mine")),
    drawSide("In the mail", boards[1], button(() => take(theirs), "", "Take theirs"))));
};

export const start = async (offered) => {
  page = offered;
  list();
  games = await fetch(new URL("games.json", import.meta.url)).then((found) => found.json(), () => []);
  $("new").append(...games.map((game) => button(() => choose(game), "", game.title)));
};

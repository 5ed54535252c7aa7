// The page: takes a text, asks the worker about it, and shows the verdict. What comes from a text or from the worker is
// only ever set as text; boards are pictures, and the replay page is in a frame without any rights here.

import { $, ask, begin, button, count, isReady, make, plain, tell } from "./page.js";
import * as mail from "./mail.js";
import * as play from "./play.js";

const [LONGEST_LINK, LONGEST_UNPACKED] = [12_000, 200_000]; // characters, and the bytes of what it holds
const [LONGEST_FILE, LONGEST_MARKED, SHOWN_OF_LONG] = [20_000_000, 200_000, 20_000]; // bytes, characters, characters
const LEFT_OUT = "more than the field shows"; // what a reload finds instead of it
const AGAIN = "Open or paste your text again: one that is not UTF-8, or longer than 200,000 characters, is not kept when the page is loaded again";
const [field, area, marks, state] = ["field", "text", "marks", "state"].map($);

let examples = [];
let held = null; // a file or a long text: its name and bytes, its text, and what the field shows of it
let answers = {}; // line -> the answer, and what the line said when it was answered
let verdicts = [];
let records = [];
let judged = null; // the text that they are about
let current = 0; // the number of the record on the board
let before = []; // the texts before turns were added, each with its game and answers

const isLong = (text) => text.length > LONGEST_MARKED;
// The text that is judged; of a long one the field shows the beginning.
const whole = () => held?.text ?? area.value;
// Whether the field shows it as it is: not only the beginning, nor marks in place of bytes that are not UTF-8.
const isInField = () => !isLong(whole()) && !held?.text.includes("\ufffd");
const lineAt = (number) => whole().split("\n")[number - 1];

// Python runs: what is in the field is judged, and later texts are judged sooner.
let ended = null; // a text whose check was ended
const started = async () => {
  keepOffline();
  if (whole() !== ended) await judge();
  return warm();
};
// Python is quicker the second time, so it reads the examples while the player looks for a text.
const warm = async () => {
  for (const { text } of examples) {
    if (area.value || !isReady) return;
    await ask("judge", "text", new TextEncoder().encode(text), "", {}).catch(() => {});
    await ask("records").catch(() => {});
  }
};

// Judging: one text at a time, then the newest

let isJudging = false;
let isStale = false;
const judge = async () => {
  const text = whole();
  try { sessionStorage.pyrnot = isInField() ? kept() : LEFT_OUT; } catch { /* this browser keeps nothing */ }
  $("clear").disabled = $("link").disabled = !text;
  if (!isReady) return text && tell("Starting Python; the text is checked as soon as it runs …");
  isStale = isJudging;
  if (isJudging) return undefined;
  isJudging = true;
  const slow = setTimeout(tell, 600, "Checking …");
  try {
    const { name, bytes } = held ?? { name: "text", bytes: new TextEncoder().encode(text) };
    const given = Object.fromEntries(Object.entries(answers).map(([line, { answer }]) => [line, answer]));
    const found = text.trim() ? await ask("judge", name, bytes, $("game").value, given) : [];
    const begun = found[0]?.diagnostics.some((each) => isInvitation(each, found[0])) && await ask("invitation");
    clearTimeout(slow);
    if (begun && !isStale) openGame(begun);
    if (!isStale) {
      [verdicts, records, judged] = [found, found.length ? await ask("records") : [], text];
      show();
      await showRecords();
    }
  } catch ({ message }) {
    [verdicts, records, judged, ended] = [[], [], null, text];
    show();
    tell(message, "error");
  }
  clearTimeout(slow);
  isJudging = false;
  return isStale && judge();
};
let typing = 0;
const changed = () => {
  if (held?.shown !== area.value) held = null;
  $("file-name").hidden = !held;
  const lines = whole().split("\n");
  answers = Object.fromEntries(Object.entries(answers).filter(([line, { said }]) => lines[line - 1] === said));
  drawMarks();
  $("dispute").replaceChildren(); // it was about the text before
  clearTimeout(typing);
  typing = setTimeout(judge, 350);
};
// Of a long text the beginning only is laid out, since that would block the page; all of it is judged.
const beginning = (text) => (!isLong(text) ? text : text.slice(0, text.lastIndexOf("\n", SHOWN_OF_LONG) + 1 || SHOWN_OF_LONG));
const put = (text, file = isLong(text) ? { title: "A long text" } : null) => {
  area.value = beginning(text);
  area.readOnly = isLong(text); // else what it does not show would be lost
  held = file && { name: "text", bytes: new TextEncoder().encode(text), ...file, text: text.replace(/\r\n?/g, "\n"), shown: area.value };
  const lines = isLong(text) ? `: ${text.split("\n").length.toLocaleString("en")} lines, of which the field shows the first; none can be changed here` : "";
  if (held) $("file-name").textContent = plain(file.title) + lines;
  answers = {};
  field.scrollTop = 0;
  changed();
};
// Another game is in the field: what was to be taken back, the letter and what is kept are those of the last one.
const leave = () => {
  before = [];
  mail.leave();
};
const take = (text, file) => {
  leave();
  put(text, file);
};

// The verdict

const KINDS = ["error", "question", "warning"];
// What only waits for a mail of another player is not an error.
const isUndrawn = ({ code, severity }) => code === "chain-missing" && severity === "error";
// The page makes a record of a mail that begins a game.
const isInvitation = (diagnostic, { read_as: form }) => diagnostic.code === "no-record" || (form && isUndrawn(diagnostic));
const kindOf = (diagnostic) => (diagnostic.answers ? "question" : isUndrawn(diagnostic) ? "warning" : diagnostic.severity);
const diagnosticsOf = (kind) => verdicts.flatMap(({ diagnostics }) => diagnostics).filter((diagnostic) => kindOf(diagnostic) === kind);
const summary = () => {
  const [errors, questions, warnings] = KINDS.map((kind) => diagnosticsOf(kind).length);
  const [{ record, outcome }] = verdicts;
  const turns = count(verdicts.reduce((sum, { plies }) => sum + plies, 0), "legal turn");
  const proved = verdicts.reduce((sum, { proved_rolls: rolls }) => sum + rolls, 0);
  const parts = [verdicts.length > 1 ? `${verdicts.length} records, ${turns}` : record ? turns : ""];
  parts.push(errors ? count(errors, "error") : questions ? "" : "no errors", questions ? count(questions, "question") : "");
  parts.push(warnings ? count(warnings, "warning") : "", proved ? `${count(proved, "roll")} proved` : "");
  const result = outcome && (outcome === "draw" ? "draw" : `${outcome} wins`);
  if (verdicts.length === 1) parts.push(result || records[0]?.result);
  const [mark, kind] = errors ? ["✗", "error"] : questions ? ["?", "question"] : ["✓", "ok"];
  tell(`${mark} ${parts.filter(Boolean).join(", ")}`, kind);
};
const show = () => {
  drawMarks();
  if (verdicts.length) summary();
  else tell("Ready");
  const { read_as: form, lines, left_out: leftOut } = verdicts[0] ?? {};
  $("reading").textContent = form ? `Read as: ${form}. ${leftOut.length} of ${count(lines, "line")} left out.` : "";
  $("diagnostics").replaceChildren(...verdicts.slice(0, 100).flatMap((verdict) => [
    ...(verdicts.length > 1 && verdict.diagnostics.length ? [make("h3", {}, `Record ${verdict.record}`)] : []),
    ...KINDS.flatMap((kind) => verdict.diagnostics.filter((diagnostic) => kindOf(diagnostic) === kind))
      .map((diagnostic) => drawDiagnostic(diagnostic, verdict)),
  ]));
  $("answered").replaceChildren(...Object.entries(answers).map(([line, { answer }]) => make("p", { className: "tools" },
    `Line ${line}: ${answer} `, button(() => { delete answers[line]; judge(); }, `Take the answer at line ${line} back`, "Take back"))));
};
const whichGame = () => make("div", { className: "choices", role: "group", "aria-label": "Which game is it?" },
  ...[...$("game").options].slice(1).map(({ value, text }) => button(() => { $("game").value = value; judge(); }, "", text)));
const withCode = (text) => text.split(/`([^`]*)`/).map((part, at) => (at % 2 ? make("code", {}, part) : part));
const drawDiagnostic = (diagnostic, verdict) => {
  const kind = kindOf(diagnostic);
  const explained = make("div", { className: "explained", hidden: true });
  const why = button(() => explain(explained.hidden), "Explain this", [diagnostic.rule, diagnostic.code].filter(Boolean).join(" · "));
  why.setAttribute("aria-expanded", "false");
  const explain = async (isOpen) => {
    explained.hidden = !isOpen;
    why.setAttribute("aria-expanded", String(isOpen));
    if (!isOpen || explained.firstChild) return;
    const told = await ask("explain", diagnostic.code, diagnostic.rule ?? "", verdict.game ?? "").catch(({ message }) => ({ story: message }));
    const parts = [[`${diagnostic.rule}: `, told.rule, "p"], ["", told.story, "p"], ["Wrong:", told.wrong, "pre"], ["Right:", told.right, "pre"]];
    explained.replaceChildren(...parts.filter(([, text]) => text).flatMap(([label, text, name]) => [make("b", {}, label), make(name, {}, text)]));
  };
  const where = button(() => { select(diagnostic); goTo(verdict, diagnostic); }, "Show it in the text and on the board", `line ${diagnostic.line}`);
  diagnostic.explain = () => explain(true);
  diagnostic.item = make("div", { className: `diagnostic ${kind}` },
    make("p", {}, make("b", {}, `${kind}: `), ...withCode(diagnostic.message)),
    ...(diagnostic.hint ? [make("p", {}, make("b", {}, "help: "), ...withCode(diagnostic.hint))] : []),
    ...(diagnostic.related ? [drawRelated(diagnostic.related, verdict)] : []),
    ...(diagnostic.said_by ? [make("p", { className: "told" }, `Written by ${diagnostic.said_by}`)] : []),
    make("div", { className: "tools" }, ...(diagnostic.line ? [where] : []), why), explained, ...(diagnostic.answers ? drawAnswers(diagnostic) : []),
    ...(diagnostic.repairs ? [drawRepairs(diagnostic.repairs, verdict)] : []),
    ...(diagnostic.code === "missing-game" ? [whichGame()] : []));
  return diagnostic.item;
};
// The board to which a button leads, in the button; the first button is filled.
const pictured = (onclick, title, ...words) => button(onclick, title, make("span", { className: "thumb" }), make("span", {}, ...words));
const setThumb = (target, svg) => svg && target.querySelector(".thumb").replaceChildren(make("img", { alt: "", src: `data:image/svg+xml,${encodeURIComponent(svg)}` }));
const giveAnswer = (line, answer) => {
  answers[line] = { answer, said: lineAt(line) };
  judge();
  state.scrollIntoView({ block: "nearest" });
};
// What each turn may be that would carry the record beyond its first error. In a record a button writes it, in a thread it
// gives the answer; elsewhere, and where turns would get other numbers, it shows the turn.
const drawRepairs = (repairs, verdict) => {
  const buttons = repairs.map((repair) => {
    const { kind, ply, line, instead, legal_to: legalTo } = repair;
    const what = { replace: `turn ${ply} is`, insert: `before turn ${ply} comes`, remove: `turn ${ply} is one too many: it is`, exchange: `turn ${ply} is` }[kind];
    const write = () => {
      area.setRangeText(instead, ...spanOf(repair), "select");
      edited();
    };
    const look = () => { select(repair); goTo(verdict, repair); };
    const at = repair.answer?.indexOf("=");
    const answer = () => giveAnswer(Number(repair.answer.slice(0, at)), repair.answer.slice(at + 1));
    const isWritten = kind === "replace" && !verdict.read_as && !area.readOnly;
    let [act, title] = [look, "Show that turn"];
    if (repair.answer) [act, title] = [answer, "Read it so"];
    if (isWritten) [act, title] = [write, "Write it in the text"];
    const made = pictured(act, title, `${what} `, make("code", {}, instead), make("small", {}, `line ${line}; legal up to turn ${legalTo}`));
    repair.draw = async () => setThumb(made, ["replace", "insert"].includes(kind) && await ask("repaired", verdict.record, ply, instead));
    return made;
  });
  return make("div", { className: "answers", role: "group", "aria-label": "Turns that may be wrong" }, ...buttons);
};
// The earlier turn that explains a diagnostic.
const drawRelated = (related, verdict) => {
  const where = button(() => { select(related); goTo(verdict, related); }, "Show that turn in the text and on the board", `line ${related.line}`);
  return make("p", {}, make("b", {}, "note: "), `${related.message} `, where);
};
const drawAnswers = ({ line, answers: offered, effects }) => {
  const give = (answer) => giveAnswer(line, answer);
  const buttons = offered.map((text, at) => {
    const answer = text.slice(text.indexOf("=") + 1);
    return pictured(() => give(answer), "", effects[at] || answer, make("small", {}, make("code", {}, answer)));
  });
  const own = make("input", { "aria-label": `Another answer at line ${line}`, placeholder: "another answer: turn 6: …", required: true });
  const form = make("form", { onsubmit: (event) => { event.preventDefault(); give(own.value.trim()); } }, own, make("button", {}, "Answer"));
  return [make("div", { className: "answers", role: "group", "aria-label": `Answers at line ${line}` }, ...buttons, form)];
};

// The records that come out, and their boards

const verdictOf = (number) => verdicts.find(({ record }) => record === number);
const firstError = ({ diagnostics }) => diagnostics.find(({ severity }) => severity === "error");
// The turn after the legal ones: it is not legal, or in question.
const refusedOf = ({ number, turns, questions: [next] }) => {
  const wrong = verdictOf(number).diagnostics.find(({ severity, ply, at }) => severity === "error" && ply === turns.length + 1 && !at);
  if (wrong) return { kind: "error", said: [`Turn ${wrong.ply}, not legal: `, make("code", {}, lineOf(wrong))] };
  return next?.ply === turns.length ? { kind: "question", said: [`Turn ${next.ply + 1}, in question: `, make("code", {}, lineOf(next))] } : null;
};
// A turn of a variation comes after those of the main line. `at` is its name.
const asideOf = (diagnostic) => {
  const [ply, variation] = diagnostic.at.split("v");
  return { kind: kindOf(diagnostic), said: [`Turn ${ply} in variation ${variation}: `, make("code", {}, lineOf(diagnostic))], at: diagnostic.at };
};
const written = () => records.map(({ text }) => text).join("\n");
const showRecords = async () => {
  current = (records.find(({ number }) => firstError(verdictOf(number))) ?? records.find(({ number }) => number === current) ?? records[0])?.number ?? 0;
  $("choose").replaceChildren(...records.map(({ number, title }) => make("option", { value: number }, `${number}. ${title}`)));
  $("choose").hidden = records.length < 2;
  $("result").hidden = !records.length || !records.every(({ text }) => text);
  $("record").textContent = beginning(written());
  const isKept = records.length === 1 && (records[0].text || diagnosticsOf("warning").some(isUndrawn));
  if (isKept) mail.keep(records[0].text || whole(), records[0].title);
  for (const record of records) record.refused = refusedOf(record);
  await showBoard();
  // The next question of each game, and the repairs of its first error, have boards.
  for (const { number, refused, questions: [next] } of records) {
    const { diagnostics } = verdictOf(number);
    for (const repair of diagnostics.flatMap(({ repairs }) => repairs ?? [])) await repair.draw();
    const asks = next && diagnostics.find((each) => each.answers && each.line === next.line);
    const boards = asks ? await ask("boards", number, next.line) : {};
    const board = next && boards[Object.keys(next.answers)[0]];
    if (board && refused) {
      Object.assign(refused, { board, said: [...refused.said, make("small", {}, " drawn as the first answer has it")] });
      if (number === current) await play.goTo(play.current());
    }
    for (const target of asks?.item.querySelectorAll(".answers button:has(code)") ?? []) setThumb(target, boards[target.querySelector("code").textContent]);
  }
};
const showBoard = async (diagnostic = null) => {
  const verdict = verdictOf(current);
  $("choose").value = current;
  const isWaiting = $("shown").classList.toggle("waiting", verdict?.diagnostics.some(isUndrawn) ?? false);
  $("start").hidden = document.body.classList.toggle("judged", Boolean(verdict?.position) || isWaiting);
  $("shown").hidden = !$("start").hidden;
  if ($("shown").hidden) return;
  const { number, turns, text, refused, result, is_open: isOpen } = records.find((record) => record.number === current);
  const canMail = records.length === 1 && (Boolean(text) || isWaiting);
  const canPlay = canMail && (isOpen || isWaiting);
  $("mail").hidden = !canMail;
  $("take-back").disabled = !turns.length && !result;
  const shown = diagnostic ?? firstError(verdict) ?? {};
  const { ply = Infinity, answers: asked } = shown;
  if (isWaiting) return play.wait({ number, canPlay });
  const given = { number, turns, canPlay, canRoll: mail.rolls(verdict.game) };
  if (shown.at) return play.open({ ...given, refused: asideOf(shown) }, Infinity, addText);
  return play.open({ ...given, refused }, asked ? ply + 1 : ply, addText);
};
// The line of a diagnostic, up to 100 characters.
const lineOf = ({ line }) => lineAt(line)?.replace(/^[>\s]+/, "").slice(0, 100) ?? "";
const goTo = ({ record }, diagnostic) => {
  current = record;
  showBoard(diagnostic).catch(({ message }) => tell(message, "error"));
};

// Playing on: the record with what is added takes the place of the text, which can be taken back, and is kept

const playOn = (text) => {
  put(text);
  clearTimeout(typing);
  return judge();
};
// A new game, or one that is kept under a key.
const openGame = (text, key) => {
  leave();
  mail.play(key);
  return playOn(text);
};
const replaceText = (text) => {
  before.push(kept());
  mail.play();
  return playOn(text);
};
const addText = async (text) => {
  const { text: record, error } = await ask("add", current, text, mail.secrets());
  if (error) return tell(error, "error");
  return replaceText(record);
};
const takeBack = async () => {
  if (before.length) recall(JSON.parse(before.pop()), put);
  else await playOn(await ask("undo", current));
};

// The marks in the text. The columns of a diagnostic count characters, of which some are two in JavaScript.

const offset = (line, column) => [...line].slice(0, column - 1).join("").length;
const drawMarks = () => {
  const text = area.value;
  const isHuge = field.classList.toggle("long", isLong(text));
  const isCurrent = whole() === judged;
  const leftOut = new Set(isCurrent && verdicts.length === 1 ? verdicts[0].left_out : []);
  const diagnostics = isCurrent ? KINDS.flatMap(diagnosticsOf).filter(({ line }) => line) : [];
  marks.replaceChildren(...(isHuge ? [] : text.split("\n")).map((line, index) => {
    const number = index + 1;
    const kinds = Array(line.length).fill("");
    for (const diagnostic of diagnostics.filter((each) => each.line <= number && number <= each.end_line)) {
      const from = number === diagnostic.line ? offset(line, diagnostic.column) : 0;
      const to = number === diagnostic.end_line ? Math.max(offset(line, diagnostic.end_column), from + 1) : line.length;
      for (let at = from; at < to && at < line.length; at++) kinds[at] ||= kindOf(diagnostic);
    }
    const row = make("div", { className: leftOut.has(number) && !kinds.some(Boolean) ? "out" : "" });
    for (let at = 0, end = 0; at < line.length; at = end) {
      while (end < line.length && kinds[end] === kinds[at]) end++;
      row.append(kinds[at] ? make("mark", { className: kinds[at] }, line.slice(at, end)) : line.slice(at, end));
    }
    return row;
  }));
};
const indexOf = (line, column) => {
  const lines = area.value.split("\n");
  return lines.slice(0, line - 1).join("\n").length + Math.min(line - 1, 1) + offset(lines[line - 1] ?? "", column);
};
// Where something is written in the text; only its beginning, if no end is known.
const spanOf = ({ line, column, end_line: endLine = line, end_column: endColumn = column }) => [indexOf(line, column), indexOf(endLine, endColumn)];
const select = (place) => {
  area.focus({ preventScroll: true });
  area.setSelectionRange(...spanOf(place));
  marks.children[place.line - 1]?.scrollIntoView({ block: "center" });
};
area.addEventListener("click", () => {
  const { selectionStart: at, selectionEnd: end } = area;
  const isAt = ([from, to]) => from <= at && at <= to;
  const diagnostic = whole() === judged && at === end && KINDS.flatMap(diagnosticsOf).find((each) => each.line && isAt(spanOf(each)));
  if (!diagnostic) return;
  diagnostic.item.scrollIntoView({ block: "nearest" });
  diagnostic.explain();
});

// Files, examples, links, and what is kept

const openFile = async (file) => {
  if (file.size > LONGEST_FILE) return tell(`${file.name} is larger than 20 MB`, "error");
  const bytes = new Uint8Array(await file.arrayBuffer());
  const encoding = { 0xff: "utf-16le", 0xfe: "utf-16be" }[bytes[0]] ?? "utf-8"; // only to show it
  if (encoding === "utf-8" && bytes.includes(0) && !/\.zip$/i.test(file.name)) return tell(`${file.name} is not a text`, "error");
  return takeBytes(new TextDecoder(encoding).decode(bytes), `From the file ${file.name}`, `given${/\.\w{1,8}$/.exec(file.name) ?? ""}`, bytes);
};
const takeBytes = (text, title, name = "text", bytes = new TextEncoder().encode(text)) => {
  if (bytes.length > LONGEST_FILE) return tell("This text is larger than 20 MB", "error");
  return take(text, { name, bytes, title });
};
// What is written over all of a text, or into an empty field, is another game.
area.addEventListener("beforeinput", () => {
  if (area.selectionEnd - area.selectionStart === area.value.length) leave();
});
area.addEventListener("paste", (event) => {
  const text = event.clipboardData.getData("text");
  if (!isLong(text)) return;
  event.preventDefault();
  takeBytes(text, "A long text");
});
const save = (name, text) => {
  const href = URL.createObjectURL(new Blob([text]));
  make("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
};
const copy = async (target, text) => {
  const label = (target.dataset.label ??= target.textContent);
  const copied = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error("the connection is not secure"));
  target.textContent = await copied.then(() => "Copied", () => "The browser does not allow it");
  setTimeout(() => { target.textContent = label; }, 3000);
};
const kept = () => JSON.stringify({ text: whole(), game: $("game").value, answers });
const isAnswer = ([line, given]) =>
  /^[1-9]\d{0,6}$/.test(line) && typeof given?.answer === "string" && typeof given.said === "string";
// What was kept may come from anyone's link: only what this page writes is taken.
const recall = ({ text, game, answers: given }, into = take) => {
  const isWhole = typeof text === "string" && typeof game === "string" && given?.constructor === Object;
  if (!isWhole || !Object.entries(given).every(isAnswer)) throw new Error("damaged");
  into(text);
  $("game").value = game;
  answers = given;
};
const through = async (given, change, most = Infinity) => {
  let size = 0;
  const limit = new TransformStream({
    transform: (chunk, out) => {
      size += chunk.length;
      if (size > most) out.terminate();
      else out.enqueue(chunk);
    },
  });
  const all = await new Response(new Blob([given]).stream().pipeThrough(change).pipeThrough(limit)).arrayBuffer();
  if (size > most) throw new RangeError("too long");
  return new Uint8Array(all);
};
// A link has the text after its `#`, which browsers do not send.
const copyLink = async (target) => {
  if (Math.max(kept().length, held?.bytes.length ?? 0) > LONGEST_UNPACKED) return tell("The text is too long for a link", "error");
  if (!isInField()) return tell("Send the file itself: a link holds UTF-8 only", "error");
  const bytes = await through(kept(), new CompressionStream("deflate-raw"));
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  const packed = text.replace(/[+/=]/g, (found) => ({ "+": "-", "/": "_" })[found] ?? "");
  if (packed.length > LONGEST_LINK) return tell("The text is too long for a link", "error");
  return copy(target, `${location.href.split("#")[0]}#z=${packed}`);
};
const readLink = async () => {
  const packed = /^#z=([\w-]+)$/.exec(location.hash)?.[1];
  if (!packed) return false;
  history.replaceState(null, "", location.pathname);
  try {
    if (packed.length > LONGEST_LINK) throw new RangeError("too long");
    const bytes = Uint8Array.from(atob(packed.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));
    const unpacked = await through(bytes, new DecompressionStream("deflate-raw"), LONGEST_UNPACKED);
    recall(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(unpacked)));
  } catch (error) {
    tell(error instanceof RangeError ? "Send this text as a file: a link holds 200 kB at most" : "This link is damaged", "error");
  }
  return true;
};
// What another program shared with the page, which `offline.js` holds.
const readShared = async () => {
  if (location.hash !== "#shared") return false;
  history.replaceState(null, "", location.pathname);
  const address = new URL("shared", location.href);
  const text = await (await caches.match(address))?.text();
  for (const name of await caches.keys()) await (await caches.open(name)).delete(address);
  if (text) takeBytes(text, "Shared with this page");
  return Boolean(text);
};
const keepOffline = async () => {
  const registration = await navigator.serviceWorker?.register("offline.js").catch(() => null);
  const look = () => {
    if (registration.active) $("offline").textContent = "It works without a network now.";
    $("renew").hidden = !(registration.waiting && navigator.serviceWorker.controller);
  };
  if (!registration) return; // not on this server
  registration.onupdatefound = ({ target: { installing } }) => { installing.onstatechange = look; };
  $("renew").onclick = () => {
    navigator.serviceWorker.oncontrollerchange = () => location.reload();
    registration.waiting.postMessage("take over");
  };
  look();
};

// A turn that was added before the text was edited is taken back from the text as it is.
const edited = () => {
  before = [];
  changed();
};
area.oninput = edited;
$("game").onchange = judge;
$("open").onclick = () => $("file").click();
$("file").onchange = async ({ target }) => { await openFile(target.files[0]); target.value = ""; };
$("link").onclick = ({ target }) => copyLink(target);
$("clear").onclick = () => { take(""); scrollTo(0, 0); };
$("retry").onclick = () => { tell("Starting Python …"); begin("it starts again"); };
$("choose").onchange = ({ target }) => goTo(verdictOf(Number(target.value)), null);
$("copy").onclick = ({ target }) => copy(target, written());
$("save").onclick = () => save("game.pyr", written());
$("html").onclick = async () => save("game.html", await ask("page", current));
$("svg").onclick = async () => save(`game-${play.current()}.svg`, await ask("picture", current, String(play.current())));
// Each replay has its own frame: one that loads a second page adds a step to the browser's history, and shows
// nothing if it does so while it is hidden.
$("replay").onclick = async () => {
  const frame = $("frame").cloneNode();
  frame.srcdoc = await ask("page", current);
  frame.onload = () => frame.focus();
  $("whole").showModal();
  $("frame").replaceWith(frame);
};
for (const close of document.querySelectorAll("dialog .close")) close.onclick = () => close.closest("dialog").close();
$("take-back").onclick = takeBack;
document.ondragover = (event) => event.preventDefault();
document.ondrop = (event) => {
  const [file] = event.dataTransfer.files;
  if (file) { event.preventDefault(); openFile(file); }
};
addEventListener("hashchange", readLink);
begin("", started);
mail.start({ current: () => current, openGame, replaceText, copy, save });
examples = await fetch(new URL("examples.json", import.meta.url)).then((found) => found.json(), () => []);
$("cards").append(...examples.map(({ title, text, svg, kind, message }, at) => {
  const [game, what] = title.split(/: (.*)/);
  return button(() => { take(text); state.scrollIntoView({ block: "nearest" }); }, "",
    make("img", { alt: "", src: `data:image/svg+xml,${encodeURIComponent(svg)}` }),
    make("span", {}, make("b", {}, game), make("small", {}, `${{ right: "✓", question: "?", error: "✗" }[kind]} ${what}`),
      ...(at === 0 ? [make("small", { className: `message ${kind}` }, message)] : []))); // the first is open
}));
if (!(await readLink()) && !(await readShared()) && sessionStorage.pyrnot) {
  try {
    if (sessionStorage.pyrnot !== LEFT_OUT) recall(JSON.parse(sessionStorage.pyrnot));
    else Object.assign($("file-name"), { hidden: false, textContent: AGAIN });
  } catch {
    delete sessionStorage.pyrnot; // of another version of the page
  }
}

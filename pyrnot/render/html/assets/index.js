// Sorts the list by the column whose heading is clicked, and filters it by words and by game.
const table = document.querySelector(".records");
const body = table.tBodies[0];
const rows = [...body.rows];
const headings = [...table.tHead.rows[0].cells];
const order = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
const key = (row, column) => row.cells[column].dataset.sort ?? row.cells[column].textContent;

// What is unknown comes last, whichever way the list is sorted.
const isUnknown = (text) => /^[?.]*$/.test(text);
const sort = (column) => {
  const way = headings[column].getAttribute("aria-sort") === "ascending" ? -1 : 1;
  headings.forEach((heading) => heading.removeAttribute("aria-sort"));
  headings[column].setAttribute("aria-sort", way === 1 ? "ascending" : "descending");
  rows.sort((one, other) => {
    const [a, b] = [key(one, column), key(other, column)];
    return isUnknown(a) - isUnknown(b) || way * order.compare(a, b);
  });
  body.append(...rows);
};
headings.forEach((heading, column) => {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = heading.textContent;
  button.onclick = () => sort(column);
  heading.replaceChildren(button);
});

const words = document.createElement("input");
words.type = "search";
words.placeholder = "player, event, date, result …";
words.setAttribute("aria-label", "Show records with these words");
const games = document.createElement("select");
games.setAttribute("aria-label", "Game");
games.append(new Option("all games", ""));
for (const game of new Set(rows.map((row) => row.cells[1].textContent))) if (game) games.append(new Option(game, game));
// The heading says how many there are.
const count = document.querySelector("h1");
const all = count.textContent;
count.setAttribute("aria-live", "polite");
const filter = () => {
  const wanted = words.value.toLowerCase().split(/\s+/);
  let shown = 0;
  for (const row of rows) {
    const text = [...row.cells].map((cell) => cell.textContent).join(" ").toLowerCase();
    row.hidden = !wanted.every((word) => text.includes(word)) || (games.value && row.cells[1].textContent !== games.value);
    shown += !row.hidden;
  }
  count.textContent = shown === rows.length ? all : `${shown} of ${all}`;
};
words.oninput = games.onchange = filter;
const line = document.createElement("div");
line.className = "filter";
line.append(words, games);
table.before(line);

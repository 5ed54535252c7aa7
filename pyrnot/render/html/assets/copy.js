// Copying the position, the turn, the link and the picture of the ply that is shown.

const copyText = async (text) => {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // A page without the right to the clipboard can still copy what is selected.
    const area = make("textarea", { className: "hidden-text", value: text });
    page.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    if (!done) throw new Error("the browser does not allow it");
  }
};

// The board as it is on the screen, as one SVG with everything that it needs. Boards are drawings already; cards are
// boxes with text and small drawings, each of which is put where it stands.
const pictureOf = (figure) => {
  const box = figure.getBoundingClientRect();
  const isDark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  const [wide, high] = [Math.ceil(box.width) + 16, Math.ceil(box.height) + 16];
  const rules = document.querySelector("style").textContent;
  const picture = draw("svg", {
    xmlns: "http://www.w3.org/2000/svg", class: "pyr", width: wide, height: high, viewBox: `-8 -8 ${wide} ${high}`,
    "data-theme": isDark ? "dark" : "light",
  });
  const style = draw("style");
  style.textContent = rules;
  const uses = [...figure.querySelectorAll("use")].map((use) => use.getAttribute("xlink:href").slice(1));
  const defs = [...document.querySelectorAll("svg.defs defs > *")].filter(({ id }) => !/^pyd\d/.test(id) || uses.includes(id));
  picture.append(style, draw("defs", {}, ...defs.map((each) => each.cloneNode(true))));
  const ground = getComputedStyle(page);
  picture.append(draw("rect", { x: -8, y: -8, width: wide, height: high, fill: ground.backgroundColor }));
  for (const card of figure.querySelectorAll(".box")) {
    const { left, top, width, height } = card.getBoundingClientRect();
    const { backgroundColor, borderTopColor } = getComputedStyle(card);
    const place = { x: left - box.left, y: top - box.top, width, height, rx: 6 };
    picture.append(draw("rect", { ...place, fill: backgroundColor, stroke: borderTopColor }));
  }
  for (const svg of figure.querySelectorAll("svg")) {
    const { left, top, width, height } = svg.getBoundingClientRect();
    const copy = svg.cloneNode(true);
    for (const [key, value] of Object.entries({ x: left - box.left, y: top - box.top, width, height })) copy.setAttribute(key, value);
    picture.append(copy);
  }
  const texts = document.createTreeWalker(figure, NodeFilter.SHOW_TEXT, ({ parentElement }) =>
    parentElement.closest("svg, .spot") ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT);
  while (texts.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    const { left, top, height, width } = range.getBoundingClientRect();
    if (!width) continue;
    const { fontSize, fontWeight, fontFamily, color } = getComputedStyle(texts.currentNode.parentElement);
    const text = draw("text", { x: left - box.left, y: top - box.top + height * 0.77 }, texts.currentNode.data.trim());
    Object.assign(text.style, { fontSize, fontWeight, fontFamily, fill: color });
    picture.append(text);
  }
  return picture;
};
const pngOf = async (figure) => {
  const picture = pictureOf(figure);
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(picture))}`;
  await image.decode();
  const canvas = make("canvas", { width: 2 * image.width, height: 2 * image.height });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
};
const copyPicture = async (figure, name) => {
  const canvas = await pngOf(figure);
  try {
    const blob = await new Promise((done) => { canvas.toBlob(done); });
    await navigator.clipboard.write([new ClipboardItem({ "image/png": blob })]);
    return "copied";
  } catch {
    make("a", { href: canvas.toDataURL(), download: `${name}.png` }).click();
    return "saved as a file";
  }
};

// The buttons that copy; `current` gives the element and the name of the ply that is shown.
const copyButtons = (current) => {
  const words = make("span");
  let clearing;
  const ways = {
    position: () => copyText(current().element.querySelector(".words code").textContent),
    turn: () => copyText(current().element.querySelector("h2 .turn").textContent),
    link: () => copyText(location.href),
    picture: () => copyPicture(current().element.querySelector("figure.board"), current().name),
  };
  const made = Object.entries(ways).map(([what, way]) => make("button", {
    type: "button", className: what, "aria-label": `Copy the ${what}`, onclick: async () => {
      try {
        words.textContent = `${what} ${(await way()) ?? "copied"}`;
      } catch (error) {
        words.textContent = `could not copy the ${what}: ${error.message}`;
      }
      say(words.textContent);
      clearTimeout(clearing); // or the words of an earlier click would take these away
      clearing = setTimeout(() => { words.textContent = ""; }, 4000);
    },
  }, what));
  return make("p", { className: "copy" }, "Copy ", ...made, words);
};

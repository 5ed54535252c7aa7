// Runs Python, and with it pyrnot: each question of the page gets one answer. Its Python is `pyrnot.site.texts`.

import { loadPyodide } from "./pyodide.mjs";

const here = new URL("./", import.meta.url).href;
const SITE_PACKAGES = "/lib/python3.14/site-packages";
const HOME = "/home/pyodide/";

const start = async () => {
  // Both at once: the archive is here before Python is.
  const [python, archive] = await Promise.all([loadPyodide({ indexURL: here }), fetch(`${here}pyrnot.zip`)]);
  if (!archive.ok) throw new Error(`pyrnot.zip: ${archive.status}`);
  python.unpackArchive(await archive.arrayBuffer(), "zip", { extractDir: SITE_PACKAGES });
  python.FS.chdir(HOME);
  return { python, texts: python.pyimport("pyrnot.site.texts") };
};
const started = start();
let text = null; // the text that was judged last

const ANSWERS = {
  start: () => true,
  judge: ({ name, bytes, game, answers }, { python, texts }) => {
    text?.destroy();
    python.FS.writeFile(HOME + name, bytes);
    text = texts.Text(name, game, JSON.stringify(answers));
    return JSON.parse(text.told());
  },
  records: () => JSON.parse(text.records()),
  page: ({ number }) => text.page(number),
  picture: ({ number, ply }) => text.picture(number, ply),
  view: ({ number, ply }) => JSON.parse(text.view(number, ply)),
  touch: ({ number, beginning }) => JSON.parse(text.touch(number, beginning)),
  add: ({ number, turn }) => JSON.parse(text.add(number, turn)),
  mail: ({ number }) => text.mail(number),
  undo: ({ number }) => text.undo(number),
  begin: ({ game, variant, names }, { texts }) => texts.begin(game, variant, JSON.stringify(names)),
  boards: ({ number, line }) => JSON.parse(text.boards(number, line)),
  repaired: ({ number, ply, turn }) => text.repaired(number, ply, turn),
  explain: ({ code, rule, game }, { texts }) => JSON.parse(texts.explain(code, rule ?? "", game ?? "")),
};
onmessage = async ({ data: { id, ask, ...about } }) => {
  try {
    postMessage({ id, answer: ANSWERS[ask](about, await started) });
  } catch (error) {
    const words = String(error?.message ?? error).trim().split("\n").at(-1);
    // After what is not an exception of Python, such as a full stack, Python cannot continue.
    postMessage({ id, error: words, isFatal: error?.name !== "PythonError" });
  }
};

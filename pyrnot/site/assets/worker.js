// Runs Python, and with it pyrnot: each question of the page gets one answer. Its Python is `pyrnot.site.texts`.

import { loadPyodide } from "./pyodide.mjs";

const here = new URL("./", import.meta.url).href;
const SITE_PACKAGES = "/lib/python3.14/site-packages";

const start = async () => {
  // Both at once: the archive is here before Python is.
  const [python, archive] = await Promise.all([loadPyodide({ indexURL: here }), fetch(`${here}pyrnot.zip`)]);
  if (!archive.ok) throw new Error(`pyrnot.zip: ${archive.status}`);
  python.unpackArchive(await archive.arrayBuffer(), "zip", { extractDir: SITE_PACKAGES });
  return { python, texts: python.pyimport("pyrnot.site.texts") };
};
const started = start();
let text = null; // the text that was judged last

// Those whose answer is text, not JSON.
const PLAIN = ["page", "picture", "mail", "undo", "begin", "invitation", "repaired"];
const answer = ({ python, texts }, what, args) => {
  if (what === "start") return true;
  if (what === "judge") {
    const [name, bytes, game, answers] = args;
    text?.destroy();
    python.FS.writeFile(name, bytes);
    text = texts.Text(name, game, JSON.stringify(answers));
    return JSON.parse(text.told());
  }
  const given = args.map((arg) => (typeof arg === "object" ? JSON.stringify(arg) : arg));
  const found = ["begin", "explain"].includes(what) ? texts[what](...given) : text[what](...given);
  return PLAIN.includes(what) ? found : JSON.parse(found);
};
onmessage = async ({ data: { id, what, args } }) => {
  try {
    postMessage({ id, answer: answer(await started, what, args) });
  } catch (error) {
    const words = String(error?.message ?? error).trim().split("\n").at(-1);
    // After what is not an exception of Python, such as a full stack, Python cannot continue.
    postMessage({ id, error: words, isFatal: error?.name !== "PythonError" });
  }
};

// node compare.mjs FOLDER LIST: the verdicts that the site in FOLDER gives on the files in LIST (a JSON list of paths),
// one JSON list a line. Its Python runs as in the worker of the page, without a browser.

import { readFileSync, readdirSync } from "node:fs";
import { basename } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, list] = process.argv.slice(2);
const inner = `${folder}/${readdirSync(folder).find((name) => /^[0-9a-f]{12}$/.test(name))}/`;
const { loadPyodide } = await import(pathToFileURL(`${inner}pyodide.mjs`));
const python = await loadPyodide({ indexURL: inner });
python.unpackArchive(new Uint8Array(readFileSync(`${inner}pyrnot.zip`)), "zip", { extractDir: "/lib/python3.14/site-packages" });
const texts = python.pyimport("pyrnot.site.texts");
for (const path of JSON.parse(readFileSync(list, "utf8"))) {
  const name = basename(path);
  python.FS.writeFile(`/home/pyodide/${name}`, new Uint8Array(readFileSync(path)));
  const text = texts.Text(name);
  console.log(text.verdicts());
  text.records();
  text.destroy();
}

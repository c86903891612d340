// A student's file, in a worker of its own: it can compute and answer. It has no expected
// answers and no network, and is ended from outside when it does not answer.

import { loadPyodide } from "./pyodide.mjs";
import { serveOnly } from "./served.js";

const BASE = new URL("./", import.meta.url);
const ROOMS = ["/home/pyodide/noughts", "/home/pyodide/noughts/sandbox"];
let py = null;
let loaded = null;

const DEEDS = {
  /** Python begins: from scratch, or from a picture of its memory, which is ten times quicker. */
  async begin({ files, modules, snapshot, picture }) {
    serveOnly(BASE, files);
    const options = { indexURL: BASE.href, stdin: () => null, stdout() {}, stderr() {} };
    if (snapshot) options._loadSnapshot = new Uint8Array(snapshot);
    else options._makeSnapshot = picture;
    py = await loadPyodide(options);
    const taken = !snapshot && picture ? py.makeMemorySnapshot() : null;
    for (const folder of ROOMS) py.FS.mkdirTree(folder);
    for (const [name, text] of Object.entries(modules))
      py.FS.writeFile(`/home/pyodide/noughts/${name}`, text);
    py.runPython("import sys; sys.path.insert(0, '/home/pyodide')");
    py.runPython("from noughts.sandbox.inside import LoadedFile");
    return taken ? { snapshot: taken.slice().buffer } : {};
  },

  /** The file is run, and what the judge puts beside it is set up. */
  load({ source, setup }) {
    loaded = py.globals.get("LoadedFile")(source);
    if (loaded.refusal) return { refusal: loaded.refusal };
    let said = "";
    loaded.answer("setup", setup, (line) => (said = line));
    return said.startsWith("ok ") ? { refusal: "" } : { failed: said };
  },

  /** Each answer is a message of its own: if the next one hangs, this one has been given. */
  ask({ verb, text }, say) {
    loaded.answer(verb, text, say);
    return {};
  },
};

self.onmessage = async ({ data: [number, deed, given] }) => {
  try {
    const say = (line) => postMessage([number, line]);
    postMessage([number, await DEEDS[deed](given, say)]);
  } catch (error) {
    postMessage([number, { failed: String(error).slice(0, 2000) }]);
  }
};

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
    py.runPython("from noughts.sandbox.in_process import LoadedFile");
    return taken ? { snapshot: taken.slice().buffer } : {};
  },

  /** The file is run, with what is added to it. */
  load({ source, extension }) {
    const bytes = Uint8Array.from(source, (letter) => letter.charCodeAt(0));
    py.globals.set("given", py.toPy({ source: bytes, extension }));
    loaded = py.runPython("LoadedFile(bytes(given['source']), given['extension'])");
    return { refusal: loaded.refusal };
  },

  ask({ function: name, arguments: given }) {
    const answer = loaded.answer(name, given);
    const [status, said] = answer.toJs();
    answer.destroy();
    return { status, said };
  },
};

self.onmessage = async ({ data: [number, deed, given] }) => {
  try {
    postMessage([number, await DEEDS[deed](given)]);
  } catch (error) {
    postMessage([number, { failed: String(error).slice(0, 2000) }]);
  }
};

// Python for a judge, loaded once, and connected to the cage of its engines.

import { loadPyodide } from "./pyodide.mjs";
import { Cage, Spares } from "./engine.js";
import { fetched } from "./fetched.js";

const BASE = new URL("./", import.meta.url);
const MODULES = [
  "sandbox/asker.py",
  "sandbox/inside.py",
  "sandbox/protocol.py",
  "sandbox/values.py",
];
const HOME = "/home/pyodide";
const OURS = ["noughts.zip", "templates.zip"];
const [WORKER, WASM] = ["engine-worker.js", "pyodide.asm.wasm"];

let ready = null; // a promise of py and spares

/** Called with the port of the cage, which only the page can create. */
export let connect;
const port = new Promise((resolve) => (connect = resolve));

/** Load Python and run a program, once; after a failure, try again. */
export const prepared = (program, tell) =>
  (ready ??= load(program, tell).catch((error) => {
    ready = null; // the network may be back next time
    throw error;
  }));

async function load(program, tell) {
  const list = await (await fetch(new URL("files.json", BASE))).json();
  const files = await fetched(BASE, list, (here, all) =>
    tell("loading", { here, all }),
  );
  tell("starting", {});
  const py = await loadPyodide({ indexURL: BASE.href, _makeSnapshot: true });
  const snapshot = py.makeMemorySnapshot().slice().buffer; // before our modules are loaded
  for (const name of OURS) py.unpackArchive(files[name], "zip");
  const spares = new Spares(new Cage(await port, toEngines(py, files, snapshot)));
  spares.warmUp(); // meanwhile our modules are imported
  py.runPython(`import sys; sys.path.insert(0, "${HOME}")`);
  py.runPython(program);
  return { py, spares };
}

/** The files for the cage: Python, and the modules that load and ask a file. */
function toEngines(py, files, snapshot) {
  const { [WORKER]: worker, [WASM]: wasm, ...python } = files;
  for (const name of OURS) delete python[name]; // it contains our solution
  const read = (name) =>
    py.FS.readFile(`${HOME}/noughts/${name}`, { encoding: "utf8" });
  const modules = Object.fromEntries(MODULES.map((name) => [name, read(name)]));
  modules["__init__.py"] = modules["sandbox/__init__.py"] = "";
  const text = new TextDecoder().decode(worker);
  return { worker: text, wasm, snapshot, files: { ...python, ...modules } };
}

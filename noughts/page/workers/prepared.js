// Python for a judge, loaded once, and connected to the cage of its engines.

import createPyodide from "./pyodide.asm.mjs";
import { loadPyodide } from "./pyodide.mjs";
import { Cage, Spares } from "./engine.js";
import { fetched } from "./fetched.js";
import { restored } from "./restored.js";

const BASE = new URL("./", import.meta.url);
const HOME = "/home/pyodide";

let ready = null; // a promise of py and spares

/** Called with the port of the cage, which only the page can create. */
export let connect;
const port = new Promise((resolve) => (connect = resolve));

/** Load Python with its memory of judge_start.py, once; after a failure, try again. */
export const prepared = (tell) =>
  (ready ??= load(tell).catch((error) => {
    ready = null; // the network may be back next time
    throw error;
  }));

async function load(tell) {
  const list = await (await fetch(new URL("files.json", BASE))).json();
  const files = await fetched(BASE, list, (here, all) =>
    tell("loading", { here, all }),
  );
  tell("starting", {});
  const spares = new Spares(new Cage(await port, toEngines(files)));
  spares.warmUp(); // meanwhile the judge starts
  const wasm = files.code ?? (await WebAssembly.compile(files["pyodide.asm.wasm"]));
  const memory = files["judge.snapshot"];
  const py = await withFiles(files, () =>
    restored(loadPyodide, createPyodide, wasm, memory, { indexURL: BASE.href }),
  );
  const ours = JSON.parse(new TextDecoder().decode(files["noughts.json"]));
  const encoder = new TextEncoder(); // faster than Pyodide's own
  for (const [path, text] of Object.entries(ours)) {
    py.FS.mkdirTree(`${HOME}/${path.slice(0, path.lastIndexOf("/"))}`);
    py.FS.writeFile(`${HOME}/${path}`, encoder.encode(text), { canOwn: true });
  }
  return { py, spares };
}

/** Do something while what is here already is not fetched again, under its plain name. */
async function withFiles(files, act) {
  const fetchAnew = self.fetch;
  self.fetch = async (asked, options) => {
    const { href } = new URL(/** @type {any} */ (asked).url ?? asked, BASE);
    const name = href.slice(BASE.href.length);
    return Object.hasOwn(files, name) && href.startsWith(BASE.href)
      ? new Response(files[name])
      : fetchAnew(asked, options);
  };
  try {
    return await act();
  } finally {
    self.fetch = fetchAnew;
  }
}

/** The files for the cage: Python alone, since the others contain our solution. */
const toEngines = (files) => ({
  worker: new TextDecoder().decode(files["engine-worker.js"]),
  wasm: files["pyodide.asm.wasm"],
  snapshot: files["engine.snapshot"],
  files: {
    "python_stdlib.zip": files["python_stdlib.zip"],
    "pyodide-lock.json": files["pyodide-lock.json"],
  },
});

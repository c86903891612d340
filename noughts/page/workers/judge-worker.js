// The judge, in a worker of its own: the same Python as everywhere, a conversation that
// this worker carries on with the engine's.

import { loadPyodide } from "./pyodide.mjs";
import { replies } from "./driver.js";
import { Engines } from "./engine.js";
import { fetched } from "./served.js";

const BASE = new URL("./", import.meta.url);
const SPAWNED = `import ${JSON.stringify(new URL("engine-worker.js", import.meta.url).href)};`;
const MODULES = [
  "sandbox/in_process.py",
  "sandbox/inside.py",
  "sandbox/native.py",
  "sandbox/protocol.py",
];
const BUDGET = 360_000; // milliseconds for a file: three times as many as natively
const tell = (what, given) => postMessage([what, given]);

let ready = null;

/** Everything that is needed, once. */
async function prepared() {
  const list = await (await fetch(new URL("files.json", BASE))).json();
  const files = await fetched(BASE, list, (here, all) =>
    tell("loading", { here, all }),
  );
  tell("starting", {});
  const py = await loadPyodide({ indexURL: BASE.href });
  for (const name of ["noughts.zip", "templates.zip"])
    py.unpackArchive(files[name], "zip");
  py.runPython("import sys; sys.path.insert(0, '/home/pyodide')");
  py.runPython("import json; from noughts.checker.relay import Carried, in_place_of_ours, report, standing, verdicts_on");
  const root = py.runPython("import noughts; noughts.__path__[0]");
  const read = (name) => py.FS.readFile(`${root}/${name}`, { encoding: "utf8" });
  const modules = Object.fromEntries(MODULES.map((name) => [name, read(name)]));
  modules["__init__.py"] = modules["sandbox/__init__.py"] = "";
  const spawn = () =>
    new Worker(URL.createObjectURL(new Blob([SPAWNED], { type: "text/javascript" })), {
      type: "module",
    });
  return { py, engines: new Engines(spawn, { files, modules }) };
}

async function judge({ bytes, text, name, functions, only }) {
  const { py, engines } = await (ready ??= prepared());
  py.globals.set("given", py.toPy({ bytes, text, name, functions, only }));
  const whole = only ? "in_place_of_ours(given['only'], given['text'])" : "bytes(given['bytes'])";
  const carried = py.runPython(`Carried(${whole}, given['name'], given['functions'])`);
  const deadline = performance.now() + BUDGET;
  let request = carried.begin();
  while (request !== "done") {
    const round = JSON.parse(request);
    let done = 0;
    const telling = (what) => tell("asked", { what, done, all: round.calls.length });
    const awaited = (name) => telling(isFunction(name) ? `${name} awaited` : round.what);
    telling(round.what);
    for await (const reply of replies(round, engines, deadline, awaited)) {
      request = carried.pass_on(...reply);
      done += 1;
      telling(round.what);
    }
    tell("standing", JSON.parse(standingOf(py, carried)));
  }
  py.globals.set("record", carried.record);
  const told = py.runPython(
    only
      ? "json.dumps(verdicts_on(record, given['only']))"
      : "json.dumps(report(record))",
  );
  tell("done", JSON.parse(told));
  carried.destroy();
  await engines.end();
}

const isFunction = (name) => /^[a-z_]+$/.test(name);
const standingOf = (py, carried) => py.globals.get("standing")(carried);

self.onmessage = ({ data }) =>
  judge(data).catch((error) => tell("failed", String(error).slice(-1000)));

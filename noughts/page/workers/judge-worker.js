// The judge, in a worker of its own: the same Python as everywhere, a conversation that
// this worker carries on with the engine's.

import { loadPyodide } from "./pyodide.mjs";
import { ask } from "./driver.js";
import { Cage, Engines } from "./engine.js";
import { fetched } from "./fetched.js";

const BASE = new URL("./", import.meta.url);
const MODULES = [
  "sandbox/asker.py",
  "sandbox/inside.py",
  "sandbox/protocol.py",
  "sandbox/values.py",
];
const HOME = "/home/pyodide";
const JUDGE = `
import json, sys
sys.path.insert(0, "${HOME}")
from noughts.checker.relay import Carried, in_place_of_ours, report, standing, verdicts_on
`;
const OURS = ["noughts.zip", "templates.zip"];
const [WORKER, WASM] = ["engine-worker.js", "pyodide.asm.wasm"];
const BEAT = 1000; // milliseconds between two signs of life
const BUDGET = 360_000; // milliseconds for a file: three times as many as natively
const tell = (what, given) => postMessage([what, given]);

let ready = null;
let connect; // to the cage of the files, which only the page can make
const port = new Promise((resolve) => (connect = resolve));

/** Everything that is needed, once. */
async function prepared() {
  const list = await (await fetch(new URL("files.json", BASE))).json();
  const files = await fetched(BASE, list, (here, all) =>
    tell("loading", { here, all }),
  );
  tell("starting", {});
  const py = await loadPyodide({ indexURL: BASE.href, _makeSnapshot: true });
  const snapshot = py.makeMemorySnapshot().slice().buffer; // of nothing but Python
  for (const name of OURS) py.unpackArchive(files[name], "zip");
  const engines = new Engines(new Cage(await port, toEngines(py, files, snapshot)));
  engines.warmUp(); // while the judge is read
  py.runPython(JUDGE);
  return { py, engines };
}

/** What the cage is given: Python, and what loads a file and writes answers down. */
function toEngines(py, files, snapshot) {
  const { [WORKER]: worker, [WASM]: wasm, ...python } = files;
  for (const name of OURS) delete python[name]; // our own solution is in it
  const read = (name) => py.FS.readFile(`${HOME}/noughts/${name}`, { encoding: "utf8" });
  const modules = Object.fromEntries(MODULES.map((name) => [name, read(name)]));
  modules["__init__.py"] = modules["sandbox/__init__.py"] = "";
  const text = new TextDecoder().decode(worker);
  return { worker: text, wasm, snapshot, files: { ...python, ...modules } };
}

const begun = () =>
  (ready ??= prepared().catch((error) => {
    ready = null; // the network may be back the next time
    throw error;
  }));

async function judge({ bytes, text, name, functions, only }) {
  const { py, engines } = await begun();
  py.globals.set("given", py.toPy({ bytes, text, name, functions, only }));
  const whole = only ? "in_place_of_ours(given['only'], given['text'])" : "bytes(given['bytes'])";
  const carried = py.runPython(`Carried(${whole}, given['name'], given['functions'])`);
  const deadline = performance.now() + BUDGET;
  let request = carried.begin();
  while (request !== "done") {
    const asked = JSON.parse(request);
    const { told, end } = telling(asked);
    const { answers, refusal } = await ask(asked, engines, deadline, told).finally(end);
    request = answers ? carried.pass_on(JSON.stringify(answers)) : carried.refuse(refusal);
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
  engines.warmUp(); // another one, for the next file
}

/** Tell how far a request has come, once a second, and whom it waits for. */
function telling({ what, function: name, questions }) {
  const count = questions.length;
  let done = 0;
  let before = 0;
  const say = (which) => tell("asked", { what: which, done, all: count });
  say(what);
  const beat = setInterval(() => {
    say(done === before && count > 1 ? `${name} awaited` : what);
    before = done;
  }, BEAT);
  return { told: (count) => (done = count), end: () => clearInterval(beat) };
}

const standingOf = (py, carried) => py.globals.get("standing")(carried);

self.onmessage = ({ data, ports: [given] }) => {
  if (given) return connect(given);
  if (data === "warm up") return begun().catch(() => {});
  judge(data).catch((error) => tell("failed", String(error).slice(-1000)));
};

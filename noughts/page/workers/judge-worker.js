// The worker that judges one file, with the same Python code as the command line.

import { converse } from "./driver.js";
import { Engines } from "./engine.js";
import { connect, prepared } from "./prepared.js";

const JUDGE = `
import json
from noughts.checker.relay import (
    Carried, in_place_of_ours, others, report, standing, verdicts_on
)

def carried(given):
    if only := given["only"]:
        text = in_place_of_ours(only, given["text"])
        return Carried(text, given["name"], [only], supplied=others(only))
    return Carried(bytes(given["bytes"]), given["name"], given["functions"])
`;
const BEAT = 200; // milliseconds between progress messages
const LONG = 1000; // milliseconds after which an answer is being waited for
const tell = (what, given) => postMessage([what, given]);

async function judge({ bytes, text, name, functions, only }) {
  const { py, spares } = await prepared(JUDGE, tell);
  const engines = new Engines(spares);
  py.globals.set("given", py.toPy({ bytes, text, name, functions, only }));
  const carried = py.runPython("carried(given)");
  await converse(carried, engines, {
    begin: telling,
    end: () => tell("standing", JSON.parse(standingOf(py, carried))),
  });
  py.globals.set("record", carried.record);
  const result = py.runPython(
    only
      ? "json.dumps(verdicts_on(record, given['only']))"
      : "json.dumps(report(record))",
  );
  tell("done", JSON.parse(result));
  carried.destroy();
  await engines.drop();
}

/** Report the progress of a function, and whether an answer takes long. */
function telling({ what, function: name, questions }) {
  const all = questions.length;
  let done = 0;
  let latest = performance.now();
  const say = () => {
    const isLong = all > 1 && performance.now() - latest > LONG;
    const which = isLong ? `${name} awaited` : what;
    tell("asked", { what: which, function: name, done, all });
  };
  say();
  const beat = setInterval(say, BEAT);
  const progress = (count) => {
    done = count;
    latest = performance.now();
  };
  return { progress, end: () => clearInterval(beat) };
}

const standingOf = (py, carried) => py.globals.get("standing")(carried);

self.onmessage = ({ data, ports: [given] }) => {
  if (given) return connect(given);
  if (data === "warm up") return prepared(JUDGE, tell).catch(() => {});
  judge(data).catch((error) => tell("failed", String(error).slice(-1000)));
};

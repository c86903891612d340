// The worker that judges one file, with the same Python code as the command line.

import { converse } from "./driver.js";
import { Engines } from "./engine.js";
import { connect, prepared } from "./prepared.js";
import { found } from "./ruff.js";

// Judged while the student still types: browsers optimise only code that has run before.
const REHEARSAL = {
  name: "",
  only: "result",
  text: `def result(board, action):
    i, j = action
    if action not in actions(board):
        raise ValueError(f"{action} is not an empty cell")
    rows = [row[:] for row in board]
    rows[i][j] = player(board)
    return rows
`,
};
const BEAT = 200; // milliseconds between progress messages
const tell = (what, given) => postMessage([what, given]);

/** Judge a file or a function; resolve to what the page shows. */
async function judge(given, listenerFor) {
  const { py, spares } = await prepared(tell);
  const engines = new Engines(spares);
  const carried = py.globals.get("carried")(py.toPy(given));
  // Without ruff, style is in neither the points nor the maximum.
  const isFile = !given.only && given.traced === undefined;
  const remarks = isFile ? found(carried.for_ruff()).catch(() => null) : null;
  try {
    await converse(carried, engines, listenerFor?.(py, carried));
    const style = await remarks;
    if (style) carried.add_style(style);
    return JSON.parse(py.globals.get("result_of")(carried, given.only));
  } finally {
    carried.destroy();
    engines.close();
  }
}

/** Report the verdicts on functions so far and, once, the first wrong answer. */
function listener(py, carried) {
  let isTold = false;
  const said = (name) => JSON.parse(py.globals.get(name)(carried));
  return {
    begin: telling,
    end() {
      tell("standing", said("standing"));
      const first = isTold ? null : said("first_of");
      if (!first) return;
      isTold = true;
      tell("first", first);
    },
  };
}

/** Report the progress of a function. */
function telling({ function: name, questions: { length: all } }) {
  let done = 0;
  const say = () => tell("asked", { what: name, function: name, done, all });
  say();
  const beat = setInterval(say, BEAT);
  const progress = (count) => (done = count);
  return { progress, end: () => clearInterval(beat) };
}

self.onmessage = ({ data, ports: [given] }) => {
  if (given) return connect(given);
  if (data === "warm up") return judge(REHEARSAL).catch(() => {});
  judge(data, listener)
    .then((result) => tell("done", result))
    .catch((error) => tell("failed", String(error).slice(-1000)));
};

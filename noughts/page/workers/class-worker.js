// The worker that judges a class: one judge, and several engines at the same time.

import { callsOf } from "./class-calls.js";
import { converse } from "./driver.js";
import { Engines } from "./engine.js";
import { connect, prepared } from "./prepared.js";
import { forget, recall, remember } from "./remembered.js";
import { found } from "./ruff.js";

const [REPORT, ARCHIVE] = ["/report", "/report.zip"];
const MOST_LANES = 4;
const LANES = Math.min(navigator.hardwareConcurrency || 2, MOST_LANES);
const tell = (what, given) => postMessage([what, given]);

let isBegun = false;
let opened = null; // the class in Python
let language = "en";
let isKept = false; // are results remembered on this computer?
let resume = () => {};
let resumed = Promise.resolve();
let lanes = 0; // running
let weights = null; // the latest, not applied yet
let queue = Promise.resolve(); // messages are handled one after another

async function begun() {
  isBegun = true;
  const { py, spares } = await prepared(tell);
  opened ??= py.globals.get("new_class")();
  return { py, spares, tab: opened };
}

class Refusal extends Error {
  constructor(said) {
    super(said.en);
    this.said = said; // by language
  }
}

const call = callsOf(
  async (name, given) => (await begun()).tab.answer(name, given),
  (said) => new Refusal(said),
);

async function write(name, bytes) {
  const { py } = await begun();
  py.FS.writeFile(`/class/${name}`, new Uint8Array(bytes), { canOwn: true });
}

/** Show the students with a file, or all. */
async function showRows(key) {
  for (const row of await call.rows(language, key ?? "")) tell("row", row);
}
const showTotals = async () => tell("totals", await call.totals());
const showSections = async () => tell("sections", await call.sections());

/** Choose a file for each student, recall known records, and judge the rest. */
async function read() {
  for (let chosen; (chosen = await call.choose());) {
    for (const key of chosen.keys) {
      const known = isKept && (await recall(key).catch(() => null));
      if (known) await call.know(key, known);
    }
    tell("row", await call.row(chosen.n, language));
  }
  await showTotals();
  work();
}

function work() {
  for (; lanes < LANES; lanes++)
    lane()
      .catch(fail)
      .finally(() => lanes--);
}

/** Remember the records of some files, or all. */
async function keep(keys) {
  const known = await call.known(keys ?? null);
  for (const [key, record] of Object.entries(known)) await remember(key, record);
}

/** Judge files one after another until none is left. */
async function lane() {
  const { spares, tab } = await begun();
  const engines = new Engines(spares);
  for (;;) {
    await resumed;
    const key = await call.next();
    if (!key) return;
    const carried = tab.carry(key);
    const remarks = found(carried.for_ruff());
    remarks.catch(() => {}); // awaited below
    try {
      await converse(carried, engines);
      carried.add_style(await remarks);
      tab.enter(key, carried);
      if (isKept) await keep([key]).catch(fail); // the record itself is not lost
    } catch (error) {
      await call.fail(key, String(error).slice(-200));
    } finally {
      carried.destroy();
      engines.close(); // the next file gets a new engine
    }
    await showRows(key);
    await showTotals();
  }
}

const fail = (error) =>
  tell(error instanceof Refusal ? "refused" : "failed", error.said ?? String(error));

const DEEDS = {
  async warmUp() {
    await begun();
    tell("ready");
  },

  async export({ name, bytes }) {
    await write(name, bytes);
    tell("students", await call.open(name));
    await showSections();
    read().catch(fail); // in the background, so that other deeds can run
  },

  /** Take the platform's list of grades, or adjustments: Python tells them apart. */
  async list({ name, bytes }) {
    await write(name, bytes);
    const { worksheet, adjustments } = await call.use_list(name);
    if (worksheet) tell("worksheet", worksheet);
    if (!adjustments) return;
    tell("adjustments", adjustments);
    await showRows();
    await showTotals();
    work(); // other files may have to be judged
  },

  async rubric({ name, bytes }) {
    await write(name, bytes);
    await call.use_rubric(name);
    await showSections();
    await DEEDS.speak(language);
  },

  async weigh() {
    await new Promise((resolve) => setTimeout(resolve)); // newer weights may be waiting
    const maxima = weights;
    weights = null;
    await call.weigh(maxima);
    await showTotals();
  },

  async speak(name) {
    language = name;
    if (!isBegun) return;
    await showRows();
    await showTotals();
  },

  pause(isPaused) {
    resume();
    if (isPaused) resumed = new Promise((resolve) => (resume = resolve));
  },

  async keep() {
    isKept = true;
    if (isBegun) await keep();
  },

  async forget() {
    isKept = false;
    await forget();
    tell("forgotten");
  },

  async report(n) {
    tell("report", await call.report(n));
  },

  async rubricText() {
    const text = await call.save_rubric();
    tell("file", { name: "rubric.toml", bytes: new TextEncoder().encode(text) });
  },

  /** Write the report, and send one of its files to the page. */
  async download(kind) {
    const { py } = await begun();
    const written = await call.write(REPORT, ARCHIVE, language);
    const places = {
      worksheet: written.worksheet && `${REPORT}/${written.worksheet}`,
      feedback: written.feedback && `${REPORT}/${written.feedback}`,
      records: `${REPORT}/results.jsonl`,
      report: ARCHIVE,
    };
    tell("written", written);
    const path = places[kind];
    if (!path) return;
    const bytes = py.FS.readFile(path);
    tell("file", { name: path.split("/").pop(), bytes });
  },
};

self.onmessage = ({ data, ports: [given] }) => {
  if (given) return connect(given);
  const [what, payload] = data;
  if (what === "weigh") {
    const isWaiting = weights !== null;
    weights = payload;
    if (isWaiting) return; // sliders move faster than Python: apply only the latest
  }
  queue = queue.then(() => DEEDS[what](payload)).catch(fail);
};

// A class that is being graded, as plain data.

export const unopened = {
  phase: "none", // none, loading, starting, open
  progress: null, // of what is loaded: here, all
  export: "", // the name of the zip file
  names: [], // of the students
  isMoodle: false, // does Moodle take feedback for them?
  rows: [], // of the students whose files are chosen
  sections: [], // of the rubric: title, points, bonus, counts
  totals: null, // points, open, maximum, median, bins
  worksheet: null, // name, found, heading
  passMark: 50, // per cent
  isKept: false, // are results remembered on this computer?
  isPaused: false,
  isWriting: false, // are files being made?
  clock: { began: 0, done: 0 }, // files judged since then
  written: null, // what the last files have: entered, left_open
  report: null, // of one student
  error: "", // a sentence
  notice: "", // another, which is no trouble
};

const isDone = (row) => Boolean(row) && row.outcome !== "waiting";

/** What a message of the worker makes of it, at a time in milliseconds. */
export function heard(state, [what, given], time) {
  switch (what) {
    case "loading":
      return { ...state, phase: "loading", progress: given };
    case "starting":
      return { ...state, phase: "starting", progress: null };
    case "students":
      return opened(state, given, time);
    case "row":
      return withRow(state, given);
    case "worksheet":
    case "sections":
    case "totals":
    case "report":
      return { ...state, [what]: given, phase: "open" };
    case "ready":
      return { ...state, phase: phaseOf(state) };
    case "written":
      return { ...state, written: given };
    case "file":
      return { ...state, isWriting: false };
    case "forgotten":
      return { ...state, isKept: false, notice: "class.deleted" };
    case "refused":
    case "failed":
      return { ...state, phase: phaseOf(state), isWriting: false, error: given };
  }
  return state;
}

const phaseOf = ({ names }) => (names.length ? "open" : "none");

const opened = (state, { name, names, is_moodle: isMoodle }, time) => ({
  ...unopened,
  passMark: state.passMark,
  isKept: state.isKept,
  phase: "open",
  export: name,
  names,
  isMoodle,
  clock: { began: time, done: 0 },
});

function withRow(state, row) {
  const before = state.rows[row.n];
  const rows = [...state.rows];
  rows[row.n] = row;
  const isNew = before && !isDone(before) && isDone(row);
  const clock = { ...state.clock, done: state.clock.done + Number(Boolean(isNew)) };
  return { ...state, rows, clock };
}

export const doneCount = ({ rows }) => rows.filter(isDone).length;
export const waitingCount = (state) => state.names.length - doneCount(state);

/** Seconds until all are done; null as long as that cannot be told. */
export function secondsLeft(state, time) {
  const { began, done } = state.clock;
  if (state.isPaused || done < 2) return null;
  return (((time - began) / done) * waitingCount(state)) / 1000;
}

/** Work stops, or goes on; the time in between is not counted. */
export const paused = (state, isPaused, time) => ({
  ...state,
  isPaused,
  clock: { began: time, done: 0 },
});

/** The same class with other points for one section. */
export const weighed = (state, n, points) => ({
  ...state,
  sections: state.sections.map((each, at) => (at === n ? { ...each, points } : each)),
});

/** How many students have enough of the points. */
export function passing({ totals, passMark }) {
  const least = (totals.maximum * passMark) / 100;
  return Object.values(totals.points).filter((points) => points >= least).length;
}

const KINDS = { zip: "export", csv: "worksheet", toml: "rubric" };

/** What a file is by its name: an export, a worksheet or a rubric; or nothing. */
export const kindOf = (name) => KINDS[name.toLowerCase().split(".").pop()];

/** Files in the order in which they are of use. */
export const inOrder = (files) => {
  const order = Object.values(KINDS);
  const place = ({ name }) => order.indexOf(kindOf(name));
  return [...files].sort((one, other) => place(one) - place(other));
};

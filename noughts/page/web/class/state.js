// The state of a class that is being graded.

export const unopened = {
  loading: null, // Python: the bytes that are here, of all; {} while it starts
  export: "", // the name of the zip file
  names: [], // one for each student
  isMoodle: false, // is it an export of Moodle, which takes feedback?
  rows: [], // one for each student whose file is chosen
  sections: [], // of the rubric: title, points
  totals: null, // points, open, maximum, median, bins
  worksheet: null, // name, found, heading
  adjustments: null, // name, n, unused
  passMark: 50, // per cent
  isKept: false, // are results remembered on this computer?
  isPaused: false,
  isWriting: false, // are files being made?
  clock: { began: 0, done: 0 }, // start time in milliseconds, files judged since
  written: null, // the last worksheet: entered, left_open
  report: null, // of the student who is open
  error: "", // a sentence
  notice: "", // a sentence that is not an error
};

const isDone = (row) => Boolean(row) && row.outcome !== "waiting";

/** Return the state after a message of the worker; `time` is in milliseconds. */
export function heard(before, [what, given], time) {
  if (what === "loading") return { ...before, loading: given };
  if (what === "starting") return { ...before, loading: {} };
  const state = { ...before, loading: null };
  switch (what) {
    case "students":
      return opened(state, given, time);
    case "row":
      return withRow(state, given);
    case "worksheet":
    case "adjustments":
    case "sections":
    case "totals":
    case "report":
    case "written":
      return { ...state, [what]: given };
    case "file":
      return { ...state, isWriting: false };
    case "forgotten":
      return { ...state, isKept: false, notice: "class.deleted" };
    case "refused":
    case "failed":
      return { ...state, isWriting: false, error: given };
  }
  return state;
}

const opened = (state, { name, names, is_moodle: isMoodle }, time) => ({
  ...unopened,
  passMark: state.passMark,
  isKept: state.isKept,
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

/** Return the seconds left, or null if they cannot be estimated yet. */
export function secondsLeft(state, time) {
  const { began, done } = state.clock;
  if (state.isPaused || done < 2) return null;
  return (((time - began) / done) * waitingCount(state)) / 1000;
}

/** Pause or resume; the estimate starts anew. */
export const paused = (state, isPaused, time) => ({
  ...state,
  isPaused,
  clock: { began: time, done: 0 },
});

/** Change the points of one section. */
export const weighed = (state, n, points) => ({
  ...state,
  sections: state.sections.map((each, at) => (at === n ? { ...each, points } : each)),
});

export function passing({ totals, passMark }) {
  const least = (totals.maximum * passMark) / 100;
  return Object.values(totals.points).filter((points) => points >= least).length;
}

const KINDS = { zip: "export", csv: "list", toml: "rubric" };

/** Return the kind of a file by its suffix, or undefined. */
export const kindOf = (name) => KINDS[name.toLowerCase().split(".").pop()];

/** Sort files: the export first, then worksheet and adjustments, then the rubric. */
export const inOrder = (files) => {
  const order = Object.values(KINDS);
  const place = ({ name }) => order.indexOf(kindOf(name));
  return [...files].sort((one, other) => place(one) - place(other));
};

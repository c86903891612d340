// A file that is being checked, as plain data.

export const unchecked = {
  phase: "none", // none, loading, asking, done, failed
  name: "tictactoe.py",
  progress: null, // what is under way: here, all
  standing: {}, // by function: passed, failed
  report: null, // html, style, record
  error: "",
  isOld: false, // has the text been changed since it was handed in?
};

export const FUNCTIONS = [
  "initial_state",
  "player",
  "actions",
  "result",
  "winner",
  "terminal",
  "utility",
  "minimax",
];

/** What a message of the judge's worker makes of it. */
export function heard(check, [what, given]) {
  switch (what) {
    case "loading":
      return { ...check, phase: "loading", progress: given };
    case "starting":
      return { ...check, phase: "starting", progress: null };
    case "asked":
      return { ...check, phase: "asking", progress: given };
    case "standing":
      return { ...check, standing: given };
    case "done":
      return { ...check, phase: "done", progress: null, report: given };
    case "failed":
      return { ...check, phase: "failed", progress: null, error: given };
    default:
      return check;
  }
}

/** What is judged: a file byte by byte, as long as its text is as it was taken. */
export const handedIn = (file, text) =>
  file?.text === text ? file.bytes : new TextEncoder().encode(text);

/** What is shown, or is under way, is of an earlier text from now on. */
export const edited = (check) =>
  isBusy(check) || check.report ? { ...check, isOld: true } : check;

/** How an engine's moves are summed up: those of which nothing is known are not right. */
export function headline({ wrong, asked, positions, faults, unfinished }) {
  if (wrong) return "check.wrong";
  if (!asked) return "check.unasked";
  if (asked < positions) return "check.partly";
  return faults.length || unfinished.length ? "check.faulty" : "check.right";
}

export const isBusy = ({ phase }) => ["loading", "starting", "asking"].includes(phase);

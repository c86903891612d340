// A file that is being checked, as plain data.

export const unchecked = {
  phase: "none", // none, loading, asking, done, failed
  name: "tictactoe.py",
  progress: null, // what is under way: here, all
  standing: {}, // by function: passed, failed
  report: null, // html, style, record
  error: "",
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

export const isBusy = ({ phase }) => ["loading", "starting", "asking"].includes(phase);

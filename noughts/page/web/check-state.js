// A file and its check, as plain data.

export const unchecked = {
  phase: "none", // none, loading, starting, asking, done, failed
  name: "tictactoe.py",
  text: "", // the text in the field
  bytes: null, // of the chosen file, until its text is edited
  judged: null, // the checked text
  progress: null, // here or done, all, what
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

const PHASES = { loading: "loading", starting: "starting", asked: "asking" };

/** Apply a message of the checker. */
export function heard(check, [what, given]) {
  if (what in PHASES)
    return { ...check, phase: PHASES[what], progress: given?.all ? given : null };
  const over = { ...check, phase: what, progress: null };
  if (what === "done") return { ...over, report: given };
  if (what === "failed") return { ...over, error: given };
  return what === "standing" ? { ...check, standing: given } : check;
}

/** Edit the text; the result of the earlier text stays. */
export const edited = (check, text) => ({ ...check, text, bytes: null });

/** Choose another file. */
export const chosen = ({ name, text, bytes }) => ({ ...unchecked, name, text, bytes });

/** Start the check. */
export const begun = ({ name, text, bytes }) => ({
  ...chosen({ name, text, bytes }),
  phase: "starting",
  judged: text,
});

export const bytesOf = ({ text, bytes }) => bytes ?? new TextEncoder().encode(text);

/** Does the result belong to an earlier text? */
export const isOld = ({ judged, text }) => judged !== null && judged !== text;

export const isBusy = ({ phase }) => ["loading", "starting", "asking"].includes(phase);

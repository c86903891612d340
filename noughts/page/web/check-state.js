// A file that is being checked, as plain data.

export const unchecked = {
  phase: "none", // none, loading, starting, asking, done, failed
  name: "tictactoe.py",
  text: "", // as it stands in the field
  bytes: null, // of the file that was chosen, as long as its text is unchanged
  judged: null, // the text that is or was checked
  progress: null, // what is under way: here or done, all, what
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

/** What a message of the judge makes of it. */
export function heard(check, [what, given]) {
  if (what in PHASES)
    return { ...check, phase: PHASES[what], progress: given?.all ? given : null };
  const over = { ...check, phase: what, progress: null };
  if (what === "done") return { ...over, report: given };
  if (what === "failed") return { ...over, error: given };
  return what === "standing" ? { ...check, standing: given } : check;
}

/** Another text in the field: what was found stays, but of the earlier one. */
export const edited = (check, text) => ({ ...check, text, bytes: null });

/** Another file: nothing is known of it yet. */
export const chosen = ({ name, text, bytes }) => ({ ...unchecked, name, text, bytes });

/** The check begins; what is judged is the file byte by byte, if one was chosen. */
export const begun = ({ name, text, bytes }) => ({
  ...chosen({ name, text, bytes }),
  phase: "starting",
  judged: text,
});

export const bytesOf = ({ text, bytes }) => bytes ?? new TextEncoder().encode(text);

/** Is what is shown, or under way, of an earlier text? */
export const isOld = ({ judged, text }) => judged !== null && judged !== text;

export const isBusy = ({ phase }) => ["loading", "starting", "asking"].includes(phase);

// A file and its check, as plain data.

export const unchecked = {
  phase: "none", // none, busy, done, failed
  name: "tictactoe.py",
  text: "", // the text in the field
  bytes: null, // of the chosen file, until its text is edited
  judged: null, // the checked text
  progress: null, // of the download: here, all; of a function: what, function, done, all
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

/** Apply a message of the checker. */
export function heard(check, [what, given]) {
  switch (what) {
    case "loading":
    case "starting":
    case "asked":
      return { ...check, phase: "busy", progress: given?.all ? given : null };
    case "standing":
      return { ...check, standing: given };
    case "done":
      return { ...check, phase: "done", report: given };
    case "failed":
      return { ...check, phase: "failed", error: given };
  }
  return check;
}

/** Edit the text; the result of the earlier text stays. */
export const edited = (check, text) => ({ ...check, text, bytes: null });

export const chosen = ({ name, text, bytes }) => ({ ...unchecked, name, text, bytes });

export const begun = ({ name, text, bytes }) => ({
  ...chosen({ name, text, bytes }),
  phase: "busy",
  judged: text,
});

export const bytesOf = ({ text, bytes }) => bytes ?? new TextEncoder().encode(text);

/** Does the result belong to an earlier text? */
export const isOld = ({ judged, text }) => judged !== null && judged !== text;

export const isBusy = ({ phase }) => phase === "busy";

// The page's language: its sentences, with blanks that are filled by name, {square}, and at
// most two forms, `one|many`. The tables are those of noughts/words.

let spoken = { language: "en", table: {} };
const added = {}; // by language: the sentences of parts that were loaded later

/** Speak a language from now on, with its table of sentences. */
export function speak(language, table) {
  spoken = { language, table };
}

export const language = () => spoken.language;

/** Add the sentences of a part of the page to a language. */
export function addWords(name, table) {
  added[name] = { ...added[name], ...table };
  return true;
}

const said = (name) => spoken.table[name] ?? added[spoken.language]?.[name];

/** A sentence; if it is missing, its name. */
export function say(name, given = {}) {
  const forms = (said(name) ?? name).split("|");
  const form = (given.n ?? 1) === 1 ? forms[0] : forms.at(-1);
  const text = (value) => (typeof value === "number" ? count(value) : value);
  return form.replace(/\{(\w+)\}/g, (blank, field) => text(given[field]) ?? blank);
}

/** A number as it is written in the language. */
export const count = (n, options) => n.toLocaleString(spoken.language, options);

const fixed = (digits) => ({
  minimumFractionDigits: digits,
  maximumFractionDigits: digits,
});
export const decimal = (value, digits) => count(value, fixed(digits));
export const percent = (share) => count(share, { style: "percent", ...fixed(1) });

/** "1, 2 and 3" */
export const list = (items) =>
  items.length < 2
    ? items.join("")
    : `${items.slice(0, -1).join(", ")} ${say("list.and")} ${items.at(-1)}`;

/** What the judge asks: a function of the assignment, or one of our own. */
export function step(what) {
  const name = `check.step.${what}`;
  return said(name) === undefined ? what : say(name);
}

/** A text that the server sends in every language. */
export const localized = (texts) => texts[spoken.language] ?? texts.en;

/** "wins in 3", "draw", "loses in 2". */
export const verdict = ([outcome, n]) =>
  say(`verdict.${["loses", "draw", "wins"][outcome + 1]}`, { n });

/**
 * A text that stays on the page when the language changes: the name of a sentence, a text
 * from the server in every language, or any other text.
 */
export function sentence(text) {
  if (typeof text === "object") return localized(text);
  return said(text) === undefined ? text : say(text);
}

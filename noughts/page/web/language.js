// The language that is spoken now.

import * as source from "./source.js";
import { store, stored } from "./kept.js";
import { speaker } from "./words.js";

let spoken = speaker("en", {});

export const say = (name, given) => spoken.say(name, given);
export const list = (items) => spoken.list(items);
export const step = (what) => spoken.step(what);
export const count = (n) => spoken.count(n);
export const decimal = (value, digits) => spoken.decimal(value, digits);
export const percent = (share) => spoken.percent(share);
export const shortCount = (n) => spoken.shortCount(n);
export const language = () => spoken.language;

/** What the server says in every language, in ours. */
export const told = (texts) => texts[spoken.language] ?? texts.en;

/** "wins in 3", "draw", "loses in 2". */
export const verdict = ([outcome, n]) =>
  say(`verdict.${["loses", "draw", "wins"][outcome + 1]}`, { n });

/**
 * What stays on the page when the language changes: the name of one of our sentences,
 * what the server says in every language, or anybody's words.
 */
export function sentence(text) {
  if (typeof text === "object") return told(text);
  return spoken.has(text) ? say(text) : text;
}

/** What the server said, or that nothing is said any more: a `sentence`. */
export function trouble(error) {
  if (!(error instanceof source.Unanswered)) return error.told ?? error.message;
  return source.isFrozen() ? "no_file" : "no_server";
}

/** What the judge in this browser said; where it said nothing it was not loaded. */
export const unjudged = (said) =>
  said || (location.protocol === "file:" ? "checking.from_file" : "checking.no_python");

const root = (tag) => tag.toLowerCase().split(/[-_]/)[0];
const ours = (tag, languages) => languages.find((name) => root(name) === root(tag));

/** The language of the address, `?lang=`, which is kept from then on; once. */
function asked(languages) {
  const address = new URL(location.href);
  const tag = address.searchParams.get("lang");
  if (tag === null) return;
  const name = ours(tag, languages);
  if (name) store("language", name);
  address.searchParams.delete("lang");
  history.replaceState(history.state, "", address);
}

/** The language kept from last time, or the first of the browser's that we speak. */
export function preferred(languages) {
  asked(languages);
  const kept = stored("language");
  if (languages.includes(kept)) return kept;
  for (const tag of navigator.languages) {
    const found = ours(tag, languages);
    if (found) return found;
  }
  return "en";
}

export async function speak(name) {
  spoken = speaker(name, await source.words(name));
}

// Choices kept in localStorage. While the page is open, its own copy counts: storage may be
// blocked or full.

const PREFIX = "noughts.";
const chosen = new Map();

export const stored = (name) => (chosen.has(name) ? chosen.get(name) : inBrowser(name));

/** What is kept in the browser, by whichever tab. */
function inBrowser(name) {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

export function store(name, value) {
  chosen.set(name, value);
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    // No storage, as in a private window: the choice lasts until the page is closed.
  }
}

// --- Texts that two tabs may write -------------------------------------------------

const seen = new Map(); // by name: what was in the browser when this tab last read or wrote

/** The name of the text of another tab, which would have been overwritten. */
export const otherOf = (name) => `${name}.other`;

export function storedText(name) {
  const text = stored(name);
  if (!chosen.has(name)) seen.set(name, text);
  return text;
}

/** Keep a text; one that another tab wrote meanwhile is kept beside it. */
export function storeText(name, text) {
  const theirs = inBrowser(name);
  if (theirs && theirs !== text && theirs !== seen.get(name))
    store(otherOf(name), theirs);
  store(name, text);
  seen.set(name, inBrowser(name));
}

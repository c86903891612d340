// What a browser keeps of its owner's choices. As long as the page is open its own memory
// counts: storage is a copy, which may be refused, full, or another window's.

const PREFIX = "noughts.";
const chosen = new Map();

export function stored(name) {
  if (chosen.has(name)) return chosen.get(name);
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
    // No storage, as in a private window: the choice lasts as long as the page.
  }
}

/** Take over, and call with, what another window stores by the name that counts then. */
export const onStored = (nameNow, follower) =>
  addEventListener("storage", ({ key, newValue }) => {
    if (key !== PREFIX + nameNow()) return;
    chosen.set(nameNow(), newValue);
    follower(newValue);
  });

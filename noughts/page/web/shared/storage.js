// Choices kept in localStorage. While the page is open, its own copy counts: storage may be
// blocked or full.

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
    // No storage, as in a private window: the choice lasts until the page is closed.
  }
}

// Stands in the page itself and runs before anything is drawn: the theme, the language, and
// the first requests, while the page's script is still on its way.
(() => {
  const root = document.documentElement;
  const PREFIX = "noughts.";
  const kept = (name) => {
    try {
      return localStorage.getItem(PREFIX + name);
    } catch {
      return null; // no storage, as in a private window
    }
  };

  // --- How the page looks ---------------------------------------------------------

  const theme = kept("theme");
  if (theme) root.dataset.theme = theme;
  const address = new URL(location.href);
  const asks = (name) => address.searchParams.has(name);
  if (asks("embed")) root.classList.add("embed"); // without header and footer

  // --- The language: the address's, which is stored, the stored one, or the browser's ---

  const languages = String(root.dataset.languages).split(" ");
  const base = (tag) => tag.toLowerCase().split(/[-_]/)[0];
  const ours = (tag) => languages.find((name) => base(name) === base(tag));
  const wanted = ours(address.searchParams.get("lang") ?? "");
  if (wanted)
    try {
      localStorage.setItem(PREFIX + "language", wanted);
    } catch {
      // It counts until the page is closed.
    }
  const stored = kept("language") ?? "";
  const last = languages.includes(stored) ? stored : undefined;
  const known = [wanted, last, ...navigator.languages.map(ours), languages[0]];
  const language = known.find(Boolean) ?? "en";
  root.lang = language;
  if (asks("lang")) {
    address.searchParams.delete("lang");
    history.replaceState(history.state, "", address);
  }

  // --- The first requests -------------------------------------------------------------

  const waiting = new Map(); // by address: what to do with the answer of a script
  globalThis.answered = (asked, answer) => waiting.get(asked)(answer);

  /** Load an answer as a script: a page on a disk cannot load JSON. */
  const script = (asked) =>
    new Promise((resolve, reject) => {
      const element = document.createElement("script");
      waiting.set(asked, resolve);
      element.onerror = () => reject(new Error(asked));
      element.src = asked.replace(/json$/, "js");
      document.head.append(element);
    });

  const early = {};
  const ask = (name) => {
    const asked = `api/${name}.json`;
    const isFrozen = "frozen" in root.dataset;
    early[asked] = isFrozen
      ? script(asked)
      : fetch(asked, { credentials: "same-origin" });
    early[asked].catch(() => {}); // asked again, and explained, by the page's script
  };
  ask("about");
  ask(`words/${language}`);
  const isNew = !address.hash && !address.search && !kept("first");
  if (isNew && !("engine" in root.dataset)) ["lessons", "lessons/first"].forEach(ask);
  const isBoardless = /view=(lessons|check|class)/.test(address.hash);
  if (isNew || isBoardless) root.dataset.board = "hidden"; // until the page is drawn

  globalThis.begun = { language, script, early };
})();

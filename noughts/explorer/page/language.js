// The page's two languages: every sentence stands once in each table.

import en from "./words.en.js";
import pt from "./words.pt-BR.js";
import { attribute } from "./dom.js";

const TABLES = { en, "pt-BR": pt };
let words = en;
let spoken = "en";
let counts, shortCounts;

/** The language kept from last time, or the first of the browser's that we speak. */
export function preferred() {
  const kept = stored("noughts.language");
  if (kept in TABLES) return kept;
  const tags = navigator.languages.map((tag) => tag.toLowerCase().split("-")[0]);
  return tags.find((tag) => tag === "en" || tag === "pt") === "pt" ? "pt-BR" : "en";
}

export function speak(language) {
  words = TABLES[language];
  spoken = language;
  document.documentElement.lang = language;
  document.title = say("title");
  counts = new Intl.NumberFormat(language);
  shortCounts = new Intl.NumberFormat(language, { notation: "compact" });
  for (const element of document.querySelectorAll("[data-say]"))
    element.textContent = say(element.dataset.say);
  for (const element of document.querySelectorAll("[data-label]"))
    attribute(element, { "aria-label": say(element.dataset.label) });
  for (const button of document.querySelectorAll("[data-language]"))
    attribute(button, { "aria-pressed": String(button.dataset.language === language) });
}

export function say(key, ...parameters) {
  const said = words[key] ?? en[key] ?? key;
  return typeof said === "function" ? said(...parameters) : said;
}

/** What the server says in every language, in ours. */
export const told = (texts) => texts[spoken];

export const count = (n) => counts.format(n);
export const shortCount = (n) => shortCounts.format(n);

export function stored(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function store(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // No storage, as in a private window: the choice lasts as long as the page.
  }
}

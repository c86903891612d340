// The user's actions on the frame: tabs, language, theme.

import * as grading from "../class/actions.js";
import { go } from "../game/go.js";
import { stop } from "../search/actions.js";
import { speak } from "../shared/language.js";
import { requests, run } from "../shared/page.js";
import { store } from "../shared/storage.js";

export function show(view) {
  stop();
  return go((state) => ({ ...state, view }));
}

export const showKeys = () =>
  /** @type {HTMLDialogElement} */ (document.getElementById("keys")).showModal();

export function toggleTheme() {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const theme = (root.dataset.theme ?? system) === "dark" ? "light" : "dark";
  root.dataset.theme = theme;
  store("theme", theme);
}

export const chooseLanguage = (name) =>
  run("language", async (still) => {
    const table = await requests.words(name);
    still.now();
    store("language", name);
    speak(name, table);
    still.update({ language: name });
    grading.speak();
  });

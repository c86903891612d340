// The user's actions on the frame: tabs, language, theme.

import { stop } from "../actions.js";
import * as grading from "../class/actions.js";
import { go } from "../load.js";
import { speak } from "../shared/language.js";
import { update } from "../shared/page.js";
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

export async function chooseLanguage(name) {
  store("language", name);
  await speak(name);
  update({ language: name });
  grading.speak();
}

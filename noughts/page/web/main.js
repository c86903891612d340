// Startup: load the language, read the address, draw.

import { interrupt } from "./actions.js";
import { read, write } from "./address.js";
import { App, keysIn, viewsOf } from "./app.js";
import { restore } from "./checking.js";
import { keepFocus } from "./focus.js";
import { bindKeys } from "./keys.js";
import { store, stored } from "./kept.js";
import { preferred, speak } from "./language.js";
import { noteStep } from "./learning.js";
import { goTo } from "./lessons-state.js";
import { abandon, go, tryAgain } from "./load.js";
import * as source from "./source.js";
import { set } from "./state.js";
import { follow, now, update } from "./store.js";
import { html, render } from "./vendor/htm-preact.js";

const root = document.getElementById("page");
const draw = (state) => keepFocus(() => render(html`<${App} state=${state} />`, root));

/** Go where the current address leads. */
function goToAddress(how) {
  const { hash } = location;
  const names = viewsOf(now()).map(({ name }) => name);
  return go((state) => read(hash, state, names), how);
}

/** Open the address; a first visit without one begins with lesson 1. */
function begin({ engine }) {
  if (location.hash) return goToAddress("keep");
  if (engine) return go((state) => set(state, { view: "check" }), "replace");
  if (location.search || stored("first")) return goToAddress("keep");
  store("first", "done");
  const course = (state) => goTo({ ...state.course, lesson: "first" }, 0, 1);
  return go(
    (state) => set(state, { view: "lessons", course: course(state) }),
    "replace",
  );
}

/** Update the address after a change of state. */
function keepAddress(state, how) {
  const fragment = write(state);
  if (how === "keep" || fragment === (location.hash || "#")) return;
  history[how === "push" ? "pushState" : "replaceState"](null, "", fragment);
}

function changed(state, _, how) {
  if (!state.position) return; // nothing is loaded yet
  keepAddress(state, how);
  draw(state);
  noteStep(state);
}

async function start() {
  const about = await source.about();
  await speak(preferred(Object.keys(about.languages)));
  update({ about });
  restore();
  follow(changed);
  await begin(about);
  if (!now().position) throw new Error(now().notice);
  bindKeys(() => keysIn(now()));
  for (const type of ["click", "change", "focus"]) addEventListener(type, tryAgain);
  addEventListener("keydown", ({ defaultPrevented }) => defaultPrevented && tryAgain());
  addEventListener("popstate", () => {
    interrupt();
    abandon();
    goToAddress("replace");
  });
  if (source.isFrozen() && location.protocol !== "file:")
    navigator.serviceWorker?.register("sw.js").catch(() => {}); // offline use is optional
}

start().catch((error) => {
  document.getElementById("failed").hidden = false; // in English: no words are loaded
  throw error;
});

// The beginning: the language, the address, the first drawing.

import { interrupt } from "./actions.js";
import { read, write } from "./address.js";
import { App, keysIn, viewNamed, viewsOf } from "./app.js";
import { restore } from "./checking.js";
import { keepFocus } from "./focus.js";
import { bindKeys } from "./keys.js";
import { store, stored } from "./kept.js";
import { preferred, speak } from "./language.js";
import { followProgress, noteStep } from "./learning.js";
import { goTo } from "./lessons-state.js";
import { abandon, go, later, tryAgain } from "./load.js";
import * as source from "./source.js";
import { set } from "./state.js";
import { follow, now, update } from "./store.js";
import { html, render } from "./vendor/htm-preact.js";

const root = document.getElementById("page");
const draw = (state) => keepFocus(() => render(html`<${App} state=${state} />`, root));

/** To where the address leads, as it stands at this moment. */
function goToAddress(how) {
  const { hash } = location;
  const names = viewsOf(now()).map(({ name }) => name);
  return go((state) => read(hash, state, names), how);
}

/** A first visit, to nothing in particular, begins with the first lesson. */
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

/** The address follows the state. */
function keepAddress(state, how) {
  const fragment = write(state);
  if (how === "keep" || fragment === (location.hash || "#")) return;
  history[how === "push" ? "pushState" : "replaceState"](null, "", fragment);
}

function changed(state, _, how) {
  if (!state.position) return; // as long as nothing has been loaded
  keepAddress(state, how);
  draw(state);
  later(viewNamed(state.view).needs?.(state) ?? [], state);
  noteStep(state);
}

async function start() {
  const about = await source.about();
  await speak(preferred(Object.keys(about.languages)));
  update({ about });
  restore();
  follow(changed);
  followProgress();
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
    navigator.serviceWorker?.register("sw.js").catch(() => {}); // next time offline
}

start().catch((error) => {
  document.getElementById("failed").hidden = false; // in English, for want of words
  throw error;
});

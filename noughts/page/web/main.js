// Startup: load the language, read the address, draw.

import { read, write } from "./address.js";
import { ASK } from "./asking.js";
import { App, keysIn, needsOf, viewsOf } from "./frame/view.js";
import { restore } from "./check/actions.js";
import { restore as restoreClass } from "./class/actions.js";
import { keepFocus } from "./frame/focus.js";
import { interrupt } from "./game/actions.js";
import { abandon, go } from "./game/go.js";
import { set } from "./game/state.js";
import { open } from "./link/actions.js";
import { bindKeys } from "./frame/keys.js";
import { store, stored } from "./shared/storage.js";
import { speak } from "./shared/language.js";
import { goTo } from "./lessons/state.js";
import { loading, retried } from "./shared/answers.js";
import { follow, now, requests, share, update } from "./shared/page.js";
import { onceAFrame } from "./shared/store.js";
import { isFrozen, trouble } from "./shared/requests.js";
import { html, render } from "./vendor/htm-preact.js";

const root = document.getElementById("page");
const draw = onceAFrame(() => {
  delete document.documentElement.dataset.board; // what stood here before: begin.js
  keepFocus(() => render(html`<${App} state=${now()} />`, root));
});

/** Go where the current address leads. */
function goToAddress(how) {
  const { hash } = location;
  const names = viewsOf(now()).map(({ name }) => name);
  const gone = go((state) => read(hash, state, names), how);
  void gone.then(() => open(hash));
  return gone;
}

/** Open the address; a first visit without one begins with lesson 1. */
function begin({ engine }) {
  if (location.hash) return goToAddress("keep");
  if (engine) return go((state) => set(state, { view: "check" }), "replace");
  if (location.search || stored("first")) return goToAddress("keep");
  store("first", "done");
  const course = (state) => goTo({ ...state.course, lesson: "first" }, 0);
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
  draw();
}

/** Retry failed requests after an action of the user. */
const tryAgain = () => update(retried(now()));

async function start() {
  const { language } = globalThis.begun;
  const [about, words] = await Promise.all([
    requests.about(),
    requests.words(language),
  ]);
  speak(language, words);
  update({ about, language });
  restore();
  void restoreClass();
  root?.replaceChildren(); // what index.html shows until now
  follow(changed);
  follow(loading({ share }, needsOf, (need) => ASK[need.kind](need), trouble));
  await begin(about);
  if (!now().position) throw new Error(String(now().notice));
  bindKeys(() => keysIn(now()));
  for (const type of ["click", "change", "focus"]) addEventListener(type, tryAgain);
  addEventListener("keydown", ({ defaultPrevented }) => defaultPrevented && tryAgain());
  addEventListener("popstate", () => {
    interrupt();
    abandon();
    goToAddress("replace");
  });
  if (isFrozen() && location.protocol !== "file:")
    navigator.serviceWorker?.register("sw.js").catch(() => {}); // offline use is optional
}

start().catch((error) => {
  const failed = document.getElementById("failed"); // in English: no words are loaded
  if (failed) failed.hidden = false;
  throw error;
});

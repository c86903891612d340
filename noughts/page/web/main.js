// The beginning: the language, the address, the first drawing.

import * as source from "./source.js";
import { interrupt } from "./actions.js";
import { read, write } from "./address.js";
import { $, h } from "./dom.js";
import { announce, draw, drawWords, makeViews } from "./draw.js";
import { bind } from "./events.js";
import { makeSquares } from "./game.js";
import { stored } from "./kept.js";
import { preferred, speak } from "./language.js";
import { abandon, go, later } from "./load.js";
import { firstMinute, set } from "./state.js";
import { follow, now, update } from "./store.js";
import { names, viewNamed } from "./views.js";

/** To where the address leads, as it stands at this moment. */
function goToAddress(how) {
  const { hash } = location;
  return go((state) => read(hash, state, names(state)), how);
}

/** A first visit, to nothing in particular, begins with the first minute. */
const isNew = ({ about }) =>
  !location.hash && !location.search && !about.engine && !stored("first");

/** The address follows the state. */
function keepAddress(state, how) {
  const fragment = write(state);
  if (how === "keep" || fragment === (location.hash || "#")) return;
  history[how === "push" ? "pushState" : "replaceState"](null, "", fragment);
}

function changed(state, before, how) {
  keepAddress(state, how);
  draw(state, before);
  const board = before.position?.board;
  if (board && board !== state.position.board) announce(state);
  later(viewNamed(state.view).needs?.(state) ?? [], state);
}

function makeLanguages(languages) {
  const buttons = Object.entries(languages).map(([tag, [name, short]]) =>
    h(
      "button",
      {
        type: "button",
        lang: tag,
        "data-do": "language",
        "data-with": tag,
        "aria-label": name,
        title: name,
      },
      short,
    ),
  );
  $("languages").append(...buttons);
}

async function begin() {
  const about = await source.about();
  await speak(preferred(Object.keys(about.languages)));
  makeLanguages(about.languages);
  makeSquares();
  makeViews();
  update({ about });
  drawWords(now());
  bind();
  follow(changed);
  if (isNew(now())) await go((state) => firstMinute(state), "replace");
  else if (!location.hash && about.engine)
    await go((state) => set(state, { view: "engine" }), "replace");
  else await goToAddress("keep");
  addEventListener("popstate", () => {
    interrupt();
    abandon();
    goToAddress("replace");
  });
}

begin().catch((error) => {
  $("notice").hidden = false; // it says so from the beginning, for want of words
  throw error;
});

// Which event does what.

import * as act from "./actions.js";
import { $, h, on, replace } from "./dom.js";
import {
  bindBoard,
  bindKeys,
  bindTabs,
  bindTree,
  setSingleKeys,
  singleKeys,
} from "./keys.js";
import { say, speak, store } from "./language.js";
import { draw, view } from "./page.js";

const digits = (text) => [...text].map(Number);

const BUTTONS = {
  undo: act.undo,
  redo: act.redo,
  again: act.again,
  reply: act.reply,
  share: act.share,
  show: act.toggleValues,
  theme: toggleTheme,
  help: showKeys,
};

const DEEDS = {
  values: act.toggleValues,
  follow: act.openBest,
  shut: act.shut,
  "go-there": () => act.follow(view.state.open),
  "ask-again": act.askAgain,
};

const STEPS = {
  first: () => act.goToStep(0),
  back: () => act.stepBy(-1),
  run: act.run,
  step: () => act.stepBy(1),
  last: () => act.goToStep(view.recording.length - 1),
};

const CHOICES = {
  method: act.chooseMethod,
  speed: (value) => act.chooseSpeed(Number(value)),
};

export function bind() {
  for (const [id, action] of Object.entries(BUTTONS))
    $(id).addEventListener("click", () => action());
  const body = document.body;
  on(body, "click", "[data-square]", (square) =>
    act.take(Number(square.dataset.square)),
  );
  on(body, "click", "[data-side]", (button) => act.chooseSide(button.dataset.side));
  on(body, "click", "[data-at]", (button) => act.jumpTo(Number(button.dataset.at)));
  on(body, "click", "[data-view]", (tab) => act.show(tab.dataset.view));
  on(body, "click", "[data-move]", (button) => act.take(Number(button.dataset.move)));
  on(body, "click", "[data-line]", (button) => act.follow(digits(button.dataset.line)));
  on(body, "click", "[data-out]", (button) => act.playOut(digits(button.dataset.out)));
  on(body, "click", "[data-board]", (button) => act.setUp(button.dataset.board));
  on(body, "click", "[data-do]", (button) => DEEDS[button.dataset.do]());
  on(body, "click", "[data-step]", (button) => STEPS[button.dataset.step]());
  on(body, "click", "[data-language]", (button) => choose(button.dataset.language));
  on(body, "change", "[data-choose]", (field) =>
    CHOICES[field.dataset.choose](field.value),
  );
  on(body, "input", ".slider", (slider) => act.goToStep(Number(slider.value)));
  on(body, "click", ".skip", (_, event) => {
    event.preventDefault(); // the fragment of the address is ours
    $("board").focus();
  });
  $("against").addEventListener("change", () => act.chooseOpponent($("against").value));
  bindPointing();
  bindBoard($("squares"));
  bindTree($("tree"));
  bindTree($("engine"));
  bindTabs(document.querySelector("[role=tablist]"), act.show);
  bindKeys(keys());
  bindWidth();
}

/** Trees are drawn for the width that there is. */
function bindWidth() {
  let width = innerWidth;
  addEventListener("resize", () => {
    if (width !== innerWidth && view.position) draw();
    width = innerWidth;
  });
}

function bindPointing() {
  on(document.body, "click", "[data-path]", (node) => {
    if (!node.hasAttribute("aria-disabled")) act.open(digits(node.dataset.path));
  });
  for (const type of ["pointerover", "focusin"]) {
    on($("squares"), type, "[data-square]", (square) =>
      act.peek(Number(square.dataset.square)),
    );
    on($("values"), type, "[data-move]", (move) => act.hint(Number(move.dataset.move)));
    for (const id of ["tree", "engine"])
      on($(id), type, "[data-path]", (node) => act.hint(Number(node.dataset.path[0])));
  }
  $("squares").addEventListener("pointerleave", act.unpeek);
  for (const name of ["values", "tree", "engine"])
    $(name).addEventListener("pointerleave", () => act.hint(null));
}

function keys() {
  const squares = Object.fromEntries(
    digits("123456789").map((n) => [n, () => act.take(n)]),
  );
  const searching = (action) => () =>
    view.state.view === "search" && view.recording && action();
  return {
    ...squares,
    u: act.undo,
    r: act.redo,
    n: act.again,
    v: act.toggleValues,
    ",": searching(() => act.stepBy(-1)),
    ".": searching(() => act.stepBy(1)),
    p: searching(act.run),
    "?": showKeys,
  };
}

function choose(language) {
  store("noughts.language", language);
  speak(language);
  footer();
  draw();
}

export function footer() {
  const { frozen, version } = view.about;
  $("footer").textContent = say(frozen ? "footer_frozen" : "footer_live", version);
}

function toggleTheme() {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const theme = (root.dataset.theme ?? system) === "dark" ? "light" : "dark";
  root.dataset.theme = theme;
  store("noughts.theme", theme);
}

function showKeys() {
  const rows = say("keys_list").map(([key, text]) =>
    h("div", {}, h("dt", {}, h("kbd", {}, key)), h("dd", {}, text)),
  );
  replace($("key-list"), rows);
  $("single").checked = singleKeys();
  $("single").onchange = () => setSingleKeys($("single").checked);
  $("keys").showModal();
}

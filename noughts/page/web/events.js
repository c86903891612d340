// Which event does what. A button names its deed, data-do, and what the deed is given,
// data-with; the deeds of a view are added to those that are here.

import * as act from "./actions.js";
import { $, h, on, replace } from "./dom.js";
import { draw, drawWords, mainPart, press, release } from "./draw.js";
import {
  bindBoard,
  bindKeys,
  bindTabs,
  bindTree,
  gameKeys,
  setSingleKeys,
  singleKeys,
} from "./keys.js";
import { store } from "./kept.js";
import { say, speak } from "./language.js";
import { tryAgain } from "./load.js";
import { now } from "./store.js";
import { viewNamed, VIEWS } from "./views.js";

const digits = (text) => [...text].map(Number);

const DEEDS = {
  undo: act.undo,
  redo: act.redo,
  again: act.again,
  reply: act.reply,
  share: act.share,
  advise: act.advise,
  values: act.toggleValues,
  theme: toggleTheme,
  help: showKeys,
  language: chooseLanguage,
  side: act.chooseSide,
  take: (square) => act.take(Number(square)),
  jump: (at) => act.jump(Number(at)),
  show: act.show,
  follow: (squares) => act.follow(digits(squares)),
  "play-out": (squares) => act.playOut(digits(squares)),
  "set-up": act.setUp,
  "open-best": act.openBest,
  shut: act.shut,
  "go-there": () => act.follow(now().open),
  "ask-again": act.askAgain,
  ...Object.assign({}, ...VIEWS.map((view) => view.deeds)),
};

const CHOICES = {
  against: act.chooseOpponent,
  method: act.chooseMethod,
  speed: (speed) => act.chooseSpeed(Number(speed)),
  ...Object.assign({}, ...VIEWS.map((view) => view.choices)),
};

export function bind() {
  const { body } = document;
  on(body, "click", "[data-do]", (button) =>
    DEEDS[button.dataset.do](button.dataset.with),
  );
  on(body, "change", "[data-choose]", (field) =>
    CHOICES[field.dataset.choose](field.value),
  );
  on(body, "click", "[data-square]", ({ dataset }) => take(Number(dataset.square)));
  on(body, "click", "[data-path]", (node) => {
    if (!node.hasAttribute("aria-disabled")) act.open(digits(node.dataset.path));
  });
  on(body, "click", ".skip", (_, event) => {
    event.preventDefault(); // the fragment of the address is ours
    mainPart(now()).focus();
  });
  bindPressing();
  bindPointing();
  bindBoard($("squares"));
  bindTree($("panels"));
  bindTabs($("tabs"), act.show);
  bindKeys(() => keysIn(now()));
  for (const view of VIEWS) view.bind?.($(view.name));
  for (const type of ["click", "change", "focus"]) addEventListener(type, tryAgain);
  addEventListener("keydown", ({ defaultPrevented }) => defaultPrevented && tryAgain());
  addEventListener("resize", () => draw(now())); // trees are drawn for their width
}

function bindPressing() {
  const isButton = (target) =>
    target.closest?.("button, a, [role=button], [data-node]");
  const releasing = () => setTimeout(release); // the click comes first
  addEventListener("pointerdown", ({ target, button }) => {
    if (button === 0 && isButton(target)) press();
  });
  addEventListener("keydown", ({ target, key }) => {
    if (key === " " && isButton(target)) press();
  });
  // A key that is held acts on what it was pressed on, not on what has the focus next.
  let held;
  addEventListener("keydown", (event) => {
    const { key } = event.target.dataset ?? {};
    if (!event.repeat) held = key;
    else if (event.key === "Enter" && key !== held) event.preventDefault();
  });
  // After a menu that opens at the press, as on a Mac, nobody is told of the release.
  for (const type of ["pointerup", "pointercancel", "contextmenu", "keyup", "blur"])
    addEventListener(type, releasing);
}

function bindPointing() {
  for (const type of ["pointerover", "focusin"]) {
    on($("squares"), type, "[data-square]", (square) =>
      act.peek(Number(square.dataset.square)),
    );
    on($("panels"), type, "[data-do=take]", ({ dataset }) =>
      act.hint(Number(dataset.with)),
    );
    on($("panels"), type, "[data-path]", ({ dataset }) =>
      act.hint(Number(dataset.path[0])),
    );
  }
  $("squares").addEventListener("pointerleave", act.unpeek);
  $("panels").addEventListener("pointerleave", () => act.hint(null));
}

// What one can do in the game on the board.
const GAME = {
  take: act.take,
  undo: act.undo,
  redo: act.redo,
  hint: act.advise,
  values: act.toggleValues,
  analyse: act.lookBack,
  new: act.again,
};

const KEYS = {
  d: toggleTheme,
  "?": showKeys,
};

/** The game that is in sight: that of the view, if it says so, or the one on the board. */
const gameIn = (state) => viewNamed(state.view).game?.(state) ?? GAME;
const take = (square) => gameIn(now()).take?.(square);

/** What keys do in a state: nobody plays a game that is not to be seen. */
export function keysIn(state) {
  const own = viewNamed(state.view).keys?.(state);
  return { ...gameKeys(gameIn(state)), ...KEYS, ...own };
}

async function chooseLanguage(language) {
  store("language", language);
  await speak(language);
  drawWords(now());
  draw(now());
}

function toggleTheme() {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const theme = (root.dataset.theme ?? system) === "dark" ? "light" : "dark";
  root.dataset.theme = theme;
  store("theme", theme);
  draw(now());
}

const LISTED = [
  ["1 – 9", "key.squares"],
  [null, "key.move"],
  ["U", "key.undo"],
  ["R", "key.redo"],
  ["H", "key.hint"],
  ["V", "key.values"],
  ["A", "key.analyse"],
  ["N", "key.again"],
  ["D", "key.dark"],
  [", .", "key.step"],
  ["P", "key.run"],
  ["O L", "key.over"],
  ["C B", "key.cut"],
  ["F", "key.present"],
  ["?", "key.help"],
];

function showKeys() {
  const rows = LISTED.map(([key, text]) =>
    h(
      "div",
      {},
      h("dt", {}, h("kbd", {}, key ?? say("key.arrows"))),
      h("dd", {}, say(text)),
    ),
  );
  replace($("key-list"), rows);
  $("single").checked = singleKeys();
  $("single").onchange = () => setSingleKeys($("single").checked);
  $("keys").showModal();
}

// The drawing of a state: the game, the tabs, and the view that is chosen.

import { $, attribute, h, keepFocus } from "./dom.js";
import { drawGame, statusText } from "./game.js";
import { language, say, sentence } from "./language.js";
import { moveOn, played } from "./state.js";
import { button } from "./widgets.js";
import { names, viewNamed, VIEWS } from "./views.js";

/** Tabs and panels, made once: a pair for each view. */
export function makeViews() {
  for (const { name } of VIEWS) {
    const about = { role: "tab", id: `tab-${name}`, "aria-controls": name };
    $("tabs").append(
      button("show", name, about, h("span", { "data-say": `tab.${name}` })),
    );
    $("panels").append(
      h("div", {
        role: "tabpanel",
        id: name,
        "aria-labelledby": `tab-${name}`,
        tabindex: 0,
        hidden: true,
      }),
    );
  }
}

let isPressed = false; // does a person press something, not having let go of it yet?
let waiting = null; // what is drawn then

/** Draw nothing anew under a finger or a mouse: its click would be lost. */
export function press() {
  isPressed = true;
}

export function release() {
  isPressed = false;
  if (waiting) draw(...waiting);
  waiting = null;
}

export function draw(state, before = {}) {
  if (!state.position) return drawNotice(state);
  if (isPressed) {
    waiting = [state, waiting ? waiting[1] : before];
    return;
  }
  drawNotice(state);
  keepFocus(() => {
    drawGame(state);
    // What is pointed at stays as it is: it would be gone before it is pressed.
    if (!differs(state, before, "hint")) return;
    drawTabs(state);
    viewNamed(state.view).draw($(state.view), state);
    drawSkip(state);
  });
}

/** What the view is about: a board, the one of the game or its own, or all of it. */
export function mainPart({ view }) {
  const boards = [$("board"), $(view).querySelector(".bigboard")];
  return boards.find((board) => board?.getClientRects().length) ?? $(view);
}

function drawSkip(state) {
  const isPanel = mainPart(state) === $(state.view);
  $("skip").dataset.say = isPanel ? "skip_panel" : "skip";
  $("skip").textContent = say($("skip").dataset.say);
}

const differs = (state, before, ...but) =>
  Object.keys(state).some((key) => !but.includes(key) && state[key] !== before[key]);

function drawNotice({ notice }) {
  const text = sentence(notice);
  if ($("notice").textContent !== text) $("notice").textContent = text;
  $("notice").hidden = !notice;
}

function drawTabs(state) {
  const there = names(state);
  document.body.dataset.view = state.view;
  document.body.classList.toggle("present", state.present && state.view === "search");
  for (const { name } of VIEWS) {
    const isChosen = name === state.view;
    $(name).hidden = !isChosen;
    $(`tab-${name}`).hidden = !there.includes(name);
    attribute($(`tab-${name}`), {
      "aria-selected": String(isChosen),
      tabindex: isChosen ? 0 : -1,
    });
  }
}

/** What does not change but with the language. */
export function drawWords({ about }) {
  document.documentElement.lang = language();
  document.title = say("title");
  for (const element of document.querySelectorAll("[data-say]"))
    element.textContent = say(element.dataset.say);
  for (const element of document.querySelectorAll("[data-label]")) {
    const name = say(element.dataset.label);
    attribute(element, { "aria-label": name });
    if (element.matches("button")) attribute(element, { title: name });
  }
  for (const element of document.querySelectorAll("[data-do=language]"))
    attribute(element, {
      "aria-pressed": String(element.dataset.with === language()),
    });
  const footer = about.frozen ? "footer_frozen" : "footer_live";
  $("footer").textContent = say(footer, { version: about.version });
}

/** Tell those who do not see the board. */
export function announce(state) {
  const before = state.game[state.at - 1];
  const square = played(state).at(-1);
  const took =
    before && moveOn(before, square)
      ? say("status.took", { mark: before.turn, square })
      : "";
  $("announce").textContent = `${took} ${statusText(state)}.`.trim();
}

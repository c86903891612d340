// A search, step by step: the way down to where it is, what was just decided, the code.

import { $, attribute, h, replace, s } from "./dom.js";
import { CODE, lineOf } from "./code.js";
import { figure, legend, methodChoice, select } from "./draw-tree.js";
import { number, smallBoard } from "./figures.js";
import { count, say } from "./language.js";
import { METHODS } from "./state.js";

export const SPEEDS = [1, 4, 15, 60]; // steps a second
const EXAMPLES = ["XXOO.....", "XOX.OXO.."]; // with 5 and 3 free squares
const LONG = 7; // free squares from which on a first look may be too much
const other = { X: "O", O: "X" };

export function drawSearch(view) {
  const { state, position, recording, tooLong } = view;
  const panel = $("search");
  if (!position.turn)
    return replace(panel, h("p", { class: "lead" }, say("over_search")));
  if (!panel.querySelector(".stage")) make(panel);
  const part = (name) => panel.querySelector(`.${name}`);
  const wait = recording ? "" : say("loading");
  replace(part("choice"), methodChoice(state.method, METHODS), speedChoice(view.speed));
  replace(part("examples"), free(position.board) >= LONG ? examples() : null);
  part("message").textContent = tooLong
    ? say("too_long", count(position.nodes), tooLong)
    : wait;
  part("stage").hidden = !recording;
  if (!recording) return;
  for (const element of panel.querySelectorAll("[data-label]"))
    attribute(element, { "aria-label": say(element.dataset.label) });
  part("slider").max = recording.length - 1;
  part("way").style.minHeight = "0";
  replace(part("legend-place"), legend(state.method !== "minimax"));
  replace(
    part("code"),
    CODE[state.method].map(([text]) => h("span", { class: "line" }, `${text}\n`)),
  );
  drawStep(view);
}

const ICONS = {
  first: "M7 6v12M18 6l-8 6 8 6z",
  back: "M16 6l-8 6 8 6z",
  run: "M8 5l11 7-11 7z",
  pause: "M8 5v14M16 5v14",
  step: "M8 6l8 6-8 6z",
  last: "M17 6v12M6 6l8 6-8 6z",
};

const stepButton = (name) =>
  h(
    "button",
    { type: "button", class: "icon", "data-step": name, "data-label": name },
    s(
      "svg",
      { viewBox: "0 0 24 24", "aria-hidden": "true" },
      s("path", { d: ICONS[name] }),
    ),
  );

/** Made once, so that focus and a slider in somebody's hand stay where they are. */
function make(panel) {
  const slider = {
    type: "range",
    min: 0,
    value: 0,
    class: "slider",
    "data-label": "slider",
  };
  replace(
    panel,
    h("div", { class: "row tools choice" }),
    h("p", { class: "lead message" }),
    h("div", { class: "row examples" }),
    h(
      "div",
      { class: "stage" },
      h(
        "div",
        { class: "transport" },
        h(
          "div",
          { class: "row" },
          ["first", "back", "run", "step", "last"].map(stepButton),
          h("input", slider),
        ),
        h("dl", { class: "counters" }),
      ),
      h("p", { class: "decided" }),
      h(
        "div",
        { class: "beside" },
        h("div", { class: "way" }),
        h("pre", { class: "code", tabindex: 0, role: "region", "data-label": "code" }),
      ),
      h("div", { class: "legend-place" }),
    ),
  );
}

const free = (board) => board.split(".").length - 1;

const examples = () => [
  h("span", { class: "note" }, say("small_example")),
  EXAMPLES.map((board) =>
    h(
      "button",
      { type: "button", "data-board": board, "data-key": board },
      smallBoard(board),
      say("example", free(board)),
    ),
  ),
];

const speedChoice = (speed) =>
  h(
    "label",
    { class: "field" },
    h("span", {}, say("speed")),
    select(
      "speed",
      say("speeds").map((name, n) => [String(n), name]),
      String(speed),
    ),
  );

/** What changes from step to step. */
export function drawStep({ state, position, recording, running }) {
  const part = (selector) => $("search").querySelector(selector);
  const last = recording.length - 1;
  const { step } = state;
  const rows = recording.rows(recording.path(step), step);
  const said = sentence(recording, step, rows);
  part(".slider").value = step;
  attribute(part(".slider"), {
    "aria-valuetext": say("step_of", count(step + 1), count(last + 1)),
  });
  for (const name of ["first", "back"])
    part(`[data-step=${name}]`).disabled = step === 0;
  for (const name of ["step", "last"])
    part(`[data-step=${name}]`).disabled = step === last;
  drawRun(part("[data-step=run]"), running);
  drawCounters(part(".counters"), step, position, recording);
  attribute(part(".decided"), { "aria-live": running ? "off" : "polite" });
  if (part(".decided").textContent !== said) part(".decided").textContent = said;
  drawWay(part(".way"), rows, said);
  drawLine(
    part(".code"),
    lineOf(recording.method, recording.event(step).kind, rows.at(-1).turn),
  );
}

function drawRun(button, running) {
  attribute(button, { "aria-label": say(running ? "pause" : "run") });
  attribute(button.querySelector("path"), { d: running ? ICONS.pause : ICONS.run });
  button.classList.toggle("on", Boolean(running));
}

/** As tall as it has been in this search, so that what is below does not jump about. */
function drawWay(way, rows, said) {
  replace(way, figure(rows, way.clientWidth, said));
  way.style.minHeight = `${Math.max(parseFloat(way.style.minHeight), way.clientHeight)}px`;
}

function drawLine(code, marked) {
  [...code.children].forEach((line, n) => {
    line.classList.toggle("now", n === marked);
    attribute(line, { "aria-current": n === marked ? "true" : null });
  });
}

function drawCounters(list, step, position, recording) {
  const rows = [
    [say("slider"), `${count(step + 1)} / ${count(recording.length)}`],
    [say("visited"), count(recording.visited[step])],
    [say("visits_all"), count(recording.positions)],
    [say("minimax_visits"), count(position.nodes)],
  ];
  replace(
    list,
    rows.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))),
  );
}

/** What was just decided, and why, in one sentence. */
function sentence(recording, step, rows) {
  const event = recording.event(step);
  const here = rows.at(-1);
  const value = number(event.value);
  const bound = say("bounds")[event.bound];
  switch (event.kind) {
    case "E":
      return entered(event, here, recording);
    case "L":
      return event.value === 0
        ? say("leaf_tied")
        : say("leaf_won", event.value > 0 ? "X" : "O", value);
    case "B": {
      const tried = here.children.filter((child) => child.status === "done").length;
      return say(
        tried > 1 ? "better" : "better_first",
        here.turn,
        event.square,
        bound,
        value,
      );
    }
    case "C": {
      const skipped = here.children.filter((child) => child.status === "skipped");
      return say(
        "cut",
        here.turn,
        value,
        event.sign,
        number(event.limit),
        skipped.map((child) => child.square),
      );
    }
    default:
      return recording.parent[event.node] < 0
        ? say("leave_root", value)
        : say("leave", here.turn, bound, value);
  }
}

function entered(event, here, recording) {
  if (!event.square) return say("enter_root", here.turn);
  if (here.over) return say("enter_over", other[here.turn], event.square);
  const asked = say("enter", other[here.turn], event.square, here.turn);
  const { alpha, beta } = event;
  if (recording.method === "minimax" || (alpha === -Infinity && beta === Infinity))
    return asked;
  if (alpha === -Infinity) return `${asked} ${say("window_o", number(beta))}`;
  if (beta === Infinity) return `${asked} ${say("window_x", number(alpha))}`;
  return `${asked} ${say("window", number(alpha), number(beta))}`;
}

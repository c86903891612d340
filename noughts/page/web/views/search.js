// A search on its stage: the tree, what was just decided, the code with its variables,
// the whole search at a glance, and the controls of a debugger.

import * as act from "../actions.js";
import { attribute, h, on, replace, still } from "../dom.js";
import { CODE, lineOf } from "../code.js";
import { smallBoard } from "../figures.js";
import { count, language, say } from "../language.js";
import { sentence } from "../narration.js";
import { number } from "../signs.js";
import { free } from "../marks.js";
import { now, update } from "../store.js";
import { paint } from "../strip.js";
import { pathTree, roomOf, wholeTree } from "../trees.js";
import {
  button,
  choice,
  counters,
  fly,
  iconButton,
  lead,
  methodChoice,
} from "../widgets.js";

// With 3 and 4 free squares: small enough to see it all, and alpha-beta does cut.
const EXAMPLES = ["O.X.XOO.X", "X.O.O.X.."];
const LONG = 7; // free squares from which on a first look may be too much

const ICONS = {
  first: "M7 6v12M18 6l-8 6 8 6z",
  back: "M16 6l-8 6 8 6z",
  run: "M8 5l11 7-11 7z",
  pause: "M8 5v14M16 5v14",
  step: "M8 6l8 6-8 6z",
  over: "M4 15a8 8 0 0 1 14-4M19 6v6h-6M11 19h2",
  out: "M12 16V5M7 10l5-5 5 5M6 20h12",
  cut: "M8 8l11 9M8 16L19 7M6 8m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0M6 16m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0",
  best: "M12 4l2.4 5 5.6.7-4.100 3.800 1.100 5.500-5-2.800-5 2.800 1.100-5.500L4 9.700 9.600 9z",
  last: "M17 6v12M6 6l8 6-8 6z",
  present: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
};

// The controls: [name, key, what it does, whether it can be done]. Names are words too.
const atStart = ({ step }) => step > 0;
const atEnd = ({ step, recording }) => step < recording.length - 1;
const leads = (name) => (state) => state.recording[name](state.step) > state.step;
const CONTROLS = [
  ["first", "Home", () => act.goToStep(0), atStart],
  ["back", ",", () => act.stepBy(-1), atStart],
  ["run", "p", act.run, () => true],
  ["step", ".", () => act.stepBy(1), atEnd],
  ["over", "o", () => act.way("over"), leads("over")],
  ["out", "l", () => act.way("out"), leads("out")],
  ["cut", "c", () => act.way("nextCut"), leads("nextCut")],
  ["best", "b", () => act.way("nextBest"), leads("nextBest")],
  ["last", "End", () => act.goToStep(Infinity), atEnd],
];

const ready = (action) => () => now().recording && action();
const present = () => act.present(!now().present);

const KEYS = {
  ...Object.fromEntries(
    CONTROLS.map(([, key, action]) => [key.toLowerCase(), ready(action)]),
  ),
  f: present,
};
// Those of a clicker too; Space asks for what a step tells.
const PRESENT_KEYS = {
  arrowleft: ready(() => act.stepBy(-1)),
  arrowright: ready(() => act.stepBy(1)),
  pageup: ready(() => act.stepBy(-1)),
  pagedown: ready(() => act.stepBy(1)),
  " ": act.unveil,
  escape: () => act.present(false),
};

export const search = {
  name: "search",
  needs: () => ["recording"],
  deeds: {
    ...Object.fromEntries(CONTROLS.map(([name, , action]) => [name, ready(action)])),
    present,
  },
  game: (state) => (state.present ? {} : null), // the board is not shown then
  keys: (state) => ({ ...KEYS, ...(state.present ? PRESENT_KEYS : {}) }),
  bind,
  draw,
};

function bind(panel) {
  on(panel, "input", ".slider", (slider) => act.goToStep(Number(slider.value)));
  on(panel, "click", ".strip", (strip, event) => {
    const { left, width } = strip.getBoundingClientRect();
    const share = (event.clientX - left) / width;
    act.goToStep(Math.floor(share * now().recording.length));
  });
  on(panel, "pointerover", ".figure", (_, { target, pointerType }) => {
    if (pointerType !== "mouse") return;
    const pointed = target.closest("[data-node]")?.dataset.node ?? null;
    if (pointed !== now().pointed) update({ pointed });
  });
  on(panel, "pointerout", ".figure", (figure, { relatedTarget }) => {
    if (!figure.contains(relatedTarget) && now().pointed) update({ pointed: null });
  });
}

function draw(panel, state) {
  const { position, recording, tooLong, method } = state;
  if (!position.turn) {
    delete panel.dataset.frame;
    return replace(panel, lead(say("search.over")));
  }
  if (!panel.querySelector(".stage")) make(panel);
  const part = (name) => panel.querySelector(`.${name}`);
  const about = [language(), method, position.board, tooLong, Boolean(recording)];
  const frame = [...about, state.speed].join(" ");
  if (panel.dataset.frame !== frame) drawFrame(part, state);
  panel.dataset.frame = frame;
  if (recording) drawStep(panel, state);
}

/** What stays the same from step to step. */
function drawFrame(part, { position, recording, tooLong, method, speed }) {
  const isLong = tooLong || free(position.board).length >= LONG;
  const wait = recording ? "" : say("search.loading");
  replace(part("choice"), methodChoice(method), speedChoice(speed), presentButton());
  replace(part("examples"), isLong ? examples() : null);
  part("message").textContent = tooLong
    ? say("search.too_long", { nodes: position.nodes, limit: tooLong })
    : wait;
  part("stage").hidden = !recording;
  if (!recording) return;
  part("stage").classList.toggle("two", method === "compare");
  attribute(part("slider"), { "aria-label": say("search.slider") });
  attribute(part("code"), { "aria-label": say("search.code") });
  part("slider").max = recording.length - 1;
  const lines = CODE[recording.method].map(([text]) =>
    h("span", { class: "line" }, `${text}\n`),
  );
  replace(part("code"), lines);
}

/** Made once, so that focus and a slider in somebody's hand stay where they are. */
function make(panel) {
  const slider = { type: "range", min: 0, value: 0, class: "slider" };
  replace(
    panel,
    h("div", { class: "row tools choice" }),
    h("p", { class: "lead message" }),
    h("div", { class: "row examples" }),
    h(
      "div",
      { class: "stage" },
      h("p", { class: "decided" }),
      h("p", { class: "trail" }),
      h("div", { class: "figures" }),
      h(
        "div",
        { class: "side" },
        h("dl", { class: "variables" }),
        h("pre", { class: "code", tabindex: 0, role: "region" }),
      ),
      h(
        "div",
        { class: "time" },
        h("canvas", { class: "strip", "aria-hidden": "true" }),
        h("input", slider),
      ),
      h(
        "div",
        { class: "transport" },
        h("div", { class: "row buttons" }),
        h("dl", { class: "counters" }),
      ),
    ),
  );
}

const examples = () => [
  h("span", { class: "note" }, say("search.smaller")),
  EXAMPLES.map((board) =>
    button(
      "set-up",
      board,
      {},
      smallBoard(board),
      say("search.example", { n: free(board).length }),
    ),
  ),
];

const speedChoice = (speed) =>
  choice(
    "speed",
    say("search.speed"),
    act.SPEEDS.map((_, n) => [String(n), say(`speed.${n}`)]),
    String(speed),
  );

const presentButton = () =>
  iconButton("present", ICONS.present, say("transport.present"), "f");

// --- What changes from step to step -----------------------------------------

function drawStep(panel, state) {
  const part = (selector) => panel.querySelector(selector);
  const { recording, step, running } = state;
  const said = narrated(state);
  const slider = part(".slider");
  slider.value = step;
  attribute(slider, {
    "aria-valuetext": say("search.at", { step: step + 1, all: recording.length }),
  });
  replace(
    part(".buttons"),
    CONTROLS.map((control) => controlButton(control, state)),
  );
  replace(part(".transport .counters"), ...counters(counted(state)).children);
  attribute(part(".decided"), { "aria-live": running ? "off" : "polite" });
  if (part(".decided").textContent !== said) part(".decided").textContent = said;
  replace(part(".trail"), trail(state));
  drawFigures(part(".figures"), state, said);
  replace(part(".variables"), variables(state));
  markLine(part(".code"), state);
  paint(part(".strip"), recording);
}

function controlButton([name, key, , can], state) {
  const isPause = name === "run" && state.running;
  const words = say(`transport.${isPause ? "pause" : name}`);
  const made = iconButton(name, ICONS[isPause ? "pause" : name], words, key);
  attribute(made, { disabled: !can(state) });
  made.classList.toggle("on", isPause);
  return made;
}

const EVENT_TELLS = "LBCV"; // a value, which is hidden while a class is asked for it

/** While it is presented, what a step tells is hidden until somebody asks for it. */
const isVeiled = ({ present: isAlone, shown, recording, step }) =>
  isAlone && !shown && EVENT_TELLS.includes(recording.kind[step]);

/** A position of the tree, without the value that this step tells of it. */
const veiled = (seen, state) =>
  seen.isNew && isVeiled(state) ? { ...seen, value: undefined, text: "?" } : seen;

function narrated(state) {
  const { recording, second, step } = state;
  if (isVeiled(state)) return say("search.veiled");
  if (!second) return sentence(recording, step);
  if (step < second.length - 1) return sentence(second, step);
  const all = { fewer: count(second.positions), more: count(recording.positions) };
  return step < recording.length - 1
    ? say("search.ahead", all)
    : say("search.compared", all);
}

function counted(state) {
  const { recording, second, step, position } = state;
  const rows = [
    [say("search.slider"), `${count(step + 1)} / ${count(recording.length)}`],
  ];
  if (second) return rows;
  const visited = `${count(recording.visited[step])} / ${count(recording.positions)}`;
  rows.push([say("search.visited"), visited]);
  if (recording.method !== "minimax")
    rows.push([say("search.minimax"), count(position.nodes)]);
  const best = recording.best(step);
  const isAsked = isVeiled(state) && recording.node[step] === 0;
  const shown = best === null ? "–" : number(best);
  rows.push([say("search.root"), isAsked ? "?" : shown]);
  return rows;
}

/** The calls that are under way: X 3 > O 5 > X 7. */
function trail({ recording, step }) {
  const calls = recording
    .trail(step)
    .map(({ mark, square }) => [
      h("span", { class: "then", "aria-hidden": "true" }, "›"),
      h("span", { class: mark.toLowerCase() }, `${mark} ${square}`),
    ]);
  return [h("span", { class: "note" }, say("search.trail")), calls];
}

function variables(state) {
  const { recording, step } = state;
  const isHidden = isVeiled(state);
  return Object.entries(recording.variables(step)).map(([name, value]) =>
    h(
      "div",
      {},
      h("dt", {}, name),
      h(
        "dd",
        {},
        value === null
          ? "–"
          : isHidden && name !== "alpha" && name !== "beta"
            ? "?"
            : number(value),
      ),
    ),
  );
}

function markLine(code, { recording, step }) {
  const marked = lineOf(recording.method, recording.kind[step], recording.turnAt(step));
  [...code.children].forEach((line, n) => {
    line.classList.toggle("now", n === marked);
    attribute(line, { "aria-current": n === marked ? "true" : null });
  });
  const line = code.children[marked];
  if (line) scrollTo(code, line);
}

/** Scroll a box, and not the page, until a line of it is seen. */
function scrollTo(box, line) {
  const top = box.getBoundingClientRect().top + box.clientTop;
  const bottom = top + box.clientHeight; // without the bar that scrolls it sideways
  const place = line.getBoundingClientRect();
  if (place.top < top) box.scrollTop -= top - place.top;
  if (place.bottom > bottom) box.scrollTop += place.bottom - bottom;
}

// --- The figures ------------------------------------------------------------

function drawFigures(place, state, said) {
  const { recording, second } = state;
  const shown = second ? [recording, second] : [recording];
  while (place.children.length > shown.length) place.lastChild.remove();
  while (place.children.length < shown.length)
    place.append(h("div", { class: "figure" }));
  shown.forEach((each, n) =>
    drawFigure(place.children[n], each, state, said, shown.length > 1),
  );
}

function drawFigure(place, recording, state, said, isOneOfTwo) {
  const step = Math.min(state.step, recording.length - 1);
  const head = isOneOfTwo ? headOf(recording, step) : null;
  replace(place, head);
  const box = roomOf(place, head?.offsetHeight ?? 0, state.present);
  const drawing = state.shape
    ? whole(recording, step, state, { ...box, caption: said })
    : pathTree(rowsAt(recording, step, state), { ...box, caption: said });
  replace(place, head, drawing);
  const isNew = place.dataset.step !== String(step);
  place.dataset.step = step;
  if (state.shape && isNew && !isVeiled(state)) rise(drawing, recording, step, state);
}

/** The rows down to where the search is. */
const rowsAt = (recording, step, state) =>
  recording.rows(recording.path(step), step).map((row) => ({
    ...row,
    cut: isVeiled(state) ? null : row.cut,
    children: row.children.map((child) => veiled(child, state)),
  }));

const headOf = (recording, step) =>
  h(
    "p",
    { class: "versus" },
    h("b", {}, say(`method.${recording.method}`)),
    " ",
    h("span", { class: "big" }, count(recording.visited[step])),
    ` / ${say("positions", { n: recording.positions })}`,
  );

/** All of the tree, with what the search knows of each position by now. */
function whole(recording, step, state, options) {
  const best = new Map(); // of each position that is entered: its best square so far
  const look = (node) => {
    const { path } = node;
    if (path.length === 0)
      return veiled({ ...recording.standing(0, step), square: 0 }, state);
    const at = recording.at(path);
    const above = recording.at(path.slice(0, -1));
    let standing = recording.standing(at, step);
    if (standing.status === "waiting" && isCut(recording, path, step))
      standing = { status: "skipped" };
    if (!best.has(above)) best.set(above, bestOf(recording, above, step));
    const isBest = standing.status === "done" && best.get(above) === node.square;
    return veiled({ ...standing, square: node.square, isBest }, state);
  };
  return wholeTree(state.shape, look, {
    ...options,
    arrow: arrowOf(recording, step),
    pointed: state.pointed,
  });
}

/** Has the search left out the position, or one above it? */
function isCut(recording, path, step) {
  for (let length = path.length - 1; length >= 0; length--) {
    const node = recording.at(path.slice(0, length));
    if (node < 0 || node > step) continue;
    return recording.cut[node] >= 0 && recording.cut[node] <= step;
  }
  return false;
}

function bestOf(recording, node, step) {
  if (node < 0) return null;
  let best = null;
  for (const at of recording.childrenOf(node)) {
    const judged = recording.close[at] + 1;
    if (judged > step) break;
    if (recording.kind[judged] === "B") best = Number(recording.a[at]);
  }
  return best;
}

/** At a cut: from the position that set the limit to the first that is left out. */
function arrowOf(recording, step) {
  if (recording.kind[step] !== "C") return null;
  const from = recording.setter(step);
  const path = recording.path(step);
  const row = recording.rows(path, step).at(-1);
  const skipped = row.children.find((child) => child.status === "skipped");
  return from && skipped ? { from, to: [...path, skipped.square] } : null;
}

/** A value travels up its edge when a position is left. */
function rise(drawing, recording, step, { running, speed }) {
  if (still() || (running && act.SPEEDS[speed] > 4)) return;
  const kind = recording.kind[step];
  if (kind !== "L" && kind !== "V") return;
  const path = recording.path(step);
  if (!path.length) return;
  const centre = (of) => {
    const node = drawing.querySelector(`[data-node="${of.join("")}"]`);
    const box = node?.getBBox();
    const shift = node?.transform.baseVal[0]?.matrix;
    return (
      box && { x: shift.e + box.x + box.width / 2, y: shift.f + box.y + box.height / 2 }
    );
  };
  const [from, to] = [centre(path), centre(path.slice(0, -1))];
  if (!from || !to) return;
  fly(drawing, recording.event(step).value, from, to);
}

// The stage of a search: the tree, one sentence, the code with its variables, a timeline,
// and the controls of a debugger.

import { SmallBoard } from "../drawing/figures.js";
import { hasRoomForBoards } from "../drawing/layout.js";
import { Overview, PathTree, unitsOf, WholeTree } from "../drawing/trees.js";
import { Button, Check, Choice, Fold, IconButton, Lead } from "../drawing/widgets.js";
import { Legend, Measured, prose } from "../drawing/widgets.js";
import { setUp } from "../game/actions.js";
import { count, say, localized } from "../shared/language.js";
import { isSentShown } from "../link/state.js";
import { CopyLink } from "../link/view.js";
import { free, number } from "../shared/notation.js";
import { isReturn, isTelling } from "../shared/recording.js";
import { html, useLayoutEffect, useMemo, useRef } from "../vendor/htm-preact.js";
import * as act from "./actions.js";
import { CODE, isDeciding, lineOf } from "./code.js";
import { sentence } from "./narration.js";
import { EXAMPLES, METHODS, OWN, ownFile, SPEEDS, staged } from "./state.js";
import { BOX, paths } from "./strip.js";

const LONG = 7; // free squares from which smaller examples are offered

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
  wrong: "M12 5v9M12 18v1.5",
  last: "M17 6v12M6 6l8 6-8 6z",
  present: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
};

// The controls: [name, key, action, whether it is enabled]. Words: transport.NAME.
const isOwn = (recording) => recording.method === OWN;
const isBegun = ({ step }) => step > 0;
const isUnfinished = ({ step, recording }) => step < recording.length - 1;
const leads = (name) => (state) => state.recording[name](state.step) > state.step;
/** @type {[string, string, () => void, (state: any) => boolean][]} */
const CONTROLS = [
  ["first", "Home", () => act.goToStep(0), isBegun],
  ["back", ",", () => act.stepBy(-1), isBegun],
  ["run", "p", act.film, () => true],
  ["step", ".", () => act.stepBy(1), isUnfinished],
  ["over", "o", () => act.way("over"), leads("over")],
  ["out", "l", () => act.way("out"), leads("out")],
  ["cut", "c", () => act.way("nextCut"), leads("nextCut")],
  ["best", "b", () => act.way("nextBest"), leads("nextBest")],
  ["wrong", "w", () => act.way("firstWrong"), ({ recording }) => isOwn(recording)],
  ["last", "End", () => act.goToStep(Infinity), isUnfinished],
];

const KEYS = {
  ...Object.fromEntries(CONTROLS.map(([, key, action]) => [key.toLowerCase(), action])),
  f: act.togglePresent,
  arrowleft: () => act.stepBy(-1),
  arrowright: () => act.stepBy(1),
  " ": act.film,
};
// With the keys of a presenter's clicker; Space shows the answer.
const PRESENT_KEYS = {
  ...KEYS,
  pageup: KEYS.arrowleft,
  pagedown: KEYS.arrowright,
  " ": act.unveil,
  escape: () => act.present(false),
};

/** @param {State} state */
export const keys = (state) => (state.search.present ? PRESENT_KEYS : KEYS);

/** @param {{ state: State }} props */
export function Search({ state }) {
  const stage = staged(state);
  const { recording, isExample, unreadable } = stage;
  const { position } = state;
  if (!position.turn) return html`<${Lead}>${say("search.over")}<//>`;
  return html`
    <div class="settings">
      <${Fold} title=${say("search.settings")} when=${true}><${Settings} stage=${stage} /><//>
    </div>
    ${isExample && html`<${TooLong} state=${state} />`}
    ${free(position.board).length >= LONG && html`<${Examples} />`}
    ${unreadable && html`<${Unreadable} why=${unreadable} rival=${stage.rival} />`}
    ${!recording && !unreadable && html`<${Lead}>${say("search.loading")}<//>`}
    ${recording && html`<${Stage} stage=${stage} />`}
    ${recording && isOwn(recording) && html`<${Whose} state=${state} stage=${stage} />`}
  `;
}

/** Whose search is shown, if it came with a link; a link to it, if the page has its text. */
function Whose({ state, stage: { recording, step } }) {
  const file = ownFile(state);
  return html`
    ${isSentShown(state) && html`<p class="note">${say("link.shown")}</p>`}
    ${file && html`<${CopyLink} file=${file} board=${recording.board} step=${step} copied=${state.copied} />`}
  `;
}

/** Why another position is searched than the game's. */
function TooLong({ state: { position, about } }) {
  const { nodes } = position;
  const limit = about.minimax_free;
  const n = free(EXAMPLES[0]).length;
  return html`<p class="note">${say("search.too_long", { nodes, limit, n })}</p>`;
}

/** Why the user's own search cannot be shown here, and a link to where it can. */
const Unreadable = ({ why, rival }) => html`
  <${Lead}>${localized(why)}<//>
  <${Button} words="own.small" press=${() => act.showOwn(rival)} look="primary" />
`;

function Settings({ stage }) {
  const { about, speed, method, isWindowed } = stage;
  const methods = about.engine || method === OWN ? [...METHODS, OWN] : METHODS;
  return html`
    <div class="row tools">
      <${Choice} label=${say("method.name")} chosen=${method} choose=${act.chooseMethod}
        options=${methods.map((name) => [name, say(`method.${name}`)])} />
      <${Choice} label=${say("search.speed")} chosen=${String(speed)}
        options=${SPEEDS.map((_, n) => [String(n), say(`speed.${n}`)])}
        choose=${(chosen) => act.chooseSpeed(Number(chosen))} />
      ${isBounded(stage) && html`<${Check} words="search.windows" checked=${isWindowed} change=${act.showWindows} />`}
      <${IconButton} path=${ICONS.present} name=${say("transport.present")} shortcut="f"
        onClick=${act.togglePresent} />
    </div>
  `;
}

/** Has one of the searches on the stage alpha and beta? */
const isBounded = ({ recording, second }) =>
  Boolean(recording?.isBounded || second?.isBounded);

const Examples = () => html`
  <div class="row examples">
    <span class="note">${say("search.smaller")}</span>
    ${EXAMPLES.map(
      (board) => html`
        <button onClick=${() => setUp(board)}>
          <${SmallBoard} board=${board} />
          ${say("search.example", { n: free(board).length })}
        </button>
      `,
    )}
  </div>
`;

// --- The stage ----------------------------------------------------------------

/** Is the answer hidden, in presentation mode? */
const isVeiled = ({ present, isShown, recording, step }) =>
  present && !isShown && isTelling(recording.kinds[step]);

/** The step to draw: the previous one while the answer is hidden. */
const shownStep = (stage) => (isVeiled(stage) ? stage.step - 1 : stage.step);

function Stage({ stage }) {
  const { recording, second, truth, step } = stage;
  const said = narrated(stage);
  const shown = [recording, second, truth].filter(Boolean);
  const slide = ({ target }) => act.goToStep(Number(target.value));
  return html`
    <div class=${`stage ${isOwn(recording) ? "own" : second ? "two" : ""}`}>
      <p class="decided" aria-live=${stage.isFilmed ? "off" : "polite"}
        onClick=${isVeiled(stage) && act.unveil}>${prose(said)}</p>
      <p class="trail"><${Trail} stage=${stage} /></p>
      <div class="figures">
        ${shown.map(
          (each) => html`<${Figure} key=${each.id} recording=${each} stage=${stage}
            caption=${said} isOneOfTwo=${shown.length > 1} />`,
        )}
      </div>
      ${!second && html`<div class="side"><${Variables} stage=${stage} /><${Code} stage=${stage} /></div>`}
      <div class="time">
        <${Strip} recording=${recording} />
        <input type="range" class="slider" min="0" max=${recording.length - 1}
          value=${step} aria-label=${say("search.slider")} onInput=${slide} />
        <${Legend}><span><i class="cut-tick"></i>${say("search.cuts")}</span><//>
      </div>
      <div class="transport">
        <div class="row buttons">
          ${controlsOf(recording).map((control) => html`<${Control} control=${control} stage=${stage} />`)}
        </div>
        <dl class="counters">${counted(stage).map(named)}</dl>
      </div>
    </div>
  `;
}

/** The user's own search has a first wrong value instead of cuts. */
const controlsOf = (recording) =>
  CONTROLS.filter(([name]) => name !== (isOwn(recording) ? "cut" : "wrong"));

function Control({ control: [name, key, action, can], stage }) {
  const isPause = name === "run" && stage.isFilmed;
  const shown = isPause ? "pause" : name;
  return html`
    <${IconButton} path=${ICONS[shown]} name=${say(`transport.${shown}`)} shortcut=${key}
      word=${say(`control.${shown}`)} class=${`icon ${isPause ? "on" : ""}`} disabled=${!can(stage)} onClick=${action} />
  `;
}

function narrated(stage) {
  const { recording, second, step } = stage;
  if (isVeiled(stage)) return say("search.veiled");
  if (!second) return sentence(recording, step);
  if (step < second.length - 1) return sentence(second, step);
  const all = { fewer: count(second.positions), more: count(recording.positions) };
  return say(step < recording.length - 1 ? "search.ahead" : "search.compared", all);
}

/** A name with its figure. */
/** @param {any[]} pair */
const named = ([name, value]) =>
  html`<div key=${name}><dt>${name}</dt><dd>${value}</dd></div>`;

function counted(stage) {
  const { recording, second, step, position } = stage;
  const of = (n, all) => `${count(n)} / ${count(all)}`;
  const steps = [say("search.slider"), of(step + 1, recording.length)];
  if (second) return [steps];
  const visited = of(recording.visited[step], recording.positions);
  const plain = [say("search.minimax"), count(position.nodes)];
  return [
    steps,
    [say("search.visited"), visited],
    ...(recording.isBounded ? [plain] : []),
    [say("search.root"), number(recording.best(shownStep(stage))?.value) ?? "–"],
  ];
}

/** The call stack: X 3 > O 5 > X 7. */
const Trail = ({ stage: { recording, step } }) => html`
  <span class="note">${say("search.trail")}</span>
  ${recording.trail(step).map(
    ({ mark, square }) => html`
      <span class="then" aria-hidden="true">›</span>
      <span class=${mark.toLowerCase()}>${mark} ${square}</span>
    `,
  )}
`;

function Variables({ stage }) {
  if (isOwn(stage.recording)) return null;
  const known = Object.entries(stage.recording.variables(shownStep(stage)));
  const rows = known.map(([name, value]) => [name, number(value) ?? "–"]);
  return html`<dl class="variables">${rows.map(named)}</dl>`;
}

/** The code, with the current line, and at a cut the line that decided it. */
function Code({ stage }) {
  const box = useRef(null);
  const { recording } = stage;
  const step = shownStep(stage);
  const { method, kinds } = recording;
  const lines = recording.source ?? CODE[method].map(([text]) => text);
  const at = recording.source
    ? (step === recording.wrong_at ? recording.line : recording.lines[step]) - 1
    : lineOf(method, kinds[step], recording.at[step].turn);
  const isOurs = !recording.source;
  useLayoutEffect(() => {
    const line = box.current.children[at];
    if (line) scrollTo(box.current, line, isOurs ? 1 : 3);
  }, [at]);
  const look = (n) =>
    n === at ? "now" : isOurs && isDeciding(kinds[step], at, n) ? "deciding" : "";
  return html`
    <pre ref=${box} class="code" tabindex="0" role="region" aria-label=${say("search.code")}>
      ${lines.map(
        (text, n) => html`
          <span class=${`line ${look(n)}`} aria-current=${n === at ? "true" : undefined}>
            ${isOurs ? `${text}\n` : `${String(n + 1).padStart(3)}  ${text}\n`}
          </span>
        `,
      )}
    </pre>
  `;
}

/** Scroll a line of a box into view, with lines around it, but not the page. */
function scrollTo(box, { offsetTop: top, offsetHeight: height }, around) {
  const last = top + (1 + around) * height - box.clientHeight;
  box.scrollTop = Math.max(last, Math.min(box.scrollTop, top - around * height));
}

function Strip({ recording }) {
  const goThere = ({ currentTarget, clientX }) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    act.goToStep(Math.floor(((clientX - left) / width) * recording.length));
  };
  const drawn = useMemo(() => paths(recording), [recording]);
  return html`
    <svg class="strip" viewBox=${BOX} preserveAspectRatio="none" onClick=${goThere}
      aria-hidden="true">
      ${drawn.map(([look, d]) => html`<path class=${look} d=${d} />`)}
    </svg>
  `;
}

// --- The figures ------------------------------------------------------------

function Figure({ recording, stage, caption, isOneOfTwo }) {
  const { shape, second } = stage;
  const isWindowed = stage.isWindowed && recording.isBounded;
  const isTruth = recording === stage.truth;
  const step = isTruth
    ? recording.length - 1
    : Math.min(shownStep(stage), recording.length - 1);
  const { path } = isTruth ? stage.recording.at[shownStep(stage)] : recording.at[step];
  const look = (node) => {
    const seen = { ...recording.seen(node.path, step), isWindowed };
    return isTruth ? { ...seen, isLatest: node.path === path } : seen;
  };
  return html`
    <div class="figure">
      <p class="versus" hidden=${!isOneOfTwo}>
        <b>${say(isTruth ? "own.truth" : `method.${recording.method}`)}</b>
        ${second && html`<${Visited} recording=${recording} step=${step} />`}
      </p>
      <${Measured} class="room">
        ${(box) => {
          const room = { ...unitsOf(box, stage.present), isWindowed };
          const arrow = arrowOf(recording, step);
          return shape && hasRoomForBoards(shape, room.width)
            ? html`<${WholeTree} root=${shape} look=${look} room=${room} caption=${caption}
                arrow=${arrow} rising=${risingAt(recording, step, stage)} />`
            : html`<${PathInTree} root=${shape} look=${look} path=${path} room=${room}
                rows=${recording.rows(path, step)} caption=${caption} arrow=${arrow} />`;
        }}
      <//>
    </div>
  `;
}

const OVERVIEW = { height: 64, gap: 8 }; // units

/** The path to a position; if the whole tree is small, where that is in it. */
const PathInTree = ({ root, look, path, room, ...drawn }) => html`
  ${
    root &&
    html`<${Overview} root=${root} look=${look} path=${path} width=${room.width}
    height=${OVERVIEW.height} />`
  }
  <${PathTree} ...${drawn} room=${
    root ? { ...room, height: room.height - OVERVIEW.height - OVERVIEW.gap } : room
  } />
`;

const Visited = ({ recording, step }) => html`
  ${" "}<span class="big">${count(recording.visited[step])}</span>
  ${` / ${say("positions", { n: recording.positions })}`}
`;

/** At a cut: from the position that set the limit to the first skipped one. */
function arrowOf(recording, step) {
  if (recording.kinds[step] !== "cut" || isOwn(recording)) return null;
  const from = recording.setter(step);
  const here = recording.at[step];
  const { children } = recording.row(here, step);
  const skipped = children.find((child) => child.status === "skipped");
  return from && skipped ? { from, to: here.path + skipped.square } : null;
}

const SLOW = 4; // steps per second, at which a moving value can be followed

/** The value that moves up when the search leaves a position. */
function risingAt(recording, step, { isFilmed, speed }) {
  const { path } = recording.at[step];
  const isQuick = isFilmed && SPEEDS[speed] > SLOW;
  const isLeft = isReturn(recording.kinds[step]) && path;
  if (!isLeft || isQuick) return null;
  const { value } = recording.event(step);
  return value === undefined ? null : { step, path, value };
}

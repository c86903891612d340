// What a person can do on the page.

import * as source from "./source.js";
import { still } from "./dom.js";
import { drawGame } from "./draw-game.js";
import { drawStep, SPEEDS } from "./draw-search.js";
import { bestPath } from "./draw-tree.js";
import { say } from "./language.js";
import { address, draw, go, loadGuest, notify, view } from "./page.js";
import { jump, play, restart, set, toggle } from "./state.js";

const PAUSE = 120; // milliseconds before an answer, so that one sees one's own move first
const BEAT = 700; // between the moves of a line that is played out

let replies = 0; // a reply that is still being thought about when the game goes on is void
let opened = null; // what of the tree was open before one pointed at a square

/** The person does something else: what was under way is void. */
export function interrupt() {
  replies += 1;
  view.thinking = false;
  opened = null;
  stop();
  notify("");
}

export function stop() {
  clearInterval(view.running);
  view.running = null;
}

export const isFree = (square) =>
  view.position.moves.some((move) => move.square === square);

let moves = Promise.resolve(); // one by one: who is quicker than the network loses none

/** A move on the board, and the opponent's answer. */
export const take = (square) => (moves = moves.then(() => takeNow(square)));

async function takeNow(square) {
  if (!isFree(square) || view.thinking) return;
  interrupt();
  await go(play(view.state, square));
  if (isTheirs()) reply();
}

const isTheirs = () => {
  const { state, position } = view;
  return state.side !== "both" && position.turn && position.turn !== state.side;
};

/** The opponent's move. It takes the place of ours in the history: Back goes to our turn. */
export async function reply() {
  interrupt();
  const mine = replies;
  view.thinking = true;
  draw();
  try {
    const [square] = await Promise.all([choice(), wait(still() ? 0 : PAUSE)]);
    if (mine !== replies) return;
    view.thinking = false;
    await go(play(view.state, square), "replace");
  } catch (error) {
    if (mine !== replies) return;
    view.thinking = false;
    notify(error.message);
    draw();
  }
}

async function choice() {
  const { state, position } = view;
  if (state.against === "perfect") return position.reply;
  if (state.against === "engine") {
    const answer = await source.engine(position.board);
    if (answer.error) throw new Error(answer.error);
    return answer.square;
  }
  let chance = Math.random();
  for (const move of position.moves) {
    chance -= move.chances[state.against];
    if (chance < 0) return move.square;
  }
  return position.moves.at(-1).square;
}

const wait = (milliseconds) =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Back, or on again, to a turn of the person's. */
function stepTurn(by) {
  interrupt();
  const { state, game } = view;
  let at = state.at + by;
  while (
    state.side !== "both" &&
    game[at]?.turn &&
    game[at].turn !== state.side &&
    at > 0 &&
    at < state.moves.length
  )
    at += by;
  return go(jump(state, at));
}

export const undo = () => view.state.at > 0 && stepTurn(-1);
export const redo = () => view.state.at < view.state.moves.length && stepTurn(1);

export function jumpTo(at) {
  interrupt();
  return go(jump(view.state, at));
}

export async function again() {
  interrupt();
  await go(restart(view.state));
  if (isTheirs()) await reply();
}

export async function chooseSide(side) {
  interrupt();
  await go(set(view.state, { side }), "replace");
  if (isTheirs() && view.state.at === 0) await reply();
}

export const chooseOpponent = (against) => go(set(view.state, { against }), "replace");

export function show(name) {
  stop();
  return go(set(view.state, { view: name }), "replace");
}

export const toggleValues = () =>
  go(set(view.state, { values: !view.state.values }), "replace");

export function chooseMethod(method) {
  stop();
  return go(set(view.state, { method, step: 0, open: [] }), "replace");
}

// --- A line of play ---------------------------------------------------------

/** Set up a position some moves on. */
export async function follow(squares) {
  interrupt();
  await go(squares.reduce(play, view.state));
}

/** Begin from another board. */
export function setUp(board) {
  interrupt();
  return go({ ...restart(view.state), start: board });
}

export function playOut(squares) {
  if (view.running) {
    stop();
    return draw();
  }
  interrupt();
  const rest = [...squares];
  const beat = async () => {
    const square = rest.shift();
    if (!rest.length) stop();
    await go(play(view.state, square));
  };
  view.running = setInterval(beat, BEAT);
  return beat();
}

// --- The tree ---------------------------------------------------------------

export const open = (path) => go(toggle(view.state, path), "keep");
export const openBest = () => go(set(view.state, { open: bestPath(view) }), "keep");
export const shut = () => go(set(view.state, { open: [] }), "keep");

/** Point at a square from elsewhere on the page. */
export function hint(square) {
  if (view.hint === square) return;
  view.hint = square;
  drawGame(view);
}

/** Show what follows a square of the board while one points at it. */
export function peek(square) {
  if (view.state.view !== "tree" || !isFree(square)) return;
  opened ??= view.state.open;
  if (view.state.open[0] !== square) go(set(view.state, { open: [square] }), "keep");
}

export function unpeek() {
  if (opened && view.state.view === "tree")
    go(set(view.state, { open: opened }), "keep");
  opened = null;
}

// --- The search -------------------------------------------------------------

export function goToStep(step) {
  stop();
  setStep(step);
  address("replace");
}

function setStep(step) {
  if (!view.recording) return;
  const last = view.recording.length - 1;
  view.state = set(view.state, { step: Math.max(0, Math.min(step, last)) });
  drawStep(view);
}

export const stepBy = (by) => goToStep(view.state.step + by);

export function run() {
  if (!view.recording) return;
  if (view.running) {
    stop();
    address("replace");
    return draw();
  }
  if (view.state.step >= view.recording.length - 1) setStep(0);
  const start = { step: view.state.step, time: performance.now() };
  const tick = () => {
    const elapsed = (performance.now() - start.time) / 1000;
    const step = start.step + Math.floor(elapsed * SPEEDS[view.speed]);
    if (step >= view.recording.length - 1) stop();
    setStep(step);
  };
  view.running = setInterval(tick, Math.max(16, 1000 / SPEEDS[view.speed]));
  draw();
}

export function chooseSpeed(speed) {
  view.speed = speed;
  if (view.running) {
    stop();
    run();
  }
}

// --- Your engine ------------------------------------------------------------

export function askAgain() {
  source.forget();
  view.guest = view.watched = null;
  draw();
  return loadGuest(view.position);
}

export async function share() {
  try {
    await navigator.clipboard.writeText(location.href);
    notify(say("shared"));
  } catch {
    notify(say("not_shared"));
  }
}

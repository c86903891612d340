// The page as it is now: the state, what was loaded for it, and how one change follows
// another: a new state, what it needs, the address, a drawing.

import * as source from "./source.js";
import { write } from "./address.js";
import { $, attribute } from "./dom.js";
import { drawEngine } from "./draw-engine.js";
import { drawGame, statusText } from "./draw-game.js";
import { drawSearch } from "./draw-search.js";
import { drawTree } from "./draw-tree.js";
import { drawValues } from "./draw-values.js";
import { say } from "./language.js";
import { Recording } from "./recording.js";
import { initial, played, set, START, VIEWS } from "./state.js";

export const view = {
  state: initial,
  about: null,
  game: [], // the positions of the game, the undone ones too
  position: null, // the one on the board
  opened: [], // the positions of the tree that are open
  recording: null,
  tooLong: null, // how many squares may be free, where too many are
  guest: null, // what the given engine plays here
  watched: null, // and what its search visits
  thinking: false,
  running: null, // a timer: of the search, or of a line that is played out
  speed: 1,
  hint: null, // the square that is pointed at elsewhere
};

const recordings = new Map();
let latest = 0;

/** Change to a state; `how` the address follows: push, replace or keep. */
export async function go(state, how = "push") {
  const mine = ++latest;
  let loaded;
  try {
    loaded = await load(state);
  } catch {
    notify(say("no_server"));
    return;
  }
  if (mine !== latest) return; // a newer change has overtaken this one
  const before = view.position;
  Object.assign(view, loaded);
  if (loaded.strayed) notify(say("bad_address"));
  address(how);
  draw();
  if (before && before.board !== view.position.board) announce();
  later();
}

/** The positions of a state; moves that lead nowhere are dropped. */
async function load(state) {
  const game = [];
  let strayed = false;
  try {
    game.push(await source.position(state.start));
  } catch (error) {
    if (state.start === initial.start) throw error;
    return {
      ...(await load({ ...state, start: initial.start, moves: [], at: 0 })),
      strayed: true,
    };
  }
  for (const square of state.moves) {
    const move = game.at(-1).moves.find((each) => each.square === square);
    if (!move) break;
    game.push(await source.position(move.to));
  }
  if (game.length <= state.moves.length) {
    const moves = state.moves.slice(0, game.length - 1);
    state = set(state, { moves, at: Math.min(state.at, moves.length), open: [] });
    strayed = true;
  }
  const position = game[state.at];
  const opened = [position];
  for (const square of state.open) {
    const move = opened.at(-1).moves.find((each) => each.square === square);
    if (!move) break;
    opened.push(await source.position(move.to));
  }
  state = set(state, { open: state.open.slice(0, opened.length - 1) });
  const same =
    view.position?.board === position.board && view.state.method === state.method;
  const kept = same
    ? {}
    : { recording: null, tooLong: null, guest: null, watched: null };
  return { ...kept, state, game, position, opened, strayed };
}

/** What takes longer, and is drawn when it has come. */
async function later() {
  const { state, position } = view;
  if (!position.turn) return;
  const recorded =
    state.view === "search" || (state.view === "tree" && state.method !== "minimax");
  try {
    if (recorded && !view.recording) await loadRecording(state.method, position);
    if (state.view === "engine" && !view.guest) await loadGuest(position);
  } catch {
    notify(say("no_server"));
  }
}

async function loadRecording(method, position) {
  const limit = view.about.minimax_free;
  if (method === "minimax" && position.board.split(".").length - 1 > limit) {
    view.tooLong = limit;
    return draw();
  }
  const key = `${method} ${position.board}`;
  if (!recordings.has(key)) {
    const answer = await source.search(method, position.board);
    recordings.set(key, new Recording(answer, position.turn));
  }
  if (view.position !== position || view.state.method !== method) return;
  view.recording = recordings.get(key);
  const last = view.recording.length - 1;
  view.state = set(view.state, { step: Math.min(view.state.step, last) });
  draw();
}

export async function loadGuest(position) {
  const said = (error) => ({ error: error.message });
  const answer = await source.engine(position.board).catch(said);
  if (view.position !== position) return;
  view.guest = answer;
  draw();
  if (answer.error || position.board === START) return;
  const watched = await source.engineSearch(position.board).catch(said);
  if (view.position !== position) return;
  view.watched = watched;
  draw();
}

export function address(how) {
  const fragment = write(view.state);
  if (how === "keep" || fragment === (location.hash || "#")) return;
  history[how === "push" ? "pushState" : "replaceState"](null, "", fragment);
}

export function draw() {
  drawGame(view);
  drawTabs(view.state.view);
  ({ values: drawValues, tree: drawTree, search: drawSearch, engine: drawEngine })[
    view.state.view
  ](view);
}

function drawTabs(chosen) {
  for (const name of VIEWS) {
    const isChosen = name === chosen;
    $(name).hidden = !isChosen;
    attribute($(`tab-${name}`), {
      "aria-selected": String(isChosen),
      tabindex: isChosen ? 0 : -1,
    });
  }
}

/** Tell those who do not see the board. */
function announce() {
  const squares = played(view.state);
  const before = view.game[view.state.at - 1];
  const took = before ? say("took", before.turn, squares.at(-1)) : "";
  $("announce").textContent = `${took} ${statusText(view)}.`.trim();
}

export function notify(text) {
  $("notice").textContent = text;
  $("notice").hidden = !text;
}

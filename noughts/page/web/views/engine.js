// The engine that the page was given: what it plays here, whether that is right, and
// what its search visits.

import { result } from "./check.js";
import { h, replace } from "../dom.js";
import { badge, smallBoard } from "../figures.js";
import {
  count,
  decimal,
  say,
  sentence,
  step,
  told,
  verdict,
} from "../language.js";
import { free, other, put } from "../marks.js";
import { moveOn, played, START } from "../state.js";
import { pathTree } from "../trees.js";
import { button, counters, lead, lineOfPlay, note } from "../widgets.js";

export const engine = {
  name: "engine",
  isThere: ({ about }) => Boolean(about.engine),
  needs: ({ about }) => (about.checked ? ["examined", "guest"] : ["guest"]),

  draw(panel, state) {
    const title = h("h2", {}, say("engine.title", { name: state.about.engine }));
    const judged = examination(state.examination);
    const old = note(say("engine.as_it_was"));
    replace(panel, judged, lastMistake(state), title, body(panel, state), old);
  },
};

// --- What the judge found ---------------------------------------------------

/** How far the judge has come, or its report. */
function examination(found) {
  if (!found) return null;
  if (found.error) return note(say("check.failed", { error: found.error }));
  return found.report ? result(found) : progress(found);
}

const progress = ({ what, done, all: total }) =>
  h(
    "label",
    { class: "progress note" },
    h("span", {}, say("check.running", { what: step(what), done, total })),
    h("progress", { max: total || 1, value: done }),
  );

// --- What it does here ------------------------------------------------------

function body(panel, state) {
  const { position, guest, running } = state;
  if (!position.turn) return lead(say("engine.over"));
  if (!guest) return lead(say("engine.ask"));
  const failed = troubleOf(guest);
  if (failed) return trouble(failed);
  const move = moveOn(position, guest.square);
  const punished = move.mistake
    ? lineOfPlay(position, say("engine.refuted"), move.line, running)
    : null;
  return [answer(guest, move, position), punished, visited(panel, state)];
}

/** What went wrong: here, or with the engine, which is told by language. */
const troubleOf = ({ error, trouble }) => error ?? trouble;

const trouble = (error) => [
  lead(sentence(error), { class: "lead bad" }),
  button("ask-again", null, {}, say("engine.retry")),
];

/** The engine's last move of the game, if it was a mistake, and the way to punish it. */
function lastMistake(state) {
  const { at, game, position, running } = state;
  const before = game[at - 1];
  if (state.against !== "engine" || !before || before.turn === state.side) return null;
  const move = moveOn(before, played(state).at(-1));
  if (!move.mistake) return null;
  return h(
    "section",
    { class: "bad" },
    lead(say("engine.erred", { square: move.square, why: told(move.why) })),
    position.turn
      ? lineOfPlay(position, say("engine.refuted"), move.line.slice(1), running)
      : null,
  );
}

function answer(guest, move, position) {
  const { square } = guest;
  const judged = move.mistake ? "mistake" : move.best ? "fine" : "slow";
  const words = { verdict: verdict(move.verdict), best: verdict(position.verdict) };
  return h(
    "div",
    { class: "answer" },
    smallBoard(move.to, square),
    h(
      "div",
      {},
      lead(say("engine.plays", { square, where: say(`where.${square}`) })),
      h("p", {}, badge(move.verdict), " ", say(`engine.${judged}`, words)),
      note(say("engine.seconds", { seconds: decimal(guest.seconds, 3) })),
      button("take", square, {}, say("engine.play")),
    ),
  );
}

/** What the engine's own calls show of its search. */
function visited(panel, { position, open, watched, guest }) {
  const title = h("h2", {}, say("engine.visits"));
  if (position.board === START) return [title, note(say("engine.start"))];
  if (!watched) return [title, note(say("engine.watching"))];
  const failed = troubleOf(watched);
  if (failed) return [title, lead(sentence(failed), { class: "lead bad" })];
  const rows = seenRows(position, watched.seen, open, guest.square);
  return [
    title,
    lead(say("observe.it", { how: say(`observe.search.${watched.code}`) })),
    watched.calls ? counters(compared(watched)) : null,
    watched.calls ? pathTree(rows, { width: panel.clientWidth }) : null,
    note(say("engine.evidence")),
  ];
}

const compared = ({ positions, textbook }) => [
  [say("engine.positions"), count(positions)],
  ...Object.entries(textbook).map(([name, n]) => [
    say(`observe.textbook.${name}`),
    count(n),
  ]),
];

/** Rows of a tree, from what was seen: [square, positions, what follows], three deep. */
function seenRows(position, seen, open, chosen) {
  const rows = [];
  let { board, turn } = position;
  for (let depth = 0; seen?.length; depth++) {
    rows.push(seenRow(board, turn, seen, open[depth], depth === 0 ? chosen : null));
    const next = open[depth];
    seen = seen.find(([square]) => square === next)?.[2];
    if (next) board = put(board, next, turn);
    turn = other[turn];
  }
  return rows;
}

function seenRow(board, turn, seen, open, chosen) {
  const found = new Map(
    seen.map(([square, positions, after]) => [square, { positions, after }]),
  );
  const children = free(board).map((square) => {
    const { positions, after } = found.get(square) ?? {};
    return {
      square,
      board: put(board, square, turn),
      status: positions ? "done" : "skipped",
      positions,
      over: !after?.length,
      isBest: square === chosen,
    };
  });
  return { board, turn, open, children };
}

// The shareable part of the state as the URL fragment: #moves=519&view=tree. Defaults are
// left out.

import { courseOf, goTo } from "./lessons/state.js";
import { readPractice, writePractice } from "./practice/state.js";
import { OPPONENTS, played, resume, SIDES } from "./game/state.js";
import { isKnown, sentParts } from "./link/state.js";
import { FIRST_WRONG, METHODS, OWN, withSearch } from "./search/state.js";
import { initial } from "./state.js";

/** Return the fragment of a state. */
export function write(state) {
  const { method, step } = state.search;
  const { lesson, task } = courseOf(state);
  const parts = new URLSearchParams();
  if (state.start !== initial.start) parts.set("board", state.start);
  if (state.at) parts.set("moves", played(state).join(""));
  for (const name of ["side", "against", "view"])
    if (state[name] !== initial[name]) parts.set(name, state[name]);
  if (method !== initial.search.method) parts.set("method", method);
  if (state.values) parts.set("values", "1");
  const shown = step === FIRST_WRONG ? "wrong" : String(step);
  if (state.view === "search" && step) parts.set("step", shown);
  if (state.view === "trees") writePractice(parts, state.practice);
  if (lesson && state.view === "lessons") {
    parts.set("lesson", lesson);
    parts.set("task", String(task + 1));
  }
  for (const [name, value] of Object.entries(sentParts(state))) parts.set(name, value);
  return "#" + parts;
}

/** A whole number in decimal digits, or null. */
const whole = (text) => (/^\d{1,9}$/.test(text) ? Number(text) : null);

/** A step, or where one's own search first goes wrong. */
const stepOf = (text) => (text === "wrong" ? FIRST_WRONG : (whole(text) ?? 0));

/** Normalise a board: upper case, no separators, dots for empty squares. */
const boardOf = (text) =>
  text
    .toUpperCase()
    .replace(/[\s/|]/g, "")
    .replace(/[-_]/g, ".");

/** Return the state of a fragment; unknown names and values are ignored. */
export function read(fragment, state, views) {
  const parts = new URLSearchParams(fragment.replace(/^#/, ""));
  const against = OPPONENTS.concat(state.about?.engine ? ["engine"] : []);
  const one = (name, among, otherwise) =>
    among.includes(parts.get(name)) ? parts.get(name) : otherwise;
  const code = parts.get("code");
  const isRunning = code !== null && isKnown(state, code); // it was asked for by a click
  const isSent = code !== null && !isRunning && views.includes("check");
  const chosen = {
    side: one("side", SIDES, initial.side),
    view: isSent ? "check" : one("view", views, initial.view),
    against: one("against", against, initial.against),
    values: parts.get("values") === "1",
  };
  const board = parts.get("board");
  const start = board === null ? initial.start : boardOf(board);
  const digits = parts.get("moves") ?? "";
  const moves = /^[1-9]+$/.test(digits) ? [...digits].map(Number) : [];
  const there = resume({ ...state, ...chosen }, start, moves);
  const course = { ...state.course, lesson: parts.get("lesson") ?? "" };
  const isTrees = chosen.view === "trees";
  const search = {
    method: one("method", [...METHODS, OWN], initial.search.method),
    step: isTrees ? 0 : stepOf(parts.get("step")),
    rival: isRunning ? state.sent.file : state.search.rival,
  };
  return {
    ...withSearch(there, search),
    practice: isTrees ? readPractice(parts, state.practice) : state.practice,
    course: goTo(course, (whole(parts.get("task")) ?? 1) - 1),
  };
}

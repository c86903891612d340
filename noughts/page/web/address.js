// The shareable part of the state as the URL fragment: #moves=519&view=tree. Defaults are
// left out.

import { errandOf, goTo, isOpen } from "./lessons/state.js";
import { OPPONENTS, played, resume, SIDES } from "./game/state.js";
import { initial, METHODS, OWN } from "./state.js";

/** Return the fragment of a state. */
export function write(state) {
  const parts = new URLSearchParams();
  if (state.start !== initial.start) parts.set("board", state.start);
  if (state.at) parts.set("moves", played(state).join(""));
  for (const name of ["side", "against", "view", "method"])
    if (state[name] !== initial[name]) parts.set(name, state[name]);
  if (state.values) parts.set("values", "1");
  if (state.view === "search" && state.step) parts.set("step", state.step);
  if (state.course.lesson && (state.view === "lessons" || errandOf(state))) {
    parts.set("lesson", state.course.lesson);
    parts.set("task", state.course.task + 1);
  }
  return "#" + parts;
}

/** Go to a task; its number is checked once the lesson is loaded. */
const atTask = (course, task) =>
  goTo(course, task, isOpen(course) ? course.data.tasks.length : Infinity);

/** A whole number in decimal digits, or null. */
const whole = (text) => (/^\d{1,9}$/.test(text) ? Number(text) : null);

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
  const choices = { side: SIDES, view: views, method: [...METHODS, OWN], against };
  const chosen = Object.entries(choices).map(([name, among]) => [
    name,
    among.includes(parts.get(name)) ? parts.get(name) : initial[name],
  ]);
  const start = parts.has("board") ? boardOf(parts.get("board")) : initial.start;
  const digits = parts.get("moves") ?? "";
  const moves = /^[1-9]+$/.test(digits) ? [...digits].map(Number) : [];
  return {
    ...resume({ ...state, ...Object.fromEntries(chosen) }, start, moves),
    course: atTask(
      { ...state.course, lesson: parts.get("lesson") ?? "" },
      (whole(parts.get("task")) ?? 1) - 1,
    ),
    values: parts.get("values") === "1",
    step: whole(parts.get("step")) ?? 0,
  };
}

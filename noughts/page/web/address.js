// The part of the state that one would share, as the fragment of the address:
// #moves=519&view=tree. What is as at the beginning is left out.

import * as bigger from "./bigger-state.js";
import { errandOf, goTo, isOpen } from "./lessons-state.js";
import { initial, METHODS, OPPONENTS, OWN, played, resume, SIDES } from "./state.js";

/** The fragment of a state. */
export function write(state) {
  const parts = new URLSearchParams();
  if (state.start !== initial.start) parts.set("board", state.start);
  if (state.at) parts.set("moves", played(state).join(""));
  for (const name of ["side", "against", "view", "method"])
    if (state[name] !== initial[name]) parts.set(name, state[name]);
  if (state.values) parts.set("values", "1");
  if (state.view === "search" && state.step) parts.set("step", state.step);
  if (state.view === "bigger") parts.set("big", bigger.write(state.big));
  if (state.course.lesson && (state.view === "lessons" || errandOf(state))) {
    parts.set("lesson", state.course.lesson);
    parts.set("task", state.course.task + 1);
  }
  return "#" + parts;
}

/** At a task by its number: how many there are is known once the lesson is there. */
const atTask = (course, task) =>
  goTo(course, task, isOpen(course) ? course.data.tasks.length : Infinity);

/** A number as people count; null for anything else. */
const whole = (text) => (/^\d{1,9}$/.test(text) ? Number(text) : null);

/** The nine marks of a board, in any of the ways in which one may write it. */
const boardOf = (text) =>
  text
    .toUpperCase()
    .replace(/[\s/|]/g, "")
    .replace(/[-_]/g, ".");

/** The state that a fragment names; unknown names and choices are passed over. */
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
    big: parts.has("big") ? resumed(state.big, parts.get("big")) : state.big,
    values: parts.get("values") === "1",
    step: whole(parts.get("step")) ?? 0,
  };
}

/** The bigger game of an address; the one that we have, if it is the same. */
function resumed(big, text) {
  return bigger.write(big) === text ? big : bigger.read(text);
}

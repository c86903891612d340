// The part of the state that one would share, as the fragment of the address:
// #moves=519&view=tree. What is as at the beginning is left out.

import { initial, METHODS, played, SIDES, VIEWS } from "./state.js";

const CHOICES = { side: SIDES, view: VIEWS, method: METHODS };

export function write(state) {
  const parts = new URLSearchParams();
  if (state.start !== initial.start) parts.set("board", state.start);
  if (state.at) parts.set("moves", played(state).join(""));
  for (const name of ["side", "against", "view", "method"])
    if (state[name] !== initial[name]) parts.set(name, state[name]);
  if (state.values) parts.set("values", "1");
  if (state.view === "search" && state.step) parts.set("step", state.step);
  return "#" + parts;
}

/** What an address says: unknown names and choices are passed over. */
export function read(fragment) {
  const parts = new URLSearchParams(fragment.replace(/^#/, ""));
  const said = { start: initial.start, moves: [], values: parts.get("values") === "1" };
  if (parts.has("board")) said.start = parts.get("board").toUpperCase();
  if (/^[1-9]+$/.test(parts.get("moves") ?? ""))
    said.moves = [...parts.get("moves")].map(Number);
  for (const [name, choices] of Object.entries(CHOICES))
    said[name] = choices.includes(parts.get(name)) ? parts.get(name) : initial[name];
  said.against = parts.get("against") ?? initial.against;
  said.step = Math.max(0, parseInt(parts.get("step") ?? "0", 10) || 0);
  return said;
}

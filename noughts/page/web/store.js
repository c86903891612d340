// Holds the state and calls its followers on each change.

import { initial } from "./state.js";

let state = initial;
const followers = [];

export const now = () => state;

/** Call the follower on each change: (state, previous state, how to update the history). */
export const follow = (follower) => followers.push(follower);

/** Change the state; `how` is push, replace or keep the history entry. */
export function become(next, how = "keep") {
  const before = state;
  state = next;
  for (const follower of followers) follower(state, before, how);
}

export const update = (changes, how) => become({ ...state, ...changes }, how);

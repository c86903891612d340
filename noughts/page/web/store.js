// Where the one state is kept, and who is told of a change.

import { initial } from "./state.js";

let state = initial;
const followers = [];

export const now = () => state;

/** Call with (state, the state before, how the address is to follow) on each change. */
export const follow = (follower) => followers.push(follower);

/** Change to another state; the address is to push, replace or keep its entry. */
export function become(next, how = "keep") {
  const before = state;
  state = next;
  for (const follower of followers) follower(state, before, how);
}

export const update = (changes, how) => become({ ...state, ...changes }, how);

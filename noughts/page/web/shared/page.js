// The page's one store, its commands, its requests and its Python. All that changes while the
// page is open is in here.

import { initial } from "../state.js";
import { commandsOf } from "./commands.js";
import { judgeOf, workerOf } from "./judge.js";
import { requestsOf, trouble } from "./requests.js";
import { storeOf } from "./store.js";

const store = storeOf(initial);
const commands = commandsOf(store, (error) => store.update({ notice: trouble(error) }));

// One by one: the bundle knows no other exports.
export const now = store.now;
export const become = store.become;
export const update = store.update;
export const follow = store.follow;
export const run = commands.run;
export const queue = commands.queue;
export const share = commands.share;
export const end = commands.end;

export const requests = requestsOf();
export const judge = judgeOf(workerOf("judge-worker.js"), commands.queue);
export const classWorker = workerOf("class-worker.js");

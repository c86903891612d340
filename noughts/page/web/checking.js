// Checking a file, in this browser or on the server.

import { begun, bytesOf, chosen, edited, FUNCTIONS, heard } from "./check-state.js";
import { judge, warmUp } from "./judge.js";
import { store, stored } from "./kept.js";
import { trouble } from "./language.js";
import { once } from "./load.js";
import * as source from "./source.js";
import { now, update } from "./store.js";

let stop = () => {}; // cancels the current check

const become = (check) => update({ check });

/** Restore the text of the last visit. */
export const restore = () => become(edited(now().check, stored("file") ?? ""));

/** Load Python early: the user is about to check a file. */
export const expect = () => now().about.python && warmUp();

export async function chooseFile(file) {
  if (!file) return;
  const [bytes, text] = await Promise.all([file.arrayBuffer(), file.text()]);
  cancel();
  store("file", text);
  become(chosen({ name: file.name, text, bytes: new Uint8Array(bytes) }));
}

export function edit(text) {
  store("file", text);
  become(edited(now().check, text));
}

export function forget() {
  cancel();
  store("file", "");
  become(chosen({ name: "tictactoe.py", text: "", bytes: null }));
}

export function begin() {
  const { about, check } = now();
  if (!check.text.trim()) return fail("checking.empty");
  become(begun(check));
  if (!about.python) return onServer(check);
  const { name } = check;
  stop = judge({ bytes: bytesOf(check), name, functions: FUNCTIONS }, hear);
}

export function cancel() {
  stop();
  become(chosen(now().check));
}

const fail = (error) => become(heard(chosen(now().check), ["failed", error]));

const hear = (message) => become(heard(now().check, message));

// --- On the server --------------------------------------------------------------

async function onServer(file) {
  const request = new AbortController();
  stop = () => request.abort();
  const { signal } = request;
  const said = await ended(source.check(bytesOf(file), file.name, tell, signal));
  if (!signal.aborted) hear(said);
}

/** Follow the check of the given engine until its report is there. */
export function followEngine({ about, check }) {
  if (about.engine && check.phase === "none")
    once("check", async () => hear(await ended(source.engineCheck(tell))));
}

const tell = (progress) => hear(["asked", progress]);

/** The last message of a check. */
const ended = (check) =>
  check.then(
    (report) => ["done", report],
    (error) => ["failed", trouble(error)],
  );

// Checking a file, in this browser or on the server.

import { begun, bytesOf, chosen, edited, FUNCTIONS, heard } from "./check-state.js";
import { canJudge, giveUp, judge, warmUp } from "./judge.js";
import { store, stored } from "./kept.js";
import { trouble, unjudged } from "./language.js";
import * as source from "./source.js";
import { now, update } from "./store.js";

let request = new AbortController(); // cancels the check on the server

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
  const file = about.engine ? { ...check, name: "tictactoe.py" } : check;
  become(begun(file));
  if (!about.python) return onServer(file);
  if (!canJudge()) return fail("checking.too_old");
  const { name } = file;
  return judge({ bytes: bytesOf(file), name, functions: FUNCTIONS }, hear);
}

export function cancel() {
  giveUp(hear);
  request.abort();
  become(chosen(now().check));
}

const fail = (error) => become(heard(chosen(now().check), ["failed", error]));

function hear([what, given]) {
  const news = what === "failed" ? unjudged(given) : given;
  become(heard(now().check, [what, news]));
}

async function onServer(file) {
  request = new AbortController();
  const { signal } = request;
  const tell = (given) => given.what && hear(["asked", given]);
  const said = await source.check(bytesOf(file), file.name, tell, signal).then(
    (report) => ["done", report],
    (error) => ["failed", trouble(error)],
  );
  if (!signal.aborted) become(heard(now().check, said));
}

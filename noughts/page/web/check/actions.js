// Checking a file, in this browser or on the server.

import { storedText, storeText } from "../shared/storage.js";
import { trouble } from "../shared/requests.js";
import { engineMove } from "../shared/needs.js";
import { end, judge, now, requests, run, update } from "../shared/page.js";
import {
  begun,
  bytesOf,
  chosen,
  edited,
  FUNCTIONS,
  heard,
  stopped,
  unchecked,
} from "./state.js";

/** The name that the text in the field is kept by. */
export const KEPT = "file";

/** Another text in the field: what was shown of an earlier one is no longer one's own. */
const fill = (check) =>
  update({ check, search: { ...now().search, rival: null }, notice: "" });

/** Show the report on the given engine, or that on the text. */
export function show(checkOf) {
  end("own");
  update({ checkOf, search: { ...now().search, rival: null }, notice: "" });
}

/** Restore the text of the last visit. */
export const restore = () => fill(edited(now().check, storedText(KEPT) ?? ""));

/** Load Python early: the user is about to check a file. */
export const expect = () => now().about.python && judge.warmUp();

/** @param {File | undefined} file */
export function chooseFile(file) {
  if (!file) return undefined;
  return run("file", async (still) => {
    const [bytes, text] = await Promise.all([file.arrayBuffer(), file.text()]);
    still.now();
    end("check");
    storeText(KEPT, text);
    fill(chosen({ name: file.name, text, bytes: new Uint8Array(bytes) }));
  });
}

/** @param {string} text */
export function edit(text) {
  end("file", "own");
  storeText(KEPT, text);
  fill(edited(now().check, text));
}

export function forget() {
  end("check", "file", "own");
  storeText(KEPT, "");
  fill(chosen(unchecked));
}

export function stop() {
  end("check");
  update({ check: stopped(now().check) });
}

/** Check the text in the field. */
export function begin() {
  const { about, check } = now();
  if (!check.text.trim())
    return update({ check: heard(chosen(check), ["failed", "checking.empty"]) });
  update({ check: begun(check) });
  return run("check", (still) =>
    followed("check", still, (hear) =>
      about.python ? inBrowser(check, hear, still) : onServer(check, hear, still),
    ),
  );
}

/** Follow the check of the given engine until its report is there. */
export function followEngine() {
  const { about, engineCheck } = now();
  if (!about.engine || engineCheck.phase !== "none") return undefined;
  update({ engineCheck: begun(engineCheck) });
  return run("engineCheck", (still) =>
    followed("engineCheck", still, requests.engineCheck),
  );
}

/**
 * Apply the messages of a check to its place in the state, up to the report or the failure.
 *
 * @param {"check" | "engineCheck"} place
 * @param {Still} still
 * @param {(hear: Hear) => Promise<unknown>} ask
 */
async function followed(place, still, ask) {
  const hear = (message) =>
    still.isWanted() && still.update({ [place]: heard(still.now()[place], message) });
  const last = await ask(hear).then(
    (report) => ["done", report],
    (error) => ["failed", trouble(error)],
  );
  hear(last);
}

/** @type {(check: Checked, hear: Hear, still: Still) => Promise<unknown>} */
const onServer = (check, hear, { signal }) =>
  requests.check(bytesOf(check), check.name, hear, signal);

/** @type {(check: Checked, hear: Hear, still: Still) => Promise<unknown>} */
const inBrowser = (check, hear, { signal }) =>
  judge.judge(
    { bytes: bytesOf(check), name: check.name, functions: FUNCTIONS },
    hear,
    signal,
  );

/** Ask the given engine again, which failed. */
export function askAgain(board) {
  const answers = { ...now().answers };
  delete answers[engineMove(board).key];
  update({ answers });
}

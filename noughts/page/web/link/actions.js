// The user's actions on links.

import { FUNCTIONS } from "../check/state.js";
import { leaveFor } from "../game/actions.js";
import { restart, START } from "../game/state.js";
import { showOwn } from "../search/actions.js";
import { OWN, withSearch } from "../search/state.js";
import { hasJudge } from "../shared/judge.js";
import { ownSearch } from "../shared/needs.js";
import { now, run, update } from "../shared/page.js";
import { fragmentOf, LONGEST, packed, unpacked } from "./code.js";

/**
 * Copy a link to a file and its search on a board.
 *
 * @param {OwnFile} file
 * @param {BoardText | ""} board
 */
export function copy(file, board, step = 0) {
  return run("copy", async (still) => {
    const { key } = ownSearch(file, board);
    const found = await linkTo(file, board, step);
    still.update({ copied: { key, ...found } });
  });
}

/**
 * A link, and what became of it.
 *
 * @type {(file: OwnFile, board: string, step: number) => Promise<{ link: string, words: string }>}
 */
async function linkTo({ text, only }, board, step) {
  const code = await packed(text).catch(() => "");
  if (!code) return { link: "", words: "link.unsupported" };
  const link = location.href.split("#")[0] + fragmentOf({ code, only, board, step });
  const isWhole = link.length <= LONGEST && (await unpacked(code)) === text;
  if (!isWhole) return { link: "", words: "link.too_long" };
  const isCopied = await navigator.clipboard.writeText(link).then(
    () => true,
    () => false,
  );
  return { link, words: isCopied ? "link.copied" : "link.copy_it" };
}

/** Show the file of an address, if it has one. Nothing of it runs. */
export function open(fragment) {
  const parts = new URLSearchParams(fragment.replace(/^#/, ""));
  const code = parts.get("code");
  if (!code || now().sent?.code === code) return undefined;
  if (!hasJudge(now().about)) return update({ notice: "link.no_judge" });
  const only = FUNCTIONS.find((name) => name === parts.get("only"));
  const step = now().search.step;
  return run("link", async (still) => {
    const text = await unpacked(code);
    if (text === null) return still.update({ notice: "link.damaged" });
    const { start } = still.now();
    const board = start === START ? "" : start;
    const file = { text, bytes: null, ...(only && { only }) };
    const sent = { code, file, board, step, isAskedFor: false };
    return still.update({ sent }, "replace");
  });
}

/** Show the search of the file that was sent: this runs it. */
export function show() {
  const { sent } = now();
  if (!sent) return undefined;
  const asked = { ...sent, isAskedFor: true };
  update({ sent: asked });
  const { file, board, step } = asked;
  if (!board) return showOwn(file);
  return leaveFor((state) => ({
    ...withSearch(restart(state, board), { method: OWN, step, rival: file }),
    view: "search",
  }));
}

/** Go back to one's own file. */
export const close = () => update({ sent: null }, "replace");

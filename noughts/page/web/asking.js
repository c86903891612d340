// How each kind of need is asked for: shared/needs.js has the kinds.

import { bytesOf } from "./check/state.js";
import { progressName } from "./lessons/state.js";
import { addWords } from "./shared/language.js";
import { judge, now, requests } from "./shared/page.js";
import { Recording } from "./shared/recording.js";
import { trouble } from "./shared/requests.js";
import { stored } from "./shared/storage.js";

/** @type {Record<string, (need: Need) => Promise<unknown>>} */
export const ASK = {
  position: ({ board }) => requests.position(board),

  search: async ({ method, board }) =>
    new Recording(await requests.search(method, board)),

  own: async ({ file, board }) => ownAnswer(await ownSearchOf(file, board)),

  // That an engine fails is an answer, too.
  engine: ({ board }) =>
    requests.engine(board).catch((error) => ({ error: trouble(error) })),

  lessons: async () => {
    const { course: id, lessons: list } = await requests.lessons();
    return { id, list, stored: JSON.parse(stored(progressName({ id })) ?? "{}") };
  },

  lesson: ({ name }) => requests.lesson(name),

  part: ({ name }) => requests.part(name),

  words: async ({ name, language }) =>
    addWords(language, await requests.wordsOf(name, language)),
};

/**
 * The search of a file in this browser or on the server, or of the given engine; without a
 * board, on a small one that it plays wrongly.
 *
 * @param {OwnFile | null} file
 * @param {BoardText | ""} board
 * @param {AbortSignal} [signal]
 */
export function ownSearchOf(file, board, signal) {
  if (file && now().about.python) return judge.trace(tracedOf(file, board), signal);
  if (file?.only) return requests.ownFunction(file.only, file.text, board);
  return requests.own(board, file && bytesOf(file));
}

const tracedOf = (file, board) => ({
  traced: board,
  ...(file.only ? { only: file.only, text: file.text } : { bytes: bytesOf(file) }),
});

/** One's own search, or why it cannot be shown. */
export const ownAnswer = (answer) =>
  answer.unreadable ? answer : { recording: new Recording(answer) };

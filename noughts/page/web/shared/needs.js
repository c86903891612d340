// What a state may need before it can be drawn, as plain data. Each feature says in `needs`
// what it needs now; shared/answers.js asks, and the answer is in the state.

import { free } from "./notation.js";

/** @type {(board: BoardText) => Need} */
export const positionOf = (board) => ({
  key: `position ${board}`,
  kind: "position",
  board,
});

/** @type {(method: string, board: BoardText) => Need} */
export const searchBy = (method, board) => ({
  key: `search ${method} ${board}`,
  kind: "search",
  method,
  board,
});

/** The search of the user's file or, without one, of the given engine. */
/** @type {(file: OwnFile | null, board: BoardText) => Need} */
export const ownSearch = (file, board) => ({
  key: `own ${board} ${file?.text ?? ""}`,
  kind: "own",
  file,
  board,
});

/** @type {(board: BoardText) => Need} */
export const engineMove = (board) => ({
  key: `engine ${board}`,
  kind: "engine",
  board,
});

/** A part of the page that is loaded on first use. */
/** @type {(name: string) => Need} */
export const partNamed = (name) => ({ key: `part ${name}`, kind: "part", name });

/** @type {(name: string, language: string) => Need} */
export const wordsOf = (name, language) => ({
  key: `words ${name} ${language}`,
  kind: "words",
  name,
  language,
});

/** What must be there before anything of such a part is drawn. */
/** @type {(name: string) => (state: State) => Need[]} */
export const needsOfPart =
  (name) =>
  ({ language }) => [partNamed(name), wordsOf(name, language)];
export const practiceNeeds = needsOfPart("practice");

/** @type {Need} */
export const LESSONS = { key: "lessons", kind: "lessons" };

/** @type {(name: string) => Need} */
export const lessonNamed = (name) => ({ key: `lesson ${name}`, kind: "lesson", name });

/** The answer to a need, or undefined while it is on its way. */
export const answerTo = ({ answers }, { key }) => answers[key];

/** The exports of a part, or null while they or its words are on their way. */
export const partOf = (state, name) =>
  needsOfPart(name)(state).every((need) => answerTo(state, need))
    ? answerTo(state, partNamed(name))
    : null;

/** Is plain Minimax too long to be recorded? */
export const isLong = (board, about) => free(board).length > about.minimax_free;

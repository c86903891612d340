// The texts that the user writes in the lessons, which stay in this browser.

import { storedText, storeText } from "../shared/storage.js";

export const draftName = ({ function: name }) => `draft.${name}`;
const starter = ({ function: name, parameters }) =>
  `def ${name}(${parameters.join(", ")}):\n    ...\n`;

export const keepDraft = (task, text) => storeText(draftName(task), text);

/** The user's text for a task, or its first lines. */
export const draftOf = ({ drafts }, task) =>
  drafts[task.function] ?? storedText(draftName(task)) ?? starter(task);

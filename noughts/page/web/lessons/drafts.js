// The texts that the user writes in the lessons, which stay in this browser.

import { store, stored } from "../shared/storage.js";

const nameOf = ({ function: name }) => `draft.${name}`;
const starter = ({ function: name, parameters }) =>
  `def ${name}(${parameters.join(", ")}):\n    ...\n`;

export const keepDraft = (task, text) => store(nameOf(task), text);

/** The user's text for a task, or its first lines. */
export const draftOf = ({ drafts }, task) =>
  drafts[task.function] ?? stored(nameOf(task)) ?? starter(task);

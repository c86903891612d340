// The tab of one's own trees: a place for the part of the page that is loaded on first use.

import { Lead } from "../drawing/widgets.js";
import { say } from "../shared/language.js";
import { answerTo, PRACTICE, practiceNeeds } from "../shared/needs.js";
import { html } from "../vendor/htm-preact.js";

/** The loaded part, or null while it is on its way. */
export const practiceOf = (state) =>
  practiceNeeds(state).every((need) => answerTo(state, need))
    ? answerTo(state, PRACTICE)
    : null;

/** @type {View} */
export const trees = {
  name: "trees",
  needs: practiceNeeds,
  View: ({ state }) => {
    const part = practiceOf(state);
    if (!part) return html`<${Lead}>${say("lessons.loading")}<//>`;
    return html`<${part.Trees} state=${state} />`;
  },
};

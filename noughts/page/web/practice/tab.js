// The tab of one's own trees: a place for the part of the page that is loaded on first use.

import { Lead } from "../drawing/widgets.js";
import { say } from "../shared/language.js";
import { partOf, practiceNeeds } from "../shared/needs.js";
import { html } from "../vendor/htm-preact.js";

/** @type {View} */
export const trees = {
  name: "trees",
  needs: practiceNeeds,
  View: ({ state }) => {
    const part = partOf(state, "practice");
    if (!part) return html`<${Lead}>${say("lessons.loading")}<//>`;
    return html`<${part.Trees} state=${state} />`;
  },
};

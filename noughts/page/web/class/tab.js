// The tab of a class: a place for the part of the page that is loaded on first use.

import { Lead } from "../drawing/widgets.js";
import { say } from "../shared/language.js";
import { needsOfPart, partOf } from "../shared/needs.js";
import { html } from "../vendor/htm-preact.js";

/** @type {View} */
export const classView = {
  name: "class",
  isThere: ({ about }) => about.python, // needs Python in this browser
  needs: needsOfPart("class"),
  View: ({ state }) => {
    const part = partOf(state, "class");
    if (!part) return html`<${Lead}>${say("lessons.loading")}<//>`;
    return html`<${part.Class} state=${state} />`;
  },
};

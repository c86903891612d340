// The tab of a search: a place for the part of the page that is loaded on first use.

import { Lead } from "../drawing/widgets.js";
import { say } from "../shared/language.js";
import { needsOfPart, partOf } from "../shared/needs.js";
import { html } from "../vendor/htm-preact.js";
import { needs } from "./state.js";

const needsOfView = needsOfPart("search");

/** @type {View} */
export const search = {
  name: "search",
  needs: (state) => [...needsOfView(state), ...needs(state)],
  keys: (state) => partOf(state, "search")?.keys(state) ?? {},
  View: ({ state }) => {
    const part = partOf(state, "search");
    if (!part) return html`<${Lead}>${say("lessons.loading")}<//>`;
    return html`<${part.Search} state=${state} />`;
  },
};

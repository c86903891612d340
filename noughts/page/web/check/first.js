// The first wrong answer of a file or a function, which is known long before its check ends.

import { SmallBoard } from "../drawing/figures.js";
import { prose } from "../drawing/widgets.js";
import { localized, say, step } from "../shared/language.js";
import { html } from "../vendor/htm-preact.js";

/** @param {{ first: Record<string, FirstWrong> | null }} props */
export function First({ first }) {
  if (!first) return null;
  const { function: name, call, board, expected, got } = localized(first);
  return html`
    <section class="first-wrong" role="status">
      <p>${prose(say("checking.first", { function: name }))}</p>
      ${board && html`<${SmallBoard} board=${board.replaceAll(" ", "")} />`}
      <p><code>${call}</code> ${say("checking.answer", { expected, got })}</p>
    </section>
  `;
}

/** What is asked now, and how much of it is left. */
export function askingText({ what, done, all }) {
  const left = all - done;
  return say("check.asking", { what: step(what), left, all, n: left });
}

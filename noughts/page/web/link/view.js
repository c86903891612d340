// A link to a file, and the file of a link that was opened.

import { SmallBoard } from "../drawing/figures.js";
import { Button, Lead, Note } from "../drawing/widgets.js";
import { say } from "../shared/language.js";
import { ownSearch } from "../shared/needs.js";
import { html } from "../vendor/htm-preact.js";
import * as linking from "./actions.js";

/**
 * The button that copies a link, and what became of it.
 *
 * @param {{ file: OwnFile, board?: BoardText, step?: number, copied: State["copied"] }} props
 */
export function CopyLink({ file, board = "", step, copied }) {
  const said = copied?.key === ownSearch(file, board).key ? copied : null;
  const isByHand = said?.words === "link.copy_it";
  return html`
    <p class="row link">
      <${Button} words="link.copy" press=${() => linking.copy(file, board, step)} />
      <span class="note" role="status">${say(said?.words ?? "link.whole")}</span>
    </p>
    ${
      isByHand &&
      html`<input class="address" readonly aria-label=${say("link.address")}
      value=${said.link} onFocus=${({ target }) => target.select()} />`
    }
  `;
}

/** The file that was sent, and its board: it runs only if the user says so. */
export const Sent = ({ sent: { file, board } }) => html`
  <section class="sent">
    <h2>${say("link.title")}</h2>
    <${Lead}>${say("link.intro")}<//>
    ${board && html`<${SmallBoard} board=${board} />`}
    <pre class="code" tabindex="0" role="region" aria-label=${say("link.code")}>
${numbered(file.text)}</pre
    >
    <p class="row">
      <${Button} words=${board ? "link.show" : "link.look"} press=${linking.show} look="primary" />
      <${Button} words="link.close" press=${linking.close} look="quiet" />
    </p>
    ${file.only && html`<${Note}>${say("link.only", { name: file.only })}<//>`}
  </section>
`;

const numbered = (text) =>
  text
    .split("\n")
    .map((line, n) => `${String(n + 1).padStart(3)}  ${line}`)
    .join("\n");

// Edit freely: the textbook's alpha-beta as the user's own `minimax`, which runs in the cage.

import { askingText, First } from "../check/first.js";
import { CodeField } from "../drawing/editor.js";
import { Button, Note, prose } from "../drawing/widgets.js";
import { Failure } from "../lessons/view.js";
import { showOwn } from "../search/actions.js";
import { localized, say, sentence } from "../shared/language.js";
import { html } from "../vendor/htm-preact.js";
import * as act from "./actions.js";

/** @param {{ free: FreeEdit, isBusy: boolean }} props */
export function Free({ free, isBusy }) {
  const { text, asking, first } = free;
  return html`
    <p>${prose(say("practice.free.intro"))}</p>
    <${CodeField} rows="16" value=${text} edit=${act.write} name=${say("practice.free.field")}
      onFocus=${act.expect} />
    <p class="row">
      <button class="primary" disabled=${isBusy} onClick=${act.check}>
        ${say(isBusy ? "lessons.judging" : "lessons.judge")}
      </button>
      <${Button} words="practice.free.again" press=${act.startAgain} />
      <${Button} words="practice.free.back" press=${act.editOneLine} />
    </p>
    ${isBusy && asking && html`<${Note}>${askingText(asking)}<//>`}
    ${isBusy && html`<${First} first=${first} />`}
    <div aria-live="polite"><${Verdict} free=${free} /></div>
  `;
}

function Verdict({ free: { text, judged, verdict } }) {
  if (!verdict) return null;
  const { error, passed, failure, failing, asked } = localized(verdict);
  const show = () => showOwn({ text: judged, bytes: null, only: "minimax" });
  return html`
    ${judged !== text && html`<${Note}>${say("checking.edited")}<//>`}
    ${error && html`<p class="wrong">${sentence(error)}</p>`}
    ${passed && html`<p class="right">${say("lessons.passed", { n: asked })}</p>`}
    ${failure && html`<${Failure} verdict=${{ failing, asked, failure }} />`}
    ${failure && html`<p><${Button} words="own.show" press=${show} look="primary" /></p>`}
  `;
}

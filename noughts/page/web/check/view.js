// The checker's report on a file. For the engine of `noughts explore FILE`, also its move
// and its search on the current board.

import { CodeField } from "../drawing/editor.js";
import { Button, ChooseFiles, Lead } from "../drawing/widgets.js";
import { Loading, Note, Segments } from "../drawing/widgets.js";
import { showOwn } from "../search/actions.js";
import { hasJudge } from "../shared/judge.js";
import { say, sentence, step } from "../shared/language.js";
import { html, useEffect } from "../vendor/htm-preact.js";
import * as checking from "./actions.js";
import { Engine } from "./engine.js";
import { askingText, First } from "./first.js";
import { Report } from "./report.js";
import { CopyLink, Sent } from "../link/view.js";
import { FUNCTIONS, isBusy, isOfEngine, isOld, needs } from "./state.js";

/** @type {View} */
export const check = {
  name: "check",
  isThere: ({ about }) => hasJudge(about),
  needs,
  View: Check,
};

/** @param {{ state: State }} props */
function Check({ state }) {
  const { about, engineCheck } = state;
  useEffect(() => void checking.followEngine(), [engineCheck.phase]);
  const isEngine = isOfEngine(state);
  const file = isEngine ? engineCheck : state.check;
  return html`
    ${state.sent && html`<${Sent} sent=${state.sent} />`}
    ${about.engine && html`<${Which} about=${about} chosen=${state.checkOf} />`}
    <div class="checking">
      ${!isEngine && html`<${Form} file=${file} about=${about} copied=${state.copied} />`}
      <${Result} file=${file} about=${about} />
    </div>
    ${isEngine && html`<${Engine} state=${state} />`}
  `;
}

/** The switch between the given engine and the text in the field. */
function Which({ about, chosen }) {
  const options = [
    ["engine", about.engine],
    ["text", say("checking.your_text")],
  ];
  return html`
    <div class="row">
      <span class="note">${say("checking.which")}</span>
      <${Segments} label=${say("checking.which")} options=${options} chosen=${chosen}
        choose=${checking.show} />
    </div>
  `;
}

// --- The file -----------------------------------------------------------------

function Form({ file, about, copied }) {
  const drop = (event) => {
    const [dropped] = event.dataTransfer.files;
    if (!dropped) return; // dropped text goes into the field
    event.preventDefault();
    checking.chooseFile(dropped);
  };
  const [words, press] = isBusy(file)
    ? ["checking.stop", checking.stop]
    : ["checking.begin", checking.begin];
  return html`
    <h2>${say("checking.title")}</h2>
    <${Lead}>${say(about.python ? "checking.intro" : "checking.intro_server")}<//>
    <${CodeField} rows="12" value=${file.text} edit=${checking.edit} kept=${checking.KEPT}
      placeholder=${say("checking.placeholder")} name=${say("checking.field")}
      onFocus=${checking.expect} onDragEnter=${checking.expect}
      onDragOver=${(event) => event.preventDefault()} onDrop=${drop} />
    <p class="row">
      <${Button} words=${words} press=${press} look=${!isBusy(file) && "primary"} />
      <${ChooseFiles} words="checking.choose" take=${([one]) => checking.chooseFile(one)}
        accept=".py,.ipynb" onClick=${checking.expect} />
      <${Button} words="checking.forget" press=${checking.forget} look="quiet"
        disabled=${!file.text} />
    </p>
    ${file.text && html`<${CopyLink} file=${file} copied=${copied} />`}
  `;
}

// --- The report ---------------------------------------------------------------

const Result = ({ file, about }) => html`
  ${file.phase === "failed" && html`<p class="wrong" role="alert">${sentence(file.error)}</p>`}
  ${["busy", "stopped"].includes(file.phase) && html`<${Judging} ...${file} />`}
  ${file.report && html`<${Judged} file=${file} about=${about} />`}
`;

const Judged = ({ file, about }) => html`
  ${isOld(file) && html`<p class="notice" role="status">${say("checking.edited")}</p>`}
  ${isFaulty(file.report) && html`<${Own} />`}
  ${hasBoards(file.report) && html`<${Note}>${say("checking.open")}<//>`}
  <${Report} report=${file.report} look=${about.engine ? { view: "check" } : undefined} />
`;

const hasBoards = ({ record: { checks = [] } }) =>
  checks.some(({ failures }) => failures.some(({ board }) => board));

/** Does minimax play wrongly, by its own fault or another function's? */
const isFaulty = ({ record: { checks = [] } }) =>
  checks.some(
    ({ name, status }) =>
      name.startsWith("minimax.") && ["failed", "excused"].includes(status),
  );

const Own = () => html`
  <${Lead}>${say("own.offer")}<//>
  <p><${Button} words="own.show" press=${() => showOwn()} look="primary" /></p>
`;

/** What is known so far: a bar for what is asked, the first wrong answer, the verdicts. */
function Judging({ phase, progress, standing, asked, first }) {
  const isStopped = phase === "stopped";
  const verdictOf = (name) =>
    standing[name]
      ? say(`check.so_far.${standing[name]}`)
      : isStopped
        ? say("check.so_far.unknown")
        : asked.includes(name)
          ? say("check.so_far.answered")
          : "…";
  return html`
    ${isStopped && html`<p class="notice" role="status">${say("check.so_far.stopped")}</p>`}
    ${!isStopped && html`<${Asking} progress=${progress} />`}
    <${First} first=${first} />
    <ul class="standing">
      ${FUNCTIONS.map(
        (name) => html`<li class=${standing[name] ?? ""}>
          <code>${name}</code> ${verdictOf(name)}
        </li>`,
      )}
    </ul>
  `;
}

/** What is asked now and how much is left, or the download of Python. */
function Asking({ progress }) {
  if (!progress?.what) return html`<${Loading} ...${progress} />`;
  const { done, all, what } = progress;
  return html`
    <p class="note" aria-hidden="true">${askingText(progress)}</p>
    <p class="unseen" aria-live="polite">${step(what)}</p>
    <progress value=${done} max=${all} aria-label=${step(what)} />
  `;
}

// The checker's report on a file. For the engine of `noughts explore FILE`, also its move
// and its search on the current board.

import { showOwn } from "../actions.js";
import { Badge, SmallBoard } from "../drawing/figures.js";
import { hasJudge } from "../shared/judge.js";
import {
  decimal,
  say,
  sentence,
  step,
  localized,
  verdict,
} from "../shared/language.js";
import { askAgain, engineMove } from "../load.js";
import * as game from "../game/actions.js";
import { moveOn } from "../game/state.js";
import { html, useEffect, useLayoutEffect, useRef } from "../vendor/htm-preact.js";
import {
  Button,
  ChooseFiles,
  CodeField,
  Lead,
  LineOfPlay,
} from "../drawing/widgets.js";
import { Loading, Note, Progress } from "../drawing/widgets.js";
import * as checking from "./actions.js";
import { FUNCTIONS, isBusy, isOld } from "./state.js";

export const check = {
  name: "check",
  isThere: ({ about }) => hasJudge(about),
  View: Check,
};

function Check({ state }) {
  const { about, engineCheck, position } = state;
  useEffect(() => void checking.followEngine(), [engineCheck.phase]);
  return html`
    ${
      about.engine &&
      html`<div class="checking">
        <${Result} file=${engineCheck} about=${about} />
      </div>
      <${Engine} name=${about.engine} position=${position} />`
    }
    <div class="checking">
      <${Form} file=${state.check} about=${about} />
      <${Result} file=${state.check} about=${about} />
    </div>
  `;
}

// --- The file -----------------------------------------------------------------

function Form({ file, about }) {
  const drop = (event) => {
    const [dropped] = event.dataTransfer.files;
    if (!dropped) return; // dropped text goes into the field
    event.preventDefault();
    checking.chooseFile(dropped);
  };
  const [words, press] = isBusy(file)
    ? ["checking.cancel", checking.cancel]
    : ["checking.begin", checking.begin];
  return html`
    <h2>${say(about.engine ? "checking.another" : "checking.title")}</h2>
    <${Lead}>${say(about.python ? "checking.intro" : "checking.intro_server")}<//>
    <${CodeField} rows="12" value=${file.text} edit=${checking.edit}
      placeholder=${say("checking.placeholder")} aria-label=${say("checking.field")}
      onFocus=${checking.expect} onDragEnter=${checking.expect}
      onDragOver=${(event) => event.preventDefault()} onDrop=${drop} />
    <p class="row">
      <${Button} words=${words} press=${press} look=${!isBusy(file) && "primary"} />
      <${ChooseFiles} words="checking.choose" take=${([one]) => checking.chooseFile(one)}
        accept=".py,.ipynb" onClick=${checking.expect} />
      <${Button} words="checking.forget" press=${checking.forget} look="quiet"
        disabled=${!file.text} />
    </p>
  `;
}

// --- The report ---------------------------------------------------------------

const Result = ({ file, about }) => html`
  ${file.phase === "failed" && html`<p class="wrong" role="alert">${sentence(file.error)}</p>`}
  ${isBusy(file) && html`<${Judging} ...${file} />`}
  ${file.report && html`<${Judged} file=${file} about=${about} />`}
`;

const Judged = ({ file, about }) => html`
  ${isOld(file) && html`<p class="notice" role="status">${say("checking.edited")}</p>`}
  ${!about.frozen && isFaulty(file.report) && html`<${Own} />`}
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

/** The progress: a bar for the download and for each function. */
function Judging({ progress, standing }) {
  const { done, all, what, function: asked } = progress ?? {};
  const text = what && say("checking.asking", { what: step(what) });
  const bar = html`<progress value=${done} max=${all} aria-label=${text} />`;
  const verdictOf = (name) =>
    standing[name] ? say(`checking.${standing[name]}`) : "…";
  return html`
    ${what ? html`<${Progress} text=${text} done=${done} all=${all} />` : html`<${Loading} ...${progress} />`}
    <ul class="standing">
      ${FUNCTIONS.map(
        (name) => html`<li class=${standing[name] ?? ""}>
          <code>${name}</code> ${asked === name ? bar : verdictOf(name)}
        </li>`,
      )}
    </ul>
  `;
}

const BOARD = /^[XO.]{3} [XO.]{3} [XO.]{3}$/;
const WITHIN =
  ".main { margin: 0; padding: 1rem 0 0; } [role=link] { cursor: pointer; }";
/** Turn the report's main element into a division: the page has its own. */
const unmain = (text) =>
  text.replace("<main", '<div class="main"').replace("</main>", "</div>");

/**
 * The HTML report, in a shadow root, which inherits the page's palette; a failure opens
 * its board.
 */
export function Report({ report, look }) {
  const host = useRef(null);
  const text = localized(report.html);
  useLayoutEffect(() => {
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(report.style.replace(/\bmain(?= {)/g, ".main") + WITHIN);
    root.adoptedStyleSheets = [sheet];
    // The page's policy forbids style attributes, but not setting styles by script.
    root.innerHTML = unmain(text).replaceAll(' style="', ' data-style="');
    for (const element of root.querySelectorAll("[data-style]"))
      element.style.cssText = element.dataset.style;
    const open = ({ target }) => openBoard(target, look);
    root.querySelector(".main").onclick = open;
    for (const failure of root.querySelectorAll(".failure"))
      Object.assign(boardIn(failure) ?? {}, LINK, {
        onkeydown: (event) => event.key === "Enter" && open(event),
      });
    host.current.dataset.record = JSON.stringify(report.record);
  }, [report, text]);
  return html`<div ref=${host} class="report"></div>`;
}

const boardIn = (failure) =>
  [...(failure?.querySelectorAll("code") ?? [])].find(({ textContent }) =>
    BOARD.test(textContent),
  );
const LINK = { role: "link", tabIndex: 0 };

function openBoard(target, look) {
  const board = boardIn(target.closest(".failure"))?.textContent.replaceAll(" ", "");
  if (!board) return;
  game.lookAt(board, look);
  document.getElementById("engine")?.scrollIntoView();
}

// --- The engine -----------------------------------------------------------------

const Engine = ({ name, position }) => html`
  <h2 id="engine">${say("engine.title", { name })}</h2>
  <${Here} position=${position} />
  <${Note}>${say("engine.as_it_was")}<//>
`;

function Here({ position }) {
  if (!position.turn) return html`<${Lead}>${say("engine.over")}<//>`;
  const answer = engineMove(position.board);
  if (!answer) return html`<${Lead}>${say("engine.ask")}<//>`;
  if (answer.error)
    return html`
      <p class="lead notice bad">${sentence(answer.error)}</p>
      <${Button} words="engine.retry" press=${() => askAgain(position.board)} />
    `;
  const move = moveOn(position, answer.square);
  return html`
    <${Answer} answer=${answer} move=${move} position=${position} />
    ${move.mistake && html`<${LineOfPlay} title=${say("engine.refuted")} from=${position} squares=${move.line} follow=${game.follow} />`}
  `;
}

function Answer({ answer: { square, seconds }, move, position }) {
  const judged = move.mistake ? "mistake" : move.best ? "fine" : "slow";
  const worth = { verdict: verdict(move.verdict), best: verdict(position.verdict) };
  return html`
    <div class="answer">
      <${SmallBoard} board=${move.to} last=${square} />
      <div>
        <${Lead}>${say("engine.plays", { square, where: say(`where.${square}`) })}<//>
        <p><${Badge} verdict=${move.verdict} /> ${say(`engine.${judged}`, worth)}</p>
        <${Note}>${say("engine.seconds", { seconds: decimal(seconds, 3) })}<//>
        <${Button} words="engine.play" press=${() => game.take(square)} />
      </div>
    </div>
  `;
}

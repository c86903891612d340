// The class tab: takes an export, shows the grades and offers the reports.

import { doneCount, passing, secondsLeft, waitingCount } from "./state.js";
import * as grading from "./actions.js";
import { count, say, sentence, localized } from "../shared/language.js";
import { html } from "../vendor/htm-preact.js";
import { Button, Check, ChooseFiles, Lead, Loading, Note } from "../drawing/widgets.js";
import { Progress, prose } from "../drawing/widgets.js";
import { Report } from "../check/report.js";

/** @param {{ state: State }} props */
export function Class({ state: { class: state } }) {
  if (state.report)
    return html`<div class="class">
      <p><${Button} words="class.back" press=${grading.close} /></p>
      <${Report} report=${state.report} />
    </div>`;
  return html`
    <div class="class">
      <h2>${say("class.title")}</h2>
      <${Lead}>${say("class.intro")}<//>
      <p class="lead notice win"><strong>${say("class.private")}</strong></p>
      <${Files} />
      ${state.error && html`<p class="notice" role="alert">${worded(state.error)}</p>`}
      ${state.notice && html`<p class="note" role="status">${sentence(state.notice)}</p>`}
      ${state.loading && html`<${Loading} ...${state.loading} />`}
      ${state.names.length > 0 && html`<${Opened} state=${state} />`}
      <${Remember} isKept=${state.isKept} />
    </div>
  `;
}

/** Return an error as text: a sentence, or [key, parts]. */
const worded = (text) => (Array.isArray(text) ? say(...text) : sentence(text));

function Files() {
  const stop = (event) => event.preventDefault();
  const drop = (event) => {
    event.preventDefault();
    grading.take(event.dataTransfer.files);
  };
  return html`
    <div class="drop" onDragEnter=${grading.warmUp} onDragOver=${stop} onDrop=${drop}>
      <${ChooseFiles} words="class.choose" take=${grading.take} multiple
        accept=".zip,.csv,.toml" onClick=${grading.warmUp} />
      <span>${say("class.drop")}</span>
    </div>
  `;
}

const Opened = ({ state }) => html`
  <${Judged} state=${state} />
  ${state.worksheet && html`<${Note}>${say("class.joined", { n: state.names.length, ...state.worksheet })}<//>`}
  ${state.adjustments && html`<${Note}>${adjusted(state.adjustments)}<//>`}
  <${Downloads} state=${state} />
  <${Students} state=${state} />
  <div class="grading">
    <section class="weights"><${Weights} state=${state} /></section>
    <section>${state.totals && html`<${Spread} state=${state} />`}</section>
  </div>
`;

const adjusted = ({ name, n, unused }) =>
  [
    say("class.adjusted", { name, n }),
    ...(unused.length > 0 ? [say("class.unused", { names: unused.join(", ") })] : []),
  ].join(" ");

function Judged({ state }) {
  const [done, all] = [doneCount(state), state.names.length];
  const text = say("class.progress", { n: done, all });
  if (done === all) return html`<p role="status">${say("class.all_done")} ${text}</p>`;
  const { isPaused } = state;
  const press = () => grading.pause(!isPaused);
  const seconds = secondsLeft(state, performance.now());
  const n = Math.ceil((seconds ?? 0) / 60);
  const words = n > 1 ? say("class.left", { n }) : say("class.left_seconds");
  const left = seconds === null ? "" : ` (${words})`;
  return html`
    <p><${Button} words=${isPaused ? "class.resume" : "class.pause"} press=${press} /></p>
    <${Progress} text=${isPaused ? say("class.paused") : text + left} done=${done} all=${all} />
  `;
}

// --- Points -------------------------------------------------------------------

const MOST = 50; // points of a slider, unless its section has more than half of that

const Weights = ({ state: { sections } }) => html`
  <h3>${say("class.weights")}</h3>
  ${sections.map(
    (section, n) => html`
      <label key=${n}>
        <span>${localized(section.title)}</span><output>${count(section.points)}</output>
        <input type="range" min="0" step="0.5" value=${section.points}
          max=${Math.max(MOST, 2 * section.points)}
          onInput=${({ target }) => grading.weigh(n, Number(target.value))} />
      </label>
    `,
  )}
  <p><${Button} words="class.save" press=${grading.saveRubric} /></p>
`;

function Spread({ state }) {
  const { totals, passMark } = state;
  const n = Object.keys(totals.points).length;
  if (!n) return null;
  const { median, maximum } = totals;
  return html`
    <${Bars} totals=${totals} />
    <p role="status">
      ${say("class.spread", { median, maximum, n, passed: passing(state) })}
    </p>
    <label class="pass">
      <span>${say("class.pass_mark", { n: passMark })}</span>
      <input type="range" min="0" max="100" value=${passMark}
        onInput=${({ target }) => grading.pass(Number(target.value))} />
    </label>
  `;
}

const [WIDTH, HEIGHT] = [30, 70]; // of a bar, with the space beside it

function Bars({ totals: { bins, maximum } }) {
  const most = Math.max(1, ...bins);
  const width = maximum / (bins.length - 1);
  const rounded = (points) => Math.round(10 * points) / 10;
  return html`
    <svg class="spread" viewBox=${`0 0 ${WIDTH * bins.length} ${HEIGHT + 26}`} role="img"
      aria-label=${say("class.bars")}>
      ${bins.map((students, n) => {
        const height = (HEIGHT * students) / most;
        const low = rounded(n * width);
        const range = { low, high: rounded((n + 1) * width), n: students };
        return html`
          <g key=${n}>
            <title>${say("class.bar", range)}</title>
            <rect x=${WIDTH * n + 3} y=${HEIGHT + 12 - height} width=${WIDTH - 6}
              height=${Math.max(height, 1)} />
            <text x=${WIDTH * (n + 0.5)} y=${HEIGHT + 9 - height}>${students || ""}</text>
            <text x=${WIDTH * (n + 0.5)} y=${HEIGHT + 23}>${count(low)}</text>
          </g>
        `;
      })}
    </svg>
  `;
}

// --- Downloads -------------------------------------------------------------------

function Downloads({ state }) {
  const waiting = waitingCount(state);
  const kinds = [
    ...(state.worksheet ? ["worksheet"] : []),
    ...(state.isMoodle ? ["feedback"] : []),
    "report",
    "records",
  ];
  return html`
    <h3>${say("class.downloads")}</h3>
    ${waiting > 0 && html`<${Note}>${say("class.unfinished", { n: waiting })}<//>`}
    <div class="row">
      ${kinds.map(
        (kind) => html`<button key=${kind} disabled=${state.isWriting}
          onClick=${() => grading.download(kind)}>${say(`class.${kind}`)}</button>`,
      )}
    </div>
    <div role="status">
      ${state.isWriting && html`<${Note}>${say("class.making")}<//>`}
      ${state.written && html`<${Written} ...${state.written} />`}
    </div>
  `;
}

const Written = ({ worksheet, entered, left_open: left }) => html`
  ${worksheet && html`<p>${say("class.entered", { n: entered })}</p>`}
  ${left.length > 0 && html`<p>${say("class.left_open")}</p>`}
  ${left.map((line) => html`<p key=${line} class="note">${line}</p>`)}
`;

const Remember = ({ isKept }) => html`
  <div class="remember">
    <${Check} words="class.remember" checked=${isKept} change=${grading.keep} />
    <${Note}>${say("class.remember_why")}<//>
  </div>
`;

// --- The students ----------------------------------------------------------------

const COLUMNS = ["student", "file", "points", "verdict"];

const Students = ({ state: { names, rows, totals } }) => html`
  <div class="students">
    <table>
      <thead><tr>
        ${COLUMNS.map(
          (name) =>
            html`<th key=${name} scope="col" class=${name}>${say(`class.${name}`)}</th>`,
        )}
      </tr></thead>
      <tbody>
        ${names.map(
          (name, n) => html`<${Student} key=${n} n=${n} name=${name} row=${rows[n]}
            totals=${totals} />`,
        )}
      </tbody>
    </table>
  </div>
`;

function Student({ n, name, row, totals }) {
  const outcome = row?.outcome ?? "waiting";
  const open = () => grading.open(n);
  const isOpenable = ["judged", "broken"].includes(outcome);
  const link = html`<button class="quiet" onClick=${open}>${name}</button>`;
  return html`
    <tr class=${outcome}>
      <th scope="row">${isOpenable ? link : name}</th>
      <td>${row?.file ?? ""}</td>
      <td class="points">${pointsOf(name, totals)}</td>
      <td>${verdictOf(row)}</td>
    </tr>
  `;
}

function pointsOf(name, totals) {
  const points = totals?.points[name];
  if (points === undefined) return say("class.none");
  const text = count(points);
  return totals.open.includes(name) ? say("class.some_open", { n: text }) : text;
}

function verdictOf(row) {
  if (!row || row.outcome === "waiting") return say("class.waiting");
  return prose(row.said);
}

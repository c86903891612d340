// The course: the list of lessons, and one task at a time.

import { Board, Sign } from "../drawing/board.js";
import { SmallBoard } from "../drawing/figures.js";
import { unitsOf, WholeTree } from "../drawing/trees.js";
import { CodeField } from "../drawing/editor.js";
import { Button, Lead, LineOfPlay, Measured } from "../drawing/widgets.js";
import { Note, prose } from "../drawing/widgets.js";
import { squareKeys } from "../frame/keys.js";
import { lookAt } from "../game/actions.js";
import { showOwn } from "../search/actions.js";
import { count, say, sentence, localized } from "../shared/language.js";
import { hasJudge } from "../shared/judge.js";
import { answerTo, partOf, positionOf } from "../shared/needs.js";
import { askingText, First } from "../check/first.js";
import { html } from "../vendor/htm-preact.js";
import * as learn from "./actions.js";
import { draftName, draftOf } from "./drafts.js";
import {
  courseOf,
  doneOf,
  entryOf,
  idOf,
  hasHint,
  isRefuted,
  isRight,
  needs,
  refutation,
  standing,
  taskOf,
  treeOf,
} from "./state.js";

/** @type {View} */
export const lessons = {
  name: "lessons",
  needs,
  keys: (state) => {
    const course = courseOf(state);
    const task = taskOf(course);
    return task ? keysOf(course, task) : {};
  },
  View: Lessons,
};

/** @param {{ state: State }} props */
function Lessons({ state }) {
  const course = courseOf(state);
  const key = `${course.lesson}/${course.task}`;
  return course.data
    ? html`<${Task} key=${key} state=${state} course=${course} />`
    : html`<${List} notice=${state.notice} course=${course} />`;
}

const isLost = (end) => Boolean(end) && end !== "beaten";

/** The keys of a task: its game, if any, and the next hint. */
function keysOf(course, task) {
  const isGame = task.kind === "break";
  const { end } = isGame ? standing(task, course.line) : {};
  return {
    ...(isGame && !end && squareKeys(learn.play)),
    ...(isOnBoard(task) && !entryOf(course).done && squareKeys(learn.answerSquare)),
    ...(isGame && isLost(end) && { n: learn.playAgain }),
    ...(hasHint(course, task) && { h: learn.showHint }),
  };
}

// --- The list ---------------------------------------------------------------

function List({ course, notice }) {
  const { list, progress, lesson: chosen } = course;
  if (!list) return html`<${Lead}>${say("lessons.loading")}<//>`;
  const opening = notice ? null : chosen; // the lesson that is loading
  const status = (lesson) =>
    lesson.name === opening
      ? say("lessons.opening")
      : `${say("lesson.minutes", { n: lesson.minutes })} · ${say("lessons.done", {
          done: doneOf(progress, lesson),
          all: lesson.tasks,
        })}`;
  return html`
    <h2>${say("lessons.title")}</h2>
    <${Lead}>${say("lessons.intro")}<//>
    <ol class="lessons">
      ${list.map(
        (lesson, n) => html`
          <li key=${lesson.name}>
            <button class="lesson" aria-busy=${String(lesson.name === opening)}
              onClick=${() => learn.openLesson(lesson.name)}>
              <span class="what">
                <b>${n + 1}. ${localized(lesson.title)}</b>
                <span class="why">${localized(lesson.aim)}</span>
                <span class="note">${status(lesson)}</span>
              </span>
            </button>
          </li>
        `,
      )}
    </ol>
    <p class="row note">
      ${say("lessons.stored")}
      <${Button} words="lessons.forget" press=${learn.forgetProgress} look="quiet" />
    </p>
  `;
}

// --- A task -----------------------------------------------------------------

const KINDS = {
  predict: Ask,
  trace: Practised,
  sheet: Practised,
  order: Practised,
  explain: Ask,
  break: Game,
  write: Write,
};

function Task({ state, course }) {
  const task = taskOf(course);
  const { done } = entryOf(course);
  const isLast = course.task === course.data.tasks.length - 1;
  const onward = isLast ? learn.openList : () => learn.openTask(course.task + 1);
  const words = isLast ? "lessons.end" : done ? "lessons.next" : "lessons.skip";
  const hints = task.hints.slice(0, course.hints);
  const hint = html`<${Button} words="lessons.hint" press=${learn.showHint} look="quiet" />`;
  return html`
    <article class="task">
      <p class="row">
        <${Button} words="lessons.all" press=${learn.openList} look="quiet" />
        <${Places} course=${course} />
      </p>
      <${Note}>${localized(course.data.title)}<//>
      <h2>${prose(localized(task.say))}</h2>
      <${KINDS[task.kind]} state=${state} course=${course} task=${task} />
      <div class="feedback" aria-live="polite">
        <${Feedback} state=${state} course=${course} task=${task} />
      </div>
      ${hints.map((each) => html`<p class="hint">${prose(localized(each))}</p>`)}
      <p class="row">
        ${hasHint(course, task) && hint}
        <${Button} words=${words} press=${onward} look=${done && "primary"} />
      </p>
    </article>
  `;
}

const Places = ({ course: { data, task, lesson, progress } }) => html`
  <span class="places">
    ${data.tasks.map(({ kind }, n) => {
      const done = progress[`${lesson}/${n + 1}`]?.done;
      const kindName = say(`lessons.kind.${kind}`);
      const name = say("lessons.place", { n: n + 1, kind: kindName });
      return html`
        <button class=${`place ${done ? "done" : ""}`} title=${name}
          aria-current=${n === task ? "step" : undefined}
          aria-label=${done ? `${name}, ${say("lessons.is_done")}` : name}
          onClick=${() => learn.openTask(n)}>${done ? "✓" : n + 1}</button>
      `;
    })}
  </span>
`;

/** Is a square the answer? */
const isOnBoard = ({ ask }) => ["move", "skipped"].includes(ask);

/** A question: squares of the board, or answers to choose from. */
function Ask({ state, course, task }) {
  const { answers, done } = entryOf(course);
  const isMove = isOnBoard(task);
  const judged = (code) =>
    !answers.includes(code) ? "" : isRight(task, code) ? "right" : "wrong";
  const choose = isMove && !done && ((square) => learn.answer(String(square)));
  const options = task.options.map(
    (code) =>
      html`<${Option} key=${code} task=${task} code=${code} done=${done} judged=${judged(code)} />`,
  );
  return html`
    ${task.board && html`<${Squares} board=${task.position ?? task.board} judged=${isMove && judged} choose=${choose} />`}
    ${task.picture && html`<${Picture} state=${state} task=${task} done=${done} />`}
    ${!isMove && html`<ul class="options">${options}</ul>`}
  `;
}

/** An answer to choose; a wrong claim has a board that refutes it. */
function Option({ task, code, done, judged }) {
  const board = judged && task.refuted?.[code];
  return html`
    <li>
      <button class=${`option ${judged}`} disabled=${done || judged}
        onClick=${() => learn.answer(code)}>
        <${Sign} judged=${judged} />${optionText(task, code)}
      </button>
      ${judged === "wrong" && task.kind === "explain" && html`<p class="note">${say(`claim.why.${code}`)}</p>`}
      ${board && html`<${Opener} text=${board} search=${task.shown[code]} words="lesson.refuted" />`}
    </li>
  `;
}

function optionText(task, code) {
  if (task.kind === "explain") return say(`claim.${code}`);
  if (task.ask === "count") return count(Number(code));
  return isOnBoard(task) ? code : say(`lesson.option.${code}`);
}

/** A small board that opens the values of its moves, or a search. */
function Opener({ text, search, words }) {
  const board = text.replaceAll(" ", "");
  const how = search && { view: "search", method: search };
  return html`<button class="quiet opener" onClick=${() => lookAt(board, how)}>
    <${SmallBoard} board=${board} />${words ? say(words, { board: text }) : text}
  </button>`;
}

/** The whole tree of a small board: with no values, those of its leaves, or all. */
function Picture({ state, task, done }) {
  const tree = answerTo(state, treeOf(task))?.root;
  if (!tree) return html`<div class="picture"></div>`;
  const isKnown = (node) => done || (task.picture === "ends" && !node.children.length);
  const isAsked = ({ path, square }) => path.length === 1 && square === task.square;
  const look = (node) => ({
    status: "done",
    value: isKnown(node) ? node.value : undefined,
    text: isKnown(node) ? undefined : isAsked(node) ? "?" : "",
    isBest: done && node.path.length === 1 && node.value === tree.value,
  });
  return html`<${Measured} class="picture">
    ${(box) => html`<${WholeTree} root=${tree} look=${look} room=${unitsOf(box)}
      caption=${say("lessons.picture")} />`}
  <//>`;
}

/** A task of the practice, which is a part of its own. */
function Practised({ state, course, task }) {
  const part = partOf(state, "practice");
  const recording = task.board ? answerTo(state, treeOf(task)) : null;
  if (!part || (task.board && !recording))
    return html`<${Lead}>${say("lessons.opening")}<//>`;
  const Kind = { trace: part.TraceTask, sheet: part.SheetTask, order: part.OrderTask }[
    task.kind
  ];
  return html`
    ${task.board && html`<${Squares} board=${task.board} />`}
    <div class="practice">
      <${Kind} state=${state} task=${task} id=${idOf(course)} recording=${recording} />
    </div>
  `;
}

function Game({ state, course, task }) {
  const { board, end, person } = standing(task, course.line);
  const position = end && answerTo(state, positionOf(board));
  return html`
    <${Note}>${say("lesson.you_play", { mark: person })}<//>
    <${Squares} board=${board} choose=${!end && learn.play} position=${position} />
    ${isLost(end) && html`<${Button} words="lessons.again" press=${learn.playAgain} look="primary" />`}
  `;
}

function Write({ state, course, task }) {
  const { asking, first } = course;
  const isBusy = Boolean(state.busy.write);
  return html`
    <${CodeField} rows="14" value=${draftOf(course, task)} edit=${learn.write} kept=${draftName(task)}
      name=${say("lessons.editor", { name: task.function })} onFocus=${learn.expect} />
    <button class="primary" disabled=${isBusy} onClick=${learn.check}>
      ${say(isBusy ? "lessons.judging" : "lessons.judge")}
    </button>
    ${isBusy && asking && html`<p class="note">${askingText(asking)}</p>`}
    ${isBusy && html`<${First} first=${first} />`}
  `;
}

/** A board, on which `choose` may take a free square. */
function Squares({ board, choose, judged, position }) {
  const look = (square) => {
    const sign = judged && judged(String(square));
    const isIdle = sign || board[square - 1] !== ".";
    const press = choose && (() => isIdle || choose(square));
    return { press, isIdle, sign, note: sign && say(`guess.${sign}`) };
  };
  return html`<${Board} board=${board} look=${look} won=${position || undefined} />`;
}

// --- Feedback ---------------------------------------------------------------

function Feedback({ state, course, task }) {
  const { answers, done } = entryOf(course);
  const isCounted = done && task.ask === "count";
  const counted = { n: task.positions, number: count(task.positions ?? 0) };
  const isJudged = task.options?.length > 0 && answers.length > 0;
  return html`
    ${task.kind === "break" && html`<${Ending} state=${state} course=${course} task=${task} />`}
    ${task.kind === "write" && html`<${Verdict} course=${course} task=${task} />`}
    ${isJudged && html`<${Judged} state=${state} course=${course} task=${task} />`}
    ${isCounted && html`<p>${say("lesson.counted", counted)}</p>`}
    ${done && task.then && html`<p>${prose(localized(task.then))}</p>`}
  `;
}

/** Right, or the line of play that shows why not. */
function Judged({ state, course, task }) {
  const { answers, done } = entryOf(course);
  const last = answers.at(-1);
  const wrong = hasHint(course, task) ? "lessons.wrong_hint" : "lesson.wrong";
  const position = isRefuted(course, task) && answerTo(state, positionOf(task.board));
  const line = position ? refutation(task, last, position) : [];
  const title = say("lessons.line", { answer: optionText(task, last) });
  return html`
    <p class=${done ? "right" : "wrong"}>${say(done ? "lesson.right" : wrong)}</p>
    ${line.length > 0 && html`<${LineOfPlay} from=${position} squares=${line} title=${title} />`}
  `;
}

/** The end of a game; after a victory, the rival's search can be seen. */
function Ending({ state, course, task }) {
  const { end } = standing(task, course.line);
  if (!end) return null;
  const show = () => showOwn({ text: task.source, bytes: null });
  const isShown = !isLost(end) && task.source && hasJudge(state.about);
  return html`
    <p class=${isLost(end) ? "wrong" : "right"}>${say(`lessons.${end}`)}</p>
    ${isShown && html`<${Button} words="lessons.rival" press=${show} />`}
  `;
}

function Verdict({ course, task }) {
  if (!course.verdict) return null;
  const verdict = localized(course.verdict);
  const isOld = course.judged !== draftOf(course, task);
  const showSearch = () =>
    showOwn({ text: course.judged, bytes: null, only: task.function });
  return html`
    ${isOld && html`<${Note}>${say("checking.edited")}<//>`}
    ${verdict.error && html`<p class="wrong">${sentence(verdict.error)}</p>`}
    ${verdict.passed && html`<p class="right">${say("lessons.passed", { n: verdict.asked })}</p>`}
    ${verdict.failure && html`<${Failure} verdict=${verdict} />`}
    ${verdict.failure && task.function === "minimax" && html`<p><${Button} words="own.show" press=${showSearch} look="primary" /></p>`}
  `;
}

export const Failure = ({ verdict: { failing, asked, failure } }) => html`
  <div class="wrong">
    <p>${say("lessons.failed", { failing, n: asked })}</p>
    ${failure.board && html`<${Opener} text=${failure.board} />`}
    <p><code>${failure.call}</code> ${say("checking.answer", failure)}</p>
    <p>${prose(failure.hint)}</p>
  </div>
`;

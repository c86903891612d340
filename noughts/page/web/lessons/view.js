// The course: the list of lessons, and one task at a time.

import * as learn from "./actions.js";
import { showOwn } from "../actions.js";
import { Board, Sign } from "../drawing/board.js";
import { expect } from "../check/actions.js";
import { SmallBoard } from "../drawing/figures.js";
import { lookAt } from "../game/actions.js";
import { squareKeys } from "../frame/keys.js";
import { count, say, sentence, step as stage, localized } from "../shared/language.js";
import {
  doneOf,
  entryOf,
  isOpen,
  isRight,
  refutation,
  standing,
  taskOf,
} from "./state.js";
import { loadCourse, positionOf, treeOf } from "../load.js";
import { now } from "../shared/page.js";
import { unitsOf, WholeTree } from "../drawing/trees.js";
import { html } from "../vendor/htm-preact.js";
import {
  Button,
  CodeField,
  Lead,
  LineOfPlay,
  Measured,
  Note,
} from "../drawing/widgets.js";
import { prose } from "../drawing/widgets.js";

export const lessons = {
  name: "lessons",
  keys: ({ course }) => (isOpen(course) ? keysOf(course, taskOf(course)) : {}),
  View: Lessons,
};

function Lessons({ state }) {
  loadCourse(state);
  return isOpen(state.course)
    ? html`<${Task} key=${`${state.course.lesson}/${state.course.task}`} state=${state} />`
    : html`<${List} state=${state} />`;
}

const isLost = (end) => Boolean(end) && end !== "beaten";

/** The keys of a task: its game, if any, and the next hint. */
function keysOf(course, task) {
  const isGame = task.kind === "break";
  const { end } = isGame ? standing(task, course.line) : {};
  return {
    ...(isGame && !end && squareKeys(learn.play)),
    ...(isGame && isLost(end) && { n: learn.playAgain }),
    ...(learn.hasHint(course, task) && { h: learn.showHint }),
  };
}

// --- The list ---------------------------------------------------------------

function List({ state: { course, notice } }) {
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

const KINDS = { predict: Ask, explain: Ask, step: Step, break: Game, write: Write };

function Task({ state }) {
  const { course } = state;
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
        <${Feedback} course=${course} task=${task} />
      </div>
      ${hints.map((each) => html`<p class="hint">${prose(localized(each))}</p>`)}
      <p class="row">
        ${learn.hasHint(course, task) && hint}
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

/** A question: squares of the board, or answers to choose from. */
function Ask({ course, task }) {
  const { answers, done } = entryOf(course);
  const isMove = task.ask === "move";
  const judged = (code) =>
    !answers.includes(code) ? "" : isRight(task, code) ? "right" : "wrong";
  const choose = isMove && !done && ((square) => learn.answer(String(square)));
  const options = task.options.map(
    (code) =>
      html`<${Option} key=${code} task=${task} code=${code} done=${done} judged=${judged(code)} />`,
  );
  return html`
    ${task.board && html`<${Squares} board=${task.board} judged=${isMove && judged} choose=${choose} />`}
    ${task.picture && html`<${Picture} task=${task} done=${done} />`}
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
      ${board && html`<${Opener} text=${board} search=${task.shown[code]} words="lesson.refuted" />`}
    </li>
  `;
}

function optionText(task, code) {
  if (task.kind === "explain") return say(`claim.${code}`);
  if (task.ask === "count") return count(Number(code));
  return task.ask === "move" ? code : say(`lesson.option.${code}`);
}

/** A small board that opens the values of its moves, or a search. */
function Opener({ text, search, words }) {
  const board = text.replaceAll(" ", "");
  const how = search ? { view: "search", method: search, step: 0 } : undefined;
  return html`<button class="quiet opener" onClick=${() => lookAt(board, how)}>
    <${SmallBoard} board=${board} />${words ? say(words, { board: text }) : text}
  </button>`;
}

/** The whole tree of a small board: with no values, those of its leaves, or all. */
function Picture({ task, done }) {
  const tree = treeOf(task.board);
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

/** A search to watch on the stage or, if the stage does not have it, as text. */
function Step({ course, task }) {
  const { done } = entryOf(course);
  const isText = !learn.isStaged(task);
  const words = isText ? "lessons.tree" : "lessons.stage";
  const shown = html`<pre class="tree-text" tabindex="0">${localized(task.tree ?? {})}</pre>`;
  return html`
    <${Squares} board=${task.board} />
    ${done && isText ? shown : html`<${Button} words=${words} press=${learn.showSearch} look=${!done && "primary"} />`}
  `;
}

function Game({ course, task }) {
  const { board, end, person } = standing(task, course.line);
  const position = end ? positionOf(board) : undefined;
  return html`
    <${Note}>${say("lesson.you_play", { mark: person })}<//>
    <${Squares} board=${board} choose=${!end && learn.play} position=${position} />
    ${isLost(end) && html`<${Button} words="lessons.again" press=${learn.playAgain} look="primary" />`}
  `;
}

function Write({ course, task }) {
  const { judging } = course;
  return html`
    <${CodeField} rows="14" value=${learn.draftOf(task)} edit=${learn.write}
      aria-label=${say("lessons.editor", { name: task.function })} onFocus=${expect} />
    <button class="primary" disabled=${Boolean(judging)} onClick=${learn.check}>
      ${say(judging ? "lessons.judging" : "lessons.judge")}
    </button>
    <p class="note" aria-live="polite">
      ${judging?.length && say("checking.asking", { what: stage(judging) })}
    </p>
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
  return html`<${Board} board=${board} look=${look} won=${position} />`;
}

// --- Feedback ---------------------------------------------------------------

function Feedback({ course, task }) {
  const { answers, done } = entryOf(course);
  const isCounted = done && task.ask === "count";
  const counted = { n: task.positions, number: count(task.positions ?? 0) };
  const isJudged = task.options?.length > 0 && answers.length > 0;
  return html`
    ${task.kind === "break" && html`<${Ending} course=${course} task=${task} />`}
    ${task.kind === "write" && html`<${Verdict} course=${course} task=${task} />`}
    ${isJudged && html`<${Judged} course=${course} task=${task} />`}
    ${isCounted && html`<p>${say("lesson.counted", counted)}</p>`}
    ${done && task.then && html`<p>${prose(localized(task.then))}</p>`}
  `;
}

const REFUTED = ["move", "value"]; // questions that a line of play answers

/** Right, or the line of play that shows why not. */
function Judged({ course, task }) {
  const { answers, done } = entryOf(course);
  const last = answers.at(-1);
  const wrong = learn.hasHint(course, task) ? "lessons.wrong_hint" : "lesson.wrong";
  const position = !done && REFUTED.includes(task.ask) && positionOf(task.board);
  const line = position ? refutation(task, last, position) : [];
  const title = say("lessons.line", { answer: optionText(task, last) });
  return html`
    <p class=${done ? "right" : "wrong"}>${say(done ? "lesson.right" : wrong)}</p>
    ${line.length > 0 && html`<${LineOfPlay} from=${position} squares=${line} title=${title} />`}
  `;
}

/** The end of a game; after a victory, the rival's search can be seen. */
function Ending({ course, task }) {
  const { end } = standing(task, course.line);
  if (!end) return null;
  const show = () => showOwn({ text: task.source, bytes: null });
  const isShown = !isLost(end) && task.source && !now().about.frozen;
  return html`
    <p class=${isLost(end) ? "wrong" : "right"}>${say(`lessons.${end}`)}</p>
    ${isShown && html`<${Button} words="lessons.rival" press=${show} />`}
  `;
}

function Verdict({ course, task }) {
  if (!course.verdict) return null;
  const verdict = localized(course.verdict);
  const isOld = course.judged !== learn.draftOf(task);
  return html`
    ${isOld && html`<${Note}>${say("checking.edited")}<//>`}
    ${verdict.error && html`<p class="wrong">${sentence(verdict.error)}</p>`}
    ${verdict.passed && html`<p class="right">${say("lessons.passed", { n: verdict.asked })}</p>`}
    ${verdict.failure && html`<${Failure} verdict=${verdict} />`}
  `;
}

const Failure = ({ verdict: { failing, asked, failure } }) => html`
  <div class="wrong">
    <p>${say("lessons.failed", { failing, n: asked })}</p>
    ${failure.board && html`<${Opener} text=${failure.board} />`}
    <p><code>${failure.call}</code> ${say("lessons.got", failure)}</p>
    <p>${prose(failure.hint)}</p>
  </div>
`;

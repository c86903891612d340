// The course: the list of lessons, and one task at a time.

import * as source from "../source.js";
import { leaveFor, lookAt } from "../actions.js";
import { h, on, replace } from "../dom.js";
import { mark, smallBoard } from "../figures.js";
import { canJudge, judgeFunction } from "../judge.js";
import { onStored, store, stored } from "../kept.js";
import {
  count,
  say,
  sentence,
  step as stage,
  told,
  trouble,
  unjudged,
} from "../language.js";
import {
  answered,
  doneOf,
  edited,
  entryOf,
  exported,
  goTo,
  idOf,
  isOpen,
  isRight,
  progressName,
  restored,
  standing,
  taskOf,
} from "../lessons-state.js";
import { METHODS, restart } from "../state.js";
import { now, update } from "../store.js";
import { button, lead, note } from "../widgets.js";

export const lessons = {
  name: "lessons",
  needs: () => ["course"],
  draw: (panel, { course, notice }) =>
    replace(panel, isOpen(course) ? open(course) : all(course, !notice)),
  deeds: {
    lesson: (name) => become(goTo({ ...now().course, lesson: name }, 0), "push"),
    "lesson-list": () =>
      become({ ...now().course, lesson: "", data: null, task: 0 }, "push"),
    "lesson-task": (n) => become(goTo(now().course, Number(n)), "push"),
    "lesson-answer": (code) => answer(code),
    "lesson-hint": nextHint,
    "lesson-search": showSearch,
    "lesson-play": (square) => play(Number(square)),
    "lesson-open": lookAt,
    "lesson-again": () => change({ line: [] }),
    "lesson-judge": judge,
    "lesson-export": save,
    "lesson-forget": forget,
  },
  game: ({ course }) => (isOpen(course) ? gameOf(course, taskOf(course)) : {}),
  bind(panel) {
    on(panel, "input", "textarea", edit);
    onStored(
      () => progressName(now().course),
      (text) => update({ course: { ...now().course, progress: restored(text) } }),
    );
  },
};

// --- Changes ----------------------------------------------------------------

const become = (course, how = "replace") => update({ course }, how);
const change = (changes) => become({ ...now().course, ...changes });
const draftOf = () => `draft.${taskOf(now().course).function}`;
const written = (task) => stored(draftOf()) ?? starter(task);

function keep(course) {
  store(progressName(course), JSON.stringify(course.progress));
  become(course);
}

function answer(code) {
  const { course } = now();
  keep(answered(course, code, isRight(taskOf(course), code)));
}

const isStaged = ({ search }) => METHODS.includes(search);

/** The search of a task: as a tree, or on its stage with what was predicted of it. */
function showSearch() {
  const { course } = now();
  const task = taskOf(course);
  keep(answered(course, "seen", true));
  if (!isStaged(task)) return;
  const shown = { view: "search", method: task.search, step: 0 };
  const notice = predicted(course, task).join(" ");
  return leaveFor((state) => ({ ...restart(state, task.board), ...shown })).then(() =>
    update({ notice }),
  );
}

function play(square) {
  const { course } = now();
  const task = taskOf(course);
  const line = [...course.line, square];
  const { end } = standing(task, line);
  const next = { ...course, line };
  keep(end ? answered(next, line.join(""), end === "beaten") : next);
}

function nextHint() {
  change({ hints: now().course.hints + 1 });
}

/** The game against a rival, where the task is one, and the next hint. */
function gameOf(course, task) {
  const { board, end } = task.kind === "break" ? standing(task, course.line) : {};
  const isFree = (square) => board[square - 1] === ".";
  return {
    take: board && !end && ((square) => isFree(square) && play(square)),
    new: isLost(end) && (() => change({ line: [] })),
    hint: hasHint(course, task, entryOf(course)) && nextHint,
  };
}

function edit(field) {
  store(draftOf(), field.value);
  if (!now().course.isOld) become(edited(now().course));
}

const hasJudge = ({ frozen, python }) => !frozen || python;

/** By the server beside this page, or where there is none by the judge in this browser. */
function asked(name, text, hear) {
  const { about } = now();
  if (!about.frozen) return source.write(name, text, hear);
  if (canJudge())
    return judgeFunction(name, text, hear).catch((error) => {
      throw new Error(unjudged(error.message));
    });
  return Promise.reject(new Error("checking.too_old"));
}

let judgings = 0; // so far: what is said of the last one counts

async function judge() {
  const { course } = now();
  const task = taskOf(course);
  const text = written(task);
  const mine = ++judgings;
  change({ judging: true, verdict: null, isOld: false });
  const isHere = () => mine === judgings && idOf(now().course) === idOf(course);
  const hear = ({ what }) => isHere() && change({ judging: what || true });
  const verdict = await asked(task.function, text, hear).catch((error) => ({
    en: { error: trouble(error) },
  }));
  if (!isHere()) return;
  const isOld = written(task) !== text; // somebody may have been away meanwhile
  const judged = { ...now().course, judging: false, verdict, isOld };
  const { error, passed } = verdict.en;
  keep(error ? judged : answered(judged, text, passed));
}

function save() {
  const text = exported(now().course.progress, new Date().toISOString());
  const link = h("a", {
    href: URL.createObjectURL(new Blob([text], { type: "application/json" })),
    download: "noughts-lessons.json",
  });
  link.click();
  URL.revokeObjectURL(link.href);
}

function forget() {
  if (!confirm(say("lessons.forget_sure"))) return;
  store(progressName(now().course), "{}");
  change({ progress: {} });
}

/** A text in which what stands between backticks is code. */
const prose = (text) =>
  text.split("`").map((part, n) => (n % 2 ? h("code", {}, part) : part));

// --- The list ---------------------------------------------------------------

/** The one that is on its way says so, as long as there is nothing else to say. */
function all({ list, progress, lesson: chosen }, isCalm) {
  if (!list) return lead(say("lessons.loading"));
  const opening = isCalm && chosen;
  const rows = list.map((lesson, n) =>
    h(
      "li",
      {},
      button(
        "lesson",
        lesson.name,
        { class: "lesson", "aria-busy": lesson.name === opening && "true" },
        h("b", {}, `${n + 1}. ${told(lesson.title)}`),
        h("span", { class: "why" }, told(lesson.aim)),
        h(
          "span",
          { class: "note" },
          lesson.name === opening
            ? say("lessons.opening")
            : [
                say("lesson.minutes", { n: lesson.minutes }),
                " · ",
                say("lessons.done", {
                  done: doneOf(progress, lesson),
                  all: lesson.tasks - (hasJudge(now().about) ? 0 : lesson.written),
                }),
              ],
        ),
      ),
    ),
  );
  return [
    h("h2", {}, say("lessons.title")),
    lead(say("lessons.intro")),
    h("ol", { class: "lessons" }, rows),
    h(
      "p",
      { class: "row" },
      button("lesson-export", null, { class: "quiet" }, say("lessons.export")),
      button("lesson-forget", null, { class: "quiet" }, say("lessons.forget")),
    ),
    note(say("lessons.unsigned")),
  ];
}

// --- A task -----------------------------------------------------------------

function open(course) {
  const task = taskOf(course);
  const entry = entryOf(course);
  const isLast = course.task === course.data.tasks.length - 1;
  const next = isLast
    ? button(
        "lesson-list",
        null,
        { class: entry.done && "primary" },
        say("lessons.end"),
      )
    : button(
        "lesson-task",
        course.task + 1,
        { class: entry.done && "primary" },
        say(entry.done ? "lessons.next" : "lessons.skip"),
      );
  const place = draftArea(course)?.parentElement ?? h("article", { class: "task" });
  replace(
    place,
    h(
      "p",
      { class: "row" },
      button("lesson-list", "back", { class: "quiet" }, say("lessons.all")),
      places(course),
    ),
    h("p", { class: "note" }, told(course.data.title)),
    h("h2", {}, prose(told(task.say))),
    KINDS[task.kind](course, task, entry),
    h(
      "div",
      { class: "feedback", "aria-live": "polite" },
      feedback(course, task, entry),
    ),
    hints(course, task),
    h("p", { class: "row" }, hintButton(course, task, entry), next),
  );
  return place;
}

const places = ({ data, task, lesson, progress }) =>
  h(
    "span",
    { class: "places" },
    data.tasks.map(({ kind }, n) => {
      const done = progress[`${lesson}/${n + 1}`]?.done;
      const name = say("lessons.place", {
        n: n + 1,
        kind: say(`lessons.kind.${kind}`),
      });
      return button(
        "lesson-task",
        n,
        {
          class: `place ${done ? "done" : ""}`,
          "aria-current": n === task ? "step" : null,
          "aria-label": done ? `${name}, ${say("lessons.is_done")}` : name,
          title: name,
        },
        done ? "✓" : String(n + 1),
      );
    }),
  );

const KINDS = { predict: ask, explain: ask, step, break: game, write };

function ask(course, task, { answers, done }) {
  const isMove = task.ask === "move";
  const chosen = (code) =>
    !answers.includes(code) ? "" : isRight(task, code) ? "right" : "wrong";
  const options = task.options.map((code) =>
    h(
      "li",
      {},
      button(
        "lesson-answer",
        code,
        { class: `option ${chosen(code)}`, disabled: done || answers.includes(code) },
        sign(chosen(code)),
        optionText(task, code),
      ),
      refutation(task, code, answers),
    ),
  );
  return [
    task.board
      ? squares(task.board, isMove && !done ? "lesson-answer" : null, answers)
      : null,
    isMove ? null : h("ul", { class: "options" }, options),
  ];
}

const sign = (chosen) =>
  chosen
    ? h(
        "span",
        { class: "sign", "aria-hidden": "true" },
        chosen === "right" ? "✓" : "✗",
      )
    : null;

function optionText(task, code) {
  if (task.kind === "explain") return say(`claim.${code}`);
  if (task.ask === "count") return count(Number(code));
  return say(`lesson.option.${code}`);
}

/** The board on which a wrong sentence fails, where somebody has chosen it. */
function refutation(task, code, answers) {
  const refuted = task.refuted?.[code];
  if (!refuted || !answers.includes(code)) return null;
  return h(
    "p",
    { class: "refuted" },
    opener(refuted, say("lesson.refuted", { board: refuted })),
  );
}

/** A small board that can be opened with the value of each of its moves. */
function opener(text, said = text) {
  const board = text.replaceAll(" ", "");
  return button("lesson-open", board, { class: "quiet" }, smallBoard(board), said);
}

function step(course, task, { done }) {
  const predictions = predicted(course, task);
  const words = isStaged(task) ? "lessons.stage" : "lessons.tree";
  return [
    predictions.length
      ? h(
          "ul",
          { class: "note" },
          predictions.map((text) => h("li", {}, text)),
        )
      : null,
    squares(task.board),
    done && !isStaged(task)
      ? h("pre", { class: "tree-text", tabindex: 0 }, told(task.tree))
      : h("p", {}, button("lesson-search", null, { class: "primary" }, say(words))),
  ];
}

/** What was predicted about the same board, and what was right. */
const predicted = ({ data, lesson, progress }, { board }) =>
  data.tasks.flatMap((task, n) => {
    const entry = progress[`${lesson}/${n + 1}`];
    if (task.kind !== "predict" || task.board !== board || !entry) return [];
    const text = (code) => (task.ask === "move" ? code : optionText(task, code));
    const [first] = entry.answers;
    return [
      say("lessons.predicted", {
        first: text(first),
        right: task.right.map(text).join(", "),
      }),
    ];
  });

function game(course, task) {
  const { board, end, person } = standing(task, course.line);
  return [
    note(say("lesson.you_play", { mark: person })),
    squares(board, end ? null : "lesson-play"),
    isLost(end)
      ? h(
          "p",
          {},
          button("lesson-again", null, { class: "primary" }, say("lessons.again")),
        )
      : null,
  ];
}

/** The field of the open task, if it is there already. */
const draftArea = (course) =>
  document.querySelector(`#lessons [data-task="${CSS.escape(idOf(course))}"]`);

function write(course, task) {
  if (!hasJudge(now().about)) return note(say("checking.nowhere"));
  const { function: name } = task;
  const before = draftArea(course);
  const area =
    before ??
    h("textarea", {
      "data-task": idOf(course),
      "data-key": "draft",
      rows: 14,
      spellcheck: "false",
      autocapitalize: "off",
      "aria-label": say("lessons.editor", { name }),
    });
  if (area !== before) area.value = written(task);
  return [
    area,
    h(
      "p",
      { class: "row" },
      button(
        "lesson-judge",
        null,
        { class: "primary", disabled: Boolean(course.judging) },
        say(course.judging ? "lessons.judging" : "lessons.judge"),
      ),
    ),
    h(
      "p",
      { class: "note", "aria-live": "polite" },
      course.judging?.length
        ? say("checking.asking", { what: stage(course.judging) })
        : "",
    ),
  ];
}

const starter = ({ function: name, parameters }) =>
  `def ${name}(${parameters.join(", ")}):\n    ...\n`;

/** A board to look at or, where a deed is given, to choose a free square of. */
function squares(board, deed, tried = []) {
  const cells = [...board].map((cell, n) => {
    const square = String(n + 1);
    if (cell !== ".")
      return h("span", { class: "cell", role: "img", "aria-label": cell }, mark(cell));
    const name = h("span", { class: "number" }, square);
    if (!deed) return h("span", { class: "cell" }, name);
    return button(
      deed,
      square,
      {
        class: `cell ${tried.includes(square) ? "wrong" : ""}`,
        "aria-label": say("lessons.square", { square }),
        disabled: tried.includes(square),
      },
      name,
    );
  });
  return h(
    "div",
    { class: "task-board", role: "group", "aria-label": say("board") },
    cells,
  );
}

// --- What is said of an answer ----------------------------------------------

function feedback(course, task, entry) {
  const { answers, done } = entry;
  const wrong = hasHint(course, task, entry) ? "lessons.wrong_hint" : "lesson.wrong";
  const said = [];
  if (task.kind === "break") said.push(ending(course, task));
  else if (task.kind === "write") said.push(earlier(course), verdictOf(course));
  else if (answers.length && task.kind !== "step")
    said.push(
      h("p", { class: done ? "right" : "wrong" }, say(done ? "lesson.right" : wrong)),
    );
  if (done && task.ask === "count")
    said.push(
      h(
        "p",
        {},
        say("lesson.counted", { n: task.positions, number: count(task.positions) }),
      ),
    );
  if (done && task.then) said.push(h("p", {}, prose(told(task.then))));
  return said;
}

function ending({ line }, task) {
  const { end } = standing(task, line);
  return end
    ? h("p", { class: end === "beaten" ? "right" : "wrong" }, say(`lessons.${end}`))
    : null;
}

const earlier = ({ verdict, isOld }) =>
  verdict && isOld ? note(say("checking.edited")) : null;

function verdictOf(course) {
  if (!course.verdict) return null;
  const verdict = told(course.verdict);
  if (verdict.error) return h("p", { class: "wrong" }, sentence(verdict.error));
  if (verdict.passed)
    return h("p", { class: "right" }, say("lessons.passed", { n: verdict.asked }));
  const { call, board, expected, got, hint } = verdict.failure;
  return h(
    "div",
    { class: "wrong" },
    h("p", {}, say("lessons.failed", { failing: verdict.failing, n: verdict.asked })),
    board ? opener(board) : null,
    h("p", {}, h("code", {}, call), " ", say("lessons.got", { got, expected })),
    hint ? h("p", {}, hint) : null,
  );
}

const hints = ({ hints: n }, task) =>
  n
    ? h(
        "ul",
        { class: "hints" },
        task.hints.slice(0, n).map((hint) => h("li", {}, prose(told(hint)))),
      )
    : null;

const isLost = (end) => Boolean(end) && end !== "beaten";
const hasHint = ({ hints: n }, task, { done }) => !done && n < task.hints.length;

const hintButton = (course, task, entry) =>
  hasHint(course, task, entry)
    ? button("lesson-hint", null, { class: "quiet" }, say("lessons.hint"))
    : null;

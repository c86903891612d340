// Practice: the student takes the place of a search, marks a sheet, watches, or edits one
// line. The second part of the page, loaded on first use.

import { SmallBoard } from "../drawing/figures.js";
import { Button, Choice, Check, Note, Segments } from "../drawing/widgets.js";
import { list, say } from "../shared/language.js";
import { html, useLayoutEffect, useRef, useState } from "../vendor/htm-preact.js";
import * as act from "./actions.js";
import { CODE, EDITS, edited, run, tally } from "./edits.js";
import { methodOf, ownExercise, readTree, taskExercise } from "./exercises.js";
import { lookAt, Picture } from "./figure.js";
import { Free } from "./free.js";
import { leastVisited, visitedBy } from "./order.js";
import { knowledge, numberText, readNumber } from "./picture.js";
import {
  decisionFact,
  named,
  opponent,
  player,
  sentenceCase,
  setterFact,
  suppose,
  told,
  windowFacts,
} from "./sentences.js";
import { isOver, resultOf, sessionOf, stepOf } from "./session.js";
import { LEVELS, MODES, SHOWN } from "./state.js";
import { isDecision, isNarrowing } from "./steps.js";
import {
  at,
  leaves,
  leavesVisited,
  METHODS,
  parse,
  search,
  typed,
  value,
} from "./tree.js";

// --- The tab -------------------------------------------------------------------------------

/** @param {{ state: State }} props */
export function Trees({ state }) {
  const { practice } = state;
  const { root, trouble } = readTree(practice);
  const said = practice.trouble ?? trouble;
  const Mode = { practise: Practise, sheet: Crossing, watch: Watch, edit: Edit }[
    practice.mode
  ];
  return html`
    <div class="practice">
      <h2>${say("practice.title")}</h2>
      <${Field} practice=${practice} root=${root} said=${said} />
      ${root && html`<${Mode} key=${practice.mode} practice=${practice} root=${root} isBusy=${Boolean(state.busy.free)} />`}
      ${root && html`<${Exports} />`}
    </div>
  `;
}

const options = (name, values) =>
  values.map((each) => [each, say(`practice.${name}.${each}`)]);

/** The tree as text, and how it is searched. */
function Field({ practice, root, said }) {
  const { tree, draft, mode } = practice;
  const text = draft ?? (root ? typed(root) : tree);
  const send = (event) => {
    event.preventDefault();
    act.draw();
  };
  const segments = (
    name,
    values,
  ) => html`<${Segments} label=${say(`practice.${name}.label`)}
    options=${options(name, values)} chosen=${practice[name]} choose=${(each) => act.choose(name, each)} />`;
  return html`
    <form class="row" onSubmit=${send}>
      <label class="field grows"><span>${say("practice.leaves")}</span>
        <input type="text" value=${text} spellcheck="false" autocomplete="off"
          aria-describedby="tree-form" onInput=${({ target }) => act.edit(target.value)} />
      </label>
      <button>${say("practice.draw")}</button>
      <button type="button" onClick=${act.fresh}>${say("practice.fresh")}</button>
    </form>
    <p class="note" id="tree-form">${say("practice.form")}</p>
    ${said && html`<p class="wrong" role="alert">${say(`practice.no_tree.${said.key}`, said.parts)}</p>`}
    <p class="row">${segments("mode", MODES)}</p>
    <p class="row">
      ${segments("first", ["max", "min"])}
      ${mode !== "edit" && segments("cut", ["equal", "beyond"])}
      ${
        mode === "practise" &&
        html`<${Choice} label=${say("practice.ask.label")} options=${options("ask", LEVELS)}
        chosen=${practice.ask} choose=${(each) => act.choose("ask", each)} />`
      }
      ${
        mode === "practise" &&
        html`<${Check} words="practice.show_leaves" checked=${practice.showsLeaves}
        change=${(shows) => act.choose("showsLeaves", shows)} />`
      }
    </p>
  `;
}

function Practise({ practice, root }) {
  const exercise = ownExercise(practice, root);
  return html`<${Steps} exercise=${exercise} practice=${practice} next=${act.fresh} />`;
}

function Crossing({ practice, root }) {
  const exercise = ownExercise(practice, root);
  return html`<${Paper} exercise=${exercise} practice=${practice} />`;
}

// --- Tasks of the lessons -----------------------------------------------------------------

/** @param {{ state: State, task: any, id: string, recording: any }} props */
export function TraceTask({ state, task, id, recording }) {
  const exercise = { ...taskExercise(task, id, recording), isTask: true };
  return html`<${Steps} exercise=${exercise} practice=${{ ...state.practice, showsLeaves: false }} />`;
}

/** @param {{ state: State, task: any, id: string }} props */
export function SheetTask({ state, task, id }) {
  const exercise = {
    ...taskExercise({ ...task, search: "alphabeta" }, id),
    isTask: true,
  };
  return html`<${Paper} exercise=${exercise} practice=${state.practice} />`;
}

/** @param {{ state: State, task: any, id: string }} props */
export function OrderTask({ state, task, id }) {
  const exercise = {
    ...taskExercise({ ...task, search: "alphabeta" }, id),
    isTask: true,
  };
  return html`<${Ordering} exercise=${exercise} practice=${state.practice} />`;
}

// --- Step by step ----------------------------------------------------------------------------

function Steps({ exercise, practice, next }) {
  const { root, method, range: known } = exercise;
  const session = sessionOf(practice.session, exercise);
  const step = stepOf(exercise, session);
  const events = search(root, { rule: METHODS[method], range: known });
  const before = step ? events.slice(0, step.index) : events;
  const hasWindows = isNarrowing(method) && exercise.ask !== "decisions";
  const seen = knowledge(root, before, practice);
  const plain = (node) =>
    hasWindows ? seen(node) : { ...seen(node), window: undefined };
  const judged = session.isStuck ? session.said.judged : null;
  const look = step ? lookAt(exercise, step, plain, judged) : plain;
  const heading = useRef(null);
  useLayoutEffect(() => {
    const field = heading.current?.querySelector("[data-first]") ?? heading.current;
    if (session.said || session.isStuck) field?.focus();
  }, [session.queue.length, session.queue[0], session.isStuck]);
  return html`
    <${Picture} root=${root} look=${look} caption=${say("practice.caption")} />
    <div class="asked" ref=${heading} tabindex="-1">
      <div class="feedback" aria-live="polite">
        ${session.said && !session.isStuck && html`<${Praise} exercise=${exercise} session=${session} />`}
        ${judged && html`<${Reason} exercise=${exercise} step=${step} said=${session.said} />`}
      </div>
      ${
        judged &&
        html`<button class="primary" data-first onClick=${() => act.goOn(exercise)}>${say("practice.next")}</button>`
      }
      ${
        step &&
        !judged &&
        html`<${Question} key=${`${exercise.id} ${session.queue[0]} ${session.queue.length}`}
        exercise=${exercise} step=${step} left=${session.queue.length} />`
      }
      ${isOver(session) && html`<${Result} exercise=${exercise} session=${session} next=${next} />`}
    </div>
  `;
}

// --- A question --------------------------------------------------------------------------------

function Question({ exercise, step, left }) {
  const { root } = exercise;
  const { node, child } = step; // on a board, its position is shown
  const [texts, edit] = useState({});
  const [isTried, tried] = useState(false);
  const numbers = Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, readNumber(text)]),
  );
  const has = (...names) => names.every((name) => typeof numbers[name] === "number");
  const isWindow = step.kind === "window";
  const asksValue = !isWindow && exercise.ask !== "decisions";
  const needed = isWindow ? ["alpha", "beta"] : asksValue ? ["value"] : [];
  const send = (isCut) => (event) => {
    event?.preventDefault();
    tried(true);
    if (!has(...needed)) return;
    act.answer(exercise, isWindow ? numbers : { value: numbers.value, isCut });
  };
  const field = (name, label, isFirst) => html`
    <label class="field number"><span>${label}</span>
      <input type="text" inputmode="text" autocomplete="off" size="5" data-first=${isFirst}
        value=${texts[name] ?? ""} aria-invalid=${isTried && !has(name) ? "true" : undefined}
        onInput=${({ target }) => edit({ ...texts, [name]: target.value })} />
    </label>
  `;
  const infinity = (name, text, number) => html`
    <button type="button" class="quiet" onClick=${() => edit({ ...texts, [name]: number })}>${text}</button>
  `;
  return html`
    <form class="question" onSubmit=${send(false)}>
      ${child?.board && html`<${SmallBoard} board=${child.board} last=${child.square} />`}
      <p>${isWindow ? say("practice.enter", { node: named(root, node) }) : asked(exercise, step)}</p>
      <p class="row">
        ${isWindow && html`${field("alpha", "α", true)} ${infinity("alpha", "−∞", "−∞")}`}
        ${isWindow && html`${field("beta", "β")} ${infinity("beta", "∞", "∞")}`}
        ${isWindow && html`<button class="primary">${say("practice.go_in")}</button>`}
        ${asksValue && field("value", say("practice.value_so_far"), true)}
        ${
          !isWindow &&
          isDecision(step) &&
          html`<button class=${asksValue ? "" : "choice"} data-first=${!asksValue}>${say("practice.go_on")}</button>
          <button type="button" class=${asksValue ? "" : "choice"} onClick=${send(true)}>${say("practice.cut_rest")}</button>`
        }
        ${
          !isWindow &&
          !isDecision(step) &&
          html`<button class="primary">${say(step.isLast ? "practice.return_it" : "practice.go_on")}</button>`
        }
      </p>
      ${isTried && !has(...needed) && html`<p class="wrong">${say("practice.number_please")}</p>`}
      <p class="note">${say("practice.left", { n: left })}</p>
    </form>
  `;
}

/** "The leaf BA is worth 2. What is MIN B worth so far, and do you go on?" */
function asked({ root, ask }, step) {
  const { node, child, got, best } = step;
  const names = { node: named(root, node), child: sentenceCase(named(root, child)) };
  const parts = { ...names, got: numberText(got), best: numberText(best) };
  const came = say(child.children ? "practice.came_back" : "practice.leaf_says", parts);
  if (ask === "decisions") return `${came} ${say("practice.decide", parts)}`;
  const question = isDecision(step)
    ? "practice.value_and_decide"
    : "practice.value_only";
  return `${came} ${say(question, parts)}`;
}

// --- Why -----------------------------------------------------------------------------------------

/** A right answer, with its reason. */
function Praise({ exercise, session }) {
  const { said } = session;
  const step = stepAt(exercise, said.number);
  const notes = [
    said.judged.window && windowFacts(exercise.root, step),
    said.judged.value?.isHard &&
      say("practice.fail_hard", { best: numberText(step.best) }),
    said.judged.decision && decisionFact(exercise, step, said.judged.decision),
  ].filter(Boolean);
  return html`<p class="right">${say("practice.right")} ${notes.join(" ")}</p>`;
}

const stepAt = (exercise, number) => stepOf(exercise, { queue: [number] });

/** Why an answer was wrong: a sentence, and what refutes it. */
function Reason({ exercise, step, said }) {
  const { window: judgedWindow, value: judgedValue, decision } = said.judged;
  return html`
    ${judgedValue?.verdict === "wrong" && html`<${WrongValue} exercise=${exercise} step=${step} judged=${judgedValue} given=${said.given.value} />`}
    ${decision && decision.verdict !== "right" && html`<${WrongDecision} exercise=${exercise} step=${step} judged=${decision} />`}
    ${judgedWindow && html`<${WrongWindow} exercise=${exercise} step=${step} judged=${judgedWindow} />`}
  `;
}

function WrongValue({ exercise: { root }, step, judged, given }) {
  const { node, best, child } = step;
  const n = node.children.indexOf(child) + 1;
  const parts = {
    node: named(root, node),
    best: numberText(best),
    given: numberText(given),
    n,
    player: player(node),
  };
  return html`
    <div class="wrong">
      <p>${say("practice.wrong.value", parts)}</p>
      ${judged.why !== "unknown" && html`<p>${say(`practice.wrong.${judged.why}`, parts)}</p>`}
      <p>${say(node.isMax ? "practice.wrong.takes_max" : "practice.wrong.takes_min", parts)}</p>
    </div>
  `;
}

function WrongDecision({ exercise, step, judged }) {
  const { root } = exercise;
  const { node, best, limit } = step;
  const parts = {
    best: numberText(best),
    limit: numberText(limit),
    player: player(node),
    opponent: opponent(node),
    node: sentenceCase(named(root, node)),
  };
  if (judged.verdict === "safe")
    return html`<div class="hint"><p>${say(best === limit ? "practice.safe.equal" : "practice.safe.other", parts)}</p></div>`;
  if (judged.verdict === "wasteful")
    return html`
      <div class="hint">
        <p>${say("practice.wasteful", { ...parts, n: judged.saved })}</p>
        ${exercise.method !== "stop-at-win" && html`<p>${setterFact(root, step, judged.setter)}</p>`}
        <${TryIt} exercise=${exercise} step=${step} />
      </div>
    `;
  return html`
    <div class="wrong">
      <p>${say("practice.wrong.cut")}</p>
      <p>${suppose(root, judged.refutation)}</p>
    </div>
  `;
}

/** Let the student try to change the root with the skipped leaves: nothing follows. */
function TryIt({ exercise, step }) {
  const { root, method, range: known } = exercise;
  const { node, best, limit, rest, seen } = step;
  const numbers = leaves(root)
    .filter(({ path }) => seen.has(path))
    .map((leaf) => leaf.value);
  // In a game, no leaf is worth more than a win.
  const least = known ? known.low : Math.min(...numbers) - 2;
  const most = known ? known.high : Math.max(...numbers) + 2;
  const [to, move] = useState(node.isMax ? most : least);
  const skipped = rest.flatMap((path) => leaves(at(root, path)));
  const now = node.isMax ? Math.max(best, to) : Math.min(best, to);
  const parts = {
    n: skipped.length,
    to: numberText(to),
    node: sentenceCase(named(root, node)),
    value: numberText(now),
    limit: numberText(limit),
    opponent: opponent(node),
  };
  return html`
    <label class="field"><span>${say("practice.try", parts)}</span>
      <input type="range" min=${least} max=${most} value=${to}
        onInput=${({ target }) => move(Number(target.value))} />
    </label>
    <p>${say(isNarrowing(method) ? "practice.tried" : "practice.tried_most", parts)}</p>
  `;
}

function WrongWindow({ exercise: { root }, step, judged }) {
  const { why, isEmpty, isWider, extra, refutation } = judged;
  return html`
    <div class="wrong">
      <p>${say("practice.wrong.window")} ${why !== "unknown" && say(`practice.window.${why}`)}</p>
      <p>${windowFacts(root, step)}</p>
      ${isEmpty && html`<p>${say("practice.window.empty")}</p>`}
      ${isWider && html`<p>${say("practice.window.wider")} ${extra > 0 && say("practice.window.extra", { n: extra })}</p>`}
      ${refutation && html`<p>${say("practice.window.refuted", { truth: numberText(refutation.truth), claimed: numberText(refutation.claimed) })}</p>`}
      ${!isWider && !refutation && html`<p>${say("practice.window.unrefuted")}</p>`}
    </div>
  `;
}

function Result({ exercise, session, next }) {
  const { all, right, visited, leaves: count } = resultOf(exercise, session);
  const key =
    exercise.method === "minimax" ? "practice.result_minimax" : "practice.result";
  return html`
    <p class="right">${say("practice.score", { right, n: all })} ${say(key, { visited, n: count, value: numberText(value(exercise.root)) })}</p>
    <p class="row">
      ${next && html`<${Button} words="practice.next_tree" press=${next} look="primary" />`}
      <${Button} words="practice.again" press=${() => act.again(exercise)} />
    </p>
  `;
}

// --- A sheet ---------------------------------------------------------------------------------

function Paper({ exercise, practice }) {
  const { root } = exercise;
  const sheet = act.sheetOf(practice.sheet, exercise);
  const marks = sheet.isMarked ? act.marksOf(exercise, sheet) : [];
  const toneOf = (path) => {
    const verdict = marks.find((each) => each.path === path)?.verdict;
    return verdict
      ? ({ right: "is-right", safe: "setter", wasteful: "changed" }[verdict] ??
          "is-wrong")
      : "";
  };
  const look = (node) => {
    const { path, children, value: leaf } = node;
    const isCrossed = sheet.crossed.some((each) => path.startsWith(each));
    return {
      text: children ? "" : numberText(leaf),
      status: isCrossed ? "skipped" : "done",
      isCut: sheet.crossed.includes(path),
      tone: toneOf(path),
      name: path && say("practice.branch", { name: path }),
      isPressed: sheet.crossed.includes(path),
      press: path ? () => act.cross(exercise, path) : undefined,
    };
  };
  const isRight = sheet.isMarked && marks.every(({ verdict }) => verdict === "right");
  return html`
    <p>${say("practice.cross_out")}</p>
    <${Picture} root=${root} look=${look} caption=${say("practice.caption")} isPressed />
    <p class="row"><button class="primary" onClick=${() => act.mark(exercise)}>${say("practice.mark")}</button></p>
    <div class="feedback" aria-live="polite">
      ${isRight && html`<p class="right">${say("practice.sheet.all_right")}</p>`}
      ${marks.map((each) => html`<${Mark} key=${each.path} root=${root} mark=${each} />`)}
    </div>
  `;
}

/** What is said about one branch of a sheet. */
function Mark({ root, mark }) {
  const { path, verdict, step, refutation, left } = mark;
  const parts = { name: path, names: list(left ?? [path]) };
  if (verdict === "right") return null;
  if (verdict === "wrong")
    return html`<p class="wrong">${say("practice.sheet.wrong", parts)} ${suppose(root, refutation)}</p>`;
  if (verdict === "wasteful") {
    const { node, best, limit } = step;
    const more = {
      ...parts,
      node: named(root, node),
      best: numberText(best),
      limit: numberText(limit),
      opponent: opponent(node),
    };
    return html`<p class="hint">${say("practice.sheet.wasteful", more)}</p>`;
  }
  return html`<p class=${verdict === "safe" ? "hint" : "wrong"}>${say(`practice.sheet.${verdict}`, parts)}</p>`;
}

// --- The order of branches -----------------------------------------------------------------

function Ordering({ exercise, practice }) {
  const { tree } = act.orderOf(practice.order, exercise);
  const root = parse(tree, exercise.root.isMax);
  const events = search(root);
  const visited = new Set(leavesVisited(events).map(({ path }) => path));
  const least = leastVisited(exercise.root);
  const known = knowledge(root, events, { showsLeaves: true });
  const look = (node) => ({
    ...known(node),
    window: undefined,
    name: node.path && say("practice.front", { name: node.path }),
    press: node.path ? () => act.moveToFront(exercise, node.path) : undefined,
  });
  const isLeast = visitedBy(root) === least;
  return html`
    <p>${say("practice.rearrange")}</p>
    <${Picture} root=${root} look=${look} caption=${say("practice.caption")} isPressed />
    <p class=${isLeast ? "right" : ""} aria-live="polite">
      ${say("practice.visits", { visited: visited.size, n: leaves(root).length })}
      ${" "}${isLeast ? say("practice.least") : say("practice.fewer")}
    </p>
  `;
}

// --- Watching --------------------------------------------------------------------------------

function Watch({ practice, root }) {
  const { shown } = practice;
  const names = shown === "both" ? ["minimax", "alphabeta"] : [shown];
  const runs = names.map((name) => {
    const method = methodOf({ search: name, cut: practice.cut });
    return { name, events: search(root, { rule: METHODS[method] }) };
  });
  const last = Math.max(...runs.map(({ events }) => events.length));
  const step = Math.min(practice.step, last);
  const go = (to) => act.goToStep(Math.max(0, Math.min(to, last)));
  return html`
    <p class="row">
      <${Segments} label=${say("practice.shown.label")} options=${options("shown", SHOWN)}
        chosen=${shown} choose=${(each) => act.choose("shown", each)} />
    </p>
    ${runs.map(({ name, events }) => html`<${Watched} key=${name} name=${name} root=${root} events=${events} step=${step} isAlone=${runs.length === 1} />`)}
    <p class="row">
      <button onClick=${() => go(0)} aria-label=${say("practice.first_step")}>⏮</button>
      <button onClick=${() => go(step - 1)}>${say("practice.back")}</button>
      <button class="primary" onClick=${() => go(step + 1)}>${say("practice.forward")}</button>
      <button onClick=${() => go(last)} aria-label=${say("practice.last_step")}>⏭</button>
      <input type="range" min="0" max=${last} value=${step} aria-label=${say("practice.step")}
        onInput=${({ target }) => go(Number(target.value))} />
    </p>
  `;
}

function Watched({ name, root, events, step, isAlone }) {
  const done = events.slice(0, step);
  const look = knowledge(root, done, { showsLeaves: true });
  const visited = leavesVisited(done).length;
  const event = done[done.length - 1];
  return html`
    ${!isAlone && html`<h3>${say(`practice.shown.${name}`)}</h3>`}
    <${Picture} root=${root} look=${look} caption=${say("practice.caption")} />
    <p aria-live="polite">${event ? told(root, event) : say("practice.told.begin")}</p>
    <${Note}>${say("practice.leaves_visited", { n: visited, all: leaves(root).length })}<//>
  `;
}

// --- One line edited ---------------------------------------------------------------------------

function Edit({ practice, root, isBusy }) {
  const { free } = practice;
  return free
    ? html`<${Free} free=${free} isBusy=${isBusy} />`
    : html`<${EditLine} practice=${practice} root=${root} />`;
}

function EditLine({ practice, root }) {
  const name = practice.edit in EDITS ? practice.edit : "";
  const right = run(root, "");
  const wrong = run(root, name);
  const count = name ? tally(name) : null;
  const pick = (line) => Object.keys(EDITS).filter((each) => EDITS[each].line === line);
  const total = leaves(root).length;
  return html`
    <p>${say("practice.edit_one")}</p>
    <pre class="code-lines">${CODE.map((text, line) => {
      const choices = pick(line);
      const isChanged = EDITS[name]?.line === line;
      if (!choices.length) return html`<span class="code-line">${text}${"\n"}</span>`;
      const chosen = isChanged ? name : "";
      return html`<span class=${`code-line ${isChanged ? "changed" : ""}`}>${text.slice(0, text.search(/\S/))}<select
          aria-label=${say("practice.line", { n: line + 1 })} value=${chosen}
          onChange=${({ target }) => act.choose("edit", target.value)}>
          ${["", ...choices].map((each) => html`<option value=${each} selected=${each === chosen}>${edited(each)[line].trim()}</option>`)}
        </select>${"\n"}</span>`;
    })}</pre>
    <div class="side-by-side">
      <section>
        <h3>${say("practice.textbook")}</h3>
        <${Picture} root=${root} look=${knowledge(root, right.events, { showsLeaves: true })} caption=${say("practice.caption")} />
        <p>${say("practice.outcome", { value: numberText(right.found), n: right.visited, all: total })}</p>
      </section>
      ${
        name &&
        html`<section>
        <h3>${say(`practice.edits.${name}`)}</h3>
        <${Picture} root=${root} look=${knowledge(root, wrong.events, { showsLeaves: true })} caption=${say("practice.caption")} />
        <p class=${wrong.found === value(root) ? "" : "wrong"}>${say("practice.outcome", { value: numberText(wrong.found), n: wrong.visited, all: total })}</p>
      </section>`
      }
    </div>
    ${count && html`<p>${say("practice.tally", count)}</p>`}
    <p class="row"><${Button} words="practice.free.open" press=${act.editFreely} /></p>
  `;
}

// --- Paper -------------------------------------------------------------------------------------

function Exports() {
  const formats = ["svg", "png", "print", "latex"];
  const row = (isSolution) => html`
    <p class="row">
      <span>${say(isSolution ? "practice.export.solution" : "practice.export.sheet")}</span>
      ${formats.map(
        (
          kind,
        ) => html`<button key=${kind} onClick=${() => act.exportTree({ format: kind, isSolution, title: say("practice.caption") })}>
          ${say(`practice.export.${kind}`)}</button>`,
      )}
    </p>
  `;
  return html`
    <details class="exports">
      <summary>${say("practice.export.title")}</summary>
      ${row(false)}${row(true)}
      <${Note}>${say("practice.export.link")}<//>
    </details>
  `;
}

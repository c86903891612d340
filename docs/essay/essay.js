// The figures of the essay about Minimax. Each picture that a hook of the site has marked
// becomes a live one in its place, drawn by the modules of the page.

import { Picture } from "../../noughts/page/web/practice/figure.js";
import { leastVisited, movedToFront } from "../../noughts/page/web/practice/order.js";
import { numberText } from "../../noughts/page/web/practice/picture.js";
import * as practice from "../../noughts/page/web/practice/session.js";
import {
  decisionFact,
  named,
  sentenceCase,
  setterFact,
  suppose,
  told,
} from "../../noughts/page/web/practice/sentences.js";
import {
  at,
  format,
  leaves,
  leavesVisited,
  parse,
  search,
  value,
} from "../../noughts/page/web/practice/tree.js";
import { count, decimal, say, speak } from "../../noughts/page/web/shared/language.js";
import { html, render, useState } from "../../noughts/page/web/vendor/htm-preact.js";
import * as looks from "./looks.js";
import { LIMITED, VISITS } from "./measured.js";

const { book, idea, deep, board, disordered } = looks.TREES;

// --- Parts of figures --------------------------------------------------------------------

const Tree = ({ root, look, isPressed }) => html`
  <${Picture} root=${root} look=${look} caption=${say("practice.caption")} isPressed=${isPressed} />
`;

/** The look of nodes that can be pressed, with their names for those who do not see them. */
const withNames = (key, look) => (node) => ({
  ...look(node),
  name: say(key, { name: node.path }),
});

/** A picture that is no tree. */
const Drawn = ({ picture: { width, height, shapes }, caption }) => html`
  <div class="scrolls">
    <svg class="numbers" viewBox=${`0 0 ${width} ${height}`} width=${width * 1.25} height=${height * 1.25}
      role="img" aria-label=${caption}>${shapes.map((shape) => html`<${Shape} shape=${shape} />`)}</svg>
  </div>
`;

const Shape = ({ shape }) => {
  if (!Array.isArray(shape)) return shape;
  const [tag, attributes, ...children] = shape;
  return html`<${tag} ...${attributes}>${children.map((each) => html`<${Shape} shape=${each} />`)}<//>`;
};

const Said = ({ children }) => html`<p class="said" aria-live="polite">${children}</p>`;

const Slider = ({ label, least, most, now, move }) => html`
  <label class="slider"><span>${label}</span>
    <input type="range" min=${least} max=${most} value=${now} onInput=${({ target }) => move(Number(target.value))} />
  </label>
`;

const Press = ({ words, press, isOff, isChosen }) => html`
  <button type="button" onClick=${press} disabled=${isOff} aria-pressed=${isChosen}>${say(words)}</button>
`;

// --- Figures -------------------------------------------------------------------------------

/** Decide as the search does: about the first cut alone, or from the beginning to the end. */
function Decide({ root, isOne }) {
  const exercise = looks.exerciseOf(root);
  const [session, become] = useState(looks.beginDecisions(root, isOne));
  const step = practice.stepOf(exercise, session);
  const { said } = session;
  const judged = said?.judged.decision;
  const before = said && practice.stepOf(exercise, { queue: [said.number] });
  const answer = (isCut) => become(practice.answered(exercise, session, { isCut }));
  return html`
    <${Tree} root=${root} look=${looks.lookOfDecisions(root, session, isOne)} />
    <${Said}>
      ${judged && !session.isStuck && html`<b>${say("practice.right")}</b> ${decisionFact(exercise, before, judged)} `}
      ${session.isStuck && html`<${WhyNot} root=${root} step=${step} judged=${judged} />`}
      ${step && !session.isStuck && question(root, step)}
      ${!step && !isOne && say("practice.result", resultOf(exercise))}
    <//>
    <p class="controls">
      ${
        step &&
        !session.isStuck &&
        html`<${Press} words="practice.go_on" press=${() => answer(false)} />
          <${Press} words="practice.cut_rest" press=${() => answer(true)} />`
      }
      ${session.isStuck && html`<${Press} words=${isOne ? "again" : "practice.next"} press=${() => become(isOne ? looks.beginDecisions(root, isOne) : practice.goneOn(session))} />`}
      ${!step && html`<${Press} words="again" press=${() => become(looks.beginDecisions(root, isOne))} />`}
    </p>
  `;
}

function question(root, { node, child, got, best }) {
  const parts = {
    node: named(root, node),
    child: sentenceCase(named(root, child)),
    got: numberText(got),
    best: numberText(best),
  };
  const came = child.children ? "practice.came_back" : "practice.leaf_says";
  return `${say(came, parts)} ${say("practice.decide", parts)}`;
}

function WhyNot({ root, step, judged }) {
  if (judged.refutation)
    return html`<b>${say("practice.wrong.cut")}</b> ${suppose(root, judged.refutation)}`;
  return html`${say("practice.wasteful", { n: judged.saved })} ${setterFact(root, step, judged.setter)}`;
}

function resultOf(exercise) {
  const { visited, leaves: n } = practice.resultOf(exercise, { firsts: {} });
  return { visited, n, value: numberText(value(exercise.root)) };
}

function Rising() {
  const [opened, open] = useState([]);
  const press = (path) => open([...opened, path]);
  const isDone = opened.length === leaves(idea).length;
  return html`
    <${Tree} root=${idea} look=${withNames("practice.the_leaf", looks.lookOfRising(idea, opened, press))} isPressed />
    <${Said}>${say(isDone ? "rising_done" : "rising")}<//>
    <p class="controls"><${Press} words="again" press=${() => open([])} isOff=${!opened.length} /></p>
  `;
}

function Change() {
  const [{ path, to }, become] = useState(looks.FIRST_CHANGED);
  const choose = (chosen) => become({ path: chosen, to: at(book, chosen).value });
  const found = value(book, { [path]: to });
  const parts = { name: path, to: numberText(to), value: numberText(found) };
  return html`
    <${Tree} root=${book} look=${withNames("practice.the_leaf", looks.lookOfChange(book, path, to, choose))} isPressed />
    <${Slider} label=${say("change_leaf", parts)} least=${0} most=${20} now=${to} move=${(now) => become({ path, to: now })} />
    <${Said}>${say(found === value(book) ? "change_same" : "change_other", parts)}<//>
  `;
}

function Choice() {
  const [first, become] = useState("max");
  const root = first === "max" ? book : looks.TREES["min-first"];
  const { look, chosen } = looks.lookOfChoice(root);
  const parts = { name: chosen.path, value: numberText(value(root)) };
  return html`
    <${Tree} root=${root} look=${look} />
    <p class="controls">
      ${["max", "min"].map((each) => html`<${Press} key=${each} words=${`practice.first.${each}`} press=${() => become(each)} isChosen=${each === first} />`)}
    </p>
    <${Said}>${say(`choice_${first}`, parts)}<//>
  `;
}

function Cost() {
  const [free, choose] = useState(9);
  const parts = { n: free, positions: count(VISITS[free - 1]) };
  return html`
    <${Drawn} picture=${looks.costPicture(free)} caption=${say("cost_caption")} />
    <${Slider} label=${say("cost_free")} least=${1} most=${9} now=${free} move=${choose} />
    <${Said}>${say("cost_said", parts)}<//>
  `;
}

function Watch({ root }) {
  const events = looks.eventsOf(root);
  const [step, go] = useState(0);
  const event = events[step - 1];
  return html`
    <${Tree} root=${root} look=${looks.lookOfWatch(root, step)} />
    <${Slider} label=${say("practice.step")} least=${0} most=${events.length} now=${step} move=${go} />
    <${Said}>${event ? told(root, event) : say("practice.told.begin")}<//>
    <p class="controls">
      <${Press} words="practice.back" press=${() => go(step - 1)} isOff=${step === 0} />
      <${Press} words="practice.forward" press=${() => go(step + 1)} isOff=${step === events.length} />
    </p>
  `;
}

function Bound() {
  const [to, move] = useState(4);
  const truth = Math.min(2, to);
  const parts = { to: numberText(to), truth: numberText(truth) };
  return html`
    <${Tree} root=${book} look=${looks.lookOfBound(book, to)} />
    <${Slider} label=${say("bound_leaves", parts)} least=${-4} most=${16} now=${to} move=${move} />
    <${Said}>${say("bound_said", parts)}<//>
  `;
}

function Order() {
  const [text, order] = useState(format(disordered));
  const root = parse(text);
  const press = (path) => order(movedToFront(root, path));
  const visited = leavesVisited(search(root)).length;
  const isLeast = visited === leastVisited(disordered);
  return html`
    <${Tree} root=${root} look=${withNames("practice.front", looks.lookOfOrder(root, press))} isPressed />
    <${Said}>
      ${say("practice.visits", { visited, n: leaves(root).length })}
      ${" "}${say(isLeast ? "practice.least" : "practice.fewer")} ${say("order_how")}
    <//>
    <p class="controls"><${Press} words="again" press=${() => order(format(disordered))} /></p>
  `;
}

function Typo() {
  const [name, choose] = useState("max-from-high");
  const { look, found } = looks.runTypo(book, name);
  return html`
    <${Tree} root=${book} look=${look} />
    <p class="controls">
      ${Object.keys(looks.TYPOS).map((each) => html`<${Press} key=${each} words=${`typo_${each}`} press=${() => choose(each)} isChosen=${each === name} />`)}
    </p>
    <${Said}>${say("typo_said", { value: numberText(found) })} ${say(`typo_why_${name}`)}<//>
  `;
}

function ZeroWindow() {
  const [least, ask] = useState(looks.FIRST_THRESHOLD);
  const { look, visited, answer, isReached } = looks.runZeroWindow(book, least);
  const parts = {
    least: numberText(least),
    alpha: numberText(least - 1),
    answer,
    visited,
    n: leaves(book).length,
  };
  return html`
    <${Tree} root=${book} look=${look} />
    <${Slider} label=${say("window_ask", parts)} least=${1} most=${8} now=${least} move=${ask} />
    <${Said}>${say(isReached ? "window_yes" : "window_no", parts)} ${say("practice.visits", parts)}<//>
  `;
}

function Depth() {
  const [depth, look] = useState(1);
  const number = (each) => decimal(each, 1).replace("-", "−");
  const chosen = looks.chosenAt(depth);
  return html`
    <${Drawn} picture=${looks.depthPicture(depth, number)} caption=${say("depth_caption")} />
    <${Slider} label=${say("depth_moves", { n: depth })} least=${0} most=${LIMITED.length - 1} now=${depth} move=${look} />
    <${Said}>${say(looks.holdsDraw(chosen) ? "depth_held" : "depth_lost", { square: chosen })}<//>
  `;
}

const FIGURES = {
  question: () => html`<${Decide} root=${book} isOne />`,
  rising: Rising,
  change: Change,
  choice: Choice,
  cost: Cost,
  watch: () => html`<${Watch} root=${book} />`,
  deep: () => html`<${Decide} root=${deep} />`,
  bound: Bound,
  board: () => html`<${Watch} root=${board} />`,
  order: Order,
  typo: Typo,
  window: ZeroWindow,
  depth: Depth,
};

// --- In place of the pictures -----------------------------------------------------------------

const words = document.getElementById("essay-words");
speak(document.documentElement.lang, JSON.parse(words?.textContent ?? "{}"));
/** @type {NodeListOf<HTMLElement>} */
const places = document.querySelectorAll("[data-figure]");
for (const place of places) {
  const Figure = FIGURES[place.dataset.figure ?? ""];
  place.replaceChildren();
  place.classList.add("is-live");
  render(html`<${Figure} />`, place);
}

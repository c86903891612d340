// The first minute: five steps from "which square?" to "leave out what cannot matter",
// on one small tree.

import * as act from "../actions.js";
import { h, on, replace } from "../dom.js";
import { say } from "../language.js";
import { BOUNDS, number } from "../signs.js";
import { PARTS } from "../state.js";
import { now } from "../store.js";
import { roomOf, wholeTree } from "../trees.js";
import { button, lead } from "../widgets.js";

export const first = {
  name: "first",
  needs: () => ["lesson"],
  deeds: {
    part: (part) => act.goToPart(Number(part)),
    choose: (square) => act.choose(Number(square)),
    predict: (value) => act.predict(Number(value)),
    leave: act.leaveFirst,
  },
  keys: () => ({
    arrowright: () => isDone(now()) && act.goToPart(now().part + 1),
    arrowleft: () => act.goToPart(now().part - 1),
    escape: () => act.leaveFirst("values"),
  }),
  game: () => ({ take: act.choose }),
  // A board of the first row can be chosen, too; for keys there are the buttons.
  bind: (panel) =>
    on(panel, "click", "[data-node]", ({ dataset }) => {
      if (dataset.node.length === 1) act.choose(Number(dataset.node));
    }),
  draw,
};

function draw(panel, state) {
  const { lesson, part } = state;
  if (!lesson) return replace(panel, lead(say("search.loading")));
  replace(
    panel,
    h(
      "div",
      { class: "minute" },
      h(
        "p",
        { class: "note steps" },
        say("first.step", { part, parts: PARTS }),
        button("leave", "values", { class: "quiet" }, say("first.skip")),
      ),
      h("h2", { class: "question", tabindex: -1 }, say(`first.title_${part}`)),
      h("div", { class: "teller", "aria-live": "polite" }, TELLERS[part - 1](state)),
      h("div", { class: "figure" }),
      h("div", { class: "row onward" }, onward(state)),
    ),
  );
  const place = panel.querySelector(".figure");
  const plain = part < 3;
  const options = { ...roomOf(place), caption: say("first.picture"), plain };
  return replace(place, wholeTree(lesson.shape, look(state), options));
}

const para = (text) => h("p", {}, text);

const valueOf = ({ lesson }, square) =>
  lesson.shape.children.find((child) => child.square === square)?.value;

const TELLERS = [
  ({ lesson, chosen }) => [
    para(say("first.which")),
    h(
      "div",
      { class: "row" },
      lesson.shape.children.map(({ square }) =>
        button(
          "choose",
          square,
          { "aria-pressed": String(square === chosen), class: "answer-button" },
          say("first.square", { square }),
        ),
      ),
    ),
    chosen ? para(say("first.chosen", { square: chosen })) : null,
  ],
  () => para(say("first.ends")),
  (state) => [para(say("first.passing")), para(say("first.smallest")), asked(state)],
  (state) => [para(say("first.largest", answerOf(state))), verdictOnChoice(state)],
  (state) => para(say("first.cut", cutOf(state))),
];

/** The position that one is asked about: the last of the first row. */
const askedNode = ({ lesson }) => lesson.shape.children.at(-1);

function asked(state) {
  const { square, value } = askedNode(state);
  const { predicted } = state;
  const buttons = [1, 0, -1].map((each) =>
    button(
      "predict",
      each,
      { "aria-pressed": String(each === predicted), class: "answer-button" },
      number(each),
    ),
  );
  const judged = predicted === value ? "first.right" : "first.wrong";
  return [
    para(say("first.predict", { square })),
    h("div", { class: "row" }, buttons),
    predicted === null ? null : para(say(judged, { value: number(value) })),
  ];
}

function answerOf({ lesson }) {
  const { children, value } = lesson.shape;
  const { square } = children.find((child) => child.value === value);
  return { square, value: number(value) };
}

function verdictOnChoice(state) {
  const { chosen, lesson } = state;
  if (!chosen) return null;
  const value = valueOf(state, chosen);
  const name = value === lesson.shape.value ? "first.you_right" : "first.you_wrong";
  return para(say(name, { square: chosen, value: number(value) }));
}

function cutOf({ lesson }) {
  const { alphabeta, minimax } = lesson;
  const cut = alphabeta.nextCut(0);
  const path = alphabeta.path(cut);
  const { limit } = alphabeta.event(cut);
  return {
    square: path[0],
    limit: number(limit),
    fewer: alphabeta.positions,
    more: minimax.positions,
  };
}

/** May one go on: has the question of this step been answered? */
const isDone = ({ part, chosen, predicted }) =>
  (part !== 1 || chosen !== null) && (part !== 3 || predicted !== null);

function onward(state) {
  const { part } = state;
  const back = part > 1 ? button("part", part - 1, {}, say("first.back")) : null;
  if (part === PARTS)
    return [
      back,
      button("leave", "search", { class: "primary" }, say("first.search")),
      button("leave", "values", {}, say("first.play")),
    ];
  const attributes = { class: "primary", disabled: !isDone(state) };
  return [back, button("part", part + 1, attributes, say("first.next"))];
}

// --- The tree, as far as it is told -----------------------------------------

function look(state) {
  const { part, lesson, chosen, predicted } = state;
  const { alphabeta } = lesson;
  const example = lesson.shape.children[0];
  const isKnown = ({ path, children }, isAsked, isExample) => {
    if (!children.length) return part >= 2;
    if (path.length > 1) return part >= 3;
    if (path.length === 1)
      return (
        part >= 4 || (part === 3 && (isExample || (isAsked && predicted !== null)))
      );
    return part >= 4;
  };
  return (node) => {
    const isAsked = node === askedNode(state);
    const known = isKnown(node, isAsked, node === example);
    const isOpen = part === 3 && isAsked && !known;
    const at = alphabeta.at(node.path);
    const isSkipped = part === PARTS && at < 0;
    const isBound = part === PARTS && alphabeta.cut[at] >= 0; // no longer exact
    const value = isBound ? alphabeta.event(alphabeta.cut[at]).value : node.value;
    return {
      status: isSkipped ? "skipped" : "done",
      square: node.square,
      value: known ? value : undefined,
      text: isSkipped ? "✂" : isOpen ? "?" : known ? told(value, isBound) : "",
      isChoice: part === 1 && node.path.length === 1,
      isNew: isOpen || (part === 2 && !node.children.length),
      isBest: isChosenWay(node, chosen, part) || isBestWay(node, lesson, part),
    };
  };
}

const told = (value, isBound) => (isBound ? BOUNDS.most : "") + number(value);

const isChosenWay = (node, chosen, part) =>
  part === 1 && node.path.length === 1 && node.square === chosen;

const isBestWay = (node, { shape }, part) =>
  part >= 4 && node.path.length === 1 && node.value === shape.value;

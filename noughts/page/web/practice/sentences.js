// What is said about a tree and its search.

import { list, say } from "../shared/language.js";
import { nameOf } from "./names.js";
import { numberText } from "./picture.js";
import { above, at } from "./tree.js";

/** "MIN B", "the root", "the leaf CB" */
export function named(root, node) {
  if (!node.path) return say("practice.the_root");
  const name = nameOf(root, node.path);
  if (!node.children) return say("practice.the_leaf", { name });
  return `${player(node)} ${name}`;
}

export const player = ({ isMax }) => (isMax ? "MAX" : "MIN");
export const opponent = ({ isMax }) => (isMax ? "MIN" : "MAX");

/** A value, or an interval of values. */
function range([least, most]) {
  if (least === most) return numberText(least);
  if (least === -Infinity) return say("practice.at_most", { value: numberText(most) });
  if (most === Infinity) return say("practice.at_least", { value: numberText(least) });
  return say("practice.between", { least: numberText(least), most: numberText(most) });
}

export const sentenceCase = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Why a cut, or none, was right. */
export function decisionFact({ root, method }, step, { verdict }) {
  const { node, best, limit, isCut } = step;
  const parts = {
    node: sentenceCase(named(root, node)),
    best: numberText(best),
    limit: numberText(limit),
    player: player(node),
    opponent: opponent(node),
  };
  if (verdict === "safe") return say("practice.fact.safe", parts);
  if (method === "stop-at-win")
    return say(isCut ? "practice.fact.most" : "practice.fact.better", parts);
  if (isCut)
    return say(node.isMax ? "practice.fact.cut_max" : "practice.fact.cut_min", parts);
  if (best === limit) return say("practice.fact.equal", parts);
  if (!node.path) return say("practice.fact.root", parts);
  if (!Number.isFinite(limit)) return say("practice.fact.no_limit", parts);
  return say("practice.fact.go_on", parts);
}

/** Where alpha and beta come from. */
export function windowFacts(root, step) {
  const fact = (name, bound, isMax) => {
    const parts = { name, value: numberText(bound), player: isMax ? "MAX" : "MIN" };
    if (!Number.isFinite(bound)) return say("practice.fact.nobody", parts);
    const holder = above(root, step.node.path).find(
      (node) => node.isMax === isMax && step.sofar.get(node.path) === bound,
    );
    return say("practice.fact.holder", { ...parts, node: named(root, holder ?? root) });
  };
  return `${fact("α", step.alpha, true)} ${fact("β", step.beta, false)}`;
}

export function setterFact(root, { node, limit }, setter) {
  const parts = { opponent: opponent(node), limit: numberText(limit) };
  if (setter === null) return say("practice.limit", parts);
  return say("practice.setter", { ...parts, node: named(root, at(root, setter)) });
}

/** "Suppose the leaf CB is worth 3. Whatever the others are, the root is worth 3 ..." */
export function suppose(root, { changed, free, truth, claimed }) {
  const given = Object.entries(changed).map(([path, to]) => {
    const node = at(root, path);
    return say("practice.is_worth", { node: named(root, node), value: numberText(to) });
  });
  const parts = { given: list(given), truth: range(truth), claimed: range(claimed) };
  return say(free.length ? "practice.suppose_any" : "practice.suppose", parts);
}

/** What one event of a search does. */
export function told(root, event) {
  const { kind, node } = event;
  const parts = {
    node: sentenceCase(named(root, node)),
    value: numberText(event.value ?? event.best),
    alpha: numberText(event.alpha),
    beta: numberText(event.beta),
    best: numberText(event.best),
    limit: numberText(event.limit),
  };
  if (kind === "back" && event.isCut) return say("practice.told.cut", parts);
  return say(`practice.told.${kind}`, parts);
}

// The tree on the page, and what is drawn over it. The essay's figures are these, too.

import { html } from "../vendor/htm-preact.js";
import { labelOf } from "./names.js";
import { numberText, pictureOf } from "./picture.js";
import { value } from "./tree.js";

const Shape = ({ shape }) => {
  if (!Array.isArray(shape)) return shape;
  const [tag, attributes, ...children] = shape;
  return html`<${tag} ...${attributes}>${children.map((each) => html`<${Shape} shape=${each} />`)}<//>`;
};

/** Draw a tree; a wide one scrolls in its own box. */
export function Picture({ root, look, caption, isPressed }) {
  const { width, height, shapes } = pictureOf(root, (node) => ({
    label: labelOf(node),
    ...look(node),
  }));
  return html`
    <div class="scrolls">
      <svg class="numbers" viewBox=${`0 0 ${width} ${height}`} width=${width * 1.25} height=${height * 1.25}
        role=${isPressed ? "group" : "img"} aria-label=${caption}>
        ${shapes.map((shape) => html`<${Shape} shape=${shape} />`)}
      </svg>
    </div>
  `;
}

/** The look of nodes at a step: where the search stands, and what refutes an answer. */
export function lookAt(exercise, step, plain, judged) {
  const { root } = exercise;
  const setter = judged?.decision?.setter ?? null;
  const refutation = judged?.decision?.refutation ?? judged?.window?.refutation;
  return (node) => {
    const look = { ...plain(node) };
    const { path } = node;
    if (node === step.node || path === step.node.path) look.tone = "asked";
    if (path === step.child?.path) look.tone = "came-back";
    if (path === setter) look.tone = "setter";
    return refutation ? refuted(root, step, refutation, judged, node, look) : look;
  };
}

/** Values of a refutation are drawn over the tree; hidden leaves stay hidden. */
function refuted(root, step, refutation, judged, node, look) {
  const { changed, free = [], truth, claimed } = refutation;
  const { path } = node;
  const isOff = (paths) => paths.some((each) => path !== each && path.startsWith(each));
  const given = Object.keys(changed);
  const plain = { ...look, window: undefined };
  if (isOff([...given, ...free])) return { ...plain, text: "", status: "waiting" };
  if (path in changed)
    return {
      ...plain,
      text: numberText(changed[path]),
      tone: "changed",
      isCut: isCutOff(path),
    };
  if (free.includes(path)) return { ...plain, text: "?", tone: "free" };
  const ends = [-Infinity, Infinity].map((extreme) => {
    const all = { ...changed };
    for (const each of free) all[each] = extreme;
    return value(node, all);
  });
  const text = ends[0] === ends[1] ? numberText(ends[0]) : "";
  return { ...plain, text, claim: path ? undefined : claimText(claimed) };

  function isCutOff(each) {
    return Boolean(judged.decision) && step.rest.includes(each);
  }
  function claimText(wrong) {
    const [least, most] = Array.isArray(wrong) ? wrong : [wrong, wrong];
    if (least === most) return numberText(least);
    if (truth && least === -Infinity) return `≤ ${numberText(most)}`;
    return most === Infinity
      ? `≥ ${numberText(least)}`
      : `${numberText(least)} – ${numberText(most)}`;
  }
}

// A tree on paper: a sheet for students, or its solution, as SVG or LaTeX.

import { boundText, numberText, pictureOf } from "./picture.js";
import { METHODS, nodes, search } from "./tree.js";

/** The look of a sheet: leaves, empty shapes, and lines for alpha and beta. */
/** @type {(node: NumberNode) => Look} */
export const studentLook = ({ children, value }) =>
  children
    ? { status: "waiting", window: ["____", "____"] }
    : { status: "done", text: numberText(value) };

/** The look of a solution: values with their bounds, windows and cuts. */
export function solutionLook(root, method) {
  /** @type {Map<string, any>} */
  const known = new Map(
    nodes(root).map(({ path, value }) => [
      path,
      { status: "skipped", text: value === undefined ? "" : numberText(value) },
    ]),
  );
  for (const event of search(root, { rule: METHODS[method] })) {
    const { kind, node } = event;
    const mine = known.get(node.path);
    mine.status = "done";
    if (kind === "enter" && method !== "minimax")
      mine.window = [numberText(event.alpha), numberText(event.beta)];
    if (kind === "leave") mine.text = boundText(event.value, event.bound);
    if (kind === "back" && event.isCut)
      for (const path of event.rest) known.get(path).isCut = true;
  }
  return ({ path }) => known.get(path);
}

/** Return the picture of a sheet, or of its solution. */
export const sheetPicture = (root, isSolution, method) =>
  pictureOf(root, isSolution ? solutionLook(root, method) : studentLook);

// --- SVG -----------------------------------------------------------------------------------

const STYLE = `
  text { font: 13px system-ui, sans-serif; text-anchor: middle; fill: #1b1b1f; }
  .value { font-weight: 600; }
  .label { font-size: 11px; fill: #5c5f69; }
  .window { font-size: 11px; text-anchor: start; }
  .shape { fill: #ffffff; stroke: #1b1b1f; stroke-width: 1.3; }
  .branch { fill: none; stroke: #1b1b1f; stroke-width: 1.3; }
  .skipped .shape, .branch.skipped { stroke: #8b8e97; stroke-dasharray: 3 3; }
  .skipped text { fill: #5c5f69; }
  .cut-mark { fill: none; stroke: #1b1b1f; stroke-width: 1.8; }
`;

const escaped = (text) =>
  String(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

function shapeText(shape) {
  if (!Array.isArray(shape)) return escaped(shape);
  const [tag, attributes, ...children] = shape;
  const given = Object.entries(attributes).map(
    ([name, value]) => ` ${name}="${escaped(value)}"`,
  );
  return `<${tag}${given.join("")}>${children.map(shapeText).join("")}</${tag}>`;
}

/**
 * Return a picture as a file of its own, at least `least` units wide; `more` is added to
 * its style.
 */
export function svgText({ width, height, shapes }, { title, least = 0, more = "" }) {
  const scale = Math.max(1, least / width);
  const size = `width="${Math.ceil(width * scale)}" height="${Math.ceil(height * scale)}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" ${size} role="img">`,
    `<title>${escaped(title)}</title>`,
    `<style>${STYLE}${more}</style>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    ...shapes.map(shapeText),
    "</svg>\n",
  ].join("\n");
}

// --- LaTeX ---------------------------------------------------------------------------------

const HEAD = `% In the preamble: \\usepackage{forest} \\usetikzlibrary{shapes.geometric}
\\begin{forest}
  triangle/.style={draw, regular polygon, regular polygon sides=3, inner sep=0pt, minimum size=3.4em},
  maxnode/.style={triangle},
  minnode/.style={triangle, shape border rotate=180},
  leafnode/.style={draw, rectangle, minimum size=1.7em},
  skippednode/.style={dashed, edge={dashed}},
  cutbranch/.style={edge label={node[midway, font=\\bfseries]{/\\kern-1pt/}}},
  for tree={parent anchor=south, child anchor=north, l sep=2em, s sep=1.2em, font=\\small,
    tier/.wrap pgfmath arg={level#1}{level()}}`;

/** A number, a bound or an empty place in LaTeX's mathematics. */
const mathText = (text) =>
  text
    .replaceAll("−", "{-}")
    .replaceAll("∞", "\\infty")
    .replaceAll("≥ ", "\\ge ")
    .replaceAll("≤ ", "\\le ")
    .replaceAll("____", "\\underline{\\hspace{1.5em}}");

/** Return a tree for LaTeX's package forest. */
export function latexText(root, isSolution, method) {
  /** @type {(node: NumberNode) => Look} */
  const look = isSolution ? solutionLook(root, method) : studentLook;
  const lines = (node, depth) => {
    const { text = "", window, status, isCut } = look(node);
    const kind = !node.children ? "leafnode" : node.isMax ? "maxnode" : "minnode";
    const options = [kind];
    if (status === "skipped") options.push("skippednode");
    if (isCut) options.push("cutbranch");
    if (window) {
      const [alpha, beta] = window.map(mathText);
      const bounds = `$\\alpha\\,${alpha}$\\\\$\\beta\\,${beta}$`;
      options.push(`label={[align=left, font=\\scriptsize]right:{${bounds}}}`);
    }
    // A box without width, so that no sign makes a triangle larger.
    const content = text === "" ? "{}" : `{\\makebox[0pt]{$${mathText(text)}$}}`;
    const indent = "  ".repeat(depth + 1);
    const head = `${indent}[${content}, ${options.join(", ")}`;
    if (!node.children) return [`${head}]`];
    return [
      head,
      ...node.children.flatMap((child) => lines(child, depth + 1)),
      `${indent}]`,
    ];
  };
  return [HEAD, ...lines(root, 0), "\\end{forest}", ""].join("\n");
}

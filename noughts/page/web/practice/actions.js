// What the user does in practice: with a tree of one's own, or in a task of a lesson.

import { complete } from "../lessons/actions.js";
import { end, judge, now, requests, run, update } from "../shared/page.js";
import { trouble } from "../shared/requests.js";
import { store, stored } from "../shared/storage.js";
import { dayOf, freshTree, nextSkills, remember } from "./drill.js";
import { heard, programOf, unjudged } from "./edits.js";
import { latexText, sheetPicture, svgText } from "./export.js";
import { methodOf, readTree } from "./exercises.js";
import { leastVisited, movedToFront, visitedBy } from "./order.js";
import * as session from "./session.js";
import { judgeSheet, SKILLS } from "./steps.js";
import { NoTree, format, parse } from "./tree.js";

const PROGRESS = "practice"; // the storage key of what is remembered about skills

const change = (changes, how = /** @type {How} */ ("replace")) =>
  update({ practice: { ...now().practice, ...changes } }, how);

// --- The tree --------------------------------------------------------------------------

export const edit = (draft) => change({ draft, trouble: null });

/** Draw the tree of the text field, or say why it is none. */
export function draw() {
  const { draft, tree, first } = now().practice;
  try {
    const read = format(parse(draft ?? tree, first === "max"));
    change({ tree: read, draft: null, trouble: null, step: 0 }, "push");
  } catch (error) {
    if (!(error instanceof NoTree)) throw error;
    change({ trouble: { key: error.key, parts: error.parts } });
  }
}

export const choose = (name, value) => change({ [name]: value, step: 0 });
export const goToStep = (step) => change({ step });

/** Draw a fresh tree that contains two skills which are due. */
export function fresh() {
  const { first, cut } = now().practice;
  const kept = memory();
  const today = { tree: kept.tree + 1, day: dayOf(new Date()) };
  const skills = nextSkills(kept.boxes, today, SKILLS);
  const method = methodOf({ search: "alphabeta", cut });
  const isMax = first === "max";
  const tree = format(parse(freshTree(skills, Math.random, { method, isMax })));
  keep({ ...kept, tree: today.tree });
  change({ tree, draft: null, trouble: null, session: null, sheet: null }, "push");
}

/** What is remembered in this browser: boxes by skill, and how many trees there were. */
function memory() {
  try {
    const kept = JSON.parse(stored(PROGRESS) ?? "");
    if (kept.boxes && Number.isInteger(kept.tree)) return kept;
  } catch {
    // Nothing is stored, or something else.
  }
  return { boxes: {}, tree: 0 };
}

const keep = (kept) => store(PROGRESS, JSON.stringify(kept));

// --- Taking the place of a search ----------------------------------------------------------

/** Answer a step of an exercise; after the last one, what was met is remembered. */
export function answer(exercise, given) {
  const before = session.sessionOf(now().practice.session, exercise);
  const after = session.answered(exercise, before, given);
  change({ session: after });
  if (session.isOver(after) && !session.isOver(before)) finish(exercise, after);
}

function finish(exercise, after) {
  const kept = memory();
  const today = { tree: kept.tree, day: dayOf(new Date()) };
  let { boxes } = kept;
  for (const [skill, isRight] of Object.entries(session.skillsMet(exercise, after)))
    boxes = remember(boxes, skill, isRight, today);
  keep({ ...kept, boxes });
  if (exercise.isTask) complete("traced");
}

export const goOn = (exercise) =>
  change({
    session: session.goneOn(session.sessionOf(now().practice.session, exercise)),
  });

export const again = (exercise) => change({ session: session.begin(exercise) });

// --- A sheet -------------------------------------------------------------------------------

export const sheetOf = (kept, { id }) =>
  kept?.id === id ? kept : { id, crossed: [], isMarked: false };

export function cross(exercise, path) {
  const sheet = sheetOf(now().practice.sheet, exercise);
  const crossed = sheet.crossed.includes(path)
    ? sheet.crossed.filter((each) => each !== path)
    : [...sheet.crossed, path];
  change({ sheet: { ...sheet, crossed, isMarked: false } });
}

export const marksOf = ({ root, method, range }, { crossed }) =>
  judgeSheet(root, crossed, { method, range });

export function mark(exercise) {
  const sheet = sheetOf(now().practice.sheet, exercise);
  change({ sheet: { ...sheet, isMarked: true } });
  const isRight = marksOf(exercise, sheet).every(({ verdict }) => verdict === "right");
  if (isRight && exercise.isTask) complete("marked");
}

// --- The order of branches -----------------------------------------------------------------

export const orderOf = (kept, { id, root }) =>
  kept?.id === id ? kept : { id, tree: format(root) };

export function moveToFront(exercise, path) {
  const { tree } = orderOf(now().practice.order, exercise);
  const { isMax } = exercise.root;
  const moved = movedToFront(parse(tree, isMax), path);
  change({ order: { id: exercise.id, tree: moved } });
  if (visitedBy(parse(moved, isMax)) === leastVisited(exercise.root) && exercise.isTask)
    complete("ordered");
}

// --- Editing freely --------------------------------------------------------------------------

const FREE = "practice.free"; // the storage key of the text

/** @param {Partial<FreeEdit>} changes */
const changeFree = (changes) => {
  const { free } = now().practice;
  if (free) change({ free: { ...free, ...changes } });
};

/** Open the program of the last visit, or the code with its edit. */
export function editFreely() {
  const text = stored(FREE) || programOf(now().practice.edit);
  change({ free: unjudged(text) });
}

export function editOneLine() {
  end("free");
  change({ free: null });
}

/** Load Python early: the user is about to write. */
export const expect = () => now().about.python && judge.warmUp();

export function write(text) {
  store(FREE, text);
  changeFree({ text });
}

/** Begin again with the code and its edit. */
export function startAgain() {
  end("free");
  store(FREE, "");
  change({ free: unjudged(programOf(now().practice.edit)) });
}

/** Check the program on every position, on the server or in this browser. */
export function check() {
  const { free } = now().practice;
  if (!free) return undefined;
  const { text } = free;
  changeFree({ ...unjudged(text), judged: text });
  return run("free", async (still) => {
    const hear = (message) => {
      const present = still.isWanted() && still.now().practice.free;
      if (present) changeFree(heard(present, message));
    };
    const ask = still.now().about.frozen ? judge.judgeFunction : requests.write;
    const verdict = await ask("minimax", text, hear, still.signal).catch((error) => ({
      en: { error: trouble(error) },
    }));
    still.now();
    changeFree({ verdict });
  });
}

// --- Paper -----------------------------------------------------------------------------------

const LEAST_WIDTH = 1600; // of a picture, in pixels

/** Save or print the tree: a sheet for students, or its solution. */
export function exportTree({ format: kind, isSolution, title }) {
  const { practice } = now();
  const { root } = readTree(practice);
  const method = methodOf({ search: "alphabeta", cut: practice.cut });
  const name = isSolution ? "solution" : "sheet";
  if (kind === "latex")
    return save(`${name}.tex`, "text/x-tex", latexText(root, isSolution, method));
  const svg = svgText(sheetPicture(root, isSolution, method), {
    title,
    least: LEAST_WIDTH,
  });
  if (kind === "svg") return save(`${name}.svg`, "image/svg+xml", svg);
  if (kind === "print") return print(svg, title);
  return savePng(`${name}.png`, svg);
}

const addressOf = (type, content) => URL.createObjectURL(new Blob([content], { type }));

function save(name, type, content) {
  const link = document.createElement("a");
  link.href = addressOf(type, content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

function savePng(name, svg) {
  const image = new Image();
  image.onload = () => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    canvas.getContext("2d")?.drawImage(image, 0, 0);
    canvas.toBlob((blob) => blob && save(name, "image/png", blob));
    URL.revokeObjectURL(image.src);
  };
  image.src = addressOf("image/svg+xml", svg);
}

/** Print one picture: everything else is hidden while it is printed. */
function print(svg, title) {
  const paper = document.createElement("div");
  paper.className = "paper-only";
  paper.setAttribute("aria-label", title);
  const image = new Image();
  paper.append(image);
  image.onload = () => {
    document.body.append(paper);
    document.body.classList.add("printing");
    window.print();
    document.body.classList.remove("printing");
    paper.remove();
    URL.revokeObjectURL(image.src);
  };
  image.src = addressOf("image/svg+xml", svg);
}

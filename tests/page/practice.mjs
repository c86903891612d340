// Answer about trees as the page does: a list of requests comes in as JSON, and the answers go
// out. Infinite numbers are null.
import { readFileSync } from "node:fs";

const page = process.argv[2];
const { NoTree, METHODS, format, parse, search, treeOf, value } = await import(
  `${page}/practice/tree.js`
);
const { ASKS, questions, SKILLS } = await import(`${page}/practice/steps.js`);
const { taskExercise } = await import(`${page}/practice/exercises.js`);
const { CODE, EDITS, edited, run } = await import(`${page}/practice/edits.js`);

/** The calls of a search: path, alpha, beta and the result, in the order of entering. */
function calls(root, rule, range) {
  const entered = [];
  const open = [];
  for (const { kind, node, alpha, beta, value: found } of search(root, {
    rule,
    range,
  })) {
    if (kind === "enter") {
      open.push({ path: node.path, alpha, beta, value: null });
      entered.push(open.at(-1));
    }
    if (kind === "leaf") entered.push({ path: node.path, value: found });
    if (kind === "leave") open.pop().value = found;
  }
  return entered;
}

const NAMES = { exact: "=", least: ">", most: "<" };
const LETTERS = { "-1": "-", 0: "0", 1: "+", Infinity: ">", "-Infinity": "<" };

/** The events of a board's search as the server writes them. */
function letters(root) {
  const text = [];
  let window = { alpha: -Infinity, beta: Infinity };
  const enter = ({ square = 0 }, { alpha, beta }) =>
    text.push(`E${square}${LETTERS[alpha]}${LETTERS[beta]}`);
  const stack = [];
  for (const event of search(root, { range: { low: -1, high: 1 } })) {
    const { kind, node, best, got } = event;
    if (kind === "enter") {
      enter(node, event);
      window = event;
      stack.push(node.isMax ? -Infinity : Infinity);
    }
    if (kind === "leaf") {
      enter(node, window);
      text.push(`L${LETTERS[event.value]}  `);
    }
    if (kind === "back") {
      if (best !== stack.at(-1))
        text.push(`B${event.child.square}${LETTERS[got]}${NAMES[event.bound]}`);
      stack[stack.length - 1] = best;
      const { alpha, beta } = event;
      window = node.isMax
        ? { alpha: Math.max(alpha, best), beta }
        : { alpha, beta: Math.min(beta, best) };
      if (event.isCut)
        text.push(`C${LETTERS[best]}${LETTERS[event.limit]}${node.isMax ? ">" : "<"}`);
    }
    if (kind === "leave") {
      text.push(`V${LETTERS[event.value]}${NAMES[event.bound]} `);
      stack.pop();
    }
  }
  return text.join("");
}

const ANSWERS = {
  calls: ({ tree, isMax, method }) => calls(parse(tree, isMax), METHODS[method]),
  read: ({ text }) => {
    try {
      return format(parse(text));
    } catch (error) {
      if (error instanceof NoTree) return { key: error.key, parts: error.parts };
      throw error;
    }
  },
  value: ({ tree, isMax }) => value(parse(tree, isMax)),
  code: () => ({
    textbook: CODE,
    edits: Object.keys(EDITS).map((n) => [n, edited(n)]),
  }),
  edit: ({ tree, isMax, name }) => {
    const { found, visited } = run(parse(tree, isMax), name);
    return [found, visited];
  },
  skills: ({ task }) => {
    const { root, method, ask } = taskExercise(task, "a");
    return questions(root, { method, ask }).map(({ skill }) => skill);
  },
  names: () => ({ skills: SKILLS, levels: ASKS }),
  letters: ({ recording }) => letters(treeOf({ root: nodesOf(recording) })),
};

/** The nodes of a Minimax recording, as the page's own module makes them. */
function nodesOf({ turn, kind, a }) {
  const values = { "-": -1, 0: 0, "+": 1 };
  const open = [];
  let root = null;
  for (let n = 0; n < kind.length; n++) {
    if (kind[n] === "E") {
      const last = open.at(-1);
      const mover = last ? { X: "O", O: "X" }[last.turn] : turn;
      const node = { square: Number(a[n]), turn: mover, children: [], board: "" };
      last?.children.push(node);
      root ??= node;
      open.push(node);
    } else if (kind[n] === "L" || kind[n] === "V") open.pop().value = values[a[n]];
  }
  return root;
}

const asked = JSON.parse(readFileSync(0, "utf8"));
const answers = asked.map(({ ask, ...how }) => ANSWERS[ask](how));
process.stdout.write(JSON.stringify(answers));

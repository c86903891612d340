// A recorded search, and what is known at each of its steps. The server sends the events as
// four strings with one letter per event: see Node.letters in noughts/search/recording.py.
// They are decoded here and nowhere else.

import { free, other, put, turnOf } from "./notation.js";

/** @type {Record<string, EventKind>} */
const KINDS = { E: "enter", L: "leaf", B: "better", C: "cut", V: "leave" };
const VALUES = { "<": -Infinity, "-": -1, 0: 0, "+": 1, ">": Infinity };
const BOUNDS = { "=": "exact", ">": "least", "<": "most" };

/** Does a search return a value with this kind of event? */
export const isReturn = (kind) => kind === "leaf" || kind === "leave";

/** Does this kind of event reveal a value? */
export const isTelling = (kind) => kind !== "enter";

export class Recording {
  // The answer of the server: see Node.letters.
  method = "";
  board = "";
  kind = "";
  a = "";
  b = "";
  c = "";
  // Of one's own search only.
  wrong_at = /** @type {number | undefined} */ (undefined);
  texts = /** @type {string[] | undefined} */ (undefined);
  wrong = /** @type {number[]} */ ([]);

  constructor(answer) {
    Object.assign(this, answer);
    this.turn = turnOf(this.board);
    this.id = `${this.method} ${this.board}`;
    this.kinds = [...this.kind].map((letter) => KINDS[letter]); // by step
    this.length = this.kinds.length;
    this.isBounded = !["minimax", "own"].includes(this.method);
    this.at = []; // by step: the position that the search is in
    this.visited = []; // by step: how many positions so far
    this.byPath = new Map(); // the nodes by their squares: "58"
    /** @type {any} */
    let here = null;
    for (let n = 0; n < this.length; n++) {
      const { kind, ...event } = /** @type {any} */ (this.event(n));
      if (kind === "enter") here = this.#enter(n, event, here);
      this.at.push(here);
      this.visited.push((this.visited[n - 1] ?? 0) + Number(kind === "enter"));
      if (kind === "better") here.bests.push(n);
      if (kind === "cut") here.cut = n;
      if (isReturn(kind)) {
        const positions = this.visited[n] - this.visited[here.open] + 1;
        Object.assign(here, event, { close: n, positions, over: kind === "leaf" });
        here = here.above;
      }
    }
    this.root = this.at[0];
  }

  #enter(open, { square, alpha, beta }, above) {
    const node = {
      path: above ? above.path + square : "",
      square,
      board: above ? put(above.board, square, above.turn) : this.board,
      turn: above ? other[above.turn] : this.turn,
      alpha,
      beta,
      above,
      children: [],
      bests: [], // the steps that find a better move
      open, // the steps that enter it, cut its other moves, and leave it
      cut: Infinity,
      close: Infinity,
    };
    above?.children.push(node);
    if (!this.byPath.has(node.path)) this.byPath.set(node.path, node);
    return node;
  }

  /** Decode the event of a step. */
  event(n) {
    const [kind, a, b, c] = [this.kinds[n], this.a[n], this.b[n], this.c[n]];
    switch (kind) {
      case "enter":
        return { kind, square: Number(a), alpha: VALUES[b], beta: VALUES[c] };
      case "better":
        return { kind, square: Number(a), value: VALUES[b], bound: BOUNDS[c] };
      case "cut":
        return {
          kind,
          value: VALUES[a],
          limit: VALUES[b],
          sign: c === ">" ? "≥" : "≤",
        };
      default:
        return { kind, value: VALUES[a], bound: BOUNDS[b] ?? "exact" };
    }
  }

  // --- Navigation -----------------------------------------------------------

  /** The next step at this level: step over a move. */
  over(n) {
    const next = Math.min(n + 1, this.length - 1);
    return this.kinds[next] === "enter" ? this.at[next].close : next;
  }

  /** The step that leaves this position, or its parent if this step leaves it. */
  out(n) {
    const { close, above } = this.at[n];
    return close > n ? close : (above?.close ?? n);
  }

  /** The next step that cuts, or -1. */
  nextCut(n) {
    return this.kinds.indexOf("cut", n + 1);
  }

  /** The next step that finds a better move at the root, or -1. */
  nextBest(n) {
    return this.root.bests.find((at) => at > n) ?? -1;
  }

  /** The first wrong step of the user's own search, or -1. */
  firstWrong() {
    return this.wrong_at ?? -1;
  }

  // --- What is known at a step ----------------------------------------------

  /** The call stack: whose mark was put where. */
  trail(n) {
    const calls = [];
    for (let node = this.at[n]; node.above; node = node.above)
      calls.unshift({ mark: node.above.turn, square: node.square });
    return calls;
  }

  /** The variables of the textbook code after a step. */
  variables(n) {
    const { turn, children, alpha, beta } = this.at[n];
    const found = children.filter(({ close }) => close <= n).map(({ value }) => value);
    const best = turn === "X" ? Math.max(...found) : Math.min(...found);
    const known = found.length ? { best, v: found.at(-1) } : { best: null, v: null };
    if (!this.isBounded) return known;
    // The code compares a value before it raises alpha, or lowers beta.
    const isCut = turn === "X" ? best >= beta : best <= alpha;
    const isOver = this.kinds[n] === "leave" && !isCut;
    const before = isOver ? found : found.slice(0, -1);
    return turn === "X"
      ? { ...known, alpha: Math.max(alpha, ...before), beta }
      : { ...known, alpha, beta: Math.min(beta, ...before) };
  }

  /** The best move found so far in a position, or null. */
  best(n, { bests } = this.root) {
    const at = bests.findLast((step) => step <= n);
    return at === undefined ? null : this.event(at);
  }

  /** The path to the position that set the alpha or beta of a cut. */
  setter(n) {
    const { sign, limit } = this.event(n);
    const side = sign === "≤" ? "alpha" : "beta";
    let node = this.at[n];
    while (node.above?.[side] === limit) node = node.above;
    const before = node.above?.children.filter(({ open }) => open < node.open) ?? [];
    return before.findLast(({ value }) => value === limit)?.path ?? null;
  }

  /** What is known about a position at a step. */
  seen(path, step) {
    const node = this.byPath.get(path);
    if (!node || node.open > step)
      return { status: this.#isCut(path, step) ? "skipped" : "waiting" };
    const { square, value, bound, positions, over, close, above } = node;
    const window = this.isBounded ? { alpha: node.alpha, beta: node.beta } : {};
    if (close > step) return { status: "current", ...window };
    const isBest = above !== null && this.best(step, above)?.square === square;
    const isLatest = close === step;
    const known = { value, bound, positions, over, isBest, isLatest, ...window };
    const own = this.texts && {
      text: this.texts[close],
      isWrong: this.wrong[close] === 1,
    };
    return { status: "done", ...known, ...own };
  }

  /** Did a cut skip this path? */
  #isCut(path, step) {
    for (let length = path.length - 1; length >= 0; length--) {
      const node = this.byPath.get(path.slice(0, length));
      if (node?.open <= step) return node.cut <= step;
    }
    return false;
  }

  /** The positions along a path with their children at a step: rows of a tree. */
  rows(path, step) {
    const along = [...path, ""].map((_, depth) =>
      this.byPath.get(path.slice(0, depth)),
    );
    return along
      .filter((node) => node?.open <= step)
      .map((node) => this.row(node, step, Number(path[node.path.length])));
  }

  row(node, step, open) {
    const { path, board, turn, alpha, beta, over, cut } = node;
    const children = free(over ? "" : board).map((square) => ({
      square,
      board: put(board, square, turn),
      ...this.seen(path + square, step),
    }));
    const { isBounded } = this;
    const limit = cut <= step ? this.event(cut) : null;
    const window = { alpha, beta, isBounded, cut: limit };
    return { path, board, turn, over, open, children, ...window };
  }
}

// A recorded search, looked at in any step. The server sends the events as four strings,
// one letter per event in each: see Node.letters in noughts/search/recording.py, which says what the letters mean.

import { free, other, put } from "./marks.js";

const VALUES = { "<": -Infinity, "-": -1, 0: 0, "+": 1, ">": Infinity };
const BOUNDS = { "=": "exact", ">": "least", "<": "most" };
export class Recording {
  constructor(answer, turn) {
    Object.assign(this, answer);
    this.turn = turn;
    this.id = `${this.method} ${this.board}`;
    this.length = this.kind.length;
    const column = () => new Int32Array(this.length).fill(-1);
    this.node = column(); // of each event: the event that entered its position
    this.parent = column(); // of each entered position, as of those below
    this.child = column(); // the first that was entered from it
    this.sibling = column(); // the next that was entered from the same parent
    this.close = column(); // the event that left it
    this.cut = column(); // the event that cut its other moves
    this.visited = column(); // of each event: how many positions so far
    this.depth = column(); // of each event: how many moves lead to its position
    this.#link();
  }

  #link() {
    const youngest = new Int32Array(this.length).fill(-1);
    let node = -1;
    let visited = 0;
    let depth = -1;
    for (let n = 0; n < this.length; n++) {
      const kind = this.kind[n];
      if (kind === "E") {
        this.parent[n] = node;
        if (node >= 0) {
          if (youngest[node] < 0) this.child[node] = n;
          else this.sibling[youngest[node]] = n;
          youngest[node] = n;
        }
        node = n;
        depth += 1;
        visited += 1;
      }
      this.node[n] = node;
      this.visited[n] = visited;
      this.depth[n] = depth;
      if (kind === "C") this.cut[node] = n;
      if (kind === "L" || kind === "V") {
        this.close[node] = n;
        node = this.parent[node];
        depth -= 1;
      }
    }
  }

  /** What happened in a step, in words rather than letters. */
  event(n) {
    const [kind, a, b, c] = [this.kind[n], this.a[n], this.b[n], this.c[n]];
    const here = { kind, node: this.node[n] };
    if (kind === "E")
      return { ...here, square: Number(a), alpha: VALUES[b], beta: VALUES[c] };
    if (kind === "L") return { ...here, value: VALUES[a], bound: "exact" };
    if (kind === "B")
      return { ...here, square: Number(a), value: VALUES[b], bound: BOUNDS[c] };
    if (kind === "C")
      return {
        ...here,
        value: VALUES[a],
        limit: VALUES[b],
        sign: c === ">" ? "≥" : "≤",
      };
    return { ...here, value: VALUES[a], bound: BOUNDS[b] };
  }

  /** The squares that lead from the first position to the one of a step. */
  path(n) {
    const squares = [];
    for (let at = this.node[n]; this.parent[at] >= 0; at = this.parent[at])
      squares.unshift(Number(this.a[at]));
    return squares;
  }

  // --- Ways on --------------------------------------------------------------

  /** The next step that does not go down: a move is looked at as a whole. */
  over(n) {
    const next = Math.min(n + 1, this.length - 1);
    return this.kind[next] === "E" ? this.close[next] : next;
  }

  /** The step that leaves this position, or the one above it if this one does. */
  out(n) {
    const node = this.node[n];
    if (this.close[node] > n) return this.close[node];
    return this.parent[node] < 0 ? n : this.close[this.parent[node]];
  }

  /** The next step that cuts, or -1. */
  nextCut(n) {
    return this.kind.indexOf("C", n + 1);
  }

  /** The first step of one's own search that is wrong, or -1. */
  firstWrong() {
    return this.wrong_at ?? -1;
  }

  /** The next step that finds a better move for the first position, or -1. */
  nextBest(n) {
    for (let at = n + 1; at < this.length; at++)
      if (this.kind[at] === "B" && this.node[at] === 0) return at;
    return -1;
  }

  // --- What stands at a step ------------------------------------------------

  /** The calls that are under way: whose mark was put where. */
  trail(n) {
    let mark = this.turn;
    return this.path(n).map((square) => {
      const call = { mark, square };
      mark = other[mark];
      return call;
    });
  }

  /** Who is to move in the position of a step. */
  turnAt(n) {
    return this.depth[n] % 2 === 0 ? this.turn : other[this.turn];
  }

  /** The variables of the textbook's lines, as they are after a step. */
  variables(n) {
    const node = this.node[n];
    const better = this.turnAt(n) === "X" ? Math.max : Math.min;
    let [best, v] = [null, null];
    for (let at = this.child[node]; at >= 0; at = this.sibling[at]) {
      if (this.close[at] > n) break;
      v = this.event(this.close[at]).value;
      best = best === null ? v : better(best, v);
    }
    if (["minimax", "own"].includes(this.method)) return { best, v };
    const { alpha, beta } = this.event(node);
    return { best, v, alpha, beta };
  }

  /** What the first position is known to be worth at a step, or null. */
  best(n) {
    let best = null;
    for (let at = this.child[0]; at >= 0 && this.close[at] < n; at = this.sibling[at])
      if (this.kind[this.close[at] + 1] === "B")
        best = this.event(this.close[at] + 1).value;
    return best;
  }

  /** The position, as a path, whose value made a cut possible: it set alpha, or beta. */
  setter(n) {
    const side = this.event(n).sign === "≤" ? "alpha" : "beta";
    const { limit } = this.event(n);
    for (let at = this.node[n]; this.parent[at] >= 0; at = this.parent[at]) {
      const above = this.parent[at];
      if (this.event(above)[side] === limit) continue;
      const before = this.childrenOf(above).filter((each) => each < at);
      const found = before.findLast(
        (each) => this.event(this.close[each]).value === limit,
      );
      return found === undefined ? null : this.path(found);
    }
    return null;
  }

  /** The event that entered the position at the end of a path, or -1. */
  at(path) {
    let node = 0;
    for (const square of path) {
      node =
        this.childrenOf(node).find((each) => Number(this.a[each]) === square) ?? -1;
      if (node < 0) return -1;
    }
    return node;
  }

  /** What is known at a step of the position that was entered so: see `#child`. */
  standing(node, step) {
    return node < 0 || node > step ? { status: "waiting" } : this.#child(node, step);
  }

  /** The squares to open, best move after best move. */
  bestPath() {
    const path = [];
    for (;;) {
      const row = this.rows(path).at(-1);
      const best = row.children.find((child) => child.isBest);
      if (row.over || !best || best.over) return path;
      path.push(best.square);
    }
  }

  /** A position along a path, as of a step, and each following one: rows of a tree. */
  rows(path, step = this.length - 1) {
    const rows = [];
    let [node, board, turn] = [0, this.board, this.turn];
    for (let depth = 0; node >= 0 && node <= step; depth++) {
      rows.push(this.#row(node, board, turn, step, path[depth]));
      const next = path[depth];
      if (next === undefined) break;
      node = this.childrenOf(node).find((at) => Number(this.a[at]) === next) ?? -1;
      board = put(board, next, turn);
      turn = other[turn];
    }
    return rows;
  }

  #row(node, board, turn, step, open) {
    const { alpha, beta } = this.event(node);
    const bounded = !["minimax", "own"].includes(this.method);
    const row = {
      board,
      turn,
      alpha,
      beta,
      bounded,
      open,
      best: null,
      children: [],
      cut: null,
    };
    row.over = this.kind[this.close[node]] === "L";
    if (row.over) return row;
    const seen = new Map();
    for (const at of this.childrenOf(node)) {
      if (at > step) break;
      seen.set(Number(this.a[at]), this.#child(at, step));
      const judged = this.close[at] + 1;
      if (this.close[at] <= step && judged <= step && this.kind[judged] === "B")
        row.best = this.event(judged);
    }
    if (this.cut[node] >= 0 && this.cut[node] <= step)
      row.cut = this.event(this.cut[node]);
    const status = row.cut ? "skipped" : "waiting";
    row.children = free(board).map((square) => {
      const child = seen.get(square) ?? { status };
      const isBest = row.best?.square === square;
      return { ...child, square, board: put(board, square, turn), isBest };
    });
    return row;
  }

  #child(at, step) {
    const end = this.close[at];
    if (end > step)
      return {
        status: "current",
        positions: this.visited[step] - this.visited[at] + 1,
      };
    const { value, bound, kind } = this.event(end);
    const positions = this.visited[end] - this.visited[at] + 1;
    const isNew = end === step;
    const known = {
      status: "done",
      value,
      bound,
      positions,
      over: kind === "L",
      isNew,
    };
    if (!this.texts) return known;
    return { ...known, text: this.texts[end], isWrong: this.wrong[end] === 1 };
  }

  childrenOf(node) {
    const found = [];
    for (let at = this.child[node]; at >= 0; at = this.sibling[at]) found.push(at);
    return found;
  }
}

// A recorded search, looked at in any step. The server sends the events as four strings,
// one letter per event in each: see searches.py, which says what the letters mean.

const VALUES = { "<": -Infinity, "-": -1, 0: 0, "+": 1, ">": Infinity };
const BOUNDS = { "=": "exact", ">": "least", "<": "most" };
const other = { X: "O", O: "X" };

const put = (board, square, mark) =>
  board.slice(0, square - 1) + mark + board.slice(square);

export class Recording {
  constructor(answer, turn) {
    Object.assign(this, answer);
    this.turn = turn;
    this.length = this.kind.length;
    const column = () => new Int32Array(this.length).fill(-1);
    this.node = column(); // of each event: the event that entered its position
    this.parent = column(); // of each entered position, as of those below
    this.child = column(); // the first that was entered from it
    this.sibling = column(); // the next that was entered from the same parent
    this.close = column(); // the event that left it
    this.cut = column(); // the event that cut its other moves
    this.visited = column(); // of each event: how many positions so far
    this.#link();
  }

  #link() {
    const youngest = new Int32Array(this.length).fill(-1);
    let node = -1;
    let visited = 0;
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
        visited += 1;
      }
      this.node[n] = node;
      this.visited[n] = visited;
      if (kind === "C") this.cut[node] = n;
      if (kind === "L" || kind === "V") {
        this.close[node] = n;
        node = this.parent[node];
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

  /** A position along a path, as of a step, and each following one: rows of a tree. */
  rows(path, step = this.length - 1) {
    const rows = [];
    let [node, board, turn] = [0, this.board, this.turn];
    for (let depth = 0; node >= 0 && node <= step; depth++) {
      rows.push(this.#row(node, board, turn, step, path[depth]));
      const next = path[depth];
      if (next === undefined) break;
      node = this.#children(node).find((at) => Number(this.a[at]) === next) ?? -1;
      board = put(board, next, turn);
      turn = other[turn];
    }
    return rows;
  }

  #row(node, board, turn, step, open) {
    const { alpha, beta } = this.event(node);
    const bounded = this.method !== "minimax";
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
    for (const at of this.#children(node)) {
      if (at > step) break;
      seen.set(Number(this.a[at]), this.#child(at, step));
      const judged = this.close[at] + 1;
      if (this.close[at] <= step && judged <= step && this.kind[judged] === "B")
        row.best = this.event(judged);
    }
    if (this.cut[node] >= 0 && this.cut[node] <= step)
      row.cut = this.event(this.cut[node]);
    const status = row.cut ? "skipped" : "waiting";
    [...board].forEach((cell, n) => {
      if (cell !== ".") return;
      const square = n + 1;
      const child = seen.get(square) ?? { status };
      const isBest = row.best?.square === square;
      row.children.push({ ...child, square, board: put(board, square, turn), isBest });
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
    return { status: "done", value, bound, positions, over: kind === "L" };
  }

  #children(node) {
    const found = [];
    for (let at = this.child[node]; at >= 0; at = this.sibling[at]) found.push(at);
    return found;
  }
}

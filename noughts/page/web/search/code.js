// The searches as textbook code. Each line has its event, if any: [line, event, whose].

/** @typedef {[line: string, event?: EventKind, whose?: Mark]} CodeLine */

/** @type {CodeLine[]} */
const MINIMAX = [
  ["def value(board):", "enter"],
  ["  if terminal(board):"],
  ["    return utility(board)", "leaf"],
  ["  if player(board) == X:"],
  ["    best = -inf"],
  ["    for action in actions(board):"],
  ["      v = value(result(board, action))"],
  ["      best = max(best, v)", "better", "X"],
  ["  else:"],
  ["    best = inf"],
  ["    for action in actions(board):"],
  ["      v = value(result(board, action))"],
  ["      best = min(best, v)", "better", "O"],
  ["  return best", "leave"],
];

/** @type {CodeLine[]} */
const ALPHABETA = [
  ["def value(board, alpha, beta):", "enter"],
  ["  if terminal(board):"],
  ["    return utility(board)", "leaf"],
  ["  if player(board) == X:"],
  ["    best = -inf"],
  ["    for action in actions(board):"],
  ["      v = value(result(board, action), alpha, beta)"],
  ["      best = max(best, v)", "better", "X"],
  ["      if best >= beta:"],
  ["        break", "cut", "X"],
  ["      alpha = max(alpha, best)"],
  ["  else:"],
  ["    best = inf"],
  ["    for action in actions(board):"],
  ["      v = value(result(board, action), alpha, beta)"],
  ["      best = min(best, v)", "better", "O"],
  ["      if best <= alpha:"],
  ["        break", "cut", "O"],
  ["      beta = min(beta, best)"],
  ["  return best", "leave"],
];

/** @type {Record<string, CodeLine[]>} */
export const CODE = {
  minimax: MINIMAX,
  alphabeta: ALPHABETA,
  "strong-first": ALPHABETA.map(([line, ...event]) => [
    line.replace("in actions(board)", "in centre_first(board)"),
    ...event,
  ]),
};

/** The index of an event's line. */
export const lineOf = (method, kind, turn) =>
  CODE[method].findIndex(
    ([, event, whose]) => event === kind && (whose ?? turn) === turn,
  );

/** Is this the comparison that decided a cut? */
export const isDeciding = (kind, line, at) => kind === "cut" && at === line - 1;

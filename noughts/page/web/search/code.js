// The searches as textbook code. Each line has its event; BX is a better move of X.

const MINIMAX = [
  ["def value(board):", "E"],
  ["  if terminal(board):", ""],
  ["    return utility(board)", "L"],
  ["  if player(board) == X:", ""],
  ["    best = -inf", ""],
  ["    for action in actions(board):", ""],
  ["      v = value(result(board, action))", ""],
  ["      best = max(best, v)", "BX"],
  ["  else:", ""],
  ["    best = inf", ""],
  ["    for action in actions(board):", ""],
  ["      v = value(result(board, action))", ""],
  ["      best = min(best, v)", "BO"],
  ["  return best", "V"],
];

const ALPHABETA = [
  ["def value(board, alpha, beta):", "E"],
  ["  if terminal(board):", ""],
  ["    return utility(board)", "L"],
  ["  if player(board) == X:", ""],
  ["    best = -inf", ""],
  ["    for action in actions(board):", ""],
  ["      v = value(result(board, action),", ""],
  ["                max(alpha, best), beta)", ""],
  ["      best = max(best, v)", "BX"],
  ["      if best >= beta:", ""],
  ["        break", "CX"],
  ["  else:", ""],
  ["    best = inf", ""],
  ["    for action in actions(board):", ""],
  ["      v = value(result(board, action),", ""],
  ["                alpha, min(beta, best))", ""],
  ["      best = min(best, v)", "BO"],
  ["      if best <= alpha:", ""],
  ["        break", "CO"],
  ["  return best", "V"],
];

export const CODE = {
  minimax: MINIMAX,
  alphabeta: ALPHABETA,
  "strong-first": ALPHABETA.map(([line, event]) => [
    line.replace("in actions(board)", "in centre_first(board)"),
    event,
  ]),
};

/** The index of an event's line. */
export const lineOf = (method, kind, turn) =>
  CODE[method].findIndex(([, event]) => event === kind || event === kind + turn);

/** Is this the comparison that decided a cut? */
export const isDeciding = (kind, line, at) => kind === "C" && at === line - 1;

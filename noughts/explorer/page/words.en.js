// English. A sentence with blanks is a function of what fills them.

const list = (items) =>
  items.length < 2
    ? items.join("")
    : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
const squares = (items) =>
  `${items.length === 1 ? "square" : "squares"} ${list(items)}`;
const other = { X: "O", O: "X" };
const sure = { X: "at most", O: "at least" }; // what the other one is sure of
const wants = { X: "large", O: "small" };

export default {
  title: "noughts: see Minimax think",
  tagline: "See Minimax think",
  skip: "To the board",
  language: "Language",
  theme: "Light or dark",
  keys: "Keyboard",
  close: "Close",
  single_keys: "Single keys work everywhere on the page",
  game: "Game",
  board: "Board",
  panel: "What is behind it",
  undo: "Undo",
  redo: "Redo",
  again: "New game",
  reply: "Let it move",
  you: "You play",
  both: "both",
  against: "Against",
  moves: "Moves",
  begin: "Start",
  share: "Copy a link",
  shared: "The link is on the clipboard.",
  not_shared: "Copy the address of this page: it holds the position.",
  tab_values: "Values",
  tab_tree: "Tree",
  tab_search: "Search",
  tab_engine: "Your engine",
  footer_live: (version) =>
    `noughts ${version}. Everything on this page comes from this machine.`,
  footer_frozen: (version) =>
    `noughts ${version}. This is the frozen form: all answers are files. To watch an engine of your own, run: noughts explore FILE`,

  opponents: {
    perfect: "a perfect player",
    casual: "a casual player",
    random: "a random player",
  },
  where: [
    "top left",
    "top",
    "top right",
    "left",
    "centre",
    "right",
    "bottom left",
    "bottom",
    "bottom right",
  ],
  verdict: ([outcome, moves]) =>
    outcome === 0 ? "draw" : `${outcome > 0 ? "wins" : "loses"} in ${moves}`,
  best_play: (turn, [outcome, moves]) =>
    outcome === 0
      ? `With best play the game is a draw.`
      : `${turn} ${outcome > 0 ? "wins" : "loses"} in ${moves}, if both play their best.`,

  // The state of the game.
  your_move: (turn) => `Your move: you play ${turn}`,
  to_move: (turn) => `${turn} to move`,
  thinking: (turn) => `${turn} is thinking …`,
  won: (winner) => `${winner} wins`,
  you_won: "You win!",
  you_lost: (winner) => `${winner} wins: you lose`,
  tied: "A draw",
  took: (mark, square) => `${mark} takes square ${square}.`,
  square_empty: (n, where) => `Square ${n}, ${where}, empty`,
  square_taken: (n, where, mark) => `Square ${n}, ${where}: ${mark}`,
  mistake: "mistake",
  move_label: (n, mark, square) => `Move ${n}: ${mark} takes square ${square}`,
  bad_address:
    "The address of this page leads to no position of the game. Here is as much of it as makes sense.",
  no_server: "The page lost its server. Is noughts explore still running?",

  // Values.
  show_values: "Show values",
  values_title: "What is each move worth?",
  values_intro:
    "Every free square leads to a win, a draw or a loss for the player to move, if both go on as well as they can. Guess first, then look.",
  values_over: "Where the game was decided:",
  values_flawless: "Nobody made a mistake.",
  values_by_move: (turn) => `What each move is worth to ${turn}`,
  best: "best",
  play_square: (n, where, verdict) => `Play square ${n}, ${where}: ${verdict}`,
  best_line: "Best play from here",
  play_out: "Play it out",
  stop: "Stop",
  line_step: (n, mark, square) =>
    `Go to: ${mark} takes square ${square}, move ${n} of this line`,

  // Tree and search.
  methods: {
    minimax: "Minimax",
    alphabeta: "Alpha-beta",
    "strong-first": "Alpha-beta, centre first",
  },
  method: "Search",
  tree_intro: "Each row is a choice. Open a board to see what can follow it.",
  tree_over: "The game is over: nothing follows.",
  follow: "Open the best line",
  shut: "Close all",
  go_there: "Set up this position",
  legend_x: "X wins",
  legend_even: "draw",
  legend_o: "O wins",
  legend_bounds: "≥ at least, ≤ at most, otherwise exact",
  bounds: { exact: "exactly", least: "at least", most: "at most" },
  positions: (n) => `${n} ${n === "1" ? "position" : "positions"}`,
  node: (mark, square) => `${mark} takes square ${square}`,
  node_value: (bound, value) => `worth ${bound} ${value}`,
  node_skipped: "skipped by the search",
  node_waiting: "not looked at yet",
  node_current: "being looked at",
  node_best: "best",
  node_last: "game over",
  too_long: (n, limit) =>
    `Plain Minimax visits ${n} positions from here, too many to step through. Play on until at most ${limit} squares are free, or choose alpha-beta.`,
  over_search: "The game is over: there is nothing to search.",
  loading: "Searching …",
  first: "First step",
  back: "One step back",
  step: "One step on",
  last: "Last step",
  run: "Play",
  pause: "Pause",
  speed: "Speed",
  speeds: ["slow", "normal", "fast", "very fast"],
  slider: "Step",
  step_of: (n, all) => `Step ${n} of ${all}`,
  visited: "visited so far",
  visits_all: "in the whole search",
  minimax_visits: "with plain Minimax",
  small_example: "For a first look, take a smaller search:",
  example: (n) => `${n} squares free`,
  code: "The textbook's lines",

  enter_root: (turn) =>
    `The search begins. ${turn} is to move and wants the value to be ${wants[turn]}.`,
  enter: (mark, square, turn) =>
    `What if ${mark} takes square ${square}? Then ${turn} is to move.`,
  enter_over: (mark, square) => `What if ${mark} takes square ${square}?`,
  window: (alpha, beta) =>
    `Elsewhere X is sure of at least ${alpha}, O of at most ${beta}.`,
  window_x: (alpha) => `Elsewhere X is already sure of at least ${alpha}.`,
  window_o: (beta) => `Elsewhere O is already sure of at most ${beta}.`,
  leaf_won: (winner, value) =>
    `${winner} has a line: the game is over, worth ${value}.`,
  leaf_tied: "The board is full: a draw, worth 0.",
  better_first: (turn, square, bound, value) =>
    `The first move tried, square ${square}, is worth ${bound} ${value}: the best for ${turn} so far.`,
  better: (turn, square, bound, value) =>
    `Square ${square} is better for ${turn}: worth ${bound} ${value}.`,
  cut: (turn, value, sign, limit, skipped) =>
    `${value} ${sign} ${limit}: ${other[turn]} is sure of ${sure[turn]} ${limit} elsewhere and has nothing to gain here. No need to look at ${squares(skipped)}.`,
  leave: (turn, bound, value) => `Back: this position is worth ${bound} ${value}.`,
  leave_root: (value) =>
    `The search is over. The value is ${value}: ${{ "+1": "X wins", 0: "a draw", "−1": "O wins" }[value]}, if both play their best.`,

  // Your engine.
  engine_title: (name) => `What ${name} does here`,
  engine_ask: "Asking the engine …",
  engine_plays: (square, where) => `It plays square ${square}, ${where}.`,
  engine_fine: (verdict) => `That is right: ${verdict}.`,
  engine_slow: (verdict, best) =>
    `That is right, but not the best: ${verdict}. Best: ${best}.`,
  engine_mistake: (verdict, best) => `That is a mistake: ${verdict}. Best: ${best}.`,
  engine_refuted: "How it is punished",
  engine_seconds: (seconds) => `Answered in ${seconds} s.`,
  engine_erred: (square, why) => `Its last move, square ${square}, ${why}.`,
  engine_visits: "What its search visits",
  engine_start: "Make a move first: from the empty board there is too much to record.",
  engine_watching: "Listening to its search …",
  engine_positions: "positions it visited",
  textbook: {
    "plain Minimax": "plain Minimax",
    "stopping at a win": "stopping at a win",
    "alpha-beta": "alpha-beta",
    "alpha-beta, exact first moves": "alpha-beta, exact first moves",
  },
  engine_codes: {
    invisible: "It searches without calling result(), so its search cannot be seen.",
    unclear: "It calls result() in an order from which no search can be read.",
    hardly: "It hardly searches: it looks no further than the opponent's answer.",
    shallow: "It does not look to the end of the game.",
    minimax: "It visits as many positions as plain Minimax.",
    remembers: "It is Minimax that remembers positions.",
    "stops-at-win": "It stops at a win, and cuts nothing else.",
    "some-cuts": "It leaves positions early, but less often than alpha-beta would.",
    alphabeta: "It cuts like alpha-beta.",
  },
  engine_evidence:
    "Under each board: the positions visited from there on. This is evidence from its calls of result(), compared with the textbook's searches in the same order of moves; a search on boards of its own making is not seen.",
  engine_over: "The game is over: it has nothing to play.",
  engine_retry: "Ask again",
  engine_play: "Let it move here",

  keys_list: [
    ["1 – 9", "take that square"],
    ["arrows", "move over the board, the tree, the tabs"],
    ["U", "undo"],
    ["R", "redo"],
    ["N", "new game"],
    ["V", "show or hide the values"],
    [", .", "one step of the search back, on"],
    ["P", "play or pause the search"],
    ["?", "this list"],
  ],
};

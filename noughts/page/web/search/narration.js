// One sentence for each step of a search: what was decided, and why.

import { list, say, localized } from "../shared/language.js";
import { number, other } from "../shared/notation.js";

const BOUND = { exact: "exactly", least: "least", most: "most" };
const boundWord = (bound) => say(BOUND[bound]);

export function sentence(recording, step) {
  if (step === recording.wrong_at) return localized(recording.sentence);
  const event = recording.event(step);
  const here = recording.row(recording.at[step], step);
  return (recording.texts ? OWN : SENTENCES)[event.kind](event, here, recording, step);
}

// The user's own search: its calls and return values.
const OWN = {
  enter: ({ square }, { turn }, { names }, step) =>
    square
      ? say("own.enter", { mark: other[turn], square, name: names[step] })
      : say("own.begin", { turn }),
  leaf: gives,
  better: ({ square }, { turn }, { texts }, step) =>
    say("own.better", { square, turn, value: texts[step] }),
  cut: (_, { children }) => {
    const missed = children.filter(({ status }) => status === "skipped");
    const squares = missed.map(({ square }) => square);
    return say("own.never", { squares: list(squares), n: squares.length });
  },
  leave: gives,
};

function gives(_, __, { names, texts, wrong }, step) {
  const said = wrong[step] ? "own.gives_wrong" : "own.gives";
  return say(said, { name: names[step], value: texts[step] });
}

const SENTENCES = { enter: entered, leaf: ended, better, cut, leave: left };

function entered({ square, alpha, beta }, here, recording) {
  const { turn } = here;
  if (!square) return say(turn === "X" ? "said.root_x" : "said.root_o");
  const mark = other[turn];
  if (here.over) return say("said.enter_over", { mark, square });
  const asked = say("said.enter", { mark, square, turn });
  if (recording.method === "minimax") return asked;
  const window = { alpha: number(alpha), beta: number(beta) };
  if (alpha > -Infinity && beta < Infinity)
    return `${asked} ${say("said.window", window)}`;
  if (alpha > -Infinity) return `${asked} ${say("said.window_x", window)}`;
  if (beta < Infinity) return `${asked} ${say("said.window_o", window)}`;
  return asked;
}

function ended({ value }) {
  if (value === 0) return say("said.leaf_tied");
  const winner = value > 0 ? "X" : "O";
  return say("said.leaf_won", { winner, value: number(value) });
}

function better({ square, value, bound }, here) {
  const tried = here.children.filter((child) => child.status === "done").length;
  const words = { square, bound: boundWord(bound), value: number(value) };
  return say(tried > 1 ? "said.better" : "said.better_first", {
    ...words,
    turn: here.turn,
  });
}

function cut({ value, sign, limit }, here) {
  const skipped = here.children.filter((child) => child.status === "skipped");
  const squares = skipped.map((child) => child.square);
  return say(here.turn === "X" ? "said.cut_x" : "said.cut_o", {
    value: number(value),
    sign,
    limit: number(limit),
    squares: say("squares", { n: squares.length, list: list(squares) }),
  });
}

function left({ value, bound }, here, recording, step) {
  if (!recording.at[step].above)
    return say(["said.leave_o", "said.leave_even", "said.leave_x"][value + 1]);
  return say("said.leave", { bound: boundWord(bound), value: number(value) });
}

// The calls of the class in Python, with their parameters: the methods of the same names in
// noughts/classroom/tab.py, which a test compares. Arguments and answers are JSON.

export const CALLS = {
  // What is read.
  open: ["export"],
  choose: [],
  use_list: ["path"],
  use_rubric: ["path"],
  weigh: ["maxima"],
  // What is judged.
  next: [],
  know: ["key", "record"],
  known: ["keys"],
  fail: ["key", "why"],
  // What is shown and written.
  rows: ["language", "key"],
  row: ["n", "language"],
  totals: [],
  sections: [],
  report: ["n"],
  write: ["folder", "archive", "language"],
  save_rubric: [],
};

/**
 * Return a function for each call. `answer(name, given)` is that of Python, and
 * `refusal(said)` makes an error of a refused input.
 */
export const callsOf = (answer, refusal) =>
  Object.fromEntries(
    Object.keys(CALLS).map((name) => [
      name,
      async (...given) => {
        const said = JSON.parse(await answer(name, JSON.stringify(given)));
        if (said.refused) throw refusal(said.refused);
        return said.answer;
      },
    ]),
  );

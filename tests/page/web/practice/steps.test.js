// The judge, attacked by brute force: every value of every leaf that was not visited.

import assert from "node:assert/strict";
import { test } from "node:test";

import { seeded } from "../../../../noughts/page/web/practice/drill.js";
import {
  judgeDecision,
  judgeSheet,
  judgeValue,
  judgeWindow,
  questions,
  rangeOf,
  refuteWindow,
  SKILLS,
} from "../../../../noughts/page/web/practice/steps.js";
import {
  at,
  format,
  isBelow,
  leaves,
  METHODS,
  parse,
  resultOf,
  search,
  value,
} from "../../../../noughts/page/web/practice/tree.js";
import { assignments, fill, SMALL } from "./shapes.js";

const BOOK = "3 12 8 / 2 4 6 / 14 5 2";
const unseenOf = (root, { seen }) =>
  leaves(root)
    .map(({ path }) => path)
    .filter((path) => !seen.has(path));

/** Yield trees of all small shapes, with either player first. */
function* trees(count, largest, seed) {
  const random = seeded(seed);
  for (let n = 0; n < count; n++)
    yield fill(SMALL[n % SMALL.length], random, largest, n % 2 === 0);
}

/** Does skipping branches change the result for any values of the unseen leaves? */
function isRefutable(root, step, { low, high }) {
  const skipped = new Set(step.rest);
  for (const changed of assignments(unseenOf(root, step), low, high))
    if (value(root, changed) !== value(root, changed, skipped)) return true;
  return false;
}

function* decisions(count, method, seed) {
  for (const root of trees(count, 3, seed))
    for (const step of questions(root, { method, ask: "decisions" }))
      yield { root, step, name: `${format(root)} ${method} at ${step.node.path}` };
}

for (const method of ["alphabeta", "beyond"]) {
  test(`a cut is wrong exactly if some values refute it: ${method}`, () => {
    const counts = {};
    for (const { root, step, name } of decisions(140, method, 7)) {
      const refutable = isRefutable(root, step, rangeOf(root, step));
      const { verdict } = judgeDecision(root, step, true);
      counts[verdict] = (counts[verdict] ?? 0) + 1;
      assert.equal(verdict === "wrong", refutable, name);
      assert.equal(verdict === "right", step.isCut, name);
      if (step.isCut) assert(!refutable, name);
    }
    const expected =
      method === "beyond" ? ["right", "safe", "wrong"] : ["right", "wrong"];
    assert.deepEqual(Object.keys(counts).sort(), expected);
  });

  test(`going on is wasteful exactly where the search cuts: ${method}`, () => {
    for (const { root, step, name } of decisions(140, method, 8)) {
      const { verdict, saved } = judgeDecision(root, step, false);
      assert.equal(verdict, step.isCut ? "wasteful" : "right", name);
      if (step.isCut)
        assert.equal(saved, step.rest.flatMap((path) => leaves(at(root, path))).length);
    }
  });
}

test("a refuted cut returns a wrong result whatever the free branches are worth", () => {
  let free = 0;
  for (const { root, step, name } of decisions(140, "alphabeta", 9)) {
    const { refutation } = judgeDecision(root, step, true);
    if (!refutation) continue;
    const skipped = new Set(step.rest);
    free += refutation.free.length;
    for (const changed of assignments(refutation.free, -2, 5, refutation.changed)) {
      const truth = value(root, changed);
      const claimed = value(root, changed, skipped);
      assert.notEqual(truth, claimed, name);
      assert(truth >= refutation.truth[0] && truth <= refutation.truth[1], name);
      assert(
        claimed >= refutation.claimed[0] && claimed <= refutation.claimed[1],
        name,
      );
    }
  }
  assert(free > 50, "some branches are free");
});

test("a refutation names branches only in which no leaf was visited", () => {
  for (const { root, step, name } of decisions(140, "alphabeta", 10)) {
    const { refutation } = judgeDecision(root, step, true);
    const named = refutation
      ? [...Object.keys(refutation.changed), ...refutation.free]
      : [];
    for (const path of step.seen)
      assert(!named.some((branch) => isBelow(path, branch)), name);
  }
});

test("no answer depends on a leaf that was not visited", () => {
  const random = seeded(12);
  for (const { root, step, name } of decisions(140, "alphabeta", 11)) {
    const words = leaves(root).map((leaf) =>
      step.seen.has(leaf.path) ? leaf.value : Math.floor(random() * 99),
    );
    let n = 0;
    const shape = format(root).replaceAll(/-?\d+/g, () => words[n++]);
    const other = parse(shape, root.isMax);
    const same = questions(other, { ask: "decisions" }).find(
      ({ index }) => index === step.index,
    );
    const judged = (tree, each) => judgeDecision(tree, each, true).refutation;
    assert.deepEqual(judged(other, same), judged(root, step), name);
  }
});

test("in a known range, a cut is wrong exactly if values of the range refute it", () => {
  const range = { low: 0, high: 2 };
  let safe = 0;
  for (const root of trees(140, 2, 13))
    for (const step of questions(root, { ask: "decisions", range })) {
      const { verdict, refutation } = judgeDecision(root, step, true, range);
      assert.equal(verdict === "wrong", isRefutable(root, step, range), format(root));
      safe += verdict === "safe";
      for (const to of Object.values(refutation?.changed ?? {}))
        assert(to >= range.low && to <= range.high);
    }
  assert(safe > 20, "a won node is left safely, though not by alpha-beta");
});

test("stop at a win: the cuts are those at the ends of the range", () => {
  const range = { low: -1, high: 1 };
  for (const root of trees(140, 1, 14))
    for (const step of questions(root, {
      method: "stop-at-win",
      ask: "decisions",
      range,
    })) {
      assert.equal(step.isCut, step.best === (step.node.isMax ? 1 : -1));
      if (step.isCut) assert(!isRefutable(root, step, range));
    }
});

test("a wrong window is refuted by values for which the search is wrong, or is wider", () => {
  let [found, none] = [0, 0];
  for (const root of trees(42, 4, 15))
    for (const step of questions(root)) {
      if (step.kind !== "window") continue;
      for (const alpha of [-Infinity, 0, 1, 2, 3, 4])
        for (const beta of [0, 1, 2, 3, 4, Infinity]) {
          const judged = judgeWindow(root, step, { alpha, beta });
          const isRight = alpha === step.alpha && beta === step.beta;
          assert.equal(judged.verdict === "right", isRight);
          if (isRight || judged.isWider) continue;
          if (!judged.refutation) none += 1;
          else {
            found += 1;
            const { changed, truth, claimed } = judged.refutation;
            const windows = { [step.node.path]: [alpha, beta] };
            assert.equal(resultOf(search(root, { changed, windows })), claimed);
            assert.equal(value(root, changed), truth);
            assert.notEqual(truth, claimed);
            assert(Object.keys(changed).every((path) => !step.seen.has(path)));
          }
        }
    }
  assert(found > none, `${found} refuted, ${none} not`);
});

test("a wider window never makes the result wrong", () => {
  for (const root of trees(42, 3, 16))
    for (const step of questions(root)) {
      if (step.kind !== "window") continue;
      const wide = { [step.node.path]: [step.alpha - 1, step.beta + 1] };
      for (const changed of assignments(unseenOf(root, step).slice(0, 5), 0, 3))
        assert.equal(
          resultOf(search(root, { changed, windows: wide })),
          value(root, changed),
        );
    }
});

test("of the tight windows of small trees, brute force refutes none that the judge does not", () => {
  let [missed, checked] = [0, 0];
  for (const root of trees(28, 3, 17))
    for (const step of questions(root)) {
      const unseen = unseenOf(root, step);
      if (step.kind !== "window" || unseen.length > 4) continue;
      const range = rangeOf(root, step);
      for (const [alpha, beta] of [
        [1, Infinity],
        [-Infinity, 2],
        [2, 3],
      ]) {
        if (alpha <= step.alpha && beta >= step.beta) continue;
        if (refuteWindow(root, step, { alpha, beta })) continue;
        checked += 1;
        const windows = { [step.node.path]: [alpha, beta] };
        for (const changed of assignments(unseen, range.low, range.high + 1))
          if (resultOf(search(root, { changed, windows })) !== value(root, changed)) {
            missed += 1;
            break;
          }
      }
    }
  assert(checked > 20);
  assert.equal(missed, 0, `of ${checked}`);
});

test("the mistakes with windows are named", () => {
  // 5 is sure for the root; MIN at B has 7 so far, and now enters its second branch.
  const root = parse("5 6 / 5 4 // 7 3 / 9 1", true);
  const step = questions(root).find(
    ({ kind, node }) => kind === "window" && node.path === "BB",
  );
  assert.deepEqual([step.alpha, step.beta], [5, 7]);
  const why = (alpha, beta) => judgeWindow(root, step, { alpha, beta }).why;
  assert.equal(why(-Infinity, Infinity), "not-handed-down");
  assert.equal(why(-Infinity, 7), "parent-only");
  assert.equal(why(7, 5), "exchanged");
  assert.equal(why(-7, -5), "negamax");
  assert.equal(why(-Infinity, 3), "last-leaf");
  assert.equal(why(1, 2), "unknown");
});

test("values: right, fail-hard, and two mistakes that have a name", () => {
  const root = parse(BOOK);
  const steps = questions(root).filter(({ kind }) => kind === "back");
  const [first, second] = steps;
  assert.equal(judgeValue(first, 3).verdict, "right");
  assert.equal(judgeValue(second, 3).verdict, "right");
  assert.deepEqual(judgeValue(second, 12), { verdict: "wrong", why: "last-child" });
  const third = steps[2]; // 3 12 8
  assert.deepEqual(judgeValue(third, 12), { verdict: "wrong", why: "other-player" });
  assert.deepEqual(judgeValue(third, 5), { verdict: "wrong", why: "unknown" });
  const cut = steps.find(({ isCut }) => isCut); // 2 where MAX already has 3
  assert.deepEqual(judgeValue(cut, 2), { verdict: "right", isHard: false });
  assert.deepEqual(judgeValue(cut, 3), { verdict: "right", isHard: true });
});

test("what is asked depends on the level and on the method", () => {
  const root = parse(BOOK);
  const kinds = (how) => questions(root, how).map(({ kind }) => kind);
  assert.equal(kinds({ ask: "decisions" }).length, 7);
  assert(!kinds({ ask: "values" }).includes("window"));
  assert.equal(kinds({ ask: "windows" }).filter((kind) => kind === "window").length, 2);
  assert(!kinds({ method: "minimax" }).includes("window"));
});

test("each skill is the one that its step needs", () => {
  const skills = (text, how) => questions(parse(text), how).map(({ skill }) => skill);
  assert(skills(BOOK).includes("alpha-cut"));
  assert(skills("3 / 2 // 5 / 4").every((skill) => SKILLS.includes(skill)));
  assert(skills("5 6 / 7 4 // 3 2 / 9 1").includes("beta-cut"));
  assert(skills("5 6 / 5 4").includes("equality"));
  assert(skills("5 6 / 5 4", { method: "beyond" }).includes("equality"));
  // MAX has 5 at the root; MIN at BAA knows nothing but its leaf 1, and its parent nothing.
  assert(skills("5 /// 1 2 / 3 // 4 / 6").includes("deep-cut"));
  assert(!skills(BOOK).includes("deep-cut"));
});

test("a sheet: the true search's own cuts are right, and complete", () => {
  for (const root of trees(70, 9, 18)) {
    const cuts = questions(root, { ask: "decisions" }).filter(({ isCut }) => isCut);
    const judged = judgeSheet(
      root,
      cuts.flatMap(({ rest }) => rest),
    );
    assert(
      judged.every(({ verdict }) => verdict === "right"),
      format(root),
    );
    const missing = judgeSheet(root, []);
    assert.equal(missing.length, cuts.length);
    assert(missing.every(({ verdict }) => verdict === "wasteful"));
  }
});

test("a sheet: every branch that is crossed out is judged as skipping it alone", () => {
  const random = seeded(19);
  const counts = {};
  for (const root of trees(140, 3, 20)) {
    const all = leaves(root).map(({ path }) => path);
    const crossed = all[Math.floor(random() * all.length)];
    for (const { path, verdict, step } of judgeSheet(root, [crossed])) {
      counts[verdict] = (counts[verdict] ?? 0) + 1;
      if (!step || verdict === "wasteful") continue;
      const alone = { ...step, rest: [path] };
      const refutable = isRefutable(root, alone, rangeOf(root, step));
      assert.equal(verdict === "wrong", refutable, `${format(root)} ${path}`);
    }
  }
  for (const verdict of ["right", "wrong", "wasteful", "first-branch"])
    assert(counts[verdict] > 0, verdict);
});

test("a sheet: crossing out a branch says all about what is below it", () => {
  const root = parse("5 6 / 7 4 // 3 2 / 9 1");
  assert.deepEqual(
    judgeSheet(root, ["AB", "ABA"]).filter(({ path }) => path.startsWith("AB")).length,
    1,
  );
});

test("minimax cuts nothing", () => {
  for (const root of trees(14, 3, 21)) {
    const events = search(root, { rule: METHODS.minimax });
    assert(events.every(({ isCut }) => !isCut));
    assert.equal(resultOf(events), value(root));
  }
});

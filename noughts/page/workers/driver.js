// Carries the judge's questions to an engine, and its answers back: one round at a time.

const PATIENCE = 3; // times that a function may hang before it is asked no more
const SLACK = 3; // times as long as natively: Python in a browser is slower
const START = 20; // seconds for a file to be loaded, if the round names none

const BEAT = 1000; // milliseconds without an answer, after which that is told

/** Yield [number, status, said] for the calls of a round, the last of them its end. */
export async function* replies(round, engines, deadline, awaited = () => {}) {
  let engine = null;
  const hung = {};
  const seconds = SLACK * round.seconds;
  const start = SLACK * (round.start || START);
  try {
    for (const call of round.calls) {
      if ((hung[call.about] ?? 0) >= PATIENCE) continue;
      if (performance.now() > deadline) return yield [-1, "time", ""];
      if (!engine) {
        engine = await engines.take();
        const answer = await engine.do("load", round, start);
        const refusal = refused(answer, start);
        if (refusal) return yield [-1, "refused", JSON.stringify(refusal)];
      }
      const waiting = setTimeout(() => awaited(call.about), BEAT);
      const answer = await engine.do("ask", call, seconds);
      clearTimeout(waiting);
      yield [call.number, ...told(answer, seconds)];
      if (answer && !answer.failed) continue;
      hung[call.about] = (hung[call.about] ?? 0) + (call.single ? 1 : PATIENCE);
      engine.end();
      engine = null;
    }
    yield [-1, "done", ""];
  } finally {
    engine?.end();
  }
}

function refused(answer, start) {
  if (!answer) return JSON.stringify(["refused.slow_import", { n: String(start) }]);
  if (answer.failed) return JSON.stringify(["refused.ends_process", { why: "worker" }]);
  return answer.refusal;
}

function told(answer, seconds) {
  if (!answer) return ["late", String(seconds)];
  if (answer.failed) return ["died", JSON.stringify("its worker ended")];
  return [answer.status, answer.said];
}

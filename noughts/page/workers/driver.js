// Carries the judge's requests to an engine, and its answers back: a line for each.

const SLACK = 3; // times as long as natively: Python in a browser is slower
const START = 20; // seconds for a file to be loaded, if the request names none

/**
 * Ask a file: return { answers } or { refusal }.
 *
 * For each question there is a line, [seconds] if none came in time, { why } if the worker
 * ended, or null if it was not asked. Where an answer fails, another worker begins behind it.
 */
export async function ask(request, engines, deadline, told = () => {}) {
  const seconds = SLACK * request.seconds;
  const start = SLACK * (request.start || START);
  const answers = Array(request.count).fill(null);
  let done = 0;
  let strikes = 0;
  while (done < request.count && strikes < request.strikes) {
    if (performance.now() > deadline) break;
    const { engine, loaded } = await engines.holding(request, start);
    const refusal = refused(loaded, start);
    if (refusal) return { refusal };
    const hear = (line) => {
      if (done === request.count) return; // more than it was asked
      answers[done] = line;
      done += 1;
      told(done);
    };
    const given = { verb: request.verb, text: behind(request, done) };
    const end = await engine.stream("ask", given, seconds, deadline, hear);
    const isWhole = done === request.count;
    if (end !== "done" || !isWhole) await engines.drop();
    if (isWhole || end === "deadline") break;
    answers[done] = end === "late" ? [seconds] : { why: "its worker ended" };
    done += 1;
    strikes += 1;
  }
  if (request.fresh) await engines.drop();
  return { answers };
}

/** The text of a request without the questions that are answered. */
function behind({ text }, done) {
  if (!done) return text;
  const [name, ...questions] = text.split(" ");
  return [name, ...questions.slice(done)].join(" ");
}

function refused(answer, start) {
  if (!answer) return JSON.stringify(["refused.slow_import", { n: String(start) }]);
  if (typeof answer.refusal === "string") return answer.refusal;
  return JSON.stringify(["refused.ends_process", { why: "worker" }]);
}

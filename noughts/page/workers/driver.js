// Carries the judge's requests to an engine and the answers back, one line each.

const SLACK = 3; // times the native limits: Python in a browser is slower
const BUDGET = 360_000; // milliseconds for a file, three times the native limit
const START = 20; // seconds to load a file
const BATCHES = { minimax: 20 }; // answers in one message
const BATCH = 100;
const WAIT = 2; // seconds for a batch
const QUICK = { minimax: 4 }; // empty cells; before a longer answer, all others are sent

const SILENT = { begin: () => ({ progress() {}, end() {} }), end() {} };

/** Judge a file: carry questions and answers until the record is complete. */
export async function converse(carried, engines, listener = SILENT) {
  const deadline = performance.now() + BUDGET;
  let request = carried.begin();
  while (request !== "done") {
    const asked = JSON.parse(request);
    const { progress, end } = listener.begin(asked);
    let done = 0;
    const hear = (answers) => {
      const strikes = carried.read(JSON.stringify(answers));
      progress((done += answers.length));
      return strikes;
    };
    const refusal = await ask(asked, engines, deadline, hear).finally(end);
    request = refusal ? carried.refuse(refusal) : carried.pass_on();
    listener.end();
  }
}

/**
 * Ask a file, `hear` its answers, some at a time, and return why it cannot be loaded, or "".
 * `hear` returns how many of them count towards giving the function up.
 *
 * An answer is a line, [seconds] after a timeout, { why } if the worker ended, or null if the
 * question was not asked. After a failure a new worker continues with the next question.
 */
export async function ask(request, engines, deadline, hear) {
  const { verb, questions } = request;
  const seconds = SLACK * request.seconds;
  const start = SLACK * START;
  let done = 0;
  let strikes = 0;
  let batch = verb === "call" ? 1 : (BATCHES[request.function] ?? BATCH);
  const quick = QUICK[request.function] ?? 9;
  const isAlone = () => batch === 1 || questions[done]?.split(".").length - 1 > quick;
  const take = (answers) => {
    done += answers.length;
    strikes += hear(answers);
    return strikes < request.strikes;
  };
  while (done < questions.length && strikes < request.strikes) {
    if (performance.now() > deadline) break;
    const held = await engines.holding(request, start);
    const refusal = refused(held.loaded, start);
    if (refusal) {
      engines.drop(held);
      return refusal;
    }
    // Calls are made one at a time, as natively; questions are sent together.
    const due = verb === "call" ? done + 1 : questions.length;
    const text = [request.function, ...questions.slice(done, due)].join(" ");
    const limit = () => (isAlone() ? seconds : Math.min(seconds, WAIT));
    const given = { verb, text, batch, quick };
    const end = await held.engine.stream(
      "ask",
      given,
      limit,
      deadline,
      (lines) => take(lines.slice(0, due - done)), // there may be too many
    );
    const isWhole = done === due;
    const isOver = done === questions.length;
    if (end !== "done" || !isWhole || (request.fresh && isOver)) engines.drop(held);
    if (isWhole) continue;
    if (end === "deadline" || end === "enough") break;
    if (!isAlone()) {
      batch = 1; // the last answers may be lost: ask for them one at a time
      continue;
    }
    take([end === "late" ? [seconds] : { why: "its worker ended" }]);
  }
  take(questions.slice(done).map(() => null));
  return "";
}

function refused(answer, start) {
  if (!answer) return JSON.stringify(["slow_import", { n: String(start) }]);
  if (typeof answer.refusal === "string") return answer.refusal;
  return JSON.stringify(["ends_process", { why: "worker" }]);
}

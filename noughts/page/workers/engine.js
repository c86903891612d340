// Engine workers as seen from outside: asked, timed, and terminated.

const START = 120; // seconds for Python to start
const KEPT = 2; // engines of a submission
const READY = 2; // engines started in advance
const LATER = 1500; // milliseconds in which an engine has the processor to itself
const LOOK = 250; // milliseconds between two checks for timeouts

const MOST_TEXT = 128 << 20; // characters that the engines of a submission may send
const MOST_LINES = 100_000; // of one message; no request has more questions

const MESSAGE = /^(\d{1,9}) ([=.])(.*)$/s; // lines, or the end of a task
const LINE = /^[ -~]*$/; // as the sandbox writes it

/** Parse a worker's message; anything malformed is ignored. */
function heard(text) {
  const [, number, kind, said] = MESSAGE.exec(text) ?? [];
  if (kind !== ".")
    return [
      Number(number),
      said?.split("\n", MOST_LINES).map((line) => (LINE.test(line) ? line : "?")),
    ];
  try {
    return [Number(number), { ...JSON.parse(said) }];
  } catch {
    return [Number(number), { failed: said }];
  }
}

/** The cage at the other end of a port, and its workers; see cage.js. */
export class Cage {
  #port;
  #workers = new Map();
  #begun = 0;

  constructor(port, given) {
    this.#port = port;
    port.onmessage = ({ data: [number, text] }) =>
      this.#workers.get(number)?.onmessage({ data: text });
    port.postMessage([0, "give", given]);
  }

  worker() {
    const number = ++this.#begun;
    const tell = (what, payload) => this.#port.postMessage([number, what, payload]);
    const terminate = () => {
      this.#workers.delete(number);
      tell("end");
    };
    const made = {
      onmessage() {},
      postMessage: (payload) => tell("tell", payload),
      terminate,
    };
    this.#workers.set(number, made);
    tell("begin");
    return made;
  }
}

export class Engine {
  #worker;
  #waiting = new Map();
  #asked = 0;
  allowance = { left: MOST_TEXT }; // shared by the engines of a submission

  constructor(worker) {
    this.#worker = worker;
    worker.onmessage = ({ data }) => {
      this.allowance.left -= data.length;
      if (this.allowance.left < 0) return this.end();
      const [number, answer] = heard(data);
      this.#waiting.get(number)?.(answer);
    };
  }

  /** Resolve when Python has started, or to a failure after a timeout. */
  begun(seconds) {
    return new Promise((resolve) => {
      const failed = { failed: `Python did not start in ${seconds} seconds` };
      const late = setTimeout(() => resolve(failed), 1000 * seconds);
      this.#waiting.set(0, (answer) => {
        clearTimeout(late);
        resolve(answer);
      });
    });
  }

  #send(deed, given, hear) {
    const number = ++this.#asked;
    this.#waiting.set(number, hear);
    this.#worker.postMessage([number, deed, given]);
    return number;
  }

  /** Resolve to the result of a task, or null after a timeout. */
  do(deed, given, seconds) {
    return new Promise((resolve) => {
      const late = setTimeout(() => resolve(null), 1000 * seconds);
      const number = this.#send(deed, given, (answer) => {
        this.#waiting.delete(number);
        clearTimeout(late);
        resolve(answer);
      });
    });
  }

  /**
   * Pass on the lines of a task as they come, while `hear` wants more; resolve to "done",
   * "enough", "late", "failed" or "deadline".
   */
  stream(deed, given, limit, deadline, hear) {
    let latest = performance.now();
    return new Promise((resolve) => {
      const end = (how) => {
        clearInterval(looking);
        this.#waiting.delete(number);
        resolve(how);
      };
      const number = this.#send(deed, given, (answer) => {
        latest = performance.now();
        if (!answer) end("failed");
        else if (!Array.isArray(answer)) end("failed" in answer ? "failed" : "done");
        else if (!hear(answer)) end("enough");
      });
      const looking = setInterval(() => {
        const now = performance.now();
        if (now > deadline) end("deadline");
        else if (now - latest > 1000 * limit()) end("late");
      }, LOOK);
    });
  }

  end() {
    this.#worker.terminate();
    for (const resolve of this.#waiting.values()) resolve(null);
    this.#waiting.clear();
  }
}

/** Engines without a file, started in advance. */
export class Spares {
  #cage;
  #seconds;
  #started = []; // promises, the oldest first

  constructor(cage, seconds = START) {
    this.#cage = cage;
    this.#seconds = seconds;
  }

  /** Start an engine, and resolve when it is there or has failed. */
  warmUp() {
    const next = this.#begun();
    this.#started.push(next);
    return next.catch(() => {});
  }

  async #begun() {
    const engine = new Engine(this.#cage.worker());
    const answer = await engine.begun(this.#seconds);
    if (!answer?.failed) return engine;
    engine.end();
    throw new Error(answer.failed);
  }

  /** Resolve to an engine that no other caller gets. */
  take() {
    if (!this.#started.length) this.warmUp();
    setTimeout(() => this.#refill(), LATER);
    return this.#started.shift();
  }

  async #refill() {
    while (this.#started.length < READY) await this.warmUp();
  }
}

/** The engines of one submission: one has its file as it is, the other with changes. */
export class Engines {
  #spares;
  #held = []; // the latest first
  #allowance = { left: MOST_TEXT };

  constructor(spares) {
    this.#spares = spares;
  }

  /** Resolve to an engine that has loaded the file; "fresh" is one for a single request. */
  async holding({ source, modules, setup, fresh, apart }, start) {
    const isIt = (each) =>
      each.source === source &&
      each.setup === setup &&
      each.fresh === fresh &&
      each.apart === apart;
    let held = this.#held.find(isIt);
    if (!held) {
      held = { source, setup, fresh, apart, engine: await this.#engine(fresh) };
      held.loaded = await held.engine.do("load", { source, modules, setup }, start);
    }
    this.#held = [held, ...this.#held.filter((each) => each !== held)];
    return held;
  }

  /** Starting an engine takes longer than loading another version into an old one. */
  async #engine(fresh) {
    const isFull = this.#held.length === KEPT;
    if (isFull && !fresh) return this.#held.pop().engine;
    const engine = await this.#spares.take();
    engine.allowance = this.#allowance;
    return engine;
  }

  drop(held) {
    held.engine.end();
    this.#held = this.#held.filter((each) => each !== held);
  }

  close() {
    this.#held.forEach((each) => this.drop(each));
  }
}

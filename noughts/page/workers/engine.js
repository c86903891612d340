// The other side of an engine's worker: it is asked, waited for, and ended.

const LOOK = 250; // milliseconds between two looks at who is late

export class Engine {
  #worker;
  #waiting = new Map();
  #asked = 0;

  constructor(spawn) {
    this.#worker = spawn();
    this.#worker.onmessage = ({ data: [number, answer] }) =>
      this.#waiting.get(number)?.(answer);
  }

  #send(deed, given, hear) {
    const number = ++this.#asked;
    this.#waiting.set(number, hear);
    this.#worker.postMessage([number, deed, given]);
    return number;
  }

  /** What comes of a deed; null if nothing does in time. */
  do(deed, given, seconds = Infinity) {
    return new Promise((resolve) => {
      const number = this.#send(deed, given, (answer) => {
        this.#waiting.delete(number);
        resolve(answer);
      });
      if (seconds < Infinity) setTimeout(() => resolve(null), 1000 * seconds);
    });
  }

  /** Hear each line that comes of a deed; return "done", "late", "failed" or "deadline". */
  stream(deed, given, seconds, deadline, hear) {
    let latest = performance.now();
    return new Promise((resolve) => {
      const end = (how) => {
        clearInterval(looking);
        this.#waiting.delete(number);
        resolve(how);
      };
      const number = this.#send(deed, given, (answer) => {
        latest = performance.now();
        if (typeof answer === "string") hear(answer);
        else end(answer.failed ? "failed" : "done");
      });
      const looking = setInterval(() => {
        const now = performance.now();
        if (now > deadline) end("deadline");
        else if (now - latest > 1000 * seconds) end("late");
      }, LOOK);
    });
  }

  end() {
    this.#worker.terminate();
    for (const resolve of this.#waiting.values()) resolve(null);
    this.#waiting.clear();
  }
}

/** Engines: one holds the file that was asked last, and one is always warming up. */
export class Engines {
  #spawn;
  #given;
  #next = null;
  #held = null;

  constructor(spawn, given) {
    this.#spawn = spawn;
    this.#given = given;
  }

  async #begun() {
    const engine = new Engine(this.#spawn);
    const picture = !this.#given.snapshot;
    const answer = await engine.do("begin", { ...this.#given, picture });
    if (answer?.failed) throw new Error(answer.failed);
    if (answer?.snapshot) this.#given.snapshot = answer.snapshot;
    return engine;
  }

  async take() {
    const engine = await (this.#next ?? this.#begun());
    this.#next = this.#begun();
    this.#next.catch(() => {});
    return engine;
  }

  /** An engine with a file and its setup; the one that was asked last, if it may be. */
  async holding({ source, setup, fresh }, start) {
    const held = this.#held;
    if (held && !fresh && held.source === source && held.setup === setup) return held;
    await this.drop();
    const engine = await this.take();
    const loaded = await engine.do("load", { source, setup }, start);
    this.#held = { engine, loaded, source, setup };
    return this.#held;
  }

  async drop() {
    this.#held?.engine.end();
    this.#held = null;
  }

  /** End them all; whoever asks for one meanwhile gets another. */
  async end() {
    const last = this.#next;
    this.#next = null;
    await this.drop();
    (await last?.catch(() => null))?.end();
  }
}

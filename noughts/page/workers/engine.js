// The other side of an engine's worker: it is asked, waited for, and ended.

const LOOK = 250; // milliseconds between two looks at who is late

const MESSAGE = /^(\d{1,9}) ([=.])(.*)$/s; // of its worker: a line, or the end of a deed
const LINE = /^[ -~]*$/; // as the sandbox writes it

/** A worker's message; whatever else it may say is nothing. */
function heard(text) {
  const [, number, kind, said] = MESSAGE.exec(text) ?? [];
  if (kind !== ".") return [Number(number), LINE.test(said) ? said : "?"];
  try {
    return [Number(number), { ...JSON.parse(said) }];
  } catch {
    return [Number(number), { failed: said }];
  }
}

/** The cage beyond a port, and the workers in it: see cage.js. */
export class Cage {
  #port;
  #workers = new Map();
  #begun = 0;
  #ready;

  constructor(port, given) {
    this.#port = port;
    this.#ready = new Promise((resolve) => this.#workers.set(0, { onmessage: resolve }));
    port.onmessage = ({ data: [number, text] }) =>
      this.#workers.get(number)?.onmessage({ data: text });
    port.postMessage([0, "give", given]);
  }

  async worker() {
    await this.#ready;
    const number = ++this.#begun;
    const tell = (what, told) => this.#port.postMessage([number, what, told]);
    const terminate = () => {
      this.#workers.delete(number);
      tell("end");
    };
    const made = { onmessage() {}, postMessage: (told) => tell("tell", told), terminate };
    this.#workers.set(number, made);
    tell("begin");
    return made;
  }
}

export class Engine {
  #worker;
  #waiting = new Map();
  #asked = 0;

  constructor(worker) {
    this.#worker = worker;
    worker.onmessage = ({ data }) => {
      const [number, answer] = heard(data);
      this.#waiting.get(number)?.(answer);
    };
  }

  /** What comes of its beginning. */
  begun() {
    return new Promise((resolve) => this.#waiting.set(0, resolve));
  }

  #send(deed, given, hear) {
    const number = ++this.#asked;
    this.#waiting.set(number, hear);
    this.#worker.postMessage([number, deed, given]);
    return number;
  }

  /** What comes of a deed; null if nothing does in time. */
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
        else end("failed" in answer ? "failed" : "done");
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

/** Engines that were given no file yet: one is always warming up. */
export class Spares {
  #cage;
  #next = null;

  constructor(cage) {
    this.#cage = cage;
  }

  async #begun() {
    const engine = new Engine(await this.#cage.worker());
    const answer = await engine.begun();
    if (answer?.failed) throw new Error(answer.failed);
    return engine;
  }

  /** Let an engine begin before it is asked for. */
  warmUp() {
    this.#next ??= this.#begun();
    this.#next.catch(() => {});
  }

  /** An engine, which nobody else gets. */
  async take() {
    this.warmUp();
    const taken = this.#next;
    this.#next = null;
    const engine = await taken;
    this.warmUp();
    return engine;
  }
}

/** The engine of one file at a time: it holds the file that was asked last. */
export class Engines {
  #spares;
  #held = null;

  constructor(spares) {
    this.#spares = spares;
  }

  /** An engine with a file and its setup; the one that was asked last, if it may be. */
  async holding({ source, modules, setup, fresh }, start, isBegun) {
    const held = this.#held;
    const mayBe = !fresh || isBegun; // a request that has begun goes on with its own
    if (held && mayBe && held.source === source && held.setup === setup) return held;
    await this.drop();
    const engine = await this.#spares.take();
    const loaded = await engine.do("load", { source, modules, setup }, start);
    this.#held = { engine, loaded, source, setup };
    return this.#held;
  }

  async drop() {
    this.#held?.engine.end();
    this.#held = null;
  }
}

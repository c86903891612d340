// The other side of an engine's worker: it is asked, waited for, and ended.

export class Engine {
  #worker;
  #waiting = new Map();
  #asked = 0;

  constructor(spawn) {
    this.#worker = spawn();
    this.#worker.onmessage = ({ data: [number, answer] }) => {
      this.#waiting.get(number)?.(answer);
      this.#waiting.delete(number);
    };
  }

  /** What comes of a deed; null if nothing does in time. */
  do(deed, given, seconds = Infinity) {
    const number = ++this.#asked;
    this.#worker.postMessage([number, deed, given]);
    return new Promise((resolve) => {
      this.#waiting.set(number, resolve);
      if (seconds < Infinity) setTimeout(() => resolve(null), 1000 * seconds);
    });
  }

  end() {
    this.#worker.terminate();
    for (const resolve of this.#waiting.values()) resolve(null);
    this.#waiting.clear();
  }
}

/** Engines, one of which is always warming up. */
export class Engines {
  #spawn;
  #given;
  #next = null;

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

  /** End the one that is warming up; whoever asks for one meanwhile gets another. */
  async end() {
    const last = this.#next;
    this.#next = null;
    (await last?.catch(() => null))?.end();
  }
}

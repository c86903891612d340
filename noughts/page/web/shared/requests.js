// Requests, each made once: to the server or, on a frozen page, to files with the same
// answers, bundled by the top row of the board.

/** No answer: the server, the network or a file is missing. */
export class Unanswered extends Error {}

/** The request was rejected as invalid. */
export class Refused extends Error {
  /** @type {Texts | undefined} by language */
  messages = undefined;
}

/** Is this a frozen page, without a server? */
export const isFrozen = () => "frozen" in document.documentElement.dataset;

/** The `sentence` for an error: what the server said, or that it does not answer. */
export function trouble(error) {
  if (!(error instanceof Unanswered)) return error.messages ?? error.message;
  return isFrozen() ? "no_file" : "no_server";
}

const name = (board) => encodeURIComponent(board.replaceAll(".", "-"));

/** What the page has asked for before its script was there, once: see begin.js. */
function early(address) {
  const asked = globalThis.begun?.early ?? {};
  if (!(address in asked)) return null;
  const answer = asked[address];
  delete asked[address];
  return answer;
}

/** The answer of a frozen page: a script, as a page on a disk cannot load JSON. */
const script = (address) =>
  (early(address) ?? globalThis.begun.script(address)).catch(() => {
    throw new Unanswered(address);
  });

/** All requests of a page, with the answers that it keeps. */
export function requestsOf() {
  const asked = new Map(); // by address: the promise of an answer
  const first = { board: "", position: /** @type {any} */ (null) }; // in the first answer

  function json(address) {
    if (!asked.has(address)) {
      const answer = isFrozen() ? twice(() => script(address)) : get(address);
      asked.set(address, answer);
      answer.catch(() => asked.delete(address));
    }
    return asked.get(address);
  }

  async function one(folder, board) {
    if (!isFrozen()) return json(`api/${folder}/${name(board)}.json`);
    if (!/^[XO.]{9}$/.test(board)) throw new Refused(board); // there is no such file
    const bundle = await json(`api/${folder}/${name(board.slice(0, 3))}.json`);
    if (!(board in bundle)) throw new Refused(board);
    return bundle[board];
  }

  return {
    async about() {
      const answer = await json("api/about.json");
      Object.assign(first, { board: answer.first.board, position: answer.first });
      return answer;
    },

    words: (language) => json(`api/words/${language}.json`),
    /** The words of a part of the page that is loaded on first use. */
    wordsOf: (part, language) => json(`api/words/${language}/${part}.json`),

    /** The exports of such a part. */
    part: (part) =>
      new Promise((resolve, reject) => {
        const element = document.createElement("script");
        element.onload = () => resolve(globalThis.parts[part]);
        element.onerror = () => reject(new Unanswered(part));
        element.src = `page/${part}.js`;
        document.head.append(element);
      }),

    /** @type {(board: BoardText) => Promise<Position>} */
    position: (board) =>
      board === first.board ? Promise.resolve(first.position) : one("positions", board),

    search: (method, board) => one(`searches/${method}`, board),

    /** The list of lessons, and the id of the course. */
    lessons: () => json("api/lessons.json"),
    lesson: (lesson) => json(`api/lessons/${encodeURIComponent(lesson)}.json`),

    /** Check a file; `hear` is called with the progress. */
    check: (bytes, file, hear, signal) =>
      post(`api/check.json?name=${encodeURIComponent(file)}`, bytes, hear, signal),

    /** Check a function written in a lesson. */
    write: (written, text, hear, signal) =>
      post(`api/write/${written}.json`, text, hear, signal),

    /** The given engine's move on a board. */
    engine: (board) => json(`api/engine/${name(board)}.json`),

    /** The own search of a file, or of the given engine: on a board, or on a small one. */
    own: (board, bytes) =>
      bytes
        ? post(`api/own.json?board=${name(board)}`, bytes)
        : get(`api/engine/own.json?board=${name(board)}`),

    /** The search of a function that stands in place of ours. */
    ownFunction: (only, text, board) =>
      post(`api/own/${only}.json?board=${name(board)}`, text),

    /** The check of the given engine; `hear` is called with the progress. */
    engineCheck: (hear) => stream("api/engine/check.json", {}, hear),
  };
}

const PAUSE = 300; // milliseconds before a request is retried

/** Retry once: a move must not be lost to one lost request. */
const twice = (ask) =>
  ask().catch(async (error) => {
    if (!(error instanceof Unanswered)) throw error;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    return ask();
  });

const get = (address) => twice(() => answerOf(address, { credentials: "same-origin" }));
/** Tell each line of progress as messages, like those of Python in a browser. */
/** @type {(hear?: Hear) => (line: any) => void} */
const told =
  (hear = () => {}) =>
  ({ first, standing, ...progress }) => {
    hear(["asked", progress]);
    if (standing) hear(["standing", standing]);
    if (first) hear(["first", first]);
  };

/** @type {(address: string, body: any, hear?: Hear, signal?: AbortSignal) => Promise<any>} */
const post = (address, body, hear, signal) =>
  stream(address, { method: "POST", body, signal }, hear);
const stream = (address, options, hear) =>
  answerOf(address, options, (response) => lastLine(response, told(hear)));

/** Read lines of progress; the last line is the answer. */
async function lastLine(response, hear) {
  let text = "";
  const letters = new TextDecoder();
  for (const reader = response.body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    const lines = (text + letters.decode(value, { stream: true })).split("\n");
    text = lines.pop() ?? "";
    for (const line of lines) hear(JSON.parse(line));
  }
  return JSON.parse(text);
}

async function answerOf(address, options, read = (response) => response.json()) {
  const silent = () => {
    throw new Unanswered(address);
  };
  const response = await (early(address) ?? fetch(address, options)).catch(silent);
  const given = response.ok ? await read(response).catch(silent) : null; // may be cut off
  if (given && !given.error && !given.trouble) return given;
  const said = given ?? (await response.json().catch(() => ({})));
  const isRefused = response.status === 400 || response.status === 404;
  const Trouble = isRefused ? Refused : Error;
  const why = said.error ?? `${address}: ${response.status}`;
  throw Object.assign(new Trouble(why), { messages: said.messages ?? said.trouble });
}

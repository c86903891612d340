// Where positions and searches come from: the server beside this page or, in the frozen
// form, files that hold the same answers, bundled by the top row of the board. Each is
// asked for once.

/** Nobody answers: the server, the network or a file is gone. */
export class Unanswered extends Error {}

/** What is asked for makes no sense, or is not there. */
export class Refused extends Error {}

const asked = new Map();
let first; // the empty board, which comes with the first answer

export async function about() {
  const answer = await json("api/about.json");
  ({ first } = answer);
  return answer;
}

/** Whether all answers are files, and there is no server. */
export const isFrozen = () => "frozen" in document.documentElement.dataset;

export const words = (language) => json(`api/words/${language}.json`);

export const position = (board) =>
  board === first.board ? first : one("positions", board);

export const search = (method, board) => one(`searches/${method}`, board);

/** The list of the lessons, and what tells their course from others. */
export const lessons = () => json("api/lessons.json");
export const lesson = (name) => json(`api/lessons/${encodeURIComponent(name)}.json`);

/** What the judge says of a file, and how it reports it; `hear` is told how far it is. */
export const check = (bytes, name, hear, signal) =>
  post(`api/check.json?name=${encodeURIComponent(name)}`, bytes, hear, signal);

/** What the judge says of a function that was written on the page. */
export const write = (name, text, hear) => post(`api/write/${name}.json`, text, hear);

/** What the given engine does on a board. */
export const engine = (board) => json(`api/engine/${name(board)}.json`);

/** What its search visits there. */
export const engineSearch = (board) => json(`api/engine/search/${name(board)}.json`);

/** The own search of a file, or of the given engine: on a board, or on a small one. */
export const own = (board, bytes) =>
  bytes
    ? post(`api/own.json?board=${name(board)}`, bytes)
    : get(`api/engine/own.json?board=${name(board)}`);

/** A position on a bigger board, with what is known of its moves by now. */
export const bigger = (size, moves) => get(`api/bigger/${size}/${moves.join("-")}`);

/** The solver's move there. */
export const biggerReply = (size, moves) =>
  get(`api/bigger/${size}/reply/${moves.join("-")}`);

/** How far the judge has come with it, or what it has found. */
export const engineCheck = () => get("api/engine/check.json");

/** Ask again: an engine may have been slow. */
export const forget = () =>
  asked.forEach((_, address) => address.includes("/engine/") && asked.delete(address));

async function one(folder, board) {
  if (!isFrozen()) return json(`api/${folder}/${name(board)}.json`);
  if (!/^[XO.]{9}$/.test(board)) throw new Refused(board); // no file of that name
  const bundle = await json(`api/${folder}/${name(board.slice(0, 3))}.json`);
  if (!(board in bundle)) throw new Refused(board);
  return bundle[board];
}

const name = (board) => encodeURIComponent(board.replaceAll(".", "-"));

function json(address) {
  if (!asked.has(address)) {
    const answer = isFrozen() ? twice(() => script(address)) : get(address);
    asked.set(address, answer);
    answer.catch(() => asked.delete(address));
  }
  return asked.get(address);
}

const PAUSE = 300; // milliseconds before an unanswered question is asked once more

/** Ask once more if nobody answers: a move must not be lost to one lost packet. */
const twice = (ask) =>
  ask().catch(async (error) => {
    if (!(error instanceof Unanswered)) throw error;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    return ask();
  });

const get = (address) => twice(() => answerOf(address, { credentials: "same-origin" }));
const post = (address, body, hear, signal) =>
  answerOf(address, { method: "POST", body, signal }, (response) =>
    lastLine(response, hear),
  );

/** The answer is the last of its lines; those before it tell how far it has come. */
async function lastLine(response, hear) {
  let text = "";
  const letters = new TextDecoder();
  for (const reader = response.body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    const lines = (text + letters.decode(value, { stream: true })).split("\n");
    text = lines.pop();
    for (const line of lines) hear(JSON.parse(line));
  }
  return JSON.parse(text);
}

async function answerOf(address, options, read = (response) => response.json()) {
  const silent = () => {
    throw new Unanswered(address);
  };
  const response = await fetch(address, options).catch(silent);
  const given = response.ok ? await read(response).catch(silent) : null; // or cut off
  if (given && !given.error) return given;
  const said = given ?? (await response.json().catch(() => ({})));
  const isRefused = response.status === 400 || response.status === 404;
  const Trouble = isRefused ? Refused : Error;
  const why = said.error ?? `${address}: ${response.status}`;
  throw Object.assign(new Trouble(why), { told: said.told });
}

const waiting = new Map(); // for an answer: who is to get it

/** An answer that is a script: a page on a disk may load these, but no JSON. */
function script(address) {
  return new Promise((resolve, reject) => {
    globalThis.answered ??= (asker, answer) => waiting.get(asker)(answer);
    waiting.set(address, resolve);
    const element = document.createElement("script");
    element.onerror = () => reject(new Unanswered(address));
    element.src = address.replace(/json$/, "js");
    document.head.append(element);
  });
}

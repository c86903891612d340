// The judge in this browser: a worker, under the policy of this page, hence by a blob.

let worker = null;
let cage = null;
const waiting = []; // what is asked, and who hears of it: one after another

export const canJudge = () => "Worker" in globalThis && "WebAssembly" in globalThis;

/** Judge a text in its turn; `hear` is called with each message of the worker. */
export function judge(asked, hear) {
  waiting.push({ asked, hear });
  if (waiting.length === 1) begin();
}

/** Whoever comes near the field will soon ask: Python begins. */
export function warmUp() {
  if (worker || !canJudge()) return;
  worker = started();
  worker.postMessage("warm up");
}

function begin() {
  if (!waiting.length) return;
  worker ??= started();
  worker.postMessage(waiting[0].asked);
}

/** Pass on a message; after the last one about a text comes the next text. */
function pass(message) {
  if (!waiting.length) return;
  const { hear } = waiting[0];
  const isLast = message[0] === "done" || message[0] === "failed";
  if (isLast) waiting.shift();
  hear(message);
  if (isLast) begin();
}

function started() {
  const made = caged("judge-worker.js", pass, () => {
    end(); // it could not be loaded, perhaps: the next text gets another
    pass(["failed", ""]);
  });
  cage = made.cage;
  return made.worker;
}

/** A worker with Python, and the cage in which it has students' files run. */
export function caged(name, hear, fail) {
  const address = new URL(`python/${name}`, document.baseURI).href;
  const text = `import ${JSON.stringify(address)};`;
  const script = new Blob([text], { type: "text/javascript" });
  const made = new Worker(URL.createObjectURL(script), { type: "module" });
  made.onmessage = ({ data }) => hear(data);
  made.onerror = fail;
  return { worker: made, cage: cageFor(made, fail) };
}

/** The cage of the files: a page without an origin. The judge has a port to it. */
function cageFor(judging, fail) {
  const { port1, port2 } = new MessageChannel();
  const frame = document.createElement("iframe");
  frame.sandbox = "allow-scripts";
  frame.className = "cage"; // of one pixel: what is hidden is given less of the processor
  frame.ariaHidden = "true";
  frame.tabIndex = -1;
  frame.onload = () => frame.contentWindow.postMessage("judge", "*", [port2]);
  // Offline, only what the page itself fetches comes from the cache of the service worker.
  fetch(new URL("python/cage.html", document.baseURI))
    .then((answer) => answer.text())
    .then((text) => {
      frame.srcdoc = text;
      document.body.append(frame);
    }, fail);
  judging.postMessage("cage", [port1]);
  return frame;
}

function end() {
  worker?.terminate();
  cage?.remove();
  worker = cage = null;
}

/** Give up the text of which `hear` is to hear. */
export function giveUp(hear) {
  const at = waiting.findIndex((each) => each.hear === hear);
  if (at < 0) return;
  waiting.splice(at, 1);
  if (at > 0) return;
  end();
  begin();
}

/** What the judge says of one function, by language, with all the others ours. */
export function judgeFunction(only, text, tell = () => {}) {
  const asked = { text, name: "tictactoe.py", functions: [only], only };
  return new Promise((resolve, reject) =>
    judge(asked, ([what, given]) => {
      if (what === "asked") tell(given);
      if (what === "done") resolve(given);
      if (what === "failed") reject(new Error(given));
    }),
  );
}

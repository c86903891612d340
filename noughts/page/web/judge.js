// The judge in this browser: a worker made from a blob, so that it has this page's policy.

let worker = null;
let cage = null;
const waiting = []; // requests and their listeners, served one after another

export const canJudge = () => "Worker" in globalThis && "WebAssembly" in globalThis;

/** Judge a text in its turn, and `hear` each message about it; return how to cancel it. */
export function judge(asked, hear) {
  const request = { asked, hear };
  waiting.push(request);
  if (waiting.length === 1) begin();
  return () => giveUp(request);
}

/** Load Python before it is needed. */
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

/** Pass on a message; after the last one about a text, judge the next. */
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
    end(); // perhaps it could not be loaded; the next text gets a new worker
    pass(["failed", ""]);
  });
  cage = made.cage;
  return made.worker;
}

/** Start a worker with Python, and the cage for students' files. */
export function caged(name, hear, fail) {
  const address = new URL(`python/${name}`, document.baseURI).href;
  const text = `import ${JSON.stringify(address)};`;
  const script = new Blob([text], { type: "text/javascript" });
  const made = new Worker(URL.createObjectURL(script), { type: "module" });
  made.onmessage = ({ data }) => hear(data);
  made.onerror = fail;
  return { worker: made, cage: cageFor(made, fail) };
}

/** Create the cage: a page with an opaque origin, connected to the judge by a port. */
function cageFor(judging, fail) {
  const { port1, port2 } = new MessageChannel();
  const frame = document.createElement("iframe");
  frame.sandbox = "allow-scripts";
  frame.className = "cage"; // one pixel: browsers slow down hidden frames
  frame.ariaHidden = "true";
  frame.tabIndex = -1;
  // The service worker has no control over a frame of another origin: fetch it here.
  fetch(new URL("python/cage.html", document.baseURI))
    .then((answer) => answer.text())
    .then((text) => {
      frame.onload = () => frame.contentWindow.postMessage("judge", "*", [port2]);
      frame.srcdoc = text;
    })
    .catch(() => frame.isConnected && fail());
  document.body.append(frame);
  judging.postMessage("cage", [port1]);
  return frame;
}

function end() {
  worker?.terminate();
  cage?.remove();
  worker = cage = null;
}

function giveUp(request) {
  const at = waiting.indexOf(request);
  if (at < 0) return;
  waiting.splice(at, 1);
  if (at > 0) return;
  end();
  begin();
}

/** Judge one function together with ours; resolve to the verdicts by language. */
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

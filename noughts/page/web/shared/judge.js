// Python in this browser: a worker made from a blob, so that it has this page's policy, and a
// cage for students' files.

/** Can this page check files and functions? */
export const hasJudge = ({ frozen, python: isHere }) => !frozen || isHere;

/** The sentence for a failure of Python in this browser; "" means it did not load. */
function unjudged(said) {
  if (!("WebAssembly" in globalThis)) return "checking.too_old";
  const isFile = location.protocol === "file:";
  return said || (isFile ? "checking.from_file" : "checking.no_python");
}

/**
 * A worker that starts with the first thing it is told. If it fails, it ends together with
 * its cage, and the next thing starts another one.
 *
 * @returns {PythonWorker}
 */
export function workerOf(name) {
  let caged = /** @type {{ worker: Worker, cage: HTMLElement } | null} */ (null);
  let hear = /** @type {Hear} */ (() => {});

  function start() {
    const address = new URL(`python/${name}`, document.baseURI).href;
    const text = `import ${JSON.stringify(address)};`;
    const script = new Blob([text], { type: "text/javascript" });
    const worker = new Worker(URL.createObjectURL(script), { type: "module" });
    const fail = () => {
      if (caged?.worker !== worker) return; // it was ended
      end();
      hear(["failed", unjudged("")]);
    };
    worker.onmessage = ({ data: [what, given] }) =>
      hear([what, what === "failed" ? unjudged(given) : given]);
    worker.onerror = fail;
    caged = { worker, cage: cageFor(worker, fail) };
    return caged;
  }

  function end() {
    caged?.worker.terminate();
    caged?.cage.remove();
    caged = null;
  }

  return {
    isStarted: () => caged !== null,
    listen: (heard) => void (hear = heard),
    tell: (said) => (caged ?? start()).worker.postMessage(said),
    end,
  };
}

/** Create the cage: a page with an opaque origin, connected to the judge by a port. */
function cageFor(worker, fail) {
  const { port1, port2 } = new MessageChannel();
  const frame = document.createElement("iframe");
  /** @type {any} */ (frame).sandbox = "allow-scripts";
  frame.className = "cage"; // one pixel: browsers slow down hidden frames
  frame.ariaHidden = "true";
  frame.tabIndex = -1;
  // The service worker has no control over a frame of another origin: fetch it here.
  fetch(new URL("python/cage.html", document.baseURI))
    .then((answer) => answer.text())
    .then((text) => {
      frame.onload = () => frame.contentWindow?.postMessage("judge", "*", [port2]);
      frame.srcdoc = text;
    })
    .catch(fail);
  document.body.append(frame);
  worker.postMessage("cage", [port1]);
  return frame;
}

/**
 * The judge: it judges one text after another, each when its turn comes.
 *
 * @param {PythonWorker} python
 * @param {Commands["queue"]} queue
 */
export function judgeOf(python, queue) {
  /**
   * Judge a text, and `hear` its progress; resolve to the result, or to nothing if the signal
   * ends it before.
   *
   * @type {(asked: object, hear: Hear, signal?: AbortSignal) => Promise<any>}
   */
  function judged(asked, hear, signal) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return resolve(undefined);
      python.listen(([what, given]) => {
        if (what === "done") resolve(given);
        else if (what === "failed") reject(new Error(given));
        else hear([what, given]);
      });
      python.tell(asked);
      signal?.addEventListener("abort", () => {
        python.end();
        resolve(undefined);
      });
    });
  }

  const judge = (asked, hear, signal) =>
    new Promise((resolve, reject) =>
      queue("judge", () => judged(asked, hear, signal).then(resolve, reject)),
    );

  return {
    /** Load Python before it is needed. */
    warmUp: () => python.isStarted() || python.tell("warm up"),

    judge,

    /** Trace a search; resolve to its recording, or why it cannot be shown. */
    trace: (asked, signal) => judge(asked, () => {}, signal),

    /** Judge one function together with ours; resolve to the verdicts by language. */
    judgeFunction: (only, text, hear, signal) =>
      judge({ text, name: "tictactoe.py", functions: [only], only }, hear, signal),
  };
}

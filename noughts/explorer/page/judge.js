// The judge in this browser: a worker, under the policy of this page, hence by a blob.

let worker = null;
let heard = () => {};

export const canJudge = () => "Worker" in window && "WebAssembly" in window;

/** Judge a text; `hear` is called with each message of the worker. */
export function judge(asked, hear) {
  heard = hear;
  worker ??= started();
  worker.postMessage(asked);
}

function started() {
  const address = new URL("python/judge-worker.js", document.baseURI).href;
  const text = `import ${JSON.stringify(address)};`;
  const script = new Blob([text], { type: "text/javascript" });
  const made = new Worker(URL.createObjectURL(script), { type: "module" });
  made.onmessage = ({ data }) => heard(data);
  made.onerror = () => heard(["failed", ""]);
  navigator.serviceWorker?.register("sw.js").catch(() => {}); // next time without network
  return made;
}

export function endJudge() {
  worker?.terminate();
  worker = null;
}

/** What the judge says of one function, with all the others ours. */
export function judgeFunction(only, text, language) {
  const asked = { text, name: "tictactoe.py", functions: [only], language, only };
  return new Promise((resolve, reject) =>
    judge(asked, ([what, given]) => {
      if (what === "done") resolve(given.verdict);
      if (what === "failed") reject(new Error(given));
    }),
  );
}

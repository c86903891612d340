// Ruff as WebAssembly: the version and the rules of the command line.

const BASE = new URL("./", import.meta.url);
const LATE = 60_000; // milliseconds for one file

let code = null; // a promise of the compiled module

/**
 * Resolve to what ruff finds in a file, as JSON, or to "null" if it crashes on it.
 *
 * `asked` are the text and the settings, as JSON. A worker of its own reads the file, and
 * ends with it. Rejects if ruff does not start or takes too long.
 */
export async function found(asked) {
  code ??= compiled().catch((error) => {
    code = null; // the network may be back next time
    throw error;
  });
  const module = await code;
  const worker = new Worker(new URL("ruff-worker.js", BASE), { type: "module" });
  return answer(worker, [module, asked]).finally(() => worker.terminate());
}

async function compiled() {
  const { name, digest } = await (await fetch(new URL("ruff.json", BASE))).json();
  const address = new URL(`${name}?${digest}`, BASE);
  const response = await fetch(address, { cache: "force-cache" });
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  const bytes = response.clone();
  return WebAssembly.compileStreaming(response).catch(async () =>
    WebAssembly.compile(await bytes.arrayBuffer()),
  );
}

function answer(worker, given) {
  return new Promise((resolve, reject) => {
    let isReady = false;
    const late = setTimeout(() => reject(new Error("ruff takes too long")), LATE);
    const end = (deed) => {
      clearTimeout(late);
      deed();
    };
    worker.onmessage = ({ data }) => {
      if (data === "ready") isReady = true;
      else end(() => resolve(data));
    };
    worker.onerror = (error) => {
      error.preventDefault();
      end(() => (isReady ? resolve("null") : reject(new Error("ruff does not start"))));
    };
    worker.postMessage(given);
  });
}

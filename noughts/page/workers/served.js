// Files that are served from memory: what Python needs is fetched once, with progress,
// and a worker that has it needs no network.

/** Fetch files, telling how many bytes are here; return them by name. */
export async function fetched(base, files, tell) {
  const all = files.reduce((sum, { size }) => sum + size, 0);
  let here = 0;
  const found = {};
  for (const { name } of files) {
    const response = await fetch(new URL(name, base));
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    const parts = [];
    for (const reader = response.body.getReader(); ; ) {
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
      here += value.length;
      tell(Math.min(here, all), all);
    }
    found[name] = await new Blob(parts).arrayBuffer();
  }
  return found;
}

const TYPES = { wasm: "application/wasm", json: "application/json" };

/** Let `fetch` in this worker give these files, and nothing else. */
export function serveOnly(base, files) {
  const serve = async (asked) => {
    const name = String(asked.url ?? asked).slice(String(base).length);
    if (!(name in files)) return new Response("", { status: 404 });
    const type = TYPES[name.split(".").at(-1)] ?? "application/octet-stream";
    return new Response(files[name], { headers: { "content-type": type } });
  };
  for (const name of NETWORK) take(name);
  Object.defineProperty(self, "fetch", { value: serve });
}

// What a worker could reach others with, or keep something by. The page's policy forbids
// other hosts anyway; here goes what is left.
const NETWORK = [
  "fetch",
  "XMLHttpRequest",
  "WebSocket",
  "WebSocketStream",
  "WebTransport",
  "EventSource",
  "Worker",
  "SharedWorker",
  "BroadcastChannel",
  "importScripts",
  "indexedDB",
  "caches",
  "cookieStore",
];

function take(name) {
  for (let at = self; at; at = Object.getPrototypeOf(at)) delete at[name];
}

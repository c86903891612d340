// The page that student files run in. Its origin is opaque, so it has no storage, and its
// policy allows no requests. Its workers get Python and the file, and only text comes out.

const LONGEST = 4 << 20; // characters of one message
const workers = new Map();
let judge = null;
let script = "";
let given = null; // a promise of what every worker gets

onmessage = ({ source, ports }) => {
  if (source !== parent || judge) return;
  [judge] = ports;
  judge.onmessage = ({ data: [number, what, payload] }) => DEEDS[what](number, payload);
};

const DEEDS = {
  give(_, { worker, wasm, ...more }) {
    script = URL.createObjectURL(new Blob([worker], { type: "text/javascript" }));
    given = WebAssembly.compile(wasm).then((code) => ({ ...more, wasm: code }));
  },

  async begin(number) {
    const worker = new Worker(script);
    workers.set(number, worker);
    worker.onmessage = ({ data }) => {
      if (typeof data === "string" && data.length < LONGEST)
        judge.postMessage([number, data]);
    };
    worker.postMessage(await given);
  },

  tell(number, payload) {
    workers.get(number)?.postMessage(payload);
  },

  end(number) {
    workers.get(number)?.terminate();
    workers.delete(number);
  },
};

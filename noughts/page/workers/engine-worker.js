// Runs a student's file inside the cage. It answers in text and is terminated from outside.
// The build puts loadPyodide, createPyodide, restored and sealed in front: a cage loads only classic scripts.

const NOWHERE = "https://cage.invalid/";
let py = null;
let loaded = null;

/** Start Python, which gets its files without a network. */
async function begin({ files, wasm, snapshot }) {
  sealed(self);
  self.fetch = async (asked) => {
    const name = String(asked.url ?? asked).slice(NOWHERE.length);
    return new Response(files[name] ?? "", { status: name in files ? 200 : 404 });
  };
  const memory = new Uint8Array(snapshot);
  py = await restored(loadPyodide, createPyodide, wasm, memory, {
    indexURL: NOWHERE,
    stdin: () => null,
    stdout() {},
    stderr() {},
  });
  return {};
}

const DEEDS = {
  /** Load the file, then apply the judge's setup. */
  load({ source, modules, setup }) {
    loaded = py.globals.get("LoadedFile")(source, py.toPy(modules ?? {}));
    if (loaded.refusal) return { refusal: loaded.refusal };
    let said = "";
    loaded.answer("setup", setup, (line) => (said = line));
    return said.startsWith("ok ") ? { refusal: "" } : { failed: said };
  },

  /** Send the answers in batches; if one hangs, the others of its batch are lost. */
  ask({ verb, text, batch, quick }, say) {
    py.globals.get("answer")(loaded, verb, text, batch, quick, say);
    return {};
  },
};

/** Send lines as "3 =LINES" and the final result as "3 .{}". */
async function answer(number, deed) {
  const send = (text) => postMessage(`${number} ${text}`);
  try {
    send(`.${JSON.stringify(await deed((line) => send(`=${line}`)))}`);
  } catch (error) {
    send(`.${JSON.stringify({ failed: String(error).slice(0, 2000) })}`);
  }
}

self.onmessage = ({ data }) => {
  self.onmessage = ({ data: [number, deed, given] }) =>
    answer(number, (say) => DEEDS[deed](given, say));
  answer(0, () => begin(data));
};

// What ruff as WebAssembly finds in texts: `node ruff.mjs FOLDER < {"texts", "settings"}`.
// It runs the worker's own code, with Node in place of the browser.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const { texts, settings } = JSON.parse(readFileSync(0, "utf8"));
const module = await WebAssembly.compile(readFileSync(`${folder}/ruff_wasm_bg.wasm`));
const said = [];
globalThis.self = {};
globalThis.postMessage = (message) => said.push(message);
await import(pathToFileURL(`${folder}/ruff-worker.js`));
for (const text of texts)
  self.onmessage({ data: [module, JSON.stringify({ text, settings })] });
console.log(JSON.stringify(said));

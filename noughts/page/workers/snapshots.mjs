// Run by Node when the page is built: starts Python, and saves its memory for browsers.
//
//     node snapshots.mjs FOLDER NAME < {"files": {path: text}, "program": text}

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const HOME = "/home/pyodide";
const [folder, name] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
const { files, program } = JSON.parse(readFileSync(0, "utf8"));

const py = await loadPyodide({ indexURL: folder, _makeSnapshot: true });
for (const [path, text] of Object.entries(files)) {
  py.FS.mkdirTree(`${HOME}/${path.slice(0, path.lastIndexOf("/"))}`);
  py.FS.writeFile(`${HOME}/${path}`, text);
}
py.runPython(`import sys; sys.path.insert(0, "${HOME}")`);
py.runPython(program);
py.runPython("import gc; gc.collect()");
writeFileSync(`${folder}/${name}.snapshot`, gzipSync(py.makeMemorySnapshot()));
process.exit(0);

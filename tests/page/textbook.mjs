// Print of each step: the line that is marked, and the variables that are shown.
import { readFileSync } from "node:fs";
const { CODE, lineOf } = await import(process.argv[2] + "/search/code.js");
const { Recording } = await import(process.argv[2] + "/shared/recording.js");
const text = (value) => value?.toString() ?? null; // JSON knows nothing infinite
const shown = JSON.parse(readFileSync(0)).map((answer) => {
  const search = new Recording(answer);
  return search.kinds.map((kind, n) => [
    lineOf(search.method, kind, search.at[n].turn),
    Object.entries(search.variables(n)).map(([name, value]) => [name, text(value)]),
  ]);
});
console.log(JSON.stringify({ CODE, shown }));

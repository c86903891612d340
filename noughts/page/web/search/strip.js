// The timeline of a search: depth over time, coloured by value, with ticks for cuts.

import { valueClass } from "../shared/notation.js";
import { isReturn } from "../shared/recording.js";

/** For each column: the greatest depth, the last value, and whether there is a cut. */
export function columns(recording, width) {
  const found = [];
  for (let x = 0; x < width; x++) {
    const from = Math.floor((x * recording.length) / width);
    const to = Math.max(from + 1, Math.floor(((x + 1) * recording.length) / width));
    const column = { depth: 0, value: found[x - 1]?.value, cut: false };
    for (let n = from; n < to; n++) {
      const kind = recording.kinds[n];
      column.depth = Math.max(column.depth, recording.at[n].path.length);
      if (kind === "cut") column.cut = true;
      if (isReturn(kind)) column.value = recording.event(n).value;
    }
    found.push(column);
  }
  return found;
}

const [WIDTH, DEEPEST, TICK] = [800, 27, 4]; // columns, and units of height
export const BOX = `0 0 ${WIDTH} ${DEEPEST + 1 + TICK}`;

/** The strip as SVG paths, each with its CSS class: [class, path]. */
export function paths(recording) {
  const all = columns(recording, WIDTH);
  const most = Math.max(1, ...all.map(({ depth }) => depth));
  const bar = (x, top, tall) => (tall ? `M${x} ${top}v${tall}h1v${-tall}z` : "");
  const bars = (top, tall) => all.map((each, x) => bar(x, top, tall(each))).join("");
  const height = ({ depth }) => Math.max(1, (depth / most) * DEEPEST);
  const ofValue = (value) => bars(0, (each) => each.value === value && height(each));
  const cuts = bars(DEEPEST + 1, ({ cut }) => cut && TICK);
  const valued = [1, 0, -1, undefined].map((value) => [
    valueClass(value),
    ofValue(value),
  ]);
  return [...valued, ["cut", cuts]];
}

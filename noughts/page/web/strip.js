// The timeline of a search: depth over time, coloured by value, with ticks for cuts.

/** For each column: the greatest depth, the last value, and whether there is a cut. */
export function columns(recording, width) {
  const found = [];
  for (let x = 0; x < width; x++) {
    const from = Math.floor((x * recording.length) / width);
    const to = Math.max(from + 1, Math.floor(((x + 1) * recording.length) / width));
    const column = { depth: 0, value: null, cut: false };
    for (let n = from; n < to; n++) {
      column.depth = Math.max(column.depth, recording.at[n].path.length);
      if (recording.kind[n] === "C") column.cut = true;
      if (recording.kind[n] === "L" || recording.kind[n] === "V")
        column.value = recording.event(n).value;
    }
    if (column.value === null) column.value = found[x - 1]?.value ?? null;
    found.push(column);
  }
  return found;
}

const COLOURS = { "-1": "--o-wins", 0: "--draw", 1: "--x-wins", null: "--line" };
const TICK = 5; // the height of a tick, in pixels

export function paint(canvas, recording, room) {
  const ratio = devicePixelRatio || 1;
  const width = Math.max(1, Math.floor(room.width * ratio));
  const height = Math.max(1, Math.floor(room.height * ratio));
  Object.assign(canvas, { width, height });
  const style = getComputedStyle(canvas);
  const brush = canvas.getContext("2d");
  const found = columns(recording, width);
  const deepest = Math.max(1, ...found.map(({ depth }) => depth));
  const tall = height - TICK * ratio;
  found.forEach(({ depth, value, cut }, x) => {
    brush.fillStyle = style.getPropertyValue(COLOURS[value]);
    brush.fillRect(x, 0, 1, Math.max(1, (depth / deepest) * tall));
    if (!cut) return;
    brush.fillStyle = style.getPropertyValue("--ink");
    brush.fillRect(x, tall + 1, Math.max(1, ratio), TICK * ratio);
  });
}

// Downloads what Python needs, with progress: the cage itself has no network.

/** Begin to fetch files, reporting the bytes received; return a promise by name. */
export function fetched(base, files, tell) {
  const all = files.reduce((sum, { size }) => sum + size, 0);
  let here = 0;
  const count = (chunk, out) => {
    here += chunk.length;
    tell(Math.min(here, all), all);
    out.enqueue(chunk);
  };
  const one = async ({ name }) => {
    const response = await fetch(new URL(name, base));
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    const stream = response.body.pipeThrough(new TransformStream({ transform: count }));
    return new Response(stream).arrayBuffer();
  };
  return Object.fromEntries(files.map((file) => [file.name, one(file)]));
}

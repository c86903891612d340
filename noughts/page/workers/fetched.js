// Downloads what Python needs, with progress: the cage itself has no network.

/** Fetch files by name, reporting the bytes received; snapshots are unpacked as they arrive. */
export async function fetched(base, files, tell) {
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
    let stream = response.body.pipeThrough(new TransformStream({ transform: count }));
    if (name.endsWith(".snapshot"))
      stream = stream.pipeThrough(new DecompressionStream("gzip"));
    return [name, await new Response(stream).arrayBuffer()];
  };
  return Object.fromEntries(await Promise.all(files.map(one)));
}

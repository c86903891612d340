// Downloads what Python needs, with progress: the cage itself has no network.

/** Fetch files by name, reporting the bytes received. */
export async function fetched(base, files, tell) {
  const all = files.reduce((sum, { size }) => sum + size, 0);
  let here = 0;
  const found = {};
  for (const { name } of files) {
    const response = await fetch(new URL(name, base));
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    const parts = [];
    for (const reader = response.body.getReader(); ;) {
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
      here += value.length;
      tell(Math.min(here, all), all);
    }
    const stream = new Blob(parts).stream();
    const isPacked = name.endsWith(".snapshot");
    const whole = isPacked
      ? stream.pipeThrough(new DecompressionStream("gzip"))
      : stream;
    found[name] = await new Response(whole).arrayBuffer();
  }
  return found;
}

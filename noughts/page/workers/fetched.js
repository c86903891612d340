// Downloads what Python needs, with progress: the cage itself has no network.

/**
 * Fetch files by name, reporting the bytes received; snapshots are unpacked as they arrive.
 *
 * The digest in an address lets browsers use the file that they have without asking for a
 * newer one. They also keep what they compiled of a response: `code`, or null if the server
 * calls it by another type.
 */
export async function fetched(base, files, tell) {
  const all = files.reduce((sum, { size }) => sum + size, 0);
  let here = 0;
  let code = null;
  const count = (chunk, out) => {
    here += chunk.length;
    tell(Math.min(here, all), all);
    out.enqueue(chunk);
  };
  const one = async ({ name, digest }) => {
    const address = new URL(`${name}?${digest}`, base);
    const response = await fetch(address, { cache: "force-cache" });
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    if (name.endsWith(".wasm"))
      code = WebAssembly.compileStreaming(response.clone()).catch(() => null);
    let stream = response.body.pipeThrough(new TransformStream({ transform: count }));
    if (name.endsWith(".snapshot"))
      stream = stream.pipeThrough(new DecompressionStream("gzip"));
    return [name, await new Response(stream).arrayBuffer()];
  };
  const found = Object.fromEntries(await Promise.all(files.map(one)));
  return { ...found, code: await code };
}

// Starts Python from a memory snapshot, which is ten times as fast. The only place that uses
// what Pyodide does not document: _loadSnapshot, and the memory of its module.

/**
 * `wasm` is the compiled module. A snapshot may be larger than the memory that Python starts
 * with.
 */
export function restored(loadPyodide, createPyodide, wasm, snapshot, options) {
  const { instantiate } = WebAssembly;
  WebAssembly.instantiateStreaming = async (_, imports) => ({
    instance: await instantiate(wasm, imports),
    module: wasm,
  });
  const createPyodideModule = async (settings) => {
    const made = await createPyodide(settings);
    made.growMemory(snapshot.byteLength);
    return made;
  };
  return loadPyodide({ ...options, createPyodideModule, _loadSnapshot: snapshot });
}

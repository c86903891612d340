// A page with a cage, as in web/judge.js; `caged` resolves to the worker's messages.
globalThis.caged = (worker, wasm, workers = 1) =>
  new Promise(async (resolve) => {
    const { port1, port2 } = new MessageChannel();
    const frame = document.createElement("iframe");
    const heard = [];
    frame.sandbox = "allow-scripts";
    frame.srcdoc = await (await fetch("cage.html")).text();
    frame.onload = () => frame.contentWindow.postMessage("judge", "*", [port2]);
    port1.onmessage = ({ data: [, said] }) => {
      heard.push(said);
      if (said === "over" && !--workers) resolve(heard);
    };
    document.body.append(frame);
    const given = { worker, wasm: new Uint8Array(wasm), files: { secret: "" } };
    port1.postMessage([0, "give", given]);
    for (let number = workers; number > 0; number--)
      for (const what of ["begin", "tell"]) port1.postMessage([number, what, "go"]);
  });

self.onmessage = () => {
  self.onmessage = () => {
    for (const said of [7, null, { said: 1 }, ["1 =t"], new ArrayBuffer(8), new Map()])
      postMessage(said);
    new BroadcastChannel("all").postMessage("heard");
    for (const said of ["text", origin, "x".repeat(5 << 20), "over"]) postMessage(said);
  };
};

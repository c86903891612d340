// The test puts the address of the host in front, as HOME.
const opened = (thing) =>
  new Promise((resolve, reject) => {
    thing.onopen = thing.onsuccess = resolve;
    thing.onerror = () => reject(new Error("refused"));
  });
const ask = (address) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.onload = resolve;
    request.onerror = () => reject(new Error("refused"));
    request.open("GET", address);
    request.send();
  });
const nested = () =>
  new Promise((resolve, reject) => {
    const text = `fetch("${HOME}asked").then(() => postMessage(1), () => postMessage(0))`;
    const worker = new Worker(URL.createObjectURL(new Blob([text])));
    worker.onmessage = ({ data }) => (data ? resolve() : reject(new Error("refused")));
    worker.onerror = reject;
  });
// Each would leak something to the file, the network or a later file.
const attacks = {
  "read our solution": async () => {
    await fetch(HOME + "python/noughts.json");
  },
  "ask the host": async () => {
    await ask(HOME + "asked");
  },
  "ask another host": async () => {
    await fetch("https://other.invalid/");
  },
  "open a socket": async () => {
    await opened(new WebSocket(HOME.replace("http", "ws")));
  },
  "follow events": async () => {
    await opened(new EventSource(HOME + "asked"));
  },
  "send a beacon": async () => {
    if (!navigator.sendBeacon(HOME + "asked")) throw Error();
  },
  "run a script of the host": async () => {
    importScripts(HOME + "host.js");
  },
  "import a module of the host": async () => {
    await import(HOME + "host.js");
  },
  "run a text as a script": async () => {
    eval("1");
  },
  "make a function of a text": async () => {
    new Function("return 1")();
  },
  "keep something in a cache": async () => {
    await caches.open("kept");
  },
  "fetch through a cache": async () => {
    await (await caches.open("a")).add(HOME + "asked");
  },
  "keep something in a bucket": async () => {
    await navigator.storageBuckets.open("kept");
  },
  "write a file": async () => {
    await navigator.storage.getDirectory();
  },
  "open a database": async () => {
    await opened(indexedDB.open("kept"));
  },
  "talk to another file": async () => {
    new BroadcastChannel("all").close();
  },
  "start a worker of its own": async () => {
    new Worker(URL.createObjectURL(new Blob([""])));
  },
  "ask from a worker of its own": async () => {
    await nested();
  },
};
self.onmessage = () => {
  self.onmessage = async () => {
    for (const [name, attack] of Object.entries(attacks))
      await attack().then(
        () => postMessage(`${name}: done`),
        (error) => postMessage(`${name}: ${error ? "refused" : ""}`),
      );
    postMessage("over");
  };
};

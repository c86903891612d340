"""The cage of a student's file in a real browser: only text gets out."""

import json

import pytest
from helpers.browsing import browser
from helpers.static import hosted

from noughts.page.browser_python import cage, worker_text
from noughts.page.freeze import policy_of

pytestmark = pytest.mark.ci
__all__ = ["browser"]  # a fixture

WASM = [*b"\0asm", 1, 0, 0, 0]  # an empty module
HOST = f"""<!doctype html><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy_of(python=True)}">
<title>host</title><script src="host.js"></script>"""
# A page with a cage, as in web/judge.js; `caged` resolves to the worker's messages.
SCRIPT = """
globalThis.caged = (worker, wasm) => new Promise(async (resolve) => {
  const { port1, port2 } = new MessageChannel();
  const frame = document.createElement("iframe");
  const heard = [];
  frame.sandbox = "allow-scripts";
  frame.srcdoc = await (await fetch("cage.html")).text();
  frame.onload = () => frame.contentWindow.postMessage("judge", "*", [port2]);
  port1.onmessage = ({ data: [, said] }) => {
    heard.push(said);
    if (said === "over") resolve(heard);
  };
  document.body.append(frame);
  const given = { worker, wasm: new Uint8Array(wasm), files: { secret: "" } };
  port1.postMessage([0, "give", given]);
  for (const what of ["begin", "tell"]) port1.postMessage([1, what, "go"]);
});
"""
# Each would leak something to the file, the network or a later file.
ATTACKS = {
    "read our solution": "await fetch(HOME + 'python/noughts.json')",
    "ask the host": "await ask(HOME + 'asked')",
    "ask another host": "await fetch('https://other.invalid/')",
    "open a socket": "await opened(new WebSocket(HOME.replace('http', 'ws')))",
    "follow events": "await opened(new EventSource(HOME + 'asked'))",
    "send a beacon": "if (!navigator.sendBeacon(HOME + 'asked')) throw Error()",
    "run a script of the host": "importScripts(HOME + 'host.js')",
    "import a module of the host": "await import(HOME + 'host.js')",
    "run a text as a script": "eval('1')",
    "make a function of a text": "new Function('return 1')()",
    "keep something in a cache": "await caches.open('kept')",
    "fetch through a cache": "await (await caches.open('a')).add(HOME + 'asked')",
    "keep something in a bucket": "await navigator.storageBuckets.open('kept')",
    "write a file": "await navigator.storage.getDirectory()",
    "open a database": "await opened(indexedDB.open('kept'))",
    "ask from a worker of its own": "await nested()",
}
ATTACKING = """
const HOME = %s;
const opened = (thing) => new Promise((resolve, reject) => {
  thing.onopen = thing.onsuccess = resolve;
  thing.onerror = () => reject(new Error("refused"));
});
const ask = (address) => new Promise((resolve, reject) => {
  const request = new XMLHttpRequest();
  request.onload = resolve;
  request.onerror = () => reject(new Error("refused"));
  request.open("GET", address);
  request.send();
});
const nested = () => new Promise((resolve, reject) => {
  const text = `fetch("${HOME}asked").then(() => postMessage(1), () => postMessage(0))`;
  const worker = new Worker(URL.createObjectURL(new Blob([text])));
  worker.onmessage = ({ data }) => (data ? resolve() : reject(new Error("refused")));
  worker.onerror = reject;
});
const attacks = {%s};
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
"""
FORGING = """
self.onmessage = () => {
  self.onmessage = () => {
    for (const said of [7, null, { said: 1 }, ["1 =t"], new ArrayBuffer(8), new Map()])
      postMessage(said);
    new BroadcastChannel("all").postMessage("heard");
    for (const said of ["text", origin, "x".repeat(5 << 20), "over"]) postMessage(said);
  };
};
"""


@pytest.fixture(scope="module")
def host(tmp_path_factory):
    """Serve a page with a cage; yield its address and the requested paths."""
    folder, asked = tmp_path_factory.mktemp("host"), []
    texts = {
        "index.html": HOST,
        "host.js": SCRIPT,
        "cage.html": cage(worker_text("cage.js")),
    }
    for name, text in texts.items():
        (folder / name).write_text(text, "utf-8")
    with hosted(folder, asked) as home:
        yield home, asked


@pytest.fixture
def page(browser, host):
    page = browser.new_page()
    page.goto(host[0])
    yield page
    page.close()


def said_by(page, worker):
    return page.evaluate("([worker, wasm]) => caged(worker, wasm)", [worker, WASM])


def test_every_way_out_is_refused(page, host):
    home, asked = host
    before = len(asked)
    attacks = ", ".join(
        f"{json.dumps(n)}: async () => {{ {a} }}" for n, a in ATTACKS.items()
    )
    *said, _ = said_by(page, ATTACKING % (json.dumps(home), attacks))
    assert said == [f"{name}: refused" for name in ATTACKS]
    paths = {line.split()[1] for line in asked[before:]}
    assert paths <= {"/cage.html", "/favicon.ico"}


def test_only_text_comes_out(page):
    page.evaluate("""() => {
      window.broadcast = [];
      new BroadcastChannel("all").onmessage = ({ data }) => broadcast.push(data);
    }""")
    assert said_by(page, FORGING) == ["text", "null", "over"]
    assert page.evaluate("broadcast") == []

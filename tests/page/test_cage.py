"""The cage of a student's file in a real browser: only text gets out."""

import json
from pathlib import Path

import pytest
from helpers.browsing import browser
from helpers.static import hosted

from noughts.page.browser_python import cage, worker_text
from noughts.page.freeze import policy_of

pytestmark = pytest.mark.ci
__all__ = ["browser"]  # a fixture

# As the build puts it in front of the worker.
SEALED = worker_text("sealed.js").replace("export function", "function")
SEALED += "sealed(self);"
WASM = [*b"\0asm", 1, 0, 0, 0]  # an empty module
HOST = f"""<!doctype html><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy_of(python=True)}">
<title>host</title><script src="host.js"></script>"""


def read(name):
    """Return a script next to this file."""
    return (Path(__file__).parent / "cage" / name).read_text("utf-8")


@pytest.fixture(scope="module")
def host(tmp_path_factory):
    """Serve a page with a cage; yield its address and the requested paths."""
    folder, asked = tmp_path_factory.mktemp("host"), []
    texts = {
        "index.html": HOST,
        "host.js": read("host.js"),
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
    attacking = f"const HOME = {json.dumps(home)};\n{read('attacking.js')}"
    *said, _ = said_by(page, f"{SEALED}\n{attacking}")
    assert len(said) == attacking.count(": async () =>") > 15
    assert all(each.endswith(": refused") for each in said)
    paths = {line.split()[1] for line in asked[before:]}
    assert paths <= {"/cage.html", "/favicon.ico"}


def test_only_text_comes_out(page):
    page.evaluate("""() => {
      window.broadcast = [];
      new BroadcastChannel("all").onmessage = ({ data }) => broadcast.push(data);
    }""")
    assert said_by(page, read("forging.js")) == ["text", "null", "over"]
    assert page.evaluate("broadcast") == []


TALKING = """
self.onmessage = () => {
  self.onmessage = () => {
    try {
      const channel = new BroadcastChannel("class");
      channel.onmessage = ({ data }) => postMessage(data);
      setTimeout(() => channel.postMessage("heard"), 300);
    } catch {}
    setTimeout(() => postMessage("over"), 1000);
  };
};
"""


@pytest.mark.parametrize(("before", "is_heard"), [("", True), (SEALED, False)])
def test_two_files_of_a_class_cannot_talk_to_each_other(page, before, is_heard):
    """Without the seal they can, so this test could fail."""
    said = page.evaluate(
        "([worker, wasm]) => caged(worker, wasm, 2)", [before + TALKING, WASM]
    )
    assert ("heard" in said) is is_heard

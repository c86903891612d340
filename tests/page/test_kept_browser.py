"""What a browser keeps of the page, for a time without network."""

import functools
import http.server
import shutil

import pytest
from conftest import ROOT
from helpers.browsing import browser, running  # noqa: F401 - fixtures

pytestmark = pytest.mark.ci

SHOWN = """async () => {
  await navigator.serviceWorker.register("sw.js");
  await navigator.serviceWorker.ready;
  return (await fetch("python/noughts.zip", { cache: "no-store" })).text();
}"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A server that tells nobody what it is asked."""

    def log_message(self, *_):
        pass


def test_a_new_release_is_judged_by_its_own_judge_and_an_old_one_without_network(
    browser, tmp_path
):
    (tmp_path / "index.html").write_text("<!doctype html><title>-</title>")
    (tmp_path / "python").mkdir()
    shutil.copy(ROOT / "noughts/page/workers/sw.js", tmp_path)
    serve = functools.partial(Quiet, directory=tmp_path)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), serve) as server:
        page = browser.new_page()
        with running(server):
            for release in ("one", "two"):
                (tmp_path / "python/noughts.zip").write_text(release)
                for _ in range(2):  # the first time nobody keeps anything yet
                    page.goto(f"http://127.0.0.1:{server.server_port}/index.html")
                    assert page.evaluate(SHOWN) == release
    page.reload()
    assert page.evaluate("fetch('python/noughts.zip').then(it => it.text())") == "two"
    page.close()

"""`noughts explore`: where the page is served, and what is refused."""

import json
import re
import signal
import socket
import subprocess
import sys
import webbrowser
from argparse import Namespace
from contextlib import contextmanager
from urllib.request import urlopen

import pytest
from conftest import ROOT
from helpers.commands import command

pytest.importorskip("flask", reason="the page needs Flask: noughts[explore]")

from noughts.cli import explore
from noughts.cli.screen import Progress
from noughts.page import app, freeze, server
from noughts.texts import words

main = command("explore")
WRONG_VALUE = "&view=search&method=own&step=wrong"
ENDLESS = b"def player(board):\n    while True: pass\n"


def heed_ctrl_c():
    """Undo what a shell does to programs in its background."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.ci
def test_the_page_is_served_to_this_machine_until_ctrl_c():
    with subprocess.Popen(
        [sys.executable, "-m", "noughts", "explore", "--no-browser"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=heed_ctrl_c,
    ) as process:
        try:
            said = process.stdout.readline()
            address = re.search(r"http://\S+", said)[0]
            assert address.startswith("http://127.0.0.1:")
            with urlopen(f"{address}api/about.json", timeout=20) as response:
                assert json.load(response)["frozen"] is False
                assert response.headers["Server"].strip() == "noughts"
            # Nothing is said of a judge that is at work meanwhile.
            judge = f"{address}api/write/player.json"
            with urlopen(judge, ENDLESS, timeout=60) as told:
                assert any(b'"player"' in line for line in told)
                process.send_signal(signal.SIGINT)
                _, trouble = process.communicate(timeout=20)
        finally:
            process.kill()
    assert (process.returncode, trouble) == (130, "\n")


def test_the_browser_is_opened_at_the_page(monkeypatch, capsys):
    class Server:
        port = 12345

        def serve_forever(self):
            raise KeyboardInterrupt

    @contextmanager
    def serving(app, port):
        ports.append(port)
        if port == explore.PORT:
            raise OSError("another program listens there")
        yield Server()

    def create(*given):
        apps.append((*given, Namespace(config={})))
        return apps[-1][-1]

    opened, ports, apps = [], [], []
    monkeypatch.setattr(app, "create", create)
    monkeypatch.setattr(
        explore, "Timer", lambda _, act, given: Namespace(start=lambda: act(*given))
    )
    monkeypatch.setattr(webbrowser, "open", opened.append)
    monkeypatch.setattr(server, "serving", serving)
    assert main([]) == 130
    assert opened == ["http://127.0.0.1:12345/"]
    moved = words()("explore.other_port", port="8765")
    assert moved in capsys.readouterr().out
    assert main(["--port", "12345", "--no-browser"]) == 130
    assert moved not in capsys.readouterr().out
    assert (len(opened), ports) == (1, [explore.PORT, 0, 12345])
    ended = Namespace(config={app.ENDED: True})
    assert apps == [(None, explore.COURSE, ended)] * 2


@pytest.mark.parametrize(
    ("board", "engine", "language", "search", "said"),
    [
        (None, None, None, False, ""),
        (None, "x.py", None, False, ""),
        (None, None, "pt-BR", False, "?lang=pt-BR"),
        ("X........", None, None, False, "#board=X........"),
        ("X........", "x.py", "en", False, "?lang=en#board=X........&view=check"),
        ("X........", "x.py", None, True, f"#board=X........{WRONG_VALUE}"),
    ],
)
def test_the_page_opens_at_the_requested_board_and_language(
    board, engine, language, search, said
):
    chosen = {"language": language} if language else {}
    given = Namespace(board=board, engine=engine, search=search, **chosen)
    assert explore._beginning(given) == said


def test_a_busy_port_is_an_error_only_if_requested(capsys):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert main(["--no-browser", "--port", str(port)]) == 2
    assert capsys.readouterr().err == (
        f"noughts explore: port {port}: Address already in use\n"
    )


def test_the_page_is_frozen_into_a_new_folder(tmp_path, capsys, monkeypatch):
    def answers(positions, progress, python, links):
        progress(1500, 6000)
        return {"api/about.js": b"{}"}

    shown = []
    monkeypatch.setattr(freeze, "answer_files", answers)
    monkeypatch.setattr(Progress, "show", lambda self, text: shown.append(text))
    site = tmp_path / "deep" / "site"
    assert main(["--freeze", str(site)]) == 0
    assert shown == ["━" * 6 + "─" * 18 + " 1,500", ""]
    assert (site / "index.html").is_file()
    assert (site / "api" / "about.js").read_bytes() == b"{}"
    written = sum(len(f.read_bytes()) for f in site.rglob("*") if f.is_file())
    told = words()("explore.frozen", path=site, size=f"{written / 1e6:.1f}")
    assert capsys.readouterr().out == f"{told}\n"
    assert main(["--freeze", str(site)]) == 2
    error = words()("refusal.not_new_folder", path=site)
    assert capsys.readouterr().err == f"noughts explore: {error}\n"
    assert main(["--freeze", str(site / "index.html" / "below")]) == 2
    assert words()("system.ENOTDIR") in capsys.readouterr().err


def test_without_flask_the_error_says_what_to_install(monkeypatch, capsys):
    monkeypatch.delitem(sys.modules, "noughts.page.app", raising=False)
    monkeypatch.setitem(sys.modules, "flask", None)
    assert main(["--no-browser"]) == 2
    assert words()("explore.no_flask") in capsys.readouterr().err


@pytest.mark.parametrize("given", [["x.py"], ["--board", "X........"]])
def test_a_search_needs_a_file_and_a_board(given, capsys):
    assert main([*given, "--search", "--no-browser"]) == 2
    assert words()("explore.search_of_what") in capsys.readouterr().err

"""The page's server: its answers, and the requests it rejects."""

import base64
import gzip
import hashlib
import json
import re
import threading
from functools import reduce
from graphlib import TopologicalSorter
from time import sleep
from urllib.request import Request, urlopen

import pytest
from conftest import ENGINES
from helpers.records import record_of
from helpers.static import running

pytest.importorskip("flask", reason="the page needs Flask: noughts[explore]")

import tictactoe
from noughts.checker.record import Check, Failure
from noughts.game import oracle
from noughts.game.board import START, key_of, play, replies
from noughts.game.contract import MachineError
from noughts.game.games import POLICIES, perfect_span, uniform
from noughts.lessons import COURSE
from noughts.page import app, data, judging
from noughts.page.app import create, encoded
from noughts.page.assets import WEB
from noughts.page.engine_view import EngineView
from noughts.page.freeze import page_files, policy_of
from noughts.page.judging import check_function
from noughts.page.server import address, serving
from noughts.texts import LANGUAGES, words
from noughts.texts.said import Said, quotation

PORT = 8765
HOME = f"http://127.0.0.1:{PORT}"
NO_ENGINE = "no engine was given: noughts explore FILE"


def silent(*_):
    """Hear progress, or the first wrong answer."""


MISSING = words()("note.missing", function="player")
UNREADABLE = words()("refused.no_syntax_at", line=2, why="")


@pytest.fixture
def client():
    return create().test_client()


@pytest.fixture
def get(client):
    """Send requests as the page does."""

    def get(path, **headers):
        return client.get(path, base_url=HOME, headers=headers, buffered=True)

    return get


# --- Positions ----------------------------------------------------------------


def test_every_position_is_answered_with_the_truth_and_best_play_to_the_end(
    positions, share
):
    for board in positions[::share]:
        key, truth = key_of(board), oracle.truth_of(board)
        answer = data.position(board)
        assert (answer["turn"], answer["winner"]) == (truth.turn, truth.winner)
        moves = {move["square"]: move for move in answer["moves"]}
        assert list(moves) == [n + 1 for n in range(9) if key[n] == "." and truth.turn]
        for number, move in moves.items():
            action = divmod(number - 1, 3)
            assert move["to"] == key_of(tictactoe.result(board, action))
            assert move["verdict"] == oracle.after(board, action)
            assert move["best"] == (action in truth.best)
            assert move["mistake"] == (action not in truth.optimal)
            assert move["odds"] == float(data.odds(move["to"], truth.turn))
            assert all(move["why"][language] for language in LANGUAGES)
        if not truth.turn:
            assert all(answer["why"][language] for language in LANGUAGES)
            continue
        for opponent in POLICIES:
            chances = [move["chances"][opponent] for move in answer["moves"]]
            assert sum(chances) == pytest.approx(1)
        assert divmod(answer["reply"] - 1, 3) in truth.best
        end = reduce(play, (divmod(n - 1, 3) for n in answer["best"]), key)
        assert oracle.table()[end].turn is None
        assert oracle.table()[end].value == answer["value"]


def test_the_odds_are_the_best_that_perfect_play_allows():
    for mark in "XO":
        _, best = perfect_span(uniform, mark)
        begun = [START] if mark == "X" else list(replies(START).values())
        odds = [data.odds(key, mark) for key in begun]
        assert sum(odds) / len(odds) == best.wins


# --- Searches -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "board", "positions"),
    [
        ("minimax", "X.O.O.X..", 174),
        ("minimax", "XOX......", 1349),
        ("alphabeta", "X.O.O.X..", 42),
        ("alphabeta", START, 18297),
        ("strong-first", START, 7275),
    ],
)
def test_a_search_is_sent_in_full(get, method, board, positions):
    path = f"/api/searches/{method}/{board.replace('.', '-')}.json"
    answer = get(path).get_json()
    assert answer["positions"] == answer["kind"].count("E") == positions
    assert len({len(answer[name]) for name in ("kind", "a", "b", "c")}) == 1
    assert answer["value"] == oracle.table()[board].value


# --- Refusals -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "code", "sentence"),
    [
        ("/api/positions/XXXXXXXXX.json", 400, "'XXXXXXXXX'"),
        ("/api/positions/XO.json", 400, "'XO'"),
        ("/api/searches/magic/---------.json", 400, "'magic'"),
        ("/api/searches/minimax/---------.json", 400, "549,946"),
        ("/api/searches/minimax/XXXOO----.json", 400, "XXX OO. ..."),
        ("/api/searches/minimax/XO-------.json", 400, "XO. ... ..."),
        ("/nothing", 404, "The requested URL was not found"),
        ("/page/../app.py", 404, "the page has no file '../app.py'"),
        ("/page/%2e%2e/app.py", 404, "the page has no file '../app.py'"),
        ("/api/words/xx.json", 404, "the page does not speak 'xx'"),
        ("/api/lessons/nothing.json", 404, "there is no lesson 'nothing'"),
        ("/api/engine/---------.json", 404, NO_ENGINE),
        ("/api/engine/check.json", 404, NO_ENGINE),
        ("/api/check.json", 405, "not allowed"),
    ],
)
def test_bad_requests_get_one_sentence(get, path, code, sentence):
    response = get(path)
    assert response.status_code == code
    assert sentence in response.get_json()["error"]
    assert response.get_json()["messages"].keys() == {*LANGUAGES}


@pytest.mark.parametrize(
    "headers",
    [
        *({"Host": host} for host in ("example.org", "127.0.0.1", "127.0.0.1:80")),
        {"Origin": "https://example.org"},
        {"Origin": "null"},
        {"Origin": f"http://127.0.0.1:{PORT + 1}"},
        {"Sec-Fetch-Site": "cross-site"},
    ],
)
def test_other_origins_and_host_names_are_rejected(get, headers):
    """Otherwise another site could read answers by DNS rebinding."""
    assert get("/api/about.json", **headers).status_code == 403


def test_localhost_and_the_page_itself_are_accepted(client, get):
    assert get("/", Origin=HOME).status_code == 200
    base = f"http://localhost:{PORT}"
    assert client.get("/", base_url=base, buffered=True).status_code == 200


@pytest.mark.parametrize(
    "path", ["/", "/page/noughts.js", "/api/about.json", "/nothing"]
)
def test_every_response_has_the_security_headers(get, path):
    headers = get(path).headers
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"


@pytest.mark.parametrize(
    ("error", "key", "code"),
    [
        (ZeroDivisionError(), "refusal.page_failed", 500),
        (MachineError("refusal.ruff_fails"), "refusal.ruff_fails", 503),
    ],
)
def test_an_internal_error_is_logged_and_sends_no_traceback(
    get, monkeypatch, caplog, error, key, code
):
    def fail(board):
        raise error

    monkeypatch.setattr(data, "position", fail)
    response = get("/api/positions/---------.json")
    assert response.status_code == code
    assert response.get_json()["error"] == words()(key)
    assert ("ZeroDivisionError" in caplog.text) is (code == 500)


def test_large_requests_are_rejected(client, monkeypatch):
    monkeypatch.setattr(app, "check_function", lambda _, text, *hear: {text: True})
    monkeypatch.setattr(app, "check_text", lambda *_: {"passed": True})
    monkeypatch.setattr(app, "LONGEST", 9)
    monkeypatch.setattr(app, "largest", lambda name: 9)
    for path in ("/api/write/player.json", "/api/check.json"):
        for length, code in ((9, 200), (10, 413)):
            response = client.post(path, base_url=HOME, data=b"x" * length)
            assert response.status_code == code
    nothing = client.post("/api/write/nothing.json", base_url=HOME)
    assert nothing.status_code == 404


# --- The page's files ---------------------------------------------------------


def own_modules():
    return [path for path in WEB.rglob("*.js") if "vendor" not in path.parts]


def test_the_page_uses_no_other_host_and_no_inline_code():
    for path in [*own_modules(), *WEB.rglob("*.css"), WEB / "index.html"]:
        text = path.read_text("utf-8").replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"https?:", text), path
    index = (WEB / "index.html").read_text("utf-8")
    assert not re.search(r"<style| style=| on[a-z]+=", index)
    assert index.count("<script>") == 1  # begin.js


@pytest.mark.parametrize("python", [False, True])
def test_only_the_script_in_the_page_is_allowed_by_its_hash(get, python):
    live = get("/")
    policies = [live.headers["Content-Security-Policy"], policy_of(python)]
    pages = [live.get_data(as_text=True), page_files(python)["index.html"].decode()]
    for policy, page in zip(policies, pages, strict=True):
        (script,) = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
        digest = hashlib.sha256(script.encode()).digest()
        assert f"'sha256-{base64.b64encode(digest).decode()}'" in policy
        assert "unsafe-inline" not in policy


@pytest.mark.parametrize("accepted", ["gzip, deflate, br", "identity", "gzip;q=0"])
def test_answers_are_compressed_for_browsers_that_accept_it(get, accepted):
    for path in ("/page/noughts.js", "/page/style.css", "/api/about.json"):
        plain, sent = get(path), get(path, **{"Accept-Encoding": accepted})
        assert "Content-Encoding" not in plain.headers
        is_gzip = accepted.startswith("gzip,")
        assert (sent.headers.get("Content-Encoding") == "gzip") == is_gzip
        assert (gzip.decompress(sent.data) if is_gzip else sent.data) == plain.data
        assert not is_gzip or len(sent.data) < len(plain.data) / 2


def test_every_module_is_used_and_there_are_no_cycles():
    imports = {
        path: {
            (path.parent / name).resolve()
            for name in re.findall(r' from "(\.[^"]+)"', path.read_text("utf-8"))
        }
        for path in WEB.rglob("*.js")
        if path.name != "begin.js"
    }
    assert {*TopologicalSorter(imports).static_order()} == {*imports}
    entries = {WEB / "main.js", *(WEB / part / "view.js" for part in data.LATER)}
    assert {*imports} - {*set().union(*imports.values())} == entries


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_of_the_page_is_translated(get, language):
    table = data.words_of(language)
    assert get(f"/api/words/{language}.json").get_json() == table
    text = "".join(path.read_text("utf-8") for path in own_modules())
    said = {*re.findall(r'\b(?:say\(\s*|words=)"([^"`]+)"', text)}
    assert len(said) > 50
    for part in data.LATER:
        later = data.words_of(language, part)
        assert get(f"/api/words/{language}/{part}.json").get_json() == later
        assert not {*table} & {*later}
        table |= later
    assert said <= {*table}
    own = ("survey", "count", "play", "listen", "trace")  # asked besides the functions
    assert {f"check.step.{name}" for name in own} <= {*table}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_word_below_a_control_is_in_its_name(language):
    """Speech input presses what it reads (WCAG 2.5.3)."""
    table = data.words_of(language, "search")
    shown = {name for name in table if name.startswith("control.")}
    assert len(shown) == 11
    for name in shown:
        full = table[name.replace("control.", "transport.")]
        assert table[name].lower() in full.lower(), name


# --- The engine that was given ------------------------------------------------

RULES = """
X, O, EMPTY = "X", "O", None
initial_state = player = actions = result = winner = terminal = utility = print
"""


def written_engine(tmp_path, code, seconds=5.0, **more):
    path = tmp_path / "student.py"
    path.write_text(RULES + code, "utf-8")
    return EngineView(path, seconds, **more)


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("return (0, 0)", None),
        ("raise ValueError('no')", "ValueError: no"),
        ("return (3, 3)", "(3, 3)"),
        ("return None", "None"),
        ("raise SystemExit", "minimax(... ... ...)"),
        ("\n    while True: pass", "0.5"),
    ],
)
def test_an_engine_answers_with_a_square_or_an_error(tmp_path, code, told):
    with written_engine(tmp_path, f"def minimax(board): {code}", 0.5) as engine:
        client = create(engine).test_client()
        answer = client.get("/api/engine/---------.json", base_url=HOME).get_json()
        over = client.get("/api/engine/XXXOO----.json", base_url=HOME)
    assert over.status_code == 400
    if told:
        assert told in answer["trouble"]["en"]
    else:
        assert answer["square"] == 1
        assert 0 < answer["seconds"] < 9


@pytest.mark.ci
def test_a_files_own_search_opens_at_its_first_wrong_value(client):
    source = (ENGINES / "wrong_cut.py").read_bytes()
    answer = client.post("/api/own.json", data=source, base_url=HOME).get_json()
    at = answer["wrong_at"]
    assert answer["wrong"][at] == 1
    assert answer["source"][answer["line"] - 1].strip() == "if best >= alpha:"
    with EngineView(ENGINES / "wrong_cut.py", 30.0) as engine:
        given = create(engine).test_client()
        path = f"/api/engine/own.json?board={answer['board'].replace('.', '-')}"
        assert given.get(path, base_url=HOME).get_json() == answer


def test_a_correct_search_has_no_wrong_value(client):
    source = (ENGINES / "alpha_beta.py").read_bytes()
    path = "/api/own.json?board=XXOOXX--O"
    answer = client.post(path, data=source, base_url=HOME).get_json()
    assert answer.keys() == {"unreadable"}
    assert answer["unreadable"]["en"] == words()("own.right_here")


# --- The checker behind the page ----------------------------------------------


@pytest.mark.parametrize("end", [record_of(), ZeroDivisionError()])
def test_the_given_file_is_checked_once(tmp_path, monkeypatch, end):
    checks = []

    def check(engine, progress, tell, watched):
        checks.append(engine)
        for n in range(5):
            progress("the rules", n, 5)
            sleep(0.02)
        if isinstance(end, Exception):
            raise end
        return end

    monkeypatch.setattr(judging, "PAUSE", 0.02)
    with written_engine(tmp_path, "minimax = print", check=check) as engine:
        client = create(engine).test_client()
        client.get("/api/engine/check.json", base_url=HOME).close()  # left, and back
        for _ in range(2):
            response = client.get("/api/engine/check.json", base_url=HOME)
            answer = json.loads(response.data.split(b"\n")[-1])
            keys = {"record", "html", "style"}
            assert {*answer} == (keys if end == record_of() else {"error", "messages"})
        about = client.get("/api/about.json", base_url=HOME).get_json()
    shown = [about[name] for name in ("engine", "frozen", "python")]
    assert shown == ["student.py", False, False]
    assert len(checks) == 1


def test_closing_the_view_of_an_engine_cancels_its_check(tmp_path):
    ended = threading.Event()

    def check(engine, progress, tell, watched):
        try:
            while True:
                sleep(0.02)
                progress("the rules", 3, 9)
        finally:
            ended.set()

    with written_engine(tmp_path, "minimax = print", check=check) as engine:
        assert next(engine.check.steps())["all"] in (0, 9)
        assert not ended.is_set()
    assert ended.wait(20)
    with written_engine(tmp_path, "minimax = print", check=check) as engine:
        pass
    assert "check" not in vars(engine)


WRONG = Check(
    "winner.rows",
    Said("checks.winner.rows.sentence"),
    "failed",
    failures=(
        Failure(
            quotation("winner(board)"),
            "XXX OO. ...",
            quotation("'X'"),
            quotation("None"),
            1,
        ),
    ),
)


@pytest.mark.parametrize("end", [{"passed": True}, MachineError("refusal.ruff_fails")])
def test_a_long_check_streams_its_progress(monkeypatch, end):
    is_read = threading.Event()

    def check(name, source, progress, tell, watched):
        progress("the rules", 3, 9)
        tell(WRONG)
        watched["winner"] = [WRONG]
        assert is_read.wait(20)
        if isinstance(end, Exception):
            raise end
        return end

    monkeypatch.setattr(app, "check_text", check)
    monkeypatch.setattr(judging, "PAUSE", 0.02)
    with serving(create(), 0) as server, running(server):
        path = f"{address(server)}api/check.json"
        with urlopen(Request(path, b"x = 1")) as response:
            step = json.loads(response.readline())
            urlopen(f"{address(server)}page/noughts.js", timeout=20).close()
            is_read.set()
            last = json.loads(response.read().split(b"\n")[-1])
    assert step.pop("first")["en"]["board"] == "XXX OO. ..."
    assert step.pop("standing") == {"winner": "failed"}
    assert step == {"what": "the rules", "done": 3, "all": 9}
    assert last == end if isinstance(end, dict) else "fails" in last["error"]


def test_closing_the_page_cancels_the_check(monkeypatch):
    ended = threading.Event()

    def check(name, source, progress, tell, watched):
        try:
            while True:
                sleep(0.02)
                progress("the rules", 3, 9)
        finally:
            ended.set()

    monkeypatch.setattr(app, "check_text", check)
    monkeypatch.setattr(judging, "PAUSE", 0.02)
    with serving(create(), 0) as server, running(server):
        path = f"{address(server)}api/check.json"
        with urlopen(Request(path, b"x = 1")) as response:
            response.readline()
        assert ended.wait(20)


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ("mine.py", "mine.py"),
        ("../../a.py", "a.py"),
        *((odd, "tictactoe.py") for odd in ("", " . ", "a/..")),
    ],
)
def test_a_file_is_checked_unchanged_under_its_own_name(
    client, monkeypatch, asked, name
):
    seen = []
    monkeypatch.setattr(
        judging, "check_file", lambda name, **given: seen.append((name, given))
    )
    monkeypatch.setattr(judging, "report", lambda record: {})
    source = b"X = 1\r\n\xff"
    given = {"base_url": HOME, "query_string": {"name": asked}, "data": source}
    assert client.post("/api/check.json", **given).get_json() == {}
    assert (seen[0][0], seen[0][1]["source"]) == (name, source)


@pytest.mark.parametrize(
    ("text", "passed", "error"),
    [
        ("def player(board):\n  return O if len(actions(board)) % 2 == 0 else X", 1, 0),
        pytest.param("def player(board):\n    return X", 0, None, marks=pytest.mark.ci),
        pytest.param(
            "def player(board):\n    raise KeyError(1)", 0, None, marks=pytest.mark.ci
        ),
        ("", 0, MISSING),
        ("player = 'X'", 0, MISSING),
        ("def own():\n    def player(board): return X", 0, MISSING),
        ("def player(board):\n    return (", 0, UNREADABLE),
    ],
)
def test_a_lessons_function_is_checked(text, passed, error):
    answer = check_function("player", text, silent, silent)["en"]
    assert bool(answer.get("passed")) is bool(passed)
    if error:
        assert answer["error"].startswith(error)
    elif not passed:
        assert 0 < answer["failing"] <= answer["asked"]
        assert answer["failure"]["call"] == "player(board)"


@pytest.mark.ci
def test_wrong_positions_are_counted_over_all_checks():
    """A winner that checks only rows misses 600 of the 942 won boards."""
    text = "def winner(board):\n    for a, b, c in board:\n"
    text += "        if a and a == b == c: return a"
    answer = check_function("winner", text, silent, silent)["en"]
    assert (answer["failing"], answer["asked"]) == (600, 5478)


@pytest.mark.ci
def test_a_lesson_may_have_any_name(tmp_path):
    text = COURSE.read_text("utf-8").replace('name = "worth"', 'name = "a/b c?"')
    (course := tmp_path / "course.toml").write_text(text, "utf-8")
    client = create(course=course).test_client()
    rows = client.get("/api/lessons.json", base_url=HOME).get_json()
    assert rows["course"]
    lesson = client.get("/api/lessons/a%2Fb%20c%3F.json", base_url=HOME).get_json()
    assert lesson["name"] == "a/b c?"
    ours = create().test_client().get("/api/lessons.json", base_url=HOME)
    assert ours.get_json()["course"] != rows["course"]


def test_any_text_can_be_encoded():
    said = {"half": "\udcff", "whole": "é", "escaped": "\\\udcff"}
    assert json.loads(encoded(said)) == said
    assert "é".encode() in encoded(said)

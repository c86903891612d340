"""The page's server: its answers, whom it refuses, and its frozen form."""

import gzip
import json
import os
import re
import shutil
import subprocess
from contextlib import nullcontext
from dataclasses import replace
from functools import reduce
from graphlib import TopologicalSorter
from html import escape
from pathlib import Path
from threading import Event
from time import sleep
from types import SimpleNamespace
from urllib.parse import quote

import pytest
from conftest import ENGINES
from helpers.records import WRONG_MOVE, record_of

pytest.importorskip("flask", reason="the page needs Flask: noughts[explore]")

import tictactoe
from noughts import disk, oracle
from noughts.board import START, board_of, key_of, play, replies
from noughts.checker.judge import check_file
from noughts.checker.record import Check
from noughts.checker.rounds import AGAIN, AWAITED, Stage
from noughts.contract import MachineError
from noughts.lessons import COURSE, load
from noughts.match import perfect_span
from noughts.notation import parse_board, square
from noughts.observe.watch import rebuild
from noughts.page import app, bigger, page_data, searches
from noughts.page.app import PAGE, create, encoded
from noughts.page.background import BackgroundCheck, found
from noughts.page.bundle import bundle
from noughts.page.freeze import (
    FreezeError,
    answer_files,
    answered,
    freeze,
    page_files,
    row_of,
)
from noughts.page.guest import Guest, _nested
from noughts.players import uniform
from noughts.sandbox import Sandbox
from noughts.search import LADDER
from noughts.search.recording.counts import minimax_positions
from noughts.search.recording.events import (
    Better,
    Cut,
    Enter,
    Leaf,
    Leave,
    count,
    record,
)
from noughts.search.rules import our_rules
from noughts.solver.mnk import Rules
from noughts.words import LANGUAGES

PORT = 8765
HOME = f"http://127.0.0.1:{PORT}"


@pytest.fixture
def client():
    return create().test_client()


@pytest.fixture
def get(client):
    """Ask the server as a browser on this page would."""

    def get(path, **headers):
        return client.get(path, base_url=HOME, headers=headers, buffered=True)

    return get


def name(key):
    return key.replace(".", "-")


# --- Positions ----------------------------------------------------------------


def test_every_position_is_answered_with_the_truth_and_best_play_to_the_end(
    positions, share
):
    for board in positions[::share]:
        key, truth = key_of(board), oracle.look(board)
        answer = page_data.position(board)
        assert (answer["turn"], answer["winner"]) == (truth.turn, truth.winner)
        moves = {move["square"]: move for move in answer["moves"]}
        free = [n + 1 for n in range(9) if key[n] == "." and truth.turn]
        assert list(moves) == free
        for number, move in moves.items():
            action = divmod(number - 1, 3)
            assert move["to"] == key_of(tictactoe.result(board, action))
            assert move["verdict"] == oracle.after(board, action)
            assert move["best"] == (action in truth.best)
            assert move["mistake"] == (action not in truth.optimal)
            assert all(move["why"][language] for language in LANGUAGES)
        if truth.turn:
            assert divmod(answer["reply"] - 1, 3) in truth.best
            end = reduce(play, (divmod(n - 1, 3) for n in answer["best"]), key)
            assert oracle.table()[end].value == answer["value"]
            assert oracle.table()[end].turn is None


def in_two(told):
    """Return what is told, of all languages in the two that the tests know."""
    if isinstance(told, list):
        return [in_two(each) for each in told]
    if not isinstance(told, dict):
        return told
    unknown = {*LANGUAGES} - {"en", "pt-BR"}
    return {name: in_two(told[name]) for name in told if name not in unknown}


def test_a_position_is_told_with_all_that_the_page_shows_of_it():
    answer = page_data.position(parse_board("XOX XO. O.."))
    refuted = {
        "en": "is a mistake: only 8 does not lose; O answers 8 and completes 2-5-8",
        "pt-BR": "é um erro: só 8 não perde; O responde em 8 e completa 2-5-8",
    }
    block = {
        "en": "is the only move that does not lose; blocks O on 2-5-8",
        "pt-BR": "é a única jogada que não perde; bloqueia O em 2-5-8",
    }

    def move(square, to, value, nodes, verdict, casual, line, why):
        return {
            "square": square,
            "to": to,
            "value": value,
            "nodes": nodes,
            "verdict": verdict,
            "best": value == 0,
            "mistake": value != 0,
            "why": why,
            "line": line,
            "odds": 0.0,
            "chances": {"casual": casual, "random": 1 / 3},
        }

    assert in_two(answer) == {
        "board": "XOXXO.O..",
        "turn": "X",
        "winner": None,
        "value": 0,
        "nodes": 14,
        "moves": [
            move(6, "XOXXOXO..", -1, 4, (-1, 1), 1 / 8, [6, 8], refuted),
            move(8, "XOXXO.OX.", 0, 5, (0, 2), 3 / 4, [8, 6, 9], block),
            move(9, "XOXXO.O.X", -1, 4, (-1, 1), 1 / 8, [9, 8], refuted),
        ],
        "verdict": (0, 2),
        "reply": 8,
        "best": [8, 6, 9],
    }


def test_what_the_page_can_do_is_nothing_more_than_it_was_given():
    can = ("engine", "judged", "frozen", "python")

    def told(*given, **more):
        answer = page_data.about(*given, **more)
        assert (answer["minimax_free"], answer["first"]["board"]) == (6, START)
        assert answer["languages"]["en"] == ["English", "EN"]
        return [answer[name] for name in can]

    assert told() == [None, False, False, False]
    assert told("mine.py", judged=True) == ["mine.py", True, False, False]
    assert told(frozen=True, python=True) == [None, False, True, True]


def test_positions_arrive_as_they_are_made(client, positions):
    for board in positions[::100]:
        path = f"/api/positions/{name(key_of(board))}.json"
        assert client.get(path, base_url=HOME).data == encoded(
            page_data.position(board)
        )


@pytest.mark.ci
def test_the_chances_of_an_opponent_add_up_to_one(in_progress):
    for board in in_progress[::20]:
        for opponent in ("casual", "random"):
            moves = page_data.position(board)["moves"]
            chances = [move["chances"][opponent] for move in moves]
            assert sum(chances) == pytest.approx(1)


def test_a_finished_game_shows_its_lines():
    answer = page_data.position(parse_board("XXX XOO XOO"))
    assert answer["lines"] == ((1, 2, 3), (1, 4, 7))
    assert in_two(answer["why"]) == {
        "en": "X has won: 1-2-3 and 1-4-7",
        "pt-BR": "X venceu: 1-2-3 e 1-4-7",
    }


def test_plain_minimax_visits_549946_positions():
    assert minimax_positions(START) == 549_946
    board = parse_board("XO. .X. ...")
    minimax = LADDER["minimax"](our_rules())
    assert minimax_positions(key_of(board)) == count(minimax, board)


def test_the_odds_are_those_of_the_best_perfect_player():
    def best(key):
        moves = page_data.position(board_of(key))["moves"]
        return max(move["odds"] for move in moves if not move["mistake"])

    x, o = (perfect_span(uniform, mark)[1].wins for mark in "XO")
    assert best(START) == pytest.approx(x)
    assert sum(map(best, replies(START).values())) / 9 == pytest.approx(o)


# --- Bigger boards ------------------------------------------------------------


def test_a_bigger_board_is_solved_while_one_looks(get):
    answer = get("/api/bigger/3x4x3/").get_json()
    while not answer["complete"]:
        answer = get("/api/bigger/3x4x3/").get_json()
    assert answer["board"] == "." * 12
    wins = [n for outcome, n in answer["values"].values() if outcome == 1]
    assert min(wins) == 4  # known: the first player wins in 7 plies


def test_the_solver_takes_a_win_on_a_bigger_board(get):
    answer = get("/api/bigger/4x4x3/reply/1-5-2-6").get_json()
    assert answer == {"square": 3, "certain": True}
    over = get("/api/bigger/4x4x3/1-5-2-6-3").get_json()
    assert (over["winner"], over["line"], over["complete"]) == ("X", [1, 2, 3], True)


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("9x9x5/", "'9x9x5' is not a board: one of 3x4x3, 4x4x3"),
        ("4x4x4/17", "'17' is not a square: a number from 1 to 16"),
        ("4x4x4/0", "'0' is not a square: a number from 1 to 16"),
        ("4x4x4/x", "'x' is not a square: a number from 1 to 16"),
        ("3x4x3/13", "'13' is not a square: a number from 1 to 12"),
        ("4x4x4/٣", "'٣' is not a square: a number from 1 to 16"),
        ("4x4x4/" + "9" * 5000, "99...' is not a square: a number from 1 to 16"),
        ("9" * 5000 + "/", "99...' is not a board: one of 3x4x3, 4x4x3"),
        ("4x4x4/1-1", "(0, 0) is not open in"),
        ("4x4x3/reply/1-5-2-6-3", "the game is over: nobody is to move"),
    ],
)
def test_nonsense_about_a_bigger_board_gets_a_sentence(get, path, sentence):
    response = get(f"/api/bigger/{path}")
    assert response.status_code == 400
    assert sentence in response.get_json()["error"]


@pytest.mark.parametrize(
    ("moves", "board", "turn", "known", "complete"),
    [
        ("1-2", "XO..........", "X", 10, True),
        ("1-2", "XO..........", "X", 9, False),
        ("12", "...........X", "O", 11, True),
    ],
)
def test_what_is_known_of_a_bigger_board_is_told(
    monkeypatch, moves, board, turn, known, complete
):
    free = [n for n, cell in enumerate(board) if cell == "."][:known]
    values = {divmod(n, 4): (0, 5) for n in free}
    thinker = SimpleNamespace(values=lambda board: values)
    monkeypatch.setattr(bigger, "thinking", lambda rules: nullcontext(thinker))
    assert bigger.position("3x4x3", moves) == {
        "rows": 3,
        "columns": 4,
        "board": board,
        "turn": turn,
        "winner": None,
        "line": [],
        "values": {n + 1: (0, 5) for n in free},
        "complete": complete,
    }


def test_a_bigger_game_that_is_over_needs_no_thought(monkeypatch):
    monkeypatch.setattr(bigger, "thinking", lambda rules: 1 / 0)
    over = bigger.position("3x4x3", "1-5-2-6-3")
    assert (over["board"], over["turn"], over["winner"]) == ("XXX.OO......", None, "X")
    assert (over["line"], over["values"], over["complete"]) == ([1, 2, 3], {}, True)


def test_one_question_at_a_time_is_thought_about():
    shared = bigger.thinking(Rules(3, 4, 3))
    assert bigger.thinking(Rules(3, 4, 3)) is shared
    with shared as thinker:
        assert thinker.seconds == bigger.SECONDS
        assert shared._lock.locked()
    assert not shared._lock.locked()


# --- Lessons ------------------------------------------------------------------

LESSON = """
[[lesson]]
name = {}
title = "A"
aim = "B"
minutes = 5
[[lesson.task]]
kind = "write"
say = "Say"
function = "player"
"""


def test_a_lesson_is_found_by_any_name(tmp_path):
    names = ["garfos é 1", "a/b", "100 %", "?#", "..", "a.json"]
    course = tmp_path / "course.toml"
    course.write_text("".join(LESSON.format(json.dumps(n)) for n in names), "utf-8")
    client = create(course=course).test_client()
    for name in names:
        path = f"/api/lessons/{quote(name, safe='')}.json"
        assert client.get(path, base_url=HOME).get_json()["name"] == name


def test_a_course_is_told_from_others_and_stays_itself_when_it_is_corrected(tmp_path):
    def told(course):
        client = create(course=course).test_client()
        return client.get("/api/lessons.json", base_url=HOME).get_json()["course"]

    one, two = tmp_path / "one.toml", tmp_path / "two.toml"
    for course in (one, two):
        course.write_text(LESSON.format('"worth"'), "utf-8")
    before = told(one)
    assert told(COURSE) == ""
    assert len({"", before, told(two)}) == 3
    one.write_text(LESSON.format('"worth"').replace("Say", "Write"), "utf-8")
    assert told(one) == before


# --- Searches -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "board", "positions"),
    [
        ("alphabeta", "... ... ...", 18_297),
        ("strong-first", "... ... ...", 7_275),
        ("minimax", "XO. .X. ..O", 238),
    ],
)
def test_a_search_is_sent_in_full(method, board, positions):
    answer = searches.search(method, parse_board(board))
    assert answer["positions"] == answer["kind"].count("E") == positions
    assert {len(answer[column]) for column in "abc"} == {len(answer["kind"])}


def test_a_search_is_a_letter_for_each_event_in_four_columns():
    """X wins on 5; then O's first reply to 7, and to 9, is enough to skip the other."""
    answer = searches.search("alphabeta", parse_board("OXO X.X .O."))
    columns = zip(*(answer[name] for name in ("kind", "a", "b", "c")), strict=True)
    assert ["".join(event).strip() for event in columns] == [
        *("E0<>", "E5<>", "L+", "B5+="),
        *("E7+>", "E5+>", "E9+>", "L0", "B90=", "V0<", "B50<", "C0+<", "V0<"),
        *("E9+>", "E5+>", "E7+>", "L0", "B70=", "V0<", "B50<", "C0+<", "V0<"),
        "V+=",
    ]


def test_each_position_entered_is_left_and_each_value_is_the_oracles(in_progress):
    for board in in_progress[::101]:
        key = key_of(board)
        for method in searches.METHODS:
            if searches.is_recorded(method, key):
                answer = searches.search(method, board)
                kinds = answer["kind"]
                assert kinds.count("E") == kinds.count("L") + kinds.count("V")
                assert answer["value"] == oracle.look(board).value


@pytest.mark.ci
@pytest.mark.parametrize("method", searches.METHODS)
def test_the_letters_are_those_of_the_recorded_events(method, in_progress):
    """They are noted once for each window, and must be what the recorder sees."""
    noted = searches.Letters(method)
    for board in in_progress[::61]:
        if searches.is_recorded(method, key_of(board)):
            events = record(LADDER[method](our_rules()), board).events
            assert noted.of(board)[1] == "".join(map(lettered, told(events)))


def told(events):
    """Leave out what the page does not tell: that a finished game is left."""
    pairs = zip([None, *events], events, strict=False)
    return [
        event
        for before, event in pairs
        if not (isinstance(event, Leave) and isinstance(before, Leaf))
    ]


def lettered(event):
    worth, bounds = searches.VALUES, searches.BOUNDS
    match event:
        case Enter(path=path, alpha=alpha, beta=beta):
            cell = square(path[-1]) if path else 0
            return f"E{cell}{worth[alpha]}{worth[beta]}"
        case Leaf(value=value):
            return f"L{worth[value]}  "
        case Better(action=action, value=value, bound=bound):
            return f"B{square(action)}{worth[value]}{bounds[bound]}"
        case Cut(value=value, limit=limit, sign=sign):
            return f"C{worth[value]}{worth[limit]}{sign[0]}"
        case Leave(value=value, bound=bound):
            return f"V{worth[value]}{bounds[bound]} "


@pytest.mark.parametrize(
    ("accepted", "size", "packed"),
    [
        ("gzip, br", 1001, True),
        ("gzip", 1000, False),
        ("br", 5000, False),
        ("", 5000, False),
    ],
)
def test_what_is_long_is_compressed_for_who_can_read_that(
    get, monkeypatch, accepted, size, packed
):
    monkeypatch.setattr(page_data, "position", lambda board: "x" * (size - 2))
    path = "/api/positions/---------.json"
    response = get(path, **{"Accept-Encoding": accepted})
    assert response.headers.get("Content-Encoding") == ("gzip" if packed else None)
    assert response.headers.get("Vary") == ("Accept-Encoding" if packed else None)
    body = gzip.decompress(response.data) if packed else response.data
    assert body == b'"' + b"x" * (size - 2) + b'"'


def test_plain_minimax_is_stepped_through_from_six_free_squares():
    answer = searches.search("minimax", parse_board("XO. .X. ..."))
    assert answer["positions"] == minimax_positions("XO..X....")
    with pytest.raises(searches.SearchError) as refused:
        searches.search("minimax", parse_board("XO. ... ..."))
    assert str(refused.value) == (
        "Minimax visits 8,232 positions from XO. ... ...: too many to step through;"
        " at most 6 squares may be free"
    )


def test_a_long_search_arrives_compressed(get):
    response = get(
        "/api/searches/alphabeta/---------.json", **{"Accept-Encoding": "gzip"}
    )
    assert response.headers["Content-Encoding"] == "gzip"
    assert len(response.data) < 40_000
    plain = gzip.decompress(response.data)
    assert plain == get("/api/searches/alphabeta/---------.json").data


# --- What is refused ----------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("positions/XO------", "'XO------' is not a board: it has 8 cells instead of"),
        ("positions/XOZ------", "'XOZ------' is not a board: 'Z' is not X, O or"),
        ("positions/XXX------", "so 3 X and 0 O cannot occur"),
        ("positions/XXXOOO---", "XXX OOO ... cannot occur: both players have a line"),
        ("searches/alphabeta/nothing", "'nothing' is not a board"),
        ("searches/magic/---------", "'magic' is not a search: one of minimax, alpha"),
        ("searches/alphabeta/XXXOO----", "XXX OO. ... is finished: there is nothing"),
        ("searches/minimax/---------", "Minimax visits 549,946 positions from ... ..."),
        ("positions/" + "X" * 5000, "is not a board: it has 5000 cells instead of 9"),
        ("positions/%00%0d%0aX", "is not a board"),
    ],
)
def test_bad_input_gets_a_sentence(get, path, sentence):
    response = get(f"/api/{path}.json")
    assert response.status_code == 400
    assert sentence in response.get_json()["error"]


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("/nothing", "The requested URL was not found on the server."),
        ("/page/nothing.js", "the page has no file 'nothing.js'"),
        ("/page/../app.py", "the page has no file '../app.py'"),
        ("/page/..%2fapp.py", "the page has no file '../app.py'"),
        ("/page/%2e%2e/app.py", "the page has no file '../app.py'"),
        ("/api/words/xx.json", "the page does not speak 'xx'"),
        ("/api/lessons/nothing.json", "there is no lesson 'nothing'"),
        ("/api/engine/---------.json", app.NO_ENGINE),
        ("/api/engine/check.json", app.NO_ENGINE),
        ("/api/engine/search/X--------.json", app.NO_ENGINE),
    ],
)
def test_what_is_not_there_is_said_so(get, path, sentence):
    response = get(path)
    assert response.status_code == 404
    assert response.get_json()["error"].startswith(sentence)


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("/api/write/nothing.json", "the contract has no function 'nothing'"),
    ],
)
def test_what_is_sent_to_nobody_is_said_so(client, path, sentence):
    response = client.post(path, base_url=HOME, data=b"x")
    assert response.status_code == 404
    assert response.get_json() == {"error": sentence}


def test_an_engine_that_nobody_judges_has_no_judgement():
    guest = SimpleNamespace(name="mine.py", examination=None)
    judged = SimpleNamespace(
        name="mine.py", examination=SimpleNamespace(answer=lambda: {"done": 3})
    )
    for given, code, said in (
        (guest, 404, {"error": app.NO_ENGINE}),
        (judged, 200, {"done": 3}),
    ):
        client = create(given).test_client()
        response = client.get("/api/engine/check.json", base_url=HOME)
        assert (response.status_code, response.get_json()) == (code, said)
        about = client.get("/api/about.json", base_url=HOME).get_json()
        assert (about["engine"], about["judged"]) == ("mine.py", code == 200)


def test_only_reading_is_possible(client):
    response = client.post("/api/about.json", base_url=HOME)
    assert response.status_code == 405


@pytest.mark.parametrize(
    "host", ["example.org", f"example.org:{PORT}", "127.0.0.1", "127.0.0.1:80"]
)
def test_another_name_of_this_machine_is_refused(client, host):
    """Or a page elsewhere could have its own name lead to us, and read us."""
    response = client.get("/api/about.json", base_url=HOME, headers={"Host": host})
    assert response.status_code == 403
    assert response.get_json() == {
        "error": f"this page is served as {HOME} only",
    }


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://example.org"},
        {"Origin": "null"},
        {"Origin": f"http://127.0.0.1:{PORT + 1}"},
        {"Sec-Fetch-Site": "cross-site"},
    ],
)
def test_another_site_is_refused(get, headers):
    assert get("/api/about.json", **headers).status_code == 403


def test_localhost_and_our_own_origin_are_welcome(client, get):
    assert get("/", Origin=HOME).status_code == 200
    base = f"http://localhost:{PORT}"
    assert client.get("/", base_url=base, buffered=True).status_code == 200


@pytest.mark.parametrize("path", ["/", "/page/main.js", "/api/about.json", "/nothing"])
def test_every_answer_is_guarded(get, path):
    headers = get(path).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"


def test_a_failure_of_ours_is_no_traceback(get, monkeypatch, caplog):
    monkeypatch.setattr(page_data, "position", lambda board: 1 / 0)
    response = get("/api/positions/---------.json")
    assert response.status_code == 500
    said = "something went wrong here; the terminal says what"
    assert response.get_json()["error"] == said
    assert "/api/positions/---------.json failed" in caplog.text
    assert "ZeroDivisionError" in caplog.text


# --- The page's files ---------------------------------------------------------


def test_the_page_asks_no_other_host_and_holds_no_inline_code():
    for path in filter(Path.is_file, PAGE.rglob("*")):
        text = path.read_text("utf-8").replace("http://www.w3.org/2000/svg", "")
        assert "http:" not in text, path
        assert "https:" not in text, path
    index = (PAGE / "index.html").read_text("utf-8")
    assert "<style" not in index
    assert " style=" not in index
    assert "onclick" not in index


def test_the_page_loads_each_of_its_modules_at_once(get):
    """A module that is not preloaded is found one round trip later."""
    index = get("/").text
    modules = {f"page/{path.relative_to(PAGE)}" for path in PAGE.rglob("*.js")}
    preloaded = set(re.findall(r'modulepreload" href="([^"]+)"', index))
    assert modules - preloaded == {"page/main.js", "page/theme.js"}
    for path in sorted(preloaded):
        assert get(f"/{path}").status_code == 200


def test_the_modules_import_each_other_in_no_circle_and_each_is_needed():
    imports = {
        path: {
            (path.parent / name).resolve()
            for name in re.findall(r' from "(\.[^"]+)"', path.read_text("utf-8"))
        }
        for path in PAGE.rglob("*.js")
        if path.name != "theme.js"
    }
    order = list(TopologicalSorter(imports).static_order())
    assert set(order) == set(imports)
    needed = set().union(*imports.values())
    assert set(imports) - needed == {PAGE / "main.js"}


def test_every_word_that_the_page_says_is_in_the_table():
    said = {
        name
        for path in [*PAGE.rglob("*.js"), PAGE / "index.html"]
        for name in re.findall(
            r'(?:say\(|data-say=|data-label=)\s*"([^"`]+)"', path.read_text("utf-8")
        )
    }
    assert len(said) > 50
    assert said <= set(page_data.words_of("en"))


@pytest.mark.parametrize("language", ["en", "pt-BR"])
def test_the_page_can_say_each_step_of_the_judge(language):
    said = page_data.words_of(language)
    assert {f"check.step.{step.replace(' ', '_')}" for step in Stage} <= set(said)
    for more in (AGAIN, AWAITED):
        assert "{function}" in said[f"check.step.{more}"]


@pytest.mark.parametrize("language", ["en", "pt-BR"])
def test_the_words_of_a_language_are_served(get, language):
    assert get(f"/api/words/{language}.json").get_json() == page_data.words_of(language)
    assert get("/api/words/xx.json").status_code == 404


# --- The engine that was given ------------------------------------------------

RULES = """
X, O, EMPTY = "X", "O", None
initial_state = player = actions = result = winner = terminal = utility = print
"""


def guest(tmp_path, code, seconds=5.0):
    path = tmp_path / "student.py"
    path.write_text(RULES + code, "utf-8")
    return Guest(path, seconds)


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("def minimax(board): return (0, 0)", None),
        ("def minimax(board): raise ValueError('no')", "raised ValueError: no"),
        (
            "def minimax(board): return (3, 3)",
            "(3, 3), which is not a free cell",
        ),
        (
            "def minimax(board): return None",
            "None, which is not an action",
        ),
        ("def minimax(board): raise SystemExit", "minimax(... ... ...)"),
    ],
)
def test_an_engine_answers_with_a_square_or_a_sentence(tmp_path, code, sentence):
    with guest(tmp_path, code) as engine:
        response = (
            create(engine)
            .test_client()
            .get("/api/engine/---------.json", base_url=HOME)
        )
    answer = response.get_json()
    assert response.status_code == 200
    if sentence:
        assert sentence in answer["trouble"]["en"]
    else:
        assert answer.keys() == {"square", "seconds"}
        assert answer["square"] == 1


def test_the_time_that_an_engine_took_is_told(tmp_path, monkeypatch):
    clock = iter([10.0, 12.5])
    monkeypatch.setattr("noughts.page.guest.perf_counter", lambda: next(clock))
    with guest(tmp_path, "def minimax(board): return (0, 0)") as engine:
        told = engine.answer(parse_board("... ... ..."))
    assert told == {"square": 1, "seconds": 2.5}


@pytest.mark.ci
def test_an_engine_that_loops_is_given_up_and_asked_again(tmp_path):
    code = """
def minimax(board):
    while board[0][0] is None:
        pass
    return (2, 2)
"""
    with guest(tmp_path, code, seconds=0.5) as engine:
        assert engine.answer(parse_board("... ... ...")) == {
            "trouble": {
                "en": "minimax(... ... ...) took longer than 0.5 s",
                "pt-BR": "minimax(... ... ...) levou mais de 0,5 s",
            }
        }
        assert engine.answer(parse_board("X.. ... ..."))["square"] == 9


def test_an_engines_process_ends_with_the_page(monkeypatch):
    ended, close = [], Sandbox.close
    monkeypatch.setattr(Sandbox, "close", lambda self: ended.append(close(self)))
    with Guest(ENGINES / "alpha_beta.py", 30.0) as engine:
        assert engine.answer(parse_board("XX. OO. ..."))["square"] == 3
        assert not ended
    assert len(ended) == 1


def test_an_engines_search_is_seen_by_its_calls():
    with Guest(ENGINES / "alpha_beta.py", 30.0) as engine:
        client = create(engine).test_client()
        path = "/api/engine/search/X---O----.json"
        answer = client.get(path, base_url=HOME).get_json()
        assert answer["code"] == "alphabeta"
        assert answer["textbook"]["plain Minimax"] == minimax_positions("X...O....")
        seen = sum(positions for _, positions, _ in answer["seen"])
        assert answer["positions"] == 1 + seen
        start = client.get("/api/engine/search/---------.json", base_url=HOME)
        over = client.get("/api/engine/XXXOO----.json", base_url=HOME)
    assert over.status_code == start.status_code == 400
    assert over.get_json() == {"error": "XXX OO. ... is finished: nobody is to move"}
    assert start.get_json() == {
        "error": "from the empty board there is too much to record"
    }


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("return (0, 1)", {"code": "invisible", "calls": 0}),
        (
            "1 / 0",
            {
                "trouble": {
                    "en": "minimax(X.. ... ...) raised ZeroDivisionError: "
                    "division by zero",
                    "pt-BR": "minimax(X.. ... ...) levantou ZeroDivisionError: "
                    "division by zero",
                }
            },
        ),
        ("result(board, (0, 1)); return (0, 1)", {"code": "hardly", "calls": 1}),
    ],
)
def test_whatever_an_engine_does_its_search_has_an_answer(tmp_path, code, found):
    with guest(tmp_path, f"def minimax(board): {code}") as engine:
        answer = in_two(engine.search(parse_board("X.. ... ...")))
    assert answer | found == answer


def test_a_search_is_sent_three_plies_deep_with_all_that_it_visited():
    """Each move: its square, the positions from there on, and what follows."""
    calls = ["XOXOX.O..6", "XOXOXXO..8", "XOXOXXOO.9", "XOXOXXO..9", "XOXOX.O..8"]
    root, _ = rebuild(parse_board("XOX OX. O.."), "".join(calls))
    eight = [8, 2, [[9, 1, []]]]
    assert _nested(root, 3) == [[6, 4, [eight, [9, 1, []]]], [8, 1, []]]
    assert _nested(root, 2) == [[6, 4, [[8, 2, []], [9, 1, []]]], [8, 1, []]]
    assert _nested(root, 1) == [[6, 4, []], [8, 1, []]]
    assert _nested(root, 0) == []


@pytest.mark.ci
@pytest.mark.parametrize("saved", [True, False])
def test_one_version_of_a_file_is_shown_whatever_becomes_of_it(tmp_path, saved):
    code, board = "from beside import minimax", parse_board("... .X. ...")
    (path := tmp_path / "student.py").write_text(RULES + code, "utf-8")
    (module := tmp_path / "beside.py").write_text("def minimax(board): return (0, 0)")
    judged = []
    with Guest(path, 5.0, lambda *given: judged.append(given) or record_of()) as engine:
        before = engine.search(board)
        for file in (path, module):
            if saved:
                file.write_text("raise ValueError", "utf-8")
            else:
                file.unlink()
        assert engine.search(board) == before
        assert engine.answer(board)["square"] == 1
        while "done" in engine.examination.answer():
            sleep(0.01)
    ((read, _),) = judged
    assert (read.path, read.source) == (path, (RULES + code).encode())
    assert read.modules["beside"] == "def minimax(board): return (0, 0)"
    assert "does not compile" in check_file(path, source=b"def f(:").refusal


def test_a_name_that_is_not_utf_8_is_told_as_escapes(tmp_path):
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/b\xffd.py"))
    try:
        path.write_text(RULES + "def minimax(board): return (0, 0)", "utf-8")
    except OSError:
        pytest.skip("this file system takes no such name")
    with Guest(path, 5.0) as engine:
        client = create(engine).test_client()
        told = client.get("/api/about.json", base_url=HOME)
    assert (told.status_code, told.get_json()["engine"]) == (200, "b\\xffd.py")


def test_whatever_is_said_can_be_sent():
    said = {"half": "\udcff", "whole": "é", "escaped": "\\\udcff"}
    assert json.loads(encoded(said)) == said


def test_what_an_engine_remembers_does_not_show_in_its_search():
    """It is a fresh process that is listened to, however often it was asked before."""
    board = parse_board("X.. .O. ...")
    with Guest(ENGINES / "remembering.py", 30.0) as engine:
        first = engine.search(board)
        engine.answer(board)
        assert engine.search(board) == first


# --- The judge behind the page ------------------------------------------------


def examination(check):
    """Return the answers of an examination: the first, and the last."""
    going = Event()

    def waiting(engine, progress):
        going.wait(20)
        return check(engine, progress)

    examined = BackgroundCheck(None, waiting)
    first = examined.answer()
    going.set()
    while "done" in examined.answer():
        sleep(0.01)
    return first, examined.answer()


def test_the_judge_tells_how_far_it_has_come_and_then_what_is_wrong():
    first, last = examination(lambda engine, progress: record_of())
    assert first == {"what": "", "done": 0, "total": 0}
    assert last["judged"].keys() == {*LANGUAGES}
    for language, judged in last["judged"].items():
        assert (judged["wrong"], judged["asked"]) == (491, 4520)
        (fault,) = judged["faults"]
        assert fault["board"] == "........X"
        assert fault["line"] == [1]
        if language == "pt-BR":
            assert fault["sentence"] != record_of().checks[0].sentence


def test_a_board_that_no_game_reaches_is_not_offered():
    assert found(record_of(board="XXX XXX XXX"), "en")["faults"][0]["board"] is None


@pytest.mark.parametrize(
    ("board", "offered"),
    [
        ("", START),
        ("X.. .O. ...", "X...O...."),
        ("XXX ... ...", None),
        ("nonsense", None),
    ],
)
def test_a_board_is_offered_if_the_page_can_set_it_up(board, offered):
    assert found(record_of(board=board), "en")["faults"][0]["board"] == offered


def test_what_a_file_made_is_cut_where_it_is_long():
    for length in (300, 301):
        said = dict.fromkeys(("call", "expected", "got"), "x" * length)
        (told,) = found(record_of(**said), "en")["faults"]
        assert told["seen"] == [dict.fromkeys(said, "x" * 300)]


def test_what_was_not_finished_is_named_once():
    record = record_of()
    checks = [
        Check(name, "", "unfinished", 9)
        for name in ("winner.rows", "winner.o", "player.x")
    ]
    told = found(replace(record, checks=(*record.checks, *checks)), "en")
    assert told["unfinished"] == ["player", "winner"]
    assert (told["asked"], told["wrong"], told["refusal"]) == (4520, 491, "")
    assert told["positions"] == 4520


def test_a_remark_about_the_style_is_not_told_as_a_position():
    remark = {"call": "line 3", "board": "", "expected": "", "line": ()}
    assert found(record_of("style.docstrings", **remark), "en")["faults"] == []


def test_what_is_seen_in_the_text_is_one_fault_without_a_board_and_comes_last():
    failures = tuple(
        replace(WRONG_MOVE, call=f"line {n}", board="", cases=1, line=())
        for n in (4, 5)
    )
    names = Check("contract.names", "The names.", "failed", 0, 2, failures=failures)
    record = record_of()
    told = found(replace(record, checks=(names, *record.checks)), "pt-BR")["faults"]
    assert [each["function"] for each in told] == ["minimax", "nomes e importações"]
    assert [each["call"] for each in told[1]["seen"]] == ["linha 4", "linha 5"]
    assert (told[1]["asked"], told[1]["board"]) == (0, None)


def test_a_judge_that_fails_does_not_stop_the_page():
    _, last = examination(lambda engine, progress: 1 / 0)
    assert last == {"error": "ZeroDivisionError: division by zero"}


def test_the_judge_says_why_it_refuses_a_file():
    record = check_file(ENGINES / "syntax_error.py")
    assert "does not compile" in found(record, "en")["refusal"]


# --- The frozen form ----------------------------------------------------------


def unwrapped(script):
    """Return the answer that a script hands to the page."""
    return json.loads(script[script.index(b"{") : script.rindex(b")")])


def check_frozen(client, frozen, boards):
    """Compare files with the server's answers, byte by byte; none may be missing."""
    kept = 0
    for path, content in frozen.items():
        folder = path.rpartition("/")[0]
        bundled = folder.startswith(("api/positions", "api/searches"))
        bundle = unwrapped(content) if bundled else {}
        for key, answer in bundle.items():
            live = client.get(f"/{folder}/{name(key)}.json", base_url=HOME)
            assert live.data == encoded(answer)
            kept += folder == "api/positions"
    assert kept == len(boards)


@pytest.mark.ci
def test_the_frozen_answers_are_the_live_ones(client, positions):
    late = [board for board in positions if key_of(board).count(".") <= 2][::20]
    check_frozen(client, answer_files(late), late)


@pytest.mark.slow
def test_the_frozen_answers_are_the_live_ones_on_every_position(client, positions):
    frozen = answer_files(positions)
    check_frozen(client, frozen, positions)
    assert len(frozen) < 120
    assert sum(map(len, frozen.values())) < 25_000_000


def test_the_frozen_page_is_a_folder_of_files(tmp_path, monkeypatch):
    last = [parse_board("XOX XOO OXX")]
    monkeypatch.setattr(oracle, "positions", lambda: iter(last))
    first = load()[:1]  # to answer all lessons takes some seconds
    monkeypatch.setattr("noughts.page.freeze.load", lambda: first)
    size = freeze(tmp_path / "site")
    files = [path for path in (tmp_path / "site").rglob("*") if path.is_file()]
    assert size == sum(path.stat().st_size for path in files)
    about = unwrapped((tmp_path / "site" / "api" / "about.js").read_bytes())
    assert about == page_data.about(frozen=True) | {"first": about["first"]}
    names = {"index.html", "noughts.js", "XOX.js", f"{first[0].name}.js"}
    assert {path.name for path in files} >= names


def test_a_page_with_python_is_frozen_into_an_empty_folder_too(tmp_path, monkeypatch):
    asked, written = [], []

    def answers(positions, progress, python):
        asked.append(python)
        return {}

    monkeypatch.setattr("noughts.page.freeze.answer_files", answers)
    monkeypatch.setattr(
        "noughts.page.freeze.write_python", lambda *given: written.append(given)
    )
    for pyodide in (None, tmp_path / "pyodide"):
        site = tmp_path / f"site {pyodide is None}"
        site.mkdir()
        freeze(site, pyodide=pyodide)
        allowed = b"wasm-unsafe-eval" in (site / "index.html").read_bytes()
        assert allowed == asked.pop() == (pyodide is not None)
        assert written == ([(site, pyodide)] if pyodide else [])


def test_where_no_folder_can_be_made_nothing_is_computed(tmp_path, monkeypatch):
    monkeypatch.setattr("noughts.page.freeze.page_files", None)
    (tmp_path / "file").write_text("")
    with pytest.raises(NotADirectoryError):
        freeze(tmp_path / "file" / "site")


def test_the_frozen_page_brings_its_policy_along():
    for python, script, worker in (
        (False, "script-src 'self';", ""),
        (True, "script-src 'self' 'wasm-unsafe-eval';", "; worker-src 'self' blob:"),
    ):
        index = page_files(python)["index.html"].decode()
        (policy,) = re.findall(r'Content-Security-Policy" content="(.*)">', index)
        assert policy.startswith(f"default-src 'none'; {script} style-src 'self'")
        assert policy.endswith(f"form-action 'none'{worker}")


def test_the_frozen_page_knows_that_it_is():
    index = page_files()["index.html"].decode()
    assert "wasm-unsafe-eval" not in index
    assert index.count("data-frozen") == 1
    assert "<html data-frozen" in index
    assert "no_server" not in index
    assert 'data-say="no_file" hidden>A file of this page could not be' in index
    assert '<script defer src="page/noughts.js"></script>' in index


def test_a_frozen_answer_is_a_script_that_hands_it_over():
    told = answered("words/en", {"a": [1, "é"]})
    assert told == 'answered("api/words/en.json", {"a":[1,"é"]});\n'.encode()
    assert [row_of(key) for key in (START, "XO.......")] == ["---", "XO-"]


def test_how_many_positions_are_done_is_told_one_by_one(monkeypatch):
    monkeypatch.setattr("noughts.page.freeze.load", list)
    seen = []
    late = [parse_board(text) for text in ("XOX XOO OXX", "XOX XOO O.X")]
    files = answer_files(late, lambda *given: seen.append(given), python=True)
    assert seen == [(1, 2), (2, 2)]
    assert unwrapped(files["api/about.js"])["python"] is True
    searched = unwrapped(files["api/searches/minimax/XOX.js"])
    assert searched.keys() == {"XOXXOOO.X"}  # the other is over
    assert unwrapped(files["api/positions/XOX.js"]).keys() == {"XOXXOOOXX", "XOXXOOO.X"}


def test_the_frozen_page_is_classic_scripts_alone():
    """A page that is opened from a disk may load neither modules nor JSON."""
    files = page_files()
    scripts = {name for name in files if name.endswith(".js")}
    assert scripts == {"page/noughts.js", "page/theme.js"}
    index = files["index.html"].decode()
    assert 'type="module"' not in index
    assert "preload" not in index
    script = files["page/noughts.js"].decode()
    assert not re.search(r"^(import|export)\b", script, re.MULTILINE)
    for path in PAGE.rglob("*.js"):
        if path.name != "theme.js":
            assert f'modules["{path.relative_to(PAGE)}"] = ' in script


def test_a_bundle_runs_modules_in_the_order_that_they_need():
    modules = {
        "a.js": 'import { two as too } from "./b/b.js";\nexport const n = too * 2;\n',
        "b/b.js": 'import * as c from "../c.js";\nexport const two = c.one() + 1;\n',
        "c.js": "export function one() {\n  return 1;\n}\n",
    }
    script = bundle(modules)
    assert (
        script
        == """\
"use strict";
const modules = {};
modules["c.js"] = (() => {
function one() {
  return 1;
}

return { one };
})();
modules["b/b.js"] = (() => {
const c = modules["c.js"];
const two = c.one() + 1;

return { two };
})();
modules["a.js"] = (() => {
const { two: too } = modules["b/b.js"];
const n = too * 2;

return { n };
})();"""
    )
    if node := shutil.which("node"):
        code = f'{script}\nconsole.log(modules["a.js"].n);'
        said = subprocess.run([node, "-e", code], capture_output=True, text=True)
        assert said.stdout == "4\n", said.stderr


@pytest.mark.parametrize("content", ["a folder", "a file"])
def test_a_folder_in_use_is_not_written_to(tmp_path, content):
    place = tmp_path / "place"
    if content == "a folder":
        place.mkdir()
        (place / "mine.txt").write_text("mine")
    else:
        place.write_text("mine")
    with pytest.raises(FreezeError, match="place: not a new or empty folder"):
        freeze(place)


def test_where_nothing_can_be_written_nothing_is_computed(tmp_path, monkeypatch):
    def full(path):
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr(disk, "expect_room", full)
    monkeypatch.setattr(page_data, "position", None)
    with pytest.raises(OSError, match="No space left"):
        freeze(tmp_path / "new")


def test_what_this_machine_fails_at_is_said_on_the_page(get, monkeypatch, capfd):
    def full(board):
        raise MachineError("no sandbox could be made: No space left on device")

    monkeypatch.setattr(page_data, "position", full)
    response = get("/api/positions/---------.json")
    assert response.status_code == 503
    said = "no sandbox could be made: No space left on device"
    assert response.get_json()["error"] == said
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize(
    ("limit", "path", "does"),
    [
        ("contract.LARGEST_FILE", "/api/check.json", "checked"),
        ("contract.LARGEST_NOTEBOOK", "/api/check.json?name=a.ipynb", "checked"),
        ("page.app.LONGEST", "/api/write/player.json", "written"),
    ],
)
def test_what_is_sent_may_reach_its_limit_and_not_exceed_it(
    client, monkeypatch, limit, path, does
):
    monkeypatch.setattr(f"noughts.{limit}", 9)
    monkeypatch.setattr(app, does, lambda *given: {"given": len(given)})
    codes = [
        client.post(path, base_url=HOME, data=b"x" * size).status_code
        for size in (0, 9, 10)
    ]
    assert codes == [200, 200, 413]


def test_what_is_refused_is_told_in_every_language(client, monkeypatch):
    monkeypatch.setattr("noughts.contract.LARGEST_FILE", 1_000)
    refused = client.post("/api/check.json", base_url=HOME, data=b"x" * 1_001)
    answer = refused.get_json()
    assert answer["error"] == answer["told"]["en"]
    assert answer["told"].keys() == {*LANGUAGES}
    assert answer["told"]["en"] == "the text is larger than 1,000 bytes"
    assert answer["told"]["pt-BR"] == "o texto é maior que 1.000 bytes"
    monkeypatch.setattr(app, "checked", lambda *_: 1 / 0)
    failed = client.post("/api/check.json", base_url=HOME, data=b"x").get_json()
    assert failed["told"]["pt-BR"] == "algo deu errado aqui; o terminal diz o quê"


FAILED = "something went wrong here; the terminal says what"


@pytest.mark.parametrize("ends", [{"passed": True}, MachineError("no sandbox"), 0])
def test_of_a_judge_that_takes_long_each_line_tells_how_far_it_is(
    client, monkeypatch, ends
):
    told = Event()

    def checked(source, progress, name):
        progress("winner awaited", 2, 9)
        told.wait(9)
        if isinstance(ends, dict):
            return ends
        raise ends or ZeroDivisionError

    monkeypatch.setattr(app, "TELLING", 0.01)
    monkeypatch.setattr(app, "checked", checked)
    response = client.post("/api/check.json", base_url=HOME, data=b"x", buffered=False)
    lines = response.response
    first = json.loads(next(lines))
    told.set()
    *_, last = [first, *map(json.loads, b"".join(lines).splitlines())]
    assert first == {"what": "winner awaited", "done": 2, "all": 9}
    if isinstance(ends, dict):
        assert last == ends
    else:
        assert last["error"] == (str(ends) if ends else FAILED)


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ("", "tictactoe.py"),
        ("?name=a%C3%A9.py", "aé.py"),
        ("?name=../../etc/x.py", "x.py"),
        ("?name=.x.py", ".x.py"),
        *(
            (f"?name={each}", "tictactoe.py")
            for each in ("", "/", ".", "..", "%20", "a/..")
        ),
    ],
)
def test_a_file_is_judged_under_the_name_that_it_has(client, monkeypatch, asked, name):
    monkeypatch.setattr(app, "checked", lambda *given: {"name": given[-1]})
    answer = client.post(f"/api/check.json{asked}", base_url=HOME, data=b"x")
    assert answer.get_json() == {"name": name}


# A name as it is asked for, and as the record and the report have it.
ODD_NAMES = {
    "a%00b.py": "a\\x00b.py",
    "x" * 5000: f"{'x' * 500}... and 4,500 more characters",
    "%3Cimg%20src=x%3E.py": "<img src=x>.py",
    "a%0Ab.py": "a\\nb.py",
    "%E2%80%AEyp.ana.py": "\\u202eyp.ana.py",
    "C:%5Cx%5Cana.py": "C:\\x\\ana.py",
    "%ED%A0%80.py": "%ED%A0%80.py",  # no letter: half of one
    "{name}.py": "{name}.py",
    "..": "tictactoe.py",
}


@pytest.mark.ci
@pytest.mark.parametrize("asked", ODD_NAMES)
def test_an_odd_name_is_shown_as_text_and_never_empty(client, asked):
    url = f"/api/check.json?name={asked}"
    *_, last = client.post(url, base_url=HOME, data=b"def (").data.splitlines()
    answer = json.loads(last)
    name = answer["record"]["file"]
    assert name == ODD_NAMES[asked]
    for page in answer["html"].values():
        assert escape(name) in page


@pytest.mark.parametrize(
    ("path", "does", "given"),
    [
        ("/api/check.json", "checked", ("é".encode(),)),
        ("/api/write/player.json", "written", ("player", "é")),
    ],
)
def test_a_file_is_judged_as_it_is_and_a_function_as_text(
    client, monkeypatch, path, does, given
):
    seen = []
    monkeypatch.setattr(app, does, lambda *given: seen.append(given) or {})
    client.post(path, base_url=HOME, data="é".encode())
    assert [each[: len(given)] for each in seen] == [given]

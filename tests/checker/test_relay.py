"""The judge as a JSON conversation, and verdicts on a single function."""

import ast
import json
import re

import pytest
from conftest import ENGINES
from helpers.in_process import ask_in_process, loaded
from helpers.trusted import judged

from noughts.checker.asking import Ask
from noughts.checker.check_file import converse
from noughts.checker.record import Check, Failure, Record
from noughts.checker.relay import (
    Carried,
    CarriedTrace,
    first_wrong,
    in_place_of_ours,
    others,
    report,
    shown_search,
    standing,
    verdict_on,
)
from noughts.game.contract import FUNCTIONS, LARGEST_FILE, RULES
from noughts.page.browser_python import engine_files
from noughts.sandbox import protocol
from noughts.sandbox.inside import LoadedFile
from noughts.texts import LANGUAGES
from noughts.texts.said import Said

SOURCE = b"def player(board):\n    return 'X'\n"


def test_the_first_request_is_about_the_file():
    request = json.loads(Carried(SOURCE, "t.py", ["player"]).begin())
    assert request["source"] == SOURCE.decode()
    limits = [request[name] for name in ("fresh", "seconds")]
    assert limits == [False, 5]
    asked = [request[name] for name in ("verb", "function", "questions")]
    assert asked == ["call", "survey", ["[]"]]


def test_answers_are_followed_by_a_request_or_the_end():
    carried = Carried(SOURCE, "t.py", ["player"])
    carried.begin()
    names = protocol.encode([{}, ["player"], []])
    asked = json.loads(carried.pass_on(json.dumps([f"ok {names}"])))
    assert asked["function"] == "player"
    assert asked["verb"] == "ask"
    assert carried.record is None
    many = ["mX", "rMemoryError", [3.0], {"why": "it ended"}, None, "oMemoryError||"]
    assert carried.read(json.dumps(many)) == 3
    for said in ("ok {nothing", "raised [1]", [3.0], {"why": "it ended"}, None, 7):
        broken = Carried(SOURCE, "t.py", ["player"])
        broken.begin()
        assert broken.pass_on(json.dumps([said])) == "done"
        assert broken.record.refusal.key == "refused.at_once"


def carry(carried):
    """Carry the questions to a file of ours as JSON; return what keeps the answers."""
    request = carried.begin()
    while request != "done":
        asked, said = json.loads(request), []
        verb, function, questions = (
            asked[n] for n in ("verb", "function", "questions")
        )
        given = [" ".join(questions)] if verb == "ask" else questions
        setup = protocol.decode(asked["setup"])
        with loaded(Ask(asked["source"], setup, function, [])) as file:
            for each in given:
                file.answer(verb, f"{function} {each}", said.append)
        request = carried.pass_on(json.dumps(said))
    return carried


def test_the_first_wrong_answer_is_known_while_the_file_is_judged():
    carried = Carried(SOURCE, "t.py", ["player"])
    request, seen = carried.begin(), []
    while request != "done":
        asked = json.loads(request)
        setup = protocol.decode(asked["setup"])
        with loaded(Ask(asked["source"], setup, asked["function"], [])) as file:
            said, ask = [], asked["verb"] == "ask"
            given = [" ".join(asked["questions"])] if ask else asked["questions"]
            for each in given:
                file.answer(asked["verb"], f"{asked['function']} {each}", said.append)
        request = carried.pass_on(json.dumps(said))
        seen.append((asked["apart"], first_wrong(carried.first)))
    assert seen[0] == (False, None)
    assert seen[1][0]
    told = seen[1][1]
    assert all(found == told for _, found in seen[1:])
    assert told.keys() == {*LANGUAGES}
    assert told["en"]["function"] == "player"
    assert (told["en"]["expected"], told["en"]["got"]) == ("'O'", "'X'")


@pytest.mark.ci
def test_games_have_the_same_verdict_whoever_carries_the_questions():
    path = ENGINES / "mutating_minimax.py"  # right on every board, and wrong in games
    carried = carry(Carried(path.read_bytes(), path.name, ["minimax"])).record
    native = judged(path, functions=["minimax"])
    found, expected = (
        [
            (check.name, check.status, check.asked, check.failing)
            for check in each.checks
        ]
        for each in (carried, native)
    )
    assert found == expected
    assert ("minimax.unbeatable_o", "failed", 63, 63) in found


@pytest.mark.parametrize("board", ["", "XOO..OXX."])
def test_a_search_is_traced_whoever_carries_the_questions(board):
    source = (ENGINES / "max_slip.py").read_bytes()
    shown = carry(CarriedTrace(source, board)).shown
    assert shown == converse(shown_search(source, board), ask_in_process)
    assert shown["line"]
    assert {*shown["sentence"]} == {*LANGUAGES}


def test_the_search_of_a_file_that_cannot_be_loaded_is_explained():
    traced = CarriedTrace(b"import nowhere")
    traced.begin()
    assert traced.refuse('["no_syntax", {"why": "?"}]') == "done"
    assert {*traced.shown["unreadable"]} == {*LANGUAGES}


# Files that are refused before the first question, or when they are loaded for it.
REFUSED = {
    "utf-16": ("X = 'X'\n".encode("utf-16"), Said("refused.not_text")),
    "a NUL": (SOURCE + b"\0", Said("refused.not_text")),
    "a picture": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", Said("refused.not_text")),
    "too large": (b"#" * (LARGEST_FILE + 1), Said("refused.too_large", n=LARGEST_FILE)),
    "no Python": (b"def player(board)\n", Said("refused.no_syntax_at", line=1, why="")),
    "an unknown encoding": (b"# coding: none\n", "unknown encoding"),
    "an exit": (b"raise SystemExit", "SystemExit"),
}


@pytest.mark.usefixtures("loading")
@pytest.mark.parametrize(("source", "why"), REFUSED.values(), ids=REFUSED)
def test_a_file_that_is_refused_has_a_record_and_a_report(source, why):
    carried = Carried(source, "t.py")
    request = carried.begin()
    if request != "done":
        request = carried.refuse(LoadedFile(json.loads(request)["source"]).refusal)
    assert request == "done"
    assert why in carried.record.refusal
    assert carried.record.points == 0
    assert "t.py" in report(carried.record)["html"]["en"]


@pytest.mark.parametrize(
    "why",
    [
        "",
        "[[[[",
        "[" * 100_000,
        "7",
        '["no_syntax"]',
        '["no_syntax", {}]',
        '["no_syntax", {"why": ["a list"]}]',
        '["unknown", {"why": "?"}]',
        '[["no_syntax"], {"why": "?"}]',
    ],
)
def test_a_forged_refusal_says_that_the_file_ends_its_worker(why):
    carried = Carried(SOURCE, "t.py")
    carried.begin()
    assert carried.refuse(why) == "done"
    assert carried.record.refusal.key == "refused.ends_process"


def test_each_function_has_a_verdict_as_soon_as_it_is_judged():
    carried = Carried(SOURCE, "t.py")
    assert standing(carried.checks) == {}
    carried.checks["player"] = [Check("player.turn", "", "failed", 9, 1)]
    carried.checks["winner"] = [Check("winner.rows", "", "passed")]
    carried.checks["result"] = [Check("result.new", "", "unfinished")]
    assert standing(carried.checks) == {
        "player": "failed",
        "winner": "passed",
        "result": "failed",
    }


FIRST = Failure("player(board)", "... ... ...", "'X'", "'O'", 3, "Count.")
SECOND = Failure("player(board)", "X.. ... ...", "'O'", "'X'", 1)
SHOWN = {
    "call": "player(board)",
    "board": "... ... ...",
    "expected": "'X'",
    "got": "'O'",
    "hint": "Count.",
}


@pytest.mark.parametrize(
    ("checks", "told"),
    [
        ([("passed", 9, 0, ())], {"passed": True, "asked": 9, "failing": 0}),
        ([], {"passed": False, "asked": 0, "failing": 0}),
        (
            [("passed", 9, 0, ()), ("failed", 7, 4, (FIRST, SECOND))],
            {"passed": False, "asked": 7, "failing": 4, "failure": SHOWN},
        ),
        (
            [("excused", 9, 5, (FIRST,)), ("failed", 9, 4, (SECOND,))],
            {"passed": False, "asked": 9, "failing": 5, "failure": SHOWN},
        ),
        (
            [("unfinished", 3, 0, ())],
            {"passed": False, "asked": 3, "failing": 0, "error": "A sentence."},
        ),
    ],
)
def test_the_verdict_on_one_function_has_its_first_failure(checks, told):
    listed = [
        Check("player.turn", "A sentence.", status, asked, failing, "", failures)
        for status, asked, failing, failures in checks
    ]
    other = Check("winner.rows", "", "failed", 99, 99, failures=(SECOND,))
    record = Record("t.py", "", "", ("player",), checks=(other, *listed))
    assert verdict_on(record, "player", "en") == told


@pytest.mark.parametrize(
    ("failing", "told"), [((4, 2, 50), (16, 6)), ((0, 0, 3), (99, 3))]
)
def test_wrong_answers_are_added_unless_a_board_was_only_changed(failing, told):
    names = ("winner.rows", "winner.columns", "winner.pure")
    rows = zip(names, (9, 7, 99), failing, strict=True)
    checks = tuple(Check(name, "", "failed", n, wrong) for name, n, wrong in rows)
    record = Record("t.py", "", "", ("winner",), checks=checks)
    verdict = verdict_on(record, "winner", "en")
    assert (verdict["asked"], verdict["failing"]) == told


@pytest.mark.parametrize("function", FUNCTIONS)
def test_a_function_is_on_the_lines_of_its_own_text(function):
    text = f"def {function}(*given):\n    return ("
    source = in_place_of_ours(function, text)
    assert source.startswith(text.encode())
    assert source.count(b"def initial_state") == 1


# A right search that calls the supplied rules, and so does a right terminal.
BESIDE = {
    "terminal": "return winner(board) is not None or not actions(board)",
    "utility": "return {X: 1, O: -1}.get(winner(board), 0)",
    "player": "return X if len(actions(board)) % 2 else O",
}


@pytest.mark.parametrize("function", BESIDE)
def test_a_function_may_call_the_supplied_ones(function):
    text = f"def {function}(board):\n    {BESIDE[function]}\n"
    source, supplied = in_place_of_ours(function, text), others(function)
    assert sorted([*supplied, function]) == sorted(RULES)
    record = carry(Carried(source, "t.py", [function], supplied=supplied)).record
    assert verdict_on(record, function, "en")["passed"]


def requests_about(carried):
    """Yield the judge's requests about a file whose functions all return 7."""
    request = carried.begin()
    while request != "done":
        asked = json.loads(request)
        yield asked
        names = protocol.encode([{}, list(FUNCTIONS), []])
        said = "i7" if asked["verb"] == "ask" else f"ok {names}"
        request = carried.pass_on(json.dumps([said for _ in asked["questions"]]))


@pytest.mark.parametrize("function", ["", "winner"])
def test_a_file_gets_tables_of_our_answers_and_never_our_source(function):
    text = "\n".join(f"def {name}(*given): return 7" for name in FUNCTIONS)
    if function:
        source = in_place_of_ours(function, text)
        carried = Carried(source, "t.py", [function], supplied=others(function))
    else:
        carried = Carried(source := text.encode(), "t.py")
    setups = (protocol.decode(asked["setup"]) for asked in requests_about(carried))
    setup = next(each for each in setups if each.get("right"))
    assert "def " not in str(setup)
    for table in setup["right"].values():
        assert re.fullmatch(r"[\w -]+", table)
    rules = {*FUNCTIONS} - {"initial_state"}
    assert not rules & defined_in(source.decode().replace(text, ""))


@pytest.mark.parametrize("text", engine_files().values(), ids=engine_files())
def test_the_modules_in_the_browsers_engine_define_no_rule(text):
    assert not {*FUNCTIONS} & defined_in(text)


def defined_in(text):
    """Return the names of the module's functions."""
    return {n.name for n in ast.parse(text).body if isinstance(n, ast.FunctionDef)}


@pytest.mark.parametrize(
    ("said", "graded"),
    [
        (["slow_import", {"n": "20"}], True),  # by the page's own code
        (["no_import", {"why": "ValueError"}, False], True),
        (["sandbox", {"why": "PermissionError"}, True], False),
        (["sandbox", {"why": "PermissionError"}, 1], True),
        (["sandbox", {"why": "PermissionError"}, "true"], True),
    ],
)
def test_only_a_refusal_of_the_sandbox_gives_no_grade(said, graded):
    carried = Carried(b"x = 1\n", "t.py")
    carried.begin()
    assert carried.refuse(json.dumps(said)) == "done"
    assert carried.record.refusal.key == f"refused.{said[0]}"
    assert carried.record.graded is graded


HELPED = """
def value(board):
    if terminal(board):
        return utility(board)
    return max(value(result(board, action)) for action in actions(board))


def minimax(board):
    return max(actions(board), key=lambda action: value(result(board, action)))
"""


def test_the_search_of_a_function_is_traced_beside_the_supplied_ones():
    """A lesson shows it, and so does the code that is edited freely."""
    source = in_place_of_ours("minimax", HELPED)
    shown = converse(shown_search(source, supplied=others("minimax")), ask_in_process)
    assert "unreadable" not in shown
    assert shown["wrong_at"] > 0

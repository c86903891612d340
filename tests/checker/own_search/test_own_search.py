"""A student's own search: its first wrong call, the line and the recording."""

import contextlib
import functools
import math
import tomllib
import types
from pathlib import Path

import pytest
from conftest import ENGINES
from helpers.golden import HERE as GOLDEN
from helpers.golden import compare
from helpers.in_process import ask_in_process

from noughts.checker import trace_file as trace_file_module
from noughts.checker.answers import late
from noughts.checker.check_file import converse
from noughts.checker.own_search import trace, wrong_board
from noughts.checker.own_search.calls import CALLS, Gave, UnreadableError, read_run
from noughts.checker.own_search.first_wrong import Judge, Reason, WrongPlace
from noughts.checker.own_search.own_recording import recording, sentences
from noughts.checker.own_search.wrong_board import (
    FirstWrong,
    boards_of_size,
    find_first_wrong,
    lines_of,
)
from noughts.checker.trace_file import (
    TRIED,
    asking,
    find_wrong_board,
    trace_file,
    trace_in_sandbox,
)
from noughts.cli.explain import first_wrong_lines
from noughts.game import contract
from noughts.game.board import board_of, key_of
from noughts.game.oracle import table
from noughts.sandbox import protocol
from noughts.sandbox.asker import Asker
from noughts.search.minimax import Minimax
from noughts.search.recording import record as record_ours
from noughts.texts import LANGUAGES, words

HERE = Path(__file__).parent
CASES = tomllib.loads((HERE / "searches.toml").read_text("utf-8"))
STYLES = sorted((GOLDEN / "records/styles").glob("*.py"))
SMALL = [key for key, truth in sorted(table().items()) if truth.turn]
SMALL = [key for key in SMALL if key.count(".") == 3][::60]


class InProcess:
    """One of our files, run in this process."""

    def __init__(self, source):
        self.source, self.functions = source, {}

    def __enter__(self):
        module = types.ModuleType("tictactoe")
        exec(compile(self.source, "tictactoe.py", "exec"), vars(module))
        trace.install(module, self.functions.__setitem__)
        self.asker = Asker(vars(module))
        return self

    def __exit__(self, *_):
        pass

    def ask(self, function, keys):
        answers = []
        self.asker.ask(function, keys, answers.append)
        return answers

    def spent(self):
        return 0

    def call(self, name, *arguments):
        value = self.functions[name](*arguments)
        return protocol.decode(protocol.encode(value, 1 << 23))


def record(source, key, steps=0):
    """Return one recorded search of a file in this process."""
    with InProcess(source) as file:
        return read_run(file.call("trace", board_of(key), steps))


def traced(source, key=""):
    """Return what is found in this process."""
    return converse(trace_file(source, key), ask_in_process)


def find(name, key):
    return traced((ENGINES / f"{name}.py").read_bytes(), key).found


class Keys:
    """Words that return keys and parts instead of sentences."""

    def __call__(self, key, **parts):
        return f"{key} {parts}" if parts else key

    def listed(self, parts):
        return ", ".join(parts)


def source_of(case):
    """Return a file with a change, or with other functions at its end."""
    folder, name = case["file"].split("/")
    path = (ENGINES if folder == "engines" else GOLDEN / "records" / folder) / name
    source = path.with_suffix(".py").read_text("utf-8")
    if "old" in case:
        assert case["old"] in source, case
        source = source.replace(case["old"], case["new"])
    return source + case.get("code", "")


def described(found):
    """Yield the first wrong call, its line and the recording, as text."""
    place = found.place
    yield " > ".join(f"{call.path} {call.key}" for call in place.way)
    yield from sentences(found, Keys(), "_here")
    shown = recording(found)
    events = zip(*(shown[name] for name in ("kind", *"abc")), strict=True)
    yield " ".join(map("".join, events))
    for name in ("lines", "names", "texts", "wrong"):
        yield f"{name}: {', '.join(map(str, shown.pop(name)))}"
    yield str(
        {name: each for name, each in shown.items() if name not in ("kind", *"abc")}
    )


@pytest.mark.ci
def test_wrong_searches_are_explained_as_before(update_golden):
    lines = []
    for case in CASES["searches"]:
        source = source_of(case)
        found, _ = traced(source.encode(), case["board"])
        change = f"{case['old']!r} is {case['new']!r}" if "old" in case else ""
        lines += ["", f"{case['file']}: {change}", *described(found)]
        assert all(all(sentences(found, words(name))) for name in LANGUAGES)
    path = GOLDEN / "transcripts" / "searches.txt"
    compare(path, "\n".join(lines[1:]) + "\n", update_golden)


def test_calls_are_recorded_as_before(update_golden):
    lines = []
    for case in CASES["calls"]:
        with InProcess(case["code"]) as file:
            searched = file.call("trace", board_of(case["board"]), wrong_board.STEPS)
        rows, stopped = searched
        for n, row in enumerate(rows):
            steps = [f"{kind}:{value}{name}" for kind, value, name in row["steps"]]
            row["steps"] = " ".join(steps)
            lines += ["", str(n), *(f"  {name}: {each}" for name, each in row.items())]
        lines.append(f"stopped: {stopped}")
    compare(
        GOLDEN / "transcripts" / "calls.txt", "\n".join(lines[1:]) + "\n", update_golden
    )


@pytest.mark.ci
@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.stem)
def test_a_correct_file_has_no_wrong_call(path):
    source = path.read_bytes()
    with InProcess(source) as file:
        for key in SMALL:
            recorded = file.call("trace", board_of(key), 0)
            with contextlib.suppress(UnreadableError):
                assert find_first_wrong([recorded], source) is None


@pytest.mark.parametrize("case", CASES["lambdas"], ids=lambda case: case["why"])
def test_a_comparison_key_is_no_value_and_another_lambda_is_a_function(case):
    source = source_of({**case, "file": "styles/negamax"})
    place = traced(source.encode()).found.place
    assert (place.call.name, place.why.kind) == (case["blamed"], case["kind"])


@pytest.mark.parametrize("case", CASES["unreadable"], ids=lambda case: case["why"])
def test_a_search_that_cannot_be_followed_is_unreadable(case):
    source = source_of(case)
    with pytest.raises(UnreadableError):
        traced(source.encode())


def test_endless_recursion_is_stopped():
    run = record("def minimax(board):\n    return minimax(board)", SMALL[0])
    assert (run.stopped, len(run.calls)) == (True, trace.DEPTH)


def test_a_wrongly_played_board_is_found_in_the_sandbox(tmp_path):
    path = tmp_path / "engine.py"
    path.write_text("def minimax(board):\n    return (1, 1)\n", "utf-8")
    found, is_smaller = trace_in_sandbox(path.read_bytes())
    assert (found.place.call.name, found.root.board.count(".")) == ("minimax", 1)
    assert not is_smaller
    title, _ = first_wrong_lines(path, found.root.board, Keys())
    assert title == "own.title"
    assert not [*first_wrong_lines(path, "." * 9, Keys())]


TOO_LONG = """
def minimax(board):
    if sum(row.count(None) for row in board) > 8:
        sum(range(10**10))
    return (1, 1)
"""


@pytest.mark.ci
def test_a_search_that_takes_too_long_is_shown_on_a_smaller_board():
    source = (ENGINES / "remembering.py").read_bytes() + TOO_LONG.encode()
    found, is_smaller = trace_in_sandbox(source, "." * 9)
    assert is_smaller
    assert found.root.board.count(".") == 1


def test_as_many_boards_of_each_size_are_tried_on_every_machine():
    asked = []

    def driver(request):
        asked.append(request.questions)
        return ask_in_process(request)

    source = (ENGINES / "remembering.py").read_bytes()
    assert converse(find_wrong_board(asking(source)), driver) is None
    sizes = {len(each): key_of(each[0][0]).count(".") for each in asked}
    assert [len(each) for each in asked] == [
        min(most, len(boards_of_size(size))) for size, most in TRIED.items()
    ]
    assert [*sizes.values()][-1] == max(TRIED)


def test_no_larger_board_is_tried_once_an_answer_is_late():
    asked = []

    def driver(request):
        asked.append(key_of(request.questions[0][0]).count("."))
        if asked[-1] > 4:
            return [late(2.0), *[None] * (len(request.questions) - 1)]
        return ask_in_process(request)

    source = (ENGINES / "remembering.py").read_bytes()
    assert converse(find_wrong_board(asking(source)), driver) is None
    assert asked == [1, 2, 3, 4, 5]


REMEMBERS_ONE = """
import functools

asked, first, moves = minimax, None, []
once = functools.cache(lambda: moves)

def minimax(board):
    global first
    first = first or asked(board)
    moves[:] = moves or [first]
    return once()[0]
"""


def test_what_a_file_remembers_is_forgotten_before_each_board(monkeypatch):
    monkeypatch.setattr(trace_file_module, "TRIED", {1: 200, 2: 200, 3: 200})
    source = (ENGINES / "remembering.py").read_text("utf-8") + REMEMBERS_ONE
    assert converse(find_wrong_board(asking(source.encode())), ask_in_process) is None


CHANCE = """
import random

def minimax(board):
    action = random.choice(sorted(actions(board)))
    result(board, action)
    return action
"""


def test_chance_is_the_same_in_every_recording_as_in_the_answer():
    source, key = (ENGINES / "remembering.py").read_text("utf-8") + CHANCE, SMALL[-1]
    with InProcess(source) as file:
        (said,) = file.ask("minimax", [key])
        for _ in range(9):
            assert f"c{record(source, key).root.gave.square - 1}" == said
            heard, *_ = file.call("listen", board_of(key))
            assert f"c{int(heard[9]) - 1}" == said


def test_the_lines_of_a_file_are_safe_to_show():
    source = b"\tx\r\ny\rz\n\xff" + b"a" * 999
    *lines, last = lines_of(source)
    assert lines == ["    x", "y", "z"]
    assert last.startswith(f"\ufffd{'a' * 199}.")


def test_a_correct_search_is_recorded_like_ours():
    run = record((ENGINES / "textbook_deepcopy.py").read_bytes(), "X.OOX.X.O")
    place = WrongPlace([run.root], Reason("none"), None)
    found = FirstWrong(run.root, Judge([run]), place, 0, Reason("none"), [])
    recorded = recording(found)
    events = map("".join, zip(recorded["kind"], recorded["a"], strict=True))
    ours = record_ours(Minimax(contract.default()), board_of(run.root.board))
    letters = ours.enter_letters()
    pairs = [letters[n : n + 2] for n in range(0, len(letters), 4)]
    assert [e for e in events if e[0] in "ELV"] == [e for e in pairs if e[0] in "ELV"]


ROW = {
    "path": "minimax",
    "first_line": 1,
    "above": None,
    "made_at": 0,
    "rule": "minimax",
    "board": ".XXX.OO.O",
    "after": ".XXX.OO.O",
    "board_id": 0,
    "arguments": {},
    "gave": ["returned", None],
    "line": 3,
    "unseen": 0,
    "steps": [],
}
INSIDE = {**ROW, "above": 0}
FIELDS = [name for name in ROW if name not in ("above", "steps")]
BAD = (None, b"", 2.5)  # None: the field is missing
BAD_STEPS = [("x", 1, ""), ("line", "x", ""), ("set", 1, "a\n"), ("line", math.inf, "")]
BAD_STEPS += [("set", 1, name) for name in (0, None, [])]
DEEP_LIST = functools.reduce(lambda inner, _: [inner], range(900), 0)


def spoilt(name, value):
    row = {each: ROW[each] for each in ROW if each != name}
    return [[row if value is None else {**row, name: value}], False]


@pytest.mark.parametrize(
    "recorded",
    [
        *(None, 3, [], [[], False], [[{}], False], [[ROW, ROW], False]),
        [[ROW, {**INSIDE, "above": 2}], False],
        [[ROW, *({**ROW, "above": n} for n in range(trace.DEPTH))], False],
        *(spoilt(name, value) for name in FIELDS for value in BAD),
        *(spoilt("board", board) for board in ("?" * 9, "X" * 8, "XXXXXXXXX")),
        *(spoilt("steps", steps) for steps in (None, 2.5)),
        *(spoilt("path", path) for path in ("", "<>", "a b", "a" * 1000)),
        *(spoilt("gave", gave) for gave in (["returned"], ["x", 1], ["raised", 1])),
        spoilt("arguments", {"a\n": 1}),
        *(spoilt("steps", [[*step]]) for step in BAD_STEPS),
    ],
)
def test_a_malformed_recording_is_rejected(recorded):
    with pytest.raises(UnreadableError):
        read_run(recorded)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (DEEP_LIST, "[['<list>']]"),
        ("a" * 1000, repr("a" * trace.TEXT)),
        (10**400, "+1e+30"),
        (("\x1b", "<b>\n"), r"('\x1b', '<b>\n')"),
        ("<b>\n", r"<b>\n"),
        ({(1, 0), (0, 2)}, "{(0, 2), (1, 0)}"),
        ([["X", None, "O"]] * 3, "X.O X.O X.O"),
    ],
)
def test_a_forged_value_is_cut_and_safe_to_show(value, text):
    assert str(read_run(spoilt("gave", ["returned", value])).root.gave) == text


@pytest.mark.parametrize(
    ("value", "number", "square"),
    [
        *(
            ((1, 2), None, 6),
            ([1, 2], None, None),
            ((3, 0), 3, None),
            (True, None, None),
        ),
        *(((1, (0, 2)), 1, 3), ([(2, 0), -0.5], -0.5, 7), ((1, (0, 2), "x"), 1, 3)),
        *((7, 7, None), (math.nan, None, None), ((1, 2, 0, 1), None, None)),
        *(((-1, 2), -1, None), ((2,), None, None), (((0, 1), (1, 1)), None, None)),
    ],
)
def test_a_value_and_its_move_are_told_apart(value, number, square):
    gave = Gave("returned", value)
    assert (gave.number, gave.square) == (number, square)
    assert gave.is_action == (square is not None and number is None)


def test_long_recordings_are_truncated():
    rows = [ROW] + [INSIDE] * CALLS
    assert len(read_run([rows, True]).calls) == CALLS


@pytest.mark.ci
@pytest.mark.parametrize(
    ("name", "board"), [("max_slip", "XOO..OXX."), ("wrong_child", "X.XXOOOOX")]
)
def test_a_search_that_was_cut_off_is_read_rightly_or_not_at_all(
    name, board, monkeypatch
):
    seen, whole = set(), find(name, board)
    for steps in range(1, 1_000, 131):
        monkeypatch.setattr(wrong_board, "STEPS", steps)
        with contextlib.suppress(UnreadableError):
            found = find(name, board)
            seen.add((found.line, found.what.kind))
    assert seen == {(whole.line, whole.what.kind)}


def test_a_timeout_is_unreadable():
    def driver(request):
        return [late(2.0)] * len(request.questions)

    source = (ENGINES / "remembering.py").read_bytes()
    with pytest.raises(UnreadableError):
        converse(trace_file(source, "XXOOXX..O"), driver)

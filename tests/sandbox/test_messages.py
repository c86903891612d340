"""What the engine's process says, read line by line: nothing in it is believed."""

from pathlib import Path

import pytest

from noughts.contract import ContractError
from noughts.notation import parse_board
from noughts.sandbox import messages
from noughts.sandbox.pipeline import Request
from noughts.sandbox.process import ProcessEndedError
from noughts.sandbox.protocol import encode
from noughts.sandbox.responses import (
    EngineDied,
    EngineMisanswered,
    EngineRaised,
    EngineTimeout,
    Response,
)

BOARD = parse_board("XO. .X. ...")
ASKED = Request("winner", (BOARD,), "17", "17 winner [...]")
ABOUT = ASKED.function, ASKED.arguments
CALL = "winner(XO. .X. ...)"
PATH = Path("mine.py")


def line(*frame):
    return encode([*frame])


def test_a_line_is_an_answer_to_the_question_of_its_number():
    assert messages.read_line(line("17", "ok", "X"), "17") == ["ok", "X"]


@pytest.mark.parametrize(
    "told",
    [
        encode("17"),
        encode(("17", "ok", "X")),
        line("18", "ok", "X"),
        line(17, "ok", "X"),
        line("17", "ok"),
        line("17", "ok", "X", "X"),
    ],
)
def test_any_other_line_is_refused(told):
    with pytest.raises(ValueError, match=r"^a line that was not asked for$"):
        messages.read_line(told, "17")


def test_an_answer_is_a_value_or_what_went_wrong():
    told = line("17", "ok", "X")
    assert messages.read_answer(told, ASKED) == Response(*ABOUT, "X")
    what = ["ValueError", "no\x07pe\nat all", "line 1, in f\n    \x1b[2J"]
    raised = messages.read_answer(line("17", "raised", what), ASKED)
    assert raised.value is None
    assert type(raised.error) is EngineRaised
    assert (
        vars(raised.error).items()
        >= {
            "call": CALL,
            "kind": "ValueError",
            "text": "no\\x07pe\nat all",
            "traceback": "line 1, in f\n    \\x1b[2J",
        }.items()
    )
    odd = messages.read_answer(line("17", "odd", "a \x07 thing"), ASKED)
    assert type(odd.error) is EngineMisanswered
    assert str(odd.error) == f"{CALL} answered with a \\x07 thing"
    assert odd.value is None


@pytest.mark.parametrize("status", ["raised", "odd"])
@pytest.mark.parametrize(
    "value", [None, 7, ["a", "b", 7], [7, "b", "c"], ["a", 7, "c"]]
)
def test_what_went_wrong_must_be_told_in_text(status, value):
    with pytest.raises(ValueError, match=messages.NO_ANSWER):
        messages.read_answer(line("17", status, value), ASKED)


@pytest.mark.parametrize(
    ("error", "kind", "said"),
    [
        (TimeoutError(), EngineTimeout, "took longer than 2.5 s"),
        (
            ProcessEndedError("exit code 3"),
            EngineDied,
            "ended the process: exit code 3",
        ),
        (
            ContractError("mine.py: lacks X"),
            EngineDied,
            "ended the process: it does not start again: mine.py: lacks X",
        ),
        (ValueError("a \x07 line"), EngineMisanswered, "answered with a \\x07 line"),
    ],
)
def test_a_process_that_had_to_be_ended_is_told_by_its_end(error, kind, said):
    response = messages.failed(ASKED, error, 2.5)
    assert response == Response(*ABOUT, error=response.error)
    assert type(response.error) is kind
    assert str(response.error) == f"{CALL} {said}"


def test_a_file_that_was_loaded_has_constants_and_lacks_names_in_their_order():
    found = [{"X": "X", "EMPTY": 0}, ["minimax", "player", "O", "nonsense"]]
    told = line("17", "ok", found)
    assert messages.read_survey(told, "17", PATH) == (
        {"X": "X", "EMPTY": 0},
        ["O", "player", "minimax"],
    )
    every = {"X": "X", "O": "O", "EMPTY": None}
    told = line("17", "ok", [every, []])
    assert messages.read_survey(told, "17", PATH) == (every, [])
    forged = line("17", "ok", [{"path": "/"}, []])
    with pytest.raises(ValueError, match="constants that no contract has"):
        messages.read_survey(forged, "17", PATH)


@pytest.mark.parametrize(
    ("status", "value", "said"),
    [
        ("syntax", [3, "bad \x07"], "mine.py, line 3: does not compile: bad \\x07"),
        ("syntax", [None, "null bytes"], "mine.py: does not compile: null bytes"),
        ("syntax", ["3", "bad"], "mine.py: does not compile: bad"),
        (
            "raised",
            ["ValueError", "no", ""],
            "mine.py: fails when it is imported: ValueError: no",
        ),
        (
            "raised",
            ["NameError", "no", "line 9, in <module>\n    f()\nline 3, in f\n    x"],
            "mine.py, line 3: fails when it is imported: NameError: no",
        ),
        (
            "raised",
            ["NameError", "no", "line \u0663, in <module>\n    line 9, in f"],
            "mine.py: fails when it is imported: NameError: no",
        ),
        (
            "raised",
            ["SystemExit", "", ""],
            "mine.py: fails when it is imported: SystemExit",
        ),
    ],
)
def test_a_file_that_was_not_loaded_says_why(status, value, said):
    with pytest.raises(ContractError) as refused:
        messages.read_survey(line("17", status, value), "17", PATH)
    assert str(refused.value) == said


def test_an_extension_is_taken_or_says_why_not():
    assert messages.read_extended(line("17", "ok", []), "17", PATH) is None
    why = ["TypeError", "no", ""]
    with pytest.raises(ContractError) as refused:
        messages.read_extended(line("17", "extension", why), "17", PATH)
    said = "mine.py: the extension fails when it is imported: TypeError: no"
    assert str(refused.value) == said


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (OSError(11, "Resource unavailable"), "Resource unavailable"),
        (OSError("no reason"), "no reason"),
        (ProcessEndedError("exit code 1"), "exit code 1"),
        (ValueError(), "ValueError"),
        (TimeoutError(), "Python did not start within 60 s"),
        (TimeoutError(110, "timed out"), "Python did not start within 60 s"),
    ],
)
def test_where_there_is_no_sandbox_the_machine_says_why(error, why):
    assert messages.no_sandbox(error, 60.0) == f"no sandbox could be made: {why}"


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (TimeoutError(), "takes longer than 1.5 s to import"),
        (
            ProcessEndedError("exit code 4"),
            "ends the process when it is imported: exit code 4",
        ),
        (ValueError("x"), "writes to the sandbox's pipe when it is imported"),
    ],
)
def test_a_file_that_cannot_say_why_it_does_not_start_is_told_by_its_end(error, why):
    assert messages.no_start(error, 1.5) == why

"""Descriptions of an engine's answer, with fake answers."""

from types import SimpleNamespace

import pytest

from noughts.explainer import explain
from noughts.notation import parse_board
from noughts.observe import consult
from noughts.observe.consult import Consulted, consulted_lines, listen_to
from noughts.observe.listen import UNREADABLE
from noughts.observe.watch import Evidence
from noughts.sandbox import EngineError
from noughts.words import words

GOING_ON = explain(parse_board("XX. OO. ..."))
OVER = explain(parse_board("XXX OO. ..."))
UNSEEN = Evidence("invisible", 0, 1, 0, {})

NOT_SEEN = (
    "finds its move without calling result(), so a search, if there is one, "
    "cannot be seen"
)


@pytest.mark.parametrize(
    ("asked", "explanation", "lines"),
    [
        (
            Consulted("(0, 2)", GOING_ON.move(3), None, False, UNSEEN),
            GOING_ON,
            [
                "plays 3 (wins in 1): is the only move that wins; completes 1-2-3",
                NOT_SEEN,
            ],
        ),
        (
            Consulted("7", None, None, True, UNSEEN),
            GOING_ON,
            ["answers 7, which is not a free cell of the board", NOT_SEEN],
        ),
        (
            Consulted("None", None, None, False, UNSEEN),
            OVER,
            ["answers None: the game is over"],
        ),
        (
            Consulted("(0, 0)", None, None, True, UNSEEN),
            OVER,
            ["answers (0, 0), although the game is over"],
        ),
        (
            Consulted("", None, "minimax(...) raised", True, None),
            GOING_ON,
            ["no answer: minimax(...) raised"],
        ),
    ],
)
def test_answers_are_described(asked, explanation, lines):
    assert [*consulted_lines(asked, explanation, words())] == lines


def test_a_long_error_is_shortened():
    asked = Consulted("", None, f"raised {'x' * 3000}", True, None)
    (told,) = consulted_lines(asked, GOING_ON, words())
    assert told.endswith("x... and 2,607 more characters")


@pytest.fixture
def ask(monkeypatch, tmp_path):
    """Consult an engine with a given answer, without a sandbox."""
    path = tmp_path / "tictactoe.py"

    class Open:
        def __init__(self, *given, **more):
            assert given == (path, "limits")
            assert more == {"extension": consult.EXTENSION}
            self.source = path.read_bytes()

        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

    def asked(answer, explanation, source=b"# \xff\n"):
        path.write_bytes(source)

        def call(*_):
            if isinstance(answer, Exception):
                raise answer
            return answer, "", 0

        Open.call = call
        monkeypatch.setattr(consult, "Sandbox", Open)
        return consult.consult(path, explanation, "limits")

    return asked


@pytest.mark.parametrize(
    ("answer", "explanation", "square", "is_mistake"),
    [
        ((0, 2), GOING_ON, 3, False),
        ((2, 2), GOING_ON, 9, True),
        ((0, 0), GOING_ON, None, True),  # it is taken
        ((0, 2, 0), GOING_ON, None, True),
        ([0, 2], GOING_ON, None, True),
        ((False, 2), GOING_ON, None, True),
        ((0, 2.0), GOING_ON, None, True),
        (None, GOING_ON, None, True),
        (None, OVER, None, False),
        ((0, 2), OVER, None, True),
    ],
)
def test_answers_are_judged(ask, answer, explanation, square, is_mistake):
    found = ask(answer, explanation)
    assert (found.move and found.move.square) == square
    assert found.is_mistake is is_mistake
    assert (found.answer, found.error) == (repr(answer), None)
    assert found.search.code == "invisible"


def test_an_error_names_minimax(ask):
    found = ask(
        EngineError(
            "refusal.call_raised", call="listen(XX. OO. ...)", what="listen(1)"
        ),
        GOING_ON,
    )
    assert found == Consulted(
        "", None, "minimax(XX. OO. ...) raised listen(1)", True, None
    )


def test_a_long_answer_is_shortened(ask):
    found = ask(SimpleNamespace(text="x" * 1000), GOING_ON)
    assert len(found.answer) < 100


@pytest.mark.parametrize(
    ("told", "heard"),
    [
        (((2, 2), "X...O....9", 1), ((2, 2), "X...O....9", 1)),
        ((None, "", 0), (None, "", 0)),
        ((None, "", 10**12 - 1), (None, "", 10**12 - 1)),
        *(
            (forged, (forged, UNREADABLE, 1))
            for forged in (
                (None, "", -1),
                (None, "", 10**12),
                (None, "", 1.0),
                (None, ["X...O....9"], 1),
                (None, ""),
                (None, "", 0, 0),
                "nonsense",
                None,
            )
        ),
    ],
)
def test_a_malformed_recording_is_treated_as_the_answer(told, heard):
    asked = []
    engine = SimpleNamespace(call=lambda *given: asked.append(given) or told)
    assert listen_to(engine, "board") == heard
    assert asked == [("listen", "board")]

"""The wire: every line is an answer of the closed set, or refused."""

import math
import random
from ast import literal_eval
from functools import partial

import pytest
from conftest import ENGINES

from noughts.checker.answers import (
    FLAGS,
    LONGEST,
    TOKEN,
    Answer,
    died,
    late,
    read,
    read_line,
    read_value,
    said_of,
    shown,
)
from noughts.checker.check_file import converse
from noughts.checker.judge import judge
from noughts.checker.questions import question
from noughts.checker.rubric import apply, load
from noughts.checker.truth import got
from noughts.sandbox.protocol import escaped
from noughts.texts.said import Said

was = partial(Said, "value.raised")

SIGNS = "mnticsborRld!|XO.BARSL0123456789-\n\x1b\u202e"
SIMPLE = (None, True, False, 0, -1, 2**70, 0.5, math.nan, -math.inf, "", "n", "\ud800")


def raised(said, message, traceback):
    """Return an exception in wire format."""
    return read(escaped("\x1f".join((said, message, traceback))))


def text(chance, most=60):
    """Return random characters, special ones more often."""
    size = chance.randrange(most)
    if chance.random() < 0.7:
        return "".join(chance.choices(SIGNS, k=size))
    return "".join(chr(chance.randrange(0x11_0000)) for _ in range(size))


def anything(chance, depth=3):
    """Return any value that can come over the wire."""
    kind = chance.randrange(4 if depth else 2)
    if kind == 0:
        return chance.choice(SIMPLE)
    if kind == 1:
        return text(chance)
    inner = [anything(chance, depth - 1) for _ in range(chance.randrange(5))]
    return inner if kind == 2 else {text(chance, 5): each for each in inner}


@pytest.mark.parametrize("seed", range(5))
def test_any_text_is_an_answer_of_the_closed_set_or_refused(seed):
    chance = random.Random(seed)
    for n in range(200):
        told = text(chance)
        check_closed(told if n % 3 else escaped(told))


def check_closed(told):
    try:
        answer = read(told)
    except ValueError:
        assert read_line(told).said == "d"
        return
    assert type(answer) is Answer
    assert answer.said[0] in "mntficsborR"
    assert shown(answer).isprintable()
    assert len(shown(answer)) < 500


VOID = ["", "x", "mQ", "c9", "s512", "bXO", "i", "i1.5", "!Z|n", "oKind", "l", "d"]


@pytest.mark.parametrize("text", VOID)
def test_malformed_lines_are_refused(text):
    with pytest.raises(ValueError, match="answer"):
        read(text)
    assert read_line(text).said == "d"


@pytest.mark.parametrize("told", ["n\nn", "o|" * 1000, "r\\x", "rE\x1fone", "r\\u001f"])
def test_two_in_one_line_too_long_and_badly_escaped_are_refused(told):
    with pytest.raises(ValueError):  # noqa: PT011 - whoever reads it says so
        read(told)


SOURCE = (ENGINES / "remembering.py").read_bytes()


@pytest.mark.parametrize(
    "seed", [pytest.param(n, marks=[pytest.mark.ci] * (n > 2)) for n in range(15)]
)
def test_any_reply_of_an_engine_gives_a_record(seed):
    """A process that the student's code has taken over can write anything."""
    chance = random.Random(seed)

    def forged(asked):
        if asked.function == "survey":
            return [read_value(anything(chance))]
        said = [anything(chance) for _ in asked.questions[:4]]
        texts = [each if type(each) is str else text(chance) for each in said]
        unasked = [None] * len(asked.questions[4:])
        return [*(read_line(each) for each in texts), *unasked]

    talk = judge(SOURCE, "f.py", ["player", "result"], remarks=[])
    record = apply(load(), converse(talk, forged))
    assert (record.file, record.points, record.right) == ("f.py", 0, False)


def test_an_answer_has_a_greatest_length():
    head = "ostr||"
    answer = read(head + "x" * (TOKEN - len(head)))
    assert answer.text == "x" * LONGEST
    for told in ("", head + "x" * (TOKEN - len(head) + 1)):
        with pytest.raises(ValueError, match="answer"):
            read(told)


@pytest.mark.parametrize(
    ("value", "said", "words"),
    [
        (None, "n", "None"),
        (True, "t", "True"),
        (False, "f", "False"),
        (-1, "i-1", "-1"),
        ("X", "mX", "'X'"),
        ((1, 2), "c5", "(1, 2)"),
        ({(0, 0), (2, 2)}, "s257", "{(0, 0), (2, 2)}"),
        (set(), "s0", "set()"),
        (frozenset({(0, 1)}), "s2", "{(0, 1)}"),
        ([["X", None, "O"], [None] * 3, [None] * 3], "bX.O......", "X.O ... ..."),
    ],
)
def test_a_right_value_has_one_form_on_the_wire_and_one_in_words(value, said, words):
    assert said_of(value) == said
    assert shown(read(said)) == words


@pytest.mark.parametrize("value", [1.5, [1], object()])
def test_values_outside_the_closed_set_are_refused(value):
    with pytest.raises(ValueError, match="is not in the closed set"):
        said_of(value)


BOARD = "bXO......."
READ = [
    ("mX", Answer("mX")),
    ("!B|mX", Answer("mX", frozenset("B"))),
    ("!BR|s511", Answer("s511", frozenset("BR"))),
    ("!|n", Answer("n")),
    (f"!{''.join(sorted(FLAGS))}|n", Answer("n", frozenset(FLAGS))),
    ("c8", Answer("c8")),
    ("s511", Answer("s511")),
    ("i123456789", Answer("i123456789")),
    ("!S|i7", Answer("i7", frozenset("S"))),
    (BOARD, Answer(BOARD)),
    (f"!R|{BOARD}", Answer(BOARD, frozenset("R"))),
    ("rKeyError", Answer("rKeyError", kind="KeyError")),
    ("!B|rE", Answer("rE", frozenset("B"), kind="E")),
    ("RSystemExit", Answer("RSystemExit", kind="SystemExit")),
    (f"r{'N' * 61}", Answer(f"r{'N' * 60}", kind="N" * 60)),
    ("olist|c4|[1, 1]", Answer("olist|[1, 1]", text="[1, 1]", kind="list", like="c4")),
    ("!B|olist|s3|x", Answer("olist|x", frozenset("B"), "x", "list", "s3")),
    (f"otuple|{BOARD}|x", Answer("otuple|x", text="x", kind="tuple", like=BOARD)),
    ("oset|p|x", Answer("oset|x", text="x", kind="set", pairs=True)),
    ("ostr||a|b", Answer("ostr|a|b", text="a|b", kind="str")),
    ("o||", Answer("o|")),
    ("oF||f at 0x7f3a", Answer("oF|f at 0x...", text="f at 0x...", kind="F")),
    ("oF||f at 0x7f3", Answer("oF|f at 0x7f3", text="f at 0x7f3", kind="F")),
    (f"o{'K' * 61}||x", Answer(f"o{'K' * 60}|x", text="x", kind="K" * 60)),
]


@pytest.mark.parametrize(("text", "answer"), READ, ids=[text[:20] for text, _ in READ])
def test_each_text_on_the_wire_is_one_answer(text, answer):
    assert read(text) == answer


@pytest.mark.parametrize(
    "text",
    [
        *("i1234567890", "i--1", "i-", "bXO......", "bXO........", "bXQ......."),
        *("r", "R", "!B", "!B|", "!BZ|n", "c", "s", "s-1", "m", "o", "oK|", "oK|c4"),
        *("oK|x|t", "oK|i1|t", "oK|n|t", "oK|bXO|t", "oK|bXO........|t", "oK|c9|t"),
        *(
            "oK|bXQ.......|t",
            "oK|bQX.......|t",
            "oK|xXO.......|t",
            "oK|mX|t",
            "oK|pp|t",
        ),
    ],
)
def test_near_misses_are_refused(text):
    with pytest.raises(ValueError, match="not an answer"):
        read(text)


@pytest.mark.parametrize(
    ("said", "has"),
    [
        ("rKeyError", {"raised", "failed"}),
        ("rNotImplementedError", {"raised", "failed", "unwritten"}),
        ("RNotImplementedError", {"raised", "failed"}),
        ("l", {"failed"}),
        ("d", {"failed"}),
        ("n", set()),
    ],
)
def test_the_properties_of_answers(said, has):
    answer = Answer(said)
    every = ("raised", "failed", "unwritten", "mutated", "shared")
    assert {name for name in every if getattr(answer, name)} == has
    assert answer.cell is None


@pytest.mark.parametrize("flag", sorted(FLAGS))
def test_flags_mean_changed_or_shared(flag):
    answer = Answer("n", frozenset(flag))
    assert (answer.mutated, answer.shared) == (flag == "B", flag in "RS")


@pytest.mark.parametrize(
    ("answer", "cell"),
    [
        (Answer("c0"), (0, 0)),
        (Answer("c5"), (1, 2)),
        (Answer("olist|x", like="c7"), (2, 1)),
        (Answer("olist|x", like="s7"), None),
        (Answer("s1"), None),
    ],
)
def test_a_cell_is_recognised_whatever_its_type(answer, cell):
    assert answer.cell == cell


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (late(2.5), Said("value.late")),
        (late(20.0), Said("value.late")),
        (died("exit 3"), Said("value.died", how="exit 3")),
        (raised("rKeyError", "", ""), was(what="KeyError")),
        (raised("rKeyError", "no", ""), was(what="KeyError: no")),
        (raised("REx", "\u00e9\n", ""), Said("value.ends", said=was(what="Ex: é\\n"))),
        (raised(f"r{'K' * 61}", "x" * 161, ""), was(what=f"{'K' * 60}: {'x' * 160}")),
        (Answer("RExit", kind="Exit"), Said("value.ends", said=was(what="Exit"))),
        (Answer("oF|", kind="F"), Said("value.object", kind="F")),
        (Answer("oF|x", kind="F", text="x"), "x"),
        (Answer("c5"), "(1, 2)"),
        (Answer("s256"), "{(2, 2)}"),
        (Answer("i-7"), "-7"),
    ],
)
def test_an_answer_is_shown_in_words(answer, words):
    assert shown(answer) == words


def test_a_traceback_is_cleaned_line_by_line():
    trace = raised("rE", "", "in f\n  at 0x7f3a1b\n\x1bend").traceback
    assert trace == "in f\n  at 0x...\n\\x1bend"


def test_observations_have_a_fixed_order():
    shared = got(question("result", 0), Answer("n", frozenset("SBRI")))
    keys = [each.key for each in shared.parts["what"]]
    assert keys == ["value.flag.R", "value.flag.S"]


def test_every_set_of_cells_is_shown_as_python_writes_it():
    for bits in range(1 << 9):
        cells = {divmod(n, 3) for n in range(9) if 2**n & bits}
        assert literal_eval(shown(Answer(f"s{bits}"))) == cells

"""The wire: whatever comes over it is an answer of the closed set, or none."""

import math
import random

import pytest
from conftest import ENGINES

from noughts.checker.answers import (
    FLAGS,
    LONGEST,
    TOKEN,
    Answer,
    decode,
    observed,
    said_of,
    shown,
)
from noughts.checker.conversation import judge
from noughts.checker.conversation.talk import answers_in
from noughts.checker.driver import converse
from noughts.checker.rounds import END, Reply
from noughts.checker.rubric import load

SIGNS = "mnticsborRld!|XO.BARSL0123456789-\n\x1b\u202e"
SIMPLE = (None, True, False, 0, -1, 2**70, 0.5, math.nan, -math.inf, "", "n", "\ud800")


def text(chance, most=60):
    """Return some characters: those that mean something here, or any."""
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
        told = text(chance) if n % 3 else anything(chance)
        check_closed(told, chance.randint(1, 3))


def check_closed(told, wanted):
    try:
        answers = decode(told, wanted)
    except ValueError:
        return
    assert len(answers) == wanted
    for answer in answers:
        assert type(answer) is Answer
        assert answer.said[0] in "mntficsborR"
        assert shown(answer).isprintable()
        assert observed(answer, FLAGS).isprintable()
        assert len(shown(answer)) < 500


def test_an_exception_in_the_place_of_all_answers_is_not_a_refusal():
    """Our own code was broken by what it was given: nothing was refused."""
    answer = answers_in(Reply(0, "raised", ["ValueError", "no", ""]), 3)
    assert not answer.refused
    assert answer.failed
    assert shown(answer) == "raised ValueError: no (which ends the program)"


VOID = ["", "x", "mQ", "c9", "s512", "bXO", "i", "i1.5", "!Z|n", "oKind", "l", "d"]


@pytest.mark.parametrize("text", VOID)
def test_what_no_engine_of_ours_writes_is_refused(text):
    with pytest.raises(ValueError, match="answer"):
        decode(text, 1)


def test_too_few_too_many_and_too_long_are_refused():
    for told, wanted in (("n\nn", 3), ("n\nn", 1), ("o|" * 1000, 1), (["n"], 1)):
        with pytest.raises(ValueError, match="answer"):
            decode(told, wanted)


SOURCE = (ENGINES / "remembering.py").read_bytes()


@pytest.mark.parametrize(
    "seed",
    [pytest.param(n, marks=[pytest.mark.ci] * (n > 2)) for n in range(15)],
)
def test_whatever_an_engine_says_there_is_a_record(seed):
    """A process that the student's code has taken over can say anything at all."""
    chance = random.Random(seed)

    def forged(asked):
        for number in range(len(asked.calls)):
            status = chance.choice(["ok", "raised", "late", "died", "odd"])
            yield Reply(number, status, anything(chance))
            if number == 3:
                break
        yield Reply(END, "done")

    record = converse(
        judge(SOURCE, "f.py", load(), ["player", "result"], remarks=[]), forged
    )
    assert (record.file, record.points, record.right) == ("f.py", 0, False)


def test_an_answer_is_read_up_to_its_longest_and_no_further():
    head = "ostr||"
    [answer] = decode(head + "x" * (TOKEN - len(head)), 1)
    assert answer.text == "x" * LONGEST
    for told in ("", head + "x" * (TOKEN - len(head) + 1)):
        with pytest.raises(ValueError, match="answer"):
            decode(told, 1)
    with pytest.raises(ValueError, match="answer"):
        decode(head + "x" * TOKEN + "\nn", 2)  # one of them too long, not both


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
    assert shown(decode(said, 1)[0]) == words


@pytest.mark.parametrize("value", [1.5, [1], object()])
def test_what_is_not_in_the_closed_set_is_refused(value):
    with pytest.raises(ValueError, match="is not in the closed set"):
        said_of(value)

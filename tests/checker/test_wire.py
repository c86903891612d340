"""The wire: whatever comes over it is an answer of the closed set, or none."""

import pytest
from conftest import ENGINES
from hypothesis import given, settings
from hypothesis import strategies as st

from noughts.checker.answers import FLAGS, Answer, decode, observed, shown
from noughts.checker.asking import converse
from noughts.checker.conversation import judge
from noughts.checker.rounds import END, Reply
from noughts.checker.rubric import load

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=50),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=10,
)
SIGNS = st.text("mnticsborRld!|XO.BARSL0123456789-\n\x1b\u202e", max_size=40)


@given(SIGNS | st.text(max_size=60) | PLAIN, st.integers(1, 3))
def test_any_text_is_an_answer_of_the_closed_set_or_refused(told, wanted):
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


@settings(max_examples=15, deadline=None)
@given(st.data())
def test_whatever_an_engine_says_there_is_a_record(data):
    """A process that the student's code has taken over can say anything at all."""

    def forged(asked):
        for number in range(len(asked.calls)):
            status = data.draw(st.sampled_from(["ok", "raised", "late", "died", "odd"]))
            yield Reply(number, status, data.draw(PLAIN | SIGNS))
            if number == 3:
                break
        yield Reply(END, "done")

    record = converse(
        judge(SOURCE, "f.py", load(), ["player", "result"], remarks=[]), forged
    )
    assert (record.file, record.points, record.right) == ("f.py", 0, False)

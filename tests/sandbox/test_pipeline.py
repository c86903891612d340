"""Questions under way to one process: as many as its pipe takes."""

import pytest

from noughts.sandbox import pipeline
from noughts.sandbox.pipeline import Pipeline, new_number


@pytest.fixture
def room(monkeypatch):
    """Make room for exactly two of the shortest questions, with their line ends."""
    length = len(next(Pipeline([("f", ())]).take()).line) + 1
    monkeypatch.setattr(pipeline, "WINDOW", 2 * length)
    return 2 * length


def arguments(questions):
    return [question.arguments for question in questions]


def test_as_many_are_under_way_as_there_is_room_for(room):
    line = Pipeline([("f", ())] * 5)
    assert len(list(line.take())) == 2
    assert list(line.take()) == []
    line.answered()
    assert len(list(line.take())) == 1  # half of the room is free again
    line.answered()
    line.answered()
    assert (len(list(line.take())), len(line.sent)) == (2, 2)


def test_an_answer_gives_back_the_room_that_its_question_took(room):
    line, most = Pipeline([("f", ())] * 200), 0
    while list(line.take()) or line.sent:
        most = max(most, len(line.sent))
        line.answered()
    assert most == 2


def test_one_question_at_most_is_fetched_before_there_is_room_for_it(room):
    fetched = []
    line = Pipeline(fetched.append(n) or ("f", ()) for n in range(9))
    assert len(list(line.take())) == 2
    assert fetched == [0, 1, 2]


def test_a_question_that_needs_one_more_character_waits(room):
    line = Pipeline([("f", ()), ("ff", ())])
    assert [each.function for each in line.take()] == ["f"]
    line.answered()
    assert [each.function for each in line.take()] == ["ff"]


def test_one_that_is_larger_than_all_the_room_goes_alone(room):
    line = Pipeline([("f", ("x" * 1000,)), ("f", ())])
    assert len(list(line.take())) == 1
    assert list(line.take()) == []
    line.answered()
    assert arguments(line.take()) == [()]


def test_what_was_under_way_is_asked_again_in_its_order(room):
    line = Pipeline([("f", (n,)) for n in range(3)])
    first = list(line.take())
    assert arguments(first) == [(0,)]
    line.put_back()
    assert list(line.sent) == []
    assert arguments(line.take()) == [(0,)]
    line.put_back()
    line = Pipeline([("f", ())] * 3)
    twice = list(line.take())
    line.put_back()
    assert list(line.take()) == twice


def test_a_number_is_never_the_same():
    assert len({new_number() for _ in range(100)}) == 100
    assert len(new_number()) == 16

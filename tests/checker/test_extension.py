"""What is added inside the engine's process changes no answer, only the time."""

import copy
from types import ModuleType

import pytest
from conftest import ENGINES

from noughts import oracle
from noughts.board import board_of
from noughts.checker import extension as inside
from noughts.checker.questions import ACTIONS, HELPERS, questions
from noughts.checker.shorthand import Told, batches, packed, unpacked
from noughts.checker.truth import right

HELPED = HELPERS[1:]


@pytest.fixture
def extended(monkeypatch):
    """Return a function that loads an engine with the extension, in this process."""
    monkeypatch.setattr(copy, "deepcopy", copy.deepcopy)

    def load(engine, proved=(), replaced=()):
        module, names, more = ModuleType("engine"), {}, {}
        exec((ENGINES / f"{engine}.py").read_text("utf-8"), vars(module))
        exec(inside.source(proved, replaced, ACTIONS), names)
        names["install"](module, more.__setitem__)
        return module, more["many"]

    return load


def asked(engine, function):
    """Yield all valid questions twice: the second answer comes from memory."""
    for question in questions(function):
        if question.valid:
            for _ in range(2):
                yield question, getattr(engine, function)(*question.arguments)


@pytest.mark.parametrize("function", HELPED)
def test_remembered_answers_are_the_same_answers(extended, function):
    engine, _ = extended("textbook_deepcopy", proved=HELPED)
    for question, value in asked(engine, function):
        assert right(question, Told(value)), question


@pytest.mark.parametrize("function", HELPED)
def test_the_functions_put_in_place_of_wrong_ones_are_right(extended, function):
    engine, _ = extended("unfinished", replaced=HELPED)
    for question, value in asked(engine, function):
        assert right(question, Told(value)), question


def test_the_function_put_in_place_of_result_refuses_every_invalid_action(extended):
    engine, _ = extended("unfinished", replaced=["result"])
    for question in questions("result")[: 40 * len(ACTIONS)]:
        if not question.valid:
            with pytest.raises(ValueError, match="is not an empty cell"):
                engine.result(*question.arguments)


def test_what_is_remembered_cannot_be_spoilt_by_its_user(extended):
    engine, _ = extended("textbook_deepcopy", proved=HELPED)
    board = engine.initial_state()
    for _ in range(3):
        cells = engine.actions(board)
        assert len(cells) == 9
        cells.clear()
        after = engine.result(board, (0, 0))
        assert after == [["X", None, None], [None] * 3, [None] * 3]
        after[0][0] = "spoilt"


def test_sets_yield_their_elements_in_the_order_of_the_original(extended):
    plain, _ = extended("textbook_deepcopy")
    quick, _ = extended("textbook_deepcopy", proved=HELPED)
    for key, truth in oracle.table().items():
        if truth.turn:
            board = board_of(key)
            for _ in range(2):
                assert list(quick.actions(board)) == list(plain.actions(board))


def test_boards_of_other_types_go_to_the_students_own_function(extended):
    engine, _ = extended("textbook_deepcopy", proved=HELPED)
    assert engine.player([["X", None, None], [None] * 3, [None] * 3]) == "O"
    assert engine.player((("X", None, None), (None,) * 3, (None,) * 3)) == "O"
    with pytest.raises(TypeError):
        engine.result((("X", None, None), (None,) * 3, (None,) * 3), (1, 1))


def test_quick_copies_are_deep_and_keep_what_is_shared(extended):
    extended("textbook_deepcopy")
    board = [["X", None, None], [None] * 3, [None] * 3]
    again = copy.deepcopy(board)
    assert again == board
    assert not {id(row) for row in again} & {id(row) for row in board}
    row = [None] * 3
    one, two, three = copy.deepcopy([row, row, row])
    assert one is two is three
    assert copy.deepcopy({"a": [1, [2]]}) == {"a": [1, [2]]}


@pytest.mark.parametrize("function", HELPED)
@pytest.mark.parametrize("engine", ["remembering", "shallow_copy", "unfinished"])
def test_many_questions_at_once_get_the_answers_of_one_by_one(
    extended, engine, function
):
    module, many = extended(engine)
    for batch in list(batches(questions(function)))[:4]:
        _, (name, keys) = packed(batch)
        for question, answer in zip(
            batch, unpacked(batch, many(name, keys)), strict=True
        ):
            arguments = question.arguments
            try:
                value, kind = getattr(module, function)(*arguments), ""
            except Exception as error:
                value, kind = None, type(error).__name__
            assert answer.value == value
            assert (answer.error.kind if answer.error else "") == kind
            assert answer.mutated == (arguments != question.arguments)

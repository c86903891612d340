"""Misconceptions are recognised by their models alone, and only where they fit."""

from functools import cache
from itertools import combinations
from pathlib import Path

import pytest
from conftest import ENGINES

from noughts import oracle
from noughts.board import full_lines, replies
from noughts.checker.answer_sheet import AnswerSheet
from noughts.checker.answers import Answer, read_line
from noughts.checker.docstrings import docstring
from noughts.checker.misconceptions.catalogue import KNOWN, recognised
from noughts.checker.misconceptions.placing import negative_index
from noughts.checker.questions import (
    ACTIONS,
    FUNCTIONS,
    Question,
    every,
    on_wire,
    questions,
)
from noughts.contract import default, load
from noughts.sandbox.asker import Asker
from noughts.sandbox.protocol import escaped


def sheet_of(engine, function):
    """Return the answers of an engine that we trust, asked in this process."""
    sheet = AnswerSheet(function)
    told = answers_of(vars(engine), function, every(function))
    sheet.take(dict(zip(every(function), told, strict=True)))
    return {function: sheet}


def answers_of(names, function, numbers):
    """Return the answers of a function that we trust, asked in this process."""
    said = []
    asker = Asker({**names}, actions=ACTIONS)
    asker.ask(function, on_wire(function, numbers), said.append)
    return [read_line(escaped(each)) for each in said]


@pytest.mark.parametrize(
    "function",
    [
        pytest.param(each, marks=[pytest.mark.ci] * (each in ("result", "minimax")))
        for each in FUNCTIONS
    ],
)
def test_nothing_is_said_about_an_engine_that_is_right(function):
    assert not list(recognised(sheet_of(default(), function), [function]))


def test_every_misconception_has_a_title_an_explanation_and_a_hint():
    for known in KNOWN:
        told = known.described()
        assert told.title.endswith(".")
        assert (told.line, told.code) == (0, "")  # answers have no place in the text
        assert told.explanation
        assert told.hint


def test_every_misconception_has_a_row_in_these_tests():
    rows = Path(__file__).read_text("utf-8")
    assert [known.name for known in KNOWN if f'"{known.name}"' not in rows] == []


LINES = [[(i, j) for j in range(3)] for i in range(3)] + [
    [(i, j) for i in range(3)] for j in range(3)
]
CORNERS = [[(0, 0), (1, 1), (2, 2)], [(0, 2), (1, 1), (2, 0)]]


def first_equal(lines):
    """Return a winner that stops at the first line of equal cells, empty ones too."""

    def winner(board):
        for (a, b), (c, d), (e, f) in lines:
            if board[a][b] == board[c][d] == board[e][f]:
                return board[a][b]
        return None

    return winner


CENTRE_FIRST = [LINES[n] for n in (1, 4, 0, 2, 3, 5)]


@pytest.mark.parametrize(
    "lines", [LINES + CORNERS, CORNERS + CENTRE_FIRST, LINES[::-1] + CORNERS]
)
def test_an_empty_line_is_recognised_in_whatever_order_one_looks(lines):
    engine = type("Engine", (), {"winner": staticmethod(first_equal(lines))})
    (known,) = recognised(sheet_of(engine, "winner"), ["winner"])
    assert known.name == "empty_line"


def turn(xs, os):
    """Return whose turn it is by the numbers of marks."""
    return "O" if xs > os else "X"


# How the turn is told from the cells of a board, and what that is called.
TURNS = {
    "always X": (lambda cells: "X", "same_turn"),
    "never X": (lambda cells: "O", "same_turn"),
    "the wrong way round": (
        lambda cells: "O" if cells.count("X") == cells.count("O") else "X",
        "turn_miscounted",
    ),
    "nothing for X": (
        lambda cells: "O" if cells.count("X") > cells.count("O") else None,
        "turn_unanswered",
    ),
    "nothing for O": (
        lambda cells: "X" if cells.count("X") == cells.count("O") else None,
        "turn_unanswered",
    ),
    "the first row": (
        lambda cells: turn(cells[:3].count("X"), cells[:3].count("O")),
        "part_counted",
    ),
    "the last row": (
        lambda cells: "X" if cells[6:].count("X") == cells[6:].count("O") else "O",
        "part_counted",
    ),
    "a column": (
        lambda cells: turn(cells[1::3].count("X"), cells[1::3].count("O")),
        "part_counted",
    ),
    "two rows": (
        lambda cells: turn(cells[:6].count("X"), cells[:6].count("O")),
        "part_counted",
    ),
}


@pytest.mark.ci
@pytest.mark.parametrize(("told", "name"), TURNS.values(), ids=TURNS)
def test_each_way_to_mistake_the_turn_has_its_name(told, name):
    engine = simple("player", lambda board: told([c for row in board for c in row]))
    (known,) = recognised(sheet_of(engine, "player"), ["player"])
    assert known.name == name


ROW = [None, None, None]
BOARD = [[None] * 3, [None] * 3, [None] * 3]


@pytest.mark.parametrize(
    ("start", "names"),
    [
        (lambda: [[None] * 3 for _ in range(3)], []),
        (lambda: [[None] * 3] * 3, ["rows_are_one"]),
        (lambda: BOARD, ["start_shared"]),
        (lambda: list(BOARD), ["start_shared"]),
        (lambda: [ROW, ROW, ROW], ["rows_are_one"]),
        (lambda: [[None] * 3, [None] * 3, [None, None, "X"]], []),
    ],
)
def test_a_board_to_begin_with_is_named_by_what_it_shares(start, names):
    engine = simple("initial_state", start)
    found = recognised(sheet_of(engine, "initial_state"), ["initial_state"])
    assert [each.name for each in found] == names


def simple(function, answer):
    return type("Engine", (), {function: staticmethod(answer)})


RULES = load(ENGINES / "remembering.py")
CELLS = {(i, j) for i in range(3) for j in range(3)}
OTHER = {"X": "O", "O": "X"}


def best(board, worth, reverse=False):
    """Return the action with the best worth for the player to move, or the worst."""
    if RULES.terminal(board):
        return None
    choose = max if (RULES.player(board) == "X") != reverse else min
    return choose(sorted(RULES.actions(board)), key=lambda a: worth(board, a))


def value_swapped(board):
    """Return what a board is worth where X minimises and O maximises."""
    key = repr(board)
    if key not in SWAPPED:
        after = [RULES.result(board, action) for action in RULES.actions(board)]
        choose = min if RULES.player(board) == "X" else max
        SWAPPED[key] = (
            RULES.utility(board)
            if RULES.terminal(board)
            else choose(map(value_swapped, after))
        )
    return SWAPPED[key]


SWAPPED = {}


def right_for(side, board, other):
    """Return a right action for one side, and what the other gets in its place."""
    if RULES.terminal(board):
        return None
    return RULES.minimax(board) if RULES.player(board) == side else other(board)


def winning(board):
    """Return whether the player to move can force a win."""
    return RULES.value(board) == (1 if RULES.player(board) == "X" else -1)


def placed(board, action, mark=None, turned=False):
    """Return the board with a mark on the cell, which must be empty."""
    if action not in RULES.actions(board):
        raise ValueError(action)
    i, j = action[::-1] if turned else action
    after = [row[:] for row in board]
    after[i][j] = mark or RULES.player(board)
    return after


def leaving(board, action):
    """Raise what ends the program where an action is not valid."""
    if action not in RULES.actions(board):
        raise BaseException("no")
    return RULES.result(board, action)


def instead(board, action, answer):
    """Return the board after an action, and something else where it is not valid."""
    return placed(board, action) if action in RULES.actions(board) else answer


SKEW = [(0, 2), (1, 1), (2, 2)]


def full_line(board, lines):
    """Return the mark that fills the first full one of some lines."""
    for line in lines:
        marks = {board[i][j] for i, j in line}
        if len(marks) == 1 and None not in marks:
            return marks.pop()
    return None


def inverted(board, action):
    """Return the board after an action that is not valid; refuse those that are."""
    if action in RULES.actions(board):
        raise ValueError(action)
    i, j = action
    after = [row[:] for row in board]
    after[i][j] = RULES.player(board)
    return after


def placed_in(board, action, after):
    """Return a board after an action that is written into it, whosever it is."""
    placed(board, action)
    i, j = action
    after[i][j] = RULES.player(board)
    return after


def row_replaced(board, action):
    """Return the board that was given, with a new row in the place of one."""
    board[action[0]] = placed(board, action)[action[0]]
    return board


RESULTS = [
    (inverted, "condition_inverted"),
    (lambda b, a: placed(b, a) and None, "nothing_returned"),
    (lambda b, a: placed(b, a, OTHER[RULES.player(b)]), "opponents_mark"),
    (lambda b, a: placed(b, a, turned=True), "cell_turned"),
    (lambda b, a: b if placed(b, a) else None, "old_board_returned"),
    (lambda b, a: instead(b, a, ValueError("no")), "exception_returned"),
    (lambda b, a: instead(b, a, None), "no_exception"),
    (lambda b, a: instead(b, a, b), "no_exception"),
    (lambda b, a: instead(b, a, "not valid"), "no_exception"),
    (lambda b, a: placed_in(b, a, b), "not_copied"),
    (lambda b, a: row_replaced(b, a), "not_copied"),
    (lambda b, a: placed_in(b, a, list(b)), "shallow_copy"),
    (lambda b, a: [row[:] for row in placed_in(b, a, b)], "copied_too_late"),
    (lambda b, a: (placed(b, a), placed_in(b, a, b))[0], "copied_too_late"),
    (lambda b, a: [placed(b, a)[0]] * 3, "rows_are_one"),
]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("answer", "name"), RESULTS)
def test_a_misconception_about_result_is_recognised(answer, name):
    found = recognised(sheet_of(simple("result", answer), "result"), ["result"])
    assert [each.name for each in found] == [name]


@pytest.mark.ci
def test_who_refuses_what_is_valid_is_not_told_to_refuse_more():
    def answer(board, action):
        if action[0] > 0:
            raise ValueError
        return instead(board, action, None)

    sheet = sheet_of(simple("result", answer), "result")
    assert [*recognised(sheet, ["result"])] == []


SIMPLE = [
    ("terminal", lambda b: all(c for row in b for c in row), "only_full"),
    ("terminal", lambda b: RULES.winner(b) is not None, "only_won"),
    ("utility", lambda b: -RULES.utility(b), "signs_exchanged"),
    ("utility", lambda b: abs(RULES.utility(b)), "mover_utility"),
    ("utility", lambda b: -abs(RULES.utility(b)), "mover_utility"),
    ("utility", lambda b: max(0, RULES.utility(b)), "o_not_scored"),
    ("terminal", lambda b: RULES.winner(b) or not RULES.actions(b), "or_gives_back"),
    ("terminal", lambda b: not RULES.actions(b) or RULES.winner(b), "or_gives_back"),
    ("terminal", lambda b: not RULES.terminal(b), "told_the_wrong_way"),
    ("terminal", lambda b: bool(RULES.winner(b)) or any(map(all, b)), "row_for_board"),
    ("terminal", lambda b: bool(RULES.winner(b)) or all(b[2]), "row_for_board"),
    ("terminal", lambda b: None, "nothing_returned"),
    ("terminal", lambda b: str(RULES.terminal(b)), "truth_as_other"),
    ("terminal", lambda b: int(RULES.terminal(b)), "truth_as_other"),
    ("utility", lambda b: RULES.utility(b) or 1, "draw_scored"),
    ("utility", lambda b: RULES.utility(b) or -1, "draw_scored"),
    ("utility", lambda b: 10 * RULES.utility(b), "other_scale"),
    ("utility", lambda b: float(RULES.utility(b)), "other_type"),
    ("utility", lambda b: str(RULES.utility(b)), "other_type"),
    ("utility", lambda b: RULES.winner(b) or 0, "mark_for_number"),
    ("winner", lambda b: RULES.winner(b) and True, "true_for_mark"),
    ("winner", lambda b: bool(RULES.winner(b)), "true_for_mark"),
    ("winner", lambda b: RULES.winner(b) or False, "nobody_not_none"),
    ("winner", lambda b: RULES.winner(b) or "Draw", "nobody_not_none"),
    ("winner", lambda b: {"X": 1, "O": -1}.get(RULES.winner(b)), "number_for_mark"),
    ("winner", lambda b: {"X": "O", "O": "X"}.get(RULES.winner(b)), "loser_named"),
    (
        "winner",
        lambda b: b[0][0] if b[0][0] == b[0][1] == b[0][2] else None,
        "first_round_only",
    ),
    (
        "actions",
        lambda b: {(i, j) for i, j in RULES.actions(b) if i < 2},
        "cells_unseen",
    ),
    ("actions", lambda b: {(i, j) for i, j in RULES.actions(b) if j}, "cells_unseen"),
    (
        "actions",
        lambda b: {(i, j) for i, j in RULES.actions(b) if not i},
        "left_too_early",
    ),
    ("actions", lambda b: {min(RULES.actions(b))}, "left_too_early"),
    ("actions", lambda b: CELLS - RULES.actions(b), "not_the_empty_ones"),
    ("actions", lambda b: CELLS, "not_the_empty_ones"),
    (
        "actions",
        lambda b: {(i + 1, j + 1) for i, j in RULES.actions(b)},
        "counted_from_one",
    ),
    ("actions", lambda b: dict.fromkeys(RULES.actions(b)), "dict_of_actions"),
    ("actions", lambda b: (a for a in RULES.actions(b)), "generator_of_actions"),
    (
        "actions",
        lambda b: {3 * i + j for i, j in RULES.actions(b)},
        "numbers_for_cells",
    ),
    (
        "actions",
        lambda b: [3 * i + j + 1 for i, j in RULES.actions(b)],
        "numbers_for_cells",
    ),
    ("player", lambda b: None, "nothing_returned"),
    (
        "terminal",
        lambda b: bool(RULES.winner(b)) or len(RULES.actions(b)) < 2,
        "one_cell_early",
    ),
    (
        "winner",
        lambda b: next((r[0] for r in b if r[0] and r[0] == r[1]), RULES.winner(b)),
        "two_of_three",
    ),
    ("winner", lambda b: full_line(b, [*LINES, CORNERS[0], SKEW]), "wrong_line"),
    (
        "actions",
        lambda b: {(j, i) for i, j in RULES.actions(b)},
        "rows_and_columns_exchanged",
    ),
    ("actions", lambda b: tuple(RULES.actions(b)), "list_of_actions"),
    ("minimax", lambda b: min(RULES.actions(b), default=None), "first_cell"),
    (
        "minimax",
        lambda b: (
            max(
                sorted(RULES.actions(b)),
                key=lambda a: RULES.value(RULES.result(b, a)),
                default=None,
            )
            if not RULES.terminal(b)
            else None
        ),
        "one_sided",
    ),
    (
        "minimax",
        lambda b: best(b, lambda b, a: value_swapped(RULES.result(b, a))),
        "swapped_below",
    ),
    (
        "minimax",
        lambda b: right_for(
            "X",
            b,
            lambda b: best(
                b, lambda b, a: value_swapped(RULES.result(b, a)), reverse=True
            ),
        ),
        "turn_ignored",
    ),
    ("minimax", lambda b: right_for("X", b, RULES.value), "value_returned"),
    (
        "minimax",
        lambda b: None if RULES.terminal(b) else RULES.result(b, RULES.minimax(b)),
        "board_returned",
    ),
    (
        "minimax",
        lambda b: right_for("O", b, lambda b: list(RULES.minimax(b))),
        "list_for_action",
    ),
    ("minimax", lambda b: RULES.minimax(b) if winning(b) else None, "only_wins_kept"),
    ("minimax", lambda b: right_for("X", b, lambda b: None), "one_side_only"),
    ("minimax", lambda b: right_for("O", b, lambda b: None), "one_side_only"),
]


@pytest.mark.ci
@pytest.mark.parametrize(
    ("function", "answer", "name"),
    [
        pytest.param(*row, marks=[pytest.mark.ci] * (row[0] in ("result", "minimax")))
        for row in SIMPLE
    ],
)
def test_a_misconception_is_recognised_by_its_answers(function, answer, name):
    found = recognised(sheet_of(simple(function, answer), function), [function])
    assert [each.name for each in found] == [name]


def test_one_answer_that_does_not_fit_is_enough_to_say_nothing():
    def terminal(board):
        return board[0][0] != "X" and RULES.winner(board) is not None

    engine = simple("terminal", terminal)
    assert not list(recognised(sheet_of(engine, "terminal"), ["terminal"]))


def guarded(order, unguarded):
    """Return a winner that asks of some lines only whether they are empty."""

    def winner(board):
        for line in order:
            cells = [board[i][j] for i, j in line]
            full = cells[0] is not None or line in unguarded
            if full and cells[0] == cells[1] == cells[2]:
                return cells[0]
        return None

    return winner


@pytest.mark.ci
@pytest.mark.parametrize("unguarded", [LINES[3:], LINES[:3], LINES[3:] + CORNERS])
def test_an_empty_line_is_recognised_where_only_some_lines_are_guarded(unguarded):
    engine = simple("winner", guarded(LINES + CORNERS, unguarded))
    (known,) = recognised(sheet_of(engine, "winner"), ["winner"])
    assert known.name == "empty_line"


@pytest.mark.ci
def test_a_misconception_names_the_checks_in_which_it_explains_all():
    def result(board, action):
        i, j = action
        after = [row[:] for row in board]
        after[i][j] = RULES.player(board)
        return after

    known = [
        (each.name, each.checks)
        for each in recognised(sheet_of(simple("result", result), "result"), ["result"])
    ]
    assert known == [  # first what costs more
        ("overwritten", ("result.occupied",)),
        ("negative_index", ("result.negative",)),
    ]


def changing(board):
    """Return the winner, and put another list in the place of a row."""
    board[0] = list(board[0])
    return RULES.winner(board)


def test_a_board_that_is_changed_does_not_make_a_right_answer_wrong():
    sheets = sheet_of(simple("winner", changing), "winner")
    assert sheets["winner"].wrong
    assert all(answer.mutated for answer in sheets["winner"].wrong.values())
    assert not list(recognised(sheets, ["winner"]))


# --- Each form of a misconception, on some of the boards ------------------------


def some_answers(function, answer):
    """Return some questions, those about full boards too, and what is answered."""
    each = len(ACTIONS) if function == "result" else 1
    boards = enumerate(questions(function).boards)
    some = [n for n, key in boards if n % 37 == 0 or "." not in key]
    numbers = [n * each + k for n in some for k in range(each)]
    told = answers_of({function: answer}, function, numbers)
    return [*zip((questions(function)[n] for n in numbers), told, strict=True)]


def forms_of(name, function):
    """Return the forms of a misconception about a function."""
    (known,) = (k for k in KNOWN if (k.name, k.function) == (name, function))
    return known


def counts(board):
    marks = [mark for row in board for mark in row]
    return marks.count("X"), marks.count("O")


def by_counts(rule):
    return lambda board: rule(*counts(board))


def picked(rule):
    """Return a function that lists the free cells for which a rule holds."""
    return lambda board: {cell for cell in RULES.actions(board) if rule(*cell)}


def listed(rule):
    """Return a function that lists the cells that hold what a rule wants."""
    return lambda board: {(i, j) for i, j in CELLS if rule(board[i][j])}


def scored(x, o, draw):
    return lambda board: {"X": x, "O": o, None: draw}[RULES.winner(board)]


def ended(parts):
    """Return a function that ends the game where one of some parts is full, too."""
    return lambda board: bool(RULES.winner(board)) or any(map(all, parts(board)))


def columns(board):
    return [*zip(*board, strict=True)]


def left_for(sides, other):
    """Return a search that is right, but for some sides on some boards."""

    def minimax(board):
        if RULES.terminal(board):
            return None
        found = other(board) if RULES.player(board) in sides else ...
        return RULES.minimax(board) if found is ... else found

    return minimax


def lost(board):
    return RULES.value(board) == (-1 if RULES.player(board) == "X" else 1)


def as_python_counts(board, action):
    """Return the board after an action, which may count from the end."""
    i, j = action
    if board[i][j] is not None:
        raise ValueError(action)
    return placed(board, (i % 3, j % 3))


def written_over(board, action):
    """Return the board with a mark on a cell, whatever is there."""
    i, j = action
    if i < 0 or j < 0:
        raise ValueError(action)
    after = [row[:] for row in board]
    after[i][j] = RULES.player(board)
    return after


@cache
def worth(key, x, o):
    """Return what a position is worth where the players choose so."""
    truth = oracle.table()[key]
    if truth.turn is None:
        return truth.value
    after = [worth(reply, x, o) for reply in replies(key).values()]
    return (x if truth.turn == "X" else o)(after)


def choosing(x, o, at_root):
    """Return a search in which the players choose so, and so at its root."""

    def choice(board):
        key = "".join(mark or "." for row in board for mark in row)
        after = {a: worth(reply, x, o) for a, reply in sorted(replies(key).items())}
        root = at_root["XO".index(RULES.player(board))]
        return root(after, key=after.__getitem__)

    return left_for("XO", choice)


def endless(values):
    return float("inf")


def average(values):
    each = [*values]
    return sum(each) / len(each)


def another(board):
    """Return an action that does not win where one does, if there is any."""
    if not winning(board):
        return ...
    worse = [
        action
        for action in sorted(RULES.actions(board))
        if RULES.value(RULES.result(board, action)) != RULES.value(board)
    ]
    return worse[0] if worse else ...


# Function, what it answers, what that is called, and which of its forms it is.
FORMS = [
    ("player", by_counts(lambda x, o: "O" if x > o else None), "turn_unanswered", 0),
    ("player", by_counts(lambda x, o: "X" if x == o else None), "turn_unanswered", 1),
    (
        "player",
        by_counts(lambda x, o: "O" if x > o else None if x else "X"),
        "turn_unanswered",
        2,
    ),
    ("player", lambda b: OTHER[RULES.player(b)], "turn_miscounted", 0),
    ("player", lambda b: "X", "same_turn", 0),
    ("player", lambda b: "O", "same_turn", 1),
    ("player", lambda b: None, "nothing_returned", 0),
    ("actions", lambda b: list(RULES.actions(b)), "list_of_actions", 0),
    ("actions", lambda b: tuple(RULES.actions(b)), "list_of_actions", 0),
    ("actions", lambda b: dict.fromkeys(RULES.actions(b)), "dict_of_actions", 0),
    ("actions", lambda b: iter(a for a in [b]), "generator_of_actions", 0),
    (
        "actions",
        lambda b: {3 * i + j for i, j in RULES.actions(b)},
        "numbers_for_cells",
        0,
    ),
    (
        "actions",
        lambda b: [3 * i + j + 1 for i, j in RULES.actions(b)],
        "numbers_for_cells",
        1,
    ),
    (
        "actions",
        lambda b: {(j, i) for i, j in RULES.actions(b)},
        "rows_and_columns_exchanged",
        0,
    ),
    ("actions", picked(lambda i, j: i < 2 and j < 2), "cells_unseen", 0),
    ("actions", picked(lambda i, j: i < 2 and j > 0), "cells_unseen", 1),
    ("actions", picked(lambda i, j: i < 2), "cells_unseen", 2),
    ("actions", picked(lambda i, j: i > 0 and j < 2), "cells_unseen", 3),
    ("actions", picked(lambda i, j: i > 0 and j > 0), "cells_unseen", 4),
    ("actions", picked(lambda i, j: i > 0), "cells_unseen", 5),
    ("actions", picked(lambda i, j: j < 2), "cells_unseen", 6),
    ("actions", picked(lambda i, j: j > 0), "cells_unseen", 7),
    ("actions", picked(lambda i, j: i == 0), "left_too_early", 0),
    ("actions", picked(lambda i, j: j == 0), "left_too_early", 1),
    ("actions", lambda b: {min(RULES.actions(b))}, "left_too_early", 2),
    ("actions", picked(lambda i, j: i == j == 0), "left_too_early", 3),
    ("actions", listed(lambda mark: mark), "not_the_empty_ones", 0),
    ("actions", listed(lambda mark: True), "not_the_empty_ones", 1),
    ("actions", listed(lambda mark: mark != "X"), "not_the_empty_ones", 2),
    ("actions", listed(lambda mark: mark != "O"), "not_the_empty_ones", 3),
    (
        "actions",
        lambda b: {(i + 1, j + 1) for i, j in RULES.actions(b)},
        "counted_from_one",
        0,
    ),
    ("actions", lambda b: None, "nothing_returned", 0),
    ("winner", scored("X", None, None), "one_player", 0),
    ("winner", scored(None, "O", None), "one_player", 1),
    ("winner", lambda b: full_line(b, LINES), "no_diagonals", 0),
    ("winner", lambda b: full_line(b, [*LINES, CORNERS[1]]), "no_diagonals", 1),
    ("winner", lambda b: full_line(b, [*LINES, CORNERS[0]]), "no_diagonals", 2),
    ("winner", lambda b: full_line(b, LINES[:3] + CORNERS), "no_columns", 0),
    ("winner", lambda b: full_line(b, LINES[:5] + CORNERS), "no_columns", 6),
    ("winner", lambda b: full_line(b, LINES[:4] + CORNERS), "no_columns", 3),
    ("winner", lambda b: full_line(b, LINES[3:] + CORNERS), "no_rows", 0),
    ("winner", lambda b: full_line(b, LINES[1:] + CORNERS), "no_rows", 4),
    ("winner", lambda b: full_line(b, LINES[:1]), "first_round_only", 0),
    ("winner", lambda b: full_line(b, LINES[3:4]), "first_round_only", 1),
    ("winner", lambda b: full_line(b, LINES[0::3]), "first_round_only", 2),
    ("winner", lambda b: full_line(b, CORNERS[:1]), "first_round_only", 3),
    ("winner", lambda b: RULES.winner(b) and True, "true_for_mark", 0),
    ("winner", lambda b: bool(RULES.winner(b)), "true_for_mark", 1),
    ("winner", scored(1, -1, None), "number_for_mark", 0),
    ("winner", scored(1, -1, 0), "number_for_mark", 0),
    ("winner", scored(10, -10, None), "number_for_mark", 1),
    ("winner", scored("O", "X", None), "loser_named", 0),
    ("winner", scored("X", "O", False), "nobody_not_none", 0),
    ("winner", scored("X", "O", 0), "nobody_not_none", 0),
    ("winner", scored("X", "O", "nobody"), "nobody_not_none", 0),
    ("terminal", lambda b: not RULES.terminal(b), "told_the_wrong_way", 0),
    ("terminal", ended(lambda b: b), "row_for_board", 0),
    ("terminal", ended(lambda b: b[:1]), "row_for_board", 1),
    ("terminal", ended(lambda b: b[2:]), "row_for_board", 2),
    ("terminal", ended(columns), "row_for_board", 3),
    (
        "terminal",
        lambda b: bool(RULES.winner(b)) or len(RULES.actions(b)) < 2,
        "one_cell_early",
        0,
    ),
    (
        "terminal",
        lambda b: bool(RULES.winner(b)) or len(RULES.actions(b)) == 1,
        "one_cell_early",
        1,
    ),
    (
        "terminal",
        lambda b: (
            any(len({b[i][j] for i, j in line}) == 1 for line in LINES + CORNERS)
            or not RULES.actions(b)
        ),
        "empty_line_ends",
        0,
    ),
    ("terminal", lambda b: not RULES.actions(b), "only_full", 0),
    ("terminal", lambda b: bool(RULES.winner(b)), "only_won", 0),
    ("terminal", lambda b: RULES.winner(b) or not RULES.actions(b), "or_gives_back", 0),
    (
        "terminal",
        lambda b: RULES.winner(b) or (None if RULES.actions(b) else True),
        "or_gives_back",
        1,
    ),
    ("terminal", lambda b: not RULES.actions(b) or RULES.winner(b), "or_gives_back", 1),
    ("terminal", lambda b: str(RULES.terminal(b)), "truth_as_other", 0),
    ("terminal", lambda b: int(RULES.terminal(b)), "truth_as_other", 1),
    ("utility", scored(-1, -1, 0), "mover_utility", 0),
    ("utility", scored(1, 1, 0), "mover_utility", 1),
    ("utility", scored(1, 0, 0), "o_not_scored", 0),
    ("utility", scored(1, -1, 1), "draw_scored", 0),
    ("utility", scored(1, -1, -1), "draw_scored", 1),
    ("utility", scored(-1, 1, 0), "signs_exchanged", 0),
    *[
        ("utility", scored(n, -n, 0), "other_scale", k)
        for k, n in enumerate([2, 5, 10])
    ],
    ("utility", scored(100, -100, 0), "other_scale", 3),
    ("utility", scored(1000, -1000, 0), "other_scale", 4),
    ("utility", scored(1.0, -1.0, 0.0), "other_type", 0),
    ("utility", scored("1", "-1", "0"), "other_type", 1),
    ("utility", scored(True, -1, False), "other_type", 2),
    ("utility", scored("X", "O", None), "mark_for_number", 0),
    ("utility", scored("X", "O", 0), "mark_for_number", 0),
    ("result", inverted, "condition_inverted", 0),
    ("result", as_python_counts, "negative_index", 0),
    ("result", written_over, "overwritten", 0),
    ("result", lambda b, a: placed(b, a, "X"), "one_mark", 0),
    ("result", lambda b, a: placed(b, a, "O"), "one_mark", 1),
    ("result", lambda b, a: placed(b, a, OTHER[RULES.player(b)]), "opponents_mark", 0),
    ("result", lambda b, a: placed(b, a, turned=True), "cell_turned", 0),
    ("result", lambda b, a: b if placed(b, a) else None, "old_board_returned", 0),
    ("result", lambda b, a: instead(b, a, ValueError("no")), "exception_returned", 0),
    ("result", lambda b, a: instead(b, a, None), "no_exception", 0),
    ("result", lambda b, a: instead(b, a, [row[:] for row in b]), "no_exception", 1),
    ("result", lambda b, a: instead(b, a, "not valid"), "no_exception", 2),
    ("result", lambda b, a: instead(b, a, False), "no_exception", 2),
    ("result", lambda b, a: placed_in(b, a, b), "not_copied", 0),
    ("result", lambda b, a: placed_in(b, a, list(b)), "shallow_copy", 0),
    (
        "result",
        lambda b, a: [row[:] for row in placed_in(b, a, b)],
        "copied_too_late",
        0,
    ),
    ("result", lambda b, a: [placed(b, a)[0]] * 3, "rows_are_one", 0),
    ("result", lambda b, a: placed(b, a) and None, "nothing_returned", 0),
    ("minimax", lambda b: min(RULES.actions(b), default=None), "first_cell", 0),
    ("minimax", choosing(max, max, (max, max)), "one_sided", 0),
    ("minimax", choosing(max, max, (max, min)), "one_sided", 1),
    ("minimax", choosing(min, min, (min, min)), "one_sided", 2),
    ("minimax", choosing(min, min, (max, min)), "one_sided", 3),
    ("minimax", choosing(max, min, (max, max)), "one_sided", 4),
    ("minimax", choosing(max, min, (min, min)), "one_sided", 5),
    ("minimax", choosing(sum, sum, (max, min)), "added_up", 0),
    ("minimax", choosing(average, average, (max, min)), "added_up", 1),
    ("minimax", choosing(max, endless, (max, min)), "max_from_infinity", 0),
    ("minimax", choosing(max, endless, (max, max)), "max_from_infinity", 1),
    ("minimax", choosing(min, max, (min, max)), "swapped", 0),
    ("minimax", choosing(max, min, (min, max)), "swapped", 1),
    ("minimax", choosing(min, max, (max, min)), "swapped_below", 0),
    ("minimax", left_for("O", choosing(min, max, (max, max))), "turn_ignored", 0),
    ("minimax", left_for("X", choosing(min, max, (min, min))), "turn_ignored", 1),
    ("minimax", left_for("XO", another), "wrong_child", 0),
    ("minimax", RULES.value, "value_returned", 0),
    ("minimax", left_for("O", lambda b: None), "one_side_only", 0),
    ("minimax", left_for("X", lambda b: None), "one_side_only", 1),
    ("minimax", left_for("XO", RULES.value), "value_returned", 0),
    ("minimax", left_for("X", RULES.value), "value_returned", 1),
    ("minimax", left_for("O", RULES.value), "value_returned", 2),
    (
        "minimax",
        left_for("XO", lambda b: RULES.result(b, RULES.minimax(b))),
        "board_returned",
        0,
    ),
    ("minimax", left_for("XO", lambda b: [*RULES.minimax(b)]), "list_for_action", 0),
    ("minimax", left_for("X", lambda b: [*RULES.minimax(b)]), "list_for_action", 1),
    ("minimax", left_for("O", lambda b: [*RULES.minimax(b)]), "list_for_action", 2),
    (
        "minimax",
        left_for("XO", lambda b: ... if winning(b) else None),
        "only_wins_kept",
        0,
    ),
    (
        "minimax",
        left_for("X", lambda b: ... if winning(b) else None),
        "only_wins_kept",
        1,
    ),
    (
        "minimax",
        left_for("O", lambda b: ... if winning(b) else None),
        "only_wins_kept",
        2,
    ),
    (
        "minimax",
        left_for("XO", lambda b: None if lost(b) else ...),
        "none_when_losing",
        0,
    ),
    (
        "minimax",
        left_for("X", lambda b: None if lost(b) else ...),
        "none_when_losing",
        1,
    ),
    (
        "minimax",
        left_for("O", lambda b: None if lost(b) else ...),
        "none_when_losing",
        2,
    ),
    (
        "minimax",
        left_for("XO", lambda b: [].pop() if lost(b) else ...),
        "none_when_losing",
        0,
    ),
    (
        "minimax",
        left_for("XO", lambda b: (RULES.value(b), RULES.minimax(b))),
        "pair_returned",
        0,
    ),
    (
        "minimax",
        left_for("XO", lambda b: [RULES.minimax(b), float(RULES.value(b))]),
        "pair_returned",
        0,
    ),
]


@pytest.mark.ci
@pytest.mark.parametrize(("function", "answer", "name", "form"), FORMS)
def test_each_form_of_a_misconception_explains_its_own_answers(
    function, answer, name, form
):
    known, pairs = forms_of(name, function), some_answers(function, answer)
    forms = [known.variants.index(each) for each in known.fitting(pairs)]
    assert forms == [form]


def no_first(board):
    """Return the free cells in order, without the first of them."""
    return sorted(RULES.actions(board))[1:]


def from_one_but_first(board):
    """Return the free cells, counted from one; where one is off the board, not all."""
    cells = {(i + 1, j + 1) for i, j in RULES.actions(board)}
    return cells if cells <= CELLS else cells - {min(cells)}


def other_word(board):
    return RULES.winner(board) and RULES.winner(board).lower()


def returned_changed(board, action):
    """Return a board as it was, after a mark was written into it."""
    before = [row[:] for row in board]
    placed_in(board, action, board)
    return before


def empty_board():
    return [[None] * 3 for _ in range(3)]


# Function, what it answers, and what that comes near to, but is not called.
NEAR = [
    ("player", lambda b: None if b[0][0] else RULES.player(b), "turn_unanswered"),
    ("player", lambda b: None if b[0][0] else RULES.player(b), "nothing_returned"),
    ("actions", no_first, "list_of_actions"),
    ("actions", lambda b: frozenset(RULES.actions(b)), "list_of_actions"),
    ("actions", lambda b: dict.fromkeys(no_first(b)), "dict_of_actions"),
    ("actions", lambda b: list(RULES.actions(b)), "dict_of_actions"),
    ("actions", lambda b: [3 * i + j for i, j in no_first(b)], "numbers_for_cells"),
    (
        "actions",
        lambda b: tuple(3 * i + j for i, j in RULES.actions(b)),
        "numbers_for_cells",
    ),
    (
        "actions",
        lambda b: {(3 * i + j,) for i, j in RULES.actions(b)},
        "numbers_for_cells",
    ),
    (
        "actions",
        lambda b: {(i + 1, j) for i, j in RULES.actions(b)},
        "counted_from_one",
    ),
    ("actions", from_one_but_first, "counted_from_one"),
    ("winner", scored("x", "o", None), "true_for_mark"),
    ("winner", scored(1, 1, None), "number_for_mark"),
    ("winner", scored("O", "X", False), "nobody_not_none"),
    ("winner", scored("X", "O", 1), "nobody_not_none"),
    ("terminal", lambda b: other_word(b) or not RULES.actions(b), "or_gives_back"),
    ("terminal", lambda b: RULES.winner(b) or 0, "or_gives_back"),
    ("terminal", lambda b: True, "or_gives_back"),
    ("terminal", lambda b: str(RULES.terminal(b)).lower(), "truth_as_other"),
    ("terminal", lambda b: str(not RULES.terminal(b)), "truth_as_other"),
    ("terminal", lambda b: int(not RULES.terminal(b)), "truth_as_other"),
    ("utility", scored("2", "-2", "0"), "other_type"),
    ("utility", scored("one", "-1", "0"), "other_type"),
    ("utility", scored(1.0, "-1", 0), "other_type"),
    ("utility", scored(3, -3, 0), "other_scale"),
    ("utility", scored("X", "X", 0), "mark_for_number"),
    ("utility", scored("X", "O", False), "mark_for_number"),
    ("utility", scored(("X",), ("O",), 0), "mark_for_number"),
    ("result", lambda b, a: instead(b, a, OSError), "exception_returned"),
    ("result", leaving, "exception_returned"),
    ("result", lambda b, a: instead(b, a, b""), "no_exception"),
    ("result", returned_changed, "old_board_returned"),
    ("result", inverted, "negative_index"),
    ("result", inverted, "overwritten"),
    ("result", written_over, "condition_inverted"),
    ("result", written_over, "negative_index"),
    ("result", as_python_counts, "overwritten"),
    ("result", placed, "copied_too_late"),
    ("result", lambda b, a: placed_in(b, a, b) and empty_board(), "copied_too_late"),
    ("result", lambda b, a: placed_in(b, a, list(b)), "not_copied"),
    ("result", lambda b, a: placed_in(b, a, b), "shallow_copy"),
    ("result", lambda b, a: placed_in(b, a, b), "copied_too_late"),
    ("result", lambda b, a: placed_in(b, a, list(b)), "copied_too_late"),
    ("minimax", left_for("XO", lambda b: [*max(RULES.actions(b))]), "list_for_action"),
    ("minimax", left_for("XO", lambda b: {RULES.minimax(b)}), "list_for_action"),
    ("minimax", left_for("XO", lambda b: (7.5, RULES.minimax(b))), "pair_returned"),
    ("minimax", left_for("XO", lambda b: b), "board_returned"),
    ("minimax", left_for("XO", lambda b: -RULES.value(b)), "value_returned"),
    ("minimax", left_for("XO", lambda b: None), "one_side_only"),
    ("minimax", left_for("XO", lambda b: None), "only_wins_kept"),
    ("minimax", left_for("XO", lambda b: None), "none_when_losing"),
    ("minimax", lambda b: max(RULES.actions(b), default=None), "first_cell"),
    ("minimax", left_for("X", another), "wrong_child"),
    ("minimax", lambda b: min(RULES.actions(b), default=None), "wrong_child"),
    ("minimax", RULES.minimax, "wrong_child"),
    (
        "minimax",
        left_for("XO", lambda b: RULES.value(b) if counts(b)[0] % 2 else None),
        "value_returned",
    ),
    ("minimax", left_for("XO", lambda b: "(1, (0, 0))"), "pair_returned"),
    ("minimax", choosing(max, max, (min, max)), "turn_ignored"),
    ("minimax", choosing(min, max, (min, max)), "turn_ignored"),
]


@pytest.mark.parametrize(("function", "answer", "name"), NEAR)
def test_what_comes_near_to_a_misconception_is_not_called_by_its_name(
    function, answer, name
):
    assert not [*forms_of(name, function).fitting(some_answers(function, answer))]


@pytest.mark.parametrize("part", [(0,), (1,), (2,), (0, 1), (1, 2)])
@pytest.mark.parametrize("tie", ["X", "O"])
def test_whichever_part_of_the_board_is_counted_it_is_recognised(part, tie):
    known, every = forms_of("part_counted", "player"), (0, 1, 2)
    for rows, columns in ((part, every), (every, part), (part, part)):

        def player(board, rows=rows, columns=columns):
            marks = [board[i][j] for i in rows for j in columns]
            x, o = marks.count("X"), marks.count("O")
            return tie if x < o else "X" if x == o else "O"

        fitting = known.fitting(some_answers("player", player))
        assert [(f["rows"], f["columns"]) for f in fitting] == [(rows, columns)]


def two_compared(order, loose, one, other):
    """Return a winner that compares only two cells of some lines."""

    def winner(board):
        for line in order:
            cells = [board[i][j] for i, j in line]
            some = {cells[one], cells[other]} if line in loose else {*cells}
            if len(some) == 1 and cells[one]:
                return cells[one]
        return None

    return winner


def numbered(lines):
    return [tuple(3 * i + j for i, j in line) for line in lines]


GROUPS = [LINES[:3], LINES[3:], CORNERS[:1], CORNERS[1:]]


@pytest.mark.parametrize("pair", [(0, 1), (0, 2), (1, 2)])
@pytest.mark.parametrize("some", [1, 2, 3, 4])
def test_whichever_two_cells_of_a_line_are_compared_it_is_recognised(pair, some):
    known = forms_of("two_of_three", "winner")
    for kinds in combinations(GROUPS, some):
        loose = [line for kind in kinds for line in kind]
        winner = two_compared(LINES + CORNERS, loose, *pair)
        fitting = [*known.fitting(some_answers("winner", winner))]
        order = numbered(LINES + CORNERS)
        assert {"order": order, "loose": numbered(loose), "pair": pair} in fitting


def full_line_of(board, lines, mark):
    """Return the mark if it fills one of some lines."""
    own = [[each if each == mark else None for each in row] for row in board]
    return full_line(own, lines)


@pytest.mark.parametrize(
    ("gone", "marks"),
    [
        (0, ""),
        (7, "XO"),
        (0, "OX"),
        *(pytest.param(*row, marks=pytest.mark.ci) for row in [(7, ""), (7, "OX")]),
        pytest.param(0, "XO", marks=pytest.mark.ci),
    ],
)
def test_whichever_line_is_no_line_it_is_recognised(gone, marks):
    lines = [*LINES, *CORNERS]
    lines[gone] = SKEW
    form = numbered(lines)

    def winner(board):
        """Look line by line, or for one player after the other."""
        found = (full_line_of(board, lines, mark) for mark in marks)
        return next(filter(None, found), None) if marks else full_line(board, lines)

    pairs = some_answers("winner", winner)
    assert [*forms_of("wrong_line", "winner").fitting(pairs)] == [{"lines": form}]


def test_a_diagonal_is_never_empty_where_a_line_is_full():
    """So it is no slip to leave out that question, though not one to be proud of."""
    for key in oracle.table():
        empty = any(key[a] == key[4] == key[b] == "." for a, b in ((0, 8), (2, 6)))
        assert not empty or not full_lines(key)


# --- What is recognised, on a few answers -----------------------------------------


def few(function, answers):
    """Return a sheet of a few answers, by board; of `result`, to the first cell."""
    asked, sheet = questions(function), AnswerSheet(function)
    boards = asked.boards
    numbers = [boards.index(key) * len(asked.actions) for key in answers]
    sheet.take(dict(zip(numbers, [*answers.values()], strict=True)))
    return {function: sheet}


def told(sheets, *functions):
    return [(each.name, each.checks) for each in recognised(sheets, functions)]


X_WON, O_WON, DRAW = "XXXOO....", "OOOXX...X", "XOXXOOOXX"
ONE, ZERO, MINUS = Answer("i1"), Answer("i0"), Answer("i-1")


def test_a_misconception_is_recognised_in_the_functions_that_are_asked_about():
    sheets = few("utility", {X_WON: ONE, O_WON: ZERO, DRAW: ZERO})
    assert told(sheets, "utility") == [("o_not_scored", ("utility.o",))]
    assert told(sheets, "utility", "player") == [("o_not_scored", ("utility.o",))]
    assert told(sheets) == []
    assert told(few("utility", {X_WON: ONE, O_WON: MINUS}), "utility") == []


def test_of_several_forms_that_explain_all_one_is_told():
    sheets = few("actions", {".XOOXXXO.": Answer("s1")})
    assert told(sheets, "actions") == [
        ("cells_unseen", ("actions.cells",)),
        ("left_too_early", ("actions.cells",)),
    ]


def test_a_board_that_is_changed_is_explained_by_what_is_about_changes_alone():
    empty, after = ".........", "bX........"
    changed = Answer(after, frozenset("IB"))
    pure = [("not_copied", ("result.pure",))]
    assert told(few("result", {empty: changed}), "result") == pure
    assert told(few("result", {empty: Answer(after)}), "result") == []
    nothing = Answer("n", frozenset("B"))
    assert told(few("result", {empty: nothing}), "result") == [
        ("nothing_returned", ("result.board",))
    ]


def explained():
    """Say what is mistaken."""


def unexplained():
    pass


def test_a_docstring_that_python_was_told_to_drop_is_read_from_the_source(monkeypatch):
    assert docstring(explained) == "Say what is mistaken."
    monkeypatch.setattr(explained, "__doc__", None)
    assert docstring(explained) == "Say what is mistaken."
    assert docstring(unexplained) == ""


@pytest.mark.parametrize(
    ("key", "said", "explained"),
    [
        ("." * 9, "b........X", True),
        ("." * 9, "rIndexError", False),  # it is free, and would be taken
        ("." * 9, "b.......X.", False),
        ("XO......X", "rIndexError", True),
        ("XO......X", "bXO......O", True),
        ("XO......X", "bXO.....OX", False),
    ],
)
def test_where_python_counts_from_the_end_what_is_taken_there_may_be_refused(
    key, said, explained
):
    question = Question("result", 0, "negative", key, (-1, 2))
    assert negative_index(question, Answer(said)) is explained

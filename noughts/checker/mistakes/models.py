"""
What a file with a certain mistake answers, for mistakes that the source cannot show.

A model has the name of its row. For one reply it returns a list of the answers that
such a file may give, or whether the reply fits, or None if it makes no prediction. A
mistake is named only if its model fits every reply, and at least one reply is wrong. If
a model has variants, one of them must fit every reply.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from itertools import combinations, permutations, product
from typing import Any, NamedTuple

from noughts.game import oracle
from noughts.game.board import (
    LINES,
    START,
    completing,
    free,
    opponent,
    put,
    replies,
    turn,
)
from noughts.game.contract import Action

Lines = Sequence[tuple[int, ...]]
Says = list[Any] | bool | None


# The answers whose values can be compared with ours.
VALUES = ("mark", "none", "bool", "int", "cell", "cells")
FAILURES = ("raised", "ends", "late", "died")


class Reply(NamedTuple):
    """A question to a function, and its answer."""

    about: str  # the kind of question: "taken", "open", ...
    key: str  # the nine marks of the board
    action: Any  # for `result` only
    right: bool
    like: bool  # whether only its type is wrong
    what: str  # see `answers.What`
    value: Any  # of the answer; for a board its nine marks
    text: str
    kind: str  # the name of its type, if unexpected, or of its exception
    # Observed besides the value.
    mutated: bool = False  # the call changed its board
    has_one_row: bool = False
    is_earlier_object: bool = False
    is_given_board: bool = False
    has_given_row: bool = False

    def gave(self, *values: Any) -> bool:
        """Return whether the answer is one of these values, of the same type."""
        return self.what in VALUES and any(
            type(each) is type(self.value) and each == self.value for each in values
        )

    @property
    def board(self) -> str | None:
        """The nine marks of the answer, if it is a board."""
        return str(self.value) if self.what == "board" else None

    @property
    def turn(self) -> str:
        return turn(self.key)

    @property
    def won(self) -> str | None:
        return oracle.table()[self.key].winner

    @property
    def over(self) -> bool:
        return oracle.table()[self.key].turn is None

    @property
    def score(self) -> int:
        """The utility of a finished game."""
        return oracle.table()[self.key].value

    @property
    def cells(self) -> set[Action]:
        return set(free(self.key))

    @property
    def valid(self) -> bool:
        return self.about not in ("taken", "range", "negative", "shape")

    @property
    def refused(self) -> bool:
        """Whether it raised an Exception."""
        return self.what == "raised"

    def places(self, action: Action, mark: str = "") -> bool:
        """Return whether the answer is the board with a mark on a cell, even taken."""
        return self.board == put(self.key, action, mark or self.turn)

    def unless_it_fails(self) -> bool | None:
        """Return False if a valid question got no value, else None."""
        return False if self.valid and self.what in FAILURES else None


Model = Callable[[Reply], Says]


def each(model: Callable[..., Says], *variants: Iterable[Any]) -> list[Model]:
    """Return a model for every combination of its variants."""
    return [partial(model, *some) for some in product(*variants)]


# --- What the models share --------------------------------------------------

ROWS, COLUMNS, DIAGONALS = LINES[:3], LINES[3:6], LINES[6:]
# An empty line and a full one are always parallel, so only the order of the rows and
# the order of the columns matter.
ORDERS = [
    [*rows, *columns, *DIAGONALS]
    for rows, columns in product(permutations(ROWS), permutations(COLUMNS))
]
CROOKED = [
    [instead if line == forgotten else line for line in LINES]
    for forgotten in LINES
    for instead in combinations(range(9), 3)
    if instead not in {tuple(sorted(line)) for line in LINES}
]  # one of the eight lines is wrong
PAIR = re.compile(r"[\[(]-?\d(\.0)?, \(\d, \d\)[\])]|[\[(]\(\d, \d\), -?\d(\.0)?[\])]")


def full_marks(key: str, lines: Lines) -> list[str]:
    """Return the marks of the complete lines among these."""
    return [key[a] for a, b, c in lines if "." != key[a] == key[b] == key[c]]


def unaware(forgotten: Lines, reply: Reply) -> Says:
    """Return the answer of a `winner` that does not know these lines."""
    known = [line for line in LINES if line not in forgotten]
    return [next(iter(full_marks(reply.key, known)), None)]


def subsets(lines: Lines) -> list[Lines]:
    """Return the subsets of these lines, the largest first."""
    return [some for n in (3, 2, 1) for some in combinations(lines, n)]


def first_equal(order: Lines, unguarded: Lines, reply: Reply) -> Says:
    """Return the answer of a `winner` that also stops at a line of empty cells."""
    for line in order:
        marks = {reply.key[n] for n in line}
        if len(marks) == 1 and (marks != {"."} or line in unguarded):
            return [None if marks == {"."} else marks.pop()]
    return [None]


def counted_back(action: Action) -> Action:
    """Return the cell that a negative index means in Python."""
    return action[0] % 3, action[1] % 3


def taken_or_negative(reply: Reply) -> Says:
    """Return whether a mark is written to a taken cell or by a negative index."""
    if reply.about not in ("taken", "negative"):
        return reply.unless_it_fails()
    return reply.places(counted_back(reply.action))


def negative(reply: Reply) -> Says:
    """Return whether a negative index is accepted."""
    if reply.about != "negative":
        return reply.unless_it_fails()
    i, j = counted_back(reply.action)
    return reply.places((i, j)) or (reply.key[3 * i + j] != "." and reply.refused)


def unrefused(is_answer: Callable[[Reply], bool], reply: Reply) -> Says:
    """Return whether a value is returned instead of raising an exception."""
    if reply.valid or reply.refused:
        return reply.unless_it_fails()
    return is_answer(reply)


def winner_for_true(going_on: bool | None, reply: Reply) -> Says:
    """Return whether a `terminal` answers like `winner(board) or ...`."""
    full = "." not in reply.key
    if reply.won and not (full and reply.gave(True)):
        return reply.text == repr(reply.won)
    return reply.gave(True if full else going_on)


Choose = Callable[[Iterable[float]], float]
Search = tuple[Choose, Choose, Choose]  # how X and O choose, and how the move is chosen
CHOICES: list[Choose] = [max, min]
SEARCHES: list[Search] = [*product(CHOICES, CHOICES, CHOICES)]
HELPING = [(choose, choose, root) for choose, root in product(CHOICES, CHOICES)]


@cache
def values(x: Choose, o: Choose) -> dict[str, float]:
    """Return the value of every position if X and O choose like this."""
    found = {key: float(t.value) for key, t in oracle.table().items() if not t.turn}

    def value(key: str) -> float:
        if key not in found:
            choose = x if turn(key) == "X" else o
            found[key] = choose([value(after) for after in replies(key).values()])
        return found[key]

    value(START)
    return found


def searched(for_x: Search, for_o: Search, reply: Reply) -> Says:
    """Return the actions that a search with these choices finds best."""
    x, o, choose = for_x if reply.turn == "X" else for_o
    after = replies(reply.key)
    worth = {action: values(x, o)[after[action]] for action in after}
    best = choose(worth.values())
    return [action for action in worth if worth[action] == best]


def blind(reply: Reply) -> Says:
    """Return whether a threat is left alone; False if a win is left alone."""
    if wins := completing(reply.key, reply.turn):
        return None if reply.gave(*wins) else False
    threats = completing(reply.key, opponent(reply.turn))
    if not threats or reply.right or reply.what != "cell":
        return None
    return True


# --- The models -------------------------------------------------------------

MODELS: dict[str, list[Model]] = {
    # player
    "turn_unanswered": [lambda r: r.right or r.gave(None)],
    "turn_miscounted": [lambda r: [opponent(r.turn)]],
    "same_turn": each(lambda mark, _: [mark], "XO"),
    # actions
    "list_of_actions": [
        lambda r: r.kind in ("list", "tuple") and r.like and "[[" not in r.text
    ],
    "lists_for_tuples": [
        lambda r: r.kind in ("list", "tuple") and r.like and "[[" in r.text
    ],
    "not_a_set": [lambda r: r.kind == "generator" or (r.kind == "dict" and r.like)],
    "rows_and_columns_exchanged": [lambda r: [frozenset((j, i) for i, j in r.cells)]],
    "nothing_returned": [lambda r: r.gave(None) if r.valid else None],
    # initial_state and result
    "rows_are_one": [lambda r: r.has_one_row if r.valid else None],
    "start_shared": [lambda r: None if r.right else r.is_earlier_object],
    "not_copied": [lambda r: r.mutated and r.right and r.is_given_board],
    "shallow_copy": [lambda r: r.mutated and r.right and r.has_given_row],
    "copied_too_late": [
        lambda r: r.mutated and r.right and not (r.is_given_board or r.has_given_row)
    ],
    "unchecked": [taken_or_negative],
    "overwritten": [
        lambda r: r.places(r.action) if r.about == "taken" else r.unless_it_fails()
    ],
    "negative_index": [negative],
    "one_mark": each(lambda mark, r: r.places(r.action, mark), "XO"),
    "opponents_mark": [lambda r: r.places(r.action, opponent(r.turn))],
    "cell_turned": [lambda r: r.places(r.action[::-1])],
    "old_board_returned": [lambda r: r.board == r.key and not r.mutated],
    "exception_returned": [
        partial(unrefused, lambda r: r.kind.endswith(("Exception", "Error")))
    ],
    "no_exception": [
        partial(unrefused, lambda r: r.gave(None)),
        partial(unrefused, lambda r: r.board == r.key),
        partial(unrefused, lambda r: r.what == "bool" or r.kind == "str"),
    ],
    # winner
    "empty_line": each(first_equal, ORDERS, [[*ROWS, *COLUMNS], ROWS, COLUMNS]),
    "no_diagonals": each(unaware, subsets(DIAGONALS)),
    "no_columns": each(unaware, subsets(COLUMNS)),
    "no_rows": each(unaware, subsets(ROWS)),
    "one_player": each(lambda mark, r: [mark if r.won == mark else None], "XO"),
    # Either player may be named if both seem to have won.
    "wrong_line": each(lambda lines, r: full_marks(r.key, lines) or [None], CROOKED),
    "true_for_mark": each(lambda nobody, r: [True if r.won else nobody], [None, False]),
    "loser_named": [lambda r: [opponent(r.won) if r.won else None]],
    "nobody_not_none": [
        lambda r: r.right or (not r.won and (r.gave(False, 0) or r.kind == "str"))
    ],
    # terminal
    "told_the_wrong_way": [lambda r: [not r.over]],
    "only_full": [lambda r: ["." not in r.key]],
    "only_won": [lambda r: [r.won is not None]],
    "false_forgotten": [lambda r: [True if r.over else None]],
    "or_gives_back": each(winner_for_true, [False, None]),
    "truth_as_other": [
        lambda r: r.right or r.gave(int(r.over)),
        lambda r: r.right or r.text == repr(str(r.over)),
    ],
    # utility
    "mover_utility": each(lambda score, r: [score if r.won else 0], [-1, 1]),
    "o_not_scored": [lambda r: [1 if r.won == "X" else 0]],
    "draw_scored": each(lambda score, r: [r.score if r.won else score], [1, -1]),
    "draw_unanswered": [lambda r: [r.score if r.won else None]],
    "signs_exchanged": [lambda r: [-r.score]],
    "other_scale": each(lambda most, r: [most * r.score], [2, 5, 10, 100, 1000]),
    "other_type": [
        lambda r: r.right or r.text.strip("'\"") in (f"{r.score}", f"{r.score}.0"),
        lambda r: r.right or (r.score in (0, 1) and r.gave(r.score == 1)),
    ],
    "mark_for_number": [lambda r: r.text == repr(r.won) if r.won else r.gave(None, 0)],
    # minimax
    "value_at_end": [lambda r: [r.score]],
    "plays_on": [lambda r: r.what == "cell" or "." not in r.key],
    "never_alternates": each(searched, HELPING, HELPING),
    "swapped": each(searched, SEARCHES, SEARCHES),
    "one_side_only": each(
        lambda side, r: r.right if r.turn == side else r.gave(None), "XO"
    ),
    "value_returned": [
        lambda r: (r.over and r.gave(None)) or [oracle.table()[r.key].value]
    ],
    "board_returned": [lambda r: r.board in replies(r.key).values()],
    "list_for_action": [lambda r: r.right or (r.kind == "list" and r.like)],
    "pair_returned": [lambda r: PAIR.fullmatch(r.text) is not None],
    "first_cell": [lambda r: [min(r.cells)]],
    # For rows with `seen`: the answers must agree with the source.
    "one_move_ahead": [blind],
    "unrestored": [lambda r: r.mutated or None],
    "action_for_value": [lambda r: (r.refused and r.kind == "TypeError") or None],
}

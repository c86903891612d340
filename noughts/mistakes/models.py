"""
What a file with a certain mistake answers, for mistakes that the source cannot show.

A model is named like its row. It is given one reply and returns the values that such a
file may answer, in a list; or whether it may answer so; or None where it says nothing.
A mistake is named only if its model holds for every reply, and one of them is wrong.
Of a model with variants, one variant must hold throughout.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from itertools import combinations, permutations, product
from math import inf
from typing import Any, NamedTuple

from noughts import oracle
from noughts.board import LINES, START, completing, free, opponent, put, replies, turn
from noughts.contract import Action

UTILITY = {"X": 1, "O": -1, None: 0}
INVALID = ("taken", "range", "negative", "shape", "triple", "lists")  # for `result`
Lines = Sequence[tuple[int, ...]]
Says = list[Any] | bool | None


class Reply(NamedTuple):
    """A question to a function, and its answer."""

    key: str  # the nine marks of the board
    about: str  # what is at stake: "taken", "open", ...
    action: Any  # of `result` alone
    right: bool
    said: str  # the answer, as the checker writes it: `n` is None, `b` begins a board
    kind: str  # the name of its type, if that is none of the expected ones
    text: str
    like: bool  # whether it would be right with another type
    flags: frozenset[str]  # what was observed beside the value
    mutated: bool

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
        return UTILITY[self.won]

    @property
    def cells(self) -> set[Action]:
        return set(free(self.key))

    @property
    def outlook(self) -> int:
        """What the position is worth to the player to move: 1, 0 or -1."""
        return oracle.table()[self.key].value * UTILITY[self.turn]

    @property
    def valid(self) -> bool:
        return self.about not in INVALID

    @property
    def raised(self) -> bool:
        return self.said[0] in "rR"

    @property
    def refused(self) -> bool:
        """Whether an exception came, as a program can catch it."""
        return self.said[0] == "r"

    def places(self, action: Action, mark: str = "") -> bool:
        """Return whether the answer is the board with a mark on a cell, even taken."""
        return self.said == "b" + put(self.key, action, mark or self.turn)

    def unless_it_fails(self, holds: bool | None = None) -> bool | None:
        """Return what a model says, but False for a valid question without a value."""
        return False if self.valid and self.said[0] in "rRld" else holds


Model = Callable[[Reply], Says]


def each(model: Callable[..., Says], *variants: Iterable[Any]) -> list[Model]:
    """Return a model for every combination of its variants."""
    return [partial(model, *some) for some in product(*variants)]


# --- What the models share --------------------------------------------------

ROWS, COLUMNS, DIAGONALS = LINES[:3], LINES[3:6], LINES[6:]
KINDS = [ROWS, COLUMNS, DIAGONALS[:1], DIAGONALS[1:]]
LOOSE = [
    [line for kind in kinds for line in kind]
    for n in range(len(KINDS), 0, -1)
    for kinds in combinations(KINDS, n)
]  # lines of which only two cells are compared
# A line can be empty while another is full only if they are parallel: so the order of
# rows matters, and that of columns.
ORDERS = [
    [*rows, *columns, *DIAGONALS]
    for rows, columns in product(permutations(ROWS), permutations(COLUMNS))
]
CROOKED = [
    [instead if line == forgotten else line for line in LINES]
    for forgotten in LINES
    for instead in combinations(range(9), 3)
    if instead not in {tuple(sorted(line)) for line in LINES}
]  # eight lines, of which one is none
SOME = [(0, 1), (1, 2), (0, 1, 2)]  # rows or columns that a loop runs over
SIDES = ["XO", "X", "O"]  # whose branch has the mistake
PAIR = re.compile(r"[\[(]-?\d(\.0)?, \(\d, \d\)[\])]|[\[(]\(\d, \d\), -?\d(\.0)?[\])]")


def full_marks(key: str, lines: Lines) -> list[str]:
    """Return the marks that fill those of these lines that are full."""
    return [key[a] for a, b, c in lines if "." != key[a] == key[b] == key[c]]


def first_full(lines: Lines, reply: Reply) -> Says:
    """Return the answer of a `winner` that knows these lines only."""
    return [next(iter(full_marks(reply.key, lines)), None)]


def without(*forgotten: Lines) -> list[Lines]:
    """Return the lines that are left when some are forgotten, for each of these."""
    return [[line for line in LINES if line not in some] for some in forgotten]


def subsets(lines: Lines) -> list[Lines]:
    """Return some of these lines in every way, all of them first."""
    return [some for n in (3, 2, 1) for some in combinations(lines, n)]


def first_equal(order: Lines, unguarded: Lines, reply: Reply) -> Says:
    """Return the answer of a `winner` that stops at a line of empty cells, too."""
    for line in order:
        marks = {reply.key[n] for n in line}
        if len(marks) == 1 and (marks != {"."} or line in unguarded):
            return [None if marks == {"."} else marks.pop()]
    return [None]


def two_equal(order: Lines, loose: Lines, pair: Sequence[int], reply: Reply) -> Says:
    """Return the answer of a `winner` that compares two cells of some lines."""
    for line in order:
        compared = [line[n] for n in pair] if line in loose else line
        marks = {reply.key[n] for n in compared}
        if len(marks) == 1 and marks != {"."}:
            return [marks.pop()]
    return [None]


def counted_in_part(
    rows: Sequence[int], columns: Sequence[int], fewer: str, reply: Reply
) -> Says:
    """Return the answer of a `player` that counts these rows and columns only."""
    part = [reply.key[3 * i + j] for i in rows for j in columns]
    more = part.count("X") - part.count("O")
    return ["O" if more > 0 else "X" if more == 0 else fewer]


def counted_back(action: Action) -> Action:
    """Return the cell that Python takes a negative index for."""
    return action[0] % 3, action[1] % 3


def negative(reply: Reply) -> Says:
    """Return whether a negative index is taken for the cell that Python makes of it."""
    if reply.about != "negative":
        return reply.unless_it_fails()
    i, j = counted_back(reply.action)
    refused = reply.key[3 * i + j] != "." and reply.refused
    return refused or reply.places((i, j))


def unrefused(is_answer: Callable[[Reply], bool], reply: Reply) -> Says:
    """Return whether a value is returned where an exception is asked for."""
    if reply.valid or reply.refused:
        return reply.unless_it_fails()
    return is_answer(reply)


def winner_for_true(going_on: str, reply: Reply) -> Says:
    """Return whether a `terminal` answers like `winner(board) or ...`."""
    full = "." not in reply.key
    if reply.won and not (full and reply.said == "t"):
        return reply.text == repr(reply.won)
    return reply.said == ("t" if full else going_on)


Choose = Callable[[Iterable[float]], float]
Root = Mapping[str, Choose]  # how X and O choose the move itself
OWN: Root = {"X": max, "O": min}
BOTH_MAX: Root = {"X": max, "O": max}
BOTH_MIN: Root = {"X": min, "O": min}


def mean(values: Iterable[float]) -> float:
    """Return the average of some values."""
    every = [*values]
    return sum(every) / len(every)


def endless(_: Iterable[float]) -> float:
    """Return what `lowest = max(lowest, value)` gives, starting at infinity."""
    return inf


@cache
def values(x: Choose, o: Choose) -> dict[str, float]:
    """Return the value of every position where X and O choose so."""
    found = {key: float(t.value) for key, t in oracle.table().items() if not t.turn}

    def value(key: str) -> float:
        if key not in found:
            choose = x if turn(key) == "X" else o
            found[key] = choose([value(after) for after in replies(key).values()])
        return found[key]

    value(START)
    return found


def chosen(x: Choose, o: Choose, root: Root, reply: Reply) -> Says:
    """Return the actions with the value that their player chooses at the root."""
    after = replies(reply.key)
    worth = {action: values(x, o)[after[action]] for action in after}
    best = root[reply.turn](worth.values())
    return [action for action in worth if worth[action] == best]


def wins_refused(reply: Reply) -> Says:
    """Return whether every forced win is passed over, and all else is right."""
    wins = reply.outlook == 1
    if wins and set(replies(reply.key)) - oracle.table()[reply.key].optimal:
        return not reply.right
    return wins or reply.right


def value_for_action(sides: str, reply: Reply) -> Says:
    """Return the value of the position, for one player or for both."""
    if reply.over and reply.said == "n":
        return None
    if not reply.over and reply.turn not in sides:
        return reply.right
    return [oracle.table()[reply.key].value]


# --- The models -------------------------------------------------------------

MODELS: dict[str, list[Model]] = {
    # player
    "turn_unanswered": [
        lambda r: ["O" if r.turn == "O" else None],
        lambda r: ["X" if r.turn == "X" else None],
        lambda r: ["O" if r.turn == "O" else "X" if r.key == START else None],
    ],
    "turn_miscounted": [lambda r: [opponent(r.turn)]],
    "same_turn": each(lambda mark, _: [mark], "XO"),
    "part_counted": each(
        counted_in_part, [(0,), (1,), (2,), *SOME], [(0,), (1,), (2,), *SOME], "XO"
    ),
    # actions
    "list_of_actions": [
        lambda r: r.kind in ("list", "tuple") and r.like and "[[" not in r.text
    ],
    "lists_for_tuples": [
        lambda r: r.kind in ("list", "tuple") and r.like and "[[" in r.text
    ],
    "not_a_set": [lambda r: r.kind == "generator" or (r.kind == "dict" and r.like)],
    "rows_and_columns_exchanged": [lambda r: [{(j, i) for i, j in r.cells}]],
    "cells_unseen": each(
        lambda rows, columns, r: [
            {(i, j) for i, j in r.cells if i in rows and j in columns}
        ],
        SOME,
        SOME,
    ),
    "left_too_early": [
        lambda r: [{(i, j) for i, j in r.cells if i == 0}],
        lambda r: [{(i, j) for i, j in r.cells if j == 0}],
        lambda r: [{min(r.cells)}],
        lambda r: [r.cells & {(0, 0)}],
    ],
    "not_the_empty_ones": each(
        lambda listed, r: [{divmod(n, 3) for n in range(9) if r.key[n] in listed}],
        ["XO", "XO.", "O.", "X."],
    ),
    "nothing_returned": [lambda r: r.said == "n" if r.valid else None],
    # initial_state and result
    "rows_are_one": [lambda r: "R" in r.flags if r.valid else None],
    "start_shared": [lambda r: None if r.right else bool(r.flags & {"S", "T"})],
    "not_copied": [lambda r: r.mutated and r.right and "I" in r.flags],
    "shallow_copy": [lambda r: r.mutated and r.right and "P" in r.flags],
    "copied_too_late": [lambda r: r.mutated and r.right and not r.flags & {"I", "P"}],
    "unchecked": [
        lambda r: (
            r.places(counted_back(r.action))
            if r.about in ("taken", "negative")
            else r.unless_it_fails()
        )
    ],
    "overwritten": [
        lambda r: r.places(r.action) if r.about == "taken" else r.unless_it_fails()
    ],
    "negative_index": [negative],
    "condition_inverted": [
        lambda r: (
            r.raised
            if r.about == "valid"
            else r.places(r.action)
            if r.about == "taken"
            else None
        )
    ],
    "one_mark": each(lambda mark, r: r.places(r.action, mark), "XO"),
    "opponents_mark": [lambda r: r.places(r.action, opponent(r.turn))],
    "cell_turned": [lambda r: r.places(r.action[::-1])],
    "old_board_returned": [lambda r: r.said == f"b{r.key}" and not r.mutated],
    "exception_returned": [
        lambda r: (
            None
            if r.valid or r.refused
            else r.said[0] != "R" and r.kind.endswith(("Exception", "Error"))
        )
    ],
    "no_exception": [
        partial(unrefused, lambda r: r.said == "n"),
        partial(unrefused, lambda r: r.said == f"b{r.key}"),
        partial(unrefused, lambda r: r.said in "tf" or r.kind == "str"),
    ],
    # winner
    "empty_line": each(first_equal, ORDERS, [[*ROWS, *COLUMNS], ROWS, COLUMNS]),
    "no_diagonals": each(first_full, without(DIAGONALS, *subsets(DIAGONALS))),
    "no_columns": each(first_full, without(*subsets(COLUMNS))),
    "no_rows": each(first_full, without(*subsets(ROWS))),
    "one_player": each(lambda mark, r: [mark if r.won == mark else None], "XO"),
    "two_of_three": each(
        two_equal,
        [LINES, [*ROWS, *DIAGONALS, *COLUMNS]],
        LOOSE,
        combinations(range(3), 2),
    ),
    # Of both players, as it may seem, and in any order.
    "wrong_line": each(lambda lines, r: full_marks(r.key, lines) or [None], CROOKED),
    "first_round_only": each(
        first_full, [ROWS[:1], COLUMNS[:1], [ROWS[0], COLUMNS[0]], DIAGONALS[:1]]
    ),
    "true_for_mark": each(lambda nobody, r: [True if r.won else nobody], [None, False]),
    "number_for_mark": each(
        lambda most, r: [most * r.score] if r.won else [0, None], [1, 10]
    ),
    "loser_named": [lambda r: [opponent(r.won) if r.won else None]],
    "nobody_not_none": [
        lambda r: (
            r.right
            if r.won
            else None
            if r.right
            else r.said in ("f", "i0") or r.kind == "str"
        )
    ],
    # terminal
    "told_the_wrong_way": [lambda r: [not r.over]],
    "row_for_board": each(
        lambda lines, r: [
            r.won is not None
            or any(all(r.key[n] != "." for n in line) for line in lines)
        ],
        [ROWS, ROWS[:1], ROWS[2:], COLUMNS],
    ),
    "one_cell_early": each(
        lambda left, r: [r.won is not None or r.key.count(".") in left], [(0, 1), (1,)]
    ),
    "empty_line_ends": [
        lambda r: [r.over or any({r.key[n] for n in line} == {"."} for line in LINES)]
    ],
    "only_full": [lambda r: ["." not in r.key]],
    "only_won": [lambda r: [r.won is not None]],
    "false_forgotten": [lambda r: [True if r.over else None]],
    "or_gives_back": each(winner_for_true, "fn"),
    "truth_as_other": [
        lambda r: None if r.right else r.said == f"i{r.over:d}",
        lambda r: None if r.right else r.text == repr(str(r.over)),
    ],
    # utility
    "mover_utility": each(lambda score, r: [score if r.won else 0], [-1, 1]),
    "o_not_scored": [lambda r: [1 if r.won == "X" else 0]],
    "draw_scored": each(lambda score, r: [r.score if r.won else score], [1, -1]),
    "draw_unanswered": [lambda r: [r.score if r.won else None]],
    "signs_exchanged": [lambda r: [-r.score]],
    "other_scale": each(lambda most, r: [most * r.score], [2, 5, 10, 100, 1000]),
    "other_type": [
        lambda r: (
            None if r.right else r.text.strip("'\"") in (f"{r.score}", f"{r.score}.0")
        ),
        lambda r: None if r.right else r.said == {1: "t", 0: "f"}.get(r.score),
    ],
    "mark_for_number": [
        lambda r: r.text == repr(r.won) if r.won else r.said in ("n", "i0")
    ],
    # minimax
    "value_at_end": [lambda r: [r.score]],
    "plays_on": [lambda r: r.said[0] == "c" or "." not in r.key],
    "swapped": [
        partial(chosen, min, max, {"X": min, "O": max}),
        partial(chosen, max, min, {"X": min, "O": max}),
    ],
    "swapped_below": [partial(chosen, min, max, OWN)],
    "turn_ignored": [
        lambda r: r.right if r.turn == "X" else chosen(min, max, BOTH_MAX, r),
        lambda r: r.right if r.turn == "O" else chosen(min, max, BOTH_MIN, r),
    ],
    "one_side_only": each(
        lambda side, r: r.right if r.turn == side else r.said == "n", "XO"
    ),
    "added_up": [partial(chosen, sum, sum, OWN), partial(chosen, mean, mean, OWN)],
    "both_max": each(partial(chosen, max, max), [OWN, BOTH_MAX]),
    "both_min": each(partial(chosen, min, min), [OWN, BOTH_MIN]),
    "same_at_root": each(partial(chosen, max, min), [BOTH_MAX, BOTH_MIN]),
    "max_from_infinity": each(partial(chosen, max, endless), [OWN, BOTH_MAX]),
    "value_returned": each(value_for_action, SIDES),
    "board_returned": [
        lambda r: r.said in {f"b{key}" for key in replies(r.key).values()}
    ],
    "list_for_action": [lambda r: r.right or (r.kind == "list" and r.like)],
    "pair_returned": [lambda r: PAIR.fullmatch(r.text) is not None],
    "only_wins_kept": each(
        lambda sides, r: (
            r.right if r.turn not in sides or r.outlook == 1 else r.said == "n"
        ),
        SIDES,
    ),
    "none_when_losing": each(
        lambda sides, r: (
            r.said == "n" or r.raised
            if r.turn in sides and r.outlook == -1
            else r.right
        ),
        SIDES,
    ),
    "wrong_child": [wins_refused],
    "first_cell": [lambda r: [min(r.cells)]],
    # Beside what is seen in the source.
    "one_move_ahead": [
        lambda r: (
            r.said in {f"c{3 * i + j}" for i, j in wins}
            if (wins := completing(r.key, r.turn))
            else None
        )
    ],
    "unrestored": [lambda r: r.mutated or None],
    "action_for_value": [lambda r: r.said == "rTypeError" or None],
}

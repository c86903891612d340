"""
Known misunderstandings, recognised by what they answer.

Each is modelled as a rule over one question and its answer: whether a file that
misunderstands it so would answer so; None where it says nothing. A misconception is
named only where the model fits every answer it speaks of, and some of them is wrong.
Some come in several variants, of which one must fit everywhere. The paragraphs of the
docstring are the title, the explanation and the hint.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, islice, permutations, product
from typing import Any, NamedTuple

from noughts import oracle
from noughts.board import LINES, START, board_of, replies
from noughts.checker.answers import Answer, said_of
from noughts.checker.checks import PROMISES
from noughts.checker.docstrings import docstring
from noughts.checker.questions import Question
from noughts.checker.record import Misconception
from noughts.checker.sheet import Sheet
from noughts.checker.truth import UTILITY, right, said, value
from noughts.contract import Board

Model = Callable[[Question, Answer, Any], bool | None]

Line = tuple[int, ...]
ROWS, COLUMNS, DIAGONALS = LINES[:3], LINES[3:6], LINES[6:]
CROSSED = [line for pair in zip(ROWS, COLUMNS, strict=True) for line in pair]
BLOCKS = [*permutations([ROWS, COLUMNS, DIAGONALS]), (CROSSED, DIAGONALS)]
ORDERS = [
    [line for block in blocks for line in block] for blocks in BLOCKS
]  # in which people look at the lines


class KnownMisconception(NamedTuple):
    """A misconception, ready to be looked for."""

    function: str
    name: str
    model: Model
    variants: Sequence[Any]

    def described(self, checks: Iterable[str] = ()) -> Misconception:
        title, explanation, hint = paragraphs(self.model)
        return Misconception(
            self.name, self.function, title, explanation, hint, checks=tuple(checks)
        )

    def fitting(self, answers: Sequence[tuple[Question, Answer]]) -> Iterator[Any]:
        """Yield the variants that explain every answer, of which one is wrong."""
        for variant in self.variants:
            if self._explains(answers, variant):
                yield variant

    def _explains(
        self, answers: Sequence[tuple[Question, Answer]], variant: Any
    ) -> bool:
        wrong = False
        for question, answer in answers:
            told = self.model(question, answer, variant)
            if told is False:
                return False
            wrong |= told is True and (answer.mutated or not right(question, answer))
        return wrong


KNOWN: list[KnownMisconception] = []


def misconception(
    function: str, variants: Iterable[Any] = (None,)
) -> Callable[[Model], Model]:
    """Enter a model among the misconceptions about a function of the contract."""

    def enter(model: Model) -> Model:
        KNOWN.append(
            KnownMisconception(function, model.__name__, model, list(variants))
        )
        return model

    return enter


def recognised(
    sheets: Mapping[str, Sheet], functions: Iterable[str]
) -> Iterator[Misconception]:
    """Yield the misconceptions that explain the answers of these functions."""
    answers = {name: list(sheets[name].pairs()) for name in functions if name in sheets}
    for known in KNOWN:
        for variant in islice(known.fitting(answers.get(known.function, ())), 1):
            wrong = list(sheets[known.function].wrongs())
            yield known.described(_explained(known, variant, wrong))


def _explained(
    known: KnownMisconception, variant: Any, wrong: Sequence[tuple[Question, Answer]]
) -> Iterator[str]:
    """Yield the checks in which a misconception explains all that is wrong."""
    for promise in PROMISES:
        if promise.function == known.function:
            told = [
                known.model(question, answer, variant)
                for question, answer in wrong
                if promise.about in ("", question.about)
                and not promise.rule(question, answer)
            ]
            if told and all(told):
                yield promise.name


def paragraphs(told: Callable[..., Any]) -> list[str]:
    """Return the title, the explanation and the hint in a docstring."""
    return [" ".join(text.split()) for text in docstring(told).split("\n\n")]


# --- player, actions, result ------------------------------------------------


@misconception(
    "player",
    [
        lambda xs, os: "X" if xs > os else "O",
        lambda xs, os: "X",
        lambda xs, os: "O",
        lambda xs, os: "O" if xs > os else None,
        lambda xs, os: "O" if xs > os else "X" if xs == 0 else None,
    ],
)
def turn_miscounted(question: Question, answer: Answer, turn: Any) -> bool | None:
    """
    The turn is counted wrongly.

    X moves on the empty board, and whenever both players have the same number of
    marks. The comparison in `player` decides otherwise.

    Write down the numbers of X and O for the first four moves of a game, and see for
    each what your comparison says.
    """
    marks = question.key
    return _answered(answer, turn(marks.count("X"), marks.count("O")))


@misconception("actions")
def list_of_actions(question: Question, answer: Answer, _: None) -> bool | None:
    """
    The actions come in a list instead of a set.

    The cells are right. But the assignment asks for a set: the order of actions means
    nothing, and `in` is quick.

    Begin with `set()` and use `.add((i, j))`, or write the comprehension in braces.
    """
    return answer.kind in ("list", "tuple") and answer.like == said(question)


@misconception("actions")
def rows_and_columns_exchanged(
    question: Question, answer: Answer, _: None
) -> bool | None:
    """
    Row and column are exchanged.

    An action is (i, j): i is the row, j the column, as in board[i][j]. The answers
    here are (column, row).

    See in which order the two loops run, and in which order the pair is written.
    """
    return _answered(answer, {(j, i) for i, j in value(question)})


@misconception("result")
def shallow_copy(question: Question, answer: Answer, _: None) -> bool | None:
    """
    The board is copied only on the outside, or not at all.

    `board.copy()`, `list(board)`, `board[:]` and `copy.copy(board)` make a new list of
    the same three rows. Writing into a row then changes the old board as well, and
    Minimax explores positions that nobody has played.

    Use `copy.deepcopy(board)`, or `[row[:] for row in board]`.
    """
    return (
        answer.mutated and right(question, answer)
        if question.about == "valid"
        else None
    )


@misconception("result")
def negative_index(question: Question, answer: Answer, _: None) -> bool | None:
    """
    A negative index is accepted.

    In Python board[-1] is the last row, so (-1, 2) silently means (2, 2). For the game
    it is not a cell at all.

    Refuse what is not a possible action: `if action not in actions(board): raise`.
    """
    if question.about != "negative":
        return None
    i, j = (number % 3 for number in question.action)
    if question.key[3 * i + j] != "." and answer.refused:
        return True
    return _answered(answer, _with_mark(question.key, i, j))


@misconception("result")
def overwritten(question: Question, answer: Answer, _: None) -> bool | None:
    """
    A mark can be put on top of another.

    `result` places the mark without looking at what the cell holds.

    First `if board[i][j] is not EMPTY: raise ...`, then place the mark.
    """
    if question.about != "taken":
        return None
    return _answered(answer, _with_mark(question.key, *question.action))


@misconception("result", "XO")
def one_mark(question: Question, answer: Answer, mark: str) -> bool | None:
    """
    It is always the same mark that is placed.

    `result` puts down one player's mark, whoever is to move.

    Place `player(board)`.
    """
    if question.about != "valid":
        return None
    i, j = question.action
    board = board_of(question.key)
    board[i][j] = mark
    return _answered(answer, board)


# --- winner, terminal, utility ----------------------------------------------


KINDS = [ROWS, COLUMNS, DIAGONALS[:1], DIAGONALS[1:]]
UNGUARDED = [
    [line for kind in kinds for line in kind]
    for some in range(len(KINDS), 0, -1)
    for kinds in combinations(KINDS, some)
]  # lines of which it is not asked whether they are empty


@misconception("winner", product(ORDERS, UNGUARDED))
def empty_line(question: Question, answer: Answer, lines: Any) -> bool | None:
    """
    A line of three empty cells is taken for a win.

    Three EMPTY cells are equal too. `winner` stops at such a line, returns what is in
    it, which is None, and never gets to the line that is really full.

    Ask of every line, row, column or diagonal, that its first cell is not EMPTY.
    """
    order, unguarded = lines
    for line in order:
        mark = question.key[line[0]]
        if _equal(question, line) and (mark != "." or line in unguarded):
            return _answered(answer, None if mark == "." else mark)
    return _answered(answer, None)


def _forgotten(*kinds: Sequence[Line]) -> list[list[Line]]:
    """Return the lines that are left when some of a kind are forgotten."""
    return [[line for line in LINES if line not in kind] for kind in kinds]


@misconception("winner", _forgotten(DIAGONALS, DIAGONALS[:1], DIAGONALS[1:]))
def no_diagonals(question: Question, answer: Answer, lines: list[Line]) -> bool | None:
    """
    A diagonal is forgotten.

    Rows and columns are found, but three marks from corner to corner win too, in both
    directions.

    The diagonals are (0, 0) (1, 1) (2, 2) and (0, 2) (1, 1) (2, 0).
    """
    return _answered(answer, _first_full(question, lines))


@misconception("winner", _forgotten(COLUMNS, *([each] for each in COLUMNS)))
def no_columns(question: Question, answer: Answer, lines: list[Line]) -> bool | None:
    """
    A column is forgotten.

    Three marks below each other win too, in each of the three columns.

    Column j is board[0][j], board[1][j], board[2][j]; j runs through `range(3)`.
    """
    return _answered(answer, _first_full(question, lines))


@misconception("winner", _forgotten(ROWS, *([each] for each in ROWS)))
def no_rows(question: Question, answer: Answer, lines: list[Line]) -> bool | None:
    """
    A row is forgotten.

    Three marks beside each other win too, in each of the three rows.

    Row i is board[i]; i runs through `range(3)`.
    """
    return _answered(answer, _first_full(question, lines))


@misconception("winner", "XO")
def one_player(question: Question, answer: Answer, mark: str) -> bool | None:
    """
    Only one of the players can win.

    `winner` finds the lines of one player and none of the other's.

    Look for three of X and for three of O, or for three equal cells that are not EMPTY.
    """
    won = oracle.table()[question.key].winner
    return _answered(answer, won if won == mark else None)


@misconception("terminal")
def empty_line_ends(question: Question, answer: Answer, _: None) -> bool | None:
    """
    A line of three empty cells is taken for the end of the game.

    Three EMPTY cells are equal too, but nobody has won with them.

    Ask winner(board), and let it ask that the cells are not EMPTY.
    """
    equal = any(_equal(question, line) for line in LINES)
    return _answered(answer, equal or "." not in question.key)


@misconception("terminal")
def only_full(question: Question, answer: Answer, _: None) -> bool | None:
    """
    The game is thought to end only when the board is full.

    It ends as soon as somebody has three in a line, even with cells left.

    `return winner(board) is not None or not actions(board)`
    """
    return _answered(answer, "." not in question.key)


@misconception("terminal")
def only_won(question: Question, answer: Answer, _: None) -> bool | None:
    """
    A draw is not recognised as the end of the game.

    The game is also over when no cell is empty, though nobody has won.

    `return winner(board) is not None or not actions(board)`
    """
    return _answered(answer, oracle.table()[question.key].winner is not None)


@misconception("terminal", ["f", "n"])
def or_gives_back(question: Question, answer: Answer, going_on: str) -> bool | None:
    """
    `or` gives back one of its two sides, not True.

    `winner(board) or ...` is the winner, "X" or "O", wherever there is one. That counts
    as true, but it is not the boolean that the assignment asks for.

    `return winner(board) is not None or not actions(board)`
    """
    won = oracle.table()[question.key].winner
    if "." not in question.key and answer.said == "t":
        return True
    if won:
        return answer.kind == "str" and answer.text == repr(won)
    return answer.said == ("t" if "." not in question.key else going_on)


@misconception("utility", [{"X": -1, "O": -1, None: 0}, {"X": 1, "O": 1, None: 0}])
def mover_utility(question: Question, answer: Answer, scores: Any) -> bool | None:
    """
    A win has the same value, whoever has won.

    It is told from the point of view of one player, of who moves next or who moved
    last. But Minimax compares values from all over the game: X's win is 1, whoever
    asks.

    Look at winner(board) alone: 1 for X, -1 for O.
    """
    return _answered(answer, scores[oracle.table()[question.key].winner])


@misconception("utility", [{**UTILITY, "O": 0}])
def o_not_scored(question: Question, answer: Answer, scores: Any) -> bool | None:
    """
    A win of O is not scored.

    Only wins of X are told apart. For Minimax O then has nothing to play for.

    Return -1 where winner(board) is O.
    """
    return _answered(answer, scores[oracle.table()[question.key].winner])


@misconception("utility", [{"X": -1, "O": 1, None: 0}])
def signs_exchanged(question: Question, answer: Answer, scores: Any) -> bool | None:
    """
    The signs of the two players are exchanged.

    1 is a win of X, the maximising player; -1 is a win of O.

    Exchange the two values, and see that `minimax` maximises for X.
    """
    return _answered(answer, scores[oracle.table()[question.key].winner])


# --- minimax ----------------------------------------------------------------

Choose = Callable[[Iterable[float]], float]


@cache
def _values(x: Choose, o: Choose) -> dict[str, float]:
    """Return the value of every position where X and O choose so."""
    truths = oracle.table().items()
    values = {key: float(truth.value) for key, truth in truths if not truth.turn}

    def enter(key: str) -> float:
        if key not in values:
            choose = x if oracle.table()[key].turn == "X" else o
            values[key] = choose([enter(reply) for reply in replies(key).values()])
        return values[key]

    enter(START)
    return values


def _chooses(
    question: Question, answer: Answer, x: Choose, o: Choose, root: dict[str, Choose]
) -> bool | None:
    """Return whether the action has the value that its player chooses at the root."""
    turn = oracle.table()[question.key].turn
    if turn is None:
        return None
    values = _values(x, o)
    worth = {a: values[key] for a, key in replies(question.key).items()}
    chosen = root[turn](worth.values())
    best = [action for action in worth if worth[action] == chosen]
    return any(_answered(answer, action) for action in best)


@misconception("minimax", [(min, max), (max, min)])
def swapped(question: Question, answer: Answer, deep: Any) -> bool | None:
    """
    Max and min are swapped.

    X must take the action with the largest value and O the one with the smallest.
    Here each player takes what is best for the other.

    See for which player `minimax` maximises: X wants 1, O wants -1.
    """
    x, o = deep
    return _chooses(question, answer, x, o, {"X": min, "O": max})


def _endless(values: Iterable[float]) -> float:
    """Return what `lowest = max(lowest, value)` gives, begun at infinity."""
    return float("inf")


@misconception(
    "minimax",
    [
        (max, max, {"X": max, "O": max}),
        (max, max, {"X": max, "O": min}),
        (min, min, {"X": min, "O": min}),
        (min, min, {"X": max, "O": min}),
        (max, min, {"X": max, "O": max}),
        (max, min, {"X": min, "O": min}),
    ],
)
def one_sided(question: Question, answer: Answer, players: Any) -> bool | None:
    """
    Both players take the max, or both the min.

    In the branch of O the value must be the `min` of the values below, in the branch
    of X the `max`. So one side expects to be helped by the other.

    Compare your two branches word by word: everything is mirrored.
    """
    return _chooses(question, answer, *players)


@misconception("minimax", [{"X": max, "O": min}, {"X": max, "O": max}])
def max_from_infinity(question: Question, answer: Answer, root: Any) -> bool | None:
    """
    The branch of O begins at +infinity and takes the `max`.

    So it stays there: every position in which O is to move is worth +infinity, more
    than a win. X then avoids winning at once, since only that is worth no more than 1.
    (A pseudocode in circulation has this slip.)

    In the branch of O it must be `min`: compare your two branches word by word.
    """
    return _chooses(question, answer, max, _endless, root)


@misconception("minimax")
def value_returned(question: Question, answer: Answer, _: None) -> bool | None:
    """
    `minimax` returns what the position is worth, not an action.

    The numbers are right: 1, 0 or -1 is how the game ends with best play. But what is
    asked for is the action that leads there.

    Keep this as a function of your own that returns the value, and let `minimax` return
    the action whose board has it.
    """
    truth = oracle.table()[question.key]
    if truth.turn is None and answer.said == "n":
        return None
    return _answered(answer, truth.value)


PAIR = re.compile(r"[\[(]-?\d(\.0)?, \(\d, \d\)[\])]|[\[(]\(\d, \d\), -?\d(\.0)?[\])]")


@misconception("minimax")
def pair_returned(question: Question, answer: Answer, _: None) -> bool | None:
    """
    `minimax` returns the value and the action together.

    A search needs both, but the assignment asks for the action alone.

    Let a function of your own return the pair, and `minimax` the action in it.
    """
    if oracle.table()[question.key].turn is None:
        return None
    return answer.said[0] == "o" and PAIR.fullmatch(answer.text) is not None


@misconception("minimax", ["XO", "X", "O"])
def none_when_losing(question: Question, answer: Answer, sides: str) -> bool | None:
    """
    It returns None when every action loses.

    The search begins with the value of a loss as the best so far and asks for
    something better, so an action that only loses is never taken.

    Begin with -infinity for X and +infinity for O.
    """
    truth = oracle.table()[question.key]
    if truth.turn is None:
        return None
    lost = truth.value == (-1 if truth.turn == "X" else 1)
    if lost and truth.turn in sides:
        return _answered(answer, None)
    return right(question, answer)


@misconception("minimax")
def wrong_child(question: Question, answer: Answer, _: None) -> bool | None:
    """
    It stops at an action that wins, but returns another one.

    In every position where a win can be forced it plays something else, and in all the
    others it plays well: the loop is left before the winning action is stored.

    Store the action first, then leave the loop, or return the action itself.
    """
    truth = oracle.table()[question.key]
    if truth.turn is None:
        return None
    wins = truth.value == (1 if truth.turn == "X" else -1)
    others = set(replies(question.key)) - truth.optimal
    if wins and others:
        return not right(question, answer)
    return wins or right(question, answer)


@misconception("minimax")
def first_cell(question: Question, answer: Answer, _: None) -> bool | None:
    """
    It takes the first free cell.

    The answers are the same as those of a player who does not look ahead at all.

    See whether the values of the actions are really compared.
    """
    if oracle.table()[question.key].turn is None:
        return None
    return _answered(answer, min(replies(question.key)))


# --- What the models share --------------------------------------------------


def _answered(answer: Answer, value: Any) -> bool:
    return answer.said == said_of(value)


def _with_mark(key: str, i: int, j: int) -> Board:
    """Return the board with the player's mark on the cell, taken or not."""
    board = board_of(key)
    board[i][j] = oracle.table()[key].turn
    return board


def _equal(question: Question, line: Line) -> bool:
    return len({question.key[n] for n in line}) == 1


def _first_full(question: Question, lines: Iterable[Line]) -> str | None:
    marks = (question.key[line[0]] for line in lines if _equal(question, line))
    return next((mark for mark in marks if mark != "."), None)

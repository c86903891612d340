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
from noughts.board import LINES, START, board_of, opponent, replies
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
    changes: bool = False  # whether it is about a board that is changed, not an answer

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
            wrong |= told is True and (self.changes or not right(question, answer))
        return wrong


KNOWN: list[KnownMisconception] = []
SYMPTOMS = {"one_side_only"}  # what says less than the place in the text that causes it


def misconception(
    function: str, variants: Iterable[Any] = (None,), changes: bool = False
) -> Callable[[Model], Model]:
    """Enter a model among the misconceptions about a function of the contract."""

    def enter(model: Model) -> Model:
        name, every = model.__name__, list(variants)
        KNOWN.append(KnownMisconception(function, name, model, every, changes))
        return model

    return enter


def recognised(
    sheets: Mapping[str, Sheet], functions: Iterable[str]
) -> Iterator[Misconception]:
    """Yield the misconceptions that explain the answers of these functions."""
    answers = {name: _wrong_first(sheets[name]) for name in functions if name in sheets}
    for known in KNOWN:
        for variant in islice(known.fitting(answers.get(known.function, ())), 1):
            wrong = list(sheets[known.function].wrongs())
            yield known.described(_explained(known, variant, wrong))


def _wrong_first(sheet: Sheet) -> list[tuple[Question, Answer]]:
    """Return every answer, first those at which most models fail."""
    return sorted(sheet.pairs(), key=lambda pair: pair[0].number not in sheet.wrong)


def _explained(
    known: KnownMisconception, variant: Any, wrong: Sequence[tuple[Question, Answer]]
) -> Iterator[str]:
    """Yield the checks in which a misconception explains all that is wrong."""
    for promise in PROMISES:
        if promise.name.endswith(".pure") and not known.changes:
            continue
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


SOME = [(0, 1), (1, 2), (0, 1, 2)]  # rows, or columns, that a loop runs through


@misconception(
    "actions", [some for some in product(SOME, SOME) if some != (SOME[2],) * 2]
)
def cells_unseen(question: Question, answer: Answer, seen: Any) -> bool | None:
    """
    A row or a column is never looked at.

    The empty cells of the others are found. `range(2)` gives 0 and 1, and
    `range(1, 3)` gives 1 and 2: either leaves one out.

    Let both loops run through `range(3)`.
    """
    rows, columns = seen
    cells = {(i, j) for i, j in value(question) if i in rows and j in columns}
    return _answered(answer, cells)


@misconception(
    "actions",
    [
        lambda cells: {(i, j) for i, j in cells if i == 0},
        lambda cells: {(i, j) for i, j in cells if j == 0},
        lambda cells: {min(cells)},
        lambda cells: {(i, j) for i, j in cells if (i, j) == (0, 0)},
    ],
)
def left_too_early(question: Question, answer: Answer, found: Any) -> bool | None:
    """
    The loop is left too early.

    The answer has only what the first round finds, as if `return` stood inside the
    loop.

    Indent the `return` as far as the outer `for`: then it comes after the loop.
    """
    return _answered(answer, found(value(question)))


@misconception(
    "actions",
    [
        lambda mark: mark != ".",
        lambda mark: True,
        lambda mark: mark != "X",
        lambda mark: mark != "O",
    ],
)
def not_the_empty_ones(question: Question, answer: Answer, listed: Any) -> bool | None:
    """
    Cells are listed that are not empty.

    The condition that picks the cells lets others through, or picks the taken ones.

    An action is possible where `board[i][j] == EMPTY`, and nowhere else.
    """
    cells = {divmod(n, 3) for n, mark in enumerate(question.key) if listed(mark)}
    return _answered(answer, cells)


@misconception("actions")
def counted_from_one(question: Question, answer: Answer, _: None) -> bool | None:
    """
    Rows and columns are counted from 1.

    board[0][0] is the first cell of the first row, so its action is (0, 0), not (1, 1).

    Put (i, j) into the answer as the loops count them: from 0.
    """
    wanted = {(i + 1, j + 1) for i, j in value(question)}
    if all(max(cell) < 3 for cell in wanted):
        return _answered(answer, wanted)
    found = {(int(i), int(j)) for i, j in CELL.findall(answer.text)}
    return answer.said[0] == "o" and found == wanted


CELL = re.compile(r"\((\d), (\d)\)")


@misconception("player")
@misconception("actions")
@misconception("result")
@misconception("terminal")
@misconception("utility")
def nothing_returned(question: Question, answer: Answer, _: None) -> bool | None:
    """
    Nothing is ever returned.

    The function does its work and ends without `return`, so that every answer is None.

    End it with `return` and what it has found.
    """
    return answer.said == "n" if question.valid else None


@misconception("result", changes=True)
def shallow_copy(question: Question, answer: Answer, _: None) -> bool | None:
    """
    Only the outer list of the board is copied, or nothing at all.

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
        return False if question.valid and answer.failed else None
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
        return False if question.valid and answer.failed else None
    return _answered(answer, _with_mark(question.key, *question.action))


@misconception("result")
def condition_inverted(question: Question, answer: Answer, _: None) -> bool | None:
    """
    What is valid is refused, and what is not valid is accepted.

    The condition before `raise` is the wrong way round.

    `if action not in actions(board): raise ...`: mind the `not`.
    """
    if question.about == "valid":
        return answer.raised
    if question.about == "taken":
        return _answered(answer, _with_mark(question.key, *question.action))
    return None


@misconception("result", "XO")
def one_mark(question: Question, answer: Answer, mark: str) -> bool | None:
    """
    The same mark is always placed.

    `result` puts down one player's mark, whoever is to move.

    Place `player(board)`.
    """
    if question.about != "valid":
        return None
    i, j = question.action
    board = board_of(question.key)
    board[i][j] = mark
    return _answered(answer, board)


@misconception("result")
def opponents_mark(question: Question, answer: Answer, _: None) -> bool | None:
    """
    The mark of the wrong player is placed.

    The cell is right, but what stands there belongs to the other player.

    Place `player(board)`, and ask it before the mark is there: afterwards it is the
    other player's turn.
    """
    if question.about != "valid":
        return None
    i, j = question.action
    board = board_of(question.key)
    board[i][j] = opponent(oracle.table()[question.key].turn or "X")
    return _answered(answer, board)


@misconception("result")
def cell_turned(question: Question, answer: Answer, _: None) -> bool | None:
    """
    Row and column of the action are exchanged.

    An action is (i, j): i is the row, j the column. The mark is on (j, i).

    Write `i, j = action`, and then `board[i][j]`.
    """
    if question.about != "valid":
        return None
    i, j = question.action
    return _answered(answer, _with_mark(question.key, j, i))


@misconception("result")
def old_board_returned(question: Question, answer: Answer, _: None) -> bool | None:
    """
    The old board is returned.

    It has no new mark on it, as if the copy were changed and the original returned.

    Return the copy in which the mark was placed.
    """
    if question.about != "valid":
        return None
    return answer.said == f"b{question.key}" and not answer.mutated


REFUSALS = ("taken", "range", "negative", "shape")


@misconception("result")
def exception_returned(question: Question, answer: Answer, _: None) -> bool | None:
    """
    The exception is returned instead of raised.

    `return Exception(...)` gives the exception back like any other value, and the
    program goes on with it as if it were a board.

    Write `raise` in the place of `return`.
    """
    if question.about not in REFUSALS or answer.refused:
        return None
    return answer.kind.endswith(("Exception", "Error"))


@misconception("result", ["nothing", "the board", "a word"])
def no_exception(question: Question, answer: Answer, instead: str) -> bool | None:
    """
    An action that is not valid is silently accepted.

    The assignment asks for an exception. Here such an action gets an answer like any
    other, and whoever asked does not learn that it was not valid.

    `if action not in actions(board): raise ValueError("not an empty cell")`
    """
    if question.about not in REFUSALS or answer.refused:
        return None
    if instead == "nothing":
        return answer.said == "n"
    if instead == "the board":
        return answer.said == f"b{question.key}"
    return answer.said in "tf" or answer.kind == "str"


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


PAIRS = list(combinations(range(3), 2))  # cells of a line that are compared
SORTED = {tuple(sorted(line)) for line in LINES}


@misconception("winner", product(ORDERS[:2], UNGUARDED, PAIRS))
def two_of_three(question: Question, answer: Answer, looked: Any) -> bool | None:
    """
    Only two cells of a line are compared.

    Two equal marks are taken for a full line, whatever stands in the third cell.

    Compare all three: `board[i][0] == board[i][1] == board[i][2]`.
    """
    order, loose, (one, other) = looked
    for line in order:
        marks = [question.key[n] for n in line]
        full = marks[one] == marks[other] if line in loose else len(set(marks)) == 1
        if full and marks[one] != ".":
            return _answered(answer, marks[one])
    return _answered(answer, None)


CROOKED = [three for three in combinations(range(9), 3) if three not in SORTED]


@misconception("winner", product(LINES, CROOKED))
def wrong_line(question: Question, answer: Answer, lines: Any) -> bool | None:
    """
    One of the lines is not a line.

    Three cells are compared that are not in a line, and a real one is forgotten in
    their place.

    Draw the board, write (i, j) into each cell, and check your eight lines on it.
    """
    forgotten, instead = lines
    seen = [instead if line == forgotten else line for line in LINES]
    return _answered(answer, _first_full(question, seen))


FIRST_ROUNDS = [ROWS[:1], COLUMNS[:1], [ROWS[0], COLUMNS[0]], DIAGONALS[:1]]


@misconception("winner", FIRST_ROUNDS)
def first_round_only(
    question: Question, answer: Answer, lines: Sequence[Line]
) -> bool | None:
    """
    The loop ends in its first round.

    Only the very first line is ever found, as if the loop returned None where that one
    is not full, in an `else` for example.

    Return None only after looking at all eight lines.
    """
    return _answered(answer, _first_full(question, lines))


@misconception("winner", ["n", "f"])
def true_for_mark(question: Question, answer: Answer, nobody: str) -> bool | None:
    """
    It says that somebody has won, but not who.

    `winner` returns True. What is asked for is the player: X or O.

    Return the mark that stands in the full line, such as `board[i][0]`.
    """
    won = oracle.table()[question.key].winner
    return answer.said == ("t" if won else nobody)


@misconception("winner", [{"X": "i1", "O": "i-1"}, {"X": "i10", "O": "i-10"}])
def number_for_mark(question: Question, answer: Answer, said: Any) -> bool | None:
    """
    A number is returned instead of the player.

    1 and -1 are what `utility` says of a finished game. `winner` is asked for the
    player: X, O, or None.

    Return X or O here, and let `utility` turn that into a number.
    """
    won = oracle.table()[question.key].winner
    return answer.said in ({said[won]} if won else {"n", "i0"})


@misconception("winner")
def loser_named(question: Question, answer: Answer, _: None) -> bool | None:
    """
    The player who has lost is named.

    Whoever completes a line has just moved, so by then `player(board)` is the other
    one.

    Return the mark that stands in the full line, such as `board[i][0]`.
    """
    won = oracle.table()[question.key].winner
    return _answered(answer, opponent(won) if won else None)


@misconception("winner")
def nobody_not_none(question: Question, answer: Answer, _: None) -> bool | None:
    """
    Where nobody has won, something other than None is returned.

    The winners are right. But without a winner the answer must be None: neither False,
    nor 0, nor a word.

    End `winner` with `return None`.
    """
    if oracle.table()[question.key].winner:
        return right(question, answer)
    if right(question, answer):
        return None
    return answer.said in ("f", "i0") or answer.kind == "str"


@misconception("terminal")
def told_the_wrong_way(question: Question, answer: Answer, _: None) -> bool | None:
    """
    True and False are exchanged.

    Where the game is over the answer is False, and where it goes on it is True.

    `return winner(board) is not None or not actions(board)`
    """
    return _answered(answer, not value(question))


@misconception("terminal", [ROWS, ROWS[:1], ROWS[2:], COLUMNS])
def row_for_board(
    question: Question, answer: Answer, lines: Sequence[Line]
) -> bool | None:
    """
    The board counts as full where only a part of it is.

    One row without an empty cell is enough here to end the game, whatever the others
    hold.

    Return True only after looking at every row: `not actions(board)` does that.
    """
    full = any(all(question.key[n] != "." for n in line) for line in lines)
    return _answered(answer, full or oracle.table()[question.key].winner is not None)


@misconception("terminal")
def one_cell_early(question: Question, answer: Answer, _: None) -> bool | None:
    """
    The game ends while one cell is still empty.

    The last move is still to be made: it can even win.

    It is over when no cell is empty: `not actions(board)`.
    """
    won = oracle.table()[question.key].winner is not None
    return _answered(answer, won or question.key.count(".") <= 1)


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

    It is seen by one player: whoever moves next, or whoever moved last. But Minimax
    compares values from all over the game: X's win is 1, whoever asks.

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


@misconception("utility", [2, 5, 10, 100, 1000])
def other_scale(question: Question, answer: Answer, most: int) -> bool | None:
    """
    A win is worth a number other than 1.

    The signs are right, and Minimax would play well with it. But the assignment fixes
    the numbers: 1, 0 and -1, and other people's code relies on them.

    Return 1 for a win of X and -1 for a win of O.
    """
    return _answered(answer, most * value(question))


@misconception("utility", ["float", "str", "bool"])
def other_type(question: Question, answer: Answer, kind: str) -> bool | None:
    """
    The values are right, but they are not integers.

    1.0, "1" and True are not the 1 that is asked for. Besides, texts are compared
    letter by letter, and not as numbers.

    Return 1, -1 and 0, without quotes and without a point.
    """
    if right(question, answer):
        return None
    if kind == "bool":
        return answer.said == {1: "t", 0: "f"}.get(value(question))
    return answer.kind == kind and _number(answer.text) == value(question)


def _number(text: str) -> float | None:
    """Return the number that a text stands for, in quotes or not."""
    try:
        return float(text.strip("'\""))
    except ValueError:
        return None


@misconception("utility")
def mark_for_number(question: Question, answer: Answer, _: None) -> bool | None:
    """
    The winner is returned instead of a number.

    `winner` says who has won. `utility` says what that is worth: 1, -1 or 0.

    Return 1 where winner(board) is X, -1 where it is O, and 0 otherwise.
    """
    won = oracle.table()[question.key].winner
    if won is None:
        return answer.said in ("n", "i0")
    return answer.kind == "str" and answer.text == repr(won)


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


@misconception("minimax")
def swapped_below(question: Question, answer: Answer, _: None) -> bool | None:
    """
    Max and min are swapped below the first move.

    `minimax` itself takes the largest value for X and the smallest for O. But the
    boards after its move are valued as if the same player moved again.

    After a move of X it is O's turn: ask the function that minimises, and the other way
    round.
    """
    return _chooses(question, answer, min, max, {"X": max, "O": min})


@misconception("minimax", "XO")
def turn_ignored(question: Question, answer: Answer, side: str) -> bool | None:
    """
    It always searches as if the same player were to move.

    Where that player is to move it plays well. Where it is the other's turn it begins
    with the wrong branch.

    Ask `player(board)`: X begins with the branch that maximises, O with the other.
    """
    turn = oracle.table()[question.key].turn
    if turn is None or turn == side:
        return None if turn is None else right(question, answer)
    best: Choose = max if side == "X" else min
    return _chooses(question, answer, min, max, {turn: best})


@misconception("minimax", "XO")
def one_side_only(question: Question, answer: Answer, side: str) -> bool | None:
    """
    One of the players gets no action.

    It plays well for one of them. Where the other is to move it returns None.

    See that the other branch also keeps an action: everything in it is mirrored.
    """
    turn = oracle.table()[question.key].turn
    if turn is None:
        return None
    return right(question, answer) if turn == side else answer.said == "n"


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

"""Misconceptions about minimax, recognised by its answers."""

import re
from collections.abc import Callable, Iterable
from functools import cache

from noughts import oracle
from noughts.board import START, replies, turn
from noughts.checker.answers import Answer
from noughts.checker.misconceptions.catalogue import misconception
from noughts.checker.misconceptions.comparing import is_answered
from noughts.checker.questions import Question
from noughts.checker.truth import UTILITY, optimal, right

Choose = Callable[[Iterable[float]], float]
Root = dict[str, Choose]  # how X and O choose the move itself
OWN: Root = {"X": max, "O": min}


@cache
def _values(x: Choose, o: Choose) -> dict[str, float]:
    """Return the value of every position where X and O choose so."""
    truths = oracle.table().items()
    values = {key: float(truth.value) for key, truth in truths if not truth.turn}

    def enter(key: str) -> float:
        if key not in values:
            choose = x if turn(key) == "X" else o
            values[key] = choose([enter(reply) for reply in replies(key).values()])
        return values[key]

    enter(START)
    return values


def _chooses(
    question: Question, answer: Answer, x: Choose, o: Choose, root: Root = OWN
) -> bool:
    """Return whether the action has the value that its player chooses at the root."""
    values = _values(x, o)
    worth = {a: values[key] for a, key in replies(question.key).items()}
    chosen = root[turn(question.key)](worth.values())
    best = [action for action in worth if worth[action] == chosen]
    return any(is_answered(answer, action) for action in best)


@misconception("minimax", about="open", deep=[(min, max), (max, min)])
def swapped(question: Question, answer: Answer, deep: tuple[Choose, Choose]) -> bool:
    """
    Max and min are swapped.

    X must take the action with the largest value and O the one with the smallest.
    Here each player takes what is best for the other.

    See for which player `minimax` maximises: X wants 1, O wants -1.
    """
    return _chooses(question, answer, *deep, {"X": min, "O": max})


@misconception("minimax", about="open")
def swapped_below(question: Question, answer: Answer) -> bool:
    """
    Max and min are swapped below the first move.

    `minimax` itself takes the largest value for X and the smallest for O. But the
    boards after its move are valued as if the same player moved again.

    After a move of X it is O's turn: ask the function that minimises, and the other way
    round.
    """
    return _chooses(question, answer, min, max)


@misconception("minimax", about="open", side="XO")
def turn_ignored(question: Question, answer: Answer, side: str) -> bool:
    """
    It always searches as if the same player were to move.

    Where that player is to move it plays well. Where it is the other's turn it begins
    with the wrong branch.

    Ask `player(board)`: X begins with the branch that maximises, O with the other.
    """
    if turn(question.key) == side:
        return right(question, answer)
    best = OWN[side]
    return _chooses(question, answer, min, max, {"X": best, "O": best})


@misconception("minimax", about="open", side="XO", symptom=True)
def one_side_only(question: Question, answer: Answer, side: str) -> bool:
    """
    One of the players gets no action.

    It plays well for one of them. Where the other is to move it returns None.

    Let the branch of the other player keep an action, too: it is the mirror image.
    """
    return right(question, answer) if turn(question.key) == side else answer.said == "n"


def _mean(values: Iterable[float]) -> float:
    each = [*values]
    return sum(each) / len(each)


@misconception("minimax", about="open", add=[sum, _mean])
def added_up(question: Question, answer: Answer, add: Choose) -> bool:
    """
    The values below a move are added up.

    A board then counts for more, the more of the games after it are won, as if both
    players moved at random. But the opponent answers with the one best move.

    Take one of the values below, not their sum: the largest where X is to move, the
    smallest where it is O.
    """
    return _chooses(question, answer, add, add)


def _endless(values: Iterable[float]) -> float:
    """Return what `lowest = max(lowest, value)` gives, begun at infinity."""
    return float("inf")


@misconception(
    "minimax",
    about="open",
    players=[
        (max, max, {"X": max, "O": max}),
        (max, max, OWN),
        (min, min, {"X": min, "O": min}),
        (min, min, OWN),
        (max, min, {"X": max, "O": max}),
        (max, min, {"X": min, "O": min}),
    ],
)
def one_sided(
    question: Question, answer: Answer, players: tuple[Choose, Choose, Root]
) -> bool:
    """
    Both players take the max, or both the min.

    In the branch of O the value must be the `min` of the values below, in the branch
    of X the `max`. Here one side plays for the other, or is thought to.

    X takes the largest value and O the smallest, in `minimax` itself and in every call
    below it.
    """
    return _chooses(question, answer, *players)


@misconception("minimax", about="open", root=[OWN, {"X": max, "O": max}])
def max_from_infinity(question: Question, answer: Answer, root: Root) -> bool:
    """
    The branch of O stays at +infinity.

    Every position in which O is to move counts for more than a win, as if the value
    began at +infinity and were compared by `max`, as a pseudocode in circulation has
    it, or what `min` finds were not kept. X then avoids winning at once.

    In the branch of O it must be `value = min(value, ...)`: compare your two branches
    word by word.
    """
    return _chooses(question, answer, max, _endless, root)


SIDES = ["XO", "X", "O"]  # whose branch is wrong: the other may be right


@misconception("minimax", sides=SIDES)
def value_returned(question: Question, answer: Answer, sides: str) -> bool | None:
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
    if truth.turn and truth.turn not in sides:
        return right(question, answer)
    return is_answered(answer, truth.value)


@misconception("minimax", about="open")
def board_returned(question: Question, answer: Answer) -> bool:
    """
    `minimax` returns the board after the move, not the action.

    The boards can be reached by one move. But what is asked for is the cell of that
    move: whoever calls `minimax` plays it with `result`.

    Keep the action beside the board, and return the action.
    """
    return answer.said in {f"b{key}" for key in replies(question.key).values()}


@misconception("minimax", about="open", sides=SIDES)
def list_for_action(question: Question, answer: Answer, sides: str) -> bool:
    """
    The action comes as a list.

    The cells are right. But an action is a tuple: `[i, j]` is not in the set that
    `actions` returns, and `result` may refuse it.

    Return `(i, j)`, in round brackets.
    """
    if turn(question.key) not in sides:
        return right(question, answer)
    return answer.kind == "list" and answer.like in optimal(question.key)


def _outlook(key: str) -> int:
    """Return what a position is worth to the player to move: 1, 0 or -1."""
    return oracle.table()[key].value * UTILITY[turn(key)]


@misconception("minimax", about="open", sides=SIDES, symptom=True)
def only_wins_kept(question: Question, answer: Answer, sides: str) -> bool:
    """
    It returns None unless it can win.

    An action is kept only if its value is that of a win. Where the best that can be had
    is a draw, no action is ever kept.

    Compare each value with the best so far, and not with 1 or -1.
    """
    if turn(question.key) not in sides or _outlook(question.key) == 1:
        return right(question, answer)
    return answer.said == "n"


PAIR = re.compile(r"[\[(]-?\d(\.0)?, \(\d, \d\)[\])]|[\[(]\(\d, \d\), -?\d(\.0)?[\])]")


@misconception("minimax", about="open")
def pair_returned(question: Question, answer: Answer) -> bool:
    """
    `minimax` returns the value and the action together.

    A search needs both, but the assignment asks for the action alone.

    Let a function of your own return the pair, and `minimax` the action in it.
    """
    return answer.said[0] == "o" and PAIR.fullmatch(answer.text) is not None


@misconception("minimax", about="open", sides=SIDES, symptom=True)
def none_when_losing(question: Question, answer: Answer, sides: str) -> bool:
    """
    It gives no action when every action loses.

    An action that only loses is never taken, as if the search began with the value of
    a loss, or of a draw, as the best so far.

    Any action is better than none: begin with -infinity for X and +infinity for O.
    """
    if turn(question.key) in sides and _outlook(question.key) == -1:
        return answer.said == "n" or answer.raised
    return right(question, answer)


@misconception("minimax", about="open")
def wrong_child(question: Question, answer: Answer) -> bool:
    """
    It sees that it can win, but returns another action.

    In every position where a win can be forced it plays something else, and in all the
    others it plays well, as if the loop were left before the winning action is stored.

    Store the action first, then leave the loop, or return the action itself.
    """
    wins = _outlook(question.key) == 1
    if wins and set(replies(question.key)) - oracle.table()[question.key].optimal:
        return not right(question, answer)
    return wins or right(question, answer)


@misconception("minimax", about="open", symptom=True)
def first_cell(question: Question, answer: Answer) -> bool:
    """
    It takes the first free cell.

    The answers are the same as those of a player who does not look ahead at all.

    See whether the values of the actions are really compared.
    """
    return is_answered(answer, min(replies(question.key)))

"""Questions in batches: one message for many, quick ones first."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby
from math import factorial
from typing import Any

from noughts.checker.questions import ACTIONS, Question, questions
from noughts.checker.rounds import Call

# Positions in one message. A search on a board with few empty cells is quick; on one
# with many it is a message of its own, for it has the time of one answer.
SIZES = {"result": 16, "initial_state": 3}
SIZE = 128
SEARCHES = {0: 64, 1: 64, 2: 64, 3: 64, 4: 32, 5: 8, 6: 4}  # by empty cells
QUICK = 4  # empty cells up to which a search is quick
SAMPLE = 24  # questions, or boards, that show whether there is anything to ask
LAST = 10**9  # the work of what is to be asked after all else

Batch = Sequence[Question]


@cache
def batches(function: str) -> tuple[Batch, ...]:
    """Return all questions to a function, in batches."""
    if function != "minimax":
        size = SIZES.get(function, SIZE)
        return tuple(_cut(questions(function), size))
    found = list[Batch]()
    for empty, group in groupby(questions(function), key=lambda q: q.key.count(".")):
        found += _cut(list(group), SEARCHES.get(empty, 1))
    return tuple(found)


def _cut(all_questions: Sequence[Question], boards: int) -> Iterator[Batch]:
    """Yield the questions, some boards at a time."""
    each = len(ACTIONS) if all_questions[0].function == "result" else 1
    for start in range(0, len(all_questions), boards * each):
        yield all_questions[start : start + boards * each]


@cache
def sample(function: str) -> Batch:
    """Return a few questions from all over the game, none of them a long search."""
    asked = questions(function)
    if function == "initial_state":
        return asked
    if function == "result":
        boards = [
            asked[n : n + len(ACTIONS)] for n in range(0, len(asked), len(ACTIONS))
        ]
        return [q for board in _spread(boards, SAMPLE // 4) for q in board]
    if function == "minimax":
        asked = tuple(q for q in asked if q.key.count(".") <= QUICK)
    return _spread(asked, SAMPLE)


def _spread(things: Sequence[Any], most: int) -> list[Any]:
    return [things[n * (len(things) - 1) // (most - 1)] for n in range(most)]


def call_of(batch: Batch, work: int = 0) -> Call:
    """Return a batch as one message: each board once; its actions are known inside."""
    function = batch[0].function
    keys = [question.key for question in batch]
    if function == "result":
        if len(batch) == 1:
            only = batch[0].number % len(ACTIONS)
            return Call("many", [function, keys, only], work or 1)
        keys = list(dict.fromkeys(keys))
    return Call("many", [function, keys], work or work_of(batch))


def work_of(batch: Batch) -> int:
    """Return how much work a batch is: plain Minimax tries all orders of moves."""
    if batch[0].function == "minimax":
        return sum(factorial(question.key.count(".")) for question in batch)
    return len(batch)


def in_order(calls: Sequence[Call], hands: int) -> list[list[int]]:
    """
    Return the numbers of the calls, dealt out in lots of about the same work.

    In each the quick ones come first, then what is long, the longest first: whoever
    stalls until the time is up does not get past the emptiest boards by it.
    """
    lots: list[list[int]] = [[] for _ in range(hands)]
    loads = [0] * hands
    for n in sorted(range(len(calls)), key=lambda n: -calls[n].work):
        least = loads.index(min(loads))
        lots[least].append(n)
        loads[least] += calls[n].work
    return [sorted(lot, key=lambda n: _place(calls[n].work)) for lot in lots]


LONG = factorial(QUICK) * SEARCHES[QUICK]


def _place(work: int) -> tuple[int, int]:
    if work >= LAST:
        return 2, work
    return (0, work) if work <= LONG else (1, -work)

"""Questions in batches: one message for many, quick ones first."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby
from math import factorial
from typing import Any, NamedTuple

from noughts.checker.questions import ACTIONS, Question, questions
from noughts.checker.rounds import PATIENCE, Call

# Positions in one message. A search on a board with few empty cells is quick; on one
# with many it is a message of its own, for it has the time of one answer.
SIZES = {"result": 16}
SIZE = 128
SEARCHES = {0: 64, 1: 64, 2: 64, 3: 64, 4: 32, 5: 8, 6: 4}  # by empty cells
QUICK = 4  # empty cells up to which a search is quick
SAMPLE = 24  # questions, or boards, that show whether there is anything to ask
LAST = 10**9  # the work of what is to be asked after all else
SMALL = 2000  # work for which a second process is not worth its start


class Batch(NamedTuple):
    """Some questions to one function, by their numbers."""

    function: str
    numbers: Sequence[int]

    def questions(self) -> list[Question]:
        return [questions(self.function)[n] for n in self.numbers]

    def singles(self) -> list["Batch"]:
        return [Batch(self.function, [number]) for number in self.numbers]


@cache
def batches(function: str) -> tuple[Batch, ...]:
    """Return all questions to a function, in batches."""
    asked = questions(function)
    if function != "minimax":
        size = SIZES.get(function, SIZE) * len(asked.actions)
        return tuple(_cut(function, range(len(asked)), size))
    found = list[Batch]()
    all_numbers = range(len(asked))
    for empty, group in groupby(all_numbers, key=lambda n: asked.boards[n].count(".")):
        found += _cut(function, list(group), SEARCHES.get(empty, 1))
    return tuple(found)


def _cut(function: str, numbers: Sequence[int], size: int) -> Iterator[Batch]:
    for start in range(0, len(numbers), size):
        yield Batch(function, numbers[start : start + size])


@cache
def sample(function: str) -> Batch:
    """Return a few questions from all over the game, none of them a long search."""
    boards, each = questions(function).boards, len(questions(function).actions)
    stakes = questions(function).stakes
    if function == "initial_state":
        return Batch(function, range(len(boards)))
    if function == "result":
        some = _spread(range(len(boards)), SAMPLE // 4)
        return Batch(function, [each * n + k for n in some for k in range(each)])
    quick = [n for n, key in enumerate(boards) if key.count(".") <= QUICK]
    some = _spread(quick, SAMPLE)
    # None is right where the game is over: who fails at a first call must not begin so.
    return Batch(function, sorted(some, key=lambda n: stakes[n] == "over"))


def few(function: str) -> list[Batch]:
    """Return single questions, as many as show that a function never answers."""
    return sample(function).singles()[:PATIENCE]


def _spread(things: Sequence[Any], most: int) -> list[Any]:
    return [things[n * (len(things) - 1) // (most - 1)] for n in range(most)]


def call_of(batch: Batch, work: int = 0) -> Call:
    """Return a batch as one message: each board once; its actions are known inside."""
    function, numbers = batch
    boards = questions(function).boards
    work = work or work_of(batch)
    if function != "result":
        return Call("many", [function, [boards[n] for n in numbers]], work)
    if len(numbers) == 1:
        board, only = divmod(numbers[0], len(ACTIONS))
        return Call("many", [function, [boards[board]], only], work)
    keys = [boards[n // len(ACTIONS)] for n in numbers[:: len(ACTIONS)]]
    return Call("many", [function, keys], work)


def work_of(batch: Batch) -> int:
    """Return how much work a batch is: plain Minimax tries all orders of moves."""
    if batch.function == "minimax":
        boards = questions("minimax").boards
        return sum(factorial(boards[n].count(".")) for n in batch.numbers)
    return len(batch.numbers)


def in_order(calls: Sequence[Call], hands: int) -> list[list[int]]:
    """
    Return the numbers of the calls, dealt out in lots of about the same work.

    In each the quick ones come first, then what is long, the longest first: whoever
    stalls until the time is up does not get past the emptiest boards by it.
    """
    if sum(call.work for call in calls) <= SMALL:
        hands = 1
    if not calls:
        return [[]]
    lots: list[list[int]] = [[] for _ in range(hands)]
    loads = [0] * hands
    for n in sorted(range(len(calls)), key=lambda n: -calls[n].work):
        least = loads.index(min(loads))
        lots[least].append(n)
        loads[least] += calls[n].work
    return [sorted(lot, key=lambda n: _place(calls[n].work)) for lot in lots if lot]


LONG = factorial(QUICK) * SEARCHES[QUICK]


def _place(work: int) -> tuple[bool, int]:
    return work > LONG, -work if LONG < work < LAST else work

"""
A first look: some 500 chosen questions, so that a wrong board is shown at once.

Nothing is decided here. The questions go to a process of their own, and their answers
are forgotten, so the record stays the same. The functions come in the order in which
they build on each other: the first wrong answer is usually a cause, not a consequence.
"""

from collections.abc import Collection, Iterator
from functools import cache
from itertools import combinations

from noughts.checker.answer_sheet import AnswerSheet
from noughts.checker.case import Case, Talk
from noughts.checker.questions import boards, sample
from noughts.checker.record import Check, first_failed
from noughts.checker.verdicts import verdicts
from noughts.game.board import LINES
from noughts.game.oracle import table

SECONDS = 0.5  # for one answer; a function that needs longer is left to the judge
ORDER = (
    "initial_state",
    "player",
    "actions",
    "winner",
    "terminal",
    "utility",
    "result",
    "minimax",
)
# Searches: how many boards with so many empty cells.
SEARCHES = {2: 40, 3: 60, 4: 40, 1: 20}


def find_first_wrong(case: Case, chosen: Collection[str]) -> Talk[Check | None]:
    """Return the first check that a wrong answer fails, with its board; or None."""
    for function in ORDER:
        if function not in chosen or case.is_stub(function):
            continue
        sheet = AnswerSheet(function)
        numbers = telling_questions(function)
        yield from case.enter(sheet, numbers, seconds=SECONDS, strikes=1, apart=True)
        hung = sheet.late
        sheet.forget_late()  # it is too early to call a function too slow
        if found := first_failed(verdicts(sheet)):
            return found
        if hung:  # others may call it: leave them to the judge
            return None
    return None


@cache
def telling_questions(function: str) -> list[int]:
    """Return the numbers of a few questions that most wrong files answer wrongly."""
    keys, numbers = boards(function), [*sample(function)]
    number_of = {key: n for n, key in enumerate(keys)}
    match function:
        case "winner":
            numbers += [number_of[key] for key in [*won_lines(), *near_lines()]]
        case "terminal" | "utility":
            numbers += [number_of[key] for key in [*won_lines(), *draws()]]
        case "minimax":
            numbers += [number_of[key] for key in searches()]
    return [*dict.fromkeys(numbers)]


@cache
def won_lines() -> list[str]:
    """Return a board for each line of each mark, with no other full line."""
    found = dict[tuple[str, int], str]()
    for key in boards("winner"):
        if mark := table()[key].winner:
            full = [n for n in range(8) if all(key[c] == mark for c in LINES[n])]
            if len(full) == 1:
                found.setdefault((mark, full[0]), key)
    return [*found.values()]


def draws() -> list[str]:
    """Return the full boards without a winner."""
    return [key for key in boards("utility") if not table()[key].winner]


def near_lines() -> Iterator[str]:
    """Yield boards without a full line that have any other three cells alike."""
    others = {*combinations(range(9), 3)} - {tuple(sorted(line)) for line in LINES}
    left = {(mark, three) for mark in "XO" for three in others}
    for key in reversed(boards("winner")):
        alike = {(m, three) for m, three in left if {key[c] for c in three} == {m}}
        if alike and not table()[key].winner:
            left -= alike
            yield key


def searches() -> Iterator[str]:
    """Yield boards with few empty cells, on most of which a wrong move can be made."""
    for empty, most in SEARCHES.items():
        sized = [
            key
            for key in boards("minimax")
            if key.count(".") == empty
            and table()[key].turn
            and (empty == 1 or len(table()[key].optimal) < empty)
        ]
        yield from sized[:: len(sized) // most + 1]

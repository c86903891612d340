"""A search of the ladder, recorded step by step."""

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from math import inf

from noughts import oracle
from noughts.arguments import told, whole_number
from noughts.contract import Board
from noughts.notation import board_text
from noughts.search import LADDER, rung
from noughts.search.recording.events import Event
from noughts.search.recording.events import record as recorded
from noughts.search.recording.outline import plies_that_fit, tree_text
from noughts.search.recording.tree import Node
from noughts.search.recording.tree import tree as tree_of
from noughts.search.rules import our_rules
from noughts.words import words

LINES = 50  # of a tree as text, unless one ply alone has more


@dataclass(frozen=True)
class RecordedSearch:
    """One search of a board, from its first step to its last; `str()` is its tree."""

    board: Board
    name: str
    value: float  # what it found: 1 if X wins, -1 if O wins, 0 for a draw
    positions: int  # visited; one that is visited twice is counted twice
    events: list[Event] = field(repr=False)

    @cached_property
    def tree(self) -> Node:
        """The first position, with all that follow it."""
        return tree_of(self.events)

    @property
    def counts(self) -> dict[str, int]:
        """How many events there are of each kind."""
        return dict(Counter(type(event).__name__ for event in self.events))

    def __str__(self) -> str:
        title = words()(f"search.title.{self.name}")
        plies = plies_that_fit(self.tree, LINES)
        return f"{title}: {board_text(self.board)}\n\n{tree_text(self.tree, plies)}"


def record(
    board: Board, search: str = "alphabeta", *, plies: int | None = None
) -> RecordedSearch:
    """
    Return a search of the board by one rung of the ladder, step by step.

    With `plies`, only that many are recorded; deeper positions are still counted.
    """
    oracle.verdict(board)  # refuses what is not a game in progress
    if not isinstance(search, str) or search not in LADDER:
        names = ", ".join(LADDER)
        raise ValueError(f"{told(search)} is not a search: one of {names}")
    if plies is not None:
        whole_number("plies", plies, 0)
    searcher = rung(search, our_rules())
    found = recorded(searcher, board, inf if plies is None else plies)
    kept = [list(row) for row in board]
    return RecordedSearch(kept, search, found.value, found.positions, found.events)

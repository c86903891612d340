"""A search of the ladder, recorded step by step."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import inf
from typing import Any

from noughts import oracle
from noughts.arguments import told
from noughts.contract import Board
from noughts.notation import board_text
from noughts.search import LADDER, recording, rung
from noughts.search.cached_rules import our_rules
from noughts.search.outline import plies_that_fit, tree_text
from noughts.search.recording import Node
from noughts.words import words

LINES = 50  # of a tree as text, unless one ply alone has more


@dataclass(frozen=True)
class RecordedSearch:
    """One search of a board, from its first step to its last; `str()` is its tree."""

    name: str
    tree: Node = field(repr=False)  # the first position, with all that follow it

    @property
    def board(self) -> Board:
        return self.tree.board

    @property
    def value(self) -> float:
        """What it found: 1 if X wins, -1 if O wins, 0 for a draw."""
        return self.tree.value

    @property
    def positions(self) -> int:
        """How many were visited; one that is visited twice counts twice."""
        return self.tree.positions

    def events(self, plies: float = inf) -> Iterator[dict[str, Any]]:
        """Yield what happens, step by step, down to a depth."""
        return recording.events(self.tree, plies)

    @property
    def counts(self) -> dict[str, int]:
        """How many events there are of each kind, such as `cut`."""
        return dict(Counter(event["event"] for event in self.events()))

    def __str__(self) -> str:
        title = words()(f"search.title.{self.name}")
        plies = plies_that_fit(self.tree, LINES)
        return f"{title}: {board_text(self.board)}\n\n{tree_text(self.tree, plies)}"


def record(board: Board, search: str = "alphabeta") -> RecordedSearch:
    """Return a search of the board by one rung of the ladder, step by step."""
    oracle.verdict(board)  # refuses what is not a game in progress
    if not isinstance(search, str) or search not in LADDER:
        names = ", ".join(LADDER)
        raise ValueError(f"{told(search)} is not a search: one of {names}")
    return RecordedSearch(search, recording.record(rung(search, our_rules()), board))

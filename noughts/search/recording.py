"""
A recorded search: the tree of the positions that it visited, and what it found there.

The rungs of the ladder know nothing of this. Recorded is not the search itself but a
copy, of a class whose `value`, which the recursion calls, also takes notes. A search
that is not recorded runs the code of its rung and pays nothing.

Without memory, the search of a position depends only on the window. So each position is
searched once per window and its node is shared: all searches from all positions are
recorded in seconds.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from math import inf, isinf
from operator import gt, lt, ne
from typing import Any, NamedTuple

from noughts.game.board import board_of, key_of, replies, winner
from noughts.game.contract import Board, Mark
from noughts.game.notation import board_text
from noughts.search.memory import Memory
from noughts.search.minimax import Minimax

EXACT, AT_LEAST, AT_MOST = "exact", "at least", "at most"
LETTERS = {-inf: "<", -1: "-", 0: "0", 1: "+", inf: ">"}  # of values
BOUND_LETTERS = {EXACT: "=", AT_LEAST: ">", AT_MOST: "<"}


class Cut(NamedTuple):
    """The other squares are skipped, because `value` `sign` `limit`, as in 1 >= 0."""

    skipped: tuple[int, ...]
    value: float
    sign: str
    limit: float


@dataclass(eq=False)
class Node:
    """A position that a search visited, and what it found there."""

    key: str
    turn: Mark
    alpha: float  # X is already sure of this elsewhere
    beta: float  # and O of this
    value: float  # what the search returned
    leaf: bool  # the game is over
    low: float  # what was visited proves that the true value is at least this
    high: float  # and at most this
    children: dict[int, "Node"] = field(default_factory=dict)  # by square, as tried
    cut: Cut | None = None

    @cached_property
    def positions(self) -> int:
        """The number of visits, repeated ones included."""
        return 1 + sum(child.positions for child in self.children.values())

    @cached_property
    def plies(self) -> int:
        """The depth of the tree."""
        return max((1 + child.plies for child in self.children.values()), default=0)

    @property
    def board(self) -> Board:
        return board_of(self.key)

    @property
    def bound(self) -> str:
        """What the value is: exact, unless a cut left it open."""
        if self.low == self.high:
            return EXACT
        return AT_LEAST if self.value == self.low else AT_MOST

    @property
    def known(self) -> bool:
        """Whether it needed no search: remembered, or a win on the next move."""
        return not self.leaf and not self.children

    @property
    def best(self) -> int | None:
        """The first square that has the best value of those tried."""
        return next(reversed([n for n, _, better in self.tried() if better]), None)

    def tried(self) -> Iterator[tuple[int, "Node", bool]]:
        """Yield each square tried, its position, and whether it was better so far."""
        better, best = (gt, -inf) if self.turn == "X" else (lt, inf)
        for square, child in self.children.items():
            is_better = better(child.value, best)
            yield square, child, is_better
            best = child.value if is_better else best

    def visits(
        self, plies: float = inf, path: tuple[int, ...] = ()
    ) -> Iterator[tuple[tuple[int, ...], "Node"]]:
        """Yield each visit: the squares that lead to it, and its node."""
        yield path, self
        if len(path) < plies:
            for square, child in self.children.items():
                yield from child.visits(plies, (*path, square))

    def data(self, plies: float = inf) -> dict[str, Any]:
        """Return the tree down to a depth as dictionaries, for JSON."""
        window = {"alpha": self.alpha, "beta": self.beta}
        below = self.children.items() if plies else ()
        return {
            "board": board_text(board_of(self.key)),
            "turn": None if self.leaf else self.turn,
            **{name: None if isinf(n) else n for name, n in window.items()},
            "value": self.value,
            "bound": self.bound,
            "positions": self.positions,
            "best": self.best,
            "cut": self.cut and self.cut._asdict() | {"skipped": [*self.cut.skipped]},
            "children": {str(square): child.data(plies - 1) for square, child in below},
        }

    @cached_property
    def letters(self) -> str:
        """
        Return what happens after the position is entered, four letters per event.

            E  enter a position    the square taken, alpha, beta
            L  a finished game     its value
            B  a better move       its square, its value, the bound
            C  the rest is cut     the value, the limit, the sign between them
            V  leave a position    its value, the bound
        """
        value = LETTERS[self.value]
        if self.leaf:
            return f"L{value}  "
        parts = list[str]()
        for square, child, better in self.tried():
            parts.append(child.enter_letters(square))
            if better:
                bound = BOUND_LETTERS[child.bound]
                parts.append(f"B{square}{LETTERS[child.value]}{bound}")
        if self.cut:
            parts.append(f"C{value}{LETTERS[self.cut.limit]}{self.cut.sign[0]}")
        return "".join([*parts, f"V{value}{BOUND_LETTERS[self.bound]} "])

    def enter_letters(self, square: int = 0) -> str:
        """Return the letters of all events of a search, entered by a square."""
        return f"E{square}{LETTERS[self.alpha]}{LETTERS[self.beta]}{self.letters}"


SharedNodes = dict[tuple[str, tuple[float, ...]], Node]  # by position and window


class RecordingSearch(Minimax):
    """
    Records what `value` returns, placed before a rung among the bases of a class.

    It is an object of its own for each search, so several can be recorded at once. All
    but `value` is the rung's, its memory included.
    """

    def __init__(self, search: Minimax, shared: SharedNodes | None) -> None:
        vars(self).update(vars(search))
        self.search, self.shared = search, shared
        # The positions tried so far in each open position, the innermost last.
        self.open: list[list[Node]] = [[]]

    def value(self, board: Board, *window: float) -> float:
        """Return what the rung returns, and record it."""
        key = key_of(board), window
        node = self.shared.get(key) if self.shared is not None else None
        if node is None:
            self.open.append([])
            value = super().value(board, *window)
            node = self.node(board, window, value, self.open.pop())
            if self.shared is not None:
                self.shared[key] = node
        self.open[-1].append(node)
        return node.value

    def node(
        self,
        board: Board,
        window: tuple[float, ...],
        value: float,
        tried: list[Node],
    ) -> Node:
        """Return the node of a position in which these positions were tried."""
        rules, (alpha, beta) = self.rules, window or (-inf, inf)
        over, turn = rules.terminal(board), rules.player(board)
        node = Node(key_of(board), turn, alpha, beta, value, over, value, value)
        if tried:
            self.add_children(node, tried, board)
        elif not over and isinstance(self.search, Memory):
            node.low, node.high = self.search.bounds(board)
        return node

    def add_children(self, node: Node, tried: list[Node], board: Board) -> None:
        """Add the positions that were tried to a node, and the bounds they prove."""
        last, x_moves = tried[-1], node.turn == self.rules.X
        squares = [3 * i + j + 1 for i, j in self.order(self.rules, board)]
        node.children = {changed_square(node.key, child.key): child for child in tried}
        choose = max if x_moves else min
        node.low = choose(child.low for child in tried)
        node.high = choose(child.high for child in tried)
        if skipped := tuple(n for n in squares if n not in node.children):
            # Without a window, only a win cuts.
            low, high = max(-1, last.alpha), min(1, last.beta)
            sign, limit = (">=", high) if x_moves else ("<=", low)
            node.cut = Cut(skipped, node.value, sign, limit)
            node.low, node.high = (node.low, 1) if x_moves else (-1, node.high)


class Recorder:
    """Records searches by one rung of the ladder, also in several threads at once."""

    def __init__(self, search: Minimax) -> None:
        self.search = search
        bases = RecordingSearch, type(search)
        self.recording: type[RecordingSearch] = type("Recording", bases, {})
        # The result of a rung with memory depends on its history: share no nodes.
        self.shared: SharedNodes | None = None if isinstance(search, Memory) else {}

    def record(self, board: Board) -> Node:
        """Return the root of a search."""
        recording = self.recording(self.search, self.shared)
        recording.value(board)
        [[root]] = recording.open
        return root


def record(search: Minimax, board: Board) -> Node:
    """Return the recording of a search: the root of its tree."""
    return Recorder(search).record(board)


def changed_square(before: str, after: str) -> int:
    """Return the square that was filled between two positions."""
    return 1 + [*map(ne, before, after)].index(True)


@cache
def minimax_positions(key: str) -> int:
    """Return how many positions plain Minimax visits, in any order."""
    return 1 if winner(key) else 1 + sum(map(minimax_positions, replies(key).values()))

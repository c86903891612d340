"""
Classify an engine's search by its calls of `result`.

The calls form a tree, which is compared with textbook searches in the engine's order
of moves. This is evidence, not proof: a search that does not call `result` is
invisible, and an engine can pretend. `trace` sees more, but it would take seconds on a
board large enough to tell alpha-beta from other cuts.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import takewhile
from math import inf
from pathlib import Path
from typing import NamedTuple

from noughts import oracle
from noughts.board import completing, key_of, opponent, play, replies, turn
from noughts.contract import Action, Board, Engine
from noughts.notation import parse_square
from noughts.observe import listen
from noughts.search.alphabeta import AlphaBeta
from noughts.search.order import Order
from noughts.search.recording import minimax_positions, record
from noughts.search.stop_at_win import StopAtWin
from noughts.search.symmetry import images
from noughts.words import Words

EXTENSION = Path(listen.__file__)  # for the sandbox: Sandbox(path, extension=...)
NOTE = 10  # characters of a call: nine marks and a square
COUNTS = range(10**12)
SQUARES = "123456789"
SLACK = 1.1  # factor up to which two counts are about equal


class Evidence(NamedTuple):
    """Figures of a search and of textbook searches of the same board."""

    code: str  # key in [observe.search] of the language tables
    calls: int  # of result()
    positions: int  # in the tree, including the root
    bound_cuts: int  # positions with untried moves that only a bound explains
    textbook: dict[str, int]  # positions visited, by name

    def text(self, say: Words) -> str:
        """Return the verdict on the search with its figures."""
        how = say(f"observe.search.{self.code}")
        if self.code in ("invisible", "unclear"):
            return how
        textbook = ", ".join(
            f"{say(f'observe.textbook.{name}')} {say.number(n)}"
            for name, n in self.textbook.items()
        )
        positions = say.number(self.positions)
        return say("observe.compared", how=how, positions=positions, textbook=textbook)


@dataclass
class Seen:
    """A position in the tree of an engine's search."""

    key: str
    after: dict[Action, "Seen"] = field(default_factory=dict)  # in order
    first: float = inf  # offset of the first call for its moves

    def all(self) -> Iterator["Seen"]:
        """Yield this position and all below it."""
        yield self
        for child in self.after.values():
            yield from child.all()

    @property
    def is_open(self) -> bool:
        return oracle.table()[self.key].turn is not None

    @property
    def is_searched(self) -> bool:
        """Return whether its moves were tried, or there are none."""
        return bool(self.after) or not self.is_open

    @property
    def is_cut(self) -> bool:
        return 0 < len(self.after) < self.key.count(".")

    @property
    def has_win(self) -> bool:
        """Return whether a winning move was tried."""
        win = 1 if oracle.table()[self.key].turn == "X" else -1
        return any(oracle.table()[c.key].value == win for c in self.after.values())

    @property
    def needs_bound(self) -> bool:
        """
        Return whether only a bound explains the untried moves.

        Other explanations: a win was found, a threat must be blocked, a mirror image.
        """
        if not self.is_cut or self.has_win or self._met_threat():
            return False
        seen = {min(images(child.key)) for child in self.after.values()}
        left_out = [k for a, k in replies(self.key).items() if a not in self.after]
        return any(min(images(key)) not in seen for key in left_out)

    @property
    def in_order(self) -> bool:
        """Return whether its moves were searched in the listed order."""
        began = [_began(move) for move in self.after.items() if move[1].is_open]
        return began == sorted(began)

    def searched(self, in_order: bool) -> dict[Action, "Seen"]:
        """Return the listed moves that were searched."""
        if in_order and any(child.after for child in self.after.values()):
            return dict(takewhile(lambda move: move[1].is_searched, self.after.items()))
        return {a: child for a, child in self.after.items() if child.is_searched}

    def _met_threat(self) -> bool:
        """Return whether the only move tried blocks the opponent's win."""
        if len(self.after) > 1:
            return False
        return {*self.after} <= {*completing(self.key, opponent(turn(self.key)))}


def assess(rules: Engine, board: Board, calls: str, total: int) -> Evidence:
    """Return the evidence in an engine's calls."""
    root, strays = rebuild(board, calls)
    seen = list(root.all())
    textbook = compare(rules, board, seen)
    bound_cuts = sum(position.needs_bound for position in seen)
    heard_all = total * NOTE == len(calls)
    if heard_all and strays <= total / 10:
        positions = len(seen)
        code = _judge(seen, textbook, bound_cuts) if total else "invisible"
    else:
        positions = total + 1
        more = positions - textbook["plain Minimax"]
        code = "unclear" if more < 0 else "more" if more else "minimax"
    return Evidence(code, total, positions, bound_cuts, textbook)


def _judge(seen: list[Seen], textbook: dict[str, int], bound_cuts: int) -> str:
    empty = seen[0].key.count(".")
    deepest = empty - min(position.key.count(".") for position in seen)
    if deepest <= 2 and len(seen) < textbook["alpha-beta"] and empty > 2:
        return "hardly"
    if bound_cuts:
        few = len(seen) <= SLACK * textbook["alpha-beta, exact first moves"]
        return "alphabeta" if few else "some-cuts"
    begun = _begun(seen)
    if any(_leaves_new(position, begun) for position in seen):
        return "shallow"
    cut = [position for position in seen if position.is_cut]
    if cut:
        return "stops-at-win" if all(p.has_win for p in cut) else "own-cuts"
    return "minimax" if all(p.is_searched for p in seen) else "remembers"


def _begun(seen: list[Seen]) -> dict[str, float]:
    """Return when each position, or an image of it, was first searched."""
    searched = sorted((p for p in seen if p.after), key=lambda p: -p.first)
    return {_class(position): position.first for position in searched}


def _leaves_new(position: Seen, begun: dict[str, float]) -> bool:
    """Return whether a position below was never searched before."""
    after = position.after.values()
    known = {_class(child) for child in after if child.after}
    asked = {_class(child) for child in after if not child.is_searched}
    return any(begun.get(each, inf) > position.first for each in asked - known)


def _class(position: Seen) -> str:
    """Return the representative of a position's symmetric images."""
    return min(images(position.key))


def rebuild(board: Board, calls: str) -> tuple[Seen, int]:
    """
    Return the tree of the calls and the number of calls that fit nowhere.

    A call continues the current path or a sibling of a position on it: engines try
    moves one by one, or list them all first. Listed but unsearched moves are left out.
    """
    root = Seen(key_of(board))
    way, strays, lists = [root], 0, False
    for begin in range(0, len(calls), NOTE):
        note = calls[begin : begin + NOTE]
        key, square = note[:-1], note[-1]
        depth = root.key.count(".") - key.count(".")
        position = _find(way, depth, key)
        if (
            position is None
            or square not in SQUARES
            or key[SQUARES.index(square)] != "."
        ):
            strays += 1
            continue
        if not position.after:
            position.first = begin
            beside = way[depth - 1].after.values() if depth else [root]
            lists |= position is not [*beside][-1]  # its siblings were listed first
        action = parse_square(square)
        after = position.after.setdefault(action, Seen(play(key, action)))
        way[depth:] = [position, after]
    if lists:
        _leave_out_listed(root)
    return root, strays


def _leave_out_listed(root: Seen) -> None:
    """
    Remove moves that a search only listed, to order them or to look for a win.

    They stay if all, except those beside a win, were searched before: the engine has a
    memory.
    """
    seen = list(root.all())
    begun = _begun(seen)
    in_order = all(position.in_order for position in seen)
    remembers, left = True, list[tuple[Seen, Seen, bool]]()
    for position in seen:
        if not in_order:
            position.after = dict(sorted(position.after.items(), key=_began))
        tried = Seen(position.key, position.searched(in_order), position.first)
        if tried.after:
            new = _leaves_new(position, begun)
            remembers &= tried.has_win or not new
            left.append((position, tried, new))
    for position, tried, new in left:
        if new or not remembers:
            position.after = tried.after


def _began(move: tuple[Action, Seen]) -> float:
    """Return when the position after a move was first searched."""
    return move[1].first


def _find(way: list[Seen], depth: int, key: str) -> Seen | None:
    """Return the position of a call on the current path or beside it."""
    if not 0 <= depth <= len(way):
        return None
    near = way[depth:]
    if depth:
        near += way[depth - 1].after.values()
    return next((seen for seen in near if seen.key == key and seen.is_open), None)


def compare(rules: Engine, board: Board, seen: list[Seen]) -> dict[str, int]:
    """Return the number of positions that textbook searches visit in the same order."""
    order = order_of(seen)
    fresh = AlphaBeta(rules, order)
    # Many engines search each first move with a full window.
    exact = 1 + sum(
        record(fresh, rules.result(board, action)).positions
        for action in order(rules, board)
    )
    return {
        "plain Minimax": minimax_positions(key_of(board)),
        "stopping at a win": record(StopAtWin(rules, order), board).positions,
        "alpha-beta": record(AlphaBeta(rules, order), board).positions,
        "alpha-beta, exact first moves": exact,
    }


def order_of(seen: list[Seen]) -> Order:
    """Return the order in which moves were tried, untried ones last."""
    tried: dict[str, list[Action]] = {}
    for position in seen:
        if len(position.after) > len(tried.get(position.key, [])):
            tried[position.key] = list(position.after)

    def order(rules: Engine, board: Board) -> list[Action]:
        first = tried.get(key_of(board), [])
        rank = {action: n for n, action in enumerate(first)}
        return sorted(rules.actions(board), key=lambda a: (rank.get(a, inf), a))

    return order

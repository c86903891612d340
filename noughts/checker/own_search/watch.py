"""
Tell alpha-beta from other searches by what they ask the rules.

Calls of `result` form a tree, which is compared with alpha-beta in the same order of
moves. If a search makes its boards in another way, the boards that it asks `terminal`,
`winner` and `utility` about form the tree. This is evidence, not proof: an engine can
pretend.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from math import inf
from typing import NamedTuple

from noughts.checker.own_search.trace import ASKED, UNREADABLE
from noughts.game import contract
from noughts.game.board import board_of, completing, key_of, opponent, replies
from noughts.game.contract import Action, Board, Engine
from noughts.game.notation import parse_square, square
from noughts.game.oracle import table
from noughts.search.alphabeta import AlphaBeta
from noughts.search.recording import Node, minimax_positions, record
from noughts.search.stop_at_win import StopAtWin
from noughts.search.symmetry import images

NOTE = 10  # characters of a call: nine marks and a square
SLACK = 1.1  # factor up to which two counts are about equal


class Evidence(NamedTuple):
    """What the calls show, and how many calls textbook searches make."""

    code: str  # alphabeta, minimax (nothing was cut by bounds) or unclear
    textbook: dict[str, int]
    positions: int = 0  # made by calls of `result`, or asked about
    asked: bool = False  # whether it shows in questions, and not in calls of `result`
    may_prune: bool = True  # whether a cut was seen, or the search could not be
    skips: bool = False  # whether moves are left out where no bound can cut them


@dataclass
class Seen:
    """A position in the tree of a search; it was entered if a move was tried."""

    key: str
    first: float = inf  # offset of the first call for its moves
    after: dict[Action, "Seen"] = field(default_factory=dict)  # in order

    def entered(self) -> Iterator["Seen"]:
        """Yield the entered positions, this one first."""
        if self.after:
            yield self
        for child in self.after.values():
            yield from child.entered()


def assess(key: str, notes: str, total: int) -> Evidence:
    """Return the evidence in the notes of one search: see `trace.listen`."""
    if len(notes) != NOTE * total:  # there were too many
        return assess_tree(key, None, 0)
    each = [notes[n : n + NOTE] for n in range(0, len(notes), NOTE)]
    made = [note for note in each if note[-1] != ASKED]
    found = assess_tree(key, read_calls(key, "".join(made)), len(made))
    if found.code == "unclear" and made != each:
        asked = assess_tree(key, *read_boards(key, each))
        if asked.code != "unclear" or not made:
            return asked._replace(asked=True)
    return found


def assess_tree(key: str, root: Seen | None, positions: int) -> Evidence:
    """Return the evidence in the tree of one search; None if it cannot be read."""
    seen = [*root.entered()] if root else []
    tried = dict[str, dict[Action, None]]()
    for position in seen:
        tried.setdefault(position.key, {}).update(dict.fromkeys(position.after))

    def order(rules: Engine, board: Board) -> list[Action]:
        rank = {action: n for n, action in enumerate(tried.get(key_of(board), {}))}
        return sorted(rules.actions(board), key=lambda a: (rank.get(a, inf), a))

    rules, board = contract.default(), board_of(key)
    search = AlphaBeta(rules, order)
    pruned = record(search, board)
    textbook = {
        "plain Minimax": minimax_positions(key) - 1,
        "stopping at a win": record(StopAtWin(rules, order), board).positions - 1,
        "alpha-beta": pruned.positions - 1,
    }
    if root is None or not seen:
        return Evidence("unclear", textbook, positions)
    known, reasons, skips = set[str](), set[str](), False
    first_path = {id(position) for position in leftmost(root)}
    for position in sorted(seen, key=lambda each: each.first):
        reason = why_left_out(position, known)
        known.add(image(position.key))
        if reason == "bound" and id(position) in first_path:
            skips = True  # by a rule of its own: the window is still open there
        else:
            reasons.add(reason)
    if "bound" not in reasons:
        code = "unclear" if "unknown" in reasons else "minimax"
        return Evidence(code, textbook, positions, may_prune=False)
    if "unknown" in reasons:
        return Evidence("unclear", textbook, positions)
    # Many engines search each first move with a full window, which visits more.
    few = len(seen) <= SLACK * entered(pruned)
    if not few:
        full = (record(search, board_of(each)) for each in replies(key).values())
        few = len(seen) <= SLACK * (1 + sum(map(entered, full)))
    code = "alphabeta" if few else "unclear"
    return Evidence(code, textbook, positions, skips=skips)


def leftmost(root: Seen) -> Iterator[Seen]:
    """Yield the positions on the first path: nothing but a win can cut there."""
    position = root
    while position.after:
        yield position
        after = position.after.values()
        position = min(after, key=lambda each: each.first)  # of equal ones, the first
        if position is not next(iter(after)):
            return


def read_boards(key: str, notes: Iterable[str]) -> tuple[Seen | None, int]:
    """
    Return the tree of the boards in the notes, and how many there are.

    The tree is None if a board fits nowhere: as in `read_calls`, it comes one move
    after a position on the current path, or after a sibling of one.
    """
    way, count = [Seen(key)], 0
    for n, note in enumerate(notes):
        for board in boards_in(note):
            depth = key.count(".") - board.count(".")
            if depth in range(len(way)) and way[depth].key == board:
                del way[depth + 1 :]
                continue
            beside = way[depth - 2].after.values() if 1 < depth < len(way) + 2 else ()
            near = [*way[depth - 1 : depth], *beside] if depth > 0 else []
            near = [each for each in near if board in after(each.key)]
            if not near:
                return None, count
            above, count = near[0], count + 1
            above.first = min(above.first, n)
            made = above.after.setdefault(after(above.key)[board], Seen(board))
            way[depth - 1 :] = [above, made]
    return way[0], count


def boards_in(note: str) -> list[str]:
    """Return the board that a note asks about, and the one that `result` makes."""
    board, what = note[:9], note[9:]
    if what == ASKED:
        return [board]
    moves = after(board).items()
    made = [each for each, action in moves if what == str(square(action))]
    return [board, *(made or [UNREADABLE])]


@cache
def after(board: str) -> dict[str, Action]:
    """Return the boards one move later, with that move; none if there is no game."""
    truth = table().get(board)
    moves = replies(board) if truth and truth.turn else {}
    return {key: action for action, key in moves.items()}


def entered(root: Node) -> int:
    """Return how many positions of a search have moves below them."""
    return sum(bool(node.children) for _, node in root.visits())


def read_calls(key: str, calls: str) -> Seen | None:
    """
    Return the tree of the calls; None if a call fits nowhere.

    A call continues the current path or a sibling of a position on it: engines try
    moves one by one, or list them all first.
    """
    way = [Seen(key)]
    for begin in range(0, len(calls), NOTE):
        marks, square = calls[begin : begin + 9], calls[begin + 9 :][:1]
        depth = key.count(".") - marks.count(".")
        beside = way[depth - 1].after.values() if 0 < depth <= len(way) else ()
        near = [each for each in (*way[depth:], *beside) if each.key == marks]
        moves = replies(marks) if near and table()[marks].turn else {}
        action = parse_square(square) if square in "123456789" else None
        if action not in moves:
            return None
        position = near[0]
        position.first = min(position.first, begin)
        after = position.after.setdefault(action, Seen(moves[action]))
        way[depth:] = [position, after]
    return way[0]


def why_left_out(position: Seen, known: set[str]) -> str:
    """Return why moves were not searched; known positions were searched before."""
    key, after = position.key, position.after
    turn = table()[key].turn or ""
    searched = {action for action, child in after.items() if child.after}
    known = known | {image(after[action].key) for action in searched}
    tried = {a for a, c in after.items() if image(c.key) in known or is_plain(c.key)}
    known |= {image(after[action].key) for action in tried}
    if all(image(k) in known or not table()[k].turn for k in replies(key).values()):
        return "nothing left out"
    win = 1 if turn == "X" else -1
    if any(table()[after[action].key].value == win for action in tried):
        return "win"
    chosen = searched or tried
    if len(chosen) == 1 and chosen <= {*completing(key, opponent(turn))}:
        return "threat"
    return "bound" if tried else "unknown"


def is_plain(key: str) -> bool:
    """Return whether a game is over, or will be won by the next move."""
    turn = table()[key].turn
    return turn is None or bool(completing(key, turn))


@cache
def image(key: str) -> str:
    """Return the same key for all mirror images of a position."""
    return min(images(key))

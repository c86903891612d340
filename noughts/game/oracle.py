"""
The truth about every position, by plain exhaustive search.

This is what engines are judged against, so it shares no code with any of them.
"""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from noughts.game.board import (
    START,
    board_of,
    completing,
    full_lines,
    key_of,
    opponent,
    play,
    replies,
    turn,
    winner,
)
from noughts.game.contract import Action, Board
from noughts.game.notation import SIZE, board_text
from noughts.texts import Refused, words
from noughts.texts.safe_text import quoted

VALUE = {"X": 1, "O": -1, None: 0}  # of a finished game, by its winner


class Verdict(NamedTuple):
    """The outcome of best play for a player, and in how many of their own moves."""

    outcome: int  # 1 a win, 0 a draw, -1 a loss
    moves: int

    @property
    def rank(self) -> tuple[int, int]:
        """A sort key: sooner wins and later losses are greater."""
        return self.outcome, -self.outcome * self.moves

    def __str__(self) -> str:
        return words().verdict(*self)


class Truth(NamedTuple):
    """The facts about one position."""

    turn: str | None  # the player to move; None if the game is over
    winner: str | None
    value: int  # with best play: 1 if X wins, -1 if O wins, 0 for a draw
    distance: int  # moves until the end, both players', with best play
    optimal: frozenset[Action]  # the actions that keep the value
    best: frozenset[Action]  # those of them that win soonest or lose latest


def truth_of(board: Board) -> Truth:
    """Return the truth about a position; refuse an unreachable one."""
    return table()[_checked(board)]


def verdict(board: Board) -> Verdict:
    """Return what the position promises the player to move."""
    return verdict_of(_unfinished(board))


def after(board: Board, action: Action) -> Verdict:
    """Return what an action promises the player who takes it."""
    verdicts = values(board)
    if action not in verdicts:
        text = board_text(board)
        raise Refused("refusal.not_empty", action=quoted(action), board=text)
    return verdicts[action]


def values(board: Board) -> dict[Action, Verdict]:
    """Return what each legal action promises the player to move, row by row."""
    after = replies(_unfinished(board))
    return {action: verdict_before(key) for action, key in after.items()}


def verdict_of(key: str) -> Verdict:
    """Return what a position in progress promises the player to move."""
    truth = table()[key]
    return Verdict(VALUE[turn(key)] * truth.value, (truth.distance + 1) // 2)


def verdict_before(key: str) -> Verdict:
    """Return what the move that led to a position promises its player."""
    truth = table()[key]
    return Verdict(-VALUE[turn(key)] * truth.value, (truth.distance + 2) // 2)


def line(key: str) -> list[Action]:
    """Return best play to the end: the first best action, one that blocks if any."""
    moves = list[Action]()
    while best := table()[key].best:
        blocks = best.intersection(completing(key, opponent(turn(key))))
        moves.append(min(blocks or best))
        key = play(key, moves[-1])
    return moves


def positions() -> Iterator[Board]:
    """Yield every position that a game can reach, each once, fewest marks first."""
    for key in sorted(table(), key=lambda key: (-key.count("."), key)):
        yield board_of(key)


@cache
def table() -> dict[str, Truth]:
    """Return the truth about all 5,478 positions; found once, in some 50 ms."""
    truths: dict[str, Truth] = {}
    _explore(START, truths)
    return truths


def _explore(key: str, truths: dict[str, Truth]) -> Truth:
    """Add a position and all its successors to the table."""
    if key in truths:
        return truths[key]
    won = winner(key)
    if won or "." not in key:
        truth = Truth(None, won, VALUE[won], 0, frozenset(), frozenset())
    else:
        mover = turn(key)
        truth_after = {a: _explore(reply, truths) for a, reply in replies(key).items()}
        values = [truth.value for truth in truth_after.values()]
        value = max(values) if mover == "X" else min(values)
        optimal = {a: t.distance for a, t in truth_after.items() if t.value == value}
        losing = value == -VALUE[mover]
        distance = max(optimal.values()) if losing else min(optimal.values())
        best = frozenset(a for a, d in optimal.items() if d == distance)
        truth = Truth(mover, None, value, distance + 1, frozenset(optimal), best)
    truths[key] = truth
    return truth


def _unreachable(key: str) -> Refused:
    """Return the error for an unreachable position."""
    text, xs, os = board_text(board_of(key)), key.count("X"), key.count("O")
    if {"X", "O"} == {key[n] for line in full_lines(key) for n in line}:
        return Refused("refusal.board_both", text=text)
    if xs - os not in (0, 1):
        return Refused("refusal.board_turns", text=text, xs=xs, os=os)
    return Refused("refusal.board_went_on", text=text, mark=winner(key))


def _checked(board: Board) -> str:
    """Return the key of a board; refuse anything but three lists of three marks."""
    if not (
        type(board) is list
        and len(board) == SIZE
        and all(type(row) is list and len(row) == SIZE for row in board)
        and all(mark in ("X", "O", None) for row in board for mark in row)
    ):
        raise Refused("refusal.not_a_board", value=quoted(board))
    key = key_of(board)
    if key not in table():
        raise _unreachable(key)
    return key


def _unfinished(board: Board) -> str:
    """Return the key of a board; refuse a finished game."""
    key = _checked(board)
    if table()[key].turn is None:
        raise Refused("refusal.finished", board=board_text(board))
    return key

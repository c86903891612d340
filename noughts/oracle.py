"""
The truth about every position, by plain exhaustive search.

This is what engines are judged against, so it shares no code with any of them: the
rules are written here once more, over strings of nine marks, as plainly as can be.
"""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from noughts.contract import Action, Board
from noughts.notation import NotationError, board_text

START = "........."
LINES = ["012", "345", "678", "036", "147", "258", "048", "246"]


class Verdict(NamedTuple):
    """What a position or a move promises a player: in how many of their own moves."""

    outcome: int  # 1 a win, 0 a draw, -1 a loss
    moves: int

    def __str__(self) -> str:
        if self.outcome == 0:
            return "draw"
        return f"{'wins' if self.outcome > 0 else 'loses'} in {self.moves}"


class Truth(NamedTuple):
    """All there is to know about one position."""

    turn: str | None  # who moves next; None if the game is over
    winner: str | None
    value: int  # with best play: 1 if X wins, -1 if O wins, 0 for a tie
    distance: int  # moves until the end, both players', with best play
    optimal: frozenset[Action]  # the actions that keep the value
    best: frozenset[Action]  # those of them that win soonest or lose latest


def look(board: Board) -> Truth:
    """Return the truth about a position; refuse one that no game can reach."""
    key = key_of(board)
    truth = table().get(key)
    if truth is None:
        raise NotationError(f"{board_text(board)} cannot occur: {_why_not(key)}")
    return truth


def verdict(board: Board) -> Verdict:
    """Return what the position promises the player to move."""
    truth = look(board)
    if truth.turn is None:
        raise ValueError(f"{board_text(board)} is finished: nobody is to move")
    sign = 1 if truth.turn == "X" else -1
    return Verdict(sign * truth.value, (truth.distance + 1) // 2)


def after(board: Board, action: Action) -> Verdict:
    """Return what an action promises the player who takes it."""
    key = play(key_of(board), action)
    truth, turn = table()[key], look(board).turn
    sign = 1 if turn == "X" else -1
    return Verdict(sign * truth.value, (truth.distance + 2) // 2)


def line(board: Board) -> list[Action]:
    """Return best play from the position to the end, always the first best action."""
    key, moves = key_of(board), list[Action]()
    look(board)
    while table()[key].best:
        moves.append(min(table()[key].best))
        key = play(key, moves[-1])
    return moves


def positions() -> Iterator[Board]:
    """Yield every position that a game can reach, each once, fewest marks first."""
    for key in sorted(table(), key=lambda key: (-key.count("."), key)):
        yield board_of(key)


def key_of(board: Board) -> str:
    """Return the board as nine marks: the key of the table."""
    return "".join(mark or "." for row in board for mark in row)


def board_of(key: str) -> Board:
    """Return the board of nine marks."""
    cells = [None if mark == "." else mark for mark in key]
    return [cells[0:3], cells[3:6], cells[6:9]]


def play(key: str, action: Action) -> str:
    """Return the key of the position after an action."""
    n = 3 * action[0] + action[1]
    return key[:n] + _turn(key) + key[n + 1 :]


def replies(key: str) -> dict[Action, str]:
    """Return the key of the position after each possible action."""
    return {a: play(key, a) for a in (divmod(n, 3) for n in range(9) if key[n] == ".")}


@cache
def table() -> dict[str, Truth]:
    """Return the truth about all 5,478 positions; found once, in some 50 ms."""
    truths: dict[str, Truth] = {}
    _explore(START, truths)
    return truths


def _explore(key: str, truths: dict[str, Truth]) -> Truth:
    """Enter the truth about a position, and about all that follow it, in the table."""
    if key in truths:
        return truths[key]
    won = _winner(key)
    if won or "." not in key:
        value = {"X": 1, "O": -1, None: 0}[won]
        truth = Truth(None, won, value, 0, frozenset(), frozenset())
    else:
        turn = _turn(key)
        truth_after = {a: _explore(reply, truths) for a, reply in replies(key).items()}
        values = [truth.value for truth in truth_after.values()]
        value = max(values) if turn == "X" else min(values)
        optimal = {a: t.distance for a, t in truth_after.items() if t.value == value}
        losing = value == (-1 if turn == "X" else 1)
        distance = max(optimal.values()) if losing else min(optimal.values())
        best = frozenset(a for a, d in optimal.items() if d == distance)
        truth = Truth(turn, None, value, distance + 1, frozenset(optimal), best)
    truths[key] = truth
    return truth


def _turn(key: str) -> str:
    return "X" if key.count("X") == key.count("O") else "O"


def _lines(key: str) -> list[str]:
    """Return who has filled a line, once per line."""
    marks = ["".join(key[int(n)] for n in line) for line in LINES]
    return [mark[0] for mark in marks if mark in ("XXX", "OOO")]


def _winner(key: str) -> str | None:
    won = _lines(key)
    return won[0] if won else None


def _why_not(key: str) -> str:
    """Return why no game reaches a position."""
    if len(set(_lines(key))) == 2:
        return "both players have a line"
    xs, os = key.count("X"), key.count("O")
    if xs - os not in (0, 1):
        return f"X moves first and the players alternate, so not {xs} X and {os} O"
    return f"{_winner(key)} had won before the last move"

"""Players with one fault each, to be beaten: functions from a position to a cell."""

from collections.abc import Callable
from functools import cache
from math import inf
from typing import Any, NamedTuple

from noughts import oracle
from noughts.board import (
    START,
    board_of,
    completing,
    free,
    opponent,
    play,
    replies,
    turn,
    winner,
)
from noughts.contract import Action
from noughts.mistakes.made import faulty_engine
from noughts.search.symmetry import images

Rival = Callable[[str], Action]
RIVALS: dict[str, Rival] = {}


def rival(choice: Rival) -> Rival:
    """Enter a player in the table of rivals, under its name with hyphens."""
    RIVALS[choice.__name__.replace("_", "-")] = cache(choice)
    return choice


def faulty(mistake: str) -> Rival:
    """Return a player with one mistake of the catalogue."""
    return cache(lambda key: _engine(mistake)["minimax"](board_of(key)))


@cache
def _engine(mistake: str) -> dict[str, Any]:
    engine = dict[str, Any]()
    exec(faulty_engine(mistake).source, engine)
    return engine


MISTAKES = {
    "first-cell": "first_cell",
    "never-blocks": "one_move_ahead",  # it sees its own next move only
    "both-max": "wrong_function_called",
    "no-diagonals": "no_diagonals",
}
RIVALS |= {name: faulty(mistake) for name, mistake in MISTAKES.items()}


def source_of(name: str) -> str:
    """Return the program of a rival made from the catalogue, empty for the others."""
    return faulty_engine(MISTAKES[name]).source if name in MISTAKES else ""


@rival
def one_move_ahead(key: str) -> Action:
    """Complete a line, or stop one, or take the first free cell: forks are not seen."""
    blocks = completing(key, opponent(turn(key)))
    return min(completing(key, turn(key)) or blocks, default=free(key)[0])


@rival
def bounds_as_values(key: str) -> Action:
    """Search with alpha-beta and a cache whose key lacks the window."""
    memory: dict[str, float] = {}
    choose = max if turn(key) == "X" else min
    worth: dict[Action, float] = {}
    alpha, beta = -inf, inf
    for action, reply in replies(key).items():
        worth[action] = _remembered(reply, alpha, beta, memory)
        if turn(key) == "X":
            alpha = max(alpha, worth[action])
        else:
            beta = min(beta, worth[action])
    best = choose(worth.values())
    return max(action for action in worth if worth[action] == best)


def _remembered(key: str, alpha: float, beta: float, memory: dict[str, float]) -> float:
    if key in memory:
        return memory[key]
    truth = oracle.table()[key]
    if truth.turn is None:
        return truth.value
    sign, low, high = (1, alpha, beta) if truth.turn == "X" else (-1, -beta, -alpha)
    best = -inf
    for reply in replies(key).values():
        window = (low, high) if sign == 1 else (-high, -low)
        best = max(best, sign * _remembered(reply, *window, memory))
        low = max(low, best)
        if best >= high:
            break
    memory[key] = sign * best
    return memory[key]


@rival
def forgets_to_turn_back(key: str) -> Action:
    """Look the move up for a symmetric board, and forget to map it back."""
    action = min(oracle.table()[min(images(key))].best)
    return action if action in free(key) else free(key)[0]


@rival
def stops_at_a_draw(key: str) -> Action:
    """Complete a line, or take the first move that does not lose at once."""
    safe = (
        a for a, reply in replies(key).items() if not completing(reply, turn(reply))
    )
    return min(completing(key, turn(key)), default=next(safe, free(key)[0]))


class Meeting(NamedTuple):
    """The state of a game against a rival."""

    key: str
    over: bool
    beaten: bool
    gave_away: int  # the rival's move, counted from 1, that lost the draw; 0: none


def meet(name: str, start: str, moves: list[Action]) -> Meeting:
    """
    Play a person's moves against a rival; the person moves first.

    Raises ValueError for a move that is not a free cell, or one after the end.
    """
    person, key, gave_away, replied = turn(start), start, 0, 0
    for action in moves:
        if _over(key) or action not in free(key):
            raise ValueError(f"{action!r} is not a free cell of a game that goes on")
        key = play(key, action)
        if _over(key):
            continue
        held = oracle.table()[key].value != (1 if person == "X" else -1)
        key, replied = play(key, RIVALS[name](key)), replied + 1
        lost = oracle.table()[key].value == (1 if person == "X" else -1)
        if held and lost and not gave_away:
            gave_away = replied
    return Meeting(key, _over(key), winner(key) == person, gave_away)


def _over(key: str) -> bool:
    return oracle.table()[key].turn is None


def winning_line(name: str, start: str = START) -> list[Action] | None:
    """Return a shortest line of moves that beats a rival, if there is one."""
    coming: list[list[Action]] = [[]]
    for moves in coming:
        outcome = meet(name, start, moves)
        if outcome.beaten:
            return moves
        if not outcome.over:
            coming += [[*moves, action] for action in free(outcome.key)]
    return None


class RivalMove(NamedTuple):
    """A rival's reply to a person's move, and the result if the game is over then."""

    action: Action | None  # None: the person's move was the last
    end: str  # beaten, lost, drawn; empty if the game goes on


def table(name: str, start: str) -> dict[str, RivalMove]:
    """Return the reply in every position that a person can reach."""
    person = turn(start)
    coming, found = [start], dict[str, RivalMove]()
    for key in coming:
        for after in replies(key).values():
            if after not in found:
                action = None if _over(after) else RIVALS[name](after)
                key = play(after, action) if action else after
                found[after] = RivalMove(action, _end(key, person))
                coming += [] if _over(key) else [key]
    return found


def _end(key: str, person: str) -> str:
    ends = {person: "beaten", opponent(person): "lost", None: "drawn"}
    return ends[winner(key)] if _over(key) else ""

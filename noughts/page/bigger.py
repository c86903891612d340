"""Bigger boards on the page, played and valued by the solver."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from threading import Lock

from noughts.notation import board_text, parse_square, square
from noughts.page.data import Json
from noughts.solver.game import MnkGame
from noughts.solver.mnk import Rules
from noughts.solver.thinker import Thinker
from noughts.text import quoted
from noughts.words import Refused

SIZES = ("3x4x3", "4x4x3", "4x4x4", "4x5x4", "5x5x4", "5x5x5")  # rows, columns, line
SECONDS = 1.0  # per answer; the next request continues the same search


def contest(size: str, moves: str) -> MnkGame:
    """Return the game of an address: its squares, from 1, separated by -."""
    if size not in SIZES:
        raise Refused("cli.one_of", value=quoted(size), choices=", ".join(SIZES))
    rules = Rules(*map(int, size.split("x")))
    game = MnkGame(rules=rules)
    for text in filter(None, moves.split("-")):
        game = game.play(parse_square(text, rules.rows, rules.columns))
    return game


def position(size: str, moves: str) -> Json:
    """Return a position, and the values of its moves found so far."""
    game = contest(size, moves)
    columns = game.rules.columns
    answer: Json = {
        "rows": game.rules.rows,
        "columns": columns,
        "board": "".join(cell or "." for row in game.board for cell in row),
        "turn": game.turn,
        "winner": game.winner,
        "line": sorted(square(action, columns) for action in game.line),
        "values": {},
        "complete": game.over,
    }
    if game.over:
        return answer
    with thinking(game.rules) as thinker:
        known = thinker.values(game.board)
    values = {square(action, columns): verdict for action, verdict in known.items()}
    return answer | {
        "values": values,
        "complete": len(values) == answer["board"].count("."),
    }


def reply(size: str, moves: str) -> Json:
    """Return the solver's move, and whether it is certain to be best."""
    game = contest(size, moves)
    with thinking(game.rules) as thinker:
        choice = thinker.choose(game.board)
    if choice is None:
        raise Refused("refusal.finished", board=board_text(game.board))
    return {
        "square": square(choice.action, game.rules.columns),
        "certain": choice.certain,
    }


@cache
def shared(rules: Rules) -> tuple[Thinker, Lock]:
    """Return the one thinker for these rules, which keeps its cache, and its lock."""
    return Thinker(rules, SECONDS), Lock()


@contextmanager
def thinking(rules: Rules) -> Iterator[Thinker]:
    """Yield the thinker to one thread at a time."""
    thinker, lock = shared(rules)
    with lock:
        yield thinker

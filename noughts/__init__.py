"""
Any Tic-Tac-Toe engine: play it, see it think, check it.

    >>> import noughts
    >>> board = noughts.parse_board("XO. .X. ..O")
    >>> print(noughts.value(board))
    wins in 2

Each name is imported when it is first used, so that importing this is quick.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from noughts.api import Picture as Picture
    from noughts.api import best as best
    from noughts.api import check as check
    from noughts.api import check_class as check_class
    from noughts.api import engine as engine
    from noughts.api import odds as odds
    from noughts.api import record as record
    from noughts.api import show as show
    from noughts.api import value as value
    from noughts.checker.reports import Report as Report
    from noughts.classroom.overview import Overview as Overview
    from noughts.explainer import Explanation as Explanation
    from noughts.explainer import explain as explain
    from noughts.game.contract import Action as Action
    from noughts.game.contract import Board as Board
    from noughts.game.contract import Engine as Engine
    from noughts.game.contract import EngineError as EngineError
    from noughts.game.games import Odds as Odds
    from noughts.game.notation import board_text as board_text
    from noughts.game.notation import parse_board as parse_board
    from noughts.game.oracle import Verdict as Verdict
    from noughts.game.oracle import values as values
    from noughts.sandbox.engine import Sandbox as Sandbox
    from noughts.search.recording import Node as Node
    from noughts.solver.solution import Solution as Solution
    from noughts.solver.solution import solve as solve
    from noughts.texts import NoughtsError as NoughtsError

_HOMES = {
    "api": "Picture best check check_class engine odds record show value",
    "checker.reports": "Report",
    "classroom.overview": "Overview",
    "game.contract": "Action Board Engine EngineError",
    "explainer": "Explanation explain",
    "game.games": "Odds",
    "game.notation": "board_text parse_board",
    "game.oracle": "Verdict values",
    "sandbox.engine": "Sandbox",
    "search.recording": "Node",
    "solver.solution": "Solution solve",
    "texts": "NoughtsError",
}
__all__ = [name for names in _HOMES.values() for name in names.split()]


def __getattr__(name: str) -> object:
    """Import a name from its module."""
    for module, names in _HOMES.items():
        if name in names.split():
            from importlib import import_module

            return getattr(import_module(f"{__name__}.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> "list[str]":  # quoted: Python 3.8 must parse this too
    return sorted({*globals(), *__all__})

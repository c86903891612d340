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
    from noughts.api import (
        Picture,
        best,
        check,
        check_class,
        engine,
        odds,
        record,
        show,
        value,
    )
    from noughts.checker.reports import Report
    from noughts.classroom.overview import Overview
    from noughts.contract import Action, Board, Engine
    from noughts.explainer import Explanation, explain
    from noughts.games import Odds
    from noughts.notation import board_text, parse_board
    from noughts.oracle import Verdict, values
    from noughts.sandbox import EngineError, Sandbox
    from noughts.search.recording import Node
    from noughts.solver.solution import Solution, solve
    from noughts.words import NoughtsError

__version__ = "2.0.0"
__all__ = [
    "Action",
    "Board",
    "Engine",
    "EngineError",
    "Explanation",
    "Node",
    "NoughtsError",
    "Odds",
    "Overview",
    "Picture",
    "Report",
    "Sandbox",
    "Solution",
    "Verdict",
    "best",
    "board_text",
    "check",
    "check_class",
    "engine",
    "explain",
    "odds",
    "parse_board",
    "record",
    "show",
    "solve",
    "value",
    "values",
]
_HOMES = {
    "api": "Picture best check check_class engine odds record show value",
    "checker.reports": "Report",
    "classroom.overview": "Overview",
    "contract": "Action Board Engine",
    "explainer": "Explanation explain",
    "games": "Odds",
    "notation": "board_text parse_board",
    "oracle": "Verdict values",
    "sandbox": "EngineError Sandbox",
    "search.recording": "Node",
    "solver.solution": "Solution solve",
    "words": "NoughtsError",
}


def __getattr__(name: str) -> object:
    """Import a name from its module, and keep it."""
    for module, names in _HOMES.items():
        if name in names.split():
            from importlib import import_module

            globals()[name] = getattr(import_module(f"{__name__}.{module}"), name)
            return globals()[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> "list[str]":  # quoted: Python 3.8 reads this, too
    return sorted({*globals(), *__all__})

"""
Any Tic-Tac-Toe engine: play it, see it think, check it.

    >>> import noughts
    >>> board = noughts.parse_board("XO. .X. ..O")
    >>> print(noughts.value(board))
    wins in 2

Each name is fetched from its room when it is first used: importing this is quick.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from noughts.checker.record import Record
    from noughts.classroom.overview import Overview
    from noughts.contract import Action, Board, Engine
    from noughts.explainer import Explanation, explain
    from noughts.games import Odds
    from noughts.library.boards import best, board_text, value
    from noughts.library.engines import engine, odds
    from noughts.library.judging import check, check_class
    from noughts.library.recorded import RecordedSearch, record
    from noughts.library.showing import Picture, show
    from noughts.notation import parse_board
    from noughts.oracle import Verdict, values
    from noughts.sandbox import EngineError, Sandbox
    from noughts.solver.solution import Solution, solve

__version__ = "1.0.0"
__all__ = [
    "Action",
    "Board",
    "Engine",
    "EngineError",
    "Explanation",
    "Odds",
    "Overview",
    "Picture",
    "Record",
    "RecordedSearch",
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
    "checker.record": ("Record",),
    "classroom.overview": ("Overview",),
    "contract": ("Action", "Board", "Engine"),
    "explainer": ("Explanation", "explain"),
    "library.boards": ("best", "board_text", "value"),
    "library.judging": ("check", "check_class"),
    "library.engines": ("engine", "odds"),
    "library.recorded": ("RecordedSearch", "record"),
    "library.showing": ("Picture", "show"),
    "games": ("Odds",),
    "notation": ("parse_board",),
    "oracle": ("Verdict", "values"),
    "sandbox": ("EngineError", "Sandbox"),
    "solver.solution": ("Solution", "solve"),
}


def __getattr__(name: str) -> object:
    """Fetch a name from its room, and keep it."""
    for home, names in _HOMES.items():
        if name in names:
            from importlib import import_module

            globals()[name] = getattr(import_module(f"{__name__}.{home}"), name)
            return globals()[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> "list[str]":  # quoted: a Python too old for it gets this far
    return sorted({*globals(), *__all__})

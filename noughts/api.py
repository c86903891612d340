"""What `import noughts` offers: each function loads what it needs when it is called."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, TypeGuard, overload

from noughts.game import contract, oracle
from noughts.game.contract import Action, Board, Engine
from noughts.game.oracle import Verdict
from noughts.texts import Refused, words
from noughts.texts.safe_text import quoted

if TYPE_CHECKING:
    from collections.abc import Collection
    from concurrent.futures import Executor

    from noughts.checker.reports import Report
    from noughts.classroom.overview import Overview
    from noughts.explainer import Explanation
    from noughts.game.games import Odds, Policy
    from noughts.sandbox.engine import Sandbox
    from noughts.search.recording import Node
    from noughts.solver.solution import Solution

RUBRIC = "hundred"


def value(board: Board) -> Verdict:
    """Return what the position promises the player to move: `wins in 2`."""
    return oracle.verdict(board)


def best(board: Board) -> set[Action]:
    """Return the best actions: those that win soonest, draw, or lose latest."""
    oracle.verdict(board)  # raises if the game is over
    return set(oracle.truth_of(board).best)


@overload
def engine() -> Engine: ...
@overload
def engine(path: str | Path, *, seconds: float = ...) -> Sandbox: ...
def engine(path: str | Path | None = None, *, seconds: float = 60) -> Engine:
    """
    Return our own engine, or the one in a file, which runs in a sandbox.

    The file's engine is a context manager, and has this many seconds for each answer.
    Its mistakes are raised as `EngineError`.
    """
    if path is None:
        return contract.default()
    from noughts.sandbox.engine import Sandbox
    from noughts.sandbox.limits import Limits

    return Sandbox(Path(path), Limits(answer=seconds))


def odds(engine: Engine | str, against: Engine | str = "random") -> dict[str, Odds]:
    """
    Return how often an engine wins, draws and loses, as X and as O.

    The odds are exact: every game that the two can play is counted. Each is an engine,
    or one of `perfect`, `casual` and `random`. Giving no legal action is a loss.
    """
    from noughts.game import games
    from noughts.game.board import opponent

    ours, theirs = _policy(engine), _policy(against)
    return {m: games.odds({m: ours, opponent(m): theirs}, m) for m in "XO"}


def _policy(player: Engine | str) -> Policy:
    from noughts.game import games

    if isinstance(player, str) and player in games.POLICIES:
        return games.POLICIES[player]
    engine = contract.default() if player == "perfect" else player
    if isinstance(engine, str) or not hasattr(engine, "minimax"):
        names = ", ".join(["perfect", *games.POLICIES])
        raise Refused("refusal.not_an_engine", value=quoted(player), names=names)
    return games.policy_of(games.forfeit_after_timeout(engine.minimax))


def record(board: Board, search: str = "alphabeta") -> Node:
    """Record a search of the board by one rung of the ladder; return its root."""
    from noughts.search import LADDER, recording, rung

    oracle.verdict(board)  # raises if the game is over
    if search not in list(LADDER):  # a list can be looked up too
        parts = {"value": quoted(search), "choices": ", ".join(LADDER)}
        raise Refused("cli.one_of", **parts)
    return recording.record(rung(search), board)


def check(
    path: str | Path, *, rubric: str | Path = RUBRIC, functions: Collection[str] = ()
) -> Report:
    """
    Return the record of a file: what is right and wrong on every position, and points.

    The file runs only in the sandbox. A rubric is a name or a TOML file. Without
    `functions`, all are checked.
    """
    from noughts.checker.check_file import check_file
    from noughts.checker.reports import Report
    from noughts.checker.rubric import load

    points, names = load(rubric), chosen_functions(functions)
    if not Path(path).is_file():
        raise contract.no_file(Path(path))
    return Report.of(check_file(Path(path), rubric=points, functions=names))


def check_class(
    path: str | Path,
    report: str | Path,
    *,
    jobs: int | None = None,
    executor: Executor | None = None,
    rubric: str | Path = RUBRIC,
    functions: Collection[str] = (),
) -> Overview:
    """
    Check every submission in a folder or an archive, and write a report on the class.

    `jobs` files are judged at once, by default one per core, or by any `executor`. A
    second call judges only new or changed files.
    """
    from noughts.checker.rubric import load
    from noughts.classroom import run
    from noughts.classroom.file_judge import FileJudge
    from noughts.classroom.hand_ins import read_class

    source, target = Path(path), Path(report)
    if target.resolve().is_relative_to(source.resolve()):
        raise Refused("cli.inside", output=report, input=path)
    judge = FileJudge(load(rubric), chosen_functions(functions))
    return run.check_class(
        read_class(source), target, judge, executor=executor, processes=jobs
    )


def chosen_functions(names: Collection[str]) -> tuple[str, ...]:
    """Return the functions to check, each once and in the order of the assignment."""
    from noughts.game.contract import FUNCTIONS

    known = ", ".join(FUNCTIONS)
    for name in names:
        if name not in FUNCTIONS:
            raise Refused("check.not_a_function", value=quoted(name), names=known)
    return tuple(name for name in FUNCTIONS if not names or name in names)


@dataclass(frozen=True)
class Picture:
    """Something to look at: text at a prompt, a drawing in a notebook."""

    text: str
    html: str

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return self.html


def show(what: Board | Explanation | Node | Report | Solution) -> Picture:
    """Return a board, an explanation, a search, a solution or a report as a picture."""
    from noughts.checker.reports import Report
    from noughts.explainer import Explanation
    from noughts.search.outline import plies_that_fit, tree_text
    from noughts.search.recording import Node
    from noughts.solver.solution import Solution
    from noughts.theme.ansi import board_lines
    from noughts.theme.pictures import board_svg

    if _is_grid(what):
        return Picture(board_lines(what), board_svg(what))
    if isinstance(what, Report):
        page, style = escape(what.to_html()), "border:0;width:100%;height:32rem"
        frame = f'<iframe sandbox style="{style}" srcdoc="{page}"></iframe>'
        return Picture(str(what), frame)
    if not isinstance(what, Explanation | Node | Solution):
        raise Refused("refusal.not_a_board", value=quoted(what))
    text = str(what)
    if isinstance(what, Node):
        text = tree_text(what, plies_that_fit(what))
    if isinstance(what, Solution):
        line = words()("solve.best_line")
        text += f"\n{line} {what.game}\n{board_lines(what.board)}"
    return Picture(text, f"{board_svg(what.board)}<pre>{escape(text)}</pre>")


def _is_grid(what: object) -> TypeGuard[Board]:
    """Return whether something is a board of any size."""
    rows = what if isinstance(what, list) else []
    same = all(isinstance(row, list) and len(row) == len(rows[0]) > 0 for row in rows)
    return bool(rows) and same and all(c in ("X", "O", None) for r in rows for c in r)

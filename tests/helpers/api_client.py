"""Typical uses of the library, checked by mypy in strict mode."""

from fractions import Fraction
from pathlib import Path

import noughts

board: noughts.Board = noughts.parse_board("XO. .X. ...")
text: str = noughts.board_text(board)
verdict: noughts.Verdict = noughts.value(board)
outcome: int = verdict.outcome
moves: int = verdict.moves
each: dict[tuple[int, int], noughts.Verdict] = noughts.values(board)
best: set[noughts.Action] = noughts.best(board)
explanation: noughts.Explanation = noughts.explain(board)
ours: noughts.Engine = noughts.engine()
action: tuple[int, int] | None = ours.minimax(board)
odds: dict[str, noughts.Odds] = noughts.odds(ours, "random")
wins: Fraction = odds["X"].wins
search: noughts.Node = noughts.record(board, "alphabeta")
children: int = len(search.children)
solution: noughts.Solution = noughts.solve(4, 4, 3, seconds=60)
first: noughts.Action | None = solution.best
picture: noughts.Picture = noughts.show(explanation)


def grade(path: Path) -> float:
    """Return the points of a file, and write its report beside it."""
    record: noughts.Report = noughts.check(path, rubric="ten")
    path.with_suffix(".html").write_text(record.to_html(), "utf-8")
    path.with_suffix(".json").write_text(record.to_json(), "utf-8")
    return record.points


def grade_all(folder: Path) -> int:
    """Return how many submissions there are."""
    overview: noughts.Overview = noughts.check_class(folder, "report", jobs=4)
    return len(overview.hand_ins)


def first_move(path: str) -> noughts.Action | None:
    """Return how a student's file begins."""
    with noughts.engine(path, seconds=5) as theirs:
        try:
            return theirs.minimax(theirs.initial_state())
        except noughts.EngineError:
            return None

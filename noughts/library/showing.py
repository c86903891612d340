"""What there is to see: as text at a prompt, as a drawing in a notebook."""

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape

from noughts.board import board_of
from noughts.checker.reports import Report
from noughts.contract import Action, Board
from noughts.explainer import Explanation
from noughts.library.boards import board_text
from noughts.library.recorded import RecordedSearch
from noughts.look.ansi import OUTCOMES
from noughts.look.drawing import board_svg
from noughts.solver.game import MnkGame
from noughts.solver.solution import Solution
from noughts.words import words


@dataclass(frozen=True, repr=False)
class Picture:
    """Something to look at; a prompt shows its text, a notebook its drawing."""

    text: str
    html: str

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return self.html


def show(what: Board | Explanation | RecordedSearch | Report | Solution) -> Picture:
    """Return a board, or what was found out about one or about a file, to look at."""
    match what:
        case Explanation():
            return Picture(str(what), _explained(what))
        case RecordedSearch():
            return Picture(str(what), f"<pre>{escape(str(what))}</pre>")
        case Report():
            return Picture(str(what), _framed(what.to_html()))
        case Solution():
            return _solved(what)
    board_text(what)  # refuses what is not a board
    return Picture(_drawn(what), board_svg(what))


def _drawn(board: Board) -> str:
    """Return a board in lines, with the numbers of its empty squares."""
    columns = len(board[0])
    width = len(str(len(board) * columns))
    rows = [
        "│".join(
            f" {mark or columns * i + j + 1:>{width}} " for j, mark in enumerate(row)
        )
        for i, row in enumerate(board)
    ]
    rule = "┼".join(["─" * (width + 2)] * columns)
    return f"\n{rule}\n".join(row.rstrip() for row in rows)


def _explained(explanation: Explanation) -> str:
    """Return the board with what each move is worth, and the reasons below it."""
    notes: Mapping[Action, tuple[str, str]] = {
        divmod(move.square - 1, 3): (OUTCOMES[move.verdict.outcome], str(move.verdict))
        for move in explanation.moves
    }
    board = board_svg(board_of(explanation.key), notes=notes)
    return f"{board}<pre>{escape(str(explanation))}</pre>"


def _solved(solution: Solution) -> Picture:
    """Return a board after a line of best play, its first move tinted."""
    end = MnkGame(solution.line, rules=solution.rules)
    text = str(solution)
    if solution.line:
        text += f"\n{words()('solve.best_line')} {end}"
    drawing = board_svg(end.board, solution.best)
    html = f"{drawing}<pre>{escape(text)}</pre>"
    return Picture(f"{text}\n{_drawn(end.board)}", html)


def _framed(page: str) -> str:
    """Return a whole page in a frame, so that its style stays inside."""
    style = "border:0;width:100%;height:32rem"
    return f'<iframe sandbox style="{style}" srcdoc="{escape(page)}"></iframe>'

"""What the solver found, as text: pure functions."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from noughts.notation import square
from noughts.solver.ladder import Measure
from noughts.solver.mnk import Rules, State
from noughts.solver.search import RUNGS
from noughts.solver.solve import in_words, verdict
from noughts.solver.store import Bounds


def mover(rules: Rules, state: State) -> str:
    """Return the mark of the player to move."""
    return "O" if (rules.size - state.left) % 2 else "X"


def other(mark: str) -> str:
    """Return the mark of the other player."""
    return "O" if mark == "X" else "X"


def summary(rules: Rules, state: State, bounds: Bounds) -> str:
    """Return what is known of a position, as a sentence."""
    mark, words = mover(rules, state), in_words(bounds, state.left)
    if words == "draw":
        return "A draw: neither player can force a win."
    if bounds[0] > 0 or bounds[1] < 0:
        return f"{mark} {words} with best play."
    if words == "not known":
        return "Who wins is not known yet."
    return f"Who wins is not known yet: {mark} {words}."


def board(rules: Rules, state: State, label: Callable[[int], str]) -> str:
    """Return the board with a label in each empty cell."""
    mark = mover(rules, state)

    def text(cell: int) -> str:
        if cell & state.mine:
            return mark
        return other(mark) if cell & state.theirs else label(cell)

    texts = [text(1 << n) for n in range(rules.size)]
    width = max(map(len, texts))
    rows = [texts[i : i + rules.columns] for i in range(0, rules.size, rules.columns)]
    return "\n".join(
        "  " + " ".join(f"{cell:>{width}}" for cell in row).rstrip() for row in rows
    )


def moves_map(rules: Rules, state: State, known: Mapping[int, Bounds]) -> str:
    """Return the board with the value of each move."""
    return board(
        rules,
        state,
        lambda cell: symbol(known[cell], state.left) if cell in known else "?",
    )


def symbol(bounds: Bounds, left: int) -> str:
    """Return what is known of a move, in a few signs."""
    low, high = bounds
    if low == high:
        result = verdict(low, left)
        return f"{result.outcome * result.moves:+}" if result.outcome else "="
    if low > 0:
        return "+?"
    if high < 0:
        return "-?"
    if low == 0:
        return "=+"
    return "=-" if high == 0 else "?"


def legend(known: Iterable[Bounds], left: int) -> list[str]:
    """Return what the signs on a map of moves mean, those that are there."""
    rows = dict[str, str]()
    for bounds in sorted(known, reverse=True):
        rows[symbol(bounds, left)] = in_words(bounds, left)
    return [f"  {sign:>3}  the move {words}" for sign, words in rows.items()]


def effort(visited: int, seconds: float, what: str = "Solving: ") -> str:
    """Return what a search has taken, as a sentence."""
    noun = "position" if visited == 1 else "positions"
    return f"{what}{visited:,} {noun}, {seconds:.1f} s."


def line(rules: Rules, state: State, cells: Sequence[int]) -> str:
    """Return a line of play: its first move, and the board with its moves numbered."""
    mark = mover(rules, state)
    row, column = rules.action(cells[0])
    number = square((row, column), rules.columns)
    names = {
        cell: f"{other(mark) if n % 2 else mark}{n + 1}" for n, cell in enumerate(cells)
    }
    head = f"Best move: square {number} (row {row + 1}, column {column + 1})."
    if len(cells) > 1:
        head += " A line of best play:"
    return f"{head}\n{board(rules, state, lambda cell: names.get(cell, '.'))}"


def ladder_head() -> str:
    """Return the first line of the ladder's table."""
    return f"{'rung':<13}{'positions':>12}{'CPU time':>11}{'fewer by':>10}"


def ladder_row(measure: Measure, below: Measure | None) -> str:
    """Return a rung of the ladder as a line of its table."""
    more = "" if measure.finished else "> "
    return (
        f"{measure.rung:<13}{more + format(measure.visited, ','):>12}"
        f"{f'{more}{measure.seconds:.2f} s':>11}{ratio(measure, below):>10}"
        f"  {RUNGS[measure.rung]}"
    )


def ratio(measure: Measure, below: Measure | None) -> str:
    """Return how many times fewer positions a rung visits than the one below it."""
    if below is None or not measure.finished:
        return ""
    times = below.visited / measure.visited
    digits = 1 if times < 100 else 0
    return f"{'' if below.finished else '> '}{times:,.{digits}f} x"

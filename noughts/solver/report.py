"""The solver's results as text: pure functions, in any language."""

from collections.abc import Iterable, Mapping, Sequence
from textwrap import indent

from noughts.game.board import opponent
from noughts.game.notation import square
from noughts.solver.mnk import Rules, State
from noughts.solver.narrowing import Bounds, promise, verdict
from noughts.texts import Words, words
from noughts.theme.ansi import OUTCOMES, PLAIN, Pen, StyledText, draw

ENGLISH = words()


def mover(rules: Rules, state: State) -> str:
    """Return the mark of the player to move."""
    return "O" if (rules.size - state.left) % 2 else "X"


def summary(
    rules: Rules, state: State, bounds: Bounds, say: Words = ENGLISH, pen: Pen = PLAIN
) -> str:
    """Return the sentence about a position's value."""
    mark, known = mover(rules, state), promise(bounds, state.left, say.language)
    if bounds == (0, 0):
        return pen(say("solve.draw"), "draw")
    if style := style_of(bounds):
        return pen(say("solve.decided", mark=mark, promise=known), style)
    if bounds[0] < 0 < bounds[1]:
        return say("solve.nothing_known")
    return say("solve.part_known", mark=mark, promise=known)


def style_of(bounds: Bounds) -> str:
    """Return the name of the outcome if the bounds leave only one."""
    low, high = ((value > 0) - (value < 0) for value in bounds)
    return OUTCOMES[low] if low == high else ""


def board(
    rules: Rules, state: State, labels: Mapping[int, StyledText], blank: str, pen: Pen
) -> str:
    """Return the board with a label in each empty cell: its text, and its style."""
    mark = mover(rules, state)

    def text(cell: int) -> StyledText:
        if cell & (state.mine | state.theirs):
            owner = mark if cell & state.mine else opponent(mark)
            return owner, owner.lower()
        return labels.get(cell, (blank, "soft"))

    starts = range(0, rules.size, rules.columns)
    rows = ([text(1 << n + i) for i in range(rules.columns)] for n in starts)
    return indent(draw(rows, pen), "  ")


def moves_map(
    rules: Rules, state: State, known: Mapping[int, Bounds], pen: Pen = PLAIN
) -> str:
    """Return the board with the value of each move."""
    labels = {
        cell: (symbol(bounds, state.left), style_of(bounds))
        for cell, bounds in known.items()
    }
    return board(rules, state, labels, "?", pen)


def symbol(bounds: Bounds, left: int) -> str:
    """Return a short label for a move's bounds."""
    low, high = bounds
    if low == high:
        result = verdict(low, left)
        return f"{result.outcome * result.moves:+}" if result.outcome else "="
    return "+?" if low > 0 else "-?" if high < 0 else "?"


def legend(
    known: Iterable[Bounds], left: int, say: Words = ENGLISH, pen: Pen = PLAIN
) -> list[str]:
    """Return the legend of the labels on a map of moves, true of all that share one."""
    shared = dict[str, Bounds]()
    for low, high in sorted(known, reverse=True):
        label = symbol((low, high), left)
        lowest, highest = shared.get(label, (low, high))
        shared[label] = min(low, lowest), max(high, highest)
    rows = list[str]()
    for label, bounds in shared.items():
        text = say("solve.move", promise=promise(bounds, left, say.language))
        if label in ("=", "?"):
            text = say(f"solve.{'move_draws' if label == '=' else 'move_unknown'}")
        line, style = f"  {label:>3}  {text}", style_of(bounds)
        rows.append(pen(line, style) if style else line)
    return rows


def effort(visited: int, seconds: float, say: Words = ENGLISH) -> str:
    """Return the sentence about the cost of a search."""
    figures = {"number": say.number(visited), "seconds": say.number(seconds, 1)}
    return say("solve.effort", n=visited, **figures)


def line(
    rules: Rules,
    state: State,
    cells: Sequence[int],
    say: Words = ENGLISH,
    pen: Pen = PLAIN,
) -> tuple[str, str]:
    """Return a line of play: its first move, and the board with its moves numbered."""
    first = "XO".index(mover(rules, state))
    labels = dict[int, StyledText]()
    for n, cell in enumerate(cells):
        mark = "XO"[(first + n) % 2]
        labels[cell] = f"{mark}{n + 1}", mark.lower()
    row, column = rules.action(cells[0])
    number = square((row, column), rules.columns)
    head = say("solve.best", square=number, row=row + 1, column=column + 1)
    if len(cells) > 1:
        head += " " + say("solve.best_line")
    return head, board(rules, state, labels, ".", pen)

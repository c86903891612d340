"""
Matching: a pair for every line at once, found by letting lines swap their cells.

Two cells of its own stop a line, and "its own" need not mean that no other line passes
there: it is enough that no other line *relies* on them. So give every line two cells,
no cell to two lines. A line that finds its cells taken asks their owners to take
others instead, who ask in turn: the augmenting paths of bipartite matching (Hall and
Rado's marriages, with two grooms each). If every line gets its two, the defender
answers each move within a pair by its other cell, and none is ever completed.
"""

from noughts.solver.mnk import Needs, Stop, cells_of, union


def stop(needs: Needs, moves_next: bool) -> Stop | None:
    """Return pairs that stop every need; None if there are not enough."""
    lines = sorted(needs, key=int.bit_count)
    if 2 * len(lines) > union(lines).bit_count():
        return None
    owner: dict[int, int] = {}  # by cell: the line that relies on it

    def find(line: int, asked: set[int]) -> bool:
        """Give a line one more cell, by moving others on if need be."""
        for cell in cells_of(lines[line]):
            if cell not in asked and owner.get(cell) != line:
                asked.add(cell)
                if cell not in owner or find(owner[cell], asked):
                    owner[cell] = line
                    return True
        return False

    if not all(find(line, set()) and find(line, set()) for line in range(len(lines))):
        return None
    pairs = dict.fromkeys(range(len(lines)), 0)
    for cell, line in owner.items():
        pairs[line] |= cell
    return Stop(tuple(pairs.values()), sum(owner))

"""The tree of a recorded search."""

from dataclasses import dataclass, field

from noughts.contract import Action, Board, Mark
from noughts.search.recording.events import (
    EXACT,
    Better,
    Cut,
    Enter,
    Event,
    Known,
    Leaf,
    Leave,
    Path,
)


@dataclass
class Node:
    """A position that the search visited, and what it found there."""

    path: Path
    board: Board
    turn: Mark
    alpha: float
    beta: float
    value: float = 0
    bound: str = EXACT
    positions: int = 1  # visited from here on, this one included
    leaf: bool = False
    known: bool = False
    best: Action | None = None
    cut: Cut | None = None
    children: list["Node"] = field(default_factory=list)


def tree(events: list[Event]) -> Node:
    """Return the first position of a recording, with all that follow it."""
    nodes: dict[Path, Node] = {}
    for event in events:
        if isinstance(event, Enter):
            node = nodes[event.path] = Node(*event)
            if event.path:
                nodes[event.path[:-1]].children.append(node)
            continue
        node = nodes[event.path]
        match event:
            case Leaf():
                node.leaf = True
            case Known():
                node.known = True
            case Better():
                node.best = event.action
            case Cut():
                node.cut = event
            case Leave():
                node.value, node.bound = event.value, event.bound
                node.positions = event.positions
    return nodes[()]

"""The kinds of tasks: one dataclass each, with what a course says about it."""

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any, ClassVar

from noughts.game.contract import PARAMETERS
from noughts.lessons.claims import recorded
from noughts.lessons.rivals import RIVALS
from noughts.search import LADDER

Text = dict[str, str]  # a sentence, by language

TRACED = ("minimax", "stop-at-win", "alphabeta")  # searches that a student can do
PLAYERS = ("max", "min")
CUTS = ("equal", "beyond")  # whether alpha-beta cuts on equality
LEVELS = ("decisions", "values", "windows")  # what is asked at each step
SKILLS = (  # the page's practice has the same
    "value",
    "go-on",
    "alpha-cut",
    "beta-cut",
    "equality",
    "deep-cut",
    "hand-down",
)


def one_of(names: Collection[str], default: str | None = None) -> Any:
    """Return a field that has one of these values; without a default, it is needed."""
    metadata = {"choices": names}
    if default is None:
        return field(metadata=metadata)
    return field(default=default, metadata=metadata)


@dataclass(frozen=True, kw_only=True)
class Task:
    """One thing to do: what every kind has."""

    kind: ClassVar[str]
    ask: ClassVar[str] = ""  # of a prediction: what is predicted
    say: Text
    hints: tuple[Text, ...] = ()
    then: Text | None = None  # shown when it is done


@dataclass(frozen=True, kw_only=True)
class PredictValue(Task):
    """Say what a position, or a move, is worth to the player to move."""

    kind = "predict"
    ask = "value"
    board: str
    square: int = 0  # of the move; 0: the position itself
    picture: str = one_of(("moves", "ends"), "")


@dataclass(frozen=True, kw_only=True)
class PredictMove(Task):
    """Choose a best move."""

    kind = "predict"
    ask = "move"
    board: str
    picture: str = one_of(("moves", "ends"), "")


@dataclass(frozen=True, kw_only=True)
class PredictCut(Task):
    """Say whether a move is cut or visited."""

    kind = "predict"
    ask = "cut"
    board: str
    search: str = one_of(LADDER)
    square: int
    path: tuple[int, ...] = ()  # the squares that lead to the position


@dataclass(frozen=True, kw_only=True)
class PredictSkipped(Task):
    """Choose a move that a search does not try, or whose value it knows at once."""

    kind = "predict"
    ask = "skipped"
    board: str
    search: str = one_of(LADDER)
    path: tuple[int, ...] = ()  # the squares that lead to the position


@dataclass(frozen=True, kw_only=True)
class PredictCount(Task):
    """Estimate how many positions a search visits, as a power of ten."""

    kind = "predict"
    ask = "count"
    board: str
    search: str = one_of(LADDER)

    @property
    def positions(self) -> int:
        """How many positions its search visits."""
        return recorded(self.search, self.board).positions


@dataclass(frozen=True, kw_only=True)
class PredictBigger(Task):
    """Say how a game on a bigger board ends."""

    kind = "predict"
    ask = "bigger"
    size: tuple[int, ...]  # rows, columns, line


@dataclass(frozen=True, kw_only=True)
class Trace(Task):
    """Take the place of a search, step by step, on one of: a tree, a board, skills."""

    kind = "trace"
    search: str = one_of(TRACED)
    level: str = one_of(LEVELS)
    tree: str = ""
    board: str = ""
    skills: tuple[str, ...] = ()  # of a fresh tree
    first: str = one_of(PLAYERS, "max")
    cut: str = one_of(CUTS, "equal")


@dataclass(frozen=True, kw_only=True)
class Sheet(Task):
    """Cross out the branches of a tree that alpha-beta skips."""

    kind = "sheet"
    tree: str
    first: str = one_of(PLAYERS, "max")
    cut: str = one_of(CUTS, "equal")


@dataclass(frozen=True, kw_only=True)
class OrderMoves(Task):
    """Rearrange a tree until alpha-beta visits as few leaves as possible."""

    kind = "order"
    tree: str
    first: str = one_of(PLAYERS, "max")


@dataclass(frozen=True, kw_only=True)
class Explain(Task):
    """Choose the one true sentence."""

    kind = "explain"
    claims: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Break(Task):
    """Beat a player with one fault."""

    kind = "break"
    rival: str = one_of(RIVALS)
    board: str


@dataclass(frozen=True, kw_only=True)
class Write(Task):
    """Write one function."""

    kind = "write"
    function: str = one_of(PARAMETERS)


KINDS: tuple[type[Task], ...] = (
    PredictValue,
    PredictMove,
    PredictCut,
    PredictSkipped,
    PredictCount,
    PredictBigger,
    Trace,
    Sheet,
    OrderMoves,
    Explain,
    Break,
    Write,
)

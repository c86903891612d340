"""A file, and what has been found out about it so far."""

import ast
from collections.abc import Collection, Generator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from noughts.checker import extension, right_functions, source_text
from noughts.checker.answer_sheet import AnswerSheet
from noughts.checker.call_graph import CallGraph
from noughts.checker.purity import pure_functions
from noughts.checker.questions import ACTIONS, FUNCTIONS, HELPERS
from noughts.checker.record import Check, failing
from noughts.checker.rounds import Reply, Round
from noughts.checker.slips.experiment import Slip
from noughts.contract import CONSTANTS
from noughts.words.said import Said

REPLACEABLE = HELPERS[1:]  # what others build on: all but initial_state and minimax
BARE = 0.5  # seconds for a search without memory: what takes longer is not compared
Talk = Generator[Round | None, Reply, Any]


class UnjudgedError(Exception):
    """The file cannot be judged."""

    def __init__(self, why: Said) -> None:
        super().__init__(why)
        self.why = why


@dataclass
class Case:
    """A file, and what has been found out about it so far."""

    source: str  # one character for each byte
    tree: ast.Module
    marks: list[Any] = field(default_factory=lambda: list(CONSTANTS.values()))
    constants: bool = False  # whether its X, O and EMPTY are replaced by right ones
    names: dict[str, "Constant"] = field(default_factory=dict)  # its own constants
    missing: list[str] = field(default_factory=list)
    pure: list[str] = field(default_factory=list)
    limited: bool = False  # whether the rubric says how long a move may take
    # The answers without others' faults, and with them where that differs.
    sheets: dict[str, AnswerSheet] = field(default_factory=dict)
    alone: dict[str, AnswerSheet] = field(default_factory=dict)
    checks: dict[str, list[Check]] = field(default_factory=dict)  # by function
    spared: set[str] = field(default_factory=set)  # not asked: they call what hangs
    # The verdicts and the answers of what was asked with right ones beside it.
    healed: dict[tuple[str, str], tuple[list[Check], AnswerSheet]] = field(
        default_factory=dict
    )
    # What the unchanged file answers, to compare a changed one with: see `find_slip`.
    unchanged: dict[str, AnswerSheet] = field(default_factory=dict)
    roots: list[str] = field(default_factory=list)  # what fails by itself
    # Roots whose fault is charged to another root, by name: see `same_fault`.
    sharing: dict[str, str] = field(default_factory=dict)
    # Slips of one root that explain others, too: see `same_slip`.
    slips: list[Slip] = field(default_factory=list)
    notes: list[Said] = field(default_factory=list)
    machine: list[Said] = field(default_factory=list)
    heard: Any = None  # the calls of one search, as its process tells
    time_up: bool = False
    _pure_beside: dict[frozenset[str], list[str]] = field(default_factory=dict)

    def extension(self, right_ones: Collection[str] = (), memory: bool = False) -> str:
        """Return what is added inside the engine's process."""
        sheet = self.sheets.get("actions")
        first = next((a for _, a in sheet.wrongs()), None) if sheet else None
        return extension.source(
            marks=self.marks,
            constants=self.constants,
            actions=ACTIONS,
            remembered=self.remembering(right_ones) if memory else [],
            right={
                name: right_functions.sources()[name] for name in sorted(right_ones)
            },
            cells=first.kind if first else "set",
        )

    def remembering(self, right_ones: Collection[str]) -> list[str]:
        """Return the pure functions that lead to none which changes its board."""
        changing = {
            name
            for name, sheet in self.sheets.items()
            if name not in right_ones and any(a.mutated for a in sheet.wrong.values())
        }
        pure = dict.fromkeys(self.pure)
        if pure and right_ones:  # none is, where memory was seen to change something
            pure |= dict.fromkeys(self.pure_beside(frozenset(right_ones)))
        return [name for name in pure if not self.reached(name) & changing]

    def pure_beside(self, right_ones: frozenset[str]) -> list[str]:
        """Return the functions that are pure where right ones stand beside them."""
        if right_ones not in self._pure_beside:
            self._pure_beside[right_ones] = pure_functions(self.tree, right_ones)
        return self._pure_beside[right_ones]

    def reached(self, name: str) -> frozenset[str]:
        """Return the functions that a function may call; all if that is unclear."""
        found, unclear = self.graph.leads(name)
        return frozenset(found if found and not unclear else FUNCTIONS)

    def calls_hanging(self, name: str) -> bool:
        """Return whether a function may call another that never answers."""
        others = self.reached(name) - {name}
        return any(f in self.sheets and self.sheets[f].hangs for f in others)

    @cached_property
    def graph(self) -> CallGraph:
        """Where the names of the file lead."""
        return CallGraph(self.tree)

    @cached_property
    def catches(self) -> bool:
        """Whether an exception may be caught, in the file or where nobody sees."""
        return source_text.catches(self.tree)

    def is_stub(self, name: str) -> bool:
        """Return whether a function is missing, or no more than a placeholder."""
        return name in self.missing or source_text.is_stub(self.tree, name)

    @property
    def own_marks(self) -> bool:
        """Whether the file does not answer in the marks of the assignment."""
        return self.constants or self.marks != list(CONSTANTS.values())

    def wrong(self) -> list[str]:
        return [f for f in REPLACEABLE if failing(self.checks.get(f, ()))]


class Constant(NamedTuple):
    """A constant of the file."""

    value: Any  # plain, and short; None where it is anything else
    plain: bool
    shown: str
    own_type: bool = False  # whether its type, such as an Enum, is the file's own

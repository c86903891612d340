"""A file, and what has been found out about it so far."""

import ast
from collections.abc import Collection, Generator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from noughts.checker import right_functions, source_text, truth
from noughts.checker.answer_sheet import AnswerSheet
from noughts.checker.asking import Answers, Ask
from noughts.checker.questions import ACTIONS, HELPERS
from noughts.checker.record import Check
from noughts.contract import CONSTANTS
from noughts.words.said import Said

REPLACEABLE = HELPERS[1:]  # what others build on: all but initial_state and minimax
BARE = 0.1  # seconds for a search without memory: what takes longer is not compared
TRIALS = 60  # repairs of one file that are tried at most
Talk = Generator[Ask, Answers, Any]


@dataclass
class Case:
    """A file, and what has been found out about it so far."""

    source: str  # one character for each byte
    tree: ast.Module
    marks: list[Any] = field(default_factory=lambda: list(CONSTANTS.values()))
    constants: bool = False  # whether its X, O and EMPTY are replaced by right ones
    names: dict[str, "Constant"] = field(default_factory=dict)  # its own constants
    missing: list[str] = field(default_factory=list)
    tables: bool = True  # whether verified answers may come from a table
    limited: bool = False  # whether the rubric says how long a move may take
    # The answers without others' faults, and with them where that differs.
    sheets: dict[str, AnswerSheet] = field(default_factory=dict)
    alone: dict[str, AnswerSheet] = field(default_factory=dict)
    checks: dict[str, list[Check]] = field(default_factory=dict)  # by function
    # The verdicts and the answers of what was asked with right ones beside it.
    healed: dict[tuple[str, frozenset[str]], tuple[list[Check], AnswerSheet]] = field(
        default_factory=dict
    )
    roots: list[str] = field(default_factory=list)  # what fails by itself
    quick: int = 9  # cells that may be empty for the untouched minimax to answer soon
    notes: list[Said] = field(default_factory=list)
    time_up: bool = False
    trials: int = TRIALS  # repairs of the file that may still be tried

    def setup(
        self, right_ones: Collection[str] = (), known: Collection[str] = ()
    ) -> dict[str, Any]:
        """Return what stands beside the file in its process: see `asker.set_up`."""
        sheet = self.sheets.get("actions")
        first = next((a for _, a in sheet.wrongs()), None) if sheet else None
        right = right_functions.sources()
        return {
            "marks": self.marks,
            "constants": self.constants,
            "actions": ACTIONS,
            "right": {name: right[name] for name in sorted(right_ones)},
            "known": {name: truth.known(name) for name in known},
            "cells": first.kind if first else "set",
        }

    def searching(self, right_ones: Collection[str] = ()) -> dict[str, Any]:
        """Return the setup for a search: rules that were right everywhere are known."""
        known = [
            name
            for name in REPLACEABLE
            if self.tables and name not in right_ones and self.verified(name)
        ]
        return self.setup(right_ones, known)

    def verified(self, name: str) -> bool:
        """Return whether a function was asked everything, and right on every board."""
        sheet = self.alone.get(name, self.sheets.get(name))
        if sheet is None or not sheet.complete:
            return False
        return not any(question.valid for question, _ in sheet.wrongs())

    def is_stub(self, name: str) -> bool:
        """Return whether a function is missing, or no more than a placeholder."""
        return name in self.missing or source_text.is_stub(self.tree, name)

    def written(self, name: str) -> bool:
        """Return whether there is more of a function than a placeholder."""
        return any(check.status != "unfinished" for check in self.checks[name])

    def takes(self, about: str) -> bool:
        """Return whether `result` takes a list, or a triple, for a cell."""
        sheet = self.sheets.get("result")
        wrongs = sheet.wrongs(about) if sheet else ()
        return any(not answer.failed for _, answer in wrongs)

    @property
    def own_marks(self) -> bool:
        """Whether the file does not answer in the marks of the assignment."""
        return self.constants or self.marks != list(CONSTANTS.values())


class Constant(NamedTuple):
    """A constant of the file."""

    value: Any  # plain, and short; None where it is anything else
    plain: bool
    shown: str
    own_type: bool = False  # whether its type, such as an Enum, is the file's own

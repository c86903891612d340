"""A file that is being judged: what is known of it so far, and how it is asked."""

import ast
from collections.abc import Collection, Generator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from noughts.checker import source_text, truth
from noughts.checker.answer_sheet import AnswerSheet
from noughts.checker.asking import PATIENCE, Answers, Ask, Stage
from noughts.checker.games import unbeatable
from noughts.checker.questions import ACTIONS, HELPERS, on_wire, sample
from noughts.checker.record import Check
from noughts.checker.verdicts import verdicts
from noughts.contract import CELL
from noughts.observe.own_search import FirstWrong
from noughts.words.said import Said

REPLACEABLE = HELPERS[1:]  # what others build on: all but initial_state and minimax
BARE = 0.1  # seconds for one search of a repaired file, in a sample
SAMPLE_SECONDS = 5.0  # for one answer of a sample, which has no long search
TRIALS = 60  # repairs of one file that are tried
Talk = Generator[Ask, Answers, Any]


@dataclass
class Case:
    """A file, and what has been found out about it so far."""

    source: str  # one character for each byte
    tree: ast.Module
    supplied: Collection[str] = ()  # functions that are ours, in a lesson
    constants: bool = False  # whether its X, O and EMPTY are replaced by the right ones
    missing: list[str] = field(default_factory=list)  # names of the contract
    tables: bool = True  # whether verified answers may come from a table
    # The answers beside right functions, if others are wrong, and those without.
    sheets: dict[str, AnswerSheet] = field(default_factory=dict)
    alone: dict[str, AnswerSheet] = field(default_factory=dict)
    checks: dict[str, list[Check]] = field(default_factory=dict)  # by function
    # The verdicts and answers beside right functions, by function and those functions.
    healed: dict[tuple[str, frozenset[str]], tuple[list[Check], AnswerSheet]] = field(
        default_factory=dict
    )
    roots: list[str] = field(default_factory=list)  # functions that fail by themselves
    quick: int = 9  # empty cells up to which the untouched minimax makes few calls
    notes: list[Said] = field(default_factory=list)
    time_up: bool = False
    trials: int = TRIALS  # left
    place: FirstWrong | None = None  # where minimax first goes wrong

    def setup(
        self, right_ones: Collection[str] = (), known: Collection[str] = ()
    ) -> dict[str, Any]:
        """Return what is put into the file's process: see `asker.set_up`."""
        sheet = self.sheets.get("actions")
        first = next((a for _, a in sheet.wrongs()), None) if sheet else None
        return {
            "constants": self.constants,
            "actions": ACTIONS,
            "right": {
                name: truth.table(name)
                for name in sorted({*right_ones, *self.supplied})
            },
            "known": {name: truth.table(name, asked=True) for name in known},
            "cells": first.kind if first else "set",
        }

    def searching(self, right_ones: Collection[str] = ()) -> dict[str, Any]:
        """Return the setup for a search: verified rules answer from a table."""
        known = [
            name
            for name in REPLACEABLE
            if self.tables and name not in right_ones and self.verified(name)
        ]
        return self.setup(right_ones, known)

    def verified(self, name: str) -> bool:
        """Return whether a function was right on every board."""
        sheet = self.alone.get(name, self.sheets.get(name))
        if sheet is None or not sheet.complete:
            return False
        return not any(question.valid for question, _ in sheet.wrongs())

    def is_stub(self, name: str) -> bool:
        """Return whether a function is missing, or only a placeholder."""
        return name in self.missing or source_text.is_stub(self.tree, name)

    def written(self, name: str) -> bool:
        """Return whether a function is more than a placeholder, by its answers."""
        return any(check.status != "unfinished" for check in self.checks[name])


# --- Questions and answers --------------------------------------------------


def ask(case: Case, asked: Ask) -> Talk:
    """Return the answers to questions; None for each that was not asked."""
    if case.source.startswith(CELL) and not asked.source.startswith(CELL):
        # A repaired notebook has lost its comments, which show that it is one.
        asked = asked._replace(source=f"{CELL}\n{asked.source}")
    answers = yield asked
    case.time_up |= None in answers and waited(answers) < asked.strikes
    return answers


def enter(
    case: Case,
    sheet: AnswerSheet,
    numbers: Sequence[int],
    what: str,
    setup: Mapping[str, Any] | None = None,
    source: str = "",
    **more: Any,
) -> Talk:
    """
    Ask a function some questions, and enter the answers in its sheet.

    A function that has hung PATIENCE times is not asked again. If one function hangs,
    the others are given up at the first timeout: they may only call the first.
    """
    if sheet.hangs or case.time_up or not numbers:
        return
    hung = any(each.hangs for each in case.sheets.values())
    strikes = 1 if hung and setup is None else PATIENCE
    asked = Ask(
        source or case.source,
        case.setup() if setup is None else setup,
        sheet.function,
        on_wire(sheet.function, numbers),
        what,
        **({"strikes": strikes} | more),
    )
    answers = yield from ask(case, asked)
    pairs = zip(numbers, answers, strict=True)
    sheet.take({number: answer for number, answer in pairs if answer is not None})
    sheet.hangs = waited(answers) >= asked.strikes


def waited(answers: Sequence[Any]) -> int:
    """Return how many questions ended in a timeout or the end of the process."""
    return sum(answer is not None and answer.absent for answer in answers)


def ask_sample(case: Case, names: Sequence[str]) -> Talk:
    """Ask functions a few questions each; note those that are not written yet."""
    for name in names:
        sheet = case.sheets[name] = AnswerSheet(name)
        asked = case, sheet, sample(name), Stage.SAMPLE
        yield from enter(*asked, seconds=SAMPLE_SECONDS)
        valid = [answer for question, answer in sheet.pairs() if question.valid]
        stub = source_text.is_stub(case.tree, name)
        sheet.unwritten = bool(valid) and all(
            answer.unwritten or (stub and answer.said == "n") for answer in valid
        )


def judged(case: Case, name: str, sheet: AnswerSheet | None) -> list[Check]:
    """Return the verdicts on one function."""
    sheet = sheet or AnswerSheet(name)
    checks = list(verdicts(sheet))
    if name == "minimax":
        games = unbeatable(sheet.by_board())
        if all(check.status == "unfinished" for check in checks):
            games = [replace(game, status="unfinished", note=Said()) for game in games]
        checks += games
    if name in case.missing:
        note = Said("note.missing", function=name)
        return [replace(check, status="unfinished", note=note) for check in checks]
    return checks

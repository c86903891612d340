"""A file that is being judged: what is known of it so far, and how it is asked."""

import ast
from collections.abc import Callable, Collection, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from noughts.checker import source_text, truth
from noughts.checker.answer_sheet import AnswerSheet
from noughts.checker.asking import PATIENCE, Answers, Ask, Returned
from noughts.checker.checks import INVALID
from noughts.checker.questions import ACTIONS, on_wire, sample
from noughts.checker.record import Check, failing, first_failed
from noughts.checker.verdicts import verdicts
from noughts.checker.whole_games import unbeatable
from noughts.game.contract import CELL_HEADER, RULES
from noughts.texts.said import Said

SAMPLE_SECONDS = 5.0  # for one answer of a sample, which has no long search

Talk = Generator[Ask, Answers, Returned]  # asks, is sent answers, returns what it found


@dataclass(frozen=True)
class Judged:
    """Answers with right functions in place of some others, and the verdicts."""

    sheet: AnswerSheet
    checks: tuple[Check, ...]


@dataclass
class Case:
    """A file, and what has been found out about it so far."""

    source: str  # one character for each byte
    tree: ast.Module
    supplied: Collection[str] = ()  # functions that are ours, in a lesson
    tell: Callable[[Check], None] = lambda check: None  # called with `first`
    first: Check | None = None  # the first check that failed, told at once
    constants: bool = False  # whether its X, O and EMPTY are replaced by the right ones
    missing: list[str] = field(default_factory=list)  # names of the contract
    tables: bool = True  # whether verified answers may come from a table
    sheets: dict[str, AnswerSheet] = field(default_factory=dict)  # of the file alone
    checks: dict[str, list[Check]] = field(default_factory=dict)  # by function
    # By function and the functions that were replaced by right ones.
    healed: dict[tuple[str, frozenset[str]], Judged] = field(default_factory=dict)
    # The answers with right functions where these explain some faults: what is still
    # wrong is the function's own.
    explained: dict[str, AnswerSheet] = field(default_factory=dict)
    roots: list[str] = field(default_factory=list)  # functions that fail by themselves
    # Functions that are right only with each other's right versions; the first is
    # a root.
    circles: list[tuple[str, ...]] = field(default_factory=list)
    quick: int = 9  # empty cells up to which the untouched minimax makes few calls
    notes: list[Said] = field(default_factory=list)
    unsteady: list[str] = field(default_factory=list)  # functions: see `Record`
    place: Said = field(default_factory=Said)  # where the search first goes wrong
    time_up: bool = False
    share: float = 1.0  # of the time that may be used
    trials: int = 0  # repairs that were tried

    def setup(
        self, replaced: Collection[str] = (), *, tables: bool = False
    ) -> dict[str, Any]:
        """
        Return what is put into the file's process: see `asker.set_up`.

        The functions that are `replaced` are right ones. With `tables`, rules that were
        right on every board answer from a table.
        """
        sheet, known = self.to_explain().get("actions"), list[str]()
        first = next((a for _, a in sheet.wrongs()), None) if sheet else None
        if tables and self.tables:
            others = (name for name in RULES if name not in replaced)
            known = [name for name in others if self.verified(name)]
        right = sorted({*replaced, *self.supplied})
        return {
            "constants": self.constants,
            "actions": ACTIONS,
            "right": {name: truth.table(name) for name in right},
            "known": {name: truth.table(name, asked=True) for name in known},
            "cells": first.kind if first else "set",
        }

    def verified(self, name: str) -> bool:
        """Return whether a function was right on every board."""
        sheet = self.sheets.get(name)
        if sheet is None or not sheet.complete:
            return False
        return not any(question.valid for question, _ in sheet.wrongs())

    def to_explain(self) -> dict[str, AnswerSheet]:
        """Return the answers by function, without the faults of others if possible."""
        return self.sheets | self.explained

    def is_stub(self, name: str) -> bool:
        """Return whether a function is missing, or only a placeholder."""
        return name in self.missing or source_text.is_stub(self.tree, name)

    def written(self, name: str) -> bool:
        """Return whether a function is more than a placeholder, by its answers."""
        return any(check.status != "unfinished" for check in self.checks[name])

    def misleads(self, name: str) -> bool:
        """Return whether a function has a fault that can mislead its callers."""
        return failing(check for check in self.checks[name] if check.name != INVALID)

    def causes_of(self, name: str) -> list[str]:
        """Return the other roots that mislead their callers."""
        return [root for root in self.roots if root != name and self.misleads(root)]

    def judged(
        self, name: str, sheet: AnswerSheet | None = None, first: Collection[int] = ()
    ) -> list[Check]:
        """Return the verdicts on a function, by its own sheet or the given one."""
        sheet = sheet or self.sheets.get(name) or AnswerSheet(name)
        checks = list(verdicts(sheet, first))
        if name == "minimax":
            games = unbeatable(sheet.by_board(), failing(checks))
            if all(check.status == "unfinished" for check in checks):
                games = [replace(g, status="unfinished", note=Said()) for g in games]
            checks += games
        if name in self.missing:
            note = Said("note.missing", function=name)
            return [replace(check, status="unfinished", note=note) for check in checks]
        return checks

    def show(self, checks: Iterable[Check]) -> None:
        """Tell the first check with a wrong answer, if none has been told before."""
        if self.first is None and (found := first_failed(checks)):
            self.first = found
            self.tell(found)

    def note_unsteady(self, name: str) -> None:
        """Note that a function answered the same question differently."""
        if name not in self.unsteady:
            self.unsteady.append(name)
            self.notes.append(Said("note.unsteady", function=name))

    # --- Questions and answers ----------------------------------------------

    def ask(
        self,
        function: str,
        questions: Sequence[Any],
        setup: Mapping[str, Any] | None = None,
        source: str = "",
        **more: Any,
    ) -> Talk[Answers]:
        """Return the answers to questions; None for each that was not asked."""
        setup, source = self.setup() if setup is None else setup, source or self.source
        if self.source.startswith(CELL_HEADER) and not source.startswith(CELL_HEADER):
            # A repaired notebook has lost its comments, which show that it is one.
            source = f"{CELL_HEADER}\n{source}"
        asked = Ask(source, setup, function, questions, share=self.share, **more)
        answers = yield asked
        self.time_up |= None in answers and waited(answers) < asked.strikes
        return answers

    def enter(
        self,
        sheet: AnswerSheet,
        numbers: Sequence[int],
        setup: Mapping[str, Any] | None = None,
        **more: Any,
    ) -> Talk[None]:
        """
        Ask a function some questions, and enter the answers in its sheet.

        A function that has hung PATIENCE times is not asked again. If one function
        hangs, the others are given up at the first timeout: they may only call it.
        """
        if sheet.hangs or self.time_up or not numbers:
            return
        hung = any(each.hangs for each in self.sheets.values())
        more = {"strikes": 1 if hung and setup is None else PATIENCE} | more
        questions = on_wire(sheet.function, numbers)
        answers = yield from self.ask(sheet.function, questions, setup, **more)
        pairs = zip(numbers, answers, strict=True)
        sheet.take({number: answer for number, answer in pairs if answer is not None})
        sheet.hangs = waited(answers) >= more["strikes"]

    def ask_sample(self, names: Sequence[str]) -> Talk[None]:
        """Ask functions a few questions each; note those that are not written yet."""
        for name in names:
            sheet, some = AnswerSheet(name), sample(name)
            self.sheets[name] = sheet
            yield from self.enter(sheet, some, seconds=SAMPLE_SECONDS)
            valid = [answer for question, answer in sheet.pairs() if question.valid]
            stub = self.is_stub(name)
            sheet.unwritten = bool(valid) and all(
                answer.unwritten or (stub and answer.what == "none") for answer in valid
            )


def waited(answers: Sequence[Any]) -> int:
    """Return how many answers count towards giving a function up."""
    if any(answer is not None and answer.gives_up for answer in answers):
        return PATIENCE
    return sum(answer is not None and answer.is_strike for answer in answers)

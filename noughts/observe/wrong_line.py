"""The line of a wrong call: where its best value first differs from the truth."""

import re
from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise, takewhile
from typing import Any, NamedTuple

from noughts.board import replies, turn
from noughts.observe.calls import RULES, Call, Run, TraceStep, number_text
from noughts.observe.first_wrong import Judge, Reason, WrongPlace, fact
from noughts.oracle import table

LOOPS = ("for ", "while ")
TESTS = ("if ", "elif ", *LOOPS)
PLAIN = re.compile(r"(break|continue|pass)$|raise\b|return( (-?\d+|\w+(\[\w+\])?))?$")
# What each rule can give: anything else comes from the line that returns it.
POSSIBLE = {
    "player": "'[XO]'",
    "actions": "(?!None).*",
    "result": "(?!None).*",
    "winner": "None|'[XO]'",
    "terminal": "True|False",
    "utility": "0|.1",
}
Found = tuple[int, Reason]


class LineChange(NamedTuple):
    """A variable, or the board, took a value."""

    at: int  # index of the step
    line: int  # that set it
    value: Any  # a number or marks


class Trail:
    """The lines that a call ran and the variables that they changed."""

    def __init__(self, run: Run, call: Call, source: Sequence[str]) -> None:
        self.source, self.steps = source, run.steps
        self.lines = list[int]()
        self.changes = dict[str, list[LineChange]]()
        for at, step in enumerate(run.steps):
            if step.kind == "line":
                self.lines.append(step.value)
            elif step.kind == "set":
                line = self.lines[-1] if self.lines else 0
                change = LineChange(at, line, step.value)
                self.changes.setdefault(step.name, []).append(change)
        if self.lines[-1:] != [call.line]:
            self.lines.append(call.line)

    def text(self, line: int) -> str:
        """Return a line of the file."""
        return text_at(self.source, line)

    def lines_after(self, at: int, end: int | None = None) -> list[int]:
        """Return the lines that were run after a step."""
        return [step.value for step in self.steps[at:end] if step.kind == "line"]

    def numbers(self) -> dict[str, list[LineChange]]:
        """Return the numeric variables except those that a loop sets."""
        return {
            name: changes
            for name, changes in self.changes.items()
            if not self.text(changes[-1].line).startswith("for ")
            and not any(isinstance(change.value, str) for change in changes)
        }

    def is_plain(self, line: int) -> bool:
        """Return whether a line only carries out what another one has decided."""
        return PLAIN.match(self.text(line)) is not None

    def decisive(self, lines: list[int]) -> int:
        """Return the last test, if only plain lines followed it, or the last line."""
        *before, last = lines
        while before and self.is_plain(last):
            if self.text(before[-1]).startswith(TESTS):
                return before[-1]
            if not self.is_plain(before[-1]):
                break
            last = before.pop()
        return last

    def last_test(self) -> int:
        """Return the last test that was run, or the last line."""
        tests = (n for n in reversed(self.lines) if self.text(n).startswith(TESTS))
        return next(tests, self.lines[-1])

    def line_that_built(self, loop: int) -> int:
        """Return the last line that set what a loop goes through, or 0."""
        name = re.match(r"for .* in (\w+):", self.text(loop))
        begins = name and re.compile(rf"{name[1]}(\.\w+\(| \W?= )")
        lines = (
            n for n in reversed(self.lines) if begins and begins.match(self.text(n))
        )
        return next(lines, 0)

    def wrong_test(self, winner: str | None) -> int:
        """Return the first test for X or O that went wrong, or 0."""
        for line, after in pairwise(self.lines):
            marks = re.findall(r"\b[XO]\b", self.text(line))
            is_test = marks and self.text(line).startswith(TESTS)
            if is_test and (after == line + 1) != (winner == marks[-1]):
                return line
        return 0

    def copies_nothing(self) -> int:
        """Return the line that gave the board, or a row of it, another name, or 0."""
        for name, changes in self.changes.items():
            change = changes[0]
            if name and change.line and str(change.value).startswith("="):
                return change.line
        return 0


def find_line(
    judge: Judge, place: WrongPlace, run: Run, source: Sequence[str]
) -> Found:
    """Return the line to show and what happens in it."""
    call, trail = place.call, Trail(run, place.call, source)
    if place.made:
        return place.made.made_at, fact("makes")
    if call.gave.kind == "raised":
        return call.line, fact("gives")
    if call.gave.kind == "endless":
        loops = [n for n in trail.lines if trail.text(n).startswith(LOOPS)]
        return (loops[-1] if loops else call.first_line), fact("endless")
    returns = call.rule == "winner" or trail.text(call.line).startswith("return")
    if call.gave.kind == "none" and not returns:
        return call.line, fact("ends")
    if place.why.key == "changed":
        if call.rule == "result" and (line := trail.copies_nothing()):
            return line, fact("shares")
        return (trail.changes.get("") or [LineChange(0, call.line, "")])[-1].line, fact(
            "puts"
        )
    if judge.roles.get(call.function) in RULES and call is not run.root:
        right = str(place.why.parts.get("right")).replace(" ", "")
        return rule_line(call, trail, right)
    return Reading(judge, run, call, trail).line()


def rule_line(call: Call, trail: Trail, right: str) -> Found:
    """Return the line of a rule function that should return `right`."""
    truth, changes = table()[call.board], [*trail.changes.values()]
    is_there = any(str(each.value) == right for one in changes for each in one)
    if is_there or not re.fullmatch(POSSIBLE[call.rule or ""], str(call.gave)):
        return call.line, fact("gives")
    lines = trail.lines
    if call.rule == "utility":
        lines = [trail.wrong_test(truth.winner) or call.line]
    if call.rule == "player":
        marks = [call.board.count(mark) for mark in "XO"]
        counts = {*marks, sum(marks)}
        wrong = [n for n in trail.numbers().values() if n[-1].value not in counts]
        lines = [wrong[0][-1].line] if wrong else lines
    if call.rule == "winner" and truth.winner:
        seen = [c.at for one in changes for c in one if c.value == 3 * truth.winner]
        lines = trail.lines_after(min(seen))[:1] if seen else lines
        lines = lines if call.gave.kind == "none" else [call.line]
    line = next((n for n in reversed(lines) if not trail.is_plain(n)), call.line)
    if call.gave.kind == "none" and trail.text(line).startswith(LOOPS):
        built = trail.line_that_built(line)
        return (built, fact("built")) if built else (line, fact("loop"))
    return line, fact("gives" if line == call.line else "decides")


class Child(NamedTuple):
    """A call for a value, as seen by the function that made it."""

    at: int  # index of the step
    end: int  # index of the step that makes the next call
    value: float
    call: Call


class Reading:
    """One call that values a position."""

    def __init__(self, judge: Judge, run: Run, call: Call, trail: Trail) -> None:
        self.judge, self.run, self.call, self.trail = judge, run, call, trail
        self.tried = [each for each in judge.valued(call) if each.key != call.key]
        numbers = [each for each in self.tried if each.gave.number is not None]
        scale = judge.scales.get(call.function)
        if scale is None and numbers:
            scale = judge.scales[numbers[0].function]
        self.sign = scale.to_x(call.key, run.root.board) if scale else 1
        mover = 1 if call.truth and call.truth.turn == "X" else -1
        self.best_of: Callable[..., float] = max if self.sign * mover > 0 else min
        ats = [*map(self._at, numbers), len(trail.steps)]
        self.children = [
            Child(ats[n], ats[n + 1], self._seen(each), each)
            for n, each in enumerate(numbers)
        ]

    def line(self) -> Found:
        """Return the line to show and what happens in it."""
        call, trail = self.call, self.trail
        if not call.is_over and not self.children and call is not self.run.root:
            return trail.last_test(), fact("stops")
        if call.is_over or not self.children:
            return call.line, fact("gives")
        if found := self._bound_taken() or self._parts():
            return found
        if missing := self.missing():
            return trail.decisive(trail.lines), fact("stops", squares=missing)
        if call is not self.run.root and trail.is_plain(call.line):
            return self.children[-1].call.made_at, fact("gives")
        return call.line, fact("gives")

    def missing(self) -> list[int]:
        """Return the free squares that were never tried, here or before."""
        if not self.tried:
            return []
        known = {each.key for each in self.run.calls[: self.call.n]}
        known |= {each.key for each in self.tried}
        moves = replies(self.call.key).items()
        return [3 * i + j + 1 for (i, j), key in moves if key not in known]

    def _at(self, child: Call) -> int:
        """Return the step that made a call, or called the helper that made it."""
        while child.above != self.call.n:
            child = self.run.calls[child.above]
        made, steps = TraceStep("call", "", child.n), self.trail.steps
        return steps.index(made) if made in steps else len(steps)

    def _seen(self, child: Call) -> float:
        """Return what a call gave, as a number of the function that made it."""
        scale = self.judge.scales[child.function]
        towards = scale.to_x(child.key, self.run.root.board)
        return (child.gave.number or 0) * towards * self.sign

    def _bound_taken(self) -> Found | None:
        """Return where a mere bound was taken for the value of the move chosen."""
        gave, root = self.call.gave, self.run.root.board
        for made in [child.call for child in self.children]:
            moves = replies(self.call.key)
            if gave.kind != "action" or not made.truth:
                continue
            if moves.get(divmod(gave.value - 1, 3)) == made.key:
                scale = self.judge.scales[made.function]
                worth = made.truth.value * scale.to_x(made.key, root)
                level = scale.level(made.gave.number or 0)
                if level != worth and level * worth <= 0:
                    return made.made_at, fact("bound", gave=str(made.gave))
        return None

    def _parts(self) -> Found | None:
        """Return where the best value so far first differs from the best answer."""
        wanted = [*accumulate((child.value for child in self.children), self.best_of)]
        first = self.children[0].at
        numbers = self.trail.numbers().items()
        begun = {name: each for name, each in numbers if each[0].at <= first}
        if (gave := self.call.gave.number) is not None:
            begun = {
                name: each for name, each in begun.items() if each[-1].value == gave
            }

        def agreeing(name: str) -> tuple[bool, int, float, int]:
            """Rank a variable by how often it becomes the best value so far."""
            fits = zip(self._kept(begun[name]), wanted, strict=True)
            agreed = [abs(c.value) == abs(want) for c, want in fits if c.at > first]
            own = name not in self.call.arguments
            start = begun[name][0]
            return own, sum(agreed), abs(start.value), start.at

        name = max(begun, key=agreeing, default=None)
        if name is None:
            return None
        kept = self._kept(begun[name])
        is_turned = kept[0].at > first and kept[0].value == -wanted[0]
        turned = -1 if is_turned and gave is None else 1
        for child, change, want in zip(self.children, kept, wanted, strict=True):
            value, begins = change.value, change.at <= first
            if value * turned == want:
                continue
            if change.at > child.at:
                parts = {"value": number_text(value), "best": number_text(want)}
                return change.line, fact("becomes", name=name, **parts)
            if begins and self.best_of(value, wanted[-1]) == value:
                if name in self.call.arguments:
                    continue
                return change.line, fact("begins", name=name, value=number_text(value))
            line = self._line_after(child, name)
            parts = {"value": number_text(child.value), "turn": turn(self.call.key)}
            return line, fact("ignores", name=name, **parts)
        if gave is None and kept[-1].at <= first:
            value = number_text(kept[-1].value)
            return kept[-1].line, fact("begins", name=name, value=value)
        return None

    def _kept(self, changes: list[LineChange]) -> list[LineChange]:
        """Return a variable's value after each child."""
        return [
            [change for change in changes if change.at <= child.end][-1]
            for child in self.children
        ]

    def _line_after(self, child: Child, name: str) -> int:
        """Return the line after a call that did not keep its value."""
        trail, made_at = self.trail, child.call.made_at
        used = re.compile(rf"\b{re.escape(name)}\b")
        if re.search(rf"\b{re.escape(name)}\b[^=]*=[^=]", trail.text(made_at)):
            return made_at
        lines = trail.lines_after(child.at, child.end)
        after = [*takewhile(lambda n: not trail.text(n).startswith(LOOPS), lines)]
        tests = [
            n for n in after if used.search(trail.text(n)) and not trail.is_plain(n)
        ]
        return tests[-1] if tests else trail.decisive([made_at, *after])


def text_at(source: Sequence[str], line: int) -> str:
    """Return a line of the file."""
    return source[line - 1].strip() if 0 < line <= len(source) else ""

"""The line of a wrong call: where its best value first differs from the truth."""

import re
from collections.abc import Callable, Sequence
from itertools import accumulate, takewhile
from typing import NamedTuple

from noughts.checker.own_search.calls import Call, number_text
from noughts.checker.own_search.first_wrong import Judge, Reason, WrongPlace
from noughts.checker.own_search.trace import TRACED
from noughts.game.board import turn

LOOPS = ("for ", "while ")
TESTS = ("if ", "elif ", *LOOPS)
PLAIN = re.compile(
    r"(break|continue|pass)$|raise\b|return( (-?\d+|\w+(\[\w+\])?|\(?\w+, \w+\)?))?$"
)
COMPARED = (
    r"[<>]=? *{0}\b|\b{0} *[<>]|\b(max|min)\(([^()]*, *)?{0}\b"  # {0} is a variable
)
# Right or wrong, these answers of a rule are decided by an earlier line; any other
# comes from the `return` itself.
DECIDED = {
    "player": "'[XO]'",
    "actions": "(?!None).*",
    "result": "(?!None).*",
    "winner": "None|'[XO]'",
    "terminal": "True|False",
    "utility": "",
}
Found = tuple[int, Reason]


class Change(NamedTuple):
    """A variable took a number."""

    at: int  # index of the step
    line: int  # that set it
    value: float


class Trail:
    """The lines that a call ran and what they changed."""

    def __init__(self, call: Call, source: Sequence[str]) -> None:
        self.source, self.steps = source, call.steps
        self.lines = list[int]()
        self.changes = dict[str, list[Change]]()
        self.shared_at = self.put_at = 0  # lines: rows were shared, the board changed
        for at, (kind, value, name) in enumerate(call.steps):
            line = self.lines[-1] if self.lines else 0
            if kind == "line":
                self.lines.append(int(value))
            elif kind == "set":
                self.changes.setdefault(name, []).append(Change(at, line, value))
            elif kind == "puts":
                self.put_at = line
            elif kind == "shares":
                self.shared_at = self.shared_at or line
        if self.lines[-1:] != [call.line]:
            self.lines.append(call.line)

    def text(self, line: int) -> str:
        """Return a line of the file."""
        return text_at(self.source, line)

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


def find_line(judge: Judge, place: WrongPlace, source: Sequence[str]) -> Found:
    """Return the line to show and what happens in it."""
    call, trail = place.call, Trail(place.call, source)
    if place.made:
        return place.made.made_at, Reason("makes")
    if call.gave.how == "raised":
        return call.line, Reason("gives")
    if call.gave.how == "endless":
        loops = [n for n in trail.lines if trail.text(n).startswith(LOOPS)]
        return (loops[-1] if loops else call.first_line), Reason("endless")
    returns = call.rule == "winner" or trail.text(call.line).startswith("return")
    if call.gave.value is None and not returns:
        return call.line, Reason("ends")
    if place.why.kind == "changed":
        if call.rule == "result" and trail.shared_at:
            return trail.shared_at, Reason("shares")
        return trail.put_at or call.line, Reason("puts")
    if judge.roles.get(call.function) in TRACED and call.above:
        line = call.line
        if re.fullmatch(DECIDED[str(call.rule)], str(call.gave)):
            lines = reversed(trail.lines)
            line = next((n for n in lines if not trail.is_plain(n)), line)
        return line, Reason("gives" if line == call.line else "decides")
    return Reading(judge, call, trail).line()


class Child(NamedTuple):
    """A call for a value, as seen by the function that made it."""

    at: int  # index of the step
    end: int  # index of the step that makes the next call
    value: float
    call: Call


class Reading:
    """One call that values a position."""

    def __init__(self, judge: Judge, call: Call, trail: Trail) -> None:
        self.judge, self.call, self.trail = judge, call, trail
        numbers = judge.numbered(call)
        scale = judge.scales.get(call.function)
        if scale is None and numbers:
            scale = judge.scales[numbers[0].function]
        self.sign = scale.to_x(call) if scale else 1
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
        if call.is_over or not (self.children or call.above):
            return call.line, Reason("gives")
        if not self.children:
            return trail.last_test(), Reason("stops")
        if found := self._first_lost():
            return found
        if self.judge.untried(call):
            return trail.decisive(trail.lines), Reason("stops")
        return call.line, Reason("gives")

    def _at(self, child: Call) -> int:
        """Return the step that made a call, or called the helper that made it."""
        while child.above and child.above is not self.call:
            child = child.above
        steps = enumerate(self.trail.steps)
        made = (at for at, step in steps if step[:2] == ("call", child.n))
        return next(made, len(self.trail.steps))

    def _seen(self, child: Call) -> float:
        """Return what a call gave, as a number of the function that made it."""
        towards_x = self.judge.scales[child.function].to_x(child)
        return (child.gave.number or 0) * towards_x * self.sign

    def _first_lost(self) -> Found | None:
        """Return where the best value so far first differs from the best answer."""
        best = [*accumulate((child.value for child in self.children), self.best_of)]
        name = self._best_variable(best)
        if name is None:
            return None
        first, kept = self.children[0].at, self._kept(name)
        for child, change, want in zip(self.children, kept, best, strict=True):
            value = change.value
            if value == want:
                continue
            parts = {"name": name, "value": number_text(value)}
            if change.at <= first and self.best_of(value, best[-1]) == value:
                if name in self.call.arguments:
                    continue
                return change.line, Reason("begins", **parts)
            parts |= {"best": number_text(want), "turn": turn(self.call.key)}
            return self._line_after(child, name), Reason("ignores", **parts)
        if self.call.gave.number is None and kept[-1].at <= first:
            number = number_text(kept[-1].value)
            return kept[-1].line, Reason("begins", name=name, value=number)
        return None

    def _best_variable(self, best: list[float]) -> str | None:
        """Return the variable that most often becomes the best value so far."""
        first, gave = self.children[0].at, self.call.gave.number
        lines = range(self.call.first_line, max(self.trail.lines) + 1)
        texts = [*map(self.trail.text, lines)]
        names = [
            name
            for name, changes in self.trail.changes.items()
            if changes[0].at <= first and gave in (None, changes[-1].value)
            if any(re.search(COMPARED.format(name), text) for text in texts)
        ]

        def agreeing(name: str) -> tuple[bool, int, int]:
            fits = zip(self._kept(name), best, strict=True)
            agreed = [abs(c.value) == abs(want) for c, want in fits if c.at > first]
            begun = self.trail.changes[name][0].at
            return name not in self.call.arguments, sum(agreed), begun

        return max(names, key=agreeing, default=None)

    def _kept(self, name: str) -> list[Change]:
        """Return a variable's value after each child."""
        changes = self.trail.changes[name]
        return [
            [change for change in changes if change.at <= child.end][-1]
            for child in self.children
        ]

    def _line_after(self, child: Child, name: str) -> int:
        """Return the line after a call that did not keep its value."""
        trail, used = self.trail, re.compile(rf"\b{re.escape(name)}\b")
        steps = trail.steps[child.at : child.end]
        lines = [int(step.value) for step in steps if step.kind == "line"]
        after = takewhile(lambda n: not trail.text(n).startswith(LOOPS), lines)
        lines = [child.call.made_at, *after]
        using = (n for n in lines if used.search(trail.text(n)))
        return next(using, trail.decisive(lines))


def text_at(source: Sequence[str], line: int) -> str:
    """Return a line of the file."""
    return source[line - 1].strip() if 0 < line <= len(source) else ""

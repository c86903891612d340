"""The line within a wrong call: where the best value so far parts from the truth."""

import re
from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import NamedTuple

from noughts.board import play, replies
from noughts.observe.calls import RULES, Call, Run, TraceStep, number_text
from noughts.observe.first_wrong import Judge, Reason, WrongPlace, fact
from noughts.oracle import table

LOOPS = ("for ", "while ")
TESTS = ("if ", "elif ")
PLAIN = re.compile(r"raise\b|return( (True|False|None|-?\d+|\w+(\[\w+\])?))?$")
Found = tuple[int, Reason]


class Assignment(NamedTuple):
    """A variable took a value."""

    at: int  # the place among the steps
    line: int  # that set it
    value: float


class Child(NamedTuple):
    """A call for a value, as the function that made it sees its answer."""

    at: int  # the place among the steps
    value: float
    call: Call


def find_line(
    judge: Judge, place: WrongPlace, run: Run, source: Sequence[str]
) -> Found:
    """Return the line that is to be shown, and what happens in it."""
    call = place.call
    if place.made:
        return place.made.made_at, fact("makes")
    if judge.roles.get(call.function) in RULES and call is not run.root:
        return RuleReading(place, run, source).line()
    if place.why.key == "changed":
        put = last_set(run.steps, lambda step: not step.name)
        return put or call.line, fact("puts")
    if call.gave.kind == "raised":
        return call.line, fact("gives")
    return Reading(judge, run, call, source).line()


class RuleReading:
    """One call of a rule of the game, read step by step."""

    def __init__(self, place: WrongPlace, run: Run, source: Sequence[str]) -> None:
        self.call, self.why, self.steps = place.call, place.why, run.steps
        self.source = source
        self.lines: list[int] = [s.value for s in run.steps if s.kind == "line"]
        self.truth = table()[self.call.board]

    def line(self) -> Found:
        """Return the line, and what happens there."""
        if self.why.key == "changed":
            shared = first_set(self.steps, self._is_shared)
            put = last_set(self.steps, lambda step: not step.name)
            return shared or put or self.call.line, fact("shares" if shared else "puts")
        find = getattr(self, f"_in_{self.call.rule}", lambda: None)
        if line := find():
            return line, fact("decides")
        is_plain = PLAIN.match(self.text(self.call.line))
        if is_plain and (line := self._test_above()):
            return line, fact("decides")
        return self.call.line, fact("gives")

    def _is_shared(self, step: TraceStep) -> bool:
        own = step.name and step.name not in self._parameters()
        return bool(own) and str(step.value).startswith("=")

    def _parameters(self) -> set[str]:
        """Return the variables that are set before the first line."""
        begun = takewhile(lambda step: step.kind != "line", self.steps)
        return {step.name for step in begun}

    def _in_result(self) -> int | None:
        """Return the line that last changed the new board, or else the last one run."""
        if self.call.gave.kind != "board":
            return None
        seen, line, made = self._parameters(), 0, ""
        for at, step in enumerate(self.steps):
            if (
                step.kind == "set"
                and isinstance(step.value, str)
                and len(step.value) > 8
            ):
                line = line_before(self.steps, at) if step.name in seen else line
                made = step.value
                seen.add(step.name)
        if made == self.why.parts["right"]:
            return self.call.line
        return line or (self.lines[-2] if len(self.lines) > 1 else None)

    def _in_player(self) -> int | None:
        """Return the line that counted marks wrongly."""
        xs, os = self.call.board.count("X"), self.call.board.count("O")
        right = {xs, os, xs + os}
        last = {
            step.name: at for at, step in enumerate(self.steps) if step.kind == "set"
        }
        for at in last.values():
            value, line = self.steps[at].value, line_before(self.steps, at)
            counts = line and not self.text(line).startswith("for ")
            if counts and not isinstance(value, str) and value not in right:
                return line
        return None

    def _in_winner(self) -> int | None:
        """Return the line that looked at a line of marks and misjudged it."""
        gave, won = self.call.gave, (self.truth.winner or "?") * 3
        if (gave.kind != "none" and gave.value != "False") == bool(self.truth.winner):
            return self.call.line
        if gave.value == "False":
            return self.call.line
        looked = [at for at, step in enumerate(self.steps) if len(str(step.value)) == 3]
        looked = [at for at in looked if self.steps[at].kind == "set"]
        if not looked:
            return None
        hit = next((at for at in looked if self.steps[at].value == won), None)
        if hit is None:
            last = str(self.steps[looked[-1]].value)
            if self.call.gave.kind != "none" and len({*last}) > 1:
                return self._test_above()
            return line_before(self.steps, looked[-1])
        after: list[int] = [s.value for s in self.steps[hit:] if s.kind == "line"]
        return next((n for n in after if self.text(n).startswith(TESTS)), None)

    def _test_above(self) -> int | None:
        """Return the test that the last line depends on."""
        depth = indent(self.source[self.call.line - 1])
        line = self.call.line
        while line > 1 and depth:
            line -= 1
            if self.text(line) and indent(self.source[line - 1]) < depth:
                if self.text(line).startswith(TESTS):
                    meant = re.search(r"\b[XO]\b", self.text(line))
                    right = meant and self.truth.winner == meant[0]
                    return None if right and self.call.rule == "utility" else line
                if self.call.rule == "utility" and not self.truth.winner:
                    return None
                if not self.text(line).startswith("else"):
                    return None
                depth = indent(self.source[line - 1]) + 1
        return None

    def text(self, line: int) -> str:
        return text_at(self.source, line)


class Reading:
    """One call that values a position, read step by step."""

    def __init__(
        self, judge: Judge, run: Run, call: Call, source: Sequence[str]
    ) -> None:
        self.judge, self.run, self.call, self.source = judge, run, call, source
        self.steps, self.is_root = run.steps, call is run.root
        valued = judge.valued(call)
        self.tried = [each for each in valued if each.key != call.key]
        self.has_helper = len(valued) > len(self.tried)
        numbers = [each for each in self.tried if each.gave.number is not None]
        scale = judge.scales.get(call.function)
        if scale is None and numbers:
            scale = judge.scales[numbers[0].function]
        root = run.root.board
        self.sign = scale.to_x(call.key, root) if scale else 1
        self.children = [
            Child(self._at(each), self._seen(each), each) for each in numbers
        ]
        mover = 1 if call.truth and call.truth.turn == "X" else -1
        self.best_of: Callable[..., float] = max if self.sign * mover > 0 else min

    def line(self) -> Found:
        """Return the line, and what happens there."""
        if self.call.is_over:
            return self.call.line, fact("over")
        if found := self._bound_taken():
            return found
        if not self.children:
            looked = self.tried or self.has_helper
            return self.call.line, fact("gives" if looked else "looks-at-nothing")
        name = self._best_so_far()
        if name and (found := self._set_wrongly(name) or self._not_set(name)):
            return found
        if missing := self.missing():
            return self._stops(), fact("stops", squares=missing)
        if not self.is_root and PLAIN.match(self.text(self.call.line)):
            return self.children[-1].call.made_at, fact("gives")
        return self.call.line, fact("gives")

    def missing(self) -> list[int]:
        """Return the free squares that were never tried, here or before."""
        if not self.tried:
            return []
        known = {each.key for each in self.run.calls[: self.call.n]}
        known |= {each.key for each in self.tried}
        moves = replies(self.call.key).items()
        return [3 * i + j + 1 for (i, j), key in moves if key not in known]

    def _at(self, child: Call) -> int:
        """Return where among the steps a call was made, or the helper that made it."""
        while child.above != self.call.n:
            child = self.run.calls[child.above]
        made = TraceStep("call", "", child.n)
        return self.steps.index(made) if made in self.steps else len(self.steps)

    def _seen(self, child: Call) -> float:
        """Return what a call gave, as a number of the function that made it."""
        scale = self.judge.scales[child.function]
        towards = scale.to_x(child.key, self.run.root.board)
        return (child.gave.number or 0) * towards * self.sign

    def _bound_taken(self) -> Found | None:
        """Return where a mere bound of the chosen move was taken for its value."""
        if not self.is_root or self.call.gave.kind != "action":
            return None
        cell = divmod(self.call.gave.value - 1, 3)
        for child in self.children:
            made = child.call
            if made.truth and cell in replies(self.call.key):
                scale = self.judge.scales[made.function]
                worth = made.truth.value * scale.to_x(made.key, self.run.root.board)
                level = scale.level(made.gave.number or 0)
                is_it = made.key == play(self.call.key, cell)
                if is_it and level != worth and level * worth <= 0:
                    return made.made_at, fact("bound", gave=str(made.gave))
        return None

    def _changes(self) -> dict[str, list[Assignment]]:
        """Return what the variables became, in order; not those that a loop sets."""
        changes = dict[str, list[Assignment]]()
        for at, step in enumerate(self.steps):
            if step.kind == "set" and not isinstance(step.value, str):
                line = line_before(self.steps, at)
                if not self.text(line).startswith("for "):
                    changes.setdefault(step.name, []).append(
                        Assignment(at, line, step.value)
                    )
        return changes

    def _best_so_far(self) -> str | None:
        """Return the variable that holds the best value so far, by what it becomes."""
        first, gave = self.children[0].at, self.call.gave
        changes = self._changes()
        begun = {name: each for name, each in changes.items() if each[0].at <= first}
        if gave.number is not None:
            names = [n for n, each in begun.items() if each[-1].value == gave.number]
        else:
            sizes = {abs(child.value) for child in self.children}
            names = [
                name
                for name, each in begun.items()
                if abs(each[0].value) > max(sizes)
                or (len(each) > 1 and abs(each[-1].value) in sizes)
            ]
            lines = map(self.text, self._lines_from(first))
            tests = " ".join(line for line in lines if line.startswith(TESTS))
            if not names:  # one that never changed, but is compared
                names = [n for n in begun if re.search(rf"\b{re.escape(n)}\b", tests)]
        own = self.call.arguments
        names.sort(key=lambda name: (name in own, -len(changes[name])))
        return names[0] if names else None

    def _set_wrongly(self, name: str) -> Found | None:
        """Return where the best value so far became something else, or began as it."""
        changes = self._changes()
        for change in changes[name]:
            before = [child.value for child in self.children if child.at < change.at]
            if not before:
                continue
            best = self.best_of(before)
            if change.value * self._turned(changes[name]) != best:
                parts = {"name": name, "value": number_text(change.value)}
                return change.line, fact("becomes", **parts, best=number_text(best))
        begun = [each for each in changes[name] if each.at <= self.children[0].at]
        if begun and len(begun) == len(changes[name]):
            start = begun[-1].value
            ever = self.best_of(child.value for child in self.children)
            if self.best_of(start, ever) == start:
                value = number_text(start)
                return begun[-1].line, fact("begins", name=name, value=value)
        return None

    def _turned(self, changes: list[Assignment]) -> int:
        """Return -1 if minimax itself counts for its mover, and its helpers do not."""
        first = self.children[0]
        became = [each.value for each in changes if each.at > first.at][:1]
        turned = self.is_root and became == [-first.value] != [first.value]
        return -1 if turned else 1

    def _not_set(self, name: str) -> Found | None:
        """Return where a better value was found and not kept."""
        changes = self._changes()[name]
        begun = [each.value for each in changes if each.at <= self.children[0].at]
        ends = [*(child.at for child in self.children[1:]), len(self.steps)]
        best: float | None = None
        for child, end in zip(self.children, ends, strict=True):
            if best is not None and self.best_of(best, child.value) == best:
                continue
            best = child.value
            kept = any(
                child.at < change.at <= end and abs(change.value) == abs(child.value)
                for change in changes
            )
            if not kept and begun[-1:] != [child.value]:
                line = self._line_after(child, end, name)
                return line, fact("ignores", name=name, value=number_text(child.value))
        return None

    def _line_after(self, child: Child, end: int, name: str) -> int:
        """Return the line after a call that decided not to keep its value."""
        made_at = child.call.made_at
        if re.search(rf"\b{re.escape(name)}\b[^=]*=[^=]", self.text(made_at)):
            return made_at
        after = list[int]()
        for step in self.steps[child.at : end]:
            if step.kind == "line":
                if self.text(step.value).startswith(LOOPS):
                    break
                if self.text(step.value) in ("break", "continue"):
                    return (after or [step.value])[-1]
                after.append(step.value)
        tests = [n for n in after if re.search(rf"\b{re.escape(name)}\b", self.text(n))]
        return (tests or after or [child.call.made_at])[-1]

    def _stops(self) -> int:
        """Return the line that ended the trying of moves."""
        lines = self._lines_from(self.children[-1].at)
        for n, line in enumerate(lines):
            if self.text(line).startswith(("break", "return")):
                before = lines[n - 1] if n else line
                return before if self.text(before).startswith(TESTS) else line
        return self.call.line

    def _lines_from(self, at: int) -> list[int]:
        """Return the lines that were run after a step."""
        return [step.value for step in self.steps[at:] if step.kind == "line"]

    def text(self, line: int) -> str:
        return text_at(self.source, line)


def last_set(steps: Sequence[TraceStep], fits: Callable[[TraceStep], bool]) -> int:
    """Return the line that last set what fits, 0 if none did."""
    found = [at for at, step in enumerate(steps) if step.kind == "set" and fits(step)]
    return line_before(steps, found[-1]) if found else 0


def first_set(steps: Sequence[TraceStep], fits: Callable[[TraceStep], bool]) -> int:
    """Return the line that first set what fits, 0 if none did."""
    sets = (at for at, step in enumerate(steps) if step.kind == "set" and fits(step))
    return next((line_before(steps, at) for at in sets), 0)


def text_at(source: Sequence[str], line: int) -> str:
    """Return a line of the file."""
    return source[line - 1].strip() if 0 < line <= len(source) else ""


def indent(text: str) -> int:
    """Return how far a line is indented."""
    return len(text) - len(text.lstrip())


def line_before(steps: Sequence[TraceStep], at: int) -> int:
    """Return the line that was run last before a step."""
    lines = (step.value for step in reversed(steps[:at]) if step.kind == "line")
    return next(lines, 0)

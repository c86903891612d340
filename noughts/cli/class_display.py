"""A class being judged, on the screen: a line for each student, and a bar below."""

import time
from dataclasses import dataclass, field

from noughts.checker.record import in_language
from noughts.checker.reports.wording import points_text, summary
from noughts.classroom.results import Result
from noughts.classroom.run import Headway
from noughts.cli.screen_lines import Progress, Teller, bar
from noughts.words import Words, words


@dataclass
class Display:
    """A line for each student, and below them a bar where there is a screen."""

    quiet: bool
    say: Words = field(default_factory=words)
    done: int = 0
    total: int = 0
    now: int = 0
    known: int = 0
    line: Progress = field(default_factory=Progress)
    teller: Teller = field(default_factory=Teller)
    aside: Teller = field(default_factory=lambda: Teller(aside=True))
    began: float = field(default_factory=time.monotonic)

    def show(self, step: Headway) -> None:
        """Show how far the run is."""
        self.done, self.total = step.done, step.total
        self.now += step.judged_now
        if step.result:
            self._tell(step.result, step.judged_now, step.fault)
        seconds = time.monotonic() - self.began
        self.line.show(progress(self.done, self.total, self.now, seconds, self.say))

    def note(self, text: str) -> None:
        """Say something that is about no student."""
        self.clear()
        self.aside.tell(f"noughts check: {text}")

    def _tell(self, result: Result, judged_now: bool, fault: str) -> None:
        """Print a line about one student."""
        known = bool(result.key) and not judged_now
        self.known += known and not (fault or result.record.refusal)
        if not self.quiet:
            self.clear()
            record = in_language(result.record, self.say.language)
            points = points_text(record.points, self.say) if record.graded else "-"
            said = summary(record, self.say.language)
            if fault:
                points, said = "?", self.say("check.fault", why=fault)
            self.teller.tell(f"{points:>6}  {result.student}: {said}")

    def clear(self) -> None:
        """Take the bar away."""
        self.line.clear()


def progress(done: int, total: int, now: int, seconds: float, say: Words) -> str:
    """Return a bar, the number done, the rate and the time left."""
    part = say("class.of", n=say.number(done), all=say.number(total))
    text = f"{bar(done, total)} {part}"
    if now and seconds:
        rate = now / seconds
        left = clock((total - done) / rate)
        text += say("check.rate", rate=say.number(60 * rate), left=left)
    return text


def clock(seconds: float) -> str:
    """Return a time as people read it: `0:05`, `12:30`, `3:00:00`."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"

"""Reports: pure functions of records."""

from typing import Self

from noughts.checker.record import NamedMistake, Record


class Report(Record):
    """A record with `str()` and `to_html()`."""

    @classmethod
    def of(cls, record: Record) -> Self:
        """Return a record as a report."""
        return cls(**vars(record))

    @property
    def misconceptions(self) -> tuple[NamedMistake, ...]:
        """The mistakes that are named, under the name that they have in JSON."""
        return self.mistakes

    def __str__(self) -> str:
        """Return what `noughts check` prints."""
        from noughts.checker.reports import console

        return console.report(self, colour=False).strip("\n")

    def to_html(self) -> str:
        """Return the report as a self-contained page."""
        from noughts.checker.reports import html

        return html.report(self)

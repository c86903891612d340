"""
The stages of a hand-in after the export: ready to be judged, and graded.

Each stage is a type of its own and keeps the one before it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from noughts.checker.record import Record
from noughts.classroom.adjustments import Adjustment
from noughts.classroom.choice import ChosenFile
from noughts.classroom.hand_ins import HandIn
from noughts.texts.said import Said

# judged   the functions were judged
# broken   the file cannot be run: no points
# refused  no file could be judged: no grade
# faults   this machine failed: no grade, and the next run tries again
# waiting  the run was stopped first: no grade yet
Outcome = Literal["judged", "broken", "refused", "faults", "waiting"]
OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)
UNDONE: tuple[Outcome, ...] = ("faults", "waiting")  # left for the next run


@dataclass(frozen=True)
class ToJudge:
    """A hand-in with the file that counts, by the key of its result."""

    hand_in: HandIn
    files: Mapping[str, ChosenFile]  # several if it is unclear which of them counts


@dataclass(frozen=True)
class NothingToJudge:
    """A hand-in without a file that can be judged."""

    hand_in: HandIn
    reason: Said


Submission = ToJudge | NothingToJudge


@dataclass(frozen=True)
class GradedHandIn:
    """A hand-in with its result."""

    hand_in: HandIn
    outcome: Outcome
    record: Record  # in the report's language; a refusal gives the reason for no grade
    file: ChosenFile | None = None  # the judged one
    key: str = ""  # of the record among the results, if a file was judged
    adjustment: Adjustment | None = None  # by the teacher

    @property
    def label(self) -> str:
        """The student's name, which is unique in the class."""
        return self.hand_in.label

    @property
    def student(self) -> str:
        """The student's name, as the files have it."""
        return self.hand_in.student

    @property
    def late(self) -> bool:
        return self.hand_in.late

    @property
    def points(self) -> float | None:
        """The grade in points, or None without a grade."""
        points = self.record.points if self.record.graded else None
        return self.adjustment.adjusted(points) if self.adjustment else points

    @property
    def is_final(self) -> bool:
        """Whether there is a grade, and no part of it is left to the teacher."""
        if self.adjustment and self.adjustment.grade is not None:
            return True
        return self.record.graded and self.record.has_no_open_points

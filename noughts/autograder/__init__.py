"""Autograders for other platforms: a small file for each, and templates."""

from noughts.autograder import check50, github, gradescope, prairielearn
from noughts.autograder.parts import Settings, Target

TARGETS: dict[str, Target] = {
    "gradescope": gradescope,
    "check50": check50,
    "github": github,
    "prairielearn": prairielearn,
}

__all__ = ["TARGETS", "Settings"]

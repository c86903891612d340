"""What learning platforms export: a small file for each says what is whose."""

from noughts.classroom.files import FoundFile
from noughts.classroom.platforms import (
    canvas,
    github,
    google,
    gradescope,
    moodle,
    plain,
)
from noughts.classroom.platforms.entry import Platform

# In the order in which they are tried: the plainest one takes anything.
PLATFORMS: dict[str, Platform] = {
    "moodle": moodle,
    "canvas": canvas,
    "gradescope": gradescope,
    "google": google,
    "github": github,
    "plain": plain,
}


def recognised(nodes: list[FoundFile]) -> Platform:
    """Return the platform whose export has these entries."""
    return next(each for each in PLATFORMS.values() if each.recognises(nodes))

"""Options that several commands share."""

import argparse
import math

from noughts.solver.game import LARGEST

SECONDS = 60.0  # a student's first move, all 549,946 positions, takes 5 to 40


def add_time(parser: argparse.ArgumentParser) -> None:
    """Add `--time`, the limit for an engine that comes from a file."""
    parser.add_argument(
        "--time",
        metavar="SECONDS",
        type=seconds,
        default=SECONDS,
        help="how long an engine may think about a move (default: 60)",
    )


def seconds(text: str) -> float:
    """Return a time as a number, if it is one that can pass."""
    try:
        time = float(text)
    except ValueError:
        time = 0
    if not 0 < time < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds above 0")
    return time


def size(text: str) -> int:
    """Return a number of rows, of columns, or of marks in a line."""
    return whole_number(text, LARGEST)


def board(text: str) -> tuple[int, int]:
    """Return the rows and columns of a board such as 4x5."""
    rows, _, columns = text.lower().partition("x")
    try:
        return size(rows), size(columns)
    except argparse.ArgumentTypeError:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a board such as 4x5, from 1x1 to {LARGEST}x{LARGEST}"
        ) from None


def whole_number(text: str, most: int) -> int:
    """Return a number from 1 to the most allowed."""
    if not (text.isascii() and text.isdecimal() and 0 < int(text[:9]) <= most):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a whole number from 1 to {most}"
        )
    return int(text)

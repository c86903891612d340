"""Options that several commands share."""

import argparse
import math

SECONDS = 30.0  # a student's first move often takes 5 to 10


def add_time(parser: argparse.ArgumentParser) -> None:
    """Add `--time`, the limit for an engine that comes from a file."""
    parser.add_argument(
        "--time",
        metavar="SECONDS",
        type=seconds,
        default=SECONDS,
        help="how long an engine may think about a move (default: 30)",
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
